"""Rolls in the book: what is stored are the rows that changed, and every list can be read again as it was."""

from __future__ import annotations

import numpy as np
import pytest
from by_hand import by_hand
from sqlalchemy import func, insert, select, update

from arpad.columns import Roll, State
from arpad.finding import UserError
from arpad.lists.sealed import parts_of
from arpad.office.clock import Clock
from arpad.office.desk import Desk
from arpad.office.imported_rows import ImportedRows, changed_rows, pack_imported, store_imported_list
from arpad.office.list_snapshots import LISTS_PER_SNAPSHOT, read_parts_since_snapshots, store_due_snapshots
from arpad.office.office_settings import found_office
from arpad.office.registry.person import Person
from arpad.office.registry.player_facts import read_roster, register_players
from arpad.office.rolls import (
    COMPUTED,
    IMPORTED,
    RollCache,
    empty_roll,
    player_history,
    published_lists,
    read_roll,
    read_rolls,
    read_rows_of_players,
    select_player_rows,
    store_roll_parts,
)
from arpad.office.store import schema
from arpad.office.store.engine import connect_store
from arpad.packed import CHUNK

SERIES = "fide-standard"


def office(address: str, kind: str = COMPUTED) -> Desk:
    desk = found_office(connect_store(address, create=True), "officer", Clock())
    with by_hand(desk).writing("begin") as writing:
        writing.connection.execute(insert(schema.series).values(name=SERIES, kind=kind, log=writing.seq))
        writing.connection.execute(insert(schema.pointer).values(series=SERIES, list=0))
    return desk


def publish(desk: Desk, list_: int, replaced: Roll, roll: Roll, with_bases: bool = True) -> int:
    """Put a list into the book; gives how many rows were stored."""
    parts = parts_of(replaced, roll)
    with by_hand(desk).writing("list") as writing:
        row = {"series": SERIES, "list": list_, "kind": "computed", "sha256": "", "log": writing.seq}
        writing.connection.execute(insert(schema.rating_list).values(**row))
        store_roll_parts(writing.connection, SERIES, list_, parts)
        if with_bases:
            store_due_snapshots(writing.connection, SERIES, list_, roll)
        writing.connection.execute(update(schema.pointer).values(list=list_))
    return sum(len(packed) for _, packed in parts) // 17


def test_each_list_can_be_read_as_it_was_though_only_changes_are_stored(address: str) -> None:
    desk = office(address)
    random = np.random.default_rng(7)
    numbers = np.arange(1, 3 * CHUNK, dtype=np.int64)
    before, kept = empty_roll(0), {}
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
        assert published_lists(connection, SERIES) == tuple(kept)
        for list_, roll in kept.items():
            assert read_roll(connection, SERIES, list_, numbers).equals(roll)
        several = read_rolls(connection, SERIES, kept, numbers)
        assert all(several[list_].equals(roll) for list_, roll in kept.items())
        key = int(np.flatnonzero(kept[202406].rating)[0])
        told = {list_: row["rating"] for list_, row in player_history(connection, SERIES, key)}
        steps = [int(kept[list_].rating[key]) for list_ in kept]
        changed = [list_ for at, list_ in enumerate(kept) if steps[at] != (steps[at - 1] if at else 0)]
        assert list(told) == changed
        assert told[changed[-1]] == steps[-1]


def test_a_list_that_was_never_published_is_refused_with_those_that_are_there(address: str) -> None:
    desk = office(address)
    with desk.reading() as connection, pytest.raises(UserError, match="has no list of fide-standard"):
        read_roll(connection, SERIES, 202403, np.zeros(0, np.int64))
    publish(desk, 202403, empty_roll(0), Roll.of(rating=[2400]))
    with desk.reading() as connection, pytest.raises(UserError, match=r"2024-05.*from 2024-03 to 2024-03"):
        read_roll(connection, SERIES, 202405, np.zeros(1, np.int64))


def test_a_player_registered_after_a_list_has_no_row_on_it(address: str) -> None:
    desk = office(address)
    publish(desk, 202403, empty_roll(0), Roll.of(rating=[2400, 2300], state=1))
    with desk.reading() as connection:
        roll = read_roll(connection, SERIES, 202403, np.zeros(3, np.int64))
    assert roll.rating.tolist() == [2400, 2300, 0]
    assert roll.state.tolist() == [1, 1, 0]


def test_a_shelf_reads_a_list_once(address: str) -> None:
    desk = office(address)
    publish(desk, 202403, empty_roll(0), Roll.of(rating=[2400], state=1))
    shelf = RollCache(np.zeros(1, np.int64))
    with desk.reading() as connection:
        assert shelf.roll(connection, SERIES, 202403) is shelf.roll(connection, SERIES, 202403)


MONTHS = tuple(year * 100 + month for year in range(2020, 2025) for month in range(1, 13))


def years(desk: Desk, seed: int, lists: int, bases_from: int = 0) -> dict[int, Roll]:
    """Lists of a registry that grows, most of whose ranges change now and then; bases from one of the lists on."""
    dice, before, kept = np.random.default_rng(seed), empty_roll(0), {}
    for at, list_ in enumerate(MONTHS[:lists]):
        players = min(2 * CHUNK + 60 * at, 4 * CHUNK)
        columns = {name: np.zeros(players, column.dtype) for name, column in before.columns()}
        for name, column in before.columns():
            columns[name][: len(before)] = column
        chunk = int(dice.integers(0, 5))
        moved = np.zeros(0, np.int64)  # some lists change nothing
        if chunk < 2 + at // 18:
            moved = dice.choice(np.arange(chunk * CHUNK, min((chunk + 2) * CHUNK, players)), 40)
        for name, column in columns.items():
            column[moved] = dice.integers(0, 2 if name == "state" else 100, len(moved))
        roll = Roll(**columns)
        publish(desk, list_, before, roll, at >= bases_from)
        before = kept[list_] = roll
    return kept


@pytest.mark.parametrize("bases_from", [0, 20, 60])
def test_whatever_bases_there_are_every_list_is_read_as_it_was(address: str, bases_from: int) -> None:
    """Against what was put in: bases from the first list on, from a later one on as after an upgrade, and never."""
    desk = office(address)
    kept = years(desk, 11, 40, bases_from)
    numbers = np.arange(1, 4 * CHUNK + 1, dtype=np.int64)
    with desk.reading() as connection:
        bases = connection.execute(select(func.count()).select_from(schema.roll_base)).scalar_one()
        assert (bases > 0) == (bases_from < 40)
        several = read_rolls(connection, SERIES, kept, numbers)
        for list_, roll in kept.items():
            read = read_roll(connection, SERIES, list_, numbers)
            assert read.cut(slice(len(roll))).equals(roll)
            assert not read.rating[len(roll) :].any()
            assert several[list_].equals(read)
        some = read_rolls(connection, SERIES, list(kept)[17::9], numbers)
        assert all(several[list_].equals(roll) for list_, roll in some.items())


def test_the_rows_of_some_players_are_those_of_the_roll(address: str) -> None:
    desk, dice = office(address), np.random.default_rng(3)
    kept = years(desk, 12, 26)
    numbers = np.arange(1, 4 * CHUNK + 1, dtype=np.int64)
    with desk.reading() as connection:
        for list_ in list(kept)[::5]:
            keys = dice.integers(-1, len(numbers), 30).astype(np.int32)
            roll = read_roll(connection, SERIES, list_, numbers)
            assert read_rows_of_players(connection, SERIES, list_, keys).equals(select_player_rows(roll, keys))
        assert len(read_rows_of_players(connection, SERIES, 202001, np.zeros(0, np.int32))) == 0
        assert read_rows_of_players(connection, SERIES, 202001, np.full(2, -1, np.int32)).equals(empty_roll(2))
        with pytest.raises(UserError, match="2031-01"):
            read_rows_of_players(connection, SERIES, 203101, np.zeros(1, np.int32))


def test_a_roll_is_read_from_as_many_parts_after_many_lists_as_after_a_few(address: str) -> None:
    desk = office(address)
    chunks = 2 * LISTS_PER_SNAPSHOT
    before, read = empty_roll(0), []
    for at, list_ in enumerate(MONTHS[:40]):
        rating = np.full(chunks * CHUNK, 1500 + at, np.int16)
        roll = Roll.of(rating=rating, state=1)
        publish(desk, list_, before, roll)
        before = roll
        with desk.reading() as connection:
            read.append(len(read_parts_since_snapshots(connection, SERIES, list_, list_, range(chunks))))
    assert max(read) <= chunks * LISTS_PER_SNAPSHOT
    assert len(set(read[LISTS_PER_SNAPSHOT:])) == 1


def test_a_player_s_history_has_the_rows_that_changed_and_none_that_only_repeat_them(address: str) -> None:
    desk = office(address)
    kept = years(desk, 13, 40)
    key = int(np.argmax(kept[MONTHS[39]].rating > 0))
    steps = [tuple(int(column[key]) for _, column in roll.columns()) for roll in kept.values()]
    none = (0,) * len(steps[0])
    changed = [
        (list_, row)
        for at, (list_, row) in enumerate(zip(kept, steps, strict=True))
        if row != (steps[at - 1] if at else none)
    ]
    with desk.reading() as connection:
        assert [(list_, tuple(row.values())) for list_, row in player_history(connection, SERIES, key)] == changed


def bring(desk: Desk, list_: int, **given: list[int] | int) -> int:
    """Import a list; gives how many rows were stored."""
    rows = ImportedRows.of(**given)
    with by_hand(desk).writing("import") as writing:
        changed = changed_rows(writing.connection, SERIES, list_, rows)
        row = {"series": SERIES, "list": list_, "kind": "imported", "sha256": "", "log": writing.seq}
        writing.connection.execute(insert(schema.rating_list).values(**row))
        store_imported_list(writing.connection, SERIES, list_, pack_imported(changed), rows)
        writing.connection.execute(update(schema.pointer).values(list=list_))
    return len(changed)


def test_an_imported_list_keeps_what_changed_who_is_gone_and_who_is_not_registered_yet(address: str) -> None:
    desk = office(address, IMPORTED)
    assert bring(desk, 201801, fide_id=[11, 12, 13], rating=[2500, 2400, 2300], state=[1, 1, 1], k=[10, 10, 20]) == 3
    assert bring(desk, 201802, fide_id=[11, 13, 14], rating=[2500, 2310, 2000], state=[1, 1, 1], k=[10, 20, 40]) == 3
    numbers = np.array([13, 0, 12, 11], np.int64)  # by key; 14 is not registered
    with desk.reading() as connection:
        first, second = (read_rolls(connection, SERIES, (201801, 201802), numbers)[at] for at in (201801, 201802))
        assert first.rating.tolist() == [2300, 0, 2400, 2500]
        assert second.rating.tolist() == [2310, 0, 0, 2500]
        assert second.state.tolist() == [1, 0, 0, 1]
        later = np.array([13, 0, 12, 11, 14], np.int64)  # and now he is
        assert read_roll(connection, SERIES, 201802, later).rating.tolist() == [2310, 0, 0, 2500, 2000]
        assert not len(read_roll(connection, SERIES, 201801, np.zeros(0, np.int64)))


def test_imported_lists_are_read_as_they_were_whatever_bases_there_are(address: str) -> None:
    desk, dice = office(address, IMPORTED), np.random.default_rng(5)
    everybody = np.arange(100, 160, dtype=np.int64)
    with by_hand(desk).writing("people") as writing:
        registered = [Person(name=f"Invented{number}, Ann", fide_id=int(number)) for number in everybody[:50]]
        register_players(writing, registered)
    rating, kept = dice.integers(0, 2800, len(everybody)).astype(np.int16), {}
    for list_ in MONTHS[:30]:
        moved = dice.choice(len(everybody), 12)
        rating[moved] = np.where(dice.random(12) < 0.3, 0, dice.integers(1400, 2800, 12))
        there = np.flatnonzero(rating)
        bring(desk, list_, fide_id=everybody[there].tolist(), rating=rating[there].tolist(), state=1, k=20)
        kept[list_] = rating[:50].copy()
    keys = np.array([49, -1, 0, 17, 17], np.int32)
    with desk.reading() as connection:
        assert connection.execute(select(func.count()).select_from(schema.imported_base)).scalar_one() == 2
        known = read_roster(connection)
        of = np.argsort(known.fide_id)  # keys are given in the order of content
        several = read_rolls(connection, SERIES, kept, known.listed_as)
        for list_, ratings in kept.items():
            roll = read_roll(connection, SERIES, list_, known.listed_as)
            assert roll.rating[of].tolist() == ratings.tolist()
            assert several[list_].equals(roll)
            assert read_rows_of_players(connection, SERIES, list_, keys).equals(select_player_rows(roll, keys))
