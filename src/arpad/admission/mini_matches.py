"""Judge each pairing of an individual knock-out as the match that it is: with an unrated player, and once decided.

The event as a whole is rated like a Swiss. A knock-out of teams is a team event, and nothing here is about it. How many
games a pairing has is `games_scheduled`; where nobody says it, it is asked only if somebody may have played on.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from arpad.admission.case import Case
from arpad.admission.decision import Decision
from arpad.columns import System
from arpad.exact import points
from arpad.finding import Tier
from arpad.law.rules.admission import MATCH_DECIDED, MATCH_WITH_UNRATED
from arpad.model.systems import is_knock_out


def is_of_pairings(case: Case) -> bool:
    """Whether the event is a knock-out of individuals."""
    return case.system == System.SWISS and is_knock_out(case.facts.system)


def pairings_with_unrated(case: Case) -> Iterator[Decision]:
    """The games of pairings with an unrated player: they are not rated, for neither of the two."""
    for game in np.flatnonzero(case.played).tolist():
        white, black = int(case.white[game]), int(case.black[game])
        for row in (white, black):
            if not case.rated[row]:
                yield case.exclude_game(MATCH_WITH_UNRATED, "pairing", row, game)
                break


def pairings_decided(case: Case) -> Iterator[Decision]:
    """The games of a pairing after it was decided."""
    scheduled, over = case.facts.games_scheduled, case.book.rule(MATCH_DECIDED).scheduled_over
    if scheduled is not None and scheduled <= over:
        return
    for games in _pairings(case):
        enough = scheduled or len(games)
        if enough <= over:
            continue
        for game, leader, half_points in _played_on(case, games, enough):
            if scheduled is None:
                yield case.find(MATCH_DECIDED, "pairing-unknown", Tier.ASK, int(case.white[game]))
                return
            about = {"leader": case.name(leader), "score": points(half_points), "scheduled": scheduled}
            yield case.exclude_game(MATCH_DECIDED, "after", int(case.white[game]), game, **about)


def _pairings(case: Case) -> list[list[int]]:
    """The played games of each two players, in the order of play."""
    pairings: dict[tuple[int, int], list[int]] = {}
    for game in sorted(np.flatnonzero(case.played).tolist(), key=lambda at: int(case.games.order[at])):
        first, second = sorted((int(case.white[game]), int(case.black[game])))
        pairings.setdefault((first, second), []).append(game)
    return list(pairings.values())


def _played_on(case: Case, games: list[int], scheduled: int) -> Iterator[tuple[int, int, int]]:
    """The games after one of the two has more than half of the scheduled points: game, leader and his half points."""
    score: dict[int, int] = {}
    for game in games:
        leader = max(score, key=score.__getitem__, default=-1)
        if leader >= 0 and score[leader] > scheduled:
            yield game, leader, score[leader]
            continue
        for row, half_points in (
            (int(case.white[game]), int(case.games.white_half_points[game])),
            (int(case.black[game]), int(case.games.black_half_points[game])),
        ):
            score[row] = score.get(row, 0) + half_points
