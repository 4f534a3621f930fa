"""Whom a new person is compared with: nobody who could be the same is left out, and alike names stay quick."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace
from typing import cast

import numpy as np
import pytest
from by_hand import by_hand
from sqlalchemy import Connection

from arpad.days import Day
from arpad.finding import UserError
from arpad.office.desk import Desk
from arpad.office.registry import duplicates
from arpad.office.registry.duplicates import (
    MOST_OF_ONE_SOUND,
    ComparedPerson,
    PersonIndex,
    compare_persons,
    days_one_slip_away,
    find_duplicates,
)
from arpad.office.registry.person import HIGHEST_FIDE_NUMBER, Person, person_faults
from arpad.office.registry.player_facts import register_players
from arpad.office.registry.player_numbers import PLAYER_PLACES, office_number, office_numbers

WORDS = ("koval", "kovalenko", "kovbasa", "ana", "anna", "ann", "bo", "silva", "silv")
BORN = (0, 19800000, 19800500, 19800512, 19801205, 19800513, 19800521, 19810512, 19900512, 19900000, 19850712)


def shapes(seed: int, count: int) -> list[ComparedPerson]:
    dice = random.Random(seed)
    return [
        ComparedPerson(
            tuple(tuple(sorted(dice.sample(WORDS, dice.choice((1, 2, 2, 3))))) for _ in range(dice.choice((1, 1, 2)))),
            dice.choice(BORN), dice.choice(("", "m", "w")), dice.choice((0, 0, 7, 8)),
        )
        for _ in range(count)
    ]  # fmt: skip


def share(one: ComparedPerson, other: ComparedPerson) -> bool:
    """Names of one sound, or a year of birth and the first two letters of a word."""
    years = {Day(one.born).year, Day(other.born).year}
    heads = [{word[:2] for words in shape.names for word in words} for shape in (one, other)]
    return bool(set(one.names) & set(other.names)) or (len(years) == 1 and years != {0} and bool(heads[0] & heads[1]))


@pytest.mark.parametrize("seed", range(5))
def test_the_index_finds_whom_comparing_everybody_finds(seed: int) -> None:
    people, index = shapes(seed, 250), PersonIndex(duplicates._compare_births)
    pairs = 0
    for at, shape in enumerate(people):
        expected = {
            other for other in range(at) if share(shape, people[other]) and compare_persons(shape, people[other])
        }
        assert {other for other in index.near(shape) if compare_persons(shape, people[other])} == expected
        index.add(at, shape)
        pairs += len(expected)
    assert pairs > 100


ALIKE: dict[str, Callable[[int], Person]] = {
    "one name, one day": lambda _: Person("Smith, Ann", born=19800102),
    "one name, many days": lambda n: Person("Smith, Ann", born=19800101 + n % 12 * 100 + n % 7),
    "one name, years": lambda n: Person("Smith, Ann", born=(1900 + n % 120) * 10_000),
    "one name, no births": lambda _: Person("Smith, Ann"),
    "alike names, one day": lambda n: Person(f"Sm{_word(n)}, An{_word(-n)}", born=19800102),
    "alike names, one year": lambda n: Person(f"Sm{_word(n)}, Ann", born=19800000),
}


def _word(number: int) -> str:
    dice = random.Random(number)
    return "".join(dice.choice(("ba", "ko", "li", "ma", "re", "su", "ti")) for _ in range(4))


@pytest.mark.parametrize("kind", ALIKE)
def test_twice_as_many_who_are_alike_take_about_twice_as_long(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted in names compared, which is what takes the time; where a crowd begins earlier, a file may be shorter."""
    compared = 0
    for module, name, few in (
        (duplicates, "MOST_OF_ONE_HEAD", 20),
        (duplicates, "MOST_OF_ONE_SOUND", 8),
        (duplicates, "LOOK_THROUGH_UP_TO", 8),
    ):
        monkeypatch.setattr(module, name, few)

    def counted(*shapes: ComparedPerson) -> tuple[int, str] | None:
        nonlocal compared
        compared += 1
        return compare_persons(*shapes)

    monkeypatch.setattr(duplicates, "compare_persons", counted)
    monkeypatch.setattr(duplicates, "_somebody_lacks_fide_number", lambda _: True)
    monkeypatch.setattr(duplicates, "_registered_persons_to_compare", lambda *_: iter(()))
    work = []
    for count in (600, 1200):
        compared = 0
        find_duplicates(cast("Connection", None), [ALIKE[kind](number) for number in range(count)])
        work.append(compared)
    assert work[1] <= 2.5 * work[0], work


def test_slips_are_those_that_births_may_have() -> None:
    days = [
        f"{year}{month:02}{day:02}" for year in (1980, 1981, 1890) for month in range(1, 13) for day in (1, 5, 12, 21)
    ]
    for day in days[::7]:
        expected = {int(other) for other in days if other != day and duplicates._differ_by_one_slip(day, other)}
        assert expected == days_one_slip_away(day) & {int(other) for other in days}


@pytest.mark.parametrize("born", [True, False])
def test_many_of_one_name_are_not_all_compared_with_each_other(
    desk: Desk, born: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    count, compared = 1500, 0
    dice = random.Random(2)
    days = [
        dice.randrange(1930, 2010) * 10_000 + dice.randrange(1, 13) * 100 + dice.randrange(1, 29) for _ in range(count)
    ]
    people = [Person("Kovalenko, Olena", born=days[at] if born else 0, federation="UKR") for at in range(count)]
    real = duplicates.compare_persons

    def counted(one: ComparedPerson, other: ComparedPerson) -> tuple[int, str] | None:
        nonlocal compared
        compared += 1
        return real(one, other)

    monkeypatch.setattr(duplicates, "compare_persons", counted)
    with desk.reading() as connection:
        found = find_duplicates(connection, people)
    assert compared <= count * 2 * MOST_OF_ONE_SOUND < count * (count - 1) // 2
    if born:
        doubles = {at for at in range(count) if any(_one_person(days[at], days[other]) for other in range(at))}
        assert set(found) == doubles
    else:
        assert set(found) == set(range(1, count))
        assert max(map(len, found.values())) == MOST_OF_ONE_SOUND


def _one_person(day: int, other: int) -> bool:
    return duplicates._compare_births(Day(day), Day(other)) is not None


# --- many at once is each by himself ------------------------------------------------------------------------------


def test_numbers_are_given_to_many_as_to_each() -> None:
    keys = np.array([0, 1, 9, 10, 12_345, 499_999, PLAYER_PLACES - 2], np.int64)
    assert office_numbers(keys).tolist() == [office_number(int(key)) for key in keys]
    assert office_numbers(keys[:0]).tolist() == []
    with pytest.raises(UserError):
        office_numbers(np.array([0, PLAYER_PLACES]))


ANN = Person("Invented, Ann", 14100039, born=19910412, sex="w", federation="UKR", title="WFM")


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""}, {"name": " Ann"}, {"name": "Ann "}, {"name": "7"}, {"name": "A\u202enn"}, {"name": "x" * 201},
        {"name": "Ann\u00a0"}, {"name": "Ann\t"}, {"fide_id": -1}, {"fide_id": HIGHEST_FIDE_NUMBER + 1},
        {"born": 19910231}, {"born": 17000000}, {"sex": "x"}, {"federation": "Ukraine"}, {"region": " x"},
        {"title": "XM"}, {"member": 8},
        {"national_title": "\x07"}, {"died": 19000101}, {"former_names": ("",) * 2 + (" x",)}, {"latin_name": "Ж"},
    ],
    ids=str,
)  # fmt: skip
def test_whoever_looks_usual_is_right(wrong: dict[str, object]) -> None:
    assert list(person_faults(ANN)) == []
    assert list(person_faults(replace(ANN, **wrong)))  # type: ignore[arg-type]


def test_people_get_their_keys_by_content_whatever_the_order(desk: Desk) -> None:
    people = [
        replace(ANN, fide_id=30), replace(ANN, fide_id=0, name="Bo"), replace(ANN, fide_id=20),
        replace(ANN, fide_id=0, name="Ann"), replace(ANN, fide_id=0, name="Ann", born=19900101),
    ]  # fmt: skip
    with by_hand(desk).writing("people") as writing:
        assert register_players(writing, people).tolist() == [1, 4, 0, 3, 2]
    twice = [replace(ANN, fide_id=50), replace(ANN, fide_id=40), replace(ANN, fide_id=40), replace(ANN, fide_id=50)]
    with pytest.raises(UserError, match=re.escape("40")), by_hand(desk).writing("people") as writing:
        register_players(writing, twice)
