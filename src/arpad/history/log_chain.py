"""The office's log as a hash chain, and single entries opened.

Each entry is linked to the one before. Its content is hashed with a salt, so an unopened entry cannot be guessed. An
opened entry shows its salt, what the log says, and the hash of what it wrote in each table.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from arpad.frozen import dataclass

ACTION, SUBJECT, DETAIL, COLUMNS = 4, 5, 7, 8  # where the log has them
NOTHING = ""  # in the place of the link before the first


def entry_hash(salt: str, log_row: tuple[Any, ...], written: Iterable[tuple[str, str]]) -> str:
    """The hash of a log entry: what the log says, and the hash of what it wrote in each table."""
    whole = json.dumps([salt, list(log_row), sorted(written)], separators=(",", ":"))
    return hashlib.sha256(whole.encode()).hexdigest()


def link_hash(before: str, entry: str) -> str:
    """The link of an entry to the one before."""
    return hashlib.sha256(f"{before}\n{entry}".encode()).hexdigest()


@dataclass(frozen=True)
class OpenEntry:
    """A log entry with everything its hash is made of."""

    seq: int
    salt: str
    log_row: tuple[Any, ...]  # number, moment, day, who, what, about what, why, details: as the log has them
    written: tuple[tuple[str, str], ...]  # by table

    @property
    def action(self) -> str:
        return str(self.log_row[ACTION])

    @property
    def subject(self) -> str:
        return str(self.log_row[SUBJECT])

    @property
    def detail(self) -> dict[str, Any]:
        """What the log says more closely; nothing where it is no object."""
        try:
            detail = json.loads(str(self.log_row[DETAIL]) or "{}")
        except (ValueError, RecursionError):
            return {}
        return detail if isinstance(detail, dict) else {}

    @property
    def sha256(self) -> str:
        return entry_hash(self.salt, self.log_row, self.written)


@dataclass(frozen=True)
class Links:
    """A run of the log: the link before it, and the hash of each entry in order."""

    before: str
    entries: tuple[tuple[int, str], ...]

    @property
    def in_order(self) -> bool:
        """Whether no entry comes twice, or before an earlier one: numbers are hashed only where an entry is opened."""
        numbers = [seq for seq, _ in self.entries]
        return all(early < late for early, late in pairwise(numbers))

    def after_each(self) -> dict[int, str]:
        """The link of each entry."""
        links, link = {}, self.before
        for seq, entry in self.entries:
            link = links[seq] = link_hash(link, entry)
        return links
