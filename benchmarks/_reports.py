"""Write the reports that the suite `intake` reads: sound ones, and one as reports come in real life.

Everything is drawn from the given generator; the writer under test has no part in it. Both kinds can be read by every
contestant, so the oddities are such as a reader without checks does not notice.
"""

from __future__ import annotations

import random

ANSWER = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+"}
HALF_POINTS = {"1": 2, "+": 2, "U": 2, "=": 1, "H": 1}
ODDITIES = {
    "birth-style", "missing-id", "points", "rated-count", "sex-letter", "tab", "team-count", "title-letters",
    "unlinked-record", "unmarked-line", "unprinted-bye",
}  # fmt: skip
"""The codes of the findings about a report with oddities: nothing that refuses it."""


def sound(rng: random.Random, players: int, rounds: int) -> str:
    """A sound TRF16 report: every game over the board."""
    cells, halves = _games(rng, players, rounds, "10=", {})
    lines = _head(players, rounds)
    for row in range(players):
        lines.append(_player(row, "m", "", 1400 + row % 1200, str(990000 + row), "1990/01/02", halves[row], cells[row]))
    return "\r\n".join(lines) + "\r\n"


def with_oddities(rng: random.Random, players: int, rounds: int) -> str:
    """A TRF26 report with teams, byes, forfeits, comments and national records, and with what people write."""
    absent = {(rng.randrange(players), turn): rng.choice("HHZ ") for turn in range(rounds) for _ in range(4)}
    cells, halves = _games(rng, players, rounds, "1111000=====+-", absent)
    for row in {row for (row, _), code in absent.items() if code == " "}:
        halves[row] += 1  # a bye that the line does not print
    lines = _head(players, rounds)
    lines += [f"142 {rounds}", "152 W", "162  W 1.0    D 0.5    L 0.0", "172 IND FIDE", "192 FIDE_DUTCH"]
    lines += [
        "202 BH,SB",
        "222 5400+30",
        "### with the local ratings\tbehind",
        "### SSSS sTTT NNNN",
        "Printed by a pairing program",
    ]
    for row in range(players):
        sex, title = rng.choices(("m", "w", "f"), (80, 15, 5))[0], rng.choices(("", "FM", "g", "im"), (85, 9, 3, 3))[0]
        rating = 0 if rng.random() < 0.1 else 1400 + row % 1200
        identity = "" if rng.random() < 0.06 else str(990000 + row)
        born = rng.choices(("1990/01/02", "1990/00/00", "1990", "02.01.1990", ""), (50, 30, 10, 3, 7))[0]
        points = halves[row] + (rng.random() < 0.02)
        lines.append(_player(row, sex, title, rating, identity, born, points, cells[row]))
        if row % 5 == 0:
            lines.append(f"UKR {row + 1:>4} {1350 + row:>4}")
    for team in range(players // 5):
        members = " ".join(f"{5 * team + board:>4}" for board in range(1, 6))
        lines.append(f"013 {f'Invented Club {team + 1}':<32}{members}")
    for (row, turn), code in absent.items():
        lines.append(f"240 {'H' if code == ' ' else code} {turn + 1:>3} {row + 1:>4}")
    for turn in range(1, rounds + 1):
        lines.append(f"250  0.5      {turn:>3} {turn:>3}    1 {players // 2:>4}")
        lines.append(f"260 {turn:>3} {turn:>3} {turn:>4} {turn + 1:>4}")
    lines.append(f"260   1   9 {players + 1:>4}    1")  # somebody who withdrew before the first round
    return "\n".join(lines) + "\n"


def _games(
    rng: random.Random, players: int, rounds: int, results: str, absent: dict[tuple[int, int], str]
) -> tuple[list[list[str]], list[int]]:  # fmt: skip
    """The cells of every player, and his half points."""
    cells: list[list[str]] = [[] for _ in range(players)]
    halves = [0] * players

    def put(row: int, opponent: str, colour: str, result: str) -> None:
        cells[row].append(f"{opponent:>4} {colour} {result}")
        halves[row] += HALF_POINTS.get(result, 0)

    for turn in range(rounds):
        order = [row for row in range(players) if (row, turn) not in absent]
        rng.shuffle(order)
        while len(order) > 1:
            white, black = order.pop(), order.pop()
            result = rng.choice(results)
            put(white, f"{black + 1}", "w", result)
            put(black, f"{white + 1}", "b", ANSWER[result])
        for alone in order:
            put(alone, "0000", "-", "U")
        for row in range(players):
            code = absent.get((row, turn))
            if code:
                put(row, *("", " ", " ") if code == " " else ("0000", "-", code))
    return cells, halves


def _head(players: int, rounds: int) -> list[str]:
    dates = "  ".join(f"26/05/{1 + turn:02d}" for turn in range(rounds))
    return [
        "012 Invented Open", "022 Nowhere", "032 UKR", "042 2026/05/01", f"052 2026/05/{rounds:02d}",
        f"062 {players}", f"072 {players}", "082 0", "092 Individual: Swiss-System", "102 Arbiter, Ada",
        "112 Deputy, Dan", "122 90 minutes and 30 seconds per move", f"{'132':<91}{dates}",
    ]  # fmt: skip


def _player(
    row: int, sex: str, title: str, rating: int, identity: str, born: str, halves: int, cells: list[str]
) -> str:  # fmt: skip
    points = f"{halves // 2}.{5 * (halves % 2)}"
    return (
        f"001 {row + 1:>4} {sex}{title:>3} {f'Invented{row}, Ann':<33} {rating or '':>4} UKR {identity:>11} "
        f"{born:<10} {points:>4} {row + 1:>4}  " + "  ".join(cells)
    )
