"""The scale desk: measure how well published ratings predict results."""

from __future__ import annotations

from sqlalchemy import Connection

from arpad.days import Month
from arpad.frozen import dataclass
from arpad.monitor.scale import Scale
from arpad.monitor.scale import measure_scale as measured
from arpad.monitor.sources import TrueStrengths
from arpad.monitor.yearly_drift import YearlyDrift
from arpad.monitor.yearly_drift import measure_yearly_drift as measured_drift
from arpad.office.desk import Desk, ProgressReporter, no_progress
from arpad.office.publishing.monitor_source import OfficeSource
from arpad.office.reading_room.reader import Reader
from arpad.office.reading_room.stamps import ListHead
from arpad.office.rolls import single_series

__all__ = ["Scale", "ScaleRequest", "YearlyDrift", "measure_drift_of_year", "measure_series_scale", "read_public_scale"]

NEWEST_LIST = Month(0)


@dataclass(frozen=True)
class ScaleRequest:
    """A request to measure a series up to a list; by default the only series and the newest list."""

    series: str = ""
    list_: Month = NEWEST_LIST
    truth: TrueStrengths | None = None  # true strengths, of a simulation


def measure_series_scale(desk: Desk, request: ScaleRequest, watch: ProgressReporter = no_progress) -> Scale:
    """Measure how well the published ratings of a series predict results, up to a list. Nothing is stored. Refused if
    the series has no lists, or if none is named and there are several."""
    with desk.reading() as connection:
        source = OfficeSource(connection, request.series or single_series(connection), request.truth)
        with watch("lists", len(source.lists)) as advance:
            return measured(source, request.list_, advance)


def measure_drift_of_year(desk: Desk, series: str, year: int) -> YearlyDrift:
    """Return how the ratings of the same players moved in a year. Nothing is stored. Without a series, the only one is
    meant. Refused if the year has no two lists to compare."""
    with desk.reading() as connection:
        return measured_drift(OfficeSource(connection, series or single_series(connection), None), year)


def read_public_scale(reader: Reader, series: str, list_: Month | None = None) -> Scale:
    """Return how well the published ratings of a series predict results, up to a list (None: the newest).

    Computed once for each list and then kept in memory. The measures of the newest list serve earlier lists, too.
    """
    newest, head = reader.head(series), reader.head(series, list_)
    whole = reader.once("scale", newest, _measure_list)
    if head == newest:
        return whole

    def earlier(connection: Connection, earlier_head: ListHead) -> Scale:
        return measured(OfficeSource(connection, earlier_head.series), earlier_head.list_, measured=whole.lists)

    return reader.once("scale", head, earlier)


def _measure_list(connection: Connection, head: ListHead) -> Scale:
    """Measure the scale of a series up to a list, without the cache."""
    return measured(OfficeSource(connection, head.series), head.list_)
