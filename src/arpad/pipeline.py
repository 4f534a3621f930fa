"""The arrow, for one event: read -> seat -> admit -> rate, and what comes of it. Read this first.

`check` is what an arbiter asks before sending: it gathers what list files say of the players and examines the report.
`examine` runs the whole arrow on one report, by itself, and turns what the ledger leaves out into findings, so that the
reader sees one answer and every rule stands in one place. An office examines with its own rolls and registry.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

import numpy as np
import numpy.typing as npt

from arpad.admission import Admitted, Case, Override, Registered, admit
from arpad.admission.case import read_control
from arpad.admission.composition import system_as_rated
from arpad.admission.deadlines import Deadline, enters, next_deadline
from arpad.admission.plausibility import Mark, marks
from arpad.admission.telling import tell
from arpad.columns import I16, Events, FirstOutcome, Firsts, Ledger, Players, Pool, Role, Status, label
from arpad.days import Month
from arpad.exact import points
from arpad.finding import Finding, Place, Tier, in_order
from arpad.intake import RatingList
from arpad.law import LawError, Rulebook, in_force, rulebook
from arpad.law.calendar import day_number, list_number
from arpad.law.rules import CONCEPTS
from arpad.law.rules.admission import INTERIM_REPORT, RATE_OF_PLAY, Window
from arpad.law.rules.newcomers import FLOOR, MINIMUM_GAMES
from arpad.law.rules.rating import FOREIGN_PLAYERS, RATINGS_USED, StartOrGame, StartOrPart
from arpad.lists.rollcall import RollCall, call_roll, ratings_on
from arpad.lists.standing import Lists, seat
from arpad.model import EventFacts, Report, Verdict
from arpad.rating import Period, Rolls, rate
from arpad.timecontrol import SECONDS_IN_MINUTE, TimeControl

WINDOWED, OTHERWISE = ("fide-blitz", "fide-rapid"), "fide-standard"
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
    """The answer by list files, or by the printed ratings where there is none; the rest as for `examine`."""
    grounds = grounds_of(report, facts, answers)
    if grounds is None:
        return _unexamined(report, findings, facts)
    series, book, day = grounds
    call = call_roll(report.players, book, series, day, lists)
    at_registration = ratings_on(report.players, series, facts.registered, lists) if facts.registered else None
    return examine(report, findings, facts, answers, call, today, at_registration)


def examine(
    report: Report,
    findings: Sequence[Finding],
    facts: EventFacts,
    answers: frozenset[str],
    call: RollCall,
    today: date,
    at_registration: I16 | None = None,
    registry: Registered | None = None,
    overrides: Sequence[Override] = (),
) -> Answer:
    """Run the arrow on one report; `findings` are those of its reading, `answers` the facts that somebody gave.

    `call` says of every player of the report, in its order, what is known of him on the day that `grounds_of` names;
    `at_registration` has the ratings of the list in force on the day of registration."""
    grounds = grounds_of(report, facts, answers)
    if grounds is None:
        return _unexamined(report, findings, facts)
    missing = _questions(report, facts)
    series, book, day = grounds
    facts = replace(facts, series=series)
    case, events, players = _case(report, facts, answers, book, call, today)
    seated_on = day if _by_games(report, facts, book) else None
    case = replace(case, seated_on=seated_on, at_registration=at_registration, registry=registry)
    admitted = admit(case, events, overrides, findings)
    list_day = enters(case)
    made = list_number(list_day) if list_day else call.month
    rolls = Rolls(call.own, call.other)
    period = rate(made, (book,), players, rolls, admitted.events, admitted.entries, admitted.games, Pool.room(0))
    all_told = in_order([*missing, *admitted.findings, *_from_ledger(case, period)])
    return Answer(
        facts,
        all_told,
        book.id,
        _excluded(report, all_told),
        list_day,
        next_deadline(case),
        call.known is None,
        marks(report),
        period,
        admitted,
        call.month,
    )


def grounds_of(report: Report, facts: EventFacts, answers: frozenset[str]) -> tuple[str, Rulebook, date] | None:
    """What a roll is called by: the series, its rulebook, and the day whose list gives the ratings; None where the
    law cannot be asked."""
    if not report.players or facts.start is None:
        return None
    series = facts.series or provisional_series(report, facts, answers)
    book = in_force(series, facts.start)
    return series, book, _seated_on(report, facts) if _by_games(report, facts, book) else facts.start


def _unexamined(report: Report, findings: Sequence[Finding], facts: EventFacts) -> Answer:
    return replace(unasked(report, in_order([*findings, *_questions(report, facts)])), facts=facts)


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


def _by_games(report: Report, facts: EventFacts, book: Rulebook) -> bool:
    """Whether an event, or this part of it, is rated by the lists of its games and not of its own first day."""
    if facts.ratings_at != "game" or facts.start is None:
        return False
    rule = book.rule(RATINGS_USED)
    long = book.has(INTERIM_REPORT) and facts.end is not None
    long = long and (facts.end - facts.start).days >= book.rule(INTERIM_REPORT).days  # type: ignore[operator]
    return isinstance(rule, StartOrGame) or (isinstance(rule, StartOrPart) and long)


def _seated_on(report: Report, facts: EventFacts) -> date:
    """The first day of the games of a part."""
    assert facts.start is not None
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


def _questions(report: Report, facts: EventFacts) -> list[Finding]:
    """Without these nothing can be asked of the law."""
    asked = {"series": facts.series, "start": facts.start, "end": facts.end}
    return [tell(f"edition-choice/{name}", Tier.ASK, Place(report.file)) for name, value in asked.items() if not value]


def _case(
    report: Report, facts: EventFacts, answers: frozenset[str], book: Rulebook, call: RollCall, today: date
) -> tuple[Case, Events, Players]:
    """The case that admission looks at: the players seated at the event's start."""
    known = call.known or (None,) * len(report.players)
    federations = [
        (there.federation if there and there.federation else player.federation).upper()
        for player, there in zip(report.players, known, strict=True)
    ]
    codes = sorted(set(federations))
    system = system_as_rated(report, facts)
    start = day_number(facts.start) if facts.start else 0
    end = day_number(facts.end) if facts.end else start
    events = Events.of(
        key=[0], start=[start], end=[end], edition=[0], system=[system], championship=[bool(facts.team_championship)]
    )
    players = Players.of(
        born=[player.born for player in report.players],
        federation=[codes.index(federation) for federation in federations],
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
    case = Case(report, facts, answers, book, facts.series, today, seats, system, call.known, call.neighbours)
    return replace(case, printed=call.printed), events, players


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
