"""Keep the lists of the series while it is played, with the project's own kernels: seat, rate, make the list.

Ratings printed in a report are those of the list in force when its event began, so the simulation must make the lists
the office will make. In: the events that enter a list. Out: the roll of that list. Reports that will be refused or
asked about are not in it.
"""

from __future__ import annotations

from datetime import date, timedelta

import numpy as np
import numpy.typing as npt

from arpad.columns import Events, Games, Players, Pool, Roll, Source, Status
from arpad.days import Day, Month
from arpad.frozen import dataclass
from arpad.law import Rulebook, in_force
from arpad.law.calendar import list_on
from arpad.lists.seats import Lists, Unseated, seat
from arpad.model import Kind, ReportedGames
from arpad.pipeline import PeriodInputs, make_list
from arpad.rating.pool import newest_starts

DAY = timedelta(days=1)


@dataclass(frozen=True)
class Held:
    """An event that will be rated: who played, and what the kernels ask of it."""

    key: int
    start: date
    end: date
    seated: int  # the list that gives the ratings
    system: int
    people: tuple[int, ...]  # rows of the federation, by start number
    games: ReportedGames
    left_out: frozenset[tuple[int, int]] = frozenset()  # round and player of games that do not count
    why: Status = Status.MATCH_DECIDED


class Season:
    """The rolls of a series, list by list."""

    def __init__(self, series: str, other: str, players: Players, home: int, opening: tuple[date, Roll]) -> None:
        self.series, self.other_series, self.players, self.home = series, other, players, home
        self.own: dict[int, Roll] = {Month.of(opening[0]): opening[1]}
        self.other: dict[int, Roll] = {}
        self.newest = Month.of(opening[0])
        self.pool = Pool.room(0)
        self.rated_late = 0  # entries of players rated between playing and rating

    def close(self, list_day: date, held: list[Held]) -> None:
        """Make the list of a day out of the events that enter it."""
        list_, own = Month.of(list_day), in_force(self.series, list_day - DAY)
        held = sorted(held, key=lambda each: (each.start, each.end, each.key))
        editions = [in_force(self.series, each.start) for each in held]
        waiting = [in_force(self.series, Day(day).date) for day in newest_starts(self.pool)]
        earlier = {book.id: book for book in (*editions, *waiting) if book.id != own.id}
        books: tuple[Rulebook, ...] = (*(earlier[name] for name in sorted(earlier)), own)
        places = {book.id: at for at, book in enumerate(books)}
        events = Events.of(
            key=[each.key for each in held],
            start=[Day.of(each.start) for each in held],
            end=[Day.of(each.end) for each in held],
            edition=[places[book.id] for book in editions],
            system=[each.system for each in held],
            championship=[False] * len(held),
        )
        event = np.repeat(np.arange(len(held), dtype=np.int32), [len(each.people) for each in held])
        player = np.array([row for each in held for row in each.people], np.int32)
        at_start = np.array([each.seated for each in held], np.int32)
        inputs = PeriodInputs(
            books,
            self.players,
            Lists(self.own, self.other, self.newest, list_, (self.home,)),
            events,
            Unseated(at_start, event.astype(np.int32), player),
            _games(held),
            self.pool,
            {self.other_series: self.other[list_]} if self.other_series else {},
        )
        outcome = make_list(inputs)
        self.rated_late += int(np.count_nonzero(outcome.period.entries.source == Source.LATE.value))
        self.own[list_], self.pool, self.newest = outcome.roll, outcome.period.pool, list_

    def shown(self, day: date) -> npt.NDArray[np.int16]:
        """The rating every player sits down with on a day, as a report prints it."""
        list_, book = Month.of(list_on(self.series, day)), in_force(self.series, day)
        size = len(self.players)
        events = Events.of(key=[0], start=[Day.of(day)], end=[Day.of(day)], edition=[0], system=[0],
                           championship=[False])  # fmt: skip
        lists = Lists({list_: self.own[list_]}, self.other, list_, list_, (self.home,))
        everybody = Unseated(np.array([list_], np.int32), np.zeros(size, np.int32), np.arange(size, dtype=np.int32))
        return seat((book,), self.players, lists, events, everybody).shown


def _games(held: list[Held]) -> Games:
    parts, first = [Games.of(white=[], black=[], white_half_points=[], black_half_points=[], coloured=np.zeros(0, bool),
                             round=[], order=[], status=[])], 0  # fmt: skip
    for each in held:
        games = each.games
        status = np.where(games.kind == Kind.PLAYED, 0, Status.UNPLAYED_GAME).astype(np.uint8)
        for turn, number in sorted(each.left_out):
            mine = ((games.white == number) | (games.black == number)) & (games.round == turn) & (status == 0)
            status[mine] = each.why
        parts.append(
            Games(
                (games.white + first - 1).astype(np.int32),
                (games.black + first - 1).astype(np.int32),
                games.white_half_points.astype(np.int8),
                games.black_half_points.astype(np.int8),
                games.coloured,
                games.round,
                games.order,
                status,
            )
        )
        first += len(each.people)
    return Games.join(parts)
