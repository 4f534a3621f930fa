"""Edges of a history: the day that decides an event's edition, a list that comes twice, a checkpoint that just fits."""

from __future__ import annotations

from datetime import date
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from arpad.days import Day
from arpad.finding import UserError
from arpad.history import checkpoints
from arpad.history.bundle import Library
from arpad.history.list_data import EventRows, Head
from arpad.history.verify import ListSequence, _edition_problems
from arpad.law import rulebook
from arpad.lists.whole_events import _join_event_rows

SERIES = "fide-standard"
OLD, NEW = "fide-standard-2024", "fide-standard-2025"  # the second is in force from 2025-10-01 on
LAST_DAY, FIRST_DAY = 20250930, 20251001


def events(rows: list[dict[str, Any]]) -> EventRows:
    """Events, each with a number and the same number of its whole where nothing else is said."""
    every = [{"key": at, "whole": at, "end": row["start"], "turn": 1, **row} for at, row in enumerate(rows, 1)]
    return EventRows.of(**{name: [row[name] for row in every] for name in every[0]})


def head(list_: int = 202511, replaced: int = 202510, remakable: bool = True) -> Head:
    return Head(SERIES, list_, "computed", NEW, "", "", 1, 0, remakable, replaced, (OLD, NEW))


def library_of(table: EventRows) -> Library:
    law = SimpleNamespace(rulebook=lambda name, series: rulebook(name))
    contents = SimpleNamespace(chapters=())
    return cast(Library, SimpleNamespace(law=lambda _: law, table=lambda *_: table, contents=contents))


@pytest.mark.parametrize(
    ("days", "edition", "right"),
    [
        ([LAST_DAY], 0, True),
        ([FIRST_DAY], 0, False),
        ([FIRST_DAY], 1, True),
        ([LAST_DAY], 1, False),
        ([LAST_DAY, FIRST_DAY], 0, True),  # in two parts: the first day of the first one decides
        ([FIRST_DAY, LAST_DAY], 0, True),
        ([LAST_DAY, FIRST_DAY], 1, False),
    ],
)
def test_an_event_is_rated_by_the_law_of_its_very_first_day(days: list[int], edition: int, right: bool) -> None:
    rows = [{"start": day, "edition": edition, "whole": 7, "in_parts": len(days) > 1} for day in days]
    assert rulebook(OLD).edition.head.covers(date(2025, 9, 30))
    assert rulebook(NEW).edition.head.covers(date(2025, 10, 1))
    found = list(_edition_problems(library_of(events(rows)), head(), events(rows)))
    assert (found == []) is right
    assert {problem.message for problem in found} <= {"history/other-edition"}


def test_the_parts_of_an_event_are_one_from_the_first_day_of_all_to_the_last() -> None:
    table = events([{"start": 20251110, "end": 20251112}, {"start": 20251105, "end": 20251130}, {"start": 20251120}])
    whole = np.array([5, 5, 9], np.int64)
    joined, place = _join_event_rows(cast(Any, _as_sent(table)), np.array([0, 0, 1]), np.array([0, 2]), whole, False)
    assert (joined.start.tolist(), joined.end.tolist(), joined.key.tolist()) == (
        [20251105, 20251120], [20251130, 20251120], [5, 9],
    )  # fmt: skip
    assert place.tolist() == [0, 1]


def _as_sent(table: EventRows) -> Any:
    from arpad.columns import Events, dtypes

    shared = [name for name in dtypes(Events) if name in dtypes(EventRows)]
    return Events.of(**{name: getattr(table, name) for name in shared})


def test_a_list_that_comes_a_second_time_does_not_follow_itself() -> None:
    sequence, none = ListSequence(), events([{"start": FIRST_DAY, "edition": 1}])
    opened = head(202510, 0, remakable=False)
    assert list(sequence.follows(library_of(none), opened)) == []
    assert list(sequence.follows(library_of(none), head())) == []
    again = events([{"start": FIRST_DAY, "edition": 1, "key": 2, "whole": 2}])
    (problem,) = sequence.follows(library_of(again), head(202511, 202511))
    assert problem.message == "history/not-on-the-last"


def test_a_checkpoint_that_just_fits_is_read() -> None:
    text = checkpoints.Checkpoint("a" * 64, 7, "b" * 64, Day(20251101), "key", "sig").text
    padded = text.replace("signature sig", "signature " + "s" * (3 + checkpoints.LONGEST_CHECKPOINT - len(text)))
    assert len(padded) == checkpoints.LONGEST_CHECKPOINT
    assert checkpoints.read_checkpoint(padded).size == 7
    with pytest.raises(UserError):
        checkpoints.read_checkpoint(padded.replace("signature s", "signature ss"))
