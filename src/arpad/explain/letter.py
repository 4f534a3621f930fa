"""Write the reply an officer sends to the arbiter: what becomes of the report, why, and by which article."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date

from arpad.admission.deadlines import Deadline, appeal_until
from arpad.finding import Finding, Tier
from arpad.law import Rulebook
from arpad.law.rules.office import APPEAL, WithinDays
from arpad.model import EventFacts, Verdict

OPENINGS = {
    Verdict.RATABLE: "The report can be rated.",
    Verdict.WITH_EXCLUSIONS: "The report can be rated; some results do not count.",
    Verdict.NOT_RATABLE: "The report cannot be rated as it stands.",
    Verdict.UNDECIDED: "Before the report can be judged we need to know more.",
}
PARTS = (
    (Tier.REFUSE, "What stands against it"),
    (Tier.ASK, "What we ask you"),
    (Tier.EXCLUDE, "What does not count"),
    (Tier.ADVICE, "What we noticed"),
)

INSTEAD_OF_COMMANDS = {
    "unknown-player": "Mend the number, or send us the player's name, birth date and federation.",
    "no-number": "Write the number, or send us the player's name, birth date and federation.",
    "number-of-another": "Mend the number; if it is the same person, tell us so.",
    "contradicts-registration": "Mend the report, or tell us that the registration is wrong.",
    "differs-from-registration": "The registration counts; tell us if it is wrong.",
    "registration-notice/late": "A late registration may be accepted; ask for it, and say why it was late.",
    "missing-list": "",
    "overlap": "Tell us which of the two reports is right, or that they are other games.",
}
SENTENCES = re.compile(r"(?<=[.!?])\s+")
COMMAND = re.compile(r"\barpad [a-z]|`arpad|--override")
FLAG = re.compile(r", or --[a-z-]+ [^.]*\.")
ONE = re.compile(r"\b1 games\b")
ONE_COUNTS = re.compile(r"\b1 games\b(.*?) do not count")


def letter(
    facts: EventFacts,
    file: str,
    book: Rulebook | None,
    verdict: Verdict,
    findings: Sequence[Finding],
    list_day: date | None,
    deadline: Deadline | None,
    today: date,
    printed_ratings: bool,
    rated: bool = False,
) -> str:
    """The whole letter, as plain text, of a day; `rated` says that the list is published with it."""
    head = [f"Date: {today}"]
    head += [f"Concerning: {facts.name or file}" + (f" ({facts.code})" if facts.code else "")]
    head += [f"Played: {facts.start} to {facts.end}"] if facts.start and facts.end else []
    head += [f"Rulebook: {book.head.title} ({book.id})"] if book is not None else []
    head += ["Ratings: as printed in the report; no rating list was at hand"] if printed_ratings else []
    parts = [
        f"{title}:\n" + "\n".join(_line(finding) for finding in findings if finding.tier == tier)
        for tier, title in PARTS
        if any(finding.tier == tier for finding in findings)
    ]
    end = list(_ending(book, verdict, list_day, deadline, today, rated))
    return "\n\n".join(["\n".join(head), OPENINGS[verdict], *parts, *(["\n".join(end)] if end else [])]) + "\n"


def _ending(
    book: Rulebook | None, verdict: Verdict, list_day: date | None, deadline: Deadline | None, today: date, rated: bool
) -> Iterator[str]:
    if rated:
        yield f"It is on the list of {list_day}."
        return
    if list_day is not None and verdict in (Verdict.RATABLE, Verdict.WITH_EXCLUSIONS):
        yield f"It will be on the list of {list_day}."
    if deadline is not None:
        yield f"Next deadline: {deadline.what}, {deadline.day}."
    if verdict == Verdict.NOT_RATABLE and book is not None and book.has(APPEAL):
        yield _appeal(book, today)


def _line(finding: Finding) -> str:
    cited = f" (article {', '.join(finding.articles)})" if finding.articles else ""
    remedy = f" {said}" if (said := _remedy(finding)) else ""
    turn = f", round {finding.round}" if finding.round is not None else ""
    where = f"line {finding.place.line}{turn}: " if finding.place.line else ""
    return f"- {where}{_counted(finding.sentence)}{cited}{remedy}"


def _remedy(finding: Finding) -> str:
    """What the arbiter can do: a remedy that is an officer's command is said in other words, or not at all."""
    if finding.remedy and finding.message in INSTEAD_OF_COMMANDS:
        return INSTEAD_OF_COMMANDS[finding.message]
    remedy = FLAG.sub(".", finding.help)
    return " ".join(part for part in SENTENCES.split(remedy) if not COMMAND.search(part))


def _counted(sentence: str) -> str:
    """One game is a game."""
    return ONE.sub("1 game", ONE_COUNTS.sub(r"1 game\1 does not count", sentence))


def _appeal(book: Rulebook, today: date) -> str:
    rule, article = book.rule(APPEAL), book.articles(APPEAL)[0]
    until = appeal_until(book, today)
    within = f" within {rule.days} days of this letter, until {until}" if isinstance(rule, WithinDays) else ""
    return f"The organiser may appeal{within} (article {article})."
