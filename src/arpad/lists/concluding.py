"""Conclude what an opening list leaves open: games so far and the highest rating, row by row.

Input: what the list states, what other lists show (at least), what the officer chose. Output: for both numbers the
conclusion and the least value, and whether the K is possible. What K proves is in `proved_by_k`.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, Self

import numpy as np

from arpad.columns import I16, I32, I64, Bools, Table
from arpad.days import Month, latest
from arpad.finding import UserError
from arpad.frozen import dataclass
from arpad.intake import RatingList
from arpad.law import Rulebook
from arpad.law.calendar import day_of_list_by
from arpad.law.cited import did_you_mean
from arpad.law.rules.rating import COEFFICIENT
from arpad.lists.proved_by_k import Conclusion, PlayerKind, Proof, edges, prove
from arpad.lists.rollcall import STANDINGS
from arpad.rating.coefficient import ages, certainly_of_age


@dataclass(frozen=True, eq=False)
class ShownElsewhere(Table):
    """What lists beside an opening list show of its players, a row each; 0 where none has him."""

    games: I32  # on all of them together
    highest: I16

    @classmethod
    def nothing(cls, rows: int) -> Self:
        """So many players on no other list."""
        return cls(np.zeros(rows, np.int32), np.zeros(rows, np.int16))


def shown_by_past_lists(lists: Sequence[RatingList], series: str, numbers: I64, before: Month) -> ShownElsewhere:
    """What lists of a series show; each must be of an earlier month than the opening list, and none twice."""
    name = STANDINGS.get(series, series)
    months = [past_list.month for past_list in lists]
    for month in months:
        if not month or month >= before:
            raise UserError("past/not-earlier", month=month, list=before)
        if months.count(month) > 1:
            raise UserError("past/twice", month=month)
    games, highest = (column for _, column in ShownElsewhere.nothing(len(numbers)).columns())
    for past_list in lists:
        if name not in past_list.standings:
            raise UserError("past/no-series", series=series, month=past_list.month, there=tuple(past_list.standings))
        standing, order = past_list.standings[name], np.argsort(past_list.id, kind="stable")
        if not len(order):
            continue
        at = order[np.minimum(np.searchsorted(past_list.id, numbers, sorter=order), len(order) - 1)]
        rated = (past_list.id[at] == numbers) & (standing.rating[at] > 0)
        games = games + np.where(rated, np.maximum(standing.games[at], 0), 0)
        highest = np.maximum(highest, np.where(rated, standing.rating[at], 0)).astype(np.int16)
    return ShownElsewhere(games.astype(np.int32), highest)


Concluded = tuple[Any, Any]  # of each row the conclusion, and the value
OfClause = dict[str, Bools]  # of each row whether a clause with an age is about it, by the clause's name


@dataclass(frozen=True, eq=False)
class Stated(Table):
    """What a file says, or an officer enters, a row per player; -1 where it says nothing."""

    rating: I16  # 0 unrated
    inactive: Bools
    k: I16
    period_games: I16  # on this list
    games: I32  # rated so far
    highest: I16
    last: I32  # list of the last rated game


class Concluding(StrEnum):
    """What an officer may let be concluded where neither K nor a list proves it."""

    GAMES = "games"  # so far, from K and birth
    HIGHEST = "highest"  # ever published, from K and the lists at hand


def chosen_of(names: Sequence[str]) -> frozenset[Concluding]:
    """What an officer chose, by name."""
    by_name = {each.value: each for each in Concluding}
    for name in names:
        if name not in by_name:
            raise UserError("opening/conclude", did_you_mean(name, by_name), name=name, known=tuple(by_name))
    return frozenset(by_name[name] for name in names)


@dataclass(frozen=True, eq=False)
class Listed:
    """The rows of an opening list, and by which edition and of which month it is."""

    book: Rulebook
    list_: Month
    born: I32
    facts: Stated


def concluded_of(
    listed: Listed, shown: ShownElsewhere, chosen: frozenset[Concluding] = frozenset()
) -> tuple[Concluded, Concluded, Bools]:
    """What K and the lists prove of games and of the highest rating, or what is chosen where they do not, each with its
    value; and whether the K is possible.

    Players whose numbers lie in the same cells are proved together: a world list has a few dozen kinds.
    """
    facts, rule = listed.facts, listed.book.rule(COEFFICIENT)
    surely, perhaps = _young(listed)
    columns = [np.maximum(facts.k, 0), _cell(rule, "rating", facts.rating), _cell(rule, "highest", facts.rating)]
    columns += [np.where(facts.games < 0, -1, _cell(rule, "games", facts.games))]
    columns += [np.where(facts.highest < 0, -1, _cell(rule, "highest", np.maximum(facts.highest, facts.rating)))]
    columns += [_cell(rule, "games", shown.games), _cell(rule, "highest", np.maximum(shown.highest, facts.rating))]
    columns += [*surely.values(), *perhaps.values()]
    kind = np.zeros(len(facts), np.int64)
    for each in columns:  # one number for a kind: sorting rows of several columns is slow
        kind = kind * (int(each.max(initial=0)) + 2) + each + 1
    _, first, of = np.unique(kind, return_index=True, return_inverse=True)
    proofs = [_prove(listed, shown, row, (surely, perhaps)) for row in first.tolist()]

    def column(values: list[int]) -> Any:
        return np.array(values, np.int64)[of]

    answers = [_answer(rule, proof, chosen) for proof in proofs]
    games, highest = ((column([a[at] for a in answers]), column([a[at + 1] for a in answers])) for at in (0, 2))
    possible: Bools = column([int(p.possible) for p in proofs]) > 0
    possible |= facts.rating <= 0
    return _at_least(*games, shown.games), _at_least(*highest, shown.highest, facts.rating), possible


def _answer(rule: Any, proof: Proof, chosen: frozenset[Concluding]) -> tuple[int, int, int, int]:
    """Of games and of the highest rating: the conclusion, and the bound of K's cells from which on the number lies."""
    games, highest = proof.games, proof.highest
    least, top = _bound(rule, "games", proof.least_games), _bound(rule, "highest", proof.least_highest)
    if games is Conclusion.ASKED and Concluding.GAMES in chosen:
        least = _bound(rule, "games", proof.likely_games)
        games = Conclusion.NOT_NEW if least > 0 and proof.likely_games > proof.least_games else Conclusion.FEWEST
    if highest is Conclusion.ASKED and Concluding.HIGHEST in chosen:
        of_likely = games in (Conclusion.NOT_NEW, Conclusion.FEWEST)
        top = _bound(rule, "highest", proof.likely_highest if of_likely else proof.least_highest)
        highest = Conclusion.AT_HAND
    return games, least, highest, top


def _at_least(concluded: Any, value: Any, shown: Any, rating: Any = 0) -> Concluded:
    """The conclusions and values, where lists show more than is concluded."""
    more = (shown > np.maximum(value, rating)) & np.isin(concluded, (Conclusion.FROM_K, Conclusion.SETTLED))
    return np.where(more, Conclusion.FROM_LISTS, concluded), np.maximum(value, shown)


def _prove(listed: Listed, shown: ShownElsewhere, row: int, young: tuple[OfClause, OfClause]) -> Proof:
    facts, rule = listed.facts, listed.book.rule(COEFFICIENT)
    k, games, highest = int(facts.k[row]), int(facts.games[row]), int(facts.highest[row])
    surely, perhaps = young
    return prove(
        rule,
        PlayerKind(
            max(k, 0),
            int(facts.rating[row]),
            frozenset(name for name, column in surely.items() if column[row]),
            frozenset(name for name, column in perhaps.items() if column[row]),
            games if games >= 0 else None,
            highest if highest >= 0 else None,
            int(shown.games[row]),
            int(shown.highest[row]),
        ),
    )


def _bound(rule: Any, axis: str, value: int) -> int:
    """The bound that is proved to be reached; a number of the kind's first player is none."""
    return value if value in edges(rule, axis) else 0


def _cell(rule: Any, axis: str, values: Any) -> Any:
    return np.searchsorted(edges(rule, axis), values, side="right")


def _young(listed: Listed) -> tuple[OfClause, OfClause]:
    """Who is surely, and who perhaps, of the age of each clause that has one."""
    surely, perhaps = {}, {}
    day, born = day_of_list_by(listed.book, listed.list_), listed.born
    for clause in listed.book.rule(COEFFICIENT).clauses:
        if clause.age_counted:
            least, below = clause.box["age"]
            oldest, youngest = ages(clause, day, born), ages(clause, day, born, latest)
            surely[clause.name] = certainly_of_age(clause, day, born)
            perhaps[clause.name] = ~surely[clause.name] & ((born <= 0) | ((youngest < below) & (oldest >= least)))
    return surely, perhaps
