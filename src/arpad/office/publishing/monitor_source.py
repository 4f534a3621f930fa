"""One series of an office as a data source for the monitor: lists, rated games and players.

Rolls are read several lists at a time; the games of a list in one pass over its events.
"""

from __future__ import annotations

import numpy as np
from sqlalchemy import Connection, select

from arpad.columns import I16, Entries, Ledger, Roll
from arpad.law import Rulebook
from arpad.lists.published import WOMAN
from arpad.monitor.sources import SEX_MAN, SEX_UNKNOWN, PeopleColumns, PlayedGames, TrueStrengths
from arpad.monitor.sources import SEX_WOMAN as A_WOMAN
from arpad.office.publishing.list_law import law_of_list, open_with_law
from arpad.office.registry.public_people import read_public_people as public_people
from arpad.office.rolls import missing_list_error, published_lists, read_rolls
from arpad.office.store import schema
from arpad.packed import split, unpack_runs

LISTS_AT_ONCE = 12  # lists whose rolls are read in one pass


class OfficeSource:
    """A published series of an office as a `Source` of the monitor; a series without lists is refused. `truth` are
    the true strengths of a simulated office."""

    def __init__(self, connection: Connection, series: str, truth: TrueStrengths | None = None) -> None:
        self.connection, self.series, self._truth = connection, series, truth
        self.lists = published_lists(connection, series)
        if not self.lists:
            raise missing_list_error(series)
        self._known = public_people(connection)
        self._rolls: dict[int, Roll] = {}
        rating_list = schema.rating_list
        rows = select(rating_list.c.list).where(rating_list.c.series == series, rating_list.c.kind == "computed")
        self._computed = frozenset(connection.execute(rows).scalars())

    def roll(self, list_: int) -> Roll:
        """The roll of a list as it was published. Lists are read ahead, and each is dropped once it was returned."""
        if list_ not in self._rolls:
            at = self.lists.index(list_)
            together = self.lists[at : at + LISTS_AT_ONCE]
            self._rolls = read_rolls(self.connection, self.series, together, self._known.listed_as)
        return self._rolls.pop(list_)

    def played(self, list_: int) -> PlayedGames | None:
        """The entries and games of a list as published; None if it was not computed here."""
        if list_ not in self._computed:
            return None
        part = schema.ledger_part
        rows = select(part.c.packed).where(part.c.series == self.series, part.c.list == list_)
        pieces = [
            tuple(split(packed))[:3] for packed in self.connection.execute(rows.order_by(part.c.decision)).scalars()
        ]
        entries, seats = unpack_runs(Entries, [piece[0] for piece in pieces])
        ledger, sides = unpack_runs(Ledger, [piece[2] for piece in pieces])
        first = np.repeat(seats[:-1], np.diff(sides)).astype(np.int32)
        columns = dict(ledger.columns())
        columns["entry"], columns["opponent"] = ledger.entry + first, ledger.opponent + first
        return PlayedGames(entries, Ledger(**columns))

    def people(self, list_: int) -> PeopleColumns:
        """Birth year, sex, federation and region of all players as known now, for every list."""
        public = self._known
        woman, unknown = public.sex.are(WOMAN), public.sex.are("")
        sex = np.where(unknown, SEX_UNKNOWN, np.where(woman, A_WOMAN, SEX_MAN)).astype(np.uint8)
        return PeopleColumns(
            public.birth_year.astype(np.uint16), sex, public.federation.place.astype(np.uint16),
            public.region.place.astype(np.uint16), public.federation.different, public.region.different,
        )  # fmt: skip

    def book(self, list_: int) -> Rulebook | None:
        """The edition of the rules of a list, from its law; None if the list was not computed here."""
        if list_ not in self._computed:
            return None
        return open_with_law(law_of_list(self.connection, self.series, list_), lambda law: law.book)

    def strengths(self, list_: int) -> I16 | None:
        """The true strengths on a list's day; None if the office is not simulated."""
        return None if self._truth is None else self._truth.on_list(list_, self._known.fide_id)
