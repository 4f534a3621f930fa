"""A registration may be refused: by whom the law names, with a letter, open to appeal, and taken back."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from by_hand import by_hand
from databases import KINDS
from office_made import at, event, fresh, registered, sent, write
from test_cli_report import Office

from arpad.cli.terminal import wrap_letter
from arpad.finding import UserError
from arpad.law import rulebook
from arpad.office import events, reports
from arpad.office.book.event_decisions import authority_that_refuses, restore_registration
from arpad.office.book.event_status import EventStatus
from arpad.office.desk import Desk

REFUSAL = events.RegistrationRefusal("open-1", "the venue is not named", "qc-chair")
LETTER = """\
Date: 2025-09-01
From: A. Officer, rating office of UKR
To: Arbiter, Ada
Concerning: Invented Event (open-1)
Announced for: 2025-11-03 to 2025-11-07
Rulebook: FIDE Rating Regulations, as amended on 1 October 2025 (fide-standard-2025)

The registration of the event is refused by the chairman of the Qualification Commission (article 0.2.2).

The reason: the venue is not named

A report of the event will not be taken while this stands.
The organiser may appeal to the Council of FIDE within 7 days of this letter, until 2025-09-08 (article 0.4).
"""


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    return fresh(request.param, tmp_path)


def where(desk: Desk, code: str = "open-1") -> EventStatus:
    return events.show_event(desk, code).parts[0].standing


def test_0_2_2_the_chairman_refuses_a_registration_and_no_report_is_taken(desk: Desk) -> None:
    """2024 0.2.2, 0.4: refused with a letter of its own; its reports, drafts too, are answered with the reason."""
    made = event("open-1")
    registered(desk, made)
    done = events.refuse_registration(desk, REFUSAL)
    assert (done.status, done.letter) == ("registration-refused", LETTER)
    (kept,) = reports.arbiter_letters(desk, reports.EventOrder(("open-1",)))
    assert kept.text == LETTER
    (part,) = events.show_event(desk, "open-1").parts
    assert (part.standing, part.appeal_until, part.appeal_open) == ("registration-refused", date(2025, 9, 8), True)
    later = at(desk, date(2025, 11, 9))
    for terms in (
        reports.SubmissionTerms("open-1"),
        reports.SubmissionTerms("open-1", draft=True),
        reports.SubmissionTerms("open-1", part=1),
    ):
        receipt = sent(later, made, terms=terms)
        assert receipt.status == "refused"
        assert (
            "was refused on 2025-09-01 (by the chairman of the Qualification Commission): the venue is not named."
            in str(receipt.problem)
        )
    with pytest.raises(UserError, match="it is not possible to withdraw it"):
        reports.withdraw_events(later, reports.EventOrder(("open-1",), "to send it anew"))


def test_what_was_refused_is_not_registered_under_another_code(desk: Desk) -> None:
    """2024 0.2.2: the same event, the same days; on other days, or after the refusal was taken back, it may be."""
    registered(desk, event("open-1"))
    events.refuse_registration(desk, REFUSAL)
    with pytest.raises(UserError, match="the same event is registered as open-1"):
        registered(desk, event("open-2"))
    assert registered(desk, event("open-3", start=date(2025, 11, 10))).status == "registered"
    events.restore_registration(desk, events.RefusalEnd("open-1", "named now"))
    assert registered(desk, event("open-2")).status == "registered"


def test_0_4_a_refused_registration_can_be_appealed_for_seven_days_and_be_taken_back(desk: Desk) -> None:
    """2024 0.4 by R55: 7 days from the letter of 1 September, the eighth still in time, the ninth not."""
    made = event("open-1")
    registered(desk, made)
    events.refuse_registration(desk, REFUSAL)
    with pytest.raises(UserError, match="until 2025-09-08; today is 2025-09-09"):
        reports.appeal_refusals(at(desk, date(2025, 9, 9), dry=True), reports.EventOrder(("open-1",), "late"))
    last = at(desk, date(2025, 9, 8))
    (appealed,) = reports.appeal_refusals(last, reports.EventOrder(("open-1",), "letter of the organiser"))
    assert (appealed.status, where(last)) == ("registration-appealed", "registration-appealed")
    done = events.restore_registration(last, events.RefusalEnd("open-1", "the Council upheld the appeal", "council"))
    assert (done.status, where(last)) == ("registration-restored", "registered")
    dossier = events.show_event(last, "open-1")
    assert dossier.facts.registered == date(2025, 9, 1)  # it was registered then
    assert [each.kind for each in dossier.history][1:] == [
        "registration-refused", "registration-appealed", "registration-restored",
    ]  # fmt: skip
    assert sent(at(desk, date(2025, 11, 9)), made, terms=reports.SubmissionTerms("open-1")).status == "accepted"


def test_an_event_whose_report_is_there_is_refused_by_its_report(desk: Desk) -> None:
    """2024 0.2.2 speaks of registering: what is reported is answered by 0.4. Private functions do not get around it."""
    made = event("open-1")
    registered(desk, made)
    later = at(desk, made.today)
    sent(later, made, terms=reports.SubmissionTerms("open-1", part=1))
    with pytest.raises(UserError, match="open-1/1 is reported: it is not possible to refuse its registration"):
        events.refuse_registration(later, REFUSAL)
    with pytest.raises(UserError, match="it is not possible to take the refusal"):
        restore_registration(by_hand(later), events.RefusalEnd("open-1", "nothing was refused"))
    for request in (events.RegistrationRefusal, events.RefusalEnd):
        with pytest.raises(UserError, match="needs a reason"):
            request("open-1", "  ")


def test_0_3_official_events_are_always_rated_and_their_registration_is_not_refused(desk: Desk) -> None:
    """2024 0.3: official events of FIDE or a continent have to be reported and are rated."""
    registered(desk, event("open-1", official=True))
    with pytest.raises(UserError, match=r"open-1 is an official event, which is always rated \(article 0\.3\)"):
        events.refuse_registration(desk, REFUSAL)


@pytest.mark.parametrize(
    ("edition", "article"),
    [("fide-standard-2009", "0.4"), ("fide-rapid-blitz-2018", "0.2"), ("fide-standard-2024", "0.2.2")],
)
def test_only_the_chairman_refuses_registrations(edition: str, article: str) -> None:
    """2009 0.4, rapid and blitz 2018 0.2, 2024 0.2.2: the chairman of the commission, and nobody else."""
    assert (
        authority_that_refuses(rulebook(edition), "")
        == authority_that_refuses(rulebook(edition), "qc-chair")
        == "qc-chair"
    )
    with pytest.raises(UserError, match=f"president may not refuse a registration; by article {article} only"):
        authority_that_refuses(rulebook(edition), "president")


def test_ukraine_knows_no_refusal_of_a_registration() -> None:
    """Ukraine section 7: events are agreed or they are not; the commission refuses reports."""
    with pytest.raises(UserError, match="ukraine-2018 knows no refusal of a registration"):
        authority_that_refuses(rulebook("ukraine-2018"), "")


def test_a_registration_is_refused_on_the_command_line(tmp_path: Path) -> None:
    """2024 0.2.2 through `event refuse`, `report submit`, `report appeal` and `event refuse --withdraw`."""
    office = Office("sqlite", tmp_path)
    path = str(write(office.files, "open", event("open-1")))
    office("event", "register", path.replace(".trf", ".event.toml"))
    assert "only the chairman of the Qualification Commission may" in office(
        "event", "refuse", "open-1", "--by", "council", "--why", "x", "--yes", code=2
    )
    refuse = ("event", "refuse", "open-1", "--why", "the venue is not named", "--yes")
    assert office(*refuse, "--dry-run") == wrap_letter(LETTER) + "\n"
    assert office.json(*refuse)["letter"] == LETTER
    assert "registration-refused" in office("event", "list", "--standing", "registration-refused")
    shown = office("event", "show", "open-1")
    assert "open-1 is registration-refused; an appeal is possible until 2025-09-08" in shown
    assert "- enter an appeal: `arpad report appeal open-1 --why TEXT`" in shown
    assert "- take the refusal of its registration back: `arpad event refuse open-1 --withdraw --why TEXT`" in shown
    (receipt,) = office.json("report", "submit", path, "--now", "2025-09-02", code=1)
    assert (receipt["status"], receipt["problem"]["code"]) == ("refused", "registration-refused")
    assert "registration-appealed" in office("report", "appeal", "open-1", "--why", "letter")
    back = ("event", "refuse", "open-1", "--withdraw", "--by", "council", "--why", "appeal upheld", "--yes")
    assert "The refusal of 2025-09-01 is taken back." in office(*back)
    (receipt,) = office.json("report", "submit", path, "--now", "2025-11-09")
    assert receipt["status"] == "accepted"
