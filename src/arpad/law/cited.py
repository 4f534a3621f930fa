"""Say where a number comes from: articles, cited values and rulings.

A value of the law is never loose: it stands in an article, or in a reading where the text is silent. A ruling says what
a text prints, what is applied instead or in addition, and why.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from difflib import get_close_matches
from typing import Any, Generic, TypeVar

from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.law.rules.concept import TOLD, Room

Value = TypeVar("Value")


class LawError(UserError):
    """A rulebook, an article, a day or a value that is not there, or a rulebook that cannot be trusted."""

    others: tuple[LawError, ...] = ()  # what else is wrong with the same rulebook


class Hole(LawError):
    """A printed table has no answer here, and the print is to be taken as it stands."""


NOT_APPLIED = "not applied"
BY_HAND = (TOLD, NOT_APPLIED)  # statuses of articles without a concept, each with its reason
STATUSES = (*(room.value for room in Room), TOLD, NOT_APPLIED)


@dataclass(frozen=True)
class Cited(Generic[Value]):
    """A value, the articles that say it (the one that fills it first) and the reading that gave it, if one did."""

    value: Value
    articles: tuple[str, ...]
    reading: str = ""


@dataclass(frozen=True)
class Article:
    """One article: what it says in our words, which concepts it fills or repeats, and what becomes of it."""

    number: str
    says: str
    fills: tuple[str, ...]
    cites: tuple[str, ...]
    statuses: tuple[str, ...]
    reason: str = ""
    also: Mapping[str, str] = field(default_factory=dict)  # the number it has in a witness that counts differently


@dataclass(frozen=True)
class Ruling:
    """What was printed, what is applied, and why; for a reading, the question and the choice not taken."""

    id: str
    article: str  # the article it corrects or completes; empty where no article speaks of it
    concept: str
    applies: str
    because: str
    question: str = ""
    alternative: str = ""
    printed: Mapping[str, str | Mapping[str, Any]] = field(default_factory=dict)
    editions: tuple[str, ...] = ()  # a reading completes only these; none named: every one that fills its concept
    same_days: str = ""  # of the reading on the order of events: what decides between two of the same days

    @property
    def kind(self) -> str:
        return {"E": "erratum", "S": "reading"}.get(self.id[:1], "ruling")


def did_you_mean(wrong: str, known: Iterable[str]) -> Remedy | None:
    """A hint at the name that was probably meant; none where none is near."""
    near = get_close_matches(wrong, list(known), n=1)
    return Remedy.to("did-you-mean", name=near[0]) if near else None


def choose(wrong: str, known: Iterable[str]) -> Remedy:
    """The same; where none is near, the names to choose from."""
    names = tuple(known)
    return did_you_mean(wrong, names) or Remedy.to("choose-name", names=names or ("None",))
