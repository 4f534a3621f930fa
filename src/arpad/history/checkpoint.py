"""Checkpoints: what an office says of its log at a moment, for others to keep; and whether it signed it.

A checkpoint is a few lines of text: which office, how many entries, the link of the last one, the day, and where there
is a key, its name and signature. Whoever keeps one can tell later whether history was only added to since.
"""

from __future__ import annotations

import base64
from typing import Any

from arpad.days import Day
from arpad.finding import Misuse, Remedy
from arpad.frozen import dataclass

MARK = "Arpad-Checkpoint 1"
FIELDS = ("office", "size", "root", "day", "signer", "signature")
LONGEST = 4096  # characters of a checkpoint


@dataclass(frozen=True)
class Checkpoint:
    """How far the log went, and how it ended there."""

    office: str  # the first link of its log
    size: int  # the last entry
    root: str  # its link
    day: Day
    signer: str = ""
    signature: str = ""

    @property
    def body(self) -> str:
        """What is signed."""
        return f"{MARK}\noffice {self.office}\nsize {self.size}\nroot {self.root}\nday {self.day}\n"

    @property
    def text(self) -> str:
        signed = f"signer {self.signer}\nsignature {self.signature}\n" if self.signer else ""
        return self.body + signed


def read(text: str) -> Checkpoint:
    """A checkpoint out of its text."""
    lines = text.strip().splitlines()
    pairs = dict(line.split(" ", 1) for line in lines[1:] if " " in line)
    try:
        if len(text) > LONGEST or not lines or lines[0] != MARK or not pairs.keys() <= set(FIELDS):
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
        raise Misuse("checkpoint/unread", Remedy.to("bring-checkpoint")) from None


def signed_by(public: str, text: str, signature: str) -> bool:
    """Whether a text was signed with the private half of a key."""
    library = ed25519()
    from cryptography.exceptions import InvalidSignature

    try:
        key = library.Ed25519PublicKey.from_public_bytes(base64.b64decode(public, validate=True))
        key.verify(base64.b64decode(signature, validate=True), text.encode())
    except (InvalidSignature, ValueError):
        return False
    return True


def ed25519() -> Any:
    """The library that signs, or what helps where it is not there."""
    try:
        from cryptography.hazmat.primitives.asymmetric import ed25519 as library
    except ImportError:
        raise Misuse("key/library", Remedy.to("install-extra", extra="proof")) from None
    return library
