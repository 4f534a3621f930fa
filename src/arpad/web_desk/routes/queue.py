"""The queue: the events that wait for an officer, in the order of work, and admitting all that can be admitted."""

from __future__ import annotations

from dataclasses import replace

from fastapi import Request
from starlette.responses import Response

from arpad.finding import Problem
from arpad.model import Verdict
from arpad.office import jobs, queue, reports
from arpad.office.accounts import Permission
from arpad.office.desk import Desk
from arpad.office.queue import PAGE, QueueQuery
from arpad.web.request_fields import Form, query_with_changes
from arpad.web_desk.access import ActingDesk, DeskHere, DeskRoutes, Posted, see_other
from arpad.web_desk.form_fields import MANY, new_key
from arpad.web_desk.pages import MenuItem, desk_page

routes = DeskRoutes()
QUEUE = "/desk/queue"
MENU = (MenuItem("queue", QUEUE, Permission.DECIDE),)
SHOWN = "shown."  # before the names of events in a form: the version of each that was shown


@routes.page(QUEUE, needs=Permission.DECIDE)
def queue_page(request: Request, desk: DeskHere) -> Response:
    form = Form(dict(request.query_params))
    page = form.whole("page", 1, MANY) or 1
    query = QueueQuery(
        form["series"],
        form["federation"],
        form.option("standing", queue.QUEUED),
        form.option("verdict", tuple(Verdict)),
        (page - 1) * PAGE,
    )
    found = queue.list_queue(desk, query)
    if found.missing:
        jobs.ask_for_job(desk, jobs.JobRequest(jobs.EXAMINE))
    return desk_page(
        request, "queue.html", found=found, form=form, page=page, pages=-(-found.total // PAGE),
        address=query_with_changes(form), today=desk.today(),
    )  # fmt: skip


@routes.page(f"{QUEUE}/admit", needs=Permission.DECIDE)
def admit_all_page(request: Request, desk: DeskHere) -> Response:
    series = request.query_params.get("series", "")
    return desk_page(
        request, "queue_admit.html", ratable=queue.list_ratable(desk, series), series=series, key=new_key()
    )


@routes.act(f"{QUEUE}/admit", needs=Permission.DECIDE)
def admit_all(request: Request, form: Posted, desk: ActingDesk) -> Response:
    outcomes = []
    for field, version in form.fields.sent.items():
        if field.startswith(SHOWN):
            name = field.removeprefix(SHOWN)
            seeing = replace(desk, seen=version, idempotency=f"{desk.idempotency}-{name}" if desk.idempotency else "")
            outcomes.append(_admit(seeing, name))
    if all(outcome.status == "admitted" for outcome in outcomes):
        return see_other(QUEUE, "admitted-all")
    return desk_page(request, "queue_admitted.html", outcomes=outcomes)


def _admit(desk: Desk, name: str) -> reports.Outcome:
    """Admit one event; a problem is its outcome and stops no other."""
    try:
        (outcome,) = reports.admit_events(desk, reports.AdmissionOrder((name,)))
    except Problem as problem:
        if problem.code == "done-already":
            return reports.Outcome(name, reports.OutcomeStatus.ADMITTED)
        return reports.Outcome(name, reports.OutcomeStatus.LEFT, problem=problem)
    return outcome
