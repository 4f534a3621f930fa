"""Write a rating list in the forms FIDE publishes today: single and combined text, and XML.

In: a `RatingList` and an open file. Out: bytes in that file, and a finding for each thing without room. Other titles
that are too long for their columns push the rest of the row to the right, as FIDE's own files do, because cutting them
would lose them; a name that is too long is cut and told. A birth is its year; lost days and months are counted.
Text and XML of one list read back as the same rows. A note stands at the end of the header, in XML as a comment, where
every reader passes over it.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape as escaped
from typing import Any, BinaryIO

import numpy as np

from arpad.days import days_of, years_of
from arpad.finding import Finding, Misuse
from arpad.intake.codes import Notes, shown
from arpad.intake.frl.layout import COMBINED, CURRENT, SERIES, Layout, word_of
from arpad.intake.frl.listed import RatingList, Standing

FORMS = {"single": CURRENT, "combined": COMBINED}
BATCH = 20_000
NAME_WIDTH = 1 + CURRENT.fields["name"][1] - CURRENT.fields["name"][0]  # the federation follows without a blank


def no_such_series(ratings: RatingList, series: str) -> Misuse:
    """What is said of a series that a list does not have."""
    there = tuple(ratings.standings)
    return Misuse("list-series" if there else "list-series/none", series=series, there=there)


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
        raise Misuse("list-form", form=form, forms=tuple(FORMS))
    layout, notes = FORMS[form], Notes()
    _tell_births(ratings, notes)
    standings = choose(ratings, series, notes) if form == "single" else _three(ratings, notes)
    header = layout.header.format(month=word_of(ratings.month)).ljust(layout.width)
    out.write((f"{header} {note}" if note else header).encode() + b"\r\n")
    for rows in _batches(ratings, standings):
        out.write("".join(_row(row, layout, notes) for row in rows).encode())
    return notes.findings()


def write_xml(
    ratings: RatingList, out: BinaryIO, form: str = "combined", series: str = "", note: str = ""
) -> tuple[Finding, ...]:
    """Write the XML form; elements without a value are written empty, as FIDE does."""
    notes = Notes()
    _tell_births(ratings, notes)
    standings = choose(ratings, series, notes) if form == "single" else _three(ratings, notes)
    out.write(b"<playerslist>\n" + (f"<!-- {note} -->\n".encode() if note else b""))
    for rows in _batches(ratings, standings):
        out.write("".join(_element(row) for row in rows).encode())
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


Row = tuple[int, str, str, str, str, str, str, str, str, str, tuple[tuple[int, int, int], ...]]


def _batches(ratings: RatingList, standings: dict[str, Standing]) -> Iterator[Iterator[Row]]:
    """The rows, a batch at a time: plain values, because a NumPy scalar is slow to print."""
    fields = ("federation", "sex", "title", "w_title", "o_title", "foa", "flag")
    for first in range(0, len(ratings), BATCH):
        last = min(first + BATCH, len(ratings))
        texts = [[text.decode("latin-1") for text in getattr(ratings, name)[first:last].tolist()] for name in fields]
        numbers = [
            zip(*(column[first:last].tolist() for column in (standing.rating, standing.games, standing.k)), strict=True)
            for standing in standings.values()
        ]
        years = [str(year) for year in years_of(ratings.born[first:last]).tolist()]
        names = [ratings.name(row) for row in range(first, last)]
        series: Any = zip(*numbers, strict=True) if numbers else [()] * (last - first)
        yield (
            (identity, name, *text, year, values)
            for identity, name, text, year, values in zip(
                ratings.id[first:last].tolist(), names, zip(*texts, strict=True), years, series, strict=True
            )
        )


def _row(row: Row, layout: Layout, notes: Notes) -> str:
    identity, name, federation, sex, title, w_title, o_title, foa, flag, year, values = row
    plain = name if name.isascii() else name.encode("ascii", "replace").decode()
    if len(plain) > NAME_WIDTH or plain != name:
        plain = plain[:NAME_WIDTH]
        notes.find("cut-field/name", name=shown(name), id=identity, written=shown(plain, NAME_WIDTH))
    if len(o_title) > 15:
        notes.find("title-overflow/written", titles=shown(o_title), id=identity)
    numbers = "".join(f"{rating:<6}{games:<4}{k:<3}" for rating, games, k in values)
    return (
        f"{identity:<15}{plain:<{NAME_WIDTH}}{federation:<4}{sex:<4}{title:<5}{w_title:<5}{o_title:<15}{foa:<4}{numbers}"
        f"{year:<6}{flag:<4}\r\n"
    )


def _element(row: Row) -> str:
    identity, name, federation, sex, title, w_title, o_title, foa, flag, year, values = row
    lines = [
        f"<fideid>{identity}</fideid>",
        f"<name>{_escape(name)}</name>",
        f"<country>{_escape(federation)}</country>",
        f"<sex>{_escape(sex)}</sex>",
        f"<title>{_escape(title)}</title>",
        f"<w_title>{_escape(w_title)}</w_title>",
        f"<o_title>{_escape(o_title)}</o_title>",
        f"<foa_title>{_escape(foa)}</foa_title>",
    ]
    for prefix, (rating, games, k) in zip(("", "rapid_", "blitz_"), values, strict=False):
        lines.append(f"<{prefix}rating>{rating}</{prefix}rating>")
        lines.append(f"<{prefix}games>{games}</{prefix}games>")
        lines.append(f"<{prefix}k>{k}</{prefix}k>")
    lines.append(f"<birthday>{year}</birthday>")
    lines.append(f"<flag>{_escape(flag)}</flag>")
    return "<player>\n" + "\n".join(lines) + "\n</player>\n"


def _escape(text: str) -> str:
    return escaped(text, quote=False)
