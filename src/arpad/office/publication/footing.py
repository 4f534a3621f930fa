"""What a list stands on where lists before it were put right: their rolls, the pool and the ledgers as they should be.

Where nothing was put right a list stands on what is published, and nothing of this is there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from arpad.columns import I32, Pool, Roll
from arpad.frozen import dataclass

Ledgers = Mapping[tuple[int, int], bytes]  # by list and admission: what a list gave each game, packed


def _no_roll(_: int) -> Roll | None:
    """No list is revised."""
    return None


def _as_himself(_: int) -> I32 | None:
    """Nobody played under another key."""
    return None


def _no_ledgers(_: Collection[int]) -> Ledgers:
    """No ledger is revised."""
    return {}


@dataclass(frozen=True, eq=False)
class Footing:
    """Revised data that a list reads instead of what is published."""

    roll: Callable[[int], Roll | None] = _no_roll  # of a list; None: as published
    pool: Pool | None = None  # of the list being replaced; None: as published
    first: int = 0  # the first list that was put right; 0: none
    ledgers: Callable[[Collection[int]], Ledgers] = _no_ledgers  # of these admissions, from the first list on
    sat_as: Callable[[int], I32 | None] = _as_himself  # of a list: as whom each key sat down; None: as he counts now
    mistaken: tuple[int, ...] = ()  # who had been taken for another, or another for him
    by_revised: bool = False  # at the board, too, everybody is taken to have sat with the rating of the revised list
    sha256: str = ""  # of what is not as it was published


AS_PUBLISHED = Footing()
