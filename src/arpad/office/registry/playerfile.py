"""Read people out of a file: the office's CSV, or a FIDE rating list.

A list says less: a year of birth, no memberships, no region. What a row does not say stays unknown and changes nothing.
All that is wrong with a row is told at once, each with its column; a row with a fault is read on, so that what only the
office can judge of it is told with the rest.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from functools import lru_cache
from typing import Any

from arpad.days import Day
from arpad.finding import Finding, Problem
from arpad.frozen import dataclass
from arpad.intake.frl.listed import RatingList
from arpad.intake.trf.layout import TITLES
from arpad.office.registry.csv_rows import Row, read_rows
from arpad.office.registry.identity import is_own
from arpad.office.registry.person import FEDERATION, LONGEST_FIDE, MEMBERSHIPS, Person, faults
from arpad.plaintext import HIDDEN

COLUMNS = (
    "id", "fide_id", "name", "latin_name", "former_names", "born", "sex", "federation", "region", "title",
    "national_title", "memberships", "died", "since",
)  # fmt: skip
SEXES = {"f": "w", "k": "w", "w": "w", "m": "m"}
SHARED = ("sex", "federation", "region", "title", "memberships")
COLUMN_OF = {"member": "memberships"}
NONE: Mapping[str, int] = {}  # one for all rows of a list: there may be a million


@dataclass(frozen=True, slots=True)
class Line:
    """A player in a row of a file, with the place of the row. `id` is the office's number, if the row has one."""

    person: Person
    since: int = 0
    id: int = 0
    file: str = ""
    line: int = 0
    columns: Mapping[str, int] = field(default_factory=lambda: NONE)  # of the file, by name
    dated: bool = True  # the row itself says since when; a list only says on which day it was so
    wrong: frozenset[str] = frozenset()  # columns with a fault that was told already


def read_players(data: bytes, file: str) -> tuple[list[Line], list[Finding]]:
    """Read the players of a CSV file, with all problems of its rows."""
    problems: list[Finding] = []
    lines = []
    seen: dict[int, int] = {}
    for row in read_rows(data, file, COLUMNS, ("name",), problems):
        person = _person(row)
        since, number = row.day("since"), row.number("id")
        for wrong, expected in faults(person):
            row.wrong(COLUMN_OF.get(wrong, wrong), expected)
        if person.fide_id and (before := seen.setdefault(person.fide_id, row.line)) != row.line:
            row.wrong("fide_id", Problem("expected/another-number", line=before))
        problems += row.problems
        lines.append(Line(person, since, number, file, row.line, row.columns, wrong=row.mistaken))
    return lines, problems


def _person(row: Row) -> Person:
    """The person in a row of a CSV file."""
    cell = row.cells.get
    sex, federation, region, title, member = _shared(*[cell(name, "") for name in SHARED])
    if member < 0:
        row.wrong("memberships", Problem("expected/some-of", known=tuple(MEMBERSHIPS)))
    former = cell("former_names", "")
    return Person(
        cell("name", ""), row.number("fide_id"),
        tuple(name.strip() for name in re.split(r"[;|]", former) if name.strip()) if former else (),
        row.day("born", partly=True), sex, federation, region, title, cell("national_title", ""), max(member, 0),
        row.day("died", partly=True), cell("latin_name", ""),
    )  # fmt: skip


@lru_cache(1 << 16)  # people are many, these are few
def _shared(sex: str, federation: str, region: str, title: str, memberships: str) -> tuple[str, str, str, str, int]:
    """The facts that many rows share, in the office's spelling; memberships are negative if one is unknown."""
    names = [name for name in re.split(r"[\s,;|+]+", memberships.upper()) if name]
    all_known = not set(names) - MEMBERSHIPS.keys()
    member = sum({MEMBERSHIPS[name] for name in names}) if all_known else -1
    return SEXES.get(sex.casefold(), sex.casefold()), federation.upper(), region, title.upper(), member


def people_of(ratings: RatingList, file: str) -> list[Line]:
    """The players of a rating list. Values that the office cannot store are left unknown."""
    columns = (ratings.born, ratings.sex, ratings.federation, ratings.title, ratings.w_title)
    cells = zip(*(column.tolist() for column in columns), strict=True)
    since = Day.of(ratings.month.first) if ratings.month else Day(0)
    lines = []
    for at, (number, row) in enumerate(zip(ratings.id.tolist(), cells, strict=True)):
        person = _listed(ratings.name(at), number, row)
        own = number if is_own(number) else 0
        if person.name and (person.fide_id or own):
            lines.append(Line(person, since, own, file, at + 1, dated=False))
    return lines


def person_of(ratings: RatingList, at: int) -> Person:
    """The person in one row of a rating list."""
    columns = (ratings.born, ratings.sex, ratings.federation, ratings.title, ratings.w_title)
    return _listed(ratings.name(at), int(ratings.id[at]), tuple(column[at].item() for column in columns))


def _listed(name: str, number: int, cells: tuple[Any, ...]) -> Person:
    """The person in the cells of a rating list; an office number is not taken as a FIDE number."""
    born, *texts = cells
    sex, federation, title, w_title = (text.decode("ascii", "replace").strip() for text in texts)
    title = title or w_title
    return Person(
        " ".join(HIDDEN.sub(" ", name).split()), number if 0 < number <= LONGEST_FIDE else 0, (), born,
        SEXES.get(sex.casefold(), ""), federation if FEDERATION.fullmatch(federation) else "", "",
        title if title in TITLES else "",
    )  # fmt: skip
