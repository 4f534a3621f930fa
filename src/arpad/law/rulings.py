"""Read the rulings: what a text prints, what is applied instead, and the readings where the texts are silent.

An edition's own rulings stand in its file, because they concern its print. Readings concern a question that several
texts leave open; they stand once, in `readings.toml`, and attach to the article that fills their concept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from arpad.law.cited import LawError, Ruling, nearest, one_of
from arpad.law.filling import convert, parse, table_of
from arpad.law.rules import CONCEPTS

_NEEDED = ("id", "applies", "because")
_TEXTS = ("article", "concept", "question", "alternative")


def read_rulings(raw: Mapping[str, Any], witnesses: tuple[str, ...], file: str) -> Iterator[Ruling]:
    """The rulings of an edition file, each about an article or a concept of that file."""
    seen: set[str] = set()
    for body in _bodies(raw, "ruling", file):
        ruling = _ruling(body, file)
        where = f"{file}: ruling {ruling.id}"
        if ruling.id in seen:
            raise LawError(f"{where}: stands twice")
        seen.add(ruling.id)
        if ruling.article and ruling.article not in raw.get("article", {}):
            raise LawError(f"{where}: no article {ruling.article!r}{nearest(ruling.article, raw.get('article', {}))}")
        if ruling.concept and ruling.concept not in CONCEPTS:
            raise LawError(f"{where}: unknown concept {ruling.concept!r}{nearest(ruling.concept, CONCEPTS)}")
        if not ruling.article and not ruling.concept:
            raise LawError(f"{where}: must name the article or the concept it decides")
        for name in ruling.printed:
            if name not in witnesses:
                raise LawError(f"{where}: unknown witness {name!r}{nearest(name, witnesses)}")
        yield ruling


def _bodies(raw: Mapping[str, Any], key: str, file: str) -> list[Mapping[str, Any]]:
    """The tables of a list of tables."""
    found = raw.get(key, [])
    if not isinstance(found, list):
        raise LawError(f"{file}: {key}: expected a list of tables, [[{key}]], found {found!r}")
    return [table_of(body, f"{file}: {key}") for body in found]


def _ruling(body: Mapping[str, Any], file: str) -> Ruling:
    """A ruling from its table; the values it prints are checked when they are put in place."""
    where = f"{file}: ruling {body.get('id', '?')}"
    known = (*_NEEDED, *_TEXTS, "printed", "editions")
    for key, value in body.items():
        if key not in known:
            raise LawError(f"{where}: unknown key {key!r}{nearest(key, known) or f'; known: {one_of(known)}'}")
        if key not in ("printed", "editions"):
            convert(value, str, f"{where}: {key}")
    for key in _NEEDED:
        if not body.get(key):
            raise LawError(f"{where}: missing key {key!r}")
    printed = table_of(body.get("printed", {}), f"{where}: printed")
    for witness, print_ in printed.items():
        if not isinstance(print_, str | Mapping) or not print_:
            raise LawError(f"{where}: printed, {witness}: expected a sentence or a table of values, found {print_!r}")
    texts = {key: body.get(key, "") for key in (*_NEEDED, *_TEXTS)}
    editions = convert(body.get("editions", []), tuple[str, ...], f"{where}: editions")
    return Ruling(**texts, printed=printed, editions=editions)


def read_readings(text: str, file: str) -> tuple[Ruling, ...]:
    """All readings of the file, each with its question, its default and the alternative."""
    readings = tuple(_ruling(body, file) for body in _bodies(parse(text, file), "reading", file))
    for reading in readings:
        where = f"{file}: ruling {reading.id}"
        for key in ("concept", "question", "alternative"):
            if not getattr(reading, key):
                raise LawError(f"{where}: missing key {key!r}")
        if reading.concept not in CONCEPTS:
            raise LawError(f"{where}: unknown concept {reading.concept!r}{nearest(reading.concept, CONCEPTS)}")
    return readings


def attach(readings: tuple[Ruling, ...], edition: str, articles: Mapping[str, tuple[str, ...]]) -> Iterator[Ruling]:
    """The readings that complete an edition, each at the article that fills its concept there."""
    for reading in readings:
        if reading.concept in articles and edition in (reading.editions or (edition,)):
            yield replace(reading, article=next(iter(articles[reading.concept]), ""))
