"""Answer what a player's period comes to: every game, every event, K, the change, the new rating, with articles."""

from __future__ import annotations

import numpy as np

from arpad.calculator.answers import PeriodAnswer
from arpad.calculator.reading import HIGHEST, Document
from arpad.calculator.seating import EVENT_KEYS, LARGEST_K, SeatedPlayer, rate_one, read_event
from arpad.columns import KReason
from arpad.days import Day, Month
from arpad.explain.lines import event_lines
from arpad.explain.steps import steps_of
from arpad.finding import Misuse, Remedy
from arpad.law import Rulebook
from arpad.law.rules.rating import COEFFICIENT
from arpad.rating.coefficient import decide

KEYS = ("rulebook", "list", "player", "events")
PLAYER_KEYS = ("rating", "k", "games", "born", "highest")
MANY, EVER = 65_535, 32_767  # more games, a higher rating than anybody has


def rate_period(book: Rulebook, document: Document) -> PeriodAnswer:
    """The answer to a document with a player and his events."""
    player = document.part("player", PLAYER_KEYS)
    list_ = document.month("list")
    rating = player.rating()
    k, reason = _coefficient(book, player, rating, list_)
    events = [read_event(row, book, rating, k) for row in document.rows("events", EVENT_KEYS)]
    period, position = rate_one(list_, book, events, SeatedPlayer(rating, reason))
    lines, worksheets = event_lines(period, 0), period.worksheets
    counted = len(worksheets) > 0
    ceiling = int(worksheets.ceiling[0]) if counted else 0
    return PeriodAnswer(
        book.id,
        k,
        book.rule(COEFFICIENT).reason(reason),
        ceiling if 0 < ceiling < k else None,
        tuple(lines[at] for at in position),
        int(worksheets.sum[0]) if counted else 0,
        int(worksheets.change[0]) if counted else 0,
        int(worksheets.rounded[0]) if counted else 0,
        int(worksheets.new[0]) if counted else rating,
        steps_of(period, 0),
    )


def _coefficient(book: Rulebook, player: Document, rating: int, list_: Month | None) -> tuple[int, int]:
    """K as given, or as the list being replaced would show it; a missing fact that matters is asked for."""
    facts = [key for key in ("games", "born", "highest") if key in player]
    if "k" in player:
        if facts:
            raise Misuse("player/k-and-facts", facts=tuple(facts))
        return player.whole("k", 1, LARGEST_K), KReason.GIVEN
    if list_ is None:
        raise Misuse("list/needed-for-facts" if facts else "list/needed-for-k")
    games = [player.whole("games", 0, MANY)] if "games" in player else [0, MANY]
    born = [player.born(list_)] if "born" in player else [Day(0), Day.of(list_.first)]
    highest = [player.whole("highest", rating, HIGHEST)] if "highest" in player else [rating, EVER]
    cases = [(g, b, h) for g in games for b in born for h in highest]
    k, reason = decide(
        book,
        list_,
        np.array([case[0] for case in cases], np.uint16),
        np.array([case[1] for case in cases], np.int32),
        np.array([case[2] for case in cases], np.int16),
        np.full(len(cases), rating, np.int16),
    )
    if len(set(k.tolist())) > 1:
        missing = tuple(key for key in ("games", "born", "highest") if key not in player)
        remedy, article = Remedy.to("give-fact-or-k", key=missing[0]), book.articles(COEFFICIENT)[0]
        raise Misuse("player/k-depends", remedy, missing=missing, rulebook=book.id, article=article)
    return int(k[0]), int(reason[0])
