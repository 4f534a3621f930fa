"""Who is only on an official list is a candidate, and is registered as that list has them when the officer says so."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from databases import KINDS
from office_made import NUMBERS, event, registered, sent
from publication_made import copied, opened
from test_official_lists import Row, single
from typed import typed

from arpad.days import Month
from arpad.finding import UserError
from arpad.office import lists, people, proofs, reports
from arpad.office.desk import Desk
from arpad.office.lists import InputFile, ListImport

GUEST, NAMESAKE, OTHER = 4_500_111, 4_500_222, 4_500_333
ROWS = (
    Row(GUEST, "Quillfeather, Zoltan", "HUN", title="GM", rating=2550, born=1980),
    Row(NAMESAKE, "Quillfeather, Zoltan", "HUN", rating=1900, born=2011),
    Row(OTHER, "Ravensbourne, Ona", "LTU", sex="F", rating=1700, born=1980),
)


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    """An office that computes standard and imports rapid; a report has a guest without a number."""
    desk = copied(opened(request.param), tmp_path, date(2025, 11, 15))
    file = InputFile("rapid.txt", single("NOV25", ROWS))
    lists.import_lists(desk, ListImport("fide-rapid", (file,), Month(202511)))
    made = event("cup", start=date(2025, 11, 3), approvals=["late-registration"],
                 ids={n: NUMBERS[n] if n > 1 else 0 for n in range(1, 9)})  # fmt: skip
    registered(desk, made)
    text = made.text.replace(f"{'Invented1, Ann':<33}", f"{'Quillfeather, Zoltan':<33}")
    receipt = sent(desk, text.encode(), terms=reports.SubmissionTerms("cup"))
    assert receipt.status == "accepted", receipt
    return desk


def test_people_of_lists_are_candidates_unless_their_year_speaks_against_them(desk: Desk) -> None:
    """The report says born 1980: the namesake of 2011 is somebody else."""
    (open_one,) = reports.find_open_players(desk, "cup").players
    listed = [each for each in open_one.candidates if not each.registered]
    assert [(each.id, each.fide_id, each.born, each.federation) for each in listed] == [(GUEST, GUEST, 1980, "HUN")]
    assert {"same-name", "same-year"} <= {each.value for each in listed[0].why}
    assert open_one.certain is None


def test_the_officer_s_choice_registers_them_as_the_list_has_them(desk: Desk) -> None:
    reports.identify_player(desk, reports.NewIdentification("cup", 1, GUEST, "seen"))
    (player,) = people.find_players(desk, people.PlayerSearch(str(GUEST), 1))
    assert (player.fide_id, player.name, player.federation, player.title, player.sex) == (
        GUEST, "Quillfeather, Zoltan", "HUN", "GM", "m",
    )  # fmt: skip
    assert reports.find_open_players(desk, "cup").players == ()
    reports.identify_player(desk, reports.NewIdentification("cup", 1, GUEST, "again"))  # nobody is registered twice
    assert len(people.find_players(desk, people.PlayerSearch("Quillfeather"))) == 1
    assert proofs.verify_office(desk, proofs.VerifyRequest()).found == ()


def test_a_number_that_no_list_has_is_refused(desk: Desk) -> None:
    with pytest.raises(UserError):
        reports.identify_player(desk, reports.NewIdentification("cup", 1, 4_500_999, "seen"))


def test_the_command_line_shows_where_a_candidate_comes_from(desk: Desk) -> None:
    office = ("--db", desk.store.address, "--now", "2025-11-15")
    shown = typed("report", "identify", "cup", *office).out
    assert "on a list" in shown
    assert str(GUEST) in shown
    assert typed("report", "identify", "cup", "1", GUEST, *office).code == 0
