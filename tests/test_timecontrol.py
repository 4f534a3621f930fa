"""Time controls: as people write them, worked out by hand; and what must not be read, with the reason."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from arpad.finding import Note
from arpad.timecontrol.control import (
    LEAST_SECONDS,
    MOST_INCREMENT,
    MOST_SECONDS,
    Period,
    Side,
    TimeControl,
    Unread,
    parse,
    parse_encoded,
    side_seconds,
)
from arpad.timecontrol.words import LONGEST, SPOKEN, folded

CASES: dict[str, list[list[Any]]] = tomllib.loads(
    (Path(__file__).parent / "cases" / "timecontrols.toml").read_text(encoding="utf-8")
)
READ, UNREAD, FROM_PROGRAMS = CASES["read"], CASES["unread"], CASES["written"]


def by_hand(total: str) -> Fraction:
    """The value of "90 + 60*30s": minutes, where 30s is half of one."""
    value = Fraction(0)
    for part in total.split("+"):
        product = Fraction(1)
        for factor in part.split("*"):
            number = factor.strip()
            product *= Fraction(int(number[:-1]), 60) if number.endswith("s") else int(number)
        value += product
    return value


def read(text: str) -> TimeControl:
    """A text that must be read."""
    control = parse(text)
    assert isinstance(control, TimeControl), f"{text}: {control}"
    return control


# --- the cases ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "minutes", "total", "first"), READ, ids=[case[0] for case in READ])
def test_read_as_written(text: str, minutes: int, total: str, first: int) -> None:
    sum_, _, result = total.partition("=")
    assert by_hand(sum_) == int(result) == minutes, "the case itself"
    control = read(text)
    assert control.seconds_for(60) == minutes * 60
    assert control.first_control_moves == (first or None)
    assert parse(str(control)) == control


@pytest.mark.parametrize(("text", "reason"), UNREAD, ids=[case[0] or "(empty)" for case in UNREAD])
def test_not_read_and_the_reason_says_why(text: str, reason: str) -> None:
    answer = parse(text)
    assert isinstance(answer, Unread), f"{text}: {answer}"
    assert reason.casefold() in answer.reason.sentence.casefold()
    assert not answer.reason.sentence.endswith(".")  # other sentences name it


def by_class(seconds: int) -> str:
    """The class of so many seconds for 60 moves."""
    return "blitz" if seconds <= 600 else "rapid" if seconds < 3600 else "standard"


@pytest.mark.parametrize(("text", "encoded", "class_"), FROM_PROGRAMS, ids=[case[0].strip() for case in FROM_PROGRAMS])
def test_texts_out_of_programs_have_their_base_and_increment(text: str, encoded: str, class_: str) -> None:
    readings = [parse_encoded(part) for part in encoded.split(" or ")]
    control = read(text)
    assert list(control.readings) == readings
    assert {by_class(control.seconds_for(60)), by_class(control.most_seconds_for(60))} == {class_}
    assert parse(str(control)) == control


def test_of_alternatives_the_least_and_the_most_are_told_apart() -> None:
    control = read("60 min + 30 sec or 2 hours")
    assert (control.seconds_for(60), control.most_seconds_for(60)) == (90 * 60, 120 * 60)
    assert control.equal
    assert not read("W300-B240 or 10 min").equal
    assert read("40 moves in 90 min then 30 min or 90 min").first_control_moves == 40


def test_the_time_of_each_move_alone_is_counted_for_the_moves() -> None:
    assert read('4"/move').seconds_for(60) == 240
    assert read('4"/move').white == (Period(None, 0, 4),)


def test_there_are_enough_cases_and_none_is_there_twice() -> None:
    assert len(READ) >= 150
    assert len(UNREAD) >= 150
    texts = [case[0] for case in READ + UNREAD]
    assert len(texts) == len(set(texts))


def test_no_word_of_the_lexicon_is_spelled_in_a_way_the_scanner_cannot_meet() -> None:
    for words in SPOKEN.values():
        assert all(folded(word).isalpha() for word in words.split())


# --- what a time control says -------------------------------------------------------------------------------------


def test_a_period_counts_once_a_move_falls_into_it() -> None:
    side = read("40/6000:20/3000:900").white
    assert [side_seconds(side, moves) for moves in (0, 1, 40, 41, 60, 61)] == [0, 6000, 6000, 9000, 9000, 9900]


def test_a_delay_counts_like_an_increment() -> None:
    assert read("G/60;d5").seconds_for(60) == read("60+5").seconds_for(60) == 3900


def test_an_increment_that_starts_later_counts_from_there() -> None:
    assert read("""120'/40 + 60'/20 + 15' + 30" from move 61""").seconds_for(70) == 195 * 60 + 10 * 30
    assert read("""120'/40 + 60' + 30" from move 41""").seconds_for(60) == 180 * 60 + 20 * 30


def test_unequal_sides_are_told_apart_and_the_shorter_is_sure() -> None:
    control = read("W300-B240")
    assert not control.equal
    assert (side_seconds(control.white, 60), side_seconds(control.black, 60)) == (300, 240)
    assert control.seconds_for(60) == 240
    assert read("90+30").equal


def test_record_222_is_always_in_seconds() -> None:
    control = parse_encoded("180+2")
    assert control == read("3+2")
    assert isinstance(parse("180+2"), Unread)
    assert isinstance(parse_encoded("3+2"), Unread)  # three seconds for a game
    assert isinstance(parse_encoded("90'+30\""), Unread)


def test_the_encoded_form_names_both_sides_where_it_might_be_taken_for_minutes() -> None:
    assert str(read("90'+30\"")) == "5400+30"
    assert str(read("3'+2\"")) == "W180+2-B180+2"
    assert str(read("100'x40+15'+30\"")) == "40/6000+30:900+30"
    assert str(read("G/60;d5")) == "3600d5"


def test_a_text_that_is_too_long_is_not_read() -> None:
    assert isinstance(parse("90+30" + " " * (LONGEST - 5)), TimeControl)
    assert parse("90+30" + " " * LONGEST) == Unread(Note.of("time-control/too-long", characters=205, limit=LONGEST))


@pytest.mark.parametrize(
    "sides",
    [((), ()), ((Period(40, 5400),),) * 2, ((Period(None, 5400), Period(None, 900)),) * 2, ((Period(None, 59),),) * 2],
)
def test_an_impossible_time_control_cannot_be_made(sides: tuple[Side, Side]) -> None:
    with pytest.raises(ValueError, match="side"):
        TimeControl(*sides)


@pytest.mark.parametrize("parts", [(0, 60), (None, 0), (None, -1), (None, 60, -1), (None, 60, 0, -1)])
def test_an_impossible_period_cannot_be_made(parts: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="has"):
        Period(*parts)


# --- properties ---------------------------------------------------------------------------------------------------

STEPS = st.integers(0, MOST_INCREMENT) | st.sampled_from((0, 2, 10, 30))
SECONDS = st.integers(LEAST_SECONDS, MOST_SECONDS) | st.integers(LEAST_SECONDS, 400)
LIMITED = st.builds(Period, st.integers(1, 999), SECONDS, STEPS, STEPS)
SIDES = st.builds(lambda limited, last: (*limited, last), st.lists(LIMITED, max_size=3),
                  st.builds(Period, st.none(), SECONDS, STEPS, STEPS))  # fmt: skip
CONTROLS = st.builds(TimeControl, SIDES, SIDES) | SIDES.map(lambda side: TimeControl(side, side))
WORDS = sorted(word for words in SPOKEN.values() for word in words.split())
PIECES = st.sampled_from(
    [
        *WORDS,
        *"+/:;,.'\"-x|&()½",
        "''",
        " ",
        " ",
        "40",
        "90",
        "30",
        "1",
        "0",
        "G/60",
        "SD/30",
        "d5",
        "40/90",
        '30"',
        "90'",
    ]
)
WRITTEN = st.lists(PIECES, max_size=14).flatmap(lambda parts: st.sampled_from(("", " ")).map(lambda by: by.join(parts)))


@given(st.text(max_size=LONGEST + 5) | WRITTEN)
@example("30 sec increment for 40 moves, 90 min")
@example(".")
@example("'")
@example("½")
@example("ß'ß")
def test_nothing_raises_and_what_is_read_has_a_canonical_form(text: str) -> None:
    for reader in (parse, parse_encoded):
        answer = reader(text)
        if isinstance(answer, TimeControl):
            assert parse(str(answer)) == parse_encoded(str(answer)) == answer
        else:
            assert answer.reason


@given(CONTROLS)
def test_the_canonical_form_is_read_back(control: TimeControl) -> None:
    assert parse(str(control)) == control
    assert parse_encoded(str(control)) == control


@given(st.sampled_from(READ), st.data(), st.sampled_from("-−–"))
def test_a_negative_part_is_never_read(case: list[Any], data: st.DataObject, minus: str) -> None:
    text: str = case[0]
    starts = [at for at, letter in enumerate(text) if letter.isdigit() and not text[at - 1 : at].isdigit()]
    at = data.draw(st.sampled_from(starts))
    assert isinstance(parse(text[:at] + minus + text[at:]), Unread)


@given(CONTROLS, st.integers(0, 200))
def test_more_time_on_the_clock_never_lowers_the_total(control: TimeControl, moves: int) -> None:
    twice = tuple(replace(period, seconds=min(2 * period.seconds, MOST_SECONDS)) for period in control.white)
    assert side_seconds(twice, moves) >= side_seconds(control.white, moves)
    assert side_seconds(control.white, moves + 1) >= side_seconds(control.white, moves)


@given(st.integers(1, 60), st.integers(0, 59))
def test_doubling_the_minutes_of_a_text_adds_them_once_more(minutes: int, seconds: int) -> None:
    for form in ("{}+{}", "{}'+{}\"", "{} min + {} sec/move", "G/{}+{}", "G/{};d{}"):
        once, twice = (read(form.format(m, seconds)).seconds_for(60) for m in (minutes, 2 * minutes))
        assert twice - once == minutes * 60
