"""Check report files before they are sent: what can be read, the verdict by law, and which files repeat others.

Facts that a report does not have come from the call, or else from the sidecar beside the file. Of several files, one
with wrong facts is refused and the others are checked; of a single file that is an error of the call.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from datetime import date
from typing import Any, Literal

from arpad.admission.deadlines import Deadline
from arpad.admission.plausibility import Seen
from arpad.admission.telling import tell
from arpad.days import Month
from arpad.examining.rate_report import RatedLine, rated_lines
from arpad.finding import Finding, Note, Place, Tier, UserError, sort_findings
from arpad.frozen import dataclass
from arpad.intake import RatingList
from arpad.intake.codes import shown
from arpad.intake.decode import LIMITS, Limits
from arpad.intake.forms import is_compared
from arpad.intake.recognise import read, read_file
from arpad.intake.shown import crosstable
from arpad.intake.sidecar import read_sidecar, sidecar_of
from arpad.model import Report, Verdict
from arpad.pipeline import Answer, Inquiry, check, result_without_law

LONGEST_NAME = 400


@dataclass(frozen=True)
class CheckRequest:
    """The options of a check, for all its files."""

    today: date
    given: Mapping[str, Any] = field(default_factory=dict)  # facts of the event, as a sidecar has them
    lists: tuple[RatingList, ...] = ()  # without a list the printed ratings are used
    limits: Limits = LIMITS
    encoding: str = ""
    structure: bool = False  # only what can be read, without the law
    ask: bool = False  # ask what nobody says, where otherwise the usual answer is assumed
    rated: bool = False  # also what the event brings each player
    alone: bool = True  # a single file: wrong facts are an error, and not a refusal


@dataclass(frozen=True)
class ExcludedCounts:
    """How many games and players do not count in an event that counts."""

    games: int
    players: int


@dataclass(frozen=True)
class CheckResult:
    """The result of checking one file: the verdict, the edition, the list it enters, and the findings.

    ratable-with-exclusions: some games or players do not count. not-ratable: a finding refuses the report. undecided:
    facts are missing, or no rulebook was applied.
    """

    file: str  # the path as given; - for standard input
    edition: str | None  # the rulebook that was applied; null where none was
    verdict: Verdict
    list_: Month | None  # the list that the event enters; None where it is not ratable
    ratings: Literal["list", "printed"] | None  # of a list file, or of the report itself
    excluded: ExcludedCounts
    deadline: Deadline | None
    findings: tuple[Finding, ...]
    assumed: tuple[Note, ...] = ()  # answers that nobody gave
    rated: tuple[RatedLine, ...] = ()  # what the event brings each player, where it was asked for


@dataclass(frozen=True)
class CheckedFile:
    """One checked file with its result, and the number of its players, rounds and games."""

    path: str
    name: str  # as it may be shown
    players: int
    rounds: int
    games: int
    answer: Answer
    crosstable: tuple[tuple[str, ...], ...] = ()  # of a single file that nothing in itself proves
    rated: tuple[RatedLine, ...] = ()  # what the event brings each player, where it was asked for

    def checked(self, file: str = "") -> CheckResult:
        """The result for JSON; `file` replaces the path."""
        answer = self.answer
        listed = answer.list_day is not None and answer.verdict != Verdict.NOT_RATABLE
        return CheckResult(
            file or self.path,
            answer.edition or None,
            answer.verdict,
            Month.of(answer.list_day) if listed else None,
            "printed" if answer.printed_ratings else "list" if answer.edition else None,
            ExcludedCounts(*answer.excluded),
            answer.deadline,
            answer.findings,
            answer.assumed,
            self.rated,
        )


def check_file(path: str, request: CheckRequest) -> CheckedFile:
    """Check a file at a path."""
    name = shown(path, LONGEST_NAME)
    return _check_parsed_report(path, *read_file(path, request.limits, request.encoding, name), request)


def check_content(data: bytes, path: str, request: CheckRequest) -> CheckedFile:
    """Check bytes that were read elsewhere, under the name of a path."""
    return _check_parsed_report(path, *read(data, shown(path, LONGEST_NAME), request.limits, request.encoding), request)


def mark_repeated_reports(files: Iterable[CheckedFile]) -> Iterator[CheckedFile]:
    """The checked files, with a finding where most games of a report stand in an earlier one, too."""
    seen = Seen()
    for file in files:
        findings = sort_findings([*file.answer.findings, *seen.near_duplicate(file.name, file.answer.games)])
        yield replace(file, answer=replace(file.answer, findings=findings))


def _check_parsed_report(
    path: str, report: Report, findings: tuple[Finding, ...], request: CheckRequest
) -> CheckedFile:
    """Check a parsed report."""
    size = len(report.players), report.cells.rounds, len(report.games())
    table = tuple(crosstable(report)) if request.alone and is_compared(report.form) else ()
    answer, rated = _examine_with_sidecar(path, report, findings, request)
    return CheckedFile(path, report.file, *size, answer, table, rated)


def _examine_with_sidecar(
    path: str, report: Report, findings: tuple[Finding, ...], request: CheckRequest
) -> tuple[Answer, tuple[RatedLine, ...]]:
    """Examine a parsed report with the facts of the call and of the sidecar beside its path; also what it brings each
    player, where that is asked for."""
    if request.structure or not report.players:
        return result_without_law(report, findings), ()
    try:
        beside = sidecar_of(path)
        facts = {**(read_sidecar(beside) if beside else {}), **request.given}
        inquiry = Inquiry.of(report, findings, facts, request.today)
        inquiry = inquiry if request.ask else inquiry.with_default_answers()
        answer = check(inquiry, request.lists)
        rated = rated_lines(inquiry, answer, request.lists) if request.rated else ()
        return replace(answer, period=None, admitted=None), rated  # the tables are too large for another process
    except UserError as error:
        if request.alone:
            raise
        refused = tell("edition-choice/refused", Tier.REFUSE, Place(report.file), reason=error)
        return result_without_law(report, (*findings, refused)), ()
