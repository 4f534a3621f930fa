"""Events and the docket of events that wait, as pages and for programs."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from arpad.columns import label
from arpad.exact import decimal, points
from arpad.frozen import dataclass
from arpad.office import record
from arpad.office.record import DocketItem, EventItem, EventPage, EventQuery
from arpad.web.canonical import page_fields
from arpad.web.openapi import CursorParameter, LimitParameter, answers
from arpad.web.render import render_page
from arpad.web.request_fields import (
    Form,
    OfficeReader,
    decode_cursor,
    encode_cursor,
    parse_month,
    query_with_changes,
    split_ending,
)
from arpad.web.responses import csv_response, data_answer, json_response
from arpad.web.validity import Dependence, depends_on

docket_api_routes = APIRouter(prefix="/api/v1", tags=["events"])


@dataclass(frozen=True)
class Docket:
    """Every event that waits, is held or was refused."""

    items: tuple[DocketItem, ...]


@docket_api_routes.get("/docket", name="docket", **answers(Docket))
def docket_json(office: OfficeReader) -> Response:
    """What waits, is held or was refused, since when, by which articles, and what is due."""
    return json_response(Docket(record.event_docket(office)))


docket_page_routes = APIRouter(include_in_schema=False)
DOCKET_COLUMNS = (
    "event",
    "name",
    "series",
    "federation",
    "start",
    "end",
    "standing",
    "since",
    "articles",
    "list",
    "step",
    "due",
    "day",
)


@docket_page_routes.get("/docket", openapi_extra=page_fields("standing"))
def docket_page(request: Request, office: OfficeReader) -> Response:
    form = Form(request.query_params)
    waiting = record.event_docket(office)
    kinds = list(dict.fromkeys(each.item.standing.value for each in waiting))
    standing = form.option("standing", kinds)
    chosen = [each for each in waiting if standing in ("", each.item.standing.value)]
    counts = {kind: sum(each.item.standing.value == kind for each in waiting) for kind in kinds}
    return render_page(
        request, "docket.html", status=form.status, docket=chosen, counts=counts, wanted=standing, total=len(waiting),
        today=office.today(),
    )  # fmt: skip


@docket_page_routes.get("/docket.csv")
def docket_csv(office: OfficeReader) -> Response:
    rows = [
        (
            each.item.event, each.item.name, each.item.series, each.item.federation, each.item.start, each.item.end,
            each.item.standing.value, each.since,
            " ".join(dict.fromkeys(number for found in each.findings for number in found.articles)),
            each.list_, each.step.value,
            each.clocks[0].what if each.clocks else None, each.clocks[0].day if each.clocks else None,
        )
        for each in record.event_docket(office)
    ]  # fmt: skip
    return csv_response("docket", DOCKET_COLUMNS, rows)


api_routes = APIRouter(prefix="/api/v1", tags=["events"])


@dataclass(frozen=True)
class EventItems:
    """Some events, the latest first, and of how many."""

    total: int
    items: tuple[EventItem, ...]
    next: str | None


@api_routes.get("/events", name="find_events", **answers(EventItems))
def events_json(
    office: OfficeReader,
    q: Annotated[str, Query(max_length=200)] = "",
    series: str = "",
    list: Annotated[str, Query(pattern="^([0-9]{4}-[0-9]{2})?$")] = "",
    limit: LimitParameter = 100,
    cursor_: CursorParameter = "",
) -> Response:
    """Events by name or code, by series, by the list that rated them."""
    _, offset = decode_cursor(cursor_)
    query = EventQuery(series, parse_month(list) if list else None, q, offset, limit)
    matching = record.find_events(office, query)
    more = encode_cursor("", offset + limit) if offset + limit < matching.total else None
    return json_response(EventItems(matching.total, matching.rows, more))


@api_routes.get("/events/{code}", name="event", **answers(EventPage))
def event_json(office: OfficeReader, code: str, part: Annotated[int, Query(ge=0, le=1000)] = 0) -> Response:
    """An event, or a part of it: where it stands and, once rated, everybody's line, games and the cross table."""
    return json_response(record.event_page(office, f"{code}/{part}" if part else code))


page_routes = APIRouter(include_in_schema=False)
ROWS_PER_PAGE = 100
DATA_ENDINGS = ("json", "csv")
CROSS_TABLE_COLUMNS = (
    "place", "id", "name", "title", "federation", "rating", "points", "counted", "average", "k", "change", "status",
)  # fmt: skip


@page_routes.get("/events", openapi_extra=page_fields("q", "series", "list", "page"))
def events_page(request: Request, office: OfficeReader) -> Response:
    form = Form(request.query_params)
    at = form.whole("page", 1, 100_000) or 1
    month = form.text("list")
    series = form.option("series", tuple(head.series for head in office.stamp.newest))
    query = EventQuery(
        series, parse_month(month) if month else None, form.text("q"), (at - 1) * ROWS_PER_PAGE, ROWS_PER_PAGE
    )
    matching = record.find_events(office, query)
    pages = max(-(-matching.total // ROWS_PER_PAGE), 1)
    return render_page(
        request, "events.html", status=form.status, found=matching, form=form, at=at, pages=pages,
        address=query_with_changes(form), wanted=query,
    )  # fmt: skip


@page_routes.get("/events/{code}", openapi_extra=page_fields("page"))
def event_page(request: Request, office: OfficeReader, code: str) -> Response:
    return _render_event(request, office, *split_ending(code, DATA_ENDINGS))


@page_routes.get("/events/{code}/{part}", openapi_extra=page_fields("page"))
def event_part_page(request: Request, office: OfficeReader, code: str, part: str) -> Response:
    part, ending = split_ending(part, DATA_ENDINGS)
    return _render_event(request, office, f"{code}/{part}", ending)


def _render_event(request: Request, office: OfficeReader, name: str, ending: str) -> Response:
    shown = record.event_page(office, name)
    if shown.table and len(shown.heading.parts) == 1:  # it is on a published list, with no part that is on its way
        depends_on(request, Dependence.PUBLISHED)
    if ending:
        return data_answer(ending, shown, name.replace("/", "_"), CROSS_TABLE_COLUMNS, lambda: _player_rows(shown))
    waiting = (
        None if shown.table else next((each for each in record.event_docket(office) if each.item.event == name), None)
    )
    form = Form(request.query_params)
    rows = shown.table.rows if shown.table else ()
    pages = max(-(-len(rows) // ROWS_PER_PAGE), 1)
    at = min(form.whole("page", 1, 100_000) or 1, pages)
    return render_page(
        request,
        "event.html",
        event=shown,
        rows=rows[(at - 1) * ROWS_PER_PAGE : at * ROWS_PER_PAGE],
        first=(at - 1) * ROWS_PER_PAGE,
        at=at,
        pages=pages,
        rows_of_a_page=ROWS_PER_PAGE,
        waiting=waiting,
        today=office.today(),
    )


def _player_rows(shown: record.EventPage) -> list[tuple[object, ...]]:
    return [
        (
            row.place, row.id, row.name, row.title, row.federation, row.rating, points(row.points), row.counted,
            row.average, row.k, None if row.change is None else decimal(row.change), label(row.status),
        )
        for row in (shown.table.rows if shown.table else ())
    ]  # fmt: skip
