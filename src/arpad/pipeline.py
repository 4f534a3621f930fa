"""The arrow, as the two functions that everybody calls. Read this first.

    examine    one report: read -> seat -> admit -> rate, and everything that is to be said of it      examining.py
    make_list  one period: seat -> rate -> adjust -> list, out of what was admitted                    making.py

Both are pure: values in, values out. `check` is `examine` for somebody who has list files instead of an office. The
office fills the inputs from its database, the simulator from the federation it invents; a calculator seats one player
by hand and asks `rate_period` alone. Which games count is decided by `examine` and stays in the tables; `make_list`
never looks into a report.
"""

from __future__ import annotations

from arpad.examining import Answer, Background, Inquiry, Replaced, check, examine, unexamined
from arpad.making import MadeList, PeriodInputs, make_list, rate_period

__all__ = [
    "Answer",
    "Background",
    "Inquiry",
    "MadeList",
    "PeriodInputs",
    "Replaced",
    "check",
    "examine",
    "make_list",
    "rate_period",
    "unexamined",
]
