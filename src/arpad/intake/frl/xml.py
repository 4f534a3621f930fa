"""Read the XML form of a rating list by streaming.

The parser is expat, fed block by block; no tree is built. A document type is refused before anything in it is read, so
there are no entities but the five that every document has. Values are gathered in batches and turned into columns by
the same functions that read the text form, so both forms give the same rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, BinaryIO
from xml.parsers import expat

import numpy as np
import numpy.typing as npt

from arpad.days import FIRST_YEAR, LAST_YEAR, Day
from arpad.intake.codes import Notes, shown
from arpad.intake.dates import birth
from arpad.intake.digits import numbers
from arpad.intake.frl.layout import MOST, TEXT_FIELDS
from arpad.intake.frl.text import BLOCK, Part, Progress, tell_birth

BATCH = 50_000
LONGEST_NUMBER = 15  # figures, as in the text form
MOST_VALUES = 400
FIGURES = re.compile("[0-9]+")
FIELD_OF = {
    "fideid": "id", "name": "name", "country": "federation", "sex": "sex", "title": "title", "w_title": "w_title",
    "o_title": "o_title", "foa_title": "foa", "birthday": "born", "flag": "flag",
    "rapid_rating": "rapid.rating", "rapid_games": "rapid.games", "rapid_k": "rapid.k",
    "blitz_rating": "blitz.rating", "blitz_games": "blitz.games", "blitz_k": "blitz.k",
    "rating": "standard.rating", "games": "standard.games", "k": "standard.k",
}  # fmt: skip


class DocumentType(Exception):
    """The document has a type declaration."""


class TooMany(Exception):
    """A player has more values than any in a rating list."""


class UnknownEncoding(Exception):
    """The document names an encoding that is none, or one that expat cannot read."""


def read_xml(head: bytes, stream: BinaryIO, tags: set[str], notes: Notes, progress: Progress | None) -> Iterator[Part]:
    """The columns of each batch of players; `tags` gathers the names of all values that were there."""
    rows: list[dict[str, str]] = []
    lines: list[int] = []
    parser = expat.ParserCreate()
    parser.buffer_text = True
    player: dict[str, str] = {}
    held: list[str] = []
    root = ""

    def first(tag: str, _: dict[str, str]) -> None:
        nonlocal root
        root = tag
        # A handler for each start costs a third of the time and is needed only where players have attributes.
        parser.StartElementHandler = start if b"<player " in head else None

    def start(tag: str, attributes: dict[str, str]) -> None:
        if "FIDEID" in attributes:
            player["fideid"] = attributes["FIDEID"]

    def end(tag: str) -> None:
        nonlocal player
        if tag == "player":
            rows.append(player)
            lines.append(parser.CurrentLineNumber)
            player = {}
        elif held:
            player[tag] = "".join(held).strip()
        held.clear()

    def refuse(*_: Any) -> None:
        raise DocumentType

    parser.StartElementHandler = first
    parser.EndElementHandler = end
    parser.CharacterDataHandler = held.append
    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    block = head
    try:
        while block:
            _feed(parser, block)
            if progress:
                progress(len(block))
            if len(held) > MOST_VALUES or len(player) > MOST_VALUES:
                raise TooMany
            if len(rows) >= BATCH:
                yield columns(rows, lines, tags, notes)
                rows.clear()
                lines.clear()
            block = stream.read(BLOCK)
        _feed(parser, b"")
    except DocumentType:
        notes.find("document-type", parser.CurrentLineNumber)
    except TooMany:
        place = parser.CurrentLineNumber, parser.CurrentColumnNumber + 1
        notes.find("broken-xml/too-many-values", *place, limit=MOST_VALUES)
    except expat.ExpatError as error:
        what = expat.errors.messages[error.code] if error.code in expat.errors.messages else str(error.code)
        notes.find("broken-xml/ends", error.lineno, error.offset + 1, error=what)
    except UnknownEncoding:
        notes.find("broken-xml/encoding", 1)
    if rows:
        yield columns(rows, lines, tags, notes)
    elif not notes.has("broken-xml") and not notes.has("document-type") and root != "playerslist":
        notes.find("not-a-list/other-xml", 1, root=shown(root))


def _feed(parser: Any, block: bytes) -> None:
    """Let the parser read on; no block is the end. It asks Python for an encoding that it does not know itself."""
    try:
        parser.Parse(block, not block)
    except (LookupError, ValueError) as error:
        raise UnknownEncoding from error


def columns(rows: list[dict[str, str]], lines: list[int], tags: set[str], notes: Notes) -> Part:
    """Columns out of one batch of players; every batch has all columns, whatever its players have."""
    tags.update(*rows)
    count = len(rows)
    part: Part = {"line": np.array(lines, np.int64)}
    bad = np.zeros(count, np.bool_)
    odd_births: list[tuple[int, str]] = []
    for tag, name in FIELD_OF.items():
        values = [row.get(tag, "") for row in rows]
        if name == "id":
            part["id"] = figures(values, np.int64)
            bad |= part["id"] <= 0
        elif "." in name:
            part[name] = figures(values, np.int32)
            bad |= (part[name] < 0) | (part[name] > MOST[name.partition(".")[2]])
        elif name == "born":
            known = {text: _birth(text) for text in set(values)}
            part["born"] = np.array([known[text][0] for text in values], np.int32)
            if any(odd for _, odd in known.values()):
                odd_births = [(row, text) for row, text in enumerate(values) if known[text][1]]
        elif name == "name":
            encoded = [_clean(text) for text in values]
            part["names"] = b"".join(encoded)
            part["lengths"] = np.array([len(text) for text in encoded], np.int64)
        else:
            size = TEXT_FIELDS[name]
            short = {text: text.encode()[:size] for text in set(values)}
            for text in short:
                if len(text.encode()) > size:
                    notes.find("cut-field/xml", tag=tag, text=shown(text), limit=size)
            part[name] = np.array([short[text] for text in values], f"S{size}")
    for row in np.nonzero(bad)[0]:
        if notes.full("unreadable-row"):
            continue
        text = " ".join(value.strip() for value in rows[row].values() if value.strip())
        notes.find("unreadable-row/text", part["line"][row], row=shown(text, 40))
    for at, text in odd_births:
        if not bad[at] and not notes.full("unreadable-birth"):
            tell_birth(text, int(part["born"][at]), int(part["id"][at]), int(part["line"][at]), notes)
    part["bad"] = bad
    return part


def _clean(text: str) -> bytes:
    plain = text.strip()
    return (plain if plain.isprintable() else "".join(c if c.isprintable() else " " for c in plain)).encode()


def _birth(text: str) -> tuple[int, bool]:
    """A birthday, and whether it is none: then the year is kept if there is one beyond doubt, as in 03/05/1978."""
    born, _ = birth(text)
    if born >= 0:
        return born, False
    years = [int(figures) for figures in FIGURES.findall(text) if len(figures) == 4]
    certain = len(years) == 1 and FIRST_YEAR <= years[0] <= LAST_YEAR
    return Day.read(str(years[0])) if certain else 0, True


def figures(values: list[str], dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """Numbers out of texts: empty is 0, what is no number is -1."""
    plain = [text.encode("ascii", "replace") if len(text) <= LONGEST_NUMBER else b"?" for text in values]
    letters = np.array(plain, f"S{LONGEST_NUMBER}")
    matrix = letters.view(np.uint8).reshape(len(values), LONGEST_NUMBER)
    return numbers(np.where(matrix == 0, np.uint8(32), matrix), dtype)
