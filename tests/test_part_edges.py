"""What happens between two parts of an event: ratings that come and go, other events, late and repeated reports."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import numpy as np
import pytest
from by_hand import by_hand, preview_list, register_facts
from office_made import at
from parts_made import Event, opened, part, published, ratings, told
from test_wholes import STANDARD, league_of_36_days

import arpad
from arpad.columns import Entries, Events, Games, Players, Pool, Role, Roll, State, Status, System
from arpad.days import Day
from arpad.intake.sidecar import facts_of
from arpad.office.book.event_facts import NamedFacts
from arpad.office.book.stored_report import RoundRange
from arpad.office.book.submission import ReportPackage, ReportReceipt, SubmissionTerms
from arpad.office.desk import Desk
from arpad.office.reports import submit_reports
from arpad.rating import Rolls, rate
from arpad.rating.batch import Unfinished

S09, S24 = "fide-standard-2009", "fide-standard-2024"
SEATS, LATER_SEAT, OTHERS = 4, 3, 2000


def met(first: int, later: int) -> dict[tuple[int, int], int]:
    """Three players meet once each; the first of them sits down with these ratings, 0 for none, in the two parts.

    What each side met, by the seats of both.
    """
    shown = np.array([first, OTHERS, OTHERS, later], np.int16)
    role = np.where(shown > 0, Role.RATED, Role.NEWCOMER).astype(np.uint8)
    day = Day.of(date(2010, 2, 10))
    events = Events.of(key=np.array([7]), start=np.array([day]), end=np.array([day + 40]), edition=np.zeros(1),
                       system=np.array([System.ROUND_ROBIN]), championship=np.zeros(1, bool))  # fmt: skip
    entries = Entries.of(event=np.zeros(SEATS), player=np.array([0, 1, 2, 0]), role=role, own=shown, shown=shown,
                         source=np.ones(SEATS), k=np.full(SEATS, 15), k_reason=np.zeros(SEATS),
                         status=np.zeros(SEATS))  # fmt: skip
    games = Games.of(white=np.array([0, 1, 2]), black=np.array([1, 2, LATER_SEAT]),
                     white_half_points=np.array([2, 1, 1]), black_half_points=np.array([0, 1, 1]),
                     coloured=np.ones(3, bool), round=np.array([1, 2, 3]),
                     order=np.array([1, 2, 3]), status=np.zeros(3))  # fmt: skip
    players = Players.of(born=np.zeros(3), federation=np.zeros(3), member=np.zeros(3))
    listed = np.array([later, OTHERS, OTHERS])
    replaced = Roll.of(rating=listed, state=np.where(listed > 0, State.ACTIVE, State.NONE), k=np.full(3, 15),
                       k_reason=np.zeros(3), games=np.full(3, 99), highest=listed, last=np.full(3, 201001))  # fmt: skip
    unfinished = Unfinished(np.zeros(1, bool), np.zeros(2 * len(games), np.uint8))
    book = arpad.rulebook(S09)
    period = rate(201005, (book,), players, Rolls(replaced), events, entries, games, Pool.room(0), checked=True,
                  unfinished=unfinished)  # fmt: skip
    ledger = period.ledger
    sides = zip(ledger.entry.tolist(), ledger.opponent.tolist(), strict=True)
    return dict(zip(sides, ledger.met.tolist(), strict=True))


def test_2009_8_52_who_has_got_a_rating_since_is_met_with_it_in_the_later_part() -> None:
    """The table gives him what it gave him without a rating; who met him in the later part met 2100."""
    against = met(0, 2100)
    assert against[2, LATER_SEAT] == 2100
    assert against[1, 0] == met(0, 0)[1, 0] > OTHERS


def test_2009_8_52_who_has_lost_his_rating_since_is_met_with_the_one_he_sat_down_with() -> None:
    against = met(2100, 0)
    assert against[1, 0] == 2100
    assert against[2, LATER_SEAT] == 2100


# --- other events, and events that may be matches ------------------------------------------------------------------


def second_event(desk: Desk) -> tuple[Desk, Event]:
    """A short Swiss of the newcomer in April, against the same opponents: he loses all games."""
    swiss = league_of_36_days("00000")
    days = [date(2024, 4, day) for day in (20, 21, 22, 23, 24)]
    swiss = Event(S24, swiss.ratings, swiss.rounds, days, code="swiss", facts={"league": False})
    register_facts(desk, facts_of({**swiss.registration(), "name": "Invented Swiss"}, "test"))
    return desk, swiss


def test_2024_8_2_1_an_event_that_goes_on_does_not_make_a_later_one_his_second(tmp_path: Path) -> None:
    """The league began first and goes on, 0/2 so far; the Swiss is over, and 0/5 is a zero in a first event."""
    league = league_of_36_days("00101")
    desk = opened("sqlite", tmp_path, league, date(2024, 4, 1))
    desk, swiss = second_event(desk)
    desk, _ = part(desk, league, 1, 1, 2)
    desk, _ = part(desk, swiss, 0, 1, 5)
    desk = published(desk, STANDARD, 202405)
    lines = {line.code: line.status for line in told(desk, STANDARD, 202405, 1).events}
    assert lines == {"league": Status.POOLED, "swiss": Status.FIRST_EVENT}
    desk, _ = part(desk, league, 2, 3, 5)
    desk = published(desk, STANDARD, 202406)
    assert [line.code for line in told(desk, STANDARD, 202406, 1).events] == ["league"]
    assert ratings(desk, STANDARD, 202406)[1] == 1750


def test_2024_6_1_two_players_so_far_may_be_a_match(tmp_path: Path) -> None:
    """A league that has only two players in its first part: in a match with an unrated player nothing would count."""
    rounds = [[(1, 2, "1")], [(2, 1, "=")], *([(1, n, "1")] for n in (3, 4, 5))]
    days = [date(2024, 4, 5), date(2024, 4, 12), date(2024, 5, 4), date(2024, 5, 7), date(2024, 5, 10)]
    event = Event(S24, [0, 1800, 1800, 1800, 1800], rounds, days, system="swiss")
    desk = opened("sqlite", tmp_path, event, date(2024, 4, 1))
    desk, first = part(desk, event, 1, 1, 2)
    if first.status != "admitted":
        pytest.fail("\n".join(map(str, first.findings)))
    desk = published(desk, STANDARD, 202405)
    assert [line.status for line in told(desk, STANDARD, 202405, 1).events] == [Status.LATER_PART]


# --- what is told, and when ----------------------------------------------------------------------------------------


def test_the_last_part_is_not_left_out_of_the_list_that_it_is_on(tmp_path: Path) -> None:
    event = league_of_36_days("00101")
    desk = opened("sqlite", tmp_path, event, date(2024, 4, 1))
    desk, _ = part(desk, event, 1, 1, 2)
    desk = published(desk, STANDARD, 202405)
    desk, _ = part(desk, event, 2, 3, 5)
    desk = at(desk, date(2024, 6, 1))
    assert preview_list(desk, STANDARD, 202406).inputs.left_out == ()


def test_the_letter_of_the_last_part_counts_the_games_of_all_parts(tmp_path: Path) -> None:
    """1/2 was pooled in April; the letter of May speaks of five games, as the list will."""
    event = league_of_36_days("10100")
    desk = opened("sqlite", tmp_path, event, date(2024, 4, 1))
    desk, _ = part(desk, event, 1, 1, 2)
    desk = published(desk, STANDARD, 202405)
    desk, second = part(desk, event, 2, 3, 5)
    texts = [finding.sentence for finding in second.findings]
    assert any("5 games" in text and "together as one event" in text for text in texts), texts


def sent_again(desk: Desk, event: Event, rounds: RoundRange) -> ReportReceipt:
    terms = SubmissionTerms(event.code, part=1, rounds=rounds, replace=True)
    (receipt,) = submit_reports(
        by_hand(desk), [ReportPackage("league.trf", event.text().encode(), NamedFacts.of({}))], terms
    )
    return receipt


def test_the_same_file_with_other_rounds_is_another_report(tmp_path: Path) -> None:
    """An officer sent two rounds as the first part and meant three: the file is the same, the content is not."""
    event = league_of_36_days("00101")
    desk = opened("sqlite", tmp_path, event, date(2024, 4, 1))
    desk, _ = part(desk, event, 1, 1, 2)
    assert sent_again(desk, event, RoundRange(1, 2)).status == "exists"
    desk = at(desk, date(2024, 5, 6))
    assert sent_again(desk, event, RoundRange(1, 3)).status == "accepted"


@pytest.mark.parametrize(("day", "verdict"), [(date(2024, 7, 20), "admitted"), (date(2024, 8, 2), "left")])
def test_2024_9_1_the_third_list_of_a_part_is_that_of_its_event(day: date, verdict: str, tmp_path: Path) -> None:
    """The first part ended on 12 April, the event on 10 May: its third list is that of August."""
    event = league_of_36_days("00101")
    desk = opened("sqlite", tmp_path, event, date(2024, 4, 1))
    for list_ in (202405, 202406, 202407):
        desk = published(desk, STANDARD, list_)
    desk, first = part(at(desk, day), event, 1, 1, 2)
    assert first.status == verdict, "\n".join(map(str, first.findings))


def test_a_part_that_is_counted_with_a_later_list_is_no_late_decision(tmp_path: Path) -> None:
    """What an event in parts says on its second list has nothing to do with the day of its first report."""
    event = league_of_36_days("00101")
    desk = opened("sqlite", tmp_path, event, date(2024, 4, 1))
    desk, _ = part(desk, event, 1, 1, 2)
    desk = published(desk, STANDARD, 202405)
    desk, _ = part(desk, event, 2, 3, 5)
    for list_ in (202406, 202407):
        desk = published(desk, STANDARD, list_)
    (line,) = told(desk, STANDARD, 202406, 1).events
    assert line.later is None
