"""What the calculators answer: frozen values, with the lines and steps of an explanation in them.

Sums, changes and expectations are hundredths, scores half points, ratings whole; a number that does not apply is null.
`standings` names the editions behind an answer that are not known by their text.
"""

from __future__ import annotations

from arpad.columns import FirstOutcome, Status
from arpad.exact import HalfPoints, Hundredths
from arpad.explain.lines import EventLine
from arpad.explain.numbers import Step
from arpad.frozen import dataclass
from arpad.law.evidence import Standing


@dataclass(frozen=True)
class ExpectedAnswer:
    """The expected score at a rating difference."""

    rulebook: str
    witness: str | None
    difference: int
    counted_difference: int
    limited: bool
    expected: Hundredths
    articles: tuple[str, ...]
    standings: tuple[Standing, ...] = ()


@dataclass(frozen=True)
class DpAnswer:
    """The rating difference that belongs to a percentage."""

    rulebook: str
    witness: str | None
    percent: int
    dp: int
    articles: tuple[str, ...]
    standings: tuple[Standing, ...] = ()


@dataclass(frozen=True)
class PeriodAnswer:
    """What a rated player's period comes to; `k_ceiling` is the largest K that the games allow, where it is lower."""

    rulebook: str
    k: int
    k_reason: str
    k_ceiling: int | None
    k_used: int | None  # with which the change was made; null where events have several, or nothing counts
    events: tuple[EventLine, ...]
    sum: Hundredths
    change: Hundredths
    rounded: int
    new_rating: int
    steps: tuple[Step, ...]
    standings: tuple[Standing, ...] = ()


@dataclass(frozen=True)
class FirstRatingAnswer:
    """What first rating a newcomer's results give; `missing` has the steps that stand against publishing it."""

    rulebook: str
    rating: int | None
    published: bool
    outcome: FirstOutcome
    missing: tuple[Step, ...]
    games: int
    score: HalfPoints
    ra: Hundredths | None
    p: int | None
    dp: int | None
    before_maximum: int | None
    events: tuple[EventLine, ...]
    steps: tuple[Step, ...]
    standings: tuple[Standing, ...] = ()


@dataclass(frozen=True)
class TablePlayer:
    """A player of a round robin: an unrated one has two passes, a rated one an expected score and, with K, a change."""

    name: str
    first_pass: int | None = None
    rc_new: int | None = None
    second_pass: int | None = None
    status: Status = Status.COUNTED
    expected: Hundredths | None = None
    change: Hundredths | None = None


@dataclass(frozen=True)
class RoundRobinAnswer:
    """Both passes of a round robin with unrated players, and everybody's change."""

    rulebook: str
    rar: Hundredths
    dpa: Hundredths
    n: int
    ra: int
    players: tuple[TablePlayer, ...]
    articles: tuple[str, ...]
    standings: tuple[Standing, ...] = ()


@dataclass(frozen=True)
class PerformanceAnswer:
    """The performance rating of a result."""

    rulebook: str
    games: int
    score: HalfPoints
    average: int
    p: int
    dp: int
    performance: int
    articles: tuple[str, ...]
    standings: tuple[Standing, ...] = ()


@dataclass(frozen=True)
class TargetAnswer:
    """The least score that reaches a target, the best that can be reached, and the score that keeps the rating."""

    rulebook: str
    target: int
    games: int
    score: HalfPoints | None
    new_rating: int | None
    best: int
    unchanged: HalfPoints | None
    standings: tuple[Standing, ...] = ()
