"""What is answered where no page can be rendered: a problem as JSON for programs, a line of text for everybody else."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Any

from starlette.responses import PlainTextResponse, Response
from starlette.types import Scope

from arpad.finding import Note

PROBLEM = "application/problem+json"
RETRY = {408: "1", 429: "1", 503: "5"}


def problem_answer(scope: Scope, status: int, message: str, **fields: Any) -> Response:
    """A problem with its HTTP status: JSON under /api/, a line of text elsewhere."""
    note = Note.of(message, **fields)
    headers = {"cache-control": "no-store"}
    if status in RETRY:
        headers["retry-after"] = RETRY[status]
    if scope["path"].startswith("/api/"):
        return problem_json(status, message, note.sentence, headers=headers)
    return PlainTextResponse(note.sentence, status, headers)


def problem_json(status: int, code: str, detail: str, headers: dict[str, str] | None = None, **more: Any) -> Response:
    """A problem as programs read it (RFC 9457)."""
    body = {"type": f"about:blank#{code}", "title": HTTPStatus(status).phrase, "status": status, "code": code}
    text = json.dumps({**body, "detail": detail, **more}, ensure_ascii=False)
    return Response(text, status, headers, PROBLEM)
