"""Draft a federation's own rulebook out of an edition that is there: every article, every value, to be changed by hand.

In: an edition for one series, and the new names and day. Out: the text of a TOML file that loads, says the same and is
whole by itself: what another file gave is written out, a value by series is that of the series alone. The rulings on a
print are left behind, because they speak of another text; a ruling that gives a value where the text is silent comes
along.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from arpad.finding import Note
from arpad.frozen import dataclass
from arpad.law.choosing import readings
from arpad.law.cited import BY_HAND, Article, LawError, Ruling, did_you_mean
from arpad.law.law_set import current_law, package_law
from arpad.law.ownfiles import must_be_name
from arpad.law.rulebook import Rulebook
from arpad.law.rules.lists import LISTED_PLAYERS
from arpad.law.rules.rating import FOREIGN_PLAYERS, STAND_IN_RATING, Foreigners
from arpad.law.shown import TABLES, plain

WIDTH = 116
FEDERATION = re.compile("[A-Z]{3}")


@dataclass(frozen=True)
class NewNames:
    """What the draft is called, which series it serves, and from when."""

    id: str
    title: str
    series: str
    in_force: date
    guests: Foreigners | None = None  # with which rating players of other federations are met


def new_guests(book: Rulebook, home: str, guests: str) -> Foreigners | None:
    """The federation at home and the series of its guests, as they are named; None where neither is.

    Refused where only one is named, where no edition knows the series, and where the source has guests already or
    takes the rating of another series for a missing one."""
    if not (home or guests):
        return None
    if not (home and guests):
        raise LawError("own-rulebook/guests-and-home")
    if not FEDERATION.fullmatch(home):
        raise LawError("own-rulebook/home", home=home)
    served = current_law().series_names
    if guests not in served:
        raise LawError("own-rulebook/guests-series", did_you_mean(guests, served), series=guests, known=tuple(served))
    for concept in (FOREIGN_PLAYERS, STAND_IN_RATING):
        if book.has(concept):
            article = book.articles(concept)[0]
            raise LawError("own-rulebook/guests", source=book.id, article=article, concept=concept.name)
    return Foreigners(guests, home)


def draft(book: Rulebook, names: NewNames) -> str:
    """The text of the new rulebook."""
    return "\n".join(_lines(book, names)) + "\n"


@dataclass(frozen=True)
class Drafted:
    """A draft that was written into a file."""

    file: str
    rulebook: str
    source: str
    series: str
    in_force: date
    articles: int


def write_draft(book: Rulebook, names: NewNames, path: Path) -> Drafted:
    """Write a draft into a new file; one that is there is left alone."""
    for name in (names.id, names.series):
        must_be_name(name, str(path))
    if names.id in package_law().ids:
        raise LawError("own-rulebook/packaged", where=str(path), id=names.id)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(draft(book, names))
    except FileExistsError:
        raise LawError("own-rulebook/there", file=str(path)) from None
    except OSError as error:
        raise LawError("own-rulebook/unwritten", file=str(path), reason=error.strerror or str(error)) from None
    return Drafted(
        str(path), names.id, book.id, names.series, names.in_force, len(book.edition.articles) + 2 * bool(names.guests)
    )


def _lines(book: Rulebook, names: NewNames) -> Iterator[str]:
    yield Note.of("draft-head", title=names.title, source=book.id, source_title=book.head.title).sentence
    yield "[edition]"
    yield f"id = {_value(names.id)}"
    yield f"title = {_value(names.title)}"
    yield f"series = {_value([names.series])}"
    yield f"in_force = {names.in_force.isoformat()}"
    yield "witness = []"
    for article in book.edition.articles.values():
        yield from _article(book, article)
    yield from _guest_articles(book, names.guests)
    for concept, filled in book.edition.fillings.items():
        if filled.reading:
            yield f"\n[silent.{concept}]"
            yield f"reading = {_value(filled.reading)}"
            if filled.articles and concept not in book.edition.articles[filled.articles[0]].cites:
                yield f"completes = {_value(filled.articles[0])}"
            yield from written_values(_plain(book, concept))
    for ruling in _needed(book):
        yield from _ruling(ruling)


def _guest_articles(book: Rulebook, guests: Foreigners | None) -> Iterator[str]:
    """The two articles of a national list: whose players it holds, and with which rating all others are met."""
    if guests is None:
        return
    for number, concept, values in (
        ("list-of-home", LISTED_PLAYERS.name, {"federation": guests.home}),
        ("guests", FOREIGN_PLAYERS.name, {"series": guests.series, "home": guests.home}),
    ):
        yield f"\n[article.{_value(number)}]"
        yield f"says = {_value(Note.of(f'draft-says/{number}', home=guests.home, series=guests.series).sentence)}"
        yield f"[article.{_value(number)}.{concept}]"
        yield from written_values(values)


def _article(book: Rulebook, article: Article) -> Iterator[str]:
    yield f"\n[article.{_value(article.number)}]"
    yield f"says = {_value(article.says)}"
    if article.cites:
        yield f"cites = {_value(list(article.cites))}"
    by_hand = [status for status in article.statuses if status in BY_HAND]
    if article.reason and by_hand:
        yield f"status = {_value(by_hand[-1])}"
        yield f"reason = {_value(article.reason)}"
    for concept in article.fills:
        yield f"[article.{_value(article.number)}.{concept}]"
        if concept in TABLES:
            layout = _plain(book, concept)["layout"].strip("\n")
            yield f'layout = """\n{layout}\n"""'
        else:
            yield from written_values(_plain(book, concept))


def _plain(book: Rulebook, concept: str) -> Mapping[str, Any]:
    filled = book.edition.fillings[concept].values
    value: Mapping[str, Any] = plain(filled[book.series or book.head.series[0]])
    return value


def written_values(table: Mapping[str, Any]) -> Iterator[str]:
    """The keys of a table as a file writes them."""
    for key, value in table.items():
        line = f"{key} = {_value(value)}"
        if len(line) > WIDTH and isinstance(value, list):
            yield f"{key} = ["
            yield from (f"    {_value(item)}," for item in value)
            yield "]"
        else:
            yield line


def _value(value: Any) -> str:
    """A value as TOML writes it."""
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case list():
            return f"[{', '.join(_value(item) for item in value)}]"
        case dict():
            return "{ " + ", ".join(f"{key} = {_value(item)}" for key, item in value.items()) + " }"
        case _:
            text = str(value).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
            return f'"{text}"'


def _needed(book: Rulebook) -> Iterator[Ruling]:
    """The edition's own rulings that give a value where the text is silent; readings come with every rulebook."""
    used = {filled.reading for filled in book.edition.fillings.values() if filled.reading}
    used -= {reading.id for reading in readings()}
    return (ruling for ruling in book.rulings if ruling.id in used)


def _ruling(ruling: Ruling) -> Iterator[str]:
    yield "\n[[ruling]]"
    for key in ("id", "article", "concept", "question", "applies", "alternative", "because"):
        if getattr(ruling, key):
            yield f"{key} = {_value(getattr(ruling, key))}"
