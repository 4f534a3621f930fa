"""A sweep: every variant of a grid on one history, with results as files, a table and a picture."""

from __future__ import annotations

import csv
import io
import json
import os
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from itertools import product
from math import ceil, floor, log10
from pathlib import Path
from typing import Any

from arpad.asjson import to_json
from arpad.finding import Note, Problem, UserError
from arpad.frozen import dataclass
from arpad.history.bundle import Library
from arpad.history.verify import watch_nothing
from arpad.lab.measures import Measures
from arpad.lab.outcome import ProgressCall, history_hash, measure_variant, outcome_seal
from arpad.lab.replay import replay_series
from arpad.lab.variant import Variant
from arpad.law.cited import choose

GRID_KEYS = ("rulebook", "one_offs", "set")
MAX_VARIANTS = 10_000  # variants of a grid


@dataclass(frozen=True)
class VariantGrid:
    """What is varied, and the variants that come of it."""

    varied: tuple[str, ...]
    variants: tuple[Variant, ...]


def read_grid(file: Path, named: Callable[[str], str]) -> VariantGrid:
    """The variants of a file; `named` gives the id of a rulebook that is named by its id or its file."""
    try:
        whole = tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise UserError("history/unread", file=str(file), reason=error.strerror or str(error)) from None
    except (ValueError, RecursionError) as error:  # no text, no TOML, a number of thousands of digits, tables in tables
        raise UserError("lab/no-grid", file=str(file), reason=str(error)) from None
    for key in whole:
        if key not in GRID_KEYS:
            raise UserError("lab/grid-key", choose(key, GRID_KEYS), file=str(file), key=key)
    values = whole.get("set", {})
    if not isinstance(values, Mapping):
        raise UserError("lab/no-grid", file=str(file), reason="set")
    books, one_offs = _several_values(whole.get("rulebook", "")), _several_values(whole.get("one_offs", True))
    choices = [[(key, _value_text(value)) for value in _several_values(given)] for key, given in values.items()]
    count = len(books) * len(one_offs)
    for choice in choices:
        count *= len(choice)
    if not 0 < count <= MAX_VARIANTS:
        raise UserError("lab/grid-size", file=str(file), count=count, most=MAX_VARIANTS)
    ids = [named(str(book)) if book else "" for book in books]
    variants = {
        found.sha256: found
        for id, with_one_offs, chosen in product(ids, one_offs, product(*choices))
        for found in [Variant.of(id, "", dict(chosen), bool(with_one_offs))]
    }
    varied = (*(["rulebook"] if len(books) > 1 else []), *(["one_offs"] if len(one_offs) > 1 else []), *values)
    return VariantGrid(varied, tuple(variants.values()))


def _several_values(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list) else [value]


def _value_text(value: Any) -> str:
    """A value as it is given on a command line."""
    return str(value).lower() if isinstance(value, bool) else str(value)


PicturePoint = tuple[str, float | None, float | None]  # name, drift, prediction

PICTURE_WIDTH, PICTURE_HEIGHT = 760, 460
LEFT, RIGHT, TOP, BOTTOM = 86, 24, 54, 58
LINE_STYLE = 17  # points between two lines of the legend
TICK_COUNT = 6
FONT_STYLE = 'font-family="sans-serif" font-size="12"'
POINT_COLOURS = ("#1f6feb", "#d1242f", "#1a7f37", "#9a6700", "#8250df", "#bf3989", "#0a7ea4", "#57606a")


def draw_picture(points: Sequence[PicturePoint]) -> str:
    """The picture; variants of which one of the two numbers is not known are named below it only."""
    shown = [(at, x, y) for at, (_, x, y) in enumerate(points, 1) if x is not None and y is not None]
    height = PICTURE_HEIGHT + LINE_STYLE * (len(points) + 1)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {PICTURE_WIDTH} {height}" {FONT_STYLE}>',
        f'<rect width="{PICTURE_WIDTH}" height="{height}" fill="#ffffff"/>',
        f'<text x="{LEFT}" y="24" font-size="16" fill="#1f2328">{_text_element("title")}</text>',
        f'<text x="{LEFT}" y="42" fill="#57606a">{_text_element("below")}</text>',
    ]
    if shown:
        out += _plot_points(shown)
    best = min(shown, key=lambda each: each[2])[0] if shown else 0
    for at, (name, _, _) in enumerate(points, 1):
        y = PICTURE_HEIGHT + LINE_STYLE * at
        weight = ' font-weight="bold"' if at == best else ""
        out.append(f'<text x="{LEFT}" y="{y}" fill="{_point_colour(at)}"{weight}>{at}  {escape(name)}</text>')
    return "\n".join([*out, "</svg>"]) + "\n"


def _plot_points(shown: Sequence[tuple[int, float, float]]) -> list[str]:
    """Axes, grid and points."""
    across, up = _axis_ticks([x for _, x, _ in shown] + [0.0]), _axis_ticks([y for _, _, y in shown])
    right, bottom = PICTURE_WIDTH - RIGHT, PICTURE_HEIGHT - BOTTOM

    def place(x: float, y: float) -> tuple[float, float]:
        along = (x - across[0]) / (across[-1] - across[0])
        above = (y - up[0]) / (up[-1] - up[0])
        return LEFT + along * (right - LEFT), bottom - above * (bottom - TOP)

    out = []
    for tick in across:
        x, _ = place(tick, up[0])
        colour = "#8c959f" if tick == 0 else "#eaeef2"
        out.append(f'<line x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{bottom}" stroke="{colour}"/>')
        out.append(f'<text x="{x:.1f}" y="{bottom + 18}" text-anchor="middle" fill="#57606a">{tick:g}</text>')
    for tick in up:
        _, y = place(across[0], tick)
        colour = "#8c959f" if tick == 0 else "#eaeef2"
        out.append(f'<line x1="{LEFT}" y1="{y:.1f}" x2="{right}" y2="{y:.1f}" stroke="{colour}"/>')
        out.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end" fill="#57606a">{tick:g}</text>')
    middle = (LEFT + right) / 2
    out.append(
        f'<text x="{middle:.0f}" y="{bottom + 40}" text-anchor="middle" fill="#1f2328">{_text_element("drift")}</text>'
    )
    high = (TOP + bottom) / 2
    turned = f'transform="translate(20 {high:.0f}) rotate(-90)" text-anchor="middle"'
    out.append(f'<text {turned} fill="#1f2328">{_text_element("score")}</text>')
    for at, x, y in shown:
        px, py = place(x, y)
        out.append(f'<circle cx="{px:.1f}" cy="{py:.1f}" r="5" fill="{_point_colour(at)}" fill-opacity="0.75"/>')
        out.append(f'<text x="{px + 8:.1f}" y="{py + 4:.1f}" fill="{_point_colour(at)}">{at}</text>')
    return out


def _text_element(name: str) -> str:
    return escape(Note.of(f"lab-picture/{name}").sentence)


def _point_colour(at: int) -> str:
    return POINT_COLOURS[(at - 1) % len(POINT_COLOURS)]


def _axis_ticks(values: Sequence[float]) -> list[float]:
    """Round numbers that hold all values between them."""
    low, high = min(values), max(values)
    wide = (high - low) or abs(high) or 1.0
    step = 10 ** floor(log10(wide / TICK_COUNT))
    step *= next(each for each in (1, 2, 5, 10) if wide / (step * each) <= TICK_COUNT)
    first, last = floor(low / step), ceil(high / step)
    if first == last:
        first, last = first - 1, last + 1
    return [float(f"{at * step:.10g}") for at in range(first, last + 1)]


SWEEP_FILE, SWEEP_FORM = "sweep.json", "Arpad-Sweep 1"
RESULTS_DIRECTORY, TABLE_FILE, PICTURE_FILE = "variants", "table.csv", "picture.svg"
REFUSED_ERRORS = b"refused "  # before the words of a worker that could not do it


@dataclass(frozen=True)
class Sweep:
    """What is swept, and where the results go."""

    grid: VariantGrid
    directory: Path
    series: str = ""  # the only one where none is named


@dataclass(frozen=True)
class SweepTask:
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


SweepEngine = Callable[[Sequence[SweepTask]], Iterator[tuple[SweepTask, bytes]]]
"""Works on tasks, in whatever order."""


def work_in_process(tasks: Sequence[SweepTask]) -> Iterator[tuple[SweepTask, bytes]]:
    """Work here, on one task after the other."""
    return ((task, work_on_task(task)) for task in tasks)


def work_on_task(task: SweepTask) -> bytes:
    """The file of a variant's result; or why there is none."""
    library = Library(Path(task.directory))
    try:
        if history_hash(library) != task.history:
            raise UserError("lab/history-other-there", directory=task.directory)
        measures = measure_variant(library, task.series, task.variant, watch_nothing)
    except Problem as problem:
        return REFUSED_ERRORS + str(problem).encode()
    variant = task.variant
    whole: dict[str, Any] = {
        "form": SWEEP_FORM,
        "history": task.history,
        "series": task.series,
        "name": variant.name,
        "variant": variant.sha256,
        "rulebook": variant.rulebook,
        "one_offs": variant.one_offs,
        "values": dict(variant.values),
        "measures": to_json(measures),
    }
    return (json.dumps({**whole, "seal": outcome_seal(whole)}, indent=1) + "\n").encode()


def run_sweep(library: Library, request: Sweep, engine: SweepEngine, watch: ProgressCall) -> Swept:
    """Work out every variant that is not there yet, then the table and the picture."""
    grid, directory = request.grid, request.directory
    chosen, history = replay_series(library, request.series), history_hash(library)
    heads = [head for head in library.contents.chapters if head.series == chosen and head.remakable]
    for variant in grid.variants:  # an unknown value is told before anything is begun
        for head in heads[:1]:
            variant.books(head, library.law(head))
    _begin_directory(directory, history, chosen, grid)
    files = {variant.sha256: directory / RESULTS_DIRECTORY / f"{variant.sha256}.json" for variant in grid.variants}
    rows = {sha256: row for sha256, file in files.items() if (row := _read_result(file, history, sha256)) is not None}
    before = len(rows)
    where = str(library.directory.resolve())
    missing = [SweepTask(where, history, chosen, each) for each in grid.variants if each.sha256 not in rows]
    with watch("variants", len(grid.variants)) as advance:
        advance(before)
        for task, text in engine(missing):
            if text.startswith(REFUSED_ERRORS):
                raise UserError(
                    "lab/refused", name=task.variant.name, reason=text.removeprefix(REFUSED_ERRORS).decode()
                )
            sha256 = task.variant.sha256
            write_atomically(files[sha256], text)
            row = _read_result(files[sha256], history, sha256)
            assert row is not None
            rows[sha256] = row
            advance(1)
    swept = Swept(
        str(directory), history, chosen, grid.varied, before, tuple(rows[each.sha256] for each in grid.variants)
    )
    write_atomically(directory / TABLE_FILE, _write_table(swept))
    points = [(row.name, row.measures.drift, _brier_gain(row.measures)) for row in swept.rows]
    write_atomically(directory / PICTURE_FILE, draw_picture(points).encode())
    return swept


def _brier_gain(measures: Measures) -> float | None:
    """The Brier score less that of the published lists on the same games."""
    if measures.brier is None or measures.brier_published is None:
        return None
    return measures.brier - measures.brier_published


def _begin_directory(directory: Path, history: str, series: str, grid: VariantGrid) -> None:
    """A new directory, or one in which the same sweep was begun."""
    whole: dict[str, Any] = {
        "form": SWEEP_FORM, "history": history, "series": series, "varied": list(grid.varied),
        "variants": sorted(each.sha256 for each in grid.variants),
    }  # fmt: skip
    text = (json.dumps({**whole, "seal": outcome_seal(whole)}, indent=1) + "\n").encode()
    file = directory / SWEEP_FILE
    try:
        if directory.exists() and (not file.is_file() or file.read_bytes() != text):
            raise UserError("lab/other-sweep", directory=str(directory))
        (directory / RESULTS_DIRECTORY).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError("history/unwritten", directory=str(directory), reason=error.strerror or str(error)) from None
    if not file.exists():
        write_atomically(file, text)


def write_atomically(file: Path, text: bytes) -> None:
    """A file that is there with everything in it, or not at all."""
    part = file.with_name(f".{file.name}.part")
    with open(part, "wb") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    os.replace(part, file)


def _read_result(file: Path, history: str, sha256: str) -> SweepRow | None:
    """A result that is there and sound; one that was cut or changed is worked out again."""
    try:
        whole = json.loads(file.read_bytes())
        if whole["seal"] != outcome_seal(whole) or (whole["history"], whole["variant"]) != (history, sha256):
            return None
        names = ("name", "variant", "rulebook", "one_offs", "values")
        return SweepRow(**{name: whole[name] for name in names}, measures=Measures(**whole["measures"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _write_table(swept: Swept) -> bytes:
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
