"""Make the roll of a new list out of the list it replaces and the period: rating, state, games, highest, last, K.

In: the edition in force on the last day of the period, the list's number, the players, the roll being replaced and the
rated period. Out: a row per player for the new list. Everything is read from the list before and the games of one
period, so anybody can check a list from the one before it.

Whoever has never been rated keeps a row of zeros; games that were rated without leading to a rating here stay counted.
Adjustments come after this, in `adjust`; whom a printed list shows is decided by `published`.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from arpad.columns import I32, Bools, FirstOutcome, Players, Role, Roll, State, Status, WorkOutcome
from arpad.days import MONTHS_OF_YEAR, Day, Month, counted, uncounted
from arpad.law import Rulebook
from arpad.law.calendar import next_list
from arpad.law.rules.lists import INACTIVITY, REACTIVATION
from arpad.law.rules.newcomers import FLOOR
from arpad.rating.change import listed
from arpad.rating.coefficient import decide
from arpad.rating.period import Period

Rows = npt.NDArray[np.intp]


def carry(book: Rulebook, list_: int, replaced: Roll, period: Period) -> Roll:
    """What the period made of the list before, as far as games decide it: rating, state, games and last game.

    Highest rating and K are still those of the list before: they read what is published, and adjustments come first.
    """
    rating, state = replaced.rating.copy(), replaced.state.copy()
    games, last = replaced.games.copy(), replaced.last.copy()
    since = _last_games(book, list_, len(replaced), period)

    sheets = period.worksheets
    who, low = sheets.player, sheets.outcome == WorkOutcome.DELISTED.value
    stays = ~low | (replaced.state[who] != State.NONE.value)  # else another series' rating stood in, and led below
    rating[who[stays]] = sheets.new[stays]
    awake = sheets.games >= book.rule(REACTIVATION).games
    awake |= replaced.state[who] != State.INACTIVE.value
    state[who[awake & ~low]] = State.ACTIVE
    state[who[stays & low]] = State.DELISTED
    games[who] += sheets.games
    last[who] = np.maximum(last[who], since[who])

    firsts = period.firsts.take(period.firsts.outcome == FirstOutcome.PUBLISHED.value)
    who = firsts.player
    rating[who], state[who] = firsts.rating, State.ACTIVE
    games[who] += firsts.games
    last[who] = np.maximum(last[who], since[who])

    state[(state == State.ACTIVE.value) & idle(book, list_, last)] = State.INACTIVE
    return replace(replaced, rating=rating, state=state, games=games, last=last)


def idle(book: Rulebook, list_: int, last: I32) -> Bools:
    """Who has no rated game in the years after which a player is inactive; nobody of whom the last game is unknown.

    The list of the last game stands for the game. Where years run from an event's last day, `last` is the first list
    after that day, and since the days of one month have the same next list, lists say what days would.
    """
    oldest = counted(np.array(int(list_))) - book.rule(INACTIVITY).years * MONTHS_OF_YEAR
    idle_: Bools = (last > 0) & (last <= np.int32(uncounted(oldest)))  # months stand in the order of their numbers
    return idle_


def finish(book: Rulebook, list_: int, players: Players, replaced: Roll, roll: Roll) -> Roll:
    """The roll as it is published: below the floor nobody stays listed; then the highest rating; then K from both."""
    state = roll.state.copy()
    state[listed(state) & (roll.rating < book.rule(FLOOR).rating)] = State.DELISTED
    highest = np.where(listed(state), np.maximum(replaced.highest, roll.rating), replaced.highest)
    rows = np.flatnonzero(state != State.NONE.value)
    k, reason = np.zeros((2, len(roll)), np.uint8)
    k[rows], reason[rows] = decide(book, list_, roll.games[rows], players.born[rows], highest[rows], roll.rating[rows])
    return replace(roll, state=state, highest=highest, k=k, k_reason=reason)


def fell(replaced: Roll, new: Roll) -> Bools:
    """Who left the list with this one because he is below the floor."""
    gone: Bools = listed(replaced.state) & (new.state == State.DELISTED.value)
    return gone


def _last_games(book: Rulebook, list_: int, size: int, period: Period) -> I32:
    """Of each player the list that his games of the period belong to, for the count of years without a game."""
    since = np.full(size, list_, np.int32)
    if book.rule(INACTIVITY).counted == "lists":
        return since
    counts = (period.lines.status == Status.COUNTED.value) | (period.lines.status == Status.POOLED.value)
    rows = np.flatnonzero(counts & (period.lines.games > 0) & (period.entries.role != Role.GUEST.value))
    ended = period.events.end[period.entries.event[rows]]
    days, at = np.unique(ended, return_inverse=True)
    after = np.array([_list_after(book, day) for day in days.tolist()], np.int32)
    who = period.entries.player[rows]
    since[who] = 0
    np.maximum.at(since, who, after[at])
    return since


def _list_after(book: Rulebook, day: int) -> int:
    series = book.series or book.head.series[0]
    return Month.of(next_list(series, Day(day).date))
