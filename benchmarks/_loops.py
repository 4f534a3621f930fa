"""The month as plain loops: the same lines run by Python over lists, and compiled by Numba over arrays.

They give ledger, worksheets and first ratings under fide-standard-2025 and what is like it: no rating for unrated
players in round robins, one edition in the period, no guests and no stand-in ratings. Lines and the next pool are left
out.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable
from typing import Any

import numpy as np
from _kernel import SPAN, law
from _months import Month

from arpad.columns import Firsts, Ledger, Table, Worksheets, dtypes

RULES = ("list", "limit", "exempt_from", "first_half_points", "product", "floor", "maximum", "games", "window")
RULES = (*RULES, "added", "added_rating", "added_half_points")
Rules = namedtuple("Rules", (*RULES, "span", "expected", "dp"))
INPUTS = {
    "pool": ("player", "end", "games", "half_points", "met"),
    "entries": ("player", "role", "own", "shown", "source", "k", "status"),
    "games": ("white", "black", "white_half_points", "black_half_points", "status"),
}
OUTPUTS = (Ledger, Worksheets, Firsts)
SCRATCH = ("entry_games", "entry_points", "entry_sum", "verdict")  # by entry
TALLY = ("seen", "rated", "plays", "late", "points", "sum", "change", "new", "new_points", "new_met", "oldest")
Room = namedtuple("Room", (*SCRATCH, *TALLY))


def rate(rules: Any, rating: Any, state: Any, pool: Any, entries: Any, games: Any, room: Any, outs: Any) -> Any:
    """Fill ledger, worksheets and firsts; how many rows the last two have."""
    player, role, own, shown, source, k, barred = entries
    white, black, white_points, black_points, game_status = games
    entry_games, entry_points, entry_sum, verdict, seen, rated, plays, late, points, total, change = room[:11]
    new_games, new_points, new_met, oldest = room[11:]
    ledger, sheets, firsts = outs
    l_game, l_entry, l_opponent, l_half_points, l_own, l_met = ledger[:6]
    l_difference, l_counted, l_expected, l_delta, l_status = ledger[6:]
    expected, dp, limit, span, exempt_from = rules.expected, rules.dp, rules.limit, rules.span, rules.exempt_from

    window = rules.list // 100 * 12 + rules.list % 100 - rules.window
    for i in range(len(pool.player)):
        ended, who = pool.end[i] // 10000 * 12 + pool.end[i] // 100 % 100, pool.player[i]
        if state[who] == 1 or state[who] == 2:
            continue
        seen[who] = 1  # for life: also by an event that has left the window
        if ended >= window and pool.games[i]:
            rated[who] = 1  # has results that wait
            new_games[who] += pool.games[i]
            new_points[who] += pool.half_points[i]
            new_met[who] += pool.met[i]
            if not oldest[who] or ended < oldest[who]:
                oldest[who] = ended

    for i in range(len(white)):  # newcomers first: whether their event counts depends on all of it
        w, b = white[i], black[i]
        if (role[w] or role[b]) and not game_status[i]:
            if role[w] and shown[b]:
                entry_games[w] += 1
                entry_points[w] += white_points[i]
            if role[b] and shown[w]:
                entry_games[b] += 1
                entry_points[b] += black_points[i]
    for e in range(len(player)):
        verdict[e] = 2
        if role[e] and not barred[e] and entry_games[e]:
            who = player[e]
            verdict[e] = 1 if seen[who] or entry_points[e] >= rules.first_half_points else 3
            seen[who] = 1
            ended = rules.list - 1 if rules.list % 100 > 1 else rules.list - 89
            ended = ended // 100 * 12 + ended % 100
            if verdict[e] == 1 and (not oldest[who] or ended < oldest[who]):
                oldest[who] = ended
        entry_games[e] = 0
        entry_points[e] = 0

    for i in range(len(white)):
        for side in range(2):
            row = 2 * i + side
            if side:
                e, o, scored = black[i], white[i], black_points[i]
            else:
                e, o, scored = white[i], black[i], white_points[i]
            mine, met = own[e], shown[o]
            status = game_status[i] or barred[e]
            difference = counted = wanted = delta = 0
            if not status:
                status = 2 if not met else verdict[e] if role[e] else 0
                if status < 2:
                    entry_games[e] += 1
                    entry_points[e] += scored
                if status == 1:
                    new_met[player[e]] += met
                if status == 0:
                    counted = difference = mine - met
                    if mine < exempt_from:
                        counted = min(max(difference, -limit), limit)
                    wanted = expected[counted + span]
                    delta = 50 * scored - wanted
                    entry_sum[e] += delta
            l_game[row] = i
            l_entry[row] = e
            l_opponent[row] = o
            l_half_points[row] = scored
            l_own[row] = mine
            l_met[row] = met
            l_difference[row] = difference
            l_counted[row] = counted
            l_expected[row] = wanted
            l_delta[row] = delta
            l_status[row] = status

    for e in range(len(player)):
        who = player[e]
        if role[e]:
            new_games[who] += entry_games[e]
            new_points[who] += entry_points[e]
            rated[who] = 2  # plays as a newcomer
        else:
            plays[who] += entry_games[e]
            points[who] += entry_points[e]
            total[who] += entry_sum[e]
            if source[e] == 4:
                late[who] = 4
    for e in range(len(player)):
        who = player[e]
        if not role[e] and entry_games[e]:
            change[who] += min(k[e], rules.product // plays[who]) * entry_sum[e]

    at = first = 0
    for who in range(len(rating)):
        listed = state[who] == 1 or state[who] == 2
        if plays[who]:
            rounded = (2 * abs(change[who]) + 100) // 200
            if change[who] < 0:
                rounded = -rounded
            result = rating[who] + rounded
            sheets.player[at] = who
            sheets.base[at] = rating[who]
            sheets.base_source[at] = late[who]
            sheets.games[at] = plays[who]
            sheets.half_points[at] = points[who]
            sheets.sum[at] = total[who]
            sheets.ceiling[at] = rules.product // plays[who]
            sheets.change[at] = change[who]
            sheets.rounded[at] = rounded
            sheets.new[at] = result
            sheets.outcome[at] = 2 if result < rules.floor else 1 if state[who] == 3 else 0
            at += 1
            listed = listed or result >= rules.floor
        if listed or not rated[who]:
            continue
        n = new_games[who]
        ra_sum, ra_games = new_met[who] + rules.added * rules.added_rating, n + rules.added
        scored = new_points[who] + rules.added * rules.added_half_points
        p = by_table = ru = 0
        if n:
            p = (200 * scored + 2 * ra_games) // (4 * ra_games)
            by_table = dp[p] if scored != ra_games else 0
            ru = (2 * ra_sum + ra_games) // (2 * ra_games) + by_table
        result = min(ru, rules.maximum)
        outcome = 1 if n < rules.games else 2 if result < rules.floor else 0
        last = oldest[who] + rules.window - 1
        firsts.player[first] = who
        firsts.games[first] = n
        firsts.half_points[first] = new_points[who]
        firsts.met[first] = new_met[who]
        firsts.ra_sum[first] = ra_sum
        firsts.ra_games[first] = ra_games
        firsts.p[first] = p
        firsts.dp[first] = by_table
        firsts.ru[first] = ru
        firsts.rating[first] = result
        firsts.outcome[first] = outcome
        firsts.missing[first] = rules.games - n if outcome == 1 else 0
        firsts.until[first] = last // 12 * 100 + last % 12 + 1 if outcome and oldest[who] else 0
        first += 1
    return at, first


class Loops:
    """A month as lists or as arrays, and the loops over it."""

    def __init__(self, month: Month, compiled: bool) -> None:
        book, self.compiled = law(month)[0], compiled
        layout = np.ascontiguousarray if compiled else np.ndarray.tolist
        values = [int(book[name]) for name in RULES]
        self.rules = Rules(
            *values, SPAN, layout(book["expected"].astype(np.int64)), layout(book["dp"].astype(np.int64))
        )
        self.inputs: list[Any] = [layout(month.rolls.replaced.rating), layout(month.rolls.replaced.state)]
        for name, columns in INPUTS.items():
            kind = namedtuple(name, columns)
            self.inputs.append(kind(*(layout(getattr(getattr(month, name), column)) for column in columns)))
        self.players, self.entries, self.games = len(month.players), len(month.entries), len(month.games)
        self.kinds = [namedtuple(kind.__name__, dtypes(kind)) for kind in OUTPUTS]
        self.run: Callable[..., Any] = rate
        if compiled:
            import numba

            self.run = numba.njit(rate)

    def rate(self) -> tuple[Any, ...]:
        """The three tables, into fresh columns."""
        lengths = (2 * self.games, self.players, self.players)
        if self.compiled:
            room = Room(
                *(np.zeros(self.entries, np.int32) for _ in SCRATCH), *(np.zeros(self.players, np.int32) for _ in TALLY)
            )
            outs = [
                kind(*(np.empty(length, dtype) for dtype in dtypes(table).values()))
                for kind, table, length in zip(self.kinds, OUTPUTS, lengths, strict=True)
            ]
        else:
            room = Room(*([0] * self.entries for _ in SCRATCH), *([0] * self.players for _ in TALLY))
            outs = [
                kind(*([0] * length for _ in kind._fields)) for kind, length in zip(self.kinds, lengths, strict=True)
            ]
        made = self.run(self.rules, *self.inputs, room, tuple(outs))
        return (*outs, made)

    def tables(self) -> tuple[Table, ...]:
        """One run, as tables to compare."""
        *outs, made = self.rate()
        lengths = (2 * self.games, *made)
        return tuple(
            kind(
                **{
                    name: np.array(column[:length], dtype)
                    for (name, dtype), column in zip(dtypes(kind).items(), out, strict=True)
                }
            )
            for kind, out, length in zip(OUTPUTS, outs, lengths, strict=True)
        )
