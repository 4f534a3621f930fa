"""Whether what was put right comes out again: every layer, made in the office as it was at the entry that wrote it.

A case that is approved writes a layer of every series that this office computes; a list that is published where the
difference is only noted writes one of its own. Both are made again by the code that made them.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from sqlalchemy import Connection, select

from arpad.days import Month
from arpad.finding import Problem
from arpad.frozen import dataclass
from arpad.office.book.merged_rolls import ListMemory
from arpad.office.cases.case_approval import remake_revision_layer
from arpad.office.cases.case_records import CaseState
from arpad.office.cases.list_differences import noted_differences
from arpad.office.cases.remade_lists import computed_series
from arpad.office.desk import ProgressReporter, no_progress
from arpad.office.proving.past import taken_back
from arpad.office.proving.remade import Parts, events_apart, parts_apart
from arpad.office.proving.row_owners import RowOwners
from arpad.office.publishing.list_storage import COMPUTED, DAMAGE_ERRORS
from arpad.office.publishing.revised_rows import NO_RANGE, REMADE_MARK, RevisedListRows
from arpad.office.registry.player_facts import read_roster
from arpad.office.rolls import published_lists
from arpad.office.store import schema

Place = tuple[str, int, int]  # series, entry of the log, list
Hashes = Mapping[Place, str]


@dataclass(frozen=True)
class Layer:
    """What an entry put right on a list: its parts, and what it gave the games of events."""

    parts: Parts
    ledgers: Mapping[int, bytes]

    @property
    def of_players(self) -> Parts:
        """Without the mark that the list was made again."""
        return {place: packed for place, packed in self.parts.items() if place[0] != REMADE_MARK}

    @property
    def sha256(self) -> str:
        whole = hashlib.sha256()
        for place, packed in (*sorted(self.parts.items()), *sorted(self.ledgers.items())):
            whole.update(f"{place}".encode() + hashlib.sha256(packed).digest())
        return whole.hexdigest()


NOTHING = Layer({}, {})


def not_as_put_right(
    connection: Connection, since: int = 0, watch: ProgressReporter = no_progress
) -> Iterator[Problem]:
    """What differs between what entries of the log put right, and the same made again."""
    entries = sorted(entry for entry in _entries(connection) if entry > since)
    with watch("what was put right", len(entries)) as advance:
        right, failed = _made_again(connection, entries, _hashes(connection, since), advance)
    owners = RowOwners(connection)
    for entry, reason in sorted(failed.items()):
        yield Problem("layer-not-remade", owner=_case(connection, entry), entry=entry, reason=reason)
    for (series, entry, list_), wanted in sorted(right.items()):
        stored = _stored(connection, (series, entry, list_))
        named: dict[str, Any] = {"series": series, "list": Month(list_)}
        yield Problem("layer-not-right", owner=_case(connection, entry), entry=entry, **named)
        mine, other = (
            {at: each for at, each in parts.items() if at[0] != REMADE_MARK} for parts in (stored.parts, wanted.parts)
        )
        yield from parts_apart(owners, mine, other, named)
        yield from events_apart(owners, stored.ledgers, wanted.ledgers, named)


def _entries(connection: Connection) -> set[int]:
    """The entries that put something right, or could have: approvals, publications, and whatever has a layer."""
    step, of, beside = schema.revision_step, schema.rating_list, (schema.revised_part, schema.revised_ledger)
    approved = select(step.c.log).where(step.c.kind == CaseState.APPROVED.value)
    published = select(of.c.log).where(of.c.kind == COMPUTED)
    return {
        int(entry)
        for rows in (approved, published, *(select(each.c.layer).distinct() for each in beside))
        for entry in connection.execute(rows).scalars()
    }


def _made_again(
    connection: Connection, entries: list[int], stored: Hashes, advance: Callable[[int], None]
) -> tuple[dict[Place, Layer], dict[int, str]]:
    """The layers that come out otherwise than they are stored, and why some do not come out at all."""
    apart: dict[Place, Layer] = {}
    failed: dict[int, str] = {}
    with taken_back(connection) as past:
        for entry in reversed(entries):
            advance(1)
            try:
                layers = dict(_layers(past.to(entry), entry))
            except DAMAGE_ERRORS as error:
                failed[entry] = str(error) or type(error).__name__
                continue
            there = {place for place in stored if place[1] == entry}
            for place in there | layers.keys():
                again = layers.get(place, NOTHING)
                if again.sha256 != stored.get(place, NOTHING.sha256):
                    apart[place] = again
    return apart, failed


def _layers(connection: Connection, entry: int) -> Iterator[tuple[Place, Layer]]:
    """What an entry puts right, as the office was when it was written."""
    step, of = schema.revision_step, schema.rating_list
    case = select(step.c.seq).where(step.c.log == entry, step.c.kind == CaseState.APPROVED.value)
    if connection.execute(case).first() is not None:
        for series in computed_series(connection):
            for each in remake_revision_layer(connection, series, entry):
                yield (series, entry, each.list_), _laid(each)
    for head in connection.execute(
        select(of.c.series, of.c.list).where(of.c.log == entry, of.c.kind == COMPUTED)
    ).all():
        replaced = [list_ for list_ in published_lists(connection, head.series) if list_ < head.list][-1]
        with ListMemory().beside(connection):
            for each in noted_differences(
                connection, head.series, head.list, replaced, lambda: read_roster(connection).listed_as
            ):
                yield (head.series, entry, each.list_), _laid(each)


def _laid(each: RevisedListRows) -> Layer:
    return Layer(
        {(REMADE_MARK, NO_RANGE): b"", **{(name, chunk): part for name, chunk, part in each.tables}}, dict(each.ledgers)
    )


# --- what is stored -----------------------------------------------------------------------------------------------


def _hashes(connection: Connection, since: int) -> Hashes:
    """The hash of each layer that is stored, by list."""
    part, ledger = schema.revised_part, schema.revised_ledger
    there: set[Place] = set()
    for of in (part, ledger):
        rows = select(of.c.series, of.c.layer, of.c.list).where(of.c.layer > since).distinct()
        there |= {(row.series, row.layer, row.list) for row in connection.execute(rows)}
    return {place: _stored(connection, place).sha256 for place in sorted(there)}


def _stored(connection: Connection, place: Place) -> Layer:
    found: defaultdict[str, dict[Any, bytes]] = defaultdict(dict)
    chosen = dict(zip(("series", "layer", "list"), place, strict=True))
    for row in connection.execute(select(schema.revised_part).filter_by(**chosen)):
        found["parts"][row.name, row.chunk] = bytes(row.packed)
    for row in connection.execute(select(schema.revised_ledger).filter_by(**chosen)):
        found["ledgers"][row.decision] = bytes(row.packed)
    return Layer(found["parts"], found["ledgers"])


def _case(connection: Connection, entry: int) -> str:
    """The case that an entry approved, or nothing."""
    step = schema.revision_step
    rows = select(step.c.revision).where(step.c.log == entry, step.c.kind == CaseState.APPROVED.value)
    return RowOwners(connection).of("revision_step", {"revision": connection.execute(rows).scalar() or 0})
