"""Split a gain where it crosses a rating at which K changes: what lies beyond counts with the K from there on.

In: the worksheets of a period, as one K for all of it made them. Out: the same, with the gains that cross such a rating
computed anew. Up to the rating a point of score is worth what it was; the rest of the score is worth the K that the
list being replaced would have given the player at that rating, and so on at the next one. A loss is never split.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from arpad.columns import Lines, Role, Worksheets
from arpad.days import Month
from arpad.exact import HUNDREDTHS, half_up
from arpad.law import Rulebook
from arpad.law.calendar import list_before
from arpad.law.rules.rating import COEFFICIENT, GAIN_SPLIT
from arpad.rating.change import GameByGame, Ints, outcomes, rounded
from arpad.rating.coefficient import decide
from arpad.rating.counting import MOST_GAMES, counted_by_game
from arpad.rating.fitting import PeriodTables
from arpad.rating.floor import held


def thresholds(book: Rulebook) -> tuple[int, ...]:
    """The ratings at which a clause of K begins or ends, lowest first."""
    rule = book.rule(COEFFICIENT)
    edges = {edge for clause in rule.clauses for axis in ("rating", "highest") for edge in clause.box[axis]}
    return tuple(sorted(edges & set(range(1, int(np.iinfo(np.int16).max)))))


def cross(tables: PeriodTables, lines: Lines, sheets: Worksheets, by_game: GameByGame | None = None) -> Worksheets:
    """The worksheets with every gain split where the edition says so."""
    book = tables.books[-1]
    if not book.has(GAIN_SPLIT) or not len(sheets):
        return sheets
    base, gain = sheets.base.astype(np.int64), sheets.change.astype(np.int64)
    change, over = _split(tables, sheets, _k_used(tables, lines, sheets, by_game), gain)
    whole = rounded(book, base, change, over)
    new = held(book, base + whole)
    return replace(
        sheets,
        change=half_up(change, over).astype(np.int32),
        rounded=whole.astype(np.int16),
        new=new.astype(np.int16),
        outcome=outcomes(book, tables.rolls.replaced.state[sheets.player], new),
    )


def _k_used(tables: PeriodTables, lines: Lines, sheets: Worksheets, by_game: GameByGame | None) -> Ints:
    """The K of each player's last event of the period; of his last game, where K goes by the game."""
    entries = tables.entries
    rows = np.flatnonzero((entries.role == Role.RATED.value) & (lines.games > 0))
    last = np.zeros(len(tables.players), np.int64)
    last[entries.player[rows]] = lines.k[rows]  # entries stand in the order of events
    if by_game is not None:
        last[by_game.changes.player] = by_game.changes.k  # the last one of a player is the last to be kept
    return last[sheets.player]


def _split(tables: PeriodTables, sheets: Worksheets, k: Ints, gain: Ints) -> tuple[Ints, Ints]:
    """The changes in hundredths, as a numerator over a denominator.

    `reached` is the last rating that was crossed, `beyond` over `over` what is gained from there on, in hundredths."""
    book, replaced = tables.books[-1], tables.rolls.replaced
    who, base = sheets.player, sheets.base.astype(np.int64)
    before = list_before(book, Month(tables.list_))
    games = replaced.games[who].astype(np.int64)
    if counted_by_game(book):
        games = np.minimum(games + sheets.games - 1, MOST_GAMES)  # before the last one
    reached, beyond, over = base.copy(), gain.copy(), np.ones(len(who), np.int64)
    for rating in thresholds(book):
        there = np.full(len(who), rating, np.int16)
        highest = np.maximum(replaced.highest[who], there)
        then, _ = decide(book, before, games.astype(np.uint16), tables.players.born[who], highest, there)
        k_then = then.astype(np.int64)
        k_then = np.where(sheets.ceiling > 0, np.minimum(k_then, sheets.ceiling), k_then)
        rest = beyond - (rating - reached) * HUNDREDTHS * over
        crosses = (reached < rating) & (rest > 0) & (k > 0) & (k_then != k)
        reached = np.where(crosses, rating, reached)
        beyond, over = np.where(crosses, rest * k_then, beyond), np.where(crosses, over * k, over)
        k = np.where(crosses, k_then, k)
    return (reached - base) * HUNDREDTHS * over + beyond, over
