"""Make the lists that stand at the beginning: the opening list, and the lists of the other series where one is read.

Ratings lie about the true strengths. Whoever has a rating has games, a highest rating and a last game that fit the
edition's own rules; K is decided by the project's own function. The other series is not played here: its ratings walk.
"""

from __future__ import annotations

from datetime import date

import numpy as np
import numpy.typing as npt

from arpad.columns import Roll, State
from arpad.days import MONTHS_OF_YEAR, Month, days_of
from arpad.intake import RatingList, Standing
from arpad.law import in_force
from arpad.law.calendar import add_months, list_on
from arpad.law.rules.lists import INACTIVITY, LIST_CALENDAR
from arpad.law.rules.newcomers import FLOOR, MINIMUM_GAMES
from arpad.lists.beside import seating_series
from arpad.lists.ratinglist import idle
from arpad.lists.rollcall import STANDINGS
from arpad.rating.change import listed
from arpad.rating.coefficient import decide
from arpad.simulate.draw import Draw
from arpad.simulate.names import latin
from arpad.simulate.people import Federation
from arpad.simulate.setting import Setting

ERROR = 55  # points by which ratings miss strengths
UNRATED, UNRATED_ELSEWHERE, MOVES_ELSEWHERE = 12, 20, 30  # per cent
# Of the imported lists no edition needs to speak; these values only look like theirs.
LEAST_ELSEWHERE, K_ELSEWHERE = 1400, 20


def other_series(series: str, day: date) -> str:
    """The series whose ratings stand in or meet guests; nothing where there is none."""
    book = in_force(series, day)
    return seating_series(book)


def opening_roll(draw: Draw, setting: Setting, federation: Federation) -> tuple[date, Roll]:
    """The day of the opening list and its roll."""
    series, first, home = setting.series, setting.start, setting.home
    day = list_on(series, first)
    book, list_ = in_force(series, first), Month.of(day)
    floor, least = book.rule(FLOOR).rating, book.rule(MINIMUM_GAMES).games
    awake = MONTHS_OF_YEAR * book.rule(INACTIVITY).years
    size = len(federation.people)
    rating, games, highest, last = np.zeros((4, size), np.int64)
    for row, person in enumerate(federation.people):
        aimed = person.strength + draw.bell(ERROR)
        unlucky, above, months, played = draw.below(100), draw.among(-40, 50), draw.below(awake), draw.below(300)
        guest = bool(home) and person.federation != home
        if person.since >= first or guest or aimed < floor or unlucky < UNRATED:
            continue
        rating[row], highest[row] = aimed, aimed + max(0, above)
        games[row] = least + played * (1 + person.activity) // 8
        last[row] = _list_before(day, months if person.activity else awake + months, book.rule(LIST_CALENDAR).months)
    rated = rating > 0
    state = np.where(rated, np.where(idle(book, list_, last.astype(np.int32)), State.INACTIVE, State.ACTIVE), 0)
    born, played_ = federation.table().born, games.astype(np.uint16)
    k, reason = decide(book, list_, played_, born, highest.astype(np.int16), rating.astype(np.int16))
    k, reason = np.where(rated, k, 0), np.where(rated, reason, 0)
    return day, Roll.of(rating=rating, state=state, k=k, k_reason=reason, games=games, highest=highest, last=last)


def _list_before(day: date, months: int, calendar: tuple[int, ...]) -> int:
    """The list of so many months before a list day, or the one before that."""
    while add_months(day, -months).month not in calendar:
        months += 1
    return Month.of(add_months(day, -months))


def first_elsewhere(draw: Draw, first: date, federation: Federation) -> Roll:
    """The roll of the other series on the opening day."""
    size = len(federation.people)
    rating = np.zeros(size, np.int64)
    for row, person in enumerate(federation.people):
        aimed, unlucky = person.strength + draw.bell(ERROR), draw.below(100)
        if person.since < first and aimed >= LEAST_ELSEWHERE and unlucky >= UNRATED_ELSEWHERE:
            rating[row] = aimed
    return _elsewhere(rating)


def next_elsewhere(draw: Draw, roll: Roll) -> Roll:
    """The other series a month later: some ratings have moved a little."""
    rating = roll.rating.astype(np.int64)
    for row in np.flatnonzero(rating).tolist():
        if draw.chance(MOVES_ELSEWHERE):
            rating[row] = max(LEAST_ELSEWHERE, int(rating[row]) + draw.bell(9))
    return _elsewhere(rating)


def _elsewhere(rating: npt.NDArray[np.int64]) -> Roll:
    rated = rating > 0
    state, k = np.where(rated, State.ACTIVE, State.NONE), np.where(rated, K_ELSEWHERE, 0)
    return Roll.of(rating=rating, state=state, k=k, highest=rating)


def rating_list(
    federation: Federation, roll: Roll, series: str, list_day: date, games: Roll | None = None
) -> RatingList:
    """A roll as a list in FIDE's form: whoever has a rating on it. Games are those since the roll given."""
    rows = np.flatnonzero(listed(roll.state))
    people = [federation.people[row] for row in rows.tolist()]
    names = [latin(person.name).encode() for person in people]
    offsets = np.concatenate(([0], np.cumsum([len(name) for name in names], dtype=np.int64))).astype(np.int64)
    played = np.zeros(len(rows), np.int64) if games is None else (roll.games - games.games)[rows]
    asleep = (roll.state[rows] == State.INACTIVE).tolist()
    flags = [("w" if person.sex == "w" else "") + ("i" if i else "") for person, i in zip(people, asleep, strict=True)]
    standing = Standing(roll.rating[rows], played.astype(np.int16), roll.k[rows])
    return RatingList(
        np.array([person.id for person in people], np.int64),
        b"".join(names),
        offsets,
        _bytes([person.federation_on(list_day) for person in people]),
        _bytes(["F" if person.sex == "w" else "M" for person in people]),
        _bytes([person.title for person in people]),
        _bytes([person.title if person.title.startswith("W") else "" for person in people]),
        _bytes([""] * len(people)),
        _bytes([""] * len(people)),
        days_of(np.array([person.born.year for person in people], np.int32)).astype(np.int32),
        _bytes(flags),
        {STANDINGS.get(series, series): standing},
        "current",
        Month.of(list_day),
    )


def _bytes(texts: list[str]) -> npt.NDArray[np.bytes_]:
    return np.array([text.encode() for text in texts] or [b""], np.bytes_)[: len(texts)]
