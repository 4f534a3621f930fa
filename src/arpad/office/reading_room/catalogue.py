"""The catalogue of a published list: everybody in order, with ranks, the change since the list before, a year's line.

It is made once per list and kept by its seal, so that a page of it costs the same whatever the size of the registry.
Equal ratings share a rank, everywhere: among all active players, in a federation, in a region, among women. Who stands
on which part of a list is the edition's word, as in `lists.selection`.
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
from arpad.frozen import dataclass
from arpad.lists import selection
from arpad.lists.published import WOMAN, Published, Rows, Words
from arpad.office.publication.stored_list import Registry, published_list
from arpad.office.reading_room.stamps import ListHead
from arpad.office.rolls import lists_of, rolls_of
from arpad.rating.change import listed

LINE = 12  # lists of the small line beside a player
NO_RANK = 0
JUNIOR, SENIOR = 20, 50  # years of age that a federation's tables speak of: no value of a rating regulation
KINDS = ("active", "all", "inactive", "delisted", "titled-unrated")
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
        """The ratings on the list before; zeros for a first list."""
        return self.lines[-2] if len(self.lines) > 1 else np.zeros(len(self.published.people), np.int16)

    @cached_property
    def active(self) -> Bools:
        """Whether each player is shown as active."""
        return _mask(selection.active(self.published), len(self.published.people))

    @cached_property
    def kinds(self) -> dict[str, Bools]:
        """Who stands on each part of the list."""
        parts = {
            "all": selection.alphabetical,
            "inactive": selection.inactive,
            "delisted": selection.delisted,
            "titled-unrated": selection.titled_unrated,
        }
        size = len(self.published.people)
        return {"active": self.active, **{name: _mask(rows(self.published), size) for name, rows in parts.items()}}

    @cached_property
    def active_until(self) -> npt.NDArray[np.int64]:
        """The last month in which each player stays active without playing; 0 if unknown."""
        return selection.active_until(self.published)

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many players are ranked in each federation; under the empty code all of them."""
        return self._counts(self.published.people.federation)

    @cached_property
    def counts_in_regions(self) -> dict[str, int]:
        """How many players are ranked in each region."""
        return self._counts(self.published.people.region)

    def _counts(self, group: Words) -> dict[str, int]:
        counted = np.bincount(group.place[self.active], minlength=len(group.different)).tolist()
        return dict(zip(group.different, counted, strict=True)) | {"": int(self.active.sum())}

    @cached_property
    def juniors(self) -> I32:
        """The rank of each among the juniors, 0 for everybody else."""
        return self._ranks_by_age(lambda ages: ages <= JUNIOR)

    @cached_property
    def seniors(self) -> I32:
        """The rank of each among the seniors, 0 for everybody else."""
        return self._ranks_by_age(lambda ages: ages >= SENIOR)

    def _ranks_by_age(self, in_group: Callable[[Ints], Bools]) -> I32:
        born = self.published.people.birth_year
        order = self.by_rating[self.active[self.by_rating]]
        peers = in_group(self.published.list_day.year - born) & (born > 0)
        return _ranks(order[peers[order]], self.lines[-1])

    @cached_property
    def sizes(self) -> dict[str, int]:
        """How many players are ranked among women, juniors and seniors."""
        groups = {"women": self.rank_of_women, "juniors": self.juniors, "seniors": self.seniors}
        return {name: int(np.count_nonzero(ranks)) for name, ranks in groups.items()}

    def lay_out(self) -> None:
        """Compute in advance what pages ask for."""
        _ = self.kinds, self.counts, self.counts_in_regions, self.sizes, self.active_until

    def change(self, rows: Rows) -> list[int | None]:
        """Return the change since the list before, for those on both lists."""
        now, before = self.lines[-1][rows].tolist(), self.before[rows].tolist()
        return [new - old if new and old else None for new, old in zip(now, before, strict=True)]


def _mask(rows: Rows, size: int) -> Bools:
    """Turn rows into a mask over all players."""
    chosen = np.zeros(size, bool)
    chosen[rows] = True
    return chosen


def catalogue_of(connection: Connection, head: ListHead, registry: Registry | None = None) -> Catalogue:
    """Build the catalogue of a published list."""
    published = published_list(connection, head.series, head.list_, registry)
    months = [each for each in lists_of(connection, head.series) if each <= head.list_][-LINE:]
    rolls = rolls_of(connection, head.series, months, published.people.listed_as)
    size = len(published.people)
    lines = [_shown(rolls[list_], listed(rolls[list_].state))[:size] for list_ in months[:-1]]
    lines.append(_shown(published.roll, published.listed))
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
        _ranks(order, shown),
        _ranks_within(people.federation, order, shown),
        _ranks_within(people.region, order, shown),
        _ranks(women, shown),
    )


def _shown(roll: Roll, present: Bools) -> I16:
    """The ratings where a condition holds, 0 elsewhere."""
    return np.where(present, roll.rating, 0).astype(np.int16)


def _ranks(order: Rows, rating: Ints) -> I32:
    """Rank the rows of an order; equal ratings share a rank, all others get 0."""
    ranks = np.zeros(len(rating), np.int32)
    ratings = rating[order]
    first = np.concatenate(([True], ratings[1:] != ratings[:-1])) if len(order) else np.zeros(0, bool)
    ranks[order] = np.maximum.accumulate(np.where(first, np.arange(1, len(order) + 1), 0))
    return ranks


def _ranks_within(group: Words, order: Rows, rating: Ints) -> I32:
    """Rank the rows of an order inside each group; equal ratings share a rank."""
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
