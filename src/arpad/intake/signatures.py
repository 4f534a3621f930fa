"""Name a file by its first bytes: programs, archives, pictures, databases, and texts that begin with their name.

In: the bytes. Out: the name of a form, or nothing. Only what no report of another form can begin with stands here;
what is told apart by its lines is in `recognise`. Nothing is read beyond the first 64 KiB, except the names at the end
of a zip.
"""

from __future__ import annotations

import re
import struct

SAMPLE = 65536
BINARY: dict[str, re.Pattern[bytes]] = {
    name: re.compile(start, re.DOTALL)
    for name, start in {
        "swiss-manager": rb"\x93\xff\x89\x44",
        "papi": rb"\x00\x01\x00\x00Standard Jet DB",
        "access": rb"\x00\x01\x00\x00Standard ACE DB",
        "xls": rb"\xd0\xcf\x11\xe0",  # so starts one that a password protects, too
        "ods": rb"PK\x03\x04.{26}mimetypeapplication/vnd\.oasis\.opendocument\.spreadsheet",
        "document": rb"PK\x03\x04.{26}mimetypeapplication/|\{\\rtf",
        "pdf": rb"%PDF",
        "image": (
            rb"\x89PNG|\xff\xd8\xff|GIF8[79]a|II\*\x00|MM\x00\*|RIFF.{4}WEBP|BM.{4}\x00{4}|"
            rb".{4}ftyp(?:heic|heix|mif1|avif)"
        ),
        "archive": rb"\x1f\x8b|Rar!|7z\xbc\xaf\x27\x1c|BZh[1-9]1AY&SY|\xfd7zXZ\x00",
        "encrypted": rb"age-encryption\.org/v\d|-----BEGIN (?:AGE ENCRYPTED FILE|PGP MESSAGE)-----|Salted__",
        "sqlite": rb"SQLite format 3\x00",
        "program": rb"MZ.{0,254}\x00|\x7fELF",
    }.items()
}
"""How files begin that are no text."""
TEXT: dict[str, re.Pattern[bytes]] = {
    "spreadsheet-xml": re.compile(rb"<\?xml.{0,999}?microsoft-com:office:spreadsheet", re.DOTALL),
    "html": re.compile(rb"<(?:!doctype )?html", re.IGNORECASE),
    "ecf": re.compile(rb"#\s*EVENT\s*DETAILS\b", re.IGNORECASE),
    "lichess": re.compile(rb'\{(?=[^\r\n]*"username"\s*:)(?=[^\r\n]*"performance"\s*:)[^\r\n]*\}'),
}
"""How texts begin, behind blanks, that name themselves."""
TEXT_STARTS = b"<#{"
ZIP = (b"PK\x03\x04", b"PK\x05\x06")
OFFICE_PARTS = (b"word/", b"ppt/")
XML = re.compile(rb"\s*(?:<\?xml|<!--|<!DOCTYPE|<[A-Za-z_])")
BRACED_XML = re.compile(rb"\s*(?:\{\?xml[^{}]*\}\s*)?\{chessresults[\s}]", re.IGNORECASE)
ROOT = re.compile(
    rb"\s*+(?:<\?.*?\?>\s*+|<!--.*?-->\s*+|<!DOCTYPE[^\[>]*+(?:\[.*?\][^\[>]*+)?+>\s*+)*+<([A-Za-z_][\w.:-]*)",
    re.DOTALL,
)  # possessive: otherwise many comments would be parted in every way; a document type has one part in brackets
ROOTS = {b"chessresults": "chess-results", b"playerslist": "list"}
JSON = re.compile(rb'\s*(?:\{\s*["}]|\[\s*[\[{])')
DBF = re.compile(rb"\x03.[\x01-\x0c][\x01-\x1f]", re.DOTALL)
FIELD = 32  # bytes of a field in the table of a dBase file, and of its head
DBF_OF = {b"START_NO": "swiss-perfect", b"W_SCORE": "swiss-perfect", b"D_MEM_ID": "uscf", b"S_EVENT_ID": "uscf",
          b"H_EVENT_ID": "uscf"}  # fmt: skip
ENDINGS = {".veg": "vega", ".tun": "swiss-manager-old", ".tur": "swiss-manager-old", ".tum": "swiss-manager-old",
           ".tut": "swiss-manager-old", ".papi": "papi"}  # fmt: skip


def signature(data: bytes) -> str:
    """The form that the first bytes name; nothing where they name none."""
    sample = data[:SAMPLE]
    for name, start in BINARY.items():
        if start.match(sample):
            return name
    text = sample.lstrip()
    for name, start in TEXT.items() if text[:1] and text[0] in TEXT_STARTS else ():
        if start.match(text):
            return name
    if data.startswith(ZIP):
        return _zipped(data)
    return _dbase(sample) if DBF.match(sample) else ""


def marked_up(sample: bytes) -> str:
    """The form of an XML or JSON text, by its root; nothing where it is neither."""
    if BRACED_XML.match(sample):
        return "chess-results"
    if XML.match(sample):
        root = ROOT.match(sample)
        declared = sample.lstrip().startswith(b"<?xml")
        return ROOTS.get(root[1].lower(), "xml" if declared else "") if root else "xml" if declared else ""
    return "json" if JSON.match(sample) else ""


def by_ending(file: str) -> str:
    """The form that the end of a file's name stands for, where nothing in the file says what it is."""
    return next((form for ending, form in ENDINGS.items() if file.lower().endswith(ending)), "")


def _zipped(data: bytes) -> str:
    """A zip by the names in it, which stand at its start and in the directory at its end."""
    names = data if len(data) < 2 * SAMPLE else data[:SAMPLE] + data[-SAMPLE:]
    if b"xl/" in names:
        return "xlsx"
    if any(part in names for part in OFFICE_PARTS):
        return "document"
    return "xlsx" if b"[Content_Types]" in names else "zip"


def _dbase(sample: bytes) -> str:
    """A dBase file by the names of its fields; nothing where it has no table of fields."""
    if len(sample) <= 2 * FIELD:
        return ""
    length = struct.unpack_from("<H", sample, 8)[0]
    if (length - 1) % FIELD or length <= FIELD or sample[length - 1 : length] not in (b"\r", b""):
        return ""
    names = {sample[at : at + 11].partition(b"\x00")[0].strip() for at in range(FIELD, min(length - 1, 8192), FIELD)}
    return next((form for name, form in DBF_OF.items() if name in names), "dbf")
