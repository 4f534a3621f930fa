"""Which findings an officer's override can set aside: all that admission lets him, but never an exclusion.

An exclusion is a decision about a game or a person. What an officer entered is withdrawn (`exclusions.include`), what
the registration says is changed there; neither is overridden.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from arpad.admission import Override
from arpad.finding import Finding, Misuse, Remedy, Tier
from arpad.frozen import dataclass
from arpad.intake.sidecar import REASONS
from arpad.model import Exclusion

BY_EXCLUSION = frozenset({"unplayed-game/excluded", "member-federation/excluded"})
"""The messages of findings that only an exclusion makes."""
BY_REASON = frozenset(f"{reason}/game" for reason in REASONS)
"""Those of one game with a reason that is a finding by itself; admission may find it, too."""


@dataclass(frozen=True)
class Bounded(Override):
    """An override that does not apply to findings that tell an exclusion."""

    exclusions: tuple[Exclusion, ...] = ()  # by officers

    def meets(self, finding: Finding) -> bool:
        return Override.meets(self, finding) and not _closed(finding, self.exclusions)


def bounded(overrides: Iterable[Override], exclusions: tuple[Exclusion, ...]) -> list[Override]:
    """The overrides, changed so that they leave these exclusions of officers as they are."""
    return [Bounded(each.code, each.who, each.reason, each.player, each.round, exclusions) for each in overrides]


def must_not_lift(
    overrides: Sequence[Override], exclusions: tuple[Exclusion, ...], findings: Sequence[Finding], event: str
) -> None:
    """Refuse an override that could only lift an exclusion; the error says how the exclusion is ended instead."""
    for override in overrides:
        met = [finding for finding in findings if override.meets(finding)]
        if met and all(_closed(finding, exclusions) for finding in met):
            raise Misuse("exclusion-not-overridden", _way(met[0], exclusions, event), override=override.of)


def _way(finding: Finding, exclusions: tuple[Exclusion, ...], event: str) -> Remedy:
    """The remedy: how the exclusion that a finding tells is ended."""
    by_officer = next((each for each in exclusions if _is(finding, each)), None)
    if by_officer is None:
        return Remedy.to("change-registration", event=event)
    if by_officer.round is None:
        return Remedy.to("end-exclusion", event=event, player=by_officer.player)
    return Remedy.to("end-exclusion-of-game", event=event, player=by_officer.player, round=by_officer.round)


def _closed(finding: Finding, exclusions: tuple[Exclusion, ...]) -> bool:
    """Whether a finding exists because of an exclusion."""
    if finding.tier != Tier.EXCLUDE:
        return False
    if finding.message in BY_REASON:
        return any(_is(finding, each) for each in exclusions)
    return finding.message in BY_EXCLUSION


def _is(finding: Finding, exclusion: Exclusion) -> bool:
    """Whether a finding is about the player and the round of an exclusion."""
    return finding.player == exclusion.player and exclusion.round in (None, finding.round)
