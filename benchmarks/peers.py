"""500,000 rated games of one period: Arpad beside the rating packages of PyPI and a naive loop.

    ./dev bench peers [--rounds N] [--slow-rounds N] [--games N] [--json] [--check]

Every contestant gets the same players, ratings and results in the layout it likes best, made beforehand. No peer makes
a ledger, first ratings or the limit on K times games; most work in floats, game after game, without an edition. So
results can be compared with one only: elochess, which has FIDE's table. Four minutes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import _clock
import _draw
import _frame
import _months
import numpy as np

import arpad
from arpad.columns import Pool

EDITION = "fide-standard-2025"
PLOT = _frame.HERE.parent / "docs" / "peers.svg"
DOES = {
    "Arpad": "period, FIDE's table, limit, K, K x n, rounding; ledger, lines, worksheets",
    "evalica": "Elo game after game in Rust, its public call; no table, limit, K by player, ledger",
    "riix": "Elo game after game; no table, limit, K by player, ledger",
    "elochess": "period, FIDE's table, limit and K by player, player after player; no K x n, ledger, first ratings",
    "elo": "Elo game after game; no table, limit, ledger",
    "elote": "Elo game after game, an object for each player; no table, limit, ledger",
    "naive Python": "period, FIDE's table, limit, K, K x n, rounding as a loop over games; no ledger, first ratings",
    "glicko2": "Glicko-2, player after player; another system: no FIDE rule",
    "openskill": "Plackett-Luce, game after game; another system: no FIDE rule",
    "trueskill": "TrueSkill, game after game; another system: no FIDE rule",
}
QUICK = ("Arpad", "evalica", "elochess", "naive Python")
SLOW = ("Arpad", "riix", "elo", "elote", "glicko2", "openskill", "trueskill")
ABSENT = {"elo": "its source does not build with a setuptools of today (use_2to3)"}


class Work:
    """The games, and what the contestants need of them."""

    def __init__(self, games: int, players: int) -> None:
        month = _months.month(EDITION, size=players, rated=players // 3, games=games * 3 // 2)
        entries, played = month.entries, month.games
        usable = (entries.role == 0) & (entries.status == 0) & (entries.shown > 0) & (entries.own == entries.shown)
        rows = np.flatnonzero(usable[played.white] & usable[played.black] & (played.status == 0))[:games]
        if len(rows) < games:
            raise SystemExit("bench: not enough rated games were made")
        self.month = _of(month, rows)
        self.white, self.black = (entries.player[side[rows]] for side in (played.white, played.black))
        self.points = played.white_half_points[rows]  # of white: 0, 1, 2
        used, flat = np.unique(np.concatenate((self.white, self.black)), return_inverse=True)
        self.used, self.pairs = used, flat.reshape(2, -1)
        self.rating, self.k = (column[used] for column in (month.rolls.replaced.rating, month.rolls.replaced.k))
        own = np.zeros(len(used), np.int16)  # at the board: what the entry says
        own[flat] = np.concatenate([entries.own[side[rows]] for side in (played.white, played.black)])
        self.own = own

    def by_player(self) -> list[tuple[int, int, list[int], list[float]]]:
        """Of each player: rating, K, the ratings met and the points made."""
        found: list[tuple[int, int, list[int], list[float]]] = [
            (rating, k, [], []) for rating, k in zip(self.own.tolist(), self.k.tolist(), strict=True)
        ]
        for w, b, half_points in zip(*(column.tolist() for column in (*self.pairs, self.points)), strict=True):
            found[w][2].append(found[b][0])
            found[w][3].append(half_points / 2)
            found[b][2].append(found[w][0])
            found[b][3].append(1 - half_points / 2)
        return found


def _of(month: _months.Month, rows: _months.Array) -> _months.Month:
    """The month with these games only, and without entries and events that have none."""
    games = month.games.take(rows)
    seats, at = np.unique(np.concatenate((games.white, games.black)), return_inverse=True)
    entries = month.entries.take(seats)
    held, event = np.unique(entries.event, return_inverse=True)
    white, black = at.reshape(2, -1).astype(np.int32)
    return replace(
        month,
        events=month.events.take(held),
        entries=replace(entries, event=event.astype(np.int32)),
        games=replace(games, white=white, black=black),
        pool=Pool.join([]),
    )


def evalica(work: Work) -> Callable[[], object]:
    from evalica import Winner, elo

    won = {0: Winner.Y, 1: Winner.Draw, 2: Winner.X}
    xs, ys = (side.tolist() for side in work.pairs)
    winners = [won[half_points] for half_points in work.points.tolist()]
    return lambda: elo(xs, ys, winners, k=20)


def riix(work: Work) -> Callable[[], object]:
    from riix.models.elo import Elo

    system = Elo(list(range(len(work.used))), k=20.0)
    matchups, outcomes = np.ascontiguousarray(work.pairs.T), work.points / 2
    return lambda: system.fit_batch(matchups, outcomes)


def elochess(work: Work) -> Callable[[], list[int]]:
    from elochess.elo import EloCalculator

    update = EloCalculator.update_rating
    given = [
        (rating, met, sum(points), {"games_played": 0 if k == 40 else 30, "reached_2400": k == 10})
        for rating, k, met, points in work.by_player()
    ]
    return lambda: [update(rating, met, score, **facts) for rating, met, score, facts in given]


def elo(work: Work) -> Callable[[], object]:
    from elo import DRAW, WIN, Elo

    system, found = Elo(k_factor=20), dict(enumerate(work.own.tolist()))
    white, black, points = (column.tolist() for column in (*work.pairs, work.points))

    def run() -> None:
        for w, b, half_points in zip(white, black, points, strict=True):
            one, two = (b, w) if half_points == 0 else (w, b)
            found[one], found[two] = system.rate_1vs1(found[one], found[two], drawn=half_points == 1)

    assert DRAW < WIN
    return run


def elote(work: Work) -> Callable[[], object]:
    from elote import EloCompetitor

    people = [EloCompetitor(rating, k) for rating, k in zip(work.own.tolist(), work.k.tolist(), strict=True)]
    white, black, points = (column.tolist() for column in (*work.pairs, work.points))

    def run() -> None:
        for w, b, half_points in zip(white, black, points, strict=True):
            if half_points == 1:
                people[w].tied(people[b])
            elif half_points == 2:
                people[w].beat(people[b])
            else:
                people[b].beat(people[w])

    return run


def naive(work: Work) -> Callable[[], object]:
    """What one would write first: a loop over the games, a table, a dictionary for each sum."""
    book = arpad.rulebook(EDITION)
    table = {difference: book.expected(difference, limited=False) for difference in range(-1500, 1501)}
    rating, k = (dict(enumerate(column.tolist())) for column in (work.own, work.k))
    white, black, points = (column.tolist() for column in (*work.pairs, work.points))

    def run() -> dict[int, int]:
        sums, games = dict.fromkeys(rating, 0), dict.fromkeys(rating, 0)
        for w, b, half_points in zip(white, black, points, strict=True):
            for player, opponent, scored in ((w, b, half_points), (b, w, 2 - half_points)):
                difference = rating[player] - rating[opponent]
                if rating[player] < 2650:
                    difference = max(-400, min(400, difference))
                sums[player] += 50 * scored - table[difference]
                games[player] += 1
        new = {}
        for player, total in sums.items():
            change = min(k[player], 700 // games[player]) * total
            size = (2 * abs(change) + 100) // 200
            new[player] = rating[player] + (size if change > 0 else -size)
        return new

    return run


def glicko2(work: Work) -> Callable[[], object]:
    from glicko2 import Player

    given = [(Player(rating, 60.0), met, [60.0] * len(met), points) for rating, _, met, points in work.by_player()]

    def run() -> None:
        for player, met, deviations, points in given:
            player.update_player(met, deviations, points)

    return run


def openskill(work: Work) -> Callable[[], object]:
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    found: list[Any] = [model.rating() for _ in work.used]
    white, black, points = (column.tolist() for column in (*work.pairs, work.points))
    ranks = ([2, 1], [1, 1], [1, 2])

    def run() -> None:
        for w, b, half_points in zip(white, black, points, strict=True):
            (found[w],), (found[b],) = model.rate([[found[w]], [found[b]]], ranks=ranks[half_points])

    return run


def trueskill(work: Work) -> Callable[[], object]:
    from trueskill import TrueSkill

    system = TrueSkill()
    found: list[Any] = [system.create_rating() for _ in work.used]
    white, black, points = (column.tolist() for column in (*work.pairs, work.points))
    ranks = ([1, 0], [0, 0], [0, 1])

    def run() -> None:
        for w, b, half_points in zip(white, black, points, strict=True):
            (found[w],), (found[b],) = system.rate([(found[w],), (found[b],)], ranks=ranks[half_points])

    return run


MAKERS: dict[str, Callable[[Work], Callable[[], object]]] = {
    "Arpad": lambda work: work.month.rate,
    "naive Python": naive,
    **{made.__name__: made for made in (evalica, riix, elochess, elo, elote, glicko2, openskill, trueskill)},
}


def compare(report: _frame.Report, work: Work, without: list[str]) -> None:
    """The naive loop must give Arpad's ratings; elochess, too, where only what it leaves out can make a difference."""
    sheets = work.month.rate().worksheets
    at = np.searchsorted(sheets.player, work.used)
    if not np.array_equal(sheets.player[at], work.used) or len(sheets) != len(work.used):
        raise SystemExit("bench: Arpad did not rate the same players")
    steady = work.own == work.rating
    looped = np.array(list(naive(work)().values()))
    if not np.array_equal((looped - work.own), sheets.rounded[at]):
        raise SystemExit("bench: the naive loop and Arpad differ")
    report.compared.append("naive Python")
    report.notes.append(f"naive Python: all {len(at):,} new ratings as Arpad's.")
    if "elochess" in without:
        return
    theirs = np.array(elochess(work)())
    rule_same = (sheets.ceiling[at] >= work.k) & steady & (sheets.change[at] % 100 != 50)
    differ = int(((theirs - work.own) != sheets.rounded[at])[rule_same].sum())
    half = int((sheets.change[at] % 100 == 50).sum())
    bound = int((sheets.ceiling[at] < work.k).sum())
    some = f"elochess: {differ:,} of the {int(rule_same.sum()):,}"
    report.notes.append(
        f"{some} that no limit on K x n ({bound:,}) and no half ({half:,}) touches differ from Arpad's."
    )


def main(argv: list[str]) -> int:
    parser = _frame.options("peers", rounds=9)
    parser.add_argument("--slow-rounds", type=int, default=3, help="of the slower packages")
    parser.add_argument("--games", type=int, default=500_000)
    parser.add_argument("--players", type=int, default=600_000, help="a third of them rated")
    chosen = _frame.chosen_of(parser, argv, slow_rounds=1, games=5_000, players=6_000)
    work = Work(chosen.games, chosen.players)
    if chosen.memory or chosen.profile:
        if chosen.profile:
            return _clock.profiled("peers", work.month.rate, times=60)
        run = MAKERS[chosen.memory](work)
        _clock.added_memory(run)
        return 0
    about = f"{chosen.games:,} games of {len(work.used):,} rated players, one thread; ratio to Arpad"
    report = _frame.Report("peers", about, chosen.rounds)
    compare(report, work, chosen.without)
    here = {"Arpad": arpad.__version__, "naive Python": sys.version.split()[0]}
    here |= {name: _frame.installed(name) for name in MAKERS if name not in here}
    absent = [name for name in MAKERS if not here[name] or name in chosen.without]
    missing = [name for name in absent if name not in (*ABSENT, *chosen.without)]
    if missing:
        raise SystemExit(f"bench: not installed: {', '.join(missing)}; what helps: ./dev bench, or --without NAME")
    told = {name: (here[name], does) for name, does in DOES.items()}
    sizes = ("--games", str(chosen.games), "--players", str(chosen.players))
    for names, rounds, warming in ((QUICK, chosen.rounds, 2), (SLOW, chosen.slow_rounds, 0)):
        taken = _clock.rounds_of({n: MAKERS[n](work) for n in names if n not in absent}, rounds, warming)
        report.notes.append(f"{rounds} rounds, ratios by the clock on the wall: {_clock.on_the_wall('Arpad')}.")
        added = _clock.added_by("peers", list(taken), chosen.short, *sizes)
        report.rows += _frame.rows_of(f"one period, {rounds} rounds", taken, told, added=added)
    for name in absent:
        why = ABSENT.get(name, "it was left out")
        report.rows.append(_frame.Row("one period", name, "", f"{DOES[name]}; absent: {why}"))
    for name in ("evalica", "elochess"):
        if name not in absent:
            report.measures[f"{name}-against-arpad"] = report.ratio(name)
    report.measures["python-against-arpad"] = report.ratio("naive Python")
    values = {name: None if name in absent else report.ratio(name) for name in DOES}
    values = dict(sorted(values.items(), key=lambda item: float("inf") if item[1] is None else item[1]))
    under = "Time of a period of 500,000 rated games, as a multiple of Arpad's, which also makes the ledger"
    drawn = _draw.bars("Peers: times Arpad's time", under, values)
    if not chosen.short:
        PLOT.write_text(drawn, "utf-8")
    return _frame.finish(report, chosen, {})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
