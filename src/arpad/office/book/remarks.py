"""The findings that only an office can make: about its registry, its lists, its registrations and other reports.

They are said beside those of intake and admission, with codes of their own and no article: no rulebook speaks of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from arpad.asjson import to_json
from arpad.finding import LITERAL, Finding, Place, Remedy, Tier, fields_of

REMARKS: Mapping[str, tuple[Tier, str, str]] = MappingProxyType(
    {
        "missing-list": (
            Tier.ASK,
            "The ratings are those of the list {list} of {series}, which the office does not have{why}.",
            "Publish or import that list first.",
        ),
        "unknown-player": (
            Tier.ASK,
            "{name}: nobody in the registry has the number {id}.",
            "Mend the number, or enter the player: arpad player add.",
        ),
        "mistyped-number": (
            Tier.ASK,
            "{name}: {id} has the form of the office's own numbers, but its check digit is wrong.",
            "Mend the number.",
        ),
        "no-number": (
            Tier.ASK,
            "{name} has no number, so nobody knows who that is.",
            "Write the number, or enter the player: arpad player add.",
        ),
        "left-out-player": (
            Tier.ADVICE,
            "{name} is not in the registry and played no game: the player is left out.",
            "",
        ),
        "same-player": (
            Tier.REFUSE,
            "{name} and {other} are one player of the registry.",
            "Mend the number of one of them.",
        ),
        "neighbour": (
            Tier.ADVICE,
            "{name}: the number {near}, one slip away from {id}, is {known}.",
            "Compare the number.",
        ),
        "number-of-another": (
            Tier.ASK,
            "{name} has the number {id}, which is that of {known}.",
            "Mend the number; if it is the same person, say so: --override number-of-another:PLAYER.",
        ),
        "contradicts-registration": (
            Tier.ASK,
            "The report says {key} {printed}; registered is {known}.",
            "Mend the report, or the registration with arpad event register.",
        ),
        "differs-from-registration": (
            Tier.ADVICE,
            "The {source} says {key} {printed}; registered is {known}.",
            "The registration counts; arpad event register changes it.",
        ),
        "reported-day": (
            Tier.ADVICE,
            "The sidecar says the event was reported on {said}; it came on {came}.",
            "The office's own day counts.",
        ),
        "overlap": (
            Tier.ASK,
            "{shared} of the {games} games stand in {other}, too.",
            "Withdraw one of the two reports, or override this if they are other games.",
        ),
        "overlap-chance": (
            Tier.ADVICE,
            "One of the {games} games may stand in {other}, too, some days apart.",
            "Compare the two.",
        ),
        "overlapping-parts": (
            Tier.REFUSE,
            "{shared} of the {games} games stand in {other}, too: a game is rated once.",
            "Send each round in one part only.",
        ),
        "outside-event": (
            Tier.ASK,
            "Games of this part were played on {day}, outside the event's days {start} to {end}.",
            "Mend the days of the rounds, or the registration.",
        ),
        "officer-decision": (Tier.REFUSE, "{why}", ""),
    }
)
PRIVATE: Mapping[str, str] = MappingProxyType(
    {
        "birth-style": "The birth date of a player is written in another way.",
        "unreadable-birth": "The birth date of a player cannot be read.",
    }
)
"""Findings of the reading that quote a birth date: an office says them without it."""


def remark(code: str, file: str, line: int = 0, player: int | None = None, /, **given: Any) -> Finding:
    tier, _, remedy = REMARKS[code]
    fields = {name: str(value) for name, value in given.items()}
    helps = Remedy.to(LITERAL, text=remedy) if remedy else None
    return Finding(code, tier, Place(file, line), code, fields_of(fields), helps, (), player)


def discreet(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings of the reading without a birth date in them."""
    return tuple(
        replace(found, message=LITERAL, fields=(("text", PRIVATE[found.code]),)) if found.code in PRIVATE else found
        for found in findings
    )


def as_stored(finding: Finding) -> dict[str, Any]:
    """A finding as a decision keeps it."""
    return {**to_json(finding), "remedy": finding.help, "file": finding.place.file}


def from_stored(said: Mapping[str, Any]) -> Finding:
    place = Place(said.get("file", ""), said["line"] or 0, said["column"] or 0)
    return Finding(
        said["code"],
        Tier(said["tier"]),
        place,
        LITERAL,
        (("text", said["sentence"]),),
        Remedy.to(LITERAL, text=said["remedy"]) if said["remedy"] else None,
        tuple(said["articles"]),
        said["player"],
        said["round"],
    )
