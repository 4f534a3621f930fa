"""Whether every list carries a law that held here, byte for byte: as it came with this or an earlier version of Arpad,
or a rulebook of the office's own as it was adopted."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection, select

from arpad.days import Month
from arpad.finding import Problem
from arpad.law.law_set import package_law
from arpad.law.lawfiles import SUFFIX, shipped
from arpad.office.adopted_rulebooks import read_adopted_rulebooks
from arpad.office.store import schema


def never_adopted(connection: Connection) -> Iterator[Problem]:
    """Each list that carries a file of the law which neither came with Arpad nor is what was adopted before it."""
    law, of = schema.list_law, schema.rating_list
    own = {each.id + SUFFIX: each for each in read_adopted_rulebooks(connection)}
    packaged = package_law().files
    rows = select(law, of.c.log).join(of, (of.c.series == law.c.series) & (of.c.list == law.c.list))
    for row in connection.execute(rows.order_by(law.c.series, law.c.list, law.c.file)):
        kept = own.get(row.file)
        if kept is None and (row.file, row.sha256) in shipped():
            continue
        about = {"series": row.series, "list": Month(row.list), "file": row.file, "seal": row.sha256[:12]}
        if kept is None:
            yield Problem("law-never-shipped" if row.file in packaged else "law-never-adopted", **about)
        elif kept.sha256 != row.sha256 or kept.entry > row.log:
            yield Problem("law-not-as-adopted", **about, entry=kept.entry, adopted=kept.sha256[:12])
