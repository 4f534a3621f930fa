"""Revisions by hand: a small case each, with its numbers worked out beside it; the walk of a merge; and a kill.

Everybody is rated 1700 and draws unless something is said, so that only what is said moves anybody. An event of eight
has four rounds; of the first one the pairs are 1-8, 2-7, 3-6 and 4-5.
"""

from __future__ import annotations

import os
import signal
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest
from databases import copy_of, new_database
from office_made import NUMBERS, S25
from offices_made import everything
from publication_made import address_of
from revisions_made import Change as Putting
from revisions_made import (
    Opened,
    Season,
    Tournament,
    approved,
    file_of,
    founded,
    gone_through,
    month_of,
    originals,
    proposal_of,
    put_right,
    seals,
    waiting,
)
from typed import typed

from arpad.finding import UserError
from arpad.office import revisions
from arpad.office.desk import open_desk
from arpad.office.publishing.revised_rows import store_revision_layer
from arpad.office.revisions import (
    CaseApproval,
    CaseCode,
    FactCorrection,
    GameDecision,
    LateEvent,
    Notice,
    OpeningCorrection,
    ReportReplacement,
    UnmergeProposal,
)
from arpad.office.store.engine import connect_store

EIGHT = tuple(range(1, 9))
NOVEMBER = Tournament("november", date(2025, 11, 4), EIGHT)
DECEMBER = Tournament("december", date(2025, 12, 4), EIGHT)
FIRST, SECOND = 202512, 202601


def season(*tournaments: Tournament, unrated: tuple[int, ...] = (8,), months: int = 2) -> Season:
    """Eight players of 1700 with a hundred games, but for the unrated."""
    people = {n: Opened(0 if n in unrated else 1700) for n in EIGHT}
    return Season(date(2025, 11, 1), people, tournaments, months)


def ratings(rows: dict[int, dict[int, tuple[int, ...]]], n: int) -> list[int]:
    return [rows[list_][n][0] for list_ in sorted(rows)]


def test_a_newcomers_result_in_the_pool_was_wrong(tmp_path: Path) -> None:
    """He drew four games and four more: with the two hypothetical draws that is 50 % of 10 games, and
    (8 x 1700 + 2 x 1800) / 10 = 1720. One of the first was won: 11 half points of 20 are 55 %, dp 36, so 1756."""
    told = season(NOVEMBER, DECEMBER)
    desk = gone_through(new_database("sqlite", tmp_path), told)
    assert ratings(originals(desk, told), 8) == [0, 0, 1720]
    assert [row[1:] for row in waiting(desk, told, FIRST)[8]] == [(4, 4, 6800)]
    right = replace(NOVEMBER, results={(8, 1): "1"})
    (notice,) = approved(desk, ReportReplacement("november", file_of(right), "he won"))
    assert ratings(put_right(desk, told), 8) == [0, 0, 1756]
    assert [row[1:] for row in waiting(desk, told, FIRST)[8]] == [(4, 5, 6800)]
    assert [[(m.player, m.before, m.after) for m in each.moves] for each in notice.series[0].lists][-1][0][1:] == (
        1720,
        1756,
    )
    assert ratings(originals(desk, told), 8) == [0, 0, 1720]


def test_a_row_of_the_opening_list_was_wrong(tmp_path: Path) -> None:
    """Games keep the ratings at the board, so draws with 1700 give nothing; the base alone is 100 more."""
    told = season(NOVEMBER, DECEMBER)
    desk = gone_through(new_database("sqlite", tmp_path), told)
    approved(desk, OpeningCorrection(NUMBERS[1], "misprint", rating=1800))
    assert ratings(put_right(desk, told), 1) == [1800, 1800, 1800]
    assert all(ratings(put_right(desk, told), n) == ratings(originals(desk, told), n) for n in EIGHT[1:])


def test_k_changes_with_a_birth(tmp_path: Path) -> None:
    """In November everybody draws. In December he wins one of four games with 1700, each expected .50: K 20 gives 10.
    Born in 2012 he has K 40 from the list of December on: 20."""
    told = season(NOVEMBER, replace(DECEMBER, results={(2, 1): "1"}))
    desk = gone_through(new_database("sqlite", tmp_path), told)
    assert ratings(originals(desk, told), 2) == [1700, 1700, 1710]
    approved(desk, FactCorrection(NUMBERS[2], "born", 20120101, "his passport"))
    assert ratings(put_right(desk, told), 2) == [1700, 1700, 1720]


def test_an_event_that_lay_on_a_desk(tmp_path: Path) -> None:
    """He won a game of four: K 20 gives 10 on the list on which it belongs, and the base of the next is 10 more."""
    told = season(replace(NOVEMBER, results={(2, 1): "1"}, unadmitted=True), DECEMBER)
    desk = gone_through(new_database("sqlite", tmp_path), told)
    assert ratings(originals(desk, told), 2) == [1700, 1700, 1700]
    approved(desk, LateEvent("november", "it lay on a desk"))
    assert ratings(put_right(desk, told), 2) == [1700, 1710, 1710]
    assert ratings(put_right(desk, told), 7) == [1700, 1690, 1690]


def test_7_1_a_notice_names_the_rating_before_only_where_that_case_changed_it(tmp_path: Path) -> None:
    """He won the first game: without it he has 1700 in place of 1710, and the next list is added to that. Without the
    second, a draw with an equal, there is a game less, and the rating before stays at 1700."""
    told = season(replace(NOVEMBER, results={(2, 1): "1"}), DECEMBER)
    desk = gone_through(new_database("sqlite", tmp_path), told)
    strikes = [GameDecision("november", 2, "cheated", turn, "fair-play") for turn in (1, 2)]
    moves = [
        {
            int(each.list_): move
            for each in notice.series[0].lists
            for move in each.moves
            if move.name == "Invented2, Ann"
        }
        for notice in approved(desk, *strikes)
    ]
    by_first, by_second = moves
    assert (by_first[FIRST].before, by_first[FIRST].after, by_first[FIRST].causes) == (1710, 1700, ("event",))
    assert by_first[SECOND].causes == ("base", "games-before")
    assert (by_second[FIRST].before, by_second[FIRST].after, by_second[FIRST].causes) == (1700, 1700, ("event",))
    assert by_second[SECOND].causes == ("games-before",)
    assert (by_second[SECOND].difference, by_second[SECOND].games) == (0, -1)


def test_a_second_case_of_another_kind_names_no_cause_of_the_first(tmp_path: Path) -> None:
    """The first strikes a win in November; the second finds the opening rating 100 too low. Both move the same rows."""
    told = season(replace(NOVEMBER, results={(2, 1): "1"}), DECEMBER)
    desk = gone_through(new_database("sqlite", tmp_path), told)
    struck = GameDecision("november", 2, "cheated", 1, "fair-play")
    notices = approved(desk, struck, OpeningCorrection(NUMBERS[2], "misprint", rating=1800))
    causes = [
        {
            int(each.list_): move.causes
            for each in notice.series[0].lists
            for move in each.moves
            if move.name == "Invented2, Ann"
        }
        for notice in notices
    ]
    assert causes[0] == {FIRST: ("event",), SECOND: ("base", "games-before")}
    assert causes[1] == {202511: ("opening",), FIRST: ("base",), SECOND: ("base",)}


def causes_of(notice: Notice, number: int) -> dict[int, tuple[str, ...]]:
    """Why a player moves, by list, as a notice says it."""
    name = f"Invented{number}, Ann"
    moves = ((int(each.list_), move) for each in notice.series[0].lists for move in each.moves)
    return {list_: move.causes for list_, move in moves if move.name == name}


def test_8_3_3_a_second_case_repeats_neither_k_nor_the_fact_of_the_first(tmp_path: Path) -> None:
    """Born in 2012 he has K 40 in December, where he won a game: 20 in place of 10. Then the opening rating is found to
    be 100 too low: that moves the rating before, and K as little as the birth."""
    told = season(NOVEMBER, replace(DECEMBER, results={(2, 1): "1"}))
    desk = gone_through(new_database("sqlite", tmp_path), told)
    born = FactCorrection(NUMBERS[2], "born", 20120101, "his passport")
    by_birth, by_opening = approved(desk, born, OpeningCorrection(NUMBERS[2], "misprint", rating=1800))
    assert causes_of(by_birth, 2) == {SECOND: ("k", "fact")}
    assert causes_of(by_opening, 2) == {202511: ("opening",), FIRST: ("base",), SECOND: ("base",)}


def test_5_1_a_second_case_about_an_earlier_event_repeats_not_the_later_one(tmp_path: Path) -> None:
    """He won a game in November and one in December. The second is struck, and then the first: on the list of December
    he has another rating before, and nothing of the event of December is put right again."""
    won = {(2, 1): "1"}
    told = season(replace(NOVEMBER, results=won), replace(DECEMBER, results=won))
    desk = gone_through(new_database("sqlite", tmp_path), told)
    strikes = [GameDecision(code, 2, "cheated", 1, "fair-play") for code in ("december", "november")]
    later, earlier = approved(desk, *strikes)
    assert causes_of(later, 2) == {SECOND: ("event",)}
    assert causes_of(earlier, 2) == {FIRST: ("event",), SECOND: ("base", "games-before")}


def test_a_second_case_repeats_no_opponent_of_the_first(tmp_path: Path) -> None:
    """The office rates games by ratings put right. Player 2 has 1800 in place of 1700, so in both months player 7 met
    somebody else. Then a game that 7 drew in November with another is struck: in December he has a game less before."""
    told = season(NOVEMBER, DECEMBER)
    desk = gone_through(new_database("sqlite", tmp_path), told)
    revisions.decide_series_rule(desk, revisions.NewSeriesRule(name="board", value="revised", why="the commission"))
    opening = OpeningCorrection(NUMBERS[2], "misprint", rating=1800)
    by_opening, by_game = approved(desk, opening, GameDecision("november", 7, "cheated", 2, "fair-play"))
    assert causes_of(by_opening, 7) == {FIRST: ("opponent",), SECOND: ("base", "opponent")}
    assert causes_of(by_opening, 2)[FIRST] == ("base",)
    assert causes_of(by_game, 7) == {FIRST: ("event",), SECOND: ("games-before",)}


@pytest.mark.parametrize("edition", ["fide-standard-2024", S25])
def test_5_1_a_revised_explanation_without_any_game_has_no_k_and_keeps_the_rating(edition: str, tmp_path: Path) -> None:
    """All four games of a player of 1700 are struck, under the text of 2024 and that of 2025: 1700 stays 1700."""
    first = date(2024, 5, 1) if edition != S25 else date(2025, 11, 1)
    event = Tournament("november", first + timedelta(days=3), EIGHT, {(2, 1): "1"})
    told = replace(season(event, months=1), opened=first)
    desk = founded(new_database("sqlite", tmp_path), told)
    for list_ in told.lists[1:]:
        desk = month_of(desk, told.tournaments, list_, edition)
    approved(desk, *(GameDecision("november", 2, "cheated", turn, "fair-play") for turn in (1, 2, 3, 4)))
    shown = typed("explain", str(NUMBERS[2]), "--revised", "--db", address_of(desk)).out
    assert f"{edition}\n1700 active, K 20 (below 2400), 100 games  ->  1700 active" in shown
    assert "1700 instead of 1710" in shown
    for wrong in ("K 0", "(given)", "->  0", "-> 0"):
        assert wrong not in shown


def test_below_the_floor_and_back(tmp_path: Path) -> None:
    """At 1405 he lost a game to an equal with K 20 and fell to 1395, below the floor of 1400. It was a draw: he stays
    at 1405, and draws in December leave him there."""
    low = {n: Opened(0 if n == 8 else 1405) for n in EIGHT}
    told = replace(season(replace(NOVEMBER, results={(7, 1): "0"}), DECEMBER), people=low)
    desk = gone_through(new_database("sqlite", tmp_path), told)
    assert [originals(desk, told)[FIRST][7][each] for each in (0, 1)] == [1395, 3]
    approved(desk, ReportReplacement("november", file_of(NOVEMBER), "a draw"))
    assert [put_right(desk, told)[list_][7][:2] for list_ in told.lists] == [(1405, 1)] * 3


def test_below_the_floor_and_in_again(tmp_path: Path) -> None:
    """Everybody drew. But he had lost a game to an equal with K 20: 1395, off the list, and in December he is like
    anybody without a rating. His five draws with players of 1405 and the two that are supposed with 1800 average
    (5 x 1405 + 2 x 1800) / 7 = 1517.86, half of the points: he comes in again with 1518."""
    low = {n: Opened(0 if n == 8 else 1405) for n in EIGHT}
    again = replace(DECEMBER, players=(7, 1, 2, 3, 4, 5), rounds=5)
    told = replace(season(NOVEMBER, again), people=low)
    desk = gone_through(new_database("sqlite", tmp_path), told)
    assert [originals(desk, told)[list_][7][:2] for list_ in told.lists] == [(1405, 1)] * 3
    approved(desk, ReportReplacement("november", file_of(replace(NOVEMBER, results={(7, 1): "0"})), "he lost"))
    assert [put_right(desk, told)[list_][7][:2] for list_ in told.lists] == [(1405, 1), (1395, 3), (1518, 1)]


def test_the_walk_of_a_merge_that_was_none(tmp_path: Path) -> None:
    """Merged, two lists, parted, a list: for the two persons as in an office that never merged."""
    with_1 = (1, 2, 3, 4, 5, 6, 8)
    events = tuple(
        Tournament(f"event-{n}", date(2025 + (10 + n) // 12, (10 + n) % 12 + 1, 4), players, {(1, 3): "1"})
        for n, players in enumerate((with_1, (7, *with_1[1:]), with_1, (7, *with_1[1:])))
    )
    told = season(*events, months=4)
    never = gone_through(new_database("sqlite", tmp_path), told)
    desk = gone_through(new_database("sqlite", tmp_path), replace(told, months=1))
    approved(desk, proposal_of(desk, Putting("merge", player=7, other=1)))
    for list_ in told.lists[2:4]:
        desk = month_of(desk, told.tournaments, list_)
    assert originals(desk, told)[told.lists[3]][7] != originals(never, told)[told.lists[3]][7]  # it did something
    approved(desk, UnmergeProposal(NUMBERS[7], "two persons"))
    for n in (1, 7):
        assert {each: put_right(desk, told)[each][n] for each in told.lists[:4]} == {
            each: originals(never, told)[each][n] for each in told.lists[:4]
        }
    desk = month_of(desk, told.tournaments, told.lists[4])
    for n in (1, 7):
        assert originals(desk, told)[told.lists[4]][n] == originals(never, told)[told.lists[4]][n]
        assert waiting(desk, told, told.lists[4]).get(n) == waiting(never, told, told.lists[4]).get(n)


def test_two_rated_players_were_one(tmp_path: Path) -> None:
    """1 won against 6 in November: K 20 x .50 = 10, and 6 has 1690. 7 did so in December: 1700 is expected .51 with
    1690 and .50 with 5, K 20 x .49 = 9.8: 10. One person sits in December with 1710: expected .53 with 1690 and .51
    with 5, K 20 x (.47 - .01) = 9.2: 9. He has the games of both; two of each event count, since each is free once and
    meets 8, who is unrated. The others keep what they met."""
    with_1 = (1, 2, 3, 4, 5, 6, 8)
    first = replace(NOVEMBER, players=with_1, results={(1, 3): "1"})
    second = replace(DECEMBER, players=(7, *with_1[1:]), results={(1, 3): "1"})
    told = season(first, second)
    desk = gone_through(new_database("sqlite", tmp_path), told)
    published = originals(desk, told)
    gained = [published[FIRST][1][0] - 1700, published[SECOND][7][0] - 1700]
    assert gained == [10, 10]
    approved(desk, proposal_of(desk, Putting("merge", player=7, other=1)))
    found = put_right(desk, told)
    assert ratings(found, 1) == [1700, 1710, 1719]
    assert [found[each][1][3] for each in told.lists] == [200, 202, 204]
    assert ratings(found, 7) == [0, 0, 0]
    assert all(ratings(found, n) == ratings(published, n) for n in (2, 3, 4, 5, 6, 8))


def test_k_changes_with_thirty_games(tmp_path: Path) -> None:
    """With 26 games and three that count in November he has 29: K 40, and the win of December gives 20. His opponent
    of the third round was not unrated: a fourth game counts, he has 30, K 20, and the win gives 10."""
    people = {n: Opened(1700, 26 if n == 2 else 100) for n in EIGHT} | {9: Opened()}
    wrong = replace(NOVEMBER, players=(1, 2, 9, *EIGHT[3:]))
    told = replace(season(wrong, replace(DECEMBER, results={(2, 1): "1"})), people=people)
    desk = gone_through(new_database("sqlite", tmp_path), told)
    assert [originals(desk, told)[FIRST][2][each] for each in (2, 3)] == [40, 29]
    assert ratings(originals(desk, told), 2) == [1700, 1700, 1720]
    approved(desk, ReportReplacement("november", file_of(NOVEMBER), "it was player 3"))
    assert [put_right(desk, told)[FIRST][2][each] for each in (2, 3)] == [20, 30]
    assert ratings(put_right(desk, told), 2) == [1700, 1700, 1710]


class Stopped(Exception):
    """Somebody pulls the plug."""


@pytest.mark.parametrize("killed", [False, True])
def test_an_approval_is_whole_or_not_there(killed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It ends after the layer was written and before the transaction is: by an error, or by SIGKILL in a process."""
    told = season(NOVEMBER, DECEMBER)
    desk = gone_through(new_database("sqlite", tmp_path), told)
    right = replace(NOVEMBER, results={(2, 1): "1"})
    case = revisions.propose_case(desk, ReportReplacement("november", file_of(right), "he won"))
    revisions.preview_case(desk, CaseCode(case.code))
    address, before, sealed = address_of(desk), everything(desk.store), seals(desk)
    undisturbed = copy_of(address, tmp_path)

    def and_stop(*given: object) -> None:
        store_revision_layer(*given)  # type: ignore[arg-type]
        if killed:
            os.kill(os.getpid(), signal.SIGKILL)
        raise Stopped

    monkeypatch.setattr("arpad.office.cases.case_approval.store_revision_layer", and_stop)
    approval = CaseApproval(case.code, confirmed=True)
    if killed:
        desk.store.close()
        child = os.fork()
        if not child:
            revisions.approve_case(open_desk(connect_store(address), "K.", desk.today()), approval)
            os._exit(0)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
    else:
        with pytest.raises(Stopped):
            revisions.approve_case(desk, approval)
    monkeypatch.undo()
    assert everything(connect_store(address)) == before
    desk = open_desk(connect_store(undisturbed), "A. Officer", desk.today())
    revisions.approve_case(desk, approval)
    assert everything(desk.store) != before  # the comparison can fail
    assert seals(desk) == sealed
    assert ratings(put_right(desk, told), 2) == [1700, 1710, 1710]


def test_what_somebody_saw_is_what_is_approved(tmp_path: Path) -> None:
    """A case was looked at, and then a later event of the same player was put right: it moves him from elsewhere."""
    told = season(NOVEMBER, DECEMBER, unrated=())
    desk = gone_through(new_database("sqlite", tmp_path), told)
    won = {(1, 1): "1"}
    first = revisions.propose_case(
        desk, ReportReplacement("november", file_of(replace(NOVEMBER, results=won)), "he won")
    )
    revisions.preview_case(desk, CaseCode(first.code))
    approved(desk, ReportReplacement("december", file_of(replace(DECEMBER, results=won)), "he won that one, too"))
    before = put_right(desk, told)
    with pytest.raises(UserError, match="changed since the preview"):
        revisions.approve_case(desk, CaseApproval(first.code, "as it was seen", confirmed=True))
    assert put_right(desk, told) == before
    revisions.preview_case(desk, CaseCode(first.code))
    revisions.approve_case(desk, CaseApproval(first.code, "as it is seen now", confirmed=True))
    assert put_right(desk, told) != before
