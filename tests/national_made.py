"""Make a national office for the tests: Ukraine's own list beside FIDE's, from June 2019 on.

Eight players are of Ukraine and stand on the opening list of June with 1700 each, with a hundred games behind them (so
K is 20), and all of them on FIDE's lists with 2100. Whoever is met as a guest is met with 2100: a difference of 400.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

from by_hand import by_hand
from databases import new_database
from office_made import NUMBERS, admitted, at, event, reported
from publication_made import open_with

from arpad.days import Day, Month
from arpad.intake import read_list
from arpad.office.clock import Clock
from arpad.office.desk import Desk
from arpad.office.office_settings import found_office
from arpad.office.people import PlayerChange, PlayerFacts, change_player
from arpad.office.publishing.imported_lists import take_over_list
from arpad.office.registry.person import Person
from arpad.office.registry.player_facts import register_players
from arpad.office.store.engine import connect_store

UA, FIDE = "ukraine", "fide-standard"
JUNE, JULY, AUGUST = date(2019, 6, 1), date(2019, 7, 1), date(2019, 8, 1)
HOME_RATING, FIDE_RATING = 1700, 2100
PLAYERS = range(1, 9)


def fide_list(ratings: Mapping[int, int]) -> Any:
    """A list of FIDE's, as it is read."""
    lines = [f"{'ID Number':<15}{'Name':<61}{'Fed':<4}{'Sex':<4}{'Tit':<5}{'WTit':<5}{'OTit':<15}{'FOA':<4}{'JUN19':<6}"
             f"{'Gms':<4}{'K':<3}{'B-day':<6}Flag"]  # fmt: skip
    for number, rating in ratings.items():
        lines.append(f"{number:<15}{'Invented, Ann':<61}{'UKR':<4}{'F':<4}{'':<5}{'':<5}{'':<15}{'':<4}{rating:<6}"
                     f"{'0':<4}{'20':<3}{'1980':<6}")  # fmt: skip
    given, _ = read_list(io.BytesIO("\r\n".join([*lines, ""]).encode()), "list.txt", "standard")
    return given


def national_office(kind: str, directory: Path, federations: Mapping[int, str] | None = None) -> Desk:
    """The office on its first day; `federations` by player, where it is another one than Ukraine or none."""
    desk = found_office(
        connect_store(new_database(kind, directory), create=True),
        "A. Officer",
        Clock(set_to=JUNE),
        "UKR",
        rehearsal=True,
    )
    given = federations or {}
    with by_hand(desk).writing("player-import") as writing:
        register_players(
            writing,
            [Person(f"Invented{n}, Ann", NUMBERS[n], born=19800102, federation=given.get(n, "UKR")) for n in PLAYERS],
        )
    lists = fide_list({NUMBERS[n]: FIDE_RATING for n in PLAYERS})
    take_over_list(by_hand(desk), FIDE, lists, 201906, "fide")
    open_with(desk, UA, JUNE, {NUMBERS[n]: HOME_RATING for n in PLAYERS})
    return desk


def fide_again(desk: Desk, day: date) -> Desk:
    """FIDE's list of a later month, with the same ratings; the desk of that day."""
    later = at(desk, day)
    take_over_list(
        by_hand(later), FIDE, fide_list({NUMBERS[n]: FIDE_RATING for n in PLAYERS}), int(Month.of(day)), "fide"
    )
    return later


def transferred(desk: Desk, number: int, federation: str, since: date, why: str = "letter of the federations") -> None:
    change_player(desk, PlayerChange(NUMBERS[number], PlayerFacts(federation=federation), Day.of(since), why))


def played(
    desk: Desk, code: str, start: date, results: Mapping[tuple[int, int], str] | None = None, **more: Any
) -> Desk:
    """An open of eight in five rounds, drawn unless a result is given, sent and admitted; the desk of that day."""
    made = event(code, "ukraine-2018", ratings=(HOME_RATING,) * 8, start=start, results=results, **more)
    later = reported(desk, made)
    done = admitted(later, code)
    assert done.status == "admitted", done
    return later
