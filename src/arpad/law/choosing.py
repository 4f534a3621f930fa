"""Choose a rulebook of today's law: by its id, or by the day on which an event starts.

What is not there is refused, with what comes nearest.
"""

from __future__ import annotations

from datetime import date, timedelta

from arpad.finding import Remedy
from arpad.law.cited import LawError, Ruling, choose, did_you_mean
from arpad.law.edition import Head
from arpad.law.law_set import current_law, read_readings_file
from arpad.law.lawfiles import READINGS
from arpad.law.rulebook import Rulebook


def readings() -> tuple[Ruling, ...]:
    """The readings where the texts are silent."""
    return read_readings_file(current_law().files[READINGS])


def editions() -> tuple[str, ...]:
    """The ids of all editions, by series and date."""
    return tuple(current_law().heads)


def series_names() -> tuple[str, ...]:
    """The rating series the law knows."""
    return current_law().series_names


def rulebook(id: str, series: str | None = None, witness: str | None = None) -> Rulebook:
    """The edition of this id; `series` where one file serves several, `witness` for the text as one print has it."""
    if not isinstance(id, str):
        raise LawError("no-rulebook/not-an-id", id=id)
    law = current_law()
    if id not in law.ids:
        raise LawError("no-rulebook", did_you_mean(id, law.ids) or Remedy.to("list-rulebooks"), id=id)
    return law.rulebook(id, series, witness)


def in_force(series: str, day: date) -> Rulebook:
    """The edition in force for events of a series that start on a day; a day no edition covers is refused."""
    if type(day) is not date:
        raise LawError("no-edition/not-a-day", day=day)
    law = current_law()
    if series not in law.series_names:
        raise LawError("unknown-rating-series", choose(series, law.series_names), series=series)
    covering = law.covering(series, day)
    calculated = next((head for head in covering if head.use), None)
    if calculated is not None or not covering:
        heads = [head for head in law.heads_of(series) if not head.use]
        if calculated is not None:
            nearest = heads[0].id
            raise LawError("no-edition/calculation", series=series, day=day, edition=calculated.id, nearest=nearest)
        near = min(heads, key=lambda head: _distance(head, day))
        if day < near.in_force:
            raise LawError("no-edition/not-yet", series=series, day=day, nearest=near.id, since=near.in_force)
        raise LawError("no-edition", series=series, day=day, nearest=near.id, until=near.until)
    return law.in_force(series, day)


def _distance(head: Head, day: date) -> timedelta:
    return head.in_force - day if day < head.in_force else day - (head.until or day)
