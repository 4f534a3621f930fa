"""`arpad report identify`: show of whom it is open who they are, and say who a player of a report is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.office_session import OfficeCall, confirm, office_verb
from arpad.finding import Note, UserError

if TYPE_CHECKING:
    from arpad.office.desk import Desk
    from arpad.office.reports import OpenPlayer, OpenPlayers, Outcome

LIKELY = "likely"


@office_verb("why json dry yes")
def identify_players(
    call: OfficeCall,
    event: Annotated[str, typer.Argument(metavar="EVENT", help="The event, or a part of it: CODE/2.")],
    player: Annotated[
        int, typer.Argument(metavar="[PLAYER]", help="Start number in the report.", min=0, show_default=False)
    ] = 0,
    number: Annotated[
        int, typer.Argument(metavar="[NUMBER]", help="Who it is: a FIDE or office number.", min=0, show_default=False)
    ] = 0,
    accept: Annotated[
        str, typer.Option("--accept", metavar="likely", help="Identify all for whom one candidate is certain.")
    ] = "",
    new: Annotated[
        bool, typer.Option("--new", help="Add the player; without PLAYER all who have no candidate.")
    ] = False,
    without_number: Annotated[
        bool, typer.Option("--without-number", help="With --new: the number in the report is not theirs.")
    ] = False,
    back: Annotated[bool, typer.Option("--withdraw", help="Take back who PLAYER is.")] = False,
) -> None:
    """Say who the players of a report are. The file of the arbiter never changes.

    [bold]Examples[/bold]

      arpad report identify spring-open                        all open players, each with candidates

      arpad report identify spring-open --accept likely        those who are certain

      arpad report identify spring-open 12 1000000016          player 12 is this registered player

      arpad report identify spring-open 12 --new               player 12 is not registered: add them

      arpad report identify spring-open --new                  add all who have no candidate

      arpad report identify spring-open 12 --withdraw --why 'two cousins'

    Candidates are registered players, and people of imported lists: those are registered when you choose them.

    A candidate is certain where name and year of birth are the same and the number has one typing error. An
    identification also holds for the next report of the event, where name, year and number agree.
    """
    from arpad.office import reports

    if accept not in ("", LIKELY) or bool(accept) + bool(number) + new + back > 1 or ((number or back) and not player):
        raise UserError("identify-how")
    if without_number and not (new and player):
        raise UserError("without-number-of-new")
    with call.desk() as desk:
        if accept:
            outcomes = reports.identify_likely_players(desk, event, call.why)
        elif back:
            outcomes = (reports.forget_identification(desk, reports.IdentificationEnd(event, player, call.why)),)
        elif number:
            outcomes = (reports.identify_player(desk, reports.NewIdentification(event, player, number, call.why)),)
        else:
            shown = reports.find_open_players(desk, event, player or None)
            if not new:
                _print_open_players(call, shown)
                return
            outcomes = _add_players(call, desk, shown, bool(player), without_number)
    if not call.print_json("report identify", outcomes):
        for outcome in outcomes:
            print(f"{outcome.event}: {outcome.note}")
        if not outcomes:
            print(Note.of("nobody-identified", event=event).sentence)


def _add_players(
    call: OfficeCall, desk: Desk, shown: OpenPlayers, named: bool, without_number: bool
) -> tuple[Outcome, ...]:
    """Add players to the registry: the one who was named, or all without a candidate. The officer is asked first."""
    from arpad.office import reports

    adding = [each for each in shown.players if named or not each.candidates]
    if not adding:
        return ()
    if not call.as_json:
        _print_players(shown.event, adding)
    names = "; ".join(each.name for each in adding)
    confirm(f"Add to the registry: {names}?", call.yes or call.dry)
    return tuple(
        reports.identify_player(
            desk,
            reports.NewIdentification(
                shown.event,
                each.player,
                0,
                call.why,
                tuple(candidate.id for candidate in each.candidates),
                without_number,
            ),
        )
        for each in adding
    )


def _print_open_players(call: OfficeCall, shown: OpenPlayers) -> None:
    if call.print_json("report identify --list", shown):
        return
    if not shown.players:
        print(Note.of("all-identified", event=shown.event).sentence)
        return
    _print_players(shown.event, shown.players)
    certain = sum(each.certain is not None for each in shown.players)
    fresh = sum(not each.candidates for each in shown.players)
    print(Note.of("how-to-identify", event=shown.event).sentence)
    if certain:
        print(Note.of("how-to-identify/likely", event=shown.event, count=certain).sentence)
    if fresh:
        print(Note.of("how-to-identify/new", event=shown.event, count=fresh).sentence)


def _print_players(event: str, players: tuple[OpenPlayer, ...] | list[OpenPlayer]) -> None:
    """Print each player as the report has them, and the candidates below."""
    from arpad.cli.output import print_table

    for each in players:
        print(f"player {each.player}: {each.name} ({Note.of(f'doubt/{each.doubt}').sentence})")
        rows: list[tuple[object, ...]] = [("report", each.id, each.name, each.born, each.federation, each.rating, "")]
        for candidate in each.candidates:
            why = ", ".join(Note.of(f"likeness/{reason}").sentence for reason in candidate.why)
            why += f"; {Note.of('likeness/certain').sentence}" if candidate.id == each.certain else ""
            number = candidate.fide_id or candidate.id
            cells = (number, candidate.name, candidate.born, candidate.federation, candidate.rating, why)
            rows.append(("candidate" if candidate.registered else "on a list", *cells))
        print_table(("", "number", "name", "born", "federation", "rating", "why"), rows)
        if not each.candidates:
            print(Note.of("no-candidate").sentence)
        print()
