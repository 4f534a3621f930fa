"""A history of 180 months replayed from Parquet, beside the bare replay in memory; a sweep on two workers and on one.

    ./dev bench lab [--rounds N] [--periods N] [--games N] [--players N] [--variants N] [--json] [--check]

The history is written first, with the months of the suite `replay`: each list with what it was made from. The lab reads
it file by file with the hash of each, seats everybody by the lists in force, makes every list in full (states, highest
ratings, K, adjustments) and predicts each game; the bare replay has everything in memory and makes only the ratings.
Between the two, lists made in full out of what is in memory. The sweep has its own, smaller history; one worker and two
work on the same variants, and must find the same.
"""

from __future__ import annotations

import hashlib
import resource
import statistics
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import _clock
import _frame
import _months
import numpy as np
import replay

import arpad
from arpad.columns import Table
from arpad.history.bundle import Library, new_library
from arpad.history.contents import FILES_FORM
from arpad.history.list_data import Chapter, EventRows, Head, PlayerRows, SeatRows, roll_rows
from arpad.history.verify import watch_nothing
from arpad.lab.cluster import start_workers
from arpad.lab.outcome import measure_variant
from arpad.lab.sweep import Sweep, VariantGrid, run_sweep
from arpad.lab.variant import Variant
from arpad.law.law_set import current_law
from arpad.lists.seats import Lists, Unseated
from arpad.making import PeriodInputs, make_list

EDITION, SERIES = replay.EDITION, "fide-standard"
LAB, FULL, BARE = "the lab", "lists in memory", "bare replay"


def written(directory: Path, bare: replay.Replay) -> Library:
    """The months of a bare replay as a history: everybody seated by the list before, and what that gives."""
    start = bare.start
    law = dict(current_law((EDITION,)).files)
    before = bare.months[0].list_
    before = before - 1 if before % 100 > 1 else before - 89
    blank = Head(SERIES, before, "opening", EDITION, "", "", 1, len(start.players), False,
                 law={name: hashlib.sha256(body).hexdigest() for name, body in law.items()})  # fmt: skip
    rated = start.rolls.replaced
    opening = replace(rated, games=np.where(rated.state > 0, 50, 0).astype(np.uint16), highest=rated.rating.copy(),
                      last=np.where(rated.state > 0, before, 0).astype(np.int32))  # fmt: skip
    born = np.full(len(start.players), 1990, np.uint16)
    keys = np.arange(len(start.players), dtype=np.int32)
    with new_library(directory, FILES_FORM) as writer:
        people = PlayerRows(keys, born, start.players.member)
        writer.add_chapter(Chapter(blank, {"players": people, "list": roll_rows(opening), "pool": start.pool}), law)
        roll, pool, list_ = opening, start.pool, before
        for turn, month in enumerate(bare.months, 2):
            head = replace(blank, list_=month.list_, kind="computed", entry=turn, remakable=True, replaced=list_,
                           books=(EDITION,), codes=("",), home=(0,))  # fmt: skip
            tables = _tables(month, list_)
            inputs = PeriodInputs((month.book,), replace(start.players, born=np.full(len(keys), 19900000, np.int32)),
                                  Lists({list_: roll}, {}, list_, month.list_, (0,)), month.events,
                                  _unseated(tables), month.games, pool)  # fmt: skip
            outcome = make_list(inputs)
            writer.add_chapter(Chapter(head, {**tables, "list": roll_rows(outcome.roll)}), law)
            roll, pool, list_ = outcome.roll, outcome.period.pool, month.list_
        writer.close("", True, False)
    return Library(directory)


def in_memory(bare: replay.Replay) -> object:
    """The same lists in full, from what is in memory."""
    start, list_ = bare.start, bare.months[0].list_ - 1
    people = replace(start.players, born=np.full(len(start.players), 19900000, np.int32))
    roll, pool = start.rolls.replaced, start.pool
    for month in bare.months:
        there = _unseated(_tables(month, list_))
        lists = Lists({list_: roll}, {}, list_, month.list_, (0,))
        outcome = make_list(PeriodInputs((month.book,), people, lists, month.events, there, month.games, pool))
        roll, pool, list_ = outcome.roll, outcome.period.pool, month.list_
    return roll


def _tables(month: _months.Month, list_: int) -> dict[str, Table]:
    events, entries = month.events, month.entries
    columns = dict(events.columns())
    rows = EventRows.of(**columns, list=np.full(len(events), list_, np.int32), whole=events.key)
    seats = SeatRows.of(event=entries.event, player=entries.player, status=entries.status, board=entries.player)
    return {"events": rows, "seats": seats, "games": month.games}


def _unseated(tables: dict[str, Table]) -> Unseated:
    events, seats = tables["events"], tables["seats"]
    assert isinstance(events, EventRows)
    assert isinstance(seats, SeatRows)
    return Unseated(events.list, seats.event, seats.player, seats.status, seats.federation, seats.board)


def swept(library: Library, variants: int, workers: int, out: Path) -> tuple[float, float]:
    """Seconds on the wall of a sweep, and the most memory that a worker had."""
    values = [{"coefficient.below-2400.k": str(20 + at)} for at in range(variants)]
    grid = VariantGrid(("coefficient.below-2400.k",), tuple(Variant.of(EDITION, values=each) for each in values))
    with start_workers(workers) as engine:
        begin = time.perf_counter()
        run_sweep(library, Sweep(grid, out), engine, watch_nothing)
        taken = time.perf_counter() - begin
        most = max(engine.client.run(_peak).values())
    return taken, most


def _peak() -> float:
    """The most memory that this process ever had, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main(argv: list[str]) -> int:
    parser = _frame.options("lab", rounds=2)
    parser.add_argument("--periods", type=int, default=180)
    parser.add_argument("--games", type=int, default=277_800, help="of one period")
    parser.add_argument("--players", type=int, default=1_500_000)
    parser.add_argument("--variants", type=int, default=16)
    parser.add_argument("--small-periods", type=int, default=24, help="of the history that is swept")
    chosen = _frame.chosen_of(parser, argv, periods=3, games=3_000, players=4_000, variants=2, small_periods=2)
    with tempfile.TemporaryDirectory(prefix="arpad-bench-") as name:
        place = Path(name)
        bare = replay.Replay(chosen.periods, chosen.games, chosen.players)
        library = written(place / "history", bare)

        def lab() -> object:
            return measure_variant(Library(library.directory), SERIES, Variant.of(EDITION), watch_nothing)

        if chosen.profile:
            return _clock.profiled("lab", lab, times=1)
        taken = _clock.rounds_of({LAB: lab, FULL: lambda: in_memory(bare), BARE: bare.arpad}, chosen.rounds, warming=0)
        small = written(place / "small", replay.Replay(chosen.small_periods, chosen.games // 10, chosen.players // 10))
        single, most = swept(small, chosen.variants, 1, place / "one")
        double, more = swept(small, chosen.variants, 2, place / "two")
        same = all(
            (place / "one" / "variants" / file.name).read_bytes() == file.read_bytes()
            for file in (place / "two" / "variants").iterdir()
        )
        if not same:
            raise SystemExit("bench: one worker and two do not find the same")
        size = sum(file.stat().st_size for file in library.directory.rglob("*") if file.is_file())
    about = f"{chosen.periods} periods, {bare.games:,} games, {chosen.players:,} players, one thread"
    report = _frame.Report("lab", about, chosen.rounds, compared=["two workers"])
    what = {
        LAB: (
            arpad.__version__,
            "reads Parquet and its hashes, seats, rates, makes every list in full, predicts every game",
        ),
        FULL: (arpad.__version__, "in memory: seats, rates, makes every list in full"),
        BARE: (arpad.__version__, "in memory: seats, rates with ledger, keeps the ratings"),
    }
    report.rows += _frame.rows_of(EDITION, taken, what, BARE)
    report.notes.append(f"The history is {size / 2**20:.0f} MiB of Parquet.")
    report.notes.append(
        f"Sweep of {chosen.variants} variants over {chosen.small_periods} periods of {chosen.games // 10:,} games, "
        f"on the wall: one worker {single:.1f} s, two {double:.1f} s; the files are equal."
    )
    report.measures["replay-against-bare"] = statistics.median(taken[LAB]) / statistics.median(taken[BARE])
    report.measures["replay-against-lists-in-memory"] = statistics.median(taken[LAB]) / statistics.median(taken[FULL])
    report.measures["one-worker-against-two"] = single / double
    report.measures["worker-mib"] = max(most, more)
    return _frame.finish(
        report, chosen, {"distributed": _frame.installed("distributed"), "polars": _frame.installed("polars")}
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
