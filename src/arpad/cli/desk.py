"""`arpad desk`: the desk on the web, for people who sign in."""

from __future__ import annotations

import signal
from datetime import date
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.account import print_link
from arpad.cli.office_session import OfficeCall, need_office_libraries, office_verb, officer_name
from arpad.finding import Note, Remedy, UserError

if TYPE_CHECKING:
    from arpad.office.jobs import Job

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
    no_work: Annotated[
        bool, typer.Option("--no-work", help="Leave work in the background to `arpad work`, which may have the key.")
    ] = False,
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

    settings = server.DeskServerSettings(call.db, host, port, origin, tuple(proxy or ()), works=not no_work)
    server.serve_desk(settings, started)


@office_verb("db")
def work_in_background(
    call: OfficeCall,
    once: Annotated[bool, typer.Option("--once", help="Do what waits now, then end.")] = False,
) -> None:
    """Do the work that people ask for on the desk: previews, publications, imports. It runs beside `arpad desk`.

    Work that was interrupted is done again, once. Run it as a user of its own that alone can read the signing key, and
    the desk with --no-work: then whoever breaks into the desk cannot sign a list. A signal ends it after the work that
    it does.

    [bold]Examples[/bold]

      arpad work --db office.db

      arpad work --db office.db --once                 from a timer of the system
    """
    need_office_libraries()
    from arpad.office import jobs, proofs

    with call.desk(jobs.WORKER) as desk:
        worker = jobs.Worker(desk.store)
        print(Note.of("work/begun", office=desk.store.address))
        print(Note.of(KEY_NOTES[proofs.find_key(desk)]), flush=True)
        for each in (signal.SIGINT, signal.SIGTERM):
            signal.signal(each, lambda *_: worker.stop())
        worker.run(_tell_job, once)


KEY_NOTES = {"here": "work/key-here", "no-key": "work/no-key", "elsewhere": "work/key-elsewhere"}


def _tell_job(job: Job) -> None:
    print(Note.of("work/ended", number=job.number, work=job.work, state=job.state.value), flush=True)
