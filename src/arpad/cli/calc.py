"""`arpad calc`: small calculations under a rulebook, each with the article it comes from."""

from __future__ import annotations

from typing import Annotated

import typer

from arpad.cli.output import emit

calc = typer.Typer(no_args_is_help=True, help="Calculate under a rulebook; every answer names its article.")

Book = Annotated[
    str, typer.Option("--rulebook", metavar="ID", help="A rulebook, as `arpad law list` names it.", show_default=False)
]
Json = Annotated[bool, typer.Option("--json", help="Answer as JSON.")]
Witness = Annotated[str | None, typer.Option(metavar="TEXT", help="As this text prints it, uncorrected.")]


@calc.command()
def expected(
    rulebook: Book,
    difference: Annotated[
        int, typer.Option(metavar="N", help="Own rating less the opponent's; write a negative one as --difference=-N.",
                          show_default=False)
    ],
    witness: Witness = None,
    no_limit: Annotated[bool, typer.Option("--no-limit", help="Read the bare table, without the limit.")] = False,
    json: Json = False,
) -> None:  # fmt: skip
    """The expected score at a rating difference, limited as in a first game of a player without exemption."""
    from arpad import law
    from arpad.exact import decimal
    from arpad.law.rules.rating import DIFFERENCE_LIMIT, EXPECTATION_TABLE

    book = law.rulebook(rulebook, witness=witness)
    limit = book.rule(DIFFERENCE_LIMIT).limit
    counted = difference if no_limit else max(-limit, min(limit, difference))
    answer = decimal(book.expected(difference, limited=not no_limit))
    articles = [book.articles(EXPECTATION_TABLE)[0], *([book.articles(DIFFERENCE_LIMIT)[0]] if not no_limit else [])]
    if json:
        emit({"rulebook": rulebook, "witness": witness, "difference": difference, "counted": counted,
              "limited": counted != difference, "expected": answer, "articles": articles})  # fmt: skip
        return
    note = f", counted as {counted}" if counted != difference else ""
    print(f"{answer}   difference {difference}{note} ({book.name}, {', '.join(articles)})")


@calc.command()
def dp(
    rulebook: Book,
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
