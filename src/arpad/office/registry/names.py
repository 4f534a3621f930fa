"""Fold names so that one name in two scripts, spellings or orders can be recognised, and sorted alike everywhere.

`name_sort` is what lists are sorted by: Latin letters, lower case, single spaces. `sound` goes further and forgets what
transliterations disagree about; it is compared, never shown. Whether two persons are one is not decided here.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from anyascii import anyascii
from rapidfuzz.distance import OSA

from arpad.exact import PERCENT

DROPPED = "'`´ʹʺ’‘\""
_ASCII = dict.fromkeys(range(128), " ")
_ASCII |= {ord(letter): letter for letter in "abcdefghijklmnopqrstuvwxyz"}
_ASCII |= {ord(letter): "" for letter in DROPPED}


def latin(name: str) -> str:
    """A name in plain Latin letters."""
    return name if name.isascii() else anyascii(unicodedata.normalize("NFKC", name))


def name_sort(name: str) -> str:
    """A name as it is sorted: `Ñandú, José-María` is `nandu jose maria`."""
    return " ".join(latin(name).lower().translate(_ASCII).split())


_SOUNDS = re.compile(
    r"shch|tsch|sch|tch|sh|sz|ch|cz|cs|ts|tz|kh|gh|zh|rz|ck|ph|ks|ou|oe|ue|ae|ij|iy|yi|yj|jo|yo|g|q|x|w|y|j|(.)\1+"
)
_HEARD = {
    **dict.fromkeys(("shch", "sch", "sh", "sz"), "s"),
    **dict.fromkeys(("tsch", "tch", "ch", "cz", "cs", "ts", "tz"), "c"),
    **dict.fromkeys(("kh", "gh", "g"), "h"),
    **dict.fromkeys(("zh", "rz"), "z"),
    **dict.fromkeys(("ck", "q"), "k"),
    **dict.fromkeys(("ij", "iy", "yi", "yj", "y", "j"), "i"),
    **dict.fromkeys(("ks", "x"), "ks"),
    **dict.fromkeys(("jo", "yo"), "io"),
    **dict(zip(("ph", "ou", "oe", "ue", "ae", "w"), "fuouav", strict=True)),
}


PARTICLES = frozenset(
    ("al", "bin", "da", "de", "del", "den", "der", "di", "do", "dos", "du", "el", "la", "le", "van", "von")
)


@lru_cache(maxsize=1 << 17)
def sound(word: str) -> str:
    """A folded word without what transliterations disagree about: Хрещатик is Khreshchatyk, Chreszczatyk, Hrescatik."""
    heard = _SOUNDS.sub(lambda found: _HEARD.get(found[0]) or found[1] or found[0], word)
    return re.sub(r"(.)\1+", r"\1", heard)


def sounds(name: str) -> tuple[str, ...]:
    """The words of a folded name by their sound, in the order of the alphabet: they may have been swapped."""
    words = name.split()
    return tuple(sorted(sound(word) for word in words if word not in PARTICLES or len(words) < 2))


def likeness(words: tuple[str, ...], others: tuple[str, ...]) -> int:
    """How alike two names are, by their sounds, in percent. Every word needs a partner: a brother is no double."""
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
    if 1 in (len(word), len(other)) and word[:1] == other[:1]:
        return INITIAL
    return OSA.normalized_similarity(word, other)
