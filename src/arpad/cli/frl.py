"""`arpad frl`: look into a FIDE rating list and convert it."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.finding import Note, Remedy, Tier, UserError

if TYPE_CHECKING:
    from arpad.finding import Finding
    from arpad.intake.frl.listed import ListedPlayer, RatingList

SLASH_DATE = tuple({"/", os.sep})

frl = typer.Typer(no_args_is_help=True, help="Look into a FIDE rating list, text or XML, and convert it.")

FileArgument = Annotated[
    str, typer.Argument(metavar="FILE", help="A list, text, XML or the zip FIDE offers; - for standard input.")
]


def _series_argument(value: str) -> str:
    if value not in ("", "standard", "rapid", "blitz"):
        raise UserError("list-series/unknown", series=value)
    return value


SeriesOption = Annotated[
    str,
    typer.Option(
        metavar="SERIES", help="Series of a single list: standard, rapid or blitz.", callback=_series_argument
    ),
]


def read_rating_list(
    file: str, name: str, series: str, national: Sequence[str] = ()
) -> tuple[RatingList, tuple[Finding, ...]]:
    """The list in a file of text or XML, or in the zip in which FIDE offers it; OSError where it cannot be opened."""
    from arpad.cli.files import STANDARD_INPUT, progress_bar
    from arpad.intake.frl.reader import read_list
    from arpad.intake.frl.zip import unpacked

    size = Path(file).stat().st_size if file != STANDARD_INPUT else None
    raw = sys.stdin.buffer if file == STANDARD_INPUT else open(file, "rb")  # noqa: SIM115
    with raw, unpacked(raw) as (stream, total), progress_bar("reading", total or size) as advance:
        return read_list(stream, name, series, advance, national)


def open_rating_list(file: str, series: str) -> tuple[RatingList, bool]:
    """The list, and whether something refuses it. Findings go to standard error."""
    from arpad.cli.files import STANDARD_INPUT
    from arpad.intake.codes import shown

    if file != STANDARD_INPUT and not Path(file).is_file():
        raise UserError("list-file/none", file=file)
    try:
        ratings, findings = read_rating_list(file, shown(file, 400), series)
    except OSError as error:
        raise UserError("list-file/unopened", file=file, error=error.strerror) from None
    for finding in findings:
        print(finding, file=sys.stderr)
    return ratings, any(finding.tier is Tier.REFUSE for finding in findings)


@frl.command("show")
def show_rating_list(
    file: FileArgument,
    find: Annotated[
        int | None, typer.Option("--id", metavar="N", help="Show the player with this FIDE number.")
    ] = None,
    first: Annotated[int, typer.Option("--first", metavar="N", help="Show so many rows.", min=0)] = 10,
    series: SeriesOption = "",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object per row.")] = False,
) -> None:
    """Show the first rows of a rating list, or one player of it.

    [bold]Examples[/bold]

      arpad frl show players_list_foa.txt

      arpad frl show players_list_xml.zip --id 14100002

      arpad frl show standard_sep25frl.txt --first 0    only how many rows, layout and month
    """
    ratings, refused = open_rating_list(file, series)
    if find is not None:
        at = ratings.find(find)
        players = [ratings.player(at)] if at >= 0 else []
    else:
        players = [ratings.player(row) for row in range(min(first, len(ratings)))]
    if as_json:
        from arpad.cli.output import print_answer_line

        for player in players:
            print_answer_line("frl show", player)
    else:
        _print_list_rows(ratings, players)
    if find is not None and not players and not refused:
        print(Note.of("list-player/none", number=find), file=sys.stderr)
    raise typer.Exit(1 if refused or (find is not None and not players) else 0)


def _print_list_rows(ratings: RatingList, players: list[ListedPlayer]) -> None:
    from arpad.cli.output import print_table

    fields = ("id", "name", "federation", "sex", "title", "w_title", "o_title", "foa", "born", "flag")
    numbers = ("rating", "games", "k")
    if players:
        print_table(
            (*fields, *(f"{series} {name}" for series in ratings.standings for name in numbers)),
            [
                (
                    *(getattr(player, name) or "" for name in fields),
                    *(getattr(rating, name) for rating in player.standings.values() for name in numbers),
                )
                for player in players
            ],
        )
    month = f", {ratings.month}" if ratings.month else ""
    series = ", ".join(ratings.standings) or "no series"
    print(f"{len(ratings):,} rows, layout {ratings.layout or 'unknown'}{month}: {series}")


@frl.command("convert")
def convert_rating_list(
    file: FileArgument,
    to: Annotated[str, typer.Option("--to", metavar="FORM", help="txt or xml.")] = "txt",
    form: Annotated[
        str, typer.Option("--form", metavar="FORM", help="single or combined; as the list is by default.")
    ] = "",
    output: Annotated[
        str,
        typer.Option("-o", "--output", metavar="OUT", help="A file, a directory (one that ends with / is made) or -."),
    ] = ".",
    series: SeriesOption = "",
) -> None:
    """Write a list in the form FIDE publishes today, under FIDE's own file name where OUT is a directory.

    A single list is of the series that --series says, otherwise of the one that its name says, in a zip first the name
    inside. Where nothing says it, the new name has no series.

    [bold]Examples[/bold]

      arpad frl convert mar11frl.txt --to xml -o converted/

      arpad frl convert players_list_foa.txt --form single --series rapid -o -
    """
    from arpad.cli.files import STANDARD_INPUT, is_same_file, write_atomically
    from arpad.finding import Note
    from arpad.intake.frl.layout import STANDARD, is_combined
    from arpad.intake.frl.write import FORMS, no_such_series, write_txt, write_xml

    if to not in ("txt", "xml"):
        raise UserError("list-form", form=to, forms=("txt", "xml"))
    if form and form not in FORMS:
        raise UserError("list-form", form=form, forms=tuple(FORMS))
    ratings, refused = open_rating_list(file, series)
    if refused:
        raise typer.Exit(1)
    form = form or ("combined" if len(ratings.standings) > 1 else "single")
    chosen = series if series in ratings.standings else ""
    if series and not chosen and len(ratings.standings) > 1:
        raise no_such_series(ratings, series)
    target = output if output == STANDARD_INPUT else _output_path(ratings, output, form, chosen, to == "xml")
    if is_same_file(target, file):
        raise UserError("list-in-place", Remedy.to("name-output"))
    writer = write_xml if to == "xml" else write_txt
    with nullcontext(sys.stdout.buffer) if target == STANDARD_INPUT else write_atomically(Path(target)) as out:
        lost = writer(ratings, out, form, chosen)
    for finding in lost:
        print(finding, file=sys.stderr)
    if form == "single" and chosen not in ("", STANDARD) and is_combined(ratings.layout, ratings.standings):
        print(Note.of("convert-activity", series=chosen), file=sys.stderr)
    if target != STANDARD_INPUT:
        print(f"{target}: {len(ratings):,} rows")


def _output_path(ratings: RatingList, output: str, form: str, series: str, xml: bool) -> str:
    """The file to write: OUT itself, or FIDE's name in the directory OUT, which is made where OUT ends with a slash."""
    from arpad.intake.frl.layout import ANY, file_name

    if output.endswith(SLASH_DATE):
        try:
            Path(output).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UserError("directory/unmade", directory=output, error=error.strerror) from None
    elif not Path(output).is_dir():
        return output
    series = series or next(iter(ratings.standings), "")
    name = file_name(form, series, ratings.month, xml)
    if form == "single" and series == ANY:
        print(Note.of("list-series/unsaid", name=name), file=sys.stderr)
    return str(Path(output) / name)
