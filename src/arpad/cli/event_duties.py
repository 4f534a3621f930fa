"""`arpad event due`: what is due of each event, and what is overdue."""

from __future__ import annotations

from typing import Annotated

import typer

from arpad.cli.office_session import OfficeCall, office_verb, parse_day


@office_verb("json")
def list_duties(
    call: OfficeCall,
    series: Annotated[str, typer.Option("--series", metavar="NAME", help="Only this series.")] = "",
    until: Annotated[str, typer.Option("--until", metavar="YYYY-MM-DD", help="Only what is due up to this day.")] = "",
    overdue: Annotated[bool, typer.Option("--overdue", help="Only what is overdue.")] = False,
) -> None:
    """What is due of each event: registration, monthly parts, report, first list, appeal.

    A duty that is fulfilled is left out. Nothing is decided by it and nobody is reminded.

    [bold]Examples[/bold]

      arpad event due                                  everything, by day

      arpad event due --overdue                        what should have come

      arpad event due --until 2026-04-01 --json
    """
    from arpad.cli.output import print_table
    from arpad.office import duties

    query = duties.DutyQuery(series, parse_day(until, "--until"), overdue)
    with call.desk("reader") as desk:
        found = duties.list_duties(desk, query)
    if call.print_json("event due", found):
        return
    rows = [
        (duty.due, "overdue" if duty.overdue else "", duty.what, duty.event, duty.series, ", ".join(duty.articles))
        for duty in found
    ]
    print_table(("due", "", "what", "event", "series", "article"), rows)
