"""Decide who may be rated and with what: licences, federations, and the ratings and births that a list knows better."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from arpad.admission.case import NO_MEMBER, Case
from arpad.admission.decision import Decision
from arpad.columns import Role, System
from arpad.days import Day
from arpad.finding import Note, Remedy, Tier
from arpad.law.calendar import list_on
from arpad.law.rules.admission import UNPLAYED_GAME
from arpad.law.rules.concept import Concept
from arpad.law.rules.lists import MEMBER_FEDERATION, MEMBERSHIP_DAY
from arpad.law.rules.newcomers import FLOOR, MINIMUM_GAMES, MINIMUM_GAMES_CHAMPIONSHIP
from arpad.law.rules.rating import COEFFICIENT, FOREIGN_PLAYERS, RATINGS_USED, StartOrGame
from arpad.law.rules.registration import LICENSED_ARBITERS
from arpad.model.facts import NO_LICENCE

UNKNOWN = ""  # of which federation nobody knows
OUTSIDE = "NON"  # known to be of none
NO_FEDERATION = (UNKNOWN, OUTSIDE)
TITLES = frozenset(("GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM"))  # whoever has one was rated
OF_FIDE = "FID"  # under FIDE's own flag: no federation that could be excluded


def licensed_arbiters(case: Case) -> Iterator[Decision]:
    """All arbiters hold a licence, on every day of the event; a registry that knows an arbiter answers for him."""
    arbiters = case.facts.arbiters
    licences = case.registry.licences if case.registry is not None else {}
    if not any(arbiter.licence or arbiter.id in licences for arbiter in arbiters):
        yield case.find(LICENSED_ARBITERS, "unknown", Tier.ASK)
        return
    named, given = len(case.report.facts.arbiters), len(arbiters)
    if given < named:
        yield case.find(LICENSED_ARBITERS, "fewer", Tier.ASK, named=named, given=given)
    for place, arbiter in enumerate(arbiters, 1):
        who = arbiter.name or arbiter.id or Note.of("arbiter-numbered", number=place)
        if case.registry is not None and arbiter.id is not None and arbiter.id in licences:
            day = case.registry.unlicensed(arbiter.id, *case.span)
            if day is not None:
                yield case.find(LICENSED_ARBITERS, "lapsed", Tier.REFUSE, arbiter=who, day=day)
        elif not arbiter.licence or arbiter.licence.casefold() == NO_LICENCE:
            which, tier = ("without", Tier.REFUSE) if arbiter.licence else ("one-unknown", Tier.ASK)
            yield case.find(LICENSED_ARBITERS, which, tier, arbiter=who)


def member_federation(case: Case) -> Iterator[Decision]:
    """Players belong to a member federation: a registry knows whose does not.

    Where membership is asked of the list, this is good to know and no result is left out, whatever an officer says;
    where it is asked of the event, the result does not count."""
    of_event = case.book.rule(MEMBERSHIP_DAY).of == "event"
    rows = case.report.rows()
    excluded = set()
    for exclusion in case.facts.exclusions:
        if exclusion.reason != MEMBER_FEDERATION.name:
            continue
        if 0 < exclusion.player < len(rows) and rows[exclusion.player] >= 0:
            row = int(rows[exclusion.player])
            excluded.add(row)
            if of_event:
                yield case.exclude_result(MEMBER_FEDERATION, "excluded", row, why=exclusion.why)
            else:
                yield case.find(MEMBER_FEDERATION, "counts", Tier.ADVICE, row)
        else:
            yield case.find(UNPLAYED_GAME, "nobody", Tier.ASK, player=exclusion.player)
    outside = _outside(case)
    for row in case.field_rows.tolist():
        federation = case.federation(row)
        if federation in NO_FEDERATION:
            yield case.find(MEMBER_FEDERATION, "none", Tier.ADVICE, row)
        elif row not in excluded and federation in outside:
            yield _not_member(case, row, outside[federation], of_event)
        yield from _printed_otherwise(case, MEMBER_FEDERATION, row)


def _outside(case: Case) -> Mapping[str, dict[str, Any]]:
    """The federations of the field that a registry does not have as members on all days of the event: from which day
    on, and what they were."""
    if case.registry is None or not case.registry.federations:
        return {}  # a registry that keeps no federations says nothing of any
    kept = case.registry.federations
    there = {case.federation(row) for row in case.field_rows.tolist()}
    asked = [federation for federation in there if federation != OF_FIDE or federation in kept]
    found = [(federation, case.registry.left_out(federation, *case.span)) for federation in asked]
    return {name: {"federation": name, "day": out[0], "state": out[1]} for name, out in found if out is not None}


def _not_member(case: Case, row: int, outside: dict[str, Any], of_event: bool) -> Decision:
    """What becomes of the result of a player whose federation was no member."""
    which = "not-member" if outside["state"] == NO_MEMBER else "out"
    if of_event:
        return case.exclude_result(MEMBER_FEDERATION, which, row, **outside)
    return case.find(MEMBER_FEDERATION, f"{which}-kept", Tier.ADVICE, row, **outside)


def foreign_players(case: Case) -> Iterator[Decision]:
    """Whose federation is printed otherwise than it is known, and whose ratings could only be taken as printed."""
    home = case.book.rule(FOREIGN_PLAYERS).home
    if case.printed:
        yield case.find(FOREIGN_PLAYERS, f"{case.printed}-printed", Tier.ADVICE, home=home)
    for row in case.field_rows.tolist():
        yield from _of_nobody_knows_where(case, home, row)
        yield from _printed_otherwise(case, FOREIGN_PLAYERS, row)
    yield from _expected_with_a_rating(case, FOREIGN_PLAYERS, home)


def _expected_with_a_rating(case: Case, concept: Concept[Any], home: str = "") -> Iterator[Decision]:
    """One question about all who would play unrated though somebody rates them, as it seems: guests, titled players,
    and people whom an official list knows and the registry does not."""
    if case.known is None:
        return
    unrated = (case.seats.shown[case.field_rows] == 0) & (case.seats.own[case.field_rows] == 0)
    rows = [row for row in case.field_rows[unrated].tolist() if _seems_rated(case, home, row)]
    if rows:
        names = tuple(case.name(row) for row in rows)
        yield case.find(concept, "unrated", Tier.ASK, players=len(rows), names=names)


def _seems_rated(case: Case, home: str, row: int) -> bool:
    """Whether a player without a rating is asked about. Of whom nobody knows anything is asked elsewhere, and whose
    list is not given."""
    player, known, federation = case.player(row), case.known[row] if case.known else None, case.federation(row)
    guest = bool(home) and federation not in (home, *NO_FEDERATION)
    if case.printed and (case.printed == "guests") == guest:
        return False
    if known is None and (player.rating or case.registry is not None):
        return False
    titled = player.title.upper() in TITLES or (known is not None and known.title in TITLES)
    listed_elsewhere = known is not None and not known.registered
    return guest or listed_elsewhere or (titled and bool(home or player.rating))


def _of_nobody_knows_where(case: Case, home: str, row: int) -> Iterator[Decision]:
    """A player without a federation is asked about: he is no guest, and whether he is at home nobody knows."""
    if case.federation(row) != UNKNOWN:
        return
    known = case.known[row] if case.known is not None else None
    if case.registry is None or known is None:
        yield case.find(FOREIGN_PLAYERS, "unknown", Tier.ASK, row, home=home)
        return
    question = case.find(FOREIGN_PLAYERS, "unregistered", Tier.ASK, row, home=home)
    remedy = Remedy.to("enter-federation", player=case.player(row).id, since=Day.of(case.span[0]))
    yield replace(question, finding=question.finding._replace(remedy=remedy))


def _printed_otherwise(case: Case, concept: Concept[Any], row: int) -> Iterator[Decision]:
    printed, known = case.player(row).federation.upper(), case.federation(row)
    if printed and known and printed != known:
        yield case.find(concept, "differs", Tier.ADVICE, row, printed=printed, known=known)


def ratings_used(case: Case) -> Iterator[Decision]:
    """The list in force at the start decides; what the report prints is only compared with it."""
    yield from _whose_day(case)
    if case.known is None:
        yield from _below_the_floor(case)
        return
    if not case.book.has(FOREIGN_PLAYERS):
        yield from _expected_with_a_rating(case, RATINGS_USED)
    start = Day.of(case.facts.start) if case.facts.start else 0
    for row in case.field_rows.tolist():
        player, known = case.player(row), case.known[row]
        listed = known.rating or int(case.seats.shown[row]) if known else 0  # a rating that stands in is one
        if known is not None and 0 < known.died < start:
            yield case.find(RATINGS_USED, "deceased", Tier.ASK, row, known=known.name)
        if known is None:
            if player.rating:
                which = "not-on-list" if player.id else "no-id"
                yield case.find(RATINGS_USED, which, Tier.ASK, row, printed=player.rating, id=player.id)
        elif player.rating != listed:
            which = "differs" if player.rating and listed else "printed-only" if player.rating else "listed-only"
            which = which if case.seated_on is None else f"{which}-part"
            yield case.find(RATINGS_USED, which, Tier.ADVICE, row, printed=player.rating, listed=listed)


def _below_the_floor(case: Case) -> Iterator[Decision]:
    """Printed ratings that no list can have; the first of them, and how many there are."""
    if not case.book.has(FLOOR):
        return
    floor, there = case.book.rule(FLOOR).rating, case.field_rows
    printed = np.where(case.seats.role == Role.GUEST, 0, case.seats.shown)[there]
    low = there[(printed > 0) & (printed < floor)].tolist()
    if low:
        lowest = int(case.seats.shown[low].min())
        yield case.find(FLOOR, "printed", Tier.ADVICE, low[0], players=len(low), floor=floor, lowest=lowest)


def _whose_day(case: Case) -> Iterator[Decision]:
    """Whether the ratings of each game's own day may be used, and whether one list holds on all its days."""
    if case.seated_on is None:
        if case.facts.ratings_at == "game":
            yield case.find(RATINGS_USED, "start-only", Tier.ADVICE)
    else:
        if isinstance(case.book.rule(RATINGS_USED), StartOrGame):
            yield from _chosen_in_time(case)
        dates, rounds = case.report.round_dates, np.unique(case.games.round).tolist()
        days = [dates[turn - 1] for turn in rounds if turn <= len(dates)]
        lists = {list_on(case.series, max(day, case.seated_on)) for day in days if day is not None}
        which, tier = ("several-lists", Tier.ASK) if len(lists) > 1 else ("part", Tier.ADVICE)
        list_day = list_on(case.series, case.seated_on)
        yield case.find(RATINGS_USED, which, tier, list=list_day, day=case.seated_on)


def _chosen_in_time(case: Case) -> Iterator[Decision]:
    """The day of each game is chosen before the first round: an office keeps when; otherwise the registration says."""
    start, registered = case.facts.start, case.facts.registered
    if case.registry is None and (registered is None or (start is not None and registered > start)):
        yield case.find(RATINGS_USED, "chosen-when", Tier.ASK)


def coefficient(case: Case) -> Iterator[Decision]:
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
            and any(
                clause.box["rating"][0] <= shown < min(clause.box["rating"][1], clause.box["highest"][1])
                for clause in ages
            )
        ):
            yield case.find(COEFFICIENT, "birth", Tier.ADVICE, row)


def minimum_games_championship(case: Case) -> Iterator[Decision]:
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
