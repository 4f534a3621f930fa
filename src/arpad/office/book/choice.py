"""Which ratings an event is rated with: those of its first day, or those of each game's own day, where a rulebook
leaves the choice.

The office accepts a choice until the event's first day. Later it accepts one only with the name of a person who vouches
that it was made in time. Where the rulebook leaves no choice, the fact is ignored.
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
    """The value of `ratings_at`; `start` where the facts have none."""
    return str(facts.get(KEY) or UNSAID)


def is_free(facts: Mapping[str, Any]) -> bool:
    """Whether the rulebook of an event lets its organiser choose."""
    return isinstance(in_force(facts["series"], facts["start"]).rule(RATINGS_USED), StartOrGame)


def must_be_in_time(before: Mapping[str, Any], after: Mapping[str, Any], day: date, by: str) -> None:
    """Refuse a new choice after the event's first day, unless somebody vouches for it."""
    if chosen(before) == chosen(after) or not is_free(after) or day <= after["start"] or by.strip():
        return
    fields = {"event": after["code"], "start": after["start"], "day": day, "known": chosen(before)}
    remedy = Remedy.to("vouch-for-choice", event=after["code"], choice=chosen(after))
    raise Misuse("choice-too-late", remedy, **fields, given=chosen(after))
