"""An error at every step of every verb that writes: each statement, each commit, each call that changes the disk.

    python tests/strike_steps.py [--verb NAME | --sample N --seed S] [--points N] [--on sqlite|postgresql]
                                 [--interrupted] [--unguarded]

A run that is left alone counts the steps; then the verb is typed on another copy for each of them, and the step
answers that the disk is broken (`--interrupted`: somebody presses the keys that end a command). What must hold: every
row of the office is as it was, or the verb is done, with chain and health good; no half file has the name of a whole
one; and the verb typed again ends where an undisturbed one ends. `--unguarded` is the control: an office that keeps
what was written before the error, in which half changes must be found. Exit code 1: something does not hold.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

import pytest
from databases import KINDS, copy_of, drop
from faults import Interrupted, disk_error, fault, interrupt
from kill_verbs import spread
from offices_made import everything
from sqlalchemy.engine.default import DefaultDialect
from typed import Typed, typed
from verbs_made import LATER, VERBS, Expected, Verb, command, counts, ill, later, removed
from verbs_small import SMALL, prepared, words

from arpad.finding import UserError
from arpad.office.store.engine import connect_store

ELSEWHERE = ("upgrade",)  # every step of it is struck in test_upgrade_faults
Rows = dict[str, list[tuple[Any, ...]]]


@cache
def ready(name: str, kind: str) -> str:
    """An office on which a small verb has work."""
    address = copy_of(later(kind), Path(tempfile.mkdtemp(prefix="arpad-small-")))
    prepared(name, address, LATER)
    return address


def _words(name: str, *_: object) -> list[str]:
    return words(name)


def _office(name: str, kind: str, place: Path) -> str:
    return copy_of(ready(name, kind), place)


def verbs() -> dict[str, Verb]:
    small = {name: Verb(partial(_words, name), partial(_office, name), also=each.also) for name, each in SMALL.items()}
    return {name: verb for name, verb in (VERBS | small).items() if name not in ELSEWHERE}


def rows_of(address: str) -> Rows | None:
    """Every row; None where there is no office."""
    try:
        store = connect_store(address)
    except UserError:
        return None
    try:
        return everything(store)
    except Exception:
        return None
    finally:
        store.close()


class Trial:
    """A verb on one kind of database, and how it is struck."""

    def __init__(self, name: str, kind: str, strike: Callable[[], None]) -> None:
        self.name, self.kind, self.strike, self.verb = name, kind, strike, verbs()[name]
        self.home = Path(tempfile.mkdtemp(prefix="arpad-steps-"))
        self.before = rows_of(self.verb.office(kind, self._place("before")))
        place = self._place("undisturbed")
        with self._key_in(place):
            address, self.steps, done = self._run(place, 0)
        assert done is not None
        assert done.code == 0, (name, done.out[-300:], done.err[-300:])
        before = None if self.before is None else {table: len(rows) for table, rows in self.before.items()}
        self.expected = Expected.of(before, counts(address), self.verb.also)

    def _place(self, name: str) -> Path:
        place = self.home / name
        place.mkdir()
        return place

    @contextmanager
    def _key_in(self, place: Path) -> Iterator[None]:
        """Where a verb makes a key: an office in PostgreSQL has no place beside it."""
        with pytest.MonkeyPatch.context() as patched:
            if self.name == "key new":
                patched.setenv("ARPAD_KEY", str(place / "office.key"))
            yield

    def _typed(self, address: str, place: Path) -> list[str]:
        if self.name in VERBS:
            return command(self.name, self.kind, address, place)
        return [*words(self.name), "--db", address, "--now", str(LATER)]

    def _run(self, place: Path, at: int) -> tuple[str, list[str], Typed | None]:
        """Where the office is, the steps come to, and how the verb ended; None where it was ended."""
        address, done = self.verb.office(self.kind, place), None
        given = self._typed(address, place)
        with fault(at, self.strike) as steps, suppress(OSError, Interrupted):
            done = typed(*given)
        return address, steps, done

    def results(self, points: int = 0) -> Iterator[tuple[str, str]]:
        """Each step, or so many of them, and what is wrong after a fault there; nothing where all is well."""
        for at in spread(list(range(1, len(self.steps) + 1)), points):
            yield f"step {at}, {self.steps[at - 1][:60]}", self.wrong(at)

    def wrong(self, at: int) -> str:
        """What is wrong after a fault at a step."""
        place = self._place(str(at))
        with self._key_in(place):
            address, _, done = self._run(place, at)
            try:
                return self._looked_at(address, place, done)
            finally:
                shutil.rmtree(place)
                drop(address)

    def _looked_at(self, address: str, place: Path, done: Typed | None) -> str:
        there = rows_of(address)
        if not self.verb.good(place):
            return "a half file has the name of a whole one"
        removed(place)
        if there == self.before and (done is None or done.code):
            again = typed(*self._typed(address, place))
            return "" if (again.code, counts(address)) == (0, self.expected.after) else f"not again: {again.err[-200:]}"
        found = None if there is None else {table: len(rows) for table, rows in there.items()}
        if wrong := self.expected.wrong(found):
            return wrong
        if done is not None and not done.code and found != self.expected.after:
            return "it said that it was done, and it was not"
        if troubles := ill(address, self.verb.day):
            return f"ill: {troubles[:2]}"
        if found == self.expected.after:
            return ""
        stood, again = counts(address), typed(*self._typed(address, place))
        return again.err[-200:] or self.expected.wrong_again(counts(address), stood)


@contextmanager
def keeping_halves() -> Iterator[None]:
    """A database that keeps what was written before an error."""
    real: Any = DefaultDialect.do_rollback
    DefaultDialect.do_rollback = DefaultDialect.do_commit  # type: ignore[method-assign]
    try:
        yield
    finally:
        DefaultDialect.do_rollback = real  # type: ignore[method-assign]


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    known = sorted(verbs())
    options.add_argument("--verb", choices=known, action="append", help="one verb only", metavar="NAME")
    options.add_argument("--on", choices=KINDS, action="append", help="one database only")
    options.add_argument("--sample", type=int, default=0, help="so many verbs by chance; 0: all")
    options.add_argument("--seed", type=int, default=0, help="of the chance")
    options.add_argument("--points", type=int, default=0, help="so many steps of each verb, evenly; 0: all")
    options.add_argument("--interrupted", action="store_true", help="an interruption in place of an error")
    options.add_argument("--unguarded", action="store_true", help="the control: halves are kept, and must be found")
    given = options.parse_args()
    os.environ.setdefault("ARPAD_WHO", "officer")
    chosen, bad = given.verb or known, 0
    if given.sample:
        chosen = Random(given.seed).sample(chosen, min(given.sample, len(chosen)))
    for kind in given.on or KINDS:
        for name in chosen:
            trial, found = Trial(name, kind, interrupt if given.interrupted else disk_error), Counter[str]()
            with keeping_halves() if given.unguarded else nullcontext():
                for what, wrong in trial.results(given.points):
                    found["wrong" if wrong else "sound"] += 1
                    if wrong:
                        print(f"  {kind}, {name}, {what}: {wrong}", flush=True)
            shutil.rmtree(trial.home)
            print(f"{kind}, {name}: {found['sound']} sound, {found['wrong']} wrong", flush=True)
            bad += found["wrong"]
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
