"""`arpad player listing`: what is decided of a player and the lists, with its days and its reason."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from arpad.cli.desk import OfficeCall, office_verb
from arpad.cli.player_facts import Number, Since, known_day, number_of


@office_verb("why db who now dry json yes")
def listing(
    call: OfficeCall,
    number: Number,
    kind: Annotated[str, typer.Argument(metavar="KIND", help="dispensation, not-to-be-listed or removed.")],
    since: Since = "",
    until: Annotated[str, typer.Option("--until", metavar="YYYY-MM-DD", help="The last day on which it holds.")] = "",
    ends: Annotated[bool, typer.Option("--ends", help="From that day on it holds no longer.")] = False,
) -> None:
    """Enter what is decided of a player and the lists. The rating goes on; only the printed list changes.

    A dispensation, or the Council's approval, lets a player be listed whatever the federation is. A federation may say
    that a player is not to be listed. The commission may remove a player who is inactive; one rated game brings the
    player back. Which of them a list looks at is its edition's word.

    [bold]Examples[/bold]

      arpad player listing 14100012 dispensation --until 2024-12-31 --why "Council, decision 12"

      arpad player listing 14100012 not-to-be-listed --why "letter of the federation, 3 May"

      arpad player listing 14100012 removed --why "commission, 4 June"

      arpad player listing 14100012 not-to-be-listed --ends --why "letter of 9 August"
    """
    from arpad.cli.output import table
    from arpad.office import people

    days = known_day(since, "--since"), known_day(until, "--until")
    with call.desk() as desk:
        entered = people.decide_listing(desk, people.ListingDecision(number_of(number), kind, *days, ends, call.why))
    if call.print_json("player listing", entered):
        return
    if entered.already:
        print("nothing changes: it is so already", file=sys.stderr)
    rows = [(entered.kind, each.state, each.since, each.until) for each in entered.spans]
    table((f"{entered.number} {entered.name}", "", "since", "until"), rows)
