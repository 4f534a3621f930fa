"""Keep what the examination of a report found, with the stamp of all it depended on, and use it while that holds.

A stamp is made of the newest entries about people and lists, of what happened to the event, of the reports in which any
of its pairs met near its days and what happened to their events, and of the law and the version of the program. When
one of these changed the report is examined anew. Not kept is what depends on more: an event that is joined with others,
the game scores of a hybrid one, and what is said of a newcomer's first event beside his others of the same list.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import cache
from typing import Any

from sqlalchemy import Connection, insert, select

import arpad
from arpad.days import Day, Month
from arpad.finding import Finding
from arpad.frozen import dataclass
from arpad.law.lawfiles import law_files
from arpad.model import Verdict
from arpad.office.book.examination import Examined
from arpad.office.book.fingerprint import Marks
from arpad.office.book.game_weeks import Span, met_again
from arpad.office.book.kept_findings import NotKept, read_again, written
from arpad.office.book.lookup import event_file, event_files
from arpad.office.book.second_events import OF_A_FIRST
from arpad.office.book.which_list import list_of
from arpad.office.store.bulk import one_of
from arpad.office.store.memory import Subject, lists_stamp, people_stamp, recall_each
from arpad.office.store.packed import unpack
from arpad.office.store.schema import examination, report

EXAMINED, SENT = "examined", "sent"
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
    """An examination that was just fresh."""
    answer = fresh.answer
    return KeptExamination(answer.verdict, answer.edition, list_of(answer), answer.excluded, answer.findings, packed)


def keep(connection: Connection, seq: int, mark: list[Any], fresh: Examined, found: KeptExamination) -> None:
    """Write down what the examination of a report found; `mark` is that of the event, once all is written."""
    if fresh.answer.facts.hybrid or fresh.joined:
        return
    if any(finding.message.startswith(OF_A_FIRST) for finding in found.findings):
        return
    try:
        findings = written(found.findings)
    except NotKept:
        return
    answer = [found.verdict.value, found.edition, found.list_, found.excluded, findings]
    text = json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
    row = {"report": seq, "stamp": _stamp(connection, seq, mark, fresh.met), "answer": text, "packed": found.packed}
    connection.execute(KEPT, row)


def still_true(connection: Connection, seq: int, event: int) -> KeptExamination | None:
    """What is kept of a report, if nothing that it depends on has changed."""
    examined = kept_of(connection, [seq])[EXAMINED, seq]
    if not examined:
        return None
    sent = sent_of(connection, [seq])[SENT, seq]
    span = Span(unpack(Marks, sent.games), Day(sent.first_day).date, Day(sent.last_day).date)
    row = examined.get(_stamp(connection, seq, event_file(connection, event).mark, met_again(connection, span)))
    if row is None:
        return None
    verdict, edition, list_, excluded, findings = json.loads(row.answer)
    month = None if list_ is None else Month(list_)
    found = Verdict(verdict), edition, month, (excluded[0], excluded[1]), read_again(findings)
    return KeptExamination(*found, bytes(row.packed))


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


def _stamp(connection: Connection, seq: int, mark: list[Any], met: Sequence[int]) -> str:
    others = [each for each in met if each != seq]
    events = sorted(_events_of(connection, others) - {mark[0]}) if others else []
    beside = sorted(file.mark for file in event_files(connection, events).values())
    parts = [people_stamp(connection), lists_stamp(connection), _law(), mark, others, beside]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def _events_of(connection: Connection, reports: Sequence[int]) -> set[int]:
    rows = select(report.c.event).where(one_of(connection, report.c.seq, reports))
    return set(connection.execute(rows).scalars())


@cache
def _law() -> str:
    """The law and the program that judged."""
    whole = hashlib.sha256(arpad.__version__.encode())
    for name, body in sorted(law_files().items()):
        whole.update(name.encode() + body)
    return whole.hexdigest()
