"""Answer what a player's period comes to: every game, every event, K, the change, the new rating, with articles.

K that is not given is decided as an office reads it: on the list being replaced, or, where the edition reads it at the
start of an event, on the list in force then. The facts given are those of the list being replaced.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from itertools import product

import numpy as np

from arpad.calculator.answers import PeriodAnswer
from arpad.calculator.reading import MAX_RATING, InputDocument
from arpad.calculator.seating import (
    EVENT_FIELDS,
    MAX_K,
    KFacts,
    KValue,
    SeatedEvent,
    SeatedPlayer,
    rate_single_player,
    read_event,
)
from arpad.days import Day, Month
from arpad.explain.lines import EventLine, event_lines
from arpad.explain.steps import steps_of
from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.law.calendar import day_of_list_by, list_before
from arpad.law.evidence import standings
from arpad.law.rules.rating import COEFFICIENT
from arpad.rating.coefficient import decide

DOCUMENT_FIELDS = ("rulebook", "list", "player", "events")
K_FACT_FIELDS = ("games", "born", "highest")
PLAYER_FIELDS = ("rating", "k", *K_FACT_FIELDS)
MANY_GAMES, ANY_YEAR = 65_535, 32_767  # more games, a higher rating than anybody has


def rate_period(book: Rulebook, document: InputDocument) -> PeriodAnswer:
    """The answer to a document with a player and his events."""
    player = document.part("player", PLAYER_FIELDS)
    list_ = document.month("list")
    rating = player.rating()
    facts = _possible_facts(player, rating, list_, book)
    listed = KValue(player.whole("k", 1, MAX_K)) if facts is None else facts.decided()
    events = []
    for row in document.rows("events", EVENT_FIELDS):
        event = read_event(row, book, rating, listed)
        events.append(event if facts is None or "k" in row else facts.at_start(event, row))
    period, position = rate_single_player(
        list_, book, events, SeatedPlayer(rating, facts=facts.given() if facts is not None else None)
    )
    lines, worksheets = event_lines(period, 0), period.worksheets
    counted = len(worksheets) > 0
    ceiling = int(worksheets.ceiling[0]) if counted else 0
    return PeriodAnswer(
        book.id,
        listed.k,
        book.rule(COEFFICIENT).reason(listed.reason),
        ceiling if 0 < ceiling < listed.k else None,
        _k_used(lines),
        tuple(lines[at] for at in position),
        int(worksheets.sum[0]) if counted else 0,
        int(worksheets.change[0]) if counted else 0,
        int(worksheets.rounded[0]) if counted else 0,
        int(worksheets.new[0]) if counted else rating,
        steps_of(period, 0),
        standings(period.books),
    )


@dataclass(frozen=True)
class _PossibleFacts:
    """What K follows from, on a list: each fact with every value that it may have."""

    book: Rulebook
    list_: Month
    rating: int
    games: tuple[int, ...]
    born: tuple[Day, ...]
    highest: tuple[int, ...]
    open_: tuple[str, ...]  # the facts that are not given

    def given(self) -> KFacts | None:
        """All of them, where none is left open."""
        return None if self.open_ else KFacts(self.games[0], int(self.born[0]), self.highest[0])

    def decided(self) -> KValue:
        """K on the list; a missing fact that matters is asked for."""
        book, possible = self.book, self.possible()
        if len({each.k for each in possible}) > 1:
            remedy, article = Remedy.to("give-fact-or-k", key=self.open_[0]), book.articles(COEFFICIENT)[0]
            raise UserError("player/k-depends", remedy, missing=self.open_, rulebook=book.id, article=article)
        return possible[0]

    def possible(self) -> list[KValue]:
        """Every K that these facts allow."""
        cases = list(product(self.games, self.born, self.highest))
        k, reason = decide(
            self.book,
            self.list_,
            np.array([case[0] for case in cases], np.uint16),
            np.array([case[1] for case in cases], np.int32),
            np.array([case[2] for case in cases], np.int16),
            np.full(len(cases), self.rating, np.int16),
        )
        return [KValue(*each) for each in zip(k.tolist(), reason.tolist(), strict=True)]

    def at_start(self, event: SeatedEvent, row: InputDocument) -> SeatedEvent:
        """The event with the K of its own start, where the edition reads it there and the event began earlier.

        A count of games and a highest rating can only have been lower then; where that matters, K is asked for.
        """
        book = self.book
        if book.rule(COEFFICIENT).read != "event-start" or not self._earlier(event):
            return event
        games, highest = (0, *self.games), (event.rating, *(max(each, event.rating) for each in self.highest))
        start = _list_at(book, event.start) if event.start else self.list_
        then = replace(self, list_=start, rating=event.rating, games=games, highest=highest)
        possible = then.possible()
        if len({each.k for each in possible}) > 1:
            article = book.articles(COEFFICIENT)[0]
            raise UserError("event/k-depends", path=row.at("k"), list=start, rulebook=book.id, article=article)
        return replace(event, coefficient=possible[0])

    def _earlier(self, event: SeatedEvent) -> bool:
        """Whether an event began under an earlier list: by its first day, or else by another rating."""
        return (
            event.rating != self.rating if event.start is None else event.start < day_of_list_by(self.book, self.list_)
        )


def _possible_facts(player: InputDocument, rating: int, list_: Month | None, book: Rulebook) -> _PossibleFacts | None:
    """What K follows from, as on the list being replaced; None where K is given."""
    facts = [key for key in K_FACT_FIELDS if key in player]
    if "k" in player:
        if facts:
            raise UserError("player/k-and-facts", facts=tuple(facts))
        return None
    if list_ is None:
        raise UserError("list/needed-for-facts" if facts else "list/needed-for-k")
    replaced = list_before(book, list_)
    games = (player.whole("games", 0, MANY_GAMES),) if "games" in player else (0, MANY_GAMES)
    born = (player.born(list_),) if "born" in player else _possible_births(book, Day.of(day_of_list_by(book, replaced)))
    highest = (player.whole("highest", rating, MAX_RATING),) if "highest" in player else (rating, ANY_YEAR)
    return _PossibleFacts(
        book, replaced, rating, games, born, highest, tuple(key for key in K_FACT_FIELDS if key not in player)
    )


def _k_used(lines: Sequence[EventLine]) -> int | None:
    """The one K of all events that count; None where there are several, or none."""
    used = {k for line in lines if line.k for k in (line.k, *(change.k for change in line.k_changes))}
    return used.pop() if len(used) == 1 else None


def _possible_births(book: Rulebook, day: Day) -> tuple[Day, ...]:
    """Births that clauses of K tell apart on a list: an unknown one, and one of each age at which a clause begins or
    ends."""
    edges = {edge for clause in book.rule(COEFFICIENT).clauses for edge in clause.box["age"] if 0 < edge < day.year}
    return (Day(0), day, *(day.plus_years(-age) for age in sorted(edges)))


def _list_at(book: Rulebook, day: date) -> Month:
    """The list in force on a day by an edition's own calendar, also before it was in force."""
    month = Month.of(day)
    return list_before(book, month.plus(1) if day >= day_of_list_by(book, month) else month)
