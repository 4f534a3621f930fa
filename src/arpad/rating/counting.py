"""Count games one by one inside a period where K asks for them: from which game on another clause gives K.

In: the ledger of a period and the list being replaced. Out: K of each line's first game, what each line comes to, and
where K changes. A clause is asked with the games of the list and those of the period that counted before, in the order
of the events and of play; rating, highest rating and age are those of the list. The K that stands on the list holds
until a clause gives another one than before the first game. The ceiling on K, if there is one, lowers each game's.
"""

from __future__ import annotations

import numpy as np

from arpad.columns import I32, U8, KChanges, Ledger, Role, Status
from arpad.days import Month
from arpad.law import Rulebook
from arpad.law.calendar import list_before
from arpad.law.rules.rating import COEFFICIENT
from arpad.rating.change import GameByGame
from arpad.rating.coefficient import ceiling, decide
from arpad.rating.fitting import PeriodTables
from arpad.rating.limit import rank_within
from arpad.rating.sums import Ints, sums

MOST_GAMES = np.iinfo(np.uint16).max


def counted_by_game(book: Rulebook) -> bool:
    """Whether games that K asks for are counted one by one inside a period."""
    rule = book.find(COEFFICIENT)
    return rule is not None and rule.counted == "game-by-game"


def count_by_game(tables: PeriodTables, ledger: Ledger) -> GameByGame | None:
    """K from game to game; None where an edition reads it on a list alone."""
    book, entries = tables.books[-1], tables.entries
    if not counted_by_game(book):
        return None
    rows = np.flatnonzero(ledger.status == Status.COUNTED.value)
    rows = rows[entries.role[ledger.entry[rows]] == Role.RATED.value]
    player = entries.player[ledger.entry[rows]].astype(np.int64)
    order = np.lexsort((tables.games.order[ledger.game[rows]], ledger.entry[rows], player))
    rows, player = rows[order], player[order]
    entry, before = ledger.entry[rows], rank_within(player)
    k, reason = _decided(tables, player, entry, before)
    listed, clause = _decided(tables, player, entry, np.zeros(len(rows), np.int32))
    holds = (k == listed) & (reason == clause)
    k, reason = np.where(holds, entries.k[entry], k), np.where(holds, entries.k_reason[entry], reason)
    changes = np.zeros(len(tables.players), bool)
    changes[player[~holds]] = True
    most = ceiling(book, sums(player, np.ones(len(rows), np.int64), len(tables.players)))
    if most is not None:
        k = np.minimum(k, most[player])
    here = rank_within(entry)
    other = (np.diff(k.astype(np.int64), prepend=0) != 0) | (np.diff(reason.astype(np.int64), prepend=-1) != 0)
    kept = np.flatnonzero(changes[player] & (other | (here == 0)))
    first = np.zeros(len(entries), np.uint8)
    first[entry[here == 0]] = k[here == 0]
    change = sums(entry, k.astype(np.int64) * ledger.delta[rows], len(entries))
    rows_of_k = KChanges.of(
        player=player[kept],
        key=tables.events.key[entries.event[entry[kept]]],
        games=here[kept],
        k=k[kept],
        k_reason=reason[kept],
    )
    return GameByGame(first, change.astype(np.int32), rows_of_k)


def _decided(tables: PeriodTables, player: Ints, entry: I32, before: I32) -> tuple[U8, U8]:
    """K of each game after so many others of the period, and its clause."""
    book, replaced = tables.books[-1], tables.rolls.replaced
    rating = np.where(replaced.rating[player] > 0, replaced.rating[player], tables.entries.own[entry])
    games = np.minimum(replaced.games[player].astype(np.int64) + before, MOST_GAMES).astype(np.uint16)
    before_it = list_before(book, Month(tables.list_))
    return decide(book, before_it, games, tables.players.born[player], replaced.highest[player], rating)
