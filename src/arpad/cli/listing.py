"""`arpad list show`, `export` and `diff`: what is published, on the screen, in files, and from one list to the next."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from arpad.cli.desk import OfficeCall, office_verb
from arpad.cli.lists import MonthOption, SeriesOption, month_of
from arpad.cli.player_facts import Number, number_of
from arpad.finding import Misuse

if TYPE_CHECKING:
    from arpad.finding import Finding

REHEARSAL = "REHEARSAL"  # stands over everything that a rehearsal shows
SHOWN = 25  # rows of a difference
WIDE = 120  # places of a terminal that has room for all fields of a list
SHORT = {
    "id": "No.", "name": "Name", "title": "Title", "federation": "Fed", "rating": "Rating", "original_rating": "Was",
    "games": "Games", "k": "K", "state": "State",
}  # fmt: skip

Kind = Annotated[
    str,
    typer.Option(
        "--kind",
        metavar="KIND",
        help="alphabetical (all who are listed), active, inactive, delisted, titled-unrated, provisional.",
    ),
]
Women = Annotated[bool, typer.Option("--women", help="Women only.")]
UpTo = Annotated[int | None, typer.Option("--age-up-to", metavar="YEARS", help="Juniors: at most so old this year.")]
From = Annotated[int | None, typer.Option("--age-from", metavar="YEARS", help="Seniors: at least so old this year.")]
Federation = Annotated[str, typer.Option("--federation", metavar="FED", help="Players of this federation.")]
Region = Annotated[str, typer.Option("--region", metavar="NAME", help="Players of this region.")]
Top = Annotated[int, typer.Option("--top", metavar="N", help="The best N by rating, active players only.", min=0)]

Revised = Annotated[
    bool, typer.Option("--revised", help="As the list should have been, with what was published beside it.")
]


@office_verb("json db")
def show(
    call: OfficeCall,
    series: SeriesOption = "",
    month: MonthOption = "",
    kind: Kind = "alphabetical",
    women: Women = False,
    age_up_to: UpTo = None,
    age_from: From = None,
    federation: Federation = "",
    region: Region = "",
    top: Top = 0,
    revised: Revised = False,
) -> None:
    """Show a published list, or a part of it.

    [bold]Examples[/bold]

      arpad list show --top 10

      arpad list show --list 2024-05 --kind active --women --age-up-to 20 --federation POL
    """
    from arpad.cli.output import table
    from arpad.office import lists

    selection = lists.Selection(kind, women, age_up_to, age_from, federation.upper(), region, top)
    view = lists.View(lists.Which(series, month_of(month)), selection, revised)
    with call.desk("reader") as desk:
        shown = lists.show(desk, view)
    if call.print_json("list show", shown):
        return
    mark = f"{REHEARSAL}: " if shown.rehearsal else ""
    print(f"{mark}{shown.series} {shown.list_}, {shown.edition}; {len(shown.players)} players")
    headings = _fitting(shown.headings)
    table(list(headings.values()), [[player[key] for key in headings] for player in shown.players])
    if not shown.players:
        print("nobody on this list is meant by that")


@office_verb("db")
def export(
    call: OfficeCall,
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FORM|FILE...", help="txt xml csv xlsx json parquet html swiss-manager vega, or file names."
        ),
    ],
    directory: Annotated[str, typer.Option("--to", metavar="DIR", help="Where files named by form go.")] = ".",
    series: SeriesOption = "",
    month: MonthOption = "",
    kind: Kind = "alphabetical",
    women: Women = False,
    age_up_to: UpTo = None,
    age_from: From = None,
    federation: Federation = "",
    region: Region = "",
    top: Top = 0,
    revised: Revised = False,
) -> None:
    """Write a published list as files: FIDE's text and XML under FIDE's names, CSV, XLSX, JSON, Parquet, HTML to print,
    and the lists that Swiss-Manager and Vega load.

    Of a birth only the year is ever written.

    [bold]Examples[/bold]

      arpad list export txt xml html --to public/        the newest list, under its usual names

      arpad list export juniors.csv --age-up-to 18

      arpad list export swiss-manager vega --to public/
    """
    from arpad.cli.files import write_whole
    from arpad.office import lists

    forms = tuple(file if file in lists.EXPORTS else Path(file).suffix.lstrip(".").lower() for file in files)
    for form, file in zip(forms, files, strict=True):
        if form not in lists.EXPORTS:
            raise Misuse("argument/export", file=file, forms=tuple(lists.EXPORTS))
    selection = lists.Selection(kind, women, age_up_to, age_from, federation.upper(), region, top)
    wanted = lists.Export(forms, lists.View(lists.Which(series, month_of(month)), selection, revised))
    places: list[Path] = []

    def place(form: str, name: str) -> AbstractContextManager[BinaryIO]:
        file = files[len(places)]
        places.append(Path(directory) / name if file == form else Path(file))
        return write_whole(places[-1])

    with call.desk("reader") as desk:
        done = lists.export(desk, wanted, place)
    for written, path in zip(done, places, strict=True):
        _remarks(written.remarks)
        print(path)


@office_verb("json db")
def diff(
    call: OfficeCall,
    older: Annotated[str, typer.Argument(metavar="OLDER", help="A list, YYYY-MM.")],
    newer: Annotated[str, typer.Argument(metavar="NEWER", help="A later list, YYYY-MM.")],
    series: SeriesOption = "",
    revised: Revised = False,
) -> None:
    """What changed between two lists: who is new, who is gone, who moved, titles, federations, names, states.

    [bold]Example[/bold]

      arpad list diff 2024-04 2024-05
    """
    from arpad.cli.output import table
    from arpad.office import lists

    with call.desk("reader") as desk:
        found = lists.diff(desk, lists.Comparison(month_of(older), month_of(newer), series, revised))
    if call.print_json("list diff", found):
        return
    mark = f"{REHEARSAL}: " if found.rehearsal else ""
    summary = f"{len(found.new)} new, {len(found.gone)} gone"
    print(f"{mark}{found.series}, from {found.from_} to {found.to}: {summary}")
    for title, rows in (("New", found.new), ("Gone", found.gone)):
        if rows:
            print(f"\n{title}")
            table(("id", "name", "rating"), [(row.id, row.name, row.rating) for row in rows[:SHOWN]])
            if len(rows) > SHOWN:
                print(f"… and {len(rows) - SHOWN} more; --json has them all")
    if found.movers:
        print("\nLargest changes of rating")
        moves = [(row.id, row.name, row.before, row.after, f"{row.gain:+d}") for row in found.movers]
        table(("id", "name", "before", "after", "change"), moves)
    other = [change for change in found.changed if change.what != "rating"]
    if other:
        print("\nOther changes")
        cells = [(change.id, change.name, change.what, change.before, change.after) for change in other[:SHOWN]]
        table(("id", "name", "what", "before", "after"), cells)


@office_verb("json db")
def history(call: OfficeCall, player: Number, series: SeriesOption = "") -> None:
    """What the lists of a series said of a player, and what they should have said where one was put right.

    [bold]Example[/bold]

      arpad list history 1000000014
    """
    from arpad.cli.output import table
    from arpad.columns import label
    from arpad.office import lists

    with call.desk("reader") as desk:
        found = lists.history(desk, lists.HistoryQuestion(number_of(player), series))
    if call.print_json("list history", found):
        return
    print(f"{found.name} ({found.player}), {found.series}")
    rows = [
        (row.list_, row.original_rating or "", row.revised_rating or "", label(row.state), row.games, row.k)
        for row in found.lists
    ]
    table(("list", "published", "revised", "state", "games", "K"), rows)


def _fitting(headings: Mapping[str, str]) -> dict[str, str]:
    """The columns of a list that have room in this terminal, each with its heading; in a pipe all of them."""
    if not sys.stdout.isatty() or get_terminal_size().columns >= WIDE:
        return dict(headings)
    return {key: short for key, short in SHORT.items() if key in headings}


def _remarks(findings: Sequence[Finding]) -> None:
    """What had to be written otherwise: the first of each sort, and how many there are."""
    for code, count in Counter(finding.code for finding in findings).items():
        first = next(finding for finding in findings if finding.code == code)
        more = f" (and {count - 1} more like it)" if count > 1 else ""
        print(f"{first}{more}", file=sys.stderr)
