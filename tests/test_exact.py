"""The named roundings: integers, fractions and arrays alike, halves where their name says, floats never."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad import exact

whole = st.integers(-(10**6), 10**6)
positive = st.integers(1, 10**4)


def up(value: Fraction) -> int:
    """Half up, said another way: the floor of the value and a half."""
    return (value + Fraction(1, 2)).__floor__()


def away(value: Fraction) -> int:
    """Half away from zero, said another way: half up on the size, the sign put back."""
    return up(value) if value >= 0 else -up(-value)


ORACLES: dict[str, Callable[[Fraction], int]] = {"floor": Fraction.__floor__, "half_up": up, "half_away": away}


@pytest.mark.parametrize(
    ("tenths", "floor", "half_up", "half_away"),
    [(25, 2, 3, 3), (24, 2, 2, 2), (26, 2, 3, 3), (0, 0, 0, 0), (5, 0, 1, 1), (-25, -3, -2, -3), (-24, -3, -2, -2),
     (-26, -3, -3, -3), (-5, -1, 0, -1), (-15, -2, -1, -2), (-30, -3, -3, -3)],
)  # fmt: skip
def test_halves_by_hand(tenths: int, floor: int, half_up: int, half_away: int) -> None:
    found = exact.floor(tenths, 10), exact.half_up(tenths, 10), exact.half_away(tenths, 10)
    assert found == (floor, half_up, half_away)


@given(numerator=whole, denominator=positive)
def test_scalars_follow_fraction_arithmetic(numerator: int, denominator: int) -> None:
    for name, oracle in ORACLES.items():
        rounded = getattr(exact, name)
        wanted = oracle(Fraction(numerator, denominator))
        assert rounded(numerator, denominator) == wanted
        assert rounded(Fraction(numerator, denominator)) == wanted
        assert rounded(Fraction(numerator, 7), denominator) == oracle(Fraction(numerator, 7 * denominator))


@given(rows=st.lists(st.tuples(whole, positive), min_size=1, max_size=30))
def test_arrays_follow_the_scalars(rows: list[tuple[int, int]]) -> None:
    top, bottom = np.array(rows, np.int64).T
    for name in ORACLES:
        rounded = getattr(exact, name)
        assert rounded(top, bottom).tolist() == [rounded(n, d) for n, d in rows]
        assert rounded(top, 10).tolist() == [rounded(n, 10) for n, _ in rows]


@pytest.mark.parametrize("name", sorted(ORACLES))
@pytest.mark.parametrize("kind", [np.int16, np.int32, np.int64])
def test_an_array_stays_an_array_of_integers(name: str, kind: Any) -> None:
    rounded = getattr(exact, name)(np.array([-25, 25, 0], kind), 10)
    assert np.issubdtype(rounded.dtype, np.integer)
    assert rounded.shape == (3,)
    assert getattr(exact, name)(np.zeros(0, kind), 10).tolist() == []


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int16, np.uint16, np.int32, np.int64])
@pytest.mark.parametrize("name", sorted(ORACLES))
def test_a_narrow_column_does_not_wrap_around(name: str, kind: Any) -> None:
    edges = np.array([np.iinfo(kind).min // 4, 0, np.iinfo(kind).max // 4 * 3 % 2**40], kind)
    rounded = getattr(exact, name)
    wanted = [ORACLES[name](Fraction(int(edge), 10)) for edge in edges]
    assert rounded(edges, 10).tolist() == wanted
    assert [rounded(edge, kind(10)) for edge in edges] == wanted


@pytest.mark.parametrize("name", sorted(ORACLES))
@pytest.mark.parametrize("wrong", [2.5, True, "2", None, np.float64(1), np.array([1.5]), np.array([True])])
def test_anything_but_whole_numbers_and_fractions_is_refused(name: str, wrong: Any) -> None:
    rounded = getattr(exact, name)
    with pytest.raises(TypeError, match="only integer"):
        rounded(wrong, 10)
    with pytest.raises(TypeError, match="only integer"):
        rounded(10, wrong)


@pytest.mark.parametrize("wrong", [0, -1, np.array([3, 0])])
def test_a_denominator_is_above_zero(wrong: Any) -> None:
    with pytest.raises(ValueError, match="the denominator must be above zero"):
        exact.half_up(1, wrong)


def test_an_edition_names_its_rounding_by_what_happens_to_a_half() -> None:
    assert {name: rounded(-5, 2) for name, rounded in exact.ROUNDINGS.items()} == {"up": -2, "away": -3}


@pytest.mark.parametrize(
    ("number", "unit", "text"),
    [
        (87, 100, "0.87"),
        (100, 100, "1.00"),
        (-5, 100, "-0.05"),
        (-250, 100, "-2.50"),
        (125, 10, "12.5"),
        (0, 100, "0.00"),
    ],
)
def test_decimals_are_printed_without_a_float(number: int, unit: int, text: str) -> None:
    assert exact.decimal(number, unit) == text


@pytest.mark.parametrize(("half_points", "text"), [(0, "0"), (1, "0.5"), (5, "2.5"), (6, "3"), (31, "15.5")])
def test_scores_are_printed_as_people_write_them(half_points: int, text: str) -> None:
    assert exact.points(half_points) == text
