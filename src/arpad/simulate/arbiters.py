"""Make the arbiters of a federation and the licences they hold."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from arpad.frozen import dataclass
from arpad.model import Arbiter
from arpad.simulate.draw import Draw
from arpad.simulate.names import given_name, latin, surname
from arpad.simulate.people import FIRST_ID

DAY = timedelta(days=1)
LICENCES = (("IA", 2), ("FA", 3), ("NA", 5))


@dataclass(frozen=True)
class ArbiterRow:
    """An arbiter and the licence he holds."""

    arbiter: Arbiter
    federation: str
    since: date
    until: date | None


def make_arbiters(draw: Draw, count: int, first: date, codes: Sequence[tuple[str, str]]) -> tuple[ArbiterRow, ...]:
    """The arbiters; the last licences of all have run out before anybody asks."""
    rows = []
    for at in range(count):
        code, language = codes[at % len(codes)]
        name = latin(f"{surname(draw, language)}, {given_name(draw, language, draw.pick('mw'))}")
        gone = at >= count - 2
        since = first - draw.among(800, 5000) * DAY
        until = first - draw.among(30, 400) * DAY if gone else None
        rows.append(ArbiterRow(Arbiter(name, FIRST_ID - 1 - at, draw.weighed(LICENCES)), code, since, until))
    return tuple(rows)
