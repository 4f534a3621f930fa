"""A file that gets its name only when it is whole.

Until then it is a part beside it, its owner's alone and held by whoever writes it. A part that nobody holds was left by
somebody who died: the next one who writes the same file takes it away. Nothing is ever overwritten.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from arpad.finding import Misuse, Remedy
from arpad.frozen import dataclass

SUFFIX = ".part"


@dataclass(frozen=True)
class Part:
    """A file that has no name yet."""

    file: BinaryIO
    path: Path  # where it is
    name: Path  # where it is to be

    def keep(self) -> None:
        """What was written is on disk."""
        self.file.flush()
        os.fsync(self.file.fileno())

    def give_name(self) -> None:
        """Let it have its name; where that cannot be made to last, it has none."""
        must_be_free(self.name)
        os.rename(self.path, self.name)
        try:
            _sync(self.name.parent)
        except BaseException:
            os.unlink(self.name)
            raise


@contextmanager
def part_of(name: Path) -> Iterator[Part]:
    """The part of a file, for as long as somebody writes it; without a name it goes."""
    must_be_free(name)
    _take_away_left(name)
    handle, path = tempfile.mkstemp(prefix=f".{name.name}.", suffix=SUFFIX, dir=name.parent)  # mode 0600
    try:
        with os.fdopen(handle, "w+b") as file:
            with suppress(OSError):  # where files cannot be held, nobody takes them away either
                _hold(file)
            yield Part(file, Path(path), name)
    finally:
        if os.path.lexists(path):
            with suppress(OSError):  # why there is no file is told, and the next one takes it away
                os.unlink(path)


def must_be_free(name: Path) -> None:
    """Refuse to write where something is."""
    if os.path.lexists(name):
        raise Misuse("backup-there", Remedy.to("give-another-name"), file=str(name))


def _take_away_left(name: Path) -> None:
    for path in name.parent.iterdir():
        if path.name.startswith(f".{name.name}.") and path.name.endswith(SUFFIX):
            with suppress(OSError), path.open("rb") as left:
                _hold(left)
                os.unlink(path)


def _hold(file: BinaryIO) -> None:
    """Hold a part until it is closed, or until its writer dies; one that somebody holds is an OSError."""
    import fcntl

    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _sync(directory: Path) -> None:
    """A new name is safe only when its directory is on disk."""
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
