"""Read the games of a table, and the pairings that programs print round by round.

In: a sheet, its header and what each column holds. Out: the games and byes, on a roster. A round is said by its column,
or by the heading above the rows (`Round 3 on 2025/09/05`). Where nobody says it, the games of each player are counted
in the order of the rows, and the round is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from operator import itemgetter

from arpad.intake.codes import Notes, shown
from arpad.intake.dates import settle_alike
from arpad.intake.digits import integer
from arpad.intake.entries import Roster, result_pair
from arpad.intake.headings import SIDES, round_heading
from arpad.intake.persons import HIGHEST_NUMBER
from arpad.intake.table_rows import Row, cell_of, day_in, is_note, player_of, round_in, whole_in
from arpad.intake.tables import SEX_WORDS, Sheet, fold
from arpad.intake.trf_layout import PHANTOM_NAMES

Said = tuple[int, str, int]  # what a heading says: the round, the day as written, and the line of the heading
WITHOUT_A_GAME = """
not paired, unpaired, not playing, nie skojarzony, nieskojarzony, nie kojarzony, niekojarzony, nie gra, nincs párosítva
nem párosított, párosítatlan, nem játszik, loosimata, paaritamata, ei loosita, ei mängi, non abbinato, non accoppiato
non gioca, не грає, без пари, не в парі, nicht ausgelost, nicht gepaart, spielt nicht, non apparié, ne joue pas
no emparejado, no juega, nenasazen, nelosován, nehraje, не играет, без пары
"""
WITH_A_BYE = """
bye, full point bye, half point bye, pauza, pauzuje, pauzujący, pauzująca, wolny los, wolna runda, szabadnapos, szabad
szabadnap, erőnyerő, pihen, pihenő, pihenőnap, vaba, vaba voor, puhkab, puhkevoor, riposa, riposo, turno libero
turno di riposo, вільний, вільна, вільний від гри, пропускає, пропускає тур, пропуск, відпочиває, spielfrei, freilos
exempt, exempte, descansa, descanso, libre, volno, volný los, má volno, свободен, свободна, пропускает, отдыхает
"""
"""What stands in the place of a name where nobody sits. A word that many are called by, as Wolny, is none."""
UNPAIRED, FREE = (frozenset(re.split(r", |\n", words.strip())) for words in (WITHOUT_A_GAME, WITH_A_BYE))
EMPTY_SEATS = PHANTOM_NAMES | UNPAIRED | FREE
BYES = {"1": "U", "+": "U", "=": "H", "0": "Z", "-": "Z"}  # by the result of the one who has it


def read_games(sheet: Sheet, at: int, columns: Mapping[str, int], roster: Roster) -> None:
    """Put the games below the header on the roster."""
    notes = roster.notes
    seats, needed = Seats(columns, roster), {columns["white"], columns["black"], columns["result"]}
    rows = list(_headed(sheet, at))
    roster.styles = settle_alike(day_in(cell_of(row, columns, "date")) or said[1] for row, _, said in rows)
    numbered = [name for name in (f"{side} number" for side in SIDES) if name in columns]
    numbers = (integer(whole_in(cell_of(row, columns, name))) or 0 for row, *_ in rows for name in numbered)
    roster.reserved = max((number for number in numbers if number <= HIGHEST_NUMBER), default=0)
    width, turns = 1 + max(columns.values()), dict[str, int | None]()
    for row, line, said in rows:
        if roster.crowded():
            return
        if len(row) < width:
            row = (*row, *[""] * (width - len(row)))
        if not row[columns["black"]] and is_note(row, line, needed, notes):
            continue
        found = [seats.number(row, line, side) for side in SIDES]
        free = [side for side, number in zip(SIDES, found, strict=True) if number is None]
        if len(free) == len(SIDES):  # then they are names
            found, free = [_seat(row, line, columns, roster, side) for side in SIDES], []
        turn = said[0]
        if "round" in columns:
            text = row[columns["round"]]
            if text not in turns:
                turns[text] = round_in(text)
            if turns[text] is None:
                notes.add("unreadable-cell", f"“{shown(text)}” is no number.", line, columns["round"] + 1)
            turn = turns[text] or 0
        if turn > roster.limits.rounds:
            sentence = f"The game is of round {turn}; the limit is {roster.limits.rounds}."
            notes.add("too-many-rounds", sentence, line, columns.get("round", -1) + 1)
            continue
        pair = result_pair(row[columns["result"]])
        if pair is None and not notes.full("unreadable-result"):
            text = shown(row[columns["result"]])
            notes.add("unreadable-result", f"“{text}” is no result.", line, columns["result"] + 1)
        sides = [number for number in found if number]
        if len(sides) + len(free) < len(SIDES) or pair is None:
            continue
        if not turn:
            if round_in(cell_of(row, columns, "round")) == 0:  # what is no number is told already
                _tell_roundless(sheet.lines[at], line, columns, notes)
            turn = roster.next_round(sides)
            if turn > roster.limits.rounds:
                notes.add("too-many-rounds", f"A player has more than {roster.limits.rounds} games.", line)
                continue
        if text := day_in(cell_of(row, columns, "date")):
            roster.on(turn, text, line, columns["date"] + 1)
        elif said[1]:
            roster.on(turn, said[1], said[2], 1)
        if not free:
            roster.game(sides, turn, pair, line, columns["result"] + 1)
        else:
            seated = 1 - SIDES.index(free[0])
            usual = "Z" if _word(row[columns[free[0]]]) in UNPAIRED else "U"
            roster.put(sides[0], turn, 0, "", BYES.get(pair[seated], usual), line, columns["result"] + 1)


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


class Seats:
    """Who sits on each side of a row. Texts that were read once, and nothing told of them, are not read again."""

    def __init__(self, columns: Mapping[str, int], roster: Roster) -> None:
        self.columns, self.roster = columns, roster
        self.texts = {
            side: itemgetter(*[at for name, at in columns.items() if name.startswith(side)]) for side in SIDES
        }
        self.known: dict[str, dict[object, int | None]] = {side: {} for side in SIDES}

    def number(self, row: Row, line: int, side: str) -> int | None:
        """The number of the player, 0 where there is no name, None where nobody sits; of a row with all its cells."""
        texts, known = self.texts[side](row), self.known[side]
        if texts not in known:
            told = self.roster.notes.told()
            free = _is_free(row, self.columns, side)
            number = None if free else _seat(row, line, self.columns, self.roster, side)
            if self.roster.notes.told() > told:  # and is to be told again
                return number
            known[texts] = number
        return known[texts]


def _is_free(row: Row, columns: Mapping[str, int], side: str) -> bool:
    """Whether nobody sits there: a word for a bye in the place of a name, and nothing else of a player."""
    if any(cell_of(row, columns, f"{side} {what}").strip("0-.,") for what in ("number", "id", "rating")):
        return False
    return _word(cell_of(row, columns, side)) in EMPTY_SEATS


def _word(text: str) -> str:
    """A word for a bye as it is looked up."""
    return fold(text).strip(" .,-()[]*")


def _seat(row: Row, line: int, columns: Mapping[str, int], roster: Roster, side: str) -> int:
    """The number of the player who sits there; 0 where there is no name, or only a sign for none, which is told."""
    text = cell_of(row, columns, side)
    if not any(map(str.isalnum, text)):
        sentence = f"“{shown(text)}” is no name: nobody sits there, and there is no game."
        notes = roster.notes
        notes.add("missing-name", sentence if text else f"The game has no {side} player.", line, columns[side] + 1)
        return 0
    return roster.number_of(player_of(row, columns, line, roster.notes, SEX_WORDS, side))


def _tell_roundless(header: int, line: int, columns: Mapping[str, int], notes: Notes) -> None:
    """A game whose round nobody says; told for each where there is a column of rounds, else once."""
    counted = "the games of each player are counted in the order of the rows"
    if "round" in columns:
        notes.add("missing-round", f"The game does not say its round; {counted}.", line, columns["round"] + 1)
    elif not notes.has("missing-round"):
        notes.add("missing-round", f"The table does not say the round; {counted}.", header)
