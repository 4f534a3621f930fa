"""The data of a report: players, cells, teams and the facts of the event.

A report has what the file says: no registry, no list and no law. `intake` reads files.
"""

from arpad.model.facts import Approval, Arbiter, EventFacts, Exclusion, Resolution
from arpad.model.report import (
    BLACK,
    BYES,
    HALF_POINTS_OF,
    NO_COLOUR,
    NO_RESULT,
    UNREADABLE,
    WHITE,
    Cells,
    GameKind,
    Player,
    Printed,
    Report,
    ReportedGames,
    ReportLine,
    ReportLines,
    Team,
    Verdict,
)

__all__ = [
    "BLACK",
    "BYES",
    "HALF_POINTS_OF",
    "NO_COLOUR",
    "NO_RESULT",
    "UNREADABLE",
    "WHITE",
    "Approval",
    "Arbiter",
    "Cells",
    "EventFacts",
    "Exclusion",
    "GameKind",
    "Player",
    "Printed",
    "Report",
    "ReportLine",
    "ReportLines",
    "ReportedGames",
    "Resolution",
    "Team",
    "Verdict",
]  # fmt: skip
