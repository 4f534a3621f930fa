"""Read all players at once as columns: what a period asks of people, and what a published list shows of them.

A row per key, as known at an entry of the log: players who came later are not there, and what was changed later is
undone. Birth dates leave this module for the computation only; what is shown has the year.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from sqlalchemy import Connection, func, select

from arpad.columns import I32, I64, U8, U16, Players
from arpad.frozen import dataclass
from arpad.office.registry.history import changed_since, settled
from arpad.office.registry.identity import own_ids
from arpad.office.store.bulk import key_columns, rare_numbers
from arpad.office.store.memory import Subject, recall
from arpad.office.store.schema import birth, player

BIRTHS = "(SELECT player AS key, born FROM birth) AS player"
SOME_BIRTHS = "player LEFT JOIN birth ON birth.player = player.key"
RARE = ("member", "died")
FIELDS = ("fide_id", "born", "member", "died", "federation")


@dataclass(frozen=True, eq=False)
class Roster:
    """All players as columns, by key."""

    fide_id: I64  # 0: none
    born: I32
    federation: U16  # the place in `codes`
    member: U8
    died: I32  # yyyymmdd, zeros where a part is unknown; 0 is alive
    codes: tuple[str, ...]  # of federations, sorted; the empty code where none is known

    def __len__(self) -> int:
        return len(self.fide_id)

    @cached_property
    def id(self) -> I64:
        """The office's numbers."""
        return own_ids(np.arange(len(self), dtype=np.int64))

    @cached_property
    def listed_as(self) -> I64:
        """The number under which a list shows each player: FIDE's, or the office's own if there is none."""
        numbers, own = self.fide_id.copy(), np.flatnonzero(self.fide_id <= 0)
        numbers[own] = own_ids(own)
        return numbers

    def players(self) -> Players:
        """The columns that a period reads."""
        return Players(self.born, self.federation, self.member)


def size(connection: Connection, known_at: int | None = None) -> int:
    """Return how many players are registered, as known at an entry of the log; keys are given in the order of the
    log."""

    def look() -> int | None:
        query = select(player.c.key).order_by(player.c.key.desc()).limit(1)
        return connection.execute(query if known_at is None else query.where(player.c.log <= known_at)).scalar()

    last = recall(connection, Subject.PEOPLE, ("last", known_at), look)
    return 0 if last is None else last + 1


def roster(connection: Connection, known_at: int | None = None, day: int | None = None) -> Roster:
    """Return all players as known at an entry of the log and, if given, with the facts of a day."""
    return _laid_out(connection, size(connection, known_at), earlier(connection, FIELDS, known_at, day))


def roster_as(connection: Connection, known_at: int, anew: frozenset[int]) -> Roster:
    """Return everybody who is registered now, as known at an entry of the log; the players in `anew` as known now."""
    then = earlier(connection, FIELDS, known_at)
    return _laid_out(
        connection, size(connection), {place: text for place, text in then.items() if place[0] not in anew}
    )


def _laid_out(connection: Connection, count: int, then: Mapping[tuple[int, str], str]) -> Roster:
    """Build the roster of the first `count` players, with the values in `then` instead of today's."""
    numbers, federation = recall(connection, Subject.PEOPLE, "columns", lambda: _columns(connection))
    columns = {name: column[:count].copy() for name, column in numbers.items()}
    codes = federation[:count].copy()
    for (key, field), text in then.items():
        if key >= count:
            continue
        if field == "federation":
            codes[key] = text.ljust(codes.itemsize).encode("ascii")
        else:
            columns[field][key] = int(text or 0)
    different, place = np.unique(codes.view(">u4"), return_inverse=True)  # four letters compare as one number
    names = tuple(code.decode("ascii").strip() for code in different.astype(">u4").view("S4").tolist())
    return Roster(
        columns["fide_id"],
        columns["born"].astype(np.int32),
        place.astype(np.uint16),
        columns["member"].astype(np.uint8),
        columns["died"].astype(np.int32),
        names,
    )


def _columns(connection: Connection) -> tuple[dict[str, npt.NDArray[Any]], npt.NDArray[Any]]:
    """Read today's columns: the numbers by name, and the federations."""
    fide_id, federation = key_columns(connection, "player", ("COALESCE(player.fide_id, 0)",), ("player.federation",))
    rare = zip(RARE, rare_numbers(connection, RARE, len(fide_id)), strict=True)
    return {**dict(rare), "fide_id": fide_id, "born": _born(connection)}, federation


def _born(connection: Connection) -> I64:
    """Read all birth dates; from their own table alone if it has everybody."""
    births = connection.execute(select(func.count()).select_from(birth)).scalar_one()
    if births == size(connection):
        return key_columns(connection, BIRTHS, ("player.born",))[0]
    return key_columns(connection, SOME_BIRTHS, ("COALESCE(birth.born, 0)",))[0]


def earlier(
    connection: Connection, fields: Sequence[str], known_at: int | None, day: int | None = None
) -> dict[tuple[int, str], str]:
    """Return the values that differed from today's, at an entry of the log or on a day; empty if neither is given."""
    if known_at is None and day is None:
        return {}
    after = 0 if day is not None else known_at  # a day may lie before any change
    return settled(changed_since(connection, after or 0, fields), day, known_at)
