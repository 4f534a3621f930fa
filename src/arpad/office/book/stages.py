"""Join preliminaries, finals and play-offs as stages of one event, or part them again.

The rulebook must allow it. Stages have one series, follow each other, are reported whole, and have a ratable rate of
play. Nothing of them may be rated yet. Each joined stage is judged by the law and the list of the first day of the
first one, and all are rated as one event. Admitted stages must be admitted again.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sqlalchemy import Connection

from arpad.finding import Misuse, Note, Remedy
from arpad.frozen import dataclass
from arpad.law import in_force
from arpad.law.rules.admission import JOINED_STAGES, RATE_OF_PLAY, Window
from arpad.office.book.decisions import Outcome, OutcomeStatus, must_have_reason
from arpad.office.book.life import Kind
from arpad.office.book.lookup import BookedEvent, booked, event_parts, stages_of
from arpad.office.book.registering import NewDecision, decide
from arpad.office.desk import Desk
from arpad.timecontrol import SECONDS_IN_MINUTE, TimeControl, parse

FEWEST = 2


@dataclass(frozen=True)
class Stages:
    """A request to join events as stages of one event, with the reason."""

    events: tuple[str, ...]  # codes
    why: str = ""

    def __post_init__(self) -> None:
        must_have_reason(self.why, "reason-missing/join")
        if len(set(self.events)) < FEWEST or len(set(self.events)) < len(self.events):
            raise Misuse("stages-too-few", events=self.events)


@dataclass(frozen=True)
class EndOfStages:
    """A request to part joined stages, by the code of any one of them, with the reason."""

    event: str  # a code
    why: str = ""

    def __post_init__(self) -> None:
        must_have_reason(self.why, "reason-missing/part")


def join(desk: Desk, request: Stages) -> tuple[Outcome, ...]:
    """Join events as stages of one event; the outcome of each."""
    with desk.writing("join stages", " ".join(request.events), request.why) as writing:
        stages = [booked(writing.connection, code) for code in request.events]
        stages.sort(key=lambda stage: (stage.start, stage.end, stage.code))
        _must_fit(writing.connection, stages)
        codes = [stage.code for stage in stages]
        for stage in stages:
            _must_be_open(writing.connection, stage, Kind.JOINED)
            decide(writing, NewDecision(stage.key, 0, Kind.JOINED, detail={"stages": codes}))
    note = Note.of("stages-joined", stages=tuple(codes))
    return tuple(Outcome(code, OutcomeStatus.JOINED, why=request.why, note=note) for code in codes)


def part(desk: Desk, request: EndOfStages) -> tuple[Outcome, ...]:
    """Part joined stages, so that each is an event of its own again; the outcome of each."""
    with desk.writing("part stages", request.event, request.why) as writing:
        event = booked(writing.connection, request.event)
        codes = stages_of(writing.connection, event.key)
        if not codes:
            raise Misuse("no-stage", event=event.code)
        for code in codes:
            stage = booked(writing.connection, code)
            _must_be_open(writing.connection, stage, Kind.PARTED)
            decide(writing, NewDecision(stage.key, 0, Kind.PARTED, detail={"stages": list(codes)}))
    return tuple(Outcome(code, OutcomeStatus.PARTED, why=request.why) for code in codes)


def _must_fit(connection: Connection, stages: Sequence[BookedEvent]) -> None:
    """Refuse events that cannot be stages of one event."""
    first = stages[0]
    book = in_force(first.series, first.start)
    if not book.has(JOINED_STAGES):
        raise Misuse("no-stages", edition=book.id)
    article = book.articles(JOINED_STAGES)[0]
    for stage in stages:
        if stage.series != first.series:
            raise Misuse("stages-of-series", event=first.code, other=stage.code, series=first.series, of=stage.series)
        if stages_of(connection, stage.key):
            raise Misuse("stage-joined", Remedy.to("part-stages", event=stage.code), event=stage.code)
        rule, control = book.rule(RATE_OF_PLAY), parse(stage.given.get("time_control", ""))
        if isinstance(rule, Window) or not isinstance(control, TimeControl):
            continue  # an unknown rate of play becomes a question about the report
        if control.most_seconds_for(rule.moves) < rule.otherwise * SECONDS_IN_MINUTE:
            raise Misuse("stage-too-fast", event=stage.code, minutes=rule.otherwise, article=article)
    for before, stage in pairwise(stages):
        if stage.start < before.end:
            raise Misuse("stages-overlap", event=before.code, other=stage.code, end=before.end, start=stage.start)


def _must_be_open(connection: Connection, stage: BookedEvent, kind: Kind) -> None:
    """Refuse a stage that is rated, refused or withdrawn, or that was sent in parts."""
    for each in event_parts(connection, keys=[stage.key]):
        if each.part:
            raise Misuse("stage-in-parts", event=stage.code)
        each.life.must(kind, each.name)
