"""Official lists: what imported lists say of people, also of those who are not registered here. For every desk.

- `official_people`: name, federation, sex, year of birth and titles of some numbers, as the lists known on a day say.
- `official_ratings`: rating, K, state and games of some numbers on the list of a series that is in force on a day.
- `search_official`: people by number or by a name, also misspelt.
- `official_rating_list`: a whole list, as it can be written again.

Nothing here writes, and nothing asks the registry.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

import numpy as np
import numpy.typing as npt
from rapidfuzz import fuzz
from sqlalchemy import Connection, select

from arpad.columns import State
from arpad.days import Month, days_of
from arpad.frozen import dataclass
from arpad.intake.frl.listed import RatingList, Standing
from arpad.law.calendar import list_on
from arpad.lists.rollcall import INACTIVE, STANDINGS
from arpad.office.imported_rows import ImportedRows, is_among, rows_of_imported_list
from arpad.office.official_people import ListedPeople, authorities, names_of_people, numbers_in, read_people
from arpad.office.registry.names import name_sort, names_sort
from arpad.office.rolls import IMPORTED, published_lists, series_kind
from arpad.office.store import schema

FIDE = "FIDE"
NAME_LIKENESS = 72  # percent, as in the registry
WORD_LIKENESS = 78
MOST_COMPARED = 400  # people whose letters are most like those typed are compared word by word


@dataclass(frozen=True, slots=True)
class OfficialPerson:
    """What official lists say of a person. An empty text and a birth of 0 are unknown."""

    number: int
    name: str
    federation: str
    sex: str
    born: int  # the year
    title: str
    women_title: str
    other_titles: str  # as the list prints them: IA,FT
    arena_title: str
    mark: str  # of the list, without that of the inactive


@dataclass(frozen=True, slots=True)
class OfficialRating:
    """The row of a number on an official list. Games of -1 are not stated; nor is the state, if `activity_stated` is
    false."""

    number: int
    rating: int
    k: int
    state: State
    games: int
    list_: Month
    activity_stated: bool


def authority_of(series: str) -> str:
    """Return who makes the lists of a series: FIDE of its three, of another series the series itself."""
    return FIDE if series in STANDINGS else series


def official_people(
    connection: Connection, numbers: Sequence[int], day: date | None = None, authority: str = FIDE
) -> dict[int, OfficialPerson]:
    """Return what the lists of an authority up to a day say of these numbers, by number; by default all its lists.
    Numbers that are on no list are left out."""
    until = 0 if day is None else int(Month.of(day))
    people = read_people(connection, authority, until, list(numbers))
    return {person.number: person for person in _persons(people)}


def list_in_force(connection: Connection, series: str, day: date) -> Month:
    """Return the newest imported list of a series that is in force on a day; month 0 if there is none."""
    if series_kind(connection, series) != IMPORTED:
        return Month(0)
    last = Month.of(list_on(series, day))
    return Month(max((each for each in published_lists(connection, series) if each <= last), default=0))


def official_ratings(
    connection: Connection, series: str, numbers: Sequence[int], day: date
) -> dict[int, OfficialRating]:
    """Return the rows of these numbers on the list of an imported series that is in force on a day, by number. Who is
    not on it, or not rated, is left out. Compare `list_` with the calendar where an older list must not do."""
    list_ = list_in_force(connection, series, day)
    if not list_:
        return {}
    rows = rows_of_imported_list(connection, series, list_, np.unique(np.asarray(list(numbers), np.int64)))
    rows = rows.take(rows.rating > 0)
    stated = activity_is_stated(connection, series, list_)
    columns = (rows.fide_id, rows.rating, rows.k, rows.state, rows.games)
    return {
        number: OfficialRating(number, rating, k, State(state), games, list_, stated)
        for number, rating, k, state, games in zip(*(column.tolist() for column in columns), strict=True)
    }


def activity_is_stated(connection: Connection, series: str, list_: int) -> bool:
    """Return whether a file of this list said who is inactive in this series. A combined list says it of standard
    only. Lists of before files were noted are taken to say it."""
    of, head = schema.official_list, schema.rating_list
    rows = select(of.c.activity).join_from(of, head, (head.c.series == of.c.series) & (head.c.list == of.c.list))
    rows = rows.where(of.c.series == series, of.c.list == list_, of.c.log >= head.c.log)
    stated = list(connection.execute(rows).scalars())
    return any(stated) or not stated


# --- a whole list -------------------------------------------------------------------------------------------------


def official_rating_list(connection: Connection, series: str, list_: int) -> RatingList:
    """Return an imported list as it can be written again: its rows by number, with the people as known then. Somebody
    of whom no person is stored has a row without a name."""
    rows = rows_of_imported_list(connection, series, list_)
    people = _people_of_rows(read_people(connection, authority_of(series), list_, rows.fide_id), rows)
    names = people.name.tolist()
    offsets = np.zeros(len(names) + 1, np.int64)
    np.cumsum([len(name) for name in names], out=offsets[1:])
    asleep = rows.state == State.INACTIVE.value
    flag = np.where(asleep, np.strings.add(people.mark, INACTIVE), people.mark)
    standing = Standing(rows.rating, np.maximum(rows.games, 0).astype(np.int16), rows.k)
    return RatingList(
        rows.fide_id, b"".join(names), offsets, people.federation, people.sex, people.title, people.w_title,
        people.o_title, people.foa, days_of(people.born.astype(np.int32)).astype(np.int32), flag,
        {STANDINGS.get(series, series): standing}, "single", Month(list_),
    )  # fmt: skip


def _people_of_rows(people: ListedPeople, rows: ImportedRows) -> ListedPeople:
    """Return a person for each row; who is not stored is empty."""
    missing = rows.fide_id[~is_among(rows.fide_id, people.number)]
    if len(missing):
        texts = [np.zeros(len(missing), "S1")] * 7
        nobody = ListedPeople(missing, texts[0], np.zeros(len(missing), np.int16), *texts)
        people = ListedPeople.join([people, nobody])
        people = people.take(np.argsort(people.number, kind="stable"))
    return people


# --- search -------------------------------------------------------------------------------------------------------


def official_people_called(connection: Connection, text: str) -> tuple[OfficialPerson, ...]:
    """Return the people of official lists with exactly this number or name, capital or small letters, by number. A part
    of a name finds nobody."""
    wanted = " ".join(text.split()).casefold()
    found: list[OfficialPerson] = []
    for authority in authorities(connection) if wanted else ():
        numbers = [int(wanted[:18])] if wanted.isdecimal() else _numbers_of_name(connection, authority, wanted)
        found += official_people(connection, numbers, authority=authority).values()
    return tuple(sorted(found, key=lambda person: person.number))


def _numbers_of_name(connection: Connection, authority: str, wanted: str) -> list[int]:
    """Return the numbers of the people who have, or had, this name in small letters."""
    numbers: list[int] = []
    for stored, facts in names_of_people(connection, authority):
        names = stored.decode("utf-8", "replace").casefold()
        if f"\n{wanted}\n" in f"\n{names}\n":
            rows = [row for row, name in enumerate(names.split("\n")) if name == wanted]
            numbers += numbers_in(facts)[rows].tolist()
    return numbers


def search_official(connection: Connection, text: str, limit: int = 20) -> tuple[OfficialPerson, ...]:
    """Return at most `limit` people of official lists that a typed text may mean, the likeliest first: by number, by
    part of a name, or by a name like it."""
    plain = text.strip()
    found: list[tuple[float, OfficialPerson]] = []
    for authority in authorities(connection):
        if plain.isdigit():
            people = official_people(connection, [int(plain[:18])], authority=authority)
            found += [(0.0, person) for person in people.values()]
            continue
        typed = name_sort(plain)
        if typed:
            numbers = _numbers_of_similar_names(connection, authority, typed)
            people = official_people(connection, numbers, authority=authority)
            scored = ((_likeness(typed, name_sort(person.name)), person) for person in people.values())
            found += [(-score, person) for score, person in scored if score]
    found.sort(key=lambda pair: (pair[0], pair[1].name, pair[1].number))
    return tuple(person for _, person in found[:limit])


def _likeness(typed: str, name: str) -> float:
    """Return how well a name fits what was typed; 0 if it does not. A name with all the words goes before others."""
    words, of_name = typed.split(), name.split()
    whole = float(fuzz.token_sort_ratio(typed, name))
    if all(word in name for word in words):
        return 200 + whole
    if whole >= NAME_LIKENESS:
        return 100 + whole
    best = [max((fuzz.ratio(word, other) for other in of_name), default=0.0) for word in words]
    return min(best) if min(best) >= WORD_LIKENESS else 0.0


BLANK = ord(" ")
_LETTERS = bytes(
    code if 97 <= code <= 122 or code == 10 else code + 32 if 65 <= code <= 90 else BLANK for code in range(256)
)  # small letters and ends of lines; anything else is a blank


def _numbers_of_similar_names(connection: Connection, authority: str, typed: str) -> list[int]:
    """Return the numbers of the people whose names share most pairs of letters with what was typed."""
    pairs = np.zeros(1 << 16, np.uint8)
    for word in typed.split():
        code = np.frombuffer(f" {word}".encode(), np.uint8).astype(np.uint16)
        pairs[(code[:-1] << 8) | code[1:]] = 1
    most, candidates = int(pairs.sum()), list[tuple[float, int]]()
    for names, facts in names_of_people(connection, authority):
        shared, lengths = _shared_pairs(names, pairs)
        likely = np.flatnonzero(shared * 2 >= most)
        if len(likely):
            numbers = numbers_in(facts)[likely].tolist()
            alike = (shared[likely] * 4 - np.abs(lengths[likely] - len(typed))).tolist()
            candidates += zip(alike, numbers, strict=True)
    candidates.sort(reverse=True)
    return [number for _, number in candidates[:MOST_COMPARED]]


def _shared_pairs(names: bytes, pairs: npt.NDArray[np.uint8]) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Return of each line how many of these pairs of letters it has, and its length."""
    if not names.isascii():
        names = "\n".join(names_sort(names)).encode()
    letters = np.frombuffer(b"\n" + names.translate(_LETTERS), np.uint8)
    starts = np.flatnonzero(letters == 10)
    lengths = np.diff(starts, append=len(letters)).astype(np.int32) - 1
    plain = np.where(letters == 10, np.uint8(BLANK), letters).astype(np.uint16)
    hits = pairs[(plain[:-1] << 8) | plain[1:]]
    hits = np.append(hits, np.uint8(0))
    return np.add.reduceat(hits, starts, dtype=np.int32), lengths


def _persons(people: ListedPeople) -> Iterator[OfficialPerson]:
    columns = (people.federation, people.sex, people.title, people.w_title, people.o_title, people.foa, people.mark)
    texts = [[text.decode("utf-8", "replace") for text in column.tolist()] for column in (people.name, *columns)]
    for at, (number, born) in enumerate(zip(people.number.tolist(), people.born.tolist(), strict=True)):
        name, federation, sex, title, women, other, arena, mark = (column[at] for column in texts)
        yield OfficialPerson(number, name, federation, sex, born, title, women, other, arena, mark)
