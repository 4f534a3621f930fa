"""How many examples a property is tried with: few in every run, ten times as many with `--thorough`."""

from __future__ import annotations

TIMES = {False: 1, True: 10}
thorough = False  # `conftest` sets it from the command line, before a test file is read


def examples(few: int) -> int:
    """Return the number of examples of a property in this run, from that in every run."""
    return few * TIMES[thorough]
