"""A period spread over threads, or over processes that read Parquet parts, out of the four functions of `rate`.

`survey` and `score` are called for each part by whoever is free, `judge` and `settle` once. Nothing of `arpad.rating`
is changed for it: what differs is who holds the tables. A part is a run of whole events with its entries and games;
positions in it are those of the period.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
from _months import Month

import arpad
from arpad.columns import Entries, Events, Games, Ledger, Lines, Status, Table, dtypes
from arpad.law import Rulebook
from arpad.rating.batch import GAMES_IN_A_BATCH, Batch, batches
from arpad.rating.fitting import PeriodTables
from arpad.rating.newcomers import Survey, Verdicts, Waiting, judge, nobody
from arpad.rating.period import Period, already_rated, settle
from arpad.rating.pool import waiting_pool
from arpad.rating.score import score, survey

Array = Any
Mapper = Callable[..., Iterable[Any]]


@dataclass(frozen=True)
class Judged:
    """What is known of the period when all parts are surveyed."""

    pool: Any
    surveyed: Survey
    verdicts: Verdicts
    status: Array  # by entry, for `score`
    left: Array


def judged(month: Month, surveys: Iterable[Survey]) -> Judged:
    surveyed = Survey.join([nobody(), *surveys])
    rated = already_rated(month.rolls, month.entries)
    pool = waiting_pool(month.book, month.list_, month.pool, rated)
    verdicts = judge(surveyed, (month.book,), Waiting.of(pool, len(month.players)))
    status = np.full(len(month.entries), Status.UNRATED_OPPONENT, np.uint8)
    status[surveyed.entry] = verdicts.status
    left = np.zeros(len(month.entries), bool)
    left[surveyed.entry] = verdicts.leaves
    return Judged(pool, surveyed, verdicts, status, left)


def settled(month: Month, found: Judged, lines: Lines) -> tuple[Any, ...]:
    who, played = (month.players, month.rolls), (month.events, month.entries, month.games)
    tables = PeriodTables(month.list_, (month.book,), *who, *played, found.pool)
    return settle(tables, lines, found.surveyed, found.verdicts)


def by_threads(month: Month, threads: int, size: int = GAMES_IN_A_BATCH) -> Period:
    """The whole period; parts share the tables and fill their rows of one ledger."""
    ledger, lines = Ledger.room(2 * len(month.games)), Lines.room(len(month.entries))
    parts = tuple(batches((month.book,), month.events, month.entries, month.games, size))
    with ThreadPoolExecutor(threads) as pool:
        found = judged(month, pool.map(survey, parts))

        def fill(part: Batch) -> None:
            at, rows = _places(part)
            score(part, found.status[at], found.left[at], ledger.cut(rows), lines.cut(at))

        for _ in pool.map(fill, parts):
            pass
    made = settled(month, found, lines)
    inputs = (month.list_, (month.book,), month.events, month.entries, month.games)
    return Period(*inputs, ledger, *made)


def handed_on(month: Month, threads: int, size: int = GAMES_IN_A_BATCH) -> int:
    """The period with each part's ledger handed on and forgotten; how many rows of it there were."""
    lines = Lines.room(len(month.entries))
    parts = tuple(batches((month.book,), month.events, month.entries, month.games, size))

    def fill(part: Batch) -> int:
        (at, _), ledger = _places(part), Ledger.room(2 * len(part.games))
        score(part, found.status[at], found.left[at], ledger, lines.cut(at))
        return len(ledger)

    if threads == 1:
        found = judged(month, map(survey, parts))
        rows = sum(map(fill, parts))
    else:
        with ThreadPoolExecutor(threads) as pool:
            found = judged(month, pool.map(survey, parts))
            rows = sum(pool.map(fill, parts))
    settled(month, found, lines)
    return rows


def _places(part: Batch) -> tuple[slice, slice]:
    """The part's entries, and its rows of the ledger, in the tables of the period."""
    entries = slice(part.first_entry, part.first_entry + len(part.entries))
    return entries, slice(2 * part.first_game, 2 * (part.first_game + len(part.games)))


# --- processes and files ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Part:
    """A part on the disk."""

    folder: Path
    edition: str  # the name of its rulebook
    first_event: int
    first_entry: int
    first_game: int
    entries: int
    games: int


TABLES: dict[str, type[Table]] = {"events": Events, "entries": Entries, "games": Games}


def written(month: Month, folder: Path, size: int) -> list[Part]:
    """The period as Parquet parts, a folder each."""
    found = []
    for number, batch in enumerate(batches((month.book,), month.events, month.entries, month.games, size)):
        here = folder / f"part-{number:04d}"
        here.mkdir()
        for name in TABLES:
            _write(here / f"{name}.parquet", getattr(batch, name))
        firsts = (batch.first_event, batch.first_entry, batch.first_game)
        found.append(Part(here, month.book.id, *firsts, len(batch.entries), len(batch.games)))
    return found


def by_processes(month: Month, parts: Sequence[Part], pool: ProcessPoolExecutor) -> tuple[Any, ...]:
    """The period; workers read the parts and leave the ledger beside them. Lines, worksheets, firsts, next pool."""
    found = judged(month, pool.map(_surveyed, parts))
    lines = Lines.room(len(month.entries))
    cuts = [slice(part.first_entry, part.first_entry + part.entries) for part in parts]
    marks = ([marks[at] for at in cuts] for marks in (found.status, found.left))
    for at, columns in zip(cuts, pool.map(_scored, parts, *marks), strict=True):
        for name, column in columns.items():
            getattr(lines, name)[at] = column
    return settled(month, found, lines)


def workers(count: int) -> ProcessPoolExecutor:
    """Processes that start clean; they load the law when the first part comes."""
    return ProcessPoolExecutor(count, get_context("spawn"))


def ledger_of(parts: Sequence[Part]) -> Ledger:
    """The ledger that the workers left, put together."""
    return Ledger.join([_read(part.folder / "ledger.parquet", Ledger) for part in parts])


BOOKS: dict[str, Rulebook] = {}  # of a worker


def _batch(part: Part) -> Batch:
    if part.edition not in BOOKS:
        BOOKS[part.edition] = arpad.rulebook(part.edition)
    tables = (_read(part.folder / f"{name}.parquet", kind) for name, kind in TABLES.items())
    return Batch(BOOKS[part.edition], 0, *tables, part.first_event, part.first_entry, part.first_game)


def _surveyed(part: Part) -> Survey:
    return survey(_batch(part))


def _scored(part: Part, status: Array, left: Array) -> dict[str, Array]:
    ledger, lines = Ledger.room(2 * part.games), Lines.room(part.entries)
    score(_batch(part), status, left, ledger, lines)
    _write(part.folder / "ledger.parquet", ledger)
    return dict(lines.columns())


def _write(path: Path, table: Table) -> None:
    import polars

    polars.DataFrame(dict(table.columns())).write_parquet(path, compression="lz4", statistics=False)


def _read(path: Path, kind: type[Table]) -> Any:
    import polars

    held = polars.read_parquet(path, parallel="none")
    return kind(**{name: held[name].to_numpy().astype(dtype) for name, dtype in dtypes(kind).items()})
