"""Make the lists of a season a second time as they should have been, slowly, from the opening list on.

The rulings, applied from scratch: whatever was put right always was so. A game keeps the ratings that the published
list of the event's first day gave both players at the board; whoever is rated on the one of the published and the
revised list and not on the other, and whoever had been taken for another person, is for himself what the revised list
says; bases, pools, first ratings and K are anew. The arithmetic of a period is that of `oracle`.
Deliberately absent: the office, and what of the lists need not be made again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import oracle
from oracle import EDITIONS, coefficient, month
from oracle_lists import Standing, edition_on, in_force
from revisions_made import DAY, FIELDS, SERIES, Change, Rows, Season, Tournament, pool_rows
from tiny import day

from arpad.columns import (
    Entries,
    Events,
    FirstOutcome,
    Games,
    Players,
    Pool,
    Role,
    Roll,
    Source,
    State,
    System,
    WorkOutcome,
)

List = dict[int, Standing]


@dataclass(frozen=True)
class Right:
    """What is right: beside the season everything that was found wrong in it."""

    instead: Mapping[str, Tournament | None] = field(default_factory=dict)  # by code; None: annulled
    late: Mapping[str, int] = field(default_factory=dict)  # on which list an event that was left lying belongs
    born: Mapping[int, int] = field(default_factory=dict)
    opening: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    one: Mapping[int, int] = field(default_factory=dict)  # who is gone, and who he always was
    mistaken: frozenset[int] = frozenset()  # who had been taken for another, or another for him
    by_revised: bool = False  # games are rated with the revised ratings of both players
    corrected: Mapping[int, Mapping[int, int]] = field(default_factory=dict)  # what a list builds on, by list


SatAs = Callable[[int, int], int]  # a player, and a list: as whom he sat in the events of its time


def himself(player: int, _: int) -> int:
    return player


@dataclass(frozen=True)
class Made:
    rows: Rows
    pools: dict[int, dict[int, list[tuple[int, ...]]]]


def made_right(season: Season, right: Right, published: Rows, sat_as: SatAs = himself) -> Made:
    """The lists as they should have been; `published` are the lists that gave the ratings at the board."""
    told = {list_: {n: _standing(row) for n, row in rows.items()} for list_, rows in published.items()}
    opening = season.lists[0]
    lists = {opening: _opening(season, right, told[opening])}
    pool, pools = Pool.of(), {}
    people = sorted(season.people)
    for list_ in season.lists[1:]:
        lists[list_], pool = _next(season, right, list_, lists, told, pool, sat_as)
        pools[list_] = pool_rows(pool, dict(enumerate(people)))
    rows = {
        list_: {n: tuple(int(getattr(made[n], name)) for name in FIELDS) for n in people}
        for list_, made in lists.items()
    }
    return Made(rows, pools)


def _standing(row: Sequence[int]) -> Standing:
    rating, state, *rest = row
    return Standing(rating, State(state), *rest)


def _opening(season: Season, right: Right, told: List) -> List:
    made = dict(told)
    for n, row in right.opening.items():
        made[n] = _standing([row.get(name, int(getattr(made[n], name))) for name in FIELDS])
    for gone, kept in right.one.items():
        both = made[gone], made[kept]
        if made[gone].rated:
            base = made[kept] if made[kept].rated else made[gone]
            games = sum(each.games for each in both)
            highest, last = (max(getattr(each, name) for each in both) for name in ("highest", "last"))
            list_ = season.lists[0]
            edition, born = edition_on(SERIES, day(list_)), _born(season, right, kept)
            k, _ = coefficient(edition, list_, games, born, highest, base.rating)
            made[kept] = replace(base, games=games, highest=highest, last=last, k=k)
        made[gone] = Standing()
    return made


def _born(season: Season, right: Right, n: int) -> int:
    return right.born.get(n, season.people[n].born)


def happened(season: Season, right: Right, list_: int) -> list[Tournament]:
    """The events of a list as they should have been rated."""
    found = []
    for each in season.tournaments:
        on = right.late.get(each.code) if each.unadmitted else each.list_
        instead = right.instead.get(each.code, each)
        if on == list_ and instead is not None:
            found.append(instead)
    return sorted(found, key=lambda each: (each.start, each.end, each.code))


def _next(
    season: Season, right: Right, list_: int, lists: dict[int, List], told: dict[int, List], pool: Pool, sat_as: SatAs
) -> tuple[List, Pool]:
    people = sorted(season.people)
    place = {n: at for at, n in enumerate(people)}
    bases = {n: replace(lists[max(lists)][n], rating=rating) for n, rating in right.corrected.get(list_, {}).items()}
    replaced, events = {**lists[max(lists)], **bases}, happened(season, right, list_)
    law = edition_on(SERIES, day(list_) - DAY)
    books = [each for each in dict.fromkeys(edition_on(SERIES, e.start) for e in events) if each != law] + [law]
    entries: list[dict[str, Any]] = []
    games: list[dict[str, Any]] = []
    for at, each in enumerate(events):
        start = in_force(list(told), each.start)
        seats = {}
        for n in each.players:
            person = right.one.get(n, n)
            seats[n] = len(entries)
            board, rightly = told[start][sat_as(n, start)], lists[start][person]
            board = rightly if right.by_revised else board
            seat = _seat(board, rightly, replaced[person], person in right.mistaken)
            entries.append({"event": at, "player": place[person], **seat})
        for order, (turn, white, black, half_points) in enumerate(each.games(), 1):
            games.append(
                {
                    "white": seats[white],
                    "black": seats[black],
                    "white_half_points": half_points,
                    "black_half_points": 2 - half_points,
                    "round": turn,
                    "order": order,
                }
            )
    period = oracle.rate(
        list_,
        books,
        Players.of(born=[_born(season, right, n) for n in people], member=[0] * len(people)),
        Roll.of(**{name: [int(getattr(replaced[n], name)) for n in people] for name in FIELDS}),
        Events.of(
            key=list(range(len(events))),
            start=[int(e.start.strftime("%Y%m%d")) for e in events],
            end=[int(e.end.strftime("%Y%m%d")) for e in events],
            edition=[books.index(edition_on(SERIES, e.start)) for e in events],
            system=[System.SWISS] * len(events),
        ),
        Entries.of(**_columns(entries, ("event", "player", "role", "own", "shown", "source", "k"))),
        Games.of(**_columns(games, ("white", "black", "white_half_points", "black_half_points", "round", "order"))),
        pool,
    )
    return _listed(season, right, list_, law, replaced, period), period.pool


def _columns(rows: list[dict[str, Any]], names: tuple[str, ...]) -> dict[str, list[Any]]:
    return {name: [row[name] for row in rows] for name in names}


def _seat(board: Standing, rightly: Standing, now: Standing, mistaken: bool) -> dict[str, int]:
    """What a player is in an event, for himself and for those who meet him."""
    for_himself = rightly if mistaken or board.rated != rightly.rated else board
    seat = {
        "role": Role.RATED,
        "own": 0,
        "shown": board.rating if board.rated else 0,
        "source": Source.LIST,
        "k": now.k,
    }
    if for_himself.rated:
        source = Source.INACTIVE if for_himself.state == State.INACTIVE else Source.LIST
        return {**seat, "own": for_himself.rating, "source": source, "k": now.k or rightly.k}
    if now.rated:
        return {**seat, "own": now.rating, "source": Source.LATE}
    return {**seat, "role": Role.NEWCOMER, "source": Source.NONE, "k": 0}


def _listed(season: Season, right: Right, list_: int, law: str, replaced: List, period: oracle.OraclePeriod) -> List:
    people, floor = sorted(season.people), EDITIONS[law].floor
    made = dict(replaced)
    for row in oracle.rows(period.worksheets):
        n = people[row["player"]]
        state = State.DELISTED if row["outcome"] == WorkOutcome.DELISTED else State.ACTIVE
        made[n] = replace(made[n], rating=row["new"], state=state, games=made[n].games + row["games"], last=list_)
    for row in oracle.rows(period.firsts):
        if row["outcome"] == FirstOutcome.PUBLISHED:
            n = people[row["player"]]
            games = made[n].games + row["games"]
            made[n] = replace(made[n], rating=row["rating"], state=State.ACTIVE, games=games, last=list_)
    for n, standing in made.items():
        if standing.state == State.NONE:
            made[n] = replace(standing, k=0)
            continue
        if standing.rated and standing.last and month(list_) - month(standing.last) >= 12:
            standing = replace(standing, state=State.INACTIVE)
        if standing.rated and standing.rating < floor:
            standing = replace(standing, state=State.DELISTED)
        if standing.rated:
            standing = replace(standing, highest=max(standing.highest, standing.rating))
        k, _ = coefficient(law, list_, standing.games, _born(season, right, n), standing.highest, standing.rating)
        made[n] = replace(standing, k=k)
    return made


def right_by(changes: Sequence[Change]) -> Right:
    """What is right when all of these hold."""
    right = Right()
    for change in changes:
        code = change.event.code if change.event else ""
        match change.kind:
            case "replace" | "annul":
                right = replace(right, instead={**right.instead, code: change.instead})
            case "late":
                assert change.event
                right = replace(right, late={**right.late, code: change.event.list_})
            case "birth":
                right = replace(right, born={**right.born, change.player: change.born})
            case "merge":
                mistaken = right.mistaken | {change.player, change.other}
                right = replace(right, one={**right.one, change.player: change.other}, mistaken=mistaken)
    return right
