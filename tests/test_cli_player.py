"""The registry from the command line, as an officer types it: files in, people found, nothing twice, nothing lost."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from varying import without_varying

from arpad.cli import main

Told = tuple[int, str, str]
EXAMPLES = Path(__file__).resolve().parents[1] / "docs" / "examples"

PEOPLE = """\
fide_id;name;former_names;born;sex;federation;region;title;national_title;memberships;died;since
14100012;Invented, Ann;Oldname, Ann|Olden, Ann;1991-04-12;w;UKR;Kyiv;WFM;KMS;IBCA ICSC;;2010-01-01
14100020;Вигаданенко, Богдан;;2005;m;UKR;;;;;;
;Newman, Nora;;2012-01-01;f;;;;;;;2024-02-01
"""


@pytest.fixture
def arpad(office: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """The command line of an officer at an office."""
    monkeypatch.setenv("ARPAD_DB", office)
    monkeypatch.setenv("ARPAD_WHO", "officer")

    def typed(*arguments: object) -> Told:
        monkeypatch.setattr(sys, "argv", ["arpad", *map(str, arguments)])
        with pytest.raises(SystemExit) as end:
            main()
        told = capsys.readouterr()
        return int(end.value.code or 0), told.out, told.err

    return typed


@pytest.fixture
def people(tmp_path: Path) -> Path:
    file = tmp_path / "players.csv"
    file.write_text(PEOPLE, "utf-8")
    return file


def asked(arpad: Any, *arguments: object) -> Any:
    code, out, err = arpad(*arguments, "--json")
    assert code in (0, 1), err
    return json.loads(out)


def test_a_file_of_people_is_entered_once(arpad: Any, people: Path) -> None:
    code, out, _ = arpad("player", "import", people)
    assert (code, out) == (0, "3 entered, 0 changed, 0 known already\n")
    for options in ((), ("--update",), ("--accept-candidates",)):
        code, out, _ = arpad("player", "import", people, *options)
        assert (code, out) == (0, "0 entered, 0 changed, 3 known already\n")
    ann = asked(arpad, "player", "show", 14100012)
    assert ann["memberships"] == ["IBCA", "ICSC"]
    assert ann["former_names"] == ["Oldname, Ann", "Olden, Ann"]
    assert [(row["field"], row["since"]) for row in ann["history"]] == [("registered", "2010-01-01")]


def test_all_problems_are_told_at_once_and_nothing_is_written(arpad: Any, tmp_path: Path) -> None:
    bad = tmp_path / "bad.csv"
    bad.write_text(
        "fide_id,name,born,sex,federation,memberships,since\n"
        "1x,Invented,31.02.1991,q,Ukraine,FIFA,soon\n"
        "14100012,Fine,1991,m,UKR,,\n"
        "14100012,Again,1991,m,UKR,,\n"
        "14100099,,1991,m,UKR,,\n"
        "1,2,3,4,5,6,7,8\n"
    )
    code, out, err = arpad("player", "import", bad)
    assert code == 1
    assert out == ""
    places = [line.split(" ")[0] for line in err.splitlines()]
    for place in ("bad.csv:2:1", "bad.csv:2:3", "bad.csv:2:6", "bad.csv:2:7", "bad.csv:4:1", "bad.csv:5:2"):
        assert place in places
    assert "bad.csv:6:8" in places
    assert "Nothing was changed" in err
    assert arpad("player", "find", "Fine")[0] == 1
    code, out, _ = arpad("player", "import", bad, "--skip-bad")
    assert code == 1
    assert out.startswith("1 entered")


def test_what_cannot_be_true_is_refused_with_line_and_column(arpad: Any, tmp_path: Path) -> None:
    """Today is 2024-03-01. A row that cannot be read is told together with those that cannot be true."""
    federations, file = tmp_path / "federations.csv", tmp_path / "people.csv"
    federations.write_text("code,name\nUKR,Ukraine\nPOL,Poland\n")
    assert arpad("federation", "import", federations)[0] == 0
    file.write_text(
        "name,born,died,federation,sex\n"
        "Tomorrow Ann,2024-03-02,,UKR,w\n"
        "Later Bob,1950,2024-04-01,POL,m\n"
        "Slip Clo,1950,,UKX,w\n"
        "Odd Dan,1950,,UKR,q\n"
        "Fine Eve,2024,2024-03-01,FID,w\n"
    )
    code, out, err = arpad("player", "import", file)
    assert (code, out) == (1, "")
    told = err.splitlines()
    assert [line.split(" ")[0] for line in told[:4]] == [f"people.csv:{at}" for at in ("2:2", "3:3", "4:4", "5:5")]
    assert "found '2024-03-02', expected a day not after today, 2024-03-01" in told[0]
    assert "(is UKR meant?). `arpad federation add CODE`" in told[2]
    assert arpad("player", "find", "Fine Eve")[0] == 1
    code, out, _ = arpad("player", "import", file, "--skip-bad")
    assert (code, out.splitlines()[0]) == (1, "1 entered, 0 changed, 0 known already")


def test_add_refuses_what_cannot_be_true(arpad: Any) -> None:
    arpad("federation", "add", "UKR")
    for wrong in (("--born", "2024-03-02"), ("--died", "2025"), ("--federation", "UKK")):
        code, _, err = arpad("player", "add", "Impossible, Ann", *wrong)
        assert (code, "expected a" in err) == (2, True)
    assert arpad("player", "add", "Possible, Ann", "--born", "2024", "--federation", "ukr")[0] == 0


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "holds nothing"),
        (b"\x89PNG\x0d\x0a", "not text"),
        (b"nom,born\nAnn,1991\n", "No column 'nom' is known; is name meant?"),
        (b"born\n1991\n", "The column name is missing"),
        (b"name,name\nAnn,Ann\n", "stands twice"),
    ],
)
def test_a_file_that_is_none_is_one_clear_sentence(arpad: Any, tmp_path: Path, content: bytes, said: str) -> None:
    file = tmp_path / "x.csv"
    file.write_bytes(content)
    code, _, err = arpad("player", "import", file)
    assert (code, said in err) == (1, True)


def test_who_looks_like_somebody_registered_is_held_back(arpad: Any, people: Path, tmp_path: Path) -> None:
    arpad("player", "import", people)
    again = tmp_path / "again.csv"
    again.write_text("name,born\nBohdan Vyhadanenko,2005-06-07\nOther; Olga,2005\n".replace(";", " "), "utf-8")
    told = asked(arpad, "player", "import", again)
    assert told["entered"] == 1
    (held,) = told["held"]
    assert (held["name"], held["line"]) == ("Bohdan Vyhadanenko", 2)
    assert held["candidates"][0]["fide_id"] == 14100020
    code, out, _ = arpad("player", "import", again)
    assert code == 1
    assert "1 held back" in out
    assert asked(arpad, "player", "import", again, "--accept-candidates")["entered"] == 1
    assert asked(arpad, "player", "import", again, "--accept-candidates")["known"] == 2


def test_a_months_file_changes_only_with_update_and_from_its_day(arpad: Any, people: Path, tmp_path: Path) -> None:
    arpad("player", "import", people)
    month = tmp_path / "players-2024-02.csv"
    month.write_text("fide_id,name,federation,died,since\n14100012,\"Invented, Ann\",POL,,2024-02-10\n"
                     "14100020,\"Вигаданенко, Богдан\",UKR,2024-02-20,\n", "utf-8")  # fmt: skip
    told = asked(arpad, "player", "import", month)
    assert (told["differing"], told["changed"]) == (2, 0)
    assert asked(arpad, "player", "import", month, "--update", "--dry-run")["changed"] == 2
    assert asked(arpad, "player", "show", 14100012)["federation"] == "UKR"
    assert asked(arpad, "player", "import", month, "--update")["changed"] == 2
    assert asked(arpad, "player", "show", 14100012)["federation"] == "POL"
    assert asked(arpad, "player", "show", 14100012, "--as-of", "2024-02-09")["federation"] == "UKR"
    assert asked(arpad, "player", "show", 14100020)["died"] == "2024-02-20"
    assert asked(arpad, "player", "import", month, "--update")["changed"] == 0
    assert asked(arpad, "player", "import", people, "--update")["changed"] == 0  # in 2010 she was there
    assert asked(arpad, "player", "show", 14100012)["federation"] == "POL"
    assert asked(arpad, "player", "show", 14100020)["died"] == "2024-02-20"


def test_a_fide_list_is_entered_with_years_of_birth(arpad: Any) -> None:
    file = EXAMPLES / "standard_nov25frl.txt"
    told = asked(arpad, "player", "import", file)
    assert told["entered"] > 0
    assert asked(arpad, "player", "import", file)["known"] == told["entered"]
    somebody = asked(arpad, "player", "show", told["first"])
    assert somebody["fide_id"]
    assert len(somebody["born"] or "1991") == 4


def test_add_shows_who_it_may_be_before_a_number_is_given(arpad: Any, people: Path) -> None:
    arpad("player", "import", people)
    code, out, err = arpad("player", "add", "Nora Newmann", "--born", "2012-01-01")
    assert code == 1
    assert "Newman, Nora" in out
    assert "2012" not in without_varying(out)
    assert "--accept-candidates" in err
    told = asked(arpad, "player", "add", "Nora Newmann", "--born", "2012-01-01", "--accept-candidates")
    assert told["entered"]["id"] // 10 == 100000004
    code, _, err = arpad("player", "add", "X", "--fide-id", "14100012", "--federation", "UKR")
    assert code == 2
    assert "registered already" in err


def test_find_by_part_by_slip_and_in_other_letters(arpad: Any, people: Path) -> None:
    arpad("player", "import", people)
    for text in ("invented", "Invnted Ann", "olden", "14100012", "14100021"):
        assert 14100012 in [row["fide_id"] for row in asked(arpad, "player", "find", text)["players"]], text
    assert [row["fide_id"] for row in asked(arpad, "player", "find", "Vigadanenko Bogdan")["players"]] == [14100020]
    for text, number in (
        ("Invetned", 14100012),
        ("Vigadanenka", 14100020),
        ("Bogdn", 14100020),
        ("Invanted", 14100012),
    ):
        assert [row["fide_id"] for row in asked(arpad, "player", "find", text)["players"]] == [number], text
    assert asked(arpad, "player", "find", "Invetned Bogdn") == {
        "players": [],
        "official": [],
        "no_game_yet": [],
    }  # every word must be somewhere
    code, out, err = arpad("player", "find", "zzzzzz")
    assert (code, out) == (1, "")
    assert "No player was found" in err


def test_a_change_is_told_and_kept(arpad: Any, people: Path) -> None:
    arpad("player", "import", people)
    code, _, err = arpad("player", "change", 14100012, "--born", "1992-04-12", "--yes")
    assert code == 2
    assert "--why" in err
    code, out, _ = arpad(
        "player", "change", 14100012, "--name", "Nova, Ann", "--why", "married", "--since", "2024-01-05"
    )
    assert code == 0
    assert "Nova, Ann" in out
    code, out, _ = arpad("player", "show", 14100012)
    assert "married" in out
    assert "1991-04-12" in out  # the office's own desk


def test_days_are_written_as_people_write_them(arpad: Any, people: Path) -> None:
    arpad("player", "import", people)
    day = ("--now", "2024-03-02", "--why", "letter", "--yes")
    given = ("--born", "1991-04-13", "--died", "2024-02-20", "--memberships", "IPCA", "--name", "Nova, Ann", "--since")
    told = arpad("player", "change", 14100012, *given, "2024-02-03", *day)[1]
    shown = arpad("player", "show", 14100012)[1]
    for out in (told, shown):
        assert not re.search(r"(19|20)[0-9]{4}", without_varying(out)), out
        for text in ("1991-04-12", "1991-04-13", "2024-02-20", "2024-02-03", "IPCA", "Olden, Ann; Invented, Ann"):
            assert text in out, text
    code, _, err = arpad("player", "change", 14100012, "--region", "Kyiv", "--now", "2024-03-01")
    assert (code, "(2024-03-02)" in err) == (2, True)
    code, _, err = arpad("player", "change", 14100012, "--region", "Lviv", "--since", "2024-03-09")
    assert (code, "2024-03-09 is after today, 2024-03-02" in err) == (2, True)
    code, _, err = arpad("federation", "add", "UKR", "--since", "2024-03-09", "--until", "2024-03-01")
    assert (code, "until: expected a day not before 2024-03-09" in err) == (2, True)


def test_strangers_are_merged_only_by_somebody_who_says_so_and_why(arpad: Any, people: Path) -> None:
    arpad("player", "import", people)
    both = ("player", "merge", 14100012, 14100020)
    code, _, err = arpad(*both, "--yes")
    assert (code, "--why" in err) == (2, True)
    code, _, err = arpad(*both, "--yes", "--why", "story")
    assert code == 2
    assert "do not look like one person: their names differ, their births differ, one is a man and one a woman" in err
    assert "--even-if-different" in err
    assert "1991" not in without_varying(err)
    code, _, err = arpad(*both, "--even-if-different", "--why", "story")
    assert (code, "--yes" in err) == (2, True)
    assert asked(arpad, *both, "--yes", "--even-if-different", "--why", "story")["merged"] is True
    ann, bohdan = (asked(arpad, "player", "show", number)["id"] for number in (14100012, 14100020))
    assert f"{bohdan} Вигаданенко, Богдан, since 2024-03-01" in arpad("player", "show", 14100012)[1]
    assert f"{ann} Invented, Ann, since 2024-03-01" in arpad("player", "show", 14100020)[1]
    assert asked(arpad, "player", "show", 14100020)["merged_into"] == asked(arpad, "player", "show", 14100012)["id"]
    code, _, err = arpad("player", "merge", 14100020, 14100012, "--yes")
    assert code == 2
    assert "already" in err
    code, _, err = arpad("player", "unmerge", 14100020)
    assert (code, "--why" in err) == (2, True)
    code, out, _ = arpad("player", "unmerge", 14100020, "--why", "two after all")
    assert "is parted from" in out
    assert asked(arpad, "player", "show", 14100020)["merged_into"] is None
    assert "since 2024" not in arpad("player", "show", 14100012)[1]


def test_two_numbers_of_one_person_need_a_reason_and_no_more(arpad: Any, people: Path) -> None:
    arpad("player", "import", people)
    told = asked(arpad, "player", "add", "Newman, Nora", "--born", "2012-01-01", "--accept-candidates")
    (first,) = {row["id"] for row in asked(arpad, "player", "find", "Newman")["players"]} - {told["entered"]["id"]}
    assert arpad("player", "merge", first, told["entered"]["id"])[0] == 2
    assert arpad("player", "merge", first, told["entered"]["id"], "--why", "entered twice")[0] == 0


def test_a_number_with_swapped_digits_is_refused_with_its_neighbour(arpad: Any, people: Path) -> None:
    arpad("player", "import", people)
    code, _, err = arpad("player", "show", 14100021)
    assert code == 2
    assert "14100012 is Invented, Ann" in err
    own = asked(arpad, "player", "show", 14100012)["id"]
    code, _, err = arpad("player", "show", own + 1)
    assert code == 2
    assert "check digit is wrong" in err


def test_arbiters_and_federations_from_files_and_by_hand(arpad: Any, tmp_path: Path) -> None:
    arbiters, federations = tmp_path / "arbiters.csv", tmp_path / "federations.csv"
    arbiters.write_text('id,name,federation,licence,since,until\n7,"Referee, Rita",EST,NA,2020-01-01,\n', "utf-8")
    federations.write_text("code,name,state,since,until\nEST,Estonia,member,1991-01-01,\n", "utf-8")
    assert asked(arpad, "arbiter", "import", arbiters)["entered"] == 1
    assert asked(arpad, "arbiter", "import", arbiters)["entered"] == 0
    assert asked(arpad, "federation", "import", federations)["entered"] == 1
    assert arpad("arbiter", "add", 7, "Referee, Rita", "--licence", "FA", "--since", "2024-01-01")[0] == 0
    shown = asked(arpad, "arbiter", "show", 7)[0]["licences"]
    assert [(row["licence"], row["until"]) for row in shown] == [("NA", "2023-12-31"), ("FA", None)]
    assert arpad("federation", "add", "est", "--state", "excluded", "--since", "2024-02-01")[0] == 0
    (estonia,) = asked(arpad, "federation", "show", "EST", "--as-of", "2024-02-02")
    assert [row["state"] for row in estonia["states"]] == ["excluded"]
    code, _, err = arpad("federation", "add", "EST", "--state", "bankrupt")
    assert code == 2
    assert "one of member" in err
    arbiters.write_text("id,name,since\nseven,,soon\n0,Nobody,\n", "utf-8")
    code, _, err = arpad("arbiter", "import", arbiters)
    assert code == 1
    assert "arbiters.csv:2:1" in err
    assert "arbiters.csv:2:3" in err
    assert "arbiters.csv:3:1" in err


@pytest.mark.parametrize("verb", ["import", "add", "find", "show", "change", "merge", "unmerge"])
def test_every_verb_teaches_with_examples(
    verb: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["arpad", "player", verb, "--help"])
    with pytest.raises(SystemExit):
        main()
    assert f"arpad player {verb} " in capsys.readouterr().out.split("Examples")[1]
