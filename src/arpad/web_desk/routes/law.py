"""Rulebooks: those that are in force here, a trial of a rulebook's file, its adoption, and its withdrawal."""

from __future__ import annotations

from dataclasses import replace

from fastapi import Request
from starlette.responses import Response

from arpad.law.law_set import current_law
from arpad.office import jobs, rulebooks
from arpad.office.accounts import Permission
from arpad.office.rulebooks import AdoptionRequest, RulebookWithdrawal
from arpad.web_desk.access import ActingDesk, DeskHere, DeskRoutes, Posted, see_other
from arpad.web_desk.form_fields import file_of, lines_of, new_key, perform_once
from arpad.web_desk.pages import MenuItem, desk_page

routes = DeskRoutes()
LAW = "/desk/law"
MENU = (MenuItem("law", LAW, Permission.ADMINISTER),)


@routes.page(LAW, needs=Permission.ADMINISTER)
def law_page(request: Request, desk: DeskHere) -> Response:
    adopted = rulebooks.list_adopted(desk)
    own = {each.rulebook for each in adopted}
    packaged = [head for head in current_law().heads.values() if head.id not in own]
    packaged.sort(key=lambda head: (head.series, head.in_force))
    return desk_page(request, "law.html", adopted=adopted, packaged=packaged, key=new_key())


@routes.act(f"{LAW}/try", needs=Permission.ADMINISTER)
def try_rulebook(request: Request, form: Posted, desk: ActingDesk) -> Response:
    """Examine a rulebook's file, and run a proving month by it, in the background. Nothing is stored."""
    file = file_of(form)
    assert isinstance(file.content, bytes)
    job = jobs.ask_for_job(desk, jobs.JobRequest(jobs.TRY_RULEBOOK, AdoptionRequest(file.content, file.name)))
    return see_other(f"/desk/jobs/{job.number}")


@routes.act(f"{LAW}/adopt/{{number}}", needs=Permission.ADMINISTER, fresh=True)
def adopt(request: Request, number: int, form: Posted, desk: ActingDesk) -> Response:
    """Adopt the rulebook that a job tried."""
    tried: AdoptionRequest = jobs.request_of_job(desk, number, jobs.TRY_RULEBOOK)
    order = replace(tried, why=lines_of(form, "why"), confirmed=True)
    job = jobs.ask_for_job(desk, jobs.JobRequest("adopt-rulebook", order))
    return see_other(f"/desk/jobs/{job.number}")


@routes.act(f"{LAW}/withdraw", needs=Permission.ADMINISTER, fresh=True)
def withdraw(request: Request, form: Posted, desk: ActingDesk) -> Response:
    order = RulebookWithdrawal(form["rulebook"], lines_of(form, "why"))
    return perform_once(lambda: rulebooks.withdraw_rulebook(desk, order), LAW, "rulebook-withdrawn")
