"""Read people out of a file: the office's CSV, or a FIDE rating list.

A list says less: a year of birth, no memberships, no region. What a row does not say stays unknown and changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from arpad.days import Day
from arpad.finding import Finding, Problem
from arpad.intake.frl.listed import RatingList
from arpad.intake.trf.layout import TITLES
from arpad.office.registry.csv_rows import Row, read_rows
from arpad.office.registry.person import FEDERATION, MEMBERSHIPS, UNPRINTABLE, Person, faults

COLUMNS = (
    "id", "fide_id", "name", "former_names", "born", "sex", "federation", "region", "title", "national_title",
    "memberships", "died", "since",
)  # fmt: skip
SEXES = {"f": "w", "k": "w", "w": "w", "m": "m"}
COLUMN_OF = {"member": "memberships"}
NONE: Mapping[str, int] = {}  # one for all rows of a list: there may be a million


@dataclass(frozen=True, slots=True)
class Line:
    """What a row of a file says: who, since when, and where it stands. `id` is the office's own number, if any."""

    person: Person
    since: int = 0
    id: int = 0
    file: str = ""
    line: int = 0
    columns: Mapping[str, int] = field(default_factory=lambda: NONE)  # of the file, by name
    dated: bool = True  # the row itself says since when; a list only says on which day it was so


def read_players(data: bytes, file: str) -> tuple[list[Line], list[Finding]]:
    """The people of a CSV file that can be read, and every problem of the others."""
    rows, problems = read_rows(data, file, COLUMNS, ("name",))
    lines = []
    seen: dict[int, int] = {}
    for row in rows:
        person = _person(row)
        since, number = row.day("since"), row.number("id")
        if not row.problems:
            for wrong, expected in faults(person):
                row.wrong(COLUMN_OF.get(wrong, wrong), expected)
        if person.fide_id and (before := seen.setdefault(person.fide_id, row.line)) != row.line:
            row.wrong("fide_id", Problem("expected/another-number", line=before))
        if row.problems:
            problems += row.problems
        else:
            lines.append(Line(person, since, number, file, row.line, row.columns))
    return lines, problems


def _person(row: Row) -> Person:
    sex, member = row.text("sex").casefold(), 0
    for name in re.split(r"[\s,;|+]+", row.text("memberships").upper()):
        if name in MEMBERSHIPS:
            member |= MEMBERSHIPS[name]
        elif name:
            row.wrong("memberships", Problem("expected/some-of", known=tuple(MEMBERSHIPS)))
    return Person(
        name=row.text("name"),
        fide_id=row.number("fide_id"),
        former_names=tuple(name.strip() for name in re.split(r"[;|]", row.text("former_names")) if name.strip()),
        born=row.day("born", partly=True),
        sex=SEXES.get(sex, sex),
        federation=row.text("federation").upper(),
        region=row.text("region"),
        title=row.text("title").upper(),
        national_title=row.text("national_title"),
        member=member,
        died=row.day("died", partly=True),
    )


def people_of(ratings: RatingList, file: str) -> list[Line]:
    """The people of a FIDE list. What it writes otherwise than the office can keep is left unknown."""
    federations, sexes = ratings.federation.tolist(), ratings.sex.tolist()
    titles, women, births = ratings.title.tolist(), ratings.w_title.tolist(), ratings.born.tolist()
    since = Day.of(ratings.month.first) if ratings.month else Day(0)
    lines = []
    for at, number in enumerate(ratings.id.tolist()):
        name = " ".join(UNPRINTABLE.sub(" ", ratings.name(at)).split())
        if not name or number <= 0:
            continue
        federation = federations[at].decode("ascii", "replace").strip()
        title = titles[at].decode("ascii", "replace").strip() or women[at].decode("ascii", "replace").strip()
        person = Person(
            name, number, (), births[at],
            SEXES.get(sexes[at].decode("ascii", "replace").strip().casefold(), ""),
            federation if FEDERATION.fullmatch(federation) else "",
            "", title if title in TITLES else "",
        )  # fmt: skip
        lines.append(Line(person, since, 0, file, at + 1, dated=False))
    return lines
