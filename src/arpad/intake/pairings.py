"""Read the games of a table, and the pairings that programs print round by round.

In: a sheet, its header and what each column holds. Out: the games and byes, on a roster. A round is said by its column,
or by the heading above the rows (`Round 3 on 2025/09/05`). Where nobody says it, the games of each player are counted
in the order of the rows, and the round is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from arpad.intake.codes import Notes, shown
from arpad.intake.dates import settle_alike
from arpad.intake.digits import integer
from arpad.intake.entries import Roster, result_pair
from arpad.intake.headings import SIDES, round_heading
from arpad.intake.table_rows import Row, cell_of, is_note, player_of, whole
from arpad.intake.tables import SEX_WORDS, Sheet, fold
from arpad.intake.trf_layout import PHANTOM_NAMES

Said = tuple[int, str, int]  # what a heading says: the round, the day as written, and the line of the heading
UNPAIRED = frozenset({"not paired", "unpaired", "nicht ausgelost", "nie skojarzony", "nincs párosítva", "non abbinato"})
EMPTY_SEATS = PHANTOM_NAMES | UNPAIRED | {"szabadnapos", "vaba voor", "riposo", "wolny los"}
BYES = {"1": "U", "+": "U", "=": "H", "0": "Z", "-": "Z"}  # by the result of the one who has it


def read_games(sheet: Sheet, at: int, columns: Mapping[str, int], roster: Roster) -> None:
    """Put the games below the header on the roster."""
    notes = roster.notes
    rows = list(_headed(sheet, at))
    roster.styles = settle_alike(cell_of(row, columns, "date") or said[1] for row, _, said in rows)
    numbers = (integer(cell_of(row, columns, f"{side} number")) or 0 for row, *_ in rows for side in SIDES)
    roster.reserved = max(numbers, default=0)
    for row, line, said in rows:
        if roster.crowded():
            return
        if is_note(row, line, {columns["white"], columns["black"], columns["result"]}, notes):
            continue
        free = [side for side in SIDES if _is_free(row, columns, side)]
        seated = [side for side in SIDES if side not in free] or list(SIDES)
        sides = [number for side in seated if (number := _seat(row, line, columns, roster, side))]
        turn = whole(row, columns, "round", line, notes) if "round" in columns else said[0]
        if turn > roster.limits.rounds:
            sentence = f"The game is of round {turn}; the limit is {roster.limits.rounds}."
            notes.add("too-many-rounds", sentence, line, columns.get("round", -1) + 1)
            continue
        pair = result_pair(cell_of(row, columns, "result"))
        if pair is None:
            text = shown(cell_of(row, columns, "result"))
            notes.add("unreadable-result", f"“{text}” is no result.", line, columns["result"] + 1)
        if len(sides) < len(seated) or pair is None:
            continue
        if not turn:
            if integer(cell_of(row, columns, "round") or "0") == 0:  # what is no number is told already
                _tell_roundless(sheet.lines[at], line, columns, notes)
            turn = roster.next_round(sides)
            if turn > roster.limits.rounds:
                notes.add("too-many-rounds", f"A player has more than {roster.limits.rounds} games.", line)
                continue
        if text := cell_of(row, columns, "date"):
            roster.on(turn, text, line, columns["date"] + 1)
        else:
            roster.on(turn, said[1], said[2], 1)
        if len(sides) > 1:
            roster.game(sides, turn, pair, line, columns["result"] + 1)
        else:
            usual = "Z" if fold(cell_of(row, columns, free[0])) in UNPAIRED else "U"
            bye = BYES.get(pair[SIDES.index(seated[0])], usual)
            roster.put(sides[0], turn, 0, "", bye, line, columns["result"] + 1)


def _headed(sheet: Sheet, at: int) -> Iterator[tuple[Row, int, Said]]:
    """The rows of games, each with what the heading above it says; a header that is said again is no row."""
    said: Said = (0, "", 0)
    for index, (row, line) in enumerate(zip(sheet.rows, sheet.lines, strict=True)):
        used = [cell for cell in row if cell]
        found = round_heading(used[0]) if len(used) == 1 and index != at else None
        if found:
            said = (*found, line)
        elif index > at and row != sheet.rows[at]:
            yield row, line, said


def _is_free(row: Row, columns: Mapping[str, int], side: str) -> bool:
    """Whether nobody sits there: a word for a bye in the place of a name, and nothing else of a player."""
    if any(cell_of(row, columns, f"{side} {what}").strip("0-") for what in ("number", "id", "rating")):
        return False
    return fold(cell_of(row, columns, side)).strip(" .,-") in EMPTY_SEATS


def _seat(row: Row, line: int, columns: Mapping[str, int], roster: Roster, side: str) -> int:
    """The number of the player who sits there; 0 where there is no name, which is told."""
    if not cell_of(row, columns, side):
        roster.notes.add("missing-name", f"The game has no {side} player.", line, columns[side] + 1)
        return 0
    return roster.number_of(player_of(row, columns, line, roster.notes, SEX_WORDS, side))


def _tell_roundless(header: int, line: int, columns: Mapping[str, int], notes: Notes) -> None:
    """A game whose round nobody says; told for each where there is a column of rounds, else once."""
    counted = "the games of each player are counted in the order of the rows"
    if "round" in columns:
        notes.add("missing-round", f"The game does not say its round; {counted}.", line, columns["round"] + 1)
    elif not notes.has("missing-round"):
        notes.add("missing-round", f"The table does not say the round; {counted}.", header)
