"""Read copies of FIDE's lists that somebody saved as CSV or JSON, with headings that say what they are.

In: an open file of bytes. Out: for each batch of rows its columns, made by the function that makes those of the XML, so
that all forms give the same rows. A heading is known whatever its case, blanks and signs; others are not read. JSON is
a list of objects, one inside an object, or an object per line, and is decoded an object at a time. Text is UTF-8.
"""

from __future__ import annotations

import csv
import re
from codecs import getincrementaldecoder
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from json import JSONDecodeError, JSONDecoder
from typing import Any, BinaryIO

from arpad.days import Month
from arpad.intake.codes import Notes, shown
from arpad.intake.frl.layout import NO_MONTH, month_in
from arpad.intake.frl.text import BLOCK, Part, Progress
from arpad.intake.frl.xml import BATCH, columns

HEADINGS = {
    "fideid": "fideid id idnumber fidenumber fideno idno playerid",
    "name": "name fullname playername player",
    "country": "country fed federation nation",
    "sex": "sex gender",
    "title": "title tit",
    "w_title": "wtitle wtit womentitle womenstitle",
    "o_title": "otitle otit othertitle othertitles",
    "foa_title": "foatitle foa",
    "rating": "rating rtg elo srtng standardrating stdrating standard std classical classicalrating",
    "games": "games gms gm sgm standardgames stdgames",
    "k": "k kfactor sk standardk stdk",
    "rapid_rating": "rapidrating rapid rrtng rapidrtg",
    "rapid_games": "rapidgames rgm",
    "rapid_k": "rapidk rk",
    "blitz_rating": "blitzrating blitz brtng blitzrtg",
    "blitz_games": "blitzgames bgm",
    "blitz_k": "blitzk bk",
    "birthday": "birthday bday born birth birthyear yearofbirth birthdate byear year",
    "flag": "flag flags",
}
TAG_OF = {word: tag for tag, words in HEADINGS.items() for word in words.split()}
RATINGS = frozenset({"rating", "rapid_rating", "blitz_rating"})
DELIMITERS = ";\t,|"
SIGNS = re.compile(r"[\W_]+")
WHOLE = re.compile(r"([0-9]+)[.,]0")  # as a spreadsheet writes a whole number
MONTH = re.compile(r"[A-Za-z]{3}\d\d")
LONGEST_OBJECT, LONGEST_LINE = 1 << 16, 1 << 20  # letters of a player in JSON, and of a row
MOST_TOLD = 20  # headings that are not known
LINE_END = re.compile(r"[\r\n]")
LIST_INSIDE = re.compile(r"\[\s*\{")
DECODER = JSONDecoder()
BLANK = "\ufeff \t\r\n"


def tags_of(header: Iterable[str]) -> dict[str, str]:
    """What the headings mean, each heading with its tag; nothing where number or rating is missing, or a tag is there
    twice."""
    found: dict[str, str] = {}
    for word in header:
        dated = MONTH.fullmatch(word.strip()) and month_in(word)  # as FIDE heads a rating
        tag = "rating" if dated else TAG_OF.get(SIGNS.sub("", word).casefold())
        if tag is not None and tag in found.values():
            return {}
        if tag is not None:
            found[word] = tag
    there = set(found.values())
    return found if "fideid" in there and there & RATINGS else {}


def first_line(text: str) -> str:
    """The first line of a text, as far as headings reach."""
    return LINE_END.split(text[:LONGEST_LINE], maxsplit=1)[0]


def delimiter_of(line: str) -> str:
    """What parts the headings of a table; nothing where they are not those of a list."""
    return next((sign for sign in DELIMITERS if tags_of(word.strip(' "') for word in line.split(sign))), "")


def headings_in(start: bytes) -> frozenset[str]:
    """What the headings of a table that starts so mean; nothing where they are not those of a list."""
    line = first_line(start.decode("utf-8", "replace").lstrip(BLANK))
    sign = delimiter_of(line)
    return frozenset(tags_of(word.strip(' "') for word in line.split(sign)).values()) if sign else frozenset()


def is_copy(start: bytes) -> bool:
    """Whether a file that starts so is a copy in JSON, or a table with the headings of a list."""
    text = start.decode("utf-8", "replace").lstrip(BLANK)
    return text[:1] in ("[", "{") or bool(delimiter_of(first_line(text)))


def read_copy(
    head: bytes, stream: BinaryIO, tags: set[str], notes: Notes, progress: Progress | None
) -> tuple[Iterator[Part], str, Month]:
    """The columns of each batch of rows, what the form is called, and the month that a heading says."""
    blocks = _blocks(head, stream, notes, progress)
    first = head.decode("utf-8", "replace").lstrip(BLANK)
    if first[:1] in ("[", "{"):
        return _batches(_objects(blocks, notes), tags, notes), "json", NO_MONTH
    header = first_line(first)
    month = next(filter(None, map(month_in, MONTH.findall(header))), NO_MONTH)
    return _batches(_rows(blocks, delimiter_of(header), notes), tags, notes), "csv", month


def _blocks(head: bytes, stream: BinaryIO, notes: Notes, progress: Progress | None) -> Iterator[str]:
    """The text of the file, block by block; it ends where it is no UTF-8."""
    decoder, block = getincrementaldecoder("utf-8-sig")(), head
    while block:
        try:
            yield decoder.decode(block)
        except UnicodeDecodeError:
            notes.find("undecodable-byte", encoding="UTF-8")
            return
        if progress:
            progress(len(block))
        block = stream.read(BLOCK)


def _batches(rows: Iterator[tuple[int, dict[str, str]]], tags: set[str], notes: Notes) -> Iterator[Part]:
    while batch := list(islice(rows, BATCH)):
        yield columns([row for _, row in batch], [line for line, _ in batch], tags, notes)


# --- CSV ----------------------------------------------------------------------------------------------------------


def _lines(blocks: Iterator[str], notes: Notes) -> Iterator[str]:
    """The lines, without their ends."""
    rest = ""
    for block in blocks:
        *whole, rest = (rest + block).split("\n")
        yield from whole
        if len(rest) > LONGEST_LINE:
            notes.find("not-a-list/endless-line")
            return
    if rest:
        yield rest


def _rows(blocks: Iterator[str], delimiter: str, notes: Notes) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows below the header, each with its line: what is read of them, by tag."""
    reader = csv.reader(_lines(blocks, notes), delimiter=delimiter)
    try:
        header = next(reader, [])
        known = _known(header, notes)
        places = [(known[word], at) for at, word in enumerate(header) if word in known]
        for row in reader:
            if any(row):
                yield reader.line_num, {tag: _plain(row[at]) for tag, at in places if at < len(row)}
    except csv.Error as error:
        notes.find("not-a-list/broken", reader.line_num, error=str(error))


def _known(header: Sequence[str], notes: Notes) -> dict[str, str]:
    """What the headings mean; those that are not known are told."""
    known = tags_of(header)
    others = tuple(shown(word) for word in header if word not in known and word.strip())
    if known and others:
        notes.find("unknown-column/list", 1, columns=others[:MOST_TOLD])
    return known


def _plain(text: str) -> str:
    """A cell as a list writes it."""
    whole = WHOLE.fullmatch(text.strip()) if "." in text or "," in text else None
    return whole[1] if whole else text.strip()


# --- JSON ---------------------------------------------------------------------------------------------------------


def _objects(blocks: Iterator[str], notes: Notes) -> Iterator[tuple[int, dict[str, str]]]:
    """The players of a file, each with his place among them."""
    known = dict[tuple[str, ...], Mapping[str, str]]()
    text, at, count = "", 0, 0
    for block in blocks:
        text = text[at:] + block
        at = 0 if count else _begin(text)
        while (start := text.find("{", at)) >= 0:
            try:
                found, at = DECODER.raw_decode(text, start)
            except (ValueError, RecursionError) as error:  # a number of very many digits is no error of the form
                if len(text) - start > LONGEST_OBJECT or not isinstance(error, JSONDecodeError):
                    notes.find("not-a-list/broken", error=shown(str(error)))
                    return
                at = start
                break
            count, names = count + 1, tuple(found)
            if names not in known:
                known[names] = _known(names, notes) if not known else tags_of(names)
            yield count, {tag: _value(found[name]) for name, tag in known[names].items()}
        else:
            at = len(text)
    if text[at:]:
        notes.find("not-a-list/broken", error="it ends inside a player")


def _begin(text: str) -> int:
    """Where the players begin: at the first object that is one, or with the list inside an object."""
    if not text.lstrip(BLANK).startswith("{"):
        return 0
    try:
        first, _ = DECODER.raw_decode(text[: LONGEST_OBJECT * 2].lstrip(BLANK))
    except (ValueError, RecursionError):
        first = {}
    inside = None if tags_of(first) else LIST_INSIDE.search(text, 0, LONGEST_OBJECT)
    return inside.end() - 1 if inside else 0


def _value(value: Any) -> str:
    """A value as a list writes it; what is nested says nothing."""
    if value is None or isinstance(value, (dict, list, bool)):
        return ""
    return _plain(str(value))
