"""The revisions desk: what was found wrong after publication is put right, visibly.

A published list never changes. A mistake is a case with a code, a reason, who and when: it is proposed, previewed, and
approved or dropped. Approved, the *revised* ratings stand beside the *original* lists, only where they differ, with a
notice to publish; the difference on the newest list is carried over to the next one, or only noted, as the office
decided for the series.
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
    """A case by its code."""

    code: str


@dataclass(frozen=True)
class Cases:
    """Which cases are meant: all, or those that stand somewhere."""

    states: tuple[CaseState, ...] = ()


@dataclass(frozen=True)
class Approval:
    """A case to be approved. It cannot be taken back, only followed by another: somebody must have confirmed it."""

    code: str
    why: str = ""
    confirmed: bool = False


@dataclass(frozen=True)
class Drop:
    """A case to be dropped."""

    code: str
    why: str


@dataclass(frozen=True)
class NewRule:
    """What the office decides for a series where the rules leave it open."""

    name: str
    value: str
    why: str
    series: str = ""


@dataclass(frozen=True)
class RuleDecided:
    """What holds for a series now; `already`: it was so, and nothing was entered."""

    series: str
    rules: SeriesRules
    already: bool


def cases(desk: Desk, wanted: Cases) -> tuple[Case, ...]:
    """The cases, in the order in which they were proposed."""
    with desk.reading() as connection:
        found = all_cases(connection)
    return tuple(case for case in found if not wanted.states or case.state in wanted.states)


def show(desk: Desk, named: Named) -> Case:
    """One case."""
    with desk.reading() as connection:
        return case_named(connection, named.code)


def sent(desk: Desk, named: Named) -> tuple[str, bytes]:
    """The file that was sent with a case, byte for byte."""
    with desk.reading() as connection:
        case = case_named(connection, named.code)
        if case.kind is not CaseKind.REPLACE:
            raise Misuse("revision/no-file", code=case.code)
        return sent_with(connection, case)


def preview(desk: Desk, named: Named, watch: Watch = quiet) -> Notice:
    """Make everything again in memory, and tell who moves on which list, by how much and through what."""
    return approving.preview(desk, named.code, watch)


def approve(desk: Desk, approval: Approval, watch: Watch = quiet) -> Notice:
    """Approve a case as it was previewed."""
    if not (approval.confirmed or desk.dry):
        raise Misuse("revision/unconfirmed", code=approval.code)
    return approving.approve(desk, approval.code, approval.why, watch)


def drop(desk: Desk, wanted: Drop) -> Case:
    """Drop a case."""
    return approving.drop(desk, wanted.code, wanted.why)


def notice(desk: Desk, named: Named) -> Notice:
    """The notice of an approved case."""
    with desk.reading() as connection:
        return approving.notice(connection, named.code)


def rules(desk: Desk, series: str = "") -> RuleDecided:
    """What holds for a series."""
    with desk.reading() as connection:
        name = series or only_series(connection, COMPUTED)
        return RuleDecided(name, rules_of(connection, name), already=True)


def decide(desk: Desk, new: NewRule) -> RuleDecided:
    """Decide something for a series."""
    with desk.reading() as connection:
        name = new.series or only_series(connection, COMPUTED)
        if kind_of(connection, name) != COMPUTED:
            raise Misuse("series-imported", series=name)
    with desk.writing("decide for series", name, new.why, {"name": new.name, "value": new.value}) as writing:
        entered = decide_rule(writing, name, new.name, new.value)
        return RuleDecided(name, rules_of(writing.connection, name), already=not entered)
