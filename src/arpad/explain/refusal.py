"""Write the letter by which the registration of an event is refused: who refuses it, by which article, why, and what
can be done against it.

A letter is data; `words` puts it into plain text.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

from arpad.explain.letter import Appeal, appeal_of, appeal_words
from arpad.finding import Note, fields_of
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.law.rules.concept import Authority
from arpad.law.rules.office import REGISTRATION_REFUSAL
from arpad.messages import say
from arpad.model import EventFacts


@dataclass(frozen=True)
class RegistrationRefused:
    """The letter to whoever registered an event."""

    day: date
    event: str
    code: str
    start: date | None
    end: date | None
    rulebook: str  # its title
    edition: str
    by: Authority
    article: str
    why: str
    appeal: Appeal | None


def registration_refused(
    book: Rulebook, facts: EventFacts, by: Authority, why: str, today: date
) -> RegistrationRefused:
    """The letter that refuses a registration; whether that authority may refuse was checked before."""
    return RegistrationRefused(
        today,
        facts.name,
        facts.code,
        facts.start,
        facts.end,
        book.head.title,
        book.id,
        by,
        book.articles(REGISTRATION_REFUSAL)[0],
        why,
        appeal_of(book, today),
    )


def words(letter: RegistrationRefused) -> str:
    """The whole letter as plain text."""
    return "\n\n".join(_parts(letter)) + "\n"


def _parts(letter: RegistrationRefused) -> Iterator[str]:
    head = [
        _say("date", day=letter.day),
        _say("concerning", event=letter.event, code=letter.code, part=None),
        _say("announced-for", start=letter.start, end=letter.end),
        _say("rulebook", title=letter.rulebook, edition=letter.edition),
    ]
    yield "\n".join(head)
    yield _say("registration-refused", by=Note.of(f"appeal-to/{letter.by}"), article=letter.article)
    yield _say("reason", why=letter.why)
    ending = [_say("no-report")]
    if letter.appeal is not None:
        ending.append(appeal_words(letter.appeal))
    yield "\n".join(ending)


def _say(message: str, **fields: Any) -> str:
    return say(f"letter/{message}", fields_of(fields))
