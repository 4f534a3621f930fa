"""Default answers: `arpad check` assumes what nobody says and is the same for nearly every event, and shows it."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from events_made import EDITIONS, scene
from swiss_manager_made import swiss
from test_check_law import arpad, here, put

from arpad.asjson import to_json
from arpad.finding import Tier
from arpad.intake import read
from arpad.pipeline import Inquiry, check

__all__ = ["here"]
FIDE = [edition for edition in EDITIONS if edition != "ukraine-2018"]
NEVER_ASSUMED = {"fide-rapid-blitz-2018": {"licensed-arbiters"}}  # who holds a licence is a fact of each event


def checked(edition: str, *flags: str, **change: Any) -> tuple[int, list[str]]:
    """What `arpad check` prints of a clean report that states its days and time control, a day after it ended."""
    made = scene(edition, **change)
    put(made)
    code, out = arpad("open.trf", "--as-of", f"{made.today}", *flags)
    return code, out.splitlines()


@pytest.mark.parametrize("edition", FIDE)
def test_a_clean_report_with_days_and_time_control_is_ratable_without_options(edition: str) -> None:
    code, (verdict, assumed, *rest) = checked(edition)
    assert code == 0
    if edition in NEVER_ASSUMED:
        asked = {line.split(" ")[1] for line in rest if ", ask)" in line or " (ask)" in line}
        assert asked == NEVER_ASSUMED[edition]
        return
    assert f"; ratable; {edition}; " in verdict
    assert assumed.startswith("assumed: Laws of Chess, ")
    assert not [line for line in rest if " ask)" in line or "(ask)" in line]


@pytest.mark.parametrize(
    ("edition", "assumed"),
    [
        ("fide-standard-2025", "Laws of Chess, not hybrid, registered in time, "
                               "fide-standard (by the time control 120')"),
        ("fide-standard-2009", "Laws of Chess, registered in time, fide-standard (by the time control 120')"),
        ("fide-rapid-blitz-2024", "Laws of Chess, not hybrid, registered in time, "
                                  "fide-rapid (by the time control 15'+10\")"),
    ],
)  # fmt: skip
def test_what_is_assumed_stands_in_one_line_behind_the_verdict(edition: str, assumed: str) -> None:
    assert checked(edition)[1][1] == f"assumed: {assumed}"


def test_national_2018_agreement_is_assumed_and_the_series_is_that_of_the_call() -> None:
    _, lines = checked("ukraine-2018", "--series", "ukraine", "--notation", "yes")
    assert lines[1] == "assumed: Laws of Chess, agreed with the federation"
    assert "; ratable; ukraine-2018; " in lines[0]


def test_an_answer_that_somebody_gives_is_not_assumed_and_counts() -> None:
    _, lines = checked("fide-standard-2025", "--laws", "no", "--hybrid", "no", "--registered", "2025-10-20")
    assert lines[1] == "assumed: fide-standard (by the time control 120')"
    assert "; not ratable; " in lines[0]
    assert any(" laws-of-chess (2.1, refuse): " in line for line in lines)


def test_an_event_registered_too_late_is_refused_though_in_time_would_be_assumed() -> None:
    _, lines = checked("fide-standard-2025", "--registered", "2025-11-03")
    assert "; not ratable; " in lines[0]
    assert "registered in time" not in lines[1]


def test_without_a_time_control_one_question_is_left_and_its_answer_names_the_series() -> None:
    made = scene("fide-rapid-blitz-2024")
    text = "".join(line for line in made.text.splitlines(keepends=True) if not line.startswith("122"))
    put(replace(made, text=text))
    _, out = arpad("open.trf", "--as-of", f"{made.today}")
    assert [line.split(" ")[1] for line in out.splitlines() if ", ask)" in line] == ["rate-of-play"]
    _, out = arpad("open.trf", "--as-of", f"{made.today}", "--time-control", "15'+10\"")
    assert "; ratable; fide-rapid-blitz-2024; " in out
    assert "fide-rapid (by the time control" in out


@pytest.mark.parametrize(
    ("rate", "control", "assumed"),
    [
        (3, "", "fide-blitz (by its mark in the file)"), (2, "", "fide-rapid (by its mark in the file)"),
        (1, "", "fide-standard (by its mark in the file)"), (0, "", "fide-standard"),
        (3, "15 min + 10 sek", "fide-rapid (by the time control 15 min + 10 sek)"),
        (2, "some time", "fide-rapid (by its mark in the file)"),
    ],
)  # fmt: skip
def test_without_a_time_control_the_mark_of_the_pairing_program_gives_the_series(
    rate: int, control: str, assumed: str
) -> None:
    event = swiss(Random(3), 12, 5)
    event.rate, event.texts[14] = rate, control
    Path("open.TUNX").write_bytes(event.data())
    _, out = arpad("open.TUNX", "--as-of", "2025-09-30")
    assert out.splitlines()[1] == f"assumed: Laws of Chess, not hybrid, registered in time, {assumed}"


def test_json_says_what_was_assumed_and_with_ask_nothing_is() -> None:
    made = scene("fide-standard-2025")
    put(made)
    answer = json.loads(arpad("open.trf", "--json", "--as-of", f"{made.today}")[1])
    assert [each["message"] for each in answer["assumed"]] == [
        "assumed/laws", "assumed/hybrid", "assumed/registered", "assumed/series",
    ]  # fmt: skip
    asked = json.loads(arpad("open.trf", "--json", "--ask", "--as-of", f"{made.today}")[1])
    assert (asked["assumed"], asked["verdict"]) == ([], "undecided")


def test_a_letter_asks_what_nobody_says() -> None:
    made = scene("fide-standard-2025")
    put(made)
    _, out = arpad("open.trf", "--letter", "--as-of", f"{made.today}")
    assert "Laws of Chess" in out
    assert "registered" in out


def test_an_office_assumes_nothing() -> None:
    """What an officer has not answered is asked: the defaults are of a check alone."""
    made = scene("fide-standard-2025")
    report, findings = read(made.text.encode(), "open.trf")
    inquiry = Inquiry.of(report, findings, {}, made.today)
    answer = check(inquiry)
    assert answer.assumed == ()
    assert {f.code for f in answer.findings if f.tier == Tier.ASK} >= {
        "laws-of-chess",
        "hybrid-event",
        "edition-choice",
    }
    assert to_json(answer.verdict) == "undecided"
    assert Tier.ASK not in {f.tier for f in check(inquiry.with_default_answers()).findings}


def test_without_a_day_nothing_is_assumed_because_no_rulebook_asks() -> None:
    made = scene("fide-standard-2025")
    text = "".join(line for line in made.text.splitlines(keepends=True) if line[:3] not in ("042", "052", "132"))
    Path("open.trf").write_text(text, "utf-8")
    _, out = arpad("open.trf", "--as-of", f"{made.today + timedelta(days=1)}")
    assert "assumed:" not in out
    asked = [line for line in out.splitlines() if "(ask)" in line]
    assert {line.split(": ")[1] for line in asked} == {
        "The last day of the event is not known. Give it", "The first day of the event is not known. Give it",
    }  # fmt: skip
