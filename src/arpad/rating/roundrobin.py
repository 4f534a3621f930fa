"""Decide the ratings of unrated players in round robins: the average of the field, then two passes.

Many events at once, by sums over events and entries. Unrated here is whoever his opponents meet without a rating:
newcomers, and players rated only since. Who left the table before is not among the sides given.
"""

from __future__ import annotations

import numpy as np

from arpad.columns import U8, Bools, System
from arpad.exact import ROUNDINGS
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.law.rules.newcomers import INTERMEDIATE_ROUNDING
from arpad.law.rules.rating import DIFFERENCE_LIMIT
from arpad.rating.expected import percentage, performance
from arpad.rating.initial import event_rating
from arpad.rating.sums import Ints, Whole, sums


def round_robins(systems: U8) -> Bools:
    """Which of the systems are round robins, of however many cycles."""
    robins: Bools = systems >= System.ROUND_ROBIN.value
    return robins


@dataclass(frozen=True)
class CrossTable:
    """What a set of complete round robins gives: rows by event, and by entry (0 where an entry is rated or absent)."""

    rar_sum: Ints  # by event: sum of the ratings of the rated players
    dpa_sum: Ints  # and of their differences
    rated: Ints  # how many they are; without any there is no table
    opponents: Ints  # n, different opponents of one player
    ra: Ints
    games: Ints  # by entry
    half_points: Ints
    first: Ints  # first pass
    rc_new: Ints
    second: Ints  # second pass


def cross_table(
    book: Rulebook, event: Ints, shown: Ints, entry: Whole, opponent: Whole, half_points: Whole
) -> CrossTable:
    """Both passes. `event` and `shown` are by entry; `entry`, `opponent`, `half_points` are the sides of all games."""
    entries, events = len(event), int(event.max(initial=-1)) + 1
    games = np.bincount(entry, minlength=entries)
    scored = sums(entry, half_points, entries)
    rounding = ROUNDINGS[book.rule(INTERMEDIATE_ROUNDING).halves]

    present = games > 0
    rated = present & (shown > 0)
    n = np.bincount(event[present], minlength=events) - 1
    r = np.bincount(event[rated], minlength=events)
    rar_sum = sums(event[rated], shown[rated], events)
    dpa_sum = sums(event[rated], performance(book, percentage(book, scored[rated], games[rated])), events)
    ra = np.where(r > 0, rounding(rar_sum * (n + 1) - dpa_sum * n, np.maximum(r * (n + 1), 1)), 0)

    unrated = np.flatnonzero(present & (shown == 0) & (r[event] > 0))
    first, rc_new, second = (np.zeros(entries, np.int64) for _ in range(3))
    their_n = n[event[unrated]]
    first[unrated] = event_rating(book, ra[event[unrated]], games[unrated], scored[unrated], their_n).rating

    is_unrated = np.zeros(entries, bool)
    is_unrated[unrated] = True
    side = np.flatnonzero(is_unrated[entry])
    rating = np.where(shown > 0, shown, first)[opponent[side]]
    own, limit = first[entry[side]], book.rule(DIFFERENCE_LIMIT).limit
    moved = sums(entry[side], np.clip(rating, own - limit, own + limit) - rating, entries)
    rc_new[unrated] = rounding(ra[event[unrated]] * games[unrated] + moved[unrated], games[unrated])
    second[unrated] = event_rating(book, rc_new[unrated], games[unrated], scored[unrated], their_n).rating
    return CrossTable(rar_sum, dpa_sum, r, n, ra, games, scored, first, rc_new, second)


def opponents_of(games: Ints, systems: U8) -> Ints:
    """Different opponents, from the games of complete round robins; a game that was left out takes no opponent away
    from whoever met him in another cycle."""
    cycles = np.maximum(systems.astype(np.int64) - System.ROUND_ROBIN.value, 0) + 1
    opponents: Ints = (games + cycles - 1) // cycles
    return opponents
