"""What a list of the office says of the players of one report, in the columns that the check of a report reads."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from arpad.columns import I64
from arpad.days import Month, days_of
from arpad.intake.frl.layout import TEXT_FIELDS
from arpad.intake.frl.listed import RatingList, Standing
from arpad.lists.rollcall import STANDINGS
from arpad.office.reading_room.catalogue import Catalogue
from arpad.office.reading_room.names import NameIndex


def ratings_of(catalogue: Catalogue, index: NameIndex, numbers: Sequence[int]) -> RatingList:
    """Return a rating list of the listed players with these FIDE numbers, as the check of a report reads it."""
    fide_numbers = np.unique(np.array([number for number in numbers if number > 0], np.int64))
    keys = _keys(index, fide_numbers)
    on_list = (keys >= 0) & (keys < len(catalogue.published.people))
    rows, people, roll = keys[on_list], catalogue.published.people, catalogue.published.roll
    names = [str(people.name[row]).encode() for row in rows.tolist()]
    codes = {name: np.zeros(len(rows), "S4") for name in TEXT_FIELDS}
    codes["federation"] = np.array(people.federation.take(rows).tolist(), "S4")
    codes["title"] = np.array(people.title.take(rows).tolist(), "S4")
    codes["sex"] = np.array(people.sex.take(rows).tolist(), "S4")
    standing = Standing(
        catalogue.lines[-1][rows], catalogue.published.games[rows].astype(np.int16), roll.k[rows].astype(np.uint8)
    )
    series = catalogue.head.series
    return RatingList(
        id=fide_numbers[on_list],
        names=b"".join(names),
        offsets=np.concatenate(([0], np.cumsum([len(name) for name in names], dtype=np.int64))).astype(np.int64),
        born=days_of(people.birth_year[rows].astype(np.int32)).astype(np.int32),
        standings={STANDINGS.get(series, series): standing},
        layout="office",
        month=Month(catalogue.head.list_),
        **codes,
    )


def _keys(index: NameIndex, numbers: I64) -> I64:
    """The key for each FIDE number, -1 if nobody has it."""
    if not len(index.fide):
        return np.full(len(numbers), -1, np.int64)
    place = np.minimum(np.searchsorted(index.fide, numbers), len(index.fide) - 1)
    return np.where(index.fide[place] == numbers, index.by_fide[place], -1).astype(np.int64)
