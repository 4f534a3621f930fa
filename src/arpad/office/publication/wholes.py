"""Which events come in parts, which of their parts are rated already, and what earlier lists did with their games.

An event of which a part goes into a list is judged there with all its parts. One of which no part goes in is judged
once more when it is over since the list before: the office declared so, or refused or withdrew what was still awaited.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from sqlalchemy import Connection, select

from arpad.columns import U8, Ledger, Status
from arpad.office.book.life import Kind, Standing, standing
from arpad.office.publication.candidates import Candidate
from arpad.office.store import schema
from arpad.office.store.packed import split, unpack
from arpad.rating.batch import DECIDED, LEFT_OPEN

ENDING = (Kind.ENDED.value, Kind.REFUSED.value, Kind.WITHDRAWN.value)
NOT_AWAITED = (Standing.REFUSED, Standing.WITHDRAWN)
OF_A_PART = 3  # tables stored of a part that was rated by itself, before its event was judged as a whole


@dataclass(frozen=True)
class WholeEvent:
    """An event in parts, as a list sees it."""

    event: int
    parts: tuple[Candidate, ...]  # in the order in which they were or are rated
    rated: int  # how many of them earlier lists have
    last_day: bool  # the last of the registered days is reported, and nothing that was reported is undecided
    ended: bool  # the office declared that no further part comes

    @property
    def key(self) -> int:
        """The key of the part that was rated first: it stays the same from list to list."""
        return self.parts[0].key

    @property
    def goes_on(self) -> bool:
        """As far as days and decisions say it; a round that is missing is seen in the games."""
        return not (self.ended or self.last_day)

    @property
    def past(self) -> tuple[Candidate, ...]:
        return self.parts[: self.rated]

    def hashed(self) -> tuple[Any, ...]:
        """What a list depends on, beside its own events."""
        return self.key, [part.content_sha256 for part in self.past], self.last_day, self.ended


def wholes_of(connection: Connection, series: str, inside: Sequence[Candidate], since: int) -> tuple[WholeEvent, ...]:
    """The events in parts that a list judges; `since` is the log entry of the list that is being replaced."""
    entering: dict[int, list[Candidate]] = defaultdict(list)
    for candidate in inside:
        if candidate.part:
            entering[candidate.event].append(candidate)
    events = sorted({*entering, *_over_since(connection, series, since)})
    past = _past(connection, events)
    wholes = (_whole(connection, event, past[event], entering[event]) for event in events)
    return tuple(whole for whole in wholes if len(whole.parts) > whole.rated or not whole.goes_on)


def _over_since(connection: Connection, series: str, since: int) -> set[int]:
    """Events with rated parts of which something was decided since that may make them whole."""
    decision, rated = schema.decision, schema.rated
    rows = select(decision.c.event).join(rated, rated.c.event == decision.c.event)
    rows = rows.where(rated.c.series == series, rated.c.part > 0, decision.c.log > since)
    return set(connection.execute(rows.where(decision.c.kind.in_(ENDING))).scalars())


def _past(connection: Connection, events: Sequence[int]) -> dict[int, list[Candidate]]:
    """The parts of these events that are rated, in the order of lists and parts."""
    rated, content, event = schema.rated, schema.content, schema.event
    rows = (
        select(rated.c.event, rated.c.part, rated.c.decision, event.c.code)
        .add_columns(content.c.event_key, content.c.start, content.c.end, content.c.sha256)
        .join(content, content.c.decision == rated.c.decision)
        .join(event, event.c.key == rated.c.event)
        .where(rated.c.event.in_(events), rated.c.part > 0)
        .order_by(rated.c.event, rated.c.list, rated.c.part)
    )
    past: dict[int, list[Candidate]] = defaultdict(list)
    for row in connection.execute(rows):
        part = Candidate(row.event, row.code, row.part, row.start, row.end, row.decision, row.event_key, row.sha256)
        past[row.event].append(part)
    return past


def _whole(connection: Connection, event: int, past: Sequence[Candidate], entering: Iterable[Candidate]) -> WholeEvent:
    entering = sorted(entering, key=lambda part: (part.end, part.part))
    parts = (*past, *entering)
    registered = connection.execute(select(schema.event.c.end).where(schema.event.c.key == event)).scalar_one()
    decision = schema.decision
    rows = select(decision.c.part, decision.c.kind).where(decision.c.event == event).order_by(decision.c.seq)
    happened = connection.execute(rows).all()
    here = {part.part for part in parts}
    others = {row.part for row in happened if row.kind == Kind.REPORTED.value} - here
    awaited = [part for part in others if standing(row.kind for row in happened if row.part == part) not in NOT_AWAITED]
    ended = [row.kind for row in happened if row.kind in (Kind.ENDED.value, Kind.RESUMED.value)]
    last_day = max(part.end for part in parts) >= registered and not awaited
    return WholeEvent(event, parts, len(past), last_day, ended[-1:] == [Kind.ENDED.value])


def earlier_rows(connection: Connection, whole: WholeEvent) -> U8:
    """Of each ledger row of the rated parts, in their order: whether an earlier list decided it or left it open."""
    ledger = schema.ledger_part
    decisions = [part.decision for part in whole.past]
    if not decisions:
        return np.zeros(0, np.uint8)
    rows = select(ledger.c.list, ledger.c.decision, ledger.c.packed).where(ledger.c.decision.in_(decisions))
    runs = {(row.list, row.decision): list(split(row.packed)) for row in connection.execute(rows)}
    newest = max(list_ for list_, _ in runs)
    joined = [run for (list_, _), run in runs.items() if list_ == newest and len(run) > OF_A_PART]
    alone = [run for decision in decisions for (_, of), run in sorted(runs.items()) if of == decision]
    status = np.concatenate([unpack(Ledger, run[2]).status for run in joined or alone])
    return np.where(status == Status.LATER_PART.value, LEFT_OPEN, DECIDED).astype(np.uint8)
