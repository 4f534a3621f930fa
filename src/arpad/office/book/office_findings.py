"""Findings that only an office can make (registry, lists, registration, other reports), and findings as they are
stored.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from arpad.asjson import to_json
from arpad.finding import Finding, Place, Remedy, Tier, sorted_fields
from arpad.plaintext import file_name

OFFICE_FINDINGS: Mapping[str, tuple[Tier, str]] = MappingProxyType(
    {
        "missing-list": (Tier.ASK, "publish-list-first"),
        "unknown-player": (Tier.ASK, "mend-number-or-add-player"),
        "mistyped-number": (Tier.ASK, "mend-number"),
        "no-number": (Tier.ASK, "write-number-or-add-player"),
        "not-registered-yet": (Tier.ADVICE, ""),
        "moved-player": (Tier.ASK, ""),
        "left-out-player": (Tier.ADVICE, ""),
        "same-player": (Tier.REFUSE, "mend-one-number"),
        "neighbour": (Tier.ADVICE, "compare-number"),
        "namesake": (Tier.ADVICE, "compare-namesake"),
        "number-of-another": (Tier.ASK, "mend-number-or-confirm-person"),
        "identified-player": (Tier.ADVICE, ""),
        "contradicts-registration": (Tier.ASK, "mend-report-or-registration"),
        "differs-from-registration": (Tier.ADVICE, "registration-counts"),
        "reported-day": (Tier.ADVICE, "own-day-counts"),
        "overlap": (Tier.ASK, "withdraw-one-report"),
        "overlap-chance": (Tier.ADVICE, "compare-reports"),
        "overlapping-parts": (Tier.REFUSE, "send-rounds-once"),
        "outside-event": (Tier.ASK, "mend-days-or-registration"),
        "round-in-two-parts": (Tier.ASK, "send-rounds-once-or-say"),
        "round-shared-by-parts": (Tier.ADVICE, "send-rounds-once"),
        "later-part-before": (Tier.ADVICE, ""),
        "part-beside-whole": (Tier.REFUSE, "withdraw-one-report"),
        "part-without-days": (Tier.ASK, "write-round-days"),
        "officer-decision": (Tier.REFUSE, ""),
    }
)
"""The tier and the remedy of each code."""

BIRTH_DATE_MESSAGES: Mapping[str, str] = MappingProxyType(
    {"birth-style": "birth-style/discreet", "unreadable-birth": "unreadable-birth/discreet"}
)
"""Codes of findings that quote a birth date, and the messages without it."""


def office_finding(message: str, file: str, line: int = 0, player: int | None = None, /, **fields: Any) -> Finding:
    """Build a finding of the office. Its code is the message up to the slash; OFFICE_FINDINGS gives tier and remedy.

    `player` is a start number, `fields` are the values in the message. Raises KeyError for an unknown code."""
    code = message.partition("/")[0]
    tier, action = OFFICE_FINDINGS[code]
    about = {} if player is None else {"player": player}
    remedy = Remedy.to(action, **about) if action else None
    return Finding(code, tier, Place(file, line), message, sorted_fields(fields), remedy, (), player)


def hide_birth_dates(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the findings; those that quote a birth date get another message and no fields."""
    return tuple(
        each._replace(message=BIRTH_DATE_MESSAGES[each.code], fields=()) if each.code in BIRTH_DATE_MESSAGES else each
        for each in findings
    )


def without_folder(finding: Finding) -> Finding:
    """A finding as it is stored: the name of the file alone."""
    return finding._replace(place=finding.place._replace(file=file_name(finding.place.file)))


def finding_for_storage(finding: Finding) -> dict[str, Any]:
    """Return a finding as JSON, as the detail of a decision stores it: message and fields, file without its folder.

    Decisions of old versions have only sentence and remedy, both as text."""
    finding = without_folder(finding)
    return {**to_json(finding), "file": finding.place.file}
