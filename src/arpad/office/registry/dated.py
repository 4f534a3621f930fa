"""Say of which federation players were on the first days of events, where that is not the one they are of now.

Few players move, so only they are read: whoever is not named here is of the federation that the roster has. A day's
answer is the newest value that holds by then, as everywhere in the registry's history.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from sqlalchemy import Connection

from arpad.columns import I32, U16
from arpad.frozen import dataclass
from arpad.office.registry.history import NOW, Known, changed_after
from arpad.office.registry.roster import Roster

FEDERATION = "federation"
KEY_BITS = 32


@dataclass(frozen=True)
class Moved:
    """Players who were of another federation on a day than they are now: day, key and code, sorted."""

    rows: tuple[tuple[int, int, str], ...] = ()

    def codes(self, roster: Roster) -> tuple[str, ...]:
        """The federation codes of the roster, followed by those that occur only in the past."""
        return (*roster.codes, *sorted({code for _, _, code in self.rows} - set(roster.codes)))

    def federations(self, roster: Roster, day: I32, player: I32) -> U16:
        """Return for each pair of a day and a player the federation then, as a place in `codes`."""
        place = {code: at for at, code in enumerate(self.codes(roster))}
        now = roster.federation[player]
        if not self.rows:
            return now
        known_places = np.array([_place(on, key) for on, key, _ in self.rows], np.int64)
        then = np.array([place[code] for _, _, code in self.rows], np.uint16)
        asked_places = _place(day.astype(np.int64), player.astype(np.int64))
        at = np.minimum(np.searchsorted(known_places, asked_places), len(known_places) - 1)
        return np.where(known_places[at] == asked_places, then[at], now).astype(np.uint16)


def _place(day: Any, key: Any) -> Any:
    """Combine a day and a key into one number that sorts like the pair."""
    return (day << KEY_BITS) | key


def moved(connection: Connection, roster: Roster, days: Iterable[int], as_of: Known = NOW) -> Moved:
    """Return the players who on some of these days were of another federation than in the roster."""
    first_days = sorted(set(days))
    if not first_days:
        return Moved()
    changes = list(changed_after(connection, first_days[0], FEDERATION))
    rows = [
        (day, key, code)
        for day in first_days
        for (key, _), code in as_of.settled(changes, day).items()
        if key < len(roster) and code != roster.codes[int(roster.federation[key])]
    ]
    return Moved(tuple(sorted(rows)))
