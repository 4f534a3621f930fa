"""The data of a report: players, cells, teams and the facts of the event.

A report has what the file says: no registry, no list and no law. `intake` reads files.
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
