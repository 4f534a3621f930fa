"""Parts of one event at the office's doors: their days, their list, their system, their order, and their end."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Sequence
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from by_hand import by_hand
from databases import KINDS, copy_of, new_database
from events_made import EDITIONS, Scene, judged
from office_made import admitted, at, codes, event, office, publish, registered, sent
from sqlalchemy import select, update

from arpad.columns import Games
from arpad.days import Month
from arpad.office.book.admitted_content import (
    AdmittedContent,
    AdmittedHead,
    AdmittedPartHead,
    AdmittedPlayers,
    unpack_content,
)
from arpad.office.book.event_lookup import find_parts_by_name, find_registered_event
from arpad.office.book.merged_rolls import ListMemory
from arpad.office.book.report_decisions import examine_part
from arpad.office.book.stored_report import RoundRange
from arpad.office.book.submission import ReportReceipt, SubmissionTerms
from arpad.office.desk import Desk, open_desk
from arpad.office.store.engine import connect_store
from arpad.office.store.schema import content, pointer
from arpad.packed import pack_all

DAY = timedelta(days=1)

# --- what is stored -----------------------------------------------------------------------------------------------


def three_tables() -> tuple[AdmittedHead, AdmittedPlayers, Games]:
    head = AdmittedHead.of(start=[20240415], end=[20240520], seated_by=[202404], enters=[202406])
    return head, AdmittedPlayers.of(player=[1, 2], number=[1, 2]), Games.of(white=[0], black=[1], round=[1], order=[1])


def test_a_part_is_stored_with_what_its_event_as_a_whole_needs() -> None:
    """The declared system (plus one) and the games of a match, in a table of their own behind the other three."""
    head, sitting, games = three_tables()
    part = AdmittedContent(head, sitting, games, AdmittedPartHead.of(declared=[3], scheduled=[12]))
    back = unpack_content(part.packed())
    assert back.part is not None
    assert (back.part.declared.tolist(), back.part.scheduled.tolist()) == ([3], [12])
    assert back.games.equals(games)


def test_whole_events_and_parts_of_before_keep_their_bytes() -> None:
    """Rows that were written without the fourth table read as before, and are written as before."""
    tables = three_tables()
    before = pack_all(tables)
    assert unpack_content(before).part is None
    assert AdmittedContent(*tables).packed() == before
    assert unpack_content(before).packed() == before


# --- the days and the list of a part ------------------------------------------------------------------------------

SPRING = date(2024, 4, 15)
MONTHS = (202403, 202404, 202405, 202406)


def dated(made: Scene, days: Sequence[date]) -> Scene:
    """The same report with these days of its rounds."""
    lines = [line for line in made.text.splitlines() if not line.startswith("132")]
    place = next(at for at, line in enumerate(lines) if line.startswith("001"))
    lines.insert(place, f"{'132':<91}" + "  ".join(f"{day:%y/%m/%d}" for day in days))
    return Scene("\r\n".join(lines) + "\r\n", made.facts, made.today)


def league(length: int, edition: str = "fide-standard-2024", start: date = SPRING, **given: Any) -> Scene:
    """Four rounds: two at the start, two in the last days."""
    made = event("league", edition, start=start, rounds=4, length=length, league=True, **given)
    end = start + (length - 1) * DAY
    return dated(made, [start, start + 2 * DAY, end - 2 * DAY, end])


@cache
def opened(kind: str, series: str, months: tuple[int, ...]) -> str:
    """An office with the lists of some months, made once."""
    directory = Path(tempfile.mkdtemp(prefix="arpad-parts-"))
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    address = new_database(kind, directory)
    desk = office(address, Month(months[0]).first, months)
    if series != "fide-standard":
        publish(desk, series, months)
    desk.store.close()
    return address


def office_of(kind: str, directory: Path, series: str = "fide-standard", months: tuple[int, ...] = MONTHS) -> Desk:
    return open_desk(
        connect_store(copy_of(opened(kind, series, months), directory)), "A. Officer", Month(months[0]).first
    )


@pytest.fixture(params=KINDS)
def spring(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    """An office with the lists of March to June 2024."""
    return office_of(request.param, tmp_path)


@pytest.fixture
def one(tmp_path: Path) -> Desk:
    """The same, for what does not depend on the database."""
    return office_of("sqlite", tmp_path)


def newest(desk: Desk, list_: int) -> None:
    """The newest list that is published."""
    with by_hand(desk).writing("show") as writing:
        writing.connection.execute(update(pointer).values(list=list_))


def parts_sent(desk: Desk, made: Scene, days: Sequence[date], **beside: Any) -> list[ReportReceipt]:
    """Rounds 1-2 and 3-4 as two parts, on two days, with the lists of their months."""
    receipts = []
    for part, day in enumerate(days, 1):
        newest(at(desk, day), Month.of(day))
        terms = SubmissionTerms(str(made.facts["code"]), part=part, rounds=RoundRange(2 * part - 1, 2 * part))
        receipts.append(sent(at(desk, day), made, terms=terms, **beside))
    return receipts


def seated_by(receipt_desk: Desk, name: str) -> int:
    """The list whose ratings a part was admitted with."""
    with receipt_desk.reading() as connection:
        (part,) = find_parts_by_name(connection, [name])
        packed = connection.execute(select(content.c.packed).where(content.c.decision == part.admitted)).scalar_one()
    return int(unpack_content(packed).head.seated_by[0])


def test_standard_2024_4_1_a_league_of_36_days_in_two_monthly_parts(spring: Desk) -> None:
    """2024 4.1, S1: 15 April to 20 May are 36 days: the part of April by April's list, that of May by May's, though
    nobody says `ratings_at`; the event's own end stays in the facts."""
    made = league(36)
    registered(spring, made)
    first, second = parts_sent(spring, made, (date(2024, 4, 20), date(2024, 5, 22)))
    assert [(each.status, each.verdict) for each in (first, second)] == [("accepted", "ratable")] * 2, (first, second)
    later = at(spring, date(2024, 5, 22))
    for name in ("league/1", "league/2"):
        assert admitted(later, name).status == "admitted"
    assert [seated_by(later, name) for name in ("league/1", "league/2")] == [202404, 202405]
    with later.reading() as connection:
        (part, _) = find_parts_by_name(connection, ["league"])
    facts = examine_part(later, ListMemory(), part).answer.facts
    assert (facts.start, facts.end) == (SPRING, date(2024, 5, 20))
    assert (facts.part, facts.part_start, facts.part_end) == (1, SPRING, date(2024, 4, 17))
    assert (facts.last, str(first.list_)) == (date(2024, 4, 17), "2024-05")


@pytest.mark.parametrize(("length", "second"), [(30, 202404), (31, 202405)])
def test_standard_2024_4_1_more_than_30_days_means_31(one: Desk, length: int, second: int) -> None:
    """2024 4.1: 15 April to 14 May are 30 days, to 15 May 31: only parts of the longer event have their own list."""
    made = league(length)
    registered(one, made)
    parts_sent(one, made, (date(2024, 4, 20), date(2024, 5, 16)))
    later = at(one, date(2024, 5, 16))
    for name in ("league/1", "league/2"):
        assert admitted(later, name).status == "admitted"
    assert [seated_by(later, name) for name in ("league/1", "league/2")] == [202404, second]


def test_standard_2024_4_1_a_long_event_sent_whole_uses_the_list_of_its_first_day(one: Desk) -> None:
    """S1: one list serves the whole event, also of one of 36 days that was not sent in parts; it is told that it is."""
    made = league(36)
    registered(one, made)
    later = at(one, date(2024, 5, 22))
    receipt = sent(later, made, terms=SubmissionTerms("league"))
    assert "interim-report" in codes(receipt.findings)
    assert admitted(later, "league").status == "admitted"
    assert seated_by(later, "league") == 202404


def test_standard_2024_4_1_a_part_is_not_told_to_report_in_parts(one: Desk) -> None:
    """4.1 asks long events for parts; of a part it asks nothing more."""
    made = league(36)
    registered(one, made)
    for receipt in parts_sent(one, made, (date(2024, 4, 20), date(2024, 5, 22))):
        assert "interim-report" not in codes(receipt.findings)


def test_the_days_of_the_event_and_not_of_the_part_are_too_many(tmp_path: Path) -> None:
    """2009 4.1: a year is longer than 90 days, in each of its parts, unless it is a league."""
    desk = office_of("sqlite", tmp_path, months=(200907, 201001))
    made = dated(
        event("cup", "fide-standard-2009", start=date(2010, 1, 10), rounds=4, length=120, league=None),
        [date(2010, 1, 10), date(2010, 1, 12), date(2010, 5, 7), date(2010, 5, 9)],
    )
    registered(desk, made)
    receipt = sent(at(desk, date(2010, 1, 15)), made, terms=SubmissionTerms("cup", part=1, rounds=RoundRange(1, 2)))
    assert "league-duration" in codes(receipt.findings, "ask")


def test_a_part_without_days_is_asked_about(one: Desk) -> None:
    """Without the days of its rounds nobody knows which list a part belongs to: it is not taken for the whole event."""
    made = league(36)
    bare = Scene("\r\n".join(line for line in made.text.splitlines() if not line.startswith("132")), made.facts,
                 made.today)  # fmt: skip
    registered(one, made)
    early = sent(at(one, date(2024, 4, 20)), bare, terms=SubmissionTerms("league", part=1, rounds=RoundRange(1, 2)))
    assert (early.status, "its rounds have no days" in str(early.problem)) == ("refused", True)
    receipt = sent(at(one, date(2024, 5, 21)), bare, terms=SubmissionTerms("league", part=1, rounds=RoundRange(1, 2)))
    assert ("part-without-days" in codes(receipt.findings, "ask"), receipt.verdict) == (True, "undecided")


@pytest.mark.parametrize("edition", ["fide-rapid-blitz-2018", "fide-rapid-blitz-2024", "ukraine-2018"])
def test_texts_without_parts_take_them_and_seat_them_by_the_first_day(tmp_path: Path, edition: str) -> None:
    """R31: rapid/blitz and Ukraine know no parts: they are taken, and one list serves the event (S1)."""
    series, start, _ = EDITIONS[edition]
    months = tuple(Month.of(start).plus(step) for step in range(-1, 3))
    desk = office_of("sqlite", tmp_path, series, months)
    made = league(36, edition, start, approvals=["long-event"], per_day=2, system="Individual: Swiss-System")
    registered(desk, made)
    end = start + 35 * DAY
    receipts = parts_sent(desk, made, (start + 4 * DAY, end + DAY))
    assert [receipt.status for receipt in receipts] == ["accepted"] * 2
    later = at(desk, end + DAY)
    for name in ("league/1", "league/2"):
        outcome = admitted(later, name)
        assert outcome.status == "admitted", outcome
    assert [seated_by(later, name) for name in ("league/1", "league/2")] == [months[1]] * 2


# --- a part by itself, at the arbiter's -----------------------------------------------------------------------------


def test_check_judges_a_part_as_a_part() -> None:
    """2024 4.1: 36 days, and the file has the rounds of May: by May's list, without the advice to report in parts."""
    made = league(36)
    (whole, part) = (judged(Scene(made.text, {**made.facts, **given}, made.today)) for given in ({}, {"part": 2}))
    assert "interim-report" in codes(whole.findings)
    assert "interim-report" not in codes(part.findings)
    assert (part.facts.part, part.facts.part_end, part.facts.end) == (2, date(2024, 5, 20), date(2024, 5, 20))


def test_the_sidecar_of_a_report_may_say_its_part(one: Desk) -> None:
    """`part = 1` beside a report of the rounds of April; another --part than the sidecar's is refused."""
    made = league(36)
    registered(one, made)
    april = dated(event("league", "fide-standard-2024", start=SPRING, rounds=2, length=36, league=True),
                  [SPRING, SPRING + 2 * DAY])  # fmt: skip
    day = at(one, date(2024, 4, 20))
    receipt = sent(day, april, terms=SubmissionTerms("league"), part=1)
    assert (receipt.status, receipt.part) == ("accepted", 1), receipt
    other = sent(day, april, terms=SubmissionTerms("league", part=2), part=1)
    assert (other.status, str(other.problem)) == ("refused", "--part 2, but the event description says part 1")


def test_a_registration_says_nothing_of_a_part(one: Desk) -> None:
    """The same sidecar registers the event: what it says of its report is left alone."""
    made = league(36)
    registered(one, Scene(made.text, {**made.facts, "part": 1}, made.today))
    with one.reading() as connection:
        assert "part" not in find_registered_event(connection, "league").given
