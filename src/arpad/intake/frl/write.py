"""Write a rating list in the forms FIDE publishes today: single and combined text, and XML.

In: a `RatingList` and an open file. Out: bytes in that file, and a finding for each thing without room. Other titles
that are too long for their columns push the rest of the row to the right, as FIDE's own files do, because cutting them
would lose them; a name that is too long is cut and told. A birth is its year; lost days and months are counted.
Text and XML of one list read back as the same rows. A note stands at the end of the header, in XML as a comment, where
every reader passes over it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape as escaped
from typing import BinaryIO

import numpy as np
import numpy.typing as npt

from arpad.days import days_of, years_of
from arpad.finding import Finding, UserError
from arpad.intake.codes import Notes, shown
from arpad.intake.frl.layout import COMBINED, CURRENT, SERIES, word_of
from arpad.intake.frl.listed import RatingList, Standing
from arpad.textcells import Cells, blocks, codes, numbers, padded, rows, runs, texts

FORMS = {"single": CURRENT, "combined": COMBINED}
NAME_WIDTH = 1 + CURRENT.fields["name"][1] - CURRENT.fields["name"][0]  # the federation follows without a blank

LOST = "\ufffd"  # what stands for bytes that are no letter
OTHER_TITLES = 15  # letters that the columns of other titles hold
TEXT_WIDTHS = {"federation": 4, "sex": 4, "title": 5, "w_title": 5, "o_title": OTHER_TITLES, "foa": 4}
TEXT_TAGS = {
    "country": "federation", "sex": "sex", "title": "title", "w_title": "w_title", "o_title": "o_title",
    "foa_title": "foa",
}  # fmt: skip


def no_such_series(ratings: RatingList, series: str) -> UserError:
    """What is said of a series that a list does not have."""
    there = tuple(ratings.standings)
    return UserError("list-series" if there else "list-series/none", series=series, there=there)


def choose(ratings: RatingList, series: str, notes: Notes) -> dict[str, Standing]:
    """The one series a single list holds: the one that was asked for, otherwise the first, and the others are told."""
    if series and series not in ratings.standings:
        raise no_such_series(ratings, series)
    chosen = series or next(iter(ratings.standings), "")
    others = [name for name in ratings.standings if name != chosen and not series]
    if others:
        notes.find("left-out/series", chosen=chosen, others=tuple(others))
    return {chosen: ratings.standings[chosen]} if chosen else {}


def write_txt(
    ratings: RatingList, out: BinaryIO, form: str = "combined", series: str = "", note: str = ""
) -> tuple[Finding, ...]:
    """Write the text form `single` or `combined`."""
    if form not in FORMS:
        raise UserError("list-form", form=form, forms=tuple(FORMS))
    layout, notes = FORMS[form], Notes()
    _tell_births(ratings, notes)
    standings = choose(ratings, series, notes) if form == "single" else _three(ratings, notes)
    header = layout.header.format(month=word_of(ratings.month)).ljust(layout.width)
    out.write((f"{header} {note}" if note else header).encode() + b"\r\n")
    for block in blocks(len(ratings)):
        _tell_room(ratings, block, notes)
        out.write(_lines(ratings, standings, block))
    return notes.findings()


def write_xml(
    ratings: RatingList, out: BinaryIO, form: str = "combined", series: str = "", note: str = ""
) -> tuple[Finding, ...]:
    """Write the XML form; elements without a value are written empty, as FIDE does."""
    notes = Notes()
    _tell_births(ratings, notes)
    standings = choose(ratings, series, notes) if form == "single" else _three(ratings, notes)
    out.write(b"<playerslist>\n" + (f"<!-- {note} -->\n".encode() if note else b""))
    for block in blocks(len(ratings)):
        out.write(_elements(ratings, standings, block))
    out.write(b"</playerslist>\n")
    return notes.findings()


def _tell_births(ratings: RatingList, notes: Notes) -> None:
    """Both forms have the year of birth only; old lists and the registry file have the day."""
    full = int(np.count_nonzero(ratings.born != days_of(years_of(ratings.born))))
    if full:
        notes.find("left-out/births", players=full)


def _three(ratings: RatingList, notes: Notes) -> dict[str, Standing]:
    """Standard, rapid and blitz, empty where the list does not have them; a single list counts as standard."""
    count = len(ratings)
    empty = Standing(np.zeros(count, np.int16), np.zeros(count, np.int16), np.zeros(count, np.uint8))
    given = dict(ratings.standings)
    others = [series for series in given if series not in SERIES]
    if len(others) == 1 and "standard" not in given:
        given["standard"] = given.pop(others[0])
        notes.find("left-out/unknown-series")
    return {series: given.get(series, empty) for series in SERIES}


def _names(ratings: RatingList, block: slice) -> tuple[bytes, npt.NDArray[np.int64]]:
    """The names of some rows, one behind the other, and how many bytes each has."""
    ends = ratings.offsets[block.start : block.stop + 1]
    return ratings.names[ends[0] : ends[-1]], np.diff(ends)


def _name_cells(ratings: RatingList, block: slice, spelt: Callable[[str], str], as_they_stand: bool) -> Cells:
    """Names, each as it is spelt, where not all of them are spelt as they stand."""
    if as_they_stand:
        return runs(*_names(ratings, block))
    return texts([ratings.name(row) for row in range(block.start, block.stop)], spelt)


def _fit(ratings: RatingList, block: slice) -> bool:
    """Whether text has room for all names of some rows."""
    names, lengths = _names(ratings, block)
    return names.isascii() and int(lengths.max(initial=0)) <= NAME_WIDTH


def _plain(name: str) -> str:
    """A name as a row of text has room for it."""
    return (name if name.isascii() else name.encode("ascii", "replace").decode())[:NAME_WIDTH]


def _tell_room(ratings: RatingList, block: slice, notes: Notes) -> None:
    """What stands otherwise in a row of text: names that are cut, and titles that push the rest to the right."""
    if not _fit(ratings, block):
        for row in range(block.start, block.stop):
            name = ratings.name(row)
            plain = _plain(name)
            if plain != name:
                cut = shown(plain, NAME_WIDTH)
                notes.find("cut-field/name", name=shown(name), id=int(ratings.id[row]), written=cut)
    for row in np.flatnonzero(np.strings.str_len(ratings.o_title[block]) > OTHER_TITLES).tolist():
        titles = ratings.o_title[block][row].decode("latin-1")
        notes.find("title-overflow/written", titles=shown(titles), id=int(ratings.id[block][row]))


def _lines(ratings: RatingList, standings: Mapping[str, Standing], block: slice) -> bytes:
    """Rows of text, each value at the left of its columns."""
    names = _name_cells(ratings, block, _plain, _fit(ratings, block))
    cells = [numbers(ratings.id[block], width=15), padded(names, NAME_WIDTH)]
    for name, width in TEXT_WIDTHS.items():
        cells.append(_codes(getattr(ratings, name)[block], str, width))
    for standing in standings.values():
        cells += [numbers(standing.rating[block], width=6), numbers(standing.games[block], width=4)]
        cells += [numbers(standing.k[block], width=3)]
    cells += [numbers(years_of(ratings.born[block]), width=6), _codes(ratings.flag[block], str, 4)]
    return rows(*cells, b"\r\n")


def _elements(ratings: RatingList, standings: Mapping[str, Standing], block: slice) -> bytes:
    """Players as elements."""
    whole = _names(ratings, block)[0].decode("utf-8", "replace")
    names = _name_cells(ratings, block, _escape, _escape(whole) == whole and LOST not in whole)
    values = {"fideid": numbers(ratings.id[block]), "name": names}
    for tag, name in TEXT_TAGS.items():
        values[tag] = _codes(getattr(ratings, name)[block], _escape)
    for prefix, standing in zip(("", "rapid_", "blitz_"), standings.values(), strict=False):
        for tag, column in (("rating", standing.rating), ("games", standing.games), ("k", standing.k)):
            values[f"{prefix}{tag}"] = numbers(column[block])
    values |= {"birthday": numbers(years_of(ratings.born[block])), "flag": _codes(ratings.flag[block], _escape)}
    cells: list[Cells | bytes] = [b"<player>\n"]
    for tag, column in values.items():
        cells += [f"<{tag}>".encode(), column, f"</{tag}>\n".encode()]
    return rows(*cells, b"</player>\n")


def _codes(values: npt.NDArray[np.bytes_], spelt: Callable[[str], str], width: int = 0) -> Cells:
    """Short texts. Hardly ever is there one that is not spelt as it stands."""
    whole = values.tobytes()
    if whole.isascii() and spelt(whole.decode("ascii")) == whole.decode("ascii"):
        return codes(values, width)
    return texts([value.decode("latin-1") for value in values.tolist()], spelt, width)


def _escape(text: str) -> str:
    return escaped(text, quote=False)
