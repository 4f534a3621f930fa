"""Build the public data of each list (a chapter: its head and tables), in the order of publication."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from dataclasses import replace
from typing import Any

import numpy as np
from sqlalchemy import Connection, select

from arpad.columns import I32, Pool, Roll, State, Table
from arpad.days import days_of, years_of
from arpad.history.birthdays import asks_birthday
from arpad.history.list_data import (
    CONCLUSIONS,
    Chapter,
    Head,
    PlayerRows,
    known_players,
    roll_rows,
    tables_given,
    tables_made_from,
)
from arpad.history.recompute import JOINED, WAITING
from arpad.law import Rulebook
from arpad.lists.listing import UnlistedPlayers, hidden
from arpad.lists.other_series import adjusting_series, seating_series
from arpad.lists.sealed import UNLISTED, ConclusionRows
from arpad.office.proving.recomputed_lists import is_recomputable, list_heads
from arpad.office.publishing.list_draft import draft_from_tables, read_period_tables
from arpad.office.publishing.list_inputs import editions_of_period, gather_inputs_again
from arpad.office.publishing.list_law import law_stored_with_list
from arpad.office.publishing.list_storage import COMPUTED, OPENING, ListRow
from arpad.office.publishing.revised_rows import read_published_pool
from arpad.office.registry.player_facts import Roster, read_roster
from arpad.office.rolls import published_lists, read_roll, series_kind
from arpad.office.store import schema
from arpad.packed import unpack
from arpad.rating.change import listed
from arpad.rating.coefficient import decide


def lists_to_publish_as_data(connection: Connection, series: Collection[str] = ()) -> list[ListRow]:
    """Return the computed and opened lists of some series (empty: of all), in the order of publication. Imported
    lists are not among them."""
    rows = [ListRow(**row._mapping) for row in list_heads(connection) if row.kind in (COMPUTED, OPENING)]
    return sorted((row for row in rows if not series or row.series in series), key=lambda row: row.log)


class ListDataMaker:
    """Builds the data of one list after the other. The lists must come in the order of publication, because each has
    only the players who are new or changed since the one before."""

    def __init__(self, connection: Connection, series: Collection[str]) -> None:
        self.connection, self.series = connection, series
        self.players = PlayerRows.of()
        self.pools: dict[str, Pool] = {}
        self.shown = np.zeros(0, bool)  # who was shown on a list
        self.needed = np.zeros(0, bool)  # who was rated or played: of the others the year of birth is not written
        self.asked = np.zeros(0, bool)  # whose K depended on the birthday

    def chapter(self, row: ListRow) -> tuple[Chapter, dict[str, bytes]]:
        """Return the data of the next list, and its law files by name. Call it once for each list: it remembers
        players and pools. A list that was computed here with its law has everything that it was made from; any
        other only what was published."""
        return (
            self._data_of_recomputed_list(row)
            if is_recomputable(self.connection, row)
            else self._data_as_published(row)
        )

    def _data_of_recomputed_list(self, row: ListRow) -> tuple[Chapter, dict[str, bytes]]:
        """Return a list that can be computed again, with everything it was made from and everything it gave; it is
        computed again for that. The pool before it is left out if the list before gave the same."""
        connection = self.connection
        inputs = gather_inputs_again(connection, row.series, row.list)
        laid = read_period_tables(connection, inputs)
        draft, books = draft_from_tables(inputs, laid), laid.inputs.books
        law = dict(inputs.law.files)
        head = replace(
            _head_of_list(row, len(inputs.roster), remakable=True),
            replaced=inputs.replaced,
            books=tuple(book.id for book in books),
            law={name: hashlib.sha256(body).hexdigest() for name, body in law.items()},
            codes=inputs.moved.codes(inputs.roster),
            home=laid.inputs.lists.home,
            mistaken=tuple(inputs.footing.mistaken),
            seating=seating_series(*editions_of_period(inputs)),
            adjusting=adjusting_series(inputs.book, inputs.day),
        )

        def published(series: str, list_: int) -> Roll | None:
            if series == head.series:
                return laid.stored[list_]
            if series not in self.series or series_kind(connection, series) != COMPUTED:
                return None
            return read_roll(connection, series, list_, inputs.roster.listed_as)

        parts = {part.decision for whole in inputs.wholes for part in whole.parts}
        in_parts = np.array([event.decision in parts for event in inputs.sent], bool)
        tables = tables_made_from(laid.inputs, head, published, inputs.alias, in_parts)
        tables |= tables_given(draft.period, draft.roll, draft.adjustments, draft.unlisted)
        if laid.inputs.parts is None:
            for name in JOINED:
                del tables[name]
        if head.series in self.pools and laid.inputs.pool.equals(self.pools[head.series]):
            del tables[WAITING]
        self.pools[head.series] = draft.period.pool
        self._note_k_by_birthday(inputs.book, head, inputs.roster.born, draft.roll)
        people = self._people(inputs.roster, draft.roll, draft.unlisted, draft.period.entries.player)
        return Chapter(head, people | tables), law

    def _data_as_published(self, row: ListRow) -> tuple[Chapter, dict[str, bytes]]:
        """Return a list that cannot be computed again, as published: rows, pool, players left off, and where opening
        facts came from."""
        connection = self.connection
        players = read_roster(connection, row.log)
        roll = read_roll(connection, row.series, row.list, players.listed_as)
        carried = law_stored_with_list(connection, row.series, row.list)
        law = {} if carried is None else dict(carried.files)
        head = replace(
            _head_of_list(row, len(players), remakable=False),
            replaced=_opening_list_before(connection, row),
            law={name: hashlib.sha256(body).hexdigest() for name, body in law.items()},
        )
        part = schema.period_part
        rows = select(part.c.packed).filter_by(series=row.series, list=row.list, name=UNLISTED).order_by(part.c.chunk)
        gone = [unpack(UnlistedPlayers, packed) for packed in connection.execute(rows).scalars()]
        unlisted = UnlistedPlayers.join([UnlistedPlayers.room(0), *gone])
        self.pools[row.series] = read_published_pool(connection, row.series, row.list)
        tables: dict[str, Table] = {"list": roll_rows(roll), "pool": self.pools[row.series], UNLISTED: unlisted}
        rows = select(part.c.packed).filter_by(series=row.series, list=row.list, name=OPENING).order_by(part.c.chunk)
        conclusions = [unpack(ConclusionRows, packed) for packed in connection.execute(rows).scalars()]
        tables[CONCLUSIONS] = ConclusionRows.join([ConclusionRows.room(0), *conclusions])
        return Chapter(head, self._people(players, roll, unlisted, np.zeros(0, np.int32)) | tables), law

    def _people(self, players: Roster, roll: Roll, unlisted: UnlistedPlayers, seated: I32) -> dict[str, Table]:
        """Return the table `players`: those who are new or changed since the list before, with year of birth (0 if
        they were never rated and never played). Also note who is shown and needed."""
        self.shown = extend_flags(self.shown, len(roll))
        on = listed(roll.state)
        on[unlisted.player[hidden(unlisted.reason)]] = False
        self.shown |= on
        self.needed = extend_flags(self.needed, len(roll))
        self.needed |= roll.state > 0
        self.needed[seated] = True
        born = np.where(self.needed[: len(roll)], players.born, 0)
        self.players, new = known_players(self.players, born, players.member)
        return {"players": new}

    def _note_k_by_birthday(self, book: Rulebook, head: Head, born: I32, roll: Roll) -> None:
        """Note (in `asked`) the players whose K would be different, or have another reason, if only their year of
        birth were known."""
        self.asked = extend_flags(self.asked, len(roll))
        if not asks_birthday(book):
            return
        year = days_of(years_of(born)).astype(np.int32)
        k, reason = decide(book, head.list_, roll.games, year, roll.highest, roll.rating)
        self.asked |= (roll.state != State.NONE.value) & ((k != roll.k) | (reason != roll.k_reason))


def _opening_list_before(connection: Connection, row: ListRow) -> int:
    """Return the list, opened with this one, on which its rows build; 0 if it was opened alone."""
    if row.kind != OPENING or not row.previous_sha256:
        return 0
    return max(each for each in published_lists(connection, row.series) if each < row.list)


def _head_of_list(row: ListRow, players: int, remakable: bool) -> Head:
    """Return the head of a list. `players` is the number of player keys then; `remakable` says whether it can be
    computed again."""
    return Head(
        row.series, row.list, row.kind, row.edition or "", row.sha256, row.inputs_sha256 or "", row.log, players,
        remakable,
    )  # fmt: skip


def extend_flags(flags: Any, size: int) -> Any:
    """Return flags for at least `size` players; the new ones are False."""
    return np.concatenate([flags, np.zeros(max(size - len(flags), 0), bool)])
