"""Gather what decides a list: the admitted events, the lists before and beside it, the registry, the corrections.

`gather` says what goes in and what stays out, with a hash over all of it, and refuses a list that is not the next one
or not due. Nothing is written, and nothing is rated, here.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import field, replace
from datetime import date
from functools import cached_property
from typing import Any

from sqlalchemy import Connection, and_, func, select

from arpad.columns import I32, Pool
from arpad.days import Day, Month
from arpad.finding import Misuse, Remedy
from arpad.frozen import dataclass
from arpad.law import LawError, Rulebook
from arpad.law.calendar import DAY, book_of_day, closing_day, next_list
from arpad.law.calendar import period as period_of
from arpad.law.carried import CarriedLaw, todays_law
from arpad.law.lawfiles import ADJUSTMENTS
from arpad.lists.adjust import Correction
from arpad.lists.beside import adjusting_series, home_federation, seating_series
from arpad.lists.listing import ListingFacts
from arpad.office.publication.candidates import Candidate, candidates_for, rated_on
from arpad.office.publication.footing import AS_PUBLISHED, Footing
from arpad.office.publication.listlaw import carried_by
from arpad.office.publication.revised import footing_of
from arpad.office.publication.series_rules import CARRY, REVISED, rules_of
from arpad.office.publication.unlisted import listing_digest, listing_facts, nothing_known
from arpad.office.publication.wholes import WholeEvent, Window, overdue, wholes_of
from arpad.office.registry.dated import Moved, moved
from arpad.office.registry.history import Known
from arpad.office.registry.merging import aliases, aliases_by, standing
from arpad.office.registry.roster import Roster, roster, roster_as, size
from arpad.office.rolls import COMPUTED, kind_of, lists_of, missing, newest
from arpad.office.store import schema
from arpad.rating.pool import newest_starts


@dataclass(frozen=True)
class Inputs:
    """Everything that decides a list, and what is left out of it."""

    series: str
    day: date  # of the list
    replaced: int
    published: int  # the entry of the log with which that one was published
    previous_sha256: str
    book: Rulebook  # of the period
    events: tuple[Candidate, ...]  # that go in, by day and content
    left_out: tuple[Candidate, ...]
    corrections: tuple[Correction, ...]
    roster: Roster = field(repr=False)
    alias: I32 = field(repr=False)
    beside: tuple[tuple[str, int, str], ...]  # lists of other series that are read: series, list, hash
    log: int  # the last entry of the log that was there
    wholes: tuple[WholeEvent, ...] = ()  # the events in parts that are judged
    moved: Moved = field(default_factory=Moved)  # who was of another federation when an event of the period began
    listing: ListingFacts = field(repr=False, default_factory=nothing_known)  # of the list's day
    law: CarriedLaw = field(repr=False, default_factory=todays_law)
    known_at: int | None = None  # the entry of the log with which it was published, where it is made again
    footing: Footing = field(repr=False, default=AS_PUBLISHED)
    sha256: str = ""
    provisional: bool = False  # made before its period is over

    @property
    def list_(self) -> int:
        return int(Month.of(self.day))

    @cached_property
    def sent(self) -> tuple[Candidate, ...]:
        """All events and parts that the list judges: those that enter, and earlier parts of events in parts."""
        past = (part for whole in self.wholes for part in whole.past)
        return tuple(sorted((*self.events, *past), key=lambda event: (event.start, event.end, event.key)))


def gather(connection: Connection, series: str, list_: int, today: date, early: bool = False) -> Inputs:
    """Return everything that decides the next list; a list that is not the next one, or too early, is refused. With
    `early` a provisional list may be made as soon as the list before is in force."""
    replaced = newest(connection, series)
    if not replaced or kind_of(connection, series) != COMPUTED:
        raise Misuse("series-imported", series=series) if replaced else missing(series)
    day = next_list(series, Month(replaced).first)
    newest_list, month = Month(replaced), Month(list_)
    if month != Month.of(day):
        raise Misuse("not-the-next-list", newest=newest_list, series=series, next=Month.of(day), list=month)
    closing = closing_day(series, day)
    if early and today <= newest_list.first:
        remedy = Remedy.to("try-from", day=newest_list.first + DAY)
        raise Misuse("list-not-begun", remedy, series=series, list=month, begins=newest_list.first, today=today)
    if today <= closing and not early:
        raise Misuse(
            "list-not-due", Remedy.to("try-from", day=closing + DAY),
            newest=newest_list, series=series, list=month, closing=closing, today=today,
        )  # fmt: skip
    book = book_of_day(series, period_of(series, day)[1])
    previous = _list(connection, series, replaced)
    inside, outside = candidates_for(connection, series, list_, previous.log)
    wholes = wholes_of(connection, Window(series, list_, previous.log), inside)
    over = {part.event for whole in wholes if not whole.goes_on for part in whole.parts}
    outside += (event for event in overdue(connection, series, Day.of(day)) if event.event not in over)
    inputs = Inputs(
        series,
        day,
        replaced,
        previous.log,
        previous.sha256,
        book,
        in_order(inside),
        tuple(sorted(outside, key=lambda event: (event.start, event.code, event.part))),
        _corrections(connection, series, list_),
        roster(connection),
        aliases(connection),
        (),
        last_entry(connection),
        wholes=wholes,
    )
    _still_two(inputs)
    inputs = replace(inputs, provisional=today <= closing)
    return _on_its_footing(connection, _with_facts(connection, inputs))


@dataclass(frozen=True)
class PutRight:
    """What approved cases say of persons: facts that count as known now, merges that always held, merges that never
    did."""

    anew: frozenset[int] = frozenset()  # players of whom what is known now is taken
    merged: tuple[tuple[int, int], ...] = ()  # who is kept, who is gone: they always were one
    parted: frozenset[int] = frozenset()  # merges, by their row, that should never have been
    never: tuple[tuple[int, int], ...] = ()  # the pairs of these

    @property
    def mistaken(self) -> tuple[int, ...]:
        """The players who were taken for another person, or another for them."""
        return tuple(sorted({key for pair in (*self.merged, *self.never) for key in pair}))


def gather_again(connection: Connection, series: str, list_: int, right: PutRight | None = None) -> Inputs:
    """Return what decided a published list: its events, its law and what was known then. With `right`, the events as
    revised since, and persons as the cases say. A list that stores no law is refused."""
    before = [each for each in lists_of(connection, series) if each < list_][-1]
    previous, head = _list(connection, series, before), _list(connection, series, list_)
    law = carried_by(connection, series, list_)
    if law is None:
        raise Misuse("made-again/without-law", series=series, list=Month(list_))
    rated = schema.rated
    chosen = and_(rated.c.series == series, rated.c.list == list_)
    inside = [event for _, event in rated_on(connection, chosen, head.log if right is None else None)]
    window = Window(series, list_, previous.log, head.log, revised=right is not None)
    inputs = Inputs(
        series,
        Month(list_).first,
        before,
        previous.log,
        previous.sha256,
        law.rulebook(head.edition, series),
        in_order(inside),
        (),
        _corrections(connection, series, list_),
        roster(connection, head.log) if right is None else roster_as(connection, head.log, right.anew),
        aliases(connection, head.log) if right is None else _aliases(connection, head.log, right),
        (),
        head.log,
        wholes=wholes_of(connection, window, inside),
        law=law,
        known_at=head.log,
    )
    if right is not None:
        return _with_facts(connection, inputs, right.anew)
    return _on_its_footing(connection, _with_facts(connection, inputs))


def _aliases(connection: Connection, known_at: int, right: PutRight) -> I32:
    """Return for each key the key it counts as, by the merges known then, corrected by the cases."""
    held = [each for each in standing(connection, known_at) if each[0] not in right.parted]
    return aliases_by([*held, *((0, kept, gone) for kept, gone in right.merged)], size(connection))


def _on_its_footing(connection: Connection, inputs: Inputs) -> Inputs:
    """Add the revised data of earlier lists, if the series carries differences over, and the hash of all inputs."""
    rules = rules_of(connection, inputs.series, inputs.known_at)
    if rules.difference == CARRY:
        numbers = inputs.roster.listed_as
        footing = footing_of(connection, inputs.series, inputs.replaced, numbers, inputs.known_at)
        inputs = replace(inputs, footing=replace(footing, by_revised=rules.board == REVISED))
    return replace(inputs, sha256=_digest(inputs))


def in_order(events: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """Sort events as a list takes them: by day and content."""
    return tuple(sorted(events, key=lambda event: (event.start, event.end, event.key)))


def _with_facts(connection: Connection, inputs: Inputs, anew: frozenset[int] = frozenset()) -> Inputs:
    """Add what the registry and the lists of other series say about the events and the list's day."""
    as_of = Known(inputs.known_at, anew)
    inputs = replace(inputs, beside=_read_beside(connection, inputs), moved=_moved(connection, inputs, as_of))
    return replace(inputs, listing=listing_facts(connection, inputs.roster, inputs.day, as_of))


def last_entry(connection: Connection) -> int:
    """The newest entry of the log; while it stays the same, nothing has changed."""
    return connection.execute(select(func.max(schema.log.c.seq))).scalar() or 0


# --- what goes in -------------------------------------------------------------------------------------------------


def _list(connection: Connection, series: str, list_: int) -> Any:
    """The seal, log entry and edition of a list."""
    rating_list = schema.rating_list
    columns = rating_list.c.sha256, rating_list.c.log, rating_list.c.edition
    return connection.execute(select(*columns).where(rating_list.c.series == series, rating_list.c.list == list_)).one()


def _corrections(connection: Connection, series: str, list_: int) -> tuple[Correction, ...]:
    """The corrections that first show on this list; for each player the last one counts."""
    table, log = schema.correction, schema.log
    rows = select(table.c.player, table.c.rating, log.c.who, log.c.why).join(log, log.c.seq == table.c.log)
    rows = rows.where(table.c.series == series, table.c.list == list_).order_by(table.c.seq)
    corrections = {row.player: Correction(row.player, row.rating, row.who, row.why) for row in connection.execute(rows)}
    return tuple(corrections[player] for player in sorted(corrections) if corrections[player].rating)


def _still_two(inputs: Inputs) -> None:
    """Refuse a list while a correction is about a player who has been merged away since."""
    for correction in inputs.corrections:
        if inputs.alias[correction.player] != correction.player:
            number = int(inputs.roster.id[correction.player])
            raise Misuse("corrected-and-merged", Remedy.to("withdraw-correction", player=number), player=number)


def _read_beside(connection: Connection, inputs: Inputs) -> tuple[tuple[str, int, str], ...]:
    """The lists of other series that the period may read: series, list, seal."""
    names = {*adjusting_series(inputs.book, inputs.day), seating_series(*books_of(inputs))} - {""}
    rating_list = schema.rating_list
    rows = select(rating_list.c.series, rating_list.c.list, rating_list.c.sha256).where(
        rating_list.c.series.in_(names), rating_list.c.list <= inputs.list_
    )
    if inputs.known_at is not None:
        rows = rows.where(rating_list.c.log <= inputs.known_at)
    return tuple(
        (row.series, row.list, row.sha256)
        for row in connection.execute(rows.order_by(rating_list.c.series, rating_list.c.list))
    )


def _moved(connection: Connection, inputs: Inputs, as_of: Known) -> Moved:
    """The players who were of another federation when an event began; read only if the edition treats foreign
    players as guests."""
    days = {event.start for event in inputs.sent} if home_federation(*books_of(inputs)) else ()
    return moved(connection, inputs.roster, days, as_of)


def _digest(inputs: Inputs) -> str:
    """The hash of all inputs; the order in which they were entered does not matter."""
    law = hashlib.sha256()
    for name in sorted({book.id for book in (inputs.book, *editions_of(inputs).values())}):
        law.update(inputs.law.sha256(name).encode())
    law.update(inputs.law.files[ADJUSTMENTS])
    registry = hashlib.sha256()
    codes = " ".join(inputs.roster.codes)
    registry.update(codes.encode())
    columns = [column for _, column in inputs.roster.players().columns()]
    if inputs.beside:  # the other lists know a player by his FIDE number
        columns.append(inputs.roster.fide_id)
    for column in (*columns, inputs.alias):
        registry.update(column.tobytes())
    hashed = {
        "series": inputs.series,
        "list": inputs.list_,
        "previous": inputs.previous_sha256,
        "law": law.hexdigest(),
        "registry": registry.hexdigest(),
        "events": [(event.key, event.content_sha256) for event in inputs.events],
        "beside": inputs.beside,
        "moved": inputs.moved.rows,
        "listing": listing_digest(inputs.listing),
        "corrections": [(correction.player, correction.rating) for correction in inputs.corrections],
    }
    if inputs.footing.sha256:
        hashed["revised"] = inputs.footing.sha256, inputs.footing.by_revised
    if inputs.wholes:
        hashed["wholes"] = sorted(whole.hashed() for whole in inputs.wholes)
    return hashlib.sha256(json.dumps(hashed, sort_keys=True).encode()).hexdigest()


def editions_of(inputs: Inputs) -> dict[int, Rulebook]:
    """Return the edition for each first day of an event."""
    first = {event.start: event for event in inputs.sent}.values()
    return {event.start: inputs.law.in_force(inputs.series, event.started) for event in first}


def books_of(inputs: Inputs, pool: Pool | None = None) -> tuple[Rulebook, ...]:
    """Return the editions of the events and of the newest results in the pool, the period's own last.

    A list that carries no edition of such results is made again without it.
    """
    books = {book.id: book for book in editions_of(inputs).values()}
    for day in newest_starts(pool) if pool is not None else ():
        with suppress(LawError):
            book = inputs.law.in_force(inputs.series, Day(day).date)
            books[book.id] = book
    return (*(book for name, book in books.items() if name != inputs.book.id), inputs.book)
