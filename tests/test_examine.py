"""Examine a report with an office's own facts: its rolls, its registry, and what an officer overrides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from events_made import Scene, berger, judged, scene

from arpad.admission import Decision, KnownPlayer, Override
from arpad.admission.override import overridden
from arpad.columns import Roll, State, Status
from arpad.days import Month
from arpad.examining import remarks
from arpad.finding import Finding, Place, Tier, UserError
from arpad.intake import read
from arpad.intake.sidecar import facts_of
from arpad.lists.rollcall import RollCall
from arpad.pipeline import Answer, Inquiry, PlayerBackground, examine_report

S24, S25 = "fide-standard-2024", "fide-standard-2025"
RATINGS = (2450, 2210, 2105, 1998, 1850, 1710, 1640, 1502)
FAST: dict[str, Any] = {"ratings": RATINGS, "control": "60'+30\""}  # fast for the first player, in every round


def examined(
    made: Scene,
    ratings: tuple[int, ...] | None = None,
    federations: Mapping[int, str] | None = None,
    **more: Any,
) -> Answer:
    """As an office does it: the rolls are its own, not those of a file; federations by start number, or as printed."""
    report, findings = read(made.text.encode(), "event.trf")
    given = facts_of(made.facts, "test")
    inquiry = Inquiry.of(report, findings, given, made.today)
    assert inquiry.grounds is not None
    month = Month.of(inquiry.grounds.day)
    rated = list(ratings or [player.rating for player in report.players])
    state = [State.ACTIVE if rating else State.NONE for rating in rated]
    roll = Roll.of(rating=rated, state=state, k=[20 if rating else 0 for rating in rated])
    known = tuple(
        KnownPlayer(
            player.name, player.born, rating, federation=(federations or {}).get(player.number, player.federation)
        )
        for player, rating in zip(report.players, rated, strict=True)
    )
    call = more.pop("call", RollCall(roll, roll, month, known))
    overrides = more.pop("overrides", ())
    return examine_report(inquiry, PlayerBackground(call, **more), overrides)


def test_the_rolls_of_an_office_decide_and_what_was_admitted_is_handed_back() -> None:
    found = examined(scene(S24, **FAST))
    assert (found.verdict, found.excluded, found.printed_ratings) == ("ratable-with-exclusions", (5, 0), False)
    assert found.admitted is not None
    assert (len(found.admitted.events), len(found.admitted.entries), len(found.admitted.games)) == (1, 8, 20)
    left_out = found.admitted.games.status == Status.RATE_OF_PLAY
    assert found.admitted.games.round[left_out].tolist() == [1, 2, 3, 4, 5]
    assert found.admitted.entries.shown.tolist() == list(RATINGS)
    assert found.seated_by == 202405


def test_the_office_knows_another_rating_than_the_report_prints_and_its_own_counts() -> None:
    found = examined(scene(S24, **FAST), ratings=(2390, *RATINGS[1:]))
    assert found.verdict == "ratable"
    (told,) = [finding for finding in found.findings if finding.code == "ratings-used"]
    assert "printed with 2450; on the list at the start: 2390" in told.sentence


def test_without_files_check_and_examine_say_the_same() -> None:
    made = scene(S24, **FAST)
    report, _ = read(made.text.encode(), "event.trf")
    rating = [player.rating for player in report.players]
    printed = RollCall(Roll.of(rating=rating, state=[State.ACTIVE] * 8), None, 202405)
    one, other = judged(made), examined(made, call=printed)
    assert replace(one, period=None, admitted=None) == replace(other, period=None, admitted=None)
    assert one.admitted is not None
    assert other.admitted is not None
    np.testing.assert_array_equal(one.admitted.games.status, other.admitted.games.status)


def test_an_overridden_exclusion_is_advice_with_a_name_and_a_reason_and_the_games_count() -> None:
    override = Override("rate-of-play", "A. Officer", "The control was misprinted.")
    found = examined(scene(S24, **FAST), overrides=[override])
    assert found.verdict == "ratable"
    told = [finding for finding in found.findings if finding.code == "rate-of-play"]
    assert {finding.tier for finding in told} == {Tier.ADVICE}
    assert all(f.sentence.endswith(" Overridden by A. Officer: The control was misprinted.") for f in told)
    assert found.admitted is not None
    assert not found.admitted.games.status.any()


def test_an_override_of_one_round_leaves_the_others() -> None:
    found = examined(scene(S24, **FAST), overrides=[Override("rate-of-play", "A. Officer", "as agreed", 1, 3)])
    assert found.excluded == (4, 0)
    assert found.admitted is not None
    assert found.admitted.games.round[found.admitted.games.status == Status.RATE_OF_PLAY].tolist() == [1, 2, 4, 5]


@pytest.mark.parametrize(
    ("change", "code"),
    [({"laws": False}, "laws-of-chess"), ({"laws": None}, "laws-of-chess"), ({"registered": None}, "registered-event")],
)
def test_refusals_and_questions_can_be_overridden(change: dict[str, Any], code: str) -> None:
    assert examined(scene(S25, **change)).verdict in ("not-ratable", "undecided")
    found = examined(scene(S25, **change), overrides=[Override(code, "A. Officer", "seen by myself")])
    assert found.verdict == "ratable"


def test_what_the_reading_refuses_or_asks_can_be_overridden() -> None:
    made = scene(S25)
    twice = replace(made, text=made.text.replace("990007", "990014"))
    assert examined(twice).verdict == "not-ratable"
    found = examined(twice, overrides=[Override("duplicate-id", "A. Officer", "two sisters, mended by hand")])
    assert found.verdict == "ratable"


def test_what_the_reading_left_out_cannot_be_brought_back_by_an_override() -> None:
    read_out = Finding("unplayed-game", Tier.EXCLUDE, Place("event.trf", 12), "unreadable-row")
    override = Override("unplayed-game", "A. Officer", "I know it")
    with pytest.raises(UserError, match="there is no such finding; the report has none that can be overridden"):
        overridden([read_out], [], [override])
    (taken_back,) = overridden([], [Decision(read_out, Status.UNPLAYED_GAME, games=(3,))], [override])[1]
    assert (taken_back.finding.tier, taken_back.status, taken_back.games) == (Tier.ADVICE, Status.COUNTED, ())


def test_an_override_that_meets_nothing_is_a_wrong_call() -> None:
    with pytest.raises(UserError, match="override of notation: there is no such finding; those here are laws-of-chess"):
        examined(scene(S25, laws=False), overrides=[Override("notation", "A. Officer", "seen")])
    with pytest.raises(UserError, match="override of rate-of-play, player 2, round 9: there is no such finding"):
        examined(scene(S24, **FAST), overrides=[Override("rate-of-play", "A. Officer", "seen", 2, 9)])
    for who, why in (("", "seen"), ("A. Officer", " ")):
        with pytest.raises(UserError, match="say who overrides it, and the reason"):
            Override("notation", who, why)


def test_what_the_ledger_leaves_out_is_the_laws_alone() -> None:
    """A newcomer without a point: his result is disregarded when the period is made, whoever says otherwise."""
    made = scene(S25, ratings=(0, *(1700,) * 7), results={(1, turn): "0" for turn in range(1, 6)})
    assert "first-event" in {finding.code for finding in examined(made).findings}
    with pytest.raises(UserError, match="no such finding"):
        examined(made, overrides=[Override("first-event", "A. Officer", "kindness")])


@pytest.mark.parametrize("edition", [S25, "fide-standard-2009"])
def test_what_each_newcomer_costs_others_and_himself_is_counted_as_his_rows_of_the_ledger_say(edition: str) -> None:
    ratings = tuple(0 if number % 3 == 0 else 1500 + 10 * number for number in range(30))
    nothing = {(number, turn): "0" for number in (1, 7, 13) for turn in range(1, 8)}
    found = examined(scene(edition, ratings=ratings, rounds=7, results=nothing))
    assert found.period is not None
    assert found.admitted is not None
    ledger, rated = found.period.ledger, found.admitted.entries.shown > 0
    rows = list(zip(ledger.entry.tolist(), ledger.opponent.tolist(), ledger.status.tolist(), strict=True))
    halves = {row: sum(ledger.half_points[ledger.entry == row].tolist()) for row in range(30)}
    told = [(finding.code, (finding.player or 0) - 1, dict(finding.fields)) for finding in found.findings]

    lost = {row: given["games"] for code, row, given in told if code == "unrated-opponent"}
    against = [opponent for entry, opponent, status in rows if rated[entry] and status == Status.UNRATED_OPPONENT]
    assert {row: int(games) for row, games in lost.items()} == {row: against.count(row) for row in sorted({*against})}
    assert lost

    without = {row: given for code, row, given in told if code == "first-event"}
    own = [entry for entry, _, status in rows if status == Status.FIRST_EVENT]
    assert {row: int(given["games"]) for row, given in without.items()} == {row: own.count(row) for row in {*own}}
    assert {given["score"] for given in without.values()} == {"0"}
    assert without
    assert all(halves[row] == 0 for row in without)


def test_fide_standard_2024_8_2_1_a_zero_is_told_as_one_against_rated_opponents_where_others_gave_points() -> None:
    """S5: of six players two are rated; the first loses to both (0), and beats the three who are unrated (3)."""
    results = {(1, turn): "1" for turn in range(1, 6)}
    pairs = {turn: pair for turn, pairs in enumerate(berger(6), 1) for pair in pairs if 1 in pair}
    rated = tuple(pairs[turn][1] for turn in (2, 4))
    results |= {(1, turn): "0" for turn in (2, 4)}
    ratings = tuple(1800 if number in rated else 0 for number in range(1, 7))
    found = examined(scene("fide-standard-2024", ratings=ratings, results=results))
    (told,) = [each for each in found.findings if each.code == "first-event" and each.player == 1]
    assert told.sentence.startswith("Invented1, Ann scored 0 in 2 games against rated opponents (3 in all); ")


def test_the_ledger_is_not_walked_once_more_for_each_newcomer(monkeypatch: pytest.MonkeyPatch) -> None:
    walks: list[object] = []
    walk = remarks._count_lost_by_others

    def noted(*given: Any) -> Any:
        walks.append(given)
        return walk(*given)

    monkeypatch.setattr(remarks, "_count_lost_by_others", noted)
    times = []
    for newcomers in (1, 11):
        walks.clear()
        ratings = tuple(0 if number < newcomers else 1700 for number in range(20))
        assert examined(scene(S25, ratings=ratings)).edition == S25
        times.append(len(walks))
    assert times[0] == times[1]
