"""`arpad scale`: is the rating true? Measures of the lists, as tables, JSON, charts and Parquet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.desk import OfficeCall, office_verb
from arpad.cli.lists import MonthOption, SeriesOption, month_of

if TYPE_CHECKING:
    from arpad.monitor.scale import Scale
    from arpad.monitor.strengths import Strengths
    from arpad.monitor.tables import PlainTable

NEWEST_ROWS = 12  # of a table that goes list by list
SHOWN = (
    "over-time", "quantiles", "cohorts", "inflow", "calibration", "slope", "predictions", "games", "uncounted",
    "stability", "islands", "federations", "regions", "activity", "juniors", "truth",
)  # fmt: skip


@office_verb("json")
def scale(
    call: OfficeCall,
    month: MonthOption = "",
    series: SeriesOption = "",
    directory: Annotated[
        str, typer.Option("--history", metavar="DIR", help="Measure a directory of history, not an office.")
    ] = "",
    strengths: Annotated[
        str, typer.Option("--strengths", metavar="FILE", help="True strengths that `arpad simulate` wrote.")
    ] = "",
    out: Annotated[
        str, typer.Option("--out", metavar="DIR", help="Write tables (Parquet), charts (SVG) and JSON there.")
    ] = "",
) -> None:
    """Measure whether the scale is true: drift, calibration, islands, juniors, and who plays.

    Every number has an interval. What could as well be chance is called noise, and a measure speaks only where its
    interval leaves out what was to be expected.

    [bold]Examples[/bold]

      arpad scale

      arpad scale --series fide-rapid --list 2026-01 --out scale-2026-01

      arpad scale --history lists-2026 --json
    """
    from arpad.finding import Note

    list_ = month_of(month)
    target = Path(out) if out else None
    if target is not None:
        from arpad.monitor.files import refuse_if_there

        refuse_if_there(target)
    truth = None
    if strengths:
        from arpad.monitor.strengths import read_strengths

        truth = read_strengths(strengths)
    if directory:
        found = _of_history(directory, series, list_, truth)
    else:
        with call.desk() as desk:
            from arpad.cli.files import progress
            from arpad.office.scale import Measure, measure

            found = measure(desk, Measure(series, list_, truth), progress)
    files: tuple[str, ...] = ()
    if target is not None:
        from arpad.monitor.files import write

        files = write(found, target)
    if call.print_json("scale", found):
        return
    _show(found)
    if target is not None:
        print(Note.of("scale/written", files=len(files), directory=str(target)))


def _of_history(directory: str, series: str, list_: int, truth: Strengths | None) -> Scale:
    from arpad.cli.files import progress
    from arpad.history.library import Library
    from arpad.monitor.history import LibrarySource
    from arpad.monitor.scale import measure

    source = LibrarySource(Library(Path(directory)), series, truth)
    with progress("lists", len(source.lists)) as advance:
        return measure(source, list_, advance)


def _show(found: Scale) -> None:
    from arpad.cli.output import table
    from arpad.finding import Note
    from arpad.messages import say
    from arpad.monitor.tables import narrow, shown_columns, shown_rows, tables

    about = {
        "series": found.series, "list": found.list_, "players": found.distribution.players,
        "lists": len(found.lists), "games": found.islands.games, "window": len(found.window),
    }  # fmt: skip
    print(Note.of("scale/title", **about))
    print()
    for note in found.warnings:
        print(f"- {note}")
    if not found.warnings:
        print(Note.of("scale/quiet"))
    by_name = {each.name: each for each in tables(found)}
    for name in SHOWN:
        if name in by_name:
            few = _newest(narrow(by_name[name]))
            print(f"\n{say(f'scale-table/{name}')}\n")
            table([say(f"scale-column/{each}") for each in shown_columns(few)], shown_rows(few))
            if len(few.rows) < len(by_name[name].rows):
                print(Note.of("scale/more", shown=len(few.rows), all=len(by_name[name].rows)))


def _newest(found: PlainTable) -> PlainTable:
    from dataclasses import replace

    from arpad.monitor.tables import BY_LIST

    return replace(found, rows=found.rows[-NEWEST_ROWS:]) if found.name in BY_LIST else found
