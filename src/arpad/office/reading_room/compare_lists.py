"""What changed between two lists of a series and why, and what each concept of the law did on a list.

Differences come from `lists.diff`; causes and counts from what the lists stored of players and games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
from sqlalchemy import Connection, select

from arpad.columns import (
    AdjustmentKind,
    Adjustments,
    Entries,
    FirstOutcome,
    Firsts,
    Ledger,
    State,
    Status,
    WorkOutcome,
    Worksheets,
    concept_of,
    label,
)
from arpad.frozen import dataclass
from arpad.lists.diff import difference
from arpad.lists.listing import Unlisted
from arpad.lists.published import People, Published
from arpad.office.reading_room.catalogue import Catalogue
from arpad.office.reading_room.stamps import ListHead
from arpad.office.registry.player_numbers import key_of_office_number, office_number
from arpad.office.store import schema
from arpad.packed import split, unpack

MOVE_KINDS = ("rating", "new", "gone", "state", "title", "federation", "name")


@dataclass(frozen=True)
class ListMove:
    """One thing that changed for one player, and why."""

    what: str  # one of KINDS
    id: int
    name: str
    federation: str
    before: int | str | None
    after: int | str | None
    change: int | None  # of a rating
    cause: str  # games, first-rating, an adjustment, registry, inactivity, floor, left-out or returned
    games: int  # that entered the lists between


@dataclass(frozen=True)
class ComparedLists:
    """What changed between two lists of a series, with counts by kind, largest rating changes first."""

    older: ListHead
    newer: ListHead
    counts: dict[str, int]
    moves: tuple[ListMove, ...]


@dataclass(frozen=True)
class StoredCauses:
    """What the lists after the older one stored, by player key: rated games, first ratings, adjustments."""

    games: dict[int, int]
    firsts: frozenset[int]
    adjusted: dict[int, str]


def compare_published_lists(connection: Connection, older: Catalogue, newer: Catalogue) -> ComparedLists:
    """Return what changed from one published list to another of the series, for each player, and why. Revised ratings
    are not read."""
    causes = _stored_causes(connection, older.head, newer.head)
    moves = sorted(
        _all_moves(older.published, newer.published, causes),
        key=lambda move: (MOVE_KINDS.index(move.what), -abs(move.change or 0), move.name, move.id),
    )
    counts = Counter(move.what for move in moves)
    return ComparedLists(older.head, newer.head, {kind: counts[kind] for kind in MOVE_KINDS}, tuple(moves))


def _stored_causes(connection: Connection, older: ListHead, newer: ListHead) -> StoredCauses:
    """Read what the lists after the older one, up to the newer one, stored of each player: rated games, published first
    ratings, and the last adjustment. Only players with any are in it."""
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
    return StoredCauses(dict(games), frozenset(firsts), adjusted)


def _all_moves(earlier: Published, later: Published, causes: StoredCauses) -> Iterator[ListMove]:
    """Yield everything that changed, as one move per player and kind: new, gone, rating, state, title, federation,
    name."""
    differences, people, games = difference(earlier, later), later.people, causes.games
    for key in differences.new.tolist():
        rating = int(later.roll.rating[key])
        yield _move_of_player(
            "new", people, key, (None, rating), (_why_player_is_new(earlier, key, causes), games.get(key, 0))
        )
    for key in differences.gone.tolist():
        rating = int(earlier.roll.rating[key])
        yield _move_of_player("gone", people, key, (rating, None), (_why_player_is_gone(later, key), games.get(key, 0)))
    for change in differences.changes():
        row = key_of_office_number(change.id)
        assert row is not None
        sides = change.before, change.after
        if change.what == "rating":
            why = causes.adjusted.get(row, "games")
        else:
            why = "registry" if change.what != "state" else "inactivity" if change.after == "inactive" else "games"
        yield _move_of_player(change.what, people, row, sides, (why, games.get(row, 0)))


Sides = tuple[int | str | None, int | str | None]


def _move_of_player(what: str, people: People, key: int, sides: Sides, why: tuple[str, int]) -> ListMove:
    """Build one change. `what`: one of MOVE_KINDS; `sides`: value before and after; `why`: cause and games."""
    before, after = sides
    change = after - before if isinstance(before, int) and isinstance(after, int) else None
    number, name = int(people.id[key]), str(people.name[key])
    return ListMove(what, number, name, people.federation[key], before, after, change, *why)


def _why_player_is_new(earlier: Published, key: int, causes: StoredCauses) -> str:
    """Return why a player is on the later list only: first-rating, returned, left-out, or the name of an adjustment."""
    if key in causes.firsts:
        return "first-rating"
    if key < len(earlier.people) and earlier.roll.state[key] == State.DELISTED.value:
        return "returned"
    return causes.adjusted.get(key, "left-out" if key < len(earlier.people) and earlier.hidden[key] else "returned")


def _why_player_is_gone(later: Published, key: int) -> str:
    """Return why a player is on the earlier list only: "floor" if shown without a rating now, "left-out" if not
    shown."""
    if bool(np.isin(later.unlisted[key], (Unlisted.LISTED, Unlisted.UNRATED))):
        return "floor"
    return "left-out"


EXAMPLE_PLAYERS = 3
CONCEPTS_OF_OUTCOME = {
    FirstOutcome.PUBLISHED: ("minimum-games",),
    FirstOutcome.PENDING: ("minimum-games", "pooling-window"),
    FirstOutcome.BELOW_FLOOR: ("floor",),
    FirstOutcome.RESTARTED: ("below-floor",),
}


@dataclass(frozen=True)
class MovedBy:
    """What a concept of the law did on a list: how often, to what, and a few players as examples."""

    concept: str
    what: str  # games, players or newcomers
    times: int
    players: tuple[int, ...]


ConceptUse = tuple[str, str, npt.NDArray[Any]]  # concept, of what, and the keys of the players, one for each time


def count_concepts_on_list(connection: Connection, head: ListHead) -> tuple[MovedBy, ...]:
    """Return how often each rule of the law (concept) had an effect on a list, with example players; rules without
    effect are left out."""
    uses: dict[tuple[str, str], list[npt.NDArray[Any]]] = {}
    for concept, what, keys in (*_concepts_behind_games(connection, head), *_concepts_behind_sums(connection, head)):
        if len(keys):
            uses.setdefault((concept, what), []).append(keys)
    return tuple(
        MovedBy(concept, what, sum(map(len, parts)), tuple(office_number(int(key)) for key in _example_players(parts)))
        for (concept, what), parts in sorted(uses.items())
    )


@dataclass(frozen=True)
class PlayerMoved:
    """A player for whom a concept of the law did something on a list, and how many times."""

    id: int
    name: str
    title: str
    times: int


def players_moved_by(
    connection: Connection, head: ListHead, use: tuple[str, str], people: People
) -> tuple[PlayerMoved, ...]:
    """Return all players for whom a rule (concept and what: games, players or newcomers) had an effect on a list, those
    with most first, equal ones by name."""
    whole = (*_concepts_behind_games(connection, head), *_concepts_behind_sums(connection, head))
    times = Counter(int(key) for concept, what, keys in whole if (concept, what) == use for key in keys.tolist())
    moved = [
        PlayerMoved(office_number(key), str(people.name[key]), people.title[key], count)
        for key, count in times.items()
        if key < len(people)
    ]
    return tuple(sorted(moved, key=lambda each: (-each.times, each.name, each.id)))


def _example_players(parts: list[npt.NDArray[Any]]) -> list[int]:
    """Return up to three example players, from different events if possible."""
    first = dict.fromkeys(int(part[0]) for part in parts)
    more = dict.fromkeys(int(key) for key in parts[0][: EXAMPLE_PLAYERS * EXAMPLE_PLAYERS])
    return list({**first, **more})[:EXAMPLE_PLAYERS]


def _concepts_behind_games(connection: Connection, head: ListHead) -> Iterator[ConceptUse]:
    """Yield the rules that decided what became of each game: (rule, "games", keys of the players, one for each
    game)."""
    part = schema.ledger_part
    rows = select(part.c.packed).where(part.c.series == head.series, part.c.list == head.list_)
    for (packed,) in connection.execute(rows.order_by(part.c.decision)):
        first, _, third, *_ = split(packed)
        players, ledger = unpack(Entries, first).player, unpack(Ledger, third)
        whose = players[ledger.entry]
        counted = ledger.status == Status.COUNTED.value
        for concept in ("rating-difference", "rating-change", "expectation-table"):
            yield concept, "games", whose[counted]
        yield "difference-limit", "games", whose[counted & (ledger.counted != ledger.difference)]
        yield "pooled-result", "games", whose[ledger.status == Status.POOLED.value]
        for status in np.unique(ledger.status).tolist():
            if status > Status.POOLED.value:
                yield concept_of(Status(status)), "games", whose[ledger.status == status]


def _concepts_behind_sums(connection: Connection, head: ListHead) -> Iterator[ConceptUse]:
    """Yield the rules behind each player's sums: (rule, "players" or "newcomers", keys of the players)."""
    part = schema.period_part
    rows = select(part.c.name, part.c.packed).where(part.c.series == head.series, part.c.list == head.list_)
    for name, packed in connection.execute(
        rows.where(part.c.name.in_(("worksheets", "firsts"))).order_by(part.c.chunk)
    ):
        if name == "worksheets":
            sheets = unpack(Worksheets, packed)
            for concept in ("coefficient", "change-rounding"):
                yield concept, "players", sheets.player
            yield "delisting", "players", sheets.player[sheets.outcome == WorkOutcome.DELISTED.value]
        else:
            firsts = unpack(Firsts, packed)
            for outcome, concepts in CONCEPTS_OF_OUTCOME.items():
                for concept in concepts:
                    yield concept, "newcomers", firsts.player[firsts.outcome == outcome.value]
            rated = firsts.player[firsts.rating > 0]
            for concept in ("opponents-average", "percentage"):
                yield concept, "newcomers", rated
