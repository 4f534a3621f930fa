"""`arpad list correct`: what the newest list should have said of a player, so that the next one builds on it."""

from __future__ import annotations

from typing import Annotated

import typer

from arpad.cli.desk import DB, NOW, WHO, AsJson, Db, DryRun, Now, Who, Why, sit_down
from arpad.cli.lists import SeriesOption
from arpad.cli.player_facts import Number, number_of
from arpad.finding import Misuse


def correct(
    player: Number,
    rating: Annotated[int, typer.Argument(metavar="[RATING]", help="What should have stood on the newest list.")] = 0,
    withdraw: Annotated[bool, typer.Option("--withdraw", help="Take a correction of this list back.")] = False,
    series: SeriesOption = "",
    month: Annotated[
        str, typer.Option("--list", metavar="YYYY-MM", help="The list on which it shows; only the next one can.")
    ] = "",
    why: Why = "",
    dry: DryRun = False,
    as_json: AsJson = False,
    db: Db = DB,
    who: Who = WHO,
    now: Now = NOW,
) -> None:
    """Correct the base of a player's next rating. The published list stays as it is; the next one builds on this.

    [bold]Examples[/bold]

      arpad list correct 14100012 2312 --why "the opening list had 2132"

      arpad list correct 14100012 --withdraw --why "the list was right"
    """
    from arpad.cli.output import emit
    from arpad.cli.period import due
    from arpad.office.publication.correcting import correct as enter
    from arpad.office.rolls import month as written

    number = number_of(player)
    if bool(rating) == withdraw:
        raise Misuse("give the rating that should have stood there, or --withdraw")
    with sit_down(db, who, now, dry) as desk:
        series, list_ = due(desk, series, month)
        done = enter(desk, series, list_, number, rating, why)
    if as_json:
        emit({"player": done.player, "name": done.name, "series": series, "list": written(list_),
              "stood": done.stood, "rating": done.rating or None})  # fmt: skip
    elif done.rating:
        print(f"{done.name} ({done.player}): {series} {written(list_)} builds on {done.rating} instead of {done.stood}")
    else:
        print(f"{done.name} ({done.player}): {series} {written(list_)} builds on {done.stood}, as published")
