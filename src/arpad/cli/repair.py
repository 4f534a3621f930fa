"""`arpad repair`: put right what can be repaired without losing a row."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from arpad.cli.desk import OfficeCall, day, need_office, office_verb, officer


@office_verb("why dry json")
def repair(
    call: OfficeCall,
    what: Annotated[
        str,
        typer.Argument(metavar="[WHAT]", help="clock, founding, modes, triggers, indexes or texts; or all."),
    ] = "",
) -> None:
    """Put right what `arpad doctor` names, where no row is lost by it.

    Each repair is one transaction with an entry in the log, which keeps what was there before.

    [bold]Examples[/bold]

      arpad repair --dry-run --why 'what would be done'

      arpad repair clock --why 'the machine stood in 2036 for an hour'
    """
    need_office()
    from arpad.finding import Note
    from arpad.office import care

    done = care.repair(care.RepairRequest(call.db, officer(call.who), call.why, what, day(call.now, "--now"), call.dry))
    if call.print_json("repair", done):
        return
    for each in done.repaired:
        print(Note.of("repaired", what=each.what, entry=each.entry))
        for found in each.found:
            print(f"  - {found.sentence}")
    if not done.repaired:
        print(Note.of("nothing-to-repair", office=done.office))
    if call.dry:
        print("dry run: nothing was kept", file=sys.stderr)
