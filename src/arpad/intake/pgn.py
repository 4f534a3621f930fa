"""Read the headers of a PGN file as games, as they come from hybrid events.

Only the tags are read: who, against whom, when, the round and the result. The moves are passed over, except that a
game without any move is known to be one: the result of such a game is read as a forfeit. No library is needed.

A round such as `3.1` is round 3, board 1. What a tag leaves open (`?`) is asked for.
"""

from __future__ import annotations

from arpad.intake.codes import Notes, shown
from arpad.intake.dates import candidates
from arpad.intake.decode import LIMITS, Limits, decode
from arpad.intake.digits import integer
from arpad.intake.entries import Roster, result_pair
from arpad.intake.trf import nothing
from arpad.model import EventFacts, Report

NEEDED = ("White", "Black", "Result")
FORFEITED = {("1", "0"): ("+", "-"), ("0", "1"): ("-", "+"), ("0", "0"): ("-", "-")}
Tags = dict[str, tuple[str, int]]


def read_pgn(data: bytes, notes: Notes, file: str, limits: Limits = LIMITS, encoding: str = "") -> Report:
    """The report that the headers of a PGN file make."""
    text = decode(data, notes, limits, encoding)
    if text is None:
        return nothing(file)
    roster = Roster(notes, limits)
    event = site = control = ""
    for tags, line, moves in games(text.lines, notes):
        event = event or _value(tags, "Event")
        site = site or _value(tags, "Site")
        control = control or _value(tags, "TimeControl")
        if roster.crowded():
            break
        _enter(tags, line, moves, roster)
    if not roster.players and not notes.has("missing-tag"):
        notes.add("not-a-report", "The file has no game.", 1)
    return roster.report(EventFacts(name=event, time_control=control), "pgn", file, text.encoding)


def games(lines: tuple[str, ...], notes: Notes) -> list[tuple[Tags, int, bool]]:
    """Each game's tags with their lines, the line it starts in, and whether it has moves."""
    found: list[tuple[Tags, int, bool]] = []
    tags: Tags = {}
    first, moves, depth = 0, False, 0
    for number, line in enumerate(lines, 1):
        plain = line.strip()
        if plain.startswith("[") and not depth:
            if tags and (moves or not first):
                found.append((tags, first, moves))
                tags, moves = {}, False
            elif tags and "Event" in tags and plain.startswith("[Event "):
                found.append((tags, first, moves))
                tags = {}
            if not tags:
                first = number
            name, value = _tag(plain)
            if name:
                tags[name] = (value, number)
            else:
                notes.add("unreadable-tag", f"“{shown(plain)}” is no tag.", number, 1)
        elif plain and not plain.startswith(("%", ";")):
            depth += plain.count("{") - plain.count("}")
            depth = max(depth, 0)
            moves = moves or _has_move(plain)
    if tags:
        found.append((tags, first, moves))
    return found


def _tag(plain: str) -> tuple[str, str]:
    """Name and value of `[Name "value"]`; two empty texts where it is no tag."""
    name, _, rest = plain[1:].partition(" ")
    rest = rest.strip()
    if not (rest.startswith('"') and rest.endswith('"]') and len(rest) >= 3 and name.isascii() and name.isalnum()):
        return "", ""
    return name, rest[1:-2].replace('\\"', '"').replace("\\\\", "\\").strip()


def _has_move(plain: str) -> bool:
    """Whether a line of moves has one: a word that is no number, no comment and no result."""
    words = plain.replace("{", " { ").replace("}", " } ").split()
    return any(word[:1].isalpha() and word[:1].isascii() for word in words) and not plain.startswith("{")


def _value(tags: Tags, name: str) -> str:
    value = tags.get(name, ("", 0))[0]
    return "" if value.strip("?.") == "" else value


def _enter(tags: Tags, line: int, moves: bool, roster: Roster) -> None:
    notes = roster.notes
    missing = [name for name in NEEDED if not _value(tags, name)]
    if missing:
        notes.add("missing-tag", f"The game has no {' and no '.join(missing)}.", line)
        return
    pair = result_pair(_value(tags, "Result"))
    if pair is None:
        text, at = tags["Result"]
        notes.add("unreadable-result", f"“{shown(text)}” is no result.", at, 9)
        return
    if not moves and pair in FORFEITED:
        pair = FORFEITED[pair]
    sides = []
    for side in ("White", "Black"):
        identity, rating = (integer(_value(tags, f"{side}{what}")) or 0 for what in ("FideId", "Elo"))
        sides.append(roster.number_of(_value(tags, side), identity, rating, tags[side][1], 8))
    turn = integer(_value(tags, "Round").partition(".")[0])
    if not turn:
        turn = roster.next_round(sides)
    if turn > roster.limits.rounds:
        notes.add("too-many-rounds", f"The game is of round {turn}; the limit is {roster.limits.rounds}.", line)
        return
    day = candidates(_value(tags, "Date"))
    if len(set(day.values())) == 1:
        roster.days.setdefault(turn, next(iter(day.values())))
    at = tags["Result"][1]
    roster.put(sides[0], turn, sides[1], "w", pair[0], at, 9)
    roster.put(sides[1], turn, sides[0], "b", pair[1], at, 9)
