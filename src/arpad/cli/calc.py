"""`arpad calc`: small calculations under a rulebook, each with the article it comes from.

Each takes flags or a JSON document (text, a file, or `-` for standard input), and with `--json` answers with one.
"""

from __future__ import annotations

from typing import Annotated

import typer

from arpad.cli.flags import answer_of, games_of, given, player_of, pool_of
from arpad.cli.output import emit, table
from arpad.cli.sheet import print_event, print_steps

calc = typer.Typer(no_args_is_help=True, help="Calculate under a rulebook; every answer names its article.")

Required = Annotated[
    str, typer.Option("--rulebook", metavar="ID", help="A rulebook, as `arpad law list` names it.", show_default=False)
]
Rulebook = Annotated[
    str | None,
    typer.Option("--rulebook", metavar="ID", help="A rulebook; not needed when the document names one."),
]
Json = Annotated[bool, typer.Option("--json", help="Answer as JSON.")]
Witness = Annotated[str | None, typer.Option(metavar="TEXT", help="As this text prints it, uncorrected.")]
Document = Annotated[
    str | None,
    typer.Argument(metavar="[DOCUMENT]", help="A JSON document, a file that holds one, or - for standard input."),
]
GameFlags = Annotated[
    list[str] | None,
    typer.Option("--game", metavar="R:S", help="A game: opponent's rating (- if unrated) and score. Repeat it."),
]


@calc.command()
def expected(
    rulebook: Required,
    difference: Annotated[
        int,
        typer.Option(
            metavar="N",
            help="Own rating less the opponent's; write a negative one as --difference=-N.",
            show_default=False,
        ),
    ],
    witness: Witness = None,
    no_limit: Annotated[bool, typer.Option("--no-limit", help="Read the bare table, without the limit.")] = False,
    json: Json = False,
) -> None:
    """The expected score at a rating difference, limited as in a first game of a player without exemption."""
    from arpad import law
    from arpad.exact import decimal
    from arpad.law.rules.rating import DIFFERENCE_LIMIT, EXPECTATION_TABLE

    book = law.rulebook(rulebook, witness=witness)
    limit = book.rule(DIFFERENCE_LIMIT).limit
    counted = difference if no_limit else max(-limit, min(limit, difference))
    answer = decimal(book.expected(difference, limited=not no_limit))
    articles = [book.articles(EXPECTATION_TABLE)[0], *([] if no_limit else book.articles(DIFFERENCE_LIMIT)[:1])]
    if json:
        emit(
            {
                "rulebook": rulebook,
                "witness": witness,
                "difference": difference,
                "counted": counted,
                "limited": counted != difference,
                "expected": answer,
                "articles": articles,
            }
        )
        return
    note = f", counted as {counted}" if counted != difference else ""
    print(f"{answer}   difference {difference}{note} ({book.name}, {', '.join(articles)})")


@calc.command()
def dp(
    rulebook: Required,
    percent: Annotated[int, typer.Option(metavar="P", help="A whole percentage, 0 to 100.", show_default=False)],
    witness: Witness = None,
    json: Json = False,
) -> None:
    """The rating difference that belongs to a percentage score."""
    from arpad import law
    from arpad.law.rules.rating import DP_TABLE

    book = law.rulebook(rulebook, witness=witness)
    difference = book.dp(percent)
    articles = [book.articles(DP_TABLE)[0]]
    if json:
        emit({"rulebook": rulebook, "witness": witness, "percent": percent, "dp": difference, "articles": articles})
        return
    print(f"{difference:+d}   at {percent} % ({book.name}, {', '.join(articles)})")


@calc.command()
def period(
    document: Document = None,
    rulebook: Rulebook = None,
    rating: Annotated[int | None, typer.Option(help="His rating on the list being replaced.")] = None,
    k: Annotated[int | None, typer.Option(help="His K; or give what it follows from: games, born, highest.")] = None,
    games: Annotated[int | None, typer.Option(help="Games rated so far, instead of K.")] = None,
    born: Annotated[str | None, typer.Option(help="Birth date or year, instead of K.")] = None,
    highest: Annotated[int | None, typer.Option(help="Highest rating ever published, instead of K.")] = None,
    list_: Annotated[str | None, typer.Option("--list", metavar="YYYY-MM", help="The list being made.")] = None,
    game: GameFlags = None,
    witness: Witness = None,
    json: Json = False,
) -> None:
    """What a rated player's period comes to: every game, K, the change, the new rating."""
    flags = {
        "list": list_,
        "player": given(rating=rating, k=k, games=games, born=born, highest=highest),
        "events": [{"games": games_of(game)}] if game else None,
    }
    _, answer = answer_of("period", document, rulebook, witness, flags)
    if json:
        emit(answer)
        return
    for at, event in enumerate(answer["events"], 1):
        print_event(event, at if len(answer["events"]) > 1 else 0)
    print_steps(answer["steps"])


@calc.command()
def initial(
    document: Document = None,
    rulebook: Rulebook = None,
    game: GameFlags = None,
    pool: Annotated[
        list[str] | None,
        typer.Option("--pool", metavar="A:S/N", help="A result that counts: average of N opponents, score. Repeat it."),
    ] = None,
    witness: Witness = None,
    json: Json = False,
) -> None:
    """What first rating a newcomer's results give, whether it is published, and what is missing."""
    flags = {
        "events": [{"games": games_of(game)}] if game else None,
        "pools": [pool_of(text) for text in pool] if pool else None,
    }
    book, answer = answer_of("initial", document, rulebook, witness, flags)
    if json:
        emit(answer)
        return
    for at, event in enumerate(answer["events"], 1):
        print_event(event, at if len(answer["events"]) > 1 else 0)
    told = f"{answer['rating'] or 'no rating'}   {answer['score']} of {answer['games']}"
    if answer["games"]:
        told += f", average {answer['ra']}, {answer['p']} %" + (f", table {answer['dp']:+d}" if answer["dp"] else "")
    print(f"{told} ({book.name})")
    print("published" if answer["published"] else "not published: " + "; ".join(answer["missing"]))


@calc.command("round-robin")
def round_robin(
    document: Document = None,
    rulebook: Rulebook = None,
    player: Annotated[
        list[str] | None,
        typer.Option("--player", metavar="NAME:R:S[:K]", help="A player: name, rating (- if unrated), total score, K."),
    ] = None,
    double: Annotated[bool, typer.Option("--double", help="Everybody met everybody twice.")] = False,
    witness: Witness = None,
    json: Json = False,
) -> None:
    """A round robin with unrated players, from total scores: both passes, and everybody's change."""
    players = [player_of(text) for text in player or []]
    flags = {"players": players or None, "double": double or None}
    book, answer = answer_of("round-robin", document, rulebook, witness, flags)
    if json:
        emit(answer)
        return
    print(f"Rar {answer['rar']}, d(pa) {answer['dpa']}, n {answer['n']}, Ra {answer['ra']} ({book.name}, ", end="")
    print(f"{', '.join(answer['articles'])})")
    keys = ("name", "first_pass", "rc_new", "second_pass", "expected", "change")
    table(("", "Ru", "Rc new", "Ru new", "We", "change"), [[row.get(key) for key in keys] for row in answer["players"]])


@calc.command()
def performance(
    document: Document = None,
    rulebook: Rulebook = None,
    game: GameFlags = None,
    witness: Witness = None,
    json: Json = False,
) -> None:
    """The performance rating of a result: the average met and the difference that the percentage is worth."""
    book, answer = answer_of("performance", document, rulebook, witness, {"games": games_of(game) if game else None})
    if json:
        emit(answer)
        return
    print(f"{answer['performance']}   {answer['score']} of {answer['games']} against {answer['average']}: ", end="")
    print(f"{answer['p']} %, {answer['dp']:+d} ({book.name}, {', '.join(answer['articles'])})")


@calc.command()
def target(
    document: Document = None,
    rulebook: Rulebook = None,
    rating: Annotated[int | None, typer.Option(help="The rating now.")] = None,
    k: Annotated[int | None, typer.Option(help="K.")] = None,
    target: Annotated[int | None, typer.Option(help="The rating wanted.")] = None,
    opponent: Annotated[list[int] | None, typer.Option("--opponent", help="An opponent's rating. Repeat it.")] = None,
    witness: Witness = None,
    json: Json = False,
) -> None:
    """The least score against given opponents that brings a rating to a target."""
    flags = {"rating": rating, "k": k, "target": target, "opponents": opponent}
    book, answer = answer_of("target", document, rulebook, witness, flags)
    if json:
        emit(answer)
    elif answer["score"] is None:
        print(
            f"{answer['target']} is out of reach: at best {answer['games']} of {answer['games']} gives "
            f"{answer['best']} ({book.name})"
        )
    else:
        print(f"{answer['score']} of {answer['games']} gives {answer['new_rating']} ({book.name})")
