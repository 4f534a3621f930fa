"""A fault in any verb that writes leaves an office as it was or as it should be; the long run is `./dev crash`."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import hostile
import pytest
from faults import Interrupted, disk_error, fault
from offices_made import behind
from sqlalchemy import delete
from strike_steps import Trial, keeping_halves
from typed import Typed, typed
from verbs_made import VERBS, Expected, command, counts, ill, removed
from verbs_small import SMALL

from arpad.office.store import schema
from arpad.office.store.engine import connect_store

KIND = "sqlite"
READING = (
    "account list",
    "arbiter show", "calc dp", "calc expected", "calc initial", "calc performance", "calc period", "calc round-robin",
    "calc target", "check", "claim list", "claim show", "desk", "doctor", "event due", "event list", "event show",
    "explain",
    "federation show", "forms", "frl show", "key show", "law check", "law coverage", "law diff", "law errata",
    "law list",
    "law show", "law table", "list diff", "list history", "list show", "log", "office show", "period since-preview",
    "player find", "player listing", "player show", "report scores", "report expected", "report show",
    "revision list", "revision notice", "revision show", "scale", "serve", "sql", "status", "trf show", "work",
)  # fmt: skip
FILES_ONLY = (
    "event describe", "frl convert", "lab compare", "lab replay", "lab sweep", "law new", "player export", "prove",
    "report letter", "simulate", "trf convert", "trf fix",
)  # fmt: skip


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ARPAD_WHO", "officer")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def tried(name: str, directory: Path, at: int) -> tuple[str, list[str], Typed | None]:
    """The office of a verb that was struck at a step: where it is, the steps come to, and how the verb ended."""
    directory.mkdir()
    address, done = VERBS[name].office(KIND, directory), None
    words = command(name, KIND, address, directory)
    with fault(at, disk_error) as steps, suppress(OSError, Interrupted):
        done = typed(*words)
    return address, steps, done


@pytest.mark.parametrize("name", VERBS)
def test_a_broken_disk_leaves_what_was_or_what_should_be(name: str, place: Path) -> None:
    verb = VERBS[name]
    empty = place / "before"
    empty.mkdir()
    before = counts(verb.office(KIND, empty))
    address, steps, done = tried(name, place / "undisturbed", 0)
    assert done is not None
    assert done.code == 0, done
    expected = Expected.of(before, counts(address), verb.also)
    commits = [at for at, step in enumerate(steps, 1) if step == "before the commit"]
    for at in commits[-1:] or [len(steps) // 2]:
        directory = place / f"at-{at}"
        address, _, struck = tried(name, directory, at)
        there = counts(address)
        assert expected.wrong(there) == "", (name, steps[at - 1])
        assert struck is None or struck.code or there == expected.after or name == "list export"
        if there is not None and name != "upgrade":
            assert ill(address, verb.day) == []
        assert verb.good(directory)
        stood = counts(address)
        removed(directory)
        again = typed(*command(name, KIND, address, directory))
        assert there == expected.after or (again.code, expected.wrong_again(counts(address), stood)) == (0, "")


@pytest.mark.parametrize("name", SMALL)
def test_a_small_verb_whose_commit_fails_changes_nothing_and_can_be_typed_again(name: str, place: Path) -> None:
    trial = Trial(name, KIND, disk_error)
    assert trial.wrong(last_commit(trial)) == ""


def last_commit(trial: Trial) -> int:
    return max(at for at, step in enumerate(trial.steps, 1) if step == "before the commit")


def test_a_database_that_keeps_halves_is_found_out(place: Path) -> None:
    """The negative control."""
    trial = Trial("report hold", KIND, disk_error)
    with keeping_halves():
        assert "half" in trial.wrong(last_commit(trial) - 1)


def test_every_verb_is_struck_or_writes_to_no_office() -> None:
    known = {*SMALL, *VERBS, *READING, *FILES_ONLY}
    assert {" ".join(path) for path, _ in hostile.verbs()} == known


def test_what_looks_at_the_office_sees_a_half_thing(place: Path) -> None:
    """The negative control: a row that is gone is neither what was nor what should be, and the office is ill."""
    verb = VERBS["checkpoint"]
    address = verb.office(KIND, place)
    whole: Any = counts(address)
    with behind(connect_store(address)) as connection:
        connection.execute(delete(schema.game_week))
        connection.execute(delete(schema.rated))
    expected = Expected(whole, {name: rows + 1 for name, rows in whole.items()})
    assert expected.wrong(counts(address)).startswith("half")
    assert ill(address, verb.day)
    assert expected.wrong_again(counts(address), whole) != ""
