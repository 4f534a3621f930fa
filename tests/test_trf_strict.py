"""What is written as specified is read at once: the short way and the careful way must not differ in anything.

The short ways: a player's line by one pattern, all cells by columns of characters, a crosstable without a fault by
packed numbers, the numbers that records point to by looking them up, dates in the specified style, a search for control
characters that is left out, a head written at once.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import FrozenInstanceError, replace
from typing import Any

import fuzz
import pytest
from tournament import make

from arpad.finding import Finding
from arpad.intake import crosstable, dates, decode, read, trf_cells, trf_links, trf_players, trf_write, write_trf
from arpad.intake.quick import quick
from arpad.intake.trf_layout import Links
from arpad.model import EventFacts, Player, Printed, Record, Report

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


INPUTS = [
    *(sound(seed) for seed in range(40)),
    *(nearly_sound(seed) for seed in range(300)),
    *(fuzz.one_input(seed)[0] for seed in SEEDS),
]


def everything(report: Report, findings: tuple[Finding, ...]) -> tuple[Any, ...]:
    """A report with what its equality leaves out: lines, columns, order."""
    cells = report.cells
    return (
        repr(report), findings, report.records, report.printed, report.form, report.encoding, report.newline,
        [(player.line, dict(player.columns), player.verbatim) for player in report.players],
        [(value.line, value.column) for value in report.printed], [record.line for record in report.records],
        *(array.tolist() for array in (cells.opponent, cells.colour, cells.result, cells.line, cells.column)),
        *(array.dtype for array in (cells.opponent, cells.colour, cells.result, cells.line, cells.column)),
        [write_trf(report, form) for form in ("trf16", "trf26")] if report.records else [],
    )  # fmt: skip


def nothing(*_: object) -> None:
    return None


def none_of_them(lines: list[Record], _: list[str]) -> list[None]:
    return [None] * len(lines)


def all_names(linking: list[Record], _: object) -> set[str]:
    return {record.din for record in linking}


def yes(*_: object) -> bool:
    return True


def no(*_: object) -> bool:
    return False


def only_carefully(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trf_players, "_strict", none_of_them)
    monkeypatch.setattr(trf_links, "_at_once", nothing)
    monkeypatch.setattr(trf_links, "_with_strangers", all_names)
    monkeypatch.setattr(trf_cells, "_strict", nothing)
    monkeypatch.setattr(crosstable, "_nothing_to_say", no)
    monkeypatch.setattr(dates, "_specified", no)
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


def refuse(*_: object) -> None:
    raise AssertionError("looked at closely")


def test_a_sound_file_takes_the_short_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    data = make(3, 30, 7, plain=True).data()
    monkeypatch.setattr(trf_players, "_player", refuse)
    monkeypatch.setattr(trf_cells, "numbers", refuse)
    monkeypatch.setattr(crosstable, "_pairs", refuse)
    monkeypatch.setattr(dates, "_common", refuse)
    monkeypatch.setattr(trf_write, "_head", refuse)
    report, findings = read(data)
    assert findings == ()
    assert write_trf(report, "trf16")[0] == data


def dropped_bye(letters: bytes, *rest: Any) -> Any:
    return trf_cells_strict(letters.replace(b"0000 - U", b"        "), *rest)


def another_rating(lines: list[Record], texts: list[str]) -> list[Player | None]:
    players = trf_players_strict(lines, texts)
    return [player and replace(player, rating=player.rating + 1) for player in players]


def one_too_few(text: str, links: Links) -> Any:
    found = trf_links_at_once(text, links)
    return found and (found[0][:-1], found[1][:-1])


trf_cells_strict, trf_players_strict, trf_links_at_once = trf_cells._strict, trf_players._strict, trf_links._at_once


@pytest.mark.parametrize(
    ("module", "name", "wrong"),
    [
        (trf_players, "_strict", another_rating),
        (trf_cells, "_strict", dropped_bye),
        (trf_links, "_at_once", one_too_few),
        (trf_links, "_with_strangers", lambda *_: set()),
        (crosstable, "_nothing_to_say", yes),
        (dates, "_specified", yes),
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


def test_a_value_made_quickly_is_the_value_that_its_class_makes() -> None:
    for frozen, given in (
        (Player, (7, "Invented, Ann", "w", "WFM", 2000, "UKR", 12345678, 19900102, 45, 3)),
        (Player, (7,)),
        (Record, ("001", "001    7", 12)),
        (Printed, ("name", "Invented Open", 1, 5)),
        (EventFacts, ("Invented Open",)),
    ):
        made, usual = quick(frozen)(*given), frozen(*given)
        assert (type(made), made, repr(made), hash(made)) == (frozen, usual, repr(usual), hash(usual))
        with pytest.raises(FrozenInstanceError):
            setattr(made, vars(frozen)["__slots__"][0], given[0])
    assert replace(quick(Player)(7, "Invented, Ann"), rating=1500) == Player(7, "Invented, Ann", rating=1500)


def test_a_value_is_not_made_quickly_without_what_its_class_demands() -> None:
    with pytest.raises(TypeError):
        quick(Player)()
    assert quick(Player)(7) != quick(Player)(8)
