"""The rulebooks an office has adopted, stored byte for byte, and the law that follows from them."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection, select

from arpad.days import Day
from arpad.frozen import dataclass
from arpad.law.law_set import LawSet
from arpad.law.lawfiles import SUFFIX
from arpad.law.ownfiles import law_with
from arpad.office.store.schema import law_text, log

ADOPT_ACTION = "adopt"  # the action in the log; its subject is the id of the edition


_ADOPTED_QUERY = (  # asked at the beginning of every transaction, and so written once
    select(log.c.subject, law_text.c.sha256, law_text.c.body, log.c.day, log.c.who, log.c.why, log.c.seq)
    .join(law_text, law_text.c.log == log.c.seq)
    .where(log.c.action == ADOPT_ACTION)
    .order_by(log.c.seq)
)


@dataclass(frozen=True)
class AdoptedRulebook:
    """An adopted rulebook: its bytes, and who adopted it when and why."""

    id: str
    sha256: str
    body: bytes
    day: Day
    who: str
    why: str
    entry: int


def read_adopted_rulebooks(connection: Connection) -> tuple[AdoptedRulebook, ...]:
    """Return the adopted rulebooks of an office, with their bytes, in the order of adoption."""
    return tuple(
        AdoptedRulebook(row.subject, row.sha256, bytes(row.body), Day(row.day), row.who, row.why, row.seq)
        for row in connection.execute(_ADOPTED_QUERY)
    )


def read_law_of_office(connection: Connection) -> LawSet:
    """Return the law of an office: the rulebooks of the package and the adopted ones. It is not set as the current
    law."""
    return law_with_rulebooks(read_adopted_rulebooks(connection))


def law_with_rulebooks(rulebooks: Iterable[AdoptedRulebook]) -> LawSet:
    """Return the law of the package together with these adopted rulebooks. Nothing is stored, and the current law
    stays."""
    return law_with({each.id + SUFFIX: each.body for each in rulebooks})
