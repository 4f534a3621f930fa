"""`arpad check` as an arbiter runs it: verdicts, questions and their answers, lists, letters, JSON, wrong calls."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from admission_pairs import field_of
from events_made import Scene, scene
from tables_made import list_text, list_xml
from typed import Runner

from arpad.asjson import schema
from arpad.checking import CheckResult
from arpad.cli import app, main
from arpad.cli.terminal import wrap_letter

STANDARD_2025, STANDARD_2024, STANDARD_2009 = "fide-standard-2025", "fide-standard-2024", "fide-standard-2009"
RATINGS = (2450, 2210, 2105, 1998, 1850, 1710, 1640, 1502)
SCHEMA = schema(CheckResult)
QUESTIONS = ("--series", "fide-standard", "--registered", "2025-10-20", "--hybrid", "no", "--laws", "yes",
             "--announced", "rated",
             "--schedule", "2025-11-03,2025-11-04,2025-11-05,2025-11-06,2025-11-07")  # fmt: skip
AS_OF = ("--as-of", "2025-11-10")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def put(made: Scene, name: str = "open") -> None:
    Path(f"{name}.trf").write_bytes(made.text.encode())


def put_sidecar(facts: dict[str, Any], name: str = "open") -> None:
    def toml(value: Any) -> str:
        if isinstance(value, date):
            return value.isoformat()
        if isinstance(value, list):
            return "[" + ", ".join(toml(each) for each in value) + "]"
        if isinstance(value, dict):
            return "{ " + ", ".join(f"{key} = {toml(each)}" for key, each in value.items()) + " }"
        return json.dumps(value)

    text = "\n".join(f"{key} = {toml(value)}" for key, value in facts.items())
    Path(f"{name}.event.toml").write_text(text + "\n", "utf-8")


def arpad(*arguments: str) -> tuple[int, str]:
    """The command in this process."""
    result = Runner().invoke(app, ["check", *arguments])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.stdout


def wrong(*arguments: str) -> str:
    """The one line of a call that is wrong, which ends with 2."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "argv", ["arpad", "check", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
    assert (ended.value.code, out.getvalue()) == (2, "")
    (line,) = err.getvalue().splitlines()
    return line


# --- acceptance ---------------------------------------------------------------------------------------------------


def test_with_a_sidecar_definite_without_it_questions_and_answers_by_flags_give_the_verdict_again() -> None:
    put(scene(STANDARD_2025, RATINGS, control="90'+30\""))
    known = {"announced": "rated", "schedule": [date(2025, 11, day) for day in range(3, 8)]}
    put_sidecar({"series": "fide-standard", "registered": date(2025, 10, 20), "hybrid": False, "laws": True, **known})
    definite = (
        0,
        "open.trf: 8 players, 5 rounds, 20 games; ratable; fide-standard-2025; list of 2025-12; report by 2025-11-30\n"
        "open.trf: no rating list is given; the printed ratings stand in\n",
    )
    assert arpad("open.trf", *AS_OF) == definite
    Path("open.event.toml").unlink()
    assert arpad("open.trf", *AS_OF, "--ask") == (
        0,
        "open.trf: 8 players, 5 rounds, 20 games; undecided: facts are missing (edition-choice, hybrid-event, "
        "laws-of-chess, registered-event); fide-standard-2025; list of 2025-12; report by 2025-11-30\n"
        "open.trf: no rating list is given; the printed ratings stand in\n"
        "open.trf edition-choice (ask): The rating series is not known. "
        'Say it, as in series = "fide-standard" in the event description, or --series fide-standard.\n'
        "open.trf hybrid-event (0.2, ask): It is not known whether the event was hybrid. "
        "Say it: hybrid = true or false in the event description, or --hybrid yes or no.\n"
        "open.trf laws-of-chess (2.1, ask): It is not known whether the Laws of Chess were applied. "
        "Say it: laws = true or false in the event description, or --laws yes or no.\n"
        "open.trf registered-event (0.2, ask): The day on which the event was registered is not known. "
        "Give it: registered = YYYY-MM-DD in the event description, or --registered YYYY-MM-DD.\n",
    )
    assert arpad("open.trf", *AS_OF, *QUESTIONS) == definite


@pytest.mark.parametrize(
    ("edition", "change", "facts"),
    [
        (STANDARD_2009, {}, {"series", "registered", "laws"}),
        (STANDARD_2009, {"dated": False}, {"series", "registered", "laws", "rounds_per_day"}),
        (STANDARD_2009, {"length": 91}, {"series", "registered", "laws", "league"}),
        (STANDARD_2009, {"length": 52}, {"series", "registered", "laws", "official"}),
        (STANDARD_2009, field_of(9, 3), {"series", "registered", "laws", "national_championship"}),
        (STANDARD_2009, field_of(9, 2), {"series", "registered", "laws", "national_championship", "women_only"}),
        (STANDARD_2009, {"ratings": (1700, 1690), "shape": "match"}, {"series", "registered", "laws",
                                                                     "games_scheduled"}),
        (STANDARD_2024, {}, {"series", "registered", "laws", "hybrid"}),
        (STANDARD_2024, {"dated": False}, {"series", "registered", "laws", "hybrid", "rounds_per_day"}),
        ("fide-rapid-blitz-2018", {}, {"series", "registered", "laws", "hybrid", "arbiters"}),
        ("fide-rapid-blitz-2024", {}, {"series", "registered", "laws", "hybrid"}),
        ("ukraine-2018", {}, {"agreed", "laws", "notation"}),
    ],
)  # fmt: skip
def test_one_question_per_missing_fact_and_each_answer_takes_its_question_away(
    edition: str, change: dict[str, Any], facts: set[str]
) -> None:
    made = scene(edition, **change)
    put(made)
    report_day = ["--ask", "--as-of", f"{made.today}", "--reported", f"{made.today}"]
    known = {"rounds_per_day": 1, **made.facts}
    flags = ["--series", "ukraine"] if edition == "ukraine-2018" else []
    words = {True: "yes", False: "no"}
    asked = [line for line in arpad("open.trf", *report_day, *flags)[1].splitlines() if ", ask)" in line]
    asked += [line for line in arpad("open.trf", *report_day, *flags)[1].splitlines() if " (ask)" in line]
    assert len(asked) == len(facts), asked
    for name in sorted(facts):
        value = known[name]
        text = "Arbiter, Ada:A1" if name == "arbiters" else words[value] if isinstance(value, bool) else str(value)
        flags += [f"--{name.replace('_', '-')}", text]
    days = ",".join(str(day) for day in made.facts.get("schedule", ()))
    flags += ["--announced", "rated", *(["--schedule", days] if days else [])]
    code, out = arpad("open.trf", *report_day, *flags)
    assert " ask)" not in out
    put_sidecar(dict(made.facts) | ({} if change.get("dated", True) else {"rounds_per_day": 1}))
    assert arpad("open.trf", *report_day) == (code, out)


def test_fide_standard_2024_90_and_30_with_a_2450_player_counts_and_60_and_30_loses_exactly_his_games() -> None:
    days = ("--schedule", ",".join(f"2024-05-{day:02}" for day in range(3, 8)))
    flags = (
        "--as-of",
        "2024-05-10",
        "--registered",
        "2024-04-20",
        *QUESTIONS[4:-2],
        *days,
        "--series",
        "fide-standard",
    )
    put(scene(STANDARD_2024, RATINGS, control="90'+30\""))
    _, out = arpad("open.trf", *flags)
    assert out.splitlines() == [
        "open.trf: 8 players, 5 rounds, 20 games; ratable; fide-standard-2024; list of 2024-06; report by 2024-05-31",
        "open.trf: no rating list is given; the printed ratings stand in",
    ]
    put(scene(STANDARD_2024, RATINGS, control="60'+30\""))
    code, out = arpad("open.trf", *flags)
    verdict, _, *found = out.splitlines()
    assert found == [
        "open.trf:13:92 rate-of-play (1.1, exclude): Invented1, Ann is rated 2450: 90 minutes for 60 "
        "moves is less than the 120 minutes the game against Invented8, Ann needs. "
        "The game stays in the ledger and does not count. The same of 4 more: "
        + ", ".join(f"Invented1, Ann (round {turn})" for turn in range(2, 6))
        + "."
    ]
    assert "ratable with 5 games and 0 players excluded; fide-standard-2024" in verdict
    assert (code, arpad("open.trf", *flags, "--strict")[0]) == (0, 1)


def test_fide_standard_2009_nine_players_three_rated_four_rated_and_one_unplayed_game() -> None:
    flags = [
        "--as-of", "2010-04-01", "--series", "fide-standard", "--registered", "2010-01-05", "--laws", "yes",
        "--national-championship", "no",
    ]  # fmt: skip
    put(scene(STANDARD_2009, **field_of(9, 3)))
    code, out = arpad("open.trf", *flags)
    assert code == 1
    assert (
        "open.trf small-round-robin (6.31, refuse): 3 of 9 players are rated; a round robin of fewer than 10 needs 4."
        in out
    )
    assert out.splitlines()[0].endswith("; not ratable; fide-standard-2009")
    put(scene(STANDARD_2009, **field_of(9, 4)))
    code, out = arpad("open.trf", *flags)
    assert code == 0
    assert "; ratable; fide-standard-2009; list of 2010-05" in out
    put(scene(STANDARD_2009, **field_of(9, 3), results={(2, 1): "+"}))
    code, out = arpad("open.trf", *flags)
    assert code == 0
    assert "incomplete-round-robin (6.43, advice): A game of this round robin was not played: it is rated as a" in out


def test_a_real_case_60_and_30_with_a_2807_player_in_2025_is_not_ratable_for_that_game() -> None:
    """Louisiana 2025: 60 minutes and 30 seconds a move are 90 minutes; 120 were needed against 2807."""
    put(scene(STANDARD_2025, (2807, *(1700,) * 7), control="60'+30\"", rounds=1))
    _, out = arpad("open.trf", *AS_OF, *QUESTIONS, "--registered", "2025-09-20")
    assert out.count(" rate-of-play (1.1, exclude): ") == 1
    assert "Invented1, Ann is rated 2807: 90 minutes for 60 moves is less than the 120 minutes the game against " in out
    assert "ratable with 1 game and 0 players excluded" in out


# --- lists --------------------------------------------------------------------------------------------------------


def player(number: int, rating: int, **more: str) -> dict[str, str]:
    empty = dict.fromkeys(
        ("title", "letters", "wtitle", "otitle", "foa", "flag", "rapid", "blitz", "short", "long"), ""
    )
    return empty | {
        "id": str(990000 + 7 * number), "name": f"Invented{number}, Ann", "fed": "UKR", "sex": "M", "rating":
        str(rating), "games": "0", "k": "20", "rgames": "0", "rk": "20", "bgames": "0", "bk": "20", "year": "1980",
    } | more  # fmt: skip


def put_list(people: list[dict[str, str]], month: str = "NOV25", name: str = "standard.txt") -> None:
    Path(name).write_bytes(list_text(people, "single").replace(b"SEP25", month.encode()))


def test_the_list_counts_and_not_what_is_printed() -> None:
    put(scene(STANDARD_2025, RATINGS, control="60'+30\""))
    put_list([player(1, 2399), *(player(number, RATINGS[number - 1]) for number in range(2, 9))])
    _, out = arpad("open.trf", *AS_OF, *QUESTIONS, "--list", "standard.txt")
    assert out.splitlines() == [
        "open.trf: 8 players, 5 rounds, 20 games; ratable; fide-standard-2025; list of 2025-12; report by 2025-11-30",
        "open.trf:13:1 ratings-used (4.1, advice): Invented1, Ann is printed with 2450; on the list at the start: "
        "2399. The list counts.",
    ]


def test_a_player_who_is_not_on_the_list_is_asked_about_and_a_slip_is_told() -> None:
    """990056 of the eighth player is printed as 990065; his own number is one transposition away."""
    put(scene(STANDARD_2025, RATINGS, control="90'+30\"", ids={8: 990065}))
    put_list([player(number, RATINGS[number - 1]) for number in range(1, 9)])
    _, out = arpad("open.trf", *AS_OF, *QUESTIONS, "--list", "standard.txt")
    assert (
        "ratings-used (4.1, ask): Invented8, Ann is printed with 1502, but the number 990065 is not on the list. "
        "Compare the number; the printed rating is not used." in out
    )
    assert "id-slip (advice): Invented8, Ann: the number 990065 is not on the list; 990056, one slip away, is" in out
    assert "undecided: facts are missing (ratings-used)" in out


def test_an_id_whose_name_or_birth_year_disagree_is_told() -> None:
    put(scene(STANDARD_2025, RATINGS, control="90'+30\""))
    people = [player(number, RATINGS[number - 1]) for number in range(1, 9)]
    people[0]["name"], people[1]["year"] = "Somebody, Else", "1999"
    put_list(people)
    _, out = arpad("open.trf", *AS_OF, *QUESTIONS, "--list", "standard.txt")
    assert "id-of-another (advice): Invented1, Ann has the number of Somebody, Else on the list." in out
    assert "id-of-another (advice): Invented2, Ann has the number of Invented2, Ann on the list." in out
    assert out.count("id-of-another") == 2


def test_a_list_of_another_month_or_series_is_a_wrong_call() -> None:
    put(scene(STANDARD_2025, RATINGS))
    put_list([player(1, 2450)], "DEC25")
    assert wrong("open.trf", *QUESTIONS, "--list", "standard.txt") == (
        "arpad: the ratings are those of 2025-11-03: the list of 2025-11 is needed, given are 2025-12"
    )
    put_list([player(1, 2450)])
    line = wrong("open.trf", *QUESTIONS, "--series", "fide-rapid", "--list", "standard.txt")
    assert line == "arpad: the list given has no fide-rapid ratings; it has standard"
    assert wrong("open.trf", "--list", "no-such.txt") == "arpad: --list no-such.txt: No such file or directory"


def test_fide_rapid_2024_a_standard_rating_of_a_second_list_stands_in() -> None:
    """Player 1 has no rapid rating; his standard rating is in another file, and he counts as rated."""
    put(scene("fide-rapid-blitz-2024", (1700,) * 8))
    put_list([player(1, 1700)], "MAY24")
    people = [player(number, 1700, name=f"Invented{number}, Ann") for number in range(2, 9)]
    Path("rapid_may24frl.txt").write_bytes(list_text(people, "single").replace(b"SEP25", b"MAY24"))
    flags = ("--as-of", "2024-05-10", "--series", "fide-rapid", "--registered", "2024-04-20", *QUESTIONS[4:-2],
             "--schedule", ",".join(["2024-05-04"] * 5))  # fmt: skip
    _, out = arpad("open.trf", *flags, "--list", "standard.txt", "--list", "rapid_may24frl.txt")
    assert out == (
        "open.trf: 8 players, 5 rounds, 20 games; ratable; fide-rapid-blitz-2024; list of 2024-06; "
        "report by 2024-05-31\n"
    )


def test_the_combined_list_serves_all_series() -> None:
    put(scene("fide-rapid-blitz-2024", (1700,) * 8))
    people = [player(number, 1900, rapid="1700", blitz="1700") for number in range(1, 9)]
    Path("players.xml").write_bytes(list_xml(people))
    flags = ("--as-of", "2024-05-10", "--series", "fide-rapid", "--registered", "2024-04-20", *QUESTIONS[4:-2],
             "--schedule", ",".join(["2024-05-04"] * 5))  # fmt: skip
    _, out = arpad("open.trf", *flags, "--list", "players.xml")
    assert out.startswith("open.trf: 8 players, 5 rounds, 20 games; ratable; ")


def test_fide_standard_2025_the_list_of_the_registration_decides_the_longer_notice() -> None:
    """He is 2701 at the start and was 2700 on the day of registration: three days suffice."""
    put(scene(STANDARD_2025, (2701, *(1700,) * 7)))
    people = [player(number, 1700) for number in range(2, 9)]
    put_list([player(1, 2701), *people])
    put_list([player(1, 2700), *people], "OCT25", "standard_oct.txt")
    lists = ("--list", "standard.txt")
    flags = ("--as-of", "2025-11-10", *QUESTIONS)
    assert "early-registration (0.2.1, refuse): This event needs longer notice" in arpad("open.trf", *flags, *lists)[1]
    assert "; ratable; " in arpad("open.trf", *flags, *lists, "--list", "standard_oct.txt")[1]


# --- as of, explain, letter, JSON ---------------------------------------------------------------------------------


def test_as_of_decides_which_list_is_open_and_what_is_due_next() -> None:
    put(scene(STANDARD_2025, RATINGS, control="90'+30\""))
    ends = {
        day: arpad("open.trf", *QUESTIONS, "--as-of", day)[1].splitlines()[0].split("; ", 3)[3]
        for day in ("2025-11-10", "2025-11-30", "2025-12-01", "2026-01-31")
    }
    assert ends == {
        "2025-11-10": "list of 2025-12; report by 2025-11-30",
        "2025-11-30": "list of 2025-12; report by 2025-11-30",
        "2025-12-01": "list of 2026-01; report by 2026-01-31",
        "2026-01-31": "list of 2026-02; report by 2026-01-31",
    }
    code, out = arpad("open.trf", *QUESTIONS, "--as-of", "2026-02-01")
    assert code == 1
    assert (
        "open.trf report-deadline (9.1, refuse): The event ended on 2025-11-07 and is reported on 2026-02-01; "
        "the last list for it is that of 2026-02-01." in out
    )


def test_explain_says_what_the_rulebooks_say_and_how_they_are_read() -> None:
    code, out = arpad("--explain", "match-decided")
    assert code == 0
    assert out.startswith("match-decided: games after a match is decided\n")
    assert "fide-standard-2009 6.5: When a match with a fixed number of games is decided" in out
    assert "ukraine-2018: says nothing of it" in out
    assert "E18" in out
    assert arpad("--explain", "same-pair")[1].startswith("same-pair: something looks odd (advice)")
    assert arpad("--explain", "points")[1].startswith("points: a matter of format (")
    assert (
        wrong("--explain", "rate-of-ply") == "arpad: no finding is called 'rate-of-ply'; did you mean 'rate-of-play'?"
    )


LETTERS: dict[str, tuple[dict[str, Any], tuple[str, ...], str]] = {
    "ratable": (
        {},
        (),
        """Date: 2025-11-10
Concerning: Invented Event
Played: 2025-11-03 to 2025-11-07
Rulebook: FIDE Rating Regulations, as amended on 1 October 2025 (fide-standard-2025)
Ratings: as printed in the report; no rating list was at hand

The report can be rated.

It will be on the list of 2025-12-01.
Next deadline: report, 2025-11-30.
""",
    ),
    "ratable-with-exclusions": (
        {"results": {(1, 1): "1"}},
        ("--exclusions", "2:3:fair-play"),
        """Date: 2025-11-10
Concerning: Invented Event
Played: 2025-11-03 to 2025-11-07
Rulebook: FIDE Rating Regulations, as amended on 1 October 2025 (fide-standard-2025)
Ratings: as printed in the report; no rating list was at hand

The report can be rated; some results do not count.

What does not count:
- line 14, round 3: The game is left out: fair play. (article 5.1) The game stays in the ledger and does not count.

It will be on the list of 2025-12-01.
Next deadline: report, 2025-11-30.
""",
    ),
    "not-ratable": (
        {},
        ("--laws", "no"),
        """Date: 2025-11-10
Concerning: Invented Event
Played: 2025-11-03 to 2025-11-07
Rulebook: FIDE Rating Regulations, as amended on 1 October 2025 (fide-standard-2025)
Ratings: as printed in the report; no rating list was at hand

The report cannot be rated as it stands.

What stands against it:
- The Laws of Chess were not applied, so the event is not rated. (article 2.1)

Next deadline: report, 2025-11-30.
The organiser may appeal to the Council of FIDE within 7 days of this letter, until 2025-11-17 (article 0.4).
""",
    ),
    "undecided": (
        {"system": "Individual: Swiss-System", "control": "90 or so"},
        (),
        """Date: 2025-11-10
Concerning: Invented Event
Played: 2025-11-03 to 2025-11-07
Rulebook: FIDE Rating Regulations, as amended on 1 October 2025 (fide-standard-2025)
Ratings: as printed in the report; no rating list was at hand

Before the report can be judged we need to know more.

What we ask you:
- The time control “90 or so” is not understood: {reason}. (article 1.1) Enter it in seconds. 5400+30 is 90 \
minutes and 30 seconds a move. 40/5400+30:1800+30 gives 30 minutes more after 40 moves.

Next deadline: report, 2025-11-30.
""",
    ),
}


@pytest.mark.parametrize("verdict", LETTERS)
def test_the_letter_of_each_verdict(verdict: str) -> None:
    from arpad.timecontrol import Unread, parse

    change, flags, text = LETTERS[verdict]
    put(scene(STANDARD_2025, **change))
    unread = parse("90 or so")
    assert isinstance(unread, Unread)
    _, out = arpad("open.trf", "--letter", *AS_OF, *QUESTIONS, *flags)
    assert out == wrap_letter(text.replace("{reason}", unread.reason.sentence)) + "\n"
    assert json.loads(arpad("open.trf", "--json", *AS_OF, *QUESTIONS, *flags)[1])["verdict"] == verdict


def test_the_letter_of_ukraine_names_no_day_for_the_appeal() -> None:
    put(scene("ukraine-2018"))
    flags = ("--series", "ukraine", "--agreed", "no", "--laws", "yes", "--notation", "yes", "--as-of", "2019-05-10")
    _, out = arpad("open.trf", "--letter", *flags)
    assert "The organiser may appeal to the federation's authorised person or governing\nbody (article 2:9)." in out


def test_json_follows_the_published_schema() -> None:
    put(scene(STANDARD_2025, RATINGS, control="60'+30\""))
    put_list([player(number, RATINGS[number - 1]) for number in range(1, 9)])
    for flags in ((), QUESTIONS, (*QUESTIONS, "--list", "standard.txt"), (*QUESTIONS, "--laws", "no")):
        (line,) = arpad("open.trf", "--json", *AS_OF, *flags)[1].splitlines()
        jsonschema.validate(json.loads(line), SCHEMA)
    (line,) = arpad("open.trf", "--json", *AS_OF, *QUESTIONS, "--list", "standard.txt")[1].splitlines()
    answer = json.loads(line)
    first = answer.pop("findings")[0]
    assert answer == {
        "file": "open.trf", "edition": STANDARD_2025, "verdict": "ratable-with-exclusions", "list": "2025-12",
        "ratings": "list", "excluded": {"games": 5, "players": 0}, "deadline": {"what": "report", "day": "2025-11-30"},
        "assumed": [], "rated": [],
    }  # fmt: skip
    assert {key: first[key] for key in ("code", "tier", "player", "round", "articles")} == {
        "code": "rate-of-play", "tier": "exclude", "player": 1, "round": 1, "articles": ["1.1"],
    }  # fmt: skip


# --- more than one report ------------------------------------------------------------------------------------------


def test_a_report_that_comes_twice_in_one_call_is_told_and_another_event_is_not() -> None:
    put(scene(STANDARD_2025, RATINGS, control="90'+30\""), "a")
    put(scene(STANDARD_2025, RATINGS, control="90'+30\"", results={(1, 1): "1", (2, 1): "1"}), "b")
    put(scene(STANDARD_2025, RATINGS, control="90'+30\"", ids={n: 880000 + n for n in range(1, 9)}), "c")
    _, out = arpad("a.trf", "b.trf", "c.trf", *AS_OF, *QUESTIONS)
    told = [line for line in out.splitlines() if "near-duplicate (" in line]
    assert told == [
        "b.trf near-duplicate (advice): 18 of the 20 games stand in a.trf, too. "
        "Send an event once; a correction says which report it replaces."
    ]


def test_many_reports_are_judged_by_several_processes_alike() -> None:
    for number in range(66):
        ids = {row: 700000 + 100 * number + row for row in range(1, 9)}
        put(scene(STANDARD_2025, RATINGS, control="60'+30\"", ids=ids), f"r{number:02d}")
    one = arpad(".", "--json", "--jobs", "1", *AS_OF, *QUESTIONS)
    many = arpad(".", "--json", "--jobs", "2", *AS_OF, *QUESTIONS)
    assert one == many
    assert many[1].count('"ratable-with-exclusions"') == 66


def test_a_day_no_edition_covers_refuses_that_report_and_not_the_others() -> None:
    put(scene(STANDARD_2025, RATINGS), "a")
    put(scene(STANDARD_2025, RATINGS, start=date(1999, 3, 1), ids={1: 1}), "b")
    code, out = arpad("a.trf", "b.trf", *AS_OF, *QUESTIONS)
    assert code == 1
    assert "b.trf edition-choice (refuse): no edition of fide-standard covers 1999-03-01; the nearest is" in out
    assert "2 files; 1 refused" in out


# --- wrong calls --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sidecar", "says"),
    [
        ("registred = 2025-10-01", "open.event.toml: registred: unknown key; did you mean 'registered'?"),
        ("registered = '2025-02-30'", "open.event.toml: registered: expected a day written YYYY-MM-DD, found '2025-02"),
        ("registered = 2025-02-30", "open.event.toml: cannot be read as an event description: "),
        ("start = 2025-10-01T10:00:00", "open.event.toml: start: expected a day written YYYY-MM-DD, found datetime"),
        ("time_control = '90+-30'", "open.event.toml: time_control: a part of '90+-30' is negative"),
        ("time_control = '-90+30'", "open.event.toml: time_control: a part of '-90+30' is negative"),
        ("time_control = 90", "open.event.toml: time_control: expected a text, found 90"),
        ("laws = 'maybe'", "open.event.toml: laws: expected true or false, found 'maybe'"),
        ("games_scheduled = 0", "open.event.toml: games_scheduled: expected a number, 1 or more, found 0"),
        ("rounds_per_day = true", "open.event.toml: rounds_per_day: expected a number, 1 or more, found True"),
        ("system = 'knockabout'", "open.event.toml: system: expected one of swiss, team, match, round-robin, double-"),
        ("approvals = ['any']", "open.event.toml: approvals: expected one of late-registration, long-event, hybrid"),
        ("arbiters = [{ nam = 'Ada' }]", "open.event.toml: arbiters: unknown key 'nam'; known: name, id, licence"),
        ("series = 'fide-bullet'", "no rating series 'fide-bullet'"),
    ],
)
def test_a_sidecar_that_is_wrong_is_one_line_and_two(sidecar: str, says: str) -> None:
    put(scene(STANDARD_2025, RATINGS))
    series = "" if "series" in sidecar else 'series = "fide-standard"\n'
    Path("open.event.toml").write_text(f"{series}{sidecar}\n", "utf-8")
    assert wrong("open.trf").startswith(f"arpad: {says}")


@pytest.mark.parametrize(
    ("flags", "says"),
    [
        (("--registred", "2025-01-01"), "--registred: no such option; the facts of an event are --name, --code,"),
        (("--registered", "2025-02-30"), "option: registered: expected a day written YYYY-MM-DD, found '2025-02-30'"),
        (("--registered",), "--registered: a value is missing"),
        (("--time-control", "90'+-30\""), "option: time_control: a part of '90\\'+-30\"' is negative"),
        (("--as-of", "2025-13-01"), "--as-of 2025-13-01: expected a day written YYYY-MM-DD"),
        (
            ("--as-of", "9999-12-31"),
            "--as-of 9999-12-31: expected a day written YYYY-MM-DD, from the years 1800 to 2200",
        ),
        (("--exclusions", "x:1:fair-play"), "--exclusions x:1:fair-play: expected PLAYER:ROUND:REASON"),
    ],
)
def test_flags_that_are_wrong_are_one_line_and_two(flags: tuple[str, ...], says: str) -> None:
    put(scene(STANDARD_2025, RATINGS))
    assert wrong("open.trf", *flags).startswith(f"arpad: {says}")


def test_a_wrong_call_in_a_process_of_its_own_is_one_line_and_two() -> None:
    put(scene(STANDARD_2025, RATINGS))
    done = subprocess.run(
        [sys.executable, "-m", "arpad", "check", "open.trf", "--series", "fide-bullet"],
        capture_output=True, check=False, env={**os.environ, "PYTHONIOENCODING": "utf-8"}, text=True,
    )  # fmt: skip
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)


def test_a_negative_part_printed_in_the_report_is_asked_about_and_not_a_wrong_call() -> None:
    put(scene(STANDARD_2025, RATINGS, control="5400+-30"))
    _, out = arpad("open.trf", *AS_OF, *QUESTIONS)
    assert "rate-of-play (1.1, ask): The time control “5400+-30” is not understood: " in out
    assert ".." not in out
    _, out = arpad("open.trf", *AS_OF, *QUESTIONS, "--time-control", "5400+30")
    assert "; ratable" in out


def test_record_222_is_read_in_seconds_whatever_their_number() -> None:
    """180+2 in record 222 is three minutes and two seconds; as people write it, it would be three hours."""
    made = scene("fide-rapid-blitz-2024", series="fide-blitz")
    text = made.text.replace("122 5'", "122 3 minutes and 2 seconds a move\r\n222 180+2")
    put(Scene(text, made.facts, made.today))
    flags = ("--as-of", "2024-05-10", "--registered", "2024-04-20", *QUESTIONS[4:])
    assert "; ratable; fide-rapid-blitz-2024; " in arpad("open.trf", "--series", "fide-blitz", *flags)[1]
    asked = json.loads(arpad("open.trf", "--json", "--ask", *flags)[1])
    assert (asked["edition"], asked["verdict"]) == ("fide-rapid-blitz-2024", "undecided")


def test_a_part_of_a_long_event_uses_the_list_of_its_own_days_where_the_organiser_chose_so() -> None:
    """A league of 2025 from 3 November to 20 December; this part was played on 1 to 5 December."""
    made = scene(STANDARD_2025, RATINGS, control="90'+30\"", start=date(2025, 12, 1))
    text = made.text.replace("042 2025/12/01", "042 2025/11/03").replace("052 2025/12/05", "052 2025/12/20")
    put(Scene(text, made.facts, made.today))
    put_list([player(number, RATINGS[number - 1]) for number in range(1, 9)], "DEC25")
    flags = ("--as-of", "2025-12-21", *QUESTIONS, "--list", "standard.txt")
    assert "the list of 2025-11 is needed" in wrong("open.trf", *flags)
    _, out = arpad("open.trf", *flags, "--ratings-at", "game")
    assert (
        "ratings-used (4.1, advice): The ratings are those of the list of 2025-12-01, in force on 2025-12-01, "
        "the first day of this part." in out
    )
    assert "interim-report (4.1, advice): The event lasted 48 days" in out


def test_the_day_after_tomorrow_is_not_needed_to_read_a_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without --as-of the day is today."""

    class Today(date):
        @classmethod
        def today(cls) -> Today:
            return cls(2026, 3, 12)

    monkeypatch.setattr(sys.modules["arpad.cli.check"], "date", Today)
    start = date(2026, 3, 2)
    put(scene(STANDARD_2025, RATINGS, start=start))
    answer = json.loads(arpad("open.trf", "--json", *QUESTIONS, "--registered", f"{start - timedelta(days=40)}")[1])
    assert answer["verdict"] == "ratable"
