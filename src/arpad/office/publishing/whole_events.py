"""Events in several parts, and joined stages: which parts are rated, and what earlier lists did with their games.

If a part enters a list, the list rates the event with all its parts. An event of which no part enters is rated once
more if it ended since the list before: the office declared it over, or refused or withdrew the part still awaited.
Stages that are joined are registered separately and treated as parts of one event.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from sqlalchemy import Connection, Select, and_, func, or_, select

from arpad.columns import U8, Ledger, Status
from arpad.days import Day
from arpad.finding import Problem
from arpad.frozen import dataclass
from arpad.office.book.event_status import DecisionKind, EventStatus, status_after
from arpad.office.book.multipart_events import STAGES_NOT_AWAITED
from arpad.office.publishing.candidate_events import CandidateEvent, rated_events_where
from arpad.office.publishing.revised_inputs import RevisedInputs
from arpad.office.store import schema
from arpad.packed import split, unpack
from arpad.rating.batch import Earlier

ENDING_DECISIONS = (DecisionKind.ENDED.value, DecisionKind.REFUSED.value, DecisionKind.WITHDRAWN.value)
TABLES_OF_A_PART = 3  # tables stored of a part that was rated by itself, before its event was judged as a whole


@dataclass(frozen=True)
class WholeEvent:
    """An event in parts, or joined stages, as one list sees it; parts that neither are rated nor enter are not in
    it."""

    parts: tuple[CandidateEvent, ...]  # in the order in which they were or are rated
    rated: int  # how many of them earlier lists have
    last_day: bool  # the last of the registered days is reported, and nothing that was reported is undecided
    ended: bool  # the office declared that no further part comes

    @property
    def key(self) -> int:
        """The key of the part that was rated first: it stays the same from list to list."""
        return self.parts[0].key

    @property
    def goes_on(self) -> bool:
        """Whether more parts may come, by days and decisions only; missing rounds are seen in the games."""
        return not (self.ended or self.last_day)

    @property
    def past(self) -> tuple[CandidateEvent, ...]:
        """The parts that earlier lists rated."""
        return self.parts[: self.rated]

    def hashed(self) -> tuple[Any, ...]:
        """What of this event enters the hash of a list's inputs, besides the parts that enter the list."""
        return self.key, [part.content_sha256 for part in self.past], self.last_day, self.ended


@dataclass(frozen=True)
class ListWindow:
    """The list for which a question is asked, and which decisions count for it."""

    series: str
    list_: int
    since: int  # the log entry of the list that is being replaced
    known_at: int | None = None  # the log entry that published the list; None: not published yet
    revised: bool = False  # with its events as revised since

    @property
    def rated_by(self) -> int | None:
        """The log entry as of which rated events are read; None: as revised since."""
        return None if self.revised or self.known_at is None else self.known_at

    def known(self, decided: Select[Any]) -> Select[Any]:
        """Restrict a query to the decisions known at `known_at`; without it all count."""
        return decided if self.known_at is None else decided.where(schema.decision.c.log <= self.known_at)


class PartDecision(NamedTuple):
    """A decision about a part of an event (0: the whole event); `kind` is a value of DecisionKind."""

    event: int
    part: int
    kind: str


def whole_events_of_list(
    connection: Connection, window: ListWindow, inside: Sequence[CandidateEvent]
) -> tuple[WholeEvent, ...]:
    """Return the events in parts, and joined stages, that a list rates as a whole: those of which a part enters
    (`inside`), and those with rated parts that ended since the list before. Events in one piece are not among
    them."""
    stages = _joined_stages(connection, window)
    entering: dict[int, list[CandidateEvent]] = defaultdict(list)
    for candidate in inside:
        if candidate.part or candidate.event in stages:
            entering[candidate.event].append(candidate)
    events = {*entering, *_events_over_since(connection, window, stages)}
    groups = sorted({stages.get(event, (event,)) for event in events})
    past = _rated_parts_by_event(connection, window, sorted(event for group in groups for event in group), stages)
    wholes = (_build_whole_event(connection, window, group, past, entering) for group in groups)
    return tuple(whole for whole in wholes if len(whole.parts) > whole.rated or (whole.parts and not whole.goes_on))


def _joined_stages(connection: Connection, window: ListWindow) -> dict[int, tuple[int, ...]]:
    """Return for each event that is now joined with others the keys of all its stages, by first day. Stages that
    were separated again are left out."""
    decision, event = schema.decision, schema.event
    rows = select(decision.c.event, decision.c.kind, decision.c.detail).join(event, event.c.key == decision.c.event)
    rows = rows.where(
        event.c.series == window.series, decision.c.kind.in_((DecisionKind.JOINED.value, DecisionKind.PARTED.value))
    )
    rows = window.known(rows)
    last = {row.event: row for row in connection.execute(rows.order_by(decision.c.seq))}
    codes = {key: json.loads(row.detail)["stages"] for key, row in last.items() if row.kind == DecisionKind.JOINED}
    keys = {row.code: row.key for row in connection.execute(select(event.c.code, event.c.key))} if codes else {}
    return {key: tuple(keys[code] for code in stages) for key, stages in codes.items()}


def _events_over_since(connection: Connection, window: ListWindow, stages: Mapping[int, tuple[int, ...]]) -> set[int]:
    """Return the keys of events with parts on earlier lists, or joined stages (`stages`), about which a decision
    since the list before may end them: declared over, refused or withdrawn."""
    decision, rated = schema.decision, schema.rated
    rows = select(decision.c.event).join(rated, rated.c.event == decision.c.event)
    rows = rows.where(rated.c.series == window.series, rated.c.part > 0, rated.c.list < window.list_)
    rows = window.known(rows.where(decision.c.log > window.since))
    over = set(connection.execute(rows.where(decision.c.kind.in_(ENDING_DECISIONS))).scalars())
    ends = window.known(
        select(decision.c.event).where(decision.c.event.in_(sorted(stages)), decision.c.log > window.since)
    )
    kinds = (*ENDING_DECISIONS, DecisionKind.REGISTRATION_REFUSED.value)
    return over | set(connection.execute(ends.where(decision.c.kind.in_(kinds))).scalars())


def _rated_parts_by_event(
    connection: Connection, window: ListWindow, events: Sequence[int], stages: Mapping[int, tuple[int, ...]]
) -> dict[int, list[tuple[int, CandidateEvent]]]:
    """Return for each of these events its parts on earlier lists, each with its list, by list and part.

    An event without parts counts only if it is a joined stage: a key of `stages`.
    """
    rated = schema.rated
    chosen = and_(
        rated.c.event.in_(events), or_(rated.c.part > 0, rated.c.event.in_(sorted(stages))), rated.c.list < window.list_
    )
    past: dict[int, list[tuple[int, CandidateEvent]]] = defaultdict(list)
    for list_, part in rated_events_where(connection, chosen, window.rated_by):
        past[part.event].append((list_, part))
    return past


def _build_whole_event(
    connection: Connection,
    window: ListWindow,
    group: tuple[int, ...],
    past: Mapping[int, list[tuple[int, CandidateEvent]]],
    entering: Mapping[int, list[CandidateEvent]],
) -> WholeEvent:
    """Return one event with all its parts (rated and entering) and whether it is over. `group` has the key of the
    event, or of all its joined stages."""
    rated = sorted((part for event in group for part in past.get(event, ())), key=lambda entry: entry[0])
    coming = [part for event in group for part in entering.get(event, ())]
    parts = (*(part for _, part in rated), *sorted(coming, key=lambda part: (part.end, part.part)))
    decision = schema.decision
    rows = select(decision.c.event, decision.c.part, decision.c.kind).where(decision.c.event.in_(group))
    decisions = [PartDecision(*row) for row in connection.execute(window.known(rows).order_by(decision.c.seq))]
    missing = _status_of_missing_parts(group, parts, decisions)
    awaited = any(where not in STAGES_NOT_AWAITED for where in missing.values())
    gone = {event for (event, _), where in missing.items() if where in STAGES_NOT_AWAITED} if len(group) > 1 else set()
    last_day = bool(parts) and not awaited and max(part.end for part in parts) >= _last_day(connection, group, gone)
    return WholeEvent(parts, len(rated), last_day, _declared_ended(decisions))


def _status_of_missing_parts(
    group: tuple[int, ...], parts: Sequence[CandidateEvent], decisions: Sequence[PartDecision]
) -> dict[tuple[int, int], EventStatus]:
    """Return, by (event, part), the status of each reported part that is neither rated nor entering, and of each
    joined stage without a report."""
    here = {(part.event, part.part) for part in parts}
    reported = {(row.event, row.part) for row in decisions if row.kind == DecisionKind.REPORTED.value}
    stages = {(stage, 0) for stage in group} if len(group) > 1 else set()
    return {
        place: status_after(row.kind for row in decisions if (row.event, row.part) == place)
        for place in sorted((reported | stages) - here)
    }


def _last_day(connection: Connection, group: tuple[int, ...], gone: Collection[int]) -> int:
    """Return the last registered day (yyyymmdd) of an event or of its joined stages, except stages that no longer
    take place (`gone`)."""
    event = schema.event
    rows = connection.execute(select(event.c.key, event.c.end).where(event.c.key.in_(group)))
    return max(int(row.end) for row in rows if row.key not in gone)


def _declared_ended(decisions: Sequence[PartDecision]) -> bool:
    """Return whether the office declared that no further part comes, and did not take that back. Days do not count."""
    declared = [row.kind for row in decisions if row.kind in (DecisionKind.ENDED.value, DecisionKind.RESUMED.value)]
    return declared[-1:] == [DecisionKind.ENDED.value]


def overdue_whole_events(connection: Connection, series: str, day: int) -> list[CandidateEvent]:
    """Return the events in parts that should have ended before a day (yyyymmdd), but whose last part is not rated,
    each with the reason to leave it out. Events that were declared over are not among them."""
    rated, content, event, decision = schema.rated, schema.content, schema.event, schema.decision
    rows = (
        select(event.c.key, event.c.code, event.c.start, event.c.end)
        .join(rated, rated.c.event == event.c.key)
        .join(content, content.c.decision == rated.c.decision)
        .where(event.c.series == series, event.c.end < day, rated.c.part > 0)
        .group_by(event.c.key, event.c.code, event.c.start, event.c.end)
        .having(func.max(content.c.end) < event.c.end)
    )
    late = {row.key: row for row in connection.execute(rows)}
    kinds = select(decision.c.event, decision.c.kind).where(decision.c.event.in_(sorted(late)))
    last = {
        row.event: row.kind
        for row in connection.execute(kinds.order_by(decision.c.seq))
        if row.kind in (DecisionKind.ENDED.value, DecisionKind.RESUMED.value)
    }
    why = {key: Problem("left-out/awaits-part", end=Day(row.end), code=row.code) for key, row in late.items()}
    return [
        CandidateEvent(key, row.code, 0, row.start, row.end, why=why[key])
        for key, row in late.items()
        if last.get(key) != DecisionKind.ENDED.value
    ]


def earlier_decisions_on_games(connection: Connection, whole: WholeEvent, list_: int, footing: RevisedInputs) -> U8:
    """Return for each game of the rated parts, once for each player, whether an earlier list decided it or left it
    open (`Earlier`). Where `footing` has revised ledgers, they replace the published ones. Empty if no part is
    rated."""
    ledger = schema.ledger_part
    decisions = [part.decision for part in whole.past]
    if not decisions:
        return np.zeros(0, np.uint8)
    rows = select(ledger.c.list, ledger.c.decision, ledger.c.packed).where(ledger.c.decision.in_(decisions))
    rows = rows.where(ledger.c.list < (footing.first or list_))
    stored = {(row.list, row.decision): row.packed for row in connection.execute(rows)}
    stored |= footing.ledgers(decisions)
    runs = {place: list(split(packed)) for place, packed in stored.items()}
    newest = max(list_ for list_, _ in runs)
    joined = [run for (list_, _), run in runs.items() if list_ == newest and len(run) > TABLES_OF_A_PART]
    alone = [run for decision in decisions for (_, admission), run in sorted(runs.items()) if admission == decision]
    status = np.concatenate([unpack(Ledger, run[2]).status for run in joined or alone])
    return np.where(status == Status.LATER_PART.value, Earlier.LEFT_OPEN, Earlier.DECIDED).astype(np.uint8)
