"""Write a name in Latin letters by the table that is official for a federation.

The tables are data, `transliteration.toml`, each with its source; a federation that has none there has none here. A
letter that a table does not have stays as it is. Several names may stand in one text, a line each.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cached_property
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


def _read() -> Mapping[str, Transliteration]:
    text = (files("arpad.model.spelling") / "transliteration.toml").read_text("utf-8")
    return MappingProxyType({code: Transliteration.read(table) for code, table in tomllib.loads(text).items()})


TABLES = _read()
"""By the code of the federation."""


def official(name: str, federation: str) -> str:
    """A name as its federation writes it in Latin letters; nothing where no table is needed, or none is there."""
    table = TABLES.get(federation)
    return table.of(name) if table is not None and table.has(name) else ""


def spelt(name: str, federation: str = "") -> str:
    """A name in Latin letters by its federation's table, otherwise by the first that has its letters."""
    own = [TABLES[federation]] if federation in TABLES else []
    for table in (*own, *TABLES.values()):
        name = table.of(name)
    return name
