"""The two conversion tables: read them as printed, prove them, look into them.

`performance` turns a whole percentage into a rating difference, `expectation` a rating difference into hundredths of a
point. Both stand in the edition file in the printed layout; `·` marks a cell the print leaves empty. The proofs say
what a sound pair of tables must satisfy; a print that fails them can still be looked into, but a hole stays a hole.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from arpad.exact import HUNDREDTHS, PERCENT
from arpad.law.cited import LawError

EMPTY = "·"
HOLE = -1  # in the array of expectations
EMPTY_DP = np.iinfo(np.int16).min  # in the array of differences
EVEN = HUNDREDTHS // 2


@dataclass(frozen=True)
class Band:
    """Differences from `low` to `high` give the higher rated player `higher` hundredths, the lower rated `lower`."""

    low: int
    high: int | None  # None: and all above
    higher: int
    lower: int

    def __str__(self) -> str:
        return f"over {self.low - 1}" if self.high is None else f"{self.low}-{self.high}"


@dataclass(frozen=True)
class ExpectationTable:
    """Rating difference to expected score."""

    bands: tuple[Band, ...]
    array: npt.NDArray[np.int16] = field(compare=False, repr=False)  # by absolute difference; the last entry: all above

    @cached_property
    def signed(self) -> npt.NDArray[np.int8]:
        """From the widest difference below zero to the widest above it; the outermost entries: all beyond."""
        lower = np.where(self.array == HOLE, HOLE, HUNDREDTHS - self.array)
        return np.concatenate((lower[:0:-1], self.array)).astype(np.int8)

    def look(self, difference: int) -> int:
        """Hundredths expected of a player whose rating is `difference` above (below, if negative) the opponent's."""
        higher = int(self.array[min(abs(difference), len(self.array) - 1)])
        return HOLE if higher == HOLE else higher if difference >= 0 else HUNDREDTHS - higher

    def around(self, difference: int) -> str:
        """The rows beside a hole, to name it."""
        size = abs(difference)
        below = [band for band in self.bands if band.high is not None and band.high < size]
        above = [band for band in self.bands if band.low > size]
        return f"between the rows {below[-1]} and {above[0]}" if below and above else "outside its rows"


@dataclass(frozen=True)
class PerformanceTable:
    """Percentage score to rating difference; a percentage without value is not in it."""

    dp: dict[int, int]
    array: npt.NDArray[np.int16] = field(compare=False, repr=False)  # by percentage

    def look(self, percent: int) -> int | None:
        return self.dp.get(percent)


def read_expectation(layout: str, where: str) -> ExpectationTable:
    """The table from its printed layout: groups of three, `0-3 .50 .50`, several in a line."""
    bands = []
    for line in layout.strip().splitlines():
        cells = line.split()
        if len(cells) % 3:
            raise LawError(f"{where}: the line {line.strip()!r} is not made of groups of three cells")
        bands += [_band(cells[at], cells[at + 1], cells[at + 2], where) for at in range(0, len(cells), 3)]
    if not bands:
        raise LawError(f"{where}: the table has no rows")
    bands.sort(key=lambda band: band.low)
    array = np.full(max(band.low for band in bands) + 1, HOLE, np.int16)
    for band in bands:
        array[band.low : None if band.high is None else band.high + 1] = band.higher
    return ExpectationTable(tuple(bands), array)


def _band(span: str, higher: str, lower: str, where: str) -> Band:
    try:
        if span.startswith(">"):
            return Band(int(span[1:]) + 1, None, _hundredths(higher), _hundredths(lower))
        low, high = (int(edge) for edge in span.split("-"))
        band = Band(low, high, _hundredths(higher), _hundredths(lower))
    except ValueError:
        raise LawError(f"{where}: cannot read the row {span!r} {higher!r} {lower!r}") from None
    if high < low:
        raise LawError(f"{where}: the row {span} ends before it begins")
    return band


def read_performance(layout: str, where: str) -> PerformanceTable:
    """The table from its printed layout: pairs, `.99 677`, several in a line."""
    dp: dict[int, int] = {}
    for line in layout.strip().splitlines():
        cells = line.split()
        if len(cells) % 2:
            raise LawError(f"{where}: the line {line.strip()!r} is not made of pairs of cells")
        for percent, difference in zip(cells[::2], cells[1::2], strict=True):
            if difference == EMPTY:
                continue
            try:
                key, value = _hundredths(percent), int(difference)
            except ValueError:
                raise LawError(f"{where}: cannot read the pair {percent!r} {difference!r}") from None
            if key in dp:
                raise LawError(f"{where}: {percent} stands in the table twice")
            dp[key] = value
    array = np.full(PERCENT + 1, EMPTY_DP, np.int16)
    for percent_, difference_ in dp.items():
        if 0 <= percent_ <= PERCENT:
            array[percent_] = difference_
    return PerformanceTable(dp, array)


def _hundredths(cell: str) -> int:
    """`.50`, `0.50`, `1.0` are shares of one, `50`, `100` percentages."""
    whole, dot, part = cell.partition(".")
    if len(part) > 2:
        raise ValueError("a share has two places")
    return int(whole or 0) * HUNDREDTHS + int(part.ljust(2, "0")) if dot else int(cell)


def prove_expectation(table: ExpectationTable) -> Iterator[str]:
    """What is wrong with the table by itself."""
    if table.bands[0].low != 0:
        yield f"the first row begins at {table.bands[0].low}, not at 0"
    for before, after in pairwise(table.bands):
        if before.high is None or after.low <= before.high:
            yield f"the rows {before} and {after} overlap"
        elif after.low > before.high + 1:
            yield f"no row holds {before.high + 1}-{after.low - 1}"
    if table.bands[-1].high is not None:
        yield f"nothing is said above {table.bands[-1].high}"
    for band in table.bands:
        if band.higher + band.lower != HUNDREDTHS:
            yield f"row {band}: {band.higher} and {band.lower} do not add up to {HUNDREDTHS}"
    found = [band.higher for band in table.bands]
    for missing in sorted(set(range(EVEN, HUNDREDTHS + 1)) - set(found)):
        yield f"no row gives {missing}"
    if found != sorted(found) or len(set(found)) != len(found):
        yield "the expectations do not rise from row to row"


def prove_performance(table: PerformanceTable) -> Iterator[str]:
    """What is wrong with the table by itself."""
    missing = [percent for percent in range(PERCENT + 1) if percent not in table.dp]
    if missing:
        yield f"no value for {', '.join(str(percent) for percent in reversed(missing))} per cent"
    for percent, difference in table.dp.items():
        if not 0 <= percent <= PERCENT:
            yield f"{percent} per cent cannot be"
        elif table.dp.get(PERCENT - percent, -difference) != -difference:
            yield f"{percent} and {PERCENT - percent} per cent are not symmetric"
    ordered = [table.dp[percent] for percent in sorted(table.dp)]
    if any(low >= high for low, high in pairwise(ordered)):
        yield "the differences do not rise with the percentage"


def prove_mirror(expectation: ExpectationTable, performance: PerformanceTable) -> Iterator[str]:
    """The middle of each row of the one is the difference of the other, within half a point."""
    for band in expectation.bands:
        difference = performance.dp.get(band.higher)
        if difference is None or band.high is None:
            continue  # an empty cell is found by its own proof; the last row has no middle
        low = -band.high if band.higher == EVEN else band.low  # the first row reaches as far below zero
        if abs(low + band.high - 2 * difference) > 1:
            yield f"row {band}: its middle is not {difference}, the difference for {band.higher} per cent"
