"""The report checker, as a page and for programs. Nothing is stored."""

from __future__ import annotations

import binascii
from base64 import b64decode, b64encode
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile
from starlette.responses import Response

from arpad.checking import CheckResult
from arpad.finding import Note, Problem
from arpad.intake.forms import SUFFIXES
from arpad.intake.shown import CROSSTABLE
from arpad.law import series_names
from arpad.office.reading import Reader
from arpad.web.openapi import answers
from arpad.web.render import render_page
from arpad.web.report_check import ReportChecked, check_report, read_facts
from arpad.web.request_fields import Form, OfficeReader
from arpad.web.responses import json_response

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
        mended=b64encode(checked.mended.content).decode() if checked is not None and checked.mended else "",
    )
