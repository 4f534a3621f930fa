"""Run an office through its command line, month after month, in this process; as a program, in one of its own."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import asdict, dataclass, field
from datetime import date, timedelta
from functools import cache
from hashlib import sha256
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import patch

from typer.main import get_command

from arpad.cli import app
from arpad.finding import UserError

Call = Callable[..., str]


class Failed(AssertionError):
    """A command ended otherwise than it should."""


def here(address: str) -> Call:
    """The command line in this process, at the office of this address. Its tree of commands is built once."""
    surroundings = {"ARPAD_DB": address, "ARPAD_WHO": "A. Officer", "NO_COLOR": "1"}

    def call(*arguments: object, may: int = 0) -> str:
        words = [str(each) for each in arguments]
        out = StringIO()
        with patch.dict(os.environ, surroundings), redirect_stdout(out), redirect_stderr(StringIO()):
            try:
                code = _commands().main(args=words, prog_name="arpad", standalone_mode=False) or 0
            except UserError as misuse:
                raise Failed(f"arpad {' '.join(words)}: {misuse}") from misuse
        if code > may:
            raise Failed(f"arpad {' '.join(words)}: {code}\n{out.getvalue()}")
        return out.getvalue()

    return call


@cache
def _commands() -> Any:
    return get_command(app)


# --- a simulated federation, month by month -------------------------------------------------------------------------


@dataclass
class Season:
    """What an office published, and what it said of each report."""

    lists: dict[str, str] = field(default_factory=dict)  # month to the hash of the list
    files: dict[str, str] = field(default_factory=dict)  # exported file to the hash of its bytes
    receipts: dict[str, dict[str, Any]] = field(default_factory=dict)  # by report, MONTH/NAME
    standing: dict[str, str] = field(default_factory=dict)  # by event


def season(
    call: Call, directory: Path, series: str, exports: Path, backwards: bool = False, rulebook: Path | None = None
) -> Season:
    """What README.txt of a simulated federation says, by the command line; `backwards` takes every file by itself. A
    rulebook of its own is adopted first."""
    told = Season()
    months = sorted(path.name for path in directory.iterdir() if path.is_dir() and path.name != "standard")
    first = date.fromisoformat(f"{months[0]}-01")
    call("init", "--rehearsal", "--now", first, "--home", "UKR")
    if rulebook is not None:
        call("law", "adopt", rulebook, "--yes")
    call("federation", "import", directory / "federations.csv")
    call("arbiter", "import", directory / "arbiters.csv")
    call("player", "import", directory / "players.csv")
    opening = directory / "opening.txt"
    call("list", "open", series, opening, "--list", months[0], "--entered", directory / "opening.csv")

    def beside(month: str, now: date) -> None:
        if (path := directory / "standard" / f"{month}.txt").exists():
            call("list", "import", "fide-standard", path, "--now", now)

    beside(months[0], first)
    for month in months:
        first = date.fromisoformat(f"{month}-01")
        following = (first + timedelta(days=31)).replace(day=1)
        last = following - timedelta(days=1)
        if (people := directory / f"players-{month}.csv").exists():
            call("player", "import", people, "--update", "--now", last)
        sidecars: list[Path] = [directory / month]
        reports = list(sidecars)
        if backwards:
            sidecars = sorted((directory / month).glob("*.event.toml"), reverse=True)
            reports = sorted((p for p in (directory / month).iterdir() if p not in sidecars), reverse=True)
        for path in sidecars:
            call("event", "register", path, "--by", "federation secretary", "--now", last)
        for path in reports:
            for receipt in json.loads(call("report", "submit", path, "--json", "--now", last, may=1)):
                told.receipts[f"{month}/{Path(receipt['file']).name}"] = receipt
        call("report", "admit", "--all-ratable", "--now", last, may=1)
        beside(f"{following:%Y-%m}", following)
        if series == "fide-standard" and first.year < 2012 and following.month % 2 == 0:
            continue  # six lists a year
        call("period", "preview", series, "--now", following)
        done = json.loads(call("period", "publish", series, "--yes", "--empty", "--json", "--now", following))
        told.lists[done["list"]] = done["sha256"]
        exports.mkdir(exist_ok=True)
        call("list", "export", "txt", "csv", "json", "xml", "--series", series, "--to", exports)
    told.files = {path.name: sha256(path.read_bytes()).hexdigest() for path in sorted(exports.iterdir())}
    told.standing = {row["event"]: row["standing"] for row in json.loads(call("event", "list", "--json"))}
    return told


if (
    __name__ == "__main__"
):  # the same in a process of its own, files backwards: ADDRESS DIRECTORY SERIES EXPORTS, again ...
    told = []
    for at in range(1, len(sys.argv), 4):
        address, given, named, out = sys.argv[at : at + 4]
        told.append(asdict(season(here(address), Path(given), named, Path(out), backwards=True)))
    print(json.dumps(told))
