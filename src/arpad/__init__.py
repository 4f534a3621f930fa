"""Arpad: a chess rating office.

The arrow, from left to right, and the room that decides each step:

    report --read--> event, entries, games --seat--> ratings at the board --admit--> what may count
           --rate--> ledger --publish--> list

Under every step stands the law: a rulebook, which is data, chosen by date and cited by article.

    >>> import arpad
    >>> book = arpad.rulebook("fide-standard-2024")
    >>> book.expected(450), book.expected(450, limited=False)
    (92, 94)
    >>> answer = book.rate_period({"rating": 2400, "k": 10}, [{"games": [{"opponent": 1900, "score": 1}]}])
    >>> answer.change, answer.new_rating  # the change in hundredths
    (80, 2401)

The public names are loaded when they are first used, so that a small command starts at once.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from arpad.calculator import Book, in_force, rulebook
    from arpad.finding import Finding, Misuse, Place, Tier
    from arpad.law import Rulebook
    from arpad.rating import Period, Rolls, rate

__version__ = "0.1.0"

__all__ = [
    "Book",
    "Finding",
    "Misuse",
    "Period",
    "Place",
    "Rolls",
    "Rulebook",
    "Tier",
    "__version__",
    "in_force",
    "rate",
    "rulebook",
]

_ROOM = {
    "Finding": "arpad.finding",
    "Misuse": "arpad.finding",
    "Place": "arpad.finding",
    "Tier": "arpad.finding",
    "Rulebook": "arpad.law",
    "Book": "arpad.calculator",
    "in_force": "arpad.calculator",
    "rulebook": "arpad.calculator",
    "Period": "arpad.rating",
    "Rolls": "arpad.rating",
    "rate": "arpad.rating",
}


def __getattr__(name: str) -> Any:
    if name not in _ROOM:
        raise AttributeError(f"module 'arpad' has no attribute {name!r}")
    return getattr(import_module(_ROOM[name]), name)
