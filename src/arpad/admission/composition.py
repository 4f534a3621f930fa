"""Decide as which system an event is rated, and whether its field lets a round robin be rated.

The system comes from the facts, the report and the cross table itself: everybody met everybody, once or twice, and
every game was played. A declared round robin with an unplayed game is rated as a Swiss. Every other individual event
is rated as a Swiss; two players are a match.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np

from arpad.admission.case import Case
from arpad.admission.decision import Decision
from arpad.columns import System, label
from arpad.finding import Tier
from arpad.law.rules.admission import (
    DOUBLE_ROUND_ROBIN,
    INCOMPLETE_ROUND_ROBIN,
    NATIONAL_CHAMPIONSHIP,
    ROUND_ROBIN_RATED_SHARE,
    SMALL_ROUND_ROBIN,
)
from arpad.law.rules.newcomers import ROUND_ROBIN_AVERAGE
from arpad.model import EventFacts, Kind, Report

ROBINS = (System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN)
WORDS = (
    (System.TEAM, ("team", "squadr", "druż", "команд", "csapat", "võistkon", "mannschaft", "scheveningen", "league")),
    (System.DOUBLE_ROUND_ROBIN, ("double round", "double robin", "doppio girone", "dwukoł", "двокол", "kétfordul")),
    (
        System.ROUND_ROBIN,
        (
            "round robin",
            "berger",
            "all play all",
            "kołow",
            "girone",
            "колов",
            "кругов",
            "körmérk",
            "ringsüs",
            "ringturn",
            "rundenturn",
        ),
    ),
    (
        System.SWISS,
        ("swiss", "dutch", "dubov", "burstein", "svizzer", "szwajcar", "швейцар", "svájci", "šveits", "knock", "k.o."),
    ),
    (System.MATCH, ("match", "mecz", "матч", "párosmérk")),
)


def declared(text: str) -> System | None:
    """The system that somebody named, in the words people use."""
    lower = text.casefold().replace("-", " ").replace("_", " ")
    return next((system for system, words in WORDS if any(word in lower for word in words)), None)


def observed(report: Report) -> System | None:
    """What the cross table is by itself: a match, a complete round robin, or nothing of the kind."""
    games = report.games()
    played = games.kind == Kind.PLAYED
    pairs = zip(games.white[played].tolist(), games.black[played].tolist(), strict=True)
    met = Counter((min(pair), max(pair)) for pair in pairs)
    people = {number for pair in met for number in pair}
    if len(people) == 2:
        return System.MATCH
    times = set(met.values())
    if len(people) < 2 or len(met) != len(people) * (len(people) - 1) // 2 or len(times) != 1:
        return None
    return {1: System.ROUND_ROBIN, 2: System.DOUBLE_ROUND_ROBIN}.get(times.pop())


def system_as_rated(report: Report, facts: EventFacts) -> System:
    """How the event is rated. A match has two players; a "match" of more is one of teams."""
    named, observed_system = declared(facts.system), observed(report)
    if named in (System.SWISS, System.TEAM):
        return named
    if observed_system == System.MATCH or (observed_system in ROBINS and named != System.MATCH):
        return observed_system
    return System.TEAM if report.teams or named == System.MATCH else System.SWISS


def incomplete_round_robin(case: Case) -> Iterator[Decision]:
    """An unplayed game makes a round robin a Swiss; a cross table that looks like another system is asked."""
    named, observed_system = declared(case.facts.system), observed(case.report)
    if named in ROBINS and case.system == System.SWISS:
        yield case.find(INCOMPLETE_ROUND_ROBIN, "as-swiss", Tier.ADVICE)
    elif named == System.SWISS and observed_system in ROBINS and "system" not in case.answers:
        yield case.find(
            INCOMPLETE_ROUND_ROBIN,
            "looks-like",
            Tier.ASK,
            named=label(named),
            observed_system=label(observed_system or named),
        )


def _sufficient(case: Case) -> tuple[bool, tuple[str, ...]]:
    """Whether a national championship has the rated players that suffice; and the facts that are missing to say so."""
    if not case.book.has(NATIONAL_CHAMPIONSHIP):
        return False, ()
    rule = case.book.rule(NATIONAL_CHAMPIONSHIP)
    listed = int(np.count_nonzero(case.published[case.field_rows]))
    national, women = case.facts.national_championship, case.facts.women_only
    if national is False or listed < rule.rated_women or (listed < rule.rated and women is False):
        return False, ()
    asked = {"unknown": national is None, "women-unknown": listed < rule.rated and women is None}
    missing = tuple(which for which, unknown in asked.items() if unknown)
    return not missing, missing


def _robin(case: Case) -> tuple[int, int] | None:
    """Players and rated players of an event that is rated as a round robin under an edition that tests its field."""
    if case.system not in ROBINS or not case.book.has(ROUND_ROBIN_AVERAGE):
        return None
    return len(case.field_rows), int(np.count_nonzero(case.rated[case.field_rows]))


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
    field = _robin(case)
    rule = case.book.rule(DOUBLE_ROUND_ROBIN)
    if field is None or case.system != System.DOUBLE_ROUND_ROBIN or field[1] == field[0]:
        return
    if field[0] < rule.players or field[1] < rule.rated:
        refusal = case.find(
            DOUBLE_ROUND_ROBIN,
            "too-few",
            Tier.REFUSE,
            players=field[0],
            rated=field[1],
            needed=rule.players,
            needed_rated=rule.rated,
        )
        yield from _refuse(case, refusal)
