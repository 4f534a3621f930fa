"""Decisions about a player and the published lists: dispensation, not to be listed, removal.

Each decision is a dated fact in the player's history and is never deleted. On the days it names it replaces earlier
decisions. The edition says whether lists obey it. Only inactive players can be removed, and every decision needs a
reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from sqlalchemy import Connection, insert, select

from arpad.columns import State
from arpad.days import Day
from arpad.finding import Note, Problem, Remedy, UserError
from arpad.frozen import dataclass
from arpad.law import LawError, in_force
from arpad.law.rules.lists import INACTIVE_REMOVAL
from arpad.office.acts import Permission, Subject, act
from arpad.office.desk import Desk, WriteTransaction
from arpad.office.registry.federation_officials import NO_DAY, Span, combine_spans, day_range_faults, spans_on_day
from arpad.office.registry.federation_officials import State as Held
from arpad.office.registry.person import refuse_first_fault
from arpad.office.registry.player_facts import facts_of_players, require_player_key
from arpad.office.registry.player_merges import merge_aliases
from arpad.office.registry.player_numbers import office_number
from arpad.office.rolls import COMPUTED, player_history
from arpad.office.store.schema import player_change, series

DISPENSATION, WITHHELD, REMOVED = "dispensation", "not-to-be-listed", "removed"
LISTING_KINDS = (DISPENSATION, WITHHELD, REMOVED)
HOLDS, ENDED = "holds", "ended"


@dataclass(frozen=True)
class ListingEntry:
    """A decision that holds (or, with `ends`, no longer holds) on some days, both included; no last day means until
    further notice."""

    kind: str
    since: int
    until: int = 0
    ends: bool = False

    @property
    def text(self) -> str:
        """The entry as the history stores it: `holds` or `ended`, and the last day if there is one."""
        word = ENDED if self.ends else HOLDS
        return f"{word} {int(self.until)}" if self.until else word


def enter_listing_decision(writing: WriteTransaction, key: int, entry: ListingEntry) -> bool:
    """Store a decision about a player (`key`); return False, and store nothing, if it already holds. Refuses an unknown
    kind, impossible days, a missing reason, a player who was merged away, and the removal of a player who is not
    inactive."""
    if entry.kind not in LISTING_KINDS:
        raise UserError("wrong-fact", field="kind", expected=Problem("expected/one-of", known=LISTING_KINDS))
    refuse_first_fault(day_range_faults(entry.since, entry.until))
    if not writing.why.strip():
        raise UserError("reasonless-fact/listing", Remedy.to("give-reason"))
    counts_as = int(merge_aliases(writing.connection)[key])
    if counts_as != key:
        raise UserError("listing/merged", number=office_number(key), kept=office_number(counts_as))
    if entry.kind == REMOVED and not entry.ends:
        _refuse_removal_of_active(writing, key, entry.since)
    before = listing_spans(writing.connection, [key]).get((key, entry.kind), [])
    if combine_spans([*before, _span_of_text(entry.text, entry.since)]) == before:
        return False
    row = {"player": key, "field": entry.kind, "old": "", "new": entry.text, "since": int(entry.since)}
    writing.connection.execute(insert(player_change).values(**row, log=writing.seq))
    return True


def _refuse_removal_of_active(writing: WriteTransaction, key: int, day: int) -> None:
    """Refuse a removal from a future day on, or if no series computed here allows removal. Also refuse it unless the
    player is inactive on the newest list of one of these series."""
    if day > writing.day:
        raise UserError("not-yet", day=Day(day), today=Day(writing.day))
    names = select(series.c.name).where(series.c.kind == COMPUTED).order_by(series.c.name)
    lists = [
        name for name in writing.connection.execute(names).scalars() if _edition_removes_inactive(name, writing.day)
    ]
    if not lists:
        raise UserError("listing/no-removal")
    for name in lists:
        rows = [row for _, row in player_history(writing.connection, name, key)]
        if rows and rows[-1]["state"] == State.INACTIVE.value:
            return
    raise UserError("listing/not-inactive", number=office_number(key), series=tuple(lists))


def _edition_removes_inactive(name: str, day: int) -> bool:
    """Whether the edition of a series that is in force on a day allows removing inactive players; False if none is."""
    try:
        return in_force(name, Day(day).date).has(INACTIVE_REMOVAL)
    except LawError:
        return False  # no edition of the series covers the day


def listing_spans(
    connection: Connection, keys: Iterable[int] | None = None, known_at: int | None = None
) -> dict[tuple[int, str], list[Span]]:
    """Return the days of decisions, by (player key, kind of decision), as (`holds` or `ended`, since, until). `keys`:
    of these players only, else of all. `known_at`: as known at this log entry."""
    table = player_change
    query = select(table.c.player, table.c.field, table.c.new, table.c.since).order_by(table.c.seq)
    query = query.where(table.c.field.in_(LISTING_KINDS))
    if keys is not None:
        query = query.where(table.c.player.in_(list(keys)))
    if known_at is not None:
        query = query.where(table.c.log <= known_at)
    entries: dict[tuple[int, str], list[Span]] = {}
    for row in connection.execute(query):
        entries.setdefault((row.player, row.field), []).append(_span_of_text(row.new, row.since))
    return {place: combine_spans(spans) for place, spans in sorted(entries.items())}


def players_with_decision_on(
    spans: Mapping[tuple[int, str], list[Span]], kind: str, day: int
) -> Iterator[tuple[int, int]]:
    """Yield (player key, first day) for each player for whom a decision of this kind holds on a day. Ended decisions do
    not count."""
    for (key, name), spans_of_kind in spans.items():
        if name == kind:
            yield from ((key, since) for what, since, _ in spans_on_day(spans_of_kind, day) if what == HOLDS)


def listing_fact_text(text: str) -> str:
    """The text for people of a stored decision (`holds` or `ended`, with last day); empty if there is none."""
    what, _, until = text.partition(" ")
    return str(Note.of(f"listing-fact/{what}", until=Day(until or 0))) if what else ""


def _span_of_text(text: str, since: int) -> Span:
    """Parse a stored decision into (`holds` or `ended`, since, until); until 0: no end."""
    what, _, until = text.partition(" ")
    return what, since, int(until or 0)


# --- the desk's ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ListingDecision:
    """A request to decide about listing a player from a day on (0: today), perhaps until a last day.

    `ends`: on these days the decision does not hold. A reason is required: who decided, and where this is recorded.
    """

    number: int
    kind: str  # one of KINDS
    since: Day = NO_DAY
    until: Day = NO_DAY
    ends: bool = False
    why: str = ""


@dataclass(frozen=True)
class ListingEntered:
    """What holds now of a decision, and when; `already`: it was so, and nothing was entered."""

    number: int
    name: str
    kind: str
    already: bool
    spans: tuple[Held, ...]


@act("decide-listing", about=Subject.PLAYER, permission=Permission.DECIDE, inverse="decide-listing")
def decide_listing(desk: Desk, request: ListingDecision) -> ListingEntered:
    """Store or end a decision about listing a player: a dispensation, no listing, or removal when inactive.

    Nothing is stored if that holds already. Returns the days on which decisions of this kind now hold.
    """
    detail = {"kind": request.kind, "ends": request.ends}
    with desk.writing("player-listing", str(request.number), request.why, detail) as writing:
        key = require_player_key(writing.connection, request.number)
        since = Day(request.since or writing.day)
        new = enter_listing_decision(writing, key, ListingEntry(request.kind, since, request.until, request.ends))
        spans = listing_spans(writing.connection, [key]).get((key, request.kind), [])
        name = facts_of_players(writing.connection, [key])[key].name
    days = tuple(Held(state, Day(first), Day(last)) for state, first, last in spans)
    return ListingEntered(office_number(key), name, request.kind, not new, days)
