"""Answer what a player's period comes to: every game, every event, K, the change, the new rating, with articles.

K that is not given is decided as an office reads it: on the list being replaced, or, where the edition reads it at the
start of an event, on the list in force then. The facts given are those of the list being replaced.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np

from arpad.calculator.answers import PeriodAnswer
from arpad.calculator.reading import HIGHEST, Document
from arpad.calculator.seating import (
    EVENT_KEYS,
    LARGEST_K,
    Coefficient,
    KFacts,
    SeatedEvent,
    SeatedPlayer,
    rate_one,
    read_event,
)
from arpad.days import Day, Month
from arpad.explain.lines import event_lines
from arpad.explain.steps import steps_of
from arpad.finding import Misuse, Remedy
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.law.calendar import list_before
from arpad.law.evidence import standings
from arpad.law.rules.rating import COEFFICIENT
from arpad.rating.coefficient import decide

KEYS = ("rulebook", "list", "player", "events")
FACTS = ("games", "born", "highest")
PLAYER_KEYS = ("rating", "k", *FACTS)
MANY, EVER = 65_535, 32_767  # more games, a higher rating than anybody has


def rate_period(book: Rulebook, document: Document) -> PeriodAnswer:
    """The answer to a document with a player and his events."""
    player = document.part("player", PLAYER_KEYS)
    list_ = document.month("list")
    rating = player.rating()
    facts = _facts(player, rating, list_, book)
    listed = Coefficient(player.whole("k", 1, LARGEST_K)) if facts is None else facts.decided()
    events = []
    for row in document.rows("events", EVENT_KEYS):
        event = read_event(row, book, rating, listed)
        events.append(event if facts is None or "k" in row else facts.at_start(event, row))
    period, position = rate_one(
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
        tuple(lines[at] for at in position),
        int(worksheets.sum[0]) if counted else 0,
        int(worksheets.change[0]) if counted else 0,
        int(worksheets.rounded[0]) if counted else 0,
        int(worksheets.new[0]) if counted else rating,
        steps_of(period, 0),
        standings(period.books),
    )


@dataclass(frozen=True)
class _Facts:
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

    def decided(self) -> Coefficient:
        """K on the list; a missing fact that matters is asked for."""
        book, possible = self.book, self.possible()
        if len({each.k for each in possible}) > 1:
            remedy, article = Remedy.to("give-fact-or-k", key=self.open_[0]), book.articles(COEFFICIENT)[0]
            raise Misuse("player/k-depends", remedy, missing=self.open_, rulebook=book.id, article=article)
        return possible[0]

    def possible(self) -> list[Coefficient]:
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
        return [Coefficient(*each) for each in zip(k.tolist(), reason.tolist(), strict=True)]

    def at_start(self, event: SeatedEvent, row: Document) -> SeatedEvent:
        """The event with the K of its own start, where the edition reads it there and the event began earlier.

        A count of games and a highest rating can only have been lower then; where that matters, K is asked for.
        """
        book = self.book
        if book.rule(COEFFICIENT).read != "event-start" or not self._earlier(event):
            return event
        games, highest = (0, *self.games), (event.rating, *(max(each, event.rating) for each in self.highest))
        start = list_before(book, Month.of(event.start).plus(1)) if event.start else self.list_
        then = replace(self, list_=start, rating=event.rating, games=games, highest=highest)
        possible = then.possible()
        if len({each.k for each in possible}) > 1:
            article = book.articles(COEFFICIENT)[0]
            raise Misuse("event/k-depends", path=row.at("k"), list=start, rulebook=book.id, article=article)
        return replace(event, coefficient=possible[0])

    def _earlier(self, event: SeatedEvent) -> bool:
        """Whether an event began under an earlier list: by its first day, or else by another rating."""
        return event.rating != self.rating if event.start is None else event.start < self.list_.first


def _facts(player: Document, rating: int, list_: Month | None, book: Rulebook) -> _Facts | None:
    """What K follows from, as on the list being replaced; None where K is given."""
    facts = [key for key in FACTS if key in player]
    if "k" in player:
        if facts:
            raise Misuse("player/k-and-facts", facts=tuple(facts))
        return None
    if list_ is None:
        raise Misuse("list/needed-for-facts" if facts else "list/needed-for-k")
    replaced = list_before(book, list_)
    games = (player.whole("games", 0, MANY),) if "games" in player else (0, MANY)
    born = (player.born(list_),) if "born" in player else (Day(0), Day.of(replaced.first))
    highest = (player.whole("highest", rating, HIGHEST),) if "highest" in player else (rating, EVER)
    return _Facts(book, replaced, rating, games, born, highest, tuple(key for key in FACTS if key not in player))
