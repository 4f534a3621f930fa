"""All measures of a series, list by list, and the warnings that follow from them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from arpad.columns import Roll, Status
from arpad.days import Month
from arpad.finding import Note, UserError
from arpad.frozen import dataclass
from arpad.monitor.distribution import (
    COHORT_ADULTS,
    COHORT_ALL,
    Active,
    Cohort,
    CohortRun,
    Distribution,
    Inflow,
    measure_activity,
    measure_distribution,
    measure_inflow,
)
from arpad.monitor.estimate import Estimate, Floats
from arpad.monitor.games import (
    CountedGames,
    Sides,
    Stability,
    counted_games,
    games_times_k,
    measure_sides,
    measure_stability,
    stability_bound,
    tally_sides,
)
from arpad.monitor.groups import Group, JuniorLag, measure_groups, measure_juniors_lag
from arpad.monitor.islands import Islands, measure_islands
from arpad.monitor.predictions import (
    Calibration,
    Prediction,
    Truth,
    curve_scores,
    expectation_slope,
    expected_by_strength,
    measure_calibration,
    measure_predictions,
    measure_truth,
    table_scores,
)
from arpad.monitor.sources import PlayedGames, ScaleSource, roll_for_keys

LISTS_MEASURED = 12  # lists whose games are looked at together
LISTS_BETWEEN_COHORTS = 12  # lists: on each of these a cohort begins
MAX_COHORTS = 6  # at most, and the first always

ProgressCall = Callable[[int], None]


@dataclass(frozen=True)
class ListMeasures:
    """What one list shows."""

    list_: Month
    edition: str
    players: int
    mean: Estimate
    deviation: float | None
    median: int | None
    inflow: Inflow | None  # none on the first list
    games: int  # that counted
    sides: Sides | None  # none where the games are not told
    slope: Estimate
    brier_table: float | None
    brier_logistic: float | None
    log_table: float | None
    log_logistic: float | None
    truth: Truth | None


@dataclass(frozen=True)
class Scale:
    """What a series shows, up to a list."""

    series: str
    list_: Month
    edition: str
    window: tuple[Month, ...]  # the lists whose games are looked at together
    warnings: tuple[Note, ...]
    distribution: Distribution
    cohorts: tuple[Cohort, ...]
    calibration: Calibration
    predictions: tuple[Prediction, ...]
    sides: Sides
    stability: Stability
    islands: Islands
    federations: tuple[Group, ...]
    regions: tuple[Group, ...]
    activity: tuple[Active, ...]
    juniors: tuple[JuniorLag, ...]
    lists: tuple[ListMeasures, ...]


def measure_scale(
    source: ScaleSource, list_: int = 0, advance: ProgressCall = lambda _: None, measured: Sequence[ListMeasures] = ()
) -> Scale:
    """Measure a series up to a list; the newest, where none is named. What is known of lists is not measured again."""
    lists = source.lists
    if not lists:
        raise UserError("scale/no-lists", series=source.series)
    chosen = list_ or lists[-1]
    if chosen not in lists:
        first, last = Month(lists[0]), Month(lists[-1])
        raise UserError("no-such-list", series=source.series, list=Month(chosen), first=first, last=last)
    run = _ScaleRun(
        source, tuple(each for each in lists if each <= chosen), {int(each.list_): each for each in measured}
    )
    for measures in run.lists:
        run.look(measures)
        advance(1)
    return run.finish()


class _ScaleRun:
    """Measures while the lists go by: a roll and the games of one list at a time, and those of the window."""

    def __init__(self, source: ScaleSource, lists: tuple[int, ...], measured: Mapping[int, ListMeasures]) -> None:
        self.source, self.lists, self.known = source, lists, measured
        self.window = lists[-LISTS_MEASURED:]
        self.people = source.people(lists[-1])
        self.before: Roll | None = None
        self.runs: list[CohortRun] = []
        self.bases = set(lists[::-1][LISTS_MEASURED::LISTS_BETWEEN_COHORTS][: MAX_COHORTS - 1]) | {lists[0]}
        self.found: list[ListMeasures] = []
        self.games: list[CountedGames] = []
        self.expected: list[Floats] = []  # by true strengths
        self.products: list[np.ndarray[tuple[int], np.dtype[np.int64]]] = []
        self.tally, self.limited = np.zeros(len(Status), np.int64), 0

    def look(self, list_: int) -> None:
        roll = self.source.roll(list_)
        size = max(len(self.people), len(roll))
        for run in self.runs:
            run.look(list_, roll_for_keys(roll, size))
        if list_ in self.bases and list_ != self.lists[-1]:
            cut = roll_for_keys(roll, size)
            self.runs += [CohortRun(kind, list_, cut, self.people) for kind in (COHORT_ALL, COHORT_ADULTS)]
        if list_ in self.window or list_ not in self.known:
            played = self.source.played(list_)
            games = CountedGames.join([]) if played is None else counted_games(played, list_, self.source.book(list_))
            if list_ in self.window and played is not None:
                self._keep(list_, played, games)
            self.found.append(self.known.get(list_) or self._measures(list_, roll, played, games))
        else:
            self.found.append(self.known[list_])
        self.before = roll

    def _measures(self, list_: int, roll: Roll, played: PlayedGames | None, games: CountedGames) -> ListMeasures:
        book, strengths = self.source.book(list_), self.source.strengths(list_)
        lie = measure_distribution(roll)
        table, curve = table_scores(games), curve_scores(games)
        return ListMeasures(
            Month(list_),
            "" if book is None else book.id,
            lie.players,
            lie.mean,
            lie.deviation,
            next((each.rating for each in lie.quantiles if each.percent == 50), None),
            None if self.before is None else measure_inflow(self.before, roll),
            len(games),
            None if played is None else measure_sides(*tally_sides(played.ledger)),
            expectation_slope(games, len(roll)),
            table[0],
            curve[0],
            table[1],
            curve[1],
            None if strengths is None else measure_truth(roll, strengths),
        )

    def _keep(self, list_: int, played: PlayedGames, games: CountedGames) -> None:
        """What the window is measured by."""
        self.games.append(games)
        by_status, limited = tally_sides(played.ledger)
        self.tally, self.limited = self.tally + by_status, self.limited + limited
        self.products.append(games_times_k(played))
        strengths, book = self.source.strengths(list_), self.source.book(list_)
        if strengths is not None and book is not None:
            self.expected.append(expected_by_strength(strengths, games, book))
        else:
            self.expected.append(np.full(len(games), np.nan))

    def finish(self) -> Scale:
        assert self.before is not None
        roll, people, last = self.before, self.people, self.lists[-1]
        size = max(len(roll), len(people))
        games, book = CountedGames.join(self.games), self.source.book(last)
        expected = np.concatenate([np.zeros(0), *self.expected])
        per_key = np.bincount(games.strong, minlength=size) + np.bincount(games.weak, minlength=size)
        done = np.concatenate([np.zeros(0, np.int64), *self.products])
        scale = Scale(
            self.source.series,
            Month(last),
            "" if book is None else book.id,
            tuple(Month(each) for each in self.window),
            (),
            measure_distribution(roll),
            tuple(run.cohort() for run in self.runs),
            measure_calibration(games, size),
            measure_predictions(games, size, expected if np.isfinite(expected).any() else None),
            measure_sides(self.tally, self.limited),
            measure_stability(stability_bound(book, self.source.series), done),
            measure_islands(games.strong, games.weak, size, people.home),
            measure_groups(games, people.federation, people.codes, size),
            measure_groups(games, people.region, people.regions, size),
            measure_activity(roll_for_keys(roll, size), people, last, per_key.astype(np.int32)),
            measure_juniors_lag(games, people, size),
            tuple(self.found),
        )
        return replace(scale, warnings=scale_warnings(scale))


def scale_warnings(scale: Scale) -> tuple[Note, ...]:
    """Everything that is more than chance, the scale as a whole first."""
    return (
        *_drift_warnings(scale),
        *_truth_warnings(scale),
        *_calibration_warnings(scale),
        *_island_warnings(scale),
        *_group_warnings(scale),
        *_junior_warnings(scale),
    )


def _drift_warnings(scale: Scale) -> Iterator[Note]:
    for cohort in scale.cohorts:
        if cohort.drift:
            change = cohort.points[-1].change
            yield Note.of(
                f"scale-warning/drift-{cohort.drift}", since=cohort.list_, **interval_text(change, 1), n=change.n
            )


def _truth_warnings(scale: Scale) -> Iterator[Note]:
    measured = [each for each in scale.lists if each.truth is not None and each.truth.above.low is not None]
    if len(measured) < 2:
        return
    first, last = measured[0].truth, measured[-1].truth
    assert first is not None
    assert last is not None
    if (first.above.high or 0) < (last.above.low or 0) or (first.above.low or 0) > (last.above.high or 0):
        yield Note.of(
            "scale-warning/truth", since=measured[0].list_, before=_number_text(first.above.value, 1),
            after=_number_text(last.above.value, 1), n=last.players,
        )  # fmt: skip


def _calibration_warnings(scale: Scale) -> Iterator[Note]:
    calibration = scale.calibration
    if calibration.verdict:
        yield Note.of(
            f"scale-warning/slope-{calibration.verdict}", **interval_text(calibration.slope, 3), n=calibration.slope.n
        )
    for band in calibration.bands:
        if band.verdict:
            name = f"{band.from_}-{band.below - 1}" if band.below else f"{band.from_}+"
            yield Note.of(
                f"scale-warning/band-{band.verdict}", band=name, expected=_number_text(band.expected, 3),
                scored=_number_text(band.scored, 3), n=band.games,
            )  # fmt: skip


def _island_warnings(scale: Scale) -> Iterator[Note]:
    for island in scale.islands.islands[1:]:
        yield Note.of("scale-warning/island", players=island.players, games=island.games, home=island.home)
    weakest = scale.islands.weakest
    if weakest is not None and weakest.weak:
        yield Note.of(
            "scale-warning/weakly-joined",
            players=weakest.players,
            inside=weakest.inside,
            joining=weakest.joining,
            home=weakest.home,
        )


def _group_warnings(scale: Scale) -> Iterator[Note]:
    for group in (*scale.federations, *scale.regions):
        if group.verdict:
            yield Note.of(
                f"scale-warning/group-{group.verdict}",
                name=group.name,
                **interval_text(group.points, 0),
                n=group.points.n,
            )


def _junior_warnings(scale: Scale) -> Iterator[Note]:
    for lag in scale.juniors:
        if lag.verdict:
            yield Note.of(
                f"scale-warning/juniors-{lag.verdict}", ages=lag.ages, **interval_text(lag.points, 0), n=lag.games
            )


def interval_text(estimated: Estimate, digits: int) -> dict[str, str]:
    """A number and its interval as text, to so many decimals; empty where nothing was measured."""
    named = {"value": estimated.value, "low": estimated.low, "high": estimated.high}
    return {name: _number_text(value, digits) for name, value in named.items()}


def _number_text(value: float | None, digits: int) -> str:
    return "" if value is None else f"{value:.{digits}f}"
