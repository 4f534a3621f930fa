"""Compare stored game scores (PGN) with a report: which games have no score, and which have another result.

The newest scores of a part count. A part without scores is compared with those of the whole event, in its own rounds. A
game is found by its players and colours, in its round or else in any round. Admission decides what follows.
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
    """Stored game scores, without their bytes."""

    part: int
    file: str
    sha256: str
    day: date


def scores_kept(connection: Connection, event: int) -> tuple[SentScores, ...]:
    """All stored game scores of an event, in the order in which they came."""
    rows = select(game_scores.c.part, game_scores.c.file, game_scores.c.sha256, log.c.day)
    rows = rows.join(log, log.c.seq == game_scores.c.log).where(game_scores.c.event == event)
    return tuple(
        SentScores(row.part, row.file, row.sha256, Day(row.day).date)
        for row in connection.execute(rows.order_by(game_scores.c.seq))
    )


def last_scores(connection: Connection, event: int, part: int) -> SentScores | None:
    """The newest game scores of a part; None where there are none."""
    return next((each for each in reversed(scores_kept(connection, event)) if each.part == part), None)


def compared(connection: Connection, event: int, part: int, report: Report) -> GameScores:
    """The stored game scores of an event or part compared with its report; empty where there are none."""
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
    """The game scores beside the games of a report: which are missing, and which have another result.

    `within`: only scores of the rounds of the report count. `bare`: the scores have no moves."""
    by_pair = _scores_by_pair(report, scores, within)
    count = sum(len(several) for several in by_pair.values())
    games, row_of = report.games(), report.rows()
    missing, otherwise = [], []
    for at in np.flatnonzero(games.kind == GameKind.PLAYED).tolist():
        pair, turn = (int(row_of[games.white[at]]), int(row_of[games.black[at]])), int(games.round[at])
        several = by_pair.get(pair, [])
        if not several:
            missing.append((pair[0], turn))
            continue
        score = several.pop(next((place for place, (round_, _) in enumerate(several) if round_ == turn), 0))[1]
        if score != (int(games.white_half_points[at]), int(games.black_half_points[at])):
            otherwise.append((pair[0], turn))
    beyond = sum(len(several) for several in by_pair.values())
    return GameScores(True, count, tuple(missing), tuple(otherwise), beyond, bare)


def _scores_by_pair(
    report: Report, scores: Report, within: bool
) -> defaultdict[tuple[int, int], list[tuple[int, Score]]]:
    """The round and the result of each game score, by the rows of White and Black in the report (-1: not there)."""
    people = _rows_by_person(report)
    rows = [people.get(_id(player), people.get(_name(player), -1)) for player in scores.players]
    games, row_of, turns = scores.games(), scores.rows(), set(report.games().round.tolist())
    by_pair: defaultdict[tuple[int, int], list[tuple[int, Score]]] = defaultdict(list)
    for at in np.flatnonzero(games.kind == GameKind.PLAYED).tolist():
        turn = int(games.round[at])
        if not within or turn in turns:
            pair = rows[int(row_of[games.white[at]])], rows[int(row_of[games.black[at]])]
            by_pair[pair].append((turn, (int(games.white_half_points[at]), int(games.black_half_points[at]))))
    return by_pair


def _rows_by_person(report: Report) -> dict[str, int]:
    """The row of each player by number and by name; a name that two players have is left out."""
    names = [_name(player) for player in report.players]
    people = {name: row for row, name in enumerate(names) if names.count(name) == 1}
    return people | {_id(player): row for row, player in enumerate(report.players) if player.id > 0}


def _id(player: Player) -> str:
    """A player's number as a key beside names; empty without a number."""
    return f"#{player.id}" if player.id > 0 else ""


def _name(player: Player) -> str:
    """A player's name with its words sorted, so that their order does not matter."""
    return " ".join(sorted(folded(word) for word in re.split(r"[\s,]+", player.name) if word))
