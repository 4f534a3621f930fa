"""`arpad desk`: the desk on the web, for people who sign in."""

from __future__ import annotations

from datetime import date
from importlib import import_module
from importlib.util import find_spec
from typing import Annotated, Any

import typer

from arpad.cli.account import print_link
from arpad.cli.office_session import OfficeCall, need_office_libraries, office_verb, officer_name
from arpad.finding import Note, Remedy, UserError

DESK_LIBRARIES = ("fastapi", "jinja2", "uvicorn", "webauthn", "argon2", "pyotp")
DESK_SERVER = "arpad.web_desk.server"
FIRST_HANDLE, FIRST_NAME = "first", "First Officer"
FIRST_ROLES = ("administrator", "rating-officer")


def need_desk_server() -> Any:
    """Return the server of the desk, which the command line does not know. Refused without the libraries it needs."""
    need_office_libraries()
    if not all(find_spec(library) for library in DESK_LIBRARIES):
        raise UserError("desk-libraries-missing", Remedy.to("install-extra", extra="web"))
    return import_module(DESK_SERVER)


def found_rehearsal(call: OfficeCall) -> str:
    """Found a rehearsal with one account, which is administrator and rating officer; return the secret of its link."""
    from arpad.office import accounts, care

    care.found_office(care.FoundingRequest(call.db, officer_name(call.who), rehearsal=True, now=date.today()))
    with call.desk() as desk:
        _, link = accounts.set_up_account(desk, accounts.NewAccount(FIRST_HANDLE, FIRST_NAME), FIRST_ROLES)
        return link.secret


@office_verb("db who")
def serve_desk(
    call: OfficeCall,
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help="Where to listen.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", metavar="NUMBER", min=0, max=65535, help="On which port; 0 for a free one.")
    ] = 8001,
    origin: Annotated[
        str,
        typer.Option("--origin", metavar="URL", help="The desk's address, https://…; else http://localhost:PORT."),
    ] = "",
    proxy: Annotated[
        list[str] | None,
        typer.Option("--proxy", metavar="ADDRESS", help="A proxy, or a network, whose X-Forwarded-For is believed."),
    ] = None,
    new: Annotated[
        bool, typer.Option("--new", help="Found a rehearsal office first, and print a link for its first account.")
    ] = False,
) -> None:
    """Serve the desk: arbiters send reports, officers decide and publish, administrators keep accounts.

    It is a process of its own beside the public site. People sign in with a passkey, or with a password and a code.
    Passkeys need https; on this machine http://localhost works.

    [bold]Examples[/bold]

      arpad desk --new                                 an office to try things, and the link of the first account

      arpad desk --db office.db --origin https://desk.example.org --proxy 127.0.0.1
    """
    server = need_desk_server()
    secret = found_rehearsal(call) if new else ""

    def started(address: str) -> None:
        print(address, flush=True)
        if secret:
            print(Note.of("desk/first-link"), flush=True)
            print_link(address, secret)

    server.serve_desk(server.DeskServerSettings(call.db, host, port, origin, tuple(proxy or ())), started)
