"""Events: which there are, and one of them with its cross table, what was found, and on which list it is."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from arpad.columns import label
from arpad.exact import decimal, points
from arpad.office import record
from arpad.office.record import EventsWanted
from arpad.web.answers import data_answer
from arpad.web.asked import Office, month_of, parted
from arpad.web.form import Form
from arpad.web.query import query_of
from arpad.web.render import page

router = APIRouter(include_in_schema=False)
ROWS = 100
ENDINGS = ("json", "csv")
COLUMNS = (
    "place", "id", "name", "title", "federation", "rating", "points", "counted", "average", "k", "change", "status",
)  # fmt: skip


@router.get("/events")
def events(request: Request, office: Office) -> Response:
    form = Form(request.query_params)
    at = form.whole("page", 1, 100_000) or 1
    month = form.text("list")
    series = form.option("series", tuple(head.series for head in office.stamp.newest))
    wanted = EventsWanted(series, month_of(month) if month else None, form.text("q"), (at - 1) * ROWS, ROWS)
    found = record.events(office, wanted)
    pages = max(-(-found.total // ROWS), 1)
    return page(
        request, "events.html", status=form.status, found=found, form=form, at=at, pages=pages, address=query_of(form),
        wanted=wanted,
    )  # fmt: skip


@router.get("/events/{code}")
def event(request: Request, office: Office, code: str) -> Response:
    return _event(request, office, *parted(code, ENDINGS))


@router.get("/events/{code}/{part}")
def part(request: Request, office: Office, code: str, part: str) -> Response:
    part, ending = parted(part, ENDINGS)
    return _event(request, office, f"{code}/{part}", ending)


def _event(request: Request, office: Office, name: str, ending: str) -> Response:
    found = record.event(office, name)
    if ending:
        return data_answer(ending, found, name.replace("/", "_"), COLUMNS, lambda: _rows(found))
    form = Form(request.query_params)
    rows = found.table.rows if found.table else ()
    pages = max(-(-len(rows) // ROWS), 1)
    at = min(form.whole("page", 1, 100_000) or 1, pages)
    return page(
        request, "event.html", event=found, rows=rows[(at - 1) * ROWS : at * ROWS], first=(at - 1) * ROWS, at=at,
        pages=pages, rows_of_a_page=ROWS,
    )  # fmt: skip


def _rows(found: record.EventPage) -> list[tuple[object, ...]]:
    return [
        (
            row.place, row.id, row.name, row.title, row.federation, row.rating, points(row.points), row.counted,
            row.average, row.k, None if row.change is None else decimal(row.change), label(row.status),
        )
        for row in (found.table.rows if found.table else ())
    ]  # fmt: skip
