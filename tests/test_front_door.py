"""Many reports at once: in groups on disk, each by itself; examined once, and again when something changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import date
from pathlib import Path

import numpy as np
import pytest
from by_hand import by_hand, preview_list, publish_list, register_facts
from databases import KINDS
from events_made import Scene
from office_made import NUMBERS, at, codes, event, registered, sent
from offices_made import everything
from publication_made import DUE, NEXT, SERIES, an_open, copied, opened
from sqlalchemy import insert, select

from arpad.days import Day
from arpad.intake.sidecar import facts_of
from arpad.office import people, reports
from arpad.office.book import duplicate_reports, report_decisions, submission
from arpad.office.book.duplicate_reports import GameMarks, ReportGames
from arpad.office.book.event_lookup import EventPart, find_single_part
from arpad.office.book.list_entry import list_of_result
from arpad.office.book.merged_rolls import ListMemory
from arpad.office.book.registration import record_decision
from arpad.office.book.submission import ReportPackage, SubmissionTerms
from arpad.office.desk import Desk
from arpad.office.reports import submit_reports
from arpad.office.store import schema
from arpad.packed import unpack

FEW = 3


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    return copied(opened(request.param), tmp_path)


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often a report is examined, at submission and at admission."""
    seen: Counter[str] = Counter()
    for room, name in ((submission, "submitted"), (report_decisions, "admitted")):
        real = room.examine_in_office
        monkeypatch.setattr(
            room, "examine_in_office", lambda *given, real=real, name=name: seen.update([name]) or real(*given)
        )
    return seen


def admitted_now(desk: Desk) -> reports.Outcome:
    (outcome,) = reports.admit_ratable_events(desk)
    return outcome


def on_the_desk(desk: Desk, made: Scene) -> Desk:
    """Registered and sent, on the day it can be."""
    registered(desk, made)
    later = at(desk, made.today)
    assert sent(later, made, terms=SubmissionTerms(str(made.facts["code"]))).status == "accepted"
    return later


# --- one examination ------------------------------------------------------------------------------------------------


def test_what_was_examined_at_the_door_is_admitted_without_a_second_look(desk: Desk, looks: Counter[str]) -> None:
    later = on_the_desk(desk, an_open())
    assert admitted_now(later).status == "admitted"
    assert looks == {"submitted": 1}


def test_it_is_admitted_as_a_second_look_would_admit_it(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: with nothing kept, the outcome and the bytes of the content are the same."""
    later = on_the_desk(desk, an_open())
    registered(later, other := an_open("open-2", range(9, 17)))
    monkeypatch.setattr(submission, "store_examination", lambda *_: None)
    sent(later, other, terms=SubmissionTerms("open-2"))
    found = {outcome.event: outcome for outcome in reports.admit_ratable_events(later)}
    with later.reading() as connection:
        packed = dict(connection.execute(select(schema.content.c.decision, schema.content.c.packed)).all())
        kept = connection.execute(select(schema.examination.c.packed)).scalars().all()
    assert {each.status for each in found.values()} == {"admitted"}
    assert sorted(map(bytes, packed.values())) == sorted(map(bytes, kept))
    assert found["open-1"].findings == tuple(
        finding
        for finding in report_decisions.examine_part(later, ListMemory(), _part(later, "open-1")).answer.findings
    )


def _part(desk: Desk, name: str) -> EventPart:
    with desk.reading() as connection:
        return find_single_part(connection, name)


def another_facts(desk: Desk) -> Desk:
    register_facts(desk, facts_of({"code": "open-1", "laws": False}, "test"))
    return desk


def another_list(desk: Desk) -> Desk:
    later = at(desk, DUE)
    preview_list(later, SERIES, NEXT)
    publish_list(later, SERIES, NEXT)
    return later


def another_person(desk: Desk) -> Desk:
    people.change_player(desk, people.PlayerChange(NUMBERS[1], people.PlayerFacts(died=Day(20200101)), why="told so"))
    return desk


def another_report(desk: Desk) -> Desk:
    """The same games under another name."""
    registered(desk, same := an_open("copy"))
    (receipt,) = submit_reports(desk, [ReportPackage("copy.trf", same.text.encode())], SubmissionTerms("copy"))
    assert receipt.status == "accepted"
    assert "overlap" in codes(receipt.findings)
    return desk


CHANGES: dict[str, Callable[[Desk], Desk]] = {
    "registration": another_facts,
    "list": another_list,
    "registry": another_person,
    "neighbour": another_report,
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_changes_between_submission_and_admission_changes_the_answer(
    change: str, desk: Desk, looks: Counter[str]
) -> None:
    later = on_the_desk(desk, an_open())
    before = report_decisions.examine_part(later, ListMemory(), _part(later, "open-1")).answer
    looks.clear()
    later = CHANGES[change](later)
    looks.clear()
    found = {outcome.event: outcome for outcome in reports.admit_ratable_events(later)}["open-1"]
    assert looks["admitted"] >= 1
    told = found.verdict, found.list_, codes(found.findings)
    assert told != (before.verdict, list_of_result(before), codes(before.findings))


def test_a_neighbour_in_which_the_same_pairs_played_other_games_changes_nothing(
    desk: Desk, looks: Counter[str]
) -> None:
    registered(desk, other := an_open("other", start=date(2025, 11, 19)))
    on_the_desk(desk, an_open())
    later = at(desk, other.today)
    receipt = sent(later, other, terms=SubmissionTerms("other"))
    assert receipt.status == "accepted"
    assert not {code for code in codes(receipt.findings) if code.startswith("overlap")}
    part = _part(later, "open-1")
    with later.reading() as connection:
        sent_one = connection.execute(select(schema.report).where(schema.report.c.seq == part.report)).one()
        span = ReportGames(unpack(GameMarks, sent_one.games), Day(sent_one.first_day).date, Day(sent_one.last_day).date)
        assert len(duplicate_reports.reports_with_same_pairs(connection, span)) == 2  # itself, and the neighbour
    looks.clear()
    outcomes = reports.admit_ratable_events(later)
    assert {outcome.event: outcome.status for outcome in outcomes}["open-1"] == "admitted"
    assert looks == {}


def test_what_was_left_is_examined_anew_at_each_attempt(desk: Desk, looks: Counter[str]) -> None:
    later = another_facts(on_the_desk(desk, an_open()))
    looks.clear()
    before = everything(later.store)
    assert [admitted_now(later).status for _ in range(FEW)] == ["left"] * FEW
    assert looks == {"admitted": FEW}
    assert everything(later.store) == before


def test_what_cannot_be_rated_is_left_again_whatever_newcomers_did_there(desk: Desk) -> None:
    """A zero in a first event is said anew each time, and nothing is written twice."""
    lost = {(n, turn): "0" for n in (7, 8) for turn in (1, 2, 3)}
    made = an_open("open-1", (*range(9, 15), 33, 34), rounds=3, results=lost)
    later = another_facts(on_the_desk(desk, made))
    outcomes = [admitted_now(later) for _ in range(FEW)]
    assert [each.status for each in outcomes] == ["left"] * FEW
    assert "first-event" in codes(outcomes[0].findings)
    assert outcomes[0].findings == outcomes[-1].findings


# --- groups ---------------------------------------------------------------------------------------------------------


def many(desk: Desk, count: int) -> tuple[Desk, list[ReportPackage]]:
    """Events of eight on days of their own, registered, and their reports."""
    made = [an_open(f"open-{n}", range(1, 9), start=date(2025, 11, 1 + 5 * n)) for n in range(count)]
    for each in made:
        registered(desk, each)
    later = at(desk, max(each.today for each in made))
    return later, [ReportPackage(f"{each.facts['code']}.trf", each.text.encode()) for each in made]


def test_a_poisoned_report_stops_nobody_in_its_group(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """The middle one fails after its first row was written: nothing of it stays, the others are kept."""
    later, packages = many(desk, FEW)
    real = record_decision

    def poisoned(writing, new):  # type: ignore[no-untyped-def]
        if writing.subject == "open-1":
            raise ArithmeticError("poison")
        return real(writing, new)

    with later.reading() as connection:
        entries = connection.execute(select(schema.log.c.seq)).all()
    monkeypatch.setattr(submission, "record_decision", poisoned)
    assert [each.status for each in submit_reports(later, packages)] == ["accepted", "refused", "accepted"]
    with later.reading() as connection:
        assert len(connection.execute(select(schema.report.c.seq)).all()) == FEW - 1
        assert len(connection.execute(select(schema.log.c.seq)).all()) == len(entries) + FEW - 1
    monkeypatch.setattr(submission, "record_decision", real)
    assert [each.status for each in submit_reports(later, packages)] == ["exists", "accepted", "exists"]


def test_of_a_group_that_is_cut_off_nothing_is_kept_and_of_those_before_everything(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(submission, "GROUP_SIZE", 1)
    later, packages = many(desk, FEW)

    def cut_off(*_: object) -> None:
        raise KeyboardInterrupt

    taken = submit_reports(later, packages)
    assert next(taken).status == "accepted"
    monkeypatch.setattr(submission, "store_examination", cut_off)
    with pytest.raises(KeyboardInterrupt):
        next(taken)
    with later.reading() as connection:
        assert len(connection.execute(select(schema.report.c.seq)).all()) == 1
        assert len(connection.execute(select(schema.game_week.c.report).distinct()).all()) == 1


def test_two_reports_of_one_event_in_one_group_are_told_apart(desk: Desk) -> None:
    later, (first, *_) = many(desk, 1)
    again, other = (
        first.data.replace(b"Invented1,", b"Invent-d1,"),
        first.data.replace(b"w 1", b"w =").replace(b"b 0", b"b ="),
    )
    receipts = list(
        submit_reports(later, [first, ReportPackage("again.trf", again), ReportPackage("other.trf", other)])
    )
    assert [each.status for each in receipts] == ["accepted", "exists", "accepted"]


def test_the_size_of_a_group_changes_nothing(desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    found = []
    for size in (1, 2, 64):
        (tmp_path / str(size)).mkdir()
        there = copied(opened("sqlite"), tmp_path / str(size))
        later, packages = many(there, 5)
        monkeypatch.setattr(submission, "GROUP_SIZE", size)
        receipts = [
            (each.status, each.verdict, codes(each.findings), each.report) for each in submit_reports(later, packages)
        ]
        monkeypatch.setattr(report_decisions, "GROUP_SIZE", size)
        outcomes = [(each.event, each.status, each.list_) for each in reports.admit_ratable_events(later)]
        with later.reading() as connection:
            rows = connection.execute(select(schema.content).order_by(schema.content.c.decision)).all()
        found.append((receipts, outcomes, [(row.event_key, bytes(row.packed)) for row in rows]))
    assert found[0] == found[1] == found[2]
    assert len(found[0][2]) == 5


# --- the index of games ---------------------------------------------------------------------------------------------


def test_the_index_finds_whatever_met_within_three_days(desk: Desk) -> None:
    """Random spans, some without days: every report that shares a pair at most three days apart is found."""
    rng = np.random.default_rng(7)
    spans = []
    for _ in range(40):
        first = date(2025, 11, 1).toordinal() + int(rng.integers(0, 40))
        length, size = int(rng.integers(0, 20)), int(rng.integers(1, 6))
        days = [int(first + rng.integers(0, length + 1)) for _ in range(size)]
        printed = [0 if rng.random() < 0.3 else int(date.fromordinal(day).strftime("%Y%m%d")) for day in days]
        marks = GameMarks.of(pair=rng.integers(0, 12, size), day=printed, result=np.zeros(size))
        spans.append(ReportGames(marks, date.fromordinal(first), date.fromordinal(first + length)))
    later = on_the_desk(desk, event("open-1"))
    with by_hand(later).writing("test") as writing:
        connection = writing.connection
        row = dict(connection.execute(select(schema.report)).one()._mapping)
        for number in range(len(spans)):
            copy = {**row, "seq": 100 + number, "fingerprint": str(number)}
            connection.execute(insert(schema.report).values(**copy))
            duplicate_reports.add_to_week_index(connection, 100 + number, spans[number])
        for number, mine in enumerate(spans):
            found = set(duplicate_reports.reports_with_same_pairs(connection, mine))
            for other, theirs in enumerate(spans):
                if near(mine, theirs):
                    assert 100 + other in found, (number, other)


def near(mine: ReportGames, theirs: ReportGames) -> bool:
    """Whether any pair met in both at most three days apart, day by day."""
    ours, other = (list(zip(*(days.tolist() for days in span.days()), strict=True)) for span in (mine, theirs))
    return any(
        pair == met and max(first - high, low - last, 0) <= 3
        for pair, (low, high) in zip(mine.marks.pair.tolist(), ours, strict=True)
        for met, (first, last) in zip(theirs.marks.pair.tolist(), other, strict=True)
    )
