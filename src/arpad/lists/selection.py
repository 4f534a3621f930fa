"""Choose the rows of a published list: active, inactive, delisted, unrated, provisional, women, ages, places, the top.

Every function takes a `Published` and gives positions. Who is shown where is the edition's word: inactive players may
be printed for some years and in the alphabetical list only, top lists leave them out, and only some editions show who
was delisted, keep a list of titled players without a rating, or of those who wait for one.

Juniors and seniors are no notion of these regulations: the age is the caller's, counted by the year.
"""

from __future__ import annotations

import numpy as np

from arpad.columns import Bools, State
from arpad.days import MONTHS_OF_YEAR, counted, uncounted
from arpad.finding import UserError
from arpad.frozen import dataclass
from arpad.law.rules.lists import DELISTING, INACTIVE_SHOWN, INACTIVITY, TITLED_UNRATED_LIST, TOP_LISTS
from arpad.lists.listing import Unlisted
from arpad.lists.published import WOMAN, Published, Rows
from arpad.rating.change import listed

EVERYBODY = slice(None)
KINDS = ("alphabetical", "active", "inactive", "delisted", "titled-unrated", "provisional")


@dataclass(frozen=True)
class Selection:
    """What somebody wants to see: a kind of list, and of its players some."""

    kind: str = "alphabetical"
    women: bool = False
    age_up_to: int | None = None
    age_from: int | None = None
    federation: str = ""
    region: str = ""
    top: int = 0  # so many, by rating

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise UserError("selection/kind", kinds=KINDS, kind=self.kind)
        if self.top < 0:
            raise UserError("selection/top", top=self.top)
        if self.top and self.kind not in ("alphabetical", "active"):
            raise UserError("selection/top-kind", kind=self.kind)


def choose(published: Published, selection: Selection) -> Rows:
    """The rows wanted, in order: a top list by rating, every other by name."""
    rows = _of_kind(published, selection)
    people = published.people
    if selection.women:
        rows = rows[people.sex.take(rows).are(WOMAN)]
    if selection.federation:
        rows = rows[people.federation.take(rows).are(selection.federation)]
    if selection.region:
        rows = rows[people.region.take(rows).are(selection.region)]
    if selection.age_up_to is not None or selection.age_from is not None:
        age = published.list_day.year - people.birth_year[rows].astype(np.int32)
        birth_known = people.birth_year[rows] > 0
        low = 0 if selection.age_from is None else selection.age_from
        high = age.max(initial=0) if selection.age_up_to is None else selection.age_up_to
        rows = rows[birth_known & (age >= low) & (age <= high)]
    return published.by_rating(rows)[: selection.top] if selection.top else published.by_name(rows)


def _of_kind(published: Published, selection: Selection) -> Rows:
    if selection.top:
        return top_players(published)
    if selection.kind == "alphabetical":
        local = selection.federation or selection.region
        return federation_list(published) if local else alphabetical(published)
    choices = {
        "active": active,
        "inactive": inactive,
        "delisted": delisted,
        "titled-unrated": titled_unrated,
        "provisional": provisional,
    }
    return choices[selection.kind](published)


def active(published: Published) -> Rows:
    return np.flatnonzero((published.state == State.ACTIVE.value) & ~published.hidden)


def inactive(published: Published) -> Rows:
    """The inactive players that the list still shows."""
    return np.flatnonzero((published.state == State.INACTIVE.value) & _shown(published) & ~published.hidden)


def alphabetical(published: Published) -> Rows:
    """The whole list: active players, inactive ones as long as the edition shows them, and those who are shown as
    unrated because they fell below the floor."""
    return np.flatnonzero((published.listed & _shown(published)) | unrated_now(published))


def federation_list(published: Published) -> Rows:
    """What federations and regions are shown of the list: where inactive players are kept for some years, that is in
    the alphabetical list only."""
    return active(published) if published.book.has(INACTIVE_SHOWN) else alphabetical(published)


def top_players(published: Published) -> Rows:
    """Who may stand on a top list: nobody who is marked as inactive, or has been away for the months it names."""
    rows = active(published)
    rule = published.book.find(TOP_LISTS)
    return rows if rule is None else rows[_months_away(published)[rows] < rule.months]


def delisted(published: Published) -> Rows:
    """Who fell below the floor with this list, where the edition shows it."""
    shown = published.book.rule(DELISTING).shown == "delisted"
    return np.flatnonzero(published.fell & shown & ~published.hidden)


def unrated_now(published: Published) -> Bools:
    """Who fell below the floor with this list, where it shows him once more, as unrated."""
    unrated: Bools = published.unlisted == Unlisted.UNRATED.value
    return unrated


def titled_unrated(published: Published) -> Rows:
    """Titled players without a rating, where the edition keeps a list of them; whoever is shown as delisted is not."""
    if not published.book.has(TITLED_UNRATED_LIST):
        return np.zeros(0, np.intp)
    unrated = ~listed(published.roll.state) & ~published.people.title.are("")
    unrated[delisted(published)] = False
    return np.flatnonzero(unrated)


def provisional(published: Published) -> Rows:
    """Who waits for a first rating and is shown with what his results come to so far, where the edition does that."""
    return np.flatnonzero((published.provisional > 0) & ~published.hidden)


def _shown(published: Published) -> Bools:
    """Who is not away for longer than inactive players are shown; of an unknown last game nobody can say so."""
    rule = published.book.find(INACTIVE_SHOWN)
    if rule is None:
        return np.ones(len(published.people), bool)
    years = published.book.rule(INACTIVITY).years + rule.years
    dated, plays = published.roll.last > 0, published.roll.state == State.ACTIVE.value
    shown: Bools = plays | ~dated | (_months_away(published) < years * MONTHS_OF_YEAR)
    return shown


def _months_away(published: Published) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """The months from the list of the last game to this one; 0 where it is unknown."""
    last = published.roll.last.astype(np.int64)
    away = counted(np.array(int(published.list_))) - counted(last)
    return np.where(last > 0, away, 0)


def active_until(published: Published, rows: Rows | slice = EVERYBODY) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """The last month (yyyymm) in which each player is active if he does not play again; 0 where unknown."""
    last = published.roll.last[rows].astype(np.int64)
    idle = counted(last) + published.book.rule(INACTIVITY).years * MONTHS_OF_YEAR
    until = uncounted(idle - 1)  # a list counts from its first day, so the month before it is the last
    return np.where(last > 0, until, 0)
