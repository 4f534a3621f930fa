"""The revisions desk: correct mistakes that were found after publication.

A published list never changes. A mistake is a case with a code, a reason, who and when: it is proposed, previewed, and
approved or dropped. After approval, *revised* ratings are stored beside the *original* lists where they differ, with a
notice to publish. The difference on the newest list enters the next list or is only noted, as the office decided for
the series.
"""

from __future__ import annotations

from arpad.finding import Misuse
from arpad.frozen import dataclass
from arpad.office.book.instructions import SetAside
from arpad.office.desk import Desk, Watch, quiet
from arpad.office.publication.series_rules import NAMES as RULES
from arpad.office.publication.series_rules import SeriesRules, decide_rule, rules_of
from arpad.office.registry.filing import File
from arpad.office.registry.merging import Objection
from arpad.office.revising import approving
from arpad.office.revising.cases import OPEN, Case, CaseKind, CaseState, all_cases, case_named, sent_with
from arpad.office.revising.notice import CausedBy, ListMoves, Move, Notice, SeriesMoves
from arpad.office.revising.notice_text import moved, stands, text_of, through
from arpad.office.revising.proposing import (
    FACTS,
    Annulment,
    FactCorrection,
    GameDecision,
    LateEvent,
    OnePerson,
    OpeningCorrection,
    Proposal,
    Replacement,
    SecondLook,
    TwoPersons,
    propose,
)
from arpad.office.revising.views import CaseStep, CaseView, view_of
from arpad.office.rolls import COMPUTED, kind_of, only_series

__all__ = [
    "FACTS", "OPEN", "RULES", "Annulment", "Approval", "Case", "CaseKind", "CaseState", "CaseStep", "CaseView",
    "Cases", "CausedBy", "Drop", "FactCorrection", "File", "GameDecision", "LateEvent", "ListMoves", "Move", "Named",
    "NewRule", "Notice", "Objection", "OnePerson", "OpeningCorrection", "Proposal", "Replacement", "RuleDecided",
    "SecondLook", "SeriesMoves", "SeriesRules", "SetAside", "TwoPersons", "approve", "cases", "decide", "drop",
    "moved", "notice", "preview", "propose", "rules", "sent", "show", "stands", "text_of", "through", "view_of",
]  # fmt: skip


@dataclass(frozen=True)
class Named:
    """The code of a case."""

    code: str


@dataclass(frozen=True)
class Cases:
    """Which cases are listed: all, or those in these states."""

    states: tuple[CaseState, ...] = ()


@dataclass(frozen=True)
class Approval:
    """A request to approve a case. It cannot be undone, only followed by another case, so it must be confirmed."""

    code: str
    why: str = ""
    confirmed: bool = False


@dataclass(frozen=True)
class Drop:
    """A request to drop a case."""

    code: str
    why: str


@dataclass(frozen=True)
class NewRule:
    """A decision of the office for a series where the regulations leave a choice."""

    name: str
    value: str
    why: str
    series: str = ""


@dataclass(frozen=True)
class RuleDecided:
    """The decisions that hold for a series; `already`: they did before, and nothing was stored."""

    series: str
    rules: SeriesRules
    already: bool


def cases(desk: Desk, query: Cases) -> tuple[Case, ...]:
    """The cases, in the order in which they were proposed."""
    with desk.reading() as connection:
        every_case = all_cases(connection)
    return tuple(case for case in every_case if not query.states or case.state in query.states)


def show(desk: Desk, named: Named) -> Case:
    """The case with this code; an unknown code is refused."""
    with desk.reading() as connection:
        return case_named(connection, named.code)


def sent(desk: Desk, named: Named) -> tuple[str, bytes]:
    """Name and bytes of the file that was sent with a case; refused where a case has none."""
    with desk.reading() as connection:
        case = case_named(connection, named.code)
        if case.kind is not CaseKind.REPLACE:
            raise Misuse("revision/no-file", code=case.code)
        return sent_with(connection, case)


def preview(desk: Desk, named: Named, watch: Watch = quiet) -> Notice:
    """Recompute all affected lists in memory; who moves on which list, by how much and why."""
    return approving.preview(desk, named.code, watch)


def approve(desk: Desk, approval: Approval, watch: Watch = quiet) -> Notice:
    """Approve a case as it was previewed, and store the revised ratings."""
    if not (approval.confirmed or desk.dry):
        raise Misuse("revision/unconfirmed", code=approval.code)
    return approving.approve(desk, approval.code, approval.why, watch)


def drop(desk: Desk, request: Drop) -> Case:
    """Drop a proposed case."""
    return approving.drop(desk, request.code, request.why)


def notice(desk: Desk, named: Named) -> Notice:
    """The notice of an approved case."""
    with desk.reading() as connection:
        return approving.notice(connection, named.code)


def rules(desk: Desk, series: str = "") -> RuleDecided:
    """The decisions of the office that hold for a series."""
    with desk.reading() as connection:
        name = series or only_series(connection, COMPUTED)
        return RuleDecided(name, rules_of(connection, name), already=True)


def decide(desk: Desk, new: NewRule) -> RuleDecided:
    """Store a decision of the office for a series."""
    with desk.reading() as connection:
        name = new.series or only_series(connection, COMPUTED)
        if kind_of(connection, name) != COMPUTED:
            raise Misuse("series-imported", series=name)
    with desk.writing("decide for series", name, new.why, {"name": new.name, "value": new.value}) as writing:
        entered = decide_rule(writing, name, new.name, new.value)
        return RuleDecided(name, rules_of(writing.connection, name), already=not entered)
