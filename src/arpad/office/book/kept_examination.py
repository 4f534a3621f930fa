"""Keep what the examination of a report found, with the stamp of all it depended on, and use it while that holds.

A stamp is made of the newest entries about people and lists, of what happened to the event, of the games that stand in
other reports, too (they are looked for anew each time), and of the law and the version of the program. When one of
these changed the report is examined anew. What is said of a newcomer's first event beside his others of the same list
is said anew each time. Not kept is what depends on more: an event that is joined with others, and the game scores of a
hybrid one.
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
from arpad.office.book.findings import without_folder
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
    """What was found, and what would be admitted."""

    verdict: Verdict
    edition: str | None
    list_: Month | None
    excluded: tuple[int, int]  # games and players
    findings: tuple[Finding, ...]
    packed: bytes = b""  # the content; empty where nothing would be admitted


def as_kept(fresh: Examined, packed: bytes) -> KeptExamination:
    """An examination that was just made, as it is kept."""
    answer = fresh.answer
    return KeptExamination(answer.verdict, answer.edition, list_of(answer), answer.excluded, answer.findings, packed)


def keep(connection: Connection, seq: int, mark: list[Any], fresh: Examined, found: KeptExamination) -> bool:
    """Write down what the examination of a report found; `mark` is that of the event, once all is written. False where
    it cannot be kept."""
    if fresh.answer.facts.hybrid or fresh.joined:
        return False
    try:
        findings = written(tuple(map(without_folder, found.findings if fresh.alone is None else fresh.alone)))
    except NotKept:
        return False
    answer = [found.verdict.value, found.edition, found.list_, found.excluded, findings]
    text = json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
    row = {"report": seq, "stamp": _stamp(connection, mark, fresh.shared), "answer": text, "packed": found.packed}
    connection.execute(KEPT, row)
    return True


def keep_anew(connection: Connection, seq: int, mark: list[Any], fresh: Examined, found: KeptExamination) -> bool:
    """The same for a report that was examined before; false where it holds already and is not written again. The entry
    of the log in which it is written answers for it, whatever becomes of the report."""
    stamp = _stamp(connection, mark, fresh.shared)
    if stamp in kept_of(connection, [seq])[EXAMINED, seq]:
        return False
    also(connection, examination.name, (seq, stamp))
    return keep(connection, seq, mark, fresh, found)


def still_true(connection: Connection, records: Records, part: EventPart) -> KeptExamination | None:
    """What is kept of the report that stands, if nothing that it depends on has changed, and it is what was kept."""
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
            return None  # who the players are is not kept
        sitting = unpacked(row.packed).sitting
        counted = records.counted_as(connection, sitting.player).tolist()
        as_whom = dict(zip(sitting.number.tolist(), counted, strict=True))
        matter = Matter(file.booked, part.part, file.booked.entered, file.booked.entered)
        alone = tuple(with_earlier_events(connection, matter, as_whom, alone))
    found = Verdict(verdict), edition, month, (excluded[0], excluded[1]), alone
    return KeptExamination(*found, bytes(row.packed))


def _as_it_was_kept(connection: Connection, row: Any, part: EventPart, file: EventFile) -> bool:
    """Whether an examination is what the log wrote: with something that happened to the event, or by itself."""
    if is_bound(connection, examination, row, [each.log for each in file.happened]):
        return True
    alone = select(log.c.seq).where(log.c.action == EXAMINED_ALONE, log.c.subject == part.name)
    return is_bound(connection, examination, row, connection.execute(alone).scalars().all())


def kept_of(connection: Connection, reports: Sequence[int]) -> dict[Any, dict[str, Any]]:
    """The examinations that are kept of these reports, by stamp."""

    def look(some: list[Any]) -> dict[Any, dict[str, Any]]:
        rows = select(examination).where(one_of(connection, examination.c.report, [seq for _, seq in some]))
        found: dict[Any, dict[str, Any]] = {each: {} for each in some}
        for row in connection.execute(rows):
            found[EXAMINED, row.report][row.stamp] = row
        return found

    return recall_each(connection, Subject.PERSONS, [(EXAMINED, seq) for seq in reports], look)


def sent_of(connection: Connection, reports: Sequence[int]) -> dict[Any, Any]:
    """The games, the days and the fingerprints of these reports."""

    def look(some: list[Any]) -> dict[Any, Any]:
        columns = (report.c.seq, report.c.games, report.c.first_day, report.c.last_day, report.c.fingerprint)
        rows = select(*columns).where(one_of(connection, report.c.seq, [seq for _, seq in some]))
        return {(SENT, row.seq): row for row in connection.execute(rows)}

    return recall_each(connection, Subject.PERSONS, [(SENT, seq) for seq in reports], look)


def _stamp(connection: Connection, mark: list[Any], shared: Sequence[Finding]) -> str:
    others = [(finding.message, sorted(finding.fields)) for finding in shared]
    parts = [people_stamp(connection), lists_stamp(connection), _law(), mark, others]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def _law() -> str:
    """The law and the program that judged."""
    return hashlib.sha256(f"{arpad.__version__} {todays_law().digest}".encode()).hexdigest()
