"""Correct what the newest list said of a player: the base to which the next list adds his change.

A published list never changes. A correction names the rating that should have stood there, shows on the next list, and
is an entry with a name and a reason; the preview and the explanation tell it. A later one for the same player takes the
place of an earlier one, and a correction can be withdrawn until the list is published. A rating that nobody on the
list has, or that lies far from what stood there, may be right and is more often a slip of the pen: it is entered only
when it is confirmed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from sqlalchemy import insert, select

from arpad.columns import State
from arpad.days import Month
from arpad.finding import Misuse, Problem, Remedy
from arpad.frozen import dataclass
from arpad.law.calendar import book_of_day
from arpad.lists.opening import lowest
from arpad.office.desk import Desk, Writing
from arpad.office.publication.due import NO_MONTH, Which, due_list, first_day
from arpad.office.registry.identity import own_id
from arpad.office.registry.merging import standing
from arpad.office.registry.players import facts, key_with
from arpad.office.registry.roster import roster
from arpad.office.rolls import COMPUTED, history, kind_of, missing, newest, roll_of
from arpad.office.store.schema import correction
from arpad.rating.change import listed

HIGHEST = 4000  # no rating was ever near it: a slip of the pen
FAR = 200  # points: two digits in each other's place are seldom as far apart, a wrong first digit always is
UNCONFIRMED = "correct/unconfirmed"  # the problem that a confirmation solves
WITHDRAWN = 0  # how a withdrawal is stored


@dataclass(frozen=True)
class Correction:
    """A request: the rating that should have stood on the newest list. `list_` is the list on which the correction
    shows."""

    player: int  # FIDE's number or the office's
    rating: int
    why: str
    series: str = ""
    list_: Month = NO_MONTH
    confirmed: bool = False  # a rating that looks like a slip of the pen is meant


@dataclass(frozen=True)
class Withdrawal:
    """A request to withdraw a correction: the newest list was right."""

    player: int
    why: str
    series: str = ""
    list_: Month = NO_MONTH


@dataclass(frozen=True)
class Corrected:
    """The rating on which the next list builds for a player."""

    player: int  # the office's number
    name: str
    series: str
    list_: Month
    stood: int  # on the newest list
    rating: int | None  # what should have stood there; none: the correction is withdrawn


@dataclass(frozen=True)
class _Base:
    """The player whom a correction is about, and their rows on the lists so far."""

    writing: Writing
    which: Which
    replaced: Month
    key: int
    rows: tuple[dict[str, int], ...]  # of the player, up to the newest list

    def store(self, rating: int) -> Corrected:
        """Store the rating of a correction, or 0 to withdraw it."""
        series, list_ = self.which.series, self.which.list_
        row = {"series": series, "list": int(list_), "player": self.key, "rating": rating}
        self.writing.connection.execute(insert(correction).values(**row, log=self.writing.seq))
        name = facts(self.writing.connection, [self.key])[self.key].name
        return Corrected(own_id(self.key), name, series, list_, self.rows[-1]["rating"], rating or None)


def correct(desk: Desk, request: Correction) -> Corrected:
    """Store a correction for the next list. A doubtful rating must be confirmed."""
    with _base(desk, request, request.rating) as base:
        key, series = base.key, base.which.series
        into = {gone: kept for _, kept, gone in standing(base.writing.connection)}
        if key in into:
            helps = Remedy.to("correct-other", number=own_id(into[key]))
            raise Misuse("correct/merged", helps, number=own_id(key), kept=own_id(into[key]))
        if not base.rows or base.rows[-1]["state"] == State.NONE.value:
            raise Misuse("correct/unrated", number=own_id(key), list=base.replaced)
        day = first_day(base.replaced)
        least = lowest(book_of_day(series, day), day)
        if not least <= request.rating <= HIGHEST:
            raise Misuse("correct/rating", rating=request.rating, series=series, lowest=least, highest=HIGHEST)
        doubts = _doubts(base, request.rating)
        if doubts and not request.confirmed:
            raise Misuse(UNCONFIRMED, Remedy.to("confirm-correction"), doubts=doubts)
        return base.store(request.rating)


def _doubts(base: _Base, rating: int) -> tuple[Problem, ...]:
    """Reasons why a rating looks like a typing error: above everybody, or far from the published one."""
    stood = base.rows[-1]["rating"]
    connection, series = base.writing.connection, base.which.series
    roll = roll_of(connection, series, base.replaced, roster(connection).listed_as)
    highest = int(np.where(listed(roll.state), roll.rating, 0).max(initial=0))
    doubts = []
    if rating > highest:
        doubts.append(Problem("correct/above-all", rating=rating, highest=highest, list=base.replaced))
    if abs(rating - stood) >= FAR:
        doubts.append(Problem("correct/far", rating=rating, stood=stood, points=abs(rating - stood)))
    return tuple(doubts)


def withdraw(desk: Desk, request: Withdrawal) -> Corrected:
    """Withdraw the correction of a player for the next list."""
    with _base(desk, request, WITHDRAWN) as base:
        row = {"series": base.which.series, "list": int(base.which.list_), "player": base.key}
        last = select(correction.c.rating).filter_by(**row).order_by(correction.c.seq.desc()).limit(1)
        if not base.writing.connection.execute(last).scalar():
            raise Misuse("correct/none", number=own_id(base.key), list=base.which.list_)
        return base.store(WITHDRAWN)


@contextmanager
def _base(desk: Desk, request: Correction | Withdrawal, rating: int) -> Iterator[_Base]:
    """Open the transaction of a correction; refuse a missing reason, an imported series and a list that is not due."""
    if not request.why.strip():
        raise Misuse("correct/no-reason", Remedy.to("give-reason"))
    with desk.reading() as connection:
        which = due_list(connection, Which(request.series, request.list_))
    detail = {"list": int(which.list_), "rating": rating}
    with desk.writing("correct", f"{which.series} {request.player}", request.why, detail) as writing:
        yield _looked_up(writing, which, request.player)


def _looked_up(writing: Writing, which: Which, number: int) -> _Base:
    """Find the player and their published rows; refuse a series or list that cannot be corrected."""
    connection = writing.connection
    replaced = Month(newest(connection, which.series))
    if not replaced:
        raise missing(which.series)
    if kind_of(connection, which.series) != COMPUTED:
        raise Misuse("series-imported", series=which.series)
    due = due_list(connection, Which(which.series)).list_
    if which.list_ != due:
        raise Misuse("correct/other-list", list=which.list_, series=which.series, due=due)
    key = key_with(connection, number)
    rows = tuple(row for at, row in history(connection, which.series, key) if at <= replaced)
    return _Base(writing, which, replaced, key, rows)
