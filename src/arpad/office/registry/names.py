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
from arpad.model.spelling import PARTICLES, official_latin_name, sound_of_word

LINE_END = 10
DROPPED_SIGNS = "'`´ʹʺ’‘\""
_ASCII_LETTERS = dict.fromkeys(range(128), " ")
_ASCII_LETTERS |= {ord(letter): letter for letter in "abcdefghijklmnopqrstuvwxyz"}
_ASCII_LETTERS |= {ord(letter): "" for letter in DROPPED_SIGNS}


def to_latin_letters(name: str) -> str:
    """Return a name in plain Latin letters, letter by letter; no federation's table is used."""
    return name if name.isascii() else anyascii(unicodedata.normalize("NFKC", name))


def latin_form_of_name(name: str, federation: str, entered: str = "") -> str:
    """A name in Latin letters: as entered, else by the federation's official table, else in plain letters."""
    return entered or to_latin_letters(official_latin_name(name, federation) or name)


def comparable_spellings(name: str, federation: str, entered: str = "") -> tuple[str, ...]:
    """Return the different spellings in which a name is compared, each in sortable form: as it is, by the federation's
    table, and the Latin name that was entered."""
    ways = (name, official_latin_name(name, federation), entered)
    return tuple(dict.fromkeys(name_sort(way) for way in ways if way))


def name_sort(name: str) -> str:
    """The form of a name by which lists are sorted: `Ñandú, José-María` is `nandu jose maria`."""
    return " ".join(to_latin_letters(name).lower().translate(_ASCII_LETTERS).split())


_ASCII_BYTES = bytes(ord(_ASCII_LETTERS.get(code) or " ") if code != LINE_END else LINE_END for code in range(256))


def names_sort(names: bytes) -> list[str]:
    """Return the `name_sort` of many names, one on a line, in UTF-8."""
    if not names.isascii():
        return [name_sort(line.decode("utf-8", "replace")) for line in names.split(b"\n")]
    lines = names.lower().translate(_ASCII_BYTES, DROPPED_SIGNS.encode("ascii", "ignore")).decode().split("\n")
    return [" ".join(line.split()) for line in lines]


def sounds_of_words(name: str) -> tuple[str, ...]:
    """Return the sounds of the words of a sortable name, in alphabetical order, so that word order does not matter.
    Particles (von, de) are left out."""
    words = name.split()
    return tuple(sorted(sound_of_word(word) for word in words if word not in PARTICLES or len(words) < 2))


def name_likeness(words: tuple[str, ...], others: tuple[str, ...]) -> int:
    """How alike two names are, in percent, by the sounds of their words in any order. 0 if a word of the shorter name
    has no similar word in the other; further words of the longer name count little."""
    if words == others:
        return PERCENT
    if len(words) > len(others):
        words, others = others, words
    if not words:
        return 0
    left, weight, total = list(others), 0, 0.0
    for word in sorted(words, key=len, reverse=True):
        best = max(left, key=lambda candidate: _word_likeness(word, candidate))
        alike = _word_likeness(word, best)
        if alike < LEAST_WORD_LIKENESS:
            return 0
        left.remove(best)
        heavy = max(len(word), len(best))
        weight, total = weight + heavy, total + alike * heavy
    if weight and left:
        weight += sum(len(word) for word in left) * EXTRA_WORD_WEIGHT // PERCENT  # a second given name, or a father's
    return round(PERCENT * total / weight)


LEAST_WORD_LIKENESS = 0.55  # the least that two words must have in common
EXTRA_WORD_WEIGHT = 30  # percent, by which a word that only one of the names has weighs
INITIAL_LIKENESS = 0.9


def _word_likeness(word: str, other: str) -> float:
    """How alike two words are, from 0 to 1; an initial matches any word that begins with it."""
    if 1 in (len(word), len(other)) and word[:1] == other[:1]:
        return INITIAL_LIKENESS
    from rapidfuzz.distance import OSA  # a command that compares no names need not wait for it

    return OSA.normalized_similarity(word, other)
