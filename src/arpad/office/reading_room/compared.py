"""Compare two lists of a series and say of every move why: games, a first rating, an adjustment, the registry.

The differences are those of `lists.diff`; the causes are what the lists between stored of each player.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
from sqlalchemy import Connection, select

from arpad.columns import AdjustmentKind, Adjustments, FirstOutcome, Firsts, State, Worksheets, label
from arpad.frozen import dataclass
from arpad.lists.diff import difference
from arpad.lists.listing import Unlisted
from arpad.lists.published import People, Published
from arpad.office.reading_room.catalogue import Catalogue
from arpad.office.reading_room.stamps import ListHead
from arpad.office.registry.identity import key_of
from arpad.office.store import schema
from arpad.packed import unpack

KINDS = ("rating", "new", "gone", "state", "title", "federation", "name")


@dataclass(frozen=True)
class Move:
    """One thing that changed for one player, and why."""

    what: str  # one of KINDS
    id: int
    name: str
    federation: str
    before: int | str | None
    after: int | str | None
    change: int | None  # of a rating
    cause: (
        str  # games, first-rating, correction, one-off, equalisation, registry, inactivity, floor, left-out, returned
    )
    games: int  # that entered the lists between


@dataclass(frozen=True)
class ComparedLists:
    """What changed between two lists of a series, with counts by kind, largest rating changes first."""

    older: ListHead
    newer: ListHead
    counts: dict[str, int]
    moves: tuple[Move, ...]


@dataclass(frozen=True)
class Causes:
    """What the lists between stored, by key: games, first ratings, adjustments."""

    games: dict[int, int]
    firsts: frozenset[int]
    adjusted: dict[int, str]


def compared(connection: Connection, older: Catalogue, newer: Catalogue) -> ComparedLists:
    """Return what changed from one list to another, and why."""
    causes = _causes(connection, older.head, newer.head)
    moves = sorted(
        _moves(older.published, newer.published, causes),
        key=lambda move: (KINDS.index(move.what), -abs(move.change or 0), move.name, move.id),
    )
    counts = Counter(move.what for move in moves)
    return ComparedLists(older.head, newer.head, {kind: counts[kind] for kind in KINDS}, tuple(moves))


def _causes(connection: Connection, older: ListHead, newer: ListHead) -> Causes:
    """Read what the lists between stored of each player."""
    part = schema.period_part
    rows = select(part.c.name, part.c.packed).where(
        part.c.series == newer.series, part.c.list > older.list_, part.c.list <= newer.list_,
        part.c.name.in_(("worksheets", "firsts", "adjustments")),
    )  # fmt: skip
    games, firsts, adjusted = Counter[int](), set[int](), dict[int, str]()
    for name, packed in connection.execute(rows.order_by(part.c.list)):
        if name == "adjustments":
            table = unpack(Adjustments, packed)
            for key, kind in zip(table.player.tolist(), table.kind.tolist(), strict=True):
                adjusted[key] = label(AdjustmentKind(kind))
            continue
        sheets = unpack(Worksheets, packed) if name == "worksheets" else unpack(Firsts, packed)
        if isinstance(sheets, Firsts):
            sheets = sheets.take(sheets.outcome == FirstOutcome.PUBLISHED.value)
            firsts |= set(sheets.player.tolist())
        for key, count in zip(sheets.player.tolist(), sheets.games.tolist(), strict=True):
            games[key] += count
    return Causes(dict(games), frozenset(firsts), adjusted)


def _moves(earlier: Published, later: Published, causes: Causes) -> Iterator[Move]:
    """Yield everything that changed."""
    differences, people, games = difference(earlier, later), later.people, causes.games
    for key in differences.new.tolist():
        rating = int(later.roll.rating[key])
        yield _move("new", people, key, (None, rating), (_why_new(earlier, key, causes), games.get(key, 0)))
    for key in differences.gone.tolist():
        rating = int(earlier.roll.rating[key])
        yield _move("gone", people, key, (rating, None), (_why_gone(later, key), games.get(key, 0)))
    for change in differences.changes():
        row = key_of(change.id)
        assert row is not None
        sides = change.before, change.after
        if change.what == "rating":
            why = causes.adjusted.get(row, "games")
        else:
            why = "registry" if change.what != "state" else "inactivity" if change.after == "inactive" else "games"
        yield _move(change.what, people, row, sides, (why, games.get(row, 0)))


Sides = tuple[int | str | None, int | str | None]


def _move(what: str, people: People, key: int, sides: Sides, why: tuple[str, int]) -> Move:
    """Build one change."""
    before, after = sides
    change = after - before if isinstance(before, int) and isinstance(after, int) else None
    number, name = int(people.id[key]), str(people.name[key])
    return Move(what, number, name, people.federation[key], before, after, change, *why)


def _why_new(earlier: Published, key: int, causes: Causes) -> str:
    """Why a player is on the later list only."""
    if key in causes.firsts:
        return "first-rating"
    if key < len(earlier.people) and earlier.roll.state[key] == State.DELISTED.value:
        return "returned"
    return causes.adjusted.get(key, "left-out" if key < len(earlier.people) and earlier.hidden[key] else "returned")


def _why_gone(later: Published, key: int) -> str:
    """Why a player is on the earlier list only."""
    if bool(np.isin(later.unlisted[key], (Unlisted.LISTED, Unlisted.UNRATED))):
        return "floor"
    return "left-out"
