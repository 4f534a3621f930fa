"""The main job, from nothing: an office is made, two years of reports come in, 24 lists go out, a number is opened.

Everything is done by the command line, as an officer types it. The federation is simulated; the office is a rehearsal,
so its day can be set. With `--db URL` the same is done in an empty PostgreSQL database, and the list is the same.
On a terminal the last line says which command runs, and how many months are done.
"""

from __future__ import annotations

import argparse
import io
import json
import sys
import tempfile
import time
from contextlib import redirect_stderr, redirect_stdout
from datetime import timedelta
from pathlib import Path
from shlex import quote
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.rule import Rule

from arpad.cli import app, only_called_verb
from arpad.days import Month
from arpad.law.calendar import closing_day, next_list

SERIES, FIRST, MONTHS, SEED = "fide-standard", 202403, 24, 7
PLAYERS = 1500
BY = "federation secretary"
NAME, CONTACT = "Invented Chess Federation", "ratings@example.org"
NEXT = (
    ("list export txt xml html --to .", "the list as files"),
    ("event list", "where every event stands"),
    ("doctor", "is the office in good health?"),
)

if isinstance(sys.stdout, io.TextIOWrapper):
    sys.stdout.reconfigure(encoding="utf-8", errors="replace")
console = Console(highlight=False, soft_wrap=True)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--db", default="", help="an empty PostgreSQL database instead of a file")
    options.add_argument("--players", type=int, default=PLAYERS)
    options.add_argument("--months", type=int, default=MONTHS)
    options.add_argument("--keep", type=Path, help="an office of its own, moved here when it is whole")
    given = options.parse_args()
    beside = given.keep.parent if given.keep else None
    home = Path(tempfile.mkdtemp(prefix="arpad-demo-" if beside is None else ".demo-", dir=beside))
    started = time.monotonic()
    Demo(home, given.db or str(home / "office.db"), given.players, given.months).run(given.keep)
    if given.keep:
        home = home.rename(given.keep)
    taken, worked = time.monotonic() - started, time.process_time()
    console.print(
        f"\n[dim]{taken:.0f} seconds, {worked:.0f} of them work. The office and its reports are in {home}.[/dim]"
    )


class Demo:
    """One run."""

    def __init__(self, home: Path, db: str, players: int, months: int) -> None:
        self.home, self.db, self.players, self.months = home, db, players, months
        self.season = home / "season"
        self.now = Month(FIRST).first
        shown = TextColumn("{task.description}", style="dim"), BarColumn(), MofNCompleteColumn(), TextColumn("months")
        self.bar = Progress(
            *shown,
            console=console,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
            disable=not console.is_terminal,
        )
        self.published = self.bar.add_task("", total=months)

    def run(self, kept: Path | None = None) -> None:
        """Everything, with the command that runs on the last line of a terminal."""
        with self.bar:
            self.all_of_it()
        heading("What to type next")
        db = self.db.replace(str(self.home), str(kept or self.home))
        say(f"export ARPAD_DB={quote(db)}", "so that every command finds this office")
        for command, why in NEXT:
            say(f"./dev arpad {command}", why)

    def all_of_it(self) -> None:
        heading("1. A federation to try it on, and an office for it")
        size = ("--players", self.players, "--months", self.months)
        self.arpad("simulate", *size, "--series", SERIES, "--from", "2024-03", "--seed", SEED, "-o", self.season,
                   office=False)  # fmt: skip
        self.arpad("init", "--rehearsal", "--name", NAME, "--contact", CONTACT)
        for noun, file in (("federation", "federations"), ("arbiter", "arbiters"), ("player", "players")):
            self.arpad(noun, "import", self.season / f"{file}.csv")
        self.arpad("list", "open", SERIES, self.season / "opening.csv", "--list", "2024-03")

        heading(f"2. {self.months} months: register, submit, admit, preview, publish")
        movers, refused = self.month_by_month()

        heading("3. The top of the newest list")
        self.arpad("list", "show", "--top", 10, dated=False)
        if movers:
            heading("4. The largest mover of the last month, game by game")
            self.arpad("explain", movers[0]["id"], dated=False)
        if refused:
            heading("5. A report that was refused, and the letter that says why")
            self.arpad("report", "refuse", refused, "--why", "it cannot be rated as it stands", "--yes", fails=True)

    def month_by_month(self) -> tuple[list[dict[str, Any]], str]:
        """All months; gives the movers of the last one and a report that cannot be rated."""
        movers: list[dict[str, Any]] = []
        refused = ""
        list_day = Month(FIRST).first
        for at in range(self.months):
            month, list_day = f"{list_day:%Y-%m}", next_list(SERIES, list_day)
            self.now = list_day - timedelta(days=1)
            loud = at == 0
            people = self.season / f"players-{month}.csv"
            if people.exists():
                self.arpad("player", "import", people, "--update", "--accept-candidates", loud=loud)
            self.arpad("event", "register", self.season / month, "--by", BY, loud=loud)
            self.arpad("report", "submit", self.season / month, loud=loud, fails=True)
            left = self.arpad("report", "admit", "--all-ratable", "--json", loud=loud, fails=True, shown=False)
            refused = refused or next((e["event"] for e in _rows(left) if e["verdict"] == "not-ratable"), "")
            self.now = max(list_day, closing_day(SERIES, list_day) + timedelta(days=1))
            told = json.loads(self.arpad("period", "preview", "--json", loud=loud, shown=False))
            done = json.loads(self.arpad("period", "publish", "--yes", "--empty", "--json", loud=loud, shown=False))
            movers = told["movers"]
            new, out = told["newcomers"]["published"], len(told["left_out"])
            console.print(
                f"  {told['list']}  {told['events']:>3} events {told['games']:>5} games  {new:>3} new"
                f"  {out:>2} left out  {told['listed']:>5} listed   {done['sha256'][:12]}"
            )
            self.bar.advance(self.published)
        return movers, refused

    def arpad(self, *words: object, office: bool = True, dated: bool = True, loud: bool = True, shown: bool = True,
              fails: bool = False) -> str:  # fmt: skip
        """Type a command; gives what it printed. `fails`: it may end with 1, saying that something is wrong."""
        typed = [str(word) for word in words]
        command = "arpad " + " ".join(_short(word, self.home) for word in typed if word != "--json")
        self.bar.update(self.published, description=command, refresh=True)
        if loud:
            say(command)
        if office:
            typed += ["--db", self.db]
            typed += ["--now", self.now.isoformat(), "--who", "demo"] if dated else []
        out, beside = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(beside):
            code = only_called_verb(app, typed)(typed, prog_name="arpad", standalone_mode=False)
        if code and not (fails and code == 1):
            raise SystemExit(f"arpad {' '.join(typed)} ended with {code}:\n{out.getvalue()}{beside.getvalue()}")
        if loud and shown:
            _print(out.getvalue())
        return out.getvalue()


def _rows(text: str) -> list[dict[str, Any]]:
    found = json.loads(text or "[]")
    return found if isinstance(found, list) else list(found.get("events", []))


def _print(text: str, most: int = 60) -> None:
    lines = text.rstrip().splitlines()
    for line in lines[:most]:
        console.print(f"  {line}", markup=False)
    if len(lines) > most:
        console.print(f"  … {len(lines) - most} lines more", style="dim")


def _short(word: str, home: Path) -> str:
    word = word.replace(f"{home}/", "")
    return f"'{word}'" if " " in word else word


def heading(text: str) -> None:
    console.print()
    console.print(Rule(text, align="left", style="dim"))


def say(command: str, why: str = "") -> None:
    console.print(f"[bold]$ {command}[/bold]" + (f"   [dim]{why}[/dim]" if why else ""))


if __name__ == "__main__":
    main()
