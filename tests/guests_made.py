"""Make the office of a federation for the tests: Lithuania's own list four times a year, beside FIDE's of every month.

Eight players are of Lithuania and stand on the opening list of January 2026 with 1700 each, with a hundred games behind
them. Everybody else is met as a guest, with the rating of FIDE's list in force on the first day of an event.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

from by_hand import by_hand
from databases import new_database
from events_made import Scene
from office_made import NUMBERS, at, event
from publication_made import open_with

from arpad.days import Month
from arpad.law import rulebook
from arpad.law.drafting import NewNames, draft, new_guests
from arpad.law.law_set import current_law, use_law
from arpad.office import lists, rulebooks
from arpad.office.clock import Clock
from arpad.office.desk import Desk
from arpad.office.office_settings import found_office
from arpad.office.registry.import_files import InputFile
from arpad.office.registry.person import Person
from arpad.office.registry.player_facts import register_players
from arpad.office.store.engine import connect_store

HOME, NATIONAL, FIDE, EDITION = "LTU", "lithuania", "fide-standard", "fide-standard-2025"
FOUNDED, START = date(2026, 1, 2), date(2026, 2, 10)
HOME_RATING, GUEST, MASTER = 1700, 12345671, "Guestov, Ivan"
PLAYERS = range(1, 9)
QUARTERLY = "months = [1, 4, 7, 10]"


def rulebook_text() -> str:
    """Lithuania's rulebook: FIDE's of 2025 with guests, and a list every three months."""
    source = rulebook(EDITION)
    guests = new_guests(source, HOME, FIDE)
    text = draft(source, NewNames("lithuania-2025", "Lithuania", NATIONAL, date(2025, 10, 1), guests))
    months = "months = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]"
    assert text.count(months) == 1
    return text.replace(months, QUARTERLY)


def fide_line(number: int, name: str, federation: str, rating: int, title: str = "", born: int = 1980) -> str:
    """A row of FIDE's list of one series in its text form."""
    return (f"{number:<15}{name:<61}{federation:<4}{'F':<4}{title:<5}{'':<5}{'':<15}{'':<4}{rating:<6}"
            f"{'0':<4}{'20':<3}{born:<6}")  # fmt: skip


def fide_text(month: str, *lines: str) -> bytes:
    """FIDE's list of a month, as JAN26."""
    head = (f"{'ID Number':<15}{'Name':<61}{'Fed':<4}{'Sex':<4}{'Tit':<5}{'WTit':<5}{'OTit':<15}{'FOA':<4}{month:<6}"
            f"{'Gms':<4}{'K':<3}{'B-day':<6}Flag")  # fmt: skip
    return "\r\n".join([head, *lines, ""]).encode()


def imported(desk: Desk, month: date, *lines: str) -> Desk:
    """FIDE's list of a month is imported; the desk of its day."""
    later = at(desk, max(month, desk.today()))
    file = InputFile("list.txt", fide_text(f"{month:%b%y}".upper(), *lines))
    lists.import_lists(later, lists.ListImport(FIDE, (file,), Month.of(month)))
    return later


@contextmanager
def federation_office(kind: str, directory: Path) -> Iterator[Desk]:
    """The office on its first days: rulebook adopted, eight players registered, the national series open."""
    with use_law(current_law()):
        store = connect_store(new_database(kind, directory), create=True)
        desk = found_office(store, "A. Officer", Clock(set_to=FOUNDED), HOME, rehearsal=True)
        adoption = rulebooks.AdoptionRequest(rulebook_text().encode(), "lithuania.toml", "congress", confirmed=True)
        rulebooks.adopt_rulebook(desk, adoption)
        people = [Person(f"Invented{n}, Ann", NUMBERS[n], born=19800102, federation=HOME) for n in PLAYERS]
        with by_hand(desk).writing("player-import") as writing:
            register_players(writing, people)
        open_with(desk, NATIONAL, date(2026, 1, 1), {NUMBERS[n]: HOME_RATING for n in PLAYERS})
        yield desk
        store.close()


def an_open(
    code: str = "open-1",
    start: date = START,
    guest: str = MASTER,
    number: int = GUEST,
    printed: str = "GM",
    federation: str = "GER",
    results: Mapping[tuple[int, int], str] | None = None,
    **more: Any,
) -> Scene:
    """An open of eight in which the first player is a guest; everybody draws unless a result is given."""
    made = event(
        code,
        EDITION,
        series=NATIONAL,
        ratings=(2560, *(HOME_RATING,) * 7),
        ids={1: number},
        federations={1: federation, **dict.fromkeys(range(2, 9), HOME)},
        start=start,
        per_day=1,
        results=results,
        federation=HOME,
        approvals=["late-registration"],
        **more,
    )
    lines = made.text.splitlines()
    for at_, line in enumerate(lines):
        if line.startswith("001    1"):
            lines[at_] = f"{line[:10]}{printed:>3} {guest:<33}{line[47:]}"
    return Scene("\n".join([*lines, ""]), made.facts, made.today)
