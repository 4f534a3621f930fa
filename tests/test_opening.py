"""The opening list of a computed series: what K proves, what does not matter, what is asked.

Worked out from the clauses by hand: 2024 gives 10 to whoever was ever published at 2400, else 40 to juniors never at
2300, else 40 below 30 games, else 20; 2009 has 25 and 15 and no juniors; rapid and blitz 2018 have 20 for everybody.
"""

from __future__ import annotations

import io
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import arpad
from arpad.columns import KReason, State
from arpad.finding import Tier, UserError
from arpad.intake import read_list
from arpad.law.rules.rating import COEFFICIENT
from arpad.lists.concluding import ShownElsewhere
from arpad.lists.opening import Beside, Opening, open_list, read_opening, stated_by_columns, stated_by_list
from arpad.lists.proved_by_k import Conclusion, k_of
from arpad.office.lists import InputFile
from arpad.office.publishing.incoming_lists import read_opening_rows
from arpad.rating.coefficient import decide

S, K, E, X, ASK, MARK = (
    Conclusion.STATED, Conclusion.FROM_K, Conclusion.ENTERED, Conclusion.SETTLED, Conclusion.ASKED,
    Conclusion.FROM_MARK,
)  # fmt: skip
DAYS = {
    "fide-standard-2009": date(2009, 7, 1),
    "fide-standard-2024": date(2024, 3, 1),
    "fide-standard-2025": date(2026, 6, 1),
    "fide-rapid-blitz-2018": date(2018, 7, 1),
    "ukraine-2018": date(2018, 2, 1),
}
ADULT, JUNIOR = 19800000, 20100000


def opening(edition: str, born: int = ADULT, entered: dict[str, Any] | None = None, **row: Any) -> Opening:
    stated = stated_by_columns({name: [value] for name, value in row.items()})
    given = None if entered is None else stated_by_columns({"rating": [0]} | {n: [v] for n, v in entered.items()})
    return open_list(arpad.rulebook(edition), DAYS[edition], np.array([born], np.int32), stated, Beside(given))


def proved(edition: str, born: int = ADULT, **row: Any) -> tuple[tuple[Conclusion, int], tuple[Conclusion, int]]:
    """Of games and highest: the conclusion and the value on the roll."""
    found = opening(edition, born, **row)
    told = found.conclusions
    return (
        (Conclusion(int(told.games[0])), int(found.roll.games[0])),
        (Conclusion(int(told.highest[0])), int(found.roll.highest[0])),
    )


# --- what K proves ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "born", "rating", "k", "games", "highest"),
    [
        # 2024: 8.3.3
        ("fide-standard-2024", ADULT, 2250, 10, (X, 0), (K, 2400)),  # K 10 proves 2400, and then games never matter
        ("fide-standard-2024", ADULT, 2450, 10, (X, 0), (X, 2450)),  # the rating itself is 2400
        ("fide-standard-2024", ADULT, 2250, 20, (K, 30), (K, 2250)),  # 30 games, and never 2400
        ("fide-standard-2024", ADULT, 1800, 40, (ASK, 0), (K, 1800)),  # fewer than 30, but how many?
        ("fide-standard-2024", JUNIOR, 1800, 40, (ASK, 0), (ASK, 1800)),  # either: nothing is proved
        ("fide-standard-2024", JUNIOR, 2250, 20, (K, 30), (K, 2300)),  # a junior with 20 was once at 2300
        ("fide-standard-2024", JUNIOR, 2320, 40, (ASK, 0), (K, 2320)),  # at 2300 no junior's K: fewer than 30 games
        ("fide-standard-2024", JUNIOR, 2250, 10, (X, 0), (K, 2400)),
        # an unknown birth may have been a junior's to whoever gave the K
        ("fide-standard-2024", 0, 1800, 40, (ASK, 0), (K, 1800)),
        ("fide-standard-2024", 0, 2250, 20, (K, 30), (K, 2250)),
        # 2009: 8.56
        ("fide-standard-2009", ADULT, 2300, 15, (K, 30), (K, 2300)),
        ("fide-standard-2009", ADULT, 2300, 10, (X, 0), (K, 2400)),
        ("fide-standard-2009", ADULT, 2300, 25, (ASK, 0), (K, 2300)),
        # rapid and blitz 2018: 20 for everybody proves nothing, and nothing needs a proof
        ("fide-rapid-blitz-2018", ADULT, 1500, 20, (X, 0), (X, 1500)),
        # Ukraine: 10 from 2300 on; under 14 and at most 2000
        ("ukraine-2018", ADULT, 2200, 10, (X, 0), (K, 2300)),
        ("ukraine-2018", ADULT, 2200, 20, (K, 30), (K, 2200)),
        ("ukraine-2018", 20100615, 1800, 40, (ASK, 0), (K, 1800)),
        ("ukraine-2018", 20100615, 2050, 40, (ASK, 0), (K, 2050)),
    ],
)
def test_k_proves(edition: str, born: int, rating: int, k: int, games: object, highest: object) -> None:
    assert proved(edition, born, rating=rating, k=k, period_games=3) == (games, highest)


def test_what_the_file_states_is_taken_and_proves_the_rest() -> None:
    """A junior with K 40 and 50 games was never at 2300; with 12 games he may have been."""
    junior = {"rating": 2100, "k": 40, "born": JUNIOR}
    assert proved("fide-standard-2024", games=50, **junior) == ((S, 50), (K, 2100))
    assert proved("fide-standard-2024", games=12, **junior) == ((S, 12), (ASK, 2100))
    assert proved("fide-standard-2024", games=12, highest=2150, **junior) == ((S, 12), (S, 2150))


def test_what_an_officer_enters_answers_a_question_and_never_overwrites_the_file() -> None:
    found = opening("fide-standard-2024", rating=1800, k=40, highest=1850, entered={"games": 12, "highest": 1900})
    assert (found.roll.games[0], found.conclusions.games[0]) == (12, E)
    assert (found.roll.highest[0], found.conclusions.highest[0]) == (1850, S)
    assert not found.open_rows.any()


def test_without_a_k_nothing_is_proved_and_a_k_is_decided_once_the_rest_is_known() -> None:
    assert proved("fide-standard-2024", rating=1800) == ((ASK, 0), (ASK, 1800))
    found = opening("fide-standard-2024", rating=1800, games=30, highest=1800)
    assert (found.roll.k[0], found.roll.k_reason[0]) == (20, KReason.BELOW_2400)
    assert not found.open_rows.any()


def test_the_k_of_the_file_stands_on_the_opening_list_with_its_clause_where_one_gives_it() -> None:
    found = opening("fide-standard-2024", rating=2250, k=10)
    assert (found.roll.k[0], found.roll.k_reason[0]) == (10, KReason.REACHED_2400)


@pytest.mark.parametrize(
    ("edition", "row"),
    [
        ("fide-standard-2024", {"rating": 1800, "k": 15}),
        ("fide-standard-2024", {"rating": 2450, "k": 20}),  # at 2400 there is only 10
        ("fide-standard-2024", {"rating": 1800, "k": 20, "games": 29}),
        ("fide-standard-2024", {"rating": 1800, "k": 10, "highest": 2399}),
        ("fide-standard-2009", {"rating": 1800, "k": 20}),
        ("fide-rapid-blitz-2018", {"rating": 1800, "k": 40}),
    ],
)
def test_a_k_that_no_clause_gives_is_asked_about_and_kept(edition: str, row: dict[str, Any]) -> None:
    found = opening(edition, **row)
    assert found.impossible.tolist() == [True]
    (question,) = found.questions([4711], "open.csv")
    assert (question.tier, question.code, question.player) == (Tier.ASK, "coefficient", 4711)
    assert question.articles == arpad.rulebook(edition).articles("coefficient")
    assert (found.roll.k[0], found.roll.k_reason[0]) == (row["k"], KReason.GIVEN)


def test_the_questions_name_player_fact_and_remedy() -> None:
    found = opening("fide-standard-2024", JUNIOR, rating=1800, k=40)
    assert [str(q) for q in found.questions([4711], "open.txt")] == [
        "open.txt coefficient (8.3.3, ask): Number of rated games unknown for 4711 (K 40 fits several answers). "
        "Enter the number of games.",
        "open.txt coefficient (8.3.3, ask): Highest published rating unknown for 4711 (K 40 fits several answers). "
        "Enter the highest rating.",
    ]


def test_a_rating_below_the_floor_is_asked_about() -> None:
    (question,) = opening("fide-standard-2024", rating=1399, k=20).questions([7])
    assert (question.code, question.articles[0]) == ("floor", "7.1.2")
    assert list(opening("fide-standard-2024", rating=1400, k=20).questions([7])) == []


def test_an_unrated_row_stays_empty_and_asks_nothing() -> None:
    found = opening("fide-standard-2024", rating=0, k=40)
    assert {int(column[0]) for _, column in found.roll.columns()} == {0}
    assert not found.open_rows.any()


def test_the_proof_and_the_core_read_the_clauses_alike() -> None:
    """Every cell of the clauses, by the scalar reading of the proof and by the core's columns."""
    for edition in DAYS:
        book = arpad.rulebook(edition)
        clauses = book.rule(COEFFICIENT).in_order()
        for games in (0, 29, 30, 31):
            for rating in (1800, 2000, 2001, 2299, 2300, 2399, 2400):
                for highest in {rating, max(rating, 2300), max(rating, 2400)}:
                    for born in (19500101, 20190101):
                        young = frozenset(c.name for c in clauses if c.age_counted and born > 20000000)
                        columns = (np.array([games], np.uint16), np.array([born], np.int32))
                        k, _ = decide(
                            book, 202606, *columns, np.array([highest], np.int16), np.array([rating], np.int16)
                        )
                        assert k_of(clauses, games, rating, highest, young) == k[0]


# --- the last game ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "row", "why", "last"),
    [
        ("fide-standard-2024", {"period_games": 3}, S, 202403),
        ("fide-standard-2024", {"period_games": 0}, MARK, 202402),
        ("fide-standard-2024", {"period_games": 0, "inactive": True}, MARK, 202303),
        ("fide-standard-2024", {"last": 202311, "period_games": 0}, S, 202311),
        ("fide-standard-2024", {}, MARK, 202403),
        ("fide-standard-2009", {"period_games": 0}, MARK, 200905),
        ("fide-standard-2009", {"period_games": 0, "inactive": True}, MARK, 200807),
        ("ukraine-2018", {"period_games": 0, "inactive": True}, MARK, 201502),
    ],
)
def test_r23_the_last_game_is_on_the_latest_list_that_the_mark_allows(
    edition: str, row: dict[str, Any], why: Conclusion, last: int
) -> None:
    found = opening(edition, rating=1800, games=99, highest=1800, **row)
    assert (found.conclusions.last[0], found.roll.last[0]) == (why, last)
    assert found.roll.state[0] == (State.INACTIVE if row.get("inactive") else State.ACTIVE)


# --- from files -------------------------------------------------------------------------------------------------------

XML = b"""<playerslist>
<player><fideid>100</fideid><name>Alfa, Ada</name><country>UTO</country><sex>F</sex><rating>2250</rating>
<games>4</games><k>20</k><birthday>1980</birthday><flag>w</flag></player>
<player><fideid>200</fideid><name>Bravo, Bo</name><country>UTO</country><sex>M</sex><rating>2350</rating>
<games>0</games><k>10</k><birthday>1980</birthday><flag>i</flag></player>
<player><fideid>300</fideid><name>Charlie, Cy</name><country>UTO</country><sex>M</sex><rating>1800</rating>
<games>9</games><k>40</k><birthday>1980</birthday><flag></flag></player>
</playerslist>"""


def test_a_list_file_opens_a_series_and_only_the_new_player_is_asked_about() -> None:
    ratings, _ = read_list(io.BytesIO(XML), "standard_mar24frl_xml.xml")
    book = arpad.rulebook("fide-standard-2024")
    found = open_list(book, date(2024, 3, 1), ratings.born, stated_by_list(ratings, "fide-standard"))
    roll = found.roll
    assert roll.rating.tolist() == [2250, 2350, 1800]
    assert roll.state.tolist() == [State.ACTIVE, State.INACTIVE, State.ACTIVE]
    assert roll.k.tolist() == [20, 10, 40]
    assert roll.highest.tolist() == [2250, 2400, 1800]
    assert roll.last.tolist() == [202403, 202303, 202403]
    assert found.open_rows.tolist() == [False, False, True]
    assert [q.player for q in found.questions(ratings.id.tolist())] == [300]


def test_a_list_without_the_series_is_refused() -> None:
    ratings, _ = read_list(io.BytesIO(XML), "standard_mar24frl_xml.xml")
    with pytest.raises(UserError, match="the list given has no fide-rapid ratings; it has standard"):
        stated_by_list(ratings, "fide-rapid")


def test_a_csv_says_more_than_a_list() -> None:
    data = "id;rating;k;games;highest;born;inactive\n100;2250;20;140;2290;19800000;\n200;1800;40;;;20100000;1\n"
    ids, born, stated = read_opening(data.encode("utf-8-sig"))
    found = open_list(arpad.rulebook("fide-standard-2024"), date(2024, 3, 1), born, stated)
    assert ids.tolist() == [100, 200]
    assert found.roll.games.tolist() == [140, 0]
    assert found.conclusions.games.tolist() == [S, ASK]
    assert found.roll.state.tolist() == [State.ACTIVE, State.INACTIVE]


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"id,raiting\n1,2\n", "f.csv:1: no column 'raiting'; the columns are id, born, rating"),
        (b"id,k\n1,2\n", "f.csv:1: the column rating is missing"),
        (b"", "f.csv:1: the column id is missing"),
        (b"id,rating\n1,18OO\n", "f.csv:2: rating: expected a whole number, found '18OO'"),
        (b"id,rating\n1,-1800\n", "expected a whole number"),
        (b"id,rating\n1,1800\n1,1900\n", "f.csv:3: the number 1 stands twice"),
        (b"id,rating\n,1800\n", "f.csv:2: the number -1 is none"),
        (b"id,rating\n1,1800,5\n", "f.csv:2: more cells than the header has"),
        (b"id,rating\n1,99999\n", "f.csv:2: rating: expected at most 4000, found 99999"),
        (b"id,rating,games\n1,1800,30001\n", "f.csv:2: games: expected at most 30000, found 30001"),
        (b"\xff\xfe", "f.csv: not UTF-8"),
    ],
)
def test_a_csv_that_cannot_be_read_is_refused_with_its_line(data: bytes, error: str) -> None:
    with pytest.raises(UserError, match=error):
        read_opening(data, "f.csv")


@pytest.mark.parametrize("games", [30_001, 65_536])
def test_more_games_than_a_list_can_count_are_refused(games: int) -> None:
    """What was played later is added to the column, which ends at 65,535."""
    born, book = np.zeros(1, np.int32), arpad.rulebook("fide-standard-2024")
    stated = stated_by_columns({"rating": [1800], "k": [20], "games": [games], "highest": [1900]})
    with pytest.raises(UserError, match=f"an opening list has up to 30000 games of a player, not {games}"):
        open_list(book, date(2024, 3, 1), born, stated)
    shown = ShownElsewhere(np.array([games], np.int32), np.array([1900], np.int16))
    stated = stated_by_columns({"rating": [1800], "k": [20]})
    with pytest.raises(UserError, match="an opening list has up to 30000 games"):
        open_list(book, date(2024, 3, 1), born, stated, Beside(shown=shown))


def test_columns_that_an_opening_list_does_not_have_are_refused() -> None:
    with pytest.raises(UserError, match="an opening list has no column 'elo'"):
        stated_by_columns({"elo": [1]})
    with pytest.raises(UserError, match="needs the column rating"):
        stated_by_columns({"k": [1]})
    one, two = (stated_by_columns({"rating": [1800] * n}) for n in (1, 2))
    with pytest.raises(UserError, match="2 rows were entered for a list of 1"):
        open_list(arpad.rulebook("fide-standard-2024"), date(2024, 3, 1), np.zeros(1, np.int32), one, Beside(two))


def test_a_misspelt_column_of_an_opening_list_is_not_taken_for_a_copy(tmp_path: Path) -> None:
    file = tmp_path / "opening.csv"
    file.write_text("id,rating,k,hihgest\n1,1800,20,1900\n", "utf-8")
    with pytest.raises(UserError, match="no column 'hihgest'"):
        read_opening_rows(InputFile(file.name, file), "fide-standard")


def test_an_empty_list_opens_an_empty_series() -> None:
    stated = stated_by_columns({"rating": np.zeros(0, np.int16)})
    found = open_list(arpad.rulebook("fide-standard-2024"), date(2024, 3, 1), np.zeros(0, np.int32), stated)
    assert len(found.roll) == 0


def test_a_k_that_an_officer_enters_is_a_decision_and_an_odd_one_stands() -> None:
    """K 15 is given by no clause of 2024: it is asked about, and stands once an officer has entered it."""
    assert opening("fide-standard-2024", rating=1800, k=15).impossible.tolist() == [True]
    kept = opening("fide-standard-2024", rating=1800, k=15, entered={"k": 15})
    assert (kept.roll.k.tolist(), kept.roll.k_reason.tolist()) == ([15], [KReason.GIVEN])
    assert not kept.open_rows.any()
    mended = opening("fide-standard-2024", rating=1800, k=15, entered={"k": 20})
    assert (mended.roll.k.tolist(), mended.open_rows.tolist()) == ([20], [False])
