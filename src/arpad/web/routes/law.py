"""The rulebooks, as pages and for programs: editions, articles, rulings, differences."""

from __future__ import annotations

import re
from datetime import date
from textwrap import shorten

from fastapi import APIRouter, Request
from starlette.responses import Response

from arpad.finding import UserError
from arpad.frozen import dataclass
from arpad.law import Article, Rulebook, Ruling, editions, rulebook, series_names
from arpad.law.compare import Difference, compare
from arpad.law.evidence import MARKS
from arpad.law.shown import (
    TABLES,
    ArticleShown,
    BookShown,
    RulingShown,
    WholeBook,
    article_shown,
    book_shown,
    concept_title,
    evidence_words,
    printed_words,
    ruling_shown,
    rulings_on,
    sources_of,
    tables_shown,
    told_only,
    value_words,
    whole_book,
)
from arpad.office import record
from arpad.office.record import MovedBy
from arpad.web.canonical import page_fields
from arpad.web.openapi import answers
from arpad.web.render import render_page
from arpad.web.request_fields import Form, OfficeReader, query_with_changes
from arpad.web.responses import json_response

api_routes = APIRouter(prefix="/api/v1", tags=["law"])


@dataclass(frozen=True)
class Editions:
    """All editions, by series and date."""

    items: tuple[BookShown, ...]


@dataclass(frozen=True)
class Rulings:
    """The rulings of an edition."""

    edition: str
    items: tuple[RulingShown, ...]


@dataclass(frozen=True)
class EditionDifferences:
    """What two editions do not say alike."""

    old: str
    new: str
    items: tuple[Difference, ...]


@api_routes.get("/law", name="editions", **answers(Editions))
def editions_json() -> Response:
    """All editions."""
    return json_response(Editions(tuple(book_shown(rulebook(name)) for name in editions())))


@api_routes.get("/law/{edition}", name="edition", **answers(WholeBook))
def edition_json(edition: str) -> Response:
    """An edition, article by article."""
    return json_response(whole_book(rulebook(edition)))


@api_routes.get("/law/{edition}/rulings", name="edition_rulings", **answers(Rulings))
def rulings_json(edition: str) -> Response:
    """The rulings of an edition: what was printed, what is applied, and why."""
    book = rulebook(edition)
    return json_response(Rulings(book.id, tuple(ruling_shown(ruling) for ruling in book.rulings)))


@api_routes.get("/law/{edition}/articles/{article}", name="article", **answers(ArticleShown))
def article_json(edition: str, article: str) -> Response:
    """One article."""
    book = rulebook(edition)
    return json_response(article_shown(book, book.article(article)))


@api_routes.get("/law/{edition}/since/{earlier}", name="edition_differences", **answers(EditionDifferences))
def edition_differences_json(edition: str, earlier: str) -> Response:
    """What changed from another edition to this one."""
    return json_response(EditionDifferences(earlier, edition, compare(rulebook(earlier), rulebook(edition))))


page_routes = APIRouter(include_in_schema=False)
BETWEEN_SIGN = ".."
SENTENCE_END = re.compile(r"(?<=[.;:?]) (?=[A-Z])")
MORE_SIGN = "\u2026"
HEADING_LENGTH, ANSWER_LENGTH = 36, 80


@dataclass(frozen=True)
class ArticleView:
    """An article as the page shows it."""

    article: Article
    depth: int
    values: tuple[tuple[str, str, str], ...]  # concept, what fills it, and the evidence
    unread: tuple[tuple[str, str], ...]  # what no code reads, and why
    see: tuple[tuple[str, str], ...]  # a concept and the article that fills it
    heading: str  # for the contents
    rulings: tuple[tuple[str, str], ...]  # the name of each, its question and how the answer begins
    tables: tuple[str, ...]  # of the conversion tables those that stand here
    moved: tuple[MovedBy, ...]  # on the newest list


@page_routes.get("/law")
def editions_page(request: Request) -> Response:
    books = [book_shown(rulebook(name)) for name in editions()]
    return render_page(request, "laws.html", books=books, series=series_names())


@page_routes.get("/law/{edition}")
def edition_page(request: Request, office: OfficeReader, edition: str) -> Response:
    if BETWEEN_SIGN in edition:
        return _edition_differences(request, *edition.split(BETWEEN_SIGN, 1))
    book = rulebook(edition)
    head = next((each for each in office.stamp.newest if each.edition == book.id), None)
    moved = record.moves_by_concept(office, head) if head is not None else ()
    others = [
        book_shown(rulebook(name))
        for name in editions()
        if name != book.id and set(rulebook(name).head.series) & set(book.head.series)
    ]
    return render_page(
        request,
        "law.html",
        book=book_shown(book),
        articles=[_article_view(book, article, moved) for article in book.edition.articles.values()],
        loose=[_name_and_first_sentence(ruling) for ruling in book.rulings if not _standing_text(book, ruling)],
        head=head,
        others=_neighbours(others, book.head.in_force),
        marks=MARKS,
        sources=sources_of(book),
    )


@page_routes.get("/law/{edition}/rulings")
def rulings_page(request: Request, edition: str) -> Response:
    book = rulebook(edition)
    return render_page(request, "law_rulings.html", book=book_shown(book), rulings=book.rulings)


@page_routes.get("/law/{edition}/rulings/{ruling}")
def ruling_page(request: Request, edition: str, ruling: str) -> Response:
    book = rulebook(edition)
    chosen = next((each for each in book.rulings if each.id == ruling), None)
    if chosen is None:
        raise UserError("no-page")
    return render_page(request, "law_ruling.html", book=book_shown(book), ruling=chosen, printed=printed_words(chosen))


@page_routes.get("/law/{edition}/tables")
def tables_page(request: Request, edition: str) -> Response:
    book = rulebook(edition)
    return render_page(request, "law_tables.html", book=book_shown(book), tables=tables_shown(book))


PLAYERS_PER_PAGE = 100
MOVED_KINDS = ("games", "players", "newcomers")


@page_routes.get("/law/{edition}/moved/{concept}", openapi_extra=page_fields("what", "page"))
def moved_page(request: Request, office: OfficeReader, edition: str, concept: str) -> Response:
    """Everybody for whom an article did something on the newest list of its edition."""
    book = rulebook(edition)
    head = next((each for each in office.stamp.newest if each.edition == book.id), None)
    if head is None or concept not in {name for article in book.edition.articles.values() for name in article.fills}:
        raise UserError("no-page")
    form = Form(request.query_params)
    what, at = form.option("what", MOVED_KINDS, MOVED_KINDS[0]), form.whole("page", 1, 100_000) or 1
    moved = record.players_moved(office, head, concept, what)
    return render_page(
        request, "law_moved.html", status=form.status, book=book_shown(book), head=head, concept=concept, what=what,
        numbers=book.articles(concept)[:1], total=len(moved), times=sum(each.times for each in moved),
        moved=moved[(at - 1) * PLAYERS_PER_PAGE : at * PLAYERS_PER_PAGE], at=at,
        pages=max(-(-len(moved) // PLAYERS_PER_PAGE), 1), address=query_with_changes(form),
    )  # fmt: skip


def _name_and_first_sentence(ruling: Ruling) -> tuple[str, str]:
    """A ruling by its name, its question and the first sentence of the answer; its own page has the whole of it."""
    first = SENTENCE_END.split(ruling.applies, 1)[0]
    answer = first if first == ruling.applies else f"{first} {MORE_SIGN}"
    if not ruling.question:
        return ruling.id, answer
    return ruling.id, f"{ruling.question} {shorten(answer, ANSWER_LENGTH, placeholder=f' {MORE_SIGN}')}"


def _standing_text(book: Rulebook, ruling: Ruling) -> bool:
    return any(ruling in rulings_on(book, article) for article in book.edition.articles.values())


def _article_view(book: Rulebook, article: Article, moved: tuple[MovedBy, ...]) -> ArticleView:
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
        _heading(article),
        tuple(_name_and_first_sentence(ruling) for ruling in rulings_on(book, article)),
        tuple(concept for concept in article.fills if concept in TABLES),
        tuple(each for each in moved if each.concept in article.fills),
    )


def _neighbours(others: list[BookShown], day: date) -> list[BookShown]:
    """Of the editions of a series the one before a day and the one after it."""
    by_day = sorted(others, key=lambda each: each.in_force)
    earlier, later = (
        [each for each in by_day if each.in_force < day],
        [each for each in by_day if each.in_force > day],
    )
    return [*earlier[-1:], *later[:1]]


def _heading(article: Article) -> str:
    """What an article decides, where it fills a concept; else how it begins."""
    if article.fills:
        return concept_title(next(iter(article.fills)))
    return shorten(article.says, HEADING_LENGTH, placeholder=f" {MORE_SIGN}")


def _edition_differences(request: Request, old: str, new: str) -> Response:
    """The differences of two editions."""
    if not old or not new:
        raise UserError("no-page")
    books = rulebook(old), rulebook(new)
    shown = [book_shown(book) for book in books]
    return render_page(request, "law_between.html", old=shown[0], new=shown[1], differences=compare(*books))
