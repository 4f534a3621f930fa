"""Mark the values of a list that are not facts, and those that no clause gives.

An opening list may leave open how many games somebody played and how high they stood. A value that was concluded by
choice may be other in truth, and so may the K that follows from it. In: the roll of a list, the conclusions of the list
that opened its series, and the edition. Out: a number of bits for each row; `names_of_marks` says what they mean.
"""

from __future__ import annotations

from enum import IntFlag, auto
from itertools import product

import numpy as np
import numpy.typing as npt

from arpad.columns import I16, I32, U8, Bools, Roll
from arpad.days import days_of
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.law.rules.rating import COEFFICIENT
from arpad.lists.proved_by_k import Conclusion, edges
from arpad.lists.sealed import ConclusionRows
from arpad.rating.change import listed
from arpad.rating.coefficient import decide


class Mark(IntFlag):
    """What is said of the values of a row."""

    K_ASSUMED = auto()  # it rests on games or a highest rating that were concluded by choice
    K_GIVEN = auto()  # no clause of the edition gives this K: it stands as the authority gave it
    UNTIL = auto()  # nobody said when the last game was: the latest list that the mark for activity allows
    ACTIVITY = auto()  # the list does not say who is inactive


NAMES = {
    Mark.K_ASSUMED: "k-assumed",
    Mark.K_GIVEN: "k-as-given",
    Mark.UNTIL: "until-at-most",
    Mark.ACTIVITY: "activity-not-stated",
}
ALL_MARKS = Mark.K_ASSUMED | Mark.K_GIVEN | Mark.UNTIL | Mark.ACTIVITY
BY_CHOICE = (Conclusion.FEWEST, Conclusion.NOT_NEW, Conclusion.AT_HAND)


@dataclass(frozen=True, eq=False)
class OpenedWith:
    """The list that opened a series, and where its facts come from."""

    list_: int
    rows: ConclusionRows


def names_of_marks(bits: int, among: Mark = ALL_MARKS) -> tuple[str, ...]:
    """Return the names of the marks of a row; with `among` only these."""
    return tuple(name for mark, name in NAMES.items() if bits & mark & among)


def marks_of_own_list(book: Rulebook, list_: int, roll: Roll, born: I16, opened: OpenedWith | None) -> U8:
    """Return the marks of the rows of a list that is computed here. `born` has years; 0 is unknown."""
    marks = np.zeros(len(roll), np.uint8)
    on = listed(roll.state)
    if book.has(COEFFICIENT):
        marks[on & (roll.k > 0) & (roll.k_reason == 0)] |= np.uint8(Mark.K_GIVEN)
    if opened is None:
        return marks
    rows = opened.rows.take(np.flatnonzero(opened.rows.player < len(roll)))
    players = rows.player
    unsaid = (rows.last == Conclusion.FROM_MARK) & (roll.last[players] <= opened.list_) & on[players]
    marks[players[unsaid]] |= np.uint8(Mark.UNTIL)
    if book.has(COEFFICIENT):
        some = (np.isin(rows.games, BY_CHOICE) | np.isin(rows.highest, BY_CHOICE)) & on[players]
        them = players[some]
        year = days_of(born[them].astype(np.int32)).astype(np.int32)
        other = other_k(book, list_, roll.take(them), year, rows.games[some], rows.highest[some])
        marks[them[other]] |= np.uint8(Mark.K_ASSUMED)
    return marks


def other_k(book: Rulebook, list_: int, roll: Roll, born: I32, games: U8, highest: U8) -> Bools:
    """Return whose K would be another one with games and highest ratings that are possible by these conclusions."""
    rule, other = book.rule(COEFFICIENT), np.zeros(len(roll), bool)
    shown = decide(book, list_, roll.games, born, roll.highest, roll.rating)[0]
    most = edges(rule, "games")[-1]  # so many were concluded of somebody who need not be new
    fewest = np.where(games == Conclusion.NOT_NEW, np.maximum(roll.games.astype(np.int32) - most, 0), roll.games)
    open_games, open_highest = np.isin(games, BY_CHOICE), np.isin(highest, BY_CHOICE)
    for bound, top in product(edges(rule, "games"), edges(rule, "highest")):
        played = np.where(open_games, np.maximum(fewest, bound), roll.games).astype(np.uint16)
        best = np.where(open_highest, np.maximum(roll.highest, top), roll.highest).astype(np.int16)
        other |= decide(book, list_, played, born, best, roll.rating)[0] != shown
    return other


def marks_of_official_list(book: Rulebook, rating: npt.NDArray[np.int16], k: U8, activity: bool) -> U8:
    """Return the marks of the rows of a list that is made elsewhere. `activity`: it says who is inactive."""
    marks = np.zeros(len(rating), np.uint8)
    if book.has(COEFFICIENT):
        usual = [clause.k for clause in book.rule(COEFFICIENT).clauses]
        marks[(rating > 0) & (k > 0) & ~np.isin(k, usual)] |= np.uint8(Mark.K_GIVEN)
    if not activity:
        marks[rating > 0] |= np.uint8(Mark.ACTIVITY)
    return marks
