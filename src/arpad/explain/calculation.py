"""Everything a period did to one player: standing before, events, games, steps, adjustments, standing after.

Input are the stored tables of the player's period and the names of players and events; nothing is read here. Facts of
an opening list are shown with their origin.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, fields, replace
from datetime import date
from enum import StrEnum
from typing import Any

from arpad.columns import AdjustmentKind, Adjustments, Pool, State, Status, System, concept_of, label
from arpad.days import Day, Month
from arpad.explain.claims import Claimed
from arpad.explain.first_rating import EventName, PooledEvent, first_event, formula_of, pooled_events
from arpad.explain.lines import EventLine, GameLine, entries_of, event_line, ledger_rows
from arpad.explain.list_reasons import Ended, Later, NotListed, why_not_listed, why_on_later_list
from arpad.explain.numbers import Step, articles
from arpad.explain.provenance import RatingSource, source_of
from arpad.explain.round_robin import Passes, moved_opponents
from arpad.explain.steps import steps_of
from arpad.finding import Note
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.law.calendar import day_of_list_by
from arpad.law.evidence import Doubt, Standing, doubts, standings
from arpad.law.rules.rating import COEFFICIENT, DIFFERENCE_LIMIT
from arpad.lists.adjust import basis
from arpad.lists.proved_by_k import Conclusion
from arpad.messages import say
from arpad.rating import Period

OPENING_FACTS = ("games", "highest", "last")


@dataclass(frozen=True)
class OpeningFact:
    """A fact of an opening row, and where it comes from."""

    fact: str
    value: int
    conclusion: str
    says: Note


@dataclass(frozen=True)
class OpeningRow:
    """What the opening list says of a player beyond the rating."""

    list: Month
    facts: tuple[OpeningFact, ...]


def opening_row(list_: Month, row: Mapping[str, int], conclusions: Mapping[str, int]) -> OpeningRow:
    """The facts of an opening row, each with its origin."""
    return OpeningRow(
        list_, tuple(_opening_fact(name, row[name], Conclusion(conclusions[name])) for name in OPENING_FACTS)
    )


def _opening_fact(name: str, value: int, conclusion: Conclusion) -> OpeningFact:
    why, shown = label(conclusion), Month(value) if name == "last" else value
    return OpeningFact(name, value, why, Note.of(f"opened-with/{why}", fact=name, value=shown))


class Colour(StrEnum):
    """With which pieces a game was played."""

    WHITE = "white"
    BLACK = "black"


class LawUsed(StrEnum):
    """Whose words a list is explained with."""

    SAME = "same"  # the list's own, which are today's
    CARRIED = "carried"  # the list's own, which are today's no longer
    TODAYS = "todays"  # today's: the list does not carry its own
    UNREADABLE = "unreadable"  # today's: this version does not understand what the list carries


@dataclass(frozen=True)
class PersonName:
    """How people call a player."""

    id: int
    name: str


@dataclass(frozen=True)
class TitledName(PersonName):
    """The same, as a cross table prints it."""

    title: str
    federation: str


@dataclass(frozen=True)
class Corrected:
    """The officer's entry behind a correction: the right rating, who said so and why."""

    should_be: int
    who: str
    why: str


@dataclass(frozen=True)
class StoredRow:
    """A player's row of a list, as `Roll` has it, and the edition by whose clauses it shows K."""

    row: Mapping[str, int]
    book: Rulebook


@dataclass(frozen=True)
class PlayerTables:
    """What was stored of a player's period, with his events only."""

    series: str
    period: Period
    player: int  # his position in the tables
    before: StoredRow | None
    after: StoredRow | None
    waited: Pool  # as the list before left it
    adjustments: Adjustments
    corrected: Corrected | None
    people: Mapping[int, TitledName]  # by position
    events: Mapping[int, EventName]  # by key
    law: LawUsed = LawUsed.SAME
    reported: Mapping[int, date] = field(default_factory=dict)  # the day of the report, by key
    earlier: tuple[Period, ...] = ()  # of earlier lists, with the events that the player waited with
    counted_as_him: frozenset[int] = frozenset()  # whoever was merged into him
    unlisted: int = 0  # why the list leaves him out, as it was stored
    seated: Mapping[int, Month] = field(default_factory=dict)  # the list that gave the ratings, by event key


@dataclass(frozen=True)
class NamedGame(GameLine):
    """A game: when, with which colour where it is known, and against whom."""

    round: int
    colour: Colour | None
    opponent_id: int
    opponent_name: str
    opponent_title: str
    opponent_federation: str
    opponent_source: RatingSource | None = None  # where the opponent's rating comes from; null for an unrated one


@dataclass(frozen=True)
class NamedEvent(EventLine):
    """An event, and how it is called."""

    code: str
    name: str
    federation: str  # where it was played
    start: Day
    end: Day
    system: System
    list: Month  # the list whose period rated it
    later: Later | None  # why that is not the first list after its end
    games: tuple[NamedGame, ...]
    own_source: RatingSource | None = None  # where the player's own rating comes from; null for an unrated player


@dataclass(frozen=True)
class ListRow:
    """How a player stands on a list."""

    rating: int
    state: State
    k: int
    k_reason: str
    games: int
    highest: int
    assumed: tuple[str, ...] = ()  # which of k, games and highest nobody stated and nothing proves


@dataclass(frozen=True)
class Adjusted:
    """What moved a rating besides its games; only a correction has an officer behind it."""

    kind: AdjustmentKind
    before: int
    after: int
    says: str
    articles: tuple[str, ...]
    source: str
    should_be: int | None
    who: str | None
    why: str | None


@dataclass(frozen=True)
class Revision:
    """What was put right of a list since it was published: through what, and by which cases."""

    original_rating: int
    revised_rating: int
    causes: tuple[str, ...]
    cases: tuple[str, ...]
    shown: bool  # it is the revised list that is opened here

    @property
    def original_words(self) -> str:
        """The published rating, or that there was none."""
        return rating_words(self.original_rating)

    @property
    def revised_words(self) -> str:
        """The right rating, or that there is none."""
        return rating_words(self.revised_rating)


def rating_words(rating: int) -> str:
    """A rating of a list in words: 0 is unrated."""
    return str(rating) if rating else say("no-rating-there")


@dataclass(frozen=True)
class AppliedRuling:
    """A reading of the law that a step rests on."""

    id: str
    says: str


@dataclass(frozen=True)
class Calculation:
    """Everything a list did to a player. `pooled` has the events that a first rating is made of, and `earlier` those of
    them that earlier lists rated, with their games."""

    player: int
    name: str
    series: str
    list: Month
    edition: str
    k_articles: tuple[str, ...]
    before: ListRow | None
    after: ListRow | None
    events: tuple[NamedEvent, ...]
    earlier: tuple[NamedEvent, ...]
    pooled: tuple[PooledEvent, ...]
    steps: tuple[Step, ...]
    adjustments: tuple[Adjusted, ...]
    rulings: tuple[AppliedRuling, ...]
    law: LawUsed
    not_listed: NotListed | None = None  # why the printed list does not show him, or not as active
    revision: Revision | None = None  # what was put right since
    opening: OpeningRow | None = None  # what he came with from the list that opened the series
    claims: tuple[Claimed, ...] = ()  # what somebody disputes of it; told to officers alone
    standings: tuple[Standing, ...] = ()  # of the editions behind it that are not known by their text
    doubts: tuple[Doubt, ...] = ()  # values behind it that nobody has verified


def calculation(tables: PlayerTables) -> Calculation:
    """Explain what a list did to a player."""
    period, player = tables.period, tables.player
    formula = formula_of(period, player, tables.waited)
    book, person = period.books[-1], tables.people[player]
    known = book.by_registration and tables.law in (LawUsed.SAME, LawUsed.CARRIED)
    first = first_event(period, player, tables.waited, tables.events, known)
    steps = (*first, *steps_of(period, player, tables.waited))
    behind = {name for each in steps for name in each.concepts}
    pooled = pooled_events(period, player, tables.waited, tables.events)
    return Calculation(
        person.id,
        person.name,
        tables.series,
        Month(period.list_),
        book.id,
        articles(book, (COEFFICIENT.name,)),
        _list_row(tables.before),
        _list_row(tables.after),
        tuple(_named_event(tables, period, entry) for entry in entries_of(period, player)),
        tuple(_earlier_pooled_events(tables, pooled)),
        pooled,
        steps,
        tuple(_adjustments_of_player(tables, book)),
        tuple(AppliedRuling(ruling.id, ruling.applies) for ruling in book.rulings if ruling.concept in behind),
        tables.law,
        why_not_listed(book, tables.unlisted),
        standings=standings((*_editions_behind_rating(period, player), formula)),
        doubts=tuple(_unverified_values(period, player, behind)),
    )


def _editions_behind_rating(period: Period, player: int) -> tuple[Rulebook, ...]:
    """The editions behind a player's rating: the period's and those of the player's events."""
    events = (int(period.entries.event[entry]) for entry in entries_of(period, player))
    return (period.books[-1], *(period.books[int(period.events.edition[at])] for at in events))


def _unverified_values(period: Period, player: int, behind: set[str]) -> Iterator[Doubt]:
    """The unverified values behind the steps, and behind games that such a value decided."""
    seen: set[tuple[str, str]] = set()
    doubtful = [*doubts(period.books[-1], behind)]
    for entry in entries_of(period, player):
        book = period.books[int(period.events.edition[period.entries.event[entry]])]
        rows = ledger_rows(period, entry)
        limit = book.rule(DIFFERENCE_LIMIT).limit
        wide = any(abs(int(period.ledger.difference[row])) > limit for row in rows)
        decided = {concept_of(Status(int(period.ledger.status[row]))) for row in rows}
        doubtful += doubts(book, decided | ({DIFFERENCE_LIMIT.name} if wide else set()))
    for doubt in doubtful:
        if (doubt.edition, doubt.concept) not in seen:
            seen.add((doubt.edition, doubt.concept))
            yield doubt


def _list_row(stored: StoredRow | None) -> ListRow | None:
    if stored is None:
        return None
    row, reason = stored.row, stored.book.rule(COEFFICIENT).reason(stored.row["k_reason"])
    return ListRow(row["rating"], State(row["state"]), row["k"], reason, row["games"], row["highest"])


def _earlier_pooled_events(tables: PlayerTables, pooled: Sequence[PooledEvent]) -> Iterator[NamedEvent]:
    """The events of earlier lists behind a first rating."""
    pooled_places = {(event.code, event.list) for event in pooled}
    for period in tables.earlier:
        for player in sorted({tables.player, *tables.counted_as_him}):
            for entry in entries_of(period, player):
                event = _named_event(tables, period, entry)
                if (event.code, event.list) in pooled_places:
                    yield event


def _named_event(tables: PlayerTables, period: Period, entry: int) -> NamedEvent:
    line, at = event_line(period, entry), int(period.entries.event[entry])
    key, book = int(period.events.key[at]), period.books[int(period.events.edition[at])]
    event, list_ = tables.events[key], Month(period.list_)
    start, end = Day(int(period.events.start[at])), Day(int(period.events.end[at]))
    fields = {
        "code": event.code,
        "name": event.name,
        "federation": event.federation,
        "start": start,
        "end": end,
        "system": System(int(period.events.system[at])),
        "list": list_,
        "later": why_on_later_list(book, Ended(tables.series, end.date, tables.reported.get(key)), list_),
        "games": named_games(period, entry, line, tables.people, (tables.series, tables.seated.get(key))),
        "own_source": source_of(period, entry, tables.series, tables.seated.get(key)),
        "round_robin": named_passes(period, entry, line, tables.people),
    }
    return NamedEvent(**{**line_fields(line), **fields})


def named_passes(period: Period, entry: int, line: EventLine, people: Mapping[int, TitledName]) -> Passes | None:
    """The round-robin passes of an entry, with the names of moved opponents."""
    if line.round_robin is None or not line.round_robin.moves:
        return line.round_robin
    moved = [people[int(period.entries.player[opponent])].name for opponent in moved_opponents(period, entry)]
    moves = zip(line.round_robin.moves, moved, strict=True)
    return replace(line.round_robin, moves=tuple(replace(move, opponent=name) for move, name in moves))


def named_games(
    period: Period, entry: int, line: EventLine, people: Mapping[int, TitledName], of_list: tuple[str, Month | None]
) -> tuple[NamedGame, ...]:
    """The games of an entry, with day, colour and opponent; `of_list` is the series, and the list by which the event
    was seated."""
    rows = ledger_rows(period, entry)
    return tuple(
        NamedGame(**line_fields(game), **_round_colour_opponent(period, row, people, of_list))
        for game, row in zip(line.games, rows, strict=True)
    )


def _round_colour_opponent(
    period: Period, row: int, people: Mapping[int, TitledName], of_list: tuple[str, Month | None]
) -> Mapping[str, Any]:
    """Round, colour and opponent of a row of the ledger."""
    ledger, games, game = period.ledger, period.games, int(period.ledger.game[row])
    colour = Colour.WHITE if games.white[game] == ledger.entry[row] else Colour.BLACK
    opponent = people[int(period.entries.player[ledger.opponent[row]])]
    return {
        "round": int(games.round[game]),
        "colour": colour if games.coloured[game] else None,
        "opponent_id": opponent.id,
        "opponent_name": opponent.name,
        "opponent_title": opponent.title,
        "opponent_federation": opponent.federation,
        "opponent_source": source_of(period, int(ledger.opponent[row]), *of_list),
    }


def line_fields(line: EventLine | GameLine | PersonName) -> Mapping[str, Any]:
    """The fields of a line, by name."""
    return {f.name: getattr(line, f.name) for f in fields(line)}


def _adjustments_of_player(tables: PlayerTables, book: Rulebook) -> Iterator[Adjusted]:
    rows, day = tables.adjustments, day_of_list_by(book, tables.period.list_)
    for kind, before, after in zip(rows.kind.tolist(), rows.before.tolist(), rows.after.tolist(), strict=True):
        rests, entry = basis(book, day, AdjustmentKind(kind)), None
        if kind == AdjustmentKind.CORRECTION.value:
            entry = tables.corrected
        officer = (entry.should_be, entry.who, entry.why) if entry is not None else (None, None, None)
        gone = kind == AdjustmentKind.REVISION.value and not after
        says = say("base-gone") if gone else rests.says  # there is no rating to which a change could be added
        yield Adjusted(AdjustmentKind(kind), before, after, says, tuple(rests.articles), rests.source, *officer)
