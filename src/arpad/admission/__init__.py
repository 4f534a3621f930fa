"""What may be rated: one named check per concept, asked in the order an officer asks.

A check looks at a `Case` (the report, the facts of the event, the players as seated, the rulebook) and returns
decisions: a finding that cites the edition in force on the first day, and the status and rows of what it excludes.
`admit` applies them, so that what the reader is told and what the ledger shows is one thing.
"""

from __future__ import annotations

from arpad.admission.admit import Admitted, admit
from arpad.admission.case import Case, KnownPlayer, Licence, Membership, Registered
from arpad.admission.checks import CHECKS
from arpad.admission.decision import Decision
from arpad.admission.override import Override

__all__ = [
    "CHECKS",
    "Admitted",
    "Case",
    "Decision",
    "KnownPlayer",
    "Licence",
    "Membership",
    "Override",
    "Registered",
    "admit",
]
