"""Read a time control, and say how much time it gives.

In: a text, as arbiters write it (record 122, the event's facts) or encoded (record 222). Out: a `TimeControl`, or
`Unread` with the reason: an answer, not an error. A text that can be read in two ways is not read; who asked is told
to give the encoded form, which has one reading:

    side           period[:period ...]          all periods but the last have a number of moves, the last has none
    period         [moves/]seconds[+increment][d delay]
    both sides     side, or Wside-Bside where they differ

    alternatives   control or control

The `d` for a delay and the `or` are our additions; the format has none. In `parse` numbers without units are taken for
seconds only when minutes are out of the question; `parse_encoded` is for record 222, whose numbers are always seconds.

Whether the time is enough for a rating is not decided here.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Self

from arpad.finding import Note, Problem
from arpad.frozen import dataclass
from arpad.timecontrol.text import MOST_HABIT_MINUTES, NO_MOVES, SIDE_BY_SIDE, read_text
from arpad.timecontrol.words import DASHES, LEXICON, MOST_DIGITS, Kind, Unclear, digit, folded, normal

SECONDS_IN_MINUTE = 60
LEAST_SECONDS = 60  # a side has at least a minute to begin with
MOST_SECONDS = 86_400  # of a period
MOST_INCREMENT = 3_600
SURELY_SECONDS = 300  # numbers from here on are no minutes
SURELY_SECONDS_BY_SIDE = 60  # W300-B240 is the encoded form and nobody's habit, but W5-B4 is
WHITE, BLACK, DELAY, OR = "w", "b", "d", "or"
MOST_ALTERNATIVES = 3
GAP = re.compile(r"\s{2,}(?=\d)")  # how chess-results parts the periods of a time control
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
        if not 0 <= self.seconds <= MOST_SECONDS or (not self.seconds and not self.increment):
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
    """The time of both sides.

    Where a text names alternatives ("or without digital clocks 12 min") they are `others`, controls without others:
    what is sure is what all of them agree in.
    """

    white: Side
    black: Side
    others: tuple[TimeControl, ...] = ()

    def __post_init__(self) -> None:
        for side in (self.white, self.black):
            if not side or side[-1].moves is not None or any(period.moves is None for period in side[:-1]):
                raise Problem("no-such-time-control/rest")
            each_move_alone = len(side) == 1 and not side[0].seconds
            if any(not period.seconds for period in side) and not each_move_alone:
                raise Problem("no-such-time-control/seconds", limit=MOST_SECONDS)
            if side[0].seconds < LEAST_SECONDS and not each_move_alone:
                raise Problem("no-such-time-control/start", least=LEAST_SECONDS)

    @property
    def readings(self) -> tuple[TimeControl, ...]:
        """The control without its alternatives, and each of these."""
        return (TimeControl(self.white, self.black), *self.others) if self.others else (self,)

    @property
    def equal(self) -> bool:
        """Whether both sides have the same, in every alternative."""
        return self.white == self.black and all(other.equal for other in self.others)

    def seconds_for(self, moves: int) -> int:
        """The time a player surely has for so many moves: that of the side, and of the alternative, with least."""
        return min(self._seconds(moves))

    def most_seconds_for(self, moves: int) -> int:
        """The time a player has at most for so many moves: the shorter side's of the alternative with most."""
        return max(self._seconds(moves))

    def _seconds(self, moves: int) -> list[int]:
        """The time of the shorter side for so many moves, for each alternative."""
        return [min(side_seconds(c.white, moves), side_seconds(c.black, moves)) for c in (self, *self.others)]

    @property
    def first_control_moves(self) -> int | None:
        """The moves of the first period, the fewest where sides or alternatives differ; None where the game is one
        period."""
        sides = [side for control in (self, *self.others) for side in (control.white, control.black)]
        return min((side[0].moves for side in sides if side[0].moves is not None), default=None)

    def __str__(self) -> str:
        """The encoded form; with both sides named where the short form might be taken for minutes."""
        if self.others:
            return f" {OR} ".join(str(control) for control in self.readings)
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
    """Read a time control as people write it, or encoded, with its alternatives."""
    try:
        plain = normal(text)
        return either([read_control(part) for part in alternatives(plain)])
    except Problem as problem:
        return Unread.because(problem)


def read_control(plain: str) -> TimeControl:
    """Read one time control, without alternatives but for those that its gaps leave open."""
    packed = encoded(plain)
    sides = unpacked(packed) if packed else None
    if packed is None or sides is None or habitual(sides[0], packed):
        try:
            return same_for_both(plain)
        except Unclear as unclear:
            if not GAP.search(plain) or unclear.message != SIDE_BY_SIDE:
                raise
            try:
                return parted_by_gaps(plain)
            except Problem:
                raise unclear from None
    if packed.startswith(WHITE):
        if 0 < max(period.seconds for side in sides for period in side) < SURELY_SECONDS_BY_SIDE:
            raise Unclear(WHICH_UNIT)
    elif not seconds_meant(sides[0]):
        raise Unclear(WHICH_UNIT)
    return TimeControl(*sides)


def same_for_both(plain: str) -> TimeControl:
    """Read the text as people write it; both sides have the same."""
    side = tuple(Period(s.moves, s.seconds, s.increment or 0, s.delay or 0) for s in read_text(plain))
    return TimeControl(side, side)


def parted_by_gaps(plain: str) -> TimeControl:
    """Read periods between which there are blanks: 90 min + 30 sec/move  30 min + 30 sec/move.

    If the moves of the first are not said it may be longer than any game, or be over at once: both stand as
    alternatives, because the truth lies between them.
    """
    try:
        return same_for_both(GAP.sub("; then ", plain))
    except Unclear as unclear:
        if unclear.message != NO_MOVES:
            raise
    periods = [same_for_both(part).white[0] for part in GAP.split(plain)]
    first = periods[0]
    if any((each.increment, each.delay) != (first.increment, first.delay) for each in periods):
        raise Unclear(NO_MOVES)
    most = Period(None, sum(each.seconds for each in periods), first.increment, first.delay)
    return either([TimeControl((period,), (period,)) for period in (first, most)])


def alternatives(plain: str) -> list[str]:
    """The parts between words such as "or"; the text as it is if there are none, or if they part nothing."""
    words = plain.split(" ")
    if not any(LEXICON.get(folded(word)) is Kind.OR for word in words[1:-1]):
        return [plain]
    parts: list[list[str]] = [[]]
    for word, following in zip(words, (*words[1:], ""), strict=True):
        if LEXICON.get(folded(word)) is not Kind.OR:
            parts[-1].append(word)
        elif LEXICON.get(folded(following.strip(",;."))) in (Kind.BONUS, Kind.DELAY, Kind.MOVE):
            return [plain]  # no increment or delay; desde o lance 1
        else:
            parts.append([])
    texts = [" ".join(part) for part in parts]
    return texts if len(texts) <= MOST_ALTERNATIVES else [plain]


def either(controls: list[TimeControl]) -> TimeControl:
    """One control with the others as its alternatives, each once."""
    first, *others = dict.fromkeys(reading for control in controls for reading in control.readings)
    return TimeControl(first.white, first.black, tuple(others))


@lru_cache(CONTROLS_AT_HAND)
def parse_encoded(text: str) -> TimeControl | Unread:
    """Read record 222: the encoded form only, in seconds whatever their number."""
    try:
        parts = [encoded(part) for part in normal(text).split(f" {OR} ")]
        if None in parts:
            raise Unclear("time-control/not-encoded")
        return either([TimeControl(*unpacked(packed)) for packed in parts if packed])
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
    parts = packed.split(":")
    return tuple(a_period(part, len(parts) == 1) for part in parts)


def a_period(packed: str, alone: bool) -> Period:
    """Read one period. One that is alone may begin with nothing if every move has its seconds."""
    head, slash, tail = packed.partition("/")
    moves = a_number(head) if slash else None
    rest, d, delay = (tail if slash else head).partition(DELAY)
    seconds, plus, increment = rest.partition("+")
    period = (moves, a_number(seconds), a_number(increment) if plus else 0, a_number(delay) if d else 0)
    if moves == 0 or (period[1] == 0 and not (alone and moves is None and period[2])):
        raise Unclear("time-control/zero-encoded")
    return Period(*period)


def a_number(digits: str) -> int:
    """Read a number."""
    if digits.startswith("-"):
        raise Unclear("time-control/negative")
    if not digits or not all(digit(letter) for letter in digits) or len(digits) > MOST_DIGITS:
        raise Unclear("time-control/no-number", text=digits)
    return int(digits)
