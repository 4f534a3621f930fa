"""The lists of tiny federations, made by the real office through its command line, against the golden files.

The golden files are the oracle's (`make_golden_lists.py`); the stories at the end work single rows out by hand.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from functools import cache
from io import StringIO
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
from databases import KINDS, new_database
from make_golden_lists import COLUMNS, GOLDEN, golden
from month_run import here
from tiny import NAMES, Federation, as_files, day, federation

from arpad.columns import State, label
from arpad.office.published import as_published
from arpad.office.registry import resolve
from arpad.office.rolls import roll_of
from arpad.office.store.engine import connect

DAY = timedelta(days=1)


@cache
def made(name: str, kind: str) -> dict[str, str]:
    """The lists of a federation as an office publishes them: golden file name to text."""
    told = federation(name)
    directory = as_files(told, Path(mkdtemp(prefix="arpad-tiny-")))
    address = new_database(kind, directory)
    run(told, directory, address)
    return {
        f"{name}-{series}-{list_}.csv": as_text(told, address, series, list_)
        for series in told.opening
        for list_ in told.lists
    }


def run(told: Federation, directory: Path, address: str) -> None:
    """Three periods of an office, by its command line."""
    call = here(address)
    call("init", "--rehearsal", "--now", day(told.opened), "--home", told.home)
    call("player", "import", directory / "players.csv")
    for series in told.opening:
        opening = directory / f"opening-{series}.csv"
        call("list", "open", series, opening, "--list", f"{day(told.opened):%Y-%m}")

    def take_over(list_: int) -> None:
        """FIDE's list of that day, where the federation has one."""
        for path in (directory / "standard").glob(f"*_{day(list_):%b%y}frl.txt".lower()):
            call("list", "import", "fide-standard", path, "--now", day(list_))

    for list_ in told.lists:
        call("event", "register", directory / str(list_), "--by", "A. Arbiter", "--now", day(told.opened))
    take_over(told.opened)
    for list_ in told.lists:
        call("report", "submit", directory / str(list_), "--now", day(list_) - DAY)
        call("report", "admit", "--all-ratable", "--now", day(list_) - DAY)
        take_over(list_)
        for series in told.opening:
            call("period", "preview", series, "--now", day(list_))
            call("period", "publish", series, "--yes", "--now", day(list_))


def as_text(told: Federation, address: str, series: str, list_: int) -> str:
    store = connect(address)
    out = StringIO()
    print(*COLUMNS, sep=",", file=out)
    with store.reading() as connection:
        published = as_published(connection, series, list_)
        keys = resolve(connection, [player.number for player in told.players])
        numbers = published.people.fide_id
        roll = roll_of(connection, series, list_, numbers)
        for player, key in zip(told.players, keys.tolist(), strict=True):
            state = State(int(roll.state[key]))
            if state != State.NONE:
                cells = [int(getattr(roll, name)[key]) for name in ("k", "games", "highest", "last")]
                first, played = player.name.partition(",")[0], int(published.games[key])
                print(player.number, first, int(roll.rating[key]), label(state), *cells, played, sep=",", file=out)
    store.close()
    return out.getvalue()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", NAMES)
def test_the_office_publishes_what_the_oracle_worked_out(name: str, kind: str) -> None:
    lists = made(name, kind)
    assert lists
    for file, text in lists.items():
        assert text.splitlines() == (GOLDEN / file).read_text("utf-8").splitlines(), file


@pytest.mark.parametrize("name", NAMES)
def test_the_golden_files_are_those_of_the_oracle(name: str) -> None:
    there = {path.name: path.read_text("utf-8") for path in GOLDEN.glob(f"{name}-*.csv")}
    assert there == golden(name)


# --- negative controls: one thing wrong, and the golden files say so ------------------------------------------------


def test_negative_control_a_coefficient_off_by_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from arpad.lists import ratinglist

    right = ratinglist.finish

    def wrong(*given: Any) -> Any:
        roll = right(*given)
        return replace(roll, k=roll.k + (roll.k > 0).astype(roll.k.dtype))

    monkeypatch.setattr(ratinglist, "finish", wrong)
    assert _differences("standard-2025", tmp_path)


def test_negative_control_inactive_a_list_late(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from arpad.lists import ratinglist

    right = ratinglist.idle
    monkeypatch.setattr(ratinglist, "idle", lambda book, list_, last: right(book, list_ - 1, last))
    wrong = _differences("standard-2025", tmp_path)
    assert wrong == {"993049,Ginkgo,1500,active,40,12,1500,202411,0"}


def _differences(name: str, directory: Path) -> set[str]:
    """Rows that an office published and the golden files do not have."""
    told = federation(name)
    address = new_database("sqlite", directory)
    run(told, as_files(told, directory / "files"), address)
    return {
        row
        for series in told.opening
        for list_ in told.lists
        for row in set(as_text(told, address, series, list_).splitlines())
        - set((GOLDEN / f"{name}-{series}-{list_}.csv").read_text("utf-8").splitlines())
    }
