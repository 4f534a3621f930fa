"""Whether the log is the chain it was: each entry says and wrote what it did, and follows the one before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, select

from arpad.days import Day
from arpad.finding import Problem
from arpad.history.log_chain import NOTHING, entry_hash, link_hash
from arpad.office.store import schema
from arpad.office.store.leaves import Leaves, leaf
from arpad.office.store.links import bound_to

log, link = schema.log, schema.link


def links(connection: Connection) -> dict[int, Any]:
    """The links of the log, by entry, in its order."""
    return {row.log: row for row in connection.execute(select(link).order_by(link.c.log))}


def entries(connection: Connection) -> dict[int, Any]:
    """What the log says, by entry, in its order."""
    return {row.seq: row for row in connection.execute(select(log).order_by(log.c.seq))}


def broken(connection: Connection, written: dict[int, list[Leaves]]) -> Iterator[Problem]:
    """Each entry that is not as it was linked. `written` is what every entry wrote."""
    there, log_rows = links(connection), entries(connection)
    if not there:
        if log_rows:
            yield Problem("log-not-chained", entries=len(log_rows))
        return
    first, before = min(there), NOTHING
    yield from _past(log_rows, first, written)
    for seq in sorted(there.keys() | {seq for seq in log_rows if seq > first} | written.keys()):
        row = there.get(seq)
        if row is None:
            yield Problem("entry-not-linked", **entry_fields(log_rows.get(seq), seq))
            continue
        if seq not in log_rows:
            yield Problem("entry-gone", entry=seq)
        else:
            found = entry_hash(
                row.salt, tuple(log_rows[seq]), ((each.place, each.sha256) for each in written.get(seq, ()))
            )
            if found != row.entry:
                yield Problem("entry-not-as-linked", **entry_fields(log_rows[seq], seq))
        if link_hash(before, row.entry) != row.sha256:
            yield Problem("link-broken", **entry_fields(log_rows.get(seq), seq))
        before = row.sha256


def _past(log_rows: dict[int, Any], first: int, written: dict[int, list[Leaves]]) -> Iterator[Problem]:
    """The entries from before the chain, which its first link holds together."""
    held = {key: kept for each in written.get(first, ()) if each.place == log.name for key, kept in each}
    for seq, row in log_rows.items():
        if seq < first and not held:
            yield Problem("entry-not-linked", **entry_fields(row, seq))
        elif seq <= first and held and leaf(tuple(row)) != held.pop(str(seq), b""):
            yield Problem("entry-not-as-linked", **entry_fields(row, seq))
    for key in held:
        yield Problem("entry-gone", entry=key)


def written_by(connection: Connection) -> dict[int, list[Leaves]]:
    """What every entry wrote."""
    found: dict[int, list[Leaves]] = {}
    for seq, each in bound_to(connection):
        found.setdefault(seq, []).append(each)
    return found


def entry_fields(row: Any, seq: int) -> dict[str, Any]:
    """What names an entry."""
    if row is None:
        return {"entry": seq, "action": "", "subject": "", "who": "", "day": Day(0)}
    return {"entry": seq, "action": row.action, "subject": row.subject, "who": row.who, "day": Day(row.day)}
