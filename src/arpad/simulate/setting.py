"""Say what is simulated: a series, some months, so many players, a seed; and refuse what cannot be."""

from __future__ import annotations

from datetime import date, timedelta
from functools import cached_property

from arpad.days import Month
from arpad.finding import Misuse
from arpad.frozen import dataclass
from arpad.law import in_force
from arpad.lists.beside import home_federation
from arpad.simulate.calendar import last_day, must_be_covered

BOUNDS = {"players": (12, 2_000_000), "months": (1, 600), "seed": (0, 2**63 - 1)}
FIRST = Month(202403)
QUICK = ("fide-rapid", "fide-blitz")


@dataclass(frozen=True)
class Setting:
    """What is simulated. The same setting gives the same bytes."""

    series: str = "fide-standard"
    first: Month = FIRST
    months: int = 24
    players: int = 3000  # at the start
    seed: int = 7
    defective: int = 5  # per cent of the reports are spoilt

    def __post_init__(self) -> None:
        for what, (least, most) in BOUNDS.items():
            if not least <= getattr(self, what) <= most:
                raise Misuse("simulate-bounds", setting=what, value=getattr(self, what), least=least, most=most)
        must_be_covered(self.series, self.first, self.months)

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
        return self.series in QUICK

    @property
    def last_day(self) -> date:
        """The last day of the last month."""
        return self.first.plus(self.months).first - timedelta(days=1)

    @property
    def last_end(self) -> date:
        """The last day on which an event may end."""
        return last_day(self.series, self.first.plus(self.months - 1).first)
