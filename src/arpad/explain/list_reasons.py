"""Why an event is on a later list, and why a list leaves a player out, with the articles."""

from __future__ import annotations

from datetime import date
from enum import StrEnum

from arpad.columns import label
from arpad.days import Month
from arpad.explain.numbers import articles
from arpad.finding import Note, sorted_fields
from arpad.frozen import dataclass
from arpad.law import LawError, Rulebook
from arpad.law.calendar import closing_day, list_for, next_list
from arpad.law.rules.lists import CLOSING_DAY, MEMBERSHIP_DAY
from arpad.law.rules.registration import LATE_REPORT, REPORT_DEADLINE
from arpad.lists.listing import CONCEPT_OF, Unlisted
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
        return say(f"later/{self.because}", sorted_fields({"first": self.first, "day": self.day}))


@dataclass(frozen=True)
class Ended:
    """When an event ended and was reported; of an event in parts several reports came, and no day is given."""

    series: str
    end: date
    reported: date | None
    official: bool = False


def why_on_later_list(book: Rulebook, ended: Ended, list_: Month) -> Later | None:
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


@dataclass(frozen=True)
class NotListed:
    """Why a player is not on a printed list, or not among the active. The rating goes on all the same."""

    reason: str
    says: Note
    articles: tuple[str, ...]
    rulings: tuple[str, ...]


@dataclass(frozen=True)
class LeftOff:
    """A list on which a player is not, or not as active, and why."""

    series: str
    list_: Month
    why: NotListed


def why_not_listed(book: Rulebook, reason: int) -> NotListed | None:
    """The reason why a list leaves a player out, with articles; None for a player who is listed."""
    why = Unlisted(reason)
    if why is Unlisted.LISTED:
        return None
    concept, name = CONCEPT_OF[why], label(why)
    names = {concept.name, *((MEMBERSHIP_DAY.name,) if why in (Unlisted.NO_MEMBER, Unlisted.EXCLUDED) else ())}
    rulings = tuple(ruling.id for ruling in book.rulings if ruling.concept in names)
    articles = tuple(book.articles(concept)[:1]) if book.has(concept) else ()
    return NotListed(name, Note.of(f"not-listed/{name}"), articles, rulings)
