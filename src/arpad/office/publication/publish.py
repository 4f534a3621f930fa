"""Publish a list: one transaction, the pointer last. Publishing again changes nothing.

The period is made first, without holding anybody up; whoever previewed it at the same desk has it already, as long as
the log has no newer entry. Then, alone, the office looks again: is this list published
already, is it still the next one, is every input what it was when the officer saw the preview? Only then is it written:
the list's head and the law it was made by, the rows that changed, what the period gave each player and each game, which
events were rated, and the pointer. Whoever reads sees the old list or the new one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from sqlalchemy import Connection, insert, select

from arpad.days import Month
from arpad.finding import Misuse, Remedy
from arpad.frozen import dataclass
from arpad.law.carried import todays_law
from arpad.lists import sealed
from arpad.lists.sealed import digest, parts_of
from arpad.office.bases import store_bases
from arpad.office.desk import Desk, Writing
from arpad.office.publication.due import must_shut_nobody_out
from arpad.office.publication.inputs import gather, last_entry
from arpad.office.publication.kept_preview import keep
from arpad.office.publication.listlaw import carry
from arpad.office.publication.periods import Made, make
from arpad.office.publication.storing import COMPUTED as MADE_HERE
from arpad.office.publication.storing import ListHead, enter_head, enter_rated, point_to, seal_of, store_tables
from arpad.office.rolls import COMPUTED, kind_of, store_parts
from arpad.office.store import schema
from arpad.office.store.bulk import store_rows


@dataclass(frozen=True)
class Publication:
    """The result of publishing."""

    series: str
    list_: Month
    sha256: str
    already: bool  # somebody had published it before; nothing was changed


@dataclass(frozen=True)
class Packed:
    """A list as it is stored: its roll, its tables by player, its ledgers by admission."""

    parts: list[tuple[int, bytes]]
    tables: list[tuple[str, int, bytes]]
    ledgers: list[tuple[int, bytes]]

    def seal(self, inputs: str) -> str:
        """The seal of the list with the hash of its inputs."""
        return digest(inputs, self.parts, self.tables, [ledger for _, ledger in self.ledgers])


def preview(desk: Desk, series: str, list_: int, early: bool = False) -> Made:
    """Make the next list without publishing it, and store the preview."""
    with desk.reading() as connection:
        draft = make(connection, gather(connection, series, list_, desk.today(), early))
    with desk.writing("preview", f"{series} {int(list_)}", detail={"inputs": draft.inputs.sha256}) as writing:
        unchanged = last_entry(writing.connection) == draft.inputs.log
        row = {"series": series, "list": int(list_), "inputs_sha256": draft.inputs.sha256, "log": writing.seq}
        noted = writing.connection.execute(insert(schema.preview).values(**row).returning(schema.preview.c.seq))
        keep(writing.connection, int(noted.scalar_one()), draft)
    desk.drafts.clear()
    if (
        unchanged and not desk.dry and not draft.inputs.provisional
    ):  # what the draft was read from still holds after this entry
        desk.drafts[series, int(list_)] = replace(draft, inputs=replace(draft.inputs, log=writing.seq))
    return draft


Beside = Callable[[Writing, Made], None]  # what else is written with a list


def nothing_beside(_: Writing, __: Made) -> None:
    """Write nothing else."""


def publish(desk: Desk, series: str, list_: int, why: str = "", beside: Beside = nothing_beside) -> Publication:
    """Publish a list as it was previewed. `beside` writes what else belongs to the same transaction."""
    month = Month(list_)
    with desk.reading() as connection:
        published = seal_of(connection, series, list_)
        if published and kind_of(connection, series) == COMPUTED:
            return Publication(series, month, published, already=True)
        previewed = _previewed_here(desk, connection, series, list_)
        inputs = previewed.inputs if previewed else gather(connection, series, list_, desk.today())
        must_shut_nobody_out(connection, inputs, desk.today())
        _as_previewed(connection, series, list_, inputs.sha256)
        draft = previewed or make(connection, inputs)
    packed = packed_of(draft)
    sha256 = packed.seal(inputs.sha256)
    with desk.writing("publish", f"{series} {month:d}", why, {"sha256": sha256, "inputs": inputs.sha256}) as writing:
        published = seal_of(writing.connection, series, list_)
        if published:
            return Publication(series, month, published, already=True)
        if last_entry(writing.connection) != inputs.log:  # somebody wrote something: was it about this list?
            again = gather(writing.connection, series, list_, desk.today())
            must_shut_nobody_out(writing.connection, again, desk.today())
            if again.sha256 != inputs.sha256:
                raise _changed(series, month)
        _write(writing, desk, draft, packed, sha256)
        beside(writing, draft)
    desk.drafts.clear()
    return Publication(series, month, sha256, already=False)


def packed_of(draft: Made) -> Packed:
    """Pack a list as it is stored."""
    return Packed(parts_of(draft.stored, draft.roll), list(by_player(draft)), by_event(draft))


def _previewed_here(desk: Desk, connection: Connection, series: str, list_: int) -> Made | None:
    """The list as previewed at this desk, if nothing was written since; None otherwise."""
    draft: Made | None = desk.drafts.get((series, int(list_)))
    return draft if draft and draft.inputs.log == last_entry(connection) else None


def _as_previewed(connection: Connection, series: str, list_: int, sha256: str) -> None:
    """Refuse to publish a list that was not previewed, or whose inputs changed since."""
    preview_table, preview_part = schema.preview, schema.preview_part
    provisional = (
        select(1).where(preview_part.c.preview == preview_table.c.seq, preview_part.c.provisional > 0).exists()
    )
    seen = select(preview_table.c.inputs_sha256).where(
        preview_table.c.series == series, preview_table.c.list == list_, ~provisional
    )
    last = connection.execute(seen.order_by(preview_table.c.seq.desc()).limit(1)).scalar()
    if last is None:
        raise Misuse("list-unseen", Remedy.to("preview-first", series=series))
    if last != sha256:
        raise _changed(series, Month(list_))


def _changed(series: str, list_: Month) -> Misuse:
    """The error that a list changed since its preview."""
    return Misuse("list-changed", Remedy.to("preview-list", series=series), series=series, list=list_)


# --- what is written ----------------------------------------------------------------------------------------------


def by_player(draft: Made) -> Iterator[tuple[str, int, bytes]]:
    """Yield what the period gave each player, packed by table and range of players."""
    return sealed.by_player(draft.period, draft.adjustments, draft.unlisted)


def by_event(draft: Made) -> list[tuple[int, bytes]]:
    """Return what the period gave each game, packed, by the admission of its event (of an event in parts the first
    one), in the order of the seal."""
    wholes = {whole.key: whole.parts[0] for whole in draft.inputs.wholes}
    admitted = {event.key: event for event in draft.inputs.events} | wholes
    ledgers = []
    for key, packed in sealed.by_event(draft.period, wholes):
        event = admitted[key]
        ledgers.append(((event.start, event.end, key), event.decision, packed))
    return [(decision, packed) for _, decision, packed in sorted(ledgers)]


def _write(writing: Writing, desk: Desk, draft: Made, packed: Packed, sha256: str) -> None:
    """Store a list with its law and all parts, then move the pointer."""
    connection, inputs = writing.connection, draft.inputs
    head = ListHead(
        inputs.series,
        inputs.list_,
        MADE_HERE,
        sha256,
        len(draft.roll),
        inputs.book.id,
        todays_law().sha256(inputs.book.id),
        inputs.previous_sha256,
        inputs.sha256,
    )
    enter_head(writing, desk, head)
    carry(writing, head, [book.id for book in draft.period.books])
    store_parts(connection, inputs.series, inputs.list_, packed.parts)
    store_bases(connection, inputs.series, inputs.list_, draft.roll)
    store_tables(connection, head, packed.tables)
    place = head.series, head.list
    store_rows(connection, schema.ledger_part, ((*place, decision, part) for decision, part in packed.ledgers))
    enter_rated(connection, head, [event.decision for event in inputs.events])
    point_to(connection, head)
