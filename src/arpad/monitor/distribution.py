"""Players and points of a list: distribution, activity, cohorts over time, points that come and go."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from arpad.columns import I16, I32, Bools, Roll, State
from arpad.days import Month
from arpad.exact import PERCENT
from arpad.frozen import dataclass
from arpad.monitor.estimate import Estimate, Verdict, estimate_mean, estimate_share, significant_text
from arpad.monitor.sources import SEXES, PeopleColumns, ages_in_year, roll_for_keys

CLASS_WIDTH = 100  # points of a class
QUANTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99)  # per cent


@dataclass(frozen=True)
class RatingClass:
    """How many players are rated from here to below the next class."""

    from_: int
    players: int


@dataclass(frozen=True)
class Quantile:
    """The lowest rating that so many per cent of the players do not exceed."""

    percent: int
    rating: int


@dataclass(frozen=True)
class Distribution:
    """The ratings of the active players of a list."""

    players: int
    mean: Estimate
    deviation: float | None
    quantiles: tuple[Quantile, ...]
    classes: tuple[RatingClass, ...]


def ratings_of(roll: Roll) -> I16:
    """The ratings of the active players."""
    return roll.rating[active_with_rating(roll)]


def active_with_rating(roll: Roll) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Who is active on a list, with a rating."""
    rated: np.ndarray[tuple[int], np.dtype[np.bool_]] = (roll.state == State.ACTIVE.value) & (roll.rating > 0)
    return rated


def measure_distribution(roll: Roll) -> Distribution:
    """How the ratings of a list lie."""
    ratings = ratings_of(roll)
    n = len(ratings)
    if n == 0:
        return Distribution(0, Estimate(0), None, (), ())
    counted = np.bincount(ratings)
    upto = np.cumsum(counted)
    places = [int(np.searchsorted(upto, max(-(-n * percent // PERCENT), 1))) for percent in QUANTILES]
    edges = np.arange(ratings.min() // CLASS_WIDTH, ratings.max() // CLASS_WIDTH + 1)
    in_class = np.bincount(ratings // CLASS_WIDTH, minlength=int(edges[-1]) + 1)[edges]
    return Distribution(
        n,
        estimate_mean(ratings),
        significant_text(float(ratings.astype(np.float64).std(ddof=1))) if n > 1 else None,
        tuple(Quantile(percent, place) for percent, place in zip(QUANTILES, places, strict=True)),
        tuple(
            RatingClass(int(edge) * CLASS_WIDTH, int(players)) for edge, players in zip(edges, in_class, strict=True)
        ),
    )


AGE_EDGES = (0, 10, 12, 14, 16, 18, 20, 25, 35, 50, 65, 200)  # years, from
MAX_PLACES = 20  # federations or regions, the largest first


@dataclass(frozen=True)
class Active:
    """Players of one kind."""

    kind: str  # age, sex, federation or region
    name: str
    players: int
    mean: float | None  # of their ratings
    games: int  # sides of games that counted
    played: Estimate  # the share of them who had one
    verdict: Verdict  # against the share of everybody


def measure_activity(roll: Roll, people: PeopleColumns, list_: int, games: I32) -> tuple[Active, ...]:
    """The players of a list; `games` are the sides of games of each key that counted."""
    keys = np.flatnonzero(active_with_rating(roll)).astype(np.int32)
    if not len(keys):
        return ()
    rating, count = roll.rating[keys], games[keys]
    everybody = float((count > 0).mean())
    groups = [_active_group(("all", ""), rating, count, (1, everybody))]
    for kind, masks in _groups_of_players(people, list_, keys).items():
        rows = [(name, who) for name, who in masks if who.any()]
        if len(rows) > 1:
            groups += [
                _active_group((kind, name), rating[who], count[who], (len(rows), everybody)) for name, who in rows
            ]
    return tuple(groups)


def _groups_of_players(people: PeopleColumns, list_: int, keys: I32) -> dict[str, list[tuple[str, Bools]]]:
    age = ages_in_year(people, list_, keys)
    return {
        "age": [(age_span_text(low, high), (age >= low) & (age < high)) for low, high in pairwise(AGE_EDGES)],
        "sex": [(name, people.sex[keys] == at) for at, name in enumerate(SEXES) if name],
        "federation": _largest_places(people.codes, people.federation[keys]),
        "region": _largest_places(people.regions, people.region[keys]),
    }


def age_span_text(low: int, high: int) -> str:
    """Years of age as they are written: 10-11, or from the last edge on."""
    return f"{low}+" if high == AGE_EDGES[-1] else f"{low}-{high - 1}"


def _largest_places(
    names: Sequence[str], place: np.ndarray[tuple[int], np.dtype[np.uint16]]
) -> list[tuple[str, Bools]]:
    count = np.bincount(place, minlength=len(names))
    order = sorted((at for at, name in enumerate(names) if name and count[at]), key=lambda at: (-count[at], names[at]))
    return [(names[at], place == at) for at in order[:MAX_PLACES]]


def _active_group(
    named: tuple[str, str],
    rating: np.ndarray[tuple[int], np.dtype[np.int16]],
    games: I32,
    among: tuple[int, float],
) -> Active:
    played = estimate_share(int((games > 0).sum()), len(games), among[0])
    return Active(
        *named, len(games), significant_text(float(rating.mean())), int(games.sum()), played, played.against(among[1])
    )


ADULT_AGE = (25, 55)  # years of age: from, below; on the earlier list
COHORT_ALL, COHORT_ADULTS = "everybody", "grown-ups"


@dataclass(frozen=True)
class CohortPoint:
    """What became of a cohort by a list."""

    list_: Month
    there: int  # of the cohort, still active
    mean: float | None  # of their ratings on this list
    change: Estimate  # since the list of the cohort, of those who have played since


@dataclass(frozen=True)
class Cohort:
    """People of one list, followed."""

    kind: str
    list_: Month
    players: int
    points: tuple[CohortPoint, ...]
    drift: Verdict  # of grown-ups, by the last list


class CohortRun:
    """A cohort while the lists go by."""

    def __init__(self, kind: str, list_: int, roll: Roll, people: PeopleColumns) -> None:
        keys = np.flatnonzero(active_with_rating(roll)).astype(np.int32)
        if kind == COHORT_ADULTS:
            age = ages_in_year(people, list_, keys)
            keys = keys[(age >= ADULT_AGE[0]) & (age < ADULT_AGE[1])]
        self.kind, self.list_, self.keys = kind, list_, keys
        self.rating, self.games = roll.rating[keys].astype(np.int32), roll.games[keys].astype(np.int32)
        self.points: list[CohortPoint] = []

    def look(self, list_: int, roll: Roll) -> None:
        """Add what a later list says of them."""
        self.points.append(self.point(list_, roll))

    def point(self, list_: int, roll: Roll) -> CohortPoint:
        keys: I32 = self.keys
        is_active = active_with_rating(roll)[keys]
        now = roll.rating[keys].astype(np.int32)
        moved = is_active & ((roll.games[keys] != self.games) | (now != self.rating))
        middle = float(np.mean(now[is_active])) if is_active.any() else None
        return CohortPoint(
            Month(list_),
            int(is_active.sum()),
            None if middle is None else round(middle, 2),
            estimate_mean(now[moved] - self.rating[moved]),
        )

    def cohort(self) -> Cohort:
        """The whole of it."""
        last = self.points[-1].change if self.points else Estimate(0)
        drift = last.against(0) if self.kind == COHORT_ADULTS else ""
        return Cohort(self.kind, Month(self.list_), len(self.keys), tuple(self.points), drift)


@dataclass(frozen=True)
class Stream:
    """Some players, and their points together."""

    players: int
    points: int


@dataclass(frozen=True)
class Inflow:
    """What moved the points of the active players since the list before."""

    before: Stream
    new: Stream  # never rated before
    back: Stream  # inactive or off the list before
    gone: Stream  # inactive now, with what they had
    off: Stream  # not on the list now, with what they had
    stayed: Stream  # those who were and are active: what they gained together
    after: Stream
    by_play: float | None  # of the change of the mean
    by_coming: float | None
    by_going: float | None


def measure_inflow(before: Roll, roll: Roll) -> Inflow:
    """From one list to the next."""
    was, now = roll_for_keys(before, len(roll)), roll
    active_before, active_now = active_with_rating(was), active_with_rating(now)
    stayed = active_before & active_now
    first = active_now & (was.state == State.NONE.value)
    back = active_now & ~active_before & ~first
    gone = active_before & (now.state == State.INACTIVE.value)
    off = active_before & ~active_now & ~gone
    gained = int(now.rating[stayed].astype(np.int64).sum() - was.rating[stayed].astype(np.int64).sum())
    old, new = _point_stream(was, active_before), _point_stream(now, active_now)
    coming, going = _point_stream(now, first | back), _point_stream(was, gone | off)
    middle = old.points / old.players if old.players else 0.0
    apart: tuple[float | None, float | None, float | None] = (None, None, None)
    if old.players and new.players:
        apart = (
            significant_text(gained / new.players),
            significant_text((coming.points - coming.players * middle) / new.players),
            significant_text(-(going.points - going.players * middle) / new.players),
        )
    return Inflow(
        old, _point_stream(now, first), _point_stream(now, back), _point_stream(was, gone), _point_stream(was, off),
        Stream(int(stayed.sum()), gained), new, *apart,
    )  # fmt: skip


def _point_stream(roll: Roll, who: Bools) -> Stream:
    return Stream(int(who.sum()), int(roll.rating[who].astype(np.int64).sum()))
