"""Every article of the whole texts that is applied, checked, published or told is named by a test.

Naming is textual: the number stands in a test, in its name (`2009_6_41`), or beside a value in `lawvalues.py` or in
the known answers. An article that is procedure or not applied needs a person's word; the reason stands beside it.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from lawtexts import WHOLE
from scenes import Scene
from typed import typed

from arpad.columns import FirstOutcome
from arpad.law import rulebook

HERE = Path(__file__).parent
NAMED = {"applied", "checked", "published", "told"}
PERSONS = {"procedure", "not applied"}


@cache
def written() -> str:
    """All tests and known answers."""
    files = [*HERE.glob("*.py"), *(HERE / "cases").glob("*.toml")]
    return "\n".join(path.read_text("utf-8") for path in files if path != Path(__file__)) + SELF


SELF = Path(__file__).read_text("utf-8").partition("# --- articles")[2]


def is_named(number: str, text: str) -> bool:
    """Whether an article stands in a text by its number, or in the name of a test."""
    as_number = re.compile(r"(?<![\d.:])" + re.escape(number) + r"(?!\d|[.:]\d|\()")
    as_name = "_" + re.sub(r"[.:()]+", "_", number).strip("_") + "_"
    return bool(as_number.search(text)) or as_name in text


@pytest.mark.parametrize("edition", WHOLE)
def test_every_article_that_a_program_serves_is_named_by_a_test(edition: str) -> None:
    articles = rulebook(edition).edition.articles.values()
    served = [article.number for article in articles if NAMED & {*article.statuses}]
    assert len(served) > 20
    assert [number for number in served if not is_named(number, written())] == []


@pytest.mark.parametrize("edition", WHOLE)
def test_an_article_that_nobody_applies_says_why(edition: str) -> None:
    for article in rulebook(edition).edition.articles.values():
        if {*article.statuses} == {"not applied"}:
            assert article.reason, article.number


def test_a_number_is_not_taken_for_another() -> None:
    """Negative control."""
    assert is_named("6.4", "2009 6.4: x")
    assert not is_named("6.4", "2009 6.41 and 16.4 and 6.4.1")
    assert is_named("6.41", "def test_2009_6_41_counts")
    assert not is_named("7.14(b)", "7.14(a), 7.14")


# --- articles that no other test names --------------------------------------------------------------------------------


@pytest.mark.parametrize(("edition", "needed"), [("fide-standard-2009", 9), ("fide-rapid-blitz-2018", 5)])
def test_7_14_b_a_swiss_needs_so_many_games_against_rated_opponents(edition: str, needed: int) -> None:
    """7.14(b): 9 games in standard, 5 in rapid and blitz; games against unrated players are not among them."""
    for games, outcome in ((needed - 1, FirstOutcome.PENDING), (needed, FirstOutcome.PUBLISHED)):
        scene = Scene(edition)
        scene.person("Nora")
        scene.person("Newcomer")
        scene.play(scene.event(), "Nora", *[(1800, 0.5)] * games, ("Newcomer", 1))
        assert FirstOutcome(scene.rate().first("Nora")["outcome"]) == outcome


@pytest.mark.parametrize("edition", ["fide-standard-2009", "fide-rapid-blitz-2018"])
def test_10_3_the_yearly_look_at_the_scale_is_told_with_its_reason(edition: str) -> None:
    """10.3 asks for a report on drift; `arpad scale` measures it, and nothing of a list depends on it."""
    article = rulebook(edition).article("10.3")
    assert article.statuses == ("told",)
    assert article.reason in typed("law", "show", edition, "10.3").out
