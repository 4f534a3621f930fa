"""What every verb of the office shares: its options, and how an officer sits down at the desk."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from functools import update_wrapper
from getpass import getuser
from importlib.util import find_spec
from inspect import Parameter, Signature, signature
from typing import TYPE_CHECKING, Annotated, Any, Concatenate, ParamSpec

import typer

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
AROUND = ("modes", "clock", "journal", "durable-server")  # checks of what stands around an office, not in it
EXPECTED = (Problem, OSError, typer.Exit, typer.Abort)  # ways to end that are told as they are


def day(text: str, option: str) -> date | None:
    """A day given on the command line."""
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise Misuse("no-day", option=option, text=text) from None


def officer(who: str) -> str:
    """Who acts: the name given, or the account's."""
    if who.strip():
        return who.strip()
    try:
        return getuser()
    except (KeyError, OSError):
        raise Misuse("nobody-acts", Remedy.to("say-who")) from None


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


class OfficeVerb:
    """A verb whose shared options are behind its own. Its signature is put together only when Typer asks for it."""

    def __init__(self, verb: Callable[..., None], options: list[str]) -> None:
        self._verb, self._options = verb, options
        update_wrapper(self, verb)

    @property
    def __signature__(self) -> Signature:
        _, *own = signature(self._verb, eval_str=True).parameters.values()
        shared = [
            Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, default=default, annotation=annotation)
            for name, annotation, default in (OPTIONS[option] for option in self._options)
        ]
        return Signature([*own, *shared])

    def __call__(self, **values: Any) -> None:
        shared = {name: values.pop(name) for name, _, _ in (OPTIONS[option] for option in self._options)}
        self._verb(OfficeCall(**shared), **values)


def office_verb(options: str = "") -> Callable[[Callable[Concatenate[OfficeCall, P], None]], OfficeVerb]:
    """Give a verb the shared options that are named, in the order of its help; `db who now` unless it names `db`."""
    names = options.split()
    if "db" not in names:
        names += ["db", "who", "now"]
    return lambda verb: OfficeVerb(verb, names)


@contextmanager
def blamed(db: str) -> Iterator[None]:
    """Whose fault it is where something goes wrong: an office's that the doctor finds ill, which is told, or ours."""
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
    """An office needs more than the calculators do."""
    if not all(find_spec(library) for library in ("alembic", "sqlalchemy")):
        raise Misuse("library-missing", Remedy.to("install-extra", extra="office"))


def confirm(question: str, yes: bool) -> None:
    """Ask before something that cannot be taken back; without a terminal, --yes is the answer."""
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
