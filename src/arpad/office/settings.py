"""What an office was founded with, and how that is put right: its home, its time zone, and the day of a rehearsal.

Each change has a reason and stands in the log with what was there before. The office's day never goes back: a time zone
in which it is still yesterday waits until midnight. Only a rehearsal's day does, by a change of its own: not before its
first entry, and not before its lists came, because what was published stands. Forward it goes by itself.
"""

from __future__ import annotations

from datetime import date

from sqlalchemy import Connection, func, select, update

from arpad.days import Day
from arpad.finding import Misuse, Remedy
from arpad.frozen import dataclass
from arpad.office.clock import Clock, checked_zone
from arpad.office.desk import HOME, ZONE, Desk, Writing
from arpad.office.registry.person import FEDERATION
from arpad.office.store import schema

DAY = "day"


@dataclass(frozen=True)
class OfficeChange:
    """What is to be another; what is not named stays."""

    why: str
    home: str | None = None  # empty: of no federation
    zone: str = ""
    day: date | None = None  # of a rehearsal

    def __post_init__(self) -> None:
        if not self.why.strip():
            raise Misuse("office-change/no-reason", Remedy.to("give-reason"))
        if self.home is None and not self.zone and self.day is None:
            raise Misuse("office-change/nothing")


@dataclass(frozen=True)
class OfficeSettings:
    """What an office is, as of its day."""

    office: str  # where it is kept
    home: str
    zone: str
    rehearsal: bool
    founded: date
    today: date


@dataclass(frozen=True)
class SettingChanged:
    """What was there, and what is."""

    name: str
    before: str
    after: str


@dataclass(frozen=True)
class OfficeChanged:
    """What was changed; nothing where it was so already."""

    changed: tuple[SettingChanged, ...]
    later: int  # entries of the log that bear a later day than the rehearsal has now


def settings(desk: Desk) -> OfficeSettings:
    """What the office is."""
    with desk.reading() as connection:
        founded = Day(connection.execute(select(schema.log.c.day).order_by(schema.log.c.seq).limit(1)).scalar_one())
    return OfficeSettings(desk.store.address, desk.home, desk.clock.zone, desk.rehearsal, founded.date, desk.today())


def change(desk: Desk, request: OfficeChange) -> OfficeChanged:
    """Put right what the office was founded with."""
    wanted: dict[str, tuple[str, str]] = {}
    if request.home is not None:
        wanted[HOME] = desk.home, checked_home(request.home)
    if request.zone:
        wanted[ZONE] = desk.clock.zone, checked_zone(request.zone)
    day = request.day or desk.today()
    if request.day is not None:
        wanted[DAY] = str(desk.today()), str(day)
        _must_be_back(desk, day)
    changed = tuple(SettingChanged(name, *both) for name, both in wanted.items() if both[0] != both[1])
    detail = {each.name: [each.before, each.after] for each in changed}
    with desk.writing("change office", "", request.why, detail) as writing:
        if not changed:
            return OfficeChanged((), 0)
        _must_not_lock_out(desk, request)
        if day < desk.today():
            _must_be_after_lists(writing.connection, day)
        writing.day = int(Day.of(day))
        later = select(func.count()).where(schema.log.c.day > writing.day)
        count = writing.connection.execute(later).scalar_one()
        _store(writing, changed)
    return OfficeChanged(changed, count)


def checked_home(home: str) -> str:
    """The code of the federation that keeps the lists, or none; another text is refused."""
    code = home.strip().upper()
    if code and not FEDERATION.fullmatch(code):
        raise Misuse("office-change/home", home=home)
    return code


def _must_be_back(desk: Desk, day: date) -> None:
    """Refuse to set the day of an office that is no rehearsal, and to set one forward."""
    if not desk.rehearsal:
        raise Misuse("no-rehearsal", Remedy.to("found-rehearsal"))
    if day > desk.today():
        raise Misuse("office-change/forward", Remedy.to("later-day"), day=day, today=desk.today())


def _must_not_lock_out(desk: Desk, request: OfficeChange) -> None:
    """Refuse a time zone in which it is still the day before: nobody could write until midnight."""
    if request.zone and not desk.rehearsal and Clock(request.zone).today() < desk.today():
        remedy = Remedy.to("zone-after-midnight", zone=request.zone)
        raise Misuse("office-change/yesterday", remedy, zone=request.zone, today=desk.today())


def _must_be_after_lists(connection: Connection, day: date) -> None:
    """Refuse a day before the office was founded, or before its lists came."""
    log, of = schema.log, schema.rating_list
    founded = Day(connection.execute(select(log.c.day).order_by(log.c.seq).limit(1)).scalar_one())
    if day < founded.date:
        raise Misuse("office-change/before-founding", Remedy.to("found-earlier"), day=day, founded=founded)
    lists = select(func.max(log.c.day)).join_from(log, of, of.c.log == log.c.seq)
    came = Day(connection.execute(lists).scalar() or 0)
    if came and day < came.date:
        raise Misuse("office-change/before-list", Remedy.to("day-from", day=came.date), day=day, came=came)


def _store(writing: Writing, changed: tuple[SettingChanged, ...]) -> None:
    of, _ = schema.setting, writing.seq
    for each in changed:
        if each.name != DAY:  # a rehearsal's day is that of its newest entry
            writing.connection.execute(update(of).where(of.c.name == each.name).values(value=each.after))
