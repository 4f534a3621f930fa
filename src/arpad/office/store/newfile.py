"""The file of a SQLite office that is not there yet: its owner's from the first byte, gone where nothing came of it.

SQLite gives its journals the mode of the file, so that they are the owner's too. The file is taken away again only by
whoever made it, while nobody else can write and nothing stands in it. Whoever waited for the same place meanwhile is
told that it is gone.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from sqlalchemy import inspect

from arpad.finding import Misuse, Remedy
from arpad.office.store.engine import Store

OWNER = 0o600  # who owns a file may read and write it, nobody else


@contextmanager
def new_file(store: Store) -> Iterator[None]:
    """A place for what is made in one transaction. PostgreSQL has its place already."""
    if not store.is_sqlite:
        yield
        return
    mine = _made(store.address)
    file = os.stat(store.address).st_ino
    try:
        yield
    except BaseException:
        if mine:
            _given_back(store)
        raise
    if not os.path.exists(store.address) or os.stat(store.address).st_ino != file:
        raise Misuse("place-gone", Remedy.to("try-again"), address=store.address)


def _made(path: str) -> bool:
    """Whether the file was made here; one that is there stays as it is."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, OWNER))
    except FileExistsError:
        return False
    except OSError as error:
        raise Misuse("no-file/office", file=path, reason=error.strerror or str(error)) from error
    return True


def _given_back(store: Store) -> None:
    with suppress(Misuse, OSError), store.writing() as connection:
        if not inspect(connection).get_table_names():
            os.unlink(store.address)
