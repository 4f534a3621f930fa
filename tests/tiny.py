"""Read a tiny federation (tests/federations/*.toml): twelve players, three lists, events chosen for hard cases.

Players are called by a letter. A round is written `A-B:1 C-D:= E-F:+`, white first, the result as white sees it; `+`
and `-` are won and lost without a game. `as_files` writes what an office takes in: registry, opening lists, lists of
another office, reports with their sidecars. Nothing here knows the office, and nothing computes.
"""

from __future__ import annotations

import csv
import tomllib
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent / "federations"
NAMES = sorted(path.stem for path in HERE.glob("*.toml"))
MIRROR = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+"}
HALVES = {"1": 2, "=": 1, "0": 0, "+": 2, "-": 0}
SYSTEMS = {
    "swiss": "Individual: Swiss-System",
    "round-robin": "Individual: Round Robin",
    "double-round-robin": "Individual: Double Round Robin",
}
CONTROLS = {"fide-standard": "120'", "ukraine": "90'", "fide-rapid": "15'+10\"", "fide-blitz": "5'"}
MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")


@dataclass(frozen=True)
class Player:
    letter: str
    number: int
    name: str
    born: date | None
    federation: str
    member: str = ""


@dataclass(frozen=True)
class Row:
    """How a player stands on an opening list."""

    rating: int
    k: int
    games: int
    highest: int
    last: int
    inactive: bool = False


@dataclass(frozen=True)
class Board:
    white: str
    black: str
    result: str  # as white sees it

    @property
    def played(self) -> bool:
        return self.result in "1=0"


@dataclass(frozen=True)
class Event:
    code: str
    series: str
    system: str
    start: date
    end: date
    rounds: tuple[tuple[Board, ...], ...]
    sent: int  # the report comes in the days before this list is published

    @property
    def players(self) -> str:
        return "".join(
            sorted({letter for turn in self.rounds for board in turn for letter in (board.white, board.black)})
        )


@dataclass(frozen=True)
class Federation:
    name: str
    home: str
    opened: int  # the opening list
    lists: tuple[int, ...]  # those to be made
    players: tuple[Player, ...]
    opening: dict[str, dict[str, Row]]  # by series and letter
    imported: dict[int, dict[str, int]]  # FIDE standard lists, by list and letter
    events: tuple[Event, ...]

    def number(self, letter: str) -> int:
        return next(player.number for player in self.players if player.letter == letter)


def day(list_: int) -> date:
    return date(list_ // 100, list_ % 100, 1)


def federation(name: str) -> Federation:
    return read_federation(HERE / f"{name}.toml")


def read_federation(path: Path) -> Federation:
    told: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
    players = tuple(
        Player(row[0], told["numbers"] + 7 * at, row[1], row[2] if row[2] != "" else None, *row[3:])
        for at, row in enumerate(told["players"], 1)
    )
    opening = {
        series: {letter: Row(*(*row[:5], row[5:] == ["inactive"])) for letter, row in rows.items()}
        for series, rows in told["opening"].items()
    }
    imported: dict[int, dict[str, int]] = {}
    known: dict[str, int] = {}
    for list_, rows in told.get("imported", {}).items():  # each list says what is new on it
        known = {letter: rating for letter, rating in {**known, **rows}.items() if rating}
        imported[int(list_)] = known
    events = tuple(_event(row, told["series"][0]) for row in told["event"])
    return Federation(
        path.stem, told["home"], told["opened"], tuple(told["lists"]), players, opening, imported, events
    )  # fmt: skip


def _event(row: dict[str, Any], series: str) -> Event:
    rounds = tuple(tuple(_board(text) for text in turn.split()) for turn in row["rounds"])
    start = row["start"]
    end = row.get("end") or start + timedelta(days=len(rounds) - 1)
    return Event(row["code"], row.get("series", series), row.get("system", "swiss"), start, end, rounds, row["sent"])


def _board(text: str) -> Board:
    pair, _, result = text.partition(":")
    white, _, black = pair.partition("-")
    assert result in MIRROR, text
    assert white != black, text
    return Board(white, black, result)


# --- the files of an office -----------------------------------------------------------------------------------------


def as_files(told: Federation, directory: Path) -> Path:
    """registry, opening-SERIES.csv, standard/, LIST/ with the reports that come in before that list."""
    from arpad.intake.sidecar import SUFFIX

    directory.mkdir(parents=True, exist_ok=True)
    _table(
        directory / "players.csv",
        ("fide_id", "name", "born", "sex", "federation", "memberships"),
        [(p.number, p.name, p.born or "", "w", p.federation, p.member) for p in told.players],
    )
    for series, rows in told.opening.items():
        _table(
            directory / f"opening-{series}.csv",
            ("id", "rating", "k", "games", "highest", "last", "inactive"),
            [
                (told.number(at), r.rating, r.k, r.games, r.highest, r.last, int(r.inactive))
                for at, r in rows.items()
            ],
        )  # fmt: skip
    for list_, ratings in told.imported.items():
        path = directory / "standard" / f"standard_{MONTHS[list_ % 100 - 1].lower()}{list_ // 100 % 100:02d}frl.txt"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(_fide_list(told, list_, ratings).encode())
    for event in told.events:
        path = directory / str(event.sent) / f"{event.code}.trf"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(_report(told, event).encode())
        path.with_name(event.code + SUFFIX).write_text(_sidecar(told, event), "utf-8")
    return directory


def _table(path: Path, head: tuple[str, ...], rows: list[tuple[Any, ...]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as out:
        csv.writer(out).writerows([head, *rows])


def _fide_list(told: Federation, list_: int, ratings: dict[str, int]) -> str:
    label = f"{MONTHS[list_ % 100 - 1]}{list_ // 100 % 100:02d}"
    lines = [
        f"{'ID Number':<15}{'Name':<61}Fed Sex Tit  WTit OTit           FOA {label} Gms K  B-day Flag",
        *(
            f"{p.number:<15}{p.name:<61}{p.federation:<4}F{'':<32}{ratings[p.letter]:<6}0   20 "
            f"{p.born.year if p.born else '0000'}      "
            for p in told.players
            if p.letter in ratings
        ),
    ]
    return "\r\n".join(lines) + "\r\n"


def _report(told: Federation, event: Event) -> str:
    players = [p for p in told.players if p.letter in event.players]
    place = {p.letter: at for at, p in enumerate(players, 1)}
    one_day = event.series in ("fide-rapid", "fide-blitz")
    days = [event.start if one_day else event.start + timedelta(days=at) for at in range(len(event.rounds))]
    lines = [
        f"012 Invented {event.code}", "022 Nowhere", f"032 {told.home}", f"042 {event.start:%Y/%m/%d}",
        f"052 {event.end:%Y/%m/%d}", f"062 {len(players)}", "072 0", "082 0", f"092 {SYSTEMS[event.system]}",
        "102 Arbiter, Ada 990999", f"122 {CONTROLS[event.series]}",
        f"{'132':<91}" + "  ".join(f"{each:%y/%m/%d}" for each in days),
    ]  # fmt: skip
    for player in players:
        cells, halves = [], 0
        for turn in event.rounds:
            cell = "0000 - Z"
            for board in turn:
                if player.letter == board.white:
                    cell, halves = f"{place[board.black]:>4} w {board.result}", halves + HALVES[board.result]
                elif player.letter == board.black:
                    seen = MIRROR[board.result]
                    cell, halves = f"{place[board.white]:>4} b {seen}", halves + HALVES[seen]
            cells.append(cell)
        born = f"{player.born:%Y/%m/%d}" if player.born else ""
        lines.append(
            f"001 {place[player.letter]:>4} w    {player.name:<33}      {player.federation} {player.number:>11} "
            f"{born:<10} {halves // 2}.{5 * (halves % 2)}".ljust(84)
            + f" {place[player.letter]:>4}  "
            + "  ".join(cells)
        )
    return "\r\n".join(lines) + "\r\n"


def _sidecar(told: Federation, event: Event) -> str:
    false = ("official", "hybrid", "norms", "league", "national_championship", "women_only", "team_championship")
    return "\n".join(
        [
            f'name = "Invented {event.code}"',
            f'code = "{event.code}"',
            f'series = "{event.series}"',
            f'federation = "{told.home}"',
            f"start = {event.start}",
            f"end = {event.end}",
            f'system = "{event.system}"',
            f"registered = {min(event.start, day(told.opened)) - timedelta(days=60)}",
            *(f"{key} = false" for key in false),
            *(f"{key} = true" for key in ("laws", "notation", "agreed")),
            'arbiters = [{ name = "Arbiter, Ada", licence = "A1" }]',
            "",
        ]
    )
