"""A sweep: every variant of a grid on one history, each result a small file of its own, and all of them as a table.

    sweep.json             the history, the series and the variants, by their hashes; sealed
    variants/SHA256.json   the measures of one variant; sealed, and written whole or not at all
    table.csv, picture.svg what came out, when every variant is there

A sweep that was stopped goes on with what is missing. Where a variant is worked on changes nothing in its file.
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from arpad.asjson import to_json
from arpad.finding import Misuse, Problem
from arpad.frozen import dataclass
from arpad.history.library import Library
from arpad.history.verifying import quiet
from arpad.lab.grid import Grid
from arpad.lab.measures import Measures
from arpad.lab.outcome import Watch, history_hash, measures_of, seal_of
from arpad.lab.picture import picture
from arpad.lab.replay import series_of
from arpad.lab.variant import Variant

FILE, FORM = "sweep.json", "Arpad-Sweep 1"
RESULTS, TABLE, PICTURE = "variants", "table.csv", "picture.svg"
REFUSED = b"refused "  # before the words of a worker that could not do it


@dataclass(frozen=True)
class Sweep:
    """What is swept, and where the results go."""

    grid: Grid
    directory: Path
    series: str = ""  # the only one where none is named


@dataclass(frozen=True)
class Task:
    """One variant to be measured, as it is sent to a worker."""

    directory: str  # of the history
    history: str  # its hash
    series: str
    variant: Variant


@dataclass(frozen=True)
class SweepRow:
    """What came out under one variant."""

    name: str
    variant: str  # its hash
    rulebook: str
    one_offs: bool
    values: Mapping[str, str]
    measures: Measures


@dataclass(frozen=True)
class Swept:
    """What came out of a sweep."""

    directory: str
    history: str
    series: str
    varied: tuple[str, ...]
    there_before: int  # variants that an earlier run had worked out
    rows: tuple[SweepRow, ...]


Engine = Callable[[Sequence[Task]], Iterator[tuple[Task, bytes]]]
"""Works on tasks, in whatever order."""


def in_process(tasks: Sequence[Task]) -> Iterator[tuple[Task, bytes]]:
    """Work here, on one task after the other."""
    return ((task, worked(task)) for task in tasks)


def worked(task: Task) -> bytes:
    """The file of a variant's result; or why there is none."""
    library = Library(Path(task.directory))
    try:
        if history_hash(library) != task.history:
            raise Misuse("lab/history-other-there", directory=task.directory)
        measures = measures_of(library, task.series, task.variant, quiet)
    except Problem as problem:
        return REFUSED + str(problem).encode()
    variant = task.variant
    whole: dict[str, Any] = {
        "form": FORM, "history": task.history, "series": task.series, "name": variant.name, "variant": variant.sha256,
        "rulebook": variant.rulebook, "one_offs": variant.one_offs, "values": dict(variant.values),
        "measures": to_json(measures),
    }  # fmt: skip
    return (json.dumps({**whole, "seal": seal_of(whole)}, indent=1) + "\n").encode()


def sweep(library: Library, request: Sweep, engine: Engine, watch: Watch) -> Swept:
    """Work out every variant that is not there yet, then the table and the picture."""
    grid, directory = request.grid, request.directory
    chosen, history = series_of(library, request.series), history_hash(library)
    heads = [head for head in library.contents.chapters if head.series == chosen and head.remakable]
    for variant in grid.variants:  # an unknown value is told before anything is begun
        for head in heads[:1]:
            variant.books(head, library.law(head))
    _begin(directory, history, chosen, grid)
    files = {variant.sha256: directory / RESULTS / f"{variant.sha256}.json" for variant in grid.variants}
    rows = {sha256: row for sha256, file in files.items() if (row := _read(file, history, sha256)) is not None}
    before = len(rows)
    where = str(library.directory.resolve())
    missing = [Task(where, history, chosen, each) for each in grid.variants if each.sha256 not in rows]
    with watch("variants", len(grid.variants)) as advance:
        advance(before)
        for task, text in engine(missing):
            if text.startswith(REFUSED):
                raise Misuse("lab/refused", name=task.variant.name, reason=text.removeprefix(REFUSED).decode())
            sha256 = task.variant.sha256
            write_whole(files[sha256], text)
            row = _read(files[sha256], history, sha256)
            assert row is not None
            rows[sha256] = row
            advance(1)
    swept = Swept(
        str(directory), history, chosen, grid.varied, before, tuple(rows[each.sha256] for each in grid.variants)
    )
    write_whole(directory / TABLE, _table(swept))
    points = [(row.name, row.measures.drift, _gain(row.measures)) for row in swept.rows]
    write_whole(directory / PICTURE, picture(points).encode())
    return swept


def _gain(measures: Measures) -> float | None:
    """The Brier score less that of the published lists on the same games."""
    if measures.brier is None or measures.brier_published is None:
        return None
    return measures.brier - measures.brier_published


def _begin(directory: Path, history: str, series: str, grid: Grid) -> None:
    """A new directory, or one in which the same sweep was begun."""
    whole: dict[str, Any] = {
        "form": FORM, "history": history, "series": series, "varied": list(grid.varied),
        "variants": sorted(each.sha256 for each in grid.variants),
    }  # fmt: skip
    text = (json.dumps({**whole, "seal": seal_of(whole)}, indent=1) + "\n").encode()
    file = directory / FILE
    try:
        if directory.exists() and (not file.is_file() or file.read_bytes() != text):
            raise Misuse("lab/other-sweep", directory=str(directory))
        (directory / RESULTS).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Misuse("history/unwritten", directory=str(directory), reason=error.strerror or str(error)) from None
    if not file.exists():
        write_whole(file, text)


def write_whole(file: Path, text: bytes) -> None:
    """A file that is there with everything in it, or not at all."""
    part = file.with_name(f".{file.name}.part")
    with open(part, "wb") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    os.replace(part, file)


def _read(file: Path, history: str, sha256: str) -> SweepRow | None:
    """A result that is there and sound; one that was cut or changed is worked out again."""
    try:
        whole = json.loads(file.read_bytes())
        if whole["seal"] != seal_of(whole) or (whole["history"], whole["variant"]) != (history, sha256):
            return None
        names = ("name", "variant", "rulebook", "one_offs", "values")
        return SweepRow(**{name: whole[name] for name in names}, measures=Measures(**whole["measures"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _table(swept: Swept) -> bytes:
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    names = list(to_json(swept.rows[0].measures))
    rows.writerow(
        ["rulebook", "one_offs", *(key for key in swept.varied if key not in ("rulebook", "one_offs")), *names]
    )
    for row in swept.rows:
        values = [row.values.get(key, "") for key in swept.varied if key not in ("rulebook", "one_offs")]
        rows.writerow([row.rulebook, row.one_offs, *values, *to_json(row.measures).values()])
    return out.getvalue().encode()
