"""`arpad scale`: is the rating true? Measures of the lists, as tables, JSON, charts and Parquet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.lists import MonthOption, SeriesOption, parse_month
from arpad.cli.office_session import OfficeCall, office_verb

if TYPE_CHECKING:
    from arpad.monitor.scale import Scale
    from arpad.monitor.sources import TrueStrengths
    from arpad.monitor.tables import PlainTable
    from arpad.monitor.yearly_drift import YearlyDrift

NEWEST_ROWS = 12  # of a table that goes list by list
WARNINGS_SHOWN = (
    "over-time", "quantiles", "cohorts", "inflow", "calibration", "slope", "predictions", "games", "uncounted",
    "stability", "islands", "federations", "regions", "activity", "juniors", "truth",
)  # fmt: skip


@office_verb("json")
def measure_scale(
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
    drift: Annotated[
        int, typer.Option("--drift", metavar="YEAR", help="Only the drift report of a year.", min=0, max=9999)
    ] = 0,
) -> None:
    """Measure whether the scale is true: drift, calibration, islands, juniors, and who plays.

    Every number has an interval. What could as well be chance is called noise, and a measure speaks only where its
    interval leaves out what was to be expected.

    [bold]Examples[/bold]

      arpad scale

      arpad scale --series fide-rapid --list 2026-01 --out scale-2026-01

      arpad scale --history lists-2026 --json

      arpad scale --drift 2026                        the yearly report: what the same players gained or lost
    """
    from arpad.finding import Note

    if drift:
        _refuse_beside_drift(month, strengths, out)
        report = _measure_drift(call, directory, series, drift)
        if not call.print_json("scale --drift", report):
            _print_drift(report)
        return
    list_ = parse_month(month)
    target = Path(out) if out else None
    if target is not None:
        from arpad.monitor.charts import refuse_existing

        refuse_existing(target)
    truth = None
    if strengths:
        from arpad.monitor.sources import read_strengths

        truth = read_strengths(strengths)
    if directory:
        measured = _measure_bundle(directory, series, list_, truth)
    else:
        with call.desk() as desk:
            from arpad.cli.files import progress_bar
            from arpad.office.scale import ScaleRequest, measure_series_scale

            measured = measure_series_scale(desk, ScaleRequest(series, list_, truth), progress_bar)
    files: tuple[str, ...] = ()
    if target is not None:
        from arpad.monitor.charts import write_scale_files

        files = write_scale_files(measured, target)
    if call.print_json("scale", measured):
        return
    _print_scale(measured)
    if target is not None:
        print(Note.of("scale/written", files=len(files), directory=str(target)))


def _refuse_beside_drift(*options: str) -> None:
    """Refuse options that the drift report of a year does not read."""
    from arpad.finding import UserError

    if any(options):
        raise UserError("scale/drift-alone")


def _measure_drift(call: OfficeCall, directory: str, series: str, year: int) -> YearlyDrift:
    if directory:
        from arpad.history.bundle import Library
        from arpad.monitor.bundle_source import BundleSource
        from arpad.monitor.yearly_drift import measure_yearly_drift

        return measure_yearly_drift(BundleSource(Library(Path(directory)), series, None), year)
    from arpad.office.scale import measure_drift_of_year

    with call.desk() as desk:
        return measure_drift_of_year(desk, series, year)


def _print_drift(report: YearlyDrift) -> None:
    from arpad.cli.output import print_table
    from arpad.finding import Note
    from arpad.monitor.scale import interval_text

    print(Note.of("drift/title", series=report.series, year=report.year, since=report.since, until=report.until))
    print()
    rows = []
    for cohort in report.cohorts:
        point = cohort.points[-1]
        text = interval_text(point.change, 1)
        rows.append(
            (cohort.kind, cohort.players, point.there, point.change.n, text["value"], text["low"], text["high"])
        )
    print_table(("", f"on {report.since}", "still active", "played", "mean change", "low", "high"), rows)
    means = interval_text(report.before.mean, 1)["value"], interval_text(report.after.mean, 1)["value"]
    print()
    print(Note.of("drift/mean", before=means[0], after=means[1], players=report.after.players))
    verdict = next((each.drift for each in report.cohorts if each.drift), "none")
    print(Note.of(f"drift/{verdict}"))


def _measure_bundle(directory: str, series: str, list_: int, truth: TrueStrengths | None) -> Scale:
    from arpad.cli.files import progress_bar
    from arpad.history.bundle import Library
    from arpad.monitor.bundle_source import BundleSource
    from arpad.monitor.scale import measure_scale

    source = BundleSource(Library(Path(directory)), series, truth)
    with progress_bar("lists", len(source.lists)) as advance:
        return measure_scale(source, list_, advance)


def _print_scale(measured: Scale) -> None:
    from arpad.cli.output import print_table
    from arpad.finding import Note
    from arpad.messages import say
    from arpad.monitor.tables import narrow_table, scale_tables, shown_columns, shown_rows

    about = {
        "series": measured.series, "list": measured.list_, "players": measured.distribution.players,
        "lists": len(measured.lists), "games": measured.islands.games, "window": len(measured.window),
    }  # fmt: skip
    print(Note.of("scale/title", **about))
    print()
    for note in measured.warnings:
        print(f"- {note}")
    if not measured.warnings:
        print(Note.of("scale/quiet"))
    by_name = {each.name: each for each in scale_tables(measured)}
    for name in WARNINGS_SHOWN:
        if name in by_name:
            few = _newest_rows(narrow_table(by_name[name]))
            print(f"\n{say(f'scale-table/{name}')}\n")
            print_table([say(f"scale-column/{each}") for each in shown_columns(few)], shown_rows(few))
            if len(few.rows) < len(by_name[name].rows):
                print(Note.of("scale/more", shown=len(few.rows), all=len(by_name[name].rows)))


def _newest_rows(plain: PlainTable) -> PlainTable:
    from dataclasses import replace

    from arpad.monitor.tables import TABLES_BY_LIST

    return replace(plain, rows=plain.rows[-NEWEST_ROWS:]) if plain.name in TABLES_BY_LIST else plain
