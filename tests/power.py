"""The power goes while a verb writes: what a disk may hold then, and whether the office is whole on every such disk.

    python tests/power.py [--verb NAME | --sample N] [--images N] [--seed S] [--deaf]

strace records what a verb writes into the SQLite file and its journal, and when it asks that it be on disk. After a
call at random the power goes: what was asked to be on disk is there; of what was written since, any sectors of 512
bytes may be there or not, a file that was made or removed may still be missing or there. Each such disk is laid out
and opened: the office must be as it was or as the verb leaves it, and after the verb has ended only that. `--deaf` is a
disk that does not listen when it is asked: the negative control. Exit code 1: a half office was seen.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent))

from kill_verbs import run
from verbs_made import VERBS, Counts, Expected, command, counts, ill

KIND, SECTOR, MOST = "sqlite", 512, 1 << 20
CALLS = "openat,pwrite64,ftruncate,fdatasync,fsync,unlink,close"
LINE = re.compile(r"^\d+\s+(\w+)\((.*)\)\s+= (-?\d+)")
WRITTEN = ("player import", "event register", "report submit", "report admit", "period preview", "period publish",
           "revision approve", "checkpoint", "verify", "init", "restore", "upgrade")  # fmt: skip


@dataclass
class File:
    """A file as it is on disk, and what was written since it was asked to be there."""

    on_disk: bytearray | None  # None: no such file there
    there: bool = False  # whether the running system has it
    waiting: list[tuple[int, bytes]] = field(default_factory=list)
    cut: list[int] = field(default_factory=list)
    named: list[bool] = field(default_factory=list)  # made (True) and removed (False) since the directory was asked

    def settle(self) -> None:
        """Everything that was written is on disk."""
        if self.on_disk is None:
            self.on_disk = bytearray()
        for at, data in self.waiting:
            _put(self.on_disk, at, data)
        for length in self.cut:
            del self.on_disk[length:]
        self.waiting, self.cut = [], []

    def after_power(self, random: Random, exists: bool) -> bytes | None:
        """What may be there when the power comes back."""
        there = exists
        for made in self.named:
            if random.random() < 0.5:
                there = made
        if not there:
            return None
        body = bytearray(self.on_disk or b"")
        for at, data in self.waiting:
            for first in range(0, len(data), SECTOR):
                if random.random() < 0.5:
                    _put(body, at + first, data[first : first + SECTOR])
        for length in self.cut:
            if random.random() < 0.5:
                del body[length:]
        return bytes(body)


def _put(body: bytearray, at: int, data: bytes) -> None:
    if len(body) < at + len(data):
        body.extend(bytes(at + len(data) - len(body)))
    body[at : at + len(data)] = data


def text_of(spelt: str) -> bytes:
    """A string as strace spells it, every byte as two digits."""
    return bytes.fromhex(spelt.replace("\\x", ""))


def calls_of(trace: Path) -> list[tuple[str, str, int]]:
    """The calls that went well, in order: name, arguments, answer."""
    found = []
    for line in trace.read_text(errors="replace").splitlines():
        known = LINE.match(line)
        if known and not known[3].startswith("-"):
            found.append((known[1], known[2], int(known[3])))
    return found


class Disk:
    """The files of an office as calls change them."""

    def __init__(self, place: Path, deaf: bool) -> None:
        self.place, self.deaf = place, deaf
        self.files: dict[str, File] = {}
        self.exists: dict[str, bool] = {}  # as the directory on disk says
        self.open: dict[int, str] = {}
        for file in place.glob("*.db*"):
            self.files[file.name] = File(bytearray(file.read_bytes()), there=True)
            self.exists[file.name] = True

    def go(self, name: str, given: str, answer: int) -> bool:
        """One call; whether it concerned the office."""
        if name == "openat":
            return self._opened(given, answer)
        if name == "unlink":
            path = self._ours(given)
            if path:
                self.files[path].there = False
                self.files[path].named.append(False)
            return bool(path)
        number = int(given.split(",")[0].rstrip(")"))
        if name == "close":
            self.open.pop(number, None)
            return False
        path = self.open.get(number, "")
        if path == ".":
            self._directory_asked()
            return True
        if not path:
            return False
        file = self.files[path]
        if name == "pwrite64":
            spelt, _, rest = given.partition('"')[2].partition('"')
            file.waiting.append((int(rest.split(",")[-1]), text_of(spelt)))
        elif name == "ftruncate":
            file.cut.append(int(given.split(",")[1]))
        elif not self.deaf:
            file.settle()
        return True

    def _opened(self, given: str, number: int) -> bool:
        spelt = given.partition('"')[2].partition('"')[0]
        try:
            path = Path(os.fsdecode(text_of(spelt)))
        except ValueError:
            return False
        if path == self.place:
            self.open[number] = "."
        elif path.parent == self.place and ".db" in path.name:
            file = self.files.setdefault(path.name, File(None))
            if not file.there:
                file.there, file.on_disk = True, None
                file.waiting, file.cut = [], []
                file.named.append(True)
            self.open[number] = path.name
        return False

    def _ours(self, given: str) -> str:
        path = Path(os.fsdecode(text_of(given.partition('"')[2].partition('"')[0])))
        return path.name if path.parent == self.place and path.name in self.files else ""

    def _directory_asked(self) -> None:
        if not self.deaf:
            for name, file in self.files.items():
                self.exists[name], file.named = file.there, []

    def lay_out(self, random: Random, where: Path) -> None:
        """The files as they may be when the power comes back."""
        for name, file in self.files.items():
            body = file.after_power(random, self.exists.get(name, False))
            if body is not None:
                (where / name).write_bytes(body)


def images(name: str, count: int, random: Random, deaf: bool) -> Iterator[tuple[str, str]]:
    """Disks after the power went in a verb: at which call, and what is wrong there."""
    home = Path(tempfile.mkdtemp(prefix="arpad-power-")).resolve()
    try:
        place = home / "office"
        place.mkdir()
        address = VERBS[name].office(KIND, place)
        before, disk = counts(address), Disk(place, deaf)
        trace = home / "trace"
        tracer = ("strace", "-f", "-xx", "-s", str(MOST), "-o", str(trace), "-e", f"trace={CALLS}")
        done = run(command(name, KIND, address, place), place, tracer)
        assert done.returncode == 0, done.stderr
        expected = Expected.of(before, counts(address))
        wanted = calls_of(trace)
        here = [at for at, call in enumerate(wanted) if call[0] not in ("openat", "close")]
        chosen = Counter(random.choice([*here, len(wanted) - 1]) for _ in range(count))
        for at, call in enumerate(wanted):
            disk.go(*call)
            for _ in range(chosen.get(at, 0)):
                ended = at == len(wanted) - 1
                yield f"{call[0]} {at}", _seen(disk, random, home, Path(address).name, expected, ended)
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _seen(disk: Disk, random: Random, home: Path, office: str, expected: Expected, ended: bool) -> str:
    """What is wrong with the office on one such disk."""
    where = Path(tempfile.mkdtemp(dir=home))
    try:
        disk.lay_out(random, where)
        file = where / office
        there: Counts | None = counts(str(file)) if file.exists() and file.stat().st_size else None
        wrong = expected.wrong(there)
        if not wrong and ended and there != expected.after:
            wrong = "what was told as done is gone"
        if not wrong and there is not None and there == expected.after and (found := ill(str(file), None)):
            wrong = f"ill: {found[:2]}"
        return wrong
    finally:
        shutil.rmtree(where, ignore_errors=True)


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--verb", choices=WRITTEN, action="append", help="one verb only")
    options.add_argument("--sample", type=int, default=0, help="so many verbs by chance; 0: all")
    options.add_argument("--images", type=int, default=50, help="of each verb")
    options.add_argument("--seed", type=int, default=7)
    options.add_argument("--deaf", action="store_true", help="a disk that does not listen: it must be found out")
    given = options.parse_args()
    if shutil.which("strace") is None:
        print("this needs strace: apt-get install strace")
        return 2
    names, bad = given.verb or list(WRITTEN), 0
    if given.sample:
        names = Random(given.seed).sample(names, min(given.sample, len(names)))
    for name in names:
        found: Counter[str] = Counter()
        for where, wrong in images(name, given.images, Random(f"{given.seed} {name}"), given.deaf):
            found["half" if wrong else "whole"] += 1
            if wrong:
                print(f"  {name}, after {where}: {wrong}", flush=True)
        print(f"{name}: {found['whole']} whole, {found['half']} half", flush=True)
        bad += found["half"]
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
