"""`arpad list open` and `arpad list import`: begin a series with a list, and take over those of another office."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.asjson import to_json
from arpad.cli.desk import DB, NOW, WHO, AsJson, Db, DryRun, Now, Who, Why, sit_down
from arpad.finding import Misuse

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from arpad.intake import RatingList

lists = typer.Typer(
    help="Begin, import, show, export and compare rating lists.", no_args_is_help=True, rich_markup_mode="rich"
)

ASKED = 20  # questions shown to a person
Month = Annotated[
    str, typer.Option("--list", metavar="YYYY-MM", help="Which list; if not given, the newest, or what the file says.")
]
SeriesOption = Annotated[str, typer.Option("--series", metavar="NAME", help="Which series; the only one if not given.")]


@lists.command("open")
def open_(
    series: Annotated[str, typer.Argument(metavar="SERIES", help="For example fide-standard, fide-rapid, ukraine.")],
    file: Annotated[str, typer.Argument(metavar="FILE", help="A FIDE list, TXT, XML or zip, or a CSV.")],
    entered: Annotated[
        str,
        typer.Option("--entered", metavar="CSV", help="What the list does not say: number, games, highest, last, k."),
    ] = "",
    month: Month = "",
    why: Why = "",
    dry: DryRun = False,
    as_json: AsJson = False,
    db: Db = DB,
    who: Who = WHO,
    now: Now = NOW,
) -> None:
    """Begin a series that this office computes, with a list made elsewhere.

    Games so far and highest rating are concluded from K only where K proves them; otherwise they are asked for, and
    nothing is written until they are entered. Every conclusion is kept with the row.

    [bold]Examples[/bold]

      arpad list open fide-standard standard_mar24frl.txt

      arpad list open ukraine opening.csv --list 2018-07 --entered games-so-far.csv
    """
    from arpad.cli.output import emit
    from arpad.law.calendar import list_on
    from arpad.office.publication.inputs import day_of
    from arpad.office.publication.series import open_series
    from arpad.office.rolls import month as written

    ids, stated, said = _stated(file, series)
    list_ = list_number_of(month or said)
    extra = _entered(entered) if entered else {}
    with sit_down(db, who, now, dry) as desk:
        day = list_on(series, day_of(list_))
        if day != day_of(list_):
            raise Misuse(f"{series} has no list {written(list_)}; the one in force then is of {day}")
        opened = open_series(desk, series, day, ids, stated, extra, file, why)
    if as_json:
        emit({"series": series, "list": written(list_), "rows": opened.rows, "sha256": opened.sha256,
              "questions": [to_json(finding) for finding in opened.findings]})  # fmt: skip
    else:
        _questions(opened.findings, file)
        if not opened.findings:
            print(f"{series} is open with the list {written(list_)}: {opened.rows} players")
    raise typer.Exit(1 if opened.findings else 0)


@lists.command("import")
def import_(
    series: Annotated[str, typer.Argument(metavar="SERIES", help="A series that another office computes.")],
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Its lists, TXT, XML or zip; or a directory.")],
    month: Month = "",
    dry: DryRun = False,
    as_json: AsJson = False,
    db: Db = DB,
    who: Who = WHO,
    now: Now = NOW,
) -> None:
    """Take over lists of a series that another office computes, oldest first. The same list again changes nothing.

    [bold]Examples[/bold]

      arpad list import fide-standard standard_jul18frl.txt

      arpad list import fide-standard lists/            every list in the directory, by month
    """
    from arpad.cli.files import expand, progress
    from arpad.cli.output import emit
    from arpad.office.publication.series import import_list
    from arpad.office.rolls import month as written

    paths = expand(files, (".txt", ".xml", ".zip"))
    if month and len(paths) > 1:
        raise Misuse("--list names one list; with several files each must say its own month")
    given = []
    with progress("reading", len(paths)) as advance:
        for path in paths:
            ratings = _ratings(path, series)
            given.append((list_number_of(month or _said(ratings, path)), path, ratings))
            advance(1)
    told = []
    with sit_down(db, who, now, dry) as desk:
        for list_, path, ratings in sorted(given, key=lambda one: one[0]):
            done = import_list(desk, series, ratings, list_, path)
            told.append({"series": series, "list": written(list_), "file": path, "rows": done.rows})
            if not as_json:
                print(f"{series} {written(list_)}: {done.rows} players from {path}")
    if as_json:
        emit(told)


# --- what is meant ------------------------------------------------------------------------------------------------


def list_number_of(text: str) -> int:
    """A list as typed, 2024-05, as the tables write it."""
    year, _, month = text.partition("-")
    if len(year) == 4 and len(month) == 2 and (year + month).isdigit() and 1 <= int(month) <= 12:
        return int(year) * 100 + int(month)
    raise Misuse(f"--list {text}: expected a list written YYYY-MM" if text else "which list? Give --list YYYY-MM")


def only_series(connection: Connection, kind: str = "") -> str:
    """The series where there is only one to choose."""
    from sqlalchemy import select

    from arpad.office.store import schema

    rows = select(schema.series.c.name).order_by(schema.series.c.name)
    names = connection.execute(rows.where(schema.series.c.kind == kind) if kind else rows).scalars().all()
    if not names:
        raise Misuse("the office has no series yet; begin one with `arpad list open SERIES FILE`")
    if len(names) > 1:
        raise Misuse(f"which series? There is {', '.join(names)}")
    return str(names[0])


def _ratings(path: str, series: str) -> RatingList:
    from arpad.cli.frl import opened
    from arpad.intake.frl.layout import SERIES
    from arpad.lists.rollcall import STANDINGS

    named = next((name for name in SERIES if Path(path).name.casefold().startswith(name)), "")
    if named and series in STANDINGS and named != STANDINGS[series]:  # a text of one list does not say which it is
        raise Misuse(f"{path} is a {named} list by its name, not one of {series}; give the right one, or rename it")
    ratings, refused = opened(path, STANDINGS.get(series, series))
    if refused:
        raise Misuse(f"{path} cannot be read as a rating list")
    return ratings


def _said(ratings: RatingList, path: str) -> str:
    stem = Path(path).stem
    if ratings.period:
        return ratings.period
    if len(stem) == 7 and stem[4] == "-":
        return stem
    raise Misuse(f"{path} does not say its month; give --list YYYY-MM")


def _questions(findings: Sequence[Any], file: str) -> None:
    for finding in findings[:ASKED]:
        print(finding)
    if len(findings) > ASKED:
        print(f"… and {len(findings) - ASKED} more; --json has them all")
    if findings:
        print(f"{file}: nothing was written; answer these {len(findings)} first (--entered CSV, `arpad player import`)")


def _stated(file: str, series: str) -> tuple[list[int], Any, str]:
    """What a file says of its players: their numbers, the columns, and its month where it says one."""
    from arpad.lists.opening import stated_by_list
    from arpad.lists.opening_csv import read_opening

    if file.lower().endswith(".csv"):
        ids, _, stated = read_opening(_bytes(file), file)
        return ids.tolist(), stated, ""
    ratings = _ratings(file, series)
    stated = stated_by_list(ratings, series)
    rated = (stated.rating > 0).nonzero()[0]  # an opening list says nothing of those whom it does not rate
    return ratings.id[rated].tolist(), stated.take(rated), _said(ratings, file) if ratings.period else ""


def _entered(file: str) -> dict[int, dict[str, int]]:
    """What an officer entered beside a list, by the player's number."""
    from arpad.lists.opening_csv import read_entered

    return read_entered(_bytes(file), file)


def _bytes(file: str) -> bytes:
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise Misuse(f"cannot open {file}: {error.strerror}") from None
