"""Read the headers of a PGN file as games, as they come from hybrid events.

Only the tags are read: who, against whom, when, the round and the result. The moves are passed over, except that a
game without any move is known to be one: the result of such a game is read as a forfeit. A draw is none, so there it is
asked whether it was played. Where no game of the file has anything but its result the moves were left out, not missing:
the games are read as played, and that is asked about. A result behind the moves that is not that of the tag refuses.
What stands in a comment, in a variation or behind a `;` is no move, over however many lines it runs. No library is
needed.

A round such as `3.1` is round 3, board 1. What a tag leaves open (`?`) is asked for.
A player called BYE is nobody: the other has a bye.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from arpad.finding import Fields
from arpad.frozen import dataclass
from arpad.intake.codes import Notes, shown
from arpad.intake.dates import settle_alike
from arpad.intake.decode import LIMITS, Limits, Text, decode
from arpad.intake.digits import integer
from arpad.intake.entries import Roster, result_pair
from arpad.intake.persons import Places, person
from arpad.intake.pgn.moves import Movetext
from arpad.intake.structure import is_phantom
from arpad.intake.tables.reader import ROUND_WORDS, composed, fold
from arpad.intake.trf.reader import nothing
from arpad.model import NO_COLOUR, EventFacts, Printed, Report

PLAYERS = ("White", "Black")
NEEDED = {"White": ("", "-"), "Black": ("", "-"), "Result": ("",)}  # and what says that there is none
FORFEITED = {("1", "0"): ("+", "-"), ("0", "1"): ("-", "+"), ("0", "0"): ("-", "-")}
SCORES = {forfeit: score for score, forfeit in FORFEITED.items()}  # what a forfeit is written as behind the moves
HALVES = {("=", "="), ("=", "0"), ("0", "=")}  # which no forfeit ends with
BYES = {"1": "F", "+": "F", "=": "H", "0": "Z", "-": "Z"}  # what a game against nobody was worth
NO_POINTS = " "
PERSON = {"name": "", "title": "Title", "rating": "Elo", "id": "FideId"}
TAGS = {side: tuple(f"{side}{tag}" for tag in PERSON.values()) for side in PLAYERS}
ORDER = {what: place for place, what in enumerate(PERSON)}  # among the tags of a side
COLUMNS = {what: len(PLAYERS[0]) + len(tag) + 4 for what, tag in PERSON.items()}  # of their values, on either side
NAMED = {"name": COLUMNS["name"]}  # what stands in the line of a player: the rest has lines of its own
EVENT = {"Event": "name", "Site": "city", "TimeControl": "time control"}  # tag -> what it is of an event
_WORDS = "|".join(sorted((re.escape(word) for word in ROUND_WORDS), key=len, reverse=True))
_WORD = f"(?=[{''.join({word[0] for word in ROUND_WORDS})}])(?:{_WORDS})"  # most words are none by their first letter
ROUND = re.compile(
    rf"\b(?:(?=[^\W\d_]++[ .:#-]*+[0-9])(?:{_WORD}|r)[ .:#-]*[0-9]+(?:\.[0-9]+)*|[0-9]++[. ]*+{_WORD})(?!\w)",
    re.IGNORECASE,
)
TAG = re.compile(r'\[([0-9A-Za-z]+) \s*"(.*)"\]', re.DOTALL)
Tags = dict[str, tuple[str, int]]  # with their lines; a value that leaves open what it is (`?`) is empty
NONE = ("", 0)
Remarks = tuple[tuple[str, Fields, int], ...]  # findings of a player: message, fields and the place of the tag


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it stands in the file: its tags with their lines, and what is known of its moves."""

    tags: Tags
    line: int  # it starts in
    moves: bool
    worded: bool  # more than a result stands below the tags
    ends: Mapping[str, int]  # the results behind the moves, each with the first line it stands in


def read_pgn(data: bytes, notes: Notes, file: str, limits: Limits = LIMITS, encoding: str = "") -> Report:
    """The report that the headers of a PGN file make."""
    text = decode(data, notes, limits, encoding)
    return nothing(file) if text is None else report_of(text, games(text.lines, notes), Roster(notes, limits), file)


def report_of(text: Text, found: list[Game], roster: Roster, file: str, form: str = "pgn") -> Report:
    """The report that these games make. In any other form than PGN itself a game without moves is no forfeit: its tag
    says how it ended."""
    notes, printed = roster.notes, dict[str, Printed]()
    bare = None if form != "pgn" else not any(game.worded for game in found)
    roster.styles = settle_alike(_value(game.tags, "Date") for game in found)
    seats = Seats(roster)
    for game in found:
        for tag, name in EVENT.items():
            if tag in game.tags and name not in printed and (value := _value(game.tags, tag)):
                printed[name] = Printed(name, value, game.tags[tag][1], len(tag) + 4)
        _one_event(game.tags, printed, notes)
        if roster.crowded():
            break
        _enter(game, bare, roster, seats)
    if not roster.players and not notes.has("missing-tag") and not notes.has("unreadable-result"):
        notes.find("not-a-report/no-game", 1)
    name, control = (printed[what].text if what in printed else "" for what in ("name", "time control"))
    facts = EventFacts(name=name, time_control=control)
    if seats.byes:
        notes.find("phantom-player/bye", seats.bye_line, NAMED["name"], count=seats.byes)
    return roster.report(facts, form, file, text.encoding, tuple(printed.values()))


def _one_event(tags: Tags, printed: dict[str, Printed], notes: Notes) -> None:
    """A report is of one event; a name that differs in the round alone is the same, and is kept without it."""
    name = _value(tags, "Event")
    if not name or name == printed["name"].text:
        return
    first = printed["name"]
    (bare, folded), (_, other) = without_round(first.text), without_round(name)
    if folded == other:
        printed["name"] = first._replace(text=bare or first.text)
    elif not notes.has("several-events"):
        line, event = tags["Event"][1], shown(first.text)
        notes.find("several-events", line, 9, name=shown(name), event=event, first_line=first.line)


@lru_cache(2)  # the first event is compared with that of every other game
def without_round(text: str) -> tuple[str, str]:
    """The name of an event without the round, and how that is compared."""
    bare = ROUND.sub("", text).strip(" ,:;.-–—")
    return bare, fold(bare)


def games(lines: tuple[str, ...], notes: Notes) -> list[Game]:
    """The games of a file in their order."""
    found: list[Game] = []
    tags: Tags = {}
    first = 0
    text = Movetext(notes)
    for number, line in enumerate(lines, 1):
        plain = line.strip()
        if plain.startswith("[") and not (text.opened and not plain.startswith('[Event "')):
            name, value = _tag(plain)
            if tags and (text.begun or (name in ("Event", "White") and name in tags)):
                found.append(Game(tags, first, text.end(), text.worded, text.ends))
                tags, text = {}, Movetext(notes)
            if not tags:
                if text.moved:
                    notes.find("missing-tag/moves-above", number)
                first, text = number, Movetext(notes) if text.begun or text.worded else text
            if name:
                tags[name] = (value, number)
            elif not notes.full("unreadable-tag"):
                notes.find("unreadable-tag", number, 1, text=shown(plain))
        elif plain:
            text.read(line, number)
    if tags:
        found.append(Game(tags, first, text.end(), text.worded, text.ends))
    return found


def _tag(plain: str) -> tuple[str, str]:
    """Name and value of `[Name "value"]`; two empty texts where it is no tag."""
    match = TAG.fullmatch(plain)
    if not match:
        return "", ""
    name, value = match.groups()
    value = composed(value.replace('\\"', '"').replace("\\\\", "\\").strip())
    return name, value if value.strip("?.") else ""


def _value(tags: Tags, name: str) -> str:
    return tags.get(name, NONE)[0]


def _tell_other_end(game: Game, pair: tuple[str, str], notes: Notes) -> None:
    """A result behind the moves that is not the one of the tag."""
    text, at = game.tags["Result"]
    for end, line in game.ends.items():
        if SCORES.get(pair, pair) not in (result_pair(end), (" ", " ")):
            notes.find("contradictory-result/moves", line, end=end, tag_line=at, text=shown(text))
            return


def _without_moves(pair: tuple[str, str], bare: bool, line: int, notes: Notes) -> tuple[str, str]:
    """The result of a game that has no move: a forfeit, where it can be one and other games of the file have moves."""
    if bare and pair in {*FORFEITED, *HALVES} - {("0", "0")}:  # which nobody gets over the board without a move
        if not notes.has("no-moves"):
            notes.find("no-moves/anywhere", line)
        return pair
    if pair in HALVES:
        notes.find("no-moves/half-point", line)
    return FORFEITED.get(pair, pair)


class Seats:
    """Who sits on each side of a game. The same texts are read once; what is to be told of them is told each time."""

    def __init__(self, roster: Roster) -> None:
        self.roster = roster
        self.known: dict[tuple[str, ...], tuple[int, Remarks]] = {}
        self.byes = self.bye_line = 0  # rows in which a player has nobody to play, and the line of the first

    def number(self, tags: Tags, side: str) -> int:
        """The number of the player, whose facts stand in lines of their own."""
        texts = tuple([tags.get(name, NONE)[0] for name in TAGS[side]])
        if texts in self.known:
            number, remarks = self.known[texts]
            self._tell(remarks, tags, side)
            return number
        heard = Notes()
        read = {what: "" if text == "-" else text for what, text in zip(PERSON, texts, strict=True)}  # -: there is none
        player = person(read, Places(tags[side][1], NAMED, ORDER), heard)
        remarks = tuple((finding.message, finding.fields, finding.place.line) for finding in heard.findings())
        self._tell(remarks, tags, side)
        lines = {what: tags[name][1] for what, name in zip(PERSON, TAGS[side], strict=True) if read[what]}
        number = self.roster.number_of(player, lines, COLUMNS)
        self.known[texts] = number, remarks
        return number

    def bye(self, tags: Tags, side: str, turn: int, points: str) -> None:
        """The player on this side has nobody to play. What that was worth is `points`, or not said."""
        line = tags["Result"][1]
        number, code = self.number(tags, side), BYES.get(points, NO_POINTS)
        before = self.roster.cells.get((number, turn))
        self.byes, self.bye_line = self.byes + 1, self.bye_line or line
        if before is None or before[:3] != (0, NO_COLOUR, ord(code)):  # or it is said again
            self.roster.bye(number, turn, code, line, 10)

    def _tell(self, remarks: Remarks, tags: Tags, side: str) -> None:
        for message, fields, place in remarks:
            name = TAGS[side][place]
            self.roster.notes.find(message, tags[name][1], len(name) + 4, **dict(fields))


def _enter(game: Game, bare: bool | None, roster: Roster, seats: Seats) -> None:
    notes, tags, line = roster.notes, game.tags, game.line
    missing = [name for name, nothing_said in NEEDED.items() if _value(tags, name) in nothing_said]
    if missing:
        notes.find("missing-tag/of-game", line, tags=tuple(missing))
        return
    text, at = tags["Result"]
    pair = result_pair(text)
    if pair is None:
        if not notes.full("unreadable-result"):
            notes.find("unreadable-result/text", at, 10, text=shown(text))
        return
    _tell_other_end(game, pair, notes)
    empty = [place for place, side in enumerate(PLAYERS) if is_phantom(_value(tags, side))]
    if not game.moves and bare is not None and not empty:
        pair = _without_moves(pair, bare, line, notes)
    sides = [seats.number(tags, side) for place, side in enumerate(PLAYERS) if place not in empty]
    turn = integer(_value(tags, "Round").partition(".")[0])
    if not turn:
        if not notes.has("missing-round") and not notes.has("unreadable-tag"):  # which may have been the round
            notes.find("missing-round/pgn", tags.get("Round", ("", line))[1])
        turn = roster.next_round(sides)
    if turn > roster.limits.rounds:
        notes.find("too-many-rounds/game", line, turn=turn, limit=roster.limits.rounds)
        return
    roster.on(turn, *tags.get("Date", NONE), 8)
    if len(empty) == 1:
        seats.bye(tags, PLAYERS[1 - empty[0]], turn, pair[1 - empty[0]])
    elif not empty:
        roster.game(sides, turn, pair, at, 10)
