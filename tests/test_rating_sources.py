"""Explanations say where a rating and K come from: list, series and article of each; and which K was used on what.

The articles are those a reader knows: 2024 8.2.4, 7.2.1, 8.3.3; 2009 8.56; Ukraine 2:8; rapid and blitz 2024 7.2.1.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from databases import KINDS, new_database
from office_made import NUMBERS
from publication_made import DUE, NEXT, SERIES, address_of, admit_one, an_open, copied, opened
from revisions_made import approved, gone_through
from scenes import Scene
from site_made import site
from test_revision_cases import DECEMBER, NOVEMBER, season
from test_true_findings import listed
from typed import typed

from arpad.columns import Adjustments, Role, Source
from arpad.days import Month
from arpad.explain.calculation import Calculation, PlayerTables, TitledName, calculation
from arpad.explain.first_rating import EventName
from arpad.explain.lines import event_lines
from arpad.explain.steps import steps_of
from arpad.office.lists import CalculationQuestion, EventQuestion, ListChoice, explain_event, explain_rating
from arpad.office.revisions import EventAnnulment

OWN = {"fide-standard-2024": "fide-standard", "ukraine-2018": "ukraine", "fide-rapid-blitz-2024": "fide-rapid"}


def explained(scene: Scene, name: str, seated: int = 202406) -> Calculation:
    """The calculation of somebody, where every event was seated by one list."""
    period = scene.rate().period
    people = {at: TitledName(at, who, "", "") for at, who in enumerate(scene.names)}
    events = {int(key): EventName(str(key), "Invented Open") for key in period.events.key.tolist()}
    *_, waited = scene.tables()
    tables = PlayerTables(
        OWN[scene.editions[-1]], period, scene.names.index(name), None, None, waited, Adjustments.of(player=[]), None,
        people, events, seated=dict.fromkeys(events, Month(seated)),
    )  # fmt: skip
    return calculation(tables)


def test_2024_8_2_4_who_was_rated_since_is_named_to_himself_and_to_his_opponent() -> None:
    scene = Scene("fide-standard-2024")
    scene.person("Ada", 1800, k=20)
    scene.person("Nora", 1700, k=40)
    event = scene.event()
    scene.seat(event, "Nora", role=Role.RATED.value, own=1700, shown=0, source=Source.LATE.value, k=40)
    scene.play(event, "Ada", ("Nora", 1), (1800, 1))
    scene.play(event, "Nora", (1700, 1))
    (late,), (met,) = explained(scene, "Nora").events, explained(scene, "Ada").events
    assert "8.2.4" in late.articles
    assert late.own_source is not None
    assert (late.own_source.source, late.own_source.list, late.own_source.articles) == (Source.LATE, None, ("8.2.4",))
    against = next(game for game in met.games if game.opponent_name == "Nora")
    assert "8.2.4" in against.articles
    assert all("8.2.4" not in game.articles for game in met.games if game.opponent_name != "Nora")
    assert "8.2.4" not in met.articles


def test_2024_7_2_1_and_s22_are_named_where_a_delisted_player_is_listed_again() -> None:
    scene = Scene("fide-standard-2024")
    scene.person("Ada", 1395, k=20, state=3)
    event = scene.event()
    scene.seat(event, "Ada", role=0, own=1401, shown=1401, source=0, k=20)
    scene.play(event, "Ada", (1401, 1))
    told = explained(scene, "Ada")
    returned = next(step for step in told.steps if step.code == "returned")
    assert "7.2.1" in returned.articles
    assert "S22" in {ruling.id for ruling in told.rulings}


def test_ukraine_2_8_an_opponent_of_another_federation_is_met_with_a_rating_of_another_list() -> None:
    scene = Scene("ukraine-2018")
    scene.person("Ada", 1500, k=20)
    scene.person("Guest")
    event = scene.event()
    scene.seat(event, "Guest", role=Role.GUEST.value, own=0, shown=1450, source=Source.FIDE.value, k=0)
    scene.play(event, "Ada", ("Guest", 1), (1500, 0.5))
    (met,) = explained(scene, "Ada").events
    guest, home = met.games
    assert guest.opponent_source is not None
    assert (guest.opponent_source.series, guest.opponent_source.articles) == ("fide-standard", ("2:8",))
    assert guest.opponent_source.sentence == "fide-standard 2024-06, another federation (2:8)"
    assert home.opponent_source is not None
    assert home.opponent_source.series == "ukraine"


def test_rapid_2024_7_2_1_the_standard_rating_that_stands_in_is_named_with_its_list() -> None:
    scene = Scene("fide-rapid-blitz-2024")
    scene.person("Ada", 1800, k=20)
    scene.person("Sam", standard=1900)
    scene.play(scene.event(), "Ada", ("Sam", 1))
    (met,), (own,) = explained(scene, "Ada").events, explained(scene, "Sam").events
    for source in (met.games[0].opponent_source, own.own_source):
        assert source is not None
        assert (source.source, source.series, source.list) == (Source.STANDARD, "fide-standard", 202406)
        assert source.articles == ("7.2.1",)


def test_2009_8_56_two_k_of_one_period_each_have_their_sum() -> None:
    """A win against an equal with K 15 and a loss with K 10: 7.50 - 5.00 is 2.50, though the scores are even."""
    scene = Scene("fide-standard-2009")
    scene.person("Ada", 2300, k=15)
    for k, score in ((15, 1), (10, 0)):
        event = scene.event(key=k)
        scene.seat(event, "Ada", role=0, own=2300, shown=2300, source=0, k=k)
        scene.play(event, "Ada", (2300, score))
    period = scene.rate().period
    steps = steps_of(period, 0)
    words = [(step.label, step.value) for step in steps]
    assert ("sum of the games with K 10, 1", "-0.50") in words
    assert ("sum of the games with K 15, 1", "0.50") in words
    assert ("change of the period", "2.50") in words
    assert "sum" not in {step.code for step in steps}
    assert all("8.56" in step.articles for step in steps if step.code == "sum-of-k")


def test_2024_8_3_3_k_is_a_step_of_the_sum_and_a_ceiling_only_where_it_lowers() -> None:
    scene = Scene("fide-standard-2024")
    scene.person("Ada", 2000, k=20)
    scene.play(scene.event(), "Ada", (2000, 1), (2000, 1))
    steps = {step.code: step for step in steps_of(scene.rate().period, 0)}
    assert (steps["k"].value, steps["k"].articles) == ("20", ("8.3.3",))
    assert "ceiling" not in steps


@pytest.mark.parametrize("kind", KINDS)
def test_explain_the_sheet_and_the_site_say_the_list_of_each_rating(kind: str, tmp_path: Path) -> None:
    desk = admit_one(copied(opened(kind), tmp_path, DUE.replace(day=1, month=11)), an_open("open"))
    desk = listed(desk, NEXT, DUE)
    told = explain_rating(desk, CalculationQuestion(NUMBERS[1], ListChoice(SERIES, Month(NEXT))))
    (event,) = told.events
    assert event.own_source is not None
    assert (event.own_source.series, event.own_source.articles) == (SERIES, ("4.1",))
    assert event.own_source.list == Month(202511)
    assert {game.opponent_source for game in event.games if game.opponent_source} == {event.own_source}
    printed = typed("explain", NUMBERS[1], "--list", str(Month(NEXT)), "--db", address_of(desk)).out
    assert "own rating: fide-standard 2025-11 (4.1)" in printed
    answer = json.loads(
        typed("explain", NUMBERS[1], "--json", "--list", str(Month(NEXT)), "--db", address_of(desk)).out
    )
    source = {"source": "list", "series": SERIES, "list": "2025-11", "articles": ["4.1"]}
    assert answer["events"][0]["own_source"] == source
    sheet = explain_event(desk, EventQuestion("open"))
    assert {line.own_source for line in sheet.players if line.own_source} == {event.own_source}
    with site(address_of(desk)) as (client, _):
        page = client.get(f"/players/{NUMBERS[1]}/{SERIES}/{Month(NEXT)}", follow_redirects=True)
    assert "Own rating: that of Standard, November 2025." in page.text


def test_the_stored_tables_know_a_late_rating_without_a_list() -> None:
    """Control: an entry without a source has none, whatever list the event was seated by."""
    scene = Scene("fide-standard-2024")
    scene.person("Nora")
    scene.play(scene.event(), "Nora", (1700, 1))
    period = scene.rate().period
    none = replace(period, entries=replace(period.entries, source=np.full(2, Source.NONE.value, np.uint8)))
    assert len(event_lines(none, 0)) == 1
    assert explained(scene, "Nora").events[0].own_source is None


def test_an_annulled_event_leaves_a_newcomer_unrated_and_the_explanation_says_so(tmp_path: Path) -> None:
    """8.2.1: five draws gave 1729 and never were. He is unrated, not rated 0 with K 0, and nothing is added to it."""
    told = season(replace(NOVEMBER, rounds=5), DECEMBER)
    desk = gone_through(new_database("sqlite", tmp_path), told)
    approved(desk, EventAnnulment("november", "it was never played"))
    call = ("explain", NUMBERS[8], "--db", address_of(desk), "--list")
    first, later = (typed(*call, list_, "--revised").out for list_ in ("2025-12", "2026-01"))
    assert "not on the list  ->  unrated\n" in first
    assert "unrated instead of 1729" in first
    assert "unrated  ->  unrated\n" in later
    assert (
        "adjusted: 1729 -> unrated (revision: REV-1). The list before was put right: by it there is no rating" in later
    )
    for page in (first, later, typed(*call, "2026-01").out):
        assert "K 0" not in page
        assert " 0 instead" not in page
        assert "should have been 0" not in page
    opponent = typed("explain", NUMBERS[2], "--db", address_of(desk), "--list", "2025-12", "--revised").out
    assert "The rating stays 1700." in opponent
