"""Show what a rulebook says: as typed values for programs, and as short text for people.

Everything that shows the law (command line, documentation, web) shows it through here, so that a value looks the same
everywhere. Nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from arpad.frozen import dataclass
from arpad.law.cited import Article, Ruling
from arpad.law.edition import Flaw
from arpad.law.evidence import Doubt, Evidence, counts, doubts, sources
from arpad.law.rulebook import Rulebook
from arpad.law.rules import CONCEPTS
from arpad.law.rules.concept import Said
from arpad.law.rules.rating import DP_TABLE, EXPECTATION_TABLE
from arpad.law.sources import coverage, missing, source_texts
from arpad.messages import say, sentences

TABLES = (DP_TABLE.name, EXPECTATION_TABLE.name)
AUTHORITY_KEYS = ("authority", "average_authority", "to")
KEYS_IN_SENTENCES = (*AUTHORITY_KEYS, "series", "home", "federation")  # texts that stand in a sentence as they are


def plain(value: Any) -> Any:
    """A value of the law in the words of its file: only what is given, a fraction as its text."""
    if is_dataclass(value) and not isinstance(value, type):
        chosen = {"method": value.method} if hasattr(value, "method") else {}
        given = {f.name: getattr(value, f.name) for f in fields(value) if getattr(value, f.name) != f.default}
        return {**chosen, **{name: plain(item) for name, item in given.items()}}
    if isinstance(value, Fraction):
        return decimal_text(value)
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value.isoformat() if isinstance(value, date) else value


def decimal_text(number: Fraction) -> str:
    """12 1/2 is '12.5', one third stays '1/3'."""
    tens = 1
    while number.denominator != 1 and tens % number.denominator and tens <= number.denominator:
        tens *= 10
    if tens % number.denominator:
        return str(number)
    digits = str(abs(number.numerator) * tens // number.denominator).rjust(len(str(tens)), "0")
    cut = len(digits) - len(str(tens)) + 1
    return ("-" if number < 0 else "") + digits[:cut] + ("." + digits[cut:] if digits[cut:] else "")


def words(value: Any) -> str:
    """A value of the law in one line."""
    given = plain(value)
    if isinstance(given, dict):
        return (
            ", ".join(f"{name.replace('_', ' ')} {_inner(item)}" for name, item in given.items()) or "as the text says"
        )
    return _inner(given)


def _inner(item: Any) -> str:
    if isinstance(item, bool):
        return "yes" if item else "no"
    if isinstance(item, dict):
        return "(" + ", ".join(f"{name.replace('_', ' ')} {_inner(inner)}" for name, inner in item.items()) + ")"
    return ", ".join(_inner(inner) for inner in item) if isinstance(item, list) else str(item)


def values(book: Rulebook, concept: str) -> dict[str, Any]:
    """What fills a concept, by series; one entry under the empty name where all series agree."""
    filled = book.edition.fillings[concept].values
    if book.series is not None:
        return {"": filled[book.series]}
    first = next(iter(filled.values()))
    return {"": first} if all(value == first for value in filled.values()) else dict(filled)


def value_words(book: Rulebook, concept: str) -> str:
    """What fills a concept, in a sentence; where its series differ, in one for each."""
    if concept in TABLES:
        return say("law-value/table")
    filled = values(book, concept)
    sentences = (
        say("law-value/of-series", (("series", _series_title(series)), ("value", value_sentence(concept, value))))
        if series
        else value_sentence(concept, value)
        for series, value in filled.items()
    )
    return " ".join(sentences)


def _series_title(series: str) -> str:
    name = f"web-series/{series}"
    return say(name) if name in sentences() else series


def value_sentence(concept: str, value: Any) -> str:
    """A value of the law in a sentence; name and value of each key where there is no sentence for these choices."""
    name = "/".join(part for part in ("law-value", concept, getattr(value, "method", "")) if part)
    given = {each.name: getattr(value, each.name) for each in fields(value)} if is_dataclass(value) else {}
    choices = [_choice(key, item) for key, item in given.items() if _is_choice(key, item)]
    chosen = "/".join((name, ".".join(choices))) if choices else name
    if chosen in sentences():
        return say(chosen, tuple((key, _said(given, key)) for key in given))
    if given:
        return words(value)
    described = (type(value).__doc__ or "").partition("\n")[0]
    return f"{concept_title(concept)}." if isinstance(value, Said) else described


def rulebook_title(id: str, title: str) -> str:
    """The title of a rulebook in the language that is spoken; one of an office's own has only its own title."""
    message = f"rulebook-title/{id}"
    return say(message) if sentences().get(message) == title else title


def concept_title(concept: str) -> str:
    """What a concept decides, as a heading; a name that is no concept stays."""
    decides = CONCEPTS[concept].decides if concept in CONCEPTS else concept
    return decides[:1].upper() + decides[1:]


def _is_choice(key: str, item: Any) -> bool:
    """Whether a key of a value chooses between sentences, and does not stand in one."""
    return isinstance(item, bool) or (isinstance(item, str) and key not in KEYS_IN_SENTENCES)


def _choice(key: str, item: bool | str) -> str:
    """The choice of a key as the names of sentences have it."""
    if isinstance(item, bool):
        return key if item else f"not-{key}"
    return item


def _said(given: Mapping[str, Any], key: str) -> Any:
    """The value of a key as its sentence takes it."""
    item = given[key]
    if key in AUTHORITY_KEYS:
        return say(f"law-authority/{item}")
    if key == "series":
        return _series_title(item)
    if key == "clauses":
        return tuple(_clause_words(clause) for clause in item)
    if key == "classes" and "reached" not in given:
        return tuple(say("law-class/games", (("k", each.k), ("games", each.games))) for each in item)
    if key == "classes":
        form = "law-class/reached" if given["reached"] else "law-class/above"
        return tuple(say(form, (("minutes", each.minutes), ("rating", each.rating))) for each in item)
    if isinstance(item, Fraction):
        return decimal_text(item)
    if isinstance(item, tuple):
        listed = tuple(str(each).replace("-", " ") for each in item)
        return ", ".join(listed) if key == "exceptions" else listed
    return item


def _clause_words(clause: Any) -> str:
    """A clause of K: its value, and each bound that binds."""
    bounds = [each for each in fields(clause) if f"law-clause/{each.name}" in sentences()]
    binding = [each.name for each in bounds if getattr(clause, each.name) != each.default]
    conditions = [say(f"law-clause/{name}", (("bound", getattr(clause, name)),)) for name in binding]
    fallback = [say("law-clause/everybody")]
    return say("law-value/coefficient/clause", (("k", clause.k), ("conditions", tuple(conditions or fallback))))


def evidence_words(book: Rulebook, concept: str) -> str:
    """The marks of a value with the numbers of their sources, as `S [22, 23]`; empty where there are none."""
    return " + ".join(map(str, book.edition.fillings[concept].evidence))


def sources_of(book: Rulebook, concepts: Iterable[str] | None = None) -> dict[str, str]:
    """The sources behind the values of these concepts, or of all, by number."""
    filled = book.edition.fillings
    marks = [each for name in (filled if concepts is None else concepts) for each in filled[name].evidence]
    return {str(number): sources()[number] for number in sorted({n for each in marks for n in each.sources})}


def rulings_on(book: Rulebook, article: Article) -> list[Ruling]:
    """The rulings that decide an article or a concept it fills."""
    return [r for r in book.rulings if r.article == article.number or (not r.article and r.concept in article.fills)]


def printed_words(ruling: Ruling) -> list[str]:
    """What each witness prints, in words."""
    lines = []
    for witness, printed in ruling.printed.items():
        if isinstance(printed, str):
            lines.append(f"{witness} prints: {printed}")
        elif "replace" in printed:
            changed = "; ".join(f"{reads or 'nothing'} for {was}" for was, reads in printed["replace"])
            lines.append(f"{witness} prints {changed}")
        else:
            lines.append(f"{witness} prints {_inner(dict(printed)).strip('()')}")
    return lines


# --- what programs get --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class BookShown:
    """An edition's head."""

    id: str
    title: str
    series: tuple[str, ...]
    in_force: date
    until: date | None
    witnesses: tuple[str, ...]
    article_count: int
    ruling_count: int
    like: str | None  # another edition, which gives what the file of this one does not say
    amends: str | None  # the edition whose text this is, but for what its file says
    standing: str | None  # provisional, conjecture; null where its text was read, at least in part
    calculation_only: bool


@dataclass(frozen=True)
class ArticleShown:
    """An article with its values, its status and its rulings; `values` and what is told only are by concept."""

    article: str
    also: Mapping[str, str]
    says: str
    status: tuple[str, ...]
    reason: str | None
    values: Mapping[str, Any]
    told_only: Mapping[str, str]  # concept, or concept.field, and why no code reads it
    cites: tuple[str, ...]
    rulings: tuple[str, ...]
    evidence: Mapping[str, tuple[Evidence, ...]]  # by concept


@dataclass(frozen=True)
class WholeBook(BookShown):
    """An edition, article by article."""

    articles: tuple[ArticleShown, ...]
    sources: Mapping[str, str]  # what the numbers of the evidence stand for


Shown = WholeBook | ArticleShown


@dataclass(frozen=True)
class Coverage:
    """What becomes of each article of an edition; `missing` are (text, article)."""

    rulebook: str
    counts: Mapping[str, int]
    texts: tuple[str, ...]  # whose articles are listed; none: there is nothing to compare with
    missing: tuple[tuple[str, str], ...]
    articles: Mapping[str, tuple[str, ...]]
    told_only: Mapping[str, Mapping[str, str]]  # by article
    evidence: Mapping[str, int]  # how many values have which mark, each its weakest
    unverified: tuple[Doubt, ...]


@dataclass(frozen=True)
class RulingShown:
    """What was printed, what is applied, and why, in one rulebook."""

    id: str
    kind: str
    article: str | None
    concept: str | None
    question: str | None
    printed: Mapping[str, Any]
    applies: str
    alternative: str | None
    because: str


@dataclass(frozen=True)
class RulingEverywhere:
    """A ruling in every rulebook that it concerns."""

    id: str
    rulebooks: Mapping[str, RulingShown]


@dataclass(frozen=True)
class BandShown:
    """A row of the table of expected scores, in hundredths."""

    from_: int
    to: int | None
    higher: int
    lower: int


@dataclass(frozen=True)
class TablesShown:
    """Both conversion tables; `dp` is by percentage."""

    rulebook: str
    witness: str | None
    dp: Mapping[str, int]
    expected: tuple[BandShown, ...]
    flaws: tuple[Flaw, ...]


def book_shown(book: Rulebook) -> BookShown:
    """An edition's head."""
    head = book.head
    return BookShown(
        head.id,
        head.title,
        head.series,
        head.in_force,
        head.until,
        head.witness,
        len(book.edition.articles),
        len(book.rulings),
        head.like or None,
        head.amends or None,
        head.standing or None,
        bool(head.use),
    )


def whole_book(book: Rulebook) -> WholeBook:
    """An edition with all its articles."""
    articles = tuple(article_shown(book, article) for article in book.edition.articles.values())
    return WholeBook(**vars(book_shown(book)), articles=articles, sources=sources_of(book))


def article_shown(book: Rulebook, article: Article) -> ArticleShown:
    """An article with its values, its status and its rulings."""
    return ArticleShown(
        article.number,
        article.also,
        article.says,
        article.statuses,
        article.reason or None,
        {name: _concept(book, name) for name in article.fills},
        told_only(book, article),
        article.cites,
        tuple(ruling.id for ruling in rulings_on(book, article)),
        {name: marks for name in article.fills if (marks := book.edition.fillings[name].evidence)},
    )


def _concept(book: Rulebook, concept: str) -> Any:
    filled = values(book, concept)
    return plain(filled[""]) if "" in filled else {series: plain(value) for series, value in filled.items()}


def told_only(book: Rulebook, article: Article) -> dict[str, str]:
    """What an article says that no code reads, and why: a whole concept, or a field of one."""
    found: dict[str, str] = {}
    for name in article.fills:
        concept = CONCEPTS[name]
        if concept.why_unread:
            found[name] = concept.why_unread
            continue
        for value in book.edition.fillings[name].values.values():
            found |= {f"{name}.{field}": why for field, why in concept.unread(type(value)).items()}
    return found


def coverage_shown(book: Rulebook) -> Coverage:
    """What becomes of each article of an edition."""
    articles = book.edition.articles
    unread = {number: told_only(book, article) for number, article in articles.items()}
    return Coverage(
        book.id,
        coverage(book),
        tuple(source.text for source in source_texts() if source.edition == book.id),
        missing(book),
        {number: article.statuses for number, article in articles.items()},
        {number: reasons for number, reasons in unread.items() if reasons},
        counts(book),
        doubts(book),
    )


def ruling_shown(ruling: Ruling) -> RulingShown:
    """A ruling as one rulebook has it."""
    return RulingShown(
        ruling.id,
        ruling.kind,
        ruling.article or None,
        ruling.concept or None,
        ruling.question or None,
        ruling.printed,
        ruling.applies,
        ruling.alternative or None,
        ruling.because,
    )


def tables_shown(book: Rulebook) -> TablesShown:
    """Both conversion tables."""
    bands = tuple(BandShown(band.low, band.high, band.higher, band.lower) for band in book.expectation.bands)
    dp = {str(percent): difference for percent, difference in sorted(book.performance.dp.items())}
    return TablesShown(book.id, book.witness, dp, bands, book.edition.flaws)
