"""`arpad explain`: open a published number down to its games and articles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arpad.cli.desk import DB, AsJson, Db, sit_down
from arpad.cli.lists import MonthOption, SeriesOption, month_of
from arpad.cli.player_facts import Number, number_of

if TYPE_CHECKING:
    from arpad.explain.calculation import Adjusted, Calculation, ListRow
    from arpad.explain.firstrating import PooledEvent


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
    from arpad.cli.output import answer
    from arpad.office import lists

    question = lists.Question(number_of(player), lists.Which(series, month_of(month)))
    with sit_down(db, "reader", "") as desk:
        calculation = lists.explain(desk, question)
    if as_json:
        answer("explain", calculation)
    else:
        _print(calculation)


def _print(calculation: Calculation) -> None:
    from arpad.cli.calculation import print_event, print_steps

    head = (calculation.series, calculation.list, calculation.edition)
    print(f"{calculation.name} ({calculation.player}), {head[0]} {head[1]}, {head[2]}")
    print(f"{_row(calculation.before)}  ->  {_row(calculation.after)}")
    if not calculation.events:
        print("\nNo event of this player was rated in this period.")
    for event in calculation.events:
        print(f"\n{event.code}  {event.name}")
        print_event(event, names=[game.opponent_name for game in event.games])
    if calculation.pooled:
        print()
        _print_pooled(calculation.pooled)
    if calculation.steps:
        print()
        print_steps(calculation.steps)
    for adjusted in calculation.adjustments:
        print(f"\nadjusted: {adjusted.before} -> {adjusted.after} ({_basis(adjusted)}). {adjusted.says}")
    if calculation.rulings:
        names = ", ".join(ruling.id for ruling in calculation.rulings)
        print(f"\nrulings: {names} (`arpad law errata {calculation.edition}` has them)")


def _print_pooled(pooled: tuple[PooledEvent, ...]) -> None:
    """The events that a first rating is made of."""
    from arpad.cli.output import table
    from arpad.exact import decimal, points

    rows = [
        (
            event.code,
            event.name,
            event.end,
            event.list,
            decimal(event.average),
            f"{points(event.score)} of {event.games}",
        )
        for event in pooled
    ]
    table(("first rating from", "", "ended", "list", "average", "score"), rows)


def _basis(adjusted: Adjusted) -> str:
    from arpad.columns import label

    rests = ", ".join(adjusted.articles) or adjusted.source or f"entered by {adjusted.who}: {adjusted.why}"
    return f"{label(adjusted.kind)}: {rests}"


def _row(row: ListRow | None) -> str:
    from arpad.columns import label

    if row is None:
        return "not on the list"
    return f"{row.rating or 'unrated'} {label(row.state)}, K {row.k} ({row.k_reason}), {row.games} games"
