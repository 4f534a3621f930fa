"""`arpad claim`: what players and arbiters dispute, and what they are answered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.lists import parse_month
from arpad.cli.office_session import OfficeCall, WhyOption, office_verb
from arpad.cli.player_options import NumberArgument, parse_player_number
from arpad.finding import Note

if TYPE_CHECKING:
    from arpad.explain.claims import Claimed

claim = typer.Typer(
    help="File and answer claims about a game or a number.", no_args_is_help=True, rich_markup_mode="rich"
)

CodeArgument = Annotated[str, typer.Argument(metavar="CLAIM", help="Its code, CLM-1.")]


@claim.command("file")
@office_verb("dry json")
def file_claim(
    call: OfficeCall,
    player: NumberArgument,
    text: Annotated[str, typer.Option("--text", metavar="TEXT", help="What is disputed.")] = "",
    by: Annotated[str, typer.Option("--by", metavar="NAME", help="Who claims.")] = "",
    role: Annotated[
        str, typer.Option("--as", metavar="ROLE", help="player, arbiter, organiser or federation.")
    ] = "player",
    series: Annotated[str, typer.Option("--series", metavar="NAME", help="Which series.")] = "",
    month: Annotated[
        str, typer.Option("--list", metavar="YYYY-MM", help="Which list; the newest, or the one that has the event.")
    ] = "",
    event: Annotated[str, typer.Option("--event", metavar="CODE", help="An event of that list.")] = "",
    turn: Annotated[int, typer.Option("--round", metavar="N", help="The round of a game there.", min=0)] = 0,
    opponent: Annotated[str, typer.Option("--opponent", metavar="NUMBER", help="Their opponent in that game.")] = "",
) -> None:
    """File a claim about what a list says of a player, or about one of their games there.

    The answer shows by when the law wants it, where it sets a time; a claim that is late is taken and marked.

    [bold]Examples[/bold]

      arpad claim file 14100012 --by 'A. Player' --text 'my rating of May is missing 12 points'

      arpad claim file 14100012 --event spring-open --round 3 --by 'B. Arbiter' --as arbiter --text 'it was a draw'
    """
    from arpad.office import claims

    met = parse_player_number(opponent) if opponent else 0
    asked = claims.NewClaim(parse_player_number(player), text, by, role, series, parse_month(month), event, turn, met)
    with call.desk() as desk:
        _print_or_answer_claim(call, "claim file", claims.file_claim(desk, asked))


@claim.command("list")
@office_verb("json")
def list_claims(
    call: OfficeCall,
    player: Annotated[str, typer.Option("--player", metavar="NUMBER", help="Only those about this player.")] = "",
    series: Annotated[str, typer.Option("--series", metavar="NAME", help="Only this series.")] = "",
    state: Annotated[
        str, typer.Option("--state", metavar="NAME", help="Only those that are open, upheld, rejected, withdrawn.")
    ] = "",
) -> None:
    """The claims that were filed.

    [bold]Examples[/bold]

      arpad claim list --state open                    what waits for an answer
    """
    from arpad.cli.output import print_table
    from arpad.office import claims

    query = claims.ClaimQuery(parse_player_number(player) if player else 0, series, state)
    with call.desk() as desk:
        matching = claims.list_claims(desk, query)
    if call.print_json("claim list", matching):
        return
    rows = [
        (each.code, each.filed, each.name, each.series, each.list, each.event or "", each.state, each.until or "")
        for each in matching
    ]
    print_table(("claim", "filed", "about", "series", "list", "event", "stands", "until"), rows)


@claim.command("show")
@office_verb("json")
def show_claim(call: OfficeCall, code: CodeArgument) -> None:
    """A claim, the row it is about, its clock and its answer."""
    from arpad.office import claims

    with call.desk() as desk:
        _print_or_answer_claim(call, "claim show", claims.show_claim(desk, code))


@claim.command("answer")
@office_verb("dry json")
def answer_claim(
    call: OfficeCall,
    code: CodeArgument,
    kind: Annotated[str, typer.Argument(metavar="upheld|rejected", help="What becomes of it.")],
    why: WhyOption = "",
    revision: Annotated[str, typer.Option("--revision", metavar="REV-N", help="The case that puts it right.")] = "",
) -> None:
    """Answer a claim, once. The answer stays with the row; what is upheld is put right by a correction or a case.

    [bold]Examples[/bold]

      arpad claim answer CLM-1 rejected --why 'the report has it so, and the arbiter confirms it'

      arpad claim answer CLM-2 upheld --why 'the result was mistyped' --revision REV-1
    """
    from arpad.office import claims

    asked = claims.NewClaimAnswer(code, kind, why, revision)
    with call.desk() as desk:
        _print_or_answer_claim(call, "claim answer", claims.answer_claim(desk, asked))


@claim.command("withdraw")
@office_verb("why dry json")
def withdraw_claim(call: OfficeCall, code: CodeArgument) -> None:
    """Enter that a claim is taken back by the person who filed it."""
    from arpad.office import claims

    asked = claims.ClaimWithdrawal(code, call.why)
    with call.desk() as desk:
        _print_or_answer_claim(call, "claim withdraw", claims.withdraw_claim(desk, asked))


def _print_or_answer_claim(call: OfficeCall, verb: str, done: Claimed) -> None:
    if call.print_json(verb, done):
        return
    print(f"{done.name} ({done.player}), {done.series} {done.list}{_game_text(done)}")
    print_claim(done)


def _game_text(done: Claimed) -> str:
    parts = [done.event, done.round and f"round {done.round}", done.opponent and f"against {done.opponent_name}"]
    return "".join(f", {part}" for part in parts if part)


def print_claim(done: Claimed) -> None:
    """A claim in lines: who says what, in time or not, and the answer."""
    print(Note.of("claim/filed", claim=done.code, by=done.by, role=done.role.value, filed=done.filed, text=done.text))
    if done.until is None:
        print(f"  {Note.of('claim/no-clock')}")
    else:
        print(f"  {Note.of('claim/late' if done.late else 'claim/in-time', until=done.until, article=done.article)}")
    if done.answer is None:
        print(f"  {Note.of('claim/open')}")
        return
    fields = {"state": done.state.value, "day": done.answer.day, "who": done.answer.who, "text": done.answer.text}
    message = "claim/closed-by-case" if done.answer.revision else "claim/closed"
    case = {"revision": done.answer.revision} if done.answer.revision else {}
    print(f"  {Note.of(message, **fields, **case)}")
