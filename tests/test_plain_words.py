"""The English of the messages is plain: short sentences, people are they, no word of a dialect."""

from __future__ import annotations

import re
from collections.abc import Iterator

import hostile
import pytest
from test_languages import catalogues

BANNED = re.compile(r"\b(he|his|him|himself|whoever|nought|leniency|leniencies|thither|astride)\b", re.IGNORECASE)
LONGEST = 20  # words
EXCEPTIONS = {
    "events remedy/send-after-end-or-draft/command": "three ways to go on, each with what is typed",
    "lists coefficient/opening-contradicted": "names all that decides K, in one clause",
}
"""Sentences that are longer, with the reason."""


def sentences_of(text: str) -> Iterator[str]:
    """The sentences of a message with its fields filled: a field is a word, a counted one its longer form."""
    text = re.sub(r"`[^`]*`", "X", text)
    text = re.sub(r"\{[^{}]*\|([^{}|]*)\}", r"\1 5", text)
    text = re.sub(r"\{\w+:\?([^{}]*)\}", r"\1", text)
    yield from re.split(r"(?<=[.;:!?])\s", re.sub(r"\{[^{}]*\}", "X", text))


def too_long(text: str) -> bool:
    return any(len(sentence.split()) > LONGEST for sentence in sentences_of(text))


def test_no_sentence_is_longer_than_twenty_words() -> None:
    long = {f"{text.module} {text.name}" for text in catalogues.texts() if too_long(text.english)}
    assert long - EXCEPTIONS.keys() == set()
    assert EXCEPTIONS.keys() - long == set()


def test_no_banned_word_is_used() -> None:
    assert [text.name for text in catalogues.texts() if BANNED.search(text.english)] == []


OFFICERS = ("period", "report", "revision", "status", "undo", "federation", "arbiter", "claim", "log", "backup")
MONTH = ("check", "event", "explain", "init", "list", "office", "player", *OFFICERS)


def test_the_help_of_a_month_is_plain() -> None:
    """The verbs that an arbiter or an officer types in a month; examples are commands."""
    wrong = []
    for words, command in hostile.verbs():
        helps = [command.help or "", *(getattr(each, "help", None) or "" for each in command.params)]
        texts = [
            text for whole in helps if words[0] in MONTH for text in re.sub(r"\[/?bold\]", "", whole).split("\n\n")
        ]
        plain = [text for text in texts if not text.strip().startswith("arpad")]
        wrong += [(words, text) for text in plain if too_long(text.replace("{", "")) or BANNED.search(text)]
    assert wrong == []


@pytest.mark.parametrize(
    ("text", "long"),
    [
        ("one " * 21, True),
        ("one " * 20, False),
        ("one " * 15 + "end. " + "two " * 15, False),
        ("{n:a b|c d} " * 8, True),
    ],
)
def test_a_planted_long_sentence_is_found(text: str, long: bool) -> None:
    assert too_long(text) is long


def test_a_planted_banned_word_is_found() -> None:
    assert BANNED.search("Ask him.")
    assert not BANNED.search("This is the list.")
