"""The scale: whether ratings are true, by charts, with the numbers behind each."""

from __future__ import annotations

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import RedirectResponse, Response

from arpad.days import Month
from arpad.finding import Misuse
from arpad.frozen import dataclass
from arpad.monitor.charts import charts
from arpad.monitor.tables import BY_LIST, PlainTable, shown_columns, shown_rows, tables
from arpad.office import reading
from arpad.office.scale import Scale, scale_of
from arpad.web.asked import Office, month_of
from arpad.web.render import page

router = APIRouter(include_in_schema=False)
ORDER = (
    "calibration", "slope", "cohorts", "over-time", "inflow", "juniors", "federations", "regions", "classes", "games",
    "predictions", "islands", "uncounted", "stability", "activity",
)  # fmt: skip
NEWEST_ROWS = 24  # of a table that goes list by list
SHORT = 12  # rows
TEXTS = ("list", "band", "name", "kind", "cohort", "reason", "part", "home", "by", "ages", "text", "verdict")


@dataclass(frozen=True)
class Section:
    """A measure on the page: its chart where it has one, and its table."""

    name: str
    chart: Markup
    columns: tuple[tuple[str, bool], ...]  # name, and whether it is of numbers
    rows: tuple[tuple[str, ...], ...]  # of a table that goes list by list the last ones
    all: int

    @property
    def open(self) -> bool:
        """The table is shown at once: it has no chart, and is short."""
        return not self.chart and len(self.rows) <= SHORT


@router.get("/scale")
def newest(request: Request, office: Office) -> Response:
    series = request.query_params.get("series", "")
    if series:
        month = request.query_params.get("month", "")
        return RedirectResponse(f"/scale/{series}" + (f"/{month_of(month)}" if month else ""), 303)
    if not office.stamp.newest:
        raise Misuse("no-page")
    return _page(request, office, office.stamp.newest[0].series, None)


@router.get("/scale/{series}")
def of_series(request: Request, office: Office, series: str) -> Response:
    return _page(request, office, series, None)


@router.get("/scale/{series}/{month}")
def of_list(request: Request, office: Office, series: str, month: str) -> Response:
    return _page(request, office, series, month_of(month))


def _page(request: Request, office: Office, series: str, list_: Month | None) -> Response:
    measured = scale_of(office, series, list_)
    return page(
        request, "scale.html", scale=measured, sections=sections(measured), heads=reading.heads(office, series)
    )  # fmt: skip


def sections(measured: Scale) -> tuple[Section, ...]:
    """The measures in the order of the page: those with a chart, then the others."""
    drawn, by_name = charts(measured), {each.name: each for each in tables(measured)}
    measures = [
        _section(
            by_name[name], Markup(drawn.get(name, "")), NEWEST_ROWS if name in BY_LIST else len(by_name[name].rows)
        )
        for name in ORDER
        if name in by_name
    ]
    return tuple(sorted(measures, key=lambda section: not section.chart))


def _section(table: PlainTable, chart: Markup, most: int) -> Section:
    columns = tuple((column, column not in TEXTS) for column in shown_columns(table))
    return Section(table.name, chart, columns, shown_rows(table)[-most:], len(table.rows))
