"""Answer the questions people ask backwards: the performance of a result, and the score that a target needs."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace

import numpy as np

from arpad.calculator.answers import PerformanceAnswer, TargetAnswer
from arpad.calculator.reading import Document
from arpad.calculator.seating import LARGEST_K, Coefficient, SeatedEvent, SeatedPlayer, rate_one
from arpad.columns import Status, System
from arpad.exact import HALF_POINTS
from arpad.explain.lines import event_lines
from arpad.finding import Misuse
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.law.evidence import standings
from arpad.law.rules.rating import COEFFICIENT, DP_TABLE, GAIN_SPLIT
from arpad.rating import Period
from arpad.rating.counting import counted_by_game
from arpad.rating.expected import percentage
from arpad.rating.expected import performance as difference_for
from arpad.rating.initial import average_met

PERFORMANCE_KEYS = ("rulebook", "games")
TARGET_KEYS = ("rulebook", "rating", "k", "opponents", "target")
MOST_GAMES = 1000


def performance(book: Rulebook, document: Document) -> PerformanceAnswer:
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


def one_k(book: Rulebook) -> bool:
    """Whether one K says what every game of a period is worth."""
    return not book.has(GAIN_SPLIT) and not counted_by_game(book)


def target(book: Rulebook, document: Document) -> TargetAnswer:
    """The least score against these opponents, in one event, that brings the rating to the target."""
    if not one_k(book):
        concept = GAIN_SPLIT if book.has(GAIN_SPLIT) else COEFFICIENT
        raise Misuse("target/k-changes", rulebook=book.id, article=book.articles(concept)[0])
    rating, k, aim = document.rating(), document.whole("k", 1, LARGEST_K), document.rating("target")
    opponents = document.table.get("opponents")
    if not isinstance(opponents, list) or not 0 < len(opponents) <= MOST_GAMES:
        raise document.wrong("opponents", "ratings")
    ratings = [Document({"rating": rating_}, ("rating",), f"opponents[{at}]") for at, rating_ in enumerate(opponents)]
    play = _Play(book, rating, k, tuple(opponent.rating() for opponent in ratings)).countable_first()
    needed, keeping = play.least(aim), play.least(rating)
    new = None if needed is None else play.after(needed)
    best = play.after(play.scores[-1])
    return TargetAnswer(book.id, aim, len(ratings), needed, new, best, keeping, standings((book,)))


@dataclass(frozen=True)
class _Play:
    """A player with a rating and K, against these opponents in one event."""

    book: Rulebook
    rating: int
    k: int
    opponents: tuple[int, ...]

    @property
    def scores(self) -> range:
        return range(HALF_POINTS * len(self.opponents) + 1)

    def countable_first(self) -> _Play:
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
        k = Coefficient(self.k)
        event = SeatedEvent(self.book, None, None, System.SWISS, False, self.rating, k, self.opponents, halves)
        return rate_one(None, self.book, [event], SeatedPlayer(self.rating))[0]
