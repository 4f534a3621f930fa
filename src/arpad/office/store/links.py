"""The log as a chain: each entry hashes what it wrote and the entry before.

Whoever changes, adds or removes a row behind the office breaks the leaf of the row; whoever mends that breaks the link
of the entry, and whoever mends all links after it has another root than the checkpoints that others keep. What an entry
wrote is read back from the database, so that what is hashed is what is kept, and is compared with what was sent
(`sent.py`); only what goes in by large blocks is hashed on its way.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from sqlalchemy import Connection, Engine, Table, event, func, insert, select

from arpad.history.log_chain import NOTHING, entry_hash, link_hash
from arpad.office.store import sent
from arpad.office.store.bindings import all_rows, bound_by, bound_tables
from arpad.office.store.leaves import Leaves, in_order, key_of, leaf, leaves
from arpad.office.store.schema import bound, link, log

TOUCHED = "arpad_touched"  # where a connection notes which tables were written
KNOWN = "arpad_known"  # what was written of a table in bulk: the leaf of each row by its key
ALSO = "arpad_also"  # and which rows an entry answers for that are not its own
MANY = ("player", "birth", "player_change")  # tables of which an entry may write very many rows
AT_ONCE = 2_000  # of these rows that are in memory
BOUND = insert(bound)
LINKED = insert(link)
LAST = select(link.c.sha256).order_by(link.c.log.desc()).limit(1)


def watch(engine: Engine) -> None:
    """Note every table that is written through an engine."""

    @event.listens_for(engine, "after_execute")
    def written(connection: Connection, statement: Any, *about: Any) -> None:
        if getattr(statement, "is_dml", False):
            touched(connection, statement.table.name)
            if statement.is_insert and statement.select is None:
                sent.send(connection, statement.table, about[-1].context.compiled_parameters)


def touched(connection: Connection, place: str) -> None:
    """That rows of a table were written, where the engine does not see it."""
    connection.info.setdefault(TOUCHED, set()).add(place)


def written(connection: Connection, table: Table, rows: Iterable[tuple[Any, ...]]) -> None:
    """That these rows of a table were written, a value for every column in the order of the table.

    Large rows are hashed on their way into the database, and not read back.
    """
    if table.name not in bound_tables():
        return
    names = [column.name for column in table.columns]
    keys = [names.index(column.name) for column in table.primary_key.columns]
    order = [*keys, *(at for at in range(len(names)) if at not in keys)]
    found = connection.info.setdefault(KNOWN, {}).setdefault(table.name, {})
    for row in rows:
        laid = tuple(row[at] for at in order)
        found[key_of(laid, len(keys))] = leaf(laid)


def also(connection: Connection, place: str, key: tuple[Any, ...]) -> None:
    """That the entry answers for a row from now on which another one wrote: it was repaired."""
    connection.info.setdefault(ALSO, {}).setdefault(place, set()).add(key)


def is_bound(connection: Connection, table: Table, row: Any, entries: Sequence[int]) -> bool:
    """Whether a row is what the newest of these entries of the log wrote that answers for it."""
    laid = tuple(getattr(row, column.name) for column in all_rows(table.name).selected_columns)
    key = key_of(laid, _keys(table.name))
    rows = select(bound).where(bound.c.place == table.name, bound.c.log.in_(entries)).order_by(bound.c.log.desc())
    for written_then in connection.execute(rows):
        known = dict(iter(Leaves(table.name, written_then.keys, bytes(written_then.leaves))))
        if key in known:
            return known[key] == leaf(laid)
    return False


def begin(connection: Connection) -> None:
    """An entry begins: whatever is written from here on is its."""
    connection.info[TOUCHED], connection.info[ALSO], connection.info[KNOWN] = set(), {}, {}
    sent.begin(connection)


def close(connection: Connection, seq: int) -> str:
    """An entry ends: everything it wrote is bound to it, and it is linked to the entry before. Gives its link."""
    others: dict[str, set[tuple[Any, ...]]] = connection.info.pop(ALSO, {})
    known: dict[str, dict[str, bytes]] = connection.info.pop(KNOWN, {})
    on_way = sent.end(connection)
    read = (connection.info.pop(TOUCHED, set()) | others.keys()) & bound_tables().keys()
    of_tables = (
        _of_entry(connection, seq, on_way.get(place) or sent.Sent(bound_tables()[place], {}), others.get(place, ()))
        if place in read
        else in_order(place, known[place])
        for place in sorted(read | known.keys())
    )
    if log.name in on_way:
        list(on_way[log.name].compared([_entry(connection, seq)], [column.name for column in log.columns], seq))
    return _add(connection, seq, of_tables)


def begin_chain(connection: Connection) -> None:
    """Link the whole past of an office, as it stands, to the newest entry of its log: it is what follows."""
    newest = connection.execute(select(func.max(log.c.seq))).scalar()
    if newest is None:
        return
    few = {"yield_per": AT_ONCE}
    there = (
        leaves(place, connection.execute(all_rows(place).execution_options(**few)), _keys(place))
        for place in bound_tables()
    )
    _add(connection, newest, [past(connection, newest), *there])


def past(connection: Connection, newest: int) -> Leaves:
    """The entries of the log before the first link, as leaves."""
    rows = connection.execute(select(log).where(log.c.seq <= newest))
    return leaves(log.name, rows, 1)


def _keys(place: str) -> int:
    return len(bound_tables()[place].primary_key.columns)


def _of_entry(connection: Connection, seq: int, on_way: sent.Sent, others: Iterable[tuple[Any, ...]]) -> Leaves:
    place = on_way.table.name
    own = bound_by(place).execution_options(yield_per=AT_ONCE) if place in MANY else bound_by(place)
    key = bound_tables()[place].primary_key.columns
    where = [[column == value for column, value in zip(key, values, strict=True)] for values in others]
    mended = (row for here in where for row in connection.execute(all_rows(place).where(*here)))
    names = [column.name for column in all_rows(place).selected_columns]
    with connection.execute(own, {"entry": seq}) as there:
        return leaves(place, chain(on_way.compared(there, names, seq), mended), _keys(place))


def _entry(connection: Connection, seq: int) -> tuple[Any, ...]:
    return tuple(connection.execute(select(log).where(log.c.seq == seq)).one())


def _add(connection: Connection, seq: int, written: Iterable[Leaves]) -> str:
    of_tables = [each for each in written if each.keys]
    rows = [{"log": seq, "place": each.place, "keys": each.keys, "leaves": each.packed} for each in of_tables]
    if rows:
        connection.execute(BOUND, rows)
    salt = secrets.token_hex(16)
    before = connection.execute(LAST).scalar() or NOTHING
    entry = entry_hash(salt, _entry(connection, seq), ((each.place, each.sha256) for each in of_tables))
    sha256 = link_hash(before, entry)
    connection.execute(LINKED, {"log": seq, "salt": salt, "entry": entry, "sha256": sha256})
    return sha256


def bound_to(connection: Connection) -> Iterator[tuple[int, Leaves]]:
    """What every entry wrote, in the order of the log."""
    rows = select(bound).order_by(bound.c.log, bound.c.place).execution_options(yield_per=64)
    for row in connection.execute(rows):
        yield row.log, Leaves(row.place, row.keys, bytes(row.leaves))
