"""Each measure of the scale against a case worked out by hand, or by a few independent lines with fractions."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import pairwise
from math import log
from statistics import correlation, pstdev

import numpy as np
import pytest
from scale_made import EDITION, history, scored

from arpad.columns import Entries, Ledger, Roll, State, Status
from arpad.law import rulebook
from arpad.monitor.distribution import (
    COHORT_ADULTS,
    CohortRun,
    Stream,
    measure_activity,
    measure_distribution,
    measure_inflow,
)
from arpad.monitor.estimate import Estimate, estimate_mean, estimate_share, interval_deviations, widen_estimate
from arpad.monitor.games import (
    CountedGames,
    counted_games,
    games_times_k,
    logistic_expectation,
    measure_sides,
    measure_stability,
    stability_bound,
    tally_sides,
)
from arpad.monitor.groups import measure_groups, measure_juniors_lag
from arpad.monitor.islands import SMALLEST_PART, connected_components, measure_islands
from arpad.monitor.predictions import (
    BAND_EDGES,
    curve_scores,
    expected_by_strength,
    measure_calibration,
    measure_predictions,
    measure_truth,
    table_scores,
)
from arpad.monitor.sources import PeopleColumns, PlayedGames, roll_for_keys

ACTIVE, INACTIVE = State.ACTIVE.value, State.INACTIVE.value


def roll(ratings: list[int], states: list[int] | None = None, games: list[int] | None = None) -> Roll:
    return Roll.of(rating=ratings, state=states or [ACTIVE if each else 0 for each in ratings], games=games or 0)


def near(found: float | None, right: Fraction | float) -> bool:
    return found is not None and abs(Fraction(found) - Fraction(right)) <= Fraction(1, 100_000)


@pytest.fixture(scope="module")
def games() -> CountedGames:
    made = history(3, lists=4, players=60)
    return counted_games(made.games[made.lists[1]], made.lists[1], rulebook(EDITION))


# --- numbers with intervals ---------------------------------------------------------------------------------------


def test_a_mean_has_the_interval_of_its_deviation() -> None:
    found = estimate_mean(np.array([1, 2, 3, 6]))
    variance = sum((Fraction(each) - 3) ** 2 for each in (1, 2, 3, 6)) / 3  # 14/3
    assert near(found.value, 3)
    assert near(found.high, 3 + interval_deviations() * float(variance / 4) ** 0.5)
    assert interval_deviations() == pytest.approx(3.2905, abs=1e-4)  # 99.9 %
    assert interval_deviations(10) == pytest.approx(3.8906, abs=1e-4)  # 99.99 %


def test_a_share_has_wilsons_interval() -> None:
    """At the ends of the interval p satisfies (p - 3/10)^2 = z^2 p (1 - p) / 10."""
    found, z = estimate_share(3, 10), interval_deviations()
    for end in (found.low, found.high):
        assert end is not None
        assert (end - 0.3) ** 2 == pytest.approx(z * z * end * (1 - end) / 10, rel=1e-3)
    assert estimate_share(0, 10).low == 0
    assert estimate_share(0, 0) == Estimate(0)


def test_an_interval_is_widened_around_its_number() -> None:
    assert widen_estimate(Estimate(40, 1.0, 0.5, 2.0), 2) == Estimate(40, 1.0, 0.0, 3.0)
    assert widen_estimate(Estimate(1, 1.0), 2) == Estimate(1, 1.0)


def test_nothing_is_said_of_few_cases_or_within_the_interval() -> None:
    assert Estimate(29, 5, 4, 6).against(0) == ""
    assert Estimate(30, 5, 4, 6).against(0) == "above"
    assert Estimate(30, 5, 4, 6).against(7) == "below"
    assert Estimate(30, 5, 4, 6).against(6) == ""


# --- lists --------------------------------------------------------------------------------------------------------


def test_the_distribution_of_five_ratings() -> None:
    found = measure_distribution(roll([1500, 1700, 0, 1710, 1999, 2400], [1, 1, 0, 1, 1, 1]))
    assert found.players == 5
    assert near(found.mean.value, Fraction(1500 + 1700 + 1710 + 1999 + 2400, 5))
    assert {each.from_: each.players for each in found.classes if each.players} == {1500: 1, 1700: 2, 1900: 1, 2400: 1}
    assert {each.percent: each.rating for each in found.quantiles}[50] == 1710
    assert {each.percent: each.rating for each in found.quantiles}[25] == 1700
    assert {each.percent: each.rating for each in found.quantiles}[99] == 2400
    assert measure_distribution(roll([0, 0])).players == 0


def test_a_cohort_is_followed_by_who_played_and_is_still_there() -> None:
    people = PeopleColumns.of_years(np.array([1980, 1990, 2015, 1985, 0], np.uint16))
    first = roll([1500, 1600, 1700, 1800, 1900], games=[10] * 5)
    run = CohortRun(COHORT_ADULTS, 202501, first, people)
    assert run.keys.tolist() == [0, 1, 3]  # the child and whoever was born nobody knows when are not among them
    point = run.point(202601, roll([1510, 1600, 1900, 1830, 1900], [1, 1, 1, INACTIVE, 1], [12, 10, 30, 14, 10]))
    assert point.there == 2  # the fourth is inactive
    assert point.mean == 1555
    assert (point.change.n, point.change.value) == (1, 10)  # the second has not played


def test_points_come_and_go_and_the_mean_is_taken_apart_exactly() -> None:
    before = roll([1500, 1600, 1700, 2000, 1900, 0], [1, 1, 1, 1, INACTIVE, 0])
    after = roll([1510, 1590, 1700, 0, 1900, 1400, 1450], [1, 1, INACTIVE, 0, 1, 1, 1])
    found = measure_inflow(before, after)
    assert (found.before, found.after) == (Stream(4, 6800), Stream(5, 1510 + 1590 + 1900 + 1400 + 1450))
    assert (found.new, found.back) == (Stream(2, 2850), Stream(1, 1900))
    assert (found.gone, found.off) == (Stream(1, 1700), Stream(1, 2000))
    assert found.stayed == Stream(2, 0)
    old = Fraction(6800, 4)
    parts = [Fraction(0), (Fraction(4750) - 3 * old) / 5, -(Fraction(3700) - 2 * old) / 5]
    assert all(near(*pair) for pair in zip((found.by_play, found.by_coming, found.by_going), parts, strict=True))
    assert sum(parts) == Fraction(found.after.points, 5) - old


@pytest.mark.parametrize("seed", range(5))
def test_the_points_of_a_list_are_those_before_and_what_came_and_went(seed: int) -> None:
    lots = np.random.default_rng(seed)
    one, two = (
        Roll.of(rating=lots.integers(1400, 2400, 300), state=lots.integers(0, 4, 300)) for _ in range(2)
    )  # fmt: skip
    found = measure_inflow(one, two)
    points = found.before.points + found.new.points + found.back.points - found.gone.points - found.off.points
    assert points + found.stayed.points == found.after.points
    players = found.before.players + found.new.players + found.back.players - found.gone.players - found.off.players
    assert players == found.after.players
    apart = sum(each or 0 for each in (found.by_play, found.by_coming, found.by_going))
    right = Fraction(found.after.points, found.after.players) - Fraction(found.before.points, found.before.players)
    assert abs(apart - float(right)) < 1e-4


# --- games --------------------------------------------------------------------------------------------------------


def test_a_game_is_seen_once_from_the_stronger_side() -> None:
    book, rating = rulebook(EDITION), np.array([1500, 1800, 2400], np.int16)
    played = scored(book, (np.array([0, 2, 1]), np.array([1, 0, 2])), rating, np.array([1, 2, 2]))
    found = counted_games(played, 202503, book)
    assert found.strong.tolist() == [1, 2, 2]
    assert found.weak.tolist() == [0, 0, 1]
    assert found.score.tolist() == [0.5, 1, 0]  # the last: black, 2400, lost
    assert found.difference.tolist() == [300, 900, 600]
    assert found.limited.tolist() == [False, True, True]
    assert found.counted.tolist() == [0.85, 0.92, 0.92]
    assert found.expected.tolist() == [book.expected(d, limited=False) / 100 for d in (300, 900, 600)]


def test_a_game_that_counted_for_one_side_is_there_from_that_side() -> None:
    book, rating = rulebook(EDITION), np.array([1500, 1800], np.int16)
    whole = scored(book, (np.array([0]), np.array([1])), rating, np.array([2]))
    for side in (0, 1):
        status = np.array([Status.FOREIGN_PLAYERS.value] * 2, np.uint8)
        status[side] = Status.COUNTED.value
        columns = dict(whole.ledger.columns()) | {"status": status}
        found = counted_games(PlayedGames(whole.entries, Ledger(**columns)), 202503, book)
        assert (found.strong.tolist(), found.score.tolist(), found.counted.tolist()) == ([1], [0], [0.85])
    none = dict(whole.ledger.columns()) | {"status": np.full(2, Status.UNPLAYED_GAME.value, np.uint8)}
    assert len(counted_games(PlayedGames(whole.entries, Ledger(**none)), 202503)) == 0


def two_way(rest: list[Fraction], pairs: list[tuple[int, int]]) -> Fraction:
    """The variance of a sum: each two games that share a player, as often as they share one."""
    found = Fraction(0)
    for one, (a, b) in zip(rest, pairs, strict=True):
        for two, (c, d) in zip(rest, pairs, strict=True):
            found += one * two * ((a == c) + (a == d) + (b == c) + (b == d))
    alone = sum((each * each for each in rest), Fraction(0))
    return max(found - alone, alone)


def test_calibration_is_what_fractions_say(games: CountedGames) -> None:
    found = measure_calibration(games, 60)
    rows = [
        (int(d), Fraction(str(s)), Fraction(str(round(e, 2))), (int(a), int(b)))
        for d, s, e, a, b in zip(games.difference, games.score, games.expected, games.strong, games.weak, strict=True)
    ]
    filled = sum(1 for low, high in pairwise((*BAND_EDGES, 10_000)) if any(low <= row[0] < high for row in rows))
    for band in found.bands:
        mine = [row for row in rows if band.from_ <= row[0] < (band.below or 10_000)]
        assert band.games == len(mine)
        if len(mine) < 2:
            continue
        rest = [s - e for _, s, e, _ in mine]
        assert near(band.expected, sum((e for _, _, e, _ in mine), Fraction(0)) / len(mine))
        assert near(band.scored, sum((s for _, s, _, _ in mine), Fraction(0)) / len(mine))
        assert near(band.beyond.value, sum(rest) / len(rest))
        wide = float(two_way(rest, [pair for *_, pair in mine])) ** 0.5 / len(mine)
        assert band.beyond.high == pytest.approx(
            float(sum(rest) / len(rest)) + interval_deviations(filled) * wide, abs=2e-5
        )
    over = [(e - Fraction(1, 2), s - Fraction(1, 2)) for _, s, e, _ in rows]
    none = Fraction(0)
    steep = sum((x * y for x, y in over), none) / sum((x * x for x, _ in over), none)
    assert near(found.slope.value, steep)
    rest = [x * (y - steep * x) for x, y in over]
    wide = float(two_way(rest, [pair for *_, pair in rows])) ** 0.5 / float(sum(x * x for x, _ in over))
    assert found.slope.high == pytest.approx(float(steep) + interval_deviations() * wide, abs=2e-5)


def test_the_logistic_curve_at_round_differences() -> None:
    assert logistic_expectation(np.array([0, 400, 800])).tolist() == pytest.approx([1 / 2, 10 / 11, 100 / 101])


def test_scores_of_predictions_by_hand() -> None:
    book, rating = rulebook(EDITION), np.array([1500, 1500, 1900], np.int16)
    pairs = (np.array([0, 2, 2]), np.array([1, 0, 1]))
    made = counted_games(scored(book, pairs, rating, np.array([1, 2, 1])), 202503, book)
    found = {each.by: each for each in measure_predictions(made, 3)}
    # even and drawn; 0.92 expected and won; 0.92 expected and drawn
    squares = [Fraction(0), Fraction(8, 100) ** 2, Fraction(42, 100) ** 2]
    assert near(found["table"].brier, sum(squares) / 3)
    assert table_scores(made) == (found["table"].brier, found["table"].log)
    assert curve_scores(made) == (found["logistic"].brier, found["logistic"].log)
    losses = [log(2), -log(0.92), -(log(0.92) + log(0.08)) / 2]
    assert found["table"].log == pytest.approx(sum(losses) / 3, abs=1e-5)
    curve = Fraction(10, 11)
    assert near(found["logistic"].brier, ((1 - curve) ** 2 + (Fraction(1, 2) - curve) ** 2) / 3)
    assert near(found["even"].brier, Fraction(1, 4) / 3)
    apart = found["even"].against_table.value
    assert near(apart, Fraction(1, 12) - sum(squares) / 3)


def test_true_strengths_foretell_by_the_table_at_their_difference() -> None:
    book, rating = rulebook(EDITION), np.array([1500, 1900], np.int16)
    made = counted_games(scored(book, (np.array([1]), np.array([0])), rating, np.array([2])), 202503, book)
    assert expected_by_strength(np.array([1600, 1700], np.int16), made, book).tolist() == [book.expected(100) / 100]
    assert np.isnan(expected_by_strength(np.array([0, 1700], np.int16), made, book)).all()


def test_what_became_of_sides_is_counted() -> None:
    status = [0, 0, 0, 1, 9, 9, 2, 0]
    ledger = Ledger.of(
        difference=[0, 500, -100, 0, 0, 0, 0, -401], counted=[0, 400, -100, 0, 0, 0, 0, -400], status=status
    )
    found = measure_sides(*tally_sides(ledger))
    assert (found.all, found.counted, found.pooled, found.limited, found.uncounted) == (8, 4, 1, 2, 3)
    assert [(each.reason, each.sides) for each in found.reasons] == [("unplayed-game", 2), ("unrated-opponent", 1)]
    assert (found.limited_share.value, found.uncounted_share.value) == (0.5, 0.375)


def test_games_times_k_against_the_edition() -> None:
    entries = Entries.of(player=[7, 7, 9], k=[20, 40, 10])
    status = [0] * 18 + [1] + [0]
    played = PlayedGames(entries, Ledger.of(entry=[0] * 10 + [1] * 8 + [1] + [2], status=status))
    done = sorted(games_times_k(played).tolist())
    assert done == [10, 18 * 40]  # the larger K of the two; the pooled game is none
    bound = stability_bound(rulebook(EDITION, "fide-standard"), "fide-standard")
    assert bound is not None
    assert (bound.product, bound.own) == (700, True)
    found = measure_stability(bound, games_times_k(played))
    assert (found.players, found.above, found.most, found.share.value) == (2, 1, 720, 0.5)
    assert bound.articles == rulebook(EDITION).articles("coefficient-ceiling")


def test_what_the_text_of_2009_calls_steady() -> None:
    """K 10 up to 75 games, K 15 up to 50, K 25 up to 30."""
    bound = stability_bound(rulebook("fide-standard-2009", "fide-standard"), "fide-standard")
    assert bound is not None
    assert (bound.product, bound.articles, bound.own) == (10 * 75, ("12.3",), True)
    assert bound.product == 15 * 50 == 25 * 30
    assert measure_stability(bound, np.array([10 * 75, 15 * 51, 25 * 30])).above == 1


def test_an_edition_without_a_ceiling_is_held_against_a_later_text() -> None:
    bound = stability_bound(rulebook("fide-rapid-blitz-2014", "fide-blitz"), "fide-blitz")
    assert bound is not None
    assert (bound.edition, bound.own) == ("fide-rapid-blitz-2018", False)


# --- who meets whom -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_components_are_those_of_a_slow_search(seed: int) -> None:
    lots = np.random.default_rng(seed)
    size = 40
    first, second = (lots.integers(0, size, 25).astype(np.int32) for _ in range(2))
    joined = defaultdict(set)
    for one, two in zip(first.tolist(), second.tolist(), strict=True):
        joined[one].add(two)
        joined[two].add(one)

    def reached(start: int) -> int:
        seen, waiting = {start}, [start]
        while waiting:
            for other in joined[waiting.pop()] - seen:
                seen.add(other)
                waiting.append(other)
        return min(seen)

    assert connected_components(first, second, size).tolist() == [reached(each) for each in range(size)]


def test_a_part_of_few_players_is_no_island_however_weakly_it_is_joined() -> None:
    """Five who play each other ten times, and one game with the thirty others."""
    pairs = [(one, two) for one in range(30) for two in range(one + 1, 30)]
    pairs += [(one, two) for one in range(30, 35) for two in range(one + 1, 35)] * 10
    first, second = (np.array(side, np.int32) for side in zip(*pairs, (0, 30), strict=True))
    found = measure_islands(first, second, 35)
    assert found.weakest is not None
    assert found.weakest.players >= SMALLEST_PART


def test_two_islands_and_the_part_that_few_games_join() -> None:
    def everybody(start: int, end: int) -> list[tuple[int, int]]:
        return [(one, two) for one in range(start, end) for two in range(one + 1, end)]

    pairs = [*everybody(0, 12), *everybody(12, 30), (3, 20), (4, 21), *everybody(30, 41), (50, 51)]
    first, second = (np.array(side, np.int32) for side in zip(*pairs, strict=True))
    found = measure_islands(first, second, 60, lambda keys: str(sorted(keys.tolist())))
    assert found.weakest is not None
    assert found.weakest.home == str(list(range(12)))
    assert found.islands[1].home == str(list(range(30, 41)))
    assert [(each.players, each.games) for each in found.islands] == [(30, 66 + 153 + 2), (11, 55)]
    assert (found.players, found.small, found.apart) == (43, 2, 1)
    assert found.weakest is not None
    assert (found.weakest.players, found.weakest.inside, found.weakest.joining) == (12, 66, 2)
    assert near(found.weakest.share, Fraction(2, 68))
    assert found.weakest.weak


def test_groups_are_seen_from_their_own_side(games: CountedGames) -> None:
    of = (np.arange(60) % 3 + 1).astype(np.uint16)
    found = {each.name: each for each in measure_groups(games, of, ("", "A", "B", "C"), 60)}
    for at, name in ((1, "A"), (2, "B"), (3, "C")):
        rest = []
        for s, e, a, b in zip(games.score, games.expected, games.strong, games.weak, strict=True):
            if (of[a] == at) != (of[b] == at):
                beyond = Fraction(str(s)) - Fraction(str(round(e, 2)))
                rest.append(beyond if of[a] == at else -beyond)
        assert found[name].joining == len(rest)
        assert near(found[name].beyond.value, sum(rest) / len(rest))
    assert sum(each.inside for each in found.values()) + sum(each.joining for each in found.values()) // 2 == len(games)


def test_juniors_are_seen_against_grown_ups_alone(games: CountedGames) -> None:
    born = np.where(np.arange(60) % 2, 2010, 1980).astype(np.uint16)
    born[0] = 0  # unknown: neither young nor old
    born[2] = 2004  # 21
    born[4] = 2005  # 20: neither
    found = measure_juniors_lag(games, PeopleColumns.of_years(born), 60)
    rest = []
    for s, e, a, b in zip(games.score, games.expected, games.strong, games.weak, strict=True):
        ages = [2025 - int(born[side]) if born[side] else -1 for side in (a, b)]
        beyond = Fraction(str(s)) - Fraction(str(round(e, 2)))
        if 0 <= ages[0] < 20 and ages[1] >= 21:
            rest.append(beyond)
        elif 0 <= ages[1] < 20 and ages[0] >= 21:
            rest.append(-beyond)
    by_age = {each.ages: each for each in found}
    assert by_age["0-19"].games == by_age["14-15"].games == len(rest)
    assert near(by_age["0-19"].beyond.value, sum(rest) / len(rest))
    assert by_age["10-11"].games == 0


def test_who_plays_is_counted_by_age_sex_and_place() -> None:
    people = PeopleColumns(
        np.array([2014, 1980, 1981, 0], np.uint16), np.array([2, 1, 1, 0], np.uint8),
        np.array([1, 1, 2, 2], np.uint16), np.zeros(4, np.uint16), ("", "AAA", "BBB"),
    )  # fmt: skip
    found = measure_activity(roll([1500, 1800, 1900, 2000]), people, 202503, np.array([3, 0, 4, 0], np.int32))
    rows = {(each.kind, each.name): (each.players, each.mean, each.games, each.played.value) for each in found}
    assert rows["all", ""] == (4, 1800, 7, 0.5)
    assert rows["age", "10-11"] == (1, 1500, 3, 1)
    assert rows["age", "35-49"] == (2, 1850, 4, 0.5)
    assert rows["sex", "w"] == (1, 1500, 3, 1)
    assert rows["federation", "BBB"] == (2, 1950, 4, 0.5)
    assert not any(kind == "region" for kind, _ in rows)


def test_ratings_are_held_against_strengths() -> None:
    found = measure_truth(roll([1500, 1700, 1900, 0]), np.array([1480, 1700, 1890, 1600], np.int16))
    assert (found.players, found.above.value) == (3, 10)
    assert found.deviation == 10
    ratings, strengths = (1500, 1700, 1900), (1480, 1700, 1890)
    assert near(found.width, pstdev(ratings) / pstdev(strengths))
    assert near(found.correlation, correlation(ratings, strengths))


def test_a_roll_of_more_or_fewer_keys_says_the_same() -> None:
    assert roll_for_keys(roll([1500, 1600]), 3).rating.tolist() == [1500, 1600, 0]
    assert roll_for_keys(roll([1500, 1600]), 1).rating.tolist() == [1500]
