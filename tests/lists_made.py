"""A small published list of invented people, for the tests of selections, exports and differences."""

from __future__ import annotations

from datetime import date
from typing import Any

import numpy as np

from arpad.columns import Roll, State
from arpad.lists.published import People, Published

ON, QUIET, OFF, NONE = State.ACTIVE, State.INACTIVE, State.DELISTED, State.NONE

# id, FIDE number, name, federation, region, sex, title, national title, birth year, rating, state, k, games, last
ROWS: tuple[tuple[Any, ...], ...] = (
    (11, 9000011, "Zander, Zoe", "UTO", "North", "F", "WGM", "", 1991, 2310, ON, 20, 5, 202606),
    (12, 9000012, "Adler, Ada", "UTO", "South", "F", "", "CM", 2010, 1804, ON, 40, 0, 202605),
    (13, 9000013, "Berg, Bo", "ARC", "", "M", "GM", "", 1960, 2604, ON, 10, 3, 202606),
    (14, 9000014, "Adler, Ada", "UTO", "North", "F", "", "", 1955, 1804, ON, 20, 1, 202606),
    (15, 9000015, "Quist, Quentin", "UTO", "North", "M", "IM", "", 1970, 2650, QUIET, 10, 0, 202506),
    (16, 9000016, "Lund, Liv", "ARC", "", "F", "", "", 0, 1398, OFF, 20, 2, 202606),
    (17, 9000017, "Moe, Mia", "UTO", "South", "F", "WFM", "", 2001, 0, NONE, 0, 0, 0),
    (18, 9000018, "Nobody, Nils", "UTO", "", "M", "", "", 1999, 0, NONE, 0, 0, 0),
)


def published(
    edition: str = "fide-standard-2025", series: str = "fide-standard", day: date = date(2026, 6, 1),
    rehearsal: bool = False, rows: tuple[tuple[Any, ...], ...] = ROWS, **more: Any,
) -> Published:  # fmt: skip
    """The list of these people; who is delisted fell with it."""
    names = ("id", "fide_id", "name", "federation", "region", "sex", "title", "national_title", "birth_year")
    columns = dict(zip(names, list(zip(*rows, strict=True))[: len(names)], strict=True))
    rating, state, k, games, last = list(zip(*rows, strict=True))[len(names) :]
    roll = Roll.of(rating=rating, state=state, k=k, highest=rating, games=[99 if r else 0 for r in rating], last=last)
    fell = np.array([one == OFF for one in state])
    played = np.array(games, np.uint16)
    people = People.of(**columns, name_sort=[str(name).lower() for name in columns["name"]])
    return Published(series, day, edition, rehearsal, people, roll, played, fell, **more)


def ids(made: Published, rows: Any) -> list[int]:
    return made.people.id[rows].tolist()  # type: ignore[no-any-return]
