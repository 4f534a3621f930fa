"""Where each rulebook's text comes from, which articles it has, and which of them an edition file leaves out.

The lists in `sources/` were taken from the texts by hand, independently of the edition files; they are what "nothing is
missing" is measured against.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from arpad.frozen import dataclass
from arpad.law.cited import STATUSES, LawError
from arpad.law.filling import convert, parse
from arpad.law.rulebook import Rulebook


@dataclass(frozen=True)
class SourceText:
    """One text: what it is, and the numbers of its articles."""

    text: str
    edition: str
    language: str
    origin: str
    articles: tuple[str, ...]
    sha256: str = ""


@cache
def _folder() -> Path:
    """In an installed package beside this file, in a checkout at its top."""
    here = Path(__file__).parent
    for place in (here.joinpath("sources"), here.parents[2].joinpath("sources")):
        if place.is_dir():
            return place
    raise LawError("no-sources")


@cache
def source_texts() -> tuple[SourceText, ...]:
    """All texts, by name."""
    found = []
    for path in sorted(_folder().glob("*.toml")):
        raw = parse(path.read_text("utf-8"), path.name)
        for key in raw:
            if key not in SourceText.__dataclass_fields__:
                raise LawError("bad-rulebook/unknown-key", where=path.name, key=key)
        articles = convert(raw.pop("articles", []), tuple[str, ...], f"{path.name}: articles")
        found.append(SourceText(articles=articles, **raw))
    return tuple(found)


def missing(book: Rulebook) -> tuple[tuple[str, str], ...]:
    """The articles of the texts that the edition has no entry for: (text, article)."""
    known = set(book.edition.articles)
    gone = []
    for source in source_texts():
        if source.edition == book.id:
            also = {article.also.get(source.text) for article in book.edition.articles.values()}
            gone += [(source.text, number) for number in source.articles if number not in known | also]
    return tuple(gone)


def coverage(book: Rulebook) -> dict[str, int]:
    """How many articles have which status; an article that has several counts under the first."""
    firsts = [article.statuses[0] for article in book.edition.articles.values()]
    return {status: firsts.count(status) for status in STATUSES}
