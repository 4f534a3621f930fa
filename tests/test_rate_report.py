"""One event rated alone, in the library and at the command line: lines that are calculated by hand."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path

import numpy as np
import pytest
from events_made import Scene, list_of, scene
from tables_made import list_text
from test_check_law import arpad, here, player, put, wrong

import arpad as library
from arpad.finding import UserError
from arpad.intake import RatingList, read

__all__ = ["here"]
STANDARD = "fide-standard-2025"
WINS = {(1, turn): "1" for turn in range(1, 6)}  # the first player wins all his games


def won(listed: tuple[int, ...] = (1700,) * 8) -> Scene:
    return scene(STANDARD, listed, results=WINS)


def rate(made: Scene, ratings: RatingList | list[RatingList], **more: object) -> dict[int, library.RatedLine]:
    report, _ = read(made.text.encode(), "open.trf")
    return {line.number: line for line in library.rate_report(report, ratings, "fide-standard", **more)}  # type: ignore[arg-type]


def the_list(ratings: tuple[int, ...] = (1700,) * 8) -> RatingList:
    return list_of("fide-standard", ratings, {})


def test_8_3_four_five_wins_between_equals_are_fifty_points_with_k_20() -> None:
    """8.3.4: each game is half a point above the expectation of 0.50; K is 20 on the list."""
    lines = rate(won(), the_list())
    first, lost, drew = lines[1], lines[8], lines[2]
    assert (first.name, first.before, first.games, first.score, first.k, first.change, first.after) == (
        "Invented1, Ann", 1700, 5, 10, 20, 5000, 1750,
    )  # fmt: skip
    assert (lost.score, lost.change, lost.after) == (4, -1000, 1690)
    assert (drew.score, drew.change, drew.after) == (5, 0, 1700)
    assert list(lines) == list(range(1, 9))


def test_8_2_a_newcomer_has_a_first_rating_by_this_event_and_neither_k_nor_change() -> None:
    """8.2.3: five draws with 1700 and two with the hypothetical 1800 are (8500 + 3600) / 7 = 1728.57."""
    listed = (*(1700,) * 7, 0)
    lines = rate(scene(STANDARD, listed), the_list(listed))
    newcomer = lines[8]
    assert (newcomer.before, newcomer.games, newcomer.k, newcomer.change, newcomer.after) == (None, 5, None, None, 1729)
    assert lines[1].games == 4  # 8.3.1: not the one against the newcomer


def test_the_list_counts_and_not_what_is_printed() -> None:
    lines = rate(won((2500,) * 8), the_list())
    assert (lines[1].before, lines[1].after) == (1700, 1750)


def test_without_a_k_on_the_list_nothing_is_said_of_the_change() -> None:
    ratings = the_list()
    standing = ratings.standings["standard"]
    silent = replace(standing, k=np.zeros(8, np.uint8))
    lines = rate(won(), [replace(ratings, standings={"standard": silent})])
    assert (lines[1].before, lines[1].games, lines[1].k, lines[1].change, lines[1].after) == (1700, 5, None, None, None)


def test_a_rapid_list_gives_the_rapid_lines() -> None:
    made = scene("fide-rapid-blitz-2024", results=WINS)
    report, _ = read(made.text.encode(), "open.trf")
    lines = library.rate_report(report, list_of("fide-rapid", (1700,) * 8, {}), "fide-rapid")
    assert [line.after for line in lines][:2] == [1750, 1700]
    by_time_control = library.rate_report(report, list_of("fide-rapid", (1700,) * 8, {}))
    assert by_time_control == lines


def test_a_report_that_is_not_ratable_says_why() -> None:
    made = won()
    with pytest.raises(UserError, match=r"not ratable: .*Laws of Chess"):
        rate(made, the_list(), facts={"laws": False})
    text = re.sub(r"(   1 [wb]) 0", r"\1 1", made.text, count=1)
    assert text != made.text
    report, _ = read(text.encode(), "open.trf")
    with pytest.raises(UserError, match=r"not ratable: .*cannot both be true"):
        library.rate_report(report, the_list(), "fide-standard")
    with pytest.raises(UserError, match="The changes need K"):
        rate(made, [])


def test_a_file_is_taken_and_judged_on_the_day_after_the_event() -> None:
    made = won()
    put(made)
    lines = library.rate_report(Path("open.trf"), the_list(), "fide-standard")
    assert lines[0].after == 1750
    with pytest.raises(UserError, match="not ratable"):
        library.rate_report("open.trf", the_list(), "fide-standard", today=date(2027, 1, 1))


# --- the command line ---------------------------------------------------------------------------------------------


def put_files() -> tuple[str, ...]:
    put(won())
    people = [player(number, 1700) for number in range(1, 9)]
    Path("standard.txt").write_bytes(list_text(people, "single").replace(b"SEP25", b"NOV25"))
    return ("open.trf", "--as-of", "2025-11-10", "--list", "standard.txt")


def test_check_prints_what_the_event_brings() -> None:
    code, out = arpad(*put_files(), "--ratings")
    assert code == 0
    rows = [line.split() for line in out.splitlines()]
    assert ["1", "Invented1,", "Ann", "1700", "5", "5", "20", "+50.00", "1750"] in rows
    assert ["8", "Invented8,", "Ann", "1700", "5", "2", "20", "-10.00", "1690"] in rows
    assert "other events of the same period" in out


def test_json_has_the_lines_only_where_they_are_asked_for() -> None:
    files = put_files()
    answer = json.loads(arpad(*files, "--ratings", "--json")[1])
    assert answer["rated"][0] == {
        "number": 1, "name": "Invented1, Ann", "before": 1700, "games": 5, "score": "5", "k": 20, "change": "50.00",
        "after": 1750,
    }  # fmt: skip
    assert json.loads(arpad(*files, "--json")[1])["rated"] == []


def test_without_a_list_the_changes_are_refused_and_a_report_that_is_not_ratable_has_none() -> None:
    files = put_files()
    assert "give the rating list in force on the first day with --list FILE" in wrong("open.trf", "--ratings")
    _, out = arpad(*files, "--ratings", "--laws", "no")
    assert "not ratable" in out
    assert "What the event brings" not in out


def test_several_reports_each_have_their_lines() -> None:
    files = put_files()
    Path("second.trf").write_bytes(Path("open.trf").read_bytes())
    _, out = arpad(*files, "second.trf", "--ratings")
    assert out.count("What the event brings by itself") == 2


def test_the_library_is_enough_and_opens_no_office() -> None:
    told = subprocess.run(
        [sys.executable, "-c", "import arpad, sys; arpad.rate_report; print('sqlalchemy' in sys.modules)"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert told.stdout == "False\n"
