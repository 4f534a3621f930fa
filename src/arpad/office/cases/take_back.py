"""Take back a list that was opened or imported by mistake, while no published list has read it.

Only the newest list of a series can be taken back, and never one computed here. Its rows are archived in `taken_back`.
Events admitted with it must be admitted again. With its only list the series disappears and can be opened again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, Table, delete, insert, select, update

from arpad.days import Month
from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.law import in_force
from arpad.law.calendar import day_of_list_by
from arpad.lists.other_series import adjusting_series, seating_series
from arpad.office.acts import Permission, Subject, act, check_seen
from arpad.office.book.event_lookup import EventPart, find_event_parts
from arpad.office.book.event_status import DecisionKind, EventStatus
from arpad.office.book.registration import NewDecision, record_decision
from arpad.office.desk import Desk, WriteTransaction
from arpad.office.publishing.choose_list import NO_MONTH, ListChoice, newest_if_unnamed
from arpad.office.publishing.list_law import law_of_list, law_stored_with_list, open_with_law
from arpad.office.publishing.list_storage import COMPUTED, OPENING, ListRow, require_list
from arpad.office.registry.player_numbers import office_number
from arpad.office.rolls import newest_published_list, published_lists
from arpad.office.store import schema
from arpad.office.store.bulk import store_rows
from arpad.office.versions import series_version

PART_TABLES: tuple[tuple[Table, str, str], ...] = (
    (schema.roll_part, "", "chunk"),
    (schema.period_part, "name", "chunk"),
    (schema.imported_part, "", ""),
    (schema.imported_base, "", ""),
)
"""Tables with an opened or imported list, with their columns for name and range of players of a stored chunk."""


@dataclass(frozen=True)
class TakeBackRequest:
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


@act("take-back-list", about=Subject.SERIES, permission=Permission.PUBLISH, requires_seen=True)
def take_back_list(desk: Desk, request: TakeBackRequest) -> TakenBack:
    """Take back the newest list of a series, if it was opened (with those opened with it) or imported; its rows are
    archived. Unrated events
    admitted with it must be admitted again. Refused: a computed list, one that is used by others or revised, no reason,
    no confirmation."""
    if not request.why.strip():
        raise UserError("take-back/no-reason", Remedy.to("give-reason"))
    with desk.reading() as connection:
        which = newest_if_unnamed(connection, ListChoice(request.series, request.list_))
    series, list_ = which.series, which.list_
    with desk.writing("take back", f"{series} {list_:d}", request.why) as writing:
        connection = writing.connection
        check_seen(desk, lambda: series_version(connection, series))
        head = _record_of_list_to_take_back(connection, series, list_)
        heads = _lists_opened_together(connection, head)
        for each in heads:
            _refuse_if_other_series_read_it(connection, each)
            _refuse_if_corrected(connection, each)
            _refuse_if_revised(connection, each)
        if not (request.confirmed or desk.dry):
            raise UserError("take-back/unconfirmed", Remedy.to("say-yes"), series=series, list=list_)
        for each in heads:
            _archive_list(writing, each)
        left = _delete_lists(connection, heads)
        admitted = _unrated_events_admitted_since_list(connection, head)
        for part in admitted:
            detail = {"series": series, "taken_back": int(list_)}
            record_decision(writing, NewDecision(part.event, part.part, DecisionKind.REGISTERED, detail=detail))
    again = tuple(part.name for part in admitted)
    return TakenBack(series, list_, head.kind, head.sha256, left or None, again)


def _record_of_list_to_take_back(connection: Connection, series: str, list_: Month) -> ListRow:
    """Return the record of the list. Refused if it was computed here, or is not the newest of its series."""
    row = require_list(connection, series, list_)
    if row.kind == COMPUTED:
        raise UserError("take-back/published", Remedy.to("correct-instead"), series=series, list=list_)
    last = Month(newest_published_list(connection, series))
    if list_ != last:
        raise UserError("take-back/not-newest", Remedy.to("newest-first"), series=series, list=list_, newest=last)
    return row


def _lists_opened_together(connection: Connection, head: ListRow) -> tuple[ListRow, ...]:
    """Return the list, and after it those with which it opened its series, the newest first: they go together."""
    table = schema.rating_list
    rows = select(table).where(table.c.series == head.series, table.c.log == head.log, table.c.kind == OPENING)
    older = rows.where(table.c.list < head.list).order_by(table.c.list.desc())
    return (head, *(ListRow(**row._mapping) for row in connection.execute(older)))


def _refuse_if_other_series_read_it(connection: Connection, head: ListRow) -> None:
    """Refuse if a list of another series was computed after this one and may have used it."""
    table = schema.rating_list
    rows = select(table.c.series, table.c.list).order_by(table.c.list, table.c.series)
    rows = rows.where(table.c.kind == COMPUTED, table.c.list >= head.list, table.c.log > head.log)
    for row in connection.execute(rows).all():
        if head.series in _series_read_by_list(connection, row.series, row.list):
            about = {"series": head.series, "list": Month(head.list), "reader": row.series, "read": Month(row.list)}
            raise UserError("take-back/read", Remedy.to("correct-instead"), **about)


def _series_read_by_list(connection: Connection, series: str, list_: int) -> set[str]:
    """Return the other series whose ratings or adjustments a published list may have used, by the rulebooks stored with
    it."""
    carried = law_stored_with_list(connection, series, list_)
    own = open_with_law(law_of_list(connection, series, list_), lambda law: law.book)
    day = day_of_list_by(own, list_)
    books = [own] if carried is None else [carried.rulebook(each, series) for each in carried.ids]
    return {name for book in (own, *books) for name in (seating_series(book), *adjusting_series(book, day)) if name}


def _refuse_if_corrected(connection: Connection, head: ListRow) -> None:
    """Refuse while a rating correction for a list after this one is in force; it would apply to another list."""
    correction = schema.correction
    rows = select(correction).filter_by(series=head.series).where(correction.c.list > head.list)
    rows = rows.order_by(correction.c.seq)
    standing = {(row.list, row.player): row.rating for row in connection.execute(rows)}
    for (_, player), rating in sorted(standing.items()):
        if rating:
            number = office_number(player)
            remedy = Remedy.to("withdraw-correction", player=number)
            raise UserError("take-back/corrected", remedy, series=head.series, list=Month(head.list), number=number)


def _refuse_if_revised(connection: Connection, head: ListRow) -> None:
    """Refuse if a case revised rows of the list; they would be read beside the next list of its month."""
    revised_part = schema.revised_part
    rows = select(revised_part.c.layer).where(revised_part.c.series == head.series, revised_part.c.list == head.list)
    if connection.execute(rows.limit(1)).scalar() is not None:
        raise UserError("take-back/revised", Remedy.to("correct-instead"), series=head.series, list=Month(head.list))


# --- what is kept, and what goes ----------------------------------------------------------------------------------


def _archive_list(writing: WriteTransaction, head: ListRow) -> None:
    """Store the list with all its rows, law and series in `taken_back` and `taken_back_part`; nothing is deleted
    here."""
    connection, law, series = writing.connection, schema.list_law, schema.series
    files = select(law.c.file, law.c.sha256).where(law.c.series == head.series, law.c.list == head.list)
    began = connection.execute(select(series).where(series.c.name == head.series)).one()
    archived = {
        "list": head._asdict(),
        "law": {row.file: row.sha256 for row in connection.execute(files)},
        "series": dict(began._mapping),
    }
    text = json.dumps(archived, ensure_ascii=False, sort_keys=True)
    row = {"series": head.series, "list": head.list, "sha256": head.sha256, "head": text, "log": writing.seq}
    entered = connection.execute(insert(schema.taken_back).values(**row).returning(schema.taken_back.c.seq))
    store_rows(
        connection, schema.taken_back_part, list(_archived_part_rows(connection, head, int(entered.scalar_one())))
    )


def _archived_part_rows(connection: Connection, head: ListRow, seq: int) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of the archive: (number, table, name of the stored chunk, range of players, packed data)."""
    for table, name, chunk in PART_TABLES:
        for row in connection.execute(select(table).where(table.c.series == head.series, table.c.list == head.list)):
            here = row._mapping
            yield seq, table.name, here[name] if name else "", here[chunk] if chunk else 0, here["packed"]


def _delete_lists(connection: Connection, heads: Sequence[ListRow]) -> Month:
    """Delete the rows of the newest lists of a series, given from the newest on, and the series if no list is left;
    return the newest list that is left, 0 for none."""
    head, before = heads[0], published_lists(connection, heads[0].series)
    for each in heads:
        for table in (schema.list_law, *(table for table, _, _ in PART_TABLES), schema.rating_list):
            connection.execute(delete(table).where(table.c.series == each.series, table.c.list == each.list))
    left = [list_ for list_ in before if list_ < heads[-1].list]
    pointer, series = schema.pointer, schema.series
    if left:
        connection.execute(update(pointer).where(pointer.c.series == head.series).values(list=left[-1]))
        return Month(left[-1])
    connection.execute(delete(pointer).where(pointer.c.series == head.series))
    connection.execute(delete(series).where(series.c.name == head.series))
    return NO_MONTH


def _unrated_events_admitted_since_list(connection: Connection, head: ListRow) -> list[EventPart]:
    """Return the unrated events that were admitted after the list was made and take ratings from its series."""
    decision = schema.decision
    waiting = [
        part for part in find_event_parts(connection) if part.life.under == EventStatus.ADMITTED and not part.life.rated
    ]
    rows = select(decision.c.seq).where(decision.c.kind == DecisionKind.ADMITTED.value, decision.c.log > head.log)
    since = set(connection.execute(rows).scalars())
    return [part for part in waiting if part.admitted in since and _takes_ratings_from_series(part, head.series)]


def _takes_ratings_from_series(part: EventPart, series: str) -> bool:
    """Whether an event takes its ratings from a series: its own, or the one that its rulebook names."""
    return part.series == series or seating_series(in_force(part.series, part.start)) == series
