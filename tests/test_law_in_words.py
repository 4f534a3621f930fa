"""What a rulebook says is a sentence, under every edition, and nowhere the name of a method."""

from __future__ import annotations

import re

import pytest

from arpad.law import editions, rulebook
from arpad.law.rules import CONCEPTS
from arpad.law.shown import concept_title, value_words

KEYS = re.compile(
    r"\bmethod |[a-z] \((?:[a-z_]+ [0-9])|\b(?:fide|ukraine|poland)-[a-z]+|[a-z]_[a-z]"
)  # of a file, not of a sentence


@pytest.mark.parametrize("edition", editions())
def test_every_value_of_an_edition_is_a_sentence(edition: str) -> None:
    book = rulebook(edition)
    said = {concept: value_words(book, concept) for concept in book.edition.fillings}
    assert [concept for concept, text in said.items() if not text.endswith(".") or not text[0].isupper()] == []
    assert [text for text in said.values() if KEYS.search(text)] == []


def test_keys_of_a_file_are_no_sentence() -> None:
    for text in (
        "classes (k 10, games 75)",
        "method by-game, moves 60",
        "fide-rapid: At most 15 rounds.",
        "last_days 3",
    ):
        assert KEYS.search(text), text


def test_the_sentences_of_2024_say_the_values_of_their_articles() -> None:
    book = rulebook("fide-standard-2024")
    assert (
        value_words(book, "registration-notice") == "An event is registered at least 3 days before the start."
    )  # 0.2.2
    assert value_words(book, "closing-day") == (  # 7.1.3
        "An event is on a list if it ended 3 days before the list day or earlier; an official one 1 day before."
    )
    assert value_words(book, "unplayed-game") == (  # 5.1
        "Games that were not played do not count. Once both have moved a game counts, except for force majeure, "
        "fair play."
    )
    assert value_words(book, "coefficient") == (  # 8.3.3
        "K is 40: fewer than 30 games; K is 20: a rating below 2400; K is 10: once rated 2400 or more; "
        "K is 40: at most 18 years old, never rated 2300 or more. K is read on the list that is replaced."
    )
    assert value_words(book, "rate-of-play").startswith(  # 1.1
        "For 60 moves each player of a game has at least 120 minutes where one is rated 2400 or more, 90 minutes"
    )


def test_a_table_of_k_and_games_and_two_series_are_said_in_words() -> None:
    assert value_words(rulebook("fide-standard-2009"), "steady-rating") == (
        "A rating takes in a limited number of games of a period: 75 games with K 10, 50 games with K 15, 30 games "
        "with K 25."
    )
    assert value_words(rulebook("fide-rapid-blitz-2012"), "rounds-per-day") == (
        "Rapid: At most 15 rounds in a day. Blitz: At most 30 rounds in a day."
    )


def test_every_concept_has_a_heading() -> None:
    assert [name for name in CONCEPTS if concept_title(name) == name or not concept_title(name)[0].isupper()] == []
    assert concept_title("article") == "Article"
