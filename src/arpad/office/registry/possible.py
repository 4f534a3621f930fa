"""Say what cannot be true of a person at this office: a birth or a death to come, a federation that nobody knows.

In: a person, the office's today, the codes of its federations. What is wrong with a person anywhere says `person`. An
office that keeps no federations knows none from another and takes every code.
"""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterator, Sequence

from arpad.office.desk import Writing
from arpad.office.registry.federations import named
from arpad.office.registry.person import Person, day_text
from arpad.office.registry.playerfile import Said
from arpad.office.registry.sheets import Problem

ALWAYS = ("FID", "NON")  # under FIDE's flag, and of no federation
NEAR = 0.5
ENTERED = "`arpad federation import` or `federation add` enters one that is missing"


def impossible(person: Person, today: int, codes: Collection[str]) -> Iterator[tuple[str, str]]:
    """The fields that cannot be true, and what was expected of each. A day of which a part is unknown may be today."""
    for field in ("born", "died"):
        if getattr(person, field) > today:
            yield field, f"a day not after today, {day_text(today)}"
    code = person.federation
    if code and codes and code not in codes and code not in ALWAYS:
        near = difflib.get_close_matches(code, sorted({*codes, *ALWAYS}), 1, NEAR)
        meant = f"is {near[0]} meant? " if near else ""
        yield "federation", f"a federation that the office keeps; {meant}{ENTERED}"


def refused(writing: Writing, said: Sequence[Said]) -> tuple[list[Said], list[Problem]]:
    """The rows that can be true, and every problem of the others. FIDE's own list may name any federation."""
    codes = named(writing.connection)
    good, problems = [], []
    for row in said:
        wrong = [
            Problem(row.file, row.line, row.columns.get(field, 0), _said(row.person, field, expected))
            for field, expected in impossible(row.person, writing.day, codes if row.dated else ())
        ]
        problems += wrong
        if not wrong:
            good.append(row)
    return good, problems


def _said(person: Person, field: str, expected: str) -> str:
    value = getattr(person, field)
    return f"{field}: found {(value if isinstance(value, str) else day_text(value))!r}, expected {expected}"
