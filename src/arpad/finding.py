"""Say what was found, how grave it is, and where.

A check never drops, repairs or prints anything: it returns findings. Each has a stable code (a concept of the law, or
one of intake's own), a tier, a place, a sentence and a remedy. Findings are values; who shows them decides how.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Misuse(ValueError):
    """The call itself is wrong: one line that says what was expected. The command line ends with 2."""


class Tier(StrEnum):
    """How grave a finding is, gravest first."""

    REFUSE = "refuse"  # the report cannot be taken
    EXCLUDE = "exclude"  # a game or a player does not count
    ASK = "ask"  # a fact is missing
    ADVICE = "advice"  # nothing is harmed


GRAVITY = {tier: rank for rank, tier in enumerate(Tier)}


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where in what was sent: lines and columns count from 1, 0 means the whole file or line."""

    file: str = ""
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        parts = [self.file or "-"]
        if self.line:
            parts.append(str(self.line))
            if self.column:
                parts.append(str(self.column))
        return ":".join(parts)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing somebody should know about a report, a game or a player."""

    code: str
    tier: Tier
    place: Place
    sentence: str
    remedy: str = ""
    articles: tuple[str, ...] = ()
    player: int | None = None  # start number in the report
    round: int | None = None
    message: str = ""  # names the sentence, so that it can be said in another language
    fields: tuple[tuple[str, str], ...] = ()  # what the sentence was filled with

    def __str__(self) -> str:
        cited = ", ".join((*self.articles, self.tier.value))
        return f"{self.place} {self.code} ({cited}): {self.sentence}{' ' + self.remedy if self.remedy else ''}"

    def as_json(self) -> dict[str, Any]:
        """The finding as it stands in `--json` output."""
        return {
            "code": self.code,
            "tier": self.tier.value,
            "line": self.place.line or None,
            "column": self.place.column or None,
            "player": self.player,
            "round": self.round,
            "articles": list(self.articles),
            "sentence": self.sentence,
            "remedy": self.remedy,
        }


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings in reading order: by place, then by gravity, then by code."""

    def order(one: Finding) -> tuple[str, int, int, int, str, int, int]:
        place = one.place
        return place.file, place.line, place.column, GRAVITY[one.tier], one.code, one.player or 0, one.round or 0

    return tuple(sorted(findings, key=order))
