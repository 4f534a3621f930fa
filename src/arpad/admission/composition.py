"""Decide as which system an event is rated, and whether its field lets a round robin be rated.

The system comes from the games themselves, and from what the facts and the report call it. Two individuals play a
match, whatever it is called. Everybody against everybody, equally often and every game played, is a round robin. One
that is announced so and lacks a game is rated as a Swiss, and so is every other individual event.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, assert_never

import numpy as np

from arpad.admission.case import Case
from arpad.admission.decision import Decision
from arpad.admission.other_parts import OtherParts, met_in_all
from arpad.columns import MOST_CYCLES, System
from arpad.finding import Tier
from arpad.law.rules.admission import (
    DOUBLE_ROUND_ROBIN,
    INCOMPLETE_ROUND_ROBIN,
    NATIONAL_CHAMPIONSHIP,
    REPEATED_ROUND_ROBIN,
    ROUND_ROBIN_RATED_SHARE,
    SMALL_ROUND_ROBIN,
)
from arpad.law.rules.newcomers import ROUND_ROBIN_AVERAGE
from arpad.model import EventFacts, Report
from arpad.model.systems import declared_system, system_key

Meetings = Mapping[tuple[int, int], int]
"""How often each two people met who met at all. Who they are is one number each, of the report or of a registry."""


def observed(met: Meetings) -> System | None:
    """What the games are by themselves: a match, a complete round robin, or nothing of the kind."""
    people = {number for pair in met for number in pair}
    if len(people) == 2:
        return System.MATCH
    times = set(met.values())
    if len(people) < 2 or len(met) != len(people) * (len(people) - 1) // 2 or len(times) != 1:
        return None
    cycles = times.pop()
    return System.of_cycles(cycles) if cycles <= MOST_CYCLES else None


def system_as_rated(report: Report, facts: EventFacts, met: Meetings | None = None) -> System:
    """How the event is rated: as the report is the whole event, or as `met` says who met whom in all of it.

    A match has two players; a "match" of more is one of teams.
    """
    met = report.meetings() if met is None else met
    if observed(met) == System.MATCH and not _teams(report):
        return System.MATCH
    return as_rated(declared_system(facts.system), met, bool(report.teams))


def as_rated(named: System | None, met: Meetings, teams: bool) -> System:
    """How an event is rated that was named so, in which these met."""
    by_games = observed(met)
    if by_games == System.MATCH and not teams:
        return System.MATCH
    if named in (System.SWISS, System.TEAM):
        return named
    if by_games is not None and by_games.cycles and named != System.MATCH and not _lacks_cycles(named, by_games):
        return by_games
    return System.TEAM if teams or named == System.MATCH else System.SWISS


def system_of_part(report: Report, facts: EventFacts, others: OtherParts | None) -> System:
    """How a part is looked at: while its event goes on as it was announced, and then as the games of all parts are.

    Two players of one part are no match unless it is called one, and nobody else came in another part. What a stage is
    called says nothing of the event that it makes with others: while that goes on it is a Swiss.
    """
    met, named = met_in_all(report, others), declared_system(facts.system)
    if facts.joined_since is not None:
        over = others is not None and not others.goes_on
        return as_rated(None, met if over else {}, bool(report.teams))
    if others is not None and not others.goes_on:
        return system_as_rated(report, facts, met)
    if named == System.MATCH:
        return System.MATCH if observed(met) == System.MATCH else System.TEAM
    return named if named is not None else System.TEAM if report.teams else System.SWISS


def _teams(report: Report) -> bool:
    """Whether the report itself has teams, of more than the two individuals who played."""
    return len(report.teams) > 1 and sum(len(team.members) for team in report.teams) > 2


def _lacks_cycles(named: System | None, by_games: System) -> bool:
    """Whether more cycles were announced than were played."""
    return named is not None and named.cycles > by_games.cycles


def incomplete_round_robin(case: Case) -> Iterator[Decision]:
    """An unplayed game makes a round robin a Swiss; a cross table that looks like another system is asked."""
    if case.facts.joined_since is not None:
        return
    if case.goes_on:
        yield from _system_of_part(case)
        return
    named, met = declared_system(case.facts.system), case.met
    by_games = observed(met)
    if named is None or case.system != System.SWISS:
        return
    if by_games is not None and "system" not in case.answers and (named == System.SWISS or named.cycles):
        which = "looks-like" if named == System.SWISS else "fewer-cycles"
        names = system_key(named), system_key(by_games)
        yield case.find(INCOMPLETE_ROUND_ROBIN, which, Tier.ASK, named=names[0], observed_system=names[1])
    elif named.cycles and _all_played(case, named, met):
        least, most = min(met.values()), max(met.values())
        yield case.find(INCOMPLETE_ROUND_ROBIN, "unequal", Tier.ADVICE, least=least, most=most)
    elif named.cycles:
        yield case.find(INCOMPLETE_ROUND_ROBIN, "as-swiss", Tier.ADVICE)


def _system_of_part(case: Case) -> Iterator[Decision]:
    """Where round robins have rules of their own, the system of an event that goes on must be known."""
    if declared_system(case.facts.system) is None:
        yield case.find(INCOMPLETE_ROUND_ROBIN, "part-unknown", Tier.ASK)


def _all_played(case: Case, named: System, met: Meetings) -> bool:
    """Whether everybody met everybody as often as was announced, and no game is written down that was not played."""
    size, rows = case.field.players, case.field_rows
    everybody = len(met) == size * (size - 1) // 2 and min(met.values(), default=0) >= named.cycles
    paired = np.isin(case.white, rows) & np.isin(case.black, rows)
    return everybody and not bool(np.any(paired & ~case.played))


def _sufficient(case: Case) -> tuple[bool, tuple[str, ...]]:
    """Whether a national championship has the rated players that suffice; and the facts that are missing to say so."""
    if not case.book.has(NATIONAL_CHAMPIONSHIP):
        return False, ()
    rule = case.book.rule(NATIONAL_CHAMPIONSHIP)
    listed = case.field.published
    national, women = case.facts.national_championship, case.facts.women_only
    if national is False or listed < rule.rated_women or (listed < rule.rated and women is False):
        return False, ()
    asked = {"unknown": national is None, "women-unknown": listed < rule.rated and women is None}
    missing = tuple(which for which, unknown in asked.items() if unknown)
    return not missing, missing


def _robin(case: Case) -> tuple[int, int] | None:
    """Players and rated players of an event that is rated as a round robin under an edition that tests its field."""
    if not case.system.cycles or not case.book.has(ROUND_ROBIN_AVERAGE):
        return None
    return case.field.players, case.field.rated


def _refuse(case: Case, refusal: Decision) -> Iterator[Decision]:
    """Refused, unless the event is a national championship with enough rated players; if that is unknown, asked."""
    enough, missing = _sufficient(case)
    for which in missing:
        yield case.find(NATIONAL_CHAMPIONSHIP, which, Tier.ASK)
    if not enough and not missing:
        yield refusal


def round_robin_rated_share(case: Case) -> Iterator[Decision]:
    """The share of rated players in a round robin."""
    field = _robin(case)
    if field is None:
        return
    share = case.book.rule(ROUND_ROBIN_RATED_SHARE).share
    if field[1] * share.denominator < field[0] * share.numerator:
        refusal = case.find(
            ROUND_ROBIN_RATED_SHARE, "too-few", Tier.REFUSE, players=field[0], rated=field[1], share=share
        )
        yield from _refuse(case, refusal)


def small_round_robin(case: Case) -> Iterator[Decision]:
    """The rated players of a small round robin."""
    field = _robin(case)
    rule = case.book.rule(SMALL_ROUND_ROBIN)
    if field is not None and field[0] < rule.fewer_than and field[1] < rule.rated:
        refusal = case.find(
            SMALL_ROUND_ROBIN,
            "too-few",
            Tier.REFUSE,
            players=field[0],
            rated=field[1],
            needed=rule.rated,
            fewer_than=rule.fewer_than,
        )
        yield from _refuse(case, refusal)


def double_round_robin(case: Case) -> Iterator[Decision]:
    """The field of a double round robin with newcomers."""
    field = _small_for_a_double(case)
    if field is not None and _is_double(case):
        yield from _refuse(case, case.find(DOUBLE_ROUND_ROBIN, "too-few", Tier.REFUSE, **field))


def repeated_round_robin(case: Case) -> Iterator[Decision]:
    """More than two cycles: where the conditions on double round robins are not asked of them, it is told."""
    field = _small_for_a_double(case)
    if field is not None and not _is_double(case):
        yield case.find(REPEATED_ROUND_ROBIN, "not-asked", Tier.ADVICE, cycles=case.system.cycles, **field)


def _small_for_a_double(case: Case) -> dict[str, Any] | None:
    """The field of a round robin of several cycles, if it has newcomers and is too small for a double one."""
    field, rule = _robin(case), case.book.find(DOUBLE_ROUND_ROBIN)
    if field is None or rule is None or case.system == System.ROUND_ROBIN or field[1] == field[0]:
        return None
    if field[0] >= rule.players and field[1] >= rule.rated:
        return None
    return {"players": field[0], "rated": field[1], "needed": rule.players, "needed_rated": rule.rated}


def _is_double(case: Case) -> bool:
    """Whether the conditions on double round robins are asked of so many cycles."""
    rule = case.book.rule(REPEATED_ROUND_ROBIN)
    match rule.asked:
        case "two-cycles":
            return case.system == System.DOUBLE_ROUND_ROBIN
        case "two-or-more":
            return True
        case _:
            assert_never(rule.asked)
