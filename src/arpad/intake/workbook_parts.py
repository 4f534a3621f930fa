"""Open a workbook: its zip, which sheets it has, its texts, and which of its formats are those of days.

In: bytes. Out: the parts as plain XML, each proved by expat, refused with a DTD, without comments and without a prefix
of its names, so that every `<` in it starts a tag and patterns find what they look for. Handlers in Python would take
several times as long for a large sheet. What a sheet holds is read in `sheet_cells`; limits are kept in `workbooks`.
"""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from dataclasses import dataclass
from html import unescape
from xml.parsers import expat

from arpad.intake.tables import composed

MARKUP = re.compile(r"<!--.*?-->|<\?.*?\?>|<!\[CDATA\[(.*?)\]\]>", re.DOTALL)
DECLARED = re.compile(rb"<\?xml[^>]*?encoding\s*=\s*[\"']([A-Za-z0-9._-]+)")
PREFIX = re.compile(r"\s*<([^\s<>/:]+):")
ATTRIBUTE = re.compile(r"""([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
TEXT = re.compile(r"<si(?:\s[^>]*)?(?:/>|>(?:<t(?:\s[^>]*)?>([^<]*)</t>)?(.*?)</si>)", re.DOTALL)
RUN = re.compile(r"<t(?:\s[^>]*)?>([^<]*)</t>")
PHONETIC = re.compile(r"<rPh\b.*?</rPh>", re.DOTALL)
CODED = re.compile("_x([0-9A-Fa-f]{4})_")  # how a workbook writes a character that XML may not hold
NO_LETTER = re.compile(r'"[^"]*"|\\.|_.|\[(?!(?:h+|m+|s+)\])[^\]]*\]', re.IGNORECASE)  # in a format
BUILT_IN_DAYS = frozenset({*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)})  # formats without a code
BUILT_IN_SPAN = 46
WITHOUT_CELLS = ("chartsheet", "dialogsheet", "xlMacrosheet", "xlIntlMacrosheet")  # kinds of sheets
TRUE = ("1", "true")
WORKBOOK = "xl/workbook.xml"  # where it stands if nobody says


class TooMuch(Exception):
    """What is above a limit, as a finding says it: code, sentence, line."""


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

    No more is read of a part than it says it has, and `most` of its elements of any name.
    """

    def __init__(self, data: bytes, most_bytes: int, most: int) -> None:
        self._zip, self._most = zipfile.ZipFile(io.BytesIO(data)), most
        size = sum(part.file_size for part in self._zip.infolist())
        if size > most_bytes:
            raise TooMuch("too-large", f"The workbook unpacks to {size:,} bytes; {most_bytes:,} are the limit.")
        self._parts = {_spelt(part.filename): part for part in self._zip.infolist()}
        self._book = next((part for kind, part in self._related("").values() if kind == "officeDocument"), WORKBOOK)
        self._targets = self._related(self._book)

    def xml(self, name: str) -> str:
        """A part as text; nothing where there is none. What is no XML raises."""
        part = self._parts.get(_spelt(name))
        return plain_xml(self._zip.read(part)) if part else ""

    def tabs(self) -> list[Tab]:
        """The sheets with cells, in the order of the workbook; those of charts are none."""
        book = self.xml(self._book)
        if "<sheets" not in book:
            raise ValueError("no workbook")
        tabs = []
        for sheet in self._elements(book, "sheet"):
            kind, part = self._targets[sheet["id"]]
            if kind not in WITHOUT_CELLS:
                tabs.append(Tab(sheet.get("name", ""), part, sheet.get("state", "visible") != "visible"))
        if len({tab.part for tab in tabs}) < len(tabs):
            raise ValueError("two sheets are one part")
        return tabs

    def texts(self) -> dict[str, str]:
        """The texts that cells share, as they are kept, by number."""
        xml = self._of_kind("sharedStrings")
        self._limited(xml, "si")
        if "<rPh" in xml:
            xml = PHONETIC.sub("", xml)
        return {
            str(number): as_text(first + "".join(RUN.findall(rest)) if rest else first)
            for number, (first, rest) in enumerate(TEXT.findall(xml))
        }

    def formats(self) -> Formats:
        styles = self._of_kind("styles")
        codes = {each.get("numFmtId", ""): each.get("formatCode", "") for each in self._elements(styles, "numFmt")}
        cells = styles[styles.find("<cellXfs") : styles.find("</cellXfs>")]
        days, spans = set(), set()
        for style, each in enumerate(self._elements(cells, "xf")):
            number = each.get("numFmtId", "0")
            first = NO_LETTER.sub("", codes.get(number, "").split(";")[0]).lower()
            if "[" in first or (number not in codes and number == str(BUILT_IN_SPAN)):
                spans.add(str(style))
            elif set(first) & set("dmyhs") or (number not in codes and number in map(str, BUILT_IN_DAYS)):
                days.add(str(style))
        counted = next(iter(self._elements(self.xml(self._book), "workbookPr")), {})
        return Formats(frozenset(days), frozenset(spans), counted.get("date1904") in TRUE)

    def _of_kind(self, kind: str) -> str:
        return self.xml(next((part for each, part in self._targets.values() if each == kind), ""))

    def _related(self, name: str) -> dict[str, tuple[str, str]]:
        """What a part is related to: by its id the kind and the part."""
        folder, base = posixpath.split(name)
        found = {}
        for each in self._elements(self.xml(f"{folder}/_rels/{base}.rels"), "Relationship"):
            part = posixpath.normpath(posixpath.join("/", folder, each["Target"]))
            if each.get("TargetMode") != "External":
                found[each["Id"]] = each["Type"].rpartition("/")[2], part
        return found

    def _limited(self, xml: str, name: str) -> None:
        if xml.count(f"<{name}") > self._most:
            raise ValueError(f"too many {name}")

    def _elements(self, xml: str, name: str) -> list[dict[str, str]]:
        """The attributes of every element of a name, without the prefixes of theirs."""
        self._limited(xml, name)
        return [
            attributes(start) for start in re.findall(rf"""<{name}(?=[\s/>])((?:[^>"']|"[^"]*"|'[^']*')*+)>""", xml)
        ]


def _spelt(name: str) -> str:
    """The name of a part as it is looked up: OPC leaves capitals free, and some writers know the other slash."""
    return name.replace("\\", "/").lstrip("/").casefold()


def plain_xml(data: bytes) -> str:
    """XML as text of nothing but tags and what stands between them, whose names have no prefix."""
    odd = set()

    def seen(*_: str) -> None:
        odd.add("markup")

    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = _refuse_dtd
    parser.CommentHandler, parser.StartCdataSectionHandler, parser.ProcessingInstructionHandler = seen, seen, seen
    parser.Parse(data, True)
    said = DECLARED.match(data)
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    text = data.decode("utf-16" if wide else said[1].decode() if said else "utf-8-sig").lstrip("\ufeff")
    if "\x00" in text:
        raise ValueError("no text")
    if text.startswith("<?xml"):
        text = text[text.index("?>") + 2 :]
    if odd:
        text = MARKUP.sub(lambda found: (found[1] or "").replace("&", "&amp;").replace("<", "&lt;"), text)
    prefix = PREFIX.match(text)
    return re.sub(rf"(</?){re.escape(prefix[1])}:", r"\1", text) if prefix else text


def _refuse_dtd(*_: object) -> None:
    raise ValueError("a DTD")


def attributes(start: str) -> dict[str, str]:
    """The attributes of a tag by their names without prefixes."""
    return {key.rpartition(":")[2]: unescape(one or two) for key, one, two in ATTRIBUTE.findall(start)}


def runs(xml: str) -> str:
    """The text of an element that may be written in several letterings, without how it is said."""
    return as_text("".join(RUN.findall(PHONETIC.sub("", xml))))


def as_text(xml: str) -> str:
    """The content of an element as it is kept: stripped, its letters composed, a blank for what cannot be seen."""
    text = unescape(xml) if "&" in xml else xml
    if "_x" in text:
        text = CODED.sub(lambda found: chr(int(found[1], 16)), text)
    text = text.strip()
    if text.isascii() and text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else " " for letter in composed(text))
