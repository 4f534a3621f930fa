"""The scale desk: whether ratings are true, measured from what the office published."""

from __future__ import annotations

from sqlalchemy import Connection

from arpad.days import Month
from arpad.frozen import dataclass
from arpad.monitor.scale import Scale
from arpad.monitor.scale import measure as measured
from arpad.monitor.strengths import Strengths
from arpad.office.desk import Desk, Watch, quiet
from arpad.office.publication.measured import OfficeSource
from arpad.office.reading_room.reader import Reader
from arpad.office.reading_room.stamps import ListHead
from arpad.office.rolls import only_series

__all__ = ["Measure", "Scale", "measure", "scale_of"]

NEWEST = Month(0)


@dataclass(frozen=True)
class Measure:
    """Which series is measured, and up to which list; the only series and the newest list, where none is named."""

    series: str = ""
    list_: Month = NEWEST
    truth: Strengths | None = None  # true strengths, of a simulation


def measure(desk: Desk, wanted: Measure, watch: Watch = quiet) -> Scale:
    """Measure the scale of a series."""
    with desk.reading() as connection:
        source = OfficeSource(connection, wanted.series or only_series(connection), wanted.truth)
        with watch("lists", len(source.lists)) as advance:
            return measured(source, wanted.list_, advance)


def scale_of(reader: Reader, series: str, list_: Month | None = None) -> Scale:
    """The scale of a series up to a list, for the public: worked out once for a list, and kept.

    What the newest list has shown of those before it is not measured again.
    """
    newest, head = reader.head(series), reader.head(series, list_)
    whole = reader.once("scale", newest, _measured)
    if head == newest:
        return whole

    def earlier(connection: Connection, of: ListHead) -> Scale:
        return measured(OfficeSource(connection, of.series), of.list_, measured=whole.lists)

    return reader.once("scale", head, earlier)


def _measured(connection: Connection, head: ListHead) -> Scale:
    return measured(OfficeSource(connection, head.series), head.list_)
