"""A world's month through the front door: files of reports in, a published list and its files out.

    ./dev bench door [--players N] [--reports N] [--before N] [--json] [--check]

An office of 500,000 players on SQLite and on PostgreSQL, with the durable settings of a real one. The verbs an officer
types run one after the other, each in a process of its own: `event register DIR`, `report submit DIR`,
`report admit --all-ratable`, `period preview`, `period publish`, `list export txt xml csv`, on 2,500 reports of 60
players and 7 rounds. Told are processor and wall, and the memory at most; what a report costs is without the start of
Python. Then the same door with many reports in the book already against few. The lists of both must have one hash.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import _clock
import _door
import _frame
import _months
import databases

import arpad

LIST, DAY, DUE = "2025-12", "2025-11-30", "2025-12-01"
FEW, TRIED = 300, 192
DOOR = ("submit", "admit")


def main(argv: list[str]) -> int:
    parser = _frame.options("door", rounds=1)
    parser.add_argument("--players", type=int, default=500_000)
    parser.add_argument("--reports", type=int, default=2_500)
    parser.add_argument("--before", type=int, default=30_000)
    parser.add_argument("--few", type=int, default=FEW, help="reports in a young office")
    parser.add_argument("--tried", type=int, default=TRIED, help="reports that are taken in to compare")
    chosen = _frame.chosen_of(parser, argv, players=800, reports=3, before=30, few=10, tried=2)
    verb = partial(_clock.verb, apart=not chosen.short)
    world = _door.World(chosen.players, chosen.reports)
    about = f"{world.players:,} players, {world.reports:,} reports of {world.field} players and {world.rounds} rounds"
    report, seals = _frame.Report("door", about, 1), set()
    kernel = bare_kernel(world)
    report.notes.append(f"The bare kernel rates as many games in {1000 * kernel:.0f} ms; ratios are to it.")
    with tempfile.TemporaryDirectory(prefix="arpad-bench-") as name:
        season = _door.written(world, Path(name) / "season")
        idle = 0.0 if chosen.short else min(verb("--version")[0] for _ in range(3))
        for kind in databases.KINDS:
            address = databases.new_database(kind, Path(name), durable=not chosen.short)
            seals.add(month(report, kind, address, season, world, (verb, kernel, idle)))
            grown(report, kind, Path(name), chosen, (verb, idle))
    if len(seals) != 1:
        raise SystemExit(f"bench: the two databases give different lists: {seals}")
    report.compared.append("SQLite and PostgreSQL: the list")
    for work in ("a-report-ms", "front-door-to-list-seconds"):
        ours, other = (report.measures[f"{kind}-{work}"] for kind in databases.KINDS)
        report.measures[f"postgresql-against-sqlite-{work.rpartition('-')[0]}"] = other / ours
    return _frame.finish(report, chosen, {})


def bare_kernel(world: _door.World) -> float:
    """Processor time in which as many games are rated, without an office around them."""
    games = world.reports * world.rounds * world.field // 2
    month = _months.month("fide-standard-2025", 0, world.players, world.players // 3, games)
    start = time.process_time()
    month.rate()
    return time.process_time() - start


def month(report, kind, address, season, world, beside) -> str:  # type: ignore[no-untyped-def]
    """The whole month; gives the hash of the list."""
    verb, kernel, idle = beside
    folder = season.parent
    _door.opened(address, world).store.close()
    office = ("--db", address, "--who", "bench", "--now")
    verbs = {
        "register": ("event", "register", str(season), "--by", "bench", *office, DAY),
        "submit": ("report", "submit", str(season), "--json", *office, DAY),
        "admit": ("report", "admit", "--all-ratable", "--json", *office, DAY),
        "preview": ("period", "preview", "--json", *office, DUE),
        "publish": ("period", "publish", "--yes", "--json", *office, DUE),
        "export": ("list", "export", "txt", "xml", "csv", "--to", str(folder), "--db", address),
    }
    spent, wall, most, sha256 = {}, {}, 0.0, ""
    for work, arguments in verbs.items():
        spent[work], wall[work], memory, printed = verb(*arguments)
        most = max(most, memory)
        sha256 = json.loads(printed)["sha256"] if work == "publish" else sha256
        does = f"{wall[work]:.1f} s on the wall, {memory:.0f} MiB at most"
        rows = _frame.rows_of(f"{work}, {kind}", {"Arpad": [spent[work]]}, {"Arpad": (arpad.__version__, does)})
        report.rows += [replace(row, ratio=spent[work] / kernel) for row in rows]
    a_report = sum(spent[work] - idle for work in DOOR) / world.reports
    report.measures |= {
        f"{kind}-a-report-ms": 1000 * a_report,
        f"{kind}-a-report-wall-ms": 1000 * sum(wall[work] for work in DOOR) / world.reports,
        f"{kind}-front-door-to-list-seconds": sum(spent.values()),
        f"{kind}-front-door-to-list-wall-seconds": sum(wall.values()),
        f"{kind}-mib": most,
    }
    return sha256


def grown(report, kind, folder, chosen, beside) -> None:  # type: ignore[no-untyped-def]
    """What a report costs with many in the book, against few."""
    (verb, idle), costs = beside, []
    for number in (chosen.few, chosen.before):
        world = _door.World(min(50_000, chosen.players), chosen.tried, seed=2)
        address = databases.new_database(kind, folder, durable=not chosen.short)
        desk = _door.opened(address, world)
        _door.fill(desk, world, number)
        desk.store.close()
        season = _door.written(world, folder / f"{kind}-{number}")
        office = ("--db", address, "--who", "bench", "--now", DAY)
        verb("event", "register", str(season), "--by", "bench", *office)
        taken = [verb("report", *words, *office)[0] - idle for words in
                 (("submit", str(season), "--json"), ("admit", "--all-ratable", "--json"))]  # fmt: skip
        costs.append(sum(taken) / chosen.tried)
        does = f"{number:,} reports in the book"
        rows = _frame.rows_of(f"a report, {kind}", {"Arpad": [costs[-1]]}, {"Arpad": (arpad.__version__, does)})
        report.rows += [replace(row, ratio=costs[-1] / costs[0]) for row in rows]
    report.measures[f"{kind}-many-against-few"] = costs[1] / costs[0]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
