"""`arpad report`: take reports in, and decide about them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.decide import (
    WHERE_FINDINGS,
    Events,
    appeal,
    do_each,
    hold,
    in_short,
    print_outcomes,
    refuse,
    release,
    withdraw,
)
from arpad.cli.desk import DB, NOW, WHO, AsJson, Db, DryRun, Now, Who, Why, sit_down
from arpad.finding import Misuse

if TYPE_CHECKING:
    from arpad.office.book.decisions import Outcome
    from arpad.office.book.stands import Stand
    from arpad.office.book.submission import Receipt

report = typer.Typer(help="Take reports in, and decide about them.", no_args_is_help=True, rich_markup_mode="rich")

NOT_RATABLE = "not-ratable"
LEFT_OPEN = (NOT_RATABLE, "undecided")


@report.command()
def submit(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Reports, directories, patterns.")],
    event: Annotated[str, typer.Option("--event", metavar="CODE", help="Which event it is.")] = "",
    draft: Annotated[bool, typer.Option("--draft", help="A draft: kept and checked, never admitted.")] = False,
    part: Annotated[int, typer.Option("--part", metavar="N", help="A part of a long event, from 1.", min=0)] = 0,
    rounds: Annotated[str, typer.Option("--rounds", metavar="A-B", help="The rounds of the part.")] = "",
    replace: Annotated[
        bool, typer.Option("--replace", help="Also where the event is admitted: it is then to be admitted anew.")
    ] = False,
    as_json: AsJson = False,
    dry: DryRun = False,
    db: Db = DB,
    who: Who = WHO,
    now: Now = NOW,
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
    from arpad.cli.output import emit
    from arpad.intake.recognise import SUFFIXES
    from arpad.office.book.papers import rounds_of
    from arpad.office.book.submission import Terms, package
    from arpad.office.book.submission import submit as take

    paths = expand(files, SUFFIXES)
    if len(paths) > 1 and (event or part):
        raise Misuse("--event and --part belong to one report; these are several")
    terms = Terms(event, draft, part, rounds_of(rounds), replace)
    receipts = []
    with sit_down(db, who, now, dry) as desk, progress("submitting", len(paths)) as advance:
        for receipt in take(desk, map(package, paths), terms):
            receipts.append(receipt)
            advance(1)
    if as_json:
        emit([receipt.as_json() for receipt in receipts])
    else:
        _receipts(receipts)
    bad = any(receipt.status == "refused" or receipt.verdict in LEFT_OPEN for receipt in receipts)
    raise typer.Exit(1 if bad else 0)


def _receipts(receipts: Sequence[Receipt]) -> None:
    from arpad.cli.output import table

    if len(receipts) == 1:
        for finding in receipts[0].findings:
            print(finding)
    rows = [
        (
            each.file,
            each.event + (f"/{each.part}" if each.part else ""),
            each.status + (" (draft)" if each.draft else ""),
            each.verdict,
            f"{each.list_day:%Y-%m}" if each.list_day and each.verdict != NOT_RATABLE else "",
            each.reason or in_short(each.findings),
        )
        for each in receipts
    ]
    table(("report", "event", "state", "verdict", "list", "said"), rows)
    if len(receipts) > 1:
        told = Counter(each.status for each in receipts)
        print(", ".join(f"{count} {status}" for status, count in sorted(told.items())))
        if any(each.findings and each.event for each in receipts):
            print(WHERE_FINDINGS)


@report.command()
def admit(
    events: Annotated[list[str] | None, typer.Argument(metavar="EVENT...", help="Codes; CODE/2 is a part.")] = None,
    all_ratable: Annotated[bool, typer.Option("--all-ratable", help="Every reported event that is ratable.")] = False,
    series: Annotated[str, typer.Option("--series", metavar="NAME", help="With --all-ratable: this series.")] = "",
    override: Annotated[
        list[str] | None,
        typer.Option(
            "--override", metavar="CODE[:PLAYER[:ROUND]]", help="Set a finding aside; needs --why. Repeat it."
        ),
    ] = None,
    why: Why = "",
    as_json: AsJson = False,
    dry: DryRun = False,
    db: Db = DB,
    who: Who = WHO,
    now: Now = NOW,
) -> None:
    """Admit events: they go into the next list that is open for them.

    [bold]Examples[/bold]

      arpad report admit spring-open

      arpad report admit --all-ratable                 the others are told, with what stands against each

      arpad report admit spring-open --override notation:12:5 --why 'score sheet seen'

    Exit code: 0, or 1 where something was left.
    """
    from arpad.cli.files import progress
    from arpad.office.book.decisions import admit as take
    from arpad.office.book.decisions import admit_ratable, awaiting
    from arpad.office.book.examination import Records
    from arpad.office.book.matters import overrides_of

    if bool(events) == all_ratable:
        raise Misuse("name events, or say --all-ratable")
    if override and all_ratable:
        raise Misuse("--override belongs to an event that is named")
    with sit_down(db, who, now, dry) as desk:
        chosen, records = overrides_of(override or [], desk.who, why), Records()
        if events:
            outcomes = do_each(desk, events, lambda stand: take(desk, records, stand, chosen, why))
        else:
            with desk.reading() as connection:
                waiting = awaiting(connection, series)
            with progress("admitting", len(waiting)) as advance:
                outcomes = []
                for outcome in admit_ratable(desk, records, waiting):
                    outcomes.append(outcome)
                    advance(1)
    print_outcomes(outcomes, as_json)
    raise typer.Exit(1 if any(each.status == "left" for each in outcomes) else 0)


@report.command()
def show(
    events: Events,
    as_json: AsJson = False,
    db: Db = DB,
    who: Who = WHO,
    now: Now = NOW,
) -> None:
    """Examine what stands, as of today, and change nothing.

    [bold]Example[/bold]

      arpad report show spring-open
    """
    from arpad.office.book.decisions import Outcome, look
    from arpad.office.book.examination import Records

    with sit_down(db, who, now) as desk:
        records = Records()

        def seen(stand: Stand) -> Outcome:
            said = look(desk, records, stand).answer
            where = stand.life.where.value
            return Outcome(stand.name, where, said.verdict.value, said.list_day, said.findings, "", said.excluded)

        outcomes = do_each(desk, events, seen)
    print_outcomes(outcomes, as_json)


@report.command()
def letter(
    events: Events,
    db: Db = DB,
    who: Who = WHO,
    now: Now = NOW,
) -> None:
    """The letter to the arbiter: the refusal as it was sent, or what is to be said today.

    [bold]Example[/bold]

      arpad report letter spring-open
    """
    from arpad.office.book.decisions import letter_of, look
    from arpad.office.book.examination import Records
    from arpad.office.book.life import Kind, Standing
    from arpad.office.book.stands import decisions_of, targets

    with sit_down(db, who, now) as desk:
        with desk.reading() as connection:
            chosen = [
                (stand, decisions_of(connection, stand.event, stand.part)) for stand in targets(connection, events)
            ]
        for stand, happened in chosen:
            refused = [each for each in happened if each.kind == Kind.REFUSED]
            if stand.life.under == Standing.REFUSED:
                print(refused[-1].detail["letter"])
            else:
                print(letter_of(look(desk, Records(), stand), desk.today(), bool(stand.life.rated)))


for verb in (refuse, appeal, hold, release, withdraw):
    report.command()(verb)
