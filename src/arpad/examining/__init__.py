"""Examine one report: seat its players, admit its games, rate them, and collect the findings. Pure functions.

`examine` does this for a report in the rating period that it enters, and turns what the ledger leaves out into
findings. `check` first collects what list files know of the players; an office uses its own rolls, registry and pool.
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
from arpad.admission.default_answers import USUAL_ANSWERS, UsualAnswers, default_answers
from arpad.admission.grounds import Grounds, grounds_of, with_days
from arpad.admission.other_parts import OtherParts
from arpad.admission.plausibility import Mark, marks
from arpad.admission.telling import tell
from arpad.columns import I16, Events, Games, Players, Pool, Roll
from arpad.days import Day, Month
from arpad.examining.other_parts import StoredParts, with_other_parts
from arpad.examining.remarks import RatedEvent, find_remarks, find_unverified_rules
from arpad.finding import Finding, Note, Place, Tier, sort_findings
from arpad.frozen import dataclass
from arpad.intake import RatingList
from arpad.intake.settled_dates import settled_by_start
from arpad.intake.sidecar import answer as answered
from arpad.law import LawError, Rulebook, rulebook
from arpad.law.calendar import list_day, next_list
from arpad.lists.other_series import at_home, home_federation
from arpad.lists.rollcall import RollCall, call_roll, ratings_on
from arpad.lists.seats import Lists, Unseated
from arpad.making import PeriodInputs, rate_period, seat_entries
from arpad.model import EventFacts, GameKind, Report, Verdict
from arpad.rating import Period

DATES_ASKED = ("ambiguous-date", "unreadable-date")  # in which the day itself is asked for
NO_EDITION = "no-edition"  # the problem of a day that no edition covers


@dataclass(frozen=True)
class Answer:
    """The result of examining one report: verdict, findings, and the tables that may be rated."""

    facts: EventFacts
    findings: tuple[Finding, ...]
    edition: str = ""  # of the law; empty where the report could not be judged by law
    excluded: tuple[int, int] = (0, 0)  # games and players that do not count, though the event may
    list_day: date | None = None
    deadline: Deadline | None = None
    printed_ratings: bool = False  # without a list: the ratings of the report were used
    games: frozenset[Mark] = frozenset()
    period: Period | None = None
    admitted: Admitted | None = None  # the tables as they may be rated; a row of entries per player of the report
    seated_by: int = 0  # the list (yyyymm) with whose ratings the players were seated
    players: int = 0  # of the report
    assumed: tuple[Note, ...] = ()  # answers that nobody gave

    @property
    def book(self) -> Rulebook | None:
        """The rulebook by which the report was judged; None without one."""
        return rulebook(self.edition, self.facts.series) if self.edition else None

    @property
    def verdict(self) -> Verdict:
        """The verdict that follows from the gravest finding."""
        tiers = {finding.tier for finding in self.findings}
        if Tier.REFUSE in tiers:
            return Verdict.NOT_RATABLE
        if Tier.ASK in tiers or not self.edition:
            return Verdict.UNDECIDED
        return Verdict.WITH_EXCLUSIONS if Tier.EXCLUDE in tiers else Verdict.RATABLE


@dataclass(frozen=True)
class Inquiry:
    """A report with the facts of its event, to be examined."""

    report: Report
    findings: tuple[Finding, ...]  # of its reading
    facts: EventFacts
    answers: frozenset[str]  # the names of the facts that did not come from the report
    today: date
    final: bool = False  # sent to be rated
    assumed: tuple[Note, ...] = ()  # answers that nobody gave
    in_time: bool = False  # assumed to be registered in time
    defaults: bool = False  # the usual answers are assumed

    @classmethod
    def of(cls, report: Report, findings: Sequence[Finding], facts_given: Mapping[str, Any], today: date) -> Self:
        """A report with facts that come before its own: of a sidecar, of options, of a registration."""
        report, findings = settled_by_start(report, findings, facts_given.get("start"))
        facts = with_days(answered(report.facts, facts_given), report)
        return cls(report, tuple(findings), facts, frozenset(facts_given), today)

    def with_default_answers(self, usual: UsualAnswers = USUAL_ANSWERS) -> Self:
        """The same with the usual answers to what nobody says; without a rulebook to ask, the same."""
        try:
            grounds = self.grounds
        except LawError:
            grounds = None  # no edition covers the day, which is told
        if grounds is None:
            return replace(self, defaults=True)
        default = default_answers(self.report, self.facts, self.answers, grounds, usual)
        return replace(self, facts=default.facts, assumed=default.assumed, in_time=default.in_time, defaults=True)

    @cached_property
    def grounds(self) -> Grounds | None:
        """The rulebook, series and day by which the report is judged; None where they cannot be chosen."""
        return grounds_of(self.report, self.facts, self.answers)


@dataclass(frozen=True)
class ReplacedList:
    """The newest published list, which the list of the report will replace: a row for each player of the report."""

    month: int
    own: Roll
    pool: Pool  # earlier results of the unrated among them; players are rows of the report
    new: int = 0  # the list that rated the report; 0: it is not rated yet


@dataclass(frozen=True)
class PlayerBackground:
    """What lists, registry, game scores and other parts know of the players and the event."""

    call: RollCall  # of every player of the report, in its order, on the day that the grounds name
    at_registration: I16 | None = None  # their ratings on the list in force on the day of registration
    registry: Registered | None = None  # None: there is no registry
    replaced: ReplacedList | None = None  # None: there is no newer list and no pool
    scores: GameScores | None = None  # None: game scores are not stored here
    others: OtherParts | None = None  # of an event in parts or stages: the others that are admitted or rated
    before: StoredParts | None = None  # the same as a rating period takes them
    finished: date | None = None  # the day of the newest published list, where there is one


def result_without_law(report: Report, findings: Sequence[Finding]) -> Answer:
    """The result for a report that cannot be judged by law: the findings of parsing it."""
    excluded, players = _count_excluded(report, findings), len(report.players)
    return Answer(report.facts, tuple(findings), excluded=excluded, games=marks(report), players=players)


def check(inquiry: Inquiry, lists: Sequence[RatingList] = ()) -> Answer:
    """Examine a report with list files, or with its printed ratings where there is none."""
    players, registered = inquiry.report.players, inquiry.facts.registered
    try:
        grounds = inquiry.grounds
        if grounds is None:
            return _result_without_grounds(inquiry)
        call = call_roll(players, grounds.book, grounds.series, grounds.day, lists)
    except LawError as error:
        if error.code != NO_EDITION:
            raise
        return _result_without_grounds(inquiry, error)
    early = ratings_on(players, grounds.series, registered, lists) if registered else None
    return examine_report(inquiry, PlayerBackground(call, early))


def examine_report(inquiry: Inquiry, background: PlayerBackground, overrides: Sequence[Override] = ()) -> Answer:
    """Examine a report: its players are seated, every check is run, and the admitted games are rated."""
    grounds = inquiry.grounds
    if grounds is None:
        return _result_without_grounds(inquiry)
    call = background.call
    case, inputs = _admission_case(inquiry, grounds, background)
    admitted = admit(case, inputs.events, overrides, inquiry.findings)
    list_day = enters(case)
    lists = replace(inputs.lists, new=_entered_list(grounds.series, list_day, background))
    inputs = replace(inputs, lists=lists, events=admitted.events, players_there=admitted.entries, games=admitted.games)
    if case.facts.in_pieces:
        inputs = with_other_parts(inputs, admitted, case.facts, background.before, case.goes_on)
    period = rate_period(inputs)
    about = RatedEvent(case, period, background.replaced is not None)
    decided = [*_missing_fact_findings(inquiry), *admitted.findings, *find_remarks(about)]
    findings = sort_findings([*decided, *find_unverified_rules(about, decided)])
    return Answer(
        case.facts,
        findings,
        grounds.book.id,
        _count_excluded(inquiry.report, findings),
        list_day,
        next_deadline(case),
        call.known is None,
        marks(inquiry.report),
        period,
        admitted,
        call.month,
        len(inquiry.report.players),
        inquiry.assumed,
    )


def _entered_list(series: str, by_law: date | None, background: PlayerBackground) -> int:
    """The list that the report enters (yyyymm): the one by law, or the first that is not published yet."""
    named, replaced = Month.of(by_law) if by_law else background.call.month, background.replaced
    if replaced is None:
        return named
    try:
        return replaced.new or max(named, Month.of(next_list(series, list_day(series, Month(replaced.month)))))
    except LawError:
        return named  # the law ends with that list


def _result_without_grounds(inquiry: Inquiry, why: LawError | None = None) -> Answer:
    """The result for a report without a rulebook: the findings of parsing it, and the questions that are open."""
    place = Place(inquiry.report.file)
    refused = [tell("edition-choice/refused", Tier.REFUSE, place, reason=why)] if why else []
    if not np.any(inquiry.report.games().kind == GameKind.PLAYED):
        refused.append(tell("unplayed-game/nothing", Tier.REFUSE, place))
    findings = sort_findings([*inquiry.findings, *_missing_fact_findings(inquiry), *refused])
    return replace(result_without_law(inquiry.report, findings), facts=inquiry.facts)


def _missing_fact_findings(inquiry: Inquiry) -> list[Finding]:
    """A question for each missing fact without which no rulebook can be chosen."""
    facts, place = inquiry.facts, Place(inquiry.report.file)
    required = {"series": facts.series, "start": facts.start, "end": facts.end}
    asked = {
        name
        for name, printed in ((name, inquiry.report.as_printed(name)) for name in ("start", "end"))
        if printed is not None
        and any(
            finding.code in DATES_ASKED and finding.place[1:] == (printed.line, printed.column)
            for finding in inquiry.findings
        )
    }
    if any(finding.message == "ambiguous-date/event" for finding in inquiry.findings):
        asked |= {"start", "end"}
    if inquiry.defaults:
        asked.add("series")  # follows from the day and the time control
    missing = [name for name, value in required.items() if not value and name not in asked]
    return [tell(f"edition-choice/{name}", Tier.ASK, place) for name in missing]


def _admission_case(inquiry: Inquiry, grounds: Grounds, background: PlayerBackground) -> tuple[Case, PeriodInputs]:
    """The case for admission, with its players seated; and a rating period of this event alone, without games."""
    report, book, call = inquiry.report, grounds.book, background.call
    facts = replace(inquiry.facts, series=grounds.series)
    system = system_of_part(report, facts, background.others) if facts.in_pieces else system_as_rated(report, facts)
    players, home = _player_table(report, background, home_federation(book))
    start = Day.of(facts.start)
    events = Events.of(
        key=[0],
        start=[start],
        end=[Day.of(facts.last) or start],
        edition=[0],
        system=[system],
        championship=[bool(facts.team_championship)],
    )
    size, newest = (
        len(report.players),
        background.replaced or ReplacedList(call.month, call.own, Pool.room(0)),
    )
    own, beside = {newest.month: newest.own, call.month: call.own}, call.beside or call.month
    lists = Lists(own, {} if call.other is None else {beside: call.other}, newest.month, newest.month, home)
    unseated = Unseated(
        np.array([call.month], np.int32),
        np.zeros(size, np.int32),
        np.arange(size, dtype=np.int32),
        beside=np.array([beside], np.int32),
    )
    inputs = PeriodInputs((book,), players, lists, events, unseated, Games.room(0), newest.pool)
    case = Case(
        report,
        facts,
        inquiry.answers,
        book,
        grounds.series,
        inquiry.today,
        seat_entries(inputs),
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
        inquiry.in_time,
    )
    return case, inputs


def _player_table(report: Report, background: PlayerBackground, home: str) -> tuple[Players, tuple[int, ...]]:
    """The players by registry or list, or else as printed; and which of their federations count as the home one."""
    persons = background.call.known or (None,) * len(report.players)
    rows, registered = list(zip(report.players, persons, strict=True)), background.registry is not None
    federations = [federation_of(player, person, registered) for player, person in rows]
    codes = sorted(set(federations))
    players = Players.of(
        born=[person.born if person and person.born else player.born for player, person in rows],
        member=[person.member if person else 0 for person in persons],
        federation=[codes.index(federation) for federation in federations],
    )
    return players, tuple(place for place, code in enumerate(codes) if at_home(code, home))


def _count_excluded(report: Report, findings: Sequence[Finding]) -> tuple[int, int]:
    """How many games and how many players do not count; a game with two reasons counts once."""
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
