"""Whether every row is what an entry of the log wrote: none changed, none gone, none that nobody wrote."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import Connection, select

from arpad.finding import Problem
from arpad.frozen import dataclass
from arpad.office.proving.chained import entry_fields
from arpad.office.proving.mended import RENAMED, Mended, mended, row_name
from arpad.office.proving.permits import renames, until_chained
from arpad.office.proving.retraced import RETRACED, Kept, changed_keys, not_led_to
from arpad.office.proving.row_owners import RowOwners, parse_bound_key
from arpad.office.store import schema
from arpad.office.store.bindings import WHOLE, all_rows, bound_tables
from arpad.office.store.leaves import Leaves, key_of, leaf

AT_ONCE = 2_000
NOBODY = 0  # no entry
REMADE = ("examination",)  # what changes here can be made again
TAKEN = ("rating_list", "list_law", "series")  # what goes when a list is taken back
NAMED_IN = ("log", "layer")  # columns that say with which entry a row came


@dataclass(frozen=True)
class Counted:
    """Rows that were compared."""

    rows: int


def newest_leaves(written: Mapping[int, list[Leaves]]) -> dict[str, dict[str, Kept]]:
    """The leaf that holds of each row, by table and key."""
    whole = {table.name for table in WHOLE}
    found: dict[str, dict[str, Kept]] = {}
    for seq in sorted(written):
        for each in written[seq]:
            if each.place in whole:
                found[each.place] = {}
            found.setdefault(each.place, {}).update({key: (kept, seq) for key, kept in each})
    return found


def of_another_entry(
    connection: Connection, written: Mapping[int, list[Leaves]], log_rows: Mapping[int, Any]
) -> Iterator[Problem]:
    """Each row that says it came with another entry than the one that bound it first, or wrote it anew."""
    owners, past = RowOwners(connection), until_chained(written)
    for place, table in bound_tables().items():
        column = next((name for name in NAMED_IN if name in table.c), None)
        if column is None:
            continue
        wrote, keys = _wrote(written, place), len(table.primary_key.columns)
        rows = select(*table.primary_key.columns, table.c[column].label("said"))
        for row in connection.execute(rows.execution_options(yield_per=AT_ONCE)):
            key = key_of(row, keys)
            seq = wrote.get(key, row.said)
            if row.said != seq and not row.said < seq <= past:
                about = {**_fields(place, key, seq, log_rows), "said": row.said}
                yield Problem("row-of-another-entry", **about, owner=owners.by_key(place, parse_bound_key(key)))


def _wrote(written: Mapping[int, list[Leaves]], place: str) -> dict[str, int]:
    """The entry that wrote each row of a table, by key: the newest one of what is written anew."""
    found: dict[str, int] = {}
    for seq in sorted(written, reverse=place not in (*RENAMED, *TAKEN)):
        found.update((key, seq) for each in written[seq] if each.place == place for key, _ in each)
    return found


def bound_again(
    connection: Connection, written: Mapping[int, list[Leaves]], log_rows: Mapping[int, Any]
) -> Iterator[Problem]:
    """Each row that a later entry bound otherwise than the one that wrote it, where nothing tells that it changed."""
    owners, taken, answered = RowOwners(connection), _taken(connection), mended(connection, log_rows)
    changing = {place: changed_keys(connection, place) for place in RETRACED}

    def problem(place: str, key: str, seq: int, wrote: int) -> Problem:
        about = _fields(place, key, seq, log_rows)
        return Problem("row-bound-again", **about, owner=owners.by_key(place, parse_bound_key(key)), wrote=wrote)

    for place, key, before, now in _others(written):
        known_as = parse_bound_key(key)
        was_taken = place in TAKEN and _was_taken(known_as, before[1], taken)
        if place in REMADE or was_taken or renames(log_rows.get(now[1]), place):
            continue
        if place in changing and isinstance(known_as, int):
            changing[place].add(known_as)
        elif (place, row_name(known_as), now[1]) not in answered:
            yield problem(place, key, now[1], before[1])
    for place, keys in changing.items():
        bound = _since_repairs(_bindings(written, place, keys), place, answered)
        for row, seq, wrote in not_led_to(connection, place, bound) if bound else ():
            yield problem(place, str(row), seq, wrote)


def _bindings(written: Mapping[int, list[Leaves]], place: str, keys: set[int]) -> dict[int, list[Kept]]:
    """What each entry bound of some rows of a table, by key, in the order of the log."""
    found: dict[int, list[Kept]] = {}
    for seq in sorted(written):
        for each in (each for each in written[seq] if each.place == place):
            for key, kept in each:
                if key.isdecimal() and int(key) in keys:
                    found.setdefault(int(key), []).append((kept, seq))
    return found


def _since_repairs(bound: dict[int, list[Kept]], place: str, answered: set[Mended]) -> dict[int, list[Kept]]:
    """Without what was bound before a text of the row was repaired: what was there nobody can tell."""
    since = {row: seq for of, row, seq in sorted(answered, key=lambda each: each[2]) if of == place}
    return {key: [each for each in kept if each[1] >= since.get(str(key), 0)] for key, kept in bound.items()}


def _others(written: Mapping[int, list[Leaves]]) -> Iterator[tuple[str, str, Kept, Kept]]:
    """Each row that an entry bound otherwise than the one before that bound it, in the order of the log."""
    newest, whole = dict[tuple[str, str], Kept](), {table.name for table in WHOLE}
    for seq in sorted(written):
        for each in written[seq]:
            for key, kept in each if each.place not in whole else ():
                before = newest.get((each.place, key), (kept, seq))
                newest[each.place, key] = (kept, seq)
                if before[0] != kept:
                    yield each.place, key, before, (kept, seq)


def not_as_written(
    connection: Connection, written: Mapping[int, list[Leaves]], log_rows: Mapping[int, Any]
) -> Iterator[Problem | Counted]:
    """Each row that is not what an entry wrote, named by whom it is about; and, by table, how many were compared."""
    held, owners, taken = newest_leaves(written), RowOwners(connection), _taken(connection)
    left = set(connection.execute(select(schema.rating_list.c.series)).scalars())
    for place, table in bound_tables().items():
        expected, keys = held.get(place, {}), len(table.primary_key.columns)
        count = 0
        rows = connection.execute(all_rows(place).execution_options(yield_per=AT_ONCE))
        for row in rows:
            key = key_of(row, keys)
            count += 1
            known = expected.pop(key, None)
            if known is None:
                yield Problem(
                    "row-added", **_fields(place, key, NOBODY, log_rows), owner=owners.of(place, row._asdict())
                )
            elif known[0] != leaf(row):
                yield Problem(
                    "row-not-as-written",
                    **_fields(place, key, known[1], log_rows),
                    owner=owners.of(place, row._asdict()),
                )
        for key, (_, seq) in expected.items():
            known_as = parse_bound_key(key)
            if place in TAKEN and known_as not in left and _was_taken(known_as, seq, taken):
                continue  # a series goes with its last list
            yield Problem("row-gone", **_fields(place, key, seq, log_rows), owner=owners.by_key(place, known_as))
        yield Counted(count)


def _fields(place: str, key: str, seq: int, log_rows: Mapping[int, Any]) -> dict[str, Any]:
    return {"table": place, "key": key, **entry_fields(log_rows.get(seq), seq)}


def _taken(connection: Connection) -> list[tuple[str, int, int]]:
    """Lists that were taken back, and the entries that did."""
    of = schema.taken_back
    return [tuple(row) for row in connection.execute(select(of.c.series, of.c.list, of.c.log))]


def _was_taken(key: Any, seq: int, taken: list[tuple[str, int, int]]) -> bool:
    """Whether a row of a list went with the list, after it was written."""
    series, list_ = (*key[:2], None, None)[:2] if isinstance(key, tuple) else (key, None)
    return any(name == series and list_ in (None, of) and entry > seq for name, of, entry in taken)
