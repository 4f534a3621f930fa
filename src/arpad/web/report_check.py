"""Check a report that somebody drops: read it, ask the law, and lay out what was found beside the lines it concerns.

Nothing is stored. The ratings are those of the office's list in force on the event's first day, or, where there is
none, the printed ones. Facts that a report cannot carry are given beside it, as in a sidecar.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from datetime import date
from typing import Any

from arpad.checking import Checked, Excluded
from arpad.days import Month
from arpad.explain.letter import letter, words
from arpad.explain.lines import EventLine, event_line
from arpad.finding import Finding, Misuse, Tier
from arpad.frozen import dataclass
from arpad.intake import fix_trf
from arpad.intake.codes import shown
from arpad.intake.forms import FORM, is_compared
from arpad.intake.recognise import read
from arpad.intake.shown import crosstable
from arpad.intake.sidecar import facts_of, read_toml
from arpad.law import LawError
from arpad.law.calendar import list_on
from arpad.model import EventFacts, Report, Verdict
from arpad.office import record
from arpad.office.reading import Reader
from arpad.pipeline import Answer, Inquiry, check, unexamined

LONGEST_NAME, LONGEST_LINE = 100, 300


@dataclass(frozen=True)
class FoundLine:
    """A line of the file, and what was found in it."""

    number: int
    text: str
    findings: tuple[Finding, ...]


@dataclass(frozen=True)
class PlayerChange:
    """What the event would bring a player."""

    number: int  # his start number
    name: str
    line: EventLine


@dataclass(frozen=True)
class Mended:
    """The file with its leniencies mended, and what was changed."""

    content: bytes
    changes: tuple[str, ...]


@dataclass(frozen=True)
class ReportChecked:
    """The answer to a report."""

    file: str
    players: int
    rounds: int
    games: int
    checked: Checked
    whole: tuple[Finding, ...]  # of the file as a whole
    lines: tuple[FoundLine, ...]
    changes: tuple[PlayerChange, ...]
    letter: str
    mended: Mended | None
    crosstable: tuple[tuple[str, ...], ...]  # of a file that nothing in itself proves


@dataclass(frozen=True)
class Question:
    """A fact that a finding asks for, and how it is answered: yes or no, a day, a text."""

    key: str
    kind: str
    sentence: str


def questions_in(checked: ReportChecked) -> tuple[Question, ...]:
    """The facts that the findings ask for, each once."""
    questions: dict[str, Question] = {}
    for finding in checked.checked.findings:
        key = dict(finding.remedy.fields).get("key") if finding.remedy is not None else None
        if finding.tier is Tier.ASK and isinstance(key, str) and key in FACT_KINDS:
            questions.setdefault(key, Question(key, FACT_KINDS[key], finding.sentence))
    return tuple(questions.values())


FACT_KINDS = {
    f.name: "yes-no" if "bool" in str(f.type) else "day" if str(f.type).startswith("date") else "text"
    for f in fields(EventFacts)
    if str(f.type) in ("bool | None", "date | None", "str")
}
YES_NO = {"yes": True, "no": False}


def given_facts(series: str, text: str, answers: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The facts that somebody gives: a series, lines as in a sidecar, and answers to questions."""
    try:
        table = read_toml(text)
    except ValueError as error:
        raise Misuse("web-check/facts", reason=str(error)) from None
    answered = {key: _fact(key, value) for key, value in (answers or {}).items() if key in FACT_KINDS and value}
    return facts_of({**({"series": series} if series else {}), **table, **answered}, "facts")


def _fact(key: str, value: str) -> Any:
    """An answer in the form of a sidecar; a text that fits no form stays, and the reader of facts refuses it."""
    if FACT_KINDS[key] == "yes-no":
        return YES_NO.get(value, value)
    try:
        return date.fromisoformat(value) if FACT_KINDS[key] == "day" else value
    except ValueError:
        return value


def check_report(reader: Reader, content: bytes, name: str, facts: Mapping[str, Any]) -> ReportChecked:
    """Everything that can be said of a report."""
    file, today = shown(name or "report", LONGEST_NAME), reader.today()
    report, findings = read(content, file)
    answer = _answer(reader, report, findings, facts, today)
    return ReportChecked(
        file,
        len(report.players),
        report.cells.rounds,
        len(report.games()),
        _checked(answer, file),
        tuple(finding for finding in answer.findings if not finding.place.line),
        _lines(report, content, answer.findings),
        _changes(report, answer),
        words(letter(answer, file, today)) if answer.edition else "",
        _mended(report, content, file),
        tuple(crosstable(report)) if is_compared(report.form) else (),
    )


def _answer(
    reader: Reader, report: Report, findings: tuple[Finding, ...], facts: Mapping[str, Any], today: date
) -> Answer:
    if not report.players:
        return unexamined(report, findings)
    inquiry = Inquiry.of(report, findings, facts, today)
    try:
        grounds = inquiry.grounds
        month = Month.of(list_on(grounds.series, grounds.day)) if grounds is not None else Month(0)
    except LawError:
        return check(inquiry)  # which says why there is no law to ask, or no list
    if grounds is None or not month:
        return check(inquiry)
    ratings = record.ratings(reader, grounds.series, month, [player.id or 0 for player in report.players])
    return check(inquiry, [ratings] if ratings is not None and len(ratings) else [])


def _checked(answer: Answer, file: str) -> Checked:
    listed = answer.list_day is not None and answer.verdict != Verdict.NOT_RATABLE
    return Checked(
        file,
        answer.edition or None,
        answer.verdict,
        Month.of(answer.list_day) if listed else None,
        "printed" if answer.printed_ratings else "list" if answer.edition else None,
        Excluded(*answer.excluded),
        answer.deadline,
        answer.findings,
    )


def _lines(report: Report, content: bytes, findings: tuple[Finding, ...]) -> tuple[FoundLine, ...]:
    """The lines that somebody has to look at."""
    binary = report.form in FORM and FORM[report.form].binary
    texts = () if binary else report.sent.texts or tuple(content.decode("utf-8", "replace").splitlines())
    findings_by_line: dict[int, list[Finding]] = {}
    for finding in findings:
        if finding.place.line:
            findings_by_line.setdefault(finding.place.line, []).append(finding)
    return tuple(
        FoundLine(number, shown(texts[number - 1], LONGEST_LINE) if number <= len(texts) else "", tuple(some))
        for number, some in sorted(findings_by_line.items())
    )


def _changes(report: Report, answer: Answer) -> tuple[PlayerChange, ...]:
    """What the event would bring everybody, as far as it would be rated."""
    period = answer.period
    if period is None or answer.verdict == Verdict.NOT_RATABLE:
        return ()
    rows = (
        PlayerChange(player.number, player.name, event_line(period, entry))
        for entry in range(len(period.entries))
        if (player := report.players[int(period.entries.player[entry])])
    )
    return tuple(sorted(rows, key=lambda row: row.number))


def _mended(report: Report, content: bytes, file: str) -> Mended | None:
    """The corrected file, where it is a tournament report in which something can be mended without loss."""
    if not report.sent.texts:
        return None
    mended, changes, _ = fix_trf(content, file)
    return Mended(mended, tuple(str(change) for change in changes)) if changes else None
