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
from arpad.admission.case import Known, read_control
from arpad.admission.composition import system_as_rated
from arpad.admission.deadlines import Deadline, enters, next_deadline
from arpad.admission.messages import told
from arpad.admission.plausibility import Mark, marks
from arpad.admission.timecontrol import SECONDS_IN_MINUTE, TimeControl
from arpad.columns import Bools, Events, FirstOutcome, Ledger, Players, Pool, Role, Status, label
from arpad.exact import points
from arpad.finding import Finding, Place, Tier, in_order
from arpad.intake import RatingList
from arpad.law import LawError, Rulebook, in_force, rulebook
from arpad.law.calendar import day_number, list_number
from arpad.law.rules import CONCEPTS
from arpad.law.rules.admission import INTERIM_REPORT, RATE_OF_PLAY, Window
from arpad.law.rules.rating import FOREIGN_PLAYERS, RATINGS_USED, StartOrGame, StartOrPart
from arpad.lists.rollcall import RollCall, call_roll, neighbours, ratings_on
from arpad.lists.standing import Lists, seat
from arpad.model import EventFacts, Report, Verdict
from arpad.rating import Period, Rolls, rate
from arpad.rating.sheet import outcome_step

WINDOWED, OTHERWISE = ("fide-blitz", "fide-rapid"), "fide-standard"
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


def unasked(report: Report, findings: Sequence[Finding]) -> Answer:
    """The answer where the law was not asked: what the reading found."""
    return Answer(report.facts, tuple(findings), excluded=_excluded(report, findings), games=marks(report))


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
        return replace(unasked(report, in_order([*findings, *missing])), facts=facts)
    if not facts.series:
        facts = replace(facts, series=provisional_series(report, facts, answers))
    book = in_force(facts.series, start)
    seated_on = _seated_on(report, facts, book)
    call = call_roll(report.players, book, facts.series, seated_on or start, lists)
    case, events, players = _case(report, facts, answers, book, call, today)
    registered = facts.registered
    at_registration = ratings_on(report.players, facts.series, registered, lists) if registered else None
    case = replace(case, seated_on=seated_on, at_registration=at_registration)
    admitted = admit(case, events)
    list_day = enters(case)
    made = list_number(list_day) if list_day else call.month
    rolls = Rolls(call.own, call.other)
    period = rate(made, (book,), players, rolls, admitted.events, admitted.entries, admitted.games, Pool.room(0))
    all_told = in_order([*findings, *missing, *admitted.findings, *_from_ledger(case, period)])
    excluded = _excluded(report, all_told)
    due = next_deadline(case)
    return Answer(facts, all_told, book.id, excluded, list_day, due, not lists, marks(report), period)


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


def _seated_on(report: Report, facts: EventFacts, book: Rulebook) -> date | None:
    """The first day of a part, where an event is rated by the lists of its games; None: the event's own first day."""
    if facts.ratings_at != "game" or facts.start is None:
        return None
    rule = book.rule(RATINGS_USED)
    long = book.has(INTERIM_REPORT) and facts.end is not None
    long = long and (facts.end - facts.start).days >= book.rule(INTERIM_REPORT).days  # type: ignore[operator]
    if not (isinstance(rule, StartOrGame) or (isinstance(rule, StartOrPart) and long)):
        return None
    played = np.unique(report.games().round).tolist()
    days = [report.round_dates[turn - 1] for turn in played if turn <= len(report.round_dates)]
    return max(facts.start, min((day for day in days if day is not None), default=facts.start))


def provisional_series(report: Report, facts: EventFacts, answers: frozenset[str]) -> str:
    """The series that the time control points to, so that its questions can be put at once; it is still asked for."""
    control = read_control(report, facts, answers)
    if isinstance(control, TimeControl) and facts.start is not None:
        for series in WINDOWED:
            try:
                rule = in_force(series, facts.start).rule(RATE_OF_PLAY)
            except LawError:
                continue  # this series has no rules for the day
            if isinstance(rule, Window) and rule.holds(control.seconds_for(rule.moves), SECONDS_IN_MINUTE):
                return series
    return OTHERWISE


def _questions(report: Report, facts: EventFacts) -> Iterator[Finding]:
    """Without these nothing can be asked of the law."""
    for name, value in (("series", facts.series), ("start", facts.start), ("end", facts.end)):
        if not value:
            yield told(f"edition-choice/{name}", Tier.ASK, Place(report.file))


def _case(
    report: Report, facts: EventFacts, answers: frozenset[str], book: Rulebook, call: RollCall, today: date
) -> tuple[Case, Events, Players]:
    """The case that admission looks at: the players seated at the event's start."""
    codes = sorted({player.federation.upper() for player in report.players})
    system = system_as_rated(report, facts)
    start = day_number(facts.start) if facts.start else 0
    end = day_number(facts.end) if facts.end else start
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
    known, near = _known(call), _neighbours(report, call)
    return Case(report, facts, answers, book, facts.series, today, seats, system, known, near), events, players


def _known(call: RollCall) -> tuple[Known | None, ...] | None:
    if call.found is None:
        return None
    ratings = call.own.rating.tolist()
    return tuple(
        None if place is None else Known(place[0].name(place[1]), int(place[0].born[place[1]]), ratings[at])
        for at, place in enumerate(call.found)
    )


def _neighbours(report: Report, call: RollCall) -> dict[int, tuple[tuple[int, str], ...]]:
    """For the numbers that are on no list, those on it that are one slip away."""
    if call.found is None or call.rating_list is None:
        return {}
    unknown = [row for row, place in enumerate(call.found) if place is None and report.players[row].id]
    return {row: neighbours(report.players[row].id, call.rating_list) for row in unknown}


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
            yield case.find(CONCEPTS["minimum-games"], "waiting", Tier.ADVICE, row, lacking=step.value)


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
