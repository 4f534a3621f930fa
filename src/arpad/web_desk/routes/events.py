"""The event of an arbiter or an officer: findings, versions, effect and letters on a page, and every decision about it.

Each decision states the version that was shown. A decision is the officer's; what may be decided says the office.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import quote

from fastapi import Request
from starlette.responses import Response

from arpad.days import Day
from arpad.finding import Problem, UserError
from arpad.intake.sidecar import REASONS
from arpad.law import series_names
from arpad.office import event_work, events, lists, reports, undo
from arpad.office.accounts import Permission
from arpad.office.desk import Desk
from arpad.web.request_fields import Form
from arpad.web_desk.access import ActingDesk, DeskHere, DeskRoutes, EventCode, Posted, PostedForm
from arpad.web_desk.form_fields import day_of, lines_of, may, new_key, part_name, perform_once, whole_of
from arpad.web_desk.pages import MenuItem, desk_page

routes = DeskRoutes()
EVENTS = "/desk/events"
EVENT = f"{EVENTS}/{{code}}"
MENU = (MenuItem("events", EVENTS, Permission.REPORT),)
ASIDE = "aside."  # before the codes of findings in a form that are set aside
UNDOABLE_SHOWN = 3


@routes.page(EVENTS, needs=Permission.REPORT)
def events_page(request: Request, desk: DeskHere) -> Response:
    form = Form(dict(request.query_params))
    query = events.EventQuery(form.option("series", series_names()), form.option("standing", tuple(events.EventStatus)))
    return desk_page(
        request, "events_desk.html", rows=event_work.list_own_events(desk, query), form=form,
        standings=tuple(events.EventStatus), series=series_names(),
    )  # fmt: skip


@routes.page(EVENT, needs=Permission.REPORT)
def event_page(request: Request, code: EventCode, desk: DeskHere) -> Response:
    return show_event_page(request, desk, code)


def show_event_page(
    request: Request, desk: Desk, code: str, problem: Problem | None = None, form: PostedForm | None = None
) -> Response:
    """Return the page of an event; after a refused act with what was typed, and why."""
    part = request.query_params.get("part", "")
    dossier = events.show_event(desk, code)
    if not part and len(dossier.parts) > 1:
        return desk_page(request, "event_parts.html", dossier=dossier)
    deciding = may(request, Permission.DECIDE)
    queued = deciding and bool(request.query_params.get("queue"))
    shown = event_work.show_event_to_decide(desk, part_name(code, part), deciding, queued)
    undoable = [act for act in undo.list_undoable_acts(desk, 50) if act.event == shown.name and act.later is None]
    return desk_page(
        request, "event_desk.html", status=409 if problem else 200, event=shown, deciding=deciding, problem=problem,
        typed=form.fields.sent if form else {}, undoable=undoable[:UNDOABLE_SHOWN], reasons=REASONS, key=new_key(),
        set_aside=set_aside_sentences(shown),
        series=series_names(),
        code=code, part=part, queued=request.query_params.get("queue", ""),
    )  # fmt: skip


def set_aside_sentences(shown: event_work.EventToDecide) -> dict[int, str]:
    """Return by its place in the history what each set-aside finding says. Findings that are gone are left out."""
    sentences: dict[int, str] = {}
    for place, entry in enumerate(shown.dossier.history):
        about = dict(entry.note.fields) if entry.note is not None and entry.kind.value == "overridden" else {}
        for finding in shown.result.findings if about and shown.result else ():
            if finding.code == about["what"] and about.get("player") in (None, finding.player):
                sentences.setdefault(place, finding.sentence)
    return sentences


def _address(code: str, part: str, queued: str = "") -> str:
    query = "&".join(f"{name}={value}" for name, value in (("part", part), ("queue", queued)) if value)
    return f"{EVENTS}/{quote(code, safe='')}{'?' + query if query else ''}"


def _decide(
    request: Request, code: str, form: PostedForm, desk: Desk, decide: Callable[[str], Any], done: str, shown: str = ""
) -> Response:
    """Carry out a decision, and lead on: to the next event of the queue if the officer works through it. `shown` is the
    code of the event before the decision, where that changes it."""
    part, following = request.query_params.get("part", ""), form["following"]
    address = _address(following.partition("/")[0], following.partition("/")[2], "1") if following else ""
    try:
        return perform_once(lambda: decide(part_name(code, part)), address or _address(code, part), done)
    except Problem as problem:
        if problem.code == "held-act":
            raise
        return show_event_page(request, desk, shown or code, problem, form)


@routes.act(f"{EVENT}/admit", needs=Permission.DECIDE)
def admit(request: Request, code: EventCode, form: Posted, desk: ActingDesk) -> Response:
    codes = [field.removeprefix(ASIDE) for field in form.fields.sent if field.startswith(ASIDE)]
    asides = tuple(map(reports.FindingToOverride, codes))

    def admit_it(name: str) -> None:
        reports.admit_event(desk, reports.AdmissionOrder((name,), lines_of(form, "why"), asides))

    return _decide(request, code, form, desk, admit_it, "admitted")


ORDERS: Mapping[str, tuple[Callable[[Desk, reports.EventOrder], Any], str]] = {
    "hold": (reports.hold_events, "held-event"),
    "release": (reports.release_events, "released"),
    "withdraw": (reports.withdraw_events, "withdrawn"),
    "appeal": (reports.appeal_refusals, "appealed"),
}


def _order(request: Request, code: str, form: PostedForm, desk: Desk, kind: str) -> Response:
    act, done = ORDERS[kind]
    return _decide(
        request, code, form, desk, lambda name: act(desk, reports.EventOrder((name,), lines_of(form, "why"))), done
    )


@routes.act(f"{EVENT}/hold", needs=Permission.DECIDE)
def hold(request: Request, code: EventCode, form: Posted, desk: ActingDesk) -> Response:
    return _order(request, code, form, desk, "hold")


@routes.act(f"{EVENT}/release", needs=Permission.DECIDE)
def release(request: Request, code: EventCode, form: Posted, desk: ActingDesk) -> Response:
    return _order(request, code, form, desk, "release")


@routes.act(f"{EVENT}/withdraw", needs=Permission.DECIDE)
def withdraw(request: Request, code: EventCode, form: Posted, desk: ActingDesk) -> Response:
    return _order(request, code, form, desk, "withdraw")


@routes.act(f"{EVENT}/appeal", needs=Permission.REPORT)
def appeal(request: Request, code: EventCode, form: Posted, desk: ActingDesk) -> Response:
    return _order(request, code, form, desk, "appeal")


@routes.act(f"{EVENT}/sent", needs=Permission.DECIDE)
def sent(request: Request, code: EventCode, form: Posted, desk: ActingDesk) -> Response:
    """Note that an event was sent to the authority that makes the lists of its series."""

    def mark(name: str) -> None:
        day = day_of(form, "day")
        reports.mark_events_sent(
            desk, reports.SentOrder((name,), lines_of(form, "why"), Day.of(day) if day else Day(0))
        )

    return _decide(request, code, form, desk, mark, "sent")


@routes.act(f"{EVENT}/exclude", needs=Permission.DECIDE)
def exclude(request: Request, code: EventCode, form: Posted, desk: ActingDesk) -> Response:
    def exclude_it(name: str) -> None:
        player, turn = whole_of(form, "player") or 0, whole_of(form, "round")
        why = lines_of(form, "why")
        events.exclude_games(desk, events.NewExclusion(name, player, turn, form["reason"], why))

    return _decide(request, code, form, desk, exclude_it, "excluded")


@routes.act(f"{EVENT}/include", needs=Permission.DECIDE)
def include(request: Request, code: EventCode, form: Posted, desk: ActingDesk) -> Response:
    def include_it(name: str) -> None:
        end = events.ExclusionEnd(name, whole_of(form, "player") or 0, whole_of(form, "round"), lines_of(form, "why"))
        events.include_games(desk, end)

    return _decide(request, code, form, desk, include_it, "included")


@routes.act(f"{EVENT}/change", needs=Permission.DECIDE)
def change(request: Request, code: EventCode, form: Posted, desk: ActingDesk) -> Response:
    """Change the code, the series or the days of an event."""
    if not any(form[name] for name in ("code", "series", "start", "end")):
        return show_event_page(request, desk, code, UserError("event-change/nothing"), form)
    after = form["code"].strip() or code

    def change_it(_: str) -> None:
        days = day_of(form, "start"), day_of(form, "end")
        why = lines_of(form, "why")
        events.change_event(desk, events.EventChange(code, why, form["code"].strip(), form["series"], *days))

    return _decide(request, after, form, desk, change_it, "event-changed", shown=code)


@routes.act(f"{EVENT}/undo", needs=Permission.DECIDE)
def undo_decision(request: Request, code: EventCode, form: Posted, desk: ActingDesk) -> Response:
    def undo_it(_: str) -> None:
        undo.undo_act(desk, undo.UndoRequest(whole_of(form, "entry") or 0, lines_of(form, "why")))

    return _decide(request, code, form, desk, undo_it, "undone")


# --- the letter ---------------------------------------------------------------------------------------------------


@routes.page(f"{EVENT}/refuse", needs=Permission.DECIDE)
def refuse_page(request: Request, code: EventCode, desk: DeskHere) -> Response:
    """The letter of a refusal, before it is sent: it may be edited."""
    query = request.query_params
    name, why = part_name(code, query.get("part", "")), query.get("why", "")
    shown = event_work.show_event_to_decide(desk, name, beside=False)
    order = reports.RefusalOrder((name,), why)
    (outcome,) = reports.refuse_events(replace(desk, dry=True, seen=shown.version), order)
    return desk_page(
        request, "event_refuse.html", event=shown, letter=outcome.letter, why=why, key=new_key(), code=code,
        part=query.get("part", ""), following=query.get("following", ""),
    )  # fmt: skip


@routes.act(f"{EVENT}/refuse", needs=Permission.DECIDE)
def refuse(request: Request, code: EventCode, form: Posted, desk: ActingDesk) -> Response:
    def refuse_it(name: str) -> None:
        letter = lines_of(form, "letter")
        order = reports.RefusalOrder((name,), lines_of(form, "why"), f"{letter}\n" if letter else "")
        reports.refuse_events(desk, order)

    return _decide(request, code, form, desk, refuse_it, "refused-event")


@routes.page(f"{EVENT}/letter", needs=Permission.REPORT)
def letter_page(request: Request, code: EventCode, desk: DeskHere) -> Response:
    """The letter to the arbiter, to read, print or download."""
    part = request.query_params.get("part", "")
    (letter,) = reports.arbiter_letters(desk, reports.EventOrder((part_name(code, part),)))
    if request.query_params.get("form") == "txt":
        headers = {"content-disposition": f"attachment; filename*=UTF-8''{quote('letter-' + code, safe='')}.txt"}
        return Response(letter.text, 200, headers, "text/plain; charset=utf-8")
    return desk_page(request, "event_letter.html", letter=letter, code=code, part=part)


# --- players ------------------------------------------------------------------------------------------------------


@routes.page(f"{EVENT}/identify", needs=Permission.DECIDE)
def identify_page(request: Request, code: EventCode, desk: DeskHere) -> Response:
    part = request.query_params.get("part", "")
    player = request.query_params.get("player", "")
    found = reports.find_open_players(desk, part_name(code, part), int(player) if player.isdigit() else None)
    return desk_page(request, "event_identify.html", found=found, code=code, part=part, key=new_key())


@routes.act(f"{EVENT}/identify", needs=Permission.DECIDE)
def identify(request: Request, code: EventCode, form: Posted, desk: ActingDesk) -> Response:
    part = request.query_params.get("part", "")
    chosen = form["number"]
    if chosen == "other":
        chosen = form["other"]
    displayed = tuple(int(number) for number in form["displayed"].split())
    new = reports.NewIdentification(
        part_name(code, part),
        whole_of(form, "player") or 0,
        0 if chosen == "new" else int(chosen) if chosen.isdigit() else 0,
        lines_of(form, "why"),
        displayed,
        bool(form["without_number"]),
    )
    way = f"{EVENTS}/{quote(code, safe='')}/identify{'?part=' + part if part else ''}"
    return perform_once(lambda: reports.identify_player(desk, new), way, "identified")


# --- versions, effect ---------------------------------------------------------------------------------------------


@routes.page(f"{EVENT}/reports/{{number}}", needs=Permission.REPORT)
def report_page(request: Request, code: EventCode, number: int, desk: DeskHere) -> Response:
    """The receipt of a report, and what changed since another one; or its file."""
    file = event_work.read_report_file(desk, code, number)
    if request.query_params.get("form") == "file":
        headers = {"content-disposition": f"attachment; filename*=UTF-8''{quote(file.file, safe='')}"}
        return Response(file.body, 200, headers, "application/octet-stream")
    dossier = events.show_event(desk, code)
    entry = next(each for each in dossier.reports if each.report == number)
    before = [each.report for each in dossier.reports if each.report < number and each.part == entry.part]
    changed = event_work.compare_versions(desk, code, before[-1], number) if before else ()
    return desk_page(
        request, "event_report.html", dossier=dossier, entry=entry, size=len(file.body), changed=changed,
        before=before[-1] if before else 0,
    )  # fmt: skip


@routes.page(f"{EVENT}/sheet", needs=Permission.REPORT)
def sheet_page(request: Request, code: EventCode, desk: DeskHere) -> Response:
    """The rating changes, to print and hang up; of a list that another office makes, what this office expects."""
    part = request.query_params.get("part", "")
    name = part_name(code, part)
    dossier = events.show_event(desk, code)
    status = next((each for each in dossier.parts if each.name == name), dossier.parts[0])
    rated, expected = status.list_ is not None, None
    if event_work.is_made_elsewhere(desk, dossier.series):
        expected = reports.expected_changes(desk, name)
        rows = tuple(event_work.PlayerEffect(line.id, line.name, line) for line in expected.sheet.players)
    elif rated:
        sheet = lists.explain_event(desk, lists.EventQuestion(name))
        rows = tuple(event_work.PlayerEffect(line.id, line.name, line) for line in sheet.players)
    else:
        rows = event_work.show_effect(desk, name)
    return desk_page(request, "event_sheet.html", dossier=dossier, rows=rows, rated=rated, expected=expected)
