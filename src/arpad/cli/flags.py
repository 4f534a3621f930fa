"""From options to the documents that the calculators read."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from arpad.cli.files import content
from arpad.cli.rulebooks import named
from arpad.finding import Misuse

if TYPE_CHECKING:
    from arpad.calculator import Book

USUAL_SERIES = "fide-standard"
LONGEST = 4 * 1024 * 1024  # bytes of a document


def asked(
    document: str | None, rulebook: str | None, witness: str | None, flags: dict[str, Any]
) -> tuple[Book, dict[str, Any]]:
    """The rulebook and the document that are asked for: by a document or by flags, never by both."""
    from arpad.calculator import load

    rulebook, wanted = rulebook and named(rulebook), given(**flags) or {}
    if document is not None:
        if wanted:
            raise Misuse("calc/document-and-flags", flags=tuple(wanted))
        wanted = load(_text(document))
        if not isinstance(wanted, dict):
            raise Misuse("calc/no-table")
        if rulebook is not None and wanted.get("rulebook") not in (None, rulebook):
            raise Misuse("calc/two-rulebooks", flag=rulebook, document=str(wanted["rulebook"]))
    id = rulebook or wanted.get("rulebook")
    if id is not None and not isinstance(id, str):
        raise Misuse("calc/rulebook-no-text")
    return book_named(id, witness), wanted


def book_named(rulebook: str | None, witness: str | None) -> Book:
    """The rulebook that is named; where none is, the standard one in force today. A text is one of a rulebook's."""
    from arpad import calculator

    if rulebook is None and witness is not None:
        raise Misuse("calc/no-rulebook")
    if rulebook is None:
        return calculator.in_force(USUAL_SERIES, date.today())
    return calculator.rulebook(named(rulebook), witness=witness)


def _text(document: str) -> str:
    if document.lstrip().startswith("{"):
        return document
    try:
        sent = content(document, LONGEST)
    except (OSError, ValueError) as error:
        raise Misuse("calc/no-document", document=document, reason=str(error)) from None
    if len(sent) > LONGEST:
        raise Misuse("calc/long-document", document=document, most=LONGEST)
    try:
        return sent.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Misuse("calc/input-no-text", reason=error.reason, byte=error.start) from None


def given(**values: Any) -> dict[str, Any] | None:
    """Only what was given; nothing at all is None."""
    return {key: value for key, value in values.items() if value is not None} or None
