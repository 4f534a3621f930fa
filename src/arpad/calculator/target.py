"""Answer the questions people ask backwards: the performance of a result, and the score that a target needs."""

from __future__ import annotations

from typing import Any

import numpy as np

from arpad.calculator.reading import Document
from arpad.calculator.seating import LARGEST_K, SeatedEvent, rate_one
from arpad.columns import System
from arpad.exact import HALF_POINTS, points
from arpad.law import Rulebook
from arpad.law.rules.rating import DP_TABLE
from arpad.rating.expected import percentage
from arpad.rating.expected import performance as difference_for
from arpad.rating.initial import average_met

PERFORMANCE_KEYS = ("rulebook", "games")
TARGET_KEYS = ("rulebook", "rating", "k", "opponents", "target")
MOST_GAMES = 1000


def performance(book: Rulebook, document: Document) -> dict[str, Any]:
    """The average of the opponents and the difference that the percentage is worth."""
    games = document.rows("games", ("opponent", "score"))
    met = np.array([sum(game.rating("opponent") for game in games)], np.int64)
    scored = np.array([sum(game.half_points() for game in games)], np.int64)
    played = np.array([len(games)], np.int64)
    average, p = average_met(book, met, played), percentage(book, scored, played)
    dp = difference_for(book, p)
    return {
        "rulebook": book.id,
        "games": len(games),
        "score": points(int(scored[0])),
        "average": int(average[0]),
        "p": int(p[0]),
        "dp": int(dp[0]),
        "performance": int(average[0] + dp[0]),
        "articles": list(book.articles(DP_TABLE)[:1]),
    }


def target(book: Rulebook, document: Document) -> dict[str, Any]:
    """The least score against these opponents, in one event, that brings the rating to the target."""
    rating, k, wanted = document.rating(), document.whole("k", 1, LARGEST_K), document.rating("target")
    opponents = document.table.get("opponents")
    if not isinstance(opponents, list) or not 0 < len(opponents) <= MOST_GAMES:
        raise document.wrong("opponents", "a list of ratings")
    each = [Document({"rating": rating_}, ("rating",), f"opponents[{at}]") for at, rating_ in enumerate(opponents)]
    met = tuple(opponent.rating() for opponent in each)
    reached = [(score, _after(book, rating, k, met, score)) for score in range(HALF_POINTS * len(met) + 1)]
    found = next(((score, new) for score, new in reached if new >= wanted), None)
    return {
        "rulebook": book.id,
        "target": wanted,
        "games": len(met),
        "score": points(found[0]) if found else None,
        "new_rating": found[1] if found else None,
        "best": reached[-1][1],
        "unchanged": next((points(score) for score, new in reached if new >= rating), None),
    }


def _after(book: Rulebook, rating: int, k: int, met: tuple[int, ...], score: int) -> int:
    """The new rating after a score, wherever the half points were made: only their sum enters the change."""
    halves = tuple(min(HALF_POINTS, max(0, score - HALF_POINTS * at)) for at in range(len(met)))
    event = SeatedEvent(book, None, None, System.SWISS, False, rating, k, met, halves)
    period, _ = rate_one(None, book, [event], rating)
    return int(period.worksheets.new[0]) if len(period.worksheets) else rating
