"""The reports desk: take reports in, examine them, and decide about them.

All rules are behind these functions; a face parses, calls and renders. Where a call names several events, a problem
with one of them is its outcome and stops no other. Where it names one event, the problem is raised.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from arpad.finding import Misuse
from arpad.frozen import dataclass
from arpad.office.book import decisions, scores_sent, submission
from arpad.office.book.decisions import Excluded, Outcome, OutcomeStatus, attempt, awaiting, outcome_of
from arpad.office.book.facts import GivenFacts
from arpad.office.book.instructions import SetAside
from arpad.office.book.lookup import EventPart, known_series, parts_named
from arpad.office.book.packages import Package, Receipt, ReceiptStatus, Terms, package
from arpad.office.book.papers import Rounds
from arpad.office.book.records import Records
from arpad.office.book.scores_sent import KeptScores, NewScores, scores_of
from arpad.office.desk import Desk

__all__ = [
    "Admission",
    "Excluded",
    "GivenFacts",
    "KeptScores",
    "Letter",
    "NewScores",
    "Order",
    "Outcome",
    "OutcomeStatus",
    "Package",
    "Receipt",
    "ReceiptStatus",
    "Rounds",
    "SetAside",
    "Terms",
    "admit",
    "admit_ratable",
    "appeal",
    "hold",
    "keep_scores",
    "letters",
    "package",
    "refuse",
    "release",
    "scores_of",
    "show",
    "submit",
    "waiting",
    "withdraw",
]


@dataclass(frozen=True)
class Order:
    """The events that a call is about, and the reason. CODE is an event with all its parts, CODE/2 one part."""

    events: tuple[str, ...]
    why: str = ""

    def __post_init__(self) -> None:
        if not self.events:
            raise Misuse("no-events-named")


@dataclass(frozen=True)
class Admission(Order):
    """Events to admit, and the findings that the officer overrides."""

    set_aside: tuple[SetAside, ...] = ()


@dataclass(frozen=True)
class Letter:
    """The letter to the arbiter of an event, or of a part."""

    event: str
    text: str


def submit(desk: Desk, packages: Iterable[Package], terms: Terms | None = None) -> Iterator[Receipt]:
    """Take report files in, each by itself; an event or a part can be named for a single file only."""
    return submission.submit(desk, packages, terms)


def keep_scores(desk: Desk, request: NewScores) -> KeptScores:
    """Store the game scores of an event or part, byte for byte; the newest ones count."""
    return scores_sent.keep_scores(desk, request)


def show(desk: Desk, order: Order) -> tuple[Outcome, ...]:
    """Examine the reports that count now, as of today, and change nothing."""
    records = Records()

    def look(part: EventPart) -> Outcome:
        return outcome_of(part, OutcomeStatus(part.life.where.value), decisions.look(desk, records, part))

    return _each(desk, order, look)


def admit(desk: Desk, request: Admission) -> tuple[Outcome, ...]:
    """Admit the named events whose verdict allows it, with the officer's overrides; the others are left undecided."""
    records = Records()
    return _each(desk, request, lambda part: decisions.admit(desk, records, part, request.set_aside, request.why))


def waiting(desk: Desk, series: str = "") -> tuple[str, ...]:
    """The names of the events and parts that are reported and wait for a decision."""
    return tuple(part.name for part in _waiting(desk, series))


def admit_ratable(desk: Desk, series: str = "") -> Iterator[Outcome]:
    """Admit every waiting event that is ratable; the outcomes of the others have the reasons."""
    yield from decisions.admit_each(desk, Records(), _waiting(desk, series))


def _waiting(desk: Desk, series: str) -> list[EventPart]:
    """The parts that wait for a decision, of one series or of all."""
    with desk.reading() as connection:
        return awaiting(connection, known_series(series))


def refuse(desk: Desk, order: Order) -> tuple[Outcome, ...]:
    """Refuse events, each with a letter; where the regulations do not refuse one, the call must give a reason."""
    records = Records()
    return _each(desk, order, lambda part: decisions.refuse(desk, records, part, order.why))


def letters(desk: Desk, order: Order) -> tuple[Letter, ...]:
    """The letters to the arbiters: refusals as they were sent, or letters of today."""
    with desk.reading() as connection:
        parts = parts_named(connection, order.events)
    return tuple(Letter(part.name, decisions.letter_for(desk, part)) for part in parts)


def appeal(desk: Desk, order: Order) -> tuple[Outcome, ...]:
    """Enter appeals against refusals; one that is too late is refused."""
    return _each(desk, order, lambda part: decisions.appeal(desk, part, order.why))


def hold(desk: Desk, order: Order) -> tuple[Outcome, ...]:
    """Hold events: they are neither decided nor rated until they are released."""
    return _each(desk, order, lambda part: decisions.hold(desk, part, order.why))


def release(desk: Desk, order: Order) -> tuple[Outcome, ...]:
    """Release events that were held."""
    return _each(desk, order, lambda part: decisions.release(desk, part, order.why))


def withdraw(desk: Desk, order: Order) -> tuple[Outcome, ...]:
    """Withdraw reports or registrations."""
    return _each(desk, order, lambda part: decisions.withdraw(desk, part, order.why))


def _each(desk: Desk, order: Order, act: Callable[[EventPart], Outcome]) -> tuple[Outcome, ...]:
    """The outcomes of an act on each named part."""
    with desk.reading() as connection:
        parts = parts_named(connection, order.events)
    return (act(parts[0]),) if len(parts) == 1 else tuple(attempt(part, act) for part in parts)
