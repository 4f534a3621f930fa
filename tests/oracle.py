"""Compute a period a second time, slowly: one game after the other, with fractions, article by article.

Nothing here knows `arpad.rating` or the edition files; every number is typed from the texts and the digest of the law
(E: erratum, S: reading where the texts are silent). Articles are those of the edition at hand: 09 = standard 2009,
24 = standard 2024 and 2025, RB = rapid and blitz 2018, RB24 = rapid and blitz 2024, UA = Ukraine 2018; those of the
years between are typed from the table of parameters.
In: what `rate` takes. Out: the project's tables. Deliberately absent: speed, columns, batches.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import date
from fractions import Fraction
from typing import Any, TypeVar

from arpad.columns import (
    Entries,
    Events,
    FirstOutcome,
    Firsts,
    Games,
    Ledger,
    Lines,
    Players,
    Pool,
    Role,
    Roll,
    Source,
    State,
    Status,
    System,
    Table,
    WorkOutcome,
    Worksheets,
)

Row = dict[str, int]
T = TypeVar("T", bound=Table)

# --- the two tables, the same in every edition once E2, E11, E15 and E16 are mended ---------------------------------

# 8.1(a): p from 1.00 down to .50; below it the same with the other sign
_ABOVE_HALF = (
    *(800, 677, 589, 538, 501, 470, 444, 422, 401, 383, 366, 351, 336, 322, 309, 296, 284),
    *(273, 262, 251, 240, 230, 220, 211, 202, 193, 184, 175, 166, 158, 149, 141, 133, 125),
    *(117, 110, 102, 95, 87, 80, 72, 65, 57, 50, 43, 36, 29, 21, 14, 7, 0),
)
assert len(_ABOVE_HALF) == 51
DP = {100 - i: dp for i, dp in enumerate(_ABOVE_HALF)} | {i: -dp for i, dp in enumerate(_ABOVE_HALF)}
assert sorted(DP) == list(range(101))

# 8.1(b): the last difference of each row; the first row is .50, each next one .01 more
_LAST_OF_ROW = (
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91),
    *(98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188, 197),
    *(206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344),
    *(357, 374, 391, 411, 432, 456, 484, 517, 559, 619, 735),
)
assert len(_LAST_OF_ROW) + 1 == 51  # and "over 735"


def expectation(difference: int) -> int:
    """PD in hundredths of the player whose rating stands first in the difference."""
    higher = 50 + sum(1 for last in _LAST_OF_ROW if abs(difference) > last)
    return higher if difference >= 0 else 100 - higher


# --- roundings ------------------------------------------------------------------------------------------------------


def hu(x: Fraction | int) -> int:
    """Nearest integer, a half toward +infinity."""
    return (2 * Fraction(x).numerator + Fraction(x).denominator) // (2 * Fraction(x).denominator)


def away(x: Fraction | int) -> int:
    """Nearest integer, a half away from zero."""
    return hu(x) if x >= 0 else -hu(-x)


def pct(half_points: int, games: int) -> int:
    """Whole percentage for the table, .5 up; nothing is interpolated (09 12.2)."""
    return hu(Fraction(100 * half_points, 2 * games))


# --- the editions ---------------------------------------------------------------------------------------------------

# for events that start on or after the first and on or before the second day
IN_FORCE = {
    "fide-standard-2006": (date(2006, 4, 1), date(2009, 6, 30)),
    "fide-standard-2009": (date(2009, 7, 1), date(2011, 6, 30)),
    "fide-standard-2011": (date(2011, 7, 1), date(2012, 6, 30)),
    "fide-standard-2012": (date(2012, 7, 1), date(2013, 6, 30)),
    "fide-standard-2013": (date(2013, 7, 1), date(2014, 6, 30)),
    "fide-standard-2014": (date(2014, 7, 1), date(2017, 6, 30)),
    "fide-standard-2017": (date(2017, 7, 1), date(2021, 1, 31)),
    "fide-standard-2021": (date(2021, 2, 1), date(2021, 12, 31)),
    "fide-standard-2022": (date(2022, 1, 1), date(2023, 12, 24)),
    "fide-standard-2023-12": (date(2023, 12, 25), date(2024, 2, 29)),
    "fide-standard-2024": (date(2024, 3, 1), date(2025, 9, 30)),
    "fide-standard-2025": (date(2025, 10, 1), date(9999, 12, 31)),
    "fide-rapid-blitz-2012": (date(2012, 1, 1), date(2012, 6, 30)),
    "fide-rapid-blitz-2012-07": (date(2012, 7, 1), date(2014, 6, 30)),
    "fide-rapid-blitz-2014": (date(2014, 7, 1), date(2018, 6, 30)),
    "fide-rapid-blitz-2018": (date(2018, 7, 1), date(2021, 12, 31)),
    "fide-rapid-blitz-2022": (date(2022, 1, 1), date(2022, 9, 30)),
    "fide-rapid-blitz-2022-10": (date(2022, 10, 1), date(2024, 2, 29)),
    "fide-rapid-blitz-2024": (date(2024, 3, 1), date(2024, 11, 30)),
    "fide-rapid-blitz-2024-12": (date(2024, 12, 1), date(9999, 12, 31)),
    "ukraine-2018": (date(2018, 1, 23), date(9999, 12, 31)),
}

BIMONTHLY = (1, 3, 5, 7, 9, 11)
MONTHLY = tuple(range(1, 13))
QUARTERLY = (1, 4, 7, 10)


@dataclass(frozen=True)
class Edition:
    """One regulation's numbers."""

    floor: int
    # a first rating
    formula: str  # bonus, hypothetical, performance
    minimum: int
    months: int  # window of the pool, S15
    bonus: Fraction = Fraction(0)
    maximum: int | None = None
    fewer: int | None = None  # games that suffice in a team championship or for a member
    # which events count towards it
    event_games: int = 0
    event_games_in_every_event: bool = False
    first_half_points: int = 1
    first_result: int = 0
    very_first_only: bool = False
    # a change
    limit: int = 400
    limited_games: int | None = None  # of one event; None: all
    one_upgrade: bool = False  # of one event the stronger player has one game limited, that of the greatest difference
    limit_below: int | None = None  # rating from which there is no limit
    wide: tuple[int, int] | None = None  # at this difference, a player above this: not rated
    round_robins: bool = False  # unrated players are rated in round robins
    product: int | None = None  # K x n
    rounding: str = "away"
    # K on a list
    clauses: str = "fide"
    calendar: tuple[int, ...] = MONTHLY


_STANDARD_2024: dict[str, Any] = {
    "floor": 1400,  # 7.1.2, 7.1.4, 7.2.1
    "formula": "hypothetical",  # 8.2.2
    "minimum": 5,  # 7.1.4
    "months": 26,  # 7.1.4
    "maximum": 2200,  # 8.2.3
    "first_half_points": 1,  # 8.2.1: zero is disregarded
    "very_first_only": True,  # S4
    "limit": 400,  # 8.3.1
    "product": 700,  # 8.3.3
    "rounding": "away",  # 8.3.4
    "clauses": "fide",  # 8.3.3
}

_STANDARD_2009: dict[str, Any] = {
    "floor": 1200,  # 0.6
    "formula": "bonus",  # 8.21-8.25
    "minimum": 9,  # 7.14(a), (b)
    "fewer": 7,  # 7.14(f), (g)
    "months": 24,  # 7.14(c), E34
    "bonus": Fraction(25, 2),  # 8.23, E1
    "event_games": 3,  # 6.41, 8.21
    "event_games_in_every_event": True,  # E35
    "first_half_points": 2,  # 8.21, E3
    "first_result": 1200,  # 6.41, 8.31, E36
    "limit": 400,  # 8.54
    "round_robins": True,  # 8.21(b), 8.58
    "rounding": "up",  # 8.57, E10
    "clauses": "2009",  # 8.56
    "calendar": BIMONTHLY,  # 7.11
}
# the quarters of the rule of 350 points: floor 1400, else as 2009
_STANDARD_2006 = _STANDARD_2009 | {"floor": 1400, "first_result": 1400, "limit": 350, "calendar": QUARTERLY}
# 2011: 15 points, K 30, and games and point of the first event alone
_STANDARD_2011 = _STANDARD_2009 | {"bonus": Fraction(15), "event_games_in_every_event": False, "clauses": "2011"}
# July 2012: floor 1000, a list every month
_STANDARD_2012 = _STANDARD_2011 | {"floor": 1000, "first_result": 1000, "calendar": MONTHLY}
# 2014: five games over 26 months, half a point, 20 points, K 40 and 20; no block of games, no seven games
_STANDARD_2014 = _STANDARD_2012 | {
    "minimum": 5,
    "fewer": None,
    "months": 26,
    "bonus": Fraction(20),
    "event_games": 0,
    "first_half_points": 1,
    "clauses": "fide",
}
_STANDARD_2017 = _STANDARD_2014 | {"product": 700}  # K x n
# 2022: no newcomers in round robins; zero in the very first event; one upgrade (8.3.1); no maximum; floor 1000
_STANDARD_2022 = _STANDARD_2024 | {
    "floor": 1000,
    "formula": "bonus",
    "bonus": Fraction(20),
    "maximum": None,
    "one_upgrade": True,
}
# rapid and blitz 2012: 9 games, 3 of them and a point in the first event, 10 points, K 20, 400 points; July list first
_RAPID_2012: dict[str, Any] = {
    "floor": 1200,
    "formula": "bonus",
    "minimum": 9,
    "months": 24,
    "bonus": Fraction(10),
    "event_games": 3,
    "first_half_points": 2,
    "round_robins": True,
    "rounding": "up",
    "clauses": "everybody",
}
_RAPID_2022 = _STANDARD_2022 | {"clauses": "everybody"}  # K 20, 700

EDITIONS = {
    "fide-standard-2006": Edition(**_STANDARD_2006),
    "fide-standard-2009": Edition(**_STANDARD_2009),
    "fide-standard-2011": Edition(**_STANDARD_2011),
    "fide-standard-2012": Edition(**_STANDARD_2012),
    "fide-standard-2013": Edition(**_STANDARD_2012),  # registration and closing changed, no number of a rating
    "fide-standard-2014": Edition(**_STANDARD_2014),
    "fide-standard-2017": Edition(**_STANDARD_2017),
    "fide-standard-2021": Edition(**_STANDARD_2017),
    "fide-standard-2022": Edition(**_STANDARD_2022),
    "fide-standard-2023-12": Edition(**_STANDARD_2022),
    "fide-rapid-blitz-2012": Edition(**_RAPID_2012, calendar=(1, 7)),
    "fide-rapid-blitz-2012-07": Edition(**_RAPID_2012 | {"floor": 1000}),
    "fide-rapid-blitz-2014": Edition(  # K and floor of the lists, 2018 otherwise, without 735 and 700
        **_RAPID_2012 | {"floor": 1000, "minimum": 5, "months": 26, "event_games": 0}
    ),
    "fide-rapid-blitz-2022": Edition(**_RAPID_2022),
    "fide-rapid-blitz-2022-10": Edition(**_STANDARD_2022),  # K as in standard chess
    "fide-standard-2024": Edition(**_STANDARD_2024),
    "fide-standard-2025": Edition(**_STANDARD_2024, limit_below=2650),  # 8.3.1 from October 2025
    "fide-rapid-blitz-2018": Edition(
        floor=1000,  # 7.12, 7.14(d)
        formula="bonus",  # 8.23-8.26
        minimum=5,  # 7.14(a), (b)
        months=26,  # 7.14(c)
        bonus=Fraction(10),  # 8.24
        first_half_points=2,  # 6.1, 6.31, E12
        limit=735,  # 8.54
        round_robins=True,  # 8.58
        product=700,  # 8.56
        rounding="up",  # 8.57
        clauses="everybody",  # 8.56
    ),
    "fide-rapid-blitz-2024": Edition(
        **_STANDARD_2024
    ),  # 6.1.4, 7.2.2-7.2.4, 7.3.1-7.3.4: the standard chapter's numbers
    "fide-rapid-blitz-2024-12": Edition(**_STANDARD_2024, wide=(600, 2600)),  # 7.3.1 from December 2024
    "ukraine-2018": Edition(
        floor=1600,  # 3, 5
        formula="performance",  # 6.2.1-6.2.3
        minimum=15,  # 4
        months=24,  # 4, S15
        maximum=2300,  # 6.2.4
        event_games=3,  # 4, E31
        first_half_points=1,  # 6.2.1
        first_result=1600,  # 4
        limit=400,  # 6.5.3
        limited_games=2,  # 6.5.3
        product=700,  # 6.5.5
        rounding="away",  # 6.5.6, E10
        clauses="ukraine",  # 6.5.5
    ),
}


# --- K on a list ----------------------------------------------------------------------------------------------------


def coefficient(edition: str, list_: int, games: int, born: int, highest: int, rating: int) -> tuple[int, str]:
    """K of a player on the list being made, and the clause that gives it (order: section 8, E42, E49, S41)."""
    ever = max(highest, rating)
    match EDITIONS[edition].clauses:
        case "everybody":  # RB 8.56
            return 20, "everybody"
        case "2009":  # 09 8.56
            if ever >= 2400:
                return 10, "reached-2400"
            if games < 30:
                return 25, "new-player"
            return 15, "below-2400"
        case "2011":  # 8.56: 30 in the place of 25
            if ever >= 2400:
                return 10, "reached-2400"
            if games < 30:
                return 30, "new-player"
            return 15, "below-2400"
        case "fide":  # 24 8.3.3, RB24 7.3.3; from 2014 on, by the year as the lists have it
            if ever >= 2400:
                return 10, "reached-2400"
            born_in = born // 10000
            if born_in and list_ // 100 <= born_in + 18 and ever < 2300:
                return 40, "junior"
            if games < 30:
                return 40, "new-player"
            return 20, "below-2400"
        case "ukraine":  # UA 6.5.5
            if ever >= 2300:
                return 10, "reached-2300"
            # the day before the 14th birthday, on the day of the list (E43); of a date known in part the earliest day
            earliest = born + (100 if born % 10000 // 100 == 0 else 0) + (1 if born % 100 == 0 else 0)
            if born and 100 * list_ + 1 < earliest + 140000 and rating <= 2000:
                return 40, "under-14"
            if games < 30:
                return 40, "new-player"
            return 20, "below-2300"
    raise AssertionError


# --- a round robin with unrated players (09 8.21(b), 8.25, 8.58; RB the same with 735) ------------------------------


@dataclass(frozen=True)
class CrossTable:
    """What 8.58 prints, by entry; n is the number of different opponents (S9)."""

    n: int
    rar: Fraction
    dpa: Fraction
    ra: int
    first: dict[int, int]
    rc_new: dict[int, int]
    second: dict[int, int]


def event_rating(edition: Edition, rc: int, half_points: int, games: int, n: int | None = None) -> int:
    """Ru from Rc: 8.22 to 8.25 (RB 8.23 to 8.26); n where the form of the round robin holds."""
    over = half_points - games  # half points over 50 %, by the exact score (S36)
    if over == 0:  # 8.22
        return rc
    if over > 0:  # 8.23: no n/(n+1), also in a round robin
        return hu(rc + edition.bonus * over)
    dp = DP[pct(half_points, games)]
    if n is None:  # 8.24
        return rc + dp
    return hu(rc + dp * Fraction(n, n + 1))  # 8.25


def cross_table(
    edition: Edition, shown: Mapping[int, int], half_points: Mapping[int, int], games: Mapping[int, int]
) -> CrossTable:
    """Both passes. The keys of all three are the players of the table."""
    n = len(shown) - 1
    rated = [i for i in shown if shown[i] > 0]
    unrated = [i for i in shown if shown[i] == 0]
    if not rated:
        raise ValueError("a cross table without a rated player has no Rar")
    # 8.21(b): Rar and d(pa) stay exact, Ra is rounded before use (E7, S11)
    rar = Fraction(sum(shown[i] for i in rated), len(rated))
    dpa = Fraction(sum(DP[pct(half_points[i], games[i])] for i in rated), len(rated))
    ra = hu(rar - dpa * Fraction(n, n + 1))
    # 8.58, first pass
    first = {i: event_rating(edition, ra, half_points[i], games[i], n) for i in unrated}
    # 8.58, second pass: opponents more than the limit away from the first Ru are moved to the limit, on both sides,
    # unrated opponents with their first Ru among them (E6, E33); one correction only
    rc_new, second = {}, {}
    for i in unrated:
        moves = 0
        for j in shown:
            if j != i:
                met = shown[j] or first[j]
                moves += max(first[i] - edition.limit, min(first[i] + edition.limit, met)) - met
        rc_new[i] = hu(ra + Fraction(moves, n))
        second[i] = event_rating(edition, rc_new[i], half_points[i], games[i], n)
    return CrossTable(n, rar, dpa, ra, first, rc_new, second)


@dataclass(frozen=True)
class Totals:
    """A round robin of which only the total scores are known; None where a column does not concern a player."""

    rar: Fraction
    dpa: Fraction
    ra: int
    first_pass: list[int | None]
    rc_new: list[int | None]
    second_pass: list[int | None]
    expected: list[int | None]  # hundredths, of the rated


def round_robin(
    edition: str,
    ratings: Sequence[int | None],
    scores: Sequence[Fraction | float],
    cycles: int = 1,
    delta_from: str = "second-pass",
) -> Totals:
    """The table of 8.58 from ratings and total scores; with `delta_from="first-pass"` the We column as printed (E8)."""
    law, everybody = EDITIONS[edition], range(len(ratings))
    half_points = {i: int(2 * Fraction(scores[i])) for i in everybody}
    games = {i: cycles * (len(ratings) - 1) for i in everybody}
    shown = {i: ratings[i] or 0 for i in everybody}
    table = cross_table(law, shown, half_points, games)
    used = shown | (table.second if delta_from == "second-pass" else table.first)
    expected: list[int | None] = [
        cycles * sum(expectation(limited(law, shown[i], used[j])) for j in everybody if j != i) if shown[i] else None
        for i in everybody
    ]
    return Totals(
        table.rar,
        table.dpa,
        table.ra,
        [table.first.get(i) for i in everybody],
        [table.rc_new.get(i) for i in everybody],
        [table.second.get(i) for i in everybody],
        expected,
    )


def limited(edition: Edition, own: int, met: int) -> int:
    """The difference that counts in a game in which the limit is in force (09 8.54, 24 8.3.1, RB 8.54, UA 6.5.3)."""
    difference = own - met
    if edition.limit_below is not None and own >= edition.limit_below:  # by his own rating (section 8)
        return difference
    return max(-edition.limit, min(edition.limit, difference))


# --- a first rating -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class First:
    """A pool computed as one event."""

    games: int
    half_points: int
    met: int
    ra_sum: int
    ra_games: int
    p: int
    dp: int
    ru: int
    rating: int


def first_rating(edition: Edition, pool: Sequence[Row]) -> First:
    """All results of the pool as if played in one event (09 8.3, 24 8.2.2-8.2.3, RB 8.3, UA 6.2-6.3)."""
    games = sum(row["games"] for row in pool)
    half_points = sum(row["half_points"] for row in pool)
    met = sum(row["met"] for row in pool)
    ra_sum, ra_games, ra_half_points = met, games, half_points
    if edition.formula == "hypothetical":  # two opponents of 1800, both games drawn (24 8.2.2)
        ra_sum, ra_games, ra_half_points = met + 2 * 1800, games + 2, half_points + 2
    if games == 0:
        return First(0, 0, 0, ra_sum, ra_games, 0, 0, 0, 0)
    ra = hu(Fraction(ra_sum, ra_games))  # mean, add, round (S11)
    p = pct(ra_half_points, ra_games)
    if edition.formula == "bonus":
        dp = DP[p] if half_points < games else 0
        n = None
        if len(pool) == 1 and edition.round_robins:  # one single round robin keeps its form (S10)
            cycles = pool[0]["system"] - System.ROUND_ROBIN + 1
            n = -(-games // cycles) if cycles > 0 else None  # different opponents, however often (S9)
        ru = event_rating(edition, ra, half_points, games, n)
    else:
        dp = 0 if ra_half_points == ra_games else DP[p]  # at exactly 50 % Ru = Rc (UA 6.2.2); the table says 0, too
        ru = ra + dp
    rating = ru if edition.maximum is None else min(ru, edition.maximum)
    return First(games, half_points, met, ra_sum, ra_games, p, dp, ru, rating)


def month(day_or_list: int) -> int:
    """Months since year 0, of yyyymmdd or yyyymm."""
    yyyymm = day_or_list // 100 if day_or_list > 999999 else day_or_list
    return 12 * (yyyymm // 100) + yyyymm % 100


def in_window(edition: Edition, list_: int, end: int) -> bool:
    """Periods that end with the one being rated, both ends counted (S15): 24 or 26 months back from the list."""
    return month(end) >= month(list_) - edition.months


def last_list(edition: Edition, end: int) -> int:
    """The last list of the calendar on which an event that ended then still counts."""
    last = month(end) + edition.months
    while (last - 1) % 12 + 1 not in edition.calendar:
        last -= 1
    return 100 * ((last - 1) // 12) + (last - 1) % 12 + 1


# --- the period -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OraclePeriod:
    ledger: Ledger
    lines: Lines
    worksheets: Worksheets
    firsts: Firsts
    pool: Pool


@dataclass
class _Event:
    """An event and what becomes of it."""

    row: Row
    law: Edition
    entries: list[int] = field(default_factory=list)
    games: list[int] = field(default_factory=list)
    tabled: bool = False  # unrated players are rated in it
    as_played: CrossTable | None = None
    out: set[int] = field(default_factory=set)  # entries that leave the cross table (09 6.1, RB 6.1, S6)
    table: CrossTable | None = None


def rows(table: Table) -> list[Row]:
    columns = {name: column.tolist() for name, column in table.columns()}
    return [{name: int(column[i]) for name, column in columns.items()} for i in range(len(table))]


def rate(
    list_: int,
    editions: Sequence[str],
    players: Players,
    replaced: Roll,
    events: Events,
    entries: Entries,
    games: Games,
    pool: Pool,
) -> OraclePeriod:
    books = [EDITIONS[e] for e in editions]
    law = books[-1]  # in force on the last day of the period: K x n, rounding, first ratings
    person, roll, seat, play = rows(players), rows(replaced), rows(entries), rows(games)
    happenings = [_Event(row, books[row["edition"]]) for row in rows(events)]
    for i, s in enumerate(seat):
        happenings[s["event"]].entries.append(i)
    for g, game in enumerate(play):
        happenings[seat[game["white"]]["event"]].games.append(g)
    sides: dict[int, list[tuple[int, int, int]]] = defaultdict(list)  # entry: game, opponent, half points
    for g, game in enumerate(play):
        sides[game["white"]].append((g, game["black"], game["white_half_points"]))
        sides[game["black"]].append((g, game["white"], game["black_half_points"]))

    def tabulate(event: _Event, out: set[int]) -> CrossTable | None:
        """The cross table of the games that may count among those who remain."""
        half_points: dict[int, int] = defaultdict(int)
        number: dict[int, int] = defaultdict(int)
        for i in event.entries:
            for g, o, points in sides[i]:
                if play[g]["status"] == 0 and i not in out and o not in out:
                    half_points[i] += points
                    number[i] += 1
        shown = {i: seat[i]["shown"] for i in event.entries if number[i] > 0}
        return cross_table(event.law, shown, half_points, number) if any(s == 0 for s in shown.values()) else None

    for event in happenings:
        event.tabled = (
            event.law.round_robins
            and event.row["system"] >= System.ROUND_ROBIN
            and any(seat[i]["shown"] > 0 for i in event.entries)
        )
        if event.tabled:
            event.as_played = tabulate(event, set())

    # --- whose pool lives -------------------------------------------------------------------------------------------
    rated_role = {s["player"] for s in seat if s["role"] == Role.RATED}
    standing_in = {s["player"] for s in seat if s["role"] == Role.RATED and s["source"] == Source.STANDARD}
    # An event begun while he was listed is rated as such, but he stays unrated unless that brings him back (S22); so
    # his pool waits for the worksheet. All others with a rated entry are rated now, a pool of theirs lapses (S26).
    undecided = {p for p in rated_role if roll[p]["state"] == State.DELISTED} - standing_in
    rated_now = rated_role - undecided
    waiting: dict[int, list[Row]] = defaultdict(list)
    for row in rows(pool):
        if in_window(law, list_, row["end"]) and row["player"] not in rated_now:
            waiting[row["player"]].append(row)
    if law.very_first_only:  # that he had a first event is a fact of his life (R7); his results are lost all the same
        gone: dict[int, Row] = {}
        for row in sorted(rows(pool), key=lambda row: (row["player"], row["end"], row["key"])):
            if row["player"] not in rated_now and not waiting.get(row["player"]):
                gone[row["player"]] = row
        for p, row in gone.items():
            waiting[p] = [{**row, "games": 0, "half_points": 0, "met": 0}]

    # --- which events of a newcomer count -----------------------------------------------------------------------------
    verdict: dict[int, Status] = {}
    newcomer_entries = sorted(
        (i for i, s in enumerate(seat) if s["role"] == Role.NEWCOMER),
        key=lambda i: (seat[i]["player"], *_when(happenings[seat[i]["event"]].row)),
    )
    new_rows: dict[int, list[Row]] = defaultdict(list)
    seen: set[int] = set()  # players with an event in this period
    counted_now: set[int] = set()  # players with an event of this period that counts
    for i in newcomer_entries:
        p, event = seat[i]["player"], happenings[seat[i]["event"]]
        edition = event.law
        can = [
            (g, o, points)
            for g, o, points in sides[i]
            if play[g]["status"] == 0 and seat[i]["status"] == 0 and (event.tabled or seat[o]["shown"] > 0)
        ]
        if not can:  # no event at all (S4)
            verdict[i] = Status.UNRATED_OPPONENT
            continue
        # Swiss: games and points against rated opponents; round robin: all (S5). Judged as played (S6).
        number, half_points = len(can), sum(points for _, _, points in can)
        if edition.very_first_only:  # 24 8.2.1, RB24 7.2.2, S4
            tested = not waiting[p] and p not in seen
        else:  # until one event has counted (E31, E35, S4)
            tested = not any(row["games"] for row in waiting[p]) and p not in counted_now
        seen.add(p)
        reason = Status.POOLED
        if tested and edition.first_result:
            if event.tabled:  # 8.31: the second pass with nobody taken out
                assert event.as_played is not None
                result = event.as_played.second[i]
            elif edition.formula == "performance":  # UA 4: Rc + dp
                result = hu(Fraction(sum(seat[o]["shown"] for _, o, _ in can), number)) + DP[pct(half_points, number)]
            else:  # 6.41
                rc = hu(Fraction(sum(seat[o]["shown"] for _, o, _ in can), number))
                result = event_rating(edition, rc, half_points, number)
            if result < edition.first_result:  # E14: at the floor is enough
                reason = Status.FIRST_RESULT
        if tested and half_points < edition.first_half_points:
            reason = Status.FIRST_EVENT
            if event.tabled:
                event.out.add(i)  # 6.1: his opponents' results against him, too
        if (
            number < edition.event_games
            and not event.tabled  # a Swiss and team condition (E47)
            and (tested or edition.event_games_in_every_event)
        ):
            reason = Status.MINIMUM_EVENT_GAMES
        verdict[i] = reason
        if reason == Status.POOLED:
            counted_now.add(p)
        elif reason == Status.FIRST_EVENT and edition.very_first_only:  # remembered: the next one is not the first
            new_rows[p].append(_pool_row(p, event.row, list_, 0, 0, 0))

    for event in happenings:
        if event.tabled:
            event.table = tabulate(event, event.out)

    # --- the ledger ---------------------------------------------------------------------------------------------------
    ledger: list[Row] = []
    for g, game in enumerate(play):
        white, black = game["white"], game["black"]
        for i, o, points in (
            (white, black, game["white_half_points"]),
            (black, white, game["black_half_points"]),
        ):
            event = happenings[seat[i]["event"]]
            ledger.append(_side(g, game, i, o, points, seat, event, verdict))
    by_entry: dict[int, list[Row]] = defaultdict(list)
    for row in ledger:
        by_entry[row["entry"]].append(row)
    for i, own_rows in by_entry.items():
        edition = happenings[seat[i]["event"]].law
        over = 0  # games beyond the limit so far, in order of play (UA 6.5.3, S33)
        for row in sorted(own_rows, key=lambda row: play[row["game"]]["order"]):
            if row["status"] != Status.COUNTED:
                continue
            row["difference"] = row["own"] - row["met"]
            row["counted"] = limited(edition, row["own"], row["met"])
            if edition.limited_games is not None and abs(row["difference"]) > edition.limit:
                over += 1
                if over > edition.limited_games:
                    row["counted"] = row["difference"]
            if edition.one_upgrade and row["difference"] > edition.limit:
                above = [o for o in own_rows if o["status"] == Status.COUNTED and o["own"] - o["met"] > edition.limit]
                widest = max(above, key=lambda o: (o["own"] - o["met"], -play[o["game"]]["order"]))
                if row is not widest:
                    row["counted"] = row["difference"]
            row["expected"] = expectation(row["counted"])
            row["delta"] = 50 * row["half_points"] - row["expected"]

    # --- the lines ----------------------------------------------------------------------------------------------------
    played: dict[int, int] = defaultdict(int)  # n of K x n: games that enter the change, all events together (S21)
    for row in ledger:
        if row["status"] == Status.COUNTED:
            played[seat[row["entry"]]["player"]] += 1
    lines: list[Row] = []
    for i, s in enumerate(seat):
        event = happenings[s["event"]]
        kept = [row for row in by_entry[i] if row["status"] in (Status.COUNTED, Status.POOLED)]
        line = {
            "games": len(kept),
            "half_points": sum(row["half_points"] for row in kept),
            "met": sum(row["own"] - row["counted"] for row in kept),
            "sum": sum(row["delta"] for row in kept),
            "k": 0,
            "change": 0,
            "ru_first": 0,
            "ru": 0,
            "status": 0,
        }
        if s["role"] == Role.NEWCOMER:
            line["met"] = sum(row["met"] for row in kept)
            line["status"] = verdict[i]
            if event.table is not None and kept:
                line["met"] = len(kept) * event.table.rc_new[i]  # S10
        elif s["role"] == Role.GUEST:
            line["status"] = Status.FOREIGN_PLAYERS
        if s["status"]:
            line["status"] = s["status"]
        if s["role"] == Role.RATED and kept:
            line["k"] = s["k"]
            if law.product is not None:  # the largest whole K with K x n within 700
                line["k"] = min(s["k"], law.product // played[s["player"]])
            line["change"] = line["k"] * line["sum"]
        if event.table is not None and i in event.table.second:
            line["ru_first"], line["ru"] = event.table.first[i], event.table.second[i]
        lines.append(line)

    # --- the worksheets -----------------------------------------------------------------------------------------------
    worksheets: list[Row] = []
    back: set[int] = set()
    rated_entries: dict[int, list[int]] = defaultdict(list)
    for i, s in enumerate(seat):
        if s["role"] == Role.RATED:
            rated_entries[s["player"]].append(i)
    for p in sorted(played):
        his = rated_entries[p]
        base, source = roll[p]["rating"], Source.LIST
        if any(seat[i]["source"] == Source.LATE for i in his):
            source = Source.LATE
        # RB 8.22, S26: no rating of his own in this kind; after a delisting the standard rating is looked at again. He
        # is rated with what he brought to the board, so his change moves that number: the one of his first such event
        if base == 0 or (roll[p]["state"] == State.DELISTED and p in standing_in):
            brought = [i for i in his if seat[i]["source"] == Source.STANDARD and lines[i]["games"] > 0]
            if brought:
                earliest = min(brought, key=lambda i: _when(happenings[seat[i]["event"]].row))
                base, source = seat[earliest]["own"], Source.STANDARD
        change = sum(lines[i]["change"] for i in his)
        # once per list, never per game or event (S11): 09 8.57 rounds Rn, RB 8.57 the change, both .5 up; later away
        hundredths = Fraction(change, 100)
        new = hu(base + hundredths) if law.rounding == "up" else base + away(hundredths)
        outcome = WorkOutcome.CHANGED
        if new < law.floor:  # 7.21, 7.2.1, UA 5
            outcome = WorkOutcome.DELISTED
        elif roll[p]["state"] == State.DELISTED:  # S22
            outcome = WorkOutcome.RETURNED
            back.add(p)
        worksheets.append(
            {
                "player": p,
                "base": base,
                "base_source": source,
                "games": played[p],
                "half_points": sum(lines[i]["half_points"] for i in his),
                "sum": sum(lines[i]["sum"] for i in his),
                "ceiling": law.product // played[p] if law.product is not None else 0,
                "change": change,
                "rounded": new - base,
                "new": new,
                "outcome": outcome,
            }
        )

    # --- first ratings and the next pool ------------------------------------------------------------------------------
    for i in newcomer_entries:
        if verdict[i] == Status.POOLED:
            p, row, line = seat[i]["player"], happenings[seat[i]["event"]].row, lines[i]
            new_rows[p].append(_pool_row(p, row, list_, line["games"], line["half_points"], line["met"]))
    firsts: list[Row] = []
    next_pool: list[Row] = []
    concerned = {p for p in waiting if waiting[p]} | {seat[i]["player"] for i in newcomer_entries}
    for p in sorted(concerned - rated_now - back):
        if not any(row["games"] for row in waiting[p]) and not any(seat[i]["player"] == p for i in newcomer_entries):
            next_pool += waiting[p]  # nothing waits: that he had a first event is remembered
            continue
        results = sorted(waiting[p] + new_rows[p], key=_order)
        sheet, left = _settle(_formula(editions, results), law, results, bool(person[p]["member"]))
        firsts.append({"player": p, **sheet})
        next_pool += left

    return OraclePeriod(
        _table(Ledger, ledger),
        _table(Lines, lines),
        _table(Worksheets, worksheets),
        _table(Firsts, firsts),
        _table(Pool, next_pool),
    )


def _side(
    g: int,
    game: Row,
    i: int,
    o: int,
    half_points: int,
    seat: Sequence[Row],
    event: _Event,
    verdict: Mapping[int, Status],
) -> Row:
    """What the game is to the player of entry i: status and rating met; the arithmetic comes later."""
    s, other = seat[i], seat[o]
    row = {
        "game": g,
        "entry": i,
        "opponent": o,
        "half_points": half_points,
        "own": s["own"],
        "met": other["shown"],
        "difference": 0,
        "counted": 0,
        "expected": 0,
        "delta": 0,
        "status": Status.COUNTED,
    }
    if game["status"]:
        row["status"] = game["status"]
        return row
    if s["status"]:
        row["status"] = s["status"]
        return row
    if s["role"] == Role.GUEST:  # UA 2: met with his FIDE rating, no change of his own
        row["status"] = Status.FOREIGN_PLAYERS
        return row
    if event.law.wide is not None:  # RB24 7.3.1 from December 2024
        difference, above = event.law.wide
        a, b = s["shown"] or s["own"], other["shown"] or other["own"]
        if a > 0 and b > 0 and abs(a - b) >= difference and max(a, b) > above:
            row["status"] = Status.WIDE_DIFFERENCE
            return row
    if event.tabled and other["shown"] == 0:  # 8.52: his Ru of the event
        row["met"] = 0 if o in event.out or event.table is None else event.table.second[o]
    if s["role"] == Role.NEWCOMER:
        row["own"] = 0
        row["status"] = verdict[i]
        if not event.tabled and other["shown"] == 0:
            row["status"] = Status.UNRATED_OPPONENT
        elif event.tabled and o in event.out and i not in event.out:
            row["status"] = Status.FIRST_EVENT_OPPONENTS
        return row
    if other["shown"] == 0:
        if not event.tabled:  # 09 6.42, 24 8.3.1, RB 6.32, UA 6.5.2
            row["status"] = Status.UNRATED_OPPONENT
        elif o in event.out:  # 09 6.1, RB 6.1
            row["status"] = Status.FIRST_EVENT_OPPONENTS
    return row


def _formula(editions: Sequence[str], pool: list[Row]) -> Edition:
    """The edition that held when the newest result of a pool began (S17); the period's own where none of these did."""
    newest = max((row["start"] for row in pool if row["games"]), default=0)
    begun = [name for name in editions if int(IN_FORCE[name][0].strftime("%Y%m%d")) <= newest]
    return EDITIONS[max(begun, key=lambda name: IN_FORCE[name], default=editions[-1])]


def _settle(law: Edition, own: Edition, pool: list[Row], member: bool) -> tuple[Row, list[Row]]:
    """What the pool of one newcomer gives, and what of it stays; the rows come in the order of S3. `own` is the edition
    of the list: how long results wait is asked of it, and it shows nothing below its floor."""
    first, floor = first_rating(law, pool), max(law.floor, own.floor)
    minimum = law.minimum
    if law.fewer is not None and member:  # 09 7.14(g)
        minimum = law.fewer
    enough = first.games >= minimum
    if law.fewer is not None:  # 09 7.14(f): in one such event (S14)
        enough = enough or any(row["championship"] and row["games"] >= law.fewer for row in pool)
    restarted = False
    if law.formula == "performance" and enough and first.rating < floor:
        # UA 6.2.5, E44: the earliest events go one by one until 1600 is reached, or all of them
        runs = (pool[i:] for i in range(1, len(pool)))
        kept = next((run for run in runs if first_rating(law, run).rating >= floor), None)
        if kept is None:
            restarted = True
        else:
            pool = kept
            first = first_rating(law, pool)
            enough = first.games >= minimum
    if restarted:
        outcome, pool = FirstOutcome.RESTARTED, []
    elif not enough:
        outcome = FirstOutcome.PENDING
    elif first.rating < floor:  # S16: it stays and is computed again
        outcome = FirstOutcome.BELOW_FLOOR
    else:
        outcome, pool = FirstOutcome.PUBLISHED, []
    row = {
        "games": first.games,
        "half_points": first.half_points,
        "met": first.met,
        "ra_sum": first.ra_sum,
        "ra_games": first.ra_games,
        "p": first.p,
        "dp": first.dp,
        "ru": first.ru,
        "rating": first.rating,
        "outcome": outcome,
        "missing": minimum - first.games if outcome == FirstOutcome.PENDING else 0,
        "until": last_list(own, min(row["end"] for row in results))
        if (results := [r for r in pool if r["games"]])
        else 0,
    }
    return row, pool


def _pool_row(player: int, event: Row, list_: int, games: int, half_points: int, met: int) -> Row:
    named = {name: event[name] for name in ("key", "start", "end", "system", "championship")}
    return {"player": player, "list": list_, "games": games, "half_points": half_points, "met": met, **named}


def _when(row: Row) -> tuple[int, int, int]:
    return row["start"], row["end"], row["key"]


def _order(row: Row) -> tuple[int, int, int, int]:
    """S3: by list on which rated, then first day, last day, number."""
    return row["list"], *_when(row)


def _table(kind: type[T], made: Iterable[Row]) -> T:
    made = list(made)
    names = [f.name for f in fields(kind)]
    assert all(set(row) == set(names) for row in made)
    return kind.of(**{name: [int(row[name]) for row in made] for name in names})
