"""Decide whether the ratings of each game's own day may still be chosen: that is done before the first round.

The office takes the choice, and a change of it, until the event's first day. After that it is somebody's word that it
was made in time: taken only with the name of who says so, and kept with it. Where a rulebook leaves no choice, what is
said about it changes nothing and is not looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from arpad.finding import Misuse, Remedy
from arpad.law import in_force
from arpad.law.rules.rating import RATINGS_USED, StartOrGame

KEY, UNSAID = "ratings_at", "start"


def chosen(facts: Mapping[str, Any]) -> str:
    """What is chosen; the list of the first day where nothing is said."""
    return str(facts.get(KEY) or UNSAID)


def is_free(facts: Mapping[str, Any]) -> bool:
    """Whether the rulebook of an event leaves a choice."""
    return isinstance(in_force(facts["series"], facts["start"]).rule(RATINGS_USED), StartOrGame)


def must_be_in_time(before: Mapping[str, Any], after: Mapping[str, Any], day: date, by: str) -> None:
    """Refuse a choice that is new on a day after the event's first, unless somebody vouches for it."""
    if chosen(before) == chosen(after) or not is_free(after) or day <= after["start"] or by.strip():
        return
    given = {"event": after["code"], "start": after["start"], "day": day}
    remedy = Remedy.to("vouch-for-choice", event=after["code"], choice=chosen(after))
    raise Misuse("choice-too-late", remedy, **given, known=chosen(before), given=chosen(after))
