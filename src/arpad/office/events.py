"""The events desk: register events, change or refuse registrations, list and show events, exclude games.

All rules are behind these functions; a face parses, calls and renders.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from datetime import date
from itertools import islice
from pathlib import Path

from arpad.days import Month
from arpad.finding import Misuse, Problem
from arpad.frozen import dataclass
from arpad.intake.codes import shown
from arpad.intake.sidecar import read_sidecar
from arpad.office.book import changing, ending, exclusions, refusal, registering, stages
from arpad.office.book.changing import EventChange, EventChanged, EventHead
from arpad.office.book.decisions import Outcome
from arpad.office.book.dossier import Dossier, Due, Happened, PartStanding, SentReport, dossier
from arpad.office.book.ending import EndOfEvent
from arpad.office.book.exclusions import EndOfExclusion, NewExclusion
from arpad.office.book.facts import GivenFacts
from arpad.office.book.life import Kind, Standing, act_of, command_of
from arpad.office.book.lookup import EventPart, Hold, event_parts, held_by, known_series, the_part
from arpad.office.book.refusal import EndOfRefusal, RegistrationRefusal
from arpad.office.book.registering import Registered, RegistrationStatus
from arpad.office.book.stages import EndOfStages, Stages
from arpad.office.desk import GROUP, Desk, Group
from arpad.office.store.memory import Memory

__all__ = [
    "Dossier",
    "Due",
    "EndOfEvent",
    "EndOfExclusion",
    "EndOfRefusal",
    "EndOfStages",
    "EventChange",
    "EventChanged",
    "EventHead",
    "EventRow",
    "GivenFacts",
    "Happened",
    "Hold",
    "Kind",
    "NewExclusion",
    "Outcome",
    "PartStanding",
    "Registered",
    "Registration",
    "RegistrationRefusal",
    "RegistrationStatus",
    "SentReport",
    "Stages",
    "Standing",
    "Wanted",
    "act_of",
    "change",
    "command_of",
    "end",
    "exclude",
    "include",
    "join",
    "list_events",
    "part",
    "refuse",
    "register",
    "register_each",
    "restore",
    "resume",
    "show",
]


@dataclass(frozen=True)
class Registration:
    """A request to register an event by a sidecar, by facts, or by both; facts come before those of the sidecar."""

    facts: GivenFacts = field(default_factory=GivenFacts)
    sidecar: Path | None = None
    by: str = ""  # who vouches for a registration of the past
    why: str = ""

    def __post_init__(self) -> None:
        if self.sidecar is None and not self.facts.named:
            raise Misuse("registration-empty")


@dataclass(frozen=True)
class Wanted:
    """Which events are listed: those of a series, those with a status, or all."""

    series: str = ""
    standing: str = ""

    def __post_init__(self) -> None:
        known_series(self.series)
        if self.standing and self.standing not in list(Standing):
            raise Misuse("standing-unknown", standing=self.standing, known=tuple(each.value for each in Standing))


@dataclass(frozen=True)
class EventRow:
    """An event or a part of it in a list of events, with its status."""

    event: str  # CODE or CODE/PART
    series: str
    start: date
    end: date
    standing: Standing
    list_: Month | None  # in which it is rated
    held: Hold | None


def register(desk: Desk, request: Registration) -> Registered:
    """Register an event, or store new facts of one; facts that are not named stay."""
    beside = read_sidecar(request.sidecar) if request.sidecar is not None else {}
    done = registering.register(desk, {**beside, **request.facts.by_key()}, request.by, request.why)
    return replace(done, file=_file(request))


def register_each(desk: Desk, requests: Iterable[Registration]) -> Iterator[Registered]:
    """Register several events, each by itself: a refused one stops no other. A code is for a single event."""
    requests = list(requests)
    if len(requests) > 1 and any("code" in request.facts.named for request in requests):
        raise Misuse("one-code-for-several")
    memory, waiting = Memory(), iter(requests)
    while some := list(islice(waiting, GROUP)):
        with desk.group(memory) as group:
            done = [_registered(group, request) for request in some]
        yield from done


def _registered(group: Group, request: Registration) -> Registered:
    """The result of registering one of many events; a problem becomes a refused result."""
    try:
        beside = read_sidecar(request.sidecar) if request.sidecar is not None else {}
        done = registering.register_one(group, {**beside, **request.facts.by_key()}, request.by, request.why)
    except Problem as problem:
        return Registered(_file(request), None, RegistrationStatus.REFUSED, problem=problem)
    return replace(done, file=_file(request))


def change(desk: Desk, request: EventChange) -> EventChanged:
    """Change the code, the series or the days of an event of which nothing is rated."""
    return changing.change(desk, request)


def _file(request: Registration) -> str | None:
    """The path of the sidecar as it may be shown; None without one."""
    return shown(str(request.sidecar), 400) if request.sidecar is not None else None


def refuse(desk: Desk, request: RegistrationRefusal) -> Outcome:
    """Refuse a registration, with a letter. Only the authority that the law names can, and only without a report."""
    return refusal.refuse_registration(desk, request)


def restore(desk: Desk, request: EndOfRefusal) -> Outcome:
    """Restore a refused registration."""
    return refusal.restore_registration(desk, request)


def join(desk: Desk, request: Stages) -> tuple[Outcome, ...]:
    """Join preliminaries, finals and play-offs as stages of one event, where the rulebook allows it."""
    return stages.join(desk, request)


def part(desk: Desk, request: EndOfStages) -> tuple[Outcome, ...]:
    """Part joined stages, so that each is an event of its own again."""
    return stages.part(desk, request)


def list_events(desk: Desk, wanted: Wanted) -> tuple[EventRow, ...]:
    """The events with their statuses, by first day."""
    with desk.reading() as connection:
        parts = event_parts(connection, wanted.series)
        chosen = [part for part in parts if wanted.standing in ("", part.life.where)]
        holds = {part.name: held_by(connection, part) for part in chosen if part.life.where == Standing.HELD}
    return tuple(_row(part, holds.get(part.name)) for part in chosen)


def _row(part: EventPart, hold: Hold | None) -> EventRow:
    """A part as a row of the list of events."""
    return EventRow(part.name, part.series, part.start, part.end, part.life.where, part.life.rated or None, hold)


def show(desk: Desk, code: str) -> Dossier:
    """Everything the office has about an event, as of today."""
    with desk.reading() as connection:
        return dossier(connection, code, desk.today())


def exclude(desk: Desk, request: NewExclusion) -> Outcome:
    """Exclude a game, or all games of a player. An admitted event must be admitted again."""
    return exclusions.exclude(desk, _one_part(desk, request.event), request)


def include(desk: Desk, request: EndOfExclusion) -> Outcome:
    """End an exclusion, so that the games count again."""
    return exclusions.include(desk, _one_part(desk, request.event), request)


def end(desk: Desk, request: EndOfEvent) -> Outcome:
    """Declare that no further part of an event comes."""
    return ending.end(desk, request)


def resume(desk: Desk, request: EndOfEvent) -> Outcome:
    """Take back the declaration that no further part comes, while no list has used it."""
    return ending.resume(desk, request)


def _one_part(desk: Desk, name: str) -> EventPart:
    """The part with this name."""
    with desk.reading() as connection:
        return the_part(connection, name)
