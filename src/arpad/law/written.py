"""Put an edition together where its file says which one it amends or is written like: the rest of it is as there.

In: the parsed file, and those under it, nearest first. Out: one table, as if it had been written in full. An article of
its own stands in the place of the other's, `drops` names articles, readings and rulings that are gone. Its own rulings
stand first; those that stay lose what a witness prints, for the witness prints another text. A mark of evidence is
given to every concept here: its own, or that of the file for what stands in it. What is taken over from a text that is
amended keeps its mark; what is taken over from another text was not read for this one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from arpad.law.cited import LawError, did_you_mean
from arpad.law.evidence import inherited
from arpad.law.filling import convert, parse, table_of

ARTICLE_KEYS = ("says", "cites", "status", "reason", "also")
TOP_KEYS = ("edition", "article", "silent", "ruling", "evidence")

Raw = dict[str, Any]


def chain_of(id: str, under: Mapping[str, str]) -> tuple[str, ...]:
    """The ids of an edition and of those under it, nearest first; `under` has for each the one it amends or is written
    like, or nothing."""
    chain = [id]
    while below := under[chain[-1]]:
        if below not in under:
            raise LawError("bad-rulebook/like", did_you_mean(below, under), where=f"{chain[-1]}.toml", like=below)
        if below in chain:
            raise LawError("bad-rulebook/like-circle", where=f"{chain[-1]}.toml", like=below)
        chain.append(below)
    return tuple(chain)


def whole(raw: Raw, file: str, under: Sequence[str], readings: Sequence[str] = ()) -> Raw:
    """The parsed file, completed by those under it; `readings` may be dropped by their ids."""
    table_of(raw.get("evidence", {}), f"{file}: evidence")
    if not under:
        return _marked(raw, None, file)
    below = f"{raw['edition'].get('amends') or raw['edition']['like']}.toml"
    base = whole(parse(under[0], below), below, under[1:], readings)
    return _marked(_merged(raw, base, readings, file), raw, file)


def concepts_of(body: Mapping[str, Any]) -> list[str]:
    """The concepts that an article fills."""
    return [key for key in body if key not in ARTICLE_KEYS]


def _merged(own: Raw, base: Raw, readings: Sequence[str], file: str) -> Raw:
    where = f"{file}: edition: drops"
    drops = set(convert(own["edition"].get("drops", []), tuple[str, ...], where))
    rulings = [ruling for ruling in base.get("ruling", []) if isinstance(ruling, Mapping)]
    known = {*readings, *base["article"], *base.get("silent", {}), *(str(ruling.get("id")) for ruling in rulings)}
    for name in sorted(drops - known):
        raise LawError("bad-rulebook/drops", did_you_mean(name, sorted(known)), where=where, name=name)
    articles = {number: body for number, body in base["article"].items() if number not in drops}
    kept = [*articles]
    articles |= own.get("article", {})
    spoken = {concept for body in articles.values() for concept in concepts_of(body)}
    silent = {name: body for name, body in base.get("silent", {}).items() if name not in drops | spoken}
    replaced = {*own.get("article", {})} & {*kept} | drops
    own_ids = {ruling.get("id") for ruling in own.get("ruling", []) if isinstance(ruling, Mapping)}
    stay = [
        {key: value for key, value in ruling.items() if key != "printed"}
        for ruling in rulings
        if ruling.get("id") not in drops | own_ids and ruling.get("article") not in replaced
    ]
    given = own.get("ruling", [])
    return {
        "edition": own["edition"],
        "article": dict(sorted(articles.items(), key=lambda item: _place(item[0]))),
        "silent": silent | own.get("silent", {}),
        "ruling": [*given, *stay] if isinstance(given, list) else given,
        "evidence": base.get("evidence", {}),
    }


def _place(number: str) -> tuple[int, str]:
    """Where an article stands: by its chapter, and in it as its number is written."""
    chapter, _, rest = number.partition(".")
    return (int(chapter), rest) if chapter.isdecimal() else (0, number)


def _marked(raw: Raw, own: Raw | None, file: str) -> Raw:
    """The same with a mark of evidence for every concept, where the file gives any."""
    head = table_of(raw.get("edition", {}), f"{file}: edition")
    default = convert(head.get("evidence", ""), str, f"{file}: edition: evidence")
    mine = (raw if own is None else own).get("evidence", {})
    under = {} if own is None else raw.get("evidence", {})
    if not default and not mine:
        return {**raw, "evidence": {}}
    here = raw if own is None else own
    written = {concept for body in here.get("article", {}).values() for concept in concepts_of(body)}
    marks: Raw = under if "amends" in here.get("edition", {}) else {name: inherited(of) for name, of in under.items()}
    filled = {concept for body in raw.get("article", {}).values() for concept in concepts_of(body)}
    filled |= {*raw.get("silent", {})}
    marks = {concept: mark for concept, mark in marks.items() if concept in filled}
    marks |= dict.fromkeys(written, default)
    for concept, text in mine.items():
        if concept not in filled:
            near = did_you_mean(concept, sorted(filled))
            raise LawError("bad-rulebook/evidence-of-nothing", near, where=f"{file}: evidence", concept=concept)
        marks[concept] = text
    return {**raw, "evidence": {concept: text for concept, text in marks.items() if text}}
