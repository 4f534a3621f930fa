"""Say which values a key of a rulebook can have: types with a range, shared by the methods of all concepts.

A range is wide: it holds whatever a regulation of chess can mean, and leaves out what no column holds and what stops a
calculation. Whether a value is wise is not asked.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from arpad.frozen import dataclass

ENDLESS = 1_000_000  # above every number of games, age and rating there can be


@dataclass(frozen=True)
class Between:
    """A number from `least` to `most`, both included."""

    least: int
    most: int

    def holds(self, value: int | Fraction) -> bool:
        """Whether a value lies in the range."""
        return self.least <= value <= self.most


@dataclass(frozen=True)
class Length:
    """A list of `least` to `most` values, no value twice."""

    least: int
    most: int
    twice: Literal["twice", "twice-a-month"] = "twice"  # the message for a value that stands twice


@dataclass(frozen=True)
class Code:
    """A short name of small letters, digits and hyphens, or of three capital letters for a federation."""

    federation: bool = False


RatingPoints = Annotated[int, Between(1, 4000)]
PointsApart = Annotated[int, Between(1, 4000)]
K = Annotated[int, Between(1, 200)]
KProduct = Annotated[int, Between(1, ENDLESS)]
ClauseBound = Annotated[int, Between(0, ENDLESS)]
GameCount = Annotated[int, Between(1, 1000)]
GamesAbove = Annotated[int, Between(0, 1000)]
PlayerCount = Annotated[int, Between(0, 1000)]
HalfPointsOfGame = Annotated[int, Between(0, 2)]
HalfPointCount = Annotated[int, Between(0, 200)]
BonusPoints = Annotated[Fraction, Between(0, 100)]
PartOfAll = Annotated[Fraction, Between(0, 1)]
MoveCount = Annotated[int, Between(1, 500)]
MinuteCount = Annotated[int, Between(0, 1440)]
HourCount = Annotated[int, Between(1, 24)]
RoundCount = Annotated[int, Between(1, 100)]
DayCount = Annotated[int, Between(0, 3660)]
ClosingDays = Annotated[int, Between(1, 366)]
MonthCount = Annotated[int, Between(1, 1200)]
CalendarYear = Annotated[int, Between(1900, 2199)]
YearCount = Annotated[int, Between(1, 100)]
ListCount = Annotated[int, Between(1, 120)]
MonthOfYear = Annotated[int, Between(1, 12)]
DayOfMonth = Annotated[int, Between(1, 28)]  # that every month has
SeriesName = Annotated[str, Code()]
FederationCode = Annotated[str, Code(federation=True)]
