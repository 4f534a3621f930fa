"""Whether what was taken back is still what it was: the parts that are kept of a list give the seal that it had."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlalchemy import select

from arpad.days import Month
from arpad.finding import Problem
from arpad.lists.sealed import digest
from arpad.office.publishing.list_storage import IMPORTED_PART
from arpad.office.store import schema

if TYPE_CHECKING:
    from arpad.office.upkeep.doctor import CheckInput


def taken_back(visit: CheckInput) -> Iterator[Problem]:
    of, part = schema.taken_back, schema.taken_back_part
    for row in visit.connection.execute(select(of).order_by(of.c.seq)).all():
        parts = visit.connection.execute(select(part).where(part.c.taken_back == row.seq)).all()
        rolls = [(each.chunk, each.packed) for each in parts if each.place == schema.roll_part.name]
        tables = [(each.name, each.chunk, each.packed) for each in parts if each.place == schema.period_part.name]
        tables += [(IMPORTED_PART, 0, each.packed) for each in parts if each.place == schema.imported_part.name]
        if digest(json.loads(row.head)["list"]["inputs_sha256"], rolls, tables) != row.sha256:
            yield Problem("taken-back-otherwise", series=row.series, list=Month(row.list))
