"""`arpad repair`: put right what can be repaired without losing a row."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from arpad.cli.desk import DB, NOW, WHO, AsJson, Db, DryRun, Now, Who, Why, day, need_office, officer


def repair(
    what: Annotated[
        str,
        typer.Argument(metavar="[WHAT]", help="clock, founding, modes, triggers, indexes or texts; or all."),
    ] = "",
    why: Why = "",
    dry: DryRun = False,
    as_json: AsJson = False,
    db: Db = DB,
    who: Who = WHO,
    now: Now = NOW,
) -> None:
    """Put right what `arpad doctor` names, where no row is lost by it.

    Each repair is one transaction with an entry in the log, which keeps what was there before.

    [bold]Examples[/bold]

      arpad repair --dry-run --why 'what would be done'

      arpad repair clock --why 'the machine stood in 2036 for an hour'
    """
    need_office()
    from arpad.cli.output import answer
    from arpad.finding import Note
    from arpad.office import care

    done = care.repair(care.RepairRequest(db, officer(who), why, what, day(now, "--now"), dry))
    if as_json:
        answer("repair", done)
        return
    for each in done.repaired:
        print(Note.of("repaired", what=each.what, entry=each.entry))
        for found in each.found:
            print(f"  - {found.sentence}")
    if not done.repaired:
        print(Note.of("nothing-to-repair", office=done.office))
    if dry:
        print("dry run: nothing was kept", file=sys.stderr)
