"""Compare two rulebooks: concept by concept in the order of the first one's articles, then what only one has."""

from __future__ import annotations

from dataclasses import dataclass

from arpad.law.rulebook import Rulebook
from arpad.law.telling import value_words, values


@dataclass(frozen=True)
class Difference:
    """One thing two rulebooks do not say alike; empty where one says nothing of it."""

    subject: str  # a concept, or "article" for a sentence without values
    articles: tuple[str, str]
    says: tuple[str, str]


def compare(old: Rulebook, new: Rulebook) -> tuple[Difference, ...]:
    """All differences of value, and the articles without values that only one has or that say something else."""
    found = []
    for concept in dict.fromkeys((*_concepts(old), *_concepts(new))):
        if _told(old, concept) != _told(new, concept):
            sides = [book if concept in book.edition.fillings else None for book in (old, new)]
            found.append(
                Difference(
                    concept,
                    (_numbers(sides[0], concept), _numbers(sides[1], concept)),
                    (_words(sides[0], concept), _words(sides[1], concept)),
                )
            )
    sentences = [
        {number: article.says for number, article in book.edition.articles.items() if not article.fills}
        for book in (old, new)
    ]
    for number in dict.fromkeys((*sentences[0], *sentences[1])):
        before, after = sentences[0].get(number, ""), sentences[1].get(number, "")
        if before != after:
            found.append(Difference("article", (number if before else "", number if after else ""), (before, after)))
    return tuple(found)


def _concepts(book: Rulebook) -> tuple[str, ...]:
    ordered = [concept for article in book.edition.articles.values() for concept in article.fills]
    return (*ordered, *(concept for concept in book.edition.fillings if concept not in ordered))


def _told(book: Rulebook, concept: str) -> object:
    return values(book, concept) if concept in book.edition.fillings else None


def _numbers(book: Rulebook | None, concept: str) -> str:
    if book is None:
        return ""
    filled = book.edition.fillings[concept]
    return filled.reading or filled.articles[0]


def _words(book: Rulebook | None, concept: str) -> str:
    return value_words(book, concept) if book is not None else ""
