"""Play an event: from the true strengths to cells, with forfeits, byes and withdrawals as they happen.

The expected score is that of the edition's own table at the difference of strengths; white is a little better.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from arpad.exact import HUNDREDTHS
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.model import BLACK, NO_COLOUR, WHITE, Cells
from arpad.simulate.draw import Draw
from arpad.simulate.pairing import Pairs, Swiss, berger, boards

FIRST_MOVE = 35  # points that white is better
DRAWISH = 62  # per cent of the weaker side's chances that end in a draw
LOTS = HUNDREDTHS * 100
FORFEITS, WITHDRAWALS, HALF_BYES, TEAM_FORFEITS = 8, 4, 5, 12  # in a thousand games or players


@dataclass
class Board:
    """The cells of an event while it is played. Rows are places in the field, in the order of start numbers."""

    draw: Draw
    book: Rulebook
    strength: Sequence[int]
    rounds: list[dict[int, tuple[int, int, str]]] = field(default_factory=list)  # row: opponent + 1, colour, result

    def play(self, pairs: Pairs, forfeits: int = FORFEITS) -> dict[int, int]:
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
        difference = self.strength[white] - self.strength[black] + FIRST_MOVE
        expected = self.book.expected(difference, limited=False)
        draws = 2 * min(expected, HUNDREDTHS - expected) * DRAWISH
        wins = expected * 100 - draws // 2
        lot = self.draw.below(LOTS)
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


def swiss(board: Board, rounds: int) -> None:
    size, draw = len(board.strength), board.draw
    state = Swiss(size)
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


def round_robin(board: Board, twice: bool) -> None:
    size = len(board.strength)
    for pairs in berger(size, twice):
        board.play(pairs, FORFEITS // 2)
        for row in range(size):
            if row not in board.rounds[-1]:
                board.bye(row, "Z")


def match(board: Board, scheduled: int, play_on: bool) -> int:
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


def team_rounds(board: Board, teams: Sequence[Sequence[int]], seats: int, turns: Sequence[int]) -> None:
    """Rounds of a team event, everybody against everybody, by number of the round; the reserve plays now and then."""
    schedule = berger(len(teams), twice=True)
    for turn in turns:
        pairs: Pairs = []
        for home, away in schedule[turn]:
            sides = [_line_up(board.draw, teams[team], seats) for team in (home, away)]
            pairs += boards(sides[0], sides[1])
        board.play(pairs, TEAM_FORFEITS)


def _line_up(draw: Draw, team: Sequence[int], seats: int) -> list[int]:
    line_up = list(team)
    while len(line_up) > seats:
        line_up.pop(draw.below(len(line_up)))
    return line_up
