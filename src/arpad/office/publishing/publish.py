"""Preview and publish a list. Publishing again changes nothing.

The list is made before the transaction; a list previewed at the same desk is reused while the log has no newer entry.
In the transaction the office checks again that the list is not published yet, is the next one, and has the same inputs
as the preview. It then stores the list and moves the pointer last, so readers see either the old list or the new one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from sqlalchemy import Connection, insert, select

from arpad.days import Month
from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.law.law_set import current_law
from arpad.lists import sealed
from arpad.lists.sealed import digest, parts_of
from arpad.office.acts import check_seen
from arpad.office.desk import Desk, WriteTransaction
from arpad.office.list_snapshots import store_due_snapshots
from arpad.office.publishing.choose_list import refuse_to_shut_events_out
from arpad.office.publishing.list_draft import ListDraft, make_draft
from arpad.office.publishing.list_inputs import gather_inputs, newest_log_entry
from arpad.office.publishing.list_law import refuse_altered_law, store_law_of_list
from arpad.office.publishing.list_storage import COMPUTED as MADE_HERE
from arpad.office.publishing.list_storage import (
    ListRecord,
    insert_list_record,
    insert_rated_events,
    seal_of_published_list,
    set_newest_list,
    store_period_tables,
)
from arpad.office.publishing.previews import store_preview
from arpad.office.rolls import COMPUTED, series_kind, store_roll_parts
from arpad.office.store import schema
from arpad.office.store.bulk import store_rows
from arpad.office.versions import VERSION_LENGTH


@dataclass(frozen=True)
class Publication:
    """The result of publishing: the list and its seal."""

    series: str
    list_: Month
    sha256: str
    already: bool  # somebody had published it before; nothing was changed


@dataclass(frozen=True)
class PackedList:
    """A list as it is stored: chunks of its roll, tables by player, ledgers by admission, all packed."""

    parts: list[tuple[int, bytes]]
    tables: list[tuple[str, int, bytes]]
    ledgers: list[tuple[int, bytes]]

    def seal(self, inputs: str) -> str:
        """The seal (hash) of the list; `inputs` is the hash of its inputs."""
        return digest(inputs, self.parts, self.tables, [ledger for _, ledger in self.ledgers])


def preview_list(desk: Desk, series: str, list_: int, early: bool = False) -> ListDraft:
    """Make the next list without publishing it, and store the preview with a log entry. With `early`, a provisional
    preview before the period is over; it cannot be published. Refuses a list that is not the next one or not due.
    The draft is cached at the desk while nothing else is written; not if it is provisional or the desk is dry."""
    with desk.reading() as connection:
        refuse_altered_law()
        draft = make_draft(connection, gather_inputs(connection, series, list_, desk.today(), early))
    with desk.writing("preview", f"{series} {int(list_)}", detail={"inputs": draft.inputs.sha256}) as writing:
        unchanged = newest_log_entry(writing.connection) == draft.inputs.log
        row = {"series": series, "list": int(list_), "inputs_sha256": draft.inputs.sha256, "log": writing.seq}
        noted = writing.connection.execute(insert(schema.preview).values(**row).returning(schema.preview.c.seq))
        store_preview(writing.connection, int(noted.scalar_one()), draft)
    desk.drafts.clear()
    if (
        unchanged and not desk.dry and not draft.inputs.provisional
    ):  # what the draft was read from still holds after this entry
        desk.drafts[series, int(list_)] = replace(draft, inputs=replace(draft.inputs, log=writing.seq))
    return draft


WriteAlso = Callable[[WriteTransaction, ListDraft], None]  # what else is written with a list


def write_nothing_else(_: WriteTransaction, __: ListDraft) -> None:
    """Write nothing else with a list."""


def publish_list(
    desk: Desk, series: str, list_: int, why: str = "", beside: WriteAlso = write_nothing_else
) -> Publication:
    """Publish a list as it was previewed, in one transaction. A published list is returned with `already`,
    unchanged. Refuses a list that was not previewed, or whose inputs changed since; one that is not the next one
    or not due; and one that would shut an official event out. `beside` writes what else belongs to the same
    transaction."""
    month = Month(list_)
    with desk.reading() as connection:
        published = seal_of_published_list(connection, series, list_)
        if published and series_kind(connection, series) == COMPUTED:
            return Publication(series, month, published, already=True)
        previewed = _draft_previewed_at_desk(desk, connection, series, list_)
        inputs = previewed.inputs if previewed else gather_inputs(connection, series, list_, desk.today())
        refuse_altered_law()
        check_seen(desk, lambda: inputs.sha256[:VERSION_LENGTH])
        refuse_to_shut_events_out(connection, inputs, desk.today())
        _refuse_unless_previewed(connection, series, list_, inputs.sha256)
        draft = previewed or make_draft(connection, inputs)
    packed = pack_list(draft)
    sha256 = packed.seal(inputs.sha256)
    with desk.writing("publish", f"{series} {month:d}", why, {"sha256": sha256, "inputs": inputs.sha256}) as writing:
        published = seal_of_published_list(writing.connection, series, list_)
        if published:
            return Publication(series, month, published, already=True)
        if newest_log_entry(writing.connection) != inputs.log:  # somebody wrote something: was it about this list?
            again = gather_inputs(writing.connection, series, list_, desk.today())
            refuse_to_shut_events_out(writing.connection, again, desk.today())
            if again.sha256 != inputs.sha256:
                raise _changed_since_preview(series, month)
        _write_list(writing, desk, draft, packed, sha256)
        beside(writing, draft)
    desk.drafts.clear()
    return Publication(series, month, sha256, already=False)


def pack_list(draft: ListDraft) -> PackedList:
    """Pack the roll, tables and ledgers of a draft as they are stored. Nothing is written."""
    return PackedList(
        parts_of(draft.stored, draft.roll), list(packed_tables_by_player(draft)), packed_ledgers_by_event(draft)
    )


def _draft_previewed_at_desk(desk: Desk, connection: Connection, series: str, list_: int) -> ListDraft | None:
    """Return the draft cached by a preview at this desk; None if there is none, or anything was written since."""
    draft: ListDraft | None = desk.drafts.get((series, int(list_)))
    return draft if draft and draft.inputs.log == newest_log_entry(connection) else None


def _refuse_unless_previewed(connection: Connection, series: str, list_: int, sha256: str) -> None:
    """Refuse to publish a list that was not previewed, or whose inputs hash differs from the last preview.
    Provisional previews do not count."""
    table, part = schema.preview, schema.preview_part
    provisional = select(1).where(part.c.preview == table.c.seq, part.c.provisional > 0).exists()
    seen = select(table.c.inputs_sha256).where(table.c.series == series, table.c.list == list_, ~provisional)
    last = connection.execute(seen.order_by(table.c.seq.desc()).limit(1)).scalar()
    if last is None:
        raise UserError("list-unseen", Remedy.to("preview-first", series=series))
    if last != sha256:
        raise _changed_since_preview(series, Month(list_))


def _changed_since_preview(series: str, list_: Month) -> UserError:
    """Build (not raise) the error that a list changed since its preview."""
    return UserError("list-changed", Remedy.to("preview-list", series=series), series=series, list=list_)


# --- what is written ----------------------------------------------------------------------------------------------


def packed_tables_by_player(draft: ListDraft) -> Iterator[tuple[str, int, bytes]]:
    """Yield what the period gave each player: table name, chunk (range of players), packed rows."""
    return sealed.by_player(draft.period, draft.adjustments, draft.unlisted)


def packed_ledgers_by_event(draft: ListDraft) -> list[tuple[int, bytes]]:
    """Return (admission, packed tables) for each event: what the period gave each game, in the order of the seal. An
    event in parts has the admission of its first part."""
    wholes = {whole.key: whole.parts[0] for whole in draft.inputs.wholes}
    admitted = {event.key: event for event in draft.inputs.events} | wholes
    ledgers = []
    for key, packed in sealed.by_event(draft.period, wholes):
        event = admitted[key]
        ledgers.append(((event.start, event.end, key), event.decision, packed))
    return [(decision, packed) for _, decision, packed in sorted(ledgers)]


def _write_list(writing: WriteTransaction, desk: Desk, draft: ListDraft, packed: PackedList, sha256: str) -> None:
    """Store a list in this transaction: record, law, changed rows, snapshots that are due, tables, ledgers and rated
    events. Last, make it the newest list of its series. Nothing is checked here."""
    connection, inputs = writing.connection, draft.inputs
    head = ListRecord(
        inputs.series,
        inputs.list_,
        MADE_HERE,
        sha256,
        len(draft.roll),
        inputs.book.id,
        current_law().sha256(inputs.book.id),
        inputs.previous_sha256,
        inputs.sha256,
    )
    insert_list_record(writing, desk, head)
    store_law_of_list(writing, head, [book.id for book in draft.period.books])
    store_roll_parts(connection, inputs.series, inputs.list_, packed.parts)
    store_due_snapshots(connection, inputs.series, inputs.list_, draft.roll)
    store_period_tables(connection, head, packed.tables)
    place = head.series, head.list
    store_rows(connection, schema.ledger_part, ((*place, decision, part) for decision, part in packed.ledgers))
    insert_rated_events(connection, head, [event.decision for event in inputs.events])
    set_newest_list(connection, head)
