"""Put a part or a stage beside the others of its event, so that it is rated as what it is: a piece of one event.

In: the period of the part alone, and the other parts as they are stored, with the lists that seat everybody who is in
any of them. Out: the period of the event as far as it has come. The games of the part stand last in it. What earlier
lists did with the others is not told here; newcomers' results of rated parts are open, as the pool still has them.
"""

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
from arpad.lists.wholes import SIDES, Parts
from arpad.making import PeriodInputs, seated
from arpad.model import EventFacts
from arpad.model.systems import declared
from arpad.rating.batch import Earlier


@dataclass(frozen=True, eq=False)
class PartsBefore:
    """Other parts of an event as they are stored, in the order in which they were rated or came.

    People are numbered as in the report that is looked at, those who stand only here behind its last row.
    """

    events: Events  # a row per part
    there: Unseated
    games: Games  # white and black are rows of `there`
    declared: U8  # of each part, as it is stored
    scheduled: U16
    rated: Bools
    own: Mapping[int, Roll]  # of everybody, by list
    other: Mapping[int, Roll]
    at_home: Bools  # of those who stand only here: no guests


def with_other_parts(
    inputs: PeriodInputs, admitted: Admitted, facts: EventFacts, before: PartsBefore | None, goes_on: bool
) -> PeriodInputs:
    """The period of a part, with the other parts of its event before it."""
    book = inputs.books[-1]
    mine = replace(inputs, events=admitted.events, players_there=admitted.entries, games=admitted.games)
    if before is None or not len(before.events):
        key, size = admitted.events.key, len(admitted.games)
        parts = _parts(key, _declared(facts), _scheduled(facts, book), goes_on, np.zeros(SIDES * size, np.uint8))
        return replace(mine, parts=parts)
    lists = replace(inputs.lists, own=before.own, other=before.other)
    players = Players.join([inputs.players, _behind(before, inputs.lists.home)])
    others = replace(inputs, players=players, lists=lists, events=before.events, players_there=before.there)
    entries, games, size = seated(others), before.games, len(before.events)
    shifted = replace(admitted.entries, event=np.full(len(admitted.entries), size, np.int32))
    moved = replace(
        admitted.games, white=admitted.games.white + len(entries), black=admitted.games.black + len(entries)
    )
    earlier = np.append(_earlier(before, entries), np.full(SIDES * len(moved), Earlier.NEW, np.uint8))
    named = np.append(before.declared, _declared(facts)).astype(np.uint8)
    scheduled = np.append(before.scheduled, _scheduled(facts, book)).astype(np.uint16)
    whole = np.full(size + 1, before.events.key[0], np.int64)
    return replace(
        others,
        events=Events.join([before.events, admitted.events]),
        players_there=Entries.join([entries, shifted]),
        games=Games.join([games, moved]),
        parts=_parts(whole, named, scheduled, goes_on, earlier),
    )


def _earlier(before: PartsBefore, entries: Entries) -> U8:
    """By ledger row: a rated part has decided what counts for the rated, and pooled or left open what newcomers did."""
    seat = np.stack((before.games.white, before.games.black), axis=1).reshape(-1)
    decided = np.where(entries.role == Role.NEWCOMER.value, Earlier.LEFT_OPEN, Earlier.DECIDED)
    of_entry = np.where(before.rated[entries.event], decided, Earlier.NEW)
    earlier: U8 = of_entry[seat].astype(np.uint8)
    return earlier


def _parts(whole: np.ndarray, named: U8, scheduled: U16, goes_on: bool, earlier: U8) -> Parts:
    size = len(whole)
    return Parts(whole, np.arange(size, dtype=np.int32), named, scheduled, np.full(size, goes_on), earlier)


def _declared(facts: EventFacts) -> U8:
    """What the event was called, plus one; what a stage is called says nothing of the whole."""
    named = declared(facts.system) if facts.joined_since is None else None
    return np.array([0 if named is None else named + 1], np.uint8)


def _scheduled(facts: EventFacts, book: Rulebook) -> U16:
    return np.array([match_limit(facts, book) or 0 if facts.joined_since is None else 0], np.uint16)


def _behind(before: PartsBefore, home: tuple[int, ...]) -> Players:
    """Those who stand only in other parts: nothing is asked of them but whether they are guests."""
    here, elsewhere = (home[0] if home else 0), max(home, default=0) + 1
    return Players.of(
        born=np.zeros(len(before.at_home), np.int32), federation=np.where(before.at_home, here, elsewhere)
    )
