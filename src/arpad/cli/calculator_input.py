"""Turn options of the command line into the documents that the calculators read."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from arpad.cli.files import read_content
from arpad.cli.rulebook_options import rulebook_id
from arpad.finding import UserError

if TYPE_CHECKING:
    from arpad.calculator import Book


DEFAULT_SERIES = "fide-standard"
MAX_DOCUMENT_BYTES = 4 * 1024 * 1024  # bytes of a document


def rulebook_and_document(
    document: str | None, rulebook: str | None, witness: str | None, flags: dict[str, Any]
) -> tuple[Book, dict[str, Any]]:
    """The rulebook and the document that are asked for: by a document or by flags, never by both."""
    from arpad.calculator import load_document

    rulebook, fields = rulebook and rulebook_id(rulebook), only_given(**flags) or {}
    if document is not None:
        if fields:
            raise UserError("calc/document-and-flags", flags=tuple(fields))
        fields = load_document(_document_text(document))
        if not isinstance(fields, dict):
            raise UserError("calc/no-table")
        if rulebook is not None and fields.get("rulebook") not in (None, rulebook):
            raise UserError("calc/two-rulebooks", flag=rulebook, document=str(fields["rulebook"]))
    id = rulebook or fields.get("rulebook")
    if id is not None and not isinstance(id, str):
        raise UserError("calc/rulebook-no-text")
    return book_named(id, witness), fields


def book_named(rulebook: str | None, witness: str | None) -> Book:
    """The rulebook that is named; where none is, the standard one in force today. A text is one of a rulebook's."""
    from arpad import calculator

    if rulebook is None and witness is not None:
        raise UserError("calc/no-rulebook")
    if rulebook is None:
        return calculator.in_force(DEFAULT_SERIES, date.today())
    return calculator.rulebook(rulebook_id(rulebook), witness=witness)


def _document_text(document: str) -> str:
    if document.lstrip().startswith("{"):
        return document
    try:
        octets = read_content(document, MAX_DOCUMENT_BYTES)
    except (OSError, ValueError) as error:
        raise UserError("calc/no-document", document=document, reason=str(error)) from None
    if len(octets) > MAX_DOCUMENT_BYTES:
        raise UserError("calc/long-document", document=document, most=MAX_DOCUMENT_BYTES)
    try:
        return octets.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UserError("calc/input-no-text", reason=error.reason, byte=error.start) from None


def only_given(**values: Any) -> dict[str, Any] | None:
    """Only what was given; nothing at all is None."""
    return {key: value for key, value in values.items() if value is not None} or None
