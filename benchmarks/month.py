"""A month of the world: 1,500,000 players, 500,000 of them rated, 2,000,000 games; Arpad beside hand-written C.

    ./dev bench month [--rounds N] [--games N] [--players N] [--json] [--check]

Both give ledger, lines, worksheets, first ratings and the next pool, bit for bit the same, into fresh columns, with
one thread. C has its inputs in the layout it likes best; making and loading them is not timed. The second C reuses its
columns from run to run. One month follows fide-standard-2025; the other fide-standard-2009, whose round robins rate
newcomers in two passes.
"""

from __future__ import annotations

import sys

import _frame
import _kernel
import _months

import arpad

EDITIONS = {"against-c": "fide-standard-2025", "against-c-with-round-robins": "fide-standard-2009"}
TABLES = ("ledger", "lines", "worksheets", "firsts", "pool")
FLOOR = "C"


def same(period: object, tables: tuple[object, ...], work: str) -> None:
    """Refuse to compare what is not equal."""
    for name, theirs in zip(TABLES, tables, strict=True):
        ours = getattr(period, name)
        if len(ours) != len(theirs) or not ours.equals(theirs):
            raise SystemExit(f"bench: {work}: Arpad and C differ in {name}")


def main(argv: list[str]) -> int:
    parser = _frame.options("month", rounds=11)
    parser.add_argument("--games", type=int, default=2_000_000)
    parser.add_argument("--players", type=int, default=1_500_000)
    parser.add_argument("--edition", default="fide-standard-2025", help="with --memory")
    chosen = parser.parse_args(argv)
    shape = {"size": chosen.players, "rated": chosen.players // 3, "games": chosen.games}
    if chosen.memory:
        month = _months.month(chosen.edition, **shape)
        kernel = None if chosen.memory == "Arpad" else _kernel.Kernel(month)
        _frame.added_memory(month.rate if kernel is None else kernel.rate)
        return 0

    about = f"{chosen.players:,} players, {chosen.games:,} games, one thread"
    report = _frame.Report("month", about, chosen.rounds)
    compiler = _kernel.compiler()
    full = "ledger, lines, worksheets, first ratings, next pool"
    told = {
        "Arpad": (arpad.__version__, full),
        FLOOR: ("month.c", f"the same, {' '.join(_kernel.FLAGS[:2])}"),
        "C, columns reused": ("month.c", "the same, into columns of the run before"),
    }
    for measure, edition in EDITIONS.items():
        month = _months.month(edition, **shape)
        kernel = _kernel.Kernel(month)
        same(month.rate(), kernel.rate(), edition)
        room = kernel.room()
        contestants = {
            "Arpad": month.rate,
            FLOOR: kernel.rate,
            "C, columns reused": lambda kernel=kernel, room=room: kernel.rate(room),
        }
        taken = _frame.rounds_of(contestants, chosen.rounds)
        arguments = ("--games", str(chosen.games), "--players", str(chosen.players), "--edition", edition)
        added = {name: _frame.measured_apart("month", name, *arguments) for name in ("Arpad", FLOOR)}
        rows = _frame.rows_of(edition, taken, told, FLOOR, added)
        report.rows += rows
        report.measures[measure] = rows[0].ratio
        report.measures["added-mib"] = max(report.measures.get("added-mib", 0), added["Arpad"] / 2**20)
    return _frame.finish(report, chosen, {"compiler": compiler})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
