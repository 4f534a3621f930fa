"""Run the months: people, opening list, events, defects, lists, files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

from arpad.admission.composition import system_as_rated
from arpad.columns import Roll, Status
from arpad.days import Month
from arpad.exact import HUNDREDTHS
from arpad.frozen import dataclass
from arpad.law import in_force
from arpad.law.calendar import list_for, list_on, next_list
from arpad.law.rules.admission import MATCH_DECIDED
from arpad.simulate.defects import DEFECT_KINDS, PLAYED_ON_KINDS, SENT_TWICE_KIND, Defect
from arpad.simulate.draw import RandomStream
from arpad.simulate.lists import (
    HeldEvent,
    SeriesLists,
    days_elsewhere,
    fide_list_bytes,
    opening_roll,
    other_series,
    other_series_next_roll,
    other_series_opening_roll,
)
from arpad.simulate.organiser import EventOrganiser
from arpad.simulate.people import SimulatedFederation, make_people
from arpad.simulate.report import SentReport
from arpad.simulate.setting import SimulationSetting, list_entered
from arpad.simulate.writing import (
    Summary,
    prepare_directory,
    readme_text,
    write_arbiters,
    write_defects,
    write_opening,
    write_rating_list,
    write_registry,
    write_report,
    write_text,
)

ONE_DAY = timedelta(days=1)
DRAW_PEOPLE, DRAW_OPENING, DRAW_ELSEWHERE, DRAW_EVENTS, DRAW_SPOILING = range(5)  # purposes of lots
PLAYERS_OF_AN_EVENT = 100  # so many players make one event a month
FEWEST_EVENTS = 2
RATED_SHARE = ("excluded", "advised", "")


@dataclass(frozen=True)
class SimulationResult:
    """What was simulated, in numbers; and the lists, for whoever wants to compare."""

    summary: Summary
    rated_late: int  # entries of players rated between playing and rating
    federation: SimulatedFederation
    lists: dict[int, Roll]
    elsewhere: dict[int, Roll]


def simulate_federation(
    out: Path, setting: SimulationSetting, advance: Callable[[int], None] = lambda _: None
) -> SimulationResult:
    """Write a federation into a directory."""
    prepare_directory(out)
    run = _SimulationRun(out, setting)
    for at in range(setting.months):
        run.month(setting.first.plus(at).first)
        advance(1)
    return run.finish()


class _SimulationRun:
    """The state of a run, month by month."""

    def __init__(self, out: Path, setting: SimulationSetting) -> None:
        self.out, self.setting, self.series, self.last = out, setting, setting.series, setting.last_day
        series, seed = setting.series, setting.seed
        self.federation = make_people(RandomStream(seed, DRAW_PEOPLE), setting)
        opened, roll = opening_roll(RandomStream(seed, DRAW_OPENING), setting, self.federation)
        codes = self.federation.codes
        home = codes.index(setting.home) if setting.home else len(codes)
        self.other = other_series(series, setting.start)
        self.season = SeriesLists(series, self.other, self.federation.table(), home, (opened, roll))
        self.opened, self.newest = opened, max(opened, setting.start)
        self._elsewhere(opened)
        self.organiser = EventOrganiser(RandomStream(seed, DRAW_EVENTS), setting, self.federation, self.season)
        self.spoiling = RandomStream(seed, DRAW_SPOILING)
        self.events = max(FEWEST_EVENTS, setting.players // PLAYERS_OF_AN_EVENT)
        self.next_way = self.games = self.reports = self.due = 0
        self.waiting: dict[date, list[HeldEvent]] = {}
        self.defects: list[Defect] = []
        self.late: list[tuple[str, str, str]] = []
        self.newcomers = write_registry(out, self.federation, setting.months)
        write_arbiters(out, self.organiser.arbiters)
        write_opening(out, self.federation, roll, fide_list_bytes(self.federation, roll, series, opened))

    def _elsewhere(self, opened: date) -> None:
        """The lists of the other series, where there is one: a file for each list that may be read."""
        if not self.other:
            return
        draw = RandomStream(self.setting.seed, DRAW_ELSEWHERE)
        roll = other_series_opening_roll(draw, self.setting, self.federation)
        for day in days_elsewhere(self.series, self.other, opened, next_list(self.series, self.last)):
            self.season.other[Month.of(day)] = roll
            ratings = fide_list_bytes(self.federation, roll, self.other, day)
            write_rating_list(self.out / "standard" / f"{Month.of(day)}.txt", ratings)
            roll = other_series_next_roll(draw, roll)

    def month(self, month: date) -> None:
        """Hold the events of a month, and make each list before whoever sits down by it."""
        self._publish(month)
        for event in self.organiser.month(month, self.events, self._publish):
            self._send(event)

    def _publish(self, day: date) -> None:
        """Make every list up to a day that is not made yet."""
        while self.newest < day and (due := next_list(self.series, self.newest)) <= day:
            self.season.close(due, self.waiting.pop(due, []))
            self.newest = due

    def _send(self, event: SentReport) -> None:
        """Spoil a report, if it is its turn, write it, and remember it for its list."""
        event, expected = self._spoilt(event)
        write_report(self.out, event)
        self.reports += 1
        facts = event.facts
        assert facts.start is not None
        assert facts.end is not None
        if event.why_late and self._first_list(facts.end) <= event.reported:
            self.late.append((event.name, str(Month.of(self._first_list(facts.end))), event.why_late))
        games = event.report.games()
        self.games += len(games)
        day = list_entered(self.series, facts.end, event.reported)
        if expected not in RATED_SHARE or day is None:
            return
        left_out = frozenset((each.round or 0, each.player) for each in facts.exclusions)
        why = Status.UNPLAYED_GAME if left_out else Status.MATCH_DECIDED
        rounds = event.report.cells.rounds
        if expected and event.after_decision and not left_out:
            left_out = frozenset((turn, 1) for turn in range(rounds - event.after_decision + 1, rounds + 1))
        self.waiting.setdefault(day, []).append(held_event(self.series, self.reports, event, left_out, why))

    def _first_list(self, end: date) -> date:
        return list_for(self.series, end)

    def _spoilt(self, event: SentReport) -> tuple[SentReport, str]:
        """The report as it is sent, and what is expected of the office; nothing where it is sound."""
        assert event.facts.start is not None
        book, draw = in_force(self.series, event.facts.start), self.spoiling
        self.due += self.setting.defective
        turn = self.due >= HUNDREDTHS
        self.due %= HUNDREDTHS
        if event.after_decision and book.has(MATCH_DECIDED):
            rule = book.rule(MATCH_DECIDED)
            if (event.facts.games_scheduled or 0) > rule.scheduled_over:
                return self._noted(event, PLAYED_ON_KINDS.name, PLAYED_ON_KINDS.expected, PLAYED_ON_KINDS.code)
        if not turn:
            return event, ""
        ways = (*DEFECT_KINDS[:5], SENT_TWICE_KIND, *DEFECT_KINDS[5:])
        for step in range(len(ways)):
            way = ways[(self.next_way + step) % len(ways)]
            spoilt = way.spoil(draw, book, event, self.last)
            if spoilt is None:
                continue
            self.next_way += step + 1
            if way is SENT_TWICE_KIND:
                write_report(self.out, spoilt)
                self.reports += 1
                self.defects.append(Defect(spoilt.name, way.name, way.expected, way.code, event.name))
                return event, ""
            return self._noted(spoilt, way.name, way.expected, way.code)
        return event, ""

    def _noted(self, event: SentReport, way: str, expected: str, code: str) -> tuple[SentReport, str]:
        self.defects.append(Defect(event.name, way, expected, code))
        return event, expected

    def finish(self) -> SimulationResult:
        """The list after the last month, and what tells of everything."""
        self._publish(self.last + ONE_DAY)
        write_defects(self.out, self.defects, self.late)
        setting, ways = self.setting, Counter(defect.way for defect in self.defects)
        summary = Summary(
            directory=str(self.out),
            series=setting.series,
            from_=setting.first,
            months=setting.months,
            seed=setting.seed,
            players=setting.players,
            newcomers=self.newcomers,
            reports=self.reports,
            games=self.games,
            late=len(self.late),
            defects=dict(sorted(ways.items())),
        )
        page = readme_text(summary, setting.home, self.opened, bool(self.season.other))
        write_text(self.out / "README.txt", page)
        return SimulationResult(summary, self.season.rated_late, self.federation, self.season.own, self.season.other)


def held_event(
    series: str, key: int, event: SentReport, left_out: frozenset[tuple[int, int]], why: Status
) -> HeldEvent:
    """What the list of an event asks of its report; `left_out` are round and player of games that do not count."""
    facts = event.facts
    assert facts.start is not None
    assert facts.end is not None
    return HeldEvent(
        key,
        facts.start,
        facts.end,
        Month.of(list_on(series, event.seated)),
        int(system_as_rated(event.report, facts)),
        event.people,
        event.report.games(),
        left_out,
        why,
    )
