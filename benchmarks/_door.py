"""A world's month before the door: an office with its registry and an opening list, and reports as arbiters send them.

Everything is drawn from a seed. Every report is sound: what is measured is the ordinary way of a report, from the file
to its admission. Players are those of the registry, drawn per event, so that many play in several events of the month.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import numpy as np
from by_hand import by_hand
from sqlalchemy import insert

from arpad.columns import Roll, State
from arpad.lists.sealed import parts_of
from arpad.office.book.duplicate_reports import GameMarks
from arpad.office.clock import Clock
from arpad.office.desk import Desk, open_desk
from arpad.office.office_settings import found_office
from arpad.office.registry.person import Person
from arpad.office.registry.player_facts import register_players
from arpad.office.rolls import empty_roll, store_roll_parts
from arpad.office.store import schema
from arpad.office.store.bulk import insert_rows, is_sqlite
from arpad.office.store.engine import connect_store
from arpad.packed import pack

SERIES, OPENING, FIRST_NUMBER = "fide-standard", 202511, 14_000_000
FEDERATION, BORN = "UKR", 19800102
MIRROR = {"1": "0", "0": "1", "=": "="}
HALF_POINTS = {"1": 2, "=": 1, "0": 0}
DAYS = 20  # of November 2025 on which an event may begin
DAY = timedelta(days=1)
BLOCK = 1_000  # events whose rows are held at once
FILLED = {
    "event": ("key", "code", "series", "start", "end", "log"),
    "event_facts": ("event", "facts", "log"),
    "report": ("seq", "event", "part", "draft", "sha256", "fingerprint", "file", "body", "games", "first_day",
               "last_day", "log"),
    "decision": ("seq", "event", "part", "report", "kind", "detail", "log"),
    "rated": ("event", "part", "series", "list", "decision"),
    "game_week": ("week", "pair", "report"),
}  # fmt: skip


@dataclass(frozen=True)
class World:
    """How large it is."""

    players: int = 500_000
    reports: int = 2_500
    field: int = 60
    rounds: int = 7
    seed: int = 1


def opened(address: str, world: World) -> Desk:
    """An office on the first of November 2025 with everybody registered and rated."""
    day = date(2025, 11, 1)
    found_office(connect_store(address, create=True), "bench", Clock(set_to=day), home=FEDERATION, rehearsal=True)
    desk = open_desk(connect_store(address), "bench", day)
    with by_hand(desk).writing("people") as writing:
        register_players(
            writing,
            [Person(name(at), FIRST_NUMBER + at, born=BORN, federation=FEDERATION) for at in range(world.players)],
        )
    ratings = rated(world)
    roll = Roll.of(rating=ratings, state=State.ACTIVE, k=20, games=100, highest=ratings, last=OPENING)
    with by_hand(desk).writing("open") as writing:
        at = {"series": SERIES, "list": OPENING}
        writing.connection.execute(insert(schema.series).values(name=SERIES, kind="computed", log=writing.seq))
        writing.connection.execute(insert(schema.rating_list).values(**at, kind="opening", sha256="", log=writing.seq))
        writing.connection.execute(insert(schema.pointer).values(**at))
        store_roll_parts(writing.connection, SERIES, OPENING, parts_of(empty_roll(0), roll))
    return desk


def name(at: int) -> str:
    return f"Invented{at}, Ann"


def rated(world: World) -> np.ndarray:
    return 1400 + np.arange(world.players, dtype=np.int16) % 1000


def reports(
    world: World, first: int = 0, month: date = date(2025, 11, 1)
) -> Iterator[tuple[str, str, dict[str, object]]]:
    """Code, text and facts of each event."""
    ratings = rated(world)
    for number in range(first, first + world.reports):
        rng = random.Random(f"{world.seed} {number}")
        start = month + rng.randrange(DAYS) * DAY
        days = [start + turn * DAY for turn in range(world.rounds)]
        field = sorted(rng.sample(range(world.players), world.field))
        code = f"event-{number}"
        facts: dict[str, object] = {
            "code": code, "name": f"Invented Open {number}", "federation": FEDERATION, "series": SERIES,
            "start": days[0], "end": days[-1], "registered": start - 40 * DAY, "official": False, "laws": True,
            "hybrid": False, "notation": True,
            "norms": False, "league": False, "national_championship": False, "women_only": False,
            "team_championship": False, "announced": "rated", "schedule": days, "approvals": ["late-registration"],
            "arbiters": [{"name": "Arbiter, Ada", "licence": "A1"}], "system": "swiss",
        }  # fmt: skip
        yield code, _text(code, facts, field, ratings, days, rng), facts


def written(world: World, folder: Path) -> Path:
    """The reports as files, each with its sidecar."""
    folder.mkdir()
    for code, text, facts in reports(world):
        (folder / f"{code}.trf").write_bytes(text.encode())
        (folder / f"{code}.event.toml").write_text("".join(f"{key} = {_toml(value)}\n" for key, value in facts.items()))
    return folder


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {_toml(each)}' for key, each in value.items())} }}"
    return f'"{value}"'


def fill(desk: Desk, world: World, number: int) -> None:
    """Put reports of two years into the book as if they had been rated: rows only, with games of the same players."""
    rng, games = np.random.default_rng(world.seed), world.field * world.rounds // 2
    with by_hand(desk).writing("fill") as writing:
        connection, log = writing.connection, writing.seq
        for first in range(0, number, BLOCK):
            rows: dict[str, list[tuple[object, ...]]] = {name: [] for name in FILLED}
            for at in range(first + 1, min(first + BLOCK, number) + 1):
                start = date(2023, 12, 1) + int(729 * at / number) * DAY
                days = [start + turn * DAY for turn in range(world.rounds)]
                marks = GameMarks.of(
                    pair=rng.integers(-(2**62), 2**62, games),
                    day=np.repeat([int(f"{day:%Y%m%d}") for day in days], games // world.rounds),
                    result=np.ones(games),
                )
                span, facts = (int(f"{days[0]:%Y%m%d}"), int(f"{days[-1]:%Y%m%d}")), {"name": f"Old {at}"}
                rows["event"].append((at, f"old-{at}", SERIES, *span, log))
                rows["event_facts"].append((at, json.dumps(facts), log))
                rows["report"].append(
                    (at, at, 0, 0, f"{at:064}", f"{at:064}", "old.trf", bytes(7000), pack(marks), *span, log)
                )
                rows["decision"] += [(3 * at + kind - 2, at, 0, at if kind else None, name, "", log)
                                     for kind, name in enumerate(("registered", "reported", "admitted"))]  # fmt: skip
                rows["rated"].append((at, 0, SERIES, OPENING, 3 * at))
                weeks = np.array([day.toordinal() // 7 for day in days for _ in range(games // world.rounds)])
                rows["game_week"] += zip(weeks.tolist(), marks.pair.tolist(), [at] * games, strict=True)
            for name, columns in FILLED.items():
                for _ in insert_rows(connection, name, columns, rows[name]):
                    pass
        if not is_sqlite(connection):
            for name, column in (("event", "key"), ("report", "seq"), ("decision", "seq")):
                connection.exec_driver_sql(
                    f"SELECT setval(pg_get_serial_sequence('{name}', '{column}'), (SELECT max({column}) FROM {name}))"
                )


def _text(code, facts, field, ratings, days, rng) -> str:  # type: ignore[no-untyped-def]
    size = len(field)
    head = [
        f"012 {facts['name']}", "022 Nowhere", f"032 {FEDERATION}", f"042 {days[0]:%Y/%m/%d}",
        f"052 {days[-1]:%Y/%m/%d}", f"062 {size}", f"072 {size}", "082 0",
        "092 Individual: Swiss-System", "102 Arbiter, Ada 990999", "122 120'",
        f"{'132':<91}" + "  ".join(f"{day:%y/%m/%d}" for day in days),
    ]  # fmt: skip
    cells: list[list[str]] = [[] for _ in range(size)]
    halves = [0] * size
    order = list(range(size))
    met: set[tuple[int, int]] = set()
    for _ in days:
        while True:
            rng.shuffle(order)
            pairs = list(zip(order[::2], order[1::2], strict=True))
            again = [pair for pair in pairs if tuple(sorted(pair)) in met]
            if not again:
                break
        for white, black in pairs:
            met.add((min(white, black), max(white, black)))
            result = rng.choice("10=")
            cells[white].append(f"{black + 1:>4} w {result}")
            cells[black].append(f"{white + 1:>4} b {MIRROR[result]}")
            halves[white] += HALF_POINTS[result]
            halves[black] += HALF_POINTS[MIRROR[result]]
    lines = [
        f"001 {row + 1:>4} m    {name(key):<33} {ratings[key]:>4} {FEDERATION} {FIRST_NUMBER + key:>11} 1980/01/02 "
        f"{halves[row] // 2:>2}.{5 * (halves[row] % 2)} {row + 1:>4}  " + "  ".join(cells[row])
        for row, key in enumerate(field)
    ]
    return "\r\n".join([*head, *lines]) + "\r\n"
