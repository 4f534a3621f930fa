"""Ask whether somebody let pass what a rulebook lets an authority let pass, and whether it was that authority.

All approvals that were entered are read, and one that fits is enough. An approval that does not say who gave it is
taken at its word, unless the rulebook divides the matter among authorities: then it is asked whose it is. One by
somebody else than the rulebook names is none. Where a rulebook names nobody, anybody may have given it; where nobody
may give it, there is none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from arpad.admission.case import Case
from arpad.admission.decision import Decision
from arpad.finding import Note, Tier
from arpad.frozen import dataclass
from arpad.law.rules.concept import Concept

UNNAMED, NOBODY = "unnamed", "nobody"


def fits(by: str, authority: str) -> bool:
    """Whether an approval by somebody is one of the authority's own."""
    return authority != NOBODY and (not by or authority in (by, UNNAMED))


@dataclass(frozen=True)
class Leave:
    """What an authority may let pass: the concept that stands against it, the approval, and how it ends without."""

    concept: Concept[Any]
    approval: str
    authority: str
    otherwise: Tier = Tier.REFUSE
    divided: bool = False  # among authorities: an approval says whose it is


def granted(case: Case, leave: Leave, which: str, row: int | None = None, **given: Any) -> Iterator[Decision]:
    """What is wrong, or that it was accepted: `which` without an approval, `which-accepted` with a fitting one."""
    approvals, authority = case.approvals(leave.approval), leave.authority
    given = {**given, "authority": authority}
    by = [approval.by for approval in approvals]
    fitting = [name for name in sorted(by, reverse=True) if fits(name, authority) and (name or not leave.divided)]
    if authority == NOBODY:
        yield case.find(leave.concept, f"{which}-for-good", leave.otherwise, row, **given)
    elif fitting:  # a name goes before none
        yield case.find(
            leave.concept,
            f"{which}-accepted",
            Tier.ADVICE,
            row,
            **given,
            by=fitting[0] or Note.of("approved-by/unnamed"),
        )
    elif "" in by:
        yield case.find(leave.concept, f"{which}-by-whom", Tier.ASK, row, **given)
    elif by:
        yield case.find(leave.concept, f"{which}-by-another", leave.otherwise, row, **given, by=tuple(by))
    else:
        yield case.find(leave.concept, which, leave.otherwise, row, **given)
