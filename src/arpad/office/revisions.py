"""The revisions desk: correct mistakes that were found after publication.

A published list never changes. A mistake is a case with a code, a reason, who and when: it is proposed, previewed, and
approved or dropped. After approval, *revised* ratings are stored beside the *original* lists where they differ, with a
notice to publish. The difference on the newest list enters the next list or is only noted, as the office decided for
the series.
"""

from __future__ import annotations

from arpad.finding import UserError
from arpad.frozen import dataclass
from arpad.office.acts import Permission, Subject, act
from arpad.office.book.officer_instructions import FindingToOverride
from arpad.office.cases import case_approval
from arpad.office.cases.case_records import (
    OPEN_STATES,
    Case,
    CaseKind,
    CaseState,
    CaseStep,
    CaseView,
    all_cases,
    case_with_code,
    file_of_case,
    view_of_case,
)
from arpad.office.cases.notices import (
    CausedBy,
    ListMoves,
    Move,
    Notice,
    SeriesMoves,
    cause_notes,
    moved_players_note,
    notice_as_text,
    rating_note,
)
from arpad.office.cases.proposals import (
    CORRECTABLE_FACTS,
    EventAnnulment,
    EventReexamination,
    FactCorrection,
    GameDecision,
    LateEvent,
    MergeProposal,
    OpeningCorrection,
    Proposal,
    ReportReplacement,
    UnmergeProposal,
    propose_case,
)
from arpad.office.desk import Desk, ProgressReporter, no_progress
from arpad.office.publishing.series_rules import RULE_NAMES as RULES
from arpad.office.publishing.series_rules import SeriesRules, enter_series_rule, rules_of_series
from arpad.office.registry.import_files import InputFile
from arpad.office.registry.player_merges import Objection
from arpad.office.rolls import COMPUTED, series_kind, single_series

__all__ = [
    "CORRECTABLE_FACTS",
    "OPEN_STATES",
    "RULES",
    "Case",
    "CaseApproval",
    "CaseCode",
    "CaseDrop",
    "CaseKind",
    "CaseQuery",
    "CaseState",
    "CaseStep",
    "CaseView",
    "CausedBy",
    "DecidedSeriesRule",
    "EventAnnulment",
    "EventReexamination",
    "FactCorrection",
    "FindingToOverride",
    "GameDecision",
    "InputFile",
    "LateEvent",
    "ListMoves",
    "MergeProposal",
    "Move",
    "NewSeriesRule",
    "Notice",
    "Objection",
    "OpeningCorrection",
    "Proposal",
    "ReportReplacement",
    "SeriesMoves",
    "SeriesRules",
    "UnmergeProposal",
    "approve_case",
    "cause_notes",
    "decide_series_rule",
    "drop_case",
    "list_cases",
    "moved_players_note",
    "notice_as_text",
    "preview_case",
    "propose_case",
    "rating_note",
    "read_notice",
    "read_sent_file",
    "show_case",
    "show_series_rules",
    "view_of_case",
]  # fmt: skip


@dataclass(frozen=True)
class CaseCode:
    """The code of a case."""

    code: str


@dataclass(frozen=True)
class CaseQuery:
    """Which cases are listed: all, or those in these states."""

    states: tuple[CaseState, ...] = ()


@dataclass(frozen=True)
class CaseApproval:
    """A request to approve a case. It cannot be undone, only followed by another case, so it must be confirmed."""

    code: str
    why: str = ""
    confirmed: bool = False


@dataclass(frozen=True)
class CaseDrop:
    """A request to drop a case."""

    code: str
    why: str


@dataclass(frozen=True)
class NewSeriesRule:
    """A decision of the office for a series where the regulations leave a choice."""

    name: str
    value: str
    why: str
    series: str = ""


@dataclass(frozen=True)
class DecidedSeriesRule:
    """The decisions that hold for a series; `already`: they did before, and nothing was stored."""

    series: str
    rules: SeriesRules
    already: bool


def list_cases(desk: Desk, query: CaseQuery) -> tuple[Case, ...]:
    """Return the cases in these states, or all, in the order in which they were proposed."""
    with desk.reading() as connection:
        every_case = all_cases(connection)
    return tuple(case for case in every_case if not query.states or case.state in query.states)


def show_case(desk: Desk, named: CaseCode) -> Case:
    """Return the case with this code; an unknown code is refused."""
    with desk.reading() as connection:
        return case_with_code(connection, named.code)


def read_sent_file(desk: Desk, named: CaseCode) -> tuple[str, bytes]:
    """Return name and bytes of the report that was sent with a case; refused for a case that replaces no report."""
    with desk.reading() as connection:
        case = case_with_code(connection, named.code)
        if case.kind is not CaseKind.REPLACE:
            raise UserError("revision/no-file", code=case.code)
        return file_of_case(connection, case)


@act("preview-case", about=Subject.SERIES, permission=Permission.DECIDE, job=True)
def preview_case(desk: Desk, named: CaseCode, watch: ProgressReporter = no_progress) -> Notice:
    """Make all affected lists again in memory; return who moves on which list, by how much and why. Stored is only that
    the case was previewed; an approved or dropped case is refused."""
    return case_approval.preview_case(desk, named.code, watch)


@act("approve-case", about=Subject.SERIES, permission=Permission.PUBLISH, second_person=True, job=True)
def approve_case(desk: Desk, approval: CaseApproval, watch: ProgressReporter = no_progress) -> Notice:
    """Approve a case as it was previewed, and store the revised ratings; published lists stay. Refused without
    confirmation (except in a dry run), without a preview, or if the result is no longer the previewed one."""
    if not (approval.confirmed or desk.dry):
        raise UserError("revision/unconfirmed", code=approval.code)
    return case_approval.approve_case(desk, approval.code, approval.why, watch)


@act("drop-case", about=Subject.SERIES, permission=Permission.DECIDE)
def drop_case(desk: Desk, request: CaseDrop) -> Case:
    """Drop an open case; nothing is revised. Refused without a reason, or if it was approved or dropped."""
    return case_approval.drop_case(desk, request.code, request.why)


def read_notice(desk: Desk, named: CaseCode) -> Notice:
    """Return the notice of an approved case, as it was when it was approved; any other case is refused."""
    with desk.reading() as connection:
        return case_approval.notice_of_approved_case(connection, named.code)


def show_series_rules(desk: Desk, series: str = "") -> DecidedSeriesRule:
    """Return the decisions of the office that hold for a series; without a name the only series computed here, refused
    if there are several."""
    with desk.reading() as connection:
        name = series or single_series(connection, COMPUTED)
        return DecidedSeriesRule(name, rules_of_series(connection, name), already=True)


@act("decide-series-rule", about=Subject.SERIES, permission=Permission.ADMINISTER, inverse="decide-series-rule")
def decide_series_rule(desk: Desk, new: NewSeriesRule) -> DecidedSeriesRule:
    """Store a decision of the office for a series; nothing is stored if it holds already. Refused: no reason, an
    unknown rule or value, and an imported series."""
    with desk.reading() as connection:
        name = new.series or single_series(connection, COMPUTED)
        if series_kind(connection, name) != COMPUTED:
            raise UserError("series-imported", series=name)
    with desk.writing("decide for series", name, new.why, {"name": new.name, "value": new.value}) as writing:
        entered = enter_series_rule(writing, name, new.name, new.value)
        return DecidedSeriesRule(name, rules_of_series(writing.connection, name), already=not entered)
