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
    found = (table(scale, name) for name in _TABLES)
    return tuple(each for each in found if each.rows)


def table(scale: Scale, name: str) -> PlainTable:
    """One table."""
    named, rows = _TABLES[name]
    return PlainTable(name, _columns(named), tuple(rows(scale)))


def shown_columns(found: PlainTable) -> tuple[str, ...]:
    """The names of the columns as they are shown: the ends of an interval are one."""
    return tuple(INTERVAL if each.name == LOW else each.name for each in found.columns if each.name != HIGH)


def narrow(found: PlainTable) -> PlainTable:
    """A table without the columns that a screen of eighty places has no room for."""
    kept = [at for at, each in enumerate(found.columns) if each.name not in TOO_WIDE.get(found.name, ())]
    rows = tuple(tuple(row[at] for at in kept) for row in found.rows)
    return PlainTable(found.name, tuple(found.columns[at] for at in kept), rows)


def shown_rows(found: PlainTable) -> tuple[tuple[str, ...], ...]:
    """The rows as texts, with a true minus."""
    return tuple(_shown(found.columns, row) for row in found.rows)


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


def verdict_of(found: Estimate, verdict: Verdict) -> str:
    """What is said of an interval."""
    return verdict or (FEW if found.n < FEWEST or found.low is None else NOISE)


def _columns(named: str) -> tuple[Column, ...]:
    """Columns out of their names; a digit behind a colon says how numbers are written."""
    parted = (each.partition(":") for each in named.split())
    return tuple(Column(name, int(digits or 0)) for name, _, digits in parted)


def _ends(found: Estimate) -> Row:
    return found.value, found.low, found.high


# --- over time ----------------------------------------------------------------------------------------------------


def _over_time(scale: Scale) -> Iterator[Row]:
    for each in scale.lists:
        yield str(each.list_), each.players, *_ends(each.mean), each.deviation, each.median


def _inflow(scale: Scale) -> Iterator[Row]:
    for each in scale.lists:
        if each.inflow is not None:
            yield str(each.list_), *_streams(each.inflow)


def _streams(found: Inflow) -> Row:
    streams: tuple[Cell, ...] = ()
    for stream in (found.new, found.back, found.gone, found.off):
        streams += (stream.players, _mean(stream))
    return *streams, found.by_play, found.by_coming, found.by_going


def _mean(stream: Stream) -> float | None:
    return round(stream.points / stream.players, 2) if stream.players else None


def _games(scale: Scale) -> Iterator[Row]:
    for each in scale.lists:
        if each.sides is not None:
            yield str(each.list_), each.games, *_shares(each), *_ends(each.slope)


def _shares(each: ListMeasures) -> Row:
    assert each.sides is not None
    return each.sides.limited_share.value, each.sides.uncounted_share.value


def _foretold(scale: Scale) -> Iterator[Row]:
    for each in scale.lists:
        if each.games:
            yield str(each.list_), each.games, each.brier_table, each.brier_logistic, each.log_table, each.log_logistic


def _truth(scale: Scale) -> Iterator[Row]:
    for each in scale.lists:
        if each.truth is not None:
            known = each.truth
            yield (
                str(each.list_), known.players, *_ends(known.above), known.deviation, known.width, known.correlation
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
    for each in scale.distribution.classes:
        yield each.from_, each.players


def _quantiles(scale: Scale) -> Iterator[Row]:
    for each in scale.distribution.quantiles:
        yield each.percent, each.rating


def _calibration(scale: Scale) -> Iterator[Row]:
    for band in scale.calibration.bands:
        if band.games:
            name = f"{band.from_}-{band.below - 1}" if band.below else f"{band.from_}+"
            yield (
                name, band.games, band.counted, band.expected, band.logistic, band.scored, *_ends(band.beyond),
                verdict_of(band.beyond, band.verdict),
            )  # fmt: skip


def _slope(scale: Scale) -> Iterator[Row]:
    found = scale.calibration
    if found.slope.n:
        yield found.slope.n, *_ends(found.slope), verdict_of(found.slope, found.verdict)


def _predictions(scale: Scale) -> Iterator[Row]:
    for each in scale.predictions:
        if each.games:
            compared = each.against_table
            verdict = verdict_of(compared, each.verdict) if compared.value is not None else ""
            yield each.by, each.games, each.brier, each.log, *_ends(compared), verdict


def _uncounted(scale: Scale) -> Iterator[Row]:
    found = scale.sides
    if found.all:
        yield "counted", found.counted, None, None, None
        yield "limited", found.limited, *_ends(found.limited_share)
        yield "pooled", found.pooled, None, None, None
        for each in found.reasons:
            yield each.reason, each.sides, *_ends(each.share)


def _stability(scale: Scale) -> Iterator[Row]:
    found = scale.stability
    if found.players and found.bound:
        articles = f"{found.bound.edition} {', '.join(found.bound.articles)}"
        yield articles, found.bound.product, found.players, found.median, found.most, found.above, *_ends(found.share)


def _islands(scale: Scale) -> Iterator[Row]:
    for each in scale.islands.islands:
        yield "island", each.home, each.players, each.games, 0
    if scale.islands.small:
        yield "small-islands", "", scale.islands.small, None, 0
    weakest = scale.islands.weakest
    if weakest is not None:
        yield "weakest-part", weakest.home, weakest.players, weakest.inside, weakest.joining


def _groups(kind: str) -> Callable[[Scale], Iterator[Row]]:
    def rows(scale: Scale) -> Iterator[Row]:
        for each in getattr(scale, kind):
            yield (
                each.name, each.inside, each.joining, each.beyond.value, *_ends(each.points),
                verdict_of(each.beyond, each.verdict),
            )  # fmt: skip

    return rows


def _activity(scale: Scale) -> Iterator[Row]:
    for each in scale.activity:
        yield (
            each.kind, each.name, each.players, each.mean, each.games, *_ends(each.played),
            verdict_of(each.played, each.verdict) if each.name else "",
        )  # fmt: skip


def _juniors(scale: Scale) -> Iterator[Row]:
    for each in scale.juniors:
        if each.games:
            yield each.ages, each.games, each.beyond.value, *_ends(each.points), verdict_of(each.beyond, each.verdict)


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
