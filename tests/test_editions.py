"""The edition files against the texts: nothing missing, every value as typed, every contradiction ruled on."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from hashlib import sha256
from typing import Any

import pytest
from lawtexts import EDITIONS, WHOLE, changed, read, text_of
from lawvalues import BLITZ
from lawvalues import VALUES as WHOLE_VALUES
from lawvalues_in_part import BLITZ_IN_PART, VALUES_IN_PART

from arpad.columns import KReason, Status, concept_of, label
from arpad.law import LawError, editions, readings, rulebook
from arpad.law.edition import Edition
from arpad.law.rules import CONCEPTS
from arpad.law.rules.coefficient import Clause, Coefficient
from arpad.law.rules.concept import Room, Said
from arpad.law.rules.lists import FromGames
from arpad.law.rules.newcomers import HoldingFloor, NoTerm
from arpad.law.rules.rating import COEFFICIENT
from arpad.law.sources import coverage, missing, source_texts

TABLES = {"dp-table", "expectation-table"}
VALUES = WHOLE_VALUES | VALUES_IN_PART
QUOTED = ("172-ru",)  # a witness of single articles

# --- nothing missing --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_article_of_every_text_has_an_entry(edition: str) -> None:
    assert missing(rulebook(edition)) == ()


@pytest.mark.parametrize("edition", WHOLE)
def test_the_file_has_no_article_that_no_text_has(edition: str) -> None:
    listed = {number for source in source_texts() if source.edition == edition for number in source.articles}
    invented = [
        number for number, article in rulebook(edition).edition.articles.items()
        if number not in listed and not listed & set(article.also.values())
    ]  # fmt: skip
    assert invented == []


@pytest.mark.parametrize("edition", WHOLE)
def test_the_articles_stand_in_the_order_of_the_text(edition: str) -> None:
    book = rulebook(edition)
    source = max((s for s in source_texts() if s.edition == edition), key=lambda s: len(s.articles))
    names = {there: number for number, a in book.edition.articles.items() for there in a.also.values()}
    order = [names.get(number, number) for number in source.articles]
    assert list(book.edition.articles) == order


def test_an_article_without_entry_would_be_reported() -> None:
    """The negative control: an edition without one article."""
    text = text_of("fide-standard-2024").replace('[article."10.2"]', '[article."10.2x"]')
    text = text.replace('completes = "10.2"', 'completes = "10.2x"')
    book = rulebook("fide-standard-2024")
    assert missing(type(book)(read(text), book.series, None)) == (("002-hu", "10.2"),)


# text, edition, language, number of articles, first, last, counted in the text by hand
SOURCES = [
    ("000-pl", "fide-standard-2009", "Polish", 91, "0.0", "12.4"),
    ("001-uk", "ukraine-2018", "Ukrainian", 38, "1:1", "7:3"),
    ("002-hu", "fide-standard-2024", "Hungarian", 44, "0.1", "10.2"),
    ("003-et", "fide-standard-2009", "Estonian", 87, "0.0", "11.4"),
    ("004-it", "fide-rapid-blitz-2018", "Italian", 75, "0", "12.3"),
    ("fide-rapid-blitz-2024", "fide-rapid-blitz-2024", "English", 43, "0.1", "9.2"),
    ("fide-rapid-blitz-2024-12", "fide-rapid-blitz-2024-12", "English", 43, "0.1", "9.2"),
    ("fide-standard-2025", "fide-standard-2025", "English", 44, "0.1", "10.2"),
    ("172-ru", "fide-standard-2014", "Russian", 1, "8.56", "8.56"),
]


def test_the_sources_are_what_they_say() -> None:
    found = [(s.text, s.edition, s.language, len(s.articles), s.articles[0], s.articles[-1]) for s in source_texts()]
    assert sorted(found) == sorted(SOURCES)
    for source in source_texts():
        assert len(set(source.articles)) == len(source.articles), source.text
        assert source.origin
        if source.language != "English" and source.text not in QUOTED:
            assert len(source.sha256) == len(sha256().hexdigest())


def test_every_witness_of_an_edition_has_a_source_and_the_other_way_round() -> None:
    witnesses = {(w, edition) for edition in EDITIONS for w in rulebook(edition).head.witness}
    assert witnesses == {(s.text, s.edition) for s in source_texts() if s.language != "English"}


# --- every value ------------------------------------------------------------------------------------------------------


def typed(value: Any) -> Any:
    """A value of the law in the form of `lawvalues`: a bound that is not given is left out."""
    if is_dataclass(value) and not isinstance(value, type):
        told = {"method": value.method} if hasattr(value, "method") else {}
        given = {f.name: getattr(value, f.name) for f in fields(value)}
        defaults = {f.name: f.default for f in fields(value)}
        return told | {name: typed(item) for name, item in given.items() if item != defaults[name]}
    return tuple(typed(item) for item in value) if isinstance(value, tuple) else value


def check(edition: Edition, concept: str) -> None:
    article, values = VALUES[edition.head.id][concept]
    filled = edition.fillings[concept]
    assert (filled.reading or filled.articles[0]) == article
    for series, value in filled.values.items():
        blitz = BLITZ_IN_PART.get((edition.head.id, concept), BLITZ.get(concept, values))
        wanted = blitz if series == "fide-blitz" else values
        assert typed(value) == wanted, f"{concept} of {series}"


@pytest.mark.parametrize(
    ("edition", "concept"), [(edition, concept) for edition in VALUES for concept in VALUES[edition]]
)
def test_value(edition: str, concept: str) -> None:
    check(rulebook(edition).edition, concept)


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_value_is_untyped(edition: str) -> None:
    assert set(rulebook(edition).edition.fillings) == set(VALUES[edition]) | TABLES


@pytest.mark.parametrize(
    ("edition", "concept", "was", "reads"),
    [
        ("fide-standard-2009", "floor", "rating = 1200", "rating = 1201"),
        ("fide-standard-2024", "coefficient-ceiling", "product = 700", "product = 800"),
        ("fide-rapid-blitz-2018", "rounds-per-day", "fide-blitz = 30 }", "fide-blitz = 31 }"),
        ("ukraine-2018", "difference-limit", 'limit = 400\ngames = 2', "limit = 400\ngames = 3"),
        ("fide-standard-2025", "difference-limit", "exempt_from = 2650", "exempt_from = 2600"),
        ("fide-standard-2024", "coefficient", 'highest_below = 2300', "rating_below = 2300"),
    ],
)  # fmt: skip
def test_changing_one_value_makes_the_test_of_that_value_fail(edition: str, concept: str, was: str, reads: str) -> None:
    """The negative control of `test_value`: it fails for the concept that was changed, and for no other."""
    spoilt = read(changed(text_of(edition), (was, reads)))
    with pytest.raises(AssertionError):
        check(spoilt, concept)
    for other in VALUES[edition]:
        if other != concept:
            check(spoilt, other)


# --- status -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_article_has_a_status_and_a_sentence(edition: str) -> None:
    book = rulebook(edition)
    for number, article in book.edition.articles.items():
        assert article.statuses, number
        assert article.says.endswith((".", ".)", "?")), number
        outside = "fees" in article.says  # what an article asks beside its values, and the office leaves alone
        assert bool(article.reason) == (outside or (not article.fills and not article.cites)), number
    assert sum(coverage(book).values()) == len(book.edition.articles)


def test_the_status_follows_from_the_room() -> None:
    assert {room.name: room.value for room in Room} == {
        "RATING": "applied", "ADMISSION": "checked", "LISTS": "published", "OFFICE": "procedure"}  # fmt: skip
    book = rulebook("fide-standard-2009")
    wanted = {"8.54": "applied", "1.1": "checked", "7.13": "published", "0.5": "procedure", "12.1": "not applied"}
    assert {number: book.article(number).statuses[0] for number in wanted} == wanted
    assert book.article("7.12").statuses == ("applied", "published", "told")  # floor, fields of the list, birth


# --- rulings ----------------------------------------------------------------------------------------------------------

# which edition rules on which erratum
ERRATA = {
    "fide-standard-2009": (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 14, 20, 21, 22, 23, 24, 32, 33, 34, 35, 36, 46, 47, 48),
    "fide-standard-2024": (10, 25, 26, 27, 28, 37, 38, 39, 49),
    "fide-rapid-blitz-2018": (10, 12, 15, 16, 17, 18, 19, 24, 28, 32, 33, 45),
    "ukraine-2018": (10, 11, 13, 29, 30, 31, 40, 41, 42, 43, 44, 50),
}


def test_all_fifty_errata_are_ruled_on_where_they_stand() -> None:
    for edition, numbers in ERRATA.items():
        found = {ruling.id for ruling in rulebook(edition).rulings if ruling.kind == "erratum"}
        assert found == {f"E{number}" for number in numbers}
    assert {n for numbers in ERRATA.values() for n in numbers} == set(range(1, 51))


def test_all_forty_one_readings_stand_once_and_attach_to_an_edition() -> None:
    ids = [reading.id for reading in readings()]
    assert sorted(id for id in ids if id[0] == "S") == sorted(f"S{number}" for number in range(1, 42))
    assert len(ids) == len(set(ids))
    attached = {ruling.id for edition in EDITIONS for ruling in rulebook(edition).rulings}
    assert set(ids) <= attached


def test_readings_name_only_editions_there_are_and_each_of_them_takes_them() -> None:
    for reading in readings():
        assert set(reading.editions) <= set(EDITIONS), reading.id
        for edition in reading.editions:
            assert reading.id in {ruling.id for ruling in rulebook(edition).rulings}, (reading.id, edition)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_ruling_says_what_applies_and_why(edition: str) -> None:
    book = rulebook(edition)
    ids = [ruling.id for ruling in book.rulings]
    assert len(ids) == len(set(ids))
    for ruling in book.rulings:
        assert ruling.applies.endswith("."), ruling.id
        assert ruling.because.endswith("."), ruling.id
        assert ruling.kind in ("erratum", "reading", "ruling")
        assert ruling.article in book.edition.articles, ruling.id
        if ruling.concept:
            assert ruling.concept in book.edition.fillings, ruling.id
        if ruling.kind == "erratum" and book.head.witness and edition in WHOLE:
            assert ruling.printed, ruling.id
        if ruling.kind == "reading":
            assert ruling.question.endswith("?"), ruling.id
            assert ruling.alternative, ruling.id


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_value_that_no_article_gives_names_a_reading(edition: str) -> None:
    book = rulebook(edition)
    ids = {ruling.id for ruling in book.rulings}
    for concept, filled in book.edition.fillings.items():
        if filled.reading:
            assert filled.reading in ids, concept
            assert filled.articles, concept
        else:
            assert concept in book.article(filled.articles[0]).fills


# what each witness prints that can be computed: ruling, concept, keys
COMPUTABLE = {
    "000-pl": {("E1", "over-half"), ("E2", "expectation-table"), ("E3", "first-event-opponents"),
               ("E47", "minimum-event-games")},
    "003-et": {("E3", "first-event-opponents"), ("E47", "minimum-event-games")},
    "002-hu": {("E10", "change-rounding"), ("E25", "rate-of-play"), ("E26", "edition-choice"),
               ("E28", "list-fields"), ("R5", "appeal")},
    "004-it": {("E12", "first-event"), ("E15", "dp-table"), ("E16", "dp-table"), ("E28", "list-fields")},
    "001-uk": {("E11", "expectation-table"), ("E13", "rating-change")},
    "172-ru": {("R87", "coefficient")},
}  # fmt: skip


def test_the_prints_that_can_be_computed() -> None:
    found: dict[str, set[tuple[str, str]]] = {}
    for edition in EDITIONS:
        for ruling in rulebook(edition).rulings:
            for witness, printed in ruling.printed.items():
                if not isinstance(printed, str):
                    found.setdefault(witness, set()).add((ruling.id, ruling.concept))
    assert found == COMPUTABLE


# --- vocabulary -------------------------------------------------------------------------------------------------------


# for rulebooks that federations write themselves: no edition that comes with Arpad chooses them
OF_ONES_OWN = {
    ("floor", HoldingFloor), ("pooling-window", NoTerm), ("gain-split", Said), ("provisional-list", FromGames),
}  # fmt: skip


def test_every_concept_of_the_vocabulary_is_filled_by_some_edition() -> None:
    filled = {concept for edition in EDITIONS for concept in rulebook(edition).edition.fillings}
    assert filled == set(CONCEPTS) - {"gain-split", "provisional-list"}


def test_every_method_of_the_vocabulary_is_chosen_by_some_edition() -> None:
    chosen = {
        (concept, type(value)) for edition in EDITIONS
        for concept, filled in rulebook(edition).edition.fillings.items() for value in filled.values.values()
    }  # fmt: skip
    everything = {(concept.name, method) for concept in CONCEPTS.values() for method in concept.methods}
    assert (chosen, chosen & OF_ONES_OWN) == (everything - OF_ONES_OWN, set())


def test_methods_of_a_concept_have_different_names() -> None:
    for concept in CONCEPTS.values():
        names = [concept.method_name(method) for method in concept.methods]
        assert len(set(names)) == len(names)
        assert names.count("") <= 1, concept.name  # one may be what is meant where none is named
        assert concept.decides


def test_every_status_of_a_ledger_row_is_a_concept() -> None:
    assert {concept_of(status) for status in Status} - {"counted", "pooled"} <= set(CONCEPTS)


def test_k_reasons_of_all_editions_keep_a_number_of_their_own() -> None:
    clauses = {clause.name for edition in EDITIONS for clause in rulebook(edition).rule(COEFFICIENT).clauses}
    assert {label(reason) for reason in KReason} - {"given"} == clauses
    for edition in EDITIONS:
        rule = rulebook(edition).rule(COEFFICIENT)
        assert all(label(KReason(rule.reason_of(clause))) == clause.name for clause in rule.clauses)
        assert [rule.reason(number.value) for number in KReason] == [label(number) for number in KReason]


# --- the clauses of K -------------------------------------------------------------------------------------------------


def k_of(edition: str, games: int = 100, age: int = 30, rating: int = 2000, highest: int | None = None) -> int:
    """K of a player by the first clause, in the order of precedence, whose bounds he meets."""
    highest = rating if highest is None else highest
    for clause in rulebook(edition).rule(COEFFICIENT).in_order():
        if (
            games < clause.games_below
            and (age < clause.age_below and age <= clause.age_up_to)
            and (rating < clause.rating_below and rating <= clause.rating_up_to)
            and clause.highest_from <= highest < clause.highest_below
        ):
            return clause.k
    raise AssertionError("no clause")


@pytest.mark.parametrize(
    ("edition", "player", "k"),
    [
        ("fide-standard-2009", {"games": 29}, 25),
        ("fide-standard-2009", {"games": 30}, 15),
        ("fide-standard-2009", {"games": 10, "rating": 2400}, 10),  # a first rating of 2400: K 10 at once
        ("fide-standard-2009", {"rating": 2399, "highest": 2400}, 10),  # for ever
        ("fide-standard-2009", {"games": 50, "age": 12}, 15),  # no junior K
        ("fide-standard-2024", {"games": 29}, 40),
        ("fide-standard-2024", {"games": 30}, 20),
        ("fide-standard-2024", {"age": 18}, 40),  # to the end of the year of the 18th birthday
        ("fide-standard-2024", {"age": 19}, 20),
        ("fide-standard-2024", {"age": 17, "rating": 2299}, 40),
        ("fide-standard-2024", {"age": 17, "rating": 2300}, 20),
        ("fide-standard-2024", {"age": 17, "rating": 2290, "highest": 2300}, 20),  # 2300 once published is lost
        ("fide-standard-2024", {"age": 17, "games": 10, "rating": 2300}, 40),  # still a new player
        ("fide-standard-2024", {"age": 17, "rating": 2290, "highest": 2400}, 10),
        ("fide-standard-2025", {"games": 10, "rating": 2450}, 10),
        ("fide-rapid-blitz-2018", {"games": 1, "age": 8, "rating": 1000}, 20),  # everybody
        ("fide-rapid-blitz-2018", {"rating": 2800}, 20),
        ("fide-rapid-blitz-2024", {"age": 18, "rating": 2100}, 40),
        ("fide-rapid-blitz-2024-12", {"rating": 2399}, 20),
        ("ukraine-2018", {"age": 13, "rating": 2000}, 40),
        ("ukraine-2018", {"age": 13, "rating": 2001}, 20),
        ("ukraine-2018", {"age": 14, "rating": 1900}, 20),
        ("ukraine-2018", {"age": 13, "rating": 2000, "highest": 2100}, 40),  # back at 2000: 40 again
        ("ukraine-2018", {"games": 15, "rating": 2300}, 10),  # a first rating limited to 2300
        ("ukraine-2018", {"age": 13, "rating": 1990, "highest": 2300}, 10),
        ("ukraine-2018", {"games": 29, "rating": 2200}, 40),
    ],
)
def test_k_and_its_order_of_precedence(edition: str, player: dict[str, int], k: int) -> None:
    assert k_of(edition, **player) == k


def coefficient(*clauses: Clause, precedence: tuple[str, ...] = ()) -> list[str]:
    return list(map(str, Coefficient(clauses, precedence, "replaced-list").flaws()))


def test_clauses_that_meet_with_different_k_need_precedence() -> None:
    new = Clause("new", 40, games_below=30)
    all_ = Clause("all", 20)
    meeting = "clauses 'new' (K 40) and 'all' (K 20) meet and are not ordered by precedence"
    assert coefficient(new, all_) == [meeting]
    assert coefficient(new, all_, precedence=("new",)) == [meeting]
    assert coefficient(new, all_, precedence=("new", "all")) == []
    assert coefficient(new, Clause("all", 40)) == []  # the same K: nothing to order


def test_clauses_that_cannot_meet_need_none() -> None:
    low, high = Clause("low", 20, highest_below=2400), Clause("high", 10, highest_from=2400)
    assert coefficient(low, high) == []
    below = Clause("below", 20, rating_below=2400)
    assert coefficient(below, high) == [
        "clauses 'below' (K 20) and 'high' (K 10) meet and are not ordered by precedence"
    ]  # a rating may fall below the highest ever


def test_a_player_whom_no_clause_covers_is_named() -> None:
    assert coefficient(Clause("new", 40, games_below=30)) == [
        "no clause covers a player with games 30, age 0, rating 0, highest 0"
    ]
    assert coefficient(Clause("low", 20, rating_below=2400)) == [
        "no clause covers a player with games 0, age 0, rating 2400, highest 2400"
    ]


def test_clauses_are_told_apart_and_an_age_says_how_it_is_counted() -> None:
    everybody = Clause("all", 20)
    assert coefficient(everybody, everybody) == ["two clauses are called 'all'"]
    assert coefficient(everybody, precedence=("al",)) == ["precedence names 'al', which is no clause"]
    assert coefficient(Clause("young", 20, age_below=14), everybody) == [
        "clause 'young' must give an age and age_counted together"
    ]
    assert coefficient(Clause("all", 20, age_counted="year")) == [
        "clause 'all' must give an age and age_counted together"
    ]


def test_an_edition_whose_clauses_meet_without_precedence_does_not_load() -> None:
    text = changed(
        text_of("fide-standard-2024"),
        ('precedence = ["reached-2400", "junior", "new-player", "below-2400"]', "precedence = []"),
    )
    with pytest.raises(LawError) as refusal:
        read(text)
    assert str(refusal.value) == (
        "edition.toml: article 8.3.3, coefficient: clauses 'new-player' (K 40) and 'below-2400' (K 20) meet and are "
        "not ordered by precedence"
    )


def test_every_question_of_ours_and_every_reading_names_the_choice_not_taken() -> None:
    for name in editions():
        for ruling in rulebook(name).rulings:
            if ruling.kind != "erratum":
                assert ruling.alternative, (name, ruling.id)
