"""Twenty reports with up to five planted faults: `arpad check` shows one finding for each, and nothing else.

The faults are planted into lines laid out by hand, each at players or records of its own.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from test_check_law import arpad, here
from tournament import Tournament, make

__all__ = ["here"]
AS_OF = "2026-05-08"
FINDING = re.compile(r"\S+\.trf\S* ([a-z-]+) \((?:[^)]*, )?(?:refuse|ask|exclude|advice)\): ")
Rows = tuple[int, int, int]  # a round, and the rows of White and Black of one of its games


def drawn(seed: int) -> Tournament:
    """A sound report of 24 players of 2000 who drew all seven games, so that nothing of it is odd."""
    made = make(seed, players=24, rounds=7, plain=True)
    for row in range(24):
        made.put(row, 49, "2000")
        made.put(row, 81, " 3.5")
        for turn in range(1, 8):
            made.put(row, 99 + 10 * (turn - 1), "=")
    made.record("072", "24")
    return made


def cell(made: Tournament, row: int, turn: int, result: str) -> None:
    made.put(row, 99 + 10 * (turn - 1), result)


def points(made: Tournament, row: int, text: str) -> None:
    made.put(row, 81, f"{text:>4}")


def both_won(made: Tournament, game: Rows) -> str:
    turn, white, black = game
    cell(made, white, turn, "1")
    cell(made, black, turn, "1")
    return "contradictory-result"


def half_against_a_loss(made: Tournament, game: Rows) -> str:
    turn, _, black = game
    cell(made, black, turn, "0")
    return "uneven-result"


def no_result(made: Tournament, game: Rows) -> str:
    turn, white, black = game
    cell(made, white, turn, " ")
    cell(made, black, turn, " ")
    return "missing-result"


def one_result(made: Tournament, game: Rows) -> str:
    cell(made, game[1], game[0], " ")
    return "one-sided-result"


def same_colour(made: Tournament, game: Rows) -> str:
    made.put(game[1], 97 + 10 * (game[0] - 1), "b")
    return "same-colour"


def opponent_who_is_not_there(made: Tournament, game: Rows) -> str:
    made.put(game[1], 92 + 10 * (game[0] - 1), "  99")
    return "unknown-opponent"


def against_oneself(made: Tournament, game: Rows) -> str:
    made.put(game[1], 92 + 10 * (game[0] - 1), f"{game[1] + 1:>4}")
    return "own-opponent"


def unread_number(made: Tournament, game: Rows) -> str:
    made.put(game[1], 5, "  x ")
    return "unreadable-start-number"


def no_id(made: Tournament, game: Rows) -> str:
    made.put(game[1], 58, " " * 11)
    return "missing-id"


def id_of_another(made: Tournament, game: Rows) -> str:
    made.put(game[1], 58, made.players[game[2]][57:68])
    return "duplicate-id"


def wrong_points(made: Tournament, game: Rows) -> str:
    points(made, game[1], "5.0")
    return "points"


def comma(made: Tournament, game: Rows) -> str:
    points(made, game[1], "3,5")
    return "decimal-comma"


def unread_birth(made: Tournament, game: Rows) -> str:
    made.put(game[1], 70, "1990/13/40")
    return "unreadable-birth"


def unread_rating(made: Tournament, game: Rows) -> str:
    made.put(game[1], 49, "2OOO")
    return "unreadable-rating"


def unknown_title(made: Tournament, game: Rows) -> str:
    made.put(game[1], 11, " XM")
    return "unknown-title"


def comment(made: Tournament, game: Rows) -> str:
    made.tail.append("This is a comment")
    return "unmarked-line"


def unknown_word_of_time(made: Tournament, game: Rows) -> str:
    made.record("122", "90 minutes and 30 flurbs")
    return "rate-of-play"


def wrong_count(made: Tournament, game: Rows) -> str:
    made.record("062", "25")
    return "player-count"


def unread_sex(made: Tournament, game: Rows) -> str:
    made.put(game[1], 10, "x")
    return "unreadable-sex"


FAULTS: list[Callable[[Tournament, Rows], str]] = [
    both_won, half_against_a_loss, no_result, one_result, same_colour, opponent_who_is_not_there, against_oneself,
    unread_number, no_id, id_of_another, wrong_points, comma, unread_birth, unread_rating, unknown_title, comment,
    unknown_word_of_time, wrong_count, unread_sex,
]  # fmt: skip


def games_apart(made: Tournament, rng: random.Random) -> Iterator[Rows]:
    """Games of which no two share a player."""
    used: set[int] = set()
    games = list(made.games)
    rng.shuffle(games)
    for turn, white, black in games:
        if not used & {white, black}:
            used |= {white, black}
            yield turn, white, black


def shown(made: Tournament, name: str) -> tuple[Counter[str], list[str]]:
    """The codes of the findings that are shown, and all lines."""
    with open(f"{name}.trf", "wb") as file:
        file.write(made.data())
    lines = arpad(f"{name}.trf", "--as-of", AS_OF)[1].splitlines()
    return Counter(found[1] for line in lines if (found := FINDING.match(line))), lines


@pytest.mark.parametrize("seed", range(20))
def test_every_fault_is_one_finding(seed: int) -> None:
    rng = random.Random(seed)
    made = drawn(seed)
    clean, lines = shown(drawn(seed), "clean")
    assert "; ratable; fide-standard-2025; " in lines[0]
    assert lines[1].startswith("assumed: Laws of Chess, not hybrid, registered in time, ")
    planted = rng.sample(FAULTS, seed % 6)
    games = games_apart(made, rng)
    codes = Counter(fault(made, next(games)) for fault in planted)
    faulty, lines = shown(made, "open")
    assert faulty - clean == codes, "\n".join(lines)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__.replace("_", "-"))
def test_each_fault_alone_is_one_finding(fault: Callable[[Tournament, Rows], str]) -> None:
    """And all of it is in JSON, too."""
    for seed in (1, 2):
        made = drawn(seed)
        clean, _ = shown(made, "clean")
        code = fault(made, made.games[3])
        faulty, lines = shown(made, "open")
        assert faulty - clean == Counter([code]), "\n".join(lines)
