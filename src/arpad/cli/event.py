"""`arpad event`: register events, see where they stand, and enter what is to be left out of them."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.desk import OfficeCall, confirm, office_verb
from arpad.cli.event_change import change
from arpad.cli.screen import letter_lines
from arpad.cli.stages import join
from arpad.finding import Misuse, Note

if TYPE_CHECKING:
    from arpad.office.events import Dossier, EventRow, Hold, Registered

event = typer.Typer(help="Register events, and see where they stand.", no_args_is_help=True, rich_markup_mode="rich")


@event.command("register", context_settings={"ignore_unknown_options": True})
@office_verb("why json dry")
def register(
    call: OfficeCall,
    files: Annotated[
        list[str] | None, typer.Argument(metavar="SIDECAR...", help="Files *.event.toml, directories, patterns.")
    ] = None,
    by: Annotated[str, typer.Option("--by", metavar="NAME", help="Who vouches for a registration of the past.")] = "",
) -> None:
    """Register events: from sidecars, from directories of them, or with flags.

    [bold]Examples[/bold]

      arpad event register open.event.toml             one event

      arpad event register season/                     every *.event.toml in a directory

      arpad event register --name 'Spring Open' --series fide-standard --start 2026-04-03 --end 2026-04-06

      arpad event register --code spring --approvals late-registration --why 'letter of the federation'

      arpad event register old.event.toml --by 'A. Arbiter'    registered in the past, on somebody's word

    The facts of an event are the keys of its sidecar, also as flags (`arpad check --help` lists them). A code is taken
    from the sidecar or made from the event's name, federation and days. To register an event again changes the facts
    that are named; the same facts again change nothing.
    """
    from pathlib import Path

    from arpad.cli.facts import split
    from arpad.cli.files import expand, progress
    from arpad.cli.output import table
    from arpad.intake.sidecar import SUFFIX
    from arpad.office import events

    names, given = split(files or [])
    paths = [path for path in expand(names, (".toml",)) if path.endswith(SUFFIX)] if names else []
    if names and not paths:
        raise Misuse("no-sidecar-named", suffix=SUFFIX)
    if not paths and not given:
        raise Misuse("no-registration-named")
    facts = events.GivenFacts.of(given)
    requests = [events.Registration(facts, Path(path) if path else None, by, call.why) for path in paths or [""]]
    done: list[Registered] = []
    with call.desk() as desk, progress("registering", len(paths)) as advance:
        if len(requests) == 1:
            done.append(events.register(desk, requests[0]))
        else:
            for each in events.register_each(desk, requests):
                done.append(each)
                advance(1)
    if not call.print_json("event register", tuple(done)):
        rows = [(each.event or each.file, each.status, each.problem or ", ".join(each.changed)) for each in done]
        table(("event", "state", "remarks"), rows)
    raise typer.Exit(1 if any(each.problem for each in done) else 0)


@event.command("refuse")
@office_verb("why json dry yes")
def refuse(
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
            done = events.restore(desk, events.EndOfRefusal(code, call.why, by))
        else:
            done = events.refuse(desk, events.RegistrationRefusal(code, call.why, by))
    if not call.print_json("event refuse", done):
        print(letter_lines(done.letter) if done.letter else f"{done.event}: {done.status}")


@event.command("list")
@office_verb("json")
def list_(
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
    from arpad.cli.output import table
    from arpad.office import events

    wanted = events.Wanted(series, standing)
    with call.desk() as desk:
        rows = events.list_events(desk, wanted)
    if call.print_json("event list", rows):
        return
    table(("event", "series", "from", "to", "stands", "list", "remarks"), [_row(row) for row in rows])


def _row(row: EventRow) -> tuple[object, ...]:
    return row.event, row.series, row.start, row.end, row.standing, row.list_, _hold(row.held)


def _hold(hold: Hold | None) -> str:
    """Since when an event is held, by whom and why."""
    if hold is None:
        return ""
    if not hold.why:
        return Note.of("held/unsaid", since=hold.since, by=hold.by).sentence
    return Note.of("held", since=hold.since, by=hold.by, why=hold.why).sentence


event.command("change")(change)
event.command("join")(join)


@event.command("show")
@office_verb("json")
def show(call: OfficeCall, codes: Annotated[list[str], typer.Argument(metavar="CODE...", help="Events.")]) -> None:
    """An event with its facts, its deadlines, its reports and everything that happened to it.

    [bold]Examples[/bold]

      arpad event show spring-open

      arpad event show --json spring-open league-2026
    """
    from arpad.office import events

    with call.desk() as desk:
        dossiers = tuple(events.show(desk, code) for code in codes)
    if call.print_json("event show", dossiers):
        return
    for dossier in dossiers:
        _print(dossier)


def _print(event: Dossier) -> None:
    from arpad.cli.output import table
    from arpad.office.events import act_of, command_of

    facts = event.facts
    print(f"{event.code}: {facts.name}, {facts.start} to {facts.end}")
    print(f"{event.series}, {event.edition}; in the book since {event.entered}")
    print(f"{Note.of('stages-joined', stages=event.stages)}\n" if event.stages else "")
    known = [(each.name, getattr(facts, each.name)) for each in fields(facts)]
    table(("fact", "registered"), [(name, _words(value)) for name, value in known if value not in (None, "", ())])
    print()
    for part in event.parts:
        ends = f"; an appeal is possible until {part.appeal_until}" if part.appeal_open else ""
        draft = f"; draft {part.draft} is in view" if part.draft else ""
        where = f"{part.standing} in the list {part.list_}" if part.list_ else f"{part.standing} {_hold(part.held)}"
        print(f"{part.name} is {where.rstrip()}{ends}{draft}")
        if part.possible:
            print("  you can")
        for kind in part.possible:
            print(f"  - {act_of(kind)}: {command_of(kind, event.code, part.part or 0)}")
    if event.course_note:
        print(event.course_note)
    for notice in event.notices:
        print(notice)
    print()
    table(("due", "day"), [(due.what, due.day) for due in event.deadlines])
    print()
    table(
        ("day", "what", "part", "who", "remarks"),
        [
            (each.day, each.kind, each.part, each.who, "; ".join(str(text) for text in (each.note, each.why) if text))
            for each in event.history
        ],
    )
    if event.reports:
        print()
        table(
            ("report", "part", "draft", "day", "file", "sha256"),
            [
                (each.report, each.part, "yes" if each.draft else "", each.day, each.file, each.sha256[:16])
                for each in event.reports
            ],
        )
    if event.scores:
        print()
        rows = [(each.part or "", each.day, each.file, each.sha256[:16]) for each in event.scores]
        table(("game scores of part", "day", "file", "sha256"), rows)
    print()


@event.command("end")
@office_verb("why json dry")
def end(
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
        request = events.EndOfEvent(code, call.why)
        done = events.resume(desk, request) if back else events.end(desk, request)
    if not call.print_json("event end", done):
        print(f"{done.event}: {done.status}; {done.note}")


def _words(value: object) -> str:
    """A fact as people read it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return "; ".join(_words(each) for each in value)
    if is_dataclass(value):
        return " ".join(str(part) for each in fields(value) if (part := getattr(value, each.name)))
    return str(value)


@event.command("exclude")
@office_verb("why json dry")
def exclude(
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
            done = events.include(desk, events.EndOfExclusion(code, player, turn, call.why))
        else:
            done = events.exclude(desk, events.NewExclusion(code, player, turn, reason, call.why))
    if not call.print_json("event exclude", done):
        print(f"{done.event}: {done.status} {done.note}")
