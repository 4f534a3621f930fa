"""EventPlan the events of a month: what kind, how many rounds, on which days, and who comes.

The law is asked for what it limits: the share of rated players in a round robin, the rate of play for the strongest of
the field. What is planned here is meant to be ratable; what is not is done to it afterwards, in `defects`.
"""

from __future__ import annotations

from datetime import date, timedelta
from functools import cached_property

import numpy as np
import numpy.typing as npt

from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.law.rules.admission import (
    DOUBLE_ROUND_ROBIN,
    HOURS_PER_DAY,
    RATE_OF_PLAY,
    ROUND_ROBIN_RATED_SHARE,
    ROUNDS_PER_DAY,
    SMALL_ROUND_ROBIN,
    Window,
)
from arpad.simulate.draw import Draw
from arpad.simulate.people import HOMES, Federation
from arpad.simulate.setting import Setting
from arpad.timecontrol import SECONDS_IN_MINUTE, TimeControl, parse

DAY, FRIDAY = timedelta(days=1), 4
SLOW = (
    ("swiss", 58), ("round-robin", 17), ("double-round-robin", 4), ("team", 10), ("match", 8),
)  # fmt: skip
QUICK = (("swiss", 70), ("round-robin", 14), ("double-round-robin", 4), ("team", 8), ("match", 4))
LEVELS = (("open", 46), ("under 1800", 16), ("masters", 12), ("juniors", 14), ("women", 7), ("seniors", 5))
AT_HOME, NEIGHBOURS = 12, 1  # weights of players of the federation that holds the event, and of others
SAFE = 60  # points a rating may grow until an event begins
BOARDS, RESERVES = 4, 1


@dataclass(frozen=True)
class Control:
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


CONTROLS = (
    Control("90 min + 30 sec/move", "5400+30"),
    Control("40 moves/90 min + 30 min + 30 sec/move", "40/5400+30:1800+30"),
    Control("60 min + 30 sec/move", "3600+30"),
    Control("75 min + 15 sec/move", "4500+15"),
    Control("45 min + 15 sec/move", "2700+15"),
    Control("25 min + 10 sec/move", "1500+10"),
    Control("15 min + 10 sec/move", "900+10"),
    Control("12 min + 3 sec/move", "720+3"),
    Control("5 min + 3 sec/move", "300+3"),
    Control("3 min + 2 sec/move", "180+2"),
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
        return self.size * (BOARDS + RESERVES) if self.kind == "team" else self.size


def plan_event(draw: Draw, setting: Setting, month: date, latest: date, people: int) -> EventPlan:
    """One event for so many people that starts in a month and ends on the latest day or earlier."""
    quick, home = setting.quick, setting.home
    kind, level = draw.weighed(QUICK if quick else SLOW), draw.weighed(LEVELS)
    code, language = draw.pick([each for each in HOMES if not home or each[0] == home])
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
        size = min(draw.pick((4, 6, 6, 8)), max(2, crowd // (BOARDS + RESERVES) // 2 * 2))
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


def invited(federation: Federation, plan: EventPlan, busy: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
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
    near = np.where(federation.home == federation.codes.index(plan.federation), AT_HOME, NEIGHBOURS)
    return np.where(free & fits, federation.activity * near, 0).astype(np.int64)


def choose_field(
    draw: Draw, book: Rulebook, plan: EventPlan, weights: npt.NDArray[np.int64], shown: npt.NDArray[np.int16]
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
        return _robin(draw, book, plan, weights, shown)
    return _seeded(draw.sample(weights, plan.field), shown)


def _robin(
    draw: Draw, book: Rulebook, plan: EventPlan, weights: npt.NDArray[np.int64], shown: npt.NDArray[np.int16]
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
    return _seeded(chosen, shown) if len(chosen) == count else []


def _seeded(rows: list[int], shown: npt.NDArray[np.int16]) -> list[int]:
    return sorted(rows, key=lambda row: (-int(shown[row]), row))


def control_for(draw: Draw, book: Rulebook, strongest: int, a_day: int) -> Control:
    """A time control that the edition accepts for the strongest of a field and so many rounds a day."""
    return draw.pick([control for control in CONTROLS if fits_law(book, control, strongest, a_day)])


def fits_law(book: Rulebook, control: Control, strongest: int, a_day: int) -> bool:
    rule = book.rule(RATE_OF_PLAY)
    seconds = control.seconds(rule.moves)
    if isinstance(rule, Window):
        return rule.holds(seconds, SECONDS_IN_MINUTE)
    needed = max((step.minutes for step in rule.classes if strongest + SAFE >= step.rating), default=rule.otherwise)
    if seconds < max(needed, rule.otherwise) * SECONDS_IN_MINUTE:
        return False
    if book.has(ROUNDS_PER_DAY) and a_day > book.rule(ROUNDS_PER_DAY).rounds:
        return False
    if not book.has(HOURS_PER_DAY):
        return True
    hours = book.rule(HOURS_PER_DAY)
    return 2 * a_day * control.seconds(hours.moves) <= hours.hours * SECONDS_IN_MINUTE * SECONDS_IN_MINUTE
