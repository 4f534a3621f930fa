"""The measures as plain tables: what stands on a screen, on a page beside each chart, and in files.

A column has a name and how many digits its numbers are written with; `low` and `high` are the ends of an interval.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from arpad.frozen import dataclass
from arpad.messages import say
from arpad.monitor.distribution import Inflow, Stream
from arpad.monitor.estimate import FEWEST_CASES, Estimate, Verdict
from arpad.monitor.scale import ListMeasures, Scale

TableCell = str | int | float | None
TableRow = tuple[TableCell, ...]

LOW_COLUMN, HIGH_COLUMN, INTERVAL_COLUMN, VERDICT_COLUMN = "low", "high", "interval", "verdict"
WIDE_COLUMNS = {
    "inflow": ("back_mean", "off_mean"), "calibration": ("logistic",), "stability": ("median", "most"),
    "activity": ("games",),
}  # fmt: skip
TABLES_BY_LIST = ("over-time", "cohorts", "inflow", "games", "foretold", "truth")  # tables that go list by list
VERDICT_NOISE, VERDICT_FEW = (
    "noise",
    "few",
)  # what is said of an interval that contains the expectation, or rests on too little


@dataclass(frozen=True)
class PlainColumn:
    """A column; of texts and whole numbers there are no digits."""

    name: str
    digits: int = 0


@dataclass(frozen=True)
class PlainTable:
    """A table with its name."""

    name: str
    columns: tuple[PlainColumn, ...]
    rows: tuple[TableRow, ...]


def scale_tables(scale: Scale) -> tuple[PlainTable, ...]:
    """All tables that have a row."""
    made_tables = (scale_table(scale, name) for name in _TABLE_FUNCTIONS)
    return tuple(each for each in made_tables if each.rows)


def scale_table(scale: Scale, name: str) -> PlainTable:
    """One table."""
    named, rows = _TABLE_FUNCTIONS[name]
    return PlainTable(name, _columns_from_names(named), tuple(rows(scale)))


def shown_columns(plain: PlainTable) -> tuple[str, ...]:
    """The names of the columns as they are shown: the ends of an interval are one."""
    return tuple(
        INTERVAL_COLUMN if each.name == LOW_COLUMN else each.name for each in plain.columns if each.name != HIGH_COLUMN
    )


def narrow_table(plain: PlainTable) -> PlainTable:
    """A table without the columns that a screen of eighty places has no room for."""
    places = [at for at, each in enumerate(plain.columns) if each.name not in WIDE_COLUMNS.get(plain.name, ())]
    rows = tuple(tuple(row[at] for at in places) for row in plain.rows)
    return PlainTable(plain.name, tuple(plain.columns[at] for at in places), rows)


def shown_rows(plain: PlainTable) -> tuple[tuple[str, ...], ...]:
    """The rows as texts, with a true minus."""
    return tuple(_shown_cells(plain.columns, row) for row in plain.rows)


def _shown_cells(columns: tuple[PlainColumn, ...], row: TableRow) -> tuple[str, ...]:
    cells = []
    for at, (column, cell) in enumerate(zip(columns, row, strict=True)):
        if column.name == HIGH_COLUMN:
            continue
        if column.name == VERDICT_COLUMN:
            cells.append(say(f"scale-verdict/{cell or '-'}"))
        elif column.name == LOW_COLUMN:
            ends = [_cell_text(column, each) for each in (cell, row[at + 1])]
            cells.append("…".join(ends) if all(ends) else "")
        else:
            cells.append(_cell_text(column, cell))
    return tuple(cells)


def _cell_text(column: PlainColumn, cell: TableCell) -> str:
    if cell is None:
        return ""
    text = f"{cell:.{column.digits}f}" if isinstance(cell, float) else str(cell)
    if isinstance(cell, str) or not text.startswith("-"):
        return text
    return text.replace("-", "−" if text.strip("-0.") else "", 1)


def interval_verdict(estimated: Estimate, verdict: Verdict) -> str:
    """What is said of an interval."""
    return verdict or (VERDICT_FEW if estimated.n < FEWEST_CASES or estimated.low is None else VERDICT_NOISE)


def _columns_from_names(named: str) -> tuple[PlainColumn, ...]:
    """Columns out of their names; a digit behind a colon says how numbers are written."""
    parted = (each.partition(":") for each in named.split())
    return tuple(PlainColumn(name, int(digits or 0)) for name, _, digits in parted)


def _interval_cells(estimated: Estimate) -> TableRow:
    return estimated.value, estimated.low, estimated.high


# --- over time ----------------------------------------------------------------------------------------------------


def _over_time_rows(scale: Scale) -> Iterator[TableRow]:
    for measures in scale.lists:
        yield (
            str(measures.list_),
            measures.players,
            *_interval_cells(measures.mean),
            measures.deviation,
            measures.median,
        )


def _inflow_rows(scale: Scale) -> Iterator[TableRow]:
    for measures in scale.lists:
        if measures.inflow is not None:
            yield str(measures.list_), *_stream_cells(measures.inflow)


def _stream_cells(moved: Inflow) -> TableRow:
    streams: tuple[TableCell, ...] = ()
    for stream in (moved.new, moved.back, moved.gone, moved.off):
        streams += (stream.players, _mean_rows(stream))
    return *streams, moved.by_play, moved.by_coming, moved.by_going


def _mean_rows(stream: Stream) -> float | None:
    return round(stream.points / stream.players, 2) if stream.players else None


def _game_rows(scale: Scale) -> Iterator[TableRow]:
    for measures in scale.lists:
        if measures.sides is not None:
            yield str(measures.list_), measures.games, *_share_rows(measures), *_interval_cells(measures.slope)


def _share_rows(measures: ListMeasures) -> TableRow:
    assert measures.sides is not None
    return measures.sides.limited_share.value, measures.sides.uncounted_share.value


def _prediction_over_time_rows(scale: Scale) -> Iterator[TableRow]:
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


def _truth_rows(scale: Scale) -> Iterator[TableRow]:
    for measures in scale.lists:
        if measures.truth is not None:
            truth = measures.truth
            yield (
                str(measures.list_),
                truth.players,
                *_interval_cells(truth.above),
                truth.deviation,
                truth.width,
                truth.correlation,
            )


def _cohort_rows(scale: Scale) -> Iterator[TableRow]:
    for cohort in scale.cohorts:
        for point in cohort.points:
            yield (
                str(cohort.list_), cohort.kind, str(point.list_), point.there, point.mean, point.change.n,
                *_interval_cells(point.change),
            )  # fmt: skip


# --- of one list --------------------------------------------------------------------------------------------------


def _class_rows(scale: Scale) -> Iterator[TableRow]:
    for rating_class in scale.distribution.classes:
        yield rating_class.from_, rating_class.players


def _quantile_rows(scale: Scale) -> Iterator[TableRow]:
    for quantile in scale.distribution.quantiles:
        yield quantile.percent, quantile.rating


def _calibration_rows(scale: Scale) -> Iterator[TableRow]:
    for band in scale.calibration.bands:
        if band.games:
            name = f"{band.from_}-{band.below - 1}" if band.below else f"{band.from_}+"
            yield (
                name,
                band.games,
                band.counted,
                band.expected,
                band.logistic,
                band.scored,
                *_interval_cells(band.beyond),
                interval_verdict(band.beyond, band.verdict),
            )


def _slope_rows(scale: Scale) -> Iterator[TableRow]:
    calibration = scale.calibration
    if calibration.slope.n:
        yield (
            calibration.slope.n,
            *_interval_cells(calibration.slope),
            interval_verdict(calibration.slope, calibration.verdict),
        )


def _prediction_rows(scale: Scale) -> Iterator[TableRow]:
    for prediction in scale.predictions:
        if prediction.games:
            compared = prediction.against_table
            verdict = interval_verdict(compared, prediction.verdict) if compared.value is not None else ""
            yield prediction.by, prediction.games, prediction.brier, prediction.log, *_interval_cells(compared), verdict


def _uncounted_rows(scale: Scale) -> Iterator[TableRow]:
    sides = scale.sides
    if sides.all:
        yield "counted", sides.counted, None, None, None
        yield "limited", sides.limited, *_interval_cells(sides.limited_share)
        yield "pooled", sides.pooled, None, None, None
        for reason in sides.reasons:
            yield reason.reason, reason.sides, *_interval_cells(reason.share)


def _stability_rows(scale: Scale) -> Iterator[TableRow]:
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
            *_interval_cells(stability.share),
        )


def _island_rows(scale: Scale) -> Iterator[TableRow]:
    for island in scale.islands.islands:
        yield "island", island.home, island.players, island.games, 0
    if scale.islands.small:
        yield "small-islands", "", scale.islands.small, None, 0
    weakest = scale.islands.weakest
    if weakest is not None:
        yield "weakest-part", weakest.home, weakest.players, weakest.inside, weakest.joining


def _group_rows(kind: str) -> Callable[[Scale], Iterator[TableRow]]:
    def rows(scale: Scale) -> Iterator[TableRow]:
        for group in getattr(scale, kind):
            yield (
                group.name, group.inside, group.joining, group.beyond.value, *_interval_cells(group.points),
                interval_verdict(group.beyond, group.verdict),
            )  # fmt: skip

    return rows


def _activity_rows(scale: Scale) -> Iterator[TableRow]:
    for group in scale.activity:
        yield (
            group.kind, group.name, group.players, group.mean, group.games, *_interval_cells(group.played),
            interval_verdict(group.played, group.verdict) if group.name else "",
        )  # fmt: skip


def _junior_rows(scale: Scale) -> Iterator[TableRow]:
    for lag in scale.juniors:
        if lag.games:
            yield (
                lag.ages,
                lag.games,
                lag.beyond.value,
                *_interval_cells(lag.points),
                interval_verdict(lag.beyond, lag.verdict),
            )


_GROUP_COLUMNS = "name inside joining beyond:3 points low high verdict"
_TABLE_FUNCTIONS: dict[str, tuple[str, Callable[[Scale], Iterator[TableRow]]]] = {
    "over-time": ("list players mean:1 low:1 high:1 deviation:1 median", _over_time_rows),
    "classes": ("from players", _class_rows),
    "quantiles": ("percent rating", _quantile_rows),
    "cohorts": ("cohort kind list players mean:1 moved change:1 low:1 high:1", _cohort_rows),
    "inflow": (
        "list new new_mean back back_mean gone gone_mean off off_mean by_play:2 by_coming:2 by_going:2",
        _inflow_rows,
    ),
    "calibration": (
        "band games counted:3 expected:3 logistic:3 scored:3 beyond:3 low:3 high:3 verdict",
        _calibration_rows,
    ),
    "slope": ("games slope:3 low:3 high:3 verdict", _slope_rows),
    "predictions": ("by games brier:4 log:4 against_table:5 low:5 high:5 verdict", _prediction_rows),
    "games": ("list games limited:4 uncounted:4 slope:3 low:3 high:3", _game_rows),
    "foretold": ("list games brier_table:4 brier_logistic:4 log_table:4 log_logistic:4", _prediction_over_time_rows),
    "uncounted": ("reason sides share:4 low:4 high:4", _uncounted_rows),
    "stability": ("text product players median most above share:4 low:4 high:4", _stability_rows),
    "islands": ("part home players games joining", _island_rows),
    "federations": (_GROUP_COLUMNS, _group_rows("federations")),
    "regions": (_GROUP_COLUMNS, _group_rows("regions")),
    "activity": ("kind name players mean:1 games played:3 low:3 high:3 verdict", _activity_rows),
    "juniors": ("ages games beyond:3 points low high verdict", _junior_rows),
    "truth": ("list players above:1 low:1 high:1 deviation:1 width:3 correlation:3", _truth_rows),
}
TABLE_NAMES = tuple(_TABLE_FUNCTIONS)
