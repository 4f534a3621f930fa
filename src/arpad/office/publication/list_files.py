"""Read what lists are opened with and taken over from: a FIDE list, text, XML or the zip of it, or a CSV.

A text of one list does not say of which series it is; where its name says another one, it is refused. A list says its
month itself, or by its name, or an officer says it; without one it is refused. What is read is only what the file says:
what it leaves open is asked when the series is opened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from arpad.days import Month
from arpad.finding import Finding, Misuse, Remedy, Tier
from arpad.intake import RatingList
from arpad.intake.codes import shown
from arpad.intake.frl.layout import SERIES
from arpad.intake.frl.reader import read_list
from arpad.intake.frl.zip import unpacked
from arpad.lists.opening import Stated, stated_by_list
from arpad.lists.opening_csv import read_entered, read_opening
from arpad.lists.rollcall import STANDINGS

Advance = Callable[[int], None]  # is told how many bytes were read
CSV = ".csv"
LONGEST = 400  # letters of a name in a finding


def silent(_: int) -> None:
    """Nobody watches."""


@dataclass(frozen=True)
class ListFile:
    """A file to be read: its name, and what it holds or where it stands."""

    name: str
    content: bytes | Path

    @contextmanager
    def open(self) -> Iterator[BinaryIO]:
        if isinstance(self.content, bytes):
            yield BytesIO(self.content)
            return
        try:
            stream = open(self.content, "rb")  # noqa: SIM115
        except FileNotFoundError:
            raise Misuse("list-file/missing", file=self.name) from None
        except OSError as error:
            raise Misuse("list-file/closed", file=self.name, reason=error.strerror or "") from None
        with stream:
            yield stream

    def data(self) -> bytes:
        with self.open() as stream:
            return stream.read()

    @property
    def is_csv(self) -> bool:
        return self.name.lower().endswith(CSV)


@dataclass(frozen=True)
class OpeningRows:
    """What a file says of its players, a row each."""

    numbers: tuple[int, ...]
    stated: Stated
    month: Month  # 0 where the file does not say it
    remarks: tuple[Finding, ...] = ()


def read_ratings(file: ListFile, series: str, advance: Advance = silent) -> tuple[RatingList, tuple[Finding, ...]]:
    """The rating list in a file, and what was remarked while it was read."""
    named = next((name for name in SERIES if Path(file.name).name.casefold().startswith(name)), "")
    if named and series in STANDINGS and named != STANDINGS[series]:
        helps = Remedy.to("rename-list-file")
        raise Misuse("list-file/other-series", helps, file=file.name, named=named, series=series)
    with file.open() as raw, unpacked(raw) as (stream, _):
        ratings, remarks = read_list(stream, shown(file.name, LONGEST), STANDINGS.get(series, series), advance)
    refused = [finding for finding in remarks if finding.tier is Tier.REFUSE]
    if refused:
        raise Misuse("list-file/unreadable", file=file.name, finding=refused[0])
    return ratings, remarks


def read_rows(file: ListFile, series: str, advance: Advance = silent) -> OpeningRows:
    """What a file says of its players: of a list those whom it rates, of a CSV every row."""
    if file.is_csv:
        ids, _, stated = read_opening(file.data(), file.name)
        return OpeningRows(tuple(ids.tolist()), stated, Month(0))
    ratings, remarks = read_ratings(file, series, advance)
    stated = stated_by_list(ratings, series)
    rated = (stated.rating > 0).nonzero()[0]  # an opening list says nothing of those whom it does not rate
    return OpeningRows(tuple(ratings.id[rated].tolist()), stated.take(rated), month_of(ratings, file), remarks)


def read_additions(file: ListFile | None) -> Mapping[int, Mapping[str, int]]:
    """What an officer entered beside a list, by the player's number."""
    return {} if file is None else read_entered(file.data(), file.name)


def month_of(ratings: RatingList, file: ListFile) -> Month:
    """The month that a list, or its name (2018-07.txt), says; 0 where neither does."""
    for text in (ratings.period, Path(file.name).stem):
        try:
            return Month.read(text)
        except ValueError:
            continue
    return Month(0)


def given_month(given: Month, read: Month, file: ListFile) -> Month:
    """The month that an officer gave, or that the file says."""
    if not (given or read):
        raise Misuse("list-file/no-month", Remedy.to("name-list"), file=file.name)
    return given or read
