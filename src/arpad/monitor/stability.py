"""Games times K: how many players exceed, in one period, what a text calls the bound of a steady rating.

A text may say from which product on a rating stops showing the strength. A later one puts a ceiling there and lowers K;
then what is counted here is how often that happens. Of a text that says neither, the next one of its series is asked.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from arpad.columns import Status
from arpad.frozen import dataclass
from arpad.law import Rulebook, editions, rulebook
from arpad.law.rules.office import STEADY_RATING
from arpad.law.rules.rating import COEFFICIENT_CEILING
from arpad.monitor.estimate import Estimate, share
from arpad.monitor.source import Played


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


def products(played: Played) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
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


def stability(bound: Bound | None, products_found: np.ndarray[tuple[int], np.dtype[np.int64]]) -> Stability:
    """How steady ratings can be."""
    n = len(products_found)
    above = 0 if bound is None else int((products_found > bound.product).sum())
    return Stability(
        bound, n, above, share(above, n) if bound else Estimate(n), int(products_found.max(initial=0)),
        int(np.sort(products_found)[n // 2]) if n else None,
    )  # fmt: skip


def bound_of(book: Rulebook | None, series: str) -> Bound | None:
    """What the text says, or the next one of its series that says anything; None where none does."""
    own = None if book is None else _bound(book, own=True)
    return own or _later(series, "" if book is None else str(book.head.in_force))


@cache
def _later(series: str, day: str) -> Bound | None:
    books = [rulebook(id_, series) for id_ in editions() if series in rulebook(id_).head.series]
    texts = sorted((book for book in books if str(book.head.in_force) > day), key=lambda book: book.head.in_force)
    return next((bound for book in texts if (bound := _bound(book, own=False)) is not None), None)


def _bound(book: Rulebook, own: bool) -> Bound | None:
    if book.has(COEFFICIENT_CEILING):
        ceiling = book.cite(COEFFICIENT_CEILING)
        return Bound(ceiling.value.product, book.id, ceiling.articles, own)
    if book.has(STEADY_RATING):
        steady = book.cite(STEADY_RATING)
        return Bound(max(each.k * each.games for each in steady.value.classes), book.id, steady.articles, own)
    return None
