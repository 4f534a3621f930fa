"""The profile of an office: set at its founding or later by an act, shown, and used where nothing is named."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import terminal
from databases import KINDS
from office_made import NUMBERS, registered, reported
from offices_made import everything
from publication_made import DUE, OPENING, SERIES, address_of, an_open, before_list, copied, opened
from test_lists_desk import csv
from typed import typed

from arpad.days import Month
from arpad.finding import UserError
from arpad.office import care, events, lists, periods, proofs, reports
from arpad.office.care import FoundingRequest, OfficeChange, OfficeProfile, ProfileChange
from arpad.office.desk import Desk, open_desk
from arpad.office.store.engine import connect_store

PROFILE = OfficeProfile(
    "Invented Chess Federation",
    "ICF",
    "1 Invented Street",
    "ratings@example.org",
    "the Board",
    SERIES,
    "en",
    "A. Secretary",
)


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    return copied(before_list(request.param), tmp_path, DUE)


def change(desk: Desk, **values: Any) -> care.OfficeChanged:
    return care.change_settings(desk, OfficeChange("never entered", profile=ProfileChange(**values)))


def test_a_profile_is_set_changed_and_removed_by_acts(desk: Desk) -> None:
    assert care.show_settings(desk).profile == OfficeProfile()
    done = change(
        desk,
        **{name: value for name, value in vars_of(PROFILE).items() if name != "language" and name not in care.ANSWERS},
    )
    assert len(done.changed) == 7
    assert care.show_settings(desk).profile == PROFILE
    assert [(each.name, each.before, each.after) for each in change(desk, name=" New ", contact="").changed] == [
        ("name", PROFILE.name, "New"),
        ("contact", PROFILE.contact, ""),
    ]
    assert care.show_settings(desk).profile == replace(PROFILE, name="New", contact="")
    before = everything(desk.store)
    assert change(desk, name="New").changed == ()
    assert everything(desk.store) == before
    entry = care.read_log(desk, care.LogQuery(action="change office"))[-1]
    assert entry.detail == {"name": [PROFILE.name, "New"], "contact": [PROFILE.contact, ""]}
    assert proofs.verify_office(desk, proofs.VerifyRequest()).found == ()


def vars_of(profile: OfficeProfile) -> dict[str, str]:
    return {name: getattr(profile, name) for name in OfficeProfile.__dataclass_fields__}


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"name": "x" * 201}, "office-change/profile"),
        ({"contact": "two\nlines"}, "office-change/profile"),
        ({"series": "fide-nothing"}, "event-series-unknown"),
        ({"language": "tlh"}, "office-change/language"),
    ],
)
def test_a_value_that_cannot_be_shown_or_used_is_refused(values: dict[str, Any], message: str) -> None:
    with pytest.raises(UserError) as problem:
        ProfileChange(**values)
    assert problem.value.message == message
    assert problem.value.sentence


def test_the_default_series_is_meant_where_several_are_there(desk: Desk) -> None:
    opening = lists.SeriesOpening("fide-rapid", csv(f"{NUMBERS[1]},1700,100,1700"), list_=Month(OPENING))
    lists.open_series(desk, opening)
    with pytest.raises(UserError, match="fide-rapid"):
        periods.show_period_status(desk, periods.ListChoice())
    change(desk, series=SERIES)
    assert periods.show_period_status(desk, periods.ListChoice()).series == SERIES
    change(desk, series="ukraine")  # which this office does not have
    with pytest.raises(UserError, match="fide-rapid"):
        periods.show_period_status(desk, periods.ListChoice())


def test_an_office_is_founded_with_its_name(address: str) -> None:
    profile = ProfileChange(name=PROFILE.name, contact=PROFILE.contact)
    care.found_office(FoundingRequest(address, "officer", "UKR", profile=profile))
    desk = open_desk(connect_store(address), "officer")
    assert care.show_settings(desk).profile == OfficeProfile(PROFILE.name, contact=PROFILE.contact)
    assert proofs.verify_office(desk, proofs.VerifyRequest()).found == ()


@pytest.mark.parametrize("kind", KINDS)
def test_letters_name_the_office_and_its_body_of_appeal(kind: str, tmp_path: Path) -> None:
    """2024 0.4 names the Council of FIDE; a national office names who hears appeals against it."""
    desk = reported(copied(opened(kind), tmp_path), an_open(laws=False))
    order = reports.RefusalOrder(("open-1",), "")
    (plain,) = reports.arbiter_letters(desk, order)
    assert "Council of FIDE" in plain.text
    change(desk, name=PROFILE.name, contact=PROFILE.contact, appeal=PROFILE.appeal)
    (outcome,) = reports.refuse_events(desk, order)
    assert outcome.letter
    assert f"rating office of {PROFILE.name}, {PROFILE.contact}\n" in outcome.letter
    assert "may appeal to the Board within 7 days" in outcome.letter
    assert "Council of FIDE" not in outcome.letter
    registered(desk, an_open("open-2", range(9, 17), start=date(2025, 11, 27)))
    refusal = events.RegistrationRefusal("open-2", "the venue is not named", "qc-chair")
    letter = events.refuse_registration(desk, refusal).letter
    assert letter
    assert "From: " in letter
    assert "appeal to the Board" in letter
    assert proofs.verify_office(desk, proofs.VerifyRequest()).found == ()


# --- the command line -------------------------------------------------------------------------------------------------


def test_flags_and_json_for_scripts(tmp_path: Path) -> None:
    office = ("--db", tmp_path / "office.db")
    done = typed("init", "--home", "UKR", "--name", PROFILE.name, "--contact", PROFILE.contact, "--json", *office)
    assert json.loads(done.out)["office"] == str(tmp_path / "office.db"), done.err
    words = ("--short-name", "ICF", "--appeal", "the Board", "--default-series", SERIES, "--address", "1 Street")
    assert typed("office", "change", *words, "--why", "x", "--yes", *office).code == 0
    shown = typed("office", "show", *office).out
    for text in (PROFILE.name, "ICF", "the Board", SERIES, "1 Street", PROFILE.contact):
        assert text in shown
    assert json.loads(typed("office", "show", "--json", *office).out)["profile"]["appeal"] == "the Board"


def test_init_prints_the_next_three_commands(tmp_path: Path) -> None:
    shown = typed("init", "--db", tmp_path / "office.db").out.splitlines()
    assert [line.split()[0] for line in shown[-3:]] == ["arpad"] * 3


def test_init_asks_at_a_terminal(tmp_path: Path) -> None:
    answers = f"{PROFILE.name}\nUKR\n{PROFILE.contact}\nEurope/Kyiv\ny\n2024-03-01\n"
    office = ("--db", tmp_path / "office.db")
    shown = terminal.answered(answers, "init", *office)
    assert "as of 2024-03-01" in shown, shown
    settings = json.loads(typed("office", "show", "--json", *office).out)
    assert (settings["home"], settings["zone"], settings["rehearsal"]) == ("UKR", "Europe/Kyiv", True)
    assert settings["profile"]["name"] == PROFILE.name
    assert settings["profile"]["contact"] == PROFILE.contact
    other = ("--db", tmp_path / "other.db")
    assert "an office, as of" in terminal.answered("", "init", "--yes", *other)


def test_an_office_from_before_has_no_profile_and_gets_one(tmp_path: Path) -> None:
    desk = copied(before_list("sqlite"), tmp_path, DUE)
    done = typed("office", "change", "--name", "x", "--why", "y", "--yes", "--db", address_of(desk), "--now", DUE)
    assert done.code == 0, done.err
