"""Say what a league is: a team event in monthly parts, a Saturday and a Sunday each, with teams that stay."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from arpad.frozen import dataclass
from arpad.law.calendar import add_months
from arpad.model import Arbiter, Team
from arpad.simulate.draw import Draw
from arpad.simulate.names import latin, place, surname
from arpad.simulate.plan import Control

DAY, SATURDAY = timedelta(days=1), 5
TEAMS, PARTS, ROUNDS_OF_A_PART, EVERY = 6, 5, 2, 9
SMALL, LARGE = 4, 120  # teams of a small league; players from which on it is a whole one


@dataclass(frozen=True)
class League:
    """A long team event: its teams stay, its rounds come month by month."""

    code: int
    name: str
    city: str
    federation: str
    start: date
    people: tuple[int, ...]
    teams: tuple[Team, ...]
    control: Control
    registered: date
    arbiters: tuple[Arbiter, ...]
    parts: int

    def days(self, part: int, month: date) -> tuple[date, ...]:
        """The days of all rounds up to the part of a month; after the first part it is the second weekend."""
        days = []
        for earlier in range(part + 1):
            first = first_saturday(add_months(month, earlier - part)) + (7 * DAY if earlier else 0 * DAY)
            days += [first, first + DAY]
        return tuple(days)


def first_saturday(month: date) -> date:
    return month + (SATURDAY - month.weekday()) % 7 * DAY


def make_teams(draw: Draw, rows: Sequence[int], count: int, language: str) -> tuple[Team, ...]:
    """Teams of about one strength: the field dealt out in turns, each in board order."""
    names: list[str] = []
    while len(names) < count:
        name = latin(f"{place(draw, language)} {surname(draw, language)}")
        names += [] if name in names else [name]
    members = [tuple(number for number in range(1, len(rows) + 1) if (number - 1) % count == at) for at in range(count)]
    return tuple(Team(name[:32], of, at) for at, (name, of) in enumerate(zip(names, members, strict=True), 1))
