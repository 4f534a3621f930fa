"""Edges of what is put right: two cases about one event, days and lists that are just allowed."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest
from databases import copy_of, new_database
from office_made import NUMBERS
from publication_made import SERIES, address_of
from revisions_made import Opened, Season, Tournament, file_of, gone_through

from arpad.days import Day, Month
from arpad.finding import UserError
from arpad.office import claims, people, revisions
from arpad.office.cases.case_records import approved_cases
from arpad.office.claims import NewClaim
from arpad.office.desk import Desk, open_desk
from arpad.office.publishing.candidate_events import _why_on_another_list
from arpad.office.registry.player_facts import require_player_key
from arpad.office.registry.player_merges import RATED_OBJECTION, series_where_both_are_rated
from arpad.office.revisions import (
    CaseApproval,
    CaseCode,
    CaseDrop,
    EventAnnulment,
    EventReexamination,
    FactCorrection,
    LateEvent,
    NewSeriesRule,
    OpeningCorrection,
    ReportReplacement,
)
from arpad.office.store.engine import connect_store

EIGHT = tuple(range(1, 9))
NOVEMBER = Tournament("november", date(2025, 11, 4), EIGHT)
DECEMBER = Tournament("december", date(2025, 12, 4), EIGHT)
LYING = Tournament("lying", date(2025, 11, 14), EIGHT, unadmitted=True)
TODAY = date(2026, 1, 1)


@cache
def two_months() -> str:
    """An office with lists of December and January; the eighth player is unrated, a report of November lies there."""
    rated = {n: Opened(0 if n == 8 else 1700) for n in EIGHT}
    season = Season(date(2025, 11, 1), rated, (NOVEMBER, DECEMBER, LYING), 2)
    desk = gone_through(new_database("sqlite", Path(mkdtemp(prefix="arpad-edges-"))), season)
    desk.store.close()
    return address_of(desk)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return open_desk(connect_store(copy_of(two_months(), tmp_path)), "A. Officer", TODAY)


def refused(message: str, desk: Desk, proposal: revisions.Proposal) -> None:
    with pytest.raises(UserError) as problem:
        revisions.propose_case(desk, proposal)
    assert problem.value.message == message


# --- two cases ----------------------------------------------------------------------------------------------------


def test_two_open_cases_are_never_about_one_event(desk: Desk) -> None:
    """Whether the first was looked at or not; once it is decided, the next may come."""
    right = ReportReplacement("november", file_of(replace(NOVEMBER, results={(2, 1): "1"})), "he won")
    first = revisions.propose_case(desk, right)
    refused("revision/contradicts", desk, EventAnnulment("november", "it was never played"))
    revisions.preview_case(desk, CaseCode(first.code))
    refused("revision/contradicts", desk, EventReexamination("november", "a licence"))
    revisions.propose_case(desk, EventAnnulment("december", "another event"))
    revisions.approve_case(desk, CaseApproval(first.code, "as proposed", confirmed=True))
    assert revisions.propose_case(desk, EventAnnulment("november", "it was never played")).code == "REV-3"


def test_a_dropped_case_stands_in_nobodys_way(desk: Desk) -> None:
    first = revisions.propose_case(desk, EventAnnulment("november", "it was never played"))
    revisions.drop_case(desk, CaseDrop(first.code, "it was"))
    assert revisions.propose_case(desk, EventAnnulment("november", "it was not")).code == "REV-2"


def test_cases_hold_in_the_order_in_which_they_were_approved(desk: Desk) -> None:
    for code in ("november", "december"):
        revisions.propose_case(desk, EventAnnulment(code, "it was never played"))
    for code in ("REV-2", "REV-1"):
        revisions.preview_case(desk, CaseCode(code))
        revisions.approve_case(desk, CaseApproval(code, "as proposed", confirmed=True))
    with desk.reading() as connection:
        assert [case.code for case in approved_cases(connection)] == ["REV-2", "REV-1"]


# --- what is just allowed -----------------------------------------------------------------------------------------


def test_a_fact_may_hold_from_today_on_and_not_from_tomorrow(desk: Desk) -> None:
    tomorrow = FactCorrection(NUMBERS[1], "title", "CM", "his diploma", Day.of(TODAY + timedelta(1)))
    refused("not-yet", desk, tomorrow)
    assert revisions.propose_case(desk, replace(tomorrow, since=Day.of(TODAY))).code == "REV-1"


def test_a_row_of_the_opening_list_has_the_most_that_may_be_and_no_more(desk: Desk) -> None:
    most = OpeningCorrection(NUMBERS[1], "misprint", rating=4000)
    refused("revision/row", desk, replace(most, rating=4001))
    refused("revision/row", desk, replace(most, rating=-1))
    assert revisions.propose_case(desk, most).code == "REV-1"


def test_a_late_event_enters_the_first_list_that_the_law_allows_and_none_before(desk: Desk) -> None:
    late = LateEvent("lying", "it lay on a desk", Month(202512))
    refused("revision/list-too-early", desk, replace(late, list_=Month(202511)))
    assert revisions.propose_case(desk, late).detail["list"] == 202512


def test_what_lies_as_far_back_as_the_office_decided_is_put_right(desk: Desk) -> None:
    """The newest list is that of January: with a reach of one month the December list is the last."""
    revisions.decide_series_rule(desk, NewSeriesRule("reach", "1", "statutes", SERIES))
    refused("revision/out-of-reach", desk, OpeningCorrection(NUMBERS[1], "misprint", rating=1800))
    assert revisions.propose_case(desk, EventAnnulment("november", "it was never played")).code == "REV-1"


# --- merges, claims, candidates -----------------------------------------------------------------------------------


def test_two_of_whom_one_is_rated_may_be_one_person(desk: Desk) -> None:
    """That both are rated speaks against a merge; that one is does not."""
    with desk.reading() as connection:
        keys = [require_player_key(connection, NUMBERS[n]) for n in (1, 2)]
        assert list(series_where_both_are_rated(connection, *keys)) == [SERIES]
    entered = people.add_player(
        desk, people.NewPlayer(people.Person("Newcomer, Eve", born=19990102, federation="UKR"))
    ).entered
    assert entered is not None
    newcomer = entered.id
    for pair in ((NUMBERS[1], newcomer), (newcomer, NUMBERS[1])):
        assert RATED_OBJECTION not in {each.about for each in people.compare_players(desk, *pair).objections}


def test_a_claim_about_an_event_is_about_the_first_list_that_has_it(desk: Desk) -> None:
    """The clock runs from the day of the list, or from its publication where that came later."""
    claim = claims.file_claim(desk, NewClaim(NUMBERS[1], "a point is missing", "A. Player", event="november"))
    assert (claim.list, claim.until) == (Month(202512), date(2025, 12, 8))


@pytest.mark.parametrize(
    ("enters", "list_", "message"),
    [
        (202512, 202512, None),
        (202601, 202512, "left-out/later"),
        (202512, 202602, None),  # the last list for it is still to come
        (202512, 202604, "left-out/over"),
        (202604, 202605, None),  # admitted for a list after the last one by somebody who may, and held over it
    ],
)
def test_an_admitted_event_is_on_its_list_or_a_later_one(enters: int, list_: int, message: str | None) -> None:
    """2024 9.1: an event that ended in November may enter three lists, the last of them that of February."""
    problem = _why_on_another_list(SERIES, (enters, 20251110, 20251114), Month(list_))
    assert (problem and problem.message) == message
