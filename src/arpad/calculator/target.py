"""Answer the questions people ask backwards: the performance of a result, and the score that a target needs."""

from __future__ import annotations

from bisect import bisect_left

import numpy as np

from arpad.calculator.answers import PerformanceAnswer, TargetAnswer
from arpad.calculator.reading import Document
from arpad.calculator.seating import LARGEST_K, OnePlayer, SeatedEvent, rate_one
from arpad.columns import Status, System
from arpad.exact import HALF_POINTS
from arpad.explain.lines import event_lines
from arpad.law import Rulebook
from arpad.law.rules.rating import DP_TABLE
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
    )


def target(book: Rulebook, document: Document) -> TargetAnswer:
    """The least score against these opponents, in one event, that brings the rating to the target."""
    rating, k, wanted = document.rating(), document.whole("k", 1, LARGEST_K), document.rating("target")
    opponents = document.table.get("opponents")
    if not isinstance(opponents, list) or not 0 < len(opponents) <= MOST_GAMES:
        raise document.wrong("opponents", "ratings")
    each = [Document({"rating": rating_}, ("rating",), f"opponents[{at}]") for at, rating_ in enumerate(opponents)]
    met = tuple(opponent.rating() for opponent in each)
    met = _countable_first(book, rating, k, met)
    scores = range(HALF_POINTS * len(met) + 1)
    best = _after(book, rating, k, met, scores[-1])
    needed, keeping = (_least(book, rating, k, met, scores, least) for least in (wanted, rating))
    new = None if needed is None else _after(book, rating, k, met, needed)
    return TargetAnswer(book.id, wanted, len(met), needed, new, best, keeping)


def _least(book: Rulebook, rating: int, k: int, met: tuple[int, ...], scores: range, wanted: int) -> int | None:
    """The least score that reaches a rating: a better score never gives less."""
    at = bisect_left(scores, wanted, key=lambda score: _after(book, rating, k, met, score))
    return scores[at] if at < len(scores) else None


def _countable_first(book: Rulebook, rating: int, k: int, met: tuple[int, ...]) -> tuple[int, ...]:
    """The opponents, those last against whom a game does not count: points against them would be wasted."""
    period, _ = rate_one(OnePlayer(book, rating), [_event(book, rating, k, met, (0,) * len(met))], None)
    counts = [game.status == Status.COUNTED for game in event_lines(period, 0)[0].games]
    return tuple(rating_ for _, rating_ in sorted(zip(counts, met, strict=True), key=lambda pair: not pair[0]))


def _event(book: Rulebook, rating: int, k: int, met: tuple[int, ...], halves: tuple[int, ...]) -> SeatedEvent:
    return SeatedEvent(book, None, None, System.SWISS, False, rating, k, met, halves)


def _after(book: Rulebook, rating: int, k: int, met: tuple[int, ...], score: int) -> int:
    """The new rating after a score, wherever the half points were made: of games that count only the sum enters."""
    halves = tuple(min(HALF_POINTS, max(0, score - HALF_POINTS * at)) for at in range(len(met)))
    period, _ = rate_one(OnePlayer(book, rating), [_event(book, rating, k, met, halves)], None)
    return int(period.worksheets.new[0]) if len(period.worksheets) else rating
