"""From 10,000 to 100,000,000 games of 1,500,000 players in one period, with one core and with two.

    ./dev bench scaling [--rounds N] [--most N] [--players N] [--json] [--check]

The period goes in batches; a batch's ledger is handed on and forgotten, lines and players stay. Two cores are two
threads. Beside it, the month of 2,000,000 games with its whole ledger: by `rate`, by two threads, and by one and two
processes that read Parquet parts and write the ledger as Parquet; all are compared with `rate`, bit for bit.
"""

from __future__ import annotations

import os
import sys
import tempfile
from dataclasses import replace
from functools import partial
from pathlib import Path

os.environ["POLARS_MAX_THREADS"] = "1"  # read when Polars is imported, here and in the processes

import _clock
import _draw
import _frame
import _months
import _spread
import numpy as np

import arpad
from arpad.columns import Entries, Events, Games

EDITION = "fide-standard-2025"
MILLION = 1_000_000
PROTOTYPES = 8  # schedules of so many million games are made; larger periods repeat them
PLOT = _frame.HERE.parent / "docs" / "scaling.svg"
CORES = (1, 2)


def repeated(months: list[_months.Month], games: int) -> _months.Month:
    """The months one after the other, as often as it takes to have so many games, as one period."""
    events, entries, played = [], [], []
    made = first_event = first_entry = turn = 0
    while made < games:
        one = months[turn % len(months)]
        count = min(len(one.games), games - made)
        shift = np.int32(first_entry)
        part = one.games.cut(slice(0, count))
        last = int(max(part.white.max(), part.black.max())) + 1 if count < len(one.games) else len(one.entries)
        seats = one.entries.cut(slice(0, last))
        held = one.events.cut(slice(0, int(seats.event[-1]) + 1))
        events.append(held)
        entries.append(replace(seats, event=seats.event + np.int32(first_event)))
        played.append(replace(part, white=part.white + shift, black=part.black + shift))
        made, turn = made + count, turn + 1
        first_event, first_entry = first_event + len(held), first_entry + last
    joined = Events.join(events), Entries.join(entries), Games.join(played)
    return replace(months[0], events=joined[0], entries=joined[1], games=joined[2])


def prototypes(players: int, count: int, games: int) -> list[_months.Month]:
    """So many months of about so many games each."""
    first = _months.month(EDITION, size=players, rated=players // 3, games=games)
    _, strength = _months.people(0, players, players // 3)
    made = [first]
    for seed in range(1, count):
        plan = _months.schedule(seed, strength, games, first.list_)
        entries = _months.seat(first.book, first.rolls, plan, seed)
        made.append(replace(first, events=plan.events, entries=entries, games=plan.games))
    return made


def spread(report: _frame.Report, rounds: int, players: int, games: int) -> None:
    """The month with its whole ledger, by threads and by processes over Parquet parts."""
    month = _months.month(EDITION, size=players, rated=players // 3, games=games)
    period = month.rate()
    with tempfile.TemporaryDirectory() as name, _spread.workers(1) as one, _spread.workers(2) as two:
        parts = _spread.written(month, Path(name), games // 8)
        size = sum(file.stat().st_size for file in Path(name).rglob("*.parquet"))
        files = f"read {len(parts)} Parquet parts ({size / 1e6:.0f} MB) twice, write the ledger as Parquet"
        told = {
            "Arpad": (arpad.__version__, "`rate`, one thread"),
            "two threads": (arpad.__version__, "survey and score by part in threads"),
            "one process": (_frame.installed("polars"), files),
            "two processes": (_frame.installed("polars"), files),
        }
        threads, tables = _spread.by_threads(month, 2), _spread.by_processes(month, parts, two)
        names = ("lines", "worksheets", "firsts", "pool")
        for table, theirs in zip(names, tables, strict=True):
            ours = getattr(period, table)
            if not (ours.equals(theirs) and ours.equals(getattr(threads, table))):
                raise SystemExit(f"bench: the spread period differs in {table}")
        if not (period.ledger.equals(threads.ledger) and period.ledger.equals(_spread.ledger_of(parts))):
            raise SystemExit("bench: the spread period differs in the ledger")
        runs = {
            "Arpad": month.rate,
            "two threads": partial(_spread.by_threads, month, 2),
            "one process": partial(_spread.by_processes, month, parts, one),
            "two processes": partial(_spread.by_processes, month, parts, two),
        }
        taken = _clock.rounds_of(runs, rounds, warming=1, clock=_clock.WALL)
    report.rows += _frame.rows_of(f"{games:,} games, ledger kept", taken, told)
    report.compared += ["two threads", "two processes"]
    report.notes.append("Threads and processes gave all five tables as `rate`, bit for bit.")


def main(argv: list[str]) -> int:
    parser = _frame.options("scaling", rounds=5)
    parser.add_argument("--most", type=int, default=100 * MILLION, help="games of the largest period")
    parser.add_argument("--players", type=int, default=1_500_000)
    chosen = _frame.chosen_of(parser, argv, most=10_000, players=6_000)
    sizes = [10**power for power in range(4, 12) if 10**power <= chosen.most]
    made = prototypes(chosen.players, min(PROTOTYPES, max(1, chosen.most // MILLION)), min(MILLION, max(sizes)))
    months = {size: repeated(made, size) for size in sizes}
    if chosen.memory:
        games, cores = (int(word) for word in chosen.memory.split(":"))
        _clock.added_memory(partial(_spread.handed_on, months[games], cores))
        return 0
    if chosen.profile:
        return _clock.profiled("scaling", partial(_spread.handed_on, months[max(sizes)], 1), times=1)
    about = (
        f"{chosen.players:,} players; ratio of the cost per game to that of one core at {min(MILLION, max(sizes)):,}"
    )
    report = _frame.Report("scaling", about, chosen.rounds, clock="time on the wall")
    runs = {f"{size}:{cores}": partial(_spread.handed_on, months[size], cores) for size in sizes for cores in CORES}
    taken = _clock.rounds_of(runs, chosen.rounds, warming=1, clock=_clock.WALL)
    base = sorted(taken[f"{min(MILLION, max(sizes))}:1"])[chosen.rounds // 2] / min(MILLION, max(sizes))
    curves: dict[str, list[tuple[float, float]]] = {f"{cores} core{'s' * (cores > 1)}": [] for cores in CORES}
    for name, line in curves.items():
        for size in sizes:
            runs_of = sorted(taken[f"{size}:{name[0]}"])
            median = runs_of[len(runs_of) // 2]
            per_game = median / size
            line.append((float(size), per_game * 1e9))
            told = f"batches, ledger handed on; {per_game * 1e9:.0f} ns a game"
            largest = ("--most", str(size), "--players", str(chosen.players))
            added = None if chosen.short else _clock.measured_apart("scaling", f"{size}:{name[0]}", *largest)
            row = _frame.Row(
                f"{size:,} games", name, arpad.__version__, told, median, runs_of[0], per_game / base, added
            )
            report.rows.append(row)
            if size == 100 * MILLION and name[0] == "1":
                report.measures["cost-at-100-million-against-1-million"] = per_game / base
    spread(report, chosen.rounds, chosen.players, min(2 * MILLION, 2 * max(sizes)))
    if max(sizes) > MILLION and not chosen.short:
        title = "Scaling: one period among 1,500,000 players, the ledger handed on"
        PLOT.write_text(_draw.curves(title, "games in the period", "nanoseconds a game", curves), "utf-8")
    return _frame.finish(report, chosen, {"polars": _frame.installed("polars"), "cores used": f"{os.cpu_count()}"})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
