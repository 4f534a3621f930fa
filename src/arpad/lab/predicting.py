"""What a list says of the games to come: the expected score of each game of the next period, before it was played.

A game is predicted where both players are met with a rating and it counts, once: not again where an earlier list had
it. Of all systems the same games are asked: those of players who were on the published lists, and what these expected
stands beside it. Half points scored and hundredths expected are white's; the ratings are those at the board.
"""

from __future__ import annotations

import numpy as np

from arpad.columns import I8, I32, I64, U8, Table
from arpad.frozen import dataclass
from arpad.lab.replay import Replayed
from arpad.making import PeriodInputs
from arpad.rating.batch import Earlier

SIDES = 2  # ledger rows of a game
HUNDREDTHS_AND_ONE, SCORES = 101, 3  # from 0 to a point: hundredths, half points


@dataclass(frozen=True, eq=False)
class Predictions(Table):
    """A row per game that a list predicts."""

    game: I32  # row of the games of the chapter
    event: I32  # row of its events
    expected: U8
    published: U8  # what was expected by the lists as they were published
    half_points: I8


def predicted(replayed: Replayed) -> Predictions:
    """The games of a period, by the lists that they were played under."""
    inputs, entries, published = replayed.inputs, replayed.entries, replayed.published
    if inputs is None or entries is None or published is None:
        return Predictions.of()
    games = inputs.games
    white, black = entries.shown[games.white], entries.shown[games.black]
    was_white, was_black = published[games.white], published[games.black]
    chosen = (games.status == 0) & (white > 0) & (black > 0) & (was_white > 0) & (was_black > 0)
    if inputs.parts is not None:
        chosen &= (inputs.parts.earlier.reshape(-1, SIDES) == Earlier.NEW.value).all(axis=1)
    rows = np.flatnonzero(chosen)
    event = entries.event[games.white[rows]]
    expected, was = (
        _expected(inputs, event, there[rows].astype(np.int64) - other[rows])
        for there, other in ((white, black), (was_white, was_black))
    )
    return Predictions(rows.astype(np.int32), event, expected, was, games.white_half_points[rows])


def _expected(inputs: PeriodInputs, event: I32, difference: I64) -> U8:
    """What white is expected to score at a difference, by the edition of the event."""
    places = np.unique(inputs.events.edition).tolist()
    expected = np.zeros(len(event), np.uint8)
    for place in places:
        rows = slice(None) if len(places) == 1 else inputs.events.edition[event] == place
        expected[rows] = inputs.books[place].expected_of_each(difference[rows])
    return expected


def tally(predictions: Predictions) -> I64:
    """How many games were expected to come out so and came out so: by the system and by the published lists, hundredths
    by half points."""
    both = [
        np.bincount(of.astype(np.intp) * SCORES + predictions.half_points, minlength=HUNDREDTHS_AND_ONE * SCORES)
        for of in (predictions.expected, predictions.published)
    ]
    return np.array(both, np.int64).reshape(2, HUNDREDTHS_AND_ONE, SCORES)
