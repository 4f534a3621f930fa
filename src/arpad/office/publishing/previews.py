"""Store previews of a list, and report what changed between a preview and the published list.

A preview is stored with the rows that differ from the replaced list and with what it was made from. The comparison
uses the last preview made from other inputs. Causes of a move are events, corrections, facts, merges, cases, lists of
other series and the law.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from sqlalchemy import Connection, insert, select

from arpad.columns import I16, I32, U8, Roll, Table
from arpad.days import Day, Month
from arpad.explain.list_preview import SinceCause, SinceKind, SinceMove, SincePreview
from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.law.law_set import current_law
from arpad.lists.sealed import RollRows
from arpad.office.book.admitted_content import unpack_content
from arpad.office.book.event_lookup import part_name
from arpad.office.publishing.list_draft import ListDraft
from arpad.office.publishing.list_inputs import ListInputs
from arpad.office.publishing.list_storage import ListRow, require_list
from arpad.office.registry.player_facts import facts_of_players
from arpad.office.registry.player_numbers import office_number
from arpad.office.rolls import published_lists, read_rows_of_players
from arpad.office.store import schema
from arpad.office.store.schema import log, preview, preview_part
from arpad.packed import pack, unpack

COMPARED_COLUMNS = ("rating", "state")


@dataclass(frozen=True, eq=False)
class PreviewRows(Table):
    """The rows of a previewed list whose rating or state differs from the list before."""

    player: I32
    rating: I16
    state: U8


def store_preview(connection: Connection, seq: int, draft: ListDraft) -> None:
    """Store what a preview was made from and its rows that differ; `seq` is the preview's key."""
    inputs = json.dumps(_inputs_for_json(draft.inputs), ensure_ascii=False, separators=(",", ":"))
    row = {"preview": seq, "provisional": int(draft.inputs.provisional), "inputs": inputs}
    connection.execute(insert(preview_part).values(**row, packed=pack(rows_that_differ(draft.stored, draft.roll))))


def rows_that_differ(replaced: Roll, roll: Roll) -> PreviewRows:
    """Return the rows of `roll` whose rating or state differs from the replaced roll; a new player differs if either
    is not 0."""
    other, size = np.zeros(len(roll), bool), len(replaced)
    for name in COMPARED_COLUMNS:
        column = getattr(roll, name)
        other[:size] |= column[:size] != getattr(replaced, name)
        other[size:] |= column[size:] != 0
    keys = np.flatnonzero(other).astype(np.int32)
    return PreviewRows(keys, roll.rating[keys], roll.state[keys])


def _inputs_for_json(inputs: ListInputs) -> dict[str, Any]:
    """Return the inputs of a preview as they are stored in JSON: `events` (event, part, code, admission, content
    hash), `corrections` (player, rating), `beside` (series, list, seal), `law` (edition, hash)."""
    events = [(each.event, each.part, each.code, each.decision, each.content_sha256) for each in inputs.events]
    return {
        "events": events,
        "corrections": [(each.player, each.rating) for each in inputs.corrections],
        "beside": inputs.beside,
        "law": [inputs.book.id, current_law().sha256(inputs.book.id)],
    }


class StoredPreview(NamedTuple):
    """A stored preview of a list, with its log entry. `inputs` are as in `_inputs_for_json`, `packed` holds
    PreviewRows."""

    series: str
    list: int
    inputs_sha256: str
    log: int
    day: int
    who: str
    provisional: int
    inputs: Mapping[str, Any]
    packed: bytes


def stored_previews(connection: Connection, series: str, list_: int) -> list[StoredPreview]:
    """Return the stored previews of a list, provisional ones too, oldest first."""
    rows = select(preview.c.series, preview.c.list, preview.c.inputs_sha256, preview.c.log, log.c.day, log.c.who)
    rows = rows.add_columns(preview_part.c.provisional, preview_part.c.inputs, preview_part.c.packed)
    rows = rows.join(preview_part, preview_part.c.preview == preview.c.seq).join(log, log.c.seq == preview.c.log)
    rows = rows.where(preview.c.series == series, preview.c.list == int(list_)).order_by(preview.c.seq)
    return [StoredPreview(**{**row._mapping, "inputs": json.loads(row.inputs)}) for row in connection.execute(rows)]


PLAYERS_SHOWN = 20  # players who are named
APPROVED_STEP = "approved"  # the step that closes a case and revises lists


@dataclass(frozen=True, eq=False)
class _CauseWithPlayers:
    """A cause of changes, and the keys of the players it is about; no players: it may concern anybody."""

    cause: SinceCause
    players: frozenset[int]


def changes_since_preview(connection: Connection, series: str, list_: Month) -> SincePreview:
    """Return what changed between the last preview made from other inputs and the published list. If there is none,
    with the last preview of the list itself. Refuses a list without a stored preview of its inputs. At most
    PLAYERS_SHOWN players are named."""
    head = require_list(connection, series, list_)
    previews = stored_previews(connection, series, list_)
    shown = [each for each in previews if each.inputs_sha256 == head.inputs_sha256]
    if not shown:
        raise UserError("since/none", Remedy.to("preview-provisional", series=series), series=series, list=list_)
    before = ([each for each in previews if each.inputs_sha256 != head.inputs_sha256] or shown)[-1]
    causes = list(_all_causes(connection, before, shown[-1], head.log))
    keys, was, became = _players_moved(connection, before, head)
    order = np.argsort(-np.abs(became.astype(np.int32) - was), kind="stable")[:PLAYERS_SHOWN]
    people = facts_of_players(connection, keys[order].tolist())
    moved = []
    for at in order.tolist():
        key = int(keys[at])
        by = tuple(dict.fromkeys(each.cause.subject for each in causes if key in each.players))
        moved.append(SinceMove(office_number(key), people[key].name, int(was[at]), int(became[at]), by))
    seen = Day(before.day).date, before.who, bool(before.provisional)
    return SincePreview(series, list_, *seen, tuple(each.cause for each in causes), len(keys), tuple(moved))


# --- players whose rows differ ------------------------------------------------------------------------------------


def _players_moved(connection: Connection, before: StoredPreview, head: ListRow) -> tuple[I32, I16, I16]:
    """Return the players whose rating or state on the list differs from the preview: keys, ratings in the preview,
    ratings on the list; 0 is unrated."""
    shown = unpack(PreviewRows, before.packed)
    replaced = max(each for each in published_lists(connection, head.series) if each < head.list)
    changed = schema.roll_part
    rows = select(changed.c.packed).where(changed.c.series == head.series, changed.c.list == head.list)
    listed = [unpack(RollRows, packed).player for packed in connection.execute(rows).scalars()]
    keys = np.unique(np.concatenate([shown.player, *listed])).astype(np.int32)
    previous, final = (read_rows_of_players(connection, head.series, each, keys) for each in (replaced, head.list))
    rating, state = _ratings_in_preview(previous.rating, previous.state, keys, shown)
    other = (rating != final.rating) | (state != final.state)
    return keys[other], rating[other], final.rating[other]


def _ratings_in_preview(rating: I16, state: U8, keys: I32, shown: PreviewRows) -> tuple[I16, U8]:
    """Return ratings and states of these keys as the preview showed them: its own rows, else those of the replaced
    list, which are given."""
    at = np.searchsorted(keys, shown.player)
    rating, state = rating.copy(), state.copy()
    rating[at], state[at] = shown.rating, shown.state
    return rating, state


# --- causes -------------------------------------------------------------------------------------------------------


def _all_causes(
    connection: Connection, before: StoredPreview, after: StoredPreview, published: int
) -> Iterator[_CauseWithPlayers]:
    """Yield every cause of change between two previews: events, corrections, facts and merges, cases, lists of other
    series, law. Facts, merges and cases are those between the first preview and `published`, the log entry of the
    list."""
    was, became = before.inputs, after.inputs
    yield from _event_causes(connection, was["events"], became["events"], before.log)
    yield from _correction_causes(connection, before, was["corrections"], became["corrections"])
    yield from _fact_and_merge_causes(connection, before.log, published)
    yield from _case_causes(connection, before.log, published)
    for series, list_, _ in (each for each in became["beside"] if each not in was["beside"]):
        yield _CauseWithPlayers(
            _cause_with_log_entry(connection, SinceKind.LIST_BESIDE, f"{series} {Month(list_)}"), frozenset()
        )
    if was["law"] != became["law"]:
        yield _CauseWithPlayers(_cause_with_log_entry(connection, SinceKind.LAW, became["law"][0]), frozenset())


def _event_causes(connection: Connection, was: list[Any], became: list[Any], since: int) -> Iterator[_CauseWithPlayers]:
    """Yield the events that came, went or changed between two stored lists of events. `since` is the log entry of
    the first preview; an event that went gets the last decision after it."""
    old, new = ({(event, part): rest for event, part, *rest in each} for each in (was, became))
    for place in sorted(old.keys() | new.keys()):
        if old.get(place, [])[2:] == new.get(place, [])[2:]:
            continue
        code, decision, _ = new.get(place) or old[place]
        name = part_name(code, place[1])
        if place not in new:
            kind, entry = SinceKind.EVENT_GONE, _log_entry_of_last_decision(connection, *place, since)
        else:
            kind = SinceKind.EVENT_CHANGED if place in old else SinceKind.EVENT_CAME
            entry = _log_entry_of_decision(connection, decision)
        sat = [_players_of_admission(connection, each[place][1]) for each in (old, new) if place in each]
        yield _CauseWithPlayers(_cause_with_log_entry(connection, kind, name, entry), frozenset().union(*sat))


def _players_of_admission(connection: Connection, decision: int) -> frozenset[int]:
    """Return the keys of the players of an event, as admitted by this decision."""
    content = schema.content
    packed = connection.execute(select(content.c.packed).where(content.c.decision == decision)).scalar_one()
    return frozenset(unpack_content(packed).sitting.player.tolist())


def _log_entry_of_decision(connection: Connection, decision: int) -> int:
    """Return the log entry of a decision."""
    table = schema.decision
    return int(connection.execute(select(table.c.log).where(table.c.seq == decision)).scalar_one())


def _log_entry_of_last_decision(connection: Connection, event: int, part: int, since: int) -> int:
    """Return the log entry of the last decision about a part, or the whole event, after a log entry; 0 if there is
    none."""
    table = schema.decision
    rows = select(table.c.log).where(table.c.event == event, table.c.part.in_((0, part)), table.c.log > since)
    return int(connection.execute(rows.order_by(table.c.seq.desc()).limit(1)).scalar() or 0)


def _correction_causes(
    connection: Connection, before: StoredPreview, was: Sequence[list[int]], became: Sequence[list[int]]
) -> Iterator[_CauseWithPlayers]:
    """Yield the players whose correction for this list differs between two previews, with the last entry about it."""
    table = schema.correction
    for player in sorted({each[0] for each in (*was, *became)}):
        if [each for each in was if each[0] == player] == [each for each in became if each[0] == player]:
            continue
        rows = select(table.c.log).filter_by(series=before.series, list=before.list, player=player)
        entry = connection.execute(rows.order_by(table.c.seq.desc()).limit(1)).scalar_one()
        yield _CauseWithPlayers(
            _cause_with_log_entry(connection, SinceKind.CORRECTION, str(office_number(player)), entry),
            frozenset({player}),
        )


def _fact_and_merge_causes(connection: Connection, since: int, until: int) -> Iterator[_CauseWithPlayers]:
    """Yield the changes of facts and the merges between two log entries (both excluded), with the players."""
    change, merge = schema.player_change, schema.merge
    rows = select(change.c.log, change.c.field, change.c.player).where(change.c.log > since, change.c.log < until)
    by_entry: dict[int, tuple[set[str], set[int]]] = {}
    for entry, field, player in connection.execute(rows):
        fields, players = by_entry.setdefault(entry, (set(), set()))
        fields.add(field)
        players.add(player)
    for entry, (fields, players) in sorted(by_entry.items()):
        subject = ", ".join(sorted(fields))
        yield _CauseWithPlayers(_cause_with_log_entry(connection, SinceKind.FACTS, subject, entry), frozenset(players))
    merged = select(merge.c.log, merge.c.kept, merge.c.gone).where(merge.c.log > since, merge.c.log < until)
    for entry, kept, gone in connection.execute(merged.order_by(merge.c.seq)):
        subject = f"{office_number(kept)}, {office_number(gone)}"
        yield _CauseWithPlayers(
            _cause_with_log_entry(connection, SinceKind.MERGE, subject, entry), frozenset({kept, gone})
        )


def _case_causes(connection: Connection, since: int, until: int) -> Iterator[_CauseWithPlayers]:
    """Yield the cases that were approved between two log entries (both excluded), without players."""
    case, step = schema.revision, schema.revision_step
    rows = select(step.c.log, case.c.code).join(case, case.c.seq == step.c.revision)
    rows = rows.where(step.c.kind == APPROVED_STEP, step.c.log > since, step.c.log < until)
    for entry, code in connection.execute(rows.order_by(step.c.seq)):
        yield _CauseWithPlayers(_cause_with_log_entry(connection, SinceKind.CASE, code, entry), frozenset())


def _cause_with_log_entry(connection: Connection, kind: SinceKind, subject: str, entry: int = 0) -> SinceCause:
    """Describe a cause with day, officer and reason of its log entry; with entry 0 these are None. `kind` is the
    sort of cause, `subject` what it is about."""
    log = schema.log
    row = connection.execute(select(log.c.day, log.c.who, log.c.why).where(log.c.seq == entry)).one_or_none()
    if row is None:
        return SinceCause(kind, subject, None, None, None)
    return SinceCause(kind, subject, Day(row.day).date, row.who, row.why or None)
