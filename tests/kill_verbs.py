"""A fault at the system calls of every verb that writes: killed there, the disk full there, the disk broken there.

    python tests/kill_verbs.py [--verb NAME | --sample N --seed S] [--points N] [--on sqlite|postgresql] [--fault NAME]

An undisturbed run counts the calls that write. Then the verb runs again on another copy for each chosen call, and
strace ends it there, or lets the call answer ENOSPC or EIO. The line to PostgreSQL is cut at a message, which does not
arrive (LOST) or is not answered (UNHEARD). What must hold is said by `verbs_made`: as it was or as it should be, chain
and health good, no half file, no traceback, and the verb typed again ends where an undisturbed one ends. `--points` of
each kind of call, evenly over the run; 0 is all of them. Exit code 1: something does not hold.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent))

from cut_line import LOST, UNHEARD, Line
from databases import KINDS, drop
from verbs_made import VERBS, Expected, command, counts, ill, removed

DISK = ("pwrite64", "write", "fdatasync", "fsync", "ftruncate", "openat", "rename", "unlink", "fchmod", "mkdir")
CALLS = {"sqlite": DISK, "postgresql": ("sendto", "write", "fsync", "rename")}
FAULTS = {"sqlite": ("KILL", "ENOSPC", "EIO"), "postgresql": ("KILL", LOST, UNHEARD)}
CUT = (LOST, UNHEARD)
OURS = re.compile(r"^\d*\s*(\w+)\((\w+)")
LONG = 120  # seconds a verb may take
Done = subprocess.CompletedProcess[str]


def run(words: list[str], place: Path, tracer: tuple[str, ...] = ()) -> Done:
    """Type a verb in a process of its own."""
    call = [*tracer, sys.executable, "-m", "arpad", *words]
    env = {**os.environ, "ARPAD_WHO": "officer", "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        call, cwd=place, env=env, capture_output=True, text=True, check=False, timeout=LONG, stdin=subprocess.DEVNULL
    )


def chosen(trace: Path, call: str, points: int) -> list[int]:
    """Which calls of a kind are struck, by their number: those that write, and not to the terminal."""
    numbers, at = [], 0
    for line in trace.read_text(errors="replace").splitlines():
        if f"{call}(" not in line or "resumed" in line:
            continue
        at += 1
        known = OURS.match(line)
        terminal = call == "write" and known is not None and known[2] in ("1", "2")
        if terminal or (call == "openat" and "O_CREAT" not in line):
            continue
        numbers.append(at)
    return spread(numbers, points)


def spread(numbers: list[int], points: int) -> list[int]:
    """Some of the numbers, evenly from the first to the last; 0 is all of them."""
    if points and len(numbers) > points:
        numbers = [numbers[n * (len(numbers) - 1) // max(points - 1, 1)] for n in range(points)]
    return sorted(set(numbers))


def strikes(name: str, kind: str, points: int, faults: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Each fault of a verb, and what is wrong after it; nothing where all is well."""
    verb = VERBS[name]
    home = Path(tempfile.mkdtemp(prefix="arpad-verbs-"))
    try:
        place = home / "undisturbed"
        place.mkdir()
        address = verb.office(kind, place)
        before = counts(address)
        trace = home / "trace"
        words = command(name, kind, address, place)
        done = run(words, place, ("strace", "-f", "-o", str(trace), "-e", f"trace={','.join(CALLS[kind])}"))
        assert done.returncode == 0, (name, done.stdout[-400:], done.stderr[-400:])
        expected = Expected.of(before, counts(address), verb.also)
        for call in CALLS[kind]:
            for when in chosen(trace, call, points):
                for fault in faults:
                    if fault in CUT or (verb.threads and fault != "KILL" and call == "write"):
                        continue
                    how = "signal=KILL" if fault == "KILL" else f"error={fault}"
                    struck = partial(_traced, call, f"inject={call}:{how}:when={when}")
                    yield f"{fault} at {call} {when}", _struck(name, kind, home, struck, expected)
        cuts = [fault for fault in CUT if fault in faults]
        messages = _messages(name, kind, home) if cuts else 0
        for when in spread(list(range(1, messages + 1)), points * len(CALLS[kind])):
            for fault in cuts:
                yield f"{fault} at message {when}", _struck(name, kind, home, partial(_cut, when, fault), expected)
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _traced(call: str, inject: str, name: str, kind: str, address: str, place: Path) -> Done:
    """A verb that is struck at one of its calls."""
    tracer = ("strace", "-f", "-o", os.devnull, "-e", f"trace={call}", "-e", inject)
    return run(command(name, kind, address, place), place, tracer)


def _cut(when: int, how: str, name: str, kind: str, address: str, place: Path) -> Done:
    """A verb whose line to the database is cut at a message."""
    with Line(address, when, how) as line:
        return run(command(name, kind, line.address, place), place)


def _messages(name: str, kind: str, home: Path) -> int:
    """How many messages a verb sends."""
    place = Path(tempfile.mkdtemp(dir=home))
    with Line(VERBS[name].office(kind, place)) as line:
        done = run(command(name, kind, line.address, place), place)
    assert done.returncode == 0, (name, done.stdout[-400:], done.stderr[-400:])
    return len(line.said)


def _struck(name: str, kind: str, home: Path, strike: Callable[[str, str, str, Path], Done], expected: Expected) -> str:
    """What is wrong after one fault."""
    verb, place = VERBS[name], Path(tempfile.mkdtemp(dir=home))
    address = verb.office(kind, place)
    done = strike(name, kind, address, place)
    try:
        if "Traceback" in done.stderr:
            return f"traceback: {done.stderr.strip().splitlines()[-1][:200]}"
        there = counts(address)
        wrong = expected.wrong(there)
        if wrong:
            return wrong
        if done.returncode == 0 and there != expected.after:
            return "it said that it was done, and it was not"
        if there is not None and name != "upgrade" and (found := ill(address, verb.day)):
            return f"ill: {found[:2]}"
        if not verb.good(place):
            return "a half file has the name of a whole one"
        stood = counts(address)
        removed(place)
        again = run(command(name, kind, address, place), place)
        if again.returncode and there != expected.after:
            return f"it cannot be typed again: {(again.stderr or again.stdout).strip()[-200:]}"
        return "" if there == expected.after else expected.wrong_again(counts(address), stood)
    finally:
        shutil.rmtree(place, ignore_errors=True)
        drop(address)


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--verb", choices=VERBS, action="append", help="one verb only")
    options.add_argument("--sample", type=int, default=0, help="so many verbs by chance; 0: all")
    options.add_argument("--seed", type=int, default=0, help="of the chance")
    options.add_argument("--points", type=int, default=4, help="of each kind of call; 0: all")
    options.add_argument("--on", choices=KINDS, action="append", help="one database only")
    options.add_argument("--fault", action="append", help="one fault only")
    given = options.parse_args()
    if shutil.which("strace") is None:
        print("this needs strace: apt-get install strace")
        return 2
    names, bad = given.verb or list(VERBS), 0
    if given.sample:
        names = Random(given.seed).sample(names, min(given.sample, len(names)))
    for kind in given.on or KINDS:
        for name in names:
            found: Counter[str] = Counter()
            faults = tuple(given.fault or FAULTS[kind])
            for what, wrong in strikes(name, kind, given.points, faults):
                found["wrong" if wrong else "sound"] += 1
                if wrong:
                    print(f"  {kind}, {name}, {what}: {wrong}", flush=True)
            print(f"{kind}, {name}: {found['sound']} sound, {found['wrong']} wrong", flush=True)
            bad += found["wrong"]
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
