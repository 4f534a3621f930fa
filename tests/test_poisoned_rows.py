"""A row that cannot be read, a damaged file, a full disk: each is told in a line, and nobody else is stopped."""

from __future__ import annotations

import resource
import sqlite3
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from by_hand import preview_list, publish_list
from publication_made import DUE, NEXT, SERIES, address_of, before_list, copied
from typed import Typed, typed

PUBLIC = ("txt", "xml", "csv", "xlsx", "json", "parquet", "html")


@pytest.fixture
def published(tmp_path: Path) -> str:
    desk = copied(before_list("sqlite"), tmp_path, DUE)
    preview_list(desk, SERIES, NEXT)
    publish_list(desk, SERIES, NEXT)
    desk.store.close()
    return address_of(desk)


def change(address: str, statement: str, *values: object) -> None:
    """Change rows behind the program's back."""
    with sqlite3.connect(address) as connection:
        for (trigger,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f'DROP TRIGGER "{trigger}"')
        connection.execute(statement, values)
    connection.close()


def test_one_name_that_is_no_text_stops_nobody_and_is_told(published: str, tmp_path: Path) -> None:
    change(published, "UPDATE player SET name = CAST(x'4afffe4e' AS TEXT) WHERE key = 0")
    for words in (("list", "show"), ("player", "show", "990007"), ("list", "export", *PUBLIC, "--to", tmp_path)):
        done = typed(*words, "--db", published)
        assert done.code == 0, done
        assert "cannot be read, and what is no letter of it is shown as \ufffd" in done.err
        assert "`arpad doctor` says what is wrong" in done.err
        assert done.err.count("arpad: ") == 1, done.err
    assert "J\ufffd\ufffdN" in typed("list", "show", "--db", published).out
    assert "Invented2, Ann" in typed("list", "show", "--db", published).out
    done = typed("backup", tmp_path / "kept.zip", "--db", published)
    assert done.code == 0, done
    with zipfile.ZipFile(tmp_path / "kept.zip") as archive:
        assert archive.testzip() is None
    assert typed("doctor", "--db", published).code == 1


def test_a_sound_office_says_nothing_of_texts(published: str) -> None:
    assert typed("list", "show", "--db", published).err == ""


@pytest.mark.parametrize("words", [("list", "show"), ("player", "find", "Ann"), ("log",), ("event", "list")])
def test_a_damaged_file_is_a_line_with_what_helps_and_without_its_sql(published: str, words: tuple[str, ...]) -> None:
    data = bytearray(Path(published).read_bytes())
    data[4096:65_536] = bytes(61_440)
    Path(published).write_bytes(data)
    done = typed(*words, "--db", published)
    assert (done.code, done.out) == (2, "")
    (line,) = done.err.splitlines()
    assert "malformed" in line
    assert "`arpad restore FILE` takes the last backup" in line
    assert "SELECT" not in line


def test_what_an_office_cannot_mean_is_told_as_damage(published: str) -> None:
    change(published, "UPDATE event_facts SET facts = '{'")
    done = typed("event", "show", "open-1", "--db", published)
    assert (done.code, done.out) == (2, "")
    assert "the office holds something that cannot be read" in done.err
    assert "`arpad doctor` says what is wrong" in done.err


def test_a_fault_of_ours_on_a_sound_office_stays_a_traceback(published: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever writes a fault must see it: only an office that the doctor finds ill is blamed."""
    from arpad.office import people

    def raises(*_: object) -> None:
        raise KeyError("seeded")

    monkeypatch.setattr(people, "find_players", raises)
    with pytest.raises(KeyError, match="seeded"):
        typed("player", "find", "Ann", "--db", published)


def exported(office: str, file: str, place: Path, full: int = resource.RLIM_INFINITY) -> Typed:
    """`arpad list export` in a process of its own, in which no file may grow beyond so many bytes."""
    done = subprocess.run(
        [sys.executable, "-m", "arpad", "list", "export", file, "--db", office],
        cwd=place, capture_output=True, text=True, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (full, full)),
    )  # fmt: skip
    return Typed(done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize("form", PUBLIC)
def test_a_full_disk_is_a_line_with_what_helps(form: str, published: str, tmp_path: Path) -> None:
    place = tmp_path / form
    place.mkdir()
    done = exported(published, form, place, 700)
    (line,) = done.err.splitlines()
    assert (done.code, done.out) == (2, "")
    assert "cannot write" in line or "cannot be written" in line  # a write-ahead log needs room, too
    assert "see that the disk has room" in line
    assert list(place.iterdir()) == []


@pytest.mark.parametrize("form", ["csv", "xlsx", "parquet"])
def test_a_device_that_is_full_is_told_without_noise(form: str, published: str, tmp_path: Path) -> None:
    (tmp_path / f"full.{form}").symlink_to("/dev/full")
    done = exported(published, f"full.{form}", tmp_path)
    (line,) = done.err.splitlines()
    assert (done.code, "No space left on device" in line) == (2, True)
