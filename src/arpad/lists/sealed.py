"""A list as it is kept and sealed: the rows that changed, what the period gave each player, what it gave each event.

The seal is one hash over the inputs of a list and all of this, in a fixed order: the rows of the list by range of
players, what the period gave each player by table and range, what it gave each event by the event's days and content.
Numbers that one office gives and another would not, such as those of decisions, are not in it. Whoever has the tables
of a list makes the same bytes and the same seal.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

import numpy as np

from arpad.columns import I16, I32, I64, U8, U16, Adjustments, Roll, Table
from arpad.frozen import dataclass
from arpad.lists.listing import UnlistedPlayers
from arpad.packed import pack, pack_by_chunk, pack_runs, run_of
from arpad.rating import Period

ROLL, LEDGER, UNLISTED, K_CHANGES = "roll", "ledger", "unlisted", "k_changes"
TABLES = ("lines", "worksheets", "firsts", "pool", "adjustments", UNLISTED, K_CHANGES)
OF_EACH_EVENT = ("games", "half_points", "met", "sum", "k", "change", "status")  # of the lines, kept by player


@dataclass(frozen=True, eq=False)
class RollRows(Table):
    """Rows of a roll, each with its player."""

    player: I32
    rating: I16
    state: U8
    k: U8
    k_reason: U8
    games: U16
    highest: I16
    last: I32


@dataclass(frozen=True, eq=False)
class PlayerLines(Table):
    """A row per player and event: what `lines` says, by key and content, so that a player finds his events."""

    player: I32
    key: I64
    games: U16
    half_points: U16
    met: I32
    sum: I32
    k: U8
    change: I32
    status: U8


@dataclass(frozen=True, eq=False)
class ConclusionRows(Table):
    """Where the facts of an opening row come from: the numbers are those of `Conclusion`."""

    player: I32
    games: U8
    highest: U8
    last: U8


def changed_rows(replaced: Roll, roll: Roll) -> RollRows:
    """The rows of a roll that differ from the list before."""
    other = np.zeros(len(roll), bool)
    for name, column in roll.columns():
        before = getattr(replaced, name)
        other[: len(before)] |= column[: len(before)] != before
        other[len(before) :] |= column[len(before) :] != 0
    keys = np.flatnonzero(other).astype(np.int32)
    return RollRows(keys, **{name: column[keys] for name, column in roll.columns()})


def parts_of(replaced: Roll, roll: Roll) -> list[tuple[int, bytes]]:
    """The same, packed, by range of players."""
    return pack_by_chunk(changed_rows(replaced, roll))


def player_lines(period: Period) -> PlayerLines:
    """What each event was worth to each player; also where none of its games counted: it is shown with the reason."""
    played = np.zeros(len(period.entries), bool)
    played[period.ledger.entry] = True
    at = np.flatnonzero(played)
    return PlayerLines(
        period.entries.player[at],
        period.events.key[period.entries.event[at]],
        **{name: getattr(period.lines, name)[at] for name in OF_EACH_EVENT},
    )


def by_player(period: Period, adjustments: Adjustments, unlisted: UnlistedPlayers) -> Iterator[tuple[str, int, bytes]]:
    """What the period gave each player, packed, by table and range of players."""
    tables: tuple[Table, ...] = (
        player_lines(period),
        period.worksheets,
        period.firsts,
        period.pool,
        adjustments,
        unlisted,
        period.k_changes,
    )
    for name, table in zip(TABLES, tables, strict=True):
        for chunk, packed in pack_by_chunk(table):
            yield name, chunk, packed


def by_event(period: Period, in_parts: Collection[int]) -> Iterator[tuple[int, bytes]]:
    """What the period gave each game, packed, by the key of its event: its entries, lines and ledger.

    Of an event in parts the joined games and the event as it was rated, too.
    """
    events = np.arange(len(period.events) + 1)
    seats = np.searchsorted(period.entries.event, events)
    of_game = period.entries.event[period.games.white] if len(period.games) else np.zeros(0, np.int32)
    boards = np.searchsorted(of_game, events)
    first_game = np.repeat(boards[:-1], 2 * np.diff(boards)).astype(np.int32)  # two rows of the ledger are a game
    first_seat = np.repeat(seats[:-1], 2 * np.diff(boards)).astype(np.int32)
    entries = replace(period.entries, event=np.zeros(len(period.entries), np.int32))
    ledger = period.ledger
    ledger = replace(
        ledger, game=ledger.game - first_game, entry=ledger.entry - first_seat, opponent=ledger.opponent - first_seat
    )
    runs = zip(
        period.events.key.tolist(),
        pack_runs(entries, seats.tolist()),
        pack_runs(period.lines, seats.tolist()),
        pack_runs(ledger, (2 * boards).tolist()),
        strict=True,
    )
    for at, (key, *parts) in enumerate(runs):
        if key in in_parts:
            played = period.games.cut(slice(int(boards[at]), int(boards[at + 1])))
            first = np.int32(seats[at])
            parts.append(pack(replace(played, white=played.white - first, black=played.black - first)))
            parts.append(pack(replace(period.events.cut(slice(at, at + 1)), edition=np.zeros(1, np.uint8))))
        yield key, run_of(parts)


# --- the seal -----------------------------------------------------------------------------------------------------


def digest(
    inputs: str,
    parts: Iterable[tuple[int, bytes]],
    tables: Iterable[tuple[str, int, bytes]] = (),
    ledgers: Iterable[bytes] = (),
) -> str:
    """The seal of a list: its roll by chunk, tables by name and chunk, ledgers in the order of their events.

    An imported list is one table, `imported`, chunk 0.
    """
    return seal_of_lines(
        inputs,
        ((chunk, line_of(f"{ROLL} {chunk}", packed)) for chunk, packed in parts),
        (((name, chunk), line_of(f"{name} {chunk}", packed)) for name, chunk, packed in tables),
        (ledger_line(packed) for packed in ledgers),
    )


def line_of(named: str, packed: bytes) -> bytes:
    """A part as the seal reads it."""
    return f"{named} {len(packed)}".encode() + hashlib.sha256(packed).digest()


def ledger_line(packed: bytes) -> bytes:
    """What a list gave an event, as the seal reads it."""
    return LEDGER.encode() + hashlib.sha256(packed).digest()


def seal_of_lines(
    inputs: str,
    parts: Iterable[tuple[int, bytes]],
    tables: Iterable[tuple[tuple[str, int], bytes]],
    ledgers: Iterable[bytes],
) -> str:
    """The seal out of the lines of all parts."""
    whole = hashlib.sha256(inputs.encode())
    for _, line in sorted(parts):
        whole.update(line)
    for _, line in sorted(tables):
        whole.update(line)
    for line in ledgers:
        whole.update(line)
    return whole.hexdigest()
