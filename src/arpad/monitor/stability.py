"""Games times K: how many players exceed, in one period, what a text calls the bound of a steady rating.

An edition with a ceiling on K names the product; then K is lowered there, and what is counted here is how often that
happens. Of an edition without one the product of the editions that came later is taken, and said to be theirs.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from arpad.columns import Status
from arpad.frozen import dataclass
from arpad.law import Rulebook, editions, rulebook
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
    """Games times K of everybody who had a game that counted, with the K he came with."""
    rows = played.ledger.entry[played.ledger.status == Status.COUNTED.value]
    player, k = played.entries.player[rows], played.entries.k[rows]
    if not len(player):
        return np.zeros(0, np.int64)
    games = np.bincount(player)
    greatest = np.zeros(len(games), np.int64)
    for each in np.unique(k).tolist():  # the largest last
        greatest[player[k == each]] = each
    return (games * greatest)[games > 0]


def stability(bound: Bound | None, found: np.ndarray[tuple[int], np.dtype[np.int64]]) -> Stability:
    """How steady ratings can be."""
    n = len(found)
    above = 0 if bound is None else int((found > bound.product).sum())
    return Stability(
        bound, n, above, share(above, n) if bound else Estimate(n), int(found.max(initial=0)),
        int(np.sort(found)[n // 2]) if n else None,
    )  # fmt: skip


def bound_of(book: Rulebook | None, series: str) -> Bound | None:
    """What the text says, or the next one of its series that says anything; None where none does."""
    if book is not None and book.has(COEFFICIENT_CEILING):
        return _bound(book, own=True)
    return _later(series, "" if book is None else str(book.head.in_force))


@cache
def _later(series: str, day: str) -> Bound | None:
    books = [rulebook(id_, series) for id_ in editions() if series in rulebook(id_).head.series]
    texts = [book for book in books if book.has(COEFFICIENT_CEILING) and str(book.head.in_force) > day]
    return min((_bound(book, own=False) for book in texts), key=lambda bound: bound.edition, default=None)


def _bound(book: Rulebook, own: bool) -> Bound:
    cited = book.cite(COEFFICIENT_CEILING)
    return Bound(cited.value.product, book.id, cited.articles, own)
