"""What it is worth: rating changes and first ratings, exact and vectorised.

Pure functions on columns: no files, no clock, no findings. `period.rate` is the whole of it; the small calculators call
the same functions with arrays of one.
"""

from __future__ import annotations

from arpad.rating.batch import Unfinished
from arpad.rating.change import Rolls
from arpad.rating.period import Period, Spread, rate

__all__ = ["Period", "Rolls", "Spread", "Unfinished", "rate"]
