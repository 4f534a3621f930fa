"""Load a list as it was published, or as it should have been.

People are read as known at the log entry that published the list. Fields and headings come from the edition stored with
the list. Revised rows are shown only in the revised list.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from sqlalchemy import Connection, select

from arpad.columns import I16, I64, U8, U16, FirstOutcome, Firsts, Roll, State, Worksheets
from arpad.frozen import dataclass
from arpad.intake import RatingList
from arpad.law import Rulebook
from arpad.law.calendar import day_of_list_by
from arpad.law.rules.lists import LIST_FIELDS
from arpad.lists.listing import enter_provisional_ratings
from arpad.lists.marks import marks_of_official_list, marks_of_own_list
from arpad.lists.other_series import adjusting_series
from arpad.lists.published import OtherTitles, People, Published, Words, years_of
from arpad.lists.ratinglist import fell
from arpad.lists.rollcall import INACTIVE
from arpad.office.official_lists import FIDE, activity_is_stated, official_rating_list
from arpad.office.official_people import ListedPeople, read_people
from arpad.office.publishing.list_law import law_of_list, open_with_law
from arpad.office.publishing.list_storage import IMPORTED, ListRow, conclusions_of_opening, require_list
from arpad.office.publishing.players_left_off import left_off_reasons
from arpad.office.publishing.revised_rows import (
    MOVES_TABLE,
    Layer,
    Moves,
    read_revised_roll,
    read_revised_table,
    revision_layers,
)
from arpad.office.registry.names import names_sort
from arpad.office.registry.public_people import read_public_people
from arpad.office.rolls import empty_roll, missing_list_error, published_lists, read_roll, read_rolls
from arpad.office.store import schema
from arpad.packed import unpack

OTHER_SERIES_FIELD = "fide-rating"  # the field that shows another series' rating


@dataclass(frozen=True, eq=False)
class RegistryToday:
    """All people as known now, and the newest log entry that concerns a player (`since`)."""

    people: People
    since: int


def read_published_list(
    connection: Connection, series: str, list_: int, registry: RegistryToday | None = None
) -> Published:
    """Return the list as it was published, with people as known then. Revisions are ignored. `registry` spares
    reading people, if nothing about players changed since. Refuses a list that was never published."""
    head = _list_record(connection, series, list_)
    lent = registry is not None and registry.since <= head.log
    known_then = registry.people if registry is not None and lent else read_public_people(connection, head.log)
    return _list_as_published(connection, head, known_then)


def read_revised_list(connection: Connection, series: str, list_: int) -> Published:
    """Return the list as it should have been by approved cases, with the published roll as `original`. Without a
    revision both are the same. People are as known at the last revision. Refuses a list that was never published."""
    head, layer = _list_record(connection, series, list_), revision_layers(connection, series).get(list_, 0)
    published = _list_as_published(connection, head, read_public_people(connection, max(head.log, layer)))
    if not layer:
        return replace(published, original=published.roll)
    roll = read_revised_roll(connection, series, list_, published.people.listed_as)
    assert roll is not None
    games, waiting = _revised_games_and_provisional(connection, (series, list_, layer), published)
    marks = _marks(connection, head, published.book, roll, published.people)
    return replace(published, roll=roll, games=games, original=published.roll, provisional=waiting, marks=marks)


def read_official_list(connection: Connection, series: str, list_: int) -> Published:
    """Return an imported list with everybody on it, registered here or not, as its authority has it. Refuses a list
    that was never imported."""
    head = _list_record(connection, series, list_)
    book = open_with_law(law_of_list(connection, series, list_), lambda law: law.book)
    ratings = official_rating_list(connection, series, list_)
    (standing,) = ratings.standings.values()
    names = [name.decode("utf-8", "replace") for name in name_cells(ratings)]
    people = People.of(
        id=ratings.id, fide_id=ratings.id,
        name=names, name_sort=names_sort("\n".join(names).encode()) if names else [],
        federation=words_of(ratings.federation), sex=words_of(ratings.sex), birth_year=years_of(ratings.born),
        title=words_of(np.where(ratings.title == b"", ratings.w_title, ratings.title)),
    )  # fmt: skip
    roll = empty_roll(len(people))
    asleep = np.char.find(ratings.flag, INACTIVE) >= 0
    state = np.where(asleep, State.INACTIVE.value, State.ACTIVE.value)
    roll.state[:] = np.where(standing.rating > 0, state, State.NONE.value)
    roll.rating[:], roll.k[:] = standing.rating, standing.k
    day, games = day_of_list_by(book, list_), standing.games.astype(np.uint16)
    activity = activity_is_stated(connection, series, list_)
    marks = marks_of_official_list(book, roll.rating, roll.k, activity)
    return Published(
        series, day, book.id, bool(head.rehearsal), people, roll, games, law=book, imported=ratings, marks=marks
    )


def with_official_titles(connection: Connection, published: Published) -> Published:
    """Return a list of this office with the women's, other and arena titles that FIDE's lists up to it have of its
    people. An official list has its own."""
    numbers = published.people.fide_id
    wanted = numbers[numbers > 0]
    people = read_people(connection, FIDE, published.list_, wanted) if len(wanted) else ListedPeople.nobody()
    if published.imported is not None or not len(people):
        return published
    at = np.minimum(np.searchsorted(people.number, numbers), len(people) - 1)
    known = people.number[at] == numbers
    columns = (np.where(known, getattr(people, name)[at], b"") for name in ("w_title", "o_title", "foa"))
    return replace(published, titles=OtherTitles(*columns))


def words_of(values: npt.NDArray[np.bytes_]) -> Words:
    """Return a column of short texts of a list file."""
    different, place = np.unique(values, return_inverse=True)
    return Words(tuple(text.decode("latin-1") for text in different.tolist()), place.astype(np.int32))


def name_cells(ratings: RatingList) -> list[bytes]:
    """Return the names of a list file."""
    ends = ratings.offsets.tolist()
    return [ratings.names[first:last] for first, last in pairwise(ends)]


def _list_record(connection: Connection, series: str, list_: int) -> ListRow:
    """Return the record of a published list; refuse any other."""
    lists = published_lists(connection, series)
    if list_ not in lists:
        raise missing_list_error(series, list_, lists)
    return require_list(connection, series, list_)


def _list_as_published(connection: Connection, head: ListRow, known_then: People) -> Published:
    """Build the published list with these people: roll, games of the period, who lost their rating, who is left off."""
    series, list_, lists = head.series, head.list, published_lists(connection, head.series)
    book = open_with_law(law_of_list(connection, series, list_), lambda law: law.book)
    numbers = known_then.listed_as
    before = max((each for each in lists if each < list_), default=list_)
    rolls = read_rolls(connection, series, {list_, before}, numbers)
    roll = rolls[list_]
    games, provisional = _games_and_provisional(connection, series, list_, book, len(roll))
    return Published(
        series,
        day_of_list_by(book, list_),
        book.id,
        bool(head.rehearsal),
        known_then,
        roll,
        games,
        fell(rolls[before], roll) if before != list_ else np.zeros(len(roll), bool),
        book,
        _list_of_other_series(connection, book, list_, numbers),
        left_off_reasons(connection, series, list_, len(roll)),
        provisional=provisional,
        marks=_marks(connection, head, book, roll, known_then),
    )


def _marks(connection: Connection, head: ListRow, book: Rulebook, roll: Roll, people: People) -> U8:
    """Return by player key what is said of the values of a list; see `lists.marks`."""
    if head.kind == IMPORTED:
        activity = activity_is_stated(connection, head.series, head.list)
        return marks_of_official_list(book, roll.rating, roll.k, activity)
    opened = conclusions_of_opening(connection, head.series, head.list)
    return marks_of_own_list(book, head.list, roll, people.birth_year, opened)


def _revised_games_and_provisional(connection: Connection, layer: Layer, published: Published) -> tuple[U16, I16]:
    """Return by player key the games of the period and the provisional ratings, as they should have been. Players
    whose row did not change keep the published values."""
    right, waiting = published.games.copy(), published.provisional.copy()
    moved = read_revised_table(connection, layer, MOVES_TABLE, Moves).player
    right[moved], waiting[moved] = 0, 0
    _count_games(read_revised_table(connection, layer, "worksheets", Worksheets), right)
    _count_first_ratings(published.book, read_revised_table(connection, layer, "firsts", Firsts), right, waiting)
    return right, waiting


def _games_and_provisional(
    connection: Connection, series: str, list_: int, book: Rulebook, players: int
) -> tuple[U16, I16]:
    """Return by player key (there are `players`) the games that entered the list, and the ratings shown as
    provisional, 0 for none."""
    part = schema.period_part
    rows = select(part.c.name, part.c.packed).filter_by(series=series, list=list_)
    games, waiting = np.zeros(players, np.uint16), np.zeros(players, np.int16)
    for name, packed in connection.execute(rows.where(part.c.name.in_(("worksheets", "firsts")))):
        if name == "worksheets":
            _count_games(unpack(Worksheets, packed), games)
        else:
            _count_first_ratings(book, unpack(Firsts, packed), games, waiting)
    return games, waiting


def _count_games(sheets: Worksheets, games: U16) -> None:
    """Add the games of rated players to the column `games`, in place."""
    games[sheets.player] += sheets.games


def _count_first_ratings(book: Rulebook, firsts: Firsts, games: U16, waiting: I16) -> None:
    """Add the games of published first ratings to `games`, and enter the provisional ratings of the others in
    `waiting`; both columns are changed in place."""
    published = firsts.take(firsts.outcome == FirstOutcome.PUBLISHED.value)
    games[published.player] += published.games
    enter_provisional_ratings(book, firsts, waiting)


def _list_of_other_series(connection: Connection, book: Rulebook, list_: int, numbers: I64) -> Roll | None:
    """Return the list of another series on the same day, if the edition shows it beside its own ratings; else None."""
    if OTHER_SERIES_FIELD not in book.rule(LIST_FIELDS).fields:
        return None
    for series in adjusting_series(book, day_of_list_by(book, list_)):
        if list_ in published_lists(connection, series):
            return read_roll(connection, series, list_, numbers)
    return None
