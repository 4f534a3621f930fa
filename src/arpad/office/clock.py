"""The clock of an office: the machine's clock, or the day that a rehearsal is set to.

Instants are microseconds since 1970, UTC. The civil day is that of the office's time zone.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from arpad.finding import Remedy, UserError
from arpad.frozen import dataclass

MICROSECONDS_PER_SECOND = 1_000_000
ZONE_ERRORS = (ZoneInfoNotFoundError, ValueError, OSError)


@dataclass(frozen=True)
class Clock:
    """The time zone of an office, and in a rehearsal its day."""

    zone: str = "UTC"
    set_to: date | None = None  # a rehearsal's day

    def today(self) -> date:
        """Return the day of a rehearsal, else the civil day now in the time zone. An unknown time zone raises an
        error."""
        try:
            return self.set_to or datetime.now(ZoneInfo(self.zone)).date()
        except ZONE_ERRORS:
            raise UserError("timezone-of-office", Remedy.to("ask-verify"), zone=self.zone) from None

    def instant(self) -> int:
        """Return the real time in microseconds since 1970, UTC, also in a rehearsal."""
        now = datetime.now(UTC)
        return int(now.timestamp()) * MICROSECONDS_PER_SECOND + now.microsecond


@dataclass(frozen=True)
class FixedClock(Clock):
    """A clock that stands still while an act is performed: its day and its instant are read once."""

    day: date = date.min
    moment: int = 0

    @classmethod
    def of(cls, clock: Clock) -> FixedClock:
        """Return a clock that stands at what another one shows now; the same clock if it stands already."""
        if isinstance(clock, FixedClock):
            return clock
        return cls(clock.zone, clock.set_to, clock.today(), clock.instant())

    def today(self) -> date:
        return self.day

    def instant(self) -> int:
        return self.moment


def check_time_zone(zone: str) -> str:
    """Return the name of a time zone as it is; a name that this machine does not know is refused."""
    try:
        ZoneInfo(zone)
    except ZONE_ERRORS:
        raise UserError("no-timezone", Remedy.to("write-timezone"), zone=zone) from None
    return zone
