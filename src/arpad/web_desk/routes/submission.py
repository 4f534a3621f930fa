"""Send a report: register its event from the file, submit it, a draft, a corrected version; and the same for programs.

The file travels with the form until its event is registered. Nothing is stored before.
"""

from __future__ import annotations

import binascii
from base64 import b64decode, b64encode
from dataclasses import replace
from datetime import date
from typing import Any
from urllib.parse import quote

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, Response

from arpad.asjson import to_json
from arpad.finding import Problem, UserError
from arpad.intake.forms import SUFFIXES
from arpad.law import series_names
from arpad.office import event_work, events, reports
from arpad.office.accounts import Permission
from arpad.office.desk import Desk
from arpad.office.event_work import EventDeadline
from arpad.office.events import FromReportTerms, NamedFacts, RegistrationRequest
from arpad.office.reports import ReportPackage, ReportReceipt, SubmissionTerms
from arpad.web.request_fields import Form
from arpad.web_desk.access import ActingDesk, DeskRoutes, EventCode, Posted, PostedForm, desk_of, see_other
from arpad.web_desk.form_fields import file_of, lines_of, new_key, whole_of
from arpad.web_desk.pages import desk_page
from arpad.web_desk.remedies import FACT_KINDS

routes = DeskRoutes()
NEW = "/desk/events/new"
FACT = "fact."
ASKED_FIRST = ("name", "series", "federation", "start", "end", "time_control", "code")
"""Facts that a form shows also where the file states them."""
OF_PARTS = ("part_start", "part_end", "joined_since", "joined_until", "registered", "reported")
"""Facts that no form of a new event asks for."""
TYPED_TABLE = "typed.csv"
YES_NO = {"yes": True, "no": False}
LONGEST_KEY = 200


@routes.page(NEW, needs=Permission.REPORT)
def new_event_page(request: Request) -> Response:
    return desk_page(request, "event_new.html", suffixes=",".join(SUFFIXES), series=series_names())


@routes.page(f"{NEW}/form", needs=Permission.REPORT)
def event_form_page(request: Request) -> Response:
    """Facts to type, for an event that is registered before there is a file."""
    return _event_form(request, Form({}))


def _event_form(
    request: Request, form: Form, problem: Problem | None = None, deadlines: tuple[EventDeadline, ...] = ()
) -> Response:
    typed = {name.removeprefix(FACT): value for name, value in form.sent.items() if name.startswith(FACT) and value}
    others = [name for name in FACT_KINDS if name not in ASKED_FIRST and name not in OF_PARTS]
    return desk_page(
        request, "event_form.html", status=409 if problem else 200, problem=problem, deadlines=deadlines, facts=typed,
        kinds=FACT_KINDS, others=others, more=any(name in typed for name in others), series=series_names(),
        by=form["by"], key=new_key(),
    )  # fmt: skip


@routes.act(f"{NEW}/deadlines", needs=Permission.REPORT)
def show_deadlines(request: Request, form: Posted, desk: ActingDesk) -> Response:
    """The form again, with the legal deadlines beside the days. Nothing is stored."""
    try:
        return _event_form(request, form.fields, None, event_work.legal_deadlines(desk, _filled_facts(form)))
    except Problem as problem:
        return _event_form(request, form.fields, problem)


@routes.act(f"{NEW}/form", needs=Permission.REPORT)
def register_by_form(request: Request, form: Posted, desk: ActingDesk) -> Response:
    try:
        done = events.register_event(desk, RegistrationRequest(_filled_facts(form), None, form["by"]))
    except Problem as problem:
        return _event_form(request, form.fields, problem)
    return see_other(f"/desk/events/{quote(done.event or '', safe='')}", "registered")


def _filled_facts(form: PostedForm) -> NamedFacts:
    """Return the facts that somebody typed; an empty field is none."""
    filled = {name: value for name, value in form.fields.sent.items() if value.strip()}
    return _typed_facts(PostedForm(Form(filled), {}))


@routes.act(f"{NEW}/look", needs=Permission.REPORT)
def look_at_report(request: Request, form: Posted, desk: ActingDesk) -> Response:
    """What the file states of its event: to be completed, then registered. A table that was typed is a file, too."""
    if form["table"].strip():
        return _proposal_page(request, desk, form, ReportPackage(TYPED_TABLE, lines_of(form, "table").encode()))
    file = file_of(form)
    assert isinstance(file.content, bytes)
    return _proposal_page(request, desk, form, ReportPackage(file.name, file.content))


def _proposal_page(
    request: Request, desk: Desk, form: PostedForm, package: ReportPackage, problem: Problem | None = None
) -> Response:
    terms = FromReportTerms(_typed_facts(form), (form["series"],) if form["series"] else (), form["by"])
    proposal = event_work.propose_event(desk, package, terms)
    shown = proposal.facts.by_key()
    missing = dict(proposal.problem.fields).get("missing", ()) if proposal.problem else ()
    asked = [*ASKED_FIRST, *(name.removeprefix("--") for name in missing)]
    return desk_page(
        request, "event_register.html", status=409 if problem else 200, proposal=proposal, problem=problem,
        package=package, kept=b64encode(package.data).decode(), kinds=FACT_KINDS, facts=shown, series=series_names(),
        asked=[name for name in dict.fromkeys(asked) if name in FACT_KINDS], key=new_key(), by=form["by"],
        deadlines=() if problem or proposal.event else _deadlines_if_known(desk, proposal.facts),
        others={name: value for name, value in shown.items() if name not in asked and name in FACT_KINDS},
    )  # fmt: skip


def _deadlines_if_known(desk: Desk, facts: NamedFacts) -> tuple[EventDeadline, ...]:
    """Return the legal deadlines of an event; none while its days or its series are not known."""
    try:
        return event_work.legal_deadlines(desk, facts)
    except Problem:
        return ()


def _typed_facts(form: PostedForm) -> NamedFacts:
    """Return the facts that somebody typed."""
    typed = {name.removeprefix(FACT): value for name, value in form.fields.sent.items() if name.startswith(FACT)}
    return NamedFacts.of({name: _fact(name, value) for name, value in typed.items() if name in FACT_KINDS})


def _fact(name: str, value: str) -> Any:
    if FACT_KINDS[name] == "yes-no":
        return YES_NO.get(value, value)
    try:
        return date.fromisoformat(value) if FACT_KINDS[name] == "day" else value
    except ValueError:
        raise UserError("desk/day", text=value) from None


def _kept_package(form: PostedForm) -> ReportPackage:
    """Return the file that came with the form."""
    try:
        return ReportPackage(form["file_name"] or "report", b64decode(form["kept"], validate=True))
    except (binascii.Error, ValueError):
        raise UserError("desk/no-file") from None


@routes.act(NEW, needs=Permission.REPORT)
def register(request: Request, form: Posted, desk: ActingDesk) -> Response:
    """Register the event and send its report."""
    package = _kept_package(form)
    try:
        code = form["event"] or _register(desk, form, package)
        receipt = _submit(replace(desk, idempotency=""), package, SubmissionTerms(code, bool(form["draft"])))
    except Problem as problem:
        return _proposal_page(request, desk, form, package, problem)
    return see_other(f"/desk/events/{quote(receipt.event or code, safe='')}", receipt.status.value)


def _register(desk: Desk, form: PostedForm, package: ReportPackage) -> str:
    """Register the event of a report with the typed facts; return its code."""
    terms = FromReportTerms(_typed_facts(form), (), form["by"])
    proposal = event_work.propose_event(desk, package, terms)
    if proposal.problem is not None:
        raise proposal.problem
    if proposal.event:
        return proposal.event
    done = events.register_event(desk, RegistrationRequest(proposal.facts, None, form["by"], form["why"]))
    assert done.event is not None
    return done.event


def _submit(desk: Desk, package: ReportPackage, terms: SubmissionTerms) -> ReportReceipt:
    """Send one report; a refused one is a problem."""
    (receipt,) = reports.submit_reports(desk, [package], terms)
    if receipt.problem is not None:
        raise receipt.problem
    return receipt


@routes.act("/desk/events/{code}/report", needs=Permission.REPORT)
def send_version(request: Request, code: EventCode, form: Posted, desk: ActingDesk) -> Response:
    """Send a report, a corrected version or a draft of a registered event."""
    file = file_of(form)
    assert isinstance(file.content, bytes)
    rounds = reports.RoundRange(whole_of(form, "from") or 1, whole_of(form, "to") or 1) if form["from"] else None
    terms = SubmissionTerms(code, bool(form["draft"]), whole_of(form, "part") or 0, rounds, bool(form["replace"]))
    receipt = _submit(replace(desk, seen=""), ReportPackage(file.name, file.content), terms)
    part = f"part={receipt.part}" if receipt.part else ""
    return see_other(f"/desk/events/{quote(code, safe='')}{'?' + part if part else ''}", receipt.status.value)


@routes.act("/desk/events/{code}/answers", needs=Permission.REPORT)
def answer_questions(request: Request, code: EventCode, form: Posted, desk: ActingDesk) -> Response:
    """Enter facts that findings ask for."""
    facts = {**_typed_facts(form).by_key(), "code": code}
    named = events.show_event(desk, code).facts
    facts = {"name": named.name, "series": named.series, "start": named.start, "end": named.end, **facts}
    events.register_event(replace(desk, seen=""), RegistrationRequest(NamedFacts.of(facts), None, form["by"]))
    return see_other(f"/desk/events/{quote(code, safe='')}", "answered")


# --- programs -----------------------------------------------------------------------------------------------------


@routes.program("/api/v1/reports/{key}", "PUT", needs=Permission.REPORT)
async def put_report(request: Request, key: str) -> Response:
    """Take a report from a pairing program: the raw file, under a key of the program's. The same key again returns the
    receipt of the first time."""
    body = await request.body()
    return await run_in_threadpool(_take_report, request, key, body)


def _take_report(request: Request, key: str, body: bytes) -> Response:
    if not key or len(key) > LONGEST_KEY:
        raise UserError("desk/report-key", most=LONGEST_KEY)
    desk = desk_of(request)
    name, event = request.headers.get("x-file-name", "report"), request.query_params.get("event", "")
    replacing = request.query_params.get("replace", "") == "1"
    package, terms = ReportPackage(name, body), SubmissionTerms(event, replace=replacing)
    program = replace(desk, idempotency=f"{desk.actor}/{key}")
    (receipt,) = reports.submit_reports(program, [package], terms)
    if receipt.problem is not None and receipt.problem.message == "done-already":
        entry = dict(receipt.problem.fields)["entry"]
        receipt = reports.receipt_of_entry(desk, package, entry) or receipt
    return JSONResponse(to_json(receipt), _status_of_receipt(receipt))


def _status_of_receipt(receipt: ReportReceipt) -> int:
    """Return 201 for a report that was stored, 200 for one that was there, 409 for a key of another report, and 422 for
    one that is refused."""
    if receipt.problem is None:
        return 201 if receipt.status == "accepted" else 200
    return {"done-already": 200, "key-of-another-request": 409}.get(receipt.problem.message, 422)
