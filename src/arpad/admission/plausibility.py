"""Say what looks odd, without judging: advice only, with thresholds that are settings and not law."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from arpad.admission.case import Case
from arpad.columns import System
from arpad.exact import HALF_POINTS, HUNDREDTHS, decimal
from arpad.finding import Finding, Place, Tier

YEAR = 10_000  # in a birth written yyyymmdd


@dataclass(frozen=True)
class Thresholds:
    """From where on something looks odd; settings, not law."""

    meetings: int = 3  # of one pair in one event that is no match
    games: int = 5  # fewer say nothing about a score
    beyond: int = 350  # hundredths of a point above or below what was expected


THRESHOLDS = Thresholds()


def plausibility(case: Case, thresholds: Thresholds = THRESHOLDS) -> Iterator[Finding]:
    """Everything that looks odd in one report."""
    yield from _meetings(case, thresholds)
    yield from _scores(case, thresholds)
    yield from _names(case)


def _advice(case: Case, code: str, row: int, sentence: str, remedy: str) -> Finding:
    player = case.player(row)
    return Finding(code, Tier.ADVICE, Place(case.report.file, player.line, 1), sentence, remedy, (), player.number)


def _meetings(case: Case, thresholds: Thresholds) -> Iterator[Finding]:
    if case.system == System.MATCH:
        return
    pairs = Counter((min(a, b), max(a, b)) for a, b in zip(case.white.tolist(), case.black.tolist(), strict=True))
    for (one, other), times in sorted(pairs.items()):
        if times >= thresholds.meetings:
            names = f"{case.player(one).name} and {case.player(other).name}"
            yield _advice(case, "same-pair", one, f"{names} met {times} times in this event.", "Look at the pairings.")


def _scores(case: Case, thresholds: Thresholds) -> Iterator[Finding]:
    shown = case.seats.shown
    both = case.played & (shown[case.white] > 0) & (shown[case.black] > 0)
    beyond = np.zeros(len(shown), np.int64)
    games = np.zeros(len(shown), np.int64)
    for at in np.flatnonzero(both).tolist():
        white, black = int(case.white[at]), int(case.black[at])
        expected = case.book.expected(int(shown[white]) - int(shown[black]))
        beyond[white] += int(case.games.white_half_points[at]) * HUNDREDTHS // HALF_POINTS - expected
        beyond[black] += int(case.games.black_half_points[at]) * HUNDREDTHS // HALF_POINTS - (HUNDREDTHS - expected)
        games[[white, black]] += 1
    for row in np.flatnonzero((games >= thresholds.games) & (np.abs(beyond) >= thresholds.beyond)).tolist():
        side = "above" if beyond[row] > 0 else "below"
        sentence = f"{case.player(row).name} scored {decimal(abs(int(beyond[row])))} points {side} expectation."
        yield _advice(case, "far-from-expectation", row, sentence, "Nothing is to be done if the results are right.")


def _names(case: Case) -> Iterator[Finding]:
    """An id whose name or birth year is another's; an unknown id that is one slip away from a known one."""
    if case.known is None:
        return
    for row, known in enumerate(case.known):
        player = case.player(row)
        if known is None:
            near = case.others.get(str(row))
            if near:
                sentence = f"{player.name}: the number {player.id} is not on the list; {near} is one slip away from it."
                yield _advice(case, "id-slip", row, sentence, "Compare the number.")
            continue
        years = (player.born // YEAR, known.born // YEAR) if player.born and known.born else (0, 0)
        if _surname(player.name) != _surname(known.name) or years[0] != years[1]:
            sentence = f"{player.name} has the number of {known.name} on the list."
            yield _advice(case, "id-of-another", row, sentence, "Compare number, name and birth year.")


def _surname(name: str) -> str:
    return "".join(c for c in name.split(",")[0].split(" ")[0].casefold() if c.isalnum())
