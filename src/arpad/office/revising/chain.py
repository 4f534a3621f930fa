"""Make lists again, from the first one concerned to the newest: each with its own law and what was known then, on the
lists before it as they should have been.

The revised lists of a series are a function of what is published and of the set of cases that were approved: nothing
here knows in which order they were. Games keep the ratings that the published lists gave at the board, unless the
office decided otherwise for the series; made anew are the events that were put right, the bases, the pools, first
ratings and K. Nothing is written.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import field, replace
from functools import partial

import numpy as np
import numpy.typing as npt
from sqlalchemy import Connection

from arpad.columns import I32, Pool, Roll, State
from arpad.frozen import dataclass
from arpad.office.publication.footing import Footing, Ledgers
from arpad.office.publication.inputs import Inputs, PutRight, gather_again
from arpad.office.publication.mistaken import sat_as
from arpad.office.publication.periods import Made, make
from arpad.office.publication.publish import by_event
from arpad.office.publication.revised import layers_of
from arpad.office.publication.series_rules import REVISED, rules_of
from arpad.office.registry.roster import roster, size
from arpad.office.rolls import lists_of, roll_of
from arpad.rating.change import listed
from arpad.rating.coefficient import decide

NONE = State.NONE.value


@dataclass(frozen=True)
class Rewriting:
    """Everything that approved cases change in a series."""

    series: str
    first: int  # the first list that is made again; 0: none
    events: frozenset[int] = frozenset()  # keys of the events that were put right, annulled or added
    people: PutRight = PutRight()
    opening: Mapping[int, Mapping[str, int]] = field(default_factory=dict)  # rows of the opening list, by player


@dataclass(frozen=True, eq=False)
class MadeAgain:
    """A list as it should have been."""

    list_: int
    draft: Made | None  # None: the opening list, of which only rows were put right
    base: Roll | None  # what it builds on
    roll: Roll
    sat_with: Roll | None  # the list before, as it was published


def make_again(connection: Connection, rewriting: Rewriting) -> Iterator[MadeAgain]:
    """Yield the lists of a series as they should have been, oldest first."""
    series, rules = rewriting.series, rules_of(connection, rewriting.series)
    lists = lists_of(connection, series)
    before = [each for each in lists if each < rewriting.first][-1]
    to_remake = [each for each in lists if each >= rewriting.first]
    rolls: dict[int, Roll] = {}
    base = _base(connection, rewriting, before, to_remake[0])
    if base is not None:
        rolls[before] = base
    if before == lists[0] and (base is not None or before in layers_of(connection, series)):
        opening = roll_of(connection, series, before, np.zeros(size(connection), np.int64)) if base is None else base
        yield MadeAgain(before, None, None, opening, None)
    ledgers: dict[tuple[int, int], bytes] = {}
    pool: Pool | None = None
    for list_ in to_remake:
        inputs = _still_rated(gather_again(connection, series, list_, rewriting.people), rolls.get(before))
        footing = Footing(
            rolls.get,
            pool,
            rewriting.first,
            partial(_of, ledgers),
            partial(_sat_as, connection, inputs),
            rewriting.people.mistaken,
            rules.board == REVISED,
        )
        draft = make(connection, replace(inputs, footing=footing))
        yield MadeAgain(list_, draft, rolls.get(before), draft.roll, draft.stored)
        if inputs.wholes:
            ledgers.update({(list_, decision): packed for decision, packed in by_event(draft)})
        rolls[list_], pool, before = draft.roll, draft.period.pool, list_


def _sat_as(connection: Connection, inputs: Inputs, list_: int) -> I32:
    """For each key the key under which the player sat in events of a list."""
    return sat_as(connection, inputs.series, list_, inputs.known_at, len(inputs.alias))


def _of(ledgers: Ledgers, decisions: Collection[int]) -> Ledgers:
    """The ledgers of these admissions."""
    return {place: packed for place, packed in ledgers.items() if place[1] in decisions}


def _base(connection: Connection, rewriting: Rewriting, list_: int, first: int) -> Roll | None:
    """The corrected roll before the first remade list; None if no opening row and no merge changes it."""
    if not (rewriting.opening or rewriting.people.merged):
        return None
    roll = roll_of(connection, rewriting.series, list_, np.zeros(size(connection), np.int64))
    columns = {name: column.copy() for name, column in roll.columns()}
    for key, row in rewriting.opening.items():
        for name, value in row.items():
            columns[name][key] = value
    both = [kept for kept, gone in rewriting.people.merged if columns["state"][gone] != NONE]
    for kept, gone in rewriting.people.merged:
        as_one(columns, kept, gone)
    if both:
        book = gather_again(connection, rewriting.series, first).book
        columns_of_both = (
            columns["games"][both],
            roster(connection).born[both],
            columns["highest"][both],
            columns["rating"][both],
        )
        columns["k"][both], columns["k_reason"][both] = decide(book, list_, *columns_of_both)
    return Roll(**columns)


def _still_rated(inputs: Inputs, base: Roll | None) -> Inputs:
    """Drop corrections of players who should not have been rated, or whose number belongs to another player."""
    if base is None or not inputs.corrections:
        return inputs
    return replace(inputs, corrections=tuple(each for each in inputs.corrections if base.state[each.player] != NONE))


def as_one(columns: Mapping[str, npt.NDArray[np.integer]], kept: int, gone: int) -> None:
    """Combine the rows of two merged players: the rating of the kept one if listed, the highest of both, all games."""
    games, highest, last = (max(columns[name][[kept, gone]].tolist()) for name in ("games", "highest", "last"))
    state = columns["state"]
    if NONE not in (state[kept], state[gone]):
        games = sum(columns["games"][[kept, gone]].tolist())
    if not listed(state[[kept]].astype(np.uint8))[0] and state[gone] != NONE:
        for column in columns.values():
            column[kept] = column[gone]
    if state[kept] != NONE:
        columns["games"][kept], columns["highest"][kept], columns["last"][kept] = games, highest, last
    for column in columns.values():
        column[gone] = 0
