"""Assume what is the same for nearly every event, where nobody says it: for a check without an office, and for an event
that an office registers from its report.

The Laws of Chess were applied, the event was not hybrid, it was agreed with the federation, announced as rated and
registered in time, and its series is the one that its time control belongs to. An office may have other answers, or ask
every time. Whatever is assumed is shown. An office never assumes when it judges: it stores what its officers answer.
"""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import Any

from arpad.admission.case import read_control
from arpad.admission.grounds import Grounds, marked_series
from arpad.finding import Note
from arpad.frozen import dataclass
from arpad.law.rules.admission import LAWS_OF_CHESS
from arpad.law.rules.registration import HYBRID_EVENT, REGISTERED_EVENT, Agreed, Registered
from arpad.model import EventFacts, Report
from arpad.timecontrol import TimeControl


class UsualAnswer(StrEnum):
    """What is assumed where nobody answers; `ask` assumes nothing."""

    YES = "yes"
    NO = "no"
    ASK = "ask"


@dataclass(frozen=True)
class UsualAnswers:
    """The answers of an office to what every report asks."""

    laws: UsualAnswer = UsualAnswer.YES  # the Laws of Chess were applied
    hybrid: UsualAnswer = UsualAnswer.NO
    agreed: UsualAnswer = UsualAnswer.YES  # with the federation
    announced: UsualAnswer = UsualAnswer.YES  # as rated

    def assumed(self, fact: str) -> tuple[bool, Note] | None:
        """Return the answer to a question and the note that shows it; None where it is asked."""
        answer: UsualAnswer = getattr(self, fact)
        if answer is UsualAnswer.ASK:
            return None
        usual = answer is getattr(USUAL_ANSWERS, fact)
        return answer is UsualAnswer.YES, Note.of(f"assumed/{fact}" if usual else f"assumed/{fact}-{answer.value}")


USUAL_ANSWERS = UsualAnswers()


@dataclass(frozen=True)
class DefaultAnswers:
    """The facts with the default answers, and what was assumed, in the order in which it is shown."""

    facts: EventFacts
    assumed: tuple[Note, ...] = ()
    in_time: bool = False  # nobody says when the event was registered


def default_answers(
    report: Report,
    facts: EventFacts,
    answers: frozenset[str],
    grounds: Grounds,
    usual: UsualAnswers = USUAL_ANSWERS,
) -> DefaultAnswers:
    """Answer what the rulebook asks of every event, where the facts do not say it."""
    book, defaults, assumed = grounds.book, dict[str, Any](), []
    rule = book.find(REGISTERED_EVENT)
    over_the_board = isinstance(rule, Registered) and rule.over_the_board
    asked = {
        "laws": book.has(LAWS_OF_CHESS),
        "hybrid": over_the_board or book.has(HYBRID_EVENT),
        "agreed": isinstance(rule, Agreed),
    }
    for name in (name for name, of_book in asked.items() if of_book and getattr(facts, name) is None):
        if answer := usual.assumed(name):
            defaults[name] = answer[0]
            assumed.append(answer[1])
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
