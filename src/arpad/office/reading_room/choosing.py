"""Choose the rows of a catalogue that somebody wants to see, in the order wanted, a page at a time."""

from __future__ import annotations

import numpy as np

from arpad.columns import Bools
from arpad.finding import Misuse
from arpad.frozen import dataclass
from arpad.lists.published import WOMAN, Rows
from arpad.office.reading_room.catalogue import KINDS, Catalogue

SORTS = ("rating", "name", "change", "games", "born", "federation", "title", "k")
MEN = "M"
SEXES = ("", "w", "m")


@dataclass(frozen=True)
class Choice:
    """A filter for rows of a list; empty fields do not filter."""

    kind: str = "active"
    federation: str = ""
    region: str = ""
    sex: str = ""  # w or m
    title: str = ""  # several with commas
    age_from: int | None = None
    age_up_to: int | None = None
    rating_from: int | None = None
    rating_up_to: int | None = None
    text: str = ""  # a name or a number

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise Misuse("choice/kind", kinds=KINDS, kind=self.kind)
        if self.sex not in SEXES:
            raise Misuse("choice/sex", sexes=SEXES[1:], sex=self.sex)


@dataclass(frozen=True)
class Order:
    """By what to sort, and whether in reverse."""

    by: str = "rating"
    reverse: bool = False

    def __post_init__(self) -> None:
        if self.by not in SORTS:
            raise Misuse("choice/sort", sorts=SORTS, sort=self.by)


def chosen(catalogue: Catalogue, choice: Choice, order: Order, among: Rows | None = None) -> Rows:
    """Return the rows that pass the filter, in order; `among` restricts them to these rows."""
    rows = _ordered(catalogue, order) if among is None else among
    rows = rows[_mask(catalogue, choice, rows)]
    return rows if among is None else rows[np.argsort(_places(catalogue, order)[rows], kind="stable")]


def _mask(catalogue: Catalogue, choice: Choice, rows: Rows) -> Bools:
    """Whether each of these rows passes the filter."""
    published = catalogue.published
    people = published.people
    mask: Bools = catalogue.kinds[choice.kind][rows]
    if choice.federation:
        mask &= people.federation.take(rows).are(choice.federation)
    if choice.region:
        mask &= people.region.take(rows).are(choice.region)
    if choice.sex:
        mask &= people.sex.take(rows).are(WOMAN if choice.sex == "w" else MEN)
    if choice.title:
        wanted_titles = {word.strip().upper() for word in choice.title.split(",")}
        titles = people.title.take(rows)
        mask &= np.array([word in wanted_titles for word in titles.different], bool)[titles.place]
    rating = catalogue.lines[-1][rows]
    if choice.rating_from is not None:
        mask &= rating >= choice.rating_from
    if choice.rating_up_to is not None:
        mask &= (rating > 0) & (rating <= choice.rating_up_to)
    if choice.age_from is not None or choice.age_up_to is not None:
        born = people.birth_year[rows].astype(np.int32)
        age = published.list_day.year - born
        mask &= born > 0
        mask &= age >= (choice.age_from or 0)
        if choice.age_up_to is not None:
            mask &= age <= choice.age_up_to
    return mask


def _ordered(catalogue: Catalogue, order: Order) -> Rows:
    """All rows in order."""
    if order == Order():
        return catalogue.by_rating
    return np.argsort(_places(catalogue, order), kind="stable")


def _places(catalogue: Catalogue, order: Order) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Return for each row the number by which it is sorted: first the chosen column, then the name."""
    people, published = catalogue.published.people, catalogue.published
    rating = catalogue.lines[-1].astype(np.int64)
    match order.by:
        case "name":
            key = np.zeros(len(people), np.int64)
        case "change":
            before = catalogue.before.astype(np.int64)
            key = np.where((rating > 0) & (before > 0), before - rating, np.int64(10_000))
        case "games":
            key = -published.games.astype(np.int64)
        case "born":
            key = np.where(people.birth_year > 0, -people.birth_year.astype(np.int64), 0)
        case "federation" | "title":
            words = people.federation if order.by == "federation" else people.title
            at = {word: place for place, word in enumerate(sorted(words.different, key=lambda word: (not word, word)))}
            key = np.array([at[word] for word in words.different], np.int64)[words.place]
        case "k":
            key = published.roll.k.astype(np.int64)
        case _:
            key = -rating
    if order.reverse:
        key = -key
    by_name = catalogue.by_name.astype(np.int64)
    if order.by == "name" and order.reverse:
        by_name = -by_name
    return key * len(people) + by_name
