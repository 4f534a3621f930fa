"""Answer a round robin with unrated players from its totals: both passes, and the change of everybody rated."""

from __future__ import annotations

from itertools import permutations

import numpy as np

from arpad.calculator.answers import RoundRobinAnswer, TablePlayer
from arpad.calculator.reading import InputDocument
from arpad.calculator.seating import MAX_K
from arpad.columns import MOST_CYCLES, Status
from arpad.exact import HALF_POINTS, HUNDREDTHS, half_up, points
from arpad.finding import Remedy, UserError
from arpad.law import Rulebook
from arpad.law.evidence import standings
from arpad.law.rules.admission import MATCH_WITH_UNRATED
from arpad.law.rules.newcomers import FIRST_EVENT_OPPONENTS, ROUND_ROBIN_AVERAGE, ROUND_ROBIN_ITERATION
from arpad.law.rules.rating import UNRATED_OPPONENT
from arpad.rating.batch import rated_by_the_event
from arpad.rating.expected import expect
from arpad.rating.limit import Played, cap
from arpad.rating.roundrobin import CrossTable, cross_table

DOCUMENT_FIELDS = ("rulebook", "double", "cycles", "players")
PLAYER_FIELDS = ("name", "rating", "score", "k", "first_event")
MAX_PLAYERS = 200


def round_robin(book: Rulebook, document: InputDocument, delta_from: str = "") -> RoundRobinAnswer:
    """The answer to a document with players, ratings and total scores."""
    if not rated_by_the_event(book):
        article = book.articles(UNRATED_OPPONENT)[0]
        raise UserError("round-robin/not-rated", rulebook=book.id, article=article)
    cycles = _cycle_count(document)
    rows = document.rows("players", PLAYER_FIELDS, least=2)
    if len(rows) > MAX_PLAYERS:
        raise UserError("round-robin/too-many", most=MAX_PLAYERS)
    games = cycles * (len(rows) - 1)
    names = [row.text("name", str(at + 1)) for at, row in enumerate(rows)]
    ratings = [row.rating() if "rating" in row else 0 for row in rows]
    scores = [row.half_points("score", games) for row in rows]
    due = games * len(rows)
    if sum(scores) != due:
        raise UserError("round-robin/scores", sum=points(sum(scores)), players=len(rows), due=points(due))
    if not any(ratings):
        raise UserError("round-robin/nobody-rated")
    if len(rows) == 2 and not all(ratings):
        raise UserError("round-robin/match", rulebook=book.id, article=book.articles(MATCH_WITH_UNRATED)[0])
    left = [not rating and _first_pass(row) and score < book.rule(FIRST_EVENT_OPPONENTS).half_points
            for row, rating, score in zip(rows, ratings, scores, strict=True)]  # fmt: skip
    if any(left):
        who = tuple(name for name, gone in zip(names, left, strict=True) if gone)
        article = book.articles(FIRST_EVENT_OPPONENTS)[0]
        raise UserError("round-robin/disregarded", Remedy.to("leave-player-out"), names=who, article=article)
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
        _rated_player(row, name, int(expected[at]), worth[at]) if ratings[at] else _unrated_player(table, at, name)
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


def _cycle_count(document: InputDocument) -> int:
    """How often everybody met everybody."""
    double = document.flag("double")
    if "cycles" not in document:
        return 2 if double else 1
    cycles = document.whole("cycles", 1, MOST_CYCLES)
    if double and cycles != 2:
        raise UserError("round-robin/cycles", cycles=cycles)
    return cycles


def _first_pass(row: InputDocument) -> bool:
    return row.flag("first_event") if "first_event" in row else True


def _rated_player(row: InputDocument, name: str, expected: int, worth: int) -> TablePlayer:
    k = row.whole("k", 1, MAX_K) if "k" in row else None
    return TablePlayer(name, expected=expected, change=None if k is None else k * worth)


def _unrated_player(table: CrossTable, at: int, name: str) -> TablePlayer:
    passes = int(table.first[at]), int(table.rc_new[at]), int(table.second[at])
    return TablePlayer(name, *passes, status=Status.POOLED)
