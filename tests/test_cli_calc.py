"""The calculators on the real command line: the answers the office was asked for, and misuse in one line."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from test_calculator import DOCUMENTS, INITIAL, PERIOD, ROBIN, schema

from arpad.cli import main
from arpad.law import in_force

Told = tuple[int, str, str]


def run(*arguments: str, given: bytes = b"") -> Told:
    """The real command, in a process of its own."""
    command = [sys.executable, "-m", "arpad", "calc", *arguments]
    strict = {**os.environ, "PYTHONIOENCODING": "utf-8:strict"}
    done = subprocess.run(command, input=given, capture_output=True, check=False, env=strict)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """The same command without the process: quicker, for the many small answers."""

    def asked(*arguments: str) -> Told:
        monkeypatch.setattr(sys, "argv", ["arpad", "calc", *arguments])
        with pytest.raises(SystemExit) as end:
            main()
        told = capsys.readouterr()
        return int(end.value.code or 0), told.out, told.err

    return asked


def answer(ask: Any, *arguments: str) -> Any:
    code, out, err = ask(*arguments, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


# --- the acceptance of the issue --------------------------------------------------------------------------------------

POOLS = ("--pool", "2220:1/3", "--pool", "2150:3/5", "--pool", "2200:2.5/4")


def test_calc_initial_of_8_34_gives_2197_and_as_the_polish_text_prints_it_2199() -> None:
    code, out, err = run("initial", "--rulebook", "fide-standard-2009", *POOLS)
    assert (code, err) == (0, "")
    assert out == "2197   6.5 of 12, average 2184.17, 54 % (fide-standard-2009)\npublished\n"
    code, out, err = run("initial", "--rulebook", "fide-standard-2009", "--witness", "000-pl", *POOLS)
    assert (code, out.split()[0]) == (0, "2199")


def test_calc_initial_of_the_document_gives_1922() -> None:
    code, out, err = run("initial", "--json", "-", given=json.dumps(INITIAL).encode())
    assert (code, err, json.loads(out)["rating"]) == (0, "", 1922)


def test_calc_initial_of_five_wins_against_2300_gives_2200(ask: Any) -> None:
    games = ["--game", "2300:1"] * 5
    assert answer(ask, "initial", "--rulebook", "fide-standard-2024", *games)["rating"] == 2200


def test_calc_round_robin_of_8_58() -> None:
    code, out, err = run("round-robin", "--json", "-", given=json.dumps(ROBIN).encode())
    told = json.loads(out)
    assert (code, err, told["ra"]) == (0, "", 2348)
    players = {row["name"]: row for row in told["players"]}
    assert {n: players[n]["second_pass"] for n in "CEHI"} == {"C": 2411, "E": 2386, "H": 2144, "I": 2006}
    expected = {"A": "7.38", "B": "6.50", "D": "5.42", "F": "2.56", "G": "4.24", "J": "4.24"}
    assert {n: players[n]["expected"] for n in "ABDFGJ"} == expected


def test_calc_round_robin_by_flags_prints_the_table(ask: Any) -> None:
    flags = []
    for row in ROBIN["players"]:
        parts = (row["name"], row.get("rating", "-"), row["score"], row.get("k"))
        flags += ["--player", ":".join(str(part) for part in parts if part is not None)]
    code, out, err = ask("round-robin", "--rulebook", "fide-standard-2009", *flags)
    assert (code, err) == (0, "")
    lines = [line.split() for line in out.splitlines()]
    assert ["H", "2150", "2342", "2144"] in lines
    assert ["A", "7.38", "6.20"] in lines


def test_calc_period_four_wins_of_2200_over_1700_in_ukraine(ask: Any) -> None:
    flags = ("--rulebook", "ukraine-2018", "--rating", "2200", "--k", "20", *["--game", "1700:1"] * 4)
    told = answer(ask, "period", *flags)
    assert [game["delta"] for game in told["events"][0]["games"]] == ["0.08", "0.08", "0.04", "0.04"]
    assert told["change"] == "4.80"  # 1.6, 1.6, 0.8, 0.8


def test_calc_period_18_games_with_k_40_are_computed_with_38(ask: Any) -> None:
    flags = ("--rulebook", "fide-standard-2024", "--rating", "2000", "--k", "40", *["--game", "2000:1"] * 18)
    assert answer(ask, "period", *flags)["events"][0]["k"] == 38


@pytest.mark.parametrize(("edition", "rounded"), [("fide-standard-2024", -3), ("fide-rapid-blitz-2018", -2)])
def test_calc_period_a_change_of_minus_2_50(ask: Any, edition: str, rounded: int) -> None:
    told = answer(ask, "period", "--rulebook", edition, "--rating", "2000", "--k", "10", "--game", "1810:0.5")
    assert (told["change"], told["rounded"]) == ("-2.50", rounded)


def test_calc_period_2813_beats_2400_and_413_points_are_counted(ask: Any) -> None:
    flags = ("--rulebook", "fide-standard-2025", "--rating", "2813", "--k", "10", "--game", "2400:1")
    (game,) = answer(ask, "period", *flags)["events"][0]["games"]
    assert (game["difference"], game["counted_difference"], game["limited"]) == (413, 413, False)


def test_calc_period_for_people_shows_fide_s_columns_and_the_articles(ask: Any) -> None:
    flags = ("--rulebook", "fide-standard-2024", "--rating", "2400", "--k", "10", "--game", "1900:1", "--game", "-:1")
    code, out, _ = ask("period", *flags)
    assert code == 0
    assert out.startswith("Rc 2000  Ro 2400  w 1  n 1  chg 0.08  K 10  K*chg 0.80\n")
    lines = [line.split() for line in out.splitlines()]
    assert ["1900", "1", "500", "400", "0.92", "0.08", "counted", "8.3.1,", "8.3.2"] in lines
    assert ["-", "1", "unrated-opponent", "8.3.1"] in lines
    assert ["new", "rating", "2401", "8.3.4"] in lines


def test_calc_performance_and_target(ask: Any) -> None:
    games = ("--game", "2300:1", "--game", "2401:½")
    told = answer(ask, "performance", "--rulebook", "fide-standard-2009", *games)
    assert (told["average"], told["performance"]) == (2351, 2544)
    flags = ("--rulebook", "fide-standard-2024", "--rating", "2380", "--k", "20", "--opponent", "2400")
    code, out, _ = ask("target", *flags, "--target", "2390")
    assert (code, out) == (0, "1 of 1 gives 2391 (fide-standard-2024)\n")
    code, out, _ = ask("target", *flags, "--target", "2500")
    assert (code, out) == (0, "2500 is out of reach: at best 1 of 1 gives 2391 (fide-standard-2024)\n")


def test_calc_initial_says_what_is_missing(ask: Any) -> None:
    code, out, _ = ask("initial", "--rulebook", "fide-standard-2024", "--pool", "1900:3/4")
    assert (code, out.splitlines()[-1]) == (0, "not published: 4 of 5 games (7.1.4)")


# --- documents --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("what", "document"), DOCUMENTS)
def test_a_document_comes_as_text_as_a_file_and_by_standard_input(
    ask: Any, tmp_path: Path, what: str, document: dict[str, Any]
) -> None:
    text = json.dumps(document)
    path = tmp_path / "in.json"
    path.write_text(text)
    one, two = answer(ask, what, text), answer(ask, what, str(path))
    assert one == two
    schema(f"{what}.out").validate(one)


def test_a_document_on_standard_input_for_people() -> None:
    code, out, err = run("period", "-", given=json.dumps(PERIOD).encode())
    assert (code, err) == (0, "")
    assert "new rating" in out


def test_names_are_printed_back_in_any_script_and_half_letters_are_refused() -> None:
    players = [{"name": "Łódź ½ Київ", "rating": 1800, "score": 1}, {"name": "\x1b[31m", "score": 1}]
    players.append({"name": "Third", "rating": 1800, "score": 1})  # two would be a match
    document = {"rulebook": "fide-rapid-blitz-2018", "players": [p | {"first_event": False} for p in players]}
    code, out, err = run("round-robin", "-", given=json.dumps(document).encode())
    assert (code, err, "Łódź ½ Київ" in out, "\x1b" in out) == (0, "", True, False)
    code, out, err = run("round-robin", "--json", "-", given=json.dumps(document).encode())
    assert json.loads(out)["players"][0]["name"] == "Łódź ½ Київ"
    players[1]["name"] = "\ud800"
    document["players"] = players
    code, out, err = run("round-robin", "--json", "-", given=json.dumps(document).encode())
    assert (code, err) == (2, 'arpad: players[1].name: expected a text, found "\\ud800"\n')


def test_a_rulebook_beside_the_document_may_repeat_it_but_not_contradict_it(ask: Any) -> None:
    told = answer(ask, "initial", json.dumps(INITIAL), "--rulebook", "fide-standard-2024")
    assert told["rulebook"] == "fide-standard-2024"
    code, out, err = ask("initial", json.dumps(INITIAL), "--rulebook", "fide-standard-2025", "--json")
    assert (code, out) == (2, "")
    assert err == "arpad: --rulebook says fide-standard-2025, the document says fide-standard-2024\n"


# --- misuse -----------------------------------------------------------------------------------------------------------

BOOK = ("--rulebook", "fide-standard-2024")
PLAYER = (*BOOK, "--rating", "2000", "--k", "20")
MISUSES = [
    (("period", *PLAYER, "--game", "2300:0.3"), "events[0].games[0].score: expected 0, 0.5 or 1, found 0.3"),
    (("period", *PLAYER, "--game", "2300:x"), 'events[0].games[0].score: expected 0, 0.5 or 1, found "x"'),
    (("period", *PLAYER, "--game", "2300"), "--game 2300: expected the opponent's rating and the score"),
    (("period", *PLAYER, "--game", "4001:1"), "events[0].games[0].opponent: expected a whole number from 1 to 4000"),
    (("period", *PLAYER, "--game", "2300:NaN"), 'events[0].games[0].score: expected 0, 0.5 or 1, found "NaN"'),
    (("period", *PLAYER, "--game", "2300:true"), 'events[0].games[0].score: expected 0, 0.5 or 1, found "true"'),
    (("period", *PLAYER, "--game", "2300:1e999999999"), "events[0].games[0].score: expected 0, 0.5 or 1"),
    (("period", *PLAYER), "events: expected a list with at least 1, found nothing"),
    (("period", *BOOK, "--rating", "0", "--k", "20", "--game", "2300:1"), "player.rating: expected a whole number"),
    (("period", *PLAYER, "--games", "5", "--game", "2300:1"), "player: give k, or what it follows from (games)"),
    (("period", *PLAYER, "--list", "may", "--game", "2300:1"), 'list: expected a list written YYYY-MM, found "may"'),
    (("period", *BOOK, "--rating", "2000", "--game", "2300:1"), "list: needed, as YYYY-MM, because player.k is not"),
    (("period", "--rulebook", "fide-standard-2020", "--game", "2300:1"), "no rulebook 'fide-standard-2020'"),
    (("period", "--witness", "000-pl", "--rating", "2000", "--k", "20", "--game", "2300:1"), "no rulebook is named"),
    (("period", "{}"), "player"),
    (("period", '{"rulebook": 5}'), "rulebook: expected a text"),
    (("period", '{"rulebook": "fide-standard-2025"}', "--k", "20"), "give a document or flags (player), not both"),
    (("period", "[]"), "[]: neither a JSON document nor a file that can be read"),
    (("period", "nowhere.json"), "nowhere.json: neither a JSON document nor a file that can be read"),
    (("period", "."), ".: neither a JSON document nor a file that can be read"),
    (("period", '{"rulebook": "fide-standard-2025", "rulebook": "x"}'), "rulebook: stands twice in the document"),
    (("initial", *BOOK, "--pool", "1900"), "--pool 1900: expected average, score and games, as in 2150:3/5"),
    (("initial", *BOOK, "--pool", "1900:6/5"), "pools[0].score: expected a multiple of 0.5 from 0 to 5"),
    (("initial", *BOOK, "--pool", "1900:3/5", "--game", "1900:1"), "give either events or pools"),
    (("initial", *BOOK), "give either events or pools"),
    (("initial", "--rulebook", "fide-standard-2009", "--witness", "004-it", *POOLS), "fide-standard-2009"),
    (("round-robin", *BOOK, "--player", "A:2000:1", "--player", "B:-:0"), "fide-standard-2024 does not rate games"),
    (("round-robin", "--rulebook", "fide-standard-2009", "--player", "A:2000:1", "--player", "B:-:1"),
     "players: the scores add up to 2; 2 players share 1"),
    (("round-robin", "--rulebook", "fide-standard-2009", "--player", "A"), "--player A: expected name, rating, score"),
    (("performance", *BOOK, "--game", "-:1"), "games[0].opponent: expected a whole number from 1 to"),
    (("performance", *BOOK), "games: expected a list with at least 1, found nothing"),
    (("target", *BOOK, "--rating", "2000", "--k", "20", "--target", "2100"), "opponents: expected a list of ratings"),
    (("target", *BOOK, "--rating", "2000", "--k", "20", "--target", "9999", "--opponent", "2000"),
     "target: expected a whole number from 1 to 4000, found 9999"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "told"), MISUSES, ids=lambda v: " ".join(v)[-60:] if isinstance(v, tuple) else ""
)
def test_a_misuse_is_one_line_with_the_field_and_exit_2(ask: Any, arguments: tuple[str, ...], told: str) -> None:
    code, out, err = ask(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith(f"arpad: {told}")
    assert err.count("\n") == 1
    assert "Traceback" not in err


@pytest.mark.parametrize(
    "given",
    [
        b"",
        b"\xff\xfe",
        b'{"rulebook": "fide-standard-2025", "player": {"rating": NaN}}',
        b'{"rulebook": "\\ud800"}',
        b'{"rulebook": "fide-standard-2025", "pl\\ud800yer": {}}',
        b"[" * 200_000,
        b'{"a":' * 200_000,
        b'{"rulebook": "fide-standard-2025", "list": ' + b"9" * 100_000 + b"}",
        b'{"rulebook": "fide-standard-2025", "list": "' + b"9" * 100_000 + b'"}',
        b"\x00\x1b[31m",
    ],
    ids=lambda v: str(v[:40]),
)
def test_nothing_on_standard_input_makes_a_traceback(ask: Any, monkeypatch: pytest.MonkeyPatch, given: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), "utf-8"))
    code, out, err = ask("period", "--json", "-")
    assert (code, out) == (2, "")
    assert err.startswith("arpad: ")
    assert err.count("\n") == 1
    assert len(err) < 300


def test_without_a_rulebook_the_standard_edition_in_force_today_is_used(ask: Any) -> None:
    for verb in (
        ("performance", "--game", "2000:1", "--game", "2100:0"),
        ("expected", "--difference", "100"),
        ("dp", "--percent", "75"),
    ):
        before = in_force("fide-standard", date.today()).id
        assert answer(ask, *verb)["rulebook"] in {before, in_force("fide-standard", date.today()).id}
