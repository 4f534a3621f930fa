"""The registry: players get their numbers, are found again, and what was known of them can be read back."""

from __future__ import annotations

import random
from datetime import date, timedelta

import numpy as np
import pytest
from by_hand import by_hand

from arpad.days import Day
from arpad.finding import UserError
from arpad.office.desk import Desk
from arpad.office.registry.federation_officials import LicenceEntry as ArbiterEntry
from arpad.office.registry.federation_officials import MembershipEntry as FederationEntry
from arpad.office.registry.federation_officials import enter_licences as enter_arbiters
from arpad.office.registry.federation_officials import enter_memberships as enter_federations
from arpad.office.registry.federation_officials import registered_officials
from arpad.office.registry.person import Person
from arpad.office.registry.player_facts import (
    count_players,
    facts_of_players,
    keys_of_numbers,
    players_as_admission_needs,
    read_roster,
    register_players,
    registered_numbers_like,
    require_player_key,
)
from arpad.office.registry.player_numbers import is_office_number, key_of_office_number, office_number

ANN = Person("Invented, Ann", 14100012, born=19910412, sex="w", federation="UKR", title="WFM")
BOB = Person("Фіктивний, Богдан", 14100020, born=20050000, sex="m", federation="POL", member=5)
NEW = Person("Neu, Nora", born=20120101, sex="w")


def entered(desk: Desk, *persons: Person) -> list[int]:
    with by_hand(desk).writing("player-add", why="story") as writing:
        return [int(key) for key in register_players(writing, persons)]


# --- the office's own numbers -----------------------------------------------------------------------------------------


def test_the_check_digit_catches_every_wrong_digit_and_every_swap_of_neighbours() -> None:
    for key in [0, 1, 41, 99_999, 12_345_678, 99_999_998, *random.Random(7).sample(range(10**8 - 1), 200)]:
        number = str(office_number(key))
        assert len(number) == 10
        assert key_of_office_number(int(number)) == key
        for at in range(10):
            for digit in "0123456789":
                if digit != number[at]:
                    assert key_of_office_number(int(number[:at] + digit + number[at + 1 :])) is None
        for at in range(9):
            swapped = number[:at] + number[at + 1] + number[at] + number[at + 2 :]
            assert swapped == number or key_of_office_number(int(swapped)) is None


def test_fide_numbers_and_own_numbers_never_meet() -> None:
    assert not is_office_number(999_999_999)
    assert is_office_number(office_number(0))
    assert key_of_office_number(999_999_999) is None
    with pytest.raises(UserError, match="used up"):
        office_number(10**8 - 1)


# --- entering and finding ---------------------------------------------------------------------------------------------


def test_numbers_follow_the_content_and_not_the_order_of_the_file(desk: Desk) -> None:
    people = [Person(f"Player, {name}", born=20000101) for name in "dbca"] + [BOB, ANN]
    keys = entered(desk, *people)
    assert keys == [5, 3, 4, 2, 1, 0]  # FIDE numbers first, then by name


def test_a_number_finds_its_player_and_a_wrong_one_nobody(desk: Desk) -> None:
    ann, bob, nora = entered(desk, ANN, BOB, NEW)
    with desk.reading() as connection:
        wanted = [
            BOB.fide_id,
            office_number(nora),
            14100021,
            office_number(nora) + 1,
            0,
            -5,
            office_number(77),
            10**30,
            ANN.fide_id,
        ]
        assert keys_of_numbers(connection, wanted).tolist() == [bob, nora, -1, -1, -1, -1, -1, -1, ann]
        assert facts_of_players(connection, [ann, bob, nora, -1]) == {ann: ANN, bob: BOB, nora: NEW}


def test_many_numbers_are_found_the_same_way(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    people = [Person(f"Player, No {n}", 1000 + 7 * n) for n in range(300)] + [NEW]
    keys = entered(desk, *people)
    wanted = [*range(1000, 3200), office_number(keys[-1]), office_number(keys[-1]) + 1]
    with desk.reading() as connection:
        few = keys_of_numbers(connection, wanted)
        monkeypatch.setattr("arpad.office.registry.player_facts.WHOLE_COLUMN_FROM", 1)
        assert np.array_equal(few, keys_of_numbers(connection, wanted))
    assert (few >= 0).sum() == 301


def test_swapped_digits_are_refused_with_the_neighbour_they_came_from(desk: Desk) -> None:
    _, nora = entered(desk, ANN, NEW)
    with desk.reading() as connection:
        assert registered_numbers_like(connection, 14100021) == ((14100012, ANN.name),)
        number = str(office_number(nora))
        assert registered_numbers_like(connection, int(number[:-1])) == ((office_number(nora), NEW.name),)
        with pytest.raises(UserError, match=f"check digit is wrong.*{office_number(nora)} is {NEW.name}"):
            require_player_key(connection, office_number(nora) - 1)
        with pytest.raises(UserError, match="nobody has it"):
            require_player_key(connection, 5)


@pytest.mark.parametrize("again", [(ANN,), (BOB, Person("Other, Owen", BOB.fide_id))])
def test_a_fide_number_belongs_to_one_player(desk: Desk, again: tuple[Person, ...]) -> None:
    entered(desk, ANN)
    with pytest.raises(UserError, match="FIDE number"):
        entered(desk, *again)
    with desk.reading() as connection:
        assert count_players(connection) == 1


# --- columns ----------------------------------------------------------------------------------------------------------


def test_the_roster_has_a_row_for_every_key(desk: Desk) -> None:
    entered(desk, ANN, BOB)
    entered(desk, NEW)
    with desk.reading() as connection:
        everybody = read_roster(connection)
    assert everybody.id.tolist() == [office_number(0), office_number(1), office_number(2)]
    assert everybody.fide_id.tolist() == [ANN.fide_id, BOB.fide_id, 0]
    assert everybody.born.tolist() == [19910412, 20050000, 20120101]
    assert everybody.codes == ("", "POL", "UKR")
    assert everybody.federation.tolist() == [2, 1, 0]
    assert everybody.member.tolist() == [0, 5, 0]
    assert len(everybody.players()) == 3


def test_an_empty_office_has_an_empty_roster(desk: Desk) -> None:
    with desk.reading() as connection:
        assert len(read_roster(connection)) == 0
        assert read_roster(connection).codes == ()


def test_a_roster_as_known_earlier_has_nobody_who_came_later(desk: Desk) -> None:
    entered(desk, ANN)
    with by_hand(desk).writing("mark") as writing:
        then = writing.seq
    entered(desk, BOB)
    with desk.reading() as connection:
        assert read_roster(connection, then).fide_id.tolist() == [ANN.fide_id]
        assert facts_of_players(connection, [0, 1], known_at=then) == {0: ANN}


def test_more_keys_than_one_block_holds(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arpad.office.store.bulk.KEYS_PER_BLOCK", 64)
    monkeypatch.setattr("arpad.office.store.bulk.ROWS_PER_BLOCK", 100)
    days = [Day.of(date(1950, 1, 1) + timedelta(days=n)) for n in range(1000)]
    people = [Person(f"Player, No {n}", 5000 + n, born=int(day), federation="EST") for n, day in enumerate(days)]
    entered(desk, *people)
    with desk.reading() as connection:
        everybody = read_roster(connection)
    assert everybody.born.tolist() == days


# --- what admission asks ----------------------------------------------------------------------------------------------


def test_admission_hears_of_each_player_in_its_order(desk: Desk) -> None:
    ann, bob = entered(desk, ANN, BOB)
    with desk.reading() as connection:
        told = players_as_admission_needs(connection, [bob, -1, ann], 20240301, [2100, 0, 1800])
    assert told[1] is None
    assert told[0] is not None
    assert (told[0].name, told[0].born, told[0].rating, told[0].federation) == (BOB.name, 20050000, 2100, "POL")
    assert told[2] is not None
    assert told[2].rating == 1800


def test_a_federation_is_what_was_said_last_for_a_day(desk: Desk) -> None:
    with by_hand(desk).writing("federation-import") as writing:
        entries = [FederationEntry("UKR", "Ukraine"), FederationEntry("AAA", "Aaland")]
        assert enter_federations(writing, entries) == 2
    with by_hand(desk).writing("federation-add") as writing:
        assert enter_federations(writing, [FederationEntry("AAA", "", "excluded", 20230101, 20231231)]) == 1
        assert enter_federations(writing, [FederationEntry("AAA", "", "excluded", 20230101, 20231231)]) == 0
    with desk.reading() as connection:
        spans = registered_officials(connection).federations["AAA"]
    assert [(span.state, span.since, span.until) for span in spans] == [
        ("member", None, date(2022, 12, 31)),
        ("excluded", date(2023, 1, 1), date(2023, 12, 31)),
        ("member", date(2024, 1, 1), None),
    ]


def test_an_arbiter_without_a_licence_is_known_to_have_none(desk: Desk) -> None:
    with by_hand(desk).writing("arbiter-import") as writing:
        entries = [
            ArbiterEntry(7, "Referee, Rita", "EST", "NA", 20200101, 20251231),
            ArbiterEntry(7, "Referee, Rita", "EST", "FA", 20230601),
            ArbiterEntry(8, "Referee, Ralf"),
        ]
        assert enter_arbiters(writing, entries) == 2
        assert enter_arbiters(writing, entries) == 0
    with by_hand(desk).writing("arbiter-add") as writing:
        enter_arbiters(writing, [ArbiterEntry(7, "Referee, Rita", "EST", "none", 20240201)])
    with desk.reading() as connection:
        licences = registered_officials(connection).licences
    assert licences[8] == ()
    assert [(one.kind, one.since, one.until) for one in licences[7]] == [
        ("NA", date(2020, 1, 1), date(2023, 5, 31)),
        ("FA", date(2023, 6, 1), date(2024, 1, 31)),
    ]
    assert 9 not in licences


def test_days_in_the_wrong_order_are_refused(desk: Desk) -> None:
    with (
        pytest.raises(UserError, match="until: expected a day not before 2024-01-01"),
        by_hand(desk).writing("federation-add") as writing,
    ):
        enter_federations(writing, [FederationEntry("UKR", "", "member", 20240101, 20231231)])
