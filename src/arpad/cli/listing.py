"""`arpad list show`, `export` and `diff`: what is published, on the screen, in files, and from one list to the next."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.desk import DB, AsJson, Db, sit_down
from arpad.cli.lists import Month, SeriesOption, list_number_of, only_series
from arpad.finding import Misuse

if TYPE_CHECKING:
    from arpad.finding import Finding
    from arpad.lists.published import Published

MOVERS = 10
SHOWN = 25  # rows of a difference

Kind = Annotated[
    str,
    typer.Option(
        "--kind", metavar="KIND", help="alphabetical (all who are listed), active, inactive, delisted, titled-unrated."
    ),
]
Women = Annotated[bool, typer.Option("--women", help="Women only.")]
UpTo = Annotated[int | None, typer.Option("--age-up-to", metavar="YEARS", help="Juniors: at most so old this year.")]
From = Annotated[int | None, typer.Option("--age-from", metavar="YEARS", help="Seniors: at least so old this year.")]
Federation = Annotated[str, typer.Option("--federation", metavar="FED", help="Players of this federation.")]
Region = Annotated[str, typer.Option("--region", metavar="NAME", help="Players of this region.")]
Top = Annotated[int, typer.Option("--top", metavar="N", help="The best N by rating, active players only.", min=0)]


def show(
    series: SeriesOption = "",
    month: Month = "",
    kind: Kind = "alphabetical",
    women: Women = False,
    age_up_to: UpTo = None,
    age_from: From = None,
    federation: Federation = "",
    region: Region = "",
    top: Top = 0,
    as_json: AsJson = False,
    db: Db = DB,
) -> None:
    """Show a published list, or a part of it.

    [bold]Examples[/bold]

      arpad list show --top 10

      arpad list show --list 2024-05 --kind active --women --age-up-to 20 --federation POL
    """
    from io import BytesIO

    from arpad.cli.output import table
    from arpad.lists.export import export
    from arpad.lists.list_table import REHEARSAL, lay_out
    from arpad.lists.selection import Selection, choose

    wanted = Selection(_kind(kind), women, age_up_to, age_from, federation.upper(), region, top)
    published = _published(db, series, month)
    if as_json:
        out = BytesIO()
        export(published, "json", out, wanted)
        print(out.getvalue().decode())
        return
    laid = lay_out(published, choose(published, wanted))
    mark = f"{REHEARSAL}: " if laid.rehearsal else ""
    print(f"{mark}{laid.title}, {laid.edition}; {len(laid)} players")
    plain = laid.without_mark()
    table([column.heading for column in plain.columns], plain.rows())
    if not len(laid):
        print("nobody on this list is meant by that")


def export(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FORM|FILE...", help="txt xml csv xlsx json parquet html, or file names."),
    ],
    directory: Annotated[str, typer.Option("--to", metavar="DIR", help="Where files named by form go.")] = ".",
    series: SeriesOption = "",
    month: Month = "",
    kind: Kind = "alphabetical",
    women: Women = False,
    age_up_to: UpTo = None,
    age_from: From = None,
    federation: Federation = "",
    region: Region = "",
    top: Top = 0,
    db: Db = DB,
) -> None:
    """Write a published list as files: FIDE's text and XML under FIDE's names, CSV, XLSX, JSON, Parquet, HTML to print.

    Of a birth only the year is ever written.

    [bold]Examples[/bold]

      arpad list export txt xml html --to public/        the newest list, under its usual names

      arpad list export juniors.csv --age-up-to 18
    """
    from arpad.cli.files import write_whole
    from arpad.lists.export import FORMS, export_name
    from arpad.lists.export import export as put
    from arpad.lists.selection import Selection

    wanted = Selection(_kind(kind), women, age_up_to, age_from, federation.upper(), region, top)
    forms = [(file if file in FORMS else Path(file).suffix.lstrip(".").lower(), file) for file in files]
    for form, file in forms:
        if form not in FORMS:
            raise Misuse(f"{file}: a list is written as {', '.join(FORMS)}")
    published = _published(db, series, month)
    for form, file in forms:
        name = Path(directory) / export_name(published, form, wanted) if file in FORMS else Path(file)
        with write_whole(name) as out:
            findings = put(published, form, out, wanted)
        _told(findings)
        print(name)


def diff(
    older: Annotated[str, typer.Argument(metavar="OLDER", help="A list, YYYY-MM.")],
    newer: Annotated[str, typer.Argument(metavar="NEWER", help="A later list, YYYY-MM.")],
    series: SeriesOption = "",
    as_json: AsJson = False,
    db: Db = DB,
) -> None:
    """What changed between two lists: who is new, who is gone, who moved, titles, federations, names, states.

    [bold]Example[/bold]

      arpad list diff 2024-04 2024-05
    """
    from arpad.cli.output import emit, table
    from arpad.lists.diff import difference

    if list_number_of(older) >= list_number_of(newer):
        raise Misuse(f"{older} does not come before {newer}: name the older list first")
    told = difference(_published(db, series, older), _published(db, series, newer))
    if as_json:
        emit(told.as_json(MOVERS))
        return
    said = told.as_json(MOVERS)
    mark = "REHEARSAL: " if said["rehearsal"] else ""
    print(
        f"{mark}{said['series']}, from {said['from']} to {said['to']}: {len(said['new'])} new, {len(said['gone'])} gone"
    )
    for title, rows in (("New", said["new"]), ("Gone", said["gone"])):
        if rows:
            print(f"\n{title}")
            table(("id", "name", "rating"), [(row["id"], row["name"], row["rating"]) for row in rows[:SHOWN]])
            if len(rows) > SHOWN:
                print(f"… and {len(rows) - SHOWN} more; --json has them all")
    if said["movers"]:
        print("\nLargest changes of rating")
        moves = [
            (one["id"], one["name"], one["before"], one["after"], one["after"] - one["before"])
            for one in said["movers"]
        ]
        table(("id", "name", "before", "after", "change"), [(*row[:-1], f"{row[-1]:+d}") for row in moves])
    other = [one for one in said["changed"] if one["what"] != "rating"]
    if other:
        print("\nOther changes")
        cells = [(one["id"], one["name"], one["what"], one["before"], one["after"]) for one in other[:SHOWN]]
        table(("id", "name", "what", "before", "after"), cells)


def _told(findings: Sequence[Finding]) -> None:
    """What had to be written otherwise: the first of each sort, and how many there are."""
    for code, count in Counter(finding.code for finding in findings).items():
        first = next(finding for finding in findings if finding.code == code)
        more = f" (and {count - 1} more like it)" if count > 1 else ""
        print(f"{first}{more}", file=sys.stderr)


def _kind(text: str) -> Any:
    from arpad.lists.selection import KINDS

    if text not in KINDS:
        raise Misuse(f"--kind {text}: expected one of {', '.join(KINDS)}")
    return text


def _published(db: str, series: str, month: str) -> Published:
    from arpad.office.publication.stored_list import published_list
    from arpad.office.rolls import newest

    with sit_down(db, "reader", "") as desk, desk.reading() as connection:
        series = series or only_series(connection)
        return published_list(connection, series, list_number_of(month) if month else newest(connection, series))
