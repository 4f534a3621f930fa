"""Lay dated entries over each other: on the days it names, what was entered later stands in place of what was before.

So an entry is never changed: a licence that ends early, or an exclusion, is one more entry. A span is a pair of days
yyyymmdd, both included; 0 is since ever, or until further notice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import timedelta

from arpad.days import Day
from arpad.frozen import dataclass

DAY = timedelta(days=1)
OPEN = 99_991_231

Span = tuple[str, int, int]  # what holds, since, until


NO_DAY = Day(0)


@dataclass(frozen=True)
class State:
    """What a federation is on some days, both included; no day means since ever, or until further notice."""

    state: str
    since: Day
    until: Day


def laid(entries: Iterable[Span]) -> list[Span]:
    """Combine entries, in the order in which they were made, into spans that do not overlap: later entries replace
    earlier ones on their days."""
    held: list[Span] = []
    for entry in entries:
        held = [piece for old in held for piece in _left_of(old, entry)] + [entry]
    return sorted(held, key=lambda span: (span[1], span[0]))


def on(spans: Iterable[Span], day: int) -> list[Span]:
    """Return the spans that include a day; all of them for day 0."""
    return [span for span in spans if not day or span[1] <= day <= (span[2] or OPEN)]


def _left_of(old: Span, new: Span) -> Iterator[Span]:
    """Yield the parts of an older span that a newer one does not cover."""
    what, since, until = old
    first, last = new[1], new[2] or OPEN
    if (until or OPEN) < first or last < since:
        yield old
        return
    if since < first:
        yield what, since, _beside(first, -DAY)
    if last < (until or OPEN):
        yield what, _beside(last, DAY), until


def _beside(number: int, step: timedelta) -> int:
    """The day before or after a day."""
    return Day.of(Day(number).date + step)
