"""Whether the lists of a history follow each other: each on the one before, with events rated once by the law of their
day. What a list is made from is the office's word; that it fits the other lists can be asked of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from arpad.days import Day, Month
from arpad.finding import Problem
from arpad.history.chapter import EventRows, Head
from arpad.history.library import Library


class Sequence:
    """The lists of all series so far, to check that each follows from the one before."""

    def __init__(self) -> None:
        self._newest: dict[str, int] = {}
        self._rated: dict[str, dict[int, int]] = {}  # by series and event: its list

    def follows(self, library: Library, head: Head) -> Iterator[Problem]:
        """What does not fit the lists before."""
        about: dict[str, Any] = {"series": head.series, "list": Month(head.list_)}
        before = self._newest.get(head.series, 0)
        self._newest[head.series] = max(before, head.list_)
        if not head.remakable:
            return
        if head.replaced != before or head.list_ <= before:
            yield Problem("history/not-on-the-last", **about, replaced=Month(head.replaced), before=Month(before))
        events: EventRows = library.table(head, "events")
        rated = self._rated.setdefault(head.series, {})
        for key in events.key[~events.in_parts].tolist():  # a part comes again with the part that completes it
            if rated.setdefault(key, head.list_) != head.list_:
                yield Problem("history/rated-twice", **about, event=key, before=Month(rated[key]))
        if len(np.unique(events.key)) < len(events):
            yield Problem("history/rated-twice", **about, event=_twice(events), before=Month(head.list_))
        yield from _of_their_day(library, head, events)


def _twice(events: EventRows) -> int:
    """The event that appears most often."""
    keys, times = np.unique(events.key, return_counts=True)
    return int(keys[np.argmax(times)])


def _of_their_day(library: Library, head: Head, events: EventRows) -> Iterator[Problem]:
    """Yield a problem for each event that was rated by an edition not in force when it began; a part goes with its
    event."""
    law = library.law(head)
    books = [law.rulebook(id, head.series).edition.head for id in head.books]
    began: dict[int, int] = {}
    for whole, start in zip(events.whole.tolist(), events.start.tolist(), strict=True):
        began[whole] = min(start, began.get(whole, start))
    for key, whole, place in zip(events.key.tolist(), events.whole.tolist(), events.edition.tolist(), strict=True):
        book, day = books[place], Day(began[whole])
        if not book.covers(day.date):
            yield Problem(
                "history/other-edition", series=head.series, list=Month(head.list_), event=key, edition=book.id, day=day
            )
