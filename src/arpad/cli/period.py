"""`arpad period`: look at the list that is due, and publish it."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from arpad.cli.desk import DB, NOW, WHO, AsJson, Db, DryRun, Now, Who, Why, Yes, confirm, sit_down
from arpad.cli.lists import month_of

period = typer.Typer(
    help="Look at the list that is due, and publish it.", no_args_is_help=True, rich_markup_mode="rich"
)

Series = Annotated[
    str, typer.Argument(metavar="[SERIES]", help="A computed series; may be left out where there is only one.")
]
Month = Annotated[str, typer.Option("--list", metavar="YYYY-MM", help="Which list; the next one if not given.")]
BAR = 40  # characters of the longest bar


@period.command()
def preview(
    series: Series = "",
    month: Month = "",
    as_json: AsJson = False,
    db: Db = DB,
    who: Who = WHO,
    now: Now = NOW,
) -> None:
    """Make the next list and show what it would be: events in and left out, movers, newcomers, delisted, a histogram.

    Nothing is published. What the list was made from is noted, and `period publish` refuses if it has changed since.

    [bold]Examples[/bold]

      arpad period preview                       the only computed series, its next list

      arpad period preview fide-rapid --list 2024-05 --json
    """
    from arpad.cli.output import emit
    from arpad.office import periods

    which = periods.Which(series, month_of(month))
    with sit_down(db, who, now) as desk:
        found = periods.preview(desk, which)
    if as_json:
        emit(found)
    else:
        _print(found)


@period.command()
def publish(
    series: Series = "",
    month: Month = "",
    why: Why = "",
    yes: Yes = False,
    dry: DryRun = False,
    as_json: AsJson = False,
    db: Db = DB,
    who: Who = WHO,
    now: Now = NOW,
) -> None:
    """Publish the list that was previewed: all of it, or nothing. Publishing it again changes nothing.

    [bold]Examples[/bold]

      arpad period publish                       as previewed; asks once more at a terminal

      arpad period publish ukraine --list 2018-07 --yes
    """
    from arpad.cli.output import answer
    from arpad.office import periods

    which = periods.Which(series, month_of(month))
    with sit_down(db, who, now, dry) as desk:
        status = periods.status(desk, which)
        series, list_ = status.series, status.list_
        confirm(f"Publish the list {list_} of {series}? It will never change.", bool(yes or dry or status.published))
        done = periods.publish(desk, periods.Publish(periods.Which(series, list_), why, confirmed=True))
    if as_json:
        answer("period publish", done)
        return
    state = "was published already; nothing was changed" if done.already else "is published"
    print(f"{done.series} {done.list_} {state} ({done.sha256[:12]})")


def _print(told: dict[str, Any]) -> None:
    from arpad.cli.output import table

    print(f"{told['series']} {told['list']}, replacing {told['replaces']}, by {told['edition']}; not published yet\n")
    print(f"  {told['events']} events, {told['games']} games, {told['counted']} of them count for somebody")
    new = told["newcomers"]
    firsts = f"{new['published']} first ratings, {new['waiting']} waiting"
    print(f"  {told['rated_players']} rated players with games; {firsts}")
    print(f"  {told['listed']} listed, {told['active']} active; {told['inactive']} become inactive, "
          f"{told['active_again']} are active again, {told['delisted']['players']} fall below the floor")  # fmt: skip
    if told["adjusted"]:
        print(f"  ratings adjusted: {told['adjusted']}")
    for title, rows, all_ in (
        ("Largest changes", told["movers"], 0),
        ("First ratings", new["top"], new["published"]),
        ("Delisted", told["delisted"]["some"], told["delisted"]["players"]),
    ):
        if rows:
            print(f"\n{title}" + (f", {len(rows)} of {all_}" if all_ > len(rows) else ""))
            cells = [(r["id"], r["name"], r["before"] or "", r["after"], _change(r)) for r in rows]
            table(("id", "name", "before", "after", "change"), cells)
    if told["corrections"]:
        print("\nCorrected by an officer")
        entries = [(c["id"], c["name"], c["stood"], c["rating"], c["who"], c["why"]) for c in told["corrections"]]
        table(("id", "name", "stood", "should be", "who", "why"), entries)
    if told["left_out"]:
        print("\nLeft out")
        table(("event", "part", "why"), [(e["event"], e["part"] or "", e["reason"]) for e in told["left_out"]])
    if told["histogram"]:
        print("\nRatings")
        most = max(row["players"] for row in told["histogram"])
        for row in told["histogram"]:
            print(f"  {row['from']:>5}  {'█' * max(1, row['players'] * BAR // most)} {row['players']}")


def _change(row: dict[str, Any]) -> str:
    return f"{row['after'] - row['before']:+d}" if row["before"] else "new"
