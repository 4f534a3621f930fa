"""Whether two numbers can still become one person, or two, without putting lists right."""

from __future__ import annotations

from sqlalchemy import Connection, func, select

from arpad.finding import Misuse, Remedy
from arpad.office.registry import merging
from arpad.office.registry.identity import own_id
from arpad.office.revising.rewriting import first_seen, series_computed
from arpad.office.store.schema import merge, rating_list, revision_step


def must_be_unpublished(connection: Connection, kept: int, gone: int) -> None:
    """Refuse to merge two players who both have a published rating; that needs a case."""
    if any(merging.both_rated(connection, kept, gone)):
        remedy = Remedy.to("propose-merge", kept=own_id(kept), gone=own_id(gone))
        raise Misuse("merge-needs-revision", remedy)


def must_be_unused(connection: Connection, gone: int) -> None:
    """Refuse to undo a merge with which a list was published, or which a case made; that needs a case."""
    for seq, kept, gone_then in merging.standing(connection):
        if gone_then != gone:
            continue
        entry = connection.execute(select(merge.c.log).where(merge.c.seq == seq)).scalar_one()
        by_case = connection.execute(select(revision_step.c.seq).where(revision_step.c.log == entry)).first()
        for series in series_computed(connection):
            newest = select(func.max(rating_list.c.log)).where(rating_list.c.series == series)
            published = by_case is not None or (connection.execute(newest).scalar() or 0) > entry
            if published and any(True for key in (kept, gone) for _ in first_seen(connection, series, key)):
                remedy = Remedy.to("propose-unmerge", gone=own_id(gone))
                raise Misuse("unmerge-needs-revision", remedy, number=own_id(gone), kept=own_id(kept))
