"""A period can be spread: the four functions of `rate`, called by threads in any order, give the same tables.

docs/scale.md prints `spread` from here; the benchmarks do the same at size, and with processes that read files.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from random_periods import MIXES, Inputs, make
from scenes import core

import arpad
from arpad.columns import Ledger, Lines, Status, Table
from arpad.law import Rulebook
from arpad.rating import Rolls
from arpad.rating.batch import Batch, batches
from arpad.rating.fitting import PeriodTables
from arpad.rating.newcomers import Survey, Waiting, judge, nobody
from arpad.rating.period import already_rated, settle
from arpad.rating.pool import waiting_pool
from arpad.rating.score import score, survey

DOCS = Path(__file__).resolve().parents[1] / "docs" / "scale.md"
GAMES_IN_A_PART = 40  # games in a batch: many batches, so that threads have something to overtake


def spread(
    inputs: Inputs, books: tuple[Rulebook, ...], rolls: Rolls, threads: int, backwards: bool
) -> dict[str, Table]:
    book, events, entries, games = books[-1], inputs.events, inputs.entries, inputs.games
    parts = list(batches(books, events, entries, games, GAMES_IN_A_PART))
    with ThreadPoolExecutor(threads) as workers:
        surveyed = Survey.join([nobody(), *workers.map(survey, parts)])  # by part, anywhere
        pool = waiting_pool(book, inputs.list_, inputs.pool, already_rated(rolls, entries))
        verdicts = judge(surveyed, books, Waiting.of(pool, len(inputs.players)))  # once
        status = np.full(len(entries), Status.UNRATED_OPPONENT, np.uint8)
        status[surveyed.entry] = verdicts.status
        left = np.zeros(len(entries), bool)
        left[surveyed.entry] = verdicts.leaves
        ledger, lines = Ledger.room(2 * len(games)), Lines.room(len(entries))

        def fill(part: Batch) -> None:
            at = slice(part.first_entry, part.first_entry + len(part.entries))
            rows = slice(2 * part.first_game, 2 * (part.first_game + len(part.games)))
            score(part, status[at], left[at], ledger.cut(rows), lines.cut(at))

        list(workers.map(fill, parts[::-1] if backwards else parts))  # by part, anywhere, in any order
    tables = PeriodTables(inputs.list_, books, inputs.players, rolls, events, entries, games, pool)
    found = settle(tables, lines, surveyed, verdicts)  # once
    return {"ledger": ledger, **dict(zip(("lines", "worksheets", "firsts", "pool"), found, strict=True))}


def spread_of(inputs: Inputs, threads: int, backwards: bool) -> dict[str, Table]:
    books = tuple(arpad.rulebook(name) for name in inputs.editions)
    return spread(inputs, books, Rolls(inputs.replaced), threads, backwards)


def differing(inputs: Inputs, *every: dict[str, Table]) -> list[str]:
    """The tables that are not, bit for bit, those of `rate`."""
    whole = core(inputs)
    return [
        name
        for found in every
        for name, table in found.items()
        if len(table) != len(getattr(whole, name)) or not getattr(whole, name).equals(table)
    ]


@pytest.mark.parametrize("editions", MIXES, ids="+".join)
def test_a_period_spread_over_threads_is_the_period_bit_for_bit(editions: tuple[str, ...]) -> None:
    inputs = make(7, 300, editions)
    assert len(inputs.games) > 4 * GAMES_IN_A_PART
    assert differing(inputs, *(spread_of(inputs, threads, backwards=threads == 5) for threads in (1, 2, 5))) == []


def test_a_part_that_is_scored_with_the_verdicts_of_nobody_is_seen() -> None:
    """The comparison is no formality: other verdicts give another ledger."""
    inputs = make(7, 300, ("fide-standard-2025",))
    found = spread_of(inputs, 2, backwards=False)
    ledger = found["ledger"]
    assert isinstance(ledger, Ledger)
    pooled = ledger.status == Status.POOLED.value
    assert pooled.any()
    unjudged = replace(ledger, status=np.where(pooled, np.uint8(Status.UNRATED_OPPONENT), ledger.status))
    assert differing(inputs, {**found, "ledger": unjudged}) == ["ledger"]


def test_the_page_shows_the_code_that_is_tested() -> None:
    source = Path(__file__).read_text("utf-8")
    start = source.index("    parts = list(batches(")
    shown = source[start : source.index("    return {", start)]
    assert "\n".join(line.removeprefix("    ") for line in shown.splitlines()) in DOCS.read_text("utf-8")
