"""Events in the book: registered once, changed by new versions, and led through their life by decisions only."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from by_hand import by_hand, register_facts
from databases import KINDS, new_database
from office_made import admitted, at, event, fresh, registered, reported, sent
from sqlalchemy import func, insert, select, update

from arpad.days import Month
from arpad.finding import UserError
from arpad.intake.sidecar import facts_of
from arpad.office.book.event_dossier import EventDeadline, read_event_dossier
from arpad.office.book.event_lookup import (
    decisions_about_event,
    find_event_part,
    find_event_parts,
    find_parts_by_name,
    find_registered_event,
)
from arpad.office.book.event_status import DecisionKind, EventState, EventStatus, state_after, status_after
from arpad.office.book.merged_rolls import ListMemory
from arpad.office.book.officer_instructions import FindingToOverride
from arpad.office.book.registration import NewDecision, given_or_made_code, record_decision
from arpad.office.book.report_decisions import (
    ExcludedCounts,
    ExclusionEnd,
    NewExclusion,
    appeal_refusal,
    examine_part,
    exclude_games,
    hold_part,
    include_games,
    letter_about_examination,
    refuse_part,
    release_part,
    withdraw_part,
)
from arpad.office.book.stored_report import RoundRange
from arpad.office.book.submission import SubmissionTerms
from arpad.office.clock import Clock
from arpad.office.desk import Desk
from arpad.office.office_settings import found_office
from arpad.office.publishing.candidate_events import events_for_list
from arpad.office.store.engine import connect_store
from arpad.office.store.schema import content, event_facts, log, pointer, rated


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    return fresh(request.param, tmp_path)


@pytest.fixture
def one(tmp_path: Path) -> Desk:
    """For what does not depend on the database."""
    return fresh("sqlite", tmp_path)


def count(desk: Desk, table: Any) -> int:
    with desk.reading() as connection:
        return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


def where(desk: Desk, code: str, part: int = 0) -> EventStatus:
    with desk.reading() as connection:
        return find_event_part(connection, find_registered_event(connection, code).key, part).life.where


def stand(desk: Desk, name: str) -> Any:
    with desk.reading() as connection:
        return find_parts_by_name(connection, [name])[0]


# --- the life, without a database ---------------------------------------------------------------------------------

PATHS = {
    "": "registered",
    "registered": "registered",
    "registered reported": "reported",
    "registered reported admitted": "admitted",
    "registered reported refused": "refused",
    "registered reported refused appealed": "appealed",
    "registered reported refused appealed admitted": "admitted",
    "registered reported refused appealed refused": "refused",
    "registered reported refused reported": "reported",
    "registered reported admitted reported": "reported",
    "registered reported admitted excluded": "reported",
    "registered reported admitted registered": "reported",
    "registered reported admitted overridden": "reported",
    "registered reported admitted excluded admitted": "admitted",
    "registered reported admitted held": "held",
    "registered reported admitted held released": "admitted",
    "registered held reported": "held",
    "registered held reported released": "reported",
    "registered reported withdrawn": "withdrawn",
    "registered reported withdrawn reported": "reported",
    "registered reported refused reopened": "reported",
    "registered reported admitted reopened": "reported",
    "registered reported admitted refused reopened": "admitted",
    "registered reported admitted refused reopened reopened": "reported",
    "registered reported refused appealed admitted reopened": "appealed",
    "registered reported refused held released reopened": "reported",
    "registered reported withdrawn reopened": "reported",
    "registered withdrawn reopened": "registered",
    "registered registration-refused": "registration-refused",
    "registered registration-refused registered": "registration-refused",
    "registered registration-refused registration-appealed": "registration-appealed",
    "registered registration-refused registration-appealed registration-refused": "registration-refused",
    "registered registration-refused registration-restored": "registered",
    "registered registration-refused registration-appealed registration-restored reported": "reported",
}


@pytest.mark.parametrize(("path", "ends"), PATHS.items())
def test_where_an_event_stands_follows_from_what_happened(path: str, ends: str) -> None:
    assert status_after(path.split()) == ends
    assert status_after(path.split(), rated=202512) == "rated"


MAY = {
    "registered": "registered reported excluded withdrawn registration-refused held joined parted",
    "reported": "registered reported admitted refused overridden excluded identified withdrawn held joined parted",
    "admitted": "registered reported admitted refused overridden excluded identified withdrawn held joined parted sent",
    "sent": "registered reported excluded identified withdrawn held",
    "refused": "registered reported appealed withdrawn held",
    "appealed": "registered reported admitted refused overridden excluded identified withdrawn held",
    "withdrawn": "registered reported held",
    "registration-refused": "registered registration-appealed registration-restored held",
    "registration-appealed": "registered registration-refused registration-restored held",
}


@pytest.mark.parametrize("where_", MAY)
def test_what_is_not_possible_is_refused_with_what_is(where_: str) -> None:
    for held in (False, True):
        now = EventState(EventStatus(where_), held)
        allowed = set(MAY[where_].split())
        if held:
            stopped = {"admitted", "sent", "refused", "appealed", "registration-refused", "registration-appealed"}
            allowed = (allowed - stopped - {"held", "registration-restored", "joined", "parted"}) | {"released"}
        for kind in DecisionKind:
            if kind.value in allowed:
                now.must(kind, "open")
                continue
            with pytest.raises(
                UserError, match=f"open is {'held, ' if held else ''}{where_}: it is not possible to .*; you can "
            ):
                now.must(kind, "open")


def test_what_is_rated_is_closed() -> None:
    for kind in DecisionKind:
        closed = r"rated in the list 2025-12, and a published list never changes; .*arpad revision replace"
        with pytest.raises(UserError, match=closed):
            state_after(["registered", "reported", "admitted"], 202512).must(kind, "open")


# --- registering --------------------------------------------------------------------------------------------------


def test_an_event_is_registered_on_the_office_s_own_day_and_once(desk: Desk) -> None:
    made = event("open-1")
    assert registered(desk, made).status == "registered"
    assert registered(at(desk, date(2025, 9, 20)), made).status == "exists"
    assert (count(desk, event_facts), where(desk, "open-1")) == (1, "registered")
    with desk.reading() as connection:
        assert find_registered_event(connection, "open-1").given["registered"] == date(2025, 9, 1)


def test_other_facts_are_a_new_version_and_what_is_not_named_stays(desk: Desk) -> None:
    registered(desk, event("open-1"))
    done = register_facts(
        desk, {"code": "open-1", "norms": True, "time_control": "90'+30\""}, why="letter of the organiser"
    )
    assert (done.status, done.changed) == ("changed", ("norms", "time_control"))
    assert count(desk, event_facts) == 2
    with desk.reading() as connection:
        held = find_registered_event(connection, "open-1")
        happened = decisions_about_event(connection, held.key)
    assert (held.given["norms"], held.given["laws"]) == (True, True)
    assert [(each.kind.value, each.why) for each in happened] == [
        ("registered", ""),
        ("registered", "letter of the organiser"),
    ]


@pytest.mark.parametrize(
    ("key", "value"), [("start", date(2025, 11, 2)), ("end", date(2025, 12, 2)), ("series", "fide-rapid")]
)
def test_days_and_series_do_not_change_by_registering_again(one: Desk, key: str, value: Any) -> None:
    registered(one, event("open-1"))
    with pytest.raises(UserError, match=f"is registered with {key} .*arpad event change"):
        register_facts(one, {"code": "open-1", key: value})


def test_a_code_is_made_from_the_event_and_not_from_the_order_of_arrival(one: Desk) -> None:
    facts = {"name": "Spring Open", "series": "fide-standard", "start": date(2026, 4, 3), "end": date(2026, 4, 6)}
    code = given_or_made_code(facts)
    assert code.startswith("fide-standard-20260403-")
    assert given_or_made_code({**facts, "name": "SPRING  open"}) == code
    assert given_or_made_code({**facts, "name": "Summer Open"}) != code
    assert register_facts(one, facts).event == code
    assert register_facts(one, facts).status == "exists"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"name": ""}, "name is missing"),
        ({"series": ""}, "series is missing"),
        ({"start": date(2025, 11, 9)}, "start 2025-11-09 lies after the end"),
        ({"series": "fide-bullet"}, "fide-bullet"),
        ({"start": date(1950, 1, 1)}, "1950-01-01"),
        ({"code": "two words"}, "expected up to 64 letters"),
        ({"registered": date(2025, 9, 2)}, "in the future"),
    ],
)
def test_a_registration_that_cannot_be_is_one_clear_sentence(one: Desk, change: dict[str, Any], said: str) -> None:
    facts = facts_of(event("open-1").facts, "test")
    before = count(one, log)
    with pytest.raises(UserError, match=said):
        register_facts(one, {**facts, **change})
    assert (count(one, event_facts), count(one, log)) == (0, before)


def test_history_is_entered_on_somebody_s_word_and_both_days_are_kept(tmp_path: Path) -> None:
    desk = found_office(
        connect_store(new_database("sqlite", tmp_path), create=True), "A. Officer", Clock()
    )  # no rehearsal
    past = facts_of({**event("old").facts, "registered": date(2025, 8, 20)}, "test")
    with pytest.raises(UserError, match=r"in the past.*--by NAME"):
        register_facts(desk, past)
    assert register_facts(desk, past, by="A. Arbiter").status == "registered"
    with desk.reading() as connection:
        held = find_registered_event(connection, "old")
        (happened,) = decisions_about_event(connection, held.key)
    assert (held.given["registered"], held.entered) == (date(2025, 8, 20), desk.today())
    assert happened.detail == {"registered": "2025-08-20", "by": "A. Arbiter"}
    assert register_facts(desk, past).status == "exists"  # what is in the book needs no second word
    with pytest.raises(UserError, match="--by NAME"):
        register_facts(desk, {**past, "registered": date(2025, 8, 1)})


def test_a_rehearsal_takes_a_past_day_without_a_word(one: Desk) -> None:
    registered(one, event("open-1", registered=date(2025, 8, 1)))
    with one.reading() as connection:
        assert find_registered_event(connection, "open-1").given["registered"] == date(2025, 8, 1)


def test_an_unknown_code_is_refused_with_the_nearest(one: Desk) -> None:
    registered(one, event("spring-open"))
    with one.reading() as connection, pytest.raises(UserError, match=r"is registered; did you mean spring-open\?"):
        find_parts_by_name(connection, ["spring-opn"])
    with (
        one.reading() as connection,
        pytest.raises(UserError, match=r"autumn is registered; `arpad event list` shows those"),
    ):
        find_parts_by_name(connection, ["autumn"])
    with pytest.raises(UserError, match=r"name is missing; did you mean spring-open\?"):
        register_facts(one, {"code": "spring-opn", "laws": True})


def test_a_late_registration_is_let_pass_by_a_command_and_the_letter_has_none(one: Desk) -> None:
    made = event("open-1")
    day = at(one, date(2025, 11, 1))
    later = reported(day, made)
    found = examine_part(later, ListMemory(), stand(later, "open-1"))
    (late,) = [finding for finding in found.answer.findings if finding.code == "registration-notice"]
    assert "`arpad event register --code open-1 --approvals late-registration:qc-chair --why TEXT`" in late.help
    told = letter_about_examination(found, later.today())
    assert "A late registration may be accepted; ask for it" in told
    assert "arpad" not in told
    assert told.startswith("Date: 2025-11-09\nConcerning: Invented Event (open-1)\n")


# --- the life in the book -----------------------------------------------------------------------------------------


def test_from_registration_to_the_letter_the_appeal_and_the_admission(desk: Desk) -> None:
    later = reported(desk, event("open-1", laws=False))
    assert admitted(later, "open-1").status == "left"
    done = refuse_part(by_hand(later), ListMemory(), stand(later, "open-1"))
    assert where(later, "open-1") == "refused"
    assert "The Laws of Chess were not applied" in str(done.letter)
    assert "within 7 days of this letter, until 2025-11-16" in str(done.letter)
    with pytest.raises(
        UserError, match=r"open-1 is refused: it is not possible to admit it; you can .*enter an appeal"
    ):
        admitted(later, "open-1")
    appeal_refusal(by_hand(later), stand(later, "open-1"), "the arbiter had misread the question")
    register_facts(later, {"code": "open-1", "laws": True}, why="answer of the arbiter")
    assert admitted(later, "open-1").status == "admitted"
    with later.reading() as connection:
        kinds = [each.kind.value for each in decisions_about_event(connection, stand(later, "open-1").event)]
    assert kinds == ["registered", "reported", "refused", "appealed", "registered", "admitted"]


def test_the_appeal_clock_is_the_law_s_and_counts_from_the_letter(desk: Desk) -> None:
    later = reported(desk, event("open-1", laws=False))
    refuse_part(by_hand(later), ListMemory(), stand(later, "open-1"))
    last = date(2025, 11, 16)
    with later.reading() as connection:
        (part,) = read_event_dossier(connection, "open-1", later.today()).parts
    assert (part.appeal_until, part.appeal_open) == (last, True)
    with pytest.raises(UserError, match="an appeal was possible until 2025-11-16; today is 2025-11-17"):
        appeal_refusal(by_hand(at(later, last + timedelta(days=1))), stand(later, "open-1"), "late")
    assert where(later, "open-1") == "refused"
    assert appeal_refusal(by_hand(at(later, last)), stand(later, "open-1"), "in time").status == "appealed"


def test_a_refused_report_that_is_sent_again_stays_refused(desk: Desk) -> None:
    made = event("open-1", laws=False)
    later = reported(desk, made)
    refuse_part(by_hand(later), ListMemory(), stand(later, "open-1"))
    assert sent(later, made).status == "exists"
    assert where(later, "open-1") == "refused"


def test_held_is_held_until_it_is_released(desk: Desk) -> None:
    later = reported(desk, event("open-1"))
    hold_part(by_hand(later), stand(later, "open-1"), "inquiry")
    with later.reading() as connection:
        ((kept_back,), inside) = reversed(events_for_list(connection, "fide-standard", 202512, 0))
    assert (inside, kept_back.why and kept_back.why.sentence) == (
        [],
        "held by an officer since 2025-11-09, by A. Officer: inquiry",
    )
    with pytest.raises(UserError, match=r"open-1 is held, reported.*release it"):
        admitted(later, "open-1")
    with pytest.raises(UserError, match="not possible to hold it"):
        hold_part(by_hand(later), stand(later, "open-1"), "again")
    release_part(by_hand(later), stand(later, "open-1"))
    assert admitted(later, "open-1").status == "admitted"


def test_what_comes_after_its_list_was_published_enters_the_next_one(desk: Desk) -> None:
    made = event("open-1")
    later = reported(desk, made)
    hold_part(by_hand(later), stand(later, "open-1"), "inquiry")
    assert examine_part(later, ListMemory(), stand(later, "open-1")).answer.list_day == date(2025, 12, 1)
    with by_hand(later).writing("publish") as writing:
        writing.connection.execute(update(pointer).values(list=202512))
    release_part(by_hand(later), stand(later, "open-1"))
    done = admitted(later, "open-1")
    assert (done.status, done.list_) == ("admitted", Month(202601))
    with later.reading() as connection:
        assert connection.execute(select(content.c.enters)).scalar_one() == 202601
    told = letter_about_examination(examine_part(later, ListMemory(), stand(later, "open-1")), later.today())
    assert "It will be on the list of 2026-01-01." in told
    assert sent(later, made).list_ == Month(202601)


def test_an_officer_refuses_with_a_reason_or_not_at_all(one: Desk) -> None:
    later = reported(one, event("open-1"))
    with pytest.raises(UserError, match="ratable: nothing refuses it"):
        refuse_part(by_hand(later), ListMemory(), stand(later, "open-1"))
    done = refuse_part(by_hand(later), ListMemory(), stand(later, "open-1"), "The games were never played.")
    assert "What stands against it:\n- The games were never played." in str(done.letter)
    assert where(later, "open-1") == "refused"


@pytest.mark.parametrize("act", [hold_part, withdraw_part, appeal_refusal])
def test_what_changes_an_event_needs_a_reason(one: Desk, act: Any) -> None:
    later = reported(one, event("open-1"))
    with pytest.raises(UserError, match="needs a reason"):
        act(later, stand(later, "open-1"), "  ")


def test_a_withdrawn_report_comes_back_when_it_is_sent_again(desk: Desk) -> None:
    made = event("open-1")
    later = reported(desk, made)
    withdraw_part(by_hand(later), stand(later, "open-1"), "sent by mistake")
    assert where(later, "open-1") == "withdrawn"
    with pytest.raises(UserError, match="is withdrawn: it is not possible to admit"):
        admitted(later, "open-1")
    again = sent(later, made)
    assert (again.status, again.report) == ("accepted", 1)
    assert admitted(later, "open-1").status == "admitted"


def test_an_exclusion_after_the_admission_opens_the_event_again(desk: Desk) -> None:
    later = reported(desk, event("open-1"))
    assert admitted(later, "open-1").excluded == ExcludedCounts(0, 0)
    assert admitted(later, "open-1").status == "unchanged"
    done = exclude_games(
        by_hand(later), stand(later, "open-1"), NewExclusion("open-1", 3, 2, "fair-play", "decision FP-7")
    )
    assert str(done.note) == "player 3 (Invented3, Ann), round 2: fair play; it is to be admitted anew"
    assert where(later, "open-1") == "reported"
    assert admitted(later, "open-1").excluded == ExcludedCounts(1, 0)


def test_an_exclusion_entered_before_the_report_waits_for_it(desk: Desk) -> None:
    made = event("open-1")
    registered(desk, made)
    exclude_games(by_hand(desk), stand(desk, "open-1"), NewExclusion("open-1", 3, 2, "fair-play", "decision FP-7"))
    later = at(desk, made.today)
    sent(later, made)
    assert admitted(later, "open-1").excluded == ExcludedCounts(1, 0)


def test_an_exclusion_of_nobody_or_without_a_known_reason_is_refused(one: Desk) -> None:
    later = reported(one, event("open-1"))
    with pytest.raises(UserError, match="has no player 99"):
        exclude_games(by_hand(later), stand(later, "open-1"), NewExclusion("open-1", 99, None, "fair-play", "x"))
    with pytest.raises(UserError, match="expected one of fair-play"):
        exclude_games(by_hand(later), stand(later, "open-1"), NewExclusion("open-1", 3, None, "dislike", "x"))


def test_an_exclusion_of_a_round_that_the_report_does_not_have_is_refused(one: Desk) -> None:
    later = reported(one, event("open-1"))
    with pytest.raises(UserError, match=r"has no round 99; its rounds are 1 to \d"):
        exclude_games(by_hand(later), stand(later, "open-1"), NewExclusion("open-1", 3, 99, "fair-play", "x"))
    assert admitted(later, "open-1").excluded == ExcludedCounts(0, 0)


def test_an_exclusion_is_taken_back_by_another_decision_and_by_no_override(desk: Desk) -> None:
    later = reported(desk, event("open-1"))
    exclude_games(by_hand(later), stand(later, "open-1"), NewExclusion("open-1", 3, 2, "fair-play", "decision FP-7"))
    lift = FindingToOverride("unplayed-game")
    with pytest.raises(
        UserError, match=r"is not overridden; take it back: .*exclude open-1 --player 3 --round 2 --with"
    ):
        admitted(later, "open-1", asides=[lift], why="I think so")
    assert admitted(later, "open-1").excluded == ExcludedCounts(1, 0)
    with pytest.raises(UserError, match=r"no exclusion of player 3 .*, all games.* hold: player 3, round 2"):
        include_games(by_hand(later), stand(later, "open-1"), ExclusionEnd("open-1", 3, None, "appeal upheld"))
    done = include_games(by_hand(later), stand(later, "open-1"), ExclusionEnd("open-1", 3, 2, "appeal upheld"))
    assert (done.status, "fair-play no more; it is to be admitted anew" in str(done.note)) == ("included", True)
    assert admitted(later, "open-1").excluded == ExcludedCounts(0, 0)
    with pytest.raises(UserError, match="those that hold: none"):
        include_games(by_hand(later), stand(later, "open-1"), ExclusionEnd("open-1", 3, 2, "again"))
    exclude_games(by_hand(later), stand(later, "open-1"), NewExclusion("open-1", 3, 2, "fair-play", "decision FP-8"))
    assert admitted(later, "open-1").excluded == ExcludedCounts(1, 0)


def test_an_override_that_was_given_before_does_not_lift_a_later_exclusion(one: Desk) -> None:
    later = reported(one, event("open-1"))
    with by_hand(later).writing("old override", why="a slip") as writing:
        detail = {"code": "unplayed-game", "player": None, "id": 0, "round": None}
        record_decision(writing, NewDecision(stand(later, "open-1").event, 0, DecisionKind.OVERRIDDEN, 1, detail))
    exclude_games(by_hand(later), stand(later, "open-1"), NewExclusion("open-1", 3, 2, "fair-play", "decision FP-7"))
    assert admitted(later, "open-1").excluded == ExcludedCounts(1, 0)


def test_what_is_rated_takes_no_more_decisions_and_no_other_report(desk: Desk) -> None:
    made = event("open-1")
    later = reported(desk, made)
    admitted(later, "open-1")
    mine = stand(later, "open-1")
    with by_hand(later).writing("publish") as writing:
        row = {"event": mine.event, "part": 0, "series": "fide-standard", "list": 202512, "decision": mine.admitted}
        writing.connection.execute(insert(rated).values(**row))
    assert where(later, "open-1") == "rated"
    for act in (
        lambda: admitted(later, "open-1"),
        lambda: refuse_part(by_hand(later), ListMemory(), mine, "no"),
        lambda: hold_part(by_hand(later), mine, "no"),
        lambda: withdraw_part(by_hand(later), mine, "no"),
        lambda: exclude_games(by_hand(later), mine, NewExclusion("open-1", 3, 2, "fair-play", "no")),
        lambda: register_facts(later, {"code": "open-1", "norms": True}),
    ):
        with pytest.raises(UserError, match="rated in the list 2025-12"):
            act()
    again = sent(later, made)
    assert (again.status, str(again.note), again.list_) == (
        "exists",
        "it is rated in the list 2025-12",
        Month(202512),
    )
    with by_hand(later).writing("publish on") as writing:
        writing.connection.execute(update(pointer).values(list=202601))
    told = examine_part(later, ListMemory(), stand(later, "open-1"))
    assert "It is on the list of 2025-12-01." in letter_about_examination(told, later.today(), rated=True)
    other = sent(later, event("open-1", results={(1, 1): "1"}))
    assert (other.status, "rated in the list 2025-12" in str(other.problem)) == ("refused", True)


def test_a_dry_run_leaves_nothing(desk: Desk) -> None:
    made = event("open-1")
    dry = at(desk, date(2025, 9, 1), dry=True)
    assert registered(dry, made).status == "registered"
    registered(desk, made)
    later = at(desk, made.today, dry=True)
    assert sent(later, made).status == "accepted"
    with desk.reading() as connection:
        assert [each.life.where for each in find_event_parts(connection)] == ["registered"]


def test_the_deadlines_shown_are_the_law_s(one: Desk) -> None:
    registered(one, event("open-1"))
    with one.reading() as connection:
        told = read_event_dossier(connection, "open-1", date(2025, 11, 8))
    assert told.edition == "fide-standard-2025"
    # registered three days before the start (2025-11-03); reported in time for the first list, of December
    assert told.deadlines == (
        EventDeadline("registration", date(2025, 10, 31)),
        EventDeadline("report", date(2025, 11, 30)),
        EventDeadline("first list", date(2025, 12, 1)),
    )


def test_parts_have_lives_of_their_own(desk: Desk) -> None:
    made = event("league", rounds=4, league=True)
    registered(desk, made)
    later = at(desk, made.today)
    sent(later, made, terms=SubmissionTerms("league", part=1, rounds=RoundRange(1, 2)))
    sent(later, made, terms=SubmissionTerms("league", part=2, rounds=RoundRange(3, 4)))
    hold_part(by_hand(later), stand(later, "league/2"), "inquiry")
    assert admitted(later, "league/1").status == "admitted"
    assert (where(later, "league", 1), where(later, "league", 2)) == ("admitted", "held")
    with later.reading() as connection:
        assert [each.name for each in find_parts_by_name(connection, ["league"])] == ["league/1", "league/2"]
