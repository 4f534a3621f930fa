"""Answer what goes wrong at the desk. Whoever is not signed in any more loses nothing that they typed."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from arpad.finding import Problem, UserError
from arpad.web.problems import status_of
from arpad.web.responses import problem_json
from arpad.web_desk.access import (
    PostedForm,
    SignInNeededError,
    StepUpNeededError,
    posted_form,
    see_other,
    way_to_sign_in,
)
from arpad.web_desk.guard import PROGRAMS, SAFE_METHODS
from arpad.web_desk.pages import desk_page

STATUSES = {
    "not-permitted": 403, "desk/enrol-first": 403, "sign-in/failed": 401, "sign-in/token": 401, "sign-in/too-many": 429,
    "sign-in/busy": 503, "sign-in/link": 410, "account/unknown": 404, "held-act/unknown": 404, "job/unknown": 404,
    "version-changed": 409, "done-already": 409, "key-of-another-request": 409,
}  # fmt: skip
WAITS = "held-act/waits"  # an act that was stored, and is done when a second person approves it


def add_problem_handlers(desk: FastAPI) -> None:
    """Tell the desk how problems are answered."""
    desk.add_exception_handler(Problem, _handle_problem)
    desk.add_exception_handler(SignInNeededError, _handle_nobody)
    desk.add_exception_handler(StepUpNeededError, _handle_step_up)
    desk.add_exception_handler(RequestValidationError, _handle_invalid)
    desk.add_exception_handler(HTTPException, _handle_http)
    desk.add_exception_handler(Exception, _handle_fault)


def _handle_problem(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, Problem)
    if problem.message == WAITS and not is_program(request):
        return see_other("/desk/approvals", "held")
    return problem_page(request, problem, STATUSES.get(problem.message, status_of(problem)))


def is_program(request: Request) -> bool:
    """Return whether a program asks."""
    return request.url.path.startswith(PROGRAMS)


def problem_page(request: Request, problem: Problem, status: int, **given: Any) -> Response:
    """Return a problem as a page, or as JSON for a program."""
    if is_program(request):
        return problem_json(status, problem.code, problem.sentence)
    return desk_page(request, "problem.html", status=status, problem=problem, **given)


async def _handle_nobody(request: Request, _: Exception) -> Response:
    """Send whoever is not signed in to the sign-in. A form is kept on the page, to be sent again afterwards."""
    if request.method in SAFE_METHODS:
        return see_other(way_to_sign_in(request))
    return await _keep_form(request, "desk/signed-out")


async def _handle_step_up(request: Request, _: Exception) -> Response:
    """Ask whoever is signed in to prove again who they are. A form is kept on the page."""
    if request.method in SAFE_METHODS:
        return see_other(f"/desk/step-up?to={request.url.path}")
    return await _keep_form(request, "desk/step-up-first")


async def _keep_form(request: Request, message: str) -> Response:
    posted: PostedForm = getattr(request.state, "posted", None) or await posted_form(request)
    fields = {} if request.url.path in ("/desk/sign-in", "/desk/step-up") else posted.fields.sent
    address = way_to_sign_in(request) if message == "desk/signed-out" else "/desk/step-up"
    query = f"?{request.url.query}" if request.url.query else ""
    return desk_page(
        request, "form_kept.html", status=401, message=message, fields=fields, files=bool(posted.files),
        address=address, sent_to=f"{request.url.path}{query}",
    )  # fmt: skip


def _handle_invalid(request: Request, _: Exception) -> Response:
    return problem_page(request, UserError("web-wrong-question"), 422)


def _handle_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    message = "no-page" if error.status_code == 404 else "web-not-that-way"
    return problem_page(request, UserError(message), error.status_code)


def _handle_fault(request: Request, _: Exception) -> Response:
    """Answer an unexpected error with status 500. The traceback is in the log of the server."""
    return problem_page(request, UserError("web-fault"), 500)
