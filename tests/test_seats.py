"""Who sits down with which rating and which K: the list at the start, and the four things that do not fit it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date

import numpy as np
import pytest
from scenes import Row, rows

import arpad
from arpad.columns import Events, KReason, Players, Role, Roll, Source, State, System
from arpad.days import Day, Month
from arpad.law import LawError
from arpad.law.calendar import list_on
from arpad.lists.seats import Lists, Unseated, seat

HOME, ABROAD = 1, 2
ON, QUIET, OFF = State.ACTIVE, State.INACTIVE, State.DELISTED


@dataclass
class House:
    """The lists that a period may ask for: of each list, players by name with rating, state and K."""

    edition: str
    series: str
    list_: int
    replaced: int
    own: dict[int, dict[str, tuple[int, State, int]]] = field(default_factory=dict)
    other: dict[int, dict[str, int]] = field(default_factory=dict)
    people: dict[str, Row] = field(default_factory=dict)

    def seat(
        self, name: str, *starts: int, editions: tuple[str, ...] = (), positions: tuple[int, ...] = ()
    ) -> list[Row]:
        """One player's entries in events that start on these days."""
        names = list(self.people)
        books = tuple(arpad.rulebook(e) for e in (editions or (self.edition,)))
        events = Events.of(
            key=list(range(len(starts))), start=list(starts), end=list(starts), edition=list(positions) or 0,
            system=System.SWISS,
        )  # fmt: skip
        players = Players.of(
            born=[p.get("born", 0) for p in self.people.values()],
            federation=[p.get("federation", HOME) for p in self.people.values()],
        )
        own = {list_: self._roll(rated) for list_, rated in self.own.items()}
        other = {list_: self._roll({n: (r, ON, 0) for n, r in rated.items()}) for list_, rated in self.other.items()}
        event = np.arange(len(starts), dtype=np.int32)
        who = np.full(len(starts), names.index(name), np.int32)
        at_start = np.array([Month.of(list_on(self.series, Day(start).date)) for start in starts], np.int32)
        lists = Lists(own, other, self.replaced, self.list_, (HOME,))
        return rows(seat(books, players, lists, events, Unseated(at_start, event, who)))

    def _roll(self, rated: dict[str, tuple[int, State, int]]) -> Roll:
        facts = [rated.get(name, (0, State.NONE, 0)) for name in self.people]
        return Roll.of(
            rating=[f[0] for f in facts], state=[f[1] for f in facts], k=[f[2] for f in facts],
            k_reason=[KReason.BELOW_2400 if f[2] else 0 for f in facts],
            games=[p.get("games", 0) for p in self.people.values()],
            highest=[p.get("highest", 0) for p in self.people.values()],
        )  # fmt: skip


def facts(row: Row) -> tuple[int, int, int, int, int]:
    return row["role"], row["own"], row["shown"], row["source"], row["k"]


def standard() -> House:
    """The list of June 2026 replaces May's; April's is still asked for."""
    house = House("fide-standard-2025", "fide-standard", 202606, 202605)
    house.people = {"Ada": {}, "Nora": {}}
    house.own = {202604: {}, 202605: {}}
    return house


# --- the list at the start --------------------------------------------------------------------------------------------


def test_the_list_in_force_on_the_first_day_gives_the_rating_and_the_list_being_replaced_gives_k() -> None:
    """S1, S19. An event that began in April and is rated in June."""
    house = standard()
    house.own[202604]["Ada"] = (2390, ON, 20)
    house.own[202605]["Ada"] = (2405, ON, 10)
    april, may = house.seat("Ada", 20260430, 20260501)
    assert facts(april) == (Role.RATED, 2390, 2390, Source.LIST, 10)
    assert facts(may) == (Role.RATED, 2405, 2405, Source.LIST, 10)


def test_fide_standard_2009_8_56_there_k_comes_from_the_list_at_the_start() -> None:
    house = House("fide-standard-2009", "fide-standard", 201009, 201007)
    house.people = {"Ada": {}}
    house.own = {201005: {"Ada": (2390, ON, 15)}, 201007: {"Ada": (2405, ON, 10)}}
    june, july = house.seat("Ada", 20100630, 20100701)
    assert facts(june) == (Role.RATED, 2390, 2390, Source.LIST, 15)
    assert facts(july) == (Role.RATED, 2405, 2405, Source.LIST, 10)


def test_somebody_whom_no_list_knows_is_a_newcomer() -> None:
    assert facts(standard().seat("Nora", 20260510)[0]) == (Role.NEWCOMER, 0, 0, Source.NONE, 0)


def test_an_inactive_player_is_rated_with_his_last_rating() -> None:
    """2009 7.23, S25."""
    house = standard()
    house.own[202605]["Ada"] = (2100, QUIET, 20)
    assert facts(house.seat("Ada", 20260510)[0]) == (Role.RATED, 2100, 2100, Source.INACTIVE, 20)


def test_a_delisted_player_is_a_newcomer_whatever_number_he_left_behind() -> None:
    """7.2.1: below the floor, thereafter unrated."""
    house = standard()
    house.own[202604]["Ada"] = (1390, OFF, 20)
    house.own[202605]["Ada"] = (1390, OFF, 20)
    assert facts(house.seat("Ada", 20260510)[0]) == (Role.NEWCOMER, 0, 0, Source.NONE, 0)


def test_one_delisted_since_the_start_sits_with_the_rating_he_had() -> None:
    """S22: the list at the start decides, for him and for his opponents."""
    house = standard()
    house.own[202604]["Ada"] = (1402, ON, 20)
    house.own[202605]["Ada"] = (1390, OFF, 20)
    april, may = house.seat("Ada", 20260429, 20260510)
    assert facts(april) == (Role.RATED, 1402, 1402, Source.LIST, 20)
    assert facts(may)[0] == Role.NEWCOMER


def test_8_2_4_one_rated_only_since_plays_with_his_rating_and_is_met_without_one() -> None:
    house = standard()
    house.own[202605]["Nora"] = (1900, ON, 40)
    april, may = house.seat("Nora", 20260429, 20260510)
    assert facts(april) == (Role.RATED, 1900, 0, Source.LATE, 40)
    assert facts(may) == (Role.RATED, 1900, 1900, Source.LIST, 40)


def test_fide_standard_2009_8_4_and_his_k_is_that_of_the_list_that_first_shows_one() -> None:
    house = House("fide-standard-2009", "fide-standard", 201009, 201007)
    house.people = {"Nora": {}}
    house.own = {201005: {}, 201007: {"Nora": (1900, ON, 25)}}
    assert facts(house.seat("Nora", 20100629)[0]) == (Role.RATED, 1900, 0, Source.LATE, 25)


# --- a standard rating that stands in ---------------------------------------------------------------------------------


def rapid(edition: str = "fide-rapid-blitz-2018", list_: int = 202006, replaced: int = 202005) -> House:
    house = House(edition, "fide-rapid", list_, replaced)
    house.people = {"Ada": {"games": 0}}
    house.own = {replaced - 1: {}, replaced: {}}
    house.other = {replaced - 1: {"Ada": 2100}, replaced: {"Ada": 2110}}
    return house


def test_fide_rapid_blitz_2018_8_22_without_a_rapid_rating_the_standard_rating_of_the_first_day_stands_in() -> None:
    april, may = rapid().seat("Ada", 20200410, 20200510)
    assert facts(april) == (Role.RATED, 2100, 2100, Source.STANDARD, 20)
    assert facts(may) == (Role.RATED, 2110, 2110, Source.STANDARD, 20)


def test_fide_rapid_blitz_2018_8_22_his_own_rapid_rating_goes_first() -> None:
    house = rapid()
    house.own[202005]["Ada"] = (1950, ON, 20)
    assert facts(house.seat("Ada", 20200510)[0]) == (Role.RATED, 1950, 1950, Source.LIST, 20)


def test_fide_rapid_blitz_2018_8_22_the_standard_rating_goes_before_a_rapid_rating_won_since() -> None:
    """He was rated at the start, through the standard rating: nobody meets him unrated."""
    house = rapid()
    house.own[202005]["Ada"] = (1950, ON, 20)
    assert facts(house.seat("Ada", 20200410)[0]) == (Role.RATED, 2100, 2100, Source.STANDARD, 20)


def test_fide_rapid_blitz_2018_8_22_after_a_delisting_there_it_is_looked_at_again() -> None:
    house = rapid()
    house.own[202005]["Ada"] = (990, OFF, 20)
    assert facts(house.seat("Ada", 20200510)[0]) == (Role.RATED, 2110, 2110, Source.STANDARD, 20)


@pytest.mark.parametrize(("born", "games", "k"), [(20100000, 0, 40), (0, 0, 40), (0, 50, 20)])
def test_fide_rapid_blitz_2024_7_3_3_k_of_a_stand_in_is_decided_from_what_is_known(
    born: int, games: int, k: int
) -> None:
    """No rapid list shows a K: it is that of somebody with so many rapid games."""
    house = rapid("fide-rapid-blitz-2024-12", 202606, 202605)
    house.people["Ada"] = {"born": born, "games": games}
    house.other = {202605: {"Ada": 2110}}
    assert facts(house.seat("Ada", 20260510)[0]) == (Role.RATED, 2110, 2110, Source.STANDARD, k)


def test_a_standard_series_knows_no_stand_in() -> None:
    house = standard()
    house.other = {202605: {"Nora": 2000}}
    assert facts(house.seat("Nora", 20260510)[0])[0] == Role.NEWCOMER


# --- guests -----------------------------------------------------------------------------------------------------------


def ukraine() -> House:
    house = House("ukraine-2018", "ukraine", 202006, 202005)
    house.people = {"Gast": {"federation": ABROAD}, "Olha": {}}
    house.own = {202005: {}}
    return house


def test_ukraine_2_a_player_of_another_federation_is_met_with_his_fide_rating_and_has_no_change() -> None:
    house = ukraine()
    house.other = {202005: {"Gast": 2250}}
    assert facts(house.seat("Gast", 20200510)[0]) == (Role.GUEST, 0, 2250, Source.FIDE, 0)


def test_ukraine_2_without_a_fide_rating_he_is_unrated_and_still_a_guest() -> None:
    """Article 3 lists players of the country's regions only."""
    assert facts(ukraine().seat("Gast", 20200510)[0]) == (Role.GUEST, 0, 0, Source.NONE, 0)


def test_ukraine_2_a_player_of_the_country_is_unrated_whatever_his_fide_rating() -> None:
    house = ukraine()
    house.other = {202005: {"Olha": 2250}}
    assert facts(house.seat("Olha", 20200510)[0]) == (Role.NEWCOMER, 0, 0, Source.NONE, 0)


def test_elsewhere_nobody_is_a_guest() -> None:
    house = standard()
    house.people["Nora"] = {"federation": ABROAD}
    house.own[202605]["Nora"] = (2000, ON, 20)
    assert facts(house.seat("Nora", 20260510)[0]) == (Role.RATED, 2000, 2000, Source.LIST, 20)


# --- which list is in force -------------------------------------------------------------------------------------------


def test_the_list_of_each_first_day_follows_the_calendar_of_its_edition() -> None:
    """2009 7.11: six lists a year."""
    starts = [20100630, 20100701, 20100831, 20100901]
    lists = [Month.of(list_on("fide-standard", Day(start).date)) for start in starts]
    assert lists == [201005, 201007, 201007, 201009]


def test_a_day_that_no_edition_covers_is_refused() -> None:
    with pytest.raises(LawError, match="no edition of fide-standard covers 2005-01-01"):
        list_on("fide-standard", date(2005, 1, 1))
