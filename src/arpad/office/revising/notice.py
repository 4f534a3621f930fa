"""What a case moves: on each list whom, by how much and through what, the largest first. The notice that is published.

What was put right before stands: a case is told by what it adds to that. Nobody is told by his birth.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from sqlalchemy import Connection

from arpad.columns import State
from arpad.days import Month
from arpad.finding import Note
from arpad.frozen import dataclass
from arpad.law.rules.concept import Concept
from arpad.law.rules.lists import LIST_CALENDAR
from arpad.law.rules.newcomers import FLOOR, MINIMUM_GAMES, POOLING_WINDOW
from arpad.law.rules.rating import COEFFICIENT, RATING_CHANGE
from arpad.office.publication.listlaw import law_of, opened_with
from arpad.office.publication.revised import MOVES, Moves, causes_of, layers_of, revised_table, turned
from arpad.office.registry.identity import own_id
from arpad.office.registry.players import facts
from arpad.office.revising.cases import Case, CaseKind, CaseState

CONCEPTS: Mapping[str, Concept[Any]] = {
    "event": RATING_CHANGE, "base": LIST_CALENDAR, "k": COEFFICIENT, "first-appears": MINIMUM_GAMES,
    "first-goes": MINIMUM_GAMES, "floor": FLOOR, "pool": POOLING_WINDOW, "opponent": RATING_CHANGE,
}  # fmt: skip
Row = tuple[int, int, int, int, int, int]  # rating and state before and after, games more or fewer, causes


@dataclass(frozen=True)
class Move:
    """A player who moves on a list: rating and state before and after, games, causes."""

    player: int  # the office's number
    name: str
    before: int
    after: int
    state_before: State
    state_after: State
    games: int  # more or fewer
    causes: tuple[str, ...]

    @property
    def difference(self) -> int:
        return self.after - self.before


@dataclass(frozen=True)
class CausedBy:
    """A cause with the articles of the list's edition."""

    cause: str
    articles: tuple[str, ...]


@dataclass(frozen=True)
class ListMoves:
    """The players who move on one list, the largest difference first, with all causes."""

    list_: Month
    moves: tuple[Move, ...]
    edition: str = ""
    causes: tuple[CausedBy, ...] = ()


@dataclass(frozen=True)
class SeriesMoves:
    """What a case moves in a series, from the first list concerned to the newest."""

    series: str
    lists: tuple[ListMoves, ...]
    carried: bool  # the next list builds on it; otherwise it is only noted
    as_published: tuple[Month, ...] = ()  # lists before, which do not carry their law and are taken as published


@dataclass(frozen=True)
class Notice:
    """The published notice of a case."""

    code: str
    kind: CaseKind
    state: CaseState
    about: Note
    day: date
    who: str
    why: str
    series: tuple[SeriesMoves, ...]


def layer_rows(connection: Connection, series: str, known_at: int) -> dict[int, dict[int, Row]]:
    """Return for each list the players who move, as known at an entry of the log."""
    layers = layers_of(connection, series, known_at)
    return {
        list_: rows_of(revised_table(connection, (series, list_, layer), MOVES, Moves))
        for list_, layer in layers.items()
    }


def rows_of(moves: Moves) -> dict[int, Row]:
    """Return the moves by player."""
    names = ("before", "state_before", "after", "state_after", "games", "causes")
    columns = [getattr(moves, name).tolist() for name in names]
    return {player: tuple(row) for player, *row in zip(moves.player.tolist(), *columns, strict=True)}


def cited(connection: Connection, series: str, lists: Iterable[ListMoves]) -> Iterator[ListMoves]:
    """Add to each list its edition and the articles of the causes."""
    for list_moves in lists:
        law = law_of(connection, series, int(list_moves.list_))
        book = opened_with(law, lambda by: by.book)
        names = dict.fromkeys(cause for move in list_moves.moves for cause in move.causes)
        causes = tuple(CausedBy(name, book.articles(CONCEPTS[name])) for name in names if name in CONCEPTS)
        yield replace(list_moves, edition=book.id, causes=causes)


def moves_between(
    connection: Connection, old: Mapping[int, Mapping[int, Row]], new: Mapping[int, Mapping[int, Row]]
) -> tuple[ListMoves, ...]:
    """Return who moves from one layer to the next, list by list."""
    lists = []
    names: dict[int, str] = {}
    for list_ in sorted(old.keys() | new.keys()):
        before, after = old.get(list_, {}), new.get(list_, {})
        rows = [(key, *_both(before.get(key), after.get(key))) for key in sorted(before.keys() | after.keys())]
        moved = [(key, was, now, causes) for key, was, now, causes in rows if was != now]
        unknown = [key for key, *_ in moved if key not in names]
        names |= {key: person.name for key, person in facts(connection, unknown).items()}
        moves = [_move(key, names[key], was, now, causes) for key, was, now, causes in moved]
        lists.append(ListMoves(Month(list_), tuple(sorted(moves, key=_largest))))
    return tuple(lists)


Standing = tuple[int, int, int]  # rating, state, games more or fewer than published


def _both(old: Row | None, new: Row | None) -> tuple[Standing, Standing, int]:
    """How a player stood by the old layer and stands by the new one, and the causes."""
    published = old or new
    assert published is not None
    rating, state = published[0], published[1]
    was = (old[2], old[3], old[4]) if old else (rating, state, 0)
    now = (new[2], new[3], new[4]) if new else (rating, state, 0)
    return was, now, new[5] if new else turned(published[5])


def _move(key: int, name: str, was: Standing, now: Standing, causes: int) -> Move:
    """Build the move of a player."""
    states = State(was[1]), State(now[1])
    return Move(own_id(key), name, was[0], now[0], *states, now[2] - was[2], causes_of(causes))


def _largest(move: Move) -> tuple[int, int]:
    """Sort key: the largest difference first, then by number."""
    return -abs(move.difference), move.player


def notice_of(case: Case, series: Sequence[SeriesMoves]) -> Notice:
    """Build the notice of a case."""
    step = case.approved
    day, who = (step.day, step.who) if step else (case.day, case.who)
    return Notice(case.code, case.kind, case.state, case.about, day, who, case.why, tuple(series))


def digest_rows(lists: Iterable[ListMoves]) -> list[object]:
    """The moves as they enter the hash of a preview."""
    return [
        [int(each.list_), [[move.player, move.before, move.after, move.games] for move in each.moves]] for each in lists
    ]
