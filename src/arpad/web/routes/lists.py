"""Lists as pages, files and for programs, the differences of two lists, and the first page."""

from __future__ import annotations

from datetime import date
from io import BytesIO

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from arpad.days import Month
from arpad.finding import UserError
from arpad.frozen import dataclass
from arpad.law import LawError
from arpad.law.calendar import closing_day, list_day, next_list
from arpad.office import reading, record
from arpad.office.reading import ListedPlayer, ListHead, PageRequest, Reader, RowFilter, RowOrder
from arpad.web.canonical import page_fields
from arpad.web.openapi import FILTER_PARAMETERS, CursorParameter, LimitParameter, answers
from arpad.web.render import month_name, office_name, render_page, sentence, series_name
from arpad.web.request_fields import (
    FILTER_FIELDS,
    Form,
    OfficeReader,
    decode_cursor,
    encode_cursor,
    list_choice,
    list_order,
    parse_month,
    query_with_changes,
    split_ending,
)
from arpad.web.responses import data_answer, json_response
from arpad.web.static_files import CACHE_FOREVER
from arpad.web.validity import Dependence, depends_on

DIFFERENCES_PER_PAGE = 100
DIFFERENCE_COLUMNS = ("what", "id", "name", "federation", "before", "after", "change", "cause", "games")


def differences_page(request: Request, office: Reader, series: str, months: str) -> Response:
    """The differences of two lists of a series, `2026-02..2026-03`."""
    months, ending = split_ending(months, ("csv", "json"))
    older, _, newer = months.partition("..")
    compared = record.compare_lists(office, series, parse_month(older), parse_month(newer))
    if ending:
        rows = ([getattr(move, name) for name in DIFFERENCE_COLUMNS] for move in compared.moves)
        return data_answer(ending, compared, f"{series}_{older}_{newer}", DIFFERENCE_COLUMNS, lambda: rows)
    form = Form(request.query_params)
    what = form.option("what", record.MOVE_KINDS, "rating")
    at = form.whole("page", 1, 100_000) or 1
    chosen = [move for move in compared.moves if move.what == what]
    return render_page(
        request,
        "differences.html",
        status=form.status,
        found=compared,
        what=what,
        kinds=record.MOVE_KINDS,
        moves=chosen[(at - 1) * DIFFERENCES_PER_PAGE : at * DIFFERENCES_PER_PAGE],
        at=at,
        pages=max(-(-len(chosen) // DIFFERENCES_PER_PAGE), 1),
        address=query_with_changes(form),
    )


api_routes = APIRouter(prefix="/api/v1", tags=["lists"])
NEWEST_WORD = "newest"


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
    activity: bool  # the list says who is inactive


@api_routes.get("/lists", name="newest_lists", **answers(AllLists))
def newest_lists_json(office: OfficeReader) -> Response:
    """The newest list of every series."""
    return json_response(AllLists(office.stamp.newest))


@api_routes.get("/lists/{series}", name="lists_of_series", **answers(ListHeads))
def list_heads_json(office: OfficeReader, series: str) -> Response:
    """The lists of a series."""
    return json_response(ListHeads(series, reading.list_heads(office, series)))


@api_routes.get(
    "/lists/{series}/{month}", name="list_rows", **answers(ListRows), openapi_extra={"parameters": FILTER_PARAMETERS}
)
def list_rows_json(
    request: Request,
    office: OfficeReader,
    series: str,
    month: str,
    limit: LimitParameter = 100,
    cursor_: CursorParameter = "",
) -> Response:
    """The rows of a list; `newest` for the newest one. A cursor stays with the list that it began with."""
    depends_on(request, Dependence.LISTS)
    began, offset = decode_cursor(cursor_)
    list_ = named_list(office, series, began or month)
    choice, order = read_row_choice(request)
    listed = reading.read_list_page(office, PageRequest(series, list_, choice, order, offset, limit))
    more = encode_cursor(str(listed.head.list_), offset + limit) if offset + limit < listed.total else None
    return json_response(
        ListRows(listed.head, listed.lists, listed.total, listed.near, listed.rows, more, listed.activity)
    )


def named_list(office: Reader, series: str, month: str) -> Month:
    """The list that an address names, `newest` or a month."""
    return office.stamp.head(series).list_ if month == NEWEST_WORD else parse_month(month)


def read_row_choice(request: Request) -> tuple[RowFilter, RowOrder]:
    """Which rows a program asks for, in which order; a field that cannot be read is refused."""
    form = Form(request.query_params)
    choice, order = list_choice(form), list_order(form)
    if form.errors:
        field, sentence = next(iter(form.errors.items()))
        raise UserError("field-wrong", field=field, sentence=sentence)
    return choice, order


home_routes = APIRouter(include_in_schema=False)
TOP_PLAYERS, NEWEST_EVENTS = 10, 5


@dataclass(frozen=True)
class HomeSeries:
    """What the first page shows of a series."""

    top: reading.ListPage
    figures: reading.ListFigures
    events: tuple[record.EventItem, ...]
    due: tuple[date, date] | None


@home_routes.get("/")
def home_page(request: Request, office: OfficeReader) -> Response:
    depends_on(request, Dependence.LISTS)
    return render_page(request, "home.html", lists=[_home_series(office, head) for head in office.stamp.newest])


def _home_series(office: Reader, head: ListHead) -> HomeSeries:
    events = record.find_events(office, record.EventQuery(head.series, head.list_, limit=NEWEST_EVENTS))
    return HomeSeries(
        reading.read_list_page(office, PageRequest(head.series, limit=TOP_PLAYERS)),
        reading.read_list_figures(office, head.series),
        events.rows,
        _next_list_days(head),
    )


def _next_list_days(head: reading.ListHead) -> tuple[date, date] | None:
    """The day of the next list and the last day of events that can be on it; none where the law does not say."""
    try:
        day = next_list(head.series, list_day(head.series, head.list_))
        return day, closing_day(head.series, day)
    except LawError:
        return None


@home_routes.get("/lists")
def lists_page(request: Request, office: OfficeReader) -> Response:
    depends_on(request, Dependence.LISTS)
    archive = [(head, reading.list_heads(office, head.series)) for head in office.stamp.newest]
    return render_page(request, "archive.html", archive=archive)


page_routes = APIRouter(include_in_schema=False)
ROWS_PER_PAGE = 100
BETWEEN_SIGN = ".."
LIST_FIELDS = (*FILTER_FIELDS, "sort", "dir", "page")
SEAL_FIELD = "seal"
FILE_FORMATS = ("csv", "xlsx", "json", "txt", "xml", "parquet")
FILE_MEDIA_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "txt": "text/plain; charset=utf-8",
    "xml": "application/xml",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "parquet": "application/vnd.apache.parquet",
}


@page_routes.get("/lists/{series}", openapi_extra=page_fields("month", *LIST_FIELDS))
def newest_list_page(request: Request, office: OfficeReader, series: str) -> Response:
    series, ending = split_ending(series, FILE_FORMATS)
    month = request.query_params.get("month", "")
    if month and not ending:
        return RedirectResponse(f"/lists/{series}/{parse_month(month)}", 303)
    return _list_file(request, office, series, None, ending) if ending else _render_list(request, office, series, None)


@page_routes.get("/lists/{series}/{month}", openapi_extra=page_fields("what", SEAL_FIELD, *LIST_FIELDS))
def list_page(request: Request, office: OfficeReader, series: str, month: str) -> Response:
    if BETWEEN_SIGN in month:
        return differences_page(request, office, series, month)
    month, ending = split_ending(month, FILE_FORMATS)
    list_ = parse_month(month)
    return (
        _list_file(request, office, series, list_, ending) if ending else _render_list(request, office, series, list_)
    )


FIGURE_FIELDS = ("fed", "region", "sex", "title", "age_from", "age_to")


@page_routes.get("/lists/{series}/{month}/figures", openapi_extra=page_fields(*FIGURE_FIELDS))
def figures_page(request: Request, office: OfficeReader, series: str, month: str) -> Response:
    """Movers, records and groups of a list, or of a federation, a region, a title or an age."""
    depends_on(request, Dependence.LISTS)
    form = Form(request.query_params)
    list_ = office.stamp.head(series).list_ if month == NEWEST_WORD else parse_month(month)
    choice = list_choice(form)
    return render_page(
        request,
        "figures.html",
        status=form.status,
        shared=office.head(series, list_),
        figures=reading.read_list_figures(office, series, list_, choice),
        form=form,
        choice=choice,
        base=f"/lists/{series}/{list_}",
        address=query_with_changes(form),
        heads=reading.list_heads(office, series),
    )


CARD_HEADERS = {"cache-control": "public, max-age=3600"}


@page_routes.get("/lists/{series}/{month}/card.png")
def share_card_png(request: Request, office: OfficeReader, series: str, month: str) -> Response:
    """The picture of a list where a link to the site is shared. It is drawn once, until the list or the office's name
    changes."""
    depends_on(request, Dependence.LISTS)
    from arpad.web.share_card import ROWS, ShareCard, draw_share_card  # Pillow is large, and few ask for a picture

    listed = reading.read_list_page(office, PageRequest(series, parse_month(month), limit=ROWS))
    head = listed.head
    card = ShareCard(
        office_name(office),
        sentence("web-list/title", series=series_name(head.series), month=month_name(head.list_)),
        tuple((str(row.rank or ""), row.name, str(row.rating or "")) for row in listed.rows),
        " · ".join(filter(None, (sentence("web-list/count", total=listed.total), head.edition))),
        sentence("web-card/rehearsal") if head.rehearsal else "",
    )
    return Response(draw_share_card(card), 200, CARD_HEADERS, "image/png")


def _render_list(request: Request, office: OfficeReader, series: str, list_: Month | None) -> Response:
    depends_on(request, Dependence.LISTS)
    form = Form(request.query_params)
    at = form.whole("page", 1, 100_000) or 1
    choice, order = list_choice(form), list_order(form)
    request_page = PageRequest(series, list_, choice, order, (at - 1) * ROWS_PER_PAGE, ROWS_PER_PAGE)
    listed = reading.read_list_page(office, request_page)
    return render_page(
        request,
        "list.html",
        status=form.status,
        shared=listed.head,
        list=listed,
        form=form,
        choice=choice,
        order=order,
        options=reading.filter_values(office, series, list_),
        heads=reading.list_heads(office, series),
        at=at,
        pages=max(-(-listed.total // ROWS_PER_PAGE), 1),
        base=f"/lists/{series}" + (f"/{list_}" if list_ else ""),
        address=query_with_changes(form),
        filtered=any(form[name] for name in FILTER_FIELDS if name != "q"),
        kinds=reading.LIST_PARTS,
        forms=FILE_FORMATS,
    )


def _list_file(request: Request, office: OfficeReader, series: str, list_: Month | None, ending: str) -> Response:
    """A list as a file: whole, as it was published, or the rows that a filter leaves. With the seal of the list in its
    address it never changes."""
    fields, out = dict(request.query_params), BytesIO()
    seal, form = fields.pop(SEAL_FIELD, ""), Form(fields)
    head = office.head(series, list_)
    if seal and seal != head.seal:
        raise UserError("no-such-seal", series=series, list=head.list_, seal=head.seal)
    chosen = (list_choice(form), list_order(form)) if form.sent else None
    if form.errors:
        raise UserError("web-wrong-question")
    name, _ = reading.write_list(office, reading.ListDownload(series, ending, list_, chosen), out)
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    if seal and chosen is None:
        headers["cache-control"] = CACHE_FOREVER
        depends_on(request, Dependence.SEALED)
    else:
        depends_on(request, Dependence.LISTS)
    return Response(out.getvalue(), 200, headers, FILE_MEDIA_TYPES[ending])
