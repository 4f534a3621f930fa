"""Two systems on one history: who would stand where, which predicts better, which comes nearer to the truth.

What differs is told with an interval: games are drawn again by whole events, and players one by one, always both
systems together. Where the interval holds zero the difference is noise, and is called so.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt

from arpad.columns import I32, I64
from arpad.finding import UserError
from arpad.frozen import dataclass
from arpad.history import table_files
from arpad.history.bundle import PLAYERS, Library
from arpad.lab.measures import (
    Floats,
    Measures,
    MeasuringGround,
    active_players,
    prediction_losses,
    rating_errors,
    ratings_of_keys,
)
from arpad.lab.outcome import Outcome

BOOTSTRAP_SEED, BOOTSTRAP_SAMPLES, SAMPLES_AT_ONCE = 20240301, 2000, 50
LOW_QUANTILE, HIGH_QUANTILE = 2.5, 97.5  # percent
MAX_MOVERS = 20  # players who are named

Verdict = Literal["first", "second", "noise", "unknown"]


@dataclass(frozen=True)
class Paired:
    """A difference between two systems, the second less the first, with where it lies with 95 in 100."""

    count: int  # games, or players
    drawn: int  # events, or players, that were drawn again
    first: float | None
    second: float | None
    difference: float | None
    low: float | None
    high: float | None
    better: Verdict  # whose number is smaller


@dataclass(frozen=True)
class Mover:
    """A player who would stand elsewhere."""

    player: int
    name: str
    first: int
    second: int
    difference: int


@dataclass(frozen=True)
class Comparison:
    """Two systems on one history."""

    history: str
    series: str
    last: int
    first_system: str
    second_system: str
    first_measures: Measures
    second_measures: Measures
    both: int  # players with a rating on both last lists
    only_first: int
    only_second: int
    moved: int
    mean_difference: float | None
    movers: tuple[Mover, ...]
    brier: Paired
    log_score: Paired
    truth: Paired  # the distance to the true strength, in points


def compare_outcomes(library: Library | None, first: Outcome, second: Outcome, most: int = MAX_MOVERS) -> Comparison:
    """Compare two outcomes of one history; the truth is asked where the history is at hand."""
    if (first.history, first.series) != (second.history, second.series):
        raise UserError("lab/other-history", first=first.name, second=second.name)
    list_ = max(first.lists)
    before, after = first.lists[list_], second.lists[list_]
    active_before, active_after = active_players(before), active_players(after)
    both = np.intersect1d(active_before, active_after)
    moved = ratings_of_keys(after, both) - ratings_of_keys(before, both)
    squares, logs = _paired_games(first, second)
    return Comparison(
        first.history, first.series, list_, first.name, second.name, first.measures, second.measures,
        len(both), len(np.setdiff1d(active_before, both)), len(np.setdiff1d(active_after, both)),
        int((moved != 0).sum()),
        float(np.mean(moved)) if len(moved) else None,
        _largest_moves(library, both, ratings_of_keys(before, both), moved, most), squares, logs,
        _paired_truth(library, first, second, list_),
    )  # fmt: skip


def _largest_moves(
    library: Library | None, players: I32, before: Floats, moved: Floats, most: int
) -> tuple[Mover, ...]:
    names = {}
    if library is not None and library.contents.named:
        frame = table_files.frame_of(library.sound(PLAYERS), PLAYERS)
        names = dict(zip(frame["player"].to_list(), frame["name"].to_list(), strict=True))
    order = np.lexsort((players, -np.abs(moved)))[:most]
    return tuple(
        Mover(
            int(players[at]),
            names.get(int(players[at]), ""),
            int(before[at]),
            int(before[at] + moved[at]),
            int(moved[at]),
        )
        for at in order.tolist()
        if moved[at]
    )


# --- drawn again --------------------------------------------------------------------------------------------------


def _paired_games(first: Outcome, second: Outcome) -> tuple[Paired, Paired]:
    """Both scores on the games that both predict."""
    squares: list[Floats] = []
    logs: list[Floats] = []
    groups, offset = [], 0
    for list_, mine in first.predictions.items():
        yours = second.predictions[list_]
        games, my_rows, your_rows = np.intersect1d(mine.game, yours.game, return_indices=True)
        mine, yours = mine.take(my_rows), yours.take(your_rows)
        for losses_of, kind in ((squares, 0), (logs, 1)):
            losses_of.append(np.stack([prediction_losses(mine)[kind], prediction_losses(yours)[kind]]))
        groups.append(mine.event.astype(np.int64) + offset)
        offset += int(mine.event.max()) + 1 if len(games) else 0
    event = np.concatenate([np.zeros(0, np.int64), *groups])
    none = np.zeros((2, 0))
    return tuple(paired_difference(np.concatenate([none, *found], axis=1), event) for found in (squares, logs))  # type: ignore[return-value]


def _paired_truth(library: Library | None, first: Outcome, second: Outcome, list_: int) -> Paired:
    """Compare the distances to the true strengths, of the players who are active on both lists."""
    if library is None:
        return paired_difference(np.zeros((2, 0)), np.zeros(0, np.int64))
    ground = MeasuringGround.of(library, first.series)
    (mine, missed), (yours, missed_too) = (rating_errors(ground, each.lists[list_], list_) for each in (first, second))
    players, my_rows, your_rows = np.intersect1d(mine, yours, return_indices=True)
    distances = np.stack([np.abs(missed[my_rows]), np.abs(missed_too[your_rows])])
    return paired_difference(distances, np.arange(len(players)))


def paired_difference(values: npt.NDArray[np.float64], group: I64) -> Paired:
    """The means of two rows of values and their difference, with its interval: whole groups are drawn again."""
    count = values.shape[1]
    _, group = np.unique(group, return_inverse=True)
    groups = int(group.max()) + 1 if count else 0
    if not count:
        return Paired(0, 0, None, None, None, None, None, "unknown")
    size = np.bincount(group, minlength=groups).astype(np.float64)
    sums = np.bincount(group, values[1] - values[0], minlength=groups)
    lots, means = np.random.default_rng(BOOTSTRAP_SEED), []
    for _ in range(0, BOOTSTRAP_SAMPLES, SAMPLES_AT_ONCE):
        weights = lots.multinomial(groups, np.full(groups, 1 / groups), SAMPLES_AT_ONCE)
        means.append((weights @ sums) / (weights @ size))
    low, high = np.percentile(np.concatenate(means), (LOW_QUANTILE, HIGH_QUANTILE))
    better: Verdict = "second" if high < 0 else "first" if low > 0 else "noise"
    before, after = values.mean(axis=1)
    return Paired(count, groups, float(before), float(after), float(after - before), float(low), float(high), better)
