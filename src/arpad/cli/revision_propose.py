"""`arpad revision`: propose a case about an event or a player, and print cases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.lists import SeriesOption, list_file_argument, parse_month
from arpad.cli.office_session import OfficeCall, office_verb
from arpad.cli.player_options import NumberArgument, SinceOption, fact_options, parse_partial_day, parse_player_number
from arpad.cli.report import parse_override
from arpad.finding import Note, UserError

if TYPE_CHECKING:
    from arpad.office.revisions import CaseView, ListMoves, Move, Notice, Proposal


MOVES_SHOWN = 20  # rows shown to a person


def propose_case(proposal: Proposal, verb: str, call: OfficeCall) -> None:
    """Propose a case at the office that is meant, and say how it goes on."""
    from arpad.office import revisions

    with call.desk() as desk:
        case = revisions.propose_case(desk, proposal)
    if call.print_json(f"revision {verb}", revisions.view_of_case(case)):
        return
    print(f"{case.code} is proposed: {case.about}")
    print(f"what it moves: `arpad revision preview {case.code}`")


def print_case(case: CaseView) -> None:
    from arpad.cli.output import print_table

    print(f"{case.code} is {case.state}: {case.about}\n")
    steps = [("proposed", case.day, case.who, case.why)]
    steps += [(step.state.value, step.day, step.who, step.why) for step in case.steps]
    print_table(("", "day", "who", "why"), steps)


def print_rating_moves(notice: Notice, everybody: bool) -> None:
    """Whom a case moves on which list, the largest difference first."""
    from arpad.cli.output import print_table
    from arpad.office import revisions

    print(f"{notice.code}: {notice.about}")
    if not any(each.moves for series in notice.series for each in series.lists):
        print(Note.of("notice/nobody"))
    for series in notice.series:
        rows = [(each, move) for each in series.lists for move in each.moves]
        if not rows:
            continue
        rows.sort(key=lambda row: -abs(row[1].difference))  # lists and players stay in order
        print(f"\n{revisions.moved_players_note(series)}")
        print(Note.of("notice/carried") if series.carried else Note.of("notice/noted"))
        if series.as_published:
            print(Note.of("notice/as-published", lists=series.as_published))
        shown = rows if everybody else rows[:MOVES_SHOWN]
        head = ("list", "id", "name", "before", "after", "change", "games", "through")
        print_table(head, [_move_cells(each, move) for each, move in shown])
        if len(shown) < len(rows):
            print(Note.of("revisions/more", rows=len(rows) - len(shown)))


def _move_cells(on: ListMoves, move: Move) -> tuple[object, ...]:
    from arpad.office import revisions

    before, after = (
        revisions.rating_note(move.before, move.state_before),
        revisions.rating_note(move.after, move.state_after),
    )
    change = f"{move.difference:+d}" if move.before and move.after else ""
    games = f"{move.games:+d}" if move.games else ""
    causes = ", ".join(cause.sentence for cause in revisions.cause_notes(move, on))
    return on.list_, move.player, move.name, before, after, change, games, causes


EventArgument = Annotated[str, typer.Argument(metavar="EVENT", help="The event, or a part of it: CODE/2.")]
OverrideOption = Annotated[
    list[str] | None,
    typer.Option("--override", metavar="CODE[:PLAYER[:ROUND]]", help="Set a finding aside, by the case. Repeat it."),
]


@office_verb("why dry json")
def propose_replacement(
    call: OfficeCall,
    event: EventArgument,
    file: Annotated[str, typer.Argument(metavar="FILE", help="The report as it should have been.")],
    override: OverrideOption = None,
) -> None:
    """The report of a rated event was wrong: send the right one. It is kept, whatever becomes of the case.

    [bold]Example[/bold]

      arpad revision replace spring-open corrected.trf --why 'round 3, board 2: letter of the arbiter'
    """
    from arpad.office.revisions import ReportReplacement

    asides = tuple(map(parse_override, override or ()))
    propose_case(ReportReplacement(event, list_file_argument(file), call.why, asides), "replace", call)


@office_verb("why dry json")
def propose_annulment(call: OfficeCall, event: EventArgument) -> None:
    """A rated event should not have been rated.

    [bold]Example[/bold]

      arpad revision annul spring-open --why 'the games were not played: decision EC-12'
    """
    from arpad.office.revisions import EventAnnulment

    propose_case(EventAnnulment(event, call.why), "annul", call)


@office_verb("why dry json")
def propose_late_event(
    call: OfficeCall,
    event: EventArgument,
    month: Annotated[
        str, typer.Option("--list", metavar="YYYY-MM", help="A published list; the first after its end if not given.")
    ] = "",
    override: OverrideOption = None,
) -> None:
    """An event that is reported, and not rated, belongs on a list that is published.

    One that came too late for its third list needs the decision that the law names, as everywhere.

    [bold]Examples[/bold]

      arpad revision late spring-open --why 'the report lay in the spam of the office'

      arpad revision late spring-open --list 2024-06 --why 'decision EC-13'
    """
    from arpad.office.revisions import LateEvent

    asides = tuple(map(parse_override, override or ()))
    propose_case(LateEvent(event, call.why, parse_month(month), asides), "late", call)


@office_verb("why dry json")
def propose_game_exclusion(
    call: OfficeCall,
    event: EventArgument,
    player: Annotated[int, typer.Argument(metavar="PLAYER", help="Start number in the report.", min=1)],
    turn: Annotated[
        int | None, typer.Argument(metavar="[ROUND]", help="Only this round; without it all games.", min=1)
    ] = None,
    reason: Annotated[
        str, typer.Option("--reason", metavar="NAME", help="Why it is left out: fair-play, force-majeure ...")
    ] = "",
    include: Annotated[bool, typer.Option("--include", help="Take in again what was left out by an officer.")] = False,
) -> None:
    """Leave a game of a rated event, or all games of a player, out of the rating; or take such a decision back.

    [bold]Examples[/bold]

      arpad revision game spring-open 12 5 --reason fair-play --why 'decision FP-7'

      arpad revision game spring-open 12 5 --include --why 'appeal upheld'
    """
    from arpad.office.revisions import GameDecision

    if bool(reason) == include:
        raise UserError("argument/game")
    propose_case(GameDecision(event, player, call.why, turn, reason), "game", call)


@office_verb("why dry json")
def propose_reexamination(call: OfficeCall, event: EventArgument, override: OverrideOption = None) -> None:
    """Examine a rated event again, with what is known now: a licence, a title, a federation.

    [bold]Example[/bold]

      arpad revision again spring-open --why 'the licence of the arbiter was entered too late'
    """
    from arpad.office.revisions import EventReexamination

    propose_case(EventReexamination(event, call.why, tuple(map(parse_override, override or ()))), "again", call)


@office_verb("why dry json")
def propose_fact(
    call: OfficeCall,
    player: NumberArgument,
    facts: Annotated[dict[str, Any], fact_options("born federation member died title sex")],
    since: SinceOption = "",
) -> None:
    """A fact that decided something on lists was wrong: say the right one. Events in which it matters are seen again.

    [bold]Examples[/bold]

      arpad revision fact 14100012 --born 2008-04-12 --why passport

      arpad revision fact 14100012 --federation POL --since 2024-05-01 --why 'transfer entered too late'
    """
    from arpad.office.revisions import FactCorrection

    if len(facts) != 1:
        raise UserError("argument/fact")
    ((field, value),) = facts.items()
    correction = FactCorrection(
        parse_player_number(player), field, value, call.why, parse_partial_day(since, "--since")
    )
    propose_case(correction, "fact", call)


@office_verb("why dry json")
def propose_opening_row(
    call: OfficeCall,
    player: NumberArgument,
    rating: Annotated[int | None, typer.Option("--rating", metavar="N", help="What it should have been.")] = None,
    k: Annotated[int | None, typer.Option("--k", metavar="N")] = None,
    games: Annotated[int | None, typer.Option("--games", metavar="N", help="Games so far.")] = None,
    highest: Annotated[int | None, typer.Option("--highest", metavar="N", help="The highest rating so far.")] = None,
    series: SeriesOption = "",
) -> None:
    """The list with which a series was opened was wrong about a player.

    [bold]Example[/bold]

      arpad revision opening 14100012 --rating 2312 --why 'the opening list had 2132'
    """
    from arpad.office.revisions import OpeningCorrection

    correction = OpeningCorrection(parse_player_number(player), call.why, series, rating, k, games, highest)
    propose_case(correction, "opening", call)


@office_verb("why dry json")
def propose_merge(
    call: OfficeCall,
    kept: Annotated[str, typer.Argument(metavar="KEPT", help="The number under which the person goes on.")],
    gone: Annotated[str, typer.Argument(metavar="GONE", help="The number that counts as the other.")],
    even: Annotated[
        bool, typer.Option("--even-if-different", help="They are one, though name, birth or sex speak against it.")
    ] = False,
) -> None:
    """Two rated players are one person, and always were: games, highest rating and pool as if they had been one.

    [bold]Example[/bold]

      arpad revision merge 14100012 1000000103 --why 'registered twice, passport seen'
    """
    from arpad.office import people
    from arpad.office.revisions import MergeProposal

    pair = parse_player_number(kept), parse_player_number(gone)
    despite: tuple[people.Objection, ...] = ()
    if even:
        with call.desk() as desk:
            despite = tuple(people.compare_players(desk, *pair).objections)
    propose_case(MergeProposal(*pair, call.why, despite), "merge", call)


@office_verb("why dry json")
def propose_unmerge(
    call: OfficeCall, gone: Annotated[str, typer.Argument(metavar="GONE", help="The number that was merged away.")]
) -> None:
    """Propose to part two players who were merged by mistake. Each gets their own games back.

    [bold]Example[/bold]

      arpad revision unmerge 1000000103 --why 'two cousins after all'
    """
    from arpad.office.revisions import UnmergeProposal

    propose_case(UnmergeProposal(parse_player_number(gone), call.why), "unmerge", call)
