"""What the checker says of a report: the verdict, what is asked, the findings beside their lines, what the event would
bring, the letter, and a corrected file. Nothing is stored.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from datetime import date
from itertools import groupby
from typing import Any

from arpad.checking import CheckResult, ExcludedCounts
from arpad.days import Day, Month
from arpad.explain.letters import letter, letter_as_text
from arpad.explain.lines import EventLine, event_line
from arpad.finding import TIER_RANK, Finding, Tier, UserError
from arpad.frozen import dataclass
from arpad.intake import fix_trf
from arpad.intake.codes import CODES, shown
from arpad.intake.forms import FORM, is_compared
from arpad.intake.recognise import read
from arpad.intake.shown import crosstable
from arpad.intake.sidecar import facts_of, read_toml
from arpad.intake.trf.fix import Answers
from arpad.law import LawError
from arpad.law.calendar import list_on
from arpad.model import EventFacts, Report, Verdict
from arpad.office import reading, record
from arpad.office.reading import Reader
from arpad.pipeline import Answer, Inquiry, check, result_without_law

MAX_NAME, MAX_LINE = 100, 300
EMPTY_CELL = 10  # letters in which a cell is looked for
RECORDS = {"name": "012", "federation": "032", "time_control": "122"}  # facts that a report can carry


@dataclass(frozen=True)
class FoundLine:
    """A line of the file, and what was found in it."""

    number: int
    parts: tuple[tuple[str, bool], ...]  # of its text, and whether a finding is about the part
    findings: tuple[Finding, ...]


@dataclass(frozen=True)
class PlayerChange:
    """What the event would bring a player."""

    number: int  # his start number
    name: str
    line: EventLine


@dataclass(frozen=True)
class Mended:
    """The file with its leniencies mended and with what is known now, and what was changed."""

    content: bytes
    changes: tuple[str, ...]


@dataclass(frozen=True)
class ReportChecked:
    """The answer to a report."""

    file: str
    players: int
    rounds: int
    games: int
    checked: CheckResult
    questions: tuple[FactQuestion, ...]
    whole: tuple[Finding, ...]  # of the file as a whole, without the questions
    lines: tuple[FoundLine, ...]
    changes: tuple[PlayerChange, ...]
    letter: str
    mended: Mended | None
    crosstable: tuple[tuple[str, ...], ...]  # of a file that nothing in itself proves


@dataclass(frozen=True)
class FactQuestion:
    """A fact that a finding asks for, and how it is answered: yes or no, a day, a text."""

    key: str
    kind: str
    sentence: str
    articles: tuple[str, ...]


def fact_questions(findings: tuple[Finding, ...]) -> tuple[FactQuestion, ...]:
    """The facts that findings ask for, each once."""
    questions: dict[str, FactQuestion] = {}
    for finding in findings:
        key = _asked_fact(finding)
        if key:
            questions.setdefault(key, FactQuestion(key, FACT_KINDS[key], finding.sentence, finding.articles))
    return tuple(questions.values())


def _about_the_whole(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """The findings that are about no line and ask no fact, causes first."""
    return tuple(sorted((each for each in findings if not each.place.line and not _asked_fact(each)), key=_cause_first))


def _cause_first(finding: Finding) -> tuple[int, bool]:
    """What orders findings about the whole: the gravest first, a fault of the file before what follows from it."""
    return TIER_RANK[finding.tier], finding.code not in CODES


def _asked_fact(finding: Finding) -> str:
    """The fact that a finding about the whole report asks for; empty where it asks for none."""
    key = dict(finding.remedy.fields).get("key") if finding.remedy is not None else None
    asks = finding.tier is Tier.ASK and not finding.place.line and isinstance(key, str) and key in FACT_KINDS
    return str(key) if asks else ""


FACT_KINDS = {
    f.name: "yes-no" if "bool" in str(f.type) else "day" if str(f.type).startswith("date") else "text"
    for f in fields(EventFacts)
    if str(f.type) in ("bool | None", "date | None", "str")
}
YES_NO = {"yes": True, "no": False}


def read_facts(series: str, text: str, answers: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The facts that somebody gives: a series, lines as in a sidecar, and answers to questions."""
    try:
        table = read_toml(text)
    except ValueError as error:
        raise UserError("facts-unreadable", reason=str(error)) from None
    answered = {key: _fact_value(key, value) for key, value in (answers or {}).items() if key in FACT_KINDS and value}
    return facts_of({**({"series": series} if series else {}), **table, **answered}, "facts")


def _fact_value(key: str, value: str) -> Any:
    """An answer in the form of a sidecar; a text that fits no form stays, and the reader of facts refuses it."""
    if FACT_KINDS[key] == "yes-no":
        return YES_NO.get(value, value)
    try:
        return date.fromisoformat(value) if FACT_KINDS[key] == "day" else value
    except ValueError:
        return value


def check_report(reader: Reader, content: bytes, name: str, facts: Mapping[str, Any]) -> ReportChecked:
    """Everything that can be said of a report."""
    file, today = shown(name or "report", MAX_NAME), reader.today()
    report, findings = read(content, file)
    answer = _checked_answer(reader, report, findings, facts, today)
    return ReportChecked(
        file,
        len(report.players),
        report.cells.rounds,
        len(report.games()),
        _check_content(answer, file),
        fact_questions(answer.findings),
        _about_the_whole(answer.findings),
        _lines_with_findings(report, content, answer.findings),
        _player_changes(report, answer),
        letter_as_text(letter(answer, file, today)) if answer.edition else "",
        _corrected_copy(reader, report, content, file, facts),
        tuple(crosstable(report)) if is_compared(report.form) else (),
    )


def _checked_answer(
    reader: Reader, report: Report, findings: tuple[Finding, ...], facts: Mapping[str, Any], today: date
) -> Answer:
    if not report.players:
        return result_without_law(report, findings)
    inquiry = Inquiry.of(report, findings, facts, today)
    try:
        grounds = inquiry.grounds
        month = Month.of(list_on(grounds.series, grounds.day)) if grounds is not None else Month(0)
    except LawError:
        return check(inquiry)  # which says why there is no law to ask, or no list
    if grounds is None or not month:
        return check(inquiry)
    ratings = record.ratings_of_numbers(reader, grounds.series, month, [player.id or 0 for player in report.players])
    return check(inquiry, [ratings] if ratings is not None and len(ratings) else [])


def _check_content(answer: Answer, file: str) -> CheckResult:
    listed = answer.list_day is not None and answer.verdict != Verdict.NOT_RATABLE
    return CheckResult(
        file,
        answer.edition or None,
        answer.verdict,
        Month.of(answer.list_day) if listed else None,
        "printed" if answer.printed_ratings else "list" if answer.edition else None,
        ExcludedCounts(*answer.excluded),
        answer.deadline,
        answer.findings,
    )


def _lines_with_findings(report: Report, content: bytes, findings: tuple[Finding, ...]) -> tuple[FoundLine, ...]:
    """The lines that somebody has to look at."""
    binary = report.form in FORM and FORM[report.form].binary
    texts = () if binary else report.sent.texts or tuple(content.decode("utf-8", "replace").splitlines())
    findings_by_line: dict[int, list[Finding]] = {}
    for finding in findings:
        if finding.place.line:
            findings_by_line.setdefault(finding.place.line, []).append(finding)
    return tuple(
        FoundLine(number, _marked(texts[number - 1] if number <= len(texts) else "", some), tuple(some))
        for number, some in sorted(findings_by_line.items())
    )


def _marked(text: str, findings: list[Finding]) -> tuple[tuple[str, bool], ...]:
    """A line in parts: the words that stand where a finding points are marked."""
    text, marked = text[:MAX_LINE], set[int]()
    for column in {finding.place.column for finding in findings if finding.place.column > 1}:
        at = column - 1
        while at < len(text) and text[at] == " " and at < column + EMPTY_CELL - 1:
            at += 1
        if at >= len(text) or text[at] == " ":
            marked |= set(range(column - 1, min(column + EMPTY_CELL - 1, len(text))))  # an empty cell
        while at < len(text) and text[at] != " ":
            marked.add(at)
            at += 1
    parts = groupby(range(len(text)), lambda at: at in marked)
    return tuple((shown("".join(text[at] for at in run), MAX_LINE), inside) for inside, run in parts)


def _player_changes(report: Report, answer: Answer) -> tuple[PlayerChange, ...]:
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


def _corrected_copy(
    reader: Reader, report: Report, content: bytes, file: str, facts: Mapping[str, Any]
) -> Mended | None:
    """The corrected file, where it is a tournament report in which something can be mended without loss, or in which
    something is left open that the answers or the registry tell: a number is written in where one player alone has the
    name and the year of birth."""
    if not report.sent.texts:
        return None
    numbers = {
        player.number: fide
        for player in report.players
        if not player.id and player.number and player.name and Day(player.born).year
        for fide in (reading.fide_number_of(reader, player.name, Day(player.born).year),)
        if fide
    }
    records = {RECORDS[key]: str(value) for key, value in facts.items() if key in RECORDS and value}
    mended, changes, _ = fix_trf(content, file, answers=Answers(numbers, records))
    return Mended(mended, tuple(str(change) for change in changes)) if changes else None
