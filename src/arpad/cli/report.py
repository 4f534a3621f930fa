"""`arpad report`: take reports in, show them, and decide about them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.identify import identify_players
from arpad.cli.office_session import OfficeCall, confirm, office_verb
from arpad.cli.terminal import wrap_letter
from arpad.finding import Finding, Tier, UserError
from arpad.shown_findings import findings_to_show

if TYPE_CHECKING:
    from arpad.office.events import RegistrationResult
    from arpad.office.reports import FindingToOverride, Outcome, ReportReceipt, RoundRange


EventsArgument = Annotated[
    list[str], typer.Argument(metavar="EVENT...", help="Codes; CODE/2 is the second part of an event.")
]

FINDINGS_HINT = "`arpad report show CODE` has the findings"


@office_verb("why json dry yes seen")
def refuse_events(call: OfficeCall, events: EventsArgument) -> None:
    """Refuse events, and print the letter to the arbiter, with articles and the time for an appeal.

    [bold]Examples[/bold]

      arpad report refuse spring-open --yes

      arpad report refuse spring-open --why 'the games were not played' --yes
    """
    from arpad.office import reports

    order = reports.RefusalOrder(tuple(events), call.why)
    with call.desk() as desk:
        outcomes = reports.refuse_events(replace(desk, dry=True), order)
        if any(each.status != "left" for each in outcomes):  # nobody is asked about what cannot be done
            confirm(f"Refuse {', '.join(events)}? The letter counts from today.", call.yes or call.dry)
            outcomes = reports.refuse_events(desk, order)
    for outcome in () if call.print_json("report refuse", outcomes) else outcomes:
        print(wrap_letter(outcome.letter) if outcome.letter else f"{outcome.event}: {outcome.problem}")
    raise typer.Exit(exit_code_of(outcomes))


def _decide_events(call: OfficeCall, events: Sequence[str], verb: str) -> None:
    from arpad.office import reports

    act = {
        "appeal": reports.appeal_refusals,
        "hold": reports.hold_events,
        "release": reports.release_events,
        "withdraw": reports.withdraw_events,
    }
    with call.desk() as desk:
        outcomes = act[verb](desk, reports.EventOrder(tuple(events), call.why))
    print_outcomes(call, outcomes, f"report {verb}")
    raise typer.Exit(exit_code_of(outcomes))


@office_verb("why json dry")
def enter_appeal(call: OfficeCall, events: EventsArgument) -> None:
    """Enter an appeal against a refusal. The law says until when; then admit the event, or refuse it again.

    [bold]Example[/bold]

      arpad report appeal spring-open --why 'letter of the organiser, 4 May'
    """
    _decide_events(call, events, "appeal")


@office_verb("why json dry")
def hold_events(call: OfficeCall, events: EventsArgument) -> None:
    """Keep events back: not admitted, not rated, until they are released.

    [bold]Example[/bold]

      arpad report hold spring-open --why 'fair-play inquiry FP-7'
    """
    _decide_events(call, events, "hold")


@office_verb("why json dry")
def release_events(call: OfficeCall, events: EventsArgument) -> None:
    """Let events go on that were held.

    [bold]Example[/bold]

      arpad report release spring-open --why 'inquiry closed'
    """
    _decide_events(call, events, "release")


@office_verb("why json dry yes seen")
def withdraw_reports(call: OfficeCall, events: EventsArgument) -> None:
    """Take reports back. They stay in the book; a new report, or the same one, brings the event back.

    [bold]Example[/bold]

      arpad report withdraw spring-open --why 'sent by mistake' --yes
    """
    from arpad.office import reports

    if not (call.yes or call.dry):
        with call.desk() as desk:
            outcomes = reports.withdraw_events(replace(desk, dry=True), reports.EventOrder(tuple(events), call.why))
        if any(each.status != "left" for each in outcomes):
            confirm(f"Withdraw {', '.join(events)}?", call.yes or call.dry)
    _decide_events(call, events, "withdraw")


# --- what all of them share ---------------------------------------------------------------------------------------


def exit_code_of(outcomes: Sequence[Outcome]) -> int:
    """The exit code: 1 where something was left undone."""
    return int(any(each.status == "left" for each in outcomes))


def _reason_text(outcome: Outcome) -> str:
    """The reason that was given, and what else is to be said."""
    return "; ".join(str(text) for text in (outcome.why, outcome.note) if text)


def print_outcomes(call: OfficeCall, outcomes: Sequence[Outcome], verb: str) -> None:
    from arpad.cli.output import print_table

    if call.print_json(verb, tuple(outcomes)):
        return
    if len(outcomes) == 1:
        for finding in outcomes[0].findings:
            print(finding)
    rows = [
        (
            each.event,
            each.status,
            each.verdict,
            each.list_,
            each.problem or _reason_text(each) or findings_in_short(each.findings),
        )
        for each in outcomes
    ]
    print_table(("event", "state", "verdict", "list", "remarks"), rows)
    if len(outcomes) > 1:
        counts = Counter(each.status for each in outcomes)
        print(", ".join(f"{count} {status}" for status, count in sorted(counts.items())))
        if any(each.findings for each in outcomes):
            print(FINDINGS_HINT)


def findings_in_short(findings: Sequence[Finding]) -> str:
    """How many findings of each tier, with the codes of those that stand in the way."""
    tiers = Counter(finding.tier for finding in findings)
    words = {Tier.REFUSE: "refuse", Tier.EXCLUDE: "exclude", Tier.ASK: "ask", Tier.ADVICE: "advise"}
    counts = ", ".join(f"{tiers[tier]} {word}" for tier, word in words.items() if tiers[tier])
    grave = dict.fromkeys(finding.code for finding in findings if finding.tier in (Tier.REFUSE, Tier.ASK))
    return f"{counts} ({', '.join(grave)})" if grave else counts


report = typer.Typer(help="Take reports in, and decide about them.", no_args_is_help=True, rich_markup_mode="rich")

LEFT_OPEN_STATES = ("not-ratable", "undecided")
ROUNDS_PATTERN = re.compile(r"([0-9]{1,3})(?:-([0-9]{1,3}))?")


@report.command("submit", context_settings={"ignore_unknown_options": True})
@office_verb("json dry")
def submit_reports(
    call: OfficeCall,
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Reports, directories, patterns.")],
    event: Annotated[str, typer.Option("--event", metavar="CODE", help="Which event it is.")] = "",
    draft: Annotated[bool, typer.Option("--draft", help="A draft: kept and checked, never admitted.")] = False,
    part: Annotated[int, typer.Option("--part", metavar="N", help="A part of a long event, from 1.", min=0)] = 0,
    rounds: Annotated[str, typer.Option("--rounds", metavar="A-B", help="The rounds of the part.")] = "",
    replace: Annotated[
        bool, typer.Option("--replace", help="Also where the event is admitted: it is then to be admitted anew.")
    ] = False,
    register: Annotated[
        bool, typer.Option("--register", help="Register events that are not registered, from their reports.")
    ] = False,
    by: Annotated[
        str, typer.Option("--by", metavar="NAME", help="With --register: who vouches that it was registered in time.")
    ] = "",
) -> None:
    """Send reports to the office. Each is kept byte for byte; the same content again is recognised.

    [bold]Examples[/bold]

      arpad report submit open.trf                     its event is found by description, or by name and days

      arpad report submit march/                       every report of a directory

      arpad report submit march/ --register --by 'A. Arbiter'     the events are registered, too

      arpad report submit open.trf --register --series fide-rapid,ukraine     one tournament, two series

      arpad report submit open.trf --event spring-open

      arpad report submit open.trf --draft             after each round: what would be found

      arpad report submit league.trf --part 2 --rounds 4-6     the second month of a long event

      arpad report submit corrected.trf --replace      in the place of a report that is admitted already

    An event must be registered (`arpad event register`), or is registered with --register. Then name, days, time
    control and arbiter come from the report. The series follows from the time control. What is assumed is printed.
    Facts that a report leaves open are options (`--series NAME`, `--start DAY`; `arpad check --help` lists them).
    One file that cannot be read does not stop the others.

    Exit code: 0, or 1 where a file was refused or is not ratable or undecided as it stands.
    """
    from arpad.cli.event_fact_options import split_files_and_facts
    from arpad.cli.files import expand_paths, progress_bar
    from arpad.cli.register_reports import print_registrations, refused_receipt, register_from_reports
    from arpad.intake.forms import SUFFIXES
    from arpad.office import reports

    names, flags = split_files_and_facts(files)
    if (flags or by) and not register:
        raise UserError("register-options-alone")
    paths = expand_paths(names, SUFFIXES)
    terms = reports.SubmissionTerms(event, draft, part, parse_rounds(rounds), replace)
    receipts: list[ReportReceipt] = []
    with call.desk() as desk:
        packages = list(map(reports.open_package, paths))
        refused: list[RegistrationResult] = []
        if register:
            registered = register_from_reports(call, desk, paths, flags, by)
            packages = [each.package for each in registered if not each.registration.problem]
            refused = [each.registration for each in registered if each.registration.problem]
            if not call.as_json or call.dry:
                print_registrations([each.registration for each in registered])
            if call.dry:  # nothing is registered to which a report could belong
                raise typer.Exit(1 if refused else 0)
        receipts += [refused_receipt(each) for each in refused]
        with progress_bar("submitting", len(packages)) as advance:
            for receipt in reports.submit_reports(desk, packages, terms):
                receipts.append(receipt)
                advance(1)
    if not call.print_json("report submit", tuple(receipts)):
        _print_receipts(receipts)
    bad = any(receipt.status == "refused" or receipt.verdict in LEFT_OPEN_STATES for receipt in receipts)
    raise typer.Exit(1 if bad else 0)


def parse_rounds(text: str) -> RoundRange | None:
    """Rounds as people write them: 4-6, or 4."""
    from arpad.office.reports import RoundRange

    if not text:
        return None
    match = ROUNDS_PATTERN.fullmatch(text.strip())
    if not match:
        raise UserError("rounds-form", text=text)
    return RoundRange(int(match[1]), int(match[2] or match[1]))


def _print_receipts(receipts: Sequence[ReportReceipt]) -> None:
    from arpad.cli.output import print_table

    if len(receipts) == 1:
        for telling in findings_to_show(receipts[0].findings):
            print(telling.finding, *filter(None, (telling.sentence,)))
    rows = [
        (
            each.file,
            (each.event or "") + (f"/{each.part}" if each.part else ""),
            each.status + (" (draft)" if each.draft else ""),
            each.verdict,
            each.list_,
            each.problem or each.note or findings_in_short(each.findings),
        )
        for each in receipts
    ]
    print_table(("report", "event", "state", "verdict", "list", "remarks"), rows)
    if len(receipts) > 1:
        counts = Counter(each.status for each in receipts)
        print(", ".join(f"{count} {status}" for status, count in sorted(counts.items())))
        if any(each.findings and each.event for each in receipts):
            print(FINDINGS_HINT)


@report.command("admit")
@office_verb("why json dry seen")
def admit_events(
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
    from arpad.cli.files import progress_bar
    from arpad.office import reports

    if bool(events) == all_ratable:
        raise UserError("admit-what")
    if override and all_ratable:
        raise UserError("override-of-named")
    set_aside = tuple(parse_override(text) for text in override or ())
    with call.desk() as desk:
        if events:
            outcomes = reports.admit_events(desk, reports.AdmissionOrder(tuple(events), call.why, set_aside))
        else:
            with progress_bar("admitting", len(reports.waiting_events(desk, series))) as advance:
                each_one = []
                for outcome in reports.admit_ratable_events(desk, series):
                    each_one.append(outcome)
                    advance(1)
            outcomes = tuple(each_one)
    print_outcomes(call, outcomes, "report admit")
    raise typer.Exit(exit_code_of(outcomes))


def parse_override(text: str) -> FindingToOverride:
    """An override as an officer writes it: CODE, CODE:PLAYER or CODE:PLAYER:ROUND."""
    from arpad.office.reports import FindingToOverride

    code, *numbers = text.split(":")
    if len(numbers) > 2 or not all(number.isascii() and number.isdigit() for number in numbers if number):
        raise UserError("override-form", text=text)
    player, turn = ([int(number) if number else None for number in numbers] + [None, None])[:2]
    return FindingToOverride(code, player, turn)


@report.command("show")
@office_verb("json")
def show_examination(call: OfficeCall, events: EventsArgument) -> None:
    """Examine what stands, as of today, and change nothing.

    [bold]Example[/bold]

      arpad report show spring-open
    """
    from arpad.office import reports

    with call.desk() as desk:
        outcomes = reports.examine_events(desk, reports.EventOrder(tuple(events)))
    print_outcomes(call, outcomes, "report show")
    if not call.as_json:
        for each in outcomes:
            print(f"{each.event}: version {each.version}")


@report.command("scores")
@office_verb("json dry")
def store_game_scores(
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
        kept_scores = reports.store_scores(desk, reports.open_scores_file(event, file))
    if call.print_json("report scores", kept_scores):
        return
    state = "is kept" if kept_scores.new else "was there already"
    print(f"{kept_scores.event}: {kept_scores.file} {state}, {kept_scores.games} games")


@report.command("letter")
@office_verb()
def print_letter(call: OfficeCall, events: EventsArgument) -> None:
    """The letter to the arbiter: the refusal as it was sent, or what is to be said today.

    [bold]Example[/bold]

      arpad report letter spring-open
    """
    from arpad.office import reports

    with call.desk() as desk:
        for reply in reports.arbiter_letters(desk, reports.EventOrder(tuple(events))):
            print(wrap_letter(reply.text))


@office_verb("json db")
def print_expected_changes(
    call: OfficeCall, event: Annotated[str, typer.Argument(metavar="EVENT", help="The code of an event.")]
) -> None:
    """What an event should bring each player where another authority makes the lists: computed here, not official.

    The series is one whose lists are imported. Send the report there, then `arpad report sent`.

    [bold]Example[/bold]

      arpad report expected spring-open
    """
    from arpad.cli.explain import print_event_sheet
    from arpad.finding import Note
    from arpad.office import reports

    with call.desk("reader") as desk:
        expected = reports.expected_changes(desk, event)
    if call.print_json("report expected", expected):
        return
    print(Note.of("expected/head", series=expected.sheet.series))
    print(Note.of("expected/sent", day=expected.sent) if expected.sent else Note.of("expected/not-sent"))
    if expected.official:
        print(Note.of("expected/official"))
    print_event_sheet(expected.sheet)


@office_verb("why json dry")
def mark_events_sent(
    call: OfficeCall,
    events: EventsArgument,
    day: Annotated[
        str, typer.Option("--day", metavar="YYYY-MM-DD", help="The day on which they were sent; today, if not given.")
    ] = "",
) -> None:
    """Note that events were sent to the authority that makes the lists of their series.

    They leave the queue when the official list of their period is imported. `arpad undo` takes it back.

    [bold]Example[/bold]

      arpad report sent spring-open --day 2026-03-02
    """
    from arpad.cli.office_session import parse_day
    from arpad.days import Day
    from arpad.office import reports

    sent = Day.of(parse_day(day, "--day"))
    with call.desk() as desk:
        outcomes = reports.mark_events_sent(desk, reports.SentOrder(tuple(events), call.why, sent))
    print_outcomes(call, outcomes, "report sent")
    raise typer.Exit(exit_code_of(outcomes))


report.command("expected")(print_expected_changes)
report.command("sent")(mark_events_sent)
report.command("identify")(identify_players)
report.command("refuse")(refuse_events)
report.command("appeal")(enter_appeal)
report.command("hold")(hold_events)
report.command("release")(release_events)
report.command("withdraw")(withdraw_reports)
