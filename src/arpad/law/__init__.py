"""What the rulebooks say.

One TOML file per edition, in article order, stands beside this code; `rules` is the vocabulary that the files fill and
the other rooms ask by. Nothing here rates a game: the law gives values, tables and articles.
"""

from __future__ import annotations

from arpad.law.choosing import editions, in_force, readings, rulebook, series_names
from arpad.law.cited import Article, Cited, Hole, LawError, Ruling
from arpad.law.rulebook import Rulebook

__all__ = [
    "Article",
    "Cited",
    "Hole",
    "LawError",
    "Rulebook",
    "Ruling",
    "editions",
    "in_force",
    "readings",
    "rulebook",
    "series_names",
]
