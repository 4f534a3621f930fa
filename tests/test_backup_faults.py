"""The log and the file of a backup agree, whatever happens while it is written, and what is written is on disk."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from databases import copy_of
from faults import Interrupted, counted, disk_error, fault, interrupt, killed
from offices_made import everything, full_office
from sqlalchemy import select

from arpad.finding import UserError
from arpad.office import care
from arpad.office.desk import Desk, open_office
from arpad.office.store.engine import connect_store
from arpad.office.store.schema import log
from arpad.office.upkeep import backup as writing_backup
from arpad.office.upkeep import restore as restoring
from arpad.office.upkeep.archive import ArchiveMember
from arpad.office.upkeep.archive_read import open_archive
from arpad.office.upkeep.backup import ACTION_LOST, ACTION_TAKEN, open_part

DISK = ("open", "fsync", "rename", "unlink")


def taken(address: str, file: Path) -> None:
    with open_office(address, "keeper") as desk:
        care.back_up_office(desk, file)


def entries(address: str) -> list[tuple[str, dict[str, Any]]]:
    """What the log says about backups."""
    with connect_store(address).reading() as connection:
        rows = connection.execute(select(log.c.action, log.c.detail).order_by(log.c.seq))
        return [(row.action, json.loads(row.detail)) for row in rows if row.action in (ACTION_TAKEN, ACTION_LOST)]


def agree(address: str, file: Path) -> bool:
    """Whether there is a backup; where there is, it must be good, its owner's, and known to the log as it is."""
    if not file.exists():
        return False
    with open_archive(file) as archive:
        archive.verify()
    assert file.stat().st_mode & 0o777 == 0o600
    action, detail = entries(address)[-1]
    assert (action, detail["seal"]) == (ACTION_TAKEN, file.read_bytes()[-64:].decode())
    return True


@pytest.fixture
def steps(office: str, tmp_path: Path) -> list[str]:
    place = tmp_path / "counted"
    place.mkdir()
    return counted(lambda: taken(copy_of(office, tmp_path), place / "office.zip"))


def test_an_error_at_any_step_leaves_no_file_and_the_log_does_not_speak_of_one(
    office: str, steps: list[str], tmp_path: Path
) -> None:
    place, known = tmp_path / "backups", 0
    place.mkdir()
    for at in _tried(steps):
        strike = disk_error if steps[at - 1].startswith(DISK) else interrupt
        try:
            with fault(at, strike):
                taken(office, place / "office.zip")
        except (Interrupted, UserError):
            assert list(place.iterdir()) == [], steps[at - 1]
            said, known = entries(office)[known:], len(entries(office))
            assert [action for action, _ in said] in ([], [ACTION_TAKEN, ACTION_LOST]), steps[at - 1]
        else:  # where it could no longer fail, there is one
            assert agree(office, place / "office.zip"), steps[at - 1]
            os.unlink(place / "office.zip")
            known = len(entries(office))
    assert known


def test_death_at_any_step_leaves_a_file_that_the_log_knows_or_none_and_a_repeat_clears_up(
    office: str, steps: list[str], tmp_path: Path
) -> None:
    place = tmp_path / "backups"
    place.mkdir()
    file, left, named = place / "office.zip", 0, 0
    for at in _tried(steps):
        killed(lambda: taken(office, file), at)
        there = agree(office, file)
        named += there
        parts = [each for each in place.iterdir() if each != file]
        assert {each.stat().st_mode & 0o777 for each in parts} <= {0o600}
        left += len(parts)
        if there:
            file.unlink()
        taken(office, file)
        assert [each.name for each in place.iterdir()] == ["office.zip"], "what the dead left is taken away"
        file.unlink()
    assert left > 2
    assert named >= 2


def _tried(steps: list[str]) -> list[int]:
    """Steps that read are alike; those around the entry and the name are tried each."""
    named = next(at for at, step in enumerate(steps) if step.startswith("rename"))
    return [*range(1, named - 8, 60), *range(named - 4, len(steps) + 1)]


def test_what_another_is_still_writing_is_left_alone(desk: Desk, tmp_path: Path) -> None:
    place = tmp_path / "backups"
    place.mkdir()
    (place / ".other.zip.x.part").touch()
    (place / ".office.zip").touch()
    with open_part(place / "office.zip") as part:
        care.back_up_office(desk, place / "office.zip")
        assert part.path.exists()
        with pytest.raises(UserError, match="never overwrites"):
            part.give_name()
    assert sorted(each.name for each in place.iterdir()) == [".office.zip", ".other.zip.x.part", "office.zip"]


def test_a_name_whose_directory_cannot_be_kept_is_taken_back(
    desk: Desk, office: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real: Callable[[int], None] = os.fsync

    def no_directory(handle: int) -> None:
        if os.path.isdir(f"/proc/self/fd/{handle}"):
            disk_error()
        real(handle)

    monkeypatch.setattr(os, "fsync", no_directory)
    with pytest.raises(UserError, match="no backup was made"):
        care.back_up_office(desk, tmp_path / "office.zip")
    assert not (tmp_path / "office.zip").exists()
    (_, taken_away), (action, detail) = entries(office)
    assert (action, [*taken_away], [*detail]) == (ACTION_LOST, ["rows", "seal"], ["entry"])


# --- faults that somebody could build in ----------------------------------------------------------------------------


def test_all_of_a_backup_is_on_disk_before_it_has_its_name_and_its_name_afterwards(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is kept of a file after a power failure is what was there when it was last kept."""
    kept: dict[str, int] = {}
    order: list[str] = []
    sync, rename = os.fsync, os.rename

    def synced(handle: int) -> None:
        sync(handle)
        path = os.readlink(f"/proc/self/fd/{handle}")
        kept[path] = os.fstat(handle).st_size
        order.append("directory" if os.path.isdir(path) else "file")

    def renamed(part: Path, name: Path) -> None:
        assert kept[str(part)] == os.stat(part).st_size > 0
        rename(part, name)
        order.append("name")

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "rename", renamed)
    care.back_up_office(desk, tmp_path / "office.zip")
    assert order == ["file", "name", "directory"]


def test_a_backup_whose_rows_are_not_what_was_said_of_them_never_gets_its_name(
    desk: Desk, office: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The seal fits the bytes, and the bytes are not the rows: only reading all of it back finds that."""
    real = writing_backup._member_of

    def other(*arguments: Any) -> ArchiveMember:
        member = real(*arguments)
        return ArchiveMember(member.name, member.size, member.sha256[::-1]) if member.name == "log.jsonl" else member

    monkeypatch.setattr(writing_backup, "_member_of", other)
    with pytest.raises(UserError, match=r"no backup was made.*log\.jsonl is not what was written"):
        care.back_up_office(desk, tmp_path / "office.zip")
    assert list(tmp_path.glob("*.zip")) + list(tmp_path.glob(".*")) == []
    assert entries(office) == []


def test_a_restore_in_which_a_row_is_lost_leaves_nothing(
    office: str, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken(office, tmp_path / "office.zip")
    real = restoring._insert_rows

    def lossy(connection: Any, table: Any, rows: Any, advance: Any) -> None:
        real(connection, table, list(rows)[1:] if table.name == "setting" else rows, advance)

    monkeypatch.setattr(restoring, "_insert_rows", lossy)
    with pytest.raises(UserError, match="rows of setting arrived"):
        care.restore_backup(tmp_path / "office.zip", address)
    assert "://" in address or not Path(address).exists()
    monkeypatch.setattr(restoring, "_insert_rows", real)
    care.restore_backup(tmp_path / "office.zip", address)


# --- restore --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup with rows in every table."""
    place = tmp_path_factory.mktemp("whole")
    care.back_up_office(full_office(str(place / "office.db")), place / "office.zip")
    return place / "office.zip"


def is_restored(address: str, rows: int) -> bool:
    """Whether a place holds the whole office; where it does not, it must be empty."""
    if "://" not in address and not Path(address).exists():
        return False
    store = connect_store(address)
    with store.reading() as connection:
        tables = connection.dialect.get_table_names(connection)
    if tables:
        assert sum(map(len, everything(store).values())) == rows
    return bool(tables)


def test_a_fault_at_any_step_of_a_restore_leaves_nothing_or_a_whole_office(
    whole: Path, address: str, tmp_path: Path, addresses: Callable[[str], str]
) -> None:
    other = addresses("sqlite" if "://" not in address else "postgresql")
    steps = counted(lambda: care.restore_backup(whole, other))
    with open_archive(whole) as archive:
        rows = archive.manifest.rows
    assert is_restored(other, rows)
    assert steps.count("before the commit") == 1
    first = steps.index("before the commit") + 1
    apart = 60 if "://" not in address else 200
    for at in [*range(1, first - 5, apart), *range(first - 2, first + 1)]:
        with pytest.raises((Interrupted, UserError)), fault(at, interrupt):
            care.restore_backup(whole, address)
        assert not is_restored(address, rows), steps[at - 1]
        assert "://" in address or not Path(address).exists()
    for at in (first // 2, first):
        assert killed(lambda: care.restore_backup(whole, address), at)
        assert not is_restored(address, rows), steps[at - 1]
    assert killed(lambda: care.restore_backup(whole, address), first + 1)
    assert is_restored(address, rows)
