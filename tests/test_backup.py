"""A backup is whole or not there, restores on either database, and nothing damaged is ever restored."""

from __future__ import annotations

import hashlib
import json
import random
import resource
import sqlite3
import warnings
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from by_hand import behind_the_back, by_hand
from databases import KINDS, new_database
from offices_made import everything, full_office
from sqlalchemy import insert, inspect, select, text, update
from sqlalchemy.exc import DBAPIError

from arpad.finding import UserError
from arpad.office.clock import Clock
from arpad.office.desk import ProgressReporter, no_progress, open_desk
from arpad.office.office_settings import found_office
from arpad.office.store.effects import unrecorded
from arpad.office.store.engine import Store, connect_store
from arpad.office.store.schema import event, log, setting
from arpad.office.upkeep import archive_read
from arpad.office.upkeep import backup as writing_backup
from arpad.office.upkeep import restore as restoring
from arpad.office.upkeep.archive import MANIFEST, SEAL_MARK, SHA256_HEX, ArchiveManifest
from arpad.office.upkeep.archive_read import open_archive
from arpad.office.upkeep.backup import PartFile, open_part, write_archive
from arpad.office.upkeep.restore import restore_backup


def backup(store: Store, path: Path, watch: ProgressReporter = no_progress) -> ArchiveManifest:
    """The file alone: nobody's log says who took it, so that the same content is the same file."""
    with writing_backup._backup_problem(path), open_part(path) as part:
        manifest, _ = write_archive(store, part, watch)
        part.give_name()
    return manifest


@pytest.fixture(scope="module", params=KINDS)
def store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Store:
    return full_office(new_database(request.param, tmp_path_factory.mktemp("office"))).store


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup that is in order."""
    place = tmp_path_factory.mktemp("good")
    backup(full_office(new_database("sqlite", place)).store, place / "good.zip")
    return place / "good.zip"


# --- there and back -----------------------------------------------------------------------------------------------


def test_a_backup_restores_into_the_other_database_and_back(store: Store, tmp_path: Path) -> None:
    before = everything(store)
    assert all(before.values()), "every table has a row, or the test says nothing about it"
    kinds = KINDS if store.is_sqlite else tuple(reversed(KINDS))
    backup(store, tmp_path / "0.zip")
    for step, kind in enumerate((*reversed(kinds), kinds[0]), 1):
        address = new_database(kind, tmp_path)
        restore_backup(tmp_path / f"{step - 1}.zip", address)
        assert everything(connect_store(address)) == before
        backup(connect_store(address), tmp_path / f"{step}.zip")
        assert (tmp_path / f"{step}.zip").read_bytes() == (
            tmp_path / "0.zip"
        ).read_bytes()  # the same content, the same file


def test_work_goes_on_where_it_was_and_history_is_kept(good: Path, address: str) -> None:
    manifest = restore_backup(good, address)
    desk = open_desk(connect_store(address), "officer")
    with by_hand(desk).writing("go on") as writing:
        assert writing.seq == manifest.last + 1
        writing.connection.execute(insert(event).values(code="NEXT", series="fide-standard", log=1))
        assert writing.connection.execute(text("SELECT max(key) FROM event")).scalar() == 2
    with pytest.raises((DBAPIError, UserError), match="never"), behind_the_back(desk.store) as connection:
        connection.execute(update(log).values(who="somebody else"))


def test_only_its_owner_may_read_a_backup_and_nothing_else_is_left_behind(store: Store, tmp_path: Path) -> None:
    backup(store, tmp_path / "office.zip")
    there = [file for file in tmp_path.iterdir() if not file.name.startswith("office-")]
    assert [file.name for file in there] == ["office.zip"]
    assert there[0].stat().st_mode & 0o777 == 0o600


def test_a_backup_shows_one_moment_also_while_others_write(store: Store, tmp_path: Path) -> None:
    """In the middle of the work another officer enters something: the backup does not have it, not even a part."""
    before = everything(store)
    tried: list[bool] = []

    @contextmanager
    def watch(what: str, _: int | None) -> Iterator[Callable[[int], None]]:
        def advance(_: int) -> None:
            if what == "rows" and len(tried) < 3:
                tried.append(_write(store, f"entered {len(tried)}"))

        yield advance

    backup(store, tmp_path / "office.zip", watch)
    assert len(tried) == 3
    restore_backup(tmp_path / "office.zip", str(tmp_path / "new.db"))
    assert everything(connect_store(str(tmp_path / "new.db"))) == before
    with behind_the_back(store) as connection:  # the office itself goes on
        connection.execute(insert(setting).values(name=f"after {tmp_path.name}", value=""))


def _write(store: Store, name: str) -> bool:
    """Whether another writer got through; with SQLite's rollback journal he has to wait until the backup is read."""
    if not store.is_sqlite:
        with store.engine.begin() as connection, unrecorded(connection):
            connection.execute(insert(setting).values(name=name, value="x"))
        return True
    with closing(sqlite3.connect(store.address, timeout=0, isolation_level=None)) as other:
        try:
            other.execute("INSERT INTO setting VALUES (?, 'x')", (name,))
        except sqlite3.OperationalError:
            return False
    return True


# --- what cannot be written ---------------------------------------------------------------------------------------


def test_a_backup_never_overwrites(store: Store, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear officer")
    with pytest.raises(UserError, match="never overwrites"):
        backup(store, tmp_path / "letter.txt")
    with pytest.raises(UserError, match="never overwrites"):
        backup(store, tmp_path)
    with pytest.raises(UserError, match="no directory"):
        backup(store, tmp_path / "nowhere" / "office.zip")
    assert (tmp_path / "letter.txt").read_text() == "dear officer"


def test_a_full_disk_is_said_aloud_and_leaves_nothing(store: Store, tmp_path: Path) -> None:
    place = tmp_path / "backups"
    place.mkdir()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    for most in (0, 4096, 10_000):
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, limits[1]))
        try:
            with pytest.raises(UserError, match="no backup was made"):
                backup(store, place / "office.zip")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert list(place.iterdir()) == []
    backup(store, place / "office.zip")


def test_a_backup_that_went_bad_on_its_way_to_the_disk_never_gets_its_name(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep = PartFile.keep

    def rotten(part: PartFile) -> None:
        keep(part)
        part.file.seek(2000)
        byte = part.file.read(1)[0]
        part.file.seek(2000)
        part.file.write(bytes([byte ^ 4]))
        keep(part)

    place = tmp_path / "backups"
    place.mkdir()
    monkeypatch.setattr(PartFile, "keep", rotten)
    with pytest.raises(UserError, match=r"no backup was made.*damaged"):
        backup(store, place / "office.zip")
    assert list(place.iterdir()) == []


# --- what must not be restored ------------------------------------------------------------------------------------


def refused(file: Path, said: str, address: str) -> None:
    with pytest.raises(UserError, match=said) as caught:
        restore_backup(file, address)
    assert str(file) in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1
    assert not Path(address).exists()


def test_every_flipped_bit_and_every_cut_is_found(tmp_path: Path) -> None:
    backup(
        found_office(connect_store(new_database("sqlite", tmp_path), create=True), "officer", Clock()).store,
        tmp_path / "good.zip",
    )
    chance, whole, file = random.Random(9), (tmp_path / "good.zip").read_bytes(), tmp_path / "bad.zip"
    with open_archive(tmp_path / "good.zip") as archive:
        archive.verify()  # the control: as it is, it is good
    for _ in range(1000):
        bit = chance.randrange(8 * len(whole))
        bad = bytearray(whole)
        bad[bit // 8] ^= 1 << bit % 8
        file.write_bytes(bad)
        with pytest.raises(UserError, match="cannot be used as a backup"), open_archive(file):
            raise AssertionError(f"bit {bit} went unseen")
    for length in (*range(100), *(chance.randrange(len(whole)) for _ in range(100)), len(whole) - 1):
        file.write_bytes(whole[:length])
        with pytest.raises(UserError, match="cannot be used as a backup"), open_archive(file):
            raise AssertionError(f"cut at {length} went unseen")
    file.write_bytes(whole + b"\0")
    refused(file, "cut off", str(tmp_path / "new.db"))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "no zip archive"),
        (b"Dear officer, " * 100, "no zip archive"),
        (b"SQLite format 3\0" * 99, "no zip archive"),
    ],
)
def test_a_file_of_another_kind_is_refused(tmp_path: Path, content: bytes, said: str) -> None:
    (tmp_path / "other").write_bytes(content)
    refused(tmp_path / "other", said, str(tmp_path / "new.db"))


def test_a_foreign_zip_and_no_file_at_all_are_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "photos.zip", "w") as archive:
        archive.writestr("photo.txt", "cheese")
    refused(tmp_path / "photos.zip", "not made by `arpad backup`", str(tmp_path / "new.db"))
    refused(tmp_path / "nothing.zip", "there is no backup", str(tmp_path / "new.db"))
    refused(tmp_path, "there is no backup", str(tmp_path / "new.db"))


Members = dict[str, bytes]
Forgery = Callable[[Members, dict[str, Any]], object]


def forge(good: Path, bad: Path, change: Forgery, honest: bool = True) -> Path:
    """A backup changed by somebody who knows how it is made: hashes, sizes and the seal fit again."""
    with zipfile.ZipFile(good) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    manifest = json.loads(members.pop(MANIFEST))
    if honest:
        change(members, manifest)
    for table in manifest["tables"] if isinstance(manifest["tables"], list) else ():
        for member in table["members"]:
            if member[0] in members:
                member[1:] = [len(members[member[0]]), hashlib.sha256(members[member[0]]).hexdigest()]
    if not honest:
        change(members, manifest)
    said = members.pop("as it is", json.dumps(manifest).encode())
    names = json.loads(members.pop("order", b"null")) or [*members, MANIFEST]
    with zipfile.ZipFile(bad, "w", zipfile.ZIP_DEFLATED) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a name stands twice
        for name in names:
            archive.writestr(name, members[name] if name != MANIFEST else said)
        archive.comment = SEAL_MARK + b"0" * SHA256_HEX
    whole = bad.read_bytes()[:-SHA256_HEX]
    bad.write_bytes(whole + hashlib.sha256(whole).hexdigest().encode())
    return bad


def table_of(manifest: dict[str, Any], name: str) -> dict[str, Any]:
    return next(table for table in manifest["tables"] if table["name"] == name)


def line(name: str, row: str, rows: int = 1) -> Forgery:
    """The lines of a table replaced by one."""

    def change(members: Members, manifest: dict[str, Any]) -> None:
        members[f"{name}.jsonl"] = row.encode() + b"\n"
        table_of(manifest, name)["rows"] = rows

    return change


def put(**values: Any) -> Forgery:
    return lambda members, manifest: manifest.update(values)


def swapped(members: Members, _: object) -> None:
    first, second, *rest = members
    members["order"] = json.dumps([second, first, *rest, MANIFEST]).encode()


def twice(members: Members, _: object) -> None:
    members["order"] = json.dumps([*members, next(iter(members)), MANIFEST]).encode()


FORGERIES: dict[str, tuple[Forgery, str]] = {
    "an older schema": (put(schema="0000"), "it has the schema 0000.*restore it with Arpad"),
    "a newer form": (put(version=2), "only arpad-backup 1 is known"),
    "another program's": (put(format="photo-backup"), "'photo-backup'"),
    "no tables": (put(tables=[]), "not those of an office"),
    "tables are a number": (put(tables=7), "broken"),
    "no schema": (lambda _, manifest: manifest.pop("schema"), "broken"),
    "a table is gone": (lambda _, manifest: manifest["tables"].pop(), "not those of an office"),
    "a table more": (
        lambda _, manifest: manifest["tables"].append({"name": "guests", "rows": 0, "members": []}),
        "not those of an office",
    ),
    "a member more": (lambda members, _: members.update({"../../passwd": b"x"}), "other files"),
    "a member is gone": (lambda members, _: members.pop("birth.jsonl"), "other files"),
    "members change places": (swapped, "other files"),
    "a member stands twice": (twice, "other files"),
    "the manifest is no JSON": (lambda members, _: members.update({"as it is": b"{"}), "broken"),
    "the manifest is a list": (lambda members, _: members.update({"as it is": b"[1]"}), "broken"),
    "the manifest is deep": (lambda members, _: members.update({"as it is": b"[" * 100_000}), "broken"),
    "the manifest is long": (lambda members, _: members.update({"as it is": b" " * (1 << 21)}), "overlong"),
    "no rows where there are some": (lambda _, m: table_of(m, "log").update(rows=0), "more than its rows"),
    "more rows than there are": (lambda _, m: table_of(m, "log").update(rows=9), "ends too early"),
    "fewer rows than none": (lambda _, m: table_of(m, "log").update(rows=-1), "said to have -1 rows"),
    "a million million rows": (lambda _, m: table_of(m, "log").update(rows=10**12), "said to have"),
    "a row is no list": (line("setting", '{"name": "x"}'), "row 1 of setting does not fit"),
    "a row is text": (line("setting", '"ab"'), "row 1 of setting does not fit"),
    "a row is short": (line("setting", '["x"]'), "row 1 of setting does not fit"),
    "a row is long": (line("setting", '["x","y","z"]'), "row 1 of setting does not fit"),
    "a number in the place of a text": (line("setting", '["x",1]'), "row 1 of setting does not fit"),
    "nothing in the place of a text": (line("setting", '["x",null]'), "row 1 of setting does not fit"),
    "a text in the place of a number": (line("pointer", '["x","1"]'), "row 1 of pointer does not fit"),
    "a truth in the place of a number": (line("pointer", '["x",true]'), "row 1 of pointer does not fit"),
    "a fraction": (line("pointer", '["x",1.5]'), "row 1 of pointer does not fit"),
    "not a number": (line("pointer", '["x",NaN]'), "row 1 of pointer does not fit"),
    "a number too large": (line("pointer", '["x",2147483648]'), "number that does not fit"),
    "a number far too large": (line("pointer", f'["x",{"9" * 5000}]'), "broken"),
    "half a letter": (line("setting", '["x","\\ud800"]'), "broken"),
    "no UTF-8": (lambda members, _: members.update({"pointer.jsonl": b'["\xff",1]\n' * 2}), "broken"),
    "a deep row": (line("setting", "[" * 100_000), "broken"),
    "a last line without an end": (
        lambda members, _: members.update({"pointer.jsonl": members["pointer.jsonl"][:-1]}),
        "ends too early",
    ),
    "bytes of negative length": (line("imported_part", '["x",1,-1]'), "value of -1 bytes"),
    "bytes beyond the end": (line("imported_part", '["x",1,999999999999]'), "does not fit"),
    "bytes of a gigabyte": (line("imported_part", '["x",1,1073741824]'), "value of 1073741824 bytes"),
    "bytes left over": (line("imported_part", '["x",1,1]'), "more than its rows"),
    "bytes missing": (lambda members, _: members.update({"content.packed": b""}), "value of"),
}
DISHONEST: dict[str, tuple[Forgery, str]] = {
    "a birth date changed": (
        lambda members, _: members.update({"birth.jsonl": members["birth.jsonl"].replace(b"19700005", b"19800005")}),
        "SHA-256 differs",
    ),
    "a part changed": (
        lambda members, _: members.update(
            {"ledger_part.packed": members["ledger_part.packed"].replace(b"the", b"The")}
        ),
        "SHA-256 differs",
    ),
    "a member grew": (
        lambda members, _: members.update({"birth.jsonl": members["birth.jsonl"] + b"\n"}),
        "bytes, and .* were written",
    ),
    "a size is a lie": (lambda _, m: table_of(m, "log")["members"][0].__setitem__(1, 1), "and 1 were written"),
}


@pytest.mark.parametrize("which", [*FORGERIES, *DISHONEST])
def test_a_forged_backup_is_refused_before_anything_is_written(good: Path, tmp_path: Path, which: str) -> None:
    change, said = {**FORGERIES, **DISHONEST}[which]
    bad = forge(good, tmp_path / "bad.zip", change, which in FORGERIES)
    refused(bad, said, str(tmp_path / "new.db"))


def test_the_forger_himself_makes_good_backups(good: Path, tmp_path: Path) -> None:
    """The control: with nothing changed, what he writes is restored."""
    restore_backup(forge(good, tmp_path / "same.zip", lambda *_: None), str(tmp_path / "new.db"))


@pytest.mark.parametrize(
    ("limit", "value", "said"),
    [
        ("MAX_MEMBERS", 1 << 19, "larger than"),
        ("SMALL_FILE", 1 << 12, "would unpack to"),
        ("MAX_LINE", 64, "overlong line"),
        ("MAX_VALUE", 1000, "value of"),
        ("MAX_MANIFEST", 1000, "overlong"),
    ],
)
def test_what_would_unpack_beyond_the_limits_is_refused(
    good: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, value: int, said: str
) -> None:
    bomb = forge(good, tmp_path / "bomb.zip", lambda members, _: members.update({"content.packed": bytes(1 << 20)}))
    monkeypatch.setattr(archive_read, limit, value)
    refused(bomb, said, str(tmp_path / "new.db"))


def test_a_locked_zip_is_refused(good: Path, tmp_path: Path) -> None:
    whole = bytearray(good.read_bytes()[:-SHA256_HEX])
    at = 0
    while (at := whole.find(b"PK\x01\x02", at)) >= 0:
        whole[at + 8] |= 1
        at += 4
    (tmp_path / "locked.zip").write_bytes(whole + hashlib.sha256(whole).hexdigest().encode())
    refused(tmp_path / "locked.zip", "packed in a way|broken", str(tmp_path / "new.db"))


# --- where it is restored -----------------------------------------------------------------------------------------


def tables(address: str) -> list[str]:
    store = connect_store(address, create=True)
    with store.reading() as connection:
        return sorted(inspect(connection).get_table_names())


def test_rows_that_do_not_fit_together_leave_the_place_empty(good: Path, tmp_path: Path, address: str) -> None:
    orphan = forge(good, tmp_path / "orphan.zip", line("licence", '[1,77,"FA",0,0,1]'))
    with pytest.raises(UserError, match="licence"):
        restore_backup(orphan, address)
    assert "://" in address or not Path(address).exists()
    assert tables(address) == []
    restore_backup(good, address)


def test_a_restore_that_is_stopped_leaves_the_place_empty(
    good: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    def stopped(connection: Any, table: Any, rows: Any, advance: Any) -> None:
        done.append(table.name)
        if len(done) == 12:
            raise KeyboardInterrupt
        put_rows(connection, table, rows, advance)

    put_rows = restoring._insert_rows
    monkeypatch.setattr(restoring, "_insert_rows", stopped)
    with pytest.raises(KeyboardInterrupt):
        restore_backup(good, address)
    monkeypatch.setattr(restoring, "_insert_rows", put_rows)
    assert tables(address) == []
    restore_backup(good, address)


def test_a_letter_that_postgresql_cannot_keep_is_said(good: Path, tmp_path: Path) -> None:
    nul = forge(good, tmp_path / "nul.zip", line("setting", '["x","\\u0000"]'))
    restore_backup(nul, new_database("sqlite", tmp_path))
    with pytest.raises(UserError, match=r"rows of setting.*NUL"):
        restore_backup(nul, new_database("postgresql", tmp_path))


def test_only_an_empty_place_is_taken(good: Path, address: str, tmp_path: Path) -> None:
    restore_backup(good, address)
    before = everything(connect_store(address))
    with pytest.raises(UserError, match="is not empty"):
        restore_backup(good, address)
    assert everything(connect_store(address)) == before
    with pytest.raises(UserError, match="not a database"):
        restore_backup(good, str(good))
    (tmp_path / "empty.db").touch()
    restore_backup(good, str(tmp_path / "empty.db"))


def test_a_place_with_other_tables_is_left_alone(good: Path, address: str) -> None:
    with behind_the_back(connect_store(address, create=True)) as connection:
        connection.execute(text("CREATE TABLE guests (name TEXT)"))
    with pytest.raises(UserError, match="is not empty"):
        restore_backup(good, address)
    assert tables(address) == ["guests"]


def test_an_office_of_another_schema_is_not_backed_up(tmp_path: Path, good: Path, address: str) -> None:
    restore_backup(good, address)
    with behind_the_back(connect_store(address)) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        assert connection.execute(select(log.c.seq).limit(1)).scalar()
    with pytest.raises(UserError, match="newer Arpad"):
        backup(connect_store(address), tmp_path / "office.zip")
