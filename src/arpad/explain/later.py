"""Say why an event is on a later list than the first after its end: the closing day, the day of the report, or a
decision that came later. Which list it is on is decided elsewhere; here it is told with its article.
"""

from __future__ import annotations

from datetime import date
from enum import StrEnum

from arpad.days import Month
from arpad.explain.numbers import articles
from arpad.finding import fields_of
from arpad.frozen import dataclass
from arpad.law import LawError, Rulebook
from arpad.law.calendar import closing_day, list_for, next_list
from arpad.law.rules.lists import CLOSING_DAY
from arpad.law.rules.registration import LATE_REPORT, REPORT_DEADLINE
from arpad.messages import say


class LaterBecause(StrEnum):
    """What kept an event from the first list after its end."""

    CLOSING_DAY = "closing-day"
    LATE_REPORT = "late-report"
    DECIDED_LATER = "decided-later"


@dataclass(frozen=True)
class Later:
    """Why an event is not on the first list after its end; `day` is that of its end, of the report, or unknown."""

    because: LaterBecause
    first: Month  # the first list after its end
    day: date | None
    articles: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """In English."""
        return say(f"later/{self.because}", fields_of({"first": self.first, "day": self.day}))


@dataclass(frozen=True)
class Ended:
    """When an event ended and was reported; of an event in parts several reports came, and no day is given."""

    series: str
    end: date
    reported: date | None
    official: bool = False


def later(book: Rulebook, ended: Ended, list_: Month) -> Later | None:
    """Why an event is on this list and not on the first one after its end; None if it is the first, or the lists are
    unknown."""
    try:
        first = next_list(ended.series, ended.end)
        by_closing = list_for(ended.series, ended.end, ended.official)
        closes = closing_day(ended.series, first, ended.official)
    except LawError:
        return None
    if list_ <= Month.of(first):
        return None
    if list_ <= Month.of(by_closing) and closes < ended.end:
        return Later(LaterBecause.CLOSING_DAY, Month.of(first), ended.end, articles(book, (CLOSING_DAY.name,)))
    if ended.reported is not None and ended.reported >= by_closing:
        concept = next((each for each in (REPORT_DEADLINE, LATE_REPORT) if book.has(each)), CLOSING_DAY)
        return Later(LaterBecause.LATE_REPORT, Month.of(by_closing), ended.reported, articles(book, (concept.name,)))
    if ended.reported is None:
        return None
    return Later(LaterBecause.DECIDED_LATER, Month.of(by_closing), None, articles(book, (CLOSING_DAY.name,)))
