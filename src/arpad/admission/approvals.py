"""Ask whether somebody let pass what a rulebook lets an authority let pass, and whether it was that authority.

An approval that does not say who gave it is taken at its word; one by somebody else than the rulebook names is none.
Where a rulebook names nobody, anybody may have given it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from arpad.admission.case import Case
from arpad.admission.decision import Decision
from arpad.finding import Tier
from arpad.law.rules.concept import Concept

UNNAMED = "unnamed"


def fits(by: str, authority: str) -> bool:
    """Whether an approval by somebody is one of the authority's own."""
    return not by or authority in (by, UNNAMED)


@dataclass(frozen=True)
class Leave:
    """What an authority may let pass: the concept that stands against it, the approval, and how it ends without."""

    concept: Concept[Any]
    approval: str
    authority: str
    otherwise: Tier = Tier.REFUSE


def granted(case: Case, leave: Leave, which: str, row: int | None = None, **given: Any) -> Iterator[Decision]:
    """What is wrong, or that it was accepted: `which` without an approval, `which-accepted` with a fitting one."""
    approval, authority = case.approval(leave.approval), leave.authority
    given = {**given, "authority": authority}
    if approval is None:
        yield case.find(leave.concept, which, leave.otherwise, row, **given)
    elif fits(approval.by, authority):
        yield case.find(leave.concept, f"{which}-accepted", Tier.ADVICE, row, **given, by=approval.by or authority)
    else:
        yield case.find(leave.concept, f"{which}-by-another", leave.otherwise, row, **given, by=approval.by)
