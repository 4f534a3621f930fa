"""Dates in the styles of the world: read where there is one way to read them, told, never guessed."""

from __future__ import annotations

from datetime import date

import pytest

from arpad.intake.dates import birth, candidates, print_birth, settle, settle_alike


@pytest.mark.parametrize(
    ("text", "style", "day"),
    [
        ("2015/09/27", "YYYY/MM/DD", date(2015, 9, 27)),
        ("2023-09-24", "YYYY-MM-DD", date(2023, 9, 24)),
        ("30/09/2011", "DD/MM/YYYY", date(2011, 9, 30)),
        ("25.02.2011", "DD.MM.YYYY", date(2011, 2, 25)),
        ("28. 07. 2005", "DD.MM.YYYY", date(2005, 7, 28)),
        ("2011.02.25", "YYYY.MM.DD", date(2011, 2, 25)),
        ("May 29, 2020", "Month DD, YYYY", date(2020, 5, 29)),
        ("29 May 2020", "DD Month YYYY", date(2020, 5, 29)),
        ("20260501", "YYYYMMDD", date(2026, 5, 1)),
        ("2024/02/29", "YYYY/MM/DD", date(2024, 2, 29)),
    ],
)  # fmt: skip
def test_a_style_that_can_be_read_in_one_way(text: str, style: str, day: date) -> None:
    assert candidates(text) == {style: day}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "soon",
        "2026",
        "2026/13/01",
        "2023/02/29",
        "1/2",
        "2026/5",
        "٢٠٢٦/٠٥/٠١",
        "2026/05/01/02",
        "12:30",
    ],
)
def test_what_is_no_date_has_no_reading(text: str) -> None:
    assert candidates(text) == {}


def test_two_figures_may_be_year_month_or_day() -> None:
    assert candidates("10.09.13") == {
        "YY.MM.DD": date(2010, 9, 13),
        "DD.MM.YY": date(2013, 9, 10),
    }
    assert candidates("24/09/29")["YY/MM/DD"] == date(2024, 9, 29)
    assert candidates("70/01/02")["YY/MM/DD"] == date(1970, 1, 2)


@pytest.mark.parametrize(
    ("start", "end", "rounds", "outer", "inner"),
    [
        # the specified styles, with the odd round outside: nothing is bent to make it fit
        ("2026/05/01", "2026/05/03", ("26/05/01", "26/05/09"), {"YYYY/MM/DD"}, {"YY/MM/DD"}),
        # the end has a day above 12
        ("08/04/2018", "30/04/2018", (), {"DD/MM/YYYY"}, set()),
        # only the rounds tell April from August
        ("08/04/2018", "12/04/2018", ("18/04/08", "18/04/12"), {"DD/MM/YYYY"}, {"YY/MM/DD"}),
        # nothing tells
        ("08/04/2018", "12/04/2018", (), {"DD/MM/YYYY", "MM/DD/YYYY"}, set()),
        # rounds with the day first, inside an event whose dates are plain
        ("2024/09/23", "2024/09/29", ("23/09/24", "29/09/24"), {"YYYY/MM/DD"}, {"DD/MM/YY"}),
        # rounds as year, day, month
        ("2011/02/25", "2011/02/27", ("11.25.02", "11.27.02"), {"YYYY/MM/DD"}, {"YY.DD.MM"}),
        # start and end in two styles: 9 July would be before the start
        ("2025/09/05", "07/09/2025", (), {"YYYY/MM/DD", "DD/MM/YYYY"}, set()),
        # both days make an event, and the first round tells which
        ("05/09/2025", "2025-09-07", ("25/09/05",), {"DD/MM/YYYY", "YYYY-MM-DD"}, {"YY/MM/DD"}),
        ("05/09/2025", "2025-09-07", (), set(), set()),
        # no event lasts from 2001 to 2030
        ("26/05/01", "26/05/30", (), {"YY/MM/DD"}, set()),
    ],
)  # fmt: skip
def test_the_dates_of_an_event_are_settled_together(
    start: str, end: str, rounds: tuple[str, ...], outer: set[str], inner: set[str]
) -> None:
    assert settle(start, end, rounds) == (outer, inner)


@pytest.mark.parametrize(
    ("text", "born"),
    [
        ("1978/03/04", 19780304),
        ("1978.03.04", 19780304),
        ("04.03.1978", 19780304),
        ("1978", 19780000),
        ("2014/00/00", 20140000),
        ("1978.  .  ", 19780000),
        (".  .", 0),
        ("0000/00/00", 0),
        ("", 0),
        ("1978/13/01", -1),
        ("31/12", -1),
        ("yesterday", -1),
        ("03/04/1978", -1),  # April or March: never guessed
    ],
)
def test_birth_dates_keep_what_is_known_and_no_more(text: str, born: int) -> None:
    assert birth(text)[0] == born


def test_a_birth_date_is_printed_as_the_format_wants_it() -> None:
    assert [print_birth(born) for born in (0, 19780000, 19780304)] == ["", "1978/00/00", "1978/03/04"]


@pytest.mark.parametrize(
    ("texts", "styles"),
    [
        (("05/09/2025", "23/09/2025"), {"DD/MM/YYYY"}),
        (("05/09/2025", "09/23/2025"), {"MM/DD/YYYY"}),
        (("05/09/2025", "06/09/2025"), {"DD/MM/YYYY", "MM/DD/YYYY"}),
        (("05/09/2025", "", "soon", "23/09/2025"), {"DD/MM/YYYY"}),  # what is no date has no say
        (("05/09/2025", "23/09/2025", "09/23/2025"), set()),
        (("05/09/2025", "2025-09-23"), set()),
        (("23/09/05", "25/09/05"), {"DD/MM/YY"}),  # else it lasts two years
        (("05/01/10", "05/01/12"), {"YY/MM/DD", "YY/DD/MM"}),
        ((), set()),
    ],
)
def test_the_dates_of_a_column_are_settled_together(texts: tuple[str, ...], styles: set[str]) -> None:
    assert settle_alike(texts) == styles


@pytest.mark.parametrize(
    "text", ["05/01  26/", "/05/01/26", "2026/05 01", "2026/05/01/", "26-05 -01-", "1 2 3", "20 26/05/01"]
)
def test_numbers_that_no_separator_parts_are_no_date(text: str) -> None:
    """What slipped out of its columns must not become a date of another kind."""
    assert candidates(text) == {}


@pytest.mark.parametrize("text", ["2026. 05. 01.", "01. 05. 2026", "2026/ 5/ 1", "1.5.2026."])
def test_blanks_around_a_separator_and_a_last_full_stop_are_read(text: str) -> None:
    assert date(2026, 5, 1) in candidates(text).values()
