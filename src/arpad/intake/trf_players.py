"""Read the player records: ten fields each.

In: the lines of the records 001 with their line numbers. Out: the players, and their cells as `trf_cells` reads them. A
line that is written as specified throughout is cut at once; any other is questioned field by field. A line whose
columns slip is told apart from one that merely has something between two fields: only in the first can the fields
after it not be read.

Whether the cells agree with each other is decided in `crosstable`; what the values mean together in `structure`.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from operator import itemgetter

from arpad.intake.codes import Notes, counted, shown
from arpad.intake.dates import FIRST_YEAR, LAST_YEAR, birth, civil
from arpad.intake.decode import Limits
from arpad.intake.digits import NUMBER_OF, integer
from arpad.intake.quick import quick
from arpad.intake.trf_cells import HEAD, in_english, read_cells
from arpad.intake.trf_layout import (
    CELL_WIDTH,
    PLAYER_COLUMN,
    PLAYER_FIRST,
    PLAYER_SEPARATORS,
    SEXES,
    TITLE_LETTERS,
    TITLES,
)
from arpad.model import Cells, Player, Record

CUTS = {name: (column.first - 1, column.last) for name, column in PLAYER_COLUMN.items()}
SEPARATORS = tuple(column - 1 for column in PLAYER_SEPARATORS)
between = itemgetter(*SEPARATORS)  # the letters of a line that separate its fields


@dataclass(slots=True)
class Leniencies:
    """What was read although it is written otherwise than specified: told once per file, with a place and a count."""

    notes: Notes
    first: dict[str, tuple[int, int, str]]
    count: Counter[str]

    def add(self, code: str, line: int, column: int, what: str) -> None:
        self.first.setdefault(code, (line, column, what))
        self.count[code] += 1

    def tell(self) -> None:
        for code, (line, column, what) in self.first.items():
            more = f" ({self.count[code]} times in the file)" if self.count[code] > 1 else ""
            self.notes.add(code, f"{what}{more}.", line, column)


def read_players(lines: list[Record], notes: Notes, limits: Limits) -> tuple[tuple[Player, ...], Cells]:
    """Players in the order of their lines, and their cells."""
    if len(lines) > limits.players:
        sentence = f"The file has {counted(len(lines), 'player')}; the limit is {limits.players:,}."
        notes.add("too-many-players", sentence, lines[limits.players].line)
        lines = lines[: limits.players]
    texts = [record.text.rstrip() for record in lines]
    cells, slips = read_cells(lines, texts, notes, limits)
    lenient = Leniencies(notes, {}, Counter())
    longest = HEAD + limits.rounds * CELL_WIDTH
    at_once = _strict(lines, texts)
    if None in at_once or slips or notes.has("too-many-rounds"):
        at_once = [
            None if row in slips or len(text) > longest else player
            for row, (text, player) in enumerate(zip(texts, at_once, strict=True))
        ]
    players = tuple([
        player or _player(lines[row].line, texts[row], slips.get(row, 0), longest, notes, lenient)
        for row, player in enumerate(at_once)
    ])  # fmt: skip
    lenient.tell()
    if notes.has("colour-dialect"):
        players = tuple(replace(player, verbatim=in_english(player.verbatim)) for player in players)
    return players, cells


STRICT = re.compile(
    r"^(?:001 (.{4}) (.)(.{3}) (.{33}) (.{4}) (?:([A-Z]{3})|   ) (?:([ 0-9]{10}[0-9])| {11}) "
    r"(?:(.{4})(/.{5})| {10}) (.{4}) (.{4})(?:  )?|.*)$",
    re.MULTILINE,
)
"""A line up to its cells in which every field is written as specified, as most are; of any other line, nothing. What is
blank is empty: federation, id, birth."""

# What the fields of such a line may be, and what they mean; a field that is not here is looked at closely.
SEX_OF = {"m": "m", "w": "w", " ": ""}
TITLE_OF = {f"{title:>3}": title for title in ("", *TITLES)}
YEAR_OF = {"": 0} | {f"{year}": year * 10000 for year in range(FIRST_YEAR, LAST_YEAR)}  # blank where the date is
DAY_OF = {"": 0, "/00/00": 0} | {
    f"/{month:02}/{day:02}": month * 100 + day
    for month in range(1, 13) for day in range(1, 32) if civil(2023, month, day)
}  # fmt: skip
"""Every birthday that exists in every year, and the unknown one."""
POINTS_OF = {"    ": None} | {f"{points // 10:>2}.{points % 10}": points for points in range(1000)}

made = quick(Player)


def _strict(lines: list[Record], texts: list[str]) -> list[Player | None]:
    """The players of the lines that are written as specified; None for each that must be looked at closely.

    It may refuse any line, and says of none that it takes anything but what `_player` would.
    """
    players: list[Player | None] = []
    rows = STRICT.findall("\n".join([text[:HEAD] for text in texts]))
    for record, row in zip(lines, rows, strict=True):
        number, sex, title, name, rating, federation, identity, year, day, points, rank = row
        name = name.strip()
        try:
            start = NUMBER_OF[number] if name.isprintable() else 0
            players.append(
                made(
                    start, name, SEX_OF[sex], TITLE_OF[title], NUMBER_OF[rating], federation,
                    int(identity) if identity else 0, YEAR_OF[year] + DAY_OF[day], POINTS_OF[points],
                    NUMBER_OF[rank] or None, record.line, PLAYER_FIRST,
                ) if start and name else None
            )  # fmt: skip
        except (KeyError, ValueError):  # two numbers in one field, a day or a title that does not exist
            players.append(None)
    return players


def _player(line: int, text: str, slip: int, longest: int, notes: Notes, lenient: Leniencies) -> Player:
    """One player; what cannot be read is told, kept in `verbatim`, and empty in its field."""
    raw = {name: text[first:last].strip() for name, (first, last) in CUTS.items()}
    troubles: list[tuple[str, str, str]] = []  # code, field, sentence

    number = integer(raw["number"])
    if not number:
        troubles.append(("unreadable-start-number", "number", f"“{shown(raw['number'])}” is no start number"))
    who = f"Player {number}" if number else "The player"

    sex = raw["sex"]
    if sex and sex not in "mw":
        if sex in SEXES:
            lenient.add("sex-letter", line, PLAYER_FIRST["sex"], f"The sex “{sex}” is read as {SEXES[sex]}")
        else:
            troubles.append(("unreadable-sex", "sex", f"{who} has the sex “{shown(sex)}”"))
    title = raw["title"]
    if title and title not in TITLES:
        if title.lower() in TITLE_LETTERS:
            full = TITLE_LETTERS[title.lower()]
            lenient.add("title-letters", line, PLAYER_FIRST["title"], f"The title “{title}” is read as {full}")
            title = full
        elif title.upper() in TITLES:
            lenient.add("title-letters", line, PLAYER_FIRST["title"], f"The title “{title}” is read as {title.upper()}")
            title = title.upper()
        else:
            troubles.append(("unknown-title", "title", f"{who} has the title “{shown(title)}”"))

    rating = integer(raw["rating"]) if raw["rating"] else 0
    if rating is None:
        troubles.append(("unreadable-rating", "rating", f"{who} has the rating “{shown(raw['rating'])}”"))
    identity = integer(raw["id"]) if raw["id"] else 0
    if identity is None:
        troubles.append(("unreadable-id", "id", f"{who} has the FIDE number “{shown(raw['id'])}”"))
    federation = raw["federation"]
    if federation and not (len(federation) == 3 and federation.isascii() and federation.isalpha()):
        sentence = f"{who} has the federation “{shown(federation)}”"
        troubles.append(("unreadable-federation", "federation", sentence))
    born, style = birth(raw["born"]) if raw["born"] else (0, "")
    if born < 0:
        troubles.append(("unreadable-birth", "born", f"{who} has the birth date “{shown(raw['born'])}”"))
    elif style and style != "YYYY/MM/DD":
        lenient.add("birth-style", line, PLAYER_FIRST["born"], f"The birth date “{raw['born']}” is written {style}")
    points = tenths(raw["points"])
    if raw["points"] and points is None:
        troubles.append(("unreadable-points", "points", f"{who} has “{shown(raw['points'])}” points"))
    elif "," in raw["points"]:
        lenient.add("decimal-comma", line, PLAYER_FIRST["points"], f"The points “{raw['points']}” have a decimal comma")
    rank = integer(raw["rank"]) if raw["rank"] else 0
    if rank is None:
        troubles.append(("unreadable-rank", "rank", f"{who} has the rank “{shown(raw['rank'])}”"))

    filled = None
    if "".join(between(text.ljust(HEAD))).strip():
        filled = next(index for index in SEPARATORS if text[index : index + 1].strip())
        behind = [field for _, field, _ in troubles if CUTS[field][1] >= filled]
        if slip or any(field in ("number", "rating", "id", "born", "points", "rank") for field in behind):
            slip = filled + 1
        else:
            sentence = f"{who} has “{shown(text[filled])}” in column {filled + 1}, which separates two fields"
            troubles.append(("filled-separator", "", sentence))
    if slip:
        sentence = f"{who}: the line slips at column {slip}, which must be blank"
        troubles = [trouble for trouble in troubles if trouble[1] and CUTS[trouble[1]][1] < slip - 1]
        troubles.append(("misaligned-columns", "", sentence))
    for code, name, sentence in troubles:
        column = PLAYER_FIRST[name] if name else slip or (filled or 0) + 1
        notes.add(code, f"{sentence}.", line, column, number)
    if not raw["name"] and not slip:
        notes.add("missing-name", f"{who} has no name.", line, PLAYER_FIRST["name"], number)
    more = troubles or slip or len(text) > longest or not raw["name"].isprintable()
    return made(
        number or 0, raw["name"], SEXES.get(sex, ""), title, rating or 0, federation, identity or 0, max(born, 0),
        points, rank or None, line, PLAYER_FIRST, text if more else "",
    )  # fmt: skip


def tenths(text: str) -> int | None:
    """Points as tenths: `4.5`, `4,5` and `4` are read."""
    whole, _, part = text.replace(",", ".").partition(".")
    if not (whole + part).isascii() or not (whole + part).isdigit() or len(part) > 1 or len(whole) > 4:
        return None
    return int(whole or "0") * 10 + int(part or "0")
