"""The two conversion tables: read them as printed, prove them, look into them.

`performance` turns a whole percentage into a rating difference, `expectation` a rating difference into hundredths of a
point. Both stand in the edition file in the printed layout; `·` marks a cell the print leaves empty. The proofs say
what a sound pair of tables must satisfy; a print that fails them can still be looked into, but a hole stays a hole.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from arpad.exact import HUNDREDTHS, PERCENT
from arpad.finding import Note
from arpad.frozen import dataclass
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

    def look_at_each(self, differences: npt.NDArray[Any]) -> npt.NDArray[np.int8]:
        """The same for many differences."""
        widest = len(self.signed) // 2
        expected: npt.NDArray[np.int8] = self.signed.take(np.clip(differences, -widest, widest) + widest)
        return expected

    def band(self, difference: int) -> Band | None:
        """The row in which a difference stands; none where it falls into a hole."""
        size = abs(difference)
        return next(
            (band for band in self.bands if band.low <= size and (band.high is None or size <= band.high)), None
        )

    def around(self, difference: int) -> tuple[Band, Band] | None:
        """The rows beside a hole, to name it; none where it lies outside all rows."""
        size = abs(difference)
        below = [band for band in self.bands if band.high is not None and band.high < size]
        above = [band for band in self.bands if band.low > size]
        return (below[-1], above[0]) if below and above else None


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
            raise LawError("bad-rulebook/groups", where=where, line=line.strip())
        bands += [_band(cells[at], cells[at + 1], cells[at + 2], where) for at in range(0, len(cells), 3)]
    if not bands:
        raise LawError("bad-rulebook/no-rows", where=where)
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
        raise LawError("bad-rulebook/row", where=where, span=span, higher=higher, lower=lower) from None
    if high < low:
        raise LawError("bad-rulebook/row-backwards", where=where, span=span)
    return band


def read_performance(layout: str, where: str) -> PerformanceTable:
    """The table from its printed layout: pairs, `.99 677`, several in a line."""
    dp: dict[int, int] = {}
    for line in layout.strip().splitlines():
        cells = line.split()
        if len(cells) % 2:
            raise LawError("bad-rulebook/pairs", where=where, line=line.strip())
        for percent, difference in zip(cells[::2], cells[1::2], strict=True):
            if difference == EMPTY:
                continue
            try:
                key, value = _hundredths(percent), int(difference)
            except ValueError:
                raise LawError("bad-rulebook/pair", where=where, percent=percent, difference=difference) from None
            if key in dp:
                raise LawError("bad-rulebook/percent-twice", where=where, percent=percent)
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


def prove_expectation(table: ExpectationTable) -> Iterator[Note]:
    """What is wrong with the table by itself."""
    if table.bands[0].low != 0:
        yield Note.of("flaw/first-row", low=table.bands[0].low)
    for before, after in pairwise(table.bands):
        if before.high is None or after.low <= before.high:
            yield Note.of("flaw/overlap", before=str(before), after=str(after))
        elif after.low > before.high + 1:
            yield Note.of("flaw/gap", low=before.high + 1, high=after.low - 1)
    if table.bands[-1].high is not None:
        yield Note.of("flaw/open-end", high=table.bands[-1].high)
    for band in table.bands:
        if band.higher + band.lower != HUNDREDTHS:
            yield Note.of("flaw/not-one", row=str(band), higher=band.higher, lower=band.lower, whole=HUNDREDTHS)
    found = [band.higher for band in table.bands]
    for missing in sorted(set(range(EVEN, HUNDREDTHS + 1)) - set(found)):
        yield Note.of("flaw/missing-row", hundredths=missing)
    if found != sorted(found) or len(set(found)) != len(found):
        yield Note.of("flaw/falling")


def prove_performance(table: PerformanceTable) -> Iterator[Note]:
    """What is wrong with the table by itself."""
    missing = tuple(percent for percent in range(PERCENT, -1, -1) if percent not in table.dp)
    if missing:
        yield Note.of("flaw/missing-percent", percents=missing)
    for percent, difference in table.dp.items():
        if not 0 <= percent <= PERCENT:
            yield Note.of("flaw/impossible-percent", percent=percent)
        elif table.dp.get(PERCENT - percent, -difference) != -difference:
            yield Note.of("flaw/asymmetric", percent=percent, mirror=PERCENT - percent)
    ordered = [table.dp[percent] for percent in sorted(table.dp)]
    if any(low >= high for low, high in pairwise(ordered)):
        yield Note.of("flaw/falling-differences")


def prove_mirror(expectation: ExpectationTable, performance: PerformanceTable) -> Iterator[Note]:
    """The middle of each row of the one is the difference of the other, within half a point."""
    for band in expectation.bands:
        difference = performance.dp.get(band.higher)
        if difference is None or band.high is None:
            continue  # an empty cell is found by its own proof; the last row has no middle
        low = -band.high if band.higher == EVEN else band.low  # the first row reaches as far below zero
        if abs(low + band.high - 2 * difference) > 1:
            yield Note.of("flaw/middle", row=str(band), difference=difference, percent=band.higher)
