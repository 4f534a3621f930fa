"""Take a list back that was opened or imported by mistake: as long as nothing that was published has read it.

Only the newest list of a series can go, and never a published one. What was stored of it is kept under `taken_back`, as
it was; the database lets its rows go only beside that. Events that were admitted with it are to be admitted anew. With
the only list of a series the series goes, too, and can be opened or imported anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, Table, delete, insert, select, update

from arpad.days import Month
from arpad.finding import Misuse, Remedy
from arpad.frozen import dataclass
from arpad.law import in_force
from arpad.lists.beside import adjusting_series, seating_series
from arpad.office.book.life import Kind, Standing
from arpad.office.book.lookup import EventPart, event_parts
from arpad.office.book.registering import NewDecision, decide
from arpad.office.desk import Desk, Writing
from arpad.office.publication.due import NO_MONTH, Which, newest_list
from arpad.office.publication.listlaw import carried_by, law_of, opened_with
from arpad.office.publication.storing import COMPUTED
from arpad.office.registry.identity import own_id
from arpad.office.rolls import lists_of, missing, newest
from arpad.office.store import schema
from arpad.office.store.bulk import store_rows

PARTS: tuple[tuple[Table, str, str], ...] = (
    (schema.roll_part, "", "chunk"),
    (schema.period_part, "name", "chunk"),
    (schema.imported_part, "", ""),
    (schema.imported_base, "", ""),
)
"""Where an opened or imported list stands, with the columns of a part's name and range."""


@dataclass(frozen=True)
class TakingBack:
    """A request to take back a list that was opened or imported by mistake; without a month the newest one."""

    series: str = ""
    list_: Month = NO_MONTH
    why: str = ""
    confirmed: bool = False


@dataclass(frozen=True)
class TakenBack:
    """The result of taking a list back."""

    series: str
    list_: Month
    kind: str  # opening or imported
    sha256: str
    newest: Month | None  # the newest list now; none: the series is gone
    again: tuple[str, ...]  # events that are to be admitted anew


def take_back(desk: Desk, request: TakingBack) -> TakenBack:
    """Take back the newest list of a series; its rows are archived and its events must be admitted again."""
    if not request.why.strip():
        raise Misuse("take-back/no-reason", Remedy.to("give-reason"))
    with desk.reading() as connection:
        which = newest_list(connection, Which(request.series, request.list_))
    series, list_ = which.series, which.list_
    with desk.writing("take back", f"{series} {list_:d}", request.why) as writing:
        connection = writing.connection
        head = _head(connection, series, list_)
        _must_be_unread(connection, head)
        _must_be_uncorrected(connection, head)
        _must_be_unrevised(connection, head)
        if not (request.confirmed or desk.dry):
            raise Misuse("take-back/unconfirmed", Remedy.to("say-yes"), series=series, list=list_)
        _keep(writing, head)
        left = _remove(connection, head)
        admitted = _admitted_with(connection, head)
        for part in admitted:
            detail = {"series": series, "taken_back": int(list_)}
            decide(writing, NewDecision(part.event, part.part, Kind.REGISTERED, detail=detail))
    again = tuple(part.name for part in admitted)
    return TakenBack(series, list_, head.kind, head.sha256, left or None, again)


def _head(connection: Connection, series: str, list_: Month) -> Any:
    """The record of the list; one that was computed here, or is not the newest, is refused."""
    rating_list = schema.rating_list
    row = connection.execute(
        select(rating_list).where(rating_list.c.series == series, rating_list.c.list == list_)
    ).one_or_none()
    if row is None:
        raise missing(series, list_, lists_of(connection, series))
    if row.kind == COMPUTED:
        raise Misuse("take-back/published", Remedy.to("correct-instead"), series=series, list=list_)
    last = Month(newest(connection, series))
    if list_ != last:
        raise Misuse("take-back/not-newest", Remedy.to("newest-first"), series=series, list=list_, newest=last)
    return row


def _must_be_unread(connection: Connection, head: Any) -> None:
    """Refuse if a published list of another series was made with this one."""
    rating_list = schema.rating_list
    rows = select(rating_list.c.series, rating_list.c.list).where(
        rating_list.c.kind == COMPUTED, rating_list.c.list >= head.list, rating_list.c.log > head.log
    )
    for row in connection.execute(rows.order_by(rating_list.c.list, rating_list.c.series)).all():
        if head.series in _read_by(connection, row.series, row.list):
            about = {"series": head.series, "list": Month(head.list), "reader": row.series, "read": Month(row.list)}
            raise Misuse("take-back/read", Remedy.to("correct-instead"), **about)


def _read_by(connection: Connection, series: str, list_: int) -> set[str]:
    """The other series that a published list may have read, by the editions stored with it."""
    day, carried = Month(list_).first, carried_by(connection, series, list_)
    own = opened_with(law_of(connection, series, list_), lambda law: law.book)
    books = [own] if carried is None else [carried.rulebook(each, series) for each in carried.ids]
    return {name for book in (own, *books) for name in (seating_series(book), *adjusting_series(book, day)) if name}


def _must_be_uncorrected(connection: Connection, head: Any) -> None:
    """Refuse while a correction builds on the list; it would apply to the next one."""
    correction = schema.correction
    rows = (
        select(correction)
        .where(correction.c.series == head.series, correction.c.list > head.list)
        .order_by(correction.c.seq)
    )
    standing = {(row.list, row.player): row.rating for row in connection.execute(rows)}
    for (_, player), rating in sorted(standing.items()):
        if rating:
            number = own_id(player)
            remedy = Remedy.to("withdraw-correction", player=number)
            raise Misuse("take-back/corrected", remedy, series=head.series, list=Month(head.list), number=number)


def _must_be_unrevised(connection: Connection, head: Any) -> None:
    """Refuse if a case revised rows of the list; they would be read beside the next list of its month."""
    revised_part = schema.revised_part
    rows = select(revised_part.c.layer).where(revised_part.c.series == head.series, revised_part.c.list == head.list)
    if connection.execute(rows.limit(1)).scalar() is not None:
        raise Misuse("take-back/revised", Remedy.to("correct-instead"), series=head.series, list=Month(head.list))


# --- what is kept, and what goes ----------------------------------------------------------------------------------


def _keep(writing: Writing, head: Any) -> None:
    """Archive the list with all its parts."""
    connection, law, series = writing.connection, schema.list_law, schema.series
    files = select(law.c.file, law.c.sha256).where(law.c.series == head.series, law.c.list == head.list)
    began = connection.execute(select(series).where(series.c.name == head.series)).one()
    archived = {
        "list": dict(head._mapping),
        "law": {row.file: row.sha256 for row in connection.execute(files)},
        "series": dict(began._mapping),
    }
    text = json.dumps(archived, ensure_ascii=False, sort_keys=True)
    row = {"series": head.series, "list": head.list, "sha256": head.sha256, "head": text, "log": writing.seq}
    entered = connection.execute(insert(schema.taken_back).values(**row).returning(schema.taken_back.c.seq))
    store_rows(connection, schema.taken_back_part, list(_parts(connection, head, int(entered.scalar_one()))))


def _parts(connection: Connection, head: Any, seq: int) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of the archive."""
    for table, name, chunk in PARTS:
        for row in connection.execute(select(table).where(table.c.series == head.series, table.c.list == head.list)):
            here = row._mapping
            yield seq, table.name, here[name] if name else "", here[chunk] if chunk else 0, here["packed"]


def _remove(connection: Connection, head: Any) -> Month:
    """Delete the rows of the list; return the newest list that is left, 0 for none."""
    for table in (schema.list_law, *(table for table, _, _ in PARTS), schema.rating_list):
        connection.execute(delete(table).where(table.c.series == head.series, table.c.list == head.list))
    left = [each for each in lists_of(connection, head.series) if each != head.list]
    pointer, series = schema.pointer, schema.series
    if left:
        connection.execute(update(pointer).where(pointer.c.series == head.series).values(list=left[-1]))
        return Month(left[-1])
    connection.execute(delete(pointer).where(pointer.c.series == head.series))
    connection.execute(delete(series).where(series.c.name == head.series))
    return NO_MONTH


def _admitted_with(connection: Connection, head: Any) -> list[EventPart]:
    """The events that were admitted after the list came and are seated by it."""
    decision = schema.decision
    waiting = [part for part in event_parts(connection) if part.life.under == Standing.ADMITTED and not part.life.rated]
    rows = select(decision.c.seq).where(decision.c.kind == Kind.ADMITTED.value, decision.c.log > head.log)
    since = set(connection.execute(rows).scalars())
    return [part for part in waiting if part.admitted in since and _seated_by(part, head.series)]


def _seated_by(part: EventPart, series: str) -> bool:
    """Whether an event takes its ratings from a series."""
    return part.series == series or seating_series(in_force(part.series, part.start)) == series
