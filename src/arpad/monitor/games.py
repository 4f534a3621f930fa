"""Games behind a list: those that counted, those that did not and why, and games times K."""

from __future__ import annotations

from functools import cache

import numpy as np

from arpad.columns import F64, I16, I32, Bools, Ledger, Status, Table, label
from arpad.days import Month
from arpad.exact import HALF_POINTS, HUNDREDTHS
from arpad.frozen import dataclass
from arpad.law import Rulebook, editions, rulebook
from arpad.law.rules.office import STEADY_RATING
from arpad.law.rules.rating import COEFFICIENT_CEILING
from arpad.law.tables import HOLE
from arpad.monitor.estimate import Estimate, Floats, estimate_share
from arpad.monitor.sources import PlayedGames

LOGISTIC_SCALE = 400  # points: the divisor of the logistic curve


@dataclass(frozen=True, eq=False)
class CountedGames(Table):
    """A row per game."""

    strong: I32  # keys of players
    weak: I32
    difference: I16  # as it is, not as it was limited
    limited: Bools
    score: F64  # of the stronger side, 0 to 1
    counted: F64  # what the list expected of it, with its limit
    expected: F64  # what the table expects at the difference as it is
    year: I32  # of the list that counted it

    @property
    def residual(self) -> Floats:
        """What was scored beyond what was expected."""
        return self.score - self.expected


def counted_games(played: PlayedGames, list_: int, book: Rulebook | None = None) -> CountedGames:
    """The games of a list that counted for anybody; by the edition's table, where it is known."""
    ledger, player = played.ledger, played.entries.player
    good = (ledger.status == Status.COUNTED.value) & (ledger.own > 0) & (ledger.met > 0)
    white, black = good[0::2], good[1::2]
    ahead = ledger.difference[0::2] >= 0  # white is the higher rated
    either = np.flatnonzero(white | black)
    from_white = np.where(ahead, white, ~black)[either]  # the stronger side's row, where it counted
    row = 2 * either + ~from_white
    difference = ledger.difference[row]
    turned = difference < 0
    score = ledger.half_points[row] / HALF_POINTS
    counted = ledger.expected[row] / HUNDREDTHS
    counted = np.where(turned, 1 - counted, counted)
    limited = ledger.counted[row] != difference
    expected = counted.copy()
    if book is not None:
        expected[limited] = unlimited_expectation(book, np.abs(difference[limited]), counted[limited])
    own, other = player[ledger.entry[row]], player[ledger.opponent[row]]
    return CountedGames(
        np.where(turned, other, own).astype(np.int32),
        np.where(turned, own, other).astype(np.int32),
        np.abs(difference).astype(np.int16),
        limited,
        np.where(turned, 1 - score, score),
        counted,
        expected,
        np.full(len(row), Month(list_).year, np.int32),
    )


def unlimited_expectation(book: Rulebook, difference: I16, otherwise: Floats) -> Floats:
    """What the table expects without a limit; something else where a print has a hole."""
    hundredths = book.expectation.look_at_each(difference)
    expected: Floats = np.where(hundredths == HOLE, otherwise, hundredths.astype(np.float64) / HUNDREDTHS)
    return expected


def logistic_expectation(difference: I16 | Floats) -> Floats:
    """What the logistic curve expects at a difference."""
    curve: Floats = 1 / (1 + 10 ** (-np.asarray(difference, np.float64) / LOGISTIC_SCALE))
    return curve


def logistic_slope(difference: I16 | Floats) -> Floats:
    """How much of a point one point of difference is worth there."""
    p = logistic_expectation(difference)
    steep: Floats = np.log(10) / LOGISTIC_SCALE * p * (1 - p)
    return steep


@dataclass(frozen=True)
class Uncounted:
    """Sides of games that a list did not count, for one reason."""

    reason: str
    sides: int
    share: Estimate  # of all sides


@dataclass(frozen=True)
class Sides:
    """What became of all sides of games: each game has two."""

    all: int
    counted: int
    pooled: int  # count towards a first rating
    limited: int
    uncounted: int
    limited_share: Estimate  # of those that counted
    uncounted_share: Estimate  # of all
    reasons: tuple[Uncounted, ...]  # the most frequent first


def tally_sides(ledger: Ledger) -> tuple[np.ndarray[tuple[int], np.dtype[np.int64]], int]:
    """How many sides of games have each status, and how many that counted were limited."""
    by_status = np.bincount(ledger.status, minlength=len(Status)).astype(np.int64)
    limited = (ledger.status == Status.COUNTED.value) & (ledger.counted != ledger.difference)
    return by_status, int(np.count_nonzero(limited))


def measure_sides(by_status: np.ndarray[tuple[int], np.dtype[np.int64]], limited: int) -> Sides:
    """What became of the sides of games, out of their tally."""
    everything = int(by_status.sum())
    counted, pooled = int(by_status[Status.COUNTED]), int(by_status[Status.POOLED])
    left = everything - counted - pooled
    reasons = [
        Uncounted(label(Status(status)), int(by_status[status]), estimate_share(int(by_status[status]), everything))
        for status in np.argsort(-by_status, kind="stable").tolist()
        if status > Status.POOLED and by_status[status]
    ]
    return Sides(
        everything,
        counted,
        pooled,
        limited,
        left,
        estimate_share(limited, counted),
        estimate_share(left, everything),
        tuple(reasons),
    )


@dataclass(frozen=True)
class Bound:
    """What a text says of games times K."""

    product: int
    edition: str
    articles: tuple[str, ...]
    own: bool  # it is a rule of the edition by which the list was made


@dataclass(frozen=True)
class Stability:
    """Games times K of the players of some periods, each player and period once."""

    bound: Bound | None
    players: int
    above: int
    share: Estimate
    most: int  # the greatest product
    median: int | None


def games_times_k(played: PlayedGames) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Games times K, for every player with a counted game; K as at the start of the period."""
    rows = played.ledger.entry[played.ledger.status == Status.COUNTED.value]
    player, k = played.entries.player[rows], played.entries.k[rows]
    if not len(player):
        return np.zeros(0, np.int64)
    games = np.bincount(player)
    greatest = np.zeros(len(games), np.int64)
    for k_value in np.unique(k).tolist():  # the largest last
        greatest[player[k == k_value]] = k_value
    return (games * greatest)[games > 0]


def measure_stability(bound: Bound | None, products_found: np.ndarray[tuple[int], np.dtype[np.int64]]) -> Stability:
    """How steady ratings can be."""
    n = len(products_found)
    above = 0 if bound is None else int((products_found > bound.product).sum())
    return Stability(
        bound, n, above, estimate_share(above, n) if bound else Estimate(n), int(products_found.max(initial=0)),
        int(np.sort(products_found)[n // 2]) if n else None,
    )  # fmt: skip


def stability_bound(book: Rulebook | None, series: str) -> Bound | None:
    """What the text says, or the next one of its series that says anything; None where none does."""
    own = None if book is None else _bound_of_edition(book, own=True)
    return own or _later_editions(series, "" if book is None else str(book.head.in_force))


@cache
def _later_editions(series: str, day: str) -> Bound | None:
    books = [rulebook(id_, series) for id_ in editions() if series in rulebook(id_).head.series]
    texts = sorted((book for book in books if str(book.head.in_force) > day), key=lambda book: book.head.in_force)
    return next((bound for book in texts if (bound := _bound_of_edition(book, own=False)) is not None), None)


def _bound_of_edition(book: Rulebook, own: bool) -> Bound | None:
    if book.has(COEFFICIENT_CEILING):
        ceiling = book.cite(COEFFICIENT_CEILING)
        return Bound(ceiling.value.product, book.id, ceiling.articles, own)
    if book.has(STEADY_RATING):
        steady = book.cite(STEADY_RATING)
        return Bound(max(each.k * each.games for each in steady.value.classes), book.id, steady.articles, own)
    return None
