"""Games, results and players as people type them: one grammar for the command line and the site.

The parts of a line have blanks, colons or semicolons between them: `1995 1`, `2400:½`. Who has no rating is `-`, `u`
or `unr`. A score is a number with a point or a comma, a half also `½`, `=` or `1/2`; `+` is 1 and `-` is 0. A word that
is no number stays the text it is: whoever reads the document names its field, or its line.
"""

from __future__ import annotations

import re
from decimal import Decimal

from arpad.calculator.reading import load_document
from arpad.finding import UserError

UNRATED = ("", "-", "–", "—", "u", "unr")
SCORES: dict[str, int | Decimal] = {"=": Decimal("0.5"), "1/2": Decimal("0.5"), "+": 1, "-": 0, "–": 0, "—": 0}
PARTS = re.compile(r"\s*[:;]\s*|\s+")
FIELDS = re.compile(r"\s*[:;]\s*")

Typed = int | Decimal | str | None
"""A field as a person typed it: a number, a word that a calculator understands or refuses, or none."""


def typed_number(word: str) -> int | Decimal | str:
    """A number without loss; a word that is none as it is."""
    written = word.replace("½", ".5").replace(",", ".").lstrip("0")
    try:
        number = load_document(written if written[:1] not in ("", ".") else f"0{written}")
    except UserError:
        return word
    return number if isinstance(number, int | Decimal) and not isinstance(number, bool) else word


def typed_rating(word: str) -> Typed:
    """A rating; none for whoever has none."""
    return None if word.lower() in UNRATED else typed_number(word)


def typed_score(word: str) -> int | Decimal | str:
    return SCORES[word] if word in SCORES else typed_number(word)


def typed_game(line: str) -> dict[str, Typed]:
    """An opponent's rating and the score against them: `2300:1`, `- ½`."""
    parts = PARTS.split(line.strip())
    if len(parts) != len(("opponent", "score")):
        raise UserError("calc/game", text=line)
    return {"opponent": typed_rating(parts[0]), "score": typed_score(parts[1])}


def typed_pool(line: str) -> dict[str, Typed]:
    """The average of some opponents, the score against them, and how many they are: `2150:3/5`."""
    average, *result = PARTS.split(line.strip())
    score, slash, games = "".join(result).rpartition("/")
    if len(result) != 1 or not slash:
        raise UserError("calc/pool", text=line)
    return {"average": typed_number(average), "score": typed_score(score), "games": typed_number(games)}


def typed_player(line: str) -> dict[str, Typed]:
    """A name, a rating, a score and perhaps K: `Ann Adams:2200:3:15`, or `Ann Adams 2200 3 15`."""
    parts = FIELDS.split(line.strip())
    if len(parts) == 1:
        words = line.split()
        with_k = len(words) > len(("name", "rating", "score")) and not isinstance(typed_rating(words[-3]), str)
        fields = len(("rating", "score", "k")) if with_k else len(("rating", "score"))
        parts = [" ".join(words[:-fields]), *words[-fields:]]
    if not len(("name", "rating", "score")) <= len(parts) <= len(("name", "rating", "score", "k")) or not parts[0]:
        raise UserError("calc/player", text=line)
    name, rating, score, *k = parts
    row = {"name": name, "rating": typed_rating(rating), "score": typed_score(score)}
    row["k"] = typed_rating(k[0]) if k else None
    return {field: value for field, value in row.items() if value is not None}
