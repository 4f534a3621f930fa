"""Make an office with an event that is sent in parts: its rounds, its players and who won, laid out by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from by_hand import by_hand, preview_list, publish_list, register_facts
from databases import new_database
from events_made import EDITIONS, HALVES, MIRROR, list_of
from office_made import NUMBERS, at
from publication_made import open_with

from arpad.columns import State
from arpad.days import Month
from arpad.explain.calculation import Calculation
from arpad.intake.sidecar import facts_of
from arpad.office.book.event_facts import NamedFacts
from arpad.office.book.event_lookup import find_parts_by_name
from arpad.office.book.merged_rolls import ListMemory
from arpad.office.book.report_decisions import Outcome, admit_part
from arpad.office.book.stored_report import RoundRange
from arpad.office.book.submission import ReportPackage, SubmissionTerms
from arpad.office.clock import Clock
from arpad.office.desk import Desk
from arpad.office.lists import CalculationQuestion, ListChoice, explain_rating
from arpad.office.office_settings import found_office
from arpad.office.publishing.imported_lists import take_over_list
from arpad.office.registry.person import Person
from arpad.office.registry.player_facts import read_roster, register_players
from arpad.office.reports import submit_reports
from arpad.office.rolls import published_lists, read_roll
from arpad.office.store.engine import connect_store

STANDARD, STRANGER = "fide-standard", 990999
NAMES = {
    "team": "Team: Swiss-System",
    "swiss": "Individual: Swiss-System",
    "round-robin": "Individual: Round robin",
    "match": "Individual: Match",
}
Pairs = Sequence[Sequence[tuple[int, int, str]]]  # of each round: white, black, what white made of it


@dataclass(frozen=True)
class Event:
    """An event of an edition, round by round; start numbers are the players' own, 0 is unrated."""

    edition: str
    ratings: Sequence[int]
    rounds: Pairs
    days: Sequence[date]  # of the rounds
    system: str = "team"
    facts: Mapping[str, Any] = field(default_factory=dict)
    code: str = "league"
    start: date | None = None
    end: date | None = None
    control: str = ""  # the time control; empty for one that is slow enough for everybody

    @property
    def series(self) -> str:
        return EDITIONS[self.edition][0]

    def text(self) -> str:
        size, start, end = len(self.ratings), self.start or self.days[0], self.end or self.days[-1]
        head = [
            "012 Invented League", "022 Nowhere", "032 UKR", f"042 {start:%Y/%m/%d}", f"052 {end:%Y/%m/%d}",
            f"062 {size}", f"072 {sum(1 for rating in self.ratings if rating)}", "082 0", f"092 {NAMES[self.system]}",
            "102 Arbiter, Ada 990999", f"122 {self.control or EDITIONS[self.edition][2]}",
            f"{'132':<91}" + "  ".join(f"{day:%y/%m/%d}" for day in self.days),
        ]  # fmt: skip
        cells: list[list[str]] = [[] for _ in range(size)]
        halves = [0] * size
        for pairs in self.rounds:
            played: dict[int, str] = {}
            for white, black, result in pairs:
                played[white], played[black] = f"{black:>4} w {result}", f"{white:>4} b {MIRROR[result]}"
                halves[white - 1] += HALVES[result]
                halves[black - 1] += HALVES[MIRROR[result]]
            for number in range(1, size + 1):
                cells[number - 1].append(played.get(number, "0000 - Z"))
        lines = [
            f"001 {number:>4} m    {f'Invented{number}, Ann':<33} {rating or '':>4} UKR "
            f"{NUMBERS[number]:>11} 1980/01/02 {halves[number - 1] // 2:>2}.{5 * (halves[number - 1] % 2)} {number:>4}"
            + "  "
            + "  ".join(cells[number - 1])
            for number, rating in enumerate(self.ratings, 1)
        ]
        return "\r\n".join([*head, *lines]) + "\r\n"

    def registration(self) -> dict[str, Any]:
        known: dict[str, Any] = {
            "code": self.code, "name": "Invented League", "federation": "UKR", "series": self.series, "official": False,
            "start": self.start or self.days[0], "end": self.end or self.days[-1], "laws": True, "hybrid": False,
            "notation": True, "agreed": True, "norms": False, "league": True, "national_championship": False,
            "women_only": False, "team_championship": False, "system": self.system,
            "arbiters": [{"name": "Arbiter, Ada", "licence": "A1"}], "approvals": ["late-registration", "long-event"],
        }  # fmt: skip
        return {key: value for key, value in {**known, **self.facts}.items() if value is not None}


def opened(kind: str, directory: Path, event: Event, list_: date) -> Desk:
    """An office whose list of that day has the rated players of the event, everybody with a hundred games."""
    desk = found_office(
        connect_store(new_database(kind, directory), create=True),
        "A. Officer",
        Clock(set_to=list_),
        home="UKR",
        rehearsal=True,
    )
    with by_hand(desk).writing("player-import") as writing:
        numbers = range(1, len(event.ratings) + 1)
        register_players(
            writing, [Person(f"Invented{n}, Ann", NUMBERS[n], born=19800102, federation="UKR") for n in numbers]
        )
    rated = {NUMBERS[n]: rating for n, rating in enumerate(event.ratings, 1) if rating}
    open_with(desk, event.series, list_, rated)
    fide_lists(desk, event)
    register_facts(desk, facts_of(event.registration(), "test"))
    return desk


def fide_lists(desk: Desk, event: Event) -> None:
    """FIDE's standard list of the day, where a series looks at it; nobody of the event has a rating there."""
    month = Month.of(desk.today())
    if event.series != STANDARD and month not in _imported(desk):
        take_over_list(by_hand(desk), STANDARD, list_of(STANDARD, [1999], {1: STRANGER}), int(month), "fide")


def _imported(desk: Desk) -> tuple[int, ...]:
    with desk.reading() as connection:
        return published_lists(connection, STANDARD)


def part(desk: Desk, event: Event, number: int, first: int, last: int) -> tuple[Desk, Outcome]:
    """Send and admit a part two days after its last round; 0 is the whole event."""
    day = event.days[last - 1] + timedelta(days=2)
    desk = at(desk, max(day, desk.today()))
    fide_lists(desk, event)
    terms = (
        SubmissionTerms(event.code, part=number, rounds=RoundRange(first, last))
        if number
        else SubmissionTerms(event.code)
    )
    (receipt,) = submit_reports(
        by_hand(desk), [ReportPackage("league.trf", event.text().encode(), NamedFacts.of({}))], terms
    )
    assert receipt.status == "accepted", receipt
    with desk.reading() as connection:
        (stand,) = find_parts_by_name(connection, [f"{event.code}/{number}" if number else event.code])
    return desk, admit_part(by_hand(desk), ListMemory(), stand)


def published(desk: Desk, series: str, list_: int) -> Desk:
    desk = at(desk, max(date(list_ // 100, list_ % 100, 1), desk.today()))
    if series != STANDARD and list_ not in _imported(desk):
        take_over_list(by_hand(desk), STANDARD, list_of(STANDARD, [1999], {1: STRANGER}), list_, "fide")
    preview_list(desk, series, list_)
    publish_list(desk, series, list_)
    return desk


def ratings(desk: Desk, series: str, list_: int) -> dict[int, int]:
    """The ratings of a list by start number, 0 where there is none."""
    with desk.reading() as connection:
        known = read_roster(connection)
        roll = read_roll(connection, series, list_, known.fide_id)
    places = {number: place for place, number in enumerate(known.fide_id.tolist())}
    shown = [int(rating) if state == State.ACTIVE else 0 for rating, state in zip(roll.rating, roll.state, strict=True)]
    return {n: shown[places[number]] for n, number in NUMBERS.items() if number in places}


def told(desk: Desk, series: str, list_: int, number: int) -> Calculation:
    return explain_rating(desk, CalculationQuestion(NUMBERS[number], ListChoice(series, Month(list_))))
