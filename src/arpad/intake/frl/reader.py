"""Read FIDE's rating lists into columns: every text layout since 2001, the XML, and copies as CSV or JSON.

In: an open file of bytes. Out: a `RatingList` and the findings. A list of two million rows is read in blocks, so that
memory holds the columns and little more. Rows that cannot be read, and second rows of one player, are excluded and
told; rows without a name are kept.

It does not judge a rating. Single lists do not say which series they are: the caller does, or the file name, in a zip
first that of the list inside.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from arpad.days import Month
from arpad.finding import Finding
from arpad.intake.codes import Notes
from arpad.intake.frl.copies import is_copy, read_copy
from arpad.intake.frl.layout import ANY, BY_NAME, NO_MONTH, SERIES, TEXT_FIELDS, month_in
from arpad.intake.frl.listed import NUMBERS, RatingList, Standing
from arpad.intake.frl.recognise import recognise
from arpad.intake.frl.text import BLOCK, Part, Progress, text_parts
from arpad.intake.frl.xml import read_xml
from arpad.intake.frl.zip import member_of
from arpad.intake.trf.layout import TITLE_LETTERS

BY_TAGS = ("xml", "csv", "json")  # forms that name their values
NO_LIST = ("not-a-list", "broken-xml", "document-type")  # what tells why a file has no player


def read_list(
    stream: BinaryIO, file: str = "-", series: str = "", progress: Progress | None = None,
    national: Sequence[str] = (),
) -> tuple[RatingList, tuple[Finding, ...]]:  # fmt: skip
    """The list in a stream; its name may say one of FIDE's series, or one of these national ones."""
    notes, tags = Notes(file), set[str]()
    head = stream.read(BLOCK)
    inside = member_of(stream)
    month = month_in(_last(inside)) or month_in(_last(file))
    start = head[:400].lstrip(BOM_UTF8 + b" \t\r\n")
    if start.startswith(b"<"):
        parts, names = read_xml(head, stream, tags, notes, progress), "xml"
    elif is_copy(head):
        parts, names, stated = read_copy(head, stream, tags, notes, progress)
        month = stated or month
    else:
        if head.startswith(BOM_UTF8):
            notes.find("byte-order-mark/list", 1, 1)
            head = head.removeprefix(BOM_UTF8)
            if progress:
                progress(len(BOM_UTF8))
        layout, header = recognise(head, notes, month)
        if layout is None:
            return gather([], "", NO_MONTH, series, notes), notes.findings()
        parts, names = text_parts(head, stream, layout, notes, progress), layout.name
        month = month_in(header) or month
    series = series or series_of(inside, national) or series_of(file, national)
    found = gather(parts, names, month, series, notes)
    if names in BY_TAGS and not any(tag.startswith(("rapid_", "blitz_")) for tag in tags):  # a list of one series
        found = replace(found, standings={series or ANY: found.standings["standard"]} if len(found) else {})
    if not len(found) and not any(map(notes.has, NO_LIST)):
        notes.find("not-a-list/no-player")
    return found, notes.findings()


def series_of(file: str, national: Sequence[str] = ()) -> str:
    """The series that a file name says."""
    name = _last(file).casefold()
    return next((series for series in (*national, *SERIES) if series in name), "")


def _last(path: str) -> str:
    return path.rpartition("/")[2]


def gather(parts: Iterable[Part], layout: str, month: Month, series: str, notes: Notes) -> RatingList:
    """Put the parts together, leave out what could not be read, and number the names."""
    kept: dict[str, list[Any]] = {}
    blocks: list[bytes] = []
    for part in parts:
        bad, lengths = part.pop("bad"), part.pop("lengths")
        names = part.pop("names")
        nameless = (lengths == 0) & ~bad
        for row in np.nonzero(nameless)[0][: notes.most]:
            notes.find("nameless-row", part["line"][row], id=int(part["id"][row]))
        if bad.any():
            ends = np.cumsum(lengths)
            names = b"".join(names[ends[row] - lengths[row] : ends[row]] for row in np.nonzero(~bad)[0])
            lengths = lengths[~bad]
            part = {name: values[~bad] for name, values in part.items()}
        blocks.append(names)
        kept.setdefault("lengths", []).append(lengths)
        for name, values in part.items():
            kept.setdefault(name, []).append(_narrow(name, values))
    columns = {name: np.concatenate(values) for name, values in kept.items()}
    block = b"".join(blocks)
    count = len(columns.get("id", ()))
    lengths = columns.get("lengths", np.zeros(0, np.int64))
    offsets = np.zeros(count + 1, np.int64)
    np.cumsum(lengths, out=offsets[1:])
    columns, block, offsets = _once(columns, block, offsets, notes)
    count = len(columns.get("id", ()))

    def text(name: str) -> Any:
        return columns.get(name, np.zeros(count, f"S{TEXT_FIELDS[name]}"))

    old = BY_NAME[layout].letters if layout in BY_NAME else False
    sex, flag, title = text("sex"), text("flag"), text("title")
    if old:
        title = _full_titles(title)
    present = [name for name in (*SERIES, ANY) if f"{name}.rating" in columns]
    zero = np.zeros(count, np.int16)
    standings = {
        (series or ANY) if name == ANY else name: Standing(
            columns[f"{name}.rating"],
            columns.get(f"{name}.games", zero),
            columns.get(f"{name}.k", zero.astype(np.uint8)),
        )
        for name in present
    }
    return RatingList(
        columns.get("id", np.zeros(0, np.int64)), block, offsets, text("federation"), sex, title, text("w_title"),
        text("o_title"), text("foa"), columns.get("born", np.zeros(count, np.int32)), flag, standings, layout, month,
    )  # fmt: skip


def _narrow(name: str, values: Any) -> Any:
    """A column in its final type."""
    number = name.partition(".")[2]
    return values.astype(NUMBERS[number]) if number else values


def _once(columns: Part, block: bytes, offsets: Any, notes: Notes) -> tuple[Part, bytes, Any]:
    """Keep the first row of each FIDE number and tell the others."""
    identity = columns.get("id", np.zeros(0, np.int64))
    order = np.argsort(identity, kind="stable")
    again = order[1:][identity[order[1:]] == identity[order[:-1]]]
    if not len(again):
        return columns, block, offsets
    for row in np.sort(again)[: notes.most + 1]:
        notes.find("duplicate-row", columns["line"][row], id=int(identity[row]))
    keep = np.ones(len(identity), np.bool_)
    keep[again] = False
    rows = np.nonzero(keep)[0]
    names = b"".join(block[offsets[row] : offsets[row + 1]] for row in rows)
    lengths = np.diff(offsets)[rows]
    renumbered = np.zeros(len(rows) + 1, np.int64)
    np.cumsum(lengths, out=renumbered[1:])
    return {name: values[keep] for name, values in columns.items()}, names, renumbered


def _full_titles(letters: npt.NDArray[np.bytes_]) -> npt.NDArray[np.bytes_]:
    """The titles of old lists, written in letters, as they are written today."""
    full = letters.astype("S4")
    for short, title in TITLE_LETTERS.items():
        full[np.isin(letters, [short.encode(), short.upper().encode()])] = title.encode()
    return full
