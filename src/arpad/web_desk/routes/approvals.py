"""Acts that wait for a second person: approve, refuse, or withdraw one's own."""

from __future__ import annotations

from fastapi import Request
from starlette.responses import Response

from arpad.office import accounts, approvals
from arpad.office.accounts import HeldRefusal
from arpad.web_desk.access import ActingDesk, DeskHere, DeskRoutes, Needs, Posted, see_other
from arpad.web_desk.pages import MenuItem, desk_page

routes = DeskRoutes()
APPROVALS = "/desk/approvals"
MENU = (MenuItem("approvals", APPROVALS),)


@routes.page(APPROVALS, needs=Needs.SIGNED_IN)
def approvals_page(request: Request, desk: DeskHere) -> Response:
    return desk_page(request, "approvals.html", held=approvals.acts_to_approve(desk))


@routes.act(f"{APPROVALS}/{{held}}/approve", needs=Needs.SIGNED_IN, fresh=True)
def approve(request: Request, held: int, desk: ActingDesk) -> Response:
    approvals.approve_act(desk, held)
    return see_other(APPROVALS, "approved")


@routes.act(f"{APPROVALS}/{{held}}/refuse", needs=Needs.SIGNED_IN)
def refuse(request: Request, held: int, form: Posted, desk: ActingDesk) -> Response:
    accounts.refuse_held_act(desk, HeldRefusal(held, form["why"]))
    return see_other(APPROVALS, "refused")
