"""The arrow, for one event: read -> seat -> admit -> rate, and what comes of it. Read this first.

`check` is what an arbiter asks before sending: it runs the whole arrow on one report, by itself, and turns what the
ledger leaves out into findings, so that the reader sees one answer and every rule stands in one place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

import numpy as np

from arpad.admission import Case, admit
from arpad.admission.case import Known
from arpad.admission.composition import system_as_rated
from arpad.admission.deadlines import Deadline, enters, next_deadline
from arpad.admission.timecontrol import SECONDS_IN_MINUTE, TimeControl, parse
from arpad.columns import Bools, Events, FirstOutcome, Ledger, Players, Pool, Role, Status, label
from arpad.exact import points
from arpad.finding import Finding, Place, Tier, in_order
from arpad.intake import RatingList
from arpad.law import Rulebook, in_force
from arpad.law.rules import CONCEPTS
from arpad.law.rules.admission import RATE_OF_PLAY, Window
from arpad.law.rules.rating import FOREIGN_PLAYERS
from arpad.lists.rollcall import RollCall, call_roll
from arpad.lists.standing import Lists, seat
from arpad.model import EventFacts, Report, Verdict
from arpad.rating import Period, Rolls, rate
from arpad.rating.sheet import outcome_step

MONTH, DAY = 100, 10_000  # in a list written yyyymm, in a day written yyyymmdd
WINDOWED, OTHERWISE = ("fide-blitz", "fide-rapid"), "fide-standard"
DISREGARDED = (Status.FIRST_EVENT, Status.MINIMUM_EVENT_GAMES, Status.FIRST_RESULT)


@dataclass(frozen=True)
class Answer:
    """What the regulation says of one report."""

    report: Report
    facts: EventFacts
    book: Rulebook | None
    findings: tuple[Finding, ...]
    list_day: date | None = None
    deadline: Deadline | None = None
    printed_ratings: bool = False  # no list was given: the printed ratings stood in
    period: Period | None = None

    @property
    def verdict(self) -> Verdict:
        tiers = {finding.tier for finding in self.findings}
        if Tier.REFUSE in tiers:
            return Verdict.NOT_RATABLE
        if Tier.ASK in tiers or self.book is None:
            return Verdict.UNDECIDED
        return Verdict.WITH_EXCLUSIONS if Tier.EXCLUDE in tiers else Verdict.RATABLE

    @property
    def excluded(self) -> tuple[int, int]:
        """Games and players that do not count, though the event may."""
        found = [finding for finding in self.findings if finding.tier == Tier.EXCLUDE]
        games = {(finding.player, finding.round) for finding in found if finding.round is not None}
        return len(games), len({finding.player for finding in found if finding.round is None})


def check(
    report: Report,
    findings: Sequence[Finding],
    facts: EventFacts,
    answers: frozenset[str],
    lists: Sequence[RatingList],
    today: date,
) -> Answer:
    """Run the arrow on one report; `findings` are those of its reading, `answers` the facts that somebody gave."""
    missing = tuple(_questions(report, facts))
    start = facts.start
    if not report.players or start is None:
        return Answer(report, facts, None, in_order([*findings, *missing]))
    if not facts.series:
        facts = replace(facts, series=provisional_series(facts))
    book = in_force(facts.series, start)
    call = call_roll(report.players, book, facts.series, start, lists)
    case, events, players = _case(report, facts, answers, book, call, today)
    admitted = admit(case, events)
    list_day = enters(case)
    made = (list_day.year * MONTH + list_day.month) if list_day else call.month
    rolls = Rolls(call.own, call.other)
    period = rate(made, (book,), players, rolls, admitted.events, admitted.entries, admitted.games, Pool.room(0))
    told = in_order([*findings, *missing, *admitted.findings, *_from_ledger(case, period)])
    return Answer(report, facts, book, told, list_day, next_deadline(case), not lists, period)


def provisional_series(facts: EventFacts) -> str:
    """The series that the time control points to, so that its questions can be put at once; it is still asked for."""
    control = parse(facts.time_control) if facts.time_control else None
    if isinstance(control, TimeControl) and facts.start is not None:
        for series in WINDOWED:
            rule = in_force(series, facts.start).rule(RATE_OF_PLAY)
            if isinstance(rule, Window) and rule.holds(control.seconds_for(rule.moves), SECONDS_IN_MINUTE):
                return series
    return OTHERWISE


def _questions(report: Report, facts: EventFacts) -> Iterator[Finding]:
    """Without these nothing can be asked of the law."""
    wanted = {
        "series": (facts.series, "The rating series is not known.", "Say it: series = fide-standard, fide-rapid ..."),
        "start": (facts.start, "The first day of the event is not known.", "Give it: start = YYYY-MM-DD."),
        "end": (facts.end, "The last day of the event is not known.", "Give it: end = YYYY-MM-DD."),
    }
    for value, sentence, remedy in wanted.values():
        if not value:
            yield Finding("edition-choice", Tier.ASK, Place(report.file), sentence, remedy)


def _case(
    report: Report, facts: EventFacts, answers: frozenset[str], book: Rulebook, call: RollCall, today: date
) -> tuple[Case, Events, Players]:
    """The case that admission looks at: the players seated at the event's start."""
    codes = sorted({player.federation.upper() for player in report.players})
    system = system_as_rated(report, facts)
    start, end = _number(facts.start), _number(facts.end or facts.start)
    events = Events.of(
        key=[0], start=[start], end=[end], edition=[0], system=[system], championship=[bool(facts.team_championship)]
    )
    players = Players.of(
        born=[player.born for player in report.players],
        federation=[codes.index(player.federation.upper()) for player in report.players],
    )
    home = book.rule(FOREIGN_PLAYERS).home if book.has(FOREIGN_PLAYERS) else ""
    lists = Lists({call.month: call.own}, {call.month: call.other} if call.other else {}, call.month)
    size = len(report.players)
    seats = seat(
        (book,),
        call.month,
        players,
        codes.index(home) if home in codes else len(codes),
        lists,
        events,
        np.array([call.month], np.int32),
        np.zeros(size, np.int32),
        np.arange(size, dtype=np.int32),
    )
    return Case(report, facts, answers, book, facts.series, today, seats, system, _known(call)), events, players


def _known(call: RollCall) -> tuple[Known | None, ...] | None:
    rating_list = call.rating_list
    if call.found is None or rating_list is None:
        return None
    ratings = call.own.rating.tolist()
    return tuple(
        None if row < 0 else Known(rating_list.name(row), int(rating_list.born[row]), ratings[at])
        for at, row in enumerate(call.found)
    )


def _number(day: date | None) -> int:
    return 0 if day is None else day.year * DAY + day.month * MONTH + day.day


def _from_ledger(case: Case, period: Period) -> Iterator[Finding]:
    """What the ledger leaves out, and what newcomers still miss, as findings; forfeits and byes are ordinary."""
    ledger, lines = period.ledger, period.lines
    for row in np.flatnonzero(ledger.status == Status.WIDE_DIFFERENCE)[::2].tolist():
        turn = int(period.games.round[ledger.game[row]])
        concept = CONCEPTS[label(Status.WIDE_DIFFERENCE)]
        yield case.find(concept, "not-counted", Tier.EXCLUDE, int(ledger.entry[row]), turn)
    for row in np.flatnonzero(case.seats.role == Role.NEWCOMER).tolist():
        status = Status(int(lines.status[row]))
        mine, against = ledger.entry == row, ledger.opponent == row
        if not mine.any():
            continue
        if status in DISREGARDED:
            score = points(int(ledger.half_points[mine].sum()))
            games = int(np.count_nonzero(mine & (ledger.status == status)))
            yield case.find(CONCEPTS[label(status)], "disregarded", Tier.EXCLUDE, row, score=score, games=games)
        yield from _lost_by_others(case, ledger, row, against)
    for at in np.flatnonzero(period.firsts.outcome != FirstOutcome.PUBLISHED).tolist():
        sheet = period.firsts
        step = outcome_step(
            case.book,
            FirstOutcome(int(sheet.outcome[at])),
            int(sheet.games[at]),
            int(sheet.missing[at]),
            int(sheet.until[at]),
        )
        if sheet.games[at]:
            row = int(sheet.player[at])
            yield case.find(CONCEPTS["minimum-games"], "waiting", Tier.ADVICE, row, lacking=step.value, until="")


def _lost_by_others(case: Case, ledger: Ledger, row: int, against: Bools) -> Iterator[Finding]:
    """Games that do not count for others because of this newcomer."""
    for status, which in (
        (Status.UNRATED_OPPONENT, "not-counted"),
        (Status.FIRST_EVENT_OPPONENTS, "disregarded"),
    ):
        rated = case.seats.role[ledger.entry] == Role.RATED
        games = int(np.count_nonzero(against & rated & (ledger.status == status)))
        if games:
            yield case.find(CONCEPTS[label(status)], which, Tier.ADVICE, row, games=games)
