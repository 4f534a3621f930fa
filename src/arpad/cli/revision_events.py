"""Propose a case about an event: another report, an annulment, a list it came too late for, games, a second look."""

from __future__ import annotations

from typing import Annotated

import typer

from arpad.cli.desk import OfficeCall, office_verb
from arpad.cli.lists import file_of, month_of
from arpad.cli.report import set_aside_of
from arpad.cli.revision_shown import propose
from arpad.finding import Misuse

Event = Annotated[str, typer.Argument(metavar="EVENT", help="The event, or a part of it: CODE/2.")]
Override = Annotated[
    list[str] | None,
    typer.Option("--override", metavar="CODE[:PLAYER[:ROUND]]", help="Set a finding aside, by the case. Repeat it."),
]


@office_verb("why dry json")
def replace(
    call: OfficeCall,
    event: Event,
    file: Annotated[str, typer.Argument(metavar="FILE", help="The report as it should have been.")],
    override: Override = None,
) -> None:
    """The report of a rated event was wrong: send the right one. It is kept, whatever becomes of the case.

    [bold]Example[/bold]

      arpad revision replace spring-open corrected.trf --why 'round 3, board 2: letter of the arbiter'
    """
    from arpad.office.revisions import Replacement

    asides = tuple(map(set_aside_of, override or ()))
    propose(Replacement(event, file_of(file), call.why, asides), "replace", call)


@office_verb("why dry json")
def annul(call: OfficeCall, event: Event) -> None:
    """A rated event should not have been rated.

    [bold]Example[/bold]

      arpad revision annul spring-open --why 'the games were not played: decision EC-12'
    """
    from arpad.office.revisions import Annulment

    propose(Annulment(event, call.why), "annul", call)


@office_verb("why dry json")
def late(
    call: OfficeCall,
    event: Event,
    month: Annotated[
        str, typer.Option("--list", metavar="YYYY-MM", help="A published list; the first after its end if not given.")
    ] = "",
    override: Override = None,
) -> None:
    """An event that is reported, and not rated, belongs on a list that is published.

    One that came too late for its third list needs the decision that the law names, as everywhere.

    [bold]Examples[/bold]

      arpad revision late spring-open --why 'the report lay in the spam of the office'

      arpad revision late spring-open --list 2024-06 --why 'decision EC-13'
    """
    from arpad.office.revisions import LateEvent

    asides = tuple(map(set_aside_of, override or ()))
    propose(LateEvent(event, call.why, month_of(month), asides), "late", call)


@office_verb("why dry json")
def game(
    call: OfficeCall,
    event: Event,
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
        raise Misuse("argument/game")
    propose(GameDecision(event, player, call.why, turn, reason), "game", call)


@office_verb("why dry json")
def again(call: OfficeCall, event: Event, override: Override = None) -> None:
    """Examine a rated event again, with what is known now: a licence, a title, a federation.

    [bold]Example[/bold]

      arpad revision again spring-open --why 'the licence of the arbiter was entered too late'
    """
    from arpad.office.revisions import SecondLook

    propose(SecondLook(event, call.why, tuple(map(set_aside_of, override or ()))), "again", call)
