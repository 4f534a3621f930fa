"""The results of a player in rated events, summed by colour and by opposition, with best wins, opponents and runs.

Every sum is over games that were played, as the lists stored them; nothing is estimated. A game that did not count is
in the score and in no expectation. Games that were not played are left out, and so are games of a part that another
part decided.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Any

import numpy as np
from sqlalchemy import Connection, bindparam, select

from arpad.columns import Entries, Games, Ledger, Status
from arpad.days import Day, Month
from arpad.exact import HalfPoints, Hundredths
from arpad.explain.calculation import Colour
from arpad.frozen import dataclass
from arpad.law import LawError, in_force
from arpad.law.rules.rating import DP_TABLE
from arpad.lists.published import People
from arpad.office.book.admitted_content import unpack_content
from arpad.office.publishing.whole_events import TABLES_OF_A_PART
from arpad.office.reading_room.careers import EventHead, event_heads, event_keys_of_player
from arpad.office.registry.player_numbers import office_number
from arpad.office.store import schema
from arpad.packed import split, unpack
from arpad.rating.expected import percentage, performance
from arpad.rating.initial import average_met

WIN, DRAW, LOSS = 2, 1, 0  # half points
MUCH_STRONGER = 100  # points of rating: what pages call stronger and weaker; no value of a regulation
MOST_WINS, MOST_OPPONENTS, MOST_PERFORMANCES = 8, 8, 5
PERFORMANCE_GAMES = 5  # fewer say little; no value of a regulation
LEFT_OUT = (Status.UNPLAYED_GAME.value, Status.EARLIER_PART.value, Status.LATER_PART.value)
_content, _ledger = schema.content, schema.ledger_part
_EVENTS_QUERY = (
    select(_content.c.event_key, _content.c.packed, _ledger.c.packed.label("ledger"), _ledger.c.list)
    .join(_ledger, _ledger.c.decision == _content.c.decision)
    .where(_ledger.c.series == bindparam("series"), _content.c.event_key.in_(bindparam("keys", expanding=True)))
)


@dataclass(frozen=True)
class PlayedGame:
    """A game of a player in a rated event."""

    list_: Month
    event: str
    event_name: str
    end: Day
    round: int
    colour: Colour | None
    opponent: int  # the office's number
    opponent_name: str
    opponent_title: str
    rating: int | None
    opponent_rating: int | None
    score: HalfPoints
    expected: Hundredths | None  # only of a game that counted
    counted: bool


@dataclass(frozen=True)
class Score:
    """Games of one kind: how they ended, and what was expected of those that counted."""

    group: str  # white, black, unknown; stronger, equal, weaker, unrated; all
    wins: int
    draws: int
    losses: int
    points: HalfPoints
    counted: int
    counted_points: HalfPoints
    expected: Hundredths

    @property
    def games(self) -> int:
        """All of them."""
        return self.wins + self.draws + self.losses


@dataclass(frozen=True)
class OpponentScore:
    """The score against one opponent."""

    id: int
    name: str
    title: str
    score: Score


@dataclass(frozen=True)
class EventPerformance:
    """The performance rating in an event: the average of the opponents and what the percentage is worth."""

    list_: Month
    event: str
    name: str
    end: Day
    games: int
    points: HalfPoints
    average: int
    performance: int
    edition: str
    articles: tuple[str, ...]


@dataclass(frozen=True)
class Run:
    """The longest run of games in their order of play, and the days of the events it began and ended with."""

    kind: str  # wins, unbeaten
    games: int
    start: Day
    end: Day


@dataclass(frozen=True)
class SeriesResults:
    """The results of a player in one series."""

    series: str
    all: Score
    by_colour: tuple[Score, ...]
    by_opposition: tuple[Score, ...]
    best_wins: tuple[PlayedGame, ...]  # the highest rated opponents first
    performances: tuple[EventPerformance, ...]  # the best first
    opponents: tuple[OpponentScore, ...]  # the most met first
    runs: tuple[Run, ...]


def series_results(connection: Connection, series: str, key: int, people: People) -> SeriesResults | None:
    """Return the results of a player in a series; None if no game was played in a rated event of it."""
    games = tuple(played_games(connection, series, key, people))
    if not games:
        return None
    wins = sorted(
        (game for game in games if game.score == WIN and game.opponent_rating),
        key=lambda game: (-(game.opponent_rating or 0), -int(game.end)),
    )
    return SeriesResults(
        series,
        _score("all", games),
        tuple(_scores(games, _colour_group, ("white", "black", "unknown"))),
        tuple(_scores(games, _opposition_group, ("stronger", "equal", "weaker", "unrated"))),
        tuple(wins[:MOST_WINS]),
        tuple(_best_performances(series, games)),
        tuple(_opponents(games)),
        tuple(_longest_runs(games)),
    )


def played_games(connection: Connection, series: str, key: int, people: People) -> Iterator[PlayedGame]:
    """Yield the played games of a player in rated events of a series, as published, in their order of play."""
    keys = sorted({each for events in event_keys_of_player(connection, series, key).values() for each in events})
    heads = event_heads(connection, series, keys)
    rows = connection.execute(_EVENTS_QUERY, {"series": series, "keys": keys}).all()
    for row in sorted(rows, key=lambda row: (int(heads[row.event_key].end), row.event_key, row.list)):
        yield from _games_of_event(row, heads[row.event_key], key, people)


def _games_of_event(stored: Any, head: EventHead, key: int, people: People) -> Iterator[PlayedGame]:
    """Yield the games of a player in one event. An event in parts that were rated together has its own games."""
    tables = list(split(stored.ledger))
    players, ledger = unpack(Entries, tables[0]).player, unpack(Ledger, tables[2])
    mine = np.flatnonzero((players[ledger.entry] == key) & ~np.isin(ledger.status, LEFT_OUT))
    if not len(mine):
        return
    joined = tables[TABLES_OF_A_PART:]
    games: Games = unpack(Games, joined[0]) if joined else unpack_content(stored.packed).games
    order = games.order[ledger.game[mine]].argsort(kind="stable")
    for row in mine[order].tolist():
        game, opponent = int(ledger.game[row]), int(players[ledger.opponent[row]])
        white = bool(games.white[game] == ledger.entry[row])
        status = int(ledger.status[row])
        counted = status == Status.COUNTED.value
        known = opponent < len(people)
        yield PlayedGame(
            Month(stored.list), head.code, head.name, head.end, int(games.round[game]),
            (Colour.WHITE if white else Colour.BLACK) if games.coloured[game] else None,
            office_number(opponent), str(people.name[opponent]) if known else "",
            people.title[opponent] if known else "",
            int(ledger.own[row]) or None, int(ledger.met[row]) or None, int(ledger.half_points[row]),
            int(ledger.expected[row]) if counted else None, counted,
        )  # fmt: skip


def _colour_group(game: PlayedGame) -> str:
    return game.colour.value if game.colour else "unknown"


def _opposition_group(game: PlayedGame) -> str:
    """How strong the opponent was at the board, beside the player; without both ratings nobody can say."""
    if not game.rating or not game.opponent_rating:
        return "unrated"
    difference = game.opponent_rating - game.rating
    return "stronger" if difference >= MUCH_STRONGER else "weaker" if difference <= -MUCH_STRONGER else "equal"


def _scores(
    games: Iterable[PlayedGame], group_of: Callable[[PlayedGame], str], groups: Iterable[str]
) -> Iterator[Score]:
    """Yield the score of each of these groups that has games, in their order."""
    by_group: dict[str, list[PlayedGame]] = {}
    for game in games:
        by_group.setdefault(group_of(game), []).append(game)
    for group in groups:
        if group in by_group:
            yield _score(group, by_group[group])


def _score(group: str, games: Iterable[PlayedGame]) -> Score:
    """Sum games up."""
    games = tuple(games)
    ended = Counter(game.score for game in games)
    counted = [game for game in games if game.counted]
    return Score(
        group, ended[WIN], ended[DRAW], len(games) - ended[WIN] - ended[DRAW], sum(game.score for game in games),
        len(counted), sum(game.score for game in counted), sum(game.expected or 0 for game in counted),
    )  # fmt: skip


def _best_performances(series: str, games: Iterable[PlayedGame]) -> Iterator[EventPerformance]:
    """Yield the best performances in events with enough games that counted, by the edition in force on the last day;
    none for a day without an edition."""
    performances = []
    for _, played in groupby(games, lambda game: (game.event, game.list_)):
        counted = [game for game in played if game.counted]
        last = counted[-1] if counted else None
        if last is None or len(counted) < PERFORMANCE_GAMES:
            continue
        try:
            book = in_force(series, last.end.date)
        except LawError:
            continue
        points = sum(game.score for game in counted)
        number, scored = np.array([len(counted)], np.int64), np.array([points], np.int64)
        met = np.array([sum(game.opponent_rating or 0 for game in counted)], np.int64)
        average = int(average_met(book, met, number)[0])
        difference = int(performance(book, percentage(book, scored, number))[0])
        performances.append(
            EventPerformance(
                last.list_,
                last.event,
                last.event_name,
                last.end,
                len(counted),
                points,
                average,
                average + difference,
                book.id,
                book.articles(DP_TABLE)[:1],
            )
        )
    yield from sorted(performances, key=lambda each: (-each.performance, -int(each.end)))[:MOST_PERFORMANCES]


def _opponents(games: Iterable[PlayedGame]) -> Iterator[OpponentScore]:
    """Yield the opponents met more than once, the most met first, of equal ones the last met."""
    met: dict[int, list[PlayedGame]] = {}
    for game in games:
        met.setdefault(game.opponent, []).append(game)
    often = sorted(
        (played for played in met.values() if len(played) > 1), key=lambda played: (-len(played), -int(played[-1].end))
    )
    for played in often[:MOST_OPPONENTS]:
        last = played[-1]
        yield OpponentScore(last.opponent, last.opponent_name, last.opponent_title, _score("all", played))


def _longest_runs(games: Iterable[PlayedGame]) -> Iterator[Run]:
    """Yield the longest run of wins and the longest without a loss, the first of equal ones; none of a single game."""
    games = tuple(games)
    for kind, least in (("wins", WIN), ("unbeaten", DRAW)):
        runs = [tuple(run) for good, run in groupby(games, lambda game: game.score >= least) if good]  # noqa: B023
        longest = max(runs, key=len, default=())
        if len(longest) > 1:
            yield Run(kind, len(longest), longest[0].end, longest[-1].end)
