"""A file that only whoever has its passphrase or its key can read: `arpad-locked 1`.

    head    arpad-locked 1, a line end; one letter, p: passphrase, k: key file; one byte, log2 of scrypt's N, 0 for a
            key; 16 bytes of salt, 16 bytes of check
    blocks  65,536 bytes each, the last one as long or shorter, never empty; ChaCha20-Poly1305, its 16 bytes behind

The secret is scrypt(passphrase, salt, N, r = 8, p = 1) or what stands in the key file. HKDF-SHA256 makes of it, with
the salt, 32 bytes for the blocks (info: the head before the check) and the 16 bytes of check (info: `check`). The
nonce of a block is its number, 11 bytes, and one byte that is 1 for the last block: so no block can be changed, left
out, moved or added. Blocks are read one at a time, in any order.
"""

from __future__ import annotations

import hmac
import io
import os
from typing import TYPE_CHECKING, Any, BinaryIO

from arpad.finding import Misuse, Remedy
from arpad.frozen import dataclass
from arpad.office.upkeep.archive import Unusable

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

MAGIC = b"arpad-locked 1\n"
PASSPHRASE, KEY = "p", "k"
SALT = CHECK = TAG = 16
HEAD = len(MAGIC) + 2 + SALT
WORK, MOST_WORK = 17, 20  # log2 of scrypt's N: 128 MiB, and at most 1 GiB for a file that somebody else wrote
BLOCK = 1 << 16
SHORTEST_KEY, LONGEST_KEY = 32, 1 << 12


@dataclass(frozen=True)
class Lock:
    """What a file is locked with."""

    kind: str
    secret: bytes

    @classmethod
    def passphrase(cls, text: str) -> Lock:
        if not text.strip():
            raise Misuse("no-passphrase")
        return cls(PASSPHRASE, text.encode("utf-8", "surrogateescape"))

    @classmethod
    def key_file(cls, path: str) -> Lock:
        try:
            with open(path, "rb") as file:
                secret = file.read(LONGEST_KEY + 1)
        except OSError as error:
            raise Misuse("unreadable-file/reason", file=path, reason=error.strerror or str(error)) from error
        if not SHORTEST_KEY <= len(secret) <= LONGEST_KEY:
            raise Misuse("key-file", Remedy.to("make-key"), file=path, shortest=SHORTEST_KEY, longest=LONGEST_KEY)
        return cls(KEY, secret)


def kind_of(file: BinaryIO) -> str:
    """With what kind of lock a file is locked; empty where it is not."""
    file.seek(0)
    head = file.read(len(MAGIC) + 1)
    file.seek(0)
    return head[len(MAGIC) :].decode("latin-1") if head.startswith(MAGIC) else ""


def _keys(lock: Lock, head: bytes) -> tuple[ChaCha20Poly1305, bytes]:
    """What locks the blocks of a file with this head, and what its check must be."""
    need_cryptography()
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

    salt, secret = head[-SALT:], lock.secret
    if lock.kind == PASSPHRASE:
        secret = Scrypt(salt=salt, length=32, n=1 << head[len(MAGIC) + 1], r=8, p=1).derive(secret)
    key = HKDF(SHA256(), 32, salt, head).derive(secret)
    return ChaCha20Poly1305(key), HKDF(SHA256(), CHECK, salt, b"check").derive(secret)


def need_cryptography() -> None:
    """Locks are made by the package `cryptography`."""
    from importlib.util import find_spec

    if find_spec("cryptography") is None:
        raise Misuse("cryptography-missing", Remedy.to("install-extra", extra="proof"))


def _nonce(number: int, last: bool) -> bytes:
    return number.to_bytes(11, "big") + bytes([last])


class Locking(io.RawIOBase):
    """Locks what is written, a block at a time; `finish` ends it."""

    def __init__(self, file: BinaryIO, lock: Lock) -> None:
        work = WORK if lock.kind == PASSPHRASE else 0
        head = MAGIC + lock.kind.encode() + bytes([work]) + os.urandom(SALT)
        self.file, self.held, self.number = file, b"", 0
        self.cipher, check = _keys(lock, head)
        file.write(head + check)

    def writable(self) -> bool:
        return True

    def write(self, block: Any) -> int:
        self.held += bytes(block)
        while len(self.held) > BLOCK:  # the last block stays until it is known to be the last
            self._put(self.held[:BLOCK], last=False)
            self.held = self.held[BLOCK:]
        return len(block)

    def finish(self) -> None:
        self._put(self.held, last=True)
        self.held = b""

    def _put(self, block: bytes, last: bool) -> None:
        self.file.write(self.cipher.encrypt(_nonce(self.number, last), block, None))
        self.number += 1


class Unlocking(io.RawIOBase):
    """A locked file as what was written into it, to be read from any place."""

    def __init__(self, file: BinaryIO, lock: Lock | None) -> None:
        size = file.seek(0, os.SEEK_END)
        file.seek(0)
        head, check = file.read(HEAD), file.read(CHECK)
        body = size - HEAD - CHECK
        if body <= TAG:
            raise Unusable("backup/cut-off")
        kind, work = chr(head[len(MAGIC)]), head[len(MAGIC) + 1]
        if kind not in (PASSPHRASE, KEY) or work > MOST_WORK or (kind == KEY) != (work == 0):
            raise Unusable("backup/locked-head")
        if lock is None or lock.kind != kind:
            raise Unusable("backup/locked-passphrase" if kind == PASSPHRASE else "backup/locked-key")
        self.cipher, expected = _keys(lock, head)
        if not hmac.compare_digest(check, expected):
            raise Unusable("backup/other-lock")
        self.file, self.at, self.kept = file, 0, (-1, b"")
        self.blocks = -(-body // (BLOCK + TAG))
        self.size = body - self.blocks * TAG
        self._block(self.blocks - 1)  # a file that was cut off ends with a block that is not its last

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        self.at = offset + (0, self.at, self.size)[whence]
        if self.at < 0:
            raise ValueError("a place before the beginning")
        return self.at

    def readinto(self, buffer: Any) -> int:
        number, start = divmod(self.at, BLOCK)
        if self.at >= self.size:
            return 0
        piece = self._block(number)[start : start + len(buffer)]
        buffer[: len(piece)] = piece
        self.at += len(piece)
        return len(piece)

    def _block(self, number: int) -> bytes:
        from cryptography.exceptions import InvalidTag

        if self.kept[0] != number:
            self.file.seek(HEAD + CHECK + number * (BLOCK + TAG))
            locked = self.file.read(BLOCK + TAG)
            try:
                block = self.cipher.decrypt(_nonce(number, number == self.blocks - 1), locked, None)
            except (InvalidTag, ValueError):
                raise Unusable("backup/damaged") from None
            self.kept = number, block
        return self.kept[1]
