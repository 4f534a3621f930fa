"""`arpad period`: look at the list that is due, and publish it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.lists import SeriesOption, named_series, parse_month
from arpad.cli.office_session import OfficeCall, confirm, office_verb
from arpad.finding import Note

if TYPE_CHECKING:
    from arpad.explain.list_preview import ListSummary, PlayerMove

period = typer.Typer(
    help="Look at the list that is due, and publish it.", no_args_is_help=True, rich_markup_mode="rich"
)

SeriesArgument = Annotated[
    str, typer.Argument(metavar="[SERIES]", help="A computed series; may be left out where there is only one.")
]
DueOption = Annotated[str, typer.Option("--list", metavar="YYYY-MM", help="Which list; the next one if not given.")]
PROGRESS_STEPS = 40  # characters of the longest bar


@period.command("preview")
@office_verb("json")
def preview_list(
    call: OfficeCall,
    series: SeriesArgument = "",
    month: DueOption = "",
    named: SeriesOption = "",
    provisional: Annotated[
        bool, typer.Option("--provisional", help="Also before its period is over: what came so far.")
    ] = False,
) -> None:
    """Make the next list and show what it would be: events in and left out, movers, newcomers, delisted, a histogram.

    Nothing is published. What the list was made from is noted, and `period publish` refuses if it has changed since. A
    provisional preview can be had on any day of the month; the list is never published by it.

    [bold]Examples[/bold]

      arpad period preview                       the only computed series, its next list

      arpad period preview --provisional         what it would be if the month ended today

      arpad period preview fide-rapid --list 2024-05 --json
    """
    from arpad.office import periods

    which = periods.ListChoice(named_series(series, named), parse_month(month))
    with call.desk() as desk:
        summary = periods.preview_list(desk, which, provisional)
    if not call.print_json("period preview", summary):
        _print_list_summary(summary)


@period.command("since-preview")
@office_verb("json")
def show_changes_since_preview(
    call: OfficeCall,
    series: SeriesArgument = "",
    month: Annotated[str, typer.Option("--list", metavar="YYYY-MM", help="Which list; the newest if not given.")] = "",
    named: SeriesOption = "",
) -> None:
    """What has changed between the last other preview of a list and the list that was published, and through what.

    [bold]Examples[/bold]

      arpad period since-preview                 the newest list, and the last provisional preview of it
    """
    from arpad.cli.output import headings, print_table
    from arpad.office import periods

    with call.desk() as desk:
        changes = periods.show_changes_since_preview(
            desk, periods.ListChoice(named_series(series, named), parse_month(month))
        )
    if call.print_json("period since-preview", changes):
        return
    message = "since/provisional" if changes.provisional else "since/preview"
    about = {"series": changes.series, "list": changes.list, "day": changes.previewed, "who": changes.who}
    print(Note.of(message, **about, players=changes.players))
    if changes.causes:
        print()
        rows = [(each.kind, each.subject, each.day or "", each.who or "", each.why or "") for each in changes.causes]
        print_table((*headings("since-then"), "", *headings("day", "who", "why")), rows)
    if changes.moved:
        print()
        moves = [
            (each.id, each.name, each.previewed or "-", each.published or "-", ", ".join(each.by))
            for each in changes.moved
        ]
        print_table(headings("id", "name", "previewed", "published", "through"), moves)


@period.command("publish")
@office_verb("why yes dry json seen")
def publish_list(
    call: OfficeCall,
    series: SeriesArgument = "",
    month: DueOption = "",
    named: SeriesOption = "",
    empty: Annotated[bool, typer.Option("--empty", help="Also a list without an event, although events wait.")] = False,
) -> None:
    """Publish the list that was previewed: all of it, or nothing. Publishing it again changes nothing.

    A list without an event is not published by --yes alone while registered events could enter it.

    [bold]Examples[/bold]

      arpad period publish                       as previewed; asks once more at a terminal

      arpad period publish ukraine --list 2018-07 --yes
    """
    from arpad.office import periods

    which = periods.ListChoice(named_series(series, named), parse_month(month))
    with call.desk() as desk:
        status = periods.show_period_status(desk, which)
        series, list_ = status.series, status.list_
        confirm(
            str(Note.of("question/publish", series=series, list=list_)),
            bool(call.yes or call.dry or status.published),
        )
        if status.awaited and not (empty or call.yes or call.dry):
            confirm(str(periods.awaited_events_note(status)), yes=False)
            empty = True
        request = periods.PublishRequest(periods.ListChoice(series, list_), call.why, confirmed=True, empty=empty)
        done = periods.publish_list(desk, request)
    if call.print_json("period publish", done):
        return
    message = "period/published-already" if done.already else "period/published"
    print(Note.of(message, series=done.series, list=done.list_, seal=done.sha256[:12]))


def _print_list_summary(summary: ListSummary) -> None:
    message = "period/provisional" if summary.provisional else "period/previewed"
    about = {"series": summary.series, "list": summary.list, "replaces": summary.replaces}
    print(f"{Note.of(message, **about, edition=summary.edition)}\n")
    _print_counts(summary)
    _print_players(summary)
    if summary.left_out:
        rows = [(each.event, each.part or "", each.reason.sentence if each.reason else "") for each in summary.left_out]
        _print_titled(Note.of("period/left-out"), ("event", "part", "why"), rows)
    if summary.histogram:
        print(f"\n{Note.of('period/ratings')}")
        most = max(band.players for band in summary.histogram)
        for band in summary.histogram:
            print(f"  {band.from_:>5}  {'█' * max(1, band.players * PROGRESS_STEPS // most)} {band.players}")
    print(f"\n{Note.of('period/version', version=summary.inputs[:12])}")


def _print_counts(summary: ListSummary) -> None:
    """How many events, games and players the list is made of."""
    new, fallen = summary.newcomers, summary.delisted
    for note in (
        Note.of("preview/games", events=summary.events, games=summary.games, counted=summary.counted),
        Note.of("preview/players", rated=summary.rated_players, firsts=new.published, waiting=new.waiting),
        Note.of(
            "preview/listed",
            listed=summary.listed,
            active=summary.active,
            inactive=summary.inactive,
            again=summary.active_again,
            gone=fallen.players,
        ),
    ):
        print(f"  {note}")
    if summary.adjusted:
        print(f"  {Note.of('period/adjusted', ratings=summary.adjusted)}")


def _print_players(summary: ListSummary) -> None:
    """Who moves, comes and goes, whom an officer corrected, and whom the printed list does not show."""
    from arpad.cli.calculation_output import reason_not_listed

    new, fallen = summary.newcomers, summary.delisted
    for title, moves, all_ in (
        ("period/largest-changes", summary.movers, 0),
        ("period/first-ratings", new.top, new.published),
        ("period/below-floor", fallen.some, fallen.players),
    ):
        if moves:
            cells = [(move.id, move.name, move.before or "", move.after, _change_text(move)) for move in moves]
            some = {"shown": len(moves), "all": all_} if all_ > len(moves) else {"shown": None, "all": None}
            _print_titled(Note.of(title, **some), ("id", "name", "before", "after", "change"), cells)
    if summary.corrections:
        entries = [(each.id, each.name, each.stood, each.rating, each.who, each.why) for each in summary.corrections]
        _print_titled(Note.of("period/corrected"), ("id", "name", "stood", "should-be", "who", "why"), entries)
    unknown, hidden = summary.no_federation, summary.not_listed
    if unknown.players:
        names = [(each.id, each.name) for each in unknown.some]
        _print_titled(Note.of("preview/no-federation", players=unknown.players), ("id", "name"), names)
    if hidden.players:
        reasons = [(each.id, each.name, reason_not_listed(each.why)) for each in hidden.some]
        _print_titled(Note.of("preview/not-listed", players=hidden.players), ("id", "name", "why"), reasons)


def _print_titled(title: Note, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    from arpad.cli.output import headings, print_table

    print(f"\n{title}")
    print_table(headings(*columns), rows)


def _change_text(move: PlayerMove) -> str:
    return f"{move.after - move.before:+d}" if move.before else str(Note.of("period/new"))
