"""A locked backup is read by whoever has its passphrase or key, and by nobody else; not a bit of it can change."""

from __future__ import annotations

import io
import json
import os
import random
import sys
from pathlib import Path

import pytest
from databases import new_database
from offices_made import everything, full_office
from sqlalchemy import text
from typed import typed

from arpad.cli import locking
from arpad.finding import Misuse
from arpad.office import care
from arpad.office.care import Lock
from arpad.office.desk import Desk, open_office
from arpad.office.store.engine import connect
from arpad.office.upkeep import locked
from arpad.office.upkeep.archive import Unusable
from arpad.office.upkeep.locked import BLOCK, CHECK, HEAD, MAGIC, TAG, Locking, Unlocking, kind_of

SECRET = Lock(locked.KEY, bytes(range(32)))
WORDS = "correct horse"


@pytest.fixture(autouse=True)
def little_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locked, "WORK", 4)


def locked_up(content: bytes, lock: Lock = SECRET) -> bytes:
    file = io.BytesIO()
    locking_ = Locking(file, lock)
    for start in range(0, len(content), 10_000):
        locking_.write(content[start : start + 10_000])
    locking_.finish()
    return file.getvalue()


def unlocked(whole: bytes, lock: Lock | None = SECRET) -> bytes:
    with io.BufferedReader(Unlocking(io.BytesIO(whole), lock)) as reader:
        return reader.read()


@pytest.mark.parametrize("size", [1, 7, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 3 * BLOCK + 5])
def test_what_is_locked_is_unlocked_whole_and_from_any_place(size: int) -> None:
    chance = random.Random(size)
    content = chance.randbytes(size)
    whole = locked_up(content)
    assert len(whole) == HEAD + CHECK + size + TAG * -(-size // BLOCK)
    assert kind_of(io.BytesIO(whole)) == locked.KEY
    assert unlocked(whole) == content
    with io.BufferedReader(Unlocking(io.BytesIO(whole), SECRET), 100) as reader:
        for _ in range(50):
            start, count = chance.randrange(size), chance.randrange(size + 9)
            reader.seek(start)
            assert reader.read(count) == content[start : start + count]
        assert reader.seek(-1, os.SEEK_END) == size - 1


def test_the_same_content_is_never_locked_the_same_way() -> None:
    assert locked_up(b"births") != locked_up(b"births")


def test_the_form_is_as_it_is_written_down() -> None:
    """Unlocked by hand, from what the page on care says and nothing else of ours."""
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

    content = bytes(70_000)
    whole = locked_up(content, Lock.passphrase(WORDS))
    assert whole[:17] == b"arpad-locked 1\np\x04"
    salt, check, blocks = whole[17:33], whole[33:49], whole[49:]
    secret = Scrypt(salt=salt, length=32, n=2**4, r=8, p=1).derive(WORDS.encode())
    assert HKDF(SHA256(), 16, salt, b"check").derive(secret) == check
    cipher = ChaCha20Poly1305(HKDF(SHA256(), 32, salt, whole[:33]).derive(secret))
    first = cipher.decrypt(bytes(12), blocks[: 65_536 + 16], None)
    second = cipher.decrypt(bytes(10) + b"\x01\x01", blocks[65_536 + 16 :], None)
    assert first + second == content


def test_every_flipped_bit_every_cut_and_every_other_order_is_found() -> None:
    chance, content = random.Random(3), random.Random(1).randbytes(3 * BLOCK + 9)
    whole = locked_up(content)
    step = BLOCK + TAG
    body = whole[HEAD + CHECK :]
    blocks = [body[start : start + step] for start in range(0, len(body), step)]
    bad = [
        whole[: HEAD + CHECK] + b"".join(blocks[at] for at in order) for order in ((0, 2, 1, 3), (0, 1, 3), (0, 1, 2))
    ]
    bad += [whole[:cut] for cut in (*range(len(MAGIC) + 1, 80), *(chance.randrange(80, len(whole)) for _ in range(60)))]
    bad += [whole + b"\0", whole + blocks[3], locked_up(b"x")[: HEAD + CHECK] + body]
    for bit in (
        *range(8 * len(MAGIC), 8 * (HEAD + CHECK)),
        *(chance.randrange(8 * HEAD, 8 * len(whole)) for _ in range(300)),
    ):
        flipped = bytearray(whole)
        flipped[bit // 8] ^= 1 << bit % 8
        bad.append(bytes(flipped))
    for each in bad:
        with pytest.raises(Unusable):
            unlocked(each)


def test_too_much_work_is_refused_before_it_is_done() -> None:
    whole = bytearray(locked_up(b"x" * 99, Lock.passphrase(WORDS)))
    whole[len(MAGIC) + 1] = 40
    with pytest.raises(Unusable, match="its head says how"):
        unlocked(bytes(whole), Lock.passphrase(WORDS))


# --- of an office ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> str:
    address = new_database("sqlite", tmp_path_factory.mktemp("office"))
    full_office(address).store.close()
    return address


def test_a_locked_backup_holds_nothing_that_can_be_read_and_restores(desk: Desk, address: str, tmp_path: Path) -> None:
    file, lock = tmp_path / "office.locked", Lock.passphrase(WORDS)
    care.backup(desk, file, lock=lock)
    whole = file.read_bytes()
    assert (whole.startswith(MAGIC), b"PK\x03\x04" in whole, b"log.jsonl" in whole) == (True, False, False)
    assert file.stat().st_mode & 0o777 == 0o600
    assert care.locked_with(file) == care.PASSPHRASE
    for wrong, sentence in (
        (None, "locked with a passphrase, and none was given"),
        (Lock.passphrase("correct house"), "locked with another passphrase or key"),
        (SECRET, "locked with a passphrase"),
    ):
        with pytest.raises(Misuse, match=sentence) as caught:
            care.restore(file, address, lock=wrong)
        assert len(str(caught.value).splitlines()) == 1
        assert "://" in address or not Path(address).exists()
    care.restore(file, address, lock=lock)
    file.write_bytes(whole[:-99])
    with pytest.raises(Misuse, match="cannot be used as a backup: it is damaged"):
        care.restore(file, str(tmp_path / "new.db"), lock=lock)


def test_by_the_command_line(office: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, new = tmp_path / "office.locked", tmp_path / "new.db"
    refused = typed("backup", file, "--encrypt", "--db", office)
    assert (refused.code, "ARPAD_PASSPHRASE" in refused.err, file.exists()) == (2, True, False)
    monkeypatch.setenv("ARPAD_PASSPHRASE", WORDS)
    done = typed("backup", file, "--encrypt", "--db", office)
    assert (done.code, "it is locked" in done.out, "birth dates" in done.out) == (0, True, False)
    monkeypatch.setenv("ARPAD_PASSPHRASE", "other")
    done = typed("restore", file, "--db", new)
    assert (done.code, len(done.err.splitlines()), new.exists()) == (2, 1, False)
    monkeypatch.setenv("ARPAD_PASSPHRASE", WORDS)
    assert typed("restore", file, "--db", new).code == 0
    key = tmp_path / "office.key"
    key.write_bytes(bytes(31))
    short = typed("backup", tmp_path / "2.locked", "--key", key, "--db", office)
    assert (short.code, "is no key file" in short.err) == (2, True)
    key.write_bytes(os.urandom(32))
    assert typed("backup", tmp_path / "2.locked", "--key", key, "--db", office).code == 0
    assert typed("restore", tmp_path / "2.locked", "--drill").code == 2
    assert typed("restore", tmp_path / "2.locked", "--drill", "--key", key).code == 0
    both = typed("backup", tmp_path / "3.locked", "--encrypt", "--key", key, "--db", office)
    assert (both.code, "not with both" in both.err) == (2, True)


def test_a_new_passphrase_is_asked_for_twice_and_an_old_one_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ARPAD_PASSPHRASE", raising=False)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    answers = iter((WORDS, "correct house", WORDS, WORDS, WORDS, "", ""))
    monkeypatch.setattr(locking, "getpass", lambda _: next(answers))
    with pytest.raises(Misuse, match="not the same"):
        locking.lock_for(True, "")
    assert locking.lock_for(True, "") == Lock.passphrase(WORDS)
    assert locking._asked() == WORDS
    with pytest.raises(Misuse, match="empty passphrase"):
        locking.lock_for(True, "")


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch, office: str, tmp_path: Path) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(Misuse, match=r"arpad\[proof\]"):
        care.need_cryptography()


# --- a drill --------------------------------------------------------------------------------------------------------


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary files go."""
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    return tmp_path / "temporary"


def test_a_drill_says_what_came_back_and_leaves_nothing(desk: Desk, office: str, place: Path, tmp_path: Path) -> None:
    file, before = tmp_path / "office.zip", everything(desk.store)
    written = care.backup(desk, file)
    drill = care.drill(file)
    assert (drill.rows, drill.last, drill.healthy) == (written.rows, written.last, True)
    assert len(drill.checks) > 20
    assert list(place.iterdir()) == []
    assert len(everything(desk.store)["log"]) == len(before["log"]) + 1, "the office itself is not asked"
    done = typed("restore", file, "--drill")
    assert (done.code, "0 need attention" in done.out) == (0, True)
    assert f"{written.rows} rows up to entry {written.last} of the log came back" in done.out
    assert json.loads(typed("restore", file, "--drill", "--json").out)["healthy"] is True


def test_a_drill_of_a_backup_that_is_ill_or_damaged_says_so(office: str, place: Path, tmp_path: Path) -> None:
    address, file = str(tmp_path / "ill.db"), tmp_path / "ill.zip"
    full_office(address).store.close()
    with connect(address).writing() as connection:
        connection.execute(text("UPDATE pointer SET list = 202404"))
    with open_office(address, "keeper") as desk:
        care.backup(desk, file)
    done = typed("restore", file, "--drill")
    assert (done.code, "2024-04 is shown" in done.out) == (1, True)
    file.write_bytes(file.read_bytes()[:-5])
    done = typed("restore", file, "--drill")
    assert (done.code, len(done.err.splitlines())) == (2, 1)
    assert list(place.iterdir()) == []


def test_a_place_or_a_drill(tmp_path: Path) -> None:
    for words in ((), ("--drill", "--db", tmp_path / "new.db")):
        done = typed("restore", tmp_path / "office.zip", *words)
        assert (done.code, "--drill, not both" in done.err) == (2, True)
