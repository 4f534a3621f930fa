"""Encrypted backup files: readable only with the passphrase or the key file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from tempfile import SpooledTemporaryFile
from typing import IO, Any, BinaryIO

from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.office.upkeep.archive import UnusableBackup

FILE_MAGIC = b"age-encryption.org/v1\n-> "
PASSPHRASE_STANZA = b"scrypt "  # behind the magic
KIND_PASSPHRASE, KIND_KEY = "p", "k"
MAX_KEY_FILE = 1 << 16  # bytes of a key file
MAX_IN_MEMORY = 1 << 26  # bytes of a decrypted backup; more of them go into a file without a name
GIB = 1 << 30
MAX_BY_PASSPHRASE = GIB


@dataclass(frozen=True)
class BackupLock:
    """The secret that encrypts and decrypts a backup: a passphrase, or the private keys of a key file."""

    kind: str  # "p": passphrase, "k": key file
    secret: str  # the passphrase, or the keys, one per line

    @classmethod
    def passphrase(cls, text: str) -> BackupLock:
        """Return a lock with a passphrase. Refuses an empty one, and one that cannot be written in UTF-8."""
        if not text.strip():
            raise UserError("no-passphrase")
        try:
            text.encode()
        except UnicodeEncodeError:
            raise UserError("passphrase-letters") from None
        return cls(KIND_PASSPHRASE, text)

    @classmethod
    def key_file(cls, path: str) -> BackupLock:
        """Read the keys of a key file, without its comments (#), and return a lock with them.

        Refuses a file that cannot be read, has no key, or has a line that is no age key (X25519).
        """
        try:
            with open(path, "rb") as file:
                text = file.read(MAX_KEY_FILE).decode("ascii", "replace")
        except OSError as error:
            raise UserError("unreadable-file/reason", file=path, reason=error.strerror or str(error)) from error
        lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
        lock, age = cls(KIND_KEY, "\n".join(lines)), _import_age()
        try:
            known = lock.identities()
        except age.IdentityError:
            known = []
        if not known:
            raise UserError("key-file", Remedy.to("make-key"), file=path)
        return lock

    def identities(self) -> list[Any]:
        """Return the private keys of a key file. Not for a passphrase."""
        return [_import_age().x25519.Identity.from_str(line) for line in self.secret.splitlines()]


def need_age() -> None:
    """Refuse if the package `pyrage` is not installed: it encrypts and decrypts backups."""
    if find_spec("pyrage") is None:
        raise UserError("pyrage-missing", Remedy.to("install-extra", extra="proof"))


def lock_kind(file: BinaryIO) -> str:
    """Return how a file is encrypted: "p" by a passphrase, "k" by a key file, "" not at all.

    The file is then at its beginning again.
    """
    file.seek(0)
    head = file.read(len(FILE_MAGIC) + len(PASSPHRASE_STANZA))
    file.seek(0)
    if not head.startswith(FILE_MAGIC):
        return ""
    return KIND_PASSPHRASE if head.endswith(PASSPHRASE_STANZA) else KIND_KEY


def encrypt(plain: IO[bytes], out: IO[bytes], lock: BackupLock) -> None:
    """Encrypt the content of `plain` into `out`, each from its current position.

    A passphrase holds everything in memory and refuses more than 1 GiB; a key file has no limit. Raises the `OSError`
    of `out` if it cannot be written.
    """
    age = _import_age()
    if lock.kind == KIND_PASSPHRASE:
        content = plain.read(MAX_BY_PASSPHRASE + 1)
        if len(content) > MAX_BY_PASSPHRASE:
            raise UserError("passphrase-too-large", Remedy.to("use-key-file"), most=MAX_BY_PASSPHRASE // GIB)
        out.write(age.passphrase.encrypt(content, lock.secret))
        return
    writer = _ErrorKeepingWriter(out)
    try:
        age.encrypt_io(plain, writer, [identity.to_public() for identity in lock.identities()])
    except age.EncryptError as error:
        raise writer.error or OSError(str(error)) from None
    if writer.error:  # in the last block, which age does not tell
        raise writer.error


@contextmanager
def open_decrypted(file: BinaryIO, lock: BackupLock | None) -> Iterator[IO[bytes]]:
    """Decrypt a file into a temporary one and give that; it is deleted at the end.

    Refuses with `UnusableBackup`: no lock, a lock of the other kind, another secret, or a damaged file.
    """
    kind = lock_kind(file)
    if lock is None or lock.kind != kind:
        raise UnusableBackup("backup/locked-passphrase" if kind == KIND_PASSPHRASE else "backup/locked-key")
    with SpooledTemporaryFile(MAX_IN_MEMORY) as plain:
        _decrypt_into(file, plain, lock)
        plain.seek(0)
        yield plain


def _decrypt_into(file: BinaryIO, plain: IO[bytes], lock: BackupLock) -> None:
    """Decrypt `file` into `plain`. Refuses another secret or a damaged file with `UnusableBackup`."""
    age = _import_age()
    try:
        if lock.kind == KIND_PASSPHRASE:
            plain.write(age.passphrase.decrypt(file.read(2 * MAX_BY_PASSPHRASE), lock.secret))
        else:
            age.decrypt_io(file, plain, lock.identities())
    except age.DecryptError:
        raise UnusableBackup("backup/other-lock") from None
    except OSError as error:
        if error.errno is None:  # age's own: a block is not what was written
            raise UnusableBackup("backup/damaged") from None
        raise


class _ErrorKeepingWriter:
    """Writes through to a file, and keeps the last error of writing in `error`: age loses its cause."""

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


def _import_age() -> Any:
    """Return the module `pyrage`; refuses if it is not installed."""
    need_age()
    import pyrage

    return pyrage
