"""How well a system did on a history: what it predicted, whether its scale drifted, how near it came to the truth.

Everybody is measured on the same ground: the cohort are those who stood active on the first list and on the last as
they were published. Drift is what the mean of the cohort moved a year, less what their true strength did where that is
known. Numbers here are statistics and may be fractions; no list is made from them.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from arpad.columns import I32, I64, State, Table
from arpad.days import Day, Month
from arpad.frozen import dataclass
from arpad.history import parquet
from arpad.history.library import STRENGTHS, Library
from arpad.lab.predicting import HUNDREDTHS_AND_ONE, SCORES, Predictions
from arpad.lists.sealed import RollRows

Floats = npt.NDArray[np.float64]

SUREST = 0.005  # an expectation of 0 or 1 is taken half a hundredth from it where a logarithm is asked
DAYS_OF_YEAR = 365
ACTIVE = State.ACTIVE.value


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
class Strengths(Table):
    """The true strength of players, by player: on a day, and points a year."""

    player: I32
    strength: I32
    per_year: I32
    day: I32


@dataclass(frozen=True)
class Ground:
    """What every system is measured on."""

    cohort: I32  # players
    first: int
    last: int
    strengths: Strengths

    @classmethod
    def of(cls, library: Library, series: str) -> Ground:
        heads = [head for head in library.contents.chapters if head.series == series]
        first, last = (active(library.table(head, "list")) for head in (heads[0], heads[-1]))
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


def true_strengths(library: Library) -> Strengths:
    """The true strengths of a simulated federation; none where they are not told."""
    if STRENGTHS not in library.contents.files:
        return Strengths.of()
    frame = parquet.frame_of(library.sound(STRENGTHS), STRENGTHS)
    return Strengths(*(frame[name].to_numpy() for name in ("player", "strength", "per_year", "on")))


def active(rows: RollRows) -> I32:
    """Who is active on a list."""
    players: I32 = rows.player[rows.state == ACTIVE]
    return players


def rating_of(rows: RollRows, players: I32) -> Floats:
    """The ratings of some players; NaN for a player without one."""
    at = np.searchsorted(rows.player, players)
    at[at == len(rows)] = 0
    rated = (rows.player[at] == players) & (rows.rating[at] > 0) if len(rows) else np.zeros(len(players), bool)
    return np.where(rated, rows.rating[at] if len(rows) else 0, np.nan)


def losses(predictions: Predictions) -> tuple[Floats, Floats]:
    """Of each game what the prediction cost: squared, and as a logarithm."""
    return tuple(table[predictions.expected, predictions.half_points] for table in _costs())  # type: ignore[return-value]


@cache
def _costs() -> tuple[Floats, Floats]:
    """What each expectation costs with each score: squared, and as a logarithm."""
    expected = (np.arange(HUNDREDTHS_AND_ONE) / (HUNDREDTHS_AND_ONE - 1))[:, None]
    scored = (np.arange(SCORES) / (SCORES - 1))[None, :]
    sure = np.clip(expected, SUREST, 1 - SUREST)
    return (scored - expected) ** 2, -(scored * np.log(sure) + (1 - scored) * np.log1p(-sure))


def _mean_cost(games: I64, cost: Floats) -> float | None:
    count = int(games.sum())
    return float((games * cost).sum() / count) if count else None


def errors(ground: Ground, rows: RollRows, list_: int) -> tuple[I32, Floats]:
    """Of whom the truth is known on a list, and by how much his rating misses it."""
    players = active(rows)
    has_truth, true = ground.true_on(players, list_)
    return players[has_truth], rating_of(rows, players[has_truth]) - true


def measured(ground: Ground, lists: int, ends: tuple[RollRows, RollRows], games: I64) -> Measures:
    """All measures of what came out: how many lists, the first and the last of them, and the tally of all games."""
    squared, logs = _costs()
    last = ends[1]
    players_active = active(last)
    before, after = (rating_of(rows, ground.cohort) for rows in ends)
    stayed = ~np.isnan(before) & ~np.isnan(after)
    moved = after[stayed] - before[stayed]
    drift = moved
    if len(ground.strengths):
        players = ground.cohort[stayed]
        has_truth, then = ground.true_on(players, ground.first)
        _, now = ground.true_on(players, ground.last)
        drift = moved[has_truth] - (now - then)
    _, missed = errors(ground, last, ground.last)
    yearly = drift / ground.years if ground.years else drift[:0]
    return Measures(
        lists, int(games[0].sum()), _mean_cost(games[0], squared), _mean_cost(games[0], logs),
        _mean_cost(games[1], squared), _mean_cost(games[1], logs),
        len(players_active), _mean(rating_of(last, players_active)), int(stayed.sum()), _mean(moved), _mean(yearly),
        len(missed), _mean(missed), _root(_mean(missed**2)), float(np.std(missed)) if len(missed) else None,
    )  # fmt: skip


def _mean(values: Floats) -> float | None:
    return float(np.mean(values)) if len(values) else None


def _root(value: float | None) -> float | None:
    return None if value is None else float(np.sqrt(value))
