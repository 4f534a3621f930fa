"""Answer what a player's period comes to: every game, every event, K, the change, the new rating, with articles."""

from __future__ import annotations

from typing import Any

import numpy as np

from arpad.calculator.reading import HIGHEST, Document
from arpad.calculator.seating import EVENT_KEYS, LARGEST_K, rate_one, read_event
from arpad.columns import KReason, Ledger, Lines, Status, label
from arpad.exact import decimal, half_up
from arpad.finding import Misuse
from arpad.law import Rulebook
from arpad.law.rules.concept import Concept
from arpad.law.rules.rating import COEFFICIENT, DIFFERENCE_LIMIT, RATING_CHANGE, RATING_DIFFERENCE
from arpad.rating.coefficient import decide

KEYS = ("rulebook", "list", "player", "events")
PLAYER_KEYS = ("rating", "k", "games", "born", "highest")
MANY, EVER = 65_535, 32_767  # more games, a higher rating than anybody has


def rate_period(book: Rulebook, document: Document) -> dict[str, Any]:
    """The answer to a document with a player and his events."""
    player = document.part("player", PLAYER_KEYS)
    list_ = document.month("list")
    rating = player.rating()
    k, reason = _coefficient(book, player, rating, list_)
    events = [read_event(row, book, rating, k) for row in document.rows("events", EVENT_KEYS)]
    period, position = rate_one(list_, book, events, rating, reason)
    sheet = period.worksheets.take(np.flatnonzero(period.worksheets.player == 0))
    answered = [_event(period.books[int(period.events.edition[at])], period.ledger, period.lines, _mine(period, at))
                for at in position]  # fmt: skip
    counted = len(sheet) > 0
    ceiling = int(sheet.ceiling[0]) if counted else 0
    return {
        "rulebook": book.id,
        "k": k,
        "k_reason": label(KReason(reason)),
        "k_ceiling": ceiling or None,
        "events": answered,
        "sum": decimal(int(sheet.sum[0]) if counted else 0),
        "change": decimal(int(sheet.change[0]) if counted else 0),
        "rounded": int(sheet.rounded[0]) if counted else 0,
        "new_rating": int(sheet.new[0]) if counted else rating,
    }


def _coefficient(book: Rulebook, player: Document, rating: int, list_: int | None) -> tuple[int, int]:
    """K as given, or as the list being replaced would show it; a missing fact that matters is asked for."""
    facts = [key for key in ("games", "born", "highest") if key in player]
    if "k" in player:
        if facts:
            raise Misuse(f"player: give k, or what it follows from ({', '.join(facts)}), not both")
        return player.whole("k", 1, LARGEST_K), KReason.GIVEN
    if list_ is None:
        needed = "player.k is not given" if not facts else "K follows from the list"
        raise Misuse(f"list: needed, as YYYY-MM, because {needed}")
    games = [player.whole("games", 0, MANY)] if "games" in player else [0, MANY]
    born = [player.born()] if "born" in player else [0, list_ * 100]
    highest = [player.whole("highest", rating, HIGHEST)] if "highest" in player else [rating, EVER]
    cases = [(g, b, h) for g in games for b in born for h in highest]
    found = decide(
        book,
        list_,
        np.array([case[0] for case in cases], np.uint16),
        np.array([case[1] for case in cases], np.int32),
        np.array([case[2] for case in cases], np.int16),
        np.full(len(cases), rating, np.int16),
    )
    if len(set(found[0].tolist())) > 1:
        missing = [key for key in ("games", "born", "highest") if key not in player]
        where = f"{book.id} {book.articles(COEFFICIENT)[0]}"
        raise Misuse(f"player: K depends on {', '.join(missing)} here ({where}): give {missing[0]}, or k itself")
    return int(found[0][0]), int(found[1][0])


def _mine(period: Any, event: int) -> int:
    """The entry of the player himself in an event: his is the first."""
    return int(np.searchsorted(period.entries.event, event))


def _event(book: Rulebook, ledger: Ledger, lines: Lines, entry: int) -> dict[str, Any]:
    rows = np.flatnonzero(ledger.entry == entry).tolist()
    games = int(lines.games[entry])
    return {
        "rulebook": book.id,
        "rc": half_up(int(lines.met[entry]), games) if games else None,
        "games_counted": games,
        "sum": decimal(int(lines.sum[entry])),
        "k": int(lines.k[entry]) or None,
        "change": decimal(int(lines.change[entry])),
        "games": [_game(book, ledger, row) for row in rows],
    }


def _game(book: Rulebook, ledger: Ledger, row: int) -> dict[str, Any]:
    status = Status(int(ledger.status[row]))
    counted = status == Status.COUNTED
    difference, limited = int(ledger.difference[row]), int(ledger.counted[row])
    return {
        "opponent": int(ledger.met[row]) or None,
        "difference": difference if counted else None,
        "counted": limited if counted else None,
        "limited": counted and limited != difference,
        "expected": decimal(int(ledger.expected[row])) if counted else None,
        "delta": decimal(int(ledger.delta[row])),
        "status": label(status),
        "articles": articles_of(book, status),
    }


def articles_of(book: Rulebook, status: Status) -> list[str]:
    """The articles behind what became of a game."""
    concepts: tuple[str | Concept[Any], ...] = (label(status),)
    if status == Status.COUNTED:
        concepts = (RATING_DIFFERENCE, DIFFERENCE_LIMIT, RATING_CHANGE)
    elif status == Status.POOLED:
        concepts = ("pooled-result",)
    return list(dict.fromkeys(number for concept in concepts for number in book.articles(concept)[:1]))
