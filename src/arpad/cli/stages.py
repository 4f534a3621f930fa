"""`arpad event join`: stages that are rated as one event."""

from __future__ import annotations

from typing import Annotated

import typer

from arpad.cli.desk import OfficeCall, office_verb
from arpad.finding import Misuse


@office_verb("why json dry")
def join(
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
        raise Misuse("one-stage-expected")
    with call.desk() as desk:
        if back:
            outcomes = events.part(desk, events.EndOfStages(codes[0], call.why))
        else:
            outcomes = events.join(desk, events.Stages(tuple(codes), call.why))
    if call.print_json("event join", outcomes):
        return
    for each in outcomes:
        print(f"{each.event}: {each.status}")
