"""Keep what is decided of a player and the lists: a dispensation, a word that he is not to be listed, a removal.

Each is a dated fact of the person, kept in his history like a transfer and never deleted. An entry says that it holds,
or that it does not, on the days it names; on those days it stands in place of earlier entries. Whether a list looks at
it is the edition's word; that the commission removes nobody who is active is decided here, because the list of the day
is asked, and so is the reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from sqlalchemy import Connection, insert, select

from arpad.columns import State
from arpad.days import Day
from arpad.finding import Misuse, Note, Problem, Remedy
from arpad.frozen import dataclass
from arpad.law import LawError, in_force
from arpad.law.rules.lists import INACTIVE_REMOVAL
from arpad.office.desk import Desk, Writing
from arpad.office.registry.federations import wrong_days
from arpad.office.registry.identity import own_id
from arpad.office.registry.merging import aliases
from arpad.office.registry.person import refuse
from arpad.office.registry.players import facts, key_with
from arpad.office.registry.spans import NO_DAY, Span, laid, on
from arpad.office.registry.spans import State as Held
from arpad.office.rolls import COMPUTED, history
from arpad.office.store.schema import player_change, series

DISPENSATION, WITHHELD, REMOVED = "dispensation", "not-to-be-listed", "removed"
KINDS = (DISPENSATION, WITHHELD, REMOVED)
HOLDS, ENDED = "holds", "ended"


@dataclass(frozen=True)
class Entry:
    """A decision that holds (or, with `ends`, no longer holds) on some days, both included; no last day means until
    further notice."""

    kind: str
    since: int
    until: int = 0
    ends: bool = False

    @property
    def text(self) -> str:
        """The entry as the history stores it: `holds` or `ended`, and the last day."""
        word = ENDED if self.ends else HOLDS
        return f"{word} {int(self.until)}" if self.until else word


def enter(writing: Writing, key: int, entry: Entry) -> bool:
    """Store a decision about a player; return False if it already holds. A reason is required."""
    if entry.kind not in KINDS:
        raise Misuse("wrong-fact", field="kind", expected=Problem("expected/one-of", known=KINDS))
    refuse(wrong_days(entry.since, entry.until))
    if not writing.why.strip():
        raise Misuse("reasonless-fact/listing", Remedy.to("give-reason"))
    counts_as = int(aliases(writing.connection)[key])
    if counts_as != key:
        raise Misuse("listing/merged", number=own_id(key), kept=own_id(counts_as))
    if entry.kind == REMOVED and not entry.ends:
        _must_be_inactive(writing, key, entry.since)
    before = held(writing.connection, [key]).get((key, entry.kind), [])
    if laid([*before, _span(entry.text, entry.since)]) == before:
        return False
    row = {"player": key, "field": entry.kind, "old": "", "new": entry.text, "since": int(entry.since)}
    writing.connection.execute(insert(player_change).values(**row, log=writing.seq))
    return True


def _must_be_inactive(writing: Writing, key: int, day: int) -> None:
    """Refuse to remove a player who is not inactive on any list whose edition allows removal."""
    if day > writing.day:
        raise Misuse("not-yet", day=Day(day), today=Day(writing.day))
    names = select(series.c.name).where(series.c.kind == COMPUTED).order_by(series.c.name)
    lists = [name for name in writing.connection.execute(names).scalars() if _removes(name, writing.day)]
    if not lists:
        raise Misuse("listing/no-removal")
    for name in lists:
        rows = [row for _, row in history(writing.connection, name, key)]
        if rows and rows[-1]["state"] == State.INACTIVE.value:
            return
    raise Misuse("listing/not-inactive", number=own_id(key), series=tuple(lists))


def _removes(name: str, day: int) -> bool:
    """Whether the edition of a series on a day allows removing inactive players."""
    try:
        return in_force(name, Day(day).date).has(INACTIVE_REMOVAL)
    except LawError:
        return False  # no edition of the series covers the day


def held(
    connection: Connection, keys: Iterable[int] | None = None, known_at: int | None = None
) -> dict[tuple[int, str], list[Span]]:
    """Return for each player and kind of decision the days on which it holds, as known at an entry of the log; for
    some players or for all."""
    table = player_change
    query = (
        select(table.c.player, table.c.field, table.c.new, table.c.since)
        .where(table.c.field.in_(KINDS))
        .order_by(table.c.seq)
    )
    if keys is not None:
        query = query.where(table.c.player.in_(list(keys)))
    if known_at is not None:
        query = query.where(table.c.log <= known_at)
    entries: dict[tuple[int, str], list[Span]] = {}
    for row in connection.execute(query):
        entries.setdefault((row.player, row.field), []).append(_span(row.new, row.since))
    return {place: laid(spans) for place, spans in sorted(entries.items())}


def holding(spans: Mapping[tuple[int, str], list[Span]], kind: str, day: int) -> Iterator[tuple[int, int]]:
    """Yield each player for whom a decision of this kind holds on a day, with the day since which it holds."""
    for (key, name), spans_of_kind in spans.items():
        if name == kind:
            yield from ((key, since) for what, since, _ in on(spans_of_kind, day) if what == HOLDS)


def as_read(text: str) -> str:
    """The text of a stored decision for people."""
    what, _, until = text.partition(" ")
    return str(Note.of(f"listing-fact/{what}", until=Day(until or 0))) if what else ""


def _span(text: str, since: int) -> Span:
    """The span of a stored decision."""
    what, _, until = text.partition(" ")
    return what, since, int(until or 0)


# --- the desk's ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ListingDecision:
    """What is decided of a player and the lists, and when it holds: from a day, or today, and perhaps to a day.

    `ends`: on these days it does not hold. A reason is wanted: who decided, and where that stands."""

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


def decide_listing(desk: Desk, request: ListingDecision) -> ListingEntered:
    """Store a dispensation, that a player is not to be listed, or the removal of an inactive player."""
    detail = {"kind": request.kind, "ends": request.ends}
    with desk.writing("player-listing", str(request.number), request.why, detail) as writing:
        key = key_with(writing.connection, request.number)
        since = Day(request.since or writing.day)
        new = enter(writing, key, Entry(request.kind, since, request.until, request.ends))
        spans = held(writing.connection, [key]).get((key, request.kind), [])
        name = facts(writing.connection, [key])[key].name
    days = tuple(Held(state, Day(first), Day(last)) for state, first, last in spans)
    return ListingEntered(own_id(key), name, request.kind, not new, days)
