"""Assume what is the same for nearly every event, where nobody says it: for a check without an office.

The Laws of Chess were applied, the event was not hybrid, it was agreed with the federation and registered in time, and
its series is the one that its time control belongs to. Whatever is assumed is shown. An office never assumes: its
officers answer, and what they answer is stored.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from arpad.admission.case import read_control
from arpad.admission.grounds import Grounds, marked_series
from arpad.finding import Note
from arpad.frozen import dataclass
from arpad.law.rules.admission import LAWS_OF_CHESS
from arpad.law.rules.registration import HYBRID_EVENT, REGISTERED_EVENT, Agreed, Registered
from arpad.model import EventFacts, Report
from arpad.timecontrol import TimeControl


@dataclass(frozen=True)
class DefaultAnswers:
    """The facts with the default answers, and what was assumed, in the order in which it is shown."""

    facts: EventFacts
    assumed: tuple[Note, ...] = ()
    in_time: bool = False  # nobody says when the event was registered


def default_answers(report: Report, facts: EventFacts, answers: frozenset[str], grounds: Grounds) -> DefaultAnswers:
    """Answer what the rulebook asks of every event, where the facts do not say it."""
    book, defaults, assumed = grounds.book, dict[str, Any](), []
    rule = book.find(REGISTERED_EVENT)
    if facts.laws is None and book.has(LAWS_OF_CHESS):
        defaults["laws"] = True
        assumed.append(Note.of("assumed/laws"))
    over_the_board = isinstance(rule, Registered) and rule.over_the_board
    if facts.hybrid is None and (over_the_board or book.has(HYBRID_EVENT)):
        defaults["hybrid"] = False
        assumed.append(Note.of("assumed/hybrid"))
    if facts.agreed is None and isinstance(rule, Agreed):
        defaults["agreed"] = True
        assumed.append(Note.of("assumed/agreed"))
    in_time = facts.registered is None and isinstance(rule, Registered)
    if in_time:
        assumed.append(Note.of("assumed/registered"))
    if not facts.series:
        defaults["series"] = grounds.series
        control = read_control(report, facts, answers)
        text = facts.time_control if isinstance(control, TimeControl) else ""
        marked = not text and facts.start is not None and marked_series(report, facts.start) == grounds.series
        which = "assumed/series-marked" if marked else "assumed/series"
        assumed.append(Note.of(which, series=grounds.series, control=text))
    return DefaultAnswers(replace(facts, **defaults), tuple(assumed), in_time)
