"""The checker: drop a report and see what was found beside its lines, before it is sent. Nothing is stored.

So that a question can be answered without choosing the file again, the page carries it along, in the form itself.
"""

from __future__ import annotations

import binascii
from base64 import b64decode, b64encode

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile
from starlette.responses import Response

from arpad.finding import Note, Problem
from arpad.intake.forms import SUFFIXES
from arpad.intake.shown import CROSSTABLE
from arpad.law import series_names
from arpad.office.reading import Reader
from arpad.web.asked import Office
from arpad.web.form import Form
from arpad.web.render import page
from arpad.web.report_check import ReportChecked, check_report, given_facts, questions_in

router = APIRouter(include_in_schema=False)
LONGEST = 20_000  # letters of the facts
MOST_FIELDS = 100
CARRIED = 2**20  # bytes of a report that the page carries along
UNKEPT = {"cache-control": "no-store"}
ANSWER = "fact."  # what the names of answers begin with


@router.get("/check")
def empty(request: Request) -> Response:
    return _page(request, Form({}), None, b"", "")


@router.post("/check")
async def check(request: Request, office: Office) -> Response:
    async with request.form(max_files=1, max_fields=MOST_FIELDS, max_part_size=2 * CARRIED) as fields:
        return await run_in_threadpool(_checked, request, office, fields)


def _checked(request: Request, office: Reader, fields: FormData) -> Response:
    texts = {name: value for name, value in fields.items() if isinstance(value, str)}
    content, name = _content(fields, texts)
    plain = {key: value for key, value in texts.items() if key not in ("text", "kept", "name")}
    form = Form(plain, LONGEST)
    checked = None
    if not content.strip():
        form.wrong("file", Note.of("web-check/empty"))
    else:
        answers = {key.removeprefix(ANSWER): form[key] for key in form.sent if key.startswith(ANSWER)}
        try:
            event_facts = given_facts(form.option("series", series_names()), form["facts"], answers)
            checked = check_report(office, content, name, event_facts)
        except Problem as problem:
            form.errors["facts"] = problem.sentence
    return _page(request, form, checked, content, name)


def _content(fields: FormData, texts: dict[str, str]) -> tuple[bytes, str]:
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


def _page(request: Request, form: Form, checked: ReportChecked | None, content: bytes, name: str) -> Response:
    return page(
        request,
        "check.html",
        status=form.status,
        headers=UNKEPT if request.method == "POST" else None,
        form=form,
        series=series_names(),
        checked=checked,
        kept=b64encode(content).decode() if checked is not None and len(content) <= CARRIED else "",
        name=name,
        suffixes=",".join(SUFFIXES),
        crosstable_head=CROSSTABLE,
        questions=questions_in(checked) if checked is not None else (),
        mended=b64encode(checked.mended.content).decode() if checked is not None and checked.mended else "",
    )
