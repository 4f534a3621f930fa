"""Whole or not at all: officers who publish at once, processes that are killed. The long run is `./dev crash`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from by_hand import preview_list
from databases import KINDS, copy_of
from publication_made import DUE, NEXT, SERIES, before_list, copied
from sqlalchemy import select

from arpad.office.desk import open_desk
from arpad.office.store import schema
from arpad.office.store.engine import connect_store

TESTS = Path(__file__).parent
OFFICERS, ROUNDS = 8, 1


@pytest.mark.parametrize("kind", KINDS)
def test_eight_officers_publish_at_once_and_there_is_one_publication(kind: str, tmp_path: Path) -> None:
    desk = copied(before_list(kind), tmp_path, DUE)
    preview_list(desk, SERIES, NEXT)
    url = desk.store.engine.url
    source = str(url.database) if kind == "sqlite" else url.render_as_string(hide_password=False)
    desk.store.close()
    addresses = [copy_of(source, tmp_path) for _ in range(ROUNDS)]
    script = [sys.executable, str(TESTS / "together.py"), str(OFFICERS), *addresses]
    done = subprocess.run(script, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    rounds = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(rounds) == ROUNDS
    for address, answers in zip(addresses, rounds, strict=True):
        assert [answer["error"] for answer in answers] == [""] * OFFICERS
        assert sorted(answer["already"] for answer in answers) == [False, *[True] * (OFFICERS - 1)]
        with open_desk(connect_store(address), "reader", DUE).reading() as connection:
            entries = connection.execute(select(schema.log.c.seq).where(schema.log.c.action == "publish")).all()
            (row,) = connection.execute(select(schema.rating_list).where(schema.rating_list.c.list == NEXT)).all()
        assert len(entries) == 1
        assert {answer["sha256"] for answer in answers} == {row.sha256}


def kill(*options: str) -> subprocess.CompletedProcess[str]:
    script = [sys.executable, str(TESTS / "kill.py"), "--loaded", *options]
    return subprocess.run(script, capture_output=True, text=True, check=False)


def test_three_kills_leave_the_old_list_or_the_new_one() -> None:
    done = kill("--kills", "3", "--on", "sqlite")
    assert done.returncode == 0, done.stdout + done.stderr
    assert [line.partition(":")[0] for line in done.stdout.splitlines()] == ["sqlite"]
    assert "part" not in done.stdout


def test_a_publisher_that_moves_the_pointer_first_is_found_out() -> None:
    """The negative control: for a second the pointer is there and the rows are not."""
    done = kill("--kills", "20", "--on", "sqlite", "--pointer-first")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "part" in done.stdout


def door(*options: str) -> subprocess.CompletedProcess[str]:
    script = [sys.executable, str(TESTS / "kill_door.py"), *options]
    return subprocess.run(script, capture_output=True, text=True, check=False)


def test_two_kills_of_the_door_of_each_database_lose_and_double_nothing() -> None:
    done = door("--kills", "2")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines() == [f"{kind}: 2 sound" for kind in KINDS]


def test_a_door_that_gives_receipts_too_soon_is_found_out() -> None:
    """The negative control: receipts for a group that is not on disk."""
    done = door("--kills", "8", "--on", "sqlite", "--too-soon")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "lost" in done.stdout
