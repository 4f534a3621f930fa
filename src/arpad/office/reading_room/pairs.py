"""Find the games of two players against each other, over all lists of all series, with what each was worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sqlalchemy import Connection

from arpad.columns import Status
from arpad.days import Day, Month
from arpad.exact import HalfPoints, Hundredths
from arpad.explain.calculation import Colour
from arpad.frozen import dataclass
from arpad.office.publication.explaining import explain
from arpad.office.reading_room.careers import common_events
from arpad.office.reading_room.stamps import ListHead
from arpad.office.registry.identity import own_id


@dataclass(frozen=True)
class MetGame:
    """A game between two players, from the first one's side."""

    series: str
    list_: Month
    event: str
    name: str
    end: Day
    round: int
    colour: Colour | None
    rating: int | None
    opponent_rating: int | None
    score: HalfPoints
    delta: Hundredths
    status: Status


def games_between(connection: Connection, heads: Iterable[ListHead], first: int, second: int) -> Iterator[MetGame]:
    """Yield the games between two players, oldest first in each series."""
    other = own_id(second)
    for head in heads:
        for list_, _ in sorted(common_events(connection, head.series, first, second).items()):
            opened = explain(connection, head.series, list_, first)
            for event in opened.events:
                for game in event.games:
                    if game.opponent_id == other:
                        yield MetGame(
                            head.series, Month(list_), event.code, event.name, event.end, game.round, game.colour,
                            event.ro, game.opponent_rating, game.score, game.delta, game.status,
                        )  # fmt: skip
