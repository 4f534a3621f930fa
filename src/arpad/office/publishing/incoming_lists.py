"""Lists made elsewhere: read their files, open a series with one, or take lists over from another office.

Files are FIDE lists (text, XML, zip) or CSV. The month comes from the list, its file name or the officer; without one
the file is refused. Opening a series asks about unregistered players and about everything the file leaves open, and
writes nothing before all is answered. A list that is taken over twice changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from datetime import date
from pathlib import Path

import numpy as np
from sqlalchemy import Connection

from arpad.admission.people import OF_FIDE
from arpad.columns import I32, I64
from arpad.days import Month
from arpad.finding import Finding, Place, Remedy, Tier, UserError, sorted_fields
from arpad.frozen import dataclass
from arpad.intake import RatingList
from arpad.intake.codes import shown
from arpad.intake.frl.copies import headings_in
from arpad.intake.frl.layout import SERIES
from arpad.intake.frl.reader import read_list
from arpad.intake.frl.zip import unpacked
from arpad.law import Rulebook
from arpad.law.calendar import book_of_day, list_day, list_on
from arpad.law.law_set import current_law, package_law
from arpad.lists.concluding import Concluding, Stated, chosen_of, shown_by_past_lists
from arpad.lists.opening import (
    ENTERED,
    UNKNOWN,
    Beside,
    open_list,
    read_entered,
    read_opening,
    stated_by_columns,
    stated_by_list,
)
from arpad.lists.other_series import home_federation
from arpad.lists.rollcall import STANDINGS
from arpad.lists.sealed import ConclusionRows, digest, parts_of
from arpad.office.desk import Desk, ProgressReporter, no_progress
from arpad.office.publishing.choose_list import NO_MONTH, ListChoice, day_of_list
from arpad.office.publishing.list_law import store_law_of_list
from arpad.office.publishing.list_storage import (
    OPENING,
    ListRecord,
    insert_list_record,
    insert_series,
    set_newest_list,
    store_period_tables,
)
from arpad.office.registry.csv_rows import LIMITS
from arpad.office.registry.import_files import LONGEST_HEADER, InputFile
from arpad.office.registry.player_facts import keys_of_numbers, read_roster
from arpad.office.rolls import (
    COMPUTED,
    empty_roll,
    newest_published_list,
    series_kind,
    store_roll_parts,
)
from arpad.packed import pack_by_chunk
from arpad.plaintext import file_name

OPENING_STAGES = ("found", "concluded", "packed", "written")  # of an opening, for a progress bar


@dataclass(frozen=True)
class PastList:
    """A list of an earlier month that is given with the opening list."""

    file: str
    ratings: RatingList


@dataclass(frozen=True)
class OpeningList:
    """A list that opens a series, as the file and the officer say it. Refused if the columns have different lengths,
    or facts were entered for a number that is not on the list."""

    series: str
    list_: Month
    numbers: Sequence[int] | I64
    stated: Stated
    entered: Mapping[int, Mapping[str, int]] = field(default_factory=dict)  # by an officer, by the player's number
    file: str = ""
    chosen: frozenset[Concluding] = frozenset()  # what the officer allows to be concluded
    past: tuple[PastList, ...] = ()
    own: bool = False  # this office is the authority, though the rulebook is of another one

    def __post_init__(self) -> None:
        if len(self.numbers) != len(self.stated):
            raise UserError("open/rows", numbers=len(self.numbers), rows=len(self.stated))
        entered = np.fromiter(self.entered, np.int64, len(self.entered))
        absent = entered[~np.isin(entered, np.asarray(self.numbers))]
        if len(absent):
            raise UserError("open/entered", number=int(absent[0]), file=self.file)


@dataclass(frozen=True)
class Opened:
    """The result of opening a series: how many rows and the seal. With questions, nothing was stored and the seal is
    empty."""

    series: str
    list_: Month
    rows: int
    sha256: str
    questions: tuple[Finding, ...] = ()  # while there are any, nothing was written


def open_series(desk: Desk, opening: OpeningList, why: str = "", watch: ProgressReporter = no_progress) -> Opened:
    """Open a series that this office computes, with a list made elsewhere as its first list. If questions are left
    (unregistered players, facts that nothing proves), return them and store nothing. Refuses a series that
    exists, a month without a list, a future list, and a player who is on it twice."""
    with watch("opening", len(OPENING_STAGES)) as advance:
        return _open_series_in_stages(desk, opening, why, advance)


def _open_series_in_stages(desk: Desk, opening: OpeningList, why: str, advance: Callable[[int], None]) -> Opened:
    """Do what `open_series` says; `advance` is called after each of the OPENING_STAGES."""
    series, list_ = opening.series, opening.list_
    listed_as = np.asarray(opening.numbers, np.int64)
    day = _day_of_opening_list(series, list_, desk.today())
    book = book_of_day(series, day)
    _refuse_authority_of_another(desk, opening, book)
    with desk.reading() as connection:
        _refuse_existing_series(connection, series)
        players = read_roster(connection)
        keys = keys_of_numbers(connection, listed_as.tolist())
    advance(1)
    _refuse_player_twice(listed_as, keys)
    _refuse_later_last_game(opening)
    here = np.flatnonzero(keys >= 0)
    numbers = listed_as[here]
    past = [each.ratings for each in opening.past]
    shown = shown_by_past_lists(past, series, numbers, list_) if past else None
    beside = Beside(_stated_by_officer(numbers, opening.entered), shown, opening.chosen)
    concluded = open_list(book, day, players.born[keys[here]], opening.stated.take(here), beside)
    advance(1)
    questions = (*_questions_about_unregistered(opening, keys), *concluded.questions(numbers, opening.file))
    if questions:
        return Opened(series, list_, len(keys), "", questions)
    roll = empty_roll(len(players))
    for name, column in concluded.roll.columns():
        getattr(roll, name)[keys] = column
    conclusions = ConclusionRows(keys, **dict(concluded.conclusions.columns()))
    parts = parts_of(empty_roll(0), roll)
    tables = [(OPENING, chunk, packed) for chunk, packed in pack_by_chunk(conclusions)]
    sha256 = digest("", parts, tables)
    advance(1)
    head = ListRecord(series, list_, OPENING, sha256, len(roll), book.id, current_law().sha256(book.id))
    detail = {"file": file_name(opening.file), "rows": len(keys), "sha256": sha256, **_choices_for_log(opening)}
    with desk.writing("open", f"{series} {list_:d}", why, detail) as writing:
        _refuse_existing_series(writing.connection, series)
        insert_series(writing, series, COMPUTED)
        insert_list_record(writing, desk, head)
        store_law_of_list(writing, head, [book.id])
        store_roll_parts(writing.connection, series, list_, parts)
        store_period_tables(writing.connection, head, tables)
        set_newest_list(writing.connection, head)
    advance(1)
    return Opened(series, list_, len(keys), sha256)


def _refuse_authority_of_another(desk: Desk, opening: OpeningList, book: Rulebook) -> None:
    """Refuse to open a series of FIDE's rulebooks in a real office of a federation, unless that is meant: its lists
    are FIDE's, and a federation imports them."""
    fide = book.id in package_law().ids and not home_federation(book)
    if fide and not (opening.own or desk.rehearsal or desk.home in ("", OF_FIDE)):
        remedy = Remedy.to("import-or-own", series=opening.series)
        raise UserError("open/official-elsewhere", remedy, series=opening.series, home=desk.home)


def _choices_for_log(opening: OpeningList) -> dict[str, list[str]]:
    """Return for the log what the officer allowed to be concluded (`concluded`) and the files of earlier lists
    (`past`); empty choices are left out."""
    chosen, past = sorted(each.value for each in opening.chosen), [each.file for each in opening.past]
    return {**({"concluded": chosen} if chosen else {}), **({"past": past} if past else {})}


def _day_of_opening_list(series: str, list_: Month, today: date) -> date:
    """Return the day of the opening list; refuse a month in which the series has no list, and a future day."""
    day_of_list(list_)  # refuses what is no month
    day = list_day(series, list_)
    in_force_then = list_on(series, day)
    if in_force_then != day:
        raise UserError("open/no-list-day", series=series, list=list_, day=in_force_then)
    if day > today:
        raise UserError("open/future", series=series, list=list_, today=today)
    return day


def _refuse_existing_series(connection: Connection, series: str) -> None:
    """Refuse to open a series that exists already."""
    if series_kind(connection, series):
        raise UserError("open/again", series=series, newest=Month(newest_published_list(connection, series)))


def _refuse_player_twice(numbers: I64, keys: I32) -> None:
    """Refuse a list on which a player appears twice, for example by FIDE number and by office number. `keys` has the
    registry key of each row, -1 if unregistered."""
    order = np.argsort(keys, kind="stable")
    again = np.flatnonzero((np.diff(keys[order]) == 0) & (keys[order[1:]] >= 0))
    if len(again):
        at = min(again.tolist(), key=lambda place: int(order[place + 1]))  # the first row that says somebody again
        first, second = (int(numbers[order[place]]) for place in (at, at + 1))
        raise UserError("open/one-player", Remedy.to("leave-one-row-out"), first=first, second=second)


def _refuse_later_last_game(opening: OpeningList) -> None:
    """Refuse a month of the last rated game that is after the list, or that is no month."""
    entered = {columns["last"] for columns in opening.entered.values() if "last" in columns}
    for last in sorted({*np.unique(opening.stated.last).tolist(), *entered}):
        if last > 0 and day_of_list(Month(last)) > day_of_list(opening.list_):
            raise UserError("open/last", last=Month(last), list=opening.list_)


def _questions_about_unregistered(opening: OpeningList, keys: I32) -> Iterator[Finding]:
    """Yield a question for each row whose player is not registered (key -1)."""
    for row in np.flatnonzero(keys < 0).tolist():
        number = int(opening.numbers[row])
        fields = sorted_fields({"number": number})
        helps = Remedy.to("register-listed", number=number)
        yield Finding("unknown-player", Tier.ASK, Place(opening.file), "unknown-player/listed", fields, helps)


def _stated_by_officer(numbers: I64, entered: Mapping[int, Mapping[str, int]]) -> Stated | None:
    """Return what the officer entered as columns, a row for each of these numbers, UNKNOWN where they entered
    nothing. None if nothing was entered at all."""
    if not entered:
        return None
    columns = {name: np.full(len(numbers), UNKNOWN) for name in ENTERED}
    for row in np.flatnonzero(np.isin(numbers, np.fromiter(entered, np.int64, len(entered)))).tolist():
        for name, value in entered[int(numbers[row])].items():
            columns[name][row] = value
    return stated_by_columns({"rating": np.zeros(len(numbers), np.int16), **columns})


CSV_ENDING = ".csv"
UNREADABLE_ROW = "unreadable-row"  # a finding of the reader
LONGEST_FILE_NAME = 400  # letters of a name in a finding


@dataclass(frozen=True)
class SeriesOpening:
    """A request to open a series with a file."""

    series: str
    file: InputFile
    entered: InputFile | None = None  # a CSV with what the list does not say
    list_: Month = NO_MONTH  # where the file does not say it
    why: str = ""
    conclude: tuple[str, ...] = ()  # games, highest: where nothing proves them
    past: tuple[InputFile, ...] = ()  # lists of earlier months, which prove more
    own: bool = False  # this office is the authority, though the rulebook is of another one


@dataclass(frozen=True)
class OpeningRows:
    """What a file says of its players, one row for each."""

    numbers: I64
    stated: Stated
    month: Month  # 0 where the file does not say it
    remarks: tuple[Finding, ...] = ()


def read_opening_list(
    opening: SeriesOpening, watch: ProgressReporter = no_progress
) -> tuple[OpeningList, tuple[Finding, ...]]:
    """Read the list that opens a series, the facts entered in addition and the lists of earlier months. Return it
    with the remarks of reading. Nothing is stored. Refuses unreadable files and a list without a month."""
    series, file, chosen = opening.series, opening.file, chosen_of(opening.conclude)
    rows = read_opening_rows(file, series, watch)
    month = ListChoice(series, month_given_or_read(opening.list_, rows.month, file)).list_
    entered, past = read_entered_facts(opening.entered), read_past_lists(opening.past, series, watch)
    of_file = (rows.numbers, rows.stated, entered, file.name, chosen, past)
    return OpeningList(series, month, *of_file, opening.own), rows.remarks


def read_rating_list_file(
    file: InputFile, series: str, watch: ProgressReporter = no_progress
) -> tuple[RatingList, tuple[Finding, ...]]:
    """Read a rating list file (text, XML or zip); return the list and the remarks of reading. Refuses a file that
    cannot be read, and one whose name says that it is of another series."""
    named = next((name for name in SERIES if Path(file.name).name.casefold().startswith(name)), "")
    if named and series in STANDINGS and named != STANDINGS[series]:
        helps = Remedy.to("rename-list-file")
        raise UserError("list-file/other-series", helps, file=file.name, named=named, series=series)
    name = shown(file.name, LONGEST_FILE_NAME)
    with file.open() as raw, unpacked(raw) as (stream, total), watch("reading", total or file.size) as advance:
        ratings, remarks = read_list(stream, name, STANDINGS.get(series, series), advance)
    refused = [finding for finding in remarks if finding.tier is Tier.REFUSE]
    if refused:
        raise UserError("list-file/unreadable", file=file.name, finding=refused[0])
    return ratings, remarks


def read_opening_rows(file: InputFile, series: str, watch: ProgressReporter = no_progress) -> OpeningRows:
    """Read what a file says of its players: only the rated players of a rating list, but every row of an opening
    CSV."""
    if file.name.lower().endswith(CSV_ENDING) and not _is_rating_list_csv(file):
        ids, _, stated = read_opening(_content_within_limit(file), file.name)
        return OpeningRows(ids, stated, Month(0))
    ratings, remarks = read_rating_list_file(file, series, watch)
    stated = stated_by_list(ratings, series)
    rated = (stated.rating > 0).nonzero()[0]  # an opening list says nothing of those whom it does not rate
    return OpeningRows(ratings.id[rated], stated.take(rated), month_of_rating_list(ratings, file), remarks)


def read_past_lists(
    files: Sequence[InputFile], series: str, watch: ProgressReporter = no_progress
) -> tuple[PastList, ...]:
    """Read lists of earlier months; refuse one whose month neither the file nor its name says. Remarks of reading
    are dropped."""
    past = []
    for file in files:
        ratings, _ = read_rating_list_file(file, series, watch)
        month = month_given_or_read(Month(0), month_of_rating_list(ratings, file), file)
        past.append(PastList(file.name, replace(ratings, month=month)))
    return tuple(past)


def read_entered_facts(file: InputFile | None) -> Mapping[int, Mapping[str, int]]:
    """Read the CSV of facts that an officer entered beside a list, by the player's number; without a file empty. A
    file that is too large is refused."""
    return {} if file is None else read_entered(_content_within_limit(file), file.name)


def _is_rating_list_csv(file: InputFile) -> bool:
    """Return whether a CSV file is a FIDE list: it has a column of names, which an opening list has not."""
    with file.open() as stream:
        return "name" in headings_in(stream.read(LONGEST_HEADER))


def _content_within_limit(file: InputFile) -> bytes:
    """Return the bytes of a file; refuse one that is too large."""
    with file.open() as stream:
        content = stream.read(LIMITS.bytes + 1)
    if len(content) > LIMITS.bytes:
        raise UserError("list-file/large", file=file.name, most=LIMITS.bytes)
    return content


def refuse_unreadable_rows(file: InputFile, remarks: Sequence[Finding]) -> None:
    """Refuse a list of which a row was left out: a player would be missing without a word."""
    left_out = [finding for finding in remarks if finding.code == UNREADABLE_ROW]
    if left_out:
        about = {"count": len(left_out), "finding": left_out[0]}
        raise UserError("list-file/rows", Remedy.to("load-again"), file=file.name, **about)


def refuse_other_month(file: InputFile, read: Month, chosen: Month) -> None:
    """Refuse a month that the officer names if the list says another one."""
    if chosen and read and chosen != read:
        raise UserError("list-file/other-month", file=file.name, month=read, chosen=chosen)


def month_of_rating_list(ratings: RatingList, file: InputFile) -> Month:
    """Return the month of a rating list, from the list or its file name (2018-07.txt); month 0 if neither has one."""
    try:
        return ratings.month or Month.read(Path(file.name).stem)
    except ValueError:
        return Month(0)


def month_given_or_read(chosen: Month, read: Month, file: InputFile) -> Month:
    """Return the month that the officer named (`chosen`), else the one of the file (`read`); refuse a file with
    neither."""
    if not (chosen or read):
        raise UserError("list-file/no-month", Remedy.to("name-list"), file=file.name)
    return chosen or read
