"""Rolls, pool and ledgers as corrected by approved revisions: what a list reads instead of published data.

Where nothing was revised, a list reads what is published. Players whom a case merged or separated played under the
number that the lists of the time gave them; `keys_used_at_the_board` returns it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from sqlalchemy import ColumnElement, Connection, select

from arpad.columns import I32, Pool, Roll
from arpad.frozen import dataclass
from arpad.office.registry.player_merges import counted_as_by
from arpad.office.store.schema import merge, rating_list, revision_step

LedgersByAdmission = Mapping[tuple[int, int], bytes]  # by list and admission: what a list gave each game, packed


def _no_revised_roll(_: int) -> Roll | None:
    """Return None: no list is revised."""
    return None


def _no_other_key(_: int) -> I32 | None:
    """Return None: nobody played under another key."""
    return None


def _no_revised_ledgers(_: Collection[int]) -> LedgersByAdmission:
    """Return nothing: no ledger is revised."""
    return {}


@dataclass(frozen=True, eq=False)
class RevisedInputs:
    """Revised data that a list reads instead of what is published. Without arguments: nothing was revised."""

    roll: Callable[[int], Roll | None] = _no_revised_roll  # of a list; None: as published
    pool: Pool | None = None  # of the list being replaced; None: as published
    first: int = 0  # the first list that was revised; 0: none
    ledgers: Callable[[Collection[int]], LedgersByAdmission] = (
        _no_revised_ledgers  # of these admissions, from the first list on
    )
    sat_as: Callable[[int], I32 | None] = _no_other_key  # of a list: the key each played under; None: as now
    mistaken: tuple[int, ...] = ()  # players who had been taken for another person, or another for them
    by_revised: bool = False  # games of later events, too, are rated with the revised ratings
    sha256: str = ""  # of the revised data; empty: nothing is revised


NOTHING_REVISED = RevisedInputs()


_merged_by_case: ColumnElement[bool] = select(revision_step.c.log).where(revision_step.c.log == merge.c.log).exists()


def persons_mistaken_before_cases(connection: Connection, known_at: int | None = None) -> tuple[int, ...]:
    """Return the keys of players whom approved cases merged or separated; with `known_at`, only up to that log
    entry."""
    rows = select(merge.c.kept, merge.c.gone).where(_merged_by_case)
    rows = rows.where(merge.c.log <= known_at) if known_at is not None else rows
    return tuple(sorted({key for row in connection.execute(rows) for key in row}))


def keys_used_at_the_board(connection: Connection, series: str, list_: int, known_at: int | None, players: int) -> I32:
    """Return for each key (there are `players`) the key under which the player played in events that take their
    ratings from this list. Ordinary merges count whenever they were made, those of a case only if it was approved
    before the list. With `known_at`, merges after that log entry are ignored."""
    published = select(rating_list.c.log).where(rating_list.c.series == series, rating_list.c.list == list_)
    entry = connection.execute(published).scalar_one()
    rows = select(merge.c.seq, merge.c.kept, merge.c.gone, merge.c.undoes).where(
        ~_merged_by_case | (merge.c.log <= entry)
    )
    rows = rows.where(merge.c.log <= known_at) if known_at is not None else rows
    held: dict[int, tuple[int, int, int]] = {}
    for seq, kept, gone, undoes in connection.execute(rows.order_by(merge.c.seq)):
        if undoes is None:
            held[seq] = seq, kept, gone
        else:
            held.pop(undoes, None)
    return counted_as_by(held.values(), players)
