"""What a list says of the games to come: the expected score of each game of the next period, before it was played.

A game is predicted where both players are met with a rating and it counts, once: not again where an earlier list had
it. Of all systems the same games are asked: those of players who were on the published lists. Half points scored and
hundredths expected are white's; the ratings are those at the board.
"""

from __future__ import annotations

import numpy as np

from arpad.columns import I8, I32, I64, U8, Table
from arpad.frozen import dataclass
from arpad.lab.replay import Replayed
from arpad.rating.batch import Earlier

SIDES = 2  # ledger rows of a game
HUNDREDTHS_AND_ONE, SCORES = 101, 3  # from 0 to a point: hundredths, half points


@dataclass(frozen=True, eq=False)
class Predictions(Table):
    """A row per game that a list predicts."""

    game: I32  # row of the games of the chapter
    event: I32  # row of its events
    expected: U8
    half_points: I8


def predicted(replayed: Replayed) -> Predictions:
    """The games of a period, by the lists that they were played under."""
    inputs, entries, was_rated = replayed.inputs, replayed.entries, replayed.was_rated
    if inputs is None or entries is None or was_rated is None:
        return Predictions.of()
    games = inputs.games
    white, black = entries.shown[games.white], entries.shown[games.black]
    chosen = (games.status == 0) & (white > 0) & (black > 0) & was_rated[games.white] & was_rated[games.black]
    if inputs.parts is not None:
        chosen &= (inputs.parts.earlier.reshape(-1, SIDES) == Earlier.NEW.value).all(axis=1)
    rows = np.flatnonzero(chosen)
    event = entries.event[games.white[rows]]
    difference = white[rows].astype(np.int64) - black[rows]
    places = np.unique(inputs.events.edition).tolist()
    if len(places) == 1:
        expected = inputs.books[places[0]].expected_of_each(difference).astype(np.uint8)
    else:
        expected, edition = np.zeros(len(rows), np.uint8), inputs.events.edition[event]
        for place in places:
            of_book = edition == place
            expected[of_book] = inputs.books[place].expected_of_each(difference[of_book])
    return Predictions(rows.astype(np.int32), event, expected, games.white_half_points[rows])


def tally(predictions: Predictions) -> I64:
    """How many games were expected to come out so and came out so: hundredths by half points."""
    place = predictions.expected.astype(np.intp) * SCORES + predictions.half_points
    return np.bincount(place, minlength=HUNDREDTHS_AND_ONE * SCORES).reshape(-1, SCORES)
