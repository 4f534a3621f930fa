"""Find the players of a report on a list: what it says of each, by his number; or, without a list, what was printed.

A `RollCall` is what admission asks of lists. Here it is filled from list files; an office fills it from its registry.
A national series has two lists: its own, under its own name, and FIDE's for the guests. Where only one of them is
given, the other players are as printed, and the call says whose.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from datetime import date
from functools import lru_cache
from typing import Literal

import numpy as np
import numpy.typing as npt

from arpad.admission.case import KnownPlayer
from arpad.columns import I16, Roll, State
from arpad.days import Month
from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.intake import RatingList
from arpad.intake.frl.layout import ANY
from arpad.law import LawError, Rulebook
from arpad.law.calendar import list_on
from arpad.lists.other_series import at_home, home_federation, list_beside, seating_series
from arpad.model import Player

STANDINGS = {"fide-standard": "standard", "fide-rapid": "rapid", "fide-blitz": "blitz"}
INACTIVE = b"i"
DIGITS = "0123456789"
LISTS_AT_HAND = 32

Row = tuple[RatingList, int]
Printed = Literal["", "home", "guests"]


@dataclass(frozen=True)
class RollCall:
    """The rolls of an event's players, a row each in the report's order, and what is known of each."""

    own: Roll
    other: Roll | None  # of the series whose rating stands in, or with which guests are met
    month: int  # the list, yyyymm
    known: tuple[KnownPlayer | None, ...] | None = None  # None: nothing but the report is known
    neighbours: Mapping[int, tuple[tuple[int, str], ...]] = field(default_factory=dict)  # of an unknown id, by row
    printed: Printed = ""  # whose ratings are as printed, for want of a second list
    beside: int = 0  # the list of the other series, yyyymm; 0: of the same month


def call_roll(
    players: Sequence[Player], book: Rulebook, series: str, day: date, lists: Sequence[RatingList]
) -> RollCall:
    """Return what the lists in force on a day say of the players; without any list, what the report prints."""
    month = Month.of(list_on(series, day))
    home, month_beside = home_federation(book), Month(list_beside(book, day, month))
    if not lists:
        own, guests = _as_printed(players, [player.federation.upper() for player in players], home)
        return RollCall(own, guests if home else None, month, beside=month_beside)
    in_force = _of_month(lists, (month, month_beside), day)
    chosen = _with([each for each in in_force if each.month in (month, 0)], series)
    beside = _with([each for each in in_force if each.month in (month_beside, 0)], seating_series(book))
    searched = chosen if chosen is not None else beside if home else None
    if searched is None:
        raise _no_ratings_of(series, in_force)
    ids = [player.id for player in players]
    own_rows, other_rows = _rows(chosen, ids), _rows(beside, ids)
    places = [_place((chosen, row), (beside, other_row)) for row, other_row in zip(own_rows, other_rows, strict=True)]
    federations = [
        _federation(place) or player.federation.upper() for place, player in zip(places, players, strict=True)
    ]
    own, guests = _as_printed(players, federations, home)
    other: Roll | None = guests if home else None
    if chosen is not None:
        own = _standing(chosen, STANDINGS.get(series, series), own_rows)
    if beside is not None:
        other = _standing(beside, STANDINGS[seating_series(book)], other_rows)
    printed = _printed(chosen, beside, home)
    local = np.array([at_home(federation, home) for federation in federations], bool)
    ratings = np.where(local, own.rating, 0).tolist()
    unasked = [bool(printed) and here == (printed == "home") for here in local.tolist()]
    known_players = tuple(map(_known_player, players, places, federations, ratings, unasked))
    near = {row: neighbours(ids[row], searched) for row, person in enumerate(known_players) if not person and ids[row]}
    return RollCall(own, other, month, known_players, near, printed, month_beside)


def _printed(chosen: RatingList | None, beside: RatingList | None, home: str) -> Printed:
    """Return whose ratings are as printed, because one of the two lists of a national series was not given."""
    if chosen is None:
        return "home"
    return "guests" if home and beside is None else ""


def _no_ratings_of(series: str, lists: Sequence[RatingList]) -> UserError:
    """Return the error that none of these lists has ratings of a series."""
    has = tuple(name for rating_list in lists for name in rating_list.standings)
    unnamed = Remedy.to("name-list-series", series=STANDINGS.get(series, series)) if has == (ANY,) else None
    return UserError("list-of-another-series" if has else "list-without-ratings", unnamed, series=series, has=has)


def _known_player(player: Player, place: Row | None, federation: str, rating: int, unasked: bool) -> KnownPlayer | None:
    """Return what the lists know of a player; what the report prints if the list that would know was not given."""
    if place is None and unasked:
        return KnownPlayer(player.name, player.born, player.rating, federation=federation)
    return _known(place, rating)


def ratings_on(players: Sequence[Player], series: str, day: date, lists: Sequence[RatingList]) -> I16 | None:
    """The ratings of the list in force on another day; None where that list was not given."""
    try:
        month = Month.of(list_on(series, day))
    except LawError:
        return None  # before the first edition
    chosen = _with([each for each in lists if each.month == month], series)
    if chosen is None:
        return None
    return _standing(chosen, STANDINGS.get(series, series), _rows(chosen, [player.id for player in players])).rating


def neighbours(identity: int, rating_list: RatingList) -> tuple[tuple[int, str], ...]:
    """The numbers and names on a list that are one typing error away."""
    rows = _rows(rating_list, slips(identity))
    return tuple((int(rating_list.id[row]), rating_list.name(row)) for row in rows if row >= 0)


def slips(identity: int) -> list[int]:
    """The numbers that one typing error makes: a digit more, less or other, or two swapped."""
    text = str(abs(identity))
    cuts = [(text[:at], text[at:]) for at in range(len(text) + 1)]
    slips = {left + right[1:] for left, right in cuts if right}
    slips |= {left + digit + right[1:] for left, right in cuts if right for digit in DIGITS}
    slips |= {left + digit + right for left, right in cuts for digit in DIGITS}
    slips |= {left + right[1] + right[0] + right[2:] for left, right in cuts if len(right) > 1}
    return sorted({int(slip) for slip in slips if slip and not slip.startswith("0")} - {identity})


def _place(*rows: tuple[RatingList | None, int]) -> Row | None:
    """The first of these lists that has the player, with the row."""
    return next(((rating_list, row) for rating_list, row in rows if rating_list is not None and row >= 0), None)


def _federation(place: Row | None) -> str:
    return place[0].federation[place[1]].decode("ascii", "replace").strip().upper() if place is not None else ""


def _known(place: Row | None, rating: int) -> KnownPlayer | None:
    if place is None:
        return None
    rating_list, row = place
    sex, title = (column[row].decode("ascii", "replace").strip() for column in (rating_list.sex, rating_list.title))
    name, born = rating_list.name(row), int(rating_list.born[row])
    return KnownPlayer(name, born, rating, federation=_federation(place), sex=sex, title=title)


def _as_printed(players: Sequence[Player], federations: Sequence[str], home: str) -> tuple[Roll, Roll]:
    """The printed ratings of the players at home, and of the guests; without a home federation all are at home."""
    local = [at_home(federation, home) for federation in federations]
    pairs = list(zip(players, local, strict=True))
    return _roll([player.rating * here for player, here in pairs]), _roll([p.rating * (not here) for p, here in pairs])


def _of_month(lists: Sequence[RatingList], in_force: tuple[Month, ...], day: date) -> list[RatingList]:
    """The lists in force on a day; a list without a month is accepted."""
    of_month = [rating_list for rating_list in lists if rating_list.month in (*in_force, 0)]
    if not of_month:
        months = tuple(rating_list.month for rating_list in lists)
        raise UserError("list-of-another-month", day=day, month=in_force[0], given=months)
    return of_month


def _with(lists: Sequence[RatingList], series: str) -> RatingList | None:
    """The list that has this series."""
    return next((each for each in lists if series and STANDINGS.get(series, series) in each.standings), None)


@lru_cache(maxsize=LISTS_AT_HAND)
def _order(rating_list: RatingList) -> npt.NDArray[np.intp]:
    """The rows of a list by number; a list is sorted only once."""
    return np.argsort(rating_list.id, kind="stable")


def _rows(rating_list: RatingList | None, ids: list[int]) -> list[int]:
    """Return the row of each number on a list, -1 if it is not there or there is no list."""
    if rating_list is None:
        return [-1] * len(ids)
    order = _order(rating_list)
    at = np.searchsorted(rating_list.id, ids, sorter=order)
    places = order[np.minimum(at, len(order) - 1)] if len(order) else np.zeros(len(ids), int)
    return [int(row) if number and len(order) and rating_list.id[row] == number else -1
            for row, number in zip(places, ids, strict=True)]  # fmt: skip


def _standing(rating_list: RatingList, name: str, rows: list[int]) -> Roll:
    standing, taken = rating_list.standings[name], np.maximum(np.array(rows, int), 0)
    listed = np.array(rows) >= 0
    rating = np.where(listed, standing.rating[taken], 0)
    inactive = listed & (np.char.find(rating_list.flag[taken], INACTIVE) >= 0)
    state = np.where(rating > 0, np.where(inactive, State.INACTIVE, State.ACTIVE), State.NONE)
    return Roll.of(rating=rating, state=state, k=np.where(listed, standing.k[taken], 0))


def _roll(ratings: list[int]) -> Roll:
    return Roll.of(rating=ratings, state=[State.ACTIVE if rating else State.NONE for rating in ratings])
