"""`arpad office`: what the office is, and how its home, its time zone and a rehearsal's day are put right."""

from __future__ import annotations

from typing import Annotated

import typer

from arpad.cli.desk import OfficeCall, confirm, day, office_verb
from arpad.finding import Note

office = typer.Typer(
    help="What the office is, and how that is put right.", no_args_is_help=True, rich_markup_mode="rich"
)


@office.command("show")
@office_verb("json")
def show(call: OfficeCall) -> None:
    """The home of the office, its time zone and its day."""
    from arpad.cli.output import table
    from arpad.office import care

    with call.desk() as desk:
        found = care.settings(desk)
    if call.print_json("office show", found):
        return
    rows = [
        ("home", found.home or "-"),
        ("time zone", found.zone),
        ("rehearsal", "yes" if found.rehearsal else "no"),
        ("founded", found.founded),
        ("today", found.today),
    ]
    table((found.office, ""), rows)


@office.command("change")
@office_verb("why yes dry json")
def change(
    call: OfficeCall,
    home: Annotated[
        str | None, typer.Option("--home", metavar="FED", help="The federation that keeps the lists; '' for none.")
    ] = None,
    zone: Annotated[str, typer.Option("--timezone", metavar="ZONE", help="Whose midnight ends a day.")] = "",
    back: Annotated[str, typer.Option("--day", metavar="YYYY-MM-DD", help="A rehearsal's day, set back.")] = "",
) -> None:
    """Put right what the office was founded with, or set the day of a rehearsal back.

    The log has what was there before. A rehearsal goes back to the day of its newest list and no further.

    [bold]Examples[/bold]

      arpad office change --timezone Europe/Kyiv --home UKR --why 'founded with the wrong ones'

      arpad office change --day 2024-03-04 --why 'the month once more' --dry-run
    """
    from arpad.cli.output import table
    from arpad.office import care

    asked = care.OfficeChange(call.why, home, zone, day(back, "--day"))
    confirm("Change the office?", call.yes or call.dry)
    with call.desk() as desk:
        done = care.change(desk, asked)
    if call.print_json("office change", done):
        return
    if not done.changed:
        print(Note.of("nothing-changes", what="the office"))
        return
    table(("office", "before", "after"), [(each.name, each.before or "-", each.after or "-") for each in done.changed])
    if done.later:
        print(Note.of("later-entries", entries=done.later))
