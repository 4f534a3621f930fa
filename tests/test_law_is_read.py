"""Every value of every edition is read by code, or declared as told only: each is changed, and some answer changes.

The answers are whole periods and the lists after them, K over a grid of players, the calendar, the selections of a list
and the events of the admission pairs. A value that is told only changes none of them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from datetime import date
from fractions import Fraction
from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import numpy as np
import pytest
from admission_pairs import PAIRS
from events_made import EDITIONS as EVENTS
from lawtexts import EDITIONS, read, text_of
from lists_made import published
from random_periods import make
from scenes import core
from test_admission_pairs import asked

import arpad
from arpad.admission.deadlines import appeal_until
from arpad.law import LawError, calendar, rulebook
from arpad.law.edition import Edition
from arpad.law.rules import CONCEPTS
from arpad.law.rules.lists import LIST_FIELDS
from arpad.lists import selection
from arpad.lists.ratinglist import carry, finish
from arpad.rating.coefficient import decide

TABLES = ("dp-table", "expectation-table")
SEEDS = 40
OTHER_TEXTS = {"series": ("fide-standard", "fide-blitz", "ukraine"), "home": ("NOR",)}


# --- changing a value -------------------------------------------------------------------------------------------------


def others(value: Any, hint: Any, name: str) -> Iterator[Any]:
    """Other values that could stand there."""
    if get_origin(hint) is Literal:
        yield from (each for each in get_args(hint) if each and each != value)
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1, value * 2, value // 2)
    elif isinstance(value, Fraction):
        yield from (value * 2, value / 2)
    elif isinstance(value, str):
        yield from (each for each in OTHER_TEXTS.get(name, ("something-else",)) if each != value)
    elif isinstance(value, tuple) and value and is_dataclass(value[0]):
        for place, item in enumerate(value):
            for _, changed in flips(item):
                yield (*value[:place], changed, *value[place + 1 :])
    elif isinstance(value, tuple):
        yield from (value[1:], value[:-1]) if value else (("force-majeure",),)


def flips(value: Any) -> Iterator[tuple[str, Any]]:
    """The same filling with one field changed."""
    hints = get_type_hints(type(value))
    for field in fields(value):
        present = getattr(value, field.name)
        if present == field.default:
            continue
        for other in others(present, hints[field.name], field.name):
            yield field.name, replace(value, **{field.name: other})


@cache
def edition_of(name: str) -> Edition:
    return read(text_of(name))


def every_value() -> Iterator[tuple[str, str, str]]:
    """Edition, concept, field."""
    for edition in EDITIONS:
        for concept, filled in edition_of(edition).fillings.items():
            if concept not in TABLES:
                names = {name: None for value in filled.values.values() for name, _ in flips(value)}
                yield from ((edition, concept, name) for name in names)


def with_another(edition: str, concept: str, name: str) -> Iterator[Edition]:
    """The edition with other values of one field, one at a time, for every series alike."""
    sound = edition_of(edition)
    filled = sound.fillings[concept]
    by_series = [[other for field, other in flips(value) if field == name] for value in filled.values.values()]
    for changed in zip(*by_series, strict=False):
        values = dict(zip(filled.values, changed, strict=True))
        yield replace(sound, fillings={**sound.fillings, concept: replace(filled, values=values)})


# --- the answers ------------------------------------------------------------------------------------------------------

Answer = Callable[[], object]


def tables(*made: Any) -> bytes:
    return b"".join(column.tobytes() for table in made for _, column in table.columns())


@cache
def inputs_of(edition: str, seed: int) -> Any:
    return make(seed, 60, (edition,))


def answers(edition: str, concept: str) -> Iterator[tuple[str, Answer]]:
    """What may be asked, the nearest first."""
    series, start, _ = EVENTS[edition]
    pairs = [pair for pair in PAIRS if pair.edition == edition]
    pairs.sort(key=lambda pair: concept not in (pair.concept, pair.code))
    near = sum(concept in (pair.concept, pair.code) for pair in pairs)
    yield "calendar", lambda: the_calendar(series, start)
    yield "appeal", lambda: appeal_until(rulebook(edition), start)
    yield "lists", lambda: the_lists(edition, series)
    yield "coefficient", lambda: the_coefficients(edition)
    for at, pair in enumerate(pairs):
        if at == near:
            for seed in range(SEEDS):
                yield f"period {seed}", partial(the_period, edition, seed)
        for which in ("caught", "inside", "boundary"):
            change = getattr(pair, which)
            if change is not None:
                yield f"{PAIRS.index(pair)} {which}", partial(the_event, pair, change)


def the_calendar(series: str, start: date) -> object:
    days = calendar.list_days(series, start, date(start.year + 1, start.month, 28))
    return days, [calendar.closing_day(series, day, official) for day in days[1:] for official in (False, True)]


def the_lists(edition: str, series: str) -> object:
    made = published(edition, series)
    chosen = (selection.alphabetical, selection.top_players, selection.delisted, selection.titled_unrated)
    shown = [rows(made).tolist() for rows in chosen]
    return shown, selection.active_until(made).tolist(), made.book.rule(LIST_FIELDS).fields


def the_coefficients(edition: str) -> object:
    grid = np.array(list(product((0, 29, 30, 31, 99), (0, 20040101, 20060615, 20071231, 20100000, 20121231),
                                 range(1990, 2460, 10), (0, 2299, 2300, 2301, 2399, 2400, 2401))))  # fmt: skip
    games, born, rating, highest = grid.T
    found = []
    for list_ in (202006, 202401):
        made = decide(rulebook(edition), list_, games.astype(np.uint16), born.astype(np.int32),
                      highest.astype(np.int16), rating.astype(np.int16))  # fmt: skip
        found += [column.tobytes() for column in made]
    return found


def the_period(edition: str, seed: int) -> object:
    inputs = inputs_of(edition, seed)
    period = core(inputs)
    book = rulebook(edition, period.books[-1].head.series[0])
    carried = carry(book, inputs.list_, inputs.replaced, period)
    roll = finish(book, inputs.list_, inputs.players, inputs.replaced, carried)
    return tables(period.ledger, period.lines, period.worksheets, period.firsts, period.pool, roll)


def the_event(pair: Any, change: Any) -> object:
    answer = asked(pair, change)
    rated = answer.period
    made = b"" if rated is None else tables(rated.ledger, rated.lines, rated.worksheets, rated.firsts, rated.pool)
    found = [str(finding) for finding in answer.findings]
    return found, answer.verdict, answer.list_day, answer.deadline, answer.excluded, made


def outcome(answer: Answer) -> object:
    try:
        return answer()
    except LawError as refusal:
        return str(refusal)


_SOUND: dict[tuple[str, str], object] = {}


def moved_by(edition: str, concept: str, name: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The first answer that another value changes; empty where none does."""
    module = sys.modules[rulebook.__module__]
    real = module._edition
    for changed in with_another(edition, concept, name):
        for title, answer in answers(edition, concept):
            if (edition, title) not in _SOUND:
                _SOUND[edition, title] = outcome(answer)
            with monkeypatch.context() as patch:
                patch.setattr(module, "_edition", lambda id, w, c=changed: c if id == edition else real(id, w))
                if outcome(answer) != _SOUND[edition, title]:
                    return title
    return ""


UNREAD = {
    (concept.name, field)
    for concept in CONCEPTS.values()
    for method in concept.methods
    for field in concept.unread(method)
}


@pytest.mark.parametrize(("edition", "concept", "name"), list(every_value()))
def test_a_value_that_changes_changes_an_answer(
    edition: str, concept: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if (concept, name) in UNREAD:
        return
    assert moved_by(edition, concept, name, monkeypatch), f"nobody reads {concept}.{name}: declare it as told only"


def test_a_value_that_is_told_only_changes_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: otherwise any change would do."""
    assert moved_by("ukraine-2018", "appeal", "to", monkeypatch) == ""


def test_a_concept_without_values_is_asked_for_or_built_in_or_told_only() -> None:
    """What has no value to change: some code outside the law names the concept, or its declaration says why not."""
    source = Path(arpad.__file__).parent
    code = "\n".join(p.read_text("utf-8") for p in source.rglob("*.py") if source / "law" not in p.parents)
    for concept in CONCEPTS.values():
        constant = concept.name.upper().replace("-", "_")
        asked_for = re.search(rf"\b{constant}\b", code)
        if not any(fields(method) for method in concept.methods):
            assert asked_for or concept.built_in or concept.told, concept.name
        assert not (concept.told and concept.built_in), concept.name
