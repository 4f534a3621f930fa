"""Make a month of the world, seeded and fast: who plays whom where, and how everybody stands on the list.

Fields are of like strength, so that about one game in eight is over a limit of 400 points. A tenth of the events are
round robins, with newcomers in a third of them; newcomers play in Swisses, too, and some of them have results waiting.
Late-rated players, delisted ones who return, excluded games and players are there in small numbers. Floats only decide
who wins.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

import arpad
from arpad.columns import Entries, Events, Games, Players, Pool, Role, Roll, Source, State, Status, System
from arpad.frozen import dataclass
from arpad.law import Rulebook
from arpad.law.rules.newcomers import FLOOR
from arpad.law.rules.rating import STAND_IN_RATING
from arpad.rating import Period, Rolls, rate

Array = npt.NDArray[Any]

SWISSES = ((16, 5), (24, 7), (32, 7), (48, 7), (64, 9), (96, 9), (120, 9), (200, 9))  # players, rounds
ROBINS = (6, 8, 10, 12)
ROUND_ROBINS = 0.1  # of the events
WITH_NEWCOMERS = 1 / 3  # of the round robins
NEWCOMERS = 0.08  # of a Swiss
UNPLAYED, LATE, BARRED, RETURNED, STAND_INS, GUESTS = 0.015, 0.005, 0.001, 0.002, 0.03, 0.02
LISTS = {
    "fide-standard-2009": 201011,
    "fide-standard-2024": 202411,
    "fide-standard-2025": 202611,
    "fide-rapid-blitz-2018": 201911,
    "fide-rapid-blitz-2024": 202411,
    "fide-rapid-blitz-2024-12": 202611,
    "ukraine-2018": 202411,
}


@dataclass(frozen=True)
class Month:
    """What `rate` takes."""

    list_: int
    book: Rulebook
    players: Players
    rolls: Rolls
    events: Events
    entries: Entries
    games: Games
    pool: Pool

    def rate(self) -> Period:
        return rate(
            self.list_,
            (self.book,),
            self.players,
            self.rolls,
            self.events,
            self.entries,
            self.games,
            self.pool,
            checked=True,  # whoever loads the tables looks at them; no contestant does it while the clock runs
        )


@dataclass(frozen=True)
class Schedule:
    """Who sits where: fields of players and their pairings, without ratings."""

    events: Events
    event: Array  # of each entry
    player: Array
    games: Games


def people(seed: int, size: int, rated: int) -> tuple[Players, Array]:
    """Players, and how strong each is; the rated ones are spread over all positions."""
    dice = np.random.default_rng((seed, 1))
    strength = np.clip(dice.normal(1500, 200, size), 1000, 2000).astype(np.int16)
    who = dice.permutation(size)[:rated]
    strength[who] = np.clip(dice.normal(1800, 290, rated), 1400, 2850)
    members = (dice.random(size) < 0.01).astype(np.uint8)
    listed = np.zeros(size, bool)
    listed[who] = True
    return Players.of(born=19900000, federation=1, member=members), np.where(listed, strength, -strength)


@dataclass(frozen=True)
class Known(Rolls):
    """With the standard list where the edition lets standard ratings stand in."""

    standard: Roll | None = None


def roll_of(strength: Array, book: Rulebook, seed: int) -> Known:
    """The list being replaced, and a standard one where the edition lets standard ratings stand in."""
    dice = np.random.default_rng((seed, 2))
    chance = dice.random(len(strength))
    rating = np.maximum(strength, 0).astype(np.int16)
    k = np.select((rating >= 2400, chance < 0.3), (10, 40), 20)
    state = np.where(rating > 0, np.where(chance < 0.1, State.INACTIVE, State.ACTIVE), State.NONE)
    back = (rating > 0) & (chance > 1 - RETURNED)
    state[back], rating[back] = State.DELISTED, book.rule(FLOOR).rating - 1
    standard = None
    if book.has(STAND_IN_RATING):
        standing_in = (rating > 0) & (chance > 0.5) & (chance < 0.5 + STAND_INS)
        standard = Roll.of(rating=rating, state=state, k=k)
        rating, state = np.where(standing_in, 0, rating), np.where(standing_in, State.NONE, state)
    return Known(Roll.of(rating=rating, state=state, k=np.where(rating > 0, k, 0), k_reason=0), standard)


def schedule(seed: int, strength: Array, games: int, list_: int, active: float = 0.6) -> Schedule:
    """Events of about so many games, ended in the period of this list."""
    dice = np.random.default_rng((seed, 3))
    white, black, round_, first, lengths, sizes, systems = _templates()
    robin = sizes <= max(ROBINS)
    weight = np.where(robin, ROUND_ROBINS, 1 - ROUND_ROBINS) / sizes
    kinds = weight / np.where(robin, (1 / sizes[robin]).sum(), (1 / sizes[~robin]).sum())
    drawn = dice.choice(len(sizes), size=int(2 * games / (kinds @ lengths)) + 8, p=kinds)
    kind = drawn[: int(np.searchsorted(np.cumsum(lengths[drawn]), games)) + 1]
    count, field = len(kind), sizes[kind]

    event = np.repeat(np.arange(count), field)
    player = _fields(dice, strength, len(event), active)
    fresh = np.where(robin[kind], np.where(dice.random(count) < WITH_NEWCOMERS, 0.25, 0.0), NEWCOMERS)
    new = np.flatnonzero(dice.random(len(event)) < fresh[event])
    unrated = dice.permutation(np.flatnonzero(strength < 0))[: max(len(new) * 2 // 3, 256)]
    player[new] = np.resize(unrated, len(new))

    # events come in order of their days: move their fields with them
    month = before(list_)
    start = month * 100 + dice.integers(1, 20, count)
    end, key = start + dice.integers(2, 9, count), dice.permutation(count) * 7919 + 1
    order = np.lexsort((key, end, start))
    starts = np.cumsum(field) - field
    moved = np.repeat(starts[order] - (np.cumsum(field[order]) - field[order]), field[order]) + np.arange(len(event))
    kind, field, player = kind[order], field[order], player[moved]
    event = np.repeat(np.arange(count), field)
    championship = (systems[kind] == System.SWISS) & (dice.random(count) < 0.02)
    events = Events.of(
        key=key[order],
        start=start[order],
        end=end[order],
        edition=np.zeros(count, np.uint8),
        system=np.where(championship, System.TEAM, systems[kind]),
        championship=championship,
    )
    at = np.repeat(first[kind] - (np.cumsum(lengths[kind]) - lengths[kind]), lengths[kind])
    at += np.arange(len(at))
    seat = np.repeat(np.cumsum(field) - field, lengths[kind])
    white, black = (seat + white[at]).astype(np.int32), (seat + black[at]).astype(np.int32)
    return Schedule(events, event, player, _played(dice, strength, player, white, black, round_[at]))


def _templates() -> tuple[Array, ...]:
    """Pairings of each kind of event, one after the other: by Berger's circle, so that nobody meets anybody twice."""
    kinds = [(size, rounds, System.SWISS) for size, rounds in SWISSES]
    kinds += [(size, size - 1, System.ROUND_ROBIN) for size in ROBINS]
    kinds += [(min(ROBINS), 2 * (min(ROBINS) - 1), System.DOUBLE_ROUND_ROBIN)]
    whites, blacks, rounds_ = [], [], []
    for size, rounds, _ in kinds:
        one, two, turn = [], [], []
        for r in range(rounds):
            circle = [0, *(1 + (np.arange(size - 1) + r) % (size - 1)).tolist()]
            pairs = [(circle[i], circle[size - 1 - i]) for i in range(size // 2)]
            one += [a if r % 2 else b for a, b in pairs]
            two += [b if r % 2 else a for a, b in pairs]
            turn += [r + 1] * len(pairs)
        whites.append(np.array(one))
        blacks.append(np.array(two))
        rounds_.append(np.array(turn))
    lengths = np.array([len(one) for one in whites])
    sizes, systems = np.array([k[0] for k in kinds]), np.array([k[2] for k in kinds])
    joined = (np.concatenate(parts) for parts in (whites, blacks, rounds_))
    return (*joined, np.cumsum(lengths) - lengths, lengths, sizes, systems)


def _fields(dice: np.random.Generator, strength: Array, seats: int, active: float) -> Array:
    """Rated players for all seats, neighbours of like strength; nobody sits twice in one event."""
    rated = dice.permutation(np.flatnonzero(strength > 0))
    rated = rated[: max(int(active * len(rated)), 512)]
    runs, left = [], seats
    while left > 0:
        some = dice.permutation(rated)[: min(left, len(rated))]
        runs.append(some[np.argsort(strength[some] + dice.normal(0, 230, len(some)))])
        left -= len(some)
    return np.concatenate(runs).astype(np.int32)


def _played(
    dice: np.random.Generator, strength: Array, player: Array, white: Array, black: Array, round_: Array
) -> Games:
    """Results as strength makes them likely; some games were not played."""
    level = np.abs(strength).astype(np.int32)[player]
    gap = level[white] - level[black] + 35
    chance = dice.random(len(white), np.float32)
    share = (1 / (1 + np.exp2(-gap * np.float32(np.log2(10) / 400)))).astype(np.float32)
    draw = np.float32(0.3) * np.minimum(share, 1 - share) * 2
    points = np.where(chance < share - draw / 2, 2, np.where(chance < share + draw / 2, 1, 0)).astype(np.int8)
    status = np.where(dice.random(len(white), np.float32) < UNPLAYED, Status.UNPLAYED_GAME, 0).astype(np.uint8)
    turn = round_.astype(np.uint16)
    return Games(white, black, points, np.int8(2) - points, np.ones(len(white), bool), turn, turn, status)


def seat(book: Rulebook, rolls: Rolls, plan: Schedule, seed: int) -> Entries:
    """Everybody with the rating of the list being replaced; a few are late, barred, or guests where there are such."""
    dice = np.random.default_rng((seed, 4))
    chance = dice.random(len(plan.player), np.float32)
    own, k = rolls.replaced.rating[plan.player], rolls.replaced.k[plan.player]
    source = np.where(own > 0, Source.LIST, Source.NONE).astype(np.uint8)
    standard = rolls.standard if isinstance(rolls, Known) else None
    if standard is not None:
        standing_in = (own == 0) & (standard.rating[plan.player] > 0)
        own = np.where(standing_in, standard.rating[plan.player], own)
        k = np.where(standing_in, standard.k[plan.player], k)
        source[standing_in] = Source.STANDARD
    rated = own > 0
    late = rated & (chance < LATE) & (source == Source.LIST)
    guest = rated & (chance > 1 - GUESTS) & (book.id == "ukraine-2018")
    source[late] = Source.LATE
    source[guest] = Source.FIDE
    return Entries.of(
        event=plan.event,
        player=plan.player,
        role=np.select((guest, rated), (Role.GUEST, Role.RATED), Role.NEWCOMER),
        own=np.where(guest, 0, own),
        shown=np.where(late, 0, own),
        source=source,
        k=np.where(guest, 0, k),
        k_reason=0,
        status=np.where((chance > 0.5) & (chance < 0.5 + BARRED), Status.MEMBER_FEDERATION, 0),
    )


def waiting(seed: int, strength: Array, list_: int, rows: int) -> Pool:
    """Results of earlier periods that wait for a first rating; some have left the window, some players are rated."""
    dice = np.random.default_rng((seed, 5))
    who = dice.permutation(np.flatnonzero(strength < 0))[:rows]
    some_rated = np.flatnonzero(strength > 0)[: len(who) // 50]
    player = np.sort(np.concatenate((who, who[: len(who) // 4], some_rated)))
    months = np.sort(dice.integers(1, 30, len(player)))[::-1]
    months = months[np.lexsort((-months, dice.permutation(len(player))))]
    order = np.lexsort((-months, player))
    player, months = player[order], months[order]
    index = list_ // 100 * 12 + list_ % 100 - 1 - months
    list_of, month = index // 12 * 100 + index % 12 + 1, (index - 1) // 12 * 100 + (index - 1) % 12 + 1
    games = dice.integers(1, 8, len(player))
    return Pool.of(
        player=player,
        key=np.arange(len(player)) * 104729 + 5,
        start=month * 100 + 3,
        end=month * 100 + 9,
        list=list_of,
        system=System.SWISS,
        championship=np.zeros(len(player), bool),
        games=games,
        half_points=dice.integers(0, 2 * games + 1),
        met=games * dice.integers(1450, 2100, len(player)),
    )


def before(list_: int) -> int:
    """The month that a list closes."""
    return list_ - 1 if list_ % 100 > 1 else list_ - 89


def month(edition: str, seed: int = 0, size: int = 1_500_000, rated: int = 500_000, games: int = 2_000_000) -> Month:
    """One month under an edition; the same seed gives the same people, fields and results under each."""
    book, list_ = arpad.rulebook(edition), LISTS[edition]
    players, strength = people(seed, size, rated)
    rolls = roll_of(strength, book, seed)
    plan = schedule(seed, strength, games, list_)
    pool = waiting(seed, strength, list_, size // 20)
    return Month(list_, book, players, rolls, plan.events, seat(book, rolls, plan, seed), plan.games, pool)
