"""The docket: what waits, is held or was refused, by article and clock."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from arpad.office import record
from arpad.web.answers import csv_answer
from arpad.web.asked import Office
from arpad.web.form import Form
from arpad.web.render import page

router = APIRouter(include_in_schema=False)
COLUMNS = ("event", "name", "series", "federation", "start", "end", "standing", "since", "articles", "due", "day")


@router.get("/docket")
def docket(request: Request, office: Office) -> Response:
    form = Form(request.query_params)
    waiting = record.docket(office)
    kinds = list(dict.fromkeys(each.item.standing.value for each in waiting))
    standing = form.option("standing", kinds)
    chosen = [each for each in waiting if standing in ("", each.item.standing.value)]
    counts = {kind: sum(each.item.standing.value == kind for each in waiting) for kind in kinds}
    return page(
        request, "docket.html", status=form.status, docket=chosen, counts=counts, wanted=standing, total=len(waiting),
        today=office.today(),
    )  # fmt: skip


@router.get("/docket.csv")
def docket_csv(office: Office) -> Response:
    rows = [
        (
            each.item.event, each.item.name, each.item.series, each.item.federation, each.item.start, each.item.end,
            each.item.standing.value, each.since,
            " ".join(dict.fromkeys(number for found in each.findings for number in found.articles)),
            each.clocks[0].what if each.clocks else None, each.clocks[0].day if each.clocks else None,
        )
        for each in record.docket(office)
    ]  # fmt: skip
    return csv_answer("docket", COLUMNS, rows)
