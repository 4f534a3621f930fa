"""Read a PO file: what a translation tool writes, without a library of its own.

An entry has a context, the name of a message; the English that was translated; and the translation. One that a tool
marks as fuzzy, or that has no translation, is left out. `docs/catalogues.py` writes these files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

KEYWORDS = ("msgctxt", "msgid", "msgstr")
PLURAL_FORMS = re.compile(r"nplurals=([0-9]+);\s*plural=(.+?);?\s*(?:\n|$)")
ESCAPE = re.compile(r"\\(.)")
ESCAPED = {"n": "\n", "t": "\t", "r": "\r"}


class Entry(NamedTuple):
    """A translated message: its name, the English that was translated, and the translation."""

    name: str
    english: str
    text: str


class PluralRule(NamedTuple):
    """How many forms a counted word has for whole numbers, and which of them a number takes."""

    forms: int
    form_of: Callable[[int], int]


def read_po(text: str) -> tuple[PluralRule, tuple[Entry, ...]]:
    """The plural rule and the translated entries of a PO file; a line that is none of its forms is a `ValueError`."""
    from gettext import c2py  # no command that speaks English waits for it

    header, entries = "", []
    for fuzzy, fields in _blocks(text):
        if not fields.get("msgid") and not fields.get("msgctxt"):
            header = fields.get("msgstr", "")
        elif fields.get("msgstr") and not fuzzy:
            entries.append(Entry(fields.get("msgctxt", ""), fields["msgid"], fields["msgstr"]))
    found = PLURAL_FORMS.search(header)
    if found is None:
        raise ValueError("the header has no Plural-Forms")
    return PluralRule(int(found[1]), c2py(found[2])), tuple(entries)


def _blocks(text: str) -> Iterator[tuple[bool, dict[str, str]]]:
    """Each entry: whether it is fuzzy, and its texts by keyword."""
    fuzzy, fields, keyword = False, dict[str, str](), ""
    for number, line in enumerate((*text.split("\n"), "#"), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            if "msgstr" in fields:
                yield fuzzy, fields
                fuzzy, fields = False, {}
            if line.startswith("#,"):
                fuzzy = fuzzy or "fuzzy" in line
            continue
        if not line.startswith('"'):
            keyword, _, line = line.partition(" ")
            if keyword == "msgctxt" and "msgstr" in fields:
                yield fuzzy, fields
                fuzzy, fields = False, {}
            if keyword not in KEYWORDS or keyword in fields:
                raise ValueError(f"line {number}: {keyword} is not expected here")
            fields[keyword] = ""
        if not keyword or len(line) < len('""') or line[0] != '"' or line[-1] != '"':
            raise ValueError(f"line {number}: a text in quotation marks is expected")
        fields[keyword] += _unescape(line[1:-1])


def _unescape(text: str) -> str:
    return ESCAPE.sub(lambda found: ESCAPED.get(found[1], found[1]), text) if "\\" in text else text
