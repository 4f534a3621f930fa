"""Rating lists by month: those that were made, opened or imported here, and the import of lists of another office."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

from fastapi import Request
from starlette.responses import Response

from arpad.law import series_names
from arpad.office import jobs, lists, status
from arpad.office.accounts import Permission
from arpad.office.lists import ListImport, StoredList, TakeBackRequest
from arpad.web_desk.access import ActingDesk, DeskHere, DeskRoutes, Posted, see_other
from arpad.web_desk.form_fields import files_of, lines_of, month_of, new_key, perform_once, require_files
from arpad.web_desk.pages import MenuItem, desk_page

routes = DeskRoutes()
LISTS = "/desk/lists"
MENU = (MenuItem("lists", LISTS, Permission.PUBLISH),)
IMPORT = "import-list"
TAKEN_BACK = ("opening", "imported")  # kinds of lists that can be taken back while nothing has read them


@routes.page(LISTS, needs=Permission.PUBLISH)
def lists_page(request: Request, desk: DeskHere) -> Response:
    stored = groupby(lists.list_stored_lists(desk), key=lambda each: each.series)
    computed = {each.series for each in status.show_status(desk).series if each.computed}
    return desk_page(
        request, "lists.html", series={name: list(rows) for name, rows in stored}, key=new_key(),
        importable=[name for name in series_names() if name not in computed], may_be_taken_back=_may_be_taken_back,
    )  # fmt: skip


def _may_be_taken_back(newest: StoredList) -> bool:
    """Return whether the newest list of a series is one that can be taken back."""
    return newest.kind in TAKEN_BACK


@routes.act(f"{LISTS}/import", needs=Permission.PUBLISH)
def import_lists(request: Request, form: Posted, desk: ActingDesk) -> Response:
    """Import lists of another office in the background."""
    files = require_files(files_of(form, "file"))
    order = ListImport(form["series"], files, month_of(form, "list"), bool(form["confirmed"]))
    job = jobs.ask_for_job(desk, jobs.JobRequest(IMPORT, order))
    return see_other(f"/desk/jobs/{job.number}")


@routes.act(f"{LISTS}/import/{{number}}", needs=Permission.PUBLISH)
def import_again(request: Request, number: int, form: Posted, desk: ActingDesk) -> Response:
    """Import the files of a job that was refused, with the answer to what it asked."""
    order: ListImport = jobs.request_of_job(desk, number, IMPORT)
    answered = replace(order, list_=month_of(form, "list") or order.list_, confirmed=bool(form["confirmed"]))
    job = jobs.ask_for_job(desk, jobs.JobRequest(IMPORT, answered))
    return see_other(f"/desk/jobs/{job.number}")


@routes.act(f"{LISTS}/take-back", needs=Permission.PUBLISH)
def take_back(request: Request, form: Posted, desk: ActingDesk) -> Response:
    """Take back the newest list of a series that was opened or imported by mistake."""
    order = TakeBackRequest(form["series"], month_of(form, "list"), lines_of(form, "why"), confirmed=True)
    return perform_once(lambda: lists.take_back_list(desk, order), LISTS, "list-taken-back")
