"""`arpad list take-back`: a list that was opened or imported by mistake."""

from __future__ import annotations

from typing import Annotated

import typer

from arpad.cli.desk import OfficeCall, confirm, office_verb
from arpad.cli.lists import month_of
from arpad.finding import Note


@office_verb("why yes dry json")
def take_back(
    call: OfficeCall,
    series: Annotated[str, typer.Argument(metavar="SERIES", help="The series that was opened or imported.")],
    month: Annotated[
        str, typer.Option("--list", metavar="YYYY-MM", help="Which list; only the newest can be, which is meant.")
    ] = "",
) -> None:
    """Take back the newest list of a series, where it was opened or imported and nothing published has read it.

    What was stored of it is kept, beside the log. With its only list the series goes, and can be opened anew.

    [bold]Examples[/bold]

      arpad list take-back fide-standard --why 'opened with the list of rapid' --dry-run

      arpad list take-back fide-rapid --list 2024-04 --why 'the file was of another month' --yes
    """
    from arpad.office import lists

    asked = lists.TakingBack(series, month_of(month), call.why, confirmed=True)
    confirm(f"Take back the {f'list {month}' if month else 'newest list'} of {series}?", call.yes or call.dry)
    with call.desk() as desk:
        done = lists.take_back(desk, asked)
    if call.print_json("list take-back", done):
        return
    message = "taken-back" if done.newest else "taken-back/series"
    print(Note.of(message, series=done.series, list=done.list_, **({"newest": done.newest} if done.newest else {})))
    if done.again:
        print(Note.of("admit-again", events=done.again))
