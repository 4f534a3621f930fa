"""What the law lets `lists` decide: when a list appears, what it covers, whom and what it shows."""

from __future__ import annotations

from dataclasses import field
from typing import Annotated, Literal

from arpad.frozen import dataclass
from arpad.law.rules.concept import Concept, Room, Said, told
from arpad.law.rules.ranges import (
    ClosingDays,
    DayOfMonth,
    FederationCode,
    GameCount,
    Length,
    MonthCount,
    MonthOfYear,
    RatingPoints,
    SeriesName,
    YearCount,
)


@dataclass(frozen=True)
class ListCalendar:
    """Lists appear on this day of these months."""

    months: Annotated[tuple[MonthOfYear, ...], Length(1, 12, "twice-a-month")]
    day: DayOfMonth


ListField = Literal[
    "own-id", "id", "fide-id", "name", "title", "sex", "federation", "region", "rating", "fide-rating", "games", "k",
    "birth", "activity",
]  # fmt: skip
"""What a list can say of a player."""


@dataclass(frozen=True)
class ListFields:
    """What a list says of a player."""

    fields: Annotated[tuple[ListField, ...], Length(1, 20)]
    birth: Literal["year", "date"] = field(metadata=told("Lists show the year alone: no edition applies the date."))


@dataclass(frozen=True)
class Closing:
    """Events that end so many days before the list, or earlier, are on it; official ones have a day of their own."""

    days_before: ClosingDays
    official_days_before: ClosingDays


@dataclass(frozen=True)
class Delisting:
    """How a player who fell below the floor is shown on the next list."""

    shown: Literal["delisted", "unrated", "removed"]


@dataclass(frozen=True)
class Inactivity:
    """Years without a rated game, counted in lists or from the day of the last event."""

    years: YearCount
    counted: Literal["lists", "last-event"]


@dataclass(frozen=True)
class Years:
    """A span of years."""

    years: YearCount


@dataclass(frozen=True)
class RatedGames:
    """So many rated games in a period."""

    games: GameCount


@dataclass(frozen=True)
class FromGames:
    """From so many games that count on, somebody is shown with the rating that they come to so far. It is no published
    rating: nobody meets it, and K, activity and the highest rating do not know it."""

    games: GameCount


@dataclass(frozen=True)
class TopLists:
    """Out of the top lists after more than so many months without a game."""

    months: MonthCount


@dataclass(frozen=True)
class MembershipDay:
    """Whose days are asked: the list's, and who is outside is not on it; or the event's, and his result is nothing."""

    of: Literal["list", "event"]


@dataclass(frozen=True)
class PlayersOf:
    """The players of one federation."""

    federation: FederationCode


@dataclass(frozen=True)
class Deceased:
    """How the dead are shown from the first list after their death on."""

    shown: Literal["inactive", "as-before"]


@dataclass(frozen=True)
class Equalisation:
    """From this rating in the other series on, a lower rating here is raised to it."""

    series: SeriesName
    rating: RatingPoints


LIST_CALENDAR = Concept[ListCalendar]("list-calendar", Room.LISTS, "the days on which lists appear", (ListCalendar,))
LIST_VALIDITY = Concept[Said](
    "list-validity", Room.LISTS, "a list holds until the next; that is the period", (Said,), built_in="the calendar"
)
LIST_FIELDS = Concept[ListFields]("list-fields", Room.LISTS, "what a list says of a player", (ListFields,))
CLOSING_DAY = Concept[Closing]("closing-day", Room.LISTS, "the last day an event may end to be on a list", (Closing,))
DELISTING = Concept[Delisting]("delisting", Room.LISTS, "players who fell below the floor", (Delisting,))
TITLED_UNRATED_LIST = Concept[Said]("titled-unrated-list", Room.LISTS, "titled players without a rating", (Said,))
PROVISIONAL_LIST = Concept[FromGames](
    "provisional-list", Room.LISTS, "players who wait for a first rating, with what their results come to", (FromGames,)
)
INACTIVE_COUNTS = Concept[Said](
    "inactive-counts",
    Room.LISTS,
    "inactive players count with their last published rating",
    (Said,),
    built_in="seating",
)
INACTIVITY = Concept[Inactivity]("inactivity", Room.LISTS, "when a player becomes inactive", (Inactivity,))
INACTIVE_SHOWN = Concept[Years]("inactive-shown", Room.LISTS, "how long inactive players stay on the list", (Years,))
REACTIVATION = Concept[RatedGames]("reactivation", Room.LISTS, "what makes a player active again", (RatedGames,))
TOP_LISTS = Concept[TopLists]("top-lists", Room.LISTS, "who is left out of the top lists", (TopLists,))
MEMBER_FEDERATION = Concept[Said](
    "member-federation", Room.LISTS, "players belong to a member federation that is not excluded", (Said,)
)
MEMBERSHIP_DAY = Concept[MembershipDay](
    "membership-day", Room.LISTS, "of which days membership is asked, and what follows", (MembershipDay,)
)
LISTING_DISPENSATION = Concept[Said](
    "listing-dispensation", Room.LISTS, "players who are listed without a member federation", (Said,)
)
WITHHELD_PLAYERS = Concept[Said](
    "withheld-players", Room.LISTS, "players whom a federation has kept off the list", (Said,)
)
LISTED_PLAYERS = Concept[PlayersOf]("listed-players", Room.LISTS, "whose players a national list holds", (PlayersOf,))
INACTIVE_REMOVAL = Concept[Said](
    "inactive-removal", Room.LISTS, "inactive players whom the commission takes off the list", (Said,)
)
DECEASED_PLAYERS = Concept[Deceased]("deceased-players", Room.LISTS, "how players who have died are shown", (Deceased,))
EQUALISATION = Concept[Equalisation](
    "equalisation", Room.LISTS, "ratings raised to those of another series", (Equalisation,)
)
