"""Write a published list in the forms that pairing programs load: a table for Swiss-Manager, a player file for Vega.

In: a `Published`, the rows chosen and an open file. Out: bytes, and a finding for everything that had to be written
otherwise. A player has two numbers and two ratings there. The national number is the office's own, and so is the
national rating in a national series; in a series of FIDE the rating stands in the place of FIDE's. Names are in Latin
letters without accents, because the programs read code pages. Of a birth only the year is written. What has no rating
is blank in the one form and 0 in the other, as each program writes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from arpad.finding import Finding
from arpad.intake import RatingList
from arpad.intake.codes import Notes
from arpad.intake.trf.layout import PLAYER_COLUMN
from arpad.lists.export_fide import rating_list
from arpad.lists.list_table import REHEARSAL
from arpad.lists.published import WOMAN, Published, Rows, Words
from arpad.lists.rollcall import STANDINGS
from arpad.rating.change import listed
from arpad.textcells import FILLING, NONE, Cells, blocks, codes, numbers, padded, rows, runs

SWISS_MANAGER = (
    "ID_No", "Name", "Sex", "Fed", "Clubnumber", "ClubName", "Birthday", "Rtg_Nat", "Fide_No", "Rtg_Int", "Title",
)  # fmt: skip
MAN = "M"
RUN = b"=+-@"  # what a spreadsheet takes for the beginning of a formula
NAME, NUMBER, RATING, CODE = (PLAYER_COLUMN[name].width for name in ("name", "id", "rating", "federation"))
DAY_AND_MONTH, YEAR = len("DDMM"), len("YYYY")
QUOTE, PARTING = b'"', b";"


def write_swiss_manager(published: Published, chosen: Rows, out: BinaryIO) -> tuple[Finding, ...]:
    """A table with a header, every cell between quotes, as Swiss-Manager imports rating lists."""
    notes = Notes()
    marked = ("Rehearsal",) if published.rehearsal else ()
    out.write("".join(f'"{heading}";' for heading in (*SWISS_MANAGER, *marked)).encode() + b"\r\n")
    for part in players(published, chosen, notes, QUOTE):
        fields: list[Cells | bytes] = [
            numbers(part.own), part.names, part.sex, codes(part.list_.federation), b"", b"",
            numbers(part.year), numbers(part.national), numbers(part.fide_id), numbers(part.fide),
            codes(part.list_.title),
            *([REHEARSAL.encode()] if published.rehearsal else []),
        ]  # fmt: skip
        out.write(rows(*(cell for field in fields for cell in (b'"', field, b'";')), b"\r\n"))
    return notes.findings()


def write_vega(published: Published, chosen: Rows, out: BinaryIO) -> tuple[Finding, ...]:
    """A line of fields of fixed width for each player, parted by semicolons, as Vega reads player files."""
    notes = Notes()
    mark = REHEARSAL.encode() if published.rehearsal else b""
    for part in players(published, chosen, notes, PARTING):
        fields: list[Cells | bytes] = [
            padded(part.names, NAME), codes(part.list_.federation, CODE), _birth(part.year), part.sex,
            codes(part.list_.title, CODE), *(numbers(np.maximum(values, 0), b"", width) for values, width in (
                (part.fide_id, NUMBER), (part.fide, RATING))), b"",
            *(numbers(np.maximum(values, 0), b"", width) for values, width in (
                (part.own, NUMBER), (part.national, RATING))), b"", mark,
        ]  # fmt: skip
        out.write(rows(*(cell for field in fields for cell in (field, b";")), b"\r\n"))
    return notes.findings()


class _Block:
    """Some rows of a list as a pairing program has them: two numbers and two ratings, -1 where there is none."""

    def __init__(self, published: Published, some: Rows, notes: Notes, parting: bytes) -> None:
        people = published.people
        self.list_: RatingList = rating_list(published, some, notes, plain=True)
        self.names = _names(self.list_, parting)
        self.sex = _sexes(people.sex.take(some))
        self.year = _known(people.birth_year[some])
        self.own, self.fide_id = people.id[some], _known(people.fide_id[some])
        rating = _known(np.where(listed(published.roll.state[some]), published.roll.rating[some], 0))
        other = published.other
        beside = np.full(len(some), NONE)
        if other is not None:
            beside = _known(np.where(listed(other.state[some]), other.rating[some], 0))
        of_fide = published.series in STANDINGS
        self.national: npt.NDArray[np.int64] = beside if of_fide else rating
        self.fide: npt.NDArray[np.int64] = rating if of_fide else beside


def players(published: Published, chosen: Rows, notes: Notes, parting: bytes) -> Iterator[_Block]:
    """The rows of a list, a block at a time."""
    return (_Block(published, chosen[block], notes, parting) for block in blocks(len(chosen)))


def _sexes(sexes: Words) -> Cells:
    """A letter for each: w, m, or nothing where it is not known."""
    letters = {WOMAN: ord("w"), MAN: ord("m")}
    return np.array([[letters.get(sex, FILLING)] for sex in sexes.different] or [[FILLING]], np.uint8)[sexes.place]


def _known(values: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """Numbers of which 0 says nothing."""
    wide = values.astype(np.int64)
    return np.where(wide > 0, wide, NONE)


def _names(list_: RatingList, parting: bytes) -> Cells:
    """The names without the sign that parts cells, and without a sign that a spreadsheet would run in front."""
    letters = np.frombuffer(list_.names.replace(parting, b","), np.uint8).copy()
    starts = list_.offsets[:-1][np.diff(list_.offsets) > 0]
    run = starts[np.isin(letters[starts], np.frombuffer(RUN, np.uint8))]
    letters[run] = ord("'")
    return runs(letters.tobytes(), np.diff(list_.offsets))


def _birth(years: npt.NDArray[np.int64]) -> Cells:
    """A day of birth of which only the year is known: 00001991."""
    digits = numbers(years, b"", YEAR)
    return padded(
        np.where((years > 0)[:, None], np.pad(digits, ((0, 0), (DAY_AND_MONTH, 0)), constant_values=ord("0")), FILLING),
        DAY_AND_MONTH + YEAR,
    )
