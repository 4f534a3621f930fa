"""Take over the lists of a series that another office computes, oldest first. The same list again changes nothing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from sqlalchemy import Connection

from arpad.columns import State
from arpad.days import Month
from arpad.finding import Misuse, Remedy
from arpad.frozen import dataclass
from arpad.intake import RatingList
from arpad.lists.rollcall import INACTIVE, STANDINGS
from arpad.lists.sealed import digest
from arpad.office.desk import Desk
from arpad.office.imported import ImportedRows, changes, store_imported
from arpad.office.publication.due import first_day
from arpad.office.publication.seal import IMPORTED as SEALED
from arpad.office.publication.storing import IMPORTED, ListHead, begin_series, enter_head, point_to, seal_of
from arpad.office.registry.importing import known_here
from arpad.office.registry.person import LONGEST_FIDE
from arpad.office.registry.playerfile import person_of
from arpad.office.rolls import COMPUTED, kind_of, newest
from arpad.office.rolls import IMPORTED as IMPORTED_SERIES
from arpad.packed import pack


@dataclass(frozen=True)
class ListTakenOver:
    """A list of another office that is now stored here."""

    series: str
    list_: Month
    file: str
    rows: int
    strangers: int  # rows left out: they have numbers of an office's own, which are nobody's here


def import_list(desk: Desk, series: str, ratings: RatingList, list_: int, file: str) -> ListTakenOver:
    """Store one list of a series that another office computes. Importing the same list again changes nothing."""
    name, month = STANDINGS.get(series, series), Month(list_)
    if name not in ratings.standings:
        series_in_list = tuple(ratings.standings)
        if not series_in_list:
            raise Misuse("list-file/no-ratings", file=file)
        raise Misuse("list-file/no-series", file=file, series=series, there=series_in_list)
    if first_day(month) > desk.today():
        raise Misuse("open/future", series=series, list=month, today=desk.today())
    with desk.reading() as connection:
        imported = _ours(connection, ratings, _rows(ratings, name))
    rows = int(np.count_nonzero(ratings.standings[name].rating > 0))
    taken = ListTakenOver(series, month, file, len(imported), rows - len(imported))
    with desk.writing("import", f"{series} {month:d}", detail={"file": file, "rows": len(imported)}) as writing:
        kind, last = kind_of(writing.connection, series), newest(writing.connection, series)
        if kind == COMPUTED:
            raise Misuse("import/computed", Remedy.to("publish-instead", series=series), series=series)
        packed = pack(changes(writing.connection, series, list_, imported))
        head = ListHead(series, list_, IMPORTED, digest("", (), [(SEALED, 0, packed)]))
        there_already = seal_of(writing.connection, series, list_)
        if there_already == head.sha256:
            return taken
        if there_already:
            raise Misuse("import/other-rows", series=series, list=month)
        if list_ <= last:
            raise Misuse("import/older", series=series, list=month, newest=Month(last))
        if not kind:
            begin_series(writing, series, IMPORTED_SERIES)
        enter_head(writing, desk, head)
        store_imported(writing.connection, series, list_, packed, imported)
        point_to(writing.connection, head)
    return taken


def _ours(connection: Connection, ratings: RatingList, rows: ImportedRows) -> ImportedRows:
    """Return the rows with the numbers of this registry. Another office's own number counts only if the player is
    alike, too; a player with a FIDE number is stored under that."""
    own = np.flatnonzero(rows.fide_id > LONGEST_FIDE)
    if not len(own):
        return rows
    at = {int(number): row for row, number in enumerate(ratings.id.tolist())}
    numbers = [int(rows.fide_id[row]) for row in own.tolist()]
    lines = [person_of(ratings, at[number]) for number in numbers]
    fide_id, known_here_mask = rows.fide_id.copy(), np.ones(len(rows), bool)
    for row, number, person in zip(own.tolist(), numbers, known_here(connection, numbers, lines), strict=True):
        known_here_mask[row] = person is not None
        fide_id[row] = number if person is None or not person.fide_id else person.fide_id
    rows = replace(rows, fide_id=fide_id).take(known_here_mask)
    return rows.take(np.argsort(rows.fide_id, kind="stable"))


def _rows(ratings: RatingList, name: str) -> ImportedRows:
    """The rows of the rated players of a rating list."""
    standing = ratings.standings[name]
    inactive = np.char.find(ratings.flag, INACTIVE) >= 0
    at = np.flatnonzero(standing.rating > 0)
    state = np.where(inactive, State.INACTIVE.value, State.ACTIVE.value).astype(np.uint8)
    rows = ImportedRows(ratings.id[at], standing.rating[at].astype(np.int16), state[at], standing.k[at])
    return rows.take(np.argsort(rows.fide_id, kind="stable"))
