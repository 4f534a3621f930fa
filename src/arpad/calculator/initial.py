"""Answer what first rating a newcomer's results give, whether it is published, and what is missing if not."""

from __future__ import annotations

import numpy as np

from arpad.calculator.answers import FirstRatingAnswer
from arpad.calculator.reading import InputDocument
from arpad.calculator.seating import (
    EVENT_FIELDS,
    MOST_GAMES,
    UNKNOWN_K,
    SeatedEvent,
    SeatedPlayer,
    last_event_day,
    next_list_month,
    rate_single_player,
    read_event,
    read_system,
    refuse_many_games,
    refuse_newcomer_match,
)
from arpad.columns import FirstOutcome, Firsts, Players, Pool
from arpad.days import Day, Month
from arpad.exact import HUNDREDTHS, half_up
from arpad.explain.first_rating import formula_of
from arpad.explain.lines import EventLine, event_lines
from arpad.explain.steps import first_steps, outcome_step
from arpad.finding import Remedy, UserError
from arpad.law import Rulebook
from arpad.law.evidence import standings
from arpad.law.rules.newcomers import POOLING_WINDOW
from arpad.rating.batch import rated_by_the_event
from arpad.rating.pool import firsts, in_window, ordered, window

DOCUMENT_FIELDS = ("rulebook", "list", "player", "events", "pools")
POOL_FIELDS = ("average", "games", "score", "system", "cycles", "championship")
PLAYER_FIELDS = ("member",)


def first_rating(book: Rulebook, document: InputDocument) -> FirstRatingAnswer:
    """The answer to a document with events, or with pools of results already known to count."""
    if ("events" in document) == ("pools" in document):
        raise UserError("initial/events-or-pools")
    member = document.part("player", PLAYER_FIELDS).flag("member") if "player" in document else False
    events: tuple[EventLine, ...] = ()
    dated = False
    formula = book
    if "pools" in document:
        sheets = _answer_from_pools(book, document, member)
    else:
        rows = document.rows("events", EVENT_FIELDS)
        seated = [read_event(row, book, 0, UNKNOWN_K) for row in rows]
        for row, event in zip(rows, seated, strict=True):
            refuse_newcomer_match(row, event.book, event.system)
            if event.system.cycles and rated_by_the_event(event.book):
                raise UserError("event/newcomer-in-round-robin", Remedy.to("use-round-robin"), path=row.at("system"))
        _refuse_old_events(book, document.month("list") or next_list_month(seated, book), seated)
        period, position = rate_single_player(document.month("list"), book, seated, SeatedPlayer(0, member))
        sheets, formula = period.firsts, formula_of(period, 0, Pool.room(0))
        lines = event_lines(period, 0)
        events = tuple(lines[at] for at in position)
        dated = all(event.start is not None for event in seated)
    return _first_rating_answer((formula, book), sheets, events, dated)


def _refuse_old_events(book: Rulebook, list_: Month, events: list[SeatedEvent]) -> None:
    """Refuse an event too old to be counted on the list: leaving it out in silence would hide it."""
    ended = [Day.of(last_event_day(event)) for event in events]
    inside = in_window(book, list_, Pool.of(player=[0] * len(events), end=ended))
    for at, event in enumerate(events):
        if event.start is not None and not inside[at]:
            months, article = window(book), book.articles(POOLING_WINDOW)[0]
            raise UserError(
                "event/too-old",
                Remedy.to("leave-event-out"),
                path=f"events[{at}].end",
                end=last_event_day(event),
                list=list_,
                months=months,
                article=article,
            )


def _answer_from_pools(book: Rulebook, document: InputDocument, member: bool) -> Firsts:
    rows = document.rows("pools", POOL_FIELDS)
    games = [row.whole("games", 1, MOST_GAMES) for row in rows]
    refuse_many_games(sum(games), path="pools")
    systems = [read_system(row) for row in rows]
    for row, system in zip(rows, systems, strict=True):
        refuse_newcomer_match(row, book, system)
    day = Day.of(book.head.in_force)
    pool = Pool.of(
        player=[0] * len(rows),
        key=list(range(len(rows))),
        start=day,
        end=day,
        list=day.month,
        system=systems,
        championship=[row.flag("championship") for row in rows],
        games=games,
        half_points=[row.half_points("score", n) for row, n in zip(rows, games, strict=True)],
        met=[half_up(row.exact("average") * n) for row, n in zip(rows, games, strict=True)],
    )
    players = Players.of(born=[0], member=[int(member)])
    return firsts((book,), document.month("list") or day.month, players, ordered(book, pool), np.zeros(1, np.int64))[0]


def _first_rating_answer(
    books: tuple[Rulebook, Rulebook], sheets: Firsts, events: tuple[EventLine, ...], dated: bool
) -> FirstRatingAnswer:
    """By the edition that computes the results, on a list that the other one makes."""
    outcome = FirstOutcome(int(sheets.outcome[0]))
    games, ra_games = int(sheets.games[0]), int(sheets.ra_games[0])
    last = outcome_step(*books, sheets, 0, dated)
    return FirstRatingAnswer(
        books[0].id,
        int(sheets.rating[0]) if games else None,
        outcome == FirstOutcome.PUBLISHED,
        outcome,
        () if outcome == FirstOutcome.PUBLISHED else (last,),
        games,
        int(sheets.half_points[0]),
        half_up(int(sheets.ra_sum[0]) * HUNDREDTHS, ra_games) if games else None,
        int(sheets.p[0]) if games else None,
        int(sheets.dp[0]) if games else None,
        int(sheets.ru[0]) if games else None,
        events,
        (*tuple(first_steps(*books, sheets, 0))[:-1], last),
        standings(books),
    )
