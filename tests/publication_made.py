"""Make an office before and after a list, for what is tested around publication. Copies are given, never the original.

The players are those of `office_made`; all but the last eight stand on an opening list of November 2025, each with
another rating. Events are played in November 2025 and rated on the list of December.
"""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Sequence
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from by_hand import by_hand
from databases import copy_of, new_database
from events_made import Scene
from office_made import NUMBERS, _address, admitted, at, event, reported

from arpad.days import Month
from arpad.lists.opening import stated_by_columns
from arpad.office.clock import Clock
from arpad.office.desk import Desk, open_desk
from arpad.office.office_settings import found_office
from arpad.office.publishing.incoming_lists import OpeningList, open_series
from arpad.office.registry.person import Person
from arpad.office.registry.player_facts import register_players
from arpad.office.store.engine import connect_store

SERIES = "fide-standard"
OPENING, NEXT, THEN = 202511, 202512, 202601
RATED = 32
RATINGS = {number: 1500 + 15 * number for number in range(1, RATED + 1)}
DUE = date(2025, 12, 1)
DUE_THEN = date(2026, 1, 1)

address_of = _address


@cache
def opened(kind: str) -> str:
    """An office with players and an opening list, made once per run and kind."""
    directory = Path(tempfile.mkdtemp(prefix="arpad-published-"))
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    address = new_database(kind, directory)
    desk = found_office(
        connect_store(address, create=True), "A. Officer", Clock(set_to=date(2025, 11, 1)), home="UKR", rehearsal=True
    )
    with by_hand(desk).writing("player-import") as writing:
        people = [
            Person(f"Invented{n}, Ann", fide_id, born=19800102, federation="UKR") for n, fide_id in NUMBERS.items()
        ]
        register_players(writing, people)
    open_with(desk, SERIES, date(2025, 11, 1), {NUMBERS[n]: rating for n, rating in RATINGS.items()})
    desk.store.close()
    return address


def open_with(desk: Desk, series: str, day: date, ratings: dict[int, int], **columns: Any) -> None:
    """Open a series; everybody has played a hundred games and was never higher."""
    rating = np.array(list(ratings.values()), np.int16)
    full = {"rating": rating, "highest": rating, "games": np.full(len(rating), 100)}
    stated = stated_by_columns({**full, **columns})
    done = open_series(by_hand(desk), OpeningList(series, Month.of(day), tuple(ratings), stated, file="opening.csv"))
    assert done.questions == ()


def an_open(code: str = "open-1", players: Sequence[int] = range(1, 9), **given: Any) -> Scene:
    """An open of eight with decisive games: the lower start number wins in the first three rounds."""
    results = {(n, turn): "1" for n in range(1, len(players) // 2 + 1) for turn in (1, 2, 3)}
    ratings = [RATINGS.get(n, 0) for n in players]
    wanted = {"results": results, "start": date(2025, 11, 10), "approvals": ["late-registration"], **given}
    made = event(code, ratings=ratings, ids={at: NUMBERS[n] for at, n in enumerate(players, 1)}, **wanted)
    text = made.text
    for place, n in enumerate(players, 1):
        text = text.replace(f"{f'Invented{place}, Ann':<33} {RATINGS.get(n) or '':>4}",
                            f"{f'Invented{n}, Ann':<33} {RATINGS.get(n) or '':>4}")  # fmt: skip
    return Scene(text, made.facts, made.today)


@cache
def before_list(kind: str) -> str:
    """The same with two events admitted: the December list can be previewed."""
    directory = Path(tempfile.mkdtemp(prefix="arpad-published-"))
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    desk = open_desk(connect_store(copy_of(opened(kind), directory)), "A. Officer")
    for code, players in (("open-1", range(1, 9)), ("open-2", (*range(9, 15), 33, 34))):
        desk = admit_one(desk, an_open(code, list(players)))
    desk.store.close()
    return address_of(desk)


def admit_one(desk: Desk, made: Scene) -> Desk:
    """Register, send and admit an event; the desk of that day."""
    later = reported(desk, made)
    done = admitted(later, str(made.facts["code"]))
    assert done.status == "admitted", done
    return later


def copied(address: str, directory: Path, now: date | None = None) -> Desk:
    return open_desk(connect_store(copy_of(address, directory)), "A. Officer", now)


def on(desk: Desk, day: date, dry: bool = False) -> Desk:
    return at(desk, day, dry=dry)
