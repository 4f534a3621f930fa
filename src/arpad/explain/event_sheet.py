"""What an event was worth to each player, as the arbiter gets it after the list. Nothing is computed."""

from __future__ import annotations

from collections.abc import Mapping

from arpad.columns import System
from arpad.days import Day, Month
from arpad.explain.calculation import LawUsed, NamedGame, TitledName, line_fields, named_games, named_passes
from arpad.explain.first_rating import EventName
from arpad.explain.lines import EventLine, event_line
from arpad.explain.list_reasons import Ended, Later, why_on_later_list
from arpad.explain.provenance import RatingSource, source_of
from arpad.explain.round_robin import RoundRobinField, event_field
from arpad.frozen import dataclass
from arpad.law.evidence import Standing, standings
from arpad.rating import Period


@dataclass(frozen=True)
class PlayerLine(EventLine):
    """What the event was worth to one player."""

    id: int
    name: str
    title: str
    federation: str
    games: tuple[NamedGame, ...]
    own_source: RatingSource | None = None  # where the own rating comes from; null for an unrated player


@dataclass(frozen=True)
class EventSheet:
    """An event as it was rated: FIDE's columns and the games of everybody, both passes where it was a round robin."""

    code: str
    name: str
    federation: str  # where it was played
    series: str
    list: Month
    edition: str
    start: Day
    end: Day
    system: System
    cycles: int  # how often everybody met everybody, in a round robin; 0 elsewhere
    later: Later | None  # why it is not on the first list after its end
    field: RoundRobinField | None  # of a round robin that rates its unrated players
    players: tuple[PlayerLine, ...]
    law: LawUsed = LawUsed.SAME
    standings: tuple[Standing, ...] = ()  # of its edition, where that is not known by its text


def event_sheet(
    period: Period, ended: Ended, event: EventName, people: Mapping[int, TitledName], seated: Month | None = None
) -> EventSheet:
    """The sheet of the one event of a period; `people` are called by their position, `seated` is the list that gave
    the ratings."""
    of_list = ended.series, seated
    events, book = period.events, period.books[int(period.events.edition[0])]
    return EventSheet(
        event.code,
        event.name,
        event.federation,
        ended.series,
        Month(period.list_),
        book.id,
        Day(int(events.start[0])),
        Day(int(events.end[0])),
        System(int(events.system[0])),
        System(int(events.system[0])).cycles,
        why_on_later_list(book, ended, Month(period.list_)),
        event_field(period, 0),
        tuple(_player_line(period, entry, people, of_list) for entry in range(len(period.entries))),
        standings=standings((book,)),
    )


def _player_line(
    period: Period, entry: int, people: Mapping[int, TitledName], of_list: tuple[str, Month | None]
) -> PlayerLine:
    line, person = event_line(period, entry), people[int(period.entries.player[entry])]
    games, passes = named_games(period, entry, line, people, of_list), named_passes(period, entry, line, people)
    shown = {"games": games, "round_robin": passes, "own_source": source_of(period, entry, *of_list)}
    shown |= line_fields(person)
    return PlayerLine(**{**line_fields(line), **shown})
