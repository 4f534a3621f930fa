"""Propose a case about a player: a fact, a row of the opening list, two who are one, or one who are two."""

from __future__ import annotations

from typing import Annotated

import typer

from arpad.cli.desk import OfficeCall, office_verb
from arpad.cli.lists import SeriesOption
from arpad.cli.player_facts import (
    Born,
    Died,
    Federation,
    Members,
    Number,
    Sex,
    Since,
    Title,
    facts_of,
    known_day,
    number_of,
)
from arpad.cli.revision_shown import propose
from arpad.finding import Misuse


@office_verb("why dry json")
def fact(
    call: OfficeCall,
    player: Number,
    born: Born = None,
    federation: Federation = None,
    members: Members = None,
    died: Died = None,
    title: Title = None,
    sex: Sex = None,
    since: Since = "",
) -> None:
    """A fact that decided something on lists was wrong: say the right one. Events in which it matters are seen again.

    [bold]Examples[/bold]

      arpad revision fact 14100012 --born 2008-04-12 --why passport

      arpad revision fact 14100012 --federation POL --since 2024-05-01 --why 'transfer entered too late'
    """
    from arpad.office.revisions import FactCorrection

    values = facts_of(born=born, federation=federation, member=members, died=died, title=title, sex=sex)
    if len(values) != 1:
        raise Misuse("argument/fact")
    ((field, value),) = values.items()
    wanted = FactCorrection(number_of(player), field, value, call.why, known_day(since, "--since"))
    propose(wanted, "fact", call)


@office_verb("why dry json")
def opening(
    call: OfficeCall,
    player: Number,
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

    wanted = OpeningCorrection(number_of(player), call.why, series, rating, k, games, highest)
    propose(wanted, "opening", call)


@office_verb("why dry json")
def merge(
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
    from arpad.office.revisions import OnePerson

    pair = number_of(kept), number_of(gone)
    despite: tuple[people.Objection, ...] = ()
    if even:
        with call.desk() as desk:
            despite = tuple(people.compare(desk, *pair).objections)
    propose(OnePerson(*pair, call.why, despite), "merge", call)


@office_verb("why dry json")
def unmerge(
    call: OfficeCall, gone: Annotated[str, typer.Argument(metavar="GONE", help="The number that was merged away.")]
) -> None:
    """A merge should never have been: each gets back what is his, and games in between go to whoever played them.

    [bold]Example[/bold]

      arpad revision unmerge 1000000103 --why 'two cousins after all'
    """
    from arpad.office.revisions import TwoPersons

    propose(TwoPersons(number_of(gone), call.why), "unmerge", call)
