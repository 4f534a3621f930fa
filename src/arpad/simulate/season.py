"""Keep the lists of the series while it is played, with the project's own kernels: seat, rate, make the list.

Ratings printed in a report are those of the list in force when its event began, so the simulation must make the lists
the office will make. In: the events that enter a list. Out: the roll of that list. Reports that will be refused or
asked about are not in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

import numpy as np
import numpy.typing as npt

from arpad.columns import Events, Games, Players, Pool, Roll, Source, Status
from arpad.law import Rulebook, in_force
from arpad.law.calendar import day_number, list_number, list_on
from arpad.law.rules.rating import FOREIGN_PLAYERS
from arpad.lists.adjust import make_list
from arpad.lists.standing import Lists, seat
from arpad.model import Kind, ReportedGames
from arpad.rating import Rolls, rate

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

    def __init__(self, series: str, other: str, players: Players, home: int, opening: date, roll: Roll) -> None:
        self.series, self.other_series, self.players, self.home = series, other, players, home
        self.own: dict[int, Roll] = {list_number(opening): roll}
        self.other: dict[int, Roll] = {}
        self.newest = list_number(opening)
        self.pool = Pool.room(0)
        self.rated_late = 0  # entries of players rated between playing and rating

    def close(self, list_day: date, held: list[Held]) -> None:
        """Make the list of a day out of the events that enter it."""
        list_, own = list_number(list_day), in_force(self.series, list_day - DAY)
        lists = Lists(self.own, self.other, self.newest)
        held = sorted(held, key=lambda each: (each.start, each.end, each.key))
        editions = [in_force(self.series, each.start) for each in held]
        earlier = {book.id: book for book in editions if book.id != own.id}
        books: tuple[Rulebook, ...] = (*(earlier[name] for name in sorted(earlier)), own)
        places = {book.id: at for at, book in enumerate(books)}
        events = Events.of(
            key=[each.key for each in held],
            start=[day_number(each.start) for each in held],
            end=[day_number(each.end) for each in held],
            edition=[places[book.id] for book in editions],
            system=[each.system for each in held],
            championship=[False] * len(held),
        )
        event = np.repeat(np.arange(len(held), dtype=np.int32), [len(each.people) for each in held])
        player = np.array([row for each in held for row in each.people], np.int32)
        at_start = np.array([each.seated for each in held], np.int32)
        entries = seat(books, list_, self.players, self.home, lists, events, at_start, event.astype(np.int32), player)
        replaced = self.own[self.newest]
        rolls = Rolls(replaced, self.other.get(self.newest))
        period = rate(list_, books, self.players, rolls, events, entries, _games(held), self.pool)
        self.rated_late += int(np.count_nonzero(entries.source == Source.LATE.value))
        others = {self.other_series: self.other[list_]} if self.other_series else {}
        self.own[list_], _ = make_list(own, list_day, self.players, replaced, period, others)
        self.pool, self.newest = period.pool, list_

    def shown(self, day: date) -> npt.NDArray[np.int16]:
        """The rating every player sits down with on a day, as a report prints it."""
        number, book = list_number(list_on(self.series, day)), in_force(self.series, day)
        size = len(self.players)
        one = Events.of(key=[0], start=[day_number(day)], end=[day_number(day)], edition=[0], system=[0],
                        championship=[False])  # fmt: skip
        lists = Lists({number: self.own[number]}, self.other, number)
        nobody, everybody = np.zeros(size, np.int32), np.arange(size, dtype=np.int32)
        at = np.array([number], np.int32)
        return seat((book,), number, self.players, self.home, lists, one, at, nobody, everybody).shown


def home_of(series: str, day: date) -> str:
    """The federation whose national list a series is; nothing for an international one."""
    book = in_force(series, day)
    return book.rule(FOREIGN_PLAYERS).home if book.has(FOREIGN_PLAYERS) else ""


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
