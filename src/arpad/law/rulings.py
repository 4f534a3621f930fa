"""Read the rulings: what a text prints, what is applied instead, and the readings where the texts are silent.

An edition's own rulings stand in its file, because they concern its print. Readings concern a question that several
texts leave open; they stand once, in `readings.toml`, and attach to the article that fills their concept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from arpad.law.cited import LawError, Ruling, choose, did_you_mean
from arpad.law.collected import Collected
from arpad.law.filling import convert, parse, table_of
from arpad.law.rules import CONCEPTS

_NEEDED = ("id", "applies", "because")
_TEXTS = ("article", "concept", "question", "alternative", "same_days")


def read_rulings(raw: Mapping[str, Any], witnesses: tuple[str, ...], file: str, found: Collected) -> tuple[Ruling, ...]:
    """The rulings of an edition file, each about an article or a concept of that file; what is wrong with one of them
    goes to what was found."""
    rulings: dict[str, Ruling] = {}
    bodies: list[Mapping[str, Any]] = []
    with found:
        bodies = _bodies(raw, "ruling", file)
    for body in bodies:
        with found:
            ruling = _ruling(body, file)
            if ruling.id in rulings:
                raise LawError("bad-rulebook/ruling-twice", where=f"{file}: ruling {ruling.id}")
            rulings[ruling.id] = ruling
            _must_be_about(ruling, raw.get("article", {}), witnesses, f"{file}: ruling {ruling.id}")
    return tuple(rulings.values())


def _must_be_about(ruling: Ruling, articles: Mapping[str, Any], witnesses: tuple[str, ...], where: str) -> None:
    """Refuse a ruling on nothing that is there."""
    if ruling.article and ruling.article not in articles:
        near = did_you_mean(ruling.article, articles)
        raise LawError("bad-rulebook/unknown-article", near, where=where, article=ruling.article)
    if ruling.concept and ruling.concept not in CONCEPTS:
        near = did_you_mean(ruling.concept, CONCEPTS)
        raise LawError("bad-rulebook/unknown-concept", near, where=where, concept=ruling.concept)
    if not ruling.article and not ruling.concept:
        raise LawError("bad-rulebook/ruling-about-nothing", where=where)
    for name in ruling.printed:
        if name not in witnesses:
            raise LawError("bad-rulebook/unknown-witness", did_you_mean(name, witnesses), where=where, witness=name)


def _bodies(raw: Mapping[str, Any], key: str, file: str) -> list[Mapping[str, Any]]:
    """The tables of a list of tables."""
    found = raw.get(key, [])
    if not isinstance(found, list):
        raise LawError("bad-rulebook/expected-tables", where=f"{file}: {key}", key=key, value=found)
    return [table_of(body, f"{file}: {key}") for body in found]


def _ruling(body: Mapping[str, Any], file: str) -> Ruling:
    """A ruling from its table; the values it prints are checked when they are put in place."""
    where = f"{file}: ruling {body.get('id', '?')}"
    known = (*_NEEDED, *_TEXTS, "printed", "editions")
    for key, value in body.items():
        if key not in known:
            raise LawError("bad-rulebook/unknown-key", choose(key, known), where=where, key=key)
        if key not in ("printed", "editions"):
            convert(value, str, f"{where}: {key}")
    for key in _NEEDED:
        if not body.get(key):
            raise LawError("bad-rulebook/missing-key", where=where, key=key)
    printed = table_of(body.get("printed", {}), f"{where}: printed")
    for witness, print_ in printed.items():
        if not isinstance(print_, str | Mapping) or not print_:
            raise LawError("bad-rulebook/expected-print", where=f"{where}: printed, {witness}", value=print_)
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
                raise LawError("bad-rulebook/missing-key", where=where, key=key)
        if reading.concept not in CONCEPTS:
            near = did_you_mean(reading.concept, CONCEPTS)
            raise LawError("bad-rulebook/unknown-concept", near, where=where, concept=reading.concept)
    return readings


def attach(
    readings: tuple[Ruling, ...], editions: tuple[str, ...], articles: Mapping[str, tuple[str, ...]]
) -> Iterator[Ruling]:
    """The readings that complete an edition, each at the article that fills its concept there; one that is named for an
    edition holds for those that are written like it, too."""
    for reading in readings:
        if reading.concept in articles and set(editions) & set(reading.editions or editions):
            yield replace(reading, article=next(iter(articles[reading.concept]), ""))
