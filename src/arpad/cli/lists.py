"""`arpad list open` and `arpad list import`: begin a series with a list, and take over those of another office."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.desk import OfficeCall, office_verb
from arpad.finding import Misuse

if TYPE_CHECKING:
    from arpad.days import Month
    from arpad.finding import Finding
    from arpad.office.lists import File

lists = typer.Typer(
    help="Begin, import, show, export and compare rating lists.", no_args_is_help=True, rich_markup_mode="rich"
)

LONGEST = 1 << 28  # bytes of a list on standard input, above which it is cut, and refused by its reader
ASKED = 20  # questions shown to a person
MonthOption = Annotated[
    str, typer.Option("--list", metavar="YYYY-MM", help="Which list; if not given, the newest, or what the file says.")
]
SeriesOption = Annotated[str, typer.Option("--series", metavar="NAME", help="Which series; the only one if not given.")]


@lists.command("open")
@office_verb("why dry json")
def open_(
    call: OfficeCall,
    series: Annotated[str, typer.Argument(metavar="SERIES", help="For example fide-standard, fide-rapid, ukraine.")],
    file: Annotated[str, typer.Argument(metavar="FILE", help="A FIDE list, TXT, XML, CSV, JSON or zip.")],
    entered: Annotated[
        str,
        typer.Option("--entered", metavar="CSV", help="What the list does not say: number, games, highest, last, k."),
    ] = "",
    conclude: Annotated[
        list[str] | None,
        typer.Option("--conclude", metavar="WHAT", help="What to conclude where nothing proves it: games, highest."),
    ] = None,
    past: Annotated[
        list[str] | None,
        typer.Option("--past", metavar="FILE", help="A list of an earlier month, which proves more. Repeat it."),
    ] = None,
    month: MonthOption = "",
) -> None:
    """Begin a series that this office computes, with a list made elsewhere.

    Games so far and highest rating are concluded where K, or past lists, prove them; otherwise they are asked for, and
    nothing is written until they are entered. With --conclude only contradictions are asked about: games so far are the
    fewest that K allows, or enough for an established player where age alone explains K; the highest rating is the
    highest on the lists given. Every conclusion is kept with the row; `arpad explain` tells it.

    [bold]Examples[/bold]

      arpad list open fide-standard standard_mar24frl.txt --conclude games,highest

      arpad list open fide-standard standard_mar24frl.txt --past standard_feb24frl.txt --past standard_jan24frl.txt

      arpad list open ukraine opening.csv --list 2018-07 --entered games-so-far.csv
    """
    from arpad.cli.files import progress
    from arpad.office import lists as office

    additions = file_of(entered) if entered else None
    chosen = tuple(name for each in conclude or () for name in each.split(",") if name)
    before = tuple(file_of(path) for path in past or ())
    opening = office.Opening(series, file_of(file), additions, month_of(month), call.why, chosen, before)
    with call.desk() as desk:
        opened = office.open_series(desk, opening, progress)
    for remark in opened.remarks:
        print(remark, file=sys.stderr)
    if not call.print_json("list open", opened):
        _questions(opened.questions, file)
        if not opened.questions:
            print(f"{series} is open with the list {opened.list_}: {opened.rows} players")
    raise typer.Exit(1 if opened.questions else 0)


@lists.command("import")
@office_verb("dry json")
def import_(
    call: OfficeCall,
    series: Annotated[str, typer.Argument(metavar="SERIES", help="A series that another office computes.")],
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Its lists, TXT, XML, CSV, JSON, zip; or a directory.")
    ],
    month: MonthOption = "",
) -> None:
    """Take over lists of a series that another office computes, oldest first. The same list again changes nothing.

    [bold]Examples[/bold]

      arpad list import fide-standard standard_jul18frl.txt

      arpad list import fide-standard lists/            every list in the directory, by month
    """
    from arpad.cli.files import expand, progress
    from arpad.office import lists as office

    def tell(taken: office.ListTakenOver) -> None:
        if not call.as_json:
            print(f"{taken.series} {taken.list_}: {taken.rows} players from {taken.file}")

    paths = expand(files, (".txt", ".xml", ".zip"))
    wanted = office.Import(series, tuple(file_of(path) for path in paths), month_of(month))
    with call.desk() as desk:
        done = office.import_lists(desk, wanted, progress, tell)
    call.print_json("list import", done)


# --- what is meant ------------------------------------------------------------------------------------------------


def month_of(text: str) -> Month:
    """A list as typed, 2024-05; nothing typed is no month."""
    from arpad.days import Month

    if not text:
        return Month(0)
    try:
        return Month.read(text)
    except ValueError:
        raise Misuse("argument/list", text=text) from None


def file_of(path: str) -> File:
    """A file for the lists desk; what comes on standard input is read here."""
    from arpad.cli.files import STANDARD_INPUT, content
    from arpad.office.lists import File

    return File(path, content(path, LONGEST) if path == STANDARD_INPUT else Path(path))


def _questions(findings: Sequence[Finding], file: str) -> None:
    for finding in findings[:ASKED]:
        print(finding)
    if len(findings) > ASKED:
        print(f"… and {len(findings) - ASKED} more; --json has them all")
    if findings:
        first = "--conclude games,highest; --past FILE; --entered CSV; `arpad player import FILE`"
        print(f"{file}: nothing was written; answer these {len(findings)} first ({first})")
