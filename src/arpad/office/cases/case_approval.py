"""Preview, approve and drop cases.

A preview enters everything, makes the lists again and rolls back; it records only that it was seen. Approval does the
same in one transaction and keeps it, if the result is what was previewed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial

from sqlalchemy import Connection, select

from arpad.days import Month
from arpad.finding import Remedy, UserError
from arpad.office.book.merged_rolls import ListMemory
from arpad.office.cases.case_changes import enter_case_changes
from arpad.office.cases.case_records import Case, CaseState, case_with_code, insert_case_step
from arpad.office.cases.list_differences import ListDifferences, differences_of_list
from arpad.office.cases.notices import (
    ListMoves,
    Notice,
    RevisedState,
    SeriesMoves,
    moves_between_layers,
    moves_by_player,
    moves_for_hash,
    moves_known_at,
    notice_of_case,
    with_articles_of_list,
)
from arpad.office.cases.remade_lists import (
    computed_series,
    first_list_with_law,
    remake_lists,
    revision_of_case,
    revision_of_series,
)
from arpad.office.desk import Desk, ProgressReporter, WriteTransaction, no_progress
from arpad.office.publishing.list_storage import COMPUTED as MADE_HERE
from arpad.office.publishing.revised_rows import RevisedListRows, store_revision_layer
from arpad.office.publishing.series_rules import CARRY, rules_of_series
from arpad.office.rolls import published_lists
from arpad.office.store import schema
from arpad.office.store.effects import taken_back

SEEN_HASH = "seen"  # in a step: the hash of what was previewed


def preview_case(desk: Desk, code: str, watch: ProgressReporter = no_progress) -> Notice:
    """Return the notice of what a case would move. The case is entered and the lists are made again, then all is rolled
    back. Only the step "previewed", with a hash of the moves, is stored. An approved or dropped case is refused."""
    with replace(desk, dry=True).writing("preview revision", code) as writing:
        case = case_with_code(writing.connection, code)
        case.must_be_open()
        moved = _enter_case_and_remake(writing, case, watch, keep=False)
    with desk.writing("preview revision", case.code) as writing:
        insert_case_step(writing, case, CaseState.PREVIEWED, {SEEN_HASH: _hash_of_moves(moved)})
        case = case_with_code(writing.connection, case.code)
    return notice_of_case(case, moved)


def approve_case(desk: Desk, code: str, why: str = "", watch: ProgressReporter = no_progress) -> Notice:
    """Approve a case: enter it and store the revised rows of every list concerned; published lists stay. Refused if it
    is approved, dropped or not previewed, or if players would move otherwise than in the last preview."""
    with desk.writing("approve revision", code, why) as writing:
        case = case_with_code(writing.connection, code)
        case.must_be_open()
        if not case.steps:
            raise UserError("revision/unseen", Remedy.to("preview-revision", code=case.code), code=case.code)
        moved = _enter_case_and_remake(writing, case, watch, keep=True)
        if _hash_of_moves(moved) != case.steps[-1].detail.get(SEEN_HASH):
            raise UserError("revision/changed", Remedy.to("preview-revision", code=case.code), code=case.code)
        case = case_with_code(writing.connection, code)
    return notice_of_case(case, moved)


def drop_case(desk: Desk, code: str, why: str) -> Case:
    """Drop a case: nothing is revised; the case and its file stay. Refused without a reason, or if it was approved or
    dropped."""
    if not why.strip():
        raise UserError("reason-missing/revision", Remedy.to("give-reason"))
    with desk.writing("drop revision", code, why) as writing:
        case = case_with_code(writing.connection, code)
        case.must_be_open()
        insert_case_step(writing, case, CaseState.DROPPED)
        return case_with_code(writing.connection, case.code)


def refuse_case_that_cannot_be_entered(writing: WriteTransaction, case: Case) -> None:
    """Enter a case on trial and roll it back; raise the error that prevents it, if any. Nothing is stored."""
    with taken_back(writing.connection):
        enter_case_changes(writing, ListMemory(), case)


def _enter_case_and_remake(
    writing: WriteTransaction, case: Case, watch: ProgressReporter, keep: bool
) -> tuple[SeriesMoves, ...]:
    """Enter a case, store its step "approved" and make the lists again; return who moves, by series. `keep`: also store
    the revised rows. Without it the caller must roll the transaction back."""
    connection = writing.connection
    writing.why = writing.why.strip() or case.why  # whatever is entered has the reason of the case
    seen = {series: moves_known_at(connection, series, writing.seq) for series in computed_series(connection)}
    records = ListMemory()
    with records.beside(connection):
        enter_case_changes(writing, records, case)
    insert_case_step(writing, case, CaseState.APPROVED)
    moved = []
    for series, before in seen.items():
        lists, after = [], {}
        with ListMemory().beside(connection):  # the registry is read once for all lists
            for difference in _remade_differences(connection, series, watch):
                if keep:
                    lists.append(difference.revised(connection))
                tables = {(name, chunk): packed for name, chunk, packed in difference.tables()}
                after[difference.list_] = RevisedState(moves_by_player(difference.moves), partial(dict, tables))
        lists += lists_without_differences(before.keys() - after.keys())
        store_revision_layer(connection, series, writing.seq, lists)
        if before or after:
            put_right = revision_of_case(connection, series, case, writing.seq)
            moves = moves_between_layers(connection, put_right, before, after)
            moved.append(_moves_with_series_rules(connection, series, moves))
    return tuple(moved)


def lists_without_differences(lists: Collection[int]) -> list[RevisedListRows]:
    """Return for each of these lists revised rows without content: it no longer differs from what was published."""
    return [RevisedListRows(list_, (), ()) for list_ in sorted(lists)]


def _remade_differences(connection: Connection, series: str, watch: ProgressReporter) -> Iterator[ListDifferences]:
    """Yield each list of a series that is made again, with its differences from the published one, oldest first; none
    if no approved case concerns the series. `watch` shows the progress."""
    rewriting = revision_of_series(connection, series)
    if rewriting is None:
        return
    many = sum(list_ >= rewriting.first for list_ in published_lists(connection, series))
    with watch(series, many) as advance:
        for again in remake_lists(connection, rewriting):
            yield differences_of_list(connection, rewriting, again)
            advance(1)


def _moves_with_series_rules(connection: Connection, series: str, moves: tuple[ListMoves, ...]) -> SeriesMoves:
    """Build the moves of a series: per list with articles, whether the next list takes the differences over
    (`carried`), and the computed lists that store no law and cannot be made again (`as_published`)."""
    rating_list = schema.rating_list
    since = first_list_with_law(connection, series)
    rows = select(rating_list.c.list).filter_by(series=series, kind=MADE_HERE).order_by(rating_list.c.list)
    rows = rows.where(rating_list.c.list < since)
    before = tuple(Month(list_) for list_ in connection.execute(rows).scalars())
    return SeriesMoves(
        series,
        tuple(with_articles_of_list(connection, series, moves)),
        rules_of_series(connection, series).difference == CARRY,
        before,
    )


def _hash_of_moves(moved: Sequence[SeriesMoves]) -> str:
    """Return the SHA-256 of who moves on which list (ratings and games, not names, states or causes). An approval
    compares it with the one of the preview."""
    rows = [[each.series, moves_for_hash(each.lists)] for each in moved]
    return hashlib.sha256(json.dumps(rows).encode()).hexdigest()


def notice_of_approved_case(connection: Connection, code: str) -> Notice:
    """Return the notice of an approved case, as it was when it was approved, from stored rows. Any other case is
    refused."""
    case = case_with_code(connection, code)
    step = case.approved
    if step is None:
        raise UserError("revision/not-approved", Remedy.to("approve-revision", code=case.code), code=case.code)
    moved = []
    for series in computed_series(connection):
        before = moves_known_at(connection, series, step.log - 1)
        after = moves_known_at(connection, series, step.log)
        if {list_: each.moves for list_, each in after.items()} != {
            list_: each.moves for list_, each in before.items()
        }:
            put_right = revision_of_case(connection, series, case, step.log)
            moves = moves_between_layers(connection, put_right, before, after)
            moved.append(_moves_with_series_rules(connection, series, moves))
    return notice_of_case(case, moved)
