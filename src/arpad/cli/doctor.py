"""`arpad doctor`, `arpad repair` and `arpad log`: check an office, repair what loses no row, and read its log."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.office_session import OfficeCall, need_office_libraries, office_verb, officer_name, parse_day
from arpad.plaintext import visible

if TYPE_CHECKING:
    from arpad.office.care import Diagnosis


EXIT_UNHEALTHY = 1
NO_OFFICER = "-"  # whoever reads the log changes nothing


@office_verb("json db now")
def check_office(
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
    need_office_libraries()
    from arpad.cli.files import progress_bar
    from arpad.office import care

    examination = care.examine_office(care.DoctorRequest(call.db, parse_day(call.now, "--now"), waiting), progress_bar)
    if not call.print_json("doctor", examination):
        print_checks(examination.office, examination.checks)
    if not examination.healthy:
        raise typer.Exit(EXIT_UNHEALTHY)


def print_checks(office: str, checks: Sequence[Diagnosis]) -> None:
    """What must hold, whether it does, and what to do where it does not."""
    from arpad.cli.output import print_table
    from arpad.finding import Note
    from arpad.messages import advise
    from arpad.office.care import State

    rows = [(check.check, check.state.value, check.holds.sentence) for check in checks]
    print_table(("check", "state", "what must hold"), rows)
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
def show_log(
    call: OfficeCall,
    since: Annotated[str, typer.Option("--since", metavar="YYYY-MM-DD", help="From this day on.")] = "",
    who: Annotated[str, typer.Option("--who", metavar="NAME", help="Only what this person did.")] = "",
    action: Annotated[str, typer.Option("--action", metavar="VERB", help="Only this, as in publish.")] = "",
    last: Annotated[int, typer.Option("--last", metavar="N", help="Only so many of the newest.", min=0)] = 0,
    entry: Annotated[int, typer.Option("--entry", metavar="N", help="One entry in full, from the journal.", min=0)] = 0,
) -> None:
    """Show the log: who did what, when and why. One entry in full shows its request and every row that it wrote.

    [bold]Examples[/bold]

      arpad log --last 20

      arpad log --since 2026-11-01 --action publish

      arpad log --entry 1187
    """
    from arpad.cli.output import print_table
    from arpad.office.care import LogQuery
    from arpad.office.care import read_log as read

    if entry:
        _print_journal_entry(call, entry)
        return
    with call.desk(NO_OFFICER) as desk:
        entries = read(desk, LogQuery(parse_day(since, "--since"), who, action, last))
    if call.print_json("log", entries):
        return
    rows = [(e.seq, e.day, e.at.isoformat()[:19], e.who, e.action, e.subject, e.why) for e in entries]
    cells = [[" ".join(str(cell).split()) for cell in row] for row in rows]  # an entry is a line
    print_table(("entry", "day", "at (UTC)", "who", "action", "subject", "why"), cells)


def _print_journal_entry(call: OfficeCall, number: int) -> None:
    """Print one entry of the log with its request and its effects."""
    import json

    from arpad.office import care

    with call.desk(NO_OFFICER) as desk:
        shown = care.show_log_entry(desk, number)
    if call.print_json("log --entry", shown):
        return
    entry = shown.entry
    facts = {
        "entry": entry.seq, "day": entry.day, "at (UTC)": entry.at.isoformat()[:19], "who": entry.who,
        "action": entry.action, "subject": entry.subject, "why": entry.why, "act": shown.act, "actor": shown.actor,
        "channel": shown.channel, "call": shown.call, "seen": shown.seen, "law": shown.law, "build": shown.build,
        "link": shown.link,
    }  # fmt: skip
    for name, value in facts.items():
        if value:
            print(f"{name:<9} {visible(str(value))}")
    if shown.request is not None:
        print(f"request   {visible(json.dumps(shown.request, ensure_ascii=False))}")
    for change in shown.changes:
        print(f"\n{change.table}")
        for effect in change.effects:
            print(f"  {visible(json.dumps(effect, ensure_ascii=False))}")


@office_verb("why dry json")
def repair_office(
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
    need_office_libraries()
    from arpad.finding import Note
    from arpad.office import care

    done = care.repair_office(
        care.RepairRequest(call.db, officer_name(call.who), call.why, what, parse_day(call.now, "--now"), call.dry)
    )
    if call.print_json("repair", done):
        return
    for repaired in done.repaired:
        print(Note.of("repaired", what=repaired.what, entry=repaired.entry))
        for problem in repaired.found:
            print(f"  - {problem.sentence}")
    if not done.repaired:
        print(Note.of("nothing-to-repair", office=done.office))
    if call.dry:
        print("dry run: nothing was kept", file=sys.stderr)
