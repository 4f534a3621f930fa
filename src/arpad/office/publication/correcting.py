"""Correct what the newest list said of a player: the base to which the next list adds his change.

A published list never changes. A correction names the rating that should have stood there, shows on the next list, and
is an entry with a name and a reason; the preview and the explanation tell it. A later one for the same player takes the
place of an earlier one, and a correction can be withdrawn until the list is published.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import insert, select

from arpad.columns import State
from arpad.finding import Misuse
from arpad.law import in_force
from arpad.law.calendar import list_number, next_list
from arpad.law.rules.newcomers import FLOOR
from arpad.office.desk import Desk
from arpad.office.publication.inputs import day_of
from arpad.office.registry.identity import own_id
from arpad.office.registry.merging import standing
from arpad.office.registry.players import facts, one
from arpad.office.rolls import COMPUTED, history, kind_of, missing, month, newest
from arpad.office.store.schema import correction

HIGHEST = 4000  # no rating was ever near it: a slip of the pen
WITHDRAWN = 0


@dataclass(frozen=True)
class Corrected:
    """What was entered."""

    player: int  # the office's number
    name: str
    list_: int
    stood: int  # on the newest list
    rating: int  # what should have stood there; 0: the correction is withdrawn


def correct(desk: Desk, series: str, list_: int, number: int, rating: int, why: str) -> Corrected:
    """Enter a correction for the next list, or withdraw one (rating 0)."""
    if not why.strip():
        raise Misuse("a correction needs its reason: --why TEXT")
    detail = {"list": list_, "rating": rating}
    with desk.writing("correct", f"{series} {number}", why, detail) as writing:
        connection = writing.connection
        replaced = newest(connection, series)
        if not replaced or kind_of(connection, series) != COMPUTED:
            raise Misuse(missing(series, list_, ()) if not replaced else f"{series} is imported, not computed here")
        due = list_number(next_list(series, day_of(replaced)))
        if list_ != due:
            raise Misuse(f"the list {month(list_)} cannot be corrected: a correction of {series} shows on {month(due)}")
        key = one(connection, number)
        row = {"series": series, "list": list_, "player": key}
        rows = [each for at, each in history(connection, series, key) if at <= replaced]
        if rating == WITHDRAWN:
            last = select(correction.c.rating).filter_by(**row).order_by(correction.c.seq.desc()).limit(1)
            if not connection.execute(last).scalar():
                raise Misuse(f"{own_id(key)} has no correction on the list {month(list_)}; nothing is to be withdrawn")
        else:
            into = {gone: kept for _, kept, gone in standing(connection)}
            if key in into:
                raise Misuse(f"{own_id(key)} counts as {own_id(into[key])}; correct that one, or unmerge the two")
            if not rows or rows[-1]["state"] == State.NONE.value:
                raise Misuse(f"{own_id(key)} has no rating on the list {month(replaced)}: there is nothing to correct")
            floor = in_force(series, day_of(replaced)).rule(FLOOR).rating
            if not floor <= rating <= HIGHEST:
                raise Misuse(f"{rating} cannot have stood on a list of {series}: give a rating of {floor} to {HIGHEST}")
        connection.execute(insert(correction).values(**row, rating=rating, log=writing.seq))
        name = facts(connection, [key])[key].name
    return Corrected(own_id(key), name, list_, rows[-1]["rating"], rating)
