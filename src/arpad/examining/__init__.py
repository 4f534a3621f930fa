"""Examine one report: read -> seat -> admit -> rate, and what comes of it. The first half of the arrow, pure.

`examine` runs the arrow on one report, in the period that it enters as far as it is known, and turns what the ledger
leaves out into findings, so that the reader sees one answer and every rule stands in one place. `check` gathers what
list files say of the players first; an office examines with its own rolls and registry, and with what newcomers wait
with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cached_property
from typing import Any, Self

import numpy as np

from arpad.admission import Admitted, Case, Override, Registered, admit
from arpad.admission.case import GameScores, federation_of
from arpad.admission.composition import system_as_rated, system_of_part
from arpad.admission.deadlines import Deadline, enters, next_deadline
from arpad.admission.grounds import Grounds, grounds_of, with_days
from arpad.admission.other_parts import OtherParts
from arpad.admission.plausibility import Mark, marks
from arpad.admission.telling import tell
from arpad.columns import I16, Events, Games, Players, Pool, Roll
from arpad.days import Day, Month
from arpad.examining.evidence import rests_on
from arpad.examining.left_out import Remarked, remarks
from arpad.examining.whole import PartsBefore, with_other_parts
from arpad.finding import Finding, Place, Tier, in_order
from arpad.frozen import dataclass
from arpad.intake import RatingList
from arpad.intake.sidecar import answer as answered
from arpad.law import LawError, Rulebook, rulebook
from arpad.law.calendar import next_list
from arpad.lists.beside import at_home, home_federation
from arpad.lists.rollcall import RollCall, call_roll, ratings_on
from arpad.lists.seats import Lists, Unseated
from arpad.making import PeriodInputs, rate_period, seated
from arpad.model import EventFacts, Report, Verdict
from arpad.rating import Period

UNCOVERED = "no-edition"  # the problem of a day that no edition covers


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
    players: int = 0  # of the report

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
    final: bool = False  # sent to be rated

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
class Replaced:
    """The list that the one the report enters will replace, as an office has it: a row per player of the report."""

    month: int
    own: Roll
    other: Roll | None  # of the series whose rating stands in, or with which guests are met
    pool: Pool  # what newcomers among them wait with; players are rows of the report
    new: int = 0  # the list that the report was rated on; 0: it is not rated yet


@dataclass(frozen=True)
class Background:
    """What lists and registries know of those who played."""

    call: RollCall  # of every player of the report, in its order, on the day that the grounds name
    at_registration: I16 | None = None  # their ratings on the list in force on the day of registration
    registry: Registered | None = None  # None: no registry is at hand
    replaced: Replaced | None = None  # None: nobody knows who was rated since, or what anybody waits with
    scores: GameScores | None = None  # None: nobody keeps game scores here
    others: OtherParts | None = None  # of an event in parts or stages: the others that are admitted or rated
    before: PartsBefore | None = None  # the same as a period takes them
    finished: date | None = None  # the newest list that is published, where somebody publishes


def unexamined(report: Report, findings: Sequence[Finding]) -> Answer:
    """The answer where the law was not asked: what the reading found."""
    excluded, players = _excluded(report, findings), len(report.players)
    return Answer(report.facts, tuple(findings), excluded=excluded, games=marks(report), players=players)


def check(inquiry: Inquiry, lists: Sequence[RatingList] = ()) -> Answer:
    """The answer by list files, or by the printed ratings where there is none."""
    players, registered = inquiry.report.players, inquiry.facts.registered
    try:
        grounds = inquiry.grounds
        if grounds is None:
            return _without_grounds(inquiry)
        call = call_roll(players, grounds.book, grounds.series, grounds.day, lists)
    except LawError as error:
        if error.code != UNCOVERED:
            raise
        return _without_grounds(inquiry, error)
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
    lists = replace(inputs.lists, new=_new_list(grounds.series, list_day, background))
    inputs = replace(inputs, lists=lists, events=admitted.events, players_there=admitted.entries, games=admitted.games)
    if case.facts.in_pieces:
        inputs = with_other_parts(inputs, admitted, case.facts, background.before, case.goes_on)
    period = rate_period(inputs)
    about = Remarked(case, period, background.replaced is not None)
    decided = [*_questions(inquiry), *admitted.findings, *remarks(about)]
    findings = in_order([*decided, *rests_on(about, decided)])
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
        len(inquiry.report.players),
    )


def _new_list(series: str, by_law: date | None, background: Background) -> int:
    """The list that the report enters: the one that the law names, or the first that is not published yet."""
    named, replaced = Month.of(by_law) if by_law else background.call.month, background.replaced
    if replaced is None:
        return named
    try:
        return replaced.new or max(named, Month.of(next_list(series, Month(replaced.month).first)))
    except LawError:
        return named  # the law ends with that list


def _without_grounds(inquiry: Inquiry, why: LawError | None = None) -> Answer:
    """What the reading found, and what is missing to ask the law; or why there is no law to ask."""
    refused = [tell("edition-choice/refused", Tier.REFUSE, Place(inquiry.report.file), reason=why)] if why else []
    findings = in_order([*inquiry.findings, *_questions(inquiry), *refused])
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
    system = system_of_part(report, facts, background.others) if facts.in_pieces else system_as_rated(report, facts)
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
    size, known = len(report.players), background.replaced or Replaced(call.month, call.own, call.other, Pool.room(0))
    own, other = {known.month: known.own, call.month: call.own}, {known.month: known.other, call.month: call.other}
    beside = {month: roll for month, roll in other.items() if roll is not None}
    lists = Lists(own, beside, known.month, known.month, home)
    there = Unseated(np.array([call.month], np.int32), np.zeros(size, np.int32), np.arange(size, dtype=np.int32))
    inputs = PeriodInputs((book,), players, lists, events, there, Games.room(0), known.pool)
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
        background.others,
        inquiry.final,
        background.finished,
    )
    return case, inputs


def _people(report: Report, background: Background, home: str) -> tuple[Players, tuple[int, ...]]:
    """The players as they are known or else as printed, and which of their federations are no other than the one at
    home."""
    known = background.call.known or (None,) * len(report.players)
    registered = background.registry is not None
    federations = [
        federation_of(player, there, registered) for player, there in zip(report.players, known, strict=True)
    ]
    codes = sorted(set(federations))
    players = Players.of(
        born=[there.born if there and there.born else p.born for p, there in zip(report.players, known, strict=True)],
        member=[there.member if there else 0 for there in known],
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
