"""The charts of the scale, each from a table that stands beside it. One without enough points is not drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from arpad.messages import say
from arpad.monitor.cohorts import GROWN_UPS
from arpad.monitor.drawing import Drawing, Ticks, named, ticks
from arpad.monitor.estimate import FEWEST, Estimate, deviations, widened
from arpad.monitor.scale import ListMeasures, Scale

MOST_NAMES = 12  # federations or regions of a chart
Bounds = tuple[float, float, float]


def charts(scale: Scale) -> dict[str, str]:
    """All charts that can be drawn, as SVG, by the name of their table."""
    drawn = {name: draw(scale) for name, draw in _CHARTS.items()}
    return {name: svg for name, svg in drawn.items() if svg}


def _title(name: str) -> str:
    return say(f"scale-table/{name}")


def _word(name: str) -> str:
    return say(f"scale-column/{name}")


def _bounds(estimated: Estimate) -> Bounds | None:
    if estimated.value is None:
        return None
    return (
        estimated.value,
        estimated.value if estimated.low is None else estimated.low,
        estimated.value if estimated.high is None else estimated.high,
    )


def _months(lists: Sequence[ListMeasures]) -> Ticks:
    return named([str(each.list_) for each in lists], 6)


def _around(values: Iterable[float]) -> Ticks:
    numbers = list(values)
    return ticks(min(numbers), max(numbers))


def _over_time(scale: Scale) -> str:
    rows = [each for each in scale.lists if each.mean.value is not None and each.median is not None]
    if len(rows) < 2:
        return ""
    bounds = [_bounds(each.mean) or (0.0, 0.0, 0.0) for each in rows]
    medians = [float(each.median or 0) for each in rows]
    chart = Drawing(
        _title("over-time"), _months(rows), _around([*medians, *(end for three in bounds for end in three)])
    )
    chart.ribbon([(at, low, high) for at, (_, low, high) in enumerate(bounds)])
    chart.line(((at, value) for at, (value, _, _) in enumerate(bounds)), "one")
    chart.line(enumerate(medians), "two")
    chart.key(_word("mean"), "one")
    chart.key(_word("median"), "two")
    return chart.svg()


def _classes(scale: Scale) -> str:
    rows = scale.distribution.classes
    if len(rows) < 2:
        return ""
    across = named([str(each.from_) for each in rows], 8)
    chart = Drawing(_title("classes"), across, ticks(0, max(each.players for each in rows)))
    for at, rating_class in enumerate(rows):
        chart.bar(at, rating_class.players)
    return chart.svg()


def _cohorts(scale: Scale) -> str:
    """Grown-ups of the first list and of the last cohort but one year: how the mean of the same people moved."""
    runs = [each for each in scale.cohorts if each.kind == GROWN_UPS and len(each.points) > 1]
    chosen = list({each.list_: each for each in (*runs[:1], *runs[-1:])}.values())
    place = {int(each.list_): at for at, each in enumerate(scale.lists)}
    paths = []
    for run in chosen:
        bounds = [(place[point.list_], _bounds(point.change)) for point in run.points if point.change.n >= FEWEST]
        paths.append((run, [(at, *three) for at, three in bounds if three is not None]))
    ends = [end for _, path in paths for _, *three in path for end in three]
    if not ends:
        return ""
    chart = Drawing(_title("cohorts"), _months(scale.lists), _around([0.0, *ends]))
    chart.even(0)
    for (run, path), name in zip(paths, ("one", "two"), strict=False):
        chart.ribbon([(at, low, high) for at, _, low, high in path], "" if name == "one" else name)
        chart.line([(place[run.list_], 0.0), *((at, value) for at, value, _, _ in path)], name)
        chart.key(say("scale-chart/since", (("list", run.list_),)), name)
    return chart.svg()


def _inflow(scale: Scale) -> str:
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
    chart = Drawing(_title("inflow"), _months(rows), _around([0.0, *(end for path in sums.values() for end in path)]))
    chart.even(0)
    for (name, path), line in zip(sums.items(), ("one", "two", "three"), strict=True):
        chart.line(enumerate(path), line)
        chart.key(_word(name), line)
    return chart.svg()


def _calibration(scale: Scale) -> str:
    bands = [band for band in scale.calibration.bands if band.games and band.beyond.value is not None]
    ends = [(band, _bounds(band.beyond)) for band in bands]
    measured = [(band, three) for band, three in ends if three is not None]
    if len(measured) < 2:
        return ""
    across = named([f"{band.from_}" for band, _ in measured], 13)
    chart = Drawing(_title("calibration"), across, _around([0.0, *(end for _, three in measured for end in three)]))
    chart.even(0)
    for at, (band, three) in enumerate(measured):
        chart.interval(at, three, bool(band.verdict))
    curve = [(at, (band.logistic or 0) - (band.expected or 0)) for at, (band, _) in enumerate(measured)]
    chart.line(curve, "two")
    chart.key(_word("beyond"), "noise")
    chart.key(_word("logistic"), "two")
    return chart.svg()


def _games(scale: Scale) -> str:
    rows = [each for each in scale.lists if each.sides is not None and each.sides.counted]
    if len(rows) < 2:
        return ""
    limited = [each.sides.limited_share.value or 0.0 for each in rows if each.sides]
    left = [each.sides.uncounted_share.value or 0.0 for each in rows if each.sides]
    chart = Drawing(_title("games"), _months(rows), _around([0.0, *limited, *left]))
    for name, path, line in (("limited", limited, "one"), ("uncounted", left, "two")):
        chart.line(enumerate(path), line)
        chart.key(_word(name), line)
    return chart.svg()


def _slope(scale: Scale) -> str:
    rows = [each for each in scale.lists if each.slope.low is not None]
    if len(rows) < 2:
        return ""
    wider = deviations(len(rows)) / deviations()  # so that the intervals of all lists hold together
    slopes = [widened(each.slope, wider) for each in rows]
    ends = [_bounds(each) or (1.0, 1.0, 1.0) for each in slopes]
    chart = Drawing(_title("slope"), _months(rows), _around([1.0, *(end for three in ends for end in three)]))
    chart.even(1)
    for at, (slope, three) in enumerate(zip(slopes, ends, strict=True)):
        chart.interval(at, three, bool(slope.against(1)))
    return chart.svg()


def _points(name: str, rows: Sequence[tuple[str, Estimate, str]]) -> str:
    """Points of rating by name, with their intervals."""
    measured = [(word, _bounds(found), verdict) for word, found, verdict in rows if found.low is not None]
    if not measured:
        return ""
    values = [end for _, three, _ in measured for end in three or ()]
    chart = Drawing(_title(name), named([word for word, _, _ in measured], MOST_NAMES), _around([0.0, *values]))
    chart.even(0)
    for at, (_, three, verdict) in enumerate(measured):
        if three is not None:
            chart.interval(at, three, bool(verdict))
    return chart.svg()


def _juniors(scale: Scale) -> str:
    return _points("juniors", [(each.ages, each.points, each.verdict) for each in scale.juniors])


def _groups(kind: str) -> Callable[[Scale], str]:
    def draw(scale: Scale) -> str:
        rows = [(each.name, each.points, each.verdict) for each in getattr(scale, kind) if each.points.low is not None]
        return _points(kind, rows[:MOST_NAMES])

    return draw


def _truth(scale: Scale) -> str:
    rows = [each for each in scale.lists if each.truth is not None and each.truth.above.value is not None]
    ends = [_bounds(each.truth.above) or (0.0, 0.0, 0.0) for each in rows if each.truth]
    if len(rows) < 2:
        return ""
    chart = Drawing(_title("truth"), _months(rows), _around([0.0, *(end for three in ends for end in three)]))
    chart.even(0)
    chart.ribbon([(at, low, high) for at, (_, low, high) in enumerate(ends)])
    chart.line(((at, value) for at, (value, _, _) in enumerate(ends)), "one")
    return chart.svg()


_CHARTS: dict[str, Callable[[Scale], str]] = {
    "over-time": _over_time, "classes": _classes, "cohorts": _cohorts, "inflow": _inflow,
    "calibration": _calibration, "slope": _slope, "games": _games, "juniors": _juniors,
    "federations": _groups("federations"), "regions": _groups("regions"), "truth": _truth,
}  # fmt: skip
