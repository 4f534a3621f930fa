"""What nobody stated of a player, and the office concluded, is marked wherever it is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from csv import DictReader
from datetime import date
from json import loads
from pathlib import Path

import numpy as np
import pytest
from databases import KINDS, new_database
from office_made import _address
from site_made import site

from arpad.columns import Roll
from arpad.days import Month
from arpad.law import rulebook
from arpad.law.law_set import current_law, use_law
from arpad.lists.marks import Mark, OpenedWith, marks_of_own_list
from arpad.lists.proved_by_k import Conclusion
from arpad.lists.sealed import ConclusionRows
from arpad.office import lists, people
from arpad.office.clock import Clock
from arpad.office.desk import Desk
from arpad.office.office_settings import found_office
from arpad.office.registry.person import Person
from arpad.office.store.engine import connect_store

CONCLUDED, STATED, ODD, WITHOUT_K = 77, 88, 99, 111
SERIES, MONTH = "fide-standard", Month(202601)


@contextmanager
def opened_office(kind: str, directory: Path, rows: bytes, names: Mapping[int, str]) -> Iterator[Desk]:
    """An office with its series opened by these rows; what nothing proves is concluded."""
    with use_law(current_law()):
        store = connect_store(new_database(kind, directory), create=True)
        desk = found_office(store, "A. Officer", Clock(set_to=date(2026, 1, 2)), "LTU", rehearsal=True)
        for number, name in names.items():
            people.add_player(desk, people.NewPlayer(Person(name, number, born=19800101, federation="LTU")))
        file, entered = lists.InputFile("opening.csv", rows), lists.InputFile("odd.csv", b"id,k\n99,15\n")
        opened = lists.open_series(
            desk,
            lists.SeriesOpening(
                SERIES, file, entered if ODD in names else None, list_=MONTH, conclude=("games", "highest")
            ),
        )
        assert opened.sha256, opened.questions
        yield desk
        store.close()


@pytest.mark.parametrize("kind", KINDS)
def test_games_and_highest_rating_that_were_concluded_say_at_least(kind: str, tmp_path: Path) -> None:
    """The second row states both; of the first, K 20 proves thirty games and no more."""
    rows = b"id,rating,k,games,highest\n77,2350,20,,\n88,2350,20,200,2390\n"
    names = {CONCLUDED: "Concluded, Ann", STATED: "Stated, Bo"}
    with opened_office(kind, tmp_path, rows, names) as desk, site(_address(desk)) as (client, _):
        answers = [client.get(f"/api/v1/players/{number}").json()["series"][SERIES] for number in (CONCLUDED, STATED)]
        pages = [client.get(f"/players/{number}", follow_redirects=True).text for number in (CONCLUDED, STATED)]
    assert [(each["games_at_least"], each["highest_at_least"]) for each in answers] == [(True, True), (False, False)]
    assert [page.count("at least") for page in pages] == [2, 0]
    assert [[mark for mark in each["marks"] if mark.startswith("k-")] for each in answers] == [[], []]


@pytest.mark.parametrize("kind", KINDS)
def test_a_k_that_rests_on_what_was_concluded_is_marked_on_list_page_api_export_and_explanation(
    kind: str, tmp_path: Path
) -> None:
    """Without a K and without games, thirty games are assumed, and K 20 with them. K 15 is no clause's."""
    rows = b"id,rating,k,games,highest\n88,2350,20,200,2390\n99,2200,15,40,2250\n111,2100,,,\n"
    names = {STATED: "Stated, Bo", ODD: "Odd, Cy", WITHOUT_K: "Unsaid, Di"}
    with opened_office(kind, tmp_path, rows, names) as desk:
        with site(_address(desk)) as (client, _):
            listed = client.get(f"/api/v1/lists/{SERIES}/newest").json()["items"]
            page = client.get(f"/lists/{SERIES}").text
            player = client.get(f"/api/v1/players/{WITHOUT_K}").json()["series"][SERIES]
            profile = client.get(f"/players/{WITHOUT_K}", follow_redirects=True).text
            explained = client.get(f"/players/{WITHOUT_K}/{SERIES}/{MONTH}", follow_redirects=True).text
        files = {form: written(desk, form, tmp_path) for form in ("csv", "json", "html")}
        calculation = lists.explain_rating(desk, lists.CalculationQuestion(WITHOUT_K))
        proved = lists.explain_rating(desk, lists.CalculationQuestion(STATED))
    assert {each["fide_id"]: each["marks"] for each in listed} == {
        STATED: [],
        ODD: ["k-as-given"],
        WITHOUT_K: ["k-assumed"],
    }
    assert ">assumed</small>" in page
    assert ">as given</small>" in page
    assert (player["games_assumed"], player["games_at_least"], player["highest_at_least"]) == (True, False, True)
    assert "k-assumed" in player["marks"]
    assert "assumed 30" in profile
    assert "Assumed, because nobody stated it: K, games so far, highest rating." in explained
    csv = {row["fide_id"]: row["marks"] for row in DictReader(files["csv"].splitlines())}
    assert csv == {str(STATED): "", str(ODD): "k-as-given", str(WITHOUT_K): "k-assumed"}
    assert {each["fide_id"]: each["marks"] for each in loads(files["json"])["players"]}[WITHOUT_K] == "k-assumed"
    assert "k-assumed" in files["html"]
    assert calculation.after is not None
    assert calculation.after.assumed == ("k", "games", "highest")
    assert proved.after is not None
    assert proved.after.assumed == ()


def written(desk: Desk, form: str, directory: Path) -> str:
    """The newest list as a file."""
    path = directory / f"out.{form}"
    lists.export_list(desk, lists.ListExport((form,)), lambda *_: path.open("wb"))
    return path.read_text()


def marks_of(games: int, born: int, conclusion: Conclusion, list_: int = 202601, highest: int = 2100) -> int:
    """The marks of a player with 2100 who stood on the opening list of 2026."""
    book = rulebook("fide-standard-2025")
    roll = Roll.of(rating=[2100], state=[1], k=[20], k_reason=[3], games=[games], highest=[highest], last=[202512])
    stated = Conclusion.STATED
    opened = OpenedWith(202601, ConclusionRows.of(player=[0], games=[conclusion], highest=[stated], last=[stated]))
    (bits,) = marks_of_own_list(book, list_, roll, np.array([born], np.int16), opened).tolist()
    return int(bits)


def test_games_played_since_then_prove_a_k() -> None:
    """Who was assumed to have thirty games is a newcomer at worst; thirty games later K 20 is certain."""
    assert marks_of(30, 1980, Conclusion.NOT_NEW) == Mark.K_ASSUMED
    assert marks_of(59, 1980, Conclusion.NOT_NEW) == Mark.K_ASSUMED
    assert marks_of(60, 1980, Conclusion.NOT_NEW) == 0
    assert marks_of(30, 1980, Conclusion.FROM_K) == 0
    assert marks_of(12, 1980, Conclusion.FEWEST) == Mark.K_ASSUMED
    assert marks_of(31, 1980, Conclusion.FEWEST) == 0
    assert marks_of(12, 2012, Conclusion.FEWEST) == 0  # a junior has K 40 with any number of games
