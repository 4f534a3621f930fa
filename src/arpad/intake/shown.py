"""A report as a program is shown it: the event, the players, the games and the teams, as typed values."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from arpad.days import Day
from arpad.frozen import dataclass
from arpad.intake.codes import shown
from arpad.model import GameKind, Report


@dataclass(frozen=True, slots=True)
class ShownEvent:
    """The event as its report prints it."""

    name: str
    federation: str
    start: date | None
    end: date | None
    system: str
    time_control: str
    rounds: int | None
    round_dates: tuple[date | None, ...]


@dataclass(frozen=True, slots=True)
class ShownPlayer:
    """A player as the report prints him; zero and empty mean that nothing was printed."""

    number: int
    name: str
    sex: str
    title: str
    rating: int
    federation: str
    id: int
    born: Day | None  # perhaps the year alone
    points_tenths: int | None
    rank: int | None
    line: int


@dataclass(frozen=True, slots=True)
class ShownGame:
    """A game, its players by start number."""

    round: int
    white: int
    black: int
    white_half_points: int
    black_half_points: int
    kind: GameKind


@dataclass(frozen=True, slots=True)
class ShownTeam:
    """A team, its members by start number in the order of the boards."""

    number: int
    name: str
    members: tuple[int, ...]


CROSSTABLE = ("no", "title", "name", "rating", "fed", "id", "points")


def crosstable(report: Report) -> Iterator[tuple[str, ...]]:
    """The cross table as rows of text: what `CROSSTABLE` names, and a cell for each round."""
    cells = report.cells
    colours, results = ([chr(code).strip(blank) for code in range(256)] for blank in ("-", None))
    rows = zip(cells.opponent.tolist(), cells.colour.tolist(), cells.result.tolist(), strict=True)
    for player, row in zip(report.players, rows, strict=True):
        points = "" if player.points is None else f"{player.points // 10}.{player.points % 10}"
        yield (
            str(player.number), player.title, shown(player.name), str(player.rating or ""), shown(player.federation),
            str(player.id or ""), points,
            *(
                f"{opponent if opponent > 0 else '?'}{colours[colour]}{results[result]}" if opponent
                else results[result]
                for opponent, colour, result in zip(*row, strict=True)
            ),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class ShownReport:
    """All that a report says, as far as it was understood."""

    file: str
    form: str
    event: ShownEvent
    players: tuple[ShownPlayer, ...]
    games: tuple[ShownGame, ...]
    teams: tuple[ShownTeam, ...]

    @classmethod
    def of(cls, report: Report, file: str) -> ShownReport:
        """A report that came in a file of this name."""
        facts, games = report.facts, report.games()
        event = ShownEvent(
            facts.name, facts.federation, facts.start, facts.end, facts.system, facts.time_control,
            report.rounds_announced, report.round_dates,
        )  # fmt: skip
        players = tuple(
            ShownPlayer(
                player.number, player.name, player.sex, player.title, player.rating, player.federation, player.id,
                Day(player.born) if player.born else None, player.points, player.rank, player.line,
            )
            for player in report.players
        )  # fmt: skip
        columns = (
            games.round, games.white, games.black, games.white_half_points, games.black_half_points, games.kind
        )  # fmt: skip
        rows = tuple(
            ShownGame(turn, white, black, by_white, by_black, GameKind(kind))
            for turn, white, black, by_white, by_black, kind in zip(*(each.tolist() for each in columns), strict=True)
        )
        teams = tuple(ShownTeam(team.number, team.name, team.members) for team in report.teams)
        return cls(file, report.form, event, players, rows, teams)
