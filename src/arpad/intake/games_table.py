"""Read tables that officers get: games, players, crosstables, as CSV or as a workbook.

    games         round; white; black; result, and where known date, ids and ratings of both
    players       name, and where known id, federation, sex, title, rating, birth
    crosstable    a row per player and a column per round, with cells such as `54b1`, `29w½`, `-1`, `+`; or three cells
                  per round, `81;b;1`, as the text export of Swiss-Manager writes them

Which of them it is follows from the header, which may stand below a few lines of heading. All end in a `Report`; a
table of players has no games.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from arpad.intake.codes import Notes, shown
from arpad.intake.dates import birth, candidates
from arpad.intake.decode import Limits
from arpad.intake.digits import integer
from arpad.intake.entries import HIGHEST_NUMBER, Roster, result_pair
from arpad.intake.tables import Sheet, columns_of, fold
from arpad.intake.trf import nothing
from arpad.intake.trf_fields import tenths
from arpad.intake.trf_layout import SEXES, TITLE_LETTERS
from arpad.model import EventFacts, Player, Report

SEARCHED = 15  # rows in which a header is looked for
TURNS = ("rd", "r", "round", "runda", "тур", "forduló", "f", "voor", "v", "turno", "t", "runde", "ronde", "ronda")
CELL_RESULTS = {"1": "1", "0": "0", "½": "=", "=": "=", "x": "=", "5": "=", "+": "+", "-": "-", "k": "-"}
ALONE = {"1": "F", "½": "H", "=": "H", "x": "H", "0": "Z", "+": "+", "-": "-", "k": "-"}


def read_table(sheet: Sheet, notes: Notes, limits: Limits, file: str, form: str) -> Report:
    """The report that a table holds."""
    for at, row in enumerate(sheet.rows[:SEARCHED]):
        columns = columns_of(row)
        turns = _round_columns(row)
        roster = Roster(notes, limits)
        if {"white", "black", "result"} <= set(columns):
            _tell_unknown(row, columns, sheet.lines[at], notes)
            _games(sheet, at, columns, roster)
        elif "name" in columns and turns:
            _crosstable(sheet, at, columns, turns, roster)
        elif "name" in columns and len(columns) > 1:
            _tell_unknown(row, columns, sheet.lines[at], notes)
            _players(sheet, at, columns, roster)
        else:
            continue
        return roster.report(_heading(sheet, at), form, file, sheet.encoding)
    sentence = "No row names the columns of games (white, black, result), of players (name) or of a crosstable."
    notes.add("missing-column", sentence, sheet.lines[0] if sheet.lines else 1)
    return nothing(file)


def _heading(sheet: Sheet, at: int) -> EventFacts:
    """The first cell above the header is the event's name."""
    return EventFacts(name=next((cell for row in sheet.rows[:at] for cell in row if cell), ""))


def _tell_unknown(row: tuple[str, ...], columns: dict[str, int], line: int, notes: Notes) -> None:
    for index, cell in enumerate(row):
        if cell and index not in columns.values():
            notes.add("unknown-column", f"The column “{shown(cell)}” is not read.", line, index + 1)


def _cell(row: tuple[str, ...], columns: dict[str, int], name: str) -> str:
    index = columns.get(name)
    return row[index] if index is not None and index < len(row) else ""


def _whole(row: tuple[str, ...], columns: dict[str, int], name: str, line: int, notes: Notes) -> int:
    text = _cell(row, columns, name)
    number = integer(text) if text else 0
    if number is None:
        notes.add("unreadable-cell", f"“{shown(text)}” is no number.", line, columns[name] + 1)
    return number or 0


def _person(row: tuple[str, ...], columns: dict[str, int], line: int, notes: Notes) -> Player:
    sex = _cell(row, columns, "sex")[:1]
    title = _cell(row, columns, "title")
    born, _ = birth(_cell(row, columns, "born"))
    if born < 0:
        text = shown(_cell(row, columns, "born"))
        notes.add("unreadable-birth", f"“{text}” is no birth date.", line, columns["born"] + 1)
    number = _whole(row, columns, "number", line, notes)
    if number > HIGHEST_NUMBER:
        sentence = f"The start number {number} is above {HIGHEST_NUMBER}."
        notes.add("unreadable-cell", sentence, line, columns["number"] + 1)
        number = 0
    points = _cell(row, columns, "points").replace("½", ".5")
    return Player(
        number,
        _cell(row, columns, "name"),
        SEXES.get(sex, ""),
        TITLE_LETTERS.get(title, title.upper()),
        _whole(row, columns, "rating", line, notes),
        _cell(row, columns, "federation").upper(),
        _whole(row, columns, "id", line, notes),
        max(born, 0),
        tenths(points) if points else None,
        integer(_cell(row, columns, "rank")) or None,
        line,
        {name: index + 1 for name, index in columns.items()},
    )


def _players(sheet: Sheet, at: int, columns: dict[str, int], roster: Roster) -> None:
    for row, line in zip(sheet.rows[at + 1 :], sheet.lines[at + 1 :], strict=True):
        if roster.crowded():
            return
        player = _person(row, columns, line, roster.notes)
        if not player.name:
            roster.notes.add("missing-name", "The row has no name.", line, columns["name"] + 1)
        elif player.number and player.number in roster.players:
            first = roster.players[player.number].line
            sentence = f"The start number {player.number} stands in line {first} already."
            roster.notes.add("duplicate-start-number", sentence, line, columns["number"] + 1, player.number)
        else:
            roster.enter(player)


def _games(sheet: Sheet, at: int, columns: dict[str, int], roster: Roster) -> None:
    notes = roster.notes
    for row, line in zip(sheet.rows[at + 1 :], sheet.lines[at + 1 :], strict=True):
        if roster.crowded():
            return
        sides = []
        for side in ("white", "black"):
            name = _cell(row, columns, side)
            if not name:
                notes.add("missing-name", f"The game has no {side} player.", line, columns[side] + 1)
                continue
            identity = _whole(row, columns, f"{side} id", line, notes)
            rating = _whole(row, columns, f"{side} rating", line, notes)
            sides.append(roster.number_of(name, identity, rating, line, columns[side] + 1))
        turn = _whole(row, columns, "round", line, notes) if "round" in columns else 0
        if turn > roster.limits.rounds:
            sentence = f"The game is of round {turn}; the limit is {roster.limits.rounds}."
            notes.add("too-many-rounds", sentence, line, columns["round"] + 1)
            continue
        pair = result_pair(_cell(row, columns, "result"))
        if pair is None:
            text = shown(_cell(row, columns, "result"))
            notes.add("unreadable-result", f"“{text}” is no result.", line, columns["result"] + 1)
        if len(sides) < 2 or pair is None:
            continue
        if not turn:  # without rounds the games of a player are counted
            turn = roster.next_round(sides)
            if turn > roster.limits.rounds:
                notes.add("too-many-rounds", f"A player has more than {roster.limits.rounds} games.", line)
                continue
        day = candidates(_cell(row, columns, "date"))
        if len(set(day.values())) == 1:
            roster.days.setdefault(turn, next(iter(day.values())))
        elif day:
            either = " or ".join(sorted(str(one) for one in set(day.values())))
            text = shown(_cell(row, columns, "date"))
            notes.add("ambiguous-date", f"“{text}” may be {either}.", line, columns["date"] + 1)
        column = columns["result"] + 1
        roster.put(sides[0], turn, sides[1], "w", pair[0], line, column)
        roster.put(sides[1], turn, sides[0], "b", pair[1], line, column)


def _round_columns(row: tuple[str, ...]) -> dict[int, int]:
    """The columns of a crosstable's rounds: `1.Rd.`, `1.Rd`, `R1`, `Rd 1`, or the bare numbers 1, 2, 3 ..."""
    found: dict[int, int] = {}
    bare: dict[int, int] = {}
    for index, cell in enumerate(row):
        word = fold(cell).replace(" ", "").replace(".", "")
        figures = "".join(letter for letter in word if "0" <= letter <= "9")
        rest = word.replace(figures, "", 1) if figures else word
        if figures and len(figures) <= 2 and rest in TURNS:
            found.setdefault(int(figures), index)
        elif figures and figures == word and len(figures) <= 2:
            bare.setdefault(int(figures), index)
    found = found or bare
    return found if found and set(found) == set(range(1, len(found) + 1)) else {}


def _crosstable(sheet: Sheet, at: int, columns: dict[str, int], turns: dict[int, int], roster: Roster) -> None:
    """A row per player; opponents are start numbers where there is such a column, else ranks."""
    notes = roster.notes
    columns = {name: index for name, index in columns.items() if index not in turns.values()}
    if len(turns) > roster.limits.rounds:
        notes.add(
            "too-many-rounds",
            f"The table has {len(turns)} rounds; the limit is {roster.limits.rounds}.",
            sheet.lines[at],
        )
        return
    spread = len(turns) > 1 and turns[2] - turns[1] == 3
    waiting = []
    for row, line in zip(sheet.rows[at + 1 :], sheet.lines[at + 1 :], strict=True):
        if roster.crowded():
            return
        player = _person(row, columns, line, notes)
        if not player.name:
            continue
        if not player.number and player.rank:
            player = replace(player, number=player.rank)
        if player.number in roster.players:
            first = roster.players[player.number].line
            sentence = f"The number {player.number} stands in line {first} already."
            notes.add("duplicate-start-number", sentence, line, 1, player.number)
            continue
        waiting.append((roster.enter(player), row, line))
    for number, row, line in waiting:
        for turn, index in turns.items():
            cell = "".join(row[index : index + 3]) if spread else row[index] if index < len(row) else ""
            read = crosstable_cell(cell)
            if read is None:
                sentence = f"Round {turn} of {number} is “{shown(cell)}”, which is no cell of a crosstable."
                notes.add("unreadable-cell", sentence, line, index + 1, number, turn)
            elif read != (0, "", " "):
                roster.put(number, turn, *read, line, index + 1)


@lru_cache(16384)
def crosstable_cell(text: str) -> tuple[int, str, str] | None:
    """Opponent, colour and result of `54b1`, `29w½`, `12+`, `-1`, `bye`; nothing for an empty cell; None otherwise."""
    plain = "".join(text.split()).lower().replace("*", "")
    if plain in ("", "-", "--", "---", "xxx"):
        return 0, "", " "
    figures = ""
    while len(figures) < len(plain) and "0" <= plain[len(figures)] <= "9" and len(figures) < 4:
        figures += plain[len(figures)]
    rest = plain[len(figures) :]
    colour = rest[:1] if rest[:1] in ("w", "b") else ""
    result = rest[1:] if colour else rest
    if figures and result in CELL_RESULTS and (colour or result in "+-k"):
        return int(figures), colour, CELL_RESULTS[result]
    if figures and not result and colour:
        return int(figures), colour, " "
    if not figures and plain[:1] == "-" and plain[1:] in ALONE:
        return 0, "", ALONE[plain[1:]]
    if plain in ("+", "bye"):
        return 0, "", "+" if plain == "+" else "U"
    return None
