"""The scale: measures of a series up to a list, as a page with charts and for programs."""

from __future__ import annotations

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import RedirectResponse, Response

from arpad.days import Month
from arpad.finding import UserError
from arpad.frozen import dataclass
from arpad.monitor.charts import draw_charts
from arpad.monitor.tables import TABLES_BY_LIST, PlainTable, scale_tables, shown_columns, shown_rows
from arpad.office import reading
from arpad.office.scale import Scale, read_public_scale
from arpad.web.canonical import page_fields
from arpad.web.openapi import answers
from arpad.web.render import render_page
from arpad.web.request_fields import OfficeReader, parse_month
from arpad.web.responses import json_response
from arpad.web.routes.lists import named_list

api_routes = APIRouter(prefix="/api/v1", tags=["scale"])


@api_routes.get("/scale/{series}/{month}", name="scale", **answers(Scale))
def scale_json(office: OfficeReader, series: str, month: str) -> Response:
    """Whether the ratings of a series are true, up to a list; `newest` for the newest one."""
    return json_response(read_public_scale(office, series, named_list(office, series, month)))


page_routes = APIRouter(include_in_schema=False)
SECTION_ORDER = (
    "calibration", "slope", "cohorts", "over-time", "inflow", "juniors", "federations", "regions", "classes", "games",
    "predictions", "islands", "uncounted", "stability", "activity",
)  # fmt: skip
NEWEST_ROWS = 24  # of a table that goes list by list
SHORT_TABLES = 12  # rows
SECTION_TEXTS = ("list", "band", "name", "kind", "cohort", "reason", "part", "home", "by", "ages", "text", "verdict")


@dataclass(frozen=True)
class ScaleSection:
    """A measure on the page: its chart where it has one, and its table."""

    name: str
    chart: Markup
    columns: tuple[tuple[str, bool], ...]  # name, and whether it is of numbers
    rows: tuple[tuple[str, ...], ...]  # of a table that goes list by list the last ones
    all: int

    @property
    def open(self) -> bool:
        """The table is shown at once: it has no chart, and is short."""
        return not self.chart and len(self.rows) <= SHORT_TABLES


@page_routes.get("/scale", openapi_extra=page_fields("series", "month"))
def newest_scale_page(request: Request, office: OfficeReader) -> Response:
    series = request.query_params.get("series", "")
    if series:
        month = request.query_params.get("month", "")
        return RedirectResponse(f"/scale/{series}" + (f"/{parse_month(month)}" if month else ""), 303)
    if not office.stamp.newest:
        raise UserError("no-page")
    return _render_scale(request, office, office.stamp.newest[0].series, None)


@page_routes.get("/scale/{series}")
def series_scale_page(request: Request, office: OfficeReader, series: str) -> Response:
    return _render_scale(request, office, series, None)


@page_routes.get("/scale/{series}/{month}")
def list_scale_page(request: Request, office: OfficeReader, series: str, month: str) -> Response:
    return _render_scale(request, office, series, parse_month(month))


def _render_scale(request: Request, office: OfficeReader, series: str, list_: Month | None) -> Response:
    measured = read_public_scale(office, series, list_)
    return render_page(
        request,
        "scale.html",
        scale=measured,
        sections=scale_sections(measured),
        heads=reading.list_heads(office, series),
    )


def scale_sections(measured: Scale) -> tuple[ScaleSection, ...]:
    """The measures in the order of the page: those with a chart, then the others."""
    drawn, by_name = draw_charts(measured), {each.name: each for each in scale_tables(measured)}
    measures = [
        _scale_section(
            by_name[name],
            Markup(drawn.get(name, "")),
            NEWEST_ROWS if name in TABLES_BY_LIST else len(by_name[name].rows),
        )
        for name in SECTION_ORDER
        if name in by_name
    ]
    return tuple(sorted(measures, key=lambda section: not section.chart))


def _scale_section(table: PlainTable, chart: Markup, most: int) -> ScaleSection:
    columns = tuple((column, column not in SECTION_TEXTS) for column in shown_columns(table))
    return ScaleSection(table.name, chart, columns, shown_rows(table)[-most:], len(table.rows))
