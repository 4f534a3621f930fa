"""`arpad doctor` and `arpad log`: is the office in order, and who did what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.desk import DB, NOW, AsJson, Db, Now, day, need_office, sit_down
from arpad.plaintext import visible

if TYPE_CHECKING:
    from arpad.office.care import Diagnosis

UNHEALTHY = 1
NOBODY = "-"  # whoever reads the log changes nothing


def doctor(
    waiting: Annotated[
        int, typer.Option("--waiting", metavar="DAYS", help="How long a report may wait for a decision.", min=0)
    ] = 3,
    as_json: AsJson = False,
    db: Db = DB,
    now: Now = NOW,
) -> None:
    """Look the office over: database, history, lists, reports. Nothing is changed.

    Exit code 0: all in order, or advice only; 1: something needs attention.

    [bold]Examples[/bold]

      arpad doctor

      arpad doctor --json --db postgresql://arpad@host/arpad
    """
    need_office()
    from arpad.cli.files import progress
    from arpad.cli.output import answer
    from arpad.office import care

    examination = care.doctor(care.Visit(db, day(now, "--now"), waiting), progress)
    if as_json:
        answer("doctor", examination)
    else:
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


def log(
    since: Annotated[str, typer.Option("--since", metavar="YYYY-MM-DD", help="From this day on.")] = "",
    who: Annotated[str, typer.Option("--who", metavar="NAME", help="Only what this person did.")] = "",
    action: Annotated[str, typer.Option("--action", metavar="VERB", help="Only this, as in publish.")] = "",
    last: Annotated[int, typer.Option("--last", metavar="N", help="Only so many of the newest.", min=0)] = 0,
    as_json: AsJson = False,
    db: Db = DB,
) -> None:
    """Show the log: who did what, when and why.

    [bold]Examples[/bold]

      arpad log --last 20

      arpad log --since 2026-11-01 --action publish
    """
    from arpad.cli.output import answer, table
    from arpad.office.care import LogQuery
    from arpad.office.care import log as read

    with sit_down(db, NOBODY, "") as desk:
        entries = read(desk, LogQuery(day(since, "--since"), who, action, last))
    if as_json:
        answer("log", entries)
        return
    rows = [(e.seq, e.day, e.at.isoformat()[:19], e.who, e.action, e.subject, e.why) for e in entries]
    cells = [[" ".join(str(cell).split()) for cell in row] for row in rows]  # an entry is a line
    table(("entry", "day", "at (UTC)", "who", "action", "subject", "why"), cells)
