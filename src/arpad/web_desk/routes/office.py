"""The office itself: its settings, the day of a rehearsal, and the log of who did what."""

from __future__ import annotations

from typing import Any

from fastapi import Request
from starlette.responses import Response

from arpad.finding import UserError
from arpad.law import series_names
from arpad.office import care
from arpad.office.accounts import Permission
from arpad.office.care import LogQuery, NewDay, OfficeChange, ProfileChange
from arpad.web.request_fields import Form
from arpad.web_desk.access import ActingDesk, DeskHere, DeskRoutes, Posted
from arpad.web_desk.form_fields import MANY, day_of, lines_of, new_key, perform_once
from arpad.web_desk.pages import MenuItem, desk_page

routes = DeskRoutes()
OFFICE, LOG = "/desk/office", "/desk/log"
MENU = (MenuItem("office", OFFICE, Permission.ADMINISTER), MenuItem("log", LOG, Permission.DECIDE))
PROFILE_FIELDS = ("name", "short_name", "address", "contact", "appeal", "series")
LOG_PAGE = 50


@routes.page(OFFICE, needs=Permission.ADMINISTER)
def office_page(request: Request, desk: DeskHere) -> Response:
    return desk_page(
        request, "office.html", settings=care.show_settings(desk), fields=PROFILE_FIELDS, series=series_names(),
        key=new_key(),
    )  # fmt: skip


@routes.act(OFFICE, needs=Permission.ADMINISTER)
def change_office(request: Request, form: Posted, desk: ActingDesk) -> Response:
    values: dict[str, Any] = {name: form[name] for name in PROFILE_FIELDS}
    profile = ProfileChange(**values)
    change = OfficeChange(lines_of(form, "why"), form["home"], form["zone"], None, profile)
    return perform_once(lambda: care.change_settings(desk, change), OFFICE, "saved")


@routes.act(f"{OFFICE}/day", needs=Permission.DECIDE)
def move_day(request: Request, form: Posted, desk: ActingDesk) -> Response:
    """Let a rehearsal go on to a later day."""
    day = day_of(form, "day")
    if day is None:
        raise UserError("desk/day", text="")
    return perform_once(lambda: care.move_day(desk, NewDay(day)), "/desk", "moved")


@routes.page(LOG, needs=Permission.DECIDE)
def log_page(request: Request, desk: DeskHere) -> Response:
    form = Form(dict(request.query_params))
    before = form.whole("before", 1, MANY)
    entries = care.read_log(desk, LogQuery(who=form["who"], last=0 if before else LOG_PAGE))
    shown = [entry for entry in entries if before is None or entry.seq < before][-LOG_PAGE:][::-1]
    return desk_page(request, "log.html", entries=shown, form=form)
