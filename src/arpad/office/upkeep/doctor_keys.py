"""The signing keys of an office: whether they follow each other, where the private one is, and who can read it."""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, select

from arpad.finding import Problem
from arpad.history.checkpoints import KEY_ENTRY, LoggedKey, key_problems, logged_key
from arpad.office.store.schema import log

if TYPE_CHECKING:
    from arpad.office.store.engine import Store
    from arpad.office.upkeep.doctor import CheckInput

KEY_FILE_SETTING = "ARPAD_KEY"
KEY_FILE_ENDING = ".key"
CONFIGURATION = "XDG_CONFIG_HOME"
OTHERS = 0o077  # what everybody but the owner of a file may do with it


def private_key_file(store: Store) -> Path:
    """Return where the private key file is or would be. Whether it exists is not checked.

    The setting ARPAD_KEY comes first, then a file of earlier versions beside a SQLite office. By default it is in the
    user's configuration: whoever copies the database does not copy the key."""
    if os.environ.get(KEY_FILE_SETTING):
        return Path(os.environ[KEY_FILE_SETTING])
    beside = Path(f"{store.address}{KEY_FILE_ENDING}")
    if store.is_sqlite and beside.exists():
        return beside
    configuration = Path(os.environ.get(CONFIGURATION) or Path.home() / ".config")
    address = str(Path(store.address).resolve()) if store.is_sqlite else store.address
    name = Path(store.address).stem.replace("?", "-")[:40] or "office"
    return (
        configuration
        / "arpad"
        / "keys"
        / f"{name}-{hashlib.sha256(address.encode()).hexdigest()[:12]}{KEY_FILE_ENDING}"
    )


def key_place(visit: CheckInput) -> Iterator[Problem]:
    """Yield a problem if the private key is beside the database, or if others can read it."""
    file = private_key_file(visit.store)
    if not file.exists():
        return
    if visit.store.is_sqlite and file.resolve().parent == Path(visit.store.address).resolve().parent:
        yield Problem("key/beside-database", file=str(file))
    mode = stat.S_IMODE(file.stat().st_mode)
    if os.name == "posix" and mode & OTHERS:
        yield Problem("key/readable", file=str(file), mode=f"{mode:o}")


def logged_keys(connection: Connection) -> Iterator[LoggedKey | Problem]:
    """The keys that the log tells of, in its order; where an entry tells of none that can be read, that."""
    for row in connection.execute(select(log.c.seq, log.c.detail).where(log.c.action == KEY_ENTRY).order_by(log.c.seq)):
        try:
            key = logged_key(row.seq, json.loads(row.detail))
        except (ValueError, AttributeError, RecursionError):
            key = LoggedKey(row.seq, "", "")
        yield key if key.name and key.public else Problem("key/entry-unread", entry=row.seq)


def signing_keys(visit: CheckInput) -> Iterator[Problem]:
    """Each entry of a key that is not as it must be."""
    there = list(logged_keys(visit.connection))
    yield from (each for each in there if isinstance(each, Problem))
    yield from key_problems([each for each in there if isinstance(each, LoggedKey)])
