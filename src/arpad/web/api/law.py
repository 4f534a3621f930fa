"""The law for programs: editions, one of them article by article, its rulings, and the differences of two."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from arpad.frozen import dataclass
from arpad.law import editions, rulebook
from arpad.law.compare import Difference, compare
from arpad.law.shown import (
    ArticleShown,
    BookShown,
    RulingShown,
    WholeBook,
    article_shown,
    book_shown,
    ruling_shown,
    whole_book,
)
from arpad.web.answers import answer
from arpad.web.openapi import answers_with

router = APIRouter(prefix="/api/v1", tags=["law"])


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


@router.get("/law", name="law", responses=answers_with("Editions", Editions), response_class=Response)
def law() -> Response:
    """All editions."""
    return answer(Editions(tuple(book_shown(rulebook(name)) for name in editions())))


@router.get("/law/{edition}", name="edition", responses=answers_with("WholeBook", WholeBook), response_class=Response)
def edition(edition: str) -> Response:
    """An edition, article by article."""
    return answer(whole_book(rulebook(edition)))


@router.get(
    "/law/{edition}/rulings", name="rulings", responses=answers_with("Rulings", Rulings), response_class=Response
)
def rulings(edition: str) -> Response:
    """The rulings of an edition: what was printed, what is applied, and why."""
    book = rulebook(edition)
    return answer(Rulings(book.id, tuple(ruling_shown(ruling) for ruling in book.rulings)))


@router.get(
    "/law/{edition}/articles/{article}",
    name="article",
    responses=answers_with("ArticleShown", ArticleShown),
    response_class=Response,
)
def article(edition: str, article: str) -> Response:
    """One article."""
    book = rulebook(edition)
    return answer(article_shown(book, book.article(article)))


@router.get(
    "/law/{edition}/since/{other}",
    name="differences",
    responses=answers_with("EditionDifferences", EditionDifferences),
    response_class=Response,
)
def differences(edition: str, other: str) -> Response:
    """What changed from another edition to this one."""
    return answer(EditionDifferences(other, edition, compare(rulebook(other), rulebook(edition))))
