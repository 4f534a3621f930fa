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
from arpad.law import LawError, Rulebook
from arpad.law.calendar import DAY, book_of_day, list_day, list_on
from arpad.law.law_set import current_law, package_law
from arpad.lists.concluding import Concluding, Stated, chosen_of, shown_by_past_lists
from arpad.lists.opening import (
    ENTERED,
    UNKNOWN,
    Beside,
    Opening,
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
from arpad.office.registry.player_facts import Roster, keys_of_numbers, read_roster
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
    earlier: tuple[OpeningList, ...] = ()  # lists before it, oldest first, for events that began before it

    def __post_init__(self) -> None:
        months = [each.list_ for each in (*self.earlier, self)]
        if months != sorted(set(months)):
            raise UserError("open/order", lists=tuple(months))
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
    before: Month | None = None  # the list before the first one: what began while it was in force cannot be rated


def open_series(desk: Desk, opening: OpeningList, why: str = "", watch: ProgressReporter = no_progress) -> Opened:
    """Open a series that this office computes, with a list made elsewhere as its first list. If questions are left
    (unregistered players, facts that nothing proves), return them and store nothing. Refuses a series that
    exists, a month without a list, a future list, and a player who is on it twice."""
    with watch("opening", len(OPENING_STAGES)) as advance:
        return _open_series_in_stages(desk, opening, why, advance)


def _open_series_in_stages(desk: Desk, opening: OpeningList, why: str, advance: Callable[[int], None]) -> Opened:
    """Do what `open_series` says; `advance` is called after each of the OPENING_STAGES."""
    series, given = opening.series, (*opening.earlier, opening)
    days = [_day_of_opening_list(series, each.list_, desk.today()) for each in given]
    _refuse_authority_of_another(desk, opening, book_of_day(series, days[-1]))
    with desk.reading() as connection:
        _refuse_existing_series(connection, series)
        players = read_roster(connection)
        keys = [keys_of_numbers(connection, np.asarray(each.numbers, np.int64).tolist()) for each in given]
    advance(1)
    concluded = []
    for each, day, of_rows in zip(given, days, keys, strict=True):
        _refuse_player_twice(np.asarray(each.numbers, np.int64), of_rows)
        _refuse_later_last_game(each)
        concluded.append(_concluded(each, day, of_rows, players, decides=each is opening))
    advance(1)
    questions = tuple(finding for _, findings in concluded for finding in findings)
    if questions:
        return Opened(series, opening.list_, len(keys[-1]), "", questions)
    sealed, before, previous = [], empty_roll(0), ""
    for each, day, of_rows, (result, _) in zip(given, days, keys, concluded, strict=True):
        roll = empty_roll(len(players))
        for name, column in result.roll.columns():
            getattr(roll, name)[of_rows] = column
        parts = parts_of(before, roll)
        conclusions = ConclusionRows(of_rows, **dict(result.conclusions.columns()))
        tables = [(OPENING, chunk, packed) for chunk, packed in pack_by_chunk(conclusions)]
        seal, law = digest("", parts, tables), book_of_day(series, day).id
        head = ListRecord(series, each.list_, OPENING, seal, len(roll), law, current_law().sha256(law), previous)
        sealed.append((head, parts, tables))
        before, previous = roll, seal
    advance(1)
    detail = {"file": file_name(opening.file), "rows": len(keys[-1]), "sha256": previous, **_choices_for_log(opening)}
    if opening.earlier:
        with_seals = zip(opening.earlier, sealed, strict=False)
        detail["earlier"] = [
            {"file": file_name(each.file), "list": int(each.list_), "sha256": head.sha256}
            for each, (head, _, _) in with_seals
        ]
    with desk.writing("open", f"{series} {opening.list_:d}", why, detail) as writing:
        _refuse_existing_series(writing.connection, series)
        insert_series(writing, series, COMPUTED)
        for head, parts, tables in sealed:
            insert_list_record(writing, desk, head)
            store_law_of_list(writing, head, [head.edition])
            store_roll_parts(writing.connection, series, head.list, parts)
            store_period_tables(writing.connection, head, tables)
        set_newest_list(writing.connection, sealed[-1][0])
    advance(1)
    return Opened(series, opening.list_, len(keys[-1]), previous, before=_list_before(series, days[0]))


def _list_before(series: str, day: date) -> Month | None:
    """Return the list that was in force before that of a day; None before the first edition."""
    try:
        return Month.of(list_on(series, day - DAY))
    except LawError:
        return None


def _concluded(
    opening: OpeningList, day: date, keys: I32, players: Roster, decides: bool
) -> tuple[Opening, tuple[Finding, ...]]:
    """Return what is concluded of a list, and the questions that are left. A list before the one that decides
    (`decides` is false) gives ratings and K to events that began then: facts that only later lists would ask for are
    concluded, and of what was entered it takes a K where no clause gives that of the list."""
    here = np.flatnonzero(keys >= 0)
    numbers, book = np.asarray(opening.numbers, np.int64)[here], book_of_day(opening.series, day)
    past, born, stated = [each.ratings for each in opening.past], players.born[keys[here]], opening.stated.take(here)
    shown = shown_by_past_lists(past, opening.series, numbers, opening.list_) if past else None
    entered, chosen = (opening.entered, opening.chosen) if decides else ({}, frozenset(Concluding))
    result = open_list(book, day, born, stated, Beside(_stated_by_officer(numbers, entered), shown, chosen))
    if not decides and result.impossible.any():
        odd = {number: opening.entered.get(number, {}) for number in numbers[result.impossible].tolist()}
        entered = {number: {"k": facts["k"]} for number, facts in odd.items() if "k" in facts}
        result = open_list(book, day, born, stated, Beside(_stated_by_officer(numbers, entered), shown, chosen))
    return result, (*_questions_about_unregistered(opening, keys), *result.questions(numbers, opening.file))


def _refuse_authority_of_another(desk: Desk, opening: OpeningList, book: Rulebook) -> None:
    """Refuse to open a series of FIDE's rulebooks in a real office of a federation, unless that is meant: its lists
    are FIDE's, and a federation imports them."""
    fide = book.id in package_law().ids and not home_federation(book)
    if fide and not (opening.own or desk.rehearsal or desk.home in ("", OF_FIDE)):
        remedy = Remedy.to("import-or-own", series=opening.series)
        raise UserError("open/official-elsewhere", remedy, series=opening.series, home=desk.home)


def _choices_for_log(opening: OpeningList) -> dict[str, list[str]]:
    """Return for the log what the officer allowed to be concluded (`concluded`) and the files of earlier lists
    (`past`); empty choices are left out. A list that is opened with it is not one of them."""
    kept = {each.list_ for each in opening.earlier}
    past = [file_name(each.file) for each in opening.past if each.ratings.month not in kept]
    chosen = sorted(each.value for each in opening.chosen)
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
    earlier: tuple[InputFile, ...] = ()  # the lists before it, for events that began before it

    def __post_init__(self) -> None:
        if self.list_ and self.earlier:
            raise UserError("list-file/one-month", files=1 + len(self.earlier))


@dataclass(frozen=True)
class OpeningRows:
    """What a file says of its players, one row for each."""

    numbers: I64
    stated: Stated
    month: Month  # 0 where the file does not say it
    remarks: tuple[Finding, ...] = ()
    ratings: RatingList | None = None  # the whole list; a CSV of an opening has none


def read_opening_list(
    opening: SeriesOpening, watch: ProgressReporter = no_progress
) -> tuple[OpeningList, tuple[Finding, ...]]:
    """Read the list that opens a series, the facts entered in addition and the lists of earlier months. Return it
    with the remarks of reading. Nothing is stored. Refuses unreadable files and a list without a month."""
    series, chosen = opening.series, chosen_of(opening.conclude)
    entered, past = read_entered_facts(opening.entered), read_past_lists(opening.past, series, watch)
    lists: list[OpeningList] = []
    remarks: list[Finding] = []
    for file in (*opening.earlier, opening.file):
        rows = read_opening_rows(file, series, watch)
        month = ListChoice(series, month_given_or_read(opening.list_, rows.month, file)).list_
        last = file is opening.file
        proving = tuple(each for each in past if last or each.ratings.month < month)
        facts = entered if last else {number: entered[number] for number in entered.keys() & set(rows.numbers.tolist())}
        earlier = tuple(lists) if last else ()
        lists.append(
            OpeningList(
                series, month, rows.numbers, rows.stated, facts, file.name, chosen, proving, opening.own, earlier
            )
        )
        remarks += rows.remarks
        if rows.ratings is not None:
            past = (*past, PastList(file.name, replace(rows.ratings, month=month)))
    return lists[-1], tuple(remarks)


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
        return OpeningRows(ids, stated, _month_in_name(file))
    ratings, remarks = read_rating_list_file(file, series, watch)
    stated = stated_by_list(ratings, series)
    rated = (stated.rating > 0).nonzero()[0]  # an opening list says nothing of those whom it does not rate
    return OpeningRows(ratings.id[rated], stated.take(rated), month_of_rating_list(ratings, file), remarks, ratings)


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
    return ratings.month or _month_in_name(file)


def _month_in_name(file: InputFile) -> Month:
    """Return the month that is the name of a file (2018-07.csv); month 0 if it is not a month."""
    try:
        return Month.read(Path(file.name).stem)
    except ValueError:
        return Month(0)


def month_given_or_read(chosen: Month, read: Month, file: InputFile) -> Month:
    """Return the month that the officer named (`chosen`), else the one of the file (`read`); refuse a file with
    neither."""
    if not (chosen or read):
        raise UserError("list-file/no-month", Remedy.to("name-list"), file=file.name)
    return chosen or read
