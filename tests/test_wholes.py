"""An event that is sent in parts is one event, on whatever lists its parts stand."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from by_hand import preview_list
from events_made import berger
from office_made import at
from parts_made import Event, opened, part, published, ratings, told

from arpad.columns import Status
from arpad.finding import UserError
from arpad.office.events import EventEnd, end_event

S24, S09, R18, UA = "fide-standard-2024", "fide-standard-2009", "fide-rapid-blitz-2018", "ukraine-2018"
STANDARD = "fide-standard"


def league_of_36_days(points: str, opponents: int = 1800) -> Event:
    """Five opponents of equal rating who draw with each other; the newcomer is number 1 and plays one of them a day."""
    rounds = []
    for turn, pairs in enumerate(berger(6)):
        results = [(white, black, points[turn] if white == 1 else "=") for white, black in pairs]
        assert all(black != 1 for _, black in pairs)
        rounds.append(results)
    days = [date(2024, 4, 5), date(2024, 4, 12), date(2024, 5, 4), date(2024, 5, 7), date(2024, 5, 10)]
    return Event(S24, [0, *[opponents] * 5], rounds, days)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_2024_8_2_1_zero_in_the_first_part_is_no_zero_in_the_event(kind: str, tmp_path: Path) -> None:
    """2024 4.1, 8.2.1, 8.2.2: 0/2 in April and 2/3 in May are 2/5 of one event of 36 days.

    Ra = (5 x 1800 + 2 x 1800) / 7 = 1800; p = (2 + 1) / 7 = .43; dp = -50; 1750.
    """
    event = league_of_36_days("0010" + "1")
    desk = opened(kind, tmp_path, event, date(2024, 4, 1))
    desk, first = part(desk, event, 1, 1, 2)
    assert first.status == "admitted", "\n".join(map(str, first.findings))
    desk = published(desk, STANDARD, 202405)
    assert ratings(desk, STANDARD, 202405)[1] == 0
    (left_open,) = told(desk, STANDARD, 202405, 1).events
    assert left_open.status == Status.LATER_PART
    desk, second = part(desk, event, 2, 3, 5)
    assert second.status == "admitted", "\n".join(map(str, second.findings))
    desk = published(desk, STANDARD, 202406)
    assert ratings(desk, STANDARD, 202406)[1] == 1750
    (whole,) = told(desk, STANDARD, 202406, 1).events
    assert (whole.counted, whole.status) == (
        5,
        Status.POOLED,
    )


def test_2009_6_41_two_games_and_two_games_are_four_games_of_one_event(tmp_path: Path) -> None:
    """2009 4.13, 6.41: three games against rated opponents are asked of the event; each part has two of the four."""
    rounds = [[(1, opponent, "1"), *_others(1, opponent, 6)] for opponent in (2, 3, 4, 5)]
    days = [date(2010, 2, 12), date(2010, 2, 13), date(2010, 3, 12), date(2010, 3, 13)]
    event = Event(S09, [0, *[1700] * 5], rounds, days)
    desk = opened("sqlite", tmp_path, event, date(2010, 1, 1))
    desk, first = part(desk, event, 1, 1, 2)
    assert first.status == "admitted", "\n".join(map(str, first.findings))
    desk = published(desk, STANDARD, 201003)
    (line,) = told(desk, STANDARD, 201003, 1).events
    assert (line.status, line.counted) == (Status.LATER_PART, 0)
    desk, second = part(desk, event, 2, 3, 4)
    assert second.status == "admitted", "\n".join(map(str, second.findings))
    desk = published(desk, STANDARD, 201005)
    answer = told(desk, STANDARD, 201005, 1)
    assert [(each.games, each.score) for each in answer.pooled] == [(4, 8)]
    assert ratings(desk, STANDARD, 201005)[1] == 0  # nine games are needed


def _others(one: int, two: int, size: int) -> list[tuple[int, int, str]]:
    """The other players of a round draw with each other."""
    rest = [number for number in range(1, size + 1) if number not in (one, two)]
    return [(white, black, "=") for white, black in zip(rest[::2], rest[1::2], strict=False)]


RATINGS_8_58 = [2600, 2500, 0, 2400, 0, 2150, 2300, 0, 0, 2300]
SCORES_8_58 = [8, 7, 7, 6, 6, 4, 3, 2, 1, 1]


def _beaten(scores: list[int]) -> set[tuple[int, int]]:
    """Who beats whom, by number, so that everybody has his score: each in turn beats those with the fewest points."""
    left, beaten = dict(enumerate(scores, 1)), set()
    for player in sorted(left, key=lambda number: -left[number]):
        wins = left.pop(player)
        weakest = sorted(left, key=lambda number: (left[number], -number))
        beaten |= {(player, other) for other in weakest[:wins]}
        for other in weakest[wins:]:
            beaten.add((other, player))
            left[other] -= 1
    return beaten


@pytest.mark.parametrize("cut", [5, 1, 8])
def test_2009_8_58_the_table_sent_in_two_parts_gives_the_ratings_of_the_table(cut: int, tmp_path: Path) -> None:
    """2009 8.58: C 2411, E 2386, H 2144, I 2006; and the rated players' expectations of the whole table.

    A: 8 points, expected 7.38; B 7, 6.50; D 6, 5.42; F 4, 2.56; G 3, 4.24; J 1, 4.24 (in hundredths of the difference).
    """
    beaten = _beaten(SCORES_8_58)
    rounds = [[(w, b, "1" if (w, b) in beaten else "0") for w, b in pairs] for pairs in berger(10)]
    days = [*(date(2010, 2, 10 + turn) for turn in range(cut)), *(date(2010, 3, 10 + turn) for turn in range(9 - cut))]
    event = Event(S09, RATINGS_8_58, rounds, days, system="round-robin", facts={"league": False})
    desk = opened("sqlite", tmp_path, event, date(2010, 1, 1))
    desk, first = part(desk, event, 1, 1, cut)
    assert first.status == "admitted", "\n".join(map(str, first.findings))
    desk = published(desk, STANDARD, 201003)
    for number in (3, 5, 8, 9):
        lines = told(desk, STANDARD, 201003, number).events
        assert {game.status for line in lines for game in line.games} <= {Status.LATER_PART}
    desk, second = part(desk, event, 2, cut + 1, 9)
    assert second.status == "admitted", "\n".join(map(str, second.findings))
    desk = published(desk, STANDARD, 201005)
    new = ratings(desk, STANDARD, 201005)
    assert {"CEHI"[at]: new[number] for at, number in enumerate((3, 5, 8, 9))} == {
        "C": 2411,
        "E": 2386,
        "H": 2144,
        "I": 2006,
    }
    for number, worth in ((1, 62), (2, 50), (4, 58), (6, 144), (7, -124), (10, -324)):
        both = [line for list_ in (201003, 201005) for line in told(desk, STANDARD, list_, number).events]
        assert sum(line.sum for line in both) == worth
        assert sum(line.counted for line in both) == 9  # each game once


def test_2024_6_2_a_match_in_parts_is_decided_once(tmp_path: Path) -> None:
    """2024 6.2: of twelve games the first seven are won, so that games 8 to 12 are not rated, sent as 1-6 and 7-12."""
    rounds = [[(1, 2, "1")]] * 12
    days = [*(date(2024, 4, 5 + turn) for turn in range(6)), *(date(2024, 5, 5 + turn) for turn in range(6))]
    event = Event(S24, [2000, 2000], rounds, days, system="match", facts={"games_scheduled": 12, "league": False})
    desk = opened("sqlite", tmp_path, event, date(2024, 4, 1))
    desk, first = part(desk, event, 1, 1, 6)
    assert first.status == "admitted", "\n".join(map(str, first.findings))
    desk = published(desk, STANDARD, 202405)
    desk, second = part(desk, event, 2, 7, 12)
    assert second.status == "admitted", "\n".join(map(str, second.findings))
    desk = published(desk, STANDARD, 202406)
    games = [game for line in told(desk, STANDARD, 202406, 1).events for game in line.games]
    assert (
        sorted(game.status for game in games)
        == [Status.COUNTED] + [Status.MATCH_DECIDED] * 5 + [Status.EARLIER_PART] * 6
    )


@pytest.mark.parametrize(("first_part", "rating"), [(2, 2402), (1, 2402), (3, 2402)])
def test_ukraine_6_5_3_the_first_two_games_over_400_are_those_of_the_event(
    first_part: int, rating: int, tmp_path: Path
) -> None:
    """6.5.3: 2400 beats four players of 1700. The first two games count as 400 apart, .08 each, the others as 700, .01.

    K 10: 1.8 in all; sent as 2 + 2 games 1.6 and .2 (2402, then 2402), as 1 + 3 .8 and 1.0, as 3 + 1 1.7 and .1.
    """
    rounds = [[(1, opponent, "1"), *_others(1, opponent, 6)] for opponent in (2, 3, 4, 5)]
    days = [
        *(date(2019, 5, 10 + turn) for turn in range(first_part)),
        *(date(2019, 6, 5 + turn) for turn in range(4 - first_part)),
    ]
    event = Event(UA, [2400, *[1700] * 5], rounds, days, system="swiss", facts={"league": False})
    desk = opened("sqlite", tmp_path, event, date(2019, 5, 1))
    desk, first = part(desk, event, 1, 1, first_part)
    assert first.status == "admitted", "\n".join(map(str, first.findings))
    desk = published(desk, "ukraine", 201906)
    desk, second = part(desk, event, 2, first_part + 1, 4)
    assert second.status == "admitted", "\n".join(map(str, second.findings))
    desk = published(desk, "ukraine", 201907)
    assert ratings(desk, "ukraine", 201907)[1] == rating
    lines = [line for list_ in (201906, 201907) for line in told(desk, "ukraine", list_, 1).events]
    assert sum(line.sum for line in lines) == 18


def test_rapid_2018_6_1_the_point_of_a_first_event_may_come_in_its_second_part(tmp_path: Path) -> None:
    """Rapid 2018 6.1, 6.31, 7.14: 0/2 and 2/3 against 1800 are 2/5, p .40, dp -72: 1728. It knows no parts (R30)."""
    rounds = [
        [(1, opponent, result), *_others(1, opponent, 6)] for opponent, result in zip(range(2, 7), "00110", strict=True)
    ]
    days = [date(2019, 5, 4), date(2019, 5, 5), date(2019, 6, 1), date(2019, 6, 2), date(2019, 6, 2)]
    event = Event(R18, [0, *[1800] * 5], rounds, days)
    desk = opened("sqlite", tmp_path, event, date(2019, 5, 1))
    desk, first = part(desk, event, 1, 1, 2)
    assert first.status == "admitted", "\n".join(map(str, first.findings))
    desk = published(desk, "fide-rapid", 201906)
    desk, second = part(desk, event, 2, 3, 5)
    assert second.status == "admitted", "\n".join(map(str, second.findings))
    desk = published(desk, "fide-rapid", 201907)
    assert (ratings(desk, "fide-rapid", 201906)[1], ratings(desk, "fide-rapid", 201907)[1]) == (0, 1728)


@pytest.mark.parametrize("points", ["00", "01"])
def test_2024_8_2_1_when_the_last_part_never_comes_the_event_is_judged_by_what_came(
    points: str, tmp_path: Path
) -> None:
    """R30: an officer ends the event; 0/2 was a zero in a first event, 1/2 counts."""
    event = league_of_36_days(points + "000")
    desk = opened("sqlite", tmp_path, event, date(2024, 4, 1))
    desk, _ = part(desk, event, 1, 1, 2)
    desk = published(desk, STANDARD, 202405)
    (line,) = told(desk, STANDARD, 202405, 1).events
    assert line.status == (Status.LATER_PART if points == "00" else Status.POOLED)
    desk = at(desk, date(2024, 6, 1))
    (waiting,) = preview_list(desk, STANDARD, 202406).inputs.left_out
    assert waiting.why is not None
    assert waiting.why.message == "left-out/awaits-part"  # the preview says that the last part has not come
    end_event(desk, EventEnd(event.code, "the hall burnt down"))
    assert preview_list(desk, STANDARD, 202406).inputs.left_out == ()
    desk = published(desk, STANDARD, 202406)
    (line,) = told(desk, STANDARD, 202406, 1).events
    assert line.status == (Status.FIRST_EVENT if points == "00" else Status.POOLED)
    desk = published(desk, STANDARD, 202407)  # judged once
    if points == "01":
        assert [(each.games, each.list) for each in told(desk, STANDARD, 202407, 1).pooled] == [(2, 202406)]
    else:
        with pytest.raises(UserError):  # nothing waits, and nothing is told a second time
            told(desk, STANDARD, 202407, 1)


def test_2009_6_43_a_round_robin_whose_last_part_never_comes_is_a_swiss(tmp_path: Path) -> None:
    """2009 6.43: what C played against rated players counts as in a Swiss, what he played against unrated ones not."""
    beaten = _beaten(SCORES_8_58)
    rounds = [[(w, b, "1" if (w, b) in beaten else "0") for w, b in pairs] for pairs in berger(10)]
    days = [*(date(2010, 2, 10 + turn) for turn in range(5)), *(date(2010, 3, 10 + turn) for turn in range(4))]
    event = Event(S09, RATINGS_8_58, rounds, days, system="round-robin", facts={"league": False})
    desk = opened("sqlite", tmp_path, event, date(2010, 1, 1))
    desk, _ = part(desk, event, 1, 1, 5)
    desk = published(desk, STANDARD, 201003)
    end_event(desk, EventEnd(event.code, "the second half was not played"))
    desk = published(desk, STANDARD, 201005)
    (line,) = told(desk, STANDARD, 201005, 3).events
    met = [other for turn in rounds[:5] for w, b, _ in turn for me, other in ((w, b), (b, w)) if me == 3]
    assert [game.status for game in line.games] == [
        Status.POOLED if RATINGS_8_58[other - 1] else Status.UNRATED_OPPONENT for other in met
    ]
    lines = [line for list_ in (201003, 201005) for line in told(desk, STANDARD, list_, 1).events]
    counted = [game for line in lines for game in line.games if game.status == Status.COUNTED]
    rated = [b for turn in rounds[:5] for w, b, _ in turn if w == 1 and RATINGS_8_58[b - 1]]
    assert len(counted) == len(rated)


def test_both_parts_on_one_list_and_the_later_part_first_come_to_the_same(tmp_path: Path) -> None:
    """R30: whatever list and order the parts come in, the event is the event: 1750 on the last of its lists."""
    event = league_of_36_days("00101")
    for name in ("apart", "both"):
        (tmp_path / name).mkdir()
    apart = opened("sqlite", tmp_path / "apart", event, date(2024, 4, 1))
    apart = published(apart, STANDARD, 202405)
    apart, second = part(apart, event, 2, 3, 5)
    assert second.status == "admitted", "\n".join(map(str, second.findings))
    apart = published(apart, STANDARD, 202406)
    assert [line.status for line in told(apart, STANDARD, 202406, 1).events] == [Status.POOLED]
    apart, first = part(apart, event, 1, 1, 2)
    assert first.status == "admitted", "\n".join(map(str, first.findings))
    apart = published(apart, STANDARD, 202407)
    assert ratings(apart, STANDARD, 202407)[1] == 1750
    both = opened("sqlite", tmp_path / "both", event, date(2024, 4, 1))
    both = published(both, STANDARD, 202405)
    both, _ = part(both, event, 1, 1, 2)
    both, _ = part(both, event, 2, 3, 5)
    both = published(both, STANDARD, 202406)
    assert ratings(both, STANDARD, 202406)[1] == 1750


def test_2024_7_1_4_what_was_pooled_with_the_first_part_is_pooled_once(tmp_path: Path) -> None:
    """1/2 and 1/3 against 1800: two games wait after April, five make 1750 in May, each once."""
    event = league_of_36_days("10100")
    desk = opened("sqlite", tmp_path, event, date(2024, 4, 1))
    desk, _ = part(desk, event, 1, 1, 2)
    desk = published(desk, STANDARD, 202405)
    assert [(each.games, each.score) for each in told(desk, STANDARD, 202405, 1).pooled] == [(2, 2)]
    desk, _ = part(desk, event, 2, 3, 5)
    desk = published(desk, STANDARD, 202406)
    answer = told(desk, STANDARD, 202406, 1)
    assert [(each.games, each.score) for each in answer.pooled] == [(5, 4)]
    assert ratings(desk, STANDARD, 202406)[1] == 1750
