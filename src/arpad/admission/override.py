"""Let an officer override a finding, by name and with a reason: it becomes advice that says so.

What the reading left out cannot come back: there is no game to count. What the ledger leaves out is decided when the
period is made, by the law alone. So an override is of a check of this room, or of what the reading refuses or asks.
That an event has not ended, or is too late for every list, is no officer's to set aside.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from arpad.admission.decision import Decision, set_aside
from arpad.finding import Finding, Note, Tier, UserError
from arpad.frozen import dataclass

FIRM = frozenset({"closing-day/not-ended", "report-deadline/too-late", "report-deadline/published"})
"""The messages of findings that no officer sets aside."""


@dataclass(frozen=True)
class Override:
    """Findings of a code, of all players and rounds or of one, that an officer sets aside."""

    code: str
    who: str
    reason: str
    player: int | None = None  # start number
    round: int | None = None

    def __post_init__(self) -> None:
        if not self.who.strip() or not self.reason.strip():
            raise UserError("override-unsigned", code=self.code)

    def meets(self, finding: Finding) -> bool:
        return (
            finding.code == self.code
            and finding.tier != Tier.ADVICE
            and finding.message not in FIRM
            and self.player in (None, finding.player)
            and self.round in (None, finding.round)
        )

    @property
    def of(self) -> Note:
        """Which findings it is of."""
        narrow = [name for name, value in (("player", self.player), ("round", self.round)) if value is not None]
        which = "-".join(["override-of", *narrow])
        return Note.of(which, code=self.code, player=self.player, round=self.round)


def overridden(
    read: Iterable[Finding], checked: Iterable[Decision], overrides: Sequence[Override]
) -> tuple[tuple[Finding, ...], tuple[Decision, ...]]:
    """The findings of the reading and the decisions of the checks, with the overrides put on them; each must meet
    one. What an override meets is taken back together with what told it."""
    read, checked = tuple(read), tuple(checked)
    open_ = [finding for finding in read if finding.tier != Tier.EXCLUDE]
    within = [*open_, *(decision.finding for decision in checked)]
    for override in overrides:
        if not any(override.meets(finding) for finding in within):
            if any(each.code == override.code and each.message in FIRM for each in within):
                raise UserError("override-firm", of=override.of)
            codes = sorted(
                {finding.code for finding in within if finding.tier != Tier.ADVICE and finding.message not in FIRM}
            )
            which = "override-meets-nothing" if codes else "override-meets-nothing/none"
            raise UserError(which, of=override.of, codes=tuple(codes))
    return (
        tuple(_read(finding, overrides) for finding in read),
        tuple(_decided(decision, overrides) for decision in checked),
    )


def _read(finding: Finding, overrides: Sequence[Override]) -> Finding:
    override = _meeting(finding, overrides) if finding.tier != Tier.EXCLUDE else None
    return finding if override is None else set_aside(finding, override.who, override.reason)


def _decided(decision: Decision, overrides: Sequence[Override]) -> Decision:
    override = _meeting(decision.finding, overrides)
    return decision if override is None else decision.set_aside(override.who, override.reason)


def _meeting(finding: Finding, overrides: Sequence[Override]) -> Override | None:
    return next((each for each in overrides if each.meets(finding)), None)
