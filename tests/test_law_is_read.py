"""Every value of every edition is read by code, or declared as told only: each is changed, and some answer changes.

The answers are whole periods and the lists after them, K over a grid of players, the calendar, the selections of a list
and the events of the admission pairs. A value that is told only changes none of them.
"""

from __future__ import annotations

import re
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
from admission_pairs import PAIRS, match
from events_made import EDITIONS as WHOLE_EVENTS
from events_made import IN_PART, judged, scene
from lawtexts import SERIES, WHOLE, read, text_of
from lists_made import ROWS, published
from random_periods import make
from scenes import core
from test_admission_pairs import asked
from test_negative_controls import CONTROLS

import arpad
from arpad.columns import Roll, State
from arpad.days import Month
from arpad.exact import half_up
from arpad.explain.letters import appeal_of
from arpad.finding import UserError
from arpad.law import LawError, calendar, rulebook
from arpad.law.edition import Edition
from arpad.law.law_set import LawSet
from arpad.law.rules import CONCEPTS
from arpad.law.rules.lists import LIST_FIELDS
from arpad.lists import selection
from arpad.lists.adjust import _equalised
from arpad.lists.listing import ListingFacts, unlisted
from arpad.lists.other_series import adjusting_series, home_federation, seating_series
from arpad.lists.published import Published
from arpad.lists.ratinglist import carry, finish
from arpad.lists.whole_events import PartColumns, join_parts
from arpad.monitor.games import stability_bound
from arpad.office.book.event_decisions import authority_that_refuses
from arpad.rating import expected, initial
from arpad.rating.coefficient import decide
from arpad.rating.expected import percentage
from arpad.rating.initial import average_met, first_rating

EVENTS = WHOLE_EVENTS | IN_PART
TABLES = ("dp-table", "expectation-table")
SEEDS = 25
# events beside those of the pairs, where a value is told apart by none of them
MORE_EVENTS: dict[str, list[dict[str, Any]]] = {
    "rate-of-play": [{"control": "15'"}],
    "registered-event": [{"hybrid": True}],
    "short-time-control": [
        {
            "start": date(year, 3, 2),
            "control": control,
            "per_day": per_day,
            "rounds": 6,
            "ratings": (2450, *(2000,) * 7),
            "approvals": [{"what": "short-time-control", "by": by}],
        }
        for year in (2025, 2026, 2027)
        for by in ("qc", "council")
        for control, per_day in (
            ("45min+30s/move", 2),
            ("44min+30s/move", 1),
            ("45min+31s/move", 3),
            ("46min+30s/move", 1),
        )
    ],
    "unsubmitted-event": [
        {"registered": day, "resolution": {"by": by, "day": day, "reason": "a top event"}, "ratings": (2701,) * 8}
        for day in (date(2024, 5, 3), date(2025, 11, 3), date(2024, 5, 4), date(2025, 5, 3))
        for by in ("council", "president")
    ],
    "official-event": [{"continental": True, "registered": None}],
    "hours-per-day": [{"per_day": 3, "control": "90min+30s/move"}, {"per_day": 2, "control": "150min+30s/move"}],
    "report-deadline": [
        *({"reported": None, "start": day, "length": 5} for day in (date(2024, 5, 22), date(2025, 12, 22))),
        {"start": date(2019, 5, 1), "reported": date(2019, 6, 20), "today": date(2019, 6, 20)},
        *({"reported": None, "start": date(2019, 5, 1), "today": date(2019, 5, day)} for day in (5, 9, 13, 17, 21)),
    ],
    "match-decided": [match(won, approvals=["games-after-decision"]) for won in ("111=", "111111===")],
}
# read, but of no effect there: no round robin of Ukraine has a table of its own; a half that goes up goes the same way
# in a change and in a new rating, and a new rating is positive, where up is away from zero
WITHOUT_EFFECT = {
    ("ukraine-2018", "minimum-event-games", "round_robin"),
    ("fide-standard-2009", "change-rounding", "of"),
    ("fide-standard-2009", "change-rounding", "halves"),
    ("fide-rapid-blitz-2018", "change-rounding", "of"),
}
# values that no whole text has: of the others every method and field stands in one that has
ONLY_THERE = (
    ("fide-standard-2022", "difference-limit", "limit"),
    ("fide-standard-2022", "difference-limit", "binds"),
    ("fide-rapid-blitz-2012-07", "rate-of-play", "above_included"),
)
# told apart by a seeded fault that another test catches
BY_A_CONTROL = {("coefficient", "read"): "K of the wrong list, 2009"}
OTHER_TEXTS = {"series": ("fide-standard", "fide-blitz", "ukraine"), "home": ("NOR",), "federation": ("NOR",)}


# --- changing a value -------------------------------------------------------------------------------------------------


def others(value: Any, hint: Any, name: str) -> Iterator[Any]:
    """Other values that could stand there."""
    if get_origin(hint) is Literal:
        yield from (each for each in get_args(hint) if each and each != value)
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1, value * 2, value // 2, value + 8)
    elif isinstance(value, Fraction):
        yield from (value * 2, value / 2)
    elif isinstance(value, str):
        yield from (each for each in OTHER_TEXTS.get(name, ("something-else",)) if each != value)
    elif isinstance(value, tuple) and value and is_dataclass(value[0]):
        for place, item in enumerate(value):
            for _, changed in flips(item):
                yield (*value[:place], changed, *value[place + 1 :])
    elif isinstance(value, tuple):
        yield from (value[1:], value[:-1]) if value else (("force-majeure",),) if name == "exceptions" else ()


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
    for edition in WHOLE:
        for concept, filled in edition_of(edition).fillings.items():
            if concept not in TABLES:
                names = {name: None for value in filled.values.values() for name, _ in flips(value)}
                yield from ((edition, concept, name) for name in names)
    yield from ONLY_THERE


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
    for more in MORE_EVENTS.get(concept, ()):
        yield f"{concept} {more}", partial(the_findings, edition, more)
    yield from _judged(pairs[:near])
    yield "calendar", lambda: the_calendar(series, start)
    yield "appeal", lambda: appeal_of(rulebook(edition), start)
    yield "refusal", lambda: _refusing(edition)
    yield "steady", lambda: stability_bound(rulebook(edition, series), series)
    yield "lists", lambda: the_lists(edition, series)
    yield "coefficient", lambda: the_coefficients(edition)
    yield "other series", lambda: the_other_series(edition, series, start)
    yield "roundings", lambda: the_roundings(edition)
    yield "parts", lambda: the_parts(edition)
    for seed in range(SEEDS):
        yield f"period {seed}", partial(the_period, edition, seed)
    yield from _judged(pairs[near:])


def _judged(pairs: list[Any]) -> Iterator[tuple[str, Answer]]:
    for pair in pairs:
        for which in ("caught", "inside", "boundary"):
            change = getattr(pair, which)
            if change is not None:
                yield f"{PAIRS.index(pair)} {which}", partial(the_event, pair, change)


def _refusing(edition: str) -> object:
    try:
        return authority_that_refuses(rulebook(edition), "qc-chair")
    except UserError as refusal:
        return str(refusal)


def the_calendar(series: str, start: date) -> object:
    days = calendar.list_days(series, start, date(start.year + 1, start.month, 28))
    return days, [calendar.closing_day(series, day, official) for day in days[1:] for official in (False, True)]


def the_lists(edition: str, series: str) -> object:
    months = [42 if row[-4] == State.INACTIVE else 3 * at for at, row in enumerate(ROWS)]
    away = [(*row[:-1], Month(202606).plus(-back)) if row[-1] else row for row, back in zip(ROWS, months, strict=True)]
    made = published(edition, series, rows=tuple(away))
    chosen = (selection.alphabetical, selection.top_players, selection.delisted, selection.titled_unrated)
    shown = [rows(made).tolist() for rows in chosen]
    return shown, selection.active_until(made).tolist(), made.book.rule(LIST_FIELDS).fields, the_left_out(made)


def the_left_out(made: Published) -> object:
    """Whom a list leaves out of a roll in which everybody was listed before: of three federations, and some dead."""
    size = len(made.roll)
    place, died = np.arange(size) % 3, np.where(np.arange(size) % 4 == 1, 20260501, 0)
    facts = ListingFacts(
        place.astype("u2"), ("NOR", "UKR", "UTO"), died.astype("i4"), {"NOR": "member", "UKR": "member"}
    )
    before = replace(made.roll, state=np.full(size, State.ACTIVE, np.uint8))
    gone = unlisted(made.book, made.list_day, facts, before, made.roll)
    return gone.player.tolist(), gone.reason.tolist()


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
    asleep = replace(inputs.replaced, state=np.where(inputs.replaced.state > 0, State.INACTIVE, 0).astype("u1"))
    woken = carry(book, inputs.list_, asleep, period)
    return tables(period.ledger, period.lines, period.worksheets, period.firsts, period.pool, roll, woken)


def the_parts(edition: str) -> object:
    """Two events of a period as if they were parts of one."""
    inputs = inputs_of(edition, 0)
    events, size = inputs.events, len(inputs.events)
    whole = events.key.copy()
    whole[1] = whole[0]
    nothing = np.zeros(size, np.uint8)
    parts = PartColumns(
        whole, np.arange(size, dtype=np.int32), nothing, nothing.astype(np.uint16), nothing.astype(bool),
        np.zeros(2 * len(inputs.games), np.uint8),
    )  # fmt: skip
    joined = join_parts(tuple(rulebook(each) for each in inputs.editions), events, inputs.entries, inputs.games, parts)
    return tables(joined.events, joined.entries, joined.games)


def the_other_series(edition: str, series: str, day: date) -> object:
    book = rulebook(edition, series)
    found = seating_series(book), home_federation(book), adjusting_series(book, day)
    rating = np.arange(1500, 3000, 7, dtype=np.int16)
    mine = Roll.of(rating=rating, state=[State.ACTIVE] * len(rating))
    higher = Roll.of(rating=rating + np.int16(5), state=[State.ACTIVE] * len(rating))
    return found, _equalised(book, day, mine, dict.fromkeys(SERIES, higher)).tolist()


def the_roundings(edition: str) -> object:
    """Percentages and first ratings over a grid, and a period with a K that makes many halves.

    Of positive numbers a half goes the same way upward and away from zero, so the other way is made to show.
    """
    book, inputs = rulebook(edition), inputs_of(edition, 1)
    games = np.repeat(np.arange(1, 60), 40)
    half_points = np.tile(np.arange(40), 59) % (2 * games + 1)
    met = games * 1800 + np.arange(len(games)) % 97
    with pytest.MonkeyPatch.context() as patch:
        for module in (expected, initial):
            patch.setattr(module, "ROUNDINGS", {"up": half_up, "away": lambda over, under: half_up(over, under) - 1})
        scored = np.minimum(half_points, games)
        first = first_rating(book, met, games, scored, np.where(games % 3 == 0, games, 0))
        averages, percent = average_met(book, met, games), percentage(book, scored + 1, games + 1)
    halves = core(
        replace(inputs, entries=replace(inputs.entries, k=np.where(inputs.entries.k > 0, 50, 0).astype("u1")))
    )
    columns = percent, first.rating, first.result.rating, averages, halves.worksheets.new
    return [column.tolist() for column in columns]


def the_findings(edition: str, more: dict[str, Any]) -> object:
    answer = judged(scene(edition, **more))
    return [str(finding) for finding in answer.findings], answer.verdict, answer.deadline


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
    real = LawSet.edition
    for changed in with_another(edition, concept, name):
        for title, answer in answers(edition, concept):
            if (edition, title) not in _SOUND:
                _SOUND[edition, title] = outcome(answer)
            with monkeypatch.context() as patch:
                other = lambda law, id, w, c=changed: c if id == edition else real(law, id, w)  # noqa: E731
                patch.setattr(LawSet, "edition", other)
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
    if (concept, name) in BY_A_CONTROL:
        assert BY_A_CONTROL[concept, name] in CONTROLS
        return
    if (edition, concept, name) in WITHOUT_EFFECT:
        return
    assert moved_by(edition, concept, name, monkeypatch), f"nobody reads {concept}.{name}: declare it as told only"


def test_a_value_that_is_told_only_changes_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: otherwise any change would do."""
    assert moved_by("fide-standard-2024", "official-event", "reported_by", monkeypatch) == ""


def test_a_concept_without_values_is_asked_for_or_built_in_or_told_only() -> None:
    """What has no value to change: some code outside the law names the concept, or its declaration says why not."""
    source = Path(arpad.__file__).parent
    code = "\n".join(p.read_text("utf-8") for p in source.rglob("*.py") if source / "law" not in p.parents)
    for concept in CONCEPTS.values():
        constant = concept.name.upper().replace("-", "_")
        asked_for = re.search(rf"\b{constant}\b", code)
        if not any(fields(method) for method in concept.methods):
            assert asked_for or concept.built_in or concept.why_unread, concept.name
        assert not (concept.why_unread and concept.built_in), concept.name
