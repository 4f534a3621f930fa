"""Random seasons, then random revisions: the revised lists are those of an oracle that makes them from the opening on.

The oracle applies the rulings to what always was right, and knows nothing of cases, layers or the order of approval.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import properties
import pytest
from databases import copy_of, new_database
from office_made import NUMBERS
from oracle_revisions import Made, Right, SatAs, himself, made_right, right_by
from publication_made import address_of
from revisions_made import (
    APART,
    SERIES,
    Change,
    Rows,
    Season,
    approved,
    gone_through,
    layer_bytes,
    month_of,
    originals,
    proposal_of,
    put_right,
    random_changes,
    random_season,
    seals,
    waiting,
)

from arpad.office.desk import Desk, open_desk
from arpad.office.revisions import NewSeriesRule, UnmergeProposal, decide_series_rule
from arpad.office.store.engine import connect_store

KINDS_OF_CHANGE = {"replace", "annul", "late", "birth", "merge"}
SEASONS = [("sqlite", 1, 4), ("sqlite", 4, 5), ("postgresql", 3, 5)]
if properties.thorough:
    SEASONS += [("sqlite", 6, 12)]  # a year


def cut(season: Season, months: int) -> Season:
    """The first months of a season."""
    return replace(season, months=months)


def copy_at(desk: Desk, directory: Path) -> Desk:
    return open_desk(connect_store(copy_of(address_of(desk), directory)), "B. Officer", desk.today())


def sat_until(season: Season, gone: dict[int, int]) -> SatAs:
    """Whoever is found to be another sat with his own number as long as the lists of a season were in force."""
    return lambda n, start: gone.get(n, n) if start > season.lists[-1] else n


def merged(changes: tuple[Change, ...]) -> dict[int, int]:
    return {change.player: change.other for change in changes if change.kind == "merge"}


def must_equal(desk: Desk, season: Season, oracle: Made) -> None:
    """Every row and every pool of every list, as they should have been."""
    found = put_right(desk, season)
    assert found.keys() == oracle.rows.keys()
    for list_, rows in oracle.rows.items():
        assert found[list_] == rows, list_
    for list_, pool in oracle.pools.items():
        assert waiting(desk, season, list_) == pool, list_


def apart(one: Rows, other: Rows) -> int:
    return sum(one[list_][n] != other[list_][n] for list_ in one for n in one[list_])


@pytest.mark.parametrize(("kind", "seed", "months"), SEASONS)
def test_revised_lists_are_those_of_the_oracle_in_any_order_and_the_next_lists_build_on_them(
    kind: str, seed: int, months: int, tmp_path: Path
) -> None:
    whole = random_season(seed, months + 2)
    season, changes = cut(whole, months), random_changes(seed, cut(whole, months))
    desk = gone_through(new_database(kind, tmp_path), season)
    published, sealed = originals(desk, season), seals(desk)
    assert made_right(season, Right(), published).rows == published
    turned = copy_at(desk, tmp_path)
    approved(desk, *(proposal_of(desk, change) for change in changes))
    right = right_by(changes)
    oracle = made_right(season, right, published)
    assert apart(published, oracle.rows)
    must_equal(desk, season, oracle)
    assert (originals(desk, season), seals(desk)) == (published, sealed)
    approved(turned, *(proposal_of(turned, change) for change in reversed(changes)))
    assert layer_bytes(turned) == layer_bytes(desk)
    for list_ in whole.lists[-2:]:
        desk = month_of(desk, whole.tournaments, list_)
    oracle = made_right(whole, right, originals(desk, whole), sat_until(season, merged(changes)))
    must_equal(desk, whole, oracle)
    assert [originals(desk, whole)[list_] == oracle.rows[list_] for list_ in whole.lists[-2:]] == [True, True]
    assert seals(desk)[: len(sealed)] == sealed


def test_every_kind_of_change_is_among_those_compared() -> None:
    found = {
        change.kind
        for _, seed, months in SEASONS
        for change in random_changes(seed, cut(random_season(seed, months + 2), months))
    }
    assert found == KINDS_OF_CHANGE


def test_what_is_only_noted_goes_on_beside_the_lists(tmp_path: Path) -> None:
    """The next lists build on what was published, and what they should have said stands beside them."""
    whole = random_season(7, 5)
    season = cut(whole, 3)  # a birth or a merge the next list knows in any case
    changes = tuple(each for each in random_changes(7, season) if each.kind not in ("birth", "merge"))
    desk = gone_through(new_database("sqlite", tmp_path), season)
    approved(desk, *(proposal_of(desk, change) for change in changes))
    decide_series_rule(desk, NewSeriesRule("difference", "note", "as decided", SERIES))
    for list_ in whole.lists[-2:]:
        desk = month_of(desk, whole.tournaments, list_)
    published = originals(desk, whole)
    assert made_right(whole, Right(), published).rows == published
    oracle = made_right(whole, right_by(changes), published)
    assert published[whole.lists[-1]] != oracle.rows[whole.lists[-1]]
    must_equal(desk, whole, oracle)


@pytest.mark.parametrize("difference", ["carry", "note"])
def test_games_can_be_rated_again_with_revised_ratings(difference: str, tmp_path: Path) -> None:
    whole = random_season(2, 4)
    season, changes = cut(whole, 3), random_changes(2, cut(whole, 3))
    desk = gone_through(new_database("sqlite", tmp_path), season)
    for name, value in (("board", "revised"), ("difference", difference)):
        decide_series_rule(desk, NewSeriesRule(name, value, "as decided", SERIES))
    approved(desk, *(proposal_of(desk, change) for change in changes))
    right = replace(right_by(changes), by_revised=True)
    must_equal(desk, season, made_right(season, right, originals(desk, season)))
    desk = month_of(desk, whole.tournaments, whole.lists[-1])
    must_equal(desk, whole, made_right(whole, right, originals(desk, whole)))


@pytest.mark.parametrize(("kind", "seed", "lists"), [("sqlite", 1, 0), ("sqlite", 4, 1), ("postgresql", 5, 1)])
def test_a_merge_that_is_taken_back_leaves_nothing_behind(kind: str, seed: int, lists: int, tmp_path: Path) -> None:
    """Two are made one, so many lists are published, and they are parted again: as if they had always been two."""
    months = 3
    whole = random_season(seed, months + lists + 1)
    season, between = cut(whole, months), cut(whole, months + lists)
    kept, gone = APART[seed % 2]
    changes = (*random_changes(seed, season)[:1], Change("merge", player=gone, other=kept))
    changes = tuple({change.kind: change for change in changes}.values())
    desk = gone_through(new_database(kind, tmp_path), season)
    approved(desk, *(proposal_of(desk, change) for change in changes))
    for list_ in between.lists[months + 1 :]:
        desk = month_of(desk, whole.tournaments, list_)
    approved(desk, UnmergeProposal(NUMBERS[gone], "two persons after all"))
    right = right_by(changes)
    right = replace(right, one={}, mistaken=frozenset((kept, gone)))

    def sat_as(n: int, start: int) -> int:
        return kept if n == gone and season.lists[-1] < start <= between.lists[-1] else n

    must_equal(desk, between, made_right(between, right, originals(desk, between), sat_as))
    desk = month_of(desk, whole.tournaments, whole.lists[-1])
    oracle = made_right(whole, right, originals(desk, whole), sat_as)
    must_equal(desk, whole, oracle)
    assert originals(desk, whole)[whole.lists[-1]] == oracle.rows[whole.lists[-1]]


def test_the_comparison_can_fail(tmp_path: Path) -> None:
    """Another ruling, an event that was not put right, another birth: each is noticed."""
    season = random_season(2, 3)
    changes = random_changes(2, season)
    desk = gone_through(new_database("sqlite", tmp_path), season)
    approved(desk, *(proposal_of(desk, change) for change in changes))
    published, right = originals(desk, season), right_by(changes)
    must_equal(desk, season, made_right(season, right, published, himself))
    player = season.tournaments[-1].players[0]
    for wrong in (
        replace(right, by_revised=True),
        right_by(changes[1:]),
        replace(right, opening={player: {"rating": 1999}}),
    ):
        with pytest.raises(AssertionError):
            must_equal(desk, season, made_right(season, wrong, published))
