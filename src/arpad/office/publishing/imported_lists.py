"""Import a list of a series that another office computes: its ratings, which are sealed, and its people, who are dated.

A month that is stored already may come again. What it adds is stored: people who are otherwise, and who is inactive
where only a combined list was given. Other ratings are refused. A list may stand before the first one, never between
two others. Nothing is written before all this is known.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from sqlalchemy import Connection, insert

from arpad.columns import State
from arpad.days import Month
from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.intake import RatingList
from arpad.intake.frl.layout import STANDARD, is_combined
from arpad.law.calendar import list_day
from arpad.lists.rollcall import INACTIVE, STANDINGS
from arpad.lists.sealed import digest
from arpad.office.desk import Desk, WriteTransaction
from arpad.office.imported_rows import (
    NOT_STATED,
    ImportedRows,
    changed_rows,
    is_among,
    pack_imported,
    rows_of_imported_list,
    rows_to_keep,
    store_imported_list,
    store_patch,
)
from arpad.office.official_lists import activity_is_stated, authority_of
from arpad.office.official_people import StatedPeople, people_of_list, store_people
from arpad.office.publishing.choose_list import day_of_list
from arpad.office.publishing.list_storage import (
    IMPORTED,
    ListRecord,
    insert_list_record,
    insert_series,
    seal_of_published_list,
    set_newest_list,
)
from arpad.office.publishing.list_storage import IMPORTED_PART as SEALED
from arpad.office.registry.import_files import players_meant_by_foreign_numbers
from arpad.office.registry.person import HIGHEST_FIDE_NUMBER
from arpad.office.registry.player_files import person_of_rating_list_row
from arpad.office.rolls import COMPUTED, newest_published_list, published_lists, series_kind
from arpad.office.rolls import IMPORTED as IMPORTED_SERIES
from arpad.office.store import schema
from arpad.plaintext import file_name

LOST = 2  # a list with less than one of so many players of the list before is asked about
SHOWN = 5  # numbers in a refusal


@dataclass(frozen=True)
class ListFile:
    """The file of a list."""

    name: str
    sha256: str = ""
    confirmed: bool = False  # that most players of the list before are not on it


@dataclass(frozen=True)
class ListTakenOver:
    """A list of another office that is now stored here, or was before."""

    series: str
    list_: Month
    file: str
    rows: int
    strangers: int  # rows left out: their office number is of nobody here
    people: int = 0  # people who are new, or otherwise than before
    gone: int = 0  # rated players of the stored list who are not in the file; they stay on it
    activity: bool = True  # whether it says who is inactive


@dataclass(frozen=True)
class _Download:
    """A list as it came, before it is known what is stored."""

    series: str
    list_: Month
    file: ListFile
    form: str
    rows: ImportedRows
    people: StatedPeople
    activity: bool


def take_over_list(desk: Desk, series: str, ratings: RatingList, list_: int, file: str | ListFile) -> ListTakenOver:
    """Store one list of a series that another office computes; the first one creates the series. Importing the same
    list again stores what it says more. Refuses a series computed here, a list between two others, a future list, the
    same list with other ratings, and a file without ratings of this series."""
    source = ListFile(file) if isinstance(file, str) else file
    name, month = STANDINGS.get(series, series), Month(list_)
    if name not in ratings.standings:
        series_in_list = tuple(ratings.standings)
        if not series_in_list:
            raise UserError("list-file/no-ratings", file=source.name)
        raise UserError("list-file/no-series", file=source.name, series=series, there=series_in_list)
    day_of_list(month)  # refuses what is no month
    if list_day(series, month) > desk.today():
        raise UserError("open/future", series=series, list=month, today=desk.today())
    combined = is_combined(ratings.layout, ratings.standings)
    listed = _rows_of_series(ratings, name, combined)
    with desk.reading() as connection:
        rows = _rows_with_our_numbers(connection, ratings, listed)
    came = _Download(
        series, month, source, ratings.layout, rows, people_of_list(ratings),
        not combined or name == STANDARD,
    )  # fmt: skip
    detail = {"file": file_name(source.name), "rows": len(rows)}
    strangers = len(listed) - len(rows)
    with desk.writing("import", f"{series} {month:d}", detail=detail) as writing:
        connection = writing.connection
        if series_kind(connection, series) == COMPUTED:
            raise UserError("import/computed", Remedy.to("publish-instead", series=series), series=series)
        if seal_of_published_list(connection, series, list_):
            gone = _add_to_list(writing, came)
        else:
            gone = 0
            _insert_list(writing, desk, came)
        people = store_people(connection, authority_of(series), list_, came.people, lambda: writing.seq)
        if not _is_noted(connection, came):
            _note_download(writing, came)
        stated = activity_is_stated(connection, series, list_)
    return ListTakenOver(series, month, source.name, len(rows), strangers, people, gone, stated)


def _insert_list(writing: WriteTransaction, desk: Desk, came: _Download) -> None:
    """Store a list whose month is not there: behind the newest one, or before the first one."""
    connection, series, list_ = writing.connection, came.series, int(came.list_)
    lists = published_lists(connection, series)
    if lists and lists[0] < list_ < lists[-1]:
        raise UserError("import/older", series=series, list=came.list_, newest=Month(lists[-1]))
    beside = lists[0] if lists and list_ < lists[0] else newest_published_list(connection, series)
    _refuse_if_halved(connection, came, beside)
    changed = changed_rows(connection, series, list_, came.rows)
    keep = rows_to_keep(connection, series, lists[0], changed) if lists and list_ < lists[0] else None
    packed = pack_imported(changed)
    if not lists:
        insert_series(writing, series, IMPORTED_SERIES)
    head = ListRecord(series, list_, IMPORTED, digest("", (), [(SEALED, 0, packed)]))
    insert_list_record(writing, desk, head)
    store_imported_list(connection, series, list_, packed, came.rows)
    if keep is not None:
        store_patch(connection, series, lists[0], keep, writing.seq)
    else:
        set_newest_list(connection, head)


def _refuse_if_halved(connection: Connection, came: _Download, beside: int) -> None:
    """Refuse a list with less than half of the rated players of the list beside it, unless that was confirmed."""
    if not beside or came.file.confirmed:
        return
    before = int(np.count_nonzero(rows_of_imported_list(connection, came.series, beside).rating > 0))
    now = int(np.count_nonzero(came.rows.rating > 0))
    if now * LOST < before:
        counts = {"players": now, "before": before, "other": Month(beside)}
        raise UserError("import/halved", Remedy.to("confirm-import"), file=came.file.name, **counts)


def _add_to_list(writing: WriteTransaction, came: _Download) -> int:
    """Store what a second download of a list says more: games, activity and rows without a rating. Returns how many
    rated players are not on it any more. Refuses other ratings, and players who were not on it."""
    connection, series, list_ = writing.connection, came.series, int(came.list_)
    stored, rows = rows_of_imported_list(connection, series, list_), came.rows
    at = np.minimum(np.searchsorted(stored.fide_id, rows.fide_id), max(len(stored) - 1, 0))
    known = stored.fide_id[at] == rows.fide_id if len(stored) else np.zeros(len(rows), bool)
    there = stored.take(at) if len(stored) else rows
    rated = rows.rating > 0
    otherwise = (there.rating != rows.rating) | (there.k != rows.k)
    otherwise |= (there.games != rows.games) & (there.games != NOT_STATED)
    was_stated = activity_is_stated(connection, series, list_)
    sleeps = there.state != rows.state
    if was_stated and came.activity:
        otherwise |= sleeps
    refused = np.where(known, otherwise, rated)
    if refused.any():
        numbers = tuple(rows.fide_id[np.flatnonzero(refused)[:SHOWN]].tolist())
        about = {"series": series, "list": came.list_, "count": int(refused.sum()), "numbers": numbers}
        raise UserError("import/other-rows", Remedy.to("take-back-first", series=series), **about)
    more = ~known | (there.games != rows.games) | (sleeps & came.activity & (not was_stated))
    new = rows.take(more)
    if not came.activity:
        state = np.where(known, there.state, rows.state)[more].astype(np.uint8)
        new = replace(new, state=state)
    following = next((each for each in published_lists(connection, series) if each > list_), 0)
    keep = rows_to_keep(connection, series, following, new) if following and len(new) else None
    if len(new):
        store_patch(connection, series, list_, new, writing.seq)
    if keep is not None:
        store_patch(connection, series, following, keep, writing.seq)
    return int(np.count_nonzero(~is_among(stored.fide_id[stored.rating > 0], rows.fide_id)))


def _is_noted(connection: Connection, came: _Download) -> bool:
    """Return whether this file was imported as this list already."""
    of = schema.official_list
    rows = of.select().where(of.c.series == came.series, of.c.list == int(came.list_), of.c.sha256 == came.file.sha256)
    head = schema.rating_list
    rows = rows.where(
        of.c.log >= head.select().with_only_columns(head.c.log)
        .where(head.c.series == came.series, head.c.list == int(came.list_)).scalar_subquery()
    )  # fmt: skip
    return connection.execute(rows.limit(1)).first() is not None


def _note_download(writing: WriteTransaction, came: _Download) -> None:
    """Store which file a list came from, and what it says."""
    place = {"series": came.series, "list": int(came.list_), "log": writing.seq, "form": came.form}
    file = {"sha256": came.file.sha256, "file": file_name(came.file.name), "rows": len(came.rows)}
    writing.connection.execute(insert(schema.official_list).values(**place, **file, activity=int(came.activity)))


def _rows_with_our_numbers(connection: Connection, ratings: RatingList, rows: ImportedRows) -> ImportedRows:
    """Return the rows under the numbers of this registry. An office number (above the FIDE numbers) counts only if
    the registered player is alike, too; other such rows are dropped. Players who have a FIDE number are stored
    under it."""
    own = np.flatnonzero(rows.fide_id > HIGHEST_FIDE_NUMBER)
    if not len(own):
        return rows
    at = {int(number): row for row, number in enumerate(ratings.id.tolist())}
    numbers = [int(rows.fide_id[row]) for row in own.tolist()]
    lines = [person_of_rating_list_row(ratings, at[number]) for number in numbers]
    fide_id, known_here_mask = rows.fide_id.copy(), np.ones(len(rows), bool)
    for row, number, person in zip(
        own.tolist(), numbers, players_meant_by_foreign_numbers(connection, numbers, lines), strict=True
    ):
        known_here_mask[row] = person is not None
        fide_id[row] = number if person is None or not person.fide_id else person.fide_id
    rows = replace(rows, fide_id=fide_id).take(known_here_mask)
    return rows.take(np.argsort(rows.fide_id, kind="stable"))


def _rows_of_series(ratings: RatingList, name: str, combined: bool) -> ImportedRows:
    """Return the rows of one series (`name`) by number: of a combined list those with a rating, of a single list all.
    Nobody is looked up in the registry."""
    standing = ratings.standings[name]
    inactive = np.char.find(ratings.flag, INACTIVE) >= 0
    if combined and name != STANDARD:
        inactive[:] = False  # the flag is that of standard
    at = np.flatnonzero(standing.rating > 0) if combined else np.arange(len(ratings))
    state = np.where(inactive, State.INACTIVE.value, State.ACTIVE.value).astype(np.uint8)
    rating, games = standing.rating[at].astype(np.int16), standing.games[at].astype(np.int16)
    rows = ImportedRows(ratings.id[at], rating, state[at], standing.k[at], games)
    return rows.take(np.argsort(rows.fide_id, kind="stable"))
