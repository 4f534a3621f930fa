"""`arpad status`: where the office stands, and what to do next. `arpad` alone shows it where an office is."""

from __future__ import annotations

import os
from itertools import groupby
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.office_session import DEFAULT_DB, OfficeCall, office_verb
from arpad.finding import Note

if TYPE_CHECKING:
    from arpad.office.status import OfficeStatus

TASKS_OF_A_KIND = 8  # that are shown without --all


@office_verb("json")
def show_status(
    call: OfficeCall,
    all_: Annotated[bool, typer.Option("--all", help="Every task, also where there are many of one kind.")] = False,
) -> None:
    """Where the office stands, and what to do next, each with its command.

    `arpad` alone shows the same in a directory with an office (arpad.db), or where ARPAD_DB names one.

    [bold]Examples[/bold]

      arpad status                               lists that are due, events that wait, deadlines of this week

      arpad status --json                        the same for programs
    """
    from arpad.office import status

    with call.desk() as desk:
        office = status.show_status(desk)
    if not call.print_json("status", office):
        _print_status(office, all_)


def _print_status(office: OfficeStatus, every_task: bool) -> None:
    from arpad.cli.output import headings, print_table

    home = f" {office.home}" if office.home else ""
    rehearsal = f", {Note.of('status/rehearsal')}" if office.rehearsal else ""
    print(f"{office.office}{home}, {office.today}{rehearsal}\n")
    if office.series:
        rows = [
            (
                each.series,
                each.newest or "-",
                each.next_ or "-",
                each.closes or "-",
                each.events if each.computed else "",
            )
            for each in office.series
        ]
        print_table(headings("series", "newest-list", "next-list", "period-ends", "events-waiting"), rows)
        print()
    if not office.tasks:
        print(Note.of("status/nothing"))
        return
    lines: list[tuple[str, str]] = []
    for _, tasks_of_kind in groupby(office.tasks, lambda task: task.kind):
        tasks = list(tasks_of_kind)
        shown = tasks if every_task else tasks[:TASKS_OF_A_KIND]
        lines += [(str(task.note), task.command) for task in shown]
        if len(tasks) > len(shown):
            lines.append((str(Note.of("status/more", tasks=len(tasks) - len(shown))), ""))
    print_table(headings("to-do", "command"), lines)


def office_is_here() -> bool:
    """Return whether `arpad` alone has an office to show: a database that the environment names, or arpad.db here."""
    address = os.environ.get("ARPAD_DB") or DEFAULT_DB
    return "://" in address or os.path.exists(address)
