"""Fold names so that one name in two scripts, spellings or orders can be recognised, and sorted alike everywhere.

`name_sort` is what lists are sorted by: Latin letters, lower case, single spaces. `sounds` goes further and forgets
what transliterations disagree about; it is compared, never shown. How a name is written in Latin letters where nobody
entered it is its federation's word; a federation without a table gets plain letters. Whether two persons are one is not
decided here.
"""

from __future__ import annotations

import unicodedata

from anyascii import anyascii

from arpad.exact import PERCENT
from arpad.model.spelling import PARTICLES, official, sound

DROPPED = "'`´ʹʺ’‘\""
_ASCII = dict.fromkeys(range(128), " ")
_ASCII |= {ord(letter): letter for letter in "abcdefghijklmnopqrstuvwxyz"}
_ASCII |= {ord(letter): "" for letter in DROPPED}


def latin(name: str) -> str:
    """A name in plain Latin letters."""
    return name if name.isascii() else anyascii(unicodedata.normalize("NFKC", name))


def in_latin(name: str, federation: str, entered: str = "") -> str:
    """A name in Latin letters: as entered, else by the federation's official table, else in plain letters."""
    return entered or latin(official(name, federation) or name)


def spellings(name: str, federation: str, entered: str = "") -> tuple[str, ...]:
    """Return the spellings in which a name is compared: as it is, by the federation's table, and as entered."""
    ways = (name, official(name, federation), entered)
    return tuple(dict.fromkeys(name_sort(way) for way in ways if way))


def name_sort(name: str) -> str:
    """The form of a name by which lists are sorted: `Ñandú, José-María` is `nandu jose maria`."""
    return " ".join(latin(name).lower().translate(_ASCII).split())


def sounds(name: str) -> tuple[str, ...]:
    """Return the words of a sortable name by their sound, in alphabetical order, so that word order does not matter."""
    words = name.split()
    return tuple(sorted(sound(word) for word in words if word not in PARTICLES or len(words) < 2))


def likeness(words: tuple[str, ...], others: tuple[str, ...]) -> int:
    """How alike two names are, in percent, by the sounds of their words. Every word of the shorter name needs a
    partner."""
    if words == others:
        return PERCENT
    if len(words) > len(others):
        words, others = others, words
    if not words:
        return 0
    left, weight, total = list(others), 0, 0.0
    for word in sorted(words, key=len, reverse=True):
        best = max(left, key=lambda candidate: _alike(word, candidate))
        alike = _alike(word, best)
        if alike < WORD:
            return 0
        left.remove(best)
        heavy = max(len(word), len(best))
        weight, total = weight + heavy, total + alike * heavy
    if weight and left:
        weight += sum(len(word) for word in left) * EXTRA // PERCENT  # a second given name, or a father's
    return round(PERCENT * total / weight)


WORD = 0.55  # the least that two words must have in common
EXTRA = 30  # percent, by which a word that only one of the names has weighs
INITIAL = 0.9


def _alike(word: str, other: str) -> float:
    """How alike two words are, from 0 to 1; an initial matches any word that begins with it."""
    if 1 in (len(word), len(other)) and word[:1] == other[:1]:
        return INITIAL
    from rapidfuzz.distance import OSA  # a command that compares no names need not wait for it

    return OSA.normalized_similarity(word, other)
