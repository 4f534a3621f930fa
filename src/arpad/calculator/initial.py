"""Answer what first rating a newcomer's results give, whether it is published, and what is missing if not."""

from __future__ import annotations

from typing import Any

import numpy as np

from arpad.calculator.period import articles, event_answer
from arpad.calculator.reading import MONTH_DAY, Document
from arpad.calculator.seating import EVENT_KEYS, SYSTEMS, rate_one, read_event
from arpad.columns import FirstOutcome, Firsts, Players, Pool, System, label
from arpad.exact import HUNDREDTHS, decimal, half_up, points
from arpad.finding import Misuse
from arpad.law import Rulebook
from arpad.law.rules.rating import UNRATED_OPPONENT, EventRating
from arpad.rating.sheet import outcome_step
from arpad.rating.waiting import firsts, ordered

KEYS = ("rulebook", "list", "player", "events", "pools")
POOL_KEYS = ("average", "games", "score", "system", "championship")
PLAYER_KEYS = ("member",)
MOST_GAMES = 1000


def first_rating(book: Rulebook, document: Document) -> dict[str, Any]:
    """The answer to a document with events, or with pools of results already known to count."""
    if ("events" in document) == ("pools" in document):
        raise Misuse("give either events or pools")
    member = document.part("player", PLAYER_KEYS).flag("member") if "player" in document else False
    events: list[dict[str, Any]] = []
    if "pools" in document:
        sheets = _from_pools(book, document, member)
    else:
        seated = [read_event(row, book, 0, 0) for row in document.rows("events", EVENT_KEYS)]
        for at, event in enumerate(seated):
            robin = event.system in (System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN)
            if robin and isinstance(event.book.rule(UNRATED_OPPONENT), EventRating):
                raise Misuse(
                    f"events[{at}].system: a newcomer's round robin is rated from everybody's results: use "
                    "`arpad calc round-robin`, or give its Rc as the average of a pool"
                )
        period, position = rate_one(document.month("list"), book, seated, 0, member=member)
        sheets = period.firsts
        sheet = period.sheet(0)
        events = [event_answer(sheet.events[at]) for at in position]
    return _answer(book, sheets, events)


def _from_pools(book: Rulebook, document: Document, member: bool) -> Firsts:
    rows = document.rows("pools", POOL_KEYS)
    games = [row.whole("games", 1, MOST_GAMES) for row in rows]
    systems = [row.text("system", "swiss") for row in rows]
    for row, system in zip(rows, systems, strict=True):
        if system not in SYSTEMS:
            raise row.wrong("system", f"one of {', '.join(SYSTEMS)}")
    in_force = book.head.in_force
    day = (in_force.year * MONTH_DAY + in_force.month) * MONTH_DAY + in_force.day
    pool = Pool.of(
        player=[0] * len(rows),
        key=list(range(len(rows))),
        start=day,
        end=day,
        list=day // MONTH_DAY,
        system=[SYSTEMS[system] for system in systems],
        championship=[row.flag("championship") for row in rows],
        games=games,
        half_points=[row.half_points("score", n) for row, n in zip(rows, games, strict=True)],
        met=[half_up(row.exact("average") * n) for row, n in zip(rows, games, strict=True)],
    )
    players = Players.of(born=[0], member=[int(member)])
    return firsts(book, document.month("list") or day // MONTH_DAY, players, ordered(pool), np.zeros(1, np.int64))[0]


def _answer(book: Rulebook, sheets: Firsts, events: list[dict[str, Any]]) -> dict[str, Any]:
    outcome = FirstOutcome(int(sheets.outcome[0]))
    games, ra_games = int(sheets.games[0]), int(sheets.ra_games[0])
    lacking = outcome_step(book, outcome, games, int(sheets.missing[0]), int(sheets.until[0]))
    cited = articles(book, lacking.concepts)
    return {
        "rulebook": book.id,
        "rating": int(sheets.rating[0]) if games else None,
        "published": outcome == FirstOutcome.PUBLISHED,
        "outcome": label(outcome),
        "missing": [] if outcome == FirstOutcome.PUBLISHED else [f"{lacking.value} ({', '.join(cited)})"],
        "games": games,
        "score": points(int(sheets.half_points[0])),
        "ra": decimal(half_up(int(sheets.ra_sum[0]) * HUNDREDTHS, ra_games)) if games else None,
        "p": int(sheets.p[0]) if games else None,
        "dp": int(sheets.dp[0]) if games else None,
        "before_maximum": int(sheets.ru[0]) if games else None,
        "events": events,
    }
