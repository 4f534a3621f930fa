"""Numbers and days from outside have bounds: what nobody can mean is refused in a line, wherever it comes in."""

from __future__ import annotations

from pathlib import Path

import pytest
from publication_made import address_of, before_list, copied
from typed import typed

from arpad.intake.frl.reader import read_list

DAY = ("--now", "2025-12-05")
HEAD = "id,rating,k,games,highest,last"


@pytest.fixture
def office(tmp_path: Path) -> str:
    desk = copied(before_list("sqlite"), tmp_path)
    desk.store.close()
    return address_of(desk)


OPENINGS = {
    "31 digits": (f"990007,{'9' * 31},20,100,1700,202511", "rating: expected at most 4000"),
    "K 256": ("990007,1700,256,100,1700,202511", "k: expected at most 99, found 256"),
    "5,000 digits": (f"990007,1700,20,{'9' * 5000},1700,202511", "games: expected at most 30000"),
    "list 999912": ("990007,1700,20,100,1700,999912", "last: 999912 is no day or month that can be meant"),
    "month 13": ("990007,1700,20,100,1700,202513", "last: 202513 is no day or month"),
    "a list to come": ("990007,1700,20,100,1700,202601", "2026-01"),
    "highest below": ("990007,1700,20,100,1600,202511", "the highest rating 1600 is below the rating 1700 itself"),
    "number": (f"{'9' * 20},1700,20,100,1700,202511", "id: expected at most"),
    "quote": ('990007,"1700', "Number of rated games unknown"),
}


@pytest.mark.parametrize(("row", "told"), OPENINGS.values(), ids=OPENINGS)
def test_an_opening_list_with_a_number_nobody_has(office: str, tmp_path: Path, row: str, told: str) -> None:
    (tmp_path / "opening.csv").write_text(f"{HEAD}\n{row}\n")
    done = typed("list", "open", "fide-rapid", tmp_path / "opening.csv", "--list", "2025-12", *DAY, "--db", office)
    assert done.code in (1, 2), done
    assert told in done.out + done.err
    assert len(done.err) < 500


def test_a_file_without_an_end_is_told(office: str, tmp_path: Path) -> None:
    (tmp_path / "endless.csv").symlink_to("/dev/zero")
    opening = ("list", "open", "fide-rapid", tmp_path / "endless.csv", "--list", "2025-12", *DAY, "--db", office)
    for words in (opening, ("calc", "period", "/dev/zero")):
        done = typed(*words)
        assert (done.code, done.out) == (2, "")
        assert "has at most" in done.err


def test_an_opening_list_with_nobody_in_it_is_refused(office: str, tmp_path: Path) -> None:
    (tmp_path / "opening.csv").write_text(f"{HEAD}\n")
    done = typed("list", "open", "fide-rapid", tmp_path / "opening.csv", "--list", "2025-12", *DAY, "--db", office)
    assert (done.code, "there is nobody in it, only a header" in done.err) == (2, True), done


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("simulate", "--months", "100000", "-o", "x"), "months 100000: expected 1 to 600"),
        (("simulate", "--players", "9" * 12, "-o", "x"), "players 999999999999: expected 12 to 2000000"),
        (("list", "show", "--list", "0000-01"), "expected a list written YYYY-MM"),
        (("check", "x.trf", "--max-bytes", "9" * 13), "is not in the range"),
        (("check", "--end", "9999-12-31", "x.trf"), "lies outside the years 1800 to 2200"),
        (("check", "--federation", "X" * 100_000, "x.trf"), "characters, all of them to be seen"),
        (("calc", "period", "--rating", "1500", "--k", "256", "--game", "1600:1"), "from 1 to 99"),
        (("calc", "period", "/dev/zero"), "a document has at most"),
        (("federation", "add", "UKR", "--until", "9999-12-31", *DAY), "until"),
        (("arbiter", "add", "14100098", "Referee, Rita", "--licence", "XX", *DAY), "licence"),
        (("check", "\udcff.trf"), "there is no file \\udcff.trf"),
        (("player", "show", "\udcff", *DAY), "\\udcff"),
    ],
    ids=lambda given: " ".join(given[:3])[:40].encode("ascii", "replace").decode() if isinstance(given, tuple) else "",
)
def test_a_call_with_a_number_nobody_can_mean_is_one_line(office: str, words: tuple[str, ...], told: str) -> None:
    needs = words[0] in ("list", "federation", "arbiter", "player")
    done = typed(*words, *(("--db", office) if needs else ()))
    assert (done.code, done.out) == (2, ""), done
    assert told in done.err
    assert len(done.err.strip().splitlines()) == 1


@pytest.mark.parametrize("coding", ["utf-7", "base64", "rot13", "idna", "x" * 500, "utf-32"])
def test_an_xml_list_in_an_encoding_that_is_none_is_a_finding(coding: str, tmp_path: Path) -> None:
    text = f'<?xml version="1.0" encoding="{coding}"?><playerslist><player><name>x</name></player></playerslist>'
    (tmp_path / "standard_dec25frl.xml").write_text(text)
    done = typed("frl", "show", tmp_path / "standard_dec25frl.xml")
    assert done.code in (1, 2), done
    with open(tmp_path / "standard_dec25frl.xml", "rb") as stream:
        _, found = read_list(stream, "x")
    assert [finding.code for finding in found] == ["broken-xml"]
