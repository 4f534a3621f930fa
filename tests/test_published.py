"""Published lists as values, and whom each kind of list shows: every edition's rule, and the lists before and after."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import date
from typing import Any

import numpy as np
import pytest
from lists_made import ON, QUIET, ROWS, ids, published

from arpad.finding import UserError
from arpad.lists.published import People, Published, texts
from arpad.lists.selection import Selection, active_until, choose


def shown(made: Published, kind: str = "alphabetical", **wanted: Any) -> list[int]:
    return ids(made, choose(made, Selection(kind, **wanted)))


# --- the values -------------------------------------------------------------------------------------------------------


def test_people_have_a_year_of_birth_and_nowhere_a_day() -> None:
    assert [f.name for f in fields(People)] == [
        "id", "fide_id", "name", "name_sort", "federation", "region", "sex", "title", "national_title", "birth_year",
        "latin_name",
    ]  # fmt: skip
    assert published().people.birth_year.dtype == np.int16
    with pytest.raises((OverflowError, TypeError, ValueError)):
        People.of(id=[1], birth_year=[19910203])  # a day does not fit


def test_columns_of_other_types_and_lengths_are_refused() -> None:
    people = published().people
    with pytest.raises(TypeError, match=r"People\.birth_year must be a column of int16"):
        replace(people, birth_year=people.birth_year.astype(np.int32))
    with pytest.raises(ValueError, match=r"People\.name has 1 rows, People\.id 8"):
        replace(people, name=texts(["Solo"]))
    with pytest.raises(ValueError, match="a list has as many rows as people, 8, not"):
        replace(published(), games=np.zeros(3, np.uint16))


# --- whom a list shows ------------------------------------------------------------------------------------------------


def test_the_whole_list_is_alphabetical_with_inactive_players_in_their_place() -> None:
    """Two of one name stand by number; the order is that of letters, not of a language."""
    assert shown(published()) == [12, 14, 13, 15, 11]
    assert shown(published(), "active") == [12, 14, 13, 11]
    assert shown(published(), "inactive") == [15]


def test_names_are_sorted_by_their_sort_form_as_letters_are_numbered() -> None:
    rows = tuple((n, 0, name, "UTO", "", "M", "", "", 0, 1800, ON, 20, 0, 202605) for n, name in
                 ((1, "Øst"), (2, "Zz"), (3, "ann"), (4, "Ann"), (5, "Ån")))  # fmt: skip
    made = published(rows=rows)
    assert shown(made) == [3, 4, 2, 5, 1]  # ann, ann, zz, ån, øst


def test_top_lists_go_by_rating_and_leave_inactive_players_out() -> None:
    assert shown(published(), top=2) == [13, 11]
    assert shown(published(), top=99) == [13, 11, 12, 14]
    assert shown(published(), top=2, women=True) == [11, 12]


def test_women_federations_regions_and_ages() -> None:
    made = published()
    assert shown(made, women=True) == [12, 14, 11]
    assert shown(made, federation="ARC") == [13]
    assert shown(made, federation="UTO") == [12, 14, 15, 11]
    assert shown(made, region="North") == [14, 15, 11]
    assert shown(made, federation="XXX") == []
    # by the year: born in 2010 is 16 in 2026, born in 1960 is 66, born in 1970 is 56
    assert shown(made, age_up_to=16) == [12]
    assert shown(made, age_up_to=15) == []
    assert shown(made, age_from=66) == [14, 13]
    assert shown(made, age_from=67) == [14]
    assert shown(made, age_from=50, women=True) == [14]


def test_an_unknown_birth_is_of_no_age() -> None:
    made = published(rows=((1, 0, "A", "UTO", "", "M", "", "", 0, 1800, ON, 20, 0, 202605),))
    assert shown(made, age_up_to=200) == []
    assert shown(made, age_from=0) == []


@pytest.mark.parametrize(
    ("edition", "series", "fallen", "titled"),
    [
        ("fide-standard-2009", "fide-standard", [16], [17]),  # 7.21, 7.22
        ("fide-rapid-blitz-2018", "fide-rapid", [16], [17]),  # 7.21, 7.22
        ("fide-standard-2024", "fide-standard", [], []),  # 7.2.1: unrated, and no list of titled players
        ("fide-rapid-blitz-2024", "fide-blitz", [], []),
        ("ukraine-2018", "ukraine", [], []),  # 5: removed
    ],
)
def test_delisted_and_titled_unrated_players_are_shown_where_the_edition_says_so(
    edition: str, series: str, fallen: list[int], titled: list[int]
) -> None:
    made = published(edition, series)
    assert shown(made, "delisted") == fallen
    assert shown(made, "titled-unrated") == titled


def test_fide_standard_2009_7_21_a_player_is_shown_as_delisted_once_and_is_unrated_from_then_on() -> None:
    rows = tuple((*row[:6], "WIM", *row[7:]) if row[0] == 16 else row for row in ROWS)
    made = published("fide-standard-2009", rows=rows)
    later = replace(made, fell=np.zeros(len(made.people), bool))
    assert (shown(made, "delisted"), shown(made, "titled-unrated")) == ([16], [17])
    assert (shown(later, "delisted"), shown(later, "titled-unrated")) == ([], [16, 17])


@pytest.mark.parametrize(
    ("day", "here"), [(date(2011, 1, 1), True), (date(2012, 11, 1), True), (date(2013, 1, 1), False)]
)
def test_fide_standard_2009_7_23_b_inactive_players_are_kept_for_two_more_years(day: date, here: bool) -> None:
    """S24: last game on the list of January 2010, inactive on that of January 2011, printed on twelve lists."""
    row = (1, 0, "Quist, Quentin", "UTO", "", "M", "", "", 1970, 2300, QUIET, 10, 0, 201001)
    made = published("fide-standard-2009", day=day, rows=(row,))
    assert shown(made) == shown(made, "inactive") == ([1] if here else [])
    assert shown(made, federation="UTO") == []  # the alphabetical list only
    assert shown(made, top=10) == []


def test_elsewhere_inactive_players_are_shown_without_a_term() -> None:
    row = (1, 0, "Quist, Quentin", "UTO", "", "M", "", "", 1970, 2300, QUIET, 10, 0, 200001)
    assert shown(published(rows=(row,))) == [1]
    assert shown(published(rows=(row,)), federation="UTO") == [1]


def test_fide_standard_2009_7_23_d_twelve_months_away_and_out_of_the_top_list() -> None:
    """Even where no mark was set, as on an opening list."""
    rows = tuple((n, 0, "A", "UTO", "", "M", "", "", 1970, 2300, ON, 10, 0, last) for n, last in
                 ((1, 200911), (2, 201001), (3, 0)))  # fmt: skip
    made = published("fide-standard-2009", day=date(2010, 11, 1), rows=rows)
    assert shown(made, top=10) == [2, 3]


def test_ukraine_3_activity_runs_three_years_from_the_month_of_the_last_event() -> None:
    """An event that ended in September 2019 is followed by the list of October: active through September 2022."""
    rows = tuple((n, 0, "A", "UKR", "", "M", "", "", 1970, 2300, ON, 10, 0, last) for n, last in
                 ((1, 201910), (2, 202001), (3, 0)))  # fmt: skip
    made = published("ukraine-2018", "ukraine", date(2020, 10, 1), rows=rows)
    assert active_until(made).tolist() == [202209, 202212, 0]


@pytest.mark.parametrize(
    ("wanted", "error"),
    [
        (
            {"kind": "everybody"},
            "a list shows alphabetical, active, inactive, delisted, titled-unrated, provisional, not 'every",
        ),
        ({"top": -1}, "a top list has at least one player"),
        ({"kind": "delisted", "top": 5}, "a top list shows active players, not delisted ones"),
    ],
)
def test_a_selection_that_makes_no_sense_is_refused(wanted: dict[str, Any], error: str) -> None:
    with pytest.raises(UserError, match=error):
        Selection(**wanted)
