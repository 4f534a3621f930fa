"""`arpad explain`: open a published number down to its games and articles."""

from __future__ import annotations

from typing import Any

from arpad.cli.desk import DB, AsJson, Db, sit_down
from arpad.cli.lists import MonthOption, SeriesOption, month_of
from arpad.cli.player_facts import Number, number_of


def explain(
    player: Number,
    series: SeriesOption = "",
    month: MonthOption = "",
    as_json: AsJson = False,
    db: Db = DB,
) -> None:
    """Why is this rating what it is? Every event, every game, every sum, each with its article.

    Games that did not count are there too, with the reason.

    [bold]Examples[/bold]

      arpad explain 1000000014                          the newest list

      arpad explain 990000104 --list 2024-05 --json
    """
    from arpad.cli.output import emit
    from arpad.office import lists

    question = lists.Question(number_of(player), lists.Which(series, month_of(month)))
    with sit_down(db, "reader", "") as desk:
        told = lists.explain(desk, question)
    if as_json:
        emit(told)
    else:
        _print(told)


def _print(told: dict[str, Any]) -> None:
    from arpad.cli.sheet import print_event, print_steps

    print(f"{told['name']} ({told['player']}), {told['series']} {told['list']}, {told['edition']}")
    print(f"{_standing(told['before'])}  ->  {_standing(told['after'])}")
    if not told["events"]:
        print("\nNo event of this player was rated in this period.")
    for event in told["events"]:
        print(f"\n{event['code']}  {event['name']}")
        print_event(event)
    if told["steps"]:
        print()
        print_steps(told["steps"])
    for one in told["adjustments"]:
        rests = ", ".join(one["articles"]) or one["source"] or f"entered by {one['who']}: {one['why']}"
        print(f"\nadjusted: {one['before']} -> {one['after']} ({one['kind']}: {rests}). {one['says']}")
    if told["rulings"]:
        read = ", ".join(ruling["id"] for ruling in told["rulings"])
        print(f"\nrulings: {read} (`arpad law errata {told['edition']}` has them)")


def _standing(row: dict[str, Any] | None) -> str:
    if row is None:
        return "not on the list"
    return f"{row['rating'] or 'unrated'} {row['state']}, K {row['k']} ({row['k_reason']}), {row['games']} games"
