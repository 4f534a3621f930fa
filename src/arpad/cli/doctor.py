"""`arpad doctor` and `arpad log`: is the office in order, and who did what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.desk import OfficeCall, day, need_office, office_verb
from arpad.plaintext import visible

if TYPE_CHECKING:
    from arpad.office.care import Diagnosis

UNHEALTHY = 1
NOBODY = "-"  # whoever reads the log changes nothing


@office_verb("json db now")
def doctor(
    call: OfficeCall,
    waiting: Annotated[
        int, typer.Option("--waiting", metavar="DAYS", help="How long a report may wait for a decision.", min=0)
    ] = 3,
) -> None:
    """Look the office over: database, history, lists, reports. Nothing is changed.

    Exit code 0: all in order, or advice only; 1: something needs attention.

    [bold]Examples[/bold]

      arpad doctor

      arpad doctor --json --db postgresql://arpad@host/arpad
    """
    need_office()
    from arpad.cli.files import progress
    from arpad.office import care

    examination = care.doctor(care.Visit(call.db, day(call.now, "--now"), waiting), progress)
    if not call.print_json("doctor", examination):
        show_checks(examination.office, examination.checks)
    if not examination.healthy:
        raise typer.Exit(UNHEALTHY)


def show_checks(office: str, checks: Sequence[Diagnosis]) -> None:
    """What must hold, whether it does, and what to do where it does not."""
    from arpad.cli.output import table
    from arpad.finding import Note
    from arpad.messages import advise
    from arpad.office.care import State

    rows = [(check.check, check.state.value, check.holds.sentence) for check in checks]
    table(("check", "state", "what must hold"), rows)
    for check in checks:
        if check.found:
            print()
            print(f"{check.check} ({check.state.value})")
            lines = [*map(str, check.found), *([f"and {check.more} more"] if check.more else [])]
            for line in lines:
                print(f"  - {visible(line)}")
            print(f"  what helps: {advise(check.remedy)}")
    wrong = sum(check.state is State.WRONG for check in checks)
    advice = sum(check.state is State.ADVICE for check in checks)
    print()
    print(Note.of("doctor-summary", office=office, checks=len(checks), wrong=wrong, advice=advice))


@office_verb("json db")
def log(
    call: OfficeCall,
    since: Annotated[str, typer.Option("--since", metavar="YYYY-MM-DD", help="From this day on.")] = "",
    who: Annotated[str, typer.Option("--who", metavar="NAME", help="Only what this person did.")] = "",
    action: Annotated[str, typer.Option("--action", metavar="VERB", help="Only this, as in publish.")] = "",
    last: Annotated[int, typer.Option("--last", metavar="N", help="Only so many of the newest.", min=0)] = 0,
) -> None:
    """Show the log: who did what, when and why.

    [bold]Examples[/bold]

      arpad log --last 20

      arpad log --since 2026-11-01 --action publish
    """
    from arpad.cli.output import table
    from arpad.office.care import LogQuery
    from arpad.office.care import log as read

    with call.desk(NOBODY) as desk:
        entries = read(desk, LogQuery(day(since, "--since"), who, action, last))
    if call.print_json("log", entries):
        return
    rows = [(e.seq, e.day, e.at.isoformat()[:19], e.who, e.action, e.subject, e.why) for e in entries]
    cells = [[" ".join(str(cell).split()) for cell in row] for row in rows]  # an entry is a line
    table(("entry", "day", "at (UTC)", "who", "action", "subject", "why"), cells)
