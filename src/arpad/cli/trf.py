"""`arpad trf`: look into a tournament report, convert it, mend it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli import limits
from arpad.finding import Misuse, Remedy, Tier

if TYPE_CHECKING:
    from arpad.finding import Finding
    from arpad.model import Report

trf = typer.Typer(no_args_is_help=True, help="Look into a tournament report, convert it, mend it.")

File = Annotated[str, typer.Argument(metavar="FILE", help="A report, or - for standard input.", show_default=False)]
Out = Annotated[str, typer.Option("-o", "--output", metavar="OUT", help="Where to write; - for standard output.")]


def _opened(file: str, encoding: str, most: tuple[int, ...]) -> tuple[bytes, Report, tuple[Finding, ...]]:
    """The bytes, the report and its findings; a path that is not there is a misuse."""
    from pathlib import Path

    from arpad.cli.files import STANDARD_INPUT, content
    from arpad.intake.codes import shown
    from arpad.intake.decode import Limits
    from arpad.intake.recognise import read

    limits.known(encoding)
    if file != STANDARD_INPUT and not Path(file).is_file():
        raise Misuse("file/absent", path=file)
    try:
        data = content(file, most[0])
    except OSError as error:
        raise Misuse("file/unopened", path=file, reason=error.strerror) from None
    report, findings = read(data, shown(file, 400), Limits(*most), encoding)
    return data, report, findings


def _tell(findings: tuple[Finding, ...], only: Tier | None = None) -> bool:
    """Print findings on standard error, those of one tier and how many of it are not listed; whether one refuses."""
    from arpad.intake.codes import tier_of

    for finding in findings:
        if only is None or tier_of(finding) is only:
            print(finding, file=sys.stderr)
    return any(finding.tier is Tier.REFUSE for finding in findings)


@trf.command("show")
def show(
    file: File,
    as_json: Annotated[bool, typer.Option("--json", help="The report as one JSON object.")] = False,
    games: Annotated[bool, typer.Option("--games", help="The games instead of the crosstable.")] = False,
    encoding: limits.Encoding = "",
    max_bytes: limits.MaxBytes = limits.BYTES,
    max_players: limits.MaxPlayers = limits.PLAYERS,
    max_rounds: limits.MaxRounds = limits.ROUNDS,
    max_lines: limits.MaxLines = limits.LINES,
    max_line: limits.MaxLine = limits.LINE,
) -> None:
    """Show what a report says: the event, the players and their results.

    [bold]Examples[/bold]

      arpad trf show open.trf

      arpad trf show open.trf --games

      arpad trf show open.trf --json | jq .players
    """
    from arpad.cli.output import answer_line, path_in_json, table
    from arpad.intake.codes import shown
    from arpad.intake.shown import CROSSTABLE, crosstable

    _, report, findings = _opened(file, encoding, (max_bytes, max_players, max_rounds, max_lines, max_line))
    if as_json:
        from arpad.intake.shown import ShownReport

        answer_line("trf show", ShownReport.of(report, path_in_json(file)))
    elif not report.players:  # then there is nothing to show but why
        raise typer.Exit(1 if _tell(findings) else 0)
    elif games:
        rows = [*_games(report)]
        if rows:
            table(("round", "white", "black", "result", "kind"), rows)
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
        table((*CROSSTABLE, *turns), crosstable(report))
    raise typer.Exit(1 if _tell(findings, Tier.REFUSE) else 0)


def _games(report: Report) -> Iterator[tuple[object, ...]]:
    """The games as rows of a table."""
    from arpad.exact import points as print_points
    from arpad.model import Kind

    played = report.games()
    kinds = {kind.value: kind.name.lower() for kind in Kind}
    columns = (
        played.round, played.white, played.black, played.white_half_points, played.black_half_points, played.kind
    )  # fmt: skip
    for turn, white, black, by_white, by_black, kind in zip(*(column.tolist() for column in columns), strict=True):
        yield turn, white, black, f"{print_points(by_white)}-{print_points(by_black)}", kinds[kind]


@trf.command("convert")
def convert(
    file: File,
    to: Annotated[str, typer.Option("--to", metavar="FORM", help="trf16 or trf26.")] = "trf26",
    output: Out = "-",
    drop_extensions: Annotated[
        bool, typer.Option("--drop-extensions", help="Leave out, in TRF16, the records it does not know.")
    ] = False,
    encoding: limits.Encoding = "",
    max_bytes: limits.MaxBytes = limits.BYTES,
    max_players: limits.MaxPlayers = limits.PLAYERS,
    max_rounds: limits.MaxRounds = limits.ROUNDS,
    max_lines: limits.MaxLines = limits.LINES,
    max_line: limits.MaxLine = limits.LINE,
) -> None:
    """Write a report of any form that is read as a strict TRF16 or TRF26 file.

    In TRF26 a comment (###) behind the records says what was corrected: written otherwise, read otherwise, or cut.

    [bold]Examples[/bold]

      arpad trf convert open.trf --to trf26 -o open26.trf

      arpad trf convert games.csv -o open.trf
    """
    from arpad.cli.files import write
    from arpad.intake.decode import Limits
    from arpad.intake.trf.fix import fix_trf
    from arpad.intake.trf.write import READ_OTHERWISE, with_corrections, write_trf

    content, report, findings = _opened(file, encoding, (max_bytes, max_players, max_rounds, max_lines, max_line))
    refused = _tell(tuple(each for each in findings if each.tier is Tier.REFUSE or each.code == "encoding"))
    if not report.players:
        raise typer.Exit(1)
    data, lost = write_trf(report, to, extensions=not drop_extensions)
    _tell(lost)
    if to == "trf26":
        most = Limits(max_bytes, max_players, max_rounds, max_lines, max_line)
        changes = fix_trf(content, report.file, most, encoding)[1] if report.sent.texts else ()
        otherwise = [each for each in (*findings, *lost) if each in lost or each.code in READ_OTHERWISE]
        corrections = [*map(str, changes), *(each.sentence for each in otherwise)]
        data = with_corrections(data, report.newline, corrections)
    write(data, output, file)
    raise typer.Exit(1 if refused else 0)


@trf.command("fix")
def fix(
    file: File,
    output: Out,
    encoding: limits.Encoding = "",
    max_bytes: limits.MaxBytes = limits.BYTES,
    max_players: limits.MaxPlayers = limits.PLAYERS,
    max_rounds: limits.MaxRounds = limits.ROUNDS,
    max_lines: limits.MaxLines = limits.LINES,
    max_line: limits.MaxLine = limits.LINE,
    max_findings: Annotated[
        int, typer.Option(metavar="N", help="Most changes listed of one code.", min=1)
    ] = limits.FINDINGS,
) -> None:
    """Write a report with its leniencies mended, and list the changes; only what loses nothing is changed.

    [bold]Example[/bold]

      arpad trf fix open.trf -o mended.trf
    """
    from arpad.cli.files import write
    from arpad.intake.decode import Limits
    from arpad.intake.trf.fix import fix_trf
    from arpad.messages import say

    data, report, findings = _opened(file, encoding, (max_bytes, max_players, max_rounds, max_lines, max_line))
    if not report.sent.texts:
        if not _tell(findings, Tier.REFUSE):
            raise Misuse("trf/nothing-to-mend", Remedy.to("convert-report"), path=file)
        raise typer.Exit(1)
    most = Limits(max_bytes, max_players, max_rounds, max_lines, max_line, max_findings)
    mended, changes, findings = fix_trf(data, report.file, most, encoding)
    write(mended, output, file)
    for change in changes:
        print(change, file=sys.stderr)
    print(say("mended", (("count", sum(change.times for change in changes)),)), file=sys.stderr)
    raise typer.Exit(1 if _tell(findings, Tier.REFUSE) else 0)
