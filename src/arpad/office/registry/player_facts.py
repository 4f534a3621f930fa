"""What the office knows of players on a day, or knew at an entry of its log.

A player's row holds today's facts. Every change is a row beside it: old value, new value, the day from which the new
value holds, and the entry of the log. The value on a day is the newest one that holds by then; a later correction for
the same day wins. The module registers players, finds them by number, and reads facts of some players (`Person`) or
of everybody as columns (`Roster`). Only the computation sees birth dates; published lists get the year.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from sqlalchemy import ColumnElement, Connection, Select, func, select

from arpad.admission.case import KnownPlayer
from arpad.columns import I32, I64, U8, U16, Players
from arpad.days import Day
from arpad.finding import Problem, Remedy, UserError
from arpad.frozen import dataclass
from arpad.lists.rollcall import slips
from arpad.model.spelling import official_latin_name
from arpad.office.desk import WriteTransaction
from arpad.office.registry.names import name_sort, to_latin_letters
from arpad.office.registry.person import COLUMN_FIELDS as STORED
from arpad.office.registry.person import (
    HIGHEST_FIDE_NUMBER,
    PERSON_FIELDS,
    Person,
    fact_as_text,
    fact_from_text,
    future_date_faults,
    is_day,
    is_plainly_valid,
    person_faults,
    refuse_first_fault,
)
from arpad.office.registry.player_numbers import (
    LAST_OFFICE_NUMBER,
    is_office_number,
    key_of_office_number,
    office_numbers,
)
from arpad.office.store.bulk import (
    insert_rows,
    is_among_parameter,
    is_one_of,
    is_sqlite,
    key_columns,
    mostly_zero_columns,
    packed_numbers,
)
from arpad.office.store.cache import CacheSubject, cached, cached_each
from arpad.office.store.schema import birth, log, player, player_change

KEYS_PER_QUERY = 5_000  # keys in one question
LATIN_NAME_FIELD = "latin_name"  # a fact without a column: every value of it is a change


class StoredChange(NamedTuple):
    """One stored change of one fact of a player."""

    seq: int
    player: int
    field: str
    old: str
    new: str
    since: int
    log: int


def changes_of_players(
    connection: Connection, keys: Sequence[int], fields: Sequence[str] = ()
) -> Iterator[StoredChange]:
    """Yield all stored changes of some players, of these fields (empty: all), in the order of entry."""
    query = _changes_query(is_sqlite(connection))
    for first in range(0, len(keys), KEYS_PER_QUERY):
        for row in connection.execute(
            query, {"keys": packed_numbers(connection, keys[first : first + KEYS_PER_QUERY])}
        ).all():
            if not fields or row.field in fields:
                yield StoredChange(*row)


@cache
def _changes_query(sqlite: bool) -> Select[Any]:
    """The SQL query for the changes of the players in the parameter `keys`, in the order of entry; cached."""
    rows = select(*(player_change.c[name] for name in StoredChange._fields))
    return rows.where(is_among_parameter(sqlite, player_change.c.player, "keys")).order_by(player_change.c.seq)


def changes_of_players_changed_since_entry(
    connection: Connection, known_at: int, fields: Sequence[str]
) -> Iterator[StoredChange]:
    """Yield all changes of these fields, also the earlier ones, of every player who has one entered after this log
    entry."""
    later = select(player_change.c.player).where(player_change.c.log > known_at, player_change.c.field.in_(fields))
    yield from _read_changes(connection, player_change.c.player.in_(later), fields)


def changes_of_players_changed_after_day(connection: Connection, day: int, field: str) -> Iterator[StoredChange]:
    """Yield all changes of a field, also the earlier ones, of every player with a value that holds only from after a
    day on."""
    later = select(player_change.c.player).where(player_change.c.since > day, player_change.c.field == field)
    yield from _read_changes(connection, player_change.c.player.in_(later), (field,))


def _read_changes(connection: Connection, chosen: ColumnElement[bool], fields: Sequence[str]) -> Iterator[StoredChange]:
    """Yield the changes that match an SQL condition, in the order of entry; of these fields only, or of all if
    empty."""
    query = (
        select(*(player_change.c[name] for name in StoredChange._fields)).where(chosen).order_by(player_change.c.seq)
    )
    if fields:
        query = query.where(player_change.c.field.in_(fields))
    for row in connection.execute(query).all():
        yield StoredChange(*row)


def values_on_day(
    changes: Iterable[StoredChange], day: int | None = None, known_at: int | None = None
) -> dict[tuple[int, str], str]:
    """Return the value on a day (None: the newest), as text, by (player key, field), for everything that ever changed.
    `known_at` ignores what later log entries stored. `changes` must be complete and in order, because the first old
    value is the original one."""
    values: dict[tuple[int, str], str] = {}
    holds: dict[tuple[int, str], int] = {}
    for change in changes:
        place = (change.player, change.field)
        values.setdefault(place, change.old)
        if (day is not None and change.since > day) or (known_at is not None and change.log > known_at):
            continue
        if change.since >= holds.get(place, 0):
            values[place], holds[place] = change.new, change.since
    return values


@dataclass(frozen=True)
class KnownAsOf:
    """As of which log entry facts are read (`at`; None: now), and which players are read as known now in any case
    (`anew`)."""

    at: int | None = None
    anew: frozenset[int] = frozenset()

    def settled(self, changes: Iterable[StoredChange], day: int | None = None) -> dict[tuple[int, str], str]:
        """Return the value on a day, as text, by (player key, field), for everything that ever changed: as known at
        entry `at`, but for players in `anew` as known now."""
        rows = list(changes)
        values = values_on_day(rows, day, self.at)
        now = [change for change in rows if change.player in self.anew]
        return values | values_on_day(now, day) if now else values


KNOWN_NOW = KnownAsOf()


def entered_latin_names(connection: Connection, known_at: int | None = None, day: int | None = None) -> dict[int, str]:
    """Return the Latin names that officers entered and that hold (on a day), by player key. Players without one are
    left out; no federation's table is used."""
    rows = _read_changes(connection, player_change.c.field == LATIN_NAME_FIELD, ())
    return {key: name for (key, _), name in values_on_day(rows, day, known_at).items() if name}


@dataclass(frozen=True, slots=True)
class LoggedChange:
    """A change of a player with its entry of the log: what, from when, who, on which day, and why."""

    field: str
    old: str
    new: str
    since: int
    log: int
    day: int
    who: str
    why: str
    action: str


def logged_changes_of_player(connection: Connection, key: int, known_at: int | None = None) -> list[LoggedChange]:
    """Return all stored changes of one player, each with its log entry, in the order of entry. `known_at` leaves out
    what later log entries stored."""
    query = (
        select(player_change, log.c.day, log.c.who, log.c.why, log.c.action)
        .join(log, log.c.seq == player_change.c.log)
        .where(player_change.c.player == key)
        .order_by(player_change.c.seq)
    )
    if known_at is not None:
        query = query.where(player_change.c.log <= known_at)
    names = tuple(LoggedChange.__dataclass_fields__)
    return [LoggedChange(*(getattr(row, name) for name in names)) for row in connection.execute(query)]


BIRTHS_BY_KEY = "(SELECT player AS key, born FROM birth) AS player"
PLAYERS_WITH_BIRTHS = "player LEFT JOIN birth ON birth.player = player.key"
RARE_NUMBERS = ("member", "died")
ROSTER_FIELDS = ("fide_id", "born", "member", "died", "federation")


@dataclass(frozen=True, eq=False)
class Roster:
    """All players as columns, by key."""

    fide_id: I64  # 0: none
    born: I32
    federation: U16  # the place in `codes`
    member: U8
    died: I32  # yyyymmdd, zeros where a part is unknown; 0 is alive
    codes: tuple[str, ...]  # of federations, sorted; the empty code where none is known

    def __len__(self) -> int:
        return len(self.fide_id)

    @cached_property
    def id(self) -> I64:
        """The office's number of each player."""
        return office_numbers(np.arange(len(self), dtype=np.int64))

    @cached_property
    def listed_as(self) -> I64:
        """The number under which a list shows each player: FIDE's, or the office's own if there is none."""
        numbers, own = self.fide_id.copy(), np.flatnonzero(self.fide_id <= 0)
        numbers[own] = office_numbers(own)
        return numbers

    def players(self) -> Players:
        """The columns that the computation of a rating period reads: birth, federation, memberships."""
        return Players(self.born, self.federation, self.member)


def count_players(connection: Connection, known_at: int | None = None) -> int:
    """Return how many players are registered, or were at a log entry. Keys run from 0 without gaps, so this is also the
    next key. Players who were merged away count. Cached."""

    def look() -> int | None:
        query = select(player.c.key).order_by(player.c.key.desc()).limit(1)
        return connection.execute(query if known_at is None else query.where(player.c.log <= known_at)).scalar()

    last = cached(connection, CacheSubject.PEOPLE, ("last", known_at), look)
    return 0 if last is None else last + 1


def read_roster(connection: Connection, known_at: int | None = None, day: int | None = None) -> Roster:
    """Return all players as columns: as known at a log entry (without those registered later), and with the facts that
    held on a day. Without both, as of today."""
    return _build_roster(
        connection, count_players(connection, known_at), earlier_values(connection, ROSTER_FIELDS, known_at, day)
    )


def read_roster_as_revised(connection: Connection, known_at: int, anew: frozenset[int]) -> Roster:
    """Return everybody who is registered now as columns, with the facts known at a log entry; players in `anew` with
    the facts known now."""
    then = earlier_values(connection, ROSTER_FIELDS, known_at)
    return _build_roster(
        connection, count_players(connection), {place: text for place, text in then.items() if place[0] not in anew}
    )


def _build_roster(connection: Connection, count: int, then: Mapping[tuple[int, str], str]) -> Roster:
    """Build the roster of the first `count` players from today's columns, replaced by `then`: earlier values by (key,
    field)."""
    numbers, federation = cached(connection, CacheSubject.PEOPLE, "columns", lambda: _columns_of_today(connection))
    columns = {name: column[:count].copy() for name, column in numbers.items()}
    codes = federation[:count].copy()
    for (key, field), text in then.items():
        if key >= count:
            continue
        if field == "federation":
            codes[key] = text.ljust(codes.itemsize).encode("ascii")
        else:
            columns[field][key] = int(text or 0)
    different, place = np.unique(codes.view(">u4"), return_inverse=True)  # four letters compare as one number
    names = tuple(code.decode("ascii").strip() for code in different.astype(">u4").view("S4").tolist())
    return Roster(
        columns["fide_id"],
        columns["born"].astype(np.int32),
        place.astype(np.uint16),
        columns["member"].astype(np.uint8),
        columns["died"].astype(np.int32),
        names,
    )


def _columns_of_today(connection: Connection) -> tuple[dict[str, npt.NDArray[Any]], npt.NDArray[Any]]:
    """Read today's columns of all players by key: the numbers by field name, and the federation codes as bytes."""
    fide_id, federation = key_columns(connection, "player", ("COALESCE(player.fide_id, 0)",), ("player.federation",))
    rare = zip(RARE_NUMBERS, mostly_zero_columns(connection, RARE_NUMBERS, len(fide_id)), strict=True)
    return {**dict(rare), "fide_id": fide_id, "born": _birth_dates(connection)}, federation


def _birth_dates(connection: Connection) -> I64:
    """Read the birth dates of all players by key, 0 if unknown."""
    births = connection.execute(select(func.count()).select_from(birth)).scalar_one()
    if births == count_players(connection):
        return key_columns(connection, BIRTHS_BY_KEY, ("player.born",))[0]
    return key_columns(connection, PLAYERS_WITH_BIRTHS, ("COALESCE(birth.born, 0)",))[0]


def earlier_values(
    connection: Connection, fields: Sequence[str], known_at: int | None, day: int | None = None
) -> dict[tuple[int, str], str]:
    """Return values at a log entry or on a day, as text, by (player key, field). Only players with stored changes of
    these fields are included; all others have today's values. Empty if neither is given."""
    if known_at is None and day is None:
        return {}
    after = 0 if day is not None else known_at  # a day may lie before any change
    return values_on_day(changes_of_players_changed_since_entry(connection, after or 0, fields), day, known_at)


FEDERATION_FIELD = "federation"
KEY_BITS = 32


@dataclass(frozen=True)
class FormerFederations:
    """Players who were of another federation on a day than they are now: day, key and code, sorted."""

    rows: tuple[tuple[int, int, str], ...] = ()

    def codes(self, roster: Roster) -> tuple[str, ...]:
        """The federation codes of the roster, followed by those that occur only in the past."""
        return (*roster.codes, *sorted({code for _, _, code in self.rows} - set(roster.codes)))

    def federations(self, roster: Roster, day: I32, player: I32) -> U16:
        """Return for each pair of a day and a player key the federation on that day, as a position in
        `codes(roster)`."""
        place = {code: at for at, code in enumerate(self.codes(roster))}
        now = roster.federation[player]
        if not self.rows:
            return now
        known_places = np.array([_day_and_key_as_number(on, key) for on, key, _ in self.rows], np.int64)
        then = np.array([place[code] for _, _, code in self.rows], np.uint16)
        asked_places = _day_and_key_as_number(day.astype(np.int64), player.astype(np.int64))
        at = np.minimum(np.searchsorted(known_places, asked_places), len(known_places) - 1)
        return np.where(known_places[at] == asked_places, then[at], now).astype(np.uint16)


def _day_and_key_as_number(day: Any, key: Any) -> Any:
    """Combine a day and a key into one number that sorts like the pair."""
    return (day << KEY_BITS) | key


def former_federations(
    connection: Connection, roster: Roster, days: Iterable[int], as_of: KnownAsOf = KNOWN_NOW
) -> FormerFederations:
    """Return the players who on some of these days had another federation than in the roster. `as_of`: which
    corrections count as known."""
    first_days = sorted(set(days))
    if not first_days:
        return FormerFederations()
    changes = list(changes_of_players_changed_after_day(connection, first_days[0], FEDERATION_FIELD))
    rows = [
        (day, key, code)
        for day in first_days
        for (key, _), code in as_of.settled(changes, day).items()
        if key < len(roster) and code != roster.codes[int(roster.federation[key])]
    ]
    return FormerFederations(tuple(sorted(rows)))


PLAYER_COLUMNS = (
    "key", "id", "fide_id", "name", "name_sort", "former_names", "sex", "federation", "region", "title",
    "national_title", "member", "died", "log",
)  # fmt: skip
REGISTERED_FIELD = "registered"  # the field of the history that says since when somebody is in the book
NEIGHBOURS_SHOWN = 3  # neighbours of a mistyped number that are named
FIDE_NUMBER = "fide"
WHOLE_COLUMN_FROM = 20_000  # numbers from which the whole column is read at once


def register_players(
    writing: WriteTransaction,
    persons: Sequence[Person],
    since: int | Sequence[int] = 0,
    progress: Callable[[int], None] = lambda _: None,
) -> I32:
    """Register new players and return their keys, in the order given. Refuses impossible facts, a future `since`, and
    FIDE numbers that are taken or occur twice. Duplicates by name are not looked for.

    Keys follow the order of content, so the order of rows in a file does not matter. `since` is the day from which the
    registration holds, for all or for each; 0 if unknown.
    """
    days = [since] * len(persons) if isinstance(since, int) else since
    for person, day in zip(persons, days, strict=True):
        _refuse_impossible_player(person, day, writing.day)
    _refuse_taken_or_repeated_numbers(writing.connection, [person.fide_id for person in persons if person.fide_id])
    if not persons:
        return np.zeros(0, np.int32)
    sorts = [name_sort(person.name) for person in persons]
    order = _registration_order(persons, sorts)
    first, log = count_players(writing.connection), writing.seq
    keys = np.empty(len(persons), np.int32)
    keys[order] = np.arange(first, first + len(persons), dtype=np.int32)
    numbers = office_numbers(np.arange(first, first + len(persons))).tolist()
    entering = [(key, persons[at], sorts[at], int(days[at])) for key, at in enumerate(order, first)]

    def rows() -> Iterator[tuple[Any, ...]]:
        for number, (key, p, sort, _) in zip(numbers, entering, strict=True):
            former = fact_as_text("former_names", p.former_names)
            yield (
                key, number, p.fide_id or None, p.name, sort, former, p.sex, p.federation, p.region, p.title,
                p.national_title, p.member, int(p.died), log,
            )  # fmt: skip

    for done in insert_rows(writing.connection, "player", PLAYER_COLUMNS, rows()):
        progress(done)
    births = ((key, int(person.born)) for key, person, _, _ in entering if person.born)
    registered = ((key, REGISTERED_FIELD, "", day, log) for key, _, _, day in entering if day)
    latin_names = (
        (key, LATIN_NAME_FIELD, person.latin_name, 0, log) for key, person, _, _ in entering if person.latin_name
    )
    change = ("player", "field", "new", "since", "log")
    for table, columns, some in (
        ("birth", ("player", "born"), births),
        ("player_change", change, registered),
        ("player_change", change, latin_names),
    ):
        deque(insert_rows(writing.connection, table, columns, some), maxlen=0)
    return keys


def _refuse_impossible_player(person: Person, since: int, today: int) -> None:
    """Refuse a new player with an impossible fact, or whose registration day `since` is in the future or no day."""
    if not (is_plainly_valid(person) and person.born <= today):
        refuse_first_fault(person_faults(person))
        refuse_first_fault(future_date_faults(person, today))
    if since > today:
        raise UserError("not-yet", day=Day(since), today=Day(today))
    if since and not is_day(since):
        raise UserError("wrong-fact", field="since", expected=Problem("expected/day-or-nothing"))


def _registration_order(persons: Sequence[Person], sorts: Sequence[str]) -> list[int]:
    """Return the positions of persons in the order in which they get keys: first by FIDE number, then those without one
    by name and birth."""
    fide_id = np.array([person.fide_id for person in persons], np.int64)
    with_number = np.flatnonzero(fide_id)
    without: list[int] = np.flatnonzero(fide_id == 0).tolist()
    without.sort(key=lambda at: (sorts[at], persons[at].born, persons[at].name))
    return [*with_number[np.argsort(fide_id[with_number], kind="stable")].tolist(), *without]


def _refuse_taken_or_repeated_numbers(connection: Connection, numbers: list[int]) -> None:
    """Refuse FIDE numbers that occur twice here or that a registered player has."""
    different, times = np.unique(np.array(numbers, np.int64), return_counts=True)
    if (times > 1).any():
        raise UserError("fide-number-twice", Remedy.to("find-out-whose"), number=int(different[times > 1][0]))
    taken = np.flatnonzero(keys_of_numbers(connection, numbers) >= 0)
    if len(taken):
        number = int(numbers[taken[0]])
        raise UserError("fide-number-taken", Remedy.to("show-player", number=number), number=number)


def keys_of_numbers(connection: Connection, numbers: Sequence[int]) -> I32:
    """Return the key of the player for each number, FIDE's or the office's own; -1 if nobody has it or a check digit is
    wrong. Merges are not followed: a merged player keeps their own key."""
    checked = np.array([number if 0 < number <= LAST_OFFICE_NUMBER else 0 for number in numbers], np.int64)
    keys = np.full(len(checked), -1, np.int32)
    registered = count_players(connection)
    for at in np.flatnonzero(checked > HIGHEST_FIDE_NUMBER).tolist():
        key = key_of_office_number(int(checked[at]))
        keys[at] = key if key is not None and key < registered else -1
    rest = np.flatnonzero((checked > 0) & (checked <= HIGHEST_FIDE_NUMBER))
    if len(rest) > WHOLE_COLUMN_FROM:
        (column,) = key_columns(connection, "player", ("COALESCE(player.fide_id, 0)",))
        order, asked_numbers = np.argsort(column, kind="stable"), checked[rest]
        if len(order):
            place = order[np.minimum(np.searchsorted(column, asked_numbers, sorter=order), len(order) - 1)]
            keys[rest] = np.where(column[place] == asked_numbers, place, -1)
        return keys

    def look(asked_numbers: list[tuple[str, int]]) -> dict[tuple[str, int], int]:
        keys_by_number = dict.fromkeys(asked_numbers, -1)
        for first in range(0, len(asked_numbers), KEYS_PER_QUERY):
            some = [number for _, number in asked_numbers[first : first + KEYS_PER_QUERY]]
            chosen = select(player.c.fide_id, player.c.key).where(is_one_of(connection, player.c.fide_id, some))
            keys_by_number |= {(FIDE_NUMBER, number): key for number, key in connection.execute(chosen).all()}
        return keys_by_number

    asked = [(FIDE_NUMBER, int(number)) for number in checked[rest].tolist()]
    there_is = cached_each(connection, CacheSubject.PERSONS, asked, look)
    keys[rest] = [there_is[each] for each in asked]
    return keys


def require_player_key(connection: Connection, number: int) -> int:
    """Return the key of the player with a FIDE or office number. If nobody has it, raise an error that names similar
    registered numbers. Merges are not followed."""
    key = int(keys_of_numbers(connection, [number])[0])
    if key >= 0:
        return key
    message = (
        "number-mistyped" if is_office_number(number) and key_of_office_number(number) is None else "number-unknown"
    )
    near = tuple(
        Problem("neighbour-is", number=other, name=name) for other, name in registered_numbers_like(connection, number)
    )
    if near:
        raise UserError(f"{message}/near", number=number, near=near[:NEIGHBOURS_SHOWN])
    raise UserError(message, Remedy.to("find-player"), number=number)


def registered_numbers_like(connection: Connection, number: int) -> tuple[tuple[int, str], ...]:
    """Return (number, name) of the registered players whose number is one typing error away, sorted."""
    near = slips(number)
    number_by_key = {key: near[at] for at, key in enumerate(keys_of_numbers(connection, near).tolist()) if key >= 0}
    names = select(player.c.key, player.c.name).where(player.c.key.in_(list(number_by_key)))
    return tuple(sorted((number_by_key[row.key], row.name) for row in connection.execute(names)))


def facts_of_players(
    connection: Connection, keys: Sequence[int], day: int | None = None, known_at: int | None = None
) -> dict[int, Person]:
    """Return the facts of some players, by key: of today, of a day, or as known at a log entry. Unknown keys, and
    players registered after that entry, are left out. Cached."""
    wanted_keys = sorted({int(key) for key in keys if key >= 0})
    stored = cached_each(
        connection, CacheSubject.PERSONS, wanted_keys, lambda some: _read_rows_and_changes(connection, some)
    )
    people: dict[int, Person] = {}
    for key, (row, changes) in stored.items():
        if known_at is not None and row["log"] > known_at:
            continue
        values = {field: row[field] for field in STORED}
        if day is None and known_at is None:
            changes = [change for change in changes if change.field == LATIN_NAME_FIELD]
        for (_, field), text in values_on_day(changes, day, known_at).items() if changes else ():
            if field in PERSON_FIELDS:
                values[field] = text if field == "former_names" else fact_from_text(field, text)
        values["former_names"] = fact_from_text("former_names", values["former_names"])
        values["born"], values["fide_id"] = values["born"] or 0, values["fide_id"] or 0
        people[key] = Person(**values)
    return people


def _read_rows_and_changes(
    connection: Connection, keys: list[int]
) -> dict[int, tuple[Mapping[str, Any], list[StoredChange]]]:
    """Read the rows of some players, by key, each with all changes in the order of entry; unknown keys are left out."""
    by_key: dict[int, tuple[Mapping[str, Any], list[StoredChange]]] = {}
    for first in range(0, len(keys), KEYS_PER_QUERY):
        some = keys[first : first + KEYS_PER_QUERY]
        result = connection.execute(
            _player_rows_query(is_sqlite(connection)), {"keys": packed_numbers(connection, some)}
        )
        names = tuple(result.keys())
        for row in result.all():
            by_key[row.key] = dict(zip(names, row, strict=True)), []
    for change in changes_of_players(connection, keys):
        if change.player in by_key:
            by_key[change.player][1].append(change)
    return by_key


@cache
def _player_rows_query(sqlite: bool) -> Select[Any]:
    """The SQL query for the rows of the players in the parameter `keys`, with their births; cached."""
    rows = select(player, birth.c.born).join(birth, birth.c.player == player.c.key, isouter=True)
    return rows.where(is_among_parameter(sqlite, player.c.key, "keys"))


def preload_players(connection: Connection, numbers: Sequence[int]) -> None:
    """Read all players with these numbers into the cache of the connection, so that later questions need no query."""
    keys = [int(key) for key in np.unique(keys_of_numbers(connection, numbers)).tolist() if key >= 0]
    cached_each(connection, CacheSubject.PERSONS, keys, lambda some: _read_rows_and_changes(connection, some))


def players_as_admission_needs(
    connection: Connection, keys: Sequence[int], day: int, ratings: Sequence[int]
) -> tuple[KnownPlayer | None, ...]:
    """Return what admission reads of each player: name, birth, death, other spellings, sex, memberships, federation on
    a day, and the given rating; None for an unknown key."""
    people = facts_of_players(connection, keys, day)
    return tuple(
        KnownPlayer(p.name, p.born, int(rating), p.died, p.federation, _accepted_spellings(p), p.sex, p.member, p.title)
        if (p := people.get(int(key)))
        else None
        for key, rating in zip(keys, ratings, strict=True)
    )


def _accepted_spellings(person: Person) -> tuple[str, ...]:
    """Return the other correct spellings of a person's name: Latin and former names, by the federation's table, and in
    plain letters; not the name itself."""
    names = (person.name, *person.former_names)
    by_table = (official_latin_name(name, person.federation) for name in names)
    ways = (person.latin_name, *person.former_names, *by_table, *map(to_latin_letters, names))
    return tuple(way for way in dict.fromkeys(ways) if way and way != person.name)
