"""The keys that a log tells of: each is named by its public half, comes once, and is signed by the one before it.

Names and order can be asked by anybody; signatures where the library that signs is there (extra `proof`). A key whose
predecessor was lost stands on the office's word alone, and is told.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence

from arpad.finding import Misuse, Problem
from arpad.frozen import dataclass
from arpad.history.checkpoint import ed25519, signed_by

ENTRY = "new key"  # what the log calls the entry with which a key begins
MARK = "Arpad-Key 1"  # what a key signs when another takes its place
NAME = 16  # letters of the name of a key


@dataclass(frozen=True)
class LoggedKey:
    """A key as its entry of the log tells of it."""

    entry: int
    name: str
    public: str  # base64 of its 32 bytes
    before: str = ""  # the key it took the place of
    lost: bool = False  # that one was lost, and did not sign
    signature: str = ""  # of that one


def logged_key(entry: int, detail: Mapping[str, object]) -> LoggedKey:
    """The key that an entry tells of; what the entry does not say is empty."""
    words = {name: str(detail.get(name) or "") for name in ("name", "public", "before", "signature")}
    return LoggedKey(entry, **words, lost=bool(detail.get("lost")))


def name_of(public: bytes) -> str:
    """What a key is called."""
    return hashlib.sha256(public).hexdigest()[:NAME]


def succession(name: str) -> str:
    """What a key signs so that another may take its place."""
    return f"{MARK}\n{name}\n"


def strange_keys(keys: Sequence[LoggedKey]) -> list[Problem]:
    """What is wrong with the keys of a log, which come in its order."""
    problems, earlier, before = [], dict[str, LoggedKey](), ""
    for key in keys:
        if key.name != _named(key.public):
            problems.append(Problem("history/key-misnamed", name=key.name, entry=key.entry))
        elif key.name in earlier:
            problems.append(Problem("history/key-twice", name=key.name, entry=key.entry))
        elif key.before != before or not _follows(key, earlier.get(before)):
            problems.append(
                Problem("history/key-unsigned", name=key.name, before=before or key.before, entry=key.entry)
            )
        earlier.setdefault(key.name, key)
        before = key.name
    return problems


def _follows(key: LoggedKey, old: LoggedKey | None) -> bool:
    """Whether the key before signed this one; the first has none, and a lost one cannot."""
    if old is None or key.lost:
        return True
    try:
        ed25519()
    except Misuse:
        return True  # nobody here can ask
    return signed_by(old.public, succession(key.name), key.signature)


def _named(public: str) -> str:
    """The name of a public half; none where it is no such thing."""
    try:
        return name_of(base64.b64decode(public, validate=True))
    except ValueError:
        return ""
