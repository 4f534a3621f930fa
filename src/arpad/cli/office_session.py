"""Options of every office verb, and opening the office for an officer."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated, Any, Concatenate, ParamSpec

import typer

from arpad.cli.option_groups import GroupedVerb, OptionGroup
from arpad.finding import Problem, Remedy, UserError
from arpad.frozen import dataclass
from arpad.plaintext import visible

if TYPE_CHECKING:
    from arpad.office.desk import Desk


OFFICE_PANEL = "The office"

DbOption = Annotated[
    str,
    typer.Option(
        "--db",
        envvar="ARPAD_DB",
        metavar="FILE|URL",
        help="The office: a SQLite file, or postgresql://…",
        rich_help_panel=OFFICE_PANEL,
    ),
]
WhoOption = Annotated[
    str,
    typer.Option(
        "--who",
        envvar="ARPAD_WHO",
        metavar="NAME",
        help="Who does this; it stands in the log.",
        rich_help_panel=OFFICE_PANEL,
    ),
]
NowOption = Annotated[
    str, typer.Option("--now", metavar="YYYY-MM-DD", help="The day, in a rehearsal only.", rich_help_panel=OFFICE_PANEL)
]
DryRunOption = Annotated[
    bool, typer.Option("--dry-run", help="Do everything and keep nothing.", rich_help_panel=OFFICE_PANEL)
]
YesOption = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask again.", rich_help_panel=OFFICE_PANEL)]
AsJsonOption = Annotated[bool, typer.Option("--json", help="The answer as JSON.", rich_help_panel=OFFICE_PANEL)]
SeenOption = Annotated[
    str,
    typer.Option("--seen", metavar="VERSION", help="Decide only if this is still the version that was displayed."),
]
WhyOption = Annotated[str, typer.Option("--why", metavar="TEXT", help="The reason; it stands in the log.")]

DEFAULT_DB, DEFAULT_WHO, DEFAULT_NOW = "arpad.db", "", ""
CHANNEL = "command line"  # stands in the journal
OFFICER = "officer"  # stands in the log where nobody said who acts
ENVIRONMENT_CHECKS = (
    "modes",
    "clock",
    "journal",
    "durable-server",
)  # checks of what stands around an office, not in it
EXPECTED_ERRORS = (Problem, OSError, typer.Exit, typer.Abort)  # ways to end that are told as they are


def parse_day(text: str, option: str) -> date | None:
    """A day given on the command line."""
    from arpad.days import read_meant_day

    try:
        return read_meant_day(text) if text else None
    except ValueError:
        raise UserError("no-day", option=option, text=text) from None


def officer_name(who: str) -> str:
    """Who acts: the name that is typed or set, else the word `officer`; never the name of the account."""
    return who.strip() or OFFICER


@dataclass(frozen=True)
class OfficeCall:
    """The options that office verbs share, as one call has them. A verb without one of them has its default."""

    db: str = DEFAULT_DB
    who: str = DEFAULT_WHO
    now: str = DEFAULT_NOW
    dry: bool = False
    yes: bool = False
    as_json: bool = False
    why: str = ""
    seen: str = ""

    @contextmanager
    def desk(self, who: str = "") -> Iterator[Desk]:
        """The desk of the office; `who` acts, where it is not the officer of the call."""
        need_office_libraries()
        from arpad.office.desk import open_office

        with open_office(self.db, officer_name(who or self.who), parse_day(self.now, "--now"), self.dry) as desk:
            try:
                with report_damaged_office(self.db):
                    yield replace(desk, channel=CHANNEL, seen=self.seen)
            finally:
                if desk.store.unread:
                    note = Problem("texts-unread", Remedy.to("ask-doctor"), texts=len(desk.store.unread))
                    print(f"arpad: {note}", file=sys.stderr)
        if self.dry:
            print("dry run: nothing was kept", file=sys.stderr)

    def print_json(self, verb: str, value: Any) -> bool:
        """Print the typed answer of a verb as JSON where that is asked for; whether it was."""
        from arpad.cli.output import print_answer

        if self.as_json:
            print_answer(verb, value)
        return self.as_json


SHARED_OPTIONS: dict[str, tuple[str, Any, Any]] = {
    "db": ("db", DbOption, DEFAULT_DB),
    "who": ("who", WhoOption, DEFAULT_WHO),
    "now": ("now", NowOption, DEFAULT_NOW),
    "dry": ("dry", DryRunOption, False),
    "yes": ("yes", YesOption, False),
    "json": ("as_json", AsJsonOption, False),
    "why": ("why", WhyOption, ""),
    "seen": ("seen", SeenOption, ""),
}
"""The shared options by their short name: the field of a call, the option, and its default."""

P = ParamSpec("P")


def office_verb(options: str = "") -> Callable[[Callable[Concatenate[OfficeCall, P], None]], GroupedVerb]:
    """Give a verb the shared options that are named, in the order of its help; `db who now` unless it names `db`, and
    `yes` if it changes something: then it takes a reason or can be tried out."""
    names = options.split()
    if "yes" not in names and ("why" in names or ("dry" in names and "db" not in names)):
        names.append("yes")
    if "db" not in names:
        names += ["db", "who", "now"]
    shared = {field: (annotation, default) for field, annotation, default in map(SHARED_OPTIONS.__getitem__, names)}
    return lambda verb: GroupedVerb(verb, OptionGroup(OfficeCall, shared))


@contextmanager
def report_damaged_office(db: str) -> Iterator[None]:
    """Turn an unexpected failure into a `UserError` if the doctor finds the office damaged; pass it on otherwise."""
    try:
        yield
    except EXPECTED_ERRORS:
        raise
    except Exception as error:
        _raise_if_damaged(db, error)
        raise


def _raise_if_damaged(db: str, error: Exception) -> None:
    from arpad.office import care

    checks = care.examine_office(care.DoctorRequest(db)).checks
    if any(check.state == care.State.WRONG and check.check not in ENVIRONMENT_CHECKS for check in checks):
        raise UserError("office-damaged", Remedy.to("ask-doctor"), reason=f"{type(error).__name__}: {error}") from error


def need_office_libraries() -> None:
    """Refuse if the libraries that an office needs are not installed."""
    if not all(find_spec(library) for library in ("alembic", "sqlalchemy")):
        raise UserError("library-missing", Remedy.to("install-extra", extra="office"))


def confirm(question: str, yes: bool) -> None:
    """Ask before something that cannot be undone. Without a terminal only --yes confirms it."""
    if yes:
        return
    if not sys.stdin.isatty():
        raise UserError("nobody-to-ask", Remedy.to("say-yes"), question=question)
    try:
        meant = typer.confirm(visible(question), err=True)
    except typer.Abort:  # the answer was the end of the input
        meant = False
    if not meant:
        raise UserError("nothing-changed")
