"""Make list after list a second time, slowly: who sits down with which rating, and what a list says of everybody.

Written from the texts, the rulings and the readings (E, S, R); the arithmetic of a period is that of `oracle`, which
knows no more of the office than this does. Articles are called as there: 09, 24, RB, UA.
In: a tiny federation. Out: its lists, a `Standing` per player. Deliberately absent: every check of admission, since the
events of the tiny federations are in order but for single games that were not played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

import oracle
from oracle import EDITIONS, coefficient, month
from tiny import HALVES, MIRROR, Board, Event, Federation, Row, day

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

DAY = timedelta(days=1)
IN_FORCE = {  # from which day on
    "fide-standard": (
        (20090701, "fide-standard-2009"),
        (20240301, "fide-standard-2024"),
        (20251001, "fide-standard-2025"),
    ),
    "fide-rapid": ((20180701, "fide-rapid-blitz-2018"),),
    "fide-blitz": ((20180701, "fide-rapid-blitz-2018"),),
    "ukraine": ((20180123, "ukraine-2018"),),
}
CLOSING = {
    "fide-standard-2009": 7,
    "ukraine-2018": 1,
}  # days before the list: 09 7.13; UA S2; else 3 (24 7.1.3, RB 7.13)
NEW_PLAYER = {"2009": 25, "fide": 40, "everybody": 20, "ukraine": 40}
SYSTEM = {
    "swiss": System.SWISS, "round-robin": System.ROUND_ROBIN, "double-round-robin": System.DOUBLE_ROUND_ROBIN,
}  # fmt: skip


@dataclass(frozen=True)
class Standing:
    """A player on a list."""

    rating: int = 0  # below the floor, if he is delisted: an event begun before is still added to it (S22)
    state: State = State.NONE
    k: int = 0
    games: int = 0  # rated so far
    highest: int = 0  # ever published
    last: int = 0  # list of the last rated game; UA: the first list after the end of its event (S23)
    played: int = 0  # games that entered this list (S40)

    @property
    def rated(self) -> bool:
        return self.state in (State.ACTIVE, State.INACTIVE)  # the last rating of the inactive serves (09 7.23, S25)


List = list[Standing]


def number(each: date) -> int:
    return 10000 * each.year + 100 * each.month + each.day


def edition_on(series: str, each: date) -> str:
    return [name for since, name in IN_FORCE[series] if since <= number(each)][-1]


def list_of(told: Federation, event: Event) -> int:
    """The first list that does not close before the event's last day and is still open when the report comes (S2)."""
    for list_ in told.lists:
        closing = day(list_) - CLOSING.get(edition_on(event.series, day(list_) - DAY), 3) * DAY
        if event.end <= closing and list_ >= event.sent:
            return list_
    raise ValueError(f"{event.code} comes too late for the last list")


def in_force(lists: Sequence[int], on: date) -> int:
    """The list in force on a day."""
    return max(list_ for list_ in lists if day(list_) <= on)


def make_lists(told: Federation, series: str) -> Iterator[tuple[int, List]]:
    """The lists of a series, one after the other, from the opening list on."""
    lists: dict[int, List] = {told.opened: [_opened(told.opening[series].get(p.letter)) for p in told.players]}
    pool = Pool.of()
    for list_ in told.lists:
        made, pool = _next(told, series, list_, lists, pool)
        lists[list_] = made
        yield list_, made


def _opened(row: Row | None) -> Standing:
    if row is None:
        return Standing()
    state = State.INACTIVE if row.inactive else State.ACTIVE
    return Standing(row.rating, state, row.k, row.games, row.highest, row.last)


def _next(told: Federation, series: str, list_: int, lists: dict[int, List], pool: Pool) -> tuple[List, Pool]:
    replaced = lists[max(lists)]
    law = edition_on(series, day(list_) - DAY)  # on the last day of the period
    happened = sorted(
        (e for e in told.events if e.series == series and list_of(told, e) == list_), key=lambda e: (e.start, e.end)
    )
    waiting = [
        date(s // 10000, s // 100 % 100, s % 100) for s in pool.start.tolist()
    ]  # S17: the results that wait have editions, too
    begun = dict.fromkeys(edition_on(series, each) for each in (*(e.start for e in happened), *waiting))
    books = [each for each in begun if each != law] + [law]
    period = oracle.rate(
        list_,
        books,
        Players.of(
            born=[number(p.born) if p.born else 0 for p in told.players],
            member=[int(bool(p.member)) for p in told.players],
        ),
        Roll.of(
            rating=[s.rating for s in replaced],
            state=[s.state for s in replaced],
            k=[s.k for s in replaced],
            games=[s.games for s in replaced],
            highest=[s.highest for s in replaced],
            last=[s.last for s in replaced],
        ),
        Events.of(
            key=list(range(len(happened))),
            start=[number(e.start) for e in happened],
            end=[number(e.end) for e in happened],
            edition=[books.index(edition_on(series, e.start)) for e in happened],
            system=[_as_rated(e) for e in happened],
        ),
        *_seated(told, series, happened, lists),
        pool,
    )
    made = [replace(standing, played=0) for standing in replaced]
    for row in oracle.rows(period.worksheets):
        p, fallen = row["player"], row["outcome"] == WorkOutcome.DELISTED
        if fallen and made[p].state == State.NONE:  # a standard rating stood in and led below the floor: never listed
            made[p] = replace(made[p], games=made[p].games + row["games"])
            continue
        made[p] = replace(
            made[p],
            rating=row["new"],
            state=State.DELISTED if fallen else State.ACTIVE,
            games=made[p].games + row["games"],
            played=row["games"],
        )
    for row in oracle.rows(period.firsts):
        if row["outcome"] == FirstOutcome.PUBLISHED:  # the games before a delisting stay counted (S20)
            p = row["player"]
            made[p] = replace(
                made[p],
                rating=row["rating"],
                state=State.ACTIVE,
                games=made[p].games + row["games"],
                played=made[p].played + row["games"],
            )
    for p, ended in _last_games(told, happened, period):
        last = list_ if series != "ukraine" else _after(ended)
        made[p] = replace(made[p], last=max(made[p].last, last))
    years = 3 if series == "ukraine" else 1
    equal = told.imported.get(list_, {}) if series == "ukraine" else {}
    edition = edition_on(series, day(list_))
    for p, player in enumerate(told.players):
        s = made[p]
        if s.state == State.NONE:
            continue
        if s.rated:
            idle = month(list_) - month(s.last) >= 12 * years
            s = replace(s, state=State.INACTIVE if idle else State.ACTIVE)
            if equal.get(player.letter, 0) >= 2600:  # UA 6.6, S34: the last step
                s = replace(s, rating=max(s.rating, equal[player.letter]))
            s = replace(s, highest=max(s.highest, s.rating))
        born = number(player.born) if player.born else 0
        k, _ = coefficient(edition, list_, s.games, born, s.highest, s.rating)
        made[p] = replace(s, k=k)
    return made, period.pool


def _as_rated(event: Event) -> System:
    """09 6.43, RB 6.4: a round robin with a pairing that was not played is a Swiss."""
    whole = all(board.played for turn in event.rounds for board in turn)
    return SYSTEM[event.system] if whole else System.SWISS


def _seated(told: Federation, series: str, happened: list[Event], lists: dict[int, List]) -> tuple[Entries, Games]:
    replaced = lists[max(lists)]
    entries: list[dict[str, int]] = []
    games: list[dict[str, int]] = []
    for at, event in enumerate(happened):
        place = {}
        for p, player in enumerate(told.players):
            if player.letter in event.players:
                place[player.letter] = len(entries)
                entries.append({"event": at, "player": p, **_seat(told, series, event, p, lists, replaced)})
        boards: list[tuple[int, Board]] = [(t, b) for t, turn in enumerate(event.rounds, 1) for b in turn if b.played]
        for order, (turn, board) in enumerate(boards, 1):
            games.append(
                {
                    "white": place[board.white],
                    "black": place[board.black],
                    "white_half_points": HALVES[board.result],
                    "black_half_points": HALVES[MIRROR[board.result]],
                    "round": turn,
                    "order": order,
                }
            )
    names = ("event", "player", "role", "own", "shown", "source", "k")
    return (
        Entries.of(**{name: [entry[name] for entry in entries] for name in names}),
        Games.of(**{name: [game[name] for game in games] for name in (games or [{}])[0]}),
    )


def _seat(told: Federation, series: str, event: Event, p: int, lists: dict[int, List], now: List) -> dict[str, int]:
    """What a player is in an event: by the list of its first day (09 4.13, S1), for all his games."""
    player, law = told.players[p], EDITIONS[edition_on(series, event.start)]
    then = lists[in_force(list(lists), event.start)][p]
    standard = told.imported.get(in_force(list(told.imported), event.start), {}) if told.imported else {}
    seat = {"role": Role.RATED, "own": 0, "shown": 0, "source": Source.LIST, "k": 0}
    if series == "ukraine" and player.federation != told.home:  # UA 2: met with his FIDE rating, if he has one (R16)
        return {**seat, "role": Role.GUEST, "shown": standard.get(player.letter, 0), "source": Source.FIDE}
    if then.rated:
        # K: 09 that of the list at the start, else that of the list replaced (S19)
        k = then.k if law.clauses == "2009" else now[p].k
        source = Source.INACTIVE if then.state == State.INACTIVE else Source.LIST
        return {**seat, "own": then.rating, "shown": then.rating, "source": source, "k": k}
    if series in ("fide-rapid", "fide-blitz") and standard.get(player.letter):  # RB 8.22, S26
        rating = standard[player.letter]
        return {**seat, "own": rating, "shown": rating, "source": Source.STANDARD, "k": 20}
    if now[p].rated:  # 09 8.4, 24 8.2.4, RB 8.4, UA 6.4, S18
        return {**seat, "own": now[p].rating, "source": Source.LATE, "k": NEW_PLAYER[law.clauses]}
    return {**seat, "role": Role.NEWCOMER, "source": Source.NONE}


def _last_games(told: Federation, happened: list[Event], period: oracle.OraclePeriod) -> Iterator[tuple[int, date]]:
    """Who had a rated game, one of a first rating included, in an event that ended when (S23)."""
    entry_of = [(p, e) for e in happened for p, player in enumerate(told.players) if player.letter in e.players]
    for (p, event), line in zip(entry_of, oracle.rows(period.lines), strict=True):
        if line["games"]:
            yield p, event.end


def _after(ended: date) -> int:
    """The first list after a day."""
    return 100 * ended.year + ended.month + 1 if ended.month < 12 else 100 * (ended.year + 1) + 1
