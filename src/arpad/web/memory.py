"""Give memory back to the system that was used for a while and is free again.

glibc keeps freed blocks for later. After a flood of large requests that is a third of the memory of a worker, and it
would stay there. Where the C library has no `malloc_trim`, nothing is done.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from functools import cache


@cache
def _trim() -> Callable[[int], int] | None:
    if not sys.platform.startswith("linux"):
        return None
    trim: Callable[[int], int] | None = getattr(ctypes.CDLL(None), "malloc_trim", None)
    return trim


def give_back_memory() -> bool:
    """Return freed blocks to the system; true where there were some. It takes about a millisecond, without the lock
    of the interpreter."""
    trim = _trim()
    return trim is not None and trim(0) == 1
