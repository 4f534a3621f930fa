"""The same month, dated into each edition: the same people, fields, round robins, newcomers and results.

    ./dev bench editions [--rounds N] [--games N] [--players N] [--json] [--check] [--profile]

All editions run through the same functions; none may be much slower than that of 2024.
"""

from __future__ import annotations

import sys

import _clock
import _frame
import _months

import arpad

BASE = "fide-standard-2024"


def main(argv: list[str]) -> int:
    parser = _frame.options("editions", rounds=9)
    parser.add_argument("--games", type=int, default=2_000_000)
    parser.add_argument("--players", type=int, default=1_500_000)
    chosen = _frame.chosen_of(parser, argv, games=5_000, players=6_000)
    shape = {"size": chosen.players, "rated": chosen.players // 3, "games": chosen.games}
    if chosen.memory or chosen.profile:
        month = _months.month(chosen.memory or "ukraine-2018", **shape)
        if chosen.profile:
            return _clock.profiled("editions", month.rate, times=20)
        _clock.added_memory(month.rate)
        return 0
    months = {edition: _months.month(edition, **shape) for edition in _months.LISTS}
    taken = _clock.rounds_of({edition: month.rate for edition, month in months.items()}, chosen.rounds)
    told = {edition: (arpad.__version__, _share(month)) for edition, month in months.items()}
    sizes = ("--games", str(chosen.games), "--players", str(chosen.players))
    added = _clock.added_by("editions", list(months), chosen.short, *sizes)
    about = f"{chosen.players:,} players, {chosen.games:,} games; ratio to {BASE}"
    report = _frame.Report("editions", about, chosen.rounds, _frame.rows_of("month", taken, told, BASE, added))
    report.measures["slowest-against-2024"] = max(row.ratio or 0 for row in report.rows)
    return _frame.finish(report, chosen, {})


def _share(month: _months.Month) -> str:
    """What the month holds, to see that the editions get the same."""
    period = month.rate()
    robins = (month.events.system >= 3).mean()
    newcomers = (month.entries.role == 1).mean()
    limited = (period.ledger.difference != period.ledger.counted).mean()
    return f"{robins:.0%} round robins, {newcomers:.1%} newcomers, {limited:.1%} limited"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
