"""Send bad input through every verb of the command line, and count what must not happen.

    python tests/hostile.py [--count N] [--seed S] [--jobs J] [--only VERB]

The verbs are found by walking the command line itself, so that none can be forgotten. An input is a call of a verb with
words, files, standard input and an office of which some are wrong (see `hostile_words` and `hostile_files`); now and
then no file may grow beyond some bytes, as on a full disk. Each runs in a child of this process that has everything
loaded, in a directory of its own. An input fails when it ends in anything but an answer: a traceback, a signal, SQL or
raw control characters in what is printed, a misuse that is not told in a line, more than five seconds of the processor
or half a minute altogether, more than a GiB of memory. A failure is printed with the number that repeats it.

`serve` and `desk` never end by themselves: they are given broken offices only.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import multiprocessing
import os
import pkgutil
import re
import resource
import shlex
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from io import TextIOWrapper
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

import typer
from hostile_files import World, lay_out, no_office
from hostile_words import FILES, FLAG_FACTS, PLACES, TARGETS, broken, number_about, plain, word

import arpad
import arpad.cli
from arpad.plaintext import HIDDEN

SECONDS, WAIT, MEMORY = 5.0, 30.0, 1 << 30
ROOM = 8 << 30  # of addresses, beyond which a child is told that there is no memory left
TRACEBACK = "Traceback (most recent call last)"
LEAKS = ("[SQL:", "sqlalche.me", "Background on this error", "not enough memory")
ENDLESS = ("serve", "desk", "work")
SIZED = {"simulate": {"players": "80", "months": "2"}}  # much work that is asked for is no fault
RAW = ("trf", "frl", "list export", "player export", "player import")  # may write files to standard output
FULL = (0, 1, 4096, 20_000, 100_000)  # bytes that a file may have on a full disk
OUTPUTS = ("stdout", "stderr")
Verb = tuple[str, ...]


def verbs(command: Any = None, path: Verb = ()) -> Iterator[tuple[Verb, Any]]:
    """Every verb of the command line, with its command."""
    command = command or typer.main.get_command(arpad.cli.app)
    below = getattr(command, "commands", None)
    if below is None:
        yield path, command
    else:
        for name in sorted(below):
            yield from verbs(below[name], (*path, name))


@dataclass(frozen=True)
class Hostile:
    """One input: what is typed, what comes in by standard input, and how much a file may grow."""

    words: tuple[str, ...]
    sent: bytes = b""
    full: int | None = None

    def __str__(self) -> str:
        short = [each if len(each) < 80 else f"{each[:30]}…{len(each)}" for each in self.words]
        return f"arpad {shlex.join(short)}" + (f"  (files end at {self.full})" if self.full is not None else "")


@dataclass
class Tally:
    """What a campaign came to."""

    inputs: int = 0
    failures: list[str] = field(default_factory=list)
    slowest: tuple[float, str] = (0.0, "")
    largest: tuple[int, str] = (0, "")
    codes: dict[int, int] = field(default_factory=dict)

    def add(self, other: Tally) -> None:
        self.inputs += other.inputs
        self.failures += other.failures
        self.slowest = max(self.slowest, other.slowest)
        self.largest = max(self.largest, other.largest)
        for code, count in other.codes.items():
            self.codes[code] = self.codes.get(code, 0) + count


# --- what is typed ------------------------------------------------------------------------------------------------


def made(world: World, place: Path, verb: Verb, command: Any, rng: Random) -> Hostile:
    """An input for a verb; its files are laid into the place."""
    wrong = rng.choice((0.0, 0.0, 0.05, 0.2, 0.6))
    words: list[str] = list(verb)
    for parameter in command.params:
        words += _given(world, place, verb, parameter, wrong, rng)
    if verb[:1] in (("check",), ("event",)) and rng.random() < 0.4:
        for flag in rng.sample(FLAG_FACTS, rng.randrange(1, 5)):
            words += [flag[0], broken(rng) if rng.random() < wrong else flag[1]]
    if rng.random() < 0.05:
        words.insert(rng.randrange(len(verb), len(words) + 1), broken(rng))
    if rng.random() < 0.03:
        del words[rng.randrange(len(words))]
    sent = rng.randbytes(rng.choice((0, 0, 10, 5000)))
    return Hostile(tuple(words), sent, rng.choice(FULL) if rng.random() < 0.1 else None)


def _given(world: World, place: Path, verb: Verb, parameter: Any, wrong: float, rng: Random) -> list[str]:
    """The words of one parameter: none where it is left out."""
    name, metavar = parameter.name, parameter.metavar or parameter.name
    argument = parameter.param_type_name == "argument"
    option = [] if argument else [max(parameter.opts, key=len)]
    if name == "db":
        office = world.office(place, rng)
        if len(verb) == 1 and verb[0] in ENDLESS and office == "office.db":
            office = no_office(place / office, rng)
        return [*option, office]
    if getattr(parameter, "is_flag", False):
        likely = 0.7 if name == "yes" else 0.25
        return option if name != "help" and rng.random() < likely else []
    if name in SIZED.get(verb[0], {}):
        beyond = rng.choice(("0", "-1", "x", "9" * 31, "100000000"))
        return [*option, beyond if rng.random() < wrong else SIZED[verb[0]][name]]
    likely = 0.97 if parameter.required else 0.75 if argument or name in ("why", "now") else 0.2
    if rng.random() > likely:
        return []
    words: list[str] = []
    several = metavar.endswith("...") or getattr(parameter, "multiple", False)
    for _ in range(rng.choice((1, 1, 2, 3)) if several else 1):
        words += [*option, _word(world, place, verb, parameter, wrong, rng)]
    return words


def _word(world: World, place: Path, verb: Verb, parameter: Any, wrong: float, rng: Random) -> str:
    metavar, kind = parameter.metavar or parameter.name, parameter.type.name
    if plain(metavar) in FILES and rng.random() > wrong / 3:
        several = rng.random() < 0.1 and not (place / "many").exists()
        name = world.directory(place, rng) if several else world.file(place, rng)
        return f"fide-standard={name}" if metavar.startswith("[SERIES") and rng.random() < 0.5 else name
    if plain(metavar) in TARGETS and rng.random() > wrong / 3:
        return rng.choice(PLACES)
    if kind == "int range" and rng.random() < wrong:
        return number_about(parameter.type.min, parameter.type.max, rng)
    return word(f"{verb[0]} {plain(metavar)}", kind, wrong, rng)


# --- how it ends --------------------------------------------------------------------------------------------------


def run(hostile: Hostile, place: Path) -> tuple[int, float, int]:
    """How a call ended, in a child: its exit code or the negative signal, seconds of the processor, bytes of memory."""
    (place / "stdin").write_bytes(hostile.sent)
    pipes = [os.pipe(), os.pipe()]
    child = os.fork()
    if child == 0:
        _be_typed(hostile, place, [write for _, write in pipes])
    readers = [Thread(target=_keep, args=(read, place / name)) for (read, _), name in zip(pipes, OUTPUTS, strict=True)]
    for (_, write), reader in zip(pipes, readers, strict=True):
        os.close(write)
        reader.start()
    _, status, used = os.wait4(child, 0)
    for reader in readers:
        reader.join()
    return os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, used.ru_maxrss * 1024


def _keep(stream: int, path: Path) -> None:
    """Keep what comes through a pipe: it is no file, and goes on where a disk is full."""
    with os.fdopen(stream, "rb") as source:
        path.write_bytes(source.read())


def _be_typed(hostile: Hostile, place: Path, outputs: Sequence[int]) -> None:
    """Be the process of one call, to its end."""
    code = 99
    try:
        os.setsid()
        os.chdir(place)
        for number, stream in enumerate((os.open(place / "stdin", os.O_RDONLY), *outputs)):
            os.dup2(stream, number)
        signal.setitimer(signal.ITIMER_REAL, WAIT)
        resource.setrlimit(resource.RLIMIT_CPU, (int(2 * SECONDS), int(3 * SECONDS)))
        resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))
        sys.argv = ["arpad", *hostile.words]
        sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w", 1)  # noqa: SIM115
        if hostile.full is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (hostile.full, resource.RLIM_INFINITY))
        try:
            arpad.cli.main()
        except SystemExit as end:
            code = int(end.code or 0)
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException:
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        with contextlib.suppress(BaseException):
            import traceback

            (place / "traceback").write_text(traceback.format_exc(), "utf-8", "backslashreplace")
    finally:
        os._exit(code)


def judged(hostile: Hostile, place: Path, code: int, seconds: float, memory: int) -> str:
    """What is wrong with how a call ended; nothing where all is well."""
    errors = (place / "stderr").read_bytes().decode("utf-8", "replace") if (place / "stderr").exists() else ""
    output = (place / "stdout").read_bytes().decode("utf-8", "replace") if (place / "stdout").exists() else ""
    trace = (place / "traceback").read_text("utf-8") if (place / "traceback").exists() else ""
    if trace or TRACEBACK in errors:
        return "traceback: " + _last_line(trace or errors)
    if code < 0:
        return f"ended by signal {-code} after {seconds:.1f} s"
    if seconds > SECONDS:
        return f"{seconds:.1f} s"
    if memory > MEMORY:
        return f"{memory >> 20} MiB"
    for leak in LEAKS:
        if leak in errors + output:
            return f"{leak} is shown"
    raw = " ".join(hostile.words).startswith(RAW)
    for text in (errors, *([] if raw or "--json" in hostile.words else [output])):
        if any(found[0] not in "\n\t" for found in HIDDEN.finditer(text)):
            return "control characters are shown"
    if code == 2 and hostile.full is None and not any(line.startswith("arpad: ") for line in errors.splitlines()):
        return "a misuse without a line" if "Usage" not in errors + output else ""
    return "" if code in (0, 1, 2, 141) else f"exit code {code}"


def _last_line(trace: str) -> str:
    lines = trace.strip().splitlines()
    where = [line.strip() for line in lines if re.match(r'  File ".*/src/arpad/', line)]
    return f"{lines[-1][:200]} at {where[-1] if where else '?'}"


# --- the campaign -------------------------------------------------------------------------------------------------


def load() -> None:
    """Load all of the program, so that no child has to."""
    for module in pkgutil.walk_packages(arpad.__path__, "arpad."):
        if not module.name.endswith("__main__") and ".migrations." not in module.name:
            importlib.import_module(module.name)


def campaign(seed: int, numbers: Sequence[int], only: str = "") -> Tally:
    """So many inputs, each by its number: the verbs take turns."""
    load()
    tally = Tally()
    with tempfile.TemporaryDirectory(prefix="arpad-hostile-") as directory:
        world = World(Path(directory))
        chosen = [each for each in verbs() if " ".join(each[0]).startswith(only)]
        for number in numbers:
            verb, command = chosen[number % len(chosen)]
            place = Path(directory) / f"input-{number}"
            place.mkdir()
            lay_out(place)
            hostile = made(world, place, verb, command, Random(f"{seed}/{number}"))
            code, seconds, memory = run(hostile, place)
            told = f"{number}: {hostile}"
            wrong = judged(hostile, place, code, seconds, memory)
            tally.add(Tally(1, [f"{told}\n    {wrong}"] if wrong else [], (seconds, told), (memory, told), {code: 1}))
            shutil.rmtree(place)
    return tally


def in_processes(seed: int, numbers: Sequence[int], jobs: int, only: str = "") -> Tally:
    """The same, in processes of their own: a child of one that has worked already may miss its threads."""
    tally = Tally()
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context) as pool:
        parts = [numbers[at::jobs] for at in range(jobs)]
        for done in pool.map(campaign, [seed] * jobs, parts, [only] * jobs):
            tally.add(done)
    return tally


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--count", type=int, default=10_000, help="inputs")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="the number of the first input: with --count 1 repeats it")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", default="", help="verbs that begin so")
    asked = parser.parse_args()
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # half letters are among the words
    began = time.monotonic()
    numbers = range(asked.first, asked.first + asked.count)
    tally = in_processes(asked.seed, numbers, min(asked.jobs, asked.count), asked.only)
    for failure in tally.failures:
        print(failure)
    minutes = (time.monotonic() - began) / 60
    codes = ", ".join(f"{count} ended with {code}" for code, count in sorted(tally.codes.items()))
    print(f"{tally.inputs} inputs in {minutes:.1f} minutes: {len(tally.failures)} failures ({codes})")
    print(f"slowest {tally.slowest[0]:.2f} s: {tally.slowest[1]}")
    print(f"largest {tally.largest[0] >> 20} MiB: {tally.largest[1]}")
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())
