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

from arpad.admission.default_answers import UsualAnswer
from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.law.law_set import current_law, use_law
from arpad.office import logbook, office_settings
from arpad.office import office_settings as of_office
from arpad.office.clock import Clock
from arpad.office.desk import Desk, ProgressReporter, no_progress, open_desk
from arpad.office.logbook import JournalEntry, LogEntry
from arpad.office.office_profile import ANSWERS, NO_PROFILE_CHANGE, OfficeProfile, ProfileChange
from arpad.office.office_settings import NewDay, OfficeChange, OfficeChanged, OfficeSettings, SettingChanged
from arpad.office.proving import rehearsal
from arpad.office.proving.recomputed_lists import findings_before_upgrade
from arpad.office.proving.rehearsal import RehearsalCopy
from arpad.office.store.conversion import refuse_findings
from arpad.office.store.engine import Store, connect_store
from arpad.office.store.migrate import newest_schema
from arpad.office.store.migrate import upgrade_schema as bring_up
from arpad.office.upkeep import repair as repairing
from arpad.office.upkeep.archive import ArchiveManifest
from arpad.office.upkeep.backup import take_backup as write
from arpad.office.upkeep.doctor import Diagnosis, State, is_healthy, run_checks
from arpad.office.upkeep.doctor_texts import readable
from arpad.office.upkeep.encryption import KIND_KEY, KIND_PASSPHRASE, BackupLock, lock_kind, need_age
from arpad.office.upkeep.repair import Repaired
from arpad.office.upkeep.restore import restore_backup as read

__all__ = [
    "ANSWERS",
    "KIND_KEY",
    "KIND_PASSPHRASE",
    "BackupLock",
    "BackupResult",
    "Diagnosis",
    "DoctorReport",
    "DoctorRequest",
    "FoundedOffice",
    "FoundingRequest",
    "JournalEntry",
    "LogEntry",
    "LogQuery",
    "NewDay",
    "OfficeChange",
    "OfficeChanged",
    "OfficeProfile",
    "OfficeSettings",
    "ProfileChange",
    "RehearsalCopy",
    "RepairRequest",
    "RepairResult",
    "Repaired",
    "RestoreDrill",
    "RestoreResult",
    "SettingChanged",
    "State",
    "UpgradedOffice",
    "UsualAnswer",
    "back_up_office",
    "backup_lock_kind",
    "change_settings",
    "copy_for_rehearsal",
    "examine_office",
    "examine_open_office",
    "found_office",
    "move_day",
    "need_age",
    "read_log",
    "repair_office",
    "restore_backup",
    "show_log_entry",
    "show_settings",
    "try_out_backup",
    "upgrade_office",
]  # fmt: skip


@dataclass(frozen=True)
class FoundingRequest:
    """A request to found an office: where, by whom, for which federation. Only a rehearsal has a day."""

    address: str
    who: str
    home: str = ""
    rehearsal: bool = False
    zone: str = "UTC"
    now: date | None = None
    profile: ProfileChange = NO_PROFILE_CHANGE


@dataclass(frozen=True)
class FoundedOffice:
    """A new office."""

    office: str
    rehearsal: bool
    today: date


@dataclass(frozen=True)
class UpgradedOffice:
    """An office with the schema of this version."""

    office: str
    schema: str


@dataclass(frozen=True)
class BackupResult:
    """A backup that was written and read back: its number of rows, and the last log entry."""

    file: str
    rows: int
    last: int


@dataclass(frozen=True)
class RestoreResult:
    """An office that was restored from a backup: its number of rows, and the last log entry."""

    office: str
    rows: int
    last: int


@dataclass(frozen=True)
class RestoreDrill:
    """The result of trying out a backup: the restored rows, and what the doctor found there."""

    file: str
    rows: int
    last: int
    healthy: bool
    checks: tuple[Diagnosis, ...]


@dataclass(frozen=True)
class DoctorRequest:
    """A request to examine an office; `patience` is how many days a report may wait for a decision."""

    address: str
    now: date | None = None
    patience: int = 3


@dataclass(frozen=True)
class DoctorReport:
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
class RepairResult:
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


def found_office(request: FoundingRequest) -> FoundedOffice:
    """Create a new, empty office at an address. Refused if there is one already, without a person, or if a day is given
    for an office that is no rehearsal."""
    if not request.who.strip():
        raise UserError("nobody-acts", Remedy.to("say-who"))
    with _open_store(request.address, create=True) as store:
        clock = Clock(request.zone, request.now)
        desk = office_settings.found_office(store, request.who.strip(), clock, request.home, request.rehearsal)
        if request.profile.named():
            change_settings(desk, OfficeChange("the office begins", profile=request.profile))
        return FoundedOffice(store.address, request.rehearsal, desk.today())


def show_settings(desk: Desk) -> OfficeSettings:
    """Return the settings of the office: home federation, time zone, day of its founding, and today."""
    return of_office.read_settings(desk)


def change_settings(desk: Desk, request: OfficeChange) -> OfficeChanged:
    """Change home federation or time zone, or set the day of a rehearsal back (never forward); return what changed.
    Values that already hold are not stored."""
    return of_office.change_settings(desk, request)


def move_day(desk: Desk, request: NewDay) -> date:
    """Let a rehearsal go on to a later day, and return it."""
    return of_office.move_day(desk, request)


def upgrade_office(address: str, accept_findings: bool = False) -> UpgradedOffice:
    """Upgrade the database at an address to the schema of this version. Refused: a database of a newer version, one
    with tables of another program, and an office that is not what its log says or whose lists come out otherwise, if
    these findings are not accepted. The log entry has those that are."""
    with _open_store(address) as store, use_law(current_law()):
        findings = findings_before_upgrade(store)
        if not accept_findings:
            refuse_findings(findings)
        bring_up(store, tuple(map(str, findings)))
        return UpgradedOffice(store.address, newest_schema())


def back_up_office(
    desk: Desk, file: Path, watch: ProgressReporter = no_progress, lock: BackupLock | None = None
) -> BackupResult:
    """Write the whole office with birth dates into one file, read it back to verify it, and make a log entry. With
    `lock` the file is encrypted. A dry run is refused."""
    manifest: ArchiveManifest = write(desk, file, watch, lock)
    return BackupResult(str(file), manifest.rows, manifest.last)


def backup_lock_kind(file: Path) -> str:
    """Return how a backup is encrypted: `KIND_PASSPHRASE` or `KIND_KEY`. Empty if it is not encrypted or cannot be
    read; nothing is raised."""
    try:
        with file.open("rb") as stream:
            return lock_kind(stream)
    except OSError:
        return ""  # reading it reports the reason


def restore_backup(
    file: Path, address: str, watch: ProgressReporter = no_progress, lock: BackupLock | None = None
) -> RestoreResult:
    """Restore an office from a backup into an empty place, wholly or not at all, with the schema of this version. The
    backup is verified first; `lock` opens an encrypted one. Refused if the file is missing or damaged, or if the place
    is not empty."""
    manifest = read(file, address, watch, lock)
    with _open_store(address) as store:
        return RestoreResult(store.address, manifest.rows, manifest.last)


def copy_for_rehearsal(address: str, target: str, who: str, until: int = 0) -> RehearsalCopy:
    """Copy an office into an empty place and make the copy a rehearsal; with `until`, as it was after that entry of its
    log. The original is only read. Refused: an altered journal, an unknown entry, a place that is not empty."""
    if not who.strip():
        raise UserError("nobody-acts", Remedy.to("say-who"))
    with _open_store(address) as store, use_law(current_law()):
        return rehearsal.copy_for_rehearsal(store, target, who.strip(), until)


def try_out_backup(file: Path, watch: ProgressReporter = no_progress, lock: BackupLock | None = None) -> RestoreDrill:
    """Test a backup: restore it into a temporary SQLite database, run the doctor there, and delete it. No office is
    changed."""
    with TemporaryDirectory(prefix="arpad-drill-") as place:
        restored = restore_backup(file, str(Path(place) / "office.db"), watch, lock)
        examination = examine_office(DoctorRequest(restored.office), watch)
    return RestoreDrill(str(file), restored.rows, restored.last, examination.healthy, examination.checks)


def examine_office(request: DoctorRequest, watch: ProgressReporter = no_progress) -> DoctorReport:
    """Run the doctor's checks on the office at an address and return the findings. Nothing is changed or repaired."""
    with _open_store(request.address) as store:
        checks = tuple(run_checks(store, request.now, request.patience, watch))
        return DoctorReport(store.address, is_healthy(checks), checks)


def examine_open_office(desk: Desk, watch: ProgressReporter = no_progress) -> DoctorReport:
    """Run the doctor's checks on an office that is open. Nothing is changed or repaired."""
    checks = tuple(run_checks(desk.store, None, DoctorRequest.patience, watch))
    return DoctorReport(desk.store.address, is_healthy(checks), checks)


def repair_office(request: RepairRequest) -> RepairResult:
    """Repair what can be repaired without losing a row: one repair by name (`what`) or all. Each makes its own log
    entry. Refused without a person or a reason; `dry` only says what would be done."""
    if not request.who.strip():
        raise UserError("nobody-acts", Remedy.to("say-who"))
    with _open_store(request.address) as store, readable(store), use_law(current_law()):
        desk = open_desk(store, request.who.strip(), request.now, request.dry)
        return RepairResult(store.address, request.dry, tuple(repairing.run_repairs(desk, request.why, request.what)))


def read_log(desk: Desk, request: LogQuery) -> tuple[LogEntry, ...]:
    """Return the log entries that meet all conditions of a query, oldest first. An action that the log does not have is
    refused."""
    with desk.reading() as connection:
        return tuple(logbook.read_log_entries(connection, request.since, request.who, request.action, request.last))


def show_log_entry(desk: Desk, entry: int) -> JournalEntry:
    """Return one entry of the log with its request and its effects. An unknown number is refused."""
    with desk.reading() as connection:
        return logbook.read_journal_entry(connection, entry)


@contextmanager
def _open_store(address: str, create: bool = False) -> Iterator[Store]:
    """Open the database at an address until the end of the block. `create` allows a SQLite file that does not exist
    yet; without it a missing file is refused."""
    store = connect_store(address, create)
    try:
        yield store
    finally:
        store.close()
