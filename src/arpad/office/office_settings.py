"""Found an office, read its settings (home federation, time zone, a rehearsal's day) and change them."""

from __future__ import annotations

from dataclasses import asdict
from datetime import date
from typing import Any

from sqlalchemy import Connection, func, insert, inspect, select, update

from arpad.days import Day
from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.office.acts import Permission, Subject, act
from arpad.office.clock import Clock, check_time_zone
from arpad.office.desk import HOME, MAX_REHEARSAL_DAYS, REHEARSAL, ZONE, Desk, WriteTransaction, last_log_day
from arpad.office.office_profile import (
    NO_PROFILE_CHANGE,
    PREFIX,
    PROFILE_NAMES,
    OfficeProfile,
    ProfileChange,
    read_profile,
)
from arpad.office.registry.person import FEDERATION_CODE
from arpad.office.store import schema
from arpad.office.store.engine import Store, new_database_file
from arpad.office.store.migrate import VERSION_TABLE, build_schema, known_schemas, schema_in, stamp_application_id
from arpad.office.store.schema import metadata, setting
from arpad.plaintext import NAME, is_name

DAY_SETTING = "day"


@dataclass(frozen=True)
class OfficeChange:
    """A request to change settings; those that are not named stay. Refused without a reason, or if no setting is
    named."""

    why: str
    home: str | None = None  # empty: of no federation
    zone: str = ""
    day: date | None = None  # of a rehearsal
    profile: ProfileChange = NO_PROFILE_CHANGE

    def __post_init__(self) -> None:
        if not self.why.strip():
            raise UserError("office-change/no-reason", Remedy.to("give-reason"))
        if self.home is None and not self.zone and self.day is None and not self.profile.named():
            raise UserError("office-change/nothing")


@dataclass(frozen=True)
class OfficeSettings:
    """The settings of an office, and its day."""

    office: str  # where it is kept
    home: str
    zone: str
    rehearsal: bool
    founded: date
    today: date
    profile: OfficeProfile = OfficeProfile()


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


def read_settings(desk: Desk) -> OfficeSettings:
    """Return the settings of the office, the day of its founding, and its day today."""
    with desk.reading() as connection:
        founded = Day(connection.execute(select(schema.log.c.day).order_by(schema.log.c.seq).limit(1)).scalar_one())
        profile = read_profile(connection)
    address, zone = desk.store.address, desk.clock.zone
    return OfficeSettings(address, desk.home, zone, desk.rehearsal, founded.date, desk.today(), profile)


@act("change-settings", about=Subject.OFFICE, permission=Permission.ADMINISTER, inverse="change-settings")
def change_settings(desk: Desk, request: OfficeChange) -> OfficeChanged:
    """Change profile, home federation or time zone, or set the day of a rehearsal back; return the changes. Values that
    already hold are not stored. Refuses a later day or one before the newest list, an unknown zone, and a zone in
    which it is still yesterday."""
    values: dict[str, tuple[str, str]] = {}  # before and after
    if request.home is not None:
        values[HOME] = desk.home, check_home_federation(request.home)
    if request.zone:
        values[ZONE] = desk.clock.zone, check_time_zone(request.zone)
    with desk.reading() as connection:
        profile = {name: str(value) for name, value in asdict(read_profile(connection)).items()}
    values |= {name: (profile[name], value) for name, value in request.profile.named().items()}
    day = request.day or desk.today()
    if request.day is not None:
        values[DAY_SETTING] = str(desk.today()), str(day)
        _require_earlier_rehearsal_day(desk, day)
    changed = tuple(SettingChanged(name, *both) for name, both in values.items() if both[0] != both[1])
    detail = {each.name: [each.before, each.after] for each in changed}
    with desk.writing("change office", "", request.why, detail) as writing:
        if not changed:
            return OfficeChanged((), 0)
        _refuse_earlier_day_in_zone(desk, request)
        if day < desk.today():
            _require_day_after_lists(writing.connection, day)
        writing.day = int(Day.of(day))
        later = select(func.count()).where(schema.log.c.day > writing.day)
        count = writing.connection.execute(later).scalar_one()
        _store_settings(writing, changed)
    return OfficeChanged(changed, count)


def check_home_federation(home: str) -> str:
    """Return the code of the home federation in upper case, or an empty text; anything else is refused. Whether it is
    registered is not checked."""
    code = home.strip().upper()
    if code and not FEDERATION_CODE.fullmatch(code):
        raise UserError("office-change/home", home=home)
    return code


def _require_earlier_rehearsal_day(desk: Desk, day: date) -> None:
    """Refuse to set the day of an office that is not a rehearsal, and to set a rehearsal forward. The same day is
    accepted."""
    if not desk.rehearsal:
        raise UserError("no-rehearsal", Remedy.to("found-rehearsal"))
    if day > desk.today():
        raise UserError("office-change/forward", Remedy.to("later-day"), day=day, today=desk.today())


def _refuse_earlier_day_in_zone(desk: Desk, request: OfficeChange) -> None:
    """Refuse a time zone in which it is still yesterday: the office could not write until midnight. A rehearsal has its
    own day and is never refused."""
    if request.zone and not desk.rehearsal and Clock(request.zone).today() < desk.today():
        remedy = Remedy.to("zone-after-midnight", zone=request.zone)
        raise UserError("office-change/yesterday", remedy, zone=request.zone, today=desk.today())


def _require_day_after_lists(connection: Connection, day: date) -> None:
    """Refuse a day before the office was founded, or before the day on which its newest list was entered."""
    log, head = schema.log, schema.rating_list
    founded = Day(connection.execute(select(log.c.day).order_by(log.c.seq).limit(1)).scalar_one())
    if day < founded.date:
        raise UserError("office-change/before-founding", Remedy.to("found-earlier"), day=day, founded=founded)
    lists = select(func.max(log.c.day)).join_from(log, head, head.c.log == log.c.seq)
    newest = Day(connection.execute(lists).scalar() or 0)
    if newest and day < newest.date:
        raise UserError("office-change/before-list", Remedy.to("day-from", day=newest.date), day=day, came=newest)


def _store_settings(writing: WriteTransaction, changed: tuple[SettingChanged, ...]) -> None:
    """Store the changed settings. The day of a rehearsal is stored only as the day of the log entry."""
    setting, _ = schema.setting, writing.seq
    stored = set(writing.connection.execute(select(setting.c.name)).scalars())
    for setting_change in changed:
        name = PREFIX + setting_change.name if setting_change.name in PROFILE_NAMES else setting_change.name
        if name in stored:
            changing = update(setting).where(setting.c.name == name)
            writing.connection.execute(changing.values(value=setting_change.after))
        elif name != DAY_SETTING:
            writing.connection.execute(insert(setting), {"name": name, "value": setting_change.after})


@dataclass(frozen=True)
class NewDay:
    """A later day for a rehearsal."""

    day: date


@act("move-day", about=Subject.OFFICE, permission=Permission.DECIDE)
def move_day(desk: Desk, request: NewDay) -> date:
    """Let a rehearsal go on to a later day; return it. Refuses another office, a day that is not later, and more days
    than a rehearsal may go forward at once."""
    if not desk.rehearsal:
        raise UserError("no-rehearsal", Remedy.to("found-rehearsal"))
    if request.day <= desk.today():
        raise UserError("move-day/not-later", day=request.day, today=desk.today())
    if (request.day - desk.today()).days > MAX_REHEARSAL_DAYS:
        raise UserError("rehearsal-leaps", Remedy.to("smaller-steps"), today=request.day, last=desk.today())
    with desk.writing("move day", str(request.day)) as writing:
        writing.day = int(Day.of(request.day))
        writing.seq  # noqa: B018  the entry is the change
    return request.day


@dataclass(frozen=True)
class RehearsalStart:
    """That a copy of an office becomes a rehearsal: the last entry of the log that it has of the original."""

    copied: int


@act("start-rehearsal", about=Subject.OFFICE, permission=Permission.ADMINISTER)
def start_rehearsal(desk: Desk, request: RehearsalStart, connection: Connection | None = None) -> None:
    """Make a copy of an office a rehearsal. Its day is that of its newest log entry.

    With `connection` it is done within an open transaction: a copy is never seen before it is a rehearsal."""
    named: dict[str, Any] = {"action": "rehearse", "detail": {"copied": request.copied}}
    with desk.writing(**named) if connection is None else desk.entered(connection, **named) as writing:
        writing.day = int(last_log_day(writing.connection))
        change = SettingChanged(REHEARSAL, str(int(desk.rehearsal)), "1")
        _store_settings(writing, (change,))


FOUNDING_SETTING = "founded"  # the entry of the log that founded the office


@dataclass(frozen=True)
class Founding:
    """The settings with which an office begins."""

    home: str
    zone: str
    rehearsal: bool


@act("found-office", about=Subject.OFFICE, permission=Permission.ADMINISTER, note=True, writes=("setting",))
def store_founding(desk: Desk, _: Founding, connection: Connection) -> None:
    """Store the settings of a new office and its first log entry, within an open transaction."""
    with desk.entered(connection, "found", why="the office begins") as writing:
        store_initial_settings(desk, writing)


def found_office(store: Store, who: str, clock: Clock, home: str = "", rehearsal: bool = False) -> Desk:
    """Create a new office in an empty database: tables, settings and the first log entry. Refused if there is an office
    or other tables. A rehearsal needs a day; a real office must not have one."""
    check_time_zone(clock.zone)
    if clock.set_to is not None and not rehearsal:
        raise UserError("day-without-rehearsal", Remedy.to("add-rehearsal"))
    if rehearsal and clock.set_to is None:
        raise UserError("rehearsal-without-day", Remedy.to("give-first-day"))
    if not is_name(who):
        raise UserError("log-text/who", most=NAME)
    desk = Desk(store, who, clock, rehearsal, check_home_federation(home))
    with new_database_file(store), store.writing() as connection:
        _require_empty_place(connection, store.address)
        build_schema(connection)
        stamp_application_id(connection)
        store_founding(desk, Founding(desk.home, clock.zone, rehearsal), connection)
    return desk


def store_initial_settings(desk: Desk, writing: WriteTransaction) -> None:
    """Insert the settings of a new office. A setting that is stored already keeps its value."""
    values = {
        HOME: desk.home,
        REHEARSAL: str(int(desk.rehearsal)),
        ZONE: desk.clock.zone,
        FOUNDING_SETTING: str(writing.seq),
    }
    stored = set(writing.connection.execute(select(setting.c.name)).scalars())
    rows = [{"name": name, "value": value} for name, value in values.items() if name not in stored]
    writing.connection.execute(insert(setting), rows)


def _require_empty_place(connection: Connection, address: str) -> None:
    """Refuse a database that has an office or other tables. Arpad's own tables without any row are accepted."""
    tables = set(inspect(connection).get_table_names())
    schema = schema_in(connection)
    if tables and schema not in known_schemas():
        message = "office-there" if schema else "strange-tables"
        raise UserError(message, None if schema else Remedy.to("choose-empty"), address=address)
    if not has_no_rows(connection, tables):
        raise UserError("office-there", address=address)


def has_no_rows(connection: Connection, names: set[str]) -> bool:
    """Whether Arpad's tables with these names have no row; the table of the schema version does not count, nor do other
    tables."""
    tables = (table for table in metadata.sorted_tables if table.name in names - {VERSION_TABLE.name})
    return all(connection.execute(select(1).select_from(table).limit(1)).first() is None for table in tables)
