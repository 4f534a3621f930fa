"""`arpad list open`, `import`, `correct` and `take-back`: lists made elsewhere, and corrections of them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.office_session import OfficeCall, confirm, office_verb
from arpad.cli.player_options import NumberArgument, parse_player_number
from arpad.finding import Note, UserError

if TYPE_CHECKING:
    from arpad.days import Month
    from arpad.finding import Finding
    from arpad.office.lists import InputFile


lists = typer.Typer(
    help="Begin, import, show, export and compare rating lists.", no_args_is_help=True, rich_markup_mode="rich"
)

MAX_LIST_BYTES = 1 << 28  # bytes of a list on standard input, above which it is cut, and refused by its reader
QUESTIONS_SHOWN = 20  # questions shown to a person
MonthOption = Annotated[
    str, typer.Option("--list", metavar="YYYY-MM", help="Which list; if not given, the newest, or what the file says.")
]


def named_series(argument: str, option: str) -> str:
    """Return the series that is named as an argument or with --series; refuse two different ones."""
    if argument and option and argument != option:
        raise UserError("argument/two-series", argument=argument, option=option)
    return argument or option


SeriesOption = Annotated[str, typer.Option("--series", metavar="NAME", help="Which series; the only one if not given.")]


@lists.command("open")
@office_verb("why dry json")
def open_series(
    call: OfficeCall,
    series: Annotated[str, typer.Argument(metavar="SERIES", help="For example fide-standard, fide-rapid, ukraine.")],
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...", help="A FIDE list, TXT, XML, CSV, JSON or zip; or several, the oldest first."
        ),
    ],
    entered: Annotated[
        str,
        typer.Option(
            "--entered",
            metavar="CSV",
            help="What the list does not say, or K as decided: columns id, games, highest, last, k.",
        ),
    ] = "",
    conclude: Annotated[
        list[str] | None,
        typer.Option("--conclude", metavar="WHAT", help="What to conclude where nothing proves it: games, highest."),
    ] = None,
    past: Annotated[
        list[str] | None,
        typer.Option("--past", metavar="FILE", help="A list of an earlier month, which proves more. Repeat it."),
    ] = None,
    own: Annotated[
        bool, typer.Option("--own", help="A series of FIDE's rulebooks is meant as your own, not as official.")
    ] = False,
    month: MonthOption = "",
) -> None:
    """Begin a series that this office computes, with a list made elsewhere.

    Games so far and highest rating are concluded where K, or past lists, prove them; otherwise they are asked for, and
    nothing is written until they are entered. With --conclude only contradictions are asked about: games so far are the
    fewest that K allows, or enough for an established player where age alone explains K; the highest rating is the
    highest on the lists given. Every conclusion is kept with the row; `arpad explain` tells it.

    With several lists the last one opens the series. An event that began before it is rated with the list of that time.

    [bold]Examples[/bold]

      arpad list open fide-standard standard_mar24frl.txt --conclude games,highest

      arpad list open fide-standard standard_mar24frl.txt --past standard_feb24frl.txt --past standard_jan24frl.txt

      arpad list open fide-standard standard_feb24frl.txt standard_mar24frl.txt

      arpad list open ukraine opening.csv --list 2018-07 --entered games-so-far.csv
    """
    from arpad.cli.files import progress_bar
    from arpad.office import lists as office

    additions = list_file_argument(entered) if entered else None
    chosen = tuple(name for each in conclude or () for name in each.split(",") if name)
    before = tuple(list_file_argument(path) for path in past or ())
    *earlier, of_file = (list_file_argument(path) for path in files)
    opening = office.SeriesOpening(
        series, of_file, additions, parse_month(month), call.why, chosen, before, own, tuple(earlier)
    )
    with call.desk() as desk:
        opened = office.open_series(desk, opening, progress_bar)
    for remark in opened.remarks:
        print(remark, file=sys.stderr)
    if not call.print_json("list open", opened):
        _print_questions(opened.questions, files[-1], bool(chosen))
        if not opened.questions:
            print(f"{series} is open with the list {opened.list_}: {opened.rows} players")
            if opened.before:
                print(Note.of("open-before", list=opened.before, series=series))
    raise typer.Exit(1 if opened.questions else 0)


@lists.command("import")
@office_verb("yes dry json")
def import_lists(
    call: OfficeCall,
    series: Annotated[str, typer.Argument(metavar="SERIES", help="A series that another office computes.")],
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Its lists, TXT, XML, CSV, JSON, zip; or a directory.")
    ],
    month: MonthOption = "",
) -> None:
    """Take over lists of a series that another office computes, oldest first: ratings, names and titles.

    A list may come again: names and titles are brought up to date, other ratings are refused. Older lists may follow
    the first one. --yes takes a list that lost more than half of its players.

    [bold]Examples[/bold]

      arpad list import fide-standard standard_jul18frl.txt

      arpad list import fide-standard lists/            every list in the directory, by month
    """
    from arpad.cli.files import expand_paths, progress_bar
    from arpad.office import lists as office

    def tell(taken: office.ListTakenOver) -> None:
        if not call.as_json:
            print(f"{taken.series} {taken.list_}: {taken.rows} players from {taken.file}")
            if taken.gone:
                print(Note.of("import-gone", count=taken.gone, list=taken.list_))
            if not taken.activity:
                print(Note.of("import-activity", series=taken.series, list=taken.list_))

    paths = expand_paths(files, (".txt", ".xml", ".zip"))
    request = office.ListImport(series, tuple(list_file_argument(path) for path in paths), parse_month(month), call.yes)
    with call.desk() as desk:
        done = office.import_lists(desk, request, progress_bar, tell)
    call.print_json("list import", done)


# --- what is meant ------------------------------------------------------------------------------------------------


def parse_month(text: str) -> Month:
    """A list as typed, 2024-05; nothing typed is no month."""
    from arpad.days import Month

    if not text:
        return Month(0)
    try:
        return Month.read(text)
    except ValueError:
        raise UserError("argument/list", text=text) from None


def list_file_argument(path: str) -> InputFile:
    """A file for the lists desk; what comes on standard input is read here."""
    from arpad.cli.files import STANDARD_INPUT, read_content
    from arpad.office.lists import InputFile

    return InputFile(path, read_content(path, MAX_LIST_BYTES) if path == STANDARD_INPUT else Path(path))


def _print_questions(findings: Sequence[Finding], file: str, concluded: bool) -> None:
    """Print the questions by kind, each with its number and a few of its rows, and how they are usually answered."""
    kinds: dict[str, list[Finding]] = {}
    for finding in findings:
        kinds.setdefault(finding.message, []).append(finding)
    for several in sorted(kinds.values(), key=len, reverse=True):
        for finding in several[:QUESTIONS_SHOWN]:
            print(finding)
        if len(several) > QUESTIONS_SHOWN:
            print(Note.of("more-questions", count=len(several) - QUESTIONS_SHOWN, kind=several[0].code))
    if findings:
        message = "opening-questions/entered" if concluded else "opening-questions/usual"
        print(Note.of(message, file=file, count=len(findings)))


@office_verb("why yes dry json seen")
def correct_list(
    call: OfficeCall,
    player: NumberArgument,
    rating: Annotated[
        int | None, typer.Argument(metavar="[RATING]", help="What should have stood on the newest list.")
    ] = None,
    withdraw: Annotated[bool, typer.Option("--withdraw", help="Take a correction of this list back.")] = False,
    series: SeriesOption = "",
    month: Annotated[
        str, typer.Option("--list", metavar="YYYY-MM", help="The list on which it shows; only the next one can.")
    ] = "",
) -> None:
    """Correct the base of a player's next rating. The published list stays as it is; the next one builds on this.

    A rating above everybody's on the list, or far from the one that stood there, is asked about.

    [bold]Examples[/bold]

      arpad list correct 14100012 2312 --why "the opening list had 2132"

      arpad list correct 14100012 --withdraw --why "the list was right"
    """
    from arpad.office import lists

    number, list_ = parse_player_number(player), parse_month(month)
    if (rating is not None) == withdraw:
        raise UserError("argument/correction")
    with call.desk() as desk:
        if rating is None:
            done = lists.withdraw_correction(desk, lists.CorrectionWithdrawal(number, call.why, series, list_))
        else:
            correction = lists.NewCorrection(number, rating, call.why, series, list_, call.yes)
            try:
                done = lists.enter_correction(desk, correction)
            except UserError as doubtful:
                if doubtful.message != lists.UNCONFIRMED_CORRECTION:
                    raise
                confirm(f"{doubtful.sentence}. Is it meant?", call.yes)
                done = lists.enter_correction(desk, replace(correction, confirmed=True))
    if call.print_json("list correct", done):
        return
    builds = f"{done.rating} instead of {done.stood}" if done.rating else f"{done.stood}, as published"
    print(f"{done.name} ({done.player}): {done.series} {done.list_} builds on {builds}")


@office_verb("why yes dry json seen")
def take_back_list(
    call: OfficeCall,
    series: Annotated[str, typer.Argument(metavar="[SERIES]", help="The series that was opened or imported.")] = "",
    month: Annotated[
        str, typer.Option("--list", metavar="YYYY-MM", help="Which list; only the newest can be, which is meant.")
    ] = "",
    named: SeriesOption = "",
) -> None:
    """Take back the newest list of a series, where it was opened or imported and nothing published has read it.

    What was stored of it is kept, beside the log. With its only list the series goes, and can be opened anew.

    [bold]Examples[/bold]

      arpad list take-back fide-standard --why 'opened with the list of rapid' --dry-run

      arpad list take-back fide-rapid --list 2024-04 --why 'the file was of another month' --yes
    """
    from arpad.office import lists

    series = named_series(series, named)
    asked = lists.TakeBackRequest(series, parse_month(month), call.why, confirmed=True)
    of_series = series or "the only series"
    confirm(f"Take back the {f'list {month}' if month else 'newest list'} of {of_series}?", call.yes or call.dry)
    with call.desk() as desk:
        done = lists.take_back_list(desk, asked)
    if call.print_json("list take-back", done):
        return
    message = "taken-back" if done.newest else "taken-back/series"
    print(Note.of(message, series=done.series, list=done.list_, **({"newest": done.newest} if done.newest else {})))
    if done.again:
        print(Note.of("admit-again", events=done.again))
