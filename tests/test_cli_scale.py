"""`arpad scale` as it is typed: from an office and from a directory of history, as tables, JSON and files."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import polars
import pytest
from jsonschema import Draft202012Validator
from scale_made import Fault, as_files
from scale_made import history as history_with
from site_made import SERIES, demo_office
from typed import typed

from arpad.asjson import schema
from arpad.cli.answers import answer_type
from arpad.history import contents
from arpad.monitor.tables import TABLE_NAMES
from arpad.office.desk import open_office
from arpad.office.lists import ListQuery, Selection, show_list

WIDTH = 80


def strengths() -> Path:
    return demo_office().parent / "season" / "strengths.csv"


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("scale")
    shutil.copy(demo_office(), home / "office.db")
    done = typed("bundle", home / "history", "--db", home / "office.db", "--who", "test")
    assert done.code == 0, done.err
    return home / "history"


@pytest.fixture
def copied(history: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(history, tmp_path / "history"))


def same(here: Any, there: Any) -> bool:
    """Equal, but for the last digit of a fraction: sums are made in another order."""
    if isinstance(here, dict):
        return here.keys() == there.keys() and all(same(here[key], there[key]) for key in here)
    if isinstance(here, list):
        return len(here) == len(there) and all(map(same, here, there))
    return bool(here == there if not isinstance(here, float) else here == pytest.approx(there, abs=2e-5))


def test_an_office_and_its_history_measure_the_same(history: Path) -> None:
    here = json.loads(typed("scale", "--db", demo_office(), "--json").out)
    there = json.loads(typed("scale", "--history", history, "--json").out)
    Draft202012Validator(schema(answer_type("scale"))).validate(here)
    assert not same(here, there)  # sexes and regions are not in the files of proof
    for side in (here, there):
        del side["regions"], side["activity"], side["islands"]
    assert same(here, there)


def test_history_as_parquet_measures_the_same_under_other_numbers(tmp_path: Path) -> None:
    here = json.loads(typed("scale", "--db", demo_office(), "--strengths", strengths(), "--json").out)
    exported = typed("history", "export", tmp_path / "h", "--db", demo_office(), "--strengths", strengths())
    assert exported.code == 0, exported.err
    there = json.loads(typed("scale", "--history", tmp_path / "h", "--json").out)
    for side in (here, there):
        del side["islands"]["weakest"]  # where nothing is weakly joined, any cut is as good
    assert same(here, there)
    assert here["lists"][-1]["truth"]["players"] > 50
    refused = typed("scale", "--history", tmp_path / "h", "--strengths", strengths())
    assert (refused.code, "numbers of its own" in refused.err) == (2, True)
    file = max(tmp_path.glob("h/*/*/ledger.parquet"))
    file.write_bytes(file.read_bytes()[:-1])
    cut = typed("scale", "--history", tmp_path / "h")
    assert (cut.code, "ledger.parquet" in cut.err) == (2, True)


def test_the_numbers_are_those_of_the_published_list() -> None:
    found = json.loads(typed("scale", "--db", demo_office(), "--json").out)
    with open_office(str(demo_office()), "test") as desk:
        listed = [int(row["rating"] or 0) for row in show_list(desk, ListQuery(selection=Selection("active"))).players]
    assert found["distribution"]["players"] == len(listed)
    assert found["distribution"]["mean"]["value"] == pytest.approx(sum(listed) / len(listed), abs=1e-4)
    assert sum(each["players"] for each in found["distribution"]["classes"]) == len(listed)


def test_tables_fit_a_screen_and_say_what_is_noise() -> None:
    done = typed("scale", "--db", demo_office(), "--series", SERIES)
    assert done.code == 0
    assert "noise" in done.out
    tables = [line for line in done.out.splitlines() if not line.startswith(("-", "The scale", "Nothing"))]
    assert max(map(len, tables)) <= WIDTH


def test_an_earlier_list_is_measured_as_it_was() -> None:
    newest = json.loads(typed("scale", "--db", demo_office(), "--json").out)
    month = newest["lists"][-3]["list"]
    earlier = json.loads(typed("scale", "--db", demo_office(), "--list", month, "--json").out)
    assert earlier["list"] == month
    assert earlier["lists"] == newest["lists"][:-2]


def test_tables_and_charts_are_written_whole_and_nothing_over(tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = typed("scale", "--db", demo_office(), "--out", out)
    assert done.code == 0
    whole = json.loads((out / "scale.json").read_text())
    frame = polars.read_parquet(out / "over-time.parquet")
    assert frame["list"].to_list() == [each["list"] for each in whole["lists"]]
    assert frame["mean"].to_list() == [each["mean"]["value"] for each in whole["lists"]]
    assert {each.stem for each in out.glob("*.parquet")} <= set(TABLE_NAMES)
    assert (out / "calibration.svg").read_text().startswith("<svg xmlns=")
    again = typed("scale", "--db", demo_office(), "--out", out)
    assert (again.code, "nothing is written over" in again.err) == (2, True)
    (tmp_path / "file").write_text("x")
    nowhere = typed("scale", "--db", demo_office(), "--out", tmp_path / "file" / "out")
    assert (nowhere.code, "cannot be written" in nowhere.err) == (2, True)


def test_true_strengths_of_a_simulation_are_held_against_the_ratings(history: Path) -> None:
    here, there = (
        json.loads(typed("scale", *source, "--strengths", strengths(), "--json").out)
        for source in (("--db", demo_office()), ("--history", history))
    )
    for found in (here, there):
        last = found["lists"][-1]["truth"]
        assert last["players"] > 50
        assert last["correlation"] > 0.8
        assert {each["by"] for each in found["predictions"]} >= {"table", "logistic", "strengths"}
    assert here["lists"] == there["lists"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a,b\n1,2\n",
        "fide_id,strength,per_year,on\n1,many,0,2024-03-01\n",
        "fide_id,strength,per_year,on\n1,99999,0,2024-03-01\n",
        "fide_id,strength,per_year,on\n1,1500,0,soon\n",
    ],
)
def test_what_are_no_strengths_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "strengths.csv"
    if text:
        file.write_text(text)
    done = typed("scale", "--db", demo_office(), "--strengths", file)
    assert (done.code, "strengths.csv" in done.err) == (2, True)


def test_history_is_measured_without_a_database(history: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("sqlalchemy", "arpad.office", "arpad.office.desk"):
        monkeypatch.setitem(sys.modules, name, None)
    assert typed("scale", "--history", history).code == 0


def test_planted_faults_are_found_in_files_and_told_by_the_command(tmp_path: Path) -> None:
    as_files(history_with(1, Fault(drift=1.0, island=60)), tmp_path / "faulty")
    as_files(history_with(1), tmp_path / "sound")
    done = typed("scale", "--history", tmp_path / "faulty")
    assert done.code == 0
    told = [line for line in done.out.splitlines() if line.startswith("- ")]
    assert {line.split()[1].rstrip(":") for line in told} == {"drift", "an"}
    assert any(line.startswith("- an island of ") and ": 60 players" in line for line in told)
    assert "Nothing here is more than chance" in typed("scale", "--history", tmp_path / "sound").out


# --- bad input ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--series", "chess960"), "chess960"),
        (("--list", "1999-01"), "1999-01"),
        (("--list", "soon"), "soon"),
    ],
)
def test_a_wrong_question_is_refused(history: Path, words: tuple[str, str], sentence: str) -> None:
    for source in (("--db", demo_office()), ("--history", history)):
        done = typed("scale", *source, *words)
        assert (done.code, sentence in done.err, done.out) == (2, True, ""), source


def test_what_is_no_history_is_refused(tmp_path: Path) -> None:
    assert typed("scale", "--history", tmp_path / "nowhere").code == 2
    (tmp_path / "empty").mkdir()
    assert contents.CONTENTS_FILE in typed("scale", "--history", tmp_path / "empty").err


def test_a_history_of_another_version_is_refused(copied: Path) -> None:
    file = copied / contents.CONTENTS_FILE
    file.write_text(file.read_text().replace(contents.CSV_FORM, "Arpad-History 99"))
    done = typed("scale", "--history", copied)
    assert (done.code, "another version" in done.err) == (2, True)


@pytest.mark.parametrize("name", ["list", "ledger", "entries"])
@pytest.mark.parametrize("fault", ["cut", "changed", "gone"])
def test_a_history_cut_short_or_changed_by_a_byte_is_refused(
    copied: Path, name: str, fault: str, tmp_path: Path
) -> None:
    file = max(copied.glob(f"*/*/{name}.csv"))
    text = bytearray(file.read_bytes())
    if fault == "cut":
        file.write_bytes(text[: len(text) // 2])
    elif fault == "gone":
        file.unlink()
    else:
        at = max(place for place, byte in enumerate(text) if byte in b"12345678")
        text[at] += 1
        file.write_bytes(text)
    done = typed("scale", "--history", copied, "--out", tmp_path / "out")
    assert (done.code, f"{name}.csv" in done.err, done.out) == (2, True, "")
    assert not (tmp_path / "out").exists()
