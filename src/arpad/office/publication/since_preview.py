"""Tell what has changed between the last preview of a list and the list that was published, and through what.

A list is published as it was previewed last, so the preview that is asked about is the last one that was made from
something else: most often a provisional one. Both were kept with what they were made from, and the log says who did
what in between. A player's own causes are the events he played in, his corrections, facts and merges.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from sqlalchemy import Connection, select

from arpad.columns import I16, I32, U8
from arpad.days import Day, Month
from arpad.explain.since import SinceCause, SinceKind, SinceMove, SincePreview
from arpad.finding import Misuse, Remedy
from arpad.frozen import dataclass
from arpad.lists.sealed import RollRows
from arpad.office.book.content import unpacked
from arpad.office.book.lookup import part_name
from arpad.office.publication.kept_preview import PreviewRows, kept_previews
from arpad.office.registry.identity import own_id
from arpad.office.registry.players import facts
from arpad.office.rolls import lists_of, missing, rows_at
from arpad.office.store import schema
from arpad.packed import unpack

SHOWN = 20  # players who are named
APPROVED = "approved"  # how a case is closed by which a list is put right


@dataclass(frozen=True, eq=False)
class _Cause:
    """A cause of changes, and the players it is about."""

    cause: SinceCause
    players: frozenset[int]


def since_preview(connection: Connection, series: str, list_: Month) -> SincePreview:
    """Return what changed between the last preview made from other inputs and the published list."""
    rating_list = schema.rating_list
    head = connection.execute(
        select(rating_list).where(rating_list.c.series == series, rating_list.c.list == list_)
    ).one_or_none()
    if head is None:
        raise missing(series, list_, lists_of(connection, series))
    previews = kept_previews(connection, series, list_)
    shown = [each for each in previews if each.inputs_sha256 == head.inputs_sha256]
    if not shown:
        raise Misuse("since/none", Remedy.to("preview-provisional", series=series), series=series, list=list_)
    before = ([each for each in previews if each.inputs_sha256 != head.inputs_sha256] or shown)[-1]
    causes = list(_causes(connection, before, shown[-1], head.log))
    keys, was, became = _moved(connection, before, head)
    order = np.argsort(-np.abs(became.astype(np.int32) - was), kind="stable")[:SHOWN]
    people = facts(connection, keys[order].tolist())
    moved = []
    for at in order.tolist():
        key = int(keys[at])
        by = tuple(dict.fromkeys(each.cause.subject for each in causes if key in each.players))
        moved.append(SinceMove(own_id(key), people[key].name, int(was[at]), int(became[at]), by))
    seen = Day(before.day).date, before.who, bool(before.provisional)
    return SincePreview(series, list_, *seen, tuple(each.cause for each in causes), len(keys), tuple(moved))


# --- whose number -------------------------------------------------------------------------------------------------


def _moved(connection: Connection, before: Any, head: Any) -> tuple[I32, I16, I16]:
    """The players whose rating or state differs from the preview, with both ratings; 0 is unrated."""
    shown = unpack(PreviewRows, before.packed)
    replaced = max(each for each in lists_of(connection, head.series) if each < head.list)
    changed = schema.roll_part
    rows = select(changed.c.packed).where(changed.c.series == head.series, changed.c.list == head.list)
    listed = [unpack(RollRows, packed).player for packed in connection.execute(rows).scalars()]
    keys = np.unique(np.concatenate([shown.player, *listed])).astype(np.int32)
    previous, final = (rows_at(connection, head.series, each, keys) for each in (replaced, head.list))
    rating, state = _with(previous.rating, previous.state, keys, shown)
    other = (rating != final.rating) | (state != final.state)
    return keys[other], rating[other], final.rating[other]


def _with(rating: I16, state: U8, keys: I32, shown: PreviewRows) -> tuple[I16, U8]:
    """Ratings and states as the preview showed them: its own rows, else those of the list before."""
    at = np.searchsorted(keys, shown.player)
    rating, state = rating.copy(), state.copy()
    rating[at], state[at] = shown.rating, shown.state
    return rating, state


# --- through what -------------------------------------------------------------------------------------------------


def _causes(connection: Connection, before: Any, after: Any, published: int) -> Iterator[_Cause]:
    """Yield everything that changed in the inputs between two previews."""
    was, became = json.loads(before.inputs), json.loads(after.inputs)
    yield from _events(connection, was["events"], became["events"], before.log)
    yield from _corrections(connection, before, was["corrections"], became["corrections"])
    yield from _people(connection, before.log, published)
    yield from _cases(connection, before.log, published)
    for series, list_, _ in (each for each in became["beside"] if each not in was["beside"]):
        yield _Cause(_cause(connection, SinceKind.LIST_BESIDE, f"{series} {Month(list_)}"), frozenset())
    if was["law"] != became["law"]:
        yield _Cause(_cause(connection, SinceKind.LAW, became["law"][0]), frozenset())


def _events(connection: Connection, was: list[Any], became: list[Any], since: int) -> Iterator[_Cause]:
    """Yield the events that came, went or changed."""
    old, new = ({(event, part): rest for event, part, *rest in each} for each in (was, became))
    for place in sorted(old.keys() | new.keys()):
        if old.get(place, [])[2:] == new.get(place, [])[2:]:
            continue
        code, decision, _ = new.get(place) or old[place]
        name = part_name(code, place[1])
        if place not in new:
            kind, entry = SinceKind.EVENT_GONE, _last_decision(connection, *place, since)
        else:
            kind = SinceKind.EVENT_CHANGED if place in old else SinceKind.EVENT_CAME
            entry = _log_of(connection, decision)
        sat = [_sitting(connection, each[place][1]) for each in (old, new) if place in each]
        yield _Cause(_cause(connection, kind, name, entry), frozenset().union(*sat))


def _sitting(connection: Connection, decision: int) -> frozenset[int]:
    """The players of an event, by its admission."""
    content = schema.content
    packed = connection.execute(select(content.c.packed).where(content.c.decision == decision)).scalar_one()
    return frozenset(unpacked(packed).sitting.player.tolist())


def _log_of(connection: Connection, decision: int) -> int:
    """The log entry of a decision."""
    table = schema.decision
    return int(connection.execute(select(table.c.log).where(table.c.seq == decision)).scalar_one())


def _last_decision(connection: Connection, event: int, part: int, since: int) -> int:
    """The log entry of the last decision about an event or part since a log entry; 0 if there is none."""
    table = schema.decision
    rows = select(table.c.log).where(table.c.event == event, table.c.part.in_((0, part)), table.c.log > since)
    return int(connection.execute(rows.order_by(table.c.seq.desc()).limit(1)).scalar() or 0)


def _corrections(connection: Connection, before: Any, was: Sequence[Any], became: Sequence[Any]) -> Iterator[_Cause]:
    """Yield the corrections that differ."""
    table = schema.correction
    for player in sorted({each[0] for each in (*was, *became)}):
        if [each for each in was if each[0] == player] == [each for each in became if each[0] == player]:
            continue
        rows = select(table.c.log).where(
            table.c.series == before.series, table.c.list == before.list, table.c.player == player
        )
        entry = connection.execute(rows.order_by(table.c.seq.desc()).limit(1)).scalar_one()
        yield _Cause(_cause(connection, SinceKind.CORRECTION, str(own_id(player)), entry), frozenset({player}))


def _people(connection: Connection, since: int, until: int) -> Iterator[_Cause]:
    """Yield the changes of facts and the merges between two log entries."""
    change, merge = schema.player_change, schema.merge
    rows = select(change.c.log, change.c.field, change.c.player).where(change.c.log > since, change.c.log < until)
    by_entry: dict[int, tuple[set[str], set[int]]] = {}
    for entry, field, player in connection.execute(rows):
        fields, players = by_entry.setdefault(entry, (set(), set()))
        fields.add(field)
        players.add(player)
    for entry, (fields, players) in sorted(by_entry.items()):
        subject = ", ".join(sorted(fields))
        yield _Cause(_cause(connection, SinceKind.FACTS, subject, entry), frozenset(players))
    merged = select(merge.c.log, merge.c.kept, merge.c.gone).where(merge.c.log > since, merge.c.log < until)
    for entry, kept, gone in connection.execute(merged.order_by(merge.c.seq)):
        subject = f"{own_id(kept)}, {own_id(gone)}"
        yield _Cause(_cause(connection, SinceKind.MERGE, subject, entry), frozenset({kept, gone}))


def _cases(connection: Connection, since: int, until: int) -> Iterator[_Cause]:
    """Yield the cases that were approved between two log entries."""
    case, step = schema.revision, schema.revision_step
    rows = select(step.c.log, case.c.code).join(case, case.c.seq == step.c.revision)
    rows = rows.where(step.c.kind == APPROVED, step.c.log > since, step.c.log < until)
    for entry, code in connection.execute(rows.order_by(step.c.seq)):
        yield _Cause(_cause(connection, SinceKind.CASE, code, entry), frozenset())


def _cause(connection: Connection, kind: SinceKind, subject: str, entry: int = 0) -> SinceCause:
    """Describe a cause with day, officer and reason of its log entry."""
    log = schema.log
    row = connection.execute(select(log.c.day, log.c.who, log.c.why).where(log.c.seq == entry)).one_or_none()
    if row is None:
        return SinceCause(kind, subject, None, None, None)
    return SinceCause(kind, subject, Day(row.day).date, row.who, row.why or None)
