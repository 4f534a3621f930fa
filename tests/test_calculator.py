"""The small calculators as a developer calls them: documents in, tables out, schemas kept, every bad field named."""

from __future__ import annotations

import copy
import json
from dataclasses import FrozenInstanceError
from decimal import Decimal
from fractions import Fraction
from importlib.resources import files
from typing import Any

import jsonschema
import pytest
from scenes import EDITIONS

from arpad.asjson import schema as schema_of
from arpad.asjson import to_json
from arpad.calculator import CALCULATION_FUNCTIONS, load_document, rulebook
from arpad.calculator.reading import InputDocument
from arpad.cli.answers import answer_type
from arpad.columns import Status
from arpad.finding import Remedy, UserError

Doc = dict[str, Any]

PERIOD: Doc = {
    "rulebook": "fide-standard-2025",
    "list": "2025-12",
    "player": {"rating": 2400, "k": 10},
    "events": [
        {
            "start": "2025-11-07",
            "system": "swiss",
            "rating": 2395,
            "games": [{"opponent": 1995, "score": 1}, {"opponent": None, "score": 0.5}],
        }
    ],
}
INITIAL: Doc = {"rulebook": "fide-standard-2024", "pools": [{"average": 1901.4, "games": 5, "score": 3}]}
INITIAL_EVENTS: Doc = {
    "rulebook": "fide-standard-2024",
    "events": [{"start": "2024-04-01", "games": [{"opponent": 1800, "score": 1}, {"opponent": 1900, "score": 0.5}]}],
}
ROBIN: Doc = {
    "rulebook": "fide-standard-2009",
    "double": False,
    "players": [
        {"name": "A", "rating": 2600, "score": 8, "k": 10},
        {"name": "B", "rating": 2500, "score": 7, "k": 10},
        {"name": "C", "score": 7},
        {"name": "D", "rating": 2400, "score": 6, "k": 10},
        {"name": "E", "score": 6},
        {"name": "F", "rating": 2150, "score": 4, "k": 15},
        {"name": "G", "rating": 2300, "score": 3, "k": 15},
        {"name": "H", "score": 2},
        {"name": "I", "score": 1},
        {"name": "J", "rating": 2300, "score": 1},
    ],
}
PERFORMANCE: Doc = {"rulebook": "fide-standard-2009", "games": [{"opponent": 2300, "score": 1}]}
TARGET: Doc = {"rulebook": "fide-standard-2024", "rating": 2380, "k": 20, "target": 2400, "opponents": [2400, 2450]}
DOCUMENTS = [
    ("period", PERIOD),
    ("initial", INITIAL),
    ("initial", INITIAL_EVENTS),
    ("round-robin", ROBIN),
    ("performance", PERFORMANCE),
    ("target", TARGET),
]


def ask(what: Any, document: Doc) -> Any:
    """As the command line does: from JSON text, so that no decimal passes through a float, to JSON."""
    read = load_document(json.dumps(document))
    return to_json(rulebook(read["rulebook"]).calculate(what, read), answer_type(f"calc {what}"))


def schema(name: str) -> jsonschema.Draft202012Validator:
    """Of a request as it is shipped; of an answer as its type gives it."""
    what, _, side = name.partition(".")
    if side == "out":
        table = schema_of(answer_type(f"calc {what}"))
    else:
        table = json.loads(files("arpad.calculator").joinpath("schema", f"{name}.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(table)
    return jsonschema.Draft202012Validator(table)


# --- the documents of the issue ---------------------------------------------------------------------------------------


def test_the_document_of_a_period_gives_exactly_what_was_promised() -> None:
    answer = ask("period", PERIOD)
    event = answer["events"][0]
    assert {key: answer[key] for key in ("k", "sum", "change", "rounded", "new_rating")} == {
        "k": 10, "sum": "0.08", "change": "0.80", "rounded": 1, "new_rating": 2401,
    }  # fmt: skip
    assert {key: event[key] for key in ("rc", "sum", "k", "change")} == {
        "rc": 1995, "sum": "0.08", "k": 10, "change": "0.80",
    }  # fmt: skip
    promised: list[Doc] = [
        {"difference": 400, "counted_difference": 400, "limited": False, "expected": "0.92", "delta": "0.08",
         "status": "counted", "articles": ["8.3.1", "8.3.2"]},
        {"difference": None, "counted_difference": None, "limited": False, "expected": None, "delta": "0.00",
         "status": "unrated-opponent", "articles": ["8.3.1"]},
    ]  # fmt: skip
    assert [{key: game[key] for key in one} for game, one in zip(event["games"], promised, strict=True)] == promised


def test_the_document_of_a_first_rating_gives_1922() -> None:
    promised = {
        "rating": 1922, "published": True, "missing": [], "games": 5, "score": "3", "ra": "1872.43", "p": 57, "dp": 50,
    }  # fmt: skip
    answer = ask("initial", INITIAL)
    assert {key: answer[key] for key in promised} == promised
    assert answer["events"] == []


def test_the_document_of_a_round_robin_gives_8_58() -> None:
    answer = ask("round-robin", ROBIN)
    assert (answer["rar"], answer["dpa"], answer["ra"]) == ("2375.00", "29.50", 2348)
    players = {row["name"]: row for row in answer["players"]}
    assert {key: players["C"][key] for key in ("first_pass", "rc_new", "second_pass")} == {
        "first_pass": 2411, "rc_new": 2348, "second_pass": 2411,
    }  # fmt: skip
    unrated = dict.fromkeys(("first_pass", "rc_new", "second_pass"))
    assert players["A"] == {"name": "A", **unrated, "status": "counted", "expected": "7.38", "change": "6.20"}
    assert (players["J"]["expected"], players["J"]["change"]) == ("4.24", None)  # no K was given


def test_an_answer_is_a_value_with_its_units() -> None:
    """Python gets hundredths, half points and members of enums; JSON gets them as people write them."""
    answer = rulebook("fide-standard-2025").calculate("period", load_document(json.dumps(PERIOD)))
    (event,) = answer.events
    assert (answer.change, answer.new_rating, event.score, event.games[0].status) == (80, 2401, 2, Status.COUNTED)
    assert [step.code for step in answer.steps] == ["base", "sum", "k", "change", "rounded", "new-rating"]
    with pytest.raises(FrozenInstanceError):
        answer.change = 0  # type: ignore[misc]


# --- schemas ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", CALCULATION_FUNCTIONS)
def test_every_calculation_has_its_two_schemas(what: str) -> None:
    schema(f"{what}.in")
    schema(f"{what}.out")


@pytest.mark.parametrize(("what", "document"), DOCUMENTS)
def test_an_accepted_document_and_its_answer_fit_the_schemas(what: str, document: Doc) -> None:
    schema(f"{what}.in").validate(document)
    schema(f"{what}.out").validate(ask(what, document))


@pytest.mark.parametrize("edition", EDITIONS)
def test_answers_under_every_edition_fit_the_schemas(edition: str) -> None:
    games: list[Doc] = [{"opponent": 1800 + 100 * n, "score": score} for n, score in enumerate((1, 0.5, 0, 1, 1, 0.5))]
    games.append({"opponent": None, "score": 1})
    period = {"rulebook": edition, "player": {"rating": 2000, "k": 20}, "events": [{"games": games}] * 2}
    schema("period.in").validate(period)
    schema("period.out").validate(ask("period", period))
    initial = {"rulebook": edition, "events": [{"games": games}, {"games": games[2:3]}], "player": {"member": True}}
    schema("initial.in").validate(initial)
    schema("initial.out").validate(ask("initial", initial))
    lost = {"rulebook": edition, "events": [{"games": [{"opponent": 1800, "score": 0}]}]}
    schema("initial.out").validate(ask("initial", lost))
    target = {"rulebook": edition, "rating": 2000, "k": 20, "target": 3000, "opponents": [2000]}
    schema("target.out").validate(ask("target", target))


def paths(document: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where the tables of a document stand."""
    inner: Any = enumerate(document)
    if isinstance(document, dict):
        inner = document.items()
    found = [path] if isinstance(document, dict) else []
    for key, value in inner:
        if isinstance(value, dict | list):
            found += paths(value, (*path, key))
    return found


@pytest.mark.parametrize(("what", "document"), DOCUMENTS)
def test_a_wrong_key_anywhere_is_refused_by_the_schema_and_by_the_reader(what: str, document: Doc) -> None:
    for path in paths(document):
        wrong = copy.deepcopy(document)
        table: Any = wrong
        for key in path:
            table = table[key]
        table["colour"] = 1
        assert not schema(f"{what}.in").is_valid(wrong), path
        with pytest.raises(UserError, match="colour: unknown key"):
            ask(what, wrong)


@pytest.mark.parametrize(("what", "document"), DOCUMENTS)
def test_an_answer_with_a_key_too_many_would_not_fit(what: str, document: Doc) -> None:
    assert not schema(f"{what}.out").is_valid(ask(what, document) | {"colour": 1})


def test_k_and_what_it_follows_from_do_not_fit_the_schema_together() -> None:
    for key, value in (("games", 100), ("born", "2001"), ("highest", 2500)):
        wrong = copy.deepcopy(PERIOD)
        wrong["player"][key] = value
        assert not schema("period.in").is_valid(wrong)
        wrong["player"].pop("k")
        assert schema("period.in").is_valid(wrong)
        wrong["player"] |= {"k": 10, key: None}
        assert schema("period.in").is_valid(wrong)


def test_events_and_pools_do_not_fit_the_schema_together() -> None:
    assert not schema("initial.in").is_valid(INITIAL | {"events": INITIAL_EVENTS["events"]})
    assert not schema("initial.in").is_valid({"rulebook": "fide-standard-2024"})


# --- K that follows from facts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "k", "reason"),
    [
        ({"rating": 2100, "games": 120, "born": "1980-05-03", "highest": 2200}, 20, "below-2400"),
        ({"rating": 2100, "games": 120, "born": "2010", "highest": 2100}, 40, "junior"),
        ({"rating": 2100, "games": 12, "born": "1980", "highest": 2100}, 40, "new-player"),
        ({"rating": 2100, "games": 120, "born": "1980", "highest": 2405}, 10, "reached-2400"),
        ({"rating": 2400}, 10, "reached-2400"),  # nothing else can matter
    ],
)
def test_k_follows_from_games_birth_and_highest_rating(player: Doc, k: int, reason: str) -> None:
    answer = ask("period", PERIOD | {"player": player})
    assert (answer["k"], answer["k_reason"]) == (k, reason)


@pytest.mark.parametrize(
    ("player", "asked"),
    [
        ({"rating": 2100}, "games"),
        ({"rating": 2100, "games": 120}, "born"),
        ({"rating": 2100, "games": 120, "born": "1980"}, "highest"),
    ],
)
def test_a_fact_that_k_depends_on_is_asked_for_by_name(player: Doc, asked: str) -> None:
    with pytest.raises(UserError, match=rf"player: K depends on .*{asked}.*8\.3\.3.*give {asked}"):
        ask("period", PERIOD | {"player": player})


def test_an_event_may_carry_its_own_rulebook_rating_and_k() -> None:
    """The period of October 2025 holds an event of September: 2650 is exempt from the limit in one of them only."""
    document = {
        "rulebook": "fide-standard-2025",
        "list": "2025-11",
        "player": {"rating": 2660, "k": 10},
        "events": [
            {"start": "2025-10-02", "games": [{"opponent": 2200, "score": 1}]},
            {"start": "2025-09-28", "end": "2025-10-04", "rulebook": "fide-standard-2024", "rating": 2655, "k": 20,
             "games": [{"opponent": 2200, "score": 1}]},
        ],
    }  # fmt: skip
    first, second = ask("period", document)["events"]
    assert (first["games"][0]["counted_difference"], first["rulebook"]) == (460, "fide-standard-2025")
    assert (second["games"][0]["counted_difference"], second["rulebook"], second["k"]) == (
        400,
        "fide-standard-2024",
        20,
    )
    assert second["games"][0]["difference"] == 455


def test_18_games_with_k_40_are_computed_with_38() -> None:
    games = [{"opponent": 2000, "score": 1}] * 18
    document = {"rulebook": "fide-standard-2024", "player": {"rating": 2000, "k": 40}, "events": [{"games": games}]}
    answer = ask("period", document)
    assert (answer["k"], answer["k_ceiling"], answer["k_used"], answer["change"]) == (40, 38, 38, "342.00")
    assert answer["events"][0]["k"] == 38
    document["events"] = [{"games": games[:17]}]
    assert ask("period", document)["k_ceiling"] is None
    document |= {"player": {"rating": 2000, "k": 20}, "events": [{"games": (games * 2)[:35]}]}
    answer = ask("period", document)  # 35 times 20 is just what is allowed
    assert (answer["k_ceiling"], answer["events"][0]["k"]) == (None, 20)


# --- first ratings ----------------------------------------------------------------------------------------------------


def test_what_is_missing_to_a_first_rating_is_said_with_its_articles() -> None:
    document = copy.deepcopy(INITIAL_EVENTS)
    document["events"][0]["games"] *= 2
    document["events"][0] |= {"start": "2024-03-20", "end": "2024-03-25"}
    answer = ask("initial", document)
    assert (answer["published"], answer["outcome"]) == (False, "pending")
    (missing,) = answer["missing"]
    assert (missing["code"], missing["articles"]) == ("waiting", ["7.1.4"])
    assert missing["fields"] == {"games": 4, "needed": 5, "until": "2026-05"}
    assert answer["steps"][-1] == missing


def test_until_when_results_count_is_not_said_where_nobody_said_when_they_were_played() -> None:
    document = {"rulebook": "fide-standard-2024", "pools": [{"average": 1900, "games": 4, "score": 3}]}
    assert missing_to(document) == {"games": 4, "needed": 5, "until": None}
    del document["pools"]
    document["events"] = [{"games": [{"opponent": 1900, "score": 1}]}]
    assert missing_to(document) == {"games": 1, "needed": 5, "until": None}


def missing_to(document: Doc) -> Any:
    (missing,) = ask("initial", document)["missing"]
    return missing["fields"]


def test_an_event_that_has_left_the_window_is_refused_and_one_at_its_border_is_not() -> None:
    """2024 7.1.4: on the list of December 2026 results count from October 2024 on."""
    games = [{"opponent": 1900, "score": 1}]
    old: Doc = {"start": "2024-09-30", "rulebook": "fide-standard-2024", "games": games}
    document = {"rulebook": "fide-standard-2025", "events": [old, {"start": "2026-11-20", "games": games}]}
    with pytest.raises(UserError, match=r"events\[0\]\.end: 2024-09-30 is too long ago for the list 2026-12.*7\.1\.4"):
        ask("initial", document)
    old["start"] = "2024-10-01"
    assert missing_to(document) == {"games": 2, "needed": 5, "until": "2026-12"}


def test_a_member_and_a_team_championship_need_seven_games_in_2009() -> None:
    pool = {"average": 1900, "games": 7, "score": 4}
    document: Doc = {"rulebook": "fide-standard-2009", "pools": [pool]}
    assert ask("initial", document)["published"] is False
    assert ask("initial", document | {"player": {"member": True}})["published"] is True
    assert ask("initial", document | {"pools": [pool | {"championship": True}]})["published"] is True


def test_a_first_event_that_does_not_count_gives_no_rating_and_keeps_its_games() -> None:
    document = {"rulebook": "fide-standard-2024", "events": [{"games": [{"opponent": 1900, "score": 0}] * 5}]}
    answer = ask("initial", document)
    assert (answer["rating"], answer["games"], answer["ra"]) == (None, 0, None)
    assert [game["status"] for game in answer["events"][0]["games"]] == ["first-event"] * 5


def test_an_average_is_read_as_written_and_never_through_a_float() -> None:
    """0.1 + 0.2 is no float's business: 1901.4 x 5 is exactly 9507."""
    book = rulebook("fide-standard-2024")
    exact = book.first_rating(pools=[{"average": Decimal("1901.4"), "games": 5, "score": 3}])
    assert exact == book.first_rating(pools=[{"average": Fraction(9507, 5), "games": 5, "score": 3}])
    with pytest.raises(UserError, match=r"pools\[0\]\.average: expected a number, exact"):
        book.first_rating(pools=[{"average": 1901.4, "games": 5, "score": 3}])


# --- performance and target -------------------------------------------------------------------------------------------


def test_the_performance_of_a_result_is_its_average_and_the_difference_by_the_table() -> None:
    games = [{"opponent": 2300, "score": 1}, {"opponent": 2401, "score": 0.5}]
    answer = ask("performance", PERFORMANCE | {"games": games})
    assert (answer["average"], answer["p"], answer["dp"], answer["performance"]) == (2351, 75, 193, 2544)


def test_the_least_score_for_a_target_is_enough_and_half_a_point_less_is_not() -> None:
    answer = ask("target", TARGET)
    assert (answer["score"], answer["new_rating"], answer["best"]) == ("2", 2403, 2403)
    book, opponents = rulebook("fide-standard-2024"), TARGET["opponents"]

    def after(*scores: float) -> int:
        games = [{"opponent": o, "score": s} for o, s in zip(opponents, scores, strict=True)]
        return book.rate_period({"rating": 2380, "k": 20}, [{"games": games}]).new_rating

    assert after(1, 1) == 2403
    assert max(after(1, 0.5), after(0.5, 1)) < 2400


def test_a_target_out_of_reach_says_what_can_be_reached() -> None:
    answer = ask("target", TARGET | {"target": 2500})
    assert (answer["score"], answer["new_rating"], answer["best"]) == (None, None, 2403)


def test_a_target_already_reached_needs_no_more_than_what_keeps_it() -> None:
    answer = ask("target", TARGET | {"target": 2380})
    assert answer["score"] == answer["unchanged"] == "1"


def test_points_against_opponents_who_are_too_far_away_are_not_asked_for() -> None:
    """Rapid and blitz from December 2024, 7.3.1: the game against 2000 does not count for 2700."""
    document = {"rulebook": "fide-rapid-blitz-2024-12", "rating": 2700, "k": 10, "target": 2702}
    answer = ask("target", document | {"opponents": [2000, 2690]})
    assert (answer["score"], answer["new_rating"]) == ("1", 2705)


# --- bad input --------------------------------------------------------------------------------------------------------

GAME = ("events", 0, "games", 0)
WRONG: list[tuple[str, Doc, tuple[Any, ...], Any, str]] = [
    ("period", PERIOD, (*GAME, "score"), 0.3, "events[0].games[0].score: expected 0, 0.5 or 1, found 0.3"),
    ("period", PERIOD, (*GAME, "score"), 2, "events[0].games[0].score: expected 0, 0.5 or 1, found 2"),
    ("period", PERIOD, (*GAME, "score"), -1, "events[0].games[0].score: expected 0, 0.5 or 1, found -1"),
    ("period", PERIOD, (*GAME, "score"), True, "events[0].games[0].score: expected 0, 0.5 or 1, found true"),
    ("period", PERIOD, (*GAME, "score"), "1", 'events[0].games[0].score: expected 0, 0.5 or 1, found "1"'),
    ("period", PERIOD, (*GAME, "score"), None, "events[0].games[0].score: expected 0, 0.5 or 1, found nothing"),
    ("period", PERIOD, (*GAME, "score"), [1], "events[0].games[0].score: expected 0, 0.5 or 1, found a list of 1"),
    ("period", PERIOD, (*GAME, "opponent"), 0, "events[0].games[0].opponent: expected a whole number"),
    ("period", PERIOD, (*GAME, "opponent"), 4001, "events[0].games[0].opponent: expected a whole number"),
    ("period", PERIOD, (*GAME, "opponent"), 1995.5, "events[0].games[0].opponent: expected a whole number"),
    ("period", PERIOD, (*GAME, "opponent"), 10**30, "events[0].games[0].opponent: expected a whole number"),
    ("period", PERIOD, ("player", "rating"), 0, "player.rating: expected a whole number from 1 to 4000, found 0"),
    ("period", PERIOD, ("player", "rating"), False, "player.rating: expected a whole number from 1"),
    ("period", PERIOD, ("player", "rating"), "2400", "player.rating: expected a whole number from 1"),
    ("period", PERIOD, ("player",), [2400], "player: expected a table with rating, k, games, born, highest"),
    ("period", PERIOD, ("player", "k"), 0, "player.k: expected a whole number from 1 to 99"),
    ("period", PERIOD, ("player", "games"), 50, "player: give k, or what it follows from (games), not both"),
    ("period", PERIOD, ("player", "born"), "2001", "player: give k, or what it follows from (born), not both"),
    ("period", PERIOD, ("player",), {"rating": 2100, "born": "01"}, "player.born: expected a birth date written"),
    ("period", PERIOD, ("player",), {"rating": 2100, "born": "0001"}, "player.born: expected a birth from 1905 to the"),
    ("period", PERIOD, ("player",), {"rating": 2100, "born": "1904"}, "player.born: expected a birth from 1905 to the"),
    ("period", PERIOD, ("player",), {"rating": 2100, "born": "2026"}, "player.born: expected a birth from 1905 to the"),
    ("period", PERIOD, ("player",), {"rating": 2100, "born": "2026-01-01"}, "player.born: expected a birth from 1905"),
    ("period", PERIOD, ("player",), {"rating": 2100, "highest": 2000}, "player.highest: expected a whole number"),
    ("period", PERIOD, ("list",), "2025-13", 'list: expected a list written YYYY-MM, found "2025-13"'),
    ("period", PERIOD, ("list",), 202512, "list: expected a list written YYYY-MM, found 202512"),
    ("period", PERIOD, ("list",), "2025-11", "list: 2025-11 comes before the end of events[0], 2025-11-07"),
    ("period", PERIOD, ("list",), "2025-10", "list: the period that 2025-10 closes ends on 2025-09-30"),
    ("period", PERIOD, ("events",), [], "events: expected a list with at least 1, found a list of 0"),
    ("period", PERIOD, ("events",), "none", 'events: expected a list with at least 1, found "none"'),
    ("period", PERIOD, ("events", 0, "games"), {}, "events[0].games: expected a list with at least 1, found a table"),
    ("period", PERIOD, ("events", 0, "start"), "2025-09-30", "events[0].start: fide-standard-2025 is for events"),
    ("period", PERIOD, ("events", 0, "start"), "20251107", "events[0].start: expected a day written YYYY-MM-DD"),
    ("period", PERIOD, ("events", 0, "start"), "2025-W45-5", "events[0].start: expected a day written YYYY-MM-DD"),
    ("period", PERIOD, ("events", 0, "start"), 20251107, "events[0].start: expected a day written YYYY-MM-DD"),
    ("period", PERIOD, ("events", 0, "start"), "2025-02-30", "events[0].start: expected a day written YYYY-MM-DD"),
    ("period", PERIOD, ("events", 0, "end"), "2025-11-06", "events[0].end: lies before the start"),
    ("period", PERIOD, ("events", 0, "system"), "knock-out", "events[0].system: expected one of swiss, team, match"),
    ("period", PERIOD, ("events", 0, "rulebook"), "fide", "events[0].rulebook: no rulebook 'fide'"),
    ("period", PERIOD, ("events", 0, "rulebook"), "ukraine-2018", "events[0].rulebook: ukraine-2018 and"),
    ("initial", INITIAL, ("pools", 0, "average"), True, "pools[0].average: expected a number"),
    ("initial", INITIAL, ("pools", 0, "average"), "1900", "pools[0].average: expected a number"),
    ("initial", INITIAL, ("pools", 0, "average"), 4000.5, "pools[0].average: expected a rating from 1 to 4000"),
    ("initial", INITIAL, ("pools", 0, "games"), 0, "pools[0].games: expected a whole number from 1 to 1000"),
    ("initial", INITIAL, ("pools", 0, "score"), 5.5, "pools[0].score: expected a multiple of 0.5 from 0 to 5"),
    ("initial", INITIAL, ("pools", 0, "score"), 2.25, "pools[0].score: expected a multiple of 0.5 from 0 to 5"),
    ("initial", INITIAL, ("pools", 0, "system"), "rr", "pools[0].system: expected one of swiss"),
    ("initial", INITIAL, ("player",), {"member": 1}, "player.member: expected true or false, found 1"),
    ("initial", INITIAL, ("events",), [], "give either events or pools"),
    ("initial", INITIAL, ("pools",), None, "give either events or pools"),
    ("round-robin", ROBIN, ("players", 0, "score"), 8.5, "players: the scores add up to 45.5; 10 players share 45"),
    ("round-robin", ROBIN, ("players", 0, "score"), 9.5, "players[0].score: expected a multiple of 0.5 from 0 to 9"),
    ("round-robin", ROBIN, ("players", 0, "score"), "8", "players[0].score: expected a multiple of 0.5 from 0 to 9"),
    ("round-robin", ROBIN, ("players", 0, "rating"), 5000, "players[0].rating: expected a whole number from 1 to 4000"),
    ("round-robin", ROBIN, ("players", 0, "k"), True, "players[0].k: expected a whole number"),
    ("round-robin", ROBIN, ("players",), [{"score": 0}], "players: expected a list with at least 2, found a list of 1"),
    ("round-robin", ROBIN, ("players",), [{"score": 0.5}] * 2, "players: nobody is rated, so nobody can be"),
    ("round-robin", ROBIN, ("double",), 1, "double: expected true or false, found 1"),
    ("round-robin", ROBIN, ("double",), True, "players: the scores add up to 45; 10 players share 90"),
    ("performance", PERFORMANCE, ("games", 0, "opponent"), None, "games[0].opponent: expected a whole number"),
    ("performance", PERFORMANCE, ("games",), None, "games: expected a list with at least 1, found nothing"),
    ("target", TARGET, ("opponents",), [], "opponents: expected a list of ratings"),
    ("target", TARGET, ("opponents", 1), None, "opponents[1].rating: expected a whole number from 1"),
    ("target", TARGET, ("target",), 1e3, "target: expected a whole number from 1 to 4000"),
]  # fmt: skip


DAYS = "expected a day in the years 1800 to 2200, found"
FAR = [
    ("period", PERIOD, ("events", 0, "start"), "9999-12-31", f'events[0].start: {DAYS} "9999-12-31"'),
    ("period", PERIOD, ("events", 0, "end"), "2201-01-01", f'events[0].end: {DAYS} "2201-01-01"'),
    ("period", PERIOD, ("list",), "9999-12", 'list: expected a month in the years 1800 to 2200, found "9999-12"'),
]
WRONG += FAR


@pytest.mark.parametrize(("k", "most"), [(40, 700), (20, 1000), (99, 282)])
@pytest.mark.parametrize("more", [1, 65_536])
def test_a_period_has_no_more_games_than_its_columns_hold(k: int, most: int, more: int) -> None:
    """A change of more than 28,000 points has no room in a list; no edition before 2014 had a ceiling on K."""
    game = {"opponent": 2000, "score": 1}
    document = {"rulebook": "fide-standard-2012", "player": {"rating": 2000, "k": k}}
    enough = {**document, "events": [{"games": [game] * (most - 1)}, {"games": [game]}]}
    assert ask("period", enough)["new_rating"] == 2000 + most * k // 2
    with pytest.raises(UserError, match=f"^events: {most + more} games; a calculation takes at most {most}$"):
        ask("period", {**enough, "events": [*enough["events"], {"games": [game] * more}]})


def test_results_of_a_newcomer_are_no_more_than_a_calculation_holds() -> None:
    """70 pools of 1,000 games came to a rating of -18896 under the texts that give points for each half point."""
    pools = [{"average": 2000, "games": 500, "score": 300}] * 2
    assert ask("initial", {"rulebook": "fide-standard-2012", "pools": pools})["games"] == 1000
    more = [*pools, {"average": 2000, "games": 1, "score": 1}]
    with pytest.raises(UserError, match=r"^pools: 1001 games; a calculation takes at most 1000$"):
        ask("initial", {"rulebook": "fide-standard-2012", "pools": more})
    events = [{"games": [{"opponent": 2000, "score": 1}] * 501}] * 2
    with pytest.raises(UserError, match=r"^events: 1002 games; a calculation takes at most 1000$"):
        ask("initial", {"rulebook": "fide-standard-2012", "events": events})


def test_a_target_of_more_opponents_than_a_change_has_room_for_is_refused() -> None:
    document = {"rulebook": "fide-standard-2012", "rating": 2000, "k": 99, "target": 2100}
    assert ask("target", {**document, "opponents": [2000] * 282})["best"] > 15_000
    with pytest.raises(UserError, match=r"^opponents: 283 games; a calculation takes at most 282$"):
        ask("target", {**document, "opponents": [2000] * 283})


@pytest.mark.parametrize(("what", "document", "path", "value", "told"), WRONG, ids=lambda v: str(v)[:50])
def test_a_wrong_value_is_refused_in_one_line_that_names_its_field(
    what: str, document: Doc, path: tuple[Any, ...], value: Any, told: str
) -> None:
    wrong = copy.deepcopy(document)
    table: Any = wrong
    for key in path[:-1]:
        table = table[key]
    table[path[-1]] = value
    with pytest.raises(UserError) as refused:
        ask(what, wrong)
    assert str(refused.value).startswith(told)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 300


def test_an_unrated_opponent_in_a_round_robin_is_sent_to_the_right_calculator() -> None:
    document = {
        "rulebook": "fide-standard-2009",
        "player": {"rating": 2400, "k": 10},
        "events": [{"system": "round-robin", "games": [{"opponent": 2300, "score": 1}, {"score": 1}]}],
    }
    with pytest.raises(
        UserError, match=r"events\[0\]\.games\[1\]\.opponent: .*give it here, or use `arpad calc round-robin`"
    ):
        ask("period", document)
    document["events"][0]["games"][1]["opponent"] = 2144  # type: ignore[index]
    assert ask("period", document)["events"][0]["counted"] == 2
    document["rulebook"] = "fide-standard-2024"
    document["events"][0]["games"][1]["opponent"] = None  # type: ignore[index]
    assert ask("period", document)["events"][0]["games"][1]["status"] == "unrated-opponent"


def test_a_newcomer_s_round_robin_is_sent_to_the_right_calculator() -> None:
    document = {
        "rulebook": "fide-standard-2009",
        "events": [{"system": "round-robin", "games": [{"opponent": 2300, "score": 1}]}],
    }
    with pytest.raises(UserError, match=r"events\[0\]\.system: .*`arpad calc round-robin`"):
        ask("initial", document)


def test_a_round_robin_under_a_rulebook_that_rates_no_unrated_players_there_is_refused_with_the_article() -> None:
    with pytest.raises(UserError, match=r"fide-standard-2024 does not rate games against unrated players.*8\.3\.1"):
        ask("round-robin", ROBIN | {"rulebook": "fide-standard-2024"})


def test_a_newcomer_without_a_point_must_be_left_out_of_the_totals_or_be_no_first_event() -> None:
    players = [
        {"name": "A", "rating": 1800, "score": 1.5},
        {"name": "B", "rating": 1800, "score": 1.5},
        {"name": "C", "score": 0},
    ]
    document = {"rulebook": "fide-standard-2009", "players": players}
    with pytest.raises(UserError, match=r"players: C: a first event with so few points is disregarded.*6\.1"):
        ask("round-robin", document)
    players[2]["first_event"] = False
    assert ask("round-robin", document)["players"][2]["second_pass"] < 1800


# --- documents that are none ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "not a JSON document: Expecting property name"),
        ('{"a": NaN}', "not a JSON document: NaN is no number"),
        ('{"a": -Infinity}', "not a JSON document: -Infinity is no number"),
        ('{"list": 1, "list": 1}', "list: stands twice in the document"),
        ('{"a": {"sc\\u001bore": 1, "sc\\u001bore": 1}}', "sc\\x1bore: stands twice in the document"),
        ("[" * 100_000, "not a document of ours: it is nested too deeply"),
        ('{"a":' * 100_000, "not a document of ours: it is nested too deeply"),
    ],
    ids=lambda v: v[:20],
)
def test_what_is_no_document_is_refused_in_one_line(text: str, told: str) -> None:
    with pytest.raises(UserError) as refused:
        load_document(text)
    assert str(refused.value).startswith(told)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("number", ["1e999999999", "1e-999999999", "0." + "5" * 400, "9" * 5000, "-0.5", "1E400"])
def test_absurd_numbers_are_refused_at_once_with_their_field(number: str) -> None:
    text = json.dumps(PERIOD).replace('"score": 1', f'"score": {number}', 1)
    with pytest.raises(UserError, match=r"^events\[0\]\.games\[0\]\.score: expected 0, 0.5 or 1, found "):
        rulebook("fide-standard-2025").calculate("period", load_document(text))


@pytest.mark.parametrize("number", ["1.0", "1e0", "10e-1", "1.000000000000"])
def test_another_way_to_write_the_same_score_is_the_same_score(number: str) -> None:
    text = json.dumps(PERIOD).replace('"score": 1', f'"score": {number}', 1)
    book = rulebook("fide-standard-2025")
    assert book.calculate("period", load_document(text)) == book.calculate("period", load_document(json.dumps(PERIOD)))


def test_a_long_or_unprintable_value_is_shown_short_and_plain() -> None:
    with pytest.raises(UserError) as refused:
        InputDocument({"a": "x" * 100_000 + "\n"}, ["a"]).whole("a", 1, 2)
    assert str(refused.value) == f'a: expected a whole number from 1 to 2, found "{"x" * 40}..."'
    with pytest.raises(UserError, match=r'found "\\x1b\[31m\\n"$'):
        InputDocument({"a": "\x1b[31m\n"}, ["a"]).whole("a", 1, 2)


def test_what_is_wrong_is_data_with_the_place_what_was_expected_and_what_was_found() -> None:
    with pytest.raises(UserError) as refused:
        ask("period", PERIOD | {"player": {"rating": [2400], "k": 10}})
    assert refused.value.message == "document/whole"
    fields = dict(refused.value.fields)
    assert (fields["path"], fields["low"], fields["high"]) == ("player.rating", 1, 4000)
    assert fields["found"].message == "found/list"
    with pytest.raises(UserError) as refused:
        ask("period", PERIOD | {"player": {"rating": 2100}})
    assert refused.value.remedy == Remedy.to("give-fact-or-k", key="games")
