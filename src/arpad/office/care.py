"""The care desk: found an office, put that right, upgrade it, back it up and restore it, look it over, repair it, read
its log.

What is wrong with an office must be told also where nobody can sit down in it, so that founding, upgrading, restoring,
the doctor and repairs take an address. A backup and the log need a desk: a backup holds birth dates, and the log says
who took it away.
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
from arpad.office.upkeep.locked import KEY, PASSPHRASE, Lock, kind_of, need_age
from arpad.office.upkeep.repair import Repaired
from arpad.office.upkeep.restore import restore as read

__all__ = [
    "KEY", "PASSPHRASE", "BackedUp", "Diagnosis", "Drill", "Entry", "Examination", "Founded", "Founding", "Lock",
    "LogQuery", "OfficeChange", "OfficeChanged", "OfficeSettings", "RepairRequest", "Repaired", "Repairs", "Restored",
    "SettingChanged", "State", "Upgraded", "Visit", "backup", "change", "doctor", "drill", "found", "locked_with",
    "log", "need_age", "repair", "restore", "settings", "upgrade",
]  # fmt: skip


@dataclass(frozen=True)
class Founding:
    """An office to be founded: where, by whom, for which federation. Only a rehearsal is told its day."""

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
    """An office that has the schema of this version."""

    office: str
    schema: str


@dataclass(frozen=True)
class BackedUp:
    """A backup that was written and read back: its rows, up to which entry of the log."""

    file: str
    rows: int
    last: int


@dataclass(frozen=True)
class Restored:
    """An office that was made out of a backup."""

    office: str
    rows: int
    last: int


@dataclass(frozen=True)
class Drill:
    """What a backup was worth when it was tried out: the rows that came back, and what the doctor found there."""

    file: str
    rows: int
    last: int
    healthy: bool
    checks: tuple[Diagnosis, ...]


@dataclass(frozen=True)
class Visit:
    """An office to be looked over; a report may wait so many days for a decision."""

    address: str
    now: date | None = None
    patience: int = 3


@dataclass(frozen=True)
class Examination:
    """What the doctor found. Advice is no illness."""

    office: str
    healthy: bool
    checks: tuple[Diagnosis, ...]


@dataclass(frozen=True)
class RepairRequest:
    """What is to be put right: something by its name, or whatever can be. A dry run only says what would be done."""

    address: str
    who: str
    why: str
    what: str = ""
    now: date | None = None
    dry: bool = False


@dataclass(frozen=True)
class Repairs:
    """What was put right, each under its own entry of the log."""

    office: str
    dry: bool
    repaired: tuple[Repaired, ...]


@dataclass(frozen=True)
class LogQuery:
    """Which entries are wanted: from a day on, of one person or action, only so many of the newest; 0 is all."""

    since: date | None = None
    who: str = ""
    action: str = ""
    last: int = 0


def found(request: Founding) -> Founded:
    """Make a new, empty office. One that is there already is left alone."""
    if not request.who.strip():
        raise Misuse("nobody-acts", Remedy.to("say-who"))
    with _connected(request.address, create=True) as store:
        clock = Clock(request.zone, request.now)
        desk = founding.found(store, request.who.strip(), clock, request.home, request.rehearsal)
        return Founded(store.address, request.rehearsal, desk.today())


def settings(desk: Desk) -> OfficeSettings:
    """What the office is: its home, its time zone, its day."""
    return of_office.settings(desk)


def change(desk: Desk, request: OfficeChange) -> OfficeChanged:
    """Put right what the office was founded with, or set a rehearsal's day back."""
    return of_office.change(desk, request)


def upgrade(address: str) -> Upgraded:
    """Bring the database of an older Arpad up to date."""
    with _connected(address) as store:
        bring_up(store)
        return Upgraded(store.address, head())


def backup(desk: Desk, file: Path, watch: Watch = quiet, lock: Lock | None = None) -> BackedUp:
    """Write everything the office holds into one file, verify it, and say in the log who did."""
    manifest: Manifest = write(desk, file, watch, lock)
    return BackedUp(str(file), manifest.rows, manifest.last)


def locked_with(file: Path) -> str:
    """With what kind of lock a backup is locked: `PASSPHRASE`, `KEY`, or empty where it is not."""
    try:
        with file.open("rb") as kept:
            return kind_of(kept)
    except OSError:
        return ""  # why it cannot be read says whoever reads it


def restore(file: Path, address: str, watch: Watch = quiet, lock: Lock | None = None) -> Restored:
    """Make an office out of a backup, in an empty place: wholly, or not at all."""
    manifest = read(file, address, watch, lock)
    with _connected(address) as store:
        return Restored(store.address, manifest.rows, manifest.last)


def drill(file: Path, watch: Watch = quiet, lock: Lock | None = None) -> Drill:
    """Try a backup out: restore it in a place of its own, let the doctor look there, and take the place away again."""
    with TemporaryDirectory(prefix="arpad-drill-") as place:
        restored = restore(file, str(Path(place) / "office.db"), watch, lock)
        examination = doctor(Visit(restored.office), watch)
    return Drill(str(file), restored.rows, restored.last, examination.healthy, examination.checks)


def doctor(request: Visit, watch: Watch = quiet) -> Examination:
    """Look an office over. Nothing is changed."""
    with _connected(request.address) as store:
        checks = tuple(examine(store, request.now, request.patience, watch))
        return Examination(store.address, healthy(checks), checks)


def repair(request: RepairRequest) -> Repairs:
    """Put right what can be repaired without losing a row. It takes an address: a desk may be out of reach."""
    if not request.who.strip():
        raise Misuse("nobody-acts", Remedy.to("say-who"))
    with _connected(request.address) as store, readable(store), laid_open(todays_law()):
        desk = open_desk(store, request.who.strip(), request.now, request.dry)
        return Repairs(store.address, request.dry, tuple(repairing.repair(desk, request.why, request.what)))


def log(desk: Desk, request: LogQuery) -> tuple[Entry, ...]:
    """Who did what, when and why, in the order in which it happened."""
    with desk.reading() as connection:
        return tuple(logbook.entries(connection, request.since, request.who, request.action, request.last))


@contextmanager
def _connected(address: str, create: bool = False) -> Iterator[Store]:
    store = connect(address, create)
    try:
        yield store
    finally:
        store.close()
