"""Say which day it is. An ordinary office has the machine's clock; a rehearsal has the day it is told.

Instants are microseconds since 1970, UTC; the civil day is that of the office's time zone.
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
    zone: str = "UTC"
    set_to: date | None = None  # a rehearsal's day

    def today(self) -> date:
        try:
            return self.set_to or datetime.now(ZoneInfo(self.zone)).date()
        except NO_ZONE:
            raise Misuse("timezone-of-office", Remedy.to("ask-verify"), zone=self.zone) from None

    def instant(self) -> int:
        """The machine's, also in a rehearsal: the log says when something was really done."""
        now = datetime.now(UTC)
        return int(now.timestamp()) * MICROSECONDS + now.microsecond


def checked_zone(zone: str) -> str:
    """A time zone by its name; another is refused."""
    try:
        ZoneInfo(zone)
    except NO_ZONE:
        raise Misuse("no-timezone", Remedy.to("write-timezone"), zone=zone) from None
    return zone
