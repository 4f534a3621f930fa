"""`arpad undo`: show the last acts that can be undone, and undo one of them."""

from __future__ import annotations

from typing import Annotated

import typer

from arpad.cli.office_session import OfficeCall, confirm, office_verb
from arpad.cli.terminal import wrap_letter
from arpad.finding import Note


@office_verb("why yes dry json")
def undo_act(
    call: OfficeCall,
    entry: Annotated[int, typer.Argument(metavar="[ENTRY]", help="The number of the log entry to undo.")] = 0,
) -> None:
    """Show your last acts that can be undone; with a number, undo that one.

    These acts can be undone: a refusal, a withdrawal, a hold, an exclusion, an identification, a registration,
    the refusal of a registration. An admission can be undone before its list is published. Undoing is an act with
    a reason; nothing is deleted. After a letter of refusal it prints the next letter. An act on which a later one
    rests is refused with the name of that act.

    [bold]Examples[/bold]

      arpad undo                                 what can be undone, the newest first

      arpad undo 214 --why 'the wrong event' --yes
    """
    from arpad.office import undo

    if not entry:
        _list_acts(call)
        return
    request = undo.UndoRequest(entry, call.why)
    with call.desk() as desk:
        confirm(str(Note.of("question/undo", entry=entry)), call.yes or call.dry)
        outcome = undo.undo_act(desk, request)
    if call.print_json("undo --why", outcome):
        return
    print(wrap_letter(outcome.letter) if outcome.letter else f"{outcome.event}: {outcome.note or outcome.status}")


def _list_acts(call: OfficeCall) -> None:
    """Print the last acts of this person that can be undone, or what rests on them."""
    from arpad.cli.output import headings, print_table
    from arpad.office import undo

    with call.desk() as desk:
        acts, who = undo.list_undoable_acts(desk), desk.who
    if call.print_json("undo", acts):
        return
    if not acts:
        print(Note.of("undo/nothing", who=who))
        return
    rows = []
    for act in acts:
        possible = act.later is None
        how = Note.of("undo/possible", entry=act.entry)
        if not possible:
            how = Note.of("undo/blocked", later=act.later, act=act.later_act)
        rows.append((act.entry, act.day, act.act, act.event, act.why, str(how)))
    print_table(headings("entry", "day", "act", "event", "why", "to-undo"), rows)
