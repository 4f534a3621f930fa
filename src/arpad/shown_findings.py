"""Show findings to a reader: what to do first, then notes, and what is repeated once with the names behind it.

In: all findings of a report. Out: those that are shown, gravest first, each with how often it is repeated and of whom.
Nothing is lost: JSON has every finding.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from arpad.finding import Finding, Note, Tier, sorted_fields

ORDER = (Tier.REFUSE, Tier.ASK, Tier.EXCLUDE, Tier.ADVICE)  # what to do, then notes
SHOWN_ONCE_FROM = {Tier.REFUSE: 10, Tier.ASK: 3, Tier.EXCLUDE: 3, Tier.ADVICE: 3}
"""From so many of one kind on the first is shown; what refuses is mended one by one."""
NAMES_SHOWN = 10
NAME_FIELDS = ("who", "name")  # in which findings name their player


FOLLOWS = {
    "coefficient": "unreadable-birth", "minimum-games": "unreadable-rating", "unrated-opponent": "unreadable-rating",
    "first-event": "unreadable-rating",
}  # fmt: skip
"""What follows of a player from a field of theirs that could not be read: the field is to be mended."""
ASKED_INSTEAD = {"round-dates": ("hours-per-day", "rounds-per-day")}
"""Notes that are no news where the question is put that they lead to."""


class ShownFinding(NamedTuple):
    """A finding as it is shown: how often it is repeated, and the names of those of whom it is."""

    finding: Finding
    more: int = 0
    names: tuple[str | Note, ...] = ()  # of the repetitions, as far as they are shown

    @property
    def sentence(self) -> str:
        """How often it is repeated and of whom, in words; empty where it is not."""
        from arpad.messages import say

        if not self.more:
            return ""
        if not self.names:
            return say("repeated", sorted_fields({"more": self.more}))
        rest = self.more - len(self.names) or None
        return say("repeated/names", sorted_fields({"more": self.more, "names": self.names, "rest": rest}))


def findings_to_show(findings: Iterable[Finding]) -> Iterator[ShownFinding]:
    """The findings for a reader, gravest first; of many of one kind the first, with the names of the others."""
    listed = sorted(_causes(findings), key=lambda finding: ORDER.index(finding.tier))
    alike: dict[tuple[str, Tier, bool], list[Finding]] = {}
    for finding in listed:
        alike.setdefault(_kind(finding), []).append(finding)
    for finding in listed:
        same = alike[_kind(finding)]
        if len(same) < SHOWN_ONCE_FROM[finding.tier]:
            yield ShownFinding(finding)
        elif finding is same[0]:
            names = tuple(name for name in map(_name, same[1 : 1 + NAMES_SHOWN]) if name)
            yield ShownFinding(finding, len(same) - 1, names)


def _causes(findings: Iterable[Finding]) -> list[Finding]:
    """The findings that do not follow from another one."""
    all_findings = list(findings)
    unread = {(finding.code, finding.player) for finding in all_findings}
    asked = {finding.code for finding in all_findings if finding.tier == Tier.ASK}
    return [
        finding for finding in all_findings
        if (FOLLOWS.get(finding.code), finding.player) not in unread
        and asked.isdisjoint(ASKED_INSTEAD.get(finding.code, ()))
    ]  # fmt: skip


def _kind(finding: Finding) -> tuple[str, Tier, bool]:
    """What findings share that say the same about different players."""
    return finding.message, finding.tier, finding.overridden is None


def _name(finding: Finding) -> str | Note:
    """Of whom a finding is, with the round where it is of one; empty where it is of nobody."""
    fields = dict(finding.fields)
    name = next((fields[field] for field in NAME_FIELDS if fields.get(field)), "")
    if not name and finding.player is not None:
        name = Note.of("player-numbered", number=finding.player)
    return Note.of("name-in-round", name=name, round=finding.round) if name and finding.round is not None else name
