"""`arpad office`: what the office is, and how its home, its time zone and a rehearsal's day are put right."""

from __future__ import annotations

from typing import Annotated

import typer

from arpad.cli.desk import DB, NOW, WHO, AsJson, Db, DryRun, Now, Who, Why, Yes, confirm, day, sit_down
from arpad.finding import Note

office = typer.Typer(
    help="What the office is, and how that is put right.", no_args_is_help=True, rich_markup_mode="rich"
)


@office.command()
def show(as_json: AsJson = False, db: Db = DB, who: Who = WHO, now: Now = NOW) -> None:
    """The home of the office, its time zone and its day."""
    from arpad.cli.output import answer, table
    from arpad.office import care

    with sit_down(db, who, now) as desk:
        found = care.settings(desk)
    if as_json:
        answer("office show", found)
        return
    rows = [
        ("home", found.home or "-"),
        ("time zone", found.zone),
        ("rehearsal", "yes" if found.rehearsal else "no"),
        ("founded", found.founded),
        ("today", found.today),
    ]
    table((found.office, ""), rows)


@office.command()
def change(
    home: Annotated[
        str | None, typer.Option("--home", metavar="FED", help="The federation that keeps the lists; '' for none.")
    ] = None,
    zone: Annotated[str, typer.Option("--timezone", metavar="ZONE", help="Whose midnight ends a day.")] = "",
    back: Annotated[str, typer.Option("--day", metavar="YYYY-MM-DD", help="A rehearsal's day, set back.")] = "",
    why: Why = "",
    yes: Yes = False,
    dry: DryRun = False,
    as_json: AsJson = False,
    db: Db = DB,
    who: Who = WHO,
    now: Now = NOW,
) -> None:
    """Put right what the office was founded with, or set the day of a rehearsal back.

    The log has what was there before. A rehearsal goes back to the day of its newest list and no further.

    [bold]Examples[/bold]

      arpad office change --timezone Europe/Kyiv --home UKR --why 'founded with the wrong ones'

      arpad office change --day 2024-03-04 --why 'the month once more' --dry-run
    """
    from arpad.cli.output import answer, table
    from arpad.office import care

    asked = care.OfficeChange(why, home, zone, day(back, "--day"))
    confirm("Change the office?", yes or dry)
    with sit_down(db, who, now, dry) as desk:
        done = care.change(desk, asked)
    if as_json:
        answer("office change", done)
        return
    if not done.changed:
        print(Note.of("nothing-changes", what="the office"))
        return
    table(("office", "before", "after"), [(each.name, each.before or "-", each.after or "-") for each in done.changed])
    if done.later:
        print(Note.of("later-entries", entries=done.later))
