"""Write a published list in FIDE's own forms, text and XML of one series, as the reader of such lists reads them back.

In: a `Published` and the rows chosen. Out: bytes in an open file and a finding for everything that had to be written
otherwise. The number means the same on every list of every series: a player's FIDE number, and where he has none the
office's own, whose ten digits no FIDE number has; how many stand so is told. Both are found again when the file is read
back. The birth is the year. Names stand in Latin letters, as FIDE's do: as entered, or as the federation's official
table makes them. Of the others text has a transcription in plain letters, which is told, and XML the name as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import BinaryIO

import numpy as np
import numpy.typing as npt

from arpad.columns import I64, State
from arpad.days import days_of
from arpad.finding import Finding, Place, Tier, UserError, sorted_fields
from arpad.intake import RatingList
from arpad.intake.codes import Notes, shown
from arpad.intake.frl.layout import SERIES, TEXT_FIELDS, file_name
from arpad.intake.frl.listed import Standing
from arpad.intake.frl.write import write_txt, write_xml
from arpad.lists.export_tables import EXTRA
from arpad.lists.list_table import REHEARSAL
from arpad.lists.published import WOMAN, Published, Rows, Words
from arpad.lists.rollcall import STANDINGS
from arpad.rating.change import listed
from arpad.textcells import blocks

SINGLE = "single"
WORDS = re.compile(r"[a-z]+")


def in_latin_order(published: Published) -> Published:
    """The list with its names sorted as FIDE's forms write them."""
    people, order = published.people, published.people.name_sort.copy()
    spelt = np.flatnonzero(people.latin_name != "")
    order[spelt] = [" ".join(WORDS.findall(name.lower())) for name in people.latin_name[spelt].tolist()]
    return replace(published, people=replace(people, name_sort=order))


def fide_name(published: Published, xml: bool) -> str:
    """The name under which FIDE offers such a list; a national list has its own series in the place of FIDE's."""
    series = STANDINGS.get(published.series, published.series)
    name = file_name(SINGLE, series, published.list_, xml)
    return name if series in SERIES else name.replace(SERIES[0], series, 1)


def write_fide_txt(published: Published, rows: Rows, out: BinaryIO) -> tuple[Finding, ...]:
    notes = Notes()
    ratings = rating_list(published, rows, notes, plain=True)
    cut = write_txt(ratings, out, SINGLE, note=REHEARSAL if published.rehearsal else "")
    return (*_told(published, rows), *notes.findings(), *cut)


def write_fide_xml(published: Published, rows: Rows, out: BinaryIO) -> tuple[Finding, ...]:
    notes = Notes()
    ratings = rating_list(published, rows, notes, plain=False)
    cut = write_xml(ratings, out, SINGLE, note=REHEARSAL if published.rehearsal else "")
    return (*_told(published, rows), *notes.findings(), *cut)


def _told(published: Published, rows: Rows) -> Iterator[Finding]:
    """Whose numbers are the office's own, and whose names are written by a table: which a reader must know."""
    people = published.people
    own = int(np.count_nonzero(people.fide_id[rows] <= 0))
    if not published.activity:
        yield Finding("activity-not-stated", Tier.ADVICE, Place(), "activity-not-stated", ())
    if own:
        counts = sorted_fields({"players": own, "all": len(rows)})
        yield Finding("own-number", Tier.ADVICE, Place(), "own-number", counts)
    spelt = (people.latin_name != "")[rows]
    if spelt.any():
        counts = sorted_fields({"players": int(np.count_nonzero(spelt))})
        yield Finding("latin-name", Tier.ADVICE, Place(), "latin-name", counts)


def rating_list(published: Published, rows: Rows, notes: Notes, plain: bool) -> RatingList:
    """The rows as a list file has them. Those of an imported list are what its authority wrote."""
    if published.imported is not None:
        return published.imported.take(rows)
    people, roll = published.people, published.roll
    numbers = people.listed_as[rows]
    names, offsets = _names(published, rows, notes, plain)
    on = listed(roll.state[rows])
    women, asleep = people.sex.take(rows).are(WOMAN), published.state[rows] == State.INACTIVE.value
    flag = np.where(women, np.where(asleep, b"wi", b"w"), np.where(asleep, b"i", b""))
    titles = people.title.take(rows)
    womens = Words(tuple(title if title.startswith("W") else "" for title in titles.different), titles.place)
    standing = Standing(
        np.where(on, roll.rating[rows], published.provisional[rows]).astype(np.int16),
        published.games[rows].astype(np.int16),
        np.where(on, roll.k[rows], 0).astype(np.uint8),
    )

    def short(field: str, values: Words) -> np.ndarray[tuple[int], np.dtype[np.bytes_]]:
        width = TEXT_FIELDS[field]
        plain_words = [_plain(text)[:width] for text in values.different]
        for at in np.flatnonzero(np.isin(values.place, _changed(values.different, plain_words))).tolist():
            text, written = values[at], plain_words[values.place[at]]
            notes.find("cut-field/listed-text", field=field, text=shown(text), written=written, number=int(numbers[at]))
        return np.array([*plain_words, ""], f"S{width}")[values.place]

    womens_titles, other, arena = _other_titles(published, rows, short("w_title", womens))
    return RatingList(
        numbers,
        names,
        offsets,
        short("federation", people.federation.take(rows)),
        short("sex", people.sex.take(rows)),
        short("title", titles),
        womens_titles,
        other,
        arena,
        days_of(people.birth_year[rows].astype(np.int32)).astype(np.int32),
        flag.astype(f"S{TEXT_FIELDS['flag']}"),
        {STANDINGS.get(published.series, published.series): standing},
        SINGLE,
        published.list_,
    )


def _other_titles(
    published: Published, rows: Rows, women: npt.NDArray[np.bytes_]
) -> tuple[npt.NDArray[np.bytes_], npt.NDArray[np.bytes_], npt.NDArray[np.bytes_]]:
    """Return the women's, other and arena titles as the columns of a list file. The registry has one title of each
    person, in `women` where it is a women's title; the others are those of official lists."""
    other, arena = (np.zeros(len(rows), f"S{TEXT_FIELDS[name]}") for name in ("o_title", "foa"))
    if published.titles is None:
        return women, other, arena
    listed_ = published.titles.women[rows].astype(women.dtype)
    return (
        np.where(women == b"", listed_, women),
        published.titles.other[rows].astype(other.dtype),
        published.titles.arena[rows].astype(arena.dtype),
    )


def _changed(texts: Sequence[str], written: Sequence[str]) -> list[int]:
    """Where a text is written otherwise."""
    return [at for at, (text, way) in enumerate(zip(texts, written, strict=True)) if text != way]


def _names(published: Published, rows: Rows, notes: Notes, plain: bool) -> tuple[bytes, I64]:
    """Names on one line, in plain text also in plain letters: one behind the other, and where each begins and ends."""
    people, parts, offsets = published.people, [], np.zeros(len(rows) + 1, np.int64)
    in_latin = people.latin_name != ""
    for block in blocks(len(rows)):
        column = people.name[rows[block]]
        spelt = np.flatnonzero(in_latin[rows[block]])
        column[spelt] = people.latin_name[rows[block][spelt]]
        names = column.tolist()
        written = names if _is_written("".join(names), plain) else [_plain(n) if plain else _one_line(n) for n in names]
        if written != names:
            numbers = people.listed_as[rows[block]].tolist()
            for name, way, number in zip(names, written, numbers, strict=True):
                if way != name:
                    notes.find("cut-field/listed-name", text=shown(name), written=shown(way), number=number)
        encoded = [name.encode() for name in written]
        parts.append(b"".join(encoded))
        offsets[block.start + 1 : block.stop + 1] = [len(name) for name in encoded]
    return b"".join(parts), np.cumsum(offsets)


def _is_written(text: str, plain: bool) -> bool:
    """Whether a text is written as it stands."""
    return text.isprintable() and (text.isascii() or not plain)


def _one_line(text: str) -> str:
    """The text without control characters: they would break a row of text, and XML has no place for them."""
    return text if text.isprintable() else "".join(letter if letter.isprintable() else " " for letter in text).strip()


def _plain(text: str) -> str:
    if text.isascii():
        return _one_line(text)
    try:
        from anyascii import anyascii
    except ImportError:
        raise UserError("export/plain-letters", EXTRA) from None
    return _one_line(anyascii(text))
