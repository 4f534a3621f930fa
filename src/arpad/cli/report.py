"""`arpad report`: take reports in, and decide about them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.decide import (
    WHERE_FINDINGS,
    Events,
    appeal,
    hold,
    in_short,
    left,
    print_outcomes,
    refuse,
    release,
    withdraw,
)
from arpad.cli.desk import OfficeCall, office_verb
from arpad.cli.screen import letter_lines
from arpad.finding import Misuse, told_once

if TYPE_CHECKING:
    from arpad.office.reports import Receipt, Rounds, SetAside

report = typer.Typer(help="Take reports in, and decide about them.", no_args_is_help=True, rich_markup_mode="rich")

LEFT_OPEN = ("not-ratable", "undecided")
ROUNDS = re.compile(r"([0-9]{1,3})(?:-([0-9]{1,3}))?")


@report.command("submit")
@office_verb("json dry")
def submit(
    call: OfficeCall,
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Reports, directories, patterns.")],
    event: Annotated[str, typer.Option("--event", metavar="CODE", help="Which event it is.")] = "",
    draft: Annotated[bool, typer.Option("--draft", help="A draft: kept and checked, never admitted.")] = False,
    part: Annotated[int, typer.Option("--part", metavar="N", help="A part of a long event, from 1.", min=0)] = 0,
    rounds: Annotated[str, typer.Option("--rounds", metavar="A-B", help="The rounds of the part.")] = "",
    replace: Annotated[
        bool, typer.Option("--replace", help="Also where the event is admitted: it is then to be admitted anew.")
    ] = False,
) -> None:
    """Send reports to the office. Each is kept byte for byte; the same content again is recognised.

    [bold]Examples[/bold]

      arpad report submit open.trf                     its event is found by sidecar, or by name and days

      arpad report submit march/                       every report of a directory

      arpad report submit open.trf --event spring-open

      arpad report submit open.trf --draft             after each round: what would be found

      arpad report submit league.trf --part 2 --rounds 4-6     the second month of a long event

      arpad report submit corrected.trf --replace      in the place of a report that is admitted already

    An event must be registered (`arpad event register`). One file that cannot be read does not stop the others.
    Exit code: 0, or 1 where a file was refused or is not ratable or undecided as it stands.
    """
    from arpad.cli.files import expand, progress
    from arpad.intake.forms import SUFFIXES
    from arpad.office import reports

    paths = expand(files, SUFFIXES)
    terms = reports.Terms(event, draft, part, rounds_of(rounds), replace)
    receipts = []
    with call.desk() as desk, progress("submitting", len(paths)) as advance:
        for receipt in reports.submit(desk, map(reports.package, paths), terms):
            receipts.append(receipt)
            advance(1)
    if not call.print_json("report submit", tuple(receipts)):
        _receipts(receipts)
    bad = any(receipt.status == "refused" or receipt.verdict in LEFT_OPEN for receipt in receipts)
    raise typer.Exit(1 if bad else 0)


def rounds_of(text: str) -> Rounds | None:
    """Rounds as people write them: 4-6, or 4."""
    from arpad.office.reports import Rounds

    if not text:
        return None
    match = ROUNDS.fullmatch(text.strip())
    if not match:
        raise Misuse("rounds-form", text=text)
    return Rounds(int(match[1]), int(match[2] or match[1]))


def _receipts(receipts: Sequence[Receipt]) -> None:
    from arpad.cli.output import table

    if len(receipts) == 1:
        for each in told_once(receipts[0].findings, receipts[0].players):
            print(each.finding, *filter(None, (each.sentence,)))
    rows = [
        (
            each.file,
            (each.event or "") + (f"/{each.part}" if each.part else ""),
            each.status + (" (draft)" if each.draft else ""),
            each.verdict,
            each.list_,
            each.problem or each.note or in_short(each.findings),
        )
        for each in receipts
    ]
    table(("report", "event", "state", "verdict", "list", "remarks"), rows)
    if len(receipts) > 1:
        counts = Counter(each.status for each in receipts)
        print(", ".join(f"{count} {status}" for status, count in sorted(counts.items())))
        if any(each.findings and each.event for each in receipts):
            print(WHERE_FINDINGS)


@report.command("admit")
@office_verb("why json dry")
def admit(
    call: OfficeCall,
    events: Annotated[list[str] | None, typer.Argument(metavar="EVENT...", help="Codes; CODE/2 is a part.")] = None,
    all_ratable: Annotated[bool, typer.Option("--all-ratable", help="Every reported event that is ratable.")] = False,
    series: Annotated[str, typer.Option("--series", metavar="NAME", help="With --all-ratable: this series.")] = "",
    override: Annotated[
        list[str] | None,
        typer.Option(
            "--override", metavar="CODE[:PLAYER[:ROUND]]", help="Set a finding aside; needs --why. Repeat it."
        ),
    ] = None,
) -> None:
    """Admit events: they go into the next list that is open for them.

    [bold]Examples[/bold]

      arpad report admit spring-open

      arpad report admit --all-ratable                 the others are told, with what stands against each

      arpad report admit spring-open --override notation:12:5 --why 'score sheet seen'

    Exit code: 0, or 1 where something was left.
    """
    from arpad.cli.files import progress
    from arpad.office import reports

    if bool(events) == all_ratable:
        raise Misuse("admit-what")
    if override and all_ratable:
        raise Misuse("override-of-named")
    set_aside = tuple(set_aside_of(text) for text in override or ())
    with call.desk() as desk:
        if events:
            outcomes = reports.admit(desk, reports.Admission(tuple(events), call.why, set_aside))
        else:
            with progress("admitting", len(reports.waiting(desk, series))) as advance:
                each_one = []
                for outcome in reports.admit_ratable(desk, series):
                    each_one.append(outcome)
                    advance(1)
            outcomes = tuple(each_one)
    print_outcomes(call, outcomes, "report admit")
    raise typer.Exit(left(outcomes))


def set_aside_of(text: str) -> SetAside:
    """An override as an officer writes it: CODE, CODE:PLAYER or CODE:PLAYER:ROUND."""
    from arpad.office.reports import SetAside

    code, *numbers = text.split(":")
    if len(numbers) > 2 or not all(number.isascii() and number.isdigit() for number in numbers if number):
        raise Misuse("override-form", text=text)
    player, turn = ([int(number) if number else None for number in numbers] + [None, None])[:2]
    return SetAside(code, player, turn)


@report.command("show")
@office_verb("json")
def show(call: OfficeCall, events: Events) -> None:
    """Examine what stands, as of today, and change nothing.

    [bold]Example[/bold]

      arpad report show spring-open
    """
    from arpad.office import reports

    with call.desk() as desk:
        outcomes = reports.show(desk, reports.Order(tuple(events)))
    print_outcomes(call, outcomes, "report show")


@report.command("scores")
@office_verb("json dry")
def scores(
    call: OfficeCall,
    event: Annotated[str, typer.Argument(metavar="EVENT", help="The event, or a part of it: CODE/2.")],
    file: Annotated[str, typer.Argument(metavar="FILE", help="All its games, as one PGN file.")],
) -> None:
    """Keep the game scores of an event, byte for byte. Of a hybrid event they are compared with its report.

    [bold]Example[/bold]

      arpad report scores spring-hybrid games.pgn

    They may come before the report or after it; until they are there a hybrid event cannot be admitted.
    """
    from arpad.office import reports

    with call.desk() as desk:
        kept = reports.keep_scores(desk, reports.scores_of(event, file))
    if call.print_json("report scores", kept):
        return
    print(f"{kept.event}: {kept.file} {'is kept' if kept.new else 'was there already'}, {kept.games} games")


@report.command("letter")
@office_verb()
def letter(call: OfficeCall, events: Events) -> None:
    """The letter to the arbiter: the refusal as it was sent, or what is to be said today.

    [bold]Example[/bold]

      arpad report letter spring-open
    """
    from arpad.office import reports

    with call.desk() as desk:
        for each in reports.letters(desk, reports.Order(tuple(events))):
            print(letter_lines(each.text))


report.command("refuse")(refuse)
report.command("appeal")(appeal)
report.command("hold")(hold)
report.command("release")(release)
report.command("withdraw")(withdraw)
