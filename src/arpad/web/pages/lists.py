"""A list: its rows by filter and order, a page at a time, and its files."""

from __future__ import annotations

from io import BytesIO

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from arpad.days import Month
from arpad.finding import Misuse
from arpad.office import reading
from arpad.office.reading import Page
from arpad.web.asked import Office, month_of, parted
from arpad.web.differences import between
from arpad.web.form import Form
from arpad.web.list_form import FILTERS, choice_of, order_of
from arpad.web.query import query_of
from arpad.web.render import page

router = APIRouter(include_in_schema=False)
ROWS = 100
BETWEEN = ".."
FORMS = ("csv", "xlsx", "json", "txt", "xml", "parquet")
KINDS_OF = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "txt": "text/plain; charset=utf-8",
    "xml": "application/xml",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "parquet": "application/vnd.apache.parquet",
}


@router.get("/lists/{series}")
def newest(request: Request, office: Office, series: str) -> Response:
    series, ending = parted(series, FORMS)
    month = request.query_params.get("month", "")
    if month and not ending:
        return RedirectResponse(f"/lists/{series}/{month_of(month)}", 303)
    return _file(request, office, series, None, ending) if ending else _list(request, office, series, None)


@router.get("/lists/{series}/{month}")
def of_month(request: Request, office: Office, series: str, month: str) -> Response:
    if BETWEEN in month:
        return between(request, office, series, month)
    month, ending = parted(month, FORMS)
    list_ = month_of(month)
    return _file(request, office, series, list_, ending) if ending else _list(request, office, series, list_)


def _list(request: Request, office: Office, series: str, list_: Month | None) -> Response:
    form = Form(request.query_params)
    at = form.whole("page", 1, 100_000) or 1
    choice, order = choice_of(form), order_of(form)
    request_page = Page(series, list_, choice, order, (at - 1) * ROWS, ROWS)
    listed = reading.list_page(office, request_page)
    return page(
        request,
        "list.html",
        status=form.status,
        list=listed,
        form=form,
        choice=choice,
        order=order,
        options=reading.choices(office, series, list_),
        heads=reading.heads(office, series),
        at=at,
        pages=max(-(-listed.total // ROWS), 1),
        base=f"/lists/{series}" + (f"/{list_}" if list_ else ""),
        address=query_of(form),
        filtered=any(form[name] for name in FILTERS if name != "q"),
        kinds=reading.KINDS,
        forms=FORMS,
    )


def _file(request: Request, office: Office, series: str, list_: Month | None, ending: str) -> Response:
    """A list as a file: whole, as it was published, or the rows that a filter leaves."""
    form, out = Form(request.query_params), BytesIO()
    chosen = (choice_of(form), order_of(form)) if form.sent else None
    if form.errors:
        raise Misuse("web-wrong-question")
    name, _ = reading.write_list(office, reading.Download(series, ending, list_, chosen), out)
    return Response(out.getvalue(), 200, {"content-disposition": f'attachment; filename="{name}"'}, KINDS_OF[ending])
