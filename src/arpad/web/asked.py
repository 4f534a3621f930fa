"""What routes take from an address: the reader, numbers, months and fields that a form may leave empty."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Request
from pydantic import BeforeValidator

from arpad.days import Month
from arpad.finding import Misuse
from arpad.office.reading import Reader

LONGEST = 18  # digits


async def reader_of(request: Request) -> Reader:  # so that no thread is asked for it
    reader: Reader = request.app.state.reader
    return reader


Office = Annotated[Reader, Depends(reader_of)]


def _or_nothing(text: Any) -> Any:
    """A form sends its empty fields too."""
    return None if isinstance(text, str) and not text.strip() else text


OptionalNumber = Annotated[int | None, BeforeValidator(_or_nothing)]
OptionalText = Annotated[str, BeforeValidator(lambda text: (text or "").strip())]


def month_of(text: str) -> Month:
    """A list's month in an address."""
    try:
        return Month.read(text)
    except ValueError:
        raise Misuse("no-page") from None


def number_of(text: str) -> int:
    """A player's number in an address."""
    if not (text.isascii() and text.isdigit() and len(text) <= LONGEST):
        raise Misuse("no-page")
    return int(text)


def parted(name: str, endings: tuple[str, ...]) -> tuple[str, str]:
    """The last part of an address and its ending, where it is one of these."""
    stem, dot, ending = name.rpartition(".")
    return (stem, ending) if dot and ending in endings else (name, "")
