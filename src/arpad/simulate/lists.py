"""Rating lists of the simulation: opening lists, lists of other series, and the lists while events are played."""

from __future__ import annotations

from contextlib import suppress
from datetime import date, timedelta

import numpy as np
import numpy.typing as npt

from arpad.columns import Events, Games, Players, Pool, Roll, Source, State, Status
from arpad.days import MONTHS_OF_YEAR, Day, Month, days_of
from arpad.frozen import dataclass
from arpad.intake import RatingList, Standing
from arpad.law import LawError, Rulebook, in_force
from arpad.law.calendar import add_months, list_days, list_on
from arpad.law.rules.lists import INACTIVITY, LIST_CALENDAR
from arpad.law.rules.newcomers import FLOOR, MINIMUM_GAMES
from arpad.lists.other_series import adjusting_series, list_beside, seating_series
from arpad.lists.ratinglist import idle
from arpad.lists.rollcall import STANDINGS
from arpad.lists.seats import Lists, Unseated, seat
from arpad.model import GameKind, ReportedGames
from arpad.pipeline import ComputedList, PeriodInputs, make_list
from arpad.rating.change import listed
from arpad.rating.coefficient import decide
from arpad.rating.pool import newest_starts
from arpad.simulate.draw import RandomStream
from arpad.simulate.names import latin_name
from arpad.simulate.people import SimulatedFederation
from arpad.simulate.setting import SimulationSetting

ONE_DAY = timedelta(days=1)


@dataclass(frozen=True)
class HeldEvent:
    """An event that will be rated: who played, and what the kernels ask of it."""

    key: int
    start: date
    end: date
    seated: int  # the list that gives the ratings
    system: int
    people: tuple[int, ...]  # rows of the federation, by start number
    games: ReportedGames
    left_out: frozenset[tuple[int, int]] = frozenset()  # round and player of games that do not count
    why: Status = Status.MATCH_DECIDED


class SeriesLists:
    """The rolls of a series, list by list."""

    def __init__(self, series: str, other: str, players: Players, home: int, opening: tuple[date, Roll]) -> None:
        self.series, self.other_series, self.players, self.home = series, other, players, home
        self.own: dict[int, Roll] = {Month.of(opening[0]): opening[1]}
        self.other: dict[int, Roll] = {}
        self.newest = Month.of(opening[0])
        self.pool = Pool.room(0)
        self.rated_late = 0  # entries of players rated between playing and rating

    def close(self, list_day: date, held: list[HeldEvent]) -> tuple[PeriodInputs, ComputedList]:
        """Make the list of a day out of the events that enter it; what it was made of, and what came out."""
        list_, own = Month.of(list_day), in_force(self.series, list_day - ONE_DAY)
        held = sorted(held, key=lambda each: (each.start, each.end, each.key))
        editions = [in_force(self.series, each.start) for each in held]
        waiting = [in_force(self.series, Day(day).date) for day in newest_starts(self.pool)]
        earlier = {book.id: book for book in (*editions, *waiting) if book.id != own.id}
        books: tuple[Rulebook, ...] = (*(earlier[name] for name in sorted(earlier)), own)
        places = {book.id: at for at, book in enumerate(books)}
        events = Events.of(
            key=[each.key for each in held],
            start=[Day.of(each.start) for each in held],
            end=[Day.of(each.end) for each in held],
            edition=[places[book.id] for book in editions],
            system=[each.system for each in held],
            championship=[False] * len(held),
        )
        event = np.repeat(np.arange(len(held), dtype=np.int32), [len(each.people) for each in held])
        player = np.array([row for each in held for row in each.people], np.int32)
        at_start = np.array([each.seated for each in held], np.int32)
        pairs = zip(editions, held, strict=True)
        beside = np.array([list_beside(book, each.start, each.seated) for book, each in pairs], np.int32)
        inputs = PeriodInputs(
            books,
            self.players,
            Lists(self.own, self.other, self.newest, list_, (self.home,)),
            events,
            Unseated(at_start, event.astype(np.int32), player, beside=beside),
            _event_games(held),
            self.pool,
            {name: self.other[list_] for name in (self.other_series, *adjusting_series(own, list_day)) if name},
        )
        outcome = make_list(inputs)
        self.rated_late += int(np.count_nonzero(outcome.period.entries.source == Source.LATE.value))
        self.own[list_], self.pool, self.newest = outcome.roll, outcome.period.pool, list_
        return inputs, outcome

    def shown(self, day: date) -> npt.NDArray[np.int16]:
        """The rating every player sits down with on a day, as a report prints it; by the newest list, if that of the
        day is not made yet."""
        list_, book = min(Month.of(list_on(self.series, day)), self.newest), in_force(self.series, day)
        size = len(self.players)
        events = Events.of(key=[0], start=[Day.of(day)], end=[Day.of(day)], edition=[0], system=[0],
                           championship=[False])  # fmt: skip
        lists = Lists({list_: self.own[list_]}, self.other, list_, list_, (self.home,))
        beside = np.array([min(list_beside(book, day, list_), max(self.other, default=list_))], np.int32)
        everybody = Unseated(
            np.array([list_], np.int32), np.zeros(size, np.int32), np.arange(size, dtype=np.int32), beside=beside
        )
        return seat((book,), self.players, lists, events, everybody).shown


def _event_games(held: list[HeldEvent]) -> Games:
    parts, first = [Games.of(white=[], black=[], white_half_points=[], black_half_points=[], coloured=np.zeros(0, bool),
                             round=[], order=[], status=[])], 0  # fmt: skip
    for event in held:
        games = event.games
        status = np.where(games.kind == GameKind.PLAYED, 0, Status.UNPLAYED_GAME).astype(np.uint8)
        for turn, number in sorted(event.left_out):
            mine = ((games.white == number) | (games.black == number)) & (games.round == turn) & (status == 0)
            status[mine] = event.why
        parts.append(
            Games(
                (games.white + first - 1).astype(np.int32),
                (games.black + first - 1).astype(np.int32),
                games.white_half_points.astype(np.int8),
                games.black_half_points.astype(np.int8),
                games.coloured,
                games.round,
                games.order,
                status,
            )
        )
        first += len(event.people)
    return Games.join(parts)


RATING_ERROR = 55  # points by which ratings miss strengths
UNRATED_SHARE, UNRATED_ELSEWHERE, MOVED_SHARE_ELSEWHERE = 12, 20, 30  # per cent
# Of the imported lists no edition needs to speak; these values only look like theirs.
MIN_RATING_ELSEWHERE, K_ELSEWHERE = 1400, 20


def other_series(series: str, day: date) -> str:
    """The series whose ratings stand in or meet guests; nothing where there is none."""
    book = in_force(series, day)
    return seating_series(book) or next(iter(adjusting_series(book, list_on(series, day))), "")


def days_elsewhere(series: str, other: str, first: date, last: date) -> list[date]:
    """The days of the lists of the other series that events and lists of a series may read from a day to another."""
    days = {first, last}
    with suppress(LawError):  # no edition covers the list before the first day of a rulebook
        days |= {*list_days(series, first, last)}
    with suppress(LawError):  # no edition knows the other series: its lists are of the same months
        days |= {*list_days(other, list_on(other, first), last)}
    return sorted(days)


def opening_roll(draw: RandomStream, setting: SimulationSetting, federation: SimulatedFederation) -> tuple[date, Roll]:
    """The day of the opening list and its roll."""
    series, first, home = setting.series, setting.start, setting.home
    day = list_on(series, first)
    book, list_ = in_force(series, first), Month.of(day)
    floor, least = book.rule(FLOOR).rating, book.rule(MINIMUM_GAMES).games
    awake = MONTHS_OF_YEAR * book.rule(INACTIVITY).years
    size = len(federation.people)
    rating, games, highest, last = np.zeros((4, size), np.int64)
    for row, person in enumerate(federation.people):
        aimed = person.strength + draw.bell(RATING_ERROR)
        unlucky, above, months, played = draw.below(100), draw.among(-40, 50), draw.below(awake), draw.below(300)
        guest = bool(home) and person.federation != home
        unrated = unlucky < UNRATED_SHARE and not (home and person.title)
        if person.since >= first or guest or aimed < floor or unrated:
            continue
        rating[row], highest[row] = aimed, aimed + max(0, above)
        games[row] = least + played * (1 + person.activity) // 8
        last[row] = _earlier_list_day(
            day, months if person.activity else awake + months, book.rule(LIST_CALENDAR).months
        )
    rated = rating > 0
    state = np.where(rated, np.where(idle(book, list_, last.astype(np.int32)), State.INACTIVE, State.ACTIVE), 0)
    born, played_ = federation.table().born, games.astype(np.uint16)
    k, reason = decide(book, list_, played_, born, highest.astype(np.int16), rating.astype(np.int16))
    k, reason = np.where(rated, k, 0), np.where(rated, reason, 0)
    return day, Roll.of(rating=rating, state=state, k=k, k_reason=reason, games=games, highest=highest, last=last)


def _earlier_list_day(day: date, months: int, calendar: tuple[int, ...]) -> int:
    """The list of so many months before a list day, or the one before that."""
    while add_months(day, -months).month not in calendar:
        months += 1
    return Month.of(add_months(day, -months))


def other_series_opening_roll(draw: RandomStream, setting: SimulationSetting, federation: SimulatedFederation) -> Roll:
    """The roll of the other series on the opening day. Everybody is on it who is ever a guest of a national series."""
    first, home = setting.start, setting.home
    size = len(federation.people)
    rating = np.zeros(size, np.int64)
    for row, person in enumerate(federation.people):
        aimed, unlucky = person.strength + draw.bell(RATING_ERROR), draw.below(100)
        if home and {person.federation, person.moved_to} - {home, ""}:
            rating[row] = max(aimed, MIN_RATING_ELSEWHERE)
        elif person.since < first and aimed >= MIN_RATING_ELSEWHERE and unlucky >= UNRATED_ELSEWHERE:
            rating[row] = aimed
    return _other_series_roll(rating)


def other_series_next_roll(draw: RandomStream, roll: Roll) -> Roll:
    """The other series a month later: some ratings have moved a little."""
    rating = roll.rating.astype(np.int64)
    for row in np.flatnonzero(rating).tolist():
        if draw.chance(MOVED_SHARE_ELSEWHERE):
            rating[row] = max(MIN_RATING_ELSEWHERE, int(rating[row]) + draw.bell(9))
    return _other_series_roll(rating)


def _other_series_roll(rating: npt.NDArray[np.int64]) -> Roll:
    rated = rating > 0
    state, k = np.where(rated, State.ACTIVE, State.NONE), np.where(rated, K_ELSEWHERE, 0)
    return Roll.of(rating=rating, state=state, k=k, highest=rating)


def fide_list_bytes(
    federation: SimulatedFederation, roll: Roll, series: str, list_day: date, games: Roll | None = None
) -> RatingList:
    """A roll as a list in FIDE's form: whoever has a rating on it. Games are those since the roll given."""
    rows = np.flatnonzero(listed(roll.state))
    people = [federation.people[row] for row in rows.tolist()]
    names = [latin_name(person.name).encode() for person in people]
    offsets = np.concatenate(([0], np.cumsum([len(name) for name in names], dtype=np.int64))).astype(np.int64)
    played = np.zeros(len(rows), np.int64) if games is None else (roll.games - games.games)[rows]
    asleep = (roll.state[rows] == State.INACTIVE).tolist()
    flags = [("w" if person.sex == "w" else "") + ("i" if i else "") for person, i in zip(people, asleep, strict=True)]
    standing = Standing(roll.rating[rows], played.astype(np.int16), roll.k[rows])
    return RatingList(
        np.array([person.id for person in people], np.int64),
        b"".join(names),
        offsets,
        _list_bytes([person.federation_on(list_day) for person in people]),
        _list_bytes(["F" if person.sex == "w" else "M" for person in people]),
        _list_bytes([person.title for person in people]),
        _list_bytes([person.title if person.title.startswith("W") else "" for person in people]),
        _list_bytes([""] * len(people)),
        _list_bytes([""] * len(people)),
        days_of(np.array([person.born.year for person in people], np.int32)).astype(np.int32),
        _list_bytes(flags),
        {STANDINGS.get(series, series): standing},
        "current",
        Month.of(list_day),
    )


def _list_bytes(texts: list[str]) -> npt.NDArray[np.bytes_]:
    return np.array([text.encode() for text in texts] or [b""], np.bytes_)[: len(texts)]
