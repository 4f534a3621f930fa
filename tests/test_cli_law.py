"""The command line of the law, as people type it: exact answers, JSON, exit codes, and no traceback ever."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest
from lawtexts import EDITIONS, WHOLE

from arpad import __version__
from arpad.cli import main

Told = tuple[int, str, str]


def run(*arguments: str) -> Told:
    """The real command, in a process of its own."""
    done = subprocess.run([sys.executable, "-m", "arpad", *arguments], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """The same command without the process: quicker, for the many small answers."""

    def asked(*arguments: str) -> Told:
        monkeypatch.setattr(sys, "argv", ["arpad", *arguments])
        with pytest.raises(SystemExit) as end:
            main()
        told = capsys.readouterr()
        return int(end.value.code or 0), told.out, told.err

    return asked


# --- calc: the answers the office was asked for -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        ("fide-standard-2009 --difference 327", "0.87   difference 327 (fide-standard-2009, 8.1(b), 8.54)"),
        ("fide-standard-2009 --difference 327 --witness 000-pl",
         "0.88   difference 327 (fide-standard-2009 as printed in 000-pl, 8.1(b), 8.54)"),
        ("fide-standard-2009 --difference=-327", "0.13   difference -327 (fide-standard-2009, 8.1(b), 8.54)"),
        ("fide-standard-2009 --difference -327", "0.13   difference -327 (fide-standard-2009, 8.1(b), 8.54)"),
        ("ukraine-2018 --difference 405", "0.92   difference 405, counted as 400 (ukraine-2018, 6.1b, 6.5.3)"),
        ("ukraine-2018 --difference 405 --no-limit", "0.92   difference 405 (ukraine-2018, 6.1b)"),
        ("ukraine-2018 --difference 405 --witness 001-uk",
         "0.92   difference 405, counted as 400 (ukraine-2018 as printed in 001-uk, 6.1b, 6.5.3)"),
        ("fide-rapid-blitz-2018 --difference 736",
         "0.99   difference 736, counted as 735 (fide-rapid-blitz-2018, 8.1(b), 8.54)"),
        ("fide-rapid-blitz-2018 --difference 736 --no-limit",
         "1.00   difference 736 (fide-rapid-blitz-2018, 8.1(b))"),
        ("fide-standard-2024 --difference 450",
         "0.92   difference 450, counted as 400 (fide-standard-2024, 8.1.2, 8.3.1)"),
        ("fide-standard-2024 --difference 450 --no-limit", "0.94   difference 450 (fide-standard-2024, 8.1.2)"),
        ("fide-standard-2025 --difference=-450",
         "0.08   difference -450, counted as -400 (fide-standard-2025, 8.1.2, 8.3.1)"),
    ],
)  # fmt: skip
def test_calc_expected(ask: Any, arguments: str, answer: str) -> None:
    assert ask("calc", "expected", "--rulebook", *arguments.split()) == (0, answer + "\n", "")


def test_calc_expected_in_a_process_of_its_own() -> None:
    asked = ("calc", "expected", "--rulebook", "fide-standard-2009", "--difference=-327")
    assert run(*asked) == (0, "0.13   difference -327 (fide-standard-2009, 8.1(b), 8.54)\n", "")


def test_ukraine_2018_6_1b_the_hole_is_a_refusal_that_names_it() -> None:
    asked = ("--rulebook", "ukraine-2018", "--difference", "405", "--witness", "001-uk", "--no-limit")
    assert run("calc", "expected", *asked) == (
        2,
        "",
        "arpad: ukraine-2018 as printed in 001-uk gives no expected score for a difference of 405: a hole in its table "
        "6.1b between the rows 392-401 and 412-432 (ruling E11 mends it)\n",
    )


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        ("fide-standard-2024 --percent 75", "+193   at 75 % (fide-standard-2024, 8.1.1)"),
        ("fide-standard-2024 --percent 50", "+0   at 50 % (fide-standard-2024, 8.1.1)"),
        ("fide-rapid-blitz-2018 --percent 16", "-284   at 16 % (fide-rapid-blitz-2018, 8.1(a))"),
        ("ukraine-2018 --percent 0", "-800   at 0 % (ukraine-2018, 6.1a)"),
        ("ukraine-2018 --percent 100", "+800   at 100 % (ukraine-2018, 6.1a)"),
    ],
)
def test_calc_dp(ask: Any, arguments: str, answer: str) -> None:
    assert ask("calc", "dp", "--rulebook", *arguments.split()) == (0, answer + "\n", "")


def test_calc_json(ask: Any) -> None:
    _, told, _ = ask("calc", "expected", "--rulebook", "fide-standard-2024", "--difference", "450", "--json")
    assert json.loads(told) == {
        "rulebook": "fide-standard-2024", "witness": None, "difference": 450,
        "counted_difference": 400, "limited": True, "expected": "0.92", "articles": ["8.1.2", "8.3.1"],
        "standings": [],
    }  # fmt: skip
    _, told, _ = ask("calc", "dp", "--rulebook", "ukraine-2018", "--percent", "84", "--json")
    assert json.loads(told) == {
        "rulebook": "ukraine-2018", "witness": None, "percent": 84, "dp": 284, "articles": ["6.1a"],
        "standings": [],
    }  # fmt: skip


# --- law --------------------------------------------------------------------------------------------------------------


def test_law_list_names_every_rulebook_with_its_days_and_texts(ask: Any) -> None:
    code, told, _ = ask("law", "list")
    lines = told.splitlines()
    assert (code, len(lines)) == (0, 2 + len(EDITIONS))
    assert (
        "fide-standard-2009         fide-standard            2009-07-01      2011-06-30   000-pl, 003-et   91" in lines
    )
    books = json.loads(ask("law", "list", "--json")[1])
    assert {book["id"] for book in books} == set(EDITIONS)
    assert [b["until"] for b in books if b["id"] == "fide-standard-2025"] == [None]


def test_law_show_one_article_with_value_witness_and_reason(ask: Any) -> None:
    code, told, _ = ask("law", "show", "ukraine-2018", "6.5.4")
    assert (code, told) == (
        0,
        "National rating regulations of the Ukrainian Chess Federation, 23 January 2018\n"
        "\n"
        "6.5.4  [applied]\n"
        "  Table 6.1b gives the expected score of each game. The difference of the score (1, 0 or 0.5) and the "
        "expected score is the worth of the game; the sum over an event or a rating period times K is the change.\n"
        "  rating-change: A game is worth the score less the expected score.  (T)\n"
        "  see also: expectation-table (6.1b)\n"
        "  erratum E13\n"
        "    001-uk prints delta expected-minus-score\n"
        "    applied: A game is worth the score less the expected score.\n"
        "    because: The other way round every win would cost rating points.\n"
        "  reading S38\n"
        "    How are played games with other results rated, such as both lose, or half a point to nothing?\n"
        "    applied: Each player with the score he was given.\n"
        "    otherwise: Such a game is not rated, because its scores do not add up to one.\n"
        "    because: The worth of a game is score less expectation, for each player by himself.\n"
        "\nT read in the text\n",
    )


def test_law_show_marks_and_sources_of_what_is_known_in_part(ask: Any) -> None:
    shown = ask("law", "show", "fide-standard-2013", "8.23")[1]
    assert "\n  over-half: Each half point above one half adds 15 to the average.  (k)\n  ruling R83\n" in shown
    assert shown.endswith("\nk unverified\n")
    shown = ask("law", "show", "fide-standard-2011", "8.23")[1]
    assert "  (S [22, 23, 24])\n" in shown
    assert "\nS told by others\n[22] Antonio Bento" in shown
    whole = json.loads(ask("law", "show", "fide-standard-2011", "--json")[1])
    (article,) = (each for each in whole["articles"] if each["article"] == "8.23")
    assert article["evidence"] == {"over-half": [{"mark": "S", "sources": [22, 23, 24]}]}
    assert set(map(int, whole["sources"])) >= {8, 12, 22, 23, 24, 34, 38, 45}
    assert (whole["like"], whole["amends"], whole["standing"]) == ("fide-standard-2009", None, None)


def test_an_edition_that_stands_on_little_says_so(ask: Any) -> None:
    shown = ask("law", "show", "fide-rapid-blitz-2014", "8.56")[1]
    assert shown.splitlines()[1].startswith("fide-rapid-blitz-2014 is a conjecture: ")
    assert "serves calculations alone" in ask("law", "show", "fide-standard-2006", "8.54")[1]
    assert ask("calc", "expected", "--rulebook", "fide-rapid-blitz-2014", "--difference", "500")[1] == (
        "0.92   difference 500, counted as 400 (fide-rapid-blitz-2014 (conjecture), 8.1(b), 8.54)\n"
    )


def test_law_show_as_a_witness_prints_it(ask: Any) -> None:
    told = ask("law", "show", "fide-standard-2009", "8.23")[1]
    assert "\n  over-half: Each half point above one half adds 12.5 to the average.  (T [2, 3])\n" in told
    told = ask("law", "show", "fide-standard-2009", "8.23", "--witness", "000-pl")[1]
    assert "\n  over-half: Each half point above one half adds 15 to the average.  (T [2, 3])\n" in told
    assert told.startswith("FIDE Rating Regulations, 1 July 2009, as printed in 000-pl\n")


def test_law_show_by_series(ask: Any) -> None:
    both = ask("law", "show", "fide-rapid-blitz-2018", "3.1")[1]
    assert "  rounds-per-day: Rapid: At most 15 rounds in a day. Blitz: At most 30 rounds in a day.  (T)\n" in both
    one = ask("law", "show", "fide-rapid-blitz-2018", "3.1", "--series", "fide-blitz")[1]
    assert "  rounds-per-day: At most 30 rounds in a day.  (T)\n" in one


def test_law_show_an_article_by_the_other_number_one_that_warns_and_one_that_is_not_applied(ask: Any) -> None:
    assert "\n7.23(d), 000-pl 7.24  [published]\n" in ask("law", "show", "fide-standard-2009", "7.24")[1]
    assert "\n  steady-rating: A rating takes in " in ask("law", "show", "fide-standard-2009", "12.3")[1]
    told = ask("law", "show", "fide-standard-2009", "12.4")[1]
    assert "\n12.4  [not applied]\n" in told
    assert (
        "\n  not applied: A purpose, not a rule; the office answers it by showing how every number came about.\n"
        in told
    )


@pytest.mark.parametrize("edition", EDITIONS)
def test_law_show_json_has_every_article(ask: Any, edition: str) -> None:
    code, told, _ = ask("law", "show", edition, "--json")
    book = json.loads(told)
    listed = json.loads(ask("law", "list", "--json")[1])
    assert code == 0
    assert [len(book["articles"])] == [one["article_count"] for one in listed if one["id"] == edition]
    assert book["article_count"] == len(book["articles"])
    assert all(article["status"] and article["says"] for article in book["articles"])


@pytest.mark.parametrize("edition", EDITIONS)
def test_law_coverage_has_nothing_missing(ask: Any, edition: str) -> None:
    code, told, _ = ask("law", "coverage", edition)
    assert code == 0
    (line,) = (line for line in told.splitlines() if line.startswith(f"{edition}: "))
    listed = edition in WHOLE or edition == "fide-standard-2014"  # of which one article is quoted
    assert line.endswith("; 0 missing" if listed else "; no list of the text's articles to compare with")
    marks = json.loads(ask("law", "coverage", edition, "--json")[1])
    assert sum(marks["evidence"].values()) > 30
    doubtful = marks["evidence"].get("k", 0) + marks["evidence"].get("!", 0)
    assert doubtful == len(marks["unverified"]) == told.count(" is unverified: ")
    counted = json.loads(ask("law", "coverage", edition, "--json")[1])
    assert counted["missing"] == []
    assert sum(counted["counts"].values()) == len(counted["articles"])


def test_law_coverage_does_not_count_as_applied_what_no_code_reads(ask: Any) -> None:
    answer = json.loads(ask("law", "coverage", "fide-standard-2024", "--json")[1])
    assert answer["articles"]["0.1"] == ["told"]
    assert list(answer["told_only"]["0.1"]) == ["edition-choice"]
    assert answer["articles"]["2.1"] == ["checked"]
    assert answer["articles"]["7.1.4"] == ["applied", "told"]
    assert list(answer["told_only"]["0.3"]) == ["official-event.reported_by"]
    assert list(answer["told_only"]["7.1.4"]) == ["minimum-games.round_robin_unrated"]
    assert answer["counts"]["told"] == sum(first == "told" for first, *_ in answer["articles"].values()) >= 1
    _, printed, _ = ask("law", "show", "fide-standard-2024", "0.4")
    assert "\n0.4  [procedure]\n" in printed
    _, printed, _ = ask("law", "show", "fide-standard-2024", "0.3")
    assert "\n  told only, official-event.reported_by: A report is taken from anybody." in printed


def test_law_errata_shows_all_fifty_and_all_forty_one_readings(ask: Any) -> None:
    code, told, _ = ask("law", "errata")
    assert code == 0
    assert told.splitlines()[-1].startswith("50 errata, 41 readings where the texts are silent, ")
    heads = {line.split("  ")[0] for line in told.splitlines() if line[:1] in ("E", "S")}
    assert heads == {f"E{n}" for n in range(1, 51)} | {f"S{n}" for n in range(1, 42)}
    rulings = json.loads(ask("law", "errata", "--json")[1])
    assert {r["id"] for r in rulings} >= heads
    assert all(one["because"] and one["applies"] for r in rulings for one in r["rulebooks"].values())


def test_law_errata_of_one_rulebook(ask: Any) -> None:
    told = ask("law", "errata", "ukraine-2018")[1]
    assert "\nE11  ukraine-2018 6.1b  (expectation-table)\n    001-uk prints 392-401 for 392-411\n" in told
    assert "\nE1  " not in told


def test_fide_standard_2025_8_3_1_law_diff_shows_the_two_changes(ask: Any) -> None:
    code, told, _ = ask("law", "diff", "fide-standard-2024", "fide-standard-2025")
    assert (code, told.splitlines()) == (
        0,
        [
            "difference-limit",
            "  fide-standard-2024 8.3.1: A difference above 400 counts as 400, in every game.",
            "  fide-standard-2025 8.3.1: A difference above 400 counts as 400, unless the player is rated 2650 "
            "or more.",
            "",
            "short-time-control",
            "  fide-standard-2024 -",
            "  fide-standard-2025 R2: In 2026 an event with 75 minutes, and at most 2 rounds a day, may be approved by "
            "the Qualification Commission.",
            "",
            "2 differences",
        ],
    )
    assert json.loads(ask("law", "diff", "fide-rapid-blitz-2024", "fide-rapid-blitz-2024-12", "--json")[1]) == [
        {
            "subject": "wide-difference",
            "old": {"rulebook": "fide-rapid-blitz-2024", "article": None, "says": None},
            "new": {
                "rulebook": "fide-rapid-blitz-2024-12", "article": "7.3.1",
                "says": "A game does not count if the ratings differ by more than 600 and one is above 2600.",
            },
        }
    ]  # fmt: skip


def test_law_diff_of_two_editions_far_apart_and_of_one_with_itself(ask: Any) -> None:
    told = ask("law", "diff", "fide-standard-2009", "fide-standard-2024")[1]
    assert "0.6: The lowest rating is 1200." in told
    assert "7.1.2: The lowest rating is 1400." in told
    assert ask("law", "diff", "ukraine-2018", "ukraine-2018")[1] == "ukraine-2018 and ukraine-2018 say the same\n"


def test_law_table_as_printed(ask: Any) -> None:
    told = ask("law", "table", "ukraine-2018")[1]
    assert "6.1a: percentage score to rating difference\n1.0 800  .83 273" in told
    assert "this print fails" not in told
    told = ask("law", "table", "fide-rapid-blitz-2018", "--witness", "004-it")[1]
    assert "\n1.0 ·  .83 273" in told
    assert told.endswith(
        "this print fails a proof: dp-table: no value for 100, 84, 67, 50, 33, 16, 0 per cent\n"
    )  # fmt: skip
    table = json.loads(ask("law", "table", "ukraine-2018", "--witness", "001-uk", "--json")[1])
    assert {"from": 392, "to": 401, "higher": 92, "lower": 8} in table["expected"]
    assert table["dp"]["84"] == 284
    flaw = table["flaws"][0]
    assert (flaw["concept"], flaw["note"]["sentence"]) == ("expectation-table", "no row holds 402-411")
    assert flaw["note"]["fields"] == {"low": 402, "high": 411}


# --- bad input --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("law show fide-standart-2024", "no rulebook 'fide-standart-2024'; did you mean 'fide-standard-2024'?"),
        ("law coverage ukrain-2018", "no rulebook 'ukrain-2018'; did you mean 'ukraine-2018'?"),
        ("law errata fide-2009", "no rulebook 'fide-2009'; did you mean 'fide-standard-2009'?"),
        ("law diff fide-standard-2024 x9", "no rulebook 'x9'; `arpad law list` names them"),
        ("law show fide-standard-2024 8.3.33", "fide-standard-2024 has no article '8.3.33'; did you mean '8.3.3'?"),
        ("law show fide-rapid-blitz-2018 3.1 --series fide-blits", "fide-rapid-blitz-2018 does not serve the series "
         "'fide-blits'; it serves fide-rapid, fide-blitz; did you mean 'fide-blitz'?"),
        ("law table fide-standard-2009 --witness 002-hu", "fide-standard-2009 has no witness '002-hu'; its witnesses "
         "are 000-pl, 003-et"),
        ("law table fide-standard-2025 --witness 002-hu", "fide-standard-2025 has no witness '002-hu'; it has no "
         "witness text"),
        ("calc dp --rulebook fide-standard-2024 --percent 101", "a percentage lies between 0 and 100, not at 101"),
        ("calc dp --rulebook fide-standard-2024 --percent=-1", "a percentage lies between 0 and 100, not at -1"),
    ],
)  # fmt: skip
def test_a_name_or_number_that_is_not_there_is_one_line_and_two(ask: Any, arguments: str, said: str) -> None:
    assert ask(*arguments.split()) == (2, "", f"arpad: {said}\n")


@pytest.mark.parametrize(
    ("arguments", "said", "path"),
    [
        ("calc expected --rulebook fide-standard-2024 --difference abc", "'--difference'", "arpad calc expected"),
        ("calc dp --rulebook fide-standard-2024 --percent 7.5", "'--percent'", "arpad calc dp"),
        ("calc expected --rulebook fide-standard-2024", "'--difference'", "arpad calc expected"),
        ("calc expected --rulebook x --difference 1 --difrence 2", "--difrence", "arpad calc expected"),
        ("law show", "'ID|FILE'", "arpad law show"),
        ("law shw", "'shw'", "arpad law"),
        ("lawn", "'lawn'", "arpad"),
    ],
)
def test_a_wrong_call_is_one_line_that_names_the_culprit_and_the_help(
    ask: Any, arguments: str, said: str, path: str
) -> None:
    code, out, err = ask(*arguments.split())
    assert (code, out) == (2, "")
    assert err.startswith("arpad: ")
    assert err.count("\n") == 1
    assert said in err
    assert f"(`{path} --help` says more)" in err


def test_bad_input_in_a_process_of_its_own_leaves_no_traceback() -> None:
    code, out, err = run("calc", "expected", "--rulebook", "fide-standard-2024", "--difference", "abc")
    assert (code, out, "Traceback" in err, err.count("\n")) == (2, "", False, 1)


def test_version_and_help(ask: Any) -> None:
    assert ask("--version") == (0, f"arpad {__version__}\n", "")
    for arguments in ([], ["law"], ["calc"]):
        told = ask(*arguments, "--help")
        assert told[0] == 0
        assert "Usage: arpad" in told[1]
    assert ask("law")[0] == 2  # asked for nothing: the help, and the code of a misuse


def test_an_answer_that_nobody_reads_to_the_end_is_no_traceback() -> None:
    told = subprocess.run(
        [sys.executable, "-c", "import subprocess, sys; p = subprocess.Popen([sys.executable, '-m', 'arpad', 'law', "
         "'errata'], stdout=subprocess.PIPE, stderr=subprocess.PIPE); p.stdout.read(10); p.stdout.close(); "
         "print(p.stderr.read().decode())"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "Traceback" not in told.stdout
