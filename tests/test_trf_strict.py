"""What is written as specified is read at once: the short way and the careful way must not differ in anything.

The short ways: a player's fields by what was read before, all cells by columns of characters, a crosstable without a
fault by packed bytes, dates in the specified style, a search for control characters that is left out, a head written at
once.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import date
from typing import Any

import fuzz
import pytest
from tournament import make

from arpad.finding import Finding
from arpad.intake import crosstable, decode, read, write_trf
from arpad.intake.trf import cells as trf_cells
from arpad.intake.trf import days as trf_days
from arpad.intake.trf import players as trf_players
from arpad.intake.trf import write as trf_write
from arpad.intake.trf.fields import FIELDS
from arpad.model import Player, Report

SEEDS = [seed for seed in range(1, 250) if seed % fuzz.SHARE_OF_OTHERS]


def sound(seed: int) -> bytes:
    rng = random.Random(seed)
    return make(seed, rng.randrange(2, 16), rng.randrange(1, 9), trf26=seed % 2 == 0, plain=seed % 3 == 0).data()


def nearly_sound(seed: int) -> bytes:
    """A sound file in which one to three characters of the players' lines are others."""
    rng = random.Random(seed)
    lines = sound(seed).decode().split("\r\n")
    for _ in range(rng.randrange(1, 4)):
        row = rng.choice([row for row, line in enumerate(lines) if line.startswith("001") and len(line) > 5])
        at = rng.randrange(4, len(lines[row]))
        letter = rng.choice(" 0123456789wbWB-=+DLHFUZnNfM.,/?_\xa0éж\t\x7f")
        lines[row] = lines[row][:at] + letter + lines[row][at + 1 :]
    return "\r\n".join(lines).encode()


def nearly_sound_game(seed: int) -> bytes:
    """A sound file in which both cells of one or two games say something else, mostly something they may not."""
    rng = random.Random(seed)
    tournament = make(seed, rng.randrange(2, 9), rng.randrange(1, 6), plain=True)
    for turn, *rows in rng.sample(tournament.games, min(rng.randrange(1, 3), len(tournament.games))):
        for row in rows:
            opponent = rng.choice([f"{sum(rows) - row + 1:4}"] * 6 + [f"{row + 1:4}", "   9", "0000", "    ", "1  2"])
            tournament.cell(row, turn, f"{opponent} {rng.choice('wb- ')} {rng.choice('1=0+-WDLHFUZ ')}")
    return tournament.data()


def renumbered(data: bytes, seed: int) -> bytes:
    """The same with other start numbers, some left out, and the players' lines in another order."""
    rng = random.Random(seed)
    lines = data.decode().split("\r\n")
    rows = [row for row, line in enumerate(lines) if line.startswith("001 ")]
    given = dict(zip([lines[row][4:8] for row in rows], sorted(rng.sample(range(1, 60), len(rows))), strict=True))
    made = []
    for row in rows:
        line = lines[row]
        for first in (4, *range(91, len(line), 10)):
            if line[first : first + 4] in given:
                line = f"{line[:first]}{given[line[first : first + 4]]:4}{line[first + 4 :]}"
        made.append(line)
    rng.shuffle(made)
    for row, line in zip(rows, made, strict=True):
        lines[row] = line
    return "\r\n".join(lines).encode()


INPUTS = [
    *(sound(seed) for seed in range(40)),
    *(nearly_sound(seed) for seed in range(150)),
    *(nearly_sound_game(seed) for seed in range(300)),
    *(renumbered(sound(seed), seed) for seed in range(40)),
    *(renumbered(nearly_sound_game(seed), seed) for seed in range(150)),
    *(fuzz.one_input(seed)[0] for seed in SEEDS),
]


def everything(report: Report, findings: tuple[Finding, ...]) -> tuple[Any, ...]:
    """A report with what its equality leaves out: lines, columns, order."""
    cells = report.cells
    return (
        repr(report), findings, report.sent, report.printed, report.form, report.encoding, report.newline,
        [(player.line, dict(player.columns), player.verbatim) for player in report.players],
        [(value.line, value.column) for value in report.printed],
        *(array.tolist() for array in (cells.opponent, cells.colour, cells.result, cells.line, cells.column)),
        *(array.dtype for array in (cells.opponent, cells.colour, cells.result, cells.line, cells.column)),
        [write_trf(report, form) for form in ("trf16", "trf26")] if report.sent.texts else [],
    )  # fmt: skip


def nothing(*_: object) -> None:
    return None


def no_days(*_: object) -> list[date]:
    return []


def forget() -> None:
    """As if no report had been read before."""
    for field in FIELDS:
        field.known.clear()


def yes(*_: object) -> bool:
    return True


def no(*_: object) -> bool:
    return False


def only_carefully(monkeypatch: pytest.MonkeyPatch) -> None:
    for field in FIELDS:
        monkeypatch.setattr(field, "known", {})
        monkeypatch.setattr(field, "most", 0)
    monkeypatch.setattr(trf_cells, "_strict", nothing)
    monkeypatch.setattr(crosstable, "_nothing_to_say", no)
    monkeypatch.setattr(trf_days, "as_specified", no_days)
    monkeypatch.setattr(decode, "suspect", yes)
    monkeypatch.setattr(trf_write, "suspect", yes)
    monkeypatch.setattr(trf_write, "_fitting_head", nothing)


def differing(monkeypatch: pytest.MonkeyPatch, inputs: list[bytes]) -> list[int]:
    """The inputs that the short ways, as they are now, and the careful ways tell apart."""
    short = [everything(*read(data, "file")) for data in inputs]
    with monkeypatch.context() as careful:
        only_carefully(careful)
        return [index for index, data in enumerate(inputs) if everything(*read(data, "file")) != short[index]]


def test_the_short_ways_and_the_careful_ways_give_the_same_reports_and_findings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert differing(monkeypatch, INPUTS) == []


def test_what_was_read_before_changes_nothing() -> None:
    """A field is remembered by the bytes it stood in: each input is read first, and again after all the others."""
    first = []
    for data in INPUTS:
        forget()
        first.append(everything(*read(data, "file")))
    forget()
    for data in reversed(INPUTS):
        read(data, "file")
    assert [index for index, data in enumerate(INPUTS) if everything(*read(data, "file")) != first[index]] == []


@pytest.mark.parametrize(
    ("column", "one", "other"),
    [
        (49, "\u200312 ", "?12 "),  # a wide blank and a question mark are one byte where the fields are cut
        (49, "\xa012 ", " 12 "),
        (70, "0 0".ljust(10), "0\xa00".ljust(10)),
        (69, " 1990/01/02", "x1990/01/02"),
    ],
)
def test_two_texts_that_are_cut_alike_are_not_taken_for_each_other(column: int, one: str, other: str) -> None:
    tournament = make(3, 6, 3, plain=True)
    told = []
    for texts in ((one, other), (other, one)):
        forget()
        found = {}
        for text in texts:
            tournament.put(0, column, text)
            found[text] = everything(*read(tournament.data(), "file"))
        told.append(found)
    assert told[0] == told[1]


def test_no_more_is_remembered_than_was_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    forget()
    for field in FIELDS:
        monkeypatch.setattr(field, "most", min(field.most, 10))
    for data in INPUTS[:40]:
        read(data)
    assert {field.name: len(field.known) for field in FIELDS if len(field.known) not in range(1, 11)} == {"id": 0}
    assert max(len(field.known) for field in FIELDS) == 10


def refuse(*_: object) -> None:
    raise AssertionError("looked at closely")


def test_a_sound_file_takes_the_short_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    data = make(3, 30, 7, plain=True).data()
    read(data)
    monkeypatch.setattr(trf_players, "_questioned", refuse)
    monkeypatch.setattr(trf_cells, "numbers", refuse)
    monkeypatch.setattr(crosstable, "_pairs", refuse)
    monkeypatch.setattr(trf_days, "settle", refuse)
    monkeypatch.setattr(trf_write, "_head", refuse)
    report, findings = read(data)
    assert findings == ()
    assert write_trf(report, "trf16")[0] == data


def test_a_sound_file_with_gaps_in_its_start_numbers_takes_the_short_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crosstable, "_pairs", refuse)
    report, findings = read(renumbered(make(3, 30, 7, plain=True).data(), 3))
    assert {finding.code for finding in findings} == {"start-number-gap"}
    assert len(report.games()) > 80


def dropped_bye(letters: bytes, *rest: Any) -> Any:
    return trf_cells_strict(letters.replace(b"0000 - U", b"        "), *rest)


class AlwaysTheSame(dict[bytes, int]):
    def __missing__(self, cut: bytes) -> int:
        return 1234


def first_days(start: str, end: str, rounds: list[str]) -> list[date]:
    return [date(2026, 1, 1)] * (2 + len(rounds)) if start and end else []


trf_cells_strict = trf_cells._strict


@pytest.mark.parametrize(
    ("module", "name", "wrong"),
    [
        (FIELDS[3], "known", AlwaysTheSame()),
        (trf_cells, "_strict", dropped_bye),
        (crosstable, "_nothing_to_say", yes),
        (trf_days, "as_specified", first_days),
        (decode, "suspect", no),
        (trf_write, "_fitting_head", lambda player: f"{'001':<91}"),
    ],
)
def test_a_short_way_that_is_wrong_is_seen(
    monkeypatch: pytest.MonkeyPatch, module: Any, name: str, wrong: Callable[..., Any]
) -> None:
    """The negative control, for each of the short ways."""
    monkeypatch.setattr(module, name, wrong)
    assert differing(monkeypatch, [data for data in INPUTS[::4] if data]) != []


def test_two_players_are_equal_when_the_same_is_said_of_them_wherever_it_stands() -> None:
    ann = Player(7, "Invented, Ann", "w", "WFM", 2000, "UKR", 12345678, 19900102, 45, 3, line=4, columns={"id": 58})
    elsewhere = ann._replace(line=9, columns={})
    assert (ann, hash(ann)) == (elsewhere, hash(elsewhere))
    for other in (ann._replace(number=8), ann._replace(verbatim="001    7 Invented, Ann"), tuple(ann)):
        assert ann != other
    with pytest.raises(AttributeError):
        ann.rating = 2100  # type: ignore[misc]
