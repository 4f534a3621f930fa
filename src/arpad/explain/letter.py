"""Write the reply an officer sends to the arbiter: what becomes of the report, why, by which article, and what helps.

A letter is data: its head, the verdict, the findings as paragraphs, the list, the next deadline and the appeal. `words`
puts it into plain text; remedies are said as the arbiter can carry them out, and left out where only an officer can.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

from arpad.admission.approvals import UNNAMED
from arpad.admission.deadlines import Deadline, appeal_until
from arpad.days import Month
from arpad.explain.later import Ended, Later, later
from arpad.finding import Finding, Note, Repeated, Tier, fields_of, told_once
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.law.rules.concept import Authority
from arpad.law.rules.office import APPEAL, WithinDays
from arpad.messages import LETTER, advise, say
from arpad.model import Verdict
from arpad.pipeline import Answer

PARTS = (Tier.REFUSE, Tier.ASK, Tier.EXCLUDE, Tier.ADVICE)  # in this order
RATED = (Verdict.RATABLE, Verdict.WITH_EXCLUSIONS)


@dataclass(frozen=True)
class Appeal:
    """To whom and how long the organiser may appeal, where the law names a body and a time, and by which article."""

    days: int | None
    until: date | None
    article: str
    to: Authority | None  # None: the law names nobody


@dataclass(frozen=True)
class Stopped:
    """A decision by which a report waits or is out: held, appealed against, withdrawn; of which day, whose, and why."""

    how: str
    day: date
    who: str
    why: str


@dataclass(frozen=True)
class Part:
    """A part of an event: its number, and the days of its games as far as they are known."""

    number: int
    first: date | None
    last: date | None


@dataclass(frozen=True)
class Letter:
    """The reply to a report. `listed` says that the list is published with it; otherwise it will be on that list."""

    day: date
    event: str
    code: str
    start: date | None
    end: date | None
    part: Part | None  # what was sent of an event in parts; None: all of it
    rulebook: str  # its title; empty where the law was not asked
    edition: str
    printed_ratings: bool
    verdict: Verdict
    paragraphs: tuple[Finding, ...]  # the gravest first
    list_day: date | None
    listed: bool
    deadline: Deadline | None
    appeal: Appeal | None
    later: Later | None = None  # why it is not the first list after the end
    stopped: Stopped | None = None
    players: int = 0  # of the report


def letter(answer: Answer, file: str, today: date, listed: bool = False) -> Letter:
    """The letter of a day about a report, by what the regulation says of it."""
    facts, book, verdict = answer.facts, answer.book, answer.verdict
    refused = verdict == Verdict.NOT_RATABLE and not listed
    return Letter(
        today,
        facts.name or file,
        facts.code,
        facts.start,
        facts.end,
        Part(facts.part, facts.part_start, facts.part_end) if facts.part else None,
        book.head.title if book is not None else "",
        book.id if book is not None else "",
        answer.printed_ratings,
        verdict,
        tuple(finding for tier in PARTS for finding in answer.findings if finding.tier == tier),
        answer.list_day if listed or verdict in RATED else None,
        listed,
        None if listed else answer.deadline,
        appeal_of(book, today) if refused and book is not None else None,
        _later(answer) if listed or verdict in RATED else None,
        players=answer.players,
    )


def _later(answer: Answer) -> Later | None:
    """Why the report is not on the first list after the end of the event."""
    facts, book = answer.facts, answer.book
    if book is None or facts.last is None or answer.list_day is None:
        return None
    ended = Ended(facts.series, facts.last, facts.reported, bool(facts.official))
    return later(book, ended, Month.of(answer.list_day))


def appeal_of(book: Rulebook, today: date) -> Appeal | None:
    """How a decision communicated on a day may be appealed; None if the law knows no appeal."""
    if not book.has(APPEAL):
        return None
    rule = book.rule(APPEAL)
    days = rule.days if isinstance(rule, WithinDays) else None
    to = rule.to if rule.to != UNNAMED else None
    return Appeal(days, appeal_until(book, today), book.articles(APPEAL)[0], to)


# --- in words -----------------------------------------------------------------------------------------------------


def words(letter: Letter) -> str:
    """The whole letter as plain text."""
    parts = ["\n".join(_head(letter)), *_becomes(letter)]
    for tier in PARTS:
        findings = [finding for finding in letter.paragraphs if finding.tier == tier]
        paragraphs = [_paragraph(each) for each in told_once(findings, letter.players)]
        parts += ["\n".join([_say(tier.value), *paragraphs])] if paragraphs else []
    ending = list(_ending(letter))
    return "\n\n".join([*parts, *(["\n".join(ending)] if ending else [])]) + "\n"


def _head(letter: Letter) -> Iterator[str]:
    yield _say("date", day=letter.day)
    part = letter.part
    yield _say("concerning", event=letter.event, code=letter.code, part=part.number if part is not None else None)
    if part is not None and part.first and part.last:
        yield _say("played-part", first=part.first, last=part.last, start=letter.start, end=letter.end)
    elif letter.start and letter.end:
        yield _say("played", start=letter.start, end=letter.end)
    if letter.edition:
        yield _say("rulebook", title=letter.rulebook, edition=letter.edition)
    if letter.printed_ratings:
        yield _say("printed-ratings")


def _becomes(letter: Letter) -> Iterator[str]:
    """What becomes of the report; an officer's decision counts before the regulation."""
    stopped = letter.stopped
    if stopped is not None:
        yield _say(stopped.how, day=stopped.day, who=stopped.who, why=stopped.why.strip().rstrip("."))
    if letter.listed:
        some = any(finding.tier == Tier.EXCLUDE for finding in letter.paragraphs)
        yield _say("rated-with-exclusions" if some else "rated")
    elif stopped is None:
        yield _say(letter.verdict.value)


def _paragraph(repeated: Repeated) -> str:
    finding, where = repeated.finding, ""
    if finding.place.line:
        where = _say("line", line=finding.place.line, round=finding.round)
    remedy = " ".join(filter(None, (advise(finding.remedy, LETTER), repeated.sentence)))
    return _say("paragraph", where=where, sentence=finding.sentence, cited=_cited(finding.articles), remedy=remedy)


def _cited(articles: tuple[str, ...]) -> str:
    return _say("cited", number=len(articles), articles=articles) if articles else ""


def _ending(letter: Letter) -> Iterator[str]:
    if letter.list_day is not None and letter.stopped is None:
        yield _say("on-list" if letter.listed else "will-be-on-list", day=letter.list_day)
        if letter.later is not None:
            yield _say("later", sentence=letter.later.sentence, cited=_cited(letter.later.articles))
    if letter.deadline is not None:
        yield _say("deadline", what=letter.deadline.what, day=letter.deadline.day)
    if letter.appeal is not None:
        yield appeal_words(letter.appeal)


def appeal_words(appeal: Appeal) -> str:
    """How the organiser may appeal."""
    message = "appeal" if appeal.days is None else "appeal-within"
    to = Note.of(f"appeal-to/{appeal.to}") if appeal.to else None
    return _say(message, days=appeal.days, until=appeal.until, article=appeal.article, to=to)


def _say(message: str, **fields: Any) -> str:
    return say(f"letter/{message}", fields_of(fields))
