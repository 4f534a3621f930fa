"""Plan events: kind, rounds, days and players; and leagues played in monthly parts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from functools import cached_property

import numpy as np
import numpy.typing as npt

from arpad.finding import UserError
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.law.calendar import add_months
from arpad.law.rules.admission import (
    DOUBLE_ROUND_ROBIN,
    HOURS_PER_DAY,
    RATE_OF_PLAY,
    ROUND_ROBIN_RATED_SHARE,
    ROUNDS_PER_DAY,
    SMALL_ROUND_ROBIN,
    Window,
)
from arpad.model import Arbiter, Team
from arpad.simulate.draw import RandomStream
from arpad.simulate.names import invent_place, invent_surname, latin_name
from arpad.simulate.people import SimulatedFederation, host_regions
from arpad.simulate.setting import SimulationSetting
from arpad.timecontrol import SECONDS_IN_MINUTE, TimeControl, parse

DAY, FRIDAY = timedelta(days=1), 4
SLOW_KINDS = (
    ("swiss", 58), ("round-robin", 17), ("double-round-robin", 4), ("team", 10), ("match", 8),
)  # fmt: skip
QUICK_KINDS = (("swiss", 70), ("round-robin", 14), ("double-round-robin", 4), ("team", 8), ("match", 4))
EVENT_LEVELS = (("open", 46), ("under 1800", 16), ("masters", 12), ("juniors", 14), ("women", 7), ("seniors", 5))
HOME_WEIGHT, NEIGHBOUR_WEIGHT = 12, 1  # weights of players of the federation that holds the event, and of others
SHORTEST = 3  # minutes
SAFE_MARGIN = 60  # points a rating may grow until an event begins
TEAM_BOARDS, TEAM_RESERVES = 4, 1


@dataclass(frozen=True)
class PrintedTimeControl:
    """A time control as record 122 prints it and as record 222 encodes it."""

    text: str
    code: str

    @cached_property
    def read(self) -> TimeControl:
        read = parse(self.text)
        assert isinstance(read, TimeControl), self.text
        return read

    def seconds(self, moves: int) -> int:
        return self.read.seconds_for(moves)


TIME_CONTROLS = (
    PrintedTimeControl("90 min + 30 sec/move", "5400+30"),
    PrintedTimeControl("40 moves/90 min + 30 min + 30 sec/move", "40/5400+30:1800+30"),
    PrintedTimeControl("60 min + 30 sec/move", "3600+30"),
    PrintedTimeControl("75 min + 15 sec/move", "4500+15"),
    PrintedTimeControl("45 min + 15 sec/move", "2700+15"),
    PrintedTimeControl("25 min + 10 sec/move", "1500+10"),
    PrintedTimeControl("15 min + 10 sec/move", "900+10"),
    PrintedTimeControl("12 min + 3 sec/move", "720+3"),
    PrintedTimeControl("5 min + 3 sec/move", "300+3"),
    PrintedTimeControl("3 min + 2 sec/move", "180+2"),
)


@dataclass(frozen=True)
class EventPlan:
    """One event before anybody sits down."""

    kind: str
    level: str
    federation: str
    language: str
    size: int  # players; in team events teams
    rounds: int
    start: date
    a_day: int  # rounds

    @property
    def days(self) -> tuple[date, ...]:
        return tuple(self.start + turn // self.a_day * DAY for turn in range(self.rounds))

    @property
    def field(self) -> int:
        """How many players it wants."""
        return self.size * (TEAM_BOARDS + TEAM_RESERVES) if self.kind == "team" else self.size


def plan_event(draw: RandomStream, setting: SimulationSetting, month: date, latest: date, people: int) -> EventPlan:
    """One event for so many people that starts in a month and ends on the latest day or earlier."""
    quick, home = setting.quick, setting.home
    kind, level = draw.weighed(QUICK_KINDS if quick else SLOW_KINDS), draw.weighed(EVENT_LEVELS)
    code, language = draw.pick(host_regions(home))
    crowd = max(6, people // 5)
    if kind == "swiss":
        size = min(crowd, draw.among(14, 44))
        rounds = draw.pick((9, 11, 9) if quick else (5, 7, 7, 9))
        rounds = min(rounds, size // 2)
    elif kind == "round-robin":
        size = min(crowd, draw.among(6, 10) + 2 * draw.chance(20))
        rounds = size - 1 + size % 2
    elif kind == "double-round-robin":
        size, rounds = 6, 10
    elif kind == "match":
        size, rounds = 2, draw.pick((4, 6, 8))
    else:
        size = min(draw.pick((4, 6, 6, 8)), max(2, crowd // (TEAM_BOARDS + TEAM_RESERVES) // 2 * 2))
        rounds = min(size - 1, 7)
        level = "open"
    a_day = draw.pick((9, 6)) if quick else draw.pick((1, 1, 2))
    length = (rounds + a_day - 1) // a_day
    start = month + draw.below(28) * DAY
    if a_day == 2:
        start += (FRIDAY - start.weekday()) % 7 * DAY
    start = max(month, min(start, latest - (length - 1) * DAY))
    if start.month != month.month:
        start = month + 14 * DAY
    return EventPlan(kind, level, code, language, size, rounds, start, a_day)


def invitation_weights(
    federation: SimulatedFederation, plan: EventPlan, busy: npt.NDArray[np.int64]
) -> npt.NDArray[np.int64]:
    """The weight of every player for an event: who is there and free, fits, and lives near."""
    today = plan.start.toordinal()
    free = (federation.since < today) & (federation.until > today + 30) & (busy < today)
    age = (today - federation.born) // 365
    fits = {
        "open": age > 0,
        "under 1800": federation.strength < 1780,
        "masters": federation.strength > 2050,
        "juniors": age < 17,
        "women": federation.woman,
        "seniors": age >= 60,
    }[plan.level]
    near = np.where(federation.home == federation.codes.index(plan.federation), HOME_WEIGHT, NEIGHBOUR_WEIGHT)
    return np.where(free & fits, federation.activity * near, 0).astype(np.int64)


def choose_field(
    draw: RandomStream, book: Rulebook, plan: EventPlan, weights: npt.NDArray[np.int64], shown: npt.NDArray[np.int16]
) -> list[int]:
    """Who plays, by rating and then by row; nobody where the law would not let such a field be rated."""
    rated, weights = shown > 0, weights.copy()
    if plan.kind == "match":
        chosen = draw.sample(np.where(rated, weights, 0), 1)
        if chosen:  # of about one strength
            near = np.abs(shown.astype(np.int64) - int(shown[chosen[0]])) < 200
            weights[chosen[0]] = 0
            chosen += draw.sample(np.where(rated & near, weights, 0), 1)
        return chosen if len(chosen) == plan.field else []
    if plan.kind.endswith("round-robin"):
        return _choose_round_robin_field(draw, book, plan, weights, shown)
    return _seeded_rows(draw.sample(weights, plan.field), shown)


def _choose_round_robin_field(
    draw: RandomStream, book: Rulebook, plan: EventPlan, weights: npt.NDArray[np.int64], shown: npt.NDArray[np.int16]
) -> list[int]:
    rated, count = shown > 0, plan.field
    new = draw.among(0, 2) if draw.chance(40) else 0
    needed = 0
    if book.has(ROUND_ROBIN_RATED_SHARE):
        share = book.rule(ROUND_ROBIN_RATED_SHARE).share
        needed = -(-count * share.numerator // share.denominator)
    if book.has(SMALL_ROUND_ROBIN) and count < book.rule(SMALL_ROUND_ROBIN).fewer_than:
        needed = max(needed, book.rule(SMALL_ROUND_ROBIN).rated)
    if book.has(DOUBLE_ROUND_ROBIN) and plan.kind == "double-round-robin":
        needed = max(needed, book.rule(DOUBLE_ROUND_ROBIN).rated)
    chosen = draw.sample(np.where(rated, weights, 0), max(needed, count - new))
    chosen += draw.sample(np.where(rated, 0, weights), count - len(chosen))
    return _seeded_rows(chosen, shown) if len(chosen) == count else []


def _seeded_rows(rows: list[int], shown: npt.NDArray[np.int16]) -> list[int]:
    return sorted(rows, key=lambda row: (-int(shown[row]), row))


def control_for(draw: RandomStream, book: Rulebook, strongest: int, a_day: int) -> PrintedTimeControl:
    """A time control that the edition accepts for the strongest of a field and so many rounds a day."""
    fitting = [control for control in TIME_CONTROLS if field_fits_law(book, control, strongest, a_day)]
    return draw.pick(fitting) if fitting else _invented_control(book, strongest, a_day)


def _invented_control(book: Rulebook, strongest: int, a_day: int) -> PrintedTimeControl:
    """A time control of whole minutes that the edition accepts; refused where there is none."""
    rule = book.find(RATE_OF_PLAY)
    if rule is None:
        bounds = {SHORTEST}
    elif isinstance(rule, Window):
        bounds = {rule.above, rule.above + 1, rule.up_to - 1, rule.up_to}
    else:
        bounds = {rule.otherwise, *(step.minutes for step in rule.classes)}
    for minutes in sorted(bound for bound in bounds if bound > 0):
        control = PrintedTimeControl(f"{minutes} min", str(minutes * SECONDS_IN_MINUTE))
        if field_fits_law(book, control, strongest, a_day):
            return control
    raise UserError("simulate-control", rulebook=book.id, rating=strongest, rounds=a_day)


def field_fits_law(book: Rulebook, control: PrintedTimeControl, strongest: int, a_day: int) -> bool:
    """Whether the edition accepts a time control for the strongest of a field and so many rounds a day."""
    rule = book.find(RATE_OF_PLAY)
    if isinstance(rule, Window):
        return rule.holds(control.seconds(rule.moves), SECONDS_IN_MINUTE)
    if rule is not None:
        classes = (step.minutes for step in rule.classes if strongest + SAFE_MARGIN >= step.rating)
        needed = max(classes, default=rule.otherwise)
        if control.seconds(rule.moves) < max(needed, rule.otherwise) * SECONDS_IN_MINUTE:
            return False
    if book.has(ROUNDS_PER_DAY) and a_day > book.rule(ROUNDS_PER_DAY).rounds:
        return False
    if not book.has(HOURS_PER_DAY):
        return True
    hours = book.rule(HOURS_PER_DAY)
    return 2 * a_day * control.seconds(hours.moves) <= hours.hours * SECONDS_IN_MINUTE * SECONDS_IN_MINUTE


ONE_DAY, SATURDAY = timedelta(days=1), 5
LEAGUE_TEAMS, LEAGUE_PARTS, ROUNDS_OF_A_PART, LEAGUE_EVERY = 6, 5, 2, 9
SMALL_LEAGUE, LARGE_LEAGUE = 4, 120  # teams of a small league; players from which on it is a whole one


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
    control: PrintedTimeControl
    registered: date
    arbiters: tuple[Arbiter, ...]
    parts: int

    def days(self, part: int, month: date) -> tuple[date, ...]:
        """The days of all rounds up to the part of a month; after the first part it is the second weekend."""
        days = []
        for earlier in range(part + 1):
            first = first_saturday(add_months(month, earlier - part)) + (7 * ONE_DAY if earlier else 0 * ONE_DAY)
            days += [first, first + ONE_DAY]
        return tuple(days)


def first_saturday(month: date) -> date:
    return month + (SATURDAY - month.weekday()) % 7 * ONE_DAY


def make_teams(draw: RandomStream, rows: Sequence[int], count: int, language: str) -> tuple[Team, ...]:
    """Teams of about one strength: the field dealt out in turns, each in board order."""
    names: list[str] = []
    while len(names) < count:
        name = latin_name(f"{invent_place(draw, language)} {invent_surname(draw, language)}")
        names += [] if name in names else [name]
    members = [tuple(number for number in range(1, len(rows) + 1) if (number - 1) % count == at) for at in range(count)]
    return tuple(Team(name[:32], of, at) for at, (name, of) in enumerate(zip(names, members, strict=True), 1))
