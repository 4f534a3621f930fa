"""Give an officer his people back with the numbers that the office gave them: his own file, or the whole registry.

His file keeps its columns, its separator and the order of its rows, and gets the column `id`; a row without a number is
one that was not entered. The registry is written with the columns that an import reads, so that it can be read again.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from typing import Any, BinaryIO

from sqlalchemy import Connection, select

from arpad.days import Day
from arpad.frozen import dataclass
from arpad.intake.codes import Notes
from arpad.intake.decode import decode
from arpad.intake.tables.reader import guess_delimiter
from arpad.office.desk import Desk
from arpad.office.registry.csv_rows import HEAD, LIMITS
from arpad.office.registry.history import TOGETHER
from arpad.office.registry.identity import own_id
from arpad.office.registry.names import in_latin
from arpad.office.registry.person import Person, memberships
from arpad.office.registry.playerfile import COLUMNS
from arpad.office.registry.players import facts
from arpad.office.store.schema import player
from arpad.textcells import harmless

ID = "id"
MARK = "\ufeff"  # by which a spreadsheet knows UTF-8


@dataclass(frozen=True)
class WholeRegistry:
    """Which players to write to a file: all, or those of a federation or region."""

    federation: str = ""
    region: str = ""


def with_numbers(data: bytes, numbers: Mapping[int, int]) -> bytes:
    """Return a CSV file as it was, in UTF-8, with the office's numbers in the column `id`; `numbers` has them by
    line."""
    text = decode(data, Notes(), LIMITS)
    lines = text.lines if text is not None else []
    delimiter = guess_delimiter(tuple(lines[:HEAD]))
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\r\n")
    reader = csv.reader(io.StringIO("\n".join(lines)), delimiter=delimiter)
    at: int | None = None
    for cells in reader:
        if not any(cell.strip() for cell in cells):
            continue
        if at is None:
            names = [cell.strip().casefold() for cell in cells]
            at = names.index(ID) if ID in names else -1
            writer.writerow(cells if at >= 0 else [ID, *cells])
            continue
        number = str(numbers.get(reader.line_num, ""))
        if at < 0:
            writer.writerow([number, *cells])
        else:
            cells += [""] * (at + 1 - len(cells))
            writer.writerow([*cells[:at], number or cells[at], *cells[at + 1 :]])
    return (MARK + out.getvalue()).encode()


def export_players(desk: Desk, request: WholeRegistry, out: BinaryIO) -> int:
    """Write the registry as a CSV file that can be imported again; return the number of players."""
    with desk.reading() as connection:
        keys = _chosen(connection, request)
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\r\n")
        writer.writerow(COLUMNS)
        for first in range(0, len(keys), TOGETHER):
            some = keys[first : first + TOGETHER]
            people = facts(connection, some)
            writer.writerows([harmless(str(_cells(key, people[key])[name])) for name in COLUMNS] for key in some)
    out.write((MARK + text.getvalue()).encode())
    return len(keys)


def _chosen(connection: Connection, request: WholeRegistry) -> list[int]:
    """The keys of the players to write."""
    chosen = select(player.c.key).order_by(player.c.key)
    if request.federation:
        chosen = chosen.where(player.c.federation == request.federation)
    if request.region:
        chosen = chosen.where(player.c.region == request.region)
    return list(connection.execute(chosen).scalars())


def _cells(key: int, person: Person) -> dict[str, Any]:
    """The cells of a player's row, by column."""
    latin_name = in_latin(person.name, person.federation, person.latin_name)
    return {
        "id": own_id(key), "fide_id": person.fide_id or "", "name": person.name,
        "latin_name": latin_name if latin_name != person.name else "",
        "former_names": "; ".join(person.former_names), "born": str(Day(person.born)), "sex": person.sex,
        "federation": person.federation, "region": person.region, "title": person.title,
        "national_title": person.national_title, "memberships": " ".join(memberships(person.member)),
        "died": str(Day(person.died)), "since": "",
    }  # fmt: skip
