"""How the command line comes by what a backup is encrypted with: a key file, ARPAD_PASSPHRASE, or a question."""

from __future__ import annotations

import os
import sys
from getpass import getpass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.finding import Misuse, Remedy

if TYPE_CHECKING:
    from arpad.office.care import Lock

Key = Annotated[str, typer.Option("--key", metavar="FILE", help="The age key file with which the backup is encrypted.")]
PASSPHRASE = "ARPAD_PASSPHRASE"


def lock_for(encrypt: bool, key: str) -> Lock | None:
    """With what a new backup is encrypted, if it is."""
    from arpad.office.care import Lock, need_age

    if encrypt and key:
        raise Misuse("passphrase-and-key")
    if not encrypt and not key:
        return None
    need_age()
    return Lock.key_file(key) if key else Lock.passphrase(_asked(again=True))


def lock_of(file: Path, key: str) -> Lock | None:
    """What a backup is encrypted with, if it is."""
    from arpad.office import care

    if key:
        return care.Lock.key_file(key)
    return care.Lock.passphrase(_asked()) if care.locked_with(file) == care.PASSPHRASE else None


def _asked(again: bool = False) -> str:
    """The passphrase; a new one twice."""
    if os.environ.get(PASSPHRASE):
        return os.environ[PASSPHRASE]
    if not sys.stdin.isatty():
        raise Misuse("passphrase-missing", Remedy.to("set-passphrase"))
    passphrase = getpass("passphrase: ")
    if again and getpass("once more: ") != passphrase:
        raise Misuse("other-passphrase")
    return passphrase
