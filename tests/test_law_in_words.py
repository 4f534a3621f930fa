"""What a rulebook says is a sentence, under every edition, and nowhere the name of a method."""

from __future__ import annotations

import pytest

from arpad.law import editions, rulebook
from arpad.law.rules import CONCEPTS
from arpad.law.shown import concept_title, value_sentence, value_words, values

NO_SENTENCE = {"steady-rating"}  # a table of K and games, of no rulebook's text


@pytest.mark.parametrize("edition", editions())
def test_every_value_of_an_edition_is_a_sentence(edition: str) -> None:
    book = rulebook(edition)
    said = {concept: value_words(book, concept) for concept in book.edition.fillings if concept not in NO_SENTENCE}
    assert [concept for concept, text in said.items() if not text.endswith(".") or "method " in text] == []
    assert [concept for concept, text in said.items() if not text[:1].isupper() and not text.startswith("fide-")] == []


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


def test_a_choice_without_a_sentence_is_said_by_its_keys() -> None:
    ((_, steady),) = values(rulebook("fide-standard-2009"), "steady-rating").items()
    assert value_sentence("steady-rating", steady).startswith("classes (k 10, games 75)")


def test_every_concept_has_a_heading() -> None:
    assert [name for name in CONCEPTS if concept_title(name) == name or not concept_title(name)[0].isupper()] == []
    assert concept_title("article") == "Article"
