"""What the law lets `admission` decide: may this event, this game be rated."""

from __future__ import annotations

from dataclasses import field
from typing import Annotated, ClassVar, Literal

from arpad.frozen import dataclass
from arpad.law.rules.concept import Authority, By, Concept, Room, Said, told
from arpad.law.rules.ranges import (
    CalendarYear,
    DayCount,
    GamesAbove,
    HourCount,
    Length,
    MinuteCount,
    MonthCount,
    MoveCount,
    PartOfAll,
    PlayerCount,
    RatingPoints,
    RoundCount,
)

# --- rate of play and schedule ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TimeClass:
    """From this rating on a player needs these minutes."""

    rating: RatingPoints
    minutes: MinuteCount


@dataclass(frozen=True)
class ByTournament:
    """The strongest player of the tournament decides the minutes for all its games."""

    method: ClassVar[str] = "by-tournament"
    moves: MoveCount
    classes: Annotated[tuple[TimeClass, ...], Length(0, 20)]  # strongest first
    otherwise: MinuteCount  # minutes
    reached: bool  # the rating itself belongs to its class; false: only ratings above it


@dataclass(frozen=True)
class ByGame:
    """The stronger player of the game decides the minutes."""

    method: ClassVar[str] = "by-game"
    moves: MoveCount
    classes: Annotated[tuple[TimeClass, ...], Length(0, 20)]
    otherwise: MinuteCount
    reached: bool


@dataclass(frozen=True)
class Window:
    """The minutes for the whole game lie in a window."""

    method: ClassVar[str] = "window"
    moves: MoveCount
    above: MinuteCount
    up_to: MinuteCount
    up_to_included: bool
    above_included: bool = False

    def holds(self, time: int, in_a_minute: int) -> bool:
        """Whether a time lies inside, given in a unit of which so many make a minute."""
        least, most = self.above * in_a_minute, self.up_to * in_a_minute
        enough = least < time or (self.above_included and time == least)
        return enough and (time < most or (self.up_to_included and time == most))


@dataclass(frozen=True)
class ShortControl:
    """In events that begin in one year and that this authority approves, these minutes suffice for everybody, with so
    many rounds a day at most."""

    year: CalendarYear
    minutes: MinuteCount
    rounds: RoundCount
    authority: Authority


@dataclass(frozen=True)
class FirstControl:
    """Moves of the first time control, if it has a number of moves; missing it is a warning."""

    moves: MoveCount
    exactly: bool


@dataclass(frozen=True)
class Rounds:
    """Rounds in one day."""

    rounds: RoundCount


@dataclass(frozen=True)
class Hours:
    """Hours of play in one day, each game counted for so many moves."""

    hours: HourCount
    moves: MoveCount


@dataclass(frozen=True)
class Days:
    """A span of days."""

    days: DayCount


@dataclass(frozen=True)
class Interim:
    """Events longer than these days report every so many months."""

    days: DayCount
    months: MonthCount = field(metadata=told("Parts are rated as they come; which is due when is not watched."))


RATE_OF_PLAY = Concept[ByTournament | ByGame | Window](
    "rate-of-play", Room.ADMISSION, "the minutes a player must have", (ByTournament, ByGame, Window)
)
SHORT_TIME_CONTROL = Concept[ShortControl](
    "short-time-control", Room.ADMISSION, "events with less time that an authority approves", (ShortControl,)
)
FIRST_TIME_CONTROL = Concept[FirstControl](
    "first-time-control", Room.ADMISSION, "the moves of the first time control", (FirstControl,)
)
EQUAL_TIMES = Concept[Said]("equal-times", Room.ADMISSION, "both players have the same time", (Said,))
LAWS_OF_CHESS = Concept[Said]("laws-of-chess", Room.ADMISSION, "the rules the games follow", (Said,))
NOTATION = Concept[Said]("notation", Room.ADMISSION, "the game score is compulsory", (Said,))
ROUNDS_PER_DAY = Concept[Rounds]("rounds-per-day", Room.ADMISSION, "the rounds one day may have", (Rounds,))
HOURS_PER_DAY = Concept[Hours]("hours-per-day", Room.ADMISSION, "the hours of play one day may have", (Hours,))
EVENT_DURATION = Concept[Days]("event-duration", Room.ADMISSION, "how long an event may last", (Days,))
LEAGUE_DURATION = Concept[Said]("league-duration", Room.ADMISSION, "leagues may last longer", (Said,))
LONG_EVENT = Concept[By]("long-event", Room.ADMISSION, "who may approve a longer event", (By,))
INTERIM_REPORT = Concept[Interim]("interim-report", Room.ADMISSION, "long events report in parts", (Interim,))

# --- games, composition, matches ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Unplayed:
    """Unplayed games do not count; once both have moved a game counts, but for these exceptions."""

    exceptions: Annotated[tuple[str, ...], Length(0, 20)]


@dataclass(frozen=True)
class Share:
    """At least this share of the players is rated."""

    share: PartOfAll


@dataclass(frozen=True)
class SmallField:
    """In a field of fewer players so many must be rated."""

    fewer_than: PlayerCount
    rated: PlayerCount


@dataclass(frozen=True)
class DoubleField:
    """A double round robin with newcomers needs so many players, so many of them rated."""

    players: PlayerCount
    rated: PlayerCount


@dataclass(frozen=True)
class Cycles:
    """Of which round robins the conditions on double ones are asked."""

    asked: Literal["two-cycles", "two-or-more"]


@dataclass(frozen=True)
class Championship:
    """Rated players that suffice, in a women's event and otherwise."""

    rated: PlayerCount
    rated_women: PlayerCount


@dataclass(frozen=True)
class Decided:
    """Games after a match is decided do not count, when more games than these were scheduled."""

    scheduled_over: GamesAbove
    waiver: bool  # may be waived on prior request


UNPLAYED_GAME = Concept[Unplayed]("unplayed-game", Room.ADMISSION, "games that were not played", (Unplayed,))
JOINED_STAGES = Concept[Said](
    "joined-stages",
    Room.OFFICE,
    "preliminaries and finals may be one event",
    (Said,),
)
ROUND_ROBIN_RATED_SHARE = Concept[Share](
    "round-robin-rated-share", Room.ADMISSION, "the share of rated players in a round robin", (Share,)
)
SMALL_ROUND_ROBIN = Concept[SmallField](
    "small-round-robin", Room.ADMISSION, "the rated players of a small round robin", (SmallField,)
)
DOUBLE_ROUND_ROBIN = Concept[DoubleField](
    "double-round-robin", Room.ADMISSION, "the field of a double round robin with newcomers", (DoubleField,)
)
REPEATED_ROUND_ROBIN = Concept[Cycles](
    "repeated-round-robin", Room.ADMISSION, "what is asked of a round robin of more than two cycles", (Cycles,)
)
NATIONAL_CHAMPIONSHIP = Concept[Championship](
    "national-championship",
    Room.ADMISSION,
    "the rated players that suffice in a national championship",
    (Championship,),
)
INCOMPLETE_ROUND_ROBIN = Concept[Said](
    "incomplete-round-robin", Room.ADMISSION, "a round robin with an unplayed game", (Said,)
)
MATCH_DECIDED = Concept[Decided]("match-decided", Room.ADMISSION, "games after a match is decided", (Decided,))
MATCH_WITH_UNRATED = Concept[Said](
    "match-with-unrated", Room.ADMISSION, "matches with an unrated player are not rated", (Said,)
)
