"""Examine one report: read -> seat -> admit -> rate, and what comes of it. The first half of the arrow, pure.

`examine` runs the arrow on one report, by itself, and turns what the ledger leaves out into findings, so that the
reader sees one answer and every rule stands in one place. `check` gathers what list files say of the players first;
an office examines with its own rolls and registry.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from arpad.admission import Admitted, Case, Override, Registered, admit
from arpad.admission.case import GameScores, federation_of
from arpad.admission.composition import system_as_rated
from arpad.admission.deadlines import Deadline, enters, next_deadline
from arpad.admission.grounds import Grounds, grounds_of, with_days
from arpad.admission.plausibility import Mark, marks
from arpad.admission.telling import tell
from arpad.columns import I16, Events, FirstOutcome, Firsts, Games, Ledger, Players, Role, Status, label
from arpad.days import Day, Month
from arpad.exact import points
from arpad.finding import Finding, Place, Tier, in_order
from arpad.intake import RatingList
from arpad.intake.sidecar import answer as answered
from arpad.law import Rulebook, rulebook
from arpad.law.rules import CONCEPTS
from arpad.law.rules.newcomers import FLOOR, MINIMUM_GAMES
from arpad.lists.beside import at_home, home_federation
from arpad.lists.rollcall import RollCall, call_roll, ratings_on
from arpad.lists.seats import Lists, Unseated
from arpad.making import PeriodInputs, rate_period, seated
from arpad.model import EventFacts, Report, Verdict
from arpad.rating import Period

LOST_BY_OTHERS = ((Status.UNRATED_OPPONENT, "not-counted"), (Status.FIRST_EVENT_OPPONENTS, "disregarded"))
DISREGARDED = (Status.FIRST_EVENT, Status.MINIMUM_EVENT_GAMES, Status.FIRST_RESULT)


@dataclass(frozen=True)
class Answer:
    """What the regulation says of one report."""

    facts: EventFacts
    findings: tuple[Finding, ...]
    edition: str = ""  # empty: the law was not asked
    excluded: tuple[int, int] = (0, 0)  # games and players that do not count, though the event may
    list_day: date | None = None
    deadline: Deadline | None = None
    printed_ratings: bool = False  # no list was given: the printed ratings stood in
    games: frozenset[Mark] = frozenset()
    period: Period | None = None
    admitted: Admitted | None = None  # the tables as they may be rated; a row of entries per player of the report
    seated_by: int = 0  # the list (yyyymm) with whose ratings the players were seated

    @property
    def book(self) -> Rulebook | None:
        return rulebook(self.edition, self.facts.series) if self.edition else None

    @property
    def verdict(self) -> Verdict:
        tiers = {finding.tier for finding in self.findings}
        if Tier.REFUSE in tiers:
            return Verdict.NOT_RATABLE
        if Tier.ASK in tiers or not self.edition:
            return Verdict.UNDECIDED
        return Verdict.WITH_EXCLUSIONS if Tier.EXCLUDE in tiers else Verdict.RATABLE


@dataclass(frozen=True)
class Inquiry:
    """A report, and what somebody says of its event: what the law is asked about."""

    report: Report
    findings: tuple[Finding, ...]  # of its reading
    facts: EventFacts
    answers: frozenset[str]  # the facts that somebody gave, beside the report
    today: date

    @classmethod
    def of(cls, report: Report, findings: Sequence[Finding], given: Mapping[str, Any], today: date) -> Self:
        """A report, and facts that answer before it does: of a sidecar, of flags, of a registration."""
        facts = with_days(answered(report.facts, given), report)
        return cls(report, tuple(findings), facts, frozenset(given), today)

    @cached_property
    def grounds(self) -> Grounds | None:
        """By what the report is judged; None where the law cannot be asked."""
        return grounds_of(self.report, self.facts, self.answers)


@dataclass(frozen=True)
class Background:
    """What lists and registries know of those who played."""

    call: RollCall  # of every player of the report, in its order, on the day that the grounds name
    at_registration: I16 | None = None  # their ratings on the list in force on the day of registration
    registry: Registered | None = None  # None: no registry is at hand
    scores: GameScores | None = None  # None: nobody keeps game scores here


def unexamined(report: Report, findings: Sequence[Finding]) -> Answer:
    """The answer where the law was not asked: what the reading found."""
    return Answer(report.facts, tuple(findings), excluded=_excluded(report, findings), games=marks(report))


def check(inquiry: Inquiry, lists: Sequence[RatingList] = ()) -> Answer:
    """The answer by list files, or by the printed ratings where there is none."""
    grounds, players, registered = inquiry.grounds, inquiry.report.players, inquiry.facts.registered
    if grounds is None:
        return _without_grounds(inquiry)
    call = call_roll(players, grounds.book, grounds.series, grounds.day, lists)
    early = ratings_on(players, grounds.series, registered, lists) if registered else None
    return examine(inquiry, Background(call, early))


def examine(inquiry: Inquiry, background: Background, overrides: Sequence[Override] = ()) -> Answer:
    """Run the arrow on one report: everybody seated, every check asked, what may count rated by itself."""
    grounds = inquiry.grounds
    if grounds is None:
        return _without_grounds(inquiry)
    call = background.call
    case, inputs = _case(inquiry, grounds, background)
    admitted = admit(case, inputs.events, overrides, inquiry.findings)
    list_day = enters(case)
    lists = replace(inputs.lists, new=Month.of(list_day) if list_day else call.month)
    events, entries, games = admitted.events, admitted.entries, admitted.games
    period = rate_period(replace(inputs, lists=lists, events=events, players_there=entries, games=games))
    findings = in_order([*_questions(inquiry), *admitted.findings, *_from_ledger(case, period)])
    return Answer(
        case.facts,
        findings,
        grounds.book.id,
        _excluded(inquiry.report, findings),
        list_day,
        next_deadline(case),
        call.known is None,
        marks(inquiry.report),
        period,
        admitted,
        call.month,
    )


def _without_grounds(inquiry: Inquiry) -> Answer:
    findings = in_order([*inquiry.findings, *_questions(inquiry)])
    return replace(unexamined(inquiry.report, findings), facts=inquiry.facts)


def _questions(inquiry: Inquiry) -> list[Finding]:
    """Without these nothing can be asked of the law."""
    facts, place = inquiry.facts, Place(inquiry.report.file)
    asked = {"series": facts.series, "start": facts.start, "end": facts.end}
    return [tell(f"edition-choice/{name}", Tier.ASK, place) for name, value in asked.items() if not value]


def _case(inquiry: Inquiry, grounds: Grounds, background: Background) -> tuple[Case, PeriodInputs]:
    """The case that admission looks at, the players seated; and a period of this one event, still without games."""
    report, book, call = inquiry.report, grounds.book, background.call
    facts = replace(inquiry.facts, series=grounds.series)
    system = system_as_rated(report, facts)
    players, home = _people(report, background, home_federation(book))
    start = Day.of(facts.start)
    events = Events.of(
        key=[0],
        start=[start],
        end=[Day.of(facts.last) or start],
        edition=[0],
        system=[system],
        championship=[bool(facts.team_championship)],
    )
    lists = Lists({call.month: call.own}, {call.month: call.other} if call.other else {}, call.month, call.month, home)
    size = len(report.players)
    there = Unseated(np.array([call.month], np.int32), np.zeros(size, np.int32), np.arange(size, dtype=np.int32))
    inputs = PeriodInputs((book,), players, lists, events, there, Games.room(0))
    case = Case(
        report,
        facts,
        inquiry.answers,
        book,
        grounds.series,
        inquiry.today,
        seated(inputs),
        system,
        call.known,
        call.neighbours,
        background.at_registration,
        grounds.day if grounds.by_games else None,
        background.registry,
        background.scores,
        call.printed,
    )
    return case, inputs


def _people(report: Report, background: Background, home: str) -> tuple[Players, tuple[int, ...]]:
    """The players, each with his federation, and which of the federations are no other than the one at home."""
    known = background.call.known or (None,) * len(report.players)
    registered = background.registry is not None
    federations = [
        federation_of(player, there, registered) for player, there in zip(report.players, known, strict=True)
    ]
    codes = sorted(set(federations))
    players = Players.of(
        born=[player.born for player in report.players],
        federation=[codes.index(federation) for federation in federations],
    )
    return players, tuple(place for place, code in enumerate(codes) if at_home(code, home))


def _excluded(report: Report, findings: Sequence[Finding]) -> tuple[int, int]:
    """How many games and how many players do not count; a game that falls for two reasons falls once."""
    rows, opponent = report.rows(), report.cells.opponent
    games, players = set(), set()
    for finding in findings:
        if finding.tier != Tier.EXCLUDE:
            continue
        number = finding.player or 0
        if finding.round is None or not 0 < number < len(rows) or rows[number] < 0:
            players.add(number or -finding.place.line)
        else:
            games.add((finding.round, frozenset((number, int(opponent[rows[number], finding.round - 1])))))
    return len(games), len(players)


def _from_ledger(case: Case, period: Period) -> Iterator[Finding]:
    """What the ledger leaves out, and what newcomers still miss, as findings; forfeits and byes are ordinary."""
    ledger, lines = period.ledger, period.lines
    for row in np.flatnonzero(ledger.status == Status.WIDE_DIFFERENCE)[::2].tolist():
        turn = int(period.games.round[ledger.game[row]])
        concept = CONCEPTS[label(Status.WIDE_DIFFERENCE)]
        yield case.tell(concept, "not-counted", Tier.EXCLUDE, int(ledger.entry[row]), turn)
    size = len(case.report.players)
    games = np.bincount(ledger.entry, minlength=size)
    disregarded = np.bincount(ledger.entry[ledger.status == lines.status[ledger.entry]], minlength=size)
    scores = np.zeros(size, np.int64)
    np.add.at(scores, ledger.entry, ledger.half_points)
    lost = [(reason, which, _lost_by_others(case, ledger, reason)) for reason, which in LOST_BY_OTHERS]
    for row in np.flatnonzero((case.seats.role == Role.NEWCOMER) & (games > 0)).tolist():
        status = Status(int(lines.status[row]))
        if status in DISREGARDED:
            score, count = points(int(scores[row])), int(disregarded[row])
            yield case.tell(CONCEPTS[label(status)], "disregarded", Tier.EXCLUDE, row, score=score, games=count)
        for reason, which, times in lost:
            if times[row]:
                yield case.tell(CONCEPTS[label(reason)], which, Tier.ADVICE, row, games=int(times[row]))
    for at in np.flatnonzero(period.firsts.outcome != FirstOutcome.PUBLISHED).tolist():
        if period.firsts.games[at]:
            yield _waiting(case, period.firsts, at)


def _waiting(case: Case, firsts: Firsts, at: int) -> Finding:
    """What a newcomer still misses to a published rating."""
    games, until = int(firsts.games[at]), Month(int(firsts.until[at]))
    outcome = FirstOutcome(int(firsts.outcome[at]))
    which = label(outcome) if outcome != FirstOutcome.PENDING or not until else "pending-until"
    given = {"games": games, "needed": games + int(firsts.missing[at]), "until": until}
    floor = case.book.rule(FLOOR).rating
    return case.tell(MINIMUM_GAMES, which, Tier.ADVICE, int(firsts.player[at]), **given, floor=floor)


def _lost_by_others(case: Case, ledger: Ledger, status: Status) -> npt.NDArray[np.intp]:
    """Of each player: how many games do not count for others because of him, with this status."""
    rated = case.seats.role[ledger.entry] == Role.RATED
    return np.bincount(ledger.opponent[rated & (ledger.status == status)], minlength=len(case.report.players))
