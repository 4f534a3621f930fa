"""The check of a report for programs: the bytes of a file in, the answer out; nothing is stored."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from arpad.checking import Checked
from arpad.law import series_names
from arpad.web.answers import answer
from arpad.web.asked import Office
from arpad.web.openapi import answers_with
from arpad.web.report_check import check_report, given_facts

router = APIRouter(prefix="/api/v1", tags=["check"])
LONGEST = 8000  # letters of the facts
BODY = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}


@router.post(
    "/check", name="check", responses=answers_with("Checked", Checked), response_class=Response, openapi_extra=BODY,
)  # fmt: skip
async def check(
    request: Request,
    office: Office,
    name: Annotated[str, Query(max_length=200)] = "",
    series: Annotated[str, Query(pattern=f"^({'|'.join(series_names())})?$")] = "",
    facts: Annotated[str, Query(max_length=LONGEST, include_in_schema=False)] = "",  # a language of its own
) -> Response:
    """May this report be rated? `facts` are lines as in a sidecar; the answer is that of `arpad check --json`."""
    content = await request.body()
    given = given_facts(series, facts)
    found = await run_in_threadpool(check_report, office, content, name, given)
    response = answer(found.checked)
    response.headers["cache-control"] = "no-store"
    return response
