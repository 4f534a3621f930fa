"""Open a computed series with a list made elsewhere: ratings, marks and K as the file has them.

What the file does not say, games so far and the highest rating ever, is concluded from K only where K proves it by the
edition's clauses; where no later K can depend on it, it stays open; everything else is a question. Of the last rated
game the file says whether it is on this list; otherwise the mark for activity gives the latest list that it can be on.
Every conclusion is kept beside the row.

In: the edition in force, the list's day, the columns of the file, what an officer entered. Out: a roll, the
conclusions, the questions. The K of the file stands on the opening list; the next list decides it by the clauses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

import numpy as np

from arpad.columns import I16, I32, U8, Bools, KReason, Roll, State, Table
from arpad.days import MONTHS_OF_YEAR, Month, latest
from arpad.finding import Finding, Misuse, Place, Remedy, Tier, fields_of
from arpad.frozen import dataclass
from arpad.intake import RatingList
from arpad.law import Rulebook
from arpad.law.calendar import list_before
from arpad.law.rules.lists import INACTIVITY
from arpad.law.rules.newcomers import FLOOR
from arpad.law.rules.rating import COEFFICIENT
from arpad.lists.proved_by_k import Conclusion, PlayerKind, Proof, edges, prove
from arpad.lists.rollcall import INACTIVE, STANDINGS
from arpad.rating.coefficient import ages, decide

UNKNOWN = -1
TOP, LARGEST_K = 4000, 99  # no rating and no K is larger


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


@dataclass(frozen=True, eq=False)
class Conclusions(Table):
    """Where each fact of a row comes from."""

    games: U8
    highest: U8
    last: U8


@dataclass(frozen=True)
class Opening:
    """The opening list. While there are questions, the rows they are about are not to be relied on."""

    roll: Roll
    conclusions: Conclusions
    impossible: Bools  # no clause gives the K of the row
    below_floor: Bools
    articles: Mapping[str, tuple[str, ...]]

    @property
    def open_rows(self) -> Bools:
        asked = Conclusion.ASKED.value
        rows: Bools = (self.conclusions.games == asked) | (self.conclusions.highest == asked)
        return rows | self.impossible | self.below_floor

    def questions(self, ids: Sequence[int], file: str = "") -> Iterator[Finding]:
        """A finding for each fact that is missing, with the number the player has on the file."""
        asked = Conclusion.ASKED.value
        for row in np.flatnonzero(self.open_rows).tolist():
            if self.below_floor[row]:
                yield self._question(row, ids, file, "floor/opening", "mend-opening-rating")
            if self.impossible[row]:
                yield self._question(row, ids, file, "coefficient/opening-impossible", "mend-opening-k")
                continue
            if self.conclusions.games[row] == asked:
                yield self._question(row, ids, file, "coefficient/opening-games", "enter-games")
            if self.conclusions.highest[row] == asked:
                yield self._question(row, ids, file, "coefficient/opening-highest", "enter-highest")

    def _question(self, row: int, ids: Sequence[int], file: str, message: str, action: str) -> Finding:
        number, code = int(ids[row]), message.partition("/")[0]
        fields = fields_of({"number": number, "rating": int(self.roll.rating[row]), "k": int(self.roll.k[row])})
        helps = Remedy.to(action, number=number)
        return Finding(code, Tier.ASK, Place(file), message, fields, helps, self.articles[code], number)


def open_list(book: Rulebook, day: date, born: I32, stated: Stated, entered: Stated | None = None) -> Opening:
    """The opening list of a day. What the file states goes before what was entered; neither is overwritten."""
    list_ = Month.of(day)
    facts = _with(stated, entered)
    _must_be_possible(facts)
    rated = facts.rating > 0
    games, highest, possible = _proved(book, list_, born, facts, rated)
    last = _last(book, list_, facts)
    least = np.where(facts.games >= 0, facts.games, games[1])
    top = np.maximum(np.where(facts.highest >= 0, facts.highest, highest[1]), facts.rating)
    decided = decide(book, list_, least.astype(np.uint16), born, top.astype(np.int16), facts.rating)
    k, reason = _k(facts, *decided)
    state = np.where(facts.inactive, State.INACTIVE, State.ACTIVE)
    roll = {
        "rating": facts.rating, "state": state, "k": k, "k_reason": reason, "games": least, "highest": top,
        "last": last[1],
    }  # fmt: skip
    conclusions = Conclusions.of(
        games=np.where(rated, _entered(games[0], stated.games, facts.games), 0),
        highest=np.where(rated, _entered(highest[0], stated.highest, facts.highest), 0),
        last=np.where(rated, _entered(last[0], stated.last, facts.last), 0),
    )
    return Opening(
        Roll.of(**{name: np.where(rated, column, 0) for name, column in roll.items()}),
        conclusions,
        rated & ~possible,
        rated & (facts.rating < lowest(book, day)),
        {"coefficient": book.articles(COEFFICIENT), "floor": book.articles(FLOOR)},
    )


def _must_be_possible(facts: Stated) -> None:
    """Refuse a rating or a K that nobody has, and a highest rating below the rating itself."""
    for row in np.flatnonzero((facts.rating > TOP) | (facts.highest > TOP) | (facts.k > LARGEST_K))[:1].tolist():
        rating, highest, k = (int(column[row]) for column in (facts.rating, facts.highest, facts.k))
        raise Misuse("opening/far", rating=rating, highest=highest, k=k, top=TOP, largest=LARGEST_K)
    for row in np.flatnonzero((facts.highest >= 0) & (facts.highest < facts.rating))[:1].tolist():
        raise Misuse("opening/highest", rating=int(facts.rating[row]), highest=int(facts.highest[row]))


def lowest(book: Rulebook, day: date) -> int:
    """The lowest rating that a list of a day can have: a list of before the edition is not held to its floor."""
    return book.rule(FLOOR).rating if book.head.covers(day) else 1


def stated_by_list(ratings: RatingList, series: str) -> Stated:
    """What a list file says: ratings, K, games of the period and the mark; never games so far or highest."""
    name = STANDINGS.get(series, series)
    if name not in ratings.standings:
        there = tuple(ratings.standings)
        raise Misuse("opening/no-series", series=series, there=there) if there else Misuse("opening/no-ratings")
    standing = ratings.standings[name]
    inactive = np.char.find(ratings.flag, INACTIVE) >= 0
    k = np.where(standing.k > 0, standing.k, UNKNOWN)
    given = {"rating": standing.rating, "inactive": inactive, "k": k, "period_games": standing.games}
    return stated_by_columns(given)


def stated_by_columns(given: Mapping[str, Any]) -> Stated:
    """The same from named columns of whole numbers; a column that is not given says nothing."""
    known = [name for name, _ in Stated.join([]).columns()]
    wrong = [name for name in given if name not in known]
    if wrong:
        raise Misuse("opening/unknown-column", column=wrong[0], known=tuple(known))
    if "rating" not in given:
        raise Misuse("opening/no-rating-column")
    silent: dict[str, Any] = dict.fromkeys(known, UNKNOWN) | {"inactive": False}
    try:
        return Stated.of(**(silent | dict(given)))
    except (ValueError, TypeError) as error:
        raise Misuse("opening/values", reason=str(error)) from None


def _with(stated: Stated, entered: Stated | None) -> Stated:
    if entered is None:
        return stated
    if len(entered) != len(stated):
        raise Misuse("opening/entered-rows", entered=len(entered), listed=len(stated))
    filled = {
        name: np.where(column < 0, getattr(entered, name), column)
        for name, column in stated.columns()
        if name not in ("rating", "inactive")
    }
    return Stated.of(rating=stated.rating, inactive=stated.inactive, **filled)


def _entered(concluded: Any, stated: Any, facts: Any) -> Any:
    """The conclusions, where what the file left open was entered."""
    return np.where((stated < 0) & (facts >= 0), Conclusion.ENTERED, concluded)


def _proved(book: Rulebook, list_: int, born: I32, facts: Stated, rated: Bools) -> tuple[Any, Any, Bools]:
    """What K proves of games and of the highest rating, each with its least value; and whether it is possible.

    Players whose numbers lie in the same cells are proved together: a world list has a few dozen kinds.
    """
    rule = book.rule(COEFFICIENT)
    surely, perhaps = _young(book, list_, born)
    columns = [np.maximum(facts.k, 0), _cell(rule, "rating", facts.rating), _cell(rule, "highest", facts.rating)]
    columns += [np.where(facts.games < 0, -1, _cell(rule, "games", facts.games))]
    columns += [np.where(facts.highest < 0, -1, _cell(rule, "highest", np.maximum(facts.highest, facts.rating)))]
    columns += [*surely.values(), *perhaps.values()]
    kind = np.zeros(len(facts), np.int64)
    for each in columns:  # one number for a kind: sorting rows of several columns is slow
        kind = kind * (int(each.max(initial=0)) + 2) + each + 1
    _, first, of = np.unique(kind, return_index=True, return_inverse=True)
    proofs = [_prove(rule, facts, row, surely, perhaps) for row in first.tolist()]

    def column(values: list[int]) -> Any:
        return np.array(values, np.int64)[of]

    games = column([p.games for p in proofs]), column([p.least_games for p in proofs])
    highest = column([p.highest for p in proofs]), column([_bound(rule, p) for p in proofs])
    possible: Bools = column([int(p.possible) for p in proofs]) > 0
    return games, highest, possible | ~rated


def _prove(rule: Any, facts: Stated, row: int, surely: Mapping[str, Any], perhaps: Mapping[str, Any]) -> Proof:
    k, games, highest = int(facts.k[row]), int(facts.games[row]), int(facts.highest[row])
    return prove(
        rule,
        PlayerKind(
            max(k, 0),
            int(facts.rating[row]),
            frozenset(name for name, column in surely.items() if column[row]),
            frozenset(name for name, column in perhaps.items() if column[row]),
            games if games >= 0 else None,
            highest if highest >= 0 else None,
        ),
    )


def _bound(rule: Any, proof: Proof) -> int:
    """The bound that K proves the highest rating to have reached; a rating of the kind's first player is none."""
    return proof.least_highest if proof.least_highest in edges(rule, "highest") else 0


def _cell(rule: Any, axis: str, values: Any) -> Any:
    return np.searchsorted(edges(rule, axis), values, side="right")


def _young(book: Rulebook, list_: int, born: I32) -> tuple[dict[str, Bools], dict[str, Bools]]:
    """Who is surely, and who perhaps, of the age of each clause that has one."""
    surely, perhaps = {}, {}
    born_latest = latest(born).astype(np.int32)
    for clause in book.rule(COEFFICIENT).clauses:
        if clause.age_counted:
            below = clause.box["age"][1]
            oldest, youngest = ages(clause, list_, born), ages(clause, list_, born_latest)
            surely[clause.name] = (born > 0) & (oldest >= 0) & (oldest < below)
            perhaps[clause.name] = ~surely[clause.name] & ((born <= 0) | (youngest < below))
    return surely, perhaps


def _last(book: Rulebook, list_: Month, facts: Stated) -> tuple[Any, Any]:
    """The list of the last rated game, and whether the file says it."""
    before = list_before(book, list_)
    idle = list_.plus(-book.rule(INACTIVITY).years * MONTHS_OF_YEAR)
    plays = (facts.period_games > 0) & ~facts.inactive
    latest = np.where(facts.inactive, idle, np.where(facts.period_games == 0, before, list_))
    concluded = np.where(plays | (facts.last >= 0), Conclusion.STATED, Conclusion.FROM_MARK)
    return concluded, np.where(facts.last >= 0, facts.last, np.where(plays, list_, latest))


def _k(facts: Stated, k: U8, reason: U8) -> tuple[Any, Any]:
    """K as the file has it, with the clause that gives it where one does; where it has none, K by the clauses."""
    same = (facts.k <= 0) | (facts.k == k)
    return np.where(same, k, facts.k), np.where(same, reason, KReason.GIVEN)
