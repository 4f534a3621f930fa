"""Rating series: those that are kept here, and opening one with a list that was made elsewhere."""

from __future__ import annotations

from dataclasses import replace

from fastapi import Request
from starlette.responses import Response

from arpad.days import Month
from arpad.law import series_names
from arpad.office import jobs, lists, status
from arpad.office.accounts import Permission
from arpad.office.lists import SeriesOpening
from arpad.web_desk.access import ActingDesk, DeskHere, DeskRoutes, Posted, PostedForm, see_other
from arpad.web_desk.form_fields import file_of, files_of, lines_of, month_of, new_key
from arpad.web_desk.pages import MenuItem, desk_page

routes = DeskRoutes()
SERIES = "/desk/series"
MENU = (MenuItem("series", SERIES, Permission.PUBLISH),)
CONCLUSIONS = ("games", "highest")


@routes.page(SERIES, needs=Permission.PUBLISH)
def series_page(request: Request, desk: DeskHere) -> Response:
    shown = status.show_status(desk).series
    known = {each.series for each in shown}
    return desk_page(
        request, "series.html", series=shown, others=[name for name in series_names() if name not in known],
        month=Month.of(desk.today()), conclusions=CONCLUSIONS, key=new_key(),
    )  # fmt: skip


@routes.page(f"{SERIES}/{{series}}", needs=Permission.PUBLISH)
def one_series_page(request: Request, series: str) -> Response:
    return see_other(SERIES)


@routes.act(SERIES, needs=Permission.PUBLISH)
def open_series(request: Request, form: Posted, desk: ActingDesk) -> Response:
    """Ask what is open in the list; without a question, open the series in the background."""
    opening = _opening(form)
    if form["sure"] != "1":
        looked = lists.open_series(replace(desk, dry=True, idempotency=""), opening)
        if looked.questions:
            return desk_page(
                request, "series_questions.html", status=422, opened=looked, conclusions=CONCLUSIONS, form=form.fields
            )
    job = jobs.ask_for_job(desk, jobs.JobRequest("open-series", opening))
    return see_other(f"/desk/jobs/{job.number}")


def _opening(form: PostedForm) -> SeriesOpening:
    entered = files_of(form, "entered")
    conclude = tuple(name for name in CONCLUSIONS if form[f"conclude.{name}"])
    past = files_of(form, "past")
    return SeriesOpening(
        form["series"],
        file_of(form),
        entered[0] if entered else None,
        month_of(form, "list"),
        lines_of(form, "why"),
        conclude,
        past,
    )
