"""Fold names so that one name in two scripts, spellings or orders can be recognised, and sorted alike everywhere.

`name_sort` is what lists are sorted by: Latin letters, lower case, single spaces. `sound` goes further and forgets what
transliterations disagree about; it is compared, never shown. Whether two persons are one is not decided here.
"""

from __future__ import annotations

import unicodedata

from anyascii import anyascii

DROPPED = "'`´ʹʺ’‘\""
_ASCII = dict.fromkeys(range(128), " ")
_ASCII |= {ord(letter): letter for letter in "abcdefghijklmnopqrstuvwxyz"}
_ASCII |= {ord(letter): "" for letter in DROPPED}


def name_sort(name: str) -> str:
    """A name as it is sorted: `Ñandú, José-María` is `nandu jose maria`."""
    if not name.isascii():
        name = anyascii(unicodedata.normalize("NFKC", name))
    return " ".join(name.lower().translate(_ASCII).split())
