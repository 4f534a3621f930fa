"""Find the players of a report on a list: what it says of each, by his number; or, without a list, what was printed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np

from arpad.columns import Roll, State
from arpad.finding import Misuse
from arpad.intake import RatingList
from arpad.law import Rulebook
from arpad.law.calendar import list_on
from arpad.law.rules.rating import FOREIGN_PLAYERS, STAND_IN_RATING
from arpad.model import Player

STANDINGS = {"fide-standard": "standard", "fide-rapid": "rapid", "fide-blitz": "blitz"}
INACTIVE = b"i"


@dataclass(frozen=True)
class RollCall:
    """The rolls of an event's players, a row each in the report's order, and the rows of the list they stand on."""

    own: Roll
    other: Roll | None  # of the series whose rating stands in, or with which guests are met
    month: int
    found: tuple[int, ...] | None  # rows of the list, -1 where not found; None: nothing but the report is known
    rating_list: RatingList | None


def call_roll(
    players: Sequence[Player], book: Rulebook, series: str, start: date, lists: Sequence[RatingList]
) -> RollCall:
    """What the list at the event's start says of the players; without any list, what the report prints."""
    day = list_on(series, start)
    month = day.year * 100 + day.month
    other = _other_series(book)
    if not lists:
        home = book.rule(FOREIGN_PLAYERS).home if book.has(FOREIGN_PLAYERS) else ""
        own = [player.rating if not home or player.federation.upper() == home else 0 for player in players]
        guests = [player.rating if home and player.federation.upper() != home else 0 for player in players]
        return RollCall(_roll(own), _roll(guests) if home else None, month, None, None)
    chosen = _of_month(lists, f"{day.year}-{day.month:02d}", start)
    rows = _rows(chosen, [player.id for player in players])
    if STANDINGS.get(series) not in chosen.standings:
        known = ", ".join(chosen.standings)
        raise Misuse(f"the list given has no {series} ratings; it has {known or 'none'}")
    second = _standing(chosen, STANDINGS[other], rows) if other and STANDINGS[other] in chosen.standings else None
    return RollCall(_standing(chosen, STANDINGS[series], rows), second, month, tuple(rows), chosen)


def _other_series(book: Rulebook) -> str:
    if book.has(STAND_IN_RATING):
        return book.rule(STAND_IN_RATING).series
    return book.rule(FOREIGN_PLAYERS).series if book.has(FOREIGN_PLAYERS) else ""


def _of_month(lists: Sequence[RatingList], month: str, start: date) -> RatingList:
    """The list in force at the start; a list that does not say its month is taken at its word."""
    for rating_list in lists:
        if rating_list.period in (month, ""):
            return rating_list
    given = ", ".join(rating_list.period for rating_list in lists)
    raise Misuse(f"the event starts on {start}: the list of {month} is needed, given are {given}")


def _rows(rating_list: RatingList, ids: list[int]) -> list[int]:
    order = np.argsort(rating_list.id, kind="stable")
    at = np.searchsorted(rating_list.id, ids, sorter=order)
    found = order[np.minimum(at, len(order) - 1)] if len(order) else np.zeros(len(ids), int)
    return [int(row) if wanted and len(order) and rating_list.id[row] == wanted else -1
            for row, wanted in zip(found, ids, strict=True)]  # fmt: skip


def _standing(rating_list: RatingList, name: str, rows: list[int]) -> Roll:
    standing, taken = rating_list.standings[name], np.maximum(np.array(rows, int), 0)
    there = np.array(rows) >= 0
    rating = np.where(there, standing.rating[taken], 0)
    inactive = there & (np.char.find(rating_list.flag[taken], INACTIVE) >= 0)
    state = np.where(rating > 0, np.where(inactive, State.INACTIVE, State.ACTIVE), State.NONE)
    return Roll.of(rating=rating, state=state, k=np.where(there, standing.k[taken], 0))


def _roll(ratings: list[int]) -> Roll:
    return Roll.of(rating=ratings, state=[State.ACTIVE if rating else State.NONE for rating in ratings])
