"""Charts of the measures, and the tables and charts as files."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterable, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from arpad.asjson import to_json
from arpad.finding import Remedy, UserError
from arpad.messages import say
from arpad.monitor.distribution import COHORT_ADULTS
from arpad.monitor.drawing import Drawing, Ticks, name_ticks, standalone_svg, ticks
from arpad.monitor.estimate import FEWEST_CASES, Estimate, interval_deviations, widen_estimate
from arpad.monitor.scale import ListMeasures, Scale
from arpad.monitor.tables import PlainTable, scale_tables

MAX_NAMES = 12  # federations or regions of a chart
ChartBounds = tuple[float, float, float]


def draw_charts(scale: Scale) -> dict[str, str]:
    """All charts that can be drawn, as SVG, by the name of their table."""
    drawn = {name: draw(scale) for name, draw in _CHART_FUNCTIONS.items()}
    return {name: svg for name, svg in drawn.items() if svg}


def _chart_title(name: str) -> str:
    return say(f"scale-table/{name}")


def _word_text(name: str) -> str:
    return say(f"scale-column/{name}")


def _interval_bounds(estimated: Estimate) -> ChartBounds | None:
    if estimated.value is None:
        return None
    return (
        estimated.value,
        estimated.value if estimated.low is None else estimated.low,
        estimated.value if estimated.high is None else estimated.high,
    )


def _month_labels(lists: Sequence[ListMeasures]) -> Ticks:
    return name_ticks([str(each.list_) for each in lists], 6)


def _range_around(values: Iterable[float]) -> Ticks:
    numbers = list(values)
    return ticks(min(numbers), max(numbers))


def _draw_over_time(scale: Scale) -> str:
    rows = [each for each in scale.lists if each.mean.value is not None and each.median is not None]
    if len(rows) < 2:
        return ""
    bounds = [_interval_bounds(each.mean) or (0.0, 0.0, 0.0) for each in rows]
    medians = [float(each.median or 0) for each in rows]
    chart = Drawing(
        _chart_title("over-time"),
        _month_labels(rows),
        _range_around([*medians, *(end for three in bounds for end in three)]),
    )
    chart.ribbon([(at, low, high) for at, (_, low, high) in enumerate(bounds)])
    chart.line(((at, value) for at, (value, _, _) in enumerate(bounds)), "one")
    chart.line(enumerate(medians), "two")
    chart.key(_word_text("mean"), "one")
    chart.key(_word_text("median"), "two")
    return chart.svg()


def _draw_classes(scale: Scale) -> str:
    rows = scale.distribution.classes
    if len(rows) < 2:
        return ""
    across = name_ticks([str(each.from_) for each in rows], 8)
    chart = Drawing(_chart_title("classes"), across, ticks(0, max(each.players for each in rows)))
    for at, rating_class in enumerate(rows):
        chart.bar(at, rating_class.players)
    return chart.svg()


def _draw_cohorts(scale: Scale) -> str:
    """Grown-ups of the first list and of the last cohort but one year: how the mean of the same people moved."""
    runs = [each for each in scale.cohorts if each.kind == COHORT_ADULTS and len(each.points) > 1]
    chosen = list({each.list_: each for each in (*runs[:1], *runs[-1:])}.values())
    place = {int(each.list_): at for at, each in enumerate(scale.lists)}
    paths = []
    for run in chosen:
        bounds = [
            (place[point.list_], _interval_bounds(point.change))
            for point in run.points
            if point.change.n >= FEWEST_CASES
        ]
        paths.append((run, [(at, *three) for at, three in bounds if three is not None]))
    ends = [end for _, path in paths for _, *three in path for end in three]
    if not ends:
        return ""
    chart = Drawing(_chart_title("cohorts"), _month_labels(scale.lists), _range_around([0.0, *ends]))
    chart.even(0)
    for (run, path), name in zip(paths, ("one", "two"), strict=False):
        chart.ribbon([(at, low, high) for at, _, low, high in path], "" if name == "one" else name)
        chart.line([(place[run.list_], 0.0), *((at, value) for at, value, _, _ in path)], name)
        chart.key(say("scale-chart/since", (("list", run.list_),)), name)
    return chart.svg()


def _draw_inflow(scale: Scale) -> str:
    """What moved the mean since the first list, added up."""
    rows = [each for each in scale.lists if each.inflow is not None and each.inflow.by_play is not None]
    if len(rows) < 2:
        return ""
    sums: dict[str, list[float]] = {"by_play": [], "by_coming": [], "by_going": []}
    for name, path in sums.items():
        added = 0.0
        for measures in rows:
            added += getattr(measures.inflow, name)
            path.append(added)
    chart = Drawing(
        _chart_title("inflow"),
        _month_labels(rows),
        _range_around([0.0, *(end for path in sums.values() for end in path)]),
    )
    chart.even(0)
    for (name, path), line in zip(sums.items(), ("one", "two", "three"), strict=True):
        chart.line(enumerate(path), line)
        chart.key(_word_text(name), line)
    return chart.svg()


def _draw_calibration(scale: Scale) -> str:
    bands = [band for band in scale.calibration.bands if band.games and band.beyond.value is not None]
    ends = [(band, _interval_bounds(band.beyond)) for band in bands]
    measured = [(band, three) for band, three in ends if three is not None]
    if len(measured) < 2:
        return ""
    across = name_ticks([f"{band.from_}" for band, _ in measured], 13)
    chart = Drawing(
        _chart_title("calibration"), across, _range_around([0.0, *(end for _, three in measured for end in three)])
    )
    chart.even(0)
    for at, (band, three) in enumerate(measured):
        chart.interval(at, three, bool(band.verdict))
    curve = [(at, (band.logistic or 0) - (band.expected or 0)) for at, (band, _) in enumerate(measured)]
    chart.line(curve, "two")
    chart.key(_word_text("beyond"), "noise")
    chart.key(_word_text("logistic"), "two")
    return chart.svg()


def _draw_games(scale: Scale) -> str:
    rows = [each for each in scale.lists if each.sides is not None and each.sides.counted]
    if len(rows) < 2:
        return ""
    limited = [each.sides.limited_share.value or 0.0 for each in rows if each.sides]
    left = [each.sides.uncounted_share.value or 0.0 for each in rows if each.sides]
    chart = Drawing(_chart_title("games"), _month_labels(rows), _range_around([0.0, *limited, *left]))
    for name, path, line in (("limited", limited, "one"), ("uncounted", left, "two")):
        chart.line(enumerate(path), line)
        chart.key(_word_text(name), line)
    return chart.svg()


def _draw_slope(scale: Scale) -> str:
    rows = [each for each in scale.lists if each.slope.low is not None]
    if len(rows) < 2:
        return ""
    wider = interval_deviations(len(rows)) / interval_deviations()  # so that the intervals of all lists hold together
    slopes = [widen_estimate(each.slope, wider) for each in rows]
    ends = [_interval_bounds(each) or (1.0, 1.0, 1.0) for each in slopes]
    chart = Drawing(
        _chart_title("slope"), _month_labels(rows), _range_around([1.0, *(end for three in ends for end in three)])
    )
    chart.even(1)
    for at, (slope, three) in enumerate(zip(slopes, ends, strict=True)):
        chart.interval(at, three, bool(slope.against(1)))
    return chart.svg()


def _draw_points(name: str, rows: Sequence[tuple[str, Estimate, str]]) -> str:
    """Points of rating by name, with their intervals."""
    measured = [(word, _interval_bounds(found), verdict) for word, found, verdict in rows if found.low is not None]
    if not measured:
        return ""
    values = [end for _, three, _ in measured for end in three or ()]
    chart = Drawing(
        _chart_title(name), name_ticks([word for word, _, _ in measured], MAX_NAMES), _range_around([0.0, *values])
    )
    chart.even(0)
    for at, (_, three, verdict) in enumerate(measured):
        if three is not None:
            chart.interval(at, three, bool(verdict))
    return chart.svg()


def _draw_juniors(scale: Scale) -> str:
    return _draw_points("juniors", [(each.ages, each.points, each.verdict) for each in scale.juniors])


def _draw_groups(kind: str) -> Callable[[Scale], str]:
    def draw(scale: Scale) -> str:
        rows = [(each.name, each.points, each.verdict) for each in getattr(scale, kind) if each.points.low is not None]
        return _draw_points(kind, rows[:MAX_NAMES])

    return draw


def _draw_truth(scale: Scale) -> str:
    rows = [each for each in scale.lists if each.truth is not None and each.truth.above.value is not None]
    ends = [_interval_bounds(each.truth.above) or (0.0, 0.0, 0.0) for each in rows if each.truth]
    if len(rows) < 2:
        return ""
    chart = Drawing(
        _chart_title("truth"), _month_labels(rows), _range_around([0.0, *(end for three in ends for end in three)])
    )
    chart.even(0)
    chart.ribbon([(at, low, high) for at, (_, low, high) in enumerate(ends)])
    chart.line(((at, value) for at, (value, _, _) in enumerate(ends)), "one")
    return chart.svg()


_CHART_FUNCTIONS: dict[str, Callable[[Scale], str]] = {
    "over-time": _draw_over_time, "classes": _draw_classes, "cohorts": _draw_cohorts, "inflow": _draw_inflow,
    "calibration": _draw_calibration, "slope": _draw_slope, "games": _draw_games, "juniors": _draw_juniors,
    "federations": _draw_groups("federations"), "regions": _draw_groups("regions"), "truth": _draw_truth,
}  # fmt: skip


SCALE_FILE = "scale.json"
PART_SUFFIX = ".part"  # behind the name of a directory that is not whole yet


def refuse_existing(directory: Path) -> None:
    """Nothing is written over; asked before anything is measured."""
    if directory.exists():
        raise UserError("scale/there", directory=str(directory))


def write_scale_files(scale: Scale, directory: Path) -> tuple[str, ...]:
    """Write everything; gives the names of the files."""
    refuse_existing(directory)
    files = {SCALE_FILE: (json.dumps(to_json(scale), indent=1) + "\n").encode()}
    files |= {f"{table.name}.parquet": parquet_table(table) for table in scale_tables(scale)}
    files |= {f"{name}.svg": standalone_svg(svg).encode() for name, svg in draw_charts(scale).items()}
    part = directory.parent / (directory.name + PART_SUFFIX)
    try:
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        for name, body in files.items():
            (part / name).write_bytes(body)
        os.rename(part, directory)
    except OSError as error:
        raise UserError("scale/unwritten", directory=str(directory), reason=error.strerror or str(error)) from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return tuple(files)


def parquet_table(table: PlainTable) -> bytes:
    """A table with typed columns: texts, whole numbers, or fractions where any cell is one."""
    try:
        import polars
    except ImportError:
        raise UserError("export/parquet", Remedy.to("install-extra", extra="office")) from None
    columns: list[Any] = []
    for at, column in enumerate(table.columns):
        cells = [row[at] for row in table.rows]
        fractions = column.digits or any(isinstance(cell, float) for cell in cells)
        text = any(isinstance(cell, str) for cell in cells)
        kind = polars.String if text else polars.Float64 if fractions else polars.Int64
        columns.append(polars.Series(column.name, cells, kind))
    whole = BytesIO()
    polars.DataFrame(columns).write_parquet(whole, compression="zstd")
    return whole.getvalue()
