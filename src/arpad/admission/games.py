"""Decide which games of an admitted event may count: played ones, not excluded, in matches only up to the decision."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from arpad.admission.approvals import Leave, granted
from arpad.admission.case import Case, GameScores
from arpad.admission.decision import Decision
from arpad.admission.match import MatchGames, decided_before
from arpad.admission.mini_matches import is_of_pairings, pairings_decided, pairings_with_unrated
from arpad.admission.other_parts import games_in_all
from arpad.columns import Status, System
from arpad.exact import points
from arpad.finding import Note, Tier
from arpad.law import Rulebook
from arpad.law.rules.admission import (
    EQUAL_TIMES,
    LAWS_OF_CHESS,
    MATCH_DECIDED,
    MATCH_WITH_UNRATED,
    NOTATION,
    RATE_OF_PLAY,
    UNPLAYED_GAME,
)
from arpad.law.rules.concept import Concept
from arpad.law.rules.lists import MEMBER_FEDERATION
from arpad.law.rules.registration import HYBRID_EVENT, HYBRID_GAME_SCORES
from arpad.model import EventFacts, GameKind
from arpad.model.systems import declared_system

APPROVED_HYBRID, WAIVED = "hybrid", "games-after-decision"
GAME_SCORES = "pgn"
TWO = 2  # players of a match
OF_A_GAME = (RATE_OF_PLAY, EQUAL_TIMES, NOTATION)  # what an officer may know of a single game


def unplayed_game(case: Case) -> Iterator[Decision]:
    """Games that an officer asks to leave out, and games coded as shorter than a move each. Forfeits and byes are
    ordinary and no findings, unless there is nothing else."""
    if not np.any(case.played):
        yield case.find(UNPLAYED_GAME, "nothing", Tier.REFUSE)
    allowed = case.book.rule(UNPLAYED_GAME).exceptions
    rows = case.report.rows()
    for game in np.flatnonzero(case.games.kind == GameKind.SHORT).tolist():
        row, turn = int(rows[case.games.white[game]]), int(case.games.round[game])
        yield case.find(UNPLAYED_GAME, "short", Tier.ADVICE, row, turn)
    for exclusion in case.facts.exclusions:
        if exclusion.reason == MEMBER_FEDERATION.name and case.book.has(MEMBER_FEDERATION):
            continue  # of the player, not of his games
        known = 0 < exclusion.player < len(rows) and rows[exclusion.player] >= 0
        if not known:
            yield case.find(UNPLAYED_GAME, "nobody", Tier.ASK, player=exclusion.player)
            continue
        row = int(rows[exclusion.player])
        mine = (case.games.white == exclusion.player) | (case.games.black == exclusion.player)
        if exclusion.round is not None:
            mine &= case.games.round == exclusion.round
        named = next((each for each in OF_A_GAME if each.name == exclusion.reason and case.book.has(each)), None)
        if not np.any(mine & case.played):
            yield case.find(UNPLAYED_GAME, "no-game", Tier.ASK, row, round=exclusion.round, player=exclusion.player)
        for game in np.flatnonzero(mine & case.played).tolist():
            if named is not None:
                yield case.exclude_game(named, "game", row, game, why=exclusion.why)
            elif exclusion.reason in allowed:
                given = {"reason": exclusion.reason, "why": exclusion.why}
                struck = case.exclude_game(UNPLAYED_GAME, "excluded", row, game, **given)
                yield replace(struck, status=Status.LEFT_OUT)
            else:
                which = "other-exceptions" if allowed else "no-exception"
                which = which if exclusion.reason else "no-reason"
                given = {"reason": exclusion.reason}
                turn = int(case.games.round[game])
                yield case.find(UNPLAYED_GAME, which, Tier.ADVICE, row, turn, **given, known=tuple(allowed))


def match_with_unrated(case: Case) -> Iterator[Decision]:
    """Matches with an unrated player are not rated; what was announced as something else is told to be a match."""
    called = declared_system(case.facts.system)
    part = case.goes_on and case.facts.joined_since is None
    if part and case.field.players == TWO and called != System.MATCH and "system" not in case.answers:
        yield case.find(MATCH_WITH_UNRATED, "part-of-two", Tier.ASK)
    if is_of_pairings(case):
        yield from pairings_with_unrated(case)
    if case.system == System.MATCH:
        if called != System.MATCH:
            yield case.find(MATCH_WITH_UNRATED, "as-match", Tier.ADVICE, named=case.facts.system or "-")
        for row in case.field_rows[~case.rated[case.field_rows]].tolist():
            yield case.find(MATCH_WITH_UNRATED, "unrated", Tier.REFUSE, row)


def match_limit(facts: EventFacts, book: Rulebook) -> int | None:
    """Of how many games a match is whose games count only up to the decision; None: all count, or nobody knows."""
    scheduled, rule = facts.games_scheduled, book.find(MATCH_DECIDED)
    if rule is None or scheduled is None or scheduled <= rule.scheduled_over or _waived(facts, book):
        return None
    return scheduled


def _waived(facts: EventFacts, book: Rulebook) -> bool:
    return book.rule(MATCH_DECIDED).waiver and any(approval.what == WAIVED for approval in facts.approvals)


def match_decided(case: Case) -> Iterator[Decision]:
    """Games after a match is decided do not count."""
    if _waived(case.facts, case.book):
        return
    if is_of_pairings(case):
        yield from pairings_decided(case)
    if case.system != System.MATCH:
        return
    if case.facts.games_scheduled is None:
        yield case.find(MATCH_DECIDED, "unknown", Tier.ASK)
        return
    scheduled = match_limit(case.facts, case.book)
    if scheduled is None:
        return
    mine = MatchGames(
        case.games.order,
        case.white,
        case.black,
        case.games.white_half_points,
        case.games.black_half_points,
        case.played,
    )
    games, places = games_in_all(mine, case.facts.last or case.today, case.others)
    decided = decided_before(games, scheduled)
    for at in np.flatnonzero(decided.after[places]).tolist():
        leader, score = _person(case, int(decided.leader[places[at]])), points(int(decided.half_points[places[at]]))
        row = int(case.white[at])
        yield case.exclude_game(MATCH_DECIDED, "after", row, at, leader=leader, score=score, scheduled=scheduled)


def _person(case: Case, number: int) -> str | Note:
    """The name of somebody of this part, or of another one."""
    size = len(case.report.players)
    return case.name(number) if number < size or case.others is None else case.others.names[number - size]


def notation(case: Case) -> Iterator[Decision]:
    """The game score is compulsory."""
    yield from _fact(case, NOTATION, case.facts.notation)


def laws_of_chess(case: Case) -> Iterator[Decision]:
    """The rules the games follow: no machine can see it, so it is asked."""
    yield from _fact(case, LAWS_OF_CHESS, case.facts.laws)


def _fact(case: Case, concept: Concept[Any], fact: bool | None) -> Iterator[Decision]:
    if fact is None:
        yield case.find(concept, "unknown", Tier.ASK)
    elif not fact:
        yield case.find(concept, "not", Tier.REFUSE)


def hybrid_event(case: Case) -> Iterator[Decision]:
    """Hybrid events need an approval each."""
    if case.facts.hybrid is None:
        yield case.find(HYBRID_EVENT, "unknown", Tier.ASK)
    elif case.facts.hybrid:
        authority = case.book.rule(HYBRID_EVENT).authority
        yield from granted(case, Leave(HYBRID_EVENT, APPROVED_HYBRID, authority), "approval")


def hybrid_game_scores(case: Case) -> Iterator[Decision]:
    """Hybrid events send all game scores; an office that keeps them compares them with the report."""
    if not case.facts.hybrid or case.report.form == GAME_SCORES:
        return
    if case.scores is not None and case.scores.sent:
        yield from _scores(case, case.scores)
    elif case.facts.notation is False:
        yield case.find(HYBRID_GAME_SCORES, "missing", Tier.REFUSE)
    elif case.scores is not None:
        yield case.find(HYBRID_GAME_SCORES, "not-sent", Tier.ASK)
    elif case.facts.notation is None:
        yield case.find(HYBRID_GAME_SCORES, "unknown", Tier.ASK)


def _scores(case: Case, scores: GameScores) -> Iterator[Decision]:
    """Where the game scores and the report do not say the same."""
    if scores.bare:
        yield case.find(HYBRID_GAME_SCORES, "without-moves", Tier.ASK)
    if scores.missing:
        row, turn = scores.missing[0]
        given = {"missing": len(scores.missing), "games": int(np.count_nonzero(case.played)), "first": turn}
        yield case.find(HYBRID_GAME_SCORES, "incomplete", Tier.ASK, name=case.name(row), **given)
    for row, turn in scores.otherwise:
        yield case.find(HYBRID_GAME_SCORES, "result", Tier.ASK, row, turn)
    if scores.beyond:
        yield case.find(HYBRID_GAME_SCORES, "beyond", Tier.ADVICE, beyond=scores.beyond)
