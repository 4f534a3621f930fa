"""Read one field of a player's line: what its text means, or why it means nothing.

In: the text between two separators, blanks around it cut. Out: a reading, which is a value and, where the text is not
what the format specifies, the code of the finding and what it is filled with. There is one reader per field: what it
took without a question is remembered under the bytes it stood in, so that thousands of lines are mostly looked up. FIDE
numbers, which are too many for that, are taken at once where they are nothing but figures.

Which line a field belongs to, and what a trouble in it means for the rest of the line, is decided in `players`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from functools import lru_cache
from itertools import repeat
from typing import Any

from arpad.finding import Fields, sorted_fields
from arpad.frozen import dataclass
from arpad.intake.codes import shown
from arpad.intake.dates import NEARLY, SPECIFIED, birth
from arpad.intake.digits import integer
from arpad.intake.trf.layout import PLAYER_COLUMN, SEXES, TITLE_LETTERS, TITLES


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text means. With a code: what its finding is filled with, beside the player it belongs to."""

    value: Any
    code: str = ""
    fields: Fields = ()


def _quoted(text: str) -> Fields:
    return (("text", shown(text)),)


def _number(text: str) -> Reading:
    number = integer(text)
    return Reading(number) if number else Reading(0, "unreadable-start-number", _quoted(text))


@lru_cache(1024)
def _sex(text: str) -> Reading:
    if text in ("", "m", "w"):
        return Reading(text)
    if text in SEXES:
        return Reading(SEXES[text], "sex-letter", sorted_fields({"text": text, "sex": SEXES[text]}))
    return Reading("", "unreadable-sex", _quoted(text))


@lru_cache(1024)
def _title(text: str) -> Reading:
    if not text or text in TITLES:
        return Reading(text)
    title = TITLE_LETTERS.get(text.lower(), text.upper())
    if title in TITLES:
        return Reading(title, "title-letters", sorted_fields({"text": text, "title": title}))
    return Reading(text, "unknown-title", _quoted(text))


def _rating(text: str) -> Reading:
    rating = integer(text) if text else 0
    return Reading(0, "unreadable-rating", _quoted(text)) if rating is None else Reading(rating)


@lru_cache(1024)
def _federation(text: str) -> Reading:
    if not text or (len(text) == 3 and text.isascii() and text.isalpha()):
        return Reading(text)
    return Reading(text, "unreadable-federation", _quoted(text))


def _identity(text: str) -> Reading:
    identity = integer(text) if text else 0
    if identity is None:
        return Reading(0, "unreadable-id", _quoted(text))
    return Reading(identity)


@lru_cache(1024)
def _born(text: str) -> Reading:
    born, style = birth(text) if text else (0, "")
    if born < 0:
        return Reading(0, "unreadable-birth", _quoted(text))
    if style == SPECIFIED and len(text) < len(SPECIFIED):
        style = NEARLY[style]
    if style and style != SPECIFIED:
        return Reading(born, "birth-style", sorted_fields({"text": text, "style": style}))
    return Reading(born)


@lru_cache(1024)
def _points(text: str) -> Reading:
    points = tenths(text)
    if text and points is None:
        return Reading(None, "unreadable-points", _quoted(text))
    if "," in text:
        return Reading(points, "decimal-comma", _quoted(text))
    return Reading(points)


def _rank(text: str) -> Reading:
    rank = integer(text) if text else 0
    return Reading(None, "unreadable-rank", _quoted(text)) if rank is None else Reading(rank or None)


def tenths(text: str) -> int | None:
    """Points as tenths: `4.5`, `4,5` and `4` are read."""
    whole, _, part = text.replace(",", ".").partition(".")
    if not (whole + part).isascii() or not (whole + part).isdigit() or len(part) > 1 or len(whole) > 4:
        return None
    return int(whole or "0") * 10 + int(part or "0")


Odd = dict[int, list[tuple[str, Reading, bool]]]
"""For each row that has some: the fields that are not as specified, and whether a separator beside them is filled."""
UNKNOWN = object()


@dataclass(slots=True)
class Field:
    """A field of a player's line: its reader, the separators that are cut out with it, and what was taken before."""

    name: str
    read: Callable[[str], Reading]
    before: int = 1  # separators in front, and behind
    behind: int = 0
    most: int = 20_000  # texts that are remembered: all numbers of four figures, and the birthdays of fifty years
    known: dict[bytes, Any] = field(default_factory=dict, repr=False)
    place: slice = field(init=False)
    width: int = field(init=False)

    def __post_init__(self) -> None:
        column = PLAYER_COLUMN[self.name]
        self.place = slice(column.first - 1, column.last)
        self.width = self.before + column.width + self.behind

    def values(self, cuts: Sequence[bytes], lines: Sequence[str], odd: Odd) -> list[Any]:
        """The values that stand in the cuts, one of each line; what is not as specified goes into `odd` as well."""
        try:
            return list(map(self.known.__getitem__, cuts))
        except KeyError:
            values = list(map(self.known.get, cuts, repeat(UNKNOWN)))
            for row in [row for row, value in enumerate(values) if value is UNKNOWN]:
                values[row] = self._look(cuts[row], row, lines[row], odd)
            return values

    def _look(self, cut: bytes, row: int, line: str, odd: Odd) -> Any:
        reading = self.read(line[self.place].strip())
        filled = bool(cut[: self.before].strip() or cut[len(cut) - self.behind :].strip())
        if reading.code or filled:
            odd.setdefault(row, []).append((self.name, reading, filled))
        elif cut.isascii() and b"?" not in cut and len(self.known) < self.most:  # ? may stand for another letter
            self.known[cut] = reading.value
        return reading.value


class Identities(Field):
    """FIDE numbers: too many to be remembered, but nearly all are nothing but figures, and those need no reader."""

    __slots__ = ()

    def values(self, cuts: Sequence[bytes], lines: Sequence[str], odd: Odd) -> list[Any]:
        letters = b"".join(cuts)
        if not letters[:: self.width].strip() and not letters.translate(None, b" 0123456789"):
            try:
                return [0 if cut.isspace() else int(cut) for cut in cuts]
            except ValueError:  # two numbers in one field
                pass
        return [self._look(cut, row, lines[row], odd) for row, cut in enumerate(cuts)]


FIELDS: tuple[Field, ...] = (
    Field("number", _number),
    Field("sex", _sex),
    Field("title", _title, before=0, behind=1),
    Field("rating", _rating),
    Field("federation", _federation),
    Identities("id", _identity, most=0),
    Field("born", _born),
    Field("points", _points),
    Field("rank", _rank, behind=2),
)
"""The fields in their order; the name, which is free text, stands between title and rating."""
