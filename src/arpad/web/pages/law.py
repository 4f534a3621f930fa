"""The law: which editions there are, one of them article by article, and what changed from one to another."""

from __future__ import annotations

import re

from fastapi import APIRouter, Request
from starlette.responses import Response

from arpad.finding import Misuse
from arpad.frozen import dataclass
from arpad.law import Article, Rulebook, Ruling, editions, rulebook, series_names
from arpad.law.compare import compare
from arpad.law.evidence import MARKS
from arpad.law.shown import (
    TABLES,
    book_shown,
    evidence_words,
    printed_words,
    rulings_on,
    sources_of,
    tables_shown,
    told_only,
    value_words,
)
from arpad.office import record
from arpad.office.record import MovedBy
from arpad.web.asked import Office
from arpad.web.render import page

router = APIRouter(include_in_schema=False)
BETWEEN = ".."
SENTENCE_END = re.compile(r"(?<=[.;:?]) (?=[A-Z])")
MORE = "\u2026"


@dataclass(frozen=True)
class ArticleView:
    """An article as the page shows it."""

    article: Article
    depth: int
    values: tuple[tuple[str, str, str], ...]  # concept, what fills it, and the evidence
    unread: tuple[tuple[str, str], ...]  # what no code reads, and why
    see: tuple[tuple[str, str], ...]  # a concept and the article that fills it
    rulings: tuple[tuple[str, str], ...]  # the name of each and how it begins
    tables: tuple[str, ...]  # of the conversion tables those that stand here
    moved: tuple[MovedBy, ...]  # on the newest list


@router.get("/law")
def law(request: Request) -> Response:
    books = [book_shown(rulebook(name)) for name in editions()]
    return page(request, "laws.html", books=books, series=series_names())


@router.get("/law/{edition}")
def edition(request: Request, office: Office, edition: str) -> Response:
    if BETWEEN in edition:
        return _between(request, *edition.split(BETWEEN, 1))
    book = rulebook(edition)
    head = next((each for each in office.stamp.newest if each.edition == book.id), None)
    moved = record.moved(office, head) if head is not None else ()
    others = [
        name for name in editions() if name != book.id and set(rulebook(name).head.series) & set(book.head.series)
    ]
    return page(
        request,
        "law.html",
        book=book_shown(book),
        articles=[_view(book, article, moved) for article in book.edition.articles.values()],
        loose=[_begun(ruling) for ruling in book.rulings if not _stands(book, ruling)],
        head=head,
        others=others,
        marks=MARKS,
        sources=sources_of(book),
    )


@router.get("/law/{edition}/rulings")
def rulings(request: Request, edition: str) -> Response:
    book = rulebook(edition)
    return page(request, "law_rulings.html", book=book_shown(book), rulings=book.rulings)


@router.get("/law/{edition}/rulings/{ruling}")
def ruling(request: Request, edition: str, ruling: str) -> Response:
    book = rulebook(edition)
    chosen = next((each for each in book.rulings if each.id == ruling), None)
    if chosen is None:
        raise Misuse("no-page")
    return page(request, "law_ruling.html", book=book_shown(book), ruling=chosen, printed=printed_words(chosen))


@router.get("/law/{edition}/tables")
def tables(request: Request, edition: str) -> Response:
    book = rulebook(edition)
    return page(request, "law_tables.html", book=book_shown(book), tables=tables_shown(book))


def _begun(ruling: Ruling) -> tuple[str, str]:
    """A ruling by its name and its first sentence: a page of its own has the whole of it."""
    first = SENTENCE_END.split(ruling.applies, 1)[0]
    return ruling.id, first if first == ruling.applies else f"{first} {MORE}"


def _stands(book: Rulebook, ruling: Ruling) -> bool:
    return any(ruling in rulings_on(book, article) for article in book.edition.articles.values())


def _view(book: Rulebook, article: Article, moved: tuple[MovedBy, ...]) -> ArticleView:
    return ArticleView(
        article,
        article.number.count("."),
        tuple(
            (concept, value_words(book, concept), evidence_words(book, concept))
            for concept in article.fills
            if concept not in TABLES
        ),
        tuple(told_only(book, article).items()),
        tuple((name, book.articles(name)[0]) for name in article.cites if book.articles(name)),
        tuple(_begun(ruling) for ruling in rulings_on(book, article)),
        tuple(concept for concept in article.fills if concept in TABLES),
        tuple(each for each in moved if each.concept in article.fills),
    )


def _between(request: Request, old: str, new: str) -> Response:
    """The differences of two editions."""
    if not old or not new:
        raise Misuse("no-page")
    books = rulebook(old), rulebook(new)
    shown = [book_shown(book) for book in books]
    return page(request, "law_between.html", old=shown[0], new=shown[1], differences=compare(*books))
