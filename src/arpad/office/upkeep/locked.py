"""Encrypted backups: files of age (age-encryption.org/v1), which the package `pyrage` writes and reads.

A passphrase is age's own (scrypt). A key file holds identities of age (`AGE-SECRET-KEY-1...`), a line each. With a key
file the content goes through in blocks; a passphrase needs all of it in memory. To be read from any place a backup is
decrypted into memory, or where it is large into a temporary file without a name.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from tempfile import SpooledTemporaryFile
from typing import IO, Any, BinaryIO

from arpad.finding import Misuse, Remedy
from arpad.frozen import dataclass
from arpad.office.upkeep.archive import Unusable

MAGIC = b"age-encryption.org/v1\n-> "
BY_PASSPHRASE = b"scrypt "  # behind the magic
PASSPHRASE, KEY = "p", "k"
LONGEST_KEY = 1 << 16  # bytes of a key file
IN_MEMORY = 1 << 26  # bytes of a decrypted backup; more of them go into a file without a name
GIB = 1 << 30
MOST_BY_PASSPHRASE = GIB


@dataclass(frozen=True)
class Lock:
    """What a file is encrypted with: a passphrase, or the lines of a key file."""

    kind: str
    secret: str

    @classmethod
    def passphrase(cls, text: str) -> Lock:
        if not text.strip():
            raise Misuse("no-passphrase")
        try:
            text.encode()
        except UnicodeEncodeError:
            raise Misuse("passphrase-letters") from None
        return cls(PASSPHRASE, text)

    @classmethod
    def key_file(cls, path: str) -> Lock:
        try:
            with open(path, "rb") as file:
                text = file.read(LONGEST_KEY).decode("ascii", "replace")
        except OSError as error:
            raise Misuse("unreadable-file/reason", file=path, reason=error.strerror or str(error)) from error
        lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
        lock, age = cls(KEY, "\n".join(lines)), _age()
        try:
            known = lock.identities()
        except age.IdentityError:
            known = []
        if not known:
            raise Misuse("key-file", Remedy.to("make-key"), file=path)
        return lock

    def identities(self) -> list[Any]:
        """The keys of a key file."""
        return [_age().x25519.Identity.from_str(line) for line in self.secret.splitlines()]


def need_age() -> None:
    """Backups are encrypted by the package `pyrage`."""
    if find_spec("pyrage") is None:
        raise Misuse("pyrage-missing", Remedy.to("install-extra", extra="proof"))


def kind_of(file: BinaryIO) -> str:
    """With what kind of lock a file is encrypted; empty where it is not."""
    file.seek(0)
    head = file.read(len(MAGIC) + len(BY_PASSPHRASE))
    file.seek(0)
    if not head.startswith(MAGIC):
        return ""
    return PASSPHRASE if head.endswith(BY_PASSPHRASE) else KEY


def encrypt(plain: IO[bytes], out: IO[bytes], lock: Lock) -> None:
    """Write what a file holds, encrypted."""
    age = _age()
    if lock.kind == PASSPHRASE:
        content = plain.read(MOST_BY_PASSPHRASE + 1)
        if len(content) > MOST_BY_PASSPHRASE:
            raise Misuse("passphrase-too-large", Remedy.to("use-key-file"), most=MOST_BY_PASSPHRASE // GIB)
        out.write(age.passphrase.encrypt(content, lock.secret))
        return
    writer = _Writer(out)
    try:
        age.encrypt_io(plain, writer, [identity.to_public() for identity in lock.identities()])
    except age.EncryptError as error:
        raise writer.error or OSError(str(error)) from None
    if writer.error:  # in the last block, which age does not tell
        raise writer.error


@contextmanager
def decrypted(file: BinaryIO, lock: Lock | None) -> Iterator[IO[bytes]]:
    """What an encrypted file holds, to be read from any place."""
    kind = kind_of(file)
    if lock is None or lock.kind != kind:
        raise Unusable("backup/locked-passphrase" if kind == PASSPHRASE else "backup/locked-key")
    with SpooledTemporaryFile(IN_MEMORY) as plain:
        _decrypt(file, plain, lock)
        plain.seek(0)
        yield plain


def _decrypt(file: BinaryIO, plain: IO[bytes], lock: Lock) -> None:
    age = _age()
    try:
        if lock.kind == PASSPHRASE:
            plain.write(age.passphrase.decrypt(file.read(2 * MOST_BY_PASSPHRASE), lock.secret))
        else:
            age.decrypt_io(file, plain, lock.identities())
    except age.DecryptError:
        raise Unusable("backup/other-lock") from None
    except OSError as error:
        if error.errno is None:  # age's own: a block is not what was written
            raise Unusable("backup/damaged") from None
        raise


class _Writer:
    """Passes on what is written, and remembers why it could not."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file
        self.error: BaseException | None = None

    def write(self, block: bytes) -> int:
        try:
            return self.file.write(block)
        except BaseException as error:
            self.error = error
            raise

    def flush(self) -> None:
        self.file.flush()


def _age() -> Any:
    need_age()
    import pyrage

    return pyrage
