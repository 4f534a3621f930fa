"""Rolls in the book: what is stored are the rows that changed, and every list can be read again as it was."""

from __future__ import annotations

import numpy as np
import pytest
from sqlalchemy import insert, update

from arpad.columns import Roll, State
from arpad.finding import Misuse
from arpad.office.clock import Clock
from arpad.office.desk import Desk
from arpad.office.founding import found
from arpad.office.imported import ImportedRows, changes, imported_parts
from arpad.office.rolls import (
    COMPUTED,
    IMPORTED,
    Shelf,
    empty,
    history,
    lists_of,
    parts_of,
    roll_of,
    rolls_of,
    store_parts,
)
from arpad.office.store import schema
from arpad.office.store.engine import connect
from arpad.office.store.packed import CHUNK, pack

SERIES = "fide-standard"


def office(address: str, kind: str = COMPUTED) -> Desk:
    desk = found(connect(address, create=True), "officer", Clock())
    with desk.writing("begin") as writing:
        writing.connection.execute(insert(schema.series).values(name=SERIES, kind=kind, log=writing.seq))
        writing.connection.execute(insert(schema.pointer).values(series=SERIES, list=0))
    return desk


def publish(desk: Desk, list_: int, replaced: Roll, roll: Roll) -> int:
    """Put a list into the book; gives how many rows were stored."""
    parts = parts_of(replaced, roll)
    with desk.writing("list") as writing:
        row = {"series": SERIES, "list": list_, "kind": "computed", "sha256": "", "log": writing.seq}
        writing.connection.execute(insert(schema.rating_list).values(**row))
        store_parts(writing.connection, SERIES, list_, parts)
        writing.connection.execute(update(schema.pointer).values(list=list_))
    return sum(len(packed) for _, packed in parts) // 17


def test_each_list_can_be_read_as_it_was_though_only_changes_are_stored(address: str) -> None:
    desk = office(address)
    random = np.random.default_rng(7)
    numbers = np.arange(1, 3 * CHUNK, dtype=np.int64)
    before, kept = empty(0), {}
    for list_ in (202403, 202404, 202405, 202406):
        rating = np.zeros(len(numbers), np.int16)
        rating[: len(before)] = before.rating
        moved = random.choice(len(numbers), 50, replace=False)
        rating[moved] = random.integers(1400, 2800, 50)
        roll = Roll.of(rating=rating, state=np.where(rating > 0, State.ACTIVE, 0), last=np.where(rating > 0, list_, 0))
        roll = Roll.of(**{**dict(roll.columns()), "last": np.where(rating > 0, 202403, 0)})
        stored = publish(desk, list_, before, roll)
        assert stored <= 50  # and not all of them
        before = kept[list_] = roll
    with desk.reading() as connection:
        assert lists_of(connection, SERIES) == tuple(kept)
        for list_, roll in kept.items():
            assert roll_of(connection, SERIES, list_, numbers).equals(roll)
        several = rolls_of(connection, SERIES, kept, numbers)
        assert all(several[list_].equals(roll) for list_, roll in kept.items())
        key = int(np.flatnonzero(kept[202406].rating)[0])
        told = {list_: row["rating"] for list_, row in history(connection, SERIES, key)}
        steps = [int(kept[list_].rating[key]) for list_ in kept]
        changed = [list_ for at, list_ in enumerate(kept) if steps[at] != (steps[at - 1] if at else 0)]
        assert list(told) == changed
        assert told[changed[-1]] == steps[-1]


def test_a_list_that_was_never_published_is_refused_with_those_that_are_there(address: str) -> None:
    desk = office(address)
    with desk.reading() as connection, pytest.raises(Misuse, match="has no list of fide-standard"):
        roll_of(connection, SERIES, 202403, np.zeros(0, np.int64))
    publish(desk, 202403, empty(0), Roll.of(rating=[2400]))
    with desk.reading() as connection, pytest.raises(Misuse, match=r"2024-05.*from 2024-03 to 2024-03"):
        roll_of(connection, SERIES, 202405, np.zeros(1, np.int64))


def test_a_player_registered_after_a_list_has_no_row_on_it(address: str) -> None:
    desk = office(address)
    publish(desk, 202403, empty(0), Roll.of(rating=[2400, 2300], state=1))
    with desk.reading() as connection:
        roll = roll_of(connection, SERIES, 202403, np.zeros(3, np.int64))
    assert roll.rating.tolist() == [2400, 2300, 0]
    assert roll.state.tolist() == [1, 1, 0]


def test_a_shelf_reads_a_list_once(address: str) -> None:
    desk = office(address)
    publish(desk, 202403, empty(0), Roll.of(rating=[2400], state=1))
    shelf = Shelf(np.zeros(1, np.int64))
    with desk.reading() as connection:
        assert shelf.roll(connection, SERIES, 202403) is shelf.roll(connection, SERIES, 202403)


def bring(desk: Desk, list_: int, **given: list[int]) -> int:
    """Import a list; gives how many rows were stored."""
    rows = ImportedRows.of(**given)
    with desk.writing("import") as writing:
        changed = changes(writing.connection, SERIES, list_, rows)
        row = {"series": SERIES, "list": list_, "kind": "imported", "sha256": "", "log": writing.seq}
        writing.connection.execute(insert(schema.rating_list).values(**row))
        writing.connection.execute(insert(schema.imported_part).values(series=SERIES, list=list_, packed=pack(changed)))
        writing.connection.execute(update(schema.pointer).values(list=list_))
    return len(changed)


def test_an_imported_list_keeps_what_changed_who_is_gone_and_who_is_not_registered_yet(address: str) -> None:
    desk = office(address, IMPORTED)
    assert bring(desk, 201801, fide_id=[11, 12, 13], rating=[2500, 2400, 2300], state=[1, 1, 1], k=[10, 10, 20]) == 3
    assert bring(desk, 201802, fide_id=[11, 13, 14], rating=[2500, 2310, 2000], state=[1, 1, 1], k=[10, 20, 40]) == 3
    numbers = np.array([13, 0, 12, 11], np.int64)  # by key; 14 is not registered
    with desk.reading() as connection:
        first, second = (rolls_of(connection, SERIES, (201801, 201802), numbers)[at] for at in (201801, 201802))
        assert first.rating.tolist() == [2300, 0, 2400, 2500]
        assert second.rating.tolist() == [2310, 0, 0, 2500]
        assert second.state.tolist() == [1, 0, 0, 1]
        later = np.array([13, 0, 12, 11, 14], np.int64)  # and now he is
        assert roll_of(connection, SERIES, 201802, later).rating.tolist() == [2310, 0, 0, 2500, 2000]
        assert next(imported_parts(connection, SERIES, 201801, np.zeros(0, np.int64)))[1].tolist() == []
