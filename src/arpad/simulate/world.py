"""Run the months: people, opening list, events, defects, lists, files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

from arpad.admission.composition import system_as_rated
from arpad.columns import Roll, Status
from arpad.exact import HUNDREDTHS
from arpad.finding import Misuse
from arpad.law import in_force
from arpad.law.calendar import add_months, list_days, list_for, list_number, list_on, next_list
from arpad.law.rules.admission import MATCH_DECIDED
from arpad.lists.beside import home_federation
from arpad.simulate.calendar import entered, last_day, must_be_covered
from arpad.simulate.defects import PLAYED_ON, SENT_TWICE, WAYS, Defect
from arpad.simulate.draw import Draw
from arpad.simulate.holding import Organiser
from arpad.simulate.opening import first_elsewhere, next_elsewhere, opening_roll, other_series, rating_list
from arpad.simulate.people import Federation, make_people
from arpad.simulate.readme import readme
from arpad.simulate.report import Sent
from arpad.simulate.season import Held, Season
from arpad.simulate.writing import (
    prepare,
    write_arbiters,
    write_defects,
    write_list,
    write_opening,
    write_registry,
    write_report,
    write_text,
)

DAY = timedelta(days=1)
PEOPLE, OPENING, ELSEWHERE, EVENTS, SPOILING = range(5)  # purposes of lots
PLAYERS_OF_AN_EVENT = 100  # so many players make one event a month
FEWEST_PLAYERS, FEWEST_EVENTS = 12, 2
RATED = ("excluded", "advised", "")


@dataclass(frozen=True)
class Made:
    """What was made, in numbers; and the lists, for whoever wants to compare."""

    players: int
    newcomers: int
    reports: int
    games: int
    defects: tuple[Defect, ...]
    late: int
    rated_late: int
    federation: Federation
    lists: dict[int, Roll]
    elsewhere: dict[int, Roll]


def simulate(
    out: Path,
    series: str = "fide-standard",
    first: date = date(2024, 3, 1),
    months: int = 24,
    players: int = 3000,
    seed: int = 7,
    defective: int = 5,
    advance: Callable[[int], None] = lambda _: None,
) -> Made:
    """Write a federation into a directory. `defective` is the share of spoilt reports in per cent."""
    for value, least, what in ((players, FEWEST_PLAYERS, "--players"), (months, 1, "--months"), (seed, 0, "--seed")):
        if value < least:
            raise Misuse(f"{what} {value}: expected {least} or more")
    must_be_covered(series, first, months)
    prepare(out)
    run = _Run(out, series, first, months, players, seed, defective)
    for at in range(months):
        run.month(add_months(first, at))
        advance(1)
    return run.finish()


class _Run:
    """The state of a run, month by month."""

    def __init__(
        self, out: Path, series: str, first: date, months: int, players: int, seed: int, defective: int
    ) -> None:
        self.out, self.series, self.first, self.months, self.seed = out, series, first, months, seed
        self.defective = defective
        self.home = home_federation(in_force(series, first))
        self.federation = make_people(Draw(seed, PEOPLE), players, first, months, self.home)
        self.last_month = add_months(first, months - 1)
        self.last = add_months(first, months) - DAY
        opened, roll = opening_roll(Draw(seed, OPENING), series, first, self.federation, self.home)
        codes = self.federation.codes
        home = codes.index(self.home) if self.home else len(codes)
        self.other = other_series(series, first)
        self.season = Season(series, self.other, self.federation.table(), home, opened, roll)
        self.opened = opened
        self._elsewhere(opened)
        ends = last_day(series, self.last_month)
        draw = Draw(seed, EVENTS)
        self.organiser = Organiser(
            draw, series, self.home, self.federation, self.season, self.last, ends, sound=not defective
        )
        self.spoiling = Draw(seed, SPOILING)
        self.events = max(FEWEST_EVENTS, players // PLAYERS_OF_AN_EVENT)
        self.next_way = self.games = self.reports = self.due = 0
        self.waiting: dict[date, list[Held]] = {}
        self.defects: list[Defect] = []
        self.late: list[tuple[str, str, str]] = []
        self.newcomers = write_registry(out, self.federation, months)
        write_arbiters(out, self.organiser.arbiters)
        write_opening(out, self.federation, roll, rating_list(self.federation, roll, series, opened))
        self.players = players

    def _elsewhere(self, opened: date) -> None:
        """The lists of the other series, where there is one: a file for each list day of this series."""
        if not self.other:
            return
        draw = Draw(self.seed, ELSEWHERE)
        roll = first_elsewhere(draw, self.first, self.federation)
        for day in (*list_days(self.series, opened, self.last), next_list(self.series, self.last)):
            self.season.other[list_number(day)] = roll
            ratings = rating_list(self.federation, roll, self.other, day)
            write_list(self.out / "standard" / f"{day:%Y-%m}.txt", ratings)
            roll = next_elsewhere(draw, roll)

    def month(self, month: date) -> None:
        """Make the list of the month, if it has one, and hold its events."""
        self._publish(month)
        for sent in self.organiser.month(month, self.events):
            self._send(sent)

    def _publish(self, day: date) -> None:
        if day > self.opened and day == next_list(self.series, day - DAY):
            self.season.close(day, self.waiting.pop(day, []))

    def _send(self, sent: Sent) -> None:
        """Spoil a report, if it is its turn, write it, and remember it for its list."""
        sent, expected = self._spoilt(sent)
        write_report(self.out, sent)
        self.reports += 1
        facts = sent.facts
        assert facts.start is not None
        assert facts.end is not None
        if sent.why_late and self._first_list(facts.end) <= sent.reported:
            self.late.append((sent.name, f"{self._first_list(facts.end):%Y-%m}", sent.why_late))
        games = sent.report.games()
        self.games += len(games)
        day = entered(self.series, facts.end, sent.reported)
        if expected not in RATED or day is None:
            return
        left_out = frozenset((each.round or 0, each.player) for each in facts.exclusions)
        why = Status.UNPLAYED_GAME if left_out else Status.MATCH_DECIDED
        rounds = sent.report.cells.rounds
        if expected and sent.after_decision and not left_out:
            left_out = frozenset((turn, 1) for turn in range(rounds - sent.after_decision + 1, rounds + 1))
        self.waiting.setdefault(day, []).append(
            Held(
                self.reports,
                facts.start,
                facts.end,
                list_number(list_on(self.series, sent.seated)),
                int(system_as_rated(sent.report, facts)),
                sent.people,
                games,
                left_out,
                why,
            )
        )

    def _first_list(self, end: date) -> date:
        return list_for(self.series, end)

    def _spoilt(self, sent: Sent) -> tuple[Sent, str]:
        """The report as it is sent, and what is expected of the office; nothing where it is sound."""
        assert sent.facts.start is not None
        book, draw = in_force(self.series, sent.facts.start), self.spoiling
        self.due += self.defective
        turn = self.due >= HUNDREDTHS
        self.due %= HUNDREDTHS
        if sent.after_decision and book.has(MATCH_DECIDED):
            rule = book.rule(MATCH_DECIDED)
            if (sent.facts.games_scheduled or 0) > rule.scheduled_over:
                return self._noted(sent, PLAYED_ON.name, PLAYED_ON.expected, PLAYED_ON.code)
        if not turn:
            return sent, ""
        ways = (*WAYS[:5], SENT_TWICE, *WAYS[5:])
        for step in range(len(ways)):
            way = ways[(self.next_way + step) % len(ways)]
            made = way.spoil(draw, book, sent, self.last)
            if made is None:
                continue
            self.next_way += step + 1
            if way is SENT_TWICE:
                write_report(self.out, made)
                self.reports += 1
                self.defects.append(Defect(made.name, way.name, way.expected, way.code, sent.name))
                return sent, ""
            return self._noted(made, way.name, way.expected, way.code)
        return sent, ""

    def _noted(self, sent: Sent, way: str, expected: str, code: str) -> tuple[Sent, str]:
        self.defects.append(Defect(sent.name, way, expected, code))
        return sent, expected

    def finish(self) -> Made:
        """The list after the last month, and what tells of everything."""
        self._publish(self.last + DAY)
        write_defects(self.out, self.defects, self.late)
        made = Made(
            self.players,
            self.newcomers,
            self.reports,
            self.games,
            tuple(self.defects),
            len(self.late),
            self.season.rated_late,
            self.federation,
            self.season.own,
            self.season.other,
        )
        counts = {name: getattr(made, name) for name in ("players", "newcomers", "reports", "games", "late")}
        told = (self.series, self.first, self.months, self.seed, self.opened, counts, self.defects)
        write_text(self.out / "README.txt", readme(*told, bool(made.elsewhere), self.home))
        return made
