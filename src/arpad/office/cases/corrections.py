"""Correct a player's rating on the newest list: the rating to which the next list adds the change.

Published lists never change. A correction shows on the next list and has an officer and a reason. A later correction
of the same player replaces it, and it can be withdrawn until that list is published. A rating that looks like a typing
error must be confirmed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from sqlalchemy import insert, select

from arpad.columns import State
from arpad.days import Month
from arpad.finding import Problem, Remedy, UserError
from arpad.frozen import dataclass
from arpad.law.calendar import book_of_day, list_day
from arpad.lists.opening import lowest
from arpad.office.acts import Permission, Subject, act, check_seen
from arpad.office.desk import Desk, WriteTransaction
from arpad.office.publishing.choose_list import NO_MONTH, ListChoice, due_if_unnamed
from arpad.office.registry.player_facts import facts_of_players, read_roster, require_player_key
from arpad.office.registry.player_merges import merges_in_force
from arpad.office.registry.player_numbers import office_number
from arpad.office.rolls import (
    COMPUTED,
    missing_list_error,
    newest_published_list,
    player_history,
    read_roll,
    series_kind,
)
from arpad.office.store.schema import correction
from arpad.office.versions import series_version
from arpad.rating.change import listed

HIGHEST_ACCEPTED_RATING = 4000  # no rating was ever near it: a slip of the pen
FAR_POINTS = 200  # points: two digits in each other's place are seldom as far apart, a wrong first digit always is
UNCONFIRMED_CORRECTION = "correct/unconfirmed"  # the problem that a confirmation solves
WITHDRAWN_RATING = 0  # how a withdrawal is stored


@dataclass(frozen=True)
class NewCorrection:
    """A request: the rating that should have stood on the newest list. `list_` is the list on which the correction
    shows."""

    player: int  # FIDE's number or the office's
    rating: int
    why: str
    series: str = ""
    list_: Month = NO_MONTH
    confirmed: bool = False  # a rating that looks like a slip of the pen is meant


@dataclass(frozen=True)
class CorrectionWithdrawal:
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
class _CorrectedPlayer:
    """The player whom a correction is about, and their rows on the lists so far."""

    writing: WriteTransaction
    which: ListChoice
    replaced: Month
    key: int
    rows: tuple[dict[str, int], ...]  # of the player, up to the newest list

    def store(self, rating: int) -> Corrected:
        """Store the rating of a correction, or 0 to withdraw it; return the result. Nothing is checked here."""
        series, list_ = self.which.series, self.which.list_
        row = {"series": series, "list": int(list_), "player": self.key, "rating": rating}
        self.writing.connection.execute(insert(correction).values(**row, log=self.writing.seq))
        name = facts_of_players(self.writing.connection, [self.key])[self.key].name
        return Corrected(office_number(self.key), name, series, list_, self.rows[-1]["rating"], rating or None)


@act(
    "enter-correction",
    about=Subject.SERIES,
    permission=Permission.DECIDE,
    requires_seen=True,
    inverse="withdraw-correction",
)
def enter_correction(desk: Desk, request: NewCorrection) -> Corrected:
    """Store a correction for the next list; it replaces an earlier one. Refused: no reason, a player who is merged or
    unrated, a list that is not the next one, an impossible rating. A doubtful rating must be confirmed."""
    with _correction_transaction(desk, request, request.rating) as base:
        key, series = base.key, base.which.series
        into = {gone: kept for _, kept, gone in merges_in_force(base.writing.connection)}
        if key in into:
            helps = Remedy.to("correct-other", number=office_number(into[key]))
            raise UserError("correct/merged", helps, number=office_number(key), kept=office_number(into[key]))
        if not base.rows or base.rows[-1]["state"] == State.NONE.value:
            raise UserError("correct/unrated", number=office_number(key), list=base.replaced)
        day = list_day(series, base.replaced)
        least = lowest(book_of_day(series, day), day)
        if not least <= request.rating <= HIGHEST_ACCEPTED_RATING:
            raise UserError(
                "correct/rating", rating=request.rating, series=series, lowest=least, highest=HIGHEST_ACCEPTED_RATING
            )
        doubts = _why_rating_is_doubtful(base, request.rating)
        if doubts and not request.confirmed:
            raise UserError(UNCONFIRMED_CORRECTION, Remedy.to("confirm-correction"), doubts=doubts)
        return base.store(request.rating)


def _why_rating_is_doubtful(base: _CorrectedPlayer, rating: int) -> tuple[Problem, ...]:
    """Return reasons why a rating looks like a typing error: above everybody, or far from the published one; empty if
    none."""
    stood = base.rows[-1]["rating"]
    connection, series = base.writing.connection, base.which.series
    roll = read_roll(connection, series, base.replaced, read_roster(connection).listed_as)
    highest = int(np.where(listed(roll.state), roll.rating, 0).max(initial=0))
    doubts = []
    if rating > highest:
        doubts.append(Problem("correct/above-all", rating=rating, highest=highest, list=base.replaced))
    if abs(rating - stood) >= FAR_POINTS:
        doubts.append(Problem("correct/far", rating=rating, stood=stood, points=abs(rating - stood)))
    return tuple(doubts)


@act("withdraw-correction", about=Subject.SERIES, permission=Permission.DECIDE, inverse="enter-correction")
def withdraw_correction(desk: Desk, request: CorrectionWithdrawal) -> Corrected:
    """Withdraw the correction of a player for the next list. Refused if there is none, or without a reason."""
    with _correction_transaction(desk, request, WITHDRAWN_RATING) as base:
        row = {"series": base.which.series, "list": int(base.which.list_), "player": base.key}
        last = select(correction.c.rating).filter_by(**row).order_by(correction.c.seq.desc()).limit(1)
        if not base.writing.connection.execute(last).scalar():
            raise UserError("correct/none", number=office_number(base.key), list=base.which.list_)
        return base.store(WITHDRAWN_RATING)


@contextmanager
def _correction_transaction(
    desk: Desk, request: NewCorrection | CorrectionWithdrawal, rating: int
) -> Iterator[_CorrectedPlayer]:
    """Open the transaction of a correction and yield the player; without a list it is for the next one. Refuse a
    missing reason, an imported series and another list. `rating` is only logged here."""
    if not request.why.strip():
        raise UserError("correct/no-reason", Remedy.to("give-reason"))
    with desk.reading() as connection:
        which = due_if_unnamed(connection, ListChoice(request.series, request.list_))
    detail = {"list": int(which.list_), "rating": rating}
    with desk.writing("correct", f"{which.series} {request.player}", request.why, detail) as writing:
        check_seen(desk, lambda: series_version(writing.connection, which.series))
        yield _find_corrected_player(writing, which, request.player)


def _find_corrected_player(writing: WriteTransaction, which: ListChoice, number: int) -> _CorrectedPlayer:
    """Return the player with their published rows. Refuse a series that is imported or has no list, a list other than
    the next one, and an unknown player."""
    connection = writing.connection
    replaced = Month(newest_published_list(connection, which.series))
    if not replaced:
        raise missing_list_error(which.series)
    if series_kind(connection, which.series) != COMPUTED:
        raise UserError("series-imported", series=which.series)
    due = due_if_unnamed(connection, ListChoice(which.series)).list_
    if which.list_ != due:
        raise UserError("correct/other-list", list=which.list_, series=which.series, due=due)
    key = require_player_key(connection, number)
    rows = tuple(row for at, row in player_history(connection, which.series, key) if at <= replaced)
    return _CorrectedPlayer(writing, which, replaced, key, rows)
