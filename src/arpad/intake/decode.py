"""Turn bytes into lines of text, and say what had to be guessed.

In: bytes, and limits. Out: the text's lines, its encoding and its line end. What is not UTF-8 is read as the code page
whose letters fit best, with a finding; a control character or one that reverses the direction of writing refuses the
report. Columns are characters, so everything is decoded before anything is cut.

It does not know what a line means.
"""

from __future__ import annotations

import io
import re

import numpy as np

from arpad.frozen import dataclass
from arpad.intake.code_pages import guess_code_page
from arpad.intake.codes import Notes, shown
from arpad.plaintext import FORBIDDEN, REVERSING


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one report may hold. What is above a limit is refused, so memory stays bounded: see docs/intake.md."""

    bytes: int = 4 * 1024 * 1024
    players: int = 5000
    rounds: int = 60
    lines: int = 100_000
    line: int = 4096
    findings: int = 1000  # listed of one code


LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Text:
    """A file as lines, without their ends."""

    lines: tuple[str, ...]
    encoding: str
    newline: str
    tabs: bool = False


NOTHING = b" \t\r\n\x1a\x00\xef\xbb\xbf"  # what may stand in an empty file
BINARY_STARTS = (b"PK\x03\x04", b"\x93\xff\x89\x44", b"\xd0\xcf\x11\xe0", b"%PDF", b"\x89PNG", b"\x1f\x8b", b"Rar!")
MARKS = {b"\xef\xbb\xbf": "utf-8", b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
NAMES_OF_ENDS = {"\r\n": "crlf", "\n": "lf", "\r": "cr"}
LOST = "\ufffd"  # what stands for a letter that could not be read
TURNS = re.compile(f"[{REVERSING}]")
FORBIDDEN_STARTS = (b"\xc2", b"\xe2", b"\xef")  # the first bytes of those above ASCII, in UTF-8


def decode(data: bytes, notes: Notes, limits: Limits = LIMITS, encoding: str = "") -> Text | None:
    """The lines of a file, or None with the finding that says why there are none."""
    if len(data) > limits.bytes:
        notes.find("too-large", limit=limits.bytes)
        return None
    if not data.strip(NOTHING):
        notes.find("empty-file")
        return None
    if looks_binary(data):
        notes.find("binary-file")
        return None
    text, name = _decoded(data, notes, encoding)
    text = text.lstrip("\ufeff")  # a mark behind the mark
    if "\x1a" in text and text.rstrip("\r\n").endswith("\x1a"):
        end = len(text.rstrip("\r\n\x1a"))
        before = text[: text.index("\x1a", end)].replace("\r\n", "\n").replace("\r", "\n")
        notes.find("end-mark", before.count("\n") + 1, len(before) - before.rfind("\n"))
        text = text[:end]
    if len(text) > limits.lines and (count := _count_lines(text)) > limits.lines:  # before they are cut, for memory
        notes.find("too-many-lines", limits.lines + 1, lines=count, limit=limits.lines)
        return None
    lines, newline = _lines(text, notes)
    if len(text) > limits.line and max(map(len, lines), default=0) > limits.line:
        for number, line in enumerate(lines, 1):
            if len(line) > limits.line:
                notes.find("line-too-long", number, letters=len(line), limit=limits.line)
        return None
    ends = 0 if notes.has("mixed-line-ends") else len(newline) * (len(lines) - (not text.endswith(newline)))
    tabs = text.count("\t") if "\t" in text else 0
    if (encoding or suspect(data, name, ends + tabs)) and FORBIDDEN.search(text):
        for number, line in enumerate(lines, 1):
            tell_forbidden(line, notes, number)
    return Text(lines, name, newline, tabs > 0)


def suspect(data: bytes, encoding: str, allowed: int) -> bool:
    """Whether a search for forbidden characters could find one: most files have no control characters but those that
    end their lines, and tabs, of which there are so many."""
    if np.count_nonzero(np.frombuffer(data, np.uint8) < ord(" ")) > allowed or b"\x7f" in data:
        return True
    return not data.isascii() and (encoding != "utf-8" or any(byte in data for byte in FORBIDDEN_STARTS))


def looks_binary(data: bytes) -> bool:
    """Whether no text is ever so: a known signature, or zero bytes that are not UTF-16."""
    if data.startswith(BINARY_STARTS):
        return True
    return data.find(b"\x00", 0, 65536) >= 0 and not data.startswith((b"\xff\xfe", b"\xfe\xff"))


def _decoded(data: bytes, notes: Notes, encoding: str) -> tuple[str, str]:
    if encoding:
        return _every_byte(data, encoding, notes), encoding
    for mark, name in MARKS.items() if data.startswith(tuple(MARKS)) else ():
        if data.startswith(mark):
            try:
                text = data[len(mark) :].decode(name)
            except UnicodeDecodeError:
                break
            if name == "utf-8":
                notes.find("byte-order-mark", 1, 1)
            else:
                notes.find("encoding", 1, encoding=name)
            return text, name
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError as error:
        name = guess_code_page(data)
        text = _every_byte(data, name, notes)
        before = data[: error.start].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        line, column = before.count(b"\n") + 1, len(before) - (before.rfind(b"\n") + 1) + 1
        letter = shown(text[error.start : error.start + 1]) if error.start < len(text) else ""
        notes.find("encoding/guessed", line, column, encoding=name, letter=letter)
        return text, name


def _every_byte(data: bytes, encoding: str, notes: Notes) -> str:
    """The text; where bytes are no letter in this encoding it has U+FFFD, and the first of each line is told."""
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        text = data.decode(encoding, "replace")
    for number, line in enumerate(io.StringIO(text, None), 1):  # every line end is one there
        if LOST in line and not notes.full("undecodable-byte"):
            notes.find("undecodable-byte", number, line.index(LOST) + 1, encoding=encoding)
    return text


def _count_lines(text: str) -> int:
    """How many lines `_lines` will cut."""
    return text.count("\n") + text.count("\r") - text.count("\r\n") + (not text.endswith(("\n", "\r")))


def _lines(text: str, notes: Notes) -> tuple[tuple[str, ...], str]:
    """The lines, and the end that most of them have."""
    newline = "\r\n" if "\r" in text or "\n" not in text else "\n"
    lines = text.split(newline)
    whole = "".join(lines) if newline == "\r\n" else ""
    if "\n" not in whole and "\r" not in whole:  # one kind of line end: nearly every file
        return tuple(lines if lines[-1] else lines[:-1]), newline
    both = len(lines) - 1
    ends = {"\r\n": both, "\n": text.count("\n") - both, "\r": text.count("\r") - both}
    used = [end for end, count in ends.items() if count]
    newline = max(used, key=lambda end: ends[end])
    if len(used) > 1:
        counts = {NAMES_OF_ENDS[end]: ends[end] for end in used}
        notes.find(f"mixed-line-ends/{'-'.join(counts)}", **counts)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if not lines[-1]:
        lines.pop()
    return tuple(lines), newline


def tell_forbidden(text: str, notes: Notes, line: int, column: int = 0) -> None:
    """Tell the first character of a line that no text may have, or of the cell in this column."""
    match = FORBIDDEN.search(text)
    if match and not notes.full("control-character"):
        which = "direction" if TURNS.match(match[0]) else "device"
        notes.find(f"control-character/{which}", line, column or match.start() + 1, letter=shown(match[0]))
