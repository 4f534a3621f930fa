"""One's own account: passkeys, password, sessions, tokens for programs."""

from __future__ import annotations

from fastapi import Request
from starlette.responses import Response

from arpad.days import Day, read_meant_day
from arpad.finding import UserError
from arpad.office import accounts, sign_in
from arpad.office.accounts import (
    CODE,
    PASSKEY,
    PASSWORD,
    TOKEN,
    CredentialEnd,
    NewCredential,
    OwnAccountChange,
    Permission,
)
from arpad.web.languages import offered
from arpad.web_desk.access import (
    ActingDesk,
    DeskHere,
    DeskRoutes,
    Needs,
    Posted,
    office_of,
    see_other,
    set_cookie,
    visit_of,
)
from arpad.web_desk.pages import desk_page

routes = DeskRoutes()
ME = "/desk/me"


def _page(request: Request, desk: DeskHere, new_token: str = "") -> Response:
    visit, office = visit_of(request), office_of(request)
    return desk_page(
        request, "me.html", account=accounts.show_account(desk, visit.identity.handle), new_token=new_token,
        asked=sign_in.ask_to_enrol(office, visit.identity), code=sign_in.new_code(office, visit.identity),
        sessions=sign_in.list_sessions(office, visit.identity), languages=offered(),
    )  # fmt: skip


@routes.page(ME, needs=Needs.SIGNED_IN)
def me_page(request: Request, desk: DeskHere) -> Response:
    return _page(request, desk)


@routes.act(f"{ME}/passkeys", needs=Needs.SIGNED_IN, fresh=True)
def add_passkey(request: Request, form: Posted, desk: ActingDesk) -> Response:
    visit, office = visit_of(request), office_of(request)
    value = sign_in.checked_passkey(office, visit.identity, form["secret"], form["answer"])
    new = NewCredential(visit.identity.handle, PASSKEY, value.digest, form["label"] or PASSKEY)
    accounts.add_credential(desk, new, value)
    set_cookie(request, sign_in.finish_enrolment(office, visit))
    return see_other(ME, "passkey")


@routes.act(f"{ME}/password", needs=Needs.SIGNED_IN, fresh=True)
def set_password(request: Request, form: Posted, desk: ActingDesk) -> Response:
    """Set a password together with a secret for codes: one without the other signs nobody in."""
    visit, office = visit_of(request), office_of(request)
    password = sign_in.checked_password(visit.identity, form["password"])
    code = sign_in.checked_code(office, visit.identity, form["found_by"], form["code"])
    accounts.add_credential(desk, NewCredential(visit.identity.handle, PASSWORD, password.digest), password)
    accounts.add_credential(desk, NewCredential(visit.identity.handle, CODE, code.digest), code)
    set_cookie(request, sign_in.finish_enrolment(office, visit))
    return see_other(ME, "password")


@routes.act(f"{ME}/credentials/{{seq}}/end", needs=Needs.SIGNED_IN, fresh=True)
def end_credential(request: Request, seq: int, desk: ActingDesk) -> Response:
    accounts.end_credential(desk, CredentialEnd(visit_of(request).identity.handle, seq))
    return see_other(ME, "removed")


@routes.act(f"{ME}/sessions/{{hash_}}/end", needs=Needs.SIGNED_IN)
def end_session(request: Request, hash_: str) -> Response:
    sign_in.end_session(office_of(request), visit_of(request).identity, hash_)
    return see_other(ME, "session-ended")


@routes.act(f"{ME}/language", needs=Needs.SIGNED_IN)
def choose_language(request: Request, form: Posted, desk: ActingDesk) -> Response:
    handle = visit_of(request).identity.handle
    accounts.change_own_account(desk, OwnAccountChange(handle, form["language"]))
    return see_other(ME, "account")


@routes.act(f"{ME}/tokens", needs=Needs.SIGNED_IN, fresh=True)
def make_token(request: Request, form: Posted, desk: ActingDesk) -> Response:
    """Make a token for sending reports. It is on this one page, and nowhere else."""
    try:
        until = Day.of(read_meant_day(form["until"]))
    except ValueError:
        raise UserError("desk/no-day", text=form["until"]) from None
    token = sign_in.new_token()
    handle, permissions = visit_of(request).identity.handle, (Permission.REPORT.value,)
    new = NewCredential(handle, TOKEN, token.value.digest, form["label"], permissions, until)
    accounts.add_credential(desk, new, token.value)
    return _page(request, desk, token.token)
