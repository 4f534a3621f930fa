"""The key with which an office signs its checkpoints: where it lives, how it is made, changed and lost.

The private key is a file of its own, mode 0600, beside a SQLite office or where `ARPAD_KEY` says, and never in the
database: whoever can change the database must not be able to sign. The public keys stand in the log: an entry says
which key holds from there on, signed with the key before, unless that was lost. A key is named by the beginning of the
SHA-256 of its public half. Signing needs the package `cryptography` (extra `proof`).
"""

from __future__ import annotations

import base64
import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import Connection

from arpad.finding import Misuse, Remedy
from arpad.frozen import dataclass
from arpad.history.checkpoint import ed25519
from arpad.history.keyring import ENTRY, LoggedKey, name_of, succession
from arpad.office.desk import Desk
from arpad.office.store.engine import Store
from arpad.office.upkeep.doctor_keys import logged_keys

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

WHERE = "ARPAD_KEY"
BESIDE = ".key"  # behind the name of a SQLite office
ONLY_OWNER = 0o600


@dataclass(frozen=True)
class PublicKey:
    """A public key in the log."""

    name: str
    public: str  # base64 of its 32 bytes
    entry: int  # of the log, from which it holds
    before: str = ""  # the key it took the place of
    lost: bool = False  # that one was lost, and did not sign


def key_file(store: Store) -> Path | None:
    """Where the private key lies; None if nobody said so and the office is no file."""
    if os.environ.get(WHERE):
        return Path(os.environ[WHERE])
    return Path(f"{store.address}{BESIDE}") if store.is_sqlite else None


def known_keys(connection: Connection) -> tuple[PublicKey, ...]:
    """Return the readable keys of the log, the newest last."""
    keys = [each for each in logged_keys(connection) if isinstance(each, LoggedKey)]
    return tuple(PublicKey(each.name, each.public, each.entry, each.before, each.lost) for each in keys)


def make_key(desk: Desk, why: str, lost: bool = False) -> PublicKey:
    """Make a new signing key and log it. The old private key must sign it, unless it was lost; the old file is kept
    under the key's name."""
    ed25519()
    file = key_file(desk.store)
    if file is None:
        raise Misuse("key/nowhere", Remedy.to("say-where-key"), setting=WHERE)
    with desk.reading() as connection:
        logged = known_keys(connection)
    before = logged[-1].name if logged else ""
    old = None if lost or not logged else held_key(file, before)
    new = ed25519().Ed25519PrivateKey.generate()
    public = _public(new)
    signature = "" if old is None else sign(old, succession(name_of(public)))
    begun = PublicKey(name_of(public), base64.b64encode(public).decode(), 0, before, lost)
    detail = {"name": begun.name, "public": begun.public, "before": before, "lost": lost, "signature": signature}
    part = file.with_name(f"{file.name}.{begun.name}.new")
    _write(part, _pem(new))
    with desk.writing(ENTRY, begun.name, why, detail) as writing:
        begun = replace(begun, entry=writing.seq)
    if file.exists():
        os.replace(file, file.with_name(f"{file.name}.{before or 'unknown'}"))
    os.replace(part, file)
    return begun


def held_key(file: Path, name: str = "") -> Ed25519PrivateKey:
    """Read the private key from a file; with a name, it must be that key."""
    try:
        packed = file.read_bytes()
    except OSError as error:
        raise Misuse("key/unread", Remedy.to("bring-key"), file=str(file), reason=error.strerror or "") from None
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        key: Any = load_pem_private_key(packed, None)
    except (ValueError, TypeError):
        raise Misuse("key/no-key", Remedy.to("bring-key"), file=str(file)) from None
    if not isinstance(key, ed25519().Ed25519PrivateKey):
        raise Misuse("key/no-key", Remedy.to("bring-key"), file=str(file))
    if name and name_of(_public(key)) != name:
        name_in_file = name_of(_public(key))
        raise Misuse("key/another", Remedy.to("bring-key"), file=str(file), found=name_in_file, name=name)
    return cast("Ed25519PrivateKey", key)


def sign(key: Ed25519PrivateKey, text: str) -> str:
    """The signature of a text, in base64."""
    return base64.b64encode(key.sign(text.encode())).decode()


def _public(key: Ed25519PrivateKey) -> bytes:
    """The public half of a key."""
    return key.public_key().public_bytes_raw()


def _pem(key: Ed25519PrivateKey) -> bytes:
    """The private key in PEM form."""
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _write(file: Path, packed: bytes) -> None:
    """Write a file that only its owner can read, and sync it to disk."""
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, ONLY_OWNER)
        with os.fdopen(handle, "wb") as out:
            out.write(packed)
            out.flush()
            os.fsync(out.fileno())
    except OSError as error:
        raise Misuse("key/unwritten", file=str(file), reason=error.strerror or "") from error
