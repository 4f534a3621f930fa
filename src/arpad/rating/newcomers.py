"""Decide which results of newcomers count: the rules on first events, over the whole period.

Each newcomer's event was surveyed by itself, as it was played. Here the events of one player stand in order of start,
end and key, and what is asked of an event depends on whether an earlier one counts: in this period, or in the pool. An
event in parts that goes on stands behind those that are over. The order in which reports arrive plays no part.
"""

from __future__ import annotations

from typing import Any, assert_never

import numpy as np
import numpy.typing as npt

from arpad.columns import Bools, Pool, Status
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.law.rules.newcomers import (
    FIRST_EVENT,
    FIRST_EVENT_OPPONENTS,
    FIRST_RESULT,
    FLOOR,
    MINIMUM_EVENT_GAMES,
    AtLeastFloor,
    EventGames,
    FirstEvent,
    Performance,
)

Ints = npt.NDArray[np.int64]

ANY_RATING = int(np.iinfo(np.int64).min)


@dataclass(frozen=True)
class Survey:
    """Newcomers' entries that have a game that can count: a row each, in the order of events."""

    entry: Ints
    player: Ints
    edition: Ints  # position among the books
    round_robin: Bools  # every game counts, against unrated players, too
    games: Ints
    half_points: Ints
    points: Ints  # the half points that the conditions on the event count
    rating: Ints  # of the event, as played
    goes_on: Bools  # a later part of the event may still change the result
    awaits_whole: Bools  # it goes on, and nothing of it can be known yet

    @classmethod
    def join(cls, parts: list[Survey]) -> Survey:
        names = cls.__dataclass_fields__
        return cls(**{name: np.concatenate([getattr(part, name) for part in parts]) for name in names})


@dataclass(frozen=True)
class Waiting:
    """Who has something in the pool: an event of any kind, or a result that counts."""

    events: Bools  # by player
    results: Bools

    @classmethod
    def of(cls, pool: Pool, players: int) -> Waiting:
        events, results = np.zeros((2, players), bool)
        events[pool.player] = True
        results[pool.player[pool.games > 0]] = True
        return cls(events, results)


@dataclass(frozen=True)
class Verdicts:
    """What becomes of each surveyed entry, row by row."""

    status: npt.NDArray[np.uint8]  # pooled, or why not
    leaves: Bools  # he leaves the cross table of a round robin
    marker: Bools  # disregarded as the very first event, and remembered as such


def judge(survey: Survey, books: tuple[Rulebook, ...], waiting: Waiting) -> Verdicts:
    """Which results count, beside what the pool has of each player."""
    asked = _Asked.of(survey, books)
    order = np.lexsort((survey.goes_on, survey.player))  # a stable sort: the rows stand in the order of events
    player = survey.player[order]
    starts = np.flatnonzero(np.diff(player, prepend=-1))
    lengths = np.diff(np.append(starts, len(player)))

    first_ok = (asked.games_ok & asked.points_ok & asked.result_ok & ~survey.awaits_whole)[order]
    passed: Ints = np.cumsum(first_ok) - first_ok
    passed_before = passed > np.repeat(passed[starts], lengths)
    place = np.arange(len(player)) - np.repeat(starts, lengths)
    before = np.empty(len(player), bool)
    very_first = asked.very_first[order]
    earlier = np.where(very_first, waiting.events[player], waiting.results[player])
    before[order] = earlier | np.where(very_first, place > 0, passed_before)

    counts = np.where(before, asked.games_ok | ~asked.every_event, asked.games_ok & asked.points_ok & asked.result_ok)
    counts &= ~survey.awaits_whole
    reason = np.select(
        (counts, survey.goes_on, ~asked.games_ok, ~asked.points_ok),
        (Status.POOLED, Status.LATER_PART, Status.MINIMUM_EVENT_GAMES, Status.FIRST_EVENT),
        Status.FIRST_RESULT,
    )
    leaves = survey.round_robin & ~before & (survey.points < asked.opponents_from)
    return Verdicts(reason.astype(np.uint8), leaves, asked.very_first & ~before & ~counts & ~survey.goes_on)


@dataclass(frozen=True)
class _Asked:
    """What each row's own edition asks, and whether the row gives it."""

    games_ok: Bools
    every_event: Bools  # the games are asked of every event, not of the first alone
    points_ok: Bools
    result_ok: Bools
    very_first: Bools  # only the very first event is tested
    opponents_from: Ints

    @classmethod
    def of(cls, survey: Survey, books: tuple[Rulebook, ...]) -> _Asked:
        size = len(survey.player)
        games_ok, every, points_ok, result_ok, very_first = np.ones((5, size), bool)
        asked = cls(games_ok, every, points_ok, result_ok, very_first, np.zeros(size, np.int64))
        for position, book in enumerate(books):
            rows = np.flatnonzero(survey.edition == position)
            if not len(rows):
                continue
            games = book.find(MINIMUM_EVENT_GAMES)
            if games is not None:
                spared = survey.round_robin[rows] & (not games.round_robin)
                asked.games_ok[rows] = spared | (survey.games[rows] >= games.games)
                asked.every_event[rows] = of_every_event(games)
            first = book.rule(FIRST_EVENT)
            asked.points_ok[rows] = survey.points[rows] >= first.half_points
            asked.very_first[rows] = only_very_first(first)
            asked.result_ok[rows] = survey.rating[rows] >= least_result(book)
            opponents = book.find(FIRST_EVENT_OPPONENTS)
            asked.opponents_from[rows] = opponents.half_points if opponents is not None else 0
        return asked


def of_every_event(rule: EventGames) -> bool:
    """Whether the games are asked of every event; otherwise of the first alone."""
    match rule.events:
        case "every":
            return True
        case "first":
            return False
        case _:
            assert_never(rule.events)


def only_very_first(rule: FirstEvent) -> bool:
    """Whether only a newcomer's very first event is tested; otherwise each until one counts."""
    match rule.judged:
        case "very-first":
            return True
        case "until-one-counts":
            return False
        case _:
            assert_never(rule.judged)


def least_result(book: Rulebook) -> int:
    """The rating that a first result must come to."""
    rule = book.find(FIRST_RESULT)
    match rule:
        case None:
            return ANY_RATING
        case AtLeastFloor():
            return book.rule(FLOOR).rating
        case Performance():
            return rule.rating
        case _:
            assert_never(rule)


def nobody() -> Survey:
    """No newcomer at all."""
    empty: Any = np.zeros(0, np.int64)
    none = np.zeros(0, bool)
    return Survey(empty, empty, empty, none, empty, empty, empty, empty, none, none)
