"""Every article that decides what may be rated: a report that is caught, one just inside, and the boundary itself."""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction
from typing import Any

import pytest
from admission_pairs import ARTICLES, BY_CONCEPT, PAIRS, PROCEDURE, SILENT, Change, Pair, match
from events_made import EDITIONS, judged, scene

from arpad.admission import CHECKS
from arpad.days import Day, Month
from arpad.finding import Note
from arpad.law import rulebook
from arpad.law.calendar import next_list
from arpad.law.rules import CONCEPTS
from arpad.law.rules.concept import Room
from arpad.messages.numeral import Numeral
from arpad.pipeline import Answer

DAY = timedelta(days=1)


def dated(edition: str, change: Change) -> dict[str, Any]:
    """The days that a pair gives by what they are before or after, as days."""
    made = dict(change)
    series, start, _ = EDITIONS[edition]
    if "registered_days" in made:
        made["registered"] = start - made.pop("registered_days") * DAY
    if "ends_before_list" in made:  # ends so many days before the next list
        end = next_list(series, start) - made.pop("ends_before_list") * DAY
        made["length"] = (end - start).days + 1
        made["reported"] = end
    if "reported_before_list" in made:  # reported so many days before the first, second ... list after the end
        number, before = made.pop("reported_before_list")
        day = start
        for _ in range(number):
            day = next_list(series, day)
        made["reported"] = day - before * DAY
    if "reported_after" in made:
        made["reported"] = start + made.pop("reported_after") * DAY
    return made


def asked(pair: Pair, change: Change) -> Answer:
    return judged(scene(pair.edition, **dated(pair.edition, change)))


def catches(pair: Pair, answer: Answer) -> bool:
    """Whether the finding, or the status in the ledger, that the pair names is there."""
    if pair.status is not None:
        assert answer.period is not None
        return bool((answer.period.ledger.status == pair.status).any())
    found = [finding for finding in answer.findings if finding.code == (pair.code or pair.concept)]
    return any(finding.tier == pair.tier for finding in found)


@pytest.mark.parametrize("pair", [*PAIRS, *BY_CONCEPT], ids=str)
def test_an_article_catches_what_it_is_about_and_nothing_beside_it(pair: Pair) -> None:
    answer = asked(pair, pair.caught)
    assert answer.edition == pair.edition
    assert catches(pair, answer), "not caught: " + "\n".join(map(str, answer.findings))
    inside = asked(pair, pair.inside)
    assert not catches(pair, inside), "caught: " + "\n".join(map(str, inside.findings))
    if pair.boundary is not None:
        boundary = asked(pair, pair.boundary)
        assert catches(pair, boundary) == pair.boundary_caught, "boundary: " + "\n".join(map(str, boundary.findings))


@pytest.mark.parametrize("pair", PAIRS, ids=str)
def test_the_finding_cites_the_edition_and_the_article_speaks_of_the_concept(pair: Pair) -> None:
    book = rulebook(pair.edition)
    for article in pair.articles.split():
        spoken = {concept for concept in book.edition.fillings if article in book.articles(concept)}
        assert {pair.concept, pair.code} & spoken, f"{article} speaks of {sorted(spoken)}"
    if pair.status is None:
        answer = asked(pair, pair.caught)
        for finding in answer.findings:
            if finding.code == (pair.code or pair.concept):
                assert finding.articles == rulebook(pair.edition, answer.facts.series).articles(finding.code)[:1]


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_article_of_admission_is_without_its_pair(edition: str) -> None:
    known = set(rulebook(edition).edition.articles)
    shown = {article for pair in PAIRS if pair.edition == edition for article in pair.articles.split()}
    assert set(ARTICLES[edition]) <= known
    assert set(ARTICLES[edition]) - shown == set()
    assert set(PROCEDURE[edition]) - shown == set()
    assert shown == set(ARTICLES[edition]) | set(PROCEDURE[edition])


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_concept_that_is_checked_is_without_its_pair(edition: str) -> None:
    """Not per article, which may stand for several: each concept is seen to catch, and to let pass."""
    book = rulebook(edition)
    decided = {name for name in book.edition.fillings if CONCEPTS[name].room == Room.ADMISSION}
    checked = {concept.name for concept, _ in CHECKS if book.has(concept)}
    paired = {name for pair in (*PAIRS, *BY_CONCEPT) if pair.edition == edition for name in (pair.concept, pair.code)}
    silent = {concept for where, concept in SILENT if where == edition}
    assert (decided | checked) - paired == silent
    for pair in BY_CONCEPT:
        if pair.concept in silent:
            answer = judged(scene(edition, **dated(edition, pair.caught)))
            assert pair.concept not in {finding.code for finding in answer.findings}


def test_the_fields_of_every_finding_are_plain_values() -> None:
    """No number of a table, and no English: days are days, counts are whole numbers."""
    plain = (int, str, bool, date, Day, Month, Fraction, Numeral, tuple, type(None), Note)
    for pair in (*PAIRS, *BY_CONCEPT):
        for finding in asked(pair, pair.caught).findings:
            assert {type(value) for _, value in finding.fields} <= set(plain), finding
            assert {type(value) for _, value in (finding.remedy.fields if finding.remedy else ())} <= {str}, finding


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_concept_that_admission_decides_stands_in_an_article_of_the_tables(edition: str) -> None:
    """The other way round: what the edition file lets admission decide is in the lists typed by hand."""
    book = rulebook(edition)
    checked = {concept for concept in book.edition.fillings if CONCEPTS[concept].room == Room.ADMISSION}
    typed = {*ARTICLES[edition], *PROCEDURE[edition]}
    assert {concept for concept in checked if not typed & set(book.articles(concept))} == set()


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_sound_event_that_the_pairs_change_is_ratable_without_a_finding(edition: str) -> None:
    answer = judged(scene(edition))
    assert (answer.verdict, answer.findings) == ("ratable", ())


def test_the_pairs_are_counted() -> None:
    counted = {edition: sum(pair.edition == edition for pair in PAIRS) for edition in EDITIONS}
    assert {edition: len(articles) for edition, articles in ARTICLES.items()} == {
        "fide-standard-2009": 23, "fide-standard-2024": 9, "fide-standard-2025": 9, "fide-rapid-blitz-2018": 19,
        "fide-rapid-blitz-2024": 13, "fide-rapid-blitz-2024-12": 14, "ukraine-2018": 6,
    }  # fmt: skip
    assert min(counted.values()) >= 15
    assert date(2009, 7, 1) < min(start for _, start, _ in EDITIONS.values())


def test_fide_standard_2009_6_5_half_the_points_do_not_decide_a_match() -> None:
    """Four games: 1, 1, draw, draw. After two games he has half; after three he has won, and only the fourth falls."""
    answer = judged(scene("fide-standard-2009", **match("11==")))
    fallen = [finding.round for finding in answer.findings if finding.code == "match-decided"]
    assert (fallen, answer.excluded) == ([4], (1, 0))


def test_a_game_that_falls_for_two_reasons_is_counted_once() -> None:
    """60 minutes, 2400 against 1500, and his opponent of the first round is excluded by fair play."""
    answer = judged(
        scene(
            "fide-standard-2024", ratings=(2400, *(1500,) * 7), control="60'", rounds=1,
            exclusions=[{"player": 8, "round": 1, "reason": "fair-play"}],
        )
    )  # fmt: skip
    assert sorted(finding.code for finding in answer.findings) == ["rate-of-play", "unplayed-game"]
    assert answer.excluded == (1, 0)
