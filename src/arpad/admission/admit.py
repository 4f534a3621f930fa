"""Admit an event: ask every check, and put the statuses that they decide on games and results.

What refuses the whole event is a finding only: the tables still say what they would be worth, so that an appeal or an
answer to a question changes nothing but the verdict.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from arpad.admission.case import Case
from arpad.admission.checks import CHECKS
from arpad.admission.override import Override, overridden
from arpad.admission.plausibility import plausibility
from arpad.admission.procedure import set_aside
from arpad.columns import Entries, Events, Games, Status
from arpad.finding import Finding, sort_findings
from arpad.frozen import dataclass


@dataclass(frozen=True)
class Admitted:
    """The tables of one event, with statuses, and everything that was found."""

    events: Events
    entries: Entries
    games: Games
    findings: tuple[Finding, ...]


def admit(case: Case, events: Events, overrides: Sequence[Override] = (), before: Sequence[Finding] = ()) -> Admitted:
    """The event's tables as they may be rated, and all findings. `events` is the one row of this event; `before` is
    what its reading found, and an officer may override what refuses or asks there, too."""
    asked = (set_aside(case, each) for concept, check in CHECKS if case.book.has(concept) for each in check(case))
    before, decisions = overridden(before, dict.fromkeys(asked), overrides)  # two checks may miss the same fact
    games = case.games
    status = np.where(case.played, 0, Status.UNPLAYED_GAME).astype(np.uint8)
    own = case.seats.status.copy()
    for decision in decisions:
        own[list(decision.entries)] = decision.status
        for game in decision.games:
            status[game] = status[game] or decision.status  # the first reason stands
    tables = Games(
        case.white.astype(np.int32),
        case.black.astype(np.int32),
        games.white_half_points.astype(np.int8),
        games.black_half_points.astype(np.int8),
        games.coloured,
        games.round,
        games.order,
        status,
    )
    events = replace(events, system=np.full(len(events), case.system, np.uint8))
    findings = sort_findings([*before, *(decision.finding for decision in decisions), *plausibility(case)])
    return Admitted(events, replace(case.seats, status=own), tables, findings)
