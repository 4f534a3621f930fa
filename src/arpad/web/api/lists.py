"""Lists for programs: which there are, and the rows of one, filtered, ordered and paged."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from arpad.days import Month
from arpad.finding import Misuse
from arpad.frozen import dataclass
from arpad.office import reading
from arpad.office.reading import ListedPlayer, ListHead, Page
from arpad.web.answers import answer
from arpad.web.asked import Office, month_of
from arpad.web.cursors import cursor, place
from arpad.web.form import Form
from arpad.web.list_form import choice_of, order_of
from arpad.web.openapi import FILTERS, Cursor, Limit, answers_with

router = APIRouter(prefix="/api/v1", tags=["lists"])
NEWEST = "newest"


@dataclass(frozen=True)
class ListHeads:
    """The lists of a series, newest first."""

    series: str
    items: tuple[ListHead, ...]


@dataclass(frozen=True)
class AllLists:
    """The newest list of every series."""

    items: tuple[ListHead, ...]


@dataclass(frozen=True)
class ListRows:
    """Some rows of a list, and of how many; `lists` are those of each row's `line`."""

    head: ListHead
    lists: tuple[Month, ...]
    total: int
    near: bool
    items: tuple[ListedPlayer, ...]
    next: str | None


@router.get("/lists", name="newest", responses=answers_with("AllLists", AllLists), response_class=Response)
def newest(office: Office) -> Response:
    """The newest list of every series."""
    return answer(AllLists(office.stamp.newest))


@router.get("/lists/{series}", name="heads", responses=answers_with("ListHeads", ListHeads), response_class=Response)
def heads(office: Office, series: str) -> Response:
    """The lists of a series."""
    return answer(ListHeads(series, reading.heads(office, series)))


@router.get(
    "/lists/{series}/{month}",
    name="rows",
    responses=answers_with("ListRows", ListRows),
    response_class=Response,
    openapi_extra={"parameters": FILTERS},
)
def rows(
    request: Request, office: Office, series: str, month: str, limit: Limit = 100, cursor_: Cursor = ""
) -> Response:
    """The rows of a list; `newest` for the newest one. A cursor stays with the list that it began with."""
    began, offset = place(cursor_)
    list_ = month_of(began or month) if (began or month) != NEWEST else office.stamp.head(series).list_
    form = Form(request.query_params)
    choice, order = choice_of(form), order_of(form)
    if form.errors:
        field, sentence = next(iter(form.errors.items()))
        raise Misuse("web-api/wrong-field", field=field, sentence=sentence)
    found = reading.list_page(office, Page(series, list_, choice, order, offset, limit))
    more = cursor(str(found.head.list_), offset + limit) if offset + limit < found.total else None
    return answer(ListRows(found.head, found.lists, found.total, found.near, found.rows, more))
