"""A letter says who writes to whom, and speaks only about its own event."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from databases import KINDS, new_database
from office_made import at, event, office, registered, sent

from arpad.office import events, people, proofs, reports
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
