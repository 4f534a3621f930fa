"""Preview, approve and drop cases.

A preview does everything and keeps nothing but that it was seen; what is approved is what was previewed, and is written
in one transaction: all of it or nothing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from sqlalchemy import Connection, select

from arpad.days import Month
from arpad.finding import Misuse, Remedy
from arpad.office.book.records import Records
from arpad.office.desk import Desk, Watch, Writing, quiet
from arpad.office.publication.revised import RevisedList, store_layer
from arpad.office.publication.series_rules import CARRY, rules_of
from arpad.office.publication.storing import COMPUTED as MADE_HERE
from arpad.office.revising.cases import Case, CaseState, case_named, enter_step
from arpad.office.revising.chain import make_again
from arpad.office.revising.differences import Differences, differences
from arpad.office.revising.enacting import enact
from arpad.office.revising.notice import (
    ListMoves,
    Notice,
    SeriesMoves,
    cited,
    digest_rows,
    layer_rows,
    moves_between,
    notice_of,
    rows_of,
)
from arpad.office.revising.rewriting import lawful_since, rewriting_of, series_computed
from arpad.office.rolls import lists_of
from arpad.office.store import schema
from arpad.office.store.sent import taken_back

SEEN = "seen"  # in a step: the hash of what was previewed


def preview(desk: Desk, code: str, watch: Watch = quiet) -> Notice:
    """Return what a case would move, and record that somebody saw it. Nothing else stays."""
    with replace(desk, dry=True).writing("preview revision", code) as writing:
        case = case_named(writing.connection, code)
        case.must_be_open()
        moved = _approved(writing, case, watch, keep=False)
    with desk.writing("preview revision", case.code) as writing:
        enter_step(writing, case, CaseState.PREVIEWED, {SEEN: _digest(moved)})
        case = case_named(writing.connection, case.code)
    return notice_of(case, moved)


def approve(desk: Desk, code: str, why: str = "", watch: Watch = quiet) -> Notice:
    """Approve a case as it was previewed: store the revised rows of every list concerned."""
    with desk.writing("approve revision", code, why) as writing:
        case = case_named(writing.connection, code)
        case.must_be_open()
        if not case.steps:
            raise Misuse("revision/unseen", Remedy.to("preview-revision", code=case.code), code=case.code)
        moved = _approved(writing, case, watch, keep=True)
        if _digest(moved) != case.steps[-1].detail.get(SEEN):
            raise Misuse("revision/changed", Remedy.to("preview-revision", code=case.code), code=case.code)
        case = case_named(writing.connection, code)
    return notice_of(case, moved)


def drop(desk: Desk, code: str, why: str) -> Case:
    """Drop a case: nothing is revised; the case and its file stay."""
    if not why.strip():
        raise Misuse("reason-missing/revision", Remedy.to("give-reason"))
    with desk.writing("drop revision", code, why) as writing:
        case = case_named(writing.connection, code)
        case.must_be_open()
        enter_step(writing, case, CaseState.DROPPED)
        return case_named(writing.connection, case.code)


def try_out(writing: Writing, case: Case) -> None:
    """Refuse a case that cannot be entered; nothing of it stays."""
    with taken_back(writing.connection):
        enact(writing, Records(), case)


def _approved(writing: Writing, case: Case, watch: Watch, keep: bool) -> tuple[SeriesMoves, ...]:
    """Enter a case and make the lists again; with `keep`, store the revised rows. Return who moves, by series."""
    connection = writing.connection
    writing.why = writing.why.strip() or case.why  # whatever is entered has the reason of the case
    seen = {series: layer_rows(connection, series, writing.seq) for series in series_computed(connection)}
    records = Records()
    with records.beside(connection):
        enact(writing, records, case)
    enter_step(writing, case, CaseState.APPROVED)
    moved = []
    for series, before in seen.items():
        lists, after = [], {}
        with Records().beside(connection):  # the registry is read once for all lists
            for difference in _again(connection, series, watch):
                if keep:
                    lists.append(difference.revised(connection))
                after[difference.list_] = rows_of(difference.moves)
        lists += as_published(before.keys() - after.keys())
        store_layer(connection, series, writing.seq, lists)
        if before or after:
            moved.append(_of_series(connection, series, moves_between(connection, before, after)))
    return tuple(moved)


def layer_again(connection: Connection, series: str, entry: int) -> list[RevisedList]:
    """Return what the approval of a case at an entry of the log wrote for a series."""
    before = layer_rows(connection, series, entry)
    with Records().beside(connection):
        lists = [difference.revised(connection) for difference in _again(connection, series, quiet)]
    return [*lists, *as_published(before.keys() - {each.list_ for each in lists})]


def as_published(lists: Collection[int]) -> list[RevisedList]:
    """Return lists that no longer differ from what was published."""
    return [RevisedList(list_, (), ()) for list_ in sorted(lists)]


def _again(connection: Connection, series: str, watch: Watch) -> Iterator[Differences]:
    """Yield each list of a series that is made again, with its differences."""
    rewriting = rewriting_of(connection, series)
    if rewriting is None:
        return
    many = sum(list_ >= rewriting.first for list_ in lists_of(connection, series))
    with watch(series, many) as advance:
        for again in make_again(connection, rewriting):
            yield differences(connection, rewriting, again)
            advance(1)


def _of_series(connection: Connection, series: str, moves: tuple[ListMoves, ...]) -> SeriesMoves:
    """Add the rules of the series, the articles and the lists that cannot be made again."""
    rating_list = schema.rating_list
    since = lawful_since(connection, series)
    rows = (
        select(rating_list.c.list)
        .where(rating_list.c.series == series, rating_list.c.kind == MADE_HERE, rating_list.c.list < since)
        .order_by(rating_list.c.list)
    )
    before = tuple(Month(list_) for list_ in connection.execute(rows).scalars())
    return SeriesMoves(
        series, tuple(cited(connection, series, moves)), rules_of(connection, series).difference == CARRY, before
    )


def _digest(moved: Sequence[SeriesMoves]) -> str:
    """The hash of all moves, by which an approval recognises the preview."""
    rows = [[each.series, digest_rows(each.lists)] for each in moved]
    return hashlib.sha256(json.dumps(rows).encode()).hexdigest()


def notice(connection: Connection, code: str) -> Notice:
    """Return the notice of an approved case, as it was when it was approved."""
    case = case_named(connection, code)
    step = case.approved
    if step is None:
        raise Misuse("revision/not-approved", Remedy.to("approve-revision", code=case.code), code=case.code)
    moved = []
    for series in series_computed(connection):
        before = layer_rows(connection, series, step.log - 1)
        after = layer_rows(connection, series, step.log)
        if after != before:
            moved.append(_of_series(connection, series, moves_between(connection, before, after)))
    return notice_of(case, moved)
