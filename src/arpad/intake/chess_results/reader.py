"""Read an upload file of chess-results into a report: individual and team events, Swiss and round robin.

In: bytes. Out: a report, or none with the findings that say why. Whether the pairings can be true, and the points
follow from them, is decided in `pairings`. Marks of the sender's session are neither kept nor shown.
"""

from __future__ import annotations

from datetime import date
from typing import Any

from arpad.intake.chess_results.document import Document, Element, parsed
from arpad.intake.chess_results.pairings import Pairings
from arpad.intake.codes import Notes, shown
from arpad.intake.dates import candidates
from arpad.intake.decode import Limits, tell_forbidden
from arpad.intake.digits import integer
from arpad.intake.national import National, national_records
from arpad.intake.persons import HIGHEST_NUMBER, ID_WIDTH, NUMBER_WIDTH, RATING_WIDTH, READERS, tell_unread
from arpad.intake.structure import check, phantoms
from arpad.intake.swiss_manager.reader import LEAST_ID, NO_FEDERATION, SYSTEMS
from arpad.intake.tables.reader import composed
from arpad.intake.trf.event import arbiter_in
from arpad.intake.trf.reader import nothing
from arpad.model import EventFacts, Player, Printed, Report, Team
from arpad.plaintext import FORBIDDEN

FORM = "chess-results"
SEXES = {"m": "m", "w": "w", "f": "w", "c": "", "": ""}
COMPUTER = "c"
FIELDS = {"title": "title", "rtgfide": "rating", "fed": "federation", "fideid": "id", "dob": "born", "rank": "rank"}
FIGURES = {"rating": RATING_WIDTH, "id": ID_WIDTH, "rank": NUMBER_WIDTH}  # so many are a number without a question
TEXTS = {
    "name": "name", "location": "city", "federation": "federation", "timecontrol": "time control",
    "chiefarbiter": "chief arbiter", "deputyarbiter": "deputy arbiter", "arbiter": "deputy arbiter",
}  # fmt: skip
DAYS = {"from": "start", "to": "end"}


def read_upload(data: bytes, notes: Notes, file: str, limits: Limits, encoding: str = "") -> Report:
    """The report in an upload file; every check that fails is noted."""
    if len(data) > limits.bytes:
        notes.find("too-large", limit=limits.bytes)
        return nothing(file)
    document = parsed(data, notes, limits, encoding)
    if document is None:
        return nothing(file)
    if not document.tournaments or not document.players:
        notes.find("not-a-report/chess-results", 1)
        return nothing(file)
    reading = Reading(document, notes, limits)
    report = reading.report(file)
    if report is None:
        return nothing(file)
    check(report, notes)
    return report


class Reading:
    """One document while it is read."""

    def __init__(self, document: Document, notes: Notes, limits: Limits) -> None:
        self.document, self.notes, self.limits = document, notes, limits
        self.event = document.tournaments[0]
        self.kind = document.number("type")
        self.known: dict[tuple[str, str], tuple[Any, str]] = {}

    def report(self, file: str) -> Report | None:
        if len(self.document.players) > self.limits.players:
            self.notes.find("too-many-players/file", limit=self.limits.players)
            return None
        if len(self.document.rounds) > self.limits.rounds:
            self.notes.find("too-many-rounds/file", rounds=len(self.document.rounds), limit=self.limits.rounds)
            return None
        numbers = [self._start_number(element) for element in self.document.players]
        if 0 in numbers or len({*numbers}) < len(numbers):
            self._tell_numbers(numbers)
            return None
        pairings = Pairings(self.document, numbers, self.notes, self.limits).read()
        if pairings is None:
            return None
        cells, points = pairings
        players = self._players(numbers, points)
        printed = tuple(self._printed())
        computers = {
            number for number, element in zip(numbers, self.document.players, strict=True)
            if element.values.get("sex", "").strip().lower() == COMPUTER
        }  # fmt: skip
        teams = self._teams(numbers)
        self._tell_the_event()
        facts = self._facts(printed)
        return Report(
            facts=facts, players=players, cells=cells, teams=teams, printed=printed,
            kept=national_records(facts.federation, players, self._national(), self.notes),
            round_dates=self._round_dates(), rounds_announced=self.document.number("rounds") or None,
            phantoms=phantoms(players) | computers, form=FORM, file=file,
        )  # fmt: skip

    def _start_number(self, element: Element) -> int:
        number = integer(element.values.get("no", "").strip()) or 0
        return number if number <= HIGHEST_NUMBER else 0

    def _tell_numbers(self, numbers: list[int]) -> None:
        first: dict[int, int] = {}
        for number, element in zip(numbers, self.document.players, strict=True):
            if not number:
                self.notes.find("unreadable-start-number", element.line, text=shown(element.values.get("no", "")))
            elif number in first:
                self.notes.find("duplicate-start-number", element.line, number=number, other_line=first[number])
            first.setdefault(number, element.line)

    def _text(self, raw: str, line: int) -> str:
        if raw.isascii() and raw.isprintable():
            return raw.strip()
        if FORBIDDEN.search(raw):
            tell_forbidden(raw, self.notes, line)
        return composed(raw.strip())

    def _players(self, numbers: list[int], points: list[int | None]) -> tuple[Player, ...]:
        """The players, read column by column: what a text means is asked once."""
        elements = self.document.players
        columns = {field: self._column(field, name) for name, field in FIELDS.items()}
        rows = zip(
            elements, numbers, points, columns["title"], columns["rating"], columns["federation"], columns["id"],
            columns["born"], columns["rank"], strict=True,
        )  # fmt: skip
        return tuple([
            Player(
                number, self._name(values, line, number), self._sex(values.get("sex", ""), line), title or "",
                rating or 0, "" if federation is None or federation in NO_FEDERATION else federation,
                self._id(identity or 0, line, number), born or 0, sum_, rank or None, "", line,
            )
            for (line, values), number, sum_, title, rating, federation, identity, born, rank in rows
        ])  # fmt: skip

    def _name(self, values: dict[str, str], line: int, number: int) -> str:
        surname = " ".join(self._text(values.get("lastname", ""), line).replace(",", ", ").split())
        first = values.get("firstname", "")
        first = " ".join(self._text(first, line).split()) if first else ""
        name = f"{surname}, {first}" if surname and first else surname or first
        if not name:
            self.notes.find("missing-name", line, 0, number, number=number)
        return name

    def _sex(self, text: str, line: int) -> str:
        sex = SEXES.get(text)
        if sex is None:
            sex = SEXES.get(text.strip().lower(), "")
            if text.strip().lower() not in SEXES:
                tell_unread("unreadable-sex/text", text.strip(), line, 0, self.notes)
        return sex

    def _id(self, identity: int, line: int, number: int) -> int:
        if 0 < identity < LEAST_ID and not self.notes.full("implausible-id"):
            self.notes.find("implausible-id", line, 0, number, number=number, id=identity, least=LEAST_ID)
        return identity

    def _column(self, field: str, name: str) -> list[Any]:
        """A field of all players as the readers of tables know it; None where nothing stands there."""
        figures = FIGURES.get(field, 0)
        return [
            int(text)
            if text.isdecimal() and text.isascii() and len(text) <= figures
            else self._field(field, text, line)
            for line, text in [(element.line, element.values.get(name, "")) for element in self.document.players]
        ]

    def _national(self) -> list[National]:
        """The national ratings and numbers."""
        return [
            (element.values.get("rtgnat", "").strip(), self._text(element.values.get("id", ""), element.line))
            for element in self.document.players
        ]

    def _field(self, field: str, text: str, line: int) -> Any:
        """A field that is no plain number; what a text means is asked once."""
        if not text:
            return None
        key = field, text
        if key not in self.known:
            plain = text.strip()
            self.known[key] = READERS[field](plain) if plain else (None, "")
        value, message = self.known[key]
        if message:
            tell_unread(message, text, line, 0, self.notes)
        return value

    def _teams(self, numbers: list[int]) -> tuple[Team, ...]:
        if not self.document.teams:
            return ()
        members: dict[int, list[tuple[int, int]]] = {}
        for number, element in zip(numbers, self.document.players, strict=True):
            team, board = (integer(element.values.get(name, "").strip()) or 0 for name in ("teamno", "board"))
            members.setdefault(team, []).append((board, number))
        teams = []
        for element in self.document.teams:
            team = integer(element.values.get("no", "").strip()) or 0
            name = " ".join(self._text(element.values.get("teamname", ""), element.line).split())
            teams.append(
                Team(name, tuple(number for _, number in sorted(members.get(team, []))), team, "", element.line)
            )
        return tuple(teams)

    def _printed(self) -> list[Printed]:
        printed = []
        for attribute, name in TEXTS.items():
            text = self._text(self.event.values.get(attribute, ""), self.event.line)
            if text and not (name == "federation" and text in NO_FEDERATION):
                printed.append(Printed(name, text, self.event.line))
        if 0 <= self.kind < len(SYSTEMS) and "type" in self.event.values:
            printed.append(Printed("type", SYSTEMS[self.kind], self.event.line))
        printed += [
            Printed(name, self.event.values[attribute].strip(), self.event.line)
            for attribute, name in DAYS.items() if self.event.values.get(attribute, "").strip()
        ]  # fmt: skip
        return printed

    def _day(self, element: Element, attribute: str) -> date | None:
        """A day, YYYYMMDD or DD.MM.YYYY; None where there is none, or nothing that can be read."""
        text = element.values.get(attribute, "").strip()
        days = {*candidates(text).values()} if text else set()
        if len(days) == 1:
            return days.pop()
        if text and not self.notes.full("unreadable-date"):
            self.notes.find("unreadable-date", element.line, text=shown(text))
        return None

    def _facts(self, printed: tuple[Printed, ...]) -> EventFacts:
        values = {value.name: value.text for value in reversed(printed)}
        arbiters = [value.text for value in printed if value.name in ("chief arbiter", "deputy arbiter")]
        return EventFacts(
            name=values.get("name", ""), federation=values.get("federation", ""), start=self._day(self.event, "from"),
            end=self._day(self.event, "to"), system=values.get("type", ""),
            time_control=values.get("time control", ""),
            arbiters=tuple(arbiter_in(text) for text in dict.fromkeys(arbiters)),
        )  # fmt: skip

    def _round_dates(self) -> tuple[date | None, ...]:
        """The day of each round. Of an event of one day every round is on it, whether it was entered or not."""
        days: dict[int, date | None] = {}
        for element in self.document.rounds:
            turn = integer(element.values.get("round", "").strip()) or 0
            if 0 < turn <= self.limits.rounds:
                days[turn] = self._day(element, "date")
        dates = tuple(days.get(turn) for turn in range(1, max(days, default=0) + 1))
        start = self.event.values.get("from", "").strip()
        if not any(dates) and start and start == self.event.values.get("to", "").strip():
            return (self._day(self.event, "from"),) * len(dates)
        missing = sum(day is None for day in dates)
        if missing:
            self.notes.find("round-dates/missing", missing=missing, rounds=len(dates))
        return dates if any(dates) else ()

    def _tell_the_event(self) -> None:
        """What is to be known of the event before it is rated."""
        marks = {name: self.event.values.get(name, "").strip().upper() for name in ("ratedfide", "ratednational")}
        if marks["ratedfide"] == "N":
            which = "marked-unrated/national" if marks["ratednational"] == "J" else "marked-unrated"
            self.notes.find(which, self.event.line)
        if not self.document.pairings and self.document.number("rounds"):
            self.notes.find("round-count/none", self.event.line, announced=self.document.number("rounds"))
