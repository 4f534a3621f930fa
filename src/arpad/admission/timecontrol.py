"""stub"""

from __future__ import annotations

import re
from dataclasses import dataclass

SECONDS_IN_MINUTE = 60


@dataclass(frozen=True)
class Unread:
    reason: str


@dataclass(frozen=True)
class TimeControl:
    base: int
    inc: int
    equal: bool = True
    first_control_moves: int | None = None

    def seconds_for(self, moves: int) -> int:
        return self.base + self.inc * moves


def parse(text: str) -> TimeControl | Unread:
    m = re.match(r"(\d+)'\+(\d+)\"", text)
    return TimeControl(int(m[1]) * 60, int(m[2])) if m else Unread("stub")
