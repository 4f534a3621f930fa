"""The rulebooks an office has adopted, stored byte for byte, and the law that follows from them."""

from __future__ import annotations

import json
from collections.abc import Iterable

from sqlalchemy import Connection, select

from arpad.days import Day
from arpad.frozen import dataclass
from arpad.law.law_set import LawSet
from arpad.law.lawfiles import SUFFIX
from arpad.law.ownfiles import law_with
from arpad.office.store.schema import law_text, log

ADOPT_ACTION = "adopt"  # the action in the log; its subject is the id of the edition
WITHDRAW_ACTION = "withdraw rulebook"  # likewise; it ends the adoption before it


_ADOPTED_QUERY = (  # asked at the beginning of every transaction, and so written once
    select(
        *(log.c.action, log.c.subject, log.c.day, log.c.who, log.c.why, log.c.seq, log.c.detail),
        *(law_text.c.sha256, law_text.c.body),
    )
    .join(law_text, law_text.c.log == log.c.seq, isouter=True)
    .where(log.c.action.in_((ADOPT_ACTION, WITHDRAW_ACTION)))
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
    """Return the adopted rulebooks of an office, with their bytes, in the order of adoption. Those that were withdrawn
    and not adopted again are left out."""
    adopted: dict[str, AdoptedRulebook] = {}
    bodies: dict[str, bytes] = {}  # stored with the first adoption of the same bytes
    for row in connection.execute(_ADOPTED_QUERY):
        if row.action == WITHDRAW_ACTION:
            adopted.pop(row.subject, None)
            continue
        sha256 = row.sha256 or json.loads(row.detail)["sha256"]
        if row.sha256:
            bodies[sha256] = bytes(row.body)
        adopted[row.subject] = AdoptedRulebook(
            row.subject, sha256, bodies[sha256], Day(row.day), row.who, row.why, row.seq
        )
    return tuple(adopted.values())


def read_law_of_office(connection: Connection) -> LawSet:
    """Return the law of an office: the rulebooks of the package and the adopted ones. It is not set as the current
    law."""
    return law_with_rulebooks(read_adopted_rulebooks(connection))


def law_with_rulebooks(rulebooks: Iterable[AdoptedRulebook]) -> LawSet:
    """Return the law of the package together with these adopted rulebooks. Nothing is stored, and the current law
    stays."""
    return law_with({each.id + SUFFIX: each.body for each in rulebooks})
