"""Acts that wait for a second person: approve, refuse, or withdraw one's own."""

from __future__ import annotations

import json
from urllib.parse import quote

from fastapi import Request
from starlette.responses import Response

from arpad.days import Month
from arpad.office import accounts, approvals, jobs
from arpad.office.accounts import HeldAct, HeldRefusal
from arpad.web.render import series_name
from arpad.web_desk.access import ActingDesk, DeskHere, DeskRoutes, Needs, Posted, see_other
from arpad.web_desk.pages import MenuItem, desk_page
from arpad.web_desk.routes.jobs import JOBS

routes = DeskRoutes()
APPROVALS = "/desk/approvals"
MENU = (MenuItem("approvals", APPROVALS),)


@routes.page(APPROVALS, needs=Needs.SIGNED_IN)
def approvals_page(request: Request, desk: DeskHere) -> Response:
    return desk_page(request, "approvals.html", held=approvals.acts_to_approve(desk), about=about_act)


def about_act(held: HeldAct) -> tuple[str, str]:
    """Return what a waiting act is about, and the page that shows it; empty where none does."""
    asked = json.loads(held.request)
    match held.act:
        case "publish-list":
            series, list_ = asked["which"]["series"], Month(asked["which"]["list"])
            return f"{series_name(series)} {list_}", f"/desk/period/{quote(series, safe='')}"
        case "approve-case":
            return asked["code"], f"/desk/corrections/{quote(asked['code'], safe='')}"
        case "admit-report":
            code, _, part = held.subject.partition("/")
            return held.subject, f"/desk/events/{quote(code, safe='')}{'?part=' + part if part else ''}"
        case "merge-players":
            return held.subject, f"/desk/people/merge?kept={asked['kept']}&gone={asked['gone']}"
    return held.subject, ""


@routes.act(f"{APPROVALS}/{{held}}/approve", needs=Needs.SIGNED_IN, fresh=True)
def approve(request: Request, held: int, desk: ActingDesk) -> Response:
    if approvals.signs(desk, held):
        job = jobs.ask_for_job(desk, jobs.JobRequest(jobs.APPROVE, held))
        return see_other(f"{JOBS}/{job.number}")
    approvals.approve_act(desk, held)
    return see_other(APPROVALS, "approved")


@routes.act(f"{APPROVALS}/{{held}}/refuse", needs=Needs.SIGNED_IN)
def refuse(request: Request, held: int, form: Posted, desk: ActingDesk) -> Response:
    accounts.refuse_held_act(desk, HeldRefusal(held, form["why"]))
    return see_other(APPROVALS, "refused")
