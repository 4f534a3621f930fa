"""`arpad event join`: stages that are rated as one event."""

from __future__ import annotations

from typing import Annotated

import typer

from arpad.cli.desk import DB, NOW, WHO, AsJson, Db, DryRun, Now, Who, Why, sit_down
from arpad.finding import Misuse


def join(
    codes: Annotated[
        list[str], typer.Argument(metavar="EVENT...", help="The stages; with --withdraw any one of them.")
    ],
    back: Annotated[bool, typer.Option("--withdraw", help="Take it back: they are events of their own.")] = False,
    why: Why = "",
    as_json: AsJson = False,
    dry: DryRun = False,
    db: Db = DB,
    who: Who = WHO,
    now: Now = NOW,
) -> None:
    """Join preliminaries, finals or play-offs: they are rated as one event. What was admitted is to be admitted anew.

    [bold]Examples[/bold]

      arpad event join cup-groups cup-final --why 'regulations of the cup'

      arpad event join cup-final --withdraw --why 'the final is an event of its own'
    """
    from arpad.cli.output import answer
    from arpad.office import events

    if back and len(codes) > 1:
        raise Misuse("one-stage-expected")
    with sit_down(db, who, now, dry) as desk:
        if back:
            outcomes = events.part(desk, events.EndOfStages(codes[0], why))
        else:
            outcomes = events.join(desk, events.Stages(tuple(codes), why))
    if as_json:
        answer("event join", outcomes)
        return
    for each in outcomes:
        print(f"{each.event}: {each.status}")
