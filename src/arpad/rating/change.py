"""Decide a rated player's new rating: K, the ceiling on it, the change of the whole period, rounded once.

In: the lines of the period, the list being replaced, and K where it changes from game to game. Out: the lines with K
and change filled in, and a worksheet per rated player with games that count.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

import numpy as np
import numpy.typing as npt

from arpad.columns import I32, U8, Bools, Entries, KChanges, Lines, Role, Roll, Source, State, WorkOutcome, Worksheets
from arpad.exact import HUNDREDTHS, ROUNDINGS
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.law.rules.newcomers import FLOOR
from arpad.law.rules.rating import CHANGE_ROUNDING
from arpad.rating.coefficient import ceiling
from arpad.rating.floor import held
from arpad.rating.sums import places, sums

Ints = npt.NDArray[np.int64]

LARGEST = np.iinfo(np.uint16).max  # that a worksheet has room for; a K is smaller


@dataclass(frozen=True)
class Rolls:
    """The list that a period's changes are added to: the one being replaced."""

    replaced: Roll


@dataclass(frozen=True, eq=False)
class GameByGame:
    """What K makes of a period's lines where it is counted game by game."""

    k: U8  # by entry: of its first game that counts
    change: I32  # by entry
    changes: KChanges


def change(
    book: Rulebook, rolls: Rolls, entries: Entries, lines: Lines, by_game: GameByGame | None = None
) -> tuple[Lines, Worksheets]:
    """Lines with K and change, and the worksheets, by player. K is that of the first game where it goes by the game."""
    rows = np.flatnonzero((entries.role == Role.RATED.value) & (lines.games > 0))
    plays = np.zeros(len(rolls.replaced), bool)
    plays[entries.player.take(rows)] = True
    player = np.flatnonzero(plays)
    at = places(player, len(plays)).take(entries.player.take(rows)).astype(np.intp)
    line_sum = lines.sum.take(rows)
    games = sums(at, lines.games.take(rows), len(player))
    most = ceiling(book, games)
    k = entries.k.take(rows)
    if most is not None:
        k = np.minimum(k, most.take(at))
    line_change = np.multiply(k, line_sum, dtype=np.int32)
    if by_game is not None:
        k, line_change = by_game.k.take(rows), by_game.change.take(rows)
    used_k, changes = np.zeros(len(lines), np.uint8), np.zeros(len(lines), np.int32)
    used_k[rows], changes[rows] = k, line_change

    base, source = _bases(rolls, entries, lines, player)
    period = sums(at, line_change, len(player))
    whole = rounded(book, base, period)
    new = held(book, base + whole)
    worksheets = Worksheets(
        player.astype(np.int32),
        base.astype(np.int16),
        source,
        games.astype(np.uint16),
        sums(at, lines.half_points.take(rows), len(player)).astype(np.uint16),
        sums(at, line_sum, len(player)).astype(np.int32),
        np.zeros(len(player), np.uint16) if most is None else np.minimum(most, LARGEST).astype(np.uint16),
        period.astype(np.int32),
        whole.astype(np.int16),
        new.astype(np.int16),
        outcomes(book, rolls.replaced.state[player], new),
    )
    return replace(lines, k=used_k, change=changes), worksheets


def rounded(book: Rulebook, base: Ints, change: Ints, over: Ints | int = 1) -> Ints:
    """The change of a period in whole points; it is given in hundredths, of which `over` is the denominator."""
    rule = book.rule(CHANGE_ROUNDING)
    rounding, unit = ROUNDINGS[rule.halves], HUNDREDTHS * over
    match rule.of:
        case "new-rating":
            whole: Ints = rounding(base * unit + change, unit) - base
        case "change":
            whole = rounding(change, unit)
        case _:
            assert_never(rule.of)
    return whole


def outcomes(book: Rulebook, states: U8, new: Ints) -> U8:
    """What a period did to players who stood so on the list being replaced, by their new ratings."""
    returns = states == State.DELISTED.value
    outcome = np.where(returns, WorkOutcome.RETURNED.value, WorkOutcome.CHANGED.value).astype(np.uint8)
    outcome[new < book.rule(FLOOR).rating] = WorkOutcome.DELISTED
    return outcome


def listed(states: U8) -> Bools:
    """Which of the states are those of a player with a published rating."""
    on_list: Bools = (states == State.ACTIVE.value) | (states == State.INACTIVE.value)
    return on_list


def _bases(
    rolls: Rolls, entries: Entries, lines: Lines, player: npt.NDArray[np.intp]
) -> tuple[npt.NDArray[np.int64], U8]:
    """The rating that each player's change is added to, and where it comes from.

    It is that of the list being replaced; for a delisted player the value that he fell to. Whom that list does not rate
    but whose standard rating stood in has the standard rating with which he sat down first in the period.
    """
    rated = entries.role == Role.RATED.value
    base = rolls.replaced.rating[player].astype(np.int64)
    late = _have(entries, rated & (entries.source == Source.LATE.value), player, rolls)
    source = np.where(late, Source.LATE, Source.LIST)
    who, entry = stand_ins(entries, lines)
    if len(who):
        first = np.full(len(rolls.replaced), -1)
        first[who] = entry
        entry = first[player]
        stood_in = (entry >= 0) & ~listed(rolls.replaced.state[player])
        base = np.where(stood_in, entries.own[entry], base)
        source = np.where(stood_in, Source.STANDARD, source)
    return base, source.astype(np.uint8)


def stand_ins(entries: Entries, lines: Lines) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Whose standard rating stood in where a game of his counts, and the entry of each in his first such event.

    Entries stand in the order of events, so the first entry of a player is that of his first event.
    """
    stood_in = (entries.role == Role.RATED.value) & (entries.source == Source.STANDARD.value) & (lines.games > 0)
    rows = np.flatnonzero(stood_in)
    who, first = np.unique(entries.player[rows], return_index=True)
    return who.astype(np.intp), rows[first]


def _have(entries: Entries, chosen: Bools, player: npt.NDArray[np.intp], rolls: Rolls) -> Bools:
    """Which players have one of the chosen entries."""
    have = np.zeros(len(rolls.replaced), bool)
    have[entries.player[chosen]] = True
    return have[player]
