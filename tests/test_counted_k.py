"""K by the number of games, counted game by game inside a period: by hand, by an oracle, through an office."""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from lawtexts import expected_by_hand
from test_history_files import otherwise
from test_national_methods import away, own
from typed import typed

from arpad import calculator
from arpad.finding import Problem, UserError
from arpad.history.bundle import Library
from arpad.law import rulebook
from arpad.law.law_set import use_law
from arpad.law.ownfiles import law_with

CLAUSES = """
clauses = [
    { name = "first", k = 60, games_below = 10 },
    { name = "new", k = 40, games_below = 30 },
    { name = "low", k = 30, rating_below = 1600 },
    { name = "high", k = 10 },
]
precedence = ["first", "new", "low", "high"]
read = "replaced-list"
counted = "game-by-game"
"""
WITHOUT_CEILING = (".coefficient-ceiling", "product = 700000")
COUNTING = own((".coefficient", CLAUSES), WITHOUT_CEILING)
BOUND = own((".coefficient", CLAUSES))
SPLIT_TOO = own((".coefficient", CLAUSES), WITHOUT_CEILING, splits=True)

Game = tuple[int, Fraction]


@pytest.fixture
def law(request: pytest.FixtureRequest) -> Iterator[None]:
    with use_law(law_with({"own-1.toml": request.param.encode()})):
        yield


def month(rating: int, rated: int, *events: list[Game]) -> Any:
    """What the calculator says of a month with these events, one after the other."""
    player = {"rating": rating, "born": "1980", "highest": rating, "games": rated}
    given = []
    for at, games in enumerate(events):
        played = [{"opponent": met, "score": Decimal(int(2 * score)) / 2} for met, score in games]
        given.append({"start": f"2026-02-{1 + 3 * at:02}", "end": f"2026-02-{2 + 3 * at:02}", "games": played})
    return calculator.rulebook("own-1").rate_period(player, given, "2026-03")


def k_by_hand(rating: int, games: int) -> int:
    return 60 if games < 10 else 40 if games < 30 else 30 if rating < 1600 else 10


def by_hand(rating: int, rated: int, games: list[Game], most: int = 1000) -> Fraction:
    """Game after game, each with the K that those before it leave."""
    change = Fraction(0)
    for at, (met, score) in enumerate(games):
        expected = Fraction(expected_by_hand(max(-400, min(400, rating - met))), 100)
        change += min(k_by_hand(rating, rated + at), most) * (score - expected)
    return change


WIN, LOSS = Fraction(1), Fraction(0)


@pytest.mark.parametrize("law", [COUNTING], indirect=True)
@pytest.mark.usefixtures("law")
def test_k_changes_with_the_thirtieth_game_and_not_with_the_list() -> None:
    """28 games: two wins against equals are worth 20 each at K 40, the two after them 5 each at K 10: 50."""
    answer = month(1800, 28, [(1800, WIN)] * 4)
    assert (answer.change, answer.new_rating) == (5000, 1850)
    (event,) = answer.events
    assert (event.k, event.k_reason, event.k_ceiling, event.change) == (40, "new", False, 5000)
    assert [(each.game, each.k, each.k_reason) for each in event.k_changes] == [(3, 10, "high")]
    (told,) = [step for step in answer.steps if step.code == "counted-k"]
    assert (told.fields.games, told.fields.k, told.articles) == (2, 10, ("8.3.3",))
    assert told.label == "K after 2 games of the period, because games are counted one by one"


@pytest.mark.parametrize("law", [COUNTING], indirect=True)
@pytest.mark.usefixtures("law")
def test_the_count_goes_on_from_event_to_event() -> None:
    """8 games: two with 60, then 40 to the end of the first event and in the whole of the second."""
    answer = month(1800, 8, [(1800, WIN)] * 3, [(1800, LOSS)] * 2)
    assert [(event.k, event.k_reason, event.change) for event in answer.events] == [
        (60, "first", 3000 + 3000 + 2000), (40, "new", -4000),
    ]  # fmt: skip
    assert [[(each.game, each.k) for each in event.k_changes] for event in answer.events] == [[(3, 40)], []]
    exactly = month(1800, 8, [(1800, WIN)] * 2, [(1800, LOSS)] * 2)  # the change falls between the events
    assert [event.k_changes for event in exactly.events] == [(), ()]
    assert [(event.k, event.k_reason, event.k_ceiling, event.change) for event in exactly.events] == [
        (60, "first", False, 6000), (40, "new", False, -4000),
    ]  # fmt: skip
    assert [step.fields.games for step in exactly.steps if step.code == "counted-k"] == [2]


@pytest.mark.parametrize("law", [COUNTING], indirect=True)
@pytest.mark.usefixtures("law")
def test_two_bounds_inside_one_period_and_none() -> None:
    answer = month(1500, 9, [(1500, WIN)] * 22)
    assert [(step.fields.games, step.fields.k) for step in answer.steps if step.code == "counted-k"] == [
        (1, 40), (21, 30),
    ]  # fmt: skip
    assert answer.change == 3000 + 20 * 2000 + 1500
    steady = month(1800, 40, [(1800, WIN)] * 4)
    assert (steady.change, [step.code for step in steady.steps if step.code == "counted-k"]) == (2000, [])


@pytest.mark.parametrize("law", [COUNTING], indirect=True)
@pytest.mark.usefixtures("law")
def test_k_is_counted_as_the_oracle_says() -> None:
    draw, turned = Random(5), 0
    for _ in range(120):
        rating, rated = draw.randint(1500, 1700), draw.randint(0, 35)
        played = [
            (rating + draw.randint(-200, 200), Fraction(draw.randint(0, 2), 2)) for _ in range(draw.randint(2, 30))
        ]
        cut = draw.randint(1, len(played) - 1)
        change = by_hand(rating, rated, played)
        answer = month(rating, rated, played[:cut], played[cut:])
        assert (answer.change, answer.new_rating) == (100 * change, rating + away(change)), (rating, rated, played, cut)
        turned += any(event.k_changes for event in answer.events)
    assert turned > 40


@pytest.mark.parametrize("law", [BOUND], indirect=True)
@pytest.mark.usefixtures("law")
def test_the_ceiling_lowers_each_game() -> None:
    """20 games allow K 35: those before the thirtieth count with 35, the others with 10."""
    games = [(1800, WIN), (1800, LOSS)] * 5 + [(1800, WIN)] * 10
    answer = month(1800, 18, games)
    assert answer.change == 100 * by_hand(1800, 18, games, 35)
    (event,) = answer.events
    assert (event.k, event.k_reason, event.k_ceiling) == (35, "new", True)
    assert [(each.game, each.k) for each in event.k_changes] == [(13, 10)]
    later = month(1800, 8, [(1800, WIN)] * 2, [(1800, LOSS)] * 18)  # another clause, the same ceiling
    assert [(event.k, event.k_reason, event.k_ceiling) for event in later.events] == [
        (35, "first", True), (35, "new", True),
    ]  # fmt: skip
    many = month(1800, 18, [(1800, WIN)] * 70)  # and where it allows no more than the lower K, nothing changes
    assert (many.change, many.events[0].k_changes) == (35 * 10 * 100, ())


UP_AGAIN = (
    CLAUSES.replace('"first", k = 60, games_below = 10', '"first", k = 40, games_below = 10')
    .replace('"new", k = 40, games_below = 30', '"new", k = 20, games_below = 20')
    .replace('"high", k = 10', '"high", k = 40')
)


@pytest.mark.parametrize("law", [own((".coefficient", UP_AGAIN))], indirect=True)
@pytest.mark.usefixtures("law")
def test_a_k_that_comes_again_has_the_reason_of_its_clause() -> None:
    games = [(1800, WIN)]
    eight = month(1800, 8, games * 4, games * 12, games * 3)
    assert [(event.k, event.k_reason, event.k_ceiling) for event in eight.events] == [
        (36, "first", True), (20, "new", False), (36, "high", True),
    ]  # fmt: skip
    assert [[(each.game, each.k) for each in event.k_changes] for event in eight.events] == [[(3, 20)], [(9, 36)], []]


@pytest.mark.parametrize("law", [SPLIT_TOO], indirect=True)
@pytest.mark.usefixtures("law")
@pytest.mark.parametrize(
    ("rated", "wins", "change", "new"), [(9, 1, 3000, 1620), (29, 1, 2000, 1610), (28, 2, 4000, 1630)]
)
def test_nothing_is_split_where_the_k_of_the_last_game_is_the_same_beyond(
    rated: int, wins: int, change: int, new: int
) -> None:
    """The games of a newcomer end exactly at a bound: with the last of them K is still that of a newcomer."""
    answer = month(1590, rated, [(1590, WIN)] * wins)
    assert (answer.change, answer.new_rating) == (change, new)


@pytest.mark.parametrize("law", [own((".coefficient-ceiling", "product = 65537"))], indirect=True)
@pytest.mark.usefixtures("law")
def test_a_ceiling_beyond_any_k_is_not_taken_for_a_small_one() -> None:
    answer = month(1800, 40, [(1800, WIN)])
    assert (answer.events[0].k, answer.change) == (20, 1000)
    assert [step.value for step in answer.steps if step.code in ("k", "ceiling")] == ["20"]  # nothing is lowered


@pytest.mark.parametrize("law", [SPLIT_TOO], indirect=True)
@pytest.mark.usefixtures("law")
def test_a_gain_is_split_with_the_k_of_the_last_game() -> None:
    """1590 with 29 games: one win at K 40 and two at K 30 are 50, of which 40 lie beyond 1600 with K 10 for 30."""
    answer = month(1590, 29, [(1590, WIN)] * 3)
    assert answer.events[0].change == 2000 + 1500 + 1500
    assert answer.change == 1000 + Fraction(4000 * 10, 30).__round__()


@pytest.mark.parametrize("law", [COUNTING], indirect=True)
@pytest.mark.usefixtures("law")
def test_who_gives_k_itself_is_asked_for_the_games() -> None:
    with pytest.raises(UserError, match=r"counts the games that K asks for one by one \(8\.3\.3\)"):
        calculator.rulebook("own-1").rate_period(
            {"rating": 1990, "k": 20}, [{"games": [{"opponent": 1990, "score": 1}]}]
        )


@pytest.mark.parametrize("law", [COUNTING], indirect=True)
@pytest.mark.usefixtures("law")
def test_a_target_needs_one_k() -> None:
    with pytest.raises(UserError, match=r"may change K inside a period \(8\.3\.3\).*calc period"):
        calculator.rulebook("own-1").target(rating=1800, k=40, target=1850, opponents=[1800])


def test_games_are_counted_from_the_list_being_replaced_only() -> None:
    wrong = own((".coefficient", CLAUSES.replace("replaced-list", "event-start")))
    with use_law(law_with({"own-1.toml": wrong.encode()})), pytest.raises(Problem, match="replaced-list"):
        rulebook("own-1")


def test_an_office_publishes_explains_and_proves_by_it(tmp_path: Path) -> None:
    from month_run import here, season

    path = tmp_path / "own-1.toml"
    path.write_text(COUNTING)
    made = typed("simulate", "--rulebook", path, "--from", "2026-02", "--months", 3, "--players", 200, "--seed", 4,
                 "--defects", 0, "-o", tmp_path / "f")  # fmt: skip
    assert made.code == 0, made
    call = here(str(tmp_path / "office.db"))
    season(call, tmp_path / "f", "own", tmp_path / "lists", rulebook=path)
    newest = max((tmp_path / "lists").glob("*.json"), key=lambda file: file.stat().st_mtime_ns)
    turned: list[dict[str, Any]] = []
    code, whose = "", 0
    for row in json.loads(newest.read_text())["players"]:
        answer = json.loads(call("explain", row["id"], "--json"))
        before, events = answer["before"], [event for event in answer["events"] if event["k"]]
        if not before or before["state"] != "active" or not events:
            continue
        count, change = before["games"], Fraction(0)
        for event in events:
            for game in event["games"]:
                if game["status"] == "counted":
                    change += k_by_hand(before["rating"], count) * Fraction(game["delta"])
                    count += 1
            turned += event["k_changes"]
            if event["k_changes"]:
                code, whose = event["code"], answer["player"]
        assert sum(Fraction(event["change"]) for event in events) == change
    assert turned
    assert f", {turned[-1]['k']} from game {turned[-1]['game']}  K*chg" in call("explain", whose)
    assert "No differences" in call("verify")
    sheet = json.loads(call("explain", "--event", code, "--json"))["players"]
    assert [line["k_changes"] for line in sheet if line["id"] == whose] == [turned[-1:]]
    call("history", "export", tmp_path / "history")
    found = otherwise(Library(tmp_path / "history"))
    assert all("its numbers come out" in each or "opening" in each or "its seal is" in each for each in found)
    call("bundle", tmp_path / "bundle")
    done = typed("verify", "--public", tmp_path / "bundle", "--json")
    assert json.loads(done.out)["good"]
