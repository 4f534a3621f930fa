"""The two functions that everything else calls. Read this first.

    examine    one report: seat -> admit -> rate, and all findings             examining
    make_list  one rating period: seat -> rate -> adjust -> list               making.py

Both are pure. `check` is `examine` with list files instead of an office. The office fills the inputs from its database,
the simulator from an invented federation; a calculator seats one player by hand and calls `rate_period` alone.
`examine` decides which games count, and stores that in the tables; `make_list` never reads a report.
"""

from __future__ import annotations

from arpad.examining import Answer, Inquiry, PlayerBackground, ReplacedList, check, examine_report, result_without_law
from arpad.making import ComputedList, PeriodInputs, make_list, rate_period

__all__ = [
    "Answer",
    "ComputedList",
    "Inquiry",
    "PeriodInputs",
    "PlayerBackground",
    "ReplacedList",
    "check",
    "examine_report",
    "make_list",
    "rate_period",
    "result_without_law",
]
