"""What the law lets `rating` decide of newcomers: which of their results count, and what first rating they give."""

from __future__ import annotations

from dataclasses import field
from typing import Annotated, ClassVar, Literal

from arpad.frozen import dataclass
from arpad.law.rules.concept import Concept, Halves, Room, Said, told
from arpad.law.rules.ranges import (
    BonusPoints,
    GameCount,
    HalfPointCount,
    HalfPointsOfGame,
    Length,
    MonthCount,
    RatingPoints,
)

# --- which results of a newcomer count ----------------------------------------------------------------------------


@dataclass(frozen=True)
class FirstEvent:
    """A first event with fewer half points is disregarded."""

    half_points: HalfPointCount
    judged: Literal["until-one-counts", "very-first"]


@dataclass(frozen=True)
class PointsAgainst:
    """Whose games bring the points that a newcomer's event is asked for; where a round robin rates him, everybody's."""

    counted: Literal["rated-opponents", "all-opponents"]


@dataclass(frozen=True)
class HalfPoints:
    """Fewer half points than these."""

    half_points: HalfPointCount


@dataclass(frozen=True)
class EventGames:
    """Games against rated opponents that a newcomer needs in one event."""

    games: GameCount
    events: Literal["every", "first"]
    round_robin: bool  # asked in round robins, too


@dataclass(frozen=True)
class AtLeastFloor:
    """First results below the floor are disregarded, until one reaches it."""

    method: ClassVar[str] = "floor"


@dataclass(frozen=True)
class Performance:
    """The count starts with an event whose performance reaches this rating."""

    method: ClassVar[str] = "performance"
    rating: RatingPoints


FIRST_EVENT = Concept[FirstEvent](
    "first-event", Room.RATING, "the score a newcomer needs in his first event", (FirstEvent,)
)
FIRST_EVENT_POINTS = Concept[PointsAgainst](
    "first-event-points", Room.RATING, "against whom the points of a first event are made", (PointsAgainst,)
)
FIRST_EVENT_OPPONENTS = Concept[HalfPoints](
    "first-event-opponents",
    Room.RATING,
    "when the games against a disregarded newcomer fall for the others",
    (HalfPoints,),
)
MINIMUM_EVENT_GAMES = Concept[EventGames](
    "minimum-event-games", Room.RATING, "the games a newcomer's event needs to count", (EventGames,)
)
FIRST_RESULT = Concept[AtLeastFloor | Performance](
    "first-result", Room.RATING, "how good a newcomer's first counted event must be", (AtLeastFloor, Performance)
)

# --- the rating of an event ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mean:
    """The mean rating of the rated opponents."""

    method: ClassVar[str] = "mean"


@dataclass(frozen=True)
class WithHypothetical:
    """The mean of the rated opponents and of hypothetical ones, against whom each game brings these half points."""

    method: ClassVar[str] = "with-hypothetical"
    opponents: GameCount
    rating: RatingPoints
    half_points: HalfPointsOfGame


@dataclass(frozen=True)
class Bonus:
    """A fixed number of points for each half point over one half."""

    method: ClassVar[str] = "bonus"
    per_half_point: BonusPoints


@dataclass(frozen=True)
class ByTable:
    """The difference that the table gives for the percentage."""

    method: ClassVar[str] = "dp"


@dataclass(frozen=True)
class Iteration:
    """Two passes; the change of the rated players is taken from the newcomers' ratings of one of them."""

    delta_from: Literal["second-pass", "first-pass"]


OPPONENTS_AVERAGE = Concept[Mean | WithHypothetical](
    "opponents-average", Room.RATING, "the average a newcomer's result is measured against", (Mean, WithHypothetical)
)
ROUND_ROBIN_AVERAGE = Concept[Said](
    "round-robin-average", Room.RATING, "the average of a round robin with newcomers", (Said,)
)
EVEN_SCORE = Concept[Said](
    "even-score", Room.RATING, "half the points give the average itself", (Said,), built_in="the rating of an event"
)
OVER_HALF = Concept[Bonus | ByTable]("over-half", Room.RATING, "what more than half the points add", (Bonus, ByTable))
UNDER_HALF = Concept[ByTable](
    "under-half",
    Room.RATING,
    "what less than half the points take away",
    (ByTable,),
    built_in="the rating of an event",
)
UNDER_HALF_ROUND_ROBIN = Concept[Said](
    "under-half-round-robin", Room.RATING, "the same in a round robin: times n/(n+1)", (Said,)
)
ROUND_ROBIN_ITERATION = Concept[Iteration](
    "round-robin-iteration", Room.RATING, "the two passes of a round robin with newcomers", (Iteration,)
)

# --- the first rating ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MinimumGames:
    """Games that a first rating needs."""

    games: GameCount
    round_robin_unrated: bool = field(  # in round robins games against unrated opponents are among them
        metadata=told("The games of a round robin count where unrated opponents have a rating of the event.")
    )


@dataclass(frozen=True)
class Games:
    """Games that suffice."""

    games: GameCount


@dataclass(frozen=True)
class MemberGames:
    """Games that suffice for members of these associations."""

    games: GameCount
    members: Annotated[tuple[str, ...], Length(0, 20)] = field(
        metadata=told("The registry marks members of these associations and no others.")
    )


@dataclass(frozen=True)
class Months:
    """A span of consecutive rating periods, in months."""

    months: MonthCount


@dataclass(frozen=True)
class NoTerm:
    """Results wait as long as it takes."""

    method: ClassVar[str] = "no-term"


@dataclass(frozen=True)
class Rating:
    """A bound on ratings."""

    rating: RatingPoints


@dataclass(frozen=True)
class HoldingFloor:
    """A floor that holds: whose rating would be lower has this one, and stays on the list."""

    method: ClassVar[str] = "holds"
    rating: RatingPoints


@dataclass(frozen=True)
class HalvesOnly:
    """Nearest whole number; where a half goes."""

    halves: Halves


@dataclass(frozen=True)
class DropEarliest:
    """Results of the earliest events fall one by one until the floor is reached; else the count starts from zero."""

    publish_below_minimum: bool  # also when fewer games than the minimum are left


MINIMUM_GAMES = Concept[MinimumGames]("minimum-games", Room.RATING, "the games a first rating needs", (MinimumGames,))
MINIMUM_GAMES_CHAMPIONSHIP = Concept[Games](
    "minimum-games-championship", Room.RATING, "the games that suffice in one team championship", (Games,)
)
MINIMUM_GAMES_MEMBER = Concept[MemberGames](
    "minimum-games-member", Room.RATING, "the games that suffice for disabled players' associations", (MemberGames,)
)
POOLING_WINDOW = Concept[Months | NoTerm](
    "pooling-window", Room.RATING, "how long results wait for a first rating", (Months, NoTerm)
)
POOLED_RESULT = Concept[Said](
    "pooled-result", Room.RATING, "all results as if from one event", (Said,), built_in="the first rating"
)
FIRST_RATING_ROUNDING = Concept[HalvesOnly](
    "first-rating-rounding", Room.RATING, "how a first rating becomes whole", (HalvesOnly,)
)
INTERMEDIATE_ROUNDING = Concept[HalvesOnly](
    "intermediate-rounding", Room.RATING, "how averages and event ratings become whole on the way", (HalvesOnly,)
)
PERCENTAGE = Concept[HalvesOnly]("percentage", Room.RATING, "how a score becomes a whole percentage", (HalvesOnly,))
FLOOR = Concept[Rating | HoldingFloor](
    "floor", Room.RATING, "the lowest rating that is published", (Rating, HoldingFloor)
)
FIRST_RATING_MAXIMUM = Concept[Rating]("first-rating-maximum", Room.RATING, "the highest first rating", (Rating,))
BELOW_FLOOR = Concept[DropEarliest](
    "below-floor", Room.RATING, "what happens when enough games give a rating below the floor", (DropEarliest,)
)
