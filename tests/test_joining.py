"""Random events, cut in two parts and joined again, are the events they were: on every table, bit for bit."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from random_periods import MIXES, Inputs, make
from scenes import core

import arpad
from arpad.columns import Entries, Events, Games
from arpad.lists.whole_events import JoinedEvents, PartColumns, join_parts
from arpad.rating import Rolls, rate

HALVES = 2


def cut(inputs: Inputs) -> tuple[Events, Entries, Games, PartColumns]:
    """Each event as two parts: the games of the first half of its order of play, and the rest, everybody in both."""
    events, entries, games = inputs.events, inputs.entries, inputs.games
    size, seats = len(events), len(entries)
    sent = Events.join([events, events])
    sat = Entries.join([entries, replace(entries, event=entries.event + np.int32(size))])
    of_game = entries.event[games.white] if len(games) else np.zeros(0, np.int32)
    last = np.zeros(size, np.int64)
    np.maximum.at(last, of_game, games.order)
    later = games.order > last[of_game] // HALVES
    played = replace(games, white=games.white + later * np.int32(seats), black=games.black + later * np.int32(seats))
    played = played.take(np.argsort(later, kind="stable"))
    turn = np.repeat(np.arange(HALVES, dtype=np.int32), size)
    none = np.zeros(2 * size, np.uint8)
    parts = PartColumns(sent.key, turn, sent.system + np.uint8(1), none.astype(np.uint16), none.astype(bool),
                  np.zeros(2 * len(games), np.uint8))  # fmt: skip
    return sent, sat, played, parts


def joined(inputs: Inputs) -> JoinedEvents:
    return join_parts(tuple(arpad.rulebook(edition) for edition in inputs.editions), *cut(inputs))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("mix", MIXES, ids=str)
def test_an_event_cut_in_two_and_joined_is_rated_as_if_it_had_come_whole(mix: tuple[str, ...], seed: int) -> None:
    inputs = make(seed, 40, mix)
    again = joined(inputs)
    assert again.events.key.tolist() == inputs.events.key.tolist()
    same = (
        again.events.system == inputs.events.system
    )  # what was made by hand as one system, and is another by its games
    kept = set(inputs.events.key[same].tolist())
    assert len(kept) > len(inputs.events) // HALVES
    books = tuple(arpad.rulebook(edition) for edition in inputs.editions)
    events = replace(again.events, system=inputs.events.system)
    period = rate(inputs.list_, books, inputs.players, Rolls(inputs.replaced), events, again.entries, again.games,
                  inputs.pool, unfinished=again.unfinished)  # fmt: skip
    whole = core(inputs)
    for name in ("worksheets", "firsts", "pool"):
        assert getattr(period, name).equals(getattr(whole, name)), name
    assert len(period.games) == len(whole.games)
    assert len(period.entries) == len(whole.entries)
