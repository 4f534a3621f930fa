"""Read what lists are opened with and taken over from: a FIDE list, text, XML or the zip of it, or a CSV.

A text of one list does not say of which series it is; where its name says another one, it is refused. A list says its
month itself, or by its name, or an officer says it; without one it is refused. What is read is only what the file says:
what it leaves open is asked when the series is opened.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from arpad.columns import I64
from arpad.days import Month
from arpad.finding import Finding, Misuse, Remedy, Tier
from arpad.frozen import dataclass
from arpad.intake import RatingList
from arpad.intake.codes import shown
from arpad.intake.frl.copies import headings_in
from arpad.intake.frl.layout import SERIES
from arpad.intake.frl.reader import read_list
from arpad.intake.frl.zip import unpacked
from arpad.lists.concluding import Stated, chosen_of
from arpad.lists.opening import stated_by_list
from arpad.lists.opening_csv import read_entered, read_opening
from arpad.lists.rollcall import STANDINGS
from arpad.office.desk import Watch, quiet
from arpad.office.publication.due import NO_MONTH, Which
from arpad.office.publication.series import OpeningList, PastList
from arpad.office.registry.csv_rows import LIMITS
from arpad.office.registry.filing import LONGEST_HEADER, File

CSV = ".csv"
LONGEST = 400  # letters of a name in a finding


@dataclass(frozen=True)
class Opening:
    """A request to open a series with a file."""

    series: str
    file: File
    entered: File | None = None  # a CSV with what the list does not say
    list_: Month = NO_MONTH  # where the file does not say it
    why: str = ""
    conclude: tuple[str, ...] = ()  # games, highest: where nothing proves them
    past: tuple[File, ...] = ()  # lists of earlier months, which prove more


@dataclass(frozen=True)
class OpeningRows:
    """What a file says of its players, one row each."""

    numbers: I64
    stated: Stated
    month: Month  # 0 where the file does not say it
    remarks: tuple[Finding, ...] = ()


def read_opening_list(opening: Opening, watch: Watch = quiet) -> tuple[OpeningList, tuple[Finding, ...]]:
    """Read the list that opens a series, with what was entered beside it; return it with the remarks of reading."""
    series, file, chosen = opening.series, opening.file, chosen_of(opening.conclude)
    rows = read_rows(file, series, watch)
    month = Which(series, given_month(opening.list_, rows.month, file)).list_
    entered, past = read_additions(opening.entered), read_past(opening.past, series, watch)
    return OpeningList(series, month, rows.numbers, rows.stated, entered, file.name, chosen, past), rows.remarks


def read_ratings(file: File, series: str, watch: Watch = quiet) -> tuple[RatingList, tuple[Finding, ...]]:
    """Read a rating list file; return the list and the remarks of reading."""
    named = next((name for name in SERIES if Path(file.name).name.casefold().startswith(name)), "")
    if named and series in STANDINGS and named != STANDINGS[series]:
        helps = Remedy.to("rename-list-file")
        raise Misuse("list-file/other-series", helps, file=file.name, named=named, series=series)
    name = shown(file.name, LONGEST)
    with (
        file.open() as raw,
        unpacked(raw) as (stream, total),
        watch("reading", total or file.size) as advance,
    ):
        ratings, remarks = read_list(stream, name, STANDINGS.get(series, series), advance)
    refused = [finding for finding in remarks if finding.tier is Tier.REFUSE]
    if refused:
        raise Misuse("list-file/unreadable", file=file.name, finding=refused[0])
    return ratings, remarks


def read_rows(file: File, series: str, watch: Watch = quiet) -> OpeningRows:
    """Read what a file says of its players: the rated players of a rating list, or every row of a CSV file."""
    if file.name.lower().endswith(CSV) and not _is_list(file):
        ids, _, stated = read_opening(_content(file), file.name)
        return OpeningRows(ids, stated, Month(0))
    ratings, remarks = read_ratings(file, series, watch)
    stated = stated_by_list(ratings, series)
    rated = (stated.rating > 0).nonzero()[0]  # an opening list says nothing of those whom it does not rate
    return OpeningRows(ratings.id[rated], stated.take(rated), month_of(ratings, file), remarks)


def read_past(files: Sequence[File], series: str, watch: Watch = quiet) -> tuple[PastList, ...]:
    """Read lists of earlier months; each must have a month, in the file or its name."""
    past = []
    for file in files:
        ratings, _ = read_ratings(file, series, watch)
        month = given_month(Month(0), month_of(ratings, file), file)
        past.append(PastList(file.name, replace(ratings, month=month)))
    return tuple(past)


def read_additions(file: File | None) -> Mapping[int, Mapping[str, int]]:
    """Read what an officer entered beside a list, by the player's number."""
    return {} if file is None else read_entered(_content(file), file.name)


def _is_list(file: File) -> bool:
    """Whether a CSV file has the headings of a FIDE list; those of an opening list have no names."""
    with file.open() as stream:
        return "name" in headings_in(stream.read(LONGEST_HEADER))


def _content(file: File) -> bytes:
    """The bytes of a file; one that is too large is refused."""
    with file.open() as stream:
        content = stream.read(LIMITS.bytes + 1)
    if len(content) > LIMITS.bytes:
        raise Misuse("list-file/large", file=file.name, most=LIMITS.bytes)
    return content


def month_of(ratings: RatingList, file: File) -> Month:
    """The month of a rating list, from the list or its file name (2018-07.txt); 0 if neither has one."""
    try:
        return ratings.month or Month.read(Path(file.name).stem)
    except ValueError:
        return Month(0)


def given_month(chosen: Month, read: Month, file: File) -> Month:
    """The month that the officer named, or that the file has; refused if there is none."""
    if not (chosen or read):
        raise Misuse("list-file/no-month", Remedy.to("name-list"), file=file.name)
    return chosen or read
