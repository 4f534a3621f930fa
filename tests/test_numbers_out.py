"""What an officer gets back: his file with the numbers, every fault of a row at once, and a question before a slip."""

from __future__ import annotations

import csv
import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from databases import KINDS
from office_made import NUMBERS
from publication_made import address_of, copied, opened

from arpad.cli import main
from arpad.finding import UserError
from arpad.office import lists, people
from arpad.office.desk import Desk

CSV = "name;born;federation\nГончар, Іван;1991-04-12;UKR\nМельник, Яна;2001;UKR\nЛисенко, Олег;;UKR\n"


def typing(address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    monkeypatch.setenv("ARPAD_DB", address)
    monkeypatch.setenv("ARPAD_WHO", "officer")

    def typed(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["arpad", *map(str, arguments)])
        with pytest.raises(SystemExit) as end:
            main()
        answer = capsys.readouterr()
        return int(end.value.code or 0), answer.out, answer.err

    return typed


@pytest.fixture
def arpad(office: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    return typing(office, monkeypatch, capsys)


def rows_of(data: bytes, delimiter: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig")), delimiter=delimiter))


def test_an_officer_gets_his_file_back_with_the_numbers(arpad: Any, tmp_path: Path) -> None:
    file, out = tmp_path / "people.csv", tmp_path / "numbers.csv"
    file.write_text(CSV, "utf-8")
    code, _, err = arpad("player", "import", file, "--dry-run", "--out", out)
    assert (code, out.exists()) == (0, False), err
    code, _, err = arpad("player", "import", file, "--out", out)
    assert code == 0, err
    header, *rows = rows_of(out.read_bytes(), ";")
    assert header == ["id", "name", "born", "federation"]
    assert [row[1:] for row in rows] == [line.split(";") for line in CSV.splitlines()[1:]]
    for number, name, *_ in rows:
        assert json.loads(arpad("player", "show", number, "--json")[1])["name"] == name
    again = tmp_path / "again.csv"
    assert arpad("player", "import", out, "--out", again)[1].startswith("0 entered, 0 changed, 3 known already")
    assert rows_of(again.read_bytes(), ";") == [header, *rows]


def test_the_registry_can_be_exported_and_read_again(arpad: Any, tmp_path: Path) -> None:
    file, out = tmp_path / "people.csv", tmp_path / "all.csv"
    file.write_text(CSV, "utf-8")
    _, _, err = arpad("player", "import", file)
    assert "arpad player export FILE" in err
    assert arpad("player", "export", out)[1] == f"{out}: 3 players\n"
    header, *rows = rows_of(out.read_bytes(), ",")
    table = [dict(zip(header, row, strict=True)) for row in rows]
    assert {(row["name"], row["latin_name"], row["born"]) for row in table} == {
        ("Гончар, Іван", "Honchar, Ivan", "1991-04-12"),
        ("Мельник, Яна", "Melnyk, Yana", "2001"),
        ("Лисенко, Олег", "Lysenko, Oleh", ""),
    }
    assert arpad("player", "import", out, "--update")[1].startswith("0 entered, 0 changed, 3 known already")
    assert arpad("player", "export", out, "--federation", "POL")[1] == f"{out}: 0 players\n"


def test_a_file_of_numbers_belongs_to_one_csv(arpad: Any, tmp_path: Path) -> None:
    file, second = tmp_path / "people.csv", tmp_path / "second.csv"
    for path in (file, second, tmp_path / "list.txt"):
        path.write_text(CSV, "utf-8")
    for given in ((tmp_path / "list.txt",), (file, second)):
        code, _, err = arpad("player", "import", *given, "--out", tmp_path / "x.csv")
        assert (code, "--out belongs to one CSV file" in err) == (2, True)
    code, _, err = arpad("player", "import", file, "--out", tmp_path / "nowhere" / "x.csv")
    assert code == 2
    assert "is not there" in err or "no directory" in err


def test_namesakes_keep_each_his_own_row(desk: Desk) -> None:
    """Two rows with one name and one birth, both taken for people of their own."""
    data = b"name,born\nTwin Ann,1991-04-12\nTwin Ann,1991-04-12\n"
    file = people.InputFile("twins.csv", data)
    done = people.import_players(desk, people.PlayerFiles((file,), accept=True))
    (_, first, second) = rows_of(people.add_numbers_to_file(file, done), ",")
    assert first[0] != second[0]
    assert {int(first[0]), int(second[0])} == {row.id for row in done.numbers}


def test_a_row_with_several_faults_tells_them_all_and_so_does_every_row(arpad: Any, tmp_path: Path) -> None:
    """What cannot be read, what cannot be, and what cannot be at this office: today is 2024-03-01."""
    assert arpad("federation", "add", "UKR")[0] == 0
    file = tmp_path / "bad.csv"
    file.write_text(
        "id,fide_id,name,born,died,sex,federation,title,since\n"
        "77,1x,12,2030-01-01,soon,q,UKX,XM,2030-01-01\n"
        ",,Fine Ann,1991,,w,UKR,,\n"
        ",,Bob,1991,1990,m,ukraine,,\n"
    )
    code, out, err = arpad("player", "import", file)
    assert (code, out) == (1, "")
    places = [line.split(" ")[0] for line in err.splitlines() if line.startswith("bad.csv")]
    assert places == [f"bad.csv:2:{column}" for column in range(1, 10)] + ["bad.csv:4:5", "bad.csv:4:7"]
    assert "id: found '77', expected the number of somebody who is registered" in err
    assert "born: found '2030-01-01', expected a day not after today, 2024-03-01" in err
    assert "died: found 'soon', expected a day YYYY-MM-DD, or a year" in err
    assert arpad("player", "find", "Fine Ann")[0] == 1


def test_a_row_with_the_numbers_of_two_players_is_told(desk: Desk) -> None:
    two = b"fide_id,name,born\n14100012,Ann A,1991\n14100020,Bob B,1992\n"
    done = people.import_players(desk, people.PlayerFiles((people.InputFile("two.csv", two),)))
    ann = next(row.id for row in done.numbers if row.name == "Ann A")
    mixed = f"id,fide_id,name\n{ann},14100020,Ann A\n".encode()
    done = people.import_players(desk, people.PlayerFiles((people.InputFile("mixed.csv", mixed),), update=True))
    (finding,) = done.problems[0].findings
    assert (done.refused, finding.place.line, finding.place.column) == (True, 2, 2)


def test_arbiters_and_federations_tell_all_faults_of_a_row_too(arpad: Any, tmp_path: Path) -> None:
    file = tmp_path / "arbiters.csv"
    file.write_text("id,name,federation,since\nx,,ukraine,soon\n")
    _, _, err = arpad("arbiter", "import", file)
    places = [line.split(" ")[0] for line in err.splitlines() if line.startswith("arbiters.csv")]
    assert places == [f"arbiters.csv:2:{column}" for column in range(1, 5)]


# --- a correction that looks like a slip ----------------------------------------------------------------------------


@pytest.fixture(params=KINDS)
def rated(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    """Thirty-two players from 1515 to 1980, fifteen points apart: the highest is 1500 + 15 * 32 = 1980."""
    return copied(opened(request.param), tmp_path)


@pytest.mark.parametrize(
    ("player", "rating", "asked"),
    [
        (32, 1980 + 1, "correct/above-all"),  # more than anybody has
        (31, 1980, ""),
        (1, 1515 + 199, ""),
        (1, 1515 + 200, "correct/far"),
        (32, 1980 - 199, ""),
        (32, 1980 - 200, "correct/far"),
        (20, 2800, "correct/above-all"),  # stood 1800: a wrong first digit
    ],
)
def test_a_correction_far_from_the_list_must_be_confirmed(rated: Desk, player: int, rating: int, asked: str) -> None:
    given = lists.NewCorrection(NUMBERS[player], rating, "misread")
    if asked:
        with pytest.raises(UserError) as refused:
            lists.enter_correction(rated, given)
        doubts = dict(refused.value.fields)["doubts"]
        assert (refused.value.message, doubts[0].message) == (lists.UNCONFIRMED_CORRECTION, asked)
        given = lists.NewCorrection(NUMBERS[player], rating, "misread", confirmed=True)
    assert lists.enter_correction(rated, given).rating == rating


def test_an_officer_is_asked_before_2451_becomes_3456(
    rated: Desk, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same slip with other numbers: 1965 on the list becomes 2965."""
    typed = typing(address_of(rated), monkeypatch, capsys)
    code, out, err = typed("list", "correct", NUMBERS[31], "2965", "--why", "misread")
    assert (code, out) == (2, "")
    assert "2965 is more than anybody has on the list 2025-11, where the highest is 1980" in err
    assert "2965 is 1000 points from the 1965 that stood there" in err
    assert "--yes" in err
    code, out, _ = typed("list", "correct", NUMBERS[31], "2965", "--why", "misread", "--yes")
    assert (code, "builds on 2965 instead of 1965" in out) == (0, True)
    assert typed("list", "correct", NUMBERS[31], "1956", "--why", "misread")[0] == 0
