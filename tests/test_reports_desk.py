"""The desks of events and reports: typed requests and answers, and no rule that a caller could pass by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from by_hand import by_hand, register_facts
from frozen import office_of
from jsonschema import Draft202012Validator
from office_made import NUMBERS, at, event, fresh, registered, reported, write
from sqlalchemy import func, select

from arpad.asjson import schema, to_json
from arpad.cli.answers import answer_type
from arpad.finding import UserError
from arpad.intake.sidecar import facts_of
from arpad.model import EventFacts, Report
from arpad.office import events, reports
from arpad.office.book import registration, report_decisions
from arpad.office.book.event_lookup import EventPart, decisions_about_event, find_event_part, find_parts_by_name
from arpad.office.book.merged_rolls import ListMemory
from arpad.office.book.stored_report import cut_to_rounds, parse_stored_report
from arpad.office.desk import Desk, open_desk
from arpad.office.store.engine import connect_store
from arpad.office.store.migrate import upgrade_schema
from arpad.office.store.schema import log


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return fresh("sqlite", tmp_path)


@pytest.fixture
def league(desk: Desk) -> Desk:
    """An event in two parts, both reported."""
    made = event("league", rounds=4, league=True)
    registered(desk, made)
    later = at(desk, made.today)
    for part, rounds in ((1, reports.RoundRange(1, 2)), (2, reports.RoundRange(3, 4))):
        terms = reports.SubmissionTerms("league", part=part, rounds=rounds)
        (done,) = reports.submit_reports(
            by_hand(later), [reports.ReportPackage("league.trf", made.text.encode())], terms
        )
        assert done.status == "accepted", done
    return later


def the(desk: Desk, name: str) -> EventPart:
    with desk.reading() as connection:
        return find_parts_by_name(connection, [name])[0]


def entries(desk: Desk) -> int:
    with desk.reading() as connection:
        return int(connection.execute(select(func.count()).select_from(log)).scalar_one())


def fits(verb: str, answer: Any) -> Any:
    """The answer as JSON, which must be what the schema of the verb says."""
    written = to_json(answer, answer_type(verb))
    Draft202012Validator(schema(answer_type(verb))).validate(written)
    return written


# --- a month through the two desks --------------------------------------------------------------------------------


def test_from_registration_to_admission_and_refusal_through_the_desks(desk: Desk, tmp_path: Path) -> None:
    path = write(tmp_path, "good", event("good"))
    write(tmp_path, "bad", event("bad", laws=False, ids={n: NUMBERS[n + 8] for n in range(1, 9)}))
    sidecars = [events.RegistrationRequest(sidecar=tmp_path / f"{name}.event.toml") for name in ("good", "bad")]
    done = tuple(events.register_events(desk, sidecars))
    assert [(each.event, each.status) for each in done] == [("good", "registered"), ("bad", "registered")]
    assert fits("event register", done)[0] == {
        "file": str(tmp_path / "good.event.toml"), "event": "good", "status": "registered", "changed": [],
        "problem": None, "assumed": [],
    }  # fmt: skip
    later = at(desk, date(2025, 11, 9))
    files = (path, path.with_name("bad.trf"), path.with_name("lost.trf"))
    receipts = tuple(reports.submit_reports(later, map(reports.open_package, map(str, files))))
    assert [(each.status, each.verdict) for each in receipts] == [
        ("accepted", "ratable"),
        ("accepted", "not-ratable"),
        ("refused", None),
    ]
    assert fits("report submit", receipts)[2]["problem"]["message"] == "file-not-opened"
    assert [str(each.list_) for each in receipts] == ["2025-12", "None", "None"]  # what is not ratable goes nowhere
    assert [each.list_ for each in reports.examine_events(later, reports.EventOrder(("bad",)))] == [None]
    assert reports.waiting_events(later) == ("bad", "good")
    outcomes = tuple(reports.admit_ratable_events(later, "fide-standard"))
    assert {each.event: each.status for each in outcomes} == {"good": "admitted", "bad": "left"}
    assert {row["event"]: row["list"] for row in fits("report admit", outcomes)} == {"good": "2025-12", "bad": None}
    (refused,) = reports.refuse_events(later, reports.RefusalOrder(("bad",)))
    assert [letter.text for letter in reports.arbiter_letters(later, reports.EventOrder(("bad",)))] == [refused.letter]
    fits("report refuse", (refused,))
    (appealed,) = reports.appeal_refusals(later, reports.EventOrder(("bad",), "letter of the organiser"))
    assert (appealed.status, appealed.why) == ("appealed", "letter of the organiser")
    override = reports.AdmissionOrder(("bad",), "seen by myself", (reports.FindingToOverride("laws-of-chess"),))
    assert [each.status for each in reports.admit_events(later, override)] == ["admitted"]
    held = reports.hold_events(later, reports.EventOrder(("good", "bad"), "inquiry"))
    assert [each.status for each in held] == ["held", "held"]
    rows = events.list_events(later, events.EventQuery("fide-standard", "held"))
    assert [(row.event, row.held) for row in rows] == [
        (name, events.Hold(later.today(), "A. Officer", "inquiry")) for name in ("bad", "good")
    ]
    fits("event list", rows)
    assert [each.status for each in reports.release_events(later, reports.EventOrder(("good", "bad")))] == [
        "released"
    ] * 2
    (shown,) = reports.examine_events(later, reports.EventOrder(("good",)))
    assert (shown.status, shown.verdict) == ("admitted", "ratable")
    left_out = events.exclude_games(later, events.NewExclusion("good", 3, 2, "fair-play", "decision FP-7"))
    assert fits("event exclude", left_out)["note"]["fields"]["whom"]["fields"] == {
        "name": "Invented3, Ann", "player": 3, "round": 2,
    }  # fmt: skip
    told = events.show_event(later, "bad")
    assert [(each.kind, str(each.note or "")) for each in told.history] == [
        ("registered", ""),
        ("reported", f"report {receipts[1].report}: not ratable"),
        ("refused", f"report {receipts[1].report}: not ratable"),
        ("appealed", ""),
        ("overridden", "laws-of-chess"),
        ("admitted", f"report {receipts[1].report}: ratable"),
        ("held", ""),
        ("released", ""),
    ]
    fits("event show", (told,))


def test_what_is_wrong_with_one_of_many_is_its_own_outcome_and_of_one_the_calls_own_fault(desk: Desk) -> None:
    later = reported(desk, event("open-1"))
    registered(later, event("open-2", registered=date(2025, 9, 1)))
    with pytest.raises(UserError, match="open-2 has no report yet"):
        reports.examine_events(later, reports.EventOrder(("open-2",)))
    good, bad = reports.admit_events(later, reports.AdmissionOrder(("open-1", "open-2")))
    assert (good.status, bad.status) == ("admitted", "left")
    assert bad.problem is not None
    assert (bad.problem.message, dict(bad.problem.fields)["standing"]) == ("event-not-possible", "registered")
    fits("report admit", (good, bad))


# --- no rule can be passed by -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"norms": "maybe"}, "expected true or false"),
        ({"start": "2025-13-99"}, "expected a day"),
        ({"rounds_per_day": 0}, "1 or more"),
        ({"colour": "red"}, "unknown key"),
        ({"approvals": ["everything"]}, "expected one of late-registration"),
        ({"exclusions": [{"player": 3, "round": 1, "reason": "dislike"}]}, "expected one of fair-play"),
    ],
)
def test_facts_of_no_kind_are_refused_whoever_gives_them(desk: Desk, facts: dict[str, Any], said: str) -> None:
    registered(desk, event("open-1"))
    before = entries(desk)
    with pytest.raises(UserError, match=said):
        events.NamedFacts.of(facts)
    with pytest.raises(UserError, match=said):
        register_facts(desk, {"code": "open-1", **facts})
    if "colour" not in facts:
        with pytest.raises(UserError, match=said):
            events.NamedFacts(EventFacts(**facts), frozenset(facts))
    with pytest.raises(UserError, match=said):
        reports.ReportPackage("open.trf", b"", events.NamedFacts.of(facts))
    assert entries(desk) == before


def test_a_registration_needs_facts_and_a_code_belongs_to_one_event(desk: Desk) -> None:
    with pytest.raises(UserError, match="an event description or facts"):
        events.RegistrationRequest()
    coded = events.RegistrationRequest(events.NamedFacts.of(event("open-1").facts))
    with pytest.raises(UserError, match="--code belongs to one event"):
        list(events.register_events(desk, [coded, coded]))
    bad = events.RegistrationRequest(sidecar=Path("nowhere.event.toml"))
    named = {key: value for key, value in event("x").facts.items() if key != "code"}
    good = events.RegistrationRequest(events.NamedFacts.of(named))
    first, second = events.register_events(desk, [bad, good])
    assert (first.status, first.event, second.status) == ("refused", None, "registered")
    assert first.problem is not None
    assert "nowhere.event.toml" in str(first.problem)
    with pytest.raises(UserError, match="nowhere"):
        events.register_event(desk, bad)


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        (lambda: events.EventQuery("fide-bullet"), "no rating series is called fide-bullet; known are fide-blitz"),
        (lambda: events.EventQuery(standing="lost"), "expected one of registered, reported"),
        (lambda: reports.EventOrder(()), "name events"),
        (lambda: reports.AdmissionOrder((), "x"), "name events"),
        (lambda: reports.SubmissionTerms(part=-1), "counted from 1"),
        (lambda: reports.SubmissionTerms(rounds=reports.RoundRange(1, 2)), "add --part N"),
        (lambda: reports.RoundRange(0, 3), "as in 4-6"),
        (lambda: reports.RoundRange(3, 1), "as in 4-6"),
        (lambda: reports.FindingToOverride("notation", 0), "a start number, 1 or more"),
        (lambda: reports.FindingToOverride("notation", 1, 0), "1 or more"),
        (lambda: events.NewExclusion("open-1", 0, why="x"), "a start number, 1 or more"),
        (lambda: events.NewExclusion("open-1", 3, 0, why="x"), "round 0: expected"),
        (lambda: events.NewExclusion("open-1", 3, reason="dislike", why="x"), "expected one of fair-play"),
        (lambda: events.NewExclusion("open-1", 3, why=" "), "to exclude needs a reason"),
        (lambda: events.ExclusionEnd("open-1", 3), "to withdraw an exclusion needs a reason"),
        (lambda: events.ExclusionEnd("open-1", -3, why="x"), "a start number, 1 or more"),
    ],
)
def test_a_request_that_cannot_be_is_not_made(wanted: Callable[[], Any], said: str) -> None:
    with pytest.raises(UserError, match=said):
        wanted()


def test_series_are_known_or_refused(desk: Desk) -> None:
    for ask in (reports.waiting_events, lambda desk, name: list(reports.admit_ratable_events(desk, name))):
        with pytest.raises(UserError, match="no rating series is called fide-bullet"):
            ask(desk, "fide-bullet")


def test_an_event_or_a_part_is_named_for_one_report_only(desk: Desk) -> None:
    made = event("open-1")
    registered(desk, made)
    packages = [reports.ReportPackage(name, made.text.encode()) for name in ("a.trf", "b.trf")]
    for terms in (reports.SubmissionTerms("open-1"), reports.SubmissionTerms(part=1)):
        with pytest.raises(UserError, match="belong to one report"):
            list(reports.submit_reports(at(desk, made.today), packages, terms))


def test_without_a_reason_nothing_is_held_withdrawn_appealed_or_overridden(desk: Desk) -> None:
    later = reported(desk, event("open-1", laws=False))
    before, part = entries(later), the(later, "open-1")
    for act in (reports.hold_events, reports.withdraw_events, reports.appeal_refusals):
        with pytest.raises(UserError, match="needs a reason"):
            act(later, reports.EventOrder(("open-1",), "  "))
    for private in (report_decisions.hold_part, report_decisions.withdraw_part, report_decisions.appeal_refusal):
        with pytest.raises(UserError, match="needs a reason"):
            private(later, part, "")
    aside = reports.FindingToOverride("laws-of-chess")
    with pytest.raises(UserError, match="needs the reason why it is set aside; give the reason with --why TEXT"):
        reports.admit_events(later, reports.AdmissionOrder(("open-1",), " ", (aside,)))
    with pytest.raises(UserError, match="needs the reason why it is set aside"):
        report_decisions.admit_part(by_hand(later), ListMemory(), part, [aside])
    assert entries(later) == before


def test_an_override_is_of_whoever_sits_at_the_desk(desk: Desk) -> None:
    later = reported(desk, event("open-1", laws=False))
    reports.admit_events(
        later, reports.AdmissionOrder(("open-1",), "seen", (reports.FindingToOverride("laws-of-chess"),))
    )
    with later.reading() as connection:
        happened = decisions_about_event(connection, the(later, "open-1").event)
    assert [(each.who, each.why) for each in happened if each.kind == "overridden"] == [("A. Officer", "seen")]


def test_a_refusal_without_a_ground_needs_a_reason(desk: Desk) -> None:
    later = reported(desk, event("open-1"))
    with pytest.raises(UserError, match="open-1 is ratable: nothing refuses it; give the reason"):
        reports.refuse_events(later, reports.RefusalOrder(("open-1",)))
    with pytest.raises(UserError, match="nothing refuses it"):
        report_decisions.refuse_part(by_hand(later), ListMemory(), the(later, "open-1"), " ")


def test_of_an_event_with_parts_a_part_is_named(league: Desk) -> None:
    wanted = events.NewExclusion("league", 3, 1, "fair-play", "FP-7")
    with pytest.raises(UserError, match="league has parts; say which: league/1, league/2"):
        events.exclude_games(league, wanted)
    with pytest.raises(UserError, match="league has parts"):
        events.include_games(league, events.ExclusionEnd("league", 3, 1, "FP-8"))
    with league.reading() as connection:
        whole = find_event_part(connection, the(league, "league/1").event, 0)
    with pytest.raises(UserError, match="league has parts"):
        report_decisions.exclude_games(by_hand(league), whole, wanted)
    done = events.exclude_games(league, events.NewExclusion("league/1", 3, 1, "fair-play", "FP-7"))
    assert (done.event, str(done.note)) == ("league/1", "player 3 (Invented3, Ann), round 1: fair play")


def test_an_exclusion_entered_before_an_event_came_in_parts_holds_in_each_of_them(desk: Desk) -> None:
    made = event("league", rounds=4, league=True)
    registered(desk, made)
    events.exclude_games(desk, events.NewExclusion("league", 3, 1, "fair-play", "FP-7"))
    later = at(desk, made.today)
    for part, rounds in ((1, reports.RoundRange(1, 2)), (2, reports.RoundRange(3, 4))):
        package = reports.ReportPackage("league.trf", made.text.encode())
        list(
            reports.submit_reports(
                by_hand(later), [package], reports.SubmissionTerms("league", part=part, rounds=rounds)
            )
        )
    done = reports.admit_events(later, reports.AdmissionOrder(("league",)))
    assert [(each.event, each.status, each.excluded.games) for each in done] == [
        ("league/1", "admitted", 1),
        ("league/2", "admitted", 0),
    ]
    events.include_games(later, events.ExclusionEnd("league/1", 3, 1, "appeal upheld"))
    (again,) = reports.admit_events(later, reports.AdmissionOrder(("league/1",)))
    assert (again.status, again.excluded) == ("admitted", reports.ExcludedCounts(0, 0))


def test_the_life_of_an_event_holds_for_every_caller(desk: Desk) -> None:
    later = reported(desk, event("open-1"))
    part = the(later, "open-1")
    reports.withdraw_events(later, reports.EventOrder(("open-1",), "sent by mistake"))
    for act in (
        lambda: reports.admit_events(later, reports.AdmissionOrder(("open-1",))),
        lambda: reports.refuse_events(later, reports.RefusalOrder(("open-1",), "no")),
        lambda: reports.release_events(later, reports.EventOrder(("open-1",))),
        lambda: events.exclude_games(later, events.NewExclusion("open-1", 3, why="FP-7")),
        lambda: report_decisions.admit_part(by_hand(later), ListMemory(), part),  # what it was before is not asked
    ):
        with pytest.raises(UserError, match="open-1 is withdrawn: it is not possible"):
            act()


def test_rounds_that_a_report_does_not_have_are_no_part() -> None:
    read = parse_stored_report(event("open-1").text.encode(), "open.trf")
    with pytest.raises(UserError, match=r"open.trf has 5 rounds; .* up to 9"):
        cut_to_rounds(read, reports.RoundRange(4, 9))


# --- what was stored ----------------------------------------------------------------------------------------------


def test_a_decision_keeps_message_fields_and_the_sentence_as_it_was_said(desk: Desk) -> None:
    later = reported(desk, event("open-1", laws=False))
    with later.reading() as connection:
        came = decisions_about_event(connection, the(later, "open-1").event)[-1]
    (kept,) = [each for each in came.detail["findings"] if each["code"] == "laws-of-chess"]
    assert (kept["message"], kept["fields"], kept["file"]) == ("laws-of-chess/not", {}, "open.trf")
    assert kept["sentence"] == "The Laws of Chess were not applied, so the event is not rated."


def test_decisions_of_before_are_shown_and_examined_as_they_stand(desk: Desk) -> None:
    """Rows of earlier versions: sentence and remedy as text, and a letter as it was sent."""
    later = reported(desk, event("open-1"))
    finding = {
        "code": "laws-of-chess", "tier": "refuse", "line": None, "column": None, "player": None, "round": None,
        "articles": ["1.1"], "sentence": "The Laws were not applied.", "remedy": "Ask.", "file": "open.trf",
    }  # fmt: skip
    verdict = {"verdict": "not-ratable", "edition": "fide-standard-2025", "findings": [finding]}
    refusal = {**verdict, "notice": "2025-11-09", "letter": "Dear arbiter, no.\n"}
    key = the(later, "open-1").event
    with by_hand(later).writing("refuse", "open-1") as writing:
        registration.record_decision(writing, registration.NewDecision(key, 0, events.DecisionKind.REFUSED, 1, refusal))
    assert [each.text for each in reports.arbiter_letters(later, reports.EventOrder(("open-1",)))] == [
        "Dear arbiter, no.\n"
    ]
    assert str(events.show_event(later, "open-1").history[-1].note) == "report 1: not ratable"
    assert [each.verdict for each in reports.examine_events(later, reports.EventOrder(("open-1",)))] == ["ratable"]
    with later.reading() as connection:
        assert decisions_about_event(connection, key)[-1].detail == refusal


def test_an_office_of_the_first_schema_is_shown_by_the_desks(tmp_path: Path) -> None:
    store = connect_store(office_of("sqlite", tmp_path, "0005"))
    upgrade_schema(store)
    old = open_desk(store, "A. Officer")
    rows = events.list_events(old, events.EventQuery())
    assert rows
    for row in rows:
        told = events.show_event(old, row.event)
        assert (told.history[0].kind, told.facts.start, told.facts.end) == ("registered", row.start, row.end)
        fits("event show", (told,))


# --- once ---------------------------------------------------------------------------------------------------------


def test_a_paper_is_read_once_and_is_one_report_in_a_submission_and_in_an_admission(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reading, fingerprint, comparison and arrow look at one value, whose games are derived once."""
    made = event("open-1", laws=False)
    registered(desk, made)
    later = at(desk, made.today)
    seen: Counter[str] = Counter()
    values: dict[int, Report] = {}

    def count(where: str, name: str) -> None:
        real = getattr(__import__(where, fromlist=[name]), name)
        monkeypatch.setattr(f"{where}.{name}", lambda *given: seen.update([name]) or real(*given))

    count("arpad.office.book.stored_report", "read")
    count("arpad.office.book.submission", "report_fingerprint")
    count("arpad.office.book.examination", "played_game_marks")
    count("arpad.model.report", "reported_games")
    games = Report.games
    monkeypatch.setattr(Report, "games", lambda self: values.setdefault(id(self), self) and games(self))

    (done,) = reports.submit_reports(
        later, [reports.ReportPackage("open.trf", made.text.encode())], reports.SubmissionTerms("open-1")
    )
    once = {"read": 1, "reported_games": 1, "played_game_marks": 1}
    assert (done.status, seen) == ("accepted", {**once, "report_fingerprint": 1})
    assert len(values) == 1
    seen.clear()
    values.clear()
    aside = (reports.FindingToOverride("laws-of-chess"),)
    assert [
        each.status for each in reports.admit_events(later, reports.AdmissionOrder(("open-1",), "seen", aside))
    ] == ["admitted"]
    assert (seen, len(values)) == (once, 1)


def test_what_was_registered_is_what_the_dossier_shows(desk: Desk) -> None:
    made = event("open-1")
    registered(desk, made)
    told = events.show_event(desk, "open-1")
    given = facts_of(made.facts, "test")
    assert told.facts == EventFacts(**{**given, "registered": desk.today()})
    assert [part.possible for part in told.parts] == [
        ("registered", "reported", "excluded", "withdrawn", "registration-refused", "held")
    ]
