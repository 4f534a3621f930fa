"""Compare two published lists of a series: who is new, who is gone, what changed of whom, and who moved most.

In: an earlier and a later `Published`; players are known by the office's own number, wherever they stand. Out: a
`Difference`, masks and positions; `Differences` has its rows, when somebody asks. Listed is who is active or inactive:
a player who falls asleep has changed, a player who is delisted is gone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

import numpy as np
import numpy.typing as npt

from arpad.columns import Bools, State
from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass
from arpad.lists.list_table import STATES
from arpad.lists.published import Published, Rows, Words, name_order, texts

WATCHED = ("rating", "title", "federation", "state", "name")


@dataclass(frozen=True)
class Change:
    """One thing that changed of one player."""

    id: int
    name: str  # as on the later list
    what: str
    before: int | str
    after: int | str

    @property
    def gain(self) -> int:
        """How many points a rating moved."""
        return int(self.after) - int(self.before)


@dataclass(frozen=True)
class Listed:
    """A player and his rating on one of the lists."""

    id: int
    name: str
    rating: int


@dataclass(frozen=True)
class Differences:
    """Two lists compared, row by row."""

    series: str
    from_: date
    to: date
    rehearsal: bool
    new: tuple[Listed, ...]
    gone: tuple[Listed, ...]
    changed: tuple[Change, ...]
    movers: tuple[Change, ...]  # the largest changes of rating


@dataclass(frozen=True, eq=False)
class Difference:
    """Two lists side by side."""

    earlier: Published
    later: Published
    new: Rows  # of the later list, by name
    gone: Rows  # of the earlier list, by name
    before: Rows  # of the earlier list: who is listed on both, by name
    after: Rows  # of the later list: the same players
    changed: Mapping[str, Bools]  # what is watched, a mask over those on both

    def changes(self) -> Iterator[Change]:
        """Everything that changed, player by player."""
        for at in np.flatnonzero(np.logical_or.reduce(list(self.changed.values()))).tolist():
            was, now = int(self.before[at]), int(self.after[at])
            for what in WATCHED:
                if self.changed[what][at]:
                    values = _value(self.earlier, what, was), _value(self.later, what, now)
                    yield Change(int(self.later.people.id[now]), str(self.later.people.name[now]), what, *values)

    def movers(self, most: int) -> tuple[Change, ...]:
        """The largest changes of rating, up or down; equal ones by name and number."""
        gain = self.later.roll.rating[self.after].astype(np.int32) - self.earlier.roll.rating[self.before]
        order = np.argsort(-np.abs(gain), kind="stable")  # those on both stand by name and number already
        chosen = order[gain[order] != 0][:most].tolist()
        return tuple(
            Change(
                int(self.later.people.id[self.after[at]]),
                str(self.later.people.name[self.after[at]]),
                "rating",
                _value(self.earlier, "rating", int(self.before[at])),
                _value(self.later, "rating", int(self.after[at])),
            )
            for at in chosen
        )

    def rows(self, most: int) -> Differences:
        """All of it, with so many movers."""
        return Differences(
            self.later.series,
            self.earlier.list_day,
            self.later.list_day,
            self.earlier.rehearsal or self.later.rehearsal,
            tuple(_player(self.later, row) for row in self.new.tolist()),
            tuple(_player(self.earlier, row) for row in self.gone.tolist()),
            tuple(self.changes()),
            self.movers(most),
        )


def difference(earlier: Published, later: Published) -> Difference:
    """What changed from one list to another of the same series."""
    if earlier.series != later.series:
        raise UserError("diff/series", earlier=earlier.series, later=later.series)
    if earlier.list_day >= later.list_day:
        raise UserError("diff/order", Remedy.to("name-older-first"), older=earlier.list_, newer=later.list_)
    on_earlier, on_later = _listed(earlier), _listed(later)
    ids_before, ids_after = earlier.people.id[on_earlier], later.people.id[on_later]
    _, before, after = np.intersect1d(ids_before, ids_after, return_indices=True)
    was, now = on_earlier[before], on_later[after]
    order = name_order(later.people, now)
    was, now = was[order], now[order]
    return Difference(
        earlier,
        later,
        later.by_name(on_later[~np.isin(ids_after, ids_before)]),
        earlier.by_name(on_earlier[~np.isin(ids_before, ids_after)]),
        was,
        now,
        {what: _column(earlier, what)[was] != _column(later, what)[now] for what in WATCHED},
    )


def _listed(published: Published) -> Rows:
    return np.flatnonzero(published.listed)


def _column(published: Published, what: str) -> npt.NDArray[Any]:
    owner = published if what == "state" else published.roll if what == "rating" else published.people
    column: npt.NDArray[Any] | Words = getattr(owner, what)
    return texts(column.different)[column.place] if isinstance(column, Words) else column


def _value(published: Published, what: str, row: int) -> int | str:
    value = _column(published, what)[row]
    if what == "state":
        return STATES[State(int(value))]
    return int(value) if what == "rating" else str(value)


def _player(published: Published, row: int) -> Listed:
    people = published.people
    return Listed(int(people.id[row]), str(people.name[row]), int(published.roll.rating[row]))
