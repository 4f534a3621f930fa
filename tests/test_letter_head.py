"""A letter says who writes to whom, and speaks only about its own event."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from accounts_made import as_account, officer
from databases import KINDS, new_database
from office_made import at, event, office, registered, sent

from arpad.messages import say
from arpad.office import accounts, events, people, proofs, reports
from arpad.office.desk import Desk

LATER = date(2025, 11, 9)


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Desk]:
    desk = office(new_database(request.param, tmp_path))
    people.add_federation(desk, people.NewFederation("UKR", "Invented Federation"))
    yield desk
    desk.store.close()


def letter_to(desk: Desk, code: str) -> str:
    (written,) = reports.arbiter_letters(desk, reports.EventOrder((code,)))
    return written.text


def test_a_letter_names_federation_sender_and_addressee(desk: Desk) -> None:
    for code, laws in (("good", True), ("bad", False)):
        registered(desk, event(code, laws=laws))
    later = at(desk, LATER, "B. Officer")
    for code in ("good", "bad"):
        sent(later, event("x"), terms=reports.SubmissionTerms(code))
    head = "From: B. Officer, rating office of Invented Federation\nTo: Arbiter, Ada\n"
    assert head in letter_to(later, "good")
    (refused,) = reports.refuse_events(later, reports.RefusalOrder(("bad",)))
    assert refused.letter is not None
    assert head in refused.letter
    assert head in letter_to(at(desk, LATER, "C. Officer"), "bad")  # as it was sent
    assert proofs.verify_office(later, proofs.VerifyRequest()).found == ()


def test_a_refused_registration_names_them_and_without_an_arbiter_the_organiser(desk: Desk) -> None:
    registered(desk, event("open", arbiters=None))
    done = events.refuse_registration(desk, events.RegistrationRefusal("open", "the venue is not named", "qc-chair"))
    assert done.letter is not None
    assert "From: A. Officer, rating office of Invented Federation\nTo: the arbiter and the organiser" in done.letter
    assert proofs.verify_office(desk, proofs.VerifyRequest()).found == ()


def test_a_letter_is_in_the_language_of_its_arbiters_account_else_in_the_offices(desk: Desk) -> None:
    """Account and event: by a role for the event, by its registration, by several that differ, and by nobody."""
    for handle in ("pola", "uta"):
        officer(desk, handle, enrolled=False)
    for handle, scope, place in (("pola", "event", "open-1"), ("uta", "own", ""), ("uta", "event", "open-3")):
        accounts.grant_role(desk, accounts.NewGrant(handle, "arbiter", scope, place))
    accounts.grant_role(desk, accounts.NewGrant("pola", "arbiter", "event", "open-3"))
    for handle, language in (("pola", "pl"), ("uta", "uk")):
        accounts.change_own_account(as_account(desk, handle), accounts.OwnAccountChange(handle, language))
    people_of = {"open-1": desk, "open-2": as_account(desk, "uta"), "open-3": desk, "open-4": desk}
    for code, registering in people_of.items():
        registered(registering, event(code))
    later = at(desk, LATER)
    for code in people_of:
        sent(later, event("x"), terms=reports.SubmissionTerms(code))

    def dated(code: str) -> str:
        return letter_to(later, code).partition("\n")[0]

    english, polish, ukrainian = (say("letter/date", (("day", LATER),), language) for language in ("en", "pl", "uk"))
    assert len({english, polish, ukrainian}) == 3
    assert [dated(code) for code in people_of] == [polish, ukrainian, english, english]
    accounts.change_account(later, accounts.AccountChange("pola", closed=True))
    assert [dated(code) for code in people_of] == [english, ukrainian, ukrainian, english]
    assert proofs.verify_office(later, proofs.VerifyRequest()).found == ()


def test_a_letter_does_not_name_another_event(desk: Desk) -> None:
    for code in ("open-1", "open-2"):
        registered(desk, event(code))
    later = at(desk, LATER)
    for code in ("open-1", "open-2"):
        sent(later, event("x"), terms=reports.SubmissionTerms(code))
    text = letter_to(later, "open-2")
    assert "20 of the 20 games were reported with another event, too." in text
    assert "open-1" not in text
    (outcome,) = reports.examine_events(later, reports.EventOrder(("open-2",)))
    assert any("open-1" in finding.sentence for finding in outcome.findings)  # the officer sees which
