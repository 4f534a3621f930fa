"""Count what the site does, for all workers together, and write it as Prometheus reads it (text format 0.0.4).

The numbers stand in memory that the workers share, a row for each. A worker counts by itself and writes its row every
second and before it answers. A worker that takes the place of one that ended goes on with its counters.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from multiprocessing import get_context
from typing import Any

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds
CLASSES = ("1xx", "2xx", "3xx", "4xx", "5xx")
COUNTERS = (
    *(f'arpad_requests_total{{class="{each}"}}' for each in CLASSES),
    'arpad_refused_total{reason="requests"}',
    'arpad_refused_total{reason="connections"}',
    'arpad_refused_total{reason="header"}',
    'arpad_cache_total{answer="at hand"}',
    'arpad_cache_total{answer="worked out"}',
    "arpad_response_bytes_total",
    *(f'arpad_request_seconds_bucket{{le="{each}"}}' for each in BUCKETS),
    'arpad_request_seconds_bucket{le="+Inf"}',
    "arpad_request_seconds_sum",
    "arpad_request_seconds_count",
)
GAUGES = ("arpad_connections", "arpad_clients", "arpad_cache_bytes", "arpad_cache_answers", "arpad_office_look_seconds")
DESCRIPTIONS = {
    "arpad_requests_total": ("counter", "Requests answered, by class of status."),
    "arpad_refused_total": ("counter", "Clients refused by a limit: requests, connections, header."),
    "arpad_cache_total": ("counter", "Answers that were at hand, and that were worked out."),
    "arpad_response_bytes_total": ("counter", "Bytes of the bodies of answers."),
    "arpad_request_seconds": ("histogram", "Seconds from the header of a request to the end of its answer."),
    "arpad_connections": ("gauge", "Open connections."),
    "arpad_clients": ("gauge", "Clients whose requests are counted."),
    "arpad_cache_bytes": ("gauge", "Bytes of keys, headers and bodies that are kept."),
    "arpad_cache_answers": ("gauge", "Answers that are kept."),
    "arpad_office_look_seconds": ("gauge", "Seconds since the office was last read without an error, the longest."),
    "arpad_workers": ("gauge", "Workers that run."),
}
PID, WIDTH = 0, 1 + len(COUNTERS) + len(GAUGES)
POSITION = {name: at for at, name in enumerate((*COUNTERS, *GAUGES), 1)}
LONGEST_GAUGE = "arpad_office_look_seconds"


class SharedCounts:
    """Rows of numbers in memory that the workers share: the process, its counters, its gauges."""

    def __init__(self, workers: int) -> None:
        self._rows = workers + 2  # a new worker may start before an old one has ended
        self._numbers: Any = get_context("spawn").Array("d", self._rows * WIDTH)

    def claim(self) -> int:
        """The row of this process: one whose process is not there any more."""
        with self._numbers.get_lock():
            for row in range(self._rows):
                if not _alive(int(self._numbers[row * WIDTH + PID])):
                    self._numbers[row * WIDTH + PID] = os.getpid()
                    return row
        raise RuntimeError("more workers than rows")

    def read(self, row: int) -> list[float]:
        """The numbers of a row."""
        return list(self._numbers[row * WIDTH : (row + 1) * WIDTH])

    def write(self, row: int, numbers: Iterable[float]) -> None:
        with self._numbers.get_lock():
            self._numbers[row * WIDTH : (row + 1) * WIDTH] = list(numbers)

    def totals(self) -> dict[str, float]:
        """Counters of all rows, gauges of workers that run."""
        with self._numbers.get_lock():
            rows = [self.read(row) for row in range(self._rows)]
        running = [row for row in rows if _alive(int(row[PID]))]
        totals = {name: sum(row[POSITION[name]] for row in rows) for name in COUNTERS}
        for name in GAUGES:
            values = [row[POSITION[name]] for row in running]
            totals[name] = max(values, default=0.0) if name == LONGEST_GAUGE else sum(values)
        return {**totals, "arpad_workers": float(len(running))}


def _alive(process: int) -> bool:
    if not process:
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


class Metrics:
    """The counts of this worker."""

    def __init__(self, shared: SharedCounts | None = None) -> None:
        self._shared = shared or SharedCounts(1)
        self._row = self._shared.claim()
        self._numbers = self._shared.read(self._row)
        self.gauges: Mapping[str, Callable[[], float]] = {}

    def count(self, name: str, by: float = 1.0) -> None:
        self._numbers[POSITION[name]] += by

    def answered(self, status: int, seconds: float, size: int, at_hand: bool) -> None:
        """Count an answer."""
        self.count(f'arpad_requests_total{{class="{str(status)[0]}xx"}}')
        self.count(f'arpad_cache_total{{answer="{"at hand" if at_hand else "worked out"}"}}')
        self.count("arpad_response_bytes_total", size)
        for limit in BUCKETS:
            if seconds <= limit:
                self.count(f'arpad_request_seconds_bucket{{le="{limit}"}}')
        self.count('arpad_request_seconds_bucket{le="+Inf"}')
        self.count("arpad_request_seconds_sum", seconds)
        self.count("arpad_request_seconds_count")

    def share(self) -> None:
        """Write the counts of this worker to the memory that all share."""
        for name, read in self.gauges.items():
            self._numbers[POSITION[name]] = read()
        self._numbers[PID] = os.getpid()
        self._shared.write(self._row, self._numbers)

    def text(self) -> str:
        """The counts of all workers as Prometheus reads them."""
        self.share()
        lines, described = [], ""
        for name, value in self._shared.totals().items():
            family = _family(name)
            if family != described:
                kind, words = DESCRIPTIONS[family]
                lines += [f"# HELP {family} {words}", f"# TYPE {family} {kind}"]
                described = family
            lines.append(f"{name} {value:.6g}" if value % 1 else f"{name} {int(value)}")
        return "\n".join(lines) + "\n"


def _family(name: str) -> str:
    family = name.partition("{")[0]
    for ending in ("_bucket", "_sum", "_count"):
        if family.removesuffix(ending) in DESCRIPTIONS:
            return family.removesuffix(ending)
    return family
