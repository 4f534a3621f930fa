"""What the law leaves to the office: refusals, appeals, events that must or may be rated without being asked."""

from __future__ import annotations

from dataclasses import field
from typing import Annotated, ClassVar, Literal

from arpad.frozen import dataclass
from arpad.law.rules.concept import Authority, By, Concept, Room, Said, told
from arpad.law.rules.ranges import DayCount, GameCount, K, Length, RatingPoints


@dataclass(frozen=True)
class TopEvents:
    """Top events may be rated without the federation's report."""

    method: ClassVar[str] = "top-events"


@dataclass(frozen=True)
class Exceptional:
    """In exceptional cases one authority may, another for events whose average rating is above this."""

    method: ClassVar[str] = "exceptional"
    authority: Authority
    average_authority: Authority
    average_above: RatingPoints


@dataclass(frozen=True)
class Official:
    """Official events are reported and rated; who answers for the report, and whether continental ones are meant."""

    reported_by: Literal["organiser", "chief-arbiter"] = field(metadata=told("A report is taken from anybody."))
    continental: bool


@dataclass(frozen=True)
class WithinDays:
    """An appeal within so many days of the notice."""

    method: ClassVar[str] = "within-days"
    days: DayCount
    to: Authority


@dataclass(frozen=True)
class OpenEnded:
    """An appeal for which no time limit is printed."""

    method: ClassVar[str] = "open-ended"
    to: Authority


REGISTRATION_REFUSAL = Concept[By](
    "registration-refusal",
    Room.OFFICE,
    "who may refuse a registration",
    (By,),
)
UNSUBMITTED_EVENT = Concept[TopEvents | Exceptional](
    "unsubmitted-event",
    Room.OFFICE,
    "events rated without the federation's report",
    (TopEvents, Exceptional),
)
OFFICIAL_EVENT = Concept[Official](
    "official-event", Room.OFFICE, "events that are always rated", (Official,), built_in="registered-event"
)
APPEAL = Concept[WithinDays | OpenEnded](
    "appeal", Room.OFFICE, "how a decision not to rate an event is appealed", (WithinDays, OpenEnded)
)
RATING_OFFICER = Concept[Said](
    "rating-officer", Room.OFFICE, "each federation names somebody for rating matters", (Said,)
)


@dataclass(frozen=True)
class SteadyGames:
    """The most games of a period with which a rating of this K still shows the strength."""

    k: K
    games: GameCount


@dataclass(frozen=True)
class Steady:
    """With more games of a period than these a rating stops showing the strength; it is a warning."""

    classes: Annotated[tuple[SteadyGames, ...], Length(1, 20)]


STEADY_RATING = Concept[Steady](
    "steady-rating",
    Room.OFFICE,
    "how many games a rating takes in, by its K, until it stops showing the strength",
    (Steady,),
)
