"""Advice that the result rests on an edition that is provisional or a conjecture, or on unverified values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from arpad.columns import Role, Status
from arpad.examining.left_out import Remarked
from arpad.finding import Finding, Note, Tier
from arpad.law.evidence import doubts
from arpad.law.rules.admission import RATE_OF_PLAY
from arpad.law.rules.newcomers import FIRST_EVENT, FIRST_RESULT
from arpad.law.rules.rating import DIFFERENCE_LIMIT, EDITION_CHOICE


def rests_on(about: Remarked, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Advice about the status of the edition, and about the unverified values that decided something here."""
    case = about.case
    head = case.book.head
    if head.standing:
        yield case.find(EDITION_CHOICE, head.standing, Tier.ADVICE, edition=head.id).finding
    concepts = {RATE_OF_PLAY.name, *(finding.code for finding in findings), *_met(about)}
    values = tuple(
        Note.of("unverified-value", concept=each.concept, article=each.article, ruling=each.ruling)
        for each in doubts(case.book, concepts)
    )
    if values:
        yield case.find(EDITION_CHOICE, "unverified", Tier.ADVICE, edition=head.id, values=values).finding


def _met(about: Remarked) -> Iterator[str]:
    """The concepts that decided about games and unrated players without a finding."""
    ledger, limit = about.period.ledger, about.case.book.rule(DIFFERENCE_LIMIT).limit
    wide = np.abs(ledger.difference[about.mine].astype(np.int32)) > limit
    if (wide & (ledger.status[about.mine] == Status.COUNTED.value)).any():
        yield DIFFERENCE_LIMIT.name
    if (about.period.entries.role == Role.NEWCOMER.value).any():
        yield from (FIRST_EVENT.name, FIRST_RESULT.name)
