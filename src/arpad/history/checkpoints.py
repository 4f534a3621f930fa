"""Checkpoints of the log (office, size, last link, day, signature), and the succession of signing keys.

A checkpoint is a few lines of text. Whoever keeps one can check later that the log was only added to. Each key is named
by its public half, appears once, and is signed by the key before it; a key that replaces a lost one is reported.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from arpad.days import Day
from arpad.finding import Problem, Remedy, UserError
from arpad.frozen import dataclass

CHECKPOINT_MARK = "Arpad-Checkpoint 1"
CHECKPOINT_FIELDS = ("office", "size", "root", "day", "signer", "signature")
LONGEST_CHECKPOINT = 4096  # characters of a checkpoint


@dataclass(frozen=True)
class Checkpoint:
    """The state of the log at a moment: office, size, last link, day, signer."""

    office: str  # the first link of its log
    size: int  # the last entry
    root: str  # its link
    day: Day
    signer: str = ""
    signature: str = ""

    @property
    def body(self) -> str:
        """What is signed."""
        return f"{CHECKPOINT_MARK}\noffice {self.office}\nsize {self.size}\nroot {self.root}\nday {self.day}\n"

    @property
    def text(self) -> str:
        signed = f"signer {self.signer}\nsignature {self.signature}\n" if self.signer else ""
        return self.body + signed


def read_checkpoint(text: str) -> Checkpoint:
    """Parse the text of a checkpoint; anything else is refused."""
    lines = text.strip().splitlines()
    pairs = dict(line.split(" ", 1) for line in lines[1:] if " " in line)
    try:
        if (
            len(text) > LONGEST_CHECKPOINT
            or not lines
            or lines[0] != CHECKPOINT_MARK
            or not pairs.keys() <= set(CHECKPOINT_FIELDS)
        ):
            raise ValueError
        day = Day(pairs["day"].replace("-", ""))
        checkpoint = Checkpoint(pairs["office"], int(pairs["size"]), pairs["root"], day)
        return Checkpoint(
            checkpoint.office,
            checkpoint.size,
            checkpoint.root,
            day,
            pairs.get("signer", ""),
            pairs.get("signature", ""),
        )
    except (ValueError, KeyError):
        raise UserError("checkpoint/unread", Remedy.to("bring-checkpoint")) from None


def is_signed_by(public: str, text: str, signature: str) -> bool:
    """Whether a text was signed with the private half of a public key."""
    library = ed25519_library()
    from cryptography.exceptions import InvalidSignature

    try:
        key = library.Ed25519PublicKey.from_public_bytes(base64.b64decode(public, validate=True))
        key.verify(base64.b64decode(signature, validate=True), text.encode())
    except (InvalidSignature, ValueError):
        return False
    return True


def ed25519_library() -> Any:
    """The signing library; an error that says what to install if it is missing."""
    try:
        from cryptography.hazmat.primitives.asymmetric import ed25519 as library
    except ImportError:
        raise UserError("key/library", Remedy.to("install-extra", extra="proof")) from None
    return library


KEY_ENTRY = "new key"  # what the log calls the entry with which a key begins
SUCCESSION_MARK = "Arpad-Key 1"  # what a key signs when another takes its place
KEY_NAME_LETTERS = 16  # letters of the name of a key


@dataclass(frozen=True)
class LoggedKey:
    """A signing key as its log entry describes it."""

    entry: int
    name: str
    public: str  # base64 of its 32 bytes
    before: str = ""  # the key it took the place of
    lost: bool = False  # that one was lost, and did not sign
    signature: str = ""  # of that one


def logged_key(entry: int, detail: Mapping[str, object]) -> LoggedKey:
    """The key in a log entry; missing fields are empty."""
    words = {name: str(detail.get(name) or "") for name in ("name", "public", "before", "signature")}
    return LoggedKey(entry, **words, lost=bool(detail.get("lost")))


def name_of_key(public: bytes) -> str:
    """The name of a public key."""
    return hashlib.sha256(public).hexdigest()[:KEY_NAME_LETTERS]


def succession_text(name: str) -> str:
    """The text that a key signs to name its successor."""
    return f"{SUCCESSION_MARK}\n{name}\n"


def key_problems(keys: Sequence[LoggedKey]) -> list[Problem]:
    """Return what is wrong with the keys of a log, in its order."""
    problems, earlier, before = [], dict[str, LoggedKey](), ""
    for key in keys:
        if key.name != _name_of_public_half(key.public):
            problems.append(Problem("history/key-misnamed", name=key.name, entry=key.entry))
        elif key.name in earlier:
            problems.append(Problem("history/key-twice", name=key.name, entry=key.entry))
        elif key.before != before or not _is_signed_by_predecessor(key, earlier.get(before)):
            problems.append(
                Problem("history/key-unsigned", name=key.name, before=before or key.before, entry=key.entry)
            )
        earlier.setdefault(key.name, key)
        before = key.name
    return problems


def _is_signed_by_predecessor(key: LoggedKey, old: LoggedKey | None) -> bool:
    """Whether the key before signed this one. True also for the first key, for the successor of a lost one, and
    where signatures cannot be verified."""
    if old is None or key.lost:
        return True
    try:
        ed25519_library()
    except UserError:
        return True  # nobody here can ask
    return is_signed_by(old.public, succession_text(key.name), key.signature)


def _name_of_public_half(public: str) -> str:
    """The name of a public half; empty if it is none."""
    try:
        return name_of_key(base64.b64decode(public, validate=True))
    except ValueError:
        return ""
