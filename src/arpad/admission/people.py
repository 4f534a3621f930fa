"""Decide who may be rated and with what: licences, federations, and the ratings and births that a list knows better."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from arpad.admission.case import Case
from arpad.columns import Role, System
from arpad.finding import Finding, Tier
from arpad.law.rules.newcomers import MINIMUM_GAMES, MINIMUM_GAMES_CHAMPIONSHIP
from arpad.law.rules.rating import COEFFICIENT, RATINGS_USED
from arpad.law.rules.registration import LICENSED_ARBITERS, MEMBER_FEDERATION

NO_FEDERATION = ("", "NON")  # a player of no federation; FID plays under FIDE's own flag


def licensed_arbiters(case: Case) -> Iterator[Finding]:
    """All arbiters hold a licence."""
    if not any(arbiter.licence for arbiter in case.facts.arbiters):
        yield case.find(LICENSED_ARBITERS, "unknown", Tier.ASK)
        return
    for arbiter in case.facts.arbiters:
        if not arbiter.licence or arbiter.licence.casefold() == "none":
            yield case.find(
                LICENSED_ARBITERS, "without", Tier.REFUSE, arbiter=arbiter.name or arbiter.id or "an arbiter"
            )


def member_federation(case: Case) -> Iterator[Finding]:
    """Players belong to a member federation."""
    for row in case.field_rows.tolist():
        if case.player(row).federation.upper() in NO_FEDERATION:
            yield case.find(MEMBER_FEDERATION, "none", Tier.ADVICE, row)


def ratings_used(case: Case) -> Iterator[Finding]:
    """The list in force at the start decides; what the report prints is only compared with it."""
    if case.known is None:
        return
    for row in case.field_rows.tolist():
        player, known = case.player(row), case.known[row]
        if known is None:
            if player.rating:
                yield case.find(
                    RATINGS_USED, "not-on-list", Tier.ASK, row, printed=player.rating, id=player.id or "none"
                )
        elif player.rating != known.rating and (player.rating or known.rating):
            shown = known.rating or "no rating"
            yield case.find(
                RATINGS_USED, "differs", Tier.ADVICE, row, printed=player.rating or "no rating", listed=shown
            )


def coefficient(case: Case) -> Iterator[Finding]:
    """A birth date that decides K is missing."""
    ages = [clause for clause in case.book.rule(COEFFICIENT).clauses if clause.age_counted]
    if not ages:
        return
    for row in case.field_rows.tolist():
        known = case.known[row] if case.known is not None else None
        born = case.player(row).born or (known.born if known else 0)
        shown = int(case.seats.shown[row])
        if (
            not born
            and shown
            and any(shown < min(clause.box["rating"][1], clause.box["highest"][1]) for clause in ages)
        ):
            yield case.find(COEFFICIENT, "birth", Tier.ADVICE, row)


def minimum_games_championship(case: Case) -> Iterator[Finding]:
    """Fewer games suffice for a first rating in a team championship; asked only where it decides."""
    enough, most = case.book.rule(MINIMUM_GAMES_CHAMPIONSHIP).games, case.book.rule(MINIMUM_GAMES).games
    if case.system != System.TEAM or case.facts.team_championship is not None:
        return
    shown = case.seats.shown
    for row in np.flatnonzero(case.seats.role == Role.NEWCOMER).tolist():
        met = (case.white == row) & (shown[case.black] > 0) | (case.black == row) & (shown[case.white] > 0)
        games = int(np.count_nonzero(met & case.played))
        if enough <= games < most:
            yield case.find(MINIMUM_GAMES_CHAMPIONSHIP, "unknown", Tier.ASK, row, games=games)
            return
