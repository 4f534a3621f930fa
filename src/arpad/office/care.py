"""The care desk: found an office, change its settings, upgrade, back up, restore, examine and repair it, read its log.

Founding, upgrading, restoring, the doctor and repairs take an address, because a damaged office may not open. A backup
and the log need an open office: a backup has birth dates, and the log says who made it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from arpad.finding import Misuse, Remedy
from arpad.frozen import dataclass
from arpad.law.carried import laid_open, todays_law
from arpad.office import founding, logbook
from arpad.office import settings as of_office
from arpad.office.clock import Clock
from arpad.office.desk import Desk, Watch, open_desk, quiet
from arpad.office.logbook import Entry
from arpad.office.settings import OfficeChange, OfficeChanged, OfficeSettings, SettingChanged
from arpad.office.store.engine import Store, connect
from arpad.office.store.migrate import upgrade as bring_up
from arpad.office.store.version import head
from arpad.office.upkeep import repair as repairing
from arpad.office.upkeep.archive import Manifest
from arpad.office.upkeep.backup import backup as write
from arpad.office.upkeep.doctor import Diagnosis, State, examine, healthy
from arpad.office.upkeep.doctor_texts import readable
from arpad.office.upkeep.locked import KEY, PASSPHRASE, Lock, kind_of, need_cryptography
from arpad.office.upkeep.repair import Repaired
from arpad.office.upkeep.restore import restore as read

__all__ = [
    "KEY", "PASSPHRASE", "BackedUp", "Diagnosis", "Drill", "Entry", "Examination", "Founded", "Founding", "Lock",
    "LogQuery", "OfficeChange", "OfficeChanged", "OfficeSettings", "RepairRequest", "Repaired", "Repairs", "Restored",
    "SettingChanged", "State", "Upgraded", "Visit", "backup", "change", "doctor", "drill", "found", "locked_with",
    "log", "need_cryptography", "repair", "restore", "settings", "upgrade",
]  # fmt: skip


@dataclass(frozen=True)
class Founding:
    """A request to found an office: where, by whom, for which federation. Only a rehearsal has a day."""

    address: str
    who: str
    home: str = ""
    rehearsal: bool = False
    zone: str = "UTC"
    now: date | None = None


@dataclass(frozen=True)
class Founded:
    """A new office."""

    office: str
    rehearsal: bool
    today: date


@dataclass(frozen=True)
class Upgraded:
    """An office with the schema of this version."""

    office: str
    schema: str


@dataclass(frozen=True)
class BackedUp:
    """A backup that was written and read back: its number of rows, and the last log entry."""

    file: str
    rows: int
    last: int


@dataclass(frozen=True)
class Restored:
    """An office that was restored from a backup: its number of rows, and the last log entry."""

    office: str
    rows: int
    last: int


@dataclass(frozen=True)
class Drill:
    """The result of trying out a backup: the restored rows, and what the doctor found there."""

    file: str
    rows: int
    last: int
    healthy: bool
    checks: tuple[Diagnosis, ...]


@dataclass(frozen=True)
class Visit:
    """A request to examine an office; `patience` is how many days a report may wait for a decision."""

    address: str
    now: date | None = None
    patience: int = 3


@dataclass(frozen=True)
class Examination:
    """What the doctor found in an office; advice alone leaves it healthy."""

    office: str
    healthy: bool
    checks: tuple[Diagnosis, ...]


@dataclass(frozen=True)
class RepairRequest:
    """A request to repair one thing by its name, or everything. A dry run only says what would be done."""

    address: str
    who: str
    why: str
    what: str = ""
    now: date | None = None
    dry: bool = False


@dataclass(frozen=True)
class Repairs:
    """The repairs that were done, each under its own log entry."""

    office: str
    dry: bool
    repaired: tuple[Repaired, ...]


@dataclass(frozen=True)
class LogQuery:
    """Which log entries are read: from a day on, of one person or action, and how many of the newest (0: all)."""

    since: date | None = None
    who: str = ""
    action: str = ""
    last: int = 0


def found(request: Founding) -> Founded:
    """Found a new, empty office; refused where there is one already."""
    if not request.who.strip():
        raise Misuse("nobody-acts", Remedy.to("say-who"))
    with _connected(request.address, create=True) as store:
        clock = Clock(request.zone, request.now)
        desk = founding.found(store, request.who.strip(), clock, request.home, request.rehearsal)
        return Founded(store.address, request.rehearsal, desk.today())


def settings(desk: Desk) -> OfficeSettings:
    """The settings of the office: home federation, time zone, day."""
    return of_office.settings(desk)


def change(desk: Desk, request: OfficeChange) -> OfficeChanged:
    """Change settings of the office, or set the day of a rehearsal back."""
    return of_office.change(desk, request)


def upgrade(address: str) -> Upgraded:
    """Upgrade the database of an older version to the schema of this one."""
    with _connected(address) as store:
        bring_up(store)
        return Upgraded(store.address, head())


def backup(desk: Desk, file: Path, watch: Watch = quiet, lock: Lock | None = None) -> BackedUp:
    """Write the whole office into one file, read it back to verify it, and enter it in the log."""
    manifest: Manifest = write(desk, file, watch, lock)
    return BackedUp(str(file), manifest.rows, manifest.last)


def locked_with(file: Path) -> str:
    """How a backup is encrypted: `PASSPHRASE`, `KEY`, or empty where it is not, or cannot be opened."""
    try:
        with file.open("rb") as stream:
            return kind_of(stream)
    except OSError:
        return ""  # reading it reports the reason


def restore(file: Path, address: str, watch: Watch = quiet, lock: Lock | None = None) -> Restored:
    """Restore an office from a backup into an empty place, wholly or not at all."""
    manifest = read(file, address, watch, lock)
    with _connected(address) as store:
        return Restored(store.address, manifest.rows, manifest.last)


def drill(file: Path, watch: Watch = quiet, lock: Lock | None = None) -> Drill:
    """Try a backup out: restore it into a temporary directory, and run the doctor there."""
    with TemporaryDirectory(prefix="arpad-drill-") as place:
        restored = restore(file, str(Path(place) / "office.db"), watch, lock)
        examination = doctor(Visit(restored.office), watch)
    return Drill(str(file), restored.rows, restored.last, examination.healthy, examination.checks)


def doctor(request: Visit, watch: Watch = quiet) -> Examination:
    """Run the doctor on an office. Nothing is changed."""
    with _connected(request.address) as store:
        checks = tuple(examine(store, request.now, request.patience, watch))
        return Examination(store.address, healthy(checks), checks)


def repair(request: RepairRequest) -> Repairs:
    """Repair what can be repaired without losing a row."""
    if not request.who.strip():
        raise Misuse("nobody-acts", Remedy.to("say-who"))
    with _connected(request.address) as store, readable(store), laid_open(todays_law()):
        desk = open_desk(store, request.who.strip(), request.now, request.dry)
        return Repairs(store.address, request.dry, tuple(repairing.repair(desk, request.why, request.what)))


def log(desk: Desk, request: LogQuery) -> tuple[Entry, ...]:
    """The log entries of a query: who did what, when and why."""
    with desk.reading() as connection:
        return tuple(logbook.entries(connection, request.since, request.who, request.action, request.last))


@contextmanager
def _connected(address: str, create: bool = False) -> Iterator[Store]:
    """The database at an address, open until the end of the block."""
    store = connect(address, create)
    try:
        yield store
    finally:
        store.close()
