"""Read the player whom the cells of a row or the tags of a game describe.

In: texts by what they are, and where they stand. Out: a `Player`. What cannot be read is told, and left out or kept as
it was written. Whether two rows speak of one player is decided in `entries`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from arpad.intake.codes import Notes, shown
from arpad.intake.dates import birth
from arpad.intake.digits import integer
from arpad.intake.tables.reader import SEX_WORDS, fold
from arpad.intake.trf.fields import tenths
from arpad.intake.trf.layout import TITLE_LETTERS, TITLES
from arpad.model import Player

HIGHEST_NUMBER = 9999
NUMBER_WIDTH = len(str(HIGHEST_NUMBER))
FEDERATION_WIDTH = 3
NOWHERE: Mapping[str, int] = MappingProxyType({})
RATING_WIDTH, ID_WIDTH = 4, 11  # figures, as a report has room for them
WORDS = re.compile(r"[^\W_]+")
Reader = Callable[[str], tuple[Any, str]]  # the value, and the message that tells that it is none


def is_federation(text: str) -> bool:
    """Whether a text can be the code of a federation."""
    return len(text) == FEDERATION_WIDTH and text.isascii() and text.isalpha()


def points_of(text: str) -> int | None:
    """Points as tenths: `7.5`, `7,5`, `7½`, and `7x` as Swiss-Manager exports a half."""
    plain = "".join(text.split()).lower()
    if plain.endswith(("½", "x")):
        plain = f"{plain[:-1]}.5" if "." not in plain and "," not in plain else "?"
    return tenths(plain)


def _figures(width: int, message: str) -> Reader:
    def read(text: str) -> tuple[int, str]:
        number = integer(text)
        return (0, message) if number is None or len(text) > width < len(str(number)) else (number, "")

    return read


def _title(text: str) -> tuple[str, str]:
    title = TITLE_LETTERS.get(text, text.upper())
    return title, "" if title in TITLES else "unknown-title/text"


def _federation(text: str) -> tuple[str, str]:
    return text.upper(), "" if is_federation(text.upper()) else "unreadable-federation/text"


def _born(text: str) -> tuple[int, str]:
    born, _ = birth(text)
    return max(born, 0), "" if born >= 0 else "unreadable-birth/text"


def _points(text: str) -> tuple[int | None, str]:
    points = points_of(text)
    return points, "" if points is not None else "unreadable-points/text"


READERS: Mapping[str, Reader] = MappingProxyType({
    "number": _figures(NUMBER_WIDTH, "unreadable-cell/start-number"),
    "title": _title,
    "rating": _figures(RATING_WIDTH, "unreadable-rating/text"),
    "federation": _federation,
    "id": _figures(ID_WIDTH, "unreadable-id/text"),
    "born": _born,
    "points": _points,
    "rank": _figures(NUMBER_WIDTH, "unreadable-rank/text"),
})  # fmt: skip
"""How a field of a player is read: its value and, where the text is none, the message of the finding. Sexes depend on
the words of the whole column."""


def tell_unread(message: str, text: str, line: int, column: int, notes: Notes) -> None:
    """Tell that a text is not what it should be."""
    if not notes.full(message.partition("/")[0]):
        notes.find(message, line, column, text=shown(text))


class Places(NamedTuple):
    """Where the texts of a player stand: the line of his name, their columns, and the lines of those in other ones."""

    line: int
    columns: Mapping[str, int]
    lines: Mapping[str, int] = NOWHERE


def person(
    texts: Mapping[str, str], places: Places, notes: Notes, sexes: Mapping[str, str] = SEX_WORDS
) -> Player:  # fmt: skip
    """The player whom these texts describe; what cannot be read is told and left out, or kept as it was written."""
    line, columns = places.line, places.columns
    values: dict[str, Any] = {"number": 0, "name": texts.get("name", ""), "line": line, "columns": columns}
    for name, text in texts.items():
        if not text or (name not in READERS and name != "sex"):
            continue
        if name == "sex":
            sex = sexes.get(fold(text).rstrip("."), "?")
            value, message = sex.strip("?"), "unreadable-sex/text" if sex == "?" else ""
        else:
            value, message = READERS[name](text)
        values[name] = value
        if message:
            tell_unread(message, text, places.lines.get(name, line), columns.get(name, 0), notes)
    values["rank"] = values.get("rank") or None
    return Player(**values)


@lru_cache(16384)
def same_person(name: str) -> frozenset[str]:
    """A name as it is compared where the FIDE number is the same: its words, in whatever order."""
    return frozenset(WORDS.findall(fold(name)))
