"""Lay an event out as a cross table: everybody by points, and what each met, round by round or opponent by opponent.

In goes the sheet of a rated event; nothing is computed but the points of the games that were played there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from arpad.columns import Status
from arpad.exact import HalfPoints, Hundredths
from arpad.explain.calculation import Colour, NamedGame
from arpad.explain.eventsheet import EventSheet, PlayerLine
from arpad.frozen import dataclass


@dataclass(frozen=True)
class CrossGame:
    """A game in a cell."""

    round: int
    opponent: int  # his place in the table
    opponent_id: int
    colour: Colour | None
    score: HalfPoints
    delta: Hundredths
    status: Status


@dataclass(frozen=True)
class CrossRow:
    """A player of an event."""

    place: int  # equal points share it
    id: int
    name: str
    title: str
    federation: str
    rating: int | None  # at the board, or his rating of the event
    points: HalfPoints
    counted: int
    average: int | None
    k: int | None
    change: Hundredths | None
    status: Status
    cells: tuple[tuple[CrossGame, ...], ...]  # by round, or by opponent


@dataclass(frozen=True)
class CrossTable:
    """The cross table of an event."""

    by_opponent: bool
    columns: tuple[int, ...]  # rounds, or lines of opponents
    rows: tuple[CrossRow, ...]


def cross_table(sheet: EventSheet) -> CrossTable:
    """Build the cross table of a rated event; by opponent if everybody meets everybody, else by round."""
    order = sorted(sheet.players, key=lambda line: (-_points(line), -(line.ro or 0), line.name, line.id))
    lines = {line.id: at for at, line in enumerate(order, 1)}
    by_opponent = sheet.cycles > 0
    rounds = sorted({game.round for line in order for game in line.games})
    columns = tuple(range(1, len(order) + 1)) if by_opponent else tuple(rounds)
    rows, above, place = [], -1, 0
    for at, line in enumerate(order, 1):
        if _points(line) != above:
            above, place = _points(line), at
        rows.append(_row(line, place, lines, columns, by_opponent))
    return CrossTable(by_opponent, columns, tuple(rows))


def _points(line: PlayerLine) -> int:
    """The points of a player."""
    return sum(game.score for game in line.games)


def _row(line: PlayerLine, place: int, lines: Mapping[int, int], columns: Sequence[int], by_opponent: bool) -> CrossRow:
    """The row of a player."""
    cells: dict[int, list[CrossGame]] = {column: [] for column in columns}
    for game in line.games:
        opponent = lines.get(game.opponent_id, 0)
        cells.setdefault(opponent if by_opponent else game.round, []).append(_cell(game, opponent))
    rated_here = line.round_robin.second_pass if line.round_robin is not None else None
    return CrossRow(
        place,
        line.id,
        line.name,
        line.title,
        line.federation,
        line.ro or rated_here,
        _points(line),
        line.counted,
        line.rc,
        line.k,
        line.change if line.k else None,
        line.status,
        tuple(tuple(cells[column]) for column in columns),
    )


def _cell(game: NamedGame, opponent: int) -> CrossGame:
    """A game in a cell."""
    return CrossGame(game.round, opponent, game.opponent_id, game.colour, game.score, game.delta, game.status)
