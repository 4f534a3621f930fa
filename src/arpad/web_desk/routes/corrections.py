"""After publication: cases that correct what was published, and claims of players and arbiters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from urllib.parse import quote

from fastapi import Request
from starlette.responses import Response

from arpad.finding import UserError
from arpad.intake.sidecar import REASONS
from arpad.office import claims, jobs, revisions
from arpad.office.accounts import Permission
from arpad.office.revisions import CaseApproval, CaseCode, CaseDrop, CaseQuery, CaseState
from arpad.web_desk.access import ActingDesk, DeskHere, DeskRoutes, Posted, PostedForm, see_other
from arpad.web_desk.form_fields import file_of, lines_of, new_key, perform_once, whole_of
from arpad.web_desk.pages import MenuItem, desk_page

routes = DeskRoutes()
CORRECTIONS, CLAIMS = "/desk/corrections", "/desk/claims"
CASE = f"{CORRECTIONS}/{{case}}"
MENU = (MenuItem("corrections", CORRECTIONS, Permission.DECIDE), MenuItem("claims", CLAIMS, Permission.DECIDE))


@routes.page(CORRECTIONS, needs=Permission.DECIDE)
def corrections_page(request: Request, desk: DeskHere) -> Response:
    cases = [revisions.view_of_case(case) for case in revisions.list_cases(desk, CaseQuery())]
    return desk_page(request, "corrections.html", cases=cases[::-1], open_states=revisions.OPEN_STATES)


@routes.page(f"{CORRECTIONS}/new", needs=Permission.DECIDE)
def new_correction_page(request: Request) -> Response:
    event = request.query_params.get("event", "")
    return desk_page(request, "correction_new.html", event=event, reasons=REASONS, key=new_key())


def _replacement(form: PostedForm) -> revisions.Proposal:
    return revisions.ReportReplacement(form["event"], file_of(form), lines_of(form, "why"))


def _annulment(form: PostedForm) -> revisions.Proposal:
    return revisions.EventAnnulment(form["event"], lines_of(form, "why"))


def _late_event(form: PostedForm) -> revisions.Proposal:
    return revisions.LateEvent(form["event"], lines_of(form, "why"))


def _game(form: PostedForm) -> revisions.Proposal:
    player, turn = whole_of(form, "player") or 0, whole_of(form, "round")
    return revisions.GameDecision(form["event"], player, lines_of(form, "why"), turn, form["reason"])


def _merge(form: PostedForm) -> revisions.Proposal:
    return revisions.MergeProposal(whole_of(form, "kept") or 0, whole_of(form, "gone") or 0, lines_of(form, "why"))


def _unmerge(form: PostedForm) -> revisions.Proposal:
    return revisions.UnmergeProposal(whole_of(form, "gone") or 0, lines_of(form, "why"))


PROPOSALS: Mapping[str, Callable[[PostedForm], revisions.Proposal]] = {
    "replace": _replacement,
    "annul": _annulment,
    "late": _late_event,
    "game": _game,
    "merge": _merge,
    "unmerge": _unmerge,
}


@routes.act(f"{CORRECTIONS}/new", needs=Permission.DECIDE)
def propose(request: Request, form: Posted, desk: ActingDesk) -> Response:
    make = PROPOSALS.get(form["kind"])
    if make is None:
        raise UserError("web-wrong-question")
    case = revisions.propose_case(desk, make(form))
    return see_other(f"{CORRECTIONS}/{quote(case.code, safe='')}", "case-proposed")


@routes.page(CASE, needs=Permission.DECIDE)
def case_page(request: Request, case: str, desk: DeskHere) -> Response:
    found = revisions.show_case(desk, CaseCode(case))
    previewed = jobs.newest_job(desk, "preview-case", f'"{found.code}"')
    notice = None
    if found.state is CaseState.APPROVED:
        notice = revisions.notice_as_text(revisions.read_notice(desk, CaseCode(case)))
    return desk_page(
        request, "correction.html", case=revisions.view_of_case(found), state=found.state, notice=notice,
        preview=previewed, key=new_key(), open_states=revisions.OPEN_STATES,
    )  # fmt: skip


@routes.act(f"{CASE}/preview", needs=Permission.DECIDE)
def preview_case(request: Request, case: str, desk: ActingDesk) -> Response:
    job = jobs.ask_for_job(desk, jobs.JobRequest("preview-case", CaseCode(case)))
    return see_other(f"/desk/jobs/{job.number}")


@routes.act(f"{CASE}/approve", needs=Permission.PUBLISH, fresh=True)
def approve_case(request: Request, case: str, form: Posted, desk: ActingDesk) -> Response:
    approval = CaseApproval(case, lines_of(form, "why"), confirmed=True)
    job = jobs.ask_for_job(desk, jobs.JobRequest("approve-case", approval))
    return see_other(f"/desk/jobs/{job.number}")


@routes.act(f"{CASE}/drop", needs=Permission.DECIDE)
def drop_case(request: Request, case: str, form: Posted, desk: ActingDesk) -> Response:
    way = f"{CORRECTIONS}/{quote(case, safe='')}"
    return perform_once(lambda: revisions.drop_case(desk, CaseDrop(case, lines_of(form, "why"))), way, "case-dropped")


# --- claims -------------------------------------------------------------------------------------------------------


@routes.page(CLAIMS, needs=Permission.DECIDE)
def claims_page(request: Request, desk: DeskHere) -> Response:
    found = claims.list_claims(desk, claims.ClaimQuery())
    return desk_page(request, "claims.html", claims=found[::-1], key=new_key())


@routes.act(f"{CLAIMS}/{{claim}}/answer", needs=Permission.DECIDE)
def answer_claim(request: Request, claim: str, form: Posted, desk: ActingDesk) -> Response:
    answer = claims.NewClaimAnswer(claim, form["kind"], lines_of(form, "text"), form["revision"])
    return perform_once(lambda: claims.answer_claim(desk, answer), CLAIMS, "claim-answered")
