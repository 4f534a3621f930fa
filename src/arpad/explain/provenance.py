"""Say where a rating at the board comes from: the list, its series, and the article that lets it count.

A player sits down with a rating of the list of the series, also as an inactive player; or one of another series stands
in; or the player was rated only after the event began. The list of a part of an event that was rated together with
others is not told apart here: then only series and article are said.
"""

from __future__ import annotations

from arpad.columns import Source, label
from arpad.days import Day, Month
from arpad.explain.numbers import articles
from arpad.frozen import dataclass
from arpad.law.rules.lists import INACTIVE_COUNTS
from arpad.law.rules.rating import FOREIGN_PLAYERS, LATE_RATED, RATINGS_USED, STAND_IN_RATING
from arpad.lists.other_series import list_beside, seating_series
from arpad.messages import say
from arpad.rating import Period

CONCEPTS = {
    Source.LIST: (RATINGS_USED.name,),
    Source.INACTIVE: (RATINGS_USED.name, INACTIVE_COUNTS.name),
    Source.STANDARD: (STAND_IN_RATING.name,),
    Source.FIDE: (FOREIGN_PLAYERS.name,),
    Source.LATE: (LATE_RATED.name,),
}
OTHER_SERIES = (Source.STANDARD, Source.FIDE)


@dataclass(frozen=True)
class RatingSource:
    """Where a rating comes from. `list` is null where it is not known, and for whoever was rated since."""

    source: Source
    series: str
    list: Month | None
    articles: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """In English, with the articles."""
        fields = (("series", self.series), ("list", self.list or ""), ("articles", self.articles))
        return say(f"rating-source/{label(self.source)}", fields)


def source_of(period: Period, entry: int, series: str, seated: Month | None) -> RatingSource | None:
    """Where the rating of an entry comes from; `seated` is the list by which its event was seated. None for a player
    who sat down without a rating and had none when the event was rated."""
    source = Source(int(period.entries.source[entry]))
    if source is Source.NONE:
        return None
    event = period.entries.event[entry]
    book = period.books[int(period.events.edition[event])]
    named, list_ = series, None if source is Source.LATE else seated
    if source in OTHER_SERIES:
        named = seating_series(book)
        began = Day(int(period.events.start[event])).date
        list_ = None if seated is None else Month(list_beside(book, began, seated))
    return RatingSource(source, named, list_, articles(book, CONCEPTS[source]))
