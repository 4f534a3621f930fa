"""Read the pairings of an upload file of chess-results into cells, and decide whether they can be true.

In: a document, and the start numbers of its players. Out: cells and points, or nothing, with the findings that say why.
Every pairing must name players who exist, nobody may stand twice in a round, every result must be known, and the points
of each player must be the sum of the results up to the round of which the file says that they speak. Points are counted
as 1, ½ and 0; a bye of a whole team gives its players points that no row carries, so up to a point for each such bye
may be missing. Games against somebody who withdrew from a round robin without being counted are left out of that sum.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from arpad.intake.chess_results.document import Document, Element
from arpad.intake.codes import Notes, shown
from arpad.intake.decode import Limits
from arpad.intake.digits import integer
from arpad.intake.persons import HIGHEST_NUMBER, READERS, tell_unread
from arpad.intake.points import USUALLY
from arpad.model import BLACK, NO_COLOUR, WHITE, Cells

ALLOCATED, UNPAIRED = -1, -2  # in the place of an opponent
OF_TEAMS = (2, 3)
SCORES = {"": "", "0": "0", "0.5": "½", ".5": "½", "½": "½", "1": "1"}  # without a zero behind the point
RESULTS = {
    ("1", "0", ""): "10", ("½", "½", ""): "==", ("0", "1", ""): "01", ("", "", ""): "  ",
    ("1", "0", "K"): "+-", ("0", "1", "K"): "-+", ("0", "0", "K"): "--", ("0", "0", "D"): "00",
    ("1", "0", "U"): "WL", ("½", "½", "U"): "DD", ("0", "1", "U"): "LW",
}  # fmt: skip
"""The results of two players and the letter beside them, and what they are in a report for white and black."""
ADJOURNED = "H"
BYES = {ALLOCATED: {"1": "U", "½": "H", "0": "Z", "": " "}, UNPAIRED: {"1": "F", "½": "H", "0": "Z", "": "Z"}}
HALF_POINTS = {"0": 0, "½": 1, "1": 2}
POINT = 10  # points are tenths
NOT_COUNTED = "1"  # the state of somebody who withdrew
Row = tuple[int, int, int, str, int]  # round, white, black, the two codes, line


class Pairings:
    """The pairings of one document while they are read; `numbers` are the start numbers of its players."""

    def __init__(self, document: Document, numbers: list[int], notes: Notes, limits: Limits) -> None:
        self.document, self.numbers, self.notes, self.limits = document, numbers, notes, limits
        self.wrong = 0  # pairings that cannot be true; when too many are, the rest is not looked at
        self.of_teams = document.number("type") in OF_TEAMS

    def read(self) -> tuple[Cells, list[int | None]] | None:
        """The cells, and the points of each player if they speak of the last round; None if something is wrong."""
        place = {number: at for at, number in enumerate(self.numbers)}
        rows = self._rows(place)
        self._once_in_a_round(rows)
        rounds = self._rounds(rows)
        if self.notes.has("contradictory-pairings"):
            return None
        cells = self._cells([row for row in rows if row[0] <= rounds], place, rounds)
        points = self._points(rows, cells)
        if self.notes.has("contradictory-pairings"):
            return None
        self._tell_matches()
        return cells, points

    def _rows(self, place: Mapping[int, int]) -> list[Row]:
        """The pairings that can be read. What each text means is asked once."""
        most = min(self.document.number("rounds") or self.limits.rounds, self.limits.rounds)
        turns = {str(turn): turn for turn in range(1, most + 1)}
        numbers = {str(number): number for number in (*place, *BYES)}
        meanings: dict[tuple[int, int, str, str, str], str] = {}
        rows: list[Row] = []
        for element in self.document.pairings:
            if self.wrong > self.limits.findings:
                break
            values = element.values
            try:
                turn = turns[values["round"]]
                white, black = numbers[values["whiteno"]], numbers[values["blackno"]]
                key = min(white, 0), min(black, 0), values["reswhite"], values["resblack"], values["forfeit"]
                rows.append((turn, white, black, meanings[key], element.line))
            except KeyError:  # the first of its kind, or nothing that is usual
                row = self._row(element, place, most)
                if row is not None:
                    results = [values.get(name, "") for name in ("reswhite", "resblack", "forfeit")]
                    meanings[min(row[1], 0), min(row[2], 0), results[0], results[1], results[2]] = row[3]
                    rows.append(row)
        return rows

    def _row(self, element: Element, place: Mapping[int, int], most: int) -> Row | None:
        """A pairing; None, and told, where it cannot be read."""
        values, line = element.values, element.line
        turn = integer(values.get("round", "").strip()) or 0
        if not 0 < turn <= most:
            self._cannot("round", line, text=shown(values.get("round", "")), rounds=most)
            return None
        white, black = (_signed(values.get(name, "")) for name in ("whiteno", "blackno"))
        for number in (white, black):
            if number is None or (number not in place and number not in BYES):
                text = shown(values.get("whiteno" if number is white else "blackno", ""))
                self._cannot("number", line, turn=turn, text=text)
                return None
        assert white is not None
        assert black is not None
        results = [_score(values.get(name, "")) for name in ("reswhite", "resblack")]
        letter = values.get("forfeit", "").strip().upper()
        codes = _codes(white, black, results, letter, self.of_teams)
        if not codes:
            texts = {name: shown(values.get(name, "")) for name in ("reswhite", "resblack", "forfeit")}
            self._cannot("score", line, turn=turn, **texts)
            return None
        return turn, white, black, codes, line

    def _cannot(self, which: str, line: int, /, **fields: Any) -> None:
        self.wrong += 1
        if not self.notes.full("contradictory-pairings"):
            self.notes.find(f"contradictory-pairings/{which}", line, 0, None, fields.get("turn"), **fields)

    def _once_in_a_round(self, rows: list[Row]) -> None:
        """Nobody stands twice in a round."""
        stands = [(turn, white) for turn, white, _, _, _ in rows if white > 0]
        stands += [(turn, black) for turn, _, black, _, _ in rows if black > 0]
        if len({*stands}) == len(stands):
            return
        twice = {key: count for key, count in Counter(stands).items() if count > 1}
        for turn, white, black, _, line in rows:
            for number in {white, black}:
                count = twice.pop((turn, number), 0)
                if count:
                    self._cannot("again", line, number=number, turn=turn, count=count)

    def _rounds(self, rows: list[Row]) -> int:
        """The rounds of the report: those that are paired, and any later one in which there are results."""
        empty = {"  ", "Z ", " Z"}
        played = {turn for turn, _, _, codes, _ in rows if codes not in empty}
        return max(min(self.document.number("currentround"), self.limits.rounds), *played, 0)

    def _cells(self, rows: list[Row], place: Mapping[int, int], rounds: int) -> Cells:
        cells = Cells.empty(len(place), rounds)
        if not rows:
            return cells
        turns, whites, blacks, texts, lines = zip(*rows, strict=True)
        turn, line = np.array(turns) - 1, np.array(lines)
        codes = np.frombuffer("".join(texts).encode(), np.uint8).reshape(-1, 2)
        row_of = np.zeros(HIGHEST_NUMBER + 1, np.int64)
        row_of[[*place]] = [*place.values()]
        white, black = np.array(whites), np.array(blacks)
        for own, other, colour, code in ((white, black, WHITE, codes[:, 0]), (black, white, BLACK, codes[:, 1])):
            some = own > 0
            at = row_of[own[some]], turn[some]
            cells.opponent[at] = np.maximum(other, 0)[some]
            cells.result[at] = code[some]
            cells.colour[at] = np.where((other > 0) | (code == ord("+")), colour, NO_COLOUR)[some]
            cells.line[at] = line[some]
        return cells

    def _points(self, rows: list[Row], cells: Cells) -> list[int | None]:
        """The points of each player where they speak of the last round; told where they are not the sum of results."""
        spoken = self.document.number("rankinground")
        texts = [element.values.get("pts", "").strip() for element in self.document.players]
        if not spoken:
            if any(texts):
                self.notes.find("doubtful-file/points", self.document.tournaments[0].line)
            return [None] * len(self.numbers)
        known = {text: READERS["points"](text)[0] if text else None for text in {*texts}}
        printed = [known[text] for text in texts]
        values = USUALLY.take(cells.result[:, :spoken])
        gone = self._gone()
        for turn, row in self._uncounted(rows, gone):
            if turn <= values.shape[1]:
                values[row, turn - 1] = 0
        byes = self._team_byes(spoken)
        for row, (element, points, summed) in enumerate(
            zip(self.document.players, printed, values.sum(axis=1).tolist(), strict=True)
        ):
            if points is None:
                if texts[row]:
                    tell_unread("unreadable-points/text", texts[row], element.line, 0, self.notes)
                continue
            more = points - summed
            if not more or self.numbers[row] in gone:
                continue
            team = integer(element.values.get("teamno", "").strip()) or 0
            free = [turn for turn in byes.get(team, ()) if turn <= cells.rounds and not cells.line[row, turn - 1]]
            if not 0 <= more <= POINT * len(free):
                self._cannot(
                    "points", element.line, number=self.numbers[row], turn=spoken,
                    points=f"{points // POINT}.{points % POINT}", summed=f"{summed // POINT}.{summed % POINT}",
                )  # fmt: skip
            elif more and more == POINT * len(free):
                cells.result[row, [turn - 1 for turn in free]] = ord("U")
        return printed if spoken >= cells.rounds else [None] * len(self.numbers)

    def _gone(self) -> set[int]:
        """The start numbers of those who withdrew and are not counted."""
        players = zip(self.numbers, self.document.players, strict=True)
        return {number for number, element in players if element.values.get("state", "").strip() == NOT_COUNTED}

    def _uncounted(self, rows: list[Row], gone: set[int]) -> list[tuple[int, int]]:
        """Round and row of each result of a game with one of those who are not counted."""
        row = {number: at for at, number in enumerate(self.numbers)}
        pairs = [(turn, white, black) for turn, white, black, _, _ in rows if gone & {white, black}]
        return [(turn, row[number]) for turn, *both in pairs for number in both if number in row]

    def _team_byes(self, spoken: int) -> dict[int, list[int]]:
        """The rounds in which each team has a bye."""
        byes: dict[int, list[int]] = {}
        for element in self.document.matches:
            turn, first, second = (_signed(element.values.get(name, "")) or 0 for name in ("round", "no1", "no2"))
            if second == ALLOCATED and 0 < turn <= spoken:
                byes.setdefault(first, []).append(turn)
        return byes

    def _tell_matches(self) -> None:
        """Matches whose boards do not sum up to their result."""
        if not self.document.matches:
            return
        players = zip(self.numbers, self.document.players, strict=True)
        team_of = {str(number): element.values.get("teamno", "").strip() for number, element in players}
        sums: Counter[tuple[str, str, str]] = Counter()
        for element in self.document.pairings:
            values = {name: value.strip() for name, value in element.values.items()}
            for number, result in (("whiteno", "reswhite"), ("blackno", "resblack")):
                team = team_of.get(values.get(number, ""), "")
                score = _score(values.get(result, "")) or "0"
                sums[values.get("round", ""), values.get("pairing", ""), team] += HALF_POINTS[score]
        for element in self.document.matches:
            values = {name: value.strip() for name, value in element.values.items()}
            turn, pairing, second = (values.get(name, "") for name in ("round", "pairing", "no2"))
            if (_signed(second) or 0) <= 0:
                continue
            for team, result in ((values.get("no1", ""), "res1"), (second, "res2")):
                printed, summed = READERS["points"](values.get(result, ""))[0], sums[turn, pairing, team]
                if printed is not None and printed * 2 != summed * POINT and not self.notes.full("doubtful-file"):
                    self.notes.find(
                        "doubtful-file/match", element.line, turn=shown(turn), team=shown(team),
                        points=f"{printed // POINT}.{printed % POINT}", summed=f"{summed // 2}.{summed % 2 * 5}",
                    )  # fmt: skip


def _score(text: str) -> str | None:
    """A result of one side; None where it is none that a game can have."""
    plain = text.strip().replace(",", ".")
    return SCORES.get(plain.removesuffix(".0") or plain)


def _signed(text: str) -> int | None:
    """A whole number that may have a minus; None where it is none."""
    plain = text.strip()
    number = integer(plain.removeprefix("-"))
    return None if number is None else -number if plain.startswith("-") else number


def _codes(white: int, black: int, results: list[str | None], letter: str, of_teams: bool) -> str:
    """What stands in a report for both sides; nothing where the result is not known."""
    if None in results:
        return ""
    own, other = results
    if white > 0 and black > 0:
        return "  " if letter == ADJOURNED else RESULTS.get((own or "", other or "", letter), "")
    if white <= 0 and black <= 0:
        return ""
    alone, nobody = (own, black) if white > 0 else (other, white)
    if of_teams and letter == "K" and alone == "1":
        code = "+"  # the other board was empty
    elif letter in ("", "K"):
        code = BYES[nobody][alone or ""]
    else:
        return ""
    return f"{code} " if white > 0 else f" {code}"
