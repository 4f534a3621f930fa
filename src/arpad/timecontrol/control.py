"""Read a time control, and say how much time it gives.

In: a text, as arbiters write it (record 122, the event's facts) or encoded (record 222). Out: a `TimeControl`, or
`Unread` with the reason: an answer, not an error. A text that can be read in two ways is not read; who asked is told
to give the encoded form, which has one reading:

    side           period[:period ...]          all periods but the last have a number of moves, the last has none
    period         [moves/]seconds[+increment][d delay]
    both sides     side, or Wside-Bside where they differ

The `d` for a delay is our addition; the format has none. In `parse` numbers without units are taken for seconds only
when minutes are out of the question; `parse_encoded` is for record 222, whose numbers are always seconds.

Whether the time is enough for a rating is not decided here.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Self

from arpad.finding import Note, Problem
from arpad.frozen import dataclass
from arpad.timecontrol.text import MOST_HABIT_MINUTES, read_text
from arpad.timecontrol.words import DASHES, MOST_DIGITS, Unclear, digit, normal

SECONDS_IN_MINUTE = 60
LEAST_SECONDS = 60  # a side has at least a minute to begin with
MOST_SECONDS = 86_400  # of a period
MOST_INCREMENT = 3_600
SURELY_SECONDS = 300  # numbers from here on are no minutes
SURELY_SECONDS_BY_SIDE = 60  # W300-B240 is the encoded form and nobody's habit, but W5-B4 is
WHITE, BLACK, DELAY = "w", "b", "d"
WHICH_UNIT = "time-control/minutes-or-seconds"
NAMED = frozenset("-wb")  # in the form that names both sides
CONTROLS_AT_HAND = 512  # as read; arbiters write the same ones again and again
SYMBOLS = frozenset("0123456789/+:dwb")


@dataclass(frozen=True)
class Period:
    """So much time for so many moves, or for the rest of the game."""

    moves: int | None
    seconds: int
    increment: int = 0
    delay: int = 0

    def __post_init__(self) -> None:
        if self.moves is not None and self.moves < 1:
            raise Problem("no-such-time-control/moves")
        if not 0 < self.seconds <= MOST_SECONDS:
            raise Problem("no-such-time-control/seconds", limit=MOST_SECONDS)
        if not (0 <= self.increment <= MOST_INCREMENT and 0 <= self.delay <= MOST_INCREMENT):
            raise Problem("no-such-time-control/increment", limit=MOST_INCREMENT)

    def __str__(self) -> str:
        moves = f"{self.moves}/" if self.moves is not None else ""
        increment = f"+{self.increment}" if self.increment else ""
        return f"{moves}{self.seconds}{increment}{f'd{self.delay}' if self.delay else ''}"


Side = tuple[Period, ...]


def side_seconds(side: Side, moves: int) -> int:
    """The time one side has for its first so many moves.

    A period counts as a whole as soon as one of these moves falls into it, so 40/6000:20/3000:900 gives 9000 seconds
    for 60 moves and 9900 for 61. A delay counts like an increment: the rapid rules speak of additional time for each
    move, and a player who moves at once loses nothing either way. The first increment belongs to the first move.
    """
    total, left = 0, moves
    for period in side:
        if left <= 0:
            break
        here = left if period.moves is None else min(left, period.moves)
        total += period.seconds + here * (period.increment + period.delay)
        left -= here
    return total


@dataclass(frozen=True)
class TimeControl:
    """The time of both sides."""

    white: Side
    black: Side

    def __post_init__(self) -> None:
        for side in (self.white, self.black):
            if not side or side[-1].moves is not None or any(period.moves is None for period in side[:-1]):
                raise Problem("no-such-time-control/rest")
            if side[0].seconds < LEAST_SECONDS:
                raise Problem("no-such-time-control/start", least=LEAST_SECONDS)

    @property
    def equal(self) -> bool:
        """Whether both sides have the same."""
        return self.white == self.black

    def seconds_for(self, moves: int) -> int:
        """The time a player surely has for so many moves: that of either side, the shorter where they differ."""
        return min(side_seconds(self.white, moves), side_seconds(self.black, moves))

    @property
    def first_control_moves(self) -> int | None:
        """The moves of the first period, the fewer where sides differ; None where the game is one period."""
        firsts = [side[0].moves for side in (self.white, self.black) if side[0].moves is not None]
        return min(firsts, default=None)

    def __str__(self) -> str:
        """The encoded form; with both sides named where the short form might be taken for minutes."""
        white, black = (":".join(str(period) for period in side) for side in (self.white, self.black))
        if self.equal and seconds_meant(self.white):
            return white
        return f"W{white}-B{black}"


@dataclass(frozen=True)
class Unread:
    """The text was not understood, and why."""

    reason: Note

    @classmethod
    def because(cls, problem: Problem) -> Self:
        return cls(Note(problem.message, problem.fields))


@lru_cache(CONTROLS_AT_HAND)
def parse(text: str) -> TimeControl | Unread:
    """Read a time control as people write it, or encoded."""
    try:
        plain = normal(text)
        packed = encoded(plain)
        sides = unpacked(packed) if packed else None
        if packed is None or sides is None or habitual(sides[0], packed):
            side = tuple(Period(s.moves, s.seconds, s.increment or 0, s.delay or 0) for s in read_text(plain))
            return TimeControl(side, side)
        if packed.startswith(WHITE):
            if max(period.seconds for side in sides for period in side) < SURELY_SECONDS_BY_SIDE:
                raise Unclear(WHICH_UNIT)
        elif not seconds_meant(sides[0]):
            raise Unclear(WHICH_UNIT)
        return TimeControl(*sides)
    except Problem as problem:
        return Unread.because(problem)


@lru_cache(CONTROLS_AT_HAND)
def parse_encoded(text: str) -> TimeControl | Unread:
    """Read record 222: the encoded form only, in seconds whatever their number."""
    try:
        if (packed := encoded(normal(text))) is None:
            raise Unclear("time-control/not-encoded")
        return TimeControl(*unpacked(packed))
    except Problem as problem:
        return Unread.because(problem)


def seconds_meant(side: Side) -> bool:
    """Whether the numbers of an encoded side cannot be minutes."""
    largest = max(period.seconds for period in side)
    if largest < SURELY_SECONDS:
        return False
    alone = len(side) == 1 and not side[0].increment and not side[0].delay
    return not alone or largest % SECONDS_IN_MINUTE == 0  # a number alone might be a year, or anything


def habitual(side: Side, packed: str) -> bool:
    """Whether an encoded side has the looks of 90+30, minutes and seconds."""
    short = len(side) == 1 and not side[0].delay and side[0].seconds <= MOST_HABIT_MINUTES
    return short and "+" in packed and digit(packed[0])


# --- the encoded form ---------------------------------------------------------------------------------------------


def encoded(plain: str) -> str | None:
    """The text without blanks beside signs and in small letters, if it has the signs of the encoded form only."""
    letters: list[str] = []
    blank = False
    for letter in plain.casefold():
        if letter.isspace():
            blank = True
            continue
        sign = "-" if letter in DASHES else letter
        if sign != "-" and sign not in SYMBOLS:
            return None
        if blank and letters and ((digit(sign) and digit(letters[-1])) or sign == DELAY):
            return None  # two numbers, or a delay that may be meant for all periods
        letters.append(sign)
        blank = False
    packed = "".join(letters)
    if packed.startswith(WHITE) and BLACK in packed:
        return packed
    periods = ":" not in packed or "/" in packed  # 1:30 is a clock's
    return packed if digit(packed[:1]) and periods and not set(packed) & NAMED else None


def unpacked(packed: str) -> tuple[Side, Side]:
    """Read the encoded form."""
    if not packed.startswith(WHITE):
        side = a_side(packed)
        return side, side
    white, dash, black = packed[1:].partition("-")
    if not dash or not black.startswith(BLACK):
        raise Unclear("time-control/white-without-black")
    return a_side(white), a_side(black[1:])


def a_side(packed: str) -> Side:
    """Read the periods of one side."""
    return tuple(a_period(part) for part in packed.split(":"))


def a_period(packed: str) -> Period:
    """Read one period."""
    head, slash, tail = packed.partition("/")
    moves = a_number(head) if slash else None
    rest, d, delay = (tail if slash else head).partition(DELAY)
    seconds, plus, increment = rest.partition("+")
    period = (moves, a_number(seconds), a_number(increment) if plus else 0, a_number(delay) if d else 0)
    if moves == 0 or period[1] == 0:
        raise Unclear("time-control/zero-encoded")
    return Period(*period)


def a_number(digits: str) -> int:
    """Read a number."""
    if digits.startswith("-"):
        raise Unclear("time-control/negative")
    if not digits or not all(digit(letter) for letter in digits) or len(digits) > MOST_DIGITS:
        raise Unclear("time-control/no-number", text=digits)
    return int(digits)
