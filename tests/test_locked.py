"""An encrypted backup is read by whoever has its passphrase or key, and by nobody else; not a bit of it can change."""

from __future__ import annotations

import hmac
import io
import json
import random
import sys
from base64 import b64encode
from errno import ENOSPC
from pathlib import Path

import pyrage
import pytest
from by_hand import behind_the_back
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt
from databases import new_database
from offices_made import everything, full_office
from pyrage import x25519
from sqlalchemy import text
from typed import typed

from arpad.cli import backups
from arpad.finding import UserError
from arpad.office import care
from arpad.office.care import BackupLock
from arpad.office.desk import Desk, open_office
from arpad.office.store.engine import connect_store
from arpad.office.upkeep import encryption
from arpad.office.upkeep.archive import UnusableBackup
from arpad.office.upkeep.encryption import FILE_MAGIC, KIND_KEY, KIND_PASSPHRASE, encrypt, lock_kind, open_decrypted

SECRET = BackupLock(KIND_KEY, str(x25519.Identity.generate()))
OTHER = BackupLock(KIND_KEY, str(x25519.Identity.generate()))
WORDS = "correct horse"
BLOCK = 1 << 16  # of age


def encrypted(content: bytes, lock: BackupLock = SECRET) -> bytes:
    file = io.BytesIO()
    encrypt(io.BytesIO(content), file, lock)
    return file.getvalue()


def read(whole: bytes, lock: BackupLock | None = SECRET) -> bytes:
    with open_decrypted(io.BytesIO(whole), lock) as file:
        return file.read()


@pytest.mark.parametrize("size", [1, BLOCK - 1, BLOCK, 3 * BLOCK + 5])
def test_what_is_encrypted_comes_back_whole_and_from_any_place(size: int) -> None:
    chance = random.Random(size)
    content = chance.randbytes(size)
    whole = encrypted(content)
    assert lock_kind(io.BytesIO(whole)) == KIND_KEY
    assert read(whole) == content
    with open_decrypted(io.BytesIO(whole), SECRET) as file:
        for _ in range(20):
            start, count = chance.randrange(size), chance.randrange(size + 9)
            file.seek(start)
            assert file.read(count) == content[start : start + count]


def test_the_same_content_is_never_encrypted_the_same_way() -> None:
    assert encrypted(b"births") != encrypted(b"births")


def test_any_program_for_age_reads_it() -> None:
    """By the library alone, and for each key of a file."""
    keys = [x25519.Identity.generate(), x25519.Identity.generate()]
    whole = encrypted(b"births", BackupLock(KIND_KEY, "\n".join(map(str, keys))))
    assert [pyrage.decrypt(whole, [key]) for key in keys] == [b"births"] * 2


def test_every_flipped_bit_every_cut_and_every_other_key_is_refused() -> None:
    chance, content = random.Random(3), random.Random(1).randbytes(3 * BLOCK + 9)
    whole = encrypted(content)
    bad = [whole[: chance.randrange(len(FILE_MAGIC), len(whole))] for _ in range(60)]
    bad += [whole + b"\0", whole[:-1]]
    for bit in (chance.randrange(8 * len(FILE_MAGIC), 8 * len(whole)) for _ in range(300)):
        flipped = bytearray(whole)
        flipped[bit // 8] ^= 1 << bit % 8
        bad.append(bytes(flipped))
    for each in bad:
        with pytest.raises(UnusableBackup):
            read(each)
    with pytest.raises(UnusableBackup, match="another passphrase or key"):
        read(whole, OTHER)
    with pytest.raises(UnusableBackup, match="with a key file, and that was not given"):
        read(whole, None)


def test_a_full_disk_is_told_as_one() -> None:
    class Full(io.BytesIO):
        def write(self, _: object) -> int:
            raise OSError(ENOSPC, "No space left on device")

    with pytest.raises(OSError, match="No space left"):
        encrypt(io.BytesIO(b"births"), Full(), SECRET)
    with pytest.raises(OSError, match="No space left"):
        encrypt(io.BytesIO(bytes(3 * BLOCK)), Full(), SECRET)
    with pytest.raises(OSError, match="No space left"):
        encryption._decrypt_into(io.BytesIO(encrypted(b"births")), Full(), SECRET)


def by_hand(content: bytes, passphrase: str) -> bytes:
    """A file of age with a passphrase, written from its specification, and with little work for scrypt."""
    file_key, salt, nonce = bytes(range(16)), bytes(16), bytes(16)
    secret = Scrypt(salt=b"age-encryption.org/v1/scrypt" + salt, length=32, n=2**4, r=8, p=1).derive(
        passphrase.encode()
    )
    body = bare(ChaCha20Poly1305(secret).encrypt(bytes(12), file_key, None))
    head = b"age-encryption.org/v1\n-> scrypt " + bare(salt) + b" 4\n" + body + b"\n---"
    mac = hmac.digest(HKDF(SHA256(), 32, b"", b"header").derive(file_key), head, "sha256")
    cipher = ChaCha20Poly1305(HKDF(SHA256(), 32, nonce, b"payload").derive(file_key))
    starts = range(0, len(content), BLOCK)
    blocks = [
        cipher.encrypt(at.to_bytes(11, "big") + bytes([start == starts[-1]]), content[start : start + BLOCK], None)
        for at, start in enumerate(starts)
    ]
    return head + b" " + bare(mac) + b"\n" + nonce + b"".join(blocks)


def bare(content: bytes) -> bytes:
    return b64encode(content).rstrip(b"=")


def test_a_passphrase_is_the_one_of_age() -> None:
    """What another program wrote is read; what is written says that it is of a passphrase, and how much work it is."""
    content = bytes(BLOCK + 9)
    assert read(by_hand(content, WORDS), BackupLock.passphrase(WORDS)) == content
    with pytest.raises(UnusableBackup, match="another passphrase or key"):
        read(by_hand(content, WORDS), BackupLock.passphrase("correct house"))
    whole = encrypted(b"births", BackupLock.passphrase(WORDS))
    assert lock_kind(io.BytesIO(whole)) == KIND_PASSPHRASE
    assert int(whole.splitlines()[1].split()[-1]) > 9


def test_what_is_too_large_for_a_passphrase_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encryption, "MAX_BY_PASSPHRASE", 5)
    with pytest.raises(UserError, match="too large to be encrypted with a passphrase"):
        encrypted(b"births", BackupLock.passphrase(WORDS))


def test_a_passphrase_of_no_letters_is_refused() -> None:
    with pytest.raises(UserError, match="no letters of UTF-8"):
        BackupLock.passphrase("a\udc80")


# --- of an office ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> str:
    address = new_database("sqlite", tmp_path_factory.mktemp("office"))
    full_office(address).store.close()
    return address


def test_an_encrypted_backup_holds_nothing_that_can_be_read_and_restores(
    desk: Desk, address: str, tmp_path: Path
) -> None:
    file = tmp_path / "office.age"
    care.back_up_office(desk, file, lock=SECRET)
    whole = file.read_bytes()
    assert (whole.startswith(FILE_MAGIC), b"PK\x03\x04" in whole, b"log.jsonl" in whole) == (True, False, False)
    assert file.stat().st_mode & 0o777 == 0o600
    assert care.backup_lock_kind(file) == care.KIND_KEY
    for wrong, sentence in (
        (None, "encrypted with a key file, and that was not given"),
        (OTHER, "encrypted with another passphrase or key"),
        (BackupLock.passphrase(WORDS), "encrypted with a key file"),
    ):
        with pytest.raises(UserError, match=sentence) as caught:
            care.restore_backup(file, address, lock=wrong)
        assert len(str(caught.value).splitlines()) == 1
        assert "://" in address or not Path(address).exists()
    care.restore_backup(file, address, lock=SECRET)
    file.write_bytes(whole[:-99])
    with pytest.raises(UserError, match="cannot be used as a backup: it is damaged"):
        care.restore_backup(file, str(tmp_path / "new.db"), lock=SECRET)


def test_by_the_command_line_with_a_passphrase(office: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, new = tmp_path / "office.age", tmp_path / "new.db"
    refused = typed("backup", file, "--encrypt", "--db", office)
    assert (refused.code, "ARPAD_PASSPHRASE" in refused.err, file.exists()) == (2, True, False)
    monkeypatch.setenv("ARPAD_PASSPHRASE", WORDS)
    monkeypatch.setattr(pyrage.passphrase, "encrypt", by_hand)  # age's own takes seconds
    done = typed("backup", file, "--encrypt", "--db", office)
    assert (done.code, "is encrypted" in done.out, "birth dates" in done.out) == (0, True, False)
    monkeypatch.setenv("ARPAD_PASSPHRASE", "other")
    done = typed("restore", file, "--db", new)
    assert (done.code, len(done.err.splitlines()), new.exists()) == (2, 1, False)
    monkeypatch.setenv("ARPAD_PASSPHRASE", WORDS)
    assert typed("restore", file, "--db", new).code == 0


def test_by_the_command_line_with_a_key_file(office: str, tmp_path: Path) -> None:
    key, file = tmp_path / "office.key", tmp_path / "office.age"
    for bad in ("", "# nothing but a comment\n", "hunter2\n", "AGE-SECRET-KEY-1NONSENSE\n", "\xff"):
        key.write_text(bad, "latin-1")
        refused = typed("backup", file, "--key", key, "--db", office)
        assert (refused.code, "is no key file" in refused.err, file.exists()) == (2, True, False)
    key.write_text(f"# created: 2026-11-30\n{SECRET.secret}\n")
    assert typed("backup", file, "--key", key, "--db", office).code == 0
    assert typed("restore", file, "--drill").code == 2
    assert typed("restore", file, "--drill", "--key", key).code == 0
    both = typed("backup", tmp_path / "3.age", "--encrypt", "--key", key, "--db", office)
    assert (both.code, "not with both" in both.err) == (2, True)


def test_a_new_passphrase_is_asked_for_twice_and_an_old_one_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ARPAD_PASSPHRASE", raising=False)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    answers = iter((WORDS, "correct house", WORDS, WORDS, WORDS, "", ""))
    monkeypatch.setattr(backups, "getpass", lambda _: next(answers))
    with pytest.raises(UserError, match="not the same"):
        backups.lock_for_new_backup(True, "")
    assert backups.lock_for_new_backup(True, "") == BackupLock.passphrase(WORDS)
    assert backups._ask_passphrase() == WORDS
    with pytest.raises(UserError, match="empty passphrase"):
        backups.lock_for_new_backup(True, "")


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch, office: str, tmp_path: Path) -> None:
    monkeypatch.setattr(encryption, "find_spec", lambda _: None)
    with pytest.raises(UserError, match=r"arpad\[proof\]"):
        care.need_age()


# --- a drill --------------------------------------------------------------------------------------------------------


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary files go."""
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    return tmp_path / "temporary"


def test_a_drill_says_what_came_back_and_leaves_nothing(desk: Desk, office: str, place: Path, tmp_path: Path) -> None:
    file, before = tmp_path / "office.zip", everything(desk.store)
    written = care.back_up_office(desk, file)
    drill = care.try_out_backup(file)
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
    with behind_the_back(connect_store(address)) as connection:
        connection.execute(text("UPDATE pointer SET list = 202404"))
    with open_office(address, "keeper") as desk:
        care.back_up_office(desk, file)
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
