"""The rulebooks that an office has adopted: kept byte for byte, each under the entry of the log that adopted it.

An office knows the law of the package and what it has adopted, and nothing else: whoever sits down in it has that law
open, wherever he comes from. What is adopted is never changed and never taken back; a new version is another edition.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection, select

from arpad.days import Day
from arpad.frozen import dataclass
from arpad.law.carried import CarriedLaw
from arpad.law.lawfiles import SUFFIX
from arpad.law.ownfiles import law_with
from arpad.office.store.schema import law_text, log

ADOPT = "adopt"  # the action in the log; its subject is the id of the edition


_KEPT = (  # asked at the beginning of every transaction, and so written once
    select(log.c.subject, law_text.c.sha256, law_text.c.body, log.c.day, log.c.who, log.c.why, log.c.seq)
    .join(law_text, law_text.c.log == log.c.seq)
    .where(log.c.action == ADOPT)
    .order_by(log.c.seq)
)


@dataclass(frozen=True)
class Kept:
    """A rulebook as the office keeps it, and who adopted it when."""

    id: str
    sha256: str
    body: bytes
    day: Day
    who: str
    why: str
    entry: int


def kept_rulebooks(connection: Connection) -> tuple[Kept, ...]:
    """All of them, in the order in which they were adopted."""
    return tuple(
        Kept(row.subject, row.sha256, bytes(row.body), Day(row.day), row.who, row.why, row.seq)
        for row in connection.execute(_KEPT)
    )


def law_of_office(connection: Connection) -> CarriedLaw:
    """The law that holds in an office: that of the package, and what was adopted."""
    return law_of_kept(kept_rulebooks(connection))


def law_of_kept(kept: Iterable[Kept]) -> CarriedLaw:
    """The law of the package, and these rulebooks."""
    return law_with({each.id + SUFFIX: each.body for each in kept})
