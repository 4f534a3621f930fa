"""Players whom no game joins to the others, and those whom few games join: ratings travel along games alone.

Who is joined to whom is exact, and no matter of chance. The part that is joined most weakly is looked for along the
slowest way in which a walk from game to game mixes: what is found is a part with few games across its border, whatever
federation or club its players are of.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from arpad.columns import I32
from arpad.frozen import dataclass
from arpad.monitor.estimate import Floats, significant_text

SMALLEST_PART = 10  # players of an island that is named
PLAYERS_NAMED = 10  # islands
WALK_STEPS = 120  # of the walk
WEAK_FROM = 0.05  # of a part's games: fewer across its border, and it is named

HomeOf = Callable[[I32], str]


@dataclass(frozen=True)
class Island:
    """A group of players who met only each other."""

    players: int
    games: int
    home: str  # the federation and the region of most of them


@dataclass(frozen=True)
class WeakPart:
    """The part of the largest island that is joined to the rest by the fewest of its games."""

    players: int
    inside: int  # games
    joining: int
    share: float  # of its games that join it to the rest
    weak: bool
    home: str


@dataclass(frozen=True)
class Islands:
    """How the players of some lists hang together."""

    players: int
    games: int
    islands: tuple[Island, ...]  # the largest first
    small: int  # players in islands too small to be named
    apart: int  # islands beside the largest that are named
    weakest: WeakPart | None


def connected_components(first: I32, second: I32, size: int) -> I32:
    """Connected components: for each player the lowest key in the same component."""
    label = np.arange(size, dtype=np.int32)
    while True:
        low = np.minimum(label[first], label[second])
        before = label.copy()
        np.minimum.at(label, label[first], low)
        np.minimum.at(label, label[second], low)
        while True:
            shorter = label[label]
            if np.array_equal(shorter, label):
                break
            label = shorter
        if np.array_equal(label, before):
            return label


def measure_islands(first: I32, second: I32, size: int, home: HomeOf = lambda _: "") -> Islands:
    """How players hang together by their games; `home` says where most of some keys are from."""
    played = np.zeros(size, bool)
    played[first], played[second] = True, True
    keys = np.flatnonzero(played).astype(np.int32)
    dense = np.zeros(size, np.int32)
    dense[keys] = np.arange(len(keys), dtype=np.int32)
    first, second = dense[first], dense[second]
    label = connected_components(first, second, len(keys))
    players = np.bincount(label, minlength=len(keys))
    games = np.bincount(label[first], minlength=len(keys)) if len(first) else players * 0
    order = [at for at in np.argsort(-players, kind="stable").tolist() if players[at] > 0]
    named = [at for at in order if players[at] >= SMALLEST_PART]
    parts = tuple(Island(int(players[at]), int(games[at]), home(keys[label == at])) for at in named[:PLAYERS_NAMED])
    weakest = None
    if named:
        inside = label == named[0]
        weakest = _weakest_part(keys[inside], *_games_within(inside, first, second), home)
    small = len(keys) - int(sum(players[at] for at in named))
    return Islands(len(keys), len(first), parts, small, max(len(named) - 1, 0), weakest)


def _games_within(inside: np.ndarray[tuple[int], np.dtype[np.bool_]], first: I32, second: I32) -> tuple[I32, I32]:
    """The games inside a part, between its players numbered anew."""
    place = (np.cumsum(inside) - 1).astype(np.int32)
    rows = inside[first]
    return place[first[rows]], place[second[rows]]


def _weakest_part(keys: I32, first: I32, second: I32, home: HomeOf) -> WeakPart | None:
    """The part with the fewest games across its border, of those along the slowest way of mixing."""
    size = len(keys)
    if size < 2 * SMALLEST_PART:
        return None
    games = np.bincount(first, minlength=size) + np.bincount(second, minlength=size)
    order = np.argsort(_slow_mixing_order(first, second, games), kind="stable")
    place = np.empty(size, np.int64)
    place[order] = np.arange(size)
    low, high = np.minimum(place[first], place[second]), np.maximum(place[first], place[second])
    across = np.cumsum(np.bincount(low, minlength=size) - np.bincount(high, minlength=size))[:-1]
    volume = np.cumsum(games[order])[:-1]
    smaller = np.minimum(volume, games.sum() - volume)
    share = across / np.maximum(smaller, 1)
    share[: SMALLEST_PART - 1], share[size - SMALLEST_PART :] = np.inf, np.inf
    cut = int(np.argmin(share))
    inside = order[: cut + 1] if volume[cut] <= games.sum() - volume[cut] else order[cut + 1 :]
    joining, ends = int(across[cut]), int(smaller[cut])
    games_inside = (ends - joining) // 2
    rate = joining / (games_inside + joining)
    return WeakPart(len(inside), games_inside, joining, significant_text(rate), rate < WEAK_FROM, home(keys[inside]))


def _slow_mixing_order(first: I32, second: I32, games: np.ndarray[tuple[int], np.dtype[np.int64]]) -> Floats:
    """What is left of lots after a walk in which half stays and half goes to an opponent: parts that hardly mix."""
    size, weight = len(games), np.maximum(games, 1).astype(np.float64)
    at: Floats = np.random.default_rng(size).standard_normal(size)
    whose = np.argsort(np.concatenate([first, second]), kind="stable")  # the opponents of each player in a row
    opponents = np.concatenate([second, first])[whose].astype(np.intp)
    begins = np.concatenate([[0], np.cumsum(games)[:-1]])
    theirs = np.empty(len(opponents))
    for _ in range(WALK_STEPS):
        at -= (at * weight).sum() / weight.sum()
        np.take(at, opponents, out=theirs, mode="clip")  # without a copy
        at = (at + np.add.reduceat(theirs, begins) / weight) / 2
        at /= np.sqrt((at * at * weight).sum())
    return at
