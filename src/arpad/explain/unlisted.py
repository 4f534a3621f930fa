"""Say why a list leaves a player out, or does not show him as active: the reason, its article, its readings.

In goes the reason that was stored with the list; nothing is decided here.
"""

from __future__ import annotations

from arpad.columns import label
from arpad.days import Month
from arpad.finding import Note
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.law.rules.lists import MEMBERSHIP_DAY
from arpad.lists.listing import CONCEPT_OF, Unlisted


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


def not_listed(book: Rulebook, reason: int) -> NotListed | None:
    """The reason why a list leaves a player out, with articles; None for a player who is listed."""
    why = Unlisted(reason)
    if why is Unlisted.LISTED:
        return None
    concept, name = CONCEPT_OF[why], label(why)
    names = {concept.name, *((MEMBERSHIP_DAY.name,) if why in (Unlisted.NO_MEMBER, Unlisted.EXCLUDED) else ())}
    rulings = tuple(ruling.id for ruling in book.rulings if ruling.concept in names)
    articles = tuple(book.articles(concept)[:1]) if book.has(concept) else ()
    return NotListed(name, Note.of(f"not-listed/{name}"), articles, rulings)
