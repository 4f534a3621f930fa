"""Read players from a CSV file or a FIDE rating list, and write the registry as CSV.

A rating list says less than a CSV file: a year of birth, no memberships, no region. What a row does not say stays
unknown and changes nothing. All problems of a row are reported at once. A CSV file can be written back with the
office's numbers in its column `id`.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from dataclasses import field
from functools import lru_cache
from typing import Any, BinaryIO

from sqlalchemy import Connection, select

from arpad.days import Day
from arpad.finding import Finding, Problem
from arpad.frozen import dataclass
from arpad.intake.codes import Notes
from arpad.intake.decode import decode
from arpad.intake.frl.listed import RatingList
from arpad.intake.tables.reader import guess_delimiter
from arpad.intake.trf.layout import TITLES
from arpad.office.desk import Desk
from arpad.office.registry.csv_rows import LIMITS, SEPARATOR_LINES, CsvRow, read_csv_rows
from arpad.office.registry.names import latin_form_of_name
from arpad.office.registry.person import (
    FEDERATION_CODE,
    HIGHEST_FIDE_NUMBER,
    MEMBERSHIPS,
    Person,
    membership_names,
    person_faults,
)
from arpad.office.registry.player_facts import KEYS_PER_QUERY, facts_of_players
from arpad.office.registry.player_numbers import is_office_number, office_number
from arpad.office.store.schema import player
from arpad.plaintext import HIDDEN
from arpad.textcells import harmless

PLAYER_CSV_COLUMNS = (
    "id", "fide_id", "name", "latin_name", "former_names", "born", "sex", "federation", "region", "title",
    "national_title", "memberships", "died", "since",
)  # fmt: skip
SEX_CODES = {"f": "w", "k": "w", "w": "w", "m": "m"}
SHARED_COLUMNS = ("sex", "federation", "region", "title", "memberships")
COLUMN_OF_FIELD = {"member": "memberships"}
NO_CSV_COLUMNS: Mapping[str, int] = {}  # one for all rows of a list: there may be a million


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player in a row of a file, with the place of the row. `id` is the office's number, if the row has one."""

    person: Person
    since: int = 0
    id: int = 0
    file: str = ""
    line: int = 0
    columns: Mapping[str, int] = field(default_factory=lambda: NO_CSV_COLUMNS)  # of the file, by name
    dated: bool = True  # the row itself says since when; a list only says on which day it was so
    wrong: frozenset[str] = frozenset()  # columns with a fault that was reported already


def read_players_csv(data: bytes, file: str) -> tuple[list[PlayerRow], list[Finding]]:
    """Read the players of a CSV file; return all rows, also those with a fault (`wrong` names its columns), and all
    problems. A FIDE number that occurs twice in the file is a problem. Nothing is raised or stored."""
    problems: list[Finding] = []
    lines = []
    seen: dict[int, int] = {}
    for row in read_csv_rows(data, file, PLAYER_CSV_COLUMNS, ("name",), problems):
        person = _person_of_csv_row(row)
        since, number = row.day("since"), row.number("id")
        for wrong, expected in person_faults(person):
            row.wrong(COLUMN_OF_FIELD.get(wrong, wrong), expected)
        if person.fide_id and (before := seen.setdefault(person.fide_id, row.line)) != row.line:
            row.wrong("fide_id", Problem("expected/another-number", line=before))
        problems += row.problems
        lines.append(PlayerRow(person, since, number, file, row.line, row.columns, wrong=row.mistaken))
    return lines, problems


def _person_of_csv_row(row: CsvRow) -> Person:
    """The person in a row of a CSV file; cells that cannot be read add a problem to the row."""
    cell = row.cells.get
    sex, federation, region, title, member = _normalised_shared_facts(*[cell(name, "") for name in SHARED_COLUMNS])
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
def _normalised_shared_facts(
    sex: str, federation: str, region: str, title: str, memberships: str
) -> tuple[str, str, str, str, int]:
    """Return sex, federation, region, title and memberships in the office's spelling; memberships as bits, -1 if one is
    unknown."""
    names = [name for name in re.split(r"[\s,;|+]+", memberships.upper()) if name]
    all_known = not set(names) - MEMBERSHIPS.keys()
    member = sum({MEMBERSHIPS[name] for name in names}) if all_known else -1
    return SEX_CODES.get(sex.casefold(), sex.casefold()), federation.upper(), region, title.upper(), member


def players_of_rating_list(ratings: RatingList, file: str) -> list[PlayerRow]:
    """Return the players of a rating list as rows that hold from the first day of its month. Values that the office
    cannot store are left unknown; rows without a name or a usable number are left out."""
    columns = (ratings.born, ratings.sex, ratings.federation, ratings.title, ratings.w_title)
    cells = zip(*(column.tolist() for column in columns), strict=True)
    since = Day.of(ratings.month.first) if ratings.month else Day(0)
    lines = []
    for at, (number, row) in enumerate(zip(ratings.id.tolist(), cells, strict=True)):
        person = _person_of_list_cells(ratings.name(at), number, row)
        own = number if is_office_number(number) else 0
        if person.name and (person.fide_id or own):
            lines.append(PlayerRow(person, since, own, file, at + 1, dated=False))
    return lines


def person_of_rating_list_row(ratings: RatingList, at: int) -> Person:
    """The person in one row of a rating list, at position `at`. Values that the office cannot store are left
    unknown."""
    columns = (ratings.born, ratings.sex, ratings.federation, ratings.title, ratings.w_title)
    return _person_of_list_cells(ratings.name(at), int(ratings.id[at]), tuple(column[at].item() for column in columns))


def _person_of_list_cells(name: str, number: int, cells: tuple[Any, ...]) -> Person:
    """The person in the cells (birth, sex, federation, title, women's title) of a rating list. Values that the office
    cannot store, and an office number as FIDE number, are left unknown."""
    born, *texts = cells
    sex, federation, title, w_title = (text.decode("ascii", "replace").strip() for text in texts)
    return person_of_list_texts(name, number, born, (sex, federation, title or w_title))


def person_of_list_texts(name: str, number: int, born: int, texts: tuple[str, str, str]) -> Person:
    """The person in the texts (sex, federation, title) of a rating list. Values that the office cannot store, and an
    office number as FIDE number, are left unknown."""
    sex, federation, title = texts
    return Person(
        " ".join(HIDDEN.sub(" ", name).split()), number if 0 < number <= HIGHEST_FIDE_NUMBER else 0, (), born,
        SEX_CODES.get(sex.casefold(), ""), federation if FEDERATION_CODE.fullmatch(federation) else "", "",
        title if title in TITLES else "",
    )  # fmt: skip


ID_COLUMN = "id"
BYTE_ORDER_MARK = "\ufeff"  # by which a spreadsheet knows UTF-8


@dataclass(frozen=True)
class RegistryExport:
    """Which players to write to a file: all, or those of a federation or region."""

    federation: str = ""
    region: str = ""


def add_numbers_to_csv(data: bytes, numbers: Mapping[int, int]) -> bytes:
    """Return the rows of a CSV file, in UTF-8, with the office's numbers in the column `id` (added if missing).
    `numbers` has them by line; other rows keep their cell. Empty rows are left out."""
    text = decode(data, Notes(), LIMITS)
    lines = text.lines if text is not None else []
    delimiter = guess_delimiter(tuple(lines[:SEPARATOR_LINES]))
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\r\n")
    reader = csv.reader(io.StringIO("\n".join(lines)), delimiter=delimiter)
    at: int | None = None
    for cells in reader:
        if not any(cell.strip() for cell in cells):
            continue
        if at is None:
            names = [cell.strip().casefold() for cell in cells]
            at = names.index(ID_COLUMN) if ID_COLUMN in names else -1
            writer.writerow(cells if at >= 0 else [ID_COLUMN, *cells])
            continue
        number = str(numbers.get(reader.line_num, ""))
        if at < 0:
            writer.writerow([number, *cells])
        else:
            cells += [""] * (at + 1 - len(cells))
            writer.writerow([*cells[:at], number or cells[at], *cells[at + 1 :]])
    return (BYTE_ORDER_MARK + out.getvalue()).encode()


def write_registry_csv(desk: Desk, request: RegistryExport, out: BinaryIO) -> int:
    """Write players of the registry to `out` as a CSV file that can be imported again; return how many. It has today's
    facts, with birth dates; merged players are included."""
    with desk.reading() as connection:
        keys = _keys_to_export(connection, request)
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\r\n")
        writer.writerow(PLAYER_CSV_COLUMNS)
        for first in range(0, len(keys), KEYS_PER_QUERY):
            some = keys[first : first + KEYS_PER_QUERY]
            people = facts_of_players(connection, some)
            writer.writerows(
                [harmless(str(_csv_cells_of_player(key, people[key])[name])) for name in PLAYER_CSV_COLUMNS]
                for key in some
            )
    out.write((BYTE_ORDER_MARK + text.getvalue()).encode())
    return len(keys)


def _keys_to_export(connection: Connection, request: RegistryExport) -> list[int]:
    """The keys of the players of the requested federation and region, or of all."""
    chosen = select(player.c.key).order_by(player.c.key)
    if request.federation:
        chosen = chosen.where(player.c.federation == request.federation)
    if request.region:
        chosen = chosen.where(player.c.region == request.region)
    return list(connection.execute(chosen).scalars())


def _csv_cells_of_player(key: int, person: Person) -> dict[str, Any]:
    """The cells of a player's row, by CSV column; `since` stays empty."""
    latin_name = latin_form_of_name(person.name, person.federation, person.latin_name)
    return {
        "id": office_number(key), "fide_id": person.fide_id or "", "name": person.name,
        "latin_name": latin_name if latin_name != person.name else "",
        "former_names": "; ".join(person.former_names), "born": str(Day(person.born)), "sex": person.sex,
        "federation": person.federation, "region": person.region, "title": person.title,
        "national_title": person.national_title, "memberships": " ".join(membership_names(person.member)),
        "died": str(Day(person.died)), "since": "",
    }  # fmt: skip
