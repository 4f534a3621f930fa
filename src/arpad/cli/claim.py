"""`arpad claim`: what players and arbiters dispute, and what they are answered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.desk import OfficeCall, Why, office_verb
from arpad.cli.lists import month_of
from arpad.cli.player_facts import Number, number_of
from arpad.finding import Note

if TYPE_CHECKING:
    from arpad.explain.claims import Claimed

claim = typer.Typer(
    help="File and answer claims about a game or a number.", no_args_is_help=True, rich_markup_mode="rich"
)

Code = Annotated[str, typer.Argument(metavar="CLAIM", help="Its code, CLM-1.")]


@claim.command("file")
@office_verb("dry json")
def file(
    call: OfficeCall,
    player: Number,
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
    opponent: Annotated[str, typer.Option("--opponent", metavar="NUMBER", help="His opponent in that game.")] = "",
) -> None:
    """File a claim about what a list says of a player, or about one of his games there.

    The answer shows by when the law wants it, where it sets a time; a claim that is late is taken and marked.

    [bold]Examples[/bold]

      arpad claim file 14100012 --by 'A. Player' --text 'my rating of May is missing 12 points'

      arpad claim file 14100012 --event spring-open --round 3 --by 'B. Arbiter' --as arbiter --text 'it was a draw'
    """
    from arpad.office import claims

    met = number_of(opponent) if opponent else 0
    asked = claims.Filing(number_of(player), text, by, role, series, month_of(month), event, turn, met)
    with call.desk() as desk:
        _answer(call, "claim file", claims.file(desk, asked))


@claim.command("list")
@office_verb("json")
def list_(
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
    from arpad.cli.output import table
    from arpad.office import claims

    query = claims.ClaimQuery(number_of(player) if player else 0, series, state)
    with call.desk() as desk:
        found = claims.list_claims(desk, query)
    if call.print_json("claim list", found):
        return
    rows = [
        (each.code, each.filed, each.name, each.series, each.list, each.event or "", each.state, each.until or "")
        for each in found
    ]
    table(("claim", "filed", "about", "series", "list", "event", "stands", "until"), rows)


@claim.command("show")
@office_verb("json")
def show(call: OfficeCall, code: Code) -> None:
    """A claim, the row it is about, its clock and its answer."""
    from arpad.office import claims

    with call.desk() as desk:
        _answer(call, "claim show", claims.show(desk, code))


@claim.command("answer")
@office_verb("dry json")
def answer(
    call: OfficeCall,
    code: Code,
    kind: Annotated[str, typer.Argument(metavar="upheld|rejected", help="What becomes of it.")],
    why: Why = "",
    revision: Annotated[str, typer.Option("--revision", metavar="REV-N", help="The case that puts it right.")] = "",
) -> None:
    """Answer a claim, once. The answer stays with the row; what is upheld is put right by a correction or a case.

    [bold]Examples[/bold]

      arpad claim answer CLM-1 rejected --why 'the report has it so, and the arbiter confirms it'

      arpad claim answer CLM-2 upheld --why 'the result was mistyped' --revision REV-1
    """
    from arpad.office import claims

    asked = claims.Answer(code, kind, why, revision)
    with call.desk() as desk:
        _answer(call, "claim answer", claims.answer(desk, asked))


@claim.command("withdraw")
@office_verb("why dry json")
def withdraw(call: OfficeCall, code: Code) -> None:
    """Enter that whoever filed a claim takes it back."""
    from arpad.office import claims

    asked = claims.Retraction(code, call.why)
    with call.desk() as desk:
        _answer(call, "claim withdraw", claims.withdraw(desk, asked))


def _answer(call: OfficeCall, verb: str, done: Claimed) -> None:
    if call.print_json(verb, done):
        return
    print(f"{done.name} ({done.player}), {done.series} {done.list}{_game(done)}")
    print_claim(done)


def _game(done: Claimed) -> str:
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
