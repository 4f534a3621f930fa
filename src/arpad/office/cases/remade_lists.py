"""Make published lists again with all approved cases, from the first list concerned to the newest.

Each list is made with its own law and what was known then, on the corrected lists before it. The result depends only
on what is published and on the set of approved cases, not on their order. Games keep the published ratings at the
board unless the office decided otherwise for the series. Nothing is written.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import field, replace
from functools import partial

import numpy as np
import numpy.typing as npt
from sqlalchemy import Connection, func, select

from arpad.columns import I32, Pool, Roll, State
from arpad.days import Month
from arpad.finding import UserError
from arpad.frozen import dataclass
from arpad.lists.sealed import PlayerLines
from arpad.office.book.event_status import DecisionKind
from arpad.office.cases.case_records import Case, CaseKind, approved_cases
from arpad.office.publishing.list_draft import ListDraft, make_draft
from arpad.office.publishing.list_inputs import ListInputs, PersonRevisions, gather_inputs_again
from arpad.office.publishing.list_storage import COMPUTED as MADE_HERE
from arpad.office.publishing.publish import packed_ledgers_by_event
from arpad.office.publishing.revised_inputs import LedgersByAdmission, RevisedInputs, keys_used_at_the_board
from arpad.office.publishing.revised_rows import revision_layers
from arpad.office.publishing.series_rules import REVISED, rules_of_series
from arpad.office.registry.player_facts import count_players, read_roster
from arpad.office.registry.player_merges import merges_in_force
from arpad.office.rolls import COMPUTED, newest_published_list, player_history, published_lists, read_roll
from arpad.office.store import schema
from arpad.packed import CHUNK, unpack
from arpad.rating.change import listed
from arpad.rating.coefficient import decide

UNRATED = State.NONE.value


@dataclass(frozen=True)
class SeriesRevision:
    """Everything that all approved cases together change in a series."""

    series: str
    first: int  # the first list that is made again; 0: none
    events: frozenset[int] = frozenset()  # keys of the events that were put right, annulled or added
    people: PersonRevisions = PersonRevisions()
    opening: Mapping[int, Mapping[str, int]] = field(default_factory=dict)  # rows of the opening list, by player
    at_board: bool = False  # games are worth what the ratings put right make them


@dataclass(frozen=True, eq=False)
class RemadeList:
    """A list as it should have been, made again in memory."""

    list_: int
    draft: ListDraft | None  # None: the opening list, of which only rows were put right
    base: Roll | None  # what it builds on
    roll: Roll
    sat_with: Roll | None  # the list before, as it was published


def remake_lists(connection: Connection, rewriting: SeriesRevision) -> Iterator[RemadeList]:
    """Yield the lists of a series as they should have been, oldest first, from the first one concerned to the newest.
    The opening list comes first if its rows are revised or were. Writes nothing."""
    series = rewriting.series
    lists = published_lists(connection, series)
    before = [each for each in lists if each < rewriting.first][-1]
    to_remake = [each for each in lists if each >= rewriting.first]
    rolls: dict[int, Roll] = {}
    base = _revised_base_roll(connection, rewriting, before, to_remake[0])
    if base is not None:
        rolls[before] = base
    if before == opening_list(connection, series) and (
        base is not None or before in revision_layers(connection, series)
    ):
        opening = (
            read_roll(connection, series, before, np.zeros(count_players(connection), np.int64))
            if base is None
            else base
        )
        yield RemadeList(before, None, None, opening, None)
    ledgers: dict[tuple[int, int], bytes] = {}
    pool: Pool | None = None
    for list_ in to_remake:
        inputs = _drop_void_corrections(
            gather_inputs_again(connection, series, list_, rewriting.people), rolls.get(before)
        )
        footing = RevisedInputs(
            rolls.get,
            pool,
            rewriting.first,
            partial(_ledgers_of_admissions, ledgers),
            partial(_keys_at_the_board, connection, inputs),
            rewriting.people.mistaken,
            rewriting.at_board,
        )
        draft = make_draft(connection, replace(inputs, footing=footing))
        yield RemadeList(list_, draft, rolls.get(before), draft.roll, draft.stored)
        if inputs.wholes:
            ledgers.update({(list_, decision): packed for decision, packed in packed_ledgers_by_event(draft)})
        rolls[list_], pool, before = draft.roll, draft.period.pool, list_


def _keys_at_the_board(connection: Connection, inputs: ListInputs, list_: int) -> I32:
    """Return for each player key the key under which the player was reported in events of a list, before merges."""
    return keys_used_at_the_board(connection, inputs.series, list_, inputs.known_at, len(inputs.alias))


def _ledgers_of_admissions(ledgers: LedgersByAdmission, decisions: Collection[int]) -> LedgersByAdmission:
    """Return those packed results of games whose admission is one of these, by (list, admission)."""
    return {place: packed for place, packed in ledgers.items() if place[1] in decisions}


def _revised_base_roll(connection: Connection, rewriting: SeriesRevision, list_: int, first: int) -> Roll | None:
    """Return the roll of `list_`, the last list that is not made again, with revised opening rows and merges; None if
    there are none. Who is merged with a rated player gets the K-factor of the rulebook of `first`."""
    if not (rewriting.opening or rewriting.people.merged):
        return None
    roll = read_roll(connection, rewriting.series, list_, np.zeros(count_players(connection), np.int64))
    columns = {name: column.copy() for name, column in roll.columns()}
    for key, row in rewriting.opening.items():
        for name, value in row.items():
            columns[name][key] = value
    both = [kept for kept, gone in rewriting.people.merged if columns["state"][gone] != UNRATED]
    for kept, gone in rewriting.people.merged:
        combine_rows_of_merged(columns, kept, gone)
    if both:
        book = gather_inputs_again(connection, rewriting.series, first).book
        games, highest, rating = (columns[name][both] for name in ("games", "highest", "rating"))
        k = decide(book, list_, games, read_roster(connection).born[both], highest, rating)
        columns["k"][both], columns["k_reason"][both] = k
    return Roll(**columns)


def _drop_void_corrections(inputs: ListInputs, base: Roll | None) -> ListInputs:
    """Drop corrections of players who are unrated on the revised list before (`base`); without it drop none."""
    if base is None or not inputs.corrections:
        return inputs
    return replace(inputs, corrections=tuple(each for each in inputs.corrections if base.state[each.player] != UNRATED))


def combine_rows_of_merged(columns: Mapping[str, npt.NDArray[np.integer]], kept: int, gone: int) -> None:
    """Combine the rows of two merged players in place: rating of the kept one if listed, else of the other; the highest
    of both; all games if both are rated. The row of `gone` becomes zero."""
    games, highest, last = (max(columns[name][[kept, gone]].tolist()) for name in ("games", "highest", "last"))
    state = columns["state"]
    if UNRATED not in (state[kept], state[gone]):
        games = sum(columns["games"][[kept, gone]].tolist())
    if not listed(state[[kept]].astype(np.uint8))[0] and state[gone] != UNRATED:
        for column in columns.values():
            column[kept] = column[gone]
    if state[kept] != UNRATED:
        columns["games"][kept], columns["highest"][kept], columns["last"][kept] = games, highest, last
    for column in columns.values():
        column[gone] = 0


UNRATED_STATE = State.NONE.value


def computed_series(connection: Connection) -> tuple[str, ...]:
    """Return the series that this office computes."""
    rows = select(schema.series.c.name).where(schema.series.c.kind == COMPUTED).order_by(schema.series.c.name)
    return tuple(connection.execute(rows).scalars())


def revision_of_series(connection: Connection, series: str) -> SeriesRevision | None:
    """Return everything that approved cases change in a series. None if that is nothing, or if no list stores its law.
    Lists that store no law are never made again."""
    since = first_list_with_law(connection, series)
    if not since:
        return None
    events = dict(_revised_events(connection, series))
    cases = approved_cases(connection)
    people = _person_revisions(connection, cases)
    opening = _revised_opening_rows(series, cases)
    starts = [
        *events.values(),
        *_first_lists_of_persons(connection, series, cases, people),
        *([since] if opening else ()),
    ]
    starts += list(revision_layers(connection, series))[:1]  # what was put right before, and perhaps no longer is
    if not starts:
        return None
    at_board = rules_of_series(connection, series).board == REVISED
    return SeriesRevision(series, max(min(starts), since), frozenset(events), people, opening, at_board)


def revision_of_case(connection: Connection, series: str, case: Case, entry: int) -> SeriesRevision:
    """Return what one case changes in a series; `entry` is the log entry of its approval. `first` is left open."""
    detail, kind = case.detail, case.kind
    anew = frozenset([detail["player"]] if kind is CaseKind.FACT else ())
    pairs = ((detail["kept"], detail["gone"]),) if kind in (CaseKind.MERGE, CaseKind.UNMERGE) else ()
    opening = _revised_opening_rows(series, [case])
    events = frozenset(dict(_revised_events(connection, series, entry)))
    at_board = rules_of_series(connection, series, entry).board == REVISED
    return SeriesRevision(series, 0, events, PersonRevisions(anew, never=pairs), opening, at_board)


def opening_list(connection: Connection, series: str) -> int:
    """Return the list that opened a series: the last one before those that were computed; 0 if it has none."""
    head, newest = schema.rating_list, newest_published_list(connection, series)
    rows = select(func.max(head.c.list)).where(head.c.series == series, head.c.kind != MADE_HERE)
    return connection.execute(rows.where(head.c.list <= newest)).scalar() or 0


def first_list_with_law(connection: Connection, series: str) -> int:
    """Return the first list from which on every computed list stores its law; 0 if the newest does not or there is
    none."""
    rating_list, law = schema.rating_list, schema.list_law
    carried = select(1).where(law.c.series == rating_list.c.series, law.c.list == rating_list.c.list).exists()
    mine = (rating_list.c.series == series) & (rating_list.c.kind == MADE_HERE)
    last = connection.execute(select(func.max(rating_list.c.list)).where(mine, ~carried)).scalar() or 0
    return connection.execute(select(func.min(rating_list.c.list)).where(mine, rating_list.c.list > last)).scalar() or 0


def _revised_events(connection: Connection, series: str, entry: int | None = None) -> Iterator[tuple[int, int]]:
    """Yield each event that was revised, annulled or added, as (its key in list contents, the list that rated it).
    `entry`: only those that this log entry changed."""
    decision, rated, content = schema.decision, schema.rated, schema.content
    kinds = decision.c.kind.in_((DecisionKind.REVISED.value, DecisionKind.ANNULLED.value))
    rows = (
        select(content.c.event_key, rated.c.list)
        .join(rated, rated.c.decision == content.c.decision)
        .join(decision, (decision.c.event == rated.c.event) & (decision.c.part == rated.c.part))
        .where(rated.c.series == series, kinds)
    )
    rows = rows if entry is None else rows.where(decision.c.log == entry)
    for row in connection.execute(rows):
        yield row.event_key, row.list


def _person_revisions(connection: Connection, cases: Iterable[Case]) -> PersonRevisions:
    """Return what approved cases change about persons; of two cases about one pair the later counts. That is: players
    whose facts count as known now (not the facts), merges in force that always held, and merges that never held."""
    anew: set[int] = set()
    pairs: dict[tuple[int, int], bool] = {}
    for case in cases:
        if case.kind is CaseKind.FACT:
            anew.add(case.detail["player"])
        elif case.kind in (CaseKind.MERGE, CaseKind.UNMERGE):
            pair = case.detail["kept"], case.detail["gone"]
            pairs.pop(pair, None)
            pairs[pair] = case.kind is CaseKind.MERGE
    held = {(kept, gone) for _, kept, gone in merges_in_force(connection)}
    merged = tuple(pair for pair, merged_now in pairs.items() if merged_now and pair in held)
    never = [pair for pair, merged_now in pairs.items() if not merged_now]
    table = schema.merge
    rows = select(table.c.seq, table.c.kept, table.c.gone).where(table.c.undoes.is_(None))
    parted = frozenset(row.seq for row in connection.execute(rows) if (row.kept, row.gone) in never)
    return PersonRevisions(frozenset(anew), merged, parted, tuple(never))


def _first_lists_of_persons(
    connection: Connection, series: str, cases: Iterable[Case], people: PersonRevisions
) -> Iterator[int]:
    """Yield for each person of a case about a fact, merge or unmerge the first list that it affects; none without a
    list."""
    for case in cases:
        if case.kind is CaseKind.FACT:
            yield from first_list_with_player(connection, series, case.detail["player"])
    for _, gone in people.merged:
        yield from first_list_with_player(connection, series, gone)
    table, rating_list = schema.merge, schema.rating_list
    for seq in people.parted:
        entry = select(table.c.log).where(table.c.seq == seq).scalar_subquery()
        lists = select(func.min(rating_list.c.list)).where(rating_list.c.series == series, rating_list.c.log > entry)
        first = connection.execute(lists).scalar()
        if first:
            yield first


def first_list_with_player(connection: Connection, series: str, key: int) -> Iterator[int]:
    """Yield the first list after the opening list that concerns a player; nothing if no list has a row or event of
    them. Who is on the opening list yields the list after it."""
    part = schema.period_part
    lines = select(part.c.list, part.c.packed).where(
        part.c.series == series, part.c.chunk == key // CHUNK, part.c.name == "lines"
    )
    seen = [row.list for row in connection.execute(lines) if key in unpack(PlayerLines, row.packed).player]
    rows = [list_ for list_, row in player_history(connection, series, key) if row["state"] != UNRATED_STATE]
    opened = opening_list(connection, series)
    if seen or rows:
        computed = [each for each in published_lists(connection, series) if each > opened]
        yield max(min([*seen, *rows]), computed[0] if computed else 0)


def _revised_opening_rows(series: str, cases: Iterable[Case]) -> dict[int, dict[str, int]]:
    """Return the corrected values (column: value) of the opening list of a series, by player key."""
    rows = (case for case in cases if case.kind is CaseKind.OPENING and case.detail["series"] == series)
    return {case.detail["player"]: dict(case.detail["row"]) for case in rows}


def refuse_list_without_law(connection: Connection, series: str, list_: int) -> None:
    """Refuse to revise a list that stores no law, or before one that stores none."""
    since = first_list_with_law(connection, series)
    if not since or list_ < since:
        raise UserError("revision/as-published", series=series, list=Month(list_), since=Month(since))
