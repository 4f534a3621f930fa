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
from arpad.law.carried import CarriedLaw, laid_open
from arpad.office.adopted import law_of_office
from arpad.office.book.admitted import GOOD, content_of
from arpad.office.book.content import Content, stored_row, unpacked
from arpad.office.book.examination import examined
from arpad.office.book.fingerprint import event_key
from arpad.office.book.instructions import current
from arpad.office.book.life import Kind, Standing
from arpad.office.book.lookup import event_parts, part_of
from arpad.office.book.records import Records
from arpad.office.desk import Watch, quiet
from arpad.office.proving.owners import Owners
from arpad.office.proving.past import Past, taken_back
from arpad.office.publication.listlaw import carried_by
from arpad.office.publication.seal import DAMAGED
from arpad.office.store import schema

FAILED = (Problem, *DAMAGED)
Advance = Callable[[int], None]
Fields = Mapping[str, Any]


@dataclass(frozen=True)
class Again:
    """An admission that does not come out as it is stored: what comes out, or why nothing does."""

    row: Any  # of the decision, with its day and the list that has it
    right: Content | None = None
    reason: str = ""


def not_as_examined(connection: Connection, since: int = 0, watch: Watch = quiet) -> Iterator[Problem]:
    """What differs between admissions after an entry of the log and the same ones made again."""
    rows = _admissions(connection, since)
    yield from _of_no_entry(connection, rows)
    rows = [row for row in rows if row.day is not None]
    with watch("admissions", len(rows)) as advance:
        apart = _apart(connection, rows, {}, advance)
    laws = {each.row.seq: _law(connection, each.row) for each in apart}
    apart = _apart(connection, [each.row for each in apart], laws)
    owners = Owners(connection)
    for each in sorted(apart, key=lambda each: int(each.row.seq)):
        about = {"owner": owners.of("report", {"event": each.row.event}), "entry": each.row.log}
        if each.right is None:
            yield Problem("admission-not-examined", **about, reason=each.reason)
            continue
        of = schema.content
        stored = connection.execute(select(of).where(of.c.decision == each.row.seq)).one()
        found = list(_differences(owners, unpacked(stored.packed), each.right, about))
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
    waiting = [part for part in event_parts(connection) if part.life.under == Standing.ADMITTED]
    that_stand = on_lists | {part.admitted for part in waiting if not part.life.rated}
    return [row for row in found if row.seq in that_stand or row.kind == Kind.REVISED.value]


def _of_no_entry(connection: Connection, rows: list[Any]) -> Iterator[Problem]:
    """Admissions that name an entry that the log has not, so that nobody can say what was known then."""
    owners = Owners(connection)
    for row in rows:
        if row.day is None:
            owner = owners.of("report", {"event": row.event})
            yield Problem("admission-of-no-entry", owner=owner, decision=row.seq, entry=row.log)


def _law(connection: Connection, row: Any) -> CarriedLaw | None:
    """The law of the list that has an event; None: it is on none, or the list carries none."""
    return carried_by(connection, row.series, row.list) if row.list else None


def _apart(
    connection: Connection, rows: list[Any], laws: Mapping[int, CarriedLaw | None], advance: Advance = lambda _: None
) -> list[Again]:
    """The admissions that do not come out again, by the law that holds or that of the list that has them."""
    found, records = [], Records()
    with taken_back(connection) as past:
        for row in rows:
            try:
                again = _examined(past, records, row, laws.get(row.seq))
            except FAILED as error:
                again = Again(row, None, str(error) or type(error).__name__)
            found += [again] if again is not None else []
            advance(1)
    return found


def _examined(past: Past, records: Records, row: Any, carried: CarriedLaw | None) -> Again | None:
    """An admission made again; None where it comes out as it is stored."""
    connection, of = past.to(row.log, row.log - 1), schema.content
    stored = connection.execute(select(of).where(of.c.decision == row.seq)).one()
    law = law_of_office(connection)
    if carried is not None:
        law = CarriedLaw({**law.files, **carried.files}, law.own)
    with records.beside(connection), laid_open(law):
        part = part_of(connection, row.event, row.part)
        matter, paper = current(connection, part, Day(row.day).date)
        matter = replace(matter, rated=_to_be_on(connection, row) or matter.rated)
        examination = examined(connection, records, matter, paper)
        if examination.answer.verdict not in GOOD:
            return Again(row, None, examination.answer.verdict.value)
        right = content_of(matter, examination)
    wanted = stored_row(right.packed(), row.seq, _key(connection, row, stored.event_key))
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
    if row.kind != Kind.ADMITTED.value:
        return stored
    of = schema.report
    mark = connection.execute(select(of.c.fingerprint).where(of.c.seq == row.report)).scalar_one()
    return event_key(mark)


# --- what differs -------------------------------------------------------------------------------------------------


def _differences(owners: Owners, stored: Content, right: Content, about: Fields) -> Iterator[Problem]:
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


def _seats(content: Content) -> dict[int, tuple[int | None, int]]:
    """Who sat behind each start number, and why his result does not count."""
    sitting = content.sitting
    rows = zip(sitting.number.tolist(), sitting.player.tolist(), sitting.status.tolist(), strict=True)
    return {number: (player, status) for number, player, status in rows}


def _games(content: Content) -> set[tuple[int, ...]]:
    """The games by round and start numbers, with everything that is said of them."""
    games, number = content.games, content.sitting.number
    columns = [games.round, number[games.white], number[games.black], *(column for _, column in games.columns())]
    return set(zip(*(column.tolist() for column in columns), strict=True))


def _player(owners: Owners, key: int | None) -> str:
    return owners.of("player", {"key": key})
