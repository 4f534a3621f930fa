"""Take an upload file of chess-results apart: which elements it has, with their attributes and lines.

In: bytes. Out: the elements that a report is made of, by their place in the document; all others are passed over, the
marks of the sender's session among them. Names are looked for in small letters, whatever they are written in. Sent over
the wire the file may have braces in the place of angle brackets; one substitution makes it XML.

The parser is expat: no tree is built and nothing is loaded from elsewhere. A document type is refused, so that there
are no entities but those of every document. Depth, elements and their attributes are limited.
"""

from __future__ import annotations

from typing import Any, NamedTuple
from xml.parsers import expat

import numpy as np

from arpad.frozen import dataclass
from arpad.intake.codes import Notes
from arpad.intake.decode import Limits
from arpad.intake.digits import integer
from arpad.intake.signatures import BRACED_XML

LINE_END = ord("\n")
WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff")
DEEPEST = 8  # elements in each other
MOST_ATTRIBUTES = 200
MOST_ELEMENTS = 40_000  # of a kind: in a file as large as may be, each pairing as real files write it
BRACES = bytes.maketrans(b"{}", b"<>")
KEPT = {
    "tournamentdata": ("tournament", "tournaments"), "rounds": ("round", "rounds"), "players": ("player", "players"),
    "teams": ("team", "teams"), "playerpairings": ("playerpairing", "pairings"),
    "teampairings": ("teampairing", "matches"),
}  # fmt: skip
"""What stands in the root, what in that is an element of a report, and what these are."""
CONTAINER, INSIDE = 2, 3  # how deep they stand


class Element(NamedTuple):
    """An element: its line, and its attributes under small names."""

    line: int
    values: dict[str, str]


@dataclass(frozen=True, slots=True)
class Document:
    """The elements of an upload file, each kind in the order of the file."""

    tournaments: list[Element]
    rounds: list[Element]
    players: list[Element]
    teams: list[Element]
    pairings: list[Element]
    matches: list[Element]

    def number(self, name: str) -> int:
        """A whole number of the tournament; 0 where none stands there."""
        return integer(self.tournaments[0].values.get(name, "").strip()) or 0


class Refused(Exception):
    """The document is one that is not read on: the message of the finding, and its fields."""

    def __init__(self, message: str, **fields: int) -> None:
        super().__init__(message)
        self.message, self.fields = message, fields


def parsed(data: bytes, notes: Notes, limits: Limits, encoding: str = "") -> Document | None:
    """The document, or None with the finding that says why there is none."""
    if data.startswith(WIDE_MARKS):
        data, encoding = data.decode("utf-16", "replace").encode(), "utf-8"
    if BRACED_XML.match(data):
        data = data.translate(BRACES)
    parser = expat.ParserCreate(encoding or None)
    taken: dict[str, list[tuple[int, dict[str, str]]]] = {name: [] for _, name in KEPT.values()}
    most = min(MOST_ELEMENTS, limits.lines)
    depth, inner, some = 0, "", taken["rounds"]

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth, inner, some
        depth += 1
        if depth == INSIDE and (tag == inner or tag.lower() == inner):
            if len(some) >= most:
                raise Refused("broken-xml/many", limit=most)
            if len(attributes) > MOST_ATTRIBUTES:
                raise Refused("broken-xml/attributes", limit=MOST_ATTRIBUTES)
            some.append((parser.CurrentByteIndex, attributes))
        elif depth == CONTAINER:
            inner, kind = KEPT.get(tag.lower(), ("", "rounds"))
            some = taken[kind]
        elif depth > DEEPEST:
            raise Refused("broken-xml/deep", limit=DEEPEST)

    def end(_: str) -> None:
        nonlocal depth
        depth -= 1

    def doctype(*_: Any) -> None:
        raise Refused("document-type")

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = doctype
    try:
        parser.Parse(data, True)
    except Refused as refusal:
        notes.find(refusal.message, parser.CurrentLineNumber, **refusal.fields)
    except expat.ExpatError as error:
        what = expat.errors.messages[error.code] if error.code in expat.errors.messages else str(error.code)
        notes.find("broken-xml/ends", error.lineno, error.offset + 1, error=what)
    except (LookupError, ValueError):
        notes.find("broken-xml/encoding", 1)
    else:
        return Document(**_with_lines(data, taken, all(name == name.lower() for name in parser.intern)))
    return None


def _with_lines(
    data: bytes, taken: dict[str, list[tuple[int, dict[str, str]]]], small: bool
) -> dict[str, list[Element]]:  # fmt: skip
    """The elements with the lines in which they start, and small names; `small`: they are so already."""
    ends = np.flatnonzero(np.frombuffer(data, np.uint8) == LINE_END)
    elements = {}
    for kind, some in taken.items():
        if not small:
            some = [(at, {name.lower(): value for name, value in values.items()}) for at, values in some]
        places, values = zip(*some, strict=True) if some else ((), ())
        lines = (np.searchsorted(ends, np.array(places, np.int64)) + 1).tolist()
        elements[kind] = list(map(Element._make, zip(lines, values, strict=True)))
    return elements
