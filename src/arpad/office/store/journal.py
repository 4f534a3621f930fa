"""The journal: what each log entry was asked to do, the rows it wrote, and its link to the entry before.

An entry hashes its own row of the log, its request and its effects; the link hashes the link before and this hash. So
whoever changes an entry or its effects changes every link after it.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Table, insert, select

from arpad.frozen import dataclass
from arpad.history.log_chain import NOTHING, entry_hash, link_hash
from arpad.office.store.effects import Recorder, TableEffects, lines_of, stored_bytes
from arpad.office.store.schema import attachment, effect, journal, link, log

REQUEST_PLACE = "journal"  # under this name the request is hashed beside the effects
JOURNAL_COLUMNS = tuple(column.name for column in journal.columns)
_LAST_LINK = select(link.c.sha256).order_by(link.c.log.desc()).limit(1)
_INSERT_EFFECTS, _INSERT_LINK, _INSERT_REQUEST = insert(effect), insert(link), insert(journal)


@dataclass(frozen=True)
class JournalRequest:
    """What is stored of an act beside its log entry."""

    act: str
    request: str  # JSON
    actor: str = ""
    channel: str = ""
    call: int = 0  # 0: a call of its own
    seen: str = ""
    idempotency: str = ""
    law: str = ""
    build: str = ""
    inputs: bool = False


def close_entry(
    connection: Connection,
    log_row: Sequence[Any],
    request: JournalRequest,
    recorder: Recorder,
    attachments: Mapping[str, bytes],
) -> str:
    """Store the request, effects and attachments of a log entry, and link it to the entry before. Returns the link.

    Attachments whose bytes the entry wrote into another table are not stored again."""
    seq = int(log_row[0])
    row = {
        "log": seq,
        **{name: getattr(request, name) for name in JOURNAL_COLUMNS if name not in ("log", "call", "inputs")},
        "call": request.call or seq,
        "inputs": int(request.inputs),
    }
    store_attachments(connection, seq, {name: attachments[name] for name in attachments.keys() - recorder.blobs})
    connection.execute(_INSERT_REQUEST, row)
    return store_link(connection, log_row, hash_of_request(row), recorder.close())


def store_link(
    connection: Connection, log_row: Sequence[Any], request_hash: str, effects: Sequence[TableEffects]
) -> str:
    """Store effects of an entry, and its link to the entry before. Returns the link."""
    seq = int(log_row[0])
    rows = [{"log": seq, "place": each.place, "sha256": each.sha256, "packed": each.packed} for each in effects]
    if rows:
        connection.execute(_INSERT_EFFECTS, rows)
    salt = secrets.token_hex(16)
    before = connection.execute(_LAST_LINK).scalar() or NOTHING
    hashes = [*((each.place, each.sha256) for each in effects), (REQUEST_PLACE, request_hash)]
    entry = entry_hash(salt, tuple(log_row), hashes)
    sha256 = link_hash(before, entry)
    connection.execute(_INSERT_LINK, {"log": seq, "salt": salt, "entry": entry, "sha256": sha256})
    return sha256


def hash_of_request(row: Mapping[str, Any]) -> str:
    """Return the hash of a row of the table `journal`."""
    text = json.dumps([row[name] for name in JOURNAL_COLUMNS], separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def store_attachments(connection: Connection, entry: int, bodies: Mapping[str, bytes]) -> None:
    """Store bytes by their SHA-256, compressed. What is stored already is not stored again."""
    if not bodies:
        return
    stored = set(
        connection.execute(select(attachment.c.sha256).where(attachment.c.sha256.in_(bodies.keys()))).scalars()
    )
    rows = [
        {"sha256": name, "packed": zlib.compress(bodies[name]), "log": entry} for name in sorted(bodies.keys() - stored)
    ]
    if rows:
        connection.execute(insert(attachment), rows)


def read_attachment(connection: Connection, sha256: str) -> bytes | None:
    """Return attached bytes; None if there are none, or if they are damaged."""
    packed = connection.execute(select(attachment.c.packed).where(attachment.c.sha256 == sha256)).scalar()
    if packed is None:
        return None
    try:
        body = zlib.decompress(stored_bytes(packed))
    except zlib.error:
        return None
    return body if hashlib.sha256(body).hexdigest() == sha256 else None


# --- reading ------------------------------------------------------------------------------------------------------


def find_idempotent(connection: Connection, key: str) -> Any:
    """Return the row of the journal with a key of idempotency, or None."""
    return connection.execute(select(journal).where(journal.c.idempotency == key)).first()


def hashes_by_entry(connection: Connection) -> dict[int, list[tuple[str, str]]]:
    """Return what each entry hashes beside its log row: (table, hash of its effects), and the hash of its request."""
    hashes: dict[int, list[tuple[str, str]]] = {}
    for row in connection.execute(select(effect.c.log, effect.c.place, effect.c.sha256)):
        hashes.setdefault(row.log, []).append((row.place, row.sha256))
    for request in connection.execute(select(journal)).mappings():
        hashes.setdefault(request["log"], []).append((REQUEST_PLACE, hash_of_request(dict(request))))
    return {entry: sorted(parts) for entry, parts in hashes.items()}


def effects_in_order(connection: Connection, until: int | None = None) -> Iterator[tuple[int, str, bytes]]:
    """Yield (entry, table, packed lines) in the order of the log; with `until`, those up to that entry.

    The query ends there, not the reader: a cursor of the server that is not read to its end stays open."""
    rows = select(effect.c.log, effect.c.place, effect.c.packed)
    if until is not None:
        rows = rows.where(effect.c.log <= until)
    for row in connection.execute(rows.order_by(effect.c.log, effect.c.place).execution_options(yield_per=256)):
        yield row.log, row.place, stored_bytes(row.packed)


def is_recorded(connection: Connection, table: Table, line: str, entries: Iterable[int]) -> bool:
    """Return whether one of these entries inserted this row: `line` is what `effects.line_of_row` makes of it."""
    rows = select(effect.c.packed).where(effect.c.place == table.name, effect.c.log.in_(list(entries)))
    return any(line in lines_of(stored_bytes(packed)) for packed in connection.execute(rows).scalars())


def log_row_values(row: Any) -> tuple[Any, ...]:
    """Return a row of the log as it is hashed: its values in the order of the columns."""
    return tuple(getattr(row, column.name) for column in log.columns)
