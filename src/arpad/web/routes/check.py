"""The report checker, as a page and for programs. Nothing is stored."""

from __future__ import annotations

import binascii
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import fields
from datetime import date
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile
from starlette.responses import Response

from arpad.checking import CheckResult, ExcludedCounts
from arpad.days import Month
from arpad.explain.letters import letter, letter_as_text
from arpad.explain.lines import EventLine, event_line
from arpad.finding import Finding, Note, Problem, Tier, UserError
from arpad.frozen import dataclass
from arpad.intake import fix_trf
from arpad.intake.codes import shown
from arpad.intake.forms import FORM, SUFFIXES, is_compared
from arpad.intake.recognise import read
from arpad.intake.shown import CROSSTABLE, crosstable
from arpad.intake.sidecar import facts_of, read_toml
from arpad.law import LawError, series_names
from arpad.law.calendar import list_on
from arpad.model import EventFacts, Report, Verdict
from arpad.office import record
from arpad.office.reading import Reader
from arpad.pipeline import Answer, Inquiry, check, result_without_law
from arpad.web.openapi import answers
from arpad.web.render import render_page
from arpad.web.request_fields import Form, OfficeReader
from arpad.web.responses import json_response

MAX_NAME, MAX_LINE = 100, 300


@dataclass(frozen=True)
class FoundLine:
    """A line of the file, and what was found in it."""

    number: int
    text: str
    findings: tuple[Finding, ...]


@dataclass(frozen=True)
class PlayerChange:
    """What the event would bring a player."""

    number: int  # his start number
    name: str
    line: EventLine


@dataclass(frozen=True)
class Mended:
    """The file with its leniencies mended, and what was changed."""

    content: bytes
    changes: tuple[str, ...]


@dataclass(frozen=True)
class ReportChecked:
    """The answer to a report."""

    file: str
    players: int
    rounds: int
    games: int
    checked: CheckResult
    whole: tuple[Finding, ...]  # of the file as a whole
    lines: tuple[FoundLine, ...]
    changes: tuple[PlayerChange, ...]
    letter: str
    mended: Mended | None
    crosstable: tuple[tuple[str, ...], ...]  # of a file that nothing in itself proves


@dataclass(frozen=True)
class FactQuestion:
    """A fact that a finding asks for, and how it is answered: yes or no, a day, a text."""

    key: str
    kind: str
    sentence: str


def fact_questions(checked: ReportChecked) -> tuple[FactQuestion, ...]:
    """The facts that the findings ask for, each once."""
    questions: dict[str, FactQuestion] = {}
    for finding in checked.checked.findings:
        key = dict(finding.remedy.fields).get("key") if finding.remedy is not None else None
        if finding.tier is Tier.ASK and isinstance(key, str) and key in FACT_KINDS:
            questions.setdefault(key, FactQuestion(key, FACT_KINDS[key], finding.sentence))
    return tuple(questions.values())


FACT_KINDS = {
    f.name: "yes-no" if "bool" in str(f.type) else "day" if str(f.type).startswith("date") else "text"
    for f in fields(EventFacts)
    if str(f.type) in ("bool | None", "date | None", "str")
}
YES_NO = {"yes": True, "no": False}


def read_facts(series: str, text: str, answers: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The facts that somebody gives: a series, lines as in a sidecar, and answers to questions."""
    try:
        table = read_toml(text)
    except ValueError as error:
        raise UserError("facts-unreadable", reason=str(error)) from None
    answered = {key: _fact_value(key, value) for key, value in (answers or {}).items() if key in FACT_KINDS and value}
    return facts_of({**({"series": series} if series else {}), **table, **answered}, "facts")


def _fact_value(key: str, value: str) -> Any:
    """An answer in the form of a sidecar; a text that fits no form stays, and the reader of facts refuses it."""
    if FACT_KINDS[key] == "yes-no":
        return YES_NO.get(value, value)
    try:
        return date.fromisoformat(value) if FACT_KINDS[key] == "day" else value
    except ValueError:
        return value


def check_report(reader: Reader, content: bytes, name: str, facts: Mapping[str, Any]) -> ReportChecked:
    """Everything that can be said of a report."""
    file, today = shown(name or "report", MAX_NAME), reader.today()
    report, findings = read(content, file)
    answer = _checked_answer(reader, report, findings, facts, today)
    return ReportChecked(
        file,
        len(report.players),
        report.cells.rounds,
        len(report.games()),
        _check_content(answer, file),
        tuple(finding for finding in answer.findings if not finding.place.line),
        _lines_with_findings(report, content, answer.findings),
        _player_changes(report, answer),
        letter_as_text(letter(answer, file, today)) if answer.edition else "",
        _cleaned_copy(report, content, file),
        tuple(crosstable(report)) if is_compared(report.form) else (),
    )


def _checked_answer(
    reader: Reader, report: Report, findings: tuple[Finding, ...], facts: Mapping[str, Any], today: date
) -> Answer:
    if not report.players:
        return result_without_law(report, findings)
    inquiry = Inquiry.of(report, findings, facts, today)
    try:
        grounds = inquiry.grounds
        month = Month.of(list_on(grounds.series, grounds.day)) if grounds is not None else Month(0)
    except LawError:
        return check(inquiry)  # which says why there is no law to ask, or no list
    if grounds is None or not month:
        return check(inquiry)
    ratings = record.ratings_of_numbers(reader, grounds.series, month, [player.id or 0 for player in report.players])
    return check(inquiry, [ratings] if ratings is not None and len(ratings) else [])


def _check_content(answer: Answer, file: str) -> CheckResult:
    listed = answer.list_day is not None and answer.verdict != Verdict.NOT_RATABLE
    return CheckResult(
        file,
        answer.edition or None,
        answer.verdict,
        Month.of(answer.list_day) if listed else None,
        "printed" if answer.printed_ratings else "list" if answer.edition else None,
        ExcludedCounts(*answer.excluded),
        answer.deadline,
        answer.findings,
    )


def _lines_with_findings(report: Report, content: bytes, findings: tuple[Finding, ...]) -> tuple[FoundLine, ...]:
    """The lines that somebody has to look at."""
    binary = report.form in FORM and FORM[report.form].binary
    texts = () if binary else report.sent.texts or tuple(content.decode("utf-8", "replace").splitlines())
    findings_by_line: dict[int, list[Finding]] = {}
    for finding in findings:
        if finding.place.line:
            findings_by_line.setdefault(finding.place.line, []).append(finding)
    return tuple(
        FoundLine(number, shown(texts[number - 1], MAX_LINE) if number <= len(texts) else "", tuple(some))
        for number, some in sorted(findings_by_line.items())
    )


def _player_changes(report: Report, answer: Answer) -> tuple[PlayerChange, ...]:
    """What the event would bring everybody, as far as it would be rated."""
    period = answer.period
    if period is None or answer.verdict == Verdict.NOT_RATABLE:
        return ()
    rows = (
        PlayerChange(player.number, player.name, event_line(period, entry))
        for entry in range(len(period.entries))
        if (player := report.players[int(period.entries.player[entry])])
    )
    return tuple(sorted(rows, key=lambda row: row.number))


def _cleaned_copy(report: Report, content: bytes, file: str) -> Mended | None:
    """The corrected file, where it is a tournament report in which something can be mended without loss."""
    if not report.sent.texts:
        return None
    mended, changes, _ = fix_trf(content, file)
    return Mended(mended, tuple(str(change) for change in changes)) if changes else None


api_routes = APIRouter(prefix="/api/v1", tags=["check"])
MAX_BODY = 8000  # letters of the facts
BODY_SCHEMA = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}


@api_routes.post("/check", name="check_report", **answers(CheckResult), openapi_extra=BODY_SCHEMA)
async def check_json(
    request: Request,
    office: OfficeReader,
    name: Annotated[str, Query(max_length=200)] = "",
    series: Annotated[str, Query(pattern=f"^({'|'.join(series_names())})?$")] = "",
    facts: Annotated[str, Query(max_length=MAX_BODY, include_in_schema=False)] = "",  # a language of its own
) -> Response:
    """May this report be rated? `facts` are lines as in a sidecar; the answer is that of `arpad check --json`."""
    content = await request.body()
    event_facts = read_facts(series, facts)
    checked = await run_in_threadpool(check_report, office, content, name, event_facts)
    response = json_response(checked.checked)
    response.headers["cache-control"] = "no-store"
    return response


page_routes = APIRouter(include_in_schema=False)
MAX_TEXT_FIELD = 20_000  # letters of the facts
MAX_FIELDS = 100
CARRIED_FIELDS = 2**20  # bytes of a report that the page carries along
NO_STORE = {"cache-control": "no-store"}
ANSWER_FIELD = "fact."  # what the names of answers begin with


@page_routes.get("/check")
def empty_check_page(request: Request) -> Response:
    return _render_check_page(request, Form({}), None, b"", "")


@page_routes.post("/check")
async def check_page(request: Request, office: OfficeReader) -> Response:
    async with request.form(max_files=1, max_fields=MAX_FIELDS, max_part_size=2 * CARRIED_FIELDS) as fields:
        return await run_in_threadpool(_check_form, request, office, fields)


def _check_form(request: Request, office: Reader, fields: FormData) -> Response:
    texts = {name: value for name, value in fields.items() if isinstance(value, str)}
    content, name = _content_and_name(fields, texts)
    plain = {key: value for key, value in texts.items() if key not in ("text", "kept", "name")}
    form = Form(plain, MAX_TEXT_FIELD)
    checked = None
    if not content.strip():
        form.wrong("file", Note.of("web-check/empty"))
    else:
        answers = {key.removeprefix(ANSWER_FIELD): form[key] for key in form.sent if key.startswith(ANSWER_FIELD)}
        try:
            event_facts = read_facts(form.option("series", series_names()), form["facts"], answers)
            checked = check_report(office, content, name, event_facts)
        except Problem as problem:
            form.errors["facts"] = problem.sentence
    return _render_check_page(request, form, checked, content, name)


def _content_and_name(fields: FormData, texts: dict[str, str]) -> tuple[bytes, str]:
    """What is to be checked, and its name: a file, a text, or what the page carried along."""
    file = fields.get("file")
    if isinstance(file, UploadFile) and file.filename:
        return file.file.read(), file.filename
    if texts.get("text", "").strip():
        return texts["text"].encode(), ""
    try:
        return b64decode(texts.get("kept", ""), validate=True), texts.get("name", "")
    except (binascii.Error, ValueError):
        return b"", ""


def _render_check_page(
    request: Request, form: Form, checked: ReportChecked | None, content: bytes, name: str
) -> Response:
    return render_page(
        request,
        "check.html",
        status=form.status,
        headers=NO_STORE if request.method == "POST" else None,
        form=form,
        series=series_names(),
        checked=checked,
        kept=b64encode(content).decode() if checked is not None and len(content) <= CARRIED_FIELDS else "",
        name=name,
        suffixes=",".join(SUFFIXES),
        crosstable_head=CROSSTABLE,
        questions=fact_questions(checked) if checked is not None else (),
        mended=b64encode(checked.mended.content).decode() if checked is not None and checked.mended else "",
    )
