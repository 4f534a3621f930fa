"""The office's own player numbers: made, recognised, and checked for typing errors.

A number has ten digits: a one, the player's place in the registry (eight digits, counted from one), and a check digit
by Damm's algorithm. The check digit catches every wrong digit and every swap of two neighbours. FIDE numbers are
shorter, so the length tells whose number it is. This module never asks the database.
"""

from __future__ import annotations

import numpy as np

from arpad.columns import I64
from arpad.finding import UserError

LEADING_DIGIT = 1
PLAYER_PLACES = 10**8  # players that the eight digits can count
FIRST_OFFICE_NUMBER, LAST_OFFICE_NUMBER = (
    LEADING_DIGIT * PLAYER_PLACES * 10,
    (LEADING_DIGIT + 1) * PLAYER_PLACES * 10 - 1,
)

DAMM_TABLE = (  # a quasigroup of order ten, totally anti-symmetric, with zeros on its diagonal
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


def office_number(key: int) -> int:
    """Return the office's number of the player with a key; raises an error if the ten digits cannot hold the key. The
    database is not asked."""
    if not 0 <= key < PLAYER_PLACES - 1:
        raise UserError("numbers-used-up", key=key)
    stem = LEADING_DIGIT * PLAYER_PLACES + key + 1
    return stem * 10 + _check_digit(stem)


def office_numbers(keys: I64) -> I64:
    """Return the office's numbers of many players by key at once; raises an error if one key cannot have a number."""
    if len(keys):
        office_number(int(keys.min())), office_number(int(keys.max()))  # none is negative or beyond the last
    stems, state = LEADING_DIGIT * PLAYER_PLACES + keys + 1, np.zeros(len(keys), np.int64)
    for place in reversed(range(len(str(LEADING_DIGIT * PLAYER_PLACES)))):
        state = np.array(DAMM_TABLE)[state, stems // 10**place % 10]
    return stems * 10 + state


def is_office_number(number: int) -> bool:
    """Whether a number has the form of an office number; the check digit is not checked."""
    return FIRST_OFFICE_NUMBER <= number <= LAST_OFFICE_NUMBER


def key_of_office_number(number: int) -> int | None:
    """Return the key that belongs to an office number; None if it is no office number or has a wrong check digit.
    Whether the player exists is not checked."""
    stem, digit = divmod(number, 10)
    if not is_office_number(number) or _check_digit(stem) != digit or stem == LEADING_DIGIT * PLAYER_PLACES:
        return None
    return stem - LEADING_DIGIT * PLAYER_PLACES - 1


def _check_digit(stem: int) -> int:
    """The check digit of a number, by Damm's algorithm."""
    state = 0
    for digit in str(stem):
        state = DAMM_TABLE[state][int(digit)]
    return state
