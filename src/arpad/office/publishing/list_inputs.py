"""Gather everything that decides a list: events, lists before and beside it, registry, corrections.

`gather_inputs` returns what enters and what stays out, with one hash over all of it. It refuses a list that is not the
next one or not due. `gather_inputs_again` does the same for a published list. Nothing is rated or written here.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import field, replace
from datetime import date
from functools import cached_property

from sqlalchemy import Connection, and_, func, select

from arpad.columns import I32, Pool
from arpad.days import Day, Month
from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.law import LawError, Rulebook
from arpad.law.calendar import DAY, book_of_day, closing_day, day_of_list_by, list_day, next_list
from arpad.law.calendar import period as period_of
from arpad.law.law_set import LawSet, current_law
from arpad.law.lawfiles import ADJUSTMENTS
from arpad.lists.adjust import Correction
from arpad.lists.listing import ListingFacts
from arpad.lists.other_series import adjusting_series, home_federation, seating_series
from arpad.office.publishing.candidate_events import CandidateEvent, events_for_list, rated_events_where
from arpad.office.publishing.list_law import law_stored_with_list
from arpad.office.publishing.list_storage import require_list
from arpad.office.publishing.players_left_off import hash_of_listing_facts, listing_facts, no_listing_facts
from arpad.office.publishing.revised_inputs import NOTHING_REVISED, RevisedInputs
from arpad.office.publishing.revised_rows import revised_inputs_after
from arpad.office.publishing.series_rules import CARRY, REVISED, rules_of_series
from arpad.office.publishing.whole_events import ListWindow, WholeEvent, overdue_whole_events, whole_events_of_list
from arpad.office.registry.player_facts import (
    FormerFederations,
    KnownAsOf,
    Roster,
    count_players,
    former_federations,
    read_roster,
    read_roster_as_revised,
)
from arpad.office.registry.player_merges import counted_as_by, merge_aliases, merges_in_force
from arpad.office.rolls import COMPUTED, missing_list_error, newest_published_list, published_lists, series_kind
from arpad.office.store import schema
from arpad.rating.pool import newest_starts


@dataclass(frozen=True)
class ListInputs:
    """Everything that decides a list, and what is left out of it."""

    series: str
    day: date  # of the list
    replaced: int  # the list before, yyyymm
    published: int  # the log entry that published the replaced list
    previous_sha256: str
    book: Rulebook  # of the period
    events: tuple[CandidateEvent, ...]  # that go in, in order
    left_out: tuple[CandidateEvent, ...]
    corrections: tuple[Correction, ...]
    roster: Roster = field(repr=False)
    alias: I32 = field(repr=False)
    beside: tuple[tuple[str, int, str], ...]  # lists of other series that are read: series, list, hash
    log: int  # the last entry of the log that was there
    wholes: tuple[WholeEvent, ...] = ()  # the events in parts that are judged
    moved: FormerFederations = field(
        default_factory=FormerFederations
    )  # who was of another federation when an event of the period began
    listing: ListingFacts = field(repr=False, default_factory=no_listing_facts)  # of the list's day
    law: LawSet = field(repr=False, default_factory=current_law)
    known_at: int | None = None  # the log entry that published it, if it is computed again
    footing: RevisedInputs = field(repr=False, default=NOTHING_REVISED)
    sha256: str = ""
    provisional: bool = False  # made before its period is over

    @property
    def list_(self) -> int:
        """The list as a number, yyyymm."""
        return int(Month.of(self.day))

    @cached_property
    def sent(self) -> tuple[CandidateEvent, ...]:
        """All events and parts that the list rates: those that enter, and parts of events in parts that earlier
        lists rated."""
        past = (part for whole in self.wholes for part in whole.past)
        return events_by_day_and_content(self.book, (*self.events, *past))


def gather_inputs(connection: Connection, series: str, list_: int, today: date, early: bool = False) -> ListInputs:
    """Return everything that decides the next list, with a hash over it; nothing is rated or stored. Refuses an
    imported series, a list that is not the next one or not due, and a correction of a player merged away since.
    With `early` a provisional list may be made from the day after the newest list on."""
    replaced = newest_published_list(connection, series)
    if not replaced or series_kind(connection, series) != COMPUTED:
        raise UserError("series-imported", series=series) if replaced else missing_list_error(series)
    begins = list_day(series, Month(replaced))
    day = next_list(series, begins)
    newest_list, month = Month(replaced), Month(list_)
    if month != Month.of(day):
        raise UserError("not-the-next-list", newest=newest_list, series=series, next=Month.of(day), list=month)
    closing = closing_day(series, day)
    if early and today <= begins:
        remedy = Remedy.to("try-after-list", day=begins + DAY)
        raise UserError("list-not-begun", remedy, series=series, list=month, begins=begins, today=today)
    if today <= closing and not early:
        raise UserError(
            "list-not-due", Remedy.to("try-from", day=closing + DAY),
            newest=newest_list, series=series, list=month, closing=closing, today=today,
        )  # fmt: skip
    book = book_of_day(series, period_of(series, day)[1])
    previous = require_list(connection, series, replaced)
    inside, outside = events_for_list(connection, series, list_, previous.log)
    wholes = whole_events_of_list(connection, ListWindow(series, list_, previous.log), inside)
    over = {part.event for whole in wholes if not whole.goes_on for part in whole.parts}
    outside += (event for event in overdue_whole_events(connection, series, Day.of(day)) if event.event not in over)
    inputs = ListInputs(
        series,
        day,
        replaced,
        previous.log,
        previous.sha256,
        book,
        events_by_day_and_content(book, inside),
        tuple(sorted(outside, key=lambda event: (event.start, event.code, event.part))),
        _corrections_for_list(connection, series, list_),
        read_roster(connection),
        merge_aliases(connection),
        (),
        newest_log_entry(connection),
        wholes=wholes,
    )
    _refuse_correction_of_merged(inputs)
    inputs = replace(inputs, provisional=today <= closing)
    return _with_revised_inputs(connection, _with_registry_facts(connection, inputs))


@dataclass(frozen=True)
class PersonRevisions:
    """What approved cases changed about persons, for lists that are computed again."""

    anew: frozenset[int] = frozenset()  # players whose facts count as known now
    merged: tuple[tuple[int, int], ...] = ()  # who is kept, who is gone: they always were one
    parted: frozenset[int] = frozenset()  # merges, by their row, that should never have been
    never: tuple[tuple[int, int], ...] = ()  # the pairs of these

    @property
    def mistaken(self) -> tuple[int, ...]:
        """The keys of players who had been taken for another person, or another person for them."""
        return tuple(sorted({key for pair in (*self.merged, *self.never) for key in pair}))


def gather_inputs_again(
    connection: Connection, series: str, list_: int, right: PersonRevisions | None = None
) -> ListInputs:
    """Return what decided a published list: its events, its law and what was known then. With `right`, the events as
    revised since and persons as the cases say; then neither revised inputs nor the hash are added. Refuses a list
    that stores no law. Corrections of a player merged away are not refused."""
    before = [each for each in published_lists(connection, series) if each < list_][-1]
    previous, head = (require_list(connection, series, each) for each in (before, list_))
    law = law_stored_with_list(connection, series, list_)
    if law is None:
        raise UserError("made-again/without-law", series=series, list=Month(list_))
    rated = schema.rated
    chosen = and_(rated.c.series == series, rated.c.list == list_)
    inside = [event for _, event in rated_events_where(connection, chosen, head.log if right is None else None)]
    window = ListWindow(series, list_, previous.log, head.log, revised=right is not None)
    book = law.rulebook(head.edition, series)
    inputs = ListInputs(
        series,
        day_of_list_by(book, list_),
        before,
        previous.log,
        previous.sha256,
        book,
        events_by_day_and_content(book, inside),
        (),
        _corrections_for_list(connection, series, list_),
        read_roster(connection, head.log)
        if right is None
        else read_roster_as_revised(connection, head.log, right.anew),
        merge_aliases(connection, head.log) if right is None else _counted_as_revised(connection, head.log, right),
        (),
        head.log,
        wholes=whole_events_of_list(connection, window, inside),
        law=law,
        known_at=head.log,
    )
    if right is not None:
        return _with_registry_facts(connection, inputs, right.anew)
    return _with_revised_inputs(connection, _with_registry_facts(connection, inputs))


def _counted_as_revised(connection: Connection, known_at: int, right: PersonRevisions) -> I32:
    """Return for each key the key under which its results count: by the merges known then, without those that should
    not have been (`parted`) and with those that always held (`merged`)."""
    held = [each for each in merges_in_force(connection, known_at) if each[0] not in right.parted]
    return counted_as_by([*held, *((0, kept, gone) for kept, gone in right.merged)], count_players(connection))


def _with_revised_inputs(connection: Connection, inputs: ListInputs) -> ListInputs:
    """Return the inputs with the revised data of earlier lists, if the series carries differences over (series rule
    `difference`), and with the hash of all inputs."""
    rules = rules_of_series(connection, inputs.series, inputs.known_at)
    if rules.difference == CARRY:
        numbers = inputs.roster.listed_as
        footing = revised_inputs_after(connection, inputs.series, inputs.replaced, numbers, inputs.known_at)
        inputs = replace(inputs, footing=replace(footing, by_revised=rules.board == REVISED))
    return replace(inputs, sha256=_hash_of_inputs(inputs))


def events_by_day_and_content(book: Rulebook, events: Iterable[CandidateEvent]) -> tuple[CandidateEvent, ...]:
    """Sort events as a list takes them: by first and last day, then by registration, then by content.

    Registration counts only if the edition (`book`) says so: older lists were made without it.
    """
    registered = book.by_registration
    return tuple(sorted(events, key=lambda e: (e.start, e.end, e.event if registered else 0, e.key)))


def _with_registry_facts(connection: Connection, inputs: ListInputs, anew: frozenset[int] = frozenset()) -> ListInputs:
    """Return the inputs with the lists of other series, former federations, and what decides who is listed. Facts
    are as known at the log entry of the inputs; for players in `anew` as known now."""
    as_of = KnownAsOf(inputs.known_at, anew)
    inputs = replace(
        inputs,
        beside=_lists_of_other_series(connection, inputs),
        moved=_federations_when_events_began(connection, inputs, as_of),
    )
    return replace(inputs, listing=listing_facts(connection, inputs.roster, inputs.day, as_of))


def newest_log_entry(connection: Connection) -> int:
    """Return the number of the newest log entry (0: none); while it stays the same, nothing has changed."""
    return connection.execute(select(func.max(schema.log.c.seq))).scalar() or 0


# --- what goes in -------------------------------------------------------------------------------------------------


def _corrections_for_list(connection: Connection, series: str, list_: int) -> tuple[Correction, ...]:
    """Return the corrections that first show on this list, by player; for each player the last one counts, and a
    withdrawn one is left out."""
    table, log = schema.correction, schema.log
    rows = select(table.c.player, table.c.rating, log.c.who, log.c.why).join(log, log.c.seq == table.c.log)
    rows = rows.where(table.c.series == series, table.c.list == list_).order_by(table.c.seq)
    corrections = {row.player: Correction(row.player, row.rating, row.who, row.why) for row in connection.execute(rows)}
    return tuple(corrections[player] for player in sorted(corrections) if corrections[player].rating)


def _refuse_correction_of_merged(inputs: ListInputs) -> None:
    """Refuse a list while a correction is about a player who has been merged away since."""
    for correction in inputs.corrections:
        if inputs.alias[correction.player] != correction.player:
            number = int(inputs.roster.id[correction.player])
            raise UserError("corrected-and-merged", Remedy.to("withdraw-correction", player=number), player=number)


def _lists_of_other_series(connection: Connection, inputs: ListInputs) -> tuple[tuple[str, int, str], ...]:
    """Return the lists of other series that the period may read, up to its own month: series, list, seal. A list
    that is computed again reads those that were known then."""
    names = {*adjusting_series(inputs.book, inputs.day), seating_series(*editions_of_period(inputs))} - {""}
    table = schema.rating_list
    rows = select(table.c.series, table.c.list, table.c.sha256).order_by(table.c.series, table.c.list)
    rows = rows.where(table.c.series.in_(names), table.c.list <= inputs.list_)
    if inputs.known_at is not None:
        rows = rows.where(table.c.log <= inputs.known_at)
    return tuple((row.series, row.list, row.sha256) for row in connection.execute(rows))


def _federations_when_events_began(connection: Connection, inputs: ListInputs, as_of: KnownAsOf) -> FormerFederations:
    """Return who was of another federation when an event began; empty unless an edition treats foreign players as
    guests. `as_of` says what was known."""
    days = {event.start for event in inputs.sent} if home_federation(*editions_of_period(inputs)) else ()
    return former_federations(connection, inputs.roster, days, as_of)


def _hash_of_inputs(inputs: ListInputs) -> str:
    """Return the SHA-256 of all inputs in hex; the order in which they were entered does not matter. Events left out
    are not part of it."""
    law = hashlib.sha256()
    for name in sorted({book.id for book in (inputs.book, *editions_by_first_day(inputs).values())}):
        law.update(inputs.law.sha256(name).encode())
    law.update(inputs.law.files[ADJUSTMENTS])
    registry = hashlib.sha256()
    codes = " ".join(inputs.roster.codes)
    registry.update(codes.encode())
    columns = [column for _, column in inputs.roster.players().columns()]
    if inputs.beside:  # the other lists know a player by FIDE number
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
        "listing": hash_of_listing_facts(inputs.listing),
        "corrections": [(correction.player, correction.rating) for correction in inputs.corrections],
    }
    if inputs.footing.sha256:
        hashed["revised"] = inputs.footing.sha256, inputs.footing.by_revised
    if inputs.wholes:
        hashed["wholes"] = sorted(whole.hashed() for whole in inputs.wholes)
    return hashlib.sha256(json.dumps(hashed, sort_keys=True).encode()).hexdigest()


def editions_by_first_day(inputs: ListInputs) -> dict[int, Rulebook]:
    """Return the edition in force on each first day of the rated events, by day (yyyymmdd), from the law of the
    inputs."""
    first = {event.start: event for event in inputs.sent}.values()
    return {event.start: inputs.law.in_force(inputs.series, event.started) for event in first}


def editions_of_period(inputs: ListInputs, pool: Pool | None = None) -> tuple[Rulebook, ...]:
    """Return the editions of the events and of the newest waiting results in the pool (if one is given), the
    period's own last. An edition of waiting results that the law of the list does not have is left out."""
    books = {book.id: book for book in editions_by_first_day(inputs).values()}
    for day in newest_starts(pool) if pool is not None else ():
        with suppress(LawError):
            book = inputs.law.in_force(inputs.series, Day(day).date)
            books[book.id] = book
    return (*(book for name, book in books.items() if name != inputs.book.id), inputs.book)
