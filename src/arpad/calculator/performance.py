"""Expected scores, rating differences, performance ratings and target scores."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace

import numpy as np

from arpad.calculator.answers import DpAnswer, ExpectedAnswer, PerformanceAnswer, TargetAnswer
from arpad.calculator.reading import InputDocument
from arpad.calculator.seating import (
    MAX_K,
    KValue,
    SeatedEvent,
    SeatedPlayer,
    has_single_k,
    rate_single_player,
    refuse_many_games,
)
from arpad.columns import Status, System
from arpad.exact import HALF_POINTS
from arpad.explain.lines import event_lines
from arpad.finding import UserError
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.law.evidence import standings
from arpad.law.rules.rating import COEFFICIENT, DIFFERENCE_LIMIT, DP_TABLE, EXPECTATION_TABLE, GAIN_SPLIT
from arpad.rating import Period
from arpad.rating.expected import percentage
from arpad.rating.expected import performance as difference_for
from arpad.rating.initial import average_met


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


def rating_difference(book: Rulebook, percent: int) -> DpAnswer:
    """The rating difference that belongs to a whole percentage."""
    return DpAnswer(book.id, book.witness, percent, book.dp(percent), (book.articles(DP_TABLE)[0],), standings((book,)))


PERFORMANCE_FIELDS = ("rulebook", "games")
TARGET_FIELDS = ("rulebook", "rating", "k", "opponents", "target")


def calculate_performance(book: Rulebook, document: InputDocument) -> PerformanceAnswer:
    """The average of the opponents and the difference that the percentage is worth."""
    games = document.rows("games", ("opponent", "score"))
    met = np.array([sum(game.rating("opponent") for game in games)], np.int64)
    scored = np.array([sum(game.half_points() for game in games)], np.int64)
    played = np.array([len(games)], np.int64)
    average, p = average_met(book, met, played), percentage(book, scored, played)
    dp = difference_for(book, p)
    return PerformanceAnswer(
        book.id,
        len(games),
        int(scored[0]),
        int(average[0]),
        int(p[0]),
        int(dp[0]),
        int(average[0] + dp[0]),
        book.articles(DP_TABLE)[:1],
        standings((book,)),
    )


def calculate_target(book: Rulebook, document: InputDocument) -> TargetAnswer:
    """The least score against these opponents, in one event, that brings the rating to the target."""
    if not has_single_k(book):
        concept = GAIN_SPLIT if book.has(GAIN_SPLIT) else COEFFICIENT
        raise UserError("target/k-changes", rulebook=book.id, article=book.articles(concept)[0])
    rating, k, aim = document.rating(), document.whole("k", 1, MAX_K), document.rating("target")
    opponents = document.table.get("opponents")
    if not isinstance(opponents, list) or not opponents:
        raise document.wrong("opponents", "ratings")
    refuse_many_games(len(opponents), k, "opponents")
    ratings = [
        InputDocument({"rating": rating_}, ("rating",), f"opponents[{at}]") for at, rating_ in enumerate(opponents)
    ]
    play = _TargetEvent(book, rating, k, tuple(opponent.rating() for opponent in ratings)).countable_first()
    needed, keeping = play.least(aim), play.least(rating)
    new = None if needed is None else play.after(needed)
    best = play.after(play.scores[-1])
    return TargetAnswer(book.id, aim, len(ratings), needed, new, best, keeping, standings((book,)))


@dataclass(frozen=True)
class _TargetEvent:
    """A player with a rating and K, against these opponents in one event."""

    book: Rulebook
    rating: int
    k: int
    opponents: tuple[int, ...]

    @property
    def scores(self) -> range:
        return range(HALF_POINTS * len(self.opponents) + 1)

    def countable_first(self) -> _TargetEvent:
        """The opponents, those last against whom a game does not count: points against them would be wasted."""
        games = event_lines(self._rated(0), 0)[0].games
        counts = zip((game.status == Status.COUNTED for game in games), self.opponents, strict=True)
        return replace(self, opponents=tuple(opponent for _, opponent in sorted(counts, key=lambda pair: not pair[0])))

    def least(self, aim: int) -> int | None:
        """The least score that reaches a rating: a better score never gives less."""
        at = bisect_left(self.scores, aim, key=self.after)
        return self.scores[at] if at < len(self.scores) else None

    def after(self, score: int) -> int:
        """The new rating after a score, wherever the half points were made: of games that count only the sum enters."""
        worksheets = self._rated(score).worksheets
        return int(worksheets.new[0]) if len(worksheets) else self.rating

    def _rated(self, score: int) -> Period:
        halves = tuple(min(HALF_POINTS, max(0, score - HALF_POINTS * at)) for at in range(len(self.opponents)))
        k = KValue(self.k)
        event = SeatedEvent(self.book, None, None, System.SWISS, False, self.rating, k, self.opponents, halves)
        return rate_single_player(None, self.book, [event], SeatedPlayer(self.rating))[0]
