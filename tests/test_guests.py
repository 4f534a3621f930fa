"""Guests from abroad in a national series: their rating of another series, by the list in force in that series."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from databases import KINDS
from guests_made import (
    EDITION,
    FIDE,
    GUEST,
    HOME,
    MASTER,
    NATIONAL,
    START,
    an_open,
    federation_office,
    fide_line,
    imported,
    rulebook_text,
)
from office_made import reported

from arpad.finding import Finding, Remedy, Tier
from arpad.law import LawError, in_force, rulebook
from arpad.law.drafting import new_guests
from arpad.law.law_set import use_law
from arpad.law.ownfiles import law_with
from arpad.law.rules.lists import LISTED_PLAYERS
from arpad.law.rules.rating import FOREIGN_PLAYERS
from arpad.lists.other_series import list_beside
from arpad.office import people, reports
from arpad.office.book.officer_instructions import FindingToOverride
from arpad.office.desk import Desk
from arpad.office.registry.person import Person


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Desk]:
    with federation_office(request.param, tmp_path) as made:
        yield made


# --- the rulebook -----------------------------------------------------------------------------------------------------


def test_a_draft_with_guests_says_whom_the_list_holds_and_how_all_others_play() -> None:
    with use_law(law_with({"lithuania-2025.toml": rulebook_text().encode()})):
        book = in_force(NATIONAL, START)
    assert (book.rule(LISTED_PLAYERS).federation, book.articles(LISTED_PLAYERS)) == (HOME, ("list-of-home",))
    rule = book.rule(FOREIGN_PLAYERS)
    assert (rule.home, rule.series, book.articles(FOREIGN_PLAYERS)) == (HOME, FIDE, ("guests",))


@pytest.mark.parametrize(
    ("source", "home", "guests", "message"),
    [
        (EDITION, "LTU", "", "own-rulebook/guests-and-home"),
        (EDITION, "", FIDE, "own-rulebook/guests-and-home"),
        (EDITION, "ltu", FIDE, "own-rulebook/home"),
        (EDITION, "LTU", "fide-standart", "own-rulebook/guests-series"),
        ("ukraine-2018", "LTU", FIDE, "own-rulebook/guests"),
        ("fide-rapid-blitz-2018", "LTU", "fide-rapid", "own-rulebook/guests"),
    ],
)
def test_guests_that_cannot_be_drafted_are_refused(source: str, home: str, guests: str, message: str) -> None:
    with pytest.raises(LawError) as refusal:
        new_guests(rulebook(source), home, guests)
    assert refusal.value.message == message
    assert new_guests(rulebook(source), "", "") is None


def test_guests_play_by_the_list_in_force_in_their_series_where_own_lists_are_rarer() -> None:
    with use_law(law_with({"lithuania-2025.toml": rulebook_text().encode()})):
        book = in_force(NATIONAL, START)
        months = [list_beside(book, date(2026, month, 10), 202601) for month in (1, 2, 3)]
        assert months == [202601, 202602, 202603]
        assert list_beside(book, date(2026, 3, 10), 202604) == 202604  # a part that came under a later list
    standing_in = rulebook("fide-rapid-blitz-2018", "fide-rapid")
    assert list_beside(standing_in, date(2020, 5, 10), 202004) == 202004


# --- in an office -----------------------------------------------------------------------------------------------------


def entered(desk: Desk, number: int = GUEST, name: str = MASTER, federation: str = "GER") -> None:
    """A player is registered by an officer."""
    facts = people.NewPlayer(Person(name, number, born=19800101, federation=federation))
    people.add_player(desk, facts)


def shown_to(desk: Desk, code: str) -> tuple[str, dict[str, Finding]]:
    (outcome,) = reports.examine_events(desk, reports.EventOrder((code,)))
    assert outcome.verdict is not None
    return outcome.verdict.value, {each.message: each for each in outcome.findings}


def test_a_guest_plays_with_the_rating_of_the_month_beside_a_quarterly_list(desk: Desk) -> None:
    entered(desk)
    for month, rating in ((1, 2560), (2, 2571)):
        desk = imported(desk, date(2026, month, 1), fide_line(GUEST, MASTER, "GER", rating, "GM"))
    desk = reported(desk, an_open(start=date(2026, 2, 10)))
    verdict, findings = shown_to(desk, "open-1")
    assert (verdict, findings["ratings-used/differs"].fields) == (
        "ratable", (("listed", 2571), ("name", MASTER), ("printed", 2560)),
    )  # fmt: skip


def test_a_guest_without_a_rating_is_one_question_and_never_a_note(desk: Desk) -> None:
    entered(desk)
    desk = imported(desk, date(2026, 2, 1), fide_line(77, "Somebody, Else", "GER", 2000))
    desk = reported(desk, an_open())
    verdict, findings = shown_to(desk, "open-1")
    asked = findings["foreign-players/unrated"]
    assert (verdict, asked.tier, asked.articles, asked.fields) == (
        "undecided", Tier.ASK, ("guests",), (("names", (MASTER,)), ("players", 1)),
    )  # fmt: skip
    assert asked.remedy == Remedy.to("confirm-unrated", code="foreign-players")
    aside = FindingToOverride("foreign-players")
    (done,) = reports.admit_events(desk, reports.AdmissionOrder(("open-1",), "never rated, letter", (aside,)))
    assert done.status == "admitted"
