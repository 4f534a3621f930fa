"""Compute a list again from its data and the lists before, and report each difference: player, list, field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from arpad.columns import Adjustments, Events, Pool, Roll, Table
from arpad.days import Month
from arpad.finding import Problem
from arpad.frozen import dataclass
from arpad.history.birthdays import Birthdays, asks_birthday
from arpad.history.bundle import Library, players_with_birth_year
from arpad.history.list_data import (
    ADJUSTING,
    CONCLUSIONS,
    GAVE,
    OWN,
    REVISED,
    SEATING,
    BesideRows,
    CorrectionRows,
    EventRows,
    Head,
    MergedRows,
    PlayerRows,
    SeatRows,
    tables_given,
)
from arpad.lists.adjust import Correction, revised_bases
from arpad.lists.sealed import by_event, by_player, digest, parts_of
from arpad.lists.seats import Lists, Unseated
from arpad.lists.whole_events import PartColumns
from arpad.making import ComputedList, PeriodInputs, make_list
from arpad.packed import pack_by_chunk

OPENING = "opening"  # how a list came here, and what its conclusions are kept as
OFFICE = "office"  # whose word a correction is; whose exactly is not told
FEW = 50  # differences of one table that are named
WAITING = "waiting"
JOINED = ("rated_events", "rated_games")  # told only where an event came in parts
GIVEN = ("unlisted", CONCLUSIONS)  # what is not made again: who is left out is decided by facts that are not told


@dataclass(frozen=True)
class RecomputedList:
    """The result of computing a list again."""

    games: int
    beside: int  # rows of lists, and of what newcomers waited with, that were read otherwise than published
    seal: str
    found: tuple[Problem, ...]


def recompute_list(library: Library, head: Head, players: PlayerRows, birthdays: Birthdays) -> RecomputedList:
    """Compute a list again and compare everything with the stored data."""
    inputs = inputs_of_list(library, head, players, birthdays)
    outcome = make_list(inputs)
    merged: MergedRows = library.table(head, "merged")
    himself = np.ones(head.players, bool)
    himself[merged.player] = False
    moved = revised_bases(inputs.lists.own[head.replaced], inputs.lists.base, himself)
    adjustments = Adjustments.join([moved, outcome.adjustments])
    adjustments = adjustments.take(np.argsort(adjustments.player, kind="stable"))
    unlisted = library.table(head, "unlisted")
    right = tables_given(outcome.period, outcome.roll, adjustments, unlisted)
    problems = [
        each
        for name in _compared_tables(inputs)
        for each in _differing_fields(library, head, name, library.table(head, name), right[name])
    ]  # fmt: skip
    seal = _recomputed_seal(library, head, outcome, right, inputs)
    if not problems and seal != head.seal:
        problems.append(Problem("history/seal", **_fields_of_list(head), seal=seal[:12], published=head.seal[:12]))
    beside = len(library.table(head, "beside")) + _count_other_pool_rows(library, head)
    return RecomputedList(len(inputs.games), beside, seal, tuple(problems))


def opening_seal_problems(library: Library, head: Head) -> Iterator[Problem]:
    """Yield a problem if an opening list has another seal than it was opened with; it was stated and is not computed
    again."""
    roll = library.roll(head.series, head.list_, head.players)
    if roll is None or head.kind != OPENING or not head.seal:
        return
    conclusions = library.table(head, CONCLUSIONS)
    tables = [(OPENING, chunk, packed) for chunk, packed in pack_by_chunk(conclusions)]
    before = library.roll(head.series, head.replaced, head.players) if head.replaced else None
    seal = digest(head.inputs, parts_of(before or Roll.of(), roll), tables)
    if seal != head.seal:
        yield Problem("history/seal", **_fields_of_list(head), seal=seal[:12], published=head.seal[:12])


# --- what it is made from -----------------------------------------------------------------------------------------


def inputs_of_list(library: Library, head: Head, players: PlayerRows, birthdays: Birthdays) -> PeriodInputs:
    """Everything that decides a list, from its data, the lists before and its law."""
    law = library.law(head)
    books = tuple(law.rulebook(id, head.series) for id in head.books)
    events: EventRows = library.table(head, "events")
    seats: SeatRows = library.table(head, "seats")
    people = players_with_birth_year(players)
    if asks_birthday(books[-1]):
        roll = library.roll(head.series, head.list_, head.players)
        assert roll is not None
        people = replace(people, born=birthdays.asked(books[-1], head, players, roll))
    corrections: CorrectionRows = library.table(head, "corrections")
    months, besides = {*events.list.tolist(), head.replaced}, {*events.beside.tolist()}
    lists, others = _lists_read(library, head, months, besides)
    return PeriodInputs(
        books,
        people,
        lists,
        Events(**{name: getattr(events, name) for name, _ in Events.of().columns()}),
        Unseated(events.list, seats.event, seats.player, seats.status, seats.federation, seats.board, events.beside),
        library.table(head, "games"),
        _waiting_pool(library, head),
        others,
        tuple(
            Correction(player, rating, OFFICE, OFFICE)
            for player, rating in zip(corrections.player.tolist(), corrections.rating.tolist(), strict=True)
        ),
        _parts_of_events(library, head, events),
    )


def _lists_read(library: Library, head: Head, months: set[int], besides: set[int]) -> tuple[Lists, dict[str, Roll]]:
    """The lists that give ratings; `besides` are those of the other series."""
    beside: BesideRows = library.table(head, "beside")
    own = {list_: with_rows_beside(library.roll(head.series, list_, head.players), head, beside, (OWN, 0, list_))
           for list_ in sorted(months)}  # fmt: skip
    put_right = set(beside.list[beside.which == REVISED].tolist())
    revised = {
        list_: with_rows_beside(own[list_], head, beside, (REVISED, 0, list_)) for list_ in sorted(put_right & months)
    }
    other = {}
    if head.seating:
        other = {
            list_: with_rows_beside(library.roll(head.seating, list_, head.players), head, beside, (SEATING, 0, list_))
            for list_ in sorted(besides)
        }
    others = {
        series: with_rows_beside(
            library.roll(series, head.list_, head.players), head, beside, (ADJUSTING, at, head.list_)
        )
        for at, series in enumerate(head.adjusting)
    }  # fmt: skip
    return Lists(own, other, head.replaced, head.list_, head.home, revised, head.mistaken), others


def with_rows_beside(roll: Roll | None, head: Head, beside: BesideRows, place: tuple[int, int, int]) -> Roll:
    """A roll with the rows that the list's data has for it."""
    columns = {name: column.copy() for name, column in (roll or _unrated_roll(head)).columns()}
    rows = beside.take((beside.which == place[0]) & (beside.series == place[1]) & (beside.list == place[2]))
    if len(rows) and not 0 <= int(rows.player.min()) <= int(rows.player.max()) < head.players:
        raise Problem("history/unknown-player", player=int(rows.player.max()), players=head.players)
    for name, column in columns.items():
        column[rows.player] = getattr(rows, name)
    return Roll(**columns)


def _unrated_roll(head: Head) -> Roll:
    """A roll on which nobody is rated."""
    return Roll.of(rating=np.zeros(head.players, np.int16))


def _waiting_pool(library: Library, head: Head) -> Pool:
    """The waiting results of newcomers: as the list before left them, unless the data says otherwise."""
    before = library.head(head.series, head.replaced)
    assert before is not None
    pool: Pool = library.table(head, WAITING) if library.file_of(head, WAITING) else library.table(before, "pool")
    return pool


def _count_other_pool_rows(library: Library, head: Head) -> int:
    """How many waiting results differ from what the list before left."""
    before = library.head(head.series, head.replaced)
    if before is None or not library.file_of(head, WAITING):
        return 0
    rows = [list(zip(*(column.tolist() for _, column in pool.columns()), strict=True))
            for pool in (library.table(before, "pool"), library.table(head, WAITING))]  # fmt: skip
    return len(set(rows[0]) ^ set(rows[1]))


def _parts_of_events(library: Library, head: Head, events: EventRows) -> PartColumns | None:
    """Which rows belong to one event, if events come in parts."""
    if not events.in_parts.any():
        return None
    earlier = library.table(head, "earlier").earlier
    return PartColumns(events.whole, events.turn, events.declared, events.scheduled, events.goes_on, earlier)


def _compared_tables(inputs: PeriodInputs) -> Iterator[str]:
    """The names of the tables to compare."""
    for name in GAVE:
        if name not in GIVEN and (inputs.parts is not None or name not in JOINED):
            yield name


# --- what differs -------------------------------------------------------------------------------------------------


def _recomputed_seal(
    library: Library, head: Head, outcome: ComputedList, right: Mapping[str, Any], inputs: PeriodInputs
) -> str:
    """The seal of the list as computed again."""
    stored = library.roll(head.series, head.replaced, head.players)
    assert stored is not None
    events: EventRows = library.table(head, "events")
    days, in_parts = {}, set()
    order = np.argsort(events.turn, kind="stable")[::-1].tolist()
    for row in order:  # of an event in parts the days of its first
        place = int(events.start[row]), int(events.end[row])
        days[int(events.key[row])] = place
        if events.in_parts[row]:
            days[int(events.whole[row])] = place
            in_parts.add(int(events.whole[row]))
    ledgers = sorted((*days[key], key, packed) for key, packed in by_event(outcome.period, in_parts))
    tables = by_player(outcome.period, right["adjustments"], right["unlisted"])
    return digest(head.inputs, parts_of(stored, outcome.roll), tables, [packed for *_, packed in ledgers])


def _fields_of_list(head: Head) -> dict[str, Any]:
    """The fields that name a list in a problem."""
    return {"series": head.series, "list": Month(head.list_)}


def _differing_fields(library: Library, head: Head, name: str, published: Table, right: Table) -> Iterator[Problem]:
    """Yield each field that differs, with its player."""
    if len(published) != len(right):
        yield Problem("history/rows", **_fields_of_list(head), table=name, stored=len(published), right=len(right))
        return
    owner = _player_key_of_row(name, right)
    count = 0
    for field, column in published.columns():
        other = getattr(right, field)
        for at in np.flatnonzero(column != other).tolist():
            count += 1
            if count > FEW:
                yield Problem("history/more", **_fields_of_list(head), table=name, count=FEW)
                return
            about = {**_fields_of_list(head), "table": name, "row": at + 1, "field": field}
            yield Problem(
                "history/value",
                **about,
                owner=name_of_player(library, owner(at)),
                stored=int(column[at]),
                right=int(other[at]),
            )


def _player_key_of_row(name: str, right: Table) -> Any:
    """A function from a row of a table to the key of its player, -1 if it has none."""
    player = getattr(right, "player", None)
    return (lambda at: -1) if player is None else (lambda at: int(player[at]))


def name_of_player(library: Library, key: int) -> str:
    """The name of a player; nobody for -1."""
    if key < 0:
        return ""
    person = library.people.get(key)
    return f"{person.number} {person.name}".strip() if person else f"key {key}"
