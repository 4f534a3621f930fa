"""Read the games of a table, and the pairings that programs print round by round.

In: a grid, its header and what each column holds. Out: the games and byes, on a roster. A round is said by its column,
or by the heading above the rows (`Round 3 on 2025/09/05`). Where nobody says it, the games of each player are counted
in the order of the rows, and the round is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from operator import itemgetter
from typing import Any, NamedTuple

from arpad.intake.codes import Notes, shown
from arpad.intake.dates import settle_alike
from arpad.intake.digits import integer
from arpad.intake.entries import Roster, result_pair
from arpad.intake.persons import HIGHEST_NUMBER, READERS, tell_unread
from arpad.intake.tables.headings import SIDES, round_heading
from arpad.intake.tables.reader import fold
from arpad.intake.tables.rows import NUMBERS, HeadedTable, Row, cell_of, day_in, is_note, places_of, round_in, whole_in
from arpad.intake.trf.layout import PHANTOM_NAMES
from arpad.model import Player

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
GAMES_EACH = 6  # rows for each player that there may be: so many games a table may have
ADDED = ("rating", "title", "federation")  # what each row may say of a player
UNREAD = -1  # what is known of texts that were not read before
BYES = {"1": "U", "+": "U", "=": "H", "0": "Z", "-": "Z"}  # by the result of the one who has it


class Heading(NamedTuple):
    """What the heading of a round says: the round, the day as written; and its line."""

    turn: int
    day: str
    line: int


NO_HEADING = Heading(0, "", 0)


def read_games(table: HeadedTable, roster: Roster) -> None:
    """Put the games below the header on the roster."""
    grid, at, columns, header = table.grid, table.at, table.columns, table.header
    notes, limits = roster.notes, roster.limits
    rows, most = len(grid.rows) - at - 1, GAMES_EACH * limits.players
    if rows > most:
        notes.find("too-many-lines/games", grid.lines[at + 1 + most], rows=rows, limit=most)
        return
    white, black = (Seat(columns, roster, side) for side in SIDES)
    if [*white.places] == [*black.places]:  # then the same texts are the same player on both sides
        black.known, black.named = white.known, white.named
    needed = {columns["white"], columns["black"], columns["result"]}
    heading = NO_HEADING
    headings = _headings(table)
    roster.styles = _styles(table, headings)
    roster.reserved = _highest_number(table)
    width, turns = 1 + max(columns.values()), Turns()
    for index, (row, line) in enumerate(zip(grid.rows, grid.lines, strict=True)):
        heading = headings.get(index, heading)
        if index <= at or index in headings or row == header:  # a header that is said again is no row
            continue
        if roster.crowded():
            return
        if len(row) < width:
            row = (*row, *[""] * (width - len(row)))
        if not row[columns["black"]] and is_note(row, line, needed, notes):
            continue
        first, second = white.number(row, line), black.number(row, line)
        if first is None and second is None:  # then they are names
            first, second = white.seated(row, line), black.seated(row, line)
        turn, text = heading.turn, ""
        if "round" in columns:
            text = row[columns["round"]]
            if turns[text] is None and not notes.full("unreadable-cell"):
                notes.find("unreadable-cell/number", line, columns["round"] + 1, text=shown(text))
            turn = turns[text] or 0
        if turn > limits.rounds:
            notes.find(
                "too-many-rounds/game", line, columns.get("round", -1) + 1, turn=turn, limit=limits.rounds
            )  # fmt: skip
            continue
        pair = result_pair(row[columns["result"]])
        if pair is None and not notes.full("unreadable-result"):
            notes.find("unreadable-result/text", line, columns["result"] + 1, text=shown(row[columns["result"]]))
        if first == 0 or second == 0 or pair is None:
            continue
        sides = [number for number in (first, second) if number]
        if not turn:
            if turns[text] == 0:  # what is no number is told already
                _tell_roundless(table.line, line, columns, notes)
            turn = roster.next_round(sides)
            if turn > limits.rounds:
                notes.find("too-many-rounds/player", line, limit=limits.rounds)
                continue
        if "date" in columns and (day := day_in(row[columns["date"]])):
            roster.on(turn, day, line, columns["date"] + 1)
        elif heading.day:
            roster.on(turn, heading.day, heading.line, 1)
        if len(sides) == len(SIDES):
            roster.game(sides, turn, pair, line, columns["result"] + 1)
        else:
            free = SIDES[first is not None]
            usual = "Z" if _word(row[columns[free]]) in UNPAIRED else "U"
            roster.bye(sides[0], turn, BYES.get(pair[free == "white"], usual), line, columns["result"] + 1)


class Turns(dict[str, int | None]):
    """The rounds that texts say, each read once."""

    def __missing__(self, text: str) -> int | None:
        self[text] = round_in(text)
        return self[text]


def _headings(table: HeadedTable) -> dict[int, Heading]:
    """The rows that are headings of a round, and what they say."""
    found = {}
    for index, row in enumerate(table.grid.rows):
        if len(row) - row.count("") == 1 and index != table.at and (heading := round_heading(next(filter(None, row)))):
            found[index] = Heading(*heading, table.grid.lines[index])
    return found


def _styles(table: HeadedTable, headings: Mapping[int, Heading]) -> frozenset[str]:
    """How the days of the games can be read, those of the rows or else of the headings above them."""
    above, days = "", set()
    dated = "date" in table.columns or any(heading.day for heading in headings.values())
    for index, row in enumerate(table.grid.rows) if dated else ():
        if index in headings:
            above = headings[index].day
        elif index > table.at and row != table.header:
            days.add(day_in(cell_of(row, table.columns, "date")) or above)
    return settle_alike(days)


def _highest_number(table: HeadedTable) -> int:
    """The highest start number that the games give anybody."""
    places = [table.columns[name] for name in (f"{side} number" for side in SIDES) if name in table.columns]
    texts = {row[index] for index in places for row in table.rows if index < len(row)}
    numbers = (integer(whole_in(text)) or 0 for text in texts)
    return max((number for number in numbers if number <= HIGHEST_NUMBER), default=0)


class Free(dict[str, bool]):
    """Whether a text is a word for an empty seat, each looked at once."""

    def __missing__(self, text: str) -> bool:
        self[text] = _word(text) in EMPTY_SEATS
        return self[text]


class Once(dict[str, tuple[Any, str]]):
    """What the texts of a field mean, each read once."""

    def __init__(self, field: str) -> None:
        super().__init__()
        self.read = READERS[field]
        self.whole = field in NUMBERS

    def __missing__(self, text: str) -> tuple[Any, str]:
        self[text] = self.read(whole_in(text) if self.whole else text)
        return self[text]


class Seat:
    """Who sits on one side of a row. A row that says the same as one before, of which nothing was told, is not read
    again; of one that names the same player only what else it says of him is heard."""

    def __init__(self, columns: Mapping[str, int], roster: Roster, side: str) -> None:
        self.columns, self.roster, self.side = columns, roster, side
        self.places = places_of(columns, side)
        self.texts = itemgetter(*[place - 1 for place in self.places.values()])
        self.fields = [(what, place, Once(what)) for what, place in self.places.items() if what != "name"]
        self.free = Free()
        self.known: dict[object, int | None] = {}  # by all texts
        self.named: dict[tuple[str, int, int], int] = {}  # by name, start number and id

    def number(self, row: Row, line: int) -> int | None:
        """The number of the player, 0 where there is no name, None where nobody sits; of a row with all its cells."""
        texts = self.texts(row)
        known = self.known.get(texts, UNREAD)
        if known == UNREAD:
            before = self.roster.notes.total
            known = None if self._is_free(row) else self.seated(row, line)
            if self.roster.notes.total == before:
                self.known[texts] = known
        return known

    def _is_free(self, row: Row) -> bool:
        """Whether nobody sits there: a word for a bye in the place of a name, and nothing else of a player."""
        if not self.free[row[self.columns[self.side]]]:
            return False
        others = [row[self.places[what] - 1] for what in ("number", "id", "rating") if what in self.places]
        return not any(text.strip("0-.,") for text in others)

    def seated(self, row: Row, line: int) -> int:
        """The number of the player who sits there; 0 where there is no name, or only a sign for none: it is told."""
        name, notes = row[self.columns[self.side]], self.roster.notes
        if not any(map(str.isalnum, name)):
            if not notes.full("missing-name"):
                message = "missing-name/sign" if name else f"missing-name/{self.side}"
                notes.find(message, line, self.columns[self.side] + 1, text=shown(name))
            return 0
        facts: dict[str, Any] = {}
        for what, place, once in self.fields:
            if text := row[place - 1]:
                facts[what], message = once[text]
                if message:
                    tell_unread(message, text, line, place, notes)
        who = name, facts.get("number", 0), facts.get("id", 0)
        number = self.named.get(who)
        if number is None:
            before = notes.total
            player = Player(**{"number": 0, **facts}, name=name, line=line, columns=self.places)
            number = self.roster.number_of(player)
            if notes.total == before:
                self.named[who] = number
        else:
            for what in ADDED:
                if facts.get(what):
                    self.roster.hear(number, what, facts[what], line, self.places[what])
        return number


def _word(text: str) -> str:
    """A word for a bye as it is looked up."""
    return fold(text).strip(" .,-()[]*")


def _tell_roundless(header: int, line: int, columns: Mapping[str, int], notes: Notes) -> None:
    """A game whose round nobody says; told for each where there is a column of rounds, else once."""
    if "round" in columns:
        notes.find("missing-round/row", line, columns["round"] + 1)
    elif not notes.has("missing-round"):
        notes.find("missing-round/table", header)
