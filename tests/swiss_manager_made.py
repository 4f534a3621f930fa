"""Write files of Swiss-Manager with invented players, byte by byte, for the tests of the reader.

Nothing of the reader is used here. The files have what the reader looks at and zeros in the rest.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from random import Random

BYE, UNPAIRED = 0xFFFF, 0xFFFE
Row = tuple[int, int, int]  # white, black, result
SURNAMES = ("Invented", "Madeup", "Nobody", "Вигаданий", "Fictitious", "Kitalált", "Nguyễn", "Feigned")
FIRST_NAMES = ("Ann", "Bo", "Cyd", "Дара", "Eve", "Fay", "Gil", "")


@dataclass
class Person:
    """A player of an invented event."""

    surname: str
    first_name: str = ""
    title: str = ""
    federation: str = "UKR"
    id: int = 0
    rating: int = 0
    national: int = 0
    born: int = 0
    sex: int = 0
    team: int = 0
    board: int = 0
    national_number: str = ""


@dataclass
class Event:
    """An invented event: its rounds are rows of pairings, the last of them perhaps not paired."""

    people: list[Person]
    rounds: list[list[Row]]
    kind: int = 0
    texts: dict[int, str] = field(default_factory=lambda: {
        0: "Invented Open", 5: "Nowhere", 14: "90 min + 30 sek", 20: "UKR", 21: "IA Invented, Ada 14100001",
        35: "Deputy, Dan",
    })  # fmt: skip
    first_day: int = 20250926
    last_day: int = 20250928
    days: list[int] = field(default_factory=list)
    rated: int = 3
    rate: int = 1
    last_paired: int = -1
    announced: int = -1
    alphabet: list[int] = field(default_factory=list)
    teams: list[str] = field(default_factory=list)
    boards: int = 0
    matches: list[tuple[int, int]] = field(default_factory=list)
    apart: list[tuple[int, int]] = field(default_factory=list)

    def data(self) -> bytes:
        """The file."""
        out = bytearray(b"\x93\xff\x89\x44" + bytes(104))
        struct.pack_into("<I", out, 0x1C, 20250319)
        for place in range(132):
            out += _text(self.texts.get(place, ""))
        out += b"\x95\xff\x89\x44" + self._settings()
        offsets = [len(out)]
        out += b"\xa3\xff\x89\x44"
        for at, rows in enumerate(self.rounds):
            record = bytearray(106)
            struct.pack_into("<I", record, 30, self.days[at] if self.days else 0)
            struct.pack_into("<H", record, 36, len(rows))
            out += _text("10:00") + record
        offsets.append(len(out))
        out += b"\xa5\xff\x89\x44"
        alphabet = self.alphabet or list(range(1, len(self.people) + 1))
        for person, place in zip(self.people, alphabet, strict=True):
            out += _person(person, place)
        offsets.append(len(out))
        out += b"\xb3\xff\x89\x44"
        for rows in self.rounds:
            for row in rows:
                out += struct.pack("<HHH", *row) + bytes(15)
        offsets.append(len(out))
        if self.teams:
            out += b"\xb5\xff\x89\x44" + b"".join(_text(team) * 2 + _text("") + bytes(100) for team in self.teams)
        offsets += [len(out), 0] if self.matches else [0, 0]
        if self.matches:
            out += b"\xc3\xff\x89\x44" + b"".join(struct.pack("<HH", *match) + bytes(11) for match in self.matches)
            offsets[-1] = len(out)
        offsets.append(0)
        if self.apart:
            out += b"\xc5\xff\x89\x44" + b"".join(struct.pack("<HH", *pair) for pair in self.apart)
            offsets[-1] = len(out)
        return bytes(out + b"\xd3\xff\x89\x44" + struct.pack("<7I", *offsets) + b"\xe3\xff\x89\x44")

    def _settings(self) -> bytes:
        settings = bytearray(5883)
        rounds = len(self.rounds)
        struct.pack_into("<H", settings, 0x00, rounds if self.announced < 0 else self.announced)
        settings[0x0B] = self.kind
        struct.pack_into("<H", settings, 0x11, rounds if self.last_paired < 0 else self.last_paired)
        struct.pack_into("<HHH", settings, 0x13, len(self.people), self.rated, rounds)
        struct.pack_into("<HH", settings, 0x2F, len(self.teams), self.boards)
        struct.pack_into("<II", settings, 0x47, self.first_day, self.last_day)
        settings[0x4EF] = self.rate
        return bytes(settings)


def _text(text: str) -> bytes:
    raw = text.encode("utf-16-le", "surrogatepass")
    return struct.pack("<H", len(raw) // 2) + raw


def _person(person: Person, place: int) -> bytes:
    texts = {0: person.surname, 1: person.first_name, 4: person.title, 5: person.national_number, 10: person.federation}
    numbers = bytearray(110)
    numbers[0x06] = person.sex
    struct.pack_into("<HH", numbers, 0x08, person.rating, person.national)
    struct.pack_into("<I", numbers, 0x0E, person.born)
    struct.pack_into("<HI", numbers, 0x16, place, person.id)
    struct.pack_into("<HH", numbers, 0x1C, person.team, person.board)
    return b"".join(_text(texts.get(at, "")) for at in range(30)) + bytes(numbers)


def people(count: int) -> list[Person]:
    """So many players, all of whom have everything."""
    return [
        Person(
            f"{SURNAMES[at % len(SURNAMES)]}{at}", FIRST_NAMES[at % len(FIRST_NAMES)], ("FM", "", "WCM")[at % 3],
            ("UKR", "POL")[at % 2], 14100001 + at, 2300 - at, 1500 + at, 19780000 + at % 30 * 10000, at % 3 == 2,
        )
        for at in range(count)
    ]  # fmt: skip


def swiss(rng: Random, players: int, rounds: int) -> Event:
    """An event in which pairs are drawn, nobody meets twice where it can be helped, and some stay away."""
    met: set[frozenset[int]] = set()
    had_bye: set[int] = set()
    drawn = []
    for _ in range(rounds):
        order = list(range(1, players + 1))
        rng.shuffle(order)
        rows: list[Row] = []
        absent = [number for number in order if rng.random() < 0.03]
        order = [number for number in order if number not in absent]
        if len(order) % 2:
            free = next((number for number in order if number not in had_bye), order[0])
            had_bye.add(free)
            order.remove(free)
            absent.append(-free)
        while order:
            white = order.pop()
            black = next((number for number in order if frozenset((white, number)) not in met), order[-1])
            order.remove(black)
            met.add(frozenset((white, black)))
            rows.append((white, black, rng.choice((1, 1, 1, 2, 2, 3, 3, 3, 4, 5, 6, 15, 17, 0))))
        rows += [
            (-number, BYE, 9) if number < 0 else (number, UNPAIRED, rng.choice((3, 3, 2, 1, 0))) for number in absent
        ]
        drawn.append(rows)
    return Event(people(players), drawn, days=[20250926 + at * 3 // rounds for at in range(rounds)])


def round_robin(players: int) -> Event:
    """Everybody against everybody, by the circle; an odd number has a free round each."""
    circle = [*range(1, players + 1), *([0] if players % 2 else [])]
    drawn = []
    for _ in range(len(circle) - 1):
        half = len(circle) // 2
        pairs = zip(circle[:half], reversed(circle[half:]), strict=True)
        drawn.append([
            (one or other, BYE, 9) if not one or not other else (one, other, 1 + (one + other) % 3)
            for one, other in pairs
        ])  # fmt: skip
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return Event(people(players), drawn, kind=1)


def teams(count: int, boards: int) -> Event:
    """Two rounds between teams of so many boards; in the last match one board is empty."""
    players = people(count * boards)
    for at, person in enumerate(players):
        person.team, person.board = at // boards + 1, at % boards + 1
    drawn, matches = [], []
    for turn in range(2):
        order = list(range(1, count + 1))
        rows: list[Row] = []
        for home, guest in zip(order[::2], order[1::2][turn:] + order[1::2][:turn], strict=True):
            matches.append((home, guest))
            for board in range(boards):
                one, other = (home - 1) * boards + board + 1, (guest - 1) * boards + board + 1
                rows.append((one, other, 1 + board % 3) if board % 2 == turn % 2 else (other, one, 1 + board % 3))
        white, _, _ = rows[-1]
        rows[-1] = (white, 0, 4)
        drawn.append(rows)
    names = [f"Team {at}" for at in range(1, count + 1)]
    return Event(players, drawn, kind=3, teams=names, boards=boards, matches=matches)
