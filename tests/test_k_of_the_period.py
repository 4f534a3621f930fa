"""K of the period: as the list being replaced shows it, in the office and in the calculator; under 2009 at the start.

Every number is worked out from the tables of the texts: 2100 against 2180 expects 0.39, so a win is 0.61; equal
ratings expect 0.50.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

import pytest
from test_seats import House

from arpad.calculator import load_document, rulebook
from arpad.cli import main
from arpad.finding import UserError

Ask = Callable[..., dict[str, Any]]


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ask:
    """`arpad calc period` on the command line."""

    def asked(*arguments: str) -> dict[str, Any]:
        monkeypatch.setattr(sys, "argv", ["arpad", "calc", "period", *arguments, "--json"])
        with pytest.raises(SystemExit) as end:
            main()
        output = capsys.readouterr()
        assert (int(end.value.code or 0), output.err) == (0, "")
        answer: dict[str, Any] = json.loads(output.out)
        return answer

    return asked


def by_document(edition: str, list_: str, player: dict[str, Any], *events: dict[str, Any]) -> Any:
    """The same in Python."""
    document = {"rulebook": edition, "list": list_, "player": player, "events": list(events)}
    return rulebook(edition).calculate("period", load_document(json.dumps(document)))


FLAGS = ("--rating", "2100", "--games", "120", "--highest", "2150", "--game", "2180:1")
JUNIOR = {"rating": 2100, "games": 120, "highest": 2150}
WIN = {"games": [{"opponent": 2180, "score": 1}]}


@pytest.mark.parametrize(
    ("edition", "list_", "born", "k", "new"),
    [
        # 18 in 2024: December's list is still a junior's, and January's replaces it; 40 x 0.61 = 24.4
        ("fide-standard-2024", "2025-01", "2006", 40, 2124),
        ("fide-standard-2024", "2025-02", "2006", 20, 2112),  # 20 x 0.61 = 12.2
        ("fide-standard-2024", "2025-01", "2005", 20, 2112),
        ("fide-standard-2024", "2025-01", "2006-01-01", 40, 2124),
        ("fide-standard-2024", "2025-01", "2005-12-31", 20, 2112),
        ("fide-standard-2025", "2026-01", "2007", 40, 2124),
        ("fide-standard-2025", "2026-02", "2007", 20, 2112),
        ("fide-rapid-blitz-2024-12", "2026-01", "2007", 40, 2124),
        ("fide-rapid-blitz-2024-12", "2026-02", "2007", 20, 2112),
    ],
)
def test_2024_8_3_3_a_junior_is_one_to_the_end_of_the_year(
    ask: Ask, edition: str, list_: str, born: str, k: int, new: int
) -> None:
    """8.3.3: K 40 to the end of the year of the 18th birthday, read on the list being replaced."""
    answer = ask("--rulebook", edition, "--list", list_, "--born", born, *FLAGS)
    assert (answer["k"], answer["new_rating"]) == (k, new)
    again = by_document(edition, list_, {**JUNIOR, "born": born}, WIN)
    assert (again.k, again.new_rating) == (k, new)


@pytest.mark.parametrize(
    ("born", "list_", "k", "new"),
    [
        ("2006-02-15", "2020-03", 40, 1920),  # 13 on 1 February 2020: 40 x 0.50
        ("2006-02-15", "2020-04", 20, 1910),
        ("2006-02-02", "2020-03", 40, 1920),  # 13 for one more day
        ("2006-02-01", "2020-03", 20, 1910),  # 14 on the day of the list
        ("2006-01-31", "2020-03", 20, 1910),
    ],
)
def test_ukraine_6_5_5_under_14_is_asked_of_the_list_being_replaced(
    ask: Ask, born: str, list_: str, k: int, new: int
) -> None:
    """6.5.5: K 40 up to 14 years."""
    flags = ("--rating", "1900", "--games", "100", "--highest", "1900", "--game", "1900:1")
    answer = ask("--rulebook", "ukraine-2018", "--list", list_, "--born", born, *flags)
    assert (answer["k"], answer["new_rating"]) == (k, new)


def test_a_birth_that_nobody_gives_is_asked_for_by_the_list_being_replaced() -> None:
    """Who may have been young on the list being replaced has one of two K, also in the last month of his youth."""
    with pytest.raises(UserError, match="K depends on born"):
        by_document("fide-standard-2024", "2025-01", JUNIOR, WIN)


@pytest.mark.parametrize(("list_", "k"), [(202501, 40), (202502, 20)])
def test_rapid_blitz_2024_7_3_3_a_stand_in_has_the_k_of_the_list_being_replaced(list_: int, k: int) -> None:
    """7.2.1, 7.3.3: his standard rating stands in, so no list shows his K; born 2006, a junior through December."""
    replaced = {202501: 202412, 202502: 202501}[list_]
    house = House("fide-rapid-blitz-2024-12", "fide-rapid", list_, replaced)
    house.people = {"Jo": {"born": 20060704, "games": 200}}
    house.own, house.other = {replaced: {}}, {replaced: {"Jo": 2000}}
    (entry,) = house.seat("Jo", replaced * 100 + 5)
    assert (entry["own"], entry["k"]) == (2000, k)


# --- 2009 reads K at the start of the event -----------------------------------------------------------------------

NOW = {"rating": 2405, "games": 100, "highest": 2405}
EARLIER = {"start": "2010-06-30", "end": "2010-07-04", "rating": 2390, "games": [{"opponent": 2390, "score": 1}]}
SINCE = {"start": "2010-07-01", "end": "2010-07-04", "games": [{"opponent": 2405, "score": 1}]}


def test_2009_8_56_an_event_under_the_list_being_replaced_has_its_k() -> None:
    """8.56, K of the rating at the start: 2405 on the list of July, so 10 x 0.50 = 5."""
    answer = by_document("fide-standard-2009", "2010-09", NOW, SINCE)
    assert (answer.k, answer.new_rating, answer.events[0].k) == (10, 2410, 10)


def test_2009_8_56_an_event_that_began_a_day_earlier_has_the_k_of_the_list_before() -> None:
    """8.56: 2390 on the list of May. Whether 2400 had been reached before, and 30 games, these facts do not say."""
    with pytest.raises(UserError, match=r"events\[0\]\.k: needed.*2010-05.*8\.56"):
        by_document("fide-standard-2009", "2010-09", NOW, EARLIER)
    answer = by_document("fide-standard-2009", "2010-09", NOW, {**EARLIER, "k": 15})
    assert (answer.k, answer.events[0].k, answer.new_rating) == (10, 15, 2413)  # 2405 + 7.5 = 2412.5, up


def test_2009_8_56_what_the_start_proves_is_not_asked() -> None:
    """8.56: 2400 on the list at the start is K 10, however many games; a K that nothing can change is not asked."""
    high = {**EARLIER, "rating": 2400, "games": [{"opponent": 2400, "score": 1}]}
    assert by_document("fide-standard-2009", "2010-09", NOW, high).events[0].k == 10
    young = {"rating": 2000, "games": 20, "highest": 2000}
    low = {**EARLIER, "rating": 1990, "games": [{"opponent": 1990, "score": 1}]}
    assert by_document("fide-standard-2009", "2010-09", young, low).events[0].k == 25  # fewer than 30 then, too


def test_2024_8_3_3_an_event_of_an_earlier_list_has_the_k_of_the_list_being_replaced() -> None:
    """8.3.3 knows one K for a period, whenever its events began."""
    early = {**EARLIER, "start": "2026-04-30", "end": "2026-05-03"}
    answer = by_document("fide-standard-2025", "2026-06", {**NOW, "born": "1980"}, early)
    assert (answer.k, answer.events[0].k) == (10, 10)
