"""Read the player whom the cells of a row or the tags of a game describe.

In: texts by what they are, and where they stand. Out: a `Player`. What cannot be read is told, and left out or kept as
it was written. Whether two rows speak of one player is decided in `entries`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from arpad.intake.codes import Notes, shown
from arpad.intake.dates import birth
from arpad.intake.digits import integer
from arpad.intake.quick import quick
from arpad.intake.tables import SEX_WORDS, fold
from arpad.intake.trf_fields import tenths
from arpad.intake.trf_layout import TITLE_LETTERS, TITLES
from arpad.model import Player

made = quick(Player)
HIGHEST_NUMBER = 9999
NUMBER_WIDTH = len(str(HIGHEST_NUMBER))
FEDERATION_WIDTH = 3
NOWHERE: Mapping[str, int] = MappingProxyType({})
RATING_WIDTH, ID_WIDTH = 4, 11  # figures, as a report has room for them


def is_federation(text: str) -> bool:
    """Whether a text can be the code of a federation."""
    return len(text) == FEDERATION_WIDTH and text.isascii() and text.isalpha()


def points_of(text: str) -> int | None:
    """Points as tenths: `7.5`, `7,5`, `7½`, and `7x` as Swiss-Manager exports a half."""
    plain = "".join(text.split()).lower()
    if plain.endswith(("½", "x")):
        plain = f"{plain[:-1]}.5" if "." not in plain and "," not in plain else "?"
    return tenths(plain)


def person(
    texts: Mapping[str, str], line: int, columns: Mapping[str, int], notes: Notes, lines: Mapping[str, int] = NOWHERE,
    sexes: Mapping[str, str] = SEX_WORDS,
) -> Player:  # fmt: skip
    """The player whom these texts describe; what cannot be read is told and left out, or kept as it was written."""

    def tell(code: str, name: str, what: str) -> None:
        if not notes.full(code):
            sentence = f"“{shown(texts[name])}” is no {what}."
            notes.add(code, sentence, lines.get(name, line), columns.get(name, 0))

    def number(name: str, code: str, width: int, what: str) -> int:
        text = texts.get(name)
        if not text:
            return 0
        found = integer(text)
        if found is None or len(text) > width < len(str(found)):
            tell(code, name, what)
            return 0
        return found

    sex, title, federation, born, points = "", "", "", 0, None
    if text := texts.get("sex"):
        sex = sexes.get(fold(text).rstrip("."), "?")
        if sex == "?":
            tell("unreadable-sex", "sex", "sex")
    if text := texts.get("title"):
        title = TITLE_LETTERS.get(text, text.upper())
        if title not in TITLES:
            tell("unknown-title", "title", "title")
    if text := texts.get("federation"):
        federation = text.upper()
        if not is_federation(federation):
            tell("unreadable-federation", "federation", "federation")
    if text := texts.get("born"):
        born, _ = birth(text)
        if born < 0:
            tell("unreadable-birth", "born", "birth date")
    if text := texts.get("points"):
        points = points_of(text)
        if points is None:
            tell("unreadable-points", "points", "number of points")
    return made(
        number("number", "unreadable-cell", NUMBER_WIDTH, "start number"),
        texts.get("name", ""),
        sex.strip("?"),
        title,
        number("rating", "unreadable-rating", RATING_WIDTH, "rating"),
        federation,
        number("id", "unreadable-id", ID_WIDTH, "FIDE number"),
        max(born, 0),
        points,
        number("rank", "unreadable-rank", NUMBER_WIDTH, "rank") or None,
        line,
        columns,
    )


def same_person(name: str) -> frozenset[str]:
    """A name as it is compared where the FIDE number is the same: its words, in whatever order."""
    return frozenset("".join(letter if letter.isalnum() else " " for letter in fold(name)).split())
