"""The line to PostgreSQL breaks while a verb writes: nothing is lost or half, and what cannot be known is said."""

from __future__ import annotations

import subprocess
from collections import Counter
from pathlib import Path

import pytest
from cut_line import LOST, UNHEARD, Line
from databases import copy_of
from kill_verbs import run
from strike_steps import rows_of
from typed import Typed, typed
from verbs_made import LATER, VERBS, command, ill, later

KIND = "postgresql"


@pytest.fixture
def address(tmp_path: Path) -> str:
    return copy_of(later(KIND), tmp_path)


def held(address: str) -> Typed:
    return typed(
        "report", "hold", "sent", "--why", "a letter", "--db", address, "--now", str(LATER), "--who", "officer"
    )


def of_the_commit(tmp_path: Path) -> int:
    """The number of the message that asks that what is written be kept."""
    with Line(copy_of(later(KIND), tmp_path)) as line:
        assert held(line.address).code == 0
    locked = next(at for at, said in enumerate(line.said) if b"pg_advisory_xact_lock" in said)
    return next(at for at, said in enumerate(line.said, 1) if b"COMMIT" in said and at > locked)


@pytest.mark.parametrize("how", [LOST, UNHEARD])
def test_when_the_commit_is_not_answered_it_is_said_that_nobody_knows(address: str, tmp_path: Path, how: str) -> None:
    """The change is there or not, the words are the same; `arpad log` knows, and who must types it again."""
    before = rows_of(address)
    with Line(address, of_the_commit(tmp_path), how) as line:
        done = held(line.address)
    assert (done.code, done.out) == (2, "")
    said = " ".join(done.err.split())
    assert "broke when all was written: it may be kept or not; see that the server runs; `arpad log` tells" in said
    kept = rows_of(address) != before
    assert kept == (how == UNHEARD)
    told = typed("log", "--db", address, "--last", "1").out
    assert ("hold" in told) == kept
    assert kept or held(address).code == 0
    assert ill(address, LATER) == []


def test_a_line_that_breaks_earlier_leaves_everything_as_it_was(address: str, tmp_path: Path) -> None:
    """Or it is done: a line that was given back in the meantime is called again."""
    before, ended = rows_of(address), Counter[int]()
    for at in range(1, of_the_commit(tmp_path), 6):
        for how in (LOST, UNHEARD):
            there = copy_of(later(KIND), tmp_path)
            with Line(there, at, how) as line:
                done = held(line.address)
            ended[done.code] += 1
            assert (rows_of(there) == before) == (done.code == 2), (at, how, done)
            assert done.code == 0 or "see that the server runs and lets you in" in " ".join(done.err.split())
    assert ended[2] > ended[0]
    assert set(ended) <= {0, 2}


def test_a_line_that_is_not_cut_carries_everything(address: str) -> None:
    """The control: the faults above come of the cut."""
    with Line(address) as line:
        assert held(line.address).code == 0
    assert len(line.said) > 1
    assert ill(address, LATER) == []


def test_a_line_that_breaks_while_much_is_read_is_one_line_of_error(address: str, tmp_path: Path) -> None:
    """What the libraries log of it with a traceback is not printed."""

    def kept(there: str, name: str) -> subprocess.CompletedProcess[str]:
        return run(["backup", str(tmp_path / name), "--db", there], tmp_path)

    with Line(copy_of(later(KIND), tmp_path)) as line:
        assert kept(line.address, "whole.zip").returncode == 0
    closed = next(at for at, said in enumerate(line.said, 1) if b"CLOSE " in said)
    with Line(address, closed) as line:
        done = kept(line.address, "cut.zip")
    assert (done.returncode, done.stderr.startswith("arpad: "), len(done.stderr.splitlines())) == (2, True, 1)
    assert not (tmp_path / "cut.zip").exists()


@pytest.mark.parametrize("verb", ["report submit", "event register"])
def test_a_line_that_breaks_within_a_group_is_told_once_and_nothing_is_kept(tmp_path: Path, verb: str) -> None:
    """It is the affair of no report or event alone, so that none is refused for it."""
    with Line(VERBS[verb].office(KIND, tmp_path)) as line:
        assert typed(*command(verb, KIND, line.address, tmp_path), "--who", "officer").code == 0
    ended = max(at for at, said in enumerate(line.said, 1) if b"RELEASE" in said)
    begun = max(at for at, said in enumerate(line.said[: ended - 1], 1) if b"SAVEPOINT" in said)
    for at, how in ((begun, LOST), ((begun + ended) // 2, UNHEARD)):
        there = VERBS[verb].office(KIND, tmp_path)
        before = rows_of(there)
        with Line(there, at, how) as line:
            done = typed(*command(verb, KIND, line.address, tmp_path), "--who", "officer")
        said = " ".join(done.err.split())
        assert (done.code, done.out, said.count("arpad: ")) == (2, "", 1), (at, how, done)
        assert "see that the server runs and lets you in" in said
        assert rows_of(there) == before


@pytest.mark.parametrize("how", [LOST, UNHEARD])
def test_a_line_that_breaks_while_an_office_is_verified_is_no_finding(tmp_path: Path, how: str) -> None:
    """Wherever it breaks: in what the log wrote, in the office as it was, and in a list that is made again."""

    def verified(there: str) -> Typed:
        return typed("verify", "--db", there, "--now", str(LATER), "--who", "officer")

    there = copy_of(later(KIND), tmp_path)
    before = rows_of(there)
    with Line(copy_of(there, tmp_path)) as line:
        assert verified(line.address).code == 0
    begun = [at for at, said in enumerate(line.said, 1) if b"SAVEPOINT" in said]
    for at in (begun[0] // 2, begun[0] + 3, (begun[0] + begun[-1]) // 2, len(line.said) - 40):
        with Line(there, at, how) as line:
            done = verified(line.address)
        said = " ".join(done.err.split())
        assert (done.code, done.out, said.count("arpad: ")) == (2, "", 1), (at, how, done)
        assert "see that the server runs and lets you in" in said
        assert rows_of(there) == before
