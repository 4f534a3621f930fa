"""The two conversion tables: equal in all editions, looked into exactly, and proved; each misprint is found."""

from __future__ import annotations

import pytest
from lawtexts import DP_FROM_50, EDITIONS, LAST_OF_ROW, changed, expected_by_hand, read, text_of, without_rulings

import arpad
from arpad.law import Hole, LawError
from arpad.law.tables import (
    ExpectationTable,
    PerformanceTable,
    prove_expectation,
    prove_mirror,
    prove_performance,
    read_expectation,
    read_performance,
)

# --- the printed pages ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_dp_table_equals_the_typed_page_cell_for_cell(edition: str) -> None:
    wanted = {50 + at: dp for at, dp in enumerate(DP_FROM_50)} | {50 - at: -dp for at, dp in enumerate(DP_FROM_50)}
    assert len(wanted) == 101
    assert arpad.rulebook(edition).performance.dp == wanted


@pytest.mark.parametrize("edition", EDITIONS)
def test_expectation_table_equals_the_typed_page_cell_for_cell(edition: str) -> None:
    firsts = (0, *(last + 1 for last in LAST_OF_ROW))
    wanted = [(low, high, 50 + at, 50 - at) for at, (low, high) in enumerate(zip(firsts, LAST_OF_ROW, strict=False))]
    wanted.append((736, None, 100, 0))  # type: ignore[arg-type]
    bands = arpad.rulebook(edition).expectation.bands
    assert [(band.low, band.high, band.higher, band.lower) for band in bands] == wanted


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_difference_is_looked_up_in_its_row_both_ways(edition: str) -> None:
    book = arpad.rulebook(edition)
    for difference in range(-1000, 1001):
        assert book.expected(difference, limited=False) == expected_by_hand(difference), difference
    assert (book.expected(4000, limited=False), book.expected(-4000, limited=False)) == (100, 0)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_edges_of_every_row(edition: str) -> None:
    book = arpad.rulebook(edition)
    for at, last in enumerate(LAST_OF_ROW):
        assert (book.expected(last, limited=False), book.expected(last + 1, limited=False)) == (50 + at, 51 + at)
        assert (book.expected(-last, limited=False), book.expected(-last - 1, limited=False)) == (50 - at, 49 - at)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_limit_of_the_edition_is_applied_to_both_sides(edition: str) -> None:
    limit = {"fide-rapid-blitz-2018": 735, "fide-standard-2006": 350}.get(edition, 400)
    book = arpad.rulebook(edition)
    for difference in range(-1000, 1001):
        assert book.expected(difference) == expected_by_hand(max(-limit, min(limit, difference)))


# --- the misprints: put into the article, without the ruling, each is found -------------------------------------------


def test_fide_standard_2009_8_1_b_the_polish_row_is_found() -> None:
    print_ = changed(text_of("fide-standard-2009"), ("316-328 .87", "316-326 .87"), ("329-344 .88", "327-344 .88"))
    with pytest.raises(LawError) as refusal:
        read(without_rulings(print_, "E2"))
    assert str(refusal.value) == (
        "edition.toml: article 8.1(b), expectation-table: proof failed: row 316-326: its middle is not 322, "
        "the difference for 87 per cent; a print that fails needs a ruling"
    )


def test_ukraine_2018_6_1b_the_hole_is_found() -> None:
    print_ = changed(text_of("ukraine-2018"), ("392-411 92  8", "392-401 92  8"))
    with pytest.raises(LawError) as refusal:
        read(without_rulings(print_, "E11"))
    assert str(refusal.value) == (
        "edition.toml: article 6.1b, expectation-table: proof failed: no row holds 402-411; "
        "a print that fails needs a ruling"
    )


def test_fide_rapid_blitz_2018_8_1_a_the_empty_cells_are_found() -> None:
    print_ = changed(text_of("fide-rapid-blitz-2018"), ("1.0 800 ", "1.0 ·   "), (".00 -800\n", ".00 ·\n"))
    with pytest.raises(LawError) as refusal:
        read(without_rulings(print_, "E15", "E16"))
    assert str(refusal.value) == (
        "edition.toml: article 8.1(a), dp-table: proof failed: no value for 100, 0 per cent; "
        "a print that fails needs a ruling"
    )


def test_fide_rapid_blitz_2018_8_1_a_the_missing_row_is_found() -> None:
    print_ = changed(text_of("fide-rapid-blitz-2018"), ('.84 284  .67 125  .50   0  .33 -125 .16 -284\n"""', '"""'))
    with pytest.raises(LawError) as refusal:
        read(without_rulings(print_, "E15", "E16"))
    assert str(refusal.value) == (
        "edition.toml: article 8.1(a), dp-table: proof failed: no value for 84, 67, 50, 33, 16 per cent; "
        "a print that fails needs a ruling"
    )


@pytest.mark.parametrize(
    ("edition", "ids"),
    [("fide-standard-2009", ("E2",)), ("ukraine-2018", ("E11",)), ("fide-rapid-blitz-2018", ("E15", "E16"))],
)
def test_without_the_misprint_nothing_is_found(edition: str, ids: tuple[str, ...]) -> None:
    assert read(without_rulings(text_of(edition), *ids)).flaws == ()


def flaws(edition: str, witness: str) -> tuple[str, ...]:
    return tuple(map(str, arpad.rulebook(edition, witness=witness).edition.flaws))


def test_a_witness_may_be_loaded_with_its_flaws_because_rulings_answer_them() -> None:
    assert flaws("fide-standard-2009", "000-pl") == (
        "expectation-table: row 316-326: its middle is not 322, the difference for 87 per cent",
    )  # the middle of 327-344 is 335.5, half a point from 336
    assert arpad.rulebook("fide-standard-2009", witness="003-et").edition.flaws == ()
    assert flaws("ukraine-2018", "001-uk") == (
        "expectation-table: no row holds 402-411",
        "expectation-table: row 392-401: its middle is not 401, the difference for 92 per cent",
    )
    assert flaws("fide-rapid-blitz-2018", "004-it") == ("dp-table: no value for 100, 84, 67, 50, 33, 16, 0 per cent",)


def test_a_ruling_on_one_table_does_not_answer_for_the_other() -> None:
    text = changed(text_of("ukraine-2018"), (".99 677", ".99 676"))
    with pytest.raises(LawError, match=r"6\.1a, dp-table: proof failed: 99 and 1 per cent are not symmetric"):
        read(text, witness="001-uk")


def test_a_hole_stays_a_hole_on_both_sides_of_zero() -> None:
    book = arpad.rulebook("ukraine-2018", witness="001-uk")
    found = [d for d in range(-1000, 1001) if _is_hole(book, d)]
    assert found == [*range(-411, -401), *range(402, 412)]


def _is_hole(book: arpad.Rulebook, difference: int) -> bool:
    try:
        book.expected(difference, limited=False)
    except Hole:
        return True
    return False


# --- each proof by itself ---------------------------------------------------------------------------------------------

ROWS = [f"{low}-{high} {50 + at} {50 - at}" for at, (low, high) in enumerate(
    zip((0, *(last + 1 for last in LAST_OF_ROW)), LAST_OF_ROW, strict=False))] + [">735 100 0"]  # fmt: skip
PAIRS = [f"{50 + sign * at} {sign * dp}" for at, dp in enumerate(DP_FROM_50) for sign in (1, -1) if at or sign > 0]


def expectation(*changes: tuple[str, str]) -> ExpectationTable:
    return read_expectation("\n".join(_changed(ROWS, changes)), "here")


def performance(*changes: tuple[str, str]) -> PerformanceTable:
    return read_performance("\n".join(_changed(PAIRS, changes)), "here")


def _changed(lines: list[str], changes: tuple[tuple[str, str], ...]) -> list[str]:
    reads = dict(changes)
    assert set(reads) <= set(lines)
    return [new for line in lines if (new := reads.get(line, line))]


def test_sound_tables_pass_all_proofs() -> None:
    assert [*prove_expectation(expectation()), *prove_performance(performance())] == []
    assert [*prove_mirror(expectation(), performance())] == []


@pytest.mark.parametrize(
    ("was", "reads", "flaw"),
    [
        ("0-3 50 50", "1-3 50 50", "the first row begins at 1, not at 0"),
        ("4-10 51 49", "5-10 51 49", "no row holds 4-4"),
        ("4-10 51 49", "3-10 51 49", "the rows 0-3 and 3-10 overlap"),
        ("4-10 51 49", "", "no row gives 51"),
        ("4-10 51 49", "4-10 51 48", "row 4-10: 51 and 48 do not add up to 100"),
        (">735 100 0", "", "nothing is said above 735"),
        (">735 100 0", ">700 100 0", "the rows 620-735 and over 700 overlap"),
        ("4-10 51 49", "4-10 53 47", "the expectations do not rise from row to row"),
    ],
)
def test_each_flaw_of_an_expectation_table_is_named(was: str, reads: str, flaw: str) -> None:
    assert flaw in map(str, prove_expectation(expectation((was, reads))))


@pytest.mark.parametrize(
    ("was", "reads", "flaw"),
    [
        ("51 7", "", "no value for 51 per cent"),
        ("51 7", "51 8", "51 and 49 per cent are not symmetric"),
        ("51 7", "51 15", "the differences do not rise with the percentage"),
        ("100 800", "101 800", "101 per cent cannot be"),
    ],
)
def test_each_flaw_of_a_dp_table_is_named(was: str, reads: str, flaw: str) -> None:
    assert flaw in map(str, prove_performance(performance((was, reads))))


def test_the_mirror_allows_half_a_point_and_no_more() -> None:
    near = performance(("73 175", "73 176"), ("27 -175", "27 -176"))  # the middle of 171-179 is 175
    assert list(map(str, prove_mirror(expectation(), near))) == [
        "row 171-179: its middle is not 176, the difference for 73 per cent"
    ]
    half = performance(("72 166", "72 167"), ("28 -166", "28 -167"))  # the middle of 163-170 is 166.5
    assert list(prove_mirror(expectation(), half)) == []


@pytest.mark.parametrize(
    ("layout", "said"),
    [
        ("0-3 50", "here: the line '0-3 50' is not made of groups of three cells"),
        ("", "here: the table has no rows"),
        ("0-x 50 50", "here: cannot read the row '0-x' '50' '50'"),
        ("03 50 50", "here: cannot read the row '03' '50' '50'"),
        ("9-4 50 50", "here: the row 9-4 ends before it begins"),
        ("0-3 .500 .50", "here: cannot read the row '0-3' '.500' '.50'"),
    ],
)
def test_an_unreadable_expectation_table_is_one_line(layout: str, said: str) -> None:
    with pytest.raises(LawError) as refusal:
        read_expectation(layout, "here")
    assert str(refusal.value) == said


@pytest.mark.parametrize(
    ("layout", "said"),
    [
        ("50", "here: the line '50' is not made of pairs of cells"),
        ("50 x", "here: cannot read the pair '50' 'x'"),
        ("50 0 .50 0", "here: .50 stands in the table twice"),
        (".500 0", "here: cannot read the pair '.500' '0'"),
    ],
)
def test_an_unreadable_dp_table_is_one_line(layout: str, said: str) -> None:
    with pytest.raises(LawError) as refusal:
        read_performance(layout, "here")
    assert str(refusal.value) == said


def test_a_share_may_be_printed_in_each_of_the_ways_the_texts_use() -> None:
    table = read_performance(".99 677 0.98 589 97 538 1.0 800 .5 0", "here")
    assert table.dp == {99: 677, 98: 589, 97: 538, 100: 800, 50: 0}
