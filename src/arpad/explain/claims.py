"""A claim about what a list says: somebody disputes a game or a number, and the answer stays with the row."""

from __future__ import annotations

from datetime import date
from enum import StrEnum

from arpad.days import Month
from arpad.frozen import dataclass


class ClaimRole(StrEnum):
    """As what somebody claims."""

    PLAYER = "player"
    ARBITER = "arbiter"
    ORGANISER = "organiser"
    FEDERATION = "federation"


class ClaimState(StrEnum):
    """Where a claim stands."""

    OPEN = "open"
    UPHELD = "upheld"
    REJECTED = "rejected"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True)
class ClaimAnswer:
    """What became of a claim: when, by whom, in which words, and by which case it is put right."""

    day: date
    who: str
    text: str
    revision: str | None


@dataclass(frozen=True)
class Claimed:
    """A claim, the row of a list that it is about, and what became of it."""

    code: str
    player: int  # the office's number
    name: str
    series: str
    list: Month
    event: str | None  # where a game is disputed, or what an event gave
    round: int | None
    opponent: int | None
    opponent_name: str | None
    by: str
    role: ClaimRole
    text: str
    filed: date
    until: date | None  # the last day that the law gives; none: it sets no time
    late: bool  # it was filed after that
    article: str | None  # that sets the time, or that knows an appeal without one
    state: ClaimState
    answer: ClaimAnswer | None
