"""The clock of an office: the machine's clock, or the day that a rehearsal is set to.

Instants are microseconds since 1970, UTC. The civil day is that of the office's time zone.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from arpad.finding import Misuse, Remedy
from arpad.frozen import dataclass

MICROSECONDS = 1_000_000
NO_ZONE = (ZoneInfoNotFoundError, ValueError, OSError)


@dataclass(frozen=True)
class Clock:
    """The time zone of an office, and in a rehearsal its day."""

    zone: str = "UTC"
    set_to: date | None = None  # a rehearsal's day

    def today(self) -> date:
        """The office's civil day."""
        try:
            return self.set_to or datetime.now(ZoneInfo(self.zone)).date()
        except NO_ZONE:
            raise Misuse("timezone-of-office", Remedy.to("ask-verify"), zone=self.zone) from None

    def instant(self) -> int:
        """The instant of the machine's clock, also in a rehearsal: the log has the real time."""
        now = datetime.now(UTC)
        return int(now.timestamp()) * MICROSECONDS + now.microsecond


def checked_zone(zone: str) -> str:
    """The name of a time zone; an unknown name is refused."""
    try:
        ZoneInfo(zone)
    except NO_ZONE:
        raise Misuse("no-timezone", Remedy.to("write-timezone"), zone=zone) from None
    return zone
