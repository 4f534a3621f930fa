"""What every verb of the office shares: its options, and how an officer sits down at the desk."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from getpass import getuser
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.finding import Misuse

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


def day(text: str, option: str) -> date | None:
    """A day given on the command line."""
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise Misuse(f"{option} {text}: expected a day written YYYY-MM-DD") from None


def officer(who: str) -> str:
    """Who acts: the name given, or the account's."""
    if who.strip():
        return who.strip()
    try:
        return getuser()
    except (KeyError, OSError):
        raise Misuse("say who acts: --who NAME, or set ARPAD_WHO") from None


@contextmanager
def sit_down(db: str, who: str, now: str, dry: bool = False) -> Iterator[Desk]:
    """The desk of an office that is there."""
    store_of()
    from arpad.office.desk import open_desk
    from arpad.office.store.engine import connect

    store = connect(db)
    try:
        yield open_desk(store, officer(who), day(now, "--now"), dry)
    finally:
        store.close()
    if dry:
        print("dry run: nothing was kept", file=sys.stderr)


def store_of() -> None:
    """An office needs more than the calculators do."""
    try:
        import alembic  # noqa: F401
        import sqlalchemy  # noqa: F401
    except ImportError:
        raise Misuse("an office needs its database library: pip install 'arpad[office]'") from None


def confirm(question: str, yes: bool) -> None:
    """Ask before something that cannot be taken back; without a terminal, --yes is the answer."""
    if yes:
        return
    if not sys.stdin.isatty():
        raise Misuse(f"{question} Nobody is there to ask: add --yes")
    if not typer.confirm(question, err=True):
        raise Misuse("nothing was changed")


def plain() -> bool:
    """Whether the output is not read by a person at a terminal."""
    return not sys.stdout.isatty() or bool(os.environ.get("NO_COLOR"))
