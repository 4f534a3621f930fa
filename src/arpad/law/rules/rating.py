"""What the law lets `rating` decide of rated players: which ratings, which differences, what a game is worth, K."""

from __future__ import annotations

from typing import ClassVar, Literal

from arpad.frozen import dataclass
from arpad.law.rules.coefficient import Coefficient
from arpad.law.rules.concept import Concept, Halves, Room, Said
from arpad.law.rules.ranges import FederationCode, GameCount, KProduct, PointsApart, RatingPoints, SeriesName

# --- which text, which ratings ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ByEventStart:
    """The edition is chosen by the first day of the event."""

    on_the_day: bool  # an event that starts on the very day of the change follows the new text


@dataclass(frozen=True)
class AtStart:
    """Ratings of the list in force on the event's first day, for every game."""

    method: ClassVar[str] = "start"


@dataclass(frozen=True)
class StartOrGame:
    """As at the start; the organiser may choose the day of each game, before the first round."""

    method: ClassVar[str] = "start-or-game"


@dataclass(frozen=True)
class StartOrPart:
    """As at the start; an event reported in parts takes the list in force at each part."""

    method: ClassVar[str] = "start-or-part"


EDITION_CHOICE = Concept[ByEventStart](
    "edition-choice",
    Room.RATING,
    "which edition an event follows",
    (ByEventStart,),
    why_unread="An edition is chosen by the first and the last day that its own head gives.",
)
RATINGS_USED = Concept[AtStart | StartOrGame | StartOrPart](
    "ratings-used", Room.RATING, "which list gives the ratings of an event", (AtStart, StartOrGame, StartOrPart)
)


@dataclass(frozen=True)
class OtherSeries:
    """Another series' rating is read."""

    series: SeriesName


@dataclass(frozen=True)
class Foreigners:
    """Players of other federations than the one at home are met with their rating of another series."""

    series: SeriesName
    home: FederationCode


STAND_IN_RATING = Concept[OtherSeries](
    "stand-in-rating", Room.RATING, "whose rating stands in for a missing one", (OtherSeries,)
)
FOREIGN_PLAYERS = Concept[Foreigners](
    "foreign-players", Room.RATING, "with which rating players of other federations are met", (Foreigners,)
)
LATE_RATED = Concept[Said](
    "late-rated",
    Room.RATING,
    "a player rated after playing: rated for himself, unrated for the others",
    (Said,),
    built_in="seating",
)

# --- the change of a rated player ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class EveryGame:
    """A greater difference counts as the limit, in every game."""

    method: ClassVar[str] = "every-game"
    limit: PointsApart


@dataclass(frozen=True)
class FirstGamesOfEvent:
    """A greater difference counts as the limit in the first such games of one event, in order of play."""

    method: ClassVar[str] = "first-games-of-event"
    limit: PointsApart
    games: GameCount


@dataclass(frozen=True)
class GreatestOfEvent:
    """A greater difference counts as the limit in one game of an event, that with the greatest difference."""

    method: ClassVar[str] = "greatest-of-event"
    limit: PointsApart
    binds: Literal["stronger", "both"]  # whose games are one: the stronger's alone, the weaker keeping every limit


@dataclass(frozen=True)
class BelowRating:
    """A greater difference counts as the limit for players rated below a rating; from it on the real one counts."""

    method: ClassVar[str] = "below-rating"
    limit: PointsApart
    exempt_from: RatingPoints


@dataclass(frozen=True)
class WideDifference:
    """The game does not count from this difference on, when a player is rated above that rating."""

    difference: PointsApart
    above: RatingPoints


@dataclass(frozen=True)
class Excluded:
    """Games against unrated opponents do not count for the rated player."""

    method: ClassVar[str] = "excluded"


@dataclass(frozen=True)
class EventRating:
    """In a round robin an unrated opponent counts with his rating of the event; elsewhere the game does not count."""

    method: ClassVar[str] = "event-rating-in-round-robin"


@dataclass(frozen=True)
class Parts:
    """What is judged when an event is reported in parts: the event with all its parts, or each part alone."""

    judged: Literal["whole", "alone"]


@dataclass(frozen=True)
class Change:
    """What one game is worth, before K."""

    delta: Literal["score-minus-expected", "expected-minus-score"]


@dataclass(frozen=True)
class Ceiling:
    """K times the games of the period may not exceed the product; otherwise K is the largest whole number that fits."""

    product: KProduct


@dataclass(frozen=True)
class ChangeRounding:
    """What is rounded once per period, and where a half goes."""

    of: Literal["new-rating", "change"]
    halves: Halves


RATING_DIFFERENCE = Concept[Said](
    "rating-difference", Room.RATING, "own rating less the opponent's", (Said,), built_in="scoring"
)
DIFFERENCE_LIMIT = Concept[EveryGame | FirstGamesOfEvent | GreatestOfEvent | BelowRating](
    "difference-limit",
    Room.RATING,
    "how far apart two players may count",
    (EveryGame, FirstGamesOfEvent, GreatestOfEvent, BelowRating),
)
WIDE_DIFFERENCE = Concept[WideDifference](
    "wide-difference", Room.RATING, "games too unequal to be rated", (WideDifference,)
)
UNRATED_OPPONENT = Concept[Excluded | EventRating](
    "unrated-opponent", Room.RATING, "what a game against an unrated player is worth", (Excluded, EventRating)
)
EVENT_IN_PARTS = Concept[Parts]("event-in-parts", Room.RATING, "how parts of one event are judged", (Parts,))
PROVISIONAL_RATINGS = Concept[Said](
    "provisional-ratings", Room.RATING, "earlier unpublished ratings are ignored", (Said,), built_in="the pool"
)
RATING_CHANGE = Concept[Change]("rating-change", Room.RATING, "score against expectation, summed, times K", (Change,))
COEFFICIENT = Concept[Coefficient]("coefficient", Room.RATING, "K and its clauses", (Coefficient,))
GAIN_SPLIT = Concept[Said](
    "gain-split", Room.RATING, "a gain beyond a rating at which K changes counts with the K from there on", (Said,)
)
COEFFICIENT_CEILING = Concept[Ceiling](
    "coefficient-ceiling", Room.RATING, "the largest K the games of a period allow", (Ceiling,)
)
CHANGE_ROUNDING = Concept[ChangeRounding](
    "change-rounding", Room.RATING, "how the change of a period becomes whole", (ChangeRounding,)
)

# --- the tables ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Layout:
    """A conversion table, in the printed layout."""

    layout: str


DP_TABLE = Concept[Layout]("dp-table", Room.RATING, "percentage score to rating difference", (Layout,))
EXPECTATION_TABLE = Concept[Layout]("expectation-table", Room.RATING, "rating difference to expected score", (Layout,))
