"""The first page of the desk: what is to be done now, what is due within a week, and what still runs."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from fastapi import Request
from starlette.responses import Response

from arpad.finding import Note
from arpad.office import approvals, duties, event_work, jobs, status
from arpad.office.accounts import Permission
from arpad.office.status import Task, TaskKind
from arpad.web_desk.access import DeskHere, DeskRoutes, Needs, see_other
from arpad.web_desk.form_fields import may, new_key
from arpad.web_desk.pages import desk_page

routes = DeskRoutes()
WEEK = timedelta(days=7)
MOST_TASKS = 12
STEPS = (("officials", "/desk/officials"), ("people", "/desk/people"), ("series", "/desk/series"))
PAGES = {
    TaskKind.OPEN_SERIES: "/desk/series",
    TaskKind.IMPORT_LIST: "/desk/series",
    TaskKind.PUBLISH_LIST: "/desk/period/{}",
    TaskKind.PREVIEW_LIST: "/desk/period/{}",
    TaskKind.CLOSE_PERIOD: "/desk/period/{}",
    TaskKind.ANSWER_CLAIM: "/desk/claims",
    TaskKind.APPROVE_CASE: "/desk/corrections/{}",
    TaskKind.PREVIEW_CASE: "/desk/corrections/{}",
    TaskKind.BACK_UP: "/desk/office",
}
"""Where a task is done; all others on the page of their event."""


@routes.page("/", needs=Needs.NOBODY)
def root(request: Request) -> Response:
    return see_other("/desk")


@routes.page("/desk", needs=Needs.SIGNED_IN)
def start_page(request: Request, desk: DeskHere) -> Response:
    deciding = may(request, Permission.DECIDE)
    shown = status.show_status(desk) if deciding else None
    tasks = shown.tasks if shown else ()
    due = duties.list_duties(desk, duties.DutyQuery(until=desk.today() + WEEK)) if deciding else ()
    running = [job for job in jobs.list_jobs(desk, 10) if job.actor == desk.actor and not job.over]
    held = sum(each.actor != desk.actor for each in approvals.acts_to_approve(desk))
    names = event_work.names_of_events(
        desk,
        [code_of(task.subject) for task in tasks[:MOST_TASKS] if task.kind not in PAGES] + [each.event for each in due],
    )
    named = [(named_note(task, names), address_of_task(task)) for task in tasks[:MOST_TASKS]]
    return desk_page(
        request, "start.html", status_now=shown, tasks=named, names=names, more=max(0, len(tasks) - MOST_TASKS),
        due=[duty for duty in due if duty.due >= desk.today()], running=running, today=desk.today(), key=new_key(),
        holds_key=deciding and request.app.state.holds_key, held=held,
        steps=STEPS if shown and not shown.series else (), next_day=desk.today() + timedelta(days=1),
    )  # fmt: skip


def code_of(name: str) -> str:
    """Return the code of an event whose part is named CODE/PART."""
    return name.partition("/")[0]


def named_note(task: Task, names: Mapping[str, str]) -> Note:
    """Return the note of a task, with the name of its event instead of the code."""
    name = "" if task.kind in PAGES else names.get(code_of(task.subject), "")
    return Note.of(task.note.message, **{**dict(task.note.fields), "subject": name}) if name else task.note


def address_of_task(task: Task) -> str:
    """Return the page on which a task is done."""
    code, _, part = task.subject.partition("/")
    if task.kind in PAGES:
        return PAGES[task.kind].format(task.subject)
    return f"/desk/events/{code}{'?part=' + part if part else ''}"
