"""Letters say what officers decided, in their own words, and what the office knows of lists."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from by_hand import by_hand
from databases import KINDS
from office_made import at, registered, reported, sent
from publication_made import DUE, NEXT, address_of, admit_one, an_open, copied, opened
from test_true_findings import listed, words
from typed import typed

from arpad.office.book.event_lookup import find_parts_by_name
from arpad.office.book.report_decisions import NewExclusion, exclude_games
from arpad.office.book.submission import SubmissionTerms
from arpad.office.desk import Desk
from arpad.office.reports import RefusalOrder, hold_events, refuse_events, withdraw_events


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    return copied(opened(request.param), tmp_path, date(2025, 11, 1))


@pytest.fixture
def file(tmp_path: Path) -> Desk:
    return copied(opened("sqlite"), tmp_path, date(2025, 11, 1))


def test_an_officers_own_reason_is_in_the_letter_whether_or_not_the_law_refuses_too(desk: Desk) -> None:
    """0.2, 0.4: the Laws were not applied (2.1), and the officer adds a reason of his own."""
    made = an_open("bad", laws=False)
    later = reported(desk, made)
    (done,) = refuse_events(later, RefusalOrder(("bad",), "The pairings were made up."))
    letter = " ".join((done.letter or "").split())
    assert "The Laws of Chess were not applied" in letter
    assert "The pairings were made up." in letter
    assert words(later, "bad") == letter
    (good,) = refuse_events(
        reported(later, an_open("good", [*range(9, 17)])), RefusalOrder(("good",), "A second reason.")
    )
    assert "A second reason." in (good.letter or "")


def test_a_report_that_is_held_or_withdrawn_is_not_said_to_be_rated(file: Desk) -> None:
    later = reported(file, an_open("open"))
    assert "The report can be rated." in words(later, "open")
    assert "It will be on the list of 2025-12-01." in words(later, "open")
    hold_events(later, RefusalOrder(("open",), "A player protests."))
    held = words(later, "open")
    assert "The report is held since 2025-11-16 by A. Officer: A player protests." in held
    assert "can be rated" not in held
    assert "will be on the list" not in held
    withdraw_events(later, RefusalOrder(("open",), "sent by mistake"))
    gone = words(at(later, later.today()), "open")
    assert "held since" in gone or "withdrawn on" in gone
    assert "will be on the list" not in gone


def test_an_exclusion_says_why_in_the_officers_words(file: Desk) -> None:
    """5.1: force majeure is an exception of this edition."""
    later = reported(file, an_open("open"))
    with later.reading() as connection:
        (part,) = find_parts_by_name(connection, ["open"])
    exclude_games(by_hand(later), part, NewExclusion("open", 1, 2, "force-majeure", "the hall was flooded"))
    assert "The game is left out: force majeure (the hall was flooded)." in words(later, "open")


def test_after_the_list_the_letter_says_that_the_report_was_rated(file: Desk) -> None:
    later = listed(admit_one(file, an_open("open")), NEXT, DUE)
    said = words(later, "open")
    assert "The report was rated." in said
    assert "It is on the list of 2025-12-01." in said
    assert "can be rated" not in said


def test_2025_7_1_3_and_9_1_a_letter_says_why_it_is_a_later_list(file: Desk) -> None:
    """The December list closes on 28 November: an event of 25 to 29 November is on the list of January (7.1.3)."""
    made = an_open("end", start=date(2025, 11, 25))
    later = reported(file, made)
    assert (
        "It will be on the list of 2026-01-01. It ended on 2025-11-29, after the closing day of the list of 2025-12. "
        "(article 7.1.3)" in words(later, "end")
    )
    slow = an_open("slow", [*range(9, 17)])
    registered(later, slow)
    day = at(listed(later, NEXT, DUE), date(2025, 12, 3))
    assert sent(day, slow, terms=SubmissionTerms("slow")).status == "accepted"
    said = "It was reported on 2025-12-03, too late for the list of 2025-12. (article 9.1)"
    assert said in words(day, "slow")
    printed = " ".join(typed("report", "letter", "slow", "--db", address_of(day), "--now", "2025-12-03").out.split())
    assert said in printed


def test_who_approved_is_who_was_named(file: Desk) -> None:
    """0.2.4: a late registration accepted by the chairman, and one of which nobody said who accepted it."""
    by = {"what": "late-registration", "by": "qc-chair"}
    later = reported(at(file, date(2025, 11, 10)), an_open("named", approvals=[by]))
    assert "the late registration was accepted (by the chairman of the Qualification Commission)." in words(
        later, "named"
    )
    later = reported(at(later, date(2025, 11, 17)), an_open("unnamed", [*range(9, 17)]))
    assert "the late registration was accepted (by whom was not said)." in words(later, "unnamed")
