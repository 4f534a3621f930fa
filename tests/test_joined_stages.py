"""Joined stages are judged as the one event they make: examination, letters, composition, time and match rules.

2009 6.2: results of preliminaries and finals, or of play-offs, may be taken together. What one article asks of an
event or a tournament is then asked of all stages (readings S10, R59). Everything goes through the office's own doors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import combinations
from pathlib import Path

import pytest
from by_hand import register_facts
from databases import KINDS
from parts_made import Event, opened, part, published, ratings, told
from test_stages import NEWCOMER, RATINGS, S09, SERIES, together

from arpad.columns import System
from arpad.intake.sidecar import facts_of
from arpad.office import events, lists, proofs, reports
from arpad.office.book.report_decisions import Outcome
from arpad.office.desk import Desk
from arpad.office.proofs import VerifyRequest

DAY, GROUPS_BEGIN, FINAL_BEGINS = timedelta(days=1), date(2010, 3, 5), date(2010, 3, 12)
Games = Sequence[tuple[int, int, str]]


def stage(code: str, first: date, *rounds: Games, system: str = "swiss", control: str = "") -> Event:
    """A stage with a round a day."""
    days = [first + at * DAY for at in range(len(rounds))]
    return Event(S09, RATINGS, list(rounds), days, system, {"system": None}, code, control=control)


GROUPS = stage("groups", GROUPS_BEGIN, [(9, 1, "="), (3, 4, "="), (5, 6, "=")], [(9, 2, "="), (7, 8, "=")])


def office(kind: str, directory: Path, groups: Event, final: Event, *, joined: bool = True) -> Desk:
    """Both stages are registered, and joined; of the groups the report is admitted."""
    desk = opened(kind, directory, groups, date(2010, 3, 1))
    register_facts(desk, facts_of(final.registration(), "test"))
    if joined:
        events.join_stages(desk, together(groups.code, final.code))
    desk, outcome = part(desk, groups, 0, 1, len(groups.rounds))
    assert outcome.status == "admitted", outcome
    return desk


def sent(desk: Desk, final: Event) -> tuple[Desk, Outcome]:
    return part(desk, final, 0, 1, len(final.rounds))


def messages(outcome: Outcome, *codes: str) -> list[str]:
    return [finding.message for finding in outcome.findings if finding.code in codes]


def articles(outcome: Outcome, message: str) -> list[tuple[str, ...]]:
    return [finding.articles for finding in outcome.findings if finding.message == message]


def proved(desk: Desk) -> list[str]:
    """What a verification of everything finds: every admission is examined again, every list made again."""
    return [str(problem) for problem in proofs.verify_office(desk, VerifyRequest()).found]


# --- matches ----------------------------------------------------------------------------------------------------------

CUP_FINAL = stage("final", FINAL_BEGINS, [(NEWCOMER, 3, "=")], system="match")


@pytest.mark.parametrize("kind", KINDS)
def test_2009_6_6_a_final_of_one_game_is_no_match_of_its_own(kind: str, tmp_path: Path) -> None:
    """6.2, 6.6, 6.41: the newcomer drew twice in the groups and once in the final, against 1700s: three games of one
    event count. By itself the final is a match with an unrated player, and is refused."""
    desk, outcome = sent(office(kind, tmp_path, GROUPS, CUP_FINAL), CUP_FINAL)
    assert (outcome.status, messages(outcome, "match-with-unrated")) == ("admitted", [])
    assert messages(outcome, "joined-stages", "minimum-event-games") == ["joined-stages/newcomer-together"]
    assert articles(outcome, "joined-stages/newcomer-together") == [("6.2",)]
    desk = published(desk, SERIES, 201005)
    calculation = told(desk, SERIES, 201005, NEWCOMER)
    assert [(each.games, each.score, each.system) for each in calculation.pooled] == [(3, 3, System.SWISS)]
    sheets = [lists.explain_event(desk, lists.EventQuestion(code)) for code in ("groups", "final")]
    assert sheets[0].players == sheets[1].players
    assert proved(desk) == []
    desk, outcome = sent(office(kind, tmp_path, GROUPS, CUP_FINAL, joined=False), CUP_FINAL)
    assert "match-with-unrated/unrated" in messages(outcome, "match-with-unrated")
    assert outcome.status == "left"


# --- letters ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_2009_6_41_letters_count_the_games_of_all_stages(kind: str, tmp_path: Path) -> None:
    """6.41: two games in the groups and two in the final are four of one event. The letter of the groups leaves the
    result open; that of the final says that it counts, as the list does: 2/4 against 1700, 9 games are missing five."""
    final = stage("final", FINAL_BEGINS, [(9, 3, "="), (1, 2, "=")], [(9, 4, "="), (1, 3, "=")])
    desk = office(kind, tmp_path, GROUPS, final)
    (letter,) = reports.arbiter_letters(desk, reports.EventOrder(("groups",)))
    words = " ".join(letter.text.split())
    assert "1 of 2 games in the stages of an event that goes on" in words
    assert "disregarded" not in words
    desk, outcome = sent(desk, final)
    assert outcome.status == "admitted"
    (letter,) = reports.arbiter_letters(desk, reports.EventOrder(("final",)))
    words = " ".join(letter.text.split())
    assert "2 of 4 games in all stages of the event: they count together as one event" in words
    assert "disregarded" not in words
    desk = published(desk, SERIES, 201005)
    assert [each.games for each in told(desk, SERIES, 201005, NEWCOMER).pooled] == [4]


def test_2009_6_41_two_games_in_all_stages_are_too_few(tmp_path: Path) -> None:
    """6.41: one game in the groups and one in the final: the letter of the final says that two are not three."""
    groups = stage("groups", GROUPS_BEGIN, [(9, 1, "="), (3, 4, "=")], [(7, 8, "="), (5, 6, "=")])
    desk, outcome = sent(office("sqlite", tmp_path, groups, CUP_FINAL), CUP_FINAL)
    assert messages(outcome, "joined-stages", "minimum-event-games") == [
        "minimum-event-games/every",
        "joined-stages/newcomer-judged",
    ]
    desk = published(desk, SERIES, 201005)
    assert ratings(desk, SERIES, 201005)[NEWCOMER] == 0


# --- composition ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_2009_6_31_a_final_of_four_with_three_rated_players_is_no_field_of_its_own(kind: str, tmp_path: Path) -> None:
    """6.2, 6.31, S10: not everybody has met everybody in all stages, so the event is a Swiss and asks no field. By
    itself the final is a round robin of fewer than ten with three rated players, and is refused."""
    table = [(4 if n == NEWCOMER else n) for n in (1, 2, 3, NEWCOMER)]
    pairs = [(1, 2, "="), (3, 9, "=")], [(1, 3, "="), (2, 9, "=")], [(1, 9, "="), (2, 3, "=")]
    assert len(list(combinations(table, 2))) == sum(map(len, pairs))
    final = stage("final", FINAL_BEGINS, *pairs, system="round-robin")
    desk, outcome = sent(office(kind, tmp_path, GROUPS, final), final)
    assert (outcome.status, messages(outcome, "small-round-robin", "incomplete-round-robin")) == ("admitted", [])
    desk = published(desk, SERIES, 201005)
    (pooled,) = told(desk, SERIES, 201005, NEWCOMER).pooled
    assert (pooled.games, pooled.system) == (5, System.SWISS)
    assert proved(desk) == []
    _, outcome = sent(office(kind, tmp_path, GROUPS, final, joined=False), final)
    assert messages(outcome, "small-round-robin") == ["small-round-robin/too-few"]


# --- time -------------------------------------------------------------------------------------------------------------


def with_2250(each: Event) -> Event:
    return replace(each, ratings=(*RATINGS[:4], 2250, *RATINGS[5:]))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("minutes", "joined", "status"), [(90, True, "left"), (120, True, "admitted"), (90, False, "admitted")]
)
def test_2009_1_1_the_strongest_player_of_all_stages_asks_for_the_time(
    kind: str, tmp_path: Path, minutes: int, joined: bool, status: str
) -> None:
    """1.1: 120 minutes if one player of the tournament has 2200 or more. The 2250 played in the groups alone."""
    groups = with_2250(GROUPS)
    final = with_2250(stage("final", FINAL_BEGINS, [(9, 3, "="), (1, 2, "=")], control=f"{minutes}'"))
    _, outcome = sent(office(kind, tmp_path, groups, final, joined=joined), final)
    assert outcome.status == status
    told_of = [dict(f.fields) for f in outcome.findings if f.message == "rate-of-play/too-fast-for-tournament"]
    assert [(each["name"], each["rating"]) for each in told_of] == (
        [("Invented5, Ann", 2250)] if status == "left" else []
    )


def test_2009_1_1_who_is_entered_and_plays_in_no_stage_does_not_count(tmp_path: Path) -> None:
    """1.1, S28: the 2250 stands in the report of the groups and has no game in any of the stages."""
    groups = with_2250(stage("groups", GROUPS_BEGIN, [(9, 1, "="), (3, 4, "=")], [(9, 2, "="), (7, 8, "=")]))
    final = with_2250(stage("final", FINAL_BEGINS, [(9, 3, "="), (1, 2, "=")], control="90'"))
    _, outcome = sent(office("sqlite", tmp_path, groups, final), final)
    assert outcome.status == "admitted"


# --- what is still to come --------------------------------------------------------------------------------------------


def test_2009_6_2_a_stage_that_was_withdrawn_is_not_awaited(tmp_path: Path) -> None:
    """With the final withdrawn the groups are the whole event: two games are too few (6.41), and that is told."""
    desk = office("sqlite", tmp_path, GROUPS, CUP_FINAL)
    (before,) = reports.examine_events(desk, reports.EventOrder(("groups",)))
    assert messages(before, "joined-stages", "minimum-event-games") == ["joined-stages/newcomer-open"]
    reports.withdraw_events(desk, reports.EventOrder(("final",), "nobody came"))
    (after,) = reports.examine_events(desk, reports.EventOrder(("groups",)))
    assert messages(after, "joined-stages", "minimum-event-games") == ["minimum-event-games/every"]
