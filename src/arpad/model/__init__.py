"""Name what was sent: the report of an event, its players, its cells, its teams, and the facts of the event.

A report is what stands on the page, no more: it knows no registry, no list and no law. Nothing here reads or judges a
file; that is the room `intake`.
"""

from arpad.model.cells import (
    BLACK,
    BYES,
    HALF_POINTS_OF,
    NO_COLOUR,
    NO_RESULT,
    UNREADABLE,
    WHITE,
    Cells,
    Kind,
    ReportedGames,
)
from arpad.model.facts import Approval, Arbiter, EventFacts, Exclusion, Resolution
from arpad.model.report import Lines, Player, Printed, Record, Report, Team, Verdict

__all__ = [
    "BLACK", "BYES", "HALF_POINTS_OF", "NO_COLOUR", "NO_RESULT", "UNREADABLE", "WHITE", "Approval", "Arbiter", "Cells",
    "EventFacts", "Exclusion", "Kind", "Lines", "Player", "Printed", "Record", "Report", "ReportedGames", "Resolution",
    "Team", "Verdict",
]  # fmt: skip
