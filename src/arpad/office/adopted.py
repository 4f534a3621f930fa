"""The rulebooks that an office has adopted, stored byte for byte under the log entry that adopted each.

The law of an office is the law of the package and what it has adopted, nothing else. An adopted rulebook is never
changed or removed; a new version is another edition.
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
    """An adopted rulebook: its bytes, and who adopted it when and why."""

    id: str
    sha256: str
    body: bytes
    day: Day
    who: str
    why: str
    entry: int


def kept_rulebooks(connection: Connection) -> tuple[Kept, ...]:
    """The adopted rulebooks of an office, in the order of adoption."""
    return tuple(
        Kept(row.subject, row.sha256, bytes(row.body), Day(row.day), row.who, row.why, row.seq)
        for row in connection.execute(_KEPT)
    )


def law_of_office(connection: Connection) -> CarriedLaw:
    """The law of an office: the rulebooks of the package and the adopted ones."""
    return law_of_kept(kept_rulebooks(connection))


def law_of_kept(kept: Iterable[Kept]) -> CarriedLaw:
    """The law of the package together with these adopted rulebooks."""
    return law_with({each.id + SUFFIX: each.body for each in kept})
