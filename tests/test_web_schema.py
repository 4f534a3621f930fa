"""The API against its own description: whatever may be asked is answered as described, and nothing breaks.

Schemathesis draws questions from the description; half of the numbers, lists and events in them are real ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from properties import examples
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import negative_data_rejection
from site_made import OPEN, SERIES, demo_office

from arpad.law import editions, rulebook
from arpad.office import reading, record
from arpad.office.reading import PageRequest, open_reading
from arpad.web.app import create_app

EXAMPLES = examples(4)  # questions of each operation


@pytest.fixture(scope="module")
def real() -> Iterator[tuple[Any, dict[str, list[str]]]]:
    """The description, and values that are there."""
    with open_reading(str(demo_office())) as reader:
        rows = reading.read_list_page(reader, PageRequest(SERIES)).rows
        events = record.find_events(reader, record.EventQuery()).rows
        lists = [str(head.list_) for head in reading.list_heads(reader, SERIES)]
        known = {
            "number": [str(row.id) for row in rows[:9]],
            "other": [str(row.id) for row in rows[5:14]],
            "series": [SERIES],
            "month": [*lists, "newest"],
            "code": [event.event.split("/")[0] for event in events[:9]],
            "older": lists,
            "earlier": list(editions()),
            "edition": list(editions()),
            "article": list(rulebook(editions()[0]).edition.articles),
        }
        yield schemathesis.openapi.from_asgi("/api/v1/openapi.json", create_app(reader, OPEN)), known


def asked(operation: Any, mode: GenerationMode, known: dict[str, list[str]], statuses: Counter[int]) -> None:
    """Put some questions to one operation, and hold each answer against the description."""

    @settings(
        max_examples=EXAMPLES, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
    )
    @given(data=st.data())
    def ask(data: st.DataObject) -> None:
        case = data.draw(operation.as_strategy(generation_mode=mode))
        mended: list[Any] = []
        if case.path_parameters and data.draw(st.booleans()):
            mended = [negative_data_rejection]  # perhaps the path was all that was wrong
            case.path_parameters = {name: data.draw(st.sampled_from(known[name])) for name in case.path_parameters}
        if mode is GenerationMode.POSITIVE and case.query:
            case.query.pop("cursor", None)  # only those that were given are right, and are tried elsewhere
        statuses[case.call_and_validate(excluded_checks=mended).status_code] += 1

    ask()


@pytest.mark.parametrize("mode", list(GenerationMode))
def test_whatever_may_be_asked_is_answered_as_described(
    real: tuple[Any, dict[str, list[str]]], mode: GenerationMode
) -> None:
    schema, known = real
    statuses = Counter[int]()
    for found in schema.get_all_operations():
        operation = found.ok()
        try:
            asked(operation, mode, known, statuses)
        except Unsatisfiable:  # of an operation that takes any text there is nothing wrong to ask
            assert mode is GenerationMode.NEGATIVE
    assert statuses[200] > 10  # what is drawn depends on the constants of the code, which Hypothesis collects
    assert not [status for status in statuses if status >= 500]
