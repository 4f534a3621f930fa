"""Sign in and out, prove again who one is, and open a one-time link."""

from __future__ import annotations

from fastapi import Request
from starlette.responses import Response

from arpad.finding import Problem
from arpad.office import sign_in
from arpad.office.sign_in import PasskeyAnswer, PasswordAnswer
from arpad.web_desk.access import (
    DeskRoutes,
    Needs,
    Posted,
    PostedForm,
    client,
    local_path,
    office_of,
    see_other,
    set_cookie,
    visit_of,
)
from arpad.web_desk.pages import desk_page
from arpad.web_desk.problems import STATUSES

routes = DeskRoutes()
STEP_UP = "/desk/step-up"


def _answer(request: Request, form: PostedForm) -> PasskeyAnswer | PasswordAnswer:
    """Return what a form proves: a passkey's answer, or a password with a code."""
    if form["answer"]:
        return PasskeyAnswer(form["secret"], form["answer"], client(request))
    return PasswordAnswer(form["handle"], form["password"], form["code"], client(request))


def _form_page(request: Request, action: str, to: str, problem: Problem | None = None, handle: str = "") -> Response:
    status = 200 if problem is None else STATUSES.get(problem.message, 422)
    asked = sign_in.ask_for_passkey(office_of(request))
    return desk_page(
        request, "sign_in.html", status=status, asked=asked, problem=problem, action=action, to=local_path(to),
        step=action == STEP_UP, handle=handle,
    )  # fmt: skip


@routes.page("/desk/sign-in", needs=Needs.NOBODY)
def sign_in_page(request: Request, to: str = "/desk") -> Response:
    return _form_page(request, "/desk/sign-in", to)


@routes.act("/desk/sign-in", needs=Needs.NOBODY)
def enter(request: Request, form: Posted) -> Response:
    answer = _answer(request, form)
    office = office_of(request)
    try:
        if isinstance(answer, PasskeyAnswer):
            signed_in = sign_in.sign_in_with_passkey(office, answer)
        else:
            signed_in = sign_in.sign_in_with_password(office, answer)
    except Problem as problem:
        return _form_page(request, "/desk/sign-in", form["to"], problem, form["handle"])
    set_cookie(request, signed_in.cookie)
    return see_other(local_path(form["to"]))


@routes.act("/desk/sign-out", needs=Needs.NOBODY)
def leave(request: Request) -> Response:
    visit = request.state.visit
    if visit is not None:
        sign_in.end_session(office_of(request), visit.identity, visit.session.hash)
    set_cookie(request, "")
    return see_other("/desk/sign-in", "signed-out")


@routes.page(STEP_UP, needs=Needs.SIGNED_IN)
def step_up_page(request: Request, to: str = "/desk") -> Response:
    return _form_page(request, STEP_UP, to)


@routes.act(STEP_UP, needs=Needs.SIGNED_IN)
def step_up(request: Request, form: Posted) -> Response:
    try:
        cookie = sign_in.step_up(office_of(request), visit_of(request), _answer(request, form))
    except Problem as problem:
        return _form_page(request, STEP_UP, form["to"], problem)
    set_cookie(request, cookie)
    return see_other(local_path(form["to"]), "stepped-up")


@routes.page("/desk/link/{secret}", needs=Needs.NOBODY)
def link_page(request: Request, secret: str) -> Response:
    """Show a button: whatever looks at links in letters does not use them up."""
    return desk_page(request, "link.html", open=sign_in.link_is_open(office_of(request), secret))


@routes.act("/desk/link/{secret}", needs=Needs.NOBODY)
def use_link(request: Request, secret: str) -> Response:
    signed_in = sign_in.open_enrolment(office_of(request), secret, client(request))
    set_cookie(request, signed_in.cookie)
    return see_other("/desk/me")
