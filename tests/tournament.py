"""Make sound tournaments for the tests: invented people, sound results, written by its own hand.

Nothing here uses the code under test: the lines are laid out from the printed columns of the format, so that a reader
and a writer that share a mistake are still caught.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

FAMILIES = ("Invented", "Musterfrau", "Kowalska-Test", "Вигаданий", "Δοκιμή", "Próba", "Õun-Test", "Fittizio", "O'Test")
FIRSTS = ("Ann", "Bo", "Cyd", "Dov", "Ewa", "Федір", "Γιώργος", "Hanna", "Ivo")
FEDERATIONS = ("UKR", "POL", "HUN", "EST", "ITA", "ENG")
WINS = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+", "W": "L", "D": "D"}
HALVES = {"1": 2, "=": 1, "0": 0, "+": 2, "-": 0, "W": 2, "L": 0, "D": 1, "U": 2, "H": 1, "F": 2, "Z": 0}


@dataclass
class Tournament:
    """Lines without ends, and what a test may want to aim at. Rows count from 0, rounds from 1."""

    head: list[str]
    players: list[str]
    tail: list[str]
    rounds: int
    games: list[tuple[int, int, int]] = field(default_factory=list)  # round, white row, black row: over the board
    newline: str = "\r\n"

    def text(self) -> str:
        return self.newline.join([*self.head, *self.players, *self.tail]) + self.newline

    def data(self) -> bytes:
        return self.text().encode()

    def put(self, row: int, column: int, text: str) -> None:
        """Write text over a player's line from a column on."""
        line = self.players[row].ljust(column - 1 + len(text))
        self.players[row] = line[: column - 1] + text + line[column - 1 + len(text) :]

    def cell(self, row: int, turn: int, text: str) -> None:
        """Write the eight characters of a cell."""
        self.put(row, 92 + 10 * (turn - 1), text)

    def record(self, din: str, text: str) -> None:
        """Replace a record of the head, or add it."""
        for index, line in enumerate(self.head):
            if line.startswith(din + " "):
                self.head[index] = f"{din} {text}"
                return
        self.head.append(f"{din} {text}")


def make(seed: int = 0, players: int = 8, rounds: int = 5, trf26: bool = False, plain: bool = False) -> Tournament:
    """A sound tournament. With `plain` every game is over the board and, where players are even, nobody has a bye."""
    rng = random.Random(seed)
    cells: list[list[str]] = [[] for _ in range(players)]
    halves = [0] * players
    games = []
    for turn in range(1, rounds + 1):
        order = list(range(players))
        rng.shuffle(order)
        if players % 2:
            alone = order.pop()
            cells[alone].append("0000 - U")
            halves[alone] += HALVES["U"]
        while order:
            white, black = order.pop(), order.pop()
            kind = 1.0 if plain else rng.random()
            if kind < 0.03:
                for row, code in ((white, rng.choice("HFZ")), (black, rng.choice("HFZ"))):
                    cells[row].append(f"0000 - {code}")
                    halves[row] += HALVES[code]
                continue
            result = rng.choice("+-") if kind < 0.06 else rng.choice("WD") if kind < 0.08 else rng.choice("10=")
            answer = WINS[result]
            cells[white].append(f"{black + 1:>4} w {result}")
            cells[black].append(f"{white + 1:>4} b {answer}")
            halves[white] += HALVES[result]
            halves[black] += HALVES[answer]
            if result in "10=":
                games.append((turn, white, black))
    lines = []
    for row in range(players):
        sex = rng.choice("mw")
        title = rng.choice(("", "", "", "FM", "CM", "GM", "IM")) if sex == "m" else rng.choice(("", "WGM", "WIM", "IM"))
        name = f"{FAMILIES[row % len(FAMILIES)]}, {FIRSTS[(row + seed) % len(FIRSTS)]}{row + 1}"
        born = f"{1950 + rng.randrange(60)}/{1 + rng.randrange(12):02d}/{1 + rng.randrange(28):02d}"
        rating = str(1400 + rng.randrange(1200)) if rng.random() < 0.9 else ""
        points = f"{halves[row] // 2}.{5 * (halves[row] % 2)}"
        line = (
            f"001 {row + 1:>4} {sex}{title:>3} {name:<33} {rating:>4} {rng.choice(FEDERATIONS)} "
            f"{990000 + row * 7 + seed % 1000 * 1000:>11} {born} {points:>4} {row + 1:>4}  " + "  ".join(cells[row])
        )
        lines.append(line.rstrip())
    dates = "  ".join(f"26/05/{turn:02d}" for turn in range(1, rounds + 1))
    head = [
        "012 Invented Open", "022 Nowhere", "032 UKR", "042 2026/05/01", f"052 2026/05/{rounds:02d}",
        f"062 {players}", f"072 {sum(1 for line in lines if line[48:52].strip())}", "082 0",
        "092 Individual: Swiss system", "102 Arbiter, Ada 990999", "112 Deputy, Dan", "112 Deputy, Eve",
        "122 90 minutes and 30 seconds per move", f"{'132':<91}{dates}",
    ]  # fmt: skip
    tail = []
    if trf26:
        head += [f"142 {rounds}", "152 W", "192 FIDE_DUTCH_2026", "222 5400+30"]
        tail = [
            f"{FEDERATIONS[0]}    1 m    {'Invented, National':<33} 2100 LVI      L00001 1990/01/02",
            "### a comment with Ümläuts",
            "",
        ]
    return Tournament(head, lines, tail, rounds, games)
