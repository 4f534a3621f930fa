"""Make one event as a rulebook wants it, and change one thing: reports laid out by hand, facts complete.

`scene` gives a TRF text and the facts that belong beside it; `judged` asks the law. Results are given as the player of
a start number sees them, draws where nothing is said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

import numpy as np

from arpad.intake import RatingList, read
from arpad.intake.frl.listed import Standing
from arpad.intake.sidecar import facts_of
from arpad.lists.rollcall import STANDINGS
from arpad.pipeline import Answer, Inquiry, check

DAY = timedelta(days=1)
MIRROR = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+", "W": "L", "L": "W", "D": "D"}
HALVES = {"1": 2, "=": 1, "0": 0, "+": 2, "-": 0, "W": 2, "L": 0, "D": 1}
# edition -> series, first day, a time control that nobody can object to
IN_PART: dict[str, tuple[str, date, str]] = {
    "fide-standard-2011": ("fide-standard", date(2012, 3, 2), "120'"),
    "fide-standard-2012": ("fide-standard", date(2013, 3, 1), "120'"),
    "fide-standard-2013": ("fide-standard", date(2014, 3, 7), "120'"),
    "fide-standard-2014": ("fide-standard", date(2015, 5, 1), "120'"),
    "fide-standard-2017": ("fide-standard", date(2019, 5, 3), "120'"),
    "fide-standard-2021": ("fide-standard", date(2021, 5, 7), "120'"),
    "fide-standard-2022": ("fide-standard", date(2022, 5, 6), "120'"),
    "fide-standard-2023-12": ("fide-standard", date(2024, 2, 2), "120'"),
    "fide-rapid-blitz-2012": ("fide-rapid", date(2012, 3, 3), "15'+10\""),
    "fide-rapid-blitz-2012-07": ("fide-rapid", date(2013, 3, 2), "15'+10\""),
    "fide-rapid-blitz-2014": ("fide-rapid", date(2015, 5, 2), "15'+10\""),
    "fide-rapid-blitz-2022": ("fide-rapid", date(2022, 5, 7), "15'+10\""),
    "fide-rapid-blitz-2022-10": ("fide-rapid", date(2023, 5, 6), "15'+10\""),
}  # of which no whole text is at hand
EDITIONS: dict[str, tuple[str, date, str]] = {
    "fide-standard-2009": ("fide-standard", date(2010, 3, 5), "120'"),
    "fide-standard-2024": ("fide-standard", date(2024, 5, 3), "120'"),
    "fide-standard-2025": ("fide-standard", date(2025, 11, 3), "120'"),
    "fide-rapid-blitz-2018": ("fide-rapid", date(2019, 5, 4), "15'+10\""),
    "fide-rapid-blitz-2024": ("fide-rapid", date(2024, 5, 4), "15'+10\""),
    "fide-rapid-blitz-2024-12": ("fide-rapid", date(2025, 5, 3), "15'+10\""),
    "ukraine-2018": ("ukraine", date(2019, 5, 4), "90'"),
}
BLITZ = "5'"


def berger(players: int) -> list[list[tuple[int, int]]]:
    """A round robin by the circle: for each round the pairs of start numbers; an odd field has a bye."""
    circle = list(range(1, players + 1)) + ([0] if players % 2 else [])
    half = len(circle) // 2
    rounds = []
    for _ in range(len(circle) - 1):
        pairs = [(circle[at], circle[-1 - at]) for at in range(half)]
        rounds.append([pair for pair in pairs if 0 not in pair])
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return rounds


@dataclass(frozen=True)
class Scene:
    """A report and the facts beside it."""

    text: str
    facts: Mapping[str, Any]
    today: date
    lists: tuple[RatingList, ...] = ()


def scene(
    edition: str,
    ratings: Sequence[int] = (1700,) * 8,
    shape: str = "swiss",
    rounds: int = 0,
    results: Mapping[tuple[int, int], str] | None = None,
    control: str = "",
    start: date | None = None,
    length: int = 0,
    per_day: int = 0,
    women: Sequence[int] = (),
    federations: Mapping[int, str] | None = None,
    ids: Mapping[int, int] | None = None,
    today: date | None = None,
    system: str = "",
    lists: tuple[RatingList, ...] = (),
    dated: bool = True,
    listed: Sequence[int] = (),
    unborn: Sequence[int] = (),
    **facts: Any,
) -> Scene:
    """An event of an edition. A fact given as None is left unknown; results[player, round] as the player sees it.

    `listed` are the players' ratings on a list of the series; of the `unborn` the birth is not known."""
    series, first, pace = (EDITIONS | IN_PART)[edition]
    start = start or first
    series = facts.pop("series", series)
    size = len(ratings)
    turns = {
        "swiss": berger(size), "robin": berger(size), "double": [*berger(size), *berger(size)],
        "match": [[(1, 2)]] * (rounds or 4),
    }[shape]  # fmt: skip
    turns = turns[: rounds or (min(5, len(turns)) if shape == "swiss" else len(turns))]
    while rounds and len(turns) < rounds:
        turns = [*turns, *turns][:rounds]
    per_day = per_day or (1 if series in ("fide-standard", "ukraine") else len(turns))
    days = [start + (turn // per_day) * DAY for turn in range(len(turns))]
    end = start + (length - 1) * DAY if length else days[-1]
    system = system or {"swiss": "Individual: Swiss-System", "match": "Individual: Match"}.get(
        shape, "Individual: Double Round Robin" if shape == "double" else "Individual: Round Robin"
    )
    head = [
        "012 Invented Event", "022 Nowhere", "032 UKR", f"042 {start:%Y/%m/%d}", f"052 {end:%Y/%m/%d}", f"062 {size}",
        f"072 {sum(1 for rating in ratings if rating)}", "082 0", f"092 {system}", "102 Arbiter, Ada 990999",
        f"122 {control or (BLITZ if series == 'fide-blitz' else pace)}",
    ]  # fmt: skip
    if dated:
        head.append(f"{'132':<91}" + "  ".join(f"{min(day, end):%y/%m/%d}" for day in days))
    cells: list[list[str]] = [[] for _ in range(size)]
    halves = [0] * size
    given = results or {}
    for turn, pairs in enumerate(turns, 1):
        idle = set(range(1, size + 1)) - {number for pair in pairs for number in pair}
        for number in idle:
            cells[number - 1].append("0000 - Z")
        for white, black in pairs:
            code = given.get((white, turn)) or MIRROR[given.get((black, turn), "=")]
            for number, other, colour, result in ((white, black, "w", code), (black, white, "b", MIRROR[code])):
                cells[number - 1].append(f"{other:>4} {colour} {result}")
                halves[number - 1] += HALVES[result]
    lines = []
    for number, rating in enumerate(ratings, 1):
        sex = "w" if number in women else "m"
        federation = (federations or {}).get(number, "UKR")
        points = f"{halves[number - 1] // 2}.{5 * (halves[number - 1] % 2)}"
        born = " " * 10 if number in unborn else "1980/01/02"
        lines.append(
            f"001 {number:>4} {sex}    {f'Invented{number}, Ann':<33} {rating or '':>4} {federation} "
            f"{(ids or {}).get(number, 990000 + 7 * number):>11} {born} {points:>4} {number:>4}  "
            + "  ".join(cells[number - 1])
        )
    known: dict[str, Any] = {
        "series": series, "registered": start - 60 * DAY, "reported": end + 2 * DAY, "official": False,
        "laws": True, "hybrid": False, "notation": True, "agreed": True, "norms": False, "league": False,
        "national_championship": False, "women_only": False, "team_championship": False,
        "arbiters": [{"name": "Arbiter, Ada", "licence": "A1"}],
    }  # fmt: skip
    known["announced"] = "rated"
    if dated:
        known["schedule"] = [min(day, end) for day in days]
    if shape == "match":
        known["games_scheduled"] = len(turns)
    known = {key: value for key, value in {**known, **facts}.items() if value is not None}
    text = "\r\n".join([*head, *lines]) + "\r\n"
    if listed:
        lists = (*lists, list_of(series, listed, ids or {}))
    return Scene(text, known, today or end + 2 * DAY, lists)


def list_of(series: str, ratings: Sequence[int], ids: Mapping[int, int]) -> RatingList:
    """A list of a series that has the players of a scene, and does not say its month."""
    size = len(ratings)
    names = [f"Invented{number}, Ann".encode() for number in range(1, size + 1)]
    nothing = np.full(size, b"", "S1")
    standing = Standing(np.array(ratings, np.int16), np.zeros(size, np.int16), np.full(size, 20, np.uint8))
    return RatingList(
        np.array([ids.get(number, 990000 + 7 * number) for number in range(1, size + 1)], np.int64),
        b"".join(names), np.cumsum([0, *map(len, names)]), np.full(size, b"UKR", "S3"), np.full(size, b"M", "S1"),
        nothing, nothing, nothing, nothing, np.full(size, 19800102, np.int32), nothing,
        {STANDINGS.get(series, series): standing}, "single",
    )  # fmt: skip


def judged(made: Scene) -> Answer:
    """What the regulation says of it."""
    report, findings = read(made.text.encode(), "event.trf")
    given = facts_of(made.facts, "test")
    return check(Inquiry.of(report, findings, given, made.today), made.lists)
