"""Decide the office's own number of a player, and tell a number that was mistyped.

Ten digits: a one, the player's place in the registry counted from one in eight digits, and a check digit by Damm's
algorithm, which catches every wrong digit and every two neighbours that changed places. FIDE's numbers are shorter, so
that a number says by itself whose it is. Nothing here asks a database whether somebody has the number.
"""

from __future__ import annotations

import numpy as np

from arpad.columns import I64
from arpad.finding import Misuse

LEAD = 1
PLACES = 10**8  # players that the eight digits can count
FIRST, LAST = LEAD * PLACES * 10, (LEAD + 1) * PLACES * 10 - 1

DAMM = (  # a quasigroup of order ten, totally anti-symmetric, with zeros on its diagonal
    (0, 3, 1, 7, 5, 9, 8, 6, 4, 2),
    (7, 0, 9, 2, 1, 5, 4, 8, 6, 3),
    (4, 2, 0, 6, 8, 7, 1, 3, 5, 9),
    (1, 7, 5, 0, 9, 8, 3, 4, 2, 6),
    (6, 1, 2, 3, 0, 4, 5, 9, 7, 8),
    (3, 6, 7, 4, 2, 0, 9, 5, 8, 1),
    (5, 8, 6, 9, 7, 2, 0, 1, 3, 4),
    (8, 9, 4, 5, 3, 6, 2, 0, 1, 7),
    (9, 4, 3, 8, 6, 1, 7, 2, 0, 5),
    (2, 5, 8, 1, 4, 3, 6, 7, 9, 0),
)


def own_id(key: int) -> int:
    """The office's number of the player with a key."""
    if not 0 <= key < PLACES - 1:
        raise Misuse("numbers-used-up", key=key)
    stem = LEAD * PLACES + key + 1
    return stem * 10 + _check(stem)


def own_ids(keys: I64) -> I64:
    """The office's numbers of many players at once."""
    if len(keys):
        own_id(int(keys.min())), own_id(int(keys.max()))  # none is negative or beyond the last
    stems, state = LEAD * PLACES + keys + 1, np.zeros(len(keys), np.int64)
    for place in reversed(range(len(str(LEAD * PLACES)))):
        state = np.array(DAMM)[state, stems // 10**place % 10]
    return stems * 10 + state


def is_own(number: int) -> bool:
    """Whether a number has the form of an office number; the check digit is not checked."""
    return FIRST <= number <= LAST


def key_of(number: int) -> int | None:
    """The key of the player with an office number; None if it is no office number or has a wrong check digit."""
    stem, digit = divmod(number, 10)
    if not is_own(number) or _check(stem) != digit or stem == LEAD * PLACES:
        return None
    return stem - LEAD * PLACES - 1


def _check(stem: int) -> int:
    """The check digit of a number, by Damm's algorithm."""
    state = 0
    for digit in str(stem):
        state = DAMM[state][int(digit)]
    return state
