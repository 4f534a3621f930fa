"""A published list in memory, with ranks, last change and a year of ratings; filtered and sorted row by row.

A catalogue is built once per list and kept by its seal, so a page costs the same whatever the size of the registry.
Equal ratings share a rank: among all active players, in a federation, in a region, among women. The edition says who
stands on which part of a list.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from sqlalchemy import Connection

from arpad.columns import I16, I32, Bools, Roll, State
from arpad.days import Month
from arpad.finding import UserError
from arpad.frozen import dataclass
from arpad.lists import selection
from arpad.lists.published import WOMAN, Published, Rows, Words
from arpad.office.publishing.published_lists import RegistryToday, read_published_list
from arpad.office.reading_room.stamps import ListHead
from arpad.office.rolls import published_lists, read_rolls
from arpad.rating.change import listed

LISTS_IN_SMALL_LINE = 12  # lists of the small line beside a player
JUNIOR, SENIOR = 20, 50  # years of age that a federation's tables speak of: no value of a rating regulation
LIST_PARTS = ("active", "all", "inactive", "delisted", "titled-unrated")
Ints = npt.NDArray[np.integer[Any]]


@dataclass(frozen=True, eq=False)
class Catalogue:
    """A published list in memory; every column has a row per player, by key."""

    head: ListHead
    published: Published
    lists: tuple[Month, ...]  # of the small lines, oldest first; the last is this list
    lines: tuple[I16, ...]  # the ratings on each of them, 0 where there is none, or this list leaves somebody out
    by_name: I32  # everybody's place in alphabetical order
    by_rating: Rows  # everybody, the highest first; equal ones by name and number
    rank: I32  # among the active, 0 for everybody else
    rank_in_federation: I32
    rank_in_region: I32
    rank_of_women: I32

    @property
    def before(self) -> I16:
        """The ratings on the list before, by key; 0 for unrated, and for everybody on a first list."""
        return self.lines[-2] if len(self.lines) > 1 else np.zeros(len(self.published.people), np.int16)

    @cached_property
    def active(self) -> Bools:
        """Whether each player is shown as active, by key."""
        return _mask_of_rows(selection.active(self.published), len(self.published.people))

    @cached_property
    def kinds(self) -> dict[str, Bools]:
        """For each part of the list that a reader can choose (LIST_PARTS): whether each player is shown there, by
        key."""
        parts = {
            "all": selection.alphabetical,
            "inactive": selection.inactive,
            "delisted": selection.delisted,
            "titled-unrated": selection.titled_unrated,
        }
        size = len(self.published.people)
        return {
            "active": self.active,
            **{name: _mask_of_rows(rows(self.published), size) for name, rows in parts.items()},
        }

    @cached_property
    def active_until(self) -> npt.NDArray[np.int64]:
        """The last month in which each player stays active without playing, by key; 0 if unknown."""
        return selection.active_until(self.published)

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many players shown as active each federation has; under the empty code all of them."""
        return self._counts(self.published.people.federation)

    @cached_property
    def counts_in_regions(self) -> dict[str, int]:
        """How many players shown as active each region has; under the empty code all of them."""
        return self._counts(self.published.people.region)

    def _counts(self, group: Words) -> dict[str, int]:
        """How many players shown as active are in each group; under the empty code all of them."""
        counted = np.bincount(group.place[self.active], minlength=len(group.different)).tolist()
        return dict(zip(group.different, counted, strict=True)) | {"": int(self.active.sum())}

    @cached_property
    def juniors(self) -> I32:
        """The rank of each among the juniors (list year minus birth year at most JUNIOR), 0 for everybody else."""
        return self._ranks_by_age(lambda ages: ages <= JUNIOR)

    @cached_property
    def seniors(self) -> I32:
        """The rank of each among the seniors (list year minus birth year at least SENIOR), 0 for everybody else."""
        return self._ranks_by_age(lambda ages: ages >= SENIOR)

    def _ranks_by_age(self, in_group: Callable[[Ints], Bools]) -> I32:
        """Return the rank of each active player whose age fits, 0 for everybody else and for an unknown birth year."""
        born = self.published.people.birth_year
        order = self.by_rating[self.active[self.by_rating]]
        peers = in_group(self.published.list_day.year - born) & (born > 0)
        return _shared_ranks(order[peers[order]], self.lines[-1])

    @cached_property
    def sizes(self) -> dict[str, int]:
        """How many players are ranked, by group: `women`, `juniors`, `seniors`."""
        groups = {"women": self.rank_of_women, "juniors": self.juniors, "seniors": self.seniors}
        return {name: int(np.count_nonzero(ranks)) for name, ranks in groups.items()}

    def lay_out(self) -> None:
        """Compute and keep in advance what pages ask for, so that no reader waits for it."""
        _ = self.kinds, self.counts, self.counts_in_regions, self.sizes, self.active_until

    def change(self, rows: Rows) -> list[int | None]:
        """Return for each row the change since the list before; None for a player who has no rating on both lists."""
        now, before = self.lines[-1][rows].tolist(), self.before[rows].tolist()
        return [new - old if new and old else None for new, old in zip(now, before, strict=True)]


def _mask_of_rows(rows: Rows, size: int) -> Bools:
    """Return a mask over all `size` players that is true for these rows."""
    chosen = np.zeros(size, bool)
    chosen[rows] = True
    return chosen


def build_catalogue(connection: Connection, head: ListHead, registry: RegistryToday | None = None) -> Catalogue:
    """Build the catalogue of a published list: the list as published, ratings of up to twelve lists, ranks. `registry`:
    the players as known today, used if nothing about players changed since the list; without it they are read."""
    published = read_published_list(connection, head.series, head.list_, registry)
    months = [each for each in published_lists(connection, head.series) if each <= head.list_][-LISTS_IN_SMALL_LINE:]
    rolls = read_rolls(connection, head.series, months, published.people.listed_as)
    size = len(published.people)
    lines = [_ratings_where(rolls[list_], listed(rolls[list_].state))[:size] for list_ in months[:-1]]
    lines.append(_ratings_where(published.roll, published.listed))
    everybody = published.people.alphabetical
    by_name = np.empty(size, np.int32)
    by_name[everybody] = np.arange(size, dtype=np.int32)
    shown = lines[-1].astype(np.int32)
    by_rating = everybody[np.argsort(-shown[everybody], kind="stable")]
    active = (published.state == State.ACTIVE.value) & ~published.hidden
    order, people = by_rating[active[by_rating]], published.people
    women = order[people.sex.take(order).are(WOMAN)]
    return Catalogue(
        head,
        published,
        tuple(Month(each) for each in months),
        tuple(lines),
        by_name,
        by_rating,
        _shared_ranks(order, shown),
        _shared_ranks_in_groups(people.federation, order, shown),
        _shared_ranks_in_groups(people.region, order, shown),
        _shared_ranks(women, shown),
    )


def _ratings_where(roll: Roll, present: Bools) -> I16:
    """Return the ratings of the players for whom `present` is true, 0 for all others."""
    return np.where(present, roll.rating, 0).astype(np.int16)


def _shared_ranks(order: Rows, rating: Ints) -> I32:
    """Rank the rows in the given order, from 1; equal ratings share a rank. All players who are not in `order` get
    0."""
    ranks = np.zeros(len(rating), np.int32)
    ratings = rating[order]
    first = np.concatenate(([True], ratings[1:] != ratings[:-1])) if len(order) else np.zeros(0, bool)
    ranks[order] = np.maximum.accumulate(np.where(first, np.arange(1, len(order) + 1), 0))
    return ranks


def _shared_ranks_in_groups(group: Words, order: Rows, rating: Ints) -> I32:
    """Rank the rows in the given order inside each group, from 1; equal ratings share a rank. Players not in `order`
    get 0."""
    places = group.place[order]
    together = np.argsort(places, kind="stable")
    rows, places = order[together], places[together]
    starts = np.flatnonzero(np.diff(places, prepend=-1))
    begins = np.repeat(starts, np.diff(np.append(starts, len(rows))))
    ratings = rating[rows]
    first = np.ones(len(rows), bool)
    first[1:] = (ratings[1:] != ratings[:-1]) | (places[1:] != places[:-1])
    ranks = np.zeros(len(rating), np.int32)
    at = np.maximum.accumulate(np.where(first, np.arange(len(rows)), 0))
    ranks[rows] = at - begins + 1
    return ranks


SORTS = ("rating", "name", "change", "games", "born", "federation", "title", "k")
MEN = "M"
SEXES = ("", "w", "m")


@dataclass(frozen=True)
class RowFilter:
    """A filter for rows of a list; empty fields do not filter."""

    kind: str = "active"
    federation: str = ""
    region: str = ""
    sex: str = ""  # w or m
    title: str = ""  # several with commas
    age_from: int | None = None
    age_up_to: int | None = None
    rating_from: int | None = None
    rating_up_to: int | None = None
    text: str = ""  # a name or a number

    def __post_init__(self) -> None:
        if self.kind not in LIST_PARTS:
            raise UserError("choice/kind", kinds=LIST_PARTS, kind=self.kind)
        if self.sex not in SEXES:
            raise UserError("choice/sex", sexes=SEXES[1:], sex=self.sex)


@dataclass(frozen=True)
class RowOrder:
    """By what to sort, and whether in reverse."""

    by: str = "rating"
    reverse: bool = False

    def __post_init__(self) -> None:
        if self.by not in SORTS:
            raise UserError("choice/sort", sorts=SORTS, sort=self.by)


def choose_rows(catalogue: Catalogue, choice: RowFilter, order: RowOrder, among: Rows | None = None) -> Rows:
    """Return the rows that pass the filter, in order. `among`: only these rows are looked at. The text of the filter is
    not used here; the caller gives the rows that match it as `among`."""
    rows = _all_rows_in_order(catalogue, order) if among is None else among
    rows = rows[_mask_of_filter(catalogue, choice, rows)]
    return rows if among is None else rows[np.argsort(_sort_keys(catalogue, order)[rows], kind="stable")]


def _mask_of_filter(catalogue: Catalogue, choice: RowFilter, rows: Rows) -> Bools:
    """Whether each of these rows passes the filter, its text aside. With limits of age, an unknown birth year does not
    pass."""
    published = catalogue.published
    people = published.people
    mask: Bools = catalogue.kinds[choice.kind][rows]
    if choice.federation:
        mask &= people.federation.take(rows).are(choice.federation)
    if choice.region:
        mask &= people.region.take(rows).are(choice.region)
    if choice.sex:
        mask &= people.sex.take(rows).are(WOMAN if choice.sex == "w" else MEN)
    if choice.title:
        wanted_titles = {word.strip().upper() for word in choice.title.split(",")}
        titles = people.title.take(rows)
        mask &= np.array([word in wanted_titles for word in titles.different], bool)[titles.place]
    rating = catalogue.lines[-1][rows]
    if choice.rating_from is not None:
        mask &= rating >= choice.rating_from
    if choice.rating_up_to is not None:
        mask &= (rating > 0) & (rating <= choice.rating_up_to)
    if choice.age_from is not None or choice.age_up_to is not None:
        born = people.birth_year[rows].astype(np.int32)
        age = published.list_day.year - born
        mask &= born > 0
        mask &= age >= (choice.age_from or 0)
        if choice.age_up_to is not None:
            mask &= age <= choice.age_up_to
    return mask


def _all_rows_in_order(catalogue: Catalogue, order: RowOrder) -> Rows:
    """Return all rows, of unrated and hidden players too, in the order asked for."""
    if order == RowOrder():
        return catalogue.by_rating
    return np.argsort(_sort_keys(catalogue, order), kind="stable")


def _sort_keys(catalogue: Catalogue, order: RowOrder) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Return for each row the number by which it is sorted: first the chosen column, then the name. Rating, change and
    games are sorted from the highest down."""
    people, published = catalogue.published.people, catalogue.published
    rating = catalogue.lines[-1].astype(np.int64)
    match order.by:
        case "name":
            key = np.zeros(len(people), np.int64)
        case "change":
            before = catalogue.before.astype(np.int64)
            key = np.where((rating > 0) & (before > 0), before - rating, np.int64(10_000))
        case "games":
            key = -published.games.astype(np.int64)
        case "born":
            key = np.where(people.birth_year > 0, -people.birth_year.astype(np.int64), 0)
        case "federation" | "title":
            words = people.federation if order.by == "federation" else people.title
            at = {word: place for place, word in enumerate(sorted(words.different, key=lambda word: (not word, word)))}
            key = np.array([at[word] for word in words.different], np.int64)[words.place]
        case "k":
            key = published.roll.k.astype(np.int64)
        case _:
            key = -rating
    if order.reverse:
        key = -key
    by_name = catalogue.by_name.astype(np.int64)
    if order.by == "name" and order.reverse:
        by_name = -by_name
    return key * len(people) + by_name
