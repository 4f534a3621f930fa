"""One arrow: one place seats, rates, adjusts and makes a list, and one place says which other series is read."""

from __future__ import annotations

import ast
from datetime import date
from pathlib import Path

import numpy as np
import pytest
from scenes import Scene

import arpad
from arpad.columns import Entries, Roll, State
from arpad.law import editions, rulebook
from arpad.lists.other_series import adjusting_series, home_federation, seating_series
from arpad.lists.seats import Lists, Unseated, seat
from arpad.pipeline import PeriodInputs, make_list, rate_period

ROOT = Path(arpad.__file__).parent
STEPS = {"rate": "arpad.rating", "carry": "arpad.lists.ratinglist", "adjust": "arpad.lists.adjust"}


def test_nobody_but_the_arrow_rates_carries_or_adjusts() -> None:
    """The office, the simulator and the calculators fill its inputs."""
    callers = set()
    for path in ROOT.rglob("*.py"):
        room = path.relative_to(ROOT).as_posix()
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and not room.startswith(("rating/", "lists/")):
                callers |= {(room, name.name) for name in node.names if STEPS.get(name.name) == node.module}
    assert callers == {("making.py", "rate"), ("making.py", "carry"), ("making.py", "adjust"), ("__init__.py", "rate")}


def test_which_other_series_an_edition_reads() -> None:
    read = {name: seating_series(rulebook(name)) for name in editions()}
    assert {name for name, series in read.items() if not series} == {
        name for name in editions() if name.startswith("fide-standard-")
    }
    assert {series for series in read.values() if series} == {"fide-standard"}
    assert {name for name in editions() if home_federation(rulebook(name))} == {"ukraine-2018"}
    assert adjusting_series(rulebook("ukraine-2018"), date(2020, 5, 1)) == ("fide-standard",)
    assert seating_series(rulebook("fide-standard-2024"), rulebook("ukraine-2018")) == "fide-standard"


def test_players_who_are_seated_already_are_not_seated_again() -> None:
    """A calculator gives the ratings itself; what the lists say of them is not asked."""
    scene = Scene("fide-standard-2024", 202405)
    scene.person("Ada", 2000, games=99, last=202404)
    scene.play(scene.event(), "Ada", (2000, 1))
    players, rolls, events, entries, games, pool = scene.tables()
    nobody = Roll.of(rating=[0] * len(players), state=[State.NONE] * len(players))
    book = rulebook("fide-standard-2024", "fide-standard")
    lists = Lists({202404: rolls.replaced, 202403: nobody}, {}, 202404, 202405, (0,))
    given = PeriodInputs((book,), players, lists, events, entries, games, pool)
    assert rate_period(given).entries is entries
    there = Unseated(np.full(len(events), 202403, np.int32), entries.event, entries.player)
    late = rate_period(PeriodInputs((book,), players, lists, events, there, games, pool)).entries
    assert late.equals(seat((book,), players, lists, events, there))
    assert not late.equals(entries)


@pytest.mark.parametrize("series", ["fide-standard-2024", "ukraine-2018"])
def test_a_result_that_may_not_count_stays_so_when_its_player_is_seated(series: str) -> None:
    scene = Scene(series, 202405)
    scene.person("Ada", 2000, games=99, last=202404)
    scene.play(scene.event(), "Ada", (2000, 1))
    players, rolls, events, entries, games, pool = scene.tables()
    lists = Lists({202404: rolls.replaced}, {}, 202404, 202405, (0,))
    status = np.full(len(entries), 15, np.uint8)
    there = Unseated(np.full(len(events), 202404, np.int32), entries.event, entries.player, status)
    inputs = PeriodInputs((rulebook(series),), players, lists, events, there, games, pool)
    assert rate_period(inputs).entries.status.tolist() == status.tolist()
    assert isinstance(rate_period(inputs).entries, Entries)
    if series == "fide-standard-2024":
        assert make_list(inputs).roll.rating.tolist() == rolls.replaced.rating.tolist()
