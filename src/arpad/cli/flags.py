"""From flags to the documents that the calculators read: games, pools and players as people type them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad.finding import Misuse

if TYPE_CHECKING:
    from arpad.calculator import Book


def asked(
    document: str | None, rulebook: str | None, witness: str | None, flags: dict[str, Any]
) -> tuple[Book, dict[str, Any]]:
    """The rulebook and the document that are asked for: by a document or by flags, never by both."""
    from arpad import calculator

    wanted = given(**flags) or {}
    if document is not None:
        if wanted:
            raise Misuse(f"give a document or flags ({', '.join(wanted)}), not both")
        wanted = calculator.load(_text(document))
        if not isinstance(wanted, dict):
            raise Misuse("the document must be a table: {...}")
        if rulebook is not None and wanted.get("rulebook") not in (None, rulebook):
            raise Misuse(f"--rulebook says {rulebook}, the document says {wanted['rulebook']}")
    named = rulebook or wanted.get("rulebook")
    if named is None:
        raise Misuse("no rulebook is named: use --rulebook, or the key rulebook of the document")
    if not isinstance(named, str):
        raise Misuse("rulebook: expected a text, as `arpad law list` names it")
    return calculator.rulebook(named, witness=witness), wanted


def _text(document: str) -> str:
    if document == "-":
        try:
            return sys.stdin.buffer.read().decode("utf-8")
        except UnicodeDecodeError as error:
            raise Misuse(f"standard input is no UTF-8 text ({error.reason}, byte {error.start})") from None
    if document.lstrip().startswith("{"):
        return document
    try:
        return Path(document).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Misuse(f"{document}: neither a JSON document nor a file that can be read ({error})") from None


def given(**values: Any) -> dict[str, Any] | None:
    """Only what was given; nothing at all is None."""
    return {key: value for key, value in values.items() if value is not None} or None


def games_of(texts: Sequence[str] | None) -> list[dict[str, Any]]:
    return [_game(text) for text in texts or ()]


def _game(text: str) -> dict[str, Any]:
    opponent, colon, score = text.partition(":")
    if not colon:
        raise Misuse(f"--game {text}: expected the opponent's rating and the score, as in 2300:1 or -:0.5")
    return {"opponent": None if opponent == "-" else _number(opponent), "score": _number(score)}


def pool_of(text: str) -> dict[str, Any]:
    average, colon, result = text.partition(":")
    score, slash, games = result.partition("/")
    if not colon or not slash:
        raise Misuse(f"--pool {text}: expected average, score and games, as in 2150:3/5")
    return {"average": _number(average), "score": _number(score), "games": _number(games)}


def player_of(text: str) -> dict[str, Any]:
    parts = text.split(":")
    if len(parts) not in (3, 4):
        raise Misuse(f"--player {text}: expected name, rating, score and perhaps K, as in A:2600:8:10 or C:-:7")
    numbers = [None if part in ("-", "") else _number(part) for part in parts[1:]]
    return {"name": parts[0], **(given(**dict(zip(("rating", "score", "k"), numbers, strict=False))) or {})}


def _number(text: str) -> Any:
    """A number as JSON would write it; what is none is left to the reader of the document to name."""
    from arpad.calculator import load

    written = text.replace("½", ".5").replace(",", ".")
    try:
        return load(f"0{written}" if written.startswith(".") else written)
    except Misuse:
        return text
