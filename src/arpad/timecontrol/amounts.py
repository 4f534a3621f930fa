"""Read amounts out of the tokens of a time control: 90 min, 1h30, 1:30 h, 1,5 h, the 40th move.

A cursor goes over the tokens once, looking at most three ahead. What an amount is said of is for `clauses`.
"""

from __future__ import annotations

from arpad.timecontrol.words import Kind, Token, Unclear

SECONDS_IN_MINUTE = 60
SECONDS_IN_HOUR = 3600
MINUTES_IN_HOUR = 60
DECIMALS_BELOW = 10  # "1,5 h" is a decimal, "40,5 min" is not
QUARTERS = {"5": 2, "50": 2, "25": 1, "75": 3}
QUARTERS_IN_ONE = 4
UNIT_SECONDS = {Kind.HOUR: SECONDS_IN_HOUR, Kind.MINUTE: SECONDS_IN_MINUTE, Kind.SECOND: 1}
WHICH_MOVE = "time-control/which-move"


class Cursor:
    """A place in the tokens."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.at = 0
        self.wordless = False  # the amount just read was 1:30 without a word for hours

    def peek(self, ahead: int = 0) -> Kind | None:
        """The kind of a token to come."""
        place = self.at + ahead
        return self.tokens[place].kind if place < len(self.tokens) else None

    def take(self, *kinds: Kind) -> Token | None:
        """The next token, if it is one of these."""
        if self.peek() in kinds:
            self.at += 1
            return self.tokens[self.at - 1]
        return None

    def skip(self, *kinds: Kind) -> None:
        """Pass over these."""
        while self.take(*kinds):
            pass

    def colon(self) -> bool:
        """Whether a colon and a number follow at once."""
        return self.peek() is Kind.COLON and self.peek(1) is Kind.NUMBER and self.tokens[self.at].glued

    def amount(self, value: int) -> tuple[int, Kind] | None:
        """The seconds and the unit of the number just read, if it has a unit."""
        self.wordless = False
        if self.colon():
            return self.clock(value), Kind.HOUR
        if self.decimal(value):
            quarters = QUARTERS_IN_ONE * value + QUARTERS[self.tokens[self.at + 1].text]
            unit = self.tokens[self.at + 2].kind
            self.at += 1 + 2
            return quarters * UNIT_SECONDS[unit] // QUARTERS_IN_ONE, unit
        token = self.take(*UNIT_SECONDS)
        if token is None:
            return None
        seconds = value * UNIT_SECONDS[token.kind]
        return seconds + (self.minutes_behind() if token.kind is Kind.HOUR else 0), token.kind

    def decimal(self, value: int) -> bool:
        """Whether a decimal of hours or minutes begins here: 1,5 h."""
        return (
            self.peek() is Kind.DECIMAL
            and self.peek(1) is Kind.NUMBER
            and self.peek(2) in (Kind.HOUR, Kind.MINUTE)
            and value < DECIMALS_BELOW
            and self.tokens[self.at + 1].text in QUARTERS
        )

    def clock(self, hours: int) -> int:
        """The rest of 1:30 h or 1:30:00; of 1:30, whose meaning the rest of the text must prove."""
        minutes = self.tokens[self.at + 1].value
        self.at += 2
        seconds = 0
        if self.colon():
            seconds = self.tokens[self.at + 1].value
            self.at += 2
            self.take(Kind.HOUR)
        elif not self.take(Kind.HOUR):
            self.wordless = True
        if minutes >= MINUTES_IN_HOUR or seconds >= SECONDS_IN_MINUTE:
            raise Unclear("time-control/clock")
        return hours * SECONDS_IN_HOUR + minutes * SECONDS_IN_MINUTE + seconds

    def minutes_behind(self) -> int:
        """The 30 of 1h30 and of 1 h 30 min, in seconds."""
        if self.peek() is not Kind.NUMBER:
            return 0
        token, behind = self.tokens[self.at], self.peek(1)
        if behind is not Kind.MINUTE and not (token.glued and behind not in (Kind.SECOND, Kind.MOVE, Kind.ORDINAL)):
            return 0
        if token.value >= MINUTES_IN_HOUR:
            raise Unclear("time-control/minutes-behind-hours")
        self.at += 1
        self.take(Kind.MINUTE)
        return token.value * SECONDS_IN_MINUTE

    def move_number(self) -> int:
        """Which move: move 40, 40 moves, the 40th move, the first move."""
        self.skip(Kind.NOISE, Kind.LINK)
        word = self.take(Kind.MOVE)
        if self.take(Kind.FIRST):
            found = 1
        elif token := self.take(Kind.NUMBER):
            found = token.value
            self.take(Kind.ORDINAL)
        else:
            raise Unclear(WHICH_MOVE)
        if not word and not self.take(Kind.MOVE, Kind.FROM_MOVE):
            raise Unclear(WHICH_MOVE)
        return found
