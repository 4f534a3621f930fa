"""Which list an event enters, and whether other admitted events of that list come before it for a newcomer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

import numpy as np
from sqlalchemy import Connection, select

from arpad.days import Day, Month
from arpad.finding import Finding, Tier
from arpad.frozen import dataclass
from arpad.law import LawError
from arpad.law.calendar import list_day, list_on, next_list
from arpad.model import Verdict
from arpad.office.book.admitted_content import unpack_content
from arpad.office.book.event_lookup import event_keys_on_list, find_event_parts, one_with
from arpad.office.book.event_status import EventStatus
from arpad.office.rolls import COMPUTED, newest_published_list, series_kind
from arpad.office.store import schema
from arpad.office.store.bulk import is_one_of
from arpad.office.store.cache import CacheSubject, cached_each
from arpad.pipeline import Answer

if TYPE_CHECKING:
    from arpad.office.book.examination import ExaminationSubject


def day_of_entered_list(connection: Connection, series: str, by_law: date | None) -> date | None:
    """Return the day of the list that an event will enter: the one by law, or a later one if that is published already.

    Where the office does not compute the series, or the law ends, it is the one by law. None stays None."""
    published = _newest_computed_list(connection, series)
    if by_law is None or not published:
        return by_law
    try:
        return max(by_law, next_list(series, _last_day_of_month(published)))
    except LawError:
        return by_law  # the law ends with the newest list


def day_of_newest_list(connection: Connection, series: str, onto: int = 0) -> date | None:
    """Return the day of the newest list that was computed here; None where there is none.

    With `onto`, a list of the past (yyyymm), return instead the last day before that list."""
    if onto:
        return list_day(series, Month(onto)) - timedelta(days=1)
    published = _newest_computed_list(connection, series)
    return list_day(series, published) if published else None


def _newest_computed_list(connection: Connection, series: str) -> Month:
    """Return the newest list of a series that the office computes; month 0 for any other series."""
    return Month(newest_published_list(connection, series) if series_kind(connection, series) == COMPUTED else 0)


def list_of_result(answer: Answer) -> Month | None:
    """Return the month of the list that an examined event enters; None if it is not ratable or enters none."""
    if answer.list_day is None or answer.verdict == Verdict.NOT_RATABLE:
        return None
    return Month.of(answer.list_day)


def day_of_list(series: str, list_: Month) -> date:
    """Return the day on which the list of a month is published by law, also if it was not published yet."""
    return list_on(series, _last_day_of_month(list_))


def _last_day_of_month(month: Month) -> date:
    """The last day of a month."""
    return month.plus(1).first - timedelta(days=1)


ADMITTED_EVENT_KEY = "sitting"
FIRST_EVENT_MESSAGES = (
    "first-event/very-first",
    "first-event/until-one-counts",
    "minimum-event-games/until-one-counts",
    "first-result/until-one-counts",
)


def adjust_first_event_findings(
    connection: Connection, matter: ExaminationSubject, counted: Mapping[int, int], findings: Iterable[Finding]
) -> Iterator[Finding]:
    """Yield all findings.

    One about a player's first event becomes advice if an earlier event is admitted to the same list. `counted` maps a
    start number to the registry key under which the player is rated."""
    earlier: dict[int, str] | None = None  # by player
    for finding in findings:
        if finding.message not in FIRST_EVENT_MESSAGES or not finding.player:
            yield finding
            continue
        if earlier is None:
            earlier = _earlier_events_by_player(connection, matter)
        code = earlier.get(counted[finding.player], "")
        if not code:
            yield finding
            continue
        fields = (*finding.fields, ("event", code))
        yield finding._replace(message=f"{finding.message}-after", fields=fields, tier=Tier.ADVICE)


def _earlier_events_by_player(connection: Connection, matter: ExaminationSubject) -> dict[int, str]:
    """Return, by registry key, the name of an admitted or rated event that comes before this one on the same list.

    Stages of the same event do not count."""
    event, ours = matter.event, (matter.event.start, matter.event.end)
    keys = event_keys_on_list(connection, event.series, int(matter.rated))
    same = one_with(connection, event.key)  # stages of one event come not before each other
    parts = [part for part in find_event_parts(connection, keys=keys) if part.event not in same]
    before = [part for part in parts if part.life.where in (EventStatus.ADMITTED, EventStatus.RATED)]
    admitted = _read_admitted_events(connection, [part.admitted for part in before])
    names: dict[int, str] = {}
    for part in before:
        days = admitted[ADMITTED_EVENT_KEY, part.admitted].days
        if (*days, part.event) < (*map(Day.of, ours), event.key):  # of the same days the earlier registered
            for key in admitted[ADMITTED_EVENT_KEY, part.admitted].players:
                names.setdefault(key, part.name)
    return names


@dataclass(frozen=True)
class _AdmittedEvent:
    """First and last day of an admitted event, and the keys of its players."""

    days: tuple[int, int]
    players: tuple[int, ...]


def _read_admitted_events(connection: Connection, decisions: list[int]) -> dict[Any, _AdmittedEvent]:
    """Return days and players of admitted events, by (ADMITTED_EVENT_KEY, number of the admission).

    Cached, because an admission never changes."""
    content = schema.content

    def look(some: list[Any]) -> dict[Any, _AdmittedEvent]:
        columns = (content.c.decision, content.c.start, content.c.end, content.c.packed)
        rows = select(*columns).where(is_one_of(connection, content.c.decision, [seq for _, seq in some]))
        return {
            (ADMITTED_EVENT_KEY, row.decision): _AdmittedEvent(
                (row.start, row.end), tuple(np.unique(unpack_content(row.packed).sitting.player).tolist())
            )
            for row in connection.execute(rows).all()
        }

    return cached_each(connection, CacheSubject.EVENTS, [(ADMITTED_EVENT_KEY, seq) for seq in decisions], look)
