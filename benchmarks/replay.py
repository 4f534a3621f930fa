"""180 periods in memory, 50,000,000 games: each list is made from the one before, and the ledger is handed on.

    ./dev bench replay [--rounds N] [--periods N] [--games N] [--json] [--check] [--profile]

Under fide-standard-2025, which has no end. Arpad seats the players, rates into fresh columns, hands the ledger
on and makes the next list. C does the same in place: seats in its rows, columns that are reused, a list that is
overwritten. Twelve schedules return every year; what is in them was made before. Both must end with the same list.
"""

from __future__ import annotations

import sys
from dataclasses import replace

import _clock
import _frame
import _kernel
import _months
import numpy as np

import arpad
from arpad.columns import Entries, Events, Role, Roll, Source, State
from arpad.rating import Rolls

EDITION = "fide-standard-2025"
YEAR = 12
FLOOR = "C in place"


def dated(events: Events, list_: int) -> Events:
    """The events on the same days of the month before a list."""
    days = _months.before(list_) * 100
    return replace(
        events,
        start=(days + events.start % 100).astype(np.int32),
        end=(days + events.end % 100).astype(np.int32),
    )


def seat(roll: Roll, entries: Entries) -> Entries:
    """Everybody with the rating on the list."""
    own = roll.rating.take(entries.player)
    return replace(
        entries,
        own=own,
        shown=own * (entries.source != Source.LATE.value),
        role=np.where(own > 0, np.uint8(Role.RATED), np.uint8(Role.NEWCOMER)),
        k=roll.k.take(entries.player),
    )


class Replay:
    """The periods to come, and both ways through them."""

    def __init__(self, periods: int, games: int, players: int) -> None:
        first = _months.month(EDITION, size=players, rated=players // 3, games=games)
        self.start, self.months = first, []
        plans = [first]
        _, strength = _months.people(0, players, players // 3)
        for seed in range(1, min(YEAR, periods)):
            plan = _months.schedule(seed, strength, games, first.list_)
            entries = _months.seat(first.book, first.rolls, plan, seed)
            plans.append(replace(first, events=plan.events, entries=entries, games=plan.games))
        list_ = first.list_
        for turn in range(periods):
            plan = plans[turn % YEAR]
            self.months.append(replace(plan, list_=list_, events=dated(plan.events, list_)))
            list_ = list_ + 1 if list_ % 100 < 12 else list_ + 89
        self.games = sum(len(month.games) for month in self.months)
        self.kernel = _kernel.Kernel(first)
        layouts = [_kernel.Layout(plan) for plan in plans]
        self.layouts = []
        for turn, month in enumerate(self.months):
            layout = _kernel.Layout.__new__(_kernel.Layout)
            layout.__dict__.update(layouts[turn % YEAR].__dict__)
            layout.book, layout.events = _kernel.law(month), layout.events.copy()
            layout.events["start"][:-1], layout.events["end"][:-1] = month.events.start, month.events.end
            self.layouts.append(layout)
        kernel, most = self.kernel, max(layouts, key=lambda layout: len(layout.entries))
        kernel.load(most)
        kernel.reserve(len(first.pool) + 4 * len(most.entries), max(len(layout.games) for layout in layouts))
        self.roll, self.pool = kernel.roll.copy(), kernel.pool.copy()

    def arpad(self) -> tuple[Roll, int]:
        roll, pool, handed_on = self.start.rolls.replaced, self.start.pool, 0
        for month in self.months:
            here = replace(month, rolls=Rolls(roll), entries=seat(roll, month.entries), pool=pool)
            period = here.rate()
            handed_on += len(period.ledger)
            rating, state, k = roll.rating.copy(), roll.state.copy(), roll.k.copy()
            rating[period.worksheets.player] = period.worksheets.new
            first = np.flatnonzero(period.firsts.outcome == 0)
            player = period.firsts.player[first]
            rating[player], state[player], k[player] = period.firsts.rating[first], State.ACTIVE, 40
            roll, pool = replace(roll, rating=rating, state=state, k=k), period.pool
        return roll, handed_on

    def c(self) -> None:
        kernel = self.kernel
        kernel.roll[:] = self.roll
        kernel.held[: len(self.pool)] = self.pool
        kernel.pool = kernel.held[: len(self.pool)]
        for layout in self.layouts:
            kernel.load(layout)
            kernel.seat()
            kernel.publish(kernel.rate(kernel.columns))


def main(argv: list[str]) -> int:
    parser = _frame.options("replay", rounds=3)
    parser.add_argument("--periods", type=int, default=180)
    parser.add_argument("--games", type=int, default=277_800, help="of one period")
    parser.add_argument("--players", type=int, default=1_500_000)
    chosen = _frame.chosen_of(parser, argv, periods=4, games=4_000, players=6_000)
    compiler = _kernel.compiler()
    replay = Replay(chosen.periods, chosen.games, chosen.players)
    if chosen.memory:
        _clock.added_memory(replay.c if chosen.memory == FLOOR else replay.arpad)
        return 0
    if chosen.profile:
        return _clock.profiled("replay", replay.arpad, times=1)
    roll, _ = replay.arpad()
    replay.c()
    for name in ("rating", "state", "k"):
        if not np.array_equal(getattr(roll, name), replay.kernel.roll[name]):
            raise SystemExit(f"bench: Arpad and C end with lists that differ in {name}")
    taken = _clock.rounds_of({"Arpad": replay.arpad, FLOOR: replay.c}, chosen.rounds, warming=0)
    told = {
        "Arpad": (arpad.__version__, "seats, rates with ledger, makes the next list"),
        FLOOR: ("month.c", "the same in place, columns reused"),
    }
    walls = _clock.on_the_wall("Arpad")
    sizes = ("--periods", str(chosen.periods), "--games", str(chosen.games), "--players", str(chosen.players))
    added = _clock.added_by("replay", list(taken), chosen.short, *sizes)
    about = f"{chosen.periods} periods, {replay.games:,} games, {chosen.players:,} players, one thread; ratio to Arpad"
    report = _frame.Report("replay", about, chosen.rounds, _frame.rows_of(EDITION, taken, told, added=added))
    report.compared.append(FLOOR)
    report.notes.append(f"Ratio by the clock on the wall: {walls}.")
    report.measures["against-c"] = 1 / report.ratio(FLOOR)
    return _frame.finish(report, chosen, {"compiler": compiler})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
