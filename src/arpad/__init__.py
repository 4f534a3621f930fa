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
    >>> answer.events[0].games[0].difference, answer.events[0].games[0].counted_difference
    (500, 400)

A report is read by `read_file` and judged by `check`; what it brings each player is said by `rate_report`. A whole
period is one call of `rate`, with tables of columns in and out. Answers are frozen values; `to_json` writes any of
them, and what is wrong is a `UserError`.

The public names are loaded when they are first used, so that a small command starts at once.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from arpad.asjson import to_json
    from arpad.calculator import Book, in_force, rulebook
    from arpad.calculator.answers import (
        FirstRatingAnswer,
        PerformanceAnswer,
        PeriodAnswer,
        RoundRobinAnswer,
        TargetAnswer,
    )
    from arpad.columns import Entries, Events, Games, Players, Pool, Role, Roll, Source, State, Status, System
    from arpad.days import Day, Month
    from arpad.examining.rate_report import RatedLine, rate_report
    from arpad.explain.lines import EventLine, GameLine, event_lines
    from arpad.explain.numbers import Step
    from arpad.explain.steps import steps_of
    from arpad.finding import Finding, Place, Remedy, Tier, UserError
    from arpad.intake import RatingList, read_file, read_list
    from arpad.law import Rulebook
    from arpad.model import EventFacts, Report, Verdict
    from arpad.pipeline import Answer, Inquiry, check
    from arpad.rating import Period, Rolls, rate

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "Book",
    "Day",
    "Entries",
    "EventFacts",
    "EventLine",
    "Events",
    "Finding",
    "FirstRatingAnswer",
    "GameLine",
    "Games",
    "Inquiry",
    "Month",
    "PerformanceAnswer",
    "Period",
    "PeriodAnswer",
    "Place",
    "Players",
    "Pool",
    "RatedLine",
    "RatingList",
    "Remedy",
    "Report",
    "Role",
    "Roll",
    "Rolls",
    "RoundRobinAnswer",
    "Rulebook",
    "Source",
    "State",
    "Status",
    "Step",
    "System",
    "TargetAnswer",
    "Tier",
    "UserError",
    "Verdict",
    "__version__",
    "check",
    "event_lines",
    "in_force",
    "rate",
    "rate_report",
    "read_file",
    "read_list",
    "rulebook",
    "steps_of",
    "to_json",
]

_ROOMS = {
    "asjson": "to_json",
    "calculator": "Book in_force rulebook",
    "calculator.answers": "FirstRatingAnswer PerformanceAnswer PeriodAnswer RoundRobinAnswer TargetAnswer",
    "columns": "Entries Events Games Players Pool Role Roll Source State Status System",
    "days": "Day Month",
    "examining.rate_report": "RatedLine rate_report",
    "explain.lines": "EventLine GameLine event_lines",
    "explain.numbers": "Step",
    "explain.steps": "steps_of",
    "finding": "Finding Place Remedy Tier UserError",
    "intake": "RatingList read_file read_list",
    "law": "Rulebook",
    "model": "EventFacts Report Verdict",
    "pipeline": "Answer Inquiry check",
    "rating": "Period Rolls rate",
}
_ROOM_OF = {name: f"arpad.{room}" for room, names in _ROOMS.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name not in _ROOM_OF:
        raise AttributeError(f"module 'arpad' has no attribute {name!r}")
    return getattr(import_module(_ROOM_OF[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
