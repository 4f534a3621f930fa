"""Somebody who can write everything forges the record, too: leaves and links follow what he has changed."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select, update

from arpad.history.log_chain import NOTHING, entry_hash, link_hash
from arpad.office.store import schema
from arpad.office.store.bindings import all_rows, bound_tables
from arpad.office.store.leaves import Leaves, in_order, key_of, leaf


def answered_anew(connection: Connection, entry: int) -> None:
    """Let an entry answer for its rows as they stand, and every later one follow from it."""
    of = schema.bound
    for row in connection.execute(select(of).where(of.c.log == entry)).all():
        keys, width = set(row.keys.split("\n")), len(bound_tables()[row.place].primary_key.columns)
        there = {key_of(each, width): leaf(each) for each in connection.execute(all_rows(row.place)).all()}
        new = in_order(row.place, {key: kept for key, kept in there.items() if key in keys})
        connection.execute(delete(of).where(of.c.log == entry, of.c.place == row.place))
        if new.keys:
            values = {"log": entry, "place": row.place, "keys": new.keys, "leaves": new.packed}
            connection.execute(insert(of).values(**values))
    linked_anew(connection, entry)


def linked_anew(connection: Connection, first: int) -> None:
    """Hash the entries anew from one on, with what they say and answer for now."""
    of, bound, log, before = schema.link, schema.bound, schema.log, NOTHING
    for row in connection.execute(select(of).order_by(of.c.log)).all():
        if row.log >= first:
            rows = connection.execute(select(bound).where(bound.c.log == row.log).order_by(bound.c.place))
            wrote = [Leaves(each.place, each.keys, bytes(each.leaves)) for each in rows]
            says = tuple(connection.execute(select(log).where(log.c.seq == row.log)).one())
            entry = entry_hash(row.salt, says, ((each.place, each.sha256) for each in wrote))
            new = {"entry": entry, "sha256": link_hash(before, entry)}
            connection.execute(update(of).where(of.c.log == row.log).values(**new))
            before = new["sha256"]
        else:
            before = row.sha256
