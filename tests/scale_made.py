"""Make histories whose scale is true, and histories with a planted fault: lists, games and people as columns.

Everybody's rating is his strength on the list, and results are drawn by the edition's own table at the difference of
strengths; so what the table expects is what happens, on average. From list to list strengths wander, with no direction.
A fault is planted on top of that.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import numpy as np

from arpad.columns import I16, Entries, Ledger, Roll, Source, State, Status, Table
from arpad.days import Month
from arpad.frozen import dataclass
from arpad.history.bundle import PLAYERS, new_library
from arpad.history.contents import FILES_FORM
from arpad.history.list_data import Chapter, Head, PlayerRows, roll_rows
from arpad.history.table_files import frame_bytes
from arpad.law import Rulebook, rulebook
from arpad.law.law_set import current_law
from arpad.monitor.sources import SEXES, PeopleColumns, PlayedGames

EDITION, SERIES = "fide-standard-2024", "fide-standard"
FIRST = Month(202501)
AT_A_TABLE = 10  # players of an event; everybody of it meets everybody
WANDER = 6  # points from list to list


@dataclass(frozen=True)
class Fault:
    """What is wrong with a history; nothing, if nothing is named."""

    drift: float = 0.0  # points a list that everybody's rating gains
    stretch: float = 1.0  # by which differences of strength are those of rating
    island: int = 0  # players who meet only each other
    bridges: int = 0  # games of each list that join them to the others all the same
    lag: int = 0  # points by which those below 20 are stronger than rated
    low: int = 0  # points by which federation BBB is stronger than rated


@dataclass(frozen=True, eq=False)
class MadeHistory:
    """A history in memory; a `Source`."""

    rolls: dict[int, Roll]
    games: dict[int, PlayedGames]
    folk: PeopleColumns
    truth: dict[int, I16]
    series: str = SERIES
    known: bool = False  # the strengths are told

    @property
    def lists(self) -> tuple[int, ...]:
        return tuple(sorted(self.rolls))

    def roll(self, list_: int) -> Roll:
        return self.rolls[list_]

    def played(self, list_: int) -> PlayedGames | None:
        return self.games.get(list_)

    def people(self, list_: int) -> PeopleColumns:
        return self.folk

    def book(self, list_: int) -> Rulebook | None:
        return rulebook(EDITION) if list_ in self.games else None

    def strengths(self, list_: int) -> I16 | None:
        return self.truth[list_] if self.known else None


SOUND = Fault()


def history(seed: int, fault: Fault = SOUND, lists: int = 15, players: int = 600) -> MadeHistory:
    """A history of so many lists; the first has no games."""
    lots = np.random.default_rng(seed)
    born = lots.integers(1955, 2018, players).astype(np.uint16)
    federation = lots.integers(1, 4, players).astype(np.uint16)
    none = np.zeros(players, np.uint16)
    sex = lots.integers(1, 3, players).astype(np.uint8)
    folk = PeopleColumns(born, sex, federation, none, ("", "AAA", "BBB", "CCC"))
    rated = lots.normal(1800, 200, players)
    rolls: dict[int, Roll] = {}
    games: dict[int, PlayedGames] = {}
    truth: dict[int, I16] = {}
    played = np.zeros(players, np.int64)
    for at in range(lists):
        list_ = int(FIRST.plus(at))
        young = list_ // 100 - born.astype(np.int64) < 20
        rating = np.rint(rated + fault.drift * at).astype(np.int16)
        strength = rating * fault.stretch + fault.lag * young + fault.low * (federation == 2)
        if at:
            before = rolls[int(FIRST.plus(at - 1))].rating
            there = before * fault.stretch + fault.lag * young + fault.low * (federation == 2)
            games[list_] = meetings(lots, before, there, fault)
            played += np.bincount(games[list_].entries.player[games[list_].ledger.entry], minlength=players)
        rolls[list_] = Roll.of(
            rating=rating, state=State.ACTIVE.value, k=20, games=np.minimum(played, 60000), highest=rating, last=list_
        )
        truth[list_] = np.rint(strength - fault.drift * at).astype(np.int16)
        rated = rated + lots.normal(0, WANDER, players)
    return MadeHistory(rolls, games, folk, truth)


def meetings(lots: np.random.Generator, rating: I16, strength: np.ndarray, fault: Fault) -> PlayedGames:
    """The games of one list: tables of ten, everybody against everybody; islanders sit with islanders."""
    players = len(rating)
    tables = [
        part[start : start + AT_A_TABLE]
        for part in (lots.permutation(fault.island), fault.island + lots.permutation(players - fault.island))
        for start in range(0, len(part) - AT_A_TABLE + 1, AT_A_TABLE)
    ]
    tables += [np.array([at, players - 1 - at]) for at in range(fault.bridges)]
    white, black, event = [], [], []
    for number, table in enumerate(tables):
        one, two = np.triu_indices(len(table), 1)
        white.append(table[one])
        black.append(table[two])
        event.append(np.full(len(one), number))
    return played_of(lots, (np.concatenate(white), np.concatenate(black)), rating, strength)


def played_of(
    lots: np.random.Generator, pairs: tuple[np.ndarray, np.ndarray], rating: I16, strength: np.ndarray
) -> PlayedGames:
    """Games between pairs of keys, with results drawn by the table at the difference of strengths."""
    book, (white, black) = rulebook(EDITION), pairs
    apart = np.clip(np.rint(strength[white] - strength[black]), -2000, 2000).astype(np.int16)
    p = book.expectation.look_at_each(apart).astype(np.float64) / 100
    draws = np.minimum(p, 1 - p)
    lot = lots.random(len(p))
    half = np.where(lot < p - draws / 2, 2, np.where(lot < p + draws / 2, 1, 0))
    return scored(book, pairs, rating, half)


def scored(book: Rulebook, pairs: tuple[np.ndarray, np.ndarray], rating: I16, half: np.ndarray) -> PlayedGames:
    """Games with their results, as the tables of a list have them; an entry for each key."""
    white, black = pairs
    keys = np.arange(len(rating))
    entries = Entries.of(
        event=np.zeros(len(rating)), player=keys, own=rating, shown=rating, source=Source.LIST.value, k=20
    )
    own, other = np.stack([white, black], 1).ravel(), np.stack([black, white], 1).ravel()
    difference = rating[own].astype(np.int32) - rating[other]
    counted = np.clip(difference, -400, 400).astype(np.int16)
    expected = book.expectation.look_at_each(counted)
    points = np.stack([half, 2 - half], 1).ravel()
    ledger = Ledger.of(
        game=np.repeat(np.arange(len(white)), 2), entry=own, opponent=other, half_points=points, own=rating[own],
        met=rating[other], difference=difference, counted=counted, expected=expected,
        delta=points * 50 - expected.astype(np.int16), status=Status.COUNTED.value,
    )  # fmt: skip
    return PlayedGames(entries, ledger)


def told(made: MadeHistory) -> MadeHistory:
    """The same, with the strengths told."""
    return replace(made, known=True)


def as_files(made: MadeHistory, directory: Path) -> None:
    """The history as a directory of Parquet files, as an export has it."""
    import polars

    law = current_law().some([EDITION]).files
    sha256 = {name: hashlib.sha256(body).hexdigest() for name, body in law.items()}
    keys = np.arange(len(made.folk), dtype=np.int32)
    with new_library(directory, FILES_FORM) as writer:
        for at, list_ in enumerate(made.lists):
            tables: dict[str, Table] = {"list": roll_rows(made.rolls[list_])}
            if not at:
                tables["players"] = PlayerRows(keys, made.folk.born, np.zeros(len(keys), np.uint8))
            played = made.games.get(list_)
            if played is not None:
                tables |= {"entries": played.entries, "ledger": played.ledger}
            kind = "opening" if played is None else "computed"
            head = Head(SERIES, list_, kind, EDITION, "", "", at + 1, len(keys), played is not None, law=sha256)
            writer.add_chapter(Chapter(head, tables), law)
        people = {
            "player": keys, "sex": [SEXES[each] for each in made.folk.sex.tolist()],
            "federation": [made.folk.codes[each] for each in made.folk.federation.tolist()], "region": [""] * len(keys),
        }  # fmt: skip
        writer.add(PLAYERS, frame_bytes(polars.DataFrame(people)), len(keys))
        writer.close("", True, False)
