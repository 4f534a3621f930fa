"""Open a workbook: its zip, which sheets it has, its texts, and which of its formats are those of days.

In: bytes. Out: the parts, and what those around the sheets say. What is no XML, or has a DTD, raises. What a sheet
holds is read in `sheet_cells`; the limits are set in `workbooks`.
"""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from collections.abc import Callable
from typing import Any, NamedTuple
from xml.parsers import expat

from arpad.finding import Problem
from arpad.frozen import dataclass
from arpad.intake.tables.reader import composed

CODED = re.compile("_x([0-9A-Fa-f]{4})_")  # how a workbook writes a character that XML may not hold
NO_LETTER = re.compile(r'"[^"]*"|\\.|_.|\[(?!(?:h+|m+|s+)\])[^\]]*\]', re.IGNORECASE)  # in a format
BUILT_IN_DAYS = frozenset({*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)})  # formats without a code
BUILT_IN_SPAN = 46
WITHOUT_CELLS = ("chartsheet", "dialogsheet", "xlMacrosheet", "xlIntlMacrosheet")  # kinds of sheets
TRUE = ("1", "true")
WORKBOOK, TEXTS = "xl/workbook.xml", "xl/sharedStrings.xml"  # where they stand if nobody says
FEW = 100_000  # tags of a part that holds neither cells nor texts
PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # what a workbook may be
DIRECTORY = 1 << 18  # bytes that tell the parts of a zip: some thousand parts
LONG_TAG = re.compile(rb"<[^>]{65536}")
LONGEST = 1 << 15  # letters of a cell, as spreadsheets have it
LONGEST_FORMAT = 255
SPOKEN = "rPh"  # how a text is said


class TooMuch(Problem):
    """What is above a limit, and where."""

    def __init__(self, message: str, line: int = 0, column: int = 0, /, **fields: Any) -> None:
        super().__init__(message, **fields)
        self.line, self.column = line, column


@dataclass(frozen=True, slots=True)
class Formats:
    """Which styles of cells show a number as a day or a time, which as a span of time, and how days are counted."""

    days: frozenset[str] = frozenset()
    spans: frozenset[str] = frozenset()
    from_1904: bool = False


@dataclass(frozen=True, slots=True)
class Tab:
    """A sheet as the workbook lists it."""

    name: str
    part: str
    hidden: bool


class Package:
    """The parts of a workbook by name, however its writer spelt them, if they unpack to at most so many bytes.

    No more is read of a part than it says it has; those that hold cells and texts may have `most` tags.
    """

    def __init__(self, data: bytes, most_bytes: int, most: int) -> None:
        end = data.rfind(b"PK\x05\x06")  # of the zip's directory, which says how long that is
        if end >= 0 and int.from_bytes(data[end + 12 : end + 16], "little") > DIRECTORY:
            raise TooMuch("too-large/parts", limit=DIRECTORY)
        self._zip, self._most = zipfile.ZipFile(io.BytesIO(data)), most
        size = sum(part.file_size for part in self._zip.infolist())
        if size > most_bytes:
            raise TooMuch("too-large/unpacked", bytes=size, limit=most_bytes)
        self._parts = {_spelt(part.filename): part for part in self._zip.infolist()}
        self._book = next((part for kind, part in self._related("").values() if kind == "officeDocument"), WORKBOOK)
        self._targets = self._related(self._book)
        self._tags = self._tags_of(self._book)

    def part(self, name: str, most: int = 0) -> bytes | None:
        """What a part holds, if it has no more tags than it may; None where there is none."""
        part = self._parts.get(_spelt(name))
        if part is None:
            return None
        if part.compress_type not in PACKED:
            raise ValueError("packed in a way that says nothing of its size while it is unpacked")
        with self._zip.open(part) as stream:
            data = stream.read(part.file_size)  # and not all of it: a part may hold more than it says
        most = most or self._most
        if data.count(b"<") > most:
            raise TooMuch("too-large/tags", limit=most)
        if data.count(b"=") > most or LONG_TAG.search(data):
            raise ValueError("too many attributes")
        return data

    def tabs(self) -> list[Tab]:
        """The sheets with cells, in the order of the workbook; those of charts are none."""
        if not any(tag.name == "sheets" for tag in self._tags):
            raise ValueError("no workbook")
        tabs = []
        for attributes in [tag.attributes for tag in self._tags if tag.name == "sheet"]:
            kind, part = self._targets[attributes["id"]]
            if kind not in WITHOUT_CELLS:
                tabs.append(Tab(attributes.get("name", ""), part, attributes.get("state", "visible") != "visible"))
        if len({_spelt(tab.part) for tab in tabs}) < len(tabs):
            raise ValueError("two sheets are one part")
        return tabs

    def texts(self) -> dict[str, str]:
        """The texts that cells share, as they are kept, by number."""
        texts: dict[str, str] = {}
        names, pieces, kept = Names(), list[str](), list[str]()
        spoken = False

        def started(name: str, _: dict[str, str]) -> None:
            nonlocal spoken
            pieces.clear()
            spoken |= names[name] == SPOKEN

        def ended(name: str) -> None:
            nonlocal spoken
            name = names[name]
            if name == "t" and not spoken:
                kept.extend(pieces)
            elif name == "si":
                text = "".join(kept)
                texts[str(len(texts))] = (
                    as_text(text) if len(text) < LONGEST else text
                )  # which is refused where it is used
                kept.clear()
            elif name == SPOKEN:
                spoken = False

        data = self.part(next((part for kind, part in self._targets.values() if kind == "sharedStrings"), TEXTS))
        if data is not None:
            walk(data, started, ended, pieces.append)
        return texts

    def formats(self) -> Formats:
        tags = self._tags_of(next((part for kind, part in self._targets.values() if kind == "styles"), ""))
        codes = {
            tag.attributes.get("numFmtId", ""): tag.attributes.get("formatCode", "")
            for tag in tags
            if tag.within == "numFmts"
        }
        styles = [tag.attributes.get("numFmtId", "0") for tag in tags if (tag.within, tag.name) == ("cellXfs", "xf")]
        shown = {number: _shown_as(number, codes) for number in {*styles}}
        days, spans = (frozenset(str(at) for at, style in enumerate(styles) if shown[style] == what) for what in "ds")
        from_1904 = any(tag.attributes.get("date1904") in TRUE for tag in self._tags if tag.name == "workbookPr")
        return Formats(days, spans, from_1904)

    def _related(self, name: str) -> dict[str, tuple[str, str]]:
        """What a part is related to: by its id the kind and the part."""
        folder, base = posixpath.split(name)
        found = {}
        related = [tag for tag in self._tags_of(f"{folder}/_rels/{base}.rels") if tag.name == "Relationship"]
        for attributes in (tag.attributes for tag in related):
            if attributes.get("TargetMode") != "External":
                part = posixpath.normpath(posixpath.join("/", folder, attributes["Target"]))
                found[attributes["Id"]] = attributes["Type"].rpartition("/")[2], part
        return found

    def _tags_of(self, name: str) -> list[Tag]:
        """The elements of a small part; none where there is no such part."""
        tags, names, around = list[Tag](), Names(), [""]

        def started(name: str, attributes: dict[str, str]) -> None:
            tags.append(Tag(around[-1], names[name], {names[key]: value for key, value in attributes.items()}))
            around.append(names[name])

        data = self.part(name, FEW)
        if data is not None:
            walk(data, started, lambda _: around.pop())
        return tags


class Tag(NamedTuple):
    """An element: in which other it stands, its name and its attributes, without their namespaces."""

    within: str
    name: str
    attributes: dict[str, str]


class Names(dict[str, str]):
    """The names of elements without their namespaces."""

    def __missing__(self, name: str) -> str:
        self[name] = name.rpartition(":")[2]
        return self[name]


def walk(
    data: bytes, started: Callable[[str, dict[str, str]], object], ended: Callable[[str], object],
    texts: Callable[[str], object] | None = None,
) -> None:  # fmt: skip
    """Go through XML: call a function when an element starts, when it ends, and for the text in it.

    The names have their namespaces. Raises what expat does where it is no XML, and where it has a DTD.
    """
    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = started, ended
    parser.StartDoctypeDeclHandler = _refuse_dtd
    if texts:
        parser.buffer_text, parser.CharacterDataHandler = True, texts
    parser.Parse(data, True)


def _refuse_dtd(*_: object) -> None:
    raise ValueError("a DTD")


def _shown_as(number: str, codes: dict[str, str]) -> str:
    """How a format shows a number: d as a day or a time, s as a span of time, nothing as a number."""
    first = NO_LETTER.sub("", codes.get(number, "")[:LONGEST_FORMAT].split(";")[0]).lower()
    if "[" in first or (number not in codes and number == str(BUILT_IN_SPAN)):
        return "s"
    day = set(first) & set("dmyhs") or (number not in codes and number in map(str, BUILT_IN_DAYS))
    return "d" if day else ""


def _spelt(name: str) -> str:
    """The name of a part as it is looked up: OPC leaves capitals free, and some writers know the other slash."""
    return name.replace("\\", "/").lstrip("/").casefold()


def as_text(text: str) -> str:
    """The content of a cell as it is kept: stripped, its letters composed, a blank for the end of a line."""
    if "_x" in text:
        text = CODED.sub(lambda found: chr(int(found[1], 16)), text)
    text = text.strip()
    return text if text.isprintable() and text.isascii() else composed(" ".join(re.split("[\r\n\t]+", text)))
