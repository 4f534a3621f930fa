"""A player is asked about by a number or by a name that fits one player, and in all series at once."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest
from databases import KINDS
from office_made import NUMBERS
from publication_made import DUE, address_of, before_list, copied, open_with
from typed import Typed, typed

NAME, NUMBER = "Quillfeather, Zoltan", str(NUMBERS[9])
NAMES = {9: NAME, 10: "Ravensbourne, Ona", 11: "Ravensbourne, Onata"}


@pytest.fixture(params=KINDS)
def office(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, ...]:
    """Two series with a list of November; a list of December of the first."""
    desk = copied(before_list(request.param), tmp_path)
    office = ("--db", address_of(desk), "--now", str(DUE))
    for n, name in NAMES.items():
        assert typed("player", "change", str(NUMBERS[n]), "--name", name, "--why", "x", *office[:2]).code == 0
    open_with(desk, "fide-blitz", date(2025, 11, 1), {NUMBERS[n]: 1400 + n for n in range(1, 10)})
    desk.store.close()
    assert typed("period", "preview", "fide-standard", *office).code == 0
    assert typed("period", "publish", "fide-standard", "--yes", *office).code == 0
    return office


def answer(*words: str, code: int = 0) -> Typed:
    done = typed(*words)
    assert done.code == code, done
    return done


@pytest.mark.parametrize("who", [NAME, NUMBER, "quillfeather"])
def test_every_series_is_explained_for_a_number_or_a_name(who: str, office: tuple[str, ...]) -> None:
    heads = [line for line in answer("explain", who, *office[:2]).out.splitlines() if line.startswith(NAME)]
    assert [head.split("), ")[1].split(",")[0] for head in heads] == ["fide-blitz 2025-11", "fide-standard 2025-12"]


def test_a_series_or_a_list_narrows_it(office: tuple[str, ...]) -> None:
    blitz = answer("explain", NAME, "--series", "fide-blitz", *office[:2]).out
    assert "fide-blitz 2025-11" in blitz
    assert "fide-standard" not in blitz
    december = answer("explain", NAME, "--list", "2025-12", *office[:2]).out
    assert "fide-standard 2025-12" in december
    assert "fide-blitz 2025" not in december  # it has no such list


def test_a_player_of_one_series_is_not_refused_by_the_other(office: tuple[str, ...]) -> None:
    alone = answer("explain", str(NUMBERS[20]), *office[:2]).out
    assert "fide-standard 2025-12" in alone
    assert "fide-blitz" not in alone


def test_whoever_is_on_no_list_is_refused(office: tuple[str, ...]) -> None:
    assert "list" in answer("explain", str(NUMBERS[40]), *office[:2], code=2).err


def test_json_explains_one_series(office: tuple[str, ...]) -> None:
    assert "which series" in answer("explain", NAME, "--json", *office[:2], code=2).err
    one = json.loads(answer("explain", NAME, "--series", "fide-blitz", "--json", *office[:2]).out)
    assert (one["series"], one["name"]) == ("fide-blitz", NAME)


@pytest.mark.parametrize("verb", ["explain", "player show", "list history"])
def test_a_name_that_fits_several_or_nobody_is_refused_and_says_who(verb: str, office: tuple[str, ...]) -> None:
    several = answer(*verb.split(), "Ravensbourne", *office[:2], code=2).err
    assert "Ravensbourne, Ona;" in several
    assert "Ravensbourne, Onata;" in several
    nobody = answer(*verb.split(), "Xyzzykov", *office[:2], code=2).err
    assert "Xyzzykov" in nobody
    assert "arpad player find" in nobody


def test_just_this_name_comes_before_longer_ones(office: tuple[str, ...]) -> None:
    shown = json.loads(answer("player", "show", "ravensbourne, ona", "--json", *office[:2]).out)
    assert shown["name"] == NAMES[10]


def test_player_show_has_the_ratings_of_all_series(office: tuple[str, ...]) -> None:
    asked = ("explain", NAME, "--series", "fide-standard", "--json")
    standard = json.loads(answer(*asked, *office[:2]).out)
    assert standard["after"]["rating"] != standard["before"]["rating"]
    shown = json.loads(answer("player", "show", NAME, "--json", *office[:2]).out)
    assert [(row["series"], row["list"], row["rating"]) for row in shown["ratings"]] == [
        ("fide-blitz", "2025-11", 1409),
        ("fide-standard", "2025-12", standard["after"]["rating"]),
    ]
    printed = answer("player", "show", NAME, *office[:2]).out
    assert "fide-blitz      2025-11   1409" in printed
    past = json.loads(answer("player", "show", NAME, "--as-of", "2025-11-01", "--json", *office[:2]).out)
    assert past["ratings"] == []  # those of today are not those of that day
