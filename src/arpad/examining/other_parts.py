"""Build the period of one part together with the other parts of its event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from arpad.admission import Admitted
from arpad.admission.games import match_limit
from arpad.columns import U8, U16, Bools, Entries, Events, Games, Players, Role, Roll
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.lists.seats import Unseated
from arpad.lists.whole_events import LEDGER_ROWS_PER_GAME, PartColumns
from arpad.making import PeriodInputs, seat_entries
from arpad.model import EventFacts
from arpad.model.systems import declared_system
from arpad.rating.batch import Earlier


@dataclass(frozen=True, eq=False)
class StoredParts:
    """The other parts of an event as they are stored, in the order in which they were rated or came.

    Players are numbered as in the examined report; players who are only in other parts follow its last row.
    """

    events: Events  # a row per part
    there: Unseated
    games: Games  # white and black are rows of `there`
    declared: U8  # of each part, as it is stored
    scheduled: U16
    rated: Bools
    own: Mapping[int, Roll]  # of all players, by list
    other: Mapping[int, Roll]
    at_home: Bools  # for players who are only in other parts: whether they are no guests


def with_other_parts(
    inputs: PeriodInputs, admitted: Admitted, facts: EventFacts, before: StoredParts | None, goes_on: bool
) -> PeriodInputs:
    """The rating period of a part with the other parts of its event before it."""
    book = inputs.books[-1]
    if before is None or not len(before.events):
        key, size = admitted.events.key, len(admitted.games)
        parts = _part_columns(
            key,
            _declared_column(facts),
            _scheduled_column(facts, book),
            goes_on,
            np.zeros(LEDGER_ROWS_PER_GAME * size, np.uint8),
        )
        events, entries, games = admitted.events, admitted.entries, admitted.games
        return replace(inputs, events=events, players_there=entries, games=games, parts=parts)
    lists = replace(inputs.lists, own=before.own, other=before.other)
    players = Players.join([inputs.players, _players_of_other_parts(before, inputs.lists.home)])
    others = replace(inputs, players=players, lists=lists, events=before.events, players_there=before.there)
    entries, games, size = seat_entries(others), before.games, len(before.events)
    shifted = replace(admitted.entries, event=np.full(len(admitted.entries), size, np.int32))
    moved = replace(
        admitted.games, white=admitted.games.white + len(entries), black=admitted.games.black + len(entries)
    )
    earlier = np.append(
        _earlier_by_ledger_row(before, entries), np.full(LEDGER_ROWS_PER_GAME * len(moved), Earlier.NEW, np.uint8)
    )
    named = np.append(before.declared, _declared_column(facts)).astype(np.uint8)
    scheduled = np.append(before.scheduled, _scheduled_column(facts, book)).astype(np.uint16)
    whole = np.full(size + 1, before.events.key[0], np.int64)
    return replace(
        others,
        events=Events.join([before.events, admitted.events]),
        players_there=Entries.join([entries, shifted]),
        games=Games.join([games, moved]),
        parts=_part_columns(whole, named, scheduled, goes_on, earlier),
    )


def _earlier_by_ledger_row(before: StoredParts, entries: Entries) -> U8:
    """For each ledger row what an earlier list did: a rated part decided it for rated players, and left it open for
    unrated ones; rows of other parts are new."""
    seat = np.stack((before.games.white, before.games.black), axis=1).reshape(-1)
    decided = np.where(entries.role == Role.NEWCOMER.value, Earlier.LEFT_OPEN, Earlier.DECIDED)
    of_entry = np.where(before.rated[entries.event], decided, Earlier.NEW)
    earlier: U8 = of_entry[seat].astype(np.uint8)
    return earlier


def _part_columns(whole: np.ndarray, named: U8, scheduled: U16, goes_on: bool, earlier: U8) -> PartColumns:
    """The columns of the parts of one event, in their order."""
    size = len(whole)
    return PartColumns(whole, np.arange(size, dtype=np.int32), named, scheduled, np.full(size, goes_on), earlier)


def _declared_column(facts: EventFacts) -> U8:
    """The declared system plus one as a column; 0 where nobody declared one. What a stage is called does not count."""
    named = declared_system(facts.system) if facts.joined_since is None else None
    return np.array([0 if named is None else named + 1], np.uint8)


def _scheduled_column(facts: EventFacts, book: Rulebook) -> U16:
    """The games of a match with a limit as a column; 0 where there is none."""
    return np.array([match_limit(facts, book) or 0 if facts.joined_since is None else 0], np.uint16)


def _players_of_other_parts(before: StoredParts, home: tuple[int, ...]) -> Players:
    """The players who are only in other parts; of them it matters only whether they are guests."""
    here, elsewhere = (home[0] if home else 0), max(home, default=0) + 1
    return Players.of(
        born=np.zeros(len(before.at_home), np.int32), federation=np.where(before.at_home, here, elsewhere)
    )
