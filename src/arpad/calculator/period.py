"""Answer what a player's period comes to: every game, every event, K, the change, the new rating, with articles."""

from __future__ import annotations

from typing import Any

import numpy as np

from arpad.calculator.reading import HIGHEST, Document
from arpad.calculator.seating import EVENT_KEYS, LARGEST_K, rate_one, read_event
from arpad.columns import KReason, label
from arpad.exact import decimal, points
from arpad.finding import Misuse
from arpad.law import Rulebook
from arpad.law.rules.rating import COEFFICIENT
from arpad.rating.coefficient import decide
from arpad.rating.sheet import EventLine, GameLine, Sheet, concepts

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
    sheet, worksheets = period.sheet(0), period.worksheets
    counted = len(worksheets) > 0
    ceiling = int(worksheets.ceiling[0]) if counted else 0
    return {
        "rulebook": book.id,
        "k": k,
        "k_reason": book.rule(COEFFICIENT).reason(reason),
        "k_ceiling": ceiling if 0 < ceiling < k else None,
        "events": [event_answer(sheet.events[at]) for at in position],
        "sum": decimal(int(worksheets.sum[0]) if counted else 0),
        "change": decimal(int(worksheets.change[0]) if counted else 0),
        "rounded": int(worksheets.rounded[0]) if counted else 0,
        "new_rating": int(worksheets.new[0]) if counted else rating,
        "steps": steps_answer(book, sheet),
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
    born = [player.born(list_)] if "born" in player else [0, list_ * 100]
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


def event_answer(line: EventLine) -> dict[str, Any]:
    """An event of the sheet; a newcomer's has neither K nor change."""
    return {
        "rulebook": line.book.id,
        "rc": line.rc,
        "ro": line.ro,
        "score": points(line.w),
        "counted": line.n,
        "sum": decimal(line.chg),
        "k": line.k,
        "change": decimal(line.k_chg),
        "status": label(line.status),
        "articles": articles(line.book, concepts(line.status)),
        "games": [_game(line.book, game) for game in line.games],
    }


def _game(book: Rulebook, game: GameLine) -> dict[str, Any]:
    return {
        "opponent": game.met,
        "score": points(game.half_points),
        "difference": game.difference,
        "counted": game.counted,
        "limited": game.counted != game.difference,
        "expected": None if game.expected is None else decimal(game.expected),
        "delta": decimal(game.delta),
        "status": label(game.status),
        "articles": articles(book, game.concepts),
    }


def steps_answer(book: Rulebook, sheet: Sheet) -> list[dict[str, Any]]:
    """The sum at the end, each line with its articles."""
    return [{"what": s.what, "value": s.value, "articles": articles(book, s.concepts)} for s in sheet.steps]


def articles(book: Rulebook, names: tuple[str, ...]) -> list[str]:
    """The article that fills each concept, where the edition has one."""
    return list(dict.fromkeys(number for name in names for number in book.articles(name)[:1]))
