"""What a check decides, and the finding that tells it: one value, so that neither is ever made without the other.

An exclusion names its status and the rows it falls on, games or whose own result; without them it cannot be made. All
other findings decide nothing about rows: what refuses or asks is for the verdict, advice harms nobody.
"""

from __future__ import annotations

from arpad.columns import Status, label
from arpad.finding import Finding, Tier
from arpad.frozen import dataclass
from arpad.law.rules.concept import Concept

_STATUS = {label(status): status for status in Status if status != Status.COUNTED}


@dataclass(frozen=True, slots=True)
class Decision:
    """A finding, and what comes of it in the tables of the event."""

    finding: Finding
    status: Status = Status.COUNTED
    games: tuple[int, ...] = ()  # rows of the games that do not count
    entries: tuple[int, ...] = ()  # rows of the players whose own result does not count

    def __post_init__(self) -> None:
        excludes, rows = self.finding.tier == Tier.EXCLUDE, bool(self.games or self.entries)
        if excludes != (self.status != Status.COUNTED):
            raise ValueError(f"{self.finding.message}: an exclusion has a status, and nothing else has one")
        if excludes != rows:
            raise ValueError(f"{self.finding.message}: an exclusion falls on rows, and nothing else does")

    def set_aside(self, who: str, reason: str) -> Decision:
        """Taken back by an officer: the rows count, and the finding says who let them."""
        return Decision(set_aside(self.finding, who, reason))


def set_aside(finding: Finding, who: str, reason: str) -> Finding:
    """A finding that an officer overrides: advice that says so."""
    return finding._replace(tier=Tier.ADVICE, remedy=None, overridden=(who, reason))


def status_of(concept: Concept[object]) -> Status:
    """The status that an exclusion by this concept has: the one of the same name."""
    if concept.name not in _STATUS:
        raise ValueError(f"{concept.name}: no status has this name, so nothing can be excluded by it")
    return _STATUS[concept.name]
