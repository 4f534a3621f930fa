"""The fingerprint: the same event in another dress is the same, another result is another event."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date

import pytest
from tournament import Tournament, make

from arpad.intake import read
from arpad.model import Report
from arpad.office.book.duplicate_reports import (
    event_key_from_fingerprint,
    normalized_name,
    played_game_marks,
    report_fingerprint,
)

FIRST, LAST = date(2026, 5, 1), date(2026, 5, 5)
CELL = 91  # where the first cell starts, counted from 0


def mark(data: bytes | Tournament, series: str = "fide-standard") -> str:
    report, _ = read(data if isinstance(data, bytes) else data.data(), "event.trf")
    assert report.players
    return report_fingerprint(report, series, FIRST, LAST)


def renumbered(made: Tournament, order: list[int]) -> bytes:
    """The same tournament with other start numbers: order[row] is the new place of the player in that row."""
    place = {str(row + 1): str(new + 1) for row, new in enumerate(order)}
    lines = [""] * len(order)
    for row, line in enumerate(made.players):
        cells = [line[at : at + 8].ljust(8) for at in range(CELL, CELL + 10 * made.rounds, 10)]
        moved = [f"{place[c[:4].strip()]:>4}{c[4:]}" if c[:4].strip() in place else c for c in cells]
        lines[order[row]] = f"001 {order[row] + 1:>4}{line[8:CELL]}" + "  ".join(moved)
    return "\r\n".join([*made.head, *lines, *made.tail]).encode() + b"\r\n"


@pytest.mark.parametrize("seed", range(50))
def test_another_dress_is_the_same_event(seed: int) -> None:
    rng = random.Random(seed)
    made = make(seed, players=rng.randrange(4, 15), rounds=5, trf26=bool(seed % 2))
    plain = mark(made)
    order = list(range(len(made.players)))
    rng.shuffle(order)
    lines = made.text().split("\r\n")
    variants = {
        "line ends": made.text().replace("\r\n", "\n").encode(),
        "old line ends": made.text().replace("\r\n", "\r").encode(),
        "mark": b"\xef\xbb\xbf" + made.data(),
        "trailing blanks": "\r\n".join(line + "   " for line in lines).encode(),
        "title": made.text().replace("012 Invented Open", "012 A New Title").encode(),
        "city": made.text().replace("022 Nowhere", "022 Elsewhere").encode(),
        "end of file": made.data().rstrip(),
        "comment": b"### sent again\r\n" + made.data(),
        "names": made.text().replace("Ann", "Eve").encode(),
        "order": renumbered(made, order),
    }
    for name, data in variants.items():
        assert mark(data) == plain, name


@pytest.mark.parametrize("seed", range(25))
def test_one_other_result_is_another_event(seed: int) -> None:
    made = make(seed, players=8, rounds=5, plain=True)
    plain = mark(made)
    turn, white, black = made.games[seed % len(made.games)]
    at = CELL + 10 * (turn - 1)
    now = made.players[white][at + 7]
    for one, other in [pair for pair in (("1", "0"), ("=", "="), ("0", "1")) if pair[0] != now]:
        changed = make(seed, players=8, rounds=5, plain=True)
        changed.put(white, at + 8, one)
        changed.put(black, at + 8, other)
        assert mark(changed) != plain
    swapped = make(seed, players=8, rounds=5, plain=True)
    swapped.put(white, at + 6, "b")
    swapped.put(black, at + 6, "w")
    assert mark(swapped) != plain


def test_another_day_series_number_or_forfeit_is_another_event() -> None:
    made = make(3, players=8, rounds=5, plain=True)
    plain = mark(made)
    assert mark(made, "fide-rapid") != plain
    assert mark(made.text().replace("26/05/02", "26/05/03").encode()) != plain
    number = made.players[0][57:68].strip()
    assert mark(made.text().replace(number, "990999").encode()) != plain
    turn, white, black = made.games[0]
    forfeit = make(3, players=8, rounds=5, plain=True)
    forfeit.put(white, CELL + 10 * (turn - 1) + 8, "+")
    forfeit.put(black, CELL + 10 * (turn - 1) + 8, "-")
    assert mark(forfeit) != plain


def test_without_numbers_the_folded_name_and_the_year_tell_who_it_is() -> None:
    made = make(5, players=6, rounds=3, plain=True)
    for row in range(6):
        made.put(row, 58, " " * 11)
    plain = mark(made)
    assert mark(made.text().upper().replace("INVENTED OPEN", "X").encode()) == plain
    other = made.text().replace("Musterfrau", "Musterfreu")
    assert mark(other.encode()) != plain


def test_names_are_folded_across_accents_and_capitals() -> None:
    assert normalized_name("Ñandú, José-María") == normalized_name("NANDU JOSE MARIA")
    assert normalized_name("Straße") == normalized_name("STRASSE")
    assert normalized_name("Kowalska") != normalized_name("Kowalski")


def test_the_key_of_an_event_is_the_head_of_its_fingerprint() -> None:
    assert event_key_from_fingerprint("00" * 7 + "01" + "ff" * 24) == 1
    assert event_key_from_fingerprint("ff" * 32) == -1


def _marks(report: Report) -> set[tuple[int, int, int]]:
    found = played_game_marks(report)
    return set(zip(found.pair.tolist(), found.day.tolist(), found.result.tolist(), strict=True))


def test_the_marks_of_a_game_do_not_depend_on_who_is_named_first() -> None:
    made = make(9, players=8, rounds=5, plain=True)
    one, _ = read(made.data(), "a.trf")
    other, _ = read(renumbered(made, [7, 6, 5, 4, 3, 2, 1, 0]), "b.trf")
    assert _marks(one) == _marks(other)
    assert len(_marks(one)) == len(made.games)
    other = replace(other, players=tuple(player._replace(id=player.id + 1) for player in other.players))
    assert not _marks(one) & _marks(other)
