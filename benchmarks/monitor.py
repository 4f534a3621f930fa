"""`arpad scale` on ten years of a large federation: 120 lists of 200,000 players, 266,000 games behind each.

    ./dev bench monitor [--rounds N] [--lists N] [--players N] [--games N] [--json] [--check]

A history of Parquet files is written first: rolls of which a tenth moves each month, twelve months of rated games that
return every year. Timed is the whole command in a process of its own, as somebody types it: reading, all measures, and
all tables as JSON; processor time of the process, and beside it what the clock says.
"""

from __future__ import annotations

import hashlib
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import _frame
import _months
import _site
import numpy as np

import arpad
from arpad.days import years_of
from arpad.history.bundle import new_library
from arpad.history.contents import FILES_FORM
from arpad.history.list_data import Chapter, Head, PlayerRows, roll_rows
from arpad.law.law_set import current_law

EDITION, SERIES, YEAR = _site.EDITION, _site.SERIES, 12


def main(argv: list[str]) -> int:
    parser = _frame.options("monitor", rounds=3)
    parser.add_argument("--lists", type=int, default=120)
    parser.add_argument("--players", type=int, default=200_000)
    parser.add_argument("--games", type=int, default=266_000)
    chosen = _frame.chosen_of(parser, argv, lists=3, players=1_000, games=1_500)
    with tempfile.TemporaryDirectory(prefix="arpad-bench-") as name:
        directory = Path(name) / "history"
        games = write(directory, chosen.lists, chosen.players, chosen.games)
        worked, walls, most = [], [], 0.0
        for _ in range(chosen.rounds):
            spent, wall, memory = run(directory)
            worked.append(spent)
            walls.append(wall)
            most = max(most, memory)
    about = f"{chosen.lists} lists of {chosen.players:,} players, {games:,} games, from Parquet"
    report = _frame.Report("monitor", about, chosen.rounds)
    told = {"arpad scale --json": (arpad.__version__, "files read and their hashes asked, all measures, all tables")}
    report.rows += _frame.rows_of("the scale", {"arpad scale --json": worked}, told, "arpad scale --json")
    report.notes.append(f"By the clock: {statistics.median(walls):.1f} s; at most {most:.0f} MiB.")
    report.measures["scale-seconds"] = statistics.median(worked)
    report.measures["scale-mib"] = most
    return _frame.finish(report, chosen, {"polars": _frame.installed("polars")})


def write(directory: Path, lists: int, players: int, games: int) -> int:
    """A history, written as an export writes it; gives how many games it has."""
    month = _months.month(EDITION, 0, players, int(players * _site.RATED), games)
    plans = [month]
    _, strength = _months.people(0, players, int(players * _site.RATED))
    for seed in range(1, min(YEAR, lists)):
        plan = _months.schedule(seed, strength, games, month.list_)
        entries = _months.seat(month.book, month.rolls, plan, seed)
        plans.append(replace(month, events=plan.events, entries=entries, games=plan.games))
    periods = [plan.rate() for plan in plans]
    law = current_law().some([EDITION]).files
    sha256 = {name: hashlib.sha256(body).hexdigest() for name, body in law.items()}
    born = years_of(month.players.born).astype(np.uint16)
    people = PlayerRows(np.arange(players, dtype=np.int32), born, month.players.member)
    months = [month.list_]
    while len(months) < lists:
        months.insert(0, _months.before(months[0]))
    rolls, count = _site.rolls(month)[-lists + 1 :] if lists > 1 else [], 0
    rolls = [*rolls, month.rolls.replaced][-lists:]
    with new_library(directory, FILES_FORM) as writer:
        for at, (list_, roll) in enumerate(zip(months, rolls, strict=True)):
            period = periods[at % len(periods)]
            tables = {"list": roll_rows(roll), "entries": period.entries, "ledger": period.ledger}
            if not at:
                tables["players"] = people
            head = Head(SERIES, list_, "computed", EDITION, "", "", at + 1, players, True, books=(EDITION,), law=sha256)
            writer.add_chapter(Chapter(head, tables), law)
            count += len(period.ledger) // 2
        writer.close("", True, False)
    return count


def run(directory: Path) -> tuple[float, float, float]:
    """Processor seconds, seconds by the clock and the greatest MiB of the command."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    words = [sys.executable, "-m", "arpad", "scale", "--history", str(directory), "--json"]
    env = {**os.environ, "POLARS_MAX_THREADS": "1"}
    done = subprocess.run(words, stdout=subprocess.DEVNULL, check=True, env=env)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert done.returncode == 0
    return spent, wall, after.ru_maxrss / 1024


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
