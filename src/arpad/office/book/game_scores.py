"""Compare the game scores of an event with its report: which games have none, and whose result is another.

Game scores are a PGN file, kept byte for byte. Those that came last for a part count for it; a part without any is
compared with those of the whole event, in its own rounds. A game is found by its two players, with their colours, in
its round or else in any. What follows is for admission to decide.
"""

from __future__ import annotations

import re
from collections import defaultdict
from datetime import date

import numpy as np
from sqlalchemy import Connection, select

from arpad.admission.case import GameScores
from arpad.days import Day
from arpad.frozen import dataclass
from arpad.intake import read
from arpad.model import Kind as GameKind
from arpad.model import Player, Report
from arpad.office.book.fingerprint import folded
from arpad.office.store.schema import game_scores, log

BARE = "no-moves"  # what the reading says of games whose moves are not there
Score = tuple[int, int]  # half points of White and of Black


@dataclass(frozen=True)
class SentScores:
    """Game scores as they are kept, without their bytes."""

    part: int
    file: str
    sha256: str
    day: date


def scores_kept(connection: Connection, event: int) -> tuple[SentScores, ...]:
    """All game scores of an event, in the order in which they came."""
    rows = select(game_scores.c.part, game_scores.c.file, game_scores.c.sha256, log.c.day)
    rows = rows.join(log, log.c.seq == game_scores.c.log).where(game_scores.c.event == event)
    return tuple(
        SentScores(row.part, row.file, row.sha256, Day(row.day).date)
        for row in connection.execute(rows.order_by(game_scores.c.seq))
    )


def last_scores(connection: Connection, event: int, part: int) -> SentScores | None:
    return next((each for each in reversed(scores_kept(connection, event)) if each.part == part), None)


def compared(connection: Connection, event: int, part: int, report: Report) -> GameScores:
    """The game scores of an event or part beside its report; nothing of both where none came."""
    for whose in dict.fromkeys((part, 0)):
        rows = select(game_scores.c.body, game_scores.c.file).where(
            game_scores.c.event == event, game_scores.c.part == whose
        )
        row = connection.execute(rows.order_by(game_scores.c.seq.desc()).limit(1)).first()
        if row is not None:
            scores, findings = read(bytes(row.body), row.file)
            bare = any(finding.code == BARE for finding in findings)
            return compare(report, scores, bare, within=whose != part)
    return GameScores()


def compare(report: Report, scores: Report, bare: bool, within: bool = False) -> GameScores:
    """What the scores have of the games of a report; `within` them only the rounds of the report are looked at."""
    people = _rows_by_person(report)
    rows = [people.get(_id(player), people.get(_name(player), -1)) for player in scores.players]
    theirs, mine = scores.games(), report.games()
    turns = set(mine.round.tolist())
    place, there = scores.rows(), report.rows()
    found: defaultdict[tuple[int, int], list[tuple[int, Score]]] = defaultdict(list)
    count = 0
    for at in np.flatnonzero(theirs.kind == GameKind.PLAYED).tolist():
        turn = int(theirs.round[at])
        if within and turn not in turns:
            continue
        count += 1
        pair = rows[int(place[theirs.white[at]])], rows[int(place[theirs.black[at]])]
        found[pair].append((turn, (int(theirs.white_half_points[at]), int(theirs.black_half_points[at]))))
    missing, otherwise = [], []
    for at in np.flatnonzero(mine.kind == GameKind.PLAYED).tolist():
        pair, turn = (int(there[mine.white[at]]), int(there[mine.black[at]])), int(mine.round[at])
        choice = found.get(pair, [])
        if not choice:
            missing.append((pair[0], turn))
            continue
        score = choice.pop(next((place for place, each in enumerate(choice) if each[0] == turn), 0))[1]
        if score != (int(mine.white_half_points[at]), int(mine.black_half_points[at])):
            otherwise.append((pair[0], turn))
    beyond = sum(len(left) for left in found.values())
    return GameScores(True, count, tuple(missing), tuple(otherwise), beyond, bare)


def _rows_by_person(report: Report) -> dict[str, int]:
    """The row of each player, by his number and by his name; a name that two have leads to nobody."""
    names = [_name(player) for player in report.players]
    people = {name: row for row, name in enumerate(names) if names.count(name) == 1}
    return people | {_id(player): row for row, player in enumerate(report.players) if player.id > 0}


def _id(player: Player) -> str:
    return f"#{player.id}" if player.id > 0 else ""


def _name(player: Player) -> str:
    """A name, whichever of its words stands first."""
    return " ".join(sorted(folded(word) for word in re.split(r"[\s,]+", player.name) if word))
