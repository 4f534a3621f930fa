"""The measures as plain tables: what stands on a screen, on a page beside each chart, and in files.

A column has a name and how many digits its numbers are written with; `low` and `high` are the ends of an interval.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from arpad.frozen import dataclass
from arpad.messages import say
from arpad.monitor.estimate import FEWEST, Estimate, Verdict
from arpad.monitor.inflow import Inflow, Stream
from arpad.monitor.scale import ListMeasures, Scale

Cell = str | int | float | None
Row = tuple[Cell, ...]

LOW, HIGH, INTERVAL, VERDICT = "low", "high", "interval", "verdict"
TOO_WIDE = {
    "inflow": ("back_mean", "off_mean"), "calibration": ("logistic",), "stability": ("median", "most"),
    "activity": ("games",),
}  # fmt: skip
BY_LIST = ("over-time", "cohorts", "inflow", "games", "foretold", "truth")  # tables that go list by list
NOISE, FEW = "noise", "few"  # what is said of an interval that contains the expectation, or rests on too little


@dataclass(frozen=True)
class Column:
    """A column; of texts and whole numbers there are no digits."""

    name: str
    digits: int = 0


@dataclass(frozen=True)
class PlainTable:
    """A table with its name."""

    name: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


def tables(scale: Scale) -> tuple[PlainTable, ...]:
    """All tables that have a row."""
    made_tables = (table(scale, name) for name in _TABLES)
    return tuple(each for each in made_tables if each.rows)


def table(scale: Scale, name: str) -> PlainTable:
    """One table."""
    named, rows = _TABLES[name]
    return PlainTable(name, _columns(named), tuple(rows(scale)))


def shown_columns(plain: PlainTable) -> tuple[str, ...]:
    """The names of the columns as they are shown: the ends of an interval are one."""
    return tuple(INTERVAL if each.name == LOW else each.name for each in plain.columns if each.name != HIGH)


def narrow(plain: PlainTable) -> PlainTable:
    """A table without the columns that a screen of eighty places has no room for."""
    places = [at for at, each in enumerate(plain.columns) if each.name not in TOO_WIDE.get(plain.name, ())]
    rows = tuple(tuple(row[at] for at in places) for row in plain.rows)
    return PlainTable(plain.name, tuple(plain.columns[at] for at in places), rows)


def shown_rows(plain: PlainTable) -> tuple[tuple[str, ...], ...]:
    """The rows as texts, with a true minus."""
    return tuple(_shown(plain.columns, row) for row in plain.rows)


def _shown(columns: tuple[Column, ...], row: Row) -> tuple[str, ...]:
    cells = []
    for at, (column, cell) in enumerate(zip(columns, row, strict=True)):
        if column.name == HIGH:
            continue
        if column.name == VERDICT:
            cells.append(say(f"scale-verdict/{cell or '-'}"))
        elif column.name == LOW:
            ends = [_written(column, each) for each in (cell, row[at + 1])]
            cells.append("…".join(ends) if all(ends) else "")
        else:
            cells.append(_written(column, cell))
    return tuple(cells)


def _written(column: Column, cell: Cell) -> str:
    if cell is None:
        return ""
    text = f"{cell:.{column.digits}f}" if isinstance(cell, float) else str(cell)
    if isinstance(cell, str) or not text.startswith("-"):
        return text
    return text.replace("-", "−" if text.strip("-0.") else "", 1)


def verdict_of(estimated: Estimate, verdict: Verdict) -> str:
    """What is said of an interval."""
    return verdict or (FEW if estimated.n < FEWEST or estimated.low is None else NOISE)


def _columns(named: str) -> tuple[Column, ...]:
    """Columns out of their names; a digit behind a colon says how numbers are written."""
    parted = (each.partition(":") for each in named.split())
    return tuple(Column(name, int(digits or 0)) for name, _, digits in parted)


def _ends(estimated: Estimate) -> Row:
    return estimated.value, estimated.low, estimated.high


# --- over time ----------------------------------------------------------------------------------------------------


def _over_time(scale: Scale) -> Iterator[Row]:
    for measures in scale.lists:
        yield str(measures.list_), measures.players, *_ends(measures.mean), measures.deviation, measures.median


def _inflow(scale: Scale) -> Iterator[Row]:
    for measures in scale.lists:
        if measures.inflow is not None:
            yield str(measures.list_), *_streams(measures.inflow)


def _streams(moved: Inflow) -> Row:
    streams: tuple[Cell, ...] = ()
    for stream in (moved.new, moved.back, moved.gone, moved.off):
        streams += (stream.players, _mean(stream))
    return *streams, moved.by_play, moved.by_coming, moved.by_going


def _mean(stream: Stream) -> float | None:
    return round(stream.points / stream.players, 2) if stream.players else None


def _games(scale: Scale) -> Iterator[Row]:
    for measures in scale.lists:
        if measures.sides is not None:
            yield str(measures.list_), measures.games, *_shares(measures), *_ends(measures.slope)


def _shares(measures: ListMeasures) -> Row:
    assert measures.sides is not None
    return measures.sides.limited_share.value, measures.sides.uncounted_share.value


def _foretold(scale: Scale) -> Iterator[Row]:
    for measures in scale.lists:
        if measures.games:
            yield (
                str(measures.list_),
                measures.games,
                measures.brier_table,
                measures.brier_logistic,
                measures.log_table,
                measures.log_logistic,
            )


def _truth(scale: Scale) -> Iterator[Row]:
    for measures in scale.lists:
        if measures.truth is not None:
            truth = measures.truth
            yield (
                str(measures.list_), truth.players, *_ends(truth.above), truth.deviation, truth.width, truth.correlation
            )  # fmt: skip


def _cohorts(scale: Scale) -> Iterator[Row]:
    for cohort in scale.cohorts:
        for point in cohort.points:
            yield (
                str(cohort.list_), cohort.kind, str(point.list_), point.there, point.mean, point.change.n,
                *_ends(point.change),
            )  # fmt: skip


# --- of one list --------------------------------------------------------------------------------------------------


def _classes(scale: Scale) -> Iterator[Row]:
    for rating_class in scale.distribution.classes:
        yield rating_class.from_, rating_class.players


def _quantiles(scale: Scale) -> Iterator[Row]:
    for quantile in scale.distribution.quantiles:
        yield quantile.percent, quantile.rating


def _calibration(scale: Scale) -> Iterator[Row]:
    for band in scale.calibration.bands:
        if band.games:
            name = f"{band.from_}-{band.below - 1}" if band.below else f"{band.from_}+"
            yield (
                name, band.games, band.counted, band.expected, band.logistic, band.scored, *_ends(band.beyond),
                verdict_of(band.beyond, band.verdict),
            )  # fmt: skip


def _slope(scale: Scale) -> Iterator[Row]:
    calibration = scale.calibration
    if calibration.slope.n:
        yield calibration.slope.n, *_ends(calibration.slope), verdict_of(calibration.slope, calibration.verdict)


def _predictions(scale: Scale) -> Iterator[Row]:
    for prediction in scale.predictions:
        if prediction.games:
            compared = prediction.against_table
            verdict = verdict_of(compared, prediction.verdict) if compared.value is not None else ""
            yield prediction.by, prediction.games, prediction.brier, prediction.log, *_ends(compared), verdict


def _uncounted(scale: Scale) -> Iterator[Row]:
    sides = scale.sides
    if sides.all:
        yield "counted", sides.counted, None, None, None
        yield "limited", sides.limited, *_ends(sides.limited_share)
        yield "pooled", sides.pooled, None, None, None
        for reason in sides.reasons:
            yield reason.reason, reason.sides, *_ends(reason.share)


def _stability(scale: Scale) -> Iterator[Row]:
    stability = scale.stability
    if stability.players and stability.bound:
        articles = f"{stability.bound.edition} {', '.join(stability.bound.articles)}"
        yield (
            articles,
            stability.bound.product,
            stability.players,
            stability.median,
            stability.most,
            stability.above,
            *_ends(stability.share),
        )


def _islands(scale: Scale) -> Iterator[Row]:
    for island in scale.islands.islands:
        yield "island", island.home, island.players, island.games, 0
    if scale.islands.small:
        yield "small-islands", "", scale.islands.small, None, 0
    weakest = scale.islands.weakest
    if weakest is not None:
        yield "weakest-part", weakest.home, weakest.players, weakest.inside, weakest.joining


def _groups(kind: str) -> Callable[[Scale], Iterator[Row]]:
    def rows(scale: Scale) -> Iterator[Row]:
        for group in getattr(scale, kind):
            yield (
                group.name, group.inside, group.joining, group.beyond.value, *_ends(group.points),
                verdict_of(group.beyond, group.verdict),
            )  # fmt: skip

    return rows


def _activity(scale: Scale) -> Iterator[Row]:
    for group in scale.activity:
        yield (
            group.kind, group.name, group.players, group.mean, group.games, *_ends(group.played),
            verdict_of(group.played, group.verdict) if group.name else "",
        )  # fmt: skip


def _juniors(scale: Scale) -> Iterator[Row]:
    for lag in scale.juniors:
        if lag.games:
            yield lag.ages, lag.games, lag.beyond.value, *_ends(lag.points), verdict_of(lag.beyond, lag.verdict)


_GROUP = "name inside joining beyond:3 points low high verdict"
_TABLES: dict[str, tuple[str, Callable[[Scale], Iterator[Row]]]] = {
    "over-time": ("list players mean:1 low:1 high:1 deviation:1 median", _over_time),
    "classes": ("from players", _classes),
    "quantiles": ("percent rating", _quantiles),
    "cohorts": ("cohort kind list players mean:1 moved change:1 low:1 high:1", _cohorts),
    "inflow": (
        "list new new_mean back back_mean gone gone_mean off off_mean by_play:2 by_coming:2 by_going:2",
        _inflow,
    ),
    "calibration": ("band games counted:3 expected:3 logistic:3 scored:3 beyond:3 low:3 high:3 verdict", _calibration),
    "slope": ("games slope:3 low:3 high:3 verdict", _slope),
    "predictions": ("by games brier:4 log:4 against_table:5 low:5 high:5 verdict", _predictions),
    "games": ("list games limited:4 uncounted:4 slope:3 low:3 high:3", _games),
    "foretold": ("list games brier_table:4 brier_logistic:4 log_table:4 log_logistic:4", _foretold),
    "uncounted": ("reason sides share:4 low:4 high:4", _uncounted),
    "stability": ("text product players median most above share:4 low:4 high:4", _stability),
    "islands": ("part home players games joining", _islands),
    "federations": (_GROUP, _groups("federations")),
    "regions": (_GROUP, _groups("regions")),
    "activity": ("kind name players mean:1 games played:3 low:3 high:3 verdict", _activity),
    "juniors": ("ages games beyond:3 points low high verdict", _juniors),
    "truth": ("list players above:1 low:1 high:1 deviation:1 width:3 correlation:3", _truth),
}
NAMES = tuple(_TABLES)
