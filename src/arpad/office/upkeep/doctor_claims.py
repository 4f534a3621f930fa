"""Whether somebody waits for an answer to his claim."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from arpad.days import Day
from arpad.explain.claims import ClaimState
from arpad.finding import Problem
from arpad.office.cases.claims import claims_matching

if TYPE_CHECKING:
    from arpad.office.upkeep.doctor import CheckInput


def claims(visit: CheckInput) -> Iterator[Problem]:
    for each in claims_matching(visit.connection):
        days = (visit.at.today() - each.filed).days
        if each.state is ClaimState.OPEN and days > visit.patience:
            yield Problem("claim-waits", claim=each.code, player=each.player, since=Day.of(each.filed), days=days)
