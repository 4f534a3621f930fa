"""`arpad trf` and `arpad forms`: look into a report, convert it, clean it; list the forms of files that are read."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.option_groups import GroupedVerb
from arpad.cli.report_options import MAX_FINDINGS, ReadingOptions, ReportReading
from arpad.finding import Remedy, Tier, UserError

if TYPE_CHECKING:
    from arpad.finding import Finding
    from arpad.model import Report


trf = typer.Typer(no_args_is_help=True, help="Look into a tournament report, convert it, mend it.")

FileArgument = Annotated[
    str, typer.Argument(metavar="FILE", help="A report, or - for standard input.", show_default=False)
]
OutOption = Annotated[str, typer.Option("-o", "--output", metavar="OUT", help="Where to write; - for standard output.")]


def _read_report_file(file: str, reading: ReportReading) -> tuple[bytes, Report, tuple[Finding, ...]]:
    """The bytes, the report and its findings; a path that is not there is a misuse."""
    from pathlib import Path

    from arpad.cli.files import STANDARD_INPUT, read_content
    from arpad.intake.codes import shown
    from arpad.intake.recognise import read

    if file != STANDARD_INPUT and not Path(file).is_file():
        raise UserError("file/absent", path=file)
    try:
        data = read_content(file, reading.limits.bytes)
    except OSError as error:
        raise UserError("file/unopened", path=file, reason=error.strerror) from None
    report, findings = read(data, shown(file, 400), reading.limits, reading.encoding)
    return data, report, findings


def _print_findings(findings: tuple[Finding, ...], only: Tier | None = None) -> bool:
    """Print findings on standard error, those of one tier and how many of it are not listed; whether one refuses."""
    from arpad.intake.codes import tier_of

    for finding in findings:
        if only is None or tier_of(finding) is only:
            print(finding, file=sys.stderr)
    return any(finding.tier is Tier.REFUSE for finding in findings)


@trf.command("show")
@GroupedVerb
def show_report(
    file: FileArgument,
    as_json: Annotated[bool, typer.Option("--json", help="The report as one JSON object.")] = False,
    games: Annotated[bool, typer.Option("--games", help="The games instead of the crosstable.")] = False,
    *,
    reading: ReadingOptions,
) -> None:
    """Show what a report says: the event, the players and their results.

    [bold]Examples[/bold]

      arpad trf show open.trf

      arpad trf show open.trf --games

      arpad trf show open.trf --json | jq .players
    """
    from arpad.cli.output import path_in_json, print_answer_line, print_table
    from arpad.intake.codes import shown
    from arpad.intake.shown import CROSSTABLE, crosstable

    _, report, findings = _read_report_file(file, reading)
    if as_json:
        from arpad.intake.shown import ShownReport

        print_answer_line("trf show", ShownReport.of(report, path_in_json(file)))
    elif not report.players:  # then there is nothing to show but why
        raise typer.Exit(1 if _print_findings(findings) else 0)
    elif games:
        rows = [*_game_rows(report)]
        if rows:
            print_table(("round", "white", "black", "result", "kind"), rows)
        else:
            print("no games")
    else:
        facts = report.facts
        heading = {
            "event": facts.name, "federation": facts.federation, "start": facts.start, "end": facts.end,
            "system": facts.system, "time control": facts.time_control, "form": report.form,
            "encoding": report.encoding,
        }  # fmt: skip
        for name, value in heading.items():
            if value:
                print(f"{name:<14}{shown(str(value))}")
        turns = [str(turn) for turn in range(1, report.cells.rounds + 1)]
        print_table((*CROSSTABLE, *turns), crosstable(report))
    raise typer.Exit(1 if _print_findings(findings, Tier.REFUSE) else 0)


def _game_rows(report: Report) -> Iterator[tuple[object, ...]]:
    """The games as rows of a table."""
    from arpad.exact import points as print_points
    from arpad.model import GameKind

    played = report.games()
    kinds = {kind.value: kind.name.lower() for kind in GameKind}
    columns = (
        played.round, played.white, played.black, played.white_half_points, played.black_half_points, played.kind
    )  # fmt: skip
    for turn, white, black, by_white, by_black, kind in zip(*(column.tolist() for column in columns), strict=True):
        yield turn, white, black, f"{print_points(by_white)}-{print_points(by_black)}", kinds[kind]


@trf.command("convert")
@GroupedVerb
def convert_report(
    file: FileArgument,
    to: Annotated[str, typer.Option("--to", metavar="FORM", help="trf16 or trf26.")] = "trf26",
    output: OutOption = "-",
    drop_extensions: Annotated[
        bool, typer.Option("--drop-extensions", help="Leave out, in TRF16, the records it does not know.")
    ] = False,
    *,
    reading: ReadingOptions,
) -> None:
    """Write a report of any form that is read as a strict TRF16 or TRF26 file.

    In TRF26 a comment (###) behind the records says what was corrected: written otherwise, read otherwise, or cut.

    [bold]Examples[/bold]

      arpad trf convert open.trf --to trf26 -o open26.trf

      arpad trf convert games.csv -o open.trf
    """
    from arpad.cli.files import write_output
    from arpad.intake.trf.fix import fix_trf
    from arpad.intake.trf.write import READ_OTHERWISE, with_corrections, write_trf

    content, report, findings = _read_report_file(file, reading)
    refused = _print_findings(tuple(each for each in findings if each.tier is Tier.REFUSE or each.code == "encoding"))
    if not report.players:
        raise typer.Exit(1)
    data, lost = write_trf(report, to, extensions=not drop_extensions)
    _print_findings(lost)
    if to == "trf26":
        changes = fix_trf(content, report.file, reading.limits, reading.encoding)[1] if report.sent.texts else ()
        otherwise = [each for each in (*findings, *lost) if each in lost or each.code in READ_OTHERWISE]
        corrections = [*map(str, changes), *(each.sentence for each in otherwise)]
        data = with_corrections(data, report.newline, corrections)
    write_output(data, output, file)
    raise typer.Exit(1 if refused else 0)


@trf.command("fix")
@GroupedVerb
def write_cleaned_report(
    file: FileArgument,
    output: OutOption,
    reading: ReadingOptions,
    max_findings: Annotated[
        int, typer.Option(metavar="N", help="Most changes listed of one code.", min=1)
    ] = MAX_FINDINGS,
) -> None:
    """Write a report with its leniencies mended, and list the changes; only what loses nothing is changed.

    [bold]Example[/bold]

      arpad trf fix open.trf -o mended.trf
    """
    from arpad.cli.files import write_output
    from arpad.intake.trf.fix import fix_trf
    from arpad.messages import say

    data, report, findings = _read_report_file(file, reading)
    if not report.sent.texts:
        if not _print_findings(findings, Tier.REFUSE):
            raise UserError("trf/nothing-to-mend", Remedy.to("convert-report"), path=file)
        raise typer.Exit(1)
    most = replace(reading.limits, findings=max_findings)
    mended, changes, findings = fix_trf(data, report.file, most, reading.encoding)
    write_output(mended, output, file)
    for change in changes:
        print(change, file=sys.stderr)
    print(say("mended", (("count", sum(change.times for change in changes)),)), file=sys.stderr)
    raise typer.Exit(1 if _print_findings(findings, Tier.REFUSE) else 0)


def show_forms(as_json: Annotated[bool, typer.Option("--json", help="Answer as JSON.")] = False) -> None:
    """The forms of files that are recognised: those that are read with what they lack, and those that are not.

    [bold]Examples[/bold]

      arpad forms

      arpad forms --json | jq '.[] | select(.read)'
    """
    from arpad.cli.output import print_answer, print_table
    from arpad.intake.forms import forms_shown

    shown = forms_shown()
    if as_json:
        print_answer("forms", shown)
        return
    print_table(
        ("form", "what it is", "names", "lacks for a rating"),
        [(form.name, form.what, " ".join(form.suffixes), ", ".join(form.lacks)) for form in shown if form.read],
    )
    print_table(("not read", "what it is", "what to do"), [(f.name, f.what, f.advice) for f in shown if not f.read])
