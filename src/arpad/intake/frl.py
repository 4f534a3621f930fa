"""Read FIDE's rating lists into columns: every text layout since 2001, and the XML.

In: an open file of bytes. Out: a `RatingList`, a frozen table of arrays with the names as one block of bytes, and the
findings. A list of two million rows is read in blocks, so that memory holds the columns and little more. Rows that
cannot be read are excluded and told; rows without a name are kept. Titles that overflow their column push the rest of
the row to the right; such rows are read by themselves.

It does not judge a rating. Single lists do not say which series they are: the file name or the caller does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from arpad.finding import Finding
from arpad.intake.codes import Notes, shown
from arpad.intake.digits import BLANK, numbers
from arpad.intake.frl_layout import ANY, BY_NAME, OLD, SERIES, Layout, by_header, is_header, period_of
from arpad.intake.trf_layout import TITLE_LETTERS

BLOCK = 4 * 1024 * 1024
NEWLINE = 10
LONGEST_ROW = 512
MOST_TRIES = 500  # rows of one block whose titles may overflow; in a whole list there are three
TEXT_FIELDS = {"federation": 4, "sex": 1, "title": 4, "w_title": 4, "o_title": 40, "foa": 4, "flag": 4}
NUMBERS = {"rating": np.int16, "games": np.int16, "k": np.uint8}
BIRTH_PIVOT = 10  # birthdays with two figures stand in the lists of 2002 to 2004
Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """One series of a list: a row per player, as in the list. Zero means unrated, no games, no K."""

    rating: npt.NDArray[np.int16]
    games: npt.NDArray[np.int16]
    k: npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class RatingList:
    """A list as columns. Name i is `names[offsets[i]:offsets[i + 1]]` in UTF-8; births are 19780000 for a year."""

    id: npt.NDArray[np.int64]
    names: bytes
    offsets: npt.NDArray[np.int64]
    federation: npt.NDArray[np.bytes_]
    sex: npt.NDArray[np.bytes_]
    title: npt.NDArray[np.bytes_]
    w_title: npt.NDArray[np.bytes_]
    o_title: npt.NDArray[np.bytes_]
    foa: npt.NDArray[np.bytes_]
    born: npt.NDArray[np.int32]
    flag: npt.NDArray[np.bytes_]
    standings: Mapping[str, Standing]
    layout: str
    period: str = ""  # 2025-09, or nothing where the list does not say

    def __len__(self) -> int:
        return len(self.id)

    def name(self, row: int) -> str:
        return self.names[self.offsets[row] : self.offsets[row + 1]].decode("utf-8", "replace")

    def row(self, index: int) -> dict[str, Any]:
        """One player as a dictionary."""
        texts = {name: getattr(self, name)[index].decode("utf-8", "replace") for name in TEXT_FIELDS}
        found: dict[str, Any] = {
            "id": int(self.id[index]),
            "name": self.name(index),
            **texts,
            "born": int(self.born[index]),
        }
        for series, standing in self.standings.items():
            found[series] = {name: int(getattr(standing, name)[index]) for name in NUMBERS}
        return found

    def rows(self) -> Iterator[dict[str, Any]]:
        return (self.row(index) for index in range(len(self)))

    def find(self, identity: int) -> int:
        """The row of a FIDE number, -1 where it is not on the list."""
        at = np.nonzero(self.id == identity)[0]
        return int(at[0]) if len(at) else -1


Part = dict[str, Any]


def read_list(
    stream: BinaryIO, file: str = "-", series: str = "", progress: Progress | None = None
) -> tuple[RatingList, tuple[Finding, ...]]:
    """The list in a stream of text or XML."""
    notes = Notes(file)
    head = stream.read(BLOCK)
    start = head[:400].lstrip(b"\xef\xbb\xbf \t\r\n")
    if start.startswith(b"<"):
        from arpad.intake.frl_xml import read_xml

        parts, names = read_xml(head, stream, notes, progress), "xml"
        period = period_of(file.rpartition("/")[2])
    else:
        layout, header = recognise(head, notes)
        if layout is None:
            return gather([], "", "", series, notes), notes.findings()
        parts, names = _parts(head, stream, layout, notes, progress), layout.name
        period = period_of(header) or period_of(file.rpartition("/")[2])
    found = gather(parts, names, period, series or series_of(file), notes)
    if (
        not len(found)
        and not notes.has("not-a-list")
        and not notes.has("broken-xml")
        and not notes.has("document-type")
    ):
        notes.add("not-a-list", "The file has no player.")
    return found, notes.findings()


def series_of(file: str) -> str:
    """The series that a file name says."""
    name = file.rpartition("/")[2].lower()
    return next((series for series in SERIES if series in name), "")


def recognise(head: bytes, notes: Notes) -> tuple[Layout | None, str]:
    """The layout by its header, or by the columns in which the first rows have numbers and federations."""
    text = head.decode("latin-1")
    lines = [line for line in text[: 400 * LONGEST_ROW].splitlines() if line.strip("\x1a \t")][:400]
    if not lines:
        notes.add("empty-file", "The file holds nothing.")
        return None, ""
    if any(line.startswith(("001 ", "012 ")) for line in lines):
        notes.add("report-sent", "The file is a report, not a rating list.", 1)
        return None, ""
    header = lines[0] if is_header(lines[0]) else ""
    layout = by_header(header) if header else None
    if layout is None:
        rows = lines[1:] if header else lines
        scores = {
            one.name: sum(_fits(one, row) for row in rows) for one in BY_NAME.values() if not header or one in OLD
        }
        best = max(scores, key=lambda name: scores[name])
        if not rows or scores[best] * 5 < len(rows) * 4:
            notes.add("not-a-list", f"No layout fits the rows; the first is “{shown(lines[0].strip(), 40)}”.", 1)
            return None, ""
        layout = BY_NAME[best]
        if not header:
            sentence = f"The list has no header; its columns are those of the layout {layout.name}."
            notes.add("missing-header", sentence, 1)
    return layout, header


def _fits(layout: Layout, row: str) -> float:
    """How well a row fits: everything where it must be counts one; a blank birthday or flag a little less."""

    def cut(name: str) -> str:
        first, last = layout.fields[name]
        return row[first - 1 : last]

    identity, federation = cut("id").strip(), cut("federation").strip()
    if not (identity.isascii() and identity.isdigit()) or not (len(federation) == 3 and federation.isalpha()):
        return 0
    for name in layout.fields:
        if name.endswith((".rating", ".games", ".k")):
            text = cut(name).strip()
            if text and not (text.isascii() and text.isdigit()):
                return 0
    edges = [span[0] for name, span in layout.fields.items() if name not in ("foa", "o_title", "id")]
    if any(row[first - 2 : first - 1].strip() for first in edges if layout.letters):
        return 0
    born, flag = (cut(name).strip() if name in layout.fields else "" for name in ("born", "flag"))
    if flag and not flag.isalpha():
        return 0
    if born and (born.strip(".0123456789") or len(born) != len(layout.birthday)):
        return 0
    return 1 + (0.01 if born else 0) + (0.02 if flag else 0) - (0.05 if len(row.rstrip()) > layout.width else 0)


# --- text, in blocks --------------------------------------------------------------------------------------------


def _parts(head: bytes, stream: BinaryIO, layout: Layout, notes: Notes, progress: Progress | None) -> Iterator[Part]:
    """The columns of each block of whole lines."""
    line, rest, block = 1, b"", head
    while block or rest:
        more = stream.read(BLOCK)
        data = rest + block
        if more:
            cut = max(data.rfind(b"\n"), data.rfind(b"\r") if b"\n" not in data else -1) + 1
            whole, rest = (data[:cut], data[cut:]) if cut else (b"", data)
            if not cut and len(rest) > 16 * BLOCK:
                notes.add("not-a-list", "A line of the file does not end.", line)
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
        notes.add("end-mark", "The file has the end mark of an old system; it is not read.", first_line + count - 1)
    if first_line == 1 and count:
        head = next((int(row) for row in np.nonzero(used)[0]), 0)
        if is_header(data[starts[head] : ends[head]].decode("latin-1")):
            used[head] = False
    keep = np.nonzero(used)[0]
    if len(keep) < count:
        matrix, starts, lengths = matrix[keep], starts[keep], lengths[keep]
    part = cut_columns(matrix, layout)
    part["line"] = keep + first_line
    odd = part["bad"] | (lengths > layout.width)
    if "o_title" in layout.fields:
        last = layout.fields["o_title"][1]
        odd |= (matrix[:, last - 1] != BLANK) & (matrix[:, last] != BLANK)
    part["tries"] = 0
    for row in np.nonzero(odd)[0]:
        raw = data[starts[row] : starts[row] + lengths[row]]
        _overflow(raw[:LONGEST_ROW], int(row), layout, part, notes)
    del part["tries"]
    _repair_names(matrix, layout, part)
    return part, count


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
            bad |= (values < 0) | (values > 9999)
            part[name] = values
    if layout.birthday and "born" in layout.fields:
        part["born"] = births(cut("born"), layout.birthday)
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


def births(letters: npt.NDArray[np.uint8], style: str) -> npt.NDArray[np.int32]:
    """Birthdays as numbers; unknown parts are 0, what is no birthday is -1."""
    if style == "YYYY":
        year = numbers(letters, np.int32)
        return np.where((year < 0) | (year > 9999), -1, year * 10000).astype(np.int32)
    day, month, year = (numbers(letters[:, first:last]) for first, last in ((0, 2), (3, 5), (6, len(style))))
    if style.endswith(".YY"):
        blank = (letters[:, 6:8] == BLANK).all(axis=1)
        year = np.where(blank | (year < 0), np.minimum(year, 0), np.where(year < BIRTH_PIVOT, year + 2000, year + 1900))
    bad = (day < 0) | (month < 0) | (year < 0) | (day > 31) | (month > 12)
    return np.where(bad, -1, year * 10000 + month * 100 + day).astype(np.int32)


def _overflow(raw: bytes, row: int, layout: Layout, part: Part, notes: Notes) -> None:
    """Read a row whose other titles push the rest to the right; exclude it where no shift makes sense of it."""
    line = int(part["line"][row])
    first, last = layout.fields.get("o_title", (0, 0))
    full = bool(last) and raw[last - 1 : last].strip()  # only titles that fill their columns can overflow them
    if full and part["tries"] < MOST_TRIES:
        part["tries"] += 1
        for shift in range(60):
            tail = raw[last + shift :]
            title = raw[first - 1 : last + shift].rstrip()
            if len(raw.rstrip()) <= last + shift:
                break
            squeezed = (raw[: first - 1] + raw[first - 1 : last] + tail).ljust(layout.width)[: layout.width]
            one = cut_columns(np.frombuffer(squeezed, np.uint8).reshape(1, -1), layout)
            foa = one["foa"][0] if "foa" in one else b""
            if not one["bad"][0] and len(raw.rstrip()) - shift <= layout.width and _whole(title) and foa in FOA_TITLES:
                if not shift:
                    return
                for name, values in one.items():
                    if name not in ("name", "bad", "o_title"):
                        part[name][row] = values[0]
                if part["o_title"].dtype.itemsize < len(title):
                    part["o_title"] = part["o_title"].astype(f"S{max(len(title), TEXT_FIELDS['o_title'])}")
                part["o_title"][row] = title.strip()
                part["bad"][row] = False
                told = shown(title.decode("latin-1"))
                sentence = f"The other titles “{told}” overflow their columns; they are read in full."
                notes.add("title-overflow", sentence, line, first)
                return
    if not part["bad"][row]:
        return
    sentence = f"The row “{shown(raw.decode('latin-1').strip(), 40)}” cannot be read; it is left out."
    notes.add("unreadable-row", sentence, line)


FOA_TITLES = frozenset({b"", b"AGM", b"AIM", b"AFM", b"ACM"})
OTHER_TITLES = frozenset(b"IA FA NA IO FT FST DI NI SI FI LSI SLI AO".split())


def _whole(titles: bytes) -> bool:
    """Whether a comma list consists of known other titles: a title cut in two is none."""
    return not titles.strip() or all(title.strip() in OTHER_TITLES for title in titles.split(b","))


def _repair_names(matrix: npt.NDArray[np.uint8], layout: Layout, part: Part) -> None:
    """Turn the block of names into bytes and lengths; a few old rows are Latin-1 and become UTF-8."""
    letters = part.pop("name")
    filled = letters != BLANK
    lengths = letters.shape[1] - np.argmax(filled[:, ::-1], axis=1)
    lengths[~filled.any(axis=1)] = 0
    if (letters >= 0x80).any():
        cut = [letters[row, : lengths[row]].tobytes().strip() for row in range(len(letters))]
        cut = [name if name.isascii() else _utf8(name) for name in cut]
        part["names"], part["lengths"] = b"".join(cut), np.array([len(name) for name in cut], np.int64)
    else:
        inside = np.arange(letters.shape[1]) < lengths[:, None]
        part["names"], part["lengths"] = letters[inside].tobytes(), lengths.astype(np.int64)


def _utf8(name: bytes) -> bytes:
    try:
        return name.decode("utf-8").encode()
    except UnicodeDecodeError:
        return name.decode("cp1252", "replace").encode()


# --- one table out of the parts ---------------------------------------------------------------------------------


def gather(parts: Any, layout: str, period: str, series: str, notes: Notes) -> RatingList:
    """Put the parts together, leave out what could not be read, and number the names."""
    kept: dict[str, list[Any]] = {}
    blocks: list[bytes] = []
    for part in parts:
        bad, lengths = part.pop("bad"), part.pop("lengths")
        names = part.pop("names")
        nameless = (lengths == 0) & ~bad
        for row in np.nonzero(nameless)[0][: notes.most]:
            notes.add("nameless-row", f"The player {part['id'][row]} has no name.", part["line"][row])
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
    present = [one for one in (*SERIES, ANY) if f"{one}.rating" in columns]
    zero = np.zeros(count, np.int16)
    standings = {
        (series or ANY) if one == ANY else one: Standing(
            columns[f"{one}.rating"],
            columns.get(f"{one}.games", zero),
            columns.get(f"{one}.k", zero.astype(np.uint8)),
        )
        for one in present
    }
    return RatingList(
        columns.get("id", np.zeros(0, np.int64)), block, offsets, text("federation"), sex, title, text("w_title"),
        text("o_title"), text("foa"), columns.get("born", np.zeros(count, np.int32)), flag, standings, layout, period,
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
        sentence = f"The FIDE number {identity[row]} stands on the list already; the row is left out."
        notes.add("duplicate-row", sentence, columns["line"][row])
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
