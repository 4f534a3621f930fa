"""A month of the world: 1,500,000 players, 500,000 of them rated, 2,000,000 games; Arpad beside C and other engines.

    ./dev bench month [--rounds N] [--slow-rounds N] [--games N] [--players N] [--json] [--check] [--profile]

All work with one thread, on inputs in the layout each likes best, which are made and loaded beforehand, and give their
results into fresh columns; before anything is timed these are compared with Arpad's, bit for bit. C gives all five
tables, under fide-standard-2025 and under fide-standard-2009, whose round robins rate newcomers in two passes; the
other engines give ledger, worksheets and first ratings under fide-standard-2025. Two minutes.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial

os.environ["POLARS_MAX_THREADS"] = "1"  # read when Polars is imported

import _clock
import _frame
import _kernel
import _loops
import _months
import _polars
import _sql
import numpy as np

import arpad
from arpad.columns import Ledger, Lines, Table

EDITIONS = {"against-c": "fide-standard-2025", "against-c-with-round-robins": "fide-standard-2009"}
TABLES = ("ledger", "lines", "worksheets", "firsts", "pool")
THREE = ("ledger", "worksheets", "firsts")
C, AGAIN, NUMBA, DUCK, JOINS, GATHER, PYTHON = (
    *("C", "C, columns reused", "Numba", "DuckDB", "Polars, joins", "Polars, gather"),
    "pure Python",
)
BYTES, PLAYERS = "the bytes alone", "the players alone"
FULL = "ledger, lines, worksheets, first ratings, next pool"
PART = "ledger, worksheets, first ratings; not: lines, next pool, other editions"
WHICH = ("Arpad", C, AGAIN, NUMBA, BYTES, PLAYERS)
SLOW = ("Arpad", GATHER, JOINS, DUCK, PYTHON)


def told() -> dict[str, tuple[str, str]]:
    """Version and what each does."""
    return {
        "Arpad": (arpad.__version__, FULL),
        C: ("month.c", f"the same, {' '.join(_kernel.FLAGS[:2])}"),
        AGAIN: ("month.c", "the same, into columns of the run before"),
        NUMBA: (_frame.installed("numba"), PART),
        DUCK: (_frame.installed("duckdb"), f"SQL: {PART}"),
        JOINS: (_frame.installed("polars"), PART),
        GATHER: (_frame.installed("polars"), f"entries by position: {PART}"),
        BYTES: (
            np.__version__,
            "floor: reads each column of events, entries and games once, writes ledger and lines once",
        ),
        PLAYERS: (np.__version__, "floor: one look-up and one sum by player for each entry, at random places"),
        PYTHON: (sys.version.split()[0], f"loops over lists: {PART}"),
    }


def engine(name: str, month: _months.Month) -> _loops.Loops | _sql.Duck | _polars.Frames:
    if name in (NUMBA, PYTHON):
        return _loops.Loops(month, compiled=name == NUMBA)
    return _sql.Duck(month, threads=1) if name == DUCK else _polars.Frames(month, by_position=name == GATHER)


def bytes_alone(month: _months.Month) -> tuple[Table, ...]:
    """Nothing but the traffic: inputs are read as they lie, outputs are filled with noughts."""
    for table in (month.events, month.entries, month.games):
        for _, column in table.columns():
            words = column.view(np.uint8)[: column.nbytes // 8 * 8].view(np.int64)
            np.bitwise_or.reduce(words)
    made = Ledger.room(2 * len(month.games)), Lines.room(len(month.entries))
    for table in made:
        for _, column in table.columns():
            column.fill(0)
    return made


def players_alone(month: _months.Month) -> object:
    player = month.entries.player
    return np.bincount(player, month.rolls.replaced.rating.take(player), len(month.players))


def same(period: object, tables: tuple[object, ...], names: tuple[str, ...], who: str) -> None:
    """Refuse to compare what is not equal."""
    for name, theirs in zip(names, tables, strict=True):
        ours = getattr(period, name)
        if len(ours) != len(theirs) or not ours.equals(theirs):
            raise SystemExit(f"bench: Arpad and {who} differ in {name}")


def ready(name: str, month: _months.Month, kernel: _kernel.Kernel | None, cold: bool = False) -> Callable[[], object]:
    """A contestant with its inputs loaded, after a first run that is compared; or cold, with nothing held from one."""
    if name == "Arpad":
        return month.rate
    if kernel is not None and name == C:
        return kernel.rate
    if kernel is not None and name == AGAIN:
        room = kernel.room()
        return lambda: kernel.rate(room)
    if name in (BYTES, PLAYERS):
        return partial(bytes_alone if name == BYTES else players_alone, month)
    found = engine(name, month)
    if not cold or name == NUMBA:  # whose compiler is not counted
        same(month.rate(), found.tables(), THREE, name)
    return found.rate


def main(argv: list[str]) -> int:
    parser = _frame.options("month", rounds=11)
    parser.add_argument("--slow-rounds", type=int, default=5, help="of the slower engines")
    parser.add_argument("--games", type=int, default=2_000_000)
    parser.add_argument("--players", type=int, default=1_500_000)
    parser.add_argument("--edition", default="fide-standard-2025", help="with --memory and --profile")
    chosen = _frame.chosen_of(parser, argv, slow_rounds=1, games=30_000, players=20_000)
    shape = {"size": chosen.players, "rated": chosen.players // 3, "games": chosen.games}
    if chosen.memory or chosen.profile:
        month = _months.month(chosen.edition, **shape)
        if chosen.profile:
            return _clock.profiled("month", month.rate, times=20)
        kernel = _kernel.Kernel(month) if chosen.memory in (C, AGAIN) else None
        _clock.added_memory(ready(chosen.memory, month, kernel, cold=True))
        return 0

    about = f"{chosen.players:,} players, {chosen.games:,} games, one thread; ratio to Arpad"
    report = _frame.Report("month", about, chosen.rounds)
    compiler = _kernel.compiler()
    sizes = ("--games", str(chosen.games), "--players", str(chosen.players))
    for measure, edition in EDITIONS.items():
        month = _months.month(edition, **shape)
        kernel = _kernel.Kernel(month)
        same(month.rate(), kernel.rate(), TABLES, C)
        report.compared.append(f"{C}, {edition}")
        names = WHICH if edition == EDITIONS["against-c"] else WHICH[:3]
        names = [name for name in names if name not in chosen.without]
        taken = _clock.rounds_of({name: ready(name, month, kernel) for name in names}, chosen.rounds)
        report.notes.append(f"{edition}, ratios by the clock on the wall: {_clock.on_the_wall('Arpad')}.")
        report.compared += [name for name in names if name == NUMBA]
        apart = [name for name in names if name not in (AGAIN, BYTES, PLAYERS)]
        added = _clock.added_by("month", apart, chosen.short, *sizes, "--edition", edition)
        rows = _frame.rows_of(edition, taken, told(), added=added)
        report.rows += rows
        report.measures[measure] = 1 / rows[1].ratio
        report.measures["added-mib"] = max(report.measures.get("added-mib", 0), added["Arpad"] / 2**20)
    month = _months.month(EDITIONS["against-c"], **shape)
    slow = [name for name in SLOW if name not in chosen.without]
    taken = _clock.rounds_of({name: ready(name, month, None) for name in slow}, chosen.slow_rounds, warming=1)
    report.compared += slow[1:]
    report.notes.append(f"The slower engines, ratios by the clock on the wall: {_clock.on_the_wall('Arpad')}.")
    added = _clock.added_by("month", slow[1:], chosen.short, *sizes)
    report.rows += _frame.rows_of(f"the first again, {chosen.slow_rounds} rounds", taken, told(), added=added)
    for name, measure in ((DUCK, "duckdb"), (JOINS, "polars-joins"), (PYTHON, "python")):
        if name in slow:
            report.measures[f"{measure}-against-arpad"] = report.ratio(name)
    return _frame.finish(report, chosen, {"compiler": compiler})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
