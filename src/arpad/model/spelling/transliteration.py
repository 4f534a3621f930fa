"""Write names in Latin letters by the official table of a federation, and compare how two spellings sound."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cached_property, lru_cache
from importlib.resources import files
from types import MappingProxyType
from unicodedata import normalize

from arpad.frozen import dataclass

LETTER = r"[^\W\d_]"


@dataclass(frozen=True)
class Transliteration:
    """An official table, and where it stands."""

    name: str
    source: str
    letters: Mapping[str, str]
    initial: Mapping[str, str]
    together: Mapping[str, str]
    final: Mapping[str, str]
    dropped: str

    @classmethod
    def read(cls, table: Mapping[str, str]) -> Transliteration:
        """A table as the file has it: letters and what is written for them, in pairs."""

        def pairs(name: str) -> dict[str, str]:
            return {(words := pair.split())[0]: words[1] for pair in table[name].split(",") if pair.strip()}

        rules = {name: pairs(name) for name in ("letters", "initial", "together", "final")}
        return cls(table["name"], table["source"], **rules, dropped=table["dropped"])

    def has(self, text: str) -> bool:
        """Whether a text has letters of the table."""
        return not text.isascii() and any(letter in self.letters for letter in normalize("NFC", text).lower())

    def of(self, text: str) -> str:
        """A text by the table. Signs that are dropped go first: no word begins behind one."""
        if not self.has(text):
            return text
        whole = normalize("NFC", text)
        if self.dropped:
            whole = self._signs.sub("", whole)
        return self._pattern.sub(lambda found: self._written(whole, found), whole)

    @cached_property
    def _signs(self) -> re.Pattern[str]:
        """The signs that are dropped: letters anywhere, marks only inside a word."""
        letters = "".join(sign for sign in self.dropped if sign.isalpha())
        marks = "".join(sign for sign in self.dropped if not sign.isalpha())
        return re.compile(f"[{letters}]|(?<={LETTER})[{re.escape(marks)}](?={LETTER})")

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        final = [f"{letters}(?!{LETTER})" for letters in self.final]
        return re.compile("|".join((*final, *self.together, f"[{''.join(self.letters)}]")), re.IGNORECASE)

    def _written(self, whole: str, found: re.Match[str]) -> str:
        first, end = found.span()
        low, before, behind = found[0].lower(), whole[first - 1 : first] if first else "", whole[end : end + 1]
        latin = self.letters.get(low) or self.together.get(low) or self.final[low]
        if not before.isalpha():
            latin = self.initial.get(low, latin)
        if not found[0][0].isupper():
            return latin
        beside = found[0][1:] or (behind if behind.isalpha() else before)
        return latin.upper() if beside.isupper() else latin.capitalize()


def _read_tables() -> Mapping[str, Transliteration]:
    text = (files("arpad.model.spelling") / "transliteration.toml").read_text("utf-8")
    return MappingProxyType({code: Transliteration.read(table) for code, table in tomllib.loads(text).items()})


TABLES = _read_tables()
"""By the code of the federation."""


def official_latin_name(name: str, federation: str) -> str:
    """A name as its federation writes it in Latin letters; nothing where no table is needed, or none is there."""
    table = TABLES.get(federation)
    return table.of(name) if table is not None and table.has(name) else ""


def latin_spelling(name: str, federation: str = "") -> str:
    """A name in Latin letters by its federation's table, otherwise by the first that has its letters."""
    own = [TABLES[federation]] if federation in TABLES else []
    for table in (*own, *TABLES.values()):
        name = table.of(name)
    return name


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
def sound_of_word(word: str) -> str:
    """A folded word without what transliterations disagree about: Хрещатик is Khreshchatyk, Chreszczatyk, Hrescatik."""
    heard = _SOUNDS.sub(lambda found: _HEARD.get(found[0]) or found[1] or found[0], word)
    return re.sub(r"(.)\1+", r"\1", heard)


def surname(name: str) -> str:
    """The first word before a comma, without accents, signs and capitals."""
    return _plain_letters(name.split(",")[0].strip().split(" ")[0])


def same_surname(name: str, other: str) -> bool:
    """Whether two names may have one surname, in whatever letters and spelling. It stands before the comma; in a name
    without one it may be any word."""
    if name == other or surname(name) == surname(other):
        return True
    mine, theirs = _sounds_of_name(name), _sounds_of_name(other)
    if not mine or not theirs:
        return False
    return mine[0] == theirs[0] or ("," not in name and theirs[0] in mine) or ("," not in other and mine[0] in theirs)


def _plain_letters(word: str) -> str:
    return "".join(letter for letter in normalize("NFKD", word).casefold() if letter.isalnum())


@lru_cache(maxsize=1 << 14)
def _sounds_of_name(name: str) -> tuple[str, ...]:
    words = (_plain_letters(word) for word in latin_spelling(name).replace(",", " ").split())
    return tuple(_GLIDE.sub("", sound_of_word(word)) or word for word in words if word)
