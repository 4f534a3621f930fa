"""A knock-out of individuals is rated as a Swiss, each of its pairings as a match: 2024 6.1, 6.2; 2009 6.5, 6.6; S30.

Four players: 1 meets 4 and 2 meets 3 in three games each, then 1 meets 2 in three games.
"""

from __future__ import annotations

from typing import Any

import events_made
import pytest
from events_made import judged, scene

from arpad.columns import Status, System
from arpad.finding import Tier
from arpad.model.systems import declared_system, is_knock_out
from arpad.pipeline import Answer

PAIRINGS = [[(1, 4), (2, 3)]] * 3 + [[(1, 2)]] * 3
KNOCK_OUT = "Individual: Knock-out"
EDITIONS = {
    "fide-standard-2024": ("6.1", "6.2"),
    "fide-standard-2025": ("6.1", "6.2"),
    "fide-standard-2009": ("6.6", "6.5"),
    "fide-rapid-blitz-2018": ("6.6", "6.5"),
    "fide-rapid-blitz-2024": ("5.1", "5.2"),
}
LEFT = {Status.MATCH_WITH_UNRATED, Status.MATCH_DECIDED}


def cup(monkeypatch: pytest.MonkeyPatch, edition: str, system: str = KNOCK_OUT, **given: Any) -> Answer:
    monkeypatch.setattr(events_made, "berger", lambda _: PAIRINGS)
    ratings = given.pop("ratings", (2000, 1900, 1800, 1700))
    return judged(scene(edition, ratings, rounds=6, system=system, **given))


def left_out(answer: Answer) -> dict[Status, int]:
    """The games that the check left out, by their status."""
    assert answer.admitted is not None
    statuses = [Status(status) for status in answer.admitted.games.status.tolist()]
    return {status: statuses.count(status) for status in LEFT if status in statuses}


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_pairing_with_an_unrated_player_does_not_count_and_the_others_do(
    edition: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = cup(monkeypatch, edition, ratings=(2000, 1900, 1800, 0), games_scheduled=3)
    assert left_out(answer) == {Status.MATCH_WITH_UNRATED: 3}
    found = [each for each in answer.findings if each.message == "match-with-unrated/pairing"]
    assert len(found) == 3
    assert {each.tier for each in found} == {Tier.EXCLUDE}
    assert {each.articles for each in found} == {(EDITIONS[edition][0],)}
    swiss = cup(monkeypatch, edition, "Individual: Swiss-System", ratings=(2000, 1900, 1800, 0))
    assert left_out(swiss) == {}


@pytest.mark.parametrize(("scheduled", "fallen"), [(8, 0), (9, 1)])
def test_rapid_2018_6_5_a_decided_pairing_counts_unless_it_has_more_than_eight_games(
    scheduled: int, fallen: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """1 wins the first five games against 2 and plays a sixth: of eight it counts, of nine it does not."""
    monkeypatch.setattr(events_made, "berger", lambda _: [[(1, 2), (3, 4)]] * 6)
    won = {(1, turn): "1" for turn in range(1, 7)}
    answer = judged(scene("fide-rapid-blitz-2018", (2000, 1900, 1800, 1700), rounds=6, system=KNOCK_OUT, results=won,
                          games_scheduled=scheduled))  # fmt: skip
    assert left_out(answer) == ({Status.MATCH_DECIDED: fallen} if fallen else {})


@pytest.mark.parametrize("edition", [name for name in EDITIONS if name != "fide-rapid-blitz-2018"])
def test_6_2_a_game_after_a_pairing_was_decided_does_not_count(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """1 wins twice of three against 4: the third game falls. Against 2 one win and two draws: all three count."""
    won = {(1, 1): "1", (1, 2): "1", (1, 4): "1"}
    answer = cup(monkeypatch, edition, results=won, games_scheduled=3)
    assert left_out(answer) == {Status.MATCH_DECIDED: 1}
    (found,) = [each for each in answer.findings if each.message == "match-decided/after"]
    assert (found.round, found.articles) == (3, (EDITIONS[edition][1],))
    unknown = cup(monkeypatch, edition, results=won, games_scheduled=None)
    (asked,) = [each for each in unknown.findings if each.code == "match-decided"]
    assert (asked.message, asked.tier) == ("match-decided/pairing-unknown", Tier.ASK)
    nobody = cup(monkeypatch, edition, results={(1, 1): "1"}, games_scheduled=None)
    assert [each for each in nobody.findings if each.code == "match-decided"] == []
    waived = cup(monkeypatch, edition, results=won, games_scheduled=3, approvals=["games-after-decision"])
    may_be_waived = edition != "fide-standard-2009"  # whose text knows no request
    assert left_out(waived) == ({} if may_be_waived else {Status.MATCH_DECIDED: 1})


@pytest.mark.parametrize(
    ("text", "knock_out", "system"),
    [
        ("CUSTOM_KNOCKOUT", True, System.SWISS),
        ("Individual: Knock-out", True, System.SWISS),
        ("K.O.", True, System.SWISS),
        ("CUSTOM_TEAM_KNOCKOUT", False, System.TEAM),
        ("FIDE_SCHILLER_4x3", False, System.TEAM),
        ("FIDE_DUTCH", False, System.SWISS),
        ("", False, None),
    ],
)
def test_which_text_names_a_knock_out(text: str, knock_out: bool, system: System | None) -> None:
    assert (is_knock_out(text), declared_system(text)) == (knock_out, system)
