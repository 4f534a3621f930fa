"""`arpad trf convert`: clean files out of every form that is read, with a comment for each correction in TRF26."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from test_lichess import HEAD as LICHESS
from test_lichess import line
from test_vega import EVENT, TDF
from tournament import make
from typer.testing import CliRunner

from arpad.cli import app
from arpad.intake import read, read_file

ERRORS = Path(__file__).parent / "errors"
TABLE = (
    "round;white;black;result;white id;black id\n1;Invented, Ann;Invented, Bo;1-0;990001;990002\n"
    "1;Invented, Cy with a name that is much too long for a report;Invented, Di;½-½;990003;990004\n"
)


def convert(tmp_path: Path, content: str | bytes, name: str, form: str) -> tuple[Path, list[str]]:
    """The written file, and its comments."""
    source, target = tmp_path / name, tmp_path / f"{name}.{form}.trf"
    source.write_bytes(content if isinstance(content, bytes) else content.encode())
    result = CliRunner().invoke(app, ["trf", "convert", str(source), "--to", form, "-o", str(target)])
    assert result.exit_code == 0, result.output
    return target, [text for text in target.read_text(encoding="utf-8").splitlines() if text.startswith("###")]


FORMS = {"open.tdf": TDF, "round.pgn": EVENT, "games.csv": TABLE}


@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize("form", ["trf16", "trf26"])
def test_the_written_file_says_what_the_file_said(tmp_path: Path, name: str, form: str) -> None:
    report, _ = read(FORMS[name].encode(), name)
    target, comments = convert(tmp_path, FORMS[name], name, form)
    again, findings = read_file(target)
    assert again.cells == report.cells
    assert (again.facts, again.round_dates) == (report.facts, report.round_dates)
    assert [player.id for player in again.players] == [player.id for player in report.players]
    assert not [finding for finding in findings if finding.code in ("unknown-record", "unmarked-line")]
    assert form == "trf26" or not comments


def test_what_was_read_otherwise_or_cut_stands_in_comments(tmp_path: Path) -> None:
    _, comments = convert(tmp_path, EVENT, "round.pgn", "trf26")
    assert len(comments) == 1
    assert comments[0].startswith("### Corrected: 2 rows are against “BYE”")
    _, comments = convert(tmp_path, TABLE, "games.csv", "trf26")
    assert len(comments) == 1
    assert "at most 33 fit" in comments[0]
    lichess = LICHESS + line(1, "ann", "0.0", [("2", "w", "Z")]) + "\n" + line(2, "bo", "0.0", [("1", "b", "Z")]) + "\n"
    _, comments = convert(tmp_path, lichess, "swiss.trf", "trf26")
    assert [comment.partition(": ")[2][:18] for comment in comments] == [
        "4:5 date-style: “M", "5:5 date-style: “M", "2 cells have Z bes",
    ]  # fmt: skip


def test_each_leniency_of_a_report_is_a_comment_with_its_place(tmp_path: Path) -> None:
    sound = make(3, plain=True).data()
    assert convert(tmp_path, sound, "sound.trf", "trf26")[1] == []
    _, comments = convert(tmp_path, (ERRORS / "decimal-comma.trf").read_bytes(), "comma.trf", "trf26")
    assert comments
    assert all("decimal-comma: “" in comment and "” -> “" in comment for comment in comments)


def test_a_corrected_file_is_clean_and_comes_back_byte_for_byte(tmp_path: Path) -> None:
    first, comments = convert(tmp_path, (ERRORS / "date-style.trf").read_bytes(), "dates.trf", "trf26")
    assert comments
    report, findings = read_file(first)
    assert "date-style" not in [finding.code for finding in findings]
    second, again = convert(tmp_path, first.read_bytes(), "second.trf", "trf26")
    assert second.read_bytes() == first.read_bytes()
    assert again == comments
    plain, _ = read((ERRORS / "date-style.trf").read_bytes())
    assert replace(report, kept=()) == replace(plain, kept=())
