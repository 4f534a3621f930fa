"""Join the parts and stages of an event into one event, and decide what only the whole event can tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

import numpy as np
import numpy.typing as npt

from arpad.admission.composition import Meetings, as_rated
from arpad.admission.match import MatchGames, decided_before
from arpad.columns import I16, I32, I64, NO_GAME, U8, U16, Bools, Entries, Events, Games, Status, System
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.law.rules.admission import MATCH_DECIDED, MATCH_WITH_UNRATED
from arpad.law.rules.rating import EVENT_IN_PARTS
from arpad.rating import Unfinished

Rows = npt.NDArray[np.intp]

LEDGER_ROWS_PER_GAME = 2  # ledger rows of a game


@dataclass(frozen=True)
class PartColumns:
    """A row for each row of the events, about its event; an event in one piece is its own only part."""

    whole: I64  # the key of the event it belongs to
    turn: I32  # its position among the parts of the event
    declared: U8  # the declared system plus one; 0: none
    scheduled: U16  # games of a match to which the limit of decided matches applies, or 0
    goes_on: Bools  # a later part may come
    earlier: U8  # for each ledger row what an earlier list did with it


@dataclass(frozen=True)
class JoinedEvents:
    """The tables of a period with one row for each event."""

    events: Events
    entries: Entries
    games: Games
    unfinished: Unfinished


def join_parts(
    books: tuple[Rulebook, ...], events: Events, entries: Entries, games: Games, parts: PartColumns
) -> JoinedEvents:
    """Join the parts of each event. Events are sorted by start and end; the last book decides within a day."""
    if not len(events):
        return JoinedEvents(events, entries, games, Unfinished(parts.goes_on, parts.earlier))
    together = np.array([_is_judged_as_whole(book) for book in books], bool)[events.edition]
    group, first = _group_by_event(events, np.where(together, parts.whole, events.key))
    several = np.bincount(group)[group] > 1
    whole = np.where(together, parts.whole, events.key)
    new_events, place = _join_event_rows(events, group, first, whole, books[-1].by_registration)
    event = place[group]
    goes_on = np.zeros(len(new_events), bool)
    goes_on[event[parts.goes_on & together]] = True

    new_entries, seat = _join_entries(entries, event, parts.turn, several)
    new_games, order = _join_games(games, entries, event, parts.turn, seat)
    earlier = parts.earlier.reshape(-1, LEDGER_ROWS_PER_GAME)[order].reshape(-1)
    part = entries.event[games.white[order]] if len(games) else np.zeros(0, np.int32)
    joined = _WholeEventJudge(books, new_events, new_entries, new_games, events.end[part])
    for at in np.unique(event[several | (parts.declared > 0)]).tolist():
        rows = np.flatnonzero(event == at)
        joined.judge(at, _DeclaredEvent.of(events, parts, rows), bool(goes_on[at]))
    return JoinedEvents(joined.events, new_entries, joined.games, Unfinished(goes_on, earlier))


def _is_judged_as_whole(book: Rulebook) -> bool:
    """Whether a rulebook judges the parts of an event as one event."""
    rule = book.rule(EVENT_IN_PARTS)
    match rule.judged:
        case "whole":
            return True
        case "alone":
            return False
        case _:
            assert_never(rule.judged)


def _group_by_event(events: Events, whole: I64) -> tuple[Rows, Rows]:
    """For each row the number of its event, and for each event its first row."""
    _, first, group = np.unique(whole, return_index=True, return_inverse=True)
    return group.reshape(-1), first


def _join_event_rows(events: Events, group: Rows, first: Rows, whole: I64, as_sent: bool) -> tuple[Events, Rows]:
    """One row for each event, sorted (within the same days as they came, or by key); and the new position of each."""
    heads = events.take(first)
    start, end, championship = heads.start.copy(), heads.end.copy(), heads.championship.copy()
    np.minimum.at(start, group, events.start)
    np.maximum.at(end, group, events.end)
    np.logical_or.at(championship, group, events.championship)
    heads = replace(heads, key=whole[first], start=start, end=end, championship=championship)
    order = np.lexsort((first if as_sent else heads.key, end, start))
    place = np.empty(len(order), np.intp)
    place[order] = np.arange(len(order))
    return heads.take(order), place


def _join_entries(entries: Entries, event: Rows, turn: I32, several: Bools) -> tuple[Entries, I32]:
    """The entries sorted by event, with equal seats of a player in one event once; and the new position of each."""
    moved = replace(entries, event=event[entries.event].astype(np.int32))
    canon = np.arange(len(entries))
    doubled = np.flatnonzero(several[entries.event])
    doubled = doubled[np.lexsort((doubled, turn[entries.event[doubled]]))]
    if len(doubled):
        seats = np.stack([column[doubled].astype(np.int64) for _, column in moved.columns()], axis=1)
        _, at, same = np.unique(seats, axis=0, return_index=True, return_inverse=True)
        canon[doubled] = doubled[at[same.reshape(-1)]]
    order = np.lexsort((np.arange(len(entries)), turn[entries.event], moved.event))
    order = order[canon[order] == order]
    place = np.zeros(len(entries), np.int32)
    place[order] = np.arange(len(order), dtype=np.int32)
    return moved.take(order), place[canon]


def _join_games(games: Games, entries: Entries, event: Rows, turn: I32, seat: I32) -> tuple[Games, Rows]:
    """The games sorted by event and by the order in which its parts were rated; and the former row of each."""
    part = entries.event[games.white] if len(games) else np.zeros(0, np.int32)
    order = np.lexsort((np.arange(len(games)), turn[part], event[part]))
    games = games.take(order)
    return replace(games, white=seat[games.white], black=seat[games.black]), order


@dataclass(frozen=True)
class _DeclaredEvent:
    """What the parts of an event say about the whole event."""

    named: System | None
    scheduled: int
    system: System  # of the newest part by itself
    teams: bool

    @classmethod
    def of(cls, events: Events, parts: PartColumns, rows: Rows) -> _DeclaredEvent:
        """What these rows of the events, parts of one event, say."""
        rows = rows[np.lexsort((events.key[rows], events.end[rows]))]
        named = parts.declared[rows][parts.declared[rows] > 0]
        systems = events.system[rows]
        return cls(
            System(int(named[-1]) - 1) if len(named) else None,
            int(parts.scheduled[rows].max()),
            System(int(systems[-1])),
            bool((systems == System.TEAM.value).any()),
        )


class _WholeEventJudge:
    """The tables of a period, changed while its joined events are judged one after the other."""

    def __init__(
        self, books: tuple[Rulebook, ...], events: Events, entries: Entries, games: Games, part_end: I32
    ) -> None:
        self.books, self.entries, self.part_end = books, entries, part_end
        self.events = replace(events, system=events.system.copy())
        self.games = replace(games, order=games.order.copy(), status=games.status.copy())
        self.of_game = entries.event[games.white] if len(games) else np.zeros(0, np.int32)

    def judge(self, event: int, known: _DeclaredEvent, goes_on: bool) -> None:
        """Put an event's games in the order of play; decide its system, and the games of a match that do not count."""
        rows = np.arange(*np.searchsorted(self.of_game, (event, event + 1)))
        games, book = self.games, self.books[int(self.events.edition[event])]
        turn = np.lexsort((games.order[rows], self.part_end[rows]))
        games.order[rows[turn]] = np.arange(1, len(rows) + 1)
        white, black = self.entries.player[games.white[rows]], self.entries.player[games.black[rows]]
        played = ~np.isin(games.status[rows], NO_GAME)
        system = _system_of_event(known, _count_meetings(white[played], black[played]), goes_on)
        self.events.system[event] = system
        if system != System.MATCH:
            return
        if book.has(MATCH_DECIDED) and known.scheduled:
            halves = games.white_half_points[rows], games.black_half_points[rows]
            after = decided_before(MatchGames(games.order[rows], white, black, *halves, played), known.scheduled).after
            before = rows[~after & (games.status[rows] == Status.MATCH_DECIDED.value)]
            games.status[before] = 0
            games.status[rows[after]] = Status.MATCH_DECIDED
        if book.has(MATCH_WITH_UNRATED) and not self._all_rated(rows[played]):
            games.status[rows[games.status[rows] == 0]] = Status.MATCH_WITH_UNRATED

    def _all_rated(self, rows: Rows) -> bool:
        """Whether both players of each game are shown with a rating."""
        shown: I16 = self.entries.shown
        return bool((shown[self.games.white[rows]] > 0).all() and (shown[self.games.black[rows]] > 0).all())


def _count_meetings(white: I32, black: I32) -> Meetings:
    """How often each two players met."""

    def pairs() -> Iterator[tuple[int, int]]:
        for pair in zip(white.tolist(), black.tolist(), strict=True):
            yield min(pair), max(pair)

    return Counter(pairs())


def _system_of_event(event: _DeclaredEvent, met: Meetings, goes_on: bool) -> System:
    """The system of an event: as declared while it goes on, and by its games when it is over."""
    if not goes_on:
        return as_rated(event.named, met, event.teams)
    return event.named if event.named is not None else event.system
