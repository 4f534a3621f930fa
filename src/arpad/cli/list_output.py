"""`arpad list show`, `export`, `diff` and `history`: published lists on the screen and in files."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO

import typer

from arpad.cli.lists import MonthOption, SeriesOption, parse_month
from arpad.cli.office_session import OfficeCall, office_verb
from arpad.cli.option_groups import OptionGroup
from arpad.cli.player_options import PlayerArgument, find_player_number
from arpad.finding import Note, UserError

if TYPE_CHECKING:
    from arpad.finding import Finding
    from arpad.office.lists import ListQuery


REHEARSAL_NOTE = "REHEARSAL"  # stands over everything that a rehearsal shows
ROWS_SHOWN = 25  # rows of a difference
WIDE_COLUMNS = 120  # places of a terminal that has room for all fields of a list
SHORT_HEADINGS = {
    "id": "No.", "name": "Name", "title": "Title", "federation": "Fed", "rating": "Rating", "original_rating": "Was",
    "games": "Games", "k": "K", "state": "State",
}  # fmt: skip

KindOption = Annotated[
    str,
    typer.Option(
        "--kind",
        metavar="KIND",
        help="alphabetical (all who are listed), active, inactive, delisted, titled-unrated, provisional.",
    ),
]
WomenOption = Annotated[bool, typer.Option("--women", help="Women only.")]
UpToOption = Annotated[
    int | None, typer.Option("--age-up-to", metavar="YEARS", help="Juniors: at most so old this year.")
]
FromOption = Annotated[
    int | None, typer.Option("--age-from", metavar="YEARS", help="Seniors: at least so old this year.")
]
FederationOption = Annotated[str, typer.Option("--federation", metavar="FED", help="Players of this federation.")]
RegionOption = Annotated[str, typer.Option("--region", metavar="NAME", help="Players of this region.")]
TopOption = Annotated[int, typer.Option("--top", metavar="N", help="The best N by rating, active players only.", min=0)]

RevisedOption = Annotated[
    bool, typer.Option("--revised", help="As the list should have been, with what was published beside it.")
]


def _list_view(series: str, month: str, revised: bool, federation: str, **selected: Any) -> ListQuery:
    from arpad.office import lists

    selection = lists.Selection(federation=federation.upper(), **selected)
    return lists.ListQuery(lists.ListChoice(series, parse_month(month)), selection, revised)


ListView = Annotated[
    "ListQuery",
    OptionGroup(
        _list_view,
        {
            "series": (SeriesOption, ""),
            "month": (MonthOption, ""),
            "kind": (KindOption, "alphabetical"),
            "women": (WomenOption, False),
            "age_up_to": (UpToOption, None),
            "age_from": (FromOption, None),
            "federation": (FederationOption, ""),
            "region": (RegionOption, ""),
            "top": (TopOption, 0),
            "revised": (RevisedOption, False),
        },
    ),
]
"""A list, or a part of it, as the options of a call name it."""


@office_verb("json db")
def show_list(
    call: OfficeCall,
    view: ListView,
) -> None:
    """Show a published list, or a part of it.

    [bold]Examples[/bold]

      arpad list show --top 10

      arpad list show --list 2024-05 --kind active --women --age-up-to 20 --federation POL
    """
    from arpad.cli.output import print_table
    from arpad.days import Month
    from arpad.office import lists

    with call.desk("reader") as desk:
        shown = lists.show_list(desk, view)
    if call.print_json("list show", shown):
        return
    mark = f"{REHEARSAL_NOTE}: " if shown.rehearsal else ""
    print(f"{mark}{shown.series} {shown.list_}, {shown.edition}; {len(shown.players)} players")
    if not shown.activity:
        print(Note.of("import-activity", series=shown.series, list=Month.of(shown.list_)))
    headings = _columns_that_fit(shown.headings)
    print_table(list(headings.values()), [[player[key] for key in headings] for player in shown.players])
    if not shown.players:
        print("nobody on this list is meant by that")


@office_verb("db")
def export_list(
    call: OfficeCall,
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FORM|FILE...", help="txt xml csv xlsx json parquet html swiss-manager vega, or file names."
        ),
    ],
    directory: Annotated[
        str, typer.Option("--to", metavar="DIR", help="Where files named by form go; it is created.")
    ] = ".",
    *,
    view: ListView,
) -> None:
    """Write a published list as files.

    The forms are FIDE's text and XML under FIDE's names, CSV, XLSX, JSON, Parquet and HTML to print. Others are the
    lists that Swiss-Manager and Vega load.

    Of a birth only the year is ever written.

    [bold]Examples[/bold]

      arpad list export txt xml html --to public/        the newest list, under its usual names

      arpad list export juniors.csv --age-up-to 18

      arpad list export swiss-manager vega --to public/
    """
    from arpad.cli.files import make_directory, write_atomically
    from arpad.office import lists

    forms = tuple(file if file in lists.EXPORTS else Path(file).suffix.lstrip(".").lower() for file in files)
    for form, file in zip(forms, files, strict=True):
        if form not in lists.EXPORTS:
            raise UserError("argument/export", file=file, forms=tuple(lists.EXPORTS))
    request = lists.ListExport(forms, view)
    places: list[Path] = []

    def place(form: str, name: str) -> AbstractContextManager[BinaryIO]:
        file = files[len(places)]
        places.append(Path(directory) / name if file == form else Path(file))
        return write_atomically(places[-1])

    with call.desk("reader") as desk:
        if any(file == form for file, form in zip(files, forms, strict=True)):
            make_directory(Path(directory))
        done = lists.export_list(desk, request, place)
    for written, path in zip(done, places, strict=True):
        _print_export_notes(written.remarks)
        print(path)


@office_verb("json db")
def diff_lists(
    call: OfficeCall,
    older: Annotated[str, typer.Argument(metavar="OLDER", help="A list, YYYY-MM.")],
    newer: Annotated[str, typer.Argument(metavar="NEWER", help="A later list, YYYY-MM.")],
    series: SeriesOption = "",
    revised: RevisedOption = False,
) -> None:
    """What changed between two lists: who is new, who is gone, who moved, titles, federations, names, states.

    [bold]Example[/bold]

      arpad list diff 2024-04 2024-05
    """
    from arpad.cli.output import print_table
    from arpad.office import lists

    with call.desk("reader") as desk:
        differences = lists.compare_lists(
            desk, lists.ListComparison(parse_month(older), parse_month(newer), series, revised)
        )
    if call.print_json("list diff", differences):
        return
    mark = f"{REHEARSAL_NOTE}: " if differences.rehearsal else ""
    summary = f"{len(differences.new)} new, {len(differences.gone)} gone"
    print(f"{mark}{differences.series}, from {differences.from_} to {differences.to}: {summary}")
    for title, rows in (("New", differences.new), ("Gone", differences.gone)):
        if rows:
            print(f"\n{title}")
            print_table(("id", "name", "rating"), [(row.id, row.name, row.rating) for row in rows[:ROWS_SHOWN]])
            if len(rows) > ROWS_SHOWN:
                print(f"… and {len(rows) - ROWS_SHOWN} more; --json has them all")
    if differences.movers:
        print("\nLargest changes of rating")
        moves = [(row.id, row.name, row.before, row.after, f"{row.gain:+d}") for row in differences.movers]
        print_table(("id", "name", "before", "after", "change"), moves)
    other = [change for change in differences.changed if change.what != "rating"]
    if other:
        print("\nOther changes")
        cells = [(change.id, change.name, change.what, change.before, change.after) for change in other[:ROWS_SHOWN]]
        print_table(("id", "name", "what", "before", "after"), cells)


@office_verb("json db")
def show_rating_history(call: OfficeCall, player: PlayerArgument, series: SeriesOption = "") -> None:
    """Show what the lists of a series said of a player, and what was put right later.

    [bold]Example[/bold]

      arpad list history 1000000014
    """
    from arpad.cli.output import print_table
    from arpad.columns import label
    from arpad.office import lists

    with call.desk("reader") as desk:
        ratings = lists.rating_history(desk, lists.HistoryQuestion(find_player_number(desk, player), series))
    if call.print_json("list history", ratings):
        return
    print(f"{ratings.name} ({ratings.player}), {ratings.series}")
    rows = [
        (row.list_, row.original_rating or "", row.revised_rating or "", label(row.state), row.games, row.k)
        for row in ratings.lists
    ]
    print_table(("list", "published", "revised", "state", "games", "K"), rows)


def _columns_that_fit(headings: Mapping[str, str]) -> dict[str, str]:
    """The columns of a list that have room in this terminal, each with its heading; in a pipe all of them."""
    if not sys.stdout.isatty() or get_terminal_size().columns >= WIDE_COLUMNS:
        return dict(headings)
    return {key: short for key, short in SHORT_HEADINGS.items() if key in headings}


def _print_export_notes(findings: Sequence[Finding]) -> None:
    """What had to be written otherwise: the first of each sort, and how many there are."""
    for code, count in Counter(finding.code for finding in findings).items():
        first = next(finding for finding in findings if finding.code == code)
        more = f" (and {count - 1} more like it)" if count > 1 else ""
        print(f"{first}{more}", file=sys.stderr)
