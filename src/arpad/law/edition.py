"""Read one edition file and refuse what cannot be trusted: unknown names, missing values, tables that fail a proof.

In: the TOML text of an edition, and the readings where the texts are silent. Out: an `Edition`, with every concept
filled once for each series it serves, as corrected by the rulings or, with a witness, as that text prints it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Literal

from arpad.finding import Note
from arpad.frozen import dataclass
from arpad.law.cited import BY_HAND, STATUSES, Article, LawError, Ruling, choose, did_you_mean
from arpad.law.evidence import Evidence, must_be_ruled, read_marks
from arpad.law.filling import by_series, convert, fill, parse, table_of
from arpad.law.rules import CONCEPTS
from arpad.law.rules.coefficient import Coefficient
from arpad.law.rules.concept import TOLD, Concept
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
from arpad.law.written import ARTICLE_KEYS, concepts_of, whole

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
    like: str = ""  # another edition, which gives what this file does not say
    amends: str = ""  # the edition whose text this is, but for what this file says
    drops: tuple[str, ...] = ()  # what of that edition is gone here
    evidence: str = ""  # the mark of every value that stands in this file and has none of its own
    standing: Literal["", "provisional", "conjecture"] = ""  # said in every answer
    use: Literal["", "calculation"] = ""  # what it may serve, where not everything

    def covers(self, day: date) -> bool:
        return self.in_force <= day and (self.until is None or day <= self.until)


@dataclass(frozen=True)
class Fillings:
    """One concept as filled: its value for each series, the articles that say it, the reading that gave it."""

    values: Mapping[str, Any]
    articles: tuple[str, ...]
    reading: str
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True)
class Flaw:
    """A proof that a printed table fails."""

    concept: str
    note: Note

    def __str__(self) -> str:
        return f"{self.concept}: {self.note}"


@dataclass(frozen=True)
class Edition:
    """One rulebook, proved."""

    head: Head
    articles: Mapping[str, Article]
    fillings: Mapping[str, Fillings]
    rulings: tuple[Ruling, ...]
    expectation: ExpectationTable
    performance: PerformanceTable
    flaws: tuple[Flaw, ...]  # of a witness's tables, each answered by a ruling


def read_edition(
    text: str, file: str, readings: tuple[Ruling, ...] = (), witness: str | None = None, under: Sequence[str] = ()
) -> Edition:
    """The edition, corrected by its rulings; with a witness, as that text prints it. `under` are the texts of those
    that it is written like, nearest first."""
    raw = whole(text, file, under, [reading.id for reading in readings])
    head = _head(table_of(raw.get("edition", {}), f"{file}: edition"), file)
    if witness is not None and witness not in head.witness:
        message = "no-rulebook/witness" if head.witness else "no-rulebook/no-witness"
        near = did_you_mean(witness, head.witness)
        raise LawError(message, near, id=head.id, witness=witness, witnesses=head.witness)
    rulings = tuple(read_rulings(raw, head.witness, file))
    tables, filled_by = _tables(raw, rulings, readings, file)
    if witness is not None:
        tables = _as_printed(tables, rulings, witness, file)
    values = {
        name: _values(CONCEPTS[name], table, head.series, f"{file}: {_at(filled_by[name])}, {name}")
        for name, table in tables.items()
    }
    articles = {number: _article(number, body, values, file) for number, body in raw.get("article", {}).items()}
    fillings = {
        name: Fillings(
            by_series,
            _cited(name, filled_by[name], articles, raw.get("silent", {})),
            filled_by[name] if filled_by[name] in _silent_readings(raw) else "",
            read_marks(raw["evidence"][name], f"{file}: evidence: {name}") if name in raw["evidence"] else (),
        )
        for name, by_series in values.items()
    }
    _check_clauses(fillings, file)
    expectation, performance, flaws = _proved(fillings, head.series[0], rulings, witness, file)
    names = (head.id, *(read_head(below, file).id for below in under))
    readings = tuple(reading for reading in readings if reading.id not in head.drops)
    completed = attach(readings, names, {name: filled.articles for name, filled in fillings.items()})
    rulings = (*rulings, *completed)
    must_be_ruled(fillings, rulings, file)
    return Edition(head, articles, fillings, rulings, expectation, performance, flaws)


def read_head(text: str, file: str) -> Head:
    """What an edition says of itself, without reading the rest: its table stands first in the file."""
    end = text.find("\n[", text.find("[edition]"))
    return _head(table_of(parse(text[:end], file).get("edition", {}), f"{file}: edition"), file)


def _head(table: Mapping[str, Any], file: str) -> Head:
    where = f"{file}: edition"
    known = tuple(Head.__dataclass_fields__)
    for key in table:
        if key not in known:
            raise LawError("bad-rulebook/unknown-key", choose(key, known), where=where, key=key)
    plain = {key: value for key, value in table.items() if key not in ("in_force", "until")}
    for key in ("in_force", "until"):
        if key in table and type(table[key]) is not date:
            raise LawError("bad-rulebook/expected-date", where=f"{where}: {key}", value=table[key])
    if "in_force" not in table:
        raise LawError("bad-rulebook/missing-key", where=where, key="in_force")

    @dataclass(frozen=True)
    class Plain:
        id: str
        title: str
        series: tuple[str, ...]
        witness: tuple[str, ...]
        like: str = ""
        amends: str = ""
        drops: tuple[str, ...] = ()
        evidence: str = ""
        standing: Literal["", "provisional", "conjecture"] = ""
        use: Literal["", "calculation"] = ""

    names = fill(Plain, plain, where)
    if table.get("until", table["in_force"]) < table["in_force"]:
        raise LawError("bad-rulebook/until", where=where, until=table["until"], since=table["in_force"])
    if not names.series:
        raise LawError("bad-rulebook/no-series", where=f"{where}: series")
    return Head(**{**vars(names), "in_force": table["in_force"], "until": table.get("until")})


def _tables(
    raw: Mapping[str, Any], rulings: tuple[Ruling, ...], readings: tuple[Ruling, ...], file: str
) -> tuple[dict[str, dict[str, Any]], dict[str, str]]:
    """Every concept's table, and the article or reading that fills it."""
    tables: dict[str, dict[str, Any]] = {}
    filled_by: dict[str, str] = {}
    for number, body in raw.get("article", {}).items():
        for key in concepts_of(body):
            value = body[key]
            if key not in CONCEPTS:
                near = did_you_mean(key, [*ARTICLE_KEYS, *CONCEPTS])
                raise LawError("bad-rulebook/unknown-concept-or-key", near, where=f"{file}: article {number}", key=key)
            if key in tables:
                where = f"{file}: article {number}"
                raise LawError("bad-rulebook/filled-twice", where=where, concept=key, article=filled_by[key])
            tables[key], filled_by[key] = dict(table_of(value, f"{file}: article {number}: {key}")), number
    known = {ruling.id for ruling in (*rulings, *readings)}
    for name, value in raw.get("silent", {}).items():
        where = f"{file}: silent {name}"
        if name not in CONCEPTS:
            raise LawError("bad-rulebook/unknown-silent", did_you_mean(name, CONCEPTS), where=where)
        if name in tables:
            raise LawError("bad-rulebook/not-silent", where=where, article=filled_by[name])
        plain = dict(value)
        if "reading" not in plain:
            raise LawError("bad-rulebook/missing-key", where=where, key="reading")
        reading = convert(plain.pop("reading"), str, f"{where}: reading")
        if reading not in known:
            near = did_you_mean(reading, sorted(known))
            raise LawError("bad-rulebook/no-reading", near, where=where, reading=reading)
        completes = convert(plain.pop("completes", ""), str, f"{where}: completes")
        if completes and completes not in raw.get("article", {}):
            near = did_you_mean(completes, raw["article"])
            raise LawError("bad-rulebook/completes", near, where=where, article=completes)
        tables[name], filled_by[name] = plain, reading
    for name in _LAYOUTS:
        if name not in tables:
            raise LawError("bad-rulebook/not-filled", where=file, concept=name)
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
            raise LawError("bad-rulebook/prints-unfilled", where=where, concept=ruling.concept or "a concept")
        table = printed[ruling.concept]
        for key, value in print_.items():
            if key == "replace" and "layout" in table:
                table["layout"] = _replaced(convert(table["layout"], str, f"{where}: layout"), value, where)
            elif key not in table:
                raise LawError("bad-rulebook/unknown-key", did_you_mean(key, table), where=where, key=key)
            else:
                table[key] = value
    return printed


def _replaced(layout: str, pairs: Any, where: str) -> str:
    """A printed table with some of its cells as a witness prints them."""
    for pair in convert(pairs, tuple[tuple[str, ...], ...], f"{where}: replace"):
        if len(pair) != 2:
            raise LawError("bad-rulebook/expected-pairs", where=f"{where}: replace", value=pair)
        if layout.count(pair[0]) != 1:
            raise LawError("bad-rulebook/not-once", where=where, cell=pair[0])
        layout = layout.replace(*pair)
    return layout


def _article(number: str, body: Mapping[str, Any], values: Mapping[str, Mapping[str, Any]], file: str) -> Article:
    where = f"{file}: article {number}"
    fills = tuple(concepts_of(body))
    cites = convert(body.get("cites", []), tuple[str, ...], f"{where}: cites")
    for name in cites:
        if name not in values:
            raise LawError("bad-rulebook/cites", did_you_mean(name, sorted(values)), where=where, concept=name)
    says = convert(body.get("says", ""), str, f"{where}: says")
    status = convert(body.get("status", ""), str, f"{where}: status")
    reason = convert(body.get("reason", ""), str, f"{where}: reason")
    if not says:
        raise LawError("bad-rulebook/missing-key", where=where, key="says")
    if status and status not in BY_HAND:
        raise LawError("bad-rulebook/status", where=where, status=status, statuses=BY_HAND)
    if status and not reason:
        raise LawError("bad-rulebook/no-reason", where=where, status=status)
    given = _statuses(fills, cites, values) | ({status} if status else set())
    if not given:
        raise LawError("bad-rulebook/no-status", where=where, statuses=BY_HAND)
    also = table_of(body.get("also", {}), f"{where}: also")
    also = {witness: convert(there, str, f"{where}: also") for witness, there in also.items()}
    return Article(number, says, fills, cites, tuple(s for s in STATUSES if s in given), reason, also)


def _statuses(fills: Sequence[str], cites: Sequence[str], values: Mapping[str, Mapping[str, Any]]) -> set[str]:
    """What becomes of an article, by its own values and by what it cites; whose own are all told only is told."""

    def of(names: Sequence[str]) -> set[str]:
        return {CONCEPTS[name].status(type(value)) for name in names for value in values[name].values()}

    own = of(fills)
    if own == {TOLD}:
        return own
    if any(CONCEPTS[name].unread(type(value)) for name in fills for value in values[name].values()):
        own.add(TOLD)
    return own | of(cites)


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
            message = "bad-rulebook/unknown-method" if method else "bad-rulebook/missing-method"
            raise LawError(message, did_you_mean(method, kinds), where=where, method=method, methods=tuple(kinds))
        values[name] = fill(kinds[method], plain, where)
    return values


def _check_clauses(fillings: Mapping[str, Fillings], file: str) -> None:
    for name, filled in fillings.items():
        for value in filled.values.values():
            if isinstance(value, Coefficient):
                for flaw in value.flaws():
                    where = f"{file}: article {filled.articles[0]}, {name}"
                    raise LawError("bad-rulebook/clauses", where=where, flaw=flaw)


def _proved(
    fillings: Mapping[str, Fillings], series: str, rulings: tuple[Ruling, ...], witness: str | None, file: str
) -> tuple[ExpectationTable, PerformanceTable, tuple[Flaw, ...]]:
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
                raise LawError("bad-rulebook/proof", where=where[name], flaw=flaw)
            flaws.append(Flaw(name, flaw))
    return expectation, performance, tuple(flaws)
