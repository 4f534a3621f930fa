"""Answer a round robin with unrated players from its totals: both passes, and the change of everybody rated."""

from __future__ import annotations

from itertools import permutations

import numpy as np

from arpad.calculator.answers import RoundRobinAnswer, TablePlayer
from arpad.calculator.reading import Document
from arpad.calculator.seating import LARGEST_K
from arpad.columns import MOST_CYCLES, Status
from arpad.exact import HALF_POINTS, HUNDREDTHS, half_up, points
from arpad.finding import Misuse, Remedy
from arpad.law import Rulebook
from arpad.law.evidence import standings
from arpad.law.rules.admission import MATCH_WITH_UNRATED
from arpad.law.rules.newcomers import FIRST_EVENT_OPPONENTS, ROUND_ROBIN_AVERAGE, ROUND_ROBIN_ITERATION
from arpad.law.rules.rating import UNRATED_OPPONENT
from arpad.rating.batch import rated_by_the_event
from arpad.rating.expected import expect
from arpad.rating.limit import Played, cap
from arpad.rating.roundrobin import CrossTable, cross_table

KEYS = ("rulebook", "double", "cycles", "players")
PLAYER_KEYS = ("name", "rating", "score", "k", "first_event")
MOST_PLAYERS = 200


def round_robin(book: Rulebook, document: Document, delta_from: str = "") -> RoundRobinAnswer:
    """The answer to a document with players, ratings and total scores."""
    if not rated_by_the_event(book):
        article = book.articles(UNRATED_OPPONENT)[0]
        raise Misuse("round-robin/not-rated", rulebook=book.id, article=article)
    cycles = _cycles(document)
    rows = document.rows("players", PLAYER_KEYS, least=2)
    if len(rows) > MOST_PLAYERS:
        raise Misuse("round-robin/too-many", most=MOST_PLAYERS)
    games = cycles * (len(rows) - 1)
    names = [row.text("name", str(at + 1)) for at, row in enumerate(rows)]
    ratings = [row.rating() if "rating" in row else 0 for row in rows]
    scores = [row.half_points("score", games) for row in rows]
    due = games * len(rows)
    if sum(scores) != due:
        raise Misuse("round-robin/scores", sum=points(sum(scores)), players=len(rows), due=points(due))
    if not any(ratings):
        raise Misuse("round-robin/nobody-rated")
    if len(rows) == 2 and not all(ratings):
        raise Misuse("round-robin/match", rulebook=book.id, article=book.articles(MATCH_WITH_UNRATED)[0])
    left = [not rating and _first(row) and score < book.rule(FIRST_EVENT_OPPONENTS).half_points
            for row, rating, score in zip(rows, ratings, scores, strict=True)]  # fmt: skip
    if any(left):
        who = tuple(name for name, gone in zip(names, left, strict=True) if gone)
        article = book.articles(FIRST_EVENT_OPPONENTS)[0]
        raise Misuse("round-robin/disregarded", Remedy.to("leave-player-out"), names=who, article=article)
    pairs = np.array(list(permutations(range(len(rows)), 2)), np.int32).repeat(cycles, 0)
    entry, opponent = pairs[:, 0].copy(), pairs[:, 1].copy()
    totals = np.zeros(len(entry), np.int64)  # only totals are known: each stands on the player's first side
    totals[np.searchsorted(entry, np.arange(len(rows)))] = scores
    shown = np.array(ratings, np.int64)
    table = cross_table(book, np.zeros(len(rows), np.int64), shown, entry, opponent, totals)
    chosen = delta_from or book.rule(ROUND_ROBIN_ITERATION).delta_from
    met = np.where(shown > 0, shown, table.second if chosen == "second-pass" else table.first).astype(np.int16)
    difference = met[entry] - met[opponent]
    counted = cap(book, difference, met[entry], Played(entry, np.arange(len(entry)).astype(np.uint16)))
    expected = np.bincount(entry, expect(book, counted), len(rows)).astype(np.int64)
    worth = [score * HUNDREDTHS // HALF_POINTS - int(due) for score, due in zip(scores, expected, strict=True)]
    players = tuple(
        _rated(row, name, int(expected[at]), worth[at]) if ratings[at] else _unrated(table, at, name)
        for at, (row, name) in enumerate(zip(rows, names, strict=True))
    )
    rated = int(table.rated[0])
    return RoundRobinAnswer(
        book.id,
        half_up(int(table.rar_sum[0]) * HUNDREDTHS, rated),
        half_up(int(table.dpa_sum[0]) * HUNDREDTHS, rated),
        int(table.opponents[0]),
        int(table.ra[0]),
        players,
        tuple(book.articles(concept)[0] for concept in (ROUND_ROBIN_AVERAGE, ROUND_ROBIN_ITERATION)),
        standings((book,)),
    )


def _cycles(document: Document) -> int:
    """How often everybody met everybody."""
    double = document.flag("double")
    if "cycles" not in document:
        return 2 if double else 1
    cycles = document.whole("cycles", 1, MOST_CYCLES)
    if double and cycles != 2:
        raise Misuse("round-robin/cycles", cycles=cycles)
    return cycles


def _first(row: Document) -> bool:
    return row.flag("first_event") if "first_event" in row else True


def _rated(row: Document, name: str, expected: int, worth: int) -> TablePlayer:
    k = row.whole("k", 1, LARGEST_K) if "k" in row else None
    return TablePlayer(name, expected=expected, change=None if k is None else k * worth)


def _unrated(table: CrossTable, at: int, name: str) -> TablePlayer:
    passes = int(table.first[at]), int(table.rc_new[at]), int(table.second[at])
    return TablePlayer(name, *passes, status=Status.POOLED)
