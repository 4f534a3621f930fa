"""Read the text form of a rating list, block by block.

In: an open file of bytes and its layout. Out: for each block of whole lines its columns. All rows of a block are cut at
once from a matrix of bytes. Other titles that overflow their columns push the rest of the row to the right; such
rows are tried one by one, and what no shift makes sense of is left out and told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from arpad.days import FIRST_YEAR, LAST_YEAR, Day, days_of
from arpad.intake.codes import Notes, shown
from arpad.intake.digits import BLANK, numbers
from arpad.intake.frl.layout import MOST, TEXT_FIELDS, Layout, is_header
from arpad.intake.frl.letters import Straightened, block_of_names, straighten

BLOCK = 4 * 1024 * 1024
NEWLINE = 10
LONGEST_ROW = 512
BLANK_END = 20  # columns at the end of a row that may be blank: a row nearly twice as long as its layout is two rows
MOST_TRIES = 500  # rows of one block whose titles may overflow; in a whole list there are three
BIRTH_PIVOT = 10  # birthdays with two figures stand in the lists of 2002 to 2004
Progress = Callable[[int], None]
Part = dict[str, Any]  # columns by name, equally long


def text_parts(
    head: bytes, stream: BinaryIO, layout: Layout, notes: Notes, progress: Progress | None
) -> Iterator[Part]:
    """The columns of each block of whole lines."""
    line, rest, block = 1, b"", head
    while block or rest:
        more = stream.read(BLOCK)
        data = rest + block
        if more:
            cut = max(data.rfind(b"\n"), data.rfind(b"\r") if b"\n" not in data else -1) + 1
            whole, rest = (data[:cut], data[cut:]) if cut else (b"", data)
            if not cut and len(rest) > 16 * BLOCK:
                notes.find("not-a-list/endless-line", line)
                return
        else:
            whole, rest = data, b""
        if whole:
            if b"\n" not in whole:
                whole = whole.replace(b"\r", b"\n")
            part, count = _block(whole, layout, line, notes)
            line += count
            yield part
        if progress:
            progress(len(block))
        block = more


def _block(data: bytes, layout: Layout, first_line: int, notes: Notes) -> tuple[Part, int]:
    """The columns of one block of lines."""
    width = max(layout.width, *(last for _, last in layout.fields.values()))
    buffer = np.frombuffer(data + b"\n" + b" " * width, np.uint8)
    ends = np.nonzero(buffer[: len(data) + 1] == NEWLINE)[0]
    if data.endswith(b"\n"):
        ends = ends[:-1]
    starts = np.concatenate(([0], ends[:-1] + 1))
    lengths = ends - starts
    count = len(ends)
    lengths -= (lengths > 0) & (buffer[np.maximum(ends - 1, 0)] == 13)
    window = np.lib.stride_tricks.as_strided(buffer, (len(data) + 1, width), (1, 1), writeable=False)
    matrix = window[starts]
    short = np.nonzero(lengths < width)[0]
    if len(short):
        matrix[short] = np.where(np.arange(width) < lengths[short, None], matrix[short], BLANK)
    matrix[matrix < BLANK] = BLANK
    used = (matrix != BLANK).any(axis=1)
    if b"\x1a" in data:
        notes.find("end-mark/list", first_line + count - 1)
    if first_line == 1 and count:
        head = next((int(row) for row in np.nonzero(used)[0]), 0)
        if is_header(data[starts[head] : ends[head]].decode("latin-1")):
            used[head] = False
    keep = np.nonzero(used)[0]
    if len(keep) < count:
        matrix, starts, lengths = matrix[keep], starts[keep], lengths[keep]
    wide = straighten(matrix, data, starts, lengths, layout)
    part = cut_columns(matrix, layout)
    part["line"] = keep + first_line
    odd = part["bad"] | part["odd birth"] | (lengths > layout.width)
    if "o_title" in layout.fields:
        last = layout.fields["o_title"][1]
        odd |= (matrix[:, last - 1] != BLANK) & (matrix[:, last] != BLANK)
    if "sex" in layout.fields:
        cut = ~part["bad"] & (lengths < layout.fields["sex"][0])
        for row in np.flatnonzero(cut).tolist():
            part["bad"][row], odd[row] = True, False
            text = data[starts[row] : starts[row] + lengths[row]].decode("latin-1").strip()
            notes.find("unreadable-row/cut", part["line"][row], row=shown(text, 40))
    if wide.rows or wide.slipped:
        _tell_wide(wide, part, odd, notes)
    part["tries"] = 0
    for row in np.nonzero(odd)[0].tolist():
        raw = wide.rows.get(row, data[starts[row] : starts[row] + lengths[row]])
        _overflow(raw[:LONGEST_ROW], row, layout, part, notes)
    del part["tries"]
    _tell_births(part, matrix, layout, notes)
    part["names"], part["lengths"] = block_of_names(part.pop("name"), wide.names)
    return part, count


def _tell_wide(wide: Straightened, part: Part, odd: npt.NDArray[np.bool_], notes: Notes) -> None:
    """Rows that count their columns in characters are told once, rows that do neither one by one and left out."""
    if wide.rows and not notes.has("wide-letters"):
        row = min(wide.rows)
        notes.find("wide-letters", part["line"][row], name=shown(wide.names[row].decode()))
    for row, text in wide.slipped.items():
        part["bad"][row], odd[row] = True, False
        notes.find("unreadable-row/slipped", part["line"][row], row=shown(text.strip(), 40))


def _tell_births(part: Part, matrix: npt.NDArray[np.uint8], layout: Layout, notes: Notes) -> None:
    """Birthdays that are none are told row by row; the rest of the row counts."""
    first, last = layout.fields.get("born", (1, 0))
    for row in np.nonzero(part.pop("odd birth") & ~part["bad"])[0].tolist():
        if not notes.full("unreadable-birth"):
            text = matrix[row, first - 1 : last].tobytes().decode("latin-1").strip()
            tell_birth(text, int(part["born"][row]), int(part["id"][row]), int(part["line"][row]), notes)


def tell_birth(text: str, born: int, identity: int, line: int, notes: Notes) -> None:
    """One birthday that is none, and what is certain of it."""
    message = "unreadable-birth/year-read" if born else "unreadable-birth/unknown"
    notes.find(message, line, text=shown(text), id=identity, year=Day(born).year)


def cut_columns(matrix: npt.NDArray[np.uint8], layout: Layout) -> Part:
    """Cut the fields of equally long rows; `bad` marks rows with a number that is none."""
    part: Part = {}
    bad = np.zeros(len(matrix), np.bool_)

    def cut(name: str) -> npt.NDArray[np.uint8]:
        first, last = layout.fields[name]
        return matrix[:, first - 1 : last]

    part["id"] = numbers(cut("id"), np.int64)
    bad |= part["id"] <= 0
    for name in layout.fields:
        if "." in name:
            values = numbers(cut(name), np.int32)
            bad |= (values < 0) | (values > MOST[name.partition(".")[2]])
            part[name] = values
    part["odd birth"] = np.zeros(len(matrix), np.bool_)
    if layout.birthday and "born" in layout.fields:
        part["born"], part["odd birth"] = births(cut("born"), layout.birthday)
        bad |= part["born"] < 0
    for name, size in TEXT_FIELDS.items():
        if name in layout.fields:
            part[name] = texts(cut(name), size)
    part["name"] = cut("name")
    part["bad"] = bad
    return part


def texts(letters: npt.NDArray[np.uint8], size: int) -> npt.NDArray[np.bytes_]:
    """Left-aligned text of at most `size` bytes; blanks at the end are dropped by NumPy's zero-padded strings."""
    letters = np.where(letters == BLANK, 0, letters)[:, :size]
    if letters.shape[1] and (letters[:, 0] == 0).any():
        lead = np.nonzero((letters[:, 0] == 0) & (letters != 0).any(axis=1))[0]
        for row in lead:
            text = letters[row].tobytes().strip(b"\0")
            letters[row] = 0
            letters[row, : len(text)] = np.frombuffer(text, np.uint8)
    return np.ascontiguousarray(letters).view(f"S{letters.shape[1]}").ravel()


def births(
    letters: npt.NDArray[np.uint8], style: str
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.bool_]]:  # fmt: skip
    """Birthdays as numbers, and which of them are figures but no birthday: of these the year is kept if it is one.

    Unknown parts are 0; what is not even made of figures is -1, because then the row may not be in its columns.
    """
    if style == "YYYY":
        year = numbers(letters, np.int32)
        day = month = np.zeros_like(year)
    else:
        day, month, year = (numbers(letters[:, first:last]) for first, last in ((0, 2), (3, 5), (6, len(style))))
    if style.endswith(".YY"):
        blank = (letters[:, 6:8] == BLANK).all(axis=1)
        year = np.where(blank | (year < 0), np.minimum(year, 0), np.where(year < BIRTH_PIVOT, year + 2000, year + 1900))
    bad = (day < 0) | (month < 0) | (year < 0)
    no_year = (year < FIRST_YEAR) | (year > LAST_YEAR)
    odd = ~bad & ((no_year & (year + month + day > 0)) | (day > 31) | (month > 12))
    born = days_of(np.where(no_year, 0, year), np.where(odd, 0, month), np.where(odd, 0, day))
    return np.where(bad, -1, born).astype(np.int32), odd


def _overflow(raw: bytes, row: int, layout: Layout, part: Part, notes: Notes) -> None:
    """Read a row whose other titles push the rest to the right; exclude it where no shift makes sense of it."""
    line = int(part["line"][row])
    first, last = layout.fields.get("o_title", (0, 0))
    full = bool(last) and raw[last - 1 : last].strip()  # only titles that fill their columns can overflow them
    if full and part["tries"] < MOST_TRIES:
        part["tries"] += 1
        for known in (True, False):  # titles we know of, then anything that looks like titles
            for shift in range(60):
                titles = raw[first - 1 : last + shift].rstrip()
                if _whole(titles, known) and _shifted(raw, shift, row, layout, part):
                    if shift:
                        notes.find("title-overflow/read", line, first, titles=shown(titles.decode("latin-1")))
                    return
    if not part["bad"][row]:
        if len(raw.rstrip()) > 2 * layout.width - BLANK_END:
            part["bad"][row] = True
            notes.find("unreadable-row/glued", line, row=shown(raw.decode("latin-1").strip(), 40))
        return
    notes.find("unreadable-row/text", line, row=shown(raw.decode("latin-1").strip(), 40))


def _shifted(raw: bytes, shift: int, row: int, layout: Layout, part: Part) -> bool:
    """Put a row into the part as it reads when all after the other titles stands so many columns to the right."""
    first, last = layout.fields["o_title"]
    title, length = raw[first - 1 : last + shift].rstrip(), len(raw.rstrip())
    if length <= last + shift or length - shift > layout.width:
        return False
    squeezed = (raw[:last] + raw[last + shift :]).ljust(layout.width)[: layout.width]
    cut = cut_columns(np.frombuffer(squeezed, np.uint8).reshape(1, -1), layout)
    if cut["bad"][0] or cut["odd birth"][0] or ("foa" in cut and cut["foa"][0] not in FOA_TITLES):
        return False
    if shift:
        for name, values in cut.items():
            if name not in ("name", "o_title"):
                part[name][row] = values[0]
        if part["o_title"].dtype.itemsize < len(title):
            part["o_title"] = part["o_title"].astype(f"S{max(len(title), TEXT_FIELDS['o_title'])}")
        part["o_title"][row] = title
    return True


FOA_TITLES = frozenset({b"", b"AGM", b"AIM", b"AFM", b"ACM"})
OTHER_TITLES = frozenset(b"IA FA NA IO FT FST DI NI SI FI LSI SLI AO".split())


def _whole(titles: bytes, known: bool) -> bool:
    """Whether a comma list consists of whole titles: one that is cut in two is none."""
    words = titles.split(b",")
    return all(word in OTHER_TITLES if known else 2 <= len(word) <= 3 and word.isupper() for word in words)
