"""`arpad event change`: the code, the series and the days of an event that is not rated yet."""

from __future__ import annotations

from typing import Annotated

import typer

from arpad.cli.desk import OfficeCall, day, office_verb
from arpad.finding import Note


@office_verb("why dry json")
def change(
    call: OfficeCall,
    event: Annotated[str, typer.Argument(metavar="EVENT", help="The event, by its code.")],
    code: Annotated[str, typer.Option("--code", metavar="CODE", help="The code it should have.")] = "",
    series: Annotated[str, typer.Option("--series", metavar="NAME", help="The series it belongs to.")] = "",
    start: Annotated[str, typer.Option("--start", metavar="YYYY-MM-DD", help="Its first day.")] = "",
    end: Annotated[str, typer.Option("--end", metavar="YYYY-MM-DD", help="Its last day.")] = "",
    schedule: Annotated[
        str, typer.Option("--schedule", metavar="DAYS", help="The day of each round, with commas between.")
    ] = "",
) -> None:
    """Change the code, the series or the days of an event, as long as nothing of it is rated.

    What it was stays in the book. A report that was admitted is to be admitted anew. Everything else of an event is
    changed by registering it again.

    [bold]Examples[/bold]

      arpad event change spring-open --end 2026-04-07 --why 'a day of rest was added'

      arpad event change spring-open --code spring-2026 --series fide-rapid --why 'it is a rapid event' --dry-run
    """
    from arpad.cli.output import table
    from arpad.office import events

    days = day(start, "--start"), day(end, "--end")
    rounds = tuple(each for text in schedule.split(",") if (each := day(text.strip(), "--schedule")))
    asked = events.EventChange(event, call.why, code, series, *days, rounds)
    with call.desk() as desk:
        done = events.change(desk, asked)
    if call.print_json("event change", done):
        return
    if not done.changed:
        print(Note.of("nothing-changes", what=done.after.code))
        return
    both = [(name, getattr(done.before, name), getattr(done.after, name)) for name in done.changed]
    rows = [(name, *(_words(value) for value in values)) for name, *values in both]
    table((done.after.code, "before", "after"), rows)
    if done.again:
        print(Note.of("admit-again", events=done.again))


def _words(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
