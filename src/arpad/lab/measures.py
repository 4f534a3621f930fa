"""How well a system did: its predictions, the drift of its scale, and its distance to the truth."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from arpad.columns import I8, I32, I64, U8, State, Table
from arpad.days import Day, Month
from arpad.frozen import dataclass
from arpad.history import table_files
from arpad.history.bundle import STRENGTHS, Library
from arpad.lab.replay import ReplayedList
from arpad.lists.sealed import RollRows
from arpad.making import PeriodInputs
from arpad.rating.batch import Earlier

SIDE_COUNT = 2  # ledger rows of a game
EXPECTATION_CLASSES, SCORE_CLASSES = 101, 3  # from 0 to a point: hundredths, half points


@dataclass(frozen=True, eq=False)
class Predictions(Table):
    """A row per game that a list predicts."""

    game: I32  # row of the games of the chapter
    event: I32  # row of its events
    expected: U8
    published: U8  # what was expected by the lists as they were published
    half_points: I8


def predict_games(replayed: ReplayedList) -> Predictions:
    """The games of a period, by the lists that they were played under."""
    inputs, entries, published = replayed.inputs, replayed.entries, replayed.published
    if inputs is None or entries is None or published is None:
        return Predictions.of()
    games = inputs.games
    white, black = entries.shown[games.white], entries.shown[games.black]
    was_white, was_black = published[games.white], published[games.black]
    chosen = (games.status == 0) & (white > 0) & (black > 0) & (was_white > 0) & (was_black > 0)
    if inputs.parts is not None:
        chosen &= (inputs.parts.earlier.reshape(-1, SIDE_COUNT) == Earlier.NEW.value).all(axis=1)
    rows = np.flatnonzero(chosen)
    event = entries.event[games.white[rows]]
    expected, was = (
        _expected_by_edition(inputs, event, there[rows].astype(np.int64) - other[rows])
        for there, other in ((white, black), (was_white, was_black))
    )
    return Predictions(rows.astype(np.int32), event, expected, was, games.white_half_points[rows])


def _expected_by_edition(inputs: PeriodInputs, event: I32, difference: I64) -> U8:
    """What white is expected to score at a difference, by the edition of the event."""
    places = np.unique(inputs.events.edition).tolist()
    expected = np.zeros(len(event), np.uint8)
    for place in places:
        rows = slice(None) if len(places) == 1 else inputs.events.edition[event] == place
        expected[rows] = inputs.books[place].expected_of_each(difference[rows])
    return expected


def tally_predictions(predictions: Predictions) -> I64:
    """How many games were expected to come out so and came out so: by the system and by the published lists, hundredths
    by half points."""
    both = [
        np.bincount(
            of.astype(np.intp) * SCORE_CLASSES + predictions.half_points, minlength=EXPECTATION_CLASSES * SCORE_CLASSES
        )
        for of in (predictions.expected, predictions.published)
    ]
    return np.array(both, np.int64).reshape(2, EXPECTATION_CLASSES, SCORE_CLASSES)


Floats = npt.NDArray[np.float64]

CLOSEST_TO_CERTAIN = 0.005  # an expectation of 0 or 1 is taken half a hundredth from it where a logarithm is asked
DAYS_OF_YEAR = 365
ACTIVE_STATUS = State.ACTIVE.value


@dataclass(frozen=True)
class Measures:
    """How well a system did."""

    lists: int
    games: int  # predicted
    brier: float | None  # the mean of (scored - expected)², smaller is better
    log_score: float | None  # the mean of -log of what was given to what happened, smaller is better
    brier_published: float | None  # the same of the same games, by the lists as they were published
    log_published: float | None
    players: int  # active on the last list
    mean: float | None  # of their ratings
    cohort: int
    cohort_change: float | None  # of the mean of the cohort, over the whole time
    drift: float | None  # points a year, less the true change where it is known
    truth: int  # of so many active players the true strength is known
    error_mean: float | None  # rating less true strength
    error_rms: float | None
    error_spread: float | None  # the same about the mean error


@dataclass(frozen=True, eq=False)
class StrengthByPlayer(Table):
    """The true strength of players, by player: on a day, and points a year."""

    player: I32
    strength: I32
    per_year: I32
    day: I32


@dataclass(frozen=True)
class MeasuringGround:
    """What every system is measured on."""

    cohort: I32  # players
    first: int
    last: int
    strengths: StrengthByPlayer

    @classmethod
    def of(cls, library: Library, series: str) -> MeasuringGround:
        heads = [head for head in library.contents.chapters if head.series == series]
        first, last = (active_players(library.table(head, "list")) for head in (heads[0], heads[-1]))
        return cls(
            np.intersect1d(first, last, assume_unique=True), heads[0].list_, heads[-1].list_, true_strengths(library)
        )

    @property
    def years(self) -> float:
        """From the first list to the last."""
        return (Month(self.last).first - Month(self.first).first).days / DAYS_OF_YEAR

    def true_on(self, players: I32, list_: int) -> tuple[npt.NDArray[np.bool_], Floats]:
        """Of whom the strength is known, and what it was on the day of a list."""
        known_of = self.strengths
        at = np.searchsorted(known_of.player, players)
        at[at == len(known_of)] = 0
        has_truth = known_of.player[at] == players if len(known_of) else np.zeros(len(players), bool)
        rows = known_of.take(at[has_truth])
        past = np.zeros(len(rows), np.int64)
        for since in np.unique(rows.day).tolist():
            past[rows.day == since] = (Month(list_).first - Day(since).date).days
        return has_truth, (rows.strength + rows.per_year * past // DAYS_OF_YEAR).astype(np.float64)


def true_strengths(library: Library) -> StrengthByPlayer:
    """The true strengths of a simulated federation; none where they are not told."""
    if STRENGTHS not in library.contents.files:
        return StrengthByPlayer.of()
    frame = table_files.frame_of(library.sound(STRENGTHS), STRENGTHS)
    return StrengthByPlayer(*(frame[name].to_numpy() for name in ("player", "strength", "per_year", "on")))


def active_players(rows: RollRows) -> I32:
    """Who is active on a list."""
    players: I32 = rows.player[rows.state == ACTIVE_STATUS]
    return players


def ratings_of_keys(rows: RollRows, players: I32) -> Floats:
    """The ratings of some players; NaN for a player without one."""
    at = np.searchsorted(rows.player, players)
    at[at == len(rows)] = 0
    rated = (rows.player[at] == players) & (rows.rating[at] > 0) if len(rows) else np.zeros(len(players), bool)
    return np.where(rated, rows.rating[at] if len(rows) else 0, np.nan)


def prediction_losses(predictions: Predictions) -> tuple[Floats, Floats]:
    """Of each game what the prediction cost: squared, and as a logarithm."""
    return tuple(table[predictions.expected, predictions.half_points] for table in _cost_table())  # type: ignore[return-value]


@cache
def _cost_table() -> tuple[Floats, Floats]:
    """What each expectation costs with each score: squared, and as a logarithm."""
    expected = (np.arange(EXPECTATION_CLASSES) / (EXPECTATION_CLASSES - 1))[:, None]
    scored = (np.arange(SCORE_CLASSES) / (SCORE_CLASSES - 1))[None, :]
    sure = np.clip(expected, CLOSEST_TO_CERTAIN, 1 - CLOSEST_TO_CERTAIN)
    return (scored - expected) ** 2, -(scored * np.log(sure) + (1 - scored) * np.log1p(-sure))


def _mean_cost(games: I64, cost: Floats) -> float | None:
    count = int(games.sum())
    return float((games * cost).sum() / count) if count else None


def rating_errors(ground: MeasuringGround, rows: RollRows, list_: int) -> tuple[I32, Floats]:
    """Of whom the truth is known on a list, and by how much his rating misses it."""
    players = active_players(rows)
    has_truth, true = ground.true_on(players, list_)
    return players[has_truth], ratings_of_keys(rows, players[has_truth]) - true


def measure_system(ground: MeasuringGround, lists: int, ends: tuple[RollRows, RollRows], games: I64) -> Measures:
    """All measures of what came out: how many lists, the first and the last of them, and the tally of all games."""
    squared, logs = _cost_table()
    last = ends[1]
    players_active = active_players(last)
    before, after = (ratings_of_keys(rows, ground.cohort) for rows in ends)
    stayed = ~np.isnan(before) & ~np.isnan(after)
    moved = after[stayed] - before[stayed]
    drift = moved
    if len(ground.strengths):
        players = ground.cohort[stayed]
        has_truth, then = ground.true_on(players, ground.first)
        _, now = ground.true_on(players, ground.last)
        drift = moved[has_truth] - (now - then)
    _, missed = rating_errors(ground, last, ground.last)
    yearly = drift / ground.years if ground.years else drift[:0]
    return Measures(
        lists,
        int(games[0].sum()),
        _mean_cost(games[0], squared),
        _mean_cost(games[0], logs),
        _mean_cost(games[1], squared),
        _mean_cost(games[1], logs),
        len(players_active),
        _mean_or_none(ratings_of_keys(last, players_active)),
        int(stayed.sum()),
        _mean_or_none(moved),
        _mean_or_none(yearly),
        len(missed),
        _mean_or_none(missed),
        _root_or_none(_mean_or_none(missed**2)),
        float(np.std(missed)) if len(missed) else None,
    )


def _mean_or_none(values: Floats) -> float | None:
    return float(np.mean(values)) if len(values) else None


def _root_or_none(value: float | None) -> float | None:
    return None if value is None else float(np.sqrt(value))
