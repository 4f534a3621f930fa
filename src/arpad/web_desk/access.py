"""Who may open a page: every route of the desk says it, and a route that does not is refused when the desk starts.

    routes = DeskRoutes()

    @routes.page("/desk/queue", needs=Permission.DECIDE)
    def queue(request: Request, desk: DeskHere) -> Response: ...

    @routes.act("/desk/events/{code}/admit", needs=Permission.DECIDE)
    def admit(request: Request, code: EventCode, form: Posted, desk: ActingDesk) -> Response: ...

What a page shows is for whoever has the permission anywhere; an event in an address is refused like one that does not
exist where it is outside their scope (`EventCode`). Whether an act may be performed is decided in the office.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from enum import StrEnum
from typing import Annotated, Any, TypeVar
from urllib.parse import quote

from fastapi import APIRouter, Depends, Request
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from starlette.datastructures import UploadFile
from starlette.responses import Response

from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.office import accounts, sign_in
from arpad.office.accounts import Permission
from arpad.office.desk import Desk
from arpad.office.sign_in import DeskOffice, Visit
from arpad.web.clients import client_group, client_of
from arpad.web.request_fields import Form

COOKIE_HTTPS, COOKIE_LOCAL = "__Host-arpad", "arpad-desk"
NEW_COOKIE = "new-cookie"  # in the state of a request: what the cookie of the session has from now on; empty: ended
SIGN_IN = "/desk/sign-in"
PARTS_OF_EVENT = "{code}"
LONGEST_FIELD = 100_000
Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])


class Needs(StrEnum):
    """Who may open a page, where it is not a permission."""

    NOBODY = "nobody"  # everybody
    SIGNED_IN = "signed-in"
    TOKEN = "token"  # a program, by its token; its permission is named beside


class SignInNeededError(Exception):
    """Nobody is signed in."""


class StepUpNeededError(Exception):
    """Whoever is signed in must prove again who they are."""


@dataclass(frozen=True)
class Access:
    """What a route needs. As a dependency it refuses whoever has not that."""

    needs: Permission | Needs
    permission: Permission | None = None  # of a token
    fresh: bool = False  # they must have proved within the last minutes who they are

    def __call__(self, request: Request) -> None:
        office = office_of(request)
        if self.needs is Needs.TOKEN:
            self._find_program(request, office)
            return
        visit = sign_in.find_visit(office, request.cookies.get(cookie_name(office), ""))
        request.state.visit = visit
        if self.needs is Needs.NOBODY:
            return
        if visit is None:
            raise SignInNeededError
        if visit.cookie:
            set_cookie(request, visit.cookie)
        if visit.session.enrols and request.url.path not in ENROLMENT_PATHS:
            raise UserError("desk/enrol-first", Remedy.to("enrol"))
        if isinstance(self.needs, Permission) and not visit.identity.may(self.needs):
            raise UserError("not-permitted", handle=visit.identity.handle, permission=self.needs.value)
        if self.fresh and not visit.fresh:
            raise StepUpNeededError

    def _find_program(self, request: Request, office: DeskOffice) -> None:
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        identity = sign_in.identity_by_token(
            office, token.strip() if kind.lower() == "bearer" else "", network(request)
        )
        if self.permission is not None and not identity.may(self.permission):
            raise UserError("not-permitted", handle=identity.handle, permission=self.permission.value)
        request.state.visit, request.state.program = None, identity


ENROLMENT_PATHS = ("/desk/me", "/desk/me/passkeys", "/desk/me/password", "/desk/sign-out")


class DeskRoutes(APIRouter):
    """The routes of one subject."""

    def page(self, path: str, *, needs: Permission | Needs, fresh: bool = False) -> Callable[[Endpoint], Endpoint]:
        """Declare a page."""
        return self._route(path, "GET", Access(needs, fresh=fresh))

    def act(self, path: str, *, needs: Permission | Needs, fresh: bool = False) -> Callable[[Endpoint], Endpoint]:
        """Declare what a form sends. It answers with `see_other`."""
        return self._route(path, "POST", Access(needs, fresh=fresh))

    def program(self, path: str, method: str, *, needs: Permission) -> Callable[[Endpoint], Endpoint]:
        """Declare what a program asks for with its token."""
        return self._route(path, method, Access(Needs.TOKEN, needs))

    def _route(self, path: str, method: str, access: Access) -> Callable[[Endpoint], Endpoint]:
        def declare(endpoint: Endpoint) -> Endpoint:
            self.add_api_route(
                path, endpoint, methods=[method], dependencies=[Depends(access)], response_class=Response,
                response_model=None,
            )  # fmt: skip
            return endpoint

        return declare


def access_of(route: APIRoute) -> Access | None:
    """Return what a route needs; None where it does not say it."""
    held = [each.dependency for each in route.dependencies if isinstance(each.dependency, Access)]
    return held[0] if len(held) == 1 else None


def undeclared_routes(routes: Iterable[Any]) -> list[str]:
    """Return the routes that do not say who may open them, and those with an event in their address that do not look
    whether it is in the scope of whoever asks."""
    found = []
    for route in routes:
        if not isinstance(route, APIRoute) or access_of(route) is None:
            found.append(f"{getattr(route, 'path', route)}: who may open it?")
        elif PARTS_OF_EVENT in route.path and event_in_scope not in _called(route.dependant):
            found.append(f"{route.path}: may they see this event?")
    return found


def _called(dependant: Dependant) -> list[Any]:
    """Return all functions that a route depends on."""
    inner = [call for each in dependant.dependencies for call in _called(each)]
    return [dependant.call, *inner]


# --- what a route may ask for -------------------------------------------------------------------------------------


def office_of(request: Request) -> DeskOffice:
    """Return the office of the desk."""
    office: DeskOffice = request.app.state.office
    return office


def visit_of(request: Request) -> Visit:
    """Return who is signed in."""
    visit: Visit | None = request.state.visit
    if visit is None:
        raise SignInNeededError
    return visit


def desk_of(request: Request) -> Desk:
    """Return a desk on which whoever asks acts: somebody who is signed in, or a program."""
    program = getattr(request.state, "program", None)
    if program is not None:
        return office_of(request).desk(program, sign_in.TOKEN_CHANNEL)
    return office_of(request).desk(visit_of(request).identity)


@dataclass(frozen=True)
class PostedFile:
    """A file that a form sent."""

    name: str
    content: bytes


@dataclass(frozen=True)
class PostedForm:
    """What a form sent: its fields, and its files by the name of their field."""

    fields: Form
    files: dict[str, tuple[PostedFile, ...]]

    def __getitem__(self, name: str) -> str:
        return self.fields[name]


async def posted_form(request: Request) -> PostedForm:
    """Return the form that a request sent."""
    files: dict[str, tuple[PostedFile, ...]] = {}
    async with request.form() as data:
        texts = {name: value for name, value in data.items() if isinstance(value, str)}
        for name, value in data.multi_items():
            if isinstance(value, UploadFile) and value.filename:
                files[name] = (*files.get(name, ()), PostedFile(value.filename, await value.read()))
    posted = PostedForm(Form(texts, LONGEST_FIELD), files)
    request.state.posted = posted
    return posted


def acting_desk(desk: Annotated[Desk, Depends(desk_of)], form: Annotated[PostedForm, Depends(posted_form)]) -> Desk:
    """Return a desk for an act: with the version that the form showed (`seen`), and the key under which it is done only
    once (`once`)."""
    return replace(desk, seen=form["seen"], idempotency=form["once"])


def event_in_scope(code: str, desk: Annotated[Desk, Depends(desk_of)]) -> str:
    """Return the code of an event in an address. One that whoever asks may not see is refused like an unknown one."""
    accounts.require_event(desk, code)
    return code


DeskHere = Annotated[Desk, Depends(desk_of)]
ActingDesk = Annotated[Desk, Depends(acting_desk)]
Posted = Annotated[PostedForm, Depends(posted_form)]
EventCode = Annotated[str, Depends(event_in_scope)]


def network(request: Request) -> str:
    """Return the network of a request, under which attempts are counted."""
    return client_group(client_of(request.scope))


def client(request: Request) -> sign_in.Client:
    """Return from where a request comes."""
    return sign_in.Client(network(request), request.headers.get("user-agent", ""))


# --- cookies and ways on ------------------------------------------------------------------------------------------


def cookie_name(office: DeskOffice) -> str:
    """Return the name of the cookie of a session; over https one that no other host can set."""
    return COOKIE_HTTPS if office.origin.is_https else COOKIE_LOCAL


def set_cookie(request: Request, value: str) -> None:
    """Let the answer to a request set the cookie of the session; empty: delete it."""
    request.scope["state"][NEW_COOKIE] = value


def see_other(address: str, done: str = "") -> Response:
    """Send a browser to another page after an act. `done` names a sentence `desk-done/...` that is shown there."""
    way = "&" if "?" in address else "?"
    location = f"{address}{way}done={quote(done)}" if done else address
    return Response(status_code=303, headers={"location": location})


def way_to_sign_in(request: Request) -> str:
    """Return the address of the sign-in, from which one comes back to this page."""
    return f"{SIGN_IN}?to={quote(local_path(request.url.path), safe='/')}"


def local_path(text: str) -> str:
    """Return a path of the desk; its first page for any other text."""
    return text if text.startswith("/desk") and "//" not in text and "\\" not in text else "/desk"
