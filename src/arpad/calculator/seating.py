"""Seat one player and his opponents for the small calculators: the period's own tables, with rows for a few.

The opponents are guests: they are met with the rating given and have no change of their own. So one player and five
games run through the same functions as two million games.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

import numpy as np

from arpad.calculator.reading import InputDocument
from arpad.columns import (
    MOST_CYCLES,
    Entries,
    Events,
    Games,
    KReason,
    Players,
    Role,
    Roll,
    Source,
    State,
    System,
    label,
)
from arpad.days import Day, Month
from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.law import LawError, Rulebook, rulebook
from arpad.law.calendar import day_of_list_by
from arpad.law.rules.admission import MATCH_WITH_UNRATED
from arpad.law.rules.lists import LIST_CALENDAR
from arpad.law.rules.rating import COEFFICIENT, GAIN_SPLIT
from arpad.lists.seats import Lists
from arpad.making import PeriodInputs, rate_period
from arpad.rating import Period
from arpad.rating.batch import rated_by_the_event
from arpad.rating.counting import counted_by_game

EVENT_FIELDS = ("start", "end", "system", "cycles", "rating", "rulebook", "k", "championship", "games")
GAME_FIELDS = ("opponent", "score")
SYSTEMS = {label(system): system for system in System if system.cycles <= System.DOUBLE_ROUND_ROBIN.cycles}
MAX_K = 99
MOST_GAMES = 1000  # of a document
MOST_CHANGE = 28_000  # points: with the highest rating there is, a list has no room for more
SEAT_COLUMNS = ("event", "player", "role", "own", "shown", "source", "k", "k_reason")


@dataclass(frozen=True)
class KValue:
    """K, and the number of the clause that gives it."""

    k: int
    reason: int = KReason.GIVEN.value


UNKNOWN_K = KValue(0)  # a newcomer's


@dataclass(frozen=True)
class SeatedEvent:
    """One event of the player, as the document gives it."""

    book: Rulebook
    start: date | None
    end: date | None
    system: System
    championship: bool
    rating: int
    coefficient: KValue
    opponents: tuple[int, ...]  # 0: unrated
    half_points: tuple[int, ...]


@dataclass(frozen=True)
class KFacts:
    """What K follows from, on the list being replaced."""

    games: int = 0
    born: int = 0
    highest: int = 0


@dataclass(frozen=True)
class SeatedPlayer:
    """Whose period it is; rating 0 is a newcomer."""

    rating: int
    member: bool = False  # of an organisation whose members need fewer games
    facts: KFacts | None = None  # what K follows from, where all of it is given


def read_event(document: InputDocument, book: Rulebook, rating: int, coefficient: KValue) -> SeatedEvent:
    """An event of a document; what it does not say of itself is that of the whole document."""
    own = _event_rulebook(document, book)
    system = read_system(document)
    start, end = document.day("start"), document.day("end")
    if start is not None and not own.head.covers(start):
        path, since, until = document.at("start"), own.head.in_force, own.head.until
        raise UserError("event/not-covered", path=path, rulebook=own.id, since=since, until=until)
    if start is not None and end is not None and end < start:
        raise UserError("event/ends-before-start", path=document.at("end"))
    opponents, half_points = [], []
    for game in document.rows("games", GAME_FIELDS):
        opponents.append(game.rating("opponent") if "opponent" in game else 0)
        half_points.append(game.half_points())
        if system.cycles and not opponents[-1] and rated_by_the_event(own):
            raise UserError("event/unrated-opponent", Remedy.to("give-event-rating"), path=game.at("opponent"))
    return SeatedEvent(
        own,
        start,
        end,
        system,
        document.flag("championship"),
        document.rating() if "rating" in document else rating,
        KValue(document.whole("k", 1, MAX_K)) if "k" in document else coefficient,
        tuple(opponents),
        tuple(half_points),
    )


def read_system(document: InputDocument) -> System:
    """The system that a document names; of a round robin also by its `cycles`."""
    system = SYSTEMS[document.one_of("system", SYSTEMS, "round-robin" if "cycles" in document else "swiss")]
    if "cycles" not in document:
        return system
    cycles = document.whole("cycles", 1, MOST_CYCLES)
    if cycles < system.cycles or not system.cycles:
        raise UserError("event/cycles", path=document.at("cycles"), system=label(system))
    return System.of_cycles(cycles)


def refuse_newcomer_match(document: InputDocument, book: Rulebook, system: System) -> None:
    """Refuse a newcomer's match, where the edition does."""
    if system == System.MATCH and book.has(MATCH_WITH_UNRATED):
        article = book.articles(MATCH_WITH_UNRATED)[0]
        raise UserError("event/newcomer-in-match", path=document.at("system"), rulebook=book.id, article=article)


def _event_rulebook(document: InputDocument, book: Rulebook) -> Rulebook:
    """The edition an event follows: its own, where it names one of the same series."""
    if "rulebook" not in document or document.table["rulebook"] == book.id:
        return book
    try:
        own = rulebook(document.text("rulebook"))
    except LawError as error:
        raise UserError("event/rulebook", path=document.at("rulebook"), problem=error) from None
    if not set(own.head.series) & set(book.head.series):
        raise UserError("event/other-series", path=document.at("rulebook"), rulebook=own.id, other=book.id)
    return own


def largest_k(book: Rulebook, events: Sequence[SeatedEvent]) -> int:
    """The largest K that these events may be rated with; it may change where each game has its own."""
    return max(event.coefficient.k for event in events) if has_single_k(book) else MAX_K


def has_single_k(book: Rulebook) -> bool:
    """Whether one K says what every game of a period is worth."""
    return not book.has(GAIN_SPLIT) and not counted_by_game(book)


def refuse_many_games(games: int, k: int = 0, path: str = "events") -> None:
    """Refuse more games than a calculation takes; `k` is 0 where they give a first rating."""
    most = min(MOST_GAMES, MOST_CHANGE // k) if k else MOST_GAMES
    if games > most:
        raise UserError("document/many-games", path=path, games=games, most=most)


def refuse_wrong_list(list_: int | None, book: Rulebook, events: Sequence[SeatedEvent]) -> None:
    """Refuse a list that the edition does not make, or that comes before the events it would rate."""
    if list_ is None:
        return
    named = Month(list_)
    first = day_of_list_by(book, named)
    months = book.rule(LIST_CALENDAR).months
    if first.month not in months:
        raise UserError("list/no-month-of-it", list=named, rulebook=book.id, months=tuple(months))
    closes = first - timedelta(days=1)
    if not book.head.covers(closes):
        since, until = book.head.in_force, book.head.until
        raise UserError("list/not-in-force", list=named, rulebook=book.id, closes=closes, since=since, until=until)
    for at, event in enumerate(events):
        if event.start is not None and last_event_day(event) >= first:
            raise UserError("list/before-event", list=named, event=f"events[{at}]", end=last_event_day(event))


def rate_single_player(
    list_: int | None, book: Rulebook, events: Sequence[SeatedEvent], player: SeatedPlayer
) -> tuple[Period, list[int]]:
    """Rate one player's period. Also the position of each event given, in the period."""
    rating = player.rating
    refuse_many_games(sum(len(event.opponents) for event in events), largest_k(book, events) if rating else 0)
    refuse_wrong_list(list_, book, events)
    if rating and player.facts is None:
        _require_k_facts(book)
    others = {event.book.id: event.book for event in sorted(events, key=_starting_roll) if event.book.id != book.id}
    books = (*others.values(), book)
    place_of = {each.id: at for at, each in enumerate(books)}
    order = sorted(range(len(events)), key=lambda at: (_starting_roll(events[at]), last_event_day(events[at]), at))
    seated = [events[at] for at in order]
    entry_starts = np.cumsum([0, *(1 + len(event.opponents) for event in seated)])
    entries: dict[str, list[int]] = {name: [] for name in SEAT_COLUMNS}
    games: dict[str, list[int]] = {name: [] for name in ("white", "black", "white_half_points", "order", "round")}
    people = 1
    for at, event in enumerate(seated):
        role, source = (Role.RATED, Source.LIST) if rating else (Role.NEWCOMER, Source.NONE)
        own = event.rating if rating else 0
        _player_row(entries, at, 0, role, own, own, source, event.coefficient.k, event.coefficient.reason)
        for place, opponent in enumerate(event.opponents):
            _player_row(entries, at, people, Role.GUEST, 0, opponent, Source.FIDE, 0, KReason.GIVEN)
            people += 1
            me = int(entry_starts[at])
            _player_row(games, me, me + 1 + place, event.half_points[place], place, place + 1)
    table = Games.of(**games, black_half_points=[2 - score for score in games["white_half_points"]], coloured=False)
    alone = [0] * (people - 1)
    facts = player.facts or KFacts()
    roll = Roll.of(
        rating=[rating, *alone],
        state=[State.ACTIVE if rating else State.NONE, *alone],
        games=[facts.games, *alone],
        highest=[facts.highest, *alone],
    )
    days = Events.of(
        key=list(range(len(seated))),
        start=[Day.of(_starting_roll(event)) for event in seated],
        end=[Day.of(last_event_day(event)) for event in seated],
        edition=[place_of[event.book.id] for event in seated],
        system=[event.system for event in seated],
        championship=[event.championship for event in seated],
    )
    month = list_ or next_list_month(events, book)
    inputs = PeriodInputs(
        books,
        Players.of(born=[facts.born, *alone], member=[int(player.member), *alone]),
        Lists({month: roll}, {}, month, month, (0,)),
        days,
        Entries.of(**entries),
        table,
    )
    return rate_period(inputs), [order.index(at) for at in range(len(events))]


def _require_k_facts(book: Rulebook) -> None:
    """Refuse a K without the facts that it follows from, where it may become another one inside a period."""
    if book.has(GAIN_SPLIT):
        raise UserError("player/split", rulebook=book.id, article=book.articles(GAIN_SPLIT)[0])
    if counted_by_game(book):
        raise UserError("player/counted", rulebook=book.id, article=book.articles(COEFFICIENT)[0])


def _player_row(table: dict[str, list[int]], *values: int) -> None:
    for column, value in zip(table.values(), values, strict=True):
        column.append(value)


def _starting_roll(event: SeatedEvent) -> date:
    return event.start or event.book.head.in_force


def last_event_day(event: SeatedEvent) -> date:
    return event.end or _starting_roll(event)


def next_list_month(events: Sequence[SeatedEvent], book: Rulebook) -> Month:
    """The month after the last event, when no list is named: then nothing is too old, and nothing too early."""
    return Month.of(max((last_event_day(event) for event in events), default=book.head.in_force)).plus(1)
