"""Which players a list leaves out, shows as inactive, or shows with a provisional rating.

Players who are left out keep their rating and play with it. The decision is stored with the list, so a published list
never changes. Nobody is left out only because their federation is unknown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from datetime import date
from enum import IntEnum
from types import MappingProxyType
from typing import Any

import numpy as np

from arpad.admission.people import OF_FIDE, OUTSIDE, UNKNOWN
from arpad.columns import I16, I32, U8, U16, Bools, FirstOutcome, Firsts, Roll, State, Table
from arpad.days import Day, latest
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.law.rules.concept import Concept
from arpad.law.rules.lists import (
    DECEASED_PLAYERS,
    DELISTING,
    INACTIVE_REMOVAL,
    LISTED_PLAYERS,
    LISTING_DISPENSATION,
    MEMBER_FEDERATION,
    MEMBERSHIP_DAY,
    PROVISIONAL_LIST,
    WITHHELD_PLAYERS,
)
from arpad.law.rules.newcomers import FLOOR
from arpad.lists.ratinglist import fell, idle
from arpad.rating.change import listed

MEMBER = "member"


class Unlisted(IntEnum):
    """Why a list leaves a player out, or does not show him as active; 0: it does neither. Append only."""

    LISTED = 0
    NO_MEMBER = 1
    EXCLUDED = 2
    ABROAD = 3
    WITHHELD = 4
    REMOVED = 5
    DECEASED = 6  # on the list, and not as active
    UNRATED = 7  # on this one list, without a rating: fallen below the floor


SHOWN = (Unlisted.LISTED, Unlisted.DECEASED, Unlisted.UNRATED)


CONCEPT_OF: Mapping[Unlisted, Concept[Any]] = MappingProxyType(
    {
        Unlisted.NO_MEMBER: MEMBER_FEDERATION,
        Unlisted.EXCLUDED: MEMBER_FEDERATION,
        Unlisted.ABROAD: LISTED_PLAYERS,
        Unlisted.WITHHELD: WITHHELD_PLAYERS,
        Unlisted.REMOVED: INACTIVE_REMOVAL,
        Unlisted.DECEASED: DECEASED_PLAYERS,
        Unlisted.UNRATED: DELISTING,
    }
)


@dataclass(frozen=True, eq=False)
class UnlistedPlayers(Table):
    """A row per player whom a list leaves out or does not show as active, by key."""

    player: I32
    reason: U8


@dataclass(frozen=True)
class ListingFacts:
    """What is known of the list's day: of everybody by key, and of a few by name."""

    federation: U16  # the place among the codes
    codes: tuple[str, ...]
    died: I32  # yyyymmdd, zeros where a part is unknown; 0 is alive
    states: Mapping[str, str] | None = None  # what each federation is; None: the office keeps none
    dispensed: frozenset[int] = frozenset()  # keys of those who are listed whatever their federation is
    withheld: frozenset[int] = frozenset()  # of those whom their federation does not want listed
    removed: Mapping[int, int] = field(default_factory=dict)  # by key: the day of the commission's decision


def unlisted(book: Rulebook, list_day: date, facts: ListingFacts, replaced: Roll, roll: Roll) -> UnlistedPlayers:
    """Whom the list leaves out, of those who have or had a rating; the last reason that holds is the one given."""
    reason = np.zeros(len(roll), np.uint8)
    if book.rule(DELISTING).shown == "unrated":
        reason[fell(replaced, roll)] = Unlisted.UNRATED
    if book.has(DECEASED_PLAYERS) and book.rule(DECEASED_PLAYERS).shown == "inactive":
        reason[_dead(facts.died, list_day) & listed(roll.state)] = Unlisted.DECEASED
    if book.has(INACTIVE_REMOVAL):
        for player, day in facts.removed.items():
            if _still_removed(book, roll, player, day):
                reason[player] = Unlisted.REMOVED
    if book.has(LISTED_PLAYERS):
        home = book.rule(LISTED_PLAYERS).federation
        abroad = np.array([code not in (home, UNKNOWN) for code in facts.codes], bool)
        reason[abroad[facts.federation]] = Unlisted.ABROAD
    if book.has(MEMBER_FEDERATION) and book.rule(MEMBERSHIP_DAY).of == "list":
        outside = np.array([_outside(code, facts.states) for code in facts.codes], np.uint8)[facts.federation]
        if book.has(LISTING_DISPENSATION):
            outside[sorted(facts.dispensed)] = Unlisted.LISTED
        reason = np.where(outside > 0, outside, reason)
    if book.has(WITHHELD_PLAYERS):
        reason[sorted(facts.withheld)] = Unlisted.WITHHELD
    rows = np.flatnonzero((reason > 0) & (roll.state != State.NONE.value))
    return UnlistedPlayers(rows.astype(np.int32), reason[rows])


def hidden(reason: U8) -> Bools:
    """Who is not on the printed list, by the reason of each."""
    return ~np.isin(reason, SHOWN)


def shown_state(state: U8, reason: U8) -> U8:
    """How each stands on the printed list: whoever has died is not active, and one may be shown as unrated."""
    asleep = (state == State.ACTIVE.value) & (reason == Unlisted.DECEASED.value)
    shown = np.where(asleep, np.uint8(State.INACTIVE), state)
    return np.where(reason == Unlisted.UNRATED.value, np.uint8(State.NONE), shown)


def _outside(code: str, states: Mapping[str, str] | None) -> Unlisted:
    """What a federation is to the list; an office that keeps no federations knows of none that is outside."""
    if code == OUTSIDE:
        return Unlisted.NO_MEMBER
    if code == UNKNOWN or states is None or (code == OF_FIDE and code not in states):
        return Unlisted.LISTED
    state = states.get(code, "")
    if state == MEMBER:
        return Unlisted.LISTED
    return Unlisted.EXCLUDED if "excluded" in state else Unlisted.NO_MEMBER


def _dead(died: I32, list_day: date) -> Bools:
    """Who has surely died before the list's day; of a part that is unknown the end is taken."""
    dead: Bools = (died > 0) & (latest(died) < Day.of(list_day))
    return dead


def _still_removed(book: Rulebook, roll: Roll, player: int, day: int) -> bool:
    """Whether a player is inactive, and was when the commission decided: a rated game since then brings him back."""
    if roll.state[player] != State.INACTIVE.value:
        return False
    last = roll.last[player : player + 1]
    return not int(last[0]) or bool(idle(book, Day(day).month, last)[0])


def sheets_shown_as_provisional(book: Rulebook, firsts: Firsts) -> Bools:
    """Which of the sheets are shown as provisional ratings."""
    rule = book.find(PROVISIONAL_LIST)
    if rule is None:
        return np.zeros(len(firsts), bool)
    waits: Bools = (firsts.outcome == FirstOutcome.PENDING.value) & (firsts.games >= max(rule.games, 1))
    return waits & (firsts.rating >= book.rule(FLOOR).rating)


def enter_provisional_ratings(book: Rulebook, firsts: Firsts, ratings: I16) -> None:
    """Enter the provisional ratings of these sheets into a column by player."""
    shown = firsts.take(sheets_shown_as_provisional(book, firsts))
    ratings[shown.player] = shown.rating
