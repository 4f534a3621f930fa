"""Say what looks odd, without judging: advice only, with thresholds that are settings and not law."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import numpy as np
import numpy.typing as npt

from arpad.admission.case import Case
from arpad.admission.telling import tell
from arpad.columns import I32, System
from arpad.days import Day
from arpad.exact import HALF_POINTS, HUNDREDTHS, decimal
from arpad.finding import Finding, Place, Tier
from arpad.frozen import dataclass
from arpad.law.rules.admission import ROUNDS_PER_DAY
from arpad.model import GameKind, Report
from arpad.model.spelling import same_surname
from arpad.model.systems import declared_system

Mark = tuple[int, int, int]
"""A game as two reports of one event both show it: the numbers of the players, and white's half points."""


@dataclass(frozen=True)
class Thresholds:
    """From where on something looks odd: settings, in plausibility.toml."""

    meetings: int
    games: int
    beyond: int
    rounds: int
    games_a_day: int
    shared: int


THRESHOLDS = Thresholds(**tomllib.loads((files("arpad.admission") / "plausibility.toml").read_text("utf-8")))


def plausibility(case: Case, thresholds: Thresholds = THRESHOLDS) -> Iterator[Finding]:
    """Everything that looks odd in one report."""
    yield from _meetings(case, thresholds)
    yield from _pools(case, thresholds)
    yield from _scores(case, thresholds)
    yield from _days(case, thresholds)
    yield from _names(case)


def _advice(case: Case, key: str, row: int, **given: Any) -> Finding:
    player = case.player(row)
    finding = tell(key, Tier.ADVICE, Place(case.report.file, player.line, 1), name=case.name(row), **given)
    return finding._replace(player=player.number)


def _meetings(case: Case, thresholds: Thresholds) -> Iterator[Finding]:
    """Pairs that met often, and oftener than the cycles of a round robin, as played or as announced, let them."""
    if case.system == System.MATCH:
        return
    named = declared_system(case.facts.system)
    cycles = max(case.system.cycles, named.cycles if named is not None else 0)
    often = [met for met in case.report.meetings().items() if met[1] >= thresholds.meetings and met[1] > cycles]
    for (first, second), times in sorted(often):
        yield _advice(case, "same-pair/met", first, other=case.name(second), times=times)


def _pools(case: Case, thresholds: Thresholds) -> Iterator[Finding]:
    """Groups of an individual event that never met anybody else."""
    if case.system == System.TEAM or case.report.cells.rounds < thresholds.rounds:
        return
    group = connected(case.white[case.played], case.black[case.played], len(case.report.players))
    firsts, sizes = np.unique(group[case.field_rows], return_counts=True)
    for first, size in zip(firsts.tolist(), sizes.tolist(), strict=True) if len(firsts) > 1 else ():
        yield _advice(case, "closed-pool/met", first, others=size - 1)


def connected(white: I32, black: I32, size: int) -> npt.NDArray[np.intp]:
    """Of each player the lowest row that he is connected with by games."""
    group, before = np.arange(size), np.empty(0, np.intp)
    while not np.array_equal(group, before):
        before, lowest = group.copy(), np.minimum(group[white], group[black])
        np.minimum.at(group, white, lowest)
        np.minimum.at(group, black, lowest)
        group = group[group]
    return group


def _scores(case: Case, thresholds: Thresholds) -> Iterator[Finding]:
    """Players whose score is far from what the ratings let expect."""
    shown, scores = case.seats.shown.astype(np.int64), case.games
    both = np.flatnonzero(case.played & (shown[case.white] > 0) & (shown[case.black] > 0))
    white, black = case.white[both], case.black[both]
    expected = case.book.expected_of_each(shown[white] - shown[black])
    scored = np.concatenate((scores.white_half_points[both], scores.black_half_points[both])).astype(np.int64)
    sides, beyond = np.concatenate((white, black)), np.zeros(len(shown), np.int64)
    np.add.at(beyond, sides, scored * HUNDREDTHS // HALF_POINTS - np.concatenate((expected, HUNDREDTHS - expected)))
    games = np.bincount(sides, minlength=len(shown))
    for row in np.flatnonzero((games >= thresholds.games) & (np.abs(beyond) >= thresholds.beyond)).tolist():
        side = "above" if beyond[row] > 0 else "below"
        yield _advice(case, f"far-from-expectation/{side}", row, points=decimal(abs(int(beyond[row]))))


def _days(case: Case, thresholds: Thresholds) -> Iterator[Finding]:
    """More games a day than anybody plays, where the edition leaves the rounds free."""
    dates = case.report.round_dates
    if case.book.has(ROUNDS_PER_DAY) or len(dates) < case.report.cells.rounds:
        return
    days, size = sorted({day for day in dates if day is not None}), len(case.report.players)
    place = {day: at for at, day in enumerate(days)}
    day_of = np.array([-1 if day is None else place[day] for day in dates], np.int64)
    played = np.flatnonzero(case.played)
    day = day_of[case.games.round[played] - 1]
    sides = np.concatenate((day * size + case.white[played], day * size + case.black[played]))
    games = np.bincount(sides[sides >= 0], minlength=len(days) * size).reshape(len(days), size)
    for at, most in enumerate(games.max(axis=1, initial=0).tolist()):
        if most > thresholds.games_a_day:
            yield tell("many-games-a-day/played", Tier.ADVICE, Place(case.report.file), day=days[at], games=most)


def _names(case: Case) -> Iterator[Finding]:
    """An id whose name (in any spelling) or birth year is another's; an unknown id one slip away from its name's."""
    for row, known in enumerate(case.known or ()):
        player = case.player(row)
        if known is None:
            for near, name in case.neighbours.get(row, ()):
                if same_surname(player.name, name):
                    yield _advice(case, "id-slip/near", row, id=player.id, near=near, known=name)
            continue
        years = (Day(player.born).year, Day(known.born).year) if player.born and known.born else (0, 0)
        named = any(same_surname(player.name, name) for name in (known.name, *known.also))
        if not named or years[0] != years[1]:
            yield _advice(case, "id-of-another/is", row, known=known.name)


# --- one report beside others -------------------------------------------------------------------------------------


def marks(report: Report) -> frozenset[Mark]:
    """The games of a report between players with numbers, as another report would show them."""
    games, rows = report.games(), report.rows()
    ids = np.array([player.id for player in report.players], np.int64)
    white, black = ids[rows[games.white]], ids[rows[games.black]]
    kept = (games.kind == GameKind.PLAYED) & (white > 0) & (black > 0)
    half_points = games.white_half_points[kept].tolist()
    return frozenset(zip(white[kept].tolist(), black[kept].tolist(), half_points, strict=True))


class Seen:
    """The games of the reports of one call, to tell when one comes twice."""

    def __init__(self, thresholds: Thresholds = THRESHOLDS) -> None:
        self._share = thresholds.shared
        self._where: dict[Mark, str] = {}

    def near_duplicate(self, file: str, games: frozenset[Mark]) -> Iterator[Finding]:
        """Advice if most games of this report stand in an earlier one; its games are then known for the next."""
        earlier = Counter(self._where[mark] for mark in games if mark in self._where)
        for other, shared in earlier.most_common(1):
            if shared * HUNDREDTHS >= len(games) * self._share:
                size = len(games)
                yield tell("near-duplicate/of", Tier.ADVICE, Place(file), shared=shared, games=size, other=other)
        for mark in games:
            self._where.setdefault(mark, file)
