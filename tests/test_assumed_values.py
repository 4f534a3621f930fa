"""What nobody stated of a player, and the office concluded, is marked on the public page and in the API."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from databases import KINDS, new_database
from office_made import _address
from site_made import site

from arpad.days import Month
from arpad.law.law_set import current_law, use_law
from arpad.office import lists, people
from arpad.office.clock import Clock
from arpad.office.office_settings import found_office
from arpad.office.registry.person import Person
from arpad.office.store.engine import connect_store

CONCLUDED, STATED = 77, 88


@pytest.mark.parametrize("kind", KINDS)
def test_games_and_highest_rating_that_were_concluded_say_at_least(kind: str, tmp_path: Path) -> None:
    """The second row states both; of the first, K 20 proves thirty games and no more."""
    rows = b"id,rating,k,games,highest\n77,2350,20,,\n88,2350,20,200,2390\n"
    with use_law(current_law()):
        store = connect_store(new_database(kind, tmp_path), create=True)
        desk = found_office(store, "A. Officer", Clock(set_to=date(2026, 1, 2)), "LTU", rehearsal=True)
        for number, name in ((CONCLUDED, "Concluded, Ann"), (STATED, "Stated, Bo")):
            people.add_player(desk, people.NewPlayer(Person(name, number, born=19800101, federation="LTU")))
        file, chosen = lists.InputFile("opening.csv", rows), ("games", "highest")
        opened = lists.open_series(
            desk, lists.SeriesOpening("fide-standard", file, list_=Month(202601), conclude=chosen)
        )
        assert opened.rows == 2, opened.questions
        assert opened.sha256, opened.questions
        address = _address(desk)
        store.close()
        with site(address) as (client, _):
            answers = [
                client.get(f"/api/v1/players/{number}").json()["series"]["fide-standard"]
                for number in (CONCLUDED, STATED)
            ]
            pages = [client.get(f"/players/{number}", follow_redirects=True).text for number in (CONCLUDED, STATED)]
    assert [(each["games_at_least"], each["highest_at_least"]) for each in answers] == [(True, True), (False, False)]
    assert [page.count("at least") for page in pages] == [2, 0]
