"""Store the result of an examination with a stamp of everything it depended on, and use it while the stamp holds.

The stamp is a hash of the newest log entries about people and lists, the decisions about the event, the games that
stand in other reports (searched for each time), the law and the program version. When one of them changes, the report
is examined again. What is said of a newcomer's first event is always made again. Joined stages and hybrid events depend
on more, and are never stored.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, insert, select

import arpad
from arpad.days import Day, Month
from arpad.finding import Finding
from arpad.frozen import dataclass
from arpad.law.carried import todays_law
from arpad.model import Verdict
from arpad.office.book.content import unpacked
from arpad.office.book.examination import Examined, Matter
from arpad.office.book.fingerprint import Marks
from arpad.office.book.game_weeks import Span, met_again
from arpad.office.book.kept_findings import NotKept, read_again, written
from arpad.office.book.lookup import EventFile, EventPart, event_file
from arpad.office.book.overlaps import Sent, overlaps
from arpad.office.book.records import Records
from arpad.office.book.second_events import OF_A_FIRST, with_earlier_events
from arpad.office.book.which_list import list_of
from arpad.office.store.bulk import one_of
from arpad.office.store.links import also, is_bound
from arpad.office.store.memory import Subject, lists_stamp, people_stamp, recall_each
from arpad.office.store.schema import examination, log, report
from arpad.packed import unpack

EXAMINED, SENT = "examined", "sent"
EXAMINED_ALONE = "examine"  # the action of an entry that decided nothing
KEPT = insert(examination)


@dataclass(frozen=True)
class KeptExamination:
    """The result of an examination, and the packed tables that an admission would store."""

    verdict: Verdict
    edition: str | None
    list_: Month | None
    excluded: tuple[int, int]  # games and players
    findings: tuple[Finding, ...]
    packed: bytes = b""  # the content; empty where nothing would be admitted


def as_kept(fresh: Examined, packed: bytes) -> KeptExamination:
    """A fresh examination in the form in which it is stored."""
    answer = fresh.answer
    return KeptExamination(answer.verdict, answer.edition, list_of(answer), answer.excluded, answer.findings, packed)


def keep(connection: Connection, seq: int, mark: list[Any], fresh: Examined, result: KeptExamination) -> bool:
    """Store the result of examining a report; False where it cannot be stored. `mark` is that of the event after all
    decisions of this transaction."""
    if fresh.answer.facts.hybrid or fresh.joined:
        return False
    try:
        findings = written(result.findings if fresh.alone is None else fresh.alone)
    except NotKept:
        return False
    answer = [result.verdict.value, result.edition, result.list_, result.excluded, findings]
    text = json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
    row = {"report": seq, "stamp": _stamp(connection, mark, fresh.shared), "answer": text, "packed": result.packed}
    connection.execute(KEPT, row)
    return True


def keep_anew(connection: Connection, seq: int, mark: list[Any], fresh: Examined, result: KeptExamination) -> bool:
    """Store the result of examining a report again; False where it is stored already, or cannot be stored.

    The row is bound to the log entry of this transaction."""
    stamp = _stamp(connection, mark, fresh.shared)
    if stamp in kept_of(connection, [seq])[EXAMINED, seq]:
        return False
    also(connection, examination.name, (seq, stamp))
    return keep(connection, seq, mark, fresh, result)


def still_true(connection: Connection, records: Records, part: EventPart) -> KeptExamination | None:
    """The stored examination of the report that counts now; None where a dependency changed, or the row was altered."""
    seq, file = part.report, event_file(connection, part.event)
    examined = kept_of(connection, [seq])[EXAMINED, seq]
    if not examined:
        return None
    sent = sent_of(connection, [seq])[SENT, seq]
    span = Span(unpack(Marks, sent.games), Day(sent.first_day).date, Day(sent.last_day).date)
    met = tuple(other for other in met_again(connection, span) if other != seq)
    shared = tuple(overlaps(connection, Sent(file.booked, part.part, span, met), ""))
    row = examined.get(_stamp(connection, file.mark, shared))
    if row is None or not _as_it_was_kept(connection, row, part, file):
        return None
    verdict, edition, list_, excluded, findings = json.loads(row.answer)
    month = None if list_ is None else Month(list_)
    alone = read_again(findings)
    if any(finding.message in OF_A_FIRST for finding in alone):
        if not row.packed:
            return None  # the keys of the players are not stored
        sitting = unpacked(row.packed).sitting
        counted = records.counted_as(connection, sitting.player).tolist()
        as_whom = dict(zip(sitting.number.tolist(), counted, strict=True))
        matter = Matter(file.booked, part.part, file.booked.entered, file.booked.entered)
        alone = tuple(with_earlier_events(connection, matter, as_whom, alone))
    return KeptExamination(Verdict(verdict), edition, month, (excluded[0], excluded[1]), alone, bytes(row.packed))


def _as_it_was_kept(connection: Connection, row: Any, part: EventPart, file: EventFile) -> bool:
    """Whether a stored examination is bound to the log: to a decision about the event, or to an entry of its own."""
    if is_bound(connection, examination, row, [each.log for each in file.happened]):
        return True
    alone = select(log.c.seq).where(log.c.action == EXAMINED_ALONE, log.c.subject == part.name)
    return is_bound(connection, examination, row, connection.execute(alone).scalars().all())


def kept_of(connection: Connection, reports: Sequence[int]) -> dict[Any, dict[str, Any]]:
    """The stored examinations of these reports, by stamp; remembered within the transaction."""

    def look(some: list[Any]) -> dict[Any, dict[str, Any]]:
        rows = select(examination).where(one_of(connection, examination.c.report, [seq for _, seq in some]))
        by_report: dict[Any, dict[str, Any]] = {key: {} for key in some}
        for row in connection.execute(rows):
            by_report[EXAMINED, row.report][row.stamp] = row
        return by_report

    return recall_each(connection, Subject.PERSONS, [(EXAMINED, seq) for seq in reports], look)


def sent_of(connection: Connection, reports: Sequence[int]) -> dict[Any, Any]:
    """The packed games, the days and the fingerprints of these reports; remembered within the transaction."""

    def look(some: list[Any]) -> dict[Any, Any]:
        columns = (report.c.seq, report.c.games, report.c.first_day, report.c.last_day, report.c.fingerprint)
        rows = select(*columns).where(one_of(connection, report.c.seq, [seq for _, seq in some]))
        return {(SENT, row.seq): row for row in connection.execute(rows)}

    return recall_each(connection, Subject.PERSONS, [(SENT, seq) for seq in reports], look)


def _stamp(connection: Connection, mark: list[Any], shared: Sequence[Finding]) -> str:
    """A hash of everything that an examination depends on."""
    others = [(finding.message, sorted(finding.fields)) for finding in shared]
    parts = [people_stamp(connection), lists_stamp(connection), _law(), mark, others]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def _law() -> str:
    """A hash of the program version and the law."""
    return hashlib.sha256(f"{arpad.__version__} {todays_law().digest}".encode()).hexdigest()
