"""Read tables that officers get: games, pairings, players, crosstables, as CSV or as a workbook.

    games         round; white; black; result, and where known date, ids and ratings of both
    pairings      of one round or of several, each under its heading: `Round 3 on 2025/09/05`, then No.; White; Result;
                  Black; No.
    players       name, and where known id, federation, sex, title, rating, birth
    crosstable    a row per player and a column per round, with cells such as `54b1`, `29w½`, `-1`, `+`; or three cells
                  per round, `81;b;1`, as the text export of Swiss-Manager writes them

Which of them it is follows from the header, which may stand below a few lines of heading. Of the sheets of a workbook
the one that is such a table is read; where several are, none. All end in a `Report`; a table of players has no games.
The matrix of a round robin is refused: it says neither rounds nor colours, and a report made of it would.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from arpad.finding import Note, Tier
from arpad.intake.codes import Notes, shown
from arpad.intake.decode import Limits
from arpad.intake.entries import Roster
from arpad.intake.tables.crosstable import read_crosstable
from arpad.intake.tables.headings import (
    SIDES,
    Column,
    columns_below,
    complete,
    example_of_a_game,
    game_columns,
    results_alone,
    round_columns,
    round_heading,
    spread,
)
from arpad.intake.tables.pairings import read_games
from arpad.intake.tables.reader import Grid, columns_of, first_names, fold, read_csv
from arpad.intake.tables.rows import HeadedTable, cell_of, is_address, is_note, places_of, player_of
from arpad.intake.trf.layout import TITLES
from arpad.intake.trf.reader import nothing
from arpad.model import EventFacts, Report

ORIGINS = ("from the tournament-database of chess-results", "last update")
SEARCHED = 15  # rows in which a header is looked for
LOOKED_AT = 500  # rows that tell a crosstable by rounds from results alone


def read_csv_table(data: bytes, notes: Notes, file: str, limits: Limits, encoding: str = "") -> Report:
    """The report that a table of text holds."""
    grid = read_csv(data, notes, limits, encoding)
    return nothing(file) if grid is None else read_table(grid, notes, limits, file, "csv")


def read_workbook(data: bytes, notes: Notes, file: str, limits: Limits, encoding: str = "") -> Report:
    """The report that a workbook holds; a workbook says its encoding itself."""
    from arpad.intake.tables.workbooks import read_xlsx

    sheets = read_xlsx(data, notes, limits)
    grid = None if sheets is None else the_table(sheets, notes)
    return nothing(file) if grid is None else read_table(grid, notes, limits, file, "xlsx")


def the_table(sheets: tuple[Grid, ...], notes: Notes) -> Grid | None:
    """The sheet of a workbook that is a table; the others are told. None where there is none, or more than one."""
    if not sheets:
        notes.find("empty-file/workbook")
        return None
    headed = {sheet.name: at for sheet in sheets if (at := _header(sheet, alone=False)) is not None}
    tables = [sheet for sheet in sheets if headed.get(sheet.name, len(sheet.rows)) < len(sheet.rows) - 1]
    if len({(sheet.rows, round_heading(sheet.name)) for sheet in tables}) > 1:
        notes.find("several-sheets", sheets=tuple(map(_called, tables)))
        return None
    listed = [sheet for sheet in sheets if _header(sheet, alone=True) is not None]
    read = (*tables, *(sheet for sheet in sheets if sheet.name in headed), *listed, *sheets)[0]
    for sheet in sheets:
        if sheet is not read:
            notes.find("unknown-sheet", sheet=_called(sheet), read=_called(read))
    for line, column in read.unsaved:
        if not notes.full("unreadable-cell"):
            notes.find("unreadable-cell/formula", line, column)
    return read


def _called(sheet: Grid) -> Note:
    """The name of a sheet as a sentence says it, and whether it is hidden."""
    return Note.of("called/hidden-sheet" if sheet.hidden else "called/sheet", name=shown(sheet.name))


def _header(grid: Grid, alone: bool) -> int | None:
    """The first row that names columns of a table; `alone`: the name is enough."""
    for at, row in enumerate(grid.rows[:SEARCHED]):
        columns = columns_of(row)
        if game_columns(row) or ("name" in columns and (alone or len(columns) > 1 or round_columns(row))):
            return at
    return None


def read_table(grid: Grid, notes: Notes, limits: Limits, file: str, form: str) -> Report:
    """The report that a table holds."""
    at = _header(grid, alone=False)
    if at is None:
        at = _header(grid, alone=True)  # where no row has more to tell
    if at is None:
        notes.find("missing-column/none", grid.lines[0] if grid.lines else 1)
        return nothing(file)
    whole = _with_whole_names(grid, at, notes, limits)
    if whole is None:
        return nothing(file)
    table = HeadedTable(whole, at, columns_of(whole.rows[at]))
    row, rows = table.header, table.rows
    turns, games = round_columns(row), game_columns(row)
    roster = Roster(notes, limits)
    below = {} if games else columns_below(rows)
    if games:
        table = _with_titles(replace(table, columns=games), SIDES)
        _tell_unknown(table, {*table.columns.values()}, notes, form, below)
        read_games(table, roster)
    elif turns and (  # where rounds are missing, what is called T2 may be a tie-break
        complete(turns) or any(example_of_a_game(index, row, below) for index in turns.values())
    ):
        table = _with_titles(replace(table, columns=_beside(row, turns)))
        three = spread(turns, row, below)
        places = [index + more for index in turns.values() for more in range(3 if three else 1)]
        _tell_unknown(table, {*table.columns.values(), *places}, notes, form, below)
        if not three and results_alone(rows[:LOOKED_AT], turns):
            _tell_matrix(table, turns, notes)
            _players(table, roster)
        else:
            read_crosstable(table, turns, three, roster)
    else:
        table = _with_titles(table)
        _tell_unknown(table, {*table.columns.values()}, notes, form, below)
        _players(table, roster)
    if not roster.players and not any(finding.tier is Tier.REFUSE for finding in notes.findings()):
        notes.find("empty-file/no-game-or-player" if rows else "empty-file/header-alone", table.line)
    return roster.report(_heading(grid, at), form, file, grid.encoding)


def _with_whole_names(grid: Grid, at: int, notes: Notes, limits: Limits) -> Grid | None:
    """The table with `Surname, First` where the two stand in columns of their own; None where they grow too long."""
    pairs = first_names(grid.rows[at])
    if not pairs:
        return grid
    rows, letters = list(grid.rows), 0
    for index in range(at + 1, len(rows)):
        if rows[index] != rows[at]:
            cells = list(rows[index])
            for first, surname in pairs.items():
                if max(first, surname) < len(cells):
                    cells[surname] = ", ".join(part for part in (cells[surname], cells[first]) if part)
                    letters += len(cells[surname])
            if letters > 2 * limits.bytes:  # cells of a workbook may share their texts
                notes.find("too-large/names", grid.lines[index], limit=2 * limits.bytes)
                return None
            rows[index] = tuple(cells)
    return replace(grid, rows=tuple(rows))


def _heading(grid: Grid, at: int) -> EventFacts:
    """The first cell above the header is the event's name, unless it says the round or where the table is from."""
    above = (cell for row in grid.rows[:at] for cell in row if cell and not (round_heading(cell) or _is_origin(cell)))
    return EventFacts(name=next(above, ""))


def _is_origin(text: str) -> bool:
    """Whether a line above a table is an address, or one of those in which chess-results says its own name."""
    return is_address(text) or fold(text).startswith(ORIGINS)


def _with_titles(table: HeadedTable, names: tuple[str, ...] = ("name",)) -> HeadedTable:
    """The table with its column of titles: it often has no name, and stands left of the players."""
    columns = table.columns
    for name in names:
        index, title = columns[name] - 1, "title" if name == "name" else f"{name} title"
        if title not in columns and index >= 0 and index not in columns.values() and not table.header[index]:
            cells = {row[index].upper() for row in table.rows if index < len(row) and row[index]}
            if cells and cells <= set(TITLES):
                columns = {**columns, title: index}
    return replace(table, columns=columns)


def _beside(header: tuple[str, ...], turns: dict[int, int]) -> dict[str, int]:
    """The columns of a crosstable without its rounds. Points and ranks between rounds are those of that day."""
    between = range(min(turns.values()), max(turns.values()))
    passing = {at for at in between if columns_of(header[at : at + 1]).keys() & {"points", "rank"}}
    left_out = {*turns.values(), *passing}
    return columns_of(tuple("" if at in left_out else cell for at, cell in enumerate(header)))


def _tell_unknown(
    table: HeadedTable, read: set[int], notes: Notes, form: str, below: Mapping[int, Column]
) -> None:  # fmt: skip
    """Columns that are not read, and rows that are longer than the header, so that their cells have slipped.

    In a table of players a column that is not read must not hold games: they would be lost. Nothing is below where the
    rows are games.
    """
    header = table.header
    read = read | {*first_names(header)}
    for index, cell in enumerate(header):
        if index in read:
            continue
        if game := example_of_a_game(index, header, below):
            message = "missing-column/games-below" if cell else "missing-column/games-below-nothing"
            notes.find(
                message, table.line, index + 1, heading=shown(cell), place=index + 1, game=shown(game)
            )  # fmt: skip
        elif cell:
            notes.find("unknown-column", table.line, index + 1, heading=shown(cell))
    width = max(len(header), *(1 + index for index in read))  # the last of three cells of a round may have no heading
    for row, line in table.below() if form == "csv" else ():
        if any(row[width:]) and not notes.full("unreadable-cell"):  # in a workbook a note may stand beside the table
            notes.find("unreadable-cell/too-many", line, width + 1, cells=len(row), width=width)


def _tell_matrix(table: HeadedTable, turns: dict[int, int], notes: Notes) -> None:
    """Results without opponents make no report: whoever assigned them to rounds would make the rounds up."""
    players = sum(bool(cell_of(row, table.columns, "name")) for row in table.rows)
    first, last = (shown(table.header[turns[turn]]) for turn in (min(turns), max(turns)))
    message = "results-alone/matrix" if players == len(turns) else "results-alone/no-opponents"
    notes.find(message, table.line, turns[min(turns)] + 1, first=first, last=last)


def _players(table: HeadedTable, roster: Roster) -> None:
    columns, sexes, places = table.columns, table.sexes(), places_of(table.columns)
    for row, line in table.below():
        if roster.crowded():
            return
        if is_note(row, line, {columns["name"]}, roster.notes):
            continue
        roster.rows += 1
        player = player_of(row, places, line, roster.notes, sexes)
        if not player.name:
            roster.notes.find("missing-name/row", line, columns["name"] + 1)
        elif player.number and player.number in roster.players:
            roster.notes.find(
                "duplicate-start-number/again", line, columns["number"] + 1, player.number, number=player.number,
                first_line=roster.players[player.number].line,
            )  # fmt: skip
        else:
            roster.enter(player)
