"""Who plays: how many of the players on a list had a game that counted in the lists up to it, by age, sex and place."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from arpad.columns import I32, Bools, Roll
from arpad.frozen import dataclass
from arpad.monitor.distribution import active
from arpad.monitor.estimate import Estimate, Verdict, share, shown
from arpad.monitor.source import SEXES, People, ages

AGES = (0, 10, 12, 14, 16, 18, 20, 25, 35, 50, 65, 200)  # years, from
MOST = 20  # federations or regions, the largest first


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


def activity(roll: Roll, people: People, list_: int, games: I32) -> tuple[Active, ...]:
    """The players of a list; `games` are the sides of games of each key that counted."""
    keys = np.flatnonzero(active(roll)).astype(np.int32)
    if not len(keys):
        return ()
    rating, count = roll.rating[keys], games[keys]
    everybody = float((count > 0).mean())
    groups = [_active(("all", ""), rating, count, (1, everybody))]
    for kind, masks in _kinds(people, list_, keys).items():
        rows = [(name, who) for name, who in masks if who.any()]
        if len(rows) > 1:
            groups += [_active((kind, name), rating[who], count[who], (len(rows), everybody)) for name, who in rows]
    return tuple(groups)


def _kinds(people: People, list_: int, keys: I32) -> dict[str, list[tuple[str, Bools]]]:
    age = ages(people, list_, keys)
    return {
        "age": [(span(low, high), (age >= low) & (age < high)) for low, high in pairwise(AGES)],
        "sex": [(name, people.sex[keys] == at) for at, name in enumerate(SEXES) if name],
        "federation": _largest(people.codes, people.federation[keys]),
        "region": _largest(people.regions, people.region[keys]),
    }


def span(low: int, high: int) -> str:
    """Years of age as they are written: 10-11, or from the last edge on."""
    return f"{low}+" if high == AGES[-1] else f"{low}-{high - 1}"


def _largest(names: Sequence[str], place: np.ndarray[tuple[int], np.dtype[np.uint16]]) -> list[tuple[str, Bools]]:
    count = np.bincount(place, minlength=len(names))
    order = sorted((at for at, name in enumerate(names) if name and count[at]), key=lambda at: (-count[at], names[at]))
    return [(names[at], place == at) for at in order[:MOST]]


def _active(
    named: tuple[str, str],
    rating: np.ndarray[tuple[int], np.dtype[np.int16]],
    games: I32,
    among: tuple[int, float],
) -> Active:
    played = share(int((games > 0).sum()), len(games), among[0])
    return Active(*named, len(games), shown(float(rating.mean())), int(games.sum()), played, played.against(among[1]))
