"""The facts of an event, as its report, a sidecar, an option or an officer gives them."""

from __future__ import annotations

from datetime import date

from arpad.frozen import dataclass

NO_LICENCE = "none"
LICENCES = ("IA", "FA", "NA", "A", "B", "C", "D", NO_LICENCE)  # titles, and the classes in which FIDE licenses


@dataclass(frozen=True, slots=True)
class Arbiter:
    """An arbiter as the facts of the event name them."""

    name: str = ""
    id: int | None = None
    licence: str = ""


@dataclass(frozen=True, slots=True)
class Approval:
    """Something that an authority approved, and which authority; empty where it is not named."""

    what: str
    by: str = ""


@dataclass(frozen=True, slots=True)
class Exclusion:
    """A game or a player to be excluded, and why."""

    player: int
    round: int | None = None
    reason: str = ""
    why: str = ""  # in the words of whoever asks for it


@dataclass(frozen=True, slots=True)
class Resolution:
    """A decision to rate an event that the federation did not submit: whose, of which day, and why."""

    by: str
    day: date
    reason: str


@dataclass(frozen=True, slots=True)
class EventFacts:
    """The facts of an event. None or empty means unknown; what is unknown is asked for, never assumed."""

    name: str = ""
    code: str = ""
    series: str = ""
    federation: str = ""
    start: date | None = None
    end: date | None = None
    system: str = ""
    games_scheduled: int | None = None
    rounds_per_day: int | None = None  # on the busiest day, where the report does not date its rounds
    time_control: str = ""
    registered: date | None = None
    reported: date | None = None
    agreed: bool | None = None
    official: bool | None = None  # FIDE's own
    continental: bool | None = None  # a continent's official event
    national_championship: bool | None = None
    women_only: bool | None = None
    team_championship: bool | None = None
    league: bool | None = None
    hybrid: bool | None = None
    norms: bool | None = None
    notation: bool | None = None
    laws: bool | None = None  # the Laws of Chess were applied
    ratings_at: str = ""
    schedule: tuple[date, ...] = ()  # the day of each round, as it was registered
    announced: str = ""  # rated, by its regulations; or unrated, by the invitation and by the arbiter before the start
    resolution: Resolution | None = None
    approvals: tuple[Approval, ...] = ()
    arbiters: tuple[Arbiter, ...] = ()
    exclusions: tuple[Exclusion, ...] = ()
    part: int | None = None  # of an event that is sent in parts; its days are those of its own games
    part_start: date | None = None
    part_end: date | None = None
    joined_since: date | None = None  # of a stage: the days of the event of which it is one
    joined_until: date | None = None

    @property
    def last(self) -> date | None:
        """The last day of the part, or else of the event."""
        return self.part_end or self.end
