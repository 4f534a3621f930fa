"""`arpad calc`: small calculations under a rulebook, each with the article it comes from.

Each takes flags or a JSON document (text, a file, or `-` for standard input), and with `--json` answers with one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli import output
from arpad.cli.calculator_input import book_named, only_given, rulebook_and_document
from arpad.cli.output import headings, print_table, print_words, words

if TYPE_CHECKING:
    from arpad.explain.lines import EventLine

calc = typer.Typer(no_args_is_help=True, help="Calculate under a rulebook; every answer names its article.")

RulebookOption = Annotated[
    str | None,
    typer.Option(
        "--rulebook",
        metavar="ID|FILE",
        help="A rulebook, as `arpad law list` names it, or a file of your own; the standard one in force today, where "
        "none is named.",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Answer as JSON.")]
WitnessOption = Annotated[str | None, typer.Option(metavar="TEXT", help="As this text prints it, uncorrected.")]
DocumentOption = Annotated[
    str | None,
    typer.Argument(metavar="[DOCUMENT]", help="A JSON document, a file that holds one, or - for standard input."),
]
GamesOption = Annotated[
    list[str] | None,
    typer.Option("--game", metavar="R:S", help="A game: opponent's rating (- if unrated) and score. Repeat it."),
]


@calc.command("expected")
def calculate_expected_score(
    difference: Annotated[
        int,
        typer.Option(
            metavar="N",
            help="Own rating less the opponent's; write a negative one as --difference=-N.",
            show_default=False,
        ),
    ],
    rulebook: RulebookOption = None,
    witness: WitnessOption = None,
    no_limit: Annotated[bool, typer.Option("--no-limit", help="Read the bare table, without the limit.")] = False,
    json: JsonOption = False,
) -> None:
    """The expected score at a rating difference, limited as in a first game of a player without exemption."""
    from arpad.calculator.performance import expected_score
    from arpad.exact import decimal

    book = book_named(rulebook, witness)
    answer = expected_score(book, difference, limited=not no_limit)
    if json:
        output.print_answer("calc expected", answer)
        return
    counted = answer.counted_difference if answer.limited else None
    about = {"difference": difference, "counted": counted, "book": book.name, "articles": answer.articles}
    print_words("calc/expected", expected=decimal(answer.expected), **about)


@calc.command("dp")
def calculate_rating_difference(
    percent: Annotated[int, typer.Option(metavar="P", help="A whole percentage, 0 to 100.", show_default=False)],
    rulebook: RulebookOption = None,
    witness: WitnessOption = None,
    json: JsonOption = False,
) -> None:
    """The rating difference that belongs to a percentage score."""
    from arpad.calculator.performance import rating_difference

    book = book_named(rulebook, witness)
    answer = rating_difference(book, percent)
    if json:
        output.print_answer("calc dp", answer)
        return
    print_words("calc/dp", dp=answer.dp, percent=percent, book=book.name, articles=answer.articles)


@calc.command("period")
def calculate_period(
    document: DocumentOption = None,
    rulebook: RulebookOption = None,
    rating: Annotated[int | None, typer.Option(help="His rating on the list being replaced.")] = None,
    k: Annotated[int | None, typer.Option(help="His K; or give what it follows from: games, born, highest.")] = None,
    games: Annotated[int | None, typer.Option(help="Games rated so far, instead of K.")] = None,
    born: Annotated[str | None, typer.Option(help="Birth date or year, instead of K.")] = None,
    highest: Annotated[int | None, typer.Option(help="Highest rating ever published, instead of K.")] = None,
    list_: Annotated[str | None, typer.Option("--list", metavar="YYYY-MM", help="The list being made.")] = None,
    game: GamesOption = None,
    witness: WitnessOption = None,
    json: JsonOption = False,
) -> None:
    """What a rated player's period comes to: every game, K, the change, the new rating."""
    from arpad.calculator.typed import typed_game

    flags = {
        "list": list_,
        "player": only_given(rating=rating, k=k, games=games, born=born, highest=highest),
        "events": [{"games": list(map(typed_game, game))}] if game else None,
    }
    book, document_asked = rulebook_and_document(document, rulebook, witness, flags)
    answer = book.calculate("period", document_asked)
    if json:
        output.print_answer("calc period", answer)
        return
    from arpad.cli.calculation_output import print_steps

    _print_events(answer.events)
    print_steps(answer.steps)


def _print_events(events: Sequence[EventLine]) -> None:
    from arpad.cli.calculation_output import print_event

    for at, event in enumerate(events, 1):
        print_event(event, at if len(events) > 1 else 0)


@calc.command("initial")
def calculate_first_rating(
    document: DocumentOption = None,
    rulebook: RulebookOption = None,
    game: GamesOption = None,
    pool: Annotated[
        list[str] | None,
        typer.Option("--pool", metavar="A:S/N", help="A result that counts: average of N opponents, score. Repeat it."),
    ] = None,
    witness: WitnessOption = None,
    json: JsonOption = False,
) -> None:
    """What first rating a newcomer's results give, whether it is published, and what is missing."""
    from arpad.calculator.typed import typed_game, typed_pool
    from arpad.exact import decimal, points

    flags = {
        "events": [{"games": list(map(typed_game, game))}] if game else None,
        "pools": list(map(typed_pool, pool)) if pool else None,
    }
    book, document_asked = rulebook_and_document(document, rulebook, witness, flags)
    answer = book.calculate("initial", document_asked)
    if json:
        output.print_answer("calc initial", answer)
        return
    _print_events(answer.events)
    average = decimal(answer.ra) if answer.ra is not None else None
    about = {"score": points(answer.score), "games": answer.games, "average": average, "percent": answer.p}
    table = f"{answer.dp:+d}" if answer.dp and average is not None else None
    message = "calc/first" if answer.rating else "calc/no-rating"
    print_words(message, rating=answer.rating, **about, table=table, book=book.name)
    missing = [words("explain/cited", sentence=step.value, articles=step.articles) for step in answer.missing]
    print_words("calc/published" if answer.published else "calc/not-published", missing=missing)


@calc.command("round-robin")
def calculate_round_robin(
    document: DocumentOption = None,
    rulebook: RulebookOption = None,
    player: Annotated[
        list[str] | None,
        typer.Option("--player", metavar="NAME:R:S[:K]", help="A player: name, rating (- if unrated), total score, K."),
    ] = None,
    double: Annotated[bool, typer.Option("--double", help="Everybody met everybody twice.")] = False,
    cycles: Annotated[
        int | None, typer.Option("--cycles", metavar="N", help="Everybody met everybody so many times.")
    ] = None,
    witness: WitnessOption = None,
    json: JsonOption = False,
) -> None:
    """A round robin with unrated players, from total scores: both passes, and everybody's change."""
    from arpad.calculator.typed import typed_player
    from arpad.exact import decimal

    flags = {"players": list(map(typed_player, player)) if player else None, "double": double or None, "cycles": cycles}
    book, document_asked = rulebook_and_document(document, rulebook, witness, flags)
    answer = book.calculate("round-robin", document_asked)
    if json:
        output.print_answer("calc round-robin", answer)
        return
    averages = {"rar": decimal(answer.rar), "dpa": decimal(answer.dpa), "n": answer.n, "ra": answer.ra}
    print_words("calc/round-robin", **averages, book=book.name, articles=answer.articles)
    rows = [
        (
            each.name,
            each.first_pass,
            each.rc_new,
            each.second_pass,
            None if each.expected is None else decimal(each.expected),
            None if each.change is None else decimal(each.change),
        )
        for each in answer.players
    ]
    print_table(("", *headings("ru", "rc-new", "ru-new", "we", "change")), rows)


@calc.command("performance")
def calculate_performance(
    document: DocumentOption = None,
    rulebook: RulebookOption = None,
    game: GamesOption = None,
    witness: WitnessOption = None,
    json: JsonOption = False,
) -> None:
    """The performance rating of a result: the average met and the difference that the percentage is worth."""
    from arpad.calculator.typed import typed_game
    from arpad.exact import points

    book, document_asked = rulebook_and_document(
        document, rulebook, witness, {"games": list(map(typed_game, game)) if game else None}
    )
    answer = book.calculate("performance", document_asked)
    if json:
        output.print_answer("calc performance", answer)
        return
    result = {"score": points(answer.score), "games": answer.games, "percent": answer.p, "dp": answer.dp}
    about = {"average": answer.average, "book": book.name, "articles": answer.articles}
    print_words("calc/performance", performance=answer.performance, **result, **about)


@calc.command("target")
def calculate_target(
    document: DocumentOption = None,
    rulebook: RulebookOption = None,
    rating: Annotated[int | None, typer.Option(help="The rating now.")] = None,
    k: Annotated[int | None, typer.Option(help="K.")] = None,
    target: Annotated[int | None, typer.Option(help="The rating wanted.")] = None,
    opponent: Annotated[list[int] | None, typer.Option("--opponent", help="An opponent's rating. Repeat it.")] = None,
    witness: WitnessOption = None,
    json: JsonOption = False,
) -> None:
    """The least score against given opponents that brings a rating to a target."""
    from arpad.exact import points

    flags = {"rating": rating, "k": k, "target": target, "opponents": opponent}
    book, document_asked = rulebook_and_document(document, rulebook, witness, flags)
    answer = book.calculate("target", document_asked)
    if json:
        output.print_answer("calc target", answer)
    elif answer.score is None:
        about = {"target": answer.target, "games": answer.games, "best": answer.best}
        print_words("calc/out-of-reach", **about, book=book.name)
    else:
        score = points(answer.score)
        print_words("calc/target", score=score, games=answer.games, rating=answer.new_rating, book=book.name)
