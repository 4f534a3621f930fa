"""What the two tables give, in columns: every edge of every row, both signs, and holes that are refused by name."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from scenes import EDITIONS

import arpad
from arpad.law.cited import Hole
from arpad.rating.expected import expect, percentage, performance

# typed from the regulations: the last difference of each row, from .50 upwards
LAST = (
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188),
    *(197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517),
    *(559, 619, 735),
)


@pytest.mark.parametrize("edition", EDITIONS)
def test_both_edges_of_every_row_give_the_printed_expectation(edition: str) -> None:
    """8.1(b), 8.1.2, 6.1b: the row that contains the difference, nothing in between."""
    book = arpad.rulebook(edition)
    edges = [(0, LAST[0]), *((low + 1, high) for low, high in pairwise(LAST)), (LAST[-1] + 1, 4000)]
    assert len(edges) == 51
    for row, (low, high) in enumerate(edges):
        assert expect(book, np.array([low, high], np.int16)).tolist() == [50 + row] * 2
        assert expect(book, np.array([-low or 0, -high], np.int16)).tolist()[1] == 50 - row


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_two_sides_of_every_difference_add_up_to_one(edition: str) -> None:
    book = arpad.rulebook(edition)
    difference = np.arange(1, 3000, dtype=np.int16)
    assert set((expect(book, difference).astype(int) + expect(book, -difference)).tolist()) == {100}
    assert expect(book, np.zeros(1, np.int16)).tolist() == [50]


@pytest.mark.parametrize("edition", EDITIONS)
def test_columns_and_single_look_ups_are_the_same_table(edition: str) -> None:
    book = arpad.rulebook(edition)
    difference = np.arange(-1200, 1201, dtype=np.int16)
    assert expect(book, difference).tolist() == [book.expected(d, limited=False) for d in difference.tolist()]
    wide = np.arange(-1200, 1201)
    assert book.expected_of_each(wide).tolist() == [book.expected(d) for d in wide.tolist()]
    percent = np.arange(101)
    assert performance(book, percent).tolist() == [book.dp(p) for p in percent.tolist()]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("half_points", "games", "whole"),
    [(0, 5, 0), (1, 200, 0), (2, 200, 1), (25, 100, 13), (3, 9, 17), (5, 9, 28), (9, 9, 50), (18, 9, 100), (0, 0, 0)],
)
def test_a_score_becomes_a_whole_percentage_a_half_up(edition: str, half_points: int, games: int, whole: int) -> None:
    """2009 12.2 and the title regulations: to the nearest whole, .5 up; 12.5 per cent are 13."""
    assert percentage(arpad.rulebook(edition), np.array([half_points]), np.array([games])).tolist() == [whole]


def test_all_points_and_none_are_800_apart_from_the_average() -> None:
    assert performance(arpad.rulebook("fide-standard-2009"), np.array([0, 50, 100])).tolist() == [-800, 0, 800]


# --- prints with holes ----------------------------------------------------------------------------------------------


def test_ukraine_6_1b_as_printed_refuses_402_to_411_and_says_which_ruling_mends_it() -> None:
    book = arpad.rulebook("ukraine-2018", witness="001-uk")
    with pytest.raises(Hole, match=r"405.*6\.1b.*E11"):
        expect(book, np.array([0, 405], np.int16))


def test_ukraine_6_1b_as_printed_answers_on_both_sides_of_the_hole() -> None:
    book = arpad.rulebook("ukraine-2018", witness="001-uk")
    assert expect(book, np.array([401, 412], np.int16)).tolist() == [92, 93]


def test_ukraine_6_1b_as_applied_has_no_hole() -> None:
    assert expect(arpad.rulebook("ukraine-2018"), np.array([402, 405, 411], np.int16)).tolist() == [92, 92, 92]


def test_fide_rapid_blitz_2018_8_1_as_printed_refuses_the_empty_places() -> None:
    book = arpad.rulebook("fide-rapid-blitz-2018", witness="004-it")
    for percent in (0, 16, 33, 50, 67, 84, 100):
        with pytest.raises(Hole, match=f"{percent} per cent"):
            performance(book, np.array([49, percent]))
    assert performance(book, np.array([49, 51])).tolist() == [-7, 7]


def test_fide_standard_2009_8_1_as_the_polish_text_prints_it_moves_two_differences() -> None:
    printed, applied = arpad.rulebook("fide-standard-2009", witness="000-pl"), arpad.rulebook("fide-standard-2009")
    every = np.arange(0, 800, dtype=np.int16)
    assert np.flatnonzero(expect(printed, every) != expect(applied, every)).tolist() == [327, 328]
