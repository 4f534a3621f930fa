"""Answer what goes wrong: what is not there with what is near it, a wrong question with what was expected.

The public learns neither a path nor a traceback. A database that does not answer is a 503 with the last stamp.
"""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from arpad.asjson import to_json
from arpad.finding import Note, Problem, UserError
from arpad.web.render import render_page
from arpad.web.responses import problem_json

DATABASE_PROBLEMS = (
    "database-silent", "database-damaged", "database-no-room", "another-writes", "no-office", "no-database-file",
)  # fmt: skip
NOT_FOUND_MESSAGES = (
    "number-unknown", "number-mistyped", "no-series-here", "no-such-list", "no-lists", "event-unknown", "no-rulebook",
    "no-article", "not-on-list", "list-not-computed", "event-not-rated", "no-page", "no-concept", "no-edition",
    "no-such-seal", "since", "no-period-document", "edition-of-other-series",
)  # fmt: skip

WRONG_QUESTIONS = (
    "wrong-question", "cursor-unknown", "field-wrong", "facts-unreadable", "lists-in-order",
)  # fmt: skip
PROBLEM_KINDS = {
    **dict.fromkeys(NOT_FOUND_MESSAGES, 404),
    **dict.fromkeys(WRONG_QUESTIONS, 422),
    "web-not-that-way": 405, "web-too-slow": 408, "web-too-large": 413, "web-other-host": 421, "web-too-many": 429,
    "web-fault": 500, "database-away": 503, "web-too-long": 503,
}  # fmt: skip
"""The problems that programs meet, with their status; all others are 422."""
SENTENCE_OF_CODE = {"since": "since/none", "wrong-question": "web-wrong-question", "database-away": "web-away"}


def kind_status(code: str) -> int:
    """The status of a kind of problem."""
    return PROBLEM_KINDS.get(code, 503 if code in DATABASE_PROBLEMS else 422)


def add_problem_handlers(site: FastAPI) -> None:
    """Tell an application how problems are answered."""
    site.add_exception_handler(Problem, _handle_problem)
    site.add_exception_handler(RequestValidationError, _handle_invalid)
    site.add_exception_handler(HTTPException, _handle_http)
    site.add_exception_handler(Exception, _handle_fault)


def status_of(problem: Problem) -> int:
    """The status of a problem: away, not there, or wrongly asked."""
    if problem.code in DATABASE_PROBLEMS:
        return 503
    return 404 if problem.code in NOT_FOUND_MESSAGES else 422


def is_program(request: Request) -> bool:
    """Whether a program asks."""
    return request.url.path.startswith("/api/") or request.url.path.endswith((".json", ".csv", ".ndjson"))


async def _handle_problem(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, Problem)
    status = status_of(problem)
    if status == 503:
        return _handle_lost_database(request)
    if is_program(request):
        fields = to_json(problem)["fields"]
        return problem_json(
            status, problem.code, problem.sentence, fields=fields, headers={"cache-control": "no-store"}
        )
    return render_page(request, "problem.html", status=status, problem=problem, near=_near_numbers(request, problem))


def _handle_lost_database(request: Request) -> Response:
    stamp = request.app.state.reader.stamp.name
    headers = {"retry-after": "5", "cache-control": "no-store"}
    sentence = Note.of("web-away", stamp=stamp).sentence
    if is_program(request):
        return problem_json(503, "database-away", sentence, headers, stamp=stamp)
    return render_page(request, "problem.html", status=503, problem=UserError("web-away", stamp=stamp), headers=headers)


def _near_numbers(request: Request, problem: Problem) -> tuple[Any, ...]:
    """Numbers of players that differ little from a number that no player has."""
    return tuple(dict(problem.fields).get("near", ()))


async def _handle_invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    errors = [{"field": str(each["loc"][-1]), "problem": each["msg"]} for each in error.errors()]
    if is_program(request):
        detail = Note.of("web-wrong-question").sentence
        return problem_json(422, "wrong-question", detail, {"cache-control": "no-store"}, errors=errors)
    return render_page(request, "problem.html", status=422, problem=UserError("web-wrong-question"), errors=errors)


async def _handle_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    message = "no-page" if error.status_code == 404 else "web-not-that-way"
    headers = {"cache-control": "no-store", **(error.headers or {})}
    if is_program(request):
        return problem_json(error.status_code, message, Note.of(message).sentence, headers)
    return render_page(request, "problem.html", status=error.status_code, problem=UserError(message), headers=headers)


async def _handle_fault(request: Request, _: Exception) -> Response:
    """Answer an unexpected error with status 500. The traceback is in the log of the server."""
    if is_program(request):
        return problem_json(500, "web-fault", Note.of("web-fault").sentence, {"cache-control": "no-store"})
    return render_page(request, "problem.html", status=500, problem=UserError("web-fault"))
