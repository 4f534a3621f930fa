"""Read one edition file and refuse what cannot be trusted: unknown names, missing values, tables that fail a proof.

In: the TOML text of an edition, and the readings where the texts are silent. Out: an `Edition`, with every concept
filled once for each series it serves, as corrected by the rulings or, with a witness, as that text prints it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import Any, Literal

from arpad.days import FIRST_YEAR, LAST_YEAR
from arpad.finding import Note
from arpad.frozen import dataclass
from arpad.law.cited import BY_HAND, STATUSES, Article, LawError, Ruling, choose, did_you_mean
from arpad.law.collected import Collected
from arpad.law.evidence import Evidence, must_be_ruled, read_all_marks
from arpad.law.filling import by_series, convert, fill, parse, require_readable, table_of
from arpad.law.printed import as_printed
from arpad.law.rules import CONCEPTS
from arpad.law.rules.concept import TOLD, Concept
from arpad.law.rules.flaws import flaws_of
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
from arpad.law.written import ARTICLE_KEYS, TOP_KEYS, concepts_of, whole
from arpad.plaintext import NAME, is_name

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


_STRANGER = Head("?", "", ("?",), date.min, ())  # while it is looked for what else is wrong with a file


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
    that it amends or is written like, nearest first. Where it is refused the refusal has with it what else is wrong."""
    raw, found = parse(text, file), Collected()
    require_readable(raw, file, found)
    for key in raw:
        if key not in TOP_KEYS:
            with found:
                raise LawError("bad-rulebook/unknown-table", choose(key, TOP_KEYS), where=file, key=key)
    for key in ("article", "silent"):
        for name, body in table_of(raw.get(key, {}), f"{file}: {key}").items():
            table_of(body, f"{file}: {key} {name}")
    with found:
        raw = whole(raw, file, under, [reading.id for reading in readings])
    head = _STRANGER
    with found:
        head = _head(table_of(raw.get("edition", {}), f"{file}: edition"), file)
    if witness is not None and witness not in head.witness:
        message = "no-rulebook/witness" if head.witness else "no-rulebook/no-witness"
        near = did_you_mean(witness, head.witness)
        raise LawError(message, near, id=head.id, witness=witness, witnesses=head.witness)
    rulings = read_rulings(raw, head.witness, file, found)
    tables, filled_by = _tables(raw, (*rulings, *readings), file, found)
    if witness is not None:
        with found:
            tables = as_printed(tables, rulings, witness, file)
    values: dict[str, dict[str, Any]] = {}
    for name, table in tables.items():
        with found:
            values[name] = _values(CONCEPTS[name], table, head.series, f"{file}: {_at(filled_by[name], raw)}, {name}")
    articles = {}
    for number, body in raw.get("article", {}).items():
        with found:
            articles[number] = _article(number, body, values, tables, file)
    marks = read_all_marks(raw.get("evidence", {}), file, found)
    fillings = {
        name: Fillings(
            by_series,
            _cited(name, filled_by[name], articles, raw.get("silent", {})),
            filled_by[name] if filled_by[name] in _silent_readings(raw) else "",
            marks.get(name, ()),
        )
        for name, by_series in values.items()
    }
    _check_flaws(fillings, file, found)
    proved = None
    if all(name in fillings for name in _LAYOUTS):
        with found:
            proved = _proved(fillings, head.series[0], rulings, witness, file)
    names = (head.id, *(read_head(below, file).id for below in under))
    readings = tuple(reading for reading in readings if reading.id not in head.drops)
    rulings = (*rulings, *attach(readings, names, {name: filled.articles for name, filled in fillings.items()}))
    with found:
        must_be_ruled(fillings, rulings, file)
    found.raise_all()
    assert proved is not None
    return Edition(head, articles, fillings, rulings, *proved)


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
    for key in ("in_force", "until"):
        if not FIRST_YEAR < table.get(key, table["in_force"]).year < LAST_YEAR:
            least, most = FIRST_YEAR + 1, LAST_YEAR - 1
            raise LawError("bad-rulebook/range", where=f"{where}: {key}", value=str(table[key]), least=least, most=most)
    if not names.series:
        raise LawError("bad-rulebook/no-series", where=f"{where}: series")
    if len(set(names.series)) < len(names.series):
        twice = next(name for name in names.series if names.series.count(name) > 1)
        raise LawError("bad-rulebook/twice", where=f"{where}: series", value=twice)
    if not is_name(names.title):
        raise LawError("bad-rulebook/title", where=f"{where}: title", most=NAME)
    if names.like and names.amends:
        raise LawError("bad-rulebook/like-twice", where=where)
    return Head(**{**vars(names), "in_force": table["in_force"], "until": table.get("until")})


def _tables(
    raw: Mapping[str, Any], rulings: tuple[Ruling, ...], file: str, found: Collected
) -> tuple[dict[str, dict[str, Any]], dict[str, str]]:
    """Every concept's table, and the article or reading that fills it."""
    tables: dict[str, dict[str, Any]] = {}
    filled_by: dict[str, str] = {}
    for number, body in raw.get("article", {}).items():
        for key in concepts_of(body):
            where = f"{file}: article {number}"
            if key not in CONCEPTS:
                near = did_you_mean(key, [*ARTICLE_KEYS, *CONCEPTS])
                with found:
                    raise LawError("bad-rulebook/unknown-concept-or-key", near, where=where, key=key)
                continue
            with found:
                if key in tables:
                    raise LawError("bad-rulebook/filled-twice", where=where, concept=key, article=filled_by[key])
                tables[key], filled_by[key] = dict(table_of(body[key], f"{where}: {key}")), number
    known = {ruling.id for ruling in rulings}
    for name, value in raw.get("silent", {}).items():
        with found:
            if name in tables:
                raise LawError("bad-rulebook/not-silent", where=f"{file}: silent {name}", article=filled_by[name])
            filled = _silent(name, value, known, raw.get("article", {}), file)
            tables[name], filled_by[name] = filled
    for name in _LAYOUTS:
        if name not in tables:
            with found:
                raise LawError("bad-rulebook/not-filled", where=file, concept=name)
    return tables, filled_by


def _silent(
    name: str, value: Mapping[str, Any], known: set[str], articles: Mapping[str, Any], file: str
) -> tuple[dict[str, Any], str]:
    """The table of a concept on which the text is silent, and the reading that fills it."""
    where, plain = f"{file}: silent {name}", dict(value)
    if name not in CONCEPTS:
        raise LawError("bad-rulebook/unknown-silent", did_you_mean(name, CONCEPTS), where=where)
    if "reading" not in plain:
        raise LawError("bad-rulebook/missing-key", where=where, key="reading")
    reading = convert(plain.pop("reading"), str, f"{where}: reading")
    if reading not in known:
        raise LawError("bad-rulebook/no-reading", did_you_mean(reading, sorted(known)), where=where, reading=reading)
    completes = convert(plain.pop("completes", ""), str, f"{where}: completes")
    if completes and completes not in articles:
        raise LawError("bad-rulebook/completes", did_you_mean(completes, articles), where=where, article=completes)
    return plain, reading


def _silent_readings(raw: Mapping[str, Any]) -> set[str]:
    return {body["reading"] for body in raw.get("silent", {}).values() if isinstance(body.get("reading"), str)}


def _at(source: str, raw: Mapping[str, Any]) -> str:
    return f"article {source}" if source in raw.get("article", {}) else f"reading {source}"


def _article(
    number: str, body: Mapping[str, Any], values: Mapping[str, Mapping[str, Any]], filled: Collection[str], file: str
) -> Article:
    where = f"{file}: article {number}"
    fills = tuple(concepts_of(body))
    cites = convert(body.get("cites", []), tuple[str, ...], f"{where}: cites")
    for name in cites:
        if name not in filled:
            raise LawError("bad-rulebook/cites", did_you_mean(name, sorted(filled)), where=where, concept=name)
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
    if not given and not fills:
        raise LawError("bad-rulebook/no-status", where=where, statuses=BY_HAND)
    also = table_of(body.get("also", {}), f"{where}: also")
    also = {witness: convert(there, str, f"{where}: also") for witness, there in also.items()}
    return Article(number, says, fills, cites, tuple(s for s in STATUSES if s in given), reason, also)


def _statuses(fills: Sequence[str], cites: Sequence[str], values: Mapping[str, Mapping[str, Any]]) -> set[str]:
    """What becomes of an article, by its own values and by what it cites; whose own are all told only is told."""

    def of(names: Sequence[str]) -> set[str]:
        return {CONCEPTS[name].status(type(value)) for name in names for value in values.get(name, {}).values()}

    own = of(fills)
    if own == {TOLD}:
        return own
    if any(CONCEPTS[name].unread(type(value)) for name in fills for value in values.get(name, {}).values()):
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


def _check_flaws(fillings: Mapping[str, Fillings], file: str, found: Collected) -> None:
    """Collect what contradicts itself inside a value."""
    for name, filled in fillings.items():
        flaws = {flaw: None for value in filled.values.values() for flaw in flaws_of(value)}
        for flaw in flaws:
            with found:
                where = f"{file}: article {next(iter(filled.articles), '?')}, {name}"
                raise LawError("bad-rulebook/clauses", where=where, flaw=flaw)


def _proved(
    fillings: Mapping[str, Fillings], series: str, rulings: tuple[Ruling, ...], witness: str | None, file: str
) -> tuple[ExpectationTable, PerformanceTable, tuple[Flaw, ...]]:
    """Both tables; a failed proof is a load error unless it is a witness's print that a ruling answers."""
    where = {name: f"{file}: article {next(iter(fillings[name].articles), '?')}, {name}" for name in _LAYOUTS}
    layout = {name: fillings[name].values[series].layout for name in _LAYOUTS}
    performance = read_performance(layout[DP_TABLE.name], where[DP_TABLE.name])
    expectation = read_expectation(layout[EXPECTATION_TABLE.name], where[EXPECTATION_TABLE.name])
    flaws, found = [], Collected()
    for name, failed in (
        (DP_TABLE.name, prove_performance(performance)),
        (EXPECTATION_TABLE.name, prove_expectation(expectation)),
        (EXPECTATION_TABLE.name, prove_mirror(expectation, performance)),
    ):
        answered = any(ruling.concept == name and witness in ruling.printed for ruling in rulings)
        for flaw in failed:
            flaws.append(Flaw(name, flaw))
            if not answered:
                with found:
                    raise LawError("bad-rulebook/proof", where=where[name], flaw=flaw)
    found.raise_all()
    return expectation, performance, tuple(flaws)
