"""The reading desk, for the public: lists, players and calculations.

Nothing is written, and of a birth only the year is shown.

`open_reading` opens the office for as long as a server runs; `refresh` of the reader is called now and then and says
whether anything changed. What does not exist raises `UserError` that names what is similar.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import BinaryIO

import numpy as np

from arpad.columns import I32
from arpad.days import Month
from arpad.exact import half_up
from arpad.explain.calculation import Calculation
from arpad.finding import Finding, UserError
from arpad.frozen import dataclass
from arpad.law.calendar import list_day
from arpad.law.law_set import current_law, use_law
from arpad.lists.export import EXPORTS, export_name, form_of
from arpad.lists.export import export as write_form
from arpad.lists.list_table import STATES
from arpad.lists.marks import Mark, names_of_marks
from arpad.lists.published import Rows
from arpad.office.official_lists import official_people_called, official_ratings
from arpad.office.publishing import explanations
from arpad.office.reading_room.careers import (
    CareerEvent,
    ListPoint,
    Rank,
    SeriesCareer,
    SeriesStanding,
    series_career,
)
from arpad.office.reading_room.catalogue import LIST_PARTS, SORTS, Catalogue, RowFilter, RowOrder, choose_rows
from arpad.office.reading_room.list_figures import GroupLine, figured_rows, group_lines, title_rank
from arpad.office.reading_room.public_records import (
    PublicChange,
    PublicClaim,
    PublicPerson,
    public_changes,
    public_claims_on_player,
    public_person,
)
from arpad.office.reading_room.reader import Reader
from arpad.office.reading_room.stamps import ListHead, Stamp
from arpad.office.registry.names import name_sort
from arpad.office.registry.player_facts import keys_of_numbers
from arpad.office.registry.player_numbers import office_number
from arpad.office.rolls import IMPORTED
from arpad.office.site_look import colour_in_the_dark

__all__ = [
    "EXPORTS",
    "LIST_PARTS",
    "SORTS",
    "Calculation",
    "CareerEvent",
    "FilterValues",
    "FoundPlayer",
    "GroupLine",
    "ListDownload",
    "ListFigures",
    "ListHead",
    "ListPage",
    "ListPoint",
    "ListedElsewhere",
    "ListedPlayer",
    "OpenedCalculation",
    "PageRequest",
    "PlayerPage",
    "PublicChange",
    "PublicClaim",
    "PublicPerson",
    "PublicSearch",
    "Rank",
    "Reader",
    "RowFilter",
    "RowOrder",
    "SearchResult",
    "SeriesCareer",
    "SeriesStanding",
    "Stamp",
    "colour_in_the_dark",
    "fide_number_of",
    "filter_values",
    "list_heads",
    "open_calculation",
    "open_reading",
    "player_page",
    "players_with_numbers",
    "read_list_figures",
    "read_list_page",
    "search_players",
    "write_list",
]  # fmt: skip

NO_CHOICE, BY_RATING = RowFilter(), RowOrder()
MOST_ROWS = 1000  # of one page


@contextmanager
def open_reading(address: str) -> Iterator[Reader]:
    """Open the office at an address for readers, with its law in use; afterwards close it and restore the law used
    before."""
    with use_law(current_law()):
        reader = Reader(address)
        try:
            yield reader
        finally:
            reader.close()


# --- lists --------------------------------------------------------------------------------------------------------


def list_heads(reader: Reader, series: str) -> tuple[ListHead, ...]:
    """Return the published lists of a series, newest first; an unknown series is refused."""
    return reader.heads(series)


@dataclass(frozen=True)
class ListedPlayer:
    """A player on a list."""

    id: int
    fide_id: int | None
    name: str
    title: str | None
    federation: str | None
    region: str | None
    sex: str | None
    birth_year: int | None
    rating: int | None
    state: str
    rank: int | None  # among all active players
    rank_in_federation: int | None
    change: int | None  # since the list before
    games: int  # that entered this list
    k: int | None
    line: tuple[int | None, ...]  # the ratings of the last lists, this one last
    marks: tuple[str, ...] = ()  # which values are assumed or not stated


@dataclass(frozen=True)
class PageRequest:
    """Which rows of a list are shown: which list, which players, in which order, from which row on."""

    series: str
    list_: Month | None = None  # the newest, where none is named
    choice: RowFilter = NO_CHOICE
    order: RowOrder = BY_RATING
    offset: int = 0
    limit: int = 100

    def __post_init__(self) -> None:
        if not 0 < self.limit <= MOST_ROWS:
            raise UserError("page/limit", most=MOST_ROWS, limit=self.limit)
        if self.offset < 0:
            raise UserError("page/offset", offset=self.offset)


@dataclass(frozen=True)
class ListPage:
    """Some rows of a list, and the number of all that fit."""

    head: ListHead
    lists: tuple[Month, ...]  # the months of `line` of each row
    total: int
    near: bool  # nobody has the words as typed: these names are similar
    rows: tuple[ListedPlayer, ...]
    activity: bool = True  # it says who is inactive; a combined list says it of standard only


def read_list_page(reader: Reader, page: PageRequest) -> ListPage:
    """Return a page of a list: the rows that pass the filter, in order, and how many there are. A series or list that
    does not exist is refused."""
    catalogue = reader.catalogue(reader.head(page.series, page.list_))
    among = _players_matching_text(reader, catalogue, page.choice)
    near = among is not None and reader.index.find(page.choice.text).near
    rows = choose_rows(catalogue, page.choice, page.order, among)
    shown = rows[page.offset : page.offset + page.limit]
    players = _make_listed_players(catalogue, shown)
    return ListPage(catalogue.head, catalogue.lists, len(rows), near, players, catalogue.published.activity)


def _players_matching_text(reader: Reader, catalogue: Catalogue, choice: RowFilter) -> Rows | None:
    """Return the rows of the players who match the text of a filter by name or number; None if it has no text."""
    if not choice.text.strip():
        return None
    keys = reader.index.find(choice.text).keys
    return keys[keys < len(catalogue.published.people)].astype(np.intp)


def _make_listed_players(catalogue: Catalogue, rows: Rows) -> tuple[ListedPlayer, ...]:
    """Return these rows of a list as players, with all fields of a page."""
    published = catalogue.published
    people, keys = published.people, rows.tolist()
    lines = np.stack([line[rows] for line in catalogue.lines], 1).tolist()
    changes = catalogue.change(rows)
    columns = zip(
        keys,
        people.id[rows].tolist(),
        people.fide_id[rows].tolist(),
        people.name[rows].tolist(),
        published.state[rows].tolist(),
        people.birth_year[rows].tolist(),
        catalogue.rank[rows].tolist(),
        catalogue.rank_in_federation[rows].tolist(),
        published.games[rows].tolist(),
        published.roll.k[rows].tolist(),
        published.marks[rows].tolist(),
        lines,
        changes,
        strict=True,
    )
    return tuple(
        ListedPlayer(
            number, fide or None, name, people.title[key] or None, people.federation[key] or None,
            people.region[key] or None, people.sex[key] or None, born or None, line[-1] or None,
            _STATE_NAMES[state], rank or None, at_home or None, change, games, (k or None) if line[-1] else None,
            tuple(rating or None for rating in line), names_of_marks(marks, _SHOWN_MARKS),
        )
        for key, number, fide, name, state, born, rank, at_home, games, k, marks, line, change in columns
    )  # fmt: skip


_SHOWN_MARKS = Mark.K_ASSUMED | Mark.K_GIVEN | Mark.ACTIVITY
_STATE_NAMES = {state.value: name for state, name in STATES.items()}


@dataclass(frozen=True)
class FilterValues:
    """The values by which a list can be filtered."""

    federations: tuple[str, ...]
    regions: tuple[str, ...]
    titles: tuple[str, ...]


def filter_values(reader: Reader, series: str, list_: Month | None = None) -> FilterValues:
    """Return the federations, regions and titles of the players registered when a list was made, for filters: the
    highest title first, the others sorted."""
    people = reader.catalogue(reader.head(series, list_)).published.people
    federations, regions, titles = (
        sorted(word for word in column.different if word) for column in (people.federation, people.region, people.title)
    )
    return FilterValues(tuple(federations), tuple(regions), tuple(sorted(titles, key=title_rank)))


@dataclass(frozen=True)
class ListFigures:
    """Figures of the active players of a list whom a filter leaves."""

    head: ListHead
    players: int
    mean: int | None
    median: int | None
    gains: tuple[ListedPlayer, ...]
    losses: tuple[ListedPlayer, ...]
    newcomers: tuple[ListedPlayer, ...]
    highest: tuple[ListedPlayer, ...]  # who never stood higher
    games: tuple[ListedPlayer, ...]
    juniors: tuple[ListedPlayer, ...]
    groups: tuple[GroupLine, ...]


def read_list_figures(
    reader: Reader, series: str, list_: Month | None = None, choice: RowFilter = NO_CHOICE
) -> ListFigures:
    """Return who moved most on a list, who is new, whose highest rating it is, and the groups of those whom a filter
    leaves among the active. A series or list that does not exist is refused."""
    catalogue = reader.catalogue(reader.head(series, list_))
    rows = choose_rows(catalogue, choice, BY_RATING, _players_matching_text(reader, catalogue, choice))
    ratings = catalogue.lines[-1][rows].tolist()
    tables = figured_rows(catalogue, rows)
    return ListFigures(
        catalogue.head,
        len(rows),
        half_up(sum(ratings), len(ratings)) if ratings else None,
        sorted(ratings)[len(ratings) // 2] if ratings else None,
        _make_listed_players(catalogue, tables.gains),
        _make_listed_players(catalogue, tables.losses),
        _make_listed_players(catalogue, tables.newcomers),
        _make_listed_players(catalogue, tables.highest),
        _make_listed_players(catalogue, tables.games),
        _make_listed_players(catalogue, tables.juniors),
        tuple(group_lines(catalogue, rows)),
    )


@dataclass(frozen=True)
class ListDownload:
    """A request for a list in a file format: whole, as it was published, or chosen rows in an order."""

    series: str
    form: str
    list_: Month | None = None
    chosen: tuple[RowFilter, RowOrder] | None = None

    def __post_init__(self) -> None:
        if form_of(self.form).fide and self.chosen is not None:
            raise UserError("download/whole-only", form=self.form)


def write_list(reader: Reader, request: ListDownload, out: BinaryIO) -> tuple[str, tuple[Finding, ...]]:
    """Write a list to a stream: as published, or only the chosen rows in their order. Return the usual name of such a
    file, and findings about values that the format cannot hold."""
    catalogue = reader.catalogue(reader.head(request.series, request.list_))
    published, name = catalogue.published, export_name(catalogue.published, request.form)
    if request.chosen is None:
        return name, write_form(published, request.form, out)
    choice, order = request.chosen
    rows = choose_rows(catalogue, choice, order, _players_matching_text(reader, catalogue, choice))
    return name, form_of(request.form).write(published, rows, out)


# --- players ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PublicSearch:
    """A search for players: a name, its beginning or a former one, in any letters; or a number."""

    text: str
    most: int = 20
    offset: int = 0


@dataclass(frozen=True)
class FoundPlayer:
    """A player who fits a search, with the newest ratings by series."""

    id: int
    fide_id: int | None
    name: str
    title: str | None
    federation: str | None
    birth_year: int | None
    ratings: tuple[tuple[str, int | None], ...]


@dataclass(frozen=True)
class SearchResult:
    """The players who fit a search, the highest rated first, and how many there are in all."""

    players: tuple[FoundPlayer, ...]
    total: int
    near: bool


def search_players(reader: Reader, search: PublicSearch) -> SearchResult:
    """Return a page of the players who match a text, the highest rated first, with their ratings on all newest lists. A
    merged player is found as the player under whom they count."""
    matches = reader.index.find(search.text)
    newest = [reader.catalogue(head) for head in reader.stamp.newest]
    best = np.zeros(len(matches.keys), np.int32)
    for catalogue in newest:
        listed = matches.keys < len(catalogue.published.people)
        best[listed] = np.maximum(best[listed], catalogue.lines[-1][matches.keys[listed]])
    keys = matches.keys[np.argsort(-best, kind="stable")[search.offset :][: search.most]]
    return SearchResult(_found_players(reader, newest, keys), len(matches.keys), matches.near)


@dataclass(frozen=True)
class ListedElsewhere:
    """Somebody on official lists who is not registered here, with what the newest lists say: series, list, rating. No
    birth is among it."""

    number: int
    name: str
    title: str
    federation: str
    ratings: tuple[tuple[str, Month, int], ...]


def find_listed_elsewhere(reader: Reader, text: str) -> tuple[ListedElsewhere, ...]:
    """Return the people of official lists who have exactly this number or name and are not registered here. Nobody is
    found by a part of a name: children, too, stand on these lists."""
    with reader.reading() as connection:
        called = official_people_called(connection, text)
        keys = keys_of_numbers(connection, [person.number for person in called]).tolist()
        people = [person for person, key in zip(called, keys, strict=True) if key < 0]
        numbers = [person.number for person in people]
        says = [
            (head.series, official_ratings(connection, head.series, numbers, list_day(head.series, head.list_)))
            for head in reader.stamp.newest
            if people and head.kind == IMPORTED
        ]
    ratings = {
        number: tuple((series, rows[number].list_, rows[number].rating) for series, rows in says if number in rows)
        for number in numbers
    }
    return tuple(
        ListedElsewhere(each.number, each.name, each.title or each.women_title, each.federation, ratings[each.number])
        for each in people
    )


def person_listed_elsewhere(reader: Reader, number: int) -> ListedElsewhere | None:
    """Return the person of an official list with a number that nobody has here; None if there is none."""
    if reader.index.key_with(number) is not None:
        return None
    return next(iter(find_listed_elsewhere(reader, str(number))), None)


def players_with_numbers(reader: Reader, numbers: Sequence[int]) -> tuple[FoundPlayer | None, ...]:
    """Return the players with these numbers, FIDE's or the office's own, in the same order; None for a number that
    nobody has. A merged player is found as the player under whom they count."""
    keys = [reader.index.key_with(number) for number in numbers]
    alias = reader.index.alias[[key for key in keys if key is not None]]
    players = iter(_found_players(reader, [reader.catalogue(head) for head in reader.stamp.newest], alias))
    return tuple(None if key is None else next(players) for key in keys)


def fide_number_of(reader: Reader, name: str, birth_year: int) -> int | None:
    """Return FIDE's number of the one player who has this name and year of birth; None if nobody or several have."""
    index, wanted = reader.index, name_sort(name)
    matches = index.find(name)
    keys = [
        key
        for key in ([] if matches.near else matches.keys.tolist())
        if name_sort(str(index.people.name[key])) == wanted and int(index.people.birth_year[key]) == birth_year
    ]
    return (int(index.people.fide_id[keys[0]]) or None) if len(keys) == 1 else None


def _found_players(reader: Reader, newest: Sequence[Catalogue], keys: I32) -> tuple[FoundPlayer, ...]:
    """Return the players with these keys, with their ratings on the newest lists."""
    people = reader.index.people
    columns = zip(
        keys.tolist(),
        people.id[keys].tolist(),
        people.fide_id[keys].tolist(),
        people.name[keys].tolist(),
        people.birth_year[keys].tolist(),
        zip(*(_ratings_of_players(each, keys) for each in newest), strict=True) if newest else [()] * len(keys),
        strict=True,
    )
    return tuple(
        FoundPlayer(
            number, fide or None, name, people.title[key] or None, people.federation[key] or None, born or None, ratings
        )
        for key, number, fide, name, born, ratings in columns
    )


def _ratings_of_players(catalogue: Catalogue, keys: I32) -> list[tuple[str, int | None]]:
    """Return (series, rating) on a list for each of these players; the rating is None for a player who is not shown
    with one."""
    known, series = len(catalogue.published.people), catalogue.head.series
    ratings = catalogue.lines[-1][np.minimum(keys, known - 1)].tolist() if known else [0] * len(keys)
    return [
        (series, rating or None if key < known else None) for key, rating in zip(keys.tolist(), ratings, strict=True)
    ]


@dataclass(frozen=True)
class PlayerPage:
    """The page of a player: facts, ratings in all series, changes and claims."""

    person: PublicPerson
    counts_as: int | None  # of a merged player: the number under which the results count
    careers: tuple[SeriesCareer, ...]
    changes: tuple[PublicChange, ...]
    claims: tuple[PublicClaim, ...]  # about any rating of the player


def player_page(reader: Reader, number: int) -> PlayerPage:
    """Return everything the public may see of a player: facts, ratings and events in all series, changes, claims. An
    unknown number is refused."""
    catalogues, key = [reader.catalogue(head) for head in reader.stamp.newest], reader.key(number)
    alias = int(reader.index.alias[key]) if key < len(reader.index.alias) else key
    with reader.reading() as connection:
        careers = (series_career(connection, catalogue, key) for catalogue in catalogues)
        return PlayerPage(
            public_person(connection, key),
            office_number(alias) if alias != key else None,
            tuple(career for career in careers if career is not None),
            public_changes(connection, key),
            public_claims_on_player(connection, key),
        )


@dataclass(frozen=True)
class OpenedCalculation:
    """The calculation of a rating on a list, and the claims about it."""

    head: ListHead
    calculation: Calculation
    claims: tuple[PublicClaim, ...]  # about this row


def open_calculation(reader: Reader, number: int, series: str, list_: Month) -> OpenedCalculation:
    """Return the calculation of a player's rating on a list as published, with games and articles, and the claims about
    it. Refused: an unknown number, list or series, and an imported list."""
    head, key = reader.head(series, list_), reader.key(number)
    with reader.reading() as connection:
        claims = tuple(
            each for each in public_claims_on_player(connection, key) if (each.series, each.list_) == (series, list_)
        )
        return OpenedCalculation(head, explanations.explain_player_on_list(connection, series, list_, key), claims)
