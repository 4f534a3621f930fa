"""Whether each list took the events that it had to take: those that the office chose before it was published.

The office is taken back to the entry before the publication, and asked by the code that publishes. What a case put on a
list afterwards, because it came too late for it, must be what the case says.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import Connection, select

from arpad.days import Month
from arpad.finding import Problem
from arpad.law.law_set import LawSet, use_law
from arpad.office.adopted_rulebooks import read_law_of_office
from arpad.office.book.event_status import DecisionKind
from arpad.office.cases.case_records import CaseKind
from arpad.office.proving.past import Past, taken_back
from arpad.office.proving.row_owners import RowOwners
from arpad.office.publishing.candidate_events import events_for_list
from arpad.office.publishing.list_law import law_stored_with_list
from arpad.office.publishing.list_storage import COMPUTED, DAMAGE_ERRORS
from arpad.office.store import schema

Part = tuple[int, int]  # an event, and which part of it
Taken = Mapping[Part, int]  # the admission of each
OfLists = Mapping[tuple[str, int], Taken]


def not_as_chosen(connection: Connection, since: int = 0) -> Iterator[Problem]:
    """Each event that a list has and should not have, or should have and has not, of lists after an entry of the log;
    those from before the chain were chosen by other versions."""
    of, link = schema.rating_list, schema.link
    chained = max(since, connection.execute(select(link.c.log).order_by(link.c.log).limit(1)).scalar() or 0)
    rows = select(of).where(of.c.kind == COMPUTED, of.c.log > chained)
    heads = list(connection.execute(rows.order_by(of.c.log.desc())))
    later, owners = _put_on(connection), RowOwners(connection)
    laws = {head.log: law_stored_with_list(connection, head.series, head.list) for head in heads}
    chosen, failed = _chosen(connection, heads, laws)
    for head in reversed(heads):
        named: dict[str, Any] = {"series": head.series, "list": Month(head.list)}
        if head.log in failed:
            yield Problem("list-not-chosen", **named, entry=head.log, reason=failed[head.log])
            continue
        stored = _stored(connection, head)
        ways = [{**each, **later.get((head.series, head.list), {})} for each in chosen[head.log]]
        if stored not in ways:
            yield from _apart(owners, stored, ways[-1], named)


def _apart(owners: RowOwners, stored: Taken, right: Taken, named: Mapping[str, Any]) -> Iterator[Problem]:
    for event, part in sorted(stored.keys() | right.keys()):
        has, should = stored.get((event, part)), right.get((event, part))
        about = {**named, "owner": owners.of("rated", {"event": event}), "part": part}
        if has is None:
            yield Problem("event-not-taken", **about)
        elif should is None:
            yield Problem("event-taken", **about)
        elif has != should:
            yield Problem("event-taken-otherwise", **about, stored=has, right=should)


def _chosen(
    connection: Connection, heads: list[Any], laws: Mapping[int, LawSet | None]
) -> tuple[dict[int, list[Taken]], dict[int, str]]:
    """What each list had to take, by the law that held and by the one that it carries; and why some cannot be asked."""
    chosen: dict[int, list[Taken]] = {}
    failed: dict[int, str] = {}
    with taken_back(connection) as past:
        for head in heads:
            try:
                chosen[head.log] = list(_ways(past, head, laws[head.log]))
            except DAMAGE_ERRORS as error:
                failed[head.log] = str(error) or type(error).__name__
    return chosen, failed


def _ways(past: Past, head: Any, carried: LawSet | None) -> Iterator[Taken]:
    connection = past.to(head.log - 1)
    law = read_law_of_office(connection)
    with_its_own = LawSet({**law.files, **carried.files}, law.own) if carried is not None else law
    for each in (law, with_its_own):
        with use_law(each):
            inside, _ = events_for_list(connection, head.series, head.list, head.log)
        yield {(event.event, event.part): event.decision for event in inside}


def _stored(connection: Connection, head: Any) -> Taken:
    of = schema.rated
    rows = select(of).where(of.c.series == head.series, of.c.list == head.list)
    return {(row.event, row.part): row.decision for row in connection.execute(rows)}


def _put_on(connection: Connection) -> OfLists:
    """What cases put on lists afterwards: events that came too late, by list."""
    decision, event, case = schema.decision, schema.event, schema.revision
    rows = select(case.c.code, case.c.detail).where(case.c.kind == CaseKind.LATE.value)
    lists = {row.code: json.loads(row.detail)["list"] for row in connection.execute(rows)}
    decided = select(decision.c.seq, decision.c.event, decision.c.part, decision.c.detail, event.c.series)
    decided = decided.join(event, event.c.key == decision.c.event).where(decision.c.kind == DecisionKind.REVISED.value)
    found: dict[tuple[str, int], dict[Part, int]] = {}
    for row in connection.execute(decided.order_by(decision.c.seq)):
        list_ = lists.get(json.loads(row.detail or "{}").get("case"))
        if list_ is not None:
            found.setdefault((row.series, int(list_)), {})[row.event, row.part] = row.seq
    return found
