"""The tables that are stored when an event is admitted, and that a rating period reads: head, players by key, games."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from arpad.columns import I32, I64, U8, U16, Bools, Games, Table
from arpad.frozen import dataclass
from arpad.packed import pack_all, split, unpack, unpack_runs


@dataclass(frozen=True, eq=False)
class AdmittedHead(Table):
    """One row: the event, or the part of it that the report covers."""

    start: I32  # the event's first day: it chooses the edition
    end: I32  # the last day of the event, or of the part
    system: U8
    championship: Bools
    seated_by: I32  # the list (yyyymm) from which its players take their ratings
    enters: I32  # the first list (yyyymm) on which it may be


@dataclass(frozen=True, eq=False)
class AdmittedPlayers(Table):
    """A row for each player of the report, in its order."""

    player: I32  # registry key
    number: U16  # start number
    status: U8  # why the player's own result does not count, or 0


@dataclass(frozen=True, eq=False)
class AdmittedPartHead(Table):
    """One row: what the report of a part says of its event as a whole."""

    declared: U8  # the declared system plus one; 0: none
    scheduled: U16  # games of a match to which the limit of decided matches applies; 0: none, or it was waived


@dataclass(frozen=True)
class AdmittedContent:
    """The tables of one admission."""

    head: AdmittedHead
    sitting: AdmittedPlayers
    games: Games  # white and black are rows of `sitting`
    part: AdmittedPartHead | None = None  # only of a part; old admissions of parts have none

    def packed(self) -> bytes:
        """Return the bytes that are stored: head, players, games, and the head of the part if there is one."""
        tables = (self.head, self.sitting, self.games)
        return pack_all(tables if self.part is None else (*tables, self.part))


def content_row(packed: bytes, decision: int, event_key: int) -> dict[str, Any]:
    """Return an admission as a row of the table `content`, value by column. Nothing is written.

    `decision` is the number of the admission. `packed` gives start, end, enters (first list) and sha256."""
    head = unpack(AdmittedHead, next(iter(split(packed))))
    days = {name: int(getattr(head, name)[0]) for name in ("start", "end", "enters")}
    sha256 = hashlib.sha256(packed).hexdigest()
    return {"decision": decision, "event_key": event_key, **days, "sha256": sha256, "packed": packed}


@dataclass(frozen=True)
class AdmittedContents:
    """The tables of several admissions, one after the other."""

    heads: AdmittedHead  # a row per event
    sitting: AdmittedPlayers
    games: Games  # white and black are rows of the event's own `sitting`
    parts: tuple[AdmittedPartHead | None, ...]
    seats: I64  # first row of each event in `sitting`, and the end of the last one
    boards: I64  # the same in `games`

    def __len__(self) -> int:
        return len(self.heads)

    def games_of(self, event: int) -> Games:
        """Return the games of one event, by its row in `heads`. White and black are rows of the event's own players."""
        return self.games.cut(slice(int(self.boards[event]), int(self.boards[event + 1])))


def unpack_contents(packed: Sequence[bytes]) -> AdmittedContents:
    """Return the tables of several admissions, unpacked and joined in this order, without a table object for each.

    Raises ValueError where the number of heads is not the number of admissions."""
    runs = [tuple(split(content)) for content in packed]
    heads, _ = unpack_runs(AdmittedHead, [run[0] for run in runs])
    if len(heads) != len(runs):
        raise ValueError(f"{len(runs)} packed events have {len(heads)} heads")
    sitting, seats = unpack_runs(AdmittedPlayers, [run[1] for run in runs])
    games, boards = unpack_runs(Games, [run[2] for run in runs])
    parts = tuple(unpack(AdmittedPartHead, run[3]) if len(run) > 3 else None for run in runs)
    return AdmittedContents(heads, sitting, games, parts, seats, boards)


def unpack_content(packed: bytes) -> AdmittedContent:
    """Return the tables of one admission, unpacked from its stored bytes. `part` is None where none was stored."""
    head, sitting, games, *part = split(packed)
    content = AdmittedContent(unpack(AdmittedHead, head), unpack(AdmittedPlayers, sitting), unpack(Games, games))
    return replace(content, part=unpack(AdmittedPartHead, part[0])) if part else content
