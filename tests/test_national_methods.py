"""Methods that national systems need: a floor that holds, a gain that is split, results that wait without a term, and
are shown meanwhile.

Each is computed a second time, slowly and with fractions, and by hand where the numbers are small.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from lawtexts import expected_by_hand
from typed import typed

from arpad import calculator
from arpad.columns import AdjustmentKind, FirstOutcome, Firsts, Players, Pool, Roll, State
from arpad.finding import UserError
from arpad.law import rulebook
from arpad.law.drafting import NewNames, draft
from arpad.law.law_set import use_law
from arpad.law.ownfiles import law_with
from arpad.lists.adjust import Adjusting, Correction, adjust, basis
from arpad.lists.listing import sheets_shown_as_provisional
from arpad.rating.crossing import thresholds
from arpad.rating.pool import in_window

CLAUSES = """
clauses = [
    { name = "new", k = 40, games_below = 30 },
    { name = "low", k = 30, rating_below = 1600 },
    { name = "middle", k = 20, rating_below = 2000 },
    { name = "high", k = 10 },
]
precedence = ["new", "low", "middle", "high"]
read = "replaced-list"
"""


PROVISIONAL = """
[article."98"]
says = "From the first game on the list shows what results come to."
[article."98".provisional-list]
games = 1
"""


def own(*changes: tuple[str, str], splits: bool = False, adds: str = "") -> str:
    """A draft with other values, each put in the place of the table that stands there."""
    body = draft(rulebook("fide-standard-2025"), NewNames("own-1", "Own", "own", date(2025, 10, 1)))
    blocks = body.split("\n[")
    for header, values in changes:
        at = next(place for place, block in enumerate(blocks) if block.split("]")[0].endswith(header))
        blocks[at] = blocks[at].split("\n")[0] + "\n" + values.strip("\n") + "\n"
    if splits:
        blocks.append('article."99"]\nsays = "A gain is split where K changes."\n')
        blocks.append('article."99".gain-split]\n')
    return "\n[".join(blocks) + adds


@pytest.fixture
def law(request: pytest.FixtureRequest) -> Iterator[None]:
    with use_law(law_with({"own-1.toml": request.param.encode()})):
        yield


WINNING = (0, 1, 2, 2)
HOLDING = own((".floor", 'method = "holds"\nrating = 1400'))
SPLITTING = own((".coefficient", CLAUSES), (".coefficient-ceiling", "product = 700000"), splits=True)
WAITING = own((".pooling-window", 'method = "no-term"'))


def period(rating: int, games: list[tuple[int, Fraction]], rated: int = 100) -> Any:
    """What the calculator says of a month in which these opponents were met."""
    player = {"rating": rating, "born": "1980", "highest": rating, "games": rated}
    played = [{"opponent": met, "score": Decimal(int(2 * score)) / 2} for met, score in games]
    event = {"start": "2026-02-01", "end": "2026-02-08", "games": played}
    return calculator.rulebook("own-1").rate_period(player, [event], "2026-03")


def score_against(rating: int, games: list[tuple[int, Fraction]]) -> Fraction:
    """The sum of the games, by the printed table; the difference counts up to 400."""
    expected = (expected_by_hand(max(-400, min(400, rating - met))) for met, _ in games)
    return sum(
        (score - Fraction(hundredths, 100) for (_, score), hundredths in zip(games, expected, strict=True)), Fraction(0)
    )


def away(number: Fraction) -> int:
    size = int(abs(number) + Fraction(1, 2))
    return size if number >= 0 else -size


def months(
    seed: int, ratings: tuple[int, int], scores: tuple[int, ...] = (0, 1, 2)
) -> Iterator[tuple[int, list[tuple[int, Fraction]]]]:
    """Months of players whose ratings lie in a range; the scores are half points to draw from."""
    draw = Random(seed)
    for _ in range(60):
        rating = draw.randint(*ratings)
        met = [max(rating + draw.randint(-250, 250), 1000) for _ in range(draw.randint(1, 40))]
        yield rating, [(each, Fraction(draw.choice(scores), 2)) for each in met]


# --- a floor that holds -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("law", [HOLDING], indirect=True)
@pytest.mark.usefixtures("law")
def test_nobody_falls_below_a_floor_that_holds() -> None:
    """1405, three losses against equals at K 20: 1.5 points, so 30 down to 1375, and the floor is 1400."""
    lost = period(1405, [(1405, Fraction(0))] * 3)
    assert (lost.change, lost.rounded, lost.new_rating) == (-3000, -30, 1400)
    assert [(step.code, step.value) for step in lost.steps][-2:] == [("floor-holds", "1400"), ("new-rating", "1400")]
    assert [step.articles for step in lost.steps if step.code == "floor-holds"] == [("7.1.2",)]
    safe = period(1435, [(1435, Fraction(0))] * 3)
    assert (safe.new_rating, "floor-holds" in [step.code for step in safe.steps]) == (1405, False)


@pytest.mark.parametrize("law", [HOLDING], indirect=True)
@pytest.mark.usefixtures("law")
def test_the_floor_holds_as_the_oracle_says() -> None:
    held = 0
    for rating, games in months(1, (1400, 1500)):
        k = min(20, 700 // len(games))
        wanted = max(1400, rating + away(k * score_against(rating, games)))
        assert period(rating, games).new_rating == wanted
        held += wanted == 1400
    assert 5 < held < 60


@pytest.mark.parametrize("law", [HOLDING], indirect=True)
@pytest.mark.usefixtures("law")
def test_a_first_rating_below_a_floor_that_holds_is_the_floor_and_published() -> None:
    """One win and six losses against 1300: with two draws against 1800 it is 1411 less 220, for 22 per cent."""
    games = [{"opponent": 1300, "score": Decimal(at == 0)} for at in range(7)]
    answer = calculator.rulebook("own-1").first_rating(events=[{"games": games}])
    assert (answer.rating, answer.published) == (1400, True)
    plain = calculator.rulebook("fide-standard-2025").first_rating(events=[{"games": games}])
    assert not plain.published
    assert plain.rating == 1411 - 220


@pytest.mark.parametrize("law", [HOLDING], indirect=True)
@pytest.mark.usefixtures("law")
def test_who_is_on_the_list_below_it_is_lifted_and_that_is_told() -> None:
    """A correction takes 60 points from 1430: 1370, and the floor lifts him to 1400."""
    book = rulebook("own-1")
    roll = Roll.of(
        rating=[1430, 1500], state=[State.ACTIVE] * 2, k=[20] * 2, games=[50] * 2, highest=[1500] * 2, last=[202601] * 2
    )
    by = Adjusting(book, 202602, Players.of(born=[0, 0]), roll, corrections=(Correction(0, 1370, "officer", "a slip"),))
    listed, moved = adjust(by, roll)
    assert listed.rating.tolist() == [1400, 1500]
    assert listed.state.tolist() == [State.ACTIVE] * 2
    steps = list(
        zip(moved.player.tolist(), moved.kind.tolist(), moved.before.tolist(), moved.after.tolist(), strict=True)
    )
    assert steps == [(0, AdjustmentKind.CORRECTION, 1430, 1370), (0, AdjustmentKind.HOLDING_FLOOR, 1370, 1400)]
    assert basis(book, date(2026, 2, 1), AdjustmentKind.HOLDING_FLOOR).articles == book.articles("floor")


# --- a gain that is split ---------------------------------------------------------------------------------------------


def k_at(rating: int, games: int) -> int:
    """The clauses above, by hand."""
    return 40 if games < 30 else 30 if rating < 1600 else 20 if rating < 2000 else 10


def split_by_hand(rating: int, games: int, score: Fraction) -> Fraction:
    """Walk up point by point of rating: each is worth what K is there."""
    here, left = Fraction(rating), score
    if left <= 0:
        return k_at(rating, games) * left
    for edge in (1600, 2000):
        k = k_at(int(here), games)
        needed = (edge - here) / k
        if here < edge and left > needed:
            here, left = Fraction(edge), left - needed
    return here + k_at(int(here), games) * left - rating


@pytest.mark.parametrize("law", [SPLITTING], indirect=True)
@pytest.mark.usefixtures("law")
def test_a_gain_beyond_a_rating_at_which_k_changes_counts_with_the_k_from_there() -> None:
    """1990 with K 20, 2.00 points too many: 10 points take 0.50 of them, the other 1.50 are worth 10 each: 2015."""
    won = period(1990, [(1990, Fraction(1))] * 4)
    assert (won.sum, won.change, won.new_rating) == (200, 2500, 2015)
    assert [step.code for step in won.steps] == [
        "base",
        "sum",
        "k",
        "gain-split",
        "change",
        "rounded",
        "new-rating",
    ]
    told = won.steps[3]
    assert (told.fields.thresholds, told.fields.change) == ((2000,), 4000)
    assert told.articles == ("99", "8.3.3")
    assert thresholds(rulebook("own-1")) == (1600, 2000)


@pytest.mark.parametrize("law", [SPLITTING], indirect=True)
@pytest.mark.usefixtures("law")
@pytest.mark.parametrize(
    ("rating", "games", "rated"),
    [
        (1990, [(1990, Fraction(0))] * 4, 100),  # a loss
        (2005, [(2005, Fraction(0))] * 4, 100),  # a loss across the edge
        (1800, [(1800, Fraction(1))] * 4, 100),  # a gain that stays below
        (1980, [(1980, Fraction(1))] * 2, 100),  # a gain that ends exactly there
        (1990, [(1990, Fraction(1))] * 4, 10),  # K is the same on both sides
    ],
)
def test_nothing_else_is_split(rating: int, games: list[tuple[int, Fraction]], rated: int) -> None:
    answer = period(rating, games, rated)
    k = k_at(rating, rated)
    assert answer.new_rating == rating + away(k * score_against(rating, games))
    assert "gain-split" not in [step.code for step in answer.steps]


@pytest.mark.parametrize("law", [SPLITTING], indirect=True)
@pytest.mark.usefixtures("law")
def test_gains_are_split_as_the_oracle_says() -> None:
    crossed = 0
    for (rating, games), played in product(
        [*months(2, (1540, 1610), WINNING), *months(3, (1930, 2010), WINNING)], (10, 100)
    ):
        score = score_against(rating, games)
        change = split_by_hand(rating, played, score)
        answer = period(rating, games, played)
        assert answer.new_rating == rating + away(change), (rating, games, played)
        assert abs(answer.change - 100 * change) <= Fraction(1, 2)
        crossed += change != k_at(rating, played) * score
    assert crossed > 15


@pytest.mark.parametrize("law", [own((".coefficient", CLAUSES), splits=True)], indirect=True)
@pytest.mark.usefixtures("law")
def test_the_ceiling_binds_on_both_sides() -> None:
    """70 games allow K 10: nothing changes at 2000, and nothing is split. 28 allow 25: from 1600 on it is 20."""
    many = [(1990, Fraction(1))] * 36 + [(1990, Fraction(0))] * 34
    assert period(1990, many).change == 10 * 100
    some = [(1595, Fraction(1))] * 15 + [(1595, Fraction(0))] * 13  # one point too many: 5 of 25, then 0.8 of 20
    assert period(1595, some).change == 500 + 1600


@pytest.mark.parametrize("law", [SPLITTING], indirect=True)
@pytest.mark.usefixtures("law")
def test_who_gives_k_itself_is_asked_for_what_it_follows_from() -> None:
    done = typed("calc", "period", "--rulebook", "fide-standard-2025", "--list", "2026-03", "--rating", 1990, "--k", 20,
                 "--game", "1990:1")  # fmt: skip
    assert done.code == 0
    with pytest.raises(UserError, match=r"splits a gain where K changes \(99\)"):
        calculator.rulebook("own-1").rate_period(
            {"rating": 1990, "k": 20}, [{"games": [{"opponent": 1990, "score": 1}]}]
        )


# --- results that wait without a term ---------------------------------------------------------------------------------


@pytest.mark.parametrize("law", [WAITING], indirect=True)
@pytest.mark.usefixtures("law")
def test_results_wait_as_long_as_it_takes() -> None:
    book = rulebook("own-1")
    pool = Pool.of(player=[0, 0], end=[19990101, 20260101])
    assert in_window(book, 202602, pool).tolist() == [True, True]
    assert in_window(rulebook("fide-standard-2025"), 202602, pool).tolist() == [False, True]


@pytest.mark.parametrize("law", [WAITING], indirect=True)
@pytest.mark.usefixtures("law")
def test_old_results_lead_to_a_first_rating_and_no_last_list_is_named() -> None:
    def event(day: str, games: int) -> dict[str, Any]:
        return {"start": day, "end": day, "games": [{"opponent": 1800, "score": Decimal("0.5")}] * games}

    early = calculator.rulebook("own-1").first_rating(events=[event("2025-10-01", 3)], list="2030-01")
    assert (early.published, early.games) == (False, 3)
    assert [step.value for step in early.missing] == ["3 of 5 games"]  # and no list until which they count
    both = calculator.rulebook("own-1").first_rating(
        events=[event("2025-10-01", 3), event("2029-12-01", 2)], list="2030-01"
    )
    assert (both.published, both.rating) == (True, 1800)


# --- provisional ratings, shown from the first game -------------------------------------------------------------------


@pytest.mark.parametrize("law", [own(adds=PROVISIONAL)], indirect=True)
@pytest.mark.usefixtures("law")
def test_who_waits_is_shown_with_what_his_results_come_to_so_far() -> None:
    """One win against 1900, and two hypothetical draws against 1800: 67 per cent of 1833, which is 125 more: 1958."""
    answer = calculator.rulebook("own-1").first_rating(events=[{"games": [{"opponent": 1900, "score": 1}]}])
    assert answer.published is False
    codes = [step.code for step in answer.steps]
    assert codes[-2:] == ["provisional", "waiting"]
    assert (answer.steps[-2].value, answer.steps[-2].articles) == ("1958", ("98",))
    enough = calculator.rulebook("own-1").first_rating(events=[{"games": [{"opponent": 1900, "score": 1}] * 5}])
    assert (enough.published, "provisional" in [step.code for step in enough.steps]) == (True, False)


@pytest.mark.parametrize("law", [own(adds=PROVISIONAL.replace("games = 1", "games = 3"))], indirect=True)
@pytest.mark.usefixtures("law")
def test_who_has_too_few_games_a_rating_or_none_above_the_floor_is_not_shown() -> None:
    book = rulebook("own-1")
    columns = {"games": [2, 3, 4, 9, 5], "rating": [1500, 1500, 1399, 1600, 1700]}
    outcome = [FirstOutcome.PENDING] * 3 + [FirstOutcome.PUBLISHED, FirstOutcome.RESTARTED]
    firsts = Firsts.of(player=[0, 1, 2, 3, 4], outcome=outcome, **columns)
    assert sheets_shown_as_provisional(book, firsts).tolist() == [False, True, False, False, False]
    assert not sheets_shown_as_provisional(rulebook("fide-standard-2025"), firsts).any()


# --- through an office ------------------------------------------------------------------------------------------------


def test_an_office_publishes_and_verifies_by_all_of_them(tmp_path: Path) -> None:
    from month_run import here, season

    path = tmp_path / "own-1.toml"
    path.write_text(own(
        (".floor", 'method = "holds"\nrating = 1500'), (".coefficient", CLAUSES.replace("2000", "1700")),
        (".pooling-window", 'method = "no-term"'), splits=True, adds=PROVISIONAL,
    ))  # fmt: skip
    made = typed("simulate", "--rulebook", path, "--from", "2026-02", "--months", 3, "--players", 200, "--seed", 4,
                 "--defects", 0, "-o", tmp_path / "f")  # fmt: skip
    assert made.code == 0, made
    call = here(str(tmp_path / "office.db"))
    done = season(call, tmp_path / "f", "own", tmp_path / "lists", rulebook=path)
    assert len(done.lists) == 3
    codes: set[str] = set()
    newest = max((tmp_path / "lists").glob("*.json"), key=lambda path: path.stat().st_mtime_ns)
    players = json.loads(newest.read_text())["players"]
    held = sum(row["rating"] == 1500 for row in players)
    for row in players:
        answer = json.loads(call("explain", row["id"], "--json"))
        codes |= {step["code"] for step in answer["steps"]}
        assert answer["after"]["rating"] == row["rating"] >= 1500
    assert {"gain-split", "floor-holds"} <= codes
    waiting = json.loads(call("list", "show", "--kind", "provisional", "--series", "own", "--json"))["players"]
    assert {row["state"] for row in waiting} == {"provisional"}
    assert not {row["id"] for row in waiting} & {row["id"] for row in players}  # they are on no other list
    for row in waiting:
        steps = {step["code"]: step for step in json.loads(call("explain", row["id"], "--json"))["steps"]}
        assert steps["provisional"]["fields"]["rating"] == row["rating"]
        assert "waiting" in steps
    call("list", "export", "txt", "csv", "--kind", "provisional", "--series", "own", "--to", tmp_path)
    assert held
    assert "No differences" in call("verify")
