"""Answer what the two tables say: the expected score at a difference, and the difference for a percentage."""

from __future__ import annotations

from arpad.calculator.answers import DpAnswer, ExpectedAnswer
from arpad.law import Rulebook
from arpad.law.evidence import standings
from arpad.law.rules.rating import DIFFERENCE_LIMIT, DP_TABLE, EXPECTATION_TABLE


def expected_score(book: Rulebook, difference: int, limited: bool = True) -> ExpectedAnswer:
    """The expected score, limited as in a first game of a player without exemption; or by the bare table."""
    limit = book.rule(DIFFERENCE_LIMIT).limit
    counted = max(-limit, min(limit, difference)) if limited else difference
    cited = [book.articles(EXPECTATION_TABLE)[0], *(book.articles(DIFFERENCE_LIMIT)[:1] if limited else ())]
    return ExpectedAnswer(
        book.id,
        book.witness,
        difference,
        counted,
        counted != difference,
        book.expected(difference, limited=limited),
        tuple(cited),
        standings((book,)),
    )


def table_difference(book: Rulebook, percent: int) -> DpAnswer:
    """The rating difference that belongs to a whole percentage."""
    return DpAnswer(book.id, book.witness, percent, book.dp(percent), (book.articles(DP_TABLE)[0],), standings((book,)))
