"""The settings of an office, and how they are changed: home federation, time zone, and the day of a rehearsal.

Each change has a reason, and its log entry has the former value. The office's day never goes back: a time zone in which
it is still yesterday is refused until midnight. Only the day of a rehearsal can be set back, but not before its first
log entry or its newest list.
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
    """A request to change settings; those that are not named stay."""

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
    """The settings of an office, and its day."""

    office: str  # where it is kept
    home: str
    zone: str
    rehearsal: bool
    founded: date
    today: date


@dataclass(frozen=True)
class SettingChanged:
    """A setting before and after a change."""

    name: str
    before: str
    after: str


@dataclass(frozen=True)
class OfficeChanged:
    """The settings that a call changed; empty where they had the values already."""

    changed: tuple[SettingChanged, ...]
    later: int  # log entries with a later day than the rehearsal has now


def settings(desk: Desk) -> OfficeSettings:
    """The settings of the office."""
    with desk.reading() as connection:
        founded = Day(connection.execute(select(schema.log.c.day).order_by(schema.log.c.seq).limit(1)).scalar_one())
    return OfficeSettings(desk.store.address, desk.home, desk.clock.zone, desk.rehearsal, founded.date, desk.today())


def change(desk: Desk, request: OfficeChange) -> OfficeChanged:
    """Change settings of the office, or set the day of a rehearsal back."""
    values: dict[str, tuple[str, str]] = {}  # before and after
    if request.home is not None:
        values[HOME] = desk.home, checked_home(request.home)
    if request.zone:
        values[ZONE] = desk.clock.zone, checked_zone(request.zone)
    day = request.day or desk.today()
    if request.day is not None:
        values[DAY] = str(desk.today()), str(day)
        _must_be_back(desk, day)
    changed = tuple(SettingChanged(name, *both) for name, both in values.items() if both[0] != both[1])
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
    """The code of the home federation, or empty; another text is refused."""
    code = home.strip().upper()
    if code and not FEDERATION.fullmatch(code):
        raise Misuse("office-change/home", home=home)
    return code


def _must_be_back(desk: Desk, day: date) -> None:
    """Refuse to set the day of an office that is no rehearsal, and to set a rehearsal forward."""
    if not desk.rehearsal:
        raise Misuse("no-rehearsal", Remedy.to("found-rehearsal"))
    if day > desk.today():
        raise Misuse("office-change/forward", Remedy.to("later-day"), day=day, today=desk.today())


def _must_not_lock_out(desk: Desk, request: OfficeChange) -> None:
    """Refuse a time zone in which it is still the day before: the office could not write until midnight."""
    if request.zone and not desk.rehearsal and Clock(request.zone).today() < desk.today():
        remedy = Remedy.to("zone-after-midnight", zone=request.zone)
        raise Misuse("office-change/yesterday", remedy, zone=request.zone, today=desk.today())


def _must_be_after_lists(connection: Connection, day: date) -> None:
    """Refuse a day before the office was founded, or before its newest list was entered."""
    log, head = schema.log, schema.rating_list
    founded = Day(connection.execute(select(log.c.day).order_by(log.c.seq).limit(1)).scalar_one())
    if day < founded.date:
        raise Misuse("office-change/before-founding", Remedy.to("found-earlier"), day=day, founded=founded)
    lists = select(func.max(log.c.day)).join_from(log, head, head.c.log == log.c.seq)
    newest = Day(connection.execute(lists).scalar() or 0)
    if newest and day < newest.date:
        raise Misuse("office-change/before-list", Remedy.to("day-from", day=newest.date), day=day, came=newest)


def _store(writing: Writing, changed: tuple[SettingChanged, ...]) -> None:
    """Store the changed settings; the day of a rehearsal is that of its newest log entry."""
    setting, _ = schema.setting, writing.seq
    for each in changed:
        if each.name != DAY:
            writing.connection.execute(update(setting).where(setting.c.name == each.name).values(value=each.after))
