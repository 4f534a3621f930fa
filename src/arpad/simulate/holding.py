"""Hold the events of a month: invite, pair, play, and write down what the arbiter sends.

In: the federation, the season's lists and a plan. Out: a report on its way. A league is one event in monthly parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

import numpy as np
import numpy.typing as npt

from arpad.law import Rulebook, in_force
from arpad.law.calendar import add_months
from arpad.law.rules.admission import EVENT_DURATION, LEAGUE_DURATION
from arpad.law.rules.rating import RATINGS_USED, AtStart
from arpad.law.rules.registration import REGISTERED_EVENT, Agreed
from arpad.model import Approval, Arbiter, Cells, EventFacts, Report, Team
from arpad.simulate.draw import Draw
from arpad.simulate.names import given_name, latin, place, surname
from arpad.simulate.people import FIRST_ID, HOMES, Federation
from arpad.simulate.plan import BOARDS, RESERVES, Control, Plan, control_for, field, invited, plan_event
from arpad.simulate.play import Board, match, round_robin, swiss, team_rounds
from arpad.simulate.report import Sent, players_of
from arpad.simulate.season import Season

DAY, SATURDAY = timedelta(days=1), 5
TITLES = {
    "pl": ("turniej otwarty", "turniej kołowy", "mecz", "drużynowy turniej", "liga"),
    "et": ("lahtine turniir", "ringturniir", "matš", "võistkondlik turniir", "liiga"),
    "hu": ("nyílt verseny", "körverseny", "páros mérkőzés", "csapatverseny", "liga"),
    "it": ("torneo aperto", "torneo a girone", "incontro", "torneo a squadre", "lega"),
    "uk": ("відкритий турнір", "коловий турнір", "матч", "командний турнір", "ліга"),
    "en": ("open", "round robin", "match", "team tournament", "league"),
}
PLACES = {"swiss": 0, "round-robin": 1, "double-round-robin": 1, "match": 2, "team": 3, "league": 4}
LICENCES = (("IA", 2), ("FA", 3), ("NA", 5))
LATE, LATE_REASONS = 6, (
    "the arbiter was ill",
    "the file was sent to a wrong address",
    "the organiser disputed a result",
    "the report waited for the birth dates of new players",
)  # fmt: skip
LEAGUE_TEAMS, LEAGUE_PARTS, ROUNDS_OF_A_PART, LEAGUE_EVERY = 6, 5, 2, 9
PLAYS_ON = 30  # per cent of the matches


@dataclass(frozen=True)
class ArbiterRow:
    """An arbiter and the licence he holds."""

    arbiter: Arbiter
    federation: str
    since: date
    until: date | None


@dataclass(frozen=True)
class League:
    """A long team event: its teams stay, its rounds come month by month."""

    code: int
    name: str
    city: str
    federation: str
    start: date
    people: tuple[int, ...]
    teams: tuple[Team, ...]
    control: Control
    registered: date
    arbiters: tuple[Arbiter, ...]
    parts: int


def make_arbiters(draw: Draw, count: int, first: date, codes: Sequence[tuple[str, str]]) -> tuple[ArbiterRow, ...]:
    """The arbiters; the last licences of all have run out before anybody asks."""
    rows = []
    for at in range(count):
        code, language = codes[at % len(codes)]
        name = latin(f"{surname(draw, language)}, {given_name(draw, language, draw.pick('mw'))}")
        gone = at >= count - 2
        since = first - draw.among(800, 5000) * DAY
        until = first - draw.among(30, 400) * DAY if gone else None
        rows.append(ArbiterRow(Arbiter(name, FIRST_ID - 1 - at, draw.weighed(LICENCES)), code, since, until))
    return tuple(rows)


class Organiser:
    """Whoever holds the events: he knows who is busy, and counts the events."""

    def __init__(
        self, draw: Draw, series: str, home: str, federation: Federation, season: Season, last_day: date,
        last_end: date, sound: bool,
    ) -> None:  # fmt: skip
        self.draw, self.series, self.home, self.federation, self.season = draw, series, home, federation, season
        self.last_day, self.last_end = last_day, last_end
        self.plays_on = 0 if sound else PLAYS_ON
        self.busy: npt.NDArray[np.int64] = np.zeros(len(federation.people), np.int64)
        self.hosts = [each for each in HOMES if not home or each[0] == home]
        self.quick = series in ("fide-rapid", "fide-blitz")
        count = 10 + len(federation.people) // 60
        self.arbiters = make_arbiters(draw, count, federation.first, self.hosts)
        self.count = 0
        self.leagues: list[tuple[League, int]] = []  # with the parts played

    def month(self, month: date, events: int) -> list[Sent]:
        """What is played in a month, by day."""
        latest = min(add_months(month, 2), self.last_end)
        plans = [plan_event(self.draw, month, latest, self.quick, self.home, self.federation) for _ in range(events)]
        sent = [self._hold(plan) for plan in sorted(plans, key=lambda plan: plan.start)]
        return [each for each in (*sent, *self._leagues(month)) if each is not None]

    def _hold(self, plan: Plan) -> Sent | None:
        draw, book = self.draw, in_force(self.series, plan.start)
        shown = self.season.shown(plan.start)
        weights = invited(self.federation, plan, self.busy)
        count = plan.size * (BOARDS + RESERVES) if plan.kind == "team" else plan.size
        rows = field(draw, book, plan, weights, shown, count)
        if len(rows) < (count if plan.kind != "swiss" else 6):
            return None
        rounds = min(plan.rounds, len(rows) // 2) if plan.kind == "swiss" else plan.rounds
        teams = _teams(draw, rows, plan.size, plan.language) if plan.kind == "team" else ()
        board = self._board(book, rows, plan.start)
        after = 0
        if plan.kind == "swiss":
            swiss(board, rounds)
        elif plan.kind == "match":
            after = match(board, rounds, draw.chance(self.plays_on))
        elif plan.kind == "team":
            team_rounds(board, [[number - 1 for number in team.members] for team in teams], BOARDS, range(rounds))
        else:
            round_robin(board, plan.kind == "double-round-robin")
        cells = board.cells()
        days = plan.days[: cells.rounds]
        self.busy[rows] = days[-1].toordinal()
        self.count += 1
        city = place(draw, plan.language)
        title = f"{city}: {TITLES[plan.language][PLACES[plan.kind]]} {plan.start.year}"
        if plan.level != "open":
            title += f" ({plan.level})"
        facts = EventFacts(
            name=title,
            code=f"S{self.count:05}",
            federation=plan.federation,
            start=plan.start,
            end=days[-1],
            system=plan.kind,
            games_scheduled=rounds if plan.kind == "match" else None,
            registered=plan.start - draw.among(35, 80) * DAY,
            women_only=plan.level == "women",
            arbiters=self._chosen(1 if plan.kind == "match" else 2),
        )
        control = control_for(draw, book, int(shown[rows].max(initial=0)), plan.a_day)
        sent = self._sent(book, facts, rows, shown, cells, days, teams, control, city, plan.start)
        return replace(sent, after_decision=after)

    def _board(self, book: Rulebook, rows: Sequence[int], day: date) -> Board:
        people, first = self.federation.people, self.federation.first
        return Board(self.draw, book, [people[row].strength_on(day, first) for row in rows])

    def _sent(
        self, book: Rulebook, facts: EventFacts, rows: Sequence[int], shown: npt.NDArray[np.int16], cells: Cells,
        days: tuple[date, ...], teams: tuple[Team, ...], control: Control, city: str, seated: date,
    ) -> Sent:  # fmt: skip
        """The report, and the sidecar with everything an edition may ask for."""
        draw = self.draw
        form = "trf26" if draw.chance(40) else "trf16"
        newline = draw.pick(("\r\n", "\r\n", "\n"))
        assert facts.start is not None
        assert facts.end is not None
        reported, why = self._reported(facts.end)
        people = [self.federation.people[row] for row in rows]
        printed = replace(facts, time_control=control.text)
        report = Report(
            printed, players_of(people, shown[list(rows)].tolist(), cells, facts.start), cells, teams,
            round_dates=days, form=form, newline=newline,
        )  # fmt: skip
        answered = replace(
            facts,
            series=self.series,
            reported=reported,
            agreed=True if isinstance(book.rule(REGISTERED_EVENT), Agreed) else None,
            official=False,
            national_championship=False,
            women_only=bool(facts.women_only),
            team_championship=False,
            league=bool(facts.league),
            hybrid=False,
            norms=False,
            notation=True,
            laws=True,
        )
        stem = f"{facts.code.lower()}-{_slug(city)}-{facts.system}"
        return Sent(stem, report, answered, form, city, control.code, tuple(rows), seated, why_late=why)

    def _reported(self, end: date) -> tuple[date, str]:
        """When the office gets the report; now and then much later, but in a time that every edition allows."""
        late = self.draw.chance(LATE)
        day = end + (self.draw.among(12, 26) if late else self.draw.among(0, 4)) * DAY
        why = self.draw.pick(LATE_REASONS)
        return (day, why) if late and day <= self.last_day else (min(day, self.last_day), "")

    def _chosen(self, count: int) -> tuple[Arbiter, ...]:
        active = [row.arbiter for row in self.arbiters if row.until is None]
        first = self.draw.below(len(active))
        return tuple(active[(first + at) % len(active)] for at in range(count))

    # --- leagues ------------------------------------------------------------------------------------------------------

    def _leagues(self, month: date) -> list[Sent | None]:
        """The part of each league that is played in a month; a new league begins now and then."""
        played = (month.year - self.federation.first.year) * 12 + month.month - self.federation.first.month
        left = (self.last_day.year - month.year) * 12 + self.last_day.month - month.month + 1
        if played % LEAGUE_EVERY == 0 and left >= 2:
            league = self._found(month, min(LEAGUE_PARTS, left))
            self.leagues += [(league, 0)] if league else []
        sent = [self._part(league, part, month) for league, part in self.leagues]
        self.leagues = [(league, part + 1) for league, part in self.leagues if part + 1 < league.parts]
        return list(sent)

    def _found(self, month: date, parts: int) -> League | None:
        draw = self.draw
        code, language = draw.pick(self.hosts)
        start = month + (SATURDAY - month.weekday()) % 7 * DAY
        plan = Plan("team", "open", code, language, LEAGUE_TEAMS, ROUNDS_OF_A_PART, start, 1)
        shown = self.season.shown(start)
        count = LEAGUE_TEAMS * (BOARDS + RESERVES)
        weights = invited(self.federation, plan, np.zeros(len(self.busy), np.int64))
        weights[self.federation.until < date.max.toordinal()] = 0  # who stays for the whole season
        rows = field(draw, in_force(self.series, start), plan, weights, shown, count)
        if len(rows) < count:
            return None
        self.count += 1
        city = place(draw, language)
        control = control_for(draw, in_force(self.series, start), int(shown[rows].max()) + 200, 1)
        return League(
            self.count, f"{city}: {TITLES[language][PLACES['league']]} {start.year}", city, code, start, tuple(rows),
            _teams(draw, rows, LEAGUE_TEAMS, language), control, start - draw.among(40, 80) * DAY, self._chosen(2),
            parts,
        )  # fmt: skip

    def _part(self, league: League, part: int, month: date) -> Sent | None:
        book = in_force(self.series, league.start)
        day = month + (SATURDAY - month.weekday()) % 7 * DAY + (7 * DAY if part else 0 * DAY)
        before = part * ROUNDS_OF_A_PART
        board = self._board(book, league.people, day)
        teams = [[number - 1 for number in team.members] for team in league.teams]
        team_rounds(board, teams, BOARDS, range(before, before + ROUNDS_OF_A_PART))
        board.rounds = [{} for _ in range(before)] + board.rounds
        days = self._days(league, part, month)
        by_part = not isinstance(book.rule(RATINGS_USED), AtStart)
        seated = days[before] if by_part else league.start
        too_long = book.has(EVENT_DURATION) and not book.has(LEAGUE_DURATION)
        facts = EventFacts(
            name=f"{league.name}, {part + 1}",
            code=f"S{league.code:05}-{part + 1}",
            federation=league.federation,
            start=league.start,
            end=days[-1],
            system="team",
            registered=league.registered,
            league=True,
            ratings_at="game" if by_part else "start",
            approvals=(Approval("long-event"),) if too_long else (),
            arbiters=league.arbiters,
        )
        shown = self.season.shown(seated)
        sent = self._sent(
            book, facts, league.people, shown, board.cells(), days, league.teams, league.control, league.city, seated
        )
        return sent if day + DAY <= self.last_end else None

    def _days(self, league: League, part: int, month: date) -> tuple[date, ...]:
        """The days of all rounds up to a part, a Saturday and a Sunday each month."""
        days = []
        for each in range(part + 1):
            first = add_months(month, each - part)
            saturday = first + ((SATURDAY - first.weekday()) % 7 + (7 if each else 0)) * DAY
            days += [saturday, saturday + DAY]
        return tuple(days)


def _teams(draw: Draw, rows: Sequence[int], count: int, language: str) -> tuple[Team, ...]:
    """Teams of about one strength: the field dealt out in turns, each in board order."""
    names: list[str] = []
    while len(names) < count:
        name = latin(f"{place(draw, language)} {surname(draw, language)}")
        names += [] if name in names else [name]
    members = [tuple(number for number in range(1, len(rows) + 1) if (number - 1) % count == at) for at in range(count)]
    return tuple(Team(name[:32], of, at) for at, (name, of) in enumerate(zip(names, members, strict=True), 1))


def _slug(city: str) -> str:
    return "".join(letter for letter in latin(city).lower() if letter.isalnum())
