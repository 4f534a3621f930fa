"""Read the tokens of a time control as clauses: one time each, with what is said about it.

"90 min for 40 moves, then 30 min + 30 sec/move from move 1" has three clauses: a time with a number of moves, a time
joined by *then*, and a time joined by *plus* that comes with every move, from the first. Inside a clause the order of
words is free, so that one grammar serves many languages. What a clause is good for, a period or an increment, is
decided in `text`.
"""

from __future__ import annotations

from enum import IntEnum

from arpad.frozen import dataclass
from arpad.timecontrol.amounts import WHICH_MOVE, Cursor
from arpad.timecontrol.words import Kind, Token, Unclear

FEWEST_MOVES = 10  # beside a bare "/" or "x"; fewer may be boards, players or games: "2 x 60 min"
NO_UNIT = "time-control/no-unit"


class Joint(IntEnum):
    """How a clause is joined to the one before, loosest last."""

    TOUCH = 0  # nothing between them
    PLUS = 1
    AND = 2
    LIST = 3
    THEN = 4


JOINTS = {Kind.PLUS: Joint.PLUS, Kind.WITH: Joint.PLUS, Kind.AND: Joint.AND, Kind.LIST: Joint.LIST,
          Kind.DECIMAL: Joint.LIST, Kind.COLON: Joint.LIST, Kind.THEN: Joint.THEN}  # fmt: skip


@dataclass
class Clause:
    """A time and what is said about it."""

    joint: Joint = Joint.TOUCH
    plus: bool = False  # a plus stands before it
    seconds: int | None = None
    unit: Kind | None = None
    wordless: bool = False  # 1:30, without a word for hours
    bare: int | None = None  # a number without a unit
    pair: int | None = None  # the second number of "40/90"
    count: int | None = None  # of moves
    start: int | None = None  # "from move 61"
    after: int | None = None  # "after 40 moves"
    until: int | None = None  # "to move 40"
    per_move: bool = False
    bonus: bool = False
    delay: bool = False
    rest: bool = False
    all_moves: bool = False
    american: bool = False  # G/60, SD/30: minutes without a unit

    @property
    def timed(self) -> bool:
        """Whether it has a number that is, or may be, a time."""
        return self.seconds is not None or self.bare is not None

    @property
    def step(self) -> bool:
        """Whether it says of itself that it comes with every move."""
        return self.per_move or self.bonus or self.delay

    @property
    def empty(self) -> bool:
        """Whether nothing was said yet."""
        return self == Clause(joint=self.joint, plus=self.plus)


class ClauseReader(Cursor):
    """Walks over the tokens once and makes clauses of them."""

    def __init__(self, tokens: list[Token]) -> None:
        super().__init__(tokens)
        self.clauses: list[Clause] = []
        self.now = Clause()
        self.link: Kind | None = None  # the sign or word just before, if it links two numbers
        self.joints: list[Kind] = []  # since the last clause
        self.none = False  # "no increment"
        self.labelled = False  # a label after the numbers: nothing may follow it

    def read(self) -> tuple[list[Clause], bool]:
        """The clauses, and whether increments were said to be absent."""
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            self.at += 1
            linked = self.link
            if token.kind is not Kind.NOISE:
                self.link = None
            self.take_in(token, linked)
        if any(kind is not Kind.LIST for kind in self.joints) and self.now.empty:
            raise Unclear("time-control/stops")
        self.close()
        return self.clauses, self.none

    def take_in(self, token: Token, linked: Kind | None) -> None:
        """Read on from one token."""
        kind = token.kind
        if kind is Kind.NUMBER:
            self.number(token, linked)
        elif kind in (Kind.LINK, Kind.SLASH, Kind.TIMES):
            self.link = kind
        elif kind is Kind.MOVE:
            if not (linked in (Kind.LINK, Kind.SLASH) or self.take(Kind.BEHIND)):
                raise Unclear(WHICH_MOVE)
            self.take(Kind.AFTERWARDS)  # after each move
            self.now.per_move = True
        elif kind is Kind.PER_MOVE:
            self.now.per_move = True
        elif kind is Kind.COLON or (kind is Kind.WITH and self.now.empty):
            if self.now.seconds is not None:
                self.join(kind)
        elif kind is Kind.THEN and linked is not None:
            self.link = linked  # for the next 20 moves
        elif kind in JOINTS and token.text != ".":
            self.join(kind)
        elif kind in (Kind.FROM, Kind.WITH_OR_FROM):
            self.begin(kind)
        elif kind is Kind.AFTER_OR_EACH and self.each():
            pass
        elif kind in (Kind.AFTER, Kind.AFTER_OR_EACH):
            if self.take(Kind.THAT):
                self.join(Kind.THEN)
            else:
                self.now.after = self.once(self.now.after, self.move_number())
        elif kind is Kind.UNTIL:
            self.end()
        elif kind in (Kind.BONUS, Kind.DELAY):
            self.mark(kind)
        elif kind is Kind.FISCHER:
            self.now.bonus = self.now.bonus or self.now.timed
        elif kind is Kind.GAME:
            self.game()
        elif kind is Kind.REST:
            self.now.rest = True
            self.take(Kind.MOVE)  # the remaining moves
        elif kind is Kind.ALL and self.take(Kind.MOVE):
            self.now.all_moves = True
        elif kind is Kind.ALL and linked is Kind.SLASH:
            self.now.rest = True
        elif kind is Kind.FROM_START or (kind is Kind.FIRST and self.take(Kind.FROM_MOVE)):
            self.now.start = self.once(self.now.start, 1)
        elif kind is Kind.NO:
            self.absent()
        elif kind is Kind.LABEL:
            self.labelled = self.labelled or self.now.timed or bool(self.clauses)
        elif kind is Kind.SIDE:
            raise Unclear("time-control/sides-in-words")
        elif kind is not Kind.NOISE and not (kind is Kind.FIRST and self.peek() is Kind.NUMBER):
            raise Unclear("time-control/no-meaning", word=token.text)

    # --- numbers ----------------------------------------------------------------------------------------------

    def number(self, token: Token, linked: Kind | None) -> None:
        """A number with its unit, or a number of moves, or a bare number."""
        if self.labelled:
            raise Unclear("time-control/name-inside")
        value = token.value
        if amount := self.amount(value):
            self.time(*amount, linked)
        elif self.take(Kind.ORDINAL):
            if not self.take(Kind.FROM_MOVE):
                raise Unclear("time-control/ordinal")
            self.now.start = self.once(self.now.start, value)
        elif self.take(Kind.FROM_MOVE):
            self.now.start = self.once(self.now.start, value)
        elif self.take(Kind.MOVE):
            self.moves(value)
        else:
            self.bare(value, linked)

    def moves(self, value: int) -> None:
        """A number of moves."""
        if self.take(Kind.AFTERWARDS):
            self.now.after = self.once(self.now.after, value)
        elif value == 1 and self.now.unit is Kind.SECOND:
            self.now.per_move = True  # 30 sec per 1 move
        else:
            self.now.count = self.once(self.now.count, value)
            self.take(Kind.BEHIND)

    def time(self, seconds: int, unit: Kind, linked: Kind | None) -> None:
        """A time with its unit."""
        if seconds == 0 and unit is not Kind.SECOND and (self.clauses or self.now.seconds is not None):
            raise Unclear("time-control/zero")
        if self.now.seconds is not None:
            self.close()
        if self.now.bare is not None:
            if linked is None:
                raise Unclear(NO_UNIT)
            self.now.count, self.now.bare = self.few(self.now.bare), None
        self.now.seconds, self.now.unit, self.now.wordless = seconds, unit, self.wordless

    def bare(self, value: int, linked: Kind | None) -> None:
        """A number without a unit: moves beside a time, or a time by habit."""
        now = self.now
        if now.seconds is not None and linked is not None and now.count is None:
            now.count = self.few(value)
        elif now.seconds is None and now.bare is None:
            now.bare = value
        elif now.seconds is None and now.pair is None and linked is Kind.SLASH:
            now.pair = value
        else:
            raise Unclear(NO_UNIT)

    @staticmethod
    def few(value: int) -> int:
        """A number of moves that has no word for moves."""
        if value < FEWEST_MOVES:
            raise Unclear("time-control/moves-or-times", number=value)
        return value

    @staticmethod
    def once(before: int | None, value: int) -> int:
        """A value that may be said once; twice only if it is the same."""
        if before not in (None, value):
            raise Unclear("time-control/two-numbers-of-moves")
        if value == 0:
            raise Unclear("time-control/zero-moves")
        return value

    # --- what is said of a time -------------------------------------------------------------------------------

    def begin(self, kind: Kind) -> None:
        """From move 61, from the start; in some languages the same word means "with"."""
        self.skip(Kind.NOISE, Kind.FROM)
        if kind is Kind.FROM:
            self.skip(Kind.WITH, Kind.NOISE, Kind.UNTIL, Kind.OR)  # starting with the first move, a partir do 1º lance
        if self.take(Kind.START):
            self.now.start = self.once(self.now.start, 1)
            return
        ahead = 1 if self.peek(1) is not Kind.ORDINAL else 2
        numbered = self.peek() in (Kind.NUMBER, Kind.FIRST) and self.peek(ahead) in (Kind.MOVE, Kind.FROM_MOVE)
        if kind is Kind.WITH_OR_FROM and not numbered and self.peek() not in (Kind.MOVE, Kind.FROM, Kind.WITH_OR_FROM):
            if not self.now.empty:
                self.join(Kind.WITH)
            return
        self.skip(Kind.WITH_OR_FROM, Kind.NOISE)
        self.now.start = self.once(self.now.start, self.move_number())

    def each(self) -> bool:
        """Whether a word that means "after" or "each" means "each" here: a move, a player, a game, so many seconds."""
        unit = self.peek(1) in (Kind.HOUR, Kind.MINUTE, Kind.SECOND)
        if self.peek() is Kind.MOVE and self.peek(1) is not Kind.NUMBER:
            self.at += 1
            self.now.per_move = True
        elif self.peek() in (Kind.GAME, Kind.REST) and self.now.timed:
            self.at += 1
            self.now.rest = True
        else:
            return self.peek() is Kind.NOISE or (self.peek() is Kind.NUMBER and unit and not self.now.timed)
        return True

    def end(self) -> None:
        """Until move 40, to the end of the game."""
        self.skip(Kind.NOISE, Kind.UNTIL, Kind.LINK)
        if self.take(Kind.REST, Kind.GAME):
            self.now.rest = True
        else:
            self.now.until = self.once(self.now.until, self.move_number())

    def mark(self, kind: Kind) -> None:
        """An increment or a delay: of the time before, or of the number that follows."""
        ahead = 0
        while self.peek(ahead) in (Kind.NOISE, Kind.COLON, Kind.SLASH, kind):
            ahead += 1
        if self.peek(ahead) is Kind.NUMBER:
            self.at += ahead
            if not self.now.empty:
                self.close()
        if kind is Kind.DELAY:
            self.now.delay = True
        else:
            self.now.bonus = True

    def game(self) -> None:
        """G/60, SD/30, game in 60; or only "for the game"."""
        ahead = 1 if self.peek() in (Kind.SLASH, Kind.LINK) else 0
        if self.peek(ahead) is not Kind.NUMBER:
            self.now.rest = True
            return
        if not self.now.empty:
            self.close(Joint.LIST)
        self.at += ahead
        self.now.rest = True
        if self.peek(1) not in (Kind.MINUTE, Kind.HOUR, Kind.COLON):
            self.now.american = True

    def absent(self) -> None:
        """No increment, no delay."""
        if not self.take(Kind.BONUS, Kind.DELAY):
            raise Unclear("time-control/absent")
        if self.take(Kind.OR) and not self.take(Kind.BONUS, Kind.DELAY):
            raise Unclear("time-control/several")
        self.none = True

    # --- clauses ----------------------------------------------------------------------------------------------

    def join(self, kind: Kind) -> None:
        """A joint: the clause before is complete."""
        if self.now.timed or not self.now.after:  # "after 40 moves, 30 min" goes on
            self.close()
        if (kind is Kind.PLUS and Kind.PLUS in self.joints) or (kind in (Kind.PLUS, Kind.THEN) and not self.clauses):
            raise Unclear("time-control/joins-nothing")
        self.joints.append(Kind.LIST if kind in (Kind.DECIMAL, Kind.COLON) else kind)
        self.now.joint = max(self.now.joint, JOINTS[kind])
        self.now.plus = self.now.plus or kind is Kind.PLUS

    def close(self, joint: Joint = Joint.TOUCH) -> None:
        """Put the clause away. One without a time belongs to the one before, or goes on if it is the first."""
        now = self.now
        if now.empty:
            return
        if not now.timed:
            self.attach()
        else:
            self.clauses.append(now)
            self.now = Clause(joint=joint)
        self.joints = []

    def attach(self) -> None:
        """Give what was said without a time to the clause before it, or to the one that follows."""
        now = self.now
        if now.count is not None or now.after is not None or now.until is not None:
            raise Unclear("time-control/moves-without-time")
        if not self.clauses:
            return
        if now.joint is not Joint.LIST or now.plus:
            raise Unclear("time-control/joint-without-time")
        last = self.clauses[-1]
        if now.start is not None:
            last.start = self.once(last.start, now.start)
        for name in ("per_move", "bonus", "delay", "rest", "all_moves"):
            setattr(last, name, getattr(last, name) or getattr(now, name))
        self.now = Clause()
