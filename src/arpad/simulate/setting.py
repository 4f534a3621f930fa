"""What is simulated: series, months, players and seed, and the days of events and lists."""

from __future__ import annotations

from datetime import date, timedelta
from functools import cached_property

from arpad.days import LAST_YEAR, Month
from arpad.finding import Note, UserError
from arpad.frozen import dataclass
from arpad.law import LawError, editions, in_force, rulebook, series_names
from arpad.law.calendar import add_months, closing_day, list_for, next_list
from arpad.lists.other_series import home_federation

ONE_DAY = timedelta(days=1)


def covered_months(series: str) -> tuple[Note, ...]:
    """The months for which some edition admits events: `2009-07 to 2011-06`, `from 2024-03`."""
    spans: list[list[date | None]] = []
    for head in (rulebook(name).head for name in editions()):
        if series not in head.series or head.use:
            continue
        last = spans[-1][1] if spans else None
        if last is not None and last + ONE_DAY == head.in_force:
            spans[-1][1] = head.until
        else:
            whole = head.in_force.day == 1
            spans.append([head.in_force if whole else add_months(head.in_force.replace(day=1), 1), head.until])
    return tuple(
        Note.of("months-covered/until", first=Month.of(first), last=Month.of(last))
        if last
        else Note.of("months-covered/from", first=Month.of(first))
        for first, last in spans
    )


def require_covered_months(series: str, first: Month, months: int) -> None:
    """Refuse a series nobody knows, and months no edition covers."""
    if series not in series_names():
        raise UserError("simulate-series", series=series, known=tuple(series_names()))
    last = first.plus(months - 1)
    if last.year > LAST_YEAR:
        raise UserError("simulate-last", year=LAST_YEAR, month=last)
    for month in (first.plus(each) for each in range(months)):
        try:
            for day in (month.first, month_end(month.first)):
                in_force(series, day)
        except LawError:
            raise UserError("simulate-months", series=series, month=month, covered=covered_months(series)) from None


def month_end(day: date) -> date:
    """The last day of a day's month."""
    return add_months(day.replace(day=1), 1) - ONE_DAY


def last_event_day(series: str, month: date) -> date:
    """The last day on which an event of the last month may end: its list is the one after it."""
    end = month_end(month)
    return min(end, closing_day(series, next_list(series, end)))


def list_entered(series: str, end: date, reported: date) -> date | None:
    """The list an event enters; None where that is after the last edition."""
    try:
        first = list_for(series, end)
        return first if first > reported else next_list(series, reported)
    except LawError:
        return None


SETTING_BOUNDS = {"players": (12, 2_000_000), "months": (1, 600), "seed": (0, 2**63 - 1)}
DEFAULT_MONTHS = Month(202403)
QUICK_SERIES = ("fide-rapid", "fide-blitz")


@dataclass(frozen=True)
class SimulationSetting:
    """What is simulated. The same setting gives the same bytes."""

    series: str = "fide-standard"
    first: Month = DEFAULT_MONTHS
    months: int = 24
    players: int = 3000  # at the start
    seed: int = 7
    defective: int = 5  # per cent of the reports are spoilt

    def __post_init__(self) -> None:
        for what, (least, most) in SETTING_BOUNDS.items():
            if not least <= getattr(self, what) <= most:
                raise UserError("simulate-bounds", setting=what, value=getattr(self, what), least=least, most=most)
        require_covered_months(self.series, self.first, self.months)

    @property
    def start(self) -> date:
        """The first day."""
        return self.first.first

    @cached_property
    def home(self) -> str:
        """The federation of a national list; nothing for an international one."""
        return home_federation(in_force(self.series, self.start))

    @property
    def quick(self) -> bool:
        return self.series in QUICK_SERIES

    @property
    def last_day(self) -> date:
        """The last day of the last month."""
        return self.first.plus(self.months).first - timedelta(days=1)

    @property
    def last_end(self) -> date:
        """The last day on which an event may end."""
        return last_event_day(self.series, self.first.plus(self.months - 1).first)
