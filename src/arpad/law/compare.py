"""Compare two rulebooks: concept by concept in the order of the first one's articles, then what only one has."""

from __future__ import annotations

from arpad.frozen import dataclass
from arpad.law.rulebook import Rulebook
from arpad.law.shown import value_words, values


@dataclass(frozen=True)
class Side:
    """What one of two rulebooks says, and where; nothing where it does not speak of it."""

    rulebook: str
    article: str | None = None
    says: str | None = None


@dataclass(frozen=True)
class Difference:
    """One thing two rulebooks do not say alike."""

    subject: str  # a concept, or "article" for a sentence without values
    old: Side
    new: Side


def compare(old: Rulebook, new: Rulebook) -> tuple[Difference, ...]:
    """All differences of value, and the articles without values that only one has or that say something else."""
    found = [
        Difference(concept, _side(old, concept), _side(new, concept))
        for concept in dict.fromkeys((*_concepts(old), *_concepts(new)))
        if _filled(old, concept) != _filled(new, concept)
    ]
    before, after = _sentences(old), _sentences(new)
    for number in dict.fromkeys((*before, *after)):
        if before.get(number) != after.get(number):
            sides = (
                Side(book.id, number if number in sentences else None, sentences.get(number))
                for book, sentences in ((old, before), (new, after))
            )
            found.append(Difference("article", *sides))
    return tuple(found)


def _sentences(book: Rulebook) -> dict[str, str]:
    """The articles without values."""
    return {number: article.says for number, article in book.edition.articles.items() if not article.fills}


def _concepts(book: Rulebook) -> tuple[str, ...]:
    ordered = [concept for article in book.edition.articles.values() for concept in article.fills]
    return (*ordered, *(concept for concept in book.edition.fillings if concept not in ordered))


def _filled(book: Rulebook, concept: str) -> object:
    return values(book, concept) if concept in book.edition.fillings else None


def _side(book: Rulebook, concept: str) -> Side:
    filled = book.edition.fillings.get(concept)
    if filled is None:
        return Side(book.id)
    return Side(book.id, filled.reading or filled.articles[0], value_words(book, concept))
