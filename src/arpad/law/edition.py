"""Read one edition file and refuse what cannot be trusted: unknown names, missing values, tables that fail a proof.

In: the TOML text of an edition, and the readings where the texts are silent. Out: an `Edition`, with every concept
filled once for each series it serves, as corrected by the rulings or, with a witness, as that text prints it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from arpad.law.cited import BY_HAND, NOT_APPLIED, STATUSES, Article, LawError, Ruling, nearest, one_of
from arpad.law.filling import by_series, convert, fill, parse, table_of
from arpad.law.rules import CONCEPTS
from arpad.law.rules.coefficient import Coefficient
from arpad.law.rules.concept import Concept
from arpad.law.rules.rating import DP_TABLE, EXPECTATION_TABLE
from arpad.law.rulings import attach, read_rulings
from arpad.law.tables import (
    ExpectationTable,
    PerformanceTable,
    prove_expectation,
    prove_mirror,
    prove_performance,
    read_expectation,
    read_performance,
)

_ARTICLE_KEYS = ("says", "cites", "status", "reason", "also")
_TOP_KEYS = ("edition", "article", "silent", "ruling")
_LAYOUTS = (DP_TABLE.name, EXPECTATION_TABLE.name)


@dataclass(frozen=True)
class Head:
    """What an edition says of itself."""

    id: str
    title: str
    series: tuple[str, ...]
    in_force: date
    witness: tuple[str, ...]
    until: date | None = None

    def covers(self, day: date) -> bool:
        return self.in_force <= day and (self.until is None or day <= self.until)


@dataclass(frozen=True)
class Fillings:
    """One concept as filled: its value for each series, the articles that say it, the reading that gave it."""

    values: Mapping[str, Any]
    articles: tuple[str, ...]
    reading: str


@dataclass(frozen=True)
class Edition:
    """One rulebook, proved."""

    head: Head
    articles: Mapping[str, Article]
    fillings: Mapping[str, Fillings]
    rulings: tuple[Ruling, ...]
    expectation: ExpectationTable
    performance: PerformanceTable
    flaws: tuple[str, ...]  # of a witness's tables, each answered by a ruling


def read_edition(text: str, file: str, readings: tuple[Ruling, ...] = (), witness: str | None = None) -> Edition:
    """The edition, corrected by its rulings; with a witness, as that text prints it."""
    raw = parse(text, file)
    for key in raw:
        if key not in _TOP_KEYS:
            raise LawError(f"{file}: unknown table {key!r}{nearest(key, _TOP_KEYS) or f'; known: {one_of(_TOP_KEYS)}'}")
    for key in ("article", "silent"):
        for name, body in table_of(raw.get(key, {}), f"{file}: {key}").items():
            table_of(body, f"{file}: {key} {name}")
    head = _head(table_of(raw.get("edition", {}), f"{file}: edition"), file)
    if witness is not None and witness not in head.witness:
        known = f"its witnesses are {one_of(head.witness)}" if head.witness else "it has no witness text"
        raise LawError(f"{head.id} has no witness {witness!r}; {known}{nearest(witness, head.witness)}")
    rulings = tuple(read_rulings(raw, head.witness, file))
    tables, filled_by = _tables(raw, rulings, readings, file)
    if witness is not None:
        tables = _as_printed(tables, rulings, witness, file)
    articles = {number: _article(number, body, raw, file) for number, body in raw.get("article", {}).items()}
    fillings = {
        name: Fillings(
            _values(CONCEPTS[name], table, head.series, f"{file}: {_at(filled_by[name])}, {name}"),
            _cited(name, filled_by[name], articles, raw.get("silent", {})),
            filled_by[name] if filled_by[name] in _silent_readings(raw) else "",
        )
        for name, table in tables.items()
    }
    _check_clauses(fillings, file)
    expectation, performance, flaws = _proved(fillings, head.series[0], rulings, witness, file)
    completed = attach(readings, head.id, {name: filled.articles for name, filled in fillings.items()})
    return Edition(head, articles, fillings, (*rulings, *completed), expectation, performance, flaws)


def read_head(text: str, file: str) -> Head:
    """What an edition says of itself, without reading the rest: its table stands first in the file."""
    end = text.find("\n[", text.find("[edition]"))
    return _head(table_of(parse(text[:end], file).get("edition", {}), f"{file}: edition"), file)


def _head(table: Mapping[str, Any], file: str) -> Head:
    where = f"{file}: edition"
    known = tuple(Head.__dataclass_fields__)
    for key in table:
        if key not in known:
            raise LawError(f"{where}: unknown key {key!r}{nearest(key, known) or f'; known: {one_of(known)}'}")
    plain = {key: value for key, value in table.items() if key not in ("in_force", "until")}
    for key in ("in_force", "until"):
        if key in table and type(table[key]) is not date:
            raise LawError(f"{where}: {key}: expected a date, found {table[key]!r}")
    if "in_force" not in table:
        raise LawError(f"{where}: missing key 'in_force'")

    @dataclass(frozen=True)
    class Plain:
        id: str
        title: str
        series: tuple[str, ...]
        witness: tuple[str, ...]

    names = fill(Plain, plain, where)
    if table.get("until", table["in_force"]) < table["in_force"]:
        raise LawError(f"{where}: until {table['until']} lies before in_force {table['in_force']}")
    if not names.series:
        raise LawError(f"{where}: series: at least one is needed")
    return Head(names.id, names.title, names.series, table["in_force"], names.witness, table.get("until"))


def _tables(
    raw: Mapping[str, Any], rulings: tuple[Ruling, ...], readings: tuple[Ruling, ...], file: str
) -> tuple[dict[str, dict[str, Any]], dict[str, str]]:
    """Every concept's table, and the article or reading that fills it."""
    tables: dict[str, dict[str, Any]] = {}
    filled_by: dict[str, str] = {}
    for number, body in raw.get("article", {}).items():
        for key, value in body.items():
            if key in _ARTICLE_KEYS:
                continue
            if key not in CONCEPTS:
                raise LawError(
                    f"{file}: article {number}: unknown concept or key {key!r}"
                    f"{nearest(key, [*_ARTICLE_KEYS, *CONCEPTS])}"
                )
            if key in tables:
                raise LawError(f"{file}: article {number}: {key} is already filled by article {filled_by[key]}")
            tables[key], filled_by[key] = dict(table_of(value, f"{file}: article {number}: {key}")), number
    known = {ruling.id for ruling in (*rulings, *readings)}
    for name, value in raw.get("silent", {}).items():
        where = f"{file}: silent {name}"
        if name not in CONCEPTS:
            raise LawError(f"{where}: unknown concept{nearest(name, CONCEPTS)}")
        if name in tables:
            raise LawError(f"{where}: article {filled_by[name]} is not silent on it")
        plain = dict(value)
        if "reading" not in plain:
            raise LawError(f"{where}: missing key 'reading'")
        reading = convert(plain.pop("reading"), str, f"{where}: reading")
        if reading not in known:
            raise LawError(f"{where}: reading {reading!r} is no ruling{nearest(reading, sorted(known))}")
        completes = convert(plain.pop("completes", ""), str, f"{where}: completes")
        if completes and completes not in raw.get("article", {}):
            raise LawError(f"{where}: completes {completes!r}, which is no article{nearest(completes, raw['article'])}")
        tables[name], filled_by[name] = plain, reading
    for name in _LAYOUTS:
        if name not in tables:
            raise LawError(f"{file}: no article fills {name}")
    return tables, filled_by


def _silent_readings(raw: Mapping[str, Any]) -> set[str]:
    return {body["reading"] for body in raw.get("silent", {}).values()}


def _at(source: str) -> str:
    return f"article {source}" if source[:1].isdigit() else f"reading {source}"


def _as_printed(
    tables: Mapping[str, dict[str, Any]], rulings: tuple[Ruling, ...], witness: str, file: str
) -> dict[str, dict[str, Any]]:
    """The tables with this witness's print put in the place of what is applied."""
    printed = {name: dict(table) for name, table in tables.items()}
    for ruling in rulings:
        print_ = ruling.printed.get(witness)
        if not isinstance(print_, Mapping):
            continue
        where = f"{file}: ruling {ruling.id}, {witness}"
        if ruling.concept not in printed:
            raise LawError(f"{where}: prints values, but no article fills {ruling.concept or 'a concept'!r}")
        table = printed[ruling.concept]
        for key, value in print_.items():
            if key == "replace" and "layout" in table:
                table["layout"] = _replaced(convert(table["layout"], str, f"{where}: layout"), value, where)
            elif key not in table:
                raise LawError(f"{where}: unknown key {key!r}{nearest(key, table)}")
            else:
                table[key] = value
    return printed


def _replaced(layout: str, pairs: Any, where: str) -> str:
    """A printed table with some of its cells as a witness prints them."""
    for pair in convert(pairs, tuple[tuple[str, ...], ...], f"{where}: replace"):
        if len(pair) != 2:
            raise LawError(f"{where}: replace: expected pairs of what stands and what is printed, found {pair!r}")
        if layout.count(pair[0]) != 1:
            raise LawError(f"{where}: {pair[0]!r} does not stand in the table exactly once")
        layout = layout.replace(*pair)
    return layout


def _article(number: str, body: Mapping[str, Any], raw: Mapping[str, Any], file: str) -> Article:
    where = f"{file}: article {number}"
    fills = tuple(key for key in body if key not in _ARTICLE_KEYS)
    cites = convert(body.get("cites", []), tuple[str, ...], f"{where}: cites")
    filled = {key for other in raw["article"].values() for key in other if key not in _ARTICLE_KEYS}
    for name in cites:
        if name not in filled | set(raw.get("silent", {})):
            raise LawError(f"{where}: cites {name!r}, which no article fills{nearest(name, sorted(filled))}")
    says = convert(body.get("says", ""), str, f"{where}: says")
    status = convert(body.get("status", ""), str, f"{where}: status")
    reason = convert(body.get("reason", ""), str, f"{where}: reason")
    if not says:
        raise LawError(f"{where}: missing key 'says'")
    if status and status not in BY_HAND:
        raise LawError(f"{where}: status {status!r} is not written by hand; only {one_of(BY_HAND)} are")
    if status == NOT_APPLIED and not reason:
        raise LawError(f"{where}: not applied needs a reason")
    given = {CONCEPTS[name].room.value for name in (*fills, *cites)} | ({status} if status else set())
    if not given:
        raise LawError(f"{where}: fills and cites no concept; give it a status: {one_of(BY_HAND)}")
    also = table_of(body.get("also", {}), f"{where}: also")
    also = {witness: convert(there, str, f"{where}: also") for witness, there in also.items()}
    return Article(number, says, fills, cites, tuple(s for s in STATUSES if s in given), reason, also)


def _cited(name: str, source: str, articles: Mapping[str, Article], silent: Mapping[str, Any]) -> tuple[str, ...]:
    """The numbers that speak of a concept, the filling one first; a silent text may name the article it completes."""
    first = [source] if source in articles else []
    completes = silent.get(name, {}).get("completes")
    first += [completes] if completes in articles else []
    return (*first, *(number for number, article in articles.items() if name in article.cites and number not in first))


def _values(concept: Concept[Any], table: Mapping[str, Any], series: tuple[str, ...], where: str) -> dict[str, Any]:
    """The concept's value for each series."""
    kinds = {concept.method_name(method): method for method in concept.methods}
    values = {}
    for name, plain in by_series(table, series, where).items():
        method = plain.pop("method", "" if "" in kinds or len(kinds) > 1 else next(iter(kinds)))
        convert(method, str, f"{where}: method")
        if method not in kinds:
            said = f"unknown method {method!r}" if method else "missing key 'method'"
            raise LawError(f"{where}: {said}; known: {one_of(kinds)}{nearest(method, kinds)}")
        values[name] = fill(kinds[method], plain, where)
    return values


def _check_clauses(fillings: Mapping[str, Fillings], file: str) -> None:
    for name, filled in fillings.items():
        for value in filled.values.values():
            if isinstance(value, Coefficient):
                for flaw in value.flaws():
                    raise LawError(f"{file}: article {filled.articles[0]}, {name}: {flaw}")


def _proved(
    fillings: Mapping[str, Fillings], series: str, rulings: tuple[Ruling, ...], witness: str | None, file: str
) -> tuple[ExpectationTable, PerformanceTable, tuple[str, ...]]:
    """Both tables; a failed proof is a load error unless it is a witness's print that a ruling answers."""
    where = {name: f"{file}: article {fillings[name].articles[0]}, {name}" for name in _LAYOUTS}
    layout = {name: fillings[name].values[series].layout for name in _LAYOUTS}
    performance = read_performance(layout[DP_TABLE.name], where[DP_TABLE.name])
    expectation = read_expectation(layout[EXPECTATION_TABLE.name], where[EXPECTATION_TABLE.name])
    flaws = []
    for name, found in (
        (DP_TABLE.name, prove_performance(performance)),
        (EXPECTATION_TABLE.name, prove_expectation(expectation)),
        (EXPECTATION_TABLE.name, prove_mirror(expectation, performance)),
    ):
        answered = any(ruling.concept == name and witness in ruling.printed for ruling in rulings)
        for flaw in found:
            if not answered:
                raise LawError(f"{where[name]}: proof failed: {flaw}; a print that fails needs a ruling")
            flaws.append(f"{name}: {flaw}")
    return expectation, performance, tuple(flaws)
