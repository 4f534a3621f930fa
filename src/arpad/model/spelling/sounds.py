"""Compare spellings of a name: what transliterations disagree about is forgotten.

`sound` is compared, never shown. `same_surname` is for advice: it would rather take two spellings for one name than
call a name in another spelling somebody else's.
"""

from __future__ import annotations

import re
from functools import lru_cache
from unicodedata import normalize

from arpad.model.spelling.transliteration import spelt

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
_GLIDE = re.compile(r"i(?=[aeou])|(?<=[aeou])i")  # Yarosh, Iarosh; Yevhen, Evgen; Serhii, Sergey


@lru_cache(maxsize=1 << 17)
def sound(word: str) -> str:
    """A folded word without what transliterations disagree about: Хрещатик is Khreshchatyk, Chreszczatyk, Hrescatik."""
    heard = _SOUNDS.sub(lambda found: _HEARD.get(found[0]) or found[1] or found[0], word)
    return re.sub(r"(.)\1+", r"\1", heard)


def surname(name: str) -> str:
    """The first word before a comma, without accents, signs and capitals."""
    return _bare(name.split(",")[0].strip().split(" ")[0])


def same_surname(name: str, other: str) -> bool:
    """Whether two names may have one surname, in whatever letters and spelling. It stands before the comma; in a name
    without one it may be any word."""
    if name == other or surname(name) == surname(other):
        return True
    mine, theirs = _heard(name), _heard(other)
    if not mine or not theirs:
        return False
    return mine[0] == theirs[0] or ("," not in name and theirs[0] in mine) or ("," not in other and mine[0] in theirs)


def _bare(word: str) -> str:
    return "".join(letter for letter in normalize("NFKD", word).casefold() if letter.isalnum())


@lru_cache(maxsize=1 << 14)
def _heard(name: str) -> tuple[str, ...]:
    words = (_bare(word) for word in spelt(name).replace(",", " ").split())
    return tuple(_GLIDE.sub("", sound(word)) or word for word in words if word)
