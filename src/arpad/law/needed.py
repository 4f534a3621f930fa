"""Say what a rulebook must fill for each verb that would ask it: what is left out is told before anybody needs it.

`NEEDED` has by verb the concepts without which it cannot answer. Some are asked only because of another value, and
`lacking` knows which. A concept that stands nowhere here may be left out: then nothing is asked or decided by it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from arpad.law.edition import Edition
from arpad.law.rules import CONCEPTS
from arpad.law.rules.lists import MEMBER_FEDERATION, MEMBERSHIP_DAY
from arpad.law.rules.rating import UNRATED_OPPONENT, EventRating

_TABLES = ("dp-table", "expectation-table")
_RESULTS = ("opponents-average", "over-half", "percentage", "intermediate-rounding", "first-rating-rounding")
_SETTLING = (
    *_TABLES, *_RESULTS, "unrated-opponent", "difference-limit", "rating-change", "change-rounding", "floor",
    "minimum-games", "pooling-window", "list-calendar",
)  # fmt: skip
_EVENTS = (*_SETTLING, "coefficient", "first-event", "first-event-points", "ratings-used")
_LISTS = (*_EVENTS, "closing-day", "inactivity", "reactivation", "delisting", "event-in-parts", "list-fields")

NEEDED: Mapping[str, tuple[str, ...]] = {
    "calc expected": (*_TABLES, "difference-limit"),
    "calc dp": _TABLES,
    "calc performance": (*_TABLES, "percentage", "intermediate-rounding"),
    "calc period": (*_SETTLING, "coefficient"),
    "calc target": (*_SETTLING, "coefficient"),
    "calc initial": (*_SETTLING, "first-event", "first-event-points"),
    "calc round-robin": (*_TABLES, "unrated-opponent"),
    "check": _EVENTS,
    "list open": _LISTS,
    "period publish": _LISTS,
    "explain": _LISTS,
    "simulate": _LISTS,
}
FOR_LISTS = ("list open", "period publish", "explain")  # what an office must be able to do with what it adopts

_IN_ROUND_ROBINS = (
    "round-robin-average", "round-robin-iteration", "first-event-opponents", "over-half", "difference-limit",
    "percentage", "intermediate-rounding",
)  # fmt: skip
_OF_MEMBERS = ("check", *FOR_LISTS)


def lacking(filled: Collection[str], edition: Edition | None = None) -> dict[str, tuple[str, ...]]:
    """By verb what is not among the concepts that are filled, though the verb needs it; how they are filled says the
    edition, where it can be read."""
    found = {}
    for verb, names in NEEDED.items():
        missing = [name for name in (*names, *_because(verb, filled, edition)) if name not in filled]
        if missing:
            found[verb] = tuple(sorted(set(missing), key=list(CONCEPTS).index))
    return found


def _because(verb: str, filled: Collection[str], edition: Edition | None) -> tuple[str, ...]:
    """What a verb needs because of other values."""
    if verb in _OF_MEMBERS and MEMBER_FEDERATION.name in filled:
        return (MEMBERSHIP_DAY.name,)
    if verb == "calc round-robin" and edition is not None and UNRATED_OPPONENT.name in edition.fillings:
        by_event = edition.fillings[UNRATED_OPPONENT.name].values.values()
        return _IN_ROUND_ROBINS if any(isinstance(value, EventRating) for value in by_event) else ()
    return ()
