"""Events that are reported in parts: how far each has come, what contradicts the order of play, and the other parts
that an examination of one part needs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np
from sqlalchemy import Connection, select

from arpad.admission.other_parts import OtherPart, OtherParts
from arpad.columns import I16, I32, Bools, Events, Games
from arpad.days import Day, Month
from arpad.examining.other_parts import StoredParts
from arpad.finding import Finding
from arpad.frozen import dataclass
from arpad.lists.other_series import at_home, home_federation, list_beside, seating_series
from arpad.lists.seats import Unseated
from arpad.model import GameKind, Report
from arpad.office.book.admitted_content import AdmittedContent, AdmittedHead, unpack_content
from arpad.office.book.event_lookup import (
    EventDecision,
    EventPart,
    decisions_about_event,
    find_event_parts,
    one_with,
    part_name,
    stage_codes,
)
from arpad.office.book.event_status import DecisionKind, EventStatus
from arpad.office.book.office_findings import office_finding
from arpad.office.registry.player_facts import facts_of_players as people_of
from arpad.office.rolls import published_lists, select_player_rows
from arpad.office.store.schema import content, report
from arpad.rating.change import listed

if TYPE_CHECKING:
    from arpad.law import Rulebook
    from arpad.office.book.examination import ExaminationSubject
    from arpad.office.book.merged_rolls import ListMemory


PARTS_NOT_AWAITED = (EventStatus.REFUSED, EventStatus.WITHDRAWN, EventStatus.REGISTERED)
"""Statuses of a part of which nothing is going to be rated as it is."""
STAGES_NOT_AWAITED = (EventStatus.REFUSED, EventStatus.WITHDRAWN, EventStatus.REGISTRATION_REFUSED)
"""The same of a stage, which is awaited from its registration on."""
ADMITTED_OR_RATED = (EventStatus.ADMITTED, EventStatus.RATED)


class EventProgress(StrEnum):
    """How far an event in parts has come."""

    GOES_ON = "goes-on"
    OVERDUE = "overdue"  # its last day is past, and something of it is missing
    COMPLETE = "complete"
    ENDED = "ended"  # an officer declared that no further part comes


@dataclass(frozen=True)
class ReceivedPart:
    """A part that was received: the days of its games, and its status."""

    name: str  # CODE/PART, of a stage its code
    standing: EventStatus
    awaited: bool  # nothing is decided about it yet
    first: date
    last: date
    list_: Month | None  # on which it is rated
    rounds: tuple[int, ...]  # of its games, as they were admitted
    admitted: int  # the last admission


@dataclass(frozen=True)
class MultipartEvent:
    """An event of which at least one part was received, or that has stages."""

    code: str
    end: date  # as registered
    parts: tuple[ReceivedPart, ...]  # by number, stages by their first day
    ended: EventDecision | None  # the declaration that no further part comes

    @property
    def missing(self) -> tuple[int, ...]:
        """Return the rounds below the highest admitted or rated one that no admitted or rated part has."""
        rounds = {turn for part in self.parts if part.standing in ADMITTED_OR_RATED for turn in part.rounds}
        return tuple(sorted(set(range(1, max(rounds, default=0))) - rounds))

    def course(self, today: date) -> EventProgress:
        """Return how far the event has come on a day: ended (declared), complete, overdue, or it goes on."""
        if self.ended is not None:
            return EventProgress.ENDED
        counted = [part for part in self.parts if part.standing in ADMITTED_OR_RATED]
        waiting = [part for part in self.parts if part.awaited]
        if max((part.last for part in counted), default=date.min) >= self.end and not waiting and not self.missing:
            return EventProgress.COMPLETE
        return EventProgress.OVERDUE if today > self.end else EventProgress.GOES_ON


def find_end_declaration(happened: Iterable[EventDecision]) -> EventDecision | None:
    """Return the declaration that no further part comes; None where there is none or it was taken back."""
    last = [each for each in happened if each.kind in (DecisionKind.ENDED, DecisionKind.RESUMED)][-1:]
    return last[0] if last and last[0].kind == DecisionKind.ENDED else None


def find_multipart_events(
    connection: Connection, series: str = "", keys: Sequence[int] | None = None
) -> list[MultipartEvent]:
    """Return the events with received parts, by first day: all of them, those of a series, or those with these keys.

    Events in one piece and parts without a report are left out."""
    of_event: dict[int, list[EventPart]] = defaultdict(list)
    for part in find_event_parts(connection, series, keys):
        if part.part and part.report:
            of_event[part.event].append(part)
    return [_read_multipart_event(connection, parts) for parts in of_event.values()]


def find_multipart_event(connection: Connection, key: int) -> MultipartEvent | None:
    """Return an event with its received parts; None where no part was received, also of an event in one piece."""
    return next(iter(find_multipart_events(connection, keys=[key])), None)


def event_around(connection: Connection, key: int) -> MultipartEvent | None:
    """Return the whole event to which a part or a stage belongs, with its parts or stages.

    None where it is not joined and no part was received. Its end leaves out stages that were refused or withdrawn."""
    codes = stage_codes(connection, key)
    if not codes:
        return find_multipart_event(connection, key)
    stages = find_event_parts(connection, keys=one_with(connection, key))
    end = max((stage.end for stage in stages if stage.life.where not in STAGES_NOT_AWAITED), default=stages[-1].end)
    declared = [find_end_declaration(decisions_about_event(connection, stage.event)) for stage in stages]
    come = tuple(_read_received_part(connection, stage, STAGES_NOT_AWAITED) for stage in stages)
    return MultipartEvent(codes[0], end, come, next(filter(None, declared), None))


def _read_multipart_event(connection: Connection, parts: Sequence[EventPart]) -> MultipartEvent:
    """An event out of its parts."""
    first = parts[0]
    received = tuple(_read_received_part(connection, part, PARTS_NOT_AWAITED) for part in parts)
    return MultipartEvent(
        first.code, first.end, received, find_end_declaration(decisions_about_event(connection, first.event))
    )


def _read_received_part(connection: Connection, part: EventPart, gone: Sequence[EventStatus]) -> ReceivedPart:
    """Return a part or stage with status, days and, if it is admitted or rated, the rounds of its games.

    Without a report its days are those of the registration. With a status in `gone` it is not awaited."""
    rows = select(report.c.first_day, report.c.last_day).where(report.c.seq == part.report)
    row = connection.execute(rows).one_or_none()
    where, list_ = part.life.where, part.life.rated or None
    rounds = _read_admitted_rounds(connection, part.admitted) if where in ADMITTED_OR_RATED else ()
    days = (Day(row.first_day).date, Day(row.last_day).date) if row is not None else (part.start, part.end)
    return ReceivedPart(part.name, where, where not in (*gone, *ADMITTED_OR_RATED), *days, list_, rounds, part.admitted)


def _read_admitted_rounds(connection: Connection, decision: int) -> tuple[int, ...]:
    """The rounds of the games that an admission stored."""
    packed = connection.execute(select(content.c.packed).where(content.c.decision == decision)).scalar_one()
    return tuple(np.unique(unpack_content(packed).games.round).tolist())


RoundMeeting = tuple[int, int, int, int]  # the round, the two players, and the half points of the first


def check_order_of_parts(
    connection: Connection, matter: ExaminationSubject, report: Report, others: OtherParts | None
) -> Iterator[Finding]:
    """Yield findings about this report beside the other parts of its event.

    They are: part and whole event both reported, a later part admitted already, and a round that another part has,
    too."""
    yield from _report_of_whole_and_part(connection, matter, report)
    event = find_multipart_event(connection, matter.event.key) if matter.part and others is not None else None
    if event is None or others is None:
        return
    days = report.days_played()
    by_name = {part.name: part for part in event.parts if part.standing in ADMITTED_OR_RATED}
    for part in others.parts:
        received = by_name[part.name]
        if days is not None and received.first > days[1]:
            yield _later_part_first(report, received)
        if days is None or received.last < days[0] or received.first > days[1]:
            yield from _rounds_in_two_parts(report, part)


def _report_of_whole_and_part(connection: Connection, matter: ExaminationSubject, report: Report) -> Iterator[Finding]:
    """Yield a finding where a part is reported beside the whole event, or the whole event beside parts.

    None for a draft."""
    reported = [part for part in find_event_parts(connection, keys=[matter.event.key]) if part.report]
    counted = [part for part in reported if part.life.rated or part.life.under not in PARTS_NOT_AWAITED]
    names = tuple(part.name for part in counted if bool(part.part) != bool(matter.part))
    if names and not matter.draft:
        message = "part-beside-whole/part" if matter.part else "part-beside-whole/whole"
        yield office_finding(message, report.file, other=", ".join(names))


def _later_part_first(report: Report, received: ReceivedPart) -> Finding:
    """Advice that a part that was played later is admitted or rated already."""
    if received.list_ is None:
        return office_finding("later-part-before/admitted", report.file, other=received.name)
    return office_finding("later-part-before/rated", report.file, other=received.name, list=received.list_)


def _rounds_in_two_parts(report: Report, part: OtherPart) -> Iterator[Finding]:
    """Yield a finding where another part has rounds of this report: a question if with the same games, else advice."""
    games, rows = report.games(), report.rows()
    played = games.kind == GameKind.PLAYED
    columns = (games.round, rows[games.white], rows[games.black], games.white_half_points, games.black_half_points)
    meetings = _round_meetings(*(column[played] for column in columns))
    other = part.games.take(part.played)
    people = part.people[other.white], part.people[other.black]
    other_meetings = _round_meetings(other.round, *people, other.white_half_points, other.black_half_points)
    rounds = tuple(sorted({meeting[0] for meeting in meetings} & {meeting[0] for meeting in other_meetings}))
    same_games = len(meetings & other_meetings)
    if same_games:
        yield office_finding("round-in-two-parts/games", report.file, rounds=rounds, games=same_games, other=part.name)
    elif rounds:
        yield office_finding("round-shared-by-parts", report.file, rounds=rounds, other=part.name)


def _round_meetings(*columns: np.ndarray[tuple[int], np.dtype[np.integer]]) -> set[RoundMeeting]:
    """Return the games as (round, player, player, half points of the first), the same whoever had White.

    `columns`: round, white, black, half points of White, half points of Black."""
    games = zip(*(column.tolist() for column in columns), strict=True)
    return {
        (turn, white, black, mine) if white < black else (turn, black, white, his)
        for turn, white, black, mine, his in games
    }


NO_LIST_YET, EARLIEST_DAY = Month(999912), date.min


@dataclass(frozen=True)
class ExaminedPart:
    """The part that is examined, its rulebook, and the registry keys under which its players are rated."""

    matter: ExaminationSubject
    report: Report
    keys: I32
    book: Rulebook
    lists: tuple[int, ...]  # the list that gives its ratings, and the one that its list replaces


@dataclass(frozen=True)
class AdmittedPart:
    """Another part of the event, with the tables of its admission."""

    come: ReceivedPart
    content: AdmittedContent
    keys: I32  # the registry key under which each of its players is rated
    key: int  # of the event in the tables of a period


@dataclass(frozen=True)
class GatheredParts:
    """The other parts, in the form for admission and in the form for a rating period; None where there are none."""

    others: OtherParts | None = None
    before: StoredParts | None = None


def gather_other_parts(connection: Connection, records: ListMemory, seen: ExaminedPart) -> GatheredParts:
    """Return the other parts or stages that are admitted or rated, in the order in which they were rated or played.

    Empty for an event in one piece. Parts on a later list than the examined part are left out. Nothing is written."""
    matter = seen.matter
    if not matter.part and matter.joined is None:
        return GatheredParts()
    event = event_around(connection, matter.event.key)
    received = [part for part in event.parts if _is_considered(part, matter)] if event is not None else []
    received.sort(key=lambda part: (part.list_ or NO_LIST_YET, part.last if part.list_ is None else EARLIEST_DAY))
    stored = [_read_admitted_part(connection, records, part) for part in received]
    place = {key: row for row, key in enumerate(seen.keys.tolist()) if key >= 0}
    behind = list(dict.fromkeys(key for part in stored for key in part.keys.tolist() if key not in place))
    place |= {key: len(seen.keys) + at for at, key in enumerate(behind)}
    parts = [
        OtherPart(each.come.name, each.come.last, np.array([place[key] for key in each.keys.tolist()], np.int32),
                  each.content.games)
        for each in stored
    ]  # fmt: skip
    people = people_of(connection, behind)
    shown, published = _rated_in_other_parts(connection, records, seen, stored, behind)
    names, goes_on = tuple(people[key].name for key in behind), _event_goes_on(seen, event, received)
    others = OtherParts(tuple(parts), names, shown, published, goes_on)
    federations = tuple(people[key].federation for key in behind)
    return GatheredParts(
        others, _stored_parts(connection, records, seen, _PartTables(stored, parts, behind, federations))
    )


@dataclass(frozen=True)
class _PartTables:
    """The other parts as tables, and the players who sat only there."""

    stored: Sequence[AdmittedPart]
    parts: Sequence[OtherPart]
    behind: Sequence[int]  # keys of the players who are not in the report: their rows come after its rows
    federations: Sequence[str]  # of these players

    @property
    def contents(self) -> list[AdmittedContent]:
        """The tables of the parts."""
        return [part.content for part in self.stored]


def _stored_parts(
    connection: Connection, records: ListMemory, seen: ExaminedPart, laid: _PartTables
) -> StoredParts | None:
    """Return the other parts as tables for a rating period. Nothing is written.

    None where there is no other part, or where a list from which one took its ratings is not published any more."""
    contents = laid.contents
    if not contents:
        return None
    series, beside, home = seen.matter.event.series, seating_series(seen.book), home_federation(seen.book)
    keys = np.concatenate([seen.keys, np.array(laid.behind, np.int32)]).astype(np.int32)
    seated_by = [int(tables.head.seated_by[0]) for tables in contents]
    own = {
        list_: select_player_rows(records.merged(connection, series, list_), keys)
        for list_ in {*seen.lists, *seated_by}.intersection(published_lists(connection, series))
    }
    if not own.keys() >= set(seated_by):
        return None
    besides = [_list_beside(seen, tables.head) for tables in contents]
    other = {
        list_: select_player_rows(records.merged(connection, beside, list_), keys)
        for list_ in set(besides).intersection(published_lists(connection, beside) if beside else ())
    }
    heads = [tables.part for tables in contents]
    return StoredParts(
        _events_of_parts(laid),
        replace(_players_of_parts(laid), beside=np.array(besides, np.int32)),
        _games_of_parts(contents),
        np.array([int(head.declared[0]) if head is not None else 0 for head in heads], np.uint8),
        np.array([int(head.scheduled[0]) if head is not None else 0 for head in heads], np.uint16),
        np.array([part.come.list_ is not None for part in laid.stored], bool),
        own,
        other,
        np.array([at_home(federation, home) for federation in laid.federations], bool),
    )


def _list_beside(seen: ExaminedPart, head: AdmittedHead) -> int:
    """Return the list of the second series by which the players of an admitted part sat down."""
    return list_beside(seen.book, Day(int(head.start[0])).date, int(head.seated_by[0]))


def _events_of_parts(laid: _PartTables) -> Events:
    """Return a table of events with a row for each part. The edition is left 0."""
    heads = [tables.head for tables in laid.contents]
    return Events.of(
        key=np.array([part.key for part in laid.stored], np.int64),
        start=np.concatenate([head.start for head in heads]),
        end=np.concatenate([head.end for head in heads]),
        edition=np.zeros(len(heads), np.uint8),
        system=np.concatenate([head.system for head in heads]),
        championship=np.concatenate([head.championship for head in heads]),
    )


def _players_of_parts(laid: _PartTables) -> Unseated:
    """Return the list from which each part took its ratings, and for each player of a part: part, row and status."""
    contents = laid.contents
    sizes = [len(tables.sitting) for tables in contents]
    return Unseated(
        np.concatenate([tables.head.seated_by for tables in contents]),
        np.repeat(np.arange(len(contents), dtype=np.int32), sizes),
        np.concatenate([part.people for part in laid.parts]),
        np.concatenate([tables.sitting.status for tables in contents]),
    )


def _games_of_parts(contents: Sequence[AdmittedContent]) -> Games:
    """Return the games of all parts; white and black are rows of the players of all parts, one part after the other."""
    offsets = np.cumsum([0, *(len(tables.sitting) for tables in contents)])[:-1]
    return Games.join(
        [
            replace(tables.games, white=tables.games.white + at, black=tables.games.black + at)
            for tables, at in zip(contents, offsets.astype(np.int32), strict=True)
        ]
    )


def _is_considered(part: ReceivedPart, matter: ExaminationSubject) -> bool:
    """Return whether a part is another one that is admitted or rated, on no later list than the examined part."""
    if part.name == part_name(matter.event.code, matter.part) or part.standing not in ADMITTED_OR_RATED:
        return False
    return not matter.rated or (part.list_ is not None and part.list_ <= matter.rated)


def _read_admitted_part(connection: Connection, records: ListMemory, part: ReceivedPart) -> AdmittedPart:
    """Return a part with the tables of its last admission and the keys under which its players are rated now."""
    rows = select(content.c.packed, content.c.event_key).where(content.c.decision == part.admitted)
    row = connection.execute(rows).one()
    tables = unpack_content(row.packed)
    return AdmittedPart(part, tables, records.counted_as(connection, tables.sitting.player), row.event_key)


def _rated_in_other_parts(
    connection: Connection,
    records: ListMemory,
    seen: ExaminedPart,
    stored: Sequence[AdmittedPart],
    behind: Sequence[int],
) -> tuple[I16, Bools]:
    """Return two columns with a row for each player in `behind`: highest rating in other parts (0: none), and a flag.

    The flag is true where the rating is one of the series itself, false where the second series gives it."""
    series, beside = seen.matter.event.series, seating_series(seen.book)
    place = {key: at for at, key in enumerate(behind)}
    shown: dict[str, I16] = {name: np.zeros(len(behind), np.int16) for name in (series, beside or "-")}
    for part in stored:
        head = part.content.head
        rows = [(key, place[key]) for key in part.keys.tolist() if key in place]
        for name, list_ in ((series, int(head.seated_by[0])), (beside, _list_beside(seen, head))):
            if name and rows and list_ in published_lists(connection, name):
                roll = select_player_rows(
                    records.merged(connection, name, list_), np.array([key for key, _ in rows], np.int32)
                )
                at = [at for _, at in rows]
                shown[name][at] = np.maximum(shown[name][at], np.where(listed(roll.state), roll.rating, 0))
    published = shown[series] > 0
    return np.where(published, shown[series], shown[beside or "-"]).astype(np.int16), published


def _event_goes_on(seen: ExaminedPart, event: MultipartEvent | None, received: Sequence[ReceivedPart]) -> bool:
    """Return whether more of the event is to come after the examined part: other parts, missing rounds, or later days.

    False once it is declared that no further part comes."""
    matter = seen.matter
    if event is not None and event.ended is not None:
        return False
    days = seen.report.days_played() or (matter.event.start, matter.event.start)
    name, end = part_name(matter.event.code, matter.part), matter.event.end if event is None else event.end
    waiting = [part for part in (event.parts if event is not None else ()) if part.name != name and part.awaited]
    rounds = {*np.unique(seen.report.games().round).tolist(), *(turn for part in received for turn in part.rounds)}
    missing = set(range(1, max(rounds, default=0))) - rounds
    return bool(waiting or missing or max(days[1], *(part.last for part in received), days[1]) < end)
