"""The office's signing keys and its checkpoints: make, sign, store and compare.

The private key is a file (mode 0600) in the user's configuration or where `ARPAD_KEY` says, never in the database.
Public keys are in the log; each is signed by the one before unless it was lost. Signing needs `cryptography` (extra
`proof`).
"""

from __future__ import annotations

import base64
import os
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import Connection, insert, select

from arpad.days import Day
from arpad.finding import Problem, Remedy, UserError
from arpad.frozen import dataclass
from arpad.history.checkpoints import (
    KEY_ENTRY,
    Checkpoint,
    LoggedKey,
    ed25519_library,
    is_signed_by,
    name_of_key,
    succession_text,
)
from arpad.office.acts import Permission, Subject, act
from arpad.office.desk import Desk
from arpad.office.store.engine import UNANSWERED
from arpad.office.store.schema import checkpoint, link, log
from arpad.office.upkeep.doctor_keys import logged_keys, private_key_file

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


ONLY_OWNER = 0o600


class KeyPlace(StrEnum):
    """Where the private key is, as this process sees it."""

    NO_KEY = "no-key"  # the office signs nothing
    HERE = "here"
    ELSEWHERE = "elsewhere"  # this process may not read it


@dataclass(frozen=True)
class PublicKey:
    """A public key in the log."""

    name: str
    public: str  # base64 of its 32 bytes
    entry: int  # of the log, from which it holds
    before: str = ""  # the name of the key that it replaced
    lost: bool = False  # the replaced key was lost, and did not sign


def known_keys(connection: Connection) -> tuple[PublicKey, ...]:
    """Return the public keys of the log, the newest last; entries that cannot be read are left out, and signatures
    are not checked."""
    keys = [each for each in logged_keys(connection) if isinstance(each, LoggedKey)]
    return tuple(PublicKey(each.name, each.public, each.entry, each.before, each.lost) for each in keys)


def make_key(desk: Desk, why: str, lost: bool = False) -> PublicKey:
    """Make a new signing key: write its private file and log its public half. The old private key must sign it and
    be readable, unless `lost`. The old file is kept under the key's name."""
    ed25519_library()
    file = private_key_file(desk.store)
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with desk.reading() as connection:
        logged = known_keys(connection)
    before = logged[-1].name if logged else ""
    old = None if lost or not logged else read_private_key(file, before)
    new = ed25519_library().Ed25519PrivateKey.generate()
    public = _public_half(new)
    signature = "" if old is None else sign_text(old, succession_text(name_of_key(public)))
    begun = PublicKey(name_of_key(public), base64.b64encode(public).decode(), 0, before, lost)
    detail = {"name": begun.name, "public": begun.public, "before": before, "lost": lost, "signature": signature}
    part = file.with_name(f"{file.name}.{begun.name}.new")
    _write_private_file(part, _private_key_pem(new))
    try:
        with desk.writing(KEY_ENTRY, begun.name, why, detail) as writing:
            begun = replace(begun, entry=writing.seq)
    except UserError as problem:
        if problem.message != UNANSWERED:  # else the log may know the key, and this is its only private half
            part.unlink(missing_ok=True)
        raise
    if file.exists():
        os.replace(file, file.with_name(f"{file.name}.{before or 'unknown'}"))
    os.replace(part, file)
    return begun


def read_private_key(file: Path, name: str = "") -> Ed25519PrivateKey:
    """Read the private key from a file. Refuses a file that is unreadable or no Ed25519 key, and, if a name is
    given, another key."""
    try:
        packed = file.read_bytes()
    except OSError as error:
        raise UserError("key/unread", Remedy.to("bring-key"), file=str(file), reason=error.strerror or "") from None
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        key: Any = load_pem_private_key(packed, None)
    except (ValueError, TypeError):
        raise UserError("key/no-key", Remedy.to("bring-key"), file=str(file)) from None
    if not isinstance(key, ed25519_library().Ed25519PrivateKey):
        raise UserError("key/no-key", Remedy.to("bring-key"), file=str(file))
    if name and name_of_key(_public_half(key)) != name:
        name_in_file = name_of_key(_public_half(key))
        raise UserError("key/another", Remedy.to("bring-key"), file=str(file), found=name_in_file, name=name)
    return cast("Ed25519PrivateKey", key)


def sign_text(key: Ed25519PrivateKey, text: str) -> str:
    """Return the signature of a text, in base64."""
    return base64.b64encode(key.sign(text.encode())).decode()


def _public_half(key: Ed25519PrivateKey) -> bytes:
    """Return the public half of a key, 32 bytes."""
    return key.public_key().public_bytes_raw()


def _private_key_pem(key: Ed25519PrivateKey) -> bytes:
    """Return the private key in PEM form, unencrypted."""
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _write_private_file(file: Path, packed: bytes) -> None:
    """Create a file that only its owner can read, and sync it to disk. An existing file is refused; an unfinished
    one is removed."""
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, ONLY_OWNER)
        try:
            with os.fdopen(handle, "wb") as out:
                out.write(packed)
                out.flush()
                os.fsync(out.fileno())
        except OSError:
            file.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise UserError("key/unwritten", file=str(file), reason=error.strerror or "") from error


CHECKPOINT_ENTRY = "checkpoint"


def checkpoint_of_log(connection: Connection, day: Day) -> Checkpoint:
    """Return an unsigned checkpoint of the log as it is now; nothing is stored. Refuses a log without hashes."""
    rows = connection.execute(select(link.c.log, link.c.sha256).order_by(link.c.log)).all()
    if not rows:
        raise UserError("checkpoint/no-chain", Remedy.to("look-over"))
    return Checkpoint(rows[0].sha256, rows[-1].log, rows[-1].sha256, day)


@dataclass(frozen=True)
class CheckpointRequest:
    """A request to make a checkpoint of the log as it is now."""


def add_checkpoint(desk: Desk) -> Checkpoint:
    """Make a checkpoint of the log, sign it if the office has a key, and store it with a log entry of its own, which
    it does not cover."""
    return store_checkpoint(desk, CheckpointRequest())


@act("add-checkpoint", about=Subject.OFFICE, permission=Permission.PUBLISH, note=True, writes=("checkpoint",))
def store_checkpoint(desk: Desk, _: CheckpointRequest) -> Checkpoint:
    """Do what `add_checkpoint` says."""
    with desk.writing(CHECKPOINT_ENTRY) as writing:
        point = sign_checkpoint(desk, writing.connection, checkpoint_of_log(writing.connection, Day.of(desk.today())))
        writing.subject = str(point.size)
        row = {"size": point.size, "root": point.root, "day": int(point.day), "signer": point.signer}
        writing.connection.execute(insert(checkpoint).values(**row, signature=point.signature, log=writing.seq))
    return point


def sign_checkpoint(desk: Desk, connection: Connection, point: Checkpoint) -> Checkpoint:
    """Return a checkpoint with the signature of the newest key; unchanged if the office has no key. Refused if the
    log has a key but its private file is missing or another key."""
    keys, file = known_keys(connection), private_key_file(desk.store)
    if not keys:
        return point
    signature = sign_text(read_private_key(file, keys[-1].name), point.body)
    return Checkpoint(point.office, point.size, point.root, point.day, keys[-1].name, signature)


def checkpoint_after_publication(desk: Desk) -> Checkpoint | None:
    """Make and store a signed checkpoint if the office has a key; otherwise do nothing and return None. A rehearsal
    that is a copy of an office does not have its private key, and signs nothing."""
    with desk.reading() as connection:
        if place_of_key(desk, connection) is KeyPlace.NO_KEY:
            return None
    return add_checkpoint(desk)


def place_of_key(desk: Desk, connection: Connection) -> KeyPlace:
    """Return whether this process can sign. A rehearsal without a private file signs nothing: it may be a copy."""
    file = private_key_file(desk.store)
    if os.access(file, os.R_OK):
        return KeyPlace.HERE if known_keys(connection) else KeyPlace.NO_KEY
    a_copy = desk.rehearsal and not os.access(file, os.F_OK)
    return KeyPlace.ELSEWHERE if known_keys(connection) and not a_copy else KeyPlace.NO_KEY


def sign_if_unsigned(desk: Desk) -> None:
    """Make the checkpoint of a publication whose process ended before it. Nothing is made where one is the newest
    entry of the log."""
    with desk.reading() as connection:
        newest = connection.execute(select(log.c.action).order_by(log.c.seq.desc()).limit(1)).scalar()
    if newest != CHECKPOINT_ENTRY:
        checkpoint_after_publication(replace(desk, idempotency=""))  # its key is that of the publication


def checkpoint_contradictions(connection: Connection, point: Checkpoint) -> list[Problem]:
    """Return why a checkpoint that somebody kept does not belong to this office as it is now: another office, a log
    that was set back or changed, a wrong signature. Empty if it does belong."""
    links = {row.log: row.sha256 for row in connection.execute(select(link.c.log, link.c.sha256))}
    about: dict[str, Any] = {"size": point.size, "day": point.day}
    problems = []
    if not links or links[min(links)] != point.office:
        problems.append(Problem("checkpoint/other-office", **about))
    elif point.size not in links:
        problems.append(Problem("checkpoint/rolled-back", **about, newest=max(links)))
    elif links[point.size] != point.root:
        problems.append(Problem("checkpoint/other-history", **about))
    return problems + checkpoint_signature_problems(connection, point)


def checkpoint_signature_problems(connection: Connection, point: Checkpoint) -> list[Problem]:
    """Return a problem if the signer of a checkpoint is unknown, did not sign it, or this cannot be checked here; and
    if nobody signed it although the office had a key."""
    if not point.signer:
        had_key = any(key.entry <= point.size for key in known_keys(connection))
        return [Problem("checkpoint/unsigned", size=point.size)] if had_key else []
    public = {key.name: key.public for key in known_keys(connection)}.get(point.signer)
    if public is None:
        return [Problem("checkpoint/unknown-signer", size=point.size, signer=point.signer)]
    try:
        good = is_signed_by(public, point.body, point.signature)
    except UserError as unasked:
        return [Problem("checkpoint/signature-unasked", unasked.remedy)]
    if not good:
        return [Problem("checkpoint/bad-signature", size=point.size, signer=point.signer)]
    return []


def stored_checkpoints(connection: Connection) -> list[Checkpoint]:
    """Return the checkpoints that the office stores, oldest first, unchecked."""
    first = connection.execute(select(link.c.sha256).order_by(link.c.log).limit(1)).scalar() or ""
    rows = connection.execute(select(checkpoint).order_by(checkpoint.c.size)).all()
    return [Checkpoint(first, row.size, row.root, Day(row.day), row.signer, row.signature) for row in rows]
