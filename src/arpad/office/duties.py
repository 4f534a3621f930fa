"""The duties desk: what is due of each event, and what is overdue. It reads only."""

from __future__ import annotations

from datetime import date

from arpad.frozen import dataclass
from arpad.office.book.event_duties import DutyKind, EventDuty, event_duties
from arpad.office.book.event_lookup import checked_series
from arpad.office.desk import Desk

__all__ = ["DutyKind", "DutyQuery", "EventDuty", "list_duties"]


@dataclass(frozen=True)
class DutyQuery:
    """Which duties are listed: those of a series, up to a day, or only overdue ones. Empty fields mean all."""

    series: str = ""
    until: date | None = None
    overdue: bool = False

    def __post_init__(self) -> None:
        checked_series(self.series)


def list_duties(desk: Desk, query: DutyQuery) -> tuple[EventDuty, ...]:
    """Return the duties of the query by day, as of today."""
    with desk.reading() as connection:
        duties = event_duties(connection, query.series, desk.today())
    until = query.until or date.max
    return tuple(duty for duty in duties if duty.due <= until and (duty.overdue or not query.overdue))
