"""Options of every office verb, and opening the office for the officer of a call."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated, Any, Concatenate, ParamSpec

import typer

from arpad.cli.option_groups import GroupedVerb, OptionGroup
from arpad.finding import Misuse, Problem, Remedy
from arpad.plaintext import visible

if TYPE_CHECKING:
    from arpad.office.desk import Desk

OFFICE = "The office"

Db = Annotated[
    str,
    typer.Option(
        "--db",
        envvar="ARPAD_DB",
        metavar="FILE|URL",
        help="The office: a SQLite file, or postgresql://…",
        rich_help_panel=OFFICE,
    ),
]
Who = Annotated[
    str,
    typer.Option(
        "--who", envvar="ARPAD_WHO", metavar="NAME", help="Who does this; it stands in the log.", rich_help_panel=OFFICE
    ),
]
Now = Annotated[
    str, typer.Option("--now", metavar="YYYY-MM-DD", help="The day, in a rehearsal only.", rich_help_panel=OFFICE)
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Do everything and keep nothing.", rich_help_panel=OFFICE)]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask again.", rich_help_panel=OFFICE)]
AsJson = Annotated[bool, typer.Option("--json", help="The answer as JSON.", rich_help_panel=OFFICE)]
Why = Annotated[str, typer.Option("--why", metavar="TEXT", help="The reason; it stands in the log.")]

DB, WHO, NOW = "arpad.db", "", ""
OFFICER = "officer"  # stands in the log where nobody said who acts
AROUND = ("modes", "clock", "journal", "durable-server")  # checks of what stands around an office, not in it
EXPECTED = (Problem, OSError, typer.Exit, typer.Abort)  # ways to end that are told as they are


def day(text: str, option: str) -> date | None:
    """A day given on the command line."""
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise Misuse("no-day", option=option, text=text) from None


def officer(who: str) -> str:
    """Who acts: the name that is typed or set, else the word `officer`; never the name of the account."""
    return who.strip() or OFFICER


@dataclass(frozen=True)
class OfficeCall:
    """The options that office verbs share, as one call has them. A verb without one of them has its default."""

    db: str = DB
    who: str = WHO
    now: str = NOW
    dry: bool = False
    yes: bool = False
    as_json: bool = False
    why: str = ""

    @contextmanager
    def desk(self, who: str = "") -> Iterator[Desk]:
        """The desk of the office; `who` acts, where it is not the officer of the call."""
        need_office()
        from arpad.office.desk import open_office

        with open_office(self.db, officer(who or self.who), day(self.now, "--now"), self.dry) as desk:
            try:
                with blamed(self.db):
                    yield desk
            finally:
                if desk.store.unread:
                    note = Problem("texts-unread", Remedy.to("ask-doctor"), texts=len(desk.store.unread))
                    print(f"arpad: {note}", file=sys.stderr)
        if self.dry:
            print("dry run: nothing was kept", file=sys.stderr)

    def print_json(self, verb: str, value: Any) -> bool:
        """Print the typed answer of a verb as JSON where that is asked for; whether it was."""
        from arpad.cli.output import answer

        if self.as_json:
            answer(verb, value)
        return self.as_json


OPTIONS: dict[str, tuple[str, Any, Any]] = {
    "db": ("db", Db, DB),
    "who": ("who", Who, WHO),
    "now": ("now", Now, NOW),
    "dry": ("dry", DryRun, False),
    "yes": ("yes", Yes, False),
    "json": ("as_json", AsJson, False),
    "why": ("why", Why, ""),
}
"""The shared options by their short name: the field of a call, the option, and its default."""

P = ParamSpec("P")


def office_verb(options: str = "") -> Callable[[Callable[Concatenate[OfficeCall, P], None]], GroupedVerb]:
    """Give a verb the shared options that are named, in the order of its help; `db who now` unless it names `db`."""
    names = options.split()
    if "db" not in names:
        names += ["db", "who", "now"]
    shared = {field: (annotation, default) for field, annotation, default in map(OPTIONS.__getitem__, names)}
    return lambda verb: GroupedVerb(verb, OptionGroup(OfficeCall, shared))


@contextmanager
def blamed(db: str) -> Iterator[None]:
    """Turn an unexpected failure into a `Misuse` if the doctor finds the office damaged; pass it on otherwise."""
    try:
        yield
    except EXPECTED:
        raise
    except Exception as error:
        _damaged(db, error)
        raise


def _damaged(db: str, error: Exception) -> None:
    from arpad.office import care

    checks = care.doctor(care.Visit(db)).checks
    if any(check.state == care.State.WRONG and check.check not in AROUND for check in checks):
        raise Misuse("office-damaged", Remedy.to("ask-doctor"), reason=f"{type(error).__name__}: {error}") from error


def need_office() -> None:
    """Refuse if the libraries that an office needs are not installed."""
    if not all(find_spec(library) for library in ("alembic", "sqlalchemy")):
        raise Misuse("library-missing", Remedy.to("install-extra", extra="office"))


def confirm(question: str, yes: bool) -> None:
    """Ask before something that cannot be undone. Without a terminal only --yes confirms it."""
    if yes:
        return
    if not sys.stdin.isatty():
        raise Misuse("nobody-to-ask", Remedy.to("say-yes"), question=question)
    try:
        meant = typer.confirm(visible(question), err=True)
    except typer.Abort:  # the answer was the end of the input
        meant = False
    if not meant:
        raise Misuse("nothing-changed")
