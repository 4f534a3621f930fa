"""`arpad event`: register events, change and join them, show their state, and exclude games."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.office_session import OfficeCall, confirm, office_verb, parse_day
from arpad.cli.terminal import wrap_letter
from arpad.finding import Note, UserError

if TYPE_CHECKING:
    from arpad.office.events import EventDossier, EventRow, Hold, RegistrationResult


@office_verb("why dry json")
def change_event(
    call: OfficeCall,
    event: Annotated[str, typer.Argument(metavar="EVENT", help="The event, by its code.")],
    code: Annotated[str, typer.Option("--code", metavar="CODE", help="The code it should have.")] = "",
    series: Annotated[str, typer.Option("--series", metavar="NAME", help="The series it belongs to.")] = "",
    start: Annotated[str, typer.Option("--start", metavar="YYYY-MM-DD", help="Its first day.")] = "",
    end: Annotated[str, typer.Option("--end", metavar="YYYY-MM-DD", help="Its last day.")] = "",
    schedule: Annotated[
        str, typer.Option("--schedule", metavar="DAYS", help="The day of each round, with commas between.")
    ] = "",
) -> None:
    """Change the code, the series or the days of an event, as long as nothing of it is rated.

    What it was stays in the book. A report that was admitted is to be admitted anew. Everything else of an event is
    changed by registering it again.

    [bold]Examples[/bold]

      arpad event change spring-open --end 2026-04-07 --why 'a day of rest was added'

      arpad event change spring-open --code spring-2026 --series fide-rapid --why 'it is a rapid event' --dry-run
    """
    from arpad.cli.output import print_table
    from arpad.office import events

    days = parse_day(start, "--start"), parse_day(end, "--end")
    rounds = tuple(each for text in schedule.split(",") if (each := parse_day(text.strip(), "--schedule")))
    asked = events.EventChange(event, call.why, code, series, *days, rounds)
    with call.desk() as desk:
        done = events.change_event(desk, asked)
    if call.print_json("event change", done):
        return
    if not done.changed:
        print(Note.of("nothing-changes", code=done.after.code))
        return
    both = [(name, getattr(done.before, name), getattr(done.after, name)) for name in done.changed]
    rows = [(name, *(_changed_value_text(value) for value in values)) for name, *values in both]
    print_table((done.after.code, "before", "after"), rows)
    if done.again:
        print(Note.of("admit-again", events=done.again))


def _changed_value_text(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


@office_verb("why json dry")
def join_stages(
    call: OfficeCall,
    codes: Annotated[
        list[str], typer.Argument(metavar="EVENT...", help="The stages; with --withdraw any one of them.")
    ],
    back: Annotated[bool, typer.Option("--withdraw", help="Take it back: they are events of their own.")] = False,
) -> None:
    """Join preliminaries, finals or play-offs: they are rated as one event. What was admitted is to be admitted anew.

    [bold]Examples[/bold]

      arpad event join cup-groups cup-final --why 'regulations of the cup'

      arpad event join cup-final --withdraw --why 'the final is an event of its own'
    """
    from arpad.office import events

    if back and len(codes) > 1:
        raise UserError("one-stage-expected")
    with call.desk() as desk:
        if back:
            outcomes = events.part_stages(desk, events.StagesToPart(codes[0], call.why))
        else:
            outcomes = events.join_stages(desk, events.StagesToJoin(tuple(codes), call.why))
    if call.print_json("event join", outcomes):
        return
    for outcome in outcomes:
        print(f"{outcome.event}: {outcome.status}")


event = typer.Typer(help="Register events, and see where they stand.", no_args_is_help=True, rich_markup_mode="rich")


@event.command("register", context_settings={"ignore_unknown_options": True})
@office_verb("why json dry")
def register_events(
    call: OfficeCall,
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE...", help="Event descriptions *.event.toml, reports, directories, patterns."),
    ] = None,
    by: Annotated[str, typer.Option("--by", metavar="NAME", help="Who vouches that it was registered in time.")] = "",
) -> None:
    """Register events: from event descriptions, from reports, or with flags.

    [bold]Examples[/bold]

      arpad event register open.event.toml             one event

      arpad event register season/                     every *.event.toml in a directory

      arpad event register open.trf                    name, days, time control and more from the report

      arpad event register open.trf --series fide-rapid,ukraine --by 'A. Arbiter'     for two series

      arpad event register --name 'Spring Open' --series fide-standard --start 2026-04-03 --end 2026-04-06

      arpad event register --code spring --approvals late-registration --why 'letter of the federation'

      arpad event register old.event.toml --by 'A. Arbiter'    registered in the past, on somebody's word

    The facts of an event are the keys of its event description, also as flags (`arpad check --help` lists them). A code
    is taken from the description or made from the event's name, federation and days. To register an event again changes
    the facts that are named; the same facts again change nothing. A report needs no description: the series follows
    from the time control, and whatever is assumed is printed.
    """
    from pathlib import Path

    from arpad.cli.event_fact_options import split_files_and_facts
    from arpad.cli.files import expand_paths, progress_bar
    from arpad.cli.register_reports import finish_registration, is_report_name, register_from_reports
    from arpad.intake.forms import SUFFIXES
    from arpad.intake.sidecar import SUFFIX
    from arpad.office import events

    names, flags = split_files_and_facts(files or [])
    reports = [name for name in names if is_report_name(name)]
    if reports and len(reports) < len(names):
        raise UserError("reports-or-descriptions")
    if reports:
        with call.desk() as desk:
            registered_reports = register_from_reports(call, desk, expand_paths(reports, SUFFIXES), flags, by)
        finish_registration(call, [each.registration for each in registered_reports])
    paths = [path for path in expand_paths(names, (".toml",)) if path.endswith(SUFFIX)] if names else []
    if names and not paths:
        raise UserError("no-sidecar-named", suffix=SUFFIX)
    if not paths and not flags:
        raise UserError("no-registration-named")
    facts = events.NamedFacts.of(flags)
    requests = [events.RegistrationRequest(facts, Path(path) if path else None, by, call.why) for path in paths or [""]]
    done: list[RegistrationResult] = []
    with call.desk() as desk, progress_bar("registering", len(paths)) as advance:
        if len(requests) == 1:
            done.append(events.register_event(desk, requests[0]))
        else:
            for registered in events.register_events(desk, requests):
                done.append(registered)
                advance(1)
    finish_registration(call, done)


@event.command("describe")
@office_verb("")
def describe_event(
    call: OfficeCall,
    file: Annotated[str, typer.Argument(metavar="REPORT", help="The report of the event.")],
    replace_file: Annotated[bool, typer.Option("--replace", help="Write over a description that is there.")] = False,
) -> None:
    """Write an event description to fill in: what the report states, and what it leaves open.

    [bold]Example[/bold]

      arpad event describe open.trf                    writes open.event.toml

    A description is needed only for what a report cannot say. It lies beside the report and is read with it.
    """
    from arpad.cli.register_reports import describe_report

    describe_report(file, replace_file, parse_day(call.now, "--now"))


@event.command("refuse")
@office_verb("why json dry yes")
def refuse_registration(
    call: OfficeCall,
    code: Annotated[str, typer.Argument(metavar="EVENT", help="The event.")],
    by: Annotated[str, typer.Option("--by", metavar="WHO", help="Who refuses it; the law names who may.")] = "",
    back: Annotated[bool, typer.Option("--withdraw", help="Take such a refusal back.")] = False,
) -> None:
    """Refuse the registration of an event, and print the letter with the article and the time for an appeal.

    [bold]Examples[/bold]

      arpad event refuse spring-open --by qc-chair --why 'the venue is not named' --yes

      arpad event refuse spring-open --withdraw --why 'the venue is known now' --yes

    Until it is taken back no report of the event is taken. `arpad report appeal` enters an appeal against it. An event
    whose report is there is refused with `arpad report refuse`.
    """
    from arpad.office import events

    question = "Take back the refusal of" if back else "Refuse the registration of"
    confirm(f"{question} {code}?", call.yes or call.dry)
    with call.desk() as desk:
        if back:
            done = events.restore_registration(desk, events.RefusalEnd(code, call.why, by))
        else:
            done = events.refuse_registration(desk, events.RegistrationRefusal(code, call.why, by))
    if not call.print_json("event refuse", done):
        print(wrap_letter(done.letter) if done.letter else f"{done.event}: {done.status}")


@event.command("list")
@office_verb("json")
def list_events(
    call: OfficeCall,
    series: Annotated[str, typer.Option("--series", metavar="NAME", help="Only this series.")] = "",
    standing: Annotated[
        str, typer.Option("--standing", metavar="NAME", help="Only those that are registered, reported, held ...")
    ] = "",
) -> None:
    """Where the events stand.

    [bold]Examples[/bold]

      arpad event list                                 all of them

      arpad event list --standing reported             what waits for a decision
    """
    from arpad.cli.output import print_table
    from arpad.office import events

    query = events.EventQuery(series, standing)
    with call.desk() as desk:
        rows = events.list_events(desk, query)
    if call.print_json("event list", rows):
        return
    print_table(("event", "series", "from", "to", "stands", "list", "remarks"), [_event_cells(row) for row in rows])


def _event_cells(row: EventRow) -> tuple[object, ...]:
    return row.event, row.series, row.start, row.end, row.standing, row.list_, _hold_text(row.held)


def _hold_text(hold: Hold | None) -> str:
    """Since when an event is held, by whom and why."""
    if hold is None:
        return ""
    if not hold.why:
        return Note.of("held/unsaid", since=hold.since, by=hold.by).sentence
    return Note.of("held", since=hold.since, by=hold.by, why=hold.why).sentence


event.command("change")(change_event)
event.command("join")(join_stages)


@event.command("show")
@office_verb("json")
def show_event(
    call: OfficeCall, codes: Annotated[list[str], typer.Argument(metavar="CODE...", help="Events.")]
) -> None:
    """An event with its facts, its deadlines, its reports and everything that happened to it.

    [bold]Examples[/bold]

      arpad event show spring-open

      arpad event show --json spring-open league-2026
    """
    from arpad.office import events

    with call.desk() as desk:
        dossiers = tuple(events.show_event(desk, code) for code in codes)
    if call.print_json("event show", dossiers):
        return
    for dossier in dossiers:
        _print_event(dossier)


def _print_event(event: EventDossier) -> None:
    from arpad.cli.output import print_table
    from arpad.office.events import command_for_decision, decision_as_action

    facts = event.facts
    print(f"{event.code}: {facts.name}, {facts.start} to {facts.end}")
    print(f"{event.series}, {event.edition}; in the book since {event.entered}")
    print(f"{Note.of('stages-joined', stages=event.stages)}\n" if event.stages else "")
    values = [(each.name, getattr(facts, each.name)) for each in fields(facts)]
    print_table(
        ("fact", "registered"), [(name, _fact_text(value)) for name, value in values if value not in (None, "", ())]
    )
    print()
    for part in event.parts:
        ends = f"; an appeal is possible until {part.appeal_until}" if part.appeal_open else ""
        draft = f"; draft {part.draft} is in view" if part.draft else ""
        where = (
            f"{part.standing} in the list {part.list_}" if part.list_ else f"{part.standing} {_hold_text(part.held)}"
        )
        print(f"{part.name} is {where.rstrip()}{ends}{draft}")
        if part.possible:
            print("  you can")
        for kind in part.possible:
            print(f"  - {decision_as_action(kind)}: {command_for_decision(kind, event.code, part.part or 0)}")
    if event.course_note:
        print(event.course_note)
    for notice in event.notices:
        print(notice)
    print()
    print_table(("due", "day"), [(due.what, due.day) for due in event.deadlines])
    print()
    print_table(
        ("day", "what", "part", "who", "remarks"),
        [
            (each.day, each.kind, each.part, each.who, "; ".join(str(text) for text in (each.note, each.why) if text))
            for each in event.history
        ],
    )
    if event.reports:
        print()
        print_table(
            ("report", "part", "draft", "day", "file", "sha256"),
            [
                (each.report, each.part, "yes" if each.draft else "", each.day, each.file, each.sha256[:16])
                for each in event.reports
            ],
        )
    if event.scores:
        print()
        rows = [(each.part or "", each.day, each.file, each.sha256[:16]) for each in event.scores]
        print_table(("game scores of part", "day", "file", "sha256"), rows)
    print()


@event.command("end")
@office_verb("why json dry")
def end_event(
    call: OfficeCall,
    code: Annotated[str, typer.Argument(metavar="EVENT", help="The event, without a part.")],
    back: Annotated[bool, typer.Option("--withdraw", help="Take it back: a further part may come.")] = False,
) -> None:
    """Declare that no further part of an event comes. The next list judges what earlier ones left open.

    [bold]Examples[/bold]

      arpad event end league --why 'the organiser broke it off after round 4'

      arpad event end league --withdraw --why 'the last round is played in June'

    It can be taken back as long as no list was made with it.
    """
    from arpad.office import events

    with call.desk() as desk:
        request = events.EventEnd(code, call.why)
        done = events.resume_event(desk, request) if back else events.end_event(desk, request)
    if not call.print_json("event end", done):
        print(f"{done.event}: {done.status}; {done.note}")


def _fact_text(value: object) -> str:
    """A fact as people read it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return "; ".join(_fact_text(each) for each in value)
    if is_dataclass(value):
        return " ".join(str(part) for each in fields(value) if (part := getattr(value, each.name)))
    return str(value)


@event.command("exclude")
@office_verb("why json dry")
def exclude_games(
    call: OfficeCall,
    code: Annotated[str, typer.Argument(metavar="EVENT", help="The event, or a part of it: CODE/2.")],
    player: Annotated[int, typer.Option("--player", metavar="N", help="Start number in the report.", min=1)],
    turn: Annotated[
        int | None, typer.Option("--round", metavar="R", help="Only this round; without it all games.", min=1)
    ] = None,
    reason: Annotated[str, typer.Option("--reason", metavar="NAME", help="fair-play, force-majeure ...")] = "fair-play",
    back: Annotated[bool, typer.Option("--withdraw", help="Take such an exclusion back.")] = False,
) -> None:
    """Leave a game, or all games of a player, out of the rating. An admitted event is then to be admitted anew.

    [bold]Examples[/bold]

      arpad event exclude spring-open --player 12 --round 5 --reason fair-play --why 'decision FP-7'

      arpad event exclude spring-open --player 12 --round 5 --withdraw --why 'appeal upheld'

    An exclusion cannot be overridden; it is withdrawn, with the player and the round it was entered with.
    """
    from arpad.office import events

    with call.desk() as desk:
        if back:
            done = events.include_games(desk, events.ExclusionEnd(code, player, turn, call.why))
        else:
            done = events.exclude_games(desk, events.NewExclusion(code, player, turn, reason, call.why))
    if not call.print_json("event exclude", done):
        print(f"{done.event}: {done.status} {done.note}")
