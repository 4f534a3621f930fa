"""Whether what was admitted follows from the report, the registry as it was known then, the lists and the decisions.

Each admission is examined again in the office as it was at its entry of the log, by the code that examined it. What
differs is named: who sat behind a start number, who was left out, why a result does not count, the days and the list.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, select

from arpad.columns import Table
from arpad.days import Day
from arpad.finding import Problem
from arpad.frozen import dataclass
from arpad.law.law_set import LawSet, use_law
from arpad.office.adopted_rulebooks import read_law_of_office
from arpad.office.book.admitted_content import AdmittedContent, content_row, unpack_content
from arpad.office.book.duplicate_reports import event_key_from_fingerprint
from arpad.office.book.event_lookup import find_event_part, find_event_parts
from arpad.office.book.event_status import DecisionKind, EventStatus
from arpad.office.book.examination import examine_in_office
from arpad.office.book.merged_rolls import ListMemory
from arpad.office.book.officer_instructions import current_subject_and_report
from arpad.office.book.stored_examination import ADMISSIBLE_VERDICTS, content_to_admit
from arpad.office.desk import ProgressReporter, no_progress
from arpad.office.proving.past import Past, taken_back
from arpad.office.proving.row_owners import RowOwners
from arpad.office.publishing.list_law import law_stored_with_list
from arpad.office.publishing.list_storage import DAMAGE_ERRORS
from arpad.office.store import schema

FAILED = (Problem, *DAMAGE_ERRORS)
Advance = Callable[[int], None]
Fields = Mapping[str, Any]


@dataclass(frozen=True)
class Again:
    """An admission that does not come out as it is stored: what comes out, or why nothing does."""

    row: Any  # of the decision, with its day and the list that has it
    right: AdmittedContent | None = None
    reason: str = ""


def not_as_examined(connection: Connection, since: int = 0, watch: ProgressReporter = no_progress) -> Iterator[Problem]:
    """What differs between admissions after an entry of the log and the same ones made again."""
    rows = _admissions(connection, since)
    yield from _of_no_entry(connection, rows)
    rows = [row for row in rows if row.day is not None]
    with watch("admissions", len(rows)) as advance:
        apart = _apart(connection, rows, {}, advance)
    laws = {each.row.seq: _law(connection, each.row) for each in apart}
    apart = _apart(connection, [each.row for each in apart], laws)
    owners = RowOwners(connection)
    for each in sorted(apart, key=lambda each: int(each.row.seq)):
        about = {"owner": owners.of("report", {"event": each.row.event}), "entry": each.row.log}
        if each.right is None:
            yield Problem("admission-not-examined", **about, reason=each.reason)
            continue
        of = schema.content
        stored = connection.execute(select(of).where(of.c.decision == each.row.seq)).one()
        found = list(_differences(owners, unpack_content(stored.packed), each.right, about))
        yield from found or [Problem("admission-other", **about)]


def _admissions(connection: Connection, since: int) -> list[Any]:
    """What was admitted and is rated, put right or waits for its list, newest first; what was admitted and taken back
    before that moves nobody."""
    of, log, rated = schema.decision, schema.log, schema.rated
    rows = select(of, log.c.day, rated.c.series, rated.c.list).join(log, log.c.seq == of.c.log, isouter=True)
    rows = rows.join(rated, (rated.c.event == of.c.event) & (rated.c.part == of.c.part), isouter=True)
    rows = rows.where((of.c.log > since) | log.c.seq.is_(None))
    found = connection.execute(rows.order_by(of.c.log.desc(), of.c.seq.desc())).all()
    on_lists = set(connection.execute(select(rated.c.decision)).scalars())
    waiting = [part for part in find_event_parts(connection) if part.life.under == EventStatus.ADMITTED]
    that_stand = on_lists | {part.admitted for part in waiting if not part.life.rated}
    return [row for row in found if row.seq in that_stand or row.kind == DecisionKind.REVISED.value]


def _of_no_entry(connection: Connection, rows: list[Any]) -> Iterator[Problem]:
    """Admissions that name an entry that the log has not, so that nobody can say what was known then."""
    owners = RowOwners(connection)
    for row in rows:
        if row.day is None:
            owner = owners.of("report", {"event": row.event})
            yield Problem("admission-of-no-entry", owner=owner, decision=row.seq, entry=row.log)


def _law(connection: Connection, row: Any) -> LawSet | None:
    """The law of the list that has an event; None: it is on none, or the list carries none."""
    return law_stored_with_list(connection, row.series, row.list) if row.list else None


def _apart(
    connection: Connection, rows: list[Any], laws: Mapping[int, LawSet | None], advance: Advance = lambda _: None
) -> list[Again]:
    """The admissions that do not come out again, by the law that holds or that of the list that has them."""
    found, records = [], ListMemory()
    with taken_back(connection) as past:
        for row in rows:
            try:
                again = _examined(past, records, row, laws.get(row.seq))
            except FAILED as error:
                again = Again(row, None, str(error) or type(error).__name__)
            found += [again] if again is not None else []
            advance(1)
    return found


def _examined(past: Past, records: ListMemory, row: Any, carried: LawSet | None) -> Again | None:
    """An admission made again; None where it comes out as it is stored."""
    connection, of = past.to(row.log, row.log - 1), schema.content
    stored = connection.execute(select(of).where(of.c.decision == row.seq)).one()
    law = read_law_of_office(connection)
    if carried is not None:
        law = LawSet({**law.files, **carried.files}, law.own)
    with records.beside(connection), use_law(law):
        part = find_event_part(connection, row.event, row.part)
        matter, paper = current_subject_and_report(connection, part, Day(row.day).date)
        matter = replace(matter, rated=_to_be_on(connection, row) or matter.rated)
        examination = examine_in_office(connection, records, matter, paper)
        if examination.answer.verdict not in ADMISSIBLE_VERDICTS:
            return Again(row, None, examination.answer.verdict.value)
        right = content_to_admit(matter, examination)
    wanted = content_row(right.packed(), row.seq, _key(connection, row, stored.event_key))
    same = all(getattr(stored, name) == value for name, value in wanted.items())
    return None if same else Again(row, right)


def _to_be_on(connection: Connection, row: Any) -> int:
    """The list on which a case put an event, where it came too late for it; 0: none."""
    code, of = json.loads(row.detail or "{}").get("case"), schema.revision
    if not code:
        return 0
    detail = connection.execute(select(of.c.detail).where(of.c.code == code)).scalar_one()
    return int(json.loads(detail).get("list") or 0)


def _key(connection: Connection, row: Any, stored: int) -> int:
    """The key of an event, from its report; an event that was put right keeps the one it has."""
    if row.kind != DecisionKind.ADMITTED.value:
        return stored
    of = schema.report
    mark = connection.execute(select(of.c.fingerprint).where(of.c.seq == row.report)).scalar_one()
    return event_key_from_fingerprint(mark)


# --- what differs -------------------------------------------------------------------------------------------------


def _differences(
    owners: RowOwners, stored: AdmittedContent, right: AdmittedContent, about: Fields
) -> Iterator[Problem]:
    for mine, wanted in ((stored.head, right.head), (stored.part, right.part)):
        if mine is not None and wanted is not None:
            yield from _heads(mine, wanted, about)
    sat, sits = _seats(stored), _seats(right)
    for number in sorted(sat.keys() | sits.keys()):
        (was, status), (should, other) = sat.get(number, (None, 0)), sits.get(number, (None, 0))
        at = {**about, "number": number}
        if was is None or should is None:
            kind = "admission-player-missing" if was is None else "admission-player-added"
            yield Problem(kind, **at, player=_player(owners, should if was is None else was))
        elif was != should:
            yield Problem("admission-player-other", **at, stored=_player(owners, was), right=_player(owners, should))
        elif status != other:
            yield Problem("admission-status-other", **at, player=_player(owners, was), stored=status, right=other)
    for round_, white, black, *_ in sorted({row[:3] for row in _games(stored) ^ _games(right)}):
        yield Problem("admission-game-other", **about, round=round_, white=white, black=black)


def _heads(stored: Table, right: Table, about: Fields) -> Iterator[Problem]:
    for name, column in stored.columns():
        was, should = int(column[0]), int(getattr(right, name)[0])
        if was != should:
            yield Problem("admission-head-other", **about, field=name, stored=was, right=should)


def _seats(content: AdmittedContent) -> dict[int, tuple[int | None, int]]:
    """Who sat behind each start number, and why his result does not count."""
    sitting = content.sitting
    rows = zip(sitting.number.tolist(), sitting.player.tolist(), sitting.status.tolist(), strict=True)
    return {number: (player, status) for number, player, status in rows}


def _games(content: AdmittedContent) -> set[tuple[int, ...]]:
    """The games by round and start numbers, with everything that is said of them."""
    games, number = content.games, content.sitting.number
    columns = [games.round, number[games.white], number[games.black], *(column for _, column in games.columns())]
    return set(zip(*(column.tolist() for column in columns), strict=True))


def _player(owners: RowOwners, key: int | None) -> str:
    return owners.of("player", {"key": key})
