"""Bound what anybody may say of an event: how long a text is, how far away a day, how large a number.

In: the facts of a sidecar, of flags or of a form, each of its kind already. Out: nothing, or the problem of the first
that nobody can mean. What the office keeps from before is read without these bounds: it was taken once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from arpad.days import FIRST_YEAR, LAST_YEAR
from arpad.finding import UserError
from arpad.model import Arbiter, Exclusion
from arpad.model.facts import LICENCES
from arpad.plaintext import NAME, TEXT, is_name, is_text, visible

FEDERATION = re.compile(r"[A-Za-z0-9]{3}")
LICENCE = re.compile(rf"(?:(?:{'|'.join(LICENCES)})[0-9]{{0,9}})?", re.IGNORECASE)  # perhaps with its number: A1
LARGEST = 9999  # a round, a part, a player's number in the report, games of an event
LONGEST_NUMBER = 9_999_999_999  # the number of an arbiter: ten digits at most
ROUNDS = 400
ROWS = 5000  # arbiters or exclusions of one event
DEPTH = 8  # tables in tables
QUOTED = 60


def quoted(value: Any) -> str:
    """A value as it stands in a problem: not at length."""
    text = f"{str(value)[:QUOTED]}…" if isinstance(value, str) and len(value) > QUOTED else repr(value)[: 4 * QUOTED]
    return visible(text)


def texts_of(value: Any, where: str, depth: int = 0) -> None:
    """Refuse a text that nobody can read, wherever it stands in a table."""
    if depth > DEPTH:
        raise UserError("facts/deep", where=where)
    if isinstance(value, str) and not is_text(value):
        raise UserError("facts/unseen", where=where, most=TEXT)
    if isinstance(value, Mapping):
        for key, each in value.items():
            texts_of(key, where, depth + 1)
            texts_of(each, where, depth + 1)
    elif isinstance(value, list | tuple):
        if len(value) > ROWS:
            raise UserError("facts/many", where=where, most=ROWS)
        for each in value:
            texts_of(each, where, depth + 1)


def bounded(key: str, value: Any, where: str) -> None:
    """Refuse a fact that nobody can mean."""
    if isinstance(value, date):
        _day(value, where)
    elif key == "schedule":
        if len(value) > ROUNDS:
            raise UserError("facts/many", where=where, most=ROUNDS)
        for day in value:
            _day(day, where)
    elif key == "resolution" and value is not None:
        _day(value.day, where)
    elif key in ROW_BOUNDS:
        for row in value:
            ROW_BOUNDS[key](row, where)
    elif isinstance(value, int) and value > LARGEST:
        raise UserError("facts/number-large", where=where, most=LARGEST)
    elif key == "federation" and value and not FEDERATION.fullmatch(value):
        raise UserError("facts/federation", where=where, found=quoted(value))
    elif isinstance(value, str) and not is_name(value):
        raise UserError("facts/unseen", where=where, most=NAME)


def _day(day: date, where: str) -> None:
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise UserError("facts/far-day", where=where, day=day, first=FIRST_YEAR, last=LAST_YEAR)


def _arbiter(row: Arbiter, where: str) -> None:
    if not isinstance(row.name, str) or not is_name(row.name):
        raise UserError("facts/unseen", where=f"{where}: name", most=NAME)
    if row.id is not None and not _whole(row.id, LONGEST_NUMBER):
        raise UserError("facts/number-large", where=f"{where}: id", most=LONGEST_NUMBER)
    if not isinstance(row.licence, str) or not LICENCE.fullmatch(row.licence):
        raise UserError("facts/choice", where=f"{where}: licence", names=LICENCES, found=quoted(row.licence))


def _exclusion(row: Exclusion, where: str) -> None:
    for name, number in (("player", row.player), ("round", row.round)):
        if not (_whole(number, LARGEST) or (name == "round" and number is None)):
            raise UserError("facts/number-large", where=f"{where}: {name}", most=LARGEST)
    if not isinstance(row.why, str):
        raise UserError("facts/text", where=f"{where}: why", found=quoted(row.why))


def _whole(number: Any, most: int) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and 0 < number <= most


ROW_BOUNDS: Mapping[str, Callable[[Any, str], None]] = {"arbiters": _arbiter, "exclusions": _exclusion}
