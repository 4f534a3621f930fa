"""Read tables that officers get: games, players, crosstables, as CSV or as a workbook.

    games         round; white; black; result, and where known date, ids and ratings of both
    players       name, and where known id, federation, sex, title, rating, birth
    crosstable    a row per player and a column per round, with cells such as `54b1`, `29w½`, `-1`, `+`; or three cells
                  per round, `81;b;1`, as the text export of Swiss-Manager writes them

Which of them it is follows from the header, which may stand below a few lines of heading. All end in a `Report`; a
table of players has no games.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from arpad.intake.codes import Notes, shown
from arpad.intake.dates import settle_alike
from arpad.intake.decode import Limits
from arpad.intake.digits import integer
from arpad.intake.entries import Roster, person, result_pair
from arpad.intake.tables import SEX_WORDS, Sheet, columns_of, fold, sex_words
from arpad.intake.trf import nothing
from arpad.model import EventFacts, Player, Report

SEARCHED = 15  # rows in which a header is looked for
TURNS = ("rd", "r", "round", "runda", "тур", "forduló", "f", "voor", "v", "turno", "t", "runde", "ronde", "ronda")
CELL_RESULTS = {"1": "1", "0": "0", "½": "=", "=": "=", "x": "=", "5": "=", "+": "+", "-": "-", "k": "-"}
ALONE = {"1": "F", "½": "H", "=": "H", "x": "H", "0": "Z", "+": "+", "-": "-", "k": "-"}


def read_table(sheet: Sheet, notes: Notes, limits: Limits, file: str, form: str) -> Report:
    """The report that a table holds."""
    searched = list(enumerate(sheet.rows[:SEARCHED]))
    for (at, row), alone in [(one, alone) for alone in (False, True) for one in searched]:
        columns = columns_of(row)
        turns = _round_columns(row)
        roster = Roster(notes, limits)
        if {"white", "black", "result"} <= set(columns):
            _tell_unknown(sheet, at, columns, notes, form)
            _games(sheet, at, columns, roster)
        elif "name" in columns and turns:
            _crosstable(sheet, at, columns, turns, roster)
        elif "name" in columns and (len(columns) > 1 or alone):  # alone where no row has more to tell
            _tell_unknown(sheet, at, columns, notes, form)
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


def _tell_unknown(sheet: Sheet, at: int, columns: dict[str, int], notes: Notes, form: str) -> None:
    """Columns that are not read, and rows that are longer than the header, so that their cells have slipped."""
    header = sheet.rows[at]
    for index, cell in enumerate(header):
        if cell and index not in columns.values():
            notes.add("unknown-column", f"The column “{shown(cell)}” is not read.", sheet.lines[at], index + 1)
    width = len(header)
    for row, line in zip(sheet.rows[at + 1 :], sheet.lines[at + 1 :], strict=True) if form == "csv" else ():
        if any(row[width:]):  # in a workbook a note may stand beside the table
            sentence = f"The row has {len(row)} cells; the header has {width}."
            notes.add("unreadable-cell", sentence, line, width + 1)


def _cell(row: tuple[str, ...], columns: dict[str, int], name: str) -> str:
    index = columns.get(name)
    return row[index] if index is not None and index < len(row) else ""


def _whole(row: tuple[str, ...], columns: dict[str, int], name: str, line: int, notes: Notes) -> int:
    text = _cell(row, columns, name)
    number = integer(text) if text else 0
    if number is None:
        notes.add("unreadable-cell", f"“{shown(text)}” is no number.", line, columns[name] + 1)
    return number or 0


def _person(
    row: tuple[str, ...], columns: dict[str, int], line: int, notes: Notes, sexes: Mapping[str, str], side: str = ""
) -> Player:  # fmt: skip
    """The player of a row, or of one side of a row of games."""
    names = {"name": side, "id": f"{side} id", "rating": f"{side} rating"} if side else {name: name for name in columns}
    places = {name: columns[column] + 1 for name, column in names.items() if column in columns}
    return person({name: _cell(row, columns, names[name]) for name in places}, line, places, notes, sexes=sexes)


def _sexes(sheet: Sheet, at: int, columns: dict[str, int]) -> Mapping[str, str]:
    return sex_words(
        _cell(sheet.rows[at], columns, "sex"), (_cell(row, columns, "sex") for row in sheet.rows[at + 1 :])
    )


def _players(sheet: Sheet, at: int, columns: dict[str, int], roster: Roster) -> None:
    sexes = _sexes(sheet, at, columns)
    for row, line in zip(sheet.rows[at + 1 :], sheet.lines[at + 1 :], strict=True):
        if roster.crowded():
            return
        player = _person(row, columns, line, roster.notes, sexes)
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
    roster.styles = settle_alike(_cell(row, columns, "date") for row in sheet.rows[at + 1 :])
    for row, line in zip(sheet.rows[at + 1 :], sheet.lines[at + 1 :], strict=True):
        if roster.crowded():
            return
        sides = []
        for side in ("white", "black"):
            if not _cell(row, columns, side):
                notes.add("missing-name", f"The game has no {side} player.", line, columns[side] + 1)
                continue
            sides.append(roster.number_of(_person(row, columns, line, notes, SEX_WORDS, side)))
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
        roster.on(turn, _cell(row, columns, "date"), line, columns.get("date", -1) + 1)
        roster.game(sides, turn, pair, line, columns["result"] + 1)


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
    sexes = _sexes(sheet, at, columns)
    for row, line in zip(sheet.rows[at + 1 :], sheet.lines[at + 1 :], strict=True):
        if roster.crowded():
            return
        player = _person(row, columns, line, notes, sexes)
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
