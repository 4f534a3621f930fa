"""What all approved cases put right in a series, and from which list on: what the lists are made again with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sqlalchemy import Connection, func, select

from arpad.columns import State
from arpad.days import Month
from arpad.finding import Misuse
from arpad.lists.sealed import PlayerLines
from arpad.office.book.life import Kind
from arpad.office.publication.inputs import PutRight
from arpad.office.publication.revised import layers_of
from arpad.office.publication.storing import COMPUTED as MADE_HERE
from arpad.office.registry.merging import standing
from arpad.office.revising.cases import Case, CaseKind, approved_cases
from arpad.office.revising.chain import Rewriting
from arpad.office.rolls import COMPUTED, history, lists_of
from arpad.office.store import schema
from arpad.packed import CHUNK, unpack

NONE = State.NONE.value


def series_computed(connection: Connection) -> tuple[str, ...]:
    """Return the series that this office computes."""
    rows = select(schema.series.c.name).where(schema.series.c.kind == COMPUTED).order_by(schema.series.c.name)
    return tuple(connection.execute(rows).scalars())


def rewriting_of(connection: Connection, series: str) -> Rewriting | None:
    """Return everything that approved cases change in a series; None if there is nothing."""
    since = lawful_since(connection, series)
    if not since:
        return None
    events = dict(_events(connection, series))
    cases = approved_cases(connection)
    people = _people(connection, cases)
    opening = _opening(series, cases)
    starts = [*events.values(), *_from(connection, series, cases, people), *([since] if opening else ())]
    starts += list(layers_of(connection, series))[:1]  # what was put right before, and perhaps no longer is
    if not starts:
        return None
    return Rewriting(series, max(min(starts), since), frozenset(events), people, opening)


def lawful_since(connection: Connection, series: str) -> int:
    """Return the first list from which on every computed list stores its law; 0 if there is none."""
    rating_list, law = schema.rating_list, schema.list_law
    carried = select(1).where(law.c.series == rating_list.c.series, law.c.list == rating_list.c.list).exists()
    mine = (rating_list.c.series == series) & (rating_list.c.kind == MADE_HERE)
    last = connection.execute(select(func.max(rating_list.c.list)).where(mine, ~carried)).scalar() or 0
    return connection.execute(select(func.min(rating_list.c.list)).where(mine, rating_list.c.list > last)).scalar() or 0


def _events(connection: Connection, series: str) -> Iterator[tuple[int, int]]:
    """Yield each event that was revised, annulled or added, with its list."""
    decision, rated, content = schema.decision, schema.rated, schema.content
    kinds = decision.c.kind.in_((Kind.REVISED.value, Kind.ANNULLED.value))
    rows = (
        select(content.c.event_key, rated.c.list)
        .join(rated, rated.c.decision == content.c.decision)
        .join(decision, (decision.c.event == rated.c.event) & (decision.c.part == rated.c.part))
        .where(rated.c.series == series, kinds)
    )
    for row in connection.execute(rows):
        yield row.event_key, row.list


def _people(connection: Connection, cases: Iterable[Case]) -> PutRight:
    """Return what approved cases say of persons: new facts, merges that always held, merges that never did."""
    anew: set[int] = set()
    pairs: dict[tuple[int, int], bool] = {}
    for case in cases:
        if case.kind is CaseKind.FACT:
            anew.add(case.detail["player"])
        elif case.kind in (CaseKind.MERGE, CaseKind.UNMERGE):
            pair = case.detail["kept"], case.detail["gone"]
            pairs.pop(pair, None)
            pairs[pair] = case.kind is CaseKind.MERGE
    held = {(kept, gone) for _, kept, gone in standing(connection)}
    merged = tuple(pair for pair, merged_now in pairs.items() if merged_now and pair in held)
    never = [pair for pair, merged_now in pairs.items() if not merged_now]
    table = schema.merge
    rows = select(table.c.seq, table.c.kept, table.c.gone).where(table.c.undoes.is_(None))
    parted = frozenset(row.seq for row in connection.execute(rows) if (row.kept, row.gone) in never)
    return PutRight(frozenset(anew), merged, parted, tuple(never))


def _from(connection: Connection, series: str, cases: Iterable[Case], people: PutRight) -> Iterator[int]:
    """Yield the first list that each person of a case affects."""
    for case in cases:
        if case.kind is CaseKind.FACT:
            yield from first_seen(connection, series, case.detail["player"])
    for _, gone in people.merged:
        yield from first_seen(connection, series, gone)
    table, rating_list = schema.merge, schema.rating_list
    for seq in people.parted:
        entry = select(table.c.log).where(table.c.seq == seq).scalar_subquery()
        lists = select(func.min(rating_list.c.list)).where(rating_list.c.series == series, rating_list.c.log > entry)
        first = connection.execute(lists).scalar()
        if first:
            yield first


def first_seen(connection: Connection, series: str, key: int) -> Iterator[int]:
    """Yield the first list after the opening list that says or does anything about a player, if there is one."""
    part = schema.period_part
    lines = select(part.c.list, part.c.packed).where(
        part.c.series == series, part.c.chunk == key // CHUNK, part.c.name == "lines"
    )
    seen = [row.list for row in connection.execute(lines) if key in unpack(PlayerLines, row.packed).player]
    rows = [list_ for list_, row in history(connection, series, key) if row["state"] != NONE]
    lists = lists_of(connection, series)
    if seen or rows:
        yield max(min([*seen, *rows]), lists[1] if len(lists) > 1 else 0)


def _opening(series: str, cases: Iterable[Case]) -> dict[int, dict[str, int]]:
    """The corrected rows of the opening list, by player."""
    rows = (case for case in cases if case.kind is CaseKind.OPENING and case.detail["series"] == series)
    return {case.detail["player"]: dict(case.detail["row"]) for case in rows}


def must_be_lawful(connection: Connection, series: str, list_: int) -> None:
    """Refuse to revise a list that stores no law."""
    since = lawful_since(connection, series)
    if not since or list_ < since:
        raise Misuse("revision/as-published", series=series, list=Month(list_), since=Month(since))
