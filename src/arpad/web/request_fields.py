"""Read addresses, query strings, cursors and forms."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated
from urllib.parse import urlencode

from fastapi import Depends, Request

from arpad.days import Month
from arpad.finding import Note, UserError
from arpad.office import reading
from arpad.office.reading import Reader, RowFilter, RowOrder

MAX_TEXT = 18  # digits


async def reader_of(request: Request) -> Reader:  # so that no thread is asked for it
    reader: Reader = request.app.state.reader
    return reader


OfficeReader = Annotated[Reader, Depends(reader_of)]


def parse_month(text: str) -> Month:
    """A list's month in an address."""
    try:
        return Month.read(text)
    except ValueError:
        raise UserError("no-page") from None


def parse_player_number(text: str) -> int:
    """A player's number in an address."""
    if not (text.isascii() and text.isdigit() and len(text) <= MAX_TEXT):
        raise UserError("no-page")
    return int(text)


def split_ending(name: str, endings: tuple[str, ...]) -> tuple[str, str]:
    """The last part of an address and its ending, where it is one of these."""
    stem, dot, ending = name.rpartition(".")
    return (stem, ending) if dot and ending in endings else (name, "")


MAX_CURSOR = 200


def encode_cursor(subject: str, offset: int) -> str:
    """A cursor for an offset in an answer, and the list that it belongs to."""
    return base64.urlsafe_b64encode(f"{subject}:{offset}".encode()).decode().rstrip("=")


def decode_cursor(word: str) -> tuple[str, int]:
    """The list and the offset that a cursor stands for. Any other word is refused."""
    if not word:
        return "", 0
    try:
        text = base64.urlsafe_b64decode((word + "=" * (-len(word) % 4)).encode("ascii")).decode("ascii")
        subject, colon, offset = text.rpartition(":")
        if not colon or not offset.isdigit() or len(offset) > 9 or len(word) > MAX_CURSOR:
            raise ValueError
    except (ValueError, binascii.Error):
        raise UserError("cursor-unknown") from None
    return subject, int(offset)


MAX_FIELD = 200  # letters of a field
DIGITS_ONLY = 9
UNPRINTABLE = "\ufffd"


def plain_text(typed: str) -> str:
    """What somebody typed; what no keyboard writes, control characters and marks that turn the writing, is shown as
    the sign for what cannot be shown."""
    return "".join(letter if letter.isprintable() or letter in "\r\n\t" else UNPRINTABLE for letter in typed).strip()


class Form:
    """The fields of a form. Reading one notes what is wrong with it in `errors`, by name."""

    def __init__(self, fields: Mapping[str, str], longest: int = MAX_FIELD) -> None:
        plain = {name: plain_text(value)[:longest] for name, value in fields.items()}
        self.sent = {name: value for name, value in plain.items() if value}
        self.errors: dict[str, str] = {}

    def __getitem__(self, name: str) -> str:
        """A field as it was typed, to be shown again."""
        return self.sent.get(name, "")

    def text(self, name: str) -> str:
        return self.sent.get(name, "")

    def whole(self, name: str, least: int = 0, most: int = 9999) -> int | None:
        """A whole number; None where the field is empty or wrong."""
        typed = self.sent.get(name, "")
        if not typed:
            return None
        if not (typed.isascii() and typed.removeprefix("-").isdigit() and len(typed) <= DIGITS_ONLY):
            self.wrong(name, Note.of("web-form/whole", least=least, most=most))
            return None
        number = int(typed)
        if not least <= number <= most:
            self.wrong(name, Note.of("web-form/whole", least=least, most=most))
            return None
        return number

    def option(self, name: str, options: Sequence[str], default: str = "") -> str:
        """One of several words; the default where the field is empty or wrong."""
        typed = self.sent.get(name, "")
        if not typed:
            return default
        if typed not in options:
            self.wrong(name, Note.of("web-form/option", options=tuple(options)))
            return default
        return typed

    def wrong(self, name: str, note: Note) -> None:
        self.errors[name] = note.sentence

    @property
    def status(self) -> int:
        """The status of the page that shows the form again."""
        return 422 if self.errors else 200


def query_with_changes(form: Form) -> Callable[..., str]:
    """A function for templates: the query of this page with some fields changed; an empty value leaves one out."""

    def address(**changed: object) -> str:
        fields = {**form.sent, "page": "", **{name: str(value) for name, value in changed.items()}}
        query = urlencode({name: value for name, value in fields.items() if value})
        return f"?{query}" if query else "?"

    return address


MAX_AGE, MAX_RATING = 150, 4000
FILTER_FIELDS = ("q", "show", "fed", "region", "sex", "title", "age_from", "age_to", "rating_from", "rating_to")


def list_choice(form: Form) -> RowFilter:
    """What a form asks for."""
    return RowFilter(
        form.option("show", reading.LIST_PARTS, "active"),
        form.text("fed").upper(),
        form.text("region"),
        form.option("sex", ("w", "m")),
        form.text("title"),
        form.whole("age_from", 0, MAX_AGE),
        form.whole("age_to", 0, MAX_AGE),
        form.whole("rating_from", 0, MAX_RATING),
        form.whole("rating_to", 0, MAX_RATING),
        form.text("q"),
    )


def list_order(form: Form) -> RowOrder:
    return RowOrder(form.option("sort", reading.SORTS, "rating"), form.option("dir", ("up", "down"), "down") == "up")
