"""Hold the events of a month: invite, pair, play, and write down what the arbiter sends.

In: the federation, the season's lists and a plan. Out: a report on its way. A league is one event in monthly parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import partial

import numpy as np
import numpy.typing as npt

from arpad.days import Month
from arpad.frozen import dataclass
from arpad.law import Rulebook, in_force
from arpad.law.calendar import add_months, list_on
from arpad.law.rules.admission import EVENT_DURATION, LEAGUE_DURATION
from arpad.law.rules.rating import RATINGS_USED, AtStart
from arpad.law.rules.registration import LATE_REPORT, REGISTERED_EVENT, Agreed
from arpad.model import Approval, Arbiter, Cells, EventFacts, Report, Team
from arpad.simulate.draw import RandomStream
from arpad.simulate.lists import SeriesLists
from arpad.simulate.names import invent_place, latin_name
from arpad.simulate.people import SimulatedFederation, host_regions, make_arbiters
from arpad.simulate.plan import (
    LARGE_LEAGUE,
    LEAGUE_EVERY,
    LEAGUE_PARTS,
    LEAGUE_TEAMS,
    ROUNDS_OF_A_PART,
    SMALL_LEAGUE,
    TEAM_BOARDS,
    EventPlan,
    League,
    PrintedTimeControl,
    choose_field,
    control_for,
    first_saturday,
    invitation_weights,
    make_teams,
    plan_event,
)
from arpad.simulate.play import EventCells, play_match, play_round_robin, play_swiss, play_team_rounds
from arpad.simulate.report import SentReport, report_players
from arpad.simulate.setting import SimulationSetting, month_end

ONE_DAY = timedelta(days=1)
REST_DAYS = 4 * ONE_DAY  # between two events; sooner, the same two with the same result would look like one game
EVENT_TITLES = {
    "pl": ("turniej otwarty", "turniej kołowy", "mecz", "drużynowy turniej", "liga"),
    "et": ("lahtine turniir", "ringturniir", "matš", "võistkondlik turniir", "liiga"),
    "hu": ("nyílt verseny", "körverseny", "páros mérkőzés", "csapatverseny", "liga"),
    "it": ("torneo aperto", "torneo a girone", "incontro", "torneo a squadre", "lega"),
    "uk": ("відкритий турнір", "коловий турнір", "матч", "командний турнір", "ліга"),
    "en": ("open", "round robin", "match", "team tournament", "league"),
}
EVENT_PLACES = {"swiss": 0, "round-robin": 1, "double-round-robin": 1, "match": 2, "team": 3, "league": 4}
LATE_CHANCE, LATE_REASONS = 6, (
    "the arbiter was ill",
    "the file was sent to a wrong address",
    "the organiser disputed a result",
    "the report waited for the birth dates of new players",
)  # fmt: skip
PLAYS_ON_CHANCE = 30  # per cent of the matches


Turn = tuple[date, Callable[[], SentReport | None]]  # the first day of an event, and how it is held


@dataclass(frozen=True)
class PlayedEvent:
    """An event, or the part of a league, that has been played."""

    facts: EventFacts
    rows: Sequence[int]  # of the federation, by start number
    cells: Cells
    days: tuple[date, ...]
    teams: tuple[Team, ...]
    control: PrintedTimeControl
    city: str
    seated: date  # the day whose list gives the ratings
    shown: npt.NDArray[np.int16]  # the ratings of that list


class EventOrganiser:
    """Whoever holds the events: he knows who is busy, and counts the events."""

    def __init__(
        self, draw: RandomStream, setting: SimulationSetting, federation: SimulatedFederation, season: SeriesLists
    ) -> None:
        self.draw, self.setting, self.federation, self.season = draw, setting, federation, season
        self.series, home = setting.series, setting.home
        self.last_day, self.last_end = setting.last_day, setting.last_end
        self.plays_on = PLAYS_ON_CHANCE if setting.defective else 0
        self.busy: npt.NDArray[np.int64] = np.zeros(len(federation.people), np.int64)
        self.hosts = host_regions(home)
        count = 10 + len(federation.people) // 60
        self.arbiters = make_arbiters(draw, count, federation.first, self.hosts)
        self.count = 0
        self.leagues: list[tuple[League, int]] = []  # with the parts played

    def month(self, month: date, events: int, publish: Callable[[date], None] = lambda _: None) -> Iterator[SentReport]:
        """What is played in a month, one report after the other; `publish` is called with the day of each event, so
        that whoever sits down has a rating of the list in force."""
        self._found_leagues(month)
        latest = min(add_months(month, 2), self.last_end)
        people = len(self.federation.people)
        plans = [plan_event(self.draw, self.setting, month, latest, people) for _ in range(events)]
        turns: list[Turn] = [
            (plan.start, partial(self.hold, plan)) for plan in sorted(plans, key=lambda plan: plan.start)
        ]
        turns += self._parts(month)
        if self._list_inside(month):
            turns.sort(key=lambda turn: turn[0])
        for day, play in turns:
            publish(day)
            if (report := play()) is not None:
                yield report
        self.leagues = [(league, part + 1) for league, part in self.leagues if part + 1 < league.parts]

    def hold(self, plan: EventPlan) -> SentReport | None:
        """Hold an event: the report as it is sent, or nothing where no field comes together that may be rated."""
        draw, book = self.draw, in_force(self.series, plan.start)
        shown = self.season.shown(plan.start)
        weights = invitation_weights(self.federation, plan, self.busy)
        for league, part in self.leagues:  # nobody plays in two halls on one day
            weekend = league.days(part, plan.start.replace(day=1))[-ROUNDS_OF_A_PART:]
            if plan.start <= weekend[-1] + REST_DAYS and weekend[0] <= plan.days[-1] + REST_DAYS:
                weights[list(league.people)] = 0
        rows = choose_field(draw, book, plan, weights, shown)
        if len(rows) < (plan.field if plan.kind != "swiss" else 6):
            return None
        rounds = min(plan.rounds, len(rows) // 2) if plan.kind == "swiss" else plan.rounds
        teams = make_teams(draw, rows, plan.size, plan.language) if plan.kind == "team" else ()
        board = self._board(book, rows, plan.start)
        after = 0
        if plan.kind == "swiss":
            play_swiss(board, rounds)
        elif plan.kind == "match":
            after = play_match(board, rounds, draw.chance(self.plays_on))
        elif plan.kind == "team":
            play_team_rounds(
                board, [[number - 1 for number in team.members] for team in teams], TEAM_BOARDS, range(rounds)
            )
        else:
            play_round_robin(board, plan.kind == "double-round-robin")
        cells = board.cells()
        days = plan.days[: cells.rounds]
        self.busy[rows] = (days[-1] + REST_DAYS).toordinal()
        self.count += 1
        city = invent_place(draw, plan.language)
        title = f"{city}: {EVENT_TITLES[plan.language][EVENT_PLACES[plan.kind]]} {plan.start.year}"
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
            registered=plan.start - draw.among(35, 80) * ONE_DAY,
            women_only=plan.level == "women",
            arbiters=self._chosen(1 if plan.kind == "match" else 2),
        )
        control = control_for(draw, book, int(shown[rows].max(initial=0)), plan.a_day)
        report = self._sent(book, PlayedEvent(facts, rows, cells, days, teams, control, city, plan.start, shown))
        return replace(report, after_decision=after)

    def _board(self, book: Rulebook, rows: Sequence[int], day: date) -> EventCells:
        people, first = self.federation.people, self.federation.first
        return EventCells(self.draw, book, [people[row].strength_on(day, first) for row in rows])

    def _sent(self, book: Rulebook, played: PlayedEvent) -> SentReport:
        """The report, and the sidecar with everything an edition may ask for."""
        draw, facts, rows, cells = self.draw, played.facts, played.rows, played.cells
        form = "trf26" if draw.chance(40) else "trf16"
        newline = draw.pick(("\r\n", "\r\n", "\n"))
        assert facts.start is not None
        assert facts.end is not None
        reported, why = self._reported(book, facts.end)
        people = [self.federation.people[row] for row in rows]
        printed = replace(facts, time_control=played.control.text)
        report = Report(
            printed, report_players(people, played.shown[list(rows)].tolist(), cells, facts.start), cells, played.teams,
            round_dates=played.days, form=form, newline=newline,
        )  # fmt: skip
        answered = replace(
            facts,
            series=self.series,
            reported=reported,
            agreed=True if book.has(REGISTERED_EVENT) and isinstance(book.rule(REGISTERED_EVENT), Agreed) else None,
            official=False,
            national_championship=False,
            women_only=bool(facts.women_only),
            team_championship=False,
            league=bool(facts.league),
            hybrid=False,
            norms=False,
            notation=True,
            laws=True,
            announced="rated",
            schedule=() if facts.league else tuple(played.days),
        )
        stem = f"{facts.code.lower()}-{_file_slug(played.city)}-{facts.system}"
        return SentReport(
            stem,
            report,
            answered,
            form,
            played.city,
            played.control.code,
            tuple(rows),
            played.seated,
            why_late=why,
            lapsed=self.arbiters[-1].arbiter,
            series=self.series,
        )

    def _reported(self, book: Rulebook, end: date) -> tuple[date, str]:
        """When the office gets the report; now and then much later, but never so late that it may be refused.

        An office that works off a month on its last day must still be in time.
        """
        late = self.draw.chance(LATE_CHANCE)
        day = end + (self.draw.among(12, 26) if late else self.draw.among(0, 4)) * ONE_DAY
        why = self.draw.pick(LATE_REASONS)
        if book.has(LATE_REPORT) and month_end(day) > add_months(end, book.rule(LATE_REPORT).months):
            day = min(day, month_end(end))
        day = min(day, self.last_day)
        return day, why if late else ""

    def _chosen(self, count: int) -> tuple[Arbiter, ...]:
        active = [row.arbiter for row in self.arbiters if row.until is None]
        first = self.draw.below(len(active))
        return tuple(active[(first + at) % len(active)] for at in range(count))

    def _list_inside(self, month: date) -> bool:
        """Whether a list appears inside a month, not on its first day."""
        return list_on(self.series, month_end(month)) > month

    # --- leagues ------------------------------------------------------------------------------------------------------

    def _found_leagues(self, month: date) -> None:
        """A new league begins now and then; not where a list may appear inside its weekends."""
        if self._list_inside(month):
            return
        past = Month.of(month).since(self.setting.first)
        left = self.setting.months - past
        if past % LEAGUE_EVERY == 0 and left >= 2:
            league = self._found(month, left)
            self.leagues += [(league, 0)] if league else []

    def _parts(self, month: date) -> list[Turn]:
        """The part of each league that is played in a month, with its first day."""
        turns: list[Turn] = [
            (league.days(part, month)[part * ROUNDS_OF_A_PART], partial(self._part, league, part, month))
            for league, part in self.leagues
        ]
        return turns

    def _found(self, month: date, left: int) -> League | None:
        draw = self.draw
        size = LEAGUE_TEAMS if len(self.federation.people) >= LARGE_LEAGUE else SMALL_LEAGUE
        parts = min(left, LEAGUE_PARTS, (size - 1) * 2 // ROUNDS_OF_A_PART)
        code, language = draw.pick(self.hosts)
        start = first_saturday(month)
        plan = EventPlan("team", "open", code, language, size, ROUNDS_OF_A_PART, start, 1)
        shown = self.season.shown(start)
        weights = invitation_weights(self.federation, plan, np.zeros(len(self.busy), np.int64))
        weights[self.federation.until < date.max.toordinal()] = 0  # who stays for the whole season
        rows = choose_field(draw, in_force(self.series, start), plan, weights, shown)
        if len(rows) < plan.field:
            return None
        self.count += 1
        city = invent_place(draw, language)
        control = control_for(draw, in_force(self.series, start), int(shown[rows].max()) + 200, 1)
        return League(
            self.count,
            f"{city}: {EVENT_TITLES[language][EVENT_PLACES['league']]} {start.year}",
            city,
            code,
            start,
            tuple(rows),
            make_teams(draw, rows, size, language),
            control,
            start - draw.among(40, 80) * ONE_DAY,
            self._chosen(2),
            parts,
        )

    def _part(self, league: League, part: int, month: date) -> SentReport | None:
        book = in_force(self.series, league.start)
        before = part * ROUNDS_OF_A_PART
        days = league.days(part, month)
        board = self._board(book, league.people, days[before])
        teams = [[number - 1 for number in team.members] for team in league.teams]
        play_team_rounds(board, teams, TEAM_BOARDS, range(before, before + ROUNDS_OF_A_PART))
        board.rounds = [{} for _ in range(before)] + board.rounds
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
        report = self._sent(
            book,
            PlayedEvent(
                facts, league.people, board.cells(), days, league.teams, league.control, league.city, seated, shown
            ),
        )
        return report if days[-1] <= self.last_end else None


def _file_slug(city: str) -> str:
    return "".join(letter for letter in latin_name(city).lower() if letter.isalnum())
