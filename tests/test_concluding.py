"""What an officer lets be concluded of an opening list, and what lists of earlier months prove.

Worked out from the clauses by hand: 2024 gives 10 to whoever was ever published at 2400, else 40 to juniors never at
2300, else 40 below 30 games, else 20; 2009 has 25 and 15 and no juniors.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typed import Runner
from varying import without_varying

import arpad
from arpad.cli import app
from arpad.columns import KReason
from arpad.days import Month
from arpad.finding import UserError
from arpad.intake import RatingList, read_list
from arpad.law.rules.rating import COEFFICIENT
from arpad.lists.concluding import Concluding, ShownElsewhere, shown_by_past_lists
from arpad.lists.opening import Beside, Opening, open_list, stated_by_columns
from arpad.lists.proved_by_k import Conclusion, k_of

K, X, ASK, LISTS, FEWEST, NOT_NEW, AT_HAND = (
    Conclusion.FROM_K, Conclusion.SETTLED, Conclusion.ASKED, Conclusion.FROM_LISTS, Conclusion.FEWEST,
    Conclusion.NOT_NEW, Conclusion.AT_HAND,
)  # fmt: skip
DAYS = {"fide-standard-2009": date(2009, 7, 1), "fide-standard-2024": date(2024, 3, 1)}
ADULT, JUNIOR, UNKNOWN = 19800000, 20100000, 0
BOTH = frozenset(Concluding)
S24, S09 = "fide-standard-2024", "fide-standard-2009"


def opening(
    edition: str, born: int, chosen: frozenset[Concluding] = BOTH, shown: tuple[int, int] | None = None, **row: Any
) -> Opening:
    stated = stated_by_columns({name: [value] for name, value in row.items()})
    past = None if shown is None else ShownElsewhere.of(games=[shown[0]], highest=[shown[1]])
    beside = Beside(None, past, chosen)
    return open_list(arpad.rulebook(edition), DAYS[edition], np.array([born], np.int32), stated, beside)


def concluded(found: Opening) -> tuple[tuple[Conclusion, int], tuple[Conclusion, int]]:
    kept = found.conclusions
    return (
        (Conclusion(int(kept.games[0])), int(found.roll.games[0])),
        (Conclusion(int(kept.highest[0])), int(found.roll.highest[0])),
    )


@pytest.mark.parametrize(
    ("edition", "born", "row", "games", "highest"),
    [
        # an adult with a newcomer's K has fewer than 30 games: at least those of this list
        (S24, ADULT, {"rating": 1800, "k": 40}, (FEWEST, 0), (K, 1800)),
        (S24, ADULT, {"rating": 1800, "k": 40, "period_games": 7}, (FEWEST, 7), (K, 1800)),
        (S09, ADULT, {"rating": 2300, "k": 25, "period_games": 4}, (FEWEST, 4), (K, 2300)),
        # of a junior age explains K 40: he need not be new, and then he was never at 2300
        (S24, JUNIOR, {"rating": 1800, "k": 40, "period_games": 7}, (NOT_NEW, 30), (AT_HAND, 1800)),
        # at 2300 it does not: he is new
        (S24, JUNIOR, {"rating": 2320, "k": 40, "period_games": 9}, (FEWEST, 9), (K, 2320)),
        # an unknown birth explains nothing
        (S24, UNKNOWN, {"rating": 1800, "k": 40}, (FEWEST, 0), (K, 1800)),
        # without a K nobody need be new
        (S24, ADULT, {"rating": 1800}, (NOT_NEW, 30), (AT_HAND, 1800)),
        # what K proves stays proved
        (S24, ADULT, {"rating": 2250, "k": 20}, (K, 30), (K, 2250)),
        (S24, ADULT, {"rating": 2250, "k": 10}, (X, 0), (K, 2400)),
        (S24, JUNIOR, {"rating": 2250, "k": 20}, (K, 30), (K, 2300)),
    ],
)
def test_what_is_concluded_by_choice(
    edition: str, born: int, row: dict[str, Any], games: tuple[Conclusion, int], highest: tuple[Conclusion, int]
) -> None:
    found = opening(edition, born, **row)
    assert concluded(found) == (games, highest)
    assert not found.open_rows.any()


def test_what_is_not_chosen_is_still_asked() -> None:
    junior: dict[str, Any] = {"rating": 1800, "k": 40}
    games = opening(S24, JUNIOR, frozenset({Concluding.GAMES}), **junior)
    assert concluded(games) == ((NOT_NEW, 30), (ASK, 1800))
    highest = opening(S24, JUNIOR, frozenset({Concluding.HIGHEST}), **junior)
    assert concluded(highest) == ((ASK, 0), (AT_HAND, 1800))
    assert concluded(opening(S24, JUNIOR, frozenset(), **junior)) == ((ASK, 0), (ASK, 1800))


@pytest.mark.parametrize(
    ("born", "row", "shown", "games", "highest"),
    [
        # 30 games on other lists: age explains K, and who is not new and has K 40 was never at 2300
        (JUNIOR, {"rating": 1800, "k": 40}, (35, 1850), (LISTS, 35), (LISTS, 1850)),
        (JUNIOR, {"rating": 1800, "k": 40, "period_games": 9}, (21, 1700), (LISTS, 30), (K, 1800)),
        # fewer prove nothing
        (JUNIOR, {"rating": 1800, "k": 40, "period_games": 8}, (21, 1700), (ASK, 29), (ASK, 1800)),
        # a junior who was at 2300 and has K 40 is new
        (JUNIOR, {"rating": 2250, "k": 40}, (12, 2310), (ASK, 12), (LISTS, 2310)),
        # more than K needs to know
        (ADULT, {"rating": 1800, "k": 20}, (61, 1990), (LISTS, 61), (LISTS, 1990)),
        (ADULT, {"rating": 1800, "k": 20}, (12, 1700), (K, 30), (K, 1800)),
        (ADULT, {"rating": 2380, "k": 10}, (12, 2441), (LISTS, 12), (LISTS, 2441)),
    ],
)
def test_what_other_lists_prove_without_a_choice(
    born: int, row: dict[str, Any], shown: tuple[int, int], games: tuple[Any, int], highest: tuple[Any, int]
) -> None:
    found = opening(S24, born, frozenset(), shown, **row)
    assert concluded(found) == (games, highest)


def test_lists_and_a_choice_together_leave_nothing_to_ask() -> None:
    new = opening(S24, JUNIOR, BOTH, (12, 2310), rating=2250, k=40)
    assert concluded(new) == ((FEWEST, 12), (LISTS, 2310))
    assert (new.roll.k[0], new.roll.k_reason[0]) == (40, KReason.NEW_PLAYER)
    assert not new.open_rows.any()


@pytest.mark.parametrize(
    ("born", "row", "shown", "contradicted"),
    [
        (ADULT, {"rating": 1800, "k": 40}, (30, 1800), True),  # 30 games, and a newcomer's K
        (ADULT, {"rating": 2350, "k": 20}, (50, 2405), True),  # once at 2400 there is only 10
        (ADULT, {"rating": 1800, "k": 15}, (0, 0), False),  # nobody has that K
        (JUNIOR, {"rating": 2250, "k": 40}, (31, 2300), True),
    ],
)
def test_contradictions_are_asked_about_whatever_is_chosen(
    born: int, row: dict[str, Any], shown: tuple[int, int], contradicted: bool
) -> None:
    found = opening(S24, born, BOTH, shown, **row)
    assert found.open_rows.tolist() == [True]
    assert found.contradicted.tolist() == [contradicted]
    (question,) = found.questions([77], "list.txt")
    assert question.message.endswith("contradicted" if contradicted else "impossible")


def test_whatever_is_concluded_gives_the_k_of_the_list() -> None:
    """Every kind of player at once: the concluded numbers must give K by the clauses, as the K of the file has it."""
    rng = np.random.default_rng(7)
    rows = 4000
    born = rng.choice([ADULT, JUNIOR, UNKNOWN], rows).astype(np.int32)
    stated = stated_by_columns({
        "rating": rng.integers(1400, 2500, rows), "k": rng.choice([10, 20, 40], rows),
        "period_games": rng.integers(0, 12, rows),
    })  # fmt: skip
    shown = ShownElsewhere.of(games=rng.integers(0, 60, rows), highest=rng.integers(1400, 2500, rows))
    book = arpad.rulebook(S24)
    found = open_list(book, DAYS[S24], born, stated, Beside(None, shown, BOTH))
    clauses = book.rule(COEFFICIENT).in_order()
    junior = next(clause.name for clause in clauses if clause.age_counted)
    sound = np.flatnonzero(~found.open_rows)
    assert 0 < len(sound) < rows
    for row in sound.tolist():
        games, highest = int(found.roll.games[row]), int(found.roll.highest[row])
        assert games >= shown.games[row]
        assert highest >= max(shown.highest[row], stated.rating[row])
        ways = [frozenset({junior})] if born[row] == JUNIOR else [frozenset()]
        ways += [frozenset({junior})] if born[row] == UNKNOWN else []
        got = {k_of(clauses, games, int(stated.rating[row]), highest, young) for young in ways}
        assert int(stated.k[row]) in got


# --- lists of earlier months --------------------------------------------------------------------------------------


HEAD = "ID Number      Name".ljust(76) + "Fed Sex Tit  WTit OTit           FOA {month} Gms K  B-day Flag\r\n"


def past(month: str, **rows: tuple[int, int]) -> RatingList:
    """A list in FIDE's text, with rating and games by number."""
    lines = [
        f"{number[1:]:<15}{'Invented, Ann':<61}UKR M   {'':<29}{rating:<6}{games:<4}20 1980  \r\n"
        for number, (rating, games) in rows.items()
    ]
    text = HEAD.format(month=month or "SRtng") + "".join(lines)
    return read_list(io.BytesIO(text.encode()), "list.txt", "standard")[0]


def test_games_are_added_up_and_the_highest_is_that_of_any_list() -> None:
    lists = [past("JAN24", n1=(1800, 5), n2=(1900, 0)), past("FEB24", n1=(1750, 9), n3=(0, 4))]
    shown = shown_by_past_lists(lists, "fide-standard", np.array([3, 1, 2, 9], np.int64), Month(202403))
    assert shown.games.tolist() == [0, 14, 0, 0]
    assert shown.highest.tolist() == [0, 1800, 1900, 0]


@pytest.mark.parametrize(("months", "message"), [(("MAR24",), "past/not-earlier"), (("JAN24", "JAN24"), "past/twice")])
def test_a_past_list_is_of_an_earlier_month_and_given_once(months: tuple[str, ...], message: str) -> None:
    with pytest.raises(UserError) as wrong:
        shown_by_past_lists(
            [past(month, n1=(1800, 5)) for month in months], "fide-standard", np.array([1]), Month(202403)
        )
    assert wrong.value.message.startswith(message)
    with pytest.raises(UserError, match="no fide-rapid ratings"):
        shown_by_past_lists([past("JAN24", n1=(1800, 5))], "fide-rapid", np.array([1]), Month(202403))


# --- in an office -------------------------------------------------------------------------------------------------


ROWS = {  # number: born, rating, K, games on this list
    990007: (19800102, 1800, 40, 7),
    990014: (20100000, 1700, 40, 3),
    990021: (19700505, 2150, 20, 0),
    990028: (0, 1650, 40, 0),
}


def written(folder: Path, month: str, ratings: dict[int, int], games: int = 0) -> Path:
    """The people of `ROWS` on a list of a month, with these ratings, as FIDE writes it."""
    lines = [HEAD.format(month=month)]
    for number, rating in ratings.items():
        born, _, k, of_list = ROWS[number]
        lines.append(
            f"{number:<15}{f'Invented{number}, Ann':<61}UKR M   {'':<29}{rating:<6}{games or of_list:<4}{k:<3}"
            f"{born // 10000 or '0000':<6}\r\n"
        )
    path = folder / f"standard_{month.lower()}frl.txt"
    path.write_text("".join(lines), "ascii", newline="")
    return path


@pytest.fixture
def office(tmp_path: Path) -> Callable[..., tuple[int, str]]:
    """An office where the people of `ROWS` are registered; the command line in it."""

    def arpad_(*arguments: str) -> tuple[int, str]:
        at = () if arguments[0] == "explain" else ("--who", "Officer", "--now", "2024-03-05")
        done = Runner().invoke(app, [*arguments, "--db", f"{tmp_path / 'office.db'}", *at])
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        return done.exit_code, done.stdout

    assert arpad_("init", "--rehearsal")[0] == 0
    listed = written(tmp_path, "MAR24", {number: row[1] for number, row in ROWS.items()})
    assert arpad_("player", "import", str(listed))[0] == 0
    return arpad_


def test_a_list_asks_without_a_choice_and_opens_with_it_and_explain_tells_how(
    office: Callable[..., tuple[int, str]], tmp_path: Path
) -> None:
    file = str(tmp_path / "standard_mar24frl.txt")
    code, out = office("list", "open", "fide-standard", file, "--json")
    assert code == 1
    assert len(json.loads(out)["questions"]) == 4  # the games of three, and the highest of the junior
    code, out = office("list", "open", "fide-standard", file, "--conclude", "games,highest")
    assert (code, out.splitlines()[0]) == (0, "fide-standard is open with the list 2024-03: 4 players")
    assert "needs the list 2024-02" in out  # the advice for events that began before
    _, out = office("explain", "990014", "--list", "2024-03")
    assert "not on the list  ->  1700 active, K 40 (junior), 30 games" in out
    assert "games so far: 30 (concluded: as many as an established player needs; age explains K" in out
    assert "highest rating: 1700 (concluded: the highest that K proves and the lists at hand show)" in out
    assert "No event" not in out
    _, out = office("explain", "990007", "--json")
    facts = {fact["fact"]: (fact["value"], fact["conclusion"]) for fact in json.loads(out)["opening"]["facts"]}
    assert facts == {"games": (7, "fewest"), "highest": (1800, "from-k"), "last": (202403, "stated")}


def test_past_lists_prove_more_and_only_contradictions_are_asked(
    office: Callable[..., tuple[int, str]], tmp_path: Path
) -> None:
    file = str(tmp_path / "standard_mar24frl.txt")
    january = written(tmp_path, "JAN24", {990014: 1710, 990028: 1600, 990021: 2420}, games=30)
    february = written(tmp_path, "FEB24", {990014: 1690}, games=4)
    lists = ("--past", str(january), "--past", str(february))
    code, out = office("list", "open", "fide-standard", file, *lists, "--conclude", "games", "--conclude", "highest")
    assert code == 1
    assert (
        "No clause gives K 20 to 990021, rated 2150, with 30 games and 2420 as the highest on the lists given." in out
    )
    assert "990028" not in without_varying(out)  # of an unknown birth it may have been a junior's K
    entered = tmp_path / "entered.csv"
    entered.write_text("id;games;highest\n990021;200;2380\n", "utf-8")
    code, out = office("list", "open", "fide-standard", file, *lists, "--conclude", "games", "--entered", str(entered))
    assert code == 0, out
    _, out = office("explain", "990014", "--json")
    facts = {fact["fact"]: (fact["value"], fact["conclusion"]) for fact in json.loads(out)["opening"]["facts"]}
    assert facts["games"] == (37, "from-lists")
    assert facts["highest"] == (1710, "from-lists")
    _, out = office("explain", "990021")
    assert "games so far: 200 (entered by an officer)" in out


@pytest.mark.parametrize(
    ("flags", "says"),
    [
        (("--conclude", "games,hihgest"), "'hihgest' is nothing that can be concluded; games or highest is"),
        (("--past", "standard_mar24frl.txt"), "a past list is of an earlier month than 2024-03, not of 2024-03"),
    ],
)
def test_a_choice_that_nobody_has_and_a_list_that_is_not_past_are_refused(
    office: Callable[..., tuple[int, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    flags: tuple[str, ...], says: str,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UserError) as wrong:
        office("list", "open", "fide-standard", "standard_mar24frl.txt", *flags)
    assert str(wrong.value).startswith(says)
