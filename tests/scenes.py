"""Small periods told in a few lines: people by name, events, games, what waits. Every one is also put to the oracle.

    scene = Scene("fide-standard-2024")
    scene.person("Ada", 2200, k=20)
    event = scene.event()
    scene.play(event, "Ada", (1700, 1), (1750, 0.5))
    told = scene.rate()
    told.worksheet("Ada")["new"]

A rating in the place of an opponent seats somebody with that rating; 0 seats a newcomer.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import oracle
from random_periods import Inputs

import arpad
from arpad.columns import (
    Entries,
    Events,
    Firsts,
    Games,
    Ledger,
    Lines,
    Players,
    Pool,
    Role,
    Roll,
    Source,
    State,
    Status,
    System,
    Table,
    Worksheets,
)
from arpad.law import Rulebook
from arpad.lists.ratinglist import carry, finish
from arpad.rating import Period, Rolls, rate
from arpad.rating.batch import GAMES_IN_A_BATCH

Row = dict[str, int]
TABLES = ("ledger", "lines", "worksheets", "firsts", "pool")

# a list of each edition, well inside its time
LISTS = {
    "fide-standard-2006": 200810,
    "fide-standard-2009": 201011,
    "fide-standard-2011": 201203,
    "fide-standard-2012": 201303,
    "fide-standard-2013": 201403,
    "fide-standard-2014": 201610,
    "fide-standard-2017": 202010,
    "fide-standard-2021": 202110,
    "fide-standard-2022": 202310,
    "fide-standard-2023-12": 202402,
    "fide-standard-2024": 202505,
    "fide-standard-2025": 202612,
    "fide-rapid-blitz-2012": 201207,
    "fide-rapid-blitz-2012-07": 201403,
    "fide-rapid-blitz-2014": 201610,
    "fide-rapid-blitz-2018": 202010,
    "fide-rapid-blitz-2022": 202208,
    "fide-rapid-blitz-2022-10": 202310,
    "fide-rapid-blitz-2024": 202410,
    "fide-rapid-blitz-2024-12": 202610,
    "ukraine-2018": 202010,
}
EDITIONS = tuple(LISTS)


def next_roll(book: Rulebook, list_: int, players: Players, replaced: Roll, period: Period) -> Roll:
    """The roll of the list that a period closes, where nothing is adjusted."""
    return finish(book, list_, players, replaced, carry(book, list_, replaced, period))


def rows(table: Table) -> list[Row]:
    return oracle.rows(table)


@dataclass
class Told:
    """A rated scene, by name."""

    period: Period
    names: list[str]

    def _of(self, table: Table, name: str, column: str = "player") -> list[Row]:
        return [row for row in rows(table) if row[column] == self.names.index(name)]

    def worksheet(self, name: str) -> Row:
        (row,) = self._of(self.period.worksheets, name)
        return row

    def has_worksheet(self, name: str) -> bool:
        return bool(self._of(self.period.worksheets, name))

    def first(self, name: str) -> Row:
        (row,) = self._of(self.period.firsts, name)
        return row

    def has_first(self, name: str) -> bool:
        return bool(self._of(self.period.firsts, name))

    def pool(self, name: str) -> list[Row]:
        return self._of(self.period.pool, name)

    def _entries(self, name: str) -> list[int]:
        player = self.names.index(name)
        return [at for at, row in enumerate(rows(self.period.entries)) if row["player"] == player]

    def lines(self, name: str) -> list[Row]:
        all_ = rows(self.period.lines)
        return [all_[at] for at in self._entries(name)]

    def line(self, name: str) -> Row:
        (row,) = self.lines(name)
        return row

    def games(self, name: str) -> list[Row]:
        """His ledger rows, in the order of the games."""
        entries = self._entries(name)
        return [row for row in rows(self.period.ledger) if row["entry"] in entries]

    def each(self, name: str, column: str) -> list[int]:
        return [row[column] for row in self.games(name)]

    def statuses(self, name: str) -> list[Status]:
        return [Status(row["status"]) for row in self.games(name)]


@dataclass
class Scene:
    """A period being told."""

    editions: tuple[str, ...] | str
    list_: int = 0
    people: list[Row] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    standard: list[Row] | None = None
    events: list[Row] = field(default_factory=list)
    seats: list[Row] = field(default_factory=list)
    games: list[Row] = field(default_factory=list)
    waiting: list[Row] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.editions = (self.editions,) if isinstance(self.editions, str) else self.editions
        self.list_ = self.list_ or LISTS[self.editions[-1]]

    @property
    def day(self) -> int:
        """A day in the month before the list."""
        year, month = divmod(self.list_ - 1 if self.list_ % 100 > 1 else self.list_ - 89, 100)
        return (year * 100 + month) * 100 + 10

    def person(self, name: str, rating: int = 0, standard: int = 0, **facts: int) -> str:
        """Somebody on the list being replaced; `facts` are columns of players and roll."""
        state = facts.pop("state", State.ACTIVE if rating else State.NONE)
        self.names.append(name)
        self.people.append({"rating": rating, "state": state, "k": 20 if rating else 0, "standard": standard, **facts})
        return name

    def event(self, system: System = System.SWISS, **facts: int) -> int:
        start = facts.pop("start", self.day)
        row = {"start": start, "end": start, "key": 1000 + len(self.events), "edition": len(self.editions) - 1}
        self.events.append({**row, "system": system, "championship": 0, **facts})
        return len(self.events) - 1

    def seat(self, event: int, name: str, **facts: int) -> int:
        """A seat; as the list being replaced says unless told otherwise."""
        for at, seat in enumerate(self.seats):
            if seat["event"] == event and self.names[seat["player"]] == name:
                assert not facts, f"{name} sits there already"
                return at
        player = self.names.index(name)
        person = self.people[player]
        rated = person["state"] in (State.ACTIVE, State.INACTIVE)
        standard = person["standard"] if not rated else 0
        own = person["rating"] if rated else standard
        role = Role.RATED if own else Role.NEWCOMER
        source = Source.LIST if rated else Source.STANDARD if standard else Source.NONE
        if person["state"] == State.INACTIVE:
            source = Source.INACTIVE
        k = (person["k"] or 20) if own else 0
        row = {"event": event, "player": player, "role": role, "own": own, "shown": own, "source": source, "k": k}
        self.seats.append({**row, "k_reason": 0, "status": 0, **facts})
        return len(self.seats) - 1

    def play(self, event: int, name: str, *games: tuple[int | str, float] | tuple[int | str, float, int]) -> None:
        """Games of somebody: opponent (a name or a rating), score and perhaps a status."""
        me = self.seat(event, name)
        for opponent, score, *status in games:
            if isinstance(opponent, int):
                opponent = self.person(f"somebody {len(self.names)}", opponent)
            other, half = self.seat(event, opponent), int(2 * score)
            order = sum(game["event"] == event for game in self.games)
            game = {"event": event, "white": me, "black": other, "white_half_points": half}
            rest = {"black_half_points": 2 - half, "coloured": 1, "round": order + 1, "order": order}
            self.games.append({**game, **rest, "status": status[0] if status else 0})

    def round_robin(self, event: int, table: dict[str, str]) -> None:
        """A cross table: of each player his results against the others in order, as 1, =, 0 and x for himself."""
        names = list(table)
        score = {"1": 1, "=": 0.5, "0": 0}
        for name in names:
            self.seat(event, name)
        for i, name in enumerate(names):
            for j in range(i + 1, len(names)):
                mine, his = table[name].split()[j], table[names[j]].split()[i]
                assert len(mine) == len(his)
                for one, other in zip(mine, his, strict=True):
                    assert score[one] + score[other] == 1, (name, names[j])
                    self.play(event, name, (names[j], score[one]))

    def wait(self, name: str, games: int, score: float, average: int, **facts: int) -> None:
        """A row of the pool, by default of three months ago."""
        m = self.list_ // 100 * 12 + self.list_ % 100 - 1 - 3
        ended = facts.pop("end", (m // 12 * 100 + m % 12 + 1) * 100 + 15)
        row = {"player": self.names.index(name), "key": len(self.waiting) + 1, "start": ended, "end": ended}
        row |= {"list": ended // 100, "system": System.SWISS, "championship": 0, "games": games}
        self.waiting.append({**row, "half_points": int(2 * score), "met": games * average, **facts})

    # --- out

    def _roll(self) -> Roll:
        names = ("rating", "state", "k", "k_reason", "games", "highest", "last")
        return Roll.of(**{n: [p.get(n, 0) for p in self.people] for n in names})

    def tables(self) -> tuple[Any, ...]:
        """What `rate` takes after the books: players, rolls, events, entries, games, pool."""
        order = sorted(range(len(self.events)), key=lambda e: [self.events[e][c] for c in ("start", "end", "key")])
        place = {e: at for at, e in enumerate(order)}
        seats = sorted(range(len(self.seats)), key=lambda s: place[self.seats[s]["event"]])
        seat_place = {s: at for at, s in enumerate(seats)}
        games = sorted(self.games, key=lambda g: place[g["event"]])
        entries = [{**self.seats[s], "event": place[self.seats[s]["event"]]} for s in seats]
        moved = [{**g, "white": seat_place[g["white"]], "black": seat_place[g["black"]]} for g in games]
        for game in moved:
            del game["event"]
        pool = sorted(self.waiting, key=lambda w: [w[c] for c in ("player", "list", "start", "end", "key")])
        people = [{n: p.get(n, 0) for n in ("born", "federation", "member")} for p in self.people]
        return (
            _table(Players, people),
            Rolls(self._roll()),
            _table(Events, [self.events[e] for e in order]),
            _table(Entries, entries),
            _table(Games, moved),
            _table(Pool, pool),
        )

    def rate(self, books: tuple[Rulebook, ...] | None = None) -> Told:
        """The period, after the oracle has agreed; with books of one's own the oracle is not asked."""
        players, rolls, events, entries, games, pool = self.tables()
        chosen = books or tuple(arpad.rulebook(edition) for edition in self.editions)
        period = rate(self.list_, chosen, players, rolls, events, entries, games, pool)
        if books is None:
            second = oracle.rate(
                self.list_, tuple(self.editions), players, rolls.replaced, events, entries, games, pool
            )
            assert_equal(period, second)
        return Told(period, self.names)


def core(inputs: Inputs, batch_size: int = GAMES_IN_A_BATCH) -> Period:
    """A random period, rated by the core."""
    books = tuple(arpad.rulebook(edition) for edition in inputs.editions)
    rolls = Rolls(inputs.replaced)
    events, entries, games, pool = inputs.events, inputs.entries, inputs.games, inputs.pool
    return rate(inputs.list_, books, inputs.players, rolls, events, entries, games, pool, batch_size)


def _table(kind: type[Any], made: list[Row]) -> Any:
    return kind.of(**{name: [row[name] for row in made] for name in made[0]}) if made else kind.join([])


def assert_equal(period: Period, second: oracle.OraclePeriod) -> None:
    """Bit for bit, every column of every table."""
    for name in TABLES:
        mine: Ledger | Lines | Worksheets | Firsts | Pool = getattr(period, name)
        other = getattr(second, name)
        assert len(mine) == len(other), f"{name}: {len(mine)} rows, the oracle has {len(other)}"
        if not mine.equals(other):
            raise AssertionError(first_difference(name, mine, other))


def first_difference(name: str, mine: Table, other: Table) -> str:
    for at, (row, wanted) in enumerate(zip(rows(mine), rows(other), strict=True)):
        if row != wanted:
            wrong = {column: (row[column], wanted[column]) for column in row if row[column] != wanted[column]}
            return f"{name}, row {at}: (core, oracle) {wrong} in {row}"
    return f"{name}: equal"
