"""Editions of which only some articles are known: known answers, what changed on which day, what is told of them."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import numpy as np
import pytest
from admission_pairs import field_of, match, newcomer
from events_made import IN_PART, judged, scene
from lawtexts import WHOLE
from scenes import Scene
from test_rating_cases import CELLS, eight_fifty_eight, games_of, k_of, load, name
from typed import typed

import arpad
from arpad.asjson import to_json
from arpad.calculator import rulebook
from arpad.columns import Adjustments, FirstOutcome, Status
from arpad.explain.calculation import PlayerTables, TitledName, calculation
from arpad.explain.first_rating import EventName
from arpad.law import LawError, readings
from arpad.law.calendar import list_for, period
from arpad.law.evidence import doubts, sources
from arpad.law.law_set import package_law
from arpad.model import Verdict
from arpad.rating.coefficient import decide

DAY = timedelta(days=1)
SHARED = {reading.id for reading in readings()} - {"R45"}
CASES = load("earlier-editions")
Case = dict[str, Any]


# --- known answers ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES["event"], ids=name)
def test_an_event_as_it_was_published(case: Case) -> None:
    book, games = rulebook(case["rulebook"]), games_of(case)
    answer = to_json(book.rate_period({"rating": case["rating"], "k": case["k"]}, [{"games": games}]))
    event = answer["events"][0]
    assert answer["change"] == case["change"]
    assert answer["new_rating"] == case.get("new_rating", answer["new_rating"])
    assert event["sum"] == case.get("sum", event["sum"])
    deltas = [game["delta"] for game in event["games"]]
    assert deltas == case.get("deltas", deltas)
    if "expected" in case:
        assert sum(Decimal(game["expected"]) for game in event["games"]) == Decimal(case["expected"])
    if "average_rating" in case:
        assert event["rc"] == case["average_rating"]
    if "performance" in case:
        assert book.performance_rating(games).performance == case["performance"]


@pytest.mark.parametrize("case", CASES["first"], ids=name)
def test_a_first_rating_as_it_was_published(case: Case) -> None:
    pools = [{"average": average, "games": n, "score": Decimal(score)} for average, n, score in case["pools"]]
    answer = rulebook(case["rulebook"]).first_rating(pools=pools)
    assert (answer.rating, answer.published) == (case["rating"], True)


@pytest.mark.parametrize("edition", CASES["coefficient"]["rulebooks"])
@pytest.mark.parametrize("cell", CELLS["cells"], ids=name)
def test_k_as_the_lists_show_it(cell: Case, edition: str) -> None:
    born = 20020000 if cell["junior"] else 19900000
    assert k_of(edition, 202010, cell["games"], born, cell["highest"], cell["rating"]) == cell["k"]


def test_the_second_pass_that_the_page_of_2009_prints_is_that_of_350_points() -> None:
    """REG-8.58-second-ET: a leftover there, the answer of the years before."""
    robin = load("round-robin")
    robin["table"]["rulebook"] = "fide-standard-2006"
    wanted = robin["limit_of_350"]
    players = {row["name"]: row for row in eight_fifty_eight(robin)["players"]}
    assert {who: players[who]["rc_new"] for who in wanted["rc_new"]} == wanted["rc_new"]
    assert {who: players[who]["second_pass"] for who in wanted["ru"]} == wanted["ru"]


def test_2014_8_56_a_junior_by_the_year_and_as_printed_by_the_birthday() -> None:
    """R87: born on 10 May 1998, 40 games, 2100; on the lists of May and June 2016, and of January 2017."""
    applied, printed = arpad.rulebook("fide-standard-2014"), arpad.rulebook("fide-standard-2014", witness="172-ru")
    for list_, year, birthday in ((201605, 40, 40), (201606, 40, 20), (201701, 20, 20)):
        columns = np.array([40], np.uint16), np.array([19980510], np.int32), np.array([2100], np.int16)
        found = [int(decide(book, list_, *columns, np.array([2100], np.int16))[0][0]) for book in (applied, printed)]
        assert found == [year, birthday]


# --- a newcomer's first events ------------------------------------------------------------------------------------


def events_of(edition: str, *events: list[tuple[int, float]]) -> Any:
    """Nora, unrated, plays these events one after the other."""
    told = Scene(edition)
    told.person("Nora", 0)
    for games in events:
        told.play(told.event(), "Nora", *games)
    return told.rate()


def statuses(edition: str, *events: list[tuple[int, float]]) -> list[str]:
    return [Status(line["status"]).name.lower() for line in events_of(edition, *events).lines("Nora")]


SINGLE_LOSS: list[tuple[int, float]] = [(1700, 0)]
POINT_OF_THREE: list[tuple[int, float]] = [(1700, 1), (1700, 0), (1700, 0)]
HALF_OF_THREE: list[tuple[int, float]] = [(1700, 0.5), (1700, 0), (1700, 0)]
WIN_OF_TWO: list[tuple[int, float]] = [(1700, 1), (1700, 0)]


def test_2011_8_21_after_the_first_event_a_single_lost_game_counts() -> None:
    """In 2009 every event needs three games; from 2011 on the first alone, with a point; from 2014 on none does."""
    assert statuses("fide-standard-2009", POINT_OF_THREE, SINGLE_LOSS) == ["pooled", "minimum_event_games"]
    for edition in ("fide-standard-2011", "fide-standard-2012", "fide-standard-2013", "fide-standard-2014"):
        assert statuses(edition, POINT_OF_THREE, SINGLE_LOSS) == ["pooled", "pooled"]


@pytest.mark.parametrize(
    ("edition", "half", "two", "zero_then"),
    [
        ("fide-standard-2011", "first_event", "minimum_event_games", ["minimum_event_games", "minimum_event_games"]),
        ("fide-standard-2013", "first_event", "minimum_event_games", ["minimum_event_games", "minimum_event_games"]),
        ("fide-standard-2014", "pooled", "pooled", ["first_event", "first_event"]),
        ("fide-standard-2017", "pooled", "pooled", ["first_event", "first_event"]),
        ("fide-standard-2022", "pooled", "pooled", ["first_event", "pooled"]),
        ("fide-rapid-blitz-2012", "first_event", "minimum_event_games", ["minimum_event_games", "minimum_event_games"]),
        ("fide-rapid-blitz-2014", "first_event", "pooled", ["first_event", "first_event"]),
        ("fide-rapid-blitz-2022", "pooled", "pooled", ["first_event", "pooled"]),
    ],
)
def test_what_a_first_event_needs(edition: str, half: str, two: str, zero_then: list[str]) -> None:
    """Half a point in three games; a point in two; a lost game, and another one in the next event."""
    assert statuses(edition, HALF_OF_THREE) == [half]
    assert statuses(edition, WIN_OF_TWO) == [two]
    assert statuses(edition, SINGLE_LOSS, SINGLE_LOSS) == zero_then


@pytest.mark.parametrize(
    ("edition", "games", "rating"),
    [
        ("fide-standard-2011", 8, None), ("fide-standard-2011", 9, 1760), ("fide-standard-2013", 9, 1760),
        ("fide-standard-2014", 4, None), ("fide-standard-2014", 5, 1760), ("fide-standard-2017", 5, 1760),
        ("fide-rapid-blitz-2012", 9, 1740), ("fide-rapid-blitz-2014", 5, 1730),
    ],
)  # fmt: skip
def test_how_many_games_a_first_rating_needs_and_what_half_a_point_is_worth(
    edition: str, games: int, rating: int | None
) -> None:
    """Against 1700: two points more than lost of nine (15 each half), one and a half of five (20)."""
    over = 4 if games in (8, 9) else 3
    lost = (games - over) // 2
    results = [1.0] * over + [1.0, 0.0] * lost + [0.5] * (games - over - 2 * lost)
    first = events_of(edition, [(1700, score) for score in results]).first("Nora")
    assert (first["outcome"] == FirstOutcome.PUBLISHED) == (rating is not None)
    if rating is not None:
        assert first["rating"] == rating


# --- what may be rated --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", IN_PART)
def test_a_sound_event_is_ratable_and_told_only_on_what_it_rests(edition: str) -> None:
    answer = judged(scene(edition))
    assert (answer.edition, answer.verdict) == (edition, Verdict.RATABLE)
    assert {finding.code for finding in answer.findings} <= {"edition-choice"}
    messages = {finding.message for finding in answer.findings}
    head = arpad.rulebook(edition).head
    assert (f"edition-choice/{head.standing}" in messages) == bool(head.standing)


def verdict(edition: str, **change: Any) -> str:
    return str(judged(scene(edition, **change)).verdict)


def test_the_conjecture_is_said_in_every_answer() -> None:
    for change in ({}, match("11=="), {"registered": None}, {"control": "3'"}):
        messages = {finding.message for finding in judged(scene("fide-rapid-blitz-2014", **change)).findings}
        assert "edition-choice/conjecture" in messages


def test_an_unverified_value_is_named_where_the_event_meets_it() -> None:
    """2022: the limit of 400 (R93), only where a difference is wide; matches (R96), only where one is decided."""

    def named(**change: Any) -> str:
        found = judged(scene("fide-standard-2022", **change)).findings
        return " ".join(finding.sentence for finding in found if finding.message == "edition-choice/unverified")

    assert named() == ""
    assert "difference-limit (8.3.1, ruling R93)" in named(ratings=(2300, *(1700,) * 7))
    assert "match-decided (6.2, ruling R96)" in named(**match("11=="))


def test_the_rate_of_play_is_asked_of_the_event_until_2017_and_then_of_each_game() -> None:
    """One player of 2200 and 119 minutes; one of 2300 and 100 minutes, who needs 120 until 2021 and 90 from 2022 on."""
    fast = {"ratings": (2200, *(1500,) * 7), "control": "119'"}
    for edition in ("fide-standard-2011", "fide-standard-2012", "fide-standard-2013", "fide-standard-2014"):
        assert verdict(edition, **fast) == "not-ratable"
    for edition in ("fide-standard-2017", "fide-standard-2021"):
        assert verdict(edition, **fast) == "ratable-with-exclusions"
    for edition in ("fide-standard-2022", "fide-standard-2023-12"):
        assert verdict(edition, **fast) == "ratable"


@pytest.mark.parametrize(
    ("edition", "days"),
    [
        ("fide-standard-2013", 7), ("fide-standard-2014", 7), ("fide-standard-2017", 7), ("fide-standard-2021", 7),
        ("fide-standard-2022", 3), ("fide-standard-2023-12", 3), ("fide-rapid-blitz-2012", 2),
        ("fide-rapid-blitz-2014", 3), ("fide-rapid-blitz-2022", 3),
    ],
)  # fmt: skip
def test_the_notice_of_each_edition(edition: str, days: int) -> None:
    start = IN_PART[edition][1]
    assert verdict(edition, registered=start - days * DAY) == "ratable"
    assert verdict(edition, registered=start - (days - 1) * DAY) == "not-ratable"


def test_a_month_of_notice_until_june_2013() -> None:
    assert verdict("fide-standard-2012", registered=date(2013, 2, 1)) == "ratable"
    assert verdict("fide-standard-2012", registered=date(2013, 2, 2)) == "not-ratable"


@pytest.mark.parametrize(
    ("edition", "late"),
    [
        ("fide-standard-2012", False), ("fide-standard-2013", True), ("fide-standard-2017", True),
        ("fide-standard-2022", True), ("fide-standard-2023-12", False), ("fide-rapid-blitz-2022", False),
    ],
)  # fmt: skip
def test_norms_need_30_days_from_2013_to_2023(edition: str, late: bool) -> None:
    """29 days are a month in March 2013 of February."""
    registered = IN_PART[edition][1] - (28 if edition == "fide-standard-2012" else 29) * DAY
    assert verdict(edition, registered=registered, norms=True) == ("not-ratable" if late else "ratable")


def test_25_december_2023_strong_players_need_30_days() -> None:
    strong = {"ratings": (2701, *(1700,) * 7), "registered": date(2024, 1, 10)}
    assert verdict("fide-standard-2023-12", **strong) == "not-ratable"
    assert verdict("fide-standard-2022", **strong | {"registered": date(2022, 4, 20)}) == "ratable"
    accepted = {"approvals": [{"what": "late-registration", "by": "president"}]}
    assert verdict("fide-standard-2023-12", **strong, **accepted) == "ratable"


def test_hybrid_events_need_approval_from_february_2021_on() -> None:
    for edition, asked in (("fide-standard-2017", False), ("fide-standard-2021", True), ("fide-standard-2022", True)):
        assert (verdict(edition, hybrid=True) == "not-ratable") == asked
        assert verdict(edition, hybrid=True, approvals=["hybrid"], notation=True) == "ratable"


def test_round_robins_rate_newcomers_until_2021() -> None:
    """A third of rated players is asked as long as newcomers are rated there."""
    for edition, asked in (("fide-standard-2014", True), ("fide-standard-2021", True), ("fide-standard-2022", False)):
        codes = {finding.code for finding in judged(scene(edition, **field_of(12, 3))).findings}
        assert ("round-robin-rated-share" in codes) == asked


def test_half_a_point_of_a_newcomer_in_a_round_robin() -> None:
    for edition, falls in (("fide-standard-2013", True), ("fide-standard-2014", False)):
        found = judged(scene(edition, **newcomer("000000=", shape="robin")))
        assert ("first-event-opponents" in {finding.code for finding in found.findings}) == falls


@pytest.mark.parametrize(
    ("edition", "series", "control", "rated"),
    [
        ("fide-rapid-blitz-2012", "fide-rapid", "15'", True), ("fide-rapid-blitz-2012", "fide-rapid", "14'", False),
        ("fide-rapid-blitz-2012", "fide-blitz", "14'", True), ("fide-rapid-blitz-2012", "fide-blitz", "5'", True),
        ("fide-rapid-blitz-2012", "fide-blitz", "3'+1\"", False), ("fide-rapid-blitz-2014", "fide-rapid", "14'", True),
        ("fide-rapid-blitz-2014", "fide-blitz", "14'", False), ("fide-rapid-blitz-2014", "fide-blitz", "3'+2\"", True),
    ],
)  # fmt: skip
def test_which_minutes_are_rapid_and_blitz(edition: str, series: str, control: str, rated: bool) -> None:
    assert verdict(edition, series=series, control=control) == ("ratable" if rated else "not-ratable")


# --- lists --------------------------------------------------------------------------------------------------------


def test_the_lists_of_the_years_between() -> None:
    """Six a year to July 2012, then twelve; seven days to close until June 2013, then three; half a year of rapid."""
    assert list_for("fide-standard", date(2012, 4, 24)) == date(2012, 5, 1)
    assert list_for("fide-standard", date(2012, 4, 25)) == date(2012, 7, 1)
    assert list_for("fide-standard", date(2012, 7, 25)) == date(2012, 8, 1)
    assert list_for("fide-standard", date(2013, 6, 25)) == date(2013, 8, 1)
    assert list_for("fide-standard", date(2013, 7, 29)) == date(2013, 8, 1)
    assert list_for("fide-rapid", date(2012, 2, 5)) == date(2012, 7, 1)
    assert period("fide-blitz", date(2012, 9, 1)) == (date(2012, 8, 1), date(2012, 8, 31))


# --- the files ----------------------------------------------------------------------------------------------------


def test_the_hash_of_an_edition_covers_every_file_behind_it() -> None:
    law = package_law()
    assert set(law.some(["fide-standard-2014"]).files) == {
        *(f"fide-standard-{year}.toml" for year in (2009, 2011, 2012, 2013, 2014)), "readings.toml", "adjustments.toml",
    }  # fmt: skip
    for base in ("fide-standard-2009", "fide-standard-2012"):
        changed = {**law.files, f"{base}.toml": law.files[f"{base}.toml"] + b"\n"}
        other = replace(law, files=changed)
        assert other.sha256("fide-standard-2014") != law.sha256("fide-standard-2014")
        assert other.sha256("fide-standard-2024") == law.sha256("fide-standard-2024")


def test_a_law_that_lost_a_file_behind_an_edition_says_so() -> None:
    law = package_law()
    lost = replace(law, files={name: body for name, body in law.files.items() if name != "fide-standard-2009.toml"})
    with pytest.raises(LawError, match="it is written like 'fide-standard-2009', which is not there"):
        lost.rulebook("fide-standard-2011")


@pytest.mark.parametrize("edition", package_law().ids)
def test_every_value_has_evidence_every_doubt_a_ruling_and_every_source_a_line(edition: str) -> None:
    book = arpad.rulebook(edition)
    marks = {name: filled.evidence for name, filled in book.edition.fillings.items() if not filled.reading}
    assert all(marks.values())
    assert {number for each in marks.values() for mark in each for number in mark.sources} <= set(sources())
    for doubt in doubts(book):
        assert doubt.alternative
        assert doubt.ruling not in SHARED, doubt  # a ruling of its own, or the one reading that was made for it
        assert doubt.ruling in {ruling.id for ruling in book.rulings}
    assert bool(doubts(book)) == (edition not in WHOLE)


def test_every_source_is_used_somewhere_or_stands_behind_one_that_is() -> None:
    books = [arpad.rulebook(edition) for edition in package_law().ids]
    filled = [filled for book in books for filled in book.edition.fillings.values()]
    used = {number for each in filled for mark in each.evidence for number in mark.sources}
    decisions = {52, 53, 54, 55, 56, 62}  # of one-off adjustments
    told = {9, 13, 14, 20, 41, 59, 60, 61}  # of dates, fines and time controls beside the texts
    assert set(sources()) == used | decisions | told


# --- explained ----------------------------------------------------------------------------------------------------


def test_a_calculation_names_what_nobody_has_verified() -> None:
    """2022: a second difference above 400, and the rounding; 2024 rests on nothing of the kind."""
    for edition, wanted in (
        ("fide-standard-2022", {"difference-limit", "change-rounding"}),
        ("fide-standard-2024", set()),
    ):
        told = Scene(edition)
        told.person("Ada", 2600, k=10)
        told.play(told.event(), "Ada", (2000, 1), (2100, 1))
        made = told.rate()
        answer = calculation(tables_of(made))
        assert {doubt.concept for doubt in answer.doubts} == wanted
        assert {doubt.edition for doubt in answer.doubts} <= {edition}
        assert answer.standings == ()


@pytest.mark.parametrize(
    "asked",
    [
        ("expected", "--difference", "10"),
        ("dp", "--percent", "60"),
        ("period", "--list", "2016-02", "--rating", "2000", "--k", "20", "--game", "2000:1"),
        ("initial", "--game", "2000:1"),
        ("round-robin", "--player", "A:2000:1.5", "--player", "B:-:1", "--player", "C:2000:0.5"),
        ("performance", "--game", "2000:1"),
        ("target", "--rating", "2000", "--k", "20", "--target", "2010", "--opponent", "2000"),
    ],
)
def test_a_calculator_says_by_what_kind_of_edition_it_answers(asked: tuple[str, ...]) -> None:
    answer = json.loads(typed("calc", *asked, "--rulebook", "fide-rapid-blitz-2014", "--json").out)
    assert answer["standings"] == [{"edition": "fide-rapid-blitz-2014", "standing": "conjecture"}]
    known = json.loads(typed("calc", *asked, "--rulebook", "fide-standard-2014", "--json").out)
    assert known["standings"] == []


def test_a_calculation_by_a_conjecture_says_so() -> None:
    told = Scene("fide-rapid-blitz-2014")
    told.person("Ada", 2000, k=20)
    told.play(told.event(), "Ada", (2000, 1))
    answer = calculation(tables_of(told.rate()))
    assert [(each.edition, each.standing) for each in answer.standings] == [("fide-rapid-blitz-2014", "conjecture")]
    assert "difference-limit" not in {doubt.concept for doubt in answer.doubts}  # no difference was wide


def tables_of(made: Any) -> PlayerTables:
    period = made.period
    people = {at: TitledName(at, who, "", "") for at, who in enumerate(made.names)}
    events = {int(key): EventName(str(key), "Invented Open", "") for key in period.events.key.tolist()}
    series = period.books[-1].series or period.books[-1].head.series[0]
    return PlayerTables(series, period, 0, None, None, period.pool, Adjustments.of(player=[]), None, people, events)
