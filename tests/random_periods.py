"""Make random periods in which the rare is frequent, for comparing the core with the oracle.

In: a seed, a number of players and the editions of the period. Out: tables that `rate` takes, with entries seated as
the lists would seat them. `shuffled` permutes what may be permuted; `describe` counts what a period holds.
The law's numbers come from the oracle. Floats occur only where chance decides who wins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
import oracle
from hypothesis import strategies as st

from arpad.columns import (
    Entries,
    Events,
    FirstOutcome,
    Games,
    KReason,
    Players,
    Pool,
    Role,
    Roll,
    Source,
    State,
    Status,
    System,
    WorkOutcome,
)

T = TypeVar("T")

MIXES: tuple[tuple[str, ...], ...] = (
    ("fide-standard-2006",),
    ("fide-standard-2009",),
    ("fide-standard-2009", "fide-standard-2011"),
    ("fide-standard-2011",),
    ("fide-standard-2012",),
    ("fide-standard-2013",),
    ("fide-standard-2013", "fide-standard-2014"),
    ("fide-standard-2014",),
    ("fide-standard-2017",),
    ("fide-standard-2021", "fide-standard-2022"),
    ("fide-standard-2022",),
    ("fide-standard-2022", "fide-standard-2023-12"),
    ("fide-standard-2023-12", "fide-standard-2024"),
    ("fide-standard-2024",),
    ("fide-standard-2024", "fide-standard-2025"),
    ("fide-standard-2025",),
    ("fide-rapid-blitz-2012", "fide-rapid-blitz-2012-07"),
    ("fide-rapid-blitz-2012-07",),
    ("fide-rapid-blitz-2014",),
    ("fide-rapid-blitz-2014", "fide-rapid-blitz-2018"),
    ("fide-rapid-blitz-2018",),
    ("fide-rapid-blitz-2022",),
    ("fide-rapid-blitz-2022-10",),
    ("fide-rapid-blitz-2024",),
    ("fide-rapid-blitz-2024", "fide-rapid-blitz-2024-12"),
    ("fide-rapid-blitz-2024-12",),
    ("ukraine-2018",),
)
# what was asked of the tournament until 2014, of each game from 2017 on
OLD = tuple(f"fide-standard-{year}" for year in (2006, 2009, 2011, 2012, 2013))
NO_MEMBERS = (*OLD, *(f"fide-standard-{year}" for year in (2014, 2017, 2021)), "ukraine-2018")  # no article on them

IN_FORCE = oracle.IN_FORCE

# first and last list that a mix may make
LISTS = {
    ("fide-standard-2006",): (200610, 200907),
    ("fide-standard-2009",): (200911, 201107),
    ("fide-standard-2009", "fide-standard-2011"): (201109, 201109),
    ("fide-standard-2011",): (201111, 201207),
    ("fide-standard-2012",): (201210, 201307),
    ("fide-standard-2013",): (201310, 201407),
    ("fide-standard-2013", "fide-standard-2014"): (201408, 201410),
    ("fide-standard-2014",): (201411, 201707),
    ("fide-standard-2017",): (201711, 202102),
    ("fide-standard-2021", "fide-standard-2022"): (202202, 202204),
    ("fide-standard-2022",): (202205, 202312),
    ("fide-standard-2022", "fide-standard-2023-12"): (202402, 202403),
    ("fide-standard-2023-12", "fide-standard-2024"): (202404, 202405),
    ("fide-standard-2024",): (202406, 202510),
    ("fide-standard-2024", "fide-standard-2025"): (202511, 202601),
    ("fide-standard-2025",): (202512, 202612),
    ("fide-rapid-blitz-2012", "fide-rapid-blitz-2012-07"): (201208, 201210),
    ("fide-rapid-blitz-2012-07",): (201211, 201407),
    ("fide-rapid-blitz-2014",): (201411, 201807),
    ("fide-rapid-blitz-2014", "fide-rapid-blitz-2018"): (201808, 201810),
    ("fide-rapid-blitz-2018",): (201810, 202201),
    ("fide-rapid-blitz-2022",): (202204, 202210),
    ("fide-rapid-blitz-2022-10",): (202301, 202403),
    ("fide-rapid-blitz-2024",): (202406, 202412),
    ("fide-rapid-blitz-2024", "fide-rapid-blitz-2024-12"): (202501, 202503),
    ("fide-rapid-blitz-2024-12",): (202502, 202612),
    ("ukraine-2018",): (201805, 202512),
}

# matches of at most eight games count to the end
EIGHT_GAMES = tuple(f"fide-rapid-blitz-{since}" for since in ("2012", "2012-07", "2014", "2018"))

# differences and ratings at which something changes
ANCHORS = (1999, 2000, 2001, 2399, 2600, 2601, 2649, 2650, 2700)
EDGES = (2000, 2001, 2002, 2600, 2601)
STEPS = (0, 3, 4, 391, 392, 399, 400, 401, 411, 412, 599, 600, 601, 619, 620, 735, 736, 737, 900)


@dataclass(frozen=True)
class Inputs:
    """What `rate` takes."""

    list_: int
    editions: tuple[str, ...]
    players: Players
    replaced: Roll
    standard: Roll | None
    events: Events
    entries: Entries
    games: Games
    pool: Pool


@dataclass(frozen=True)
class Shuffled:
    """Inputs with rows in another order: row i was row entries[i] or games[i] before."""

    inputs: Inputs
    entries: npt.NDArray[np.int64]
    games: npt.NDArray[np.int64]


# --- chance ---------------------------------------------------------------------------------------------------------


class Dice:
    """The few draws that are needed, on plain Python values."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)

    def chance(self, probability: float) -> bool:
        return float(self.rng.random()) < probability

    def whole(self, low: int, high: int) -> int:
        """Both ends included."""
        return int(self.rng.integers(low, high + 1))

    def one(self, choices: Sequence[T]) -> T:
        return choices[self.whole(0, len(choices) - 1)]

    def some(self, choices: Sequence[T], number: int) -> list[T]:
        order = self.rng.permutation(len(choices))[:number]
        return [choices[int(i)] for i in order]

    def near(self, spread: int) -> int:
        return int(self.rng.normal(0, spread))


# --- people ---------------------------------------------------------------------------------------------------------


@dataclass
class Listing:
    """How somebody stands in one series over the lists: listed from `since`, until delisted on `gone`."""

    since: int = 0  # 0 never
    gone: int = 0  # 0 not
    inactive: bool = False
    rating: int = 0  # on the list being replaced; of a delisted player the last value
    floor: int = 0
    drift: dict[int, int] = field(default_factory=dict)

    def on(self, list_: int, replaced: int, dice: Dice) -> int:
        """The rating on a list, 0 where he is not listed."""
        if not self.since or list_ < self.since or (self.gone and list_ >= self.gone):
            return 0
        if list_ == replaced:
            return self.rating
        if list_ not in self.drift:
            self.drift[list_] = dice.near(12)
        return max(self.floor, self.rating + self.drift[list_])


@dataclass
class Person:
    own: Listing
    standard: Listing
    fide: Listing
    strength: int
    born: int
    home: bool = True
    member: int = 0
    games: int = 0
    highest: int = 0
    absent: bool = False  # plays nothing in this period


@dataclass(frozen=True)
class Seat:
    player: int
    role: Role
    own: int
    shown: int
    source: Source
    k: int
    k_reason: KReason


class Maker:
    """One period being made."""

    def __init__(self, seed: int, players: int, editions: tuple[str, ...]) -> None:
        self.dice = Dice(seed)
        self.editions = editions
        self.law = oracle.EDITIONS[editions[-1]]
        self.rapid = "rapid-blitz" in editions[-1]
        self.ukraine = "ukraine" in editions[-1]
        self.old = editions[-1] in OLD
        first, last = LISTS[editions]
        months = range(oracle.month(first), oracle.month(last) + 1)
        self.list_ = self.dice.one([m for m in map(listed, months) if m % 100 in self.law.calendar])
        self.replaced = self.before(self.list_)
        self.people = [self.person() for _ in range(players)]
        self.k_memory: dict[tuple[int, int], tuple[int, KReason]] = {}
        self.keys: set[int] = set()
        self.events: list[dict[str, Any]] = []
        self.seats: list[list[tuple[Seat, int]]] = []  # by event: seats and why the result may not count
        self.games: list[list[dict[str, int]]] = []  # by event; white and black are places in the event
        self.pool: list[dict[str, int]] = []

    # --- lists and days

    def before(self, list_: int, back: int = 1) -> int:
        m = oracle.month(list_)
        for _ in range(back):
            m -= 1
            while (m - 1) % 12 + 1 not in self.law.calendar:
                m -= 1
        return listed(m)

    def in_force(self, day: date) -> int:
        """The list in force on a day."""
        m = 12 * day.year + day.month
        while (m - 1) % 12 + 1 not in self.law.calendar:
            m -= 1
        return listed(m)

    def key(self) -> int:
        while True:
            key = self.dice.whole(1, 2**62)
            if key not in self.keys:
                self.keys.add(key)
                return key

    # --- people

    def rating(self) -> int:
        d, floor = self.dice, self.law.floor
        if d.chance(0.15):
            return floor + d.whole(0, 12)
        if d.chance(0.12):
            return max(floor, d.one(EDGES))
        if d.chance(0.4):
            return max(floor, min(2850, d.one(ANCHORS) + d.one((-1, 1)) * d.one(STEPS)))
        return max(floor, min(2850, 1900 + d.near(350)))

    def person(self) -> Person:
        d, floor, replaced = self.dice, self.law.floor, self.replaced
        year = self.list_ // 100
        born = 10000 * d.whole(year - 40, year - 8) + 100 * d.whole(1, 12) + d.whole(1, 28)
        born = d.one((born, born, born, born // 100 * 100, born // 10000 * 10000, 0))
        own, standard, fide = Listing(floor=floor), Listing(floor=max(floor, 1200)), Listing(floor=1000)
        strength = d.one((1750, 1750, 1750, 2500)) + d.near(300)
        if self.ukraine and d.chance(0.7):
            strength = floor + d.near(120)
        home = not (self.ukraine and d.chance(0.15))
        many = 12 if self.ukraine or self.law.round_robins else 6
        kind = "foreign" if not home else d.one(("rated",) * 10 + ("fresh",) * 3 + ("gone",) * 2 + ("new",) * many)
        if kind in ("rated", "fresh"):
            own.rating = self.rating()
            own.since = 190001 if kind == "rated" else d.one((replaced, replaced, self.before(replaced)))
            own.inactive = d.chance(0.1)
            strength = own.rating + d.near(150) - (200 if own.rating < floor + 20 and d.chance(0.6) else 0)
        elif kind == "gone":
            own.rating = floor - d.whole(1, 25)
            own.since, own.gone = 190001, d.one((replaced, replaced, self.before(replaced)))
            strength = own.rating + d.one((-100, 400))
        elif kind == "foreign" and d.chance(0.75):
            fide.since, fide.rating = d.one((190001, 190001, 190001, replaced)), self.rating()
            strength = fide.rating
        if self.rapid and d.chance({"new": 0.4, "gone": 0.5}.get(kind, 0.7)):
            standard.rating = self.rating()
            standard.rating = max(standard.floor, standard.rating)
            standard.since = d.one((190001, 190001, replaced))
            strength = strength if own.rating else standard.rating
        games = d.one((d.whole(0, 29), d.whole(30, 38), d.whole(39, 900))) if own.since else 0
        highest = max(own.rating, d.one((0, 0, own.rating + d.whole(0, 120)))) if own.since else 0
        if kind == "gone":
            highest = max(highest, floor + d.whole(0, 300))
        absent = kind == "new" and d.chance(0.15)
        return Person(own, standard, fide, strength, born, home, d.one((0, 0, 0, 1, 2, 4)), games, highest, absent)

    def k_on(self, player: int, list_: int) -> tuple[int, KReason]:
        if (player, list_) not in self.k_memory:
            person = self.people[player]
            rating = person.own.on(list_, self.replaced, self.dice) or person.own.rating
            earlier = 0 if list_ == self.replaced else self.dice.whole(1, 9)
            highest = person.highest if list_ == self.replaced or self.dice.chance(0.7) else rating
            k, clause = oracle.coefficient(
                self.editions[-1], list_, max(0, person.games - earlier), person.born, highest, rating
            )
            self.k_memory[player, list_] = k, KReason[clause.upper().replace("-", "_")]
        return self.k_memory[player, list_]

    def seat(self, player: int, start: date) -> Seat:
        """Who he is in an event that began on that day: the lists say it."""
        person, at = self.people[player], min(self.in_force(start), self.replaced)
        k = self.k_on(player, at if self.old else self.replaced)
        rating = person.own.on(at, self.replaced, self.dice)
        if rating:
            return Seat(player, Role.RATED, rating, rating, Source.INACTIVE if person.own.inactive else Source.LIST, *k)
        if not person.home:
            fide = person.fide.on(at, self.replaced, self.dice)
            if fide:
                return Seat(player, Role.GUEST, 0, fide, Source.FIDE, 0, KReason.GIVEN)
            return Seat(player, Role.NEWCOMER, 0, 0, Source.NONE, 0, KReason.GIVEN)
        standard = person.standard.on(at, self.replaced, self.dice) if self.rapid else 0
        if standard:
            return Seat(player, Role.RATED, standard, standard, Source.STANDARD, *k)
        now = person.own.on(self.replaced, self.replaced, self.dice)
        if now:
            return Seat(player, Role.RATED, now, 0, Source.LATE, *self.k_on(player, self.replaced))
        return Seat(player, Role.NEWCOMER, 0, 0, Source.NONE, 0, KReason.GIVEN)

    # --- events

    def days(self) -> tuple[date, date, int]:
        """First and last day of an event, and the position of its edition."""
        d = self.dice
        opens, closes = first_day(self.replaced), first_day(self.list_) - timedelta(days=1)
        end = opens + timedelta(days=d.whole(0, (closes - opens).days))
        if d.chance(0.1):  # reported late
            end -= timedelta(days=d.whole(20, 45))
        start = end - timedelta(days=d.one((0, d.whole(1, 10), d.whole(1, 10), d.whole(25, 85))))
        if len(self.editions) == 2 and d.chance(0.5):
            start = min(start, IN_FORCE[self.editions[0]][1] - timedelta(days=d.whole(0, 20)))
        start = max(start, IN_FORCE[self.editions[0]][0])
        end = max(start, end)
        edition = next(i for i, e in enumerate(self.editions) if IN_FORCE[e][0] <= start <= IN_FORCE[e][1])
        return start, end, edition

    def result(self, a: int, b: int) -> tuple[int, int]:
        d = self.dice
        if d.chance(0.03):
            return d.one(((0, 0), (1, 0), (0, 1)))
        expected = 1 / (1 + 10 ** ((b - a) / 400))
        if d.chance(0.3 * min(1.0, 4 * expected * (1 - expected))):
            return 1, 1
        return (2, 0) if d.chance(expected) else (0, 2)

    def field(self, start: date, size: int, unrated: int | None = None) -> list[Seat]:
        """So many players, of whom so many have no rating that opponents meet."""
        d, number = self.dice, len(self.people)
        drawn = [int(i) for i in d.rng.permutation(number)[:80]] if number < 5000 else None
        if drawn is None:
            drawn = list({int(i) for i in d.rng.integers(0, number, 80)})
        seats = [self.seat(i, start) for i in drawn if not self.people[i].absent]
        if d.chance(0.5 if self.old or self.ukraine else 0.2):
            seats.sort(key=lambda s: s.shown)  # the lowest first
        if unrated is None:
            return seats[:size] if d.chance(0.5) else d.some(seats, size)
        without = [s for s in seats if s.shown == 0][:unrated]
        return without + [s for s in seats if s.shown > 0][: size - len(without)]

    def event(self) -> None:
        d = self.dice
        start, end, edition = self.days()
        kinds = ["swiss"] * 4 + ["team", "match", "marathon", "strugglers", "league"]
        kinds += ["round-robin"] * (9 if self.law.round_robins else 1)
        kinds += ["double"] * (6 if self.law.round_robins else 1)
        kinds += ["championship"] * (6 if self.old else 0)
        kinds += ["league"] * (4 if self.ukraine else 0)
        kind = d.one(kinds)
        system, championship, cycles = int(System.SWISS), False, 0
        if kind in ("round-robin", "double"):
            cycles = 1 if kind == "round-robin" else d.one((2, 2, 3, 4))
            system = System.ROUND_ROBIN + cycles - 1
            size = d.whole(5, 11) if kind == "round-robin" else d.whole(6, 8)
            # 09 6.3, 6.31, 6.32: a third rated, four of fewer than ten or of a double one
            rated = max(-(-size // 3), 4 if size < 10 or kind == "double" else 0)
            seats = self.field(start, size, d.whole(0, size - rated))
            if d.chance(0.15):  # fewer than 6.33 asks for: one or nobody
                size = d.whole(3, 6)
                seats = self.field(start, 80, 20)
                unrated = [s for s in seats if s.shown == 0][: size - 1]
                seats = unrated + [s for s in seats if s.shown > 0][: d.whole(0, 1)]
        elif kind == "match":
            system, seats = System.MATCH, self.field(start, 2)
        elif kind == "marathon":
            seats = self.field(start, d.whole(3, 5), d.whole(0, 1))
        elif kind == "strugglers":
            seats = self.field(start, d.whole(6, 10), 4)
        elif kind in ("league", "championship"):
            system, championship = System.TEAM, kind == "championship"
            seats = self.field(start, d.whole(10, 14), 3)
        else:
            system = System.TEAM if kind == "team" else System.SWISS
            championship = self.old and kind == "team" and d.chance(0.5)
            seats = self.field(start, d.whole(6, 18))
        if len({s.player for s in seats}) < max(2, len(seats)):
            return
        seats = d.some(seats, len(seats))
        pairs = self.pairings(kind, len(seats), cycles)
        games = self.play(kind, seats, pairs)
        self.admit(kind, self.editions[edition], seats, games)
        status = [
            Status.MEMBER_FEDERATION if self.editions[edition] not in NO_MEMBERS and d.chance(0.03) else 0
            for _ in seats
        ]
        self.seats.append(list(zip(seats, status, strict=True)))
        self.games.append(games)
        self.events.append(
            {
                "key": self.key(),
                "start": day(start),
                "end": day(end),
                "edition": edition,
                "system": system,
                "championship": championship,
            }
        )

    def pairings(self, kind: str, size: int, cycles: int) -> list[tuple[int, int, int]]:
        """Rounds and places: everybody against everybody in a round robin, chance elsewhere."""
        d = self.dice
        if kind == "match":
            return [(r, r % 2, 1 - r % 2) for r in range(d.whole(1, 12))]
        if kind in ("round-robin", "double"):
            cycle = [(i + j, i, j) for i in range(size) for j in range(i)]
            turned = [(r, j, i) for r, i, j in cycle]
            turns = [(r + 2 * size * at, i, j) for at in range(cycles) for r, i, j in (turned if at % 2 else cycle)]
            return sorted(turns)
        rounds = {"marathon": d.one((d.whole(20, 40), d.whole(40, 85))), "league": d.whole(7, 20)}.get(kind)
        rounds = rounds or {"strugglers": d.whole(1, 4), "championship": d.whole(8, 10)}.get(kind) or d.whole(2, 9)
        pairs = []
        for r in range(rounds):
            order = [int(i) for i in d.rng.permutation(size)]
            pairs += [(r, order[i], order[i + 1]) for i in range(0, size - 1, 2)]
        return pairs

    def play(self, kind: str, seats: list[Seat], pairs: list[tuple[int, int, int]]) -> list[dict[str, int]]:
        d = self.dice
        strength = [self.people[s.player].strength for s in seats]
        hopeless = {"strugglers": 0.6, "round-robin": 0.45, "double": 0.45}.get(kind, 0.25)
        weak = {i for i, s in enumerate(seats) if s.role == Role.NEWCOMER and d.chance(hopeless)}
        given = {i: d.one((0, 0, 1, 1, 2, 2)) for i in weak}  # draws that a weak player may make
        games = []
        for order, (r, white, black) in enumerate(pairs):
            points = self.result(strength[white], strength[black])
            if white in weak or black in weak:
                if given.get(white, 9) > 0 and given.get(black, 9) > 0 and d.chance(0.3):
                    points = (1, 1)
                elif white in weak and black in weak:
                    points = d.one(((2, 0), (0, 2), (0, 0)))
                else:
                    points = (0, 2) if white in weak else (2, 0)
                for i, p in ((white, points[0]), (black, points[1])):
                    if i in weak and p == 1:
                        given[i] -= 1
            games.append(
                {
                    "white": white,
                    "black": black,
                    "white_half_points": points[0],
                    "black_half_points": points[1],
                    "coloured": int(d.chance(0.95)),
                    "round": r + 1,
                    "order": order,
                    "status": 0,
                }
            )
        return games

    def admit(self, kind: str, edition: str, seats: list[Seat], games: list[dict[str, int]]) -> None:
        """Games that an admission would not let count."""
        d = self.dice
        tabled = oracle.EDITIONS[edition].round_robins and kind in ("round-robin", "double")
        if edition == "fide-standard-2006":  # it admits nothing: only what was played is known
            for game in games:
                game["status"] = Status.UNPLAYED_GAME if not tabled and d.chance(0.06) else 0
            return
        if kind == "match" and not self.ukraine:
            unrated = any(s.shown == 0 for s in seats)
            score, decided = [0, 0], False
            for game in games:
                if unrated:
                    game["status"] = Status.MATCH_WITH_UNRATED
                elif decided and (edition not in EIGHT_GAMES or len(games) > 8):
                    game["status"] = Status.MATCH_DECIDED
                score[game["white"]] += game["white_half_points"]
                score[game["black"]] += game["black_half_points"]
                decided = max(score) > len(games)
            return
        if self.old and d.chance(0.05):  # 09 1.1 tests the tournament
            for game in games:
                game["status"] = Status.RATE_OF_PLAY
            return
        reasons = [Status.UNPLAYED_GAME]
        reasons += [Status.EQUAL_TIMES] if self.rapid else []
        reasons += [Status.NOTATION] if self.ukraine else []
        reasons += [Status.RATE_OF_PLAY] if not self.old and not self.rapid else []
        for game in games:
            if not d.chance(0.06):
                continue
            if not tabled:
                game["status"] = d.one(reasons)
            elif self.rapid and seats[game["white"]].shown > 0 and seats[game["black"]].shown > 0:
                game["status"] = Status.EQUAL_TIMES  # S27; a round robin with an unplayed game would be a Swiss (S12)

    # --- what waits from earlier periods

    def waiting(self, player: int) -> None:
        d, law = self.dice, self.law
        kinds = ["plain", "plain", "border", "low"]
        kinds += ["one round robin"] * 4 if law.round_robins else []
        kinds += ["member"] * 2 if self.old else []
        kinds += ["marker", "marker and more"] if law.very_first_only else []
        kinds += ["good, then bad"] * 3 + ["bad, then good"] * 8 if self.ukraine else []
        kind = d.one(kinds)
        oldest = oracle.month(self.list_) - law.months
        newest = oracle.month(self.replaced) - 1
        least = 3 if law.event_games else 1

        def row(m: int, games: int, half_points: int, average: int, system: int = System.SWISS) -> None:
            end = first_day(listed(m)) + timedelta(days=d.whole(0, 27))
            start = max(IN_FORCE[self.editions[0]][0], end - timedelta(days=d.whole(0, 12)))
            if start > end:
                start = end  # begun under an edition that is not among these
            rated_on = listed(m + 1)
            while rated_on % 100 not in law.calendar:
                rated_on = listed(oracle.month(rated_on) + 1)
            sum_ = games * average
            if games and system < System.ROUND_ROBIN:
                sum_ += d.whole(0, games - 1)
            self.pool.append(
                {
                    "player": player,
                    "key": self.key(),
                    "start": day(start),
                    "end": day(end),
                    "list": min(rated_on, self.replaced),
                    "system": system,
                    "championship": int(self.old and system == System.TEAM),
                    "games": games,
                    "half_points": half_points,
                    "met": sum_,
                }
            )

        middle = d.whole(oldest + 2, newest)
        average = d.whole(max(law.floor + 50, 1500), 2100)
        match kind:
            case "plain":
                games = d.whole(least, max(least, law.minimum - 1))
                row(middle, games, d.whole(2, 2 * games), average, d.one((System.SWISS, System.TEAM)))
            case "border":  # on the first month of the window, and on the last before it
                if d.chance(0.8):
                    row(oldest - 1, least, d.whole(2, 2 * least), average)
                if d.chance(0.8):
                    row(oldest, least, d.whole(2, 2 * least), average)
            case "low":  # games enough, but below the floor; Ukraine would have started anew
                games = d.whole(law.minimum, law.minimum + 4) if not self.ukraine else 14
                row(middle, games, 2 + games // 5, law.floor + 20, d.one((System.SWISS, System.TEAM)))
            case "one round robin":
                cycles = d.one((1, 2, 3))
                games = cycles * d.whole(2, max(2, (law.minimum - 1) // cycles))
                system = System.ROUND_ROBIN + cycles - 1
                row(middle, games, d.whole(2, max(2, d.one((games - 1, 2 * games)))), average, system)
            case "member":
                self.people[player].member = 1
                row(middle, d.whole(4, 8), d.whole(2, 6), average)  # with 7 or 8 he has become one since
            case "marker":
                row(d.one((middle, oldest, oldest - 1)), 0, 0, 0)
            case "marker and more":
                row(d.one((oldest, middle)), 0, 0, 0)
                row(newest, d.whole(1, 3), d.whole(0, 2), average)
            case "good, then bad":
                row(oldest + 1, 3, d.whole(3, 6), d.whole(1610, 1800))
                row(middle, d.whole(5, 8), d.whole(0, 2), d.whole(1610, 1700))
            case "bad, then good":  # what came before has left the window
                row(oldest + 1, d.whole(3, 4), d.whole(0, 1), d.whole(1610, 1650))
                row(newest, 10, d.whole(8, 10), d.whole(1630, 1700))

    # --- all together

    def make(self) -> Inputs:
        d = self.dice
        wanted = max(8, len(self.people) // (2 if self.law.round_robins or self.ukraine else 3))
        while len(self.events) < wanted:
            self.event()
        for player, person in enumerate(self.people):
            unrated = person.own.on(self.replaced, self.replaced, d) == 0 and person.home
            waits = unrated and (not person.own.since or person.own.gone < self.replaced)
            if waits and (person.absent or d.chance(0.75 if self.ukraine else 0.45)):
                self.waiting(player)
        order = sorted(range(wanted), key=lambda e: [self.events[e][c] for c in ("start", "end", "key")])
        entries: list[dict[str, int]] = []
        games: list[dict[str, int]] = []
        for position, e in enumerate(order):
            offset = len(entries)
            for seat, status in self.seats[e]:
                made = {n: int(getattr(seat, n)) for n in ("player", "role", "own", "shown", "source", "k", "k_reason")}
                entries.append({"event": position, "status": status, **made})
            games += [
                {**game, "white": game["white"] + offset, "black": game["black"] + offset} for game in self.games[e]
            ]
        self.pool.sort(key=lambda row: [row[c] for c in ("player", "list", "start", "end", "key")])
        return Inputs(
            self.list_,
            self.editions,
            Players.of(
                born=[p.born for p in self.people],
                federation=[1 if p.home else 2 for p in self.people],
                member=[p.member for p in self.people],
            ),
            self.roll([p.own for p in self.people]),
            self.roll([p.standard for p in self.people]) if self.rapid else None,
            Events.of(**columns([self.events[e] for e in order])),
            Entries.of(**columns(entries)),
            Games.of(**columns(games)),
            Pool.of(**columns(self.pool)) if self.pool else Pool.join([]),
        )

    def roll(self, listings: list[Listing]) -> Roll:
        made = []
        for player, listing in enumerate(listings):
            person, state = self.people[player], State.NONE
            if listing.since:
                state = State.INACTIVE if listing.inactive else State.ACTIVE
                state = State.DELISTED if listing.gone else state
            k, reason = self.k_on(player, self.replaced) if listing.since else (0, KReason.GIVEN)
            made.append(
                {
                    "rating": listing.rating,
                    "state": state,
                    "k": k,
                    "k_reason": reason,
                    "games": person.games if listing.since else 0,
                    "highest": max(listing.rating, person.highest) if listing.since else 0,
                    "last": self.before(self.replaced, 7 if listing.inactive else 1) if listing.since else 0,
                }
            )
        return Roll.of(**columns(made))


def listed(month: int) -> int:
    return 100 * ((month - 1) // 12) + (month - 1) % 12 + 1


def first_day(list_: int) -> date:
    return date(list_ // 100, list_ % 100, 1)


def day(d: date) -> int:
    return 10000 * d.year + 100 * d.month + d.day


def columns(made: list[dict[str, Any]]) -> dict[str, list[int]]:
    return {name: [int(row[name]) for row in made] for name in made[0]}


def make(seed: int, players: int, editions: tuple[str, ...]) -> Inputs:
    """A valid period out of a seed."""
    return Maker(seed, players, editions).make()


def periods(
    smallest: int = 20, largest: int = 60, mixes: tuple[tuple[str, ...], ...] = MIXES
) -> st.SearchStrategy[Inputs]:
    return st.builds(
        make,
        seed=st.integers(0, 2**32 - 1),
        players=st.integers(smallest, largest),
        editions=st.sampled_from(mixes),
    )


# --- another order --------------------------------------------------------------------------------------------------


def shuffled(inputs: Inputs, seed: int) -> Shuffled:
    """The same period with entries and games in another order inside their events; the order of play stays."""
    rng = np.random.default_rng(seed)

    def inside(event: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
        return np.lexsort((rng.random(len(event)), event))

    entry_order = inside(inputs.entries.event)
    game_order = inside(inputs.entries.event[inputs.games.white])
    place = np.empty_like(entry_order)
    place[entry_order] = np.arange(len(place))
    games = inputs.games.take(game_order)
    games = replace(games, white=place[games.white].astype(np.int32), black=place[games.black].astype(np.int32))
    return Shuffled(replace(inputs, entries=inputs.entries.take(entry_order), games=games), entry_order, game_order)


# --- what is in it --------------------------------------------------------------------------------------------------

RARITIES = (
    *("a second upgrade refused", "a weaker player limited again"),
    *("two editions", "late-rated", "guest", "stand-in", "stand-in pool lapses", "delisted since"),
    *("delisted since and newcomer", "delisted stand-in", "single round robin", "double round robin"),
    *("multiple round robin", "pool of one multiple round robin"),
    *("round robin, several newcomers", "round robin, late-rated", "round robin, newcomer without a point"),
    *("round robin, newcomer with half a point", "round robin, below the floor", "round robin, one rated"),
    *("round robin, game with a status", "round robin, entry with a status", "round robin, nobody rated"),
    *("round robin, opponent moved to the limit", "three games over the limit"),
    *("over the limit at 2650", "over the limit below 2650", "wide difference", "not wide at 599", "not wide at 2600"),
    *("third game over the limit in Ukraine", "over 17 games", "over 35 games", "over 70 games", "K lowered"),
    *("pool at the border", "pool past the border", "pool of one round robin", "pool of one double round robin"),
    *("two first events", "first event disregarded", "marker made", "marker waiting", "too few games in the event"),
    *("result below the first", "seven games in a championship", "seven games of a member", "early events dropped"),
    *("early events dropped and published", "restarted", "game with a status", "entry with a status", "both lose"),
    *("half against nothing", "delisted", "returned", "different K", "birth known in part", "first rating limited"),
    *("enough games below the floor", "published", "half in the change"),
)


def describe(inputs: Inputs) -> Counter[str]:
    """How often each rarity occurs."""
    period = oracle.rate(
        *(inputs.list_, inputs.editions, inputs.players, inputs.replaced),
        *(inputs.events, inputs.entries, inputs.games, inputs.pool),
    )
    law = oracle.EDITIONS[inputs.editions[-1]]
    events, seat, play = oracle.rows(inputs.events), oracle.rows(inputs.entries), oracle.rows(inputs.games)
    roll, person, waiting = oracle.rows(inputs.replaced), oracle.rows(inputs.players), oracle.rows(inputs.pool)
    ledger, lines = oracle.rows(period.ledger), oracle.rows(period.lines)
    count: Counter[str] = Counter()
    count["two editions"] += len({e["edition"] for e in events}) == 2
    roles: dict[int, set[int]] = {}
    for i, s in enumerate(seat):
        event, line = events[s["event"]], lines[i]
        roles.setdefault(s["player"], set()).add(s["role"])
        gone = s["role"] == Role.RATED and roll[s["player"]]["state"] == State.DELISTED
        count["late-rated"] += s["source"] == Source.LATE
        count["guest"] += s["role"] == Role.GUEST
        count["stand-in"] += s["source"] == Source.STANDARD
        count["delisted since"] += gone and s["source"] != Source.STANDARD
        count["delisted stand-in"] += gone and s["source"] == Source.STANDARD
        count["entry with a status"] += s["status"] != 0
        if line["status"] == Status.FIRST_EVENT:
            count["first event disregarded"] += 1
        count["too few games in the event"] += line["status"] == Status.MINIMUM_EVENT_GAMES
        count["result below the first"] += line["status"] == Status.FIRST_RESULT
        if line["ru"]:
            count["round robin, late-rated"] += s["source"] == Source.LATE
            count["round robin, below the floor"] += line["status"] == Status.FIRST_RESULT
            count["round robin, opponent moved to the limit"] += line["ru"] != line["ru_first"]
        count["seven games in a championship"] += (
            line["status"] == Status.POOLED and bool(event["championship"]) and line["games"] in (7, 8)
        )
    for p, what in roles.items():
        both = {Role.RATED, Role.NEWCOMER} <= what
        count["delisted since and newcomer"] += both and roll[p]["state"] == State.DELISTED
    for row in ledger:
        upgraded = oracle.EDITIONS[inputs.editions[events[seat[row["entry"]]["event"]]["edition"]]].one_upgrade
        count["a second upgrade refused"] += upgraded and row["counted"] == row["difference"] > 400
        count["a weaker player limited again"] += upgraded and row["counted"] == -400 > row["difference"]
    for e, event in enumerate(events):
        if not oracle.EDITIONS[inputs.editions[event["edition"]]].round_robins:
            continue
        if event["system"] < System.ROUND_ROBIN:
            continue
        inside = [i for i, s in enumerate(seat) if s["event"] == e]
        cycles = ("single", "double", "multiple")[min(event["system"] - System.ROUND_ROBIN, 2)]
        unrated = [i for i in inside if seat[i]["shown"] == 0]
        count[f"{cycles} round robin"] += len(unrated) > 0
        count["round robin, several newcomers"] += sum(seat[i]["role"] == Role.NEWCOMER for i in unrated) > 1
        count["round robin, nobody rated"] += len(unrated) == len(inside)
        count["round robin, one rated"] += len(unrated) == len(inside) - 1
        count["round robin, entry with a status"] += sum(seat[i]["status"] != 0 for i in inside)
        count["round robin, game with a status"] += sum(
            seat[game["white"]]["event"] == e and game["status"] != 0 for game in play
        )
        for i in unrated:
            if lines[i]["status"] == Status.FIRST_EVENT:
                points = sum(r["half_points"] for r in ledger if r["entry"] == i and r["status"] == Status.FIRST_EVENT)
                count[f"round robin, newcomer {('without a point', 'with half a point')[points]}"] += 1
    over: Counter[int] = Counter()
    for row in ledger:
        s = seat[row["entry"]]
        edition = oracle.EDITIONS[inputs.editions[events[s["event"]]["edition"]]]
        count["wide difference"] += row["status"] == Status.WIDE_DIFFERENCE
        if row["status"] != Status.COUNTED:
            continue
        if abs(row["difference"]) > edition.limit:
            over[row["entry"]] += 1
            if edition.limit_below is not None:
                count[f"over the limit {'at' if s['own'] >= 2650 else 'below'} 2650"] += 1
            if edition.limited_games is not None and row["counted"] == row["difference"]:
                count["third game over the limit in Ukraine"] += 1
        if edition.wide is not None:
            top = max(row["own"], row["met"])
            count["not wide at 599"] += top > 2600 and abs(row["difference"]) in range(590, 600)
            count["not wide at 2600"] += top in range(2590, 2601) and abs(row["difference"]) >= 600
    count["three games over the limit"] += sum(n >= 3 for n in over.values())
    for game in play:
        count["game with a status"] += game["status"] != 0
        points = game["white_half_points"] + game["black_half_points"]
        count["both lose"] += game["status"] == 0 and points == 0
        count["half against nothing"] += game["status"] == 0 and points == 1
    used: dict[int, set[int]] = {}
    for s, line in zip(seat, lines, strict=True):
        if s["role"] == Role.RATED and line["games"]:
            used.setdefault(s["player"], set()).add(line["k"])
            count["K lowered"] += line["k"] < s["k"]
    count["different K"] += sum(len(ks) > 1 for ks in used.values())
    for row in oracle.rows(period.worksheets):
        for games in (17, 35, 70):
            count[f"over {games} games"] += row["games"] > games
        count["delisted"] += row["outcome"] == WorkOutcome.DELISTED
        count["returned"] += row["outcome"] == WorkOutcome.RETURNED
        count["half in the change"] += row["change"] % 100 == 50
    his: dict[int, list[dict[str, int]]] = {}
    for row in waiting:
        his.setdefault(row["player"], []).append(row)
        m = oracle.month(row["end"]) - oracle.month(inputs.list_) + law.months
        count["pool at the border"] += m == 0
        count["pool past the border"] += m < 0
        count["marker waiting"] += row["games"] == 0 and m >= 0
        rated = Role.RATED in roles.get(row["player"], set())
        count["stand-in pool lapses"] += rated and roll[row["player"]]["state"] == State.NONE
    first_entries = Counter(
        s["player"]
        for s, line in zip(seat, lines, strict=True)
        if s["role"] == Role.NEWCOMER and s["player"] not in his and line["status"] != Status.UNRATED_OPPONENT
    )
    count["two first events"] += sum(n > 1 for n in first_entries.values())
    left: Counter[int] = Counter()
    for row in oracle.rows(period.pool):
        left[row["player"]] += 1
        count["marker made"] += row["games"] == 0 and row["list"] == inputs.list_
    pooled = Counter(s["player"] for s, line in zip(seat, lines, strict=True) if line["status"] == Status.POOLED)
    for row in oracle.rows(period.firsts):
        p = row["player"]
        count["published"] += row["outcome"] == FirstOutcome.PUBLISHED
        count["enough games below the floor"] += row["outcome"] == FirstOutcome.BELOW_FLOOR
        count["restarted"] += row["outcome"] == FirstOutcome.RESTARTED
        count["first rating limited"] += row["rating"] < row["ru"]
        alive = [w for w in his.get(p, []) if oracle.in_window(law, inputs.list_, w["end"])]
        if law.round_robins and row["half_points"] < row["games"] and len(alive) + pooled[p] == 1:
            system = alive[0]["system"] if alive else None
            if system is None:
                system = next(
                    events[s["event"]]["system"]
                    for s, line in zip(seat, lines, strict=True)
                    if s["player"] == p and line["status"] == Status.POOLED
                )
            count["pool of one round robin"] += system == System.ROUND_ROBIN
            count["pool of one double round robin"] += system == System.DOUBLE_ROUND_ROBIN
            count["pool of one multiple round robin"] += system > System.DOUBLE_ROUND_ROBIN
        enough = row["outcome"] in (FirstOutcome.PUBLISHED, FirstOutcome.BELOW_FLOOR)
        count["seven games of a member"] += bool(person[p]["member"]) and enough and row["games"] < law.minimum
        if law.formula == "performance" and row["outcome"] != FirstOutcome.RESTARTED:
            all_games = sum(w["games"] for w in alive) + sum(
                line["games"] for s, line in zip(seat, lines, strict=True) if s["player"] == p and line["status"] == 1
            )
            count["early events dropped"] += row["games"] < all_games
            count["early events dropped and published"] += (
                row["games"] < all_games and row["outcome"] == FirstOutcome.PUBLISHED
            )
    for row in person:
        count["birth known in part"] += row["born"] % 100 == 0
    assert set(count) <= set(RARITIES), set(count) - set(RARITIES)
    return count
