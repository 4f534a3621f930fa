"""All measures of a series: for one list with the games of the lists up to it, and list by list over time.

The games of the last lists, a year of them where lists are monthly, are looked at together: one list alone has few
games of most kinds. `warnings` are the measures that speak; where there is none, nothing here is more than chance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from arpad.columns import Roll, Status
from arpad.days import Month
from arpad.finding import Misuse, Note
from arpad.frozen import dataclass
from arpad.monitor.activity import Active, activity
from arpad.monitor.calibration import Calibration, calibration, slope
from arpad.monitor.cohorts import EVERYBODY, GROWN_UPS, Cohort, CohortRun
from arpad.monitor.distribution import Distribution, distribution
from arpad.monitor.estimate import Estimate, Floats
from arpad.monitor.games import CountedGames, counted_games
from arpad.monitor.groups import Group, groups
from arpad.monitor.inflow import Inflow, inflow
from arpad.monitor.islands import Islands, islands
from arpad.monitor.juniors import JuniorLag, juniors_lag
from arpad.monitor.predictions import Prediction, curve_scores, predictions, table_scores
from arpad.monitor.source import Played, Source, keys_in
from arpad.monitor.stability import Stability, bound_of, products, stability
from arpad.monitor.truth import Truth, expected_by, truth
from arpad.monitor.uncounted import Sides, sides, tally
from arpad.monitor.verdicts import warnings_of

WINDOW = 12  # lists whose games are looked at together
COHORT_EVERY = 12  # lists: on each of these a cohort begins
COHORTS = 6  # at most, and the first always

Advance = Callable[[int], None]


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


def measure(
    source: Source, list_: int = 0, advance: Advance = lambda _: None, known: Sequence[ListMeasures] = ()
) -> Scale:
    """Measure a series up to a list; the newest, where none is named. What is known of lists is not measured again."""
    lists = source.lists
    if not lists:
        raise Misuse("scale/no-lists", series=source.series)
    chosen = list_ or lists[-1]
    if chosen not in lists:
        first, last = Month(lists[0]), Month(lists[-1])
        raise Misuse("no-such-list", series=source.series, list=Month(chosen), first=first, last=last)
    run = _Run(source, tuple(each for each in lists if each <= chosen), {int(each.list_): each for each in known})
    for each in run.lists:
        run.look(each)
        advance(1)
    return run.finish()


class _Run:
    """Measures while the lists go by: a roll and the games of one list at a time, and those of the window."""

    def __init__(self, source: Source, lists: tuple[int, ...], known: Mapping[int, ListMeasures]) -> None:
        self.source, self.lists, self.known = source, lists, known
        self.window = lists[-WINDOW:]
        self.people = source.people(lists[-1])
        self.before: Roll | None = None
        self.runs: list[CohortRun] = []
        self.bases = set(lists[::-1][WINDOW::COHORT_EVERY][: COHORTS - 1]) | {lists[0]}
        self.found: list[ListMeasures] = []
        self.games: list[CountedGames] = []
        self.expected: list[Floats] = []  # by true strengths
        self.products: list[np.ndarray[tuple[int], np.dtype[np.int64]]] = []
        self.tally, self.limited = np.zeros(len(Status), np.int64), 0

    def look(self, list_: int) -> None:
        roll = self.source.roll(list_)
        size = max(len(self.people), len(roll))
        for run in self.runs:
            run.look(list_, keys_in(roll, size))
        if list_ in self.bases and list_ != self.lists[-1]:
            cut = keys_in(roll, size)
            self.runs += [CohortRun(kind, list_, cut, self.people) for kind in (EVERYBODY, GROWN_UPS)]
        if list_ in self.window or list_ not in self.known:
            played = self.source.played(list_)
            games = CountedGames.join([]) if played is None else counted_games(played, list_, self.source.book(list_))
            if list_ in self.window and played is not None:
                self._keep(list_, played, games)
            self.found.append(self.known.get(list_) or self._measures(list_, roll, played, games))
        else:
            self.found.append(self.known[list_])
        self.before = roll

    def _measures(self, list_: int, roll: Roll, played: Played | None, games: CountedGames) -> ListMeasures:
        book, strengths = self.source.book(list_), self.source.strengths(list_)
        lie = distribution(roll)
        table, curve = table_scores(games), curve_scores(games)
        return ListMeasures(
            Month(list_),
            "" if book is None else book.id,
            lie.players,
            lie.mean,
            lie.deviation,
            next((each.rating for each in lie.quantiles if each.percent == 50), None),
            None if self.before is None else inflow(self.before, roll),
            len(games),
            None if played is None else sides(*tally(played.ledger)),
            slope(games, len(roll)),
            table[0],
            curve[0],
            table[1],
            curve[1],
            None if strengths is None else truth(roll, strengths),
        )

    def _keep(self, list_: int, played: Played, games: CountedGames) -> None:
        """What the window is measured by."""
        self.games.append(games)
        by_status, limited = tally(played.ledger)
        self.tally, self.limited = self.tally + by_status, self.limited + limited
        self.products.append(products(played))
        strengths, book = self.source.strengths(list_), self.source.book(list_)
        if strengths is not None and book is not None:
            self.expected.append(expected_by(strengths, games, book))
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
            distribution(roll),
            tuple(run.cohort() for run in self.runs),
            calibration(games, size),
            predictions(games, size, expected if np.isfinite(expected).any() else None),
            sides(self.tally, self.limited),
            stability(bound_of(book, self.source.series), done),
            islands(games.strong, games.weak, size, people.home),
            groups(games, people.federation, people.codes, size),
            groups(games, people.region, people.regions, size),
            activity(keys_in(roll, size), people, last, per_key.astype(np.int32)),
            juniors_lag(games, people, size),
            tuple(self.found),
        )
        return replace(scale, warnings=warnings_of(scale))
