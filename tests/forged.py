"""Forge the journal of an office, as somebody could who has the whole database and knows how it is hashed."""

from __future__ import annotations

import zlib
from collections.abc import Callable

from sqlalchemy import Connection, select, update

from arpad.history.log_chain import NOTHING, entry_hash, link_hash
from arpad.office.store import schema
from arpad.office.store.effects import hash_of_lines, lines_of
from arpad.office.store.journal import hashes_by_entry, log_row_values


def change_effects(connection: Connection, change: Callable[[str, str], str]) -> None:
    """Rewrite every line of every effect with `change(table, line)`. The chain is broken until `chain_anew`."""
    of = schema.effect
    for row in connection.execute(select(of)).all():
        lines = lines_of(bytes(row.packed))
        changed = [change(row.place, line) for line in lines]
        if changed != lines:
            packed = zlib.compress(("\n".join(changed) + "\n").encode())
            mine = (of.c.log == row.log, of.c.place == row.place)
            connection.execute(update(of).where(*mine).values(packed=packed, sha256=hash_of_lines(packed)))


def chain_anew(connection: Connection) -> None:
    """Compute every hash and link of the log again, so that the chain holds."""
    hashes, before = hashes_by_entry(connection), NOTHING
    of = schema.link
    for row in connection.execute(select(schema.log).order_by(schema.log.c.seq)).all():
        salt = connection.execute(select(of.c.salt).where(of.c.log == row.seq)).scalar_one()
        entry = entry_hash(salt, log_row_values(row), hashes.get(row.seq, ()))
        before = link_hash(before, entry)
        connection.execute(update(of).where(of.c.log == row.seq).values(entry=entry, sha256=before))
