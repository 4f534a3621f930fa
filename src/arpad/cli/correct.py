"""`arpad list correct`: what the newest list should have said of a player, so that the next one builds on it."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from arpad.cli.desk import OfficeCall, confirm, office_verb
from arpad.cli.lists import SeriesOption, month_of
from arpad.cli.player_facts import Number, number_of
from arpad.finding import Misuse


@office_verb("why yes dry json")
def correct(
    call: OfficeCall,
    player: Number,
    rating: Annotated[
        int | None, typer.Argument(metavar="[RATING]", help="What should have stood on the newest list.")
    ] = None,
    withdraw: Annotated[bool, typer.Option("--withdraw", help="Take a correction of this list back.")] = False,
    series: SeriesOption = "",
    month: Annotated[
        str, typer.Option("--list", metavar="YYYY-MM", help="The list on which it shows; only the next one can.")
    ] = "",
) -> None:
    """Correct the base of a player's next rating. The published list stays as it is; the next one builds on this.

    A rating above everybody's on the list, or far from the one that stood there, is asked about.

    [bold]Examples[/bold]

      arpad list correct 14100012 2312 --why "the opening list had 2132"

      arpad list correct 14100012 --withdraw --why "the list was right"
    """
    from arpad.office import lists

    number, list_ = number_of(player), month_of(month)
    if (rating is not None) == withdraw:
        raise Misuse("argument/correction")
    with call.desk() as desk:
        if rating is None:
            done = lists.withdraw(desk, lists.Withdrawal(number, call.why, series, list_))
        else:
            wanted = lists.Correction(number, rating, call.why, series, list_, call.yes)
            try:
                done = lists.correct(desk, wanted)
            except Misuse as doubtful:
                if doubtful.message != lists.UNCONFIRMED:
                    raise
                confirm(f"{doubtful.sentence}. Is it meant?", call.yes)
                done = lists.correct(desk, replace(wanted, confirmed=True))
    if call.print_json("list correct", done):
        return
    builds = f"{done.rating} instead of {done.stood}" if done.rating else f"{done.stood}, as published"
    print(f"{done.name} ({done.player}): {done.series} {done.list_} builds on {builds}")
