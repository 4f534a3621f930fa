"""Letters to the arbiter: what becomes of a report, or why a registration is refused; as data and as plain text.

A letter has a head, the verdict, the findings as paragraphs, the list, the next deadline and the appeal. Remedies that
only an officer can carry out are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

from arpad.admission.approvals import UNNAMED
from arpad.admission.deadlines import Deadline, appeal_until
from arpad.admission.grounds import other_series_for
from arpad.days import Month
from arpad.explain.list_reasons import Ended, Later, why_on_later_list
from arpad.finding import Finding, Tier, sorted_fields
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.law.rules.admission import RATE_OF_PLAY
from arpad.law.rules.concept import Authority
from arpad.law.rules.office import APPEAL, REGISTRATION_REFUSAL, WithinDays
from arpad.law.shown import rulebook_title
from arpad.messages import READER_LETTER, advise, say, speaking, spoken
from arpad.model import EventFacts, Verdict
from arpad.pipeline import Answer
from arpad.shown_findings import ShownFinding, findings_to_show

PARTS = (Tier.REFUSE, Tier.ASK, Tier.EXCLUDE, Tier.ADVICE)  # in this order
ABOUT_OTHER_EVENTS = ("overlap", "overlap-chance")  # in a letter without the name of the other event
RATED = (Verdict.RATABLE, Verdict.WITH_EXCLUSIONS)


@dataclass(frozen=True)
class Appeal:
    """To whom and how long the organiser may appeal, where the law names a body and a time, and by which article."""

    days: int | None
    until: date | None
    article: str
    to: Authority | None  # None: the law names nobody
    body: str = ""  # that hears it in this office; it stands instead of the authority of the law


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
class Correspondents:
    """Who writes a letter to whom: the federation that keeps the lists, its officer, and the arbiters."""

    federation: str  # empty: none
    sender: str
    addressees: tuple[str, ...]
    appeal_body: str = ""  # who hears appeals against this office; empty: the body of the law
    language: str = ""  # of their letters; empty: the one that is spoken


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
    possible: str = ""  # another series in which the time control fits, where it does not fit this one
    correspondents: Correspondents | None = None  # None: no office writes it


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
        _why_on_later_list(answer) if listed or verdict in RATED else None,
        players=answer.players,
        possible=_other_series(answer) if refused else "",
    )


def _other_series(answer: Answer) -> str:
    """The series in which the time control fits, where it is refused for this one; empty where there is none."""
    too_fast_or_slow = any(each.code == RATE_OF_PLAY.name and each.tier == Tier.REFUSE for each in answer.findings)
    return other_series_for(answer.facts) if too_fast_or_slow else ""


def _why_on_later_list(answer: Answer) -> Later | None:
    """Why the report is not on the first list after the end of the event."""
    facts, book = answer.facts, answer.book
    if book is None or facts.last is None or answer.list_day is None:
        return None
    ended = Ended(facts.series, facts.last, facts.reported, bool(facts.official))
    return why_on_later_list(book, ended, Month.of(answer.list_day))


def appeal_of(book: Rulebook, today: date) -> Appeal | None:
    """How a decision communicated on a day may be appealed; None if the law knows no appeal."""
    if not book.has(APPEAL):
        return None
    rule = book.rule(APPEAL)
    days = rule.days if isinstance(rule, WithinDays) else None
    to = rule.to if rule.to != UNNAMED else None
    return Appeal(days, appeal_until(book, today), book.articles(APPEAL)[0], to)


# --- in words -----------------------------------------------------------------------------------------------------


def letter_as_text(letter: Letter) -> str:
    """The whole letter as plain text, in the language of the addressee."""
    with speaking(_language_of(letter.correspondents)):
        return _letter_as_text(letter)


def _language_of(both: Correspondents | None) -> str:
    return (both.language if both is not None else "") or spoken()


def _letter_as_text(letter: Letter) -> str:
    parts = ["\n".join(_letter_head(letter)), *_what_becomes_of_report(letter)]
    for tier in PARTS:
        findings = [finding for finding in letter.paragraphs if finding.tier == tier]
        paragraphs = [_paragraph(each) for each in findings_to_show(findings)]
        parts += ["\n".join([_sentence(tier.value), *paragraphs])] if paragraphs else []
    ending = list(_closing_paragraphs(letter))
    return "\n\n".join([*parts, *(["\n".join(ending)] if ending else [])]) + "\n"


def _letter_head(letter: Letter) -> Iterator[str]:
    yield _sentence("date", day=letter.day)
    yield from _who_writes_to_whom(letter.correspondents)
    part = letter.part
    yield _sentence("concerning", event=letter.event, code=letter.code, part=part.number if part is not None else None)
    if part is not None and part.first and part.last:
        yield _sentence("played-part", first=part.first, last=part.last, start=letter.start, end=letter.end)
    elif letter.start and letter.end:
        yield _sentence("played", start=letter.start, end=letter.end)
    if letter.edition:
        yield _rulebook_line(letter.rulebook, letter.edition)
    if letter.printed_ratings:
        yield _sentence("printed-ratings")


def _rulebook_line(title: str, edition: str) -> str:
    return _sentence("rulebook", title=rulebook_title(edition, title), edition=edition)


def _who_writes_to_whom(both: Correspondents | None) -> Iterator[str]:
    if both is None:
        return
    yield _sentence("from", sender=both.sender, federation=both.federation)
    yield _sentence("to" if both.addressees else "to/organiser", addressees=both.addressees)


def _what_becomes_of_report(letter: Letter) -> Iterator[str]:
    """What becomes of the report; an officer's decision counts before the regulation."""
    stopped = letter.stopped
    if stopped is not None:
        yield _sentence(stopped.how, day=stopped.day, who=stopped.who, why=stopped.why.strip().rstrip("."))
    if letter.listed:
        some = any(finding.tier == Tier.EXCLUDE for finding in letter.paragraphs)
        yield _sentence("rated-with-exclusions" if some else "rated")
    elif stopped is None:
        yield _sentence(letter.verdict.value)


def _paragraph(repeated: ShownFinding) -> str:
    finding, where = repeated.finding, ""
    if finding.place.line:
        where = _sentence("line", line=finding.place.line, round=finding.round)
    remedy = " ".join(filter(None, (advise(finding.remedy, READER_LETTER), repeated.sentence)))
    of_others = finding.message in ABOUT_OTHER_EVENTS
    sentence = say(f"letter/{finding.message}", finding.fields) if of_others else finding.sentence
    return _sentence("paragraph", where=where, sentence=sentence, cited=_cited(finding.articles), remedy=remedy)


def _cited(articles: tuple[str, ...]) -> str:
    return _sentence("cited", number=len(articles), articles=articles) if articles else ""


def _closing_paragraphs(letter: Letter) -> Iterator[str]:
    if letter.list_day is not None and letter.stopped is None:
        yield _sentence("on-list" if letter.listed else "will-be-on-list", day=letter.list_day)
        if letter.later is not None:
            yield _sentence("later", sentence=letter.later.sentence, cited=_cited(letter.later.articles))
    if letter.possible:
        yield _sentence("possible", series=letter.possible)
    if letter.deadline is not None:
        yield _sentence("deadline", what=letter.deadline.what, day=letter.deadline.day)
    if letter.appeal is not None:
        yield appeal_words(letter.appeal)


def appeal_words(appeal: Appeal) -> str:
    """How the organiser may appeal."""
    message = "appeal" if appeal.days is None else "appeal-within"
    to = appeal.body or appeal.to
    return _sentence(message, days=appeal.days, until=appeal.until, article=appeal.article, to=to)


def _sentence(message: str, **fields: Any) -> str:
    return say(f"letter/{message}", sorted_fields(fields))


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
    correspondents: Correspondents | None = None


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


def refusal_letter_as_text(letter: RegistrationRefused) -> str:
    """The whole letter as plain text, in the language of the addressee."""
    with speaking(_language_of(letter.correspondents)):
        return "\n\n".join(_refusal_paragraphs(letter)) + "\n"


def _refusal_paragraphs(letter: RegistrationRefused) -> Iterator[str]:
    head = [
        _refusal_sentence("date", day=letter.day),
        *_who_writes_to_whom(letter.correspondents),
        _refusal_sentence("concerning", event=letter.event, code=letter.code, part=None),
        _refusal_sentence("announced-for", start=letter.start, end=letter.end),
        _rulebook_line(letter.rulebook, letter.edition),
    ]
    yield "\n".join(head)
    yield _refusal_sentence("registration-refused", by=letter.by, article=letter.article)
    yield _refusal_sentence("reason", why=letter.why)
    ending = [_refusal_sentence("no-report")]
    if letter.appeal is not None:
        ending.append(appeal_words(letter.appeal))
    yield "\n".join(ending)


def registration_restored_text(
    facts: EventFacts, refused: date, why: str, today: date, correspondents: Correspondents | None = None
) -> str:
    """The letter that takes the refusal of a registration back, as plain text, in the language of the addressee."""
    with speaking(_language_of(correspondents)):
        head = [
            _refusal_sentence("date", day=today),
            *_who_writes_to_whom(correspondents),
            _refusal_sentence("concerning", event=facts.name, code=facts.code, part=None),
            _refusal_sentence("announced-for", start=facts.start, end=facts.end),
        ]
        restored = _refusal_sentence("registration-restored", day=refused)
        ending = (_refusal_sentence("reason", why=why), _refusal_sentence("report-possible"))
        return "\n\n".join(["\n".join(head), restored, *ending]) + "\n"


def _refusal_sentence(message: str, **fields: Any) -> str:
    return say(f"letter/{message}", sorted_fields(fields))
