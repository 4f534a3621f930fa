"""The C kernel as a contestant: compile it here and now, put a month into its layout, call it, read its columns."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from _months import Month

from arpad.columns import Firsts, Ledger, Lines, Pool, Table, Worksheets, dtypes
from arpad.law.rules import newcomers as asked
from arpad.law.rules import rating as rules
from arpad.law.rules.lists import LIST_CALENDAR

SOURCE = Path(__file__).with_name("month.c")
FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")
SPAN = 4096
NEVER = 2**31 - 1

ENTRY = np.dtype(
    [("player", "i4"), ("own", "i2"), ("shown", "i2"), *((n, "u1") for n in ("role", "status", "k", "source"))]
)
GAME = np.dtype([("white", "u2"), ("black", "u2"), ("half_points", "u1"), ("status", "u1")])
EVENT = np.dtype(
    [("key", "i8"), *((n, "i4") for n in ("start", "end", "entry", "game")), ("system", "u1"), ("championship", "u1")],
    align=True,
)
STANDING = np.dtype([("rating", "i2"), ("state", "u1"), ("k", "u1")])
WAITING = np.dtype([(name, dtype) for name, dtype in dtypes(Pool).items()], align=True)
TOTAL = np.dtype([("sum", "i4"), ("change", "i4"), ("games", "u2"), ("half_points", "u2"), ("late", "u1")], align=True)
WHOLE = (
    *("list", "limit", "exempt_from", "robins", "first_half_points", "very_first", "opponents_from"),
    *("event_games", "every_event", "games_in_robins", "least_result"),
    *("added", "added_rating", "added_half_points", "bonus_top", "bonus_bottom"),
    *("games", "member_games", "championship_games", "window", "maximum", "floor", "product", "of_new_rating"),
    *("away", "scaled", "first_pass"),
)
BOOK = np.dtype(
    [
        *((name, "i4") for name in WHOLE),
        ("months", "i4", 12),
        ("month_count", "i4"),
        ("dp", "i2", 101),
        ("expected", "u1", 2 * SPAN + 1),
    ],
    align=True,
)


def compiler() -> str:
    """The compiler's name and version; where there is none, say what helps."""
    found = shutil.which("gcc")
    if not found:
        print("bench: gcc is not on the path; the C kernel cannot be compiled", file=sys.stderr)
        print("bench: what helps: apt-get install gcc libc6-dev", file=sys.stderr)
        raise SystemExit(1)
    return subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0]


@cache
def compiled() -> ctypes.CDLL:
    """The library, compiled once in this process."""
    compiler()
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "month.so"
        made = subprocess.run(["gcc", *FLAGS, "-o", library, SOURCE], check=False)
        if made.returncode:
            print("bench: gcc could not compile benchmarks/month.c", file=sys.stderr)
            print("bench: what helps: apt-get install gcc libc6-dev", file=sys.stderr)
            raise SystemExit(1)
        return ctypes.CDLL(str(library))


def law(month: Month) -> Any:
    """The edition as plain numbers."""
    book, plain = month.book, np.zeros(1, BOOK)
    limit, first = book.rule(rules.DIFFERENCE_LIMIT), book.rule(asked.FIRST_EVENT)
    opponents, event_games = book.find(asked.FIRST_EVENT_OPPONENTS), book.find(asked.MINIMUM_EVENT_GAMES)
    average, bonus, member = (
        book.rule(asked.OPPONENTS_AVERAGE),
        book.rule(asked.OVER_HALF),
        book.find(asked.MINIMUM_GAMES_MEMBER),
    )
    championship, maximum = book.find(asked.MINIMUM_GAMES_CHAMPIONSHIP), book.find(asked.FIRST_RATING_MAXIMUM)
    ceiling, rounding = book.find(rules.COEFFICIENT_CEILING), book.rule(rules.CHANGE_ROUNDING)
    iteration = book.find(asked.ROUND_ROBIN_ITERATION)
    months = sorted(book.rule(LIST_CALENDAR).months)
    values = {
        "list": month.list_,
        "limit": limit.limit,
        "exempt_from": getattr(limit, "exempt_from", NEVER),
        "robins": isinstance(book.rule(rules.UNRATED_OPPONENT), rules.EventRating),
        "first_half_points": first.half_points,
        "very_first": first.judged == "very-first",
        "opponents_from": opponents.half_points if opponents else 0,
        "event_games": event_games.games if event_games else 0,
        "every_event": event_games.events == "every" if event_games else 1,
        "games_in_robins": event_games.round_robin if event_games else 0,
        "least_result": book.rule(asked.FLOOR).rating if book.has(asked.FIRST_RESULT) else -NEVER,
        "added": getattr(average, "opponents", 0),
        "added_rating": getattr(average, "rating", 0),
        "added_half_points": getattr(average, "half_points", 0),
        "bonus_top": bonus.per_half_point.numerator if isinstance(bonus, asked.Bonus) else 0,
        "bonus_bottom": bonus.per_half_point.denominator if isinstance(bonus, asked.Bonus) else 0,
        "games": book.rule(asked.MINIMUM_GAMES).games,
        "member_games": member.games if member else 0,
        "championship_games": championship.games if championship else 0,
        "window": book.rule(asked.POOLING_WINDOW).months,
        "maximum": maximum.rating if maximum else NEVER,
        "floor": book.rule(asked.FLOOR).rating,
        "product": ceiling.product if ceiling else 0,
        "of_new_rating": rounding.of == "new-rating",
        "away": rounding.halves == "away",
        "scaled": book.has(asked.UNDER_HALF_ROUND_ROBIN),
        "first_pass": bool(iteration) and iteration.delta_from == "first-pass",
        "month_count": len(months),
    }
    for name, value in values.items():
        plain[name] = value
    plain["months"][0, : len(months)] = months
    plain["dp"][0] = book.performance.array
    plain["expected"][0] = [book.expectation.look(difference) for difference in range(-SPAN, SPAN + 1)]
    return plain


class Layout:
    """The events, entries and games of a month as rows, seats counted from 0 in their event."""

    def __init__(self, month: Month) -> None:
        self.book, entries, games, events = law(month), month.entries, month.games, month.events
        self.events = np.zeros(len(events) + 1, EVENT)
        for name in ("key", "start", "end", "system", "championship"):
            self.events[name][:-1] = getattr(events, name)
        edges = np.arange(len(events) + 1)
        self.events["entry"] = np.searchsorted(entries.event, edges)
        of_game = entries.event[games.white]
        self.events["game"] = np.searchsorted(of_game, edges)
        self.entries = _packed(ENTRY, len(entries), entries)
        self.games = np.zeros(len(games), GAME)
        base = self.events["entry"][of_game]
        self.games["white"], self.games["black"] = games.white - base, games.black - base
        self.games["half_points"] = games.white_half_points | games.black_half_points << 2
        self.games["status"] = games.status


class Kernel:
    """A month in C's own layout, and room for what it makes."""

    def __init__(self, month: Month) -> None:
        if (
            month.book.has(rules.STAND_IN_RATING)
            or month.book.has(asked.BELOW_FLOOR)
            or month.book.has(rules.WIDE_DIFFERENCE)
        ):
            raise SystemExit(f"bench: the C kernel does not cover {month.book.id}")
        self.library = compiled()
        self.size = len(month.players)
        self.member = month.players.member
        self.roll = _packed(STANDING, self.size, month.rolls.replaced)
        self.load(Layout(month))
        self.held = np.zeros(self.count + len(month.pool), WAITING)
        self.held[: len(month.pool)] = self.pool = _packed(WAITING, len(month.pool), month.pool)
        self.scratch = [
            np.zeros(self.size, TOTAL),
            np.zeros(self.size, np.uint8),
            np.zeros(self.count, np.uint64),
            np.zeros(self.count, np.uint64),
            np.zeros(self.count, WAITING),
        ]

    def load(self, period: Layout) -> None:
        """Take a period's tables; the list and the pool stay."""
        self.book, self.events, self.entries, self.games = period.book, period.events, period.entries, period.games
        self.count, self.played = len(period.entries), len(period.games)

    def reserve(self, waiting: int, games: int) -> None:
        """For replays: room for the largest period and pool, kept from period to period."""
        held, self.held = self.held, np.zeros(waiting, WAITING)
        self.held[: len(held)] = held
        self.scratch[2:] = [np.zeros(waiting, part.dtype) for part in self.scratch[2:]]
        lengths = (
            (Ledger, 2 * games),
            (Lines, self.count),
            (Worksheets, self.count),
            (Firsts, waiting),
            (Pool, waiting),
        )
        self.columns = tuple(kind.room(length) for kind, length in lengths)

    def room(self) -> tuple[Table, ...]:
        """Fresh columns, as long as they can become."""
        waiting = self.count + len(self.pool)
        lengths = ((Ledger, 2 * self.played), (Lines, self.count), (Worksheets, self.count), (Firsts, waiting))
        return tuple(kind.room(length) for kind, length in (*lengths, (Pool, waiting)))

    def rate(self, room: tuple[Table, ...] | None = None) -> tuple[Table, ...]:
        """The period, into fresh columns or into the room given."""
        room = room or self.room()
        made = np.zeros(3, np.int64)
        scratch = np.array([part.ctypes.data for part in self.scratch], np.uint64)
        tables = [np.array([column.ctypes.data for _, column in table.columns()], np.uint64) for table in room]
        self.library.rate(
            _at(self.book),
            ctypes.c_int64(self.size),
            _at(self.member),
            _at(self.roll),
            ctypes.c_int64(len(self.events) - 1),
            *(_at(rows) for rows in (self.events, self.entries, self.games)),
            ctypes.c_int64(len(self.pool)),
            *(_at(rows) for rows in (self.pool, scratch, *tables, made)),
        )
        self.made = made
        lengths = (2 * self.played, self.count, *made.tolist())
        return tuple(table.cut(slice(0, length)) for table, length in zip(room, lengths, strict=True))

    def seat(self) -> None:
        """Everybody with the rating on the list, in place."""
        self.library.seat(_at(self.entries), ctypes.c_int64(self.count), _at(self.roll))

    def publish(self, tables: tuple[Table, ...]) -> None:
        """The new ratings onto the list, in place; the next pool becomes the pool."""
        made = [np.array([column.ctypes.data for _, column in table.columns()], np.uint64) for table in tables[2:]]
        self.pool = self.held[: len(tables[-1])]
        self.library.publish(*(_at(rows) for rows in (self.roll, self.made, *made, self.held)))


def _packed(dtype: Any, length: int, table: Table) -> Any:
    rows = np.zeros(length, dtype)
    for name in dtype.names:
        rows[name] = getattr(table, name)
    return rows


def _at(array: Any) -> Any:
    return ctypes.c_void_p(array.ctypes.data)
