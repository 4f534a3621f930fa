"""The rating period: what the next list would be, and its publication."""

from __future__ import annotations

from dataclasses import replace

from fastapi import Request
from starlette.responses import Response

from arpad.days import Month
from arpad.finding import UserError
from arpad.office import jobs, periods, status
from arpad.office.accounts import Permission
from arpad.office.periods import ListChoice, PreviewRequest, PublishRequest
from arpad.web_desk.access import ActingDesk, DeskHere, DeskRoutes, Posted, see_other
from arpad.web_desk.form_fields import lines_of, new_key
from arpad.web_desk.pages import MenuItem, desk_page

routes = DeskRoutes()
PERIOD = "/desk/period"
SERIES = f"{PERIOD}/{{series}}"
MENU = (MenuItem("period", PERIOD, Permission.PUBLISH),)


@routes.page(PERIOD, needs=Permission.PUBLISH)
def periods_page(request: Request, desk: DeskHere) -> Response:
    computed = [each for each in status.show_status(desk).series if each.computed]
    if len(computed) == 1:
        return see_other(f"{PERIOD}/{computed[0].series}", request.query_params.get("done", ""))
    return desk_page(request, "periods.html", series=computed)


@routes.page(SERIES, needs=Permission.PUBLISH)
def period_page(request: Request, series: str, desk: DeskHere) -> Response:
    shown = periods.show_period_status(desk, ListChoice(series))
    previewed = _newest_preview(desk, series, shown.next_)
    return desk_page(
        request, "period.html", period=shown, series=series, preview=previewed, today=desk.today(), key=new_key(),
        note=periods.awaited_events_note(shown) if shown.awaited else None,
    )  # fmt: skip


def _newest_preview(desk: DeskHere, series: str, list_: Month) -> jobs.Job | None:
    """Return the newest preview of the next list that was made here in the background."""
    found = jobs.newest_job(desk, "preview-list", series)
    return found if found and found.result and found.result.get("list") == str(list_) else None


@routes.act(f"{SERIES}/preview", needs=Permission.PUBLISH)
def preview(request: Request, series: str, form: Posted, desk: ActingDesk) -> Response:
    wanted = PreviewRequest(ListChoice(series), bool(form["provisional"]))
    job = jobs.ask_for_job(replace(desk, seen=""), jobs.JobRequest("preview-list", wanted))
    return see_other(f"/desk/jobs/{job.number}")


@routes.act(f"{SERIES}/publish", needs=Permission.PUBLISH, fresh=True)
def publish(request: Request, series: str, form: Posted, desk: ActingDesk) -> Response:
    """Publish the list as it was previewed. Whoever publishes types the name of the list."""
    shown = periods.show_period_status(desk, ListChoice(series))
    if form["list"].strip() != str(shown.next_):
        raise UserError("desk/type-list", list=shown.next_)
    wanted = PublishRequest(ListChoice(series, shown.next_), lines_of(form, "why"), True, bool(form["empty"]))
    job = jobs.ask_for_job(desk, jobs.JobRequest("publish-list", wanted))
    return see_other(f"/desk/jobs/{job.number}")
