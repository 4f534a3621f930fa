"""Kill the publishing process at random moments, and look at what stands: the old list or the new one, never a part.

    python tests/kill.py [--kills N] [--on sqlite|postgresql] [--loaded] [--seed S] [--calls]

An office with a list that is due is copied for each kill; `arpad period publish --yes` runs on the copy and is ended by
SIGKILL at a moment somewhere in the time that it takes. Then every table that a list is written to must agree, and
publishing again must end with the same hash. `--loaded` forks the command out of a process that has imported it
already, so that no kill is spent on Python's own start; `--calls` kills at the system calls that write, one after
another, instead of at random (it needs strace). Exit code 1: a part of a list was seen.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

from by_hand import preview_list, publish_list
from databases import KINDS, copy_of
from publication_made import DUE, NEXT, OPENING, SERIES, before_list
from sqlalchemy import func, select, update

import arpad.cli
from arpad.office.desk import open_desk
from arpad.office.publishing import list_storage
from arpad.office.publishing import publish as publication
from arpad.office.publishing.published_lists import read_published_list
from arpad.office.store import schema
from arpad.office.store.engine import connect_store

OLD, NEW, PART = "old", "new", "part"
CALLS = {"sqlite": ("pwrite64", "fdatasync", "fsync", "unlink", "unlinkat"), "postgresql": ("sendto",)}
EVENLY, WORK, LATER = 0.4, 0.6, 1.2  # a share of the kills over the whole time, the rest over its end and beyond
PARTS = (
    schema.rating_list, schema.roll_part, schema.roll_base, schema.period_part, schema.ledger_part, schema.rated,
)  # fmt: skip


@dataclass(frozen=True)
class Reference:
    """What a publication that nobody disturbs ends with."""

    sha256: str
    rows: tuple[int, ...]  # of each table, for the list
    seconds: float


# --- what stands --------------------------------------------------------------------------------------------------


def count(address: str) -> tuple[int, int, tuple[int, ...], int]:
    """Where the pointer is, the list's entries in the log, its rows in each table, and all of them together."""
    store = connect_store(address)
    with store.reading() as connection:
        pointer = connection.execute(select(schema.pointer.c.list)).scalar_one()
        rows = tuple(
            connection.execute(select(func.count()).select_from(table).where(table.c.list == NEXT)).scalar_one()
            for table in PARTS
        )
        said = select(func.count()).select_from(schema.log).where(schema.log.c.action == "publish")
        entries = connection.execute(said).scalar_one()
        read_published_list(connection, SERIES, pointer)  # whatever the pointer says must be readable as a whole
    store.close()
    return pointer, entries, rows, sum(rows)


def sealed(address: str) -> str:
    """The hash of the list, if its parts give the one it has."""
    store = connect_store(address)
    of = schema.rating_list
    with store.reading() as connection:
        head = connection.execute(select(of).where(of.c.list == NEXT)).one_or_none()
        found = (
            list_storage.seal_of_stored_parts(connection, SERIES, NEXT, head.inputs_sha256) if head is not None else ""
        )
    store.close()
    return found if head is not None and found == head.sha256 else ""


def standing(address: str, reference: Reference) -> str:
    """Which list stands."""
    pointer, entries, rows, together = count(address)
    if (pointer, entries, together) == (OPENING, 0, 0):
        return OLD
    if (pointer, entries, rows) == (NEXT, 1, reference.rows) and sealed(address) == reference.sha256:
        return NEW
    return PART


# --- the process --------------------------------------------------------------------------------------------------


def command(address: str) -> list[str]:
    return [
        "period",
        "publish",
        SERIES,
        "--list",
        "2025-12",
        "--yes",
        "--db",
        address,
        "--now",
        str(DUE),
        "--who",
        "K.",
    ]


class Process:
    """The command as a process of its own."""

    def __init__(self, address: str, before: tuple[str, ...] = ()) -> None:
        self.running = subprocess.Popen(
            [*before, sys.executable, "-m", "arpad", *command(address)],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip

    def kill(self) -> None:
        self.running.send_signal(signal.SIGKILL)

    def wait(self) -> int:
        return self.running.wait()


class Loaded:
    """The command in a child of this process, which has everything loaded."""

    def __init__(self, address: str, prepare: Callable[[], None] = lambda: None) -> None:
        self.child = os.fork()
        if not self.child:
            code = 70
            try:
                os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
                os.dup2(1, 2)
                prepare()
                code = int(arpad.cli.app(command(address), prog_name="arpad", standalone_mode=False) or 0)
            finally:
                os._exit(code)

    def kill(self) -> None:
        os.kill(self.child, signal.SIGKILL)

    def wait(self) -> int:
        return os.waitstatus_to_exitcode(os.waitpid(self.child, 0)[1])


def pointer_first() -> None:
    """The negative control: a publisher that lets the pointer go before the rows."""
    writes = publication._write_list

    def wrong(writing: Any, desk: Any, made: Any, *rest: Any) -> None:
        connection = writing.connection
        connection.execute(update(schema.pointer).values(list=NEXT))
        connection.exec_driver_sql("COMMIT")
        time.sleep(1)
        if desk.store.is_sqlite:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        writes(writing, desk, made, *rest)

    vars(publication).update(_write_list=wrong)


# --- the campaign -------------------------------------------------------------------------------------------------


def reference_of(address: str, directory: Path, start: Callable[[str], Any]) -> Reference:
    """Publish once without harm, and see how long it takes."""
    seconds = []
    for _ in range(3):
        copy = copy_of(address, directory)
        begun = time.monotonic()
        code = start(copy).wait()
        seconds.append(time.monotonic() - begun)
        if code:
            raise RuntimeError(f"the publication that nobody disturbed ended with {code}")
    return Reference(sealed(copy), count(copy)[2], sorted(seconds)[1])


def again(address: str, reference: Reference) -> bool:
    """Whether publishing again ends the same."""
    store = connect_store(address)
    done = publish_list(open_desk(store, "K.", DUE), SERIES, NEXT)
    store.close()
    return done.sha256 == reference.sha256 and standing(address, reference) == NEW


def seen(address: str, reference: Reference) -> str:
    """What stands after a kill; a list that cannot even be read is a part."""
    try:
        found = standing(address, reference)
    except Exception:
        return PART
    return found if found == PART or again(address, reference) else PART


def due_office(kind: str, directory: Path) -> str:
    """An office whose next list was previewed."""
    address = copy_of(before_list(kind), directory)
    store = connect_store(address)
    preview_list(open_desk(store, "K.", DUE), SERIES, NEXT)
    store.close()
    return address


def campaign(kind: str, kills: int, seed: int, start: Callable[[str], Any]) -> Counter[str]:
    """Kill so many times at random, or until a part was seen; gives how often which list stood."""
    rng = random.Random(seed)
    directory = Path(tempfile.mkdtemp(prefix="arpad-kill-"))
    address = due_office(kind, directory)
    reference = reference_of(address, directory, start)
    found: Counter[str] = Counter()
    while found[OLD] + found[NEW] < kills and not found[PART]:
        copy = copy_of(address, directory)
        first = 0.0 if rng.random() < EVENLY else WORK  # the others go where the writing is
        moment = rng.uniform(first, LATER) * reference.seconds
        process = start(copy)
        time.sleep(moment)
        process.kill()
        if process.wait() == 0:
            found["ended before"] += 1
            if standing(copy, reference) != NEW:
                found[PART] += 1
        else:
            found[seen(copy, reference)] += 1
        if "://" not in copy:
            os.unlink(copy)
    shutil.rmtree(directory, ignore_errors=True)
    return found


def calls(kind: str, points: int) -> Counter[str]:
    """Kill at the system calls that write: of each kind, at most so many, evenly over the run."""
    directory = Path(tempfile.mkdtemp(prefix="arpad-kill-"))
    address = due_office(kind, directory)
    reference = reference_of(address, directory, Process)
    found: Counter[str] = Counter()
    for call in CALLS[kind]:
        trace = directory / "trace"
        tracer = ("strace", "-f", "-o", str(trace), "-e", f"trace={call}")
        Process(copy_of(address, directory), tracer).wait()
        there = sum(call + "(" in line for line in trace.read_text(errors="replace").splitlines())
        for when in sorted({1 + at * (there - 1) // max(points - 1, 1) for at in range(points)} if there else ()):
            copy = copy_of(address, directory)
            Process(copy, (*tracer, "-e", f"inject={call}:signal=KILL:when={when}")).wait()
            found[f"{call} {seen(copy, reference)}"] += 1
        found[f"{call} points"] = there
    shutil.rmtree(directory, ignore_errors=True)
    return found


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--kills", type=int, default=50, help="of each database")
    options.add_argument("--on", choices=KINDS, action="append", help="one database only")
    options.add_argument("--loaded", action="store_true", help="fork the command, loaded")
    options.add_argument("--calls", action="store_true", help="at system calls, by strace")
    options.add_argument("--pointer-first", action="store_true", help="a publisher that is wrong: it must be found out")
    options.add_argument("--seed", type=int, default=7)
    given = options.parse_args()
    start: Callable[[str], Any] = Loaded if given.loaded else Process
    if given.pointer_first:
        start = lambda address: Loaded(address, pointer_first)  # noqa: E731
    parts = 0
    for kind in given.on or KINDS:
        found = calls(kind, given.kills) if given.calls else campaign(kind, given.kills, given.seed, start)
        print(f"{kind}: " + ", ".join(f"{what} {found[what]}" for what in sorted(found)), flush=True)
        parts += sum(n for what, n in found.items() if what.endswith(PART))
    return 1 if parts else 0


if __name__ == "__main__":
    sys.exit(main())
