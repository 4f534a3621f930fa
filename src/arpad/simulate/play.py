"""Pair the rounds of an event and play them, with forfeits, byes and withdrawals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from arpad.exact import HUNDREDTHS
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.model import BLACK, NO_COLOUR, WHITE, Cells
from arpad.simulate.draw import RandomStream

RoundPairs = list[tuple[int, int]]


class SwissPairing:
    """What the pairing of the next round must know: points, colours, and who has met whom."""

    def __init__(self, size: int) -> None:
        self.half_points = [0] * size
        self.balance = [0] * size  # whites less blacks
        self.last = [0] * size  # 1 white, -1 black
        self.met: list[list[int]] = [[] for _ in range(size)]
        self.had_bye = [False] * size

    def pair(self, playing: Sequence[int]) -> tuple[RoundPairs, int | None]:
        """The pairs of a round and who has the bye, from the players that are there, in the order of their numbers."""
        order = sorted(playing, key=lambda row: (-self.half_points[row], row))
        bye = None
        if len(order) % 2:
            bye = next((row for row in reversed(order) if not self.had_bye[row]), order[-1])
            order.remove(bye)
            self.had_bye[bye] = True
        pairs = [self._coloured(upper, lower) for upper, lower in self._halves(order)]
        for white, black in pairs:
            self.met[white].append(black)
            self.met[black].append(white)
            self._colour(white, 1)
            self._colour(black, -1)
        return pairs, bye

    def _colour(self, row: int, colour: int) -> None:
        self.balance[row] += colour
        self.last[row] = colour

    def _coloured(self, upper: int, lower: int) -> tuple[int, int]:
        """Who has more blacks behind him, or had black last, has white; else the better placed alternates."""
        for mine, other in ((self.balance[upper], self.balance[lower]), (self.last[upper], self.last[lower])):
            if mine != other:
                return (upper, lower) if mine < other else (lower, upper)
        return (upper, lower) if (upper + lower) % 2 else (lower, upper)

    def _halves(self, order: list[int]) -> RoundPairs:
        pairs: RoundPairs = []
        left = list(order)
        while left:
            first = left.pop(0)
            group = sum(1 for row in left if self.half_points[row] == self.half_points[first]) + 1
            wish = max(group // 2 - 1, 0)  # the first of the lower half, now that the player himself is gone
            places = sorted(range(len(left)), key=lambda at: (abs(at - wish), at))
            at = next((at for at in places if left[at] not in self.met[first]), None)
            if at is None:
                self._exchange(pairs, first, left)
            else:
                pairs.append((first, left.pop(at)))
        return pairs

    def _exchange(self, pairs: RoundPairs, first: int, left: list[int]) -> None:
        """Everybody left has been met: open the last pair that lets two new ones be made, else they meet again."""
        for index in range(len(pairs) - 1, -1, -1):
            for upper, lower in (pairs[index], pairs[index][::-1]):
                for at, other in enumerate(left):
                    if upper not in self.met[first] and lower not in self.met[other]:
                        pairs[index] = (first, upper)
                        pairs.append((lower, left.pop(at)))
                        return
        pairs.append((first, left.pop(0)))


def berger_rounds(size: int, twice: bool = False) -> list[RoundPairs]:
    """The rounds of a round robin; where the number is odd one rests. Twice: once more with other colours."""
    places = list(range(size + size % 2))
    rounds: list[RoundPairs] = []
    for turn in range(len(places) - 1):
        half = len(places) // 2
        pairs = list(zip(places[:half], reversed(places[half:]), strict=True))
        pairs = [pair if (at + turn) % 2 == 0 else (pair[1], pair[0]) for at, pair in enumerate(pairs)]
        rounds.append([pair for pair in pairs if max(pair) < size])
        places = [places[0], places[-1], *places[1:-1]]
    return rounds + [[(black, white) for white, black in pairs] for pairs in rounds] if twice else rounds


def team_boards(home: Sequence[int], away: Sequence[int]) -> RoundPairs:
    """The games of a team match: the home team has black on the first board, then colours change."""
    return [pair if at % 2 else (pair[1], pair[0]) for at, pair in enumerate(zip(home, away, strict=True))]


WHITE_ADVANTAGE = 35  # points that white is better
DRAW_CHANCE = 62  # per cent of the weaker side's chances that end in a draw
LOT_FACES = HUNDREDTHS * 100
FORFEITS, WITHDRAWALS, HALF_BYES, TEAM_FORFEITS = 8, 4, 5, 12  # in a thousand games or players


@dataclass
class EventCells:
    """The cells of an event while it is played. Rows are places in the field, in the order of start numbers."""

    draw: RandomStream
    book: Rulebook
    strength: Sequence[int]
    rounds: list[dict[int, tuple[int, int, str]]] = field(default_factory=list)  # row: opponent + 1, colour, result

    def play(self, pairs: RoundPairs, forfeits: int = FORFEITS) -> dict[int, int]:
        """Play a round; the half points of everybody in it."""
        cells: dict[int, tuple[int, int, str]] = {}
        half: dict[int, int] = {}
        for white, black in pairs:
            if forfeits and self.draw.chance(forfeits, 1000):
                codes = self.draw.weighed(((("+", "-"), 9), (("-", "+"), 9), (("-", "-"), 2)))
                points = 2 * (codes[0] == "+")
                half[white], half[black] = points, 2 * (codes[1] == "+")
            else:
                points = self.result(white, black)
                codes = ("0=1"[points], "1=0"[points])
                half[white], half[black] = points, 2 - points
            cells[white] = (black + 1, WHITE, codes[0])
            cells[black] = (white + 1, BLACK, codes[1])
        self.rounds.append(cells)
        return half

    def result(self, white: int, black: int) -> int:
        """White's half points of a game."""
        difference = self.strength[white] - self.strength[black] + WHITE_ADVANTAGE
        expected = self.book.expected(difference, limited=False)
        draws = 2 * min(expected, HUNDREDTHS - expected) * DRAW_CHANCE
        wins = expected * 100 - draws // 2
        lot = self.draw.below(LOT_FACES)
        return 2 if lot < wins else 1 if lot < wins + draws else 0

    def bye(self, row: int, code: str) -> None:
        """Somebody who does not play in the round just played."""
        self.rounds[-1][row] = (0, NO_COLOUR, code)

    def cells(self) -> Cells:
        cells = Cells.empty(len(self.strength), len(self.rounds))
        for turn, played in enumerate(self.rounds):
            for row, (opponent, colour, result) in played.items():
                cells.opponent[row, turn], cells.colour[row, turn] = opponent, colour
                cells.result[row, turn] = ord(result)
        return cells


def play_swiss(board: EventCells, rounds: int) -> None:
    size, draw = len(board.strength), board.draw
    state = SwissPairing(size)
    leaves = {row: draw.among(2, rounds) for row in range(size) if draw.chance(WITHDRAWALS * 10, 1000)}
    for turn in range(1, rounds + 1):
        present = [row for row in range(size) if leaves.get(row, rounds + 1) > turn]
        asked = [row for row in present if turn < rounds and draw.chance(HALF_BYES, 1000)]
        pairs, bye = state.pair([row for row in present if row not in asked])
        for row, points in board.play(pairs).items():
            state.half_points[row] += points
        for row in asked:
            board.bye(row, "H")
            state.half_points[row] += 1
        if bye is not None:
            board.bye(bye, "U")
            state.half_points[bye] += 2
        for row in range(size):
            if row not in board.rounds[-1]:
                board.bye(row, "Z")


def play_round_robin(board: EventCells, twice: bool) -> None:
    size = len(board.strength)
    for pairs in berger_rounds(size, twice):
        board.play(pairs, FORFEITS // 2)
        for row in range(size):
            if row not in board.rounds[-1]:
                board.bye(row, "Z")


def play_match(board: EventCells, scheduled: int, play_on: bool) -> int:
    """A match of two, until it is decided or, if they play on, to its last game; the games after the decision."""
    score, after = [0, 0], 0
    for turn in range(scheduled):
        if max(score) > scheduled:
            if not play_on:
                break
            after += 1
        white = turn % 2
        for row, points in board.play([(white, 1 - white)], 0).items():
            score[row] += points
    return after


def play_team_rounds(board: EventCells, teams: Sequence[Sequence[int]], seats: int, turns: Sequence[int]) -> None:
    """Rounds of a team event, everybody against everybody, by number of the round; the reserve plays now and then."""
    schedule = berger_rounds(len(teams), twice=True)
    for turn in turns:
        pairs: RoundPairs = []
        for home, away in schedule[turn]:
            sides = [_team_line_up(board.draw, teams[team], seats) for team in (home, away)]
            pairs += team_boards(sides[0], sides[1])
        board.play(pairs, TEAM_FORFEITS)


def _team_line_up(draw: RandomStream, team: Sequence[int], seats: int) -> list[int]:
    line_up = list(team)
    while len(line_up) > seats:
        line_up.pop(draw.below(len(line_up)))
    return line_up
