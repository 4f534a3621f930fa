"""Backups that the desk makes: written into a directory of their own, listed, handed out, tried out, and removed.

The files are like those of `arpad backup`: they hold birth dates, and only the user of the desk may read them. One that
is handed out can be encrypted with a passphrase on the way, which is stored nowhere.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from arpad.finding import UserError
from arpad.frozen import dataclass
from arpad.office import care
from arpad.office.access.authority import require_permission
from arpad.office.access.permissions import Permission
from arpad.office.care import BackupLock, BackupResult, RestoreDrill
from arpad.office.desk import Desk, ProgressReporter, no_progress
from arpad.office.upkeep.encryption import encrypt

__all__ = ["BackupName", "StoredBackup", "back_up", "list_backups", "opened_backup", "remove_backup", "try_out"]

PLACE_SETTING = "ARPAD_BACKUPS"
DATA = "XDG_DATA_HOME"
ENDING = ".zip"
OWNER_ONLY = 0o700


@dataclass(frozen=True)
class BackupName:
    """The name of a stored backup."""

    file: str


@dataclass(frozen=True)
class StoredBackup:
    """A backup that is stored: its name and its size in bytes."""

    file: str
    size: int


def backup_directory(desk: Desk) -> Path:
    """Return where the desk writes backups: the setting ARPAD_BACKUPS, else a directory of the user's data. Whether it
    exists is not checked."""
    if os.environ.get(PLACE_SETTING):
        return Path(os.environ[PLACE_SETTING])
    data = Path(os.environ.get(DATA) or Path.home() / ".local" / "share")
    address = str(Path(desk.store.address).resolve()) if desk.store.is_sqlite else desk.store.address
    return data / "arpad" / "backups" / hashlib.sha256(address.encode()).hexdigest()[:12]


def back_up(desk: Desk, _: None = None, watch: ProgressReporter = no_progress) -> BackupResult:
    """Write a backup, read it back, and enter it in the log. Refused to an account that may not administer the
    office."""
    _require_administrator(desk)
    place = backup_directory(desk)
    place.mkdir(OWNER_ONLY, parents=True, exist_ok=True)
    name = f"office-{desk.today()}"
    taken = {each.file for each in list_backups(desk)}
    files = (f"{name}{f'-{number}' if number else ''}{ENDING}" for number in range(len(taken) + 1))
    file = next(each for each in files if each not in taken)
    done = care.back_up_office(desk, place / file, watch)
    return BackupResult(file, done.rows, done.last)


def list_backups(desk: Desk) -> tuple[StoredBackup, ...]:
    """Return the stored backups, the newest first."""
    _require_administrator(desk)
    place = backup_directory(desk)
    files = [path for path in place.glob(f"*{ENDING}") if path.is_file()] if place.is_dir() else []
    files.sort(key=lambda path: (path.stat().st_mtime_ns, path.name), reverse=True)
    return tuple(StoredBackup(path.name, path.stat().st_size) for path in files)


@contextmanager
def opened_backup(desk: Desk, backup: BackupName, lock: BackupLock | None = None) -> Iterator[IO[bytes]]:
    """Open a stored backup for reading, encrypted if there is a lock. Refuses a name that no stored backup has."""
    with _path_of(desk, backup).open("rb") as plain:
        if lock is None:
            yield plain
            return
        with TemporaryFile() as locked:
            encrypt(plain, locked, lock)
            locked.seek(0)
            yield locked


def try_out(desk: Desk, backup: BackupName, watch: ProgressReporter = no_progress) -> RestoreDrill:
    """Restore a stored backup into a temporary office, and examine that. Refuses a name that no stored backup has."""
    drill = care.try_out_backup(_path_of(desk, backup), watch)
    return RestoreDrill(backup.file, drill.rows, drill.last, drill.healthy, drill.checks)


def remove_backup(desk: Desk, backup: BackupName) -> None:
    """Delete a stored backup. Refuses a name that no stored backup has."""
    _path_of(desk, backup).unlink()


def _path_of(desk: Desk, backup: BackupName) -> Path:
    if backup.file not in {each.file for each in list_backups(desk)}:
        raise UserError("stored-backup/unknown", file=backup.file)
    return backup_directory(desk) / backup.file


def _require_administrator(desk: Desk) -> None:
    if desk.identity is not None:
        require_permission(desk.identity, Permission.ADMINISTER)
